//! What is chosen before the game, and what undo restores.

use std::fmt;
use std::str::FromStr;

use azulejo_core::problem::Problem;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::format;

/// The most plates of a picnic.
pub const MOST_PLATES: usize = 40;

/// What a player chooses before the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// How many plates.
    pub plates: u16,
}

impl Default for Setup {
    fn default() -> Self {
        Self { plates: 10 }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.plates)
    }
}

impl FromStr for Setup {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        match text.parse() {
            Ok(plates @ 1..=40) => Ok(Self { plates }),
            _ => Err(Problem::new(format!("`{text}` is not a number of plates: expected 1 to {MOST_PLATES}"))),
        }
    }
}

/// The plates that are left, and who is to take. It cannot be built wrong, not even from JSON.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct Position {
    plates: Vec<u8>,
    player: usize,
}

impl Position {
    pub(crate) fn new(plates: Vec<u8>, player: usize) -> Self {
        Self { plates, player }
    }

    /// The colours of the plates from the left.
    pub fn plates(&self) -> &[u8] {
        &self.plates
    }

    /// Who is to take, from 0.
    pub fn player(&self) -> usize {
        self.player
    }
}

impl From<Position> for String {
    fn from(position: Position) -> Self {
        format::write(&position)
    }
}

impl TryFrom<String> for Position {
    type Error = Problem;

    fn try_from(text: String) -> Result<Self, Problem> {
        format::read(&text).map_err(|problems| problems.list()[0].clone())
    }
}
