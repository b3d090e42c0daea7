//! `hint`: where the piece that falls now should go.

use azulejo_core::budget::Budget;
use azulejo_core::outcome::Halt;
use azulejo_core::report::{Ending, Page};
use azulejo_core::scene::Scene;
use azulejo_core::verb::{Draws, Reply, Verb};
use azulejo_core::verbs::{Hinted, advised};
use azulejo_core::words::Message;
use schemars::JsonSchema;
use serde::Serialize;

use super::asked::Asked;
use super::plan::Planning;
use crate::features::Features;
use crate::hint::advice;
use crate::position::Piece;
use crate::rules::{FullRows, Landing, Placement};
use crate::solve;
use crate::words::{HINTED, NONE_FITS, value};
use crate::{Tetris, draw};

/// The options of `hint`.
pub type HintOptions = Planning<usize>;

/// Where the first piece should go.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Advised {
    /// The piece that falls now.
    pub piece: Piece,
    /// How it should be turned; null when nothing is advised.
    pub rotation: Option<u8>,
    /// Its left column; null when nothing is advised.
    pub column: Option<u16>,
    /// What the last board of the plan is worth.
    pub value: Option<f64>,
    /// What the value is made of.
    pub features: Option<Features>,
    /// The plan: where each piece goes.
    pub path: Vec<Placement>,
    /// The advice as every game gives it.
    #[serde(flatten)]
    pub advice: Hinted,
    #[serde(skip)]
    landings: Vec<Landing>,
}

/// Where the piece that falls now should go.
#[derive(Debug)]
pub struct Hint;

/// What happens to full rows: in a game where they vanish, advice counts on that.
fn full_rows(on: &Asked, options: &HintOptions) -> FullRows {
    match on.position.full_rows {
        FullRows::Clear => FullRows::Clear,
        FullRows::Keep => options.full_rows(),
    }
}

impl Verb for Hint {
    type Game = Tetris;
    type On = Asked;
    type Options = HintOptions;
    type Answer = Advised;
    const NAME: &'static str = "hint";
    const ABOUT: &'static str = "Say where the piece that falls now should go";
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &Asked, options: &HintOptions, budget: &Budget) -> Result<Reply<Advised>, Halt> {
        let score = options.judge()?;
        let pieces = on.planned(Some(options.depth))?;
        let full_rows = full_rows(on, options);
        let task = solve::Task { board: &on.position.board, pieces, score: &score, full_rows };
        Ok(Reply::of(solve::plan(&task, options.method(), budget), |outcome| {
            let plan = outcome.solution().cloned();
            let first = plan.as_ref().and_then(|plan| plan.path.first());
            Advised {
                piece: pieces[0],
                rotation: first.map(|placement| placement.rotation),
                column: first.map(|placement| placement.column),
                value: plan.as_ref().map(|plan| plan.value),
                features: plan.as_ref().map(|plan| plan.features),
                advice: advised(advice(&on.position, &task, outcome)),
                path: plan.as_ref().map(|plan| plan.path.clone()).unwrap_or_default(),
                landings: plan.map(|plan| plan.landings).unwrap_or_default(),
            }
        }))
    }

    fn words(on: &Asked, options: &HintOptions, reply: &Reply<Advised>) -> Vec<Message> {
        reason(reply).into_iter().chain(options.unbounded(full_rows(on, options), &reply.head)).collect()
    }

    fn tell(on: &Asked, options: &HintOptions, reply: &Reply<Advised>, page: &mut Page) {
        let Advised { piece, rotation, column, value: worth, .. } = &reply.answer;
        for scene in Self::scenes(on, options, reply) {
            page.scene(scene);
        }
        if let (Some(rotation), Some(column), Some(worth)) = (*rotation, *column, *worth) {
            page.say(HINTED.with([
                ("piece", piece.to_string().into()),
                ("rotation", rotation.into()),
                ("column", column.into()),
                ("value", value(worth)),
            ]));
        }
        for message in reason(reply) {
            page.say(message);
        }
        if let Some(message) = options.unbounded(full_rows(on, options), &reply.head) {
            page.note(message);
        }
    }

    fn scenes(on: &Asked, _: &HintOptions, reply: &Reply<Advised>) -> Vec<Scene> {
        let Advised { path, landings, .. } = &reply.answer;
        draw::plan(&on.pieces, &path[..path.len().min(1)], landings)
    }
}

/// Why it should go there, or why nothing is advised.
fn reason(reply: &Reply<Advised>) -> Vec<Message> {
    match reply.head.ending {
        Ending::Impossible => vec![NONE_FITS.plain()],
        _ => reply.answer.advice.words(&reply.head),
    }
}
