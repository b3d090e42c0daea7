//! A controller at play: the best placement of each piece, one or two pieces ahead.

use azulejo_core::problem::Problem;

use super::policy::{Policy, Weights};
use super::sight::{Fall, Field};
use super::swift::{Choose, Swift};
use crate::position::{Board, Form, Piece};
use crate::rules::Placement;

/// How far a controller looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookahead {
    /// At the piece that falls.
    One,
    /// At the next one too.
    Two(Piece),
}

/// A move of a controller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chosen {
    /// Where the piece goes.
    pub placement: Placement,
    /// What that is worth.
    pub value: f64,
}

/// A controller at play.
#[derive(Clone, Debug)]
pub struct Player<'a> {
    policy: &'a Policy,
    table: Table<'a>,
}

/// What it plays on: the smallest words that hold a column.
#[derive(Clone, Debug)]
enum Table<'a> {
    Low(&'a Weights, Swift<u16>),
    High(&'a Weights, Swift<u32>),
    Plain { field: Field, scratch: [Field; 2] },
}

impl<'a> Player<'a> {
    /// A controller before a board.
    pub fn new(policy: &'a Policy, board: &Board) -> Result<Self, Problem> {
        let field = Field::of(board)?;
        let quick = policy.weights().and_then(|weights| {
            let low = Swift::of(&field).map(|swift| Table::Low(weights, swift));
            low.or_else(|| Swift::of(&field).map(|swift| Table::High(weights, swift)))
        });
        let table = quick.unwrap_or_else(|| Table::Plain { scratch: [field.clone(), field.clone()], field });
        Ok(Self { policy, table })
    }

    /// The same by plain counting alone: what the quick way is compared with.
    pub fn plain(policy: &'a Policy, board: &Board) -> Result<Self, Problem> {
        let field = Field::of(board)?;
        Ok(Self { policy, table: Table::Plain { scratch: [field.clone(), field.clone()], field } })
    }

    /// The best placement of a piece, the first among equals; nothing where none stays on the board.
    pub fn choose(&mut self, piece: Piece, lookahead: Lookahead) -> Option<Chosen> {
        let policy = self.policy;
        match &mut self.table {
            Table::Low(weights, field) => pulp::Arch::new().dispatch(Choose { field, weights, piece, lookahead }),
            Table::High(weights, field) => pulp::Arch::new().dispatch(Choose { field, weights, piece, lookahead }),
            Table::Plain { field, scratch: [first, second] } => {
                best(field, piece, first, |after, form, column, fall| {
                    let (own, rest) = policy.value(field, after, form, column, fall);
                    match lookahead {
                        Lookahead::One => Some(own + rest),
                        Lookahead::Two(next) => {
                            let deeper = best(after, next, second, |last, form, column, fall| {
                                let (own, rest) = policy.value(after, last, form, column, fall);
                                Some(own + rest)
                            });
                            deeper.map(|deeper| own + deeper.value)
                        }
                    }
                })
            }
        }
    }

    /// What a placement is worth, if the game goes on after it.
    pub fn value(&self, piece: Piece, placement: Placement) -> Option<f64> {
        self.parts(piece, placement).map(|(own, rest)| own + rest)
    }

    /// The same in two parts: what the piece's own way counts, and what the board after it does.
    pub fn parts(&self, piece: Piece, placement: Placement) -> Option<(f64, f64)> {
        let form = piece.forms().get(usize::from(placement.rotation))?;
        let (field, column) = (self.field(), usize::from(placement.column));
        if column + usize::from(form.width) > field.columns().len() {
            return None;
        }
        let mut after = field.clone();
        let fall = after.fall(&field, form, column);
        (!fall.over).then(|| self.policy.value(&field, &after, form, column, fall))
    }

    /// Plays a placement that stays on the board.
    pub fn play(&mut self, piece: Piece, placement: Placement) -> Fall {
        let form = &piece.forms()[usize::from(placement.rotation)];
        let column = usize::from(placement.column);
        match &mut self.table {
            Table::Low(_, field) => field.play(form, column),
            Table::High(_, field) => field.play(form, column),
            Table::Plain { field, scratch } => {
                let fall = scratch[0].fall(field, form, column);
                std::mem::swap(field, &mut scratch[0]);
                fall
            }
        }
    }

    fn field(&self) -> Field {
        match &self.table {
            Table::Low(_, field) => field.plain(),
            Table::High(_, field) => field.plain(),
            Table::Plain { field, .. } => field.clone(),
        }
    }
}

fn best(
    field: &Field,
    piece: Piece,
    after: &mut Field,
    mut value: impl FnMut(&Field, &Form, usize, Fall) -> Option<f64>,
) -> Option<Chosen> {
    let mut best: Option<Chosen> = None;
    for (rotation, form) in piece.forms().iter().enumerate() {
        for column in 0..=field.columns().len() - usize::from(form.width) {
            let fall = after.fall(field, form, column);
            if fall.over {
                continue;
            }
            let Some(value) = value(after, form, column, fall) else { continue };
            if best.is_none_or(|best| value > best.value) {
                let placement = Placement { rotation: rotation as u8, column: column as u16 };
                best = Some(Chosen { placement, value });
            }
        }
    }
    best
}
