//! The part of JSON Schema that our description uses: checking a value against it, and making one up from it.

use azulejo_core::random::Random;
use serde_json::{Map, Value, json};

/// The schema that a reference stands for.
fn referred<'a>(schema: &Value, document: &'a Value) -> Option<&'a Value> {
    let reference = schema["$ref"].as_str()?;
    let found = document.pointer(reference.trim_start_matches('#'));
    Some(found.unwrap_or_else(|| panic!("{reference} is not in the document")))
}

/// What is wrong with a value, if anything.
pub fn check(value: &Value, schema: &Value, document: &Value) -> Result<(), String> {
    match schema {
        Value::Bool(true) => return Ok(()),
        Value::Object(members) => {
            if let Some(unknown) = members.keys().find(|key| !KNOWN.contains(&key.as_str()) && !key.starts_with("x-")) {
                return Err(format!("`{unknown}` is not checked here: {schema}"));
            }
        }
        _ => return Err(format!("{value} fits nothing")),
    }
    if let Some(referred) = referred(schema, document) {
        check(value, referred, document)?;
    }
    for (key, most) in [("oneOf", 1), ("anyOf", usize::MAX)] {
        if let Some(choices) = schema[key].as_array() {
            let checked: Vec<_> = choices.iter().map(|choice| check(value, choice, document)).collect();
            let fits = checked.iter().filter(|checked| checked.is_ok()).count();
            if fits == 0 || fits > most {
                return Err(format!("{value} fits {fits} of {key} {choices:?}: {checked:?}"));
            }
        }
    }
    schema["allOf"].as_array().into_iter().flatten().try_for_each(|part| check(value, part, document))?;
    if schema.get("const").is_some_and(|constant| constant != value) {
        return Err(format!("{value} is not {}", schema["const"]));
    }
    if let Some(allowed) = schema["enum"].as_array()
        && !allowed.contains(value)
    {
        return Err(format!("{value} is not one of {allowed:?}"));
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => vec![],
    };
    if !kinds.is_empty() && !kinds.iter().any(|kind| is(value, kind)) {
        return Err(format!("{value} is not {kinds:?}"));
    }
    let size = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => Some(text.chars().count() as f64),
        Value::Array(items) => Some(items.len() as f64),
        _ => None,
    };
    let (least, most) = match value {
        Value::Number(_) => ("minimum", "maximum"),
        Value::String(_) => ("minLength", "maxLength"),
        _ => ("minItems", "maxItems"),
    };
    let within = |bound: &str, order: fn(f64, f64) -> bool| match (schema[bound].as_f64(), size) {
        (Some(bound), Some(size)) => order(size, bound),
        _ => true,
    };
    if !within(least, |size, bound| size >= bound) || !within(most, |size, bound| size <= bound) {
        return Err(format!("{value} is too small or too large for {schema}"));
    }
    if let Some(items) = value.as_array() {
        let first: &[Value] = schema["prefixItems"].as_array().map_or(&[], Vec::as_slice);
        items.iter().zip(first).try_for_each(|(item, schema)| check(item, schema, document))?;
        if let Some(rest) = schema.get("items") {
            items.iter().skip(first.len()).try_for_each(|item| check(item, rest, document))?;
        }
    }
    if let Some(members) = value.as_object() {
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !members.contains_key(name) {
                return Err(format!("{name} is missing in {value}"));
            }
        }
        for (name, member) in members {
            // The only pattern for names that is used: numbers.
            let number = schema["patternProperties"].get("^\\d+$").filter(|_| name.parse::<u64>().is_ok());
            let described = schema["properties"].get(name).or(number).or(schema.get("additionalProperties"));
            if let Some(described) = described {
                check(member, described, document).map_err(|problem| format!("{name}: {problem}"))?;
            }
        }
    }
    Ok(())
}

/// The words of JSON Schema that are checked, and those that say nothing about a value.
const KNOWN: [&str; 27] = [
    "$ref",
    "oneOf",
    "anyOf",
    "allOf",
    "const",
    "enum",
    "type",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "prefixItems",
    "items",
    "required",
    "properties",
    "additionalProperties",
    "patternProperties",
    "title",
    "description",
    "default",
    "format",
    "pattern",
    "uniqueItems",
    "examples",
    "deprecated",
];

fn is(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        _ => value.is_object(),
    }
}

