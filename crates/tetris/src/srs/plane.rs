//! A set of places on a board of ten columns, a bit for each, in a few machine words.
//!
//! A word holds whole columns of `FIELD` bits; inside a column the highest row is the lowest bit and the last bit lies
//! under the floor. So falling is an addition: from any place that is set, the carry runs down through all that are free
//! until the first that is not (the carry-rippler of chess programming, seed + free).
//!
//! A word is one of the machine ([`u64`]), or one from each of a few boards that are looked at together ([`Lanes`]).

#![expect(clippy::inline_always, reason = "must be compiled anew for each kind of processor")]

use std::ops::{Add, BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

use super::COLUMNS;

/// What the words of a set can do.
pub trait Word:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Add<Output = Self>
{
    /// These bits, in each lane.
    fn of(bits: u64) -> Self;

    /// The bits of all lanes together.
    fn any(self) -> u64;

    /// How many bits are set, in all lanes.
    fn ones(self) -> u32;
}

impl Word for u64 {
    #[inline(always)]
    fn of(bits: u64) -> Self {
        bits
    }

    #[inline(always)]
    fn any(self) -> u64 {
        self
    }

    #[inline(always)]
    fn ones(self) -> u32 {
        self.count_ones()
    }
}

/// Boards that are looked at together: what a vector of the machine holds.
pub const LANES: usize = 4;

/// One word of each of a few boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes(pub [u64; LANES]);

impl Word for Lanes {
    #[inline(always)]
    fn of(bits: u64) -> Self {
        Self([bits; LANES])
    }

    #[inline(always)]
    fn any(self) -> u64 {
        self.0.into_iter().fold(0, |all, word| all | word)
    }

    #[inline(always)]
    fn ones(self) -> u32 {
        self.0.into_iter().map(u64::count_ones).sum()
    }
}

impl BitAnd for Lanes {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane] & other.0[lane]))
    }
}

impl BitOr for Lanes {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane] | other.0[lane]))
    }
}

impl Not for Lanes {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl Shl<u32> for Lanes {
    type Output = Self;

    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        Self(self.0.map(|word| word << by))
    }
}

impl Shr<u32> for Lanes {
    type Output = Self;

    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        Self(self.0.map(|word| word >> by))
    }
}

impl Add for Lanes {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane].wrapping_add(other.0[lane])))
    }
}

/// The set. `PER` columns lie in each of `WORDS` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plane<W, const FIELD: u32, const PER: usize, const WORDS: usize>(pub(super) [W; WORDS]);

/// Eleven rows in two words: what most boards of a count need.
pub type Low<W = u64> = Plane<W, 12, 5, 2>;
/// Thirty-one rows in five words.
pub type Middle = Plane<u64, 32, 2, 5>;
/// Sixty-three rows in ten words: every board.
pub type High = Plane<u64, 64, 1, 10>;

/// These bits in each column of a word.
const fn columns(bits: u64, field: u32, per: usize) -> u64 {
    let mut word = 0;
    let mut column = 0;
    while column < per {
        word |= bits << (field * column as u32);
        column += 1;
    }
    word
}

impl<W: Word, const FIELD: u32, const PER: usize, const WORDS: usize> Plane<W, FIELD, PER, WORDS> {
    /// Rows that it holds.
    pub const ROWS: usize = FIELD as usize - 1;

    const TOP: u64 = columns(1, FIELD, PER);

    const FLOOR: u64 = columns(1 << (FIELD - 1), FIELD, PER);

    const ALL: u64 = columns((1 << (FIELD - 1)) - 1, FIELD, PER);

    const COLUMN: u64 = u64::MAX >> (64 - FIELD);

    const USED: u64 = u64::MAX >> (64 - FIELD * PER as u32);

    /// The same bits in every word.
    #[inline(always)]
    fn of(bits: u64) -> Self {
        Self([W::of(bits); WORDS])
    }

    /// Nothing.
    #[inline(always)]
    pub fn empty() -> Self {
        Self::of(0)
    }

    /// The highest row.
    #[inline(always)]
    pub fn top() -> Self {
        Self::of(Self::TOP)
    }

