//! What takes a search: advice, solutions, new puzzles, ratings, the moves of computer players.
//!
//! Solving and making puzzles can be followed: who accepts `text/event-stream` hears `progress` while it lasts, and
//! `answer` or `problem` at the end.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use azulejo_core::budget::{Budget, Stop};
use azulejo_core::erased::Entry;
use azulejo_core::game::Advice;
use azulejo_core::id::{Id, Origin};
use azulejo_core::outcome::{Answer, Outcome, Proof};
use azulejo_core::random::{Random, seed_of};
use futures_util::stream::{Stream, unfold};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::play::{Asked, Seed};
use crate::App;
use crate::input::{Input, Named};
use crate::jobs::Search;
use crate::refusal::Refusal;
use crate::view::{Draw, View, see};

/// How a search ended.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Ending {
    /// There is a solution, and it is correct.
    Solved,
    /// There is none: proven.
    Impossible,
    /// The limit came first.
    GaveUp,
}

/// What is proven about a solution.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case", as = Proof)]
#[allow(dead_code, reason = "describes the JSON of a type that knows nothing of schemas")]
enum Proven {
    FirstFound,
    Optimal,
    Unique,
    NotUnique,
}

/// An outcome, laid flat.
struct Flat<S> {
    ending: Ending,
    solution: Option<S>,
    proof: Option<Proof>,
    stop: Option<Stop>,
    lower_bound: Option<u32>,
}

fn flat<S>(outcome: Outcome<S>) -> Flat<S> {
    let none = Flat { ending: Ending::Impossible, solution: None, proof: None, stop: None, lower_bound: None };
    match outcome {
        Outcome::Solved { solution, proof } => {
            Flat { ending: Ending::Solved, solution: Some(solution), proof: Some(proof), ..none }
        }
        Outcome::Impossible => none,
        Outcome::GaveUp { stop, best, lower_bound } => {
            Flat { ending: Ending::GaveUp, solution: best, stop: Some(stop), lower_bound, ..none }
        }
    }
}

fn unable(game: &Entry, what: &str) -> Refusal {
    Refusal::not_found(format!("{} cannot {what}", game.title))
}

/// Advice for the player to move.
#[derive(Debug, Serialize, ToSchema)]
struct Hinted {
    outcome: Ending,
    /// What to play next.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    action: Option<String>,
    /// The plan it begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    line: Option<Vec<String>>,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<String>,
    /// Cells worth looking at.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    cells: Option<Vec<String>>,
}

/// The best next move and why.
#[utoipa::path(post, path = "/games/{game}/hint", tag = "search", params(("game" = super::GameName, Path)), request_body = Asked, responses(
    (status = 200, description = "The advice, or that there is none", body = Hinted),
    (status = "4XX", description = "Why this is no position", body = Refusal, content_type = "application/problem+json"),
    (status = 503, description = "Too many ask at once", body = Refusal, content_type = "application/problem+json")))]
pub(super) async fn hint(State(app): State<App>, Named(game): Named, input: Input<Asked>) -> Result<Response, Refusal> {
    let hint = game.hint.ok_or_else(|| unable(game, "give hints"))?;
    let position = input.value.position;
    let outcome = app.jobs.run(app.limits.usual_time, move |budget| Ok(hint(&position, budget)?)).await?;
    let Flat { ending, solution, stop, .. } = flat(outcome);
    let (line, reason, cells) = match solution {
        Some(Advice { line, reason, cells }) => {
            (Some(line), Some(reason.text), Some(cells.iter().map(ToString::to_string).collect()))
        }
        None => (None, stop.map(|stop| stop.to_string()), None),
    };
    let action = line.as_ref().and_then(|line| line.first().cloned());
    super::json(&Hinted { outcome: ending, action, line, reason, cells })
}

/// A position to solve.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Task {
    /// The position.
    #[schema(value_type = Object)]
    position: Value,
    /// Give up after this long; the server has a limit of its own.
    #[schema(minimum = 0)]
    time_limit_ms: Option<u64>,
}

/// What a solver found.
#[derive(Debug, Serialize, ToSchema)]
struct Solved {
    outcome: Ending,
    /// The solution, or the best so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    moves: Option<Vec<String>>,
    /// What is proven about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Proven, nullable = false)]
    proof: Option<Proof>,
    /// What ran out first: `time`, `nodes`, `memory` or `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, nullable = false)]
    stop: Option<Stop>,
    /// At least this many are needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    lower_bound: Option<u32>,
    /// Which engine answered.
    engine: &'static str,
    /// Positions looked at.
    nodes: u64,
    /// How long it took.
    time_ms: u64,
}

/// A solution, proven where it can be.
#[utoipa::path(post, path = "/games/{game}/solve", tag = "search", params(("game" = super::GameName, Path)), request_body = Task, responses(
    (status = 200, description = "What was found; as events when that is accepted", content(
        (Solved = "application/json"), (String = "text/event-stream"))),
    (status = "4XX", description = "Why this is no position", body = Refusal, content_type = "application/problem+json"),
    (status = 503, description = "Too many ask at once", body = Refusal, content_type = "application/problem+json")))]
