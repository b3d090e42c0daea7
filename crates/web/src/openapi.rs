//! The description of the API: `OpenAPI` 3.1, whose schemas are JSON Schema 2020-12, built from the table of verbs.
//!
//! Each verb of each game has its path, with the schemas of its options, its positions and its answer; the few fixed
//! paths are written here. What is shared stands under `components`.

use azulejo_core::options::schema_of;
use azulejo_core::question;
use azulejo_core::registry::Entry;
use azulejo_core::report::Members;
use azulejo_core::scene::Draw;
use azulejo_core::verb::{self, Cost, Needs};
use azulejo_games::GAMES;
use azulejo_games::catalog::{Catalog, Daily};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::catalog::Health;
use crate::picture::{Choice, Format};
use crate::refusal::Refusal;

const SCHEMAS: &str = "/components/schemas";

/// The `OpenAPI` document.
pub fn document() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize().with(|settings| {
        settings.definitions_path = SCHEMAS.into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    let mut schemas = Map::new();
    schemas.insert("Draw".into(), schema_of::<Draw>().to_value());
    schemas.insert("Limits".into(), schema_of::<question::Limits>().to_value());
    let mut paths = fixed(&mut generator);
    for game in GAMES.0 {
        paths.insert(format!("/api/v1/games/{}/picture", game.name), picture(game, &mut generator));
        for verb in game.verbs {
            let name = verb.name.replace(' ', "-");
            let options = format!("{}.{name}.options", game.name);
            let path = format!("/api/v1/games/{}/{name}", game.name);
            paths.insert(path, asked(game, verb, &options, &mut generator));
            schemas.insert(options, (verb.options)().to_value());
        }
    }
    problem(&mut generator);
    schemas.extend(generator.take_definitions(true));
    json!({
        "openapi": "3.1.1",
        "info": {
            "title": "azulejo",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Coloured-grid games: play, check, solve, generate, draw. Nothing is kept between two \
                            questions: a position comes with each of them.",
            "license": { "name": env!("CARGO_PKG_LICENSE"), "identifier": env!("CARGO_PKG_LICENSE") },
        },
        "paths": paths,
        "components": { "schemas": schemas },
    })
}

fn named(name: &str) -> Value {
    json!({ "$ref": format!("#{SCHEMAS}/{name}") })
}

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}

fn problem(generator: &mut SchemaGenerator) -> Value {
    of::<Refusal>(generator)
}

fn content(kinds: &[&str], schema: &Value) -> Value {
    kinds.iter().map(|kind| ((*kind).to_owned(), json!({ "schema": schema }))).collect::<Map<_, _>>().into()
}

/// A good answer, and what else may come.
fn responses(about: &str, content: &Value, generator: &mut SchemaGenerator) -> Value {
    let refused = |about: &str, schema: &Value| json!({ "description": about, "content": { "application/problem+json": { "schema": schema } } });
    let schema = problem(generator);
    json!({
        "200": { "description": about, "content": content },
        "4XX": refused("What is wrong with the question", &schema),
        "503": refused("Too many ask at once", &schema),
    })
}

/// The paths that every server has, whatever its games.
fn fixed(generator: &mut SchemaGenerator) -> Map<String, Value> {
    let open = json!({ "type": "object" });
    let date = json!({
        "name": "date", "in": "query", "description": "The day; today in Greenwich when not given",
        "schema": { "type": "string", "format": "date" },
    });
    let fixed = [
        ("games", "The games, what can be asked of them and how they can be set up", of::<Catalog>(generator), None),
        ("verbs", "Every verb of every game, with the schema of its options", open.clone(), None),
        ("daily", "The puzzles of a day, the same for everybody", of::<Daily>(generator), Some(date)),
        ("health", "Whether the server is there", of::<Health>(generator), None),
        ("openapi.json", "This description", open, None),
    ];
    let mut paths = Map::new();
    for (name, about, schema, parameter) in fixed {
        let mut get = json!({
            "operationId": name.trim_end_matches(".json"),
            "summary": about,
            "tags": ["about"],
            "responses": responses(about, &content(&["application/json"], &schema), generator),
        });
        if let Some(parameter) = parameter {
            get["parameters"] = json!([parameter]);
        }
        paths.insert(format!("/api/v1/{name}"), json!({ "get": get }));
    }
    paths
}

