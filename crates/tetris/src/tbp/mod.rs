//! A bot that speaks the Tetris Bot Protocol: a line of JSON comes in, lines go out.
//!
//! The specification is <https://github.com/tetris-bot-protocol/tbp-spec> with its randomizer extension. The bot answers
//! straight drops, which every guideline game allows, the best first; it holds where that is better ([`think`]). Whatever
//! it is not told in the order of the protocol, or cannot read, is answered by an `error` and changes nothing; messages of
//! an unknown type are ignored, as the specification has it.

pub mod think;

use std::collections::VecDeque;

use azulejo_core::registry::Partner;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::position::Piece;
use crate::srs::reach::Stack;
use crate::srs::{COLUMNS, Facing, ROWS, Spot};
use think::Outlook;

/// The bot and what it has been told.
#[derive(Debug, Default)]
pub struct Bot {
    phase: Phase,
}

#[derive(Debug, Default)]
enum Phase {
    /// The rules are not known yet.
    #[default]
    New,
    Ready,
    Playing(Box<Outlook>),
    Over,
}

/// Where a piece is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// The place.
    pub location: Location,
    /// Whether the piece is spun into it.
    pub spin: Spin,
}

/// A place: how the piece is turned, and its centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// The piece.
    #[serde(rename = "type")]
    pub piece: Piece,
    /// How it is turned.
    pub orientation: Facing,
    /// The column of its centre.
    pub x: i8,
    /// The row of its centre, from the floor.
    pub y: i8,
}

/// How a piece came to its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names of the protocol")]
pub enum Spin {
    #[default]
    None,
    Mini,
    Full,
}

impl Location {
    /// Its place, if it is near enough to the board to be one.
    fn spot(self) -> Option<Spot> {
        let near = (-4..=16).contains(&self.x) && (-4..=48).contains(&self.y);
        near.then_some(Spot { facing: self.orientation, x: self.x, y: self.y })
    }
}

/// What comes after the queue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Randomizer {
    /// Each piece once before any comes again; those of the present bag.
    SevenBag {
        /// What is left in it.
        bag_state: Vec<Piece>,
    },
    /// Anything.
    #[default]
    #[serde(other)]
    Unknown,
}

#[derive(Deserialize)]
struct Start {
    hold: Option<Piece>,
    queue: VecDeque<Piece>,
    board: Vec<Vec<Option<String>>>,
    #[serde(default)]
    randomizer: Value,
}

/// Why a message changes nothing.
struct Refusal {
    reason: &'static str,
    message: String,
}

fn malformed(message: impl Into<String>) -> Refusal {
    Refusal { reason: "malformed_message", message: message.into() }
}

fn early(kind: &str, expected: &str) -> Refusal {
    Refusal { reason: "out_of_order", message: format!("`{kind}` came before `{expected}`") }
}

fn member<T: serde::de::DeserializeOwned>(message: &Value, name: &str) -> Result<T, Refusal> {
    let value = message.get(name).cloned().unwrap_or(Value::Null);
    serde_json::from_value(value).map_err(|error| malformed(format!("`{name}`: {error}")))
}

impl Bot {
    fn answer(&mut self, line: &str) -> Result<Option<Value>, Refusal> {
        let message: Value = serde_json::from_str(line).map_err(|error| malformed(error.to_string()))?;
        let kind = message.get("type").and_then(Value::as_str);
        let kind = kind.ok_or_else(|| malformed("expected an object with a `type`"))?.to_owned();
        match (kind.as_str(), &mut self.phase) {
            ("quit", phase) => *phase = Phase::Over,
            ("rules", phase) => {
                // Whatever falls next, a straight drop is a move of the game.
                *phase = Phase::Ready;
                return Ok(Some(json!({ "type": "ready" })));
            }
            ("start", Phase::New | Phase::Over) => return Err(early("start", "rules")),
            ("start", phase) => *phase = Phase::Playing(Box::new(started(message)?)),
            ("stop", phase @ Phase::Playing(_)) => *phase = Phase::Ready,
            ("suggest", Phase::Playing(outlook)) => {
                let (moves, nodes) = outlook.moves();
                return Ok(Some(json!({ "type": "suggestion", "moves": moves, "move_info": { "nodes": nodes } })));
            }
            ("play", Phase::Playing(outlook)) => {
                let played: Move = member(&message, "move")?;
                let spot = played.location.spot().filter(|spot| outlook.stack.fits(played.location.piece, *spot));
                let after = spot.and_then(|spot| outlook.after(played.location.piece, spot));
                **outlook = after.ok_or_else(|| Refusal {
                    reason: "impossible_move",
                    message: "that piece cannot be put there now".to_owned(),
                })?;
            }
            ("new_piece", Phase::Playing(outlook)) => outlook.comes(member(&message, "piece")?),
            ("suggest" | "play" | "new_piece", _) => return Err(early(&kind, "start")),
            _ => {}
        }
        Ok(None)
    }
}

fn started(message: Value) -> Result<Outlook, Refusal> {
    let start: Start = serde_json::from_value(message).map_err(|error| malformed(format!("`start`: {error}")))?;
    if start.board.len() != ROWS || start.board.iter().any(|row| row.len() != COLUMNS) {
        return Err(malformed(format!("`board`: expected {ROWS} rows of {COLUMNS} cells")));
    }
    let is_known = |cell: &String| {
        cell == "G" || cell.len() == 1 && cell.chars().all(|letter| Piece::from_letter(letter).is_some())
    };
    if let Some(unknown) = start.board.iter().flatten().flatten().find(|cell| !is_known(cell)) {
        let shown: String = unknown.chars().take(8).collect();
        return Err(malformed(format!("`board`: `{shown}` is neither a piece nor `G`")));
    }
    let rows = start.board.iter().enumerate();
    let filled = rows.flat_map(|(y, row)| (0..COLUMNS).filter(|x| row[*x].is_some()).map(move |x| (x, y)));
    // A randomizer that is not known is as good as none.
    let randomizer = serde_json::from_value(start.randomizer).unwrap_or_default();
    Ok(Outlook { stack: Stack::of(filled), hold: start.hold, queue: start.queue, randomizer })
}

impl Partner for Bot {
    fn greeting(&mut self) -> Vec<String> {
        let info = json!({
            "type": "info",
            "name": "azulejo",
            "version": env!("CARGO_PKG_VERSION"),
            "author": "the azulejo authors",
            "features": ["randomizer"],
        });
        vec![info.to_string()]
    }

    fn hear(&mut self, line: &str) -> Vec<String> {
        if line.trim().is_empty() {
            return Vec::new();
        }
        let said = self.answer(line).unwrap_or_else(|Refusal { reason, message }| {
            Some(json!({ "type": "error", "reason": reason, "message": message }))
        });
        said.iter().map(Value::to_string).collect()
    }

    fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }
}
