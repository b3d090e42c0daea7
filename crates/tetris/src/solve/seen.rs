//! Outlines met before, so that what follows from them is not searched twice.
//!
//! An outline met again, after equally many pieces, leads to the same values as before; and what was needed then is not
//! more than what is needed now, so there is nothing to find. Keys are exact: two outlines share one only if they are
//! equal. Forgetting a key is always allowed, so a slot holds whatever came last.

/// A set of keys of one level that may forget.
pub(super) struct Seen {
    slots: Vec<u128>,
    held: usize,
    most: usize,
}

const FREE: u128 = u128::MAX;

impl Seen {
    /// Holds at most so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let most = (bytes / std::mem::size_of::<u128>()).max(1);
        Self { slots: Vec::new(), held: 0, most: 1 << most.ilog2() }
    }

    /// Whether the key was met before, as far as remembered; from now on it was.
    pub(super) fn meet(&mut self, key: u128) -> bool {
        if self.held * 2 >= self.slots.len() && self.slots.len() < self.most {
            self.grow();
        }
        let slot = self.slot(key);
        let before = std::mem::replace(&mut self.slots[slot], key);
        self.held += usize::from(before == FREE);
        before == key
    }

    fn slot(&self, key: u128) -> usize {
        let folded = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (key >> 64) as u64;
        let spread = (folded ^ folded >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (spread ^ spread >> 32) as usize & (self.slots.len() - 1)
    }

    fn grow(&mut self) {
        let larger = (self.slots.len() * 4).clamp(64.min(self.most), self.most);
        let old = std::mem::replace(&mut self.slots, vec![FREE; larger]);
        self.held = 0;
        for key in old.into_iter().filter(|&key| key != FREE) {
            let slot = self.slot(key);
            self.held += usize::from(self.slots[slot] == FREE);
            self.slots[slot] = key;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_known_only_once_it_was_met() {
        for bytes in [0, 100, 1 << 20] {
            let mut seen = Seen::new(bytes);
            for key in 0..5000_u128 {
                assert!(!seen.meet((key << 70) + key));
            }
            assert!(seen.meet((4999 << 70) + 4999));
            assert!(seen.slots.len() * 16 <= bytes.max(16));
        }
    }

    #[test]
    fn with_room_enough_little_is_forgotten() {
        let mut seen = Seen::new(1 << 20);
        for key in 0..10_000_u128 {
            seen.meet(key * 977);
        }
        let known = (0..10_000_u128).filter(|key| seen.meet(key * 977)).count();
        assert!(known > 4_000, "{known}");
    }
}
