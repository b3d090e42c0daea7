//! How many ways there are to place pieces one after the other, each wherever it can be reached, full rows gone.
//!
//! The last piece is not placed, only counted, and that for a few boards at once: each board is a lane of the same words.

#![expect(clippy::inline_always, reason = "must be compiled anew for each kind of processor")]

use azulejo_core::budget::{Budget, Meter, Stop};

use super::plane::{High, LANES, Lanes, Low, Middle, Plane};
use super::reach::{From, OPEN, SKY, Stack, Turns, landed};
use super::{Facing, cells};
use crate::position::Piece;

/// The ways after each piece, the first piece first.
pub fn perft(stack: &Stack, pieces: &[Piece], turns: Turns, budget: &Budget) -> Result<Vec<u64>, Stop> {
    let count = |length: usize| {
        let mut count = Count::new(turns, budget);
        count.place(stack.plane(), &pieces[..length])?;
        Ok(count.total())
    };
    (1..=pieces.len()).map(count).collect()
}

struct Count<'a> {
    turns: Turns,
    meter: Meter<'a>,
    ways: u64,
    low: Waiting<12, 5, 2>,
    middle: Waiting<32, 2, 5>,
}

impl<'a> Count<'a> {
    fn new(turns: Turns, budget: &'a Budget) -> Self {
        let (low, middle) = (Waiting::new(turns), Waiting::new(turns));
        Self { turns, meter: budget.meter(), ways: 0, low, middle }
    }

    fn total(mut self) -> u64 {
        self.low.count();
        self.middle.count();
        self.ways + self.low.ways + self.middle.ways
    }

    /// In the fewest words that hold a board.
    fn place(&mut self, board: High, pieces: &[Piece]) -> Result<(), Stop> {
        let height = board.height();
        if height <= OPEN {
            self.place_middle(board.into(), height, pieces)
        } else {
            let placing = Placing { board, pieces, from: From::Entry };
            self.each(&placing, |count, board, _, rest| count.place(board, rest))
        }
    }

    fn place_middle(&mut self, board: Middle, height: usize, pieces: &[Piece]) -> Result<(), Stop> {
        if height + SKY <= Low::<u64>::ROWS {
            return self.place_low(board.into(), height, pieces);
        }
        if let [last] = *pieces {
            self.middle.add(board, last);
            return Ok(());
        }
        self.each(&Placing { board, pieces, from: From::Sky }, |count, board, top, rest| {
            let height = height.max(top);
            // Rows that went may have made it lower than it seems.
            if height <= OPEN { count.place_middle(board, height, rest) } else { count.place(board.into(), rest) }
        })
    }

    fn place_low(&mut self, board: Low, height: usize, pieces: &[Piece]) -> Result<(), Stop> {
        if let [last] = *pieces {
            self.low.add(board, last);
            return Ok(());
        }
        self.each(&Placing { board, pieces, from: From::Sky }, |count, board, top, rest| {
            let height = height.max(top);
            if height + SKY <= Low::<u64>::ROWS {
                count.place_low(board, height, rest)
            } else {
                count.place_middle(board.into(), height, rest)
            }
        })
    }

    /// Places the first piece in each of its ways and goes on from there; the last piece is only counted.
    #[inline(always)]
    fn each<const F: u32, const P: usize, const N: usize>(
        &mut self,
        placing: &Placing<'_, F, P, N>,
        then: impl Fn(&mut Self, Plane<u64, F, P, N>, usize, &[Piece]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let Placing { board, pieces, from } = *placing;
        let Some((&piece, rest)) = pieces.split_first() else { return Ok(()) };
        let landed = landed(board, piece, self.turns, from);
        if rest.is_empty() {
            self.ways += landed.iter().map(|plane| u64::from(plane.count())).sum::<u64>();
            return Ok(());
        }
        self.meter.tick()?;
        for (facing, plane) in Facing::ALL.into_iter().zip(landed) {
            let cells = cells(piece, facing);
            let top = cells.iter().map(|(_, dy)| dy + 1).max().unwrap_or(0);
            for (x, y) in plane.places() {
                let mut after = board;
                for (dx, dy) in cells {
                    after.set(x + dx, y + dy);
                }
                then(self, after.cleared().0, (y + top) as usize, rest)?;
            }
        }
        Ok(())
    }
}

/// A board, the pieces that are to be placed on it, and where they come from.
struct Placing<'a, const F: u32, const P: usize, const N: usize> {
    board: Plane<u64, F, P, N>,
    pieces: &'a [Piece],
    from: From,
}

