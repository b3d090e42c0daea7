//! What plans are asked about: a state as its file says it, or the pieces of a game in progress.

use azulejo_core::budget::Budget;
use azulejo_core::open::At;
use azulejo_core::options::NoOptions;
use azulejo_core::outcome::Halt;
use azulejo_core::problem::{About, Problem, Problems};
use azulejo_core::question::{Question, Source};
use azulejo_core::verb::{Ground, Needs};

use crate::Tetris;
use crate::format::State;
use crate::play::Position;
use crate::position::Piece;
use crate::rules::{Landing, Placement};

/// A position, and what only a state file says: a number, and pieces beyond those to be planned.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The position; its pieces are those to be planned unless a depth is asked for.
    pub(super) position: Position,
    /// All coming pieces.
    pub(super) pieces: Vec<Piece>,
    /// The state's number.
    pub(super) number: Option<String>,
}

impl Ground<Tetris> for Asked {
    const NEEDS: Needs = Needs::Puzzle;

    fn open(question: &Question<'_>, reading: &NoOptions, budget: &Budget) -> Result<Self, Halt> {
        let At { position, .. } = At::<Tetris>::open(question, reading, budget)?;
        let state = match &question.source {
            Source::Text { text, .. } => State::read(text).ok(),
            _ => None,
        };
        Ok(match state {
            Some(State { id, pieces, .. }) => {
                let played = question.moves.len();
                Self { pieces: pieces[played..].to_vec(), number: Some(id), position }
            }
            None => Self { pieces: position.pieces.clone(), number: None, position },
        })
    }
}

impl Asked {
    /// The pieces to be planned: as many as the file says, or one more than a depth.
    pub(super) fn planned(&self, depth: Option<usize>) -> Result<&[Piece], Problems> {
        let count = self.pieces.len();
        let Some(depth) = depth.or(self.position.pieces.len().checked_sub(1)) else {
            return Err(Problems::from(Problem::new("there is no piece left to place")).in_part(About::Puzzle));
        };
        self.pieces.get(..=depth).ok_or_else(|| {
            let needed = depth.saturating_add(1);
            let problem = Problem::new(format!("depth {depth} needs {needed} pieces, but only {count} come"))
                .hint("the depth must be less than the number of pieces");
            Problems::from(problem).in_part(About::Option("depth".to_owned()))
        })
    }

    /// The files of a plan.
    pub(super) fn plays(&self, path: &[Placement], landings: &[Landing]) -> Vec<String> {
        let plays = crate::format::plays(self.number.as_deref().unwrap_or("0"), &self.pieces, path, landings);
        plays.iter().map(ToString::to_string).collect()
    }
}
