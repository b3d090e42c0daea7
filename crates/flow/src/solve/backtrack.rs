//! The plain solver, kept readable as the reference: colour by colour, step by step, try every way and take it back.
//!
//! Colours with the fewest ways out of their dots go first, as the document advises. There is no pruning beyond the
//! rules themselves, so that the other engines can be checked against it.

use azulejo_core::budget::{Budget, Meter, Stop};

use super::Found;
use crate::graph::Graph;
use crate::position::{Fill, Puzzle, Rules, Solution, Touch};

/// It calls itself once a cell, and a thread's stack is small; no larger board could be finished anyway.
const MOST_NODES: usize = 2500;

/// Finds solutions until there are `limit`.
pub fn run(puzzle: &Puzzle, graph: &Graph, rules: Rules, limit: u64, budget: &Budget) -> Found {
    if graph.len() > MOST_NODES {
        return Found { stop: Some(Stop::Size), ..Found::none() };
    }
    let mut search = Search {
        puzzle,
        graph,
        rules,
        limit: u128::from(limit),
        order: order(puzzle, graph),
        owner: vec![None; graph.len()],
        paths: vec![Vec::new(); puzzle.colors()],
        meter: budget.meter(),
        found: Found::none(),
    };
    search.found.stop = search.begin(0).err();
    search.found.nodes = search.meter.nodes();
    search.found
}

/// The colours, those with the fewest ways out of their dots first.
fn order(puzzle: &Puzzle, graph: &Graph) -> Vec<usize> {
    let ways = |color: &usize| -> usize { graph.dots()[*color].iter().map(|&dot| graph.ways(dot).len()).sum() };
    let mut order: Vec<usize> = (0..puzzle.colors()).collect();
    order.sort_by_key(ways);
    order
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    graph: &'a Graph,
    rules: Rules,
    limit: u128,
    order: Vec<usize>,
    owner: Vec<Option<usize>>,
    paths: Vec<Vec<u32>>,
    meter: Meter<'a>,
    found: Found,
}

impl Search<'_> {
    /// Draws the paths of the colours from the `turn`-th on.
    fn begin(&mut self, turn: usize) -> Result<(), Stop> {
        let Some(&color) = self.order.get(turn) else {
            if self.rules.fill == Fill::Free || self.owner.iter().all(Option::is_some) {
                let cells = |path: &Vec<u32>| path.iter().map(|&node| self.graph.cell(node)).collect::<Vec<_>>();
                let solution = Solution::from_paths(self.paths.iter().map(cells));
                self.found.add(solution);
            }
            return Ok(());
        };
        let [start, goal] = self.graph.dots()[color];
        self.enter(start, color);
        let result = self.extend(turn, color, goal);
        self.leave(start, color);
        result
    }

    /// Goes on from the last node of a colour's path in every way.
    fn extend(&mut self, turn: usize, color: usize, goal: u32) -> Result<(), Stop> {
        self.meter.tick()?;
        let Some(&last) = self.paths[color].last() else { return Ok(()) };
        if last == goal {
            return self.begin(turn + 1);
        }
        for index in 0..self.graph.ways(last).len() {
            let next = self.graph.ways(last)[index].node;
            let strange = self.graph.color(next).is_some_and(|dot| usize::from(dot) != color);
            if strange || self.owner[next as usize].is_some() || !self.may_touch(next, last, color) {
                continue;
            }
            self.enter(next, color);
            let result = self.extend(turn, color, goal);
            self.leave(next, color);
            result?;
            if self.found.count >= self.limit {
                break;
            }
        }
        Ok(())
    }

    /// Whether a path may enter a node under the touch rule.
    fn may_touch(&self, next: u32, last: u32, color: usize) -> bool {
        let mine = |node: u32| self.owner[node as usize] == Some(color);
        match self.rules.touch {
            Touch::Allow => true,
            Touch::Forbid => self.graph.ways(next).iter().all(|way| way.node == last || !mine(way.node)),
            Touch::NoSquare => {
                let cell = self.graph.cell(next);
                let covered =
                    |corner| corner == cell || self.paths[color].iter().any(|&node| self.graph.cell(node) == corner);
                !self.puzzle.squares_with(cell).any(|square| square.into_iter().all(covered))
            }
        }
    }

    fn enter(&mut self, node: u32, color: usize) {
        self.owner[node as usize] = Some(color);
        self.paths[color].push(node);
    }

    fn leave(&mut self, node: u32, color: usize) {
        self.owner[node as usize] = None;
        self.paths[color].pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_with_the_fewest_ways_go_first() {
        // At the edge, in the middle, in corners: 6, 8 and 4 ways out of both dots.
        let puzzle = crate::format::grid::read(".A.A.\n.B...\n...B.\n.....\nC...C\n").unwrap();
        let names: String =
            order(&puzzle, &Graph::new(&puzzle)).into_iter().map(|color| puzzle.labels()[color]).collect();
        assert_eq!(names, "CAB");
    }
}
