//! Verbs that every game has, or every game of a kind: written once, entered in a game's table like its own.
//!
//! `play` is a position with all there is to show of it, and what a hand does to it; `search` is solving, hints,
//! ratings, computer players; `keep` is what can be taken home. A game whose own verb has one of these names enters its
//! own instead; whatever it adds, `solve` and `hint` keep `line`, the moves in notation that a door can play.

mod keep;
mod play;
mod search;

pub use keep::{Check, Checked, Export, Exported, Movable, Moves};
pub use play::{Began, New, NewOptions, Play, Show, Touch, Touched, Touching, View};
pub use search::{
    Bot, BotOptions, Chosen, Generate, Generated, Hint, Hinted, Puzzle, Rate, Rated, Solve, Solved, Wish, advised,
    solved,
};

use crate::words::Template;

/// Every sentence that these verbs can say.
pub const WORDS: &[Template] = &[
    crate::report::STOPPED,
    keep::NONE_BROKEN,
    keep::BROKEN,
    play::REFUSED,
    search::SOLVED,
    search::OPTIMAL,
    search::UNIQUE,
    search::NOT_UNIQUE,
    search::IMPOSSIBLE,
    search::GAVE_UP,
    search::NO_HINT,
    search::RATED,
    search::NOT_RATED,
    search::NOT_MADE,
];
