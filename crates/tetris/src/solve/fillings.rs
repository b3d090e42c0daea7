//! Rows that the pieces to come may fill, and what must be covered for it. A part of the bound.
#![expect(clippy::inline_always, reason = "must be compiled anew for each kind of processor")]

use crate::position::{Form, Piece};

use super::bound::Coming;
use super::surface::{MARGIN, Surface, rows_between};
use super::wells::Wells;

/// What a filled row brings: one that joins the full ones on the floor, and any.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowPrices {
    pub(super) primary: i64,
    pub(super) full: i64,
}

/// How closely it is asked whether a row can be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strictness {
    /// There are cells enough, and bars.
    Cells,
    /// *Fit*: deep wells are filled by upright bars alone; hollows two cells deep and one wide take a hook or a bar, what
    /// is one wide takes arms, and each hollow its own pieces.
    Fit,
}

/// What filling rows could still bring, and how many cells must get covered for it: the most for each number of cells.
pub(super) struct Fillings {
    list: [(i64, i32); Self::MOST],
    count: usize,
}

impl Fillings {
    const MOST: usize = 16;

    /// The most it could bring.
    #[inline(always)]
    pub(super) fn gain(&self) -> i64 {
        self.list[self.count].0
    }

    /// The most it could bring once covered cells are paid for.
    #[inline(always)]
    pub(super) fn most(&self, cost: impl Fn(i32) -> i64) -> i64 {
        let mut most = i64::MIN;
        for &(gain, covered) in &self.list[..=self.count] {
            most = most.max(gain - cost(covered));
        }
        most
    }

    /// Gains and covered cells only grow, so what covers no more replaces what brings less; and the last place stands
    /// for all that find no room.
    #[inline(always)]
    fn add(&mut self, gain: i64, covered: i32) {
        if covered > self.list[self.count].1 && self.count + 1 < Self::MOST {
            self.count += 1;
            self.list[self.count].1 = covered;
        }
        self.list[self.count].0 = gain;
    }
}

/// A row that may get filled.
#[derive(Clone, Copy, Default)]
struct Prospect {
    row: u8,
    missing: u8,
    /// Cells that are missing in all rows up to it.
    volume: u16,
}

/// Rows that may get filled, lowest first.
pub(super) struct Prospects {
    list: [Prospect; Self::MOST],
    count: usize,
    /// Cells of the pieces to come.
    cells: i32,
    prices: RowPrices,
    /// The lowest row that cannot join those on the floor.
    broken: u8,
}

/// How far up rows are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// As long as there are cells for all.
    Together,
    /// As long as there are cells for one.
    Each,
}

impl Prospects {
    const MOST: usize = 64;

    #[inline(always)]
    fn price(&self, row: u8, broken: u8) -> i64 {
        self.prices.full + if row < broken { self.prices.primary } else { 0 }
    }

    /// The most for each number of cells that get covered.
    #[inline(always)]
    pub(super) fn fillings(&self) -> Fillings {
        let mut fillings = Fillings { list: [(0, 0); Fillings::MOST], count: 0 };
        let mut gain = 0;
        for prospect in &self.list[..self.count] {
            gain += self.price(prospect.row, self.broken);
            fillings.add(gain, (i32::from(prospect.volume) - self.cells).max(0));
        }
        fillings
    }

    /// The most that filling rows can bring once the next piece has fallen. Rows in which it covers a cell are lost, and
    /// what they miss may go to others.
    #[inline]
    pub(super) fn gain_after(&self, fall: &Fall) -> i64 {
        let broken = self.broken.min(fall.lost.trailing_zeros() as u8);
        let (mut left, mut gain) = (self.cells - Piece::CELLS as i32, 0);
        for prospect in self.list[..self.count].iter().filter(|prospect| fall.lost >> prospect.row & 1 == 0) {
            let own =
                fall.cells.get(usize::from(prospect.row.wrapping_sub(fall.rest))).map_or(0, |row| row.count_ones());
            left -= i32::from(prospect.missing) - own as i32;
            if left < 0 {
                break;
            }
            gain += self.price(prospect.row, broken);
        }
        gain
    }
}

