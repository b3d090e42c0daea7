//! Polyominoes as bit masks: normal form, rotations, mirror image.
//!
//! A shape lives in an 8 × 8 window, bit `8 · row + column`, pushed into the upper left corner: two shapes are equal
//! exactly when one is the other moved.

use std::fmt;

use crate::grid::Cell;

/// A set of cells up to translation; at most 8 rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape(u64);

/// The side of the window that holds a shape.
const SIDE: u16 = 8;
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const FIRST_ROW: u64 = 0xff;

impl Shape {
    /// The shape of some cells, or nothing if there are none or they span more than 8 rows or columns.
    pub fn of(cells: &[Cell]) -> Option<Self> {
        let top = cells.iter().map(|cell| cell.row).min()?;
        let left = cells.iter().map(|cell| cell.column).min()?;
        let mut mask = 0;
        for cell in cells {
            let (row, column) = (cell.row - top, cell.column - left);
            if row >= SIDE || column >= SIDE {
                return None;
            }
            mask |= 1 << (row * SIDE + column);
        }
        Some(Self(mask))
    }

    /// The shape of a window mask, wherever in the window its cells are.
    pub const fn from_mask(mut mask: u64) -> Option<Self> {
        if mask == 0 {
            return None;
        }
        while mask & FIRST_ROW == 0 {
            mask >>= SIDE;
        }
        while mask & FIRST_COLUMN == 0 {
            mask >>= 1;
        }
        Some(Self(mask))
    }

    /// The shape drawn by rows of text, where `*`, `#`, `x` or `1` is a cell and anything else is not.
    pub fn drawn(rows: &[&str]) -> Option<Self> {
        let cells: Vec<Cell> = rows
            .iter()
            .enumerate()
            .flat_map(|(row, text)| text.chars().enumerate().map(move |(column, mark)| (row, column, mark)))
            .filter(|&(.., mark)| matches!(mark, '*' | '#' | 'x' | 'X' | '1'))
            .map(|(row, column, _)| Some(Cell::new(u16::try_from(row).ok()?, u16::try_from(column).ok()?)))
            .collect::<Option<_>>()?;
        Self::of(&cells)
    }

    /// The mask in its window.
    pub const fn mask(self) -> u64 {
        self.0
    }

    /// How many cells.
    pub const fn size(self) -> u32 {
        self.0.count_ones()
    }

    /// Rows spanned.
    pub const fn rows(self) -> u16 {
        (u64::BITS - self.0.leading_zeros()).div_ceil(SIDE as u32) as u16
    }

    /// Columns spanned.
    pub const fn columns(self) -> u16 {
        let mut folded = self.0 | self.0 >> 32;
        folded |= folded >> 16;
        folded |= folded >> 8;
        (u8::BITS - (folded as u8).leading_zeros()) as u16
    }

