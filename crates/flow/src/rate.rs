//! How hard a puzzle is: what a person must think of to solve it, and how often.
//!
//! The puzzle is solved by the deductions of [`crate::deduce`], always the easiest that applies. Where none does, the
//! solution is asked for one step, and that counts as a guess. The score adds up the effort of all deductions and grows
//! with the board; the difficulty goes by how much must be thought ahead for its size.

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::game::Rating;
use azulejo_core::outcome::{Outcome, Proof};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::deduce::{Allowed, Deduction, NoSolution, Reasoner};
use crate::graph::Graph;
use crate::position::{Puzzle, Rules, Solution, Touch};
use crate::rules;
use crate::solve::search::facts::edges_of;
use crate::solve::{self, Engine};

/// The four difficulties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    /// No step needs thinking ahead
    Easy,
    /// A few look-aheads
    Medium,
    /// Many, or long ones
    Hard,
    /// Look-aheads all the way, or within each other
    Expert,
}

impl Difficulty {
    /// All four, the easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
        }
    }

    /// The difficulty of this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|difficulty| difficulty.name() == name)
    }
}

/// What solving a puzzle takes.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Effort {
    /// How often each deduction was needed, in the order of [`Deduction::ALL`].
    pub counts: [u32; Deduction::ALL.len()],
    /// Forced steps followed in look-aheads, all together.
    pub steps: u32,
    /// The most forced steps followed at once.
    pub depth: u32,
    /// How often nothing applied.
    pub guesses: u32,
}

/// The effort of one deduction of each kind, a look-ahead without its steps.
const WEIGHTS: [u32; Deduction::ALL.len()] = [1, 1, 1, 3, 4, 4, 5, 7, 8, 40];
/// The effort of a guess.
const GUESS: u32 = 120;

impl Effort {
    /// How often a deduction was needed.
    pub fn count(&self, deduction: Deduction) -> u32 {
        self.counts[deduction as usize]
    }

    /// The whole effort.
    pub fn score(&self) -> f64 {
        let deductions: u32 = self.counts.iter().zip(WEIGHTS).map(|(count, weight)| count * weight).sum();
        f64::from(deductions + 2 * self.steps + GUESS * self.guesses)
    }

    /// How much must be thought ahead, for 100 cells: a short look-ahead counts once, a longer one twice, a deep one six
    /// times, a guess ten times. Small boards count as a little larger, so that one look-ahead does not weigh too much.
    pub fn thought(&self, cells: usize) -> f64 {
        let count = |deduction| self.count(deduction);
        let ahead = count(Deduction::ShortLookAhead)
            + 2 * count(Deduction::LookAhead)
            + 6 * count(Deduction::DeepLookAhead)
            + 10 * self.guesses;
        100.0 * f64::from(ahead) / (cells + 40) as f64
    }

    /// The difficulty on a board of so many cells: easy without any look-ahead, then by how much must be thought ahead.
    pub fn difficulty(&self, cells: usize) -> Difficulty {
        let harder = [Deduction::CutOff, Deduction::Parity];
        match self.thought(cells) {
            0.0 if harder.iter().all(|&deduction| self.count(deduction) == 0) => Difficulty::Easy,
            thought if thought < 4.0 => Difficulty::Medium,
            thought if thought < 9.0 => Difficulty::Hard,
            _ => Difficulty::Expert,
        }
    }

    /// The rating, with its reasons.
    pub fn rating(&self, cells: usize) -> Rating {
        let difficulty = self.difficulty(cells);
        let times = |number: u32| if number == 1 { "once".to_owned() } else { format!("{number} times") };
        let mut reasons = Vec::new();
        if self.guesses > 0 {
            reasons.push(format!("nothing applies {}: one must try and see", times(self.guesses)));
        }
        for deduction in Deduction::ALL.into_iter().rev().filter(|&deduction| self.count(deduction) > 0) {
            reasons.push(format!("{} {}: {}", deduction.name(), times(self.count(deduction)), deduction.meaning()));
        }
        if self.depth > 0 {
            reasons.push(format!("the longest look-ahead follows {} forced steps", self.depth));
        }
        let thought = self.thought(cells);
        reasons.push(match difficulty {
            Difficulty::Easy => "easy, because no step needs thinking ahead".to_owned(),
            _ => format!(
                "{}, because there are {thought:.1} look-aheads for 100 cells (longer ones count more); medium is below 4, hard below 9",
                difficulty.name()
            ),
        });
        Rating { difficulty: difficulty.name(), score: self.score(), reasons }
    }
}

/// A puzzle rated.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// What solving it takes.
    pub effort: Effort,
    /// The touch rule that a player may count on.
    pub counted_on: Touch,
    /// Its solution.
    pub solution: Solution,
}

/// What can be said of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It has one solution, and this is how hard it is.
    Rated(Box<Rated>),
    /// It has no solution.
    NoSolution,
    /// It has more than one, so that reasoning alone does not lead to any.
    Several,
}

/// Rates a puzzle that has one solution under a rule. Published puzzles are made so that no path touches itself, and
/// players count on it: where the only solution does not, they may.
pub fn judge(puzzle: &Puzzle, rules: Rules, budget: &Budget) -> Result<Verdict, Stop> {
    Ok(match solve::unique(puzzle, rules, Engine::Auto, budget).outcome {
        Outcome::Solved { solution, proof: Proof::Unique } => {
            let untouching = rules::check(puzzle, Rules::STRICT, &solution).is_empty();
            let counted_on = if untouching { Touch::Forbid } else { rules.touch };
            let effort = effort(puzzle, Rules { touch: counted_on, ..rules }, &solution, budget)?;
            Verdict::Rated(Box::new(Rated { effort, counted_on, solution }))
        }
        Outcome::Solved { .. } => Verdict::Several,
        Outcome::Impossible => Verdict::NoSolution,
        Outcome::GaveUp { stop, .. } => return Err(stop),
    })
}

/// Solves a puzzle as a person would. `solution` is its only solution, for when nothing applies.
pub fn effort(puzzle: &Puzzle, rules: Rules, solution: &Solution, budget: &Budget) -> Result<Effort, Stop> {
    let graph = Graph::new(puzzle);
    let truth = edges_of(&graph, solution);
    let mut effort = Effort::default();
    // A solution exists, so the deductions, which are sound, never find that there is none.
    let failed = |NoSolution| Stop::Fault;
    let mut reasoner = Reasoner::new(&graph, rules.touch, Allowed::ALL).map_err(failed)?;
    loop {
        budget.check()?;
        if let Some(conclusion) = reasoner.conclude().map_err(failed)? {
            effort.counts[conclusion.deduction as usize] += 1;
            effort.steps += conclusion.depth;
            effort.depth = effort.depth.max(conclusion.depth);
            continue;
        }
        let Some(edge) = reasoner.narrowest() else { return Ok(effort) };
        effort.guesses += 1;
        reasoner.tell(edge, truth[edge as usize]).map_err(failed)?;
    }
}
