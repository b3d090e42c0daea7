//! What a player chooses before the game: the kind of board, how hard it is, and the rule.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use azulejo_core::problem::Problem;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::generate::Wish;
use crate::position::{Fill, Topology, Touch};
use crate::rate::Difficulty;

/// The board and the rule, `9x9`, `12x9-hex-hard`, `8x8-walls-bridges-c9`, `7x12-free-forbid`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The puzzle to be made, and its rule.
    pub wish: Wish,
}

impl Default for Setup {
    fn default() -> Self {
        Self { wish: Wish::plain(7, 7) }
    }
}

impl Setup {
    /// Smaller boards are not generated.
    pub const SMALLEST: u16 = 3;
    /// Larger boards are not generated.
    pub const LARGEST: u16 = 40;
    /// What may stand in a setup, for messages.
    const WORDS: &str = "a size from 3x3 to 40x40, `hex`, `torus`, `walls`, `holes`, `bridges`, `c8` for 8 colours, \
                         `pairs`, `easy`, `medium`, `hard`, `expert`, `free`, `forbid` or `no2x2`";

    /// The setup, unless its parts contradict each other.
    pub fn checked(self) -> Result<Self, Problem> {
        self.wish.check()?;
        Ok(self)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wish { ground, colors, trivial_pairs, difficulty, rules } = &self.wish;
        let mut parts = Vec::new();
        if (ground.rows, ground.columns) != (7, 7) {
            parts.push(format!("{}x{}", ground.columns, ground.rows));
        }
        match ground.topology {
            Topology::Square => {}
            Topology::Hex => parts.push("hex".to_owned()),
            Topology::Torus => parts.push("torus".to_owned()),
        }
        for (word, wanted) in [
            ("walls", ground.walls),
            ("holes", ground.holes),
            ("bridges", ground.bridges),
            ("pairs", *trivial_pairs),
            ("free", rules.fill == Fill::Free),
        ] {
            parts.extend(wanted.then(|| word.to_owned()));
        }
        parts.extend(colors.map(|colors| format!("c{colors}")));
        parts.extend(difficulty.map(|difficulty| difficulty.name().to_owned()));
        if rules.touch != Touch::Allow {
            parts.push(rules.touch.name().replace("no-", "no"));
        }
        formatter.write_str(&parts.join("-"))
    }
}

impl Wish {
    /// Adds what a part of a setup says, and tells what that is about.
    fn say(&mut self, part: &str) -> Option<&'static str> {
        let Self { ground, colors, trivial_pairs, difficulty, rules } = self;
        let (fill, touch, shape) = (&mut rules.fill, &mut rules.touch, &mut ground.topology);
        let about = match part {
            "free" | "full" => "rule of filling",
            "allow" | "forbid" | "no2x2" => "rule of touching",
            "hex" | "torus" => "shape",
            "walls" => "walls",
            "holes" => "holes",
            "bridges" => "bridges",
            "pairs" => "pairs",
            _ if Difficulty::find(part).is_some() => "difficulty",
            _ if part.starts_with('c') => "number of colours",
            _ => "size",
        };
        match part {
            "free" => *fill = Fill::Free,
            "full" => *fill = Fill::Full,
            "allow" => *touch = Touch::Allow,
            "forbid" => *touch = Touch::Forbid,
            "no2x2" => *touch = Touch::NoSquare,
            "hex" => *shape = Topology::Hex,
            "torus" => *shape = Topology::Torus,
            "walls" => ground.walls = true,
            "holes" => ground.holes = true,
            "bridges" => ground.bridges = true,
            "pairs" => *trivial_pairs = true,
            _ => match (Difficulty::find(part), part.strip_prefix('c')) {
                (Some(level), _) => *difficulty = Some(level),
                (None, Some(number)) => *colors = Some(number.parse().ok()?),
                (None, None) => (ground.columns, ground.rows) = size(part)?,
            },
        }
        Some(about)
    }
}

