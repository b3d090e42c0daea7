//! Side sums: how many unit cells of a colour lie on each side of every block. With them the perimeter after any motion is
//! a few additions, whatever the depth.
//!
//! A motion inside a block changes only what the block shows at its own four sides, and of these only the sides that lie
//! on the border of the board count. A swap shows the facing sides of its children instead; a rotation hands each side
//! to the next.

use crate::board::{Board, Color, Path, first_of_level};
use crate::rules::Motion;

/// Top, right, bottom, left.
type Counts = [u16; 4];

/// The side sums of a board for one colour.
#[derive(Clone, Debug)]
pub struct Sides {
    counts: Vec<Counts>,
    /// For each block that may be divided, 1 for the sides on the border, 0 for the others.
    border: Vec<[i16; 4]>,
}

impl Sides {
    /// The side sums of a colour.
    pub fn of(board: &Board, color: Color) -> Self {
        let mut sides = Self { counts: Vec::new(), border: Vec::new() };
        sides.load(board, color);
        sides
    }

    /// The same, in the memory of this one.
    pub fn load(&mut self, board: &Board, color: Color) {
        let bytes = board.bytes();
        if self.counts.len() != bytes.len() {
            self.counts = vec![[0; 4]; bytes.len()];
            self.border = (0..first_of_level(board.depth())).map(|index| border_of(Path::at(index))).collect();
        }
        let solid = |path: Path| {
            let cells = if bytes[path.index()] == color as u8 { board.side_of(path) as u16 } else { 0 };
            [cells; 4]
        };
        if !board.is_divided(Path::ROOT) {
            self.counts[0] = solid(Path::ROOT);
        }
        for index in (0..first_of_level(board.depth())).rev() {
            if !board.is_divided(Path::at(index)) {
                continue;
            }
            for child in (4 * index + 1..4 * index + 5).map(Path::at) {
                if !board.is_divided(child) {
                    self.counts[child.index()] = solid(child);
                }
            }
            let [upper_right, upper_left, lower_left, lower_right] = self.children(index);
            self.counts[index] = [
                upper_left[0] + upper_right[0],
                upper_right[1] + lower_right[1],
                lower_left[2] + lower_right[2],
                upper_left[3] + lower_left[3],
            ];
        }
    }

    #[inline]
    fn children(&self, index: usize) -> [Counts; 4] {
        let first = 4 * index + 1;
        // A slice of four is an array of four.
        let mut children = [[0; 4]; 4];
        children.copy_from_slice(&self.counts[first..first + 4]);
        children
    }

    /// The perimeter score: all four sides of the board, so that corners count twice.
    #[inline]
    pub fn score(&self) -> u32 {
        self.counts[0].iter().map(|count| u32::from(*count)).sum()
    }

    /// By how much a motion of a divided block changes the score.
    #[inline]
    pub fn change(&self, path: Path, motion: Motion) -> i32 {
        let index = path.index();
        let border = self.border[index];
        let (old, new) = (self.counts[index], self.shown_after(index, motion));
        let mut change = 0;
        for side in 0..4 {
            change += i32::from(border[side] * (new[side] as i16 - old[side] as i16));
        }
        change
    }

    /// What the block shows at its sides after a motion.
    #[inline]
    fn shown_after(&self, index: usize, motion: Motion) -> Counts {
        let [top, right, bottom, left] = self.counts[index];
        match motion {
            Motion::SwapHorizontal => {
                let [upper_right, upper_left, lower_left, lower_right] = self.children(index);
                [top, upper_left[1] + lower_left[1], bottom, upper_right[3] + lower_right[3]]
            }
            Motion::SwapVertical => {
                let [upper_right, upper_left, lower_left, lower_right] = self.children(index);
                [lower_left[0] + lower_right[0], right, upper_left[2] + upper_right[2], left]
            }
            Motion::RotateClockwise => [left, top, right, bottom],
            Motion::RotateCounterclockwise => [right, bottom, left, top],
        }
    }
}

fn border_of(path: Path) -> [i16; 4] {
    let (column, row) = path.corner();
    let last = (1 << path.level()) - 1;
    [row == 0, column == last, row == last, column == 0].map(i16::from)
}
