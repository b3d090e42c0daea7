//! What players read beside the board: scores, goals, turns; and where each block lies.

use azulejo_core::grid::Cell;
use serde_json::{Value, json};

use crate::draw::color_id;
use crate::position::{Player, Position};

/// The details of a position.
pub fn details(position: &Position) -> Value {
    let scores = position.scores();
    let players: Vec<Value> = position
        .seats()
        .iter()
        .zip(&scores)
        .enumerate()
        .map(|(number, (seat, score))| {
            let smashes = position.smashes_left(number);
            json!({
                "name": seat.player.to_string(),
                "computer": seat.player != Player::Human,
                "score": score,
                "goal": seat.aim.kind.to_string(),
                "description": seat.aim.description().text,
                "color": seat.aim.color.index(),
                "color_id": color_id(seat.aim.color),
                "color_letter": seat.aim.color.letter().to_string(),
                "color_name": seat.aim.color.name(),
                "penalty": seat.penalty,
                "turns_left": position.turns_left(number),
                "smashes_left": (smashes < u32::MAX).then_some(smashes),
            })
        })
        .collect();
    let turn = position.to_move();
    json!({
        "players": players,
        "turn": turn,
        "moves_made": position.turn(),
        "turns": position.turns(),
        "turns_left": turn.map_or(0, |player| position.turns_left(player)),
        "depth": position.board.depth(),
        "rules": position.rules().name(),
    })
}

/// Every block, larger ones first on the way down: its path, its upper left cell, its side in cells.
pub fn blocks(position: &Position) -> Value {
    let board = &position.board;
    let block = |path: crate::board::Path| {
        let side = board.side_of(path);
        let (column, row) = path.corner();
        let corner = Cell::new((row * side) as u16, (column * side) as u16);
        json!({
            "path": path.to_string(),
            "level": path.steps().count(),
            "cell": corner.to_string(),
            "side": side,
            "divided": board.is_divided(path),
        })
    };
    board.paths().map(block).collect()
}
