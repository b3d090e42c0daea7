//! A question: which verb of which game, about which puzzle, with which options and limits. The same at every door.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use schemars::JsonSchema;
use serde::de::{Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use crate::budget::Budget;
use crate::problem::Problem;
use crate::scene::Draw;

/// What is asked. Options and positions stay the text they came as until the verb's own types read them.
#[derive(Clone, Debug, Default)]
pub struct Question<'a> {
    /// The game's name.
    pub game: Cow<'a, str>,
    /// The verb's name.
    pub verb: Cow<'a, str>,
    /// What it is about.
    pub source: Source<'a>,
    /// Moves played before the verb is asked.
    pub moves: Vec<Cow<'a, str>>,
    /// The options, a JSON object.
    pub options: Option<Cow<'a, RawValue>>,
    /// How much the answer may cost.
    pub limits: Limits,
    /// How pictures in the answer look; no pictures without it.
    pub draw: Option<Draw>,
    /// The names of the members it was read from, in their order.
    pub members: Vec<Cow<'a, str>>,
}

/// Where a position comes from.
#[derive(Clone, Debug, Default)]
pub enum Source<'a> {
    /// Nowhere: the verb needs none.
    #[default]
    Nothing,
    /// An id, a record, an address, or a text in any form that the game reads.
    Text {
        /// The text.
        text: Cow<'a, str>,
        /// The name of the file it came from, whose ending may tell the form.
        name: Option<Cow<'a, str>>,
    },
    /// A picture: the bytes of a PNG or JPEG file.
    Picture(Cow<'a, [u8]>),
    /// A position as JSON.
    Position(Cow<'a, RawValue>),
}

impl<'a> Source<'a> {
    /// A text without a file.
    pub fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text { text: text.into(), name: None }
    }
}

/// Limits that come with a question; a door may have tighter ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Milliseconds
    pub time_ms: Option<u64>,
    /// Positions looked at
    pub nodes: Option<u64>,
}

impl Limits {
    /// A budget that also keeps to these.
    #[must_use]
    pub fn within(&self, budget: &Budget) -> Budget {
        let timed = |budget: Budget| match self.time_ms {
            Some(limit) => budget.with_time(Duration::from_millis(limit)),
            None => budget,
        };
        let budget = timed(budget.clone());
        match self.nodes {
            Some(nodes) => budget.with_nodes(nodes),
            None => budget,
        }
    }
}

impl Question<'_> {
    /// The options as JSON text.
    pub fn options(&self) -> &str {
        self.options.as_ref().map_or("{}", |options| options.get())
    }

    /// Refuses members that mean nothing where the game and the verb were said already.
    pub fn refuse_others(&self) -> Result<(), Problem> {
        const KNOWN: [&str; 6] = ["puzzle", "position", "moves", "options", "limits", "draw"];
        let Some(unknown) = self.members.iter().find(|name| !KNOWN.contains(&name.as_ref())) else { return Ok(()) };
        let expected = KNOWN.map(|name| format!("`{name}`")).join(", ");
        Err(Problem::new(format!("`{unknown}` is not part of a question: expected {expected}")))
    }
}

/// A text that is borrowed where it has no escapes.
struct Text<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Borrowing;
        impl<'de> Visitor<'de> for Borrowing {
            type Value = Text<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a text")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }

            fn visit_string<E>(self, text: String) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text)))
            }
        }
        deserializer.deserialize_str(Borrowing)
    }
}

impl<'de> Deserialize<'de> for Question<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Members)
    }
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Question<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a question: an object with `puzzle` or `position`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Question<'de>, A::Error> {
        let mut question = Question::default();
        let twice = |name: &str| A::Error::custom(format!("`{name}` is there twice, or both `puzzle` and `position`"));
        while let Some(Text(name)) = map.next_key()? {
            match name.as_ref() {
                "game" => question.game = map.next_value::<Text>()?.0,
                "task" => question.verb = map.next_value::<Text>()?.0,
                "puzzle" | "position" if !matches!(question.source, Source::Nothing) => return Err(twice(&name)),
                "puzzle" => question.source = Source::text(map.next_value::<Text>()?.0),
                "position" => question.source = Source::Position(Cow::Borrowed(map.next_value()?)),
                "moves" => {
                    let moves: Vec<Text> = map.next_value()?;
                    question.moves = moves.into_iter().map(|text| text.0).collect();
                }
                "options" => question.options = Some(Cow::Borrowed(map.next_value()?)),
                "limits" => question.limits = map.next_value::<Option<Limits>>()?.unwrap_or_default(),
                "draw" => question.draw = map.next_value()?,
                _ => _ = map.next_value::<IgnoredAny>()?,
            }
            question.members.push(name);
        }
        Ok(question)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_read_with_its_texts_borrowed() {
        let text = r#"{"id":7,"game":"flow","task":"solve","puzzle":"A.A","moves":["A1-B1"],"options":{"unique":true},
            "limits":{"time_ms":5}}"#;
        let question: Question = serde_json::from_str(text).unwrap();
        assert_eq!((question.game.as_ref(), question.verb.as_ref()), ("flow", "solve"));
        assert!(matches!(&question.source, Source::Text { text: Cow::Borrowed("A.A"), name: None }));
        assert_eq!(question.options(), r#"{"unique":true}"#);
        assert_eq!(question.limits.time_ms, Some(5));
        assert_eq!(question.members, ["id", "game", "task", "puzzle", "moves", "options", "limits"]);
        assert!(question.refuse_others().is_err());
    }

    #[test]
    fn what_is_no_question_is_refused() {
        for text in ["[]", "3", r#"{"puzzle":3}"#, r#"{"puzzle":"a","position":{}}"#, r#"{"limits":{"hours":1}}"#] {
            assert!(serde_json::from_str::<Question>(text).is_err(), "{text}");
        }
    }
}