impl FromStr for Setup {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let mut setup = Self::default();
        let mut said: Vec<(&str, &str)> = Vec::new();
        for part in text.split('-').filter(|part| !part.is_empty()) {
            let about = setup.wish.say(part).ok_or_else(|| unknown(part))?;
            if let Some((_, before)) = said.iter().find(|(other, _)| *other == about) {
                let message = if *before == part {
                    format!("`{part}` stands twice in this setup, expected once")
                } else {
                    format!("`{before}` and `{part}` contradict each other: a setup has one {about}")
                };
                return Err(Problem::new(message));
            }
            said.push((about, part));
        }
        setup.checked()
    }
}

fn unknown(text: &str) -> Problem {
    let shown: String = text.chars().take(24).collect();
    Problem::new(format!("`{shown}` is no setup: expected {}", Setup::WORDS))
        .hint("a setup looks like `9x9`, `12x9-hex-hard` or `9x9-free-forbid`")
}

/// Width and height, `9x9`, if they are such as are generated.
pub fn size(text: &str) -> Option<(u16, u16)> {
    let (width, height) = text.split_once('x')?;
    let sides = (width.parse().ok()?, height.parse().ok()?);
    let fits = |side: u16| (Setup::SMALLEST..=Setup::LARGEST).contains(&side);
    (fits(sides.0) && fits(sides.1)).then_some(sides)
}

/// The size of a board to be made, written as its width and height: `9x9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Size {
    /// Columns.
    pub columns: u16,
    /// Rows.
    pub rows: u16,
}

impl Default for Size {
    fn default() -> Self {
        Self { columns: 7, rows: 7 }
    }
}

impl TryFrom<String> for Size {
    type Error = Problem;

    fn try_from(text: String) -> Result<Self, Problem> {
        let sides = size(&text).map(|(columns, rows)| Self { columns, rows });
        sides.ok_or_else(|| {
            let shown: String = text.chars().take(24).collect();
            Problem::new(format!("`{shown}` is no size: expected width and height from 3x3 to 40x40, such as `9x9`"))
        })
    }
}

impl From<Size> for String {
    fn from(size: Size) -> Self {
        format!("{}x{}", size.columns, size.rows)
    }
}

impl JsonSchema for Size {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Size".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[0-9]{1,2}x[0-9]{1,2}$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setups_round_trip_and_say_what_is_wrong() {
        for text in [
            "",
            "9x9",
            "5x8-free",
            "free-forbid",
            "9x9-no2x2",
            "hex",
            "12x9-torus-walls-holes-bridges-pairs-free-c8-expert-forbid",
        ] {
            assert_eq!(text.parse::<Setup>().unwrap().to_string(), text);
        }
        for text in ["9", "2x2", "99x99", "9x9-never", "x", "9x9-c0", "5x5-c9", "c", "hex-bridges", "c99999999"] {
            assert!(text.parse::<Setup>().is_err(), "{text}");
        }
    }

    #[test]
    fn setups_that_repeat_or_contradict_themselves_are_refused() {
        for (text, why) in [
            ("3x3-3x4", "`3x3` and `3x4` contradict each other: a setup has one size"),
            ("3x3-hex-torus", "`hex` and `torus` contradict each other: a setup has one shape"),
            ("free-full", "`free` and `full` contradict each other: a setup has one rule of filling"),
            ("forbid-no2x2", "`forbid` and `no2x2` contradict each other: a setup has one rule of touching"),
            ("c5-easy-c6", "`c5` and `c6` contradict each other: a setup has one number of colours"),
            ("easy-hard", "`easy` and `hard` contradict each other: a setup has one difficulty"),
            ("walls-5x5-walls", "`walls` stands twice in this setup, expected once"),
            ("9x9-9x9", "`9x9` stands twice in this setup, expected once"),
            ("hex-hex", "`hex` stands twice in this setup, expected once"),
        ] {
            assert_eq!(text.parse::<Setup>().unwrap_err().message, why, "{text}");
        }
    }
}
