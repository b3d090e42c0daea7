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

use super::beam::beam;
use super::bound::Coming;
use super::caves::CaveBook;
use super::incumbent::Incumbent;
use super::seen::Seen;
use super::surface::{NEVER, Surface, Undo};
use super::target::{Cut, Target};
use super::tiling::Tilings;
use super::{Pruning, Rule, hollows};

/// One thread's search.
pub(super) struct Hunt<'a, const T: usize> {
    /// Where the search begins.
    pub(super) start: &'a Surface<T>,
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
    pub(super) tilings: Tilings,
    pub(super) book: CaveBook,
    pub(super) incumbent: &'a Incumbent,
    /// Where this part of the search stands among all parts.
    pub(super) unit: usize,
    pub(super) version: u64,
    /// Outlines this thread has gone into.
    pub(super) nodes: u64,
}

/// When a beam is sent out, how wide it is, and whether it is guided. A long search is worth a better one.
const BEAMS: [(u64, usize, bool); Incumbent::BEAMS] = [(0, 64, false), (1 << 13, 12, true), (1 << 17, 256, true)];

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

/// Whether a piece has a rotation with this underside.
fn has_underside(forms: &[Form], underside: [u8; 2]) -> bool {
    forms.iter().any(|form| form.width == 2 && form.bottoms[..2] == underside)
}

