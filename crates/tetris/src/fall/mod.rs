//! The falling game by the guideline: a piece that falls by itself, is shifted, turned, held and dropped, and locks.
//!
//! It is a mode of the same game: a [`crate::play::Position`] whose `fall` is set. The board (forty rows, of which twenty
//! are seen), the pieces to come and their seed are where they are in the placement game, so that planner, controllers and
//! files know them; [`Fall`] is what the guideline adds. Ticks are moves, sixty a second: `play` is pure, a record is the
//! replay, and nothing reads a clock. [`act`] is what can be done, [`award`] what clearing rows is worth, `text` the
//! one-line form, `hands` turns keys that are held into acts, `draw` shows it, [`advice`] leads a piece to its place.

pub mod act;
pub mod advice;
pub mod award;
pub(crate) mod draw;
pub(crate) mod hands;
pub(crate) mod text;

use std::fmt;

use azulejo_core::game::Status;
use azulejo_core::problem::Problem;
use azulejo_core::random::Random;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use act::Act;
pub use award::Award;

use crate::play::Position;
use crate::position::{Board, Piece};
use crate::rules::{self, FullRows};
use crate::srs::reach::Stack;
use crate::srs::{COLUMNS, Facing, ROWS, Spot};

/// Ticks in a second.
pub const TICKS: u32 = 60;

/// What a game is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Goal {
    /// Forty lines, as fast as one can.
    Sprint,
    /// Points, over fifteen levels of ten lines, each faster than the one before.
    Marathon,
}

impl Goal {
    /// Its name in setups.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sprint => "sprint",
            Self::Marathon => "marathon",
        }
    }

    /// The lines that win.
    pub const fn lines(self) -> u64 {
        match self {
            Self::Sprint => 40,
            Self::Marathon => 150,
        }
    }

    /// The level after so many lines, from 1.
    pub const fn level(self, lines: u64) -> u64 {
        match self {
            Self::Sprint => 1,
            Self::Marathon => {
                if lines < 150 {
                    1 + lines / 10
                } else {
                    15
                }
            }
        }
    }
}

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Bag {
    /// All seven in some order, then all seven again.
    #[default]
    Seven,
    /// Each by itself.
    Uniform,
}

impl Bag {
    /// Piece number `n` of a seed.
    pub(crate) fn piece(self, seed: u64, number: u64) -> Piece {
        let count = Piece::ALL.len() as u64;
        match self {
            Self::Uniform => Piece::ALL[Random::new(seed).branch(number).index(Piece::ALL.len())],
            Self::Seven => {
                let mut bag = Piece::ALL;
                Random::new(seed).branch(number / count).shuffle(&mut bag);
                bag[(number % count) as usize]
            }
        }
    }
}

/// What a player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    /// What it is played for.
    pub goal: Goal,
    /// How pieces are drawn.
    pub bag: Bag,
}

impl fmt::Display for Mode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let uniform = if self.bag == Bag::Uniform { "-uniform" } else { "" };
        write!(formatter, "{}{uniform}", self.goal.name())
    }
}

impl Mode {
    /// The mode of such a word.
    pub(crate) fn named(text: &str) -> Option<Self> {
        let (name, bag) = match text.strip_suffix("-uniform") {
            Some(name) => (name, Bag::Uniform),
            None => (text, Bag::Seven),
        };
        let goal = [Goal::Sprint, Goal::Marathon].into_iter().find(|goal| goal.name() == name)?;
        Some(Self { goal, bag })
    }
}

/// What the guideline adds to a board and its coming pieces.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TetrisFall")]
pub struct Fall {
    /// What is played for.
    pub goal: Goal,
    /// How pieces are drawn.
    pub bag: Bag,
    /// How the falling piece is turned.
    pub facing: Facing,
    /// Column of its centre.
    pub x: i8,
    /// Row of its centre, from the floor.
    pub y: i8,
    /// The lowest row it has been in.
    pub lowest: i8,
    /// The part of a row that it has fallen already, in 65536ths.
    pub fallen: u32,
    /// Ticks that it has rested.
    pub rested: u32,
    /// How often it was moved while it could rest.
    pub moved: u32,
    /// The number of the kick, where the last thing that was done to it was a turn.
    pub kick: Option<u8>,
    /// The piece that is kept back.
    pub held: Option<Piece>,
    /// Whether a piece has been kept back since the last one locked.
    pub swapped: bool,
    /// Points.
    pub score: u64,
    /// Pieces in a row that cleared lines.
    pub combo: u32,
    /// Whether the last clear was a difficult one: four lines, or a T-spin.
    pub difficult: bool,
    /// Ticks so far.
    pub ticks: u64,
    /// Whether there was no room any more.
    pub over: bool,
    /// What the last piece brought.
    pub last: Option<Award>,
}

/// Ticks that a piece rests before it locks.
pub(crate) const LOCK: u32 = 30;

/// Moves that make a resting piece rest anew; after them its time runs out.
pub(crate) const MOST_MOVES: u32 = 15;

