//! Switcher as scenes: boards with figures outlined, a turn as a strip, a whole table with its cards.

use azulejo_core::grid::Cell;
use azulejo_core::scene::palette::{BLUE, GREEN, RED, YELLOW};
use azulejo_core::scene::{
    ColorId, Emphasis, Layout, Look, MarkKind, Outline, Path, PathKind, Scene, Stroke, Thing, Tile, Touch,
};

use crate::board::{Board, CellSet, Color, SIDE, Swap};
use crate::cards::Card;
use crate::figures::{Figure, FigureSet, Found, Known, official};
use crate::hands::{self, Hand, Handle};
use crate::position::{FigureCard, Position, Seat, Side};
use crate::rules::{self, Move};
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

/// The table as the player to move sees it: the board, the hand, the figure cards of all. Other hands and the decks are
/// face down and not here.
pub(crate) fn table(position: &Position, hand: &Hand) -> Vec<Scene> {
    let mut scenes = vec![main_board(position, hand)];
    if position.winner.is_none() {
        scenes.extend(movement_cards(position, hand));
    }
    let others = (1..position.players.len()).map(|step| (position.turn + step) % position.players.len());
    scenes.extend([position.turn].into_iter().chain(others).filter_map(|player| figure_cards(position, hand, player)));
    scenes
}

fn main_board(position: &Position, hand: &Hand) -> Scene {
    let on = &position.board;
    let found: Vec<Found> = official(on).filter(|found| name(hand.outlined, found).is_some()).collect();
    let allowed = |found: &&Found| Some(found.color) != position.forbidden;
    let strong = found.iter().filter(allowed).fold(0, |all, found| all | found.cells.bits());
    let mut scene = board("Switcher", on, CellSet::from_bits(strong)).touchable(Touch::Cells);
    let targets = hands::targets(position, hand);
    for tile in &mut scene.tiles {
        let figure = found.iter().find(|found| found.cells.contains(tile.cell));
        let target = targets.iter().find(|(cell, _)| *cell == tile.cell).map(|(_, action)| action);
        tile.spoken = spoken_tile(position, hand, tile.cell, figure, target);
    }
    // Strong lines last, so that thin ones do not cut into them.
    let (open, closed): (Vec<&Found>, Vec<&Found>) = found.iter().partition(allowed);
    scene.outlines.extend(closed.iter().map(|found| outline(found.cells, Stroke::Thin)));
    scene.outlines.extend(open.iter().map(|found| outline(found.cells, Stroke::Strong)));
    let played = position.played.iter().filter_map(|played| Swap::new(played.one, played.other));
    scene.paths = played.map(exchange).collect();
    scene
        .with_marks(MarkKind::Hint, hands::looked_for(position, hand).cells())
        .with_marks(MarkKind::Choice, targets.into_iter().map(|(cell, _)| cell))
        .with_marks(MarkKind::Chosen, hand.tile())
}

fn spoken_tile(position: &Position, hand: &Hand, cell: Cell, figure: Option<&Found>, target: Option<&Move>) -> String {
    let color = position.board.color(cell);
    let mut text = format!("{cell} {color}");
    if let Some((found, name)) = figure.and_then(|found| Some((found, name(hand.outlined, found)?))) {
        text.push_str(&format!(", {name}"));
        if position.forbidden == Some(color) {
            text.push_str(", forbidden now");
        } else if rules::claim(position, found).is_some() {
            text.push_str(", yours to claim");
        }
    }
    match target {
        Some(Move::Swap { card, .. }) => text.push_str(&format!(", change places by {card}")),
        _ if hand.tile() == Some(cell) => text.push_str(", taken up"),
        _ => {}
    }
    text
}

/// What a set calls a figure, if it has it.
fn name(set: Known, found: &Found) -> Option<String> {
    match set {
        Known::Official => Some(called(found.figure)),
        Known::Poc => FigureSet::poc().name(found.cells).map(str::to_owned),
    }
}

/// A figure by the name a person would use and by that of its card.
fn called(figure: Figure) -> String {
    format!("{} ({figure})", figure.description())
}

/// A card on the table: what is drawn on it, and what can be done with it.
struct Face {
    rows: Vec<&'static str>,
    color: ColorId,
    letter: &'static str,
    emphasis: Emphasis,
    thing: Thing,
}

/// The colour of what has no colour of its own: the last of each palette, which no tile has.
const NEUTRAL: ColorId = 7;
/// Rows of a card.
const FACE: u16 = 3;

