//! A verb's options as a table, read off the JSON schemas of its types: what command lines, forms and checks are made from.
//!
//! Doc comments are help, `default` is shown, enums are choices. Four extensions say what a schema cannot, written as
//! `#[schemars(extend("x-…" = …))]` on a field: `x-value` names the value in help, `x-place` makes it positional,
//! `x-conflicts` lists options that cannot be given with it, `x-file` says that at a command line it names a file whose
//! text is meant (`true`, or the list of names that mean themselves).

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::problem::{Problem, Problems};

/// One option.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Its name, with `_` between words.
    pub name: String,
    /// What it means, in one line.
    pub about: String,
    /// What its value is.
    pub kind: Kind,
    /// What holds when it is not given, if that can be shown.
    pub default: Option<Value>,
    /// Whether it must be given.
    pub required: bool,
    /// What its value is called in help.
    pub value: Option<String>,
    /// Which place it has among the positional arguments, from 1.
    pub place: Option<u64>,
    /// Options that cannot be given with it.
    pub conflicts: Vec<String>,
    /// Whether its value names a file at a command line.
    pub file: File,
}

/// What an option's value is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// True or false.
    Flag,
    /// A whole number from here to there.
    Integer(Option<i64>, Option<i64>),
    /// A number.
    Number,
    /// One of these words, each with its help.
    Choice(Vec<(String, String)>),
    /// Any text.
    Text,
    /// A number, or a text.
    NumberOrText,
    /// Several values.
    List(Box<Kind>),
    /// Anything else, as JSON.
    Json,
}

/// Whether an option's value names a file at a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum File {
    /// It does not.
    No,
    /// It does, unless it is one of these names.
    Unless(Vec<String>),
}

/// All options of a verb: those that say how a puzzle is read, then its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Table(pub Vec<Spec>);

/// The schema of an options type, everything inside it.
pub fn schema_of<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    settings.into_generator().into_root_schema_for::<T>()
}

/// Two schemas of objects as one with the members of both.
pub fn joined(first: &Schema, second: &Schema) -> Schema {
    let mut properties = serde_json::Map::new();
    let mut required = Vec::new();
    for schema in [first, second] {
        if let Some(Value::Object(members)) = schema.get("properties") {
            properties.extend(members.clone());
        }
        if let Some(Value::Array(names)) = schema.get("required") {
            required.extend(names.clone());
        }
    }
    let mut schema = json_schema!({ "type": "object", "properties": properties, "additionalProperties": false });
    if !required.is_empty() {
        schema.insert("required".to_owned(), required.into());
    }
    schema
}

impl Table {
    /// The table of a schema of an object.
    pub fn of(schema: &Schema) -> Self {
        let required: Vec<&str> =
            schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let members = schema.get("properties").and_then(Value::as_object);
        let specs = members.into_iter().flatten().map(|(name, member)| {
            let words = |key: &str| -> Vec<String> {
                let list = member.get(key).and_then(Value::as_array);
                list.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
            };
            Spec {
                name: name.clone(),
                about: text(member, "description").replace('\n', " "),
                kind: kind(member),
                default: member.get("default").filter(|value| !value.is_null()).cloned(),
                required: required.contains(&name.as_str()),
                value: member.get("x-value").and_then(Value::as_str).map(str::to_owned),
                place: member.get("x-place").and_then(Value::as_u64),
                conflicts: words("x-conflicts"),
                file: match member.get("x-file") {
                    None | Some(Value::Bool(false)) => File::No,
                    Some(_) => File::Unless(words("x-file")),
                },
            }
        });
        Self(specs.collect())
    }

    /// Refuses options that do not exist, numbers out of their range, and options that exclude each other.
    pub fn check(&self, options: &str) -> Result<(), Problems> {
        if options == "{}" {
            return Ok(());
        }
        let given: BTreeMap<Cow<'_, str>, &RawValue> = serde_json::from_str(options)
            .map_err(|error| Problem::new(format!("the options are no JSON object: {error}")))?;
        let mut problems = Vec::new();
        for (name, value) in &given {
            match self.find(name) {
                None => problems.push(self.unknown(name)),
                Some(spec) => problems.extend(spec.check(value.get())),
            }
        }
        // What is null or false is as good as not given.
        let is_given =
            |name: &str| given.get(name).is_some_and(|value| !matches!(value.get(), "null" | "false" | "[]" | "\"\""));
        for spec in self.0.iter().filter(|spec| is_given(&spec.name)) {
            for other in spec.conflicts.iter().filter(|other| is_given(other)) {
                problems.push(Problem::new(format!("option `{}` cannot be given with `{other}`", spec.name)));
            }
        }
        Problems::none_or(problems, || ())
    }

    /// The option of this name.
    pub fn find(&self, name: &str) -> Option<&Spec> {
        self.0.iter().find(|spec| spec.name == name)
    }