/// The members of a question about a game.
fn members(game: &Entry, generator: &mut SchemaGenerator) -> Map<String, Value> {
    let text =
        json!({ "type": "string", "description": "A text in any form that the game reads, an id or an address" });
    let Value::Object(members) = json!({
        "puzzle": text,
        "position": (game.position)(generator),
        "moves": { "type": "array", "items": { "type": "string" }, "description": "Moves played first" },
        "limits": named("Limits"),
        "draw": { "anyOf": [named("Draw"), { "type": "null" }], "description": "How pictures in the answer look; none without it" },
    }) else {
        return Map::new();
    };
    members
}

/// A verb of a game.
fn asked(game: &Entry, verb: &verb::Entry, options: &str, generator: &mut SchemaGenerator) -> Value {
    let mut members = members(game, generator);
    members.insert("options".into(), named(options));
    let mut question = json!({ "type": "object", "additionalProperties": false });
    match verb.needs {
        Needs::Puzzle => {
            question["oneOf"] = json!([{ "required": ["puzzle"] }, { "required": ["position"] }]);
        }
        Needs::Nothing => ["puzzle", "position", "moves"].into_iter().for_each(|name| drop(members.remove(name))),
    }
    if verb.table().0.iter().any(|spec| spec.required) {
        question["required"] = json!(["options"]);
    }
    question["properties"] = members.into();
    let answer = (verb.answer)(generator).to_value();
    // What was given up before the question was understood has no answer to show.
    let none = json!({ "properties": { "status": { "const": "gave_up" } } });
    let report = json!({ "allOf": [reported(generator), { "anyOf": [answer, none] }] });
    let mut answers = content(&["application/json"], &report);
    if verb.cost == Cost::Search {
        let about = "`progress` events, then `answer` with the report or `problem` with what is wrong";
        answers["text/event-stream"] = json!({ "schema": { "type": "string", "description": about } });
    }
    let mut post = json!({
        "operationId": format!("{}.{}", game.name, verb.name.replace(' ', "-")),
        "summary": verb.about,
        "tags": [game.name],
        "requestBody": { "required": true, "content": content(&["application/json"], &question) },
        "responses": responses("The report", &answers, generator),
    });
    if verb.needs == Needs::Puzzle {
        for kind in ["image/png", "image/jpeg"] {
            post["requestBody"]["content"][kind] = json!({});
        }
        post["parameters"] = json!([{
            "name": "options", "in": "query", "style": "form", "explode": true,
            "description": "The options, where the body is a picture",
            "schema": named(options),
        }]);
    }
    json!({ "post": post })
}

/// What every report has; what is null is left out.
fn reported(generator: &mut SchemaGenerator) -> Value {
    let members = of::<Members>(generator);
    if let Some(schema) = generator.definitions_mut().get_mut("Members").and_then(Value::as_object_mut) {
        schema.insert("required".into(), json!(["game", "command", "status", "verdict", "elapsed_ms"]));
    }
    members
}

/// A picture of what a verb of a game answers.
fn picture(game: &Entry, generator: &mut SchemaGenerator) -> Value {
    let mut members = members(game, generator);
    members.insert("options".into(), json!({ "type": "object", "description": "The options of the verb" }));
    let choice = schema_of::<Choice>();
    members.extend(choice.get("properties").and_then(Value::as_object).cloned().unwrap_or_default());
    let question = json!({ "type": "object", "additionalProperties": false, "properties": members });
    let kinds = [Format::Svg, Format::Png].map(Format::kind);
    let about = "A picture of what a verb answers";
    json!({ "post": {
        "operationId": format!("{}.picture", game.name),
        "summary": about,
        "tags": [game.name],
        "requestBody": { "required": true, "content": content(&["application/json"], &question) },
        "responses": responses("The picture", &content(&kinds, &json!({ "type": "string" })), generator),
    } })
}
