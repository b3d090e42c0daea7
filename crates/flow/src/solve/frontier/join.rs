//! Two sweeps from opposite sides that have met: which of their states fit together.
//!
//! Along the cut both know which edges are used and what hangs on each. Two states fit when they use the same edges, and
//! following the strands to and fro over the cut leads from each dot to the other of its colour and never round.

use azulejo_core::budget::{Meter, Stop};

use super::layer::{Count, Layer};
use super::plan::{Plan, Strand};

/// One side's states, spelled out along the cut.
struct Side<C> {
    /// Which edges of the cut each state uses, as bits, the state's number, and its count; by the bits.
    states: Vec<(u32, u32, C)>,
    width: usize,
    /// For each state and edge of the cut: 0, the other end of the fragment on it from 1, or `COLOR` and more.
    values: Vec<u32>,
}

const COLOR: u32 = 64;
/// Where two strands of a side must meet, they are like a colour of their own, other than all those of the other side.
const BOUND: [u32; 2] = [1 << 20, 1 << 21];

impl<C: Count> Side<C> {
    fn new<const WORDS: usize>(plan: &Plan, layer: &Layer<WORDS, C>, slots: &[u8], bound: u32) -> Self {
        let mut index_of = [0_u32; 64];
        for (index, &slot) in slots.iter().enumerate() {
            index_of[usize::from(slot)] = index as u32;
        }
        let mut values = Vec::with_capacity(slots.len() * layer.len());
        let mut states = Vec::with_capacity(layer.len());
        for (number, (state, count)) in layer.states().enumerate() {
            let mut used = 0;
            for (index, &slot) in slots.iter().enumerate() {
                let value = plan.get(state, slot);
                used |= u32::from(value != 0) << index;
                values.push(match (value != 0).then(|| plan.strand(value)) {
                    None => 0,
                    Some(Strand::Loose(other)) => 1 + index_of[usize::from(other)],
                    Some(Strand::Bound(other)) => bound + (index as u32).min(index_of[usize::from(other)]),
                    Some(Strand::Color(color)) => COLOR + u32::from(color),
                });
            }
            states.push((used, number as u32, count));
        }
        states.sort_unstable_by_key(|&(used, number, _)| (used, number));
        Self { states, width: slots.len(), values }
    }

    fn values(&self, number: u32) -> &[u32] {
        &self.values[number as usize * self.width..][..self.width]
    }

    /// The states that use the same edges as the first of `rest`.
    fn group<'a>(rest: &mut &'a [(u32, u32, C)]) -> &'a [(u32, u32, C)] {
        let end = rest.iter().position(|state| state.0 != rest[0].0).unwrap_or(rest.len());
        let (group, others) = rest.split_at(end);
        *rest = others;
        group
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
    let slots = |side: usize| -> Vec<u8> { shared.iter().map(|slots| slots[side]).collect() };
    let sides = [0, 1].map(|side| Side::new(plans[side], layers[side], &slots(side), BOUND[side]));
    let mut groups = Vec::new();
    let (mut here, mut there) = (&sides[0].states[..], &sides[1].states[..]);
    while let (Some(one), Some(other)) = (here.first(), there.first()) {
        match one.0.cmp(&other.0) {
            std::cmp::Ordering::Less => drop(Side::group(&mut here)),
            std::cmp::Ordering::Greater => drop(Side::group(&mut there)),
            std::cmp::Ordering::Equal => groups.push((Side::group(&mut here), Side::group(&mut there))),
        }
    }
    if groups.iter().map(|(here, there)| here.len() * there.len()).sum::<usize>() > most {
        return Ok(None);
    }
    let mut sum = C::ZERO;
    for (here, there) in groups {
        for &(used, one, count) in here {
            let one = sides[0].values(one);
            for &(_, other, other_count) in there {
                meter.tick()?;
                if fit(used, one, sides[1].values(other)) {
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
