//! The states at one place of the frontier, each with its count, in groups that use the same edges.

use azulejo_core::budget::{Meter, Stop};

use super::plan::Place;

/// A number of solutions.
pub(super) trait Count: Copy {
    const ZERO: Self;
    const ONE: Self;

    /// The sum, or nothing when it does not fit.
    fn plus(self, other: Self) -> Option<Self>;

    /// As a plain number.
    fn value(self) -> u128;

    /// The product, or nothing when it does not fit.
    fn times(self, other: Self) -> Option<Self>;
}

impl Count for u128 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    fn value(self) -> u128 {
        self
    }

    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }

    fn times(self, other: Self) -> Option<Self> {
        self.checked_mul(other)
    }
}

/// Enough to tell none, one and many apart.
impl Count for u8 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    fn value(self) -> u128 {
        u128::from(self)
    }

    fn plus(self, other: Self) -> Option<Self> {
        Some(self.saturating_add(other))
    }

    fn times(self, other: Self) -> Option<Self> {
        Some(self.saturating_mul(other))
    }
}

/// What hangs on each slot, packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> State<WORDS> {
    pub(super) fn new() -> Self {
        Self([0; WORDS])
    }

    #[inline]
    pub(super) fn get(&self, place: &Place) -> u64 {
        let fields = place.fields.iter().zip(&self.0);
        fields.fold(0, |value, (field, word)| value | word & field) >> (place.shift & 63)
    }

    #[inline]
    pub(super) fn set(&mut self, place: &Place, value: u64) {
        let value = value << (place.shift & 63);
        for (word, field) in self.0.iter_mut().zip(&place.fields) {
            *word = *word & !field | value & field;
        }
    }

    /// A number whose upper bits tell states apart.
    #[inline]
    fn hash(&self) -> u64 {
        let mut factor = 0x9e37_79b9_7f4a_7c15_u64;
        let mut hash = 0;
        for &word in &self.0 {
            hash ^= word.wrapping_mul(factor);
            factor = factor.rotate_left(21) | 1;
        }
        // A factor moves bits up only: let the upper half of each word count as well.
        (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

/// The states that use the same edges: where they lie in their layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) mask: u32,
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Group {
    pub(super) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The states at one place of the frontier, those that use the same edges together.
///
/// What a node does to a state depends on the edges at that node alone, so it is decided once for a whole group; and
/// states can only become equal within a group, so that the table that finds equal ones is small and near.
pub(super) struct Layer<const WORDS: usize, C> {
    states: Vec<State<WORDS>>,
    counts: Vec<C>,
    groups: Vec<Group>,
    /// For the group being filled, the place of each state by its hash.
    table: Vec<u32>,
    shift: u32,
    start: usize,
}

const EMPTY: u32 = u32::MAX;

impl<const WORDS: usize, C: Count> Layer<WORDS, C> {
    pub(super) fn new() -> Self {
        Self { states: Vec::new(), counts: Vec::new(), groups: Vec::new(), table: Vec::new(), shift: 0, start: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.states.clear();
        self.counts.clear();
        self.groups.clear();
        self.start = 0;
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    pub(super) fn bytes(&self) -> usize {
        let each = size_of::<State<WORDS>>() + size_of::<C>();
        self.states.capacity() * each + self.groups.capacity() * size_of::<Group>() + self.table.capacity() * 4
    }

    pub(super) fn groups(&self) -> &[Group] {
        &self.groups
    }

    pub(super) fn states(&self) -> impl Iterator<Item = (&State<WORDS>, C)> {
        self.states.iter().zip(self.counts.iter().copied())
    }

    /// The states of one group.
    pub(super) fn group(&self, group: Group) -> impl Iterator<Item = (&State<WORDS>, C)> {
        self.states[group.range()].iter().zip(self.counts[group.range()].iter().copied())
    }

    /// Begins a group.
    pub(super) fn begin(&mut self) {
        self.start = self.states.len();
    }

    /// Makes ready for `add`, which will be called at most so many times in this group.
    pub(super) fn expect(&mut self, most: usize) {
        let size = (2 * most).next_power_of_two().max(2);
        self.shift = u64::BITS - size.trailing_zeros();
        self.table.clear();
        self.table.resize(size, EMPTY);
    }

    /// Adds a state that the group does not hold yet.
    #[inline]
    pub(super) fn add_new(&mut self, state: State<WORDS>, count: C) {
        self.states.push(state);
        self.counts.push(count);
    }

    /// Adds the states of another layer's group, none of which this group holds yet.
    pub(super) fn extend(&mut self, from: &Self, group: Group) {
        self.states.extend_from_slice(&from.states[group.range()]);
        self.counts.extend_from_slice(&from.counts[group.range()]);
    }

    /// Adds the states of an earlier group, changed; they stay different.
    #[inline]
    pub(super) fn repeat(&mut self, group: Group, change: impl Fn(State<WORDS>) -> State<WORDS>) {
        for place in group.range() {
            self.add_new(change(self.states[place]), self.counts[place]);
        }
    }

    /// Adds to the count of a state.
    #[inline]
    pub(super) fn add(&mut self, state: State<WORDS>, count: C) -> Result<(), Stop> {
        let last = self.table.len() - 1;
        let mut place = (state.hash() >> self.shift) as usize & last;
        loop {
            let index = self.table[place];
            if index == EMPTY {
                self.table[place] = self.states.len() as u32;
                self.add_new(state, count);
                return Ok(());
            }
            if self.states[index as usize] == state {
                let sum = &mut self.counts[index as usize];
                *sum = sum.plus(count).ok_or(Stop::Memory)?;
                return Ok(());
            }
            place = (place + 1) & last;
        }
    }

    /// Ends the group; these are its edges. Nothing comes back when it is empty.
    pub(super) fn end(&mut self, mask: u32) -> Option<Group> {
        let group = Group { mask, start: self.start as u32, end: self.states.len() as u32 };
        if group.range().is_empty() {
            return None;
        }
        self.groups.push(group);
        Some(group)
    }

    /// Drops states. When that is cut short, the layer is no longer of use.
    pub(super) fn retain(&mut self, keep: impl Fn(&State<WORDS>, u32) -> bool, meter: &mut Meter) -> Result<(), Stop> {
        let mut kept = 0;
        for index in 0..self.groups.len() {
            let group = self.groups[index];
            meter.dwell(group.range().len() as u64)?;
            let start = kept;
            for place in group.range() {
                let state = self.states[place];
                if keep(&state, group.mask) {
                    self.states[kept] = state;
                    self.counts[kept] = self.counts[place];
                    kept += 1;
                }
            }
            self.groups[index] = Group { mask: group.mask, start: start as u32, end: kept as u32 };
        }
        self.states.truncate(kept);
        self.counts.truncate(kept);
        self.groups.retain(|group| group.end > group.start);
        Ok(())
    }
}
