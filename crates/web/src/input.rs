//! What comes in: the game and verb that a path names, and bodies within their limits.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use azulejo_core::options::{Kind, Table};
use azulejo_core::problem::Problem;
use azulejo_core::registry::Entry;
use azulejo_core::verb;
use azulejo_games::GAMES;
use futures_util::StreamExt as _;
use serde_json::error::Category;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::App;
use crate::clients::{Client, Held};
use crate::refusal::Refusal;

/// The game of a path.
pub(crate) fn game_of(name: &str) -> Result<&'static Entry, Refusal> {
    GAMES.game(name).map_err(unknown)
}

/// The verb of a path, where `-` stands for the blank between two words.
pub(crate) fn verb_of(game: &Entry, name: &str) -> Result<&'static verb::Entry, Refusal> {
    game.find(name).map_or_else(|| game.verb(&name.replace('-', " ")), Ok).map_err(unknown)
}

fn unknown(problem: Problem) -> Refusal {
    Refusal::not_found(problem.message)
}

/// What a question is made from.
pub(crate) enum Body {
    /// The question itself.
    Json(Counted),
    /// The picture it is about, and the options of the address.
    Picture(Counted, Box<RawValue>),
}

/// Bytes that came in, counted in their client's share as long as they are here.
pub(crate) struct Counted {
    bytes: Vec<u8>,
    _held: Held,
}

impl Body {
    pub(crate) fn bytes(&self) -> &[u8] {
        let (Self::Json(counted) | Self::Picture(counted, _)) = self;
        &counted.bytes
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes().len()
    }
}

/// The pairs of an address, and the options that they may name.
type Choices<'a> = (Vec<(String, String)>, &'a Table);

/// The body of a request; a picture only where its address may have options.
///
/// That nothing but these kinds is taken also keeps other sites' pages out: a browser sends them across sites only after
/// asking, and nobody here says yes.
pub(crate) async fn body(
    request: Request,
    app: &App,
    client: &Arc<Client>,
    query: Option<Choices<'_>>,
) -> Result<Body, Refusal> {
    let given = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = given.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match (kind.as_str(), query) {
        ("application/json", _) => Ok(Body::Json(read(request, app, client, app.limits.body).await?)),
        ("image/png" | "image/jpeg", Some((pairs, table))) => {
            let options = options(pairs, table)?;
            Ok(Body::Picture(read(request, app, client, app.limits.picture_bytes).await?, options))
        }
        (_, None) => Err(wrong_kind("`application/json`")),
        (_, Some(_)) => Err(wrong_kind("`application/json`, `image/png` or `image/jpeg`")),
    }
}

fn wrong_kind(expected: &str) -> Refusal {
    Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, format!("expected a body of {expected}"))
}

/// Options as JSON: what an option takes as text stays text, all else is JSON where it can be.
fn options(pairs: Vec<(String, String)>, table: &Table) -> Result<Box<RawValue>, Refusal> {
    let mut options = Map::new();
    for (name, text) in pairs {
        let kind = table.find(&name).map(|spec| &spec.kind);
        let value = match kind {
            Some(Kind::Text | Kind::Choice(_)) => Value::String(text),
            _ => serde_json::from_str(&text).unwrap_or(Value::String(text)),
        };
        if options.insert(name.clone(), value).is_some() {
            return Err(Refusal::unusable(format!("option `{name}` is there twice")));
        }
    }
    serde_json::value::to_raw_value(&options).map_err(|error| json_error(&error))
}

/// Malformed JSON is the sender's fault; JSON that does not say what it should is another matter.
pub(crate) fn json_error(error: &serde_json::Error) -> Refusal {
    let text = error.to_string();
    let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
    let refusal = match error.classify() {
        Category::Data => Refusal::unusable(format!("this JSON does not fit the question: {message}")),
        _ => Refusal::malformed(format!("this is not JSON: {message}")),
    };
    if error.line() == 0 { refusal } else { refusal.at(error.line(), error.column()) }
}

/// The whole body, unless it is too large or too slow, or too much of its client is here already.
async fn read(request: Request, app: &App, client: &Arc<Client>, limit: usize) -> Result<Counted, Refusal> {
    let too_large = || Refusal::too_large(format!("the body is larger than {limit} bytes"));
    let said = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if said.is_some_and(|length| length > limit) {
        return Err(too_large());
    }
    let mut held = Held::none(client);
    let mut bytes = Vec::new();
    let mut parts = request.into_body().into_data_stream();
    let whole = async {
        while let Some(part) = parts.next().await {
            let part = part.map_err(|_| Refusal::malformed("the body is broken or ended early"))?;
            if bytes.len() + part.len() > limit {
                return Err(too_large());
            }
            held.more(part.len())?;
            bytes.extend_from_slice(&part);
        }
        Ok(())
    };
    match tokio::time::timeout(app.limits.patience, whole).await {
        Ok(read) => read?,
        Err(_) => return Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body took too long to arrive")),
    }
    Ok(Counted { bytes, _held: held })
}
