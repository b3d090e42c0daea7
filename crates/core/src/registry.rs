//! The games that doors offer, each a table of verbs; and the one way from a door to a game, [`Registry::ask`].

use schemars::{Schema, SchemaGenerator};

use crate::budget::Budget;
use crate::clock::BROWSER;
use crate::code::Code;
use crate::game::{Bots, Game, Preset, Seating};
use crate::id::Id;
use crate::lesson::Lesson;
use crate::problem::{About, Problem, Problems};
use crate::question::{Question, Source};
use crate::report::Report;
use crate::verb::{Entry as Verb, undescribed};
use crate::words::Template;

/// A game as doors know it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// [`Game::NAME`].
    pub name: &'static str,
    /// [`Game::TITLE`].
    pub title: &'static str,
    /// [`Game::SUMMARY`].
    pub summary: &'static str,
    /// [`Game::VERSION`].
    pub version: u32,
    /// [`Game::PRESETS`].
    pub presets: &'static [Preset],
    /// [`Game::WORDS`].
    pub words: &'static [Template],
    /// [`Game::LESSON`].
    pub lesson: Option<Lesson>,
    /// [`Bots::BOTS`].
    pub bots: &'static [&'static str],
    /// [`Bots::SEATING`].
    pub seating: Seating,
    /// What can be asked of it.
    pub verbs: &'static [Verb],
    /// What a command line does with its verbs beside asking them.
    pub shells: &'static [Shell],
    /// How the terminal speaks while it is played.
    pub prompt: Prompt,
    /// The schema of its positions.
    pub position: fn(&mut SchemaGenerator) -> Schema,
    id_of_seed: fn(setup: &str, seed: &str) -> Id,
}

/// Something with side effects that a command line does round a verb.
#[derive(Clone, Copy, Debug)]
pub enum Shell {
    /// Asks `solve` over a folder of puzzles, once for each value of its option `engine`.
    Compare {
        /// The engines that are compared when none are named.
        engines: &'static [Compared],
        /// Options of `solve` that a comparison has unless told otherwise, each with its word.
        options: &'static [(&'static str, &'static str)],
    },
    /// Asks `import` over a folder of pictures or a live screen and writes a JSON puzzle for each; its answer has an `id`,
    /// by which one puzzle is told from the next.
    Capture,
    /// Asks a verb whenever a file arrives in a folder, and writes its files there.
    Watch {
        /// The verb.
        verb: &'static str,
        /// Its flag for files.
        flag: &'static str,
        /// The file that is waited for.
        state: &'static str,
        /// Where a file goes that cannot be read.
        rejected: &'static str,
        /// The file that ends it.
        end: &'static str,
    },
}

/// An engine to compare with others.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// Its value of the option `engine`.
    pub name: &'static str,
    /// What it took to write it.
    pub code: Code,
}

/// How the terminal speaks while a game is played.
#[derive(Clone, Copy, Debug)]
pub struct Prompt {
    /// What is said to ask for the name of a file when `play` is given neither a board nor wishes for a new one.
    pub file: Option<&'static str>,
    /// Codes of the facts that are said before the first move, in this order.
    pub header: &'static [&'static str],
    /// What is said before a move is typed; `{player}` is the number of who is to move, from 1, `{seat}` the same from 0.
    pub ask: &'static str,
    /// Whether the prompt is shown where no terminal is, too.
    pub always: bool,
    /// How a move is typed and what it does, for `help`: two columns.
    pub help: (&'static str, &'static str),
    /// Words that ask for a hint.
    pub hints: &'static [&'static str],
    /// What a hint does.
    pub hint: Hinting,
    /// The options that `hint` is asked with, a JSON object.
    pub hint_options: &'static str,
    /// What is said of a hint that was played; `{move}` is the move.
    pub hinted: &'static str,
    /// What is said when there is no hint to play.
    pub no_hint: &'static str,
    /// What is said when all is won, with the numbers of the winner as in `ask`.
    pub won: &'static str,
    /// What is said when all is lost.
    pub lost: &'static str,
    /// What is said when a hint was asked for and there was no way to the end.
    pub no_way: &'static str,
    /// What is said above the record of a game that is not over.
    pub unfinished: &'static str,
}

/// What asking for a hint does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hinting {
    /// It is told.
    Tells,
    /// It is played; where there is none the game ends.
    Plays,
}

