//! The exact search: every set of regions that can be made one colour in `k` moves, for growing `k`.
//!
//! An *item* says that a connected set of regions can be made one colour in so many moves. Single regions cost nothing.
//! *Repainting* an item costs one move and takes in its neighbours of the new colour; two items of one colour that touch
//! or overlap *join*, and their costs add up. Looking at the last move of a shortest solution shows that this makes
//! every set that play can make, or a superset of it, at the same cost or less: before that move the painted region and
//! each region it merges with were made by moves of their own. Following the costliest of them backwards, a side that
//! joins never costs more than the trunk it joins, and needs no join as its own last step, because then its parts could
//! have joined one by one, dearest first.

//!
//! Each cost is worked through in batches of trunks. What a batch gives is found by reading only, by as many threads as
//! the budget allows, and then added in order: so the items and their order are the same for every number of threads.

use azulejo_core::budget::{Budget, Stop};

use super::atlas::Atlas;
use super::bits::Bits;
use super::bound::{Bound, Bounds};
use super::dominance::Kept;
use super::proposals::{Desk, Proposal, Sides};

/// How an item came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Single(u32),
    Repaint { from: u32 },
    Paint { trunk: u32, region: u32 },
    Join { trunk: u32, side: u32 },
}

pub(crate) struct Item<const W: usize> {
    pub(crate) set: Bits<W>,
    pub(crate) origin: Origin,
    pub(crate) color: u8,
    /// The dearest side that may still join it.
    pub(crate) allow: u8,
    /// Whether it may serve as a side.
    pub(crate) side: bool,
    /// Whether another item of its colour holds all of it for no more moves, and stands in for it.
    pub(crate) dominated: bool,
}

/// What one exhaustive run is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    /// Moves allowed in all; no solution may be shorter.
    pub(crate) moves: usize,
    /// The colour to end in, as an index into the palette.
    pub(crate) target: Option<u8>,
    pub(crate) bounds: Bounds,
}

pub(crate) struct Closure<'a, const W: usize> {
    pub(crate) atlas: &'a Atlas<W>,
    pub(crate) question: Question,
    pub(crate) items: Vec<Item<W>>,
    table: Vec<u32>,
    /// Where each cost's items begin.
    starts: Vec<usize>,
    /// Items that hold everything, in the order found; at most one a colour.
    pub(crate) finals: Vec<u32>,
    budget: &'a Budget,
    most_items: usize,
    /// The items of each colour that are not dominated.
    kept: Vec<Kept>,
    /// One for each thread.
    desks: Vec<Desk<'a, W>>,
}

const EMPTY: u32 = u32::MAX;
/// Pairs of sets that one batch looks at, about: enough to be worth a thread, few enough to stop soon.
const BATCH: usize = 1 << 16;
/// Fewer pairs than this are not worth a second thread; in tests small boards shall have threads too.
const WORTH_A_THREAD: usize = if cfg!(test) { 4 } else { 1 << 9 };

/// What a trunk is tried with.
#[derive(Clone, Copy)]
pub(crate) enum Step<'s, const W: usize> {
    Repaint,
    PaintNeighbor,
    Join(&'s Sides<W>),
}

impl<'a, const W: usize> Closure<'a, W> {
    pub(crate) fn new(atlas: &'a Atlas<W>, question: Question, budget: &'a Budget) -> Self {
        let most_items = (budget.memory() / (size_of::<Item<W>>() + 12 + 8 * W)).max(1024);
        Self {
            atlas,
            question,
            items: Vec::new(),
            table: vec![EMPTY; 1024],
            starts: vec![0],
            finals: Vec::new(),
            budget,
            most_items,
            kept: (0..atlas.class.len()).map(|_| Kept::new(atlas.regions)).collect(),
            desks: (0..budget.threads()).map(|_| Desk::new(budget)).collect(),
        }
    }

    /// Makes all items; whether one of them solves the question is then in `finals`.
    pub(crate) fn run(&mut self) -> Result<(), Stop> {
        let mut desk = Desk::new(self.budget);
        for region in 0..self.atlas.regions {
            desk.single(self, region)?;
        }
        self.accept(desk.proposals.drain(..))?;
        self.starts.push(self.items.len());
        for cost in 1..=self.question.moves {
            if !self.finals.is_empty() {
                break;
            }
            self.try_all(cost, cost - 1, Step::Repaint)?;
            // A single region painted its neighbour's colour is a repainting already.
            if cost > 1 {
                self.try_all(cost, cost - 1, Step::PaintNeighbor)?;
            }
            for side_cost in 2..=cost / 2 {
                self.join_all(cost, side_cost)?;
            }
            self.starts.push(self.items.len());
            if self.question.bounds.has(Bound::Dominance) {
                self.drop_dominated(cost)?;
            }
        }
        Ok(())
    }

    /// Lets supersets of the same colour stand in for the sets of this cost that they hold.
    ///
    /// Sound because whatever can be done with a set can be done with a superset of its colour, and no bound grows.
    fn drop_dominated(&mut self, cost: usize) -> Result<(), Stop> {
        let mut order: Vec<u32> = (self.starts[cost] as u32..self.starts[cost + 1] as u32).collect();
        order.sort_by_key(|&item| std::cmp::Reverse(self.items[item as usize].set.count()));
        let mut meter = self.budget.meter();
        let mut scratch = Vec::new();
        for item in order {
            meter.tick()?;
            let Item { set, color, allow, side, .. } = self.items[item as usize];
            let kept = &mut self.kept[usize::from(color)];
            if let Some(other) = kept.superset(&set, &mut scratch) {
                self.items[item as usize].dominated = true;
                let other = &mut self.items[other as usize];
                other.allow = other.allow.max(allow);
                other.side |= side;
            } else {
                kept.keep(item, &set);
            }
        }
        Ok(())
    }

