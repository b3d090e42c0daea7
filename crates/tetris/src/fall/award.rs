//! What a locked piece brings: lines, T-spins by the rule of three corners, back-to-back, combos, perfect clears.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::position::Piece;
use crate::srs::reach::Stack;
use crate::srs::{Facing, Spot};

/// Whether a T was turned into its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Spin {
    /// It was not.
    #[default]
    None,
    /// It was, but stands open in front.
    Mini,
    /// It was.
    Full,
}

/// What a locked piece brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Award {
    /// Lines that went.
    pub lines: u8,
    /// Whether it was a T-spin.
    pub spin: Spin,
    /// Whether it was difficult, and the clear before it too.
    pub back_to_back: bool,
    /// Whether nothing is left on the board.
    pub perfect: bool,
    /// Points for all of it.
    pub points: u64,
}

/// The kick that makes every T-spin a full one: it carries the T one column and two rows away.
const FAR_KICK: u8 = 4;

/// Whether a T that locks here was turned into its place, by its last kick: three of the four corners round its centre are
/// taken, and a full one has both in front taken.
pub fn spin(stack: &Stack, piece: Piece, spot: Spot, kick: Option<u8>) -> Spin {
    let Some(kick) = kick.filter(|_| piece == Piece::T) else { return Spin::None };
    // Clockwise from the upper left.
    let corners = [(-1, 1), (1, 1), (1, -1), (-1, -1)].map(|(dx, dy)| stack.is_filled(spot.x + dx, spot.y + dy));
    let front = match spot.facing {
        Facing::North => [corners[0], corners[1]],
        Facing::East => [corners[1], corners[2]],
        Facing::South => [corners[2], corners[3]],
        Facing::West => [corners[3], corners[0]],
    };
    match corners.into_iter().filter(|taken| *taken).count() {
        0..=2 => Spin::None,
        _ if front == [true, true] || kick == FAR_KICK => Spin::Full,
        _ => Spin::Mini,
    }
}

/// Whether a clear keeps a chain of back-to-back going.
pub fn is_difficult(lines: u8, spin: Spin) -> bool {
    lines == 4 || (lines > 0 && spin != Spin::None)
}

/// The guideline's points: for lines and spins, half as much again back to back, 50 for each clear in a row after the first,
/// and more where nothing is left; all times the level. `combo` counts the clears in a row, this one included.
pub fn points(lines: u8, spin: Spin, back_to_back: bool, perfect: bool, combo: u32, level: u64) -> u64 {
    let clear = match (spin, lines) {
        (Spin::None, 0) => 0,
        (Spin::None, 1) | (Spin::Mini, 0) => 100,
        (Spin::None, 2) => 300,
        (Spin::None, 3) => 500,
        (Spin::None, _) | (Spin::Full, 1) => 800,
        (Spin::Mini, 1) => 200,
        (Spin::Mini, _) | (Spin::Full, 0) => 400,
        (Spin::Full, 2) => 1200,
        (Spin::Full, _) => 1600,
    };
    let clear = if back_to_back { clear * 3 / 2 } else { clear };
    let emptied = match lines {
        _ if !perfect => 0,
        0 => 0,
        1 => 800,
        2 => 1200,
        3 => 1800,
        _ if back_to_back => 3200,
        _ => 2000,
    };
    let combo = 50 * u64::from(combo.saturating_sub(1));
    (clear + emptied + combo) * level
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack(rows: &[&str]) -> Stack {
        let filled =
            rows.iter().rev().enumerate().flat_map(|(y, row)| {
                row.chars().enumerate().filter(|(_, mark)| *mark == '#').map(move |(x, _)| (x, y))
            });
        Stack::of(filled)
    }

    #[test]
    fn a_t_in_a_slot_with_both_front_corners_is_a_full_spin() {
        let double = stack(&["...#......", "###...####", "####.#####"]);
        let slot = Spot { facing: Facing::South, x: 4, y: 1 };
        assert_eq!(spin(&double, Piece::T, slot, Some(2)), Spin::Full);
        assert_eq!(spin(&double, Piece::T, slot, None), Spin::None, "it was not turned");
        assert_eq!(spin(&double, Piece::L, slot, Some(2)), Spin::None, "it is no T");
    }

    #[test]
    fn an_open_front_makes_it_mini_unless_it_was_kicked_far() {
        // Facing up between two walls with one upper corner taken.
        let open = stack(&["..#.......", "..#...####", "..#.#.####"]);
        let spot = Spot { facing: Facing::West, x: 3, y: 1 };
        assert_eq!(spin(&open, Piece::T, spot, Some(0)), Spin::Full);
        let mini = stack(&["##........", "#...######", "#.#.######"]);
        let flat = Spot { facing: Facing::North, x: 2, y: 1 };
        assert_eq!(spin(&mini, Piece::T, flat, Some(0)), Spin::None);
        let wall = stack(&["...#......", "..........", "...#......"]);
        let beside = Spot { facing: Facing::South, x: 4, y: 1 };
        assert_eq!(spin(&wall, Piece::T, beside, Some(0)), Spin::None, "two corners only");
        let three = stack(&["...#.#....", "..........", "...#......"]);
        assert_eq!(spin(&three, Piece::T, beside, Some(0)), Spin::Mini);
        assert_eq!(spin(&three, Piece::T, beside, Some(4)), Spin::Full);
    }

    #[test]
    fn points_are_those_of_the_guideline() {
        assert_eq!([1, 2, 3, 4].map(|lines| points(lines, Spin::None, false, false, 1, 1)), [100, 300, 500, 800]);
        assert_eq!([0, 1, 2, 3].map(|lines| points(lines, Spin::Full, false, false, 1, 1)), [400, 800, 1200, 1600]);
        assert_eq!([0, 1, 2].map(|lines| points(lines, Spin::Mini, false, false, 1, 1)), [100, 200, 400]);
        assert_eq!(points(4, Spin::None, true, false, 1, 3), 3600);
        assert_eq!(points(2, Spin::Full, true, false, 4, 1), 1800 + 150);
        assert_eq!([1, 2, 3, 4].map(|lines| points(lines, Spin::None, false, true, 1, 1)), [900, 1500, 2300, 2800]);
        assert_eq!(points(4, Spin::None, true, true, 1, 1), 1200 + 3200);
        assert!(is_difficult(4, Spin::None) && is_difficult(1, Spin::Mini));
        assert!(!is_difficult(3, Spin::None) && !is_difficult(0, Spin::Full));
    }
}
