//! Caves: covered cells that still have a way to the top. The document's holes are the covered cells that have none.
//!
//! Cells only ever become closed, so a count from before the last piece is never too high, and whoever has no need of
//! the exact one may put off counting.

use rustc_hash::FxHashMap;

use super::surface::{MARGIN, Surface, Undo, rows_between};

/// The covered cells that still have a way to the top.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Caves {
    /// Rows they lie in.
    pub(super) rows: u64,
    /// Columns they lie in.
    pub(super) columns: u64,
    /// Their number in the book.
    pub(super) number: u32,
    /// What closing them, or keeping them open, costs at least.
    pub(super) price: i64,
}

/// A number for each set of caves that was met, the empty set having the number 0; and what caves cost.
pub(super) struct CaveBook {
    numbers: FxHashMap<Box<[u64]>, u32>,
    prices: CavePrices,
}

/// What a closed cell, a step of bumpiness and a covered cell cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct CavePrices {
    pub(super) closed: i64,
    pub(super) step: i64,
    pub(super) gap: i64,
}

impl CaveBook {
    /// More sets are not told apart.
    const MOST: usize = 1 << 16;
    pub(super) const UNKNOWN: u32 = u32::MAX;

    pub(super) fn new(prices: CavePrices) -> Self {
        Self { numbers: FxHashMap::default(), prices }
    }

    fn number(&mut self, cells: &[u64]) -> u32 {
        if let Some(&number) = self.numbers.get(cells) {
            return number;
        }
        if self.numbers.len() >= Self::MOST {
            return Self::UNKNOWN;
        }
        let number = self.numbers.len() as u32 + 1;
        self.numbers.insert(cells.into(), number);
        number
    }
}

impl<const T: usize> Surface<T> {
    /// Counts closed cells after `place`, if they are followed and were counted before; says whether there was anything
    /// to count. With a book, caves get their number and price from it.
    #[inline]
    pub(super) fn recount(&mut self, undo: &Undo, book: Option<&mut CaveBook>) -> bool {
        let changed = self.covered_rows.is_some() && (self.covered > undo.covered || self.touches_caves(undo));
        if changed {
            self.light(book);
        }
        changed
    }

    /// Whether what was placed last lies beside a cave, where light may have come in.
    fn touches_caves(&self, undo: &Undo) -> bool {
        let beside = (1_u64 << (undo.width + 1) | 1 << undo.width | ((1 << undo.width) - 1)) << undo.column >> 1;
        if self.caves.rows == 0 || self.caves.columns & beside == 0 {
            return false;
        }
        let after = &self.heights[MARGIN + undo.column..][..undo.width];
        let from = undo.before[..undo.width].iter().min().copied().unwrap_or(0);
        let to = after.iter().max().copied().unwrap_or(0);
        self.caves.rows & rows_between(from, to) != 0
    }

    /// Whether some covered cell still has a way to the top.
    pub(super) fn has_caves(&self) -> bool {
        self.caves.rows != 0
    }

    /// Counts closed cells anew, whatever was known before.
    pub(super) fn light(&mut self, book: Option<&mut CaveBook>) {
        let Some(covered) = &self.covered_rows else { return };
        self.closed = self.covered;
        self.caves = Caves::default();
        if self.holey == 0 {
            return;
        }
        // Below the lowest covered cell and above the highest there is nothing to light.
        let (first, rows) = (self.holey.trailing_zeros() as usize, self.holey.ilog2() as usize + 1);
        // The columns whose cell in this row lies above the outline.
        let mut sky = [0_u64; 65];
        for column in 0..self.columns {
            sky[(self.height(column) as usize).max(first)] |= 1 << column;
        }
        let mut lit = [0_u64; 64];
        let mut any = 0;
        for row in first..rows {
            if row > first {
                sky[row] |= sky[row - 1];
            }
            // A covered cell has filled or covered cells above and below: light comes in from the sides alone.
            lit[row] = covered[row] & (sky[row] << 1 | sky[row] >> 1);
            any |= lit[row];
        }
        if any == 0 {
            return;
        }
        spread(&mut lit[first..rows], &covered[first..rows]);
        for (row, &cells) in lit[..rows].iter().enumerate().skip(first) {
            self.caves.rows |= u64::from(cells != 0) << row;
            self.caves.columns |= cells;
            self.closed -= cells.count_ones() as i32;
        }
        if let Some(book) = book {
            let (first, last) = (self.caves.rows.trailing_zeros() as usize, self.caves.rows.ilog2() as usize);
            // The word before the rows tells where they begin.
            let mut words = [0_u64; 65];
            words[0] = first as u64;
            words[1..last - first + 2].copy_from_slice(&lit[first..=last]);
            self.caves.number = book.number(&words[..last - first + 2]);
            self.caves.price = self.cave_price(&mut lit[..=last], first, &sky, book.prices);
        }
    }

