//! The search where full rows vanish: every leaf is looked at, because vanishing rows open what was covered and no
//! bound of the other search holds.
//!
//! A board is one word of bits for each column, lowest row in the lowest bit.

use azulejo_core::budget::{Budget, Meter, Stop};
use azulejo_core::grid::Cell;

use crate::features::Features;
use crate::position::{Board, Form};
use crate::rules::Placement;
use crate::score::Score;

use super::target::Found;
use super::threads::{self, Mapping};
use super::{Raw, Task};

#[derive(Clone)]
struct Field {
    columns: Vec<u64>,
    rows: u32,
    cleared: i64,
}

impl Field {
    fn of(board: &Board) -> Self {
        let columns = (0..board.columns()).map(|column| {
            let rows = (0..board.rows()).rev().enumerate();
            rows.fold(0, |bits, (place, row)| bits | u64::from(board.is_filled(Cell::new(row, column))) << place)
        });
        Self { columns: columns.collect(), rows: u32::from(board.rows()), cleared: 0 }
    }

    fn height(&self, column: usize) -> u32 {
        u64::BITS - self.columns[column].leading_zeros()
    }

    /// The field after a form has fallen and full rows are gone, or nothing where it does not fit.
    fn after(&self, form: &Form, column: usize) -> Option<Self> {
        let width = usize::from(form.width);
        let heights = (0..width).map(|offset| self.height(column + offset).saturating_sub(form.bottoms[offset].into()));
        let rest = heights.max().unwrap_or(0);
        if rest + u32::from(form.height) > self.rows {
            return None;
        }
        let mut after = self.clone();
        for offset in 0..width {
            let thickness = form.tops[offset] - form.bottoms[offset];
            after.columns[column + offset] |= ((1 << thickness) - 1) << (rest + u32::from(form.bottoms[offset]));
        }
        let mut full = after.columns.iter().fold(u64::MAX, |rows, column| rows & column);
        while full != 0 {
            let below = (1 << full.ilog2()) - 1;
            for column in &mut after.columns {
                *column = *column & below | *column >> 1 & !below;
            }
            full &= below;
            after.cleared += 1;
        }
        Some(after)
    }

    fn features(&self) -> Features {
        let heights: Vec<i64> = (0..self.columns.len()).map(|column| i64::from(self.height(column))).collect();
        let height: i64 = heights.iter().sum();
        let filled: i64 = self.columns.iter().map(|column| i64::from(column.count_ones())).sum();
        let full = self.columns.iter().fold(u64::MAX, |rows, column| rows & column);
        Features {
            columns: self.columns.len() as i64,
            height: height - self.columns.len() as i64 * i64::from(full.trailing_ones()),
            total_height: height,
            primary: i64::from(full.trailing_ones()),
            full: i64::from(full.count_ones()),
            covered: height - filled,
            closed: self.closed(),
            bumpiness: heights.windows(2).map(|pair| (pair[0] - pair[1]).abs()).sum(),
            cleared: self.cleared,
        }
    }

    /// Empty cells that are cut off from the top: all but those reached from above the columns.
    fn closed(&self) -> i64 {
        let board = if self.rows == 64 { u64::MAX } else { (1 << self.rows) - 1 };
        let empty: Vec<u64> = self.columns.iter().map(|column| !column & board).collect();
        let mut open: Vec<u64> =
            (0..empty.len()).map(|column| board & !((1_u128 << self.height(column)) - 1) as u64).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for column in (0..empty.len()).chain((0..empty.len()).rev()) {
                let left = column.checked_sub(1).map_or(0, |left| open[left]);
                let right = open.get(column + 1).copied().unwrap_or(0);
                let mut wider = (open[column] | left | right) & empty[column];
                loop {
                    let taller = (wider | wider << 1 | wider >> 1) & empty[column];
                    if taller == wider {
                        break;
                    }
                    wider = taller;
                }
                changed |= wider != open[column];
                open[column] = wider;
            }
        }
        empty.iter().zip(&open).map(|(empty, open)| i64::from((empty & !open).count_ones())).sum()
    }
}

