//! One connected part: a beam for an upper bound, then the exact search for every smaller number of moves.

use azulejo_core::budget::{Budget, Stop};

use super::Effort;
use super::atlas::Atlas;
use super::beam::{Line, beam};
use super::bound::Bounds;
use super::closure::{Closure, Origin, Question};
use super::part::Part;

/// What is known of one part.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// No solution is shorter.
    pub(crate) lower: usize,
    /// The best solution found.
    pub(crate) line: Line,
    /// Why the search ended before the two met.
    pub(crate) stop: Option<Stop>,
}

/// When a search may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    pub(crate) effort: Effort,
    /// Once more moves than this are proven necessary, the rest does not matter.
    pub(crate) limit: Option<usize>,
}

impl Goal {
    fn reached(self, known: &Known) -> bool {
        let too_many = self.limit.is_some_and(|limit| known.lower > limit);
        let enough = self.effort == Effort::First && self.limit.is_none_or(|limit| known.line.len() <= limit);
        known.lower >= known.line.len() || too_many || enough
    }
}

/// The searches of one part, for the number of words its regions need.
pub(crate) trait Search {
    /// A solution and a lower bound, as close as goal and budget want them.
    fn fewest(&self, goal: Goal, bounds: Bounds, budget: &Budget) -> Known;
    /// A solution of exactly `moves` moves, known to be the fewest, that ends in this colour; or none.
    fn ending(&self, color: u8, moves: usize, bounds: Bounds, budget: &Budget) -> Result<Option<Line>, Stop>;
}

/// The search for a part, if it is not too large to be searched exactly.
pub(crate) fn search(part: &Part) -> Option<Box<dyn Search + '_>> {
    Some(match part.len().div_ceil(64) {
        0 | 1 => Box::new(Exact::<1>::of(part)),
        2 => Box::new(Exact::<2>::of(part)),
        3 => Box::new(Exact::<3>::of(part)),
        4 => Box::new(Exact::<4>::of(part)),
        5..=8 => Box::new(Exact::<8>::of(part)),
        9..=16 => Box::new(Exact::<16>::of(part)),
        _ => return None,
    })
}

struct Exact<'a, const W: usize> {
    part: &'a Part,
    atlas: Atlas<W>,
}

/// The beam is widened step by step, as long as the proof is not at hand.
const WIDTHS: [usize; 4] = [12, 100, 800, 4000];

impl<'a, const W: usize> Exact<'a, W> {
    fn of(part: &'a Part) -> Self {
        Self { part, atlas: Atlas::of(part) }
    }

    fn improve(&self, goal: Goal, bounds: Bounds, budget: &Budget, known: &mut Known) -> Result<(), Stop> {
        let mut meter = budget.meter();
        let mut widths = WIDTHS.into_iter();
        let mut items = 0;
        while !goal.reached(known) {
            // A wider beam costs less than the next proof once that has grown large.
            while widths.as_slice().first().is_some_and(|&width| items > 8 * width) {
                let width = widths.next().unwrap_or(1);
                if let Some(line) = beam(&self.atlas, width, known.line.len(), &mut meter)? {
                    known.line = line;
                }
            }
            if goal.reached(known) {
                break;
            }
            let question = Question { moves: known.lower, target: None, bounds };
            let mut closure = Closure::new(&self.atlas, question, budget);
            closure.run()?;
            items = closure.items.len();
            if closure.finals.is_empty() {
                known.lower += 1;
            } else {
                match self.playable(&closure, bounds, budget)? {
                    Some(line) => known.line = line,
                    None => known.lower += 1,
                }
            }
        }
        Ok(())
    }

    /// The moves of a finished closure. Where sets overlap, the order of the sides decides whether they can be played as
    /// derived; if no order can, the moves are found one by one, each keeping the rest possible.
    fn playable(&self, closure: &Closure<'_, W>, bounds: Bounds, budget: &Budget) -> Result<Option<Line>, Stop> {
        let target = closure.question.target;
        for &last in &closure.finals {
            for orders in 0..64 {
                let mut line = Line::new();
                spell(closure, last, &mut orders.clone(), &mut line);
                if self.part.plays(&line, target) {
                    return Ok(Some(line));
                }
            }
        }
        self.step_by_step(closure.question.moves, target, bounds, budget)
    }

    /// Tries every first move. That none will do has never been seen; it would be a proof that more moves are needed.
    fn step_by_step(
        &self,
        moves: usize,
        target: Option<u8>,
        bounds: Bounds,
        budget: &Budget,
    ) -> Result<Option<Line>, Stop> {
        if moves == 0 {
            return Ok(None);
        }
        let open: Vec<u8> = (0..self.part.palette.len() as u8).filter(|&color| self.part.is_open(color)).collect();
        for region in 0..self.part.len() as u32 {
            for &color in open.iter().filter(|&&color| color != self.part.colors[region as usize]) {
                let (painted, map) = self.part.painted(region, color);
                let Some(search) = search(&painted) else { continue };
                for end in target.map_or_else(|| open.clone(), |target| vec![target]) {
                    if let Some(rest) = search.ending(end, moves - 1, bounds, budget)? {
                        let back = rest.into_iter().map(|(region, color)| (map[region as usize], color));
                        return Ok(Some(std::iter::once((region, color)).chain(back).collect()));
                    }
                }
            }
        }
        Ok(None)
    }
}

/// Writes an item's moves; `orders` has a bit for each join that says whether the side goes first.
fn spell<const W: usize>(closure: &Closure<'_, W>, item: u32, orders: &mut u32, line: &mut Line) {
    let made = &closure.items[item as usize];
    match made.origin {
        Origin::Single(_) => {}
        Origin::Repaint { from } => {
            spell(closure, from, orders, line);
            line.push((root(closure, from), made.color));
        }
        Origin::Paint { trunk, region } => {
            spell(closure, trunk, orders, line);
            line.push((region, made.color));
        }
        Origin::Join { trunk, side } => {
            let side_first = *orders & 1 == 0;
            *orders >>= 1;
            let (one, other) = if side_first { (side, trunk) } else { (trunk, side) };
            spell(closure, one, orders, line);
            spell(closure, other, orders, line);
        }
    }
}

/// A region that an item grew from.
fn root<const W: usize>(closure: &Closure<'_, W>, mut item: u32) -> u32 {
    loop {
        match closure.items[item as usize].origin {
            Origin::Single(region) => return region,
            Origin::Repaint { from } => item = from,
            Origin::Join { trunk, .. } | Origin::Paint { trunk, .. } => item = trunk,
        }
    }
}

impl<const W: usize> Search for Exact<'_, W> {
    fn fewest(&self, goal: Goal, bounds: Bounds, budget: &Budget) -> Known {
        let lower = self.atlas.radius.max(self.part.colors_needed());
        let mut known = Known { lower, line: self.part.greedy(), stop: None };
        let first = beam(&self.atlas, WIDTHS[0], known.line.len(), &mut budget.meter());
        let searched = first.and_then(|line| {
            known.line = line.unwrap_or_else(|| known.line.clone());
            self.improve(goal, bounds, budget, &mut known)
        });
        known.stop = searched.err();
        known
    }

    fn ending(&self, color: u8, moves: usize, bounds: Bounds, budget: &Budget) -> Result<Option<Line>, Stop> {
        let question = Question { moves, target: Some(color), bounds };
        let mut closure = Closure::new(&self.atlas, question, budget);
        closure.run()?;
        if closure.finals.is_empty() { Ok(None) } else { self.playable(&closure, bounds, budget) }
    }
}
