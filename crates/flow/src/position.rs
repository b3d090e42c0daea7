//! The board of a Flow puzzle, the rule it is played under, and a solution; none of them can be built wrong.
//!
//! A [`Puzzle`] is a rectangle of tiles on one of three topologies, with walls between cells. Who is whose neighbour is
//! said here and nowhere else: the rule checker asks [`Puzzle::neighbors`], the solvers compile it into a graph.

use azulejo_core::grid::{Cell, Direction, Grid};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

/// What lies on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tile {
    /// A cell for any path.
    Empty,
    /// No cell at all.
    Hole,
    /// Two lanes, one over the other, each crossed straight.
    Bridge,
    /// One end of the path of this colour.
    Dot(u16),
}

/// Which cells are neighbours before holes and walls take effect. In a hex the columns with an even number are half a
/// cell lower.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Topology {
    /// Four neighbours
    #[default]
    Square,
    /// Four neighbours, and opposite edges are joined
    Torus,
    /// Six neighbours
    Hex,
}

/// Whether every cell must lie on a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fill {
    /// Every cell is used; a bridge on both lanes.
    #[default]
    Full,
    /// Cells and lanes may stay empty.
    Free,
}

/// Whether a path may touch itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Touch {
    /// It may: the game's own rule
    #[default]
    Allow,
    /// It may not: neighbouring cells of a path are consecutive on it
    Forbid,
    /// It may, but not cover a square of 2×2
    #[serde(rename = "no-2x2")]
    NoSquare,
}

impl Touch {
    /// The word for it on the command line and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Forbid => "forbid",
            Self::NoSquare => "no-2x2",
        }
    }
}

impl Fill {
    /// Full or not.
    pub const fn of(full: bool) -> Self {
        if full { Self::Full } else { Self::Free }
    }
}

/// In JSON: whether every cell must be used.
impl Serialize for Fill {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(*self == Self::Full)
    }
}

/// The two switches of the rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
pub struct Rules {
    /// Must every cell be used.
    #[schemars(with = "bool")]
    pub fill: Fill,
    /// May a path touch itself.
    pub touch: Touch,
}

impl Rules {
    /// Every cell used, no self-touch: the rule the published levels are made for.
    pub const STRICT: Self = Self { fill: Fill::Full, touch: Touch::Forbid };
}

/// Why tiles do not make a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPuzzle {
    /// Too many cells, or none.
    #[error("a board has 1 to {} cells", Puzzle::MOST_CELLS)]
    Size,
    /// A colour without exactly two dots.
    #[error("colour {color} has {dots} dots, expected 2")]
    Dots {
        /// Which one.
        color: usize,
        /// How many it has.
        dots: usize,
    },
    /// No dot at all.
    #[error("the board has no dots")]
    NoDots,
    /// Labels that do not name the colours.
    #[error("every colour needs a label of its own")]
    Labels,
    /// A wall that is not between two neighbours.
    #[error("a wall stands between two neighbouring cells, {0} and {1} are not")]
    Wall(Cell, Cell),
    /// A bridge where lanes have no meaning.
    #[error("there are no bridges on hexagons, found one at {0}")]
    HexBridge(Cell),
}

/// A puzzle: tiles, topology, walls, and one label a colour.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    tiles: Grid<Tile>,
    topology: Topology,
    walls: Vec<(Cell, Cell)>,
    labels: Vec<char>,
    dots: Vec<[Cell; 2]>,
}

impl Puzzle {
    /// More cells than this are refused.
    pub const MOST_CELLS: usize = 1 << 22;

