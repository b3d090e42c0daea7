//! What a player reads beside the board: moves made and left, the colours to paint with, the regions.

use serde_json::{Value, json};

use crate::draw::color_id;
use crate::position::{Color, Position, VOID};
use crate::region::RegionGraph;

/// The details of a position.
pub fn details(position: &Position) -> Value {
    let level = &position.level;
    let graph = RegionGraph::of(&level.board);
    let most = level.board.colors().iter().copied().max().unwrap_or(0).max(level.colors);
    let color = |color: Color| {
        json!({
            "color": color,
            "color_id": color_id(color),
            "letter": color.to_string(),
            "cells": level.board.colors().iter().filter(|other| **other == color).count(),
            "regions": graph.colors().iter().filter(|other| **other == color).count(),
            "paint": color <= level.colors,
        })
    };
    // A level may speak of more colours than anybody could choose from.
    let shown = (VOID + 1..=most.min(64)).map(color);
    json!({
        "moves_made": position.used,
        "move_limit": level.moves,
        "moves_left": position.left(),
        "colors": shown.collect::<Vec<_>>(),
        "regions": graph.len(),
        "target": level.target,
        "difficulty": level.difficulty,
    })
}
