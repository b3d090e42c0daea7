//! The first minute: what a hand does, one touch after another.

use azulejo_core::lesson::{Lesson, Step};
use azulejo_core::words::Template;

const CHOOSE: Template = Template::new("blocky.lesson_choose", "Touch a block to choose it");
const TURN: Template = Template::new("blocky.lesson_turn", "Turn it: what is inside goes round");
const LARGER: Template = Template::new("blocky.lesson_larger", "Choose the larger block round it");
const SWAP: Template = Template::new("blocky.lesson_swap", "Swap its halves, left and right");
const END: Template = Template::new(
    "blocky.lesson_end",
    "Each turn counts: bring your colour where the goal wants it before they are used up",
);

/// How the game is taught.
pub(crate) const LESSON: Lesson = Lesson {
    puzzle: "blocky:d2,t3,blob,human#6",
    steps: &[
        Step::tap(CHOOSE, &["A1"]),
        Step::tap(TURN, &["rotate_cw"]),
        Step::tap(LARGER, &["larger"]),
        Step::tap(SWAP, &["swap_h"]),
    ],
    end: END,
};
