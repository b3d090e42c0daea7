//! The outline of a board and all that a score needs to know of it, kept up to date piece by piece.
//!
//! Where full rows stay, a falling piece meets nothing but the heights of the columns, and every feature follows from
//! few numbers: `height = filled + covered`, and a row is full exactly when all columns reach above it and no covered
//! cell lies in it. So the outline is the heights, the covered cells and the rows they lie in; colors are not needed.
//!
//! Columns are lanes of an array with a margin at both sides, so that all columns of a rotation are looked at by the
//! same straight code, which compilers turn into vector instructions. `T` is the number of lanes with both margins.

use std::ops::Range;

use azulejo_core::grid::Cell;

use crate::position::{Board, Form, Piece};

use super::caves::{CaveBook, Caves};
use super::target::Measure;

/// Lanes before the first column, and at least as many after the last.
pub(super) const MARGIN: usize = 8;

/// The height of lanes that are not columns: nothing fits there.
const WALL: i16 = 1000;

/// The cost of a placement that does not fit.
pub(super) const NEVER: i16 = i16::MAX;

#[derive(Clone)]
pub(super) struct Surface<const T: usize> {
    pub(super) heights: [i16; T],
    /// All ones on lanes that are columns, zero in the margins.
    pub(super) inside: [i16; T],
    pub(super) rows: i16,
    pub(super) columns: usize,
    /// Empty cells below the outline.
    pub(super) covered: i32,
    /// Those of them that are cut off from the top; known only when they are followed.
    pub(super) closed: i32,
    pub(super) bumpiness: i32,
    /// Rows that hold a covered cell.
    pub(super) holey: u64,
    /// The caves, if closed cells are followed.
    pub(super) caves: Caves,
    /// The covered cells of each row, if closed cells are followed.
    pub(super) covered_rows: Option<Box<[u64; 64]>>,
}

/// Whether a surface must know which covered cells are cut off from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closed {
    Follow,
    Ignore,
}

/// What `place` changed, for taking it back.
pub(super) struct Undo {
    pub(super) column: usize,
    pub(super) width: usize,
    pub(super) before: [i16; 4],
    /// For each column of the piece, where its gap ends.
    gap_ends: [i16; 4],
    pub(super) covered: i32,
    closed: i32,
    bumpiness: i32,
    holey: u64,
    caves: Caves,
}

/// What the lanes of one rotation have in common.
#[derive(Clone, Copy)]
pub(super) struct Tariff {
    /// For each newly covered cell.
    pub(super) gap: i16,
    /// For each step of bumpiness that remains after `relief`.
    pub(super) step: i16,
    /// Bumpiness before the piece, less what later pieces may smooth.
    pub(super) relief: i16,
}

/// A form as the lanes see it.
pub(super) struct Outline<const W: usize> {
    pub(super) bottoms: [i16; W],
    pub(super) tops: [i16; W],
    pub(super) bottom_sum: i16,
    /// Steps along its upper side.
    pub(super) ridge: i16,
    /// The highest row where it may rest.
    pub(super) highest: i16,
}

impl<const W: usize> Outline<W> {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "part of loops that must become vector code")]
    pub(super) fn of(form: &Form, rows: i16) -> Self {
        let (mut bottoms, mut tops) = ([0; W], [0; W]);
        let (mut bottom_sum, mut ridge) = (0, 0);
        for column in 0..W {
            bottoms[column] = i16::from(form.bottoms[column]);
            tops[column] = i16::from(form.tops[column]);
            bottom_sum += bottoms[column];
            if column > 0 {
                ridge += (tops[column] - tops[column - 1]).abs();
            }
        }
        Self { bottoms, tops, bottom_sum, ridge, highest: rows - i16::from(form.height) }
    }
}

/// What all leaves of one surface are like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glance {
    /// The least cost of them.
    pub(super) least: i16,
    /// How many there are.
    pub(super) leaves: u64,
    /// The height of the lowest columns.
    pub(super) lowest: i16,
    /// How many rows above it one piece may fill.
    pub(super) rise: i16,
}

/// A glance by the widest vectors that the processor has: the same plain loops, compiled for several kinds.
pub(super) struct Look<'a, const T: usize> {
    pub(super) surface: &'a Surface<T>,
    pub(super) forms: &'static [Form],
    pub(super) measure: &'a Measure,
}

