//! `best`, `optimum`, `par`: plans for a goal, and what is proven about them.

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::game::Game as _;
use azulejo_core::open::At;
use azulejo_core::outcome::{Answer, Halt, Outcome, Proof};
use azulejo_core::report::{Ending, Head, Page, Verdict};
use azulejo_core::scene::Scene;
use azulejo_core::verb::{Draws, Reply, Verb};
use azulejo_core::words::{Message, Template};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::goal::Aim;
use crate::rules::Move;
use crate::solve::{self, Plan, Turns};
use crate::{Blocky, draw};

/// A plan, and what is proven about it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Planned {
    /// Whether the score is proven the best.
    pub optimal: bool,
    /// The plan, if there is one.
    #[serde(flatten)]
    pub found: Option<Found>,
}

/// A plan that the rules have played and the goal has scored.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Found {
    /// The score at its end.
    pub score: u32,
    /// Its moves.
    pub plan: Vec<Move>,
    /// No plan in as many turns has a higher score.
    pub upper_bound: u32,
    /// Whether no shorter plan has this score.
    pub shortest: bool,
}

fn is_optimal<S>(outcome: &Outcome<S>) -> bool {
    matches!(outcome, Outcome::Solved { proof: Proof::Optimal, .. })
}

fn planned(outcome: &Outcome<Plan>) -> Planned {
    let found = |plan: &Plan| Found {
        score: plan.score,
        plan: plan.as_moves(),
        upper_bound: plan.upper_bound,
        shortest: plan.is_shortest,
    };
    Planned { optimal: is_optimal(outcome), found: outcome.solution().map(found) }
}

fn reply(answer: Answer<Plan>) -> Reply<Planned> {
    Reply::of(answer, |outcome| planned(&outcome))
}

/// What is found but not proven where a proof was asked for: no answer, for want of nodes where nothing else ran out.
fn unproven(head: &Head) -> Head {
    let stop = head.stop.or(Some(Stop::Nodes));
    Head { ending: Ending::GaveUp, verdict: Verdict::Unknown, proof: None, stop, ..head.clone() }
}

pub(super) const SHORTEST: Template = Template::new(
    "blocky.plan_shortest",
    "{goal} of {color}: {before} becomes {after} (proven the best, and no shorter plan reaches it)",
);
pub(super) const BEST: Template =
    Template::new("blocky.plan_best", "{goal} of {color}: {before} becomes {after} (proven the best)");
pub(super) const FOUND: Template = Template::new(
    "blocky.plan_found",
    "{goal} of {color}: {before} becomes {after} (the best found; no plan exceeds {most})",
);
pub(super) const NONE: Template = Template::new("blocky.no_plan", "there is no such plan (proven)");
pub(super) const GAVE_UP: Template = Template::new("blocky.gave_up", "gave up: {stop}");
pub(super) const PAR: Template = Template::new("blocky.par", "par {n}");

fn words(on: &At<Blocky>, goal: Aim, head: &Head, planned: &Planned) -> Vec<Message> {
    let Some(found) = &planned.found else {
        return if head.ending == Ending::Impossible { vec![NONE.plain()] } else { Vec::new() };
    };
    let params = [
        ("goal", goal.kind.to_string().into()),
        ("color", goal.color.name().into()),
        ("before", goal.score(&on.position.board).into()),
        ("after", found.score.into()),
    ];
    vec![match (planned.optimal, found.shortest) {
        (true, true) => SHORTEST.with(params),
        (true, false) => BEST.with(params),
        (false, _) => {
            let [goal, color, before, after] = params;
            FOUND.with([goal, color, before, after, ("most", found.upper_bound.into())])
        }
    }]
}

fn tell(words: Vec<Message>, head: &Head, planned: &Planned, page: &mut Page) {
    for message in words {
        page.say(message);
    }
    let moves = planned.found.iter().flat_map(|found| &found.plan).enumerate();
    page.text(moves.map(|(index, next)| format!("{:>3}. {next}\n", index + 1)).collect::<String>());
    if let Some(stop) = head.stop {
        page.note(GAVE_UP.with([("stop", stop.to_string().into())]));
    }
}

fn scenes(on: &At<Blocky>, planned: &Planned) -> Vec<Scene> {
    planned.found.as_ref().map_or_else(Vec::new, |found| draw::plan(&on.position.board, &found.plan))
}

fn cells_to_draw(on: &At<Blocky>, moves: Option<usize>) -> usize {
    moves.unwrap_or(0) * Blocky::size(&on.position)
}

/// For which goal, in how many turns.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct BestOptions {
    /// A goal and its colour: `blob:2`, `perimeter:0`, `diagonal:3`
    #[schemars(extend("x-value" = "GOAL"))]
    pub goal: Aim,
    /// At most this many moves; any number by default
    #[schemars(extend("x-value" = "N"))]
    pub turns: Option<u32>,
}

/// The best plan for a goal.
#[derive(Debug)]
pub struct Best;

