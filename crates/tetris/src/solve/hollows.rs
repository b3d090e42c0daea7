//! Hollows: the rows of empty cells between higher columns. What filling them smooths, at best.
//!
//! Columns only grow, so the last outline is this one with cells added. Adding a whole row of a hollow, as wide as it is
//! there, smooths one step at each of its two sides that is no wall, and nothing else smooths anything. Higher rows of a
//! hollow are wider, so the best use of few cells is the greedy one: the most smoothing rows first, and a part of the
//! last one counts in proportion.
//!
//! Where a hollow is one column wide, a piece that fits without a gap fills it only with the arm that hangs below the
//! rest of it; and where it is three deep, only if it is an upright bar. A cell that gets covered counts as added too.
#![expect(clippy::inline_always, reason = "must be compiled anew for each kind of processor")]

use crate::position::{Form, Piece};

use super::bound::Coming;
use super::surface::Surface;
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
pub(super) struct Hollows<const T: usize> {
    /// Cells of rows that smooth two steps for each `index` cells, as if in one list; from index 2 on.
    cells: [[i16; T]; 2],
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

impl<const T: usize> Hollows<T> {
    /// Adds rows of one width that end at so many walls.
    #[inline(always)]
    fn add(&mut self, width: i16, rows: i16, walls: usize) {
        if width == 1 {
            self.slender[walls] += i32::from(rows);
        } else {
            let index = (width as usize) << walls;
            self.cells.as_flattened_mut()[index] += width * rows;
            self.last = self.last.max(index);
        }
    }

    /// The least bumpiness there can be when the pieces to come are placed and so many more cells get covered.
    #[inline(always)]
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
        for (index, &cells) in self.cells.as_flattened()[..=self.last].iter().enumerate().skip(2) {
            if cells == 0 {
                continue;
            }
            let taken = i32::from(cells).min(left);
            left -= taken;
            smoothed += 2 * taken / index as i32;
            if left == 0 {
                break;
            }
        }
        (self.bumpiness - smoothed).max(uneven)
    }
}

/// Columns side by side, all below the two beside them; `height` is that of the highest.
#[derive(Clone, Copy, Default)]
struct Ground {
    height: i16,
    width: i16,
}

impl<const T: usize> Surface<T> {
    /// Goes from left to right and keeps the ground that is not yet closed to its right, each lower than the one before.
    #[inline(always)]
    pub(super) fn hollows(&self, wells: &Wells) -> Hollows<T> {
        let mut hollows = Hollows {
            cells: [[0; T]; 2],
            last: 0,
            slender: [0; 2],
            deep: [0; 2],
            height: 0,
            columns: self.columns as i32,
            bumpiness: self.bumpiness,
        };
        let mut open = [Ground::default(); T];
        let mut count = 0;
        for column in 0..self.columns {
            let height = self.height(column);
            hollows.height += i32::from(height);
            let mut width = 1;
            while count > 0 && open[count - 1].height <= height {
                let ground = open[count - 1];
                count -= 1;
                // What was closed before is a part of this ground now.
                let whole = ground.width + width - 1;
                let side = if count > 0 { open[count - 1].height } else { i16::MAX };
                hollows.add(whole, side.min(height) - ground.height, usize::from(count == 0));
                width = whole + 1;
            }
            open[count] = Ground { height, width };
            count += 1;
        }
        let mut width = 0;
        while count > 1 {
            count -= 1;
            width += open[count].width;
            hollows.add(width, open[count - 1].height - open[count].height, 1);
        }
        for well in wells.list() {
            hollows.deep[usize::from(well.sides == 1)] += i32::from(well.depth + 1 - Well::DEEP);
        }
        hollows
    }
}
