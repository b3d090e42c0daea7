//! What a few moves of one block can do: sixteen things, each with a shortest word of motions.
//!
//! Motions of a block permute its four children (the eight symmetries of a square) and turn their insides (a rotation
//! turns them, a swap does not). Parity ties the two together, so there are sixteen elements, and none needs more than
//! four motions.
//!
//! Why this is enough for whole boards: a motion of a block and a motion of something inside it can change their order,
//! the inner one then being done at the place, and for a swap along the axis, to which the outer one brings it. Every
//! plan can therefore be sorted from the root down, one word a block, without growing longer.

use crate::rules::Motion;

/// One of the sixteen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    /// Which child comes to each child's place.
    pub(super) arrangement: [usize; 4],
    /// Quarter turns clockwise that the children's insides make.
    pub(super) turns: usize,
    word: [Motion; LONGEST],
    length: usize,
}

/// No element needs more motions.
const LONGEST: usize = 4;

impl Element {
    const NOTHING: Self =
        Self { arrangement: [0, 1, 2, 3], turns: 0, word: [Motion::SwapHorizontal; LONGEST], length: 0 };

    /// A shortest way, first motion first.
    pub(super) fn word(&self) -> &[Motion] {
        &self.word[..self.length]
    }

    const fn then(self, motion: Motion) -> Self {
        let order = motion.arrangement();
        let old = self.arrangement;
        let mut next = Self {
            arrangement: [old[order[0]], old[order[1]], old[order[2]], old[order[3]]],
            turns: (self.turns + turns_of(motion)) % 4,
            length: self.length + 1,
            ..self
        };
        next.word[self.length] = motion;
        next
    }

    const fn does_the_same_as(&self, other: &Self) -> bool {
        let (one, two) = (self.arrangement, other.arrangement);
        one[0] == two[0] && one[1] == two[1] && one[2] == two[2] && one[3] == two[3] && self.turns == other.turns
    }
}

/// All sixteen, shorter words first: found breadth first when this is compiled.
pub(super) static ELEMENTS: [Element; 16] = {
    let mut elements = [Element::NOTHING; 16];
    let (mut next, mut count) = (0, 1);
    while next < count {
        let mut choice = 0;
        // The last elements lead to nothing new, and would need words that are too long to find that out.
        while choice < 4 && elements[next].length < LONGEST {
            let found = elements[next].then(Motion::ALL[choice]);
            let mut known = 0;
            while known < count && !found.does_the_same_as(&elements[known]) {
                known += 1;
            }
            if known == count {
                elements[count] = found;
                count += 1;
            }
            choice += 1;
        }
        next += 1;
    }
    assert!(count == 16);
    elements
};

const fn turns_of(motion: Motion) -> usize {
    match motion {
        Motion::RotateClockwise => 1,
        Motion::RotateCounterclockwise => 3,
        Motion::SwapHorizontal | Motion::SwapVertical => 0,
    }
}

/// The same motion on a block whose inside has been turned by quarters: swaps change their axis with every quarter.
pub(super) const fn turned(motion: Motion, quarters: usize) -> Motion {
    match motion {
        Motion::SwapHorizontal if quarters % 2 == 1 => Motion::SwapVertical,
        Motion::SwapVertical if quarters % 2 == 1 => Motion::SwapHorizontal,
        motion => motion,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sixteen_are_closed_under_motions() {
        let lengths: Vec<usize> = ELEMENTS.iter().map(|element| element.word().len()).collect();
        assert_eq!(lengths, [0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4]);
        for element in ELEMENTS {
            for motion in Motion::ALL {
                let order = motion.arrangement().map(|place| element.arrangement[place]);
                let turns = (element.turns + turns_of(motion)) % 4;
                assert!(ELEMENTS.iter().any(|known| known.arrangement == order && known.turns == turns));
            }
        }
    }
}
