//! Flow as a SAT problem, in two encodings: the document's, and the smaller one over edges.
//!
//! Both are first written down as a [`Formula`], which can be saved in DIMACS form, then given to the solver. What a
//! formula does not say (that there are no loops; with edges also that no path touches itself from afar) is checked on
//! each model, and the clause that was missing is added; the solver goes on from where it was. So are solutions that
//! were found already, one after the other, for uniqueness and counting.

mod document;
mod edges;
mod formula;

use std::cell::Cell as Slot;

use azulejo_core::budget::{Budget, Stop};
use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};

pub use self::formula::Formula;
use super::Found;
use crate::graph::Graph;
use crate::position::{Puzzle, Rules, Touch};

/// A larger formula is not written at all: no solver would be done with it, and merely giving its memory back takes longer
/// than a person waits who has cancelled.
const MOST_BYTES: usize = 256 << 20;
/// What the solver takes before it has seen a clause.
const SOLVER_BYTES: usize = 5 << 20;

/// How the puzzle becomes a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// The document's: a colour for each cell, and the two directions its path takes.
    Document,
    /// A variable for each edge; colours in binary; unit squares for the touch rule.
    Edges,
}

/// The formula of a puzzle, unless the budget ends before it is written.
pub fn formula(
    puzzle: &Puzzle,
    graph: &Graph,
    rules: Rules,
    encoding: Encoding,
    budget: &Budget,
) -> Result<Formula, Stop> {
    if size(puzzle, graph, encoding) > budget.memory().min(MOST_BYTES) {
        return Err(Stop::Memory);
    }
    match encoding {
        Encoding::Document => document::encode(puzzle, graph, rules, budget),
        Encoding::Edges => edges::encode(graph, rules, budget),
    }
}

/// About the bytes of a formula, known before it is written.
fn size(puzzle: &Puzzle, graph: &Graph, encoding: Encoding) -> usize {
    let (colors, per_color) = match encoding {
        Encoding::Document => (puzzle.colors() * puzzle.colors() / 2 + 20 * puzzle.colors(), 24),
        Encoding::Edges => (40, 40),
    };
    graph.len().saturating_mul(colors).saturating_mul(per_color)
}

/// Finds solutions until there are `limit`.
pub fn run(puzzle: &Puzzle, graph: &Graph, rules: Rules, encoding: Encoding, limit: u64, budget: &Budget) -> Found {
    let mut found = Found::none();
    // The solver holds all of it once more, with watches, in an arena that is never small.
    if size(puzzle, graph, encoding).saturating_mul(5) / 2 + SOLVER_BYTES > budget.memory() {
        return Found { stop: Some(Stop::Memory), ..found };
    }
    let formula = match formula(puzzle, graph, rules, encoding, budget) {
        Ok(formula) => formula,
        Err(stop) => return Found { stop: Some(stop), ..found },
    };
    let watch = Watch { budget, stop: Slot::new(None) };
    let mut solver = Solver::new(SolverOpts::default(), watch);
    let mut variables = Vec::with_capacity(formula.variables() as usize);
    while found.stop.is_none() && variables.len() < formula.variables() as usize {
        variables.push(solver.new_var_default());
        if variables.len().is_multiple_of(1024) {
            found.stop = budget.check().err();
        }
    }
    let literal = |signed: i32| Lit::new(variables[signed.unsigned_abs() as usize - 1], signed > 0);
    let add = |solver: &mut Solver<Watch>, clause: &[i32]| {
        let mut literals: Vec<Lit> = clause.iter().map(|&signed| literal(signed)).collect();
        solver.add_clause_reuse(&mut literals)
    };
    let mut possible = found.stop.is_none();
    for (index, clause) in formula.clauses().enumerate() {
        possible = possible && add(&mut solver, clause);
        if index % 1024 == 0 && found.stop.is_none() {
            found.stop = budget.check().err();
        }
        if !possible || found.stop.is_some() {
            break;
        }
    }
    while possible && found.stop.is_none() {
        let result = solver.solve_limited(&[]);
        if result == lbool::FALSE {
            break;
        }
        if result != lbool::TRUE {
            found.stop = solver.cb().stop.get().or(Some(Stop::Cancelled));
            break;
        }
        let holds = |variable: i32| solver.value_var(variables[variable as usize - 1]) == lbool::TRUE;
        let used: Vec<bool> = (0..graph.edges().len() as u32).map(|edge| formula.uses(edge, &holds)).collect();
        let missing = defect(puzzle, graph, rules, &used).unwrap_or_else(|| {
            if let Some(solution) = graph.solution(|edge| used[edge as usize]) {
                found.add(solution);
            }
            (0..used.len() as u32).filter(|&edge| used[edge as usize]).collect()
        });
        if found.count >= u128::from(limit) {
            break;
        }
        let clause = formula.refute(graph, &missing, &holds);
        possible = add(&mut solver, &clause);
    }
    found.nodes = solver.num_decisions();
    found
}

