//! Deep wells: columns between higher ones that only upright bars can fill. What the bound knows about them.
#![expect(clippy::inline_always, reason = "must be compiled anew for each kind of processor")]

use std::cmp::Ordering;

use super::bound::Coming;
use super::fillings::Strictness;
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

    /// Bars it takes to fill it up to a row, as far as only bars can.
    #[inline(always)]
    fn bars_up_to(self, row: i16) -> i32 {
        let cells = (row + 1 - self.bottom).min(self.depth + 1 - Self::DEEP).max(0);
        i32::from((cells + 3) / 4)
    }
}

/// A column two cells deep between its neighbors, or a deep one that will be once bars have filled it. Apart from one more
/// bar only a hook reaches its bottom: `L` if the left neighbor is exactly two higher, `J` if the right one is. Neighbors
/// grow, so one that is higher already stays so.
#[derive(Clone, Copy, Debug)]
struct Slot {
    bottom: i16,
    takes: Hook,
}

/// Which hooks fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hook {
    Left,
    Right,
    Any,
}

/// All deep wells of an outline; no two of them are neighbors.
pub(super) struct Wells {
    count: usize,
    list: [Well; Self::MOST],
    slot_count: usize,
    slots: [Slot; Self::MOST],
}

impl Wells {
    const MOST: usize = 33;

    #[inline(always)]
    pub(super) fn list(&self) -> &[Well] {
        &self.list[..self.count]
    }

    /// The steps that are theirs: without these columns the rest would be that much smoother.
    #[inline(always)]
    pub(super) fn steps(&self) -> i32 {
        self.list().iter().map(|well| i32::from(well.depth * well.sides)).sum()
    }

    /// Whether the pieces to come can fill all rows up to one without a gap, as far as that takes bars and hooks.
    #[inline(always)]
    pub(super) fn fill_up_to(&self, row: i16, coming: Coming, strictness: Strictness) -> bool {
        let bars: i32 = self.list().iter().map(|well| well.bars_up_to(row)).sum();
        bars <= coming.bars && self.hooks(coming.bars - bars, coming, strictness, |slot| slot.bottom <= row)
    }

    /// Whether they can fill one row, where it crosses the part of a well that only bars and hooks can fill. Elsewhere the
    /// well may be covered.
    #[inline(always)]
    pub(super) fn fill_across(&self, row: i16, coming: Coming, strictness: Strictness) -> bool {
        let deep = self.list().iter().filter(|well| row < well.bottom + well.depth + 1 - Well::DEEP);
        let bars: i32 = deep.map(|well| well.bars_up_to(row)).sum();
        bars <= coming.bars && self.hooks(coming.bars - bars, coming, strictness, |slot| slot.bottom == row)
    }

    /// Whether each of some slots can have a hook or else a bar of its own.
    #[inline(always)]
    fn hooks(&self, bars: i32, coming: Coming, strictness: Strictness, wanted: impl Fn(&Slot) -> bool) -> bool {
        if strictness == Strictness::Cells {
            return true;
        }
        let slots = &self.slots[..self.slot_count];
        let count = |takes: Hook| slots.iter().filter(|slot| slot.takes == takes && wanted(slot)).count() as i32;
        let (left, right) = (coming.left_hooks - count(Hook::Left), coming.right_hooks - count(Hook::Right));
        let any = left.max(0) + right.max(0) - count(Hook::Any);
        (-left).max(0) + (-right).max(0) + (-any).max(0) <= bars
    }
}

impl<const T: usize> Surface<T> {
    /// The deep wells: columns whose neighbors are both higher by three or more, walls included.
    #[expect(clippy::needless_range_loop, reason = "iterators over part of an array do not become vector code here")]
    #[inline(always)]
    pub(super) fn wells(&self) -> Wells {
        let mut depths = [0_i16; T];
        let mut deepest = 0;
        for lane in MARGIN..T - MARGIN {
            let (left, right) = (self.heights[lane - 1], self.heights[lane + 1]);
            depths[lane] = (left.min(right) - self.heights[lane]) & self.inside[lane];
            deepest = deepest.max(depths[lane]);
        }
        let mut wells = Wells {
            count: 0,
            list: [Well { bottom: 0, depth: 0, sides: 0 }; Wells::MOST],
            slot_count: 0,
            slots: [Slot { bottom: 0, takes: Hook::Any }; Wells::MOST],
        };
        if deepest < Well::DEEP - 1 {
            return wells;
        }
        for column in 0..self.columns {
            let lane = MARGIN + column;
            let (bottom, depth) = (self.heights[lane], depths[lane]);
            if depth >= Well::DEEP {
                let sides = if column == 0 || column + 1 == self.columns { 1 } else { 2 };
                wells.list[wells.count] = Well { bottom, depth, sides };
                wells.count += 1;
            }
            let slot = depth + 1 - Well::DEEP;
            if slot >= 0 && slot % 4 == 0 {
                let takes = match self.heights[lane - 1].cmp(&self.heights[lane + 1]) {
                    Ordering::Less => Hook::Left,
                    Ordering::Greater => Hook::Right,
                    Ordering::Equal => Hook::Any,
                };
                wells.slots[wells.slot_count] = Slot { bottom: bottom + slot, takes };
                wells.slot_count += 1;
            }
        }
        wells
    }
}
