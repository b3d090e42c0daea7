//! Any game behind one type: positions as JSON, moves as notation. What the front ends hold.
//!
//! An [`Entry`] is a table of functions made from a [`Game`] at compile time; a [`Registry`] is a list of entries.
//! Adding a game is one crate and one line in the registry.

use serde_json::Value;

use crate::budget::Budget;
use crate::game::{Advice, Bots, Game, Generate, Hint, Preset, Rate, Rating, Solve, Status, Violation};
use crate::id::Id;
use crate::open::at_move;
use crate::outcome::{Answer, Outcome};
use crate::problem::{Problem, Problems};
use crate::random::Random;
use crate::scene::Scene;

/// A computer player's choice, erased.
type Choose = fn(&Value, &str, &mut Random, &Budget) -> Result<Option<String>, Problem>;

/// Whether the scene is wanted too, which is the dearest part of a [`Sight`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum With {
    /// All but the scene.
    Facts,
    /// All.
    Scene,
}

/// All that a front end shows of a position, gathered in one reading.
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    /// The position itself.
    pub position: Value,
    /// The id that holds it.
    pub id: Id,
    /// [`Game::status`].
    pub status: Status,
    /// [`Game::seats`].
    pub seats: usize,
    /// [`Game::details`].
    pub details: Value,
    /// [`Game::scene`], if it was wanted.
    pub scene: Option<Scene>,
}

/// One game, its types hidden. Optional abilities are `None` where the game does not have them.
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
    /// [`crate::open::of_id`].
    pub opens: fn(id: &Id, &Budget) -> Result<Value, Problems>,
    /// [`Game::read`].
    pub read: fn(setup: &str, text: &str) -> Result<Value, Problems>,
    /// [`Game::write`].
    pub write: fn(&Value) -> Result<String, Problem>,
    /// [`Game::moves`].
    pub moves: fn(&Value) -> Result<Vec<String>, Problem>,
    /// [`Game::play`].
    pub play: fn(&Value, &str) -> Result<Value, Problem>,
    /// [`Game::status`].
    pub status: fn(&Value) -> Result<Status, Problem>,
    /// [`Game::seats`].
    pub seats: fn(&Value) -> Result<usize, Problem>,
    /// [`Game::check`].
    pub check: fn(&Value) -> Result<Vec<Violation>, Problem>,
    /// [`Game::scene`].
    pub scene: fn(&Value) -> Result<Scene, Problem>,
    /// The position after these moves, with all there is to show of it. The problem of a move begins with its number
    /// when there are several.
    pub see: fn(&Value, moves: &[String], With) -> Result<Sight, Problem>,
    /// [`Game::forms`].
    pub forms: fn(&Value) -> Result<Vec<(&'static str, String)>, Problem>,
    /// [`Game::PRESETS`].
    pub presets: &'static [Preset],
    /// [`Solve::solve`].
    pub solve: Option<fn(&Value, &Budget) -> Result<Answer<Vec<String>>, Problem>>,
    /// [`Hint::hint`].
    pub hint: Option<fn(&Value, &Budget) -> Result<Outcome<Advice<String>>, Problem>>,
    /// [`Generate::generate`].
    pub generate: Option<fn(&str, u64, &Budget) -> Result<Outcome<Value>, Problem>>,
    /// [`Rate::rate`].
    pub rate: Option<fn(&Value, &Budget) -> Result<Outcome<Rating>, Problem>>,
    /// [`Bots::BOTS`].
    pub bots: &'static [&'static str],
    /// [`Bots::choose`].
    pub choose: Option<Choose>,
}

impl Entry {
    /// The entry of a game with no optional ability.
    pub const fn of<G: Game>() -> Self {
        Self {
            name: G::NAME,
            title: G::TITLE,
            summary: G::SUMMARY,
            version: G::VERSION,
            opens: |id, budget| match crate::open::of_id::<G>(id, budget) {
                Ok(position) => Ok(to_json::<G>(&position)?),
                Err(crate::outcome::Halt::Problems(problems)) => Err(problems),
                Err(crate::outcome::Halt::Stop(stop)) => Err(Problem::new(format!("no position yet: {stop}")).into()),
            },
            read: |setup, text| Ok(to_json::<G>(&G::read(&setup.parse()?, text)?)?),
            write: |position| Ok(G::write(&from_json::<G>(position)?)),
            moves: |position| Ok(G::moves(&from_json::<G>(position)?).iter().map(ToString::to_string).collect()),
            play: |position, action| to_json::<G>(&G::play(&from_json::<G>(position)?, &action.parse()?)?),
            status: |position| Ok(G::status(&from_json::<G>(position)?)),
            seats: |position| Ok(G::seats(&from_json::<G>(position)?)),
            check: |position| Ok(G::check(&from_json::<G>(position)?)),
            scene: |position| Ok(G::scene(&from_json::<G>(position)?)),
            see: |position, moves, with| see::<G>(position, moves, with),
            forms: |position| Ok(G::forms(&from_json::<G>(position)?)),
            presets: G::PRESETS,
            solve: None,
            hint: None,
            generate: None,
            rate: None,
            bots: &[],
            choose: None,
        }
    }