    /// Every place.
    #[inline(always)]
    pub fn all() -> Self {
        Self::of(Self::ALL)
    }

    /// A place, which must be on the board, in every lane.
    #[inline(always)]
    pub fn single(x: i8, y: i8) -> Self {
        let (word, column) = (x as usize / PER, x as u32 % PER as u32);
        let mut plane = Self::empty();
        plane.0[word] = W::of(1 << (column * FIELD + (FIELD - 2 - y as u32)));
        plane
    }

    /// Whether nothing is in it, in any lane.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        let mut all = self.0[0];
        for word in &self.0[1..] {
            all = all | *word;
        }
        all.any() == 0
    }

    /// How many places are in it.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.ones()).sum()
    }

    #[inline(always)]
    fn each(&self, change: impl Fn(W) -> W) -> Self {
        Self(self.0.map(change))
    }

    /// All of it one column to the right; what enters at the left is `entering`.
    #[inline(always)]
    fn right(&self, entering: u64) -> Self {
        Self(std::array::from_fn(|index| {
            let carried = if index == 0 { W::of(entering) } else { self.0[index - 1] >> (FIELD * (PER as u32 - 1)) };
            if PER == 1 { carried } else { (self.0[index] << (FIELD % 64) & W::of(Self::USED)) | carried }
        }))
    }

    #[inline(always)]
    fn left(&self, entering: u64) -> Self {
        Self(std::array::from_fn(|index| {
            let next = if index + 1 == WORDS { W::of(entering) } else { self.0[index + 1] & W::of(Self::COLUMN) };
            let carried = next << (FIELD * (PER as u32 - 1));
            if PER == 1 { carried } else { self.0[index] >> (FIELD % 64) | carried }
        }))
    }

    #[inline(always)]
    fn beside(&self, dx: i8, entering: u64) -> Self {
        let mut plane = *self;
        for _ in 0..dx {
            plane = plane.right(entering);
        }
        for _ in dx..0 {
            plane = plane.left(entering);
        }
        plane
    }

    /// All of it so many rows higher; what leaves the board is gone.
    #[inline(always)]
    fn higher(&self, dy: i8) -> Self {
        let by = u32::from(dy.unsigned_abs());
        match dy {
            0 => *self,
            1.. => {
                let kept = columns((1 << (FIELD - 1 - by)) - 1, FIELD, PER);
                self.each(|word| word >> by & W::of(kept))
            }
            _ => {
                let kept = Self::ALL & !columns((1 << by) - 1, FIELD, PER);
                self.each(|word| word << by & W::of(kept))
            }
        }
    }

    /// All of it so many columns and rows away; what leaves the board is gone.
    #[inline(always)]
    #[must_use]
    pub fn shifted(&self, dx: i8, dy: i8) -> Self {
        self.higher(dy).beside(dx, 0)
    }

    /// From where a step of so many columns and rows leads into it. Over the highest row it goes on as in that row.
    #[inline(always)]
    #[must_use]
    pub fn origins(&self, dx: i8, dy: i8) -> Self {
        let mut plane = self.higher(-dy);
        let mut top = *self & Self::top();
        for _ in 0..dy {
            plane |= top;
            top = top.each(|word| word << 1);
        }
        plane.beside(-dx, 0)
    }

    /// The places from where a cell so many columns and rows away would be on something: on what is in this set, on a wall,
    /// or on the floor.
    #[inline(always)]
    #[must_use]
    pub fn blocking(&self, dx: i8, dy: i8) -> Self {
        let floor = Self::of(Self::FLOOR);
        let mut plane = *self | floor;
        for _ in dy..0 {
            plane = plane.each(|word| word >> 1) | floor;
        }
        for _ in 0..dy {
            plane = plane.each(|word| word << 1 & W::of(Self::USED & !Self::TOP)) | floor;
        }
        plane.beside(-dx, Self::COLUMN)
    }

    /// Everything that falling from these places leads to, through places of this set alone; the seeds are among them.
    #[inline(always)]
    #[must_use]
    pub fn fallen(&self, seeds: Self) -> Self {
        Self(std::array::from_fn(|index| {
            let (free, seed) = (self.0[index], seeds.0[index]);
            // The floor is never free, so that no carry leaves its column.
            (free & !(free + seed)) | seed
        }))
    }
}

