//! What gestures mean: a dot or a line is taken up, led over the board and laid down.
//!
//! With a pointer: press on a dot or a line, drag, release. Going back over the line erases it, crossing another line cuts
//! that one, and a pointer that was too fast to be seen on every cell is followed by a short way. Nothing is played before
//! the release, which plays everything at once. With keys: a tap takes a line up, arrows lead it, each step is played at
//! once; a second tap, or Escape, lets it go. A tap on a cell further off leads it there, so that no dragging is needed.

use azulejo_core::grid::{Cell, Direction};
use azulejo_core::hands::{Act, Control, Gesture, Show};
use azulejo_core::words::Template;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::play::{self, Move, Owners, Position};
use crate::position::{Puzzle, Side, Tile, Topology};

/// What undo does not restore: the line in hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ui {
    /// The line that is being drawn
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<Hand>,
}

/// A line in hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hand {
    /// Its cells, from a dot on
    pub path: Vec<Cell>,
    /// What leads it
    pub by: Leader,
}

/// What leads a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Leader {
    /// A pressed pointer
    Pointer,
    /// Keys and taps
    Keys,
}

/// Handles of controls.
const LET_GO: &str = "let_go";
const ERASE: &str = "erase";
const CLEAR: &str = "clear";
/// Before the label of a colour in the tray.
const COLOR: &str = "color:";

const UP_LABEL: Template = Template::new("flow.up", "Up");
const DOWN_LABEL: Template = Template::new("flow.down", "Down");
const LEFT_LABEL: Template = Template::new("flow.left", "Left");
const RIGHT_LABEL: Template = Template::new("flow.right", "Right");
const UP_LEFT_LABEL: Template = Template::new("flow.up_left", "Up and left");
const UP_RIGHT_LABEL: Template = Template::new("flow.up_right", "Up and right");
const DOWN_LEFT_LABEL: Template = Template::new("flow.down_left", "Down and left");
const DOWN_RIGHT_LABEL: Template = Template::new("flow.down_right", "Down and right");
const LET_GO_LABEL: Template = Template::new("flow.let_go", "Let the line go");
const ERASE_LABEL: Template = Template::new("flow.erase", "Rub out the line here");
const CLEAR_LABEL: Template = Template::new("flow.clear", "Rub out all lines");

/// Everything that can be said here.
pub(crate) const WORDS: [Template; 11] = [
    UP_LABEL,
    DOWN_LABEL,
    LEFT_LABEL,
    RIGHT_LABEL,
    UP_LEFT_LABEL,
    UP_RIGHT_LABEL,
    DOWN_LEFT_LABEL,
    DOWN_RIGHT_LABEL,
    LET_GO_LABEL,
    ERASE_LABEL,
    CLEAR_LABEL,
];

