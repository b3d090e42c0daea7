//! What a player chooses before the game: the size of a board, and the rule.

use std::fmt;
use std::str::FromStr;

use azulejo_core::problem::Problem;

use crate::position::{Fill, Rules, Touch};

/// Size and rule, `9x9`, `7x12-free-forbid`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Rows of a generated board.
    pub rows: u16,
    /// Its columns.
    pub columns: u16,
    /// The rule.
    pub rules: Rules,
}

impl Default for Setup {
    fn default() -> Self {
        Self { rows: 7, columns: 7, rules: Rules::default() }
    }
}

impl Setup {
    /// Larger boards are not generated.
    const LARGEST: u16 = 40;
}

impl fmt::Display for Setup {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if (self.rows, self.columns) != (7, 7) {
            parts.push(format!("{}x{}", self.columns, self.rows));
        }
        if self.rules.fill == Fill::Free {
            parts.push("free".to_owned());
        }
        if self.rules.touch != Touch::Allow {
            parts.push(self.rules.touch.name().replace("no-", "no"));
        }
        formatter.write_str(&parts.join("-"))
    }
}

impl FromStr for Setup {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let mut setup = Self::default();
        for part in text.split('-').filter(|part| !part.is_empty()) {
            match part {
                "free" => setup.rules.fill = Fill::Free,
                "full" => setup.rules.fill = Fill::Full,
                "allow" => setup.rules.touch = Touch::Allow,
                "forbid" => setup.rules.touch = Touch::Forbid,
                "no2x2" => setup.rules.touch = Touch::NoSquare,
                _ => (setup.columns, setup.rows) = size(part)?,
            }
        }
        Ok(setup)
    }
}

/// Width and height, `9x9`.
fn size(text: &str) -> Result<(u16, u16), Problem> {
    let sides = text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let fits = |side: u16| (3..=Setup::LARGEST).contains(&side);
    sides.filter(|&(width, height)| fits(width) && fits(height)).ok_or_else(|| {
        let shown: String = text.chars().take(24).collect();
        Problem::new(format!("`{shown}` is no setup: expected a size from 3x3 to 40x40, `free`, `forbid` or `no2x2`"))
            .hint("a setup looks like `9x9` or `9x9-free-forbid`")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setups_round_trip_and_say_what_is_wrong() {
        for text in ["", "9x9", "5x8-free", "free-forbid", "9x9-no2x2"] {
            assert_eq!(text.parse::<Setup>().unwrap().to_string(), text);
        }
        for text in ["9", "2x2", "99x99", "9x9-never", "x"] {
            assert!(text.parse::<Setup>().is_err(), "{text}");
        }
    }
}
