//! What a player reads beside the board: how much is filled, which colours are joined.

use serde_json::{Value, json};

use crate::draw::color_id;
use crate::play::Position;
use crate::position::{Fill, Tile};

/// The details of a position.
pub fn details(position: &Position) -> Value {
    let puzzle = position.puzzle();
    let tiles = puzzle.tiles();
    let mut used = tiles.map(|_| false);
    for &cell in position.lines().iter().flatten() {
        used[cell] = true;
    }
    let total = tiles.values().iter().filter(|tile| !matches!(tile, Tile::Hole)).count();
    let filled = used.values().iter().filter(|used| **used).count();
    let colors: Vec<Value> = position
        .lines()
        .iter()
        .zip(puzzle.dots())
        .zip(puzzle.labels())
        .enumerate()
        .map(|(color, ((line, dots), label))| {
            json!({
                "letter": label.to_string(),
                "color_id": color_id(color),
                "done": position.is_joined(color),
                "dots": dots.map(|cell| cell.to_string()),
                "line": line.iter().map(ToString::to_string).collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({
        "filled": filled,
        "total": total,
        "pairs": puzzle.colors(),
        "joined": position.joined(),
        "rows": tiles.rows(),
        "columns": tiles.columns(),
        "topology": format!("{:?}", puzzle.topology()).to_lowercase(),
        "every_cell": position.rules().fill == Fill::Full,
        "touch": position.rules().touch.name(),
        "colors": colors,
    })
}
