//! The contract every game keeps: one small trait, and a few optional ones.
//!
//! A game is a type without values; its positions are values. Moves are text (`Display` and `FromStr`), so that undo,
//! replay, saving, sharing and fuzzing are written once. What only some games can do are traits of their own:
//! [`Solve`], [`Hint`], [`Generate`], [`Rate`], [`Bots`], each within a [`Budget`].

use std::fmt::Display;
use std::hash::Hash;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::budget::Budget;
use crate::grid::Cell;
use crate::hands::{Control, Gesture};
use crate::lesson::Lesson;
use crate::outcome::{Answer, Halt, Outcome};
use crate::problem::{Problem, Problems};
use crate::random::{Random, seed_of};
use crate::scene::Scene;
use crate::words::{Message, Template};

/// A game: what can be set up, what a position is, what a move does.
///
/// `play` is pure: the same setup, seed and moves give the same position everywhere. Where chance is part of the game,
/// its generator is part of the position.
pub trait Game: Sized + 'static {
    /// The word for it on the command line and in ids: lower case letters.
    const NAME: &'static str;
    /// The name a person reads.
    const TITLE: &'static str;
    /// One sentence: what one does in it.
    const SUMMARY: &'static str;
    /// Raised whenever the same setup and seed would give another position than before.
    const VERSION: u32 = 1;

    /// What a player chooses before the game; its text is the middle of an id (`kami:9x9c5#42`).
    type Setup: Clone + Default + Display + FromStr<Err = Problem>;
    /// Everything that undo would restore.
    type Position: Clone + Eq + Hash + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// One act of a player; its text is the game's notation.
    type Move: Clone + Eq + Display + FromStr<Err = Problem> + Send + Sync + 'static;

    /// How a text is to be read, and which switches of the rule hold: what every verb about a position takes beside its
    /// own options. All of it may be left out.
    type Reading: DeserializeOwned + JsonSchema + Send + Sync + 'static;
    /// What undo does not restore: a cursor, a drag, a chosen card.
    type Ui: Clone + Default + Serialize + DeserializeOwned + JsonSchema + Send + 'static;

    /// The first position of a setup and seed. It may take a search.
    fn start(setup: &Self::Setup, seed: u64, budget: &Budget) -> Result<Self::Position, Halt>;

    /// The position a text describes, in any form the game knows.
    fn read(setup: &Self::Setup, text: &str) -> Result<Self::Position, Problems>;

    /// The position that a player's text describes; the name of its file may tell the form.
    fn open(
        text: &str,
        _name: Option<&str>,
        _reading: &Self::Reading,
        _budget: &Budget,
    ) -> Result<Self::Position, Halt> {
        Ok(Self::read(&Self::Setup::default(), text)?)
    }

    /// The position in a picture.
    fn see(_picture: &[u8], _reading: &Self::Reading, _budget: &Budget) -> Result<Self::Position, Halt> {
        Err(Problem::new(format!("{} is not read from pictures: expected a text or an id", Self::TITLE)).into())
    }

    /// The position under the switches of the rule that were asked for, wherever it came from.
    fn under(position: Self::Position, _reading: &Self::Reading) -> Result<Self::Position, Problem> {
        Ok(position)
    }

    /// The position as one line without blanks that [`Game::read`] takes back: the literal part of an id.
    fn write(position: &Self::Position) -> String;

    /// All legal moves, in the order that breaks ties.
    fn moves(position: &Self::Position) -> Vec<Self::Move>;

    /// The position after a move, or why the move is not legal.
    fn play(position: &Self::Position, action: &Self::Move) -> Result<Self::Position, Problem>;

    /// The cells that a move is about: what is shown before a computer player makes it.
    fn cells_of(_position: &Self::Position, _action: &Self::Move) -> Vec<Cell> {
        Vec::new()
    }

    /// Whether the game is over, and for whom.
    fn status(position: &Self::Position) -> Status;

    /// How many cells its board has, where that is not the same for all: what a door may bound.
    fn size(_position: &Self::Position) -> usize {
        0
    }

    /// How many players sit at the table, whether or not they have left it.
    fn seats(_position: &Self::Position) -> usize {
        1
    }

    /// Every rule that the position breaks, in the order of the game's list of rules.
    fn check(position: &Self::Position) -> Vec<Violation>;

    /// What there is to see: the main board first, then trays (a hand of cards, a queue, a palette). Never empty.
    fn scenes(position: &Self::Position, ui: &Self::Ui) -> Vec<Scene>;

    /// The main board alone, before anybody has touched it.
    fn scene(position: &Self::Position) -> Scene {
        Self::scenes(position, &Self::Ui::default()).swap_remove(0)
    }

    /// What a gesture means: changes the hand, and gives the moves that it makes, which count as one step.
    fn touch(_position: &Self::Position, _ui: &mut Self::Ui, _gesture: &Gesture) -> Vec<Self::Move> {
        Vec::new()
    }

    /// What can be done now beside touching what is drawn: buttons and keys.
    fn controls(_position: &Self::Position, _ui: &Self::Ui) -> Vec<Control> {
        Vec::new()
    }

    /// What a player reads beside the board, the most important first: the goal, what is left, scores.
    fn facts(_position: &Self::Position) -> Vec<Message> {
        Vec::new()
    }

    /// The computer player who sits where it is now to be moved, where the position says so.
    fn computer(_position: &Self::Position) -> Option<String> {
        None
    }

    /// Every sentence the game can say, for those who translate.
    const WORDS: &'static [Template] = &[];

    /// The first minute of somebody who has never played it.
    const LESSON: Option<Lesson> = None;

    /// Setups that a player would choose from, the usual one first.
    const PRESETS: &'static [Preset] = &[Preset { setup: "", name: "Usual" }];

    /// The setup that [`Game::read`] needs beside [`Game::write`]'s text to give the position back; most need none.
    fn setup_of(_position: &Self::Position) -> String {
        String::new()
    }

    /// The position in the file formats the game writes, each with its name, the game's own first.
    fn forms(_position: &Self::Position) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// A setup with a name that a player understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Preset {
    /// The setup in the game's notation.
    pub setup: &'static str,
    /// Its name.
    pub name: &'static str,
}

