//! What the API promises: games can be begun, played, checked, solved, kept and drawn; limits hold.

use std::collections::BTreeSet;

use crate::common::{ask, get, good, patient, plain, post, post_bytes, question, site, site_with, start, usual, verbs};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use azulejo_core::budget::Budget;
use azulejo_core::options::Kind;
use azulejo_core::question::Question;
use azulejo_core::verb::{Cost, Draws, Needs};
use azulejo_games::GAMES;
use azulejo_web::{Hosts, Limits};
use serde_json::{Value, json};

#[tokio::test]
async fn the_catalog_is_the_registry() {
    let games = get(&site(), "/api/v1/games").await.json();
    for (game, told) in GAMES.0.iter().zip(games["games"].as_array().unwrap()) {
        let setups: Vec<Value> =
            game.presets.iter().map(|preset| json!({ "setup": preset.setup, "name": preset.name })).collect();
        let verbs: Vec<&str> = game.verbs.iter().map(|verb| verb.name).collect();
        let expected = json!({
            "name": game.name, "title": game.title, "summary": game.summary, "version": game.version,
            "verbs": verbs, "bots": game.bots, "seating": game.seating, "setups": setups, "lesson": told["lesson"],
        });
        assert_eq!(*told, expected);
        assert_eq!(told["lesson"].is_null(), game.lesson.is_none(), "{}", game.name);
    }
    assert_eq!(games["games"].as_array().unwrap().len(), GAMES.0.len());
    assert_eq!(get(&site(), "/api/v1/verbs").await.json(), azulejo_games::verbs(None));
}

#[test]
fn every_verb_has_a_path_of_its_own() {
    let pictures = GAMES.0.iter().map(|game| (game.name, "picture".to_owned()));
    let mut paths: BTreeSet<_> = pictures.collect();
    for (game, verb) in verbs() {
        for name in [verb.name].iter().chain(verb.aliases) {
            assert!(paths.insert((game.name, name.replace(' ', "-"))), "{} {name}", game.name);
        }
    }
}

#[tokio::test]
async fn every_preset_begins_and_its_id_gives_it_back() {
    let site = patient();
    for game in GAMES.0 {
        for preset in game.presets {
            let id = game.seeded(preset.setup, "7").to_string();
            let view = good(&site, game.name, "play", &json!({ "puzzle": id, "draw": {} })).await;
            assert_eq!((&view["id"], &view["scenes"][0]["name"]), (&json!(id), &json!("board")));
            assert!(view["scenes"][0]["svg"].as_str().unwrap().starts_with("<svg"), "{id}");
            assert!(view["facts"].is_array() && view["ui"].is_object() && view["controls"].is_array(), "{id}");
            let literal = good(&site, game.name, "play", &json!({ "position": view["position"] })).await;
            let again = good(&site, game.name, "play", &json!({ "puzzle": literal["id"] })).await;
            assert_eq!(again["position"], view["position"], "{}", literal["id"]);
            let new = json!({ "options": { "setup": preset.setup, "seed": 7 } });
            if game.verb("new").unwrap().table().find("setup").is_some() {
                let new = good(&site, game.name, "new", &new).await;
                assert_eq!(new["position"], view["position"], "{id}");
                let again = good(&site, game.name, "play", &json!({ "puzzle": new["id"] })).await;
                assert_eq!((&again["id"], &again["position"]), (&new["id"], &view["position"]));
            }
        }
    }
}

#[tokio::test]
async fn answers_are_those_of_every_other_door() {
    let site = patient();
    let timeless = |bytes: &[u8]| {
        let mut report: Value = serde_json::from_slice(bytes).unwrap();
        report.as_object_mut().unwrap().remove("elapsed_ms").unwrap();
        report.to_string()
    };
    for game in GAMES.0 {
        let position = start(game, 3).await;
        for verb in game.verbs.iter().filter(|verb| verb.needs == Needs::Puzzle) {
            let Some(mut body) = plain(verb, &position) else { continue };
            body["draw"] = json!({ "theme": "dark" });
            body["limits"] = json!({ "nodes": 20_000 });
            let here = post(&site, game.name, verb.name, &body).await;
            (body["game"], body["task"]) = (json!(game.name), json!(verb.name));
            let text = body.to_string();
            let asked: Question = serde_json::from_str(&text).unwrap();
            match azulejo_games::ask(&asked, &Budget::unlimited()) {
                Ok(there) => assert_eq!(timeless(&here.bytes), timeless(&there.json())),
                Err(problems) => assert_eq!(here.json()["detail"], problems.list()[0].message),
            }
        }
    }
}