    /// Checks the parts and puts them together. Walls may be given in any order and direction, and twice; colours are
    /// numbered anew by their first dot, so that equal boards are equal values.
    pub fn new(
        mut tiles: Grid<Tile>,
        topology: Topology,
        walls: Vec<(Cell, Cell)>,
        labels: Vec<char>,
    ) -> Result<Self, BadPuzzle> {
        if tiles.is_empty() || tiles.len() > Self::MOST_CELLS {
            return Err(BadPuzzle::Size);
        }
        if labels.is_empty() {
            return Err(BadPuzzle::NoDots);
        }
        let mut sorted = labels.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(BadPuzzle::Labels);
        }
        // The last two dots of each colour, and how many it has.
        let mut found: Vec<([Cell; 2], usize)> = vec![([Cell::new(0, 0); 2], 0); labels.len()];
        for cell in tiles.cells() {
            match tiles[cell] {
                Tile::Dot(color) => {
                    let (cells, dots) = found.get_mut(usize::from(color)).ok_or(BadPuzzle::Labels)?;
                    *cells = [cells[1], cell];
                    *dots += 1;
                }
                Tile::Bridge if topology == Topology::Hex => return Err(BadPuzzle::HexBridge(cell)),
                _ => {}
            }
        }
        let mut named = Vec::with_capacity(found.len());
        for (color, (label, (cells, dots))) in labels.into_iter().zip(found).enumerate() {
            if dots != 2 {
                return Err(BadPuzzle::Dots { color, dots });
            }
            named.push((cells, label));
        }
        named.sort_unstable();
        for (color, (cells, _)) in named.iter().enumerate() {
            for &cell in cells {
                tiles[cell] = Tile::Dot(color as u16);
            }
        }
        let (dots, labels) = named.into_iter().unzip();
        let mut open = Self { tiles, topology, walls: Vec::new(), labels, dots };
        let mut walls: Vec<_> = walls.into_iter().map(|(one, other)| (one.min(other), one.max(other))).collect();
        walls.sort_unstable();
        walls.dedup();
        for &(one, other) in &walls {
            if !open.tiles.contains(one) || !open.beside(one).any(|(_, cell)| cell == other) {
                return Err(BadPuzzle::Wall(one, other));
            }
        }
        open.walls = walls;
        Ok(open)
    }

    /// The same puzzle with other labels, one a colour.
    pub fn labelled(self, labels: Vec<char>) -> Result<Self, BadPuzzle> {
        if labels.len() != self.labels.len() {
            return Err(BadPuzzle::Labels);
        }
        Self::new(self.tiles, self.topology, self.walls, labels)
    }

    /// The tiles.
    pub fn tiles(&self) -> &Grid<Tile> {
        &self.tiles
    }

    /// The topology.
    pub fn topology(&self) -> Topology {
        self.topology
    }

    /// The walls, each from the lesser to the greater cell, sorted.
    pub fn walls(&self) -> &[(Cell, Cell)] {
        &self.walls
    }

    /// The label of each colour.
    pub fn labels(&self) -> &[char] {
        &self.labels
    }

    /// The two dots of each colour, in reading order.
    pub fn dots(&self) -> &[[Cell; 2]] {
        &self.dots
    }

    /// Number of colours.
    pub fn colors(&self) -> usize {
        self.labels.len()
    }

    /// Whether a wall stands between two cells.
    pub fn walled(&self, one: Cell, other: Cell) -> bool {
        !self.walls.is_empty() && self.walls.binary_search(&(one.min(other), one.max(other))).is_ok()
    }

    /// Where one can go from a cell: the side it is left by, and the cell beyond; no walls, no holes, no cell twice.
    pub fn neighbors(&self, cell: Cell) -> impl Iterator<Item = (Side, Cell)> + use<'_> {
        let hole = self.tiles[cell] == Tile::Hole;
        self.beside(cell)
            .filter(move |&(_, other)| !hole && self.tiles[other] != Tile::Hole && !self.walled(cell, other))
    }

    /// The side by which one goes from a cell to another, if they are neighbours.
    #[inline]
    pub fn side(&self, from: Cell, to: Cell) -> Option<Side> {
        if !self.tiles.contains(from) || !self.tiles.contains(to) {
            return None;
        }
        if self.topology != Topology::Square || !self.walls.is_empty() {
            return self.neighbors(from).find(|&(_, cell)| cell == to).map(|(side, _)| side);
        }
        let whole = |cell: Cell| self.tiles[cell] != Tile::Hole;
        let step = (i32::from(to.row) - i32::from(from.row), i32::from(to.column) - i32::from(from.column));
        let direction = match step {
            (-1, 0) => Direction::Up,
            (0, 1) => Direction::Right,
            (1, 0) => Direction::Down,
            (0, -1) => Direction::Left,
            _ => return None,
        };
        (whole(from) && whole(to)).then_some(Side::Straight(direction))
    }

    /// The sides by which one goes from a cell to another and back, if both are on the board and neighbours.
    #[inline]
    pub fn sides(&self, from: Cell, to: Cell) -> Option<(Side, Side)> {
        let there = self.side(from, to)?;
        match there {
            Side::Straight(direction) if self.topology != Topology::Hex => {
                Some((there, Side::Straight(direction.opposite())))
            }
            _ => Some((there, self.side(to, from)?)),
        }
    }

    /// The cells around a cell, before holes and walls.
    fn beside(&self, cell: Cell) -> impl Iterator<Item = (Side, Cell)> + use<'_> {
        Side::of(self.topology).iter().filter_map(move |&side| Some((side, self.beyond(cell, side)?)))
    }

    /// The cell beyond a side, before holes and walls.
    #[inline]
    pub fn beyond(&self, cell: Cell, side: Side) -> Option<Cell> {
        let (rows, columns) = (i32::from(self.tiles.rows()), i32::from(self.tiles.columns()));
        let (here_row, here_column) = (i32::from(cell.row), i32::from(cell.column));
        let (down, right) = side.offset(cell);
        let (mut row, mut column) = (here_row + down, here_column + right);
        if self.topology == Topology::Torus {
            // With two rows (columns) the way round leads to the same cell as the direct way: it is no second way.
            let round = |place: i32, length: i32| length <= 2 && !(0..length).contains(&place);
            let twice = round(row, rows) || round(column, columns);
            (row, column) = (row.rem_euclid(rows), column.rem_euclid(columns));
            if twice || (row, column) == (here_row, here_column) {
                return None;
            }
        }
        let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
        inside.then(|| Cell::new(row as u16, column as u16))
    }

    /// The squares of 2×2 cells, for the rule that no path may cover one; hexagons have none.
    pub fn squares(&self) -> impl Iterator<Item = [Cell; 4]> + use<'_> {
        self.tiles.cells().filter_map(|cell| self.square_at(cell))
    }

    /// Those of them that hold a cell.
    pub fn squares_with(&self, cell: Cell) -> impl Iterator<Item = [Cell; 4]> + use<'_> {
        let before = |place: u16, length: u16| if place > 0 { place - 1 } else { length - 1 };
        let rows = [cell.row, before(cell.row, self.tiles.rows())];
        let columns = [cell.column, before(cell.column, self.tiles.columns())];
        let corners = rows.into_iter().flat_map(move |row| columns.map(|column| Cell::new(row, column)));
        corners.filter_map(|corner| self.square_at(corner)).filter(move |square| square.contains(&cell))
    }

    /// The square whose upper left corner is this cell.
    fn square_at(&self, cell: Cell) -> Option<[Cell; 4]> {
        let wraps = self.topology == Topology::Torus;
        let next = |place: u16, length: u16| match place + 1 {
            beyond if beyond < length => Some(beyond),
            _ if wraps && length > 2 => Some(0),
            _ => None,
        };
        let (below, right) = (next(cell.row, self.tiles.rows())?, next(cell.column, self.tiles.columns())?);
        let square = [cell, Cell::new(cell.row, right), Cell::new(below, cell.column), Cell::new(below, right)];
        let whole = self.topology != Topology::Hex && square.iter().all(|&corner| self.tiles[corner] != Tile::Hole);
        whole.then_some(square)
    }

    /// Whether this is a plain rectangle: squares, no wrap-around, no bridge.
    pub fn is_flat(&self) -> bool {
        self.topology == Topology::Square && !self.tiles.values().contains(&Tile::Bridge)
    }
}

