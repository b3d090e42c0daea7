//! Where cells lie: squares, hexagons, triangles. Lengths are in cells; x grows to the right, y downwards.

use schemars::JsonSchema;
use serde::Serialize;

use crate::grid::Cell;

/// A point of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
}

impl Point {
    /// The point at these coordinates.
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// A point on the straight line from here (`part` 0) to there (`part` 1).
    #[must_use]
    pub fn towards(self, there: Self, part: f32) -> Self {
        Self::new(self.x + (there.x - self.x) * part, self.y + (there.y - self.y) * part)
    }

    /// The distance between two points.
    pub fn distance(self, there: Self) -> f32 {
        (there.x - self.x).hypot(there.y - self.y)
    }
}

/// The form of the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tiling {
    /// Squares.
    Squares,
    /// Hexagons with a flat top; columns 0, 2, 4 … lie half a cell lower.
    Hexagons,
    /// Triangles on their tips: those of even row + column point right, the others left.
    Triangles,
}

/// The form of the cells and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Layout {
    /// The form.
    pub tiling: Tiling,
    /// Rows.
    pub rows: u16,
    /// Columns.
    pub columns: u16,
}

const SQRT_3: f32 = 1.732_050_8;
/// The side of a hexagon of height 1.
const HEX_SIDE: f32 = 1.0 / SQRT_3;
/// A triangle is two rows high; drawn at this scale its area comes near that of a square cell.
const TRIANGLE_SCALE: f32 = 0.7;

impl Layout {
    /// A board of squares.
    pub const fn squares(rows: u16, columns: u16) -> Self {
        Self { tiling: Tiling::Squares, rows, columns }
    }

    /// Width and height of the whole board.
    pub fn size(self) -> (f32, f32) {
        let (rows, columns) = (f32::from(self.rows), f32::from(self.columns));
        match self.tiling {
            Tiling::Squares => (columns, rows),
            Tiling::Hexagons => (HEX_SIDE * (1.5 * columns + 0.5), rows + 0.5),
            Tiling::Triangles => (columns * SQRT_3 * TRIANGLE_SCALE, (rows + 1.0) * TRIANGLE_SCALE),
        }
    }

    /// The corners of a cell, clockwise; for squares, of a block of `span` cells on a side.
    pub fn corners(self, cell: Cell, span: u16) -> Vec<Point> {
        let (row, column) = (f32::from(cell.row), f32::from(cell.column));
        match self.tiling {
            Tiling::Squares => {
                let side = f32::from(span);
                let corner = |right: f32, down: f32| Point::new(column + right * side, row + down * side);
                vec![corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)]
            }
            Tiling::Hexagons => {
                let middle = self.center(cell, span);
                let corner = |right: f32, down: f32| Point::new(middle.x + right * HEX_SIDE, middle.y + down);
                vec![
                    corner(-0.5, -0.5),
                    corner(0.5, -0.5),
                    corner(1.0, 0.0),
                    corner(0.5, 0.5),
                    corner(-0.5, 0.5),
                    corner(-1.0, 0.0),
                ]
            }
            Tiling::Triangles => {
                let corner = |right: f32, down: f32| {
                    Point::new((column + right) * SQRT_3 * TRIANGLE_SCALE, (row + down) * TRIANGLE_SCALE)
                };
                if (cell.row + cell.column).is_multiple_of(2) {
                    vec![corner(0.0, 0.0), corner(1.0, 1.0), corner(0.0, 2.0)]
                } else {
                    vec![corner(1.0, 0.0), corner(1.0, 2.0), corner(0.0, 1.0)]
                }
            }
        }
    }

    /// The middle of a cell, or of a block of `span` cells on a side.
    pub fn center(self, cell: Cell, span: u16) -> Point {
        let (row, column) = (f32::from(cell.row), f32::from(cell.column));
        match self.tiling {
            Tiling::Squares => Point::new(column + f32::from(span) / 2.0, row + f32::from(span) / 2.0),
            Tiling::Hexagons => {
                let lower = if cell.column.is_multiple_of(2) { 1.0 } else { 0.5 };
                Point::new(HEX_SIDE * (1.0 + 1.5 * column), row + lower)
            }
            Tiling::Triangles => {
                let points_right = (cell.row + cell.column).is_multiple_of(2);
                let across = if points_right { 1.0 / 3.0 } else { 2.0 / 3.0 };
                Point::new((column + across) * SQRT_3 * TRIANGLE_SCALE, (row + 1.0) * TRIANGLE_SCALE)
            }
        }
    }

    /// The sides of a group of cells that no two of them share: its outline, piece by piece.
    pub fn outline(self, cells: &[Cell]) -> Vec<[Point; 2]> {
        let key = |point: Point| ((point.x * 64.0).round() as i32, (point.y * 64.0).round() as i32);
        let mut sides: Vec<_> = cells
            .iter()
            .flat_map(|&cell| {
                let corners = self.corners(cell, 1);
                (0..corners.len()).map(move |index| (corners[index], corners[(index + 1) % corners.len()]))
            })
            .map(|(from, to)| (key(from).min(key(to)), key(from).max(key(to)), [from, to]))
            .collect();
        sides.sort_by_key(|&(first, last, _)| (first, last));
        let shared = |index: usize, other: usize| {
            sides.get(other).is_some_and(|side| (side.0, side.1) == (sides[index].0, sides[index].1))
        };
        (0..sides.len())
            .filter(|&index| !shared(index, index + 1) && (index == 0 || !shared(index, index - 1)))
            .map(|index| sides[index].2)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbors_share_exactly_one_side_in_every_tiling() {
        for (tiling, one, other) in [
            (Tiling::Squares, Cell::new(1, 1), Cell::new(1, 2)),
            (Tiling::Hexagons, Cell::new(1, 0), Cell::new(2, 1)),
            (Tiling::Hexagons, Cell::new(1, 1), Cell::new(0, 2)),
            (Tiling::Triangles, Cell::new(2, 2), Cell::new(3, 2)),
            (Tiling::Triangles, Cell::new(2, 2), Cell::new(2, 1)),
            (Tiling::Triangles, Cell::new(2, 1), Cell::new(2, 2)),
        ] {
            let layout = Layout { tiling, rows: 5, columns: 5 };
            let alone = layout.outline(&[one]).len();
            assert_eq!(layout.outline(&[one, other]).len(), 2 * alone - 2, "{tiling:?} {one} {other}");
        }
    }

    #[test]
    fn every_corner_lies_on_the_board() {
        for tiling in [Tiling::Squares, Tiling::Hexagons, Tiling::Triangles] {
            let layout = Layout { tiling, rows: 3, columns: 4 };
            let (width, height) = layout.size();
            for row in 0..3 {
                for column in 0..4 {
                    for corner in layout.corners(Cell::new(row, column), 1) {
                        assert!(corner.x >= -0.001 && corner.x <= width + 0.001, "{tiling:?} {corner:?}");
                        assert!(corner.y >= -0.001 && corner.y <= height + 0.001, "{tiling:?} {corner:?}");
                    }
                }
            }
        }
    }
}
