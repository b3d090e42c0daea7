//! Where cells lie: squares, hexagons, triangles. Lengths are in cells; x grows to the right, y downwards.

use std::ops::{Deref, DerefMut};

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

    /// Whether a cell lies on the board.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// The corners of a cell, clockwise; for squares, of a block of `span` cells on a side.
    pub fn corners(self, cell: Cell, span: u16) -> Corners {
        let (row, column) = (f32::from(cell.row), f32::from(cell.column));
        match self.tiling {
            Tiling::Squares => {
                let side = f32::from(span);
                let corner = |right: f32, down: f32| Point::new(column + right * side, row + down * side);
                Corners::new([corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)])
            }
            Tiling::Hexagons => {
                let middle = self.center(cell, span);
                let corner = |right: f32, down: f32| Point::new(middle.x + right * HEX_SIDE, middle.y + down);
                Corners::new([
                    corner(-0.5, -0.5),
                    corner(0.5, -0.5),
                    corner(1.0, 0.0),
                    corner(0.5, 0.5),
                    corner(-0.5, 0.5),
                    corner(-1.0, 0.0),
                ])
            }
            Tiling::Triangles => {
                let corner = |right: f32, down: f32| {
                    Point::new((column + right) * SQRT_3 * TRIANGLE_SCALE, (row + down) * TRIANGLE_SCALE)
                };
                if points_right(cell) {
                    Corners::new([corner(0.0, 0.0), corner(1.0, 1.0), corner(0.0, 2.0)])
                } else {
                    Corners::new([corner(1.0, 0.0), corner(1.0, 2.0), corner(0.0, 1.0)])
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
                let across = if points_right(cell) { 1.0 / 3.0 } else { 2.0 / 3.0 };
                Point::new((column + across) * SQRT_3 * TRIANGLE_SCALE, (row + 1.0) * TRIANGLE_SCALE)
            }
        }
    }

    /// The lines round a group of cells, each closed, corner by corner; holes have theirs.
    pub fn contours(self, cells: &[Cell]) -> Vec<Vec<Point>> {
        // Corners go clockwise, so a side that two cells share is there once in each direction.
        let mut sides: Vec<(Key, Key, Point)> = Vec::with_capacity(6 * cells.len());
        for &cell in cells {
            sides.extend(self.corners(cell, 1).sides().map(|[from, to]| (key(from), key(to), from)));
        }
        sides.sort_unstable_by_key(|&(from, to, _)| (from, to));
        sides.dedup_by_key(|&mut (from, to, _)| (from, to));
        let shared = |from: Key, to: Key| sides.binary_search_by_key(&(to, from), |&(from, to, _)| (from, to)).is_ok();
        let open: Vec<(Key, Key, Point)> = sides.iter().filter(|&&(from, to, _)| !shared(from, to)).copied().collect();
        let mut used = vec![false; open.len()];
        let mut contours = Vec::new();
        for start in 0..open.len() {
            let mut contour = Vec::new();
            let mut side = start;
            while !used[side] {
                used[side] = true;
                let (_, to, point) = open[side];
                contour.push(point);
                let first = open.partition_point(|&(from, ..)| from < to);
                let next = (first..open.len()).take_while(|&next| open[next].0 == to).find(|&next| !used[next]);
                side = next.unwrap_or(start);
            }
            if !contour.is_empty() {
                contours.push(contour);
            }
        }
        contours
    }

    /// The side that two neighbours share.
    pub fn shared_side(self, one: Cell, other: Cell) -> Option<[Point; 2]> {
        let others = self.corners(other, 1);
        let backwards = |from: Point, to: Point| others.sides().any(|side| side.map(key) == [key(to), key(from)]);
        self.corners(one, 1).sides().find(|&[from, to]| backwards(from, to))
    }
}

/// Whether a triangle points right.
const fn points_right(cell: Cell) -> bool {
    (cell.row ^ cell.column) & 1 == 0
}

/// A point by whole numbers: equal for one corner, whichever of its cells it was worked out from.
type Key = (i32, i32);

fn key(point: Point) -> Key {
    ((point.x * 64.0).round() as i32, (point.y * 64.0).round() as i32)
}

/// The corners of one cell: three, four or six.
#[derive(Clone, Copy, Debug)]
pub struct Corners {
    points: [Point; 6],
    count: usize,
}

impl Corners {
    fn new<const COUNT: usize>(corners: [Point; COUNT]) -> Self {
        let mut points = [Point::new(0.0, 0.0); 6];
        points[..COUNT].copy_from_slice(&corners);
        Self { points, count: COUNT }
    }

    /// The sides, each from its first corner to its second.
    pub fn sides(&self) -> impl Iterator<Item = [Point; 2]> + '_ {
        (0..self.count).map(|index| [self.points[index], self.points[(index + 1) % self.count]])
    }
}

impl Deref for Corners {
    type Target = [Point];

    fn deref(&self) -> &[Point] {
        &self.points[..self.count]
    }
}

impl DerefMut for Corners {
    fn deref_mut(&mut self) -> &mut [Point] {
        &mut self.points[..self.count]
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
            let sides = |cells: &[Cell]| layout.contours(cells).concat().len();
            assert_eq!(sides(&[one, other]), 2 * sides(&[one]) - 2, "{tiling:?} {one} {other}");
            assert!(layout.shared_side(one, other).is_some(), "{tiling:?} {one} {other}");
            assert!(layout.shared_side(one, Cell::new(4, 4)).is_none(), "{tiling:?} {one}");
        }
    }

    #[test]
    fn holes_and_corners_that_touch_have_lines_of_their_own() {
        let layout = Layout::squares(4, 4);
        let ring: Vec<Cell> = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)]
            .map(|(row, column)| Cell::new(row, column))
            .to_vec();
        let mut lengths: Vec<usize> = layout.contours(&ring).iter().map(Vec::len).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [4, 12]);
        let touching = [Cell::new(0, 0), Cell::new(1, 1)];
        assert_eq!(layout.contours(&touching).concat().len(), 8);
    }

    #[test]
    fn every_corner_lies_on_the_board() {
        for tiling in [Tiling::Squares, Tiling::Hexagons, Tiling::Triangles] {
            let layout = Layout { tiling, rows: 3, columns: 4 };
            let (width, height) = layout.size();
            for row in 0..3 {
                for column in 0..4 {
                    for corner in layout.corners(Cell::new(row, column), 1).iter() {
                        assert!(corner.x >= -0.001 && corner.x <= width + 0.001, "{tiling:?} {corner:?}");
                        assert!(corner.y >= -0.001 && corner.y <= height + 0.001, "{tiling:?} {corner:?}");
                    }
                }
            }
        }
    }
}
