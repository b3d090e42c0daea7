//! How work is shared out: searches tell how far they are, take turns, end at their limits and when nobody waits.

use std::time::{Duration, Instant};

use crate::common::{ask, good, long, post, question, site, site_with, start, verbs};
use axum::body::Body;
use axum::http::StatusCode;
use azulejo_core::verb::{Cost, Needs};
use azulejo_games::GAMES;
use azulejo_web::Limits;
use serde_json::{Value, json};
use tower::ServiceExt as _;

#[tokio::test]
async fn a_search_tells_its_progress_and_ends_at_its_limit() {
    let site = site();
    let (game, verb, mut body) = long().await;
    body["limits"] = json!({ "time_ms": 350 });
    let request = question(game, verb).header("accept", "text/event-stream").body(Body::from(body.to_string()));
    let begun = Instant::now();
    let reply = ask(&site, request.unwrap()).await;
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert_eq!(reply.kind(), "text/event-stream");
    let text = reply.text();
    assert!(text.matches("event: progress").count() >= 2, "{text}");
    let told: Value = serde_json::from_str(text.lines().find_map(|line| line.strip_prefix("data: ")).unwrap()).unwrap();
    assert!(told["nodes"].is_u64() && told["time_ms"].is_u64(), "{told}");
    let last = text.trim().rsplit("event: answer\ndata: ").next().unwrap();
    let answer: Value = serde_json::from_str(last).unwrap();
    assert_eq!((&answer["status"], &answer["stop"]), (&json!("gave_up"), &json!("time")));
}

