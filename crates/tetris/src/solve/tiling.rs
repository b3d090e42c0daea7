//! Whether the pieces to come can fill all rows up to one without a gap. A part of the bound.
//!
//! Only what lies below that row matters, so the question is played out there: a piece fills cells without covering any,
//! or it lies above the row altogether. Columns that reach the row count as no higher than that. Every real plan that
//! fills the rows is a play of this kind, so where there is none the rows cannot be filled. Answers are remembered, and
//! how long one may look for them is tied to how long the search has taken so far; whoever runs out of that answers that
//! it may be.

use rustc_hash::FxHashMap;

use crate::position::Form;

use super::surface::Surface;

/// Answers found so far.
pub(super) struct Tilings {
    /// For pieces still to come, a row and how deep below it the columns end: whether the rows can be filled.
    known: FxHashMap<u128, bool>,
    most: usize,
    /// How much may still be looked at.
    credit: i64,
}

/// How deep columns end below a row.
#[derive(Clone, Copy)]
struct Pit {
    depths: [u8; Self::COLUMNS],
    columns: usize,
    /// Rows above.
    above: u8,
}

impl Pit {
    /// More columns are not looked at.
    const COLUMNS: usize = 24;
    /// Nor deeper ones.
    const DEEPEST: i16 = 15;

    fn of<const T: usize>(surface: &Surface<T>, row: i16) -> Option<Self> {
        if surface.columns > Self::COLUMNS {
            return None;
        }
        let mut pit = Self { depths: [0; Self::COLUMNS], columns: surface.columns, above: (surface.rows - row) as u8 };
        for column in 0..surface.columns {
            let depth = (row - surface.height(column)).max(0);
            if depth > Self::DEEPEST {
                return None;
            }
            pit.depths[column] = depth as u8;
        }
        Some(pit)
    }

    fn key(&self, level: usize) -> u128 {
        let key = (level as u128) << 8 | u128::from(self.above);
        self.depths[..self.columns].iter().fold(key, |key, &depth| key << 4 | u128::from(depth))
    }

    fn cells(&self) -> usize {
        self.depths[..self.columns].iter().map(|&depth| usize::from(depth)).sum()
    }

    /// The pit once a form has come to rest without a gap in it; nothing if it does not, or lies above it.
    fn after(&self, form: &Form, column: usize) -> Option<Self> {
        let width = usize::from(form.width);
        let depths = &self.depths[column..column + width];
        // How deep the form's lowest row lies.
        let mut rest = 0;
        for (&depth, &bottom) in depths.iter().zip(&form.bottoms) {
            if depth > 0 {
                rest = depth + bottom;
                break;
            }
        }
        if rest == 0 || form.height > rest + self.above {
            return None;
        }
        let mut after = *self;
        for (offset, &depth) in depths.iter().enumerate() {
            let bottom = form.bottoms[offset];
            if depth != rest.saturating_sub(bottom) {
                return None;
            }
            after.depths[column + offset] = rest.saturating_sub(form.tops[offset]);
        }
        Some(after)
    }

    /// Whether a piece can lie above.
    fn has_room_above(&self, forms: &[Form]) -> bool {
        let width = forms.iter().map(|form| usize::from(form.width)).min().unwrap_or(0);
        self.depths[..self.columns].windows(width.max(1)).any(|depths| depths.iter().all(|&depth| depth == 0))
    }
}

impl Tilings {
    /// So that no question takes long: who waits for the search to end waits for the answer.
    const MOST_CREDIT: i64 = 1 << 11;

    /// Holds at most so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Self { known: FxHashMap::default(), most: bytes / 64, credit: Self::MOST_CREDIT }
    }

    /// Lets more be looked at.
    #[inline]
    pub(super) fn earn(&mut self) {
        self.credit = (self.credit + 2).min(Self::MOST_CREDIT);
    }

    /// Whether the pieces from a level on may fill all rows below one.
    pub(super) fn may_fill<const T: usize>(
        &mut self,
        surface: &Surface<T>,
        row: i16,
        pieces: &[&'static [Form]],
        level: usize,
    ) -> bool {
        Pit::of(surface, row).is_none_or(|pit| self.search(pit, pieces, level).unwrap_or(true))
    }

    /// The same, or nothing if it would take too long.
    fn search(&mut self, pit: Pit, pieces: &[&'static [Form]], level: usize) -> Option<bool> {
        let cells = pit.cells();
        if cells == 0 {
            return Some(true);
        }
        if cells > 4 * (pieces.len() - level) {
            return Some(false);
        }
        let key = pit.key(level);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        if self.credit <= 0 || self.known.len() >= self.most {
            return None;
        }
        self.credit -= 1;
        let answer = self.try_all(pit, pieces, level)?;
        self.known.insert(key, answer);
        Some(answer)
    }

    fn try_all(&mut self, pit: Pit, pieces: &[&'static [Form]], level: usize) -> Option<bool> {
        let forms = pieces[level];
        for form in forms {
            for column in 0..=pit.columns - usize::from(form.width) {
                if let Some(after) = pit.after(form, column)
                    && self.search(after, pieces, level + 1)?
                {
                    return Some(true);
                }
            }
        }
        if pit.has_room_above(forms) { self.search(pit, pieces, level + 1) } else { Some(false) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Board, Mark, Piece};
    use crate::solve::surface::Closed;
    use azulejo_core::grid::{Cell, Grid};
    use azulejo_core::random::Random;

    /// The most rows on the floor that all plans together fill.
    fn most_filled(surface: &mut Surface<32>, pieces: &[&'static [Form]]) -> i32 {
        let Some((&forms, rest)) = pieces.split_first() else { return surface.primary(surface.lowest()) };
        let mut most = surface.primary(surface.lowest());
        for form in forms {
            for column in 0..surface.columns() {
                if surface.fits(form, column) {
                    let undo = surface.place(form, column);
                    most = most.max(most_filled(surface, rest));
                    surface.take_back(&undo);
                }
            }
        }
        most
    }

    #[test]
    fn rows_that_some_plan_fills_may_be_filled() {
        let (mut filled, mut ruled_out) = (0, 0);
        for seed in 0..3000 {
            let mut random = Random::new(seed);
            let (rows, columns) = (5 + random.below(6) as u16, 4 + random.below(3) as u16);
            let heights: Vec<u16> = (0..columns).map(|_| random.below(5) as u16).collect();
            let cells = Grid::from_fn(rows, columns, |cell: Cell| {
                let filled = rows - cell.row <= heights[usize::from(cell.column)];
                Mark::from_char(if filled { '7' } else { '0' }).unwrap()
            });
            let mut surface = Surface::<32>::of(&Board::of(cells).unwrap(), Closed::Ignore);
            let count = 1 + random.index(3);
            let pieces: Vec<&'static [Form]> = (0..count).map(|_| random.pick(&Piece::ALL).unwrap().forms()).collect();
            let most = most_filled(&mut surface, &pieces) as i16;
            let mut tilings = Tilings { credit: [4, 100_000][random.index(2)], ..Tilings::new(1 << 20) };
            for row in 0..=rows as i16 {
                let may_fill = tilings.may_fill(&surface, row, &pieces, 0);
                assert!(may_fill || row > most, "seed {seed}: {row} of {most}");
                filled += u32::from(row == most && row > surface.lowest());
                let missing: i16 = heights.iter().map(|&height| (row - height as i16).max(0)).sum();
                ruled_out += u32::from(!may_fill && usize::from(missing as u16) <= 4 * count);
            }
        }
        assert!(filled > 300 && ruled_out > 1000, "{filled} {ruled_out}");
    }
}
