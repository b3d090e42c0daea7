//! What falls as part of an id: the fields of [`Fall`] in one word, a `.` between.

use super::award::{Award, Spin};
use super::{Fall, Mode};
use crate::position::Piece;
use crate::srs::Facing;

/// Such as `sprint.e.4.18.18.0.0.0.2.T.0.300.0.0.812.0.2.f.0.0.1200`.
pub(crate) fn write(fall: &Fall) -> String {
    let flag = |is: bool| u8::from(is).to_string();
    let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let mut fields = vec![
        Mode { goal: fall.goal, bag: fall.bag }.to_string(),
        FACINGS[fall.facing as usize].to_string(),
        fall.x.to_string(),
        fall.y.to_string(),
        fall.lowest.to_string(),
        fall.fallen.to_string(),
        fall.rested.to_string(),
        fall.moved.to_string(),
        or_none(fall.kick.map(|kick| kick.to_string())),
        or_none(fall.held.map(|piece| piece.to_string())),
        flag(fall.swapped),
        fall.score.to_string(),
        fall.combo.to_string(),
        flag(fall.difficult),
        fall.ticks.to_string(),
        flag(fall.over),
    ];
    if let Some(Award { lines, spin, back_to_back, perfect, points }) = fall.last {
        let spin = SPINS[spin as usize].to_string();
        fields.extend([lines.to_string(), spin, flag(back_to_back), flag(perfect), points.to_string()]);
    }
    fields.join(".")
}

const FACINGS: [char; 4] = ['n', 'e', 's', 'w'];
const SPINS: [char; 3] = ['n', 'm', 'f'];

/// Reads it back; nothing where it is something else.
pub(crate) fn read(text: &str) -> Option<Fall> {
    let mut fields = text.split('.');
    let mut next = || fields.next();
    let Mode { goal, bag } = Mode::named(next()?)?;
    let fall = Fall {
        goal,
        bag,
        facing: facing(next()?)?,
        x: next()?.parse().ok()?,
        y: next()?.parse().ok()?,
        lowest: next()?.parse().ok()?,
        fallen: next()?.parse().ok()?,
        rested: next()?.parse().ok()?,
        moved: next()?.parse().ok()?,
        kick: optional(next()?, |text| text.parse().ok()).ok()?,
        held: optional(next()?, |text| text.chars().next().and_then(Piece::from_letter)).ok()?,
        swapped: flag(next()?)?,
        score: next()?.parse().ok()?,
        combo: next()?.parse().ok()?,
        difficult: flag(next()?)?,
        ticks: next()?.parse().ok()?,
        over: flag(next()?)?,
        last: None,
    };
    let Some(lines) = next() else { return Some(fall) };
    let last = Award {
        lines: lines.parse().ok()?,
        spin: spin(next()?)?,
        back_to_back: flag(next()?)?,
        perfect: flag(next()?)?,
        points: next()?.parse().ok()?,
    };
    next().is_none().then_some(Fall { last: Some(last), ..fall })
}

fn flag(text: &str) -> Option<bool> {
    match text {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

fn facing(text: &str) -> Option<Facing> {
    let index = FACINGS.iter().position(|letter| text == letter.to_string())?;
    Some(Facing::ALL[index])
}

fn spin(text: &str) -> Option<Spin> {
    let index = SPINS.iter().position(|letter| text == letter.to_string())?;
    Some([Spin::None, Spin::Mini, Spin::Full][index])
}

/// What a field says that may be empty; where it is neither, nothing at all.
fn optional<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, ()> {
    if text == "-" { Ok(None) } else { read(text).map(Some).ok_or(()) }
}
