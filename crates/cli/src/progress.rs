//! Progress bars: on standard error, and only when a person is watching.

use std::io::IsTerminal as _;

use azulejo_core::budget::Budget;
use indicatif::{ProgressBar, ProgressStyle};

/// A bar of this many steps; hidden when standard error is not a terminal.
pub(crate) fn bar(steps: u64, what: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(steps);
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {eta} left");
    // The template is a constant of ours; were it wrong, indicatif's own style is shown.
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(what.to_owned());
    bar
}

/// A budget that moves a bar as its search goes on.
pub(crate) fn watched(budget: Budget, what: &str) -> (Budget, ProgressBar) {
    let bar = bar(0, what);
    let shown = bar.clone();
    let budget = budget.with_progress(move |progress| {
        shown.set_length(progress.total.unwrap_or(0));
        shown.set_position(progress.done);
    });
    (budget, bar)
}
