//! Equal discs anywhere in a picture, and the lattice they lie on: for boards without visible lines.

use super::Hints;
use super::lattice::Lattice;
use super::lines::Segments;
use super::picture::Picture;

/// The likely lattices, best first.
pub(super) fn find(_picture: &Picture, _segments: &Segments, _hints: &Hints) -> Vec<Lattice> {
    Vec::new()
}
