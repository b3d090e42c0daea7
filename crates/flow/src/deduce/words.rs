//! Conclusions in words.

use azulejo_core::grid::Cell;

use super::board::Contradiction;
use super::parts::Fault;
use super::{Conclusion, Deduction};
use crate::graph::Graph;
use crate::position::Puzzle;

impl Conclusion {
    /// Why it holds, in one sentence without a full stop.
    pub fn reason(&self, puzzle: &Puzzle, graph: &Graph) -> String {
        let cell = |node: u32| graph.cell(node);
        let Some(&(edge, drawn)) = self.steps.first() else { return String::new() };
        let [one, other] = graph.edges()[edge as usize].map(cell);
        let beyond = |node: u32| -> Vec<Cell> {
            let ends = self.steps.iter().map(|&(edge, _)| graph.edges()[edge as usize]);
            ends.map(|[first, second]| cell(if first == node { second } else { first })).collect()
        };
        match (self.deduction, self.node) {
            (Deduction::LastRoute, Some(dot)) => {
                let label = graph.color(dot).map_or('?', |color| puzzle.labels()[usize::from(color)]);
                format!("every route left for colour {label} goes between {one} and {other}")
            }
            (Deduction::Corner, Some(node)) => match beyond(node)[..] {
                [first, second] => {
                    format!("{} has two neighbours only, so its path goes to {first} and {second}", cell(node))
                }
                _ => format!("{} has two neighbours only", cell(node)),
            },
            (Deduction::Passage, Some(node)) => match beyond(node)[..] {
                [first, second] => format!("{} has two ways left, to {first} and {second}", cell(node)),
                _ => format!("{} has no other ways left", cell(node)),
            },
            (_, Some(node)) => format!("from {} there is no other way on than {}", cell(node), beyond(node)[0]),
            (_, None) => {
                let verb = if drawn { "were left out" } else { "were drawn" };
                let trouble = self.trouble.map_or_else(String::new, |trouble| trouble_text(trouble, puzzle, graph));
                let far = match (self.deduction, self.depth) {
                    (Deduction::DeepLookAhead, depth) => format!("in every case, within {depth} steps, "),
                    (_, 0) => String::new(),
                    (_, 1) => "one forced step later ".to_owned(),
                    (_, depth) => format!("{depth} forced steps later "),
                };
                format!("if the step {one}–{other} {verb}, {far}{trouble}")
            }
        }
    }

    /// The cells worth looking at.
    pub fn cells(&self, graph: &Graph) -> Vec<Cell> {
        let steps = self.steps.iter().flat_map(|&(edge, _)| graph.edges()[edge as usize]);
        let trouble = match self.trouble {
            Some(
                Contradiction::Stuck(node) | Contradiction::Part(Fault::Unbalanced(node) | Fault::Colorless(node)),
            ) => Some(node),
            _ => None,
        };
        let mut cells: Vec<Cell> = steps.chain(trouble).map(|node| graph.cell(node)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

fn trouble_text(trouble: Contradiction, puzzle: &Puzzle, graph: &Graph) -> String {
    match trouble {
        Contradiction::Stuck(node) => match graph.color(node) {
            Some(_) => format!("the dot {} would have no way out", graph.cell(node)),
            None => format!("{} would be a dead end", graph.cell(node)),
        },
        Contradiction::Clash(edge) => {
            let [one, other] = graph.edges()[edge as usize].map(|node| graph.cell(node));
            format!("{one} and {other} would have to be joined, and must not")
        }
        Contradiction::Part(Fault::Parted(color)) => {
            format!("the two ends of colour {} would be cut off from each other", puzzle.labels()[color as usize])
        }
        Contradiction::Part(Fault::Colorless(node)) => {
            format!("no colour could reach {} any more", graph.cell(node))
        }
        Contradiction::Part(Fault::Unbalanced(node)) => format!(
            "the part with {} could not be filled: as on a chessboard, steps go from dark to light, and one kind is too many",
            graph.cell(node)
        ),
    }
}
