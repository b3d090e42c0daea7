//! How a position comes in: one way for ids, records, texts, JSON and pictures, typed, and always within a budget.

use crate::budget::Budget;
use crate::game::Game;
use crate::id::{Id, Origin};
use crate::outcome::Halt;
use crate::problem::{About, Problem, Problems};
use crate::question::{Question, Source};
use crate::random::seed_of;
use crate::record::Record;

/// A position that a verb is asked about, and where it came from.
#[derive(Clone, Debug)]
pub struct At<G: Game> {
    /// The position, after the question's moves.
    pub position: G::Position,
    /// The id that names it, where the question was one.
    pub id: Option<Id>,
    /// The picture it was read from.
    pub picture: Option<Vec<u8>>,
    /// Whether the answer is to be drawn, and so touched.
    pub drawn: bool,
}

impl<G: Game> At<G> {
    /// The id that gives this position back: as it was asked, or else written out.
    pub fn name(&self) -> Id {
        self.id.clone().unwrap_or_else(|| literal::<G>(&self.position))
    }
}

/// The id that holds a position written out.
pub fn literal<G: Game>(position: &G::Position) -> Id {
    Id::literal(G::NAME, G::setup_of(position), G::write(position))
}

/// The id of a setup and seed, at the present version of the game's generator.
pub fn seeded<G: Game>(setup: impl std::fmt::Display, seed: impl std::fmt::Display) -> Id {
    Id::seeded(G::NAME, setup, seed).at_version(G::VERSION)
}

/// The position that a question is about.
pub fn open<G: Game>(question: &Question<'_>, reading: &G::Reading, budget: &Budget) -> Result<At<G>, Halt> {
    let (position, id, picture) = beginning::<G>(&question.source, reading, budget).map_err(of_puzzle)?;
    budget.fits(G::size(&position)).map_err(|problem| of_puzzle(problem.into()))?;
    let mut position = G::under(position, reading)?;
    for (number, action) in question.moves.iter().enumerate() {
        budget.check()?;
        let alone = question.moves.len() == 1;
        let refused = |problem| if alone { problem } else { at_move(number, action, problem) };
        position = action.parse().and_then(|action| G::play(&position, &action)).map_err(refused)?;
    }
    // Moves and switches make another position of it, which the id does not name.
    let id = id.filter(|_| question.moves.is_empty() && question.options() == "{}");
    Ok(At { position, id, picture, drawn: question.draw.is_some() })
}

/// A text without the byte order mark that some editors put in front: no part of it, whatever the game.
pub fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn of_puzzle(halt: Halt) -> Halt {
    match halt {
        Halt::Problems(problems) if *problems.about() == About::Question => {
            Halt::Problems(problems.in_part(About::Puzzle))
        }
        other => other,
    }
}

type Beginning<G> = (<G as Game>::Position, Option<Id>, Option<Vec<u8>>);

fn beginning<G: Game>(source: &Source<'_>, reading: &G::Reading, budget: &Budget) -> Result<Beginning<G>, Halt> {
    match source {
        Source::Nothing => {
            let problem = Problem::new("there is no puzzle: expected `puzzle` or `position`");
            Err(Problems::from(problem).in_part(About::Option("puzzle".to_owned())).into())
        }
        Source::Position(json) => Ok((position_of::<G>(json.get())?, None, None)),
        Source::Picture(bytes) => Ok((G::see(bytes, reading, budget)?, None, Some(bytes.to_vec()))),
        Source::Text { text, name } => {
            let text = unmarked(text);
            let shown = text.trim_start();
            if Id::looks_like(G::NAME, shown) {
                let line = shown.lines().next().unwrap_or_default();
                let record: Record = line.parse()?;
                let position = replay::<G>(&record, budget)?;
                let id = record.moves.is_empty().then(|| present::<G>(record.id));
                return Ok((position, id, None));
            }
            Ok((G::open(text, name.as_deref(), reading, budget)?, None, None))
        }
    }
}

/// An id as we write it: a seed's with the version of the generator it asks, which can be the present one alone.
fn present<G: Game>(id: Id) -> Id {
    if matches!(id.origin, Origin::Seed(_)) { id.at_version(G::VERSION) } else { id }
}

/// A position from its JSON.
pub fn position_of<G: Game>(json: &str) -> Result<G::Position, Problem> {
    serde_json::from_str(json).map_err(|error| {
        let text = error.to_string();
        let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
        let problem = Problem::new(format!("this is not a position of {}: {message}", G::TITLE));
        if error.line() == 0 { problem } else { problem.at(error.line(), error.column()) }
    })
}

/// The position that an id stands for.
pub fn of_id<G: Game>(id: &Id, budget: &Budget) -> Result<G::Position, Halt> {
    if id.game != G::NAME {
        return Err(Problem::new(format!("`{id}` is not a game of {}", G::TITLE)).into());
    }
    let setup = id.setup.parse()?;
    match &id.origin {
        Origin::Seed(seed) => {
            if let Some(version) = id.version.filter(|version| *version != G::VERSION) {
                let (name, this) = (G::NAME, G::VERSION);
                return Err(Problem::new(format!("this id needs version {version} of {name}; this is {this}")).into());
            }
            budget.check()?;
            let position = G::start(&setup, seed_of(seed), budget)?;
            budget.fits(G::size(&position))?;
            Ok(position)
        }
        Origin::Literal(text) => Ok(G::read(&setup, text)?),
    }
}

/// The position that a record leads to.
pub fn replay<G: Game>(record: &Record, budget: &Budget) -> Result<G::Position, Halt> {
    let mut position = of_id::<G>(&record.id, budget)?;
    for (number, action) in record.moves.iter().enumerate() {
        budget.check()?;
        let played = action.parse().and_then(|action| G::play(&position, &action));
        position = played.map_err(|problem| at_move(number, action, problem))?;
    }
    Ok(position)
}

/// The same problem, naming the move it is about.
pub(crate) fn at_move(number: usize, action: &str, problem: Problem) -> Problem {
    Problem { message: format!("move {} `{action}`: {}", number + 1, problem.message), ..problem }
}
