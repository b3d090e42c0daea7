//! Choices of the search along lanes, and which of them to take back when something fails.
//!
//! A choice makes a difference to the rows beside its dot, and from there on only below and to the right. So whatever
//! fails at a cell has its cause in the rows and columns up to that cell, and where fragments of the wrong colours meet,
//! up to the last row and column in which they were put together. One thing leads sideways: whether a particle goes
//! straight may depend on its neighbours on the diagonal, up to the next dot or up to whoever keeps that dot's turns
//! away from it. Choices that made no difference there are skipped.

use super::{Lanes, MOST_LANES, MOST_ROWS, Mate, Now};

/// Why something failed: nothing mattered to it but what happened up to this row and this column.
#[derive(Clone, Copy)]
pub(super) struct Cause {
    pub(super) row: usize,
    pub(super) column: usize,
}

impl Cause {
    /// Everything.
    pub(super) const ALL: Self = Self { row: MOST_LANES, column: MOST_LANES };

    pub(super) fn and(self, other: Self) -> Self {
        Self { row: self.row.max(other.row), column: self.column.max(other.column) }
    }
}

/// What may be tried at a dot: the last row to turn downwards or to the right, each a bit; the dot's own is no turn.
#[derive(Clone, Copy)]
pub(super) struct Options {
    pub(super) dot: usize,
    pub(super) downs: u64,
    pub(super) rights: u64,
}

impl Options {
    pub(super) fn any(self) -> bool {
        self.downs | self.rights != 0
    }

    /// The others when the first is taken: the longest row of turns comes first.
    pub(super) fn rest(self) -> Self {
        let Self { dot, downs, rights } = self;
        if downs != 0 {
            Self { downs: downs & (downs - 1), ..self }
        } else {
            Self { dot, downs, rights: rights & !(1 << rights.ilog2()) }
        }
    }
}

/// A dot that was decided where more than one thing was thinkable.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) now: Now,
    /// Those not yet tried.
    pub(super) options: Options,
    /// The rows to which it makes a difference at once.
    pub(super) first: usize,
    pub(super) last: usize,
    /// Why the options tried so far failed, and why others were no options.
    pub(super) cause: Cause,
}

impl<const LANES: usize> Lanes<'_, LANES> {
    /// Takes a choice.
    pub(super) fn choose(&mut self, choice: Choice) {
        let rest = choice.options.rest();
        if rest.any() {
            self.copies.push(self.mates);
        }
        self.choices.push(Choice { options: rest, ..choice });
        self.turn(choice.options);
    }

    /// Takes the last choice back that mattered to a failure on or before a diagonal, and tries what is left there;
    /// `false` when there is none.
    pub(super) fn back(&mut self, cause: Cause, diagonal: usize) -> bool {
        let (mut cause, mut diagonal) = (if self.prunings.jumps { cause } else { Cause::ALL }, diagonal);
        while let Some(choice) = self.choices.last() {
            let Choice { options, first, last, .. } = *choice;
            while diagonal > choice.now.diagonal {
                cause = self.spread(cause, diagonal);
                diagonal -= 1;
            }
            cause = self.spread(cause, diagonal);
            let matters = first.max(diagonal.saturating_sub(cause.column)) <= last.min(cause.row);
            if matters {
                cause = cause.and(choice.cause);
            }
            match (matters, options.any()) {
                (true, true) => {
                    self.retry(cause);
                    return true;
                }
                (false, true) => drop(self.copies.pop()),
                (_, false) => {}
            }
            self.choices.pop();
        }
        false
    }

    /// Tries the next option of the last choice.
    fn retry(&mut self, cause: Cause) {
        let (Some(choice), Some(copy)) = (self.choices.last_mut(), self.copies.last()) else { return };
        let options = choice.options;
        self.mates = *copy;
        self.now = choice.now;
        choice.options = options.rest();
        choice.cause = cause;
        if !choice.options.any() {
            self.copies.pop();
        }
        self.turn(options);
    }

    /// Adds what led sideways on a diagonal: its dots may turn particles that others keep out of reach.
    fn spread(&self, cause: Cause, diagonal: usize) -> Cause {
        let Cause { mut row, mut column } = cause;
        let here = self.diagonals[diagonal];
        let (top, bottom) = (diagonal.saturating_sub(column), row.min(MOST_ROWS));
        if here.dots == 0 || top > bottom {
            return cause;
        }
        let Now { beside, above, .. } = self.passed[diagonal];
        let (left, up) = (beside & !above & !here.dots, above & !beside & !here.dots);
        if up >> top & 1 == 1 && here.dots & ((1 << top) - 1) != 0 {
            let reach = (up << (MOST_ROWS - top)).leading_ones() as usize;
            column = column.max(diagonal - (top - reach));
        }
        if left >> bottom & 1 == 1 && here.dots >> bottom > 1 {
            let reach = (left >> bottom).trailing_ones() as usize;
            row = row.max(bottom + reach);
        }
        Cause { row, column }
    }

    /// What may matter to a cell of this diagonal.
    pub(super) fn cause(&self, row: usize) -> Cause {
        Cause { row, column: self.now.diagonal - row }
    }
}

impl Mate {
    /// What may matter to the fragment's being what it is, but for the way of the particle itself.
    pub(super) fn cause(self) -> Cause {
        Cause { row: usize::from(self.row), column: usize::from(self.column) }
    }
}
