//! What a player reads beside the board: the score and its parts, the coming pieces, where the falling one can go.

use serde_json::{Value, json};

use crate::features::Features;
use crate::play::Position;
use crate::position::Piece;
use crate::rules::{self, FullRows, Placement};
use crate::score::Score;

/// The details of a position.
pub fn details(position: &Position) -> Value {
    let features = Features::of(&position.board);
    let score = Score::default();
    let parts = score.weights().filter(|(_, weight)| *weight != 0.0).map(|(term, weight)| {
        let value = features.term(term);
        json!({ "name": term.name(), "value": value, "weight": weight, "points": value as f64 * weight + 0.0 })
    });
    let piece = position.pieces.first().copied();
    json!({
        "score": score.value(&features),
        "parts": parts.collect::<Vec<_>>(),
        "cleared": position.cleared,
        "rows": position.board.rows(),
        "columns": position.board.columns(),
        "full_rows": match position.full_rows {
            FullRows::Keep => "keep",
            FullRows::Clear => "clear",
        },
        "piece": piece.map(|piece| piece.letter().to_string()),
        "next": position.pieces.iter().skip(1).map(|piece| piece.letter().to_string()).collect::<Vec<_>>(),
        "endless": position.source.is_some(),
    })
}

/// Every placement of the falling piece, with the cells where it would come to rest.
pub fn placements(position: &Position) -> Value {
    let ghosts = |piece: Piece| {
        rules::placements(&position.board, piece).filter_map(move |placement| ghost(position, piece, placement))
    };
    position.pieces.first().copied().into_iter().flat_map(ghosts).collect()
}

fn ghost(position: &Position, piece: Piece, placement: Placement) -> Option<Value> {
    let cells = rules::rest(&position.board, piece, placement).ok()?;
    Some(json!({
        "move": placement.to_string(),
        "rotation": placement.rotation,
        "column": placement.column,
        "cells": cells.iter().map(ToString::to_string).collect::<Vec<_>>(),
    }))
}