    /// Its cells in reading order, the shape's box in the upper left corner.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..SIDE * SIDE).filter(move |&bit| self.0 >> bit & 1 == 1).map(|bit| Cell::new(bit / SIDE, bit % SIDE))
    }

    /// After a quarter turn clockwise.
    #[must_use]
    pub fn rotated(self) -> Self {
        let last = self.rows() - 1;
        self.moved(|cell| Cell::new(cell.column, last - cell.row))
    }

    /// Left and right exchanged.
    #[must_use]
    pub fn mirrored(self) -> Self {
        let last = self.columns() - 1;
        self.moved(|cell| Cell::new(cell.row, last - cell.column))
    }

    /// Its different orientations by rotation (1, 2 or 4), itself first.
    pub fn rotations(self) -> Vec<Self> {
        let mut found = vec![self];
        let mut turned = self.rotated();
        while turned != self {
            found.push(turned);
            turned = turned.rotated();
        }
        found
    }

    /// The least of its rotations: equal for two shapes exactly when one is a rotation of the other.
    #[must_use]
    pub fn canonical(self) -> Self {
        self.rotations().into_iter().min().unwrap_or(self)
    }

    /// Whether its cells hang together by their sides.
    pub fn is_connected(self) -> bool {
        let mut reached = self.0 & self.0.wrapping_neg();
        loop {
            let sideways = (reached & !(FIRST_COLUMN << 7)) << 1 | (reached & !FIRST_COLUMN) >> 1;
            let wider = (reached | sideways | reached << SIDE | reached >> SIDE) & self.0;
            if wider == reached {
                return reached == self.0;
            }
            reached = wider;
        }
    }

    fn moved(self, place: impl Fn(Cell) -> Cell) -> Self {
        let mask = self.cells().map(place).fold(0, |mask, cell| mask | 1 << (cell.row * SIDE + cell.column));
        Self(mask)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows() {
            if row > 0 {
                formatter.write_str("\n")?;
            }
            for column in 0..self.columns() {
                formatter.write_str(if self.0 >> (row * SIDE + column) & 1 == 1 { "*" } else { "." })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_shape_turns_clockwise() {
        let shape = Shape::drawn(&["**.", ".**"]).unwrap();
        assert_eq!(shape.rotated().to_string(), ".*\n**\n*.");
        assert_eq!(shape.mirrored().to_string(), ".**\n**.");
        assert_eq!(shape.rotations().len(), 2);
    }

    #[test]
    fn one_sided_polyominoes_are_counted_right() {
        for (size, fixed, one_sided) in [(1, 1, 1), (2, 2, 1), (3, 6, 2), (4, 19, 7), (5, 63, 18), (6, 216, 60)] {
            let mut shapes = vec![Shape::from_mask(1).unwrap()];
            for _ in 1..size {
                let mut larger: Vec<Shape> = shapes.iter().flat_map(|shape| grown(*shape)).collect();
                larger.sort_unstable();
                larger.dedup();
                shapes = larger;
            }
            assert_eq!(shapes.len(), fixed);
            assert!(shapes.iter().all(|shape| shape.is_connected()));
            let mut canonical: Vec<Shape> = shapes.iter().map(|shape| shape.canonical()).collect();
            canonical.sort_unstable();
            canonical.dedup();
            assert_eq!(canonical.len(), one_sided);
        }
    }

    fn grown(shape: Shape) -> Vec<Shape> {
        let cells: Vec<Cell> = shape.cells().map(|cell| Cell::new(cell.row + 1, cell.column + 1)).collect();
        let mut found = Vec::new();
        for cell in &cells {
            for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let new = Cell::new(cell.row.wrapping_add_signed(down), cell.column.wrapping_add_signed(right));
                if !cells.contains(&new) {
                    let larger: Vec<Cell> = cells.iter().copied().chain([new]).collect();
                    found.extend(Shape::of(&larger));
                }
            }
        }
        found
    }

    #[test]
    fn what_does_not_fit_the_window_is_no_shape() {
        assert_eq!(Shape::of(&[]), None);
        assert_eq!(Shape::from_mask(0), None);
        assert_eq!(Shape::of(&[Cell::new(0, 0), Cell::new(8, 0)]), None);
        assert!(!Shape::drawn(&["*.*"]).unwrap().is_connected());
    }

    proptest! {
        #[test]
        fn four_turns_and_two_mirrors_are_nothing(mask in 1_u64..) {
            let shape = Shape::from_mask(mask).unwrap();
            prop_assert_eq!(shape.rotated().rotated().rotated().rotated(), shape);
            prop_assert_eq!(shape.mirrored().mirrored(), shape);
            prop_assert_eq!(shape.canonical(), shape.rotated().canonical());
            prop_assert_eq!(Shape::of(&shape.cells().collect::<Vec<_>>()), Some(shape));
            prop_assert_eq!((shape.rotated().rows(), shape.rotated().columns()), (shape.columns(), shape.rows()));
        }
    }
}
