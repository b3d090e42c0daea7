//! The one source of chance: `ChaCha8` from a 64-bit seed, with range reduction of our own.
//!
//! The stream is part of the public format (`switcher#42` is the same deal everywhere, for ever), so nothing here may
//! change what a seed gives. Equality, hashing and serialisation go by seed and place in the stream.

use std::hash::{Hash, Hasher};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// A seeded generator that is a value: cloned, compared, saved and restored at its exact place.
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(from = "Place", into = "Place")]
pub struct Random {
    seed: u64,
    generator: ChaCha8Rng,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "Random")]
struct Place {
    /// A number, or its digits above 2⁵³.
    #[serde(with = "exact")]
    #[schemars(with = "crate::options::Seed")]
    seed: u64,
    drawn: u64,
}

impl Random {
    /// The generator of a seed, at its start.
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self { seed, generator: ChaCha8Rng::from_seed(key) }
    }

    /// An independent generator for a part of the work, so that parts may run in any order.
    #[must_use]
    pub fn branch(&self, part: u64) -> Self {
        Self::new(mix(self.seed ^ mix(part.wrapping_add(1))))
    }

    /// The generator of a seed after so many 32-bit words were drawn.
    pub fn at(seed: u64, drawn: u64) -> Self {
        Place { seed, drawn }.into()
    }

    /// How many 32-bit words were drawn.
    pub fn drawn(&self) -> u64 {
        self.place().drawn
    }

    /// The seed it began with.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// A number below `limit`, every one equally likely; 0 when `limit` is 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        if limit <= 1 {
            return 0;
        }
        // Multiply-shift with rejection (Lemire): no bias, and one draw nearly always.
        let threshold = limit.wrapping_neg() % limit;
        loop {
            let product = u128::from(self.bits()) * u128::from(limit);
            if product as u64 >= threshold {
                return (product >> 64) as u64;
            }
        }
    }

    /// An index into a collection of this length.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// A number in `0.0..1.0` with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Any one of the items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.index(items.len())]) }
    }

    /// Puts the items in a random order, each order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.index(last + 1);
            items.swap(last, other);
        }
    }

    fn place(&self) -> Place {
        Place { seed: self.seed, drawn: self.generator.get_word_pos() as u64 }
    }
}

/// Seeds in JSON: a number as long as every reader keeps it exactly (to 2⁵³), a string above. Both are read.
pub mod exact {
    use serde::{Deserialize, Deserializer, Serializer};

    /// The largest whole number below which a double-precision reader loses none.
    const LARGEST: u64 = 1 << 53;

    /// Writes a seed.
    pub fn serialize<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        if *seed <= LARGEST { serializer.serialize_u64(*seed) } else { serializer.collect_str(seed) }
    }

    /// Reads a seed.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "a seed is a whole number, or its digits in a string")]
        enum Written {
            Number(u64),
            Digits(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Number(number) => Ok(number),
            Written::Digits(digits) => digits.parse().map_err(serde::de::Error::custom),
        }
    }
}

/// The seed a text stands for: a number is itself, any other text its 64-bit FNV-1a hash.
pub fn seed_of(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| {
        text.bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
    })
}

/// Spreads every input bit over the whole word (the finaliser of `SplitMix64`).
fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

impl From<Random> for Place {
    fn from(random: Random) -> Self {
        random.place()
    }
}

impl From<Place> for Random {
    fn from(place: Place) -> Self {
        let mut random = Self::new(place.seed);
        random.generator.set_word_pos(u128::from(place.drawn));
        random
    }
}

impl PartialEq for Random {
    fn eq(&self, other: &Self) -> bool {
        self.place() == other.place()
    }
}

impl Eq for Random {}

impl Hash for Random {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.place().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut random = Random::new(42);
        let drawn: Vec<u64> = (0..6).map(|_| random.below(1000)).collect();
        assert_eq!(drawn, [348, 285, 493, 367, 825, 67]);
    }

    #[test]
    fn a_saved_generator_goes_on_where_it_was() {
        let mut random = Random::new(7);
        for _ in 0..13 {
            random.bits();
        }
        let json = serde_json::to_string(&random).unwrap();
        let mut restored: Random = serde_json::from_str(&json).unwrap();
        assert_eq!(restored, random);
        assert_eq!(restored.bits(), random.bits());
        assert_ne!(restored, Random::new(7));
    }

    #[test]
    fn every_number_below_the_limit_is_equally_likely() {
        let mut random = Random::new(1);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[random.index(7)] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn branches_differ_from_each_other_and_from_their_trunk() {
        let trunk = Random::new(0);
        let firsts: Vec<u64> = (0..50).map(|part| trunk.branch(part).bits()).collect();
        let mut distinct = firsts.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), firsts.len());
    }

    #[test]
    fn a_seed_may_be_any_text() {
        assert_eq!(seed_of("42"), 42);
        assert_ne!(seed_of("morning"), seed_of("evening"));
        assert_eq!(seed_of(""), 0xcbf2_9ce4_8422_2325);
    }
}
