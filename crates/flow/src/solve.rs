//! The solvers, each in its file, the plain one first; and what they are asked and answer.
//!
//! # How they work, and what was tried
//!
//! - `position` says who is whose neighbour; `graph` compiles it: nodes (a bridge is two), edges, faces (triangles and
//!   chordless cycles of four). A solution is a set of edges, so one model serves every topology. `rules` works on
//!   drawn lines and sides and shares nothing with the solvers.
//! - `sweep` (flat boards, filled, no self-touch) visits cells along diagonals; two of a cell's edges are decided when
//!   it is reached, so at most two choices remain. Fragments only know their two ends; no colour is ever tried. Inside
//!   a corner lies the same corner again until a dot, so most corners are refused by a table. No recursion: giants fit.
//! - `lanes` (plain rectangles up to 63 rows, the same rule) is the sweep thought further: all choices are made at
//!   dots, and whatever no dot turns aside moves straight along its row or column. A diagonal is a few operations on
//!   words, a choice is taken back from a copy of some hundred bytes, and choices that made no difference to a failure
//!   are skipped (`lanes/jump`).
//! - `search` decides edges and learns from conflicts. Degrees, unit squares, paths (two ends a fragment) and cut-off
//!   parts propagate natively and explain themselves from the trail; only what was learned is a clause. Its loop of
//!   deciding, learning and restarting is that of a modern SAT solver, so why is it ours? It reads no formula and could
//!   solve no other problem; the path rule has no small set of clauses, and batsat, which serves `sat` and `edges`, has
//!   it only as binary colours and loops cut afterwards. Measured on the four 50×50 boards at hand, with proof: `edges`
//!   on batsat 875 ms, `search` 40 ms a board (the same run, 22 times); and where self-touch is allowed, cut-off parts
//!   have no clauses at all.
//! - `search/corners` (filled, no self-touch, squares): inside a corner lies the same corner again until a dot, so all
//!   corners of a solution lie in rows, two for each dot, and *the row reaches this cell* is a variable beside the
//!   edges. A cell is then a set of six shapes, kept and followed by tables. On 50×50 this takes less than a tenth of
//!   the conflicts: what is learned about a corner holds along its diagonal. Orders of decisions, phases, decay,
//!   restarts and ways to explain were all tried on eight ways to lay down nine boards: none moves the mean by more
//!   than a tenth, so they are simple. Not built: one variable for the edges of cells that can only be straight; there
//!   are few of them but on two of the nine.
//! - `search/probes`: after three conflicts each way out of a dot and each row from its outer end is assumed and
//!   followed. Some 500 probes settle up to two fifths of a large board (none of 80×30), and save two fifths of the
//!   steps.
//! - `search/touches` (cells may stay empty): a path can come back to itself round an empty cell, so fragments are
//!   walked along before the board is full.
//! - `search/cuts` (self-touch allowed): parts cut off must hold whole colours and balance black against white.
//! - `search/facts` finds edges true or false in every solution within a given effort; hints and the frontier use it.
//! - `frontier` counts when self-touch is allowed: a backward pass over degrees for all edge sets at once (64 to a
//!   word), then a forward pass over states that also drops those in which colours would have to cross, dots on the
//!   border ahead included. What a node does depends only on the edges in use, so states lie in groups that use the
//!   same edges: each case is decided once a group, and equal states are found in a table as large as the group
//!   (`frontier/layer`, `frontier/crossing`; a third of the time a hash table over all states took). Two strands whose
//!   dots both lie behind only know that they must meet, not their colour. From one side there may be a hundred times
//!   as many states as from the other, so sweeps start from all four, the one with the fewest states goes on, and two
//!   that meet are joined (`frontier/join`). Tried without gain: telling the opposite sweep which sets of edges it can
//!   still meet; more facts first (they cost more than they save); tables of the edge sets with which a colour's strand
//!   can still reach its dot, or two strands meet (half to a third of the states, at more than the price of the
//!   others). In the search, variables for the squares in which a path touches itself, to refute them one by one or to
//!   assume none: neither was faster.
//! - `auto`: lanes or sweep, then search. Self-touch allowed: a solution without it first; then search, which begins
//!   near that solution, and frontier take turns of growing length, or race on two threads where there are two. Cells
//!   may stay empty: a solution that fills the board first.
//! - A position in one line (`format/line`) holds board, rule, labels and lines drawn; `Flow::read` gives the same
//!   position back.

pub mod astar;
pub mod auto;
pub mod backtrack;
pub mod frontier;
pub mod lanes;
pub mod sat;
pub mod search;
pub mod sweep;