/// A value that fits a schema, mostly.
pub fn invent(schema: &Value, document: &Value, random: &mut Random) -> Value {
    if let Some(referred) = referred(schema, document) {
        return invent(referred, document, random);
    }
    if let Some(constant) = schema.get("const") {
        return constant.clone();
    }
    for key in ["oneOf", "anyOf"] {
        // Beside properties they only say which of those go together.
        if let Some(choices) = schema[key].as_array().filter(|_| schema["properties"].is_null()) {
            let choice = random.pick(choices).unwrap().clone();
            return invent(&choice, document, random);
        }
    }
    if let Some(allowed) = schema["enum"].as_array() {
        return random.pick(allowed).unwrap().clone();
    }
    let kind = match &schema["type"] {
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => random.pick(kinds).unwrap().as_str().unwrap().to_owned(),
        _ => return anything(random, 3),
    };
    match kind.as_str() {
        "null" => Value::Null,
        "boolean" => json!(random.below(2) == 1),
        "integer" => number(random),
        "number" => json!(random.unit() * 100.0 - 50.0),
        "string" => json!(text(random)),
        "array" => match schema["prefixItems"].as_array() {
            Some(items) => items.iter().map(|item| invent(item, document, random)).collect(),
            None => (0..random.below(4)).map(|_| invent(&schema["items"], document, random)).collect(),
        },
        _ => match schema["properties"].as_object() {
            Some(described) => {
                let required: Vec<&str> =
                    schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                let mut members = Map::new();
                for (name, member) in described {
                    if required.contains(&name.as_str()) || random.below(2) == 0 {
                        members.insert(name.clone(), invent(member, document, random));
                    }
                }
                members.into()
            }
            None => anything(random, 3),
        },
    }
}

fn number(random: &mut Random) -> Value {
    match random.below(6) {
        0 => json!(0),
        1 => json!(u64::MAX),
        2 => json!(-1),
        3 => json!(random.bits()),
        _ => json!(random.below(100)),
    }
}

fn text(random: &mut Random) -> String {
    const PIECES: [&str; 28] = [
        "",
        "A1",
        "game",
        ":",
        "#",
        "9x9",
        "/",
        "rgby",
        "\n",
        "\u{0}",
        "é",
        "💧",
        "0",
        "1",
        "-",
        ",",
        "d4",
        "2p",
        " ",
        "x",
        "{",
        "\"",
        "A1-B1",
        "smart2",
        "T",
        "ZZZ99999",
        "99999999999999999999",
        "\\",
    ];
    (0..random.below(6)).map(|_| *random.pick(&PIECES).unwrap()).collect()
}

/// Any JSON at all.
pub fn anything(random: &mut Random, depth: u64) -> Value {
    match random.below(if depth == 0 { 5 } else { 7 }) {
        0 => Value::Null,
        1 => json!(random.below(2) == 0),
        2 => number(random),
        3 => json!(text(random)),
        4 => json!(random.unit()),
        5 => (0..random.below(4)).map(|_| anything(random, depth - 1)).collect(),
        _ => (0..random.below(4)).map(|_| (text(random), anything(random, depth - 1))).collect::<Map<_, _>>().into(),
    }
}

/// A value with one thing in it changed.
pub fn spoiled(value: &Value, random: &mut Random) -> Value {
    let mut value = value.clone();
    let mut place = &mut value;
    loop {
        let inside = match place {
            Value::Array(items) => !items.is_empty() && random.below(5) > 0,
            Value::Object(members) => !members.is_empty() && random.below(8) > 0,
            _ => false,
        };
        if !inside {
            break;
        }
        place = match place {
            Value::Array(items) => {
                let number = random.index(items.len());
                &mut items[number]
            }
            Value::Object(members) => {
                let number = random.index(members.len());
                members.values_mut().nth(number).unwrap()
            }
            _ => unreachable!("only these have an inside"),
        };
    }
    *place = match (place.clone(), random.below(4)) {
        (Value::Number(number), 0..=2) => {
            let number = number.as_i64().unwrap_or(0);
            random
                .pick(&[json!(number.wrapping_add(1)), json!(number.wrapping_sub(1)), json!(1_u64 << 40)])
                .unwrap()
                .clone()
        }
        (Value::String(text), 0..=2) => {
            let letters: Vec<char> = text.chars().collect();
            let cut = random.index(letters.len() + 1);
            let middle = ["", "/", ",", "9", "x", "A", "."][random.index(7)];
            json!(
                letters[..cut].iter().collect::<String>()
                    + middle
                    + &letters[(cut + 1).min(letters.len())..].iter().collect::<String>()
            )
        }
        (Value::Array(mut items), 0..=2) => {
            match (random.below(2), items.last().cloned()) {
                (0, Some(last)) => items.push(last),
                _ => drop(items.pop()),
            }
            items.into()
        }
        _ => anything(random, 2),
    };
    value
}