#[tokio::test]
async fn positions_survive_a_browser() {
    // A browser keeps numbers as doubles; what it sends back must be the same position.
    fn through_doubles(value: &Value) -> Value {
        match value {
            Value::Number(number) => {
                let double = number.as_f64().unwrap();
                if double.fract() == 0.0 { json!(double as i64) } else { json!(double) }
            }
            Value::Array(items) => items.iter().map(through_doubles).collect(),
            Value::Object(members) => members
                .iter()
                .map(|(name, member)| (name.clone(), through_doubles(member)))
                .collect::<serde_json::Map<_, _>>()
                .into(),
            other => other.clone(),
        }
    }
    for game in GAMES.0 {
        let position = start(game, u64::MAX).await;
        assert_eq!(through_doubles(&position), position, "{}", game.name);
    }
}

#[tokio::test]
async fn a_seed_is_drawn_when_none_is_given() {
    let site = patient();
    for game in GAMES.0 {
        let one = good(&site, game.name, "new", &json!({})).await;
        let other = good(&site, game.name, "new", &json!({})).await;
        assert_ne!(one["id"], other["id"]);
        assert_ne!(one["position"], other["position"]);
    }
}

#[tokio::test]
async fn the_puzzles_of_a_day_are_everybodys() {
    let site = patient();
    let daily = get(&site, "/api/v1/daily?date=2026-11-16").await.json();
    assert_eq!(daily["date"], "2026-11-16");
    let puzzles = daily["puzzles"].as_array().unwrap();
    assert_eq!(puzzles.len(), GAMES.0.len());
    for puzzle in puzzles {
        let view = good(&site, puzzle["game"].as_str().unwrap(), "play", &json!({ "puzzle": puzzle["id"] })).await;
        assert_eq!(view["id"], puzzle["id"]);
    }
    assert_eq!(get(&site, "/api/v1/daily").await.status, StatusCode::OK);
    for wrong in ["today", "2026-99-99", "", "2026-11-16%00"] {
        assert_eq!(get(&site, &format!("/api/v1/daily?date={wrong}")).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(get(&site, "/api/v1/daily?day=2026-11-16").await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn a_puzzle_is_hinted_solved_and_won() {
    let site = patient();
    let mut won = 0;
    for game in GAMES.0.iter().filter(|game| game.find("solve").is_some() && game.find("hint").is_some()) {
        let position = start(game, 5).await;
        let hint = good(&site, game.name, "hint", &json!({ "position": position })).await;
        assert!(!hint["messages"][0]["text"].as_str().unwrap().is_empty(), "{hint}");
        let action = json!({ "position": position, "moves": [hint["move"]] });
        good(&site, game.name, "play", &action).await;
        let answer = good(&site, game.name, "solve", &json!({ "position": position })).await;
        assert_eq!(answer["status"], "solved", "{answer}");
        let body = json!({ "position": position, "moves": answer["line"] });
        let end = good(&site, game.name, "play", &body).await;
        if end["state"] == "won" {
            won += 1;
            let checked = good(&site, game.name, "check", &json!({ "position": end["position"] })).await;
            assert_eq!((&checked["solved"], &checked["violations"]), (&json!(true), &json!([])), "{}", game.name);
        }
    }
    assert!(won > 0, "no game was won");
}

#[tokio::test]
async fn what_a_bot_plays_is_legal_until_the_game_is_over() {
    let site = patient();
    for game in GAMES.0.iter().filter(|game| game.find("bot").is_some()) {
        let mut view = good(&site, game.name, "play", &json!({ "position": start(game, 1).await })).await;
        for _ in 0..60 {
            let body = json!({ "position": view["position"], "options": { "bot": game.bots[0] } });
            let action = good(&site, game.name, "bot", &body).await["move"].clone();
            assert_eq!(action.is_null(), view["state"] != "playing", "{}: {action} {}", game.name, view["state"]);
            if action.is_null() {
                break;
            }
            let body = json!({ "position": view["position"], "moves": [action] });
            view = good(&site, game.name, "play", &body).await;
        }
        let unknown = json!({ "position": view["position"], "options": { "bot": "nobody" } });
        let reply = post(&site, game.name, "bot", &unknown).await;
        assert_eq!((reply.status, &reply.json()["option"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("bot")));
    }
}

#[tokio::test]
async fn a_control_that_is_tapped_plays_what_it_says() {
    let site = site();
    let mut played = 0;
    for game in GAMES.0.iter().filter(|game| game.find("gesture").is_some()) {
        let view = good(&site, game.name, "play", &json!({ "position": start(game, 1).await, "draw": {} })).await;
        for control in view["controls"].as_array().unwrap() {
            let gestures = json!([{ "act": "tap", "on": control["handle"] }]);
            let options = json!({ "ui": view["ui"], "gestures": gestures });
            let body = json!({ "position": view["position"], "options": options, "draw": {} });
            let touched = good(&site, game.name, "gesture", &body).await;
            let body = json!({ "position": view["position"], "moves": touched["moves"] });
            let after = good(&site, game.name, "play", &body).await;
            assert_eq!(after["position"], touched["position"], "{} {control}", game.name);
            played += touched["moves"].as_array().unwrap().len();
        }
    }
    assert!(played > 0 || GAMES.0.iter().all(|game| game.find("gesture").is_none()));
}

#[tokio::test]
async fn refusals_say_what_is_wrong() {
    let site = site();
    let detail = |reply: &crate::common::Reply| reply.json()["detail"].as_str().unwrap().to_owned();
    for game in GAMES.0 {
        let position = start(game, 1).await;
        let body = json!({ "position": position, "moves": ["nonsense", "nonsense"] });
        let reply = post(&site, game.name, "play", &body).await;
        assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(detail(&reply).starts_with("move 1 `nonsense`: "), "{}", reply.text());
        for member in ["game", "task", "verb", "time_limit_ms"] {
            let reply = post(&site, game.name, "play", &json!({ "position": position, member: "x" })).await;
            assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY);
            assert!(detail(&reply).starts_with(&format!("`{member}` is not part of a question")), "{}", reply.text());
        }
        let reply = post(&site, game.name, "play", &json!({ "position": position, "options": { "colour": 1 } })).await;
        assert!(detail(&reply).starts_with("there is no option `colour`"), "{}", reply.text());
        let reply = post(&site, game.name, "play", &json!({})).await;
        assert_eq!(reply.json()["option"], "puzzle");
        let reply = post(&site, game.name, "nothing", &json!({})).await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND);
        assert!(detail(&reply).contains("`play`"), "{}", reply.text());
        let reply = post(&site, game.name, "play", &json!({ "position": position, "draw": { "size": 65_000 } })).await;
        assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let reply = post(&site, "chess", "new", &json!({})).await;
    assert_eq!(reply.status, StatusCode::NOT_FOUND);
    assert!(detail(&reply).contains(GAMES.0[0].name), "{}", reply.text());
}

#[tokio::test]
async fn exported_texts_are_read_back() {
    let site = site();
    for game in GAMES.0.iter().filter(|game| game.find("export").is_some()) {
        let exported = good(&site, game.name, "export", &json!({ "position": start(game, 3).await })).await;
        let of_id = good(&site, game.name, "play", &json!({ "puzzle": exported["id"] })).await;
        assert_eq!(of_id["id"], exported["id"]);
        good(&site, game.name, "play", &json!({ "puzzle": exported["text"] })).await;
    }
}

#[tokio::test]
async fn pictures_are_drawn_as_asked() {
    let site = site();
    for game in GAMES.0 {
        let position = start(game, 3).await;
        let picture = |draw: Value, format: &str| json!({ "position": position, "draw": draw, "format": format });
        let png = post(&site, game.name, "picture", &picture(json!({ "size": 12 }), "png")).await;
        assert_eq!((png.status, png.kind()), (StatusCode::OK, "image/png"), "{}", game.name);
        assert!(png.bytes.starts_with(b"\x89PNG"));
        let larger = post(&site, game.name, "picture", &picture(json!({ "size": 24 }), "png")).await;
        assert!(larger.bytes.len() > png.bytes.len());
        let light = post(&site, game.name, "picture", &json!({ "position": position })).await;
        assert_eq!((light.status, light.kind()), (StatusCode::OK, "image/svg+xml"));
        let dark = post(&site, game.name, "picture", &picture(json!({ "theme": "dark" }), "svg")).await;
        assert_ne!(light.text(), dark.text(), "{}", game.name);
        let none = good(&site, game.name, "play", &json!({ "position": position })).await;
        assert_eq!((none.get("scenes"), none.get("controls")), (None, None));
        for wrong in [
            json!({ "position": position, "format": "gif" }),
            json!({ "position": position, "task": "play" }),
            json!({ "position": position, "size": 12 }),
        ] {
            let reply = post(&site, game.name, "picture", &wrong).await;
            assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
        }
        let unknown = json!({ "position": position, "verb": "nothing" });
        assert_eq!(post(&site, game.name, "picture", &unknown).await.status, StatusCode::NOT_FOUND);
        let unseen = game.verbs.iter().filter(|verb| verb.draws == Draws::Nothing && verb.cost == Cost::Quick);
        for body in unseen.filter_map(|verb| Some((verb.name, plain(verb, &position)?))).map(|(name, mut body)| {
            body["verb"] = json!(name);
            body
        }) {
            let reply = post(&site, game.name, "picture", &body).await;
            assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{body}: {}", reply.text());
        }
    }
}

#[tokio::test]
async fn what_is_drawn_is_measured_first() {
    let site = site_with(Limits { cells: 3, pixels: 1000, ..Limits::default() });
    let few = site_with(Limits { pixels: 1000, ..Limits::default() });
    for game in GAMES.0 {
        let position = start(game, 3).await;
        for (verb, body) in
            [("play", json!({ "position": position, "draw": {} })), ("picture", json!({ "position": position }))]
        {
            let reply = post(&site, game.name, verb, &body).await;
            assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{} {verb}", game.name);
            assert!(reply.text().contains("at most 3 at once"), "{}", reply.text());
        }
        good(&site, game.name, "play", &json!({ "position": position })).await;
        let reply = post(&few, game.name, "picture", &json!({ "position": position, "format": "png" })).await;
        assert!(reply.text().contains("at most 1000 are drawn"), "{}", reply.text());
    }
}

#[tokio::test]
async fn pictures_come_in_where_a_puzzle_is_wanted_with_options_in_the_address() {
    let site = site();
    let send = |path: String, kind: &str, bytes: &[u8]| {
        let request = Request::post(format!("/api/v1/games/{path}")).header("content-type", kind);
        ask(&site, request.body(Body::from(bytes.to_vec())).unwrap())
    };
    let garbage = b"no picture".as_slice();
    for (game, verb) in verbs() {
        let path = format!("{}/{}", game.name, verb.name.replace(' ', "-"));
        let unknown = send(path.clone(), "text/plain", garbage).await;
        assert_eq!(unknown.status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{path}");
        let reply = send(path.clone(), "image/png", garbage).await;
        if verb.needs == Needs::Nothing {
            assert_eq!(reply.status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{path}");
            continue;
        }
        assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{path}: {}", reply.text());
        let reply = send(format!("{path}?nonsense=1"), "image/png", garbage).await;
        assert!(reply.text().contains("there is no option `nonsense`"), "{path}: {}", reply.text());
        for spec in verb.table().0.iter().filter(|spec| matches!(spec.kind, Kind::Integer(..))) {
            let reply = send(format!("{path}?{}=many", spec.name), "image/jpeg", garbage).await;
            assert!(reply.text().contains(&format!("option `{}`", spec.name)), "{path}: {}", reply.text());
        }
    }
    let path = format!("{}/play", GAMES.0[0].name);
    assert_eq!(send(path, "image/png", &vec![0; 17 << 20]).await.status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn a_screenshot_becomes_a_puzzle() {
    let site = patient();
    for game in GAMES.0.iter().filter(|game| game.find("import").is_some()) {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles/screenshots");
        let picture = std::fs::read(format!("{folder}/{}-7x7.jpg", game.name)).unwrap();
        let path = format!("/api/v1/games/{}/import?rows=7&columns=7", game.name);
        let request = Request::post(path).header("content-type", "image/jpeg").body(Body::from(picture));
        let answer = ask(&site, request.unwrap()).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        assert!(answer.json()["confidence"].as_f64().unwrap() > 0.5, "{}", answer.text());
    }
}

#[tokio::test]
async fn absurd_requests_are_refused() {
    let site = site();
    let long = "A".repeat(200_000);
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    for game in GAMES.0 {
        for body in [
            json!({ "puzzle": long }).to_string(),
            json!({ "puzzle": deep }).to_string(),
            json!({ "puzzle": format!("{}:{long}", game.name) }).to_string(),
            format!("{{\"position\":{deep}}}"),
            format!("{{\"options\":{deep}}}"),
        ] {
            for verb in ["play", "show", "check"] {
                let reply = post_bytes(&site, game.name, verb, body.clone()).await;
                assert!(reply.status.is_client_error(), "{} {verb} {}", game.name, reply.status);
            }
        }
        for setup in ["65535x65535", "99999999999x9", "d9", "d255,t4294967295", "40x40c99", "64x64-keep-keep"] {
            let body = json!({ "puzzle": format!("{}:{setup}#1", game.name), "draw": {} });
            let reply = post(&site, game.name, "play", &body).await;
            assert!(reply.status.is_client_error(), "{} {setup} {}", game.name, reply.text());
        }
        let body = json!({ "puzzle": usual(game, "1"), "moves": vec!["A1"; 20_000] });
        let reply = post(&site, game.name, "play", &body).await;
        assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(reply.text().contains("20000 moves"), "{}", reply.text());
    }
    let request = question(GAMES.0[0].name, "play").body(Body::from("x".repeat(300 << 10)));
    assert_eq!(ask(&site, request.unwrap()).await.status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn the_page_is_sent_once_and_guarded() {
    let site = azulejo_web::router(Limits::default(), Hosts::Local);
    let ask_with = |path: &str, headers: &[(&str, &str)]| {
        let request = headers.iter().fold(Request::get(path), |request, (name, value)| request.header(*name, *value));
        ask(&site, request.body(Body::empty()).unwrap())
    };
    let page = ask_with("/", &[("host", "localhost:8080")]).await;
    assert_eq!((page.status, page.kind()), (StatusCode::OK, "text/html; charset=utf-8"));
    assert!(page.headers["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'"));
    assert_eq!(page.headers["x-content-type-options"], "nosniff");
    assert_eq!(page.headers["referrer-policy"], "no-referrer");
    let zipped = ask_with("/", &[("host", "localhost"), ("accept-encoding", "br, gzip")]).await;
    assert_eq!(zipped.headers["content-encoding"], "gzip");
    assert!(zipped.bytes.len() < page.bytes.len());
    let tag = zipped.headers["etag"].to_str().unwrap().to_owned();
    let again = [("host", "localhost"), ("accept-encoding", "gzip"), ("if-none-match", tag.as_str())];
    let again = ask_with("/", &again).await;
    assert_eq!((again.status, again.bytes.len()), (StatusCode::NOT_MODIFIED, 0));
    let worker = ask_with("/js/worker.js", &[("host", "localhost")]).await;
    let tag = worker.headers["etag"].to_str().unwrap();
    let known = ask_with("/js/worker.js", &[("host", "localhost"), ("if-none-match", tag)]).await;
    for answer in [&worker, &known] {
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("'wasm-unsafe-eval'"), "{} {policy}", answer.status);
    }
    // The games for browsers may not have been built: that is no fault.
    assert_eq!(ask_with("/wasm/nothing", &[("host", "localhost")]).await.status, StatusCode::NO_CONTENT);
    assert_eq!(ask_with("/", &[("host", "evil.example")]).await.status, StatusCode::MISDIRECTED_REQUEST);
    for path in ["/nothing", "/../Cargo.toml", "/..%2fCargo.toml", "/api/v1/", "//etc/passwd", "/js"] {
        assert_eq!(ask_with(path, &[("host", "localhost")]).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[test]
fn the_page_weighs_less_than_300_kilobytes() {
    let (plain, sent) = azulejo_web::weight();
    assert!(sent < 300_000, "{sent} bytes as sent, {plain} in all");
    assert!(plain < 1_000_000, "{plain} bytes");
}

#[test]
fn the_games_for_browsers_weigh_less_than_1400_kilobytes_where_they_were_built() {
    let (plain, sent) = azulejo_web::module_weight();
    // The aim is 1,200,000.
    assert!(sent < 1_400_000, "{sent} bytes as sent, {plain} in all");
}

#[tokio::test]
async fn a_wrong_method_is_told_the_right_one_everywhere() {
    for (path, allowed) in [
        ("/", "GET, HEAD"),
        ("/css/style.css", "GET, HEAD"),
        ("/api/v1/health", "GET, HEAD"),
        ("/api/v1/verbs", "GET, HEAD"),
        ("/api/v1/games", "GET, HEAD"),
        ("/api/v1/games/any/play", "POST"),
        ("/api/v1/games/any/picture", "POST"),
    ] {
        let reply = ask(&site(), Request::delete(path).body(Body::empty()).unwrap()).await;
        assert_eq!((reply.status.as_u16(), &reply.headers["allow"]), (405, &allowed.parse().unwrap()), "{path}");
    }
}

#[tokio::test]
async fn the_catalogue_is_compressed_for_those_who_take_it() {
    for path in ["/api/v1/verbs", "/api/v1/openapi.json"] {
        let request = Request::get(path).header("accept-encoding", "gzip").body(Body::empty()).unwrap();
        let zipped = ask(&site(), request).await;
        assert_eq!(zipped.headers["content-encoding"], "gzip");
        let plain = get(&site(), path).await;
        assert!(!plain.headers.contains_key("content-encoding") && plain.json().is_object());
        assert!(zipped.bytes.len() < plain.bytes.len() / 4, "{} of {}", zipped.bytes.len(), plain.bytes.len());
    }
}