/// Boards on which the last piece is still to be counted.
struct Waiting<const F: u32, const P: usize, const N: usize> {
    arch: pulp::Arch,
    turns: Turns,
    piece: Piece,
    boards: Vec<Plane<u64, F, P, N>>,
    ways: u64,
}

impl<const F: u32, const P: usize, const N: usize> Waiting<F, P, N> {
    /// As many as stay in the fastest cache.
    const MOST: usize = 256;

    fn new(turns: Turns) -> Self {
        Self { arch: pulp::Arch::new(), turns, piece: Piece::O, boards: Vec::with_capacity(Self::MOST), ways: 0 }
    }

    /// Adds a board; the piece is the same for all.
    #[inline(always)]
    fn add(&mut self, board: Plane<u64, F, P, N>, piece: Piece) {
        self.piece = piece;
        self.boards.push(board);
        if self.boards.len() == Self::MOST {
            self.count();
        }
    }

    fn count(&mut self) {
        self.ways += self.arch.dispatch(Last { boards: &self.boards, piece: self.piece, turns: self.turns });
        self.boards.clear();
    }
}

/// Counts the ways of one piece on each of some boards; compiled for the machine's vectors.
struct Last<'a, const F: u32, const P: usize, const N: usize> {
    boards: &'a [Plane<u64, F, P, N>],
    piece: Piece,
    turns: Turns,
}

impl<const F: u32, const P: usize, const N: usize> pulp::NullaryFnOnce for Last<'_, F, P, N> {
    type Output = u64;

    #[inline(always)]
    fn call(self) -> u64 {
        let mut ways = 0;
        for boards in self.boards.chunks(LANES) {
            // Nothing fits on a board that is full.
            let word = |index: usize| {
                Lanes(std::array::from_fn(|lane| boards.get(lane).map_or(u64::MAX, |board| board.0[index])))
            };
            let board: Plane<Lanes, F, P, N> = Plane(std::array::from_fn(word));
            for plane in landed(board, self.piece, self.turns, From::Sky) {
                ways += u64::from(plane.count());
            }
        }
        ways
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(pieces: &str, turns: Turns) -> Vec<u64> {
        let pieces: Vec<Piece> = pieces.chars().filter_map(Piece::from_letter).collect();
        perft(&Stack::default(), &pieces, turns, &Budget::unlimited()).unwrap()
    }

    /// The published figure for all seven, 2,647,076,135, takes seconds: `cargo bench -p azulejo-tetris -- perft` has it.
    #[test]
    fn the_counts_are_those_of_a_plain_search() {
        assert_eq!(counts("IOLJ", Turns::Quarters), [17, 153, 5266, 188_374]);
        assert_eq!(counts("IOLJ", Turns::Halves), [17, 153, 5266, 188_561]);
        for turns in [Turns::Quarters, Turns::Halves] {
            assert_eq!(counts("TSZ", turns), plain("TSZ", turns));
            assert_eq!(counts("ITT", turns), plain("ITT", turns));
        }
    }

    #[test]
    fn one_piece_after_the_other_reaches_over_the_top() {
        // Sixteen rows of rubble: the next pieces lead beyond what lies open to every column.
        let stack = Stack::of((0..16).flat_map(|y| (0..9).filter(move |x| (x + y) % 5 > 0).map(move |x| (x, y))));
        let pieces = [Piece::I, Piece::L, Piece::T];
        let counted = perft(&stack, &pieces, Turns::Quarters, &Budget::unlimited()).unwrap();
        assert_eq!(counted, (1..=3).map(|length| walk(&stack, &pieces[..length], Turns::Quarters)).collect::<Vec<_>>());
    }

    fn plain(pieces: &str, turns: Turns) -> Vec<u64> {
        let pieces: Vec<Piece> = pieces.chars().filter_map(Piece::from_letter).collect();
        (1..=pieces.len()).map(|length| walk(&Stack::default(), &pieces[..length], turns)).collect()
    }

    fn walk(stack: &Stack, pieces: &[Piece], turns: Turns) -> u64 {
        use crate::srs::Spot;
        use crate::srs::path::Ways;
        let Some((&piece, rest)) = pieces.split_first() else { return 1 };
        let ends = Ways::from(stack, piece, Spot::ENTRY, turns).rests(stack);
        ends.into_iter().map(|end| walk(&stack.with(piece, end).0, rest, turns)).sum()
    }
}
