//! What a search looks for: the first leaf that is good enough, and then only better ones.
//!
//! A score becomes a sum over the few numbers of a [`Surface`], in exact whole numbers. Leaves are first weighed all
//! columns at once in a coarse measure that never overrates their cost, and exactly only when they might do.

use crate::features::Term;
use crate::position::Form;
use crate::rules::Placement;
use crate::score::Score;

use super::caves::CavePrices;
use super::fillings::RowPrices;
use super::surface::{Closed, Glance, KeyRows, Look, Lowest, NEVER, Surface, Tariff};
use super::wells::{Well, Wells};
use super::{Pruning, Rule};

/// A score as weights of a surface's numbers. `height = filled + covered`, and all leaves have equally many filled
/// cells, so heights are a constant and a part of the weight of covered cells.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    fixed: i64,
    covered: i64,
    closed: i64,
    primary: i64,
    full: i64,
    bumpiness: i64,
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

    /// The exact value of a surface whose closed cells are counted.
    pub(super) fn value<const T: usize>(&self, surface: &Surface<T>) -> i64 {
        let lowest = surface.lowest();
        self.holes(surface)
            + self.bumpiness * i64::from(surface.bumpiness)
            + self.primary * i64::from(surface.primary(lowest))
            + self.full * i64::from(surface.full(lowest))
    }

    /// The most that one more filled row brings.
    fn per_row(&self) -> i64 {
        self.primary.max(0) + self.full.max(0)
    }

    fn holes<const T: usize>(&self, surface: &Surface<T>) -> i64 {
        self.fixed + self.covered * i64::from(surface.covered) + self.closed * i64::from(surface.closed)
    }

    /// The most that any leaf below can be worth, and the same without any price for bumpiness and for what is yet to be
    /// covered, so that these can be taken from it.
    ///
    /// It is the best over all numbers of rows that may get filled. For each, some cells must get covered. A covered cell
    /// may smooth two steps: so either that much of its price is given away and the pieces smooth the rest, or what all
    /// cells together may smooth is counted. Both are sound, so the dearer holds.
    /// Whoever `needs` more than the pieces could smooth is told no more than that.
    pub(super) fn most<const T: usize>(
        &self,
        surface: &Surface<T>,
        wells: &Wells,
        coming: Coming,
        needed: i64,
    ) -> (i64, i64) {
        let lowest = surface.lowest();
        let (primary, full) = (i64::from(surface.primary(lowest)), i64::from(surface.full(lowest)));
        let now = self.holes(surface) + self.primary * primary + self.full * full;
        let prices = RowPrices { primary: self.primary.max(0), full: self.full.max(0) };
        let (mut fillings, mut count) = ([(0, 0); 16], 0);
        surface.fillings(lowest, wells, coming, prices, |gain, covered| {
            if let Some(next) = fillings.get_mut(count) {
                *next = (gain, covered);
                count += 1;
            } else {
                // The last place stands for all that find no room: gains and covered cells only grow.
                fillings[count - 1].0 = gain;
            }
        });
        let fillings = &fillings[..count];
        let gain = fillings.last().map_or(0, |&(gain, _)| gain);
        let least_bumps = self.least_bumps(surface, wells, coming);
        let by_pieces = |covered: i32| (2 * self.bumpiness - self.covered) * i64::from(covered) + least_bumps;
        let most = fillings.iter().map(|&(gain, covered)| gain - by_pieces(covered)).max().unwrap_or(0);
        if now + most < needed || !coming.pruning.has(Rule::Hollows) {
            return (now + most, now + gain);
        }
        let hollows = surface.hollows(wells);
        let by_cells = |covered: i32| {
            -self.covered * i64::from(covered) - self.bumpiness * i64::from(hollows.least_bumpiness(coming, covered))
        };
        let dearer = |covered: i32| by_pieces(covered).max(by_cells(covered));
        let most = fillings.iter().map(|&(gain, covered)| gain - dearer(covered)).max().unwrap_or(0);
        (now + most, now + gain)
    }

    /// At least what bumpiness and cells still to be covered will cost. Every deep well remains, or takes bars, or is
    /// covered with all its cells but two; no other piece smooths its steps. Without the wells the outline is still an
    /// outline, and each piece smooths that by no more than its relief.
    fn least_bumps<const T: usize>(&self, surface: &Surface<T>, wells: &Wells, coming: Coming) -> i64 {
        let rest = (surface.bumpiness - wells.steps() - coming.relief).max(0);
        let mut cost = -self.bumpiness * i64::from(rest);
        let caves = surface.cave_cost();
        if wells.list().is_empty() {
            return cost.max(caves);
        }
        let price = |depth: i16, sides: i16| {
            let remains = -self.bumpiness * i64::from(depth * sides);
            let covered = -self.covered * i64::from(depth + 1 - Well::DEEP);
            if depth >= Well::DEEP { remains.min(covered) } else { 0 }
        };
        let mut savings: [i64; Self::SAVINGS] = [0; Self::SAVINGS];
        for well in wells.list() {
            let mut depth = well.depth;
            cost += price(depth, well.sides);
            for _ in 0..coming.bars {
                if depth < Well::DEEP {
                    break;
                }
                let mut saving = price(depth, well.sides) - price(depth - 4, well.sides);
                depth -= 4;
                // Kept in falling order; what falls out at the end is less than all others.
                for kept in &mut savings {
                    if saving > *kept {
                        std::mem::swap(kept, &mut saving);
                    }
                }
            }
        }
        let bars = coming.bars as usize;
        if bars > Self::SAVINGS {
            return caves.max(cost - savings[0] * i64::from(coming.bars));
        }
        caves.max(cost - savings[..bars].iter().sum::<i64>())
    }

    /// With more bars than this, each is taken to save as much as the best.
    const SAVINGS: usize = 4;
}

/// What a bound needs to know of the pieces to come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coming {
    pub(super) pieces: i32,
    /// Bars among them.
    pub(super) bars: i32,
    /// Pieces that reach two cells down beside what they rest on to their left: `L`.
    pub(super) left_hooks: i32,
    /// And to their right: `J`.
    pub(super) right_hooks: i32,
    /// What they may smooth at most.
    pub(super) relief: i32,
    /// Cells of theirs that fit into hollows of one column.
    pub(super) arms: i32,
    /// The rules in force.
    pub(super) pruning: Pruning,
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
        let most_gap = f64::from(4 * rows + 8);
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
    pub(super) value: i64,
    pub(super) path: Vec<Placement>,
}

/// The best leaf so far, and the least value of interest.
#[derive(Clone, Debug)]
pub(super) struct Target<'a> {
    pub(super) score: &'a Score,
    pub(super) linear: &'a Linear,
    pub(super) measure: Measure,
    pub(super) needed: i64,
    pub(super) best: Option<Found>,
    arch: pulp::Arch,
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

    /// Takes a leaf in if it is good enough.
    pub(super) fn offer(&mut self, value: i64, path: &[Placement], last: Placement) -> bool {
        if value < self.needed {
            return false;
        }
        let mut path = path.to_vec();
        path.push(last);
        self.needed = self.score.least_better(value);
        self.best = Some(Found { value, path });
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
                    let placement = Placement { rotation: rotation as u8, column: column as u8 };
                    if self.offer(value, path, placement) {
                        limit = self.measure.limit(base.saturating_sub(self.needed));
                    }
                }
            }
        }
    }
}
