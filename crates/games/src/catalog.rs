//! What there is, as every door that describes it has it: the games with their setups, and the puzzles of a day.

use azulejo_core::game::{Preset, Seating};
use azulejo_core::lesson::{Lesson, Step};
use azulejo_core::registry::Entry;
use azulejo_core::words::Message;
use schemars::JsonSchema;
use serde::Serialize;

use crate::GAMES;

/// All games.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Catalog {
    games: Vec<Described>,
}

/// One game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "GameDescription")]
struct Described {
    /// Its name in addresses and ids.
    name: &'static str,
    /// Its name for people.
    title: &'static str,
    /// What one does in it.
    summary: &'static str,
    /// The version of its generator.
    version: u32,
    /// What can be asked of it.
    verbs: Vec<&'static str>,
    /// Its computer players, weakest first.
    bots: &'static [&'static str],
    /// Who says where they sit.
    seating: Seating,
    /// Setups to choose from, the usual one first.
    #[schemars(with = "Vec<Setup>")]
    setups: &'static [Preset],
    /// How it is taught, to somebody who has never played it.
    lesson: Option<Taught>,
}

/// A few touches on a small board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Lesson")]
struct Taught {
    /// The id of the board.
    puzzle: &'static str,
    /// What is done, in this order.
    steps: Vec<Touched>,
    /// What is said at the end.
    end: Message,
}

/// One thing to do.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "LessonStep")]
struct Touched {
    /// What to do, and what comes of it.
    say: Message,
    /// The handle to tap; several are dragged over.
    touch: &'static [&'static str],
}

/// A setup with its name for people.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "describes a type of core that knows nothing of schemas")]
struct Setup {
    /// The setup.
    setup: String,
    /// Its name.
    name: String,
}

fn described(game: &Entry) -> Described {
    Described {
        name: game.name,
        title: game.title,
        summary: game.summary,
        version: game.version,
        verbs: game.verbs.iter().map(|verb| verb.name).collect(),
        bots: game.bots,
        seating: game.seating,
        setups: game.presets,
        lesson: game.lesson.map(|lesson| taught(&lesson)),
    }
}

fn taught(lesson: &Lesson) -> Taught {
    let touched = |step: &Step| Touched { say: step.say.plain(), touch: step.touch };
    Taught { puzzle: lesson.puzzle, steps: lesson.steps.iter().map(touched).collect(), end: lesson.end.plain() }
}

/// The games, what can be asked of them and how they can be set up.
pub fn catalog() -> Catalog {
    Catalog { games: GAMES.0.iter().map(|game| described(game)).collect() }
}

/// The puzzles of a day.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Daily {
    /// The day.
    date: String,
    /// One puzzle a game.
    puzzles: Vec<Puzzle>,
}

/// A game's puzzle of a day.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "DailyPuzzle")]
struct Puzzle {
    /// The game.
    game: &'static str,
    /// Its id.
    id: String,
}

/// The puzzles of a day, as [`crate::day`] gives it.
pub fn puzzles(date: String) -> Daily {
    let puzzles = crate::daily(&date).map(|(game, id)| Puzzle { game: game.name, id: id.to_string() }).collect();
    Daily { date, puzzles }
}