impl<const T: usize> pulp::NullaryFnOnce for Look<'_, T> {
    type Output = Glance;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "must be compiled anew for each kind of processor")]
    fn call(self) -> Glance {
        self.surface.glance(self.forms, |bumpiness| self.measure.tariff(bumpiness))
    }
}

/// A survey of every rotation of a piece, in the same way.
pub(super) struct Surveys<'a, const T: usize> {
    pub(super) surface: &'a Surface<T>,
    pub(super) forms: &'static [Form],
    pub(super) tariff: Tariff,
}

impl<const T: usize> pulp::NullaryFnOnce for Surveys<'_, T> {
    type Output = [[i16; T]; 4];

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "must be compiled anew for each kind of processor")]
    fn call(self) -> [[i16; T]; 4] {
        let mut costs = [[NEVER; T]; 4];
        let steps = self.surface.steps();
        for (form, costs) in self.forms.iter().zip(&mut costs) {
            self.surface.survey(form, &steps, self.tariff, costs);
        }
        costs
    }
}

/// The lowest columns of an outline.
pub(super) struct Lowest {
    pub(super) height: i16,
    /// First and last column of that height, when they are so near that one piece may cover them.
    pub(super) span: Option<(usize, usize)>,
}

impl<const T: usize> Surface<T> {
    pub(super) const LANES: usize = T - 2 * MARGIN;

