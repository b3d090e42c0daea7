//! Figures: the official twenty-five, the proof of concept's three, and sets of a user's own; and how they are found.
//!
//! A figure stands on the board when a connected component of one colour has its shape, turned but not mirrored. The 18
//! hard figures are exactly the pentominoes and the 7 easy ones exactly the tetrominoes, mirror images apart: **every
//! component of 4 or 5 cells is one official figure, and no other component is any.** So the official set is found
//! without comparing shapes: normalise the component, multiply, look it up.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use azulejo_core::problem::Problem;
use azulejo_core::shape::Shape;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::{Board, CellSet, Color};

/// One of the 25 official figures: 0 to 17 are the hard ones, 18 to 24 the easy ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Figure(u8);

/// What they are called.
const NAMES: [&str; Figure::COUNT] = [
    "fig01", "fig02", "fig03", "fig04", "fig05", "fig06", "fig07", "fig08", "fig09", "fig10", "fig11", "fig12",
    "fig13", "fig14", "fig15", "fig16", "fig17", "fig18", "fige01", "fige02", "fige03", "fige04", "fige05", "fige06",
    "fige07",
];

/// The figures as printed on their cards, rows separated by `/`, with a name a person would use.
const CARDS: [(&str, &str); Figure::COUNT] = [
    ("1../111/1..", "long T"),
    ("11../.111", "long Z"),
    ("..11/111.", "long S"),
    ("1../11./.11", "stairs"),
    ("11111", "line of five"),
    ("1../1../111", "corner"),
    ("1111/...1", "long L, mirrored"),
    ("...1/1111", "long L"),
    ("..1/111/.1.", "F"),
    ("..1/111/1..", "wide S"),
    ("1../111/.1.", "F, mirrored"),
    ("1../111/..1", "wide Z"),
    ("1111/..1.", "branch below"),
    ("..1./1111", "branch above"),
    (".11/111", "flag"),
    ("1.1/111", "U"),
    (".1./111/.1.", "cross"),
    ("111/.11", "flag, mirrored"),
    (".11/11.", "S"),
    ("11/11", "square"),
    ("11./.11", "Z"),
    (".1./111", "T"),
    ("111/..1", "L, mirrored"),
    ("1111", "line of four"),
    ("..1/111", "L"),
];

impl Figure {
    /// How many official figures there are.
    pub const COUNT: usize = 25;
    /// How many of them are hard (five cells).
    pub const HARD: usize = 18;

    /// All of them, hard ones first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Its place in the list, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What it is called: `fig01` to `fig18`, `fige01` to `fige07`.
    pub const fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// Whether it has four cells rather than five.
    pub const fn is_easy(self) -> bool {
        self.index() >= Self::HARD
    }

    /// What a person would call it.
    pub const fn description(self) -> &'static str {
        CARDS[self.index()].1
    }

    /// The rows of its card, `1` for a cell and `.` for none.
    pub fn rows(self) -> impl Iterator<Item = &'static str> {
        CARDS[self.index()].0.split('/')
    }

    /// Its shape as on the card.
    pub fn shape(self) -> Shape {
        let rows: Vec<&str> = CARDS[self.index()].0.split('/').collect();
        // Every card in the table draws at least four cells in at most five rows and columns.
        Shape::drawn(&rows).unwrap_or_else(|| unreachable!("card {} is drawn wrong", self.0))
    }

    /// The figure of a component, if it has one: exactly when it has four or five cells.
    #[inline]
    pub const fn of(component: CellSet) -> Option<Self> {
        match component.len() {
            4 | 5 => Some(Self(FIGURE_OF_SLOT[slot(normal(component.bits()))])),
            _ => None,
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Figure {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        Self::all().find(|figure| figure.name() == text).ok_or_else(|| {
            let shown: String = text.chars().take(24).collect();
            Problem::new(format!("`{shown}` is not a figure: expected `fig01` to `fig18` or `fige01` to `fige07`"))
        })
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Figure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // A position has dozens of figures: their names are read in place.
        struct Name;
        impl Visitor<'_> for Name {
            type Value = Figure;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a figure, `fig01` to `fig18` or `fige01` to `fige07`")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Figure, E> {
                text.parse().map_err(|problem: Problem| E::custom(problem.message))
            }
        }
        deserializer.deserialize_str(Name)
    }
}

impl JsonSchema for Figure {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Figure".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let words =
            Self::all().map(|figure| json_schema!({ "const": figure.name(), "description": figure.description() }));
        json_schema!({ "type": "string", "oneOf": words.collect::<Vec<_>>() })
    }
}

