//! A Kami board: places with colours, and which places touch; a level: a board with its limits; a game in progress.
//!
//! Squares, triangles and plain graphs differ in one thing only, the neighbours of a place; everything else in this crate
//! sees places by their number in reading order, which is also the course text's vertex code. Colour 0 is a void: never
//! painted, and joined to nothing.

use std::sync::Arc;

use azulejo_core::grid::Cell;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::format::Saved;

/// A colour from 1; 0 is a void.
pub type Color = u32;

/// The colour of a place that does not take part.
pub const VOID: Color = 0;

/// The number of a cell or vertex, in reading order from 0.
pub type Place = u32;

/// More places than this are refused: the largest board that makes sense is far below.
pub const MOST_PLACES: usize = 1 << 20;

/// Which places touch each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Squares, each with up to four neighbours.
    Square {
        /// Rows from the top.
        rows: u16,
        /// Columns from the left.
        columns: u16,
    },
    /// Triangles in columns, each with up to three neighbours, as in Kami 2.
    Triangular {
        /// Rows from the top.
        rows: u16,
        /// Columns from the left.
        columns: u16,
    },
    /// Any graph: for each vertex its neighbours, ascending.
    Graph(Arc<[Box<[Place]>]>),
}

impl Layout {
    /// A graph from its edges; loops and repeated edges count once or not at all.
    ///
    /// Edges must join vertices below `vertices`.
    pub fn graph(vertices: usize, edges: impl IntoIterator<Item = (Place, Place)>) -> Self {
        let mut neighbors = vec![Vec::new(); vertices];
        for (one, other) in edges {
            if one != other {
                neighbors[one as usize].push(other);
                neighbors[other as usize].push(one);
            }
        }
        Self::Graph(
            neighbors
                .into_iter()
                .map(|mut list| {
                    list.sort_unstable();
                    list.dedup();
                    list.into_boxed_slice()
                })
                .collect(),
        )
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Square { rows, columns } | Self::Triangular { rows, columns } => {
                usize::from(*rows) * usize::from(*columns)
            }
            Self::Graph(neighbors) => neighbors.len(),
        }
    }

    /// Whether there is no place at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Rows and columns, for boards that have them.
    pub fn size(&self) -> Option<(u16, u16)> {
        match self {
            Self::Square { rows, columns } | Self::Triangular { rows, columns } => Some((*rows, *columns)),
            Self::Graph(_) => None,
        }
    }

    /// The cell of a place; nothing on a graph.
    pub fn cell(&self, place: Place) -> Option<Cell> {
        let (_, columns) = self.size()?;
        let columns = u32::from(columns);
        ((place as usize) < self.len()).then(|| Cell::new((place / columns) as u16, (place % columns) as u16))
    }

    /// The place of a cell; nothing on a graph or beyond the edge.
    pub fn place(&self, cell: Cell) -> Option<Place> {
        let (rows, columns) = self.size()?;
        (cell.row < rows && cell.column < columns)
            .then(|| u32::from(cell.row) * u32::from(columns) + u32::from(cell.column))
    }

    /// The places that touch a place.
    pub fn neighbors(&self, place: Place) -> impl Iterator<Item = Place> + use<'_> {
        let (around, listed): ([Option<Place>; 4], &[Place]) = match self {
            Self::Graph(neighbors) => ([None; 4], &neighbors[place as usize]),
            Self::Square { rows, columns } => {
                let (rows, columns) = (u32::from(*rows), u32::from(*columns));
                let (row, column) = (place / columns, place % columns);
                (
                    [
                        (row > 0).then(|| place - columns),
                        (column > 0).then(|| place - 1),
                        (column + 1 < columns).then(|| place + 1),
                        (row + 1 < rows).then(|| place + columns),
                    ],
                    &[],
                )
            }
            Self::Triangular { rows, columns } => {
                let (rows, columns) = (u32::from(*rows), u32::from(*columns));
                let (row, column) = (place / columns, place % columns);
                let points_left = (row + column).is_multiple_of(2);
                (
                    [
                        (row > 0).then(|| place - columns),
                        (points_left && column > 0).then(|| place.wrapping_sub(1)),
                        (!points_left && column + 1 < columns).then(|| place + 1),
                        (row + 1 < rows).then(|| place + columns),
                    ],
                    &[],
                )
            }
        };
        around.into_iter().flatten().chain(listed.iter().copied())
    }
}

/// Every place with its colour.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    layout: Layout,
    colors: Vec<Color>,
}

