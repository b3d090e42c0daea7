//! The description is true: every question is in it and answers as it says.

use std::collections::BTreeSet;

use crate::common::{ask, get, patient, plain, post, post_bytes, site, start, verbs};
use crate::schema;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use azulejo_core::verb::{Cost, Needs};
use azulejo_games::GAMES;
use serde_json::{Value, json};

const GETS: [&str; 5] = ["games", "verbs", "daily", "health", "openapi.json"];

pub fn path_of(game: &str, verb: &str) -> String {
    format!("/api/v1/games/{game}/{}", verb.replace(' ', "-"))
}

/// Every question but those without a game.
fn posts() -> impl Iterator<Item = (&'static str, &'static str)> {
    let pictures = GAMES.0.iter().map(|game| (game.name, "picture"));
    verbs().map(|(game, verb)| (game.name, verb.name)).chain(pictures)
}

#[tokio::test]
async fn the_document_and_the_routes_are_the_same() {
    let site = site();
    let document = get(&site, "/api/v1/openapi.json").await.json();
    assert_eq!(document, azulejo_web::document());
    let described: BTreeSet<(String, String)> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, methods)| methods.as_object().unwrap().keys().map(|method| (path.clone(), method.clone())))
        .collect();
    let gets = GETS.iter().map(|name| (format!("/api/v1/{name}"), "get".to_owned()));
    let posts = posts().map(|(game, verb)| (path_of(game, verb), "post".to_owned()));
    assert_eq!(described, gets.chain(posts).collect());
    for (path, method) in described {
        let other = if method == "get" { "DELETE" } else { "GET" };
        let request = Request::builder().method(method.to_uppercase().as_str()).uri(&path);
        let status = ask(&site, request.body(Body::empty()).unwrap()).await.status;
        assert!(status != StatusCode::NOT_FOUND && status != StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
        let wrong = ask(&site, Request::builder().method(other).uri(&path).body(Body::empty()).unwrap()).await;
        assert_eq!(wrong.status, StatusCode::METHOD_NOT_ALLOWED, "{other} {path}");
        assert_eq!(wrong.kind(), "application/problem+json");
    }
    assert_eq!(get(&site, "/api/v1/nothing").await.status, StatusCode::NOT_FOUND);
}

/// Everything inside a value.
fn inside<'a>(value: &'a Value, found: &mut Vec<&'a Value>) {
    found.push(value);
    match value {
        Value::Array(items) => items.iter().for_each(|item| inside(item, found)),
        Value::Object(members) => members.values().for_each(|member| inside(member, found)),
        _ => {}
    }
}

#[test]
fn the_document_is_whole() {
    let document = azulejo_web::document();
    assert_eq!(document["openapi"], "3.1.1");
    let mut all = Vec::new();
    inside(&document, &mut all);
    let references: BTreeSet<&str> = all.iter().filter_map(|value| value.get("$ref")?.as_str()).collect();
    assert!(references.len() > 20);
    for reference in &references {
        assert!(document.pointer(reference.trim_start_matches('#')).is_some(), "{reference}");
    }
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for name in schemas.keys() {
        assert!(references.contains(format!("#/components/schemas/{name}").as_str()), "nobody refers to {name}");
        assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte)), "{name}");
    }
    let ids: Vec<&str> = all.iter().filter_map(|value| value.get("operationId")?.as_str()).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{ids:?}");
}

#[test]
fn questions_are_described_with_their_options() {
    let document = azulejo_web::document();
    for (game, verb) in verbs() {
        let post = &document["paths"][path_of(game.name, verb.name)]["post"];
        let question = &post["requestBody"]["content"]["application/json"]["schema"];
        assert_eq!(question["properties"].get("position").is_some(), verb.needs == Needs::Puzzle);
        let events = post["responses"]["200"]["content"].get("text/event-stream");
        assert_eq!(events.is_some(), verb.cost == Cost::Search);
        let options = question["properties"]["options"]["$ref"].as_str().unwrap();
        let options = document.pointer(options.trim_start_matches('#')).unwrap();
        let table = azulejo_games::verbs(Some(game.name));
        let listed = table["games"][0]["verbs"].as_array().unwrap();
        assert_eq!(*options, listed.iter().find(|listed| listed["name"] == verb.name).unwrap()["options"]);
    }
}

/// The schema of an answer.
pub fn answer<'a>(document: &'a Value, path: &str, method: &str, status: &str) -> &'a Value {
    let response = &document["paths"][path][method]["responses"][status]["content"];
    let schema = &response["application/json"]["schema"];
    if schema.is_null() { &response["application/problem+json"]["schema"] } else { schema }
}

#[tokio::test]
async fn good_answers_fit_their_schemas() {
    let site = patient();
    let document = azulejo_web::document();
    for name in GETS {
        let path = format!("/api/v1/{name}");
        let reply = get(&site, &path).await;
        assert_eq!(reply.status, StatusCode::OK);
        let schema = answer(&document, &path, "get", "200");
        schema::check(&reply.json(), schema, &document).unwrap_or_else(|problem| panic!("{path}: {problem}"));
    }
    for game in GAMES.0 {
        let position = start(game, 1).await;
        for verb in game.verbs {
            let Some(mut body) = plain(verb, &position) else { continue };
            body["limits"] = json!({ "time_ms": 1000 });
            for draw in [Value::Null, json!({})] {
                body["draw"] = draw;
                let path = path_of(game.name, verb.name);
                let question =
                    &document["paths"][&path]["post"]["requestBody"]["content"]["application/json"]["schema"];
                schema::check(&body, question, &document).unwrap_or_else(|problem| panic!("{path}: {problem}"));
                let reply = post(&site, game.name, verb.name, &body).await;
                let status = reply.status.as_u16();
                // What must be told something, or seated somebody, says so.
                let wants = verb.needs == Needs::Nothing
                    || verb.table().0.iter().any(|spec| spec.required)
                    || ["picture", "is not a position"].iter().any(|wanted| reply.text().contains(wanted));
                assert!(status == 200 || (status == 422 && wants), "{path}: {}", reply.text());
                let schema = answer(&document, &path, "post", if status == 200 { "200" } else { "4XX" });
                schema::check(&reply.json(), schema, &document).unwrap_or_else(|problem| panic!("{path}: {problem}"));
            }
        }
    }
}

#[tokio::test]
async fn refusals_fit_their_schema() {
    let site = site();
    let document = azulejo_web::document();
    for (game, verb) in posts() {
        for (body, expected) in [
            ("{".to_owned(), StatusCode::BAD_REQUEST),
            ("[]".to_owned(), StatusCode::UNPROCESSABLE_ENTITY),
            (json!({ "position": 7, "nonsense": 1 }).to_string(), StatusCode::UNPROCESSABLE_ENTITY),
            ("x".repeat(300 << 10), StatusCode::PAYLOAD_TOO_LARGE),
        ] {
            let reply = post_bytes(&site, game, verb, body).await;
            assert_eq!(reply.status, expected, "{game} {verb}: {}", reply.text());
            assert_eq!(reply.kind(), "application/problem+json");
            schema::check(&reply.json(), answer(&document, &path_of(game, verb), "post", "4XX"), &document).unwrap();
            assert_eq!(reply.json()["status"], reply.status.as_u16());
        }
    }
}