/// One row.
pub(crate) const ROW: u32 = 1 << 16;

/// How far a piece falls in a tick at each level from 1, in 65536ths of a row: the guideline has it take
/// (0.8 − 0.007 (level − 1))^(level − 1) seconds for a row.
const GRAVITY: [u32; 15] =
    [1092, 1377, 1768, 2311, 3075, 4169, 5759, 8107, 11634, 17026, 25416, 38709, 60169, 95483, 154_742];

impl Fall {
    /// How many pieces a player sees, with the one that falls.
    pub(crate) const SEEN: usize = 6;

    /// The first moment of a game.
    pub(crate) fn start(mode: Mode, seed: u64) -> Result<Position, Problem> {
        let board = Board::empty(ROWS as u16, COLUMNS as u16).map_err(|error| Problem::new(error.to_string()))?;
        let Spot { facing, x, y } = Spot::ENTRY;
        let fall = Self {
            goal: mode.goal,
            bag: mode.bag,
            facing,
            x,
            y,
            lowest: y,
            fallen: 0,
            rested: 0,
            moved: 0,
            kick: None,
            held: None,
            swapped: false,
            score: 0,
            combo: 0,
            difficult: false,
            ticks: 0,
            over: false,
            last: None,
        };
        let position = Position {
            board,
            pieces: Vec::new(),
            source: Some(crate::play::Source { seed, drawn: 0 }),
            full_rows: FullRows::Clear,
            cleared: 0,
            fall: None,
        };
        Ok(act::begun(position, fall))
    }

    /// Where the falling piece is.
    pub fn spot(&self) -> Spot {
        Spot { facing: self.facing, x: self.x, y: self.y }
    }

    pub(crate) fn put(&mut self, spot: Spot) {
        let Spot { facing, x, y } = spot;
        (self.facing, self.x, self.y) = (facing, x, y);
    }

    /// How far a piece falls in a tick after so many lines, in 65536ths of a row.
    pub(crate) fn gravity(&self, lines: u64) -> u32 {
        let level = self.goal.level(lines) as usize;
        GRAVITY[(level - 1).min(GRAVITY.len() - 1)]
    }

    /// Where the game stands after so many lines.
    pub(crate) fn status(&self, lines: u64) -> Status {
        if lines >= self.goal.lines() {
            Status::Won { player: 0 }
        } else if self.over {
            Status::Lost
        } else {
            Status::Playing { player: 0 }
        }
    }
}

/// Refuses what no falling game leads to.
pub(crate) fn checked(position: &Position, fall: &Fall) -> Result<(), Problem> {
    let refuse = |what: &str| Err(Problem::new(format!("this is no moment of a falling game: {what}")));
    let (count, seen) = (position.pieces.len(), Fall::SEEN);
    let Some(stack) = Stack::of_board(&position.board).filter(|_| usize::from(position.board.rows()) == ROWS) else {
        return refuse("its board has 10 columns and 40 rows");
    };
    if position.source.is_none() || count != seen {
        return Err(Problem::new(format!("a falling game is by a seed and shows {seen} pieces, not {count}")));
    }
    if position.full_rows != FullRows::Clear || !rules::full_rows(&position.board).is_empty() {
        return refuse("full rows vanish");
    }
    let goes_on = matches!(fall.status(position.cleared), Status::Playing { .. });
    let inside = (0..COLUMNS as i8).contains(&fall.x) && (0..ROWS as i8 + 4).contains(&fall.y);
    if !inside || (goes_on && !stack.fits(position.pieces[0], fall.spot())) {
        return refuse("there is no room for the piece that falls");
    }
    if fall.fallen >= ROW || fall.rested >= LOCK || fall.lowest < 0 || fall.lowest > fall.y.max(Spot::ENTRY.y) {
        return refuse("its clocks are wrong");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_is_that_of_the_guideline() {
        for (index, gravity) in GRAVITY.into_iter().enumerate() {
            let level = index as f64;
            let seconds = (0.8 - 0.007 * level).powf(level);
            let expected = f64::from(ROW) / (f64::from(TICKS) * seconds);
            assert!((f64::from(gravity) - expected).abs() <= 0.5, "level {}: {expected}", index + 1);
        }
    }

    #[test]
    fn a_bag_has_all_seven_and_the_pieces_of_a_seed_never_change() {
        let drawn: String = (0..21).map(|number| Bag::Seven.piece(42, number).letter()).collect();
        for bag in drawn.as_bytes().chunks(7) {
            let mut letters = bag.to_vec();
            letters.sort_unstable();
            assert_eq!(letters, b"IJLOSTZ");
        }
        let again: String = (0..21).map(|number| Bag::Seven.piece(42, number).letter()).collect();
        assert_eq!(drawn, again);
    }

    #[test]
    fn modes_are_words() {
        for text in ["sprint", "marathon", "sprint-uniform", "marathon-uniform"] {
            assert_eq!(Mode::named(text).unwrap().to_string(), text);
        }
        assert_eq!(Mode::named("ultra"), None);
    }
}