/// One side of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// One of the four sides of a square; up and down also lead out of a hexagon, left and right to the column beside.
    Straight(Direction),
    /// Out of a hexagon, to the column on the left that `Straight` does not reach.
    SlantLeft,
    /// The same on the right.
    SlantRight,
}

impl Side {
    const SQUARE: [Self; 4] = [
        Self::Straight(Direction::Up),
        Self::Straight(Direction::Right),
        Self::Straight(Direction::Down),
        Self::Straight(Direction::Left),
    ];
    const HEX: [Self; 6] = [
        Self::Straight(Direction::Up),
        Self::Straight(Direction::Right),
        Self::SlantRight,
        Self::Straight(Direction::Down),
        Self::SlantLeft,
        Self::Straight(Direction::Left),
    ];

    /// The sides that a cell has.
    pub fn of(topology: Topology) -> &'static [Self] {
        match topology {
            Topology::Hex => &Self::HEX,
            Topology::Square | Topology::Torus => &Self::SQUARE,
        }
    }

    fn offset(self, cell: Cell) -> (i32, i32) {
        // Even columns hang half a cell lower, so their slanted neighbours are one row down.
        let slant = if cell.column.is_multiple_of(2) { 1 } else { -1 };
        match self {
            Self::Straight(direction) => {
                let (down, right) = direction.offset();
                (i32::from(down), i32::from(right))
            }
            Self::SlantLeft => (slant, -1),
            Self::SlantRight => (slant, 1),
        }
    }

    /// Whether the side is the top or the bottom.
    pub fn is_vertical(self) -> bool {
        matches!(self, Self::Straight(Direction::Up | Direction::Down))
    }
}

/// One path a colour, from the dot that comes first in reading order to the other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution {
    starts: Vec<u32>,
    cells: Vec<Cell>,
}

impl Solution {
    /// From the cells of each path, colour by colour.
    pub fn from_paths<P: IntoIterator<Item = Cell>>(paths: impl IntoIterator<Item = P>) -> Self {
        let mut starts = vec![0];
        let mut cells = Vec::new();
        for path in paths {
            cells.extend(path);
            starts.push(cells.len() as u32);
        }
        Self { starts, cells }
    }