    fn unknown(&self, name: &str) -> Problem {
        let shown: String = name.chars().take(40).collect();
        let names: Vec<String> = self.0.iter().map(|spec| format!("`{}`", spec.name)).collect();
        let expected =
            if names.is_empty() { "there are none".to_owned() } else { format!("expected {}", names.join(", ")) };
        Problem::new(format!("there is no option `{shown}`: {expected}"))
    }
}

impl Spec {
    fn check(&self, value: &str) -> Option<Problem> {
        let Kind::Integer(least, most) = self.kind else { return None };
        // Wider than any option, so that no number slips through.
        let number: i128 = value.parse().ok()?;
        let low = least.is_some_and(|least| number < i128::from(least));
        let high = most.is_some_and(|most| number > i128::from(most));
        let range = match (least, most) {
            (Some(least), Some(most)) => format!("from {least} to {most}"),
            (Some(least), None) => format!("from {least}"),
            (None, Some(most)) => format!("up to {most}"),
            (None, None) => return None,
        };
        (low || high).then(|| Problem::new(format!("option `{}`: {number} is not {range}", self.name)))
    }
}

fn text(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn kind(schema: &Value) -> Kind {
    if let Some(forms) = schema.get("anyOf").and_then(Value::as_array) {
        let real: Vec<&Value> = forms.iter().filter(|form| form["type"] != "null").collect();
        return match real[..] {
            [only] => kind(only),
            _ => Kind::Json,
        };
    }
    if let Some(forms) = schema.get("oneOf").and_then(Value::as_array) {
        return choices(forms);
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        let words = words.iter().filter_map(Value::as_str).map(|word| (word.to_owned(), String::new()));
        return Kind::Choice(words.collect());
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).filter(|name| *name != "null").collect(),
        _ => Vec::new(),
    };
    match types[..] {
        ["boolean"] => Kind::Flag,
        ["integer"] => Kind::Integer(schema["minimum"].as_i64(), schema["maximum"].as_i64()),
        ["number"] => Kind::Number,
        ["string"] => Kind::Text,
        ["integer", "string"] => Kind::NumberOrText,
        // A list of anything has no form with commas.
        ["array"] => match kind(&schema["items"]) {
            Kind::Json => Kind::Json,
            kind => Kind::List(Box::new(kind)),
        },
        _ => Kind::Json,
    }
}

/// The words of an enum; an object among them makes it something else.
fn choices(forms: &[Value]) -> Kind {
    let mut words = Vec::new();
    for form in forms {
        if let Some(word) = form["const"].as_str() {
            words.push((word.to_owned(), text(form, "description")));
        } else if let Some(more) = form["enum"].as_array() {
            words.extend(more.iter().filter_map(Value::as_str).map(|word| (word.to_owned(), String::new())));
        } else if form["type"] != "null" {
            return Kind::Json;
        }
    }
    Kind::Choice(words)
}

/// Options of a type, from the JSON object that holds them among others; what is wrong names its option.
pub fn parse<T: DeserializeOwned>(options: &str) -> Result<T, Problems> {
    // The place of a mistake is looked for only when there is one.
    serde_json::from_str(options).map_err(|plain| {
        let located: Result<T, _> = serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(options));
        let (path, error) = match located {
            Err(error) => (error.path().to_string(), error.into_inner()),
            Ok(_) => (String::new(), plain),
        };
        let text = error.to_string();
        let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
        let message = message.replace("missing field", "there is no option");
        if path.is_empty() || path == "." || path == "?" {
            return Problem::new(message).into();
        }
        Problem::new(format!("option `{path}`: {message}")).into()
    })
}

/// For games and verbs with nothing to choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NoOptions {}

/// A seed: a number, or any text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seed(pub String);

impl Seed {
    /// A seed nobody chose: another one each time, short enough to be read out and typed again.
    pub fn fresh() -> Self {
        Self((crate::clock::chance() % 1_000_000_000).to_string())
    }

    /// The seed of the one that comes so many after this one: a number counts on, a text gets a number.
    #[must_use]
    pub fn plus(&self, index: u64) -> Self {
        match (self.0.parse::<u64>(), index) {
            (_, 0) => self.clone(),
            (Ok(number), _) => Self(number.wrapping_add(index).to_string()),
            (Err(_), _) => Self(format!("{}-{index}", self.0)),
        }
    }

    /// The number it stands for.
    pub fn number(&self) -> u64 {
        crate::random::seed_of(&self.0)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Serialize for Seed {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberOrText;
        impl Visitor<'_> for NumberOrText {
            type Value = Seed;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a number or a text without blanks of at most 64 letters")
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Seed, E> {
                Ok(Seed(number.to_string()))
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Seed, E> {
                // It becomes the end of an id.
                if text.len() > 64 || text.contains(char::is_whitespace) || text.contains([';', '"']) {
                    let shown: String = text.chars().take(64).collect();
                    return Err(E::custom(format!(
                        "`{shown}` is not a seed: expected a number or a text without blanks"
                    )));
                }
                Ok(Seed(text.to_owned()))
            }
        }
        deserializer.deserialize_any(NumberOrText)
    }
}

impl JsonSchema for Seed {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Seed".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["integer", "string"], "minimum": 0, "maxLength": 64, "pattern": "^[^\\s;\"]*$" })
    }
}

