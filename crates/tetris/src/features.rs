//! What a board is judged by: heights, full rows, holes, bumpiness, each counted from scratch and in plain words.
//!
//! The solvers keep the same numbers up to date move by move (`solve::surface`); tests hold the two against each other.
//! A feature is a number here and a [`Term`] in a score: adding one is a field, a term and a line in [`Features::term`].

use azulejo_core::grid::{Cell, Direction, Grid};
use schemars::JsonSchema;
use serde::Serialize;

use crate::position::Board;
use crate::rules;

/// The counts of one board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Features {
    /// Columns of the board.
    pub columns: i64,
    /// The document's height: how far the columns reach above the primary height, summed up.
    pub height: i64,
    /// Sum of the columns' heights, from the floor.
    pub total_height: i64,
    /// Full rows from the floor up without a gap between them: the document's primary height.
    pub primary: i64,
    /// All full rows.
    pub full: i64,
    /// Empty cells with a filled one above them in their column.
    pub covered: i64,
    /// Empty cells that no way of empty cells joins with the top.
    pub closed: i64,
    /// Sum of the height differences between neighboring columns.
    pub bumpiness: i64,
    /// Rows that vanished on the way here; always 0 where full rows stay.
    pub cleared: i64,
}

/// One thing that a score may weigh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Term {
    /// The document's height: column heights above the primary height.
    Height,
    /// Column heights from the floor.
    TotalHeight,
    /// Column heights less one for each full row, as if these had vanished.
    SettledHeight,
    /// The document's complete lines: the primary height, and rows that vanished.
    Lines,
    /// Full rows anywhere, and rows that vanished.
    FullRows,
    /// The document's holes: empty cells in a closed space.
    Holes,
    /// Empty cells with a filled one above.
    CoveredHoles,
    /// Height differences between neighboring columns.
    Bumpiness,
}

impl Term {
    /// All terms, in the order in which a score adds them up.
    pub const ALL: [Self; 8] = [
        Self::Height,
        Self::TotalHeight,
        Self::SettledHeight,
        Self::Lines,
        Self::FullRows,
        Self::Holes,
        Self::CoveredHoles,
        Self::Bumpiness,
    ];

    /// Its name in files and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Height => "height",
            Self::TotalHeight => "total-height",
            Self::SettledHeight => "settled-height",
            Self::Lines => "lines",
            Self::FullRows => "full-rows",
            Self::Holes => "holes",
            Self::CoveredHoles => "covered-holes",
            Self::Bumpiness => "bumpiness",
        }
    }

    /// The term of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|term| term.name() == name)
    }
}

impl Features {
    /// Counts a board, cell by cell.
    pub fn of(board: &Board) -> Self {
        let heights: Vec<i64> = board.heights().into_iter().map(i64::from).collect();
        let full = |row: &u16| rules::is_full(board, *row);
        let open = open_cells(board);
        let empty = || board.cells().cells().filter(|&cell| !board.is_filled(cell));
        let (total, columns) = (heights.iter().sum(), i64::from(board.columns()));
        let primary = (0..board.rows()).rev().take_while(full).count() as i64;
        let is_covered = |cell: Cell| i64::from(board.rows() - cell.row) < heights[usize::from(cell.column)];
        Self {
            columns,
            height: total - columns * primary,
            total_height: total,
            primary,
            full: (0..board.rows()).filter(full).count() as i64,
            covered: empty().filter(|&cell| is_covered(cell)).count() as i64,
            closed: empty().filter(|&cell| !open[cell]).count() as i64,
            bumpiness: heights.windows(2).map(|pair| (pair[0] - pair[1]).abs()).sum(),
            cleared: 0,
        }
    }

    /// What a term counts.
    pub fn term(&self, term: Term) -> i64 {
        match term {
            Term::Height => self.height,
            Term::TotalHeight => self.total_height,
            Term::SettledHeight => self.total_height - self.columns * self.full,
            Term::Lines => self.primary + self.cleared,
            Term::FullRows => self.full + self.cleared,
            Term::Holes => self.closed,
            Term::CoveredHoles => self.covered,
            Term::Bumpiness => self.bumpiness,
        }
    }
}

/// Which empty cells a walk over empty cells reaches from above the board.
fn open_cells(board: &Board) -> Grid<bool> {
    let mut open = board.cells().map(|_| false);
    let mut stack: Vec<Cell> =
        (0..board.columns()).map(|column| Cell::new(0, column)).filter(|&cell| !board.is_filled(cell)).collect();
    for &cell in &stack {
        open[cell] = true;
    }
    while let Some(cell) = stack.pop() {
        for neighbor in Direction::ALL.into_iter().filter_map(|direction| cell.step(direction)) {
            if open.contains(neighbor) && !open[neighbor] && !board.is_filled(neighbor) {
                open[neighbor] = true;
                stack.push(neighbor);
            }
        }
    }
    open
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_counted_as_the_words_say() {
        let board: Board = serde_json::from_str(r#"["00000","01110","01010","10011","11111","11111"]"#).unwrap();
        let features = Features::of(&board);
        assert_eq!(
            features,
            Features {
                columns: 5,
                height: 1 + 3 + 3 + 3 + 1,
                total_height: 3 + 5 + 5 + 5 + 3,
                primary: 2,
                full: 2,
                covered: 3,
                closed: 3,
                bumpiness: 4,
                cleared: 0
            }
        );
        assert_eq!(features.term(Term::Height), 21 - 10);
    }

    #[test]
    fn a_hole_with_a_way_out_is_covered_but_not_closed() {
        let board: Board = serde_json::from_str(r#"["0000","0110","0100","0111","1111"]"#).unwrap();
        let features = Features::of(&board);
        assert_eq!((features.covered, features.closed), (1, 0));
    }

    #[test]
    fn a_full_row_above_a_hole_is_full_but_not_primary() {
        let board: Board = serde_json::from_str(r#"["0000","0000","1111","0111"]"#).unwrap();
        let features = Features::of(&board);
        assert_eq!((features.primary, features.full, features.covered), (0, 1, 1));
        assert_eq!(features.term(Term::SettledHeight), 4);
    }

    #[test]
    fn every_term_has_its_name() {
        for term in Term::ALL {
            assert_eq!(Term::from_name(term.name()), Some(term));
            assert_eq!(serde_json::to_string(&term).unwrap(), format!("\"{}\"", term.name()));
        }
    }
}
