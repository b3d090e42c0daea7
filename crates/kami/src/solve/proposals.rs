//! What a trunk gives when it is repainted, painted on to or joined: found by reading the closure only, so that several
//! threads can do it at once.
//!
//! Nearly everything proposed is ruled out by a bound, so that is where the time goes. Two things make it cheap: the
//! distance to a union is the smaller of two distances, so the layers round a joined set are unions of layers known
//! already; and a set once ruled out stays so for the rest of the run, as the moves left only fall.

use azulejo_core::budget::{Budget, Meter, Stop};

use super::atlas::Atlas;
use super::bits::Bits;
use super::bound::{Bound, colors_needed, cover_allows, radius_allows};
use super::closure::{Closure, Item, Origin, Question, Step};

/// A set that may become an item.
pub(crate) struct Proposal<const W: usize> {
    pub(crate) set: Bits<W>,
    pub(crate) origin: Origin,
    pub(crate) color: u8,
    /// The side's cost, for a join.
    pub(crate) joined: Option<u8>,
}

/// Sides of one cost and colour, with the layers round each.
pub(crate) struct Sides<const W: usize> {
    pub(crate) color: u8,
    pub(crate) cost: u8,
    items: Vec<u32>,
    /// The layers of one side after another, `stride` each.
    layers: Vec<Bits<W>>,
    stride: usize,
}

impl<const W: usize> Sides<W> {
    /// Sides that are held at once: their layers stay within a megabyte or two.
    pub(crate) const MOST: usize = 4096 / W;

    pub(crate) fn of(closure: &Closure<'_, W>, items: &[u32], color: u8, cost: u8, left: usize) -> Self {
        let mut layers = Vec::new();
        let mut scratch = Vec::new();
        for &item in items {
            padded_layers(closure.atlas, closure.items[item as usize].set, left, &mut scratch);
            layers.extend_from_slice(&scratch);
        }
        Self { color, cost, items: items.to_vec(), layers, stride: left + 1 }
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    fn iter(&self) -> impl Iterator<Item = (u32, &[Bits<W>])> {
        self.items.iter().copied().zip(self.layers.chunks(self.stride))
    }
}

/// One thread's place of work.
pub(crate) struct Desk<'a, const W: usize> {
    pub(crate) proposals: Vec<Proposal<W>>,
    meter: Meter<'a>,
    /// The layers round the trunk at hand.
    trunk: Vec<Bits<W>>,
    /// The layers round the set at hand.
    layers: Vec<Bits<W>>,
    ruled_out: RuledOut<W>,
    /// How long the last look at the covers took.
    steps: u32,
}

impl<'a, const W: usize> Desk<'a, W> {
    pub(crate) fn new(budget: &'a Budget) -> Self {
        Self {
            proposals: Vec::new(),
            meter: budget.meter(),
            trunk: Vec::new(),
            layers: Vec::new(),
            ruled_out: RuledOut::new(),
            steps: 0,
        }
    }

    /// Proposes a single region as it stands.
    pub(crate) fn single(&mut self, closure: &Closure<'_, W>, region: usize) -> Result<(), Stop> {
        let proposal = Proposal {
            set: Bits::single(region),
            origin: Origin::Single(region as u32),
            color: closure.atlas.colors[region],
            joined: None,
        };
        let left = closure.question.moves;
        self.propose(closure, proposal, left, |_, layers| {
            padded_layers(closure.atlas, Bits::single(region), left, layers);
        })
    }

    /// Proposes what one step gives for these trunks.
    pub(crate) fn work(
        &mut self,
        closure: &Closure<'_, W>,
        trunks: &[u32],
        cost: usize,
        step: Step<'_, W>,
    ) -> Result<(), Stop> {
        let left = closure.question.moves - cost;
        for &trunk in trunks {
            let item = &closure.items[trunk as usize];
            padded_layers(closure.atlas, item.set, left.max(1), &mut self.trunk);
            match step {
                Step::Repaint => self.repaint(closure, trunk, item, cost)?,
                Step::PaintNeighbor => self.paint_neighbors(closure, trunk, item, left)?,
                Step::Join(sides) => self.join(closure, trunk, item, sides, left)?,
            }
        }
        Ok(())
    }

    fn repaint(&mut self, closure: &Closure<'_, W>, from: u32, item: &Item<W>, cost: usize) -> Result<(), Stop> {
        let atlas = closure.atlas;
        let left = closure.question.moves - cost;
        let around = self.trunk[1].without(&item.set);
        for new in (0..atlas.class.len()).filter(|&new| new != usize::from(item.color) && atlas.is_open(new as u8)) {
            let gained = around.meet(&atlas.class[new]);
            // Taking in nothing may still be of use, to join a region of that colour; but not for a single region,
            // because painting the other one its colour does the same, where that may be painted with.
            if gained.is_empty() && cost == 1 && atlas.is_open(item.color) {
                continue;
            }
            self.meter.tick()?;
            let set = item.set.union(&gained);
            let proposal = Proposal { set, color: new as u8, origin: Origin::Repaint { from }, joined: None };
            self.propose(closure, proposal, left, |trunk, layers| {
                if gained.count() as usize * left < atlas.regions {
                    with_regions(atlas, trunk, &gained, left, layers);
                } else {
                    padded_layers(atlas, set, left, layers);
                }
            })?;
        }
        Ok(())
    }

