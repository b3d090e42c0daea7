//! The board and the pieces: what lies where, and how each piece looks in each of its rotations.
//!
//! A board keeps its cells as the characters they were written in (`0` is empty, `1` to `7` the colors of the pieces),
//! so that what was read is what is written. How pieces fall is in `rules`.

use std::borrow::Cow;
use std::fmt;

use azulejo_core::grid::{Cell, Grid};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One of the seven tetrominoes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
#[expect(missing_docs, reason = "the letters are the names")]
pub enum Piece {
    I,
    Z,
    S,
    L,
    J,
    O,
    T,
}

impl Piece {
    /// All seven, in the order of their digits.
    pub const ALL: [Self; 7] = [Self::I, Self::Z, Self::S, Self::L, Self::J, Self::O, Self::T];

    /// Cells of a piece.
    pub const CELLS: u32 = 4;

    /// Its letter in files.
    pub const fn letter(self) -> char {
        match self {
            Self::I => 'I',
            Self::Z => 'Z',
            Self::S => 'S',
            Self::L => 'L',
            Self::J => 'J',
            Self::O => 'O',
            Self::T => 'T',
        }
    }

    /// The piece of a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|piece| piece.letter() == letter)
    }

    /// The mark its cells leave on the board: `1` to `7`.
    pub const fn mark(self) -> Mark {
        Mark(b'1' + self as u8)
    }

    /// Its rotations, clockwise; the index is the rotation's number.
    pub fn forms(self) -> &'static [Form] {
        &FORMS[self as usize][..ROTATIONS[self as usize]]
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.letter())
    }
}

/// A piece in one rotation. Columns and rows beyond its box are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Columns of its box.
    pub width: u8,
    /// Rows of its box.
    pub height: u8,
    /// Its rows, lowest first; bit `j` is the box's column `j`.
    pub rows: [u8; 4],
    /// For each column, the empty cells below its lowest cell.
    pub bottoms: [u8; 4],
    /// For each column, the row above its highest cell.
    pub tops: [u8; 4],
}

impl Form {
    const NONE: Self = Self { width: 0, height: 0, rows: [0; 4], bottoms: [0; 4], tops: [0; 4] };

    /// The form drawn by rows of bits, top row first, leftmost column in the highest bit.
    const fn drawn(width: u8, drawing: &[u8]) -> Self {
        let mut form = Self { width, height: drawing.len() as u8, ..Self::NONE };
        let mut row = 0;
        while row < drawing.len() {
            let bits = drawing[drawing.len() - 1 - row];
            let mut column = 0;
            while column < width {
                if bits >> (width - 1 - column) & 1 == 1 {
                    let column = column as usize;
                    form.rows[row] |= 1 << column;
                    if form.tops[column] == 0 {
                        form.bottoms[column] = row as u8;
                    }
                    form.tops[column] = row as u8 + 1;
                }
                column += 1;
            }
            row += 1;
        }
        form
    }

    /// Its cells as (row above the box's lowest, column of the box), lowest row first.
    pub fn cells(&self) -> impl Iterator<Item = (u16, u16)> + use<> {
        let rows = self.rows;
        (0..4_u16)
            .flat_map(|row| (0..4_u16).map(move |column| (row, column)))
            .filter(move |&(row, column)| rows[usize::from(row)] >> column & 1 == 1)
    }
}

const ROTATIONS: [usize; 7] = [2, 2, 2, 4, 4, 1, 4];

static FORMS: [[Form; 4]; 7] = [
    [Form::drawn(4, &[0b1111]), Form::drawn(1, &[1, 1, 1, 1]), Form::NONE, Form::NONE],
    [Form::drawn(3, &[0b110, 0b011]), Form::drawn(2, &[0b01, 0b11, 0b10]), Form::NONE, Form::NONE],
    [Form::drawn(3, &[0b011, 0b110]), Form::drawn(2, &[0b10, 0b11, 0b01]), Form::NONE, Form::NONE],
    [
        Form::drawn(3, &[0b001, 0b111]),
        Form::drawn(2, &[0b10, 0b10, 0b11]),
        Form::drawn(3, &[0b111, 0b100]),
        Form::drawn(2, &[0b11, 0b01, 0b01]),
    ],
    [
        Form::drawn(3, &[0b100, 0b111]),
        Form::drawn(2, &[0b11, 0b10, 0b10]),
        Form::drawn(3, &[0b111, 0b001]),
        Form::drawn(2, &[0b01, 0b01, 0b11]),
    ],
    [Form::drawn(2, &[0b11, 0b11]), Form::NONE, Form::NONE, Form::NONE],
    [
        Form::drawn(3, &[0b010, 0b111]),
        Form::drawn(2, &[0b10, 0b11, 0b10]),
        Form::drawn(3, &[0b111, 0b010]),
        Form::drawn(2, &[0b01, 0b11, 0b01]),
    ],
];

/// What lies on a cell, as the character that stands for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark(u8);

impl Mark {
    /// Nothing.
    pub const EMPTY: Self = Self(b'0');

    /// What lies there and is no piece's.
    pub const OTHER: Self = Self(b'8');

    /// The mark of a character: a digit, or the letter `O` that some files write for an occupied cell.
    pub fn from_char(character: char) -> Option<Self> {
        matches!(character, '0'..='9' | 'O').then_some(Self(character as u8))
    }

    /// The character.
    pub const fn to_char(self) -> char {
        self.0 as char
    }

    /// Whether something lies there.
    pub const fn is_filled(self) -> bool {
        self.0 != b'0'
    }
}

/// A board of [`Board::SIDES`] rows and columns. Row 0 is the top, as in files.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    cells: Grid<Mark>,
}

