//! Playing: a new position, one that is read, what a move makes of it, what may be played, which rules are broken.

use std::hash::{BuildHasher as _, RandomState};

use axum::extract::State;
use axum::response::Response;
use azulejo_core::erased::Entry;
use azulejo_core::game::{Status, Violation};
use azulejo_core::id::{Id, Origin};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::json;
use super::search::{Difficulty, graded};
use crate::App;
use crate::input::{Input, Named};
use crate::jobs::quick;
use crate::refusal::Refusal;
use crate::view::{Draw, Standing, View, see};

/// A seed: a number, or any text without blanks.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub(super) enum Seed {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
}

impl Seed {
    /// The seed as ids write it; a fresh one when none is given.
    pub(super) fn text(seed: Option<Self>) -> Result<String, Refusal> {
        match seed {
            // Short enough to be a number everywhere, and to be read aloud.
            None => Ok((RandomState::new().hash_one(()) % 1_000_000_000).to_string()),
            Some(Self::Number(number)) => Ok(number.to_string()),
            Some(Self::Text(text)) if text.len() <= 64 && !text.contains(char::is_whitespace) => Ok(text),
            Some(Self::Text(_)) => Err(Refusal::unusable("a seed has at most 64 letters and no blank")),
        }
    }
}

/// Which position to begin with: an id, or a setup with a seed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct New {
    /// The id of a position; nothing else may be given with it.
    id: Option<String>,
    /// What the players choose; the usual when not given.
    setup: Option<String>,
    /// The seed; a fresh one is drawn when not given, and is in the id.
    seed: Option<Seed>,
    /// How hard it should be, where the game makes puzzles by difficulty.
    difficulty: Option<Difficulty>,
    /// How the picture should look; null for none.
    #[serde(default = "Draw::usual")]
    draw: Option<Draw>,
}

/// A new game.
#[utoipa::path(post, path = "/games/{game}/new", tag = "play", params(("game" = super::GameName, Path)), request_body = New, responses(
    (status = 200, description = "Its first position", body = View),
    (status = "4XX", description = "Why there is none", body = Refusal, content_type = "application/problem+json"),
    (status = 503, description = "Too many ask at once", body = Refusal, content_type = "application/problem+json")))]
pub(super) async fn new(State(app): State<App>, Named(game): Named, input: Input<New>) -> Result<Response, Refusal> {
    let New { id, setup, seed, difficulty, draw } = input.value;
    let id = match id {
        Some(_) if setup.is_some() || seed.is_some() || difficulty.is_some() => {
            return Err(Refusal::unusable(
                "an id says it all: `setup`, `seed` and `difficulty` cannot be given with it",
            ));
        }
        Some(id) => id.parse()?,
        None => {
            let usual = game.presets.first().map_or("", |preset| preset.setup);
            Id::seeded(game.name, setup.as_deref().unwrap_or(usual), Seed::text(seed)?).at_version(game.version)
        }
    };
    let limits = app.limits.clone();
    let work = move |id: Id, budget: &azulejo_core::budget::Budget| {
        let (position, id) = match difficulty {
            None => (game.open_within(&id, budget)?, Some(id)),
            Some(difficulty) => (graded(game, &id, difficulty, budget)?, None),
        };
        let view = see(game, &position, &[], draw, &limits)?;
        // The id that was asked for is the shorter one, and a seed's lasts for ever.
        Ok(View { id: id.map_or(view.id, |id| id.to_string()), ..view })
    };
    let view = match &id.origin {
        Origin::Literal(text) => {
            let cost = text.len() * 8;
            quick(cost, move || work(id, &azulejo_core::budget::Budget::unlimited())).await?
        }
        Origin::Seed(_) => app.jobs.run(app.limits.usual_time, move |budget| work(id, budget)).await?,
    };
    json(&view)
}

/// A text in any format that the game reads.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    /// The text.
    text: String,
    /// The setup it is to be read with.
    #[serde(default)]
    setup: String,
    /// How the picture should look; null for none.
    #[serde(default = "Draw::usual")]
    draw: Option<Draw>,
}

/// The position that a text describes: a file, a line, an id or a link.
#[utoipa::path(post, path = "/games/{game}/read", tag = "play", params(("game" = super::GameName, Path)), request_body = Written, responses(
    (status = 200, description = "The position", body = View),
    (status = "4XX", description = "What is wrong, and where", body = Refusal, content_type = "application/problem+json"),
    (status = 503, description = "Too many ask at once", body = Refusal, content_type = "application/problem+json")))]
pub(super) async fn read(
    State(app): State<App>,
    Named(game): Named,
    input: Input<Written>,
) -> Result<Response, Refusal> {
    let Written { text, setup, draw } = input.value;
    let limits = app.limits.clone();
    let trimmed = text.trim();
    let view = if Id::looks_like(game.name, trimmed) && !trimmed.contains(char::is_whitespace) {
        let id: Id = trimmed.parse()?;
        let work = move |budget: &_| see(game, &game.open_within(&id, budget)?, &[], draw, &limits);
        app.jobs.run(app.limits.usual_time, work).await?
    } else {
        quick(text.len() * 8, move || see(game, &(game.read)(&setup, &text)?, &[], draw, &limits)).await?
    };
    json(&view)
}

