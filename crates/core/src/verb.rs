//! Verbs: what can be asked of a game, declared once in its crate, typed; and the one way from a question to a report.
//!
//! A [`Verb`] has options and an answer whose schemas are derived from their types, words for a person, scenes to draw.
//! It does nothing but answer: files, folders and prompts are a door's business, which it does with what the verb gives.
//! [`Entry::of`] hides its types behind plain functions; [`crate::registry`] lists them.

use std::sync::OnceLock;
use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::budget::{Budget, Stop};
use crate::clock::{BROWSER, Instant};
use crate::game::Game;
use crate::open::{At, open};
use crate::options::{Table, joined, parse, schema_of};
use crate::outcome::{Answer, Halt, Outcome, Proof};
use crate::problem::{Problem, Problems};
use crate::question::{Question, Source};
use crate::report::{Body, Ending, Head, Page, Report, Stopped, Verdict};
use crate::scene::{Scene, Style};
use crate::words::Message;

/// One thing that can be asked of a game.
pub trait Verb: Sized + 'static {
    /// Of which game.
    type Game: Game;
    /// What it is asked about: [`At`] a position, or [`Nothing`].
    type On: Ground<Self::Game>;
    /// What can be chosen, each with a default unless it must be given. Doc comments are its help.
    type Options: DeserializeOwned + JsonSchema + Send + 'static;
    /// What it answers, the members of the report.
    type Answer: Serialize + JsonSchema + Send + 'static;

    /// Its name: small letters, `_` for none, a blank between two words (`fumen decode`).
    const NAME: &'static str;
    /// Other names it answers to.
    const ALIASES: &'static [&'static str] = &[];
    /// What it does, in one line without a full stop.
    const ABOUT: &'static str;
    /// How much it may cost.
    const COST: Cost = Cost::Search;
    /// Whether there is something to see in an answer.
    const DRAWS: Draws = Draws::Nothing;
    /// Files that a door may write with what was answered.
    const FILES: &'static [FileFlag] = &[];

    /// Answers.
    fn run(on: &Self::On, options: &Self::Options, budget: &Budget) -> Result<Reply<Self::Answer>, Halt>;

    /// What a person should know of the answer; in JSON too, so nothing is drawn here.
    fn words(_on: &Self::On, _options: &Self::Options, _reply: &Reply<Self::Answer>) -> Vec<Message> {
        Vec::new()
    }

    /// The answer in a terminal: scenes, texts, words.
    fn tell(on: &Self::On, options: &Self::Options, reply: &Reply<Self::Answer>, page: &mut Page) {
        for message in Self::words(on, options, reply) {
            page.say(message);
        }
    }

    /// The answer as pictures; made only when somebody wants them.
    fn scenes(_on: &Self::On, _options: &Self::Options, _reply: &Reply<Self::Answer>) -> Vec<Scene> {
        Vec::new()
    }

    /// How many cells its scenes have together, told before they are made: where one answer may have many of them.
    fn cells_to_draw(_on: &Self::On, _options: &Self::Options, _reply: &Reply<Self::Answer>) -> usize {
        0
    }

    /// A PNG of its own in place of the drawn scenes: a solution over the screenshot it was read from.
    fn overlay(_on: &Self::On, _options: &Self::Options, _reply: &Reply<Self::Answer>) -> Option<Overlay> {
        None
    }

    /// The files of one of [`Verb::FILES`]; `None` when there is nothing to write, and nothing is touched.
    fn files(
        _on: &Self::On,
        _options: &Self::Options,
        _reply: &Reply<Self::Answer>,
        _wanted: &Wanted<'_>,
    ) -> Result<Option<Vec<Made>>, Problem> {
        Ok(None)
    }

    /// Puts in what only the one who asked can know: how long it took.
    fn timed(_answer: &mut Self::Answer, _elapsed: Duration) {}
}

/// A picture, or why there is none.
pub type Overlay = Result<Vec<u8>, Problem>;

/// How much a verb may cost: what a door does about it is its own business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cost {
    /// About as much as reading the position.
    Quick,
    /// A search.
    Search,
}

/// Whether an answer can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draws {
    /// There is nothing to see.
    Nothing,
    /// There are scenes.
    Scenes,
}