/// Used edges that cannot all be used, by a rule the formula does not say.
fn defect(puzzle: &Puzzle, graph: &Graph, rules: Rules, used: &[bool]) -> Option<Vec<u32>> {
    let mut owners = vec![None; graph.len()];
    let mut edges_before: Vec<Vec<u32>> = vec![Vec::new(); graph.dots().len()];
    let mut places = vec![0; graph.len()];
    for (color, &[start, _]) in graph.dots().iter().enumerate() {
        let (mut node, mut came) = (start, u32::MAX);
        loop {
            owners[node as usize] = Some(color);
            places[node as usize] = edges_before[color].len();
            let next = graph.ways(node).iter().find(|way| way.edge != came && used[way.edge as usize]);
            let Some(way) = next else { break };
            edges_before[color].push(way.edge);
            (node, came) = (way.node, way.edge);
        }
    }
    let stray = graph.edges().iter().position(|&[one, _]| {
        owners[one as usize].is_none() && { graph.ways(one).iter().any(|way| used[way.edge as usize]) }
    });
    if let Some(edge) = stray {
        return Some(around(graph, used, graph.edges()[edge][0]));
    }
    if rules.touch == Touch::Forbid {
        for (edge, &[one, other]) in graph.edges().iter().enumerate() {
            if let Some(color) = owners[one as usize]
                && owners[other as usize] == Some(color)
                && !used[edge]
            {
                let (from, to) = (places[one as usize], places[other as usize]);
                return Some(edges_before[color][from.min(to)..from.max(to)].to_vec());
            }
        }
    }
    if rules.touch == Touch::NoSquare {
        let mut nodes_of = vec![Vec::new(); puzzle.tiles().len()];
        for node in 0..graph.len() as u32 {
            nodes_of[puzzle.tiles().index_of(graph.cell(node))].push(node);
        }
        let nodes_at = |cell| nodes_of[puzzle.tiles().index_of(cell)].iter().copied();
        for square in puzzle.squares() {
            for first in nodes_at(square[0]) {
                let Some(color) = owners[first as usize] else { continue };
                let place = |cell| {
                    let mine = nodes_at(cell).find(|&node| owners[node as usize] == Some(color));
                    mine.map(|node| places[node as usize])
                };
                let found: Option<Vec<usize>> = square.into_iter().map(place).collect();
                if let Some(found) = found {
                    let from = found.iter().copied().min().unwrap_or(0);
                    let to = found.iter().copied().max().unwrap_or(0);
                    return Some(edges_before[color][from..to].to_vec());
                }
            }
        }
    }
    None
}

/// The loop through a node.
fn around(graph: &Graph, used: &[bool], start: u32) -> Vec<u32> {
    let mut edges = Vec::new();
    let (mut node, mut came) = (start, u32::MAX);
    while let Some(way) = graph.ways(node).iter().find(|way| way.edge != came && used[way.edge as usize]) {
        edges.push(way.edge);
        (node, came) = (way.node, way.edge);
        if node == start {
            break;
        }
    }
    edges
}

/// Lets the budget end the solver.
struct Watch<'a> {
    budget: &'a Budget,
    stop: Slot<Option<Stop>>,
}

impl Callbacks for Watch<'_> {
    fn stop(&self) -> bool {
        self.stop.set(self.budget.check().err());
        self.stop.get().is_some()
    }
}
