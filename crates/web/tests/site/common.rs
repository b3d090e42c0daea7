//! What the tests of the site share: asking without a socket, positions to ask about, and the description's schemas.

use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use azulejo_web::{Hosts, Limits};
use serde_json::{Value, json};
use tower::ServiceExt as _;

pub const GAMES: [&str; 5] = ["switcher", "blocky", "flow", "tetris", "kami"];

/// An answer, read to its end.
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub fn kind(&self) -> &str {
        self.headers.get("content-type").map_or("", |value| value.to_str().unwrap())
    }
}

/// A site whose searches end soon.
pub fn site() -> Router {
    site_with(Limits { usual_time: Duration::from_secs(2), most_time: Duration::from_secs(2), ..Limits::default() })
}

pub fn site_with(limits: Limits) -> Router {
    azulejo_web::router(limits, Hosts::Any)
}

pub async fn ask(site: &Router, request: Request<Body>) -> Reply {
    let response = site.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap().to_vec();
    Reply { status: parts.status, headers: parts.headers, bytes }
}

pub async fn get(site: &Router, path: &str) -> Reply {
    ask(site, Request::get(path).body(Body::empty()).unwrap()).await
}

pub async fn post(site: &Router, game: &str, question: &str, body: &Value) -> Reply {
    post_bytes(site, game, question, body.to_string()).await
}

pub async fn post_bytes(site: &Router, game: &str, question: &str, body: impl Into<Body>) -> Reply {
    let request = Request::post(format!("/api/v1/games/{game}/{question}")).header("content-type", "application/json");
    ask(site, request.body(body.into()).unwrap()).await
}

/// A good answer, or the test ends here.
pub async fn good(site: &Router, game: &str, question: &str, body: &Value) -> Value {
    let reply = post(site, game, question, body).await;
    assert_eq!(reply.status, StatusCode::OK, "{game} {question}: {}", reply.text());
    reply.json()
}

/// The first position of a small game.
pub async fn start(site: &Router, game: &str, seed: u64) -> Value {
    let setup = match game {
        "switcher" => "2p",
        "blocky" => "d3,t3,human,smart2",
        "flow" => "5x5",
        "tetris" => "6x9",
        _ => "5x5c3",
    };
    good(site, game, "new", &json!({ "setup": setup, "seed": seed, "draw": null })).await["position"].clone()
}

/// A position of Tetris whose plan would take far longer than anybody waits.
pub fn hard() -> Value {
    serde_json::from_str(include_str!("hard.json")).unwrap()
}