/// A board of a size that is not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a board has from 1 to 1000 rows and columns, not {rows} x {columns}")]
pub struct BadSize {
    /// Rows asked for.
    pub rows: u16,
    /// Columns asked for.
    pub columns: u16,
}

impl Board {
    /// Rows and columns a board may have.
    pub const SIDES: std::ops::RangeInclusive<u16> = 1..=1000;

    /// Rows and columns that the fast engines of `solve` and the controllers know; all others are planned plainly.
    pub const FAST_SIDES: std::ops::RangeInclusive<u16> = 4..=64;

    /// A board with nothing on it.
    pub fn empty(rows: u16, columns: u16) -> Result<Self, BadSize> {
        Self::of(Grid::filled(rows, columns, Mark::EMPTY))
    }

    /// A board of these cells.
    pub fn of(cells: Grid<Mark>) -> Result<Self, BadSize> {
        let (rows, columns) = (cells.rows(), cells.columns());
        if Self::SIDES.contains(&rows) && Self::SIDES.contains(&columns) {
            Ok(Self { cells })
        } else {
            Err(BadSize { rows, columns })
        }
    }

    /// Number of rows.
    pub fn rows(&self) -> u16 {
        self.cells.rows()
    }

    /// Number of columns.
    pub fn columns(&self) -> u16 {
        self.cells.columns()
    }

    /// The cells, top row first.
    pub fn cells(&self) -> &Grid<Mark> {
        &self.cells
    }

    /// Whether something lies on a cell; nothing does beyond the edge.
    pub fn is_filled(&self, cell: Cell) -> bool {
        self.cells.get(cell).is_some_and(|mark| mark.is_filled())
    }

    /// How high each column reaches: the rows from the floor to its highest filled cell.
    pub fn heights(&self) -> Vec<u16> {
        (0..self.columns())
            .map(|column| {
                let top = (0..self.rows()).find(|&row| self.is_filled(Cell::new(row, column)));
                top.map_or(0, |row| self.rows() - row)
            })
            .collect()
    }

    /// Lays a mark on a cell; for `rules` alone, which knows what may lie where.
    pub(crate) fn lay(&mut self, cell: Cell, mark: Mark) {
        self.cells[cell] = mark;
    }
}

impl fmt::Display for Board {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows() {
            if row > 0 {
                formatter.write_str("\n")?;
            }
            let text: String = self.cells.row(row).iter().map(|mark| mark.to_char()).collect();
            formatter.write_str(&text)?;
        }
        Ok(())
    }
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.to_string().lines())
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let lines = Vec::<String>::deserialize(deserializer)?;
        let rows: Option<Vec<Vec<Mark>>> =
            lines.iter().map(|line| line.chars().map(Mark::from_char).collect()).collect();
        let rows = rows.ok_or_else(|| D::Error::custom("a cell is a digit, 0 for an empty one"))?;
        Self::of(Grid::from_rows(rows).map_err(D::Error::custom)?).map_err(D::Error::custom)
    }
}

impl JsonSchema for Board {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Board".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "array",
            "description": "The rows, top first: 0 is an empty cell, 1 to 7 the pieces I Z S L J O T.",
            "minItems": Self::SIDES.start(),
            "maxItems": Self::SIDES.end(),
            "items": { "type": "string", "pattern": "^[0-9O]{1,1000}$" },
        })
    }
}

#[cfg(test)]
mod tests {
    use azulejo_core::shape::Shape;

    use super::*;

    fn shape(form: &Form) -> Shape {
        let cells: Vec<Cell> =
            form.cells().map(|(row, column)| Cell::new(u16::from(form.height) - 1 - row, column)).collect();
        Shape::of(&cells).unwrap()
    }

    #[test]
    fn forms_are_the_clockwise_rotations_of_a_piece() {
        for piece in Piece::ALL {
            let expected = shape(&piece.forms()[0]).rotations();
            let found: Vec<Shape> = piece.forms().iter().map(shape).collect();
            assert_eq!(found, expected, "{piece}");
            assert!(found.iter().all(|shape| shape.size() == Piece::CELLS));
        }
    }

    #[test]
    fn a_form_knows_its_outline() {
        let hook = Piece::L.forms()[2];
        assert_eq!((hook.width, hook.height), (3, 2));
        assert_eq!(hook.bottoms, [0, 1, 1, 0]);
        assert_eq!(hook.tops, [2, 2, 2, 0]);
        let corner = Piece::J.forms()[3];
        assert_eq!(corner.bottoms, [0, 0, 0, 0]);
        assert_eq!(corner.tops, [1, 3, 0, 0]);
    }

    #[test]
    fn letters_and_marks_are_those_of_the_files() {
        let letters: String = Piece::ALL.iter().map(Piece::to_string).collect();
        assert_eq!(letters, "IZSLJOT");
        let marks: String = Piece::ALL.iter().map(|piece| piece.mark().to_char()).collect();
        assert_eq!(marks, "1234567");
        assert!(Piece::ALL.into_iter().all(|piece| Piece::from_letter(piece.letter()) == Some(piece)));
        assert_eq!(Piece::from_letter('i'), None);
    }

    #[test]
    fn only_boards_of_playable_size_exist() {
        assert!(Board::empty(1, 1000).is_ok());
        assert_eq!(Board::empty(0, 10), Err(BadSize { rows: 0, columns: 10 }));
        assert!(Board::empty(10, 1001).is_err());
        assert!(serde_json::from_str::<Board>("[]").is_err());
    }

    #[test]
    fn a_board_survives_json_and_knows_its_heights() {
        let json = r#"["0000","0000","0100","012O"]"#;
        let board: Board = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&board).unwrap(), json);
        assert_eq!(board.heights(), [0, 2, 1, 1]);
    }
}
