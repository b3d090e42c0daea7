//! The document's search for boards of any size: the plain rules, every leaf, one thread; slower, and honest about it.
//!
//! A falling piece meets heights only, so these and the counts they give are kept up to date. The one count that needs a
//! walk over the board is that of closed cells: it never falls while rows stay, so where the score punishes holes a leaf
//! that could not be better even with those of the board before it is spared the walk. Where a row vanishes, the board is
//! counted from scratch.

use azulejo_core::budget::{Budget, Meter, Stop};
use azulejo_core::grid::Cell;

use crate::features::{Features, Term};
use crate::position::{Board, Form, Piece};
use crate::rules::{self, FullRows, Placement};
use crate::score::Score;

use super::target::Found;
use super::{Raw, Task};

/// A board with what is counted of it.
#[derive(Clone)]
struct Ground {
    board: Board,
    heights: Vec<u16>,
    /// Filled cells of each row, from the floor.
    filled: Vec<u16>,
    features: Features,
}

impl Ground {
    fn of(board: Board, cleared: i64) -> Self {
        let heights = board.heights();
        let count = |row: u16| board.cells().row(row).iter().filter(|mark| mark.is_filled()).count() as u16;
        let filled = (0..board.rows()).rev().map(count).collect();
        let features = Features { cleared, ..Features::of(&board) };
        Self { board, heights, filled, features }
    }

    /// Where a form comes to rest over a column, if it can enter there.
    fn rest(&self, form: &Form, column: u16) -> Option<u16> {
        let columns = usize::from(column)..usize::from(column) + usize::from(form.width);
        let below = self.heights.get(columns)?.iter().zip(form.bottoms);
        let rest = below.map(|(height, bottom)| height.saturating_sub(bottom.into())).max()?;
        (rest + u16::from(form.height) <= self.board.rows()).then_some(rest)
    }

    /// The counts once a form rests there, but for closed cells, which are those of before.
    fn weighed(&self, form: &Form, column: u16, rest: u16) -> Features {
        let (left, width) = (usize::from(column), usize::from(form.width));
        let columns = self.board.columns();
        let mut features = self.features;
        let height = |at: usize| match at.checked_sub(left) {
            Some(offset) if offset < width => i64::from(rest) + i64::from(form.tops[offset]),
            _ => i64::from(self.heights[at]),
        };
        let old = |at: usize| i64::from(self.heights[at]);
        let last = (left + width).min(self.heights.len() - 1);
        for at in left.saturating_sub(1)..last {
            features.bumpiness += (height(at) - height(at + 1)).abs() - (old(at) - old(at + 1)).abs();
        }
        let grown: i64 = (left..left + width).map(|at| height(at) - old(at)).sum();
        features.total_height += grown;
        features.covered += grown - i64::from(Piece::CELLS);
        let mut filled_now = 0;
        for (row, bits) in form.rows[..usize::from(form.height)].iter().enumerate() {
            let filled = self.filled[usize::from(rest) + row] + bits.count_ones() as u16;
            filled_now += i64::from(filled == columns);
        }
        features.full += filled_now;
        if filled_now > 0 {
            let is_full = |row: &usize| {
                let bits = row.checked_sub(rest.into()).and_then(|row| form.rows.get(row)).copied().unwrap_or(0);
                self.filled[*row] + bits.count_ones() as u16 == columns
            };
            features.primary = (0..self.filled.len()).take_while(is_full).count() as i64;
        }
        features.height = features.total_height - features.columns * features.primary;
        features
    }
}

struct Walk<'a> {
    task: &'a Task<'a>,
    meter: Meter<'a>,
    path: Vec<Placement>,
    best: Option<Found>,
    leaves: u64,
    /// What is worth so much is needed for a better leaf.
    needed: i128,
}

pub(super) fn search(task: &Task<'_>, budget: &Budget) -> Raw {
    let mut walk = Walk { task, meter: budget.meter(), path: Vec::new(), best: None, leaves: 0, needed: i128::MIN };
    let stop = walk.below(&Ground::of(task.board.clone(), 0)).err();
    Raw { found: walk.best, stop, leaves: stop.is_none().then_some(walk.leaves), engine: "plain" }
}

impl Walk<'_> {
    fn score(&self) -> &Score {
        self.task.score
    }

    fn below(&mut self, ground: &Ground) -> Result<(), Stop> {
        let level = self.path.len();
        let Some(&piece) = self.task.pieces.get(level) else { return Ok(()) };
        for (rotation, form) in piece.forms().iter().enumerate() {
            for column in 0..ground.board.columns() {
                let Some(rest) = ground.rest(form, column) else { continue };
                self.meter.tick()?;
                self.path.push(Placement { rotation: rotation as u8, column });
                let done = self.step(ground, form, rest);
                self.path.pop();
                done?;
            }
        }
        Ok(())
    }

    /// The placement at the end of the path: weighed, and gone on from.
    fn step(&mut self, ground: &Ground, form: &Form, rest: u16) -> Result<(), Stop> {
        let level = self.path.len();
        let placement = self.path[level - 1];
        let features = ground.weighed(form, placement.column, rest);
        // A row that was full before vanishes too.
        let vanishes = features.full > 0 && self.task.full_rows == FullRows::Clear;
        let goes_on = level < self.task.pieces.len();
        let deepest = self.best.as_ref().map_or(0, |found| found.path.len());
        if level > deepest {
            (self.leaves, self.needed) = (0, i128::MIN);
        }
        if level >= deepest {
            self.leaves += 1;
        }
        // Closed cells can only become more where no row vanishes.
        let hopeless = !vanishes
            && self.score().scaled(Term::Holes) <= 0
            && (level < deepest || self.score().exact(&features) < self.needed);
        if hopeless && !goes_on {
            return Ok(());
        }
        let next = self.after(ground, form, placement, rest, features, vanishes)?;
        let value = self.score().exact(&next.features);
        if level > deepest || level == deepest && value >= self.needed {
            self.needed = self.score().least_better(value);
            self.best = Some(Found { value, path: self.path.clone() });
        }
        if goes_on { self.below(&next) } else { Ok(()) }
    }

    /// The board with the piece on it, all of it counted.
    fn after(
        &mut self,
        ground: &Ground,
        form: &Form,
        placement: Placement,
        rest: u16,
        features: Features,
        vanishes: bool,
    ) -> Result<Ground, Stop> {
        // A walk over the whole board takes about as long as so many placements.
        self.meter.dwell(ground.board.cells().len() as u64 / 8)?;
        let piece = self.task.pieces[self.path.len() - 1];
        let mut next = ground.clone();
        let top = ground.board.rows() - rest - u16::from(form.height);
        for (row, column) in form.cells() {
            let cell = Cell::new(top + u16::from(form.height) - 1 - row, placement.column + column);
            next.board.lay(cell, piece.mark());
            next.filled[usize::from(rest + row)] += 1;
        }
        if vanishes {
            let full: Vec<u16> = (0..next.board.rows()).filter(|&row| rules::is_full(&next.board, row)).collect();
            let cleared = ground.features.cleared + full.len() as i64;
            return Ok(Ground::of(rules::without(&next.board, &full), cleared));
        }
        for (offset, top) in form.tops[..usize::from(form.width)].iter().enumerate() {
            next.heights[usize::from(placement.column) + offset] = rest + u16::from(*top);
        }
        let closed = if self.score().scaled(Term::Holes) == 0 && self.path.len() < self.task.pieces.len() {
            features.closed
        } else {
            Features::of(&next.board).closed
        };
        next.features = Features { closed, ..features };
        Ok(next)
    }
}
