//! The states at one place of the frontier, each with its count, in a hash table of our own.

use azulejo_core::budget::Stop;

use super::plan::Place;

/// A number of solutions.
pub(super) trait Count: Copy {
    const ZERO: Self;
    const ONE: Self;

    /// The sum, or nothing when it does not fit.
    fn plus(self, other: Self) -> Option<Self>;

    /// The product, or nothing when it does not fit.
    fn times(self, other: Self) -> Option<Self>;
}

impl Count for u128 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

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
    pub(super) fn get(&self, place: Place, bits: u32) -> u64 {
        self.0[usize::from(place.word) % WORDS] >> (place.shift & 63) & ((1 << bits) - 1)
    }

    #[inline]
    pub(super) fn set(&mut self, place: Place, bits: u32, value: u64) {
        let word = &mut self.0[usize::from(place.word) % WORDS];
        let shift = place.shift & 63;
        *word = *word & !(((1 << bits) - 1) << shift) | value << shift;
    }

    #[inline]
    fn hash(&self) -> u64 {
        let mixed =
            self.0.iter().fold(0_u64, |hash, &word| (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        mixed ^ mixed >> 32
    }
}

#[derive(Clone, Copy)]
struct Entry<const WORDS: usize, C> {
    state: State<WORDS>,
    mask: u32,
    count: C,
}

/// A table of states. Entries lie in the order in which they came; the table only finds them.
pub(super) struct Layer<const WORDS: usize, C> {
    entries: Vec<Entry<WORDS, C>>,
    table: Vec<u32>,
}

const EMPTY: u32 = u32::MAX;

impl<const WORDS: usize, C: Count> Layer<WORDS, C> {
    pub(super) fn new() -> Self {
        Self { entries: Vec::new(), table: vec![EMPTY; 1024] }
    }

    /// Forgets everything and makes room for about so many states.
    pub(super) fn reset(&mut self, expected: usize) {
        self.entries.clear();
        self.table.clear();
        self.table.resize((2 * expected).next_power_of_two().max(1024), EMPTY);
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry<WORDS, C>>() + self.table.capacity() * 4
    }

    pub(super) fn states(&self) -> impl Iterator<Item = (&State<WORDS>, u32, &C)> {
        self.entries.iter().map(|entry| (&entry.state, entry.mask, &entry.count))
    }

    /// Adds to the count of a state.
    #[inline]
    pub(super) fn add(&mut self, state: State<WORDS>, mask: u32, count: C) -> Result<(), Stop> {
        let last = self.table.len() - 1;
        let mut place = state.hash() as usize & last;
        loop {
            let index = self.table[place];
            if index == EMPTY {
                self.table[place] = self.entries.len() as u32;
                self.entries.push(Entry { state, mask, count });
                if 2 * self.entries.len() > self.table.len() {
                    self.grow();
                }
                return Ok(());
            }
            let entry = &mut self.entries[index as usize];
            if entry.state == state {
                entry.count = entry.count.plus(count).ok_or(Stop::Memory)?;
                return Ok(());
            }
            place = (place + 1) & last;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = 2 * self.table.len();
        self.table.clear();
        self.table.resize(size, EMPTY);
        for (index, entry) in self.entries.iter().enumerate() {
            let mut place = entry.state.hash() as usize & (size - 1);
            while self.table[place] != EMPTY {
                place = (place + 1) & (size - 1);
            }
            self.table[place] = index as u32;
        }
    }
}