pub(super) async fn solve(
    State(app): State<App>,
    Named(game): Named,
    headers: HeaderMap,
    input: Input<Task>,
) -> Result<Response, Refusal> {
    let solve = game.solve.ok_or_else(|| unable(game, "be solved"))?;
    let Task { position, time_limit_ms } = input.value;
    let time = time_limit_ms.map_or(app.limits.usual_time, Duration::from_millis).min(app.limits.most_time);
    let work = move |budget: &Budget| {
        let begun = Instant::now();
        let Answer { outcome, engine, nodes } = solve(&position, budget)?;
        let Flat { ending, solution, proof, stop, lower_bound } = flat(outcome);
        let time_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        Ok(Solved { outcome: ending, moves: solution, proof, stop, lower_bound, engine, nodes, time_ms })
    };
    answered(app.jobs.begin(time, work).await?, &headers).await
}

/// How hard a puzzle is.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Difficulty {
    Easy,
    Medium,
    Hard,
    Expert,
}

impl Difficulty {
    fn name(self) -> &'static str {
        super::catalog::DIFFICULTIES[self as usize]
    }
}

/// What kind of puzzle to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Wish {
    /// What the players choose; the usual when not given.
    setup: Option<String>,
    /// The seed; a fresh one when not given.
    seed: Option<Seed>,
    /// How hard it should be.
    difficulty: Option<Difficulty>,
    /// How the picture should look; null for none.
    #[serde(default = "Draw::usual")]
    draw: Option<Draw>,
}

/// A puzzle that keeps its game's promise: one solution, or a proven count of moves.
#[utoipa::path(post, path = "/games/{game}/generate", tag = "search", params(("game" = super::GameName, Path)), request_body = Wish, responses(
    (status = 200, description = "The puzzle; as events when that is accepted", content(
        (View = "application/json"), (String = "text/event-stream"))),
    (status = "4XX", description = "Why there is none", body = Refusal, content_type = "application/problem+json"),
    (status = 503, description = "Too many ask at once", body = Refusal, content_type = "application/problem+json")))]
pub(super) async fn generate(
    State(app): State<App>,
    Named(game): Named,
    headers: HeaderMap,
    input: Input<Wish>,
) -> Result<Response, Refusal> {
    let make = game.generate.ok_or_else(|| unable(game, "make puzzles"))?;
    let Wish { setup, seed, difficulty, draw } = input.value;
    let usual = game.presets.first().map_or("", |preset| preset.setup);
    let id = Id::seeded(game.name, setup.as_deref().unwrap_or(usual), Seed::text(seed)?).at_version(game.version);
    let limits = app.limits.clone();
    let work = move |budget: &Budget| {
        let position = match (difficulty, &id.origin) {
            (None, Origin::Seed(seed)) => made(game, make(&id.setup, seed_of(seed), budget)?)?,
            (difficulty, _) => graded(game, &id, difficulty.unwrap_or(Difficulty::Easy), budget)?,
        };
        see(game, &position, &[], draw, &limits)
    };
    answered(app.jobs.begin(app.limits.usual_time, work).await?, &headers).await
}

fn made(game: &Entry, outcome: Outcome<Value>) -> Result<Value, Refusal> {
    match outcome {
        Outcome::Solved { solution, .. } => Ok(solution),
        Outcome::Impossible => Err(Refusal::unusable(format!("there is no such puzzle of {}", game.title))),
        Outcome::GaveUp { stop, .. } => Err(Refusal::unusable(format!("no puzzle was found: {stop}"))),
    }
}

/// Puzzles that are looked at for the right difficulty.
const TRIES: u64 = 200;

/// The first puzzle of a seed's branches that is as hard as wanted.
pub(super) fn graded(game: &Entry, id: &Id, wanted: Difficulty, budget: &Budget) -> Result<Value, Refusal> {
    let (Some(make), Some(rate), Origin::Seed(seed)) = (game.generate, game.rate, &id.origin) else {
        return Err(unable(game, "make puzzles by difficulty"));
    };
    let trunk = Random::new(seed_of(seed));
    for number in 0..TRIES {
        let position = made(game, make(&id.setup, trunk.branch(number).bits(), budget)?)?;
        let rating = rate(&position, budget)?;
        if rating.solution().is_some_and(|rating| rating.difficulty == wanted.name()) {
            return Ok(position);
        }
        budget.check().map_err(|stop| Refusal::unusable(format!("no puzzle was found: {stop}")))?;
    }
    let name = wanted.name();
    Err(Refusal::unusable(format!("none of {TRIES} puzzles of this setup was {name}: another setup may do")))
}

/// How hard a position is.
#[derive(Debug, Serialize, ToSchema)]
struct Rated {
    /// `easy`, `medium`, `hard` or `expert`; null when it is not known.
    #[schema(required = true)]
    difficulty: Option<&'static str>,
    /// A number that grows with difficulty; null when it is not known.
    #[schema(required = true)]
    score: Option<f64>,
    /// What made it so.
    reasons: Vec<String>,
}

