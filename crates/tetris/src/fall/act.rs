//! What can be done in the falling game, ticks included, and what comes of it.

use std::fmt;

use azulejo_core::game::Status;
use azulejo_core::grid::Cell;
use azulejo_core::problem::Problem;

use super::award::{self, Award};
use super::{Fall, LOCK, MOST_MOVES, ROW};
use crate::play::Position;
use crate::rules;
use crate::srs::reach::Stack;
use crate::srs::{ROWS, SEEN_ROWS, Spot, Turn, path};

/// One act of the player, or time that passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// A turn.
    Turn(Turn),
    /// One row down.
    Down,
    /// All the way down, and lock.
    Drop,
    /// Keep the piece back, and take what was kept.
    Hold,
    /// So many sixtieths of a second pass.
    Tick(u32),
}

impl Act {
    /// The most ticks that one move is: a minute.
    pub const MOST_TICKS: u32 = 60 * super::TICKS;

    /// All but ticks.
    pub(crate) const OF_THE_PLAYER: [Self; 8] = [
        Self::Left,
        Self::Right,
        Self::Turn(Turn::Clockwise),
        Self::Turn(Turn::Counterclockwise),
        Self::Turn(Turn::Half),
        Self::Down,
        Self::Drop,
        Self::Hold,
    ];

    /// Its word; ticks have a number after theirs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Turn(Turn::Clockwise) => "cw",
            Self::Turn(Turn::Counterclockwise) => "ccw",
            Self::Turn(Turn::Half) => "180",
            Self::Down => "down",
            Self::Drop => "drop",
            Self::Hold => "hold",
            Self::Tick(_) => "tick",
        }
    }

    /// The act of such a text.
    pub(crate) fn read(text: &str) -> Option<Self> {
        if let Some(count) = text.strip_prefix("tick ") {
            return count.trim().parse().ok().map(Self::Tick);
        }
        Self::OF_THE_PLAYER.into_iter().find(|act| act.word() == text)
    }
}

impl fmt::Display for Act {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tick(count) => write!(formatter, "tick {count}"),
            act => formatter.write_str(act.word()),
        }
    }
}

/// Everything that can be done now.
pub(crate) fn acts(position: &Position, fall: &Fall) -> Vec<Act> {
    if !matches!(fall.status(position.cleared), Status::Playing { .. }) {
        return Vec::new();
    }
    let Some(stack) = Stack::of_board(&position.board) else { return Vec::new() };
    let possible = |act: &Act| is_possible(position, fall, &stack, *act);
    Act::OF_THE_PLAYER.into_iter().filter(possible).chain([Act::Tick(1), Act::Tick(20)]).collect()
}

fn is_possible(position: &Position, fall: &Fall, stack: &Stack, act: Act) -> bool {
    match act {
        Act::Drop => true,
        Act::Hold => !fall.swapped,
        Act::Tick(count) => (1..=Act::MOST_TICKS).contains(&count),
        _ => led(position, fall, stack, act).is_some(),
    }
}

/// Where a shift, a turn or a row down leads, with the number of the kick.
fn led(position: &Position, fall: &Fall, stack: &Stack, act: Act) -> Option<(Spot, Option<u8>)> {
    let (piece, spot) = (*position.pieces.first()?, fall.spot());
    let input = match act {
        Act::Turn(turn) => {
            return path::turned(stack, piece, spot, turn).map(|(spot, kick)| (spot, Some(kick)));
        }
        Act::Left => path::Input::Left,
        Act::Right => path::Input::Right,
        _ => path::Input::Down,
    };
    path::after(stack, piece, spot, input).map(|spot| (spot, None))
}

/// The game after an act, or why it cannot be done.
pub(crate) fn play(position: &Position, act: Act) -> Result<Position, Problem> {
    let (Some(fall), Some(stack)) = (position.fall.as_deref(), Stack::of_board(&position.board)) else {
        return Err(Problem::new(format!("`{act}` is for the falling game: here pieces are placed, such as `1 4`")));
    };
    if !matches!(fall.status(position.cleared), Status::Playing { .. }) {
        return Err(Problem::new("the game is over"));
    }
    if !is_possible(position, fall, &stack, act) {
        return Err(refusal(act));
    }
    let mut table = Table { stack, fall: fall.clone(), position: position.clone() };
    match act {
        Act::Tick(count) => table.pass(count),
        Act::Drop => table.drop(),
        Act::Hold => table.hold(),
        _ => {
            if let Some((spot, kick)) = led(position, fall, &stack, act) {
                table.move_to(spot, kick);
            }
            if act == Act::Down {
                table.fall.score = table.fall.score.saturating_add(1);
                table.fall.fallen = 0;
            }
        }
    }
    Ok(table.position())
}

fn refusal(act: Act) -> Problem {
    Problem::new(match act {
        Act::Left => "there is no room on the left".to_owned(),
        Act::Right => "there is no room on the right".to_owned(),
        Act::Turn(_) => "there is no room to turn".to_owned(),
        Act::Down => "there is no room below".to_owned(),
        Act::Hold => "only one piece is kept back until the next one locks".to_owned(),
        Act::Drop | Act::Tick(_) => format!("`{act}` is not possible: ticks are from 1 to {}", Act::MOST_TICKS),
    })
}

/// Ticks until the falling piece comes a row lower or locks, if nothing else is done; never 0.
pub(crate) fn quiet(position: &Position, fall: &Fall) -> u32 {
    let Some((stack, piece)) = Stack::of_board(&position.board).zip(position.pieces.first()) else { return u32::MAX };
    if stack.fits(*piece, fall.spot().moved(0, -1)) {
        (ROW - fall.fallen).div_ceil(fall.gravity(position.cleared)).max(1)
    } else {
        LOCK.saturating_sub(fall.rested).max(1)
    }
}

