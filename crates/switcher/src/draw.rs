//! Switcher as scenes: boards with figures outlined, a turn as a strip, a whole position with its players.

use azulejo_core::scene::palette::{BLUE, GREEN, RED, YELLOW};
use azulejo_core::scene::{ColorId, Emphasis, Layout, Outline, Path, PathKind, Scene, Stroke, Tile};

use crate::board::{Board, CellSet, Color, SIDE, Swap};
use crate::figures::official;
use crate::position::{Player, Position, Seat, Side};
use crate::solve::{Step, Turn};

/// The palette's number for a colour.
pub const fn color_id(color: Color) -> ColorId {
    match color {
        Color::Red => RED,
        Color::Green => GREEN,
        Color::Blue => BLUE,
        Color::Yellow => YELLOW,
    }
}

/// A board; the cells of `strong` stand out.
pub fn board(title: &str, board: &Board, strong: CellSet) -> Scene {
    let grid = board.grid();
    let tiles = grid.cells().map(|cell| {
        let color = grid[cell];
        let emphasis = if strong.contains(cell) { Emphasis::Strong } else { Emphasis::Plain };
        Tile { emphasis, ..Tile::colored(cell, color_id(color), color.letter().to_string()) }
    });
    Scene::new(title, Layout::squares(SIDE, SIDE), tiles.collect())
}

/// A board with these figures outlined.
pub fn outlined(title: &str, on: &Board, figures: impl IntoIterator<Item = CellSet>) -> Scene {
    let figures: Vec<CellSet> = figures.into_iter().collect();
    let strong = figures.iter().fold(CellSet::default(), |all, cells| CellSet::from_bits(all.bits() | cells.bits()));
    let mut scene = board(title, on, strong);
    scene.outlines = figures.iter().map(|cells| outline(*cells, Stroke::Strong)).collect();
    scene
}

fn outline(cells: CellSet, stroke: Stroke) -> Outline {
    Outline { cells: cells.cells().collect(), stroke }
}

fn exchange(swap: Swap) -> Path {
    Path { cells: swap.cells().to_vec(), kind: PathKind::Exchange }
}

/// A line of play, one scene a step: each swap on the board before it, each claim on the board it is made on.
pub fn line(turn: &Turn, steps: &[Step]) -> Vec<Scene> {
    let mut now = turn.board;
    let mut scenes = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let number = index + 1;
        match *step {
            Step::Swap(card, swap) => {
                let [one, other] = swap.cells();
                let mut scene = board("a turn of Switcher", &now, CellSet::default());
                scene.paths.push(exchange(swap));
                scene.caption.push(format!("{number}. {card} {one} {other}"));
                scenes.push(scene);
                now = now.swapped(swap);
            }
            Step::Claim(figure, color, cells) => {
                let mut scene = board("a turn of Switcher", &now, cells);
                scene.outlines.push(outline(cells, Stroke::Highlight));
                scene.caption.push(format!("{number}. claim {figure}, {color}"));
                scenes.push(scene);
            }
        }
    }
    scenes
}

/// A position as the player to move sees it: figures outlined, this turn's movements marked, cards below.
pub fn position(position: &Position) -> Scene {
    let standing = official(&position.board).filter(|found| Some(found.color) != position.forbidden);
    let mut scene = outlined("Switcher", &position.board, standing.map(|found| found.cells));
    let played = position.played.iter().filter_map(|played| Swap::new(played.one, played.other));
    scene.paths = played.map(exchange).collect();
    let forbidden = position.forbidden.map_or("no colour is".to_owned(), |color| format!("{color} is"));
    scene.caption.push(format!("{forbidden} forbidden"));
    for (number, player) in position.players.iter().enumerate() {
        scene.caption.push(player_line(position, number, player));
    }
    if position.winner.is_none() {
        let cards: Vec<String> = position.player().cards.iter().map(ToString::to_string).collect();
        let cards = if cards.is_empty() { "none".to_owned() } else { cards.join(" ") };
        scene.caption.push(format!("movement cards in hand: {cards}"));
    }
    scene
}

fn player_line(position: &Position, number: usize, player: &Player) -> String {
    let row: Vec<String> = player
        .figures
        .iter()
        .map(|card| match card.side {
            Side::Up | Side::Released => card.figure.to_string(),
            Side::Blocked => format!("[{}]", card.figure),
        })
        .collect();
    let marker = match (position.winner, player.seat) {
        (Some(winner), _) if winner == number => "won",
        (_, Seat::Left) => "left",
        (None, _) if position.turn == number => "to move",
        _ => "",
    };
    let line = format!("player {}: {} + {} in the deck {marker}", number + 1, row.join(" "), player.deck.len());
    line.trim_end().to_owned()
}
