//! What takes a search: solutions, advice, ratings, the moves of computer players.

use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::budget::{Budget, in_parallel};
use crate::game::{self, Advice, Bots, Rating};
use crate::grid::Cell;
use crate::id::Id;
use crate::open::{At, seeded};
use crate::options::{NoOptions, Seed};
use crate::outcome::{Halt, Outcome, Proof};
use crate::problem::{About, Problem, Problems};
use crate::report::{Ending, Page};
use crate::scene::{MarkKind, Scene};
use crate::verb::{Draws, Nothing, Reply, Verb};
use crate::words::{Message, Template};

/// What a solver found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Solved {
    /// The solution's moves in notation, or the best so far; null when there is none.
    pub line: Option<Vec<String>>,
    /// At least this many are needed, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u32>,
}

/// The moves of an outcome in notation, as every `solve` gives them.
pub fn solved<M: ToString>(outcome: &Outcome<Vec<M>>) -> Solved {
    let lower_bound = match outcome {
        Outcome::GaveUp { lower_bound, .. } => *lower_bound,
        _ => None,
    };
    Solved { line: outcome.solution().map(|line| line.iter().map(ToString::to_string).collect()), lower_bound }
}

pub(super) const SOLVED: Template = Template::new("core.solved", "solved in {n} {n|move|moves}");
pub(super) const OPTIMAL: Template =
    Template::new("core.solved_best", "solved in {n} {n|move|moves}; no solution is better: proven");
pub(super) const UNIQUE: Template =
    Template::new("core.solved_only", "solved in {n} {n|move|moves}; this is the only solution: proven");
pub(super) const NOT_UNIQUE: Template =
    Template::new("core.solved_other", "solved in {n} {n|move|moves}; there are other solutions");
pub(super) const IMPOSSIBLE: Template = Template::new("core.impossible", "there is no solution: proven");
pub(super) const GAVE_UP: Template = Template::new("core.gave_up", "no answer: {stop}");

/// A line of moves that solves the position.
#[derive(Debug)]
pub struct Solve<G>(PhantomData<G>);

impl<G: game::Solve> Verb for Solve<G> {
    type Game = G;
    type On = At<G>;
    type Options = NoOptions;
    type Answer = Solved;
    const NAME: &'static str = "solve";
    const ABOUT: &'static str = "Find a solution, and say what is proven about it";
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &At<G>, _: &NoOptions, budget: &Budget) -> Result<Reply<Solved>, Halt> {
        Ok(Reply::of(G::solve(&on.position, budget), |outcome| solved(&outcome)))
    }

    fn words(_: &At<G>, _: &NoOptions, reply: &Reply<Solved>) -> Vec<Message> {
        let count = reply.answer.line.as_ref().map_or(0, Vec::len);
        let head = &reply.head;
        let template = match (head.ending, head.proof) {
            (Ending::Impossible, _) => return vec![IMPOSSIBLE.plain()],
            (Ending::GaveUp, _) => {
                let stop = head.stop.map_or_else(String::new, |stop| stop.to_string());
                return vec![GAVE_UP.with([("stop", stop.into())])];
            }
            (_, Some(Proof::Optimal)) => OPTIMAL,
            (_, Some(Proof::Unique)) => UNIQUE,
            (_, Some(Proof::NotUnique)) => NOT_UNIQUE,
            _ => SOLVED,
        };
        vec![template.with([("n", count.into())])]
    }

    fn tell(on: &At<G>, options: &NoOptions, reply: &Reply<Solved>, page: &mut Page) {
        for message in Self::words(on, options, reply) {
            page.say(message);
        }
        page.text(listed(reply.answer.line.iter().flatten()));
    }

    fn cells_to_draw(on: &At<G>, _: &NoOptions, reply: &Reply<Solved>) -> usize {
        (1 + reply.answer.line.as_ref().map_or(0, Vec::len)) * G::size(&on.position)
    }

    fn scenes(on: &At<G>, _: &NoOptions, reply: &Reply<Solved>) -> Vec<Scene> {
        let mut scenes = vec![G::scene(&on.position)];
        let mut position = on.position.clone();
        for action in reply.answer.line.iter().flatten() {
            match action.parse().and_then(|action| G::play(&position, &action)) {
                Ok(after) => position = after,
                Err(_) => break,
            }
            scenes.push(G::scene(&position));
        }
        scenes
    }
}

