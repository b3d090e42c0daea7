//! A rectangular grid of values, its cells, and the four directions between them.
//!
//! Cells print as `A1` names (column letter, row number from 1; after `Z` comes `AA`) and serialise as `[row, column]`
//! from 0. Nothing here knows what a value means.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A place on a grid: row and column from 0, top left first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Row from the top, from 0.
    pub row: u16,
    /// Column from the left, from 0.
    pub column: u16,
}

impl Cell {
    /// The cell at this row and column.
    pub const fn new(row: u16, column: u16) -> Self {
        Self { row, column }
    }

    /// The neighbour one step away, if the step does not leave the quarter plane of cells.
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let (down, right) = direction.offset();
        let Some(row) = self.row.checked_add_signed(down) else {
            return None;
        };
        let Some(column) = self.column.checked_add_signed(right) else {
            return None;
        };
        Some(Self { row, column })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = u32::from(self.row) + 1;
        match self.column {
            // Most boards are that narrow, and names are written by the hundred.
            column @ ..26 => write!(formatter, "{}{row}", char::from(b'A' + column as u8)),
            column => write!(formatter, "{}{row}", column_name(column)),
        }
    }
}

/// The letters of a column: `A` to `Z`, then `AA`, `AB` and so on.
pub fn column_name(column: u16) -> String {
    let mut name = String::new();
    push_column_name(&mut name, column);
    name
}

/// The letters of a column, at the end of a text.
pub(crate) fn push_column_name(text: &mut String, column: u16) {
    // Four letters would name more columns than there are.
    let mut letters = [b'A'; 4];
    let mut first = letters.len();
    let mut rest = u32::from(column) + 1;
    while rest > 0 {
        rest -= 1;
        first -= 1;
        letters[first] += (rest % 26) as u8;
        rest /= 26;
    }
    text.extend(letters[first..].iter().map(|&letter| char::from(letter)));
}

/// Why a text is not the name of a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a cell: expected a column letter and a row number, such as `C4`")]
pub struct BadCellName(String);

impl FromStr for Cell {
    type Err = BadCellName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = || BadCellName(text.chars().take(24).collect());
        let digits = text.find(|letter: char| !letter.is_ascii_alphabetic()).ok_or_else(bad)?;
        let (letters, number) = text.split_at(digits);
        if letters.is_empty() || letters.len() > 4 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(bad());
        }
        let column =
            letters.bytes().fold(0_u32, |sum, byte| sum * 26 + u32::from(byte.to_ascii_uppercase() - b'A') + 1);
        let row: u16 = number.parse().map_err(|_| bad())?;
        Ok(Self { row: row.checked_sub(1).ok_or_else(bad)?, column: u16::try_from(column - 1).map_err(|_| bad())? })
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.row, self.column].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let [row, column] = <[u16; 2]>::deserialize(deserializer)?;
        Ok(Self { row, column })
    }
}

impl JsonSchema for Cell {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Cell".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = <[u16; 2]>::json_schema(generator);
        schema.insert("description".to_owned(), "Row and column from 0, top left first.".into());
        schema
    }
}

/// One of the four ways out of a square cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Towards row 0.
    Up,
    /// Towards higher columns.
    Right,
    /// Towards higher rows.
    Down,
    /// Towards column 0.
    Left,
}

impl Direction {
    /// All four, clockwise from the top.
    pub const ALL: [Self; 4] = [Self::Up, Self::Right, Self::Down, Self::Left];

    /// The step as (rows down, columns right).
    pub const fn offset(self) -> (i16, i16) {
        match self {
            Self::Up => (-1, 0),
            Self::Right => (0, 1),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
        }
    }

    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
        }
    }

    /// A quarter turn clockwise.
    #[must_use]
    pub const fn clockwise(self) -> Self {
        match self {
            Self::Up => Self::Right,
            Self::Right => Self::Down,
            Self::Down => Self::Left,
            Self::Left => Self::Up,
        }
    }
}

/// Values in rows and columns. A grid always holds exactly `rows × columns` of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid<T> {
    rows: u16,
    columns: u16,
    values: Vec<T>,
}

/// Rows that do not make a rectangle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGrid {
    /// One row differs from the first.
    #[error("row {} has {found} cells, expected {expected}", row + 1)]
    Ragged {
        /// The row, from 0.
        row: usize,
        /// Its length.
        found: usize,
        /// The first row's length.
        expected: usize,
    },
    /// More rows or columns than a cell can name.
    #[error("the grid is too large: at most 65,535 rows and columns")]
    TooLarge,
}

impl<T> Grid<T> {
    /// A grid whose values come from a function of the cell.
    pub fn from_fn(rows: u16, columns: u16, mut value: impl FnMut(Cell) -> T) -> Self {
        let mut values = Vec::with_capacity(usize::from(rows) * usize::from(columns));
        for row in 0..rows {
            values.extend((0..columns).map(|column| value(Cell { row, column })));
        }
        Self { rows, columns, values }
    }

    /// A grid from its rows, top first.
    pub fn from_rows(rows: Vec<Vec<T>>) -> Result<Self, BadGrid> {
        let expected = rows.first().map_or(0, Vec::len);
        let row_count = u16::try_from(rows.len()).map_err(|_| BadGrid::TooLarge)?;
        let columns = u16::try_from(expected).map_err(|_| BadGrid::TooLarge)?;
        let ragged = rows.iter().enumerate().find(|(_, row)| row.len() != expected);
        if let Some((row, values)) = ragged {
            return Err(BadGrid::Ragged { row, found: values.len(), expected });
        }
        Ok(Self { rows: row_count, columns, values: rows.into_iter().flatten().collect() })
    }

