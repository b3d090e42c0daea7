//! The first minute: what a hand does, one touch after another.

use azulejo_core::lesson::{Lesson, Step};
use azulejo_core::words::Template;

const TAKE: Template =
    Template::new("kami.lesson_take", "This is your paint: touch the colour that lies round the middle");
const PAINT: Template =
    Template::new("kami.lesson_paint", "Touch the middle: the whole region takes your colour and joins its neighbours");
const OTHER: Template = Template::new("kami.lesson_other", "One colour is left over: take it");
const ALL: Template = Template::new("kami.lesson_all", "Paint the large region with it");
const END: Template =
    Template::new("kami.lesson_end", "One colour, in the fewest moves there are: that is the whole game");

/// How the game is taught.
pub(crate) const LESSON: Lesson = Lesson {
    puzzle: "kami:square,1,2,0,3,-,22233/21133/22233",
    steps: &[
        Step::tap(TAKE, &["color:2"]),
        Step::tap(PAINT, &["B2"]),
        Step::tap(OTHER, &["color:3"]),
        Step::tap(ALL, &["A1"]),
    ],
    end: END,
};
