//! Rows that the pieces to come may fill, and what must be covered for it. A part of the bound.

use crate::position::Piece;

use super::Rule;
use super::surface::{MARGIN, Surface, rows_between};
use super::target::Coming;
use super::wells::Wells;

/// What a filled row brings: one that joins the full ones on the floor, and any.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowPrices {
    pub(super) primary: i64,
    pub(super) full: i64,
}

impl<const T: usize> Surface<T> {
    /// Says what filling rows could still bring, for every number of rows that the pieces to come may fill, and how many
    /// cells must get covered for it. A row with a covered cell is never filled, and up to the highest filled row every
    /// cell is a piece's or gets covered.
    ///
    /// *Fit*: deep wells are filled by upright bars alone; hollows two cells deep and one wide take a hook or a bar, what
    /// is one wide takes arms, and each hollow its own pieces.
    pub(super) fn fillings(
        &self,
        lowest: i16,
        wells: &Wells,
        coming: Coming,
        prices: RowPrices,
        mut say: impl FnMut(i64, i32),
    ) {
        say(0, 0);
        let cells = coming.pieces * Piece::CELLS as i32;
        let fit = coming.pruning.has(Rule::Fit);
        let (mut left, mut volume, mut all_slender) = (cells, 0, 0);
        let mut gain = 0;
        let mut unbroken = self.holey & rows_between(0, lowest) == 0;
        for row in lowest..self.rows {
            let holey = self.holey >> row & 1 == 1;
            let (mut missing, mut slender) = (0_i16, 0_i16);
            for lane in MARGIN..T - MARGIN {
                let empty = self.heights[lane] <= row;
                missing += i16::from(empty);
                slender += i16::from(empty & (self.heights[lane - 1].min(self.heights[lane + 1]) > row));
            }
            // Higher rows miss at least as many cells.
            if i32::from(missing) > left {
                return;
            }
            volume += i32::from(missing);
            all_slender += i32::from(slender);
            let (all, across) = if fit { self.pieces_below(row) } else { (0, 0) };
            unbroken &= !holey && wells.fill_up_to(row, coming);
            unbroken &= !fit || (all_slender <= coming.arms && all <= coming.pieces);
            if !unbroken && prices.full == 0 {
                return;
            }
            let misfit = fit && (across > coming.pieces || i32::from(slender) > coming.arms);
            if holey || misfit || !wells.fill_across(row, coming) {
                continue;
            }
            left -= i32::from(missing);
            gain += prices.full + if unbroken { prices.primary } else { 0 };
            say(gain, (volume - cells).max(0));
        }
    }

    /// The least number of pieces that fill all hollows up to a row, and of those that fill the row itself: a piece is
    /// in one hollow only, because no piece hangs down at two sides of what it rests on.
    fn pieces_below(&self, row: i16) -> (i32, i32) {
        let (mut all, mut across) = (0, 0);
        let (mut area, mut width) = (0, 0);
        for lane in MARGIN..=MARGIN + self.columns {
            let depth = row + 1 - self.heights[lane];
            if depth > 0 {
                area += depth;
                width += 1;
            } else {
                all += (area + 3) / 4;
                across += (width + 3) / 4;
                (area, width) = (0, 0);
            }
        }
        (i32::from(all), across)
    }
}