    /// Sides of one cost above 1, joined to trunks so that the sum is `cost`.
    fn join_all(&mut self, cost: usize, side_cost: usize) -> Result<(), Stop> {
        let left = self.question.moves - cost;
        for color in 0..self.atlas.class.len() as u8 {
            let sides: Vec<u32> = (self.starts[side_cost]..self.starts[side_cost + 1])
                .filter(|&index| self.items[index].color == color)
                .filter(|&index| self.items[index].side && !self.items[index].dominated)
                .map(|index| index as u32)
                .collect();
            for sides in sides.chunks(Sides::<W>::MOST) {
                let sides = Sides::of(self, sides, color, side_cost as u8, left);
                self.try_all(cost, cost - side_cost, Step::Join(&sides))?;
            }
        }
        Ok(())
    }

    /// Tries one step with every trunk of a cost, batch by batch.
    fn try_all(&mut self, cost: usize, trunk_cost: usize, step: Step<'_, W>) -> Result<(), Stop> {
        let trunks: Vec<u32> = (self.starts[trunk_cost]..self.starts[trunk_cost + 1])
            .filter(|&trunk| step.takes(&self.items[trunk]))
            .map(|trunk| trunk as u32)
            .collect();
        let pairs = step.pairs(self.atlas);
        for batch in trunks.chunks((BATCH / pairs).max(4)) {
            let threads = (batch.len() * pairs / WORTH_A_THREAD).clamp(1, self.desks.len());
            let mut desks = std::mem::take(&mut self.desks);
            let done = self.share(batch, cost, step, &mut desks[..threads]);
            let accepted = done
                .and_then(|()| desks[..threads].iter_mut().try_for_each(|desk| self.accept(desk.proposals.drain(..))));
            self.desks = desks;
            accepted?;
        }
        Ok(())
    }

    /// Shares a batch among the desks, in order.
    fn share(&self, batch: &[u32], cost: usize, step: Step<'_, W>, desks: &mut [Desk<'a, W>]) -> Result<(), Stop> {
        let each = batch.len().div_ceil(desks.len());
        let [first, others @ ..] = desks else { return Ok(()) };
        std::thread::scope(|scope| {
            let mut shares = batch.chunks(each);
            let own = shares.next().unwrap_or_default();
            let others: Vec<_> = others
                .iter_mut()
                .zip(shares)
                .map(|(desk, share)| scope.spawn(move || desk.work(self, share, cost, step)))
                .collect();
            let mut done = first.work(self, own, cost, step);
            for other in others {
                // A desk does not panic; were it to, giving up would still be honest.
                done = done.and(other.join().unwrap_or(Err(Stop::Cancelled)));
            }
            done
        })
    }

    /// The item with this set and colour, if there is one.
    pub(crate) fn find(&self, set: &Bits<W>, color: u8) -> Option<&Item<W>> {
        match self.table[self.slot(set, color)] {
            EMPTY => None,
            index => Some(&self.items[index as usize]),
        }
    }

    /// Where the table has this set and colour, or would have it.
    #[inline]
    fn slot(&self, set: &Bits<W>, color: u8) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = set.hash(u64::from(color)) as usize & mask;
        while self.table[slot] != EMPTY {
            let known = &self.items[self.table[slot] as usize];
            if known.set == *set && known.color == color {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Adds what was proposed, or widens what is there already.
    fn accept(&mut self, proposals: impl Iterator<Item = Proposal<W>>) -> Result<(), Stop> {
        for Proposal { set, color, origin, joined } in proposals {
            let allow = joined.unwrap_or(u8::MAX);
            let slot = self.slot(&set, color);
            if self.table[slot] != EMPTY {
                let known = &mut self.items[self.table[slot] as usize];
                known.allow = known.allow.max(allow);
                known.side |= joined.is_none();
                continue;
            }
            if self.items.len() >= self.most_items {
                return Err(Stop::Memory);
            }
            let index = self.items.len() as u32;
            self.table[slot] = index;
            if set == self.atlas.all {
                self.finals.push(index);
            }
            self.items.push(Item { set, origin, color, allow, side: joined.is_none(), dominated: false });
            if self.items.len() * 2 > self.table.len() {
                self.grow();
            }
        }
        Ok(())
    }

    fn grow(&mut self) {
        let size = self.table.len() * 2;
        self.table.clear();
        self.table.resize(size, EMPTY);
        for (index, item) in self.items.iter().enumerate() {
            let mut slot = item.set.hash(u64::from(item.color)) as usize & (size - 1);
            while self.table[slot] != EMPTY {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = index as u32;
        }
    }
}

impl<const W: usize> Step<'_, W> {
    /// Whether this step may be tried with this trunk.
    fn takes(self, trunk: &Item<W>) -> bool {
        let joins = match self {
            Self::Repaint | Self::PaintNeighbor => true,
            Self::Join(sides) => trunk.color == sides.color && trunk.allow >= sides.cost,
        };
        joins && !trunk.dominated
    }

    /// About how many sets one trunk is paired with.
    fn pairs(self, atlas: &Atlas<W>) -> usize {
        match self {
            Self::Repaint => atlas.class.len(),
            Self::PaintNeighbor => 8,
            Self::Join(sides) => sides.len(),
        }
        .max(1)
    }
}
