//! What comes in: JSON bodies within their limits, and the game that a path names.

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use azulejo_core::erased::Entry;
use azulejo_games::GAMES;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::App;
use crate::refusal::Refusal;

/// A body of JSON, and how many bytes it had.
pub(crate) struct Input<T> {
    pub(crate) value: T,
    pub(crate) bytes: usize,
}

impl<T: DeserializeOwned> FromRequest<App> for Input<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, app: &App) -> Result<Self, Refusal> {
        require_kind(request.headers(), &["application/json"])?;
        let body = read_body(request, app, app.limits.body).await?;
        let value = serde_json::from_slice(&body).map_err(|error| refused(&error))?;
        Ok(Self { value, bytes: body.len() })
    }
}

/// Malformed JSON is the sender's fault; JSON that does not say what it should is another matter.
fn refused(error: &serde_json::Error) -> Refusal {
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or_default();
    let refusal = match error.classify() {
        Category::Data => Refusal::unusable(format!("this JSON does not fit the question: {message}")),
        _ => Refusal::malformed(format!("this is not JSON: {message}")),
    };
    if error.line() == 0 { refusal } else { refusal.at(error.line(), error.column()) }
}

/// The body's media type must be one of these. It also keeps other sites' pages out: a browser sends these kinds across
/// sites only after asking, and nobody here says yes.
pub(crate) fn require_kind(headers: &HeaderMap, kinds: &[&str]) -> Result<(), Refusal> {
    let given = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = given.split(';').next().unwrap_or_default().trim();
    if kinds.iter().any(|kind| essence.eq_ignore_ascii_case(kind)) {
        return Ok(());
    }
    let expected = kinds.join("` or `");
    Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, format!("expected a body of `{expected}`")))
}

/// The whole body, unless it is too large or too slow.
pub(crate) async fn read_body(request: Request<Body>, app: &App, limit: usize) -> Result<Bytes, Refusal> {
    let too_large = || Refusal::too_large(format!("the body is larger than {limit} bytes"));
    let said = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if said.is_some_and(|length| length > limit as u64) {
        return Err(too_large());
    }
    match tokio::time::timeout(app.limits.patience, to_bytes(request.into_body(), limit)).await {
        Ok(Ok(body)) => Ok(body),
        // Without a length the only error worth telling apart is the limit; a broken connection hears nothing anyway.
        Ok(Err(_)) if said.is_none() => Err(too_large()),
        Ok(Err(_)) => Err(Refusal::malformed("the body ended early")),
        Err(_) => Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body took too long to arrive")),
    }
}

/// The game that the path names.
pub(crate) struct Named(pub(crate) &'static Entry);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let unknown = || {
            let names: Vec<&str> = GAMES.0.iter().map(|game| game.name).collect();
            Refusal::not_found(format!("there is no such game: there are {}", names.join(", ")))
        };
        let Path(name) = Path::<String>::from_request_parts(parts, state).await.map_err(|_| unknown())?;
        GAMES.find(&name).map(Self).ok_or_else(unknown)
    }
}