    /// From all cells, path after path, and where each path starts; the last start is the end of the last path.
    pub(crate) fn from_parts(starts: Vec<u32>, cells: Vec<Cell>) -> Self {
        debug_assert!(starts.is_sorted() && starts.last() == Some(&(cells.len() as u32)));
        Self { starts, cells }
    }

    /// Number of paths.
    pub fn colors(&self) -> usize {
        self.starts.len() - 1
    }

    /// The cells of one colour's path, in order.
    pub fn path(&self, color: usize) -> &[Cell] {
        &self.cells[self.starts[color] as usize..self.starts[color + 1] as usize]
    }

    /// All paths, colour by colour.
    pub fn paths(&self) -> impl Iterator<Item = &[Cell]> + Clone {
        (0..self.colors()).map(|color| self.path(color))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(rows: u16, columns: u16, topology: Topology) -> Puzzle {
        let mut tiles = Grid::filled(rows, columns, Tile::Empty);
        tiles[Cell::new(0, 0)] = Tile::Dot(0);
        tiles[Cell::new(rows - 1, columns - 1)] = Tile::Dot(0);
        Puzzle::new(tiles, topology, vec![], vec!['A']).unwrap()
    }

    #[test]
    fn neighbours_are_mutual_on_every_topology() {
        for topology in [Topology::Square, Topology::Torus, Topology::Hex] {
            for (rows, columns) in [(1, 2), (2, 2), (2, 3), (3, 3), (3, 5), (4, 4)] {
                let puzzle = open(rows, columns, topology);
                for cell in puzzle.tiles().cells() {
                    let around: Vec<_> = puzzle.neighbors(cell).map(|(_, other)| other).collect();
                    assert!(!around.contains(&cell));
                    for &other in &around {
                        assert_eq!(around.iter().filter(|&&again| again == other).count(), 1, "{topology:?} {cell}");
                        assert!(puzzle.neighbors(other).any(|(_, back)| back == cell), "{topology:?} {cell} {other}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_side_between_two_cells_is_that_of_the_neighbours() {
        for topology in [Topology::Square, Topology::Torus, Topology::Hex] {
            let mut board = open(4, 5, topology);
            board.tiles[Cell::new(1, 2)] = Tile::Hole;
            for wall in [None, Some((Cell::new(2, 2), Cell::new(2, 3)))] {
                board.walls = wall.into_iter().collect();
                for from in board.tiles.cells() {
                    for to in board.tiles.cells() {
                        let found = board.neighbors(from).find(|&(_, cell)| cell == to).map(|(side, _)| side);
                        assert_eq!(board.side(from, to), found, "{topology:?} {from} {to}");
                        let back = board.neighbors(to).find(|&(_, cell)| cell == from).map(|(side, _)| side);
                        assert_eq!(board.sides(from, to), found.zip(back), "{topology:?} {from} {to}");
                    }
                }
            }
        }
    }

    #[test]
    fn inner_cells_have_four_or_six_neighbours() {
        let count = |topology, cell| open(5, 5, topology).neighbors(cell).count();
        assert_eq!(count(Topology::Square, Cell::new(2, 2)), 4);
        assert_eq!(count(Topology::Square, Cell::new(0, 0)), 2);
        assert_eq!(count(Topology::Torus, Cell::new(0, 0)), 4);
        assert_eq!(count(Topology::Hex, Cell::new(2, 2)), 6);
        assert_eq!(count(Topology::Hex, Cell::new(2, 1)), 6);
    }

    #[test]
    fn parts_that_do_not_fit_are_refused() {
        let mut tiles = Grid::filled(2, 2, Tile::Empty);
        tiles[Cell::new(0, 0)] = Tile::Dot(0);
        let new = |tiles: &Grid<Tile>, walls, labels| Puzzle::new(tiles.clone(), Topology::Square, walls, labels);
        assert_eq!(new(&tiles, vec![], vec!['A']), Err(BadPuzzle::Dots { color: 0, dots: 1 }));
        assert_eq!(new(&tiles, vec![], vec![]), Err(BadPuzzle::NoDots));
        tiles[Cell::new(0, 1)] = Tile::Dot(0);
        assert_eq!(new(&tiles, vec![], vec!['A', 'A']), Err(BadPuzzle::Labels));
        let diagonal = (Cell::new(0, 0), Cell::new(1, 1));
        assert_eq!(new(&tiles, vec![diagonal], vec!['A']), Err(BadPuzzle::Wall(diagonal.0, diagonal.1)));
        assert!(new(&tiles, vec![(Cell::new(1, 1), Cell::new(0, 1))], vec!['A']).is_ok());
    }
}