    /// What the caves cost at least by the end. A cave whose mouths all open to one column beside its own stays open only
    /// while that entrance ends no higher than the highest mouth, and then the step between the two columns is at least
    /// as high as what the cave's column has above that; or a cell of the entrance gets covered, which has its price.
    /// Each pair of columns has its own step, so the costs of pairs add up.
    fn cave_price(&self, lit: &mut [u64], first: usize, sky: &[u64; 65], prices: CavePrices) -> i64 {
        if prices.gap == 0 {
            return 0;
        }
        let mut caves = [Cave::default(); 12];
        let mut count = 0;
        for start in first..lit.len() {
            while lit[start] != 0 && count < caves.len() {
                if let Some(cave) = Cave::taken_from(lit, start, sky) {
                    caves[count] = cave;
                    count += 1;
                }
            }
        }
        let caves = &caves[..count];
        let mut price = 0;
        for (place, cave) in caves.iter().enumerate() {
            if caves[..place].iter().any(|other| other.entrance == cave.entrance) {
                continue;
            }
            let mut cost = 0;
            for column in [cave.entrance.wrapping_sub(1), cave.entrance + 1] {
                let own = || caves.iter().filter(|other| (other.column, other.entrance) == (column, cave.entrance));
                if own().next().is_none() {
                    continue;
                }
                let top = self.height(column);
                let ends = own().map(|cave| cave.highest).chain([top]);
                let at = |end: i16| {
                    let closed: i64 = own().filter(|cave| cave.highest < end).map(|cave| cave.size).sum();
                    prices.closed * closed + prices.step * i64::from(top - end)
                };
                cost += ends.map(at).min().unwrap_or(0);
            }
            price += cost.min(prices.gap);
        }
        price
    }

    /// What caves cost at least by the end, as far as that is known.
    pub(super) fn cave_cost(&self) -> i64 {
        self.caves.price
    }
}

/// A cave that opens to one column alone.
#[derive(Clone, Copy, Debug, Default)]
struct Cave {
    column: usize,
    entrance: usize,
    /// The row of its highest mouth.
    highest: i16,
    size: i64,
}

impl Cave {
    /// Takes the cave that begins in a row out of the lit cells. Rows below have none left, and where a row has none the
    /// cave has ended.
    fn taken_from(lit: &mut [u64], start: usize, sky: &[u64; 65]) -> Option<Self> {
        let mut cells = [0_u64; 64];
        let end = lit[start..].iter().position(|&cells| cells == 0).map_or(lit.len(), |rows| start + rows);
        cells[start] = lit[start] & lit[start].wrapping_neg();
        spread(&mut cells[start..end], &lit[start..end]);
        let (mut size, mut highest) = (0, 0);
        let (mut left, mut right) = (0_u64, 0_u64);
        for row in start..end {
            let cells = cells[row];
            lit[row] &= !cells;
            size += i64::from(cells.count_ones());
            let (to_left, to_right) = (cells & sky[row] << 1, cells & sky[row] >> 1);
            if to_left | to_right != 0 {
                highest = row as i16;
            }
            left |= to_left;
            right |= to_right;
        }
        match (left.count_ones(), right.count_ones()) {
            (1, 0) => {
                let column = left.trailing_zeros() as usize;
                Some(Self { column, entrance: column - 1, highest, size })
            }
            (0, 1) => {
                let column = right.trailing_zeros() as usize;
                Some(Self { column, entrance: column + 1, highest, size })
            }
            _ => None,
        }
    }
}

/// Lets cells spread within their bounds, up and down in turn until nothing changes.
fn spread(cells: &mut [u64], bounds: &[u64]) {
    let rows = cells.len().min(bounds.len());
    let mut grows = true;
    while grows {
        let mut change = 0;
        let mut below = 0;
        for row in 0..rows {
            let here = cells[row];
            below = bounds[row] & (here | here << 1 | here >> 1 | below);
            change |= below ^ here;
            cells[row] = below;
        }
        let mut above = 0;
        for row in (0..rows).rev() {
            let here = cells[row];
            above = bounds[row] & (here | here << 1 | here >> 1 | above);
            change |= above ^ here;
            cells[row] = above;
        }
        grows = change != 0;
    }
}