impl Verb for Best {
    type Game = Blocky;
    type On = At<Blocky>;
    type Options = BestOptions;
    type Answer = Planned;
    const NAME: &'static str = "best";
    const ABOUT: &'static str = "Find the best plan for a goal, proven where that is possible";
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &At<Blocky>, options: &BestOptions, budget: &Budget) -> Result<Reply<Planned>, Halt> {
        let turns = options.turns.map_or(Turns::Unlimited, Turns::AtMost);
        Ok(reply(solve::best(&on.position.board, options.goal, turns, budget)))
    }

    fn words(on: &At<Blocky>, options: &BestOptions, reply: &Reply<Planned>) -> Vec<Message> {
        words(on, options.goal, &reply.head, &reply.answer)
    }

    fn tell(on: &At<Blocky>, options: &BestOptions, reply: &Reply<Planned>, page: &mut Page) {
        tell(Self::words(on, options, reply), &reply.head, &reply.answer, page);
    }

    fn cells_to_draw(on: &At<Blocky>, _: &BestOptions, reply: &Reply<Planned>) -> usize {
        cells_to_draw(on, reply.answer.found.as_ref().map(|found| found.plan.len()))
    }

    fn scenes(on: &At<Blocky>, _: &BestOptions, reply: &Reply<Planned>) -> Vec<Scene> {
        scenes(on, &reply.answer)
    }
}

/// For which goal.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct OptimumOptions {
    /// A goal and its colour: `blob:2`, `perimeter:0`, `diagonal:3`
    #[schemars(extend("x-value" = "GOAL"))]
    pub goal: Aim,
}

/// The best score there is: proven, or no answer.
#[derive(Debug)]
pub struct Optimum;

impl Verb for Optimum {
    type Game = Blocky;
    type On = At<Blocky>;
    type Options = OptimumOptions;
    type Answer = Planned;
    const NAME: &'static str = "optimum";
    const ABOUT: &'static str = "Find the exact best score by any number of swaps and rotations";
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &At<Blocky>, options: &OptimumOptions, budget: &Budget) -> Result<Reply<Planned>, Halt> {
        let reply = reply(solve::best(&on.position.board, options.goal, Turns::Unlimited, budget));
        let head = if reply.answer.optimal { reply.head } else { unproven(&reply.head) };
        Ok(Reply { head, answer: reply.answer })
    }

    fn words(on: &At<Blocky>, options: &OptimumOptions, reply: &Reply<Planned>) -> Vec<Message> {
        words(on, options.goal, &reply.head, &reply.answer)
    }

    fn tell(on: &At<Blocky>, options: &OptimumOptions, reply: &Reply<Planned>, page: &mut Page) {
        tell(Self::words(on, options, reply), &reply.head, &reply.answer, page);
    }

    fn cells_to_draw(on: &At<Blocky>, _: &OptimumOptions, reply: &Reply<Planned>) -> usize {
        cells_to_draw(on, reply.answer.found.as_ref().map(|found| found.plan.len()))
    }

    fn scenes(on: &At<Blocky>, _: &OptimumOptions, reply: &Reply<Planned>) -> Vec<Scene> {
        scenes(on, &reply.answer)
    }
}

/// For which goal and score.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ParOptions {
    /// A goal and its colour: `blob:2`, `perimeter:0`, `diagonal:3`
    #[schemars(extend("x-value" = "GOAL"))]
    pub goal: Aim,
    /// The score to reach; the best there is by default
    #[schemars(extend("x-value" = "SCORE"))]
    pub score: Option<u32>,
}

/// The fewest moves.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Fewest {
    /// The plan.
    #[serde(flatten)]
    pub planned: Planned,
    /// How many moves are needed; null if that is not proven.
    pub par: Option<usize>,
}

/// The fewest moves to a score: proven, or no answer.
#[derive(Debug)]
pub struct Par;

impl Verb for Par {
    type Game = Blocky;
    type On = At<Blocky>;
    type Options = ParOptions;
    type Answer = Fewest;
    const NAME: &'static str = "par";
    const ABOUT: &'static str = "Find the fewest moves to a score";
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &At<Blocky>, options: &ParOptions, budget: &Budget) -> Result<Reply<Fewest>, Halt> {
        let Reply { head, answer: planned } =
            reply(solve::par(&on.position.board, options.goal, options.score, budget));
        let proven = planned.found.as_ref().filter(|found| {
            planned.optimal && found.shortest && options.score.is_none_or(|score| found.score >= score)
        });
        let par = proven.map(|found| found.plan.len());
        let head = if par.is_some() || head.ending == Ending::Impossible { head } else { unproven(&head) };
        Ok(Reply { head, answer: Fewest { planned, par } })
    }

    fn words(on: &At<Blocky>, options: &ParOptions, reply: &Reply<Fewest>) -> Vec<Message> {
        let par = reply.answer.par.map(|moves| PAR.with([("n", moves.into())]));
        par.into_iter().chain(words(on, options.goal, &reply.head, &reply.answer.planned)).collect()
    }

    fn tell(on: &At<Blocky>, options: &ParOptions, reply: &Reply<Fewest>, page: &mut Page) {
        tell(Self::words(on, options, reply), &reply.head, &reply.answer.planned, page);
    }

    fn cells_to_draw(on: &At<Blocky>, _: &ParOptions, reply: &Reply<Fewest>) -> usize {
        cells_to_draw(on, reply.answer.planned.found.as_ref().map(|found| found.plan.len()))
    }

    fn scenes(on: &At<Blocky>, _: &ParOptions, reply: &Reply<Fewest>) -> Vec<Scene> {
        scenes(on, &reply.answer.planned)
    }
}
