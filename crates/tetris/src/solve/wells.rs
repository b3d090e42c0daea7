//! Deep wells: columns between higher ones that only upright bars can fill. What the bound knows about them.

use super::surface::{MARGIN, Surface};

/// A column so deep between its neighbors that no piece reaches its bottom but an upright bar: the longest arm of any
/// other piece hangs two cells below what it rests on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Well {
    pub(super) bottom: i16,
    /// Cells up to the lower neighbor.
    pub(super) depth: i16,
    /// Neighbors that are columns and not a wall.
    pub(super) sides: i16,
}

impl Well {
    pub(super) const DEEP: i16 = 3;

    fn bars_up_to(self, row: i16) -> i32 {
        let cells = (row + 1 - self.bottom).min(self.depth + 1 - Self::DEEP).max(0);
        i32::from((cells + 3) / 4)
    }
}

/// All deep wells of an outline; no two of them are neighbors.
pub(super) struct Wells {
    count: usize,
    list: [Well; Self::MOST],
}

impl Wells {
    const MOST: usize = 33;

    pub(super) fn list(&self) -> &[Well] {
        &self.list[..self.count]
    }

    /// The steps that are theirs: without these columns the rest would be that much smoother.
    pub(super) fn steps(&self) -> i32 {
        self.list().iter().map(|well| i32::from(well.depth * well.sides)).sum()
    }

    /// How many bars it takes to fill the wells up to a row, as far as only bars can.
    pub(super) fn bars_up_to(&self, row: i16) -> i32 {
        self.list().iter().map(|well| well.bars_up_to(row)).sum()
    }

    /// How many bars it takes to fill a row where it crosses the part of a well that only bars can fill. Elsewhere the
    /// well may be covered.
    pub(super) fn bars_across(&self, row: i16) -> i32 {
        self.list()
            .iter()
            .filter(|well| row < well.bottom + well.depth + 1 - Well::DEEP)
            .map(|well| well.bars_up_to(row))
            .sum()
    }
}

impl<const T: usize> Surface<T> {
    /// The deep wells: columns whose neighbors are both higher by three or more, walls included.
    #[expect(clippy::needless_range_loop, reason = "iterators over part of an array do not become vector code here")]
    pub(super) fn wells(&self) -> Wells {
        let mut depths = [0_i16; T];
        let mut deepest = 0;
        for lane in MARGIN..T - MARGIN {
            let (left, right) = (self.heights[lane - 1], self.heights[lane + 1]);
            depths[lane] = (left.min(right) - self.heights[lane]) & self.inside[lane];
            deepest = deepest.max(depths[lane]);
        }
        let mut wells = Wells { count: 0, list: [Well { bottom: 0, depth: 0, sides: 0 }; Wells::MOST] };
        if deepest < Well::DEEP {
            return wells;
        }
        for column in 0..self.columns {
            let lane = MARGIN + column;
            if depths[lane] >= Well::DEEP {
                let sides = if column == 0 || column + 1 == self.columns { 1 } else { 2 };
                wells.list[wells.count] = Well { bottom: self.heights[lane], depth: depths[lane], sides };
                wells.count += 1;
            }
        }
        wells
    }
}
