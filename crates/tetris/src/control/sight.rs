//! What controllers see of a board, counted plainly; how a piece falls on columns of bits.

use azulejo_core::grid::Cell;
use azulejo_core::problem::Problem;
use schemars::JsonSchema;
use serde::Serialize;

use crate::position::{Board, Form, Piece};
use crate::rules::Placement;

/// What a controller sees of a board and of the piece that has just come to rest on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Sight {
    /// The middle of the piece's rows, from the floor, before rows vanished.
    pub landing_height: f64,
    /// Rows that vanished times the piece's cells among them.
    pub eroded_piece_cells: u32,
    /// Changes between filled and empty along the rows; the walls are filled.
    pub row_transitions: u32,
    /// Changes between filled and empty along the columns; the floor is filled.
    pub column_transitions: u32,
    /// Empty cells with a filled one above.
    pub holes: u32,
    /// For each empty cell between filled ones, the empty cells from it downwards.
    pub wells_dellacherie: u32,
    /// The same from the highest such cell of each empty run, all cells of the run below it counted.
    pub wells_fast: u32,
    /// Filled cells above holes, run by run.
    pub hole_depth: u32,
    /// Rows with a hole.
    pub rows_with_holes: u32,
    /// How many of the differences -2 to 2 there are between neighbouring columns.
    pub diversity: u32,
    /// The highest column.
    pub wall_height: u32,
}

/// The names of what is seen, in the order of [`Sight`].
pub const NAMES: [&str; 11] = [
    "landing_height",
    "eroded_piece_cells",
    "row_transitions",
    "column_transitions",
    "holes",
    "wells_dellacherie",
    "wells_fast",
    "hole_depth",
    "rows_with_holes",
    "diversity",
    "wall_height",
];

/// What our own policy looks at as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Surface {
    /// How many of the pieces other than I lie somewhere on the columns without covering an empty cell.
    pub pieces_that_fit: u32,
    /// Differences between neighbouring columns, added up.
    pub bumpiness: u32,
    /// Filled cells.
    pub filled: u32,
    /// Squares of the columns' heights, added up.
    pub height_squares: u32,
    /// The square of the number of rows with a hole.
    pub holey_rows_squared: u32,
    /// Columns at least three lower than those beside them; the walls are high.
    pub deep_wells: u32,
}

/// How many numbers there are to weigh: those of [`Sight`] and of [`Surface`].
pub const ALL: usize = 17;

/// How much lower than its neighbours a column is that only an I fills.
pub(super) const DEEP: u64 = 3;

/// Pieces as bits.
pub(super) mod fitting {
    pub(in super::super) const O: u64 = 1;
    pub(in super::super) const S: u64 = 2;
    pub(in super::super) const Z: u64 = 4;
    pub(in super::super) const T: u64 = 8;
    pub(in super::super) const L: u64 = 16;
    pub(in super::super) const J: u64 = 32;
}

/// The names of what only our own policy looks at, in the order of [`Surface`].
pub const MORE_NAMES: [&str; ALL - NAMES.len()] =
    ["pieces_that_fit", "bumpiness", "filled", "height_squares", "holey_rows_squared", "deep_wells"];

impl Surface {
    /// The numbers in the order of [`MORE_NAMES`].
    pub fn numbers(&self) -> [f64; MORE_NAMES.len()] {
        [
            self.pieces_that_fit.into(),
            self.bumpiness.into(),
            self.filled.into(),
            self.height_squares.into(),
            self.holey_rows_squared.into(),
            self.deep_wells.into(),
        ]
    }
}

impl Sight {
    /// The numbers in the order of [`NAMES`].
    pub fn numbers(&self) -> [f64; NAMES.len()] {
        let Self { landing_height, .. } = *self;
        [
            landing_height,
            self.eroded_piece_cells.into(),
            self.row_transitions.into(),
            self.column_transitions.into(),
            self.holes.into(),
            self.wells_dellacherie.into(),
            self.wells_fast.into(),
            self.hole_depth.into(),
            self.rows_with_holes.into(),
            self.diversity.into(),
            self.wall_height.into(),
        ]
    }
}

