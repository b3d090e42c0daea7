//! The first minute: what a hand does, one touch after another.

use azulejo_core::lesson::{Lesson, Step};
use azulejo_core::words::Template;

const CARD: Template =
    Template::new("switcher.lesson_card", "Take a movement card: it says how two tiles may change places");
const TILE: Template = Template::new("switcher.lesson_tile", "Take up this tile: the places it may go to light up");
const SWAP: Template = Template::new(
    "switcher.lesson_swap",
    "Touch the other tile: the two change places, and a figure of your hand stands on the board",
);
const CLAIM: Template =
    Template::new("switcher.lesson_claim", "Touch the figure to claim it: its card leaves your hand");
const END: Template = Template::new("switcher.lesson_end", "Nothing more to claim? End your turn");
const DONE: Template = Template::new("switcher.lesson_done", "Whoever has claimed all figure cards first has won");

/// How the game is taught.
pub(crate) const LESSON: Lesson = Lesson {
    puzzle: "switcher:2p#3",
    steps: &[
        Step::tap(CARD, &["card:1"]),
        Step::tap(TILE, &["C3"]),
        Step::tap(SWAP, &["A4"]),
        Step::tap(CLAIM, &["A4"]),
        Step::tap(END, &["end"]),
    ],
    end: DONE,
};
