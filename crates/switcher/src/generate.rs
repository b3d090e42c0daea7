//! Boards by seed: the 36 tiles of the box, shuffled.

use azulejo_core::random::Random;

use crate::board::{Board, Color};

/// A shuffled board with nine tiles of each colour.
pub fn shuffled(random: &mut Random) -> Board {
    let mut tiles: [Color; 36] = std::array::from_fn(|index| Color::ALL[index / 9]);
    random.shuffle(&mut tiles);
    Board::from_colors(&tiles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::TILES_PER_COLOR;

    #[test]
    fn a_shuffled_board_has_nine_tiles_of_each_color() {
        let mut random = Random::new(3);
        for _ in 0..100 {
            let board = shuffled(&mut random);
            assert!(Color::ALL.iter().all(|&color| board.cells(color).len() == TILES_PER_COLOR));
        }
    }

    #[test]
    fn a_seed_gives_the_same_board_for_ever() {
        assert_eq!(shuffled(&mut Random::new(42)).line(), "bybryg/brybyr/ryryyb/brrggy/bgbgrg/rbyggg");
    }
}
