//! What there is: the games with their setups, their verbs, the puzzles of a day, and whether the server is well.

use std::sync::OnceLock;

use axum::extract::{Query, rejection::QueryRejection};
use axum::response::Response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ask::sent;
use crate::refusal::Refusal;

/// The games, what can be asked of them and how they can be set up.
pub(crate) async fn games() -> Response {
    static TEXT: OnceLock<String> = OnceLock::new();
    written(&TEXT, azulejo_games::catalog::catalog)
}

/// Every verb of every game with the schema of its options.
pub(crate) async fn verbs() -> Response {
    static TEXT: OnceLock<String> = OnceLock::new();
    written(&TEXT, || azulejo_games::verbs(None))
}

/// The description of the API.
pub(crate) async fn description() -> Response {
    static TEXT: OnceLock<String> = OnceLock::new();
    written(&TEXT, crate::openapi::document)
}

/// An answer that is always the same.
fn written<T: Serialize>(text: &'static OnceLock<String>, make: impl FnOnce() -> T) -> Response {
    // Nothing here has keys that are no text, so that writing cannot fail.
    sent("application/json", text.get_or_init(|| serde_json::to_string(&make()).unwrap_or_default()).as_str())
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
pub(crate) async fn health() -> Response {
    static TEXT: OnceLock<String> = OnceLock::new();
    written(&TEXT, || Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}