/// Moves, one a line, numbered.
fn listed<'a>(moves: impl Iterator<Item = &'a String>) -> String {
    moves.enumerate().map(|(index, action)| format!("{:3}. {action}\n", index + 1)).collect()
}

/// Advice for the player to move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Hinted {
    /// What to play next; null when nothing is advised.
    #[serde(rename = "move")]
    pub action: Option<String>,
    /// The plan it begins, in notation.
    pub line: Vec<String>,
    /// Why.
    pub reason: Option<String>,
    /// Cells worth looking at.
    pub cells: Vec<Cell>,
    /// What else is touched to play it: a card, a colour, a control.
    pub handles: Vec<String>,
    #[serde(skip)]
    message: Option<Message>,
}

/// Advice as every `hint` gives it.
pub fn advised<M: ToString>(outcome: Outcome<Advice<M>>) -> Hinted {
    let advice = match outcome {
        Outcome::Solved { solution, .. } => Some(solution),
        Outcome::Impossible => None,
        Outcome::GaveUp { best, .. } => best,
    };
    let Some(Advice { line, reason, cells, handles }) = advice else {
        return Hinted {
            action: None,
            line: Vec::new(),
            reason: None,
            cells: Vec::new(),
            handles: Vec::new(),
            message: None,
        };
    };
    let line: Vec<String> = line.iter().map(ToString::to_string).collect();
    Hinted {
        action: line.first().cloned(),
        line,
        reason: Some(reason.text.clone()),
        cells,
        handles,
        message: Some(reason),
    }
}

impl Hinted {
    /// The reason with its code, or why there is no advice.
    pub fn words(&self, head: &crate::report::Head) -> Vec<Message> {
        match (&self.message, head.stop) {
            (Some(message), _) => vec![message.clone()],
            (None, Some(stop)) => vec![GAVE_UP.with([("stop", stop.to_string().into())])],
            (None, None) => vec![NO_HINT.plain()],
        }
    }
}

pub(super) const NO_HINT: Template = Template::new("core.no_hint", "there is no good move: nothing can be gained here");

/// The best next move and why.
#[derive(Debug)]
pub struct Hint<G>(PhantomData<G>);

impl<G: game::Hint> Verb for Hint<G> {
    type Game = G;
    type On = At<G>;
    type Options = NoOptions;
    type Answer = Hinted;
    const NAME: &'static str = "hint";
    const ABOUT: &'static str = "Say what to play next, and why";
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &At<G>, _: &NoOptions, budget: &Budget) -> Result<Reply<Hinted>, Halt> {
        let outcome = G::hint(&on.position, budget);
        let head = crate::report::Head { nodes: Some(budget.nodes()), ..crate::report::Head::of(&outcome) };
        Ok(Reply { head, answer: advised(outcome) })
    }

    fn words(_: &At<G>, _: &NoOptions, reply: &Reply<Hinted>) -> Vec<Message> {
        reply.answer.words(&reply.head)
    }

    fn tell(on: &At<G>, options: &NoOptions, reply: &Reply<Hinted>, page: &mut Page) {
        if let Some(action) = &reply.answer.action {
            page.text(format!("{action}\n"));
        }
        for message in Self::words(on, options, reply) {
            page.say(message);
        }
    }

    fn scenes(on: &At<G>, _: &NoOptions, reply: &Reply<Hinted>) -> Vec<Scene> {
        vec![G::scene(&on.position).with_marks(MarkKind::Hint, reply.answer.cells.clone())]
    }
}

/// How hard a position is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Rated {
    /// `easy`, `medium`, `hard` or `expert`; null when it is not known.
    pub difficulty: Option<&'static str>,
    /// A number that grows with difficulty; null when it is not known.
    pub score: Option<f64>,
    /// What made it so, most important first.
    pub reasons: Vec<String>,
    /// A solution takes at least this many moves, where no more is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u32>,
}

