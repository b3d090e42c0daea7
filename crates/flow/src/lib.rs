//! Flow, known as Flow Free, Arukone and Numberlink: join the dots of each colour by paths that do not cross.
//!
//! A puzzle is a board of cells with two dots of each colour. A solution joins every pair by a path; paths share no cell
//! (a bridge is two cells, one over the other), and unless the rule says otherwise every cell is used. The board may be
//! any rectangle of squares or hexagons, with holes, walls, bridges, and edges that wrap around.
//!
//! Two switches make the rule: [`position::Fill`] and [`position::Touch`]. Uniqueness and counts are always about the
//! rule that was asked for.

pub mod format;
pub mod graph;
pub mod position;
pub mod rules;
pub mod solve;