#[tokio::test]
async fn the_limit_of_the_server_is_the_tighter_one() {
    let brief = Duration::from_millis(200);
    let site = site_with(Limits { usual_time: brief, most_time: brief, ..Limits::default() });
    let (game, verb, mut body) = long().await;
    body["limits"] = json!({ "time_ms": 60_000 });
    let begun = Instant::now();
    assert_eq!(good(&site, game, verb, &body).await["stop"], "time");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn events_end_with_the_problem_when_there_is_one() {
    let site = site();
    for (game, verb) in verbs().filter(|(_, verb)| verb.cost == Cost::Search && verb.needs == Needs::Puzzle) {
        let request = question(game.name, verb.name).header("accept", "text/event-stream");
        let reply = ask(&site, request.body(Body::from("{\"position\":[[[]]]}")).unwrap()).await;
        assert!(reply.text().contains("event: problem\ndata: {\"type\":\"about:blank\""), "{}", reply.text());
    }
}

#[tokio::test]
async fn quick_verbs_answer_plainly_whatever_is_accepted() {
    for game in GAMES.0 {
        let body = json!({ "position": start(game, 1).await }).to_string();
        let request = question(game.name, "play").header("accept", "text/event-stream").body(Body::from(body));
        assert_eq!(ask(&site(), request.unwrap()).await.kind(), "application/json");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_ends_when_its_client_goes_away() {
    let minute = Duration::from_secs(60);
    let site = site_with(Limits { searches: 1, usual_time: minute, most_time: minute, ..Limits::default() });
    let (game, verb, body) = long().await;
    let mut small = body.clone();
    small["limits"] = json!({ "time_ms": 1 });
    for events in [false, true] {
        let mut request = question(game, verb);
        if events {
            request = request.header("accept", "text/event-stream");
        }
        let asked = site.clone().oneshot(request.body(Body::from(body.to_string())).unwrap());
        // Answered at once with events, otherwise after a minute; either way what is dropped here is the search.
        let _ = tokio::time::timeout(Duration::from_millis(300), async {
            let response = asked.await.unwrap();
            axum::body::to_bytes(response.into_body(), usize::MAX).await
        })
        .await;
        let begun = Instant::now();
        good(&site, game, verb, &small).await;
        assert!(begun.elapsed() < Duration::from_secs(5), "the only turn came after {:?}", begun.elapsed());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn searches_queue_and_then_are_refused() {
    let site = site_with(Limits { searches: 1, queue: 1, ..Limits::default() });
    let first_game = GAMES.0[0];
    let position = start(first_game, 1).await;
    let (game, verb, mut body) = long().await;
    body["limits"] = json!({ "time_ms": 800 });
    let ask_long = || {
        let (site, body) = (site.clone(), body.clone());
        tokio::spawn(async move { post(&site, game, verb, &body).await })
    };
    let (first, second) = (ask_long(), ask_long());
    tokio::time::sleep(Duration::from_millis(200)).await;
    let third = post(&site, game, verb, &body).await;
    assert_eq!(third.status, StatusCode::SERVICE_UNAVAILABLE, "{}", third.text());
    assert_eq!(third.headers["retry-after"], "2");
    // What needs no search is answered all the while.
    good(&site, first_game.name, "play", &json!({ "position": position, "draw": {} })).await;
    assert_eq!(first.await.unwrap().json()["status"], "gave_up");
    assert_eq!(second.await.unwrap().json()["status"], "gave_up");
}

#[tokio::test]
async fn large_questions_to_quick_verbs_wait_their_turn_too() {
    let none = Limits { searches: 0, queue: 0, brief_turns: 0, brief_queue: 0, ..Limits::default() };
    let site = site_with(none);
    for game in GAMES.0 {
        let position = start(game, 1).await;
        let small = post(&site, game.name, "play", &json!({ "position": position })).await;
        assert_eq!(small.status, StatusCode::OK, "{}", small.text());
        let moves = vec!["x".repeat(20); 4_000];
        let large = post(&site, game.name, "play", &json!({ "position": position, "moves": moves })).await;
        assert_eq!(large.status, StatusCode::SERVICE_UNAVAILABLE, "{}", large.text());
        let seeded = post(&site, game.name, "play", &json!({ "puzzle": format!("{}#1", game.name) })).await;
        assert_eq!(seeded.status, StatusCode::SERVICE_UNAVAILABLE, "{}", seeded.text());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn searches_of_one_client_leave_room_for_new_games_and_are_refused_beyond_its_share() {
    let site = site_with(Limits { searches: 2, client_searches: 3, ..Limits::default() });
    let (game, verb, mut body) = long().await;
    body["limits"] = json!({ "time_ms": 1500 });
    let ask_long = || {
        let (site, body) = (site.clone(), body.clone());
        tokio::spawn(async move { post(&site, game, verb, &body).await.status })
    };
    let asked: Vec<_> = (0..3).map(|_| ask_long()).collect();
    tokio::time::sleep(Duration::from_millis(200)).await;
    let more = post(&site, game, verb, &body).await;
    assert_eq!(more.status, StatusCode::TOO_MANY_REQUESTS, "{}", more.text());
    assert!(more.headers.contains_key("retry-after"));
    for game in GAMES.0 {
        good(&site, game.name, "new", &json!({ "options": { "seed": 1 } })).await;
    }
    asked.iter().for_each(tokio::task::JoinHandle::abort);
}

#[test]
fn the_document_shows_the_limits_that_the_server_has() {
    let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../RELIABILITY.md")).unwrap();
    for (what, most) in Limits::for_cores(2).table() {
        let line = format!("| {what} | {most} |");
        assert!(document.contains(&line), "RELIABILITY.md has no line\n{line}");
    }
}

#[tokio::test]
async fn a_board_larger_than_the_limit_is_refused_before_it_is_built() {
    let site = site_with(Limits { board: 400, ..Limits::default() });
    for (game, puzzle) in [
        ("flow", format!("A{}A", ".".repeat(399))),
        ("flow", "https://puzz.link/p?numlin/2000/2000/1zx1".to_owned()),
        ("kami", format!("1 9 1 401 2\n{}1\n", "1 2 ".repeat(200))),
        ("tetris", "tetris:21x20#1".to_owned()),
        ("blocky", "blocky:d5#1".to_owned()),
    ] {
        for verb in ["play", "check", "hint"] {
            let reply = post(&site, game, verb, &json!({ "puzzle": puzzle })).await;
            assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{game} {verb}: {}", reply.text());
            assert!(reply.text().contains("at most 400 cells"), "{game} {verb}: {}", reply.text());
        }
    }
    good(&site, "blocky", "play", &json!({ "puzzle": "blocky:d4#1" })).await;
}

#[tokio::test]
async fn a_line_of_many_boards_is_refused_before_it_is_drawn() {
    let site = site_with(Limits { cells: 1000, ..Limits::default() });
    let stripes = format!("1 99 20 20 2\n{}", format!("{}\n", "1 2 ".repeat(10).trim_end()).repeat(20));
    let plain = good(&site, "kami", "solve", &json!({ "puzzle": stripes })).await;
    assert_eq!(plain["status"], "solved");
    let drawn = post(&site, "kami", "solve", &json!({ "puzzle": stripes, "draw": {} })).await;
    assert_eq!(drawn.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", drawn.text());
    assert!(drawn.text().contains("at most 1000 at once"), "{}", drawn.text());
}