    pub(super) fn of(board: &Board, closed: Closed) -> Self {
        let mut surface = Self {
            heights: [WALL; T],
            inside: [0; T],
            rows: board.rows() as i16,
            columns: usize::from(board.columns()),
            covered: 0,
            closed: 0,
            bumpiness: 0,
            holey: 0,
            caves: Caves::default(),
            covered_rows: None,
        };
        let mut covered_rows = Box::new([0_u64; 64]);
        for (column, height) in board.heights().into_iter().enumerate() {
            surface.heights[MARGIN + column] = height as i16;
            surface.inside[MARGIN + column] = -1;
            for row in 0..height {
                if !board.is_filled(Cell::new(board.rows() - 1 - row, column as u16)) {
                    surface.covered += 1;
                    surface.holey |= 1 << row;
                    covered_rows[usize::from(row)] |= 1 << column;
                }
            }
        }
        surface.bumpiness = surface.steps().iter().map(|&step| i32::from(step)).sum();
        if closed == Closed::Follow {
            surface.covered_rows = Some(covered_rows);
            surface.light(None);
        }
        surface
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    pub(super) fn height(&self, column: usize) -> i16 {
        self.heights[MARGIN + column]
    }

    pub(super) fn has_equal_heights(&self, other: &Self) -> bool {
        self.heights == other.heights
    }

    /// Height differences: lane `j` is between column `j` and the next, zero at the walls.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "part of loops that must become vector code")]
    #[expect(clippy::needless_range_loop, reason = "iterators over part of an array do not become vector code here")]
    pub(super) fn steps(&self) -> [i16; T] {
        let mut steps = [0; T];
        for lane in MARGIN..T - MARGIN {
            let (here, next) = (self.heights[lane], self.heights[lane + 1]);
            steps[lane] = (here.max(next) - here.min(next)) & self.inside[lane] & self.inside[lane + 1];
        }
        steps
    }

    /// For every column at once, what it costs to let a form fall there; and the least of these costs. Columns where it
    /// does not fit, and lanes that are not columns, cost [`NEVER`].
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "must be compiled anew for each kind of processor")]
    pub(super) fn survey(&self, form: &Form, steps: &[i16; T], tariff: Tariff, costs: &mut [i16; T]) -> i16 {
        match form.width {
            1 => self.survey_width::<1>(form, steps, tariff, costs),
            2 => self.survey_width::<2>(form, steps, tariff, costs),
            3 => self.survey_width::<3>(form, steps, tariff, costs),
            _ => self.survey_width::<4>(form, steps, tariff, costs),
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the width must be known where the loop is compiled")]
    #[expect(clippy::needless_range_loop, reason = "iterators over part of an array do not become vector code here")]
    fn survey_width<const W: usize>(&self, form: &Form, steps: &[i16; T], tariff: Tariff, costs: &mut [i16; T]) -> i16 {
        let outline = Outline::<W>::of(form, self.rows);
        let mut least = NEVER;
        for column in 0..Self::LANES {
            costs[column] = self.cost(&outline, steps, tariff, column);
            least = least.min(costs[column]);
        }
        least
    }

    /// What all leaves of one surface are like at a glance.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "must be compiled anew for each kind of processor")]
    fn glance(&self, forms: &[Form], tariff: impl Fn(i32) -> Tariff) -> Glance {
        let steps = self.steps();
        let tariff = tariff(self.bumpiness);
        let (least, leaves) = match forms {
            [only] => self.glance_at::<2, 2>(&[only], &[], &steps, tariff),
            [flat, upright] if upright.width == 1 => self.glance_at::<4, 1>(&[flat], &[upright], &steps, tariff),
            [flat, upright] => self.glance_at::<3, 2>(&[flat], &[upright], &steps, tariff),
            [flat, upright, upside_down, other] => {
                self.glance_at::<3, 2>(&[flat, upside_down], &[upright, other], &steps, tariff)
            }
            _ => (NEVER, 0),
        };
        let lowest = self.lowest();
        // A row that a piece fills misses four cells at most.
        let mut rise = 0;
        for above in 0..4 {
            let mut missing = 0_i16;
            for lane in MARGIN..T - MARGIN {
                missing += i16::from(self.heights[lane] <= lowest + above);
            }
            rise += i16::from(missing <= 4);
        }
        Glance { least, leaves, lowest, rise }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the widths and numbers must be known where the loop is compiled")]
    fn glance_at<const A: usize, const B: usize>(
        &self,
        one: &[&Form],
        other: &[&Form],
        steps: &[i16; T],
        tariff: Tariff,
    ) -> (i16, u64) {
        let (mut least, mut fits) = (NEVER, 0_i16);
        for forms in [one.first().zip(other.first()), one.get(1).zip(other.get(1))].into_iter().flatten() {
            let (first, second) = (Outline::<A>::of(forms.0, self.rows), Outline::<B>::of(forms.1, self.rows));
            for column in 0..Self::LANES {
                let (this, that) =
                    (self.cost(&first, steps, tariff, column), self.cost(&second, steps, tariff, column));
                least = least.min(this).min(that);
                fits += i16::from(this != NEVER) + i16::from(that != NEVER);
            }
        }
        if other.is_empty() {
            let outline = Outline::<A>::of(one[0], self.rows);
            for column in 0..Self::LANES {
                let cost = self.cost(&outline, steps, tariff, column);
                least = least.min(cost);
                fits += i16::from(cost != NEVER);
            }
        }
        (least, fits as u64)
    }

    /// What it costs to let a form fall there.
    pub(super) fn cost_at(&self, form: &Form, steps: &[i16; T], tariff: Tariff, column: usize) -> i16 {
        match form.width {
            1 => self.cost(&Outline::<1>::of(form, self.rows), steps, tariff, column),
            2 => self.cost(&Outline::<2>::of(form, self.rows), steps, tariff, column),
            3 => self.cost(&Outline::<3>::of(form, self.rows), steps, tariff, column),
            _ => self.cost(&Outline::<4>::of(form, self.rows), steps, tariff, column),
        }
    }

    /// What it costs to let a form fall with its left edge on a lane.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "this is the body of loops that must become vector code")]
    fn cost<const W: usize>(&self, outline: &Outline<W>, steps: &[i16; T], tariff: Tariff, column: usize) -> i16 {
        let at = MARGIN + column;
        let mut rest = self.heights[at] - outline.bottoms[0];
        let mut sum = self.heights[at];
        let mut flattened = steps[at - 1] + steps[at];
        for offset in 1..W {
            rest = rest.max(self.heights[at + offset] - outline.bottoms[offset]);
            sum += self.heights[at + offset];
            flattened += steps[at + offset];
        }
        let gap = rest.wrapping_mul(W as i16).wrapping_add(outline.bottom_sum).wrapping_sub(sum);
        let (left, near) = (self.heights[at - 1], rest + outline.tops[0]);
        let (right, far) = (self.heights[at + W], rest + outline.tops[W - 1]);
        let left = (left.max(near) - left.min(near)) & self.inside[at - 1];
        let right = (right.max(far) - right.min(far)) & self.inside[at + W];
        let bumps = (tariff.relief + outline.ridge + left + right - flattened).max(0);
        let cost = tariff.gap.wrapping_mul(gap).wrapping_add(tariff.step.wrapping_mul(bumps));
        if rest <= outline.highest { cost } else { NEVER }
    }

    /// The row from the floor where a form comes to rest.
    #[inline]
    pub(super) fn rest(&self, form: &Form, column: usize) -> i16 {
        let mut rest = 0;
        for offset in 0..usize::from(form.width) {
            rest = rest.max(self.heights[MARGIN + column + offset] - i16::from(form.bottoms[offset]));
        }
        rest
    }

    /// Whether a form fits there.
    pub(super) fn fits(&self, form: &Form, column: usize) -> bool {
        column + usize::from(form.width) <= self.columns
            && self.rest(form, column) + i16::from(form.height) <= self.rows
    }

    /// Lets a form fall that fits. The closed cells stay as they were until [`Surface::recount`].
    #[inline]
    pub(super) fn place(&mut self, form: &Form, column: usize) -> Undo {
        match form.width {
            1 => self.place_width::<1>(form, column),
            2 => self.place_width::<2>(form, column),
            3 => self.place_width::<3>(form, column),
            _ => self.place_width::<4>(form, column),
        }
    }

    fn place_width<const W: usize>(&mut self, form: &Form, column: usize) -> Undo {
        let at = MARGIN + column;
        let mut undo = Undo {
            column,
            width: W,
            before: [0; 4],
            gap_ends: [0; 4],
            covered: self.covered,
            closed: self.closed,
            bumpiness: self.bumpiness,
            holey: self.holey,
            caves: self.caves,
        };
        let mut rest = 0;
        for offset in 0..W {
            undo.before[offset] = self.heights[at + offset];
            rest = rest.max(undo.before[offset] - i16::from(form.bottoms[offset]));
        }
        let before = self.steps_around::<W>(at);
        let mut gap = 0;
        for offset in 0..W {
            undo.gap_ends[offset] = rest + i16::from(form.bottoms[offset]);
            gap += undo.gap_ends[offset] - undo.before[offset];
            self.heights[at + offset] = rest + i16::from(form.tops[offset]);
        }
        self.bumpiness += i32::from(self.steps_around::<W>(at) - before);
        if gap > 0 {
            self.cover(&undo, i32::from(gap));
        }
        undo
    }

    /// The steps at the sides of and between columns.
    #[inline]
    fn steps_around<const W: usize>(&self, at: usize) -> i16 {
        (at - 1..at + W).map(|lane| (self.heights[lane] - self.heights[lane + 1]).abs() & self.step_inside(lane)).sum()
    }

    /// Notes the cells below what was just placed.
    fn cover(&mut self, undo: &Undo, gap: i32) {
        self.covered += gap;
        for offset in 0..undo.width {
            let (from, to) = (undo.before[offset], undo.gap_ends[offset]);
            self.holey |= rows_between(from, to);
            if let Some(rows) = &mut self.covered_rows {
                for row in from..to {
                    rows[row as usize] |= 1 << (undo.column + offset);
                }
            }
        }
    }

    #[inline]
    fn step_inside(&self, lane: usize) -> i16 {
        self.inside[lane] & self.inside[lane + 1]
    }

    /// Takes back what was placed last.
    #[inline]
    pub(super) fn take_back(&mut self, undo: &Undo) {
        if self.covered != undo.covered
            && let Some(rows) = &mut self.covered_rows
        {
            for offset in 0..undo.width {
                for row in undo.before[offset]..undo.gap_ends[offset] {
                    rows[row as usize] &= !(1 << (undo.column + offset));
                }
            }
        }
        let at = MARGIN + undo.column;
        self.heights[at..at + undo.width].copy_from_slice(&undo.before[..undo.width]);
        self.covered = undo.covered;
        self.closed = undo.closed;
        self.bumpiness = undo.bumpiness;
        self.holey = undo.holey;
        self.caves = undo.caves;
    }

    /// The height of the lowest column.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "part of loops that must become vector code")]
    pub(super) fn lowest(&self) -> i16 {
        let mut least = WALL;
        for lane in MARGIN..T - MARGIN {
            least = least.min(self.heights[lane]);
        }
        least
    }

    /// The lowest row that so many pieces cannot fill together with all below it that can be filled, given the lowest
    /// column. Higher rows miss at least as many cells, so there are never more rows than up to there.
    pub(super) fn filled_by(&self, pieces: i16, lowest: i16) -> i16 {
        let (mut left, mut row) = (pieces * Piece::CELLS as i16, lowest);
        while row < self.rows {
            let mut missing = 0_i16;
            for lane in MARGIN..T - MARGIN {
                missing += i16::from(self.heights[lane] <= row);
            }
            left -= if self.holey >> row & 1 == 1 { 0 } else { missing };
            if left < 0 {
                break;
            }
            row += 1;
        }
        row
    }

    /// The lowest columns, with their span if one piece may cover all of them.
    pub(super) fn lowest_columns(&self, height: i16) -> Lowest {
        Lowest { height, span: self.narrow_span(height) }
    }

    fn narrow_span(&self, height: i16) -> Option<(usize, usize)> {
        let columns = &self.heights[MARGIN..MARGIN + self.columns];
        let first = columns.iter().position(|&other| other == height)?;
        let last = columns.iter().rposition(|&other| other == height)?;
        (last - first < 4).then_some((first, last))
    }

    /// The columns from which a form covers a whole span.
    pub(super) fn rising(&self, form: &Form, (first, last): (usize, usize)) -> Range<usize> {
        let width = usize::from(form.width);
        (last + 1).saturating_sub(width)..(first + 1).min(self.columns + 1 - width)
    }

    /// Whether a form comes to rest without a gap on all columns of a span that have this height.
    pub(super) fn touches(&self, form: &Form, column: usize, span: (usize, usize), height: i16) -> bool {
        let rest = self.rest(form, column);
        (span.0..=span.1)
            .all(|other| self.height(other) != height || rest + i16::from(form.bottoms[other - column]) == height)
    }

    /// The lowest column once a form has come to rest over all of the lowest ones.
    pub(super) fn lowest_after(&self, form: &Form, column: usize) -> i16 {
        let rest = self.rest(form, column);
        let width = usize::from(form.width);
        let mut least = WALL;
        for other in 0..self.columns {
            let covered = other.wrapping_sub(column);
            let height = if covered < width { rest + i16::from(form.tops[covered]) } else { self.height(other) };
            least = least.min(height);
        }
        least
    }

    /// Full rows without a gap between them and the floor, given the lowest column.
    #[inline]
    pub(super) fn primary(&self, lowest: i16) -> i32 {
        i32::from(lowest).min(self.holey.trailing_zeros() as i32)
    }

    /// All full rows, given the lowest column.
    #[inline]
    pub(super) fn full(&self, lowest: i16) -> i32 {
        i32::from(lowest) - (self.holey & rows_between(0, lowest)).count_ones() as i32
    }

    /// The outline as one number, if it is small enough: equal outlines of equally many pieces have the same future.
    /// Two boards with equal heights and equally many filled cells also have equally many covered ones, so only the
    /// rows of these and the caves remain to be told.
    pub(super) fn key(&self, rows: KeyRows) -> Option<u128> {
        let bits = u32::BITS - (self.rows as u32).leading_zeros();
        let (tail, tail_bits) = match rows {
            KeyRows::Lowest => (u128::from(self.holey.trailing_zeros()), 7),
            KeyRows::All => (u128::from(self.holey), self.rows as u32),
        };
        // The number of all ones is kept for an empty slot.
        let (caves, cave_bits) = if self.has_caves() { (self.caves.number, 17) } else { (0, 0) };
        if bits * self.columns as u32 + tail_bits + cave_bits > 126 || caves == CaveBook::UNKNOWN {
            return None;
        }
        // The leading one tells how many bits follow, so that keys with and without caves never meet.
        let mut key = (1 << cave_bits | u128::from(caves)) << tail_bits | tail;
        for lane in MARGIN..MARGIN + self.columns {
            key = key << bits | self.heights[lane] as u128;
        }
        Some(key)
    }
}

/// Which rows with covered cells matter to a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyRows {
    /// The lowest: it ends the primary height.
    Lowest,
    /// All: each is a row that can never be full.
    All,
}

/// The rows from `from` up to but not including `to`.
#[inline]
pub(super) fn rows_between(from: i16, to: i16) -> u64 {
    let below = |row: i16| if row >= 64 { u64::MAX } else { (1_u64 << row) - 1 };
    below(to) & !below(from)
}
