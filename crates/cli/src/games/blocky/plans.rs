//! Plans: the best for a goal, the exact optimum, the fewest moves to a score.

use std::time::Instant;

use azulejo_blocky::board::Board;
use azulejo_blocky::draw;
use azulejo_blocky::goal::{Aim, Kind};
use azulejo_blocky::solve::{self, Plan, Turns, bound, exhaustive, perimeter};
use azulejo_core::budget::Budget;
use azulejo_core::outcome::{Answer, Outcome, Proof};
use clap::Args;
use serde_json::{Value, json};

use super::{BoardArgument, GAME, aim};
use crate::failure::{Exit, Reply};
use crate::options::{Common, Pictures};
use crate::output::{note, print, print_json};

#[derive(Debug, Args)]
pub(crate) struct Best {
    #[command(flatten)]
    asked: Asked,
    /// At most this many moves; any number by default
    #[arg(long, value_name = "N")]
    turns: Option<u32>,
}

#[derive(Debug, Args)]
pub(crate) struct Optimum {
    #[command(flatten)]
    asked: Asked,
}

#[derive(Debug, Args)]
pub(crate) struct Par {
    #[command(flatten)]
    asked: Asked,
    /// The score to reach; the best there is by default
    #[arg(long, value_name = "SCORE")]
    score: Option<u32>,
}

#[derive(Debug, Args)]
struct Asked {
    #[command(flatten)]
    board: BoardArgument,
    /// A goal and its colour: `blob:2`, `perimeter:0`, `diagonal:3`
    #[arg(long, value_name = "GOAL", value_parser = aim)]
    goal: Aim,
    #[command(flatten)]
    pictures: Pictures,
}

/// An answer with the time it took.
struct Timed {
    answer: Answer<Plan>,
    elapsed_ms: f64,
}

fn timed(work: impl FnOnce() -> Answer<Plan>) -> Timed {
    let started = Instant::now();
    let answer = work();
    Timed { answer, elapsed_ms: started.elapsed().as_secs_f64() * 1e3 }
}

impl Timed {
    fn is_optimal(&self) -> bool {
        matches!(self.answer.outcome, Outcome::Solved { proof: Proof::Optimal, .. })
    }

    fn json(&self) -> Value {
        let mut rest = json!({
            "optimal": self.is_optimal(),
            "nodes": self.answer.nodes,
            "elapsed_ms": self.elapsed_ms,
            "engine": self.answer.engine,
        });
        if let Some(plan) = self.answer.outcome.solution() {
            let moves: Vec<String> = plan.as_moves().iter().map(ToString::to_string).collect();
            rest["score"] = plan.score.into();
            rest["plan"] = moves.into();
            rest["upper_bound"] = plan.upper_bound.into();
            rest["shortest"] = plan.is_shortest.into();
        }
        rest
    }
}

fn answer(
    command: &str,
    asked: &Asked,
    board: &Board,
    timed: &Timed,
    status: &str,
    exit: Exit,
    common: &Common,
) -> Reply {
    let plan = timed.answer.outcome.solution();
    if let Some(plan) = plan {
        asked.pictures.write_with(|| draw::plan(board, &plan.as_moves()), common)?;
    }
    if common.json {
        print_json(GAME, command, status, &timed.json())?;
        return Ok(exit);
    }
    match plan {
        None => print("there is no such plan (proven)\n")?,
        Some(plan) => {
            let claim = match (timed.is_optimal(), plan.is_shortest) {
                (true, true) => "proven the best, and no shorter plan reaches it".to_owned(),
                (true, false) => "proven the best".to_owned(),
                (false, _) => format!("the best found; no plan exceeds {}", plan.upper_bound),
            };
            let from = asked.goal.score(board);
            print(&format!(
                "{} of {}: {from} becomes {} ({claim})\n",
                asked.goal.kind,
                asked.goal.color.name(),
                plan.score
            ))?;
            for (index, next) in plan.as_moves().iter().enumerate() {
                print(&format!("{:>3}. {next}\n", index + 1))?;
            }
        }
    }
    if let Outcome::GaveUp { stop, .. } = &timed.answer.outcome {
        note(&format!("gave up: {stop}"));
    }
    note(&format!("{} moves looked at in {:.1} ms ({})", timed.answer.nodes, timed.elapsed_ms, timed.answer.engine));
    Ok(exit)
}