/// A component pushed into the upper left corner.
#[inline]
const fn normal(bits: u64) -> u64 {
    let lowered = bits >> (bits.trailing_zeros() & !7);
    let folded = lowered | lowered >> 8;
    let folded = folded | folded >> 16 | lowered >> 32;
    lowered >> (folded as u8).trailing_zeros()
}

/// The slot of a shape in [`FIGURE_OF_SLOT`]: a multiplication that sends all 82 orientations to different slots.
#[inline]
const fn slot(normal: u64) -> usize {
    (normal.wrapping_mul(0x9e89_5edc_6d86_cfdd) >> 56) as usize
}

const EMPTY_SLOT: u8 = u8::MAX;
const FIGURE_OF_SLOT: [u8; 256] = figure_of_slot();

const fn figure_of_slot() -> [u8; 256] {
    let mut table = [EMPTY_SLOT; 256];
    let mut figure = 0;
    while figure < Figure::COUNT {
        let mut bits = drawn(CARDS[figure].0.as_bytes());
        let mut turn = 0;
        while turn < 4 {
            let entry = &mut table[slot(bits)];
            assert!(*entry == EMPTY_SLOT || *entry == figure as u8, "two figures share a slot");
            *entry = figure as u8;
            bits = turned(bits);
            turn += 1;
        }
        figure += 1;
    }
    table
}

const fn drawn(card: &[u8]) -> u64 {
    let (mut bits, mut bit, mut row, mut index) = (0, 0, 0, 0);
    while index < card.len() {
        match card[index] {
            b'/' => {
                row += 8;
                bit = row;
            }
            mark => {
                if mark == b'1' {
                    bits |= 1 << bit;
                }
                bit += 1;
            }
        }
        index += 1;
    }
    bits
}

/// A quarter turn of a shape of at most five rows and columns, in normal form again.
const fn turned(bits: u64) -> u64 {
    let (mut result, mut bit) = (0, 0);
    while bit < 64 {
        if bits >> bit & 1 == 1 {
            result |= 1 << (bit % 8 * 8 + (7 - bit / 8));
        }
        bit += 1;
    }
    normal(result)
}

/// An official figure that stands on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Found {
    /// Which.
    pub figure: Figure,
    /// Its colour.
    pub color: Color,
    /// Its cells.
    pub cells: CellSet,
}

/// The official figures that stand on a board: by colour, in no promised order within a colour. The fast way.
#[inline]
pub fn official(board: &Board) -> impl Iterator<Item = Found> {
    Color::ALL.into_iter().flat_map(|color| official_in(board, color))
}

/// The same for one colour: after a swap, only two need to be looked at again.
#[inline]
pub fn official_in(board: &Board, color: Color) -> impl Iterator<Item = Found> + use<> {
    let components = board.cells(color).large_components();
    components.filter_map(move |cells| Figure::of(cells).map(|figure| Found { figure, color, cells }))
}

/// One of the sets that are known by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Known {
    /// The 25 of the game.
    #[default]
    Official,
    /// The proof of concept's three.
    Poc,
}

/// A set of figures with names: what a component may be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureSet {
    /// Names with their shapes in canonical rotation.
    figures: Vec<(String, Shape)>,
}

impl FigureSet {
    /// The 25 of the game.
    pub fn official() -> Self {
        Self { figures: Figure::all().map(|figure| (figure.to_string(), figure.shape().canonical())).collect() }
    }

    /// The three of the proof of concept from which the game's programs grew.
    pub fn poc() -> Self {
        let named = |name: &str, rows: &[&str]| Shape::drawn(rows).map(|shape| (name.to_owned(), shape.canonical()));
        let figures = [named("Cube", &["**", "**"]), named("Zeta", &[".**", "**."]), named("Short T", &[".*.", "***"])];
        Self { figures: figures.into_iter().flatten().collect() }
    }

    /// A user's own; two figures of the same shape or name are refused.
    pub fn new(figures: Vec<(String, Shape)>) -> Result<Self, Problem> {
        let mut kept: Vec<(String, Shape)> = Vec::with_capacity(figures.len());
        for (name, shape) in figures {
            let shape = shape.canonical();
            if let Some((other, _)) = kept.iter().find(|(_, kept)| *kept == shape) {
                return Err(Problem::new(format!("figure `{name}` has the shape of figure `{other}`")));
            }
            if kept.iter().any(|(other, _)| *other == name) {
                return Err(Problem::new(format!("there are two figures called `{name}`")));
            }
            kept.push((name, shape));
        }
        Ok(Self { figures: kept })
    }

