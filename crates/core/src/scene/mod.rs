//! What there is to see, without knowing how it is drawn: boards of tiles, outlines, paths, dots, marks, things to touch.
//!
//! A game makes [`Scene`]s, one a board: the main one, then trays such as a hand of cards. [`ansi`], [`svg`] and `png`
//! (behind the feature `pictures`) show them, without knowing any game. Pictures are laid out once, in [`drawing`], so that SVG and PNG cannot disagree.
//! What can be touched has a *handle*, a short name that the page sends back when it was touched.

pub mod ansi;
pub mod drawing;
#[cfg(feature = "pictures")]
mod font;
pub mod layout;
pub mod palette;
#[cfg(feature = "pictures")]
pub mod png;
pub mod sheet;
mod spoken;
mod style;
pub mod svg;

use schemars::JsonSchema;
use serde::Serialize;

use crate::grid::Cell;
pub use layout::{Layout, Tiling};
pub use palette::{Palette, Theme};
pub use style::{Colors, Draw, Letters, Patterns, Style};

/// A colour by its number; the palette says how it looks.
pub type ColorId = u8;

/// The name of the board that a game is about; all others are trays beside it.
pub const MAIN_BOARD: &str = "board";

/// Everything there is to see on one board.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Scene {
    /// Which board it is: `board` for the main one, else what the game calls the tray, such as `hand`.
    pub name: &'static str,
    /// What it shows, in one line: the title of a picture, the first words of a screen reader.
    pub title: String,
    /// How cells lie beside each other, and how many.
    pub layout: Layout,
    /// What touching its cells means.
    pub touch: Touch,
    /// The cells, in reading order.
    pub tiles: Vec<Tile>,
    /// Lines round groups of cells, drawn over the tiles in this order.
    pub outlines: Vec<Outline>,
    /// Walls between two neighbouring cells, drawn over the outlines.
    pub walls: Vec<[Cell; 2]>,
    /// Lines through cells, drawn over the walls.
    pub paths: Vec<Path>,
    /// Discs in cells, drawn over the paths.
    pub dots: Vec<Dot>,
    /// What the player's hand and the hints show on top, drawn over the dots in this order.
    pub marks: Vec<Marks>,
    /// What can be touched and is not a single cell: a card, a colour, a piece. Drawn last.
    pub things: Vec<Thing>,
    /// Whether columns and rows are named at the edge.
    pub axes: Axes,
    /// What must be seen at once, in red right below the board.
    pub label: Option<String>,
    /// Lines of text below.
    pub caption: Vec<String>,
}

impl Scene {
    /// A scene of tiles alone, to be looked at, with names at the edge.
    pub fn new(title: impl Into<String>, layout: Layout, tiles: Vec<Tile>) -> Self {
        Self {
            name: MAIN_BOARD,
            title: title.into(),
            layout,
            touch: Touch::None,
            tiles,
            outlines: Vec::new(),
            walls: Vec::new(),
            paths: Vec::new(),
            dots: Vec::new(),
            marks: Vec::new(),
            things: Vec::new(),
            axes: Axes::Named,
            label: None,
            caption: Vec::new(),
        }
    }

    /// The same under another name.
    #[must_use]
    pub fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// The same, with cells that can be touched.
    #[must_use]
    pub fn touchable(self, touch: Touch) -> Self {
        Self { touch, ..self }
    }

    /// The same without names at the edge.
    #[must_use]
    pub fn without_axes(self) -> Self {
        Self { axes: Axes::Hidden, ..self }
    }

    /// The same with cells marked; no cells, no mark.
    #[must_use]
    pub fn with_marks(mut self, kind: MarkKind, cells: impl IntoIterator<Item = Cell>) -> Self {
        let cells: Vec<Cell> = cells.into_iter().collect();
        if !cells.is_empty() {
            self.marks.push(Marks { kind, cells });
        }
        self
    }

    /// The same with more things to touch.
    #[must_use]
    pub fn with_things(mut self, things: impl IntoIterator<Item = Thing>) -> Self {
        self.things.extend(things);
        self
    }

    /// The same with a line round some cells.
    #[must_use]
    pub fn with_outline(mut self, stroke: Stroke, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.outlines.push(Outline { cells: cells.into_iter().collect(), stroke });
        self
    }

    /// The same with a line through some cells.
    #[must_use]
    pub fn with_path(mut self, kind: PathKind, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.paths.push(Path { cells: cells.into_iter().collect(), kind });
        self
    }

    /// The same with a red label below.
    #[must_use]
    pub fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// The same with a line of text below.
    #[must_use]
    pub fn with_caption(mut self, line: impl Into<String>) -> Self {
        self.caption.push(line.into());
        self
    }

