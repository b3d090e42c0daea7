//! The way to the end: a shortest solution with its proof, and its next move.

use azulejo_core::budget::Budget;
use azulejo_core::game::Game as _;
use azulejo_core::open::At;
use azulejo_core::outcome::{Halt, Outcome, Proof};
use azulejo_core::report::{Ending, Page};
use azulejo_core::scene::Scene;
use azulejo_core::verb::{Draws, Reply, Verb};
use azulejo_core::verbs::{self, advised};
use azulejo_core::words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Step;
use crate::position::{Color, Place};
use crate::rules::Move;
use crate::solve::{Effort, Request, Solution, advise, solve};
use crate::words::{FOUND, GAVE_UP, NO_HINT, NO_WAY, NOT_PROVEN, OVER, SHORTEST, TOO_FEW, no_end};
use crate::{Kami, draw, hint};

/// What kind of solution is wanted.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct SolveOptions {
    /// At most this many moves; a proven no when they are too few
    #[schemars(extend("x-value" = "N"))]
    pub moves: Option<u32>,
    /// Take the first solution, proven shortest or not
    #[serde(default)]
    pub first: bool,
}

/// A solution and what is proven of its length.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Solved {
    /// The solution, or the best so far; null when there is none.
    pub moves: Option<Vec<Step>>,
    /// Whether no solution is shorter: proven.
    pub optimal: bool,
    /// No solution has fewer moves than this; null when there is none of any length.
    pub lower_bound: Option<u32>,
    /// The colour the board must end in.
    pub target: Option<Color>,
    /// The moves in notation; null when there are none.
    pub line: Option<Vec<String>>,
    #[serde(skip)]
    solution: Option<Vec<Move>>,
}

/// A shortest solution.
#[derive(Debug)]
pub struct Solve;

impl Verb for Solve {
    type Game = Kami;
    type On = At<Kami>;
    type Options = SolveOptions;
    type Answer = Solved;
    const NAME: &'static str = "solve";
    const ABOUT: &'static str = "Find a shortest solution and prove that none is shorter";
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &At<Kami>, options: &SolveOptions, budget: &Budget) -> Result<Reply<Solved>, Halt> {
        let level = &on.position.level;
        let effort = if options.first { Effort::First } else { Effort::Fewest };
        let request = Request { moves: options.moves, effort, ..Request::of(level) };
        Ok(Reply::of(solve(&level.board, &request, budget), |outcome| {
            let (optimal, lower_bound) = match &outcome {
                Outcome::Solved { solution, proof } => (*proof == Proof::Optimal, Some(solution.lower_bound)),
                Outcome::Impossible if no_end(level).is_some() => (false, None),
                Outcome::Impossible => (false, options.moves.map(|moves| moves.saturating_add(1))),
                Outcome::GaveUp { lower_bound, .. } => (false, *lower_bound),
            };
            let solution = outcome.solution().map(|solution| solution.moves.clone());
            let steps = |moves: &Vec<Move>| moves.iter().map(|&action| Step::of(&level.board, action)).collect();
            let line = |moves: &Vec<Move>| moves.iter().map(ToString::to_string).collect();
            Solved {
                moves: solution.as_ref().map(steps),
                optimal,
                lower_bound,
                target: level.target,
                line: solution.as_ref().map(line),
                solution,
            }
        }))
    }

    fn words(on: &At<Kami>, options: &SolveOptions, reply: &Reply<Solved>) -> Vec<Message> {
        let lower_bound = reply.answer.lower_bound.unwrap_or(0);
        let optimal = reply.answer.optimal;
        let count = reply.answer.moves.as_ref().map_or(0, Vec::len);
        let first = match (reply.head.ending, reply.head.stop) {
            (Ending::Impossible, _) => {
                no_end(&on.position.level).unwrap_or_else(|| TOO_FEW.with([("n", lower_bound.into())]))
            }
            (_, Some(stop)) => GAVE_UP.with([("stop", stop.to_string().into()), ("n", lower_bound.into())]),
            _ if optimal => SHORTEST.with([("n", count.into())]),
            _ => FOUND.with([("n", count.into()), ("least", lower_bound.into())]),
        };
        let left = on.position.left();
        let is_over = options.moves.is_none() && lower_bound > left;
        [first].into_iter().chain(is_over.then(|| OVER.with([("n", left.into())]))).collect()
    }

    fn tell(on: &At<Kami>, options: &SolveOptions, reply: &Reply<Solved>, page: &mut Page) {
        let mut words = Self::words(on, options, reply).into_iter();
        if let Some(first) = words.next() {
            if reply.head.stop.is_some() { page.note(first) } else { page.say(first) }
        }
        let moves = reply.answer.line.iter().flatten().enumerate();
        page.text(moves.map(|(index, action)| format!("{:3}. {action}\n", index + 1)).collect::<String>());
        words.for_each(|message| page.note(message));
    }

    fn cells_to_draw(on: &At<Kami>, _: &SolveOptions, reply: &Reply<Solved>) -> usize {
        reply.answer.solution.as_ref().map_or(0, Vec::len) * Kami::size(&on.position)
    }

    fn scenes(on: &At<Kami>, _: &SolveOptions, reply: &Reply<Solved>) -> Vec<Scene> {
        let moves = reply.answer.solution.as_ref();
        moves.map_or_else(Vec::new, |moves| draw::line(&on.position.level.board, moves))
    }
}