/// Several values: a list in JSON, or a text with commas between them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct List<T>(pub Vec<T>);

impl<'de, T: FromStr + DeserializeOwned> Deserialize<'de> for List<T>
where
    T::Err: fmt::Display,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Several<T>(std::marker::PhantomData<T>);
        impl<'de, T: FromStr + DeserializeOwned> Visitor<'de> for Several<T>
        where
            T::Err: fmt::Display,
        {
            type Value = List<T>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a list, or a text with commas")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<List<T>, E> {
                let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
                parts.map(|part| part.parse().map_err(E::custom)).collect::<Result<_, E>>().map(List)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<List<T>, A::Error> {
                let mut list = Vec::new();
                while let Some(Listed(item)) = items.next_element()? {
                    list.push(item);
                }
                Ok(List(list))
            }
        }
        deserializer.deserialize_any(Several(std::marker::PhantomData))
    }
}

/// One of several: a text says itself what is wrong with it.
struct Listed<T>(T);

impl<'de, T: FromStr + DeserializeOwned> Deserialize<'de> for Listed<T>
where
    T::Err: fmt::Display,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error as _;
        match Value::deserialize(deserializer)? {
            Value::String(text) => text.parse().map(Self).map_err(D::Error::custom),
            other => T::deserialize(other).map(Self).map_err(D::Error::custom),
        }
    }
}

impl<T: JsonSchema> JsonSchema for List<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("List_of_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": generator.subschema_for::<T>() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What can be asked.
    #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
    struct Asked {
        /// Which engine answers
        #[serde(default)]
        engine: Engine,
        /// Prove it
        #[serde(default)]
        #[schemars(extend("x-conflicts" = ["count"]))]
        unique: bool,
        /// How many
        #[schemars(range(min = 1, max = 9), extend("x-value" = "N"))]
        count: Option<u8>,
        /// The board
        #[schemars(extend("x-place" = 1, "x-file" = ["-"]))]
        board: String,
        #[serde(default)]
        cards: List<u8>,
        seed: Option<Seed>,
    }

    #[derive(Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    enum Engine {
        /// Chooses itself
        #[default]
        Auto,
        /// Looks everywhere
        Plain,
    }

    #[test]
    fn a_table_says_what_a_type_says() {
        let table = Table::of(&schema_of::<Asked>());
        let engine = table.find("engine").unwrap();
        assert_eq!(engine.about, "Which engine answers");
        let words = [("auto", "Chooses itself"), ("plain", "Looks everywhere")];
        assert_eq!(engine.kind, Kind::Choice(words.map(|(word, help)| (word.into(), help.into())).into()));
        assert_eq!(engine.default, Some("auto".into()));
        assert_eq!(table.find("unique").unwrap().conflicts, ["count"]);
        let count = table.find("count").unwrap();
        assert_eq!((&count.kind, count.value.as_deref()), (&Kind::Integer(Some(1), Some(9)), Some("N")));
        let board = table.find("board").unwrap();
        assert_eq!((board.place, board.required), (Some(1), true));
        assert_eq!(board.file, File::Unless(vec!["-".to_owned()]));
        assert!(matches!(&table.find("cards").unwrap().kind, Kind::List(kind) if matches!(**kind, Kind::Integer(..))));
        assert_eq!(table.find("seed").unwrap().kind, Kind::NumberOrText);
    }

    #[test]
    fn wrong_options_are_named() {
        let table = Table::of(&schema_of::<Asked>());
        let said = |options: &str| match table.check(options).and_then(|()| parse::<Asked>(options)) {
            Ok(asked) => format!("{asked:?}"),
            Err(problems) => problems.to_string(),
        };
        assert!(said(r#"{"board":"x","cards":"1,2","seed":7}"#).contains("List([1, 2])"));
        assert!(said(r#"{"bord":"x"}"#).starts_with("there is no option `bord`: expected `engine`, `unique`"));
        assert_eq!(said(r#"{"board":"x","count":10}"#), "option `count`: 10 is not from 1 to 9");
        let huge = said(&format!(r#"{{"board":"x","count":{}}}"#, u64::MAX));
        assert_eq!(huge, format!("option `count`: {} is not from 1 to 9", u64::MAX));
        let both = said(r#"{"board":"x","unique":true,"count":3}"#);
        assert_eq!(both, "option `unique` cannot be given with `count`");
        assert!(said(r#"{"board":"x","unique":false,"count":3}"#).starts_with("Asked"));
        let unknown = said(r#"{"board":"x","engine":"fast"}"#);
        assert_eq!(unknown, "option `engine`: unknown variant `fast`, expected `auto` or `plain`");
        assert_eq!(said("{}"), "there is no option `board`");
        assert!(said(r#"{"board":"x","cards":["a"]}"#).starts_with("option `cards[0]`"));
    }
}
