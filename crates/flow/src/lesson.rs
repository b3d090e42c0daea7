//! The first minute: what a hand does, one touch after another.

use azulejo_core::lesson::{Lesson, Step};
use azulejo_core::words::Template;

const JOIN: Template = Template::new("flow.lesson_join", "Draw from dot to dot of the same colour");
const NEXT: Template = Template::new("flow.lesson_next", "The next pair: lines never cross");
const ROUND: Template =
    Template::new("flow.lesson_round", "The last line goes round the corner, so that every cell is used");
const END: Template =
    Template::new("flow.lesson_end", "All dots are joined and every cell is used: that is the whole game");

/// How the game is taught.
pub(crate) const LESSON: Lesson = Lesson {
    puzzle: "flow:A.AB/C.C./B...",
    steps: &[
        Step::drag(JOIN, &["A1", "B1", "C1"]),
        Step::drag(NEXT, &["A2", "B2", "C2"]),
        Step::drag(ROUND, &["D1", "D2", "D3", "C3", "B3", "A3"]),
    ],
    end: END,
};
