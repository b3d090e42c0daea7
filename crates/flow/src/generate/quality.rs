//! How good a puzzle looks, and why: a number from 0 to 100 made of four parts that a person can check by eye.

use crate::graph::Graph;
use crate::position::{Puzzle, Solution, Topology};

/// The parts of the score, each from 0 (bad) to 1 (good).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// Paths leave the rim: of the steps between cells of the rim, not too many are part of a path.
    pub rim: f64,
    /// Paths turn: between a third and two thirds of their cells are bends.
    pub bends: f64,
    /// Paths differ in length.
    pub variety: f64,
    /// Few paths are so short that they solve themselves.
    pub substance: f64,
}

impl Quality {
    /// Puzzles below this are thrown away.
    pub const LEAST: f64 = 50.0;

    /// Of a puzzle with its solution.
    pub fn of(puzzle: &Puzzle, solution: &Solution) -> Self {
        let (rows, columns) = (puzzle.tiles().rows(), puzzle.tiles().columns());
        let on_rim = |cell: azulejo_core::grid::Cell| {
            cell.row == 0 || cell.column == 0 || cell.row + 1 == rows || cell.column + 1 == columns
        };
        let graph = Graph::new(puzzle);
        let rim_steps = graph.edges().iter().filter(|edge| edge.iter().all(|&node| on_rim(graph.cell(node)))).count();
        let (mut rim, mut inner, mut bends) = (0_usize, 0_usize, 0_usize);
        for path in solution.paths() {
            rim += path.windows(2).filter(|step| step.iter().all(|&cell| on_rim(cell))).count();
            for three in path.windows(3) {
                let common = |one: azulejo_core::grid::Cell, other: azulejo_core::grid::Cell| {
                    let beside = |cell| puzzle.neighbors(cell).map(|(_, beside)| beside);
                    beside(one).filter(|&cell| beside(other).any(|also| also == cell)).count()
                };
                inner += 1;
                let straight = match puzzle.topology() {
                    // Opposite neighbours of a hexagon have only it in common.
                    Topology::Hex => common(three[0], three[2]) < 2,
                    _ => three[0].row == three[2].row || three[0].column == three[2].column,
                };
                bends += usize::from(!straight);
            }
        }
        let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
        let lengths: Vec<f64> = solution.paths().map(|path| path.len() as f64).collect();
        let mean = lengths.iter().sum::<f64>() / lengths.len() as f64;
        let spread = (lengths.iter().map(|length| (length - mean).powi(2)).sum::<f64>() / lengths.len() as f64).sqrt();
        let short = lengths.iter().filter(|&&length| length <= 3.0).count();
        let hugging = if puzzle.topology() == Topology::Torus { 0.5 } else { share(rim, rim_steps) };
        let bending = share(bends, inner);
        Self {
            rim: ((0.95 - hugging) / 0.3).clamp(0.0, 1.0),
            bends: (bending / 0.3).min((0.95 - bending) / 0.3).clamp(0.0, 1.0),
            variety: (spread / mean / 0.5).clamp(0.0, 1.0),
            substance: (1.0 - 1.5 * share(short, lengths.len())).clamp(0.0, 1.0),
        }
    }

    /// The whole score, from 0 to 100: the rim counts most.
    pub fn score(&self) -> f64 {
        let sum = 0.4 * self.rim + 0.2 * self.bends + 0.2 * self.variety + 0.2 * self.substance;
        (1000.0 * sum).round() / 10.0
    }

    /// The parts with their names.
    pub fn parts(&self) -> [(&'static str, f64); 4] {
        [("rim", self.rim), ("bends", self.bends), ("variety", self.variety), ("substance", self.substance)]
    }
}