pub(super) const RATED: Template = Template::new("core.rated", "{difficulty} ({score})");
pub(super) const NOT_RATED: Template = Template::new("core.not_rated", "it cannot be rated: it has no solution");

/// How hard a position is, and why.
#[derive(Debug)]
pub struct Rate<G>(PhantomData<G>);

impl<G: game::Rate> Verb for Rate<G> {
    type Game = G;
    type On = At<G>;
    type Options = NoOptions;
    type Answer = Rated;
    const NAME: &'static str = "rate";
    const ABOUT: &'static str = "Say how hard a puzzle is, and why";

    fn run(on: &At<G>, _: &NoOptions, budget: &Budget) -> Result<Reply<Rated>, Halt> {
        Ok(match G::rate(&on.position, budget) {
            Outcome::Solved { solution: Rating { difficulty, score, reasons }, .. } => {
                Reply::ok(Rated { difficulty: Some(difficulty), score: Some(score), reasons, lower_bound: None })
            }
            other => {
                let head = crate::report::Head::of(&other);
                let lower_bound = match other {
                    Outcome::GaveUp { lower_bound, .. } => lower_bound,
                    _ => None,
                };
                Reply { head, answer: Rated { difficulty: None, score: None, reasons: Vec::new(), lower_bound } }
            }
        })
    }

    fn words(_: &At<G>, _: &NoOptions, reply: &Reply<Rated>) -> Vec<Message> {
        match (reply.answer.difficulty, reply.answer.score, reply.head.stop) {
            (Some(difficulty), Some(score), _) => {
                let score = (score * 10.0).round() / 10.0;
                vec![RATED.with([("difficulty", difficulty.into()), ("score", score.into())])]
            }
            (_, _, Some(stop)) => vec![GAVE_UP.with([("stop", stop.to_string().into())])],
            _ => vec![NOT_RATED.plain()],
        }
    }

    fn tell(on: &At<G>, options: &NoOptions, reply: &Reply<Rated>, page: &mut Page) {
        for message in Self::words(on, options, reply) {
            page.say(message);
        }
        page.text(reply.answer.reasons.iter().map(|reason| format!("{reason}\n")).collect::<String>());
    }
}

/// Which computer player.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct BotOptions {
    /// The computer player's name; the weakest when not given
    pub bot: Option<String>,
}

/// What a computer player plays.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Chosen {
    /// The computer player.
    pub bot: String,
    /// Its move in notation; null when the game is over.
    #[serde(rename = "move")]
    pub action: Option<String>,
    /// The cells that it is about, where the game says so.
    pub cells: Vec<Cell>,
}

/// The move of a computer player.
#[derive(Debug)]
pub struct Bot<G>(PhantomData<G>);

impl<G: Bots> Verb for Bot<G> {
    type Game = G;
    type On = At<G>;
    type Options = BotOptions;
    type Answer = Chosen;
    const NAME: &'static str = "bot";
    const ABOUT: &'static str = "Say what a computer player plays";

    fn run(on: &At<G>, options: &BotOptions, budget: &Budget) -> Result<Reply<Chosen>, Halt> {
        let seated = G::computer(&on.position);
        let bot = options.bot.clone().or(seated.clone()).or_else(|| G::BOTS.first().map(ToString::to_string));
        let bot = bot.unwrap_or_default();
        if !G::BOTS.contains(&bot.as_str()) && seated.as_ref() != Some(&bot) {
            let problem = Problem::new(format!("there is no bot `{bot}`: {} has {}", G::TITLE, G::BOTS.join(", ")));
            return Err(Problems::from(problem).in_part(About::Option("bot".to_owned())).into());
        }
        let action = G::choose(&on.position, &bot, &mut G::chance(&on.position), budget);
        let cells = action.as_ref().map_or_else(Vec::new, |action| G::cells_of(&on.position, action));
        Ok(Reply::ok(Chosen { bot, action: action.map(|action| action.to_string()), cells }))
    }

