//! The falling game as scenes, and what a player reads beside it.

use azulejo_core::game::Status;
use azulejo_core::grid::{Cell, Grid};
use azulejo_core::scene::{Layout, Look, MarkKind, Scene, Thing, Tile};
use azulejo_core::words::Message;

use super::award::{Award, Spin};
use super::{Act, Fall, Goal, TICKS};
use crate::draw::{color, tile};
use crate::play::Position;
use crate::position::{Mark, Piece};
use crate::srs::path::dropped;
use crate::srs::reach::Stack;
use crate::srs::{COLUMNS, ROWS, SEEN_ROWS, Spot};
use crate::words;

/// Rows above those that are seen.
const HIDDEN: u16 = (ROWS - SEEN_ROWS) as u16;

/// A cell of the whole board among those that are seen.
pub(crate) fn seen(cell: Cell) -> Option<Cell> {
    Some(Cell { row: cell.row.checked_sub(HIDDEN)?, ..cell })
}

fn cells(piece: Piece, spot: Spot) -> impl Iterator<Item = Cell> {
    let rows = 0..SEEN_ROWS as i8;
    spot.cells(piece)
        .into_iter()
        .filter(move |(_, y)| rows.contains(y))
        .map(|(x, y)| Cell::new((SEEN_ROWS - 1) as u16 - y as u16, x as u16))
}

/// The rows that are seen, the falling piece, and its ghost where it would come to rest.
pub(crate) fn board(position: &Position, fall: &Fall) -> Scene {
    let layout = Layout::squares(SEEN_ROWS as u16, COLUMNS as u16);
    let mut marks = Grid::filled(SEEN_ROWS as u16, COLUMNS as u16, Mark::EMPTY);
    for cell in position.board.cells().cells() {
        if let Some(place) = seen(cell) {
            marks[place] = position.board.cells()[cell];
        }
    }
    let falling = position.pieces.first().filter(|_| matches!(position.status(), Status::Playing { .. }));
    let mut ghost = Vec::new();
    if let (Some(&piece), Some(stack)) = (falling, Stack::of_board(&position.board)) {
        for cell in cells(piece, fall.spot()) {
            marks[cell] = piece.mark();
        }
        ghost.extend(cells(piece, dropped(&stack, piece, fall.spot())).filter(|cell| !marks[*cell].is_filled()));
    }
    let tiles = marks.cells().map(|cell| tile(cell, marks[cell])).collect();
    let title = falling.map_or("falling pieces".to_owned(), |piece| format!("falling pieces: {piece} falls"));
    let scene = Scene::new(title, layout, tiles).without_axes();
    match falling {
        Some(&piece) => scene.with_marks(MarkKind::Ghost(color(piece)), ghost),
        None => scene,
    }
}

/// The board, the piece that is kept back, and those to come.
pub(crate) fn scenes(position: &Position, fall: &Fall) -> Vec<Scene> {
    let mut scenes = vec![board(position, fall)];
    let title = fall.held.map_or("nothing is kept back".to_owned(), |piece| format!("kept back: {piece}"));
    let (scene, cells) = tray(title, fall.held.as_slice());
    let look = if fall.swapped { Look::Off } else { Look::Ready };
    let thing = Thing::new(Act::Hold.word(), "keep the falling piece back, and take this one", cells).looking(look);
    scenes.push(scene.named("hold").with_things([thing]));
    let coming = position.pieces.get(1..).unwrap_or_default();
    let letters: Vec<String> = coming.iter().map(Piece::to_string).collect();
    scenes.push(tray(format!("next: {}", letters.join(" ")), coming).0.named("queue"));
    scenes
}

/// Pieces one above the other, in boxes of four columns, and the cells of the first box.
fn tray(title: String, pieces: &[Piece]) -> (Scene, Vec<Cell>) {
    const HEIGHT: u16 = 3;
    let rows = HEIGHT * pieces.len().max(1) as u16 - 1;
    let mut marks = Grid::filled(rows, 4, Mark::EMPTY);
    for (index, piece) in pieces.iter().enumerate() {
        for (row, column) in piece.forms()[0].cells() {
            marks[Cell::new(HEIGHT * index as u16 + 1 - row, column)] = piece.mark();
        }
    }
    let part = |cell| if marks[cell].is_filled() { tile(cell, marks[cell]) } else { Tile::void(cell) };
    let tiles = marks.cells().map(part).collect();
    let first = marks.cells().filter(|cell| cell.row < HEIGHT - 1).collect();
    (Scene::new(title, Layout::squares(rows, 4), tiles).without_axes(), first)
}

/// What a player reads: the goal or the end, lines, time, points, the level, and what the last piece brought.
pub(crate) fn facts(position: &Position, fall: &Fall) -> Vec<Message> {
    let (lines, goal) = (position.cleared, fall.goal.lines());
    let seconds = fall.ticks as f64 / f64::from(TICKS);
    let time = ("time", format!("{}:{:05.2}", (seconds / 60.0) as u64, seconds % 60.0).into());
    let mut facts = vec![match (position.status(), fall.goal) {
        (Status::Won { .. }, _) => words::FALL_WON.with([("n", lines.into()), time.clone()]),
        (Status::Lost, _) => words::FALL_LOST.plain(),
        (_, Goal::Sprint) => words::FALL_SPRINT.with([("n", goal.saturating_sub(lines).into())]),
        (_, Goal::Marathon) => words::FALL_MARATHON.with([("n", goal.saturating_sub(lines).into())]),
    }];
    facts.push(words::FALL_SCORE.with([("points", fall.score.into()), ("n", lines.into())]));
    facts.push(words::FALL_LEVEL.with([("level", fall.goal.level(lines).into()), time]));
    if fall.combo > 1 {
        facts.push(words::FALL_COMBO.with([("n", (fall.combo - 1).into())]));
    }
    facts.extend(fall.last.filter(|award| award.points > 0).map(|award| brought(&award)));
    facts
}

fn brought(award: &Award) -> Message {
    let name = match (award.spin, award.lines) {
        (Spin::None, 1) => "Single",
        (Spin::None, 2) => "Double",
        (Spin::None, 3) => "Triple",
        (Spin::None, _) => "Tetris",
        (Spin::Mini, 0) => "Mini T-Spin",
        (Spin::Mini, 1) => "Mini T-Spin Single",
        (Spin::Mini, _) => "Mini T-Spin Double",
        (Spin::Full, 0) => "T-Spin",
        (Spin::Full, 1) => "T-Spin Single",
        (Spin::Full, 2) => "T-Spin Double",
        (Spin::Full, _) => "T-Spin Triple",
    };
    let name = ("name", name.into());
    let points = ("points", award.points.into());
    match (award.perfect, award.back_to_back) {
        (true, _) => words::FALL_PERFECT.with([name, points]),
        (false, true) => words::FALL_AGAIN.with([name, points]),
        (false, false) => words::FALL_CLEAR.with([name, points]),
    }
}