    /// Whether anything here can be touched.
    pub fn is_touchable(&self) -> bool {
        self.touch != Touch::None || !self.things.is_empty()
    }
}

/// What touching the cells of a board means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Touch {
    /// Nothing: they are looked at.
    #[default]
    None,
    /// Each tile can be touched; its handle is its cell's name, such as `A1`.
    Cells,
    /// The same, and so does dragging over them: the page must not scroll there.
    Drag,
}

/// Whether columns and rows are named at the edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Axes {
    /// Letters above, numbers on the left.
    Named,
    /// No names.
    Hidden,
}

/// One cell, or a square block of cells shown as one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tile {
    /// Its cell; a block's upper left one.
    pub cell: Cell,
    /// Cells on a side: 1, or more for a block.
    pub span: u16,
    /// What fills it.
    pub fill: Fill,
    /// A letter or number on it; colour is never the only sign.
    pub label: String,
    /// What a screen reader says of it; empty, it says the cell and the label.
    pub spoken: String,
    /// How much it stands out.
    pub emphasis: Emphasis,
}

impl Tile {
    /// A plain cell of a colour, with its letter.
    pub fn colored(cell: Cell, color: ColorId, label: impl Into<String>) -> Self {
        Self { fill: Fill::Color(color), label: label.into(), ..Self::empty(cell) }
    }

    /// An empty cell.
    pub fn empty(cell: Cell) -> Self {
        Self {
            cell,
            span: 1,
            fill: Fill::Empty,
            label: String::new(),
            spoken: String::new(),
            emphasis: Emphasis::Plain,
        }
    }

    /// A place that is not part of the board.
    pub fn void(cell: Cell) -> Self {
        Self { fill: Fill::Void, ..Self::empty(cell) }
    }
}

/// What fills a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fill {
    /// The board's own ground.
    Empty,
    /// Nothing: a hole in the board.
    Void,
    /// A colour.
    Color(ColorId),
}

/// How much a tile stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Emphasis {
    /// Like most.
    Plain,
    /// Meant to be seen first.
    Strong,
    /// Stepping back behind the others.
    Faded,
}

/// A line round a group of cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Outline {
    /// The cells inside.
    pub cells: Vec<Cell>,
    /// How the line looks.
    pub stroke: Stroke,
}

/// How an outline looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stroke {
    /// A border between neighbours.
    Thin,
    /// A border that counts: a figure, a wall.
    Strong,
    /// What was just played, or is meant.
    Highlight,
}

/// A line through the middle of cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Path {
    /// The cells in order. A step between cells that are not neighbours leaves the board and comes back.
    pub cells: Vec<Cell>,
    /// How it looks.
    pub kind: PathKind,
}

/// How a path looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PathKind {
    /// A thick line of a colour with round joints.
    Pipe(ColorId),
    /// A thin line with an arrow's head at both ends: two cells change places.
    Exchange,
    /// A thin line without a colour: what is advised.
    Advice,
}

/// A disc in a cell, with a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Dot {
    /// Where.
    pub cell: Cell,
    /// Its colour.
    pub color: ColorId,
    /// Its letter.
    pub label: String,
}

/// Cells marked alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Marks {
    /// What the mark says.
    pub kind: MarkKind,
    /// Where.
    pub cells: Vec<Cell>,
}

/// What a mark says of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// The keyboard's cursor is here.
    Cursor,
    /// The player has taken this up.
    Chosen,
    /// The next touch can go here.
    Choice,
    /// A hint speaks of this.
    Hint,
    /// A piece of this colour would come to rest here.
    Ghost(ColorId),
    /// This would take that colour.
    Preview(ColorId),
    /// A rule is broken here.
    Wrong,
}

/// Something to touch that is not a single cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Thing {
    /// The name that a touch sends back.
    pub handle: String,
    /// What a screen reader says of it.
    pub spoken: String,
    /// The cells it covers.
    pub cells: Vec<Cell>,
    /// How it looks.
    pub look: Look,
}

impl Thing {
    /// A plain thing on some cells.
    pub fn new(handle: impl Into<String>, spoken: impl Into<String>, cells: impl IntoIterator<Item = Cell>) -> Self {
        let cells = cells.into_iter().collect();
        Self { handle: handle.into(), spoken: spoken.into(), cells, look: Look::Plain }
    }

    /// The same with another look.
    #[must_use]
    pub fn looking(self, look: Look) -> Self {
        Self { look, ..self }
    }
}

/// How a thing to touch looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// Like most.
    #[default]
    Plain,
    /// The player has taken it up.
    Chosen,
    /// It can be used now.
    Ready,
    /// It cannot be used now.
    Off,
}
