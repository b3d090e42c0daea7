//! One colour of a flat board as rows of bits: made from the tree, moved and scored without the tree.
//!
//! Bit `c` of a row is column `c`. Up to depth 6 a row is one word and motions are done on the bits themselves: a swap
//! shifts halves, a rotation transposes the block's square in `log` steps. Deeper boards have rows of two or four words;
//! they are scored here too, but moved as trees.

use crate::board::{Board, Color, Path};
use crate::rules::Motion;

/// The deepest board whose rows are single words.
pub const DEEPEST_NARROW: u8 = 6;

/// Which unit cells have a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plane {
    depth: u8,
    /// Words in a row.
    width: usize,
    words: Vec<u64>,
}

impl Plane {
    /// The cells of a colour.
    pub fn of(board: &Board, color: Color) -> Self {
        let mut plane = Self { depth: 0, width: 1, words: Vec::new() };
        plane.load(board, color);
        plane
    }

    /// The same, in the memory of this one.
    pub fn load(&mut self, board: &Board, color: Color) {
        let side = board.side();
        self.depth = board.depth();
        self.width = side.div_ceil(64);
        self.words.clear();
        self.words.resize(side * self.width, 0);
        let bytes = board.bytes();
        if bytes[0] == color as u8 {
            self.set(Path::ROOT);
        }
        for path in board.divided() {
            let first = 4 * path.index() + 1;
            for (step, byte) in bytes[first..first + 4].iter().enumerate() {
                if *byte == color as u8 {
                    self.set(Path::at(first + step));
                }
            }
        }
    }

    /// Columns and rows of a block: its upper left cell, and its side.
    #[inline]
    fn square(&self, path: Path) -> (usize, usize, usize) {
        let level = path.level();
        let shift = self.depth - level;
        let (column, row) = path.corner();
        (column << shift, row << shift, 1 << shift)
    }

    fn set(&mut self, path: Path) {
        let (column, row, side) = self.square(path);
        if side >= 64 {
            for words in self.words.chunks_mut(self.width).skip(row).take(side) {
                words[column / 64..(column + side) / 64].fill(u64::MAX);
            }
        } else {
            let mask = ((1 << side) - 1) << (column % 64);
            for words in self.words.chunks_mut(self.width).skip(row).take(side) {
                words[column / 64] |= mask;
            }
        }
    }

    /// Does a motion to a block's square. For boards of at most [`DEEPEST_NARROW`]; the block must be divided.
    #[inline]
    pub fn perform(&mut self, path: Path, motion: Motion) {
        debug_assert!(self.depth <= DEEPEST_NARROW);
        let (column, row, side) = self.square(path);
        let half = side / 2;
        let rows = &mut self.words[row..row + side];
        match motion {
            Motion::SwapHorizontal => {
                let left = ((1_u64 << half) - 1) << column;
                let right = left << half;
                for word in rows {
                    *word = *word & !(left | right) | (*word & left) << half | (*word & right) >> half;
                }
            }
            Motion::SwapVertical => {
                let mask = low_bits(side) << column;
                let (upper, lower) = rows.split_at_mut(half);
                for (upper, lower) in upper.iter_mut().zip(lower) {
                    let changed = (*upper ^ *lower) & mask;
                    *upper ^= changed;
                    *lower ^= changed;
                }
            }
            Motion::RotateClockwise => {
                rotate(rows, column, |side, row| side - 1 - row, |_, row| row);
            }
            Motion::RotateCounterclockwise => {
                rotate(rows, column, |_, row| row, |side, row| side - 1 - row);
            }
        }
    }

    /// Whether the block's square is all of the colour, or has none of it: then no motion inside changes anything.
    #[inline]
    pub fn is_uniform(&self, path: Path) -> bool {
        let (column, row, side) = self.square(path);
        let mask = low_bits(side) << column;
        let rows = &self.words[row..row + side];
        let first = rows[0] & mask;
        (first == 0 || first == mask) && rows.iter().all(|word| word & mask == first)
    }

    /// Copies another plane of the same depth.
    #[inline]
    pub fn copy_from(&mut self, other: &Self) {
        self.depth = other.depth;
        self.width = other.width;
        self.words.clone_from(&other.words);
    }

    /// Copies the rows of a block's square from another plane of the same depth.
    #[inline]
    pub fn copy_rows_of(&mut self, path: Path, other: &Self) {
        let (_, row, side) = self.square(path);
        let range = row * self.width..(row + side) * self.width;
        self.words[range.clone()].copy_from_slice(&other.words[range]);
    }

    /// The size of the largest region of cells that touch by their sides.
    #[inline]
    pub fn largest_region(&self, regions: &mut Runs) -> u32 {
        match self.width {
            1 => regions.largest::<1>(self.words.as_chunks().0),
            2 => regions.largest::<2>(self.words.as_chunks().0),
            _ => regions.largest::<4>(self.words.as_chunks().0),
        }
    }

