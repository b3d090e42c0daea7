//! What a search looks for: the first leaf that is good enough, and then only better ones.
//!
//! A score becomes a sum over the few numbers of a [`Surface`], in exact whole numbers. Leaves are first weighed all
//! columns at once in a coarse measure that never overrates their cost, and exactly only when they might do.

use azulejo_core::budget::{Meter, Stop};

use crate::features::Term;
use crate::position::Form;
use crate::rules::Placement;
use crate::score::Score;

use super::bound::{Coming, Foresee, Judge};
use super::caves::CavePrices;
use super::fillings::Prospects;
use super::pairs::{Pairs, Tally};
use super::surface::{Closed, Glance, KeyRows, Look, Lowest, NEVER, Surface, Surveys, Tariff};

/// A score as weights of a surface's numbers. `height = filled + covered`, and all leaves have equally many filled
/// cells, so heights are a constant and a part of the weight of covered cells.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    pub(super) fixed: i64,
    pub(super) covered: i64,
    pub(super) closed: i64,
    pub(super) primary: i64,
    pub(super) full: i64,
    pub(super) bumpiness: i64,
}

impl Linear {
    pub(super) fn new(score: &Score, columns: u16, filled: u32) -> Self {
        let (height, settled) = (score.scaled(Term::Height), score.scaled(Term::SettledHeight));
        let heights = height + score.scaled(Term::TotalHeight) + settled;
        let columns = i64::from(columns);
        Self {
            fixed: heights * i64::from(filled),
            covered: heights + score.scaled(Term::CoveredHoles),
            closed: score.scaled(Term::Holes),
            primary: score.scaled(Term::Lines) - height * columns,
            full: score.scaled(Term::FullRows) - settled * columns,
            bumpiness: score.scaled(Term::Bumpiness),
        }
    }

    /// Whether closed cells must be followed.
    pub(super) fn needs_closed(&self) -> Closed {
        if self.closed == 0 { Closed::Ignore } else { Closed::Follow }
    }

    /// What caves cost; nothing where full rows count, because covering a cell may pay there.
    pub(super) fn cave_prices(&self) -> CavePrices {
        let gap = if self.full > 0 { 0 } else { -self.covered };
        CavePrices { closed: -self.closed, step: -self.bumpiness, gap }
    }

    /// Which rows with covered cells the score can tell apart.
    pub(super) fn key_rows(&self) -> KeyRows {
        if self.full == 0 { KeyRows::Lowest } else { KeyRows::All }
    }

    /// Whether later pieces can only lose what the bound says they lose: covered and closed cells never vanish and
    /// count against a board, and covering a cell costs more than the two steps it may smooth.
    pub(super) fn allows_bound(&self) -> bool {
        self.closed <= 0 && self.bumpiness <= 0 && self.covered <= 2 * self.bumpiness
    }

    /// The value of a surface without its bumpiness.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "part of code that must become vector code")]
    pub(super) fn now<const T: usize>(&self, surface: &Surface<T>) -> i64 {
        let lowest = surface.lowest();
        self.holes(surface)
            + self.primary * i64::from(surface.primary(lowest))
            + self.full * i64::from(surface.full(lowest))
    }

    /// The exact value of a surface whose closed cells are counted.
    pub(super) fn value<const T: usize>(&self, surface: &Surface<T>) -> i64 {
        self.now(surface) + self.bumpiness * i64::from(surface.bumpiness)
    }

    /// The most that one more filled row brings.
    fn per_row(&self) -> i64 {
        self.primary.max(0) + self.full.max(0)
    }

    pub(super) fn holes<const T: usize>(&self, surface: &Surface<T>) -> i64 {
        self.fixed + self.covered * i64::from(surface.covered) + self.closed * i64::from(surface.closed)
    }
}

/// The coarse measure: whole numbers of few bits in proportion to the weights, rounded so that no cost is overrated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    per_value: f64,
    gap: i16,
    step: i16,
}

impl Measure {
    /// The highest cost that occurs; the highest that fits its 16 bits is [`NEVER`].
    const MOST: f64 = 32_000.0;

    pub(super) fn new(linear: &Linear, rows: u16, columns: u16) -> Self {
        // A closed cell that counts in favor of a board counts at best with every covered cell.
        let gap = -(linear.covered + linear.closed.max(0)) as f64;
        let step = -linear.bumpiness as f64;
        // Of two pieces.
        let most_gap = f64::from(2 * (4 * rows + 8));
        let most_bumps = f64::from((rows + 4) * (columns + 4));
        let per_value = Self::MOST / (gap.abs() * most_gap + step.abs() * most_bumps).max(1.0);
        // Rounding down takes at most one from each factor, and so at most this much from a negative cost.
        let per_value = per_value * (1.0 - (most_gap + most_bumps) / 32_767.0).max(0.1);
        Self { per_value, gap: (gap * per_value).floor() as i16, step: (step * per_value).floor() as i16 }
    }

