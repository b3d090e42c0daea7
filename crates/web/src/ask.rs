//! Every verb of every game: a question comes in, its report goes out.
//!
//! What costs little is answered where it is asked; the rest gets a turn among the jobs. A search can be followed: who
//! accepts `text/event-stream` hears `progress` while it lasts, and `answer` or `problem` at the end.

use std::borrow::Cow;
use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{Path, Query, Request, State};
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use azulejo_core::budget::Budget;
use azulejo_core::id::Id;
use azulejo_core::question::{Question, Source};
use azulejo_core::registry::Entry;
use azulejo_core::report::Report;
use azulejo_core::scene::Scene;
use azulejo_core::verb::{self, Cost, Needs};
use futures_util::stream::{Stream, unfold};
use serde_json::json;

use crate::App;
use crate::input::{Body, body, game_of, json_error, verb_of};
use crate::jobs::Search;
use crate::limits::Limits;
use crate::picture::Format;
use crate::refusal::Refusal;

/// A question as it came, with what its path says.
pub(crate) struct Asked {
    pub(crate) game: &'static Entry,
    pub(crate) verb: &'static verb::Entry,
    pub(crate) body: Body,
    pub(crate) wanted: Wanted,
}

/// What is made of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// JSON.
    Report,
    /// A picture of it.
    Picture(Format),
}

/// A verb of a game.
pub(crate) async fn verb(
    State(app): State<App>,
    Path((game, verb)): Path<(String, String)>,
    query: Query<Vec<(String, String)>>,
    request: Request,
) -> Result<Response, Refusal> {
    let game = game_of(&game)?;
    let verb = verb_of(game, &verb)?;
    let streams = verb.cost == Cost::Search && accepts_events(request.headers());
    let query = (verb.needs == Needs::Puzzle).then_some((query.0, verb.table()));
    let body = body(request, &app, query).await?;
    let asked = Asked { game, verb, body, wanted: Wanted::Report };
    match begin(&app, asked).await? {
        Begun::Done(report) => Ok(sent("application/json", report)),
        Begun::Job(search) if streams => Ok(Sse::new(events(search)).keep_alive(KeepAlive::default()).into_response()),
        Begun::Job(mut search) => Ok(sent("application/json", search.answer().await?)),
    }
}

/// An answer, or the work that will give it.
pub(crate) enum Begun {
    Done(Vec<u8>),
    Job(Search<Vec<u8>>),
}

impl Begun {
    pub(crate) async fn end(self) -> Result<Vec<u8>, Refusal> {
        match self {
            Self::Done(answer) => Ok(answer),
            Self::Job(mut search) => search.answer().await,
        }
    }
}

pub(crate) async fn begin(app: &App, asked: Asked) -> Result<Begun, Refusal> {
    let question = asked.question()?;
    if question.moves.len() > app.limits.moves {
        let (moves, most) = (question.moves.len(), app.limits.moves);
        return Err(Refusal::unusable(format!("{moves} moves: at most {most} at once")));
    }
    if asked.is_small(&question) {
        return app.jobs.at_once(|budget| asked.answer(&question, budget, &app.limits)).map(Begun::Done);
    }
    let time = question.limits.time_ms.map_or(app.limits.usual_time, Duration::from_millis).min(app.limits.most_time);
    let shared = app.clone();
    let work = move |budget: &Budget| asked.answer(&asked.question()?, budget, &shared.limits);
    app.jobs.begin(time, work).await.map(Begun::Job)
}

/// Work up to this many bytes looked at is done at once; more would hold up the others on the same thread.
const AT_ONCE: usize = 64 << 10;

