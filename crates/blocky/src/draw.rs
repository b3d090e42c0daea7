//! Blocky as scenes: a board, a block highlighted, a game with its players, a plan as a strip.

use azulejo_core::grid::Cell;
use azulejo_core::scene::palette::{BLUE, GREEN, RED, YELLOW};
use azulejo_core::scene::{Axes, ColorId, Layout, Outline, Scene, Stroke, Tile};

use crate::board::{Board, Color, Path};
use crate::position::Position;
use crate::rules::{Move, Rules, play};
use crate::solve::NoChance;

/// Boards no deeper than this also show the frames of their blocks in a terminal.
const DEEPEST_FRAMED: u8 = 4;

/// The palette's number for a colour.
pub const fn color_id(color: Color) -> ColorId {
    match color {
        Color::Blue => BLUE,
        Color::Red => RED,
        Color::Green => GREEN,
        Color::Yellow => YELLOW,
    }
}

/// The unit cells of a block, in reading order.
pub fn cells_of(board: &Board, path: Path) -> Vec<Cell> {
    let side = board.side_of(path) as u16;
    let (column, row) = path.corner();
    let (column, row) = (column as u16 * side, row as u16 * side);
    (row..row + side).flat_map(|row| (column..column + side).map(move |column| Cell::new(row, column))).collect()
}

/// A board, with a block highlighted if one is given.
pub fn board(title: &str, board: &Board, highlight: Option<Path>) -> Scene {
    let side = board.side() as u16;
    let mut tiles: Vec<Tile> = board
        .leaves()
        .map(|(path, color)| {
            let span = board.side_of(path) as u16;
            let (column, row) = path.corner();
            let cell = Cell::new(row as u16 * span, column as u16 * span);
            Tile { span, ..Tile::colored(cell, color_id(color), color.letter().to_string()) }
        })
        .collect();
    tiles.sort_by_key(|tile| tile.cell);
    let mut scene = Scene::new(title, Layout::squares(side, side), tiles);
    scene.axes = Axes::Hidden;
    if board.depth() <= DEEPEST_FRAMED {
        let frame = |(path, _)| Outline { cells: cells_of(board, path), stroke: Stroke::Thin };
        scene.outlines = board.leaves().map(frame).collect();
    }
    scene.outlines.extend(highlight.map(|path| Outline { cells: cells_of(board, path), stroke: Stroke::Highlight }));
    scene
}

/// A game: the board, and what each player wants and has.
pub fn position(position: &Position) -> Scene {
    let mut scene = board("Blocky", &position.board, None);
    let to_move = position.to_move();
    for (number, (seat, score)) in position.seats().iter().zip(position.scores()).enumerate() {
        let paid = if seat.penalty > 0 { format!(", {} paid", seat.penalty) } else { String::new() };
        let marker = if to_move == Some(number) { ", to move" } else { "" };
        let (color, letter) = (seat.aim.color.name(), seat.aim.color.letter());
        scene.caption.push(format!(
            "player {} ({}), {} of {color} ({letter}): {score}{paid}{marker}",
            number + 1,
            seat.player,
            seat.aim.kind
        ));
    }
    let turn = position.turn() / position.seats().len() as u32 + 1;
    scene.caption.push(match to_move {
        Some(_) => format!("turn {turn} of {}", position.turns()),
        None => "the game is over".to_owned(),
    });
    scene
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