    pub(super) fn tariff(&self, relief: i32) -> Tariff {
        Tariff { gap: self.gap, step: self.step, relief: relief as i16 }
    }

    /// The highest cost of what may be worth `value` more than nothing at all.
    pub(super) fn limit(&self, value: i64) -> i16 {
        // One more than rounding can lose; and a cast keeps within the bounds of its numbers.
        let limit = (value as f64 * self.per_value) as i32;
        limit.clamp(-i32::from(NEVER), i32::from(NEVER) - 2) as i16 + 1
    }
}

/// A leaf worth keeping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) value: i128,
    pub(super) path: Vec<Placement>,
}

/// What may be left out when two pieces are looked at.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cut {
    Nothing,
    /// Places that cost too much even if the last piece smooths this much.
    Costly {
        relief: i32,
    },
}

/// The best leaf so far, and the least value of interest.
#[derive(Clone, Debug)]
pub(super) struct Target<'a> {
    pub(super) score: &'a Score,
    pub(super) linear: &'a Linear,
    pub(super) measure: Measure,
    pub(super) needed: i64,
    pub(super) best: Option<Found>,
    pub(super) arch: pulp::Arch,
}

impl<'a> Target<'a> {
    pub(super) fn new(score: &'a Score, linear: &'a Linear, rows: u16, columns: u16) -> Self {
        Self {
            score,
            linear,
            measure: Measure::new(linear, rows, columns),
            needed: i64::MIN,
            best: None,
            arch: pulp::Arch::new(),
        }
    }

    /// The most that any leaf below a surface can be worth, and what [`Judge`] says besides; no more exactly than it takes
    /// to know whether that is enough.
    pub(super) fn most<const T: usize>(&self, surface: &Surface<T>, coming: Coming) -> (i64, i64) {
        self.arch.dispatch(Judge { linear: self.linear, surface, coming, needed: self.needed })
    }

    /// What it costs to let a piece fall, for every rotation and column.
    pub(super) fn survey<const T: usize>(
        &self,
        surface: &Surface<T>,
        forms: &'static [Form],
        tariff: Tariff,
    ) -> [[i16; T]; 4] {
        self.arch.dispatch(Surveys { surface, forms, tariff })
    }

    /// The rows that the pieces to come may fill.
    pub(super) fn prospects<const T: usize>(&self, surface: &Surface<T>, coming: Coming) -> Prospects {
        self.arch.dispatch(Foresee { linear: self.linear, surface, coming })
    }

    /// Takes a leaf in if it is good enough.
    pub(super) fn offer(&mut self, value: i64, path: &[Placement], last: Placement) -> bool {
        if value < self.needed {
            return false;
        }
        let mut path = path.to_vec();
        path.push(last);
        // On boards of this size every value fits.
        self.needed = self.score.least_better(value.into()) as i64;
        self.best = Some(Found { value: value.into(), path });
        true
    }

    /// Looks at all places of the last piece, in order, and counts those where it fits. The surface may know of fewer
    /// closed cells than there are.
    pub(super) fn sweep<const T: usize>(
        &mut self,
        surface: &mut Surface<T>,
        forms: &'static [Form],
        path: &[Placement],
    ) -> u64 {
        let look = Look { surface, forms, measure: &self.measure };
        let glance = self.arch.dispatch(look);
        if self.may_do(surface, forms, &glance) {
            // Only now are the closed cells counted, and that may settle it.
            surface.light(None);
            if self.may_do(surface, forms, &glance) {
                let lowest = surface.lowest_columns(glance.lowest);
                self.sift(surface, forms, path, &lowest);
            }
        }
        glance.leaves
    }