/// A file, or a set of files, that a door may write.
#[derive(Clone, Copy, Debug)]
pub struct FileFlag {
    /// The name of the flag.
    pub name: &'static str,
    /// What is written, in one line.
    pub about: &'static str,
    /// What the flag names.
    pub kind: FileKind,
    /// Whether the text for a person is left out when it is given: the file is the answer.
    pub replaces_text: bool,
}

/// What a flag for files names.
#[derive(Clone, Copy, Debug)]
pub enum FileKind {
    /// A file, or the name from which those of several pages are made.
    File,
    /// A folder, made if it is missing; `usual` is taken when the flag is not given. After the files of a set are there,
    /// what an older, longer set left behind goes away: the files that `stale` names from that number on.
    Folder {
        /// The folder when none is given; nothing is written without one.
        usual: Option<&'static str>,
        /// The name of the file of a number.
        stale: Option<fn(usize) -> String>,
    },
}

/// Which files are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The flag's name.
    pub flag: &'a str,
    /// The file's name as given, without its folder; empty for folders.
    pub file: &'a str,
    /// How pictures are to look.
    pub style: &'a Style,
}

/// A file that was made: its name within the folder, and what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The name.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// What a verb is asked about.
pub trait Ground<G: Game>: Sized + Send + 'static {
    /// Whether a puzzle must be given.
    const NEEDS: Needs;

    /// What the question is about.
    fn open(question: &Question<'_>, reading: &G::Reading, budget: &Budget) -> Result<Self, Halt>;
}

/// Whether a verb is asked about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Needs {
    /// About nothing: `new`, `generate`, `simulate`.
    Nothing,
    /// About a puzzle.
    Puzzle,
}

/// For verbs that are asked about nothing.
#[derive(Clone, Copy, Debug)]
pub struct Nothing;

impl<G: Game> Ground<G> for Nothing {
    const NEEDS: Needs = Needs::Nothing;

    fn open(question: &Question<'_>, _: &G::Reading, _: &Budget) -> Result<Self, Halt> {
        if matches!(question.source, Source::Nothing) && question.moves.is_empty() {
            return Ok(Self);
        }
        let verb = &question.verb;
        Err(Problem::new(format!("`{verb}` is asked about nothing: expected no `puzzle`, `position` or `moves`"))
            .into())
    }
}

impl<G: Game> Ground<G> for At<G> {
    const NEEDS: Needs = Needs::Puzzle;

    fn open(question: &Question<'_>, reading: &G::Reading, budget: &Budget) -> Result<Self, Halt> {
        open(question, reading, budget)
    }
}

/// What a verb gives back: how it ended, and its answer.
#[derive(Clone, Debug)]
pub struct Reply<A> {
    /// How it ended.
    pub head: Head,
    /// The answer.
    pub answer: A,
}

impl<A> Reply<A> {
    /// An answer that needed no search.
    pub fn ok(answer: A) -> Self {
        Self { head: Head { ending: Ending::Ok, verdict: Verdict::Yes, ..Head::default() }, answer }
    }

    /// The answer of a solver.
    pub fn of<S>(answer: Answer<S>, make: impl FnOnce(Outcome<S>) -> A) -> Self {
        let Answer { outcome, engine, nodes } = answer;
        let head = Head { engine: Some(engine), nodes: Some(nodes), ..Head::of(&outcome) };
        Self { head, answer: make(outcome) }
    }

    /// The same, where this makes it a proven no.
    #[must_use]
    pub fn no_if(mut self, no: bool) -> Self {
        if no {
            self.head.verdict = Verdict::No;
        }
        self
    }

    /// The same as `ok`, but cut short: what was done until then.
    pub fn cut_short(answer: A, stop: Stop) -> Self {
        let head = Head { ending: Ending::GaveUp, verdict: Verdict::Unknown, stop: Some(stop), ..Head::default() };
        Self { head, answer }
    }

    /// The same with what is proven.
    #[must_use]
    pub fn proven(mut self, proof: Proof) -> Self {
        self.head.proof = Some(proof);
        self
    }
}

/// A verb, its types hidden.
#[derive(Debug)]
pub struct Entry {
    /// [`Verb::NAME`].
    pub name: &'static str,
    /// [`Verb::ALIASES`].
    pub aliases: &'static [&'static str],
    /// [`Verb::ABOUT`].
    pub about: &'static str,
    /// Whether it is asked about a puzzle.
    pub needs: Needs,
    /// [`Verb::COST`].
    pub cost: Cost,
    /// [`Verb::DRAWS`].
    pub draws: Draws,
    /// [`Verb::FILES`].
    pub files: &'static [FileFlag],
    /// The schema of its options, those of reading included.
    pub options: fn() -> Schema,
    /// The schema of its answer.
    pub answer: fn(&mut SchemaGenerator) -> Schema,
    ask: fn(&Self, &Question<'_>, &Budget) -> Result<Report, Problems>,
    table: OnceLock<Table>,
}