use std::fmt;

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::code::Code;
use azulejo_core::outcome::{Answer, Outcome, Proof, verified};
use azulejo_core::registry::Compared;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::graph::Graph;
use crate::position::{Puzzle, Rules, Solution};
use crate::rules;

/// What a search may take where nobody has said how much: counting along a frontier needs more than other games' tables.
pub const MEMORY: usize = 1 << 30;

/// The engines one can ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Engine {
    /// The fastest safe choice
    #[default]
    Auto,
    /// Our own search: a sweep where it applies, then a search with learning
    Search,
    /// SAT with colours and directions
    Sat,
    /// SAT over edges
    Edges,
    /// Best-first search
    Astar,
    /// The plain reference
    Backtrack,
    /// Counting along a frontier, where a path may touch itself
    Frontier,
}

impl Engine {
    /// All of them, the default first.
    pub const ALL: [Self; 7] =
        [Self::Auto, Self::Search, Self::Sat, Self::Edges, Self::Astar, Self::Backtrack, Self::Frontier];

    /// Its name on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Search => "search",
            Self::Sat => "sat",
            Self::Edges => "edges",
            Self::Astar => "astar",
            Self::Backtrack => "backtrack",
            Self::Frontier => "frontier",
        }
    }

    /// Whether it can answer under a rule.
    pub fn takes(self, rules: Rules) -> bool {
        self != Self::Frontier || frontier::takes(rules)
    }
}

/// What the files of an engine come to; one constant each, so that the compiler does not take them for an endless loop.
macro_rules! code {
    ($($file:literal),+ $(,)?) => {
        Code::sum(&[$({
            const FILE: Code = Code::of(include_str!($file));
            FILE
        }),+])
    };
}

/// The engines side by side, each with the code that it alone has; what is common to all, such as the graph, is left out.
pub(crate) const COMPARED: &[Compared] = &[
    Compared {
        name: Engine::Search.name(),
        code: code![
            "solve/lanes.rs",
            "solve/lanes/board.rs",
            "solve/lanes/jump.rs",
            "solve/sweep.rs",
            "solve/search.rs",
            "solve/search/clauses.rs",
            "solve/search/conflict.rs",
            "solve/search/corners.rs",
            "solve/search/cuts.rs",
            "solve/search/facts.rs",
            "solve/search/forces.rs",
            "solve/search/model.rs",
            "solve/search/probes.rs",
            "solve/search/queue.rs",
            "solve/search/touches.rs",
        ],
    },
    Compared { name: Engine::Edges.name(), code: code!["solve/sat.rs", "solve/sat/formula.rs", "solve/sat/edges.rs",] },
    Compared {
        name: Engine::Sat.name(),
        code: code!["solve/sat.rs", "solve/sat/formula.rs", "solve/sat/document.rs",],
    },
    Compared { name: Engine::Astar.name(), code: code!["solve/astar.rs"] },
    Compared { name: Engine::Backtrack.name(), code: code!["solve/backtrack.rs"] },
];

impl fmt::Display for Engine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// What an engine found: how many solutions, up to the limit it was given, and the first of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// How many solutions were seen.
    pub count: u128,
    /// The first two of them; an engine that only counts may hold fewer.
    pub solutions: Vec<Solution>,
    /// Why it stopped before the limit or the end, if it did.
    pub stop: Option<Stop>,
    /// Positions looked at.
    pub nodes: u64,
}

impl Found {
    /// Nothing yet.
    pub fn none() -> Self {
        Self { count: 0, solutions: Vec::new(), stop: None, nodes: 0 }
    }

    /// One more solution.
    pub fn add(&mut self, solution: Solution) {
        self.count += 1;
        if self.solutions.len() < 2 {
            self.solutions.push(solution);
        }
    }

    /// Whether the question for so many solutions is answered: there are as many, or all were seen.
    pub fn answers(&self, limit: u64) -> bool {
        self.stop.is_none() || self.count >= u128::from(limit)
    }
}

/// Finds up to `limit` solutions, or counts them all; says which engine answered. Solutions are not yet checked.
pub fn run(puzzle: &Puzzle, rules: Rules, limit: u64, engine: Engine, budget: &Budget) -> (Engine, Found) {
    let graph = || Graph::new(puzzle);
    let found = match engine {
        Engine::Auto => return auto::run(puzzle, rules, limit, budget),
        Engine::Search => auto::search(puzzle, rules, limit, budget),
        Engine::Sat => sat::run(puzzle, &graph(), rules, sat::Encoding::Document, limit, budget),
        Engine::Edges => sat::run(puzzle, &graph(), rules, sat::Encoding::Edges, limit, budget),
        Engine::Astar => astar::run(puzzle, &graph(), rules, astar::Prunings::ALL, limit, budget),
        Engine::Backtrack => backtrack::run(puzzle, &graph(), rules, limit, budget),
        Engine::Frontier => {
            frontier::run(puzzle, &graph(), rules, frontier::Prunings::ALL, frontier::Quest::up_to(limit), budget)
        }
    };
    (engine, found)
}

