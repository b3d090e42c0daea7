//! A position as a text: the colours of the plates from the left, and a stroke when the second player is to take.

use azulejo_core::problem::{Problem, Problems, shown};

use crate::position::{MOST_PLATES, Position};

/// The position of a text.
pub fn read(text: &str) -> Result<Position, Problems> {
    let (plates, player) = match text.trim().strip_suffix('\'') {
        Some(plates) => (plates, 1),
        None => (text.trim(), 0),
    };
    let mut problems = Vec::new();
    let mut colors = Vec::new();
    for (index, digit) in plates.chars().enumerate() {
        match digit.to_digit(4) {
            Some(color) => colors.push(color as u8),
            None => problems.push(Problem::new(format!("plate {} is not 0 to 3", shown(digit))).at(1, index + 1)),
        }
    }
    if colors.len() > MOST_PLATES {
        problems.push(Problem::new(format!("there are {} plates, expected at most {MOST_PLATES}", colors.len())));
    }
    Problems::none_or(problems, || Position::new(colors, player))
}

/// The text of a position.
pub fn write(position: &Position) -> String {
    let plates: String = position.plates().iter().map(ToString::to_string).collect();
    format!("{plates}{}", if position.player() == 1 { "'" } else { "" })
}
