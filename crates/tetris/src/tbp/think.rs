//! Which straight drops a bot prefers: this piece or the held one, judged with the best that can follow.

use std::collections::VecDeque;

use azulejo_core::grid::{Cell, Grid};

use super::{Location, Move, Randomizer, Spin};
use crate::control::{Lookahead, Player, Policy};
use crate::position::{Board, Mark, Piece};
use crate::rules::Placement;
use crate::srs::reach::{Stack, Turns, rests};
use crate::srs::{COLUMNS, Facing, ROWS, SEEN_ROWS, Spot, cells};

/// How many moves are suggested at most.
const SUGGESTED: usize = 8;

/// What a bot knows of a game.
#[derive(Clone, Debug)]
pub(crate) struct Outlook {
    pub(super) stack: Stack,
    pub(super) hold: Option<Piece>,
    /// The piece that falls, then those that come.
    pub(super) queue: VecDeque<Piece>,
    pub(super) randomizer: Randomizer,
}

impl Outlook {
    /// One more piece is seen at the end of the queue.
    pub(super) fn comes(&mut self, piece: Piece) {
        self.queue.push_back(piece);
        if let Randomizer::SevenBag { bag_state } = &mut self.randomizer {
            bag_state.retain(|left| *left != piece);
            if bag_state.is_empty() {
                bag_state.extend(Piece::ALL);
            }
        }
    }

    /// The pieces that can be put now, without and with holding.
    fn choices(&self) -> Vec<Piece> {
        let now = self.queue.front().copied();
        let other = self.hold.or_else(|| self.queue.get(1).copied());
        now.into_iter().chain(other.filter(|_| now.is_some()).filter(|other| Some(*other) != now)).collect()
    }

    /// After a piece was put somewhere; nothing if it is not one that can be put now.
    pub(super) fn after(&self, piece: Piece, spot: Spot) -> Option<Self> {
        let mut after = self.clone();
        let now = after.queue.pop_front()?;
        if piece != now {
            let held = after.hold.replace(now).or_else(|| after.queue.pop_front());
            if held != Some(piece) {
                return None;
            }
        }
        after.stack = self.stack.with(piece, spot).0;
        Some(after)
    }

    /// The board as controllers know it: as high as what is seen, and higher only where the stack is.
    fn board(&self) -> Option<Board> {
        let rows = if self.stack.height() > SEEN_ROWS { ROWS } else { SEEN_ROWS } as u16;
        let mark = |cell: Cell| {
            let filled = self.stack.is_filled(cell.column as i8, (rows - 1 - cell.row) as i8);
            if filled { Mark::OTHER } else { Mark::EMPTY }
        };
        Board::of(Grid::from_fn(rows, COLUMNS as u16, mark)).ok()
    }

    /// The best moves, the best first, and how many were judged.
    pub(super) fn moves(&self) -> (Vec<Move>, u64) {
        let (policy, mut nodes) = (Policy::strongest(), 0);
        let mut judged: Vec<(f64, Move)> = Vec::new();
        let board = self.board();
        let Some(player) = board.as_ref().and_then(|board| Player::new(&policy, board).ok()) else {
            return (Vec::new(), 0);
        };
        for piece in self.choices() {
            let reachable = rests(&self.stack, piece, Turns::Quarters);
            for (placement, spot) in self.drops(piece) {
                let Some((own, rest)) = player.parts(piece, placement) else { continue };
                if !reachable.contains(&spot.canonical(piece)) {
                    continue;
                }
                let mut next = player.clone();
                next.play(piece, placement);
                let follows = self.after(piece, spot).and_then(|after| after.best(&mut next, &mut nodes));
                // Nothing is known of what comes: the board speaks for itself.
                let value = own + follows.unwrap_or(rest);
                let location = Location { piece, orientation: spot.facing, x: spot.x, y: spot.y };
                judged.push((value, Move { location, spin: Spin::None }));
                nodes += 1;
            }
        }
        judged.sort_by(|one, other| other.0.total_cmp(&one.0));
        (judged.into_iter().take(SUGGESTED).map(|(_, best)| best).collect(), nodes)
    }

    /// What the best next placement is worth; where the piece is not known, the mean over what may come.
    fn best(&self, player: &mut Player<'_>, nodes: &mut u64) -> Option<f64> {
        /// What it is worth that nothing fits: less than any board.
        const LOST: f64 = -1e9;
        let mut best = |piece: Piece| {
            *nodes += 1;
            player.choose(piece, Lookahead::One).map_or(LOST, |chosen| chosen.value)
        };
        let choices = self.choices();
        if let Some(value) = choices.iter().map(|piece| best(*piece)).reduce(f64::max) {
            return Some(value);
        }
        let Randomizer::SevenBag { bag_state } = &self.randomizer else { return None };
        let values: Vec<f64> = bag_state.iter().map(|piece| best(*piece)).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }

    /// All straight drops of a piece: as controllers name them, and where they come to rest.
    fn drops(&self, piece: Piece) -> impl Iterator<Item = (Placement, Spot)> {
        let turned = piece.forms().iter().zip(Facing::ALL).enumerate();
        turned.flat_map(move |(rotation, (form, facing))| {
            let cells = cells(piece, facing);
            let left = cells.iter().map(|(x, _)| *x).min().unwrap_or(0);
            let highest = ROWS as i8 - 4;
            (0..=COLUMNS as i8 - form.width as i8).filter_map(move |column| {
                let top = Spot { facing, x: column - left, y: highest };
                let rest = (0..=highest + 2).map(|down| top.moved(0, -down));
                let rest = rest.take_while(|spot| self.stack.fits(piece, *spot)).last()?;
                Some((Placement { rotation: rotation as u8, column: column as u16 }, rest))
            })
        })
    }
}