    /// How many cells have the colour.
    pub fn cells(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// Cells on the four sides, those in corners twice.
    pub fn perimeter(&self) -> u32 {
        let width = self.width;
        let side = self.words.len() / width;
        let count =
            |row: usize| self.words[row * width..(row + 1) * width].iter().map(|word| word.count_ones()).sum::<u32>();
        let last = side - 1;
        let right_edge = |words: &[u64]| (words[last / 64] >> (last % 64)) as u32 & 1;
        let edges: u32 = self.words.chunks(width).map(|words| (words[0] & 1) as u32 + right_edge(words)).sum();
        count(0) + count(last) + edges
    }

    /// The length of the longest straight diagonal line, in either direction.
    pub fn longest_diagonal(&self) -> u32 {
        if self.words.iter().all(|word| *word == 0) {
            return 0;
        }
        let longest = |rising: bool| {
            let mut lines = self.words.clone();
            let mut length = 0;
            // After `n` rounds a bit means that a line of `n + 1` cells ends there.
            while lines.iter().any(|word| *word != 0) {
                length += 1;
                let mut previous = vec![0; self.width];
                for (row, words) in self.words.chunks(self.width).enumerate() {
                    let here = &mut lines[row * self.width..(row + 1) * self.width];
                    let current = here.to_vec();
                    for index in 0..self.width {
                        let carried = if rising {
                            previous[index] >> 1 | previous.get(index + 1).map_or(0, |next: &u64| next << 63)
                        } else {
                            previous[index] << 1 | index.checked_sub(1).map_or(0, |before| previous[before] >> 63)
                        };
                        here[index] = words[index] & carried;
                    }
                    previous = current;
                }
            }
            length
        };
        longest(false).max(longest(true))
    }
}

const fn low_bits(count: usize) -> u64 {
    u64::MAX >> (64 - count)
}

/// Takes a square out of the rows, transposes it and puts it back, with its rows reordered before and after.
#[inline]
fn rotate(rows: &mut [u64], column: usize, before: fn(usize, usize) -> usize, after: fn(usize, usize) -> usize) {
    let side = rows.len();
    let mask = low_bits(side);
    let mut block = [0_u64; 64];
    let block = &mut block[..side];
    for (row, word) in rows.iter().enumerate() {
        block[before(side, row)] = *word >> column & mask;
    }
    transpose(block);
    for (row, word) in rows.iter_mut().enumerate() {
        *word = *word & !(mask << column) | block[after(side, row)] << column;
    }
}

/// Exchanges rows and columns of a square of bits whose side is a power of two, by halves, quarters and so on.
#[inline]
fn transpose(block: &mut [u64]) {
    let mut step = block.len() / 2;
    let mut mask = (1_u64 << step) - 1;
    while step > 0 {
        for pair in block.chunks_exact_mut(2 * step) {
            let (upper, lower) = pair.split_at_mut(step);
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let changed = (*upper >> step ^ *lower) & mask;
                *lower ^= changed;
                *upper ^= changed << step;
            }
        }
        step /= 2;
        mask ^= mask << step;
    }
}

/// Finds regions by joining runs: the stretches of set bits in a row. Keeps its memory from one call to the next.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    runs: Vec<Run>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Run {
    start: u16,
    end: u16,
    /// A run of the same region found earlier, or itself.
    parent: u32,
    /// Cells of the region, if this is its first run.
    size: u32,
}

impl Runs {
    /// Memory for boards of any depth, taken as it is needed.
    pub fn new() -> Self {
        Self::default()
    }

    fn largest<const WIDTH: usize>(&mut self, rows: &[[u64; WIDTH]]) -> u32 {
        // Every other cell of every row may begin a run; one more for each word that cuts one.
        let most = rows.len() * WIDTH * 32 + rows.len();
        if self.runs.len() < most {
            self.runs.resize(most, Run::default());
        }
        let runs = &mut self.runs[..];
        let (mut above, mut count, mut best) = (0, 0, 0);
        for words in rows {
            // The runs of the row above are those from `top` to `first`.
            let (top, first) = (above, count);
            for (index, word) in words.iter().enumerate() {
                let mut bits = *word;
                while bits != 0 {
                    let low = bits.trailing_zeros();
                    let start = low as u16;
                    let cleared = bits & bits.wrapping_add(1 << low);
                    let length = (bits ^ cleared).count_ones();
                    bits = cleared;
                    let (start, end) = (start + 64 * index as u16, start + 64 * index as u16 + length as u16);
                    let mut root = count;
                    let mut size = length;
                    // A run that a word's end cuts in two.
                    if WIDTH > 1 && count > first && runs[count - 1].end == start {
                        join(runs, &mut root, &mut size, count - 1);
                    }
                    while above < first && runs[above].end <= start {
                        above += 1;
                    }
                    while above < first && runs[above].start < end {
                        join(runs, &mut root, &mut size, above);
                        above += 1;
                    }
                    // The last of them may reach the next run as well.
                    if above > top && runs[above - 1].end > end {
                        above -= 1;
                    }
                    runs[count] = Run { start, end, parent: root as u32, size };
                    runs[root].size = size;
                    best = best.max(size);
                    count += 1;
                }
            }
            above = first;
        }
        best
    }
}

/// Joins the region of an earlier run to the region that is being built.
#[inline]
fn join(runs: &mut [Run], root: &mut usize, size: &mut u32, other: usize) {
    let mut top = other;
    while runs[top].parent as usize != top {
        let next = runs[top].parent as usize;
        runs[top].parent = runs[next].parent;
        top = next;
    }
    if top == *root {
        return;
    }
    *size += runs[top].size;
    // The earlier run becomes the root, so that parents always come before their children.
    let (low, high) = if top < *root { (top, *root) } else { (*root, top) };
    if high < runs.len() {
        runs[high].parent = low as u32;
    }
    *root = low;
}
