//! The boards of the original program, bit for bit: Python's Mersenne Twister and the order in which it is asked.
//!
//! Teachers hand out boards as `random.seed(1001)`. Python seeds MT19937 from an integer by its 32-bit words, takes
//! `random()` from two outputs and `randint(0, 3)` by redrawing three bits until they are below four. A block at the
//! greatest depth asks only for its colour.

use crate::board::{Block, Color};
use crate::generate::{Chance, SPLIT};

const LENGTH: usize = 624;
const MIDDLE: usize = 397;

/// Python's `random`, seeded with an integer.
#[derive(Clone, Debug)]
pub struct Python {
    state: Box<[u32; LENGTH]>,
    next: usize,
}

impl Python {
    /// The state after `random.seed(seed)`; as there, the sign does not count.
    pub fn new(seed: i128) -> Self {
        let magnitude = seed.unsigned_abs();
        let words = (magnitude.checked_ilog2().unwrap_or(0) / 32 + 1) as usize;
        let key: Vec<u32> = (0..words).map(|word| (magnitude >> (32 * word)) as u32).collect();
        Self { state: Box::new(state_of(&key)), next: LENGTH }
    }

    /// The next 32 bits.
    fn bits(&mut self) -> u32 {
        if self.next == LENGTH {
            self.refill();
        }
        let mut word = self.state[self.next];
        self.next += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }

    fn refill(&mut self) {
        for index in 0..LENGTH {
            let joined = (self.state[index] & 0x8000_0000) | (self.state[(index + 1) % LENGTH] & 0x7fff_ffff);
            let twisted = (joined >> 1) ^ if joined & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[index] = self.state[(index + MIDDLE) % LENGTH] ^ twisted;
        }
        self.next = 0;
    }

    /// `random.random()`.
    fn unit(&mut self) -> f64 {
        let high = f64::from(self.bits() >> 5);
        let low = f64::from(self.bits() >> 6);
        high.mul_add(67_108_864.0, low) / 9_007_199_254_740_992.0
    }

    /// `random.randint(0, 3)`.
    fn below_four(&mut self) -> usize {
        loop {
            let drawn = self.bits() >> 29;
            if drawn < 4 {
                return drawn as usize;
            }
        }
    }
}

/// The generator's state for a key of words (`init_by_array` of the reference implementation).
fn state_of(key: &[u32]) -> [u32; LENGTH] {
    let spread = |word: u32| word ^ (word >> 30);
    let mut state = [19_650_218; LENGTH];
    for index in 1..LENGTH {
        state[index] = spread(state[index - 1]).wrapping_mul(1_812_433_253).wrapping_add(index as u32);
    }
    let mut index = 1;
    let advance = |state: &mut [u32; LENGTH], index: &mut usize| {
        *index += 1;
        if *index == LENGTH {
            state[0] = state[LENGTH - 1];
            *index = 1;
        }
    };
    for step in 0..LENGTH.max(key.len()) {
        let place = step % key.len();
        state[index] = (state[index] ^ spread(state[index - 1]).wrapping_mul(1_664_525))
            .wrapping_add(key[place])
            .wrapping_add(place as u32);
        advance(&mut state, &mut index);
    }
    for _ in 1..LENGTH {
        state[index] = (state[index] ^ spread(state[index - 1]).wrapping_mul(1_566_083_941)).wrapping_sub(index as u32);
        advance(&mut state, &mut index);
    }
    state[0] = 0x8000_0000;
    state
}

impl Chance for Python {
    fn block(&mut self, level: u8, depth: u8) -> Block {
        if level < depth && self.unit() < SPLIT[usize::from(level & 7)] {
            Block::Divided
        } else {
            Block::Solid(Color::ALL[self.below_four()])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::random_board;

    #[test]
    fn the_stream_is_that_of_python() {
        // What CPython prints for random.seed(s); random.random().
        for (seed, expected) in [
            (0, 0.844_421_851_525_048_1),
            (1, 0.134_364_244_112_401_22),
            (-1, 0.134_364_244_112_401_22),
            (1001, 0.796_650_967_959_970_4),
            (1 << 40, 0.103_639_456_281_237_5),
        ] {
            assert_eq!(Python::new(seed).unit().to_bits(), f64::to_bits(expected), "seed {seed}");
        }
    }

    #[test]
    fn the_boards_are_those_of_the_original() {
        let board = random_board(2, &mut Python::new(0));
        assert_eq!(board.to_string(), r#"{"max_depth":2,"board":[[3,0,2,3],[2,3,2,1],[2,1,0,2],1]}"#);
    }
}
