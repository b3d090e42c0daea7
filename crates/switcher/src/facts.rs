//! What a player reads beside the board: the goal, whose turn it is, what is forbidden, what everybody has left.

use azulejo_core::words::Message;

use crate::position::{Position, Seat};
use crate::words::{self, CARDS_LEFT, GOAL, HAS_LEFT, HAS_WON, PILE, PROVISIONAL, TO_MOVE};

/// The most important first.
pub(crate) fn facts(position: &Position) -> Vec<Message> {
    let number = |player: usize| ("player", (player + 1).into());
    let mut facts = match position.winner {
        Some(winner) => vec![HAS_WON.with([number(winner)])],
        None => vec![GOAL.plain(), TO_MOVE.with([number(position.turn)]), words::forbidden(position.forbidden)],
    };
    facts.extend(position.players.iter().enumerate().map(|(player, one)| match one.seat {
        Seat::Left => HAS_LEFT.with([number(player)]),
        Seat::Taken => {
            let (cards, deck) = (one.figures_left(), one.deck.len());
            CARDS_LEFT.with([number(player), ("cards", cards.into()), ("deck", deck.into())])
        }
    }));
    if !position.played.is_empty() {
        facts.push(PROVISIONAL.with([("swaps", position.played.len().into())]));
    }
    facts.push(PILE.with([("cards", position.pile.len().into())]));
    facts
}