/// Where a game stands. Players are numbered from 0; a puzzle has player 0 alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Status {
    /// This player is to move.
    Playing {
        /// Who.
        player: usize,
    },
    /// This player has won; for a puzzle: solved.
    Won {
        /// Who.
        player: usize,
    },
    /// Nobody can win any more; for a puzzle: out of moves.
    Lost,
    /// Over without a winner.
    Drawn,
}

/// A broken rule: its code, what it says, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Violation {
    /// A short name that never changes.
    pub code: &'static str,
    /// What is wrong, for a person.
    pub message: String,
    /// The cells that show it.
    pub cells: Vec<Cell>,
}

/// Advice for the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<M> {
    /// What to play next, in order; the first is the hint, the rest its plan.
    pub line: Vec<M>,
    /// Why, in one sentence.
    pub reason: Message,
    /// Cells worth looking at.
    pub cells: Vec<Cell>,
    /// What else is touched to play the first of them: a card, a colour, a control.
    pub handles: Vec<String>,
}

/// How hard a puzzle is, and why.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Rating {
    /// `easy`, `medium`, `hard` or `expert`.
    pub difficulty: &'static str,
    /// A number that grows with difficulty.
    pub score: f64,
    /// What made it so, most important first.
    pub reasons: Vec<String>,
}

/// A game whose positions can be solved.
pub trait Solve: Game {
    /// A line of moves that solves the position.
    fn solve(position: &Self::Position, budget: &Budget) -> Answer<Vec<Self::Move>>;
}

/// A game that can advise its player.
pub trait Hint: Game {
    /// The best next move and why, or nothing if there is no good one.
    fn hint(position: &Self::Position, budget: &Budget) -> Outcome<Advice<Self::Move>>;
}

/// A game that makes puzzles which keep a promise (one solution, a proven count of moves).
pub trait Generate: Game {
    /// A puzzle of this setup, by seed.
    fn generate(setup: &Self::Setup, seed: u64, budget: &Budget) -> Outcome<Self::Position>;
}

/// A game that can say how hard a position is.
pub trait Rate: Game {
    /// The difficulty, with its reasons.
    fn rate(position: &Self::Position, budget: &Budget) -> Outcome<Rating>;
}

/// Who says where computer players sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seating {
    /// There are none.
    Nobody,
    /// Whoever sits at the table: any seat may be lent to one.
    Table,
    /// The setup, and so the position.
    Setup,
}

/// A game that can be played against the computer.
pub trait Bots: Game {
    /// The computer players by name, weakest first.
    const BOTS: &'static [&'static str];
    /// Who says where they sit.
    const SEATING: Seating = Seating::Table;

    /// What this bot plays; `None` only when the game is over or there is no such bot. A bot sees only what a player
    /// in its seat would see.
    fn choose(position: &Self::Position, bot: &str, random: &mut Random, budget: &Budget) -> Option<Self::Move>;

    /// The chance that a bot draws from: the same in the same position, so that every door plays the same game.
    fn chance(position: &Self::Position) -> Random {
        Random::new(seed_of(&Self::write(position)))
    }
}