/// How hard a position is, and why.
#[utoipa::path(post, path = "/games/{game}/rate", tag = "search", params(("game" = super::GameName, Path)), request_body = Asked, responses(
    (status = 200, description = "The rating", body = Rated),
    (status = "4XX", description = "Why this is no position", body = Refusal, content_type = "application/problem+json"),
    (status = 503, description = "Too many ask at once", body = Refusal, content_type = "application/problem+json")))]
pub(super) async fn rate(State(app): State<App>, Named(game): Named, input: Input<Asked>) -> Result<Response, Refusal> {
    let rate = game.rate.ok_or_else(|| unable(game, "rate positions"))?;
    let position = input.value.position;
    let outcome = app.jobs.run(app.limits.usual_time, move |budget| Ok(rate(&position, budget)?)).await?;
    let Flat { ending, solution, stop, .. } = flat(outcome);
    let rated = match (solution, ending) {
        (Some(rating), _) => {
            Rated { difficulty: Some(rating.difficulty), score: Some(rating.score), reasons: rating.reasons }
        }
        (None, Ending::Impossible) => {
            Rated { difficulty: None, score: None, reasons: vec!["it has no solution".into()] }
        }
        (None, _) => Rated { difficulty: None, score: None, reasons: stop.iter().map(ToString::to_string).collect() },
    };
    super::json(&rated)
}

/// A computer player to move.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Turn {
    /// The position.
    #[schema(value_type = Object)]
    position: Value,
    /// The computer player's name.
    bot: String,
    /// What chance it draws from.
    seed: Option<Seed>,
}

/// What a computer player plays.
#[derive(Debug, Serialize, ToSchema)]
struct Choice {
    /// The move; null when the game is over.
    #[serde(rename = "move")]
    #[schema(required = true)]
    action: Option<String>,
}

/// How long a computer player thinks at most.
const THOUGHT: Duration = Duration::from_secs(3);

/// What a computer player plays.
#[utoipa::path(post, path = "/games/{game}/bot", tag = "search", params(("game" = super::GameName, Path)), request_body = Turn, responses(
    (status = 200, description = "Its move", body = Choice),
    (status = "4XX", description = "Why there is none", body = Refusal, content_type = "application/problem+json"),
    (status = 503, description = "Too many ask at once", body = Refusal, content_type = "application/problem+json")))]
pub(super) async fn bot(State(app): State<App>, Named(game): Named, input: Input<Turn>) -> Result<Response, Refusal> {
    let choose = game.choose.ok_or_else(|| unable(game, "be played by a computer"))?;
    let Turn { position, bot, seed } = input.value;
    if !game.bots.contains(&bot.as_str()) {
        let names = game.bots.join(", ");
        return Err(Refusal::unusable(format!("there is no such computer player: there are {names}")));
    }
    let mut random = Random::new(seed_of(&Seed::text(seed)?));
    let work = move |budget: &Budget| Ok(choose(&position, &bot, &mut random, budget)?);
    super::json(&Choice { action: app.jobs.run(THOUGHT, work).await? })
}

/// The answer of a search: at its end, or as events while it lasts.
async fn answered<T: Serialize + Send + 'static>(
    mut search: Search<T>,
    headers: &HeaderMap,
) -> Result<Response, Refusal> {
    let accepted = headers.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if accepted.contains("text/event-stream") {
        return Ok(Sse::new(events(search)).keep_alive(KeepAlive::default()).into_response());
    }
    super::json(&(&mut search.answer).await.unwrap_or_else(|_| Err(Refusal::broken()))?)
}

/// How often progress is told.
const BEAT: Duration = Duration::from_millis(100);

fn events<T: Serialize + Send + 'static>(search: Search<T>) -> impl Stream<Item = Result<Event, Infallible>> {
    let state = Some((search, tokio::time::interval(BEAT)));
    unfold(state, |state| async move {
        let (mut search, mut beat) = state?;
        tokio::select! {
            biased;
            answer = &mut search.answer => Some((Ok(last(answer.unwrap_or_else(|_| Err(Refusal::broken())))), None)),
            _ = beat.tick() => {
                let event = Event::default().event("progress").data(progress(&search).to_string());
                Some((Ok(event), Some((search, beat))))
            }
        }
    })
}

fn progress<T>(search: &Search<T>) -> Value {
    let heard = *search.progress.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let (done, total) = heard.map_or((None, None), |progress| (Some(progress.done), progress.total));
    json!({ "nodes": search.budget.nodes(), "time_ms": search.begun.elapsed().as_millis() as u64, "done": done, "total": total })
}

fn last<T: Serialize>(answer: Result<T, Refusal>) -> Event {
    let (name, text) = match answer {
        Ok(answer) => ("answer", serde_json::to_string(&answer)),
        Err(refusal) => ("problem", serde_json::to_string(&refusal)),
    };
    Event::default().event(name).data(text.unwrap_or_default())
}
