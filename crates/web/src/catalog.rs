//! What there is: the games with their setups, their verbs, the puzzles of a day, and whether the server is well.

use std::sync::OnceLock;

use axum::extract::{Query, rejection::QueryRejection};
use axum::http::header::{CONTENT_ENCODING, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use flate2::Compression;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ask::sent;
use crate::assets::{accepts_gzip, zipped};
use crate::refusal::Refusal;

/// The games, what can be asked of them and how they can be set up.
pub(crate) async fn games(headers: HeaderMap) -> Response {
    static TEXT: OnceLock<Written> = OnceLock::new();
    written(&TEXT, &headers, azulejo_games::catalog::catalog)
}

/// Every verb of every game with the schema of its options.
pub(crate) async fn verbs(headers: HeaderMap) -> Response {
    static TEXT: OnceLock<Written> = OnceLock::new();
    written(&TEXT, &headers, || azulejo_games::verbs(None))
}

/// The description of the API.
pub(crate) async fn description(headers: HeaderMap) -> Response {
    static TEXT: OnceLock<Written> = OnceLock::new();
    written(&TEXT, &headers, crate::openapi::document)
}

/// A text that is made once, as it is and as it is sent to most.
struct Written {
    text: String,
    zipped: Vec<u8>,
}

/// An answer that is always the same.
fn written<T: Serialize>(text: &'static OnceLock<Written>, headers: &HeaderMap, make: impl FnOnce() -> T) -> Response {
    let written = text.get_or_init(|| {
        // Nothing here has keys that are no text, so that writing cannot fail.
        let text = serde_json::to_string(&make()).unwrap_or_default();
        Written { zipped: zipped(text.as_bytes(), Compression::default()), text }
    });
    let zips = accepts_gzip(headers) && written.zipped.len() < written.text.len();
    let bytes = if zips { &written.zipped[..] } else { written.text.as_bytes() };
    let mut response = sent("application/json", bytes);
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
    if zips {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

/// Which day is meant.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Day {
    date: Option<String>,
}

/// The puzzles of a day: the same for everybody.
pub(crate) async fn daily(day: Result<Query<Day>, QueryRejection>) -> Result<Response, Refusal> {
    let Query(Day { date }) = day.map_err(|rejection| Refusal::unusable(rejection.body_text()))?;
    let date = azulejo_games::day(date.as_deref())?;
    let text = serde_json::to_string(&azulejo_games::catalog::puzzles(date)).unwrap_or_default();
    Ok(sent("application/json", text))
}

/// How the server is.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Health {
    /// Always `ok`: a server that is not well does not answer.
    status: &'static str,
    /// The version of the program.
    version: &'static str,
}

/// Whether the server is there.
pub(crate) async fn health(headers: HeaderMap) -> Response {
    static TEXT: OnceLock<Written> = OnceLock::new();
    written(&TEXT, &headers, || Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}
