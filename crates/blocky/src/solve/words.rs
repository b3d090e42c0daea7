//! What a few moves of one block can do: sixteen things, each with a shortest word of motions.
//!
//! Motions of a block permute its four children (the eight symmetries of a square) and turn their insides (a rotation
//! turns them, a swap does not). Parity ties the two together, so there are sixteen elements, and none needs more than
//! four motions.
//!
//! Why this is enough for whole boards: a motion of a block and a motion of something inside it can change their order,
//! the inner one then being done at the place, and for a swap along the axis, to which the outer one brings it. Every
//! plan can therefore be sorted from the root down, one word a block, without growing longer.

use std::sync::LazyLock;

use crate::rules::Motion;

/// One of the sixteen.
#[derive(Clone, Debug)]
pub(super) struct Element {
    /// Which child comes to each child's place.
    pub(super) arrangement: [usize; 4],
    /// Quarter turns clockwise that the children's insides make.
    pub(super) turns: usize,
    /// A shortest way, first motion first.
    pub(super) word: Vec<Motion>,
}

/// All sixteen, shorter words first. A constant table, computed when first asked for.
pub(super) static ELEMENTS: LazyLock<Vec<Element>> = LazyLock::new(|| {
    let mut elements = vec![Element { arrangement: [0, 1, 2, 3], turns: 0, word: Vec::new() }];
    let mut next = 0;
    while next < elements.len() {
        let from = elements[next].clone();
        next += 1;
        for motion in Motion::ALL {
            let arrangement = motion.arrangement().map(|place| from.arrangement[place]);
            let turns = (from.turns + turns_of(motion)) % 4;
            if !elements.iter().any(|known| known.arrangement == arrangement && known.turns == turns) {
                let word = from.word.iter().copied().chain([motion]).collect();
                elements.push(Element { arrangement, turns, word });
            }
        }
    }
    elements
});

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
    fn sixteen_elements_of_at_most_four_motions() {
        assert_eq!(ELEMENTS.len(), 16);
        let lengths: Vec<usize> = ELEMENTS.iter().map(|element| element.word.len()).collect();
        assert_eq!(lengths.iter().max(), Some(&4));
        assert!(lengths.is_sorted());
    }
}
