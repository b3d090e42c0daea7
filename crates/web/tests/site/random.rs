//! Whatever is asked, the server answers and is not to blame: a seeded run over all questions, by their schemas and beyond.

use std::time::Duration;

use crate::common::{good, post_bytes, site_with, start, usual};
use crate::openapi::{answer, path_of};
use crate::schema;
use axum::http::StatusCode;
use azulejo_core::random::Random;
use azulejo_games::GAMES;
use azulejo_web::Limits;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_question_makes_the_server_fail() {
    let brief = Duration::from_millis(20);
    let site = site_with(Limits { usual_time: brief, most_time: brief, cells: 1024, ..Limits::default() });
    let document = azulejo_web::document();
    let mut positions = Vec::new();
    for game in GAMES.0 {
        for seed in 0..3 {
            let first = start(game, seed).await;
            let moves = good(&site, game.name, "moves", &json!({ "position": first })).await["moves"].clone();
            let action = moves[moves.as_array().unwrap().len() / 2].clone();
            let next = good(&site, game.name, "play", &json!({ "position": first, "moves": [action] })).await;
            positions.extend([(game, first), (game, next["position"].clone())]);
        }
    }
    let mut random = Random::new(2026);
    let (mut good_answers, mut refusals) = (0, 0);
    for round in 0..6_000 {
        let (game, position) = random.pick(&positions).unwrap().clone();
        let verb = random.pick(game.verbs).map_or("picture", |verb| verb.name);
        let verb = if random.below(20) == 0 { "picture" } else { verb };
        let path = path_of(game.name, verb);
        let described = &document["paths"][&path]["post"];
        let wanted = &described["requestBody"]["content"]["application/json"]["schema"];
        let mut body = schema::invent(wanted, &document, &mut random);
        about(&mut body, game, &position, &mut random);
        let bytes = match random.below(12) {
            0 => spoiled_bytes(body.to_string().into_bytes(), &mut random),
            1 => schema::anything(&mut random, 4).to_string().into_bytes(),
            _ => body.to_string().into_bytes(),
        };
        let name = if random.below(40) == 0 { "nothing" } else { game.name };
        let reply = post_bytes(&site, name, verb, bytes.clone()).await;
        let shown = || format!("{round}: {name} {verb} {}\n{}", String::from_utf8_lossy(&bytes), reply.text());
        let fits = |status: &str| {
            schema::check(&reply.json(), answer(&document, &path, "post", status), &document)
                .unwrap_or_else(|problem| panic!("{problem}\n{}", shown()));
        };
        if reply.status == StatusCode::OK {
            good_answers += 1;
            if reply.kind() == "application/json" {
                fits("200");
            }
        } else {
            refusals += 1;
            assert!(reply.status.is_client_error(), "{}", shown());
            assert_eq!(reply.kind(), "application/problem+json", "{}", shown());
            fits("4XX");
        }
    }
    assert!(good_answers > 500 && refusals > 500, "{good_answers} good, {refusals} refused");
}

/// Makes a question that was made up a question about something, mostly.
fn about(body: &mut Value, game: &azulejo_core::registry::Entry, position: &Value, random: &mut Random) {
    let Some(members) = body.as_object_mut() else { return };
    let wants = members.contains_key("position") || members.contains_key("puzzle");
    if wants {
        members.remove("puzzle");
        members.remove("position");
        match random.below(8) {
            0 => drop(members.insert("puzzle".into(), json!(usual(game, "1")))),
            1..=4 => drop(members.insert("position".into(), schema::spoiled(position, random))),
            _ => drop(members.insert("position".into(), position.clone())),
        }
    }
    if random.below(2) == 0 {
        members.remove("moves");
    }
    // What would only make the run slow: large boards are tested on their own.
    if let Some(setup) = members.get_mut("options").and_then(|options| options.get_mut("setup")) {
        *setup = json!(["", "5x5", "4x4c3", "d2", "2p", "x", "9x", "6x9-keep", "💧"][random.index(9)]);
    }
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
