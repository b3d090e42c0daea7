//! Blocky as scenes: a board, a block highlighted, a game and its players' colours, a plan as a strip.

use azulejo_core::grid::Cell;
use azulejo_core::scene::palette::{BLUE, GREEN, RED, YELLOW};
use azulejo_core::scene::{ColorId, Emphasis, Layout, MarkKind, Outline, Scene, Stroke, Tile, Touch};
use azulejo_core::words::Template;

use crate::board::{Board, Color, Path};
use crate::position::Position;
use crate::rules::{Move, Rules, play};
use crate::solve::NoChance;

/// Boards no deeper than this also show the frames of their blocks in a terminal.
const DEEPEST_FRAMED: u8 = 4;

/// Which block is meant.
pub(crate) const BLOCK: Template = Template::new("blocky.block", "Block of {size}×{size} at {cell}, path {path}");

/// The palette's number for a colour.
pub const fn color_id(color: Color) -> ColorId {
    match color {
        Color::Blue => BLUE,
        Color::Red => RED,
        Color::Green => GREEN,
        Color::Yellow => YELLOW,
    }
}

/// The upper left cell of a block, and its side in cells.
pub fn corner_of(board: &Board, path: Path) -> (Cell, u16) {
    let side = board.side_of(path) as u16;
    let (column, row) = path.corner();
    (Cell::new(row as u16 * side, column as u16 * side), side)
}

/// The unit cells of a block, in reading order.
pub fn cells_of(board: &Board, path: Path) -> Vec<Cell> {
    let (Cell { row, column }, side) = corner_of(board, path);
    (row..row + side).flat_map(|row| (column..column + side).map(move |column| Cell::new(row, column))).collect()
}

/// A board, with a block highlighted if one is given.
pub fn board(title: &str, board: &Board, highlight: Option<Path>) -> Scene {
    let side = board.side() as u16;
    let mut tiles: Vec<Tile> = board
        .leaves()
        .map(|(path, color)| {
            let (cell, span) = corner_of(board, path);
            let spoken = format!("{cell}, {}, {span} by {span}", color.word());
            Tile { span, spoken, ..Tile::colored(cell, color_id(color), color.letter()) }
        })
        .collect();
    tiles.sort_by_key(|tile| tile.cell);
    let mut scene = Scene::new(title, Layout::squares(side, side), tiles).without_axes();
    if board.depth() <= DEEPEST_FRAMED {
        let frame = |(path, _)| Outline { cells: cells_of(board, path), stroke: Stroke::Thin };
        scene.outlines = board.leaves().map(frame).collect();
    }
    scene.outlines.extend(highlight.map(|path| Outline { cells: cells_of(board, path), stroke: Stroke::Highlight }));
    scene
}

/// A game: its board, to be touched, and below it who is to move.
pub fn position(position: &Position) -> Scene {
    let scene = board("Blocky", &position.board, None).touchable(Touch::Cells);
    match position.to_move() {
        Some(seat) => scene.with_label(format!("PLAYER {seat}")),
        None => scene,
    }
}

/// The same with the block that a hand has chosen.
pub fn chosen(position: &Position, path: Path) -> Scene {
    let (cell, side) = corner_of(&position.board, path);
    let cell = cell.to_string();
    let told = BLOCK.with([("size", side.into()), ("cell", cell.into()), ("path", path.to_string().into())]);
    let scene = Scene { title: told.text, ..self::position(position) };
    scene.with_marks(MarkKind::Chosen, cells_of(&position.board, path))
}

/// Who plays for which colour, in the order of their turns.
pub fn players(position: &Position) -> Scene {
    let to_move = position.to_move();
    let seats = position.seats().iter().zip(position.scores()).enumerate();
    let tiles = seats.map(|(number, (seat, score))| {
        let color = seat.aim.color;
        let is_next = to_move == Some(number);
        let next = if is_next { ", to move" } else { "" };
        let (name, goal) = (seat.player, seat.aim.kind);
        Tile {
            spoken: format!("PLAYER {number} ({name}), {goal} of {}: {score}{next}", color.word()),
            emphasis: if is_next { Emphasis::Strong } else { Emphasis::Plain },
            ..Tile::colored(Cell::new(0, number as u16), color_id(color), color.letter())
        }
    });
    let tiles: Vec<Tile> = tiles.collect();
    let layout = Layout::squares(1, tiles.len() as u16);
    Scene::new("the players' colours", layout, tiles).named("players").without_axes()
}

/// A plan, one scene a move: the board before it, with the block it is done to; at the end the last board.
pub fn plan(start: &Board, moves: &[Move]) -> Vec<Scene> {
    let mut now = start.clone();
    let mut scenes = Vec::new();
    for (index, next) in moves.iter().enumerate() {
        let mut scene = board("a plan in Blocky", &now, Some(next.path));
        scene.caption.push(format!("{}. {next}", index + 1));
        scenes.push(scene);
        // Plans are of moves that can be played; one that cannot changes nothing here either.
        let _ = play(&mut now, *next, Rules::Later, &mut NoChance);
    }
    let mut scene = board("a plan in Blocky", &now, None);
    scene.caption.push(if moves.is_empty() { "nothing to do" } else { "done" }.to_owned());
    scenes.push(scene);
    scenes
}
