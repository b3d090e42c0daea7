//! What can be asked of Switcher: about a board in [`boards`], about a turn in [`turns`], about whole games in [`games`].

pub mod boards;
pub mod games;
pub mod turns;

use std::borrow::Cow;

use azulejo_core::budget::Budget;
use azulejo_core::game::Game as _;
use azulejo_core::grid::Cell;
use azulejo_core::id::{Id, Origin};
use azulejo_core::open::{At, open};
use azulejo_core::outcome::Halt;
use azulejo_core::problem::{About, Problem, Problems};
use azulejo_core::question::{Question, Source};
use azulejo_core::record::Record;
use azulejo_core::registry::{self, Prompt};
use azulejo_core::verb::{Entry, Ground, Needs};
use azulejo_core::verbs;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Switcher;
use crate::board::{Board, CellSet, Color};
use crate::figures::Named;
use crate::format::{Count, read_board};

/// Every verb.
pub static VERBS: [Entry; 18] = [
    Entry::of::<boards::Components>(),
    Entry::of::<boards::Figures>(),
    Entry::of::<boards::ShowFigures>(),
    Entry::of::<boards::Highlight>(),
    Entry::of::<boards::HighlightBoard>(),
    Entry::of::<boards::Show>(),
    Entry::of::<turns::BestOfTurn>(),
    Entry::of::<turns::Swaps>(),
    Entry::of::<games::New>(),
    Entry::of::<games::Simulate>(),
    Entry::of::<verbs::Solve<Switcher>>(),
    Entry::of::<verbs::Hint<Switcher>>(),
    Entry::of::<verbs::Play<Switcher>>(),
    Entry::of::<verbs::Moves<Switcher>>(),
    Entry::of::<verbs::Check<Switcher>>(),
    Entry::of::<verbs::Export<Switcher>>(),
    Entry::of::<verbs::Touch<Switcher>>(),
    Entry::of::<verbs::Bot<Switcher>>(),
];

/// Switcher as doors know it.
pub static GAME: registry::Entry =
    registry::Entry::of::<Switcher>(&VERBS).with_bots::<Switcher>().with_prompt(Prompt {
        help: (
            "MOVE",
            "`mov3 A1 A2`, `claim fig04 C3`, `block 2 fig04 C3`, `back`, `end`, `leave`; `moves` lists them",
        ),
        ..Prompt::USUAL
    });

/// How a text is to be read.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct Reading {
    /// Accept any number of tiles of each colour
    #[serde(default)]
    pub any_count: bool,
}

impl Reading {
    /// How many tiles of each colour a board must have.
    pub fn count(&self) -> Count {
        if self.any_count { Count::Any } else { Count::Nine }
    }
}

/// A board alone, whoever plays on it.
#[derive(Clone, Copy, Debug)]
pub struct OnBoard(pub Board);

impl Ground<Switcher> for OnBoard {
    const NEEDS: Needs = Needs::Puzzle;

    fn open(question: &Question<'_>, reading: &Reading, budget: &Budget) -> Result<Self, Halt> {
        if let (Count::Any, Some(text)) = (reading.count(), bare_board(question)) {
            let board = read_board(&text, Count::Any).map_err(|problems| problems.in_part(About::Puzzle))?;
            return Ok(Self(board));
        }
        let At { position, .. } = open::<Switcher>(question, reading, budget)?;
        Ok(Self(position.board))
    }
}

/// The board that an id holds without cards: no game begins on it unless it is the board of the box.
fn bare_board<'a>(question: &'a Question<'_>) -> Option<Cow<'a, str>> {
    let Source::Text { text, .. } = &question.source else { return None };
    let text = text.trim();
    if !Id::looks_like(Switcher::NAME, text) || !question.moves.is_empty() {
        return None;
    }
    match text.parse().ok()? {
        Record { id: Id { origin: Origin::Literal(text), .. }, moves } if moves.is_empty() && !text.contains(',') => {
            Some(text.into())
        }
        _ => None,
    }
}

/// The same problems, about an option.
fn in_option(option: &str) -> impl Fn(Problems) -> Problems {
    move |problems| problems.in_part(About::Option(option.to_owned()))
}

/// A problem of an option.
fn of_option(option: &str, what: &str) -> Halt {
    in_option(option)(Problem::new(format!("option `{option}`: {what}")).into()).into()
}

/// A figure that stands on a board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NamedCells {
    /// What it is called.
    pub name: String,
    /// Its colour.
    pub color: Color,
    /// Its cells in reading order.
    pub cells: Vec<Cell>,
}

impl From<&Named> for NamedCells {
    fn from(named: &Named) -> Self {
        Self { name: named.name.clone(), color: named.color, cells: cells(named.cells) }
    }
}

fn cells(set: CellSet) -> Vec<Cell> {
    set.cells().collect()
}