/// A direction that a key leads to: its handle and keys, its label, and the sides it may mean, first the likeliest.
type Way = (&'static str, &'static [&'static str], Template, fn(Cell) -> [Option<Side>; 2]);

fn only(side: Direction) -> [Option<Side>; 2] {
    [Some(Side::Straight(side)), None]
}

/// The upper and the lower neighbour on one side of a hexagon: even columns hang half a cell lower.
fn upper_lower(cell: Cell, straight: Direction, slant: Side) -> [Option<Side>; 2] {
    let both = [Some(Side::Straight(straight)), Some(slant)];
    if cell.column.is_multiple_of(2) { both } else { [both[1], both[0]] }
}

fn left(cell: Cell) -> [Option<Side>; 2] {
    upper_lower(cell, Direction::Left, Side::SlantLeft)
}

fn right(cell: Cell) -> [Option<Side>; 2] {
    upper_lower(cell, Direction::Right, Side::SlantRight)
}

const SQUARE_WAYS: [Way; 4] = [
    ("up", &["ArrowUp"], UP_LABEL, |_| only(Direction::Up)),
    ("right", &["ArrowRight"], RIGHT_LABEL, |_| only(Direction::Right)),
    ("down", &["ArrowDown"], DOWN_LABEL, |_| only(Direction::Down)),
    ("left", &["ArrowLeft"], LEFT_LABEL, |_| only(Direction::Left)),
];

const HEX_WAYS: [Way; 8] = [
    ("up", &["ArrowUp", "w"], UP_LABEL, |_| only(Direction::Up)),
    ("right", &["ArrowRight"], RIGHT_LABEL, right),
    ("down", &["ArrowDown", "s"], DOWN_LABEL, |_| only(Direction::Down)),
    ("left", &["ArrowLeft"], LEFT_LABEL, left),
    ("up_left", &["q"], UP_LEFT_LABEL, |cell| [left(cell)[0], None]),
    ("up_right", &["e"], UP_RIGHT_LABEL, |cell| [right(cell)[0], None]),
    ("down_left", &["a"], DOWN_LEFT_LABEL, |cell| [left(cell)[1], None]),
    ("down_right", &["d"], DOWN_RIGHT_LABEL, |cell| [right(cell)[1], None]),
];

fn ways(puzzle: &Puzzle) -> &'static [Way] {
    match puzzle.topology() {
        Topology::Square | Topology::Torus => &SQUARE_WAYS,
        Topology::Hex => &HEX_WAYS,
    }
}

/// Changes the hand as a gesture says, and gives the moves that it makes.
pub(crate) fn touch(position: &Position, ui: &mut Ui, gesture: &Gesture) -> Vec<Move> {
    let mut held = held(position, ui);
    let cell = gesture.on.parse().ok().filter(|cell| position.puzzle().tiles().contains(*cell));
    let moves = match (gesture.act, cell) {
        (Act::Press, Some(cell)) => {
            held = take(position, cell, Leader::Pointer);
            Vec::new()
        }
        (Act::Drag, Some(cell)) => {
            lead_pointer(position, &mut held, cell);
            Vec::new()
        }
        (Act::Release, cell) => {
            if let Some(cell) = cell {
                lead_pointer(position, &mut held, cell);
            }
            match held.take() {
                Some(hand) if hand.by == Leader::Pointer => laid(position, &hand),
                other => {
                    held = other;
                    Vec::new()
                }
            }
        }
        (Act::Leave, _) => {
            held = held.filter(|hand| hand.by == Leader::Keys);
            Vec::new()
        }
        (Act::Tap, Some(cell)) => tap(position, &mut held, cell),
        (Act::Tap, None) => control(position, &mut held, gesture),
        (Act::Press | Act::Drag | Act::Hover | Act::Tick, _) => Vec::new(),
    };
    ui.hand = held;
    moves
}

/// The hand, unless it does not fit the position: after an undo, or on another board.
pub(crate) fn held(position: &Position, ui: &Ui) -> Option<Hand> {
    let hand = ui.hand.as_ref()?;
    let puzzle = position.puzzle();
    let color = hand.color(puzzle)?;
    if !is_walk(puzzle, color, &hand.path) {
        return None;
    }
    let line = &position.lines()[color];
    // With keys each step was played: a hand that is ahead of the board has been undone.
    let ahead = hand.path.len() > 1 && !line.starts_with(&hand.path);
    (hand.by == Leader::Pointer || !ahead).then(|| hand.clone())
}

impl Hand {
    /// The colour of its dot.
    pub(crate) fn color(&self, puzzle: &Puzzle) -> Option<usize> {
        match puzzle.tiles().get(*self.path.first()?)? {
            Tile::Dot(color) => Some(usize::from(*color)),
            _ => None,
        }
    }

    /// The cell where it ends.
    pub(crate) fn end(&self) -> Cell {
        // Hands are made with a path, and read ones are checked for one.
        self.path.last().copied().unwrap_or(Cell::new(0, 0))
    }
}

/// Whether a line of this colour could go this way on an empty board.
fn is_walk(puzzle: &Puzzle, color: usize, path: &[Cell]) -> bool {
    let mut own = Owners::none(puzzle);
    own.put(puzzle, color, &path[..1]);
    (1..path.len()).all(|next| {
        let open = puzzle.tiles().contains(path[next]) && own.step(puzzle, color, &path[..next], path[next]).is_ok();
        if open {
            own.put_end(puzzle, color, &path[..=next]);
        }
        open
    })
}

/// What is on a cell, to be taken up: a dot begins anew, a line is taken where it is touched.
fn take(position: &Position, cell: Cell, by: Leader) -> Option<Hand> {
    let path = match position.puzzle().tiles()[cell] {
        Tile::Dot(_) => vec![cell],
        Tile::Bridge | Tile::Hole => return None,
        Tile::Empty => {
            let (color, place) = position.covers(cell).next()?;
            position.lines()[color][..=place].to_vec()
        }
    };
    Some(Hand { path, by })
}

fn lead_pointer(position: &Position, held: &mut Option<Hand>, cell: Cell) {
    if let Some(hand) = held.as_mut().filter(|hand| hand.by == Leader::Pointer) {
        lead(position, hand, cell);
    }
}

/// Leads a line to a cell: back over itself, a step on, or a short way; says whether it got there.
fn lead(position: &Position, hand: &mut Hand, cell: Cell) -> bool {
    let puzzle = position.puzzle();
    let Some(color) = hand.color(puzzle) else { return false };
    if cell == hand.end() {
        return true;
    }
    let own = Owners::with(puzzle, color, &hand.path);
    let direct = own.step(puzzle, color, &hand.path, cell).is_ok();
    let back = hand.path.iter().rposition(|&other| other == cell);
    match back {
        Some(place) if !direct => hand.path.truncate(place + 1),
        _ if direct => hand.path.push(cell),
        _ => match short_way(position, &own, color, &hand.path, cell) {
            Some(steps) => hand.path.extend(steps),
            None => return false,
        },
    }
    true
}

/// The most cells that a pointer may have skipped.
const SHORT: usize = 8;

/// The shortest way on to a cell over free cells, if it is short. The cell itself may be another colour's.
fn short_way(position: &Position, own: &Owners, color: usize, path: &[Cell], goal: Cell) -> Option<Vec<Cell>> {
    let puzzle = position.puzzle();
    let others = Owners::of(position, Some(color));
    let mut seen = vec![false; puzzle.tiles().len()];
    // The last cell and the one before it, from where one came, and after how many steps.
    let end = path[path.len() - 1];
    let mut reached = vec![(path.len().checked_sub(2).map(|before| path[before]), end, usize::MAX, 0)];
    seen[puzzle.tiles().index_of(end)] = true;
    let mut next = 0;
    while let Some(&(before, from, _, steps)) = reached.get(next).filter(|reached| reached.3 < SHORT) {
        let line: &[Cell] = &before.map_or_else(|| vec![from], |before| vec![before, from]);
        for (_, cell) in puzzle.neighbors(from) {
            let index = puzzle.tiles().index_of(cell);
            if seen[index] || own.step(puzzle, color, line, cell).is_err() {
                continue;
            }
            if cell == goal {
                let mut way = vec![goal];
                let mut at = next;
                while at != 0 {
                    way.push(reached[at].1);
                    at = reached[at].2;
                }
                way.reverse();
                return Some(way);
            }
            if others.step(puzzle, color, line, cell).is_ok() {
                seen[index] = true;
                reached.push((Some(from), cell, next, steps + 1));
            }
        }
        next += 1;
    }
    None
}

/// The lines of all colours as a hand leaves them: its own where it is led, the others cut where it crosses them.
pub(crate) fn left_by<'a>(position: &'a Position, hand: Option<&'a Hand>) -> Vec<&'a [Cell]> {
    let puzzle = position.puzzle();
    let held = hand.and_then(|hand| Some((hand, hand.color(puzzle)?)));
    let lines = position.lines().iter().map(Vec::as_slice);
    let Some((hand, color)) = held else { return lines.collect() };
    let own = Owners::with(puzzle, color, &hand.path);
    let mut left: Vec<&[Cell]> = lines.map(|line| &line[..own.free(puzzle, line)]).collect();
    left[color] = &hand.path;
    left
}

/// The moves that lay a line down: others are cut, then it is drawn.
fn laid(position: &Position, hand: &Hand) -> Vec<Move> {
    let puzzle = position.puzzle();
    let Some(color) = hand.color(puzzle) else { return Vec::new() };
    let mut moves = Vec::new();
    for (other, left) in left_by(position, Some(hand)).iter().enumerate() {
        let line = &position.lines()[other];
        if other == color || left.len() == line.len() {
            continue;
        }
        moves.push(if left.len() > 1 { Move::Draw(play::corners(puzzle, left)) } else { Move::Erase(line[0]) });
    }
    let line = &position.lines()[color];
    match &hand.path[..] {
        // A dot alone: its line goes, if it was led back there or merely touched.
        [dot] if line.contains(dot) => moves.push(Move::Erase(*dot)),
        [_] => {}
        path if path != line => moves.push(Move::Draw(play::corners(puzzle, path))),
        _ => {}
    }
    moves
}

/// A tap by keys, or in place of dragging: takes up, leads on, or lets go.
fn tap(position: &Position, held: &mut Option<Hand>, cell: Cell) -> Vec<Move> {
    let Some(hand) = held.as_mut() else {
        *held = take(position, cell, Leader::Keys);
        return Vec::new();
    };
    hand.by = Leader::Keys;
    if cell == hand.end() {
        *held = None;
        return Vec::new();
    }
    let puzzle = position.puzzle();
    let color = hand.color(puzzle);
    // What lies far off and is another colour's is meant to be taken up.
    let others = position.covers(cell).any(|(other, _)| Some(other) != color);
    let beside = puzzle.neighbors(hand.end()).any(|(_, other)| other == cell);
    if (others && !beside) || !lead(position, hand, cell) {
        *held = take(position, cell, Leader::Keys);
        return Vec::new();
    }
    played(position, held)
}

/// Plays a line led by keys as far as it has come; at its other dot it is let go.
fn played(position: &Position, held: &mut Option<Hand>) -> Vec<Move> {
    let Some(hand) = held else { return Vec::new() };
    let moves = laid(position, hand);
    if hand.path.len() > 1 && matches!(position.puzzle().tiles()[hand.end()], Tile::Dot(_)) {
        *held = None;
    }
    moves
}

/// A tap on a control, or on a colour of the tray.
fn control(position: &Position, held: &mut Option<Hand>, gesture: &Gesture) -> Vec<Move> {
    let erased = |color: usize| position.lines()[color].first().map(|&first| Move::Erase(first));
    if let Some(label) = gesture.on.strip_prefix(COLOR) {
        let color = position.puzzle().labels().iter().position(|known| label.chars().eq([*known]));
        *held = None;
        return color.and_then(erased).into_iter().collect();
    }
    match gesture.on.as_str() {
        LET_GO => {
            *held = None;
            Vec::new()
        }
        CLEAR => {
            *held = None;
            (0..position.lines().len()).filter_map(erased).collect()
        }
        ERASE => {
            let at = gesture.at.as_ref().and_then(|at| at.parse().ok()).or_else(|| Some(held.take()?.end()));
            *held = None;
            at.and_then(|at| erased(position.covers(at).next()?.0)).into_iter().collect()
        }
        name => match ways(position.puzzle()).iter().find(|way| way.0 == name) {
            Some(way) => go(position, held, way),
            None => Vec::new(),
        },
    }
}

/// Leads a line one step in a direction.
fn go(position: &Position, held: &mut Option<Hand>, way: &Way) -> Vec<Move> {
    let Some(hand) = held else { return Vec::new() };
    let puzzle = position.puzzle();
    let (Some(color), end) = (hand.color(puzzle), hand.end()) else { return Vec::new() };
    let beside = |side: Side| puzzle.neighbors(end).find(|(other, _)| *other == side).map(|(_, cell)| cell);
    let cells: Vec<Cell> = way.3(end).into_iter().flatten().filter_map(beside).collect();
    let own = Owners::with(puzzle, color, &hand.path);
    let back = |cell: &&Cell| hand.path.len() > 1 && hand.path[hand.path.len() - 2] == **cell;
    let open = |cell: &&Cell| own.step(puzzle, color, &hand.path, **cell).is_ok();
    let Some(&cell) = cells.iter().find(back).or_else(|| cells.iter().find(open)) else { return Vec::new() };
    hand.by = Leader::Keys;
    lead(position, hand, cell);
    played(position, held)
}

/// The cells that a line in hand may go to next.
pub(crate) fn choices(puzzle: &Puzzle, hand: &Hand) -> Vec<Cell> {
    let Some(color) = hand.color(puzzle) else { return Vec::new() };
    let own = Owners::with(puzzle, color, &hand.path);
    let open = |cell: &Cell| own.step(puzzle, color, &hand.path, *cell).is_ok();
    puzzle.neighbors(hand.end()).map(|(_, cell)| cell).filter(open).collect()
}

/// The handle of a colour in the tray.
pub(crate) fn handle(label: char) -> String {
    format!("{COLOR}{label}")
}

/// What can be done beside touching the board.
pub(crate) fn controls(position: &Position, ui: &Ui) -> Vec<Control> {
    let mut controls = Vec::new();
    if held(position, ui).is_some() {
        let keys = |&(handle, keys, label, _): &Way| Control::key(handle, keys, label.plain());
        controls.extend(ways(position.puzzle()).iter().map(keys));
        controls.push(Control::key(LET_GO, ["Escape"], LET_GO_LABEL.plain()));
    }
    controls.push(Control::key(ERASE, ["Delete", "Backspace"], ERASE_LABEL.plain()));
    let drawn = position.lines().iter().any(|line| !line.is_empty());
    let show = if drawn { Show::Button } else { Show::Off };
    controls.push(Control::button(CLEAR, CLEAR_LABEL.plain()).shown(show));
    controls
}
