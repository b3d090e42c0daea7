//! `apply`: moves on a board, without a game round it.

use azulejo_core::budget::Budget;
use azulejo_core::open::At;
use azulejo_core::options::Seed;
use azulejo_core::outcome::Halt;
use azulejo_core::problem::{About, Problem, Problems};
use azulejo_core::random::Random;
use azulejo_core::report::Page;
use azulejo_core::scene::Scene;
use azulejo_core::verb::{Cost, Draws, Reply, Verb};
use azulejo_core::words::Template;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::format::read_moves;
use crate::rules::{Action, Move, Refusal, Rules, play};
use crate::{Blocky, draw};

/// What to play.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ApplyOptions {
    /// The moves, with `;` between them: `swap_h 0; rotate_cw root; smash 2.1; paint 0.2 1`
    #[schemars(extend("x-value" = "MOVES"))]
    pub moves: String,
    /// The edition of the rules
    #[serde(default)]
    #[schemars(extend("x-value" = "YEAR"))]
    pub rules: Rules,
    /// The seed of what a smash gives: a number or any text
    #[schemars(extend("x-value" = "S"))]
    pub seed: Option<Seed>,
}

/// What came of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Applied {
    /// Whether each move did something.
    pub performed: Vec<bool>,
    /// Why it did nothing; null for those that did something.
    pub reasons: Vec<Option<String>>,
    /// The seed of what the smashes gave, if there were any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// What the moves cost, by the rules of 2020.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub penalty: Option<u32>,
    /// The board after them.
    #[serde(flatten)]
    pub board: Board,
    #[serde(skip)]
    moves: Vec<Move>,
}

pub(super) const IDLE: Template = Template::new("blocky.idle", "`{move}` did nothing: {why}");
pub(super) const SMASHED: Template = Template::new("blocky.smashed", "smashed with the seed {seed}");

/// The board after some moves.
#[derive(Debug)]
pub struct Apply;

fn of_moves(problems: impl Into<Problems>) -> Halt {
    problems.into().in_part(About::Option("moves".to_owned())).into()
}

/// A move that makes no sense here, by its number.
fn mistaken(number: usize, wanted: Move, refusal: Refusal) -> Problem {
    let problem = Problem::new(format!("move {number} `{wanted}`: {refusal}"));
    match refusal {
        Refusal::NotInTheseRules(_) => problem.hint("the option `rules` chooses them"),
        _ => problem,
    }
}

impl Verb for Apply {
    type Game = Blocky;
    type On = At<Blocky>;
    type Options = ApplyOptions;
    type Answer = Applied;
    const NAME: &'static str = "apply";
    const ABOUT: &'static str = "Play moves on a board";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &At<Blocky>, options: &ApplyOptions, budget: &Budget) -> Result<Reply<Applied>, Halt> {
        let moves = read_moves(&options.moves).map_err(of_moves)?;
        let mut board = on.position.board.clone();
        let seed = options.seed.clone().unwrap_or_else(Seed::fresh);
        let mut random = Random::new(seed.number());
        let (mut performed, mut penalty, mut reasons) = (Vec::new(), 0, Vec::new());
        for (index, wanted) in moves.iter().enumerate() {
            budget.check()?;
            match play(&mut board, *wanted, options.rules, &mut random) {
                Err(refusal) if refusal.is_mistake() => return Err(of_moves(mistaken(index + 1, *wanted, refusal))),
                result => {
                    performed.push(result.is_ok());
                    penalty += if result.is_ok() { wanted.action.penalty() } else { 0 };
                    reasons.push(result.err().map(|refusal| refusal.to_string()));
                }
            }
        }
        let smashes = moves.iter().any(|wanted| wanted.action == Action::Smash);
        let seed = smashes.then(|| seed.to_string());
        let penalty = (options.rules == Rules::Later).then_some(penalty);
        Ok(Reply::ok(Applied { performed, reasons, seed, penalty, board, moves }))
    }

    fn tell(_: &At<Blocky>, options: &ApplyOptions, reply: &Reply<Applied>, page: &mut Page) {
        let Applied { board, moves, reasons, seed, .. } = &reply.answer;
        page.text(format!("{board}\n"));
        for (wanted, reason) in moves.iter().zip(reasons) {
            if let Some(reason) = reason {
                page.note(IDLE.with([("move", wanted.to_string().into()), ("why", reason.as_str().into())]));
            }
        }
        if let (Some(seed), None) = (seed, &options.seed) {
            page.note(SMASHED.with([("seed", seed.as_str().into())]));
        }
    }

    fn scenes(_: &At<Blocky>, _: &ApplyOptions, reply: &Reply<Applied>) -> Vec<Scene> {
        vec![draw::board("a Blocky board", &reply.answer.board, None)]
    }
}
