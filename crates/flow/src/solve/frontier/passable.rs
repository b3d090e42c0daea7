//! The first pass, backwards: which sets of crossing edges can be completed as far as degrees go.
//!
//! A set is a number below 2 to the power of the slots; what can be completed is a bit set over these numbers, and one
//! node is crossed for all sets at once, 64 to a word.

use super::plan::{Plan, Step};
use crate::position::Fill;

/// For each step, the sets after it that can be completed.
pub(super) struct Passable {
    words: usize,
    sets: Vec<u64>,
}

/// The sets that can be completed from one place on.
#[derive(Clone, Copy)]
pub(super) struct Set<'a>(&'a [u64]);

impl Set<'_> {
    #[inline]
    pub(super) fn contains(self, mask: u32) -> bool {
        self.0[mask as usize / 64] >> (mask % 64) & 1 == 1
    }
}

impl Passable {
    /// With more slots the pass would cost more than it saves.
    const MOST_SLOTS: u8 = 18;

    pub(super) fn new(plan: &Plan, fill: Fill) -> Option<Self> {
        if plan.slots > Self::MOST_SLOTS {
            return None;
        }
        let words = (1_usize << plan.slots).div_ceil(64);
        let mut sets = vec![0_u64; words * plan.steps.len()];
        let mut after = vec![0_u64; words];
        after[0] = 1;
        for (index, step) in plan.steps.iter().enumerate().rev() {
            sets[index * words..(index + 1) * words].copy_from_slice(&after);
            let mut before = vec![0_u64; words];
            for (enter, leave) in crossings(step, fill) {
                or_moved(&mut before, &after, bits_of(&step.leave), leave, enter);
            }
            after = before;
        }
        Some(Self { words, sets })
    }

    pub(super) fn bytes(&self) -> usize {
        self.sets.capacity() * size_of::<u64>()
    }

    pub(super) fn after(&self, step: usize) -> Set<'_> {
        Set(&self.sets[step * self.words..(step + 1) * self.words])
    }
}

pub(super) fn bits_of(slots: &[u8]) -> u32 {
    slots.iter().fold(0, |bits, slot| bits | 1 << slot)
}

/// The sets of edges by which a node can be entered and left.
pub(super) fn crossings(step: &Step, fill: Fill) -> Vec<(u32, u32)> {
    let subsets = |slots: &[u8]| -> Vec<u32> {
        (0..1_u32 << slots.len())
            .map(|choice| slots.iter().enumerate().filter(move |(index, _)| choice >> index & 1 == 1))
            .map(|chosen| chosen.fold(0, |bits, (_, slot)| bits | 1 << slot))
            .collect()
    };
    let mut found = Vec::new();
    for &enter in &subsets(&step.enter) {
        for &leave in &subsets(&step.leave) {
            let number = enter.count_ones() + leave.count_ones();
            let fits = match step.dot {
                Some(_) => number == 1,
                None => number == 2 || (number == 0 && fill == Fill::Free),
            };
            if fits && leave & step.must == step.must {
                found.push((enter, leave));
            }
        }
    }
    found
}

/// Adds to `before` all sets of `after` that hold exactly `leave` of the slots in `slots`, with `enter` instead.
fn or_moved(before: &mut [u64], after: &[u64], slots: u32, leave: u32, enter: u32) {
    // Within a word the sets that hold the right slots among the lowest six are picked by a mask; their numbers all
    // change by the same, so they are moved by a shift.
    let (low_slots, low_leave, low_enter) = (slots & 63, leave & 63, enter & 63);
    let picked = (0..64_u32).filter(|set| set & low_slots == low_leave).fold(0_u64, |picked, set| picked | 1 << set);
    let (up, down) = (low_enter.saturating_sub(low_leave), low_leave.saturating_sub(low_enter));
    let (high_slots, high_leave) = ((slots >> 6) as usize, (leave >> 6) as usize);
    let high_change = ((leave ^ enter) >> 6) as usize;
    // All words that hold the right slots: the others run through all their subsets.
    let others = (after.len() - 1) & !high_slots;
    let mut chosen = 0;
    loop {
        let index = high_leave | chosen;
        before[index ^ high_change] |= (after[index] & picked) << up >> down;
        chosen = chosen.wrapping_sub(others) & others;
        if chosen == 0 {
            break;
        }
    }
}
