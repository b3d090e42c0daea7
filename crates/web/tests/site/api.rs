//! What the API promises: games can be begun, played, checked, solved, kept and drawn; limits hold.

use std::time::{Duration, Instant};

use crate::common::{GAMES, ask, get, good, hard, post, site, site_with, start};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use azulejo_web::{Hosts, Limits};
use serde_json::{Value, json};
use tower::ServiceExt as _;

/// A site that lets generators take their time, as they must on a busy machine.
fn patient() -> axum::Router {
    site_with(Limits { usual_time: Duration::from_secs(120), ..Limits::default() })
}

#[tokio::test]
async fn every_preset_begins_and_its_id_gives_it_back() {
    let site = patient();
    let games = get(&site, "/api/v1/games").await.json();
    for game in games["games"].as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        assert!(game["setups"].as_array().unwrap().len() > 1, "{name}");
        for preset in game["setups"].as_array().unwrap() {
            let view = good(&site, name, "new", &json!({ "setup": preset["setup"], "seed": 7 })).await;
            assert!(view["scene"].as_str().unwrap().contains("data-cell=\"A1\""), "{name}");
            assert!(view["details"].is_object(), "{name}");
            let again = good(&site, name, "new", &json!({ "id": view["id"], "draw": null })).await;
            assert_eq!(again["position"], view["position"], "{name} {preset}");
            let seen = good(&site, name, "view", &json!({ "position": view["position"], "draw": null })).await;
            let literal = good(&site, name, "new", &json!({ "id": seen["id"], "draw": null })).await;
            assert_eq!(literal["position"], view["position"], "{name} {}", seen["id"]);
            let read = good(&site, name, "read", &json!({ "text": seen["id"], "draw": null })).await;
            assert_eq!(read["position"], view["position"], "{name}");
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
    let site = site();
    for game in GAMES {
        let view = good(&site, game, "new", &json!({ "seed": u64::MAX, "draw": null })).await;
        assert_eq!(through_doubles(&view["position"]), view["position"], "{game}");
    }
}

#[tokio::test]
async fn a_seed_is_drawn_when_none_is_given() {
    let site = site();
    let one = good(&site, "switcher", "new", &json!({ "draw": null })).await;
    let other = good(&site, "switcher", "new", &json!({ "draw": null })).await;
    assert_ne!(one["id"], other["id"]);
    assert_ne!(one["position"], other["position"]);
}

#[tokio::test]
async fn the_puzzles_of_a_day_are_everybodys() {
    let site = site();
    let daily = get(&site, "/api/v1/daily?date=2026-11-16").await.json();
    assert_eq!(daily["date"], "2026-11-16");
    let puzzles = daily["puzzles"].as_array().unwrap();
    assert_eq!(puzzles.len(), GAMES.len());
    for puzzle in puzzles {
        good(&site, puzzle["game"].as_str().unwrap(), "new", &json!({ "id": puzzle["id"], "draw": null })).await;
    }
    assert_eq!(get(&site, "/api/v1/daily").await.status, StatusCode::OK);
    for wrong in ["today", "2026-99-99", "", "2026-11-16%00"] {
        assert_eq!(get(&site, &format!("/api/v1/daily?date={wrong}")).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(get(&site, "/api/v1/daily?day=2026-11-16").await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn a_puzzle_is_hinted_solved_and_won() {
    let site = site();
    for game in ["kami", "flow"] {
        let position = start(&site, game, 5).await;
        let hint = good(&site, game, "hint", &json!({ "position": position })).await;
        assert_eq!(hint["outcome"], "solved", "{game}");
        assert!(hint["move"].is_string() && !hint["reason"].as_str().unwrap().is_empty());
        let answer = good(&site, game, "solve", &json!({ "position": position })).await;
        assert_eq!(answer["outcome"], "solved", "{game}");
        let body = json!({ "position": position, "moves": answer["moves"] });
        let end = good(&site, game, "play", &body).await;
        assert_eq!(end["status"], json!({ "state": "won", "player": 0 }), "{game}");
        let checked = good(&site, game, "check", &json!({ "position": end["position"] })).await;
        assert_eq!(checked["violations"], json!([]), "{game}");
    }
}

#[tokio::test]
async fn a_game_between_bots_ends() {
    let site = site();
    let mut view =
        good(&site, "blocky", "new", &json!({ "setup": "d2,t3,human,human", "seed": 1, "draw": null })).await;
    for seed in 0..6 {
        let body = json!({ "position": view["position"], "bot": "smart2", "seed": seed });
        let action = good(&site, "blocky", "bot", &body).await["move"].clone();
        view =
            good(&site, "blocky", "play", &json!({ "position": view["position"], "move": action, "draw": null })).await;
    }
    assert_eq!(view["status"]["state"], "won");
    let over = json!({ "position": view["position"], "bot": "smart2", "seed": 1 });
    assert_eq!(good(&site, "blocky", "bot", &over).await["move"], Value::Null);
    let unknown = json!({ "position": view["position"], "bot": "nobody", "seed": 1 });
    assert_eq!(post(&site, "blocky", "bot", &unknown).await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn problems_have_the_words_of_the_command_line() {
    let site = site();
    let reply =
        post(&site, "switcher", "read", &json!({ "text": "rgbyrg\nrgxyrg\nrgbyrg\nrgbyrg\nrgbyrg\nrgbyrg\n" })).await;
    assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY);
    let problem = reply.json();
    assert_eq!((problem["line"].clone(), problem["column"].clone()), (json!(2), json!(3)), "{problem}");
    assert!(problem["detail"].as_str().unwrap().contains("colour 'x'"), "{problem}");
    let position = start(&site, "kami", 1).await;
    let body = json!({ "position": position, "moves": ["A1 2", "Z9 1"] });
    let problem = post(&site, "kami", "play", &body).await.json();
    assert!(problem["detail"].as_str().unwrap().starts_with("move "), "{problem}");
    assert_eq!(post(&site, "chess", "new", &json!({})).await.status, StatusCode::NOT_FOUND);
    assert_eq!(post(&site, "tetris", "rate", &json!({ "position": {} })).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn exported_texts_are_read_back() {
    let site = site();
    for game in GAMES {
        let position = start(&site, game, 3).await;
        let moves = good(&site, game, "moves", &json!({ "position": position })).await["moves"].clone();
        let exported = good(&site, game, "export", &json!({ "position": position, "moves": [moves[0]] })).await;
        assert_eq!(exported["json"], position, "{game}");
        let record = exported["formats"]["record"].as_str().unwrap();
        assert!(record.ends_with(moves[0].as_str().unwrap()), "{game}: {record}");
        let texts = exported["formats"]
            .as_object()
            .unwrap()
            .iter()
            .filter(|(name, _)| !["record", "tree"].contains(&name.as_str()));
        for (name, text) in texts {
            good(&site, game, "read", &json!({ "text": text })).await;
            assert!(!text.as_str().unwrap().is_empty(), "{game} {name}");
        }
        let wrong = json!({ "position": position, "moves": ["nonsense"] });
        assert_eq!(post(&site, game, "export", &wrong).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
}

#[tokio::test]
async fn pictures_are_drawn_as_asked() {
    let site = site();
    for game in GAMES {
        let position = start(&site, game, 3).await;
        let png = post(&site, game, "render", &json!({ "position": position, "format": "png", "size": 12 })).await;
        assert_eq!((png.status, png.kind()), (StatusCode::OK, "image/png"), "{game}");
        assert!(png.bytes.starts_with(b"\x89PNG"));
        let svg =
            post(&site, game, "render", &json!({ "position": position, "theme": "dark", "letters": false })).await;
        assert_eq!(svg.kind(), "image/svg+xml");
        let light = good(&site, game, "view", &json!({ "position": position })).await;
        assert_ne!(light["scene"].as_str().unwrap(), svg.text(), "{game}");
        let none = good(&site, game, "view", &json!({ "position": position, "draw": null })).await;
        assert_eq!(none["scene"], Value::Null);
    }
}

#[tokio::test]
async fn a_search_tells_its_progress_and_ends_at_its_limit() {
    let site = site();
    let body = json!({ "position": hard(), "time_limit_ms": 350 }).to_string();
    let request = Request::post("/api/v1/games/tetris/solve")
        .header("content-type", "application/json")
        .header("accept", "text/event-stream")
        .body(Body::from(body))
        .unwrap();
    let begun = Instant::now();
    let reply = ask(&site, request).await;
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert_eq!(reply.kind(), "text/event-stream");
    let text = reply.text();
    assert!(text.matches("event: progress").count() >= 2, "{text}");
    let last = text.trim().rsplit("event: answer\ndata: ").next().unwrap();
    let answer: Value = serde_json::from_str(last).unwrap();
    assert_eq!((answer["outcome"].clone(), answer["stop"].clone()), (json!("gave_up"), json!("time")));
}

#[tokio::test]
async fn events_end_with_the_problem_when_there_is_one() {
    let request = Request::post("/api/v1/games/kami/solve")
        .header("content-type", "application/json")
        .header("accept", "text/event-stream")
        .body(Body::from("{\"position\":{}}"))
        .unwrap();
    let reply = ask(&site(), request).await;
    assert!(reply.text().contains("event: problem\ndata: {\"type\":\"about:blank\""), "{}", reply.text());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_ends_when_its_client_goes_away() {
    let minute = Duration::from_secs(60);
    let site = site_with(Limits { searches: 1, usual_time: minute, most_time: minute, ..Limits::default() });
    let small = start(&site, "kami", 1).await;
    for events in [false, true] {
        let body = json!({ "position": hard() }).to_string();
        let mut request = Request::post("/api/v1/games/tetris/solve").header("content-type", "application/json");
        if events {
            request = request.header("accept", "text/event-stream");
        }
        let asked = site.clone().oneshot(request.body(Body::from(body)).unwrap());
        // Answered at once with events, otherwise after a minute; either way what is dropped here is the search.
        let _ = tokio::time::timeout(Duration::from_millis(300), async {
            let response = asked.await.unwrap();
            axum::body::to_bytes(response.into_body(), usize::MAX).await
        })
        .await;
        let begun = Instant::now();
        good(&site, "kami", "hint", &json!({ "position": small })).await;
        assert!(begun.elapsed() < Duration::from_secs(5), "the only turn came after {:?}", begun.elapsed());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn searches_queue_and_then_are_refused() {
    let long = Duration::from_millis(1500);
    let limits = Limits { searches: 1, queue: 1, usual_time: long, most_time: long, ..Limits::default() };
    let site = site_with(limits);
    let small = start(&site, "kami", 1).await;
    let ask_hard = || {
        let site = site.clone();
        tokio::spawn(async move {
            post(&site, "tetris", "solve", &json!({ "position": hard(), "time_limit_ms": 800 })).await
        })
    };
    let (first, second) = (ask_hard(), ask_hard());
    tokio::time::sleep(Duration::from_millis(200)).await;
    let third = post(&site, "kami", "hint", &json!({ "position": small })).await;
    assert_eq!(third.status, StatusCode::SERVICE_UNAVAILABLE, "{}", third.text());
    assert_eq!(third.headers["retry-after"], "2");
    // What needs no search is answered all the while.
    good(&site, "kami", "view", &json!({ "position": small })).await;
    assert_eq!(first.await.unwrap().json()["outcome"], "gave_up");
    assert_eq!(second.await.unwrap().json()["outcome"], "gave_up");
}

#[tokio::test]
async fn a_difficulty_is_what_the_rating_says() {
    let site = patient();
    for wanted in ["easy", "medium"] {
        let body = json!({ "setup": "6x6c3", "seed": 4, "difficulty": wanted, "draw": null });
        let view = good(&site, "kami", "generate", &body).await;
        let rated = good(&site, "kami", "rate", &json!({ "position": view["position"] })).await;
        assert_eq!(rated["difficulty"], wanted);
        assert_eq!(good(&site, "kami", "new", &body).await["position"], view["position"]);
    }
}

#[tokio::test]
async fn a_picture_to_import_is_measured_before_it_is_read() {
    let site = site();
    let send = |kind: &'static str, query: &'static str, bytes: Vec<u8>| {
        let request = Request::post(format!("/api/v1/games/flow/import{query}")).header("content-type", kind);
        request.body(Body::from(bytes)).unwrap()
    };
    let status = ask(&site, send("text/plain", "", vec![])).await.status;
    assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let status = ask(&site, send("image/png", "?rows=x", vec![])).await.status;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let status = ask(&site, send("image/png", "", vec![0; 17 << 20])).await.status;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    let status = ask(&site, send("image/png", "", b"no picture".to_vec())).await.status;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn a_screenshot_becomes_a_puzzle() {
    let picture = include_bytes!("../../../../puzzles/screenshots/flow-7x7.jpg").to_vec();
    let request = Request::post("/api/v1/games/flow/import").header("content-type", "image/jpeg");
    let answer = ask(&site(), request.body(Body::from(picture)).unwrap()).await;
    assert_eq!(answer.status, StatusCode::OK);
    let read: Value = serde_json::from_slice(&answer.bytes).unwrap();
    assert_eq!(read["details"]["pairs"], 3);
    assert!(read["confidence"].as_f64().unwrap() > 0.5);
    assert!(read["scene"].as_str().unwrap().contains("data-cell"));
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
