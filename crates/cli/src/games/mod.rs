//! The commands of each game, one file a game: arguments, a call into the game's crate, an answer.

pub(crate) mod blocky;
pub(crate) mod flow;
pub(crate) mod kami;
pub(crate) mod switcher;
pub(crate) mod tetris;
