//! Kami.
pub mod format;
pub mod position;
pub mod region;
pub mod rules;
pub mod solve;
