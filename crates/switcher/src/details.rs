//! What players read beside the board: hands, figure cards, what stands on the board and who may claim it.

use serde_json::{Value, json};

use crate::cards::Card;
use crate::figures::{Figure, official};
use crate::position::{FigureCard, HAND, Player, Position, Seat};

/// The details of a position.
pub fn details(position: &Position) -> Value {
    let own: Vec<Figure> = position.player().open_figures().collect();
    let standing = official(&position.board).map(|found| {
        json!({
            "name": found.figure.to_string(),
            "title": found.figure.description(),
            "color": found.color.letter().to_string(),
            "cells": found.cells.cells().map(|cell| cell.to_string()).collect::<Vec<_>>(),
            "mine": own.contains(&found.figure),
            "allowed": Some(found.color) != position.forbidden,
        })
    });
    let cards =
        Card::ALL.map(|card| json!({ "name": card.to_string(), "title": card.description(position.setup.mov7) }));
    json!({
        "players": position.players.iter().enumerate().map(|(number, one)| player(number, one)).collect::<Vec<_>>(),
        "turn": position.turn,
        "winner": position.winner,
        "hand": HAND,
        "figures": standing.collect::<Vec<_>>(),
        "forbidden_color": position.forbidden.map(|color| color.letter().to_string()),
        "forbidden_name": position.forbidden.map(|color| color.to_string()),
        "swaps_left": position.player().cards.len(),
        "movement_cards": position.player().cards.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "swaps_made": position.played.iter().map(|played| json!({
            "card": played.card.to_string(),
            "cells": [played.one.to_string(), played.other.to_string()],
        })).collect::<Vec<_>>(),
        "pile": position.pile.len(),
        "cards": cards,
    })
}

fn player(number: usize, player: &Player) -> Value {
    json!({
        "name": format!("Player {}", number + 1),
        "cards": player.cards.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "figures": player.figures.iter().copied().map(card).collect::<Vec<_>>(),
        "deck": player.deck.len(),
        "figures_left": player.figures_left(),
        "seated": player.seat == Seat::Taken,
    })
}

fn card(card: FigureCard) -> Value {
    json!({
        "name": card.figure.to_string(),
        "title": card.figure.description(),
        "shape": card.figure.rows().collect::<Vec<_>>(),
        "easy": card.figure.is_easy(),
        "side": card.side,
    })
}