/// Cards side by side, a gap between them; no cards, no tray.
fn tray(name: &'static str, title: String, cards: Vec<Face>) -> Option<Scene> {
    let (mut tiles, mut things, mut left) = (Vec::new(), Vec::new(), 0);
    for Face { rows, color, letter, emphasis, thing } in cards {
        let drawn = rows.first().map_or(0, |row| row.len() as u16);
        let width = drawn.max(FACE);
        let (down, right) = ((FACE - rows.len() as u16) / 2, (width - drawn) / 2);
        let mut cells = Vec::with_capacity(usize::from(FACE * width));
        for (row, column) in (0..FACE).flat_map(|row| (0..width).map(move |column| (row, column))) {
            let cell = Cell::new(row, left + column);
            let mark = row.checked_sub(down).zip(column.checked_sub(right));
            let mark = mark.and_then(|(row, column)| rows.get(usize::from(row))?.as_bytes().get(usize::from(column)));
            let face = if mark == Some(&b'1') { Tile::colored(cell, color, letter) } else { Tile::empty(cell) };
            tiles.push(Tile { emphasis, ..face });
            cells.push(cell);
        }
        things.push(Thing { cells, ..thing });
        left += width + 1;
    }
    let columns = left.checked_sub(1)?;
    tiles.sort_unstable_by_key(|tile| tile.cell);
    Some(Scene::new(title, Layout::squares(FACE, columns), tiles).named(name).without_axes().with_things(things))
}

fn movement_cards(position: &Position, hand: &Hand) -> Option<Scene> {
    let face = |(place, &card): (usize, &Card)| {
        let chosen = hand.card == Some(place);
        let (look, what) = if chosen { (Look::Chosen, "lay it down") } else { (Look::Plain, "take it up") };
        let spoken = format!("{card}, {}: {what}", card.description(position.setup.mov7));
        let thing = Thing::new(Handle::Card(place).to_string(), spoken, []).looking(look);
        Face { rows: card.rows().collect(), color: NEUTRAL, letter: "#", emphasis: Emphasis::Plain, thing }
    };
    let cards = position.player().cards.iter().enumerate().map(face).collect();
    tray("hand", "movement cards in hand".to_owned(), cards)
}

/// The row of figure cards of a player who is still in the game.
fn figure_cards(position: &Position, hand: &Hand, player: usize) -> Option<Scene> {
    const NAMES: [&str; 4] = ["player1", "player2", "player3", "player4"];
    let owner = position.players.get(player).filter(|owner| owner.seat == Seat::Taken)?;
    let own = player == position.turn;
    let face = |(place, card): (usize, &FigureCard)| {
        let figure = card.figure;
        let (handle, found) = if own {
            (Handle::Figure(place), hands::claimed(position, hand, figure))
        } else {
            (Handle::Rival(player, place), hands::blocking(position, hand, player, figure))
        };
        let found = found.filter(|_| card.side != Side::Blocked);
        let stands = official(&position.board).any(|found| found.figure == figure);
        let where_it_is = found.and_then(|found| Some((found.color, found.cells.first()?)));
        let (look, what) = match (where_it_is, card.side) {
            (Some((color, cell)), _) if own => (Look::Ready, format!(": claim the {color} one at {cell}")),
            (Some((color, cell)), _) => (Look::Ready, format!(": block it by the {color} one at {cell}")),
            (None, Side::Blocked) => (Look::Off, ", blocked".to_owned()),
            (None, _) if stands => (Look::Plain, ": show where it stands".to_owned()),
            (None, _) => (Look::Plain, ", not on the board".to_owned()),
        };
        let thing = Thing::new(handle.to_string(), format!("{}{what}", called(figure)), []).looking(look);
        let (color, letter) = found.map_or((NEUTRAL, "#"), |found| (color_id(found.color), letter(found.color)));
        let emphasis = if card.side == Side::Blocked { Emphasis::Faded } else { Emphasis::Plain };
        Face { rows: figure.rows().collect(), color, letter, emphasis, thing }
    };
    let cards = owner.figures.iter().enumerate().map(face).collect();
    let (name, whose) = if own { ("figures", "your figures") } else { (NAMES[player], "figures") };
    let title = format!("{whose}, player {}: {} more in the deck", player + 1, owner.deck.len());
    tray(name, title, cards)
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::Red => "r",
        Color::Green => "g",
        Color::Blue => "b",
        Color::Yellow => "y",
    }
}
