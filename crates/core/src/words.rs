//! Words for a person: an English sentence with a code and parameters, so that a door can say it in its reader's language.
//!
//! A [`Template`] is a constant beside the code that speaks: `{name}` stands for a parameter, `{n|move|moves}` for one
//! word or the other by whether `n` is 1. A [`Message`] is a template with its parameters filled in; a parameter may be a
//! message itself.

use schemars::JsonSchema;
use serde::Serialize;

/// A sentence with gaps, and the code that names it for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Template {
    /// `game.what`, or `core.what`.
    pub code: &'static str,
    /// The sentence in English.
    pub english: &'static str,
}

/// What fills a gap.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Param {
    /// A whole number.
    Number(i64),
    /// A number with a fraction.
    Real(f64),
    /// A name, or a text that is the same in every language.
    Text(String),
    /// A sentence within the sentence, which has a code of its own.
    Said(Box<Message>),
}

/// A sentence as a person reads it, with what a translator needs.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Message {
    /// The code of its template.
    pub code: &'static str,
    /// The sentence in English.
    pub text: String,
    /// What fills its gaps, by name.
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "std::collections::BTreeMap<String, Param>")]
    pub params: Vec<(&'static str, Param)>,
}

fn as_map<S: serde::Serializer>(params: &[(&'static str, Param)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(params.iter().map(|(name, value)| (name, value)))
}

impl Template {
    /// A sentence and its code.
    pub const fn new(code: &'static str, english: &'static str) -> Self {
        Self { code, english }
    }

    /// The sentence of a template without gaps.
    pub fn plain(&self) -> Message {
        self.with([])
    }

    /// The sentence with its gaps filled.
    pub fn with<const N: usize>(&self, params: [(&'static str, Param); N]) -> Message {
        let text = fill(self.english, &params);
        Message { code: self.code, text, params: params.into() }
    }
}

fn fill(template: &str, params: &[(&'static str, Param)]) -> String {
    let mut text = String::with_capacity(template.len() + 16);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let (gap, after) = after.split_once('}').unwrap_or((after, ""));
        let (name, forms) = gap.split_once('|').map_or((gap, None), |(name, forms)| (name, forms.split_once('|')));
        let value = params.iter().find(|(known, _)| *known == name).map(|(_, value)| value);
        match (value, forms) {
            (Some(Param::Number(1)), Some((one, _))) => text.push_str(one),
            (Some(_), Some((_, many))) => text.push_str(many),
            (Some(value), None) => text.push_str(&value.to_string()),
            (None, _) => text.push_str(name),
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

impl std::fmt::Display for Param {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => number.fmt(formatter),
            Self::Real(number) => number.fmt(formatter),
            Self::Text(text) => formatter.write_str(text),
            Self::Said(message) => formatter.write_str(&message.text),
        }
    }
}

macro_rules! number {
    ($($kind:ty),*) => { $(
        impl From<$kind> for Param {
            fn from(number: $kind) -> Self {
                i64::try_from(number).map_or_else(|_| Self::Text(number.to_string()), Self::Number)
            }
        }
    )* };
}
number!(u8, u16, u32, u64, usize, i32, i64, u128);

impl From<f64> for Param {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

impl From<&str> for Param {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Param {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Message> for Param {
    fn from(message: Message) -> Self {
        Self::Said(Box::new(message))
    }
}

impl std::fmt::Display for Message {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: Template = Template::new("test.left", "{n} {n|move|moves} left for {who}");

    #[test]
    fn gaps_are_filled_and_words_agree_with_their_number() {
        assert_eq!(LEFT.with([("n", 1.into()), ("who", "you".into())]).text, "1 move left for you");
        let message = LEFT.with([("n", 3_usize.into()), ("who", "A{b}".into())]);
        assert_eq!(message.text, "3 moves left for A{b}");
        let json = r#"{"code":"test.left","text":"3 moves left for A{b}","params":{"n":3,"who":"A{b}"}}"#;
        assert_eq!(serde_json::to_string(&message).unwrap(), json);
    }

    #[test]
    fn a_sentence_within_a_sentence_keeps_its_code() {
        let inner = Template::new("test.inner", "every cell used").plain();
        let message = Template::new("test.outer", "solved ({rule})").with([("rule", inner.into())]);
        assert_eq!(message.text, "solved (every cell used)");
        let json = serde_json::to_value(&message).unwrap();
        assert_eq!(json["params"]["rule"]["code"], "test.inner");
    }

    #[test]
    fn a_gap_that_nobody_fills_shows_its_name() {
        assert_eq!(LEFT.plain().text, "n n left for who");
    }
}
