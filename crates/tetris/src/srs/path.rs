//! The shortest inputs from where a piece is to where it shall rest: breadth first, one input at a time.
//!
//! Plain on purpose: it looks at cells one by one and shares nothing with the floods of [`super::reach`] but the tables of
//! shapes and kicks, so that each checks the other.

use std::collections::VecDeque;

use super::kicks::{Turn, kicks};
use super::reach::{Stack, Turns};
use super::{COLUMNS, Spot};
use crate::position::Piece;

/// What a player does to a falling piece, one step at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Input {
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// A turn, by the first kick that fits.
    Turn(Turn),
    /// One row down.
    Down,
}

impl Input {
    const ALL: [Self; 6] = [
        Self::Left,
        Self::Right,
        Self::Turn(Turn::Clockwise),
        Self::Turn(Turn::Counterclockwise),
        Self::Turn(Turn::Half),
        Self::Down,
    ];
}

/// A turn that fits: where it leads, and the number of its kick from 0.
pub fn turned(stack: &Stack, piece: Piece, spot: Spot, turn: Turn) -> Option<(Spot, u8)> {
    let facing = spot.facing.turned(turn);
    let there = |(dx, dy)| Spot { facing, ..spot.moved(dx, dy) };
    let tries = kicks(piece, spot.facing, turn).map(there).enumerate();
    tries.into_iter().find(|&(_, there)| stack.fits(piece, there)).map(|(kick, there)| (there, kick as u8))
}

/// Where an input leads, if the piece has room there.
pub fn after(stack: &Stack, piece: Piece, spot: Spot, input: Input) -> Option<Spot> {
    let there = match input {
        Input::Left => spot.moved(-1, 0),
        Input::Right => spot.moved(1, 0),
        Input::Down => spot.moved(0, -1),
        Input::Turn(turn) => return turned(stack, piece, spot, turn).map(|(there, _)| there),
    };
    stack.fits(piece, there).then_some(there)
}

/// Where a piece comes to rest that falls from here.
pub fn dropped(stack: &Stack, piece: Piece, spot: Spot) -> Spot {
    let mut spot = spot;
    while stack.fits(piece, spot.moved(0, -1)) {
        spot = spot.moved(0, -1);
    }
    spot
}

/// Everything that a piece can get to from one spot, with the first of the shortest ways.
pub struct Ways {
    piece: Piece,
    /// By facing, row and column: from where it came, and by what.
    came: Vec<Option<(Spot, Input)>>,
    /// In the order in which they were reached.
    reached: Vec<Spot>,
}

/// Rows that a piece may stand in, some below the floor and above the board.
const ROWS: usize = 64;

fn index(spot: Spot) -> usize {
    (spot.facing as usize * ROWS + spot.y as usize) * COLUMNS + spot.x as usize
}

impl Ways {
    /// All ways from a spot. Nothing is reached from where there is no room.
    pub fn from(stack: &Stack, piece: Piece, start: Spot, turns: Turns) -> Self {
        let mut ways = Self { piece, came: vec![None; 4 * ROWS * COLUMNS], reached: Vec::new() };
        if !stack.fits(piece, start) {
            return ways;
        }
        // The start came from itself, so that it is not entered again.
        ways.came[index(start)] = Some((start, Input::Down));
        let mut open = VecDeque::from([start]);
        while let Some(spot) = open.pop_front() {
            ways.reached.push(spot);
            for input in Input::ALL {
                if turns == Turns::Quarters && input == Input::Turn(Turn::Half) {
                    continue;
                }
                let Some(there) = after(stack, piece, spot, input) else { continue };
                if (there.y as usize) < ROWS - 2 && ways.came[index(there)].is_none() {
                    ways.came[index(there)] = Some((spot, input));
                    open.push_back(there);
                }
            }
        }
        ways
    }

    /// Where the piece comes to rest, each by its canonical facing, sorted.
    pub fn rests(&self, stack: &Stack) -> Vec<Spot> {
        let resting = self.reached.iter().filter(|spot| !stack.fits(self.piece, spot.moved(0, -1)));
        let mut rests: Vec<Spot> = resting.map(|spot| spot.canonical(self.piece)).collect();
        rests.sort_unstable();
        rests.dedup();
        rests
    }

