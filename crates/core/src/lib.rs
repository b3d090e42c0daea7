//! What all five games of azulejo stand on.

pub mod budget;
pub mod grid;
pub mod outcome;
pub mod problem;
pub mod random;
pub mod region;
pub mod shape;
