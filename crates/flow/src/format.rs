//! Every form a puzzle or a solution is read from and written to, each in its own file; this one recognises them.
//!
//! A reader collects what it finds in a [`draft::Draft`], which knows where in the text each dot stood and names every
//! colour that does not come twice.

pub mod draft;
pub mod grid;
pub mod solution;

use azulejo_core::problem::Problems;

use crate::position::Puzzle;

/// Reads one puzzle in the plain form.
pub fn read(text: &str) -> Result<Puzzle, Problems> {
    grid::read(text)
}
