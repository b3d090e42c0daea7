//! A report: the answer to a question, the same at every door. Exit codes, HTTP answers and batch lines follow from it.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use crate::budget::Stop;
use crate::outcome::{Outcome, Proof};
use crate::problem::Problem;
use crate::scene::svg::svg;
use crate::scene::{Draw, Scene};
use crate::verb::{Made, Overlay, Wanted};
use crate::words::Message;

/// How a verb ended: the report's `status`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Answered without a search.
    #[default]
    Ok,
    /// There is a solution, and the rules' checker has accepted it.
    Solved,
    /// There is none: proven.
    Impossible,
    /// The budget ran out first.
    GaveUp,
}

/// What the answer comes to: what exit codes say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Answered: solved, found, won.
    #[default]
    Yes,
    /// A proven no.
    No,
    /// Not known within the budget.
    Unknown,
}

/// What all reports have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// How it ended.
    pub ending: Ending,
    /// What it comes to.
    pub verdict: Verdict,
    /// What is proven about the solution.
    pub proof: Option<Proof>,
    /// What ran out.
    pub stop: Option<Stop>,
    /// Which engine answered.
    pub engine: Option<&'static str>,
    /// Positions looked at.
    pub nodes: Option<u64>,
}

impl Head {
    /// The head of an outcome.
    pub fn of<S>(outcome: &Outcome<S>) -> Self {
        match outcome {
            Outcome::Solved { proof, .. } => Self { ending: Ending::Solved, proof: Some(*proof), ..Self::default() },
            Outcome::Impossible => Self { ending: Ending::Impossible, verdict: Verdict::No, ..Self::default() },
            Outcome::GaveUp { stop, .. } => Self::gave_up(*stop),
        }
    }

    /// The head of what was given up.
    pub fn gave_up(stop: Stop) -> Self {
        Self { ending: Ending::GaveUp, verdict: Verdict::Unknown, stop: Some(stop), ..Self::default() }
    }
}

/// The answer to a question.
pub struct Report {
    /// The game.
    pub game: &'static str,
    /// The verb.
    pub verb: &'static str,
    /// How long it took.
    pub elapsed: Duration,
    pub(crate) draw: Option<Draw>,
    pub(crate) body: Box<dyn Body>,
}

/// An answer whose types are hidden.
pub(crate) trait Body: Send {
    fn head(&self) -> &Head;
    fn write(&self, frame: &Frame<'_>, out: &mut Vec<u8>);
    fn words(&self) -> Vec<Message>;
    fn page(&self) -> Page;
    fn scenes(&self) -> Vec<Scene>;
    fn cells_to_draw(&self) -> usize;
    fn overlay(&self) -> Option<Overlay>;
    fn files(&self, wanted: &Wanted<'_>) -> Result<Option<Vec<Made>>, Problem>;
}

/// What stands round an answer in JSON.
pub(crate) struct Frame<'a> {
    /// The game; a door that has said it already leaves it out.
    game: Option<&'a str>,
    command: &'a str,
    messages: Vec<Message>,
    scenes: Option<Vec<Picture>>,
    elapsed: Duration,
}

/// One drawn board of an answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Picture {
    /// Which board it is: `board` is the main one.
    pub name: &'static str,
    /// What it shows, in one line.
    pub title: String,
    /// The picture.
    pub svg: String,
}

#[derive(Serialize)]
struct Written<'a, A> {
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'a str>,
    command: &'a str,
    status: Ending,
    verdict: Verdict,
    #[serde(flatten)]
    answer: &'a A,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Proof>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<Stop>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    messages: &'a [Message],
    #[serde(skip_serializing_if = "Option::is_none")]
    scenes: &'a Option<Vec<Picture>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'a str>,
    elapsed_ms: f64,
}

/// The members that every report has beside its answer's, for descriptions.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "a description of what `write` writes")]
pub struct Members {
    /// The game.
    game: String,
    /// The verb.
    command: String,
    /// How it ended.
    status: Ending,
    /// What it comes to.
    verdict: Verdict,
    /// What is proven about the solution.
    proof: Option<Proof>,
    /// What ran out.
    stop: Option<Stop>,
    /// What a person should know of it, with codes for translators.
    messages: Option<Vec<Message>>,
    /// The pictures, where they were asked for.
    scenes: Option<Vec<Picture>>,
    /// Positions looked at.
    nodes: Option<u64>,
    /// Which engine answered.
    engine: Option<String>,
    /// How long it took, in milliseconds.
    elapsed_ms: f64,
}

pub(crate) fn write<A: Serialize>(frame: &Frame<'_>, head: &Head, answer: &A, out: &mut Vec<u8>) {
    let written = Written {
        game: frame.game,
        command: frame.command,
        status: head.ending,
        verdict: head.verdict,
        answer,
        proof: head.proof,
        stop: head.stop,
        messages: &frame.messages,
        scenes: &frame.scenes,
        nodes: head.nodes,
        engine: head.engine,
        // Microseconds are as fine as anybody measures; more digits would only take room.
        elapsed_ms: (frame.elapsed.as_secs_f64() * 1e6).round() / 1e3,
    };
    // Answers are structs and maps with text keys, and a vector takes all: nothing can fail here.
    let _ = serde_json::to_writer(out, &written);
}