    /// Adds the ability to solve.
    #[must_use]
    pub const fn solves<G: Solve>(self) -> Self {
        Self {
            solve: Some(|position, budget| {
                let Answer { outcome, engine, nodes } = G::solve(&from_json::<G>(position)?, budget);
                Ok(Answer { outcome: outcome.map(|line| texts(&line)), engine, nodes })
            }),
            ..self
        }
    }

    /// Adds the ability to advise.
    #[must_use]
    pub const fn hints<G: Hint>(self) -> Self {
        Self {
            hint: Some(|position, budget| {
                let outcome = G::hint(&from_json::<G>(position)?, budget);
                Ok(outcome.map(|Advice { line, reason, cells }| Advice { line: texts(&line), reason, cells }))
            }),
            ..self
        }
    }

    /// Adds the ability to make puzzles.
    #[must_use]
    pub const fn generates<G: Generate>(self) -> Self {
        Self {
            generate: Some(|setup, seed, budget| match G::generate(&setup.parse()?, seed, budget) {
                Outcome::Solved { solution, proof } => {
                    Ok(Outcome::Solved { solution: to_json::<G>(&solution)?, proof })
                }
                Outcome::Impossible => Ok(Outcome::Impossible),
                Outcome::GaveUp { stop, lower_bound, .. } => Ok(Outcome::GaveUp { stop, best: None, lower_bound }),
            }),
            ..self
        }
    }

    /// Adds the ability to rate.
    #[must_use]
    pub const fn rates<G: Rate>(self) -> Self {
        Self { rate: Some(|position, budget| Ok(G::rate(&from_json::<G>(position)?, budget))), ..self }
    }

    /// Adds computer players.
    #[must_use]
    pub const fn plays<G: Bots>(self) -> Self {
        Self {
            bots: G::BOTS,
            choose: Some(|position, bot, random, budget| {
                let choice = G::choose(&from_json::<G>(position)?, bot, random, budget);
                Ok(choice.map(|action| action.to_string()))
            }),
            ..self
        }
    }

    /// The position an id stands for.
    pub fn open(&self, id: &Id) -> Result<Value, Problems> {
        self.open_within(id, &Budget::unlimited())
    }

    /// The position an id stands for, if it can be made within a budget.
    pub fn open_within(&self, id: &Id, budget: &Budget) -> Result<Value, Problems> {
        (self.opens)(id, budget)
    }
}

fn see<G: Game>(position: &Value, moves: &[String], with: With) -> Result<Sight, Problem> {
    let mut position = from_json::<G>(position)?;
    for (number, action) in moves.iter().enumerate() {
        let played = action.parse().and_then(|action| G::play(&position, &action));
        position =
            played.map_err(|problem| if moves.len() == 1 { problem } else { at_move(number, action, problem) })?;
    }
    Ok(Sight {
        position: to_json::<G>(&position)?,
        id: Id::literal(G::NAME, G::setup_of(&position), G::write(&position)),
        status: G::status(&position),
        seats: G::seats(&position),
        details: described::<G>(&position, with),
        scene: (with == With::Scene).then(|| G::scene(&position)),
    })
}

/// The details, with the handles where the board is drawn.
fn described<G: Game>(position: &G::Position, with: With) -> Value {
    let mut details = G::details(position);
    if let (With::Scene, Value::Object(members)) = (with, &mut details) {
        members.extend(G::handles(position).into_iter().map(|(name, handle)| (name.to_owned(), handle)));
    }
    details
}

fn texts<M: ToString>(line: &[M]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}

fn to_json<G: Game>(position: &G::Position) -> Result<Value, Problem> {
    serde_json::to_value(position).map_err(|error| Problem::new(format!("the position cannot be written: {error}")))
}

fn from_json<G: Game>(position: &Value) -> Result<G::Position, Problem> {
    serde::Deserialize::deserialize(position)
        .map_err(|error| Problem::new(format!("this is not a position of {}: {error}", G::TITLE)))
}

/// The games a front end offers, in the order they are shown.
#[derive(Clone, Copy, Debug)]
pub struct Registry(pub &'static [Entry]);

impl Registry {
    /// The game of this name.
    pub fn find(&self, name: &str) -> Option<&'static Entry> {
        self.0.iter().find(|entry| entry.name == name)
    }
}