/// The first solution.
pub fn first(puzzle: &Puzzle, rules: Rules, engine: Engine, budget: &Budget) -> Answer<Solution> {
    answer(puzzle, rules, 1, engine, budget)
}

/// A solution, and whether it is the only one.
pub fn unique(puzzle: &Puzzle, rules: Rules, engine: Engine, budget: &Budget) -> Answer<Solution> {
    answer(puzzle, rules, 2, engine, budget)
}

/// A solution that uses these edges of the puzzle's graph, if there is one.
pub fn completed(
    puzzle: &Puzzle,
    graph: &Graph,
    rules: Rules,
    given: &[u32],
    budget: &Budget,
) -> Result<Option<Solution>, Stop> {
    let found = auto::completed(puzzle, graph, rules, given, budget);
    match (found.solutions.into_iter().next(), found.stop) {
        (Some(solution), _) => {
            let used = search::facts::edges_of(graph, &solution);
            let right = given.iter().all(|&edge| used[edge as usize])
                && are_right(puzzle, rules, std::slice::from_ref(&solution));
            if right { Ok(Some(solution)) } else { Err(Stop::Fault) }
        }
        (None, Some(stop)) => Err(stop),
        (None, None) => Ok(None),
    }
}

/// How many solutions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Exactly so many.
    Exactly(u128),
    /// At least so many: the limit was reached.
    AtLeast(u128),
    /// The budget ran out after so many.
    GaveUp(u128, Stop),
}

/// Counts solutions up to a limit, or all of them; with a solution when one came by.
pub fn count(
    puzzle: &Puzzle,
    rules: Rules,
    limit: Option<u64>,
    engine: Engine,
    budget: &Budget,
) -> (Counted, Option<Solution>, Engine, u64) {
    let most = limit.unwrap_or(u64::MAX);
    let (engine, found) = run(puzzle, rules, most, engine, budget);
    let right = are_right(puzzle, rules, &found.solutions);
    let counted = match found.stop {
        _ if !right => Counted::GaveUp(0, Stop::Fault),
        _ if limit.is_some() && found.count >= u128::from(most) => Counted::AtLeast(found.count),
        Some(stop) => Counted::GaveUp(found.count, stop),
        None => Counted::Exactly(found.count),
    };
    let solution = found.solutions.into_iter().next().filter(|_| right);
    (counted, solution, engine, found.nodes)
}

fn answer(puzzle: &Puzzle, rules: Rules, limit: u64, engine: Engine, budget: &Budget) -> Answer<Solution> {
    let (engine, mut found) = run(puzzle, rules, limit, engine, budget);
    if found.count > 0 && found.solutions.is_empty() {
        // An engine that only counts: a solution is there to be found.
        let more = auto::search(puzzle, rules, 1, budget);
        found.solutions = more.solutions;
        found.nodes += more.nodes;
        found.stop = found.stop.or(more.stop);
    }
    let complete = found.answers(limit);
    let solutions = found.solutions;
    let outcome = match (solutions.is_empty(), complete) {
        (false, true) => {
            let proof = match (limit, found.count) {
                (1, _) => Proof::FirstFound,
                (_, 1) => Proof::Unique,
                _ => Proof::NotUnique,
            };
            Outcome::Solved { solution: solutions, proof }
        }
        (true, true) if found.count == 0 => Outcome::Impossible,
        (none, _) => {
            let lower_bound = Some(found.count.min(u128::from(u32::MAX)) as u32);
            let best = (!none).then_some(solutions);
            Outcome::GaveUp { stop: found.stop.unwrap_or(Stop::Memory), best, lower_bound }
        }
    };
    // Both are checked, and shown to differ, before anybody hears that there are two.
    let outcome = verified(outcome, |solutions| are_right(puzzle, rules, solutions));
    Answer { outcome: outcome.map(|mut solutions| solutions.swap_remove(0)), engine: engine.name(), nodes: found.nodes }
}

/// Whether the rules accept solutions, and no two of them are the same.
fn are_right(puzzle: &Puzzle, rules: Rules, solutions: &[Solution]) -> bool {
    solutions.iter().all(|solution| rules::accepts(puzzle, rules, solution))
        && !matches!(solutions, [one, other] if one == other)
}