/// A board as columns of bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    columns: Vec<u64>,
    rows: u32,
}

/// What a placement did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fall {
    /// The piece's lowest row before rows vanished.
    pub rest: u32,
    /// Rows that vanished.
    pub removed: u32,
    /// The piece's cells among them.
    pub eroded: u32,
    /// Whether the piece sticks out at the top.
    pub over: bool,
}

impl Field {
    /// The most rows: a piece that sticks out at the top must still be seen.
    pub const MOST_ROWS: u16 = 60;
    /// The most columns.
    pub const MOST_COLUMNS: u16 = 64;

    /// The field of a board, if it is small enough.
    pub fn of(board: &Board) -> Result<Self, Problem> {
        let (rows, columns) = (board.rows(), board.columns());
        if rows > Self::MOST_ROWS || !(4..=Self::MOST_COLUMNS).contains(&columns) {
            return Err(Problem::new(format!(
                "controllers play on boards of 4 to {} columns and at most {} rows, not {columns} and {rows}",
                Self::MOST_COLUMNS,
                Self::MOST_ROWS
            )));
        }
        let bits = |column| {
            let cells = (0..rows).rev().enumerate();
            cells.fold(0, |bits, (place, row)| bits | u64::from(board.is_filled(Cell::new(row, column))) << place)
        };
        Ok(Self { columns: (0..columns).map(bits).collect(), rows: rows.into() })
    }

    /// Puts a form over a column of `before` and lets it fall; full rows vanish unless the game is over.
    pub(super) fn fall(&mut self, before: &Self, form: &Form, column: usize) -> Fall {
        self.columns.copy_from_slice(&before.columns);
        let under = &before.columns[column..column + usize::from(form.width)];
        let height = |(bits, bottom): (&u64, u8)| (u64::BITS - bits.leading_zeros()).saturating_sub(bottom.into());
        let rest = under.iter().zip(form.bottoms).map(height).max().unwrap_or(0);
        for offset in 0..usize::from(form.width) {
            let (bottom, top) = (u32::from(form.bottoms[offset]), u32::from(form.tops[offset]));
            self.columns[column + offset] |= ((1 << (top - bottom)) - 1) << (rest + bottom);
        }
        let over = rest + u32::from(form.height) > self.rows;
        let full = if over { 0 } else { self.columns.iter().fold(u64::MAX, |rows, column| rows & column) };
        let eroded = (0..u32::from(form.height))
            .filter(|row| full >> (rest + row) & 1 == 1)
            .map(|row| form.rows[row as usize].count_ones())
            .sum();
        let mut left = full;
        while left != 0 {
            let below = (1 << left.ilog2()) - 1;
            for column in &mut self.columns {
                *column = *column & below | *column >> 1 & !below;
            }
            left &= below;
        }
        Fall { rest, removed: full.count_ones(), eroded, over }
    }

    /// A field of columns that fit.
    pub(super) fn of_columns(columns: Vec<u64>, rows: u32) -> Self {
        Self { columns, rows }
    }

    /// Its columns, from the left.
    pub(super) fn columns(&self) -> &[u64] {
        &self.columns
    }

    /// Its rows.
    pub(super) fn rows(&self) -> u32 {
        self.rows
    }

    /// How high a column reaches.
    pub(super) fn height(&self, column: usize) -> u32 {
        u64::BITS - self.columns[column].leading_zeros()
    }

