//! The last two pieces at once: what the cheapest of all their places costs.
//!
//! The piece before the last is set on a copy of the heights, column by column, and all places of the last one are
//! weighed there by vector code. Every leaf is weighed; but the least cost is asked for only once, for all of them.
#![expect(clippy::inline_always, reason = "must be compiled anew for each kind of processor")]

use crate::position::Form;

use super::surface::{MARGIN, NEVER, Outline, Surface, Tariff};

/// Looks at all leaves two pieces below a surface, by the widest vectors that the processor has.
pub(super) struct Pairs<'a, const T: usize> {
    pub(super) surface: &'a Surface<T>,
    /// The rotations of the last piece but one, or some of them.
    pub(super) forms: &'static [Form],
    pub(super) last: &'static [Form],
    pub(super) tariff: Tariff,
    /// Places of the first piece that cost more than this are left out, even if the second smooths its most.
    pub(super) limit: i16,
    pub(super) relief: i16,
}

/// What they are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    /// The least cost.
    pub(super) least: i16,
    /// Places of the first of the two pieces.
    pub(super) places: u64,
    pub(super) leaves: u64,
}

impl Tally {
    pub(super) const NONE: Self = Self { least: NEVER, places: 0, leaves: 0 };
}

impl<const T: usize> pulp::NullaryFnOnce for Pairs<'_, T> {
    type Output = Tally;

    #[inline(always)]
    fn call(self) -> Tally {
        match self.last {
            [only] => self.weigh::<2, 2, 1, 0>([only], []),
            [flat, upright] if upright.width == 1 => self.weigh::<4, 1, 1, 1>([flat], [upright]),
            [flat, upright] => self.weigh::<3, 2, 1, 1>([flat], [upright]),
            [flat, upright, upside_down, other] => self.weigh::<3, 2, 2, 2>([flat, upside_down], [upright, other]),
            _ => Tally::NONE,
        }
    }
}

/// The last piece's rotations by their width, and what has been weighed so far.
struct Scales<const T: usize, const A: usize, const B: usize, const N: usize, const M: usize> {
    wide: [Outline<A>; N],
    narrow: [Outline<B>; M],
    /// All ones between two columns.
    between: [i16; T],
    /// The least cost on each lane, and how many places.
    least: [i16; T],
    fits: [i16; T],
    places: u64,
}