    /// The fewest inputs after which the piece, once dropped, rests on the cells of a spot.
    pub fn to(&self, stack: &Stack, rest: Spot) -> Option<Vec<Input>> {
        let wanted = rest.canonical(self.piece);
        let falls_there = |spot: &&Spot| dropped(stack, self.piece, **spot).canonical(self.piece) == wanted;
        let mut spot = *self.reached.iter().find(falls_there)?;
        let mut inputs = Vec::new();
        while let Some((before, input)) = self.came[index(spot)].filter(|(before, _)| *before != spot) {
            inputs.push(input);
            spot = before;
        }
        inputs.reverse();
        Some(inputs)
    }
}

#[cfg(test)]
mod tests {
    use azulejo_core::random::Random;

    use super::super::Facing;
    use super::super::reach::rests;
    use super::*;

    /// A board with holes and overhangs: rows of random cells, thinning out upwards.
    fn rubble(random: &mut Random, rows: usize) -> Stack {
        let mut cells = Vec::new();
        for y in 0..rows {
            for x in 0..COLUMNS {
                if random.index(rows + 4) > y / 2 + 2 && random.index(3) > 0 {
                    cells.push((x, y));
                }
            }
        }
        Stack::of(cells)
    }

    #[test]
    fn the_flood_reaches_what_a_plain_search_reaches() {
        let mut random = Random::new(21);
        let mut seen = 0;
        for round in 0..1500 {
            let stack = rubble(&mut random, round % 24);
            for piece in Piece::ALL {
                for turns in [Turns::Quarters, Turns::Halves] {
                    let mut found = rests(&stack, piece, turns);
                    found.sort_unstable();
                    let plain = Ways::from(&stack, piece, Spot::ENTRY, turns).rests(&stack);
                    assert_eq!(found, plain, "{piece} {turns:?} in round {round}");
                    seen += plain.len();
                }
            }
        }
        assert!(seen > 100_000, "{seen}");
    }

    #[test]
    fn the_inputs_lead_where_they_should() {
        let mut random = Random::new(22);
        for round in 0..60 {
            let stack = rubble(&mut random, round % 20);
            for piece in Piece::ALL {
                let ways = Ways::from(&stack, piece, Spot::ENTRY, Turns::Halves);
                for rest in rests(&stack, piece, Turns::Halves) {
                    let inputs = ways.to(&stack, rest).unwrap();
                    let end = inputs.iter().try_fold(Spot::ENTRY, |spot, input| after(&stack, piece, spot, *input));
                    assert_eq!(dropped(&stack, piece, end.unwrap()).canonical(piece), rest);
                }
            }
        }
    }

    #[test]
    fn a_piece_that_has_no_room_to_enter_reaches_nothing() {
        let stack = Stack::of((0..22).map(|y| (4, y)));
        assert!(rests(&stack, Piece::T, Turns::Halves).is_empty());
        assert!(Ways::from(&stack, Piece::T, Spot::ENTRY, Turns::Halves).rests(&stack).is_empty());
    }

    #[test]
    fn a_t_turns_into_a_slot_under_an_overhang() {
        // Row 0 has a gap at column 4, row 1 at columns 3 to 5, and a roof hangs over column 3.
        let mut cells: Vec<(usize, usize)> = (0..10).filter(|x| *x != 4).map(|x| (x, 0)).collect();
        cells.extend((0..10).filter(|x| !(3..=5).contains(x)).map(|x| (x, 1)));
        cells.push((3, 2));
        let stack = Stack::of(cells);
        let slot = Spot { facing: Facing::South, x: 4, y: 1 };
        assert!(rests(&stack, Piece::T, Turns::Quarters).contains(&slot));
        let ways = Ways::from(&stack, Piece::T, Spot::ENTRY, Turns::Quarters);
        let inputs = ways.to(&stack, slot).unwrap();
        assert!(matches!(inputs.last(), Some(Input::Turn(_))), "{inputs:?}");
    }
}
