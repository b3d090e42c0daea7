//! The 6 × 6 board: four colours, each a set of cells held as bits.
//!
//! A colour's cells are bits `8 · row + column` of a `u64`, the window of [`Shape`](azulejo_core::shape::Shape). Columns 6
//! and 7 stay empty, so that shifting a set by one cell cannot run over the edge into the next row.

use std::fmt;

use azulejo_core::grid::{Cell, Grid};
use azulejo_core::problem::Problem;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Rows and columns of the board.
pub const SIDE: u16 = 6;
/// Tiles of each colour in the box.
pub const TILES_PER_COLOR: u32 = 9;
/// All 36 cells.
const ALL: u64 = 0x0000_3f3f_3f3f_3f3f;

/// A colour of tile, in the document's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub enum Color {
    /// Red
    #[serde(rename = "r", alias = "R", alias = "red")]
    Red,
    /// Green
    #[serde(rename = "g", alias = "G", alias = "green")]
    Green,
    /// Blue
    #[serde(rename = "b", alias = "B", alias = "blue")]
    Blue,
    /// Yellow
    #[serde(rename = "y", alias = "Y", alias = "yellow")]
    Yellow,
}

impl Color {
    /// All four, in order.
    pub const ALL: [Self; 4] = [Self::Red, Self::Green, Self::Blue, Self::Yellow];

    /// Its letter.
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'r',
            Self::Green => 'g',
            Self::Blue => 'b',
            Self::Yellow => 'y',
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Yellow => "yellow",
        }
    }

    /// The colour of a letter, small or capital.
    pub const fn of_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            'r' => Some(Self::Red),
            'g' => Some(Self::Green),
            'b' => Some(Self::Blue),
            'y' => Some(Self::Yellow),
            _ => None,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A set of cells, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet(u64);

impl CellSet {
    /// The set of these bits; bits beside the board are dropped.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & ALL)
    }

    /// The set of one cell.
    pub const fn of(cell: Cell) -> Self {
        Self(1 << (cell.row * 8 + cell.column))
    }

    /// Its bits.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many cells.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it has no cell.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the cell is in it.
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 & Self::of(cell).0 != 0
    }

    /// Its first cell in reading order.
    pub fn first(self) -> Option<Cell> {
        self.cells().next()
    }

    /// Its cells in reading order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros() as u16)?;
            bits &= bits - 1;
            Some(Cell::new(bit / 8, bit % 8))
        })
    }

    /// The connected part that contains the lowest bit of `from`, walking over this set.
    #[inline]
    #[must_use]
    pub const fn component(self, from: u64) -> Self {
        let mut reached = from & from.wrapping_neg();
        loop {
            let wider = (reached | reached << 1 | reached >> 1 | reached << 8 | reached >> 8) & self.0;
            if wider == reached {
                return Self(reached);
            }
            reached = wider;
        }
    }

    /// Its connected parts, by first cell in reading order.
    pub fn components(self) -> impl Iterator<Item = Self> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let component = (rest != 0).then(|| self.component(rest))?;
            rest &= !component.0;
            Some(component)
        })
    }

    /// Its connected parts of at least four cells, in no promised order.
    ///
    /// Only cells with three neighbours, or with two and a neighbour that also has two, can begin such a part: singles,
    /// pairs and triples are never walked.
    #[inline]
    pub(crate) fn large_components(self) -> impl Iterator<Item = Self> + use<> {
        let set = self.0;
        let (right, left, up, down) = (set << 1, set >> 1, set << 8, set >> 8);
        let two = set & ((right & left) | (up & down) | ((right | left) & (up | down)));
        let three = set & (((right & left) & (up | down)) | ((up & down) & (right | left)));
        let beside_two = two << 1 | two >> 1 | two << 8 | two >> 8;
        let mut seeds = three | (two & beside_two);
        std::iter::from_fn(move || {
            let component = (seeds != 0).then(|| self.component(seeds))?;
            seeds &= !component.0;
            Some(component)
        })
    }
}

/// A full board: every cell has exactly one colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(inline, extend("pattern" = "^[rgby]{6}(/[rgby]{6}){5}$"))]
pub struct Board {
    colors: [u64; 4],
}

impl Board {
    /// The board with these colours in reading order.
    pub fn from_colors(colors: &[Color; 36]) -> Self {
        let mut sets = [0; 4];
        for (index, color) in colors.iter().enumerate() {
            sets[*color as usize] |= 1 << (index / 6 * 8 + index % 6);
        }
        Self { colors: sets }
    }

    /// The colour of a cell.
    pub fn color(&self, cell: Cell) -> Color {
        let bit = CellSet::of(cell).0;
        let index = self.colors.iter().position(|set| set & bit != 0);
        // Every cell of the board has a colour; a cell beside it does not get here.
        Color::ALL[index.unwrap_or_default()]
    }

    /// The cells of a colour.
    #[inline]
    pub const fn cells(&self, color: Color) -> CellSet {
        CellSet(self.colors[color as usize])
    }