impl<const T: usize> Pairs<'_, T> {
    #[inline(always)]
    fn weigh<const A: usize, const B: usize, const N: usize, const M: usize>(
        &self,
        wide: [&Form; N],
        narrow: [&Form; M],
    ) -> Tally {
        let surface = self.surface;
        let mut between = [0; T];
        for (lane, pair) in surface.inside.windows(2).enumerate() {
            between[lane] = pair[0] & pair[1];
        }
        let mut scales = Scales::<T, A, B, N, M> {
            wide: wide.map(|form| Outline::of(form, surface.rows)),
            narrow: narrow.map(|form| Outline::of(form, surface.rows)),
            between,
            least: [NEVER; T],
            fits: [0; T],
            places: 0,
        };
        for form in self.forms {
            match form.width {
                1 => self.place_all::<1, A, B, N, M>(form, &mut scales),
                2 => self.place_all::<2, A, B, N, M>(form, &mut scales),
                3 => self.place_all::<3, A, B, N, M>(form, &mut scales),
                _ => self.place_all::<4, A, B, N, M>(form, &mut scales),
            }
        }
        let (mut least, mut leaves) = (NEVER, 0);
        for lane in 0..Surface::<T>::LANES {
            least = least.min(scales.least[lane]);
            leaves += u64::from(scales.fits[lane] as u16);
        }
        Tally { least, places: scales.places, leaves }
    }

    /// Sets one rotation of the first piece on every column in turn.
    #[inline(always)]
    fn place_all<const W: usize, const A: usize, const B: usize, const N: usize, const M: usize>(
        &self,
        form: &Form,
        scales: &mut Scales<T, A, B, N, M>,
    ) {
        let surface = self.surface;
        let outline = Outline::<W>::of(form, surface.rows);
        for column in 0..=surface.columns - W {
            let at = MARGIN + column;
            let mut rest = surface.heights[at] - outline.bottoms[0];
            for offset in 1..W {
                rest = rest.max(surface.heights[at + offset] - outline.bottoms[offset]);
            }
            if rest > outline.highest {
                continue;
            }
            let mut heights = surface.heights;
            let (mut gap, mut smoothed) =
                (0, surface.heights[at - 1].abs_diff(surface.heights[at]) as i16 & scales.between[at - 1]);
            for offset in 0..W {
                let (here, next) = (surface.heights[at + offset], surface.heights[at + offset + 1]);
                gap += rest + outline.bottoms[offset] - here;
                smoothed += (here - next).abs() & scales.between[at + offset];
                heights[at + offset] = rest + outline.tops[offset];
            }
            let left = (heights[at - 1] - heights[at]).abs() & scales.between[at - 1];
            let right = (heights[at + W - 1] - heights[at + W]).abs() & scales.between[at + W - 1];
            let bumps = self.tariff.relief + outline.ridge + left + right - smoothed;
            let cost = self.tariff.gap.wrapping_mul(gap).wrapping_add(self.tariff.step.wrapping_mul(bumps));
            let relief = self.tariff.step.wrapping_mul(bumps.min(self.relief));
            if cost.wrapping_sub(relief) > self.limit {
                continue;
            }
            scales.places += 1;
            self.weigh_last(&heights, cost, scales);
        }
    }

    /// All places of the last piece.
    #[inline(always)]
    fn weigh_last<const A: usize, const B: usize, const N: usize, const M: usize>(
        &self,
        heights: &[i16; T],
        cost: i16,
        scales: &mut Scales<T, A, B, N, M>,
    ) {
        let (inside, tariff) = (&self.surface.inside, self.tariff);
        let between = &scales.between;
        let (mut all_least, mut all_fits) = (scales.least, scales.fits);
        for lane in 0..Surface::<T>::LANES {
            let at = MARGIN + lane;
            let shared = |width: usize| {
                let (mut sum, mut flattened) = (0_i16, (heights[at - 1] - heights[at]).abs() & between[at - 1]);
                for offset in 0..width {
                    sum += heights[at + offset];
                    flattened += (heights[at + offset] - heights[at + offset + 1]).abs() & between[at + offset];
                }
                cost.wrapping_sub(tariff.gap.wrapping_mul(sum)).wrapping_sub(tariff.step.wrapping_mul(flattened))
            };
            let (wide, narrow) = (shared(A), shared(B));
            let (mut least, mut fits) = (all_least[lane], all_fits[lane]);
            for number in 0..N {
                let (cost, rest) = Self::weigh_form(heights, inside, tariff, &scales.wide[number], at);
                let fit = rest <= scales.wide[number].highest;
                least = least.min(if fit { wide.wrapping_add(cost) } else { NEVER });
                fits += i16::from(fit);
            }
            for number in 0..M {
                let (cost, rest) = Self::weigh_form(heights, inside, tariff, &scales.narrow[number], at);
                let fit = rest <= scales.narrow[number].highest;
                least = least.min(if fit { narrow.wrapping_add(cost) } else { NEVER });
                fits += i16::from(fit);
            }
            all_least[lane] = least;
            all_fits[lane] = fits;
        }
        (scales.least, scales.fits) = (all_least, all_fits);
    }

    /// What a form costs besides what all forms of its width share, and where it comes to rest.
    #[inline(always)]
    fn weigh_form<const W: usize>(
        heights: &[i16; T],
        inside: &[i16; T],
        tariff: Tariff,
        outline: &Outline<W>,
        at: usize,
    ) -> (i16, i16) {
        let mut rest = heights[at] - outline.bottoms[0];
        for offset in 1..W {
            rest = rest.max(heights[at + offset] - outline.bottoms[offset]);
        }
        let left = (heights[at - 1] - rest - outline.tops[0]).abs() & inside[at - 1];
        let right = (heights[at + W] - rest - outline.tops[W - 1]).abs() & inside[at + W];
        let gap = rest.wrapping_mul(W as i16).wrapping_add(outline.bottom_sum);
        let bumps = left + right + outline.ridge;
        (tariff.gap.wrapping_mul(gap).wrapping_add(tariff.step.wrapping_mul(bumps)), rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Board, Mark, Piece};
    use crate::solve::surface::Closed;
    use azulejo_core::grid::{Cell, Grid};
    use azulejo_core::random::Random;

    /// The same by placing both pieces everywhere.
    fn slowly(surface: &mut Surface<48>, forms: &'static [Form], last: &'static [Form], tariff: Tariff) -> Tally {
        let mut tally = Tally::NONE;
        let covered = surface.covered;
        let places = |surface: &Surface<48>, forms: &'static [Form]| -> Vec<(&'static Form, usize)> {
            let columns = 0..surface.columns();
            let all = forms.iter().flat_map(|form| columns.clone().map(move |column| (form, column)));
            all.filter(|&(form, column)| surface.fits(form, column)).collect()
        };
        for (form, column) in places(surface, forms) {
            let undo = surface.place(form, column);
            tally.places += 1;
            for (form, column) in places(surface, last) {
                let undo = surface.place(form, column);
                let gap = (surface.covered - covered) as i16;
                tally.least = tally.least.min(tariff.gap * gap + tariff.step * surface.bumpiness as i16);
                tally.leaves += 1;
                surface.take_back(&undo);
            }
            surface.take_back(&undo);
        }
        tally
    }

    #[test]
    fn two_pieces_at_once_cost_what_they_cost_one_by_one() {
        for seed in 0..1500 {
            let mut random = Random::new(seed);
            let (rows, columns) = (4 + random.below(10) as u16, 4 + random.below(25) as u16);
            let heights: Vec<u16> = (0..columns).map(|_| random.below(u64::from(rows) + 1) as u16).collect();
            let cells = Grid::from_fn(rows, columns, |cell: Cell| {
                let filled = rows - cell.row <= heights[usize::from(cell.column)];
                Mark::from_char(if filled { '7' } else { '0' }).unwrap()
            });
            let mut surface = Surface::<48>::of(&Board::of(cells).unwrap(), Closed::Ignore);
            let forms = random.pick(&Piece::ALL).unwrap().forms();
            let last = random.pick(&Piece::ALL).unwrap().forms();
            let tariff = Tariff {
                gap: random.below(40) as i16 - 5,
                step: random.below(12) as i16 - 2,
                relief: surface.bumpiness as i16,
            };
            let pairs = Pairs { surface: &surface, forms, last, tariff, limit: NEVER, relief: 0 };
            let tally = pulp::Arch::new().dispatch(pairs);
            assert_eq!(tally, slowly(&mut surface, forms, last, tariff), "seed {seed}");
            let plain =
                pulp::NullaryFnOnce::call(Pairs { surface: &surface, forms, last, tariff, limit: NEVER, relief: 0 });
            assert_eq!(plain, tally, "seed {seed}");
        }
    }
}
