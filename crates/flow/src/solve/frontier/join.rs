//! Two sweeps from opposite sides that have met: which of their states fit together.
//!
//! Along the cut both know which edges are used and what hangs on each. Two states fit when they use the same edges, and
//! following the strands to and fro over the cut leads from each dot to the other of its colour and never round.

use azulejo_core::budget::{Meter, Stop};

use super::layer::{Count, Group, Layer, State};
use super::plan::{Plan, Strand};

/// One side of the cut.
struct Side<'a, const WORDS: usize, C> {
    plan: &'a Plan,
    layer: &'a Layer<WORDS, C>,
    /// The slot of each edge of the cut, and the edge of each slot.
    slots: Vec<u8>,
    edges: [u32; 64],
    /// The groups of states, with the edges of the cut that they use as bits; by the bits.
    groups: Vec<(u32, Group)>,
    /// What strands that must meet on this side are called.
    bound: u32,
}

const COLOR: u32 = 64;
/// Where two strands of a side must meet, they are like a colour of their own, other than all those of the other side.
const BOUND: [u32; 2] = [1 << 20, 1 << 21];

impl<'a, const WORDS: usize, C: Count> Side<'a, WORDS, C> {
    fn new(plan: &'a Plan, layer: &'a Layer<WORDS, C>, slots: Vec<u8>, bound: u32) -> Self {
        let mut edges = [0_u32; 64];
        for (edge, &slot) in slots.iter().enumerate() {
            edges[usize::from(slot)] = edge as u32;
        }
        let used = |mask: u32| slots.iter().enumerate().fold(0, |used, (edge, slot)| used | (mask >> slot & 1) << edge);
        let mut groups: Vec<(u32, Group)> = layer.groups().iter().map(|group| (used(group.mask), *group)).collect();
        groups.sort_unstable_by_key(|&(used, _)| used);
        Self { plan, layer, slots, edges, groups, bound }
    }

    /// Spells a state out along the cut: for each edge 0, the other end of the fragment on it from 1, or `COLOR` and more.
    fn spell(&self, state: &State<WORDS>, values: &mut Vec<u32>) {
        values.extend(self.slots.iter().enumerate().map(|(edge, &slot)| {
            let value = self.plan.get(state, slot);
            match (value != 0).then(|| self.plan.strand(value)) {
                None => 0,
                Some(Strand::Loose(other)) => 1 + self.edges[usize::from(other)],
                Some(Strand::Bound(other)) => self.bound + (edge as u32).min(self.edges[usize::from(other)]),
                Some(Strand::Color(color)) => COLOR + u32::from(color),
            }
        }));
    }
}

/// How many solutions the states of two sides make together; nothing when there are more pairs to look at than `most`.
pub(super) fn join<const WORDS: usize, C: Count>(
    plans: [&Plan; 2],
    layers: [&Layer<WORDS, C>; 2],
    shared: &[[u8; 2]],
    most: usize,
    meter: &mut Meter,
) -> Result<Option<C>, Stop> {
    let slots = |side: usize| shared.iter().map(|slots| slots[side]).collect();
    let [here, there] = [0, 1].map(|side| Side::new(plans[side], layers[side], slots(side), BOUND[side]));
    let both: Vec<(u32, Group, Group)> = here
        .groups
        .iter()
        .filter_map(|&(used, group)| {
            // Each set of edges is one group's, on either side.
            let other = there.groups.binary_search_by_key(&used, |&(used, _)| used).ok()?;
            Some((used, group, there.groups[other].1))
        })
        .collect();
    if both.iter().map(|(_, one, other)| one.range().len() * other.range().len()).sum::<usize>() > most {
        return Ok(None);
    }
    let width = shared.len();
    let (mut one, mut others) = (Vec::new(), Vec::new());
    let mut sum = C::ZERO;
    for (used, group, other_group) in both {
        others.clear();
        for (state, _) in there.layer.group(other_group) {
            meter.dwell(1)?;
            there.spell(state, &mut others);
        }
        for (state, count) in here.layer.group(group) {
            one.clear();
            here.spell(state, &mut one);
            for (index, (_, other_count)) in there.layer.group(other_group).enumerate() {
                meter.tick()?;
                if fit(used, &one, &others[index * width..][..width]) {
                    let product = count.times(other_count).ok_or(Stop::Memory)?;
                    sum = sum.plus(product).ok_or(Stop::Memory)?;
                }
            }
        }
    }
    Ok(Some(sum))
}

/// Whether strands on both sides of the cut join to whole paths.
fn fit(used: u32, one: &[u32], other: &[u32]) -> bool {
    let mut left = used;
    // From every strand that begins at a dot, over the cut and back until it ends at a dot.
    let mut starts = used;
    while starts != 0 {
        let first = starts.trailing_zeros() as usize;
        starts &= starts - 1;
        if left >> first & 1 == 0 {
            continue;
        }
        let (mut here, mut there) = match (one[first] >= COLOR, other[first] >= COLOR) {
            (true, _) => (one, other),
            (false, true) => (other, one),
            (false, false) => continue,
        };
        let color = here[first];
        let mut at = first;
        loop {
            left &= !(1 << at);
            let beyond = there[at];
            if beyond >= COLOR {
                if beyond != color {
                    return false;
                }
                break;
            }
            at = beyond as usize - 1;
            left &= !(1 << at);
            std::mem::swap(&mut here, &mut there);
            // Now on the side where `at` hangs: what is over there?
            let back = there[at];
            if back >= COLOR {
                if back != color {
                    return false;
                }
                break;
            }
            at = back as usize - 1;
            std::mem::swap(&mut here, &mut there);
        }
    }
    // What is left would be a loop.
    left == 0
}