    fn tell(_: &At<G>, _: &BotOptions, reply: &Reply<Chosen>, page: &mut Page) {
        if let Some(action) = &reply.answer.action {
            page.text(format!("{action}\n"));
        }
    }
}

/// Which puzzles to make.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Wish {
    /// What they should be like, in the game's own notation
    #[serde(default)]
    pub setup: String,
    /// The seed of the first, a number or any text; the others follow
    pub seed: Option<Seed>,
    /// How many
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 1_000_000), extend("x-value" = "N"))]
    pub number: u64,
}

fn one() -> u64 {
    1
}

/// Puzzles that keep their promise.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Generated<P> {
    /// The puzzles, in the order of their seeds.
    pub puzzles: Vec<Puzzle<P>>,
}

/// A puzzle with its name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Puzzle<P> {
    /// The id that makes it again.
    pub id: Id,
    /// The position.
    pub position: P,
}

pub(super) const NOT_MADE: Template = Template::new("core.not_made", "no puzzle was found for {n} {n|seed|seeds}");

/// New puzzles by seed.
#[derive(Debug)]
pub struct Generate<G>(PhantomData<G>);

impl<G: game::Generate> Verb for Generate<G>
where
    G::Position: JsonSchema,
{
    type Game = G;
    type On = Nothing;
    type Options = Wish;
    type Answer = Generated<G::Position>;
    const NAME: &'static str = "generate";
    const ABOUT: &'static str = "Make puzzles that keep the game's promise";
    const DRAWS: Draws = Draws::Scenes;

    fn run(_: &Nothing, options: &Wish, budget: &Budget) -> Result<Reply<Generated<G::Position>>, Halt> {
        options.setup.parse::<G::Setup>()?;
        let first = options.seed.clone().unwrap_or_else(Seed::fresh);
        let made = in_parallel(budget, options.number, |index, budget| {
            let seed = first.plus(index);
            // It has parsed a moment ago, and parses again.
            let setup = options.setup.parse().unwrap_or_default();
            (seeded::<G>(&options.setup, &seed), G::generate(&setup, seed.number(), budget))
        });
        let stop = made.iter().find_map(|(_, outcome)| match outcome {
            Outcome::GaveUp { stop, .. } => Some(*stop),
            _ => None,
        });
        let stop = stop.or_else(|| budget.check().err());
        let asked = made.len();
        let puzzles: Vec<_> = made
            .into_iter()
            .filter_map(|(id, outcome)| match outcome {
                Outcome::Solved { solution: position, .. } => Some(Puzzle { id, position }),
                _ => None,
            })
            .collect();
        let missing = puzzles.len() < asked;
        let answer = Generated { puzzles };
        Ok(match stop {
            Some(stop) => Reply::cut_short(answer, stop),
            None => Reply::ok(answer).no_if(missing),
        })
    }

    fn words(_: &Nothing, options: &Wish, reply: &Reply<Generated<G::Position>>) -> Vec<Message> {
        let missing = options.number - reply.answer.puzzles.len() as u64;
        if missing == 0 { Vec::new() } else { vec![NOT_MADE.with([("n", missing.into())])] }
    }

    fn tell(on: &Nothing, options: &Wish, reply: &Reply<Generated<G::Position>>, page: &mut Page) {
        for Puzzle { id, position } in &reply.answer.puzzles {
            let forms = G::forms(position);
            page.text(format!("# {id}\n{}", forms.first().map_or(String::new(), |(_, text)| text.clone())));
        }
        for message in Self::words(on, options, reply) {
            page.note(message);
        }
    }

    fn cells_to_draw(_: &Nothing, _: &Wish, reply: &Reply<Generated<G::Position>>) -> usize {
        reply.answer.puzzles.iter().map(|puzzle| G::size(&puzzle.position)).sum()
    }

    fn scenes(_: &Nothing, _: &Wish, reply: &Reply<Generated<G::Position>>) -> Vec<Scene> {
        let drawn = |puzzle: &Puzzle<G::Position>| G::scene(&puzzle.position).with_caption(puzzle.id.to_string());
        reply.answer.puzzles.iter().map(drawn).collect()
    }
}
