//! Random boards: a block of level `l` is divided with probability `exp(-l / 4)`, otherwise of a random colour.

use azulejo_core::random::Random;

use crate::board::{Block, Board, Color, Path};

/// `exp(-l / 4)` for the levels that can be divided; written out, because `exp` may differ in its last bit between machines.
pub(crate) const SPLIT: [f64; 8] = [
    1.0,
    0.778_800_783_071_404_9,
    0.606_530_659_712_633_4,
    0.472_366_552_741_014_7,
    0.367_879_441_171_442_33,
    0.286_504_796_860_190_1,
    0.223_130_160_148_429_82,
    0.173_773_943_450_445_14,
];

/// [`SPLIT`] in units of 2⁻⁵³, the grain of a uniform draw.
const SPLIT_DRAWS: [u64; 8] = {
    let mut draws = [0; 8];
    let mut level = 0;
    while level < 8 {
        draws[level] = (SPLIT[level] * (1_u64 << 53) as f64) as u64;
        level += 1;
    }
    draws
};

/// A source of random blocks.
pub trait Chance {
    /// A block of this level on a board of this depth: what it is, if it is solid or divided.
    fn block(&mut self, level: u8, depth: u8) -> Block;
}

impl Chance for Random {
    #[inline]
    fn block(&mut self, level: u8, depth: u8) -> Block {
        // One draw a block: the upper 53 bits decide whether it is divided, the lowest two its colour.
        let bits = self.bits();
        if level < depth && bits >> 11 < SPLIT_DRAWS[usize::from(level & 7)] {
            Block::Divided
        } else {
            Block::Solid(Color::ALL[(bits & 3) as usize])
        }
    }
}

/// A random board of this depth.
pub fn random_board(depth: u8, chance: &mut impl Chance) -> Board {
    let mut board = Board::solid(depth, Color::Blue);
    grow(&mut board, Path::ROOT, chance);
    board
}

/// Replaces a block by a random one, its children made depth first and in order.
pub(crate) fn grow(board: &mut Board, path: Path, chance: &mut impl Chance) {
    grow_at(board, path, path.level(), chance);
}

fn grow_at(board: &mut Board, path: Path, level: u8, chance: &mut impl Chance) {
    match chance.block(level, board.depth()) {
        Block::Solid(color) => board.fill(path, color),
        Block::Divided => {
            board.divide(path);
            let first = 4 * path.index() + 1;
            for child in first..first + 4 {
                grow_at(board, Path::at(child), level + 1, chance);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_of_a_seed_never_changes() {
        assert_eq!(
            random_board(3, &mut Random::new(42)).to_string(),
            "{\"max_depth\":3,\"board\":[[[2,2,1,3],[1,2,2,3],[3,3,3,1],[3,0,2,1]],[[1,3,3,1],3,[1,2,3,0],1],\
             [[1,1,1,3],[2,3,0,3],1,[3,3,2,0]],[[2,0,1,2],[0,2,0,2],0,[1,2,1,0]]]}"
        );
    }

    #[test]
    fn boards_have_as_many_blocks_as_the_probabilities_say() {
        let mut random = Random::new(1);
        for (depth, expected) in [(2, 17.46), (3, 47.69), (4, 104.8), (5, 188.9), (6, 285.2)] {
            let mean =
                (0..2000).map(|_| random_board(depth, &mut random).paths().count()).sum::<usize>() as f64 / 2000.0;
            assert!((mean - expected).abs() < expected * 0.03, "depth {depth}: {mean} instead of {expected}");
        }
    }

    #[test]
    fn every_depth_from_nothing_to_the_deepest_works() {
        for depth in 0..=8 {
            let board = random_board(depth, &mut Random::new(5));
            assert_eq!(board.depth(), depth);
            assert_eq!(Board::from_tree(depth, &board.to_tree()), Ok(board));
        }
    }
}
