//! A solution as text: the grid of labels.

use azulejo_core::grid::Grid;

use crate::position::{Puzzle, Solution, Tile};

/// The rows of the solved board: the label of the path on each cell; `.` where there is none, `#` for a hole, and on a
/// bridge `*`, since two paths lie there.
pub fn rows(puzzle: &Puzzle, solution: &Solution) -> Vec<String> {
    let tiles = puzzle.tiles();
    let mut letters: Grid<char> = tiles.map(|tile| match tile {
        Tile::Hole => '#',
        Tile::Bridge => '*',
        Tile::Empty | Tile::Dot(_) => '.',
    });
    for (color, path) in solution.paths().enumerate() {
        for &cell in path.iter().filter(|&&cell| tiles[cell] != Tile::Bridge) {
            letters[cell] = puzzle.labels()[color];
        }
    }
    (0..letters.rows()).map(|row| letters.row(row).iter().collect()).collect()
}
