//! Sets of regions as a fixed number of words, chosen per board so that most boards need one or two.

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Bits<const W: usize>(pub(crate) [u64; W]);

impl<const W: usize> Bits<W> {
    pub(crate) const EMPTY: Self = Self([0; W]);

    pub(crate) fn single(index: usize) -> Self {
        let mut bits = Self::EMPTY;
        bits.insert(index);
        bits
    }

    #[inline]
    pub(crate) fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    #[inline]
    pub(crate) fn contains(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there are at most so many members; quicker than counting them when that is a small number.
    #[inline]
    pub(crate) fn at_most(&self, mut most: usize) -> bool {
        for mut word in self.0 {
            while word != 0 {
                if most == 0 {
                    return false;
                }
                most -= 1;
                word &= word - 1;
            }
        }
        true
    }

    #[inline]
    pub(crate) fn union(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    #[inline]
    pub(crate) fn meet(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    #[inline]
    pub(crate) fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    #[inline]
    pub(crate) fn meets(&self, other: &Self) -> bool {
        let mut any = 0;
        for word in 0..W {
            any |= self.0[word] & other.0[word];
        }
        any != 0
    }

    #[inline]
    pub(crate) fn within(&self, other: &Self) -> bool {
        let mut any = 0;
        for word in 0..W {
            any |= self.0[word] & !other.0[word];
        }
        any == 0
    }

    /// The smallest member.
    #[inline]
    pub(crate) fn first(&self) -> Option<usize> {
        (0..W).find(|&word| self.0[word] != 0).map(|word| word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// The members, ascending.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + use<W> {
        let words = self.0;
        (0..W).flat_map(move |word| {
            let mut rest = words[word];
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(word * 64 + bit)
            })
        })
    }

    #[inline]
    pub(crate) fn hash(&self, salt: u64) -> u64 {
        let mut hash = salt.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for word in self.0 {
            hash = (hash.rotate_left(23) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
        }
        hash ^ (hash >> 32)
    }
}
