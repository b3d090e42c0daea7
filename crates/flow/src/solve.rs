//! The solvers, each in its file, the plain one first; and what they are asked and answer.

pub mod astar;
pub mod auto;
pub mod backtrack;
pub mod frontier;
pub mod lanes;
pub mod sat;
pub mod search;
pub mod sweep;

use std::fmt;
use std::str::FromStr;

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::outcome::{Answer, Outcome, Proof, verified};
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

impl fmt::Display for Engine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A name that no engine has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no engine: expected one of auto, search, sat, edges, astar, backtrack, frontier")]
pub struct UnknownEngine(String);

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(text: &str) -> Result<Self, UnknownEngine> {
        let found = Self::ALL.into_iter().find(|engine| engine.name() == text);
        found.ok_or_else(|| UnknownEngine(text.chars().take(24).collect()))
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
    solutions.iter().all(|solution| rules::check(puzzle, rules, solution).is_empty())
        && !matches!(solutions, [one, other] if one == other)
}
