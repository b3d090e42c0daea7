//! What a solver may answer: solved, impossible, or gave up. There is no fourth.

use schemars::JsonSchema;
use serde::Serialize;

use crate::budget::Stop;
use crate::problem::{Problem, Problems};

/// What is proven about a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// It obeys the rules; nothing is claimed about others.
    FirstFound,
    /// No other solution is better.
    Optimal,
    /// There is no other solution.
    Unique,
    /// There is another solution.
    NotUnique,
}

/// The answer of a solver. `S` is a solution that the game's rule checker has accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<S> {
    /// A solution, and what is proven about it.
    Solved {
        /// The solution.
        solution: S,
        /// What is proven.
        proof: Proof,
    },
    /// There is no solution: the search space was exhausted.
    Impossible,
    /// The budget ran out first; the best that was found, and what is known of the value sought.
    GaveUp {
        /// What ran out.
        stop: Stop,
        /// The best solution so far.
        best: Option<S>,
        /// The value sought is at least this, if a bound was proven.
        lower_bound: Option<u32>,
    },
}

impl<S> Outcome<S> {
    /// The solution in hand, proven or not.
    pub fn solution(&self) -> Option<&S> {
        match self {
            Self::Solved { solution, .. } => Some(solution),
            Self::Impossible => None,
            Self::GaveUp { best, .. } => best.as_ref(),
        }
    }

    /// The word for it in JSON.
    pub fn status(&self) -> &'static str {
        match self {
            Self::Solved { .. } => "solved",
            Self::Impossible => "impossible",
            Self::GaveUp { .. } => "gave_up",
        }
    }

    /// The same answer with another form of solution.
    pub fn map<T>(self, form: impl FnOnce(S) -> T) -> Outcome<T> {
        match self {
            Self::Solved { solution, proof } => Outcome::Solved { solution: form(solution), proof },
            Self::Impossible => Outcome::Impossible,
            Self::GaveUp { stop, best, lower_bound } => Outcome::GaveUp { stop, best: best.map(form), lower_bound },
        }
    }
}

/// An outcome with what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<S> {
    /// What came out.
    pub outcome: Outcome<S>,
    /// Which engine answered.
    pub engine: &'static str,
    /// Positions looked at.
    pub nodes: u64,
}

/// Why there is no answer at all: the question is wrong, or the budget ran out before it was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// What is wrong with the question.
    Problems(Problems),
    /// What ran out.
    Stop(Stop),
}

impl From<Problem> for Halt {
    fn from(problem: Problem) -> Self {
        Self::Problems(problem.into())
    }
}

impl From<Problems> for Halt {
    fn from(problems: Problems) -> Self {
        Self::Problems(problems)
    }
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl std::fmt::Display for Halt {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Problems(problems) => problems.fmt(formatter),
            Self::Stop(stop) => stop.fmt(formatter),
        }
    }
}

/// The gate that every engine's solution passes on its way out: what the rules' own checker refuses is no solution but a
/// fault of ours, and is said to be one.
#[must_use]
pub fn verified<S>(outcome: Outcome<S>, accepts: impl FnOnce(&S) -> bool) -> Outcome<S> {
    match outcome.solution() {
        Some(solution) if !accepts(solution) => Outcome::GaveUp { stop: Stop::Fault, best: None, lower_bound: None },
        _ => outcome,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_that_the_checker_refuses_is_a_fault() {
        let solved = |solution| Outcome::Solved { solution, proof: Proof::Optimal };
        assert_eq!(verified(solved(4), |number| number % 2 == 0), solved(4));
        let fault = Outcome::GaveUp { stop: Stop::Fault, best: None, lower_bound: None };
        assert_eq!(verified(solved(3), |number| number % 2 == 0), fault);
        assert_eq!(verified(Outcome::<u8>::Impossible, |_| false), Outcome::Impossible);
    }
}
