//! Learning by doing: a few touches on a small board, each with one sentence. A game declares its lesson as data; a door
//! shows the place to touch and goes on when it was touched.

use crate::words::Template;

/// The first minute of a game.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The id of the board it is given on.
    pub puzzle: &'static str,
    /// What is done, in this order.
    pub steps: &'static [Step],
    /// What is said at the end.
    pub end: Template,
}

/// One thing to do.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// What to do, and what comes of it.
    pub say: Template,
    /// The handle to tap; several are dragged over, from the first to the last.
    pub touch: &'static [&'static str],
}

impl Lesson {
    /// Every sentence of it.
    pub fn words(&self) -> impl Iterator<Item = Template> {
        self.steps.iter().map(|step| step.say).chain([self.end])
    }
}

impl Step {
    /// A tap.
    pub const fn tap(say: Template, touch: &'static [&'static str; 1]) -> Self {
        Self { say, touch }
    }

    /// A drag over these handles.
    pub const fn drag(say: Template, touch: &'static [&'static str]) -> Self {
        Self { say, touch }
    }
}
