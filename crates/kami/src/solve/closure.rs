//! The exact search: every set of regions that can be made one colour in `k` moves, for growing `k`.
//!
//! An *item* says that a connected set of regions can be made one colour in so many moves. Single regions cost nothing.
//! *Repainting* an item costs one move and takes in its neighbours of the new colour; two items of one colour that touch
//! or overlap *join*, and their costs add up. Looking at the last move of a shortest solution shows that this makes
//! every set that play can make, or a superset of it, at the same cost or less: before that move the painted region and
//! each region it merges with were made by moves of their own. Following the costliest of them backwards, a side that
//! joins never costs more than the trunk it joins, and needs no join as its own last step, because then its parts could
//! have joined one by one, dearest first.

use azulejo_core::budget::{Meter, Stop};

use super::atlas::Atlas;
use super::bits::Bits;
use super::bound::{Bound, Bounds, colors_needed, cover_allows, radius_allows};
use super::dominance::Kept;

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
    allow: u8,
    /// Whether it may serve as a side.
    side: bool,
    /// Whether another item of its colour holds all of it for no more moves, and stands in for it.
    dominated: bool,
}

/// What one exhaustive run is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    /// Moves allowed in all; no solution may be shorter.
    pub(crate) moves: usize,
    /// The colour to end in, as an index into the palette.
    pub(crate) target: Option<u8>,
    pub(crate) bounds: Bounds,
    /// Bytes the items may take.
    pub(crate) memory: usize,
}

pub(crate) struct Closure<'a, const W: usize> {
    atlas: &'a Atlas<W>,
    pub(crate) question: Question,
    pub(crate) items: Vec<Item<W>>,
    table: Vec<u32>,
    /// Where each cost's items begin.
    starts: Vec<usize>,
    /// Items that hold everything, in the order found; at most one a colour.
    pub(crate) finals: Vec<u32>,
    most_items: usize,
    layers: Vec<Bits<W>>,
    /// The items of each colour that are not dominated.
    kept: Vec<Kept>,
}

const EMPTY: u32 = u32::MAX;

impl<'a, const W: usize> Closure<'a, W> {
    pub(crate) fn new(atlas: &'a Atlas<W>, question: Question) -> Self {
        let most_items = (question.memory / (size_of::<Item<W>>() + 12 + 8 * W)).max(1024);
        Self {
            atlas,
            question,
            items: Vec::new(),
            table: vec![EMPTY; 1024],
            starts: vec![0],
            finals: Vec::new(),
            most_items,
            layers: Vec::new(),
            kept: (0..atlas.class.len()).map(|_| Kept::new(atlas.regions)).collect(),
        }
    }

    /// Makes all items; whether one of them solves the question is then in `finals`.
    pub(crate) fn run(&mut self, meter: &mut Meter<'_>) -> Result<(), Stop> {
        for region in 0..self.atlas.regions {
            self.add(Bits::single(region), self.atlas.colors[region], 0, Origin::Single(region as u32), None)?;
        }
        self.starts.push(self.items.len());
        for cost in 1..=self.question.moves {
            if self.done() {
                break;
            }
            self.repaint_all(cost, meter)?;
            self.join_neighbors(cost, meter)?;
            for side_cost in 2..=cost / 2 {
                self.join_all(cost, side_cost, meter)?;
            }
            self.starts.push(self.items.len());
            if self.question.bounds.has(Bound::Dominance) {
                self.drop_dominated(cost, meter)?;
            }
        }
        Ok(())
    }

