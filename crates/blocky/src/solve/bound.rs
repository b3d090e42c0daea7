//! What no plan can exceed, however long: certified upper bounds.
//!
//! For a blob, a block is asked how many of its cells could belong to an area that leaves it through some of its sides,
//! if everything inside were laid as favourably as possible for it alone. Cells that cannot reach an open side do not
//! count; a side towards a sibling is open only if the sibling has the colour at all. Each block is thus given at least
//! what any real board gives it, so the sum is a bound. Since everything inside can be turned and mirrored freely, only
//! the shape of the set of open sides matters: none, one, two at a corner, two opposite, three, four.

use super::exhaustive::seen_by;
use crate::board::{Block, Board, Color, Path};
use crate::goal::{Aim, Kind};
use crate::plane::Plane;

/// Open sides as bits: top, right, bottom, left.
type Open = usize;

/// The shapes of the sixteen sets of sides.
const SHAPE: [usize; 16] = [0, 1, 1, 2, 1, 3, 2, 4, 1, 2, 3, 4, 2, 4, 4, 5];
const SHAPES: usize = 6;
/// A set of each shape.
const OPEN: [Open; SHAPES] = [0, 0b0001, 0b0011, 0b0101, 0b0111, 0b1111];

/// For each child's place: its sides on the outside of the parent, and its sides towards siblings with their places.
const OUTSIDE: [Open; 4] = [0b0011, 0b1001, 0b1100, 0b0110];
const INSIDE: [[(Open, usize); 2]; 4] =
    [[(0b1000, 1), (0b0100, 3)], [(0b0010, 0), (0b0100, 2)], [(0b0001, 1), (0b0010, 3)], [(0b0001, 0), (0b1000, 2)]];

/// The eight ways to lay four children.
const ARRANGEMENTS: [[usize; 4]; 8] =
    [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2], [1, 0, 3, 2], [3, 2, 1, 0], [0, 3, 2, 1], [2, 1, 0, 3]];

/// A score that no plan exceeds.
pub fn upper(board: &Board, aim: Aim) -> u32 {
    match aim.kind {
        Kind::Blob => blob(board, aim.color),
        Kind::Perimeter | Kind::Diagonal => most_cells(board, aim),
    }
}

/// The plain bound: all cells of the colour, or as many as the goal has room for.
pub fn most_cells(board: &Board, aim: Aim) -> u32 {
    let cells = Plane::of(board, aim.color).cells();
    let side = board.side() as u32;
    match aim.kind {
        Kind::Blob => cells,
        Kind::Perimeter => (4 * side).min(4 * cells),
        Kind::Diagonal => side.min(cells),
    }
}

#[derive(Clone, Copy, Default)]
struct Share {
    /// Cells that may leave through open sides, for each shape of these.
    leaving: [u32; SHAPES],
    /// The largest area that stays inside.
    staying: u32,
}

fn blob(board: &Board, color: Color) -> u32 {
    let seen = seen_by(board, color);
    let mut divided: Vec<Path> = seen.divided().collect();
    let mut shares = vec![Share::default(); divided.last().map_or(0, |path| path.index() + 1)];
    let share = |shares: &[Share], path: Path| match seen.kind(path) {
        Block::Divided => shares[path.index()],
        Block::Solid(found) if found == color => {
            let cells = (seen.side_of(path) * seen.side_of(path)) as u32;
            Share { leaving: [0, cells, cells, cells, cells, cells], staying: cells }
        }
        Block::Solid(_) => Share::default(),
    };
    divided.reverse();
    for path in divided {
        let first = 4 * path.index() + 1;
        let children = [0, 1, 2, 3].map(|step| share(&shares, Path::at(first + step)));
        let leaving = OPEN.map(|open| most_leaving(&children, open));
        // With no side open the children's cells leave only towards each other: an area that stays.
        let staying = children.iter().map(|child| child.staying).fold(leaving[0], u32::max);
        shares[path.index()] =
            Share { leaving: [0, leaving[1], leaving[2], leaving[3], leaving[4], leaving[5]], staying };
    }
    share(&shares, Path::ROOT).staying
}

/// The most cells that the children can give to areas leaving through open sides or towards each other.
fn most_leaving(children: &[Share; 4], open: Open) -> u32 {
    let sum = |arrangement: [usize; 4]| {
        let child = arrangement.map(|from| children[from]);
        (0..4)
            .map(|place| {
                let towards = INSIDE[place].into_iter().filter(|(_, sibling)| child[*sibling].staying > 0);
                let inner = towards.fold(0, |sides, (side, _)| sides | side);
                child[place].leaving[SHAPE[OUTSIDE[place] & open | inner]]
            })
            .sum::<u32>()
    };
    ARRANGEMENTS.into_iter().map(sum).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_name_sets_of_sides_up_to_turning_and_mirroring() {
        for (shape, open) in OPEN.into_iter().enumerate() {
            for quarter in 0..4 {
                assert_eq!(SHAPE[(open << quarter | open >> (4 - quarter)) & 15], shape);
            }
        }
    }

    #[test]
    fn two_cells_that_can_only_touch_by_corners_are_not_added() {
        let board: Board = "[[1,0,1,0],0,0,0]".parse().unwrap();
        let aim = Aim { kind: Kind::Blob, color: Color::Red };
        assert_eq!(upper(&board, aim), 1);
        assert_eq!(most_cells(&board, aim), 2);
    }
}
