//! What a touch means: a tap on one of the first three plates takes all up to it; the keys 1, 2 and 3 do the same.

use azulejo_core::grid::Cell;
use azulejo_core::hands::{Act, Control, Gesture};
use azulejo_core::words::Template;

use crate::position::Position;
use crate::rules::{self, Take};

pub(crate) const TAKE: Template = Template::new("picnic.take", "Take {n}");

/// The move of a gesture.
pub(crate) fn touch(position: &Position, gesture: &Gesture) -> Option<Take> {
    let number = match (gesture.act, gesture.on.strip_prefix("take:")) {
        (Act::Tap, Some(number)) => number.parse().ok()?,
        (Act::Tap, None) => usize::from(gesture.on.parse::<Cell>().ok().filter(|cell| cell.row == 0)?.column) + 1,
        _ => return None,
    };
    rules::moves(position).into_iter().find(|take| take.0 == number)
}

/// A button for each legal move.
pub(crate) fn controls(position: &Position) -> Vec<Control> {
    let button = |Take(number): Take| {
        let key = ["1", "2", "3"][number - 1];
        Control::button(format!("take:{number}"), TAKE.with([("n", number.into())])).by([key])
    };
    rules::moves(position).into_iter().map(button).collect()
}
