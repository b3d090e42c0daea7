//! The bound: the most that any leaf below an outline can be worth. See [`bounded`](super::bounded) for why it holds.
//!
//! Its parts are asked from the cheapest on, and no further than until what they say is too little.
#![expect(clippy::inline_always, reason = "must be compiled anew for each kind of processor")]

use super::fillings::{Extent, Prospects, RowPrices, Strictness};
use super::surface::Surface;
use super::target::Linear;
use super::wells::{Well, Wells};
use super::{Pruning, Rule};

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

/// Asks for the bound by the widest vectors that the processor has. The answer is the most that any leaf below can be
/// worth, and the same without any price for bumpiness and for what is yet to be covered, so that these can be taken
/// from it; but whoever `needs` more than a part of the bound allows is told no more than that.
pub(super) struct Judge<'a, const T: usize> {
    pub(super) linear: &'a Linear,
    pub(super) surface: &'a Surface<T>,
    pub(super) coming: Coming,
    pub(super) needed: i64,
}

impl<const T: usize> pulp::NullaryFnOnce for Judge<'_, T> {
    type Output = (i64, i64);

    /// It is the best over all numbers of rows that may get filled. For each, some cells must get covered. A covered cell
    /// may smooth two steps: so either that much of its price is given away and the pieces smooth the rest, or what all
    /// cells together may smooth is counted. Both are sound, so the dearer holds.
    #[inline(always)]
    fn call(self) -> (i64, i64) {
        let Self { linear, surface, coming, needed } = self;
        let lowest = surface.lowest();
        let now = linear.now(surface);
        let prices = linear.row_prices();
        let wells = surface.wells();
        let fillings = |strictness: Strictness| {
            surface.prospects(lowest, &wells, coming, prices, strictness, Extent::Together).fillings()
        };
        let by_cells_alone = fillings(Strictness::Cells);
        let least_bumps = linear.least_bumps(surface, &wells, coming);
        let by_pieces = |covered: i32| {
            // Cells that must get covered may be those of wells, which then cost nothing more: one of the two counts.
            let (gap, steps) = (2 * linear.bumpiness - linear.covered, surface.bumpiness - coming.relief);
            let by_gaps = gap * i64::from(covered) - linear.bumpiness * i64::from(steps.max(0));
            if covered > 0 { least_bumps.max(by_gaps) } else { least_bumps }
        };
        let (most, gain) = (now + by_cells_alone.most(by_pieces), by_cells_alone.gain());
        if most < needed {
            return (most, now + gain);
        }
        let hollows = coming.pruning.has(Rule::Hollows).then(|| surface.hollows(&wells));
        let dearer = |covered: i32| {
            let by_cells = hollows.as_ref().map_or(i64::MIN, |hollows| {
                -linear.covered * i64::from(covered)
                    - linear.bumpiness * i64::from(hollows.least_bumpiness(coming, covered))
            });
            by_pieces(covered).max(by_cells)
        };
        let most = if hollows.is_some() { now + by_cells_alone.most(dearer) } else { most };
        if most < needed || gain == 0 || !coming.pruning.has(Rule::Fit) {
            return (most, now + gain);
        }
        let fitting = fillings(Strictness::Fit);
        (now + fitting.most(dearer), now + fitting.gain())
    }
}

/// Lists the rows that may get filled, by the widest vectors that the processor has.
pub(super) struct Foresee<'a, const T: usize> {
    pub(super) linear: &'a Linear,
    pub(super) surface: &'a Surface<T>,
    pub(super) coming: Coming,
}

impl<const T: usize> pulp::NullaryFnOnce for Foresee<'_, T> {
    type Output = Prospects;

    #[inline(always)]
    fn call(self) -> Prospects {
        let Self { linear, surface, coming } = self;
        let prices = linear.row_prices();
        let strictness = if coming.pruning.has(Rule::Fit) { Strictness::Fit } else { Strictness::Cells };
        let extent = if prices.full > 0 { Extent::Each } else { Extent::Together };
        surface.prospects(surface.lowest(), &surface.wells(), coming, prices, strictness, extent)
    }
}

impl Linear {
    /// What filled rows bring at most.
    fn row_prices(&self) -> RowPrices {
        RowPrices { primary: self.primary.max(0), full: self.full.max(0) }
    }

    /// At least what bumpiness and cells still to be covered will cost. Every deep well remains, or takes bars, or is
    /// covered with all its cells but two; no other piece smooths its steps. Without the wells the outline is still an
    /// outline, and each piece smooths that by no more than its relief.
    #[inline(always)]
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