impl Entry {
    /// The entry of a verb.
    pub const fn of<V: Verb>() -> Self {
        Self {
            name: V::NAME,
            aliases: V::ALIASES,
            about: V::ABOUT,
            needs: V::On::NEEDS,
            cost: V::COST,
            draws: V::DRAWS,
            files: V::FILES,
            options: options_of::<V>,
            answer: if BROWSER { undescribed } else { |generator| generator.subschema_for::<V::Answer>() },
            ask: ask::<V>,
            table: OnceLock::new(),
        }
    }

    /// Its options.
    pub fn table(&self) -> &Table {
        self.table.get_or_init(|| Table::of(&(self.options)()))
    }

    /// Whether it goes by this name.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }

    /// Answers a question.
    pub fn ask(&self, question: &Question<'_>, budget: &Budget) -> Result<Report, Problems> {
        (self.ask)(self, question, budget)
    }
}

/// The schema of anything at all.
pub(crate) fn undescribed(_: &mut SchemaGenerator) -> Schema {
    Schema::default()
}

fn options_of<V: Verb>() -> Schema {
    let own = schema_of::<V::Options>();
    match V::On::NEEDS {
        Needs::Nothing => joined(&own, &own),
        Needs::Puzzle => joined(&schema_of::<<V::Game as Game>::Reading>(), &own),
    }
}

fn ask<V: Verb>(entry: &Entry, question: &Question<'_>, budget: &Budget) -> Result<Report, Problems> {
    let begun = Instant::now();
    let text = question.options();
    entry.table().check(text)?;
    let reading: <V::Game as Game>::Reading = parse(if V::On::NEEDS == Needs::Puzzle { text } else { "{}" })?;
    let options: V::Options = parse(text)?;
    let budget = question.limits.within(budget);
    let answered = V::On::open(question, &reading, &budget).and_then(|on| {
        // Verbs that are done in a moment do not look at the clock, but opening a position may have taken long.
        if V::COST == Cost::Quick {
            budget.check()?;
        }
        let reply = V::run(&on, &options, &budget)?;
        Ok((on, reply))
    });
    let elapsed = begun.elapsed();
    let body: Box<dyn Body> = match answered {
        Ok((on, mut reply)) => {
            V::timed(&mut reply.answer, elapsed);
            Box::new(Answered::<V> { on, options, reply })
        }
        Err(Halt::Stop(stop)) => Box::new(Stopped::by(stop)),
        Err(Halt::Problems(problems)) => return Err(problems),
    };
    Ok(Report { game: V::Game::NAME, verb: V::NAME, elapsed, draw: question.draw, body })
}

/// An answer with what it was about.
struct Answered<V: Verb> {
    on: V::On,
    options: V::Options,
    reply: Reply<V::Answer>,
}

impl<V: Verb> Body for Answered<V> {
    fn head(&self) -> &Head {
        &self.reply.head
    }

    fn write(&self, frame: &crate::report::Frame<'_>, out: &mut Vec<u8>) {
        crate::report::write(frame, &self.reply.head, &self.reply.answer, out);
    }

    fn words(&self) -> Vec<Message> {
        V::words(&self.on, &self.options, &self.reply)
    }

    fn page(&self) -> Page {
        let mut page = Page::default();
        if !BROWSER {
            V::tell(&self.on, &self.options, &self.reply, &mut page);
        }
        page
    }

    fn scenes(&self) -> Vec<Scene> {
        V::scenes(&self.on, &self.options, &self.reply)
    }

    fn cells_to_draw(&self) -> usize {
        V::cells_to_draw(&self.on, &self.options, &self.reply)
    }

    fn overlay(&self) -> Option<Overlay> {
        if BROWSER { None } else { V::overlay(&self.on, &self.options, &self.reply) }
    }

    fn files(&self, wanted: &Wanted<'_>) -> Result<Option<Vec<Made>>, Problem> {
        if BROWSER { Ok(None) } else { V::files(&self.on, &self.options, &self.reply, wanted) }
    }
}
