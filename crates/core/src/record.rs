//! A played game: where it began and what was played. Undo, redo, replay and saving, once for all games.
//!
//! As text a record is one line, `switcher:2p#42 mov3 A1 A2; claim fig04 B1; end`: the id, a blank, the moves. A
//! [`Session`] adds the positions in between.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::erased::{Entry, Registry};
use crate::game::Status;
use crate::id::Id;
use crate::open::at_move;
use crate::problem::{Problem, Problems};

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

/// A game in progress: a record, every position on the way, and what was undone.
#[derive(Clone, Debug)]
pub struct Session {
    game: &'static Entry,
    record: Record,
    /// One more than moves: the first is where the game began.
    positions: Vec<Value>,
    undone: Vec<String>,
}

impl Session {
    /// Begins where the id says.
    pub fn begin(game: &'static Entry, id: Id) -> Result<Self, Problems> {
        let first = game.open(&id)?;
        Ok(Self { game, record: Record::new(id), positions: vec![first], undone: Vec::new() })
    }

    /// Goes on where a record ends; its moves are checked one by one.
    pub fn resume(games: Registry, record: &Record) -> Result<Self, Problems> {
        let name = &record.id.game;
        let game = games.find(name).ok_or_else(|| Problem::new(format!("there is no game called `{name}`")))?;
        let mut session = Self::begin(game, record.id.clone())?;
        for (number, action) in record.moves.iter().enumerate() {
            session.play(action).map_err(|problem| at_move(number, action, problem))?;
        }
        Ok(session)
    }

    /// The game being played.
    pub fn game(&self) -> &'static Entry {
        self.game
    }

    /// The record so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The position now.
    pub fn position(&self) -> &Value {
        // `positions` begins with one element, and `undo` never takes the last one away.
        &self.positions[self.positions.len() - 1]
    }

    /// Where the game stands now.
    pub fn status(&self) -> Result<Status, Problem> {
        (self.game.status)(self.position())
    }

    /// Plays a move; an illegal one changes nothing.
    pub fn play(&mut self, action: &str) -> Result<(), Problem> {
        let next = (self.game.play)(self.position(), action)?;
        self.positions.push(next);
        self.record.moves.push(action.trim().to_owned());
        self.undone.clear();
        Ok(())
    }

    /// Takes the last move back; says which, or nothing at the beginning.
    pub fn undo(&mut self) -> Option<&str> {
        let action = self.record.moves.pop()?;
        self.positions.pop();
        self.undone.push(action);
        self.undone.last().map(String::as_str)
    }

    /// Plays the move that was last taken back.
    pub fn redo(&mut self) -> Option<&str> {
        let action = self.undone.pop()?;
        // It was legal here before, and play is pure; were it not, nothing is redone.
        let next = (self.game.play)(self.position(), &action).ok()?;
        self.positions.push(next);
        self.record.moves.push(action);
        self.record.moves.last().map(String::as_str)
    }

    /// Takes everything back.
    pub fn restart(&mut self) {
        while self.undo().is_some() {}
    }
}