impl Asked {
    /// The question, borrowed from the body.
    fn question(&self) -> Result<Question<'_>, Refusal> {
        let mut question = match &self.body {
            Body::Json(bytes) => serde_json::from_slice(bytes).map_err(|error| json_error(&error))?,
            Body::Picture(bytes, options) => Question {
                source: Source::Picture(Cow::Borrowed(bytes)),
                options: Some(Cow::Borrowed(options)),
                ..Question::default()
            },
        };
        // The path has said these.
        for (name, value) in [("game", &question.game), ("task", &question.verb)] {
            if !value.is_empty() {
                question.others.push(name.into());
            }
        }
        if let Wanted::Picture(_) = self.wanted {
            question.others.retain(|name| name != "verb" && name != "format");
        }
        question.refuse_others()?;
        (question.game, question.verb) = (self.game.name.into(), self.verb.name.into());
        Ok(question)
    }

    /// Whether it costs less than handing it over would.
    fn is_small(&self, question: &Question<'_>) -> bool {
        let source = match &question.source {
            Source::Nothing | Source::Position(_) => true,
            // A seed may need a search before there is anything to look at.
            Source::Text { text, .. } => !(Id::looks_like(self.game.name, text.trim_start()) && text.contains('#')),
            Source::Picture(_) => false,
        };
        let bytes = self.body.len() * question.moves.len().max(1);
        source && self.verb.cost == Cost::Quick && self.wanted != Wanted::Picture(Format::Png) && bytes <= AT_ONCE
    }

    fn answer(&self, question: &Question<'_>, budget: &Budget, limits: &Limits) -> Result<Vec<u8>, Refusal> {
        let report = azulejo_games::ask(question, budget)?;
        match self.wanted {
            Wanted::Report => written(&report, question, limits),
            Wanted::Picture(format) => crate::picture::painted(&report, question, format, limits),
        }
    }
}

fn written(report: &Report, question: &Question<'_>, limits: &Limits) -> Result<Vec<u8>, Refusal> {
    if question.draw.is_some() {
        small_enough(&report.scenes(), limits)?;
    }
    Ok(report.json())
}

/// Refuses what would make a picture that nobody can use.
pub(crate) fn small_enough(scenes: &[Scene], limits: &Limits) -> Result<(), Refusal> {
    let cells: usize =
        scenes.iter().map(|scene| usize::from(scene.layout.rows) * usize::from(scene.layout.columns)).sum();
    if cells <= limits.cells {
        return Ok(());
    }
    let most = limits.cells;
    Err(Refusal::unusable(format!("there are {cells} cells to draw: this server draws at most {most} at once")))
}

/// An answer of a kind.
pub(crate) fn sent(kind: &'static str, bytes: impl Into<axum::body::Body>) -> Response {
    ([(CONTENT_TYPE, kind)], bytes.into()).into_response()
}

fn accepts_events(headers: &HeaderMap) -> bool {
    headers.get(ACCEPT).and_then(|value| value.to_str().ok()).is_some_and(|kinds| kinds.contains("text/event-stream"))
}

/// How often progress is told.
const BEAT: Duration = Duration::from_millis(100);

fn events(search: Search<Vec<u8>>) -> impl Stream<Item = Result<Event, Infallible>> {
    let state = Some((search, tokio::time::interval(BEAT)));
    unfold(state, |state| async move {
        let (mut search, mut beat) = state?;
        tokio::select! {
            biased;
            answer = search.answer() => Some((Ok(last(answer)), None)),
            _ = beat.tick() => Some((Ok(progress(&search)), Some((search, beat)))),
        }
    })
}

fn progress<T>(search: &Search<T>) -> Event {
    let (done, total) = search.heard().map_or((None, None), |progress| (Some(progress.done), progress.total));
    let time = search.begun.elapsed().as_millis() as u64;
    let told = json!({ "nodes": search.budget.nodes(), "time_ms": time, "done": done, "total": total });
    Event::default().event("progress").data(told.to_string())
}

fn last(answer: Result<Vec<u8>, Refusal>) -> Event {
    let (name, bytes) = match answer {
        Ok(report) => ("answer", report),
        Err(refusal) => ("problem", refusal.json()),
    };
    // JSON is text.
    Event::default().event(name).data(String::from_utf8(bytes).unwrap_or_default())
}
