//! What the tests of the site share: asking without a socket, positions to ask about, and a search that lasts.

use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::request::Builder;
use axum::http::{HeaderMap, Request, StatusCode};
use azulejo_core::options::Kind;
use azulejo_core::registry::Entry;
use azulejo_core::verb::{self, Needs};
use azulejo_games::GAMES;
use azulejo_web::{Hosts, Limits};
use serde_json::{Value, json};
use tower::ServiceExt as _;

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

/// A site that lets generators take their time, as they must on a busy machine.
pub fn patient() -> Router {
    let long = Duration::from_secs(120);
    site_with(Limits { usual_time: long, most_time: long, ..Limits::default() })
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

/// A question in JSON, without its body.
pub fn question(game: &str, verb: &str) -> Builder {
    let verb = verb.replace(' ', "-");
    Request::post(format!("/api/v1/games/{game}/{verb}")).header("content-type", "application/json")
}

pub async fn post(site: &Router, game: &str, verb: &str, body: &Value) -> Reply {
    post_bytes(site, game, verb, body.to_string()).await
}

pub async fn post_bytes(site: &Router, game: &str, verb: &str, body: impl Into<Body>) -> Reply {
    ask(site, question(game, verb).body(body.into()).unwrap()).await
}

/// A good answer, or the test ends here.
pub async fn good(site: &Router, game: &str, verb: &str, body: &Value) -> Value {
    let reply = post(site, game, verb, body).await;
    assert_eq!(reply.status, StatusCode::OK, "{game} {verb}: {}", reply.text());
    reply.json()
}

/// The id of a game's usual setup and a seed.
pub fn usual(game: &Entry, seed: &str) -> String {
    game.seeded(game.presets[0].setup, seed).to_string()
}

/// The first position of a game's usual setup.
pub async fn start(game: &Entry, seed: u64) -> Value {
    let body = json!({ "puzzle": usual(game, &seed.to_string()) });
    good(&patient(), game.name, "play", &body).await["position"].clone()
}

/// Every verb with its game.
pub fn verbs() -> impl Iterator<Item = (&'static Entry, &'static verb::Entry)> {
    GAMES.0.iter().flat_map(|game| game.verbs.iter().map(move |verb| (*game, verb)))
}

/// A plain question to a verb: about this position where it wants one, with as few options as it takes; none where an
/// option must be given that nobody can guess.
pub fn plain(verb: &verb::Entry, position: &Value) -> Option<Value> {
    let mut options = json!({});
    for spec in &verb.table().0 {
        match (&spec.kind, spec.required) {
            (Kind::List(_), true) => options[&spec.name] = json!([]),
            (_, true) => return None,
            (_, false) if spec.name == "seed" => options["seed"] = json!(7),
            (_, false) => {}
        }
    }
    Some(match verb.needs {
        Needs::Puzzle => json!({ "position": position, "options": options }),
        Needs::Nothing => json!({ "options": options }),
    })
}

/// A question that takes far longer than anybody waits: a million of something.
pub async fn long() -> (&'static str, &'static str, Value) {
    let site = site();
    for (game, verb) in verbs().filter(|(_, verb)| verb.needs == Needs::Nothing) {
        for spec in &verb.table().0 {
            let Kind::Integer(_, Some(most)) = spec.kind else { continue };
            if most < 100_000 {
                continue;
            }
            let mut body = json!({ "options": { &spec.name: most }, "limits": { "time_ms": 100 } });
            let reply = post(&site, game.name, verb.name, &body).await;
            if reply.status == StatusCode::OK && reply.json()["status"] == "gave_up" {
                body.as_object_mut().unwrap().remove("limits");
                return (game.name, verb.name, body);
            }
        }
    }
    panic!("no verb takes long");
}
