//! The part of JSON Schema that our description uses: checking a value against it, and making one up from it.

use azulejo_core::random::Random;
use serde_json::{Map, Value, json};

/// The schema that a reference stands for.
fn resolved<'a>(schema: &'a Value, document: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(reference) => {
            let found = document.pointer(reference.trim_start_matches('#'));
            resolved(found.unwrap_or_else(|| panic!("{reference} is not in the document")), document)
        }
        None => schema,
    }
}

/// What is wrong with a value, if anything.
pub fn check(value: &Value, schema: &Value, document: &Value) -> Result<(), String> {
    let schema = resolved(schema, document);
    for key in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[key].as_array() {
            let fits = choices.iter().filter(|choice| check(value, choice, document).is_ok()).count();
            return if fits > 0 { Ok(()) } else { Err(format!("{value} fits none of {schema}")) };
        }
    }
    if let Some(parts) = schema["allOf"].as_array() {
        parts.iter().try_for_each(|part| check(value, part, document))?;
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
    if let (Some(least), Some(number)) = (schema["minimum"].as_f64(), value.as_f64())
        && number < least
    {
        return Err(format!("{number} is below {least}"));
    }
    if let Some(items) = value.as_array().filter(|_| !schema["items"].is_null()) {
        items.iter().try_for_each(|item| check(item, &schema["items"], document))?;
    }
    if let Some(members) = value.as_object() {
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !members.contains_key(name) {
                return Err(format!("{name} is missing in {value}"));
            }
        }
        for (name, member) in members {
            match (&schema["properties"][name], &schema["additionalProperties"]) {
                (Value::Null, Value::Bool(false)) => return Err(format!("{name} is not described in {schema}")),
                (Value::Null, other @ Value::Object(_)) => check(member, other, document)?,
                (Value::Null, _) => {}
                (described, _) => {
                    check(member, described, document).map_err(|problem| format!("{name}: {problem}"))?;
                }
            }
        }
    }
    Ok(())
}

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
    let schema = resolved(schema, document);
    for key in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[key].as_array() {
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
        "array" => (0..random.below(4)).map(|_| invent(&schema["items"], document, random)).collect(),
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
        "kami",
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
