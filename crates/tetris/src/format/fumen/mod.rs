//! Fumen: pages of fields, pieces and comments as one short text, the field's own way to share boards.
//!
//! A field has ten columns, 23 rows and one row of garbage below them. A page is a field, perhaps a piece on it, a comment
//! and flags; once its piece is locked, full rows vanish, garbage rises and the field is mirrored as the flags say. [`read`]
//! understands versions 115 and 110; [`write()`] gives version 115 in the very form of the reference encoder (`tetris-fumen`).

mod decode;
mod encode;
mod escape;
mod plan;
mod quiz;

use std::borrow::Cow;

use azulejo_core::problem::Problem;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use decode::read;
pub use encode::write;
pub use plan::{field, of_plan};

use crate::position::Piece;
use crate::srs::{Facing, Spot};

/// Columns of a field.
pub const COLUMNS: usize = 10;
/// Rows of a field, without its garbage.
pub const ROWS: usize = 23;
/// The most pages that are read or written.
pub const MOST_PAGES: usize = 10_000;

/// A cell: nothing, a piece's colour, or grey.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Block {
    /// Nothing lies there.
    #[default]
    Empty,
    /// A cell of a piece.
    Of(Piece),
    /// A cell of no piece.
    Grey,
}

/// The pieces in the order of fumen's numbers, from 1.
const NUMBERED: [Piece; 7] = [Piece::I, Piece::L, Piece::O, Piece::Z, Piece::T, Piece::J, Piece::S];

/// The number of a piece.
fn number(piece: Piece) -> usize {
    NUMBERED.iter().position(|known| *known == piece).map_or(0, |place| place + 1)
}

impl Block {
    fn from_number(number: i64) -> Option<Self> {
        match number {
            0 => Some(Self::Empty),
            8 => Some(Self::Grey),
            1..=7 => Some(Self::Of(NUMBERED[number as usize - 1])),
            _ => None,
        }
    }

    fn number(self) -> i64 {
        match self {
            Self::Empty => 0,
            Self::Of(piece) => number(piece) as i64,
            Self::Grey => 8,
        }
    }

    /// Its letter: `_`, a piece's, or `X`.
    pub fn letter(self) -> char {
        match self {
            Self::Empty => '_',
            Self::Of(piece) => piece.letter(),
            Self::Grey => 'X',
        }
    }

    /// The cell of a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_uppercase() {
            '_' | '.' | '0' => Some(Self::Empty),
            'X' | 'G' => Some(Self::Grey),
            letter => Piece::from_letter(letter).map(Self::Of),
        }
    }
}

type Row = [Block; COLUMNS];

/// A field: its rows from the lowest up, and what will rise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    rows: [Row; ROWS],
    garbage: Row,
}

impl Default for Field {
    fn default() -> Self {
        Self { rows: [[Block::Empty; COLUMNS]; ROWS], garbage: [Block::Empty; COLUMNS] }
    }
}

impl Field {
    /// A field of rows, the lowest first.
    pub fn of(rows: impl IntoIterator<Item = Row>) -> Self {
        let mut field = Self::default();
        for (place, row) in field.rows.iter_mut().zip(rows) {
            *place = row;
        }
        field
    }

    /// Its rows, the lowest first.
    pub fn rows(&self) -> &[Row; ROWS] {
        &self.rows
    }

    /// The row that rises next.
    pub fn garbage(&self) -> &Row {
        &self.garbage
    }

    /// Rows up to the highest that is not empty.
    pub fn height(&self) -> usize {
        self.rows.iter().rposition(|row| row.iter().any(|block| *block != Block::Empty)).map_or(0, |row| row + 1)
    }

    /// The rows as texts, the highest that is not empty first.
    pub fn lines(&self) -> Vec<String> {
        self.rows[..self.height()].iter().rev().map(line).collect()
    }

    /// The block at a place in the order of the code: from the top, the garbage last.
    fn at(&self, place: usize) -> Block {
        let (row, column) = (place / COLUMNS, place % COLUMNS);
        if row < ROWS { self.rows[ROWS - 1 - row][column] } else { self.garbage[column] }
    }