    /// Number of rows.
    pub fn rows(&self) -> u16 {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> u16 {
        self.columns
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no cell at all.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Whether the cell lies on the grid.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// The value at a cell, or nothing beyond the edge.
    pub fn get(&self, cell: Cell) -> Option<&T> {
        self.contains(cell).then(|| &self.values[self.index_of(cell)])
    }

    /// The cell's place in reading order.
    pub fn index_of(&self, cell: Cell) -> usize {
        usize::from(cell.row) * usize::from(self.columns) + usize::from(cell.column)
    }

    /// The cell at a place in reading order.
    pub fn cell_at(&self, index: usize) -> Cell {
        let columns = usize::from(self.columns);
        Cell { row: (index / columns) as u16, column: (index % columns) as u16 }
    }

    /// All cells in reading order.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + use<T> {
        let (rows, columns) = (self.rows, self.columns);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell { row, column }))
    }

    /// All values in reading order.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// One row's values, left to right.
    pub fn row(&self, row: u16) -> &[T] {
        let start = usize::from(row) * usize::from(self.columns);
        &self.values[start..start + usize::from(self.columns)]
    }

    /// The cells beside a cell, in the order of [`Direction::ALL`].
    pub fn neighbors(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<'_, T> {
        Direction::ALL
            .into_iter()
            .filter_map(move |direction| cell.step(direction))
            .filter(|&neighbor| self.contains(neighbor))
    }

    /// The same cells with other values.
    pub fn map<U>(&self, value: impl FnMut(&T) -> U) -> Grid<U> {
        Grid { rows: self.rows, columns: self.columns, values: self.values.iter().map(value).collect() }
    }

    /// Exchanges the values of two cells.
    pub fn swap(&mut self, one: Cell, other: Cell) {
        let (one, other) = (self.index_of(one), self.index_of(other));
        self.values.swap(one, other);
    }
}

impl<T: Clone> Grid<T> {
    /// A grid of one value.
    pub fn filled(rows: u16, columns: u16, value: T) -> Self {
        Self { rows, columns, values: vec![value; usize::from(rows) * usize::from(columns)] }
    }

    /// The grid after a quarter turn clockwise.
    #[must_use]
    pub fn rotated(&self) -> Self {
        let last = self.rows.wrapping_sub(1);
        Self::from_fn(self.columns, self.rows, |cell| self[Cell { row: last - cell.column, column: cell.row }].clone())
    }

    /// The grid seen in a mirror: left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let last = self.columns.wrapping_sub(1);
        Self::from_fn(self.rows, self.columns, |cell| self[Cell { row: cell.row, column: last - cell.column }].clone())
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;

    fn index(&self, cell: Cell) -> &T {
        debug_assert!(self.contains(cell), "{cell} lies outside the grid");
        &self.values[usize::from(cell.row) * usize::from(self.columns) + usize::from(cell.column)]
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        debug_assert!(self.contains(cell), "{cell} lies outside the grid");
        &mut self.values[usize::from(cell.row) * usize::from(self.columns) + usize::from(cell.column)]
    }
}

impl<T: Serialize> Serialize for Grid<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.rows).map(|row| self.row(row)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Grid<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_rows(Vec::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_names_round_trip_beyond_z() {
        for (column, name) in [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")] {
            assert_eq!(column_name(column), name);
            let cell = Cell::new(11, column);
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        assert_eq!("c4".parse(), Ok(Cell::new(3, 2)));
    }

    #[test]
    fn texts_that_are_no_cell_are_refused() {
        for text in ["", "A", "1", "A0", "1A", "A-1", "A1B", "A99999", "AAAAA1", "é1", "A1é", "ZZZZ1"] {
            assert!(text.parse::<Cell>().is_err(), "{text}");
        }
    }

    #[test]
    fn four_rotations_and_two_mirrors_are_nothing() {
        let grid = Grid::from_fn(2, 3, |cell| (cell.row, cell.column));
        let turned = grid.rotated();
        assert_eq!((turned.rows(), turned.columns()), (3, 2));
        assert_eq!(turned[Cell::new(0, 0)], (1, 0));
        assert_eq!(turned.rotated().rotated().rotated(), grid);
        assert_eq!(grid.mirrored().mirrored(), grid);
    }

    #[test]
    fn neighbors_stop_at_the_edge() {
        let grid = Grid::filled(2, 3, 0);
        let around: Vec<_> = grid.neighbors(Cell::new(0, 1)).collect();
        assert_eq!(around, [Cell::new(0, 2), Cell::new(1, 1), Cell::new(0, 0)]);
    }

    #[test]
    fn ragged_rows_are_named() {
        let error = Grid::from_rows(vec![vec![1, 2], vec![3]]).unwrap_err();
        assert_eq!(error.to_string(), "row 2 has 1 cells, expected 2");
    }

    #[test]
    fn a_grid_serialises_as_its_rows() {
        let grid = Grid::from_fn(2, 2, |cell| cell.row * 2 + cell.column);
        let json = serde_json::to_string(&grid).unwrap();
        assert_eq!(json, "[[0,1],[2,3]]");
        assert_eq!(serde_json::from_str::<Grid<u16>>(&json).unwrap(), grid);
        assert!(serde_json::from_str::<Grid<u16>>("[[0,1],[2]]").is_err());
    }
}
