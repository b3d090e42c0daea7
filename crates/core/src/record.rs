//! A played game: where it began and what was played. Undo, replay and saving stand on it, once for all games.
//!
//! As text a record is one line, `switcher:2p#42 mov3 A1 A2; claim fig04 B1; end`: the id, a blank, the moves.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::id::Id;
use crate::problem::Problem;

/// A game's beginning and its moves, in notation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Record {
    /// Where it began.
    pub id: Id,
    /// What was played, first move first.
    pub moves: Vec<String>,
}

impl Record {
    /// A game not yet begun.
    pub fn new(id: Id) -> Self {
        Self { id, moves: Vec::new() }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.id.fmt(formatter)?;
        for (number, action) in self.moves.iter().enumerate() {
            write!(formatter, "{}{action}", if number == 0 { " " } else { "; " })?;
        }
        Ok(())
    }
}

impl FromStr for Record {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let (id, moves) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let moves = moves.split(';').map(str::trim).filter(|action| !action.is_empty());
        Ok(Self { id: id.parse()?, moves: moves.map(str::to_owned).collect() })
    }
}