    /// The board after two cells changed places.
    #[inline]
    #[must_use]
    pub fn swapped(&self, swap: Swap) -> Self {
        let bits = swap.0;
        let mut colors = self.colors;
        for set in &mut colors {
            // A colour that holds exactly one of the two cells now holds the other.
            let held = *set & bits;
            let single = held != 0 && held != bits;
            *set ^= if single { bits } else { 0 };
        }
        Self { colors }
    }

    /// Whether the swap changes anything: its cells differ in colour.
    #[inline]
    pub fn differs(&self, swap: Swap) -> bool {
        self.colors.iter().all(|set| set & swap.0 != swap.0)
    }

    /// The board as a grid.
    pub fn grid(&self) -> Grid<Color> {
        Grid::from_fn(SIDE, SIDE, |cell| self.color(cell))
    }

    /// The rows as letters, separated by `/`: one line that [`crate::format`] reads back.
    pub fn line(&self) -> String {
        let mut line = String::with_capacity(41);
        for row in 0..SIDE {
            if row > 0 {
                line.push('/');
            }
            line.extend((0..SIDE).map(|column| self.color(Cell::new(row, column)).letter()));
        }
        line
    }

    /// The board of a line exactly as [`Board::line`] writes it.
    fn of_line(line: &str) -> Option<Self> {
        let mut sets = [0; 4];
        let mut rows = line.split('/');
        for row in 0..SIDE {
            let letters = rows.next()?;
            if letters.len() != usize::from(SIDE) {
                return None;
            }
            for (column, letter) in letters.bytes().enumerate() {
                sets[Color::of_letter(char::from(letter))? as usize] |= 1 << (usize::from(row) * 8 + column);
            }
        }
        rows.next().is_none().then_some(Self { colors: sets })
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.line())
    }
}

impl From<Board> for String {
    fn from(board: Board) -> Self {
        board.line()
    }
}

impl TryFrom<String> for Board {
    type Error = Problem;

    fn try_from(line: String) -> Result<Self, Problem> {
        // The careful reader is slow, and needed only to say what is wrong.
        let first = |problems: azulejo_core::problem::Problems| problems.list()[0].clone();
        Self::of_line(&line)
            .map_or_else(|| crate::format::read_board(&line, crate::format::Count::Any).map_err(first), Ok)
    }
}

/// Two different cells that change places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Swap(u64);

impl Swap {
    /// The swap of two different cells on the board, in either order.
    pub fn new(one: Cell, other: Cell) -> Option<Self> {
        let on_board = |cell: Cell| cell.row < SIDE && cell.column < SIDE;
        (one != other && on_board(one) && on_board(other)).then(|| Self(CellSet::of(one).0 | CellSet::of(other).0))
    }

    /// Its cells, the first in reading order first.
    pub fn cells(self) -> [Cell; 2] {
        let cell = |bit: u32| Cell::new(bit as u16 / 8, bit as u16 % 8);
        [cell(self.0.trailing_zeros()), cell(self.0.ilog2())]
    }

    /// Its two cells as a set.
    pub const fn set(self) -> CellSet {
        CellSet(self.0)
    }
}

#[cfg(test)]
mod tests {
    use azulejo_core::random::Random;
    use azulejo_core::region::Regions;

    use super::*;
    use crate::generate::shuffled;

    #[test]
    fn components_agree_with_the_regions_of_core() {
        let mut random = Random::new(5);
        for _ in 0..2_000 {
            let board = shuffled(&mut random);
            let regions = Regions::of(&board.grid());
            let mut expected: Vec<Vec<Cell>> = (0..regions.len()).map(|id| regions.cells(id as u32).to_vec()).collect();
            let mut found: Vec<Vec<Cell>> = Color::ALL
                .iter()
                .flat_map(|&color| board.cells(color).components())
                .map(|component| component.cells().collect())
                .collect();
            let mut large: Vec<Vec<Cell>> = Color::ALL
                .iter()
                .flat_map(|&color| board.cells(color).large_components())
                .map(|component| component.cells().collect())
                .collect();
            expected.sort();
            found.sort();
            large.sort();
            assert_eq!(found, expected);
            expected.retain(|cells| cells.len() >= 4);
            assert_eq!(large, expected);
        }
    }

    #[test]
    fn a_swap_exchanges_two_cells_and_twice_is_nothing() {
        let mut random = Random::new(6);
        for _ in 0..2_000 {
            let board = shuffled(&mut random);
            let mut cell = || Cell::new(random.index(6) as u16, random.index(6) as u16);
            let (one, other) = (cell(), cell());
            let Some(swap) = Swap::new(one, other) else {
                assert_eq!(one, other);
                continue;
            };
            let mut grid = board.grid();
            grid.swap(one, other);
            assert_eq!(board.swapped(swap).grid(), grid);
            assert_eq!(board.swapped(swap).swapped(swap), board);
            assert_eq!(board.differs(swap), board.swapped(swap) != board);
        }
    }
}
