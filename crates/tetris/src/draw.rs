//! Boards as scenes: the pieces in their colors with their letters, what was just placed outlined, a plan as a strip.

use azulejo_core::grid::{Cell, Grid};
use azulejo_core::scene::{ColorId, Layout, Outline, Scene, Stroke, Tile};

use crate::facts;
use crate::fall;
use crate::features::Features;
use crate::format::fumen::{self, Block, Operation, Page};
use crate::play::Position;
use crate::position::{Board, Form, Mark, Piece};
use crate::rules::{FullRows, Landing, Placement};
use crate::score::Score;

/// What every occupied cell looks like that is no piece's.
const OTHER: ColorId = 7;

/// A board.
pub fn board(title: &str, board: &Board) -> Scene {
    let tiles = board.cells().cells().map(|cell| tile(cell, board.cells()[cell])).collect();
    Scene::new(title, Layout::squares(board.rows(), board.columns()), tiles)
}

/// The color of a piece.
pub(crate) fn color(piece: Piece) -> ColorId {
    piece as ColorId
}

pub(crate) fn tile(cell: Cell, mark: Mark) -> Tile {
    match Piece::ALL.into_iter().find(|piece| piece.mark() == mark) {
        Some(piece) => Tile::colored(cell, color(piece), piece.letter().to_string()),
        None if mark.is_filled() => Tile::colored(cell, OTHER, mark.to_char().to_string()),
        None => Tile::empty(cell),
    }
}

/// A plan, one scene for each piece. Where rows vanish, the piece is outlined only if all of it is still there.
pub fn plan(pieces: &[Piece], path: &[Placement], landings: &[Landing]) -> Vec<Scene> {
    let steps = pieces.iter().zip(path).zip(landings).enumerate();
    steps
        .map(|(level, ((&piece, placement), landing))| {
            let mut scene = board("a plan for falling pieces", &landing.board);
            if landing.cleared == 0 {
                scene.outlines.push(Outline { cells: cells(landing, piece, *placement), stroke: Stroke::Highlight });
            }
            let gone = match landing.cleared {
                0 => String::new(),
                1 => ", 1 row vanishes".to_owned(),
                rows => format!(", {rows} rows vanish"),
            };
            scene.caption.push(format!("{}. {piece} {placement}{gone}", level + 1));
            scene
        })
        .collect()
}

/// The cells of a piece at rest.
pub(crate) fn cells(landing: &Landing, piece: Piece, placement: Placement) -> Vec<Cell> {
    let form = piece.forms().get(usize::from(placement.rotation));
    let cells = form.into_iter().flat_map(Form::cells);
    cells
        .map(|(row, column)| Cell::new(landing.board.rows() - 1 - landing.row - row, placement.column + column))
        .collect()
}

/// A game in progress, with the pieces to come and what the score is made of.
pub fn position(position: &Position) -> Scene {
    if let Some(fall) = &position.fall {
        return fall::draw::board(position, fall);
    }
    let mut scene = board("falling pieces", &position.board);
    let coming = facts::falls(&position.pieces);
    scene.caption.push(coming.map_or_else(|| "all pieces are placed".to_owned(), |coming| coming.text));
    scene.caption.push(parts(position));
    if position.full_rows == FullRows::Clear {
        scene.caption.push(format!("rows gone: {}", position.cleared));
    }
    scene
}

