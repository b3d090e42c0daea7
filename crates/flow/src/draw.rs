//! Flow as scenes: dots with their letters, pipes with round joints, walls and bridges.

use azulejo_core::grid::Cell;
use azulejo_core::scene::{ColorId, Layout, Path, PathKind, Scene, Tile as SceneTile, Tiling};

use crate::details::joins;
use crate::play::Position;
use crate::position::{Fill, Puzzle, Solution, Tile, Topology, Touch};

/// The palette's number for a colour; beyond the palette it begins anew, and letters tell colours apart.
/// The palette's number for a colour.
pub(crate) fn color_id(color: usize) -> ColorId {
    (color % 256) as ColorId
}

/// A puzzle with these lines on it.
pub fn board<'a>(title: &str, puzzle: &Puzzle, lines: impl IntoIterator<Item = (usize, &'a [Cell])>) -> Scene {
    let tiles = puzzle.tiles();
    let tiling = match puzzle.topology() {
        Topology::Square | Topology::Torus => Tiling::Squares,
        Topology::Hex => Tiling::Hexagons,
    };
    let layout = Layout { tiling, rows: tiles.rows(), columns: tiles.columns() };
    let cells = tiles.cells().map(|cell| match tiles[cell] {
        Tile::Hole => SceneTile::void(cell),
        Tile::Bridge => SceneTile { label: "+".to_owned(), ..SceneTile::empty(cell) },
        Tile::Empty | Tile::Dot(_) => SceneTile::empty(cell),
    });
    let mut scene = Scene::new(title, layout, cells.collect());
    let lines: Vec<(usize, &[Cell])> = lines.into_iter().filter(|(_, cells)| cells.len() > 1).collect();
    if tiling == Tiling::Hexagons {
        // A terminal cannot draw slanted pipes: there, letters show the paths; in pictures the pipes cover them.
        let ends = puzzle.dots().iter().map(<[Cell; 2]>::as_slice).enumerate();
        for (color, cells) in lines.iter().copied().chain(ends) {
            for &cell in cells.iter().filter(|&&cell| tiles.contains(cell)) {
                scene.tiles[tiles.index_of(cell)].label = puzzle.labels()[color].to_string();
            }
        }
    }
    scene.walls = puzzle.walls().iter().map(|&(one, other)| [one, other]).collect();
    scene.paths = lines
        .iter()
        .map(|&(color, cells)| Path { cells: cells.to_vec(), kind: PathKind::Pipe(color_id(color)) })
        .collect();
    scene.dots = puzzle
        .dots()
        .iter()
        .zip(puzzle.labels())
        .enumerate()
        .flat_map(|(color, (dots, label))| {
            dots.map(|cell| azulejo_core::scene::Dot { cell, color: color_id(color), label: label.to_string() })
        })
        .collect();
    if puzzle.topology() == Topology::Torus {
        scene.caption.push("opposite edges are joined".to_owned());
    }
    scene
}

/// A puzzle as it is given.
pub fn puzzle(puzzle: &Puzzle) -> Scene {
    board("a Flow puzzle", puzzle, [])
}

/// A solved puzzle.
pub fn solution(puzzle: &Puzzle, solution: &Solution) -> Scene {
    board("a solved Flow puzzle", puzzle, solution.paths().enumerate())
}

/// A position: what is drawn, and what is still to do.
pub fn position(position: &Position) -> Scene {
    let puzzle = position.puzzle();
    let lines = position.lines().iter().map(Vec::as_slice).enumerate();
    let mut scene = board("Flow", puzzle, lines);
    let joined = position.lines().iter().zip(puzzle.dots()).filter(|(line, dots)| joins(line, **dots));
    let (joined, all) = (joined.count(), puzzle.colors());
    let fill = match position.rules().fill {
        Fill::Full => "every cell is used",
        Fill::Free => "cells may stay empty",
    };
    let touch = match position.rules().touch {
        Touch::Allow => "",
        Touch::Forbid => ", no path touches itself",
        Touch::NoSquare => ", no path covers 2×2 cells",
    };
    scene.caption.push(format!("{joined} of {all} colours are joined; {fill}{touch}"));
    scene
}