    /// The figures, in order.
    pub fn figures(&self) -> &[(String, Shape)] {
        &self.figures
    }

    /// What a component is called, if it is a figure of this set.
    pub fn name(&self, component: CellSet) -> Option<&str> {
        let shape = Shape::from_mask(component.bits())?.canonical();
        self.figures.iter().find(|(_, figure)| *figure == shape).map(|(name, _)| name.as_str())
    }

    /// The figures of this set on a board: colours in order, then by first cell in reading order.
    pub fn find(&self, board: &Board) -> Vec<Named> {
        Color::ALL
            .into_iter()
            .flat_map(|color| board.cells(color).components().map(move |cells| (color, cells)))
            .filter_map(|(color, cells)| self.name(cells).map(|name| Named { name: name.to_owned(), color, cells }))
            .collect()
    }
}

/// A figure of some set that stands on a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Named {
    /// What it is called.
    pub name: String,
    /// Its colour.
    pub color: Color,
    /// Its cells.
    pub cells: CellSet,
}

#[cfg(test)]
mod tests {
    use azulejo_core::random::Random;

    use super::*;
    use crate::generate::shuffled;

    /// All polyominoes of a size that fit the board, wherever they lie on it.
    fn placements(size: u32) -> Vec<CellSet> {
        let mut sets: Vec<CellSet> =
            (0..48).map(|bit| CellSet::from_bits(1 << bit)).filter(|set| !set.is_empty()).collect();
        for _ in 1..size {
            let mut larger = Vec::new();
            for set in &sets {
                let bits = set.bits();
                let around = CellSet::from_bits((bits << 1 | bits >> 1 | bits << 8 | bits >> 8) & !bits);
                larger.extend(around.cells().map(|cell| CellSet::from_bits(bits | CellSet::of(cell).bits())));
            }
            larger.sort_unstable();
            larger.dedup();
            sets = larger;
        }
        sets
    }

    #[test]
    fn every_component_of_four_or_five_cells_is_exactly_one_figure_in_all_82_orientations() {
        let mut orientations = Vec::new();
        for size in 1..=6 {
            for placement in placements(size) {
                let shape = Shape::from_mask(placement.bits()).unwrap();
                let fits: Vec<Figure> =
                    Figure::all().filter(|figure| figure.shape().canonical() == shape.canonical()).collect();
                assert_eq!(fits.len(), usize::from(matches!(size, 4 | 5)), "{shape}");
                assert_eq!(Figure::of(placement), fits.first().copied(), "{shape}");
                if !fits.is_empty() {
                    orientations.push(shape);
                }
            }
        }
        orientations.sort_unstable();
        orientations.dedup();
        assert_eq!(orientations.len(), 82);
    }

    #[test]
    fn hard_figures_have_five_cells_and_easy_ones_four() {
        for figure in Figure::all() {
            assert_eq!(figure.shape().size(), if figure.is_easy() { 4 } else { 5 });
            assert_eq!(figure.to_string().parse(), Ok(figure));
        }
        assert!("fig19".parse::<Figure>().is_err());
        assert!("fige08".parse::<Figure>().is_err());
    }

    #[test]
    fn the_fast_way_finds_what_comparing_shapes_finds() {
        let set = FigureSet::official();
        let mut random = Random::new(11);
        for _ in 0..20_000 {
            let board = shuffled(&mut random);
            let mut fast: Vec<Named> = official(&board)
                .map(|found| Named { name: found.figure.to_string(), color: found.color, cells: found.cells })
                .collect();
            fast.sort_by_key(|found| (found.color, found.cells.bits().trailing_zeros()));
            assert_eq!(fast, set.find(&board));
        }
    }

    #[test]
    fn a_set_refuses_the_same_figure_twice() {
        let shape = |rows: &[&str]| Shape::drawn(rows).unwrap();
        let twice = vec![("a".to_owned(), shape(&["**."])), ("b".to_owned(), shape(&["*", "*"]))];
        assert_eq!(FigureSet::new(twice).unwrap_err().message, "figure `b` has the shape of figure `a`");
        let named = vec![("a".to_owned(), shape(&["**"])), ("a".to_owned(), shape(&["*"]))];
        assert_eq!(FigureSet::new(named).unwrap_err().message, "there are two figures called `a`");
    }
}