    /// What is seen of the field after a fall.
    pub(super) fn sight(&self, form: &Form, fall: Fall) -> Sight {
        // The walls end where the board does: a piece that sticks out has none beside it.
        let walls = (1_u64 << self.rows) - 1;
        let mut sight = Sight {
            landing_height: f64::from(fall.rest) + f64::from(form.height - 1) / 2.0,
            eroded_piece_cells: fall.removed * fall.eroded,
            ..Sight::default()
        };
        let (mut holey, mut steps, mut left) = (0, 0_u32, walls);
        for (at, &column) in self.columns.iter().enumerate() {
            let right = self.columns.get(at + 1).copied().unwrap_or(walls);
            let height = u64::BITS - column.leading_zeros();
            let hollow = !column & ((1 << height) - 1);
            holey |= hollow;
            sight.row_transitions += (left ^ column).count_ones();
            sight.column_transitions += ((column << 1 | 1) ^ column).count_ones();
            sight.holes += hollow.count_ones();
            sight.hole_depth += column.count_ones() - column.trailing_ones();
            sight.wall_height = sight.wall_height.max(height);
            if at > 0 {
                let step = self.height(at - 1).abs_diff(height);
                if step <= 2 {
                    let down = u32::from(self.height(at - 1) > height);
                    steps |= 1 << (step * 2 + down);
                }
            }
            // Wells are seen as if the walls went on above.
            let beside = |wall: bool, other: u64| if wall { u64::MAX } else { other };
            let mut shafts = !column & beside(at == 0, left) & beside(at + 1 == self.columns.len(), right);
            // From the highest well cell of a run on, every other of the same run is below it.
            let mut run_end = u32::MAX;
            while shafts != 0 {
                let top = shafts.ilog2();
                shafts ^= 1 << top;
                let deep = (!column << (63 - top)).leading_ones();
                sight.wells_dellacherie += deep;
                if top + 1 - deep != run_end {
                    run_end = top + 1 - deep;
                    sight.wells_fast += deep * (deep + 1) / 2;
                }
            }
            left = column;
        }
        sight.row_transitions += (left ^ walls).count_ones();
        sight.rows_with_holes = holey.count_ones();
        sight.diversity = steps.count_ones();
        sight
    }

    /// What our own policy sees as well.
    pub(super) fn surface(&self) -> Surface {
        let heights: Vec<u32> = (0..self.columns.len()).map(|column| self.height(column)).collect();
        let lies = |form: &Form| {
            heights.windows(form.width.into()).any(|under| {
                let mut rests =
                    under.iter().zip(form.bottoms).map(|(&height, bottom)| height.checked_sub(bottom.into()));
                let first = rests.next().flatten();
                // Nothing is covered if every column holds the form; its lowest cells may reach the floor.
                first.is_some() && rests.all(|rest| rest == first)
            })
        };
        let fitting = Piece::ALL.iter().filter(|piece| **piece != Piece::I && piece.forms().iter().any(lies));
        let holey = self.columns.iter().enumerate().fold(0, |holey, (at, column)| {
            let under = (1_u64 << self.height(at)) - 1;
            holey | under & !column
        });
        let beside = |at: Option<usize>| at.and_then(|at| heights.get(at)).copied().unwrap_or(u32::MAX);
        let is_deep = |at: &usize| {
            u64::from(beside(at.checked_sub(1)).min(beside(Some(at + 1)))) >= u64::from(heights[*at]) + DEEP
        };
        Surface {
            pieces_that_fit: fitting.count() as u32,
            bumpiness: heights.windows(2).map(|pair| pair[0].abs_diff(pair[1])).sum(),
            filled: self.columns.iter().map(|column| column.count_ones()).sum(),
            height_squares: heights.iter().map(|height| height * height).sum(),
            holey_rows_squared: holey.count_ones().pow(2),
            deep_wells: (0..heights.len()).filter(is_deep).count() as u32,
        }
    }
}

/// Lets a piece fall and says what a controller sees then.
pub fn look(board: &Board, piece: Piece, placement: Placement) -> Result<(Fall, Sight, Surface), Problem> {
    let field = Field::of(board)?;
    let form = piece
        .forms()
        .get(usize::from(placement.rotation))
        .filter(|form| usize::from(placement.column) + usize::from(form.width) <= field.columns.len())
        .ok_or_else(|| Problem::new(format!("{piece} has no place `{placement}` on this board")))?;
    let mut after = field.clone();
    let fall = after.fall(&field, form, placement.column.into());
    Ok((fall, after.sight(form, fall), after.surface()))
}