/// How far the end may be.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct HintOptions {
    /// Moves that are left; a proven no when they are too few
    #[schemars(extend("x-value" = "N", "x-conflicts" = ["left"]))]
    pub moves: Option<u32>,
    /// Keep to the moves that the level has left
    #[serde(default)]
    pub left: bool,
}

/// The next move of a shortest solution.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Hinted {
    /// The next move; null when there is none, or the board is done.
    pub hint: Option<Step>,
    /// Its cell; null on a graph.
    pub cell: Option<String>,
    /// The number of its cell or vertex.
    pub vertex: Option<Place>,
    /// Its colour.
    pub color: Option<Color>,
    /// The fewest moves to the end, this one included; null unless that is proven.
    pub distance: Option<u32>,
    /// No way to the end is shorter than this.
    pub lower_bound: Option<u32>,
    /// The same as every game gives it.
    #[serde(flatten)]
    pub advice: verbs::Hinted,
}

/// The next move of a shortest solution.
#[derive(Debug)]
pub struct Hint;

impl Verb for Hint {
    type Game = Kami;
    type On = At<Kami>;
    type Options = HintOptions;
    type Answer = Hinted;
    const NAME: &'static str = "hint";
    const ALIASES: &'static [&'static str] = &["dica"];
    const ABOUT: &'static str = "Name the next move of a shortest solution";
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &At<Kami>, options: &HintOptions, budget: &Budget) -> Result<Reply<Hinted>, Halt> {
        let level = &on.position.level;
        let moves = options.moves.or(options.left.then(|| on.position.left()));
        Ok(Reply::of(advise(&level.board, level.terms(), moves, budget), |outcome| {
            let found = outcome.solution();
            let next = found.and_then(|solution| solution.moves.first());
            let next = next.map(|&action| Step::of(&level.board, action));
            Hinted {
                cell: next.as_ref().and_then(|next| next.cell.clone()),
                vertex: next.as_ref().and_then(|next| next.vertex),
                color: next.as_ref().map(|next| next.color),
                hint: next,
                distance: match &outcome {
                    Outcome::Solved { solution, proof: Proof::Optimal } => Some(solution.moves.len() as u32),
                    _ => None,
                },
                lower_bound: match &outcome {
                    Outcome::GaveUp { lower_bound, .. } => *lower_bound,
                    _ => found.map(|Solution { lower_bound, .. }| *lower_bound),
                },
                advice: advised(outcome.map(|solution| hint::advice(&level.board, solution))),
            }
        }))
    }

    fn words(on: &At<Kami>, options: &HintOptions, reply: &Reply<Hinted>) -> Vec<Message> {
        let mut words = match (reply.head.ending, reply.head.stop) {
            (Ending::Impossible, _) => vec![no_end(&on.position.level).unwrap_or_else(|| NO_WAY.plain())],
            (_, Some(stop)) => {
                let stop = stop.to_string();
                let template = if reply.answer.hint.is_some() { NOT_PROVEN } else { NO_HINT };
                let known = reply.answer.advice.words(&reply.head).into_iter().filter(|_| reply.answer.hint.is_some());
                known.chain([template.with([("stop", stop.into())])]).collect()
            }
            _ => reply.answer.advice.words(&reply.head),
        };
        let left = on.position.left();
        if options.moves.is_none() && reply.answer.lower_bound.is_some_and(|least| least > left) {
            words.push(OVER.with([("n", left.into())]));
        }
        words
    }

    fn tell(on: &At<Kami>, options: &HintOptions, reply: &Reply<Hinted>, page: &mut Page) {
        if let Some(action) = &reply.answer.advice.action {
            page.text(format!("{action}\n"));
        }
        let mut words = Self::words(on, options, reply).into_iter();
        if let Some(first) = words.next() {
            if reply.head.stop.is_some() { page.note(first) } else { page.say(first) }
        }
        words.for_each(|message| page.note(message));
    }

    fn scenes(on: &At<Kami>, _: &HintOptions, reply: &Reply<Hinted>) -> Vec<Scene> {
        let board = &on.position.level.board;
        let place = reply.answer.vertex;
        place.map_or_else(Vec::new, |place| vec![draw::board("a hint for Kami", board, Some(place))])
    }
}
