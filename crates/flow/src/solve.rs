//! The solvers, each in its file, the plain one first; and what they are asked and answer.

pub mod backtrack;
pub mod frontier;
pub mod search;
pub mod sweep;

use std::str::FromStr;

use azulejo_core::budget::{Budget, Stop};

use crate::graph::Graph;
use crate::position::{Puzzle, Rules, Solution};

/// The engines one can ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Engine {
    /// The fastest safe choice.
    #[default]
    Auto,
    /// The plain reference.
    Backtrack,
    /// Counting along a frontier.
    Frontier,
    /// Our own search with learning.
    Search,
    /// The diagonal sweep alone.
    Sweep,
}

impl Engine {
    /// All of them, the default first.
    pub const ALL: [Self; 5] = [Self::Auto, Self::Backtrack, Self::Frontier, Self::Search, Self::Sweep];

    /// Its name on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Backtrack => "backtrack",
            Self::Frontier => "frontier",
            Self::Search => "search",
            Self::Sweep => "sweep",
        }
    }
}

impl FromStr for Engine {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names: Vec<_> = Self::ALL.iter().map(|engine| engine.name()).collect();
        let found = Self::ALL.into_iter().find(|engine| engine.name() == text);
        found.ok_or_else(|| format!("`{text}` is no engine: expected one of {}", names.join(", ")))
    }
}

/// Finds up to `limit` solutions; says which engine answered.
pub fn run(puzzle: &Puzzle, rules: Rules, limit: u64, engine: Engine, budget: &Budget) -> (Engine, Found) {
    match engine {
        Engine::Backtrack => (engine, backtrack::run(puzzle, &Graph::new(puzzle), rules, limit, budget)),
        Engine::Frontier => {
            (engine, frontier::run(&Graph::new(puzzle), rules, frontier::Prunings::ALL, limit, budget))
        }
        Engine::Search => {
            let graph = Graph::new(puzzle);
            (engine, search::run(puzzle, &graph, rules, search::Prunings::ALL, limit, budget))
        }
        Engine::Auto | Engine::Sweep => (Engine::Sweep, sweep::run(puzzle, sweep::Prunings::ALL, limit, budget)),
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
}