/// A position alone.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Shown {
    /// The position.
    #[schema(value_type = Object)]
    position: Value,
    /// How the picture should look; null for none.
    #[serde(default = "Draw::usual")]
    draw: Option<Draw>,
}

/// All there is to show of a position.
#[utoipa::path(post, path = "/games/{game}/view", tag = "play", params(("game" = super::GameName, Path)), request_body = Shown, responses(
    (status = 200, description = "The view", body = View),
    (status = "4XX", description = "Why this is no position", body = Refusal, content_type = "application/problem+json")))]
pub(super) async fn view(State(app): State<App>, Named(game): Named, input: Input<Shown>) -> Result<Response, Refusal> {
    let Shown { position, draw } = input.value;
    let limits = app.limits.clone();
    json(&quick(input.bytes, move || see(game, &position, &[], draw, &limits)).await?)
}

/// A position and what is played in it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Played {
    /// The position.
    #[schema(value_type = Object)]
    position: Value,
    /// One move, in the game's notation.
    #[serde(rename = "move")]
    action: Option<String>,
    /// Several moves instead, in order.
    moves: Option<Vec<String>>,
    /// How the picture should look; null for none.
    #[serde(default = "Draw::usual")]
    draw: Option<Draw>,
}

/// The position after a move, or after several.
#[utoipa::path(post, path = "/games/{game}/play", tag = "play", params(("game" = super::GameName, Path)), request_body = Played, responses(
    (status = 200, description = "The position after the last move", body = View),
    (status = "4XX", description = "Why it cannot be played", body = Refusal, content_type = "application/problem+json")))]
pub(super) async fn play(
    State(app): State<App>,
    Named(game): Named,
    input: Input<Played>,
) -> Result<Response, Refusal> {
    let Played { position, action, moves, draw } = input.value;
    let moves = match (action, moves) {
        (Some(action), None) => vec![action],
        (None, Some(moves)) => moves,
        _ => return Err(Refusal::unusable("expected `move` or `moves`, one of the two")),
    };
    if moves.len() > app.limits.moves {
        return Err(Refusal::unusable(format!("{} moves: at most {} at once", moves.len(), app.limits.moves)));
    }
    let limits = app.limits.clone();
    let cost = input.bytes * moves.len().max(1);
    json(&quick(cost, move || see(game, &position, &moves, draw, &limits)).await?)
}

/// A position alone, nothing drawn.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// The position.
    #[schema(value_type = Object)]
    pub(super) position: Value,
}

/// What may be played.
#[derive(Debug, Serialize, ToSchema)]
struct Moves {
    /// Every legal move in the game's notation.
    moves: Vec<String>,
}

/// Every legal move.
#[utoipa::path(post, path = "/games/{game}/moves", tag = "play", params(("game" = super::GameName, Path)), request_body = Asked, responses(
    (status = 200, description = "The moves", body = Moves),
    (status = "4XX", description = "Why this is no position", body = Refusal, content_type = "application/problem+json")))]
pub(super) async fn moves(Named(game): Named, input: Input<Asked>) -> Result<Response, Refusal> {
    let position = input.value.position;
    let moves = quick(input.bytes * 8, move || Ok((game.moves)(&position)?)).await?;
    json(&Moves { moves })
}

/// Which rules are broken, and where the game stands.
#[derive(Debug, Serialize, ToSchema)]
struct Checked {
    violations: Vec<Broken>,
    #[schema(value_type = Standing)]
    status: Status,
}

/// A broken rule.
#[derive(Debug, Serialize, ToSchema)]
struct Broken {
    /// Its short name.
    code: &'static str,
    /// What is wrong.
    message: String,
    /// Where, by the names of the cells.
    cells: Vec<String>,
}

impl From<Violation> for Broken {
    fn from(violation: Violation) -> Self {
        let Violation { code, message, cells } = violation;
        Self { code, message, cells: cells.iter().map(ToString::to_string).collect() }
    }
}

/// Every broken rule, with its cells.
#[utoipa::path(post, path = "/games/{game}/check", tag = "play", params(("game" = super::GameName, Path)), request_body = Asked, responses(
    (status = 200, description = "The broken rules, none when all is well", body = Checked),
    (status = "4XX", description = "Why this is no position", body = Refusal, content_type = "application/problem+json")))]
pub(super) async fn check(Named(game): Named, input: Input<Asked>) -> Result<Response, Refusal> {
    let position = input.value.position;
    let checked = quick(input.bytes, move || checked(game, &position)).await?;
    json(&checked)
}

fn checked(game: &Entry, position: &Value) -> Result<Checked, Refusal> {
    let violations = (game.check)(position)?.into_iter().map(Broken::from).collect();
    Ok(Checked { violations, status: (game.status)(position)? })
}