impl Prompt {
    /// How most games speak.
    pub const USUAL: Self = Self {
        file: None,
        header: &[],
        ask: "player {player}> ",
        always: false,
        help: ("MOVE", "play a move in the game's notation; `moves` lists them"),
        hints: &["hint", "h"],
        hint: Hinting::Tells,
        hint_options: "{}",
        hinted: "hint: {move}",
        no_hint: "there is no hint",
        won: "player {player} has won",
        lost: "lost",
        no_way: "lost",
        unfinished: "the game is not over; go on with its record:",
    };
}

impl Entry {
    /// A game with its verbs.
    pub const fn of<G: Game>(verbs: &'static [Verb]) -> Self
    where
        G::Position: schemars::JsonSchema,
    {
        Self {
            name: G::NAME,
            title: G::TITLE,
            summary: G::SUMMARY,
            version: G::VERSION,
            presets: G::PRESETS,
            words: G::WORDS,
            lesson: G::LESSON,
            bots: &[],
            seating: Seating::Nobody,
            verbs,
            shells: &[],
            prompt: Prompt::USUAL,
            position: if BROWSER { undescribed } else { |generator| generator.subschema_for::<G::Position>() },
            id_of_seed: |setup, seed| crate::open::seeded::<G>(setup, seed),
        }
    }

    /// The same with computer players.
    #[must_use]
    pub const fn with_bots<G: Bots>(self) -> Self {
        Self { bots: G::BOTS, seating: G::SEATING, ..self }
    }

    /// The same with what a command line does round its verbs.
    #[must_use]
    pub const fn with_shells(self, shells: &'static [Shell]) -> Self {
        Self { shells, ..self }
    }

    /// The same with a way to speak.
    #[must_use]
    pub const fn with_prompt(self, prompt: Prompt) -> Self {
        Self { prompt, ..self }
    }

    /// Every sentence that it says or teaches, for those who translate.
    pub fn sentences(&self) -> impl Iterator<Item = Template> {
        self.words.iter().copied().chain(self.lesson.into_iter().flat_map(|lesson| lesson.words().collect::<Vec<_>>()))
    }

    /// The verb of this name.
    pub fn find(&self, name: &str) -> Option<&'static Verb> {
        self.verbs.iter().find(|verb| verb.is_called(name))
    }

    /// The verb of this name, or which there are.
    pub fn verb(&self, name: &str) -> Result<&'static Verb, Problem> {
        self.find(name).ok_or_else(|| {
            let shown: String = name.chars().take(40).collect();
            let names: Vec<String> = self.verbs.iter().map(|verb| format!("`{}`", verb.name)).collect();
            Problem::new(format!("{} has no verb `{shown}`: expected {}", self.title, names.join(", ")))
        })
    }

    /// The id of a setup and seed at the present version of the generator.
    pub fn seeded(&self, setup: &str, seed: &str) -> Id {
        (self.id_of_seed)(setup, seed)
    }

    /// The puzzle of a day: the usual setup, with the date as its seed.
    pub fn daily(&self, date: &str) -> Id {
        self.seeded(self.presets.first().map_or("", |preset| preset.setup), date)
    }
}

/// The games a door offers, in the order they are shown.
#[derive(Clone, Copy, Debug)]
pub struct Registry(pub &'static [&'static Entry]);

impl Registry {
    /// The game of this name.
    pub fn find(&self, name: &str) -> Option<&'static Entry> {
        self.0.iter().copied().find(|entry| entry.name == name)
    }

    /// The game of this name, or which there are.
    pub fn game(&self, name: &str) -> Result<&'static Entry, Problem> {
        self.find(name).ok_or_else(|| {
            let shown: String = name.chars().take(40).collect();
            let names: Vec<&str> = self.0.iter().map(|entry| entry.name).collect();
            Problem::new(format!("there is no game called `{shown}`: expected {}", names.join(", ")))
        })
    }

    /// Answers a question: the only way from a door to a game.
    pub fn ask(&self, question: &Question<'_>, budget: &Budget) -> Result<Report, Problems> {
        let game = self.game(&question.game)?;
        let verb = game.verb(&question.verb)?;
        if let Source::Text { text, .. } = &question.source {
            self.refuse_others(game, text)?;
        }
        verb.ask(question, budget)
    }

    /// An id of another game is no puzzle of this one, whatever its reader would make of it.
    fn refuse_others(&self, game: &Entry, text: &str) -> Result<(), Problems> {
        let text = text.trim_start();
        let other = self.0.iter().find(|other| other.name != game.name && Id::looks_like(other.name, text));
        let Some(other) = other else { return Ok(()) };
        let problem = Problem::new(format!("this is a game of {}, expected one of {}", other.title, game.title));
        Err(Problems::from(problem).in_part(About::Puzzle))
    }
}
