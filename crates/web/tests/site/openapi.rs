//! The description is true: every question is in it and answers as it says.

use std::collections::BTreeSet;

use crate::common::{GAMES, ask, get, good, post, post_bytes, site, start};
use crate::schema;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

const GETS: [&str; 4] = ["/games", "/daily", "/health", "/openapi.json"];

const POSTS: [&str; 14] = [
    "new", "read", "view", "play", "moves", "check", "hint", "solve", "generate", "rate", "bot", "export", "render",
    "import",
];

fn path_of(question: &str) -> String {
    let game = if question == "import" { "flow" } else { "{game}" };
    format!("/api/v1/games/{game}/{question}")
}

#[tokio::test]
async fn the_document_and_the_routes_are_the_same() {
    let site = site();
    let document = get(&site, "/api/v1/openapi.json").await.json();
    let described: BTreeSet<(String, String)> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, methods)| methods.as_object().unwrap().keys().map(|method| (path.clone(), method.clone())))
        .collect();
    let gets = GETS.iter().map(|path| (format!("/api/v1{path}"), "get".to_owned()));
    let posts = POSTS.iter().map(|question| (path_of(question), "post".to_owned()));
    assert_eq!(described, gets.chain(posts).collect());
    for (path, method) in described {
        let (real, other) = (path.replace("{game}", "kami"), if method == "get" { "DELETE" } else { "GET" });
        let request = Request::builder().method(method.to_uppercase().as_str()).uri(&real);
        let status = ask(&site, request.body(Body::empty()).unwrap()).await.status;
        assert!(status != StatusCode::NOT_FOUND && status != StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
        let wrong = ask(&site, Request::builder().method(other).uri(&real).body(Body::empty()).unwrap()).await;
        assert_eq!(wrong.status, StatusCode::METHOD_NOT_ALLOWED, "{other} {path}");
        assert_eq!(wrong.kind(), "application/problem+json");
    }
    assert_eq!(get(&site, "/api/v1/nothing").await.status, StatusCode::NOT_FOUND);
}

#[test]
fn parameters_are_in_the_path_exactly_when_the_path_has_them() {
    let document = serde_json::to_value(azulejo_web::document()).unwrap();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for operation in methods.as_object().unwrap().values() {
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let name = parameter["name"].as_str().unwrap();
                let place = if path.contains(&format!("{{{name}}}")) { "path" } else { "query" };
                assert_eq!(parameter["in"], place, "{path} {name}");
            }
        }
    }
}

#[tokio::test]
async fn the_document_names_the_games_of_the_registry() {
    let document = serde_json::to_value(azulejo_web::document()).unwrap();
    let named: Vec<&str> = document["components"]["schemas"]["Game"]["enum"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    let known: Vec<&str> = azulejo_games::GAMES.0.iter().map(|game| game.name).collect();
    assert_eq!(named, known);
}

/// The schema of an answer.
fn answer<'a>(document: &'a Value, path: &str, method: &str, status: &str) -> &'a Value {
    let response = &document["paths"][path][method]["responses"][status]["content"];
    let schema = &response["application/json"]["schema"];
    if schema.is_null() { &response["application/problem+json"]["schema"] } else { schema }
}

#[tokio::test]
async fn good_answers_fit_their_schemas() {
    let site = site();
    let document = serde_json::to_value(azulejo_web::document()).unwrap();
    for path in GETS {
        let reply = get(&site, &format!("/api/v1{path}")).await;
        assert_eq!(reply.status, StatusCode::OK);
        let schema = answer(&document, &format!("/api/v1{path}"), "get", "200");
        schema::check(&reply.json(), schema, &document).unwrap_or_else(|problem| panic!("{path}: {problem}"));
    }
    let games = get(&site, "/api/v1/games").await.json();
    for game in games["games"].as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let able = |ability: &str| game["abilities"].as_array().unwrap().contains(&json!(ability));
        let position = start(&site, name, 1).await;
        let action = good(&site, name, "moves", &json!({ "position": position })).await["moves"][0].clone();
        let text = good(&site, name, "view", &json!({ "position": position })).await["id"].clone();
        let asked = json!({ "position": position });
        let mut questions = vec![
            ("new", json!({ "seed": "today" })),
            ("read", json!({ "text": text })),
            ("view", asked.clone()),
            ("play", json!({ "position": position, "move": action })),
            ("moves", asked.clone()),
            ("check", asked.clone()),
            ("export", json!({ "position": position, "moves": [action] })),
        ];
        let optional = [("hint", asked.clone()), ("solve", asked.clone()), ("rate", asked), ("generate", json!({}))];
        questions.extend(optional.into_iter().filter(|(question, _)| able(question)));
        for bot in game["bots"].as_array().unwrap().iter().take(2) {
            questions.push(("bot", json!({ "position": position, "bot": bot, "seed": 1 })));
        }
        for (question, body) in questions {
            let reply = good(&site, name, question, &body).await;
            let schema = answer(&document, &path_of(question), "post", "200");
            schema::check(&reply, schema, &document).unwrap_or_else(|problem| panic!("{name} {question}: {problem}"));
        }
    }
}

#[tokio::test]
async fn refusals_fit_their_schema() {
    let site = site();
    let document = serde_json::to_value(azulejo_web::document()).unwrap();
    for game in GAMES {
        for question in POSTS.into_iter().filter(|question| *question != "import") {
            let unable = post(&site, game, question, &json!({ "position": {}, "bot": "none" })).await.status;
            for (body, expected) in [
                ("{".to_owned(), StatusCode::BAD_REQUEST),
                ("[]".to_owned(), StatusCode::UNPROCESSABLE_ENTITY),
                (json!({ "position": 7, "nonsense": 1 }).to_string(), StatusCode::UNPROCESSABLE_ENTITY),
                ("x".repeat(300 << 10), StatusCode::PAYLOAD_TOO_LARGE),
            ] {
                let reply = post_bytes(&site, game, question, body).await;
                assert!(reply.status == expected || reply.status == unable, "{game} {question}: {}", reply.text());
                assert_eq!(reply.kind(), "application/problem+json");
                let schema = answer(&document, &path_of(question), "post", "4XX");
                schema::check(&reply.json(), schema, &document).unwrap();
                assert_eq!(reply.json()["status"], reply.status.as_u16());
            }
        }
    }
}