/// What a piece does to rows where it falls.
pub(super) struct Fall {
    /// Rows in which it covers a cell.
    lost: u64,
    /// The row where it comes to rest, and its own rows from there on.
    rest: u8,
    cells: [u8; 4],
}

impl<const T: usize> Surface<T> {
    /// The rows that the pieces to come may fill. A row with a covered cell is never filled, and up to the highest filled
    /// row every cell is a piece's or gets covered.
    #[inline(always)]
    pub(super) fn prospects(
        &self,
        lowest: i16,
        wells: &Wells,
        coming: Coming,
        prices: RowPrices,
        strictness: Strictness,
        extent: Extent,
    ) -> Prospects {
        let cells = coming.pieces * Piece::CELLS as i32;
        let list = [Prospect::default(); Prospects::MOST];
        let mut prospects = Prospects { list, count: 0, cells, prices, broken: self.rows as u8 };
        let (mut left, mut volume, mut all_slender) = (cells, 0, 0);
        let mut unbroken = self.holey & rows_between(0, lowest) == 0;
        if !unbroken {
            prospects.broken = 0;
        }
        for row in lowest..self.rows {
            let holey = self.holey >> row & 1 == 1;
            let mut missing = 0_i16;
            for lane in MARGIN..T - MARGIN {
                missing += i16::from(self.heights[lane] <= row);
            }
            // Higher rows miss at least as many cells.
            let together = i32::from(missing) <= left;
            if !together && (extent == Extent::Together || i32::from(missing) > cells) {
                break;
            }
            volume += i32::from(missing);
            let mut fits = !holey;
            if together {
                let mut joins = !holey && wells.fill_up_to(row, coming, strictness);
                if strictness == Strictness::Fit {
                    let (mut slender, mut hollows) = (0_i16, 0_i16);
                    for lane in MARGIN..T - MARGIN {
                        let begins = i16::from(self.heights[lane] <= row) & i16::from(self.heights[lane - 1] > row);
                        hollows += begins;
                        slender += begins & i16::from(self.heights[lane + 1] > row);
                    }
                    all_slender += i32::from(slender);
                    joins &= all_slender <= coming.arms;
                    fits &= i32::from(slender) <= coming.arms;
                    // Each hollow wastes three cells at most, so often there is no need to look at them one by one.
                    if volume + 3 * i32::from(hollows) >= (coming.pieces + 1) * Piece::CELLS as i32 {
                        let (all, across) = self.pieces_below(row);
                        joins &= all <= coming.pieces;
                        fits &= across <= coming.pieces;
                    }
                }
                if unbroken && !joins {
                    prospects.broken = row as u8;
                    unbroken = false;
                }
            }
            if !unbroken && prices.full == 0 {
                break;
            }
            if fits && (!together || wells.fill_across(row, coming, strictness)) {
                left -= i32::from(missing);
                prospects.list[prospects.count] =
                    Prospect { row: row as u8, missing: missing as u8, volume: volume as u16 };
                prospects.count += 1;
            }
        }
        prospects
    }

    #[inline]
    pub(super) fn fall(&self, form: &Form, column: usize) -> Fall {
        let rest = self.rest(form, column);
        let mut lost = 0;
        for offset in 0..usize::from(form.width) {
            lost |= rows_between(self.height(column + offset), rest + i16::from(form.bottoms[offset]));
        }
        Fall { lost, rest: rest as u8, cells: form.rows }
    }

    /// The least number of pieces that fill all hollows up to a row, and of those that fill the row itself: a piece is
    /// in one hollow only, because no piece hangs down at two sides of what it rests on.
    #[inline(always)]
    fn pieces_below(&self, row: i16) -> (i32, i32) {
        let (mut all, mut across) = (0, 0);
        let (mut area, mut width) = (0, 0);
        for lane in MARGIN..=MARGIN + self.columns {
            let depth = row + 1 - self.heights[lane];
            if depth > 0 {
                area += depth;
                width += 1;
            } else {
                all += (area + 3) / 4;
                across += (width + 3) / 4;
                (area, width) = (0, 0);
            }
        }
        (i32::from(all), across)
    }
}