/// What is to come from each level on; one more than there are pieces.
pub(super) fn coming(pieces: &[&'static [Form]], pruning: Pruning) -> Vec<Coming> {
    let nothing = Coming { pieces: 0, bars: 0, left_hooks: 0, right_hooks: 0, relief: 0, arms: 0, pruning };
    let mut coming = vec![nothing; pieces.len() + 1];
    for level in (0..pieces.len()).rev() {
        let (later, forms) = (coming[level + 1], pieces[level]);
        let is_bar = forms.iter().any(|form| form.width == 1);
        coming[level] = Coming {
            pieces: later.pieces + 1,
            bars: later.bars + i32::from(is_bar),
            left_hooks: later.left_hooks + i32::from(has_underside(forms, [2, 0])),
            right_hooks: later.right_hooks + i32::from(has_underside(forms, [0, 2])),
            relief: later.relief + relief(forms),
            arms: later.arms + hollows::arm(forms),
            pruning,
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

    /// Sends out the next beam when it is time: whatever is worse than what it finds is not looked for.
    pub(super) fn look_ahead(&mut self) -> Result<(), Stop> {
        let Some(number) = BEAMS.iter().position(|&(nodes, ..)| nodes == self.nodes) else { return Ok(()) };
        let (_, width, guided) = BEAMS[number];
        let guide = guided.then_some(self.coming);
        let (start, pieces, meter) = (self.start, self.pieces, &mut self.meter);
        let target = Target { needed: i64::MIN, best: None, ..self.target.clone() };
        let mut stop = Ok(());
        let found = self.incumbent.beam(number, || {
            beam(start, pieces, &target, width, guide, meter).unwrap_or_else(|reason| {
                stop = Err(reason);
                None
            })
        });
        if let Some(found) = found {
            self.target.needed = self.target.needed.max(self.target.score.least_equal(found.value) as i64);
        }
        stop
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
        if self.pruning.has(Rule::Beam) {
            self.nodes += 1;
            self.look_ahead()?;
        }
        let bounded = self.pruning.has(Rule::Bound);
        let linear = self.target.linear;
        let coming = self.coming[level];
        // The bound holds as well when closed cells were last counted before the last piece: they can only have become more.
        let (mut most, mut base) = self.target.most(&self.surface, coming);
        if bounded && most < self.target.needed {
            return Ok(());
        }
        let before = (self.surface.closed, self.surface.cave_cost());
        if placed.is_some_and(|undo| self.surface.recount(undo, Some(&mut self.book)))
            && (self.surface.closed, self.surface.cave_cost()) != before
        {
            (most, base) = self.target.most(&self.surface, coming);
            if bounded && most < self.target.needed {
                return Ok(());
            }
        }
        if bounded && self.pruning.has(Rule::Tiling) && linear.full <= 0 {
            self.tilings.earn();
            let (now, lowest) = (linear.now(&self.surface), self.surface.lowest());
            // Only rows that join those on the floor count here, and each of them as much.
            while base > now {
                let rows = ((base - now) / linear.primary) as i16;
                if self.tilings.may_fill(&self.surface, lowest + rows, self.pieces, level) {
                    break;
                }
                (most, base) = (most - linear.primary, base - linear.primary);
                if most < self.target.needed {
                    return Ok(());
                }
            }
        }
        if self.pruning.has(Rule::Seen) {
            let key = self.surface.key(linear.key_rows());
            if key.is_some_and(|key| self.seen[level].meet(key)) {
                return Ok(());
            }
        }
        if bounded && level + 2 == self.pieces.len() {
            let (needed, last) = (self.target.needed, self.pieces[level + 1]);
            let cut = Cut::Costly { relief: self.coming[level + 1].relief };
            let (surface, path, meter) = (&mut self.surface, &mut self.path, &mut self.meter);
            let swept = self.target.sweep_pairs(surface, [forms, last], path, cut, meter);
            if self.target.needed != needed {
                self.incumbent.publish(self.unit, &self.target);
            }
            return swept.map(|_| ());
        }
        let now = linear.now(&self.surface);
        let relief = self.surface.bumpiness - self.coming[level + 1].relief;
        let tariff = self.target.measure.tariff(relief);
        let limit = |hunt: &Self| {
            let limit = hunt.target.measure.limit(base.saturating_sub(hunt.target.needed));
            if bounded { limit } else { NEVER - 1 }
        };
        let costs = self.target.survey(&self.surface, forms, tariff);
        let mut allowed = limit(self);
        let most_gain = base - now;
        let prospects = (bounded && most_gain > 0).then(|| self.target.prospects(&self.surface, coming));
        for (rotation, form) in forms.iter().enumerate() {
            for (column, &cost) in costs[rotation].iter().enumerate().take(self.surface.columns()) {
                if cost <= allowed {
                    if let Some(prospects) = &prospects {
                        let gain = prospects.gain_after(&self.surface.fall(form, column));
                        if gain < most_gain {
                            let spare = (now + gain).saturating_sub(self.target.needed);
                            if cost > self.target.measure.limit(spare) {
                                continue;
                            }
                        }
                    }
                    let needed = self.target.needed;
                    let placement = Placement { rotation: rotation as u8, column: column as u16 };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Board, Mark, Piece};
    use crate::score::Score;
    use crate::solve::target::Linear;
    use azulejo_core::grid::{Cell, Grid};
    use azulejo_core::random::Random;

    /// The best leaf below a surface, by trying all.
    fn best_below(surface: &mut Surface<32>, pieces: &[&'static [Form]], linear: &Linear) -> Option<i64> {
        let Some((&forms, rest)) = pieces.split_first() else {
            surface.light(None);
            return Some(linear.value(surface));
        };
        let mut best = None;
        for form in forms {
            for column in 0..surface.columns() {
                if surface.fits(form, column) {
                    let undo = surface.place(form, column);
                    best = best.max(best_below(surface, rest, linear));
                    surface.take_back(&undo);
                }
            }
        }
        best
    }

    #[test]
    fn no_leaf_is_worth_more_than_the_bound_says() {
        let (mut exact, mut tighter) = (0, 0);
        for seed in 0..12_000 {
            let mut random = Random::new(seed);
            // Two of three boards are narrow: there cells get covered to fill rows above them, where that pays.
            let narrow = seed % 3 > 0;
            let (least_rows, most_columns, room) = if narrow { (6, 2, 2) } else { (8, 4, 4) };
            let (rows, columns) = (least_rows + random.below(6) as u16, 4 + random.below(most_columns) as u16);
            let heights: Vec<u16> = (0..columns).map(|_| random.below(u64::from(rows) - room) as u16).collect();
            let holes = random.below(4) * random.below(2);
            let cells = Grid::from_fn(rows, columns, |cell: Cell| {
                let filled = rows - cell.row <= heights[usize::from(cell.column)] && random.below(10) >= holes;
                Mark::from_char(if filled { '7' } else { '0' }).unwrap()
            });
            let board = Board::of(cells).unwrap();
            let count = 1 + random.index(3);
            let pieces: Vec<&'static [Form]> = (0..count).map(|_| random.pick(&Piece::ALL).unwrap().forms()).collect();
            let score = Score::named(random.pick(&Score::NAMES).unwrap()).unwrap();
            let filled = board.cells().values().iter().filter(|mark| mark.is_filled()).count() as u32;
            let linear = Linear::new(&score, columns, filled + 4 * count as u32);
            let mut surface = Surface::<32>::of(&board, linear.needs_closed());
            surface.light(Some(&mut CaveBook::new(linear.cave_prices())));
            let Some(best) = best_below(&mut surface.clone(), &pieces, &linear) else { continue };
            let target = Target::new(&score, &linear, rows, columns);
            let mut bounds = Vec::new();
            for pruning in
                [Rule::Hollows, Rule::Fit].map(|rule| Pruning::ALL.without(rule)).into_iter().chain([Pruning::ALL])
            {
                let coming = coming(&pieces, pruning)[0];
                let (most, base) = target.most(&surface, coming);
                assert!(most >= best && base >= most, "seed {seed} {}\n{board}\n{most} {best}", score.name());
                bounds.push(most);
            }
            let all = coming(&pieces, Pruning::ALL)[0];
            let (now, prospects) = (linear.now(&surface), target.prospects(&surface, all));
            for form in pieces[0] {
                for column in 0..surface.columns() {
                    if surface.fits(form, column) {
                        let most = now + prospects.gain_after(&surface.fall(form, column));
                        let mut after = surface.clone();
                        after.place(form, column);
                        let best = best_below(&mut after, &pieces[1..], &linear);
                        assert!(best.is_none_or(|best| best <= most), "seed {seed} {}\n{board}", score.name());
                    }
                }
            }
            exact += u32::from(bounds[2] == best);
            tighter += u32::from(bounds[2] < bounds[0]) + u32::from(bounds[2] < bounds[1]);
        }
        assert!(exact > 100 && tighter > 400, "{exact} {tighter}");
    }
}