impl Report {
    /// How it ended.
    pub fn head(&self) -> &Head {
        self.body.head()
    }

    /// The report as one JSON object.
    pub fn json(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(1024);
        self.write(Some(self.game), &self.drawn(), &mut out);
        out
    }

    /// The same where a door takes what is to be drawn, and what it says where it does not.
    pub fn json_if<E>(&self, takes: impl FnOnce(&[Scene]) -> Result<(), E>) -> Result<Vec<u8>, E> {
        let scenes = self.drawn();
        takes(&scenes)?;
        let mut out = Vec::with_capacity(1024);
        self.write(Some(self.game), &scenes, &mut out);
        Ok(out)
    }

    /// The same without `game`, for a door that has said it.
    pub fn json_without_game(&self, out: &mut Vec<u8>) {
        self.write(None, &self.drawn(), out);
    }

    /// The scenes that the question wants in the answer.
    fn drawn(&self) -> Vec<Scene> {
        if self.draw.is_some() { self.body.scenes() } else { Vec::new() }
    }

    fn write(&self, game: Option<&str>, scenes: &[Scene], out: &mut Vec<u8>) {
        let scenes = self.draw.map(|draw| {
            let style = draw.style();
            let drawn =
                |scene: &Scene| Picture { name: scene.name, title: scene.title.clone(), svg: svg(scene, &style) };
            scenes.iter().map(drawn).collect()
        });
        let messages = self.body.words();
        self.body.write(&Frame { game, command: self.verb, messages, scenes, elapsed: self.elapsed }, out);
    }

    /// What a person should know of it.
    pub fn words(&self) -> Vec<Message> {
        self.body.words()
    }

    /// The answer in a terminal.
    pub fn page(&self) -> Page {
        self.body.page()
    }

    /// The answer as pictures.
    pub fn scenes(&self) -> Vec<Scene> {
        self.body.scenes()
    }

    /// How many cells the pictures have at least, known before they are made.
    pub fn cells_to_draw(&self) -> usize {
        self.body.cells_to_draw()
    }

    /// A PNG of its own, in place of the scenes.
    pub fn overlay(&self) -> Option<Overlay> {
        self.body.overlay()
    }

    /// Files to write; `None` when there is nothing to write, and nothing is to be touched.
    pub fn files(&self, wanted: &Wanted<'_>) -> Result<Option<Vec<Made>>, Problem> {
        self.body.files(wanted)
    }
}

impl std::fmt::Debug for Report {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&String::from_utf8_lossy(&self.json()))
    }
}

/// An answer as a terminal shows it, part by part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page(pub Vec<Part>);

/// A part of a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A sentence.
    Say(Message),
    /// A sentence beside the answer: progress, cost, warnings.
    Note(Message),
    /// Lines of text as they are.
    Text(String),
    /// A board.
    Scene(Box<Scene>),
}

impl Page {
    /// Adds a sentence.
    pub fn say(&mut self, message: Message) {
        self.0.push(Part::Say(message));
    }

    /// Adds a sentence beside the answer.
    pub fn note(&mut self, message: Message) {
        self.0.push(Part::Note(message));
    }

    /// Adds lines of text, each with its end of line.
    pub fn text(&mut self, text: impl Into<String>) {
        self.0.push(Part::Text(text.into()));
    }

    /// Adds a board.
    pub fn scene(&mut self, scene: Scene) {
        self.0.push(Part::Scene(Box::new(scene)));
    }
}

/// What is left when the budget ran out before the question was understood.
pub(crate) struct Stopped {
    head: Head,
}

/// An answer without members.
#[derive(Serialize)]
struct Empty {}

impl Stopped {
    pub(crate) fn by(stop: Stop) -> Self {
        Self { head: Head::gave_up(stop) }
    }
}

/// What ran out, in words.
pub(crate) const STOPPED: crate::words::Template = crate::words::Template::new("core.stopped", "no answer: {stop}");

impl Body for Stopped {
    fn head(&self) -> &Head {
        &self.head
    }

    fn write(&self, frame: &Frame<'_>, out: &mut Vec<u8>) {
        write(frame, &self.head, &Empty {}, out);
    }

    fn words(&self) -> Vec<Message> {
        self.head.stop.iter().map(|stop| STOPPED.with([("stop", stop.to_string().into())])).collect()
    }

    fn page(&self) -> Page {
        Page(self.words().into_iter().map(Part::Note).collect())
    }

    fn scenes(&self) -> Vec<Scene> {
        Vec::new()
    }

    fn cells_to_draw(&self) -> usize {
        0
    }

    fn overlay(&self) -> Option<Overlay> {
        None
    }

    fn files(&self, _: &Wanted<'_>) -> Result<Option<Vec<Made>>, Problem> {
        Ok(None)
    }
}
