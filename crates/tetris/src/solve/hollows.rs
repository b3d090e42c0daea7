//! Hollows: the rows of empty cells between higher columns. What filling them smooths, at best.
//!
//! Columns only grow, so the last outline is this one with cells added. Adding a whole row of a hollow, as wide as it is
//! there, smooths one step at each of its two sides that is no wall, and nothing else smooths anything. Higher rows of a
//! hollow are wider, so the best use of few cells is the greedy one: the most smoothing rows first, and a part of the
//! last one counts in proportion.
//!
//! Where a hollow is one column wide, a piece that fits without a gap fills it only with the arm that hangs below the
//! rest of it; and where it is three deep, only if it is an upright bar. A cell that gets covered counts as added too.

use crate::position::{Form, Piece};

use super::surface::Surface;
use super::target::Coming;
use super::wells::{Well, Wells};

/// The longest arm of a piece: how many of its cells fit into a hollow of one column.
pub(super) fn arm(forms: &[Form]) -> i32 {
    let of = |form: &Form| {
        let width = usize::from(form.width);
        if width == 1 {
            return i32::from(form.height);
        }
        let hangs = |column: usize| {
            let others = (0..width).filter(|&other| other != column).map(|other| form.bottoms[other]);
            i32::from(others.min().unwrap_or(0).saturating_sub(form.bottoms[column]))
        };
        (0..width).map(hangs).max().unwrap_or(0)
    };
    forms.iter().map(of).max().unwrap_or(0)
}

/// The hollows of an outline, by what they smooth.
pub(super) struct Hollows {
    /// Cells of rows that smooth two steps for each `index` cells; from index 2 on.
    cells: [i16; 2 * 64 + 1],
    /// The last index in use.
    last: usize,
    /// Cells of hollows one column wide between columns, and beside a wall; and those of them that only bars reach.
    slender: [i32; 2],
    deep: [i32; 2],
    /// The sum of all heights, and how many columns there are.
    height: i32,
    columns: i32,
    bumpiness: i32,
}

impl Hollows {
    /// The least bumpiness there can be when the pieces to come are placed and so many more cells get covered.
    pub(super) fn least_bumpiness(&self, coming: Coming, covered: i32) -> i32 {
        let mut left = coming.pieces * Piece::CELLS as i32 + covered;
        // Equal columns are the only outline without a step, and one covered cell more would cost more than that step.
        let uneven = i32::from((self.height + left) % self.columns != 0);
        let (mut arms, mut bars) = (coming.arms + covered, coming.bars * Piece::CELLS as i32 + covered);
        let mut smoothed = 0;
        for walls in 0..2 {
            let by_bars = self.deep[walls].min(bars);
            bars -= by_bars;
            let taken = (self.slender[walls] - self.deep[walls] + by_bars).min(arms).min(left);
            arms -= taken;
            left -= taken;
            smoothed += taken * (2 - walls as i32);
        }
        for (index, &cells) in self.cells[..=self.last].iter().enumerate().skip(2) {
            let taken = i32::from(cells).min(left);
            left -= taken;
            smoothed += 2 * taken / index as i32;
        }
        (self.bumpiness - smoothed).max(uneven)
    }
}

impl<const T: usize> Surface<T> {
    pub(super) fn hollows(&self, wells: &Wells) -> Hollows {
        let mut hollows = Hollows {
            cells: [0; 2 * 64 + 1],
            last: 0,
            slender: [0; 2],
            deep: [0; 2],
            height: 0,
            columns: self.columns as i32,
            bumpiness: self.bumpiness,
        };
        let mut ends = [0_u64; 65];
        let (mut lowest, mut highest) = (i16::MAX, 0);
        for column in 0..self.columns {
            let height = self.height(column);
            ends[height as usize] |= 1 << column;
            lowest = lowest.min(height);
            highest = highest.max(height);
            hollows.height += i32::from(height);
        }
        let rightmost = 1_u64 << (self.columns - 1);
        let mut empty = 0;
        for row in lowest..highest {
            empty |= ends[row as usize];
            let mut runs = empty;
            while runs != 0 {
                let first = runs & runs.wrapping_neg();
                let after = runs.wrapping_add(first);
                let run = runs & !after;
                runs &= after;
                let width = run.count_ones() as usize;
                // A row that ends at no wall is lower than some column at both sides.
                let at_walls = usize::from(first == 1) + usize::from(run & rightmost != 0);
                if width == 1 {
                    hollows.slender[at_walls] += 1;
                } else {
                    let index = width << at_walls;
                    hollows.cells[index] += width as i16;
                    hollows.last = hollows.last.max(index);
                }
            }
        }
        for well in wells.list() {
            hollows.deep[usize::from(well.sides == 1)] += i32::from(well.depth + 1 - Well::DEEP);
        }
        hollows
    }
}