/// The best leaf of the deepest level that can be reached.
struct Deepest<'a> {
    pieces: &'a [&'static [Form]],
    score: &'a Score,
    meter: Meter<'a>,
    path: Vec<Placement>,
    best: Option<Found>,
    leaves: u64,
}

impl Deepest<'_> {
    /// Whether something was placed below.
    fn below(&mut self, field: &Field) -> Result<(), Stop> {
        self.meter.tick()?;
        let level = self.path.len();
        let mut stuck = true;
        if let Some(forms) = self.pieces.get(level) {
            for (rotation, form) in forms.iter().enumerate() {
                for column in 0..=field.columns.len() - usize::from(form.width) {
                    if let Some(after) = field.after(form, column) {
                        stuck = false;
                        self.path.push(Placement { rotation: rotation as u8, column: column as u16 });
                        let result = self.below(&after);
                        self.path.pop();
                        result?;
                    }
                }
            }
        }
        if stuck {
            self.offer(field);
        }
        Ok(())
    }

    fn offer(&mut self, field: &Field) {
        let deepest = self.best.as_ref().map_or(0, |found| found.path.len());
        if self.path.is_empty() || self.path.len() < deepest {
            return;
        }
        self.leaves = if self.path.len() > deepest { 1 } else { self.leaves + 1 };
        let value = self.score.exact(&field.features());
        if comes_before(self.score, self.path.len(), value, self.best.as_ref()) {
            self.best = Some(Found { value, path: self.path.clone() });
        }
    }
}

/// Whether a later leaf is to be taken instead of the best so far.
fn comes_before(score: &Score, length: usize, value: i128, best: Option<&Found>) -> bool {
    best.is_none_or(|best| {
        length > best.path.len() || (length == best.path.len() && value >= score.least_better(best.value))
    })
}

pub(super) fn search(task: &Task<'_>, mapping: Mapping, budget: &Budget) -> Raw {
    let forms: Vec<&'static [Form]> = task.pieces.iter().map(|piece| piece.forms()).collect();
    let field = Field::of(task.board);
    let mut parts = Vec::new();
    if let Some(first) = forms.first() {
        for (rotation, form) in first.iter().enumerate() {
            for column in 0..=field.columns.len() - usize::from(form.width) {
                if let Some(after) = field.after(form, column) {
                    parts.push((Placement { rotation: rotation as u8, column: column as u16 }, after));
                }
            }
        }
    }
    let shares = threads::share(parts.len(), budget.threads(), mapping, |share| {
        let mut deepest = Deepest {
            pieces: &forms,
            score: task.score,
            meter: budget.meter(),
            path: Vec::with_capacity(forms.len()),
            best: None,
            leaves: 0,
        };
        for part in share {
            let (placement, field) = &parts[part];
            deepest.path.push(*placement);
            let result = deepest.below(field);
            deepest.path.pop();
            if let Err(stop) = result {
                return (deepest.best, deepest.leaves, Some(stop));
            }
        }
        (deepest.best, deepest.leaves, None)
    });
    merge(task.score, shares)
}

/// The best of what the threads bring; among equals the first in the document's order.
fn merge(score: &Score, shares: Vec<(Option<Found>, u64, Option<Stop>)>) -> Raw {
    let stop = shares.iter().find_map(|(.., stop)| *stop);
    let length = shares.iter().filter_map(|(best, ..)| best.as_ref()).map(|best| best.path.len()).max();
    let mut leaves = 0;
    let mut finds = Vec::new();
    for (best, seen, _) in shares {
        if let Some(best) = best.filter(|best| Some(best.path.len()) == length) {
            leaves += seen;
            finds.push(best);
        }
    }
    finds.sort_by(|one, other| one.path.cmp(&other.path));
    let mut found: Option<Found> = None;
    for find in finds {
        if comes_before(score, find.path.len(), find.value, found.as_ref()) {
            found = Some(find);
        }
    }
    Raw { found, stop, leaves: stop.is_none().then_some(leaves), engine: "exhaustive" }
}
