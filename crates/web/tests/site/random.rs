//! Whatever is asked, the server answers and is not to blame: a seeded run over all questions, by their schemas and beyond.

use std::time::Duration;

use crate::common::{GAMES, ask, good, post_bytes, site_with, start};
use crate::schema;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use azulejo_core::random::Random;
use azulejo_web::Limits;
use serde_json::{Value, json};

const QUESTIONS: [&str; 13] =
    ["new", "read", "view", "play", "moves", "check", "hint", "solve", "generate", "rate", "bot", "export", "render"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_question_makes_the_server_fail() {
    let brief = Duration::from_millis(20);
    let site = site_with(Limits { usual_time: brief, most_time: brief, cells: 1024, ..Limits::default() });
    let document = serde_json::to_value(azulejo_web::document()).unwrap();
    let mut positions: Vec<(&str, Value)> = Vec::new();
    for game in GAMES {
        for seed in 0..3 {
            let first = start_patiently(game, seed).await;
            let moves = good(&site, game, "moves", &json!({ "position": first })).await["moves"].clone();
            let action = moves[moves.as_array().unwrap().len() / 2].clone();
            let next = good(&site, game, "play", &json!({ "position": first, "move": action, "draw": null })).await;
            positions.extend([(game, first), (game, next["position"].clone())]);
        }
    }
    let mut random = Random::new(2026);
    let (mut good_answers, mut refusals) = (0, 0);
    for round in 0..6_000 {
        let (game, position) = random.pick(&positions).unwrap().clone();
        let game = if random.below(40) == 0 { "nothing" } else { game };
        let question = QUESTIONS[random.index(QUESTIONS.len())];
        let described = &document["paths"][format!("/api/v1/games/{{game}}/{question}")]["post"];
        let wanted = &described["requestBody"]["content"]["application/json"]["schema"];
        let mut body = schema::invent(wanted, &document, &mut random);
        if body["position"].is_null() || random.below(8) > 0 {
            let spoiled = random.below(3) > 0;
            let with = if spoiled { schema::spoiled(&position, &mut random) } else { position };
            if body.get("position").is_some() {
                body["position"] = with;
            }
        }
        // What would only make the run slow: large boards are tested on their own.
        if let Some(setup) = body.get_mut("setup").filter(|setup| setup.is_string()) {
            *setup = json!(["", "5x5", "4x4c3", "d2", "2p", "x", "9x", "6x9-keep", "💧"][random.index(9)]);
        }
        let bytes = match random.below(12) {
            0 => spoiled_bytes(body.to_string().into_bytes(), &mut random),
            1 => schema::anything(&mut random, 4).to_string().into_bytes(),
            _ => body.to_string().into_bytes(),
        };
        let reply = post_bytes(&site, game, question, bytes.clone()).await;
        let shown = || format!("{round}: {game} {question} {}\n{}", String::from_utf8_lossy(&bytes), reply.text());
        if reply.status == StatusCode::OK {
            good_answers += 1;
            let schema = &described["responses"]["200"]["content"]["application/json"]["schema"];
            if !schema.is_null() {
                schema::check(&reply.json(), schema, &document)
                    .unwrap_or_else(|problem| panic!("{problem}\n{}", shown()));
            }
        } else {
            refusals += 1;
            assert!(reply.status.is_client_error(), "{}", shown());
            assert_eq!(reply.kind(), "application/problem+json", "{}", shown());
            let schema = &described["responses"]["4XX"]["content"]["application/problem+json"]["schema"];
            schema::check(&reply.json(), schema, &document).unwrap_or_else(|problem| panic!("{problem}\n{}", shown()));
        }
    }
    assert!(good_answers > 500 && refusals > 500, "{good_answers} good, {refusals} refused");
}

/// Generators may need longer than the brief time of the run itself.
async fn start_patiently(game: &str, seed: u64) -> Value {
    start(&crate::common::site(), game, seed).await
}

fn spoiled_bytes(mut bytes: Vec<u8>, random: &mut Random) -> Vec<u8> {
    for _ in 0..=random.below(4) {
        let place = random.index(bytes.len().max(1));
        match (random.below(3), bytes.get(place).copied()) {
            (0, Some(_)) => bytes[place] = random.below(256) as u8,
            (1, Some(_)) => drop(bytes.remove(place)),
            _ => bytes.truncate(place),
        }
    }
    bytes
}

#[tokio::test]
async fn absurd_requests_are_refused() {
    let site = crate::common::site();
    let long = "A".repeat(200_000);
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    for game in GAMES {
        for body in [
            json!({ "text": long }).to_string(),
            json!({ "text": deep }).to_string(),
            json!({ "id": format!("{game}:{long}") }).to_string(),
            json!({ "setup": long }).to_string(),
            format!("{{\"position\":{deep}}}"),
        ] {
            for question in ["new", "read", "view"] {
                let reply = post_bytes(&site, game, question, body.clone()).await;
                assert!(reply.status.is_client_error(), "{game} {question} {}", reply.status);
            }
        }
        for setup in ["65535x65535", "99999999999x9", "d9", "d8", "d255,t4294967295", "40x40c99", "64x64-keep-keep"] {
            let reply = crate::common::post(&site, game, "new", &json!({ "setup": setup, "seed": 1 })).await;
            assert!(reply.status.is_client_error(), "{game} {setup} {}", reply.status);
        }
    }
    let moves: Vec<&str> = vec!["A1 1"; 20_000];
    let position = start(&site, "kami", 1).await;
    let reply = crate::common::post(&site, "kami", "play", &json!({ "position": position, "moves": moves })).await;
    assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY);
    let huge = json!({ "position": position, "format": "png", "size": 65_000 });
    assert_eq!(crate::common::post(&site, "kami", "render", &huge).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let odd = Request::post("/api/v1/games/kami/view").header("content-type", "text/plain").body(Body::from("{}"));
    assert_eq!(ask(&site, odd.unwrap()).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}
