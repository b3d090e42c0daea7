//! Boards as scenes: the pieces in their colors with their letters, what was just placed outlined, a plan as a strip.

use azulejo_core::grid::Cell;
use azulejo_core::scene::{Axes, ColorId, Layout, Outline, Scene, Stroke, Tile};

use crate::features::Features;
use crate::play::Position;
use crate::position::{Board, Form, Mark, Piece};
use crate::rules::{FullRows, Landing, Placement};
use crate::score::Score;

/// What every occupied cell looks like that is no piece's.
const OTHER: ColorId = 7;

/// A board.
pub fn board(title: &str, board: &Board) -> Scene {
    let tiles = board.cells().cells().map(|cell| tile(cell, board.cells()[cell])).collect();
    let mut scene = Scene::new(title, Layout::squares(board.rows(), board.columns()), tiles);
    scene.axes = Axes::Named;
    scene
}

fn tile(cell: Cell, mark: Mark) -> Tile {
    match Piece::ALL.into_iter().find(|piece| piece.mark() == mark) {
        Some(piece) => Tile::colored(cell, piece as ColorId, piece.letter().to_string()),
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
        .map(|(row, column)| {
            Cell::new(landing.board.rows() - 1 - landing.row - row, u16::from(placement.column) + column)
        })
        .collect()
}

/// A game in progress, with the pieces to come and what the score is made of.
pub fn position(position: &Position) -> Scene {
    let mut scene = board("falling pieces", &position.board);
    let mut coming: Vec<String> = position.pieces.iter().take(12).map(Piece::to_string).collect();
    if position.pieces.len() > coming.len() {
        coming.push(format!("and {} more", position.pieces.len() - coming.len()));
    }
    scene.caption = match coming.split_first() {
        None => vec!["all pieces are placed".to_owned()],
        Some((now, [])) => vec![format!("falls now: {now}, the last")],
        Some((now, rest)) => vec![format!("falls now: {now}, then {}", rest.join(" "))],
    };
    scene.caption.push(parts(position));
    if position.full_rows == FullRows::Clear {
        scene.caption.push(format!("rows gone: {}", position.cleared));
    }
    scene
}

fn parts(position: &Position) -> String {
    let features = Features { cleared: position.cleared as i64, ..Features::of(&position.board) };
    let score = Score::default();
    let parts: Vec<String> =
        score.weights().map(|(term, _)| format!("{} {}", term.name(), features.term(term))).collect();
    format!("{}: score {:.3}", parts.join(", "), score.value(&features))
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