/// Colours that do not fit their layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadBoard {
    /// Not one colour a place.
    #[error("{colors} colours for {places} places")]
    Count {
        /// Colours given.
        colors: usize,
        /// Places to colour.
        places: usize,
    },
    /// Nothing to paint.
    #[error("the board has no cell to paint")]
    Empty,
    /// More than [`MOST_PLACES`].
    #[error("the board has {0} cells, at most {MOST_PLACES} are accepted")]
    TooLarge(usize),
}

impl Board {
    /// A board of this layout; at least one place must not be void.
    pub fn new(layout: Layout, colors: Vec<Color>) -> Result<Self, BadBoard> {
        if layout.len() > MOST_PLACES {
            Err(BadBoard::TooLarge(layout.len()))
        } else if layout.len() != colors.len() {
            Err(BadBoard::Count { colors: colors.len(), places: layout.len() })
        } else if colors.iter().all(|&color| color == VOID) {
            Err(BadBoard::Empty)
        } else {
            Ok(Self { layout, colors })
        }
    }

    /// Which places touch.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The colours of all places in reading order.
    pub fn colors(&self) -> &[Color] {
        &self.colors
    }

    /// The colour of a place; nothing beyond the board.
    pub fn color(&self, place: Place) -> Option<Color> {
        self.colors.get(place as usize).copied()
    }

    /// For the rules alone: colours a place that is not void with a colour that is not void.
    pub(crate) fn set(&mut self, place: Place, color: Color) {
        debug_assert!(color != VOID && self.colors[place as usize] != VOID);
        self.colors[place as usize] = color;
    }
}

/// A board with what its author says about it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    /// 1 easy, 2 medium, 3 hard; shown, never used.
    pub difficulty: u32,
    /// Moves the player has.
    pub moves: u32,
    /// Colours the player may paint with: 1 to this. The board may hold more, or fewer.
    pub colors: u32,
    /// The colour the board must end in, where the level names one.
    pub target: Option<Color>,
    /// The board at the start.
    pub board: Board,
}

impl Level {
    /// What it asks of those who solve its board.
    pub fn terms(&self) -> Terms {
        Terms { colors: Some(self.colors), target: self.target }
    }
}

/// What a solution of a board must keep to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Colours that may be painted with: 1 to this; any when there is no number.
    pub colors: Option<u32>,
    /// The colour the board must end in; any when there is none.
    pub target: Option<Color>,
}

impl Terms {
    /// Whether this colour may be painted with.
    pub fn offer(self, color: Color) -> bool {
        color != VOID && self.colors.is_none_or(|most| color <= most)
    }
}

/// A game in progress: the level with its board as it is now, and the moves already made.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Saved", into = "Saved")]
pub struct Position {
    /// The level; its board is the board now.
    pub level: Level,
    /// Moves made.
    pub used: u32,
}

impl Position {
    /// A level before the first move.
    pub fn of(level: Level) -> Self {
        Self { level, used: 0 }
    }

    /// Moves that are left.
    pub fn left(&self) -> u32 {
        self.level.moves.saturating_sub(self.used)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbors_go_both_ways_on_every_layout() {
        let graph = Layout::graph(4, [(0, 1), (1, 0), (2, 2), (1, 3)]);
        let layouts = [
            Layout::Square { rows: 3, columns: 5 },
            Layout::Triangular { rows: 5, columns: 3 },
            graph,
            square(1, 4),
            square(4, 1),
        ];
        for layout in layouts {
            for place in 0..layout.len() as Place {
                for neighbor in layout.neighbors(place) {
                    assert!(layout.neighbors(neighbor).any(|back| back == place), "{layout:?} {place} {neighbor}");
                }
            }
        }
    }

    fn square(rows: u16, columns: u16) -> Layout {
        Layout::Square { rows, columns }
    }

    #[test]
    fn triangles_touch_above_below_and_one_side() {
        let layout = Layout::Triangular { rows: 3, columns: 3 };
        let around = |place| layout.neighbors(place).collect::<Vec<_>>();
        assert_eq!(around(0), [3]);
        assert_eq!(around(4), [1, 3, 7]);
        assert_eq!(around(3), [0, 4, 6]);
    }

    #[test]
    fn boards_that_make_no_sense_cannot_be_built() {
        assert_eq!(Board::new(square(2, 2), vec![1; 3]), Err(BadBoard::Count { colors: 3, places: 4 }));
        assert_eq!(Board::new(square(1, 2), vec![0, 0]), Err(BadBoard::Empty));
        assert_eq!(Board::new(square(0, 0), vec![]), Err(BadBoard::Empty));
        assert!(matches!(Board::new(square(60_000, 60_000), vec![]), Err(BadBoard::TooLarge(_))));
    }
}
