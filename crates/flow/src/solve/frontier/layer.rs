//! The states at one place of the frontier, each with its count, in a hash table of our own.

use azulejo_core::budget::Stop;

/// A number of solutions.
pub(super) trait Count: Copy {
    const ZERO: Self;
    const ONE: Self;

    /// The sum, or nothing when it does not fit.
    fn plus(self, other: Self) -> Option<Self>;
}

impl Count for u128 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    fn plus(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
}

/// Enough to tell none, one and many apart.
impl Count for u8 {
    const ZERO: Self = 0;
    const ONE: Self = 1;

    fn plus(self, other: Self) -> Option<Self> {
        Some(self.saturating_add(other))
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
    fn place(slot: u8, bits: u32) -> (usize, u32) {
        let per_word = 64 / bits;
        ((u32::from(slot) / per_word) as usize, u32::from(slot) % per_word * bits)
    }

    #[inline]
    pub(super) fn get(&self, slot: u8, bits: u32) -> u64 {
        let (word, shift) = Self::place(slot, bits);
        self.0[word] >> shift & ((1 << bits) - 1)
    }

    #[inline]
    pub(super) fn set(&mut self, slot: u8, bits: u32, value: u64) {
        let (word, shift) = Self::place(slot, bits);
        self.0[word] = self.0[word] & !(((1 << bits) - 1) << shift) | value << shift;
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

    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.table.fill(EMPTY);
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