/// The first moment of a game whose board is set up.
pub(crate) fn begun(position: Position, fall: Fall) -> Position {
    let stack = Stack::of_board(&position.board).unwrap_or_default();
    let mut table = Table { position, fall, stack };
    table.enter();
    table.position()
}

/// A falling game taken apart: what changes while a piece falls.
struct Table {
    /// The position, but for what falls.
    position: Position,
    fall: Fall,
    /// The filled cells of its board.
    stack: Stack,
}

impl Table {
    fn position(self) -> Position {
        Position { fall: Some(Box::new(self.fall)), ..self.position }
    }

    fn fits(&self, spot: Spot) -> bool {
        self.position.pieces.first().is_some_and(|&piece| self.stack.fits(piece, spot))
    }

    fn goes_on(&self) -> bool {
        matches!(self.fall.status(self.position.cleared), Status::Playing { .. })
    }

    /// Fills the queue, and lets the first piece in.
    fn enter(&mut self) {
        if let Some(source) = &mut self.position.source {
            while self.position.pieces.len() < Fall::SEEN {
                self.position.pieces.push(self.fall.bag.piece(source.seed, source.drawn));
                source.drawn = source.drawn.wrapping_add(1);
            }
        }
        // It comes in above what is seen, and one row lower at once where there is room.
        let lower = Spot::ENTRY.moved(0, -1);
        let spot = if self.fits(lower) { lower } else { Spot::ENTRY };
        let over = !self.fits(spot);
        let fall = &mut self.fall;
        fall.put(spot);
        (fall.over, fall.lowest, fall.fallen, fall.rested, fall.moved, fall.kick) = (over, spot.y, 0, 0, 0, None);
    }

    /// Moves the piece to where it has room.
    fn move_to(&mut self, spot: Spot, kick: Option<u8>) {
        let rests = !self.fits(self.fall.spot().moved(0, -1)) || !self.fits(spot.moved(0, -1));
        let fall = &mut self.fall;
        fall.put(spot);
        fall.kick = kick;
        if spot.y < fall.lowest {
            (fall.lowest, fall.rested, fall.moved) = (spot.y, 0, 0);
        } else if rests && fall.moved < MOST_MOVES {
            fall.moved += 1;
            fall.rested = 0;
        }
    }

    fn pass(&mut self, ticks: u32) {
        for _ in 0..ticks {
            if !self.goes_on() {
                return;
            }
            self.fall.ticks = self.fall.ticks.saturating_add(1);
            if self.fits(self.fall.spot().moved(0, -1)) {
                self.fall.fallen += self.fall.gravity(self.position.cleared);
                self.sink();
            } else {
                self.fall.fallen = 0;
                self.fall.rested += 1;
                if self.fall.rested >= LOCK {
                    self.lock();
                }
            }
        }
    }

    /// Takes the piece down by whole rows.
    fn sink(&mut self) {
        while self.fall.fallen >= ROW {
            let below = self.fall.spot().moved(0, -1);
            if !self.fits(below) {
                self.fall.fallen = 0;
                return;
            }
            self.fall.fallen -= ROW;
            self.move_to(below, None);
        }
    }

    fn drop(&mut self) {
        let spot = self.fall.spot();
        let mut rest = spot;
        while self.fits(rest.moved(0, -1)) {
            rest = rest.moved(0, -1);
        }
        let fall = &mut self.fall;
        if rest != spot {
            fall.kick = None;
        }
        fall.score = fall.score.saturating_add(2 * (spot.y - rest.y) as u64);
        fall.put(rest);
        self.lock();
    }

    fn hold(&mut self) {
        let piece = self.position.pieces.remove(0);
        self.fall.swapped = true;
        if let Some(held) = self.fall.held.replace(piece) {
            self.position.pieces.insert(0, held);
        }
        self.enter();
    }

    fn lock(&mut self) {
        let piece = self.position.pieces.remove(0);
        let (position, fall) = (&mut self.position, &mut self.fall);
        let level = fall.goal.level(position.cleared);
        let cells = fall.spot().cells(piece);
        let spin = award::spin(&self.stack, piece, fall.spot(), fall.kick);
        // A kick may lead higher than the board; what is there is out of the game.
        for (x, y) in cells.into_iter().filter(|&(_, y)| (y as usize) < ROWS) {
            position.board.lay(Cell::new((ROWS - 1) as u16 - y as u16, x as u16), piece.mark());
        }
        let complete = rules::full_rows(&position.board);
        position.board = rules::without(&position.board, &complete);
        position.cleared = position.cleared.saturating_add(complete.len() as u64);
        self.stack = Stack::of_board(&position.board).unwrap_or_default();

        let lines = complete.len() as u8;
        let perfect = lines > 0 && self.stack.is_empty();
        let difficult = award::is_difficult(lines, spin);
        let back_to_back = difficult && fall.difficult;
        fall.combo = if lines > 0 { fall.combo.saturating_add(1) } else { 0 };
        let points = award::points(lines, spin, back_to_back, perfect, fall.combo, level);
        fall.score = fall.score.saturating_add(points);
        if lines > 0 {
            fall.difficult = difficult;
        }
        fall.last = Some(Award { lines, spin, back_to_back, perfect, points });
        fall.swapped = false;
        self.enter();
        // What locks wholly above the rows that are seen ends the game.
        self.fall.over |= cells.iter().all(|&(_, y)| y as usize >= SEEN_ROWS);
    }
}