/// The coming pieces side by side, and the cells of the one that falls now; nothing once all are placed.
pub(crate) fn queue(pieces: &[Piece]) -> Option<(Scene, Vec<Cell>)> {
    /// The highest that a piece stands before it is turned.
    const ROWS: u16 = 2;
    let title = facts::falls(pieces)?.text;
    let shown = &pieces[..pieces.len().min(facts::MOST_SHOWN)];
    let width = |piece: &Piece| u16::from(piece.forms()[0].width);
    // One column is left free after each piece but the last.
    let columns = shown.iter().map(|piece| width(piece) + 1).sum::<u16>() - 1;
    let mut marks = Grid::filled(ROWS, columns, Mark::EMPTY);
    let (mut left, mut first) = (0, Vec::new());
    for piece in shown {
        let cells: Vec<Cell> =
            piece.forms()[0].cells().map(|(row, column)| Cell::new(ROWS - 1 - row, left + column)).collect();
        for &cell in &cells {
            marks[cell] = piece.mark();
        }
        left += width(piece) + 1;
        if first.is_empty() {
            first = cells;
        }
    }
    let part = |cell| if marks[cell].is_filled() { tile(cell, marks[cell]) } else { Tile::void(cell) };
    let tiles = marks.cells().map(part).collect();
    Some((Scene::new(title, Layout::squares(ROWS, columns), tiles).named("queue").without_axes(), first))
}

fn parts(position: &Position) -> String {
    let features = Features { cleared: position.cleared as i64, ..Features::of(&position.board) };
    let score = Score::default();
    let parts: Vec<String> =
        score.weights().map(|(term, _)| format!("{} {}", term.name(), features.term(term))).collect();
    format!("{}: score {:.3}", parts.join(", "), score.value(&features))
}

/// The pages of a fumen: the field, the piece outlined, what is said.
pub fn pages(pages: &[Page]) -> Vec<Scene> {
    /// Rows that are always shown.
    const LEAST_ROWS: usize = 4;
    let count = pages.len();
    let scene = |(number, page): (usize, &Page)| {
        let field = page.field.clone().unwrap_or_default();
        let piece = page.operation.as_ref();
        let cells: Vec<(i8, i8)> = piece.into_iter().flat_map(Operation::cells).collect();
        let top = cells.iter().map(|(_, y)| *y as usize + 1).max().unwrap_or(0);
        let rows = field.height().max(top).max(LEAST_ROWS) as u16;
        let cell = |(x, y): (i8, i8)| Cell::new(rows - 1 - y as u16, x as u16);
        let mut marks = Grid::from_fn(rows, fumen::COLUMNS as u16, |cell: Cell| {
            match field.rows()[usize::from(rows - 1 - cell.row)][usize::from(cell.column)] {
                Block::Empty => Mark::EMPTY,
                Block::Of(piece) => piece.mark(),
                Block::Grey => Mark::OTHER,
            }
        });
        for &at in &cells {
            marks[cell(at)] = piece.map_or(Mark::EMPTY, |operation| operation.piece.mark());
        }
        let tiles = marks.cells().map(|cell| tile(cell, marks[cell])).collect();
        let mut scene = Scene::new("a page of a fumen", Layout::squares(rows, fumen::COLUMNS as u16), tiles);
        if piece.is_some() {
            scene = scene.with_outline(Stroke::Highlight, cells.into_iter().map(cell));
        }
        scene = scene.with_caption(format!("page {} of {count}", number + 1));
        match &page.comment {
            Some(comment) if !comment.is_empty() => scene.with_caption(comment.clone()),
            _ => scene,
        }
    };
    pages.iter().enumerate().map(scene).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_outlines_the_cells_that_each_piece_fills() {
        let board = Board::empty(6, 5).unwrap();
        let (pieces, path) = ([Piece::L, Piece::I], ["2 1".parse().unwrap(), "1 0".parse().unwrap()]);
        let landings = crate::rules::replay(&board, &pieces, &path, FullRows::Keep).unwrap();
        let scenes = plan(&pieces, &path, &landings);
        for (scene, piece) in scenes.iter().zip(pieces) {
            let mut outlined = scene.outlines[0].cells.clone();
            outlined.sort_unstable();
            let letter = piece.letter().to_string();
            let filled: Vec<Cell> =
                scene.tiles.iter().filter(|tile| tile.label == letter).map(|tile| tile.cell).collect();
            assert_eq!(outlined, filled);
        }
    }
}
