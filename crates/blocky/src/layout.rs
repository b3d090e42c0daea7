//! Pixels: where blocks lie in a window, what is drawn there, and which block a point selects.
//!
//! A block's children have half its size, rounded half to even as the original does, so that on sizes that are no power
//! of two neighbours may overlap or gape by a pixel. That is part of the original's answers and kept.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::board::{Block, Board, Color, Path};

/// Half a size, rounded half to even.
pub const fn half(size: u32) -> u32 {
    let floor = size / 2;
    if size % 2 == 1 && floor % 2 == 1 { floor + 1 } else { floor }
}

/// Where a block lies: its upper left corner and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    /// Pixels from the left.
    pub x: u32,
    /// Pixels from the top.
    pub y: u32,
    /// Pixels along a side.
    pub size: u32,
}

impl Square {
    /// The square of a child.
    #[must_use]
    pub const fn child(self, step: usize) -> Self {
        let size = half(self.size);
        let right = if matches!(step & 3, 0 | 3) { size } else { 0 };
        let down = if matches!(step & 3, 2 | 3) { size } else { 0 };
        Self { x: self.x + right, y: self.y + down, size }
    }
}

/// The square of a block on a board of this size.
pub fn square_of(path: Path, size: u32) -> Square {
    path.steps().fold(Square { x: 0, y: 0, size }, Square::child)
}

/// What a rectangle shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Paint {
    /// A solid block.
    Fill(Color),
    /// The frame of a solid block.
    Frame,
    /// The mark of a selected block.
    Highlight,
}

/// Something to draw. Serialises as `[paint, [x, y], [width, height], line width]`; a filled one has line width 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rectangle {
    /// What it shows.
    pub paint: Paint,
    /// Where.
    pub square: Square,
}

impl Rectangle {
    /// The width of its line; 0 when it is filled.
    pub const fn line_width(self) -> u32 {
        match self.paint {
            Paint::Fill(_) => 0,
            Paint::Frame => 3,
            Paint::Highlight => 5,
        }
    }
}

impl Serialize for Paint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Fill(color) => color.serialize(serializer),
            Self::Frame => serializer.serialize_str("frame"),
            Self::Highlight => serializer.serialize_str("highlight"),
        }
    }
}

impl Serialize for Rectangle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Square { x, y, size } = self.square;
        (self.paint, [x, y], [size, size], self.line_width()).serialize(serializer)
    }
}

impl JsonSchema for Paint {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Paint".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "oneOf": [generator.subschema_for::<Color>(), { "enum": ["frame", "highlight"] }] })
    }
}

impl JsonSchema for Rectangle {
    fn schema_name() -> Cow<'static, str> {
        "Rectangle".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <(Paint, [u32; 2], [u32; 2], u32)>::json_schema(generator)
    }
}

/// What is drawn for a board: a filled square and a frame for every solid block, then the highlight if there is one.
pub fn rectangles(board: &Board, size: u32, highlight: Option<Path>) -> Vec<Rectangle> {
    let solid = board.leaves().flat_map(|(path, color)| {
        let square = square_of(path, size);
        [Rectangle { paint: Paint::Fill(color), square }, Rectangle { paint: Paint::Frame, square }]
    });
    let mark = highlight.map(|path| Rectangle { paint: Paint::Highlight, square: square_of(path, size) });
    solid.chain(mark).collect()
}

/// The block of this level at a point, or the solid one there that lies higher; nothing beyond the board.
///
/// Left and upper edges belong to a block, right and lower ones do not.
pub fn select(board: &Board, size: u32, x: i64, y: i64, level: u8) -> Option<Path> {
    let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
    if x >= size || y >= size {
        return None;
    }
    let mut path = Path::ROOT;
    let mut square = Square { x: 0, y: 0, size };
    while path.level() < level && board.block(path) == Some(Block::Divided) {
        let middle = half(square.size);
        let step = match (x >= square.x + middle, y >= square.y + middle) {
            (true, false) => 0,
            (false, false) => 1,
            (false, true) => 2,
            (true, true) => 3,
        };
        path = path.child(step)?;
        square = square.child(step);
    }
    Some(path)
}

/// The same for a pointer that may have left the board: it counts as being on the nearest edge.
pub fn select_nearest(board: &Board, size: u32, x: i64, y: i64, level: u8) -> Path {
    let last = i64::from(size.max(1)) - 1;
    select(board, size.max(1), x.clamp(0, last), y.clamp(0, last), level).unwrap_or(Path::ROOT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_rounded_to_even() {
        let mut sizes = vec![750];
        for _ in 0..5 {
            sizes.push(half(sizes[sizes.len() - 1]));
        }
        assert_eq!(sizes, [750, 375, 188, 94, 47, 24]);
        assert_eq!([half(25), half(1), half(3), half(0)], [12, 0, 2, 0]);
    }

    #[test]
    fn the_squares_of_the_reference_board_are_those_of_the_original() {
        let board: Board = r#"{"max_depth":2,"board":[[0,1,1,3],2,1,3]}"#.parse().unwrap();
        let json = serde_json::to_string(&rectangles(&board, 750, Some("0".parse().unwrap()))).unwrap();
        assert_eq!(
            json,
            "[[0,[563,0],[188,188],0],[\"frame\",[563,0],[188,188],3],[1,[375,0],[188,188],0],\
             [\"frame\",[375,0],[188,188],3],[1,[375,188],[188,188],0],[\"frame\",[375,188],[188,188],3],\
             [3,[563,188],[188,188],0],[\"frame\",[563,188],[188,188],3],[2,[0,0],[375,375],0],\
             [\"frame\",[0,0],[375,375],3],[1,[0,375],[375,375],0],[\"frame\",[0,375],[375,375],3],\
             [3,[375,375],[375,375],0],[\"frame\",[375,375],[375,375],3],[\"highlight\",[375,0],[375,375],5]]"
        );
    }

    #[test]
    fn a_point_selects_the_block_it_lies_in() {
        let board: Board = r#"{"max_depth":2,"board":[[0,1,1,3],2,1,3]}"#.parse().unwrap();
        let at = |x, y, level| select(&board, 50, x, y, level).map(|path| path.to_string());
        assert_eq!(at(40, 10, 2).as_deref(), Some("0.0"));
        assert_eq!(at(40, 10, 1).as_deref(), Some("0"));
        assert_eq!(at(40, 10, 0).as_deref(), Some("root"));
        assert_eq!(at(24, 24, 9).as_deref(), Some("1"));
        assert_eq!(at(25, 25, 9).as_deref(), Some("3"));
        assert_eq!(at(50, 0, 0), None);
        assert_eq!(at(-1, 0, 0), None);
        assert_eq!(select_nearest(&board, 50, 99, -7, 2).to_string(), "0.0");
    }
}