    /// Lets supersets of the same colour stand in for the sets of this cost that they hold.
    ///
    /// Sound because whatever can be done with a set can be done with a superset of its colour, and no bound grows.
    fn drop_dominated(&mut self, cost: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let mut order: Vec<u32> = (self.starts[cost] as u32..self.starts[cost + 1] as u32).collect();
        order.sort_by_key(|&item| std::cmp::Reverse(self.items[item as usize].set.count()));
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

    fn done(&self) -> bool {
        !self.finals.is_empty()
    }

    fn repaint_all(&mut self, cost: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        for from in self.starts[cost - 1]..self.starts[cost] {
            let Item { set, color, dominated, .. } = self.items[from];
            if dominated {
                continue;
            }
            let around = self.atlas.around(&set).without(&set);
            for new in (0..self.atlas.class.len()).filter(|&new| new != usize::from(color)) {
                let gained = around.meet(&self.atlas.class[new]);
                // Taking in nothing may still be of use, to join a region of that colour; but not for a single
                // region, because painting the other one its colour does the same.
                if !gained.is_empty() || cost > 1 {
                    meter.tick()?;
                    self.add(set.union(&gained), new as u8, cost, Origin::Repaint { from: from as u32 }, None)?;
                }
            }
        }
        Ok(())
    }

    /// Sides of cost 1: a single neighbour painted the trunk's colour.
    fn join_neighbors(&mut self, cost: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        if cost < 2 {
            return Ok(());
        }
        for trunk in self.starts[cost - 1]..self.starts[cost] {
            let Item { set, color, dominated, .. } = self.items[trunk];
            if dominated {
                continue;
            }
            let around = self.atlas.around(&set).without(&set);
            for region in around.iter() {
                meter.tick()?;
                let gained = self.atlas.touching[region].meet(&self.atlas.class[usize::from(color)]);
                let mut joined = set.union(&gained);
                joined.insert(region);
                let origin = Origin::Paint { trunk: trunk as u32, region: region as u32 };
                self.add(joined, color, cost, origin, Some(1))?;
            }
        }
        Ok(())
    }

    /// Sides of one cost above 1, joined to trunks so that the sum is `cost`.
    fn join_all(&mut self, cost: usize, side_cost: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
        let left = self.question.moves - cost;
        for color in 0..self.atlas.class.len() as u8 {
            let sides: Vec<u32> = (self.starts[side_cost]..self.starts[side_cost + 1])
                .filter(|&index| self.items[index].color == color)
                .filter(|&index| self.items[index].side && !self.items[index].dominated)
                .map(|index| index as u32)
                .collect();
            if sides.is_empty() {
                continue;
            }
            for trunk in self.starts[cost - side_cost]..self.starts[cost - side_cost + 1] {
                let Item { set, color: trunk_color, allow, dominated, .. } = self.items[trunk];
                if trunk_color != color || dominated || usize::from(allow) < side_cost {
                    continue;
                }
                let around = self.atlas.around(&set).without(&set);
                for (number, &side) in sides.iter().enumerate() {
                    if number % 64 == 0 {
                        meter.tick()?;
                    }
                    let other = &self.items[side as usize].set;
                    if !other.meets(&around) {
                        continue;
                    }
                    let joined = set.union(other);
                    if self.question.bounds.has(Bound::Colors) {
                        let outside = self.atlas.outside(&joined);
                        if colors_needed(outside, color, self.question.target) > left {
                            continue;
                        }
                    }
                    meter.tick()?;
                    let origin = Origin::Join { trunk: trunk as u32, side };
                    self.add(joined, color, cost, origin, Some(side_cost as u8))?;
                }
            }
        }
        Ok(())
    }

    /// Adds an item unless it is there already or a bound rules it out. `joined` is the side's cost for a join.
    fn add(&mut self, set: Bits<W>, color: u8, cost: usize, origin: Origin, joined: Option<u8>) -> Result<(), Stop> {
        let allow = joined.unwrap_or(u8::MAX);
        let mask = self.table.len() - 1;
        let mut slot = set.hash(u64::from(color)) as usize & mask;
        while self.table[slot] != EMPTY {
            let known = &mut self.items[self.table[slot] as usize];
            if known.set == set && known.color == color {
                known.allow = known.allow.max(allow);
                known.side |= joined.is_none();
                return Ok(());
            }
            slot = (slot + 1) & mask;
        }
        if !self.admits(&set, color, self.question.moves - cost) {
            return Ok(());
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

    /// Whether the rest may be possible in `left` moves once this set has this colour.
    fn admits(&mut self, set: &Bits<W>, color: u8, left: usize) -> bool {
        let Question { bounds, target, .. } = self.question;
        if *set == self.atlas.all {
            return target.is_none_or(|target| target == color);
        }
        if left == 0 {
            return false;
        }
        let outside = self.atlas.outside(set);
        if bounds.has(Bound::Colors) && colors_needed(outside, color, target) > left {
            return false;
        }
        self.atlas.layers_into(*set, left, &mut self.layers);
        if bounds.has(Bound::Radius) && !radius_allows(self.atlas, &self.layers, left) {
            return false;
        }
        !bounds.has(Bound::Cover) || cover_allows(self.atlas, &self.layers, color, outside, target, left)
    }
}
