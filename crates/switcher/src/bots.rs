//! Computer players. They see what a person in their seat sees: never another hand, never a deck.
//!
//! `greedy` claims what stands, else plays the first single swap that makes an own figure, else whatever leads to one.
//! `strong` claims the most that one turn can, proven, blocks rivals where that costs nothing, and among equal turns takes
//! the one that leaves the next players least.

use std::str::FromStr;

use azulejo_core::budget::Budget;
use azulejo_core::problem::Problem;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::{Board, Color};
use crate::cards::Card;
use crate::figures::{Figure, official};
use crate::position::{Player, Position, Seat};
use crate::rules::{Move, play};
use crate::solve::{Step, exact};

/// A way to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Bot {
    /// One figure at a time, the first it sees
    Greedy,
    /// The best turn, and an eye on the others
    Strong,
}

impl Bot {
    /// All bots, weakest first.
    pub const ALL: [Self; 2] = [Self::Greedy, Self::Strong];

    /// The bot of this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|bot| bot.name() == name)
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Greedy => "greedy",
            Self::Strong => "strong",
        }
    }

    /// The whole rest of this turn, ending with `end` unless it wins. A budget that runs out makes it play worse, not longer.
    pub fn plan(self, position: &Position, budget: &Budget) -> Vec<Move> {
        if position.winner.is_some() {
            return Vec::new();
        }
        match self {
            Self::Greedy => greedy(position, budget),
            Self::Strong => strong(position, budget),
        }
    }
}

impl FromStr for Bot {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        Self::find(text).ok_or_else(|| {
            let shown: String = text.chars().take(24).collect();
            Problem::new(format!("there is no bot `{shown}`: expected `greedy` or `strong`"))
        })
    }
}

fn greedy(position: &Position, budget: &Budget) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut now = position.clone();
    while let Some(steps) = next_claim(&now).or_else(|| far_claim(&now, budget)) {
        for action in steps {
            // A step that the rules refuse ends the plan; none is.
            let Ok(next) = play(&now, &action) else { return moves };
            now = next;
            moves.push(action);
        }
        if now.winner.is_some() {
            return moves;
        }
    }
    moves.push(Move::End);
    moves
}

/// A claim that is possible now, or the first single swap and claim that are.
fn next_claim(position: &Position) -> Option<Vec<Move>> {
    let wanted: Vec<Figure> = position.player().open_figures().collect();
    let claim = |board: &Board| {
        let standing = official(board).filter(|found| Some(found.color) != position.forbidden);
        let mut own: Vec<_> = standing.filter(|found| wanted.contains(&found.figure)).collect();
        own.sort_unstable_by_key(|found| found.cells.bits().trailing_zeros());
        let found = own.first()?;
        Some(Move::Claim { figure: found.figure, cell: found.cells.first()? })
    };
    if let Some(claim) = claim(&position.board) {
        return Some(vec![claim]);
    }
    position.player().cards.iter().find_map(|&card| {
        card.swaps(position.setup.mov7).into_iter().find_map(|swap| {
            let claim = claim(&position.board.swapped(swap))?;
            Some(vec![Move::Swap { card, swap }, claim])
        })
    })
}

/// The way to a first claim with more than one card. Without it, two players who see nothing near would pass for ever.
fn far_claim(position: &Position, budget: &Budget) -> Option<Vec<Move>> {
    let line = exact::search(&position.own_turn(), 1, budget).lines.into_iter().next()?;
    let claim = line.iter().position(|step| matches!(step, Step::Claim(..)))?;
    line[..=claim].iter().map(Move::of).collect()
}

/// Equal turns that `strong` weighs against each other.
const CANDIDATES: usize = 48;

fn strong(position: &Position, budget: &Budget) -> Vec<Move> {
    let found = exact::search(&position.own_turn(), CANDIDATES, budget);
    let lines = if found.lines.is_empty() { vec![Vec::new()] } else { found.lines };
    let plans = lines.iter().filter_map(|line| {
        let mut now = position.clone();
        let mut moves = Vec::new();
        for step in line {
            let action = Move::of(step)?;
            now = play(&now, &action).ok()?;
            moves.push(action);
        }
        while let Some((action, next)) = block(&now) {
            now = next;
            moves.extend(action);
        }
        if now.winner.is_none() {
            moves.push(Move::End);
        }
        Some((threat(&now), moves))
    });
    // Lines come in a fixed order, and the first of the least threatening is taken: the same choice everywhere.
    let best = plans.min_by(|one, other| one.0.total_cmp(&other.0));
    best.map_or_else(|| vec![Move::End], |(_, moves)| moves)
}

/// A block of the next rival that can be blocked: at once, or after one swap with a card that is left.
fn block(position: &Position) -> Option<(Vec<Move>, Position)> {
    let rivals = || rivals(position).filter(|(_, rival)| rival.can_be_blocked());
    let blocking = |now: &Position| {
        let standing: Vec<_> = official(&now.board).filter(|found| Some(found.color) != now.forbidden).collect();
        rivals().find_map(|(player, rival)| {
            let found = standing.iter().find(|found| rival.open_figures().any(|figure| figure == found.figure))?;
            Some(Move::Block { player, figure: found.figure, cell: found.cells.first()? })
        })
    };
    if position.winner.is_some() || rivals().next().is_none() {
        return None;
    }
    if let Some(action) = blocking(position) {
        let next = play(position, &action).ok()?;
        return Some((vec![action], next));
    }
    let wanted: Vec<Figure> = rivals().flat_map(|(_, rival)| rival.open_figures()).collect();
    position.player().cards.iter().find_map(|&card| {
        card.swaps(position.setup.mov7).into_iter().find_map(|swap| {
            let board = position.board.swapped(swap);
            let makes =
                official(&board).any(|found| wanted.contains(&found.figure) && Some(found.color) != position.forbidden);
            let moved = makes.then(|| play(position, &Move::Swap { card, swap }).ok())??;
            let action = blocking(&moved)?;
            let next = play(&moved, &action).ok()?;
            Some((vec![Move::Swap { card, swap }, action], next))
        })
    })
}

/// The other players still in the game, the next one first.
fn rivals(position: &Position) -> impl Iterator<Item = (usize, &Player)> {
    let count = position.players.len();
    (1..count)
        .map(move |step| (position.turn + step) % count)
        .map(|player| (player, &position.players[player]))
        .filter(|(_, rival)| rival.seat == Seat::Taken)
}

/// How many figures the next player is likely to form: those that stand, and those one swap away, each by the chance
/// that three unknown cards hold one that makes it.
fn threat(position: &Position) -> f64 {
    let Some((_, rival)) = rivals(position).next() else { return 0.0 };
    let blocked = if rival.can_be_blocked() { 0.0 } else { -0.5 };
    let chance: f64 = rival.open_figures().map(|figure| chance_of(figure, &position.board, position)).sum();
    chance + blocked
}

fn chance_of(figure: Figure, board: &Board, position: &Position) -> f64 {
    let stands = |board: &Board| {
        Color::ALL
            .into_iter()
            .filter(|&color| Some(color) != position.forbidden)
            .any(|color| board.cells(color).large_components().any(|cells| Figure::of(cells) == Some(figure)))
    };
    if stands(board) {
        return 1.0;
    }
    let makes = |card: &Card| card.swaps(position.setup.mov7).into_iter().any(|swap| stands(&board.swapped(swap)));
    let kinds = Card::ALL.iter().filter(|card| makes(card)).count();
    1.0 - ((7 - kinds) as f64 / 7.0).powi(3)
}
