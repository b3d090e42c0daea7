//! The first minute: what a hand does, one touch after another.

use azulejo_core::lesson::{Lesson, Step};
use azulejo_core::words::Template;

const BRING: Template = Template::new("tetris.lesson_bring", "Touch a column to bring the piece there");
const FALL: Template = Template::new("tetris.lesson_fall", "Touch it again, and it falls");
const TURN: Template = Template::new("tetris.lesson_turn", "Turn the next piece");
const DROP: Template = Template::new("tetris.lesson_drop", "Let it fall");
const END: Template =
    Template::new("tetris.lesson_end", "Keep the board low and flat, without holes: full rows vanish");

/// How the game is taught.
pub(crate) const LESSON: Lesson = Lesson {
    puzzle: "tetris:6x12#4",
    steps: &[
        Step::tap(BRING, &["A12"]),
        Step::tap(FALL, &["A12"]),
        Step::tap(TURN, &["turn"]),
        Step::tap(DROP, &["drop"]),
    ],
    end: END,
};
