//! What can be asked of Flow: a file for each verb of its own, and the table.

mod check;
mod convert;
mod generate;
mod hint;
mod import;
mod rate;
mod sheet;
mod solve;

pub use check::{Check, CheckOptions, Checked};
pub use convert::{Convert, ConvertOptions, Converted, Form, Puzzles, Render, RenderOptions, Rendered};
pub use generate::{Described, Generate, GenerateOptions, Generated, New, NewOptions, Quality, QualityParts};
pub use hint::Hint;
pub use import::{Frame, Import, ImportOptions, Imported, Picture};
pub use rate::{Counts, Rate, Rated, Solutions};
pub use solve::{Board, Count, Drawing, Number, Paths, Solve, SolveOptions, Solved};

use azulejo_core::budget::Budget;
use azulejo_core::verb::Entry;
use azulejo_core::verbs;
use azulejo_core::words::Template;

use crate::Flow;
use crate::solve::MEMORY;

/// What can be asked of Flow.
pub static VERBS: [Entry; 14] = [
    Entry::of::<Solve>(),
    Entry::of::<Check>(),
    Entry::of::<Convert>(),
    Entry::of::<Render>(),
    Entry::of::<Generate>(),
    Entry::of::<New>(),
    Entry::of::<Rate>(),
    Entry::of::<Hint>(),
    Entry::of::<Import>(),
    Entry::of::<verbs::Play<Flow>>(),
    Entry::of::<verbs::Show<Flow>>(),
    Entry::of::<verbs::Moves<Flow>>(),
    Entry::of::<verbs::Export<Flow>>(),
    Entry::of::<verbs::Touch<Flow>>(),
];

/// Everything that these verbs can say.
pub(crate) const WORDS: [Template; 24] = [
    solve::SOLVED,
    solve::ONLY,
    solve::OTHERS,
    solve::NONE,
    solve::NO_ANSWER,
    solve::NOT_PROVEN,
    solve::EXACTLY,
    solve::AT_LEAST,
    solve::AT_LEAST_STOPPED,
    check::NONE_BROKEN,
    check::BROKEN,
    generate::MADE,
    generate::MADE_RATED,
    generate::NOT_MADE,
    rate::RATED,
    rate::NO_SOLUTION,
    rate::SEVERAL,
    rate::STOPPED,
    import::SEEN,
    import::UNSURE,
    import::ONE,
    import::MANY,
    import::TOO_HARD,
    import::WRONG,
];

/// A budget with the memory that Flow's searches want, unless somebody has said how much.
fn roomy(budget: &Budget) -> Budget {
    budget.clone().with_usual_memory(MEMORY)
}
