//! What there is to see: the plates in a row.

use azulejo_core::grid::Cell;
use azulejo_core::scene::{Layout, Scene, Tile, Touch};

use crate::position::Position;

/// The row of plates; a picnic that is over is an empty place.
pub(crate) fn plates(position: &Position) -> Scene {
    let cell = |index: usize| Cell::new(0, index as u16);
    let plates = position.plates();
    let tiles: Vec<Tile> = match plates {
        [] => vec![Tile::empty(cell(0))],
        plates => plates
            .iter()
            .enumerate()
            .map(|(index, &color)| Tile::colored(cell(index), color, color.to_string()))
            .collect(),
    };
    Scene::new("a picnic", Layout::squares(1, plates.len().max(1) as u16), tiles).touchable(Touch::Cells)
}