    /// Looks at all places of the last two pieces, in order; counts those of the first of them and all leaves. The surface
    /// must know its closed cells.
    pub(super) fn sweep_pairs<const T: usize>(
        &mut self,
        surface: &mut Surface<T>,
        [forms, last]: [&'static [Form]; 2],
        path: &mut Vec<Placement>,
        cut: Cut,
        meter: &mut Meter<'_>,
    ) -> Result<Tally, Stop> {
        let (lowest, linear) = (surface.lowest(), self.linear);
        let filled = surface.filled_by(2, lowest);
        let joined = surface.primary(filled) - surface.primary(lowest);
        let full = surface.full(filled) - surface.full(lowest);
        let gain = linear.primary.max(0) * i64::from(joined) + linear.full.max(0) * i64::from(full);
        let base = self.base(surface, lowest) + gain;
        let tariff = self.measure.tariff(surface.bumpiness);
        let weigh = |target: &Self, surface: &Surface<T>, forms: &'static [Form]| {
            let limit = target.measure.limit(base.saturating_sub(target.needed));
            let (relief, cutoff) = match cut {
                Cut::Nothing => (0, NEVER),
                Cut::Costly { relief } => (relief as i16, limit),
            };
            let tally = target.arch.dispatch(Pairs { surface, forms, last, tariff, limit: cutoff, relief });
            (tally, tally.least <= limit)
        };
        let (tally, may_do) = weigh(self, surface, forms);
        if !may_do {
            return Ok(tally);
        }
        for (rotation, form) in forms.iter().enumerate() {
            if !weigh(self, surface, &forms[rotation..=rotation]).1 {
                continue;
            }
            for column in 0..surface.columns() {
                if surface.fits(form, column) {
                    // At worst every leaf is placed.
                    meter.dwell(surface.columns() as u64)?;
                    path.push(Placement { rotation: rotation as u8, column: column as u16 });
                    let undo = surface.place(form, column);
                    self.sweep(surface, last, path);
                    surface.take_back(&undo);
                    path.pop();
                }
            }
        }
        Ok(tally)
    }

    /// The value of a leaf without cost that fills no row, given the lowest column.
    fn base<const T: usize>(&self, surface: &Surface<T>, lowest: i16) -> i64 {
        let linear = self.linear;
        linear.holes(surface)
            + if linear.closed > 0 { linear.closed * i64::from(surface.covered - surface.closed) } else { 0 }
            + linear.primary * i64::from(surface.primary(lowest))
            + linear.full * i64::from(surface.full(lowest))
    }

    /// Whether a leaf may be good enough.
    #[inline]
    fn may_do<const T: usize>(&self, surface: &Surface<T>, forms: &[Form], glance: &Glance) -> bool {
        let spare = self.base(surface, glance.lowest).saturating_sub(self.needed);
        if glance.least <= self.measure.limit(spare) {
            return true;
        }
        // No row above the lowest covered cell joins those on the floor.
        let joined = surface.primary(glance.lowest + glance.rise) - surface.primary(glance.lowest);
        let gain = self.linear.primary.max(0) * i64::from(joined) + self.linear.full.max(0) * i64::from(glance.rise);
        gain > 0
            && glance.least <= self.measure.limit(spare.saturating_add(gain))
            && self.may_fill(surface, forms, glance, spare)
    }

    /// The same for leaves that fill rows: a piece comes down on all of the lowest columns at once.
    #[cold]
    fn may_fill<const T: usize>(&self, surface: &Surface<T>, forms: &[Form], glance: &Glance, spare: i64) -> bool {
        let lowest = surface.lowest_columns(glance.lowest);
        let Some(span) = lowest.span else { return false };
        let steps = surface.steps();
        let tariff = self.measure.tariff(surface.bumpiness);
        let may_do = |form: &Form, column: usize| {
            let touches = surface.touches(form, column, span, lowest.height);
            (touches || self.linear.full > 0) && {
                let gain = i64::from(surface.lowest_after(form, column) - lowest.height) * self.linear.per_row();
                surface.cost_at(form, &steps, tariff, column) <= self.measure.limit(spare.saturating_add(gain))
            }
        };
        forms.iter().any(|form| surface.rising(form, span).any(|column| may_do(form, column)))
    }

    /// The same when some leaf may be good enough.
    #[cold]
    fn sift<const T: usize>(
        &mut self,
        surface: &mut Surface<T>,
        forms: &'static [Form],
        path: &[Placement],
        lowest: &Lowest,
    ) {
        let linear = self.linear;
        let base = self.base(surface, lowest.height);
        let steps = surface.steps();
        let tariff = self.measure.tariff(surface.bumpiness);
        let mut costs = [NEVER; T];
        let mut limit = self.measure.limit(base.saturating_sub(self.needed));
        for (rotation, form) in forms.iter().enumerate() {
            let least = surface.survey(form, &steps, tariff, &mut costs);
            let rising = lowest.span.map_or(0..0, |span| surface.rising(form, span));
            if least > limit && rising.is_empty() {
                continue;
            }
            for (column, &cost) in costs.iter().enumerate().take(surface.columns()) {
                let mut allowed = limit;
                if rising.contains(&column) && cost != NEVER {
                    let rise = i64::from(surface.lowest_after(form, column) - lowest.height);
                    let gain = rise * linear.per_row();
                    allowed = self.measure.limit((base + gain).saturating_sub(self.needed));
                }
                if cost <= allowed {
                    let undo = surface.place(form, column);
                    surface.light(None);
                    let value = linear.value(surface);
                    surface.take_back(&undo);
                    let placement = Placement { rotation: rotation as u8, column: column as u16 };
                    if self.offer(value, path, placement) {
                        limit = self.measure.limit(base.saturating_sub(self.needed));
                    }
                }
            }
        }
    }
}
