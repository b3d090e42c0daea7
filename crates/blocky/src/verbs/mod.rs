//! What can be asked of Blocky: boards and what is on them ([`look`]), moves on a board ([`apply`]), plans ([`plans`]), games
//! between people and computers ([`begin`], [`simulate`]); the rest are core's verbs.

pub mod apply;
pub mod begin;
pub mod look;
pub mod plans;
pub mod simulate;
mod table;

use azulejo_core::verb::Entry;
use azulejo_core::verbs::{Bot, Check, Export, Hint, Moves, Play, Solve, Touch};
use azulejo_core::words::Template;

use crate::{Blocky, HINT_MOVE, HINT_PLAN, HINT_SMASH, draw, facts, goal, hands};

/// What can be asked.
pub static VERBS: [Entry; 18] = [
    Entry::of::<begin::New>(),
    Entry::of::<look::Show>(),
    Entry::of::<look::Flatten>(),
    Entry::of::<look::Score>(),
    Entry::of::<apply::Apply>(),
    Entry::of::<look::Select>(),
    Entry::of::<plans::Best>(),
    Entry::of::<plans::Optimum>(),
    Entry::of::<plans::Par>(),
    Entry::of::<Play<Blocky>>(),
    Entry::of::<simulate::Simulate>(),
    Entry::of::<Solve<Blocky>>(),
    Entry::of::<Hint<Blocky>>(),
    Entry::of::<Bot<Blocky>>(),
    Entry::of::<Moves<Blocky>>(),
    Entry::of::<Check<Blocky>>(),
    Entry::of::<Export<Blocky>>(),
    Entry::of::<Touch<Blocky>>(),
];

/// Every sentence of the game.
pub(crate) const WORDS: &[Template] = &[
    goal::BLOB,
    goal::PERIMETER,
    goal::DIAGONAL,
    facts::TURNS,
    facts::SMASHES,
    facts::THINKS,
    facts::TO_MOVE,
    facts::OVER,
    facts::WINNER,
    facts::SEAT,
    facts::SEAT_PAID,
    draw::BLOCK,
    hands::LARGER,
    hands::SMALLER,
    hands::UP,
    hands::RIGHT,
    hands::DOWN,
    hands::LEFT,
    hands::ROTATE_CW,
    hands::ROTATE_CCW,
    hands::SWAP_H,
    hands::SWAP_V,
    hands::SMASH,
    hands::PAINT,
    hands::COMBINE,
    hands::PASS,
    hands::WHOLE,
    hands::UNDIVIDED,
    hands::NOT_YOURS,
    hands::NOT_CHOSEN,
    hands::SOLID,
    hands::DIVIDED,
    hands::NO_WHOLE,
    hands::UNIT,
    hands::NO_SMASH,
    hands::NOT_UNIT,
    hands::SAME,
    hands::NOT_FOUR,
    hands::NO_MAJORITY,
    HINT_SMASH,
    HINT_MOVE,
    HINT_PLAN,
    begin::MADE,
    look::COLUMNS,
    look::OUTSIDE,
    apply::IDLE,
    apply::SMASHED,
    plans::SHORTEST,
    plans::BEST,
    plans::FOUND,
    plans::NONE,
    plans::GAVE_UP,
    plans::PAR,
];
