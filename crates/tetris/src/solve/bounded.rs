//! Branch and bound: the same search in the same order, without the parts that are proven to hold nothing better.
//!
//! The bound is the best value any leaf below could have. Where full rows stay:
//! - covered and closed cells never vanish, so there are at least as many as now;
//! - a row is filled only by cells of pieces, so few pieces fill few rows, and never one with a covered cell;
//! - a piece first buries the gap below it, which smooths at most two steps for each buried cell and costs more than
//!   that by the condition of [`Linear::allows_bound`](super::target::Linear::allows_bound), and then sits on ground
//!   that fits it, which smooths at most [`relief`].

use azulejo_core::budget::{Meter, Stop};

use crate::position::Form;
use crate::rules::Placement;

use super::caves::CaveBook;
use super::incumbent::Incumbent;
use super::seen::Seen;
use super::surface::{NEVER, Surface, Undo};
use super::target::{Coming, Target};
use super::wells::Wells;
use super::{Pruning, Rule};

/// One thread's search.
pub(super) struct Hunt<'a, const T: usize> {
    pub(super) surface: Surface<T>,
    pub(super) pieces: &'a [&'static [Form]],
    /// For each level, what is to come from there on.
    pub(super) coming: &'a [Coming],
    pub(super) pruning: Pruning,
    pub(super) target: Target<'a>,
    pub(super) path: Vec<Placement>,
    pub(super) meter: Meter<'a>,
    /// Outlines met before, level by level.
    pub(super) seen: Vec<Seen>,
    pub(super) book: CaveBook,
    pub(super) incumbent: &'a Incumbent,
    /// Where this part of the search stands among all parts.
    pub(super) unit: usize,
    pub(super) version: u64,
}

/// How much a piece on ground that fits it smooths at most, in its best rotation: its jagged underside is hidden, its
/// upper side is new, and each of the two outer steps shrinks by no more than the thickness beside it.
pub(super) fn relief(forms: &[Form]) -> i32 {
    let ragged = |outline: &[u8]| -> i32 { outline.windows(2).map(|pair| i32::from(pair[0].abs_diff(pair[1]))).sum() };
    let of = |form: &Form| {
        let width = usize::from(form.width);
        let thickness = |column: usize| i32::from(form.tops[column] - form.bottoms[column]);
        ragged(&form.bottoms[..width]) - ragged(&form.tops[..width]) + thickness(0) + thickness(width - 1)
    };
    forms.iter().map(of).max().unwrap_or(0)
}

/// What is to come from each level on; one more than there are pieces.
pub(super) fn coming(pieces: &[&'static [Form]]) -> Vec<Coming> {
    let mut coming = vec![Coming::default(); pieces.len() + 1];
    for level in (0..pieces.len()).rev() {
        let later = coming[level + 1];
        let is_bar = pieces[level].iter().any(|form| form.width == 1);
        coming[level] = Coming {
            pieces: later.pieces + 1,
            bars: later.bars + i32::from(is_bar),
            relief: later.relief + relief(pieces[level]),
        };
    }
    coming
}

impl<const T: usize> Hunt<'_, T> {
    /// Everything below the prefix, which must fit.
    pub(super) fn below(&mut self, prefix: &[Placement]) -> Result<(), Stop> {
        let Some((&placement, rest)) = prefix.split_first() else { return self.descend(None) };
        self.step(placement, |hunt, undo| {
            hunt.surface.recount(undo, Some(&mut hunt.book));
            hunt.below(rest)
        })
    }

    #[inline]
    fn step(
        &mut self,
        placement: Placement,
        then: impl FnOnce(&mut Self, &Undo) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let form = &self.pieces[self.path.len()][usize::from(placement.rotation)];
        let undo = self.surface.place(form, usize::from(placement.column));
        self.path.push(placement);
        let result = then(self, &undo);
        self.path.pop();
        self.surface.take_back(&undo);
        result
    }

    /// Whether the bound says that no leaf below can be good enough. It holds as well when closed cells were last counted
    /// before the last piece: they can only have become more.
    fn is_hopeless(&self, wells: &Wells, coming: Coming) -> bool {
        let linear = self.target.linear;
        let (best, _) = linear.best_without_bumps(&self.surface, wells, coming);
        best - linear.least_bumps(&self.surface, wells, coming) < self.target.needed
    }

    /// Everything below the surface as it is, with closed cells yet to be counted after what was `placed` last.
    fn descend(&mut self, placed: Option<&Undo>) -> Result<(), Stop> {
        self.meter.tick()?;
        self.incumbent.refresh(self.unit, &mut self.version, &mut self.target);
        let level = self.path.len();
        let forms = self.pieces[level];
        if level + 1 == self.pieces.len() {
            let needed = self.target.needed;
            self.target.sweep(&mut self.surface, forms, &self.path);
            if self.target.needed != needed {
                self.incumbent.publish(self.unit, &self.target);
            }
            return Ok(());
        }
        let bounded = self.pruning.has(Rule::Bound);
        let linear = self.target.linear;
        let wells = self.surface.wells();
        let coming = self.coming[level];
        if bounded && self.is_hopeless(&wells, coming) {
            return Ok(());
        }
        if let Some(undo) = placed {
            let recounted = self.surface.recount(undo, Some(&mut self.book));
            if recounted && bounded && self.is_hopeless(&wells, coming) {
                return Ok(());
            }
        }
        let (_, base) = linear.best_without_bumps(&self.surface, &wells, coming);
        if self.pruning.has(Rule::Seen) {
            let key = self.surface.key(linear.key_rows());
            if key.is_some_and(|key| self.seen[level].meet(key)) {
                return Ok(());
            }
        }
        let relief = self.surface.bumpiness - self.coming[level + 1].relief;
        let tariff = self.target.measure.tariff(relief);
        let limit = |hunt: &Self| {
            let limit = hunt.target.measure.limit(base.saturating_sub(hunt.target.needed));
            if bounded { limit } else { NEVER - 1 }
        };
        let steps = self.surface.steps();
        let mut costs = [NEVER; T];
        let mut allowed = limit(self);
        for (rotation, form) in forms.iter().enumerate() {
            let least = self.surface.survey(form, &steps, tariff, &mut costs);
            if least > allowed {
                continue;
            }
            for (column, &cost) in costs.iter().enumerate().take(self.surface.columns()) {
                if cost <= allowed {
                    let needed = self.target.needed;
                    let placement = Placement { rotation: rotation as u8, column: column as u8 };
                    self.step(placement, |hunt, undo| hunt.descend(Some(undo)))?;
                    if self.target.needed != needed {
                        allowed = limit(self);
                    }
                }
            }
        }
        Ok(())
    }
}
