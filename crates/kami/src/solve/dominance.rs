//! Which sets lie within others of the same colour: for each region, the kept sets that hold it, as bits.

use super::bits::Bits;

/// The kept sets of one colour.
pub(crate) struct Kept {
    /// The items, in the order they were kept.
    ids: Vec<u32>,
    /// For each region, a bit for each kept set that holds it.
    holding: Vec<Vec<u64>>,
    /// For each region, how many kept sets hold it.
    counts: Vec<u32>,
}

impl Kept {
    pub(crate) fn new(regions: usize) -> Self {
        Self { ids: Vec::new(), holding: vec![Vec::new(); regions], counts: vec![0; regions] }
    }

    /// A kept item whose set holds all of this one.
    pub(crate) fn superset<const W: usize>(&self, set: &Bits<W>, order: &mut Vec<usize>) -> Option<u32> {
        order.clear();
        order.extend(set.iter());
        // Regions that few sets hold rule out most of them at once.
        order.sort_unstable_by_key(|&region| self.counts[region]);
        for word in 0..self.ids.len().div_ceil(64) {
            let mut candidates = u64::MAX;
            for &region in &*order {
                candidates &= self.holding[region][word];
                if candidates == 0 {
                    break;
                }
            }
            if candidates != 0 {
                return Some(self.ids[word * 64 + candidates.trailing_zeros() as usize]);
            }
        }
        None
    }

    pub(crate) fn keep<const W: usize>(&mut self, item: u32, set: &Bits<W>) {
        let (word, bit) = (self.ids.len() / 64, self.ids.len() % 64);
        if bit == 0 {
            self.holding.iter_mut().for_each(|bits| bits.push(0));
        }
        self.ids.push(item);
        for region in set.iter() {
            self.holding[region][word] |= 1 << bit;
            self.counts[region] += 1;
        }
    }
}