    /// Sides of cost 1: a single neighbour painted the trunk's colour.
    fn paint_neighbors(
        &mut self,
        closure: &Closure<'_, W>,
        trunk: u32,
        item: &Item<W>,
        left: usize,
    ) -> Result<(), Stop> {
        let atlas = closure.atlas;
        for region in self.trunk[1].without(&item.set).iter() {
            self.meter.tick()?;
            let mut gained = atlas.touching[region].meet(&atlas.class[usize::from(item.color)]).without(&item.set);
            gained.insert(region);
            let set = item.set.union(&gained);
            let origin = Origin::Paint { trunk, region: region as u32 };
            let proposal = Proposal { set, color: item.color, origin, joined: Some(1) };
            self.propose(closure, proposal, left, |trunk, layers| with_regions(atlas, trunk, &gained, left, layers))?;
        }
        Ok(())
    }

    fn join(
        &mut self,
        closure: &Closure<'_, W>,
        trunk: u32,
        item: &Item<W>,
        sides: &Sides<W>,
        left: usize,
    ) -> Result<(), Stop> {
        let around = self.trunk[1].without(&item.set);
        for (number, (side, near)) in sides.iter().enumerate() {
            if number % 64 == 0 {
                self.meter.tick()?;
            }
            if !near[0].meets(&around) {
                continue;
            }
            self.meter.tick()?;
            let set = item.set.union(&near[0]);
            let origin = Origin::Join { trunk, side };
            let proposal = Proposal { set, color: item.color, origin, joined: Some(sides.cost) };
            self.propose(closure, proposal, left, |trunk, layers| {
                layers.clear();
                layers.extend(trunk.iter().zip(near).map(|(one, other)| one.union(other)));
            })?;
        }
        Ok(())
    }

    /// Takes a proposal down unless it changes nothing or a bound rules it out. `around` gives the layers round it from
    /// those round the trunk, and is asked only if they are needed.
    fn propose(
        &mut self,
        closure: &Closure<'_, W>,
        proposal: Proposal<W>,
        left: usize,
        around: impl FnOnce(&[Bits<W>], &mut Vec<Bits<W>>),
    ) -> Result<(), Stop> {
        let Proposal { set, color, joined, .. } = proposal;
        let Closure { atlas, question: Question { bounds, target, .. }, .. } = *closure;
        if set == atlas.all {
            if target.is_none_or(|target| target == color) {
                self.proposals.push(proposal);
            }
            return Ok(());
        }
        if left == 0 {
            return Ok(());
        }
        let outside = atlas.outside(&set);
        if bounds.has(Bound::Colors) && colors_needed(atlas, &set, outside, color, target) > left {
            return Ok(());
        }
        if let Some(known) = closure.find(&set, color) {
            if known.allow < joined.unwrap_or(u8::MAX) || joined.is_none() && !known.side {
                self.proposals.push(proposal);
            }
            return Ok(());
        }
        if self.ruled_out.holds(&set, color) {
            return Ok(());
        }
        around(&self.trunk, &mut self.layers);
        self.steps = 0;
        let allowed = (!bounds.has(Bound::Radius) || radius_allows(atlas, &self.layers, left))
            && (!bounds.has(Bound::Cover)
                || cover_allows(atlas, &self.layers, color, outside, target, left, &mut self.steps));
        if allowed {
            self.proposals.push(proposal);
        } else {
            self.ruled_out.note(set, color);
        }
        // Stopping must not wait for many long looks at the covers. They are no nodes: how many there are depends on what
        // this thread remembers.
        self.meter.dwell(u64::from(self.steps / 64))
    }
}

/// Exactly the layers 0 to `most` round a set.
fn padded_layers<const W: usize>(atlas: &Atlas<W>, set: Bits<W>, most: usize, layers: &mut Vec<Bits<W>>) {
    atlas.layers_into(set, most, layers);
    layers.resize(most + 1, atlas.all);
}

/// The layers round a trunk and some regions, up to `most`.
fn with_regions<const W: usize>(
    atlas: &Atlas<W>,
    trunk: &[Bits<W>],
    regions: &Bits<W>,
    most: usize,
    layers: &mut Vec<Bits<W>>,
) {
    layers.clear();
    layers.extend_from_slice(&trunk[..=most]);
    for region in regions.iter() {
        for (distance, layer) in layers.iter_mut().enumerate() {
            *layer = layer.union(atlas.within(region, distance));
        }
    }
}

/// Sets that a bound has ruled out, as many as fit: one a slot, the newest stays.
struct RuledOut<const W: usize> {
    slots: Vec<(Bits<W>, u8)>,
    noted: usize,
}

impl<const W: usize> RuledOut<W> {
    const FEWEST: usize = 1 << 8;
    const MOST: usize = 1 << 17;
    const NO_COLOR: u8 = u8::MAX;

    fn new() -> Self {
        Self { slots: vec![(Bits::EMPTY, Self::NO_COLOR); Self::FEWEST], noted: 0 }
    }

    fn slot(&self, set: &Bits<W>, color: u8) -> usize {
        // The closure's table takes the low bits.
        (set.hash(u64::from(color)) >> 40) as usize & (self.slots.len() - 1)
    }

    fn holds(&self, set: &Bits<W>, color: u8) -> bool {
        self.slots[self.slot(set, color)] == (*set, color)
    }

    fn note(&mut self, set: Bits<W>, color: u8) {
        self.noted += 1;
        if self.noted > self.slots.len() && self.slots.len() < Self::MOST {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![(Bits::EMPTY, Self::NO_COLOR); old.len() * 8];
            for (set, color) in old.into_iter().filter(|&(_, color)| color != Self::NO_COLOR) {
                let slot = self.slot(&set, color);
                self.slots[slot] = (set, color);
            }
        }
        let slot = self.slot(&set, color);
        self.slots[slot] = (set, color);
    }
}
