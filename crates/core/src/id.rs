//! Ids: one short text that names a position everywhere, in files, links, commands and records.
//!
//! `game#seed` and `game:setup#seed` begin from a seed; `game:text` and `game:setup:text` hold the position itself.
//! `game@2:…` asks for that version of the generator, and is refused by any other; without one the present version is
//! meant. An id has no blanks.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::problem::Problem;

/// Which position of which game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct Id {
    /// The game's name.
    pub game: String,
    /// The generator version that the seed was drawn for; the present one when nothing is said.
    pub version: Option<u32>,
    /// The game's setup in its own notation; empty for the usual one.
    pub setup: String,
    /// Where the position comes from.
    pub origin: Origin,
}

/// Where an id's position comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Drawn from this seed: a number, or any text.
    Seed(String),
    /// Written out in the game's one-line form.
    Literal(String),
}

impl Id {
    /// The id of a seed.
    pub fn seeded(game: &str, setup: impl fmt::Display, seed: impl fmt::Display) -> Self {
        Self::first(game, setup, Origin::Seed(seed.to_string()))
    }

    /// The id of a written-out position.
    pub fn literal(game: &str, setup: impl fmt::Display, text: impl Into<String>) -> Self {
        Self::first(game, setup, Origin::Literal(text.into()))
    }

    fn first(game: &str, setup: impl fmt::Display, origin: Origin) -> Self {
        Self { game: game.to_owned(), version: None, setup: setup.to_string(), origin }
    }

    /// The same for this version of the generator; the first one is not written.
    #[must_use]
    pub fn at_version(self, version: u32) -> Self {
        Self { version: Some(version).filter(|version| *version != 1), ..self }
    }

    /// Whether a text looks like an id of this game rather than the name of a file.
    pub fn looks_like(game: &str, text: &str) -> bool {
        text.strip_prefix(game).is_some_and(|rest| rest.starts_with([':', '#', '@']))
    }
}

impl fmt::Display for Id {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.game)?;
        if let Some(version) = self.version {
            write!(formatter, "@{version}")?;
        }
        match (&self.origin, self.setup.as_str()) {
            (Origin::Seed(seed), "") => write!(formatter, "#{seed}"),
            (Origin::Seed(seed), setup) => write!(formatter, ":{setup}#{seed}"),
            (Origin::Literal(text), "") => write!(formatter, ":{text}"),
            (Origin::Literal(text), setup) => write!(formatter, ":{setup}:{text}"),
        }
    }
}

impl FromStr for Id {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let shown: String = text.chars().take(60).collect();
        let bad =
            |what: &str| Problem::new(format!("`{shown}` is not an id: {what}")).hint("an id looks like `switcher#42`");
        if text.contains(char::is_whitespace) {
            return Err(bad("it contains a blank"));
        }
        let end = text.find([':', '#']).ok_or_else(|| bad("expected `:` or `#` after the game's name"))?;
        let (head, rest) = text.split_at(end);
        let (game, version) = match head.split_once('@') {
            None => (head, None),
            Some((game, version)) => (game, Some(version.parse().map_err(|_| bad("its version is not a number"))?)),
        };
        if game.is_empty() || !game.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Err(bad("expected a game's name in small letters first"));
        }
        let (setup, origin) = match (rest.strip_prefix(':'), rest.split_once('#')) {
            (_, Some((setup, seed))) => (setup.trim_start_matches(':'), Origin::Seed(seed.to_owned())),
            (Some(body), None) => {
                let (setup, literal) = body.rsplit_once(':').unwrap_or(("", body));
                (setup, Origin::Literal(literal.to_owned()))
            }
            (None, None) => return Err(bad("nothing follows the game's name")),
        };
        Ok(Self { game: game.to_owned(), version, setup: setup.to_owned(), origin })
    }
}

impl TryFrom<String> for Id {
    type Error = Problem;

    fn try_from(text: String) -> Result<Self, Problem> {
        text.parse()
    }
}

impl From<Id> for String {
    fn from(id: Id) -> Self {
        id.to_string()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ids_round_trip() {
        for text in
            ["switcher#42", "kami:9x9c5#morning", "flow@2:7x7#1", "flow:7x7:1j2h", "switcher:rgby/ybgr", "kami#"]
        {
            assert_eq!(text.parse::<Id>().unwrap().to_string(), text);
        }
        let id: Id = "flow@2:7x7:body".parse().unwrap();
        assert_eq!((id.version, id.setup.as_str()), (Some(2), "7x7"));
        assert_eq!(id.origin, Origin::Literal("body".to_owned()));
    }

    #[test]
    fn texts_that_are_no_id_say_why() {
        for (text, why) in [
            ("", "expected `:` or `#`"),
            ("switcher", "expected `:` or `#`"),
            ("Switcher#1", "small letters"),
            ("kami@x#1", "version"),
            ("kami#a b", "blank"),
        ] {
            let problem = text.parse::<Id>().unwrap_err();
            assert!(problem.message.contains(why), "{text}: {problem}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics_and_what_parses_prints_itself(text in ".{0,40}") {
            if let Ok(id) = text.parse::<Id>() {
                let again = id.to_string().parse::<Id>().unwrap();
                prop_assert_eq!(again, id);
            }
        }
    }
}