    fn set(&mut self, row: i64, column: usize, block: Block) {
        if row < 0 {
            self.garbage[column] = block;
        } else {
            self.rows[row as usize][column] = block;
        }
    }

    /// What the next page begins with.
    fn after(&self, operation: Option<&Operation>, flags: Flags) -> Self {
        let mut after = self.clone();
        if !flags.lock {
            return after;
        }
        for (x, y) in operation.into_iter().flat_map(Operation::cells) {
            // Operations are looked at when they are read: their cells lie on the field.
            after.rows[y as usize][x as usize] = operation.map_or(Block::Empty, |operation| Block::Of(operation.piece));
        }
        let left = after.rows.into_iter().filter(|row| row.contains(&Block::Empty));
        after.rows = Self::of(left).rows;
        if flags.rise {
            after.rows = Self::of(std::iter::once(self.garbage).chain(after.rows)).rows;
            after.garbage = [Block::Empty; COLUMNS];
        }
        if flags.mirror {
            after.rows.iter_mut().for_each(|row| row.reverse());
        }
        after
    }
}

fn line(row: &Row) -> String {
    row.iter().map(|block| block.letter()).collect()
}

fn parse_line(text: &str) -> Result<Row, String> {
    let blocks: Option<Vec<Block>> = text.chars().map(Block::from_letter).collect();
    blocks.and_then(|blocks| blocks.try_into().ok()).ok_or_else(|| {
        let shown: String = text.chars().filter(|letter| !letter.is_control()).take(24).collect();
        format!("`{shown}` is not a row: expected ten of `_`, `X` and the letters of pieces")
    })
}

/// A piece that a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Operation {
    /// The piece.
    #[serde(rename = "type")]
    pub piece: Piece,
    /// How it is turned.
    pub rotation: Rotation,
    /// Column of its centre, from 0.
    pub x: i8,
    /// Row of its centre, from 0 at the floor.
    pub y: i8,
    /// Its cells, which the rest says already.
    #[serde(default, skip_serializing)]
    #[schemars(skip)]
    cells: Ignored,
}

/// How a piece is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rotation {
    /// As it enters.
    Spawn,
    /// Clockwise.
    Right,
    /// Upside down.
    Reverse,
    /// Counter-clockwise.
    Left,
}

impl Rotation {
    /// In the order of fumen's numbers.
    const NUMBERED: [Self; 4] = [Self::Reverse, Self::Right, Self::Spawn, Self::Left];

    fn number(self) -> usize {
        Self::NUMBERED.iter().position(|known| *known == self).unwrap_or(0)
    }
}

impl From<Rotation> for Facing {
    fn from(rotation: Rotation) -> Self {
        match rotation {
            Rotation::Spawn => Self::North,
            Rotation::Right => Self::East,
            Rotation::Reverse => Self::South,
            Rotation::Left => Self::West,
        }
    }
}

impl From<Facing> for Rotation {
    fn from(facing: Facing) -> Self {
        match facing {
            Facing::North => Self::Spawn,
            Facing::East => Self::Right,
            Facing::South => Self::Reverse,
            Facing::West => Self::Left,
        }
    }
}

impl Operation {
    /// A piece by its centre.
    pub fn new(piece: Piece, rotation: Rotation, x: i8, y: i8) -> Self {
        Self { piece, rotation, x, y, cells: Ignored }
    }

    /// Its cells: columns, and rows from the floor.
    pub fn cells(&self) -> [(i8, i8); 4] {
        Spot { facing: self.rotation.into(), x: self.x, y: self.y }.cells(self.piece)
    }

    /// Whether all of it lies on a field.
    fn is_on_field(self) -> bool {
        // Far outside, centres would overflow where their cells are counted.
        let near = |at: i8| (-4..=30).contains(&at);
        let on = |(x, y): (i8, i8)| (0..COLUMNS as i8).contains(&x) && (0..ROWS as i8).contains(&y);
        near(self.x) && near(self.y) && self.cells().into_iter().all(on)
    }

    /// How far the code's place is from the centre.
    fn shift(self) -> (i8, i8) {
        match (self.piece, self.rotation) {
            (Piece::O, Rotation::Left) => (-1, 1),
            (Piece::O | Piece::I, Rotation::Reverse) | (Piece::Z, Rotation::Left) => (-1, 0),
            (Piece::O | Piece::S | Piece::Z, Rotation::Spawn) | (Piece::I, Rotation::Left) => (0, 1),
            (Piece::S, Rotation::Right) => (1, 0),
            _ => (0, 0),
        }
    }
}

