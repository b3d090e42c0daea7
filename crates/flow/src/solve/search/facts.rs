//! What holds in every solution, as far as a given effort shows it.
//!
//! Each edge is assumed to be used, then not to be used, and the search goes on from there for a few conflicts. When
//! that fails, the opposite is a fact, and makes the next proofs easier. A solution found on the way shows which values
//! need no further look.

use azulejo_core::budget::{Budget, Stop};

use super::clauses::Literal;
use super::model::Model;
use super::{OPEN, Prunings, Search, TRUE};
use crate::graph::Graph;
use crate::position::{Puzzle, Rules, Solution};

/// What is known of each edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// For each edge, whether every solution uses it (`Some(true)`), none does, or that was not found out.
    pub edges: Vec<Option<bool>>,
    /// A solution seen on the way that differs from those given.
    pub seen: Vec<Solution>,
}

/// Looks for facts, with at most `effort` conflicts for each assumption. `known` are solutions at hand. Nothing comes
/// back when there is no solution at all.
pub fn run(
    puzzle: &Puzzle,
    graph: &Graph,
    rules: Rules,
    known: &[Solution],
    effort: u32,
    budget: &Budget,
) -> Result<Option<Facts>, Stop> {
    let model = Model::new(graph, rules, Prunings::ALL);
    let mut search = Search::new(puzzle, graph, &model, rules, Prunings::ALL);
    let mut possible = vec![false; 2 * graph.edges().len()];
    for solution in known {
        for path in solution.paths() {
            debug_assert!(!path.is_empty());
        }
        let used = edges_of(graph, solution);
        for (edge, &used) in used.iter().enumerate() {
            possible[Literal::new(edge as u32, used).index()] = true;
        }
    }
    let mut seen = Vec::new();
    if !search.begin() || search.settle() {
        return Ok(None);
    }
    let edges = graph.edges().len() as u32;
    let order: Vec<u32> = model.order.iter().copied().filter(|&variable| variable < edges).collect();
    loop {
        let before = search.trail.len();
        for &edge in &order {
            for used in [true, false] {
                let literal = Literal::new(edge, used);
                if search.values[literal.index()] != OPEN || possible[literal.index()] {
                    continue;
                }
                budget.check()?;
                if search.clauses.are_many(budget.memory()) {
                    search.forget();
                }
                match search.assume(literal, effort) {
                    Probe::Impossible => return Ok(None),
                    Probe::Unclear => {}
                    Probe::Possible => {
                        for edge in 0..graph.edges().len() as u32 {
                            let value = search.values[2 * edge as usize] == TRUE;
                            possible[Literal::new(edge, value).index()] = true;
                        }
                        seen.extend(graph.solution(|edge| search.values[2 * edge as usize] == TRUE));
                        search.back_to(0);
                    }
                }
            }
        }
        if search.trail.len() == before {
            break;
        }
    }
    let edges = (0..graph.edges().len()).map(|edge| match search.values[2 * edge] {
        OPEN => None,
        value => Some(value == TRUE),
    });
    Ok(Some(Facts { edges: edges.collect(), seen }))
}

/// Which edges a solution uses.
pub fn edges_of(graph: &Graph, solution: &Solution) -> Vec<bool> {
    let mut used = vec![false; graph.edges().len()];
    for (color, path) in solution.paths().enumerate() {
        let mut node = graph.dots()[color][0];
        for &cell in &path[1..] {
            if let Some(way) = graph.ways(node).iter().find(|way| graph.cell(way.node) == cell) {
                used[way.edge as usize] = true;
                node = way.node;
            }
        }
    }
    used
}

/// What an assumption led to.
enum Probe {
    /// A solution, which is on the board now.
    Possible,
    /// Its opposite holds, or the effort was spent.
    Unclear,
    /// There is no solution at all.
    Impossible,
}

impl Search<'_> {
    /// Searches below an assumption until it fails, a solution is found, or the effort is spent.
    fn assume(&mut self, literal: Literal, effort: u32) -> Probe {
        let mut conflicts = 0;
        loop {
            if self.propagate() || self.cut_off() || self.touches_itself() || self.fails_when_full() {
                if !self.resolve() {
                    return Probe::Impossible;
                }
                conflicts += 1;
                if self.level() == 0 && self.settle() {
                    return Probe::Impossible;
                }
                if conflicts > effort {
                    self.back_to(0);
                }
                if self.level() == 0 && (conflicts > effort || self.values[literal.index()] != OPEN) {
                    return Probe::Unclear;
                }
            } else if self.level() == 0 {
                self.level_starts.push(self.trail.len() as u32);
                self.assign(literal, super::Reason::Chosen);
            } else if conflicts >= effort {
                self.back_to(0);
                return Probe::Unclear;
            } else if let Some(edge) = self.next_edge() {
                self.level_starts.push(self.trail.len() as u32);
                let next = Literal::new(edge, self.phases[edge as usize]);
                self.assign(next, super::Reason::Chosen);
            } else {
                return Probe::Possible;
            }
        }
    }
}
