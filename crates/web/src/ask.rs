//! Every verb of every game: a question comes in, its report goes out.
//!
//! Everything is done among the jobs, in the lane that suits it; quick verbs that turn out not to be go on in the next. A
//! search can be followed: who accepts `text/event-stream` hears `progress` while it lasts, and `answer` or `problem` at
//! the end.

use std::borrow::Cow;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, Request, State};
use axum::http::header::{ACCEPT, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use azulejo_core::budget::{Budget, Stop};
use azulejo_core::id::Id;
use azulejo_core::question::{Question, Source};
use azulejo_core::registry::Entry;
use azulejo_core::scene::Scene;
use azulejo_core::verb::{self, Cost, Needs};
use flate2::Compression;
use futures_util::stream::{Stream, unfold};
use serde_json::json;

use crate::App;
use crate::assets::{accepts_gzip, zipped};
use crate::clients::{Client, counted};
use crate::input::{Body, body, game_of, json_error, verb_of};
use crate::jobs::{Lane, Search};
use crate::limits::Limits;
use crate::picture::Format;
use crate::refusal::Refusal;

/// A question as it came, with what its path says.
pub(crate) struct Asked {
    pub(crate) game: &'static Entry,
    pub(crate) verb: &'static verb::Entry,
    pub(crate) body: Body,
    pub(crate) wanted: Wanted,
    pub(crate) client: Arc<Client>,
    /// Whether a large answer may be compressed.
    pub(crate) zips: bool,
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
    let (client, zips) = (app.client(&request), accepts_gzip(request.headers()));
    let body = body(request, &app, &client, query).await?;
    // Events are sent as they come.
    let asked = Asked { game, verb, body, wanted: Wanted::Report, client, zips: zips && !streams };
    if streams {
        let search = searched(&app, Arc::new(asked)).await?;
        return Ok(Sse::new(events(search)).keep_alive(KeepAlive::default()).into_response());
    }
    answered(&app, asked, "application/json").await
}

/// The answer to a question, from whatever lane it takes.
pub(crate) async fn answered(app: &App, asked: Asked, kind: &'static str) -> Result<Response, Refusal> {
    let asked = Arc::new(asked);
    let mut lane = asked.lane(&asked.question(&app.limits)?);
    loop {
        let time = match lane {
            Lane::Quick => app.limits.quick_time,
            Lane::Brief => app.limits.brief_time,
            Lane::Long => break,
        };
        let mut brief = begun(app, &asked, lane, time).await?;
        match brief.answer().await? {
            Some(answer) => return asked.sent(kind, answer),
            None => lane = if lane == Lane::Quick { Lane::Brief } else { Lane::Long },
        }
    }
    let mut search = searched(app, Arc::clone(&asked)).await?;
    match search.answer().await? {
        Some(answer) => asked.sent(kind, answer),
        None => Err(Refusal::broken()),
    }
}

/// A search for the answer, within the limits of the question and of the server.
async fn searched(app: &App, asked: Arc<Asked>) -> Result<Search<Option<Vec<u8>>>, Refusal> {
    let given = asked.question(&app.limits)?.limits.time_ms;
    let time = given.map_or(app.limits.usual_time, Duration::from_millis).min(app.limits.most_time);
    begun(app, &asked, Lane::Long, time).await
}

/// Work on the answer, which is none where a lane's time was too short.
async fn begun(app: &App, asked: &Arc<Asked>, lane: Lane, time: Duration) -> Result<Search<Option<Vec<u8>>>, Refusal> {
    let (shared, own) = (app.clone(), Arc::clone(asked));
    let work = move |budget: &Budget| own.answer(lane, time, budget, &shared.limits);
    app.jobs.begin(lane, &asked.client, time, work).await
}

/// Work up to this many bytes looked at may be quick.
const QUICK: usize = 64 << 10;

impl Asked {
    /// The question, borrowed from the body.
    fn question(&self, limits: &Limits) -> Result<Question<'_>, Refusal> {
        let mut question = match &self.body {
            Body::Json(_) => serde_json::from_slice(self.body.bytes()).map_err(|error| json_error(&error))?,
            Body::Picture(_, options) => Question {
                source: Source::Picture(Cow::Borrowed(self.body.bytes())),
                options: Some(Cow::Borrowed(options)),
                ..Question::default()
            },
        };
        if let Wanted::Picture(_) = self.wanted {
            question.members.retain(|name| name != "verb" && name != "format");
        }
        question.refuse_others()?;
        (question.game, question.verb) = (self.game.name.into(), self.verb.name.into());
        if question.moves.len() > limits.moves {
            let (moves, most) = (question.moves.len(), limits.moves);
            return Err(Refusal::unusable(format!("{moves} moves: at most {most} at once")));
        }
        Ok(question)
    }

    /// Where it begins.
    fn lane(&self, question: &Question<'_>) -> Lane {
        let source = match &question.source {
            Source::Nothing | Source::Position(_) => true,
            // A seed may need a search before there is anything to look at.
            Source::Text { text, .. } => !(Id::looks_like(self.game.name, text.trim_start()) && text.contains('#')),
            Source::Picture(_) => false,
        };
        let bytes = self.body.len() * question.moves.len().max(1);
        let png = self.wanted == Wanted::Picture(Format::Png);
        match self.verb.cost {
            Cost::Search => Lane::Long,
            Cost::Quick if source && !png && bytes <= QUICK => Lane::Quick,
            Cost::Quick => Lane::Brief,
        }
    }

    fn draws(&self, question: &Question<'_>) -> bool {
        question.draw.is_some() || self.wanted != Wanted::Report
    }

    /// The answer; none where the time of a lane ran out, not that of the question.
    fn answer(&self, lane: Lane, time: Duration, budget: &Budget, limits: &Limits) -> Result<Option<Vec<u8>>, Refusal> {
        let question = self.question(limits)?;
        let report = azulejo_games::ask(&question, budget)?;
        let wanted = || match budget.check() {
            Err(Stop::Cancelled) => Err(Refusal::busy("nobody waits for this answer")),
            _ => Ok(()),
        };
        wanted()?;
        let own = question.limits.time_ms.is_some_and(|own| Duration::from_millis(own) <= time);
        if lane != Lane::Long && report.head().stop == Some(Stop::Time) && !own {
            return Ok(None);
        }
        let answer = match self.wanted {
            _ if self.draws(&question) && report.cells_to_draw() > limits.cells => {
                Err(too_many_cells(report.cells_to_draw(), limits))
            }
            Wanted::Report => report.json_if(|scenes| small_enough(scenes, limits)),
            Wanted::Picture(format) => crate::picture::painted(&report, &question, format, limits),
        }?;
        wanted()?;
        let zips = self.zips && answer.len() >= ZIPPED && self.wanted != Wanted::Picture(Format::Png);
        Ok(Some(if zips { zipped(&answer, Compression::fast()) } else { answer }))
    }

    /// An answer on its way to the client, whose share it counts in until it is there.
    fn sent(&self, kind: &'static str, answer: Vec<u8>) -> Result<Response, Refusal> {
        let zipped = answer.starts_with(&[0x1f, 0x8b]);
        let mut response = sent(kind, counted(answer, &self.client)?);
        response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
        if zipped {
            response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        Ok(response)
    }
}

/// Answers from this size on are compressed for those who take that.
const ZIPPED: usize = 64 << 10;

/// Refuses what would make a picture that nobody can use.
pub(crate) fn small_enough(scenes: &[Scene], limits: &Limits) -> Result<(), Refusal> {
    let cells: usize =
        scenes.iter().map(|scene| usize::from(scene.layout.rows) * usize::from(scene.layout.columns)).sum();
    if cells <= limits.cells {
        return Ok(());
    }
    Err(too_many_cells(cells, limits))
}

fn too_many_cells(cells: usize, limits: &Limits) -> Refusal {
    let most = limits.cells;
    Refusal::unusable(format!("there are {cells} cells to draw: this server draws at most {most} at once"))
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

fn events(search: Search<Option<Vec<u8>>>) -> impl Stream<Item = Result<Event, Infallible>> {
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

fn last(answer: Result<Option<Vec<u8>>, Refusal>) -> Event {
    let (name, bytes) = match answer.and_then(|answer| answer.ok_or_else(Refusal::broken)) {
        Ok(report) => ("answer", report),
        Err(refusal) => ("problem", refusal.json()),
    };
    // JSON is text.
    Event::default().event(name).data(String::from_utf8(bytes).unwrap_or_default())
}
