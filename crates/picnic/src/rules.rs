//! What may be taken, what taking does, and who has won.

use std::fmt;
use std::str::FromStr;

use azulejo_core::game::Status;
use azulejo_core::problem::Problem;

use crate::position::Position;

/// Taking so many plates from the left: 1 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take(pub usize);

impl fmt::Display for Take {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "take {}", self.0)
    }
}

impl FromStr for Take {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        match text.trim().strip_prefix("take ").map(str::parse) {
            Some(Ok(number @ 1..=3)) => Ok(Self(number)),
            _ => Err(Problem::new("expected `take 1`, `take 2` or `take 3`")),
        }
    }
}

/// All legal moves.
pub fn moves(position: &Position) -> Vec<Take> {
    (1..=3.min(position.plates().len())).map(Take).collect()
}

/// The position after a move.
pub fn play(position: &Position, action: Take) -> Result<Position, Problem> {
    let plates = position.plates();
    let left = plates.get(action.0..);
    let left = left.ok_or_else(|| Problem::new(format!("there are only {} plates", plates.len())))?;
    Ok(Position::new(left.to_vec(), 1 - position.player()))
}

/// Whether somebody has won.
pub fn status(position: &Position) -> Status {
    match position.plates().len() {
        0 => Status::Won { player: 1 - position.player() },
        _ => Status::Playing { player: position.player() },
    }
}
