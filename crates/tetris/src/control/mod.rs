//! Controllers: players of the simplified game of the literature, where one piece is known, falls straight and full rows
//! vanish.
//!
//! [`Sight`] is what they look at, counted as mdptetris does: the features of Dellacherie and of Thiery and Scherrer, and
//! some of our own. A [`Policy`] says how much each counts. [`Player`] plays; `swift` judges all placements of a piece at
//! once on ordinary boards, in the same numbers.

pub mod cmaes;
mod player;
mod policy;
mod sight;
mod swift;
pub mod train;

pub use player::{Chosen, Lookahead, Player};
pub use policy::Policy;
pub use sight::{ALL, Fall, Field, MORE_NAMES, NAMES, Sight, Surface, look};
