//! The seven movement cards: which two cells each may exchange.

use std::fmt;
use std::str::FromStr;

use azulejo_core::grid::Cell;
use azulejo_core::problem::Problem;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::{SIDE, Swap};

/// A movement card, by its number on the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub enum Card {
    /// Two away diagonally
    #[serde(rename = "mov1")]
    Mov1,
    /// Two away in a line
    #[serde(rename = "mov2")]
    Mov2,
    /// Side by side
    #[serde(rename = "mov3")]
    Mov3,
    /// Corner to corner
    #[serde(rename = "mov4")]
    Mov4,
    /// A knight's move that turns left
    #[serde(rename = "mov5")]
    Mov5,
    /// A knight's move that turns right
    #[serde(rename = "mov6")]
    Mov6,
    /// Along a line to the board's edge, or four away
    #[serde(rename = "mov7")]
    Mov7,
}

/// How the seventh card is read; groups of players differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum Mov7 {
    /// Same row or column, one of the two cells at its end, any distance
    #[default]
    Edge,
    /// Exactly four away in a line, as the drawing on the card has it
    Four,
}

impl Card {
    /// All seven, in order.
    pub const ALL: [Self; 7] = [Self::Mov1, Self::Mov2, Self::Mov3, Self::Mov4, Self::Mov5, Self::Mov6, Self::Mov7];

    /// How many of each kind are in the box.
    pub const OF_A_KIND: usize = 7;
    /// How many are in the box.
    pub const BOX: usize = Self::OF_A_KIND * Self::ALL.len();

    /// What it does, in a few words.
    pub const fn description(self, mov7: Mov7) -> &'static str {
        match (self, mov7) {
            (Self::Mov1, _) => "diagonal with one between",
            (Self::Mov2, _) => "in line with one between",
            (Self::Mov3, _) => "side by side",
            (Self::Mov4, _) => "corner to corner",
            (Self::Mov5, _) => "knight's move, turning left",
            (Self::Mov6, _) => "knight's move, turning right",
            (Self::Mov7, Mov7::Edge) => "in line to the edge",
            (Self::Mov7, Mov7::Four) => "in line with three between",
        }
    }

    /// The rows of its drawing, `1` for the cells that change places and `.` for none.
    pub fn rows(self) -> impl Iterator<Item = &'static str> {
        let drawing = match self {
            Self::Mov1 => "1../.../..1",
            Self::Mov2 => "1.1",
            Self::Mov3 => "11",
            Self::Mov4 => "1./.1",
            Self::Mov5 => ".1/../1.",
            Self::Mov6 => "1./../.1",
            Self::Mov7 => "1...1",
        };
        drawing.split('/')
    }

    /// Whether the card may exchange these two different cells.
    pub fn allows(self, mov7: Mov7, one: Cell, other: Cell) -> bool {
        let down = i32::from(other.row) - i32::from(one.row);
        let right = i32::from(other.column) - i32::from(one.column);
        let edge = |place: u16| place == 0 || place == SIDE - 1;
        match self {
            Self::Mov1 => down.abs() == 2 && right.abs() == 2,
            Self::Mov2 => (down.abs(), right.abs()) == (2, 0) || (down.abs(), right.abs()) == (0, 2),
            Self::Mov3 => down.abs() + right.abs() == 1,
            Self::Mov4 => down.abs() == 1 && right.abs() == 1,
            Self::Mov5 => matches!((down, right), (-2, 1) | (1, 2) | (2, -1) | (-1, -2)),
            Self::Mov6 => matches!((down, right), (-2, -1) | (-1, 2) | (2, 1) | (1, -2)),
            Self::Mov7 => match (mov7, down, right) {
                (_, 0, 0) => false,
                (Mov7::Edge, 0, _) => edge(one.column) || edge(other.column),
                (Mov7::Edge, _, 0) => edge(one.row) || edge(other.row),
                (Mov7::Edge, ..) => false,
                (Mov7::Four, ..) => (down.abs(), right.abs()) == (4, 0) || (down.abs(), right.abs()) == (0, 4),
            },
        }
    }

    /// Every exchange the card may make, by first cell and then second in reading order.
    pub fn swaps(self, mov7: Mov7) -> Vec<Swap> {
        let cells = || (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| Cell::new(row, column)));
        cells()
            .flat_map(|one| cells().filter(move |&other| one < other).map(move |other| (one, other)))
            .filter(|&(one, other)| self.allows(mov7, one, other))
            .filter_map(|(one, other)| Swap::new(one, other))
            .collect()
    }
}

impl fmt::Display for Card {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "mov{}", *self as u8 + 1)
    }
}

impl FromStr for Card {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        Self::ALL.into_iter().find(|card| card.to_string() == text).ok_or_else(|| {
            let shown: String = text.chars().take(24).collect();
            Problem::new(format!("`{shown}` is not a movement card: expected `mov1` to `mov7`"))
        })
    }
}

impl fmt::Display for Mov7 {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Edge => "edge",
            Self::Four => "four",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_card_makes_as_many_swaps_as_the_box_allows() {
        let counts = |mov7| Card::ALL.map(|card| card.swaps(mov7).len());
        assert_eq!(counts(Mov7::Edge), [32, 48, 60, 50, 40, 40, 108]);
        assert_eq!(counts(Mov7::Four), [32, 48, 60, 50, 40, 40, 24]);
    }

    #[test]
    fn each_card_makes_the_swap_that_is_drawn_on_it() {
        for card in Card::ALL {
            let cells: Vec<Cell> = card
                .rows()
                .enumerate()
                .flat_map(|(row, marks)| marks.char_indices().map(move |(column, mark)| (row, column, mark)))
                .filter(|(.., mark)| *mark == '1')
                .map(|(row, column, _)| Cell::new(row as u16, column as u16))
                .collect();
            let [one, other] = cells[..] else { panic!("{card} does not exchange two cells") };
            assert!([Mov7::Edge, Mov7::Four].iter().all(|mov7| card.allows(*mov7, one, other)), "{card}");
        }
    }

    #[test]
    fn the_fifth_card_is_the_mirror_image_of_the_sixth() {
        let mirror = |cell: Cell| Cell::new(cell.row, SIDE - 1 - cell.column);
        for swap in Card::Mov5.swaps(Mov7::Edge) {
            let [one, other] = swap.cells();
            assert!(Card::Mov6.allows(Mov7::Edge, mirror(one), mirror(other)));
            assert!(!Card::Mov6.allows(Mov7::Edge, one, other));
        }
    }

    #[test]
    fn every_card_is_closed_under_quarter_turns_and_order() {
        let turn = |cell: Cell| Cell::new(cell.column, SIDE - 1 - cell.row);
        for card in Card::ALL {
            for mov7 in [Mov7::Edge, Mov7::Four] {
                for swap in card.swaps(mov7) {
                    let [one, other] = swap.cells();
                    assert!(card.allows(mov7, other, one) && card.allows(mov7, turn(one), turn(other)));
                }
            }
        }
    }
}
