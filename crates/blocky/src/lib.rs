//! Blocky: a square of blocks within blocks, turned and swapped until a color lies as a player wants it.
//!
//! A block is solid or divided into four. A move turns or swaps the inside of any block, or smashes it into random
//! pieces. Each player has a goal for one color: the largest connected area (blob), the most of the border (perimeter) or
//! the longest diagonal line. The rooms: [`position`] holds the board, [`rules`] what moves do, [`format`](mod@format) every text form,
//! [`layout`] pixels, [`goal`] the goals, [`plane`] and [`sides`] the two structures that score moves without flattening the
//! tree, [`generate`] and [`python`] random boards, [`player`] and [`contest`] whole games, [`solve`] the proven answers.

pub mod contest;
pub mod format;
pub mod generate;
pub mod goal;
pub mod layout;
pub mod plane;
pub mod player;
pub mod position;
pub mod python;
pub mod rules;
pub mod sides;
pub mod solve;