impl<const FIELD: u32, const PER: usize, const WORDS: usize> Plane<u64, FIELD, PER, WORDS> {
    /// Whether a place, which must be on the board, is in it.
    pub fn has(&self, x: i8, y: i8) -> bool {
        !(*self & Self::single(x, y)).is_empty()
    }

    /// Puts a place, which must be on the board, into it.
    #[inline(always)]
    pub fn set(&mut self, x: i8, y: i8) {
        let (word, column) = (x as usize / PER, x as u32 % PER as u32);
        self.0[word] |= 1 << (column * FIELD + (FIELD - 2 - y as u32));
    }

    /// Its places as columns and rows, column by column from the highest.
    #[inline(always)]
    pub fn places(self) -> impl Iterator<Item = (i8, i8)> {
        self.0.into_iter().enumerate().flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                let at = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                let (column, down) = (at / FIELD, at % FIELD);
                Some(((word * PER) as i8 + column as i8, (FIELD - 2 - down) as i8))
            })
        })
    }

    /// The rows without an empty place, as bits of a column.
    #[inline(always)]
    fn full(&self) -> u64 {
        let words = self.0.iter().fold(u64::MAX, |all, word| all & word);
        let mut all = Self::COLUMN >> 1;
        for column in 0..PER {
            all &= words >> (FIELD * column as u32);
        }
        all
    }

    /// Without its full rows, and how many they were.
    #[inline(always)]
    #[must_use]
    pub fn cleared(&self) -> (Self, u32) {
        let full = self.full();
        if full == 0 { (*self, 0) } else { (self.without(full), full.count_ones()) }
    }

    #[cold]
    fn without(&self, full: u64) -> Self {
        let mut plane = *self;
        // From the highest: what is above a row that goes comes down by one, and the rows below stay where they are.
        let mut left = full;
        while left != 0 {
            let bit = left & left.wrapping_neg();
            left &= left - 1;
            let above = columns(bit - 1, FIELD, PER);
            let kept = columns(Self::COLUMN & !(bit | (bit - 1)), FIELD, PER);
            plane = plane.each(|word| (word & kept) | (word & above) << 1);
        }
        plane
    }

    /// The rows up to its highest place.
    pub fn height(&self) -> usize {
        let words = self.0.iter().fold(0, |all, word| all | word);
        let any = (0..PER).fold(0, |any, column| any | words >> (FIELD * column as u32)) & Self::COLUMN;
        if any == 0 { 0 } else { Self::ROWS - any.trailing_zeros() as usize }
    }

    /// The same in other words; rows that do not fit there are left out.
    #[must_use]
    pub fn into<const F: u32, const P: usize, const N: usize>(self) -> Plane<u64, F, P, N> {
        let mut plane = Plane([0; N]);
        let shift = F as i32 - FIELD as i32;
        for x in 0..COLUMNS {
            let column = self.0[x / PER] >> (FIELD * (x % PER) as u32) & Self::COLUMN;
            let column = if shift >= 0 { column << shift } else { column >> -shift };
            plane.0[x / P] |= column << (F * (x % P) as u32);
        }
        plane
    }
}

impl<W: Word, const FIELD: u32, const PER: usize, const WORDS: usize> BitAnd for Plane<W, FIELD, PER, WORDS> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] & other.0[index]))
    }
}

impl<W: Word, const FIELD: u32, const PER: usize, const WORDS: usize> BitOr for Plane<W, FIELD, PER, WORDS> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }
}

impl<W: Word, const FIELD: u32, const PER: usize, const WORDS: usize> Not for Plane<W, FIELD, PER, WORDS> {
    type Output = Self;

    /// Everything else, beyond the board and under the floor too.
    #[inline(always)]
    fn not(self) -> Self {
        self.each(|word| !word)
    }
}

impl<W: Word, const FIELD: u32, const PER: usize, const WORDS: usize> BitAndAssign for Plane<W, FIELD, PER, WORDS> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<W: Word, const FIELD: u32, const PER: usize, const WORDS: usize> BitOrAssign for Plane<W, FIELD, PER, WORDS> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}
