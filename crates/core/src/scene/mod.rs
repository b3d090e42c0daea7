//! What there is to see, without knowing how it is drawn: tiles, outlines, paths, dots, labels.
//!
//! A game makes a [`Scene`]; [`ansi`], [`svg`] and [`png`] show it. Pictures are laid out once, in [`drawing`], so that
//! SVG and PNG cannot disagree.

pub mod ansi;
pub mod drawing;
mod font;
pub mod layout;
pub mod palette;
pub mod png;
pub mod sheet;
pub mod svg;

use serde::Serialize;

use crate::grid::Cell;
pub use layout::{Layout, Tiling};
pub use palette::{Palette, Theme};

/// A colour by its number; the palette says how it looks.
pub type ColorId = u8;

/// Everything there is to see in one position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// What it shows, in one line: the title of a picture, the first words of a screen reader.
    pub title: String,
    /// How cells lie beside each other, and how many.
    pub layout: Layout,
    /// The cells, in reading order.
    pub tiles: Vec<Tile>,
    /// Lines round groups of cells, drawn over the tiles in this order.
    pub outlines: Vec<Outline>,
    /// Walls between two neighbouring cells, drawn over the outlines.
    pub walls: Vec<[Cell; 2]>,
    /// Lines through cells, drawn over the walls.
    pub paths: Vec<Path>,
    /// Discs in cells, drawn last.
    pub dots: Vec<Dot>,
    /// Whether columns and rows are named at the edge.
    pub axes: Axes,
    /// Lines of text below.
    pub caption: Vec<String>,
}

impl Scene {
    /// A scene of tiles alone, with names at the edge.
    pub fn new(title: impl Into<String>, layout: Layout, tiles: Vec<Tile>) -> Self {
        Self {
            title: title.into(),
            layout,
            tiles,
            outlines: Vec::new(),
            walls: Vec::new(),
            paths: Vec::new(),
            dots: Vec::new(),
            axes: Axes::Named,
            caption: Vec::new(),
        }
    }
}

/// Whether columns and rows are named at the edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Axes {
    /// Letters above, numbers on the left.
    Named,
    /// No names.
    Hidden,
}

/// One cell, or a square block of cells shown as one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tile {
    /// Its cell; a block's upper left one.
    pub cell: Cell,
    /// Cells on a side: 1, or more for a block.
    pub span: u16,
    /// What fills it.
    pub fill: Fill,
    /// A letter or number on it; colour is never the only sign.
    pub label: String,
    /// How much it stands out.
    pub mark: Mark,
}

impl Tile {
    /// A plain cell of a colour, with its letter.
    pub fn colored(cell: Cell, color: ColorId, label: impl Into<String>) -> Self {
        Self { cell, span: 1, fill: Fill::Color(color), label: label.into(), mark: Mark::Plain }
    }

    /// An empty cell.
    pub fn empty(cell: Cell) -> Self {
        Self { cell, span: 1, fill: Fill::Empty, label: String::new(), mark: Mark::Plain }
    }

    /// A place that is not part of the board.
    pub fn void(cell: Cell) -> Self {
        Self { fill: Fill::Void, ..Self::empty(cell) }
    }
}

/// What fills a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Like most.
    Plain,
    /// Meant to be seen first.
    Strong,
    /// Stepping back behind the others.
    Faded,
}

/// A line round a group of cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outline {
    /// The cells inside.
    pub cells: Vec<Cell>,
    /// How the line looks.
    pub stroke: Stroke,
}

/// How an outline looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Path {
    /// The cells in order. A step between cells that are not neighbours leaves the board and comes back.
    pub cells: Vec<Cell>,
    /// How it looks.
    pub kind: PathKind,
}

/// How a path looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PathKind {
    /// A thick line of a colour with round joints.
    Pipe(ColorId),
    /// A thin line with an arrow's head at both ends: two cells change places.
    Exchange,
}

/// A disc in a cell, with a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Dot {
    /// Where.
    pub cell: Cell,
    /// Its colour.
    pub color: ColorId,
    /// Its letter.
    pub label: String,
}

/// How a scene is to look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// The colours.
    pub palette: &'static Palette,
    /// Light or dark ground.
    pub theme: Theme,
    /// Whether each colour also has a pattern.
    pub patterns: Patterns,
    /// Whether labels are written on tiles and dots.
    pub letters: Letters,
    /// Pixels to the side of a cell.
    pub cell_size: f32,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            palette: Palette::DEFAULT,
            theme: Theme::Light,
            patterns: Patterns::Off,
            letters: Letters::Shown,
            cell_size: 48.0,
        }
    }
}

/// Whether labels are written on tiles and dots. What a screen reader says has them either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// They are.
    Shown,
    /// They are not.
    Hidden,
}

/// Whether colours also have patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patterns {
    /// Fills are flat.
    Off,
    /// Each of the first eight colours is hatched in its own way.
    On,
}