fn exit_of(outcome: &Outcome<Plan>) -> Exit {
    match outcome {
        Outcome::Solved { .. } => Exit::Answered,
        Outcome::Impossible => Exit::No,
        Outcome::GaveUp { stop, .. } => (*stop).into(),
    }
}

pub(super) fn best(arguments: &Best, common: &Common) -> Reply {
    let board = arguments.asked.board.read()?;
    let turns = arguments.turns.map_or(Turns::Unlimited, Turns::AtMost);
    let budget = common.budget();
    let timed = timed(|| solve::best(&board, arguments.asked.goal, turns, &budget));
    let outcome = &timed.answer.outcome;
    answer("best", &arguments.asked, &board, &timed, outcome.status(), exit_of(outcome), common)
}

pub(super) fn optimum(arguments: &Optimum, common: &Common) -> Reply {
    let board = arguments.asked.board.read()?;
    let budget = common.budget();
    let timed = timed(|| solve::best(&board, arguments.asked.goal, Turns::Unlimited, &budget));
    // Only what is proven is an optimum.
    let (status, exit) = match (&timed.answer.outcome, timed.is_optimal()) {
        (Outcome::Solved { .. }, true) => ("solved", Exit::Answered),
        (Outcome::GaveUp { stop, .. }, _) => ("gave_up", (*stop).into()),
        _ => ("gave_up", Exit::BudgetOut),
    };
    answer("optimum", &arguments.asked, &board, &timed, status, exit, common)
}

pub(super) fn par(arguments: &Par, common: &Common) -> Reply {
    let asked = &arguments.asked;
    let board = asked.board.read()?;
    let budget = common.budget();
    let timed = timed(|| fewest_moves(&board, asked.goal, arguments.score, &budget));
    let plan = timed.answer.outcome.solution();
    // A par is proven or it is none.
    let reached = plan.is_some_and(|plan| arguments.score.is_none_or(|score| plan.score >= score));
    let proven = timed.is_optimal() && plan.is_some_and(|plan| plan.is_shortest);
    let (status, exit) = match &timed.answer.outcome {
        Outcome::Impossible => ("impossible", Exit::No),
        Outcome::Solved { .. } if proven && reached => ("solved", Exit::Answered),
        Outcome::GaveUp { stop, .. } => ("gave_up", (*stop).into()),
        Outcome::Solved { .. } => ("gave_up", Exit::BudgetOut),
    };
    if common.json {
        let mut rest = timed.json();
        let moves = plan.map(|plan| plan.moves.len()).filter(|_| exit == Exit::Answered);
        rest["par"] = moves.into();
        if let Some(plan) = plan {
            asked.pictures.write_with(|| draw::plan(&board, &plan.as_moves()), common)?;
        }
        print_json(GAME, "par", status, &rest)?;
        return Ok(exit);
    }
    if let Some(plan) = plan.filter(|_| exit == Exit::Answered) {
        print(&format!("par {}\n", plan.moves.len()))?;
    }
    answer("par", asked, &board, &timed, status, exit, common)
}

/// The shortest plan that reaches a score, or the best score when none is asked for.
fn fewest_moves(board: &Board, goal: Aim, score: Option<u32>, budget: &Budget) -> Answer<Plan> {
    let highest = solve::best(board, goal, Turns::Unlimited, budget);
    let (Some(score), Some(plan)) = (score, highest.outcome.solution()) else { return highest };
    let is_proven = matches!(highest.outcome, Outcome::Solved { proof: Proof::Optimal, .. });
    if score > plan.upper_bound || (is_proven && score > plan.score) || score > bound::upper(board, goal) {
        return Answer { outcome: Outcome::Impossible, ..highest };
    }
    if !is_proven {
        return highest;
    }
    // Fewer turns are tried first, so the first that suffices is the fewest.
    let most = plan.moves.len() as u32;
    let turns = match goal.kind {
        Kind::Perimeter => perimeter::score_by_turns(board, goal.color, most, budget)
            .ok()
            .and_then(|scores| scores.iter().position(|reached| *reached >= score))
            .map(|turns| turns as u32),
        _ => (0..=most).find(|turns| {
            let found = exhaustive::best(board, goal, Turns::AtMost(*turns), solve::Prunings::default(), budget);
            found.solution().is_some_and(|plan| plan.score >= score)
        }),
    };
    match turns {
        Some(turns) => solve::best(board, goal, Turns::AtMost(turns), budget),
        None => highest,
    }
}