/// What a page does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "the format has these flags")]
pub struct Flags {
    /// The piece is locked: full rows vanish, and garbage may rise.
    pub lock: bool,
    /// The field is mirrored.
    pub mirror: bool,
    /// Pieces have the colours of the guideline.
    pub colorize: bool,
    /// The garbage row rises.
    pub rise: bool,
    /// The comment is a quiz: pieces to come, which go as they are used.
    pub quiz: bool,
}

impl Default for Flags {
    fn default() -> Self {
        Self { lock: true, mirror: false, colorize: false, rise: false, quiz: false }
    }
}

/// A page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// The rows that are not empty, from the top; as the page before left it, where it is not said.
    #[serde(default)]
    pub field: Option<Field>,
    /// The piece on it.
    #[serde(default)]
    pub operation: Option<Operation>,
    /// What is said.
    #[serde(default)]
    pub comment: Option<String>,
    /// What it does.
    #[serde(default)]
    pub flags: Option<Flags>,
    /// From which pages it has what it does not say itself.
    #[serde(default)]
    pub refs: Option<References>,
    /// Its number, which its place says already.
    #[serde(default, skip_serializing)]
    #[schemars(skip)]
    index: Ignored,
}

/// Pages that said first what holds on this one; a page without a reference to a comment says its own, even if it is the
/// same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct References {
    /// The page that brought the field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<usize>,
    /// The page that brought the comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<usize>,
}

/// A member that others write and that says nothing new.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ignored;

impl<'de> Deserialize<'de> for Ignored {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde::de::IgnoredAny::deserialize(deserializer).map(|_| Self)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Rows(Vec<String>),
    Line(String),
    Both { rows: Vec<String>, garbage: String },
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = self.lines();
        if self.garbage == [Block::Empty; COLUMNS] {
            Written::Rows(rows).serialize(serializer)
        } else {
            Written::Both { rows, garbage: line(&self.garbage) }.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = |_| D::Error::custom("a field is a list of rows, or `rows` and `garbage`");
        let (rows, garbage) = match Written::deserialize(deserializer).map_err(expected)? {
            Written::Rows(rows) => (rows, None),
            Written::Line(text) => (text.split('/').filter(|row| !row.is_empty()).map(str::to_owned).collect(), None),
            Written::Both { rows, garbage } => (rows, Some(garbage)),
        };
        if rows.len() > ROWS {
            return Err(D::Error::custom(format!("a field has at most {ROWS} rows, not {}", rows.len())));
        }
        let rows: Result<Vec<Row>, String> = rows.iter().rev().map(|row| parse_line(row)).collect();
        let mut field = Self::of(rows.map_err(D::Error::custom)?);
        if let Some(garbage) = garbage {
            field.garbage = parse_line(&garbage).map_err(D::Error::custom)?;
        }
        Ok(field)
    }
}

impl JsonSchema for Field {
    fn schema_name() -> Cow<'static, str> {
        "FumenField".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let row = json_schema!({ "type": "string", "pattern": "^[_XIZSLJOT]{10}$" });
        json_schema!({
            "description": "Rows from the top, and the row that rises next where it is not empty.",
            "anyOf": [
                { "type": "array", "items": row, "maxItems": ROWS },
                {
                    "type": "object",
                    "properties": { "rows": { "type": "array", "items": row }, "garbage": row },
                    "required": ["rows", "garbage"],
                },
            ],
        })
    }
}

impl Page {
    /// A page that says all it shows.
    pub fn new(field: Field, operation: Option<Operation>, comment: impl Into<String>, flags: Flags) -> Self {
        let (field, comment, flags) = (Some(field), Some(comment.into()), Some(flags));
        Self { field, operation, comment, flags, refs: None, index: Ignored }
    }
}

fn broken(what: impl Into<String>) -> Problem {
    Problem::new(format!("this is no fumen: {}", what.into())).hint("a fumen is a text such as `v115@vhAAgH`")
}
