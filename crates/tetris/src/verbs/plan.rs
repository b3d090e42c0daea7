//! `plan`: the best way to place the coming pieces, exactly, and one file for each; and how all plans are asked for.

use std::time::Duration;

use azulejo_core::budget::Budget;
use azulejo_core::game::Game as _;
use azulejo_core::outcome::{Halt, Outcome};
use azulejo_core::problem::{About, Problem, Problems};
use azulejo_core::report::{Ending, Head, Page};
use azulejo_core::scene::Scene;
use azulejo_core::verb::{Draws, FileFlag, FileKind, Made, Reply, Verb, Wanted};
use azulejo_core::words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asked::Asked;
use crate::features::Features;
use crate::format::{play_file, read_score};
use crate::position::Piece;
use crate::rules::{FullRows, Landing, Placement};
use crate::score::Score;
use crate::solve::{self, Engine, Mapping, Method};
use crate::words::{
    COST, NO_BOUND_CLEAR, NO_BOUND_WEIGHTS, NO_PLAN, NONE_FITS, NONE_FITS_STATE, ONLY, PLANNED, PLANNED_STATE,
    VALUE_BEST, VALUE_YET, value,
};
use crate::{Tetris, draw};

/// How far a plan goes, how it is judged and how it is found.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(bound = "D: Default + Deserialize<'de>")]
#[schemars(bound = "D: Default + Serialize + JsonSchema")]
pub struct Planning<D> {
    /// Plan so many pieces beyond the first, whatever the file says
    #[serde(default)]
    #[schemars(extend("x-value" = "D"))]
    pub depth: D,
    /// `doc`, `covered`, `seed-c`, `seed-c-int`, `takado8`, or weights such as `height -0.5`;
    /// all but these last weigh as takado8 does (github.com/takado8/Tetris)
    #[serde(default = "usual_score")]
    #[schemars(extend("x-value" = "SCORE", "x-file" = Score::NAMES))]
    pub score: String,
    /// Which search answers; all give the same plan
    #[serde(default)]
    pub engine: Engine,
    /// How threads share the work; all give the same plan
    #[serde(default)]
    pub mapping: Mapping,
    /// Full rows vanish, instead of staying as in the document
    #[serde(default)]
    pub clear: bool,
}

fn usual_score() -> String {
    Score::NAMES[0].to_owned()
}

impl<D> Planning<D> {
    /// What a plan is judged by.
    pub(super) fn judge(&self) -> Result<Score, Problems> {
        if let Some(score) = Score::named(&self.score) {
            return Ok(score);
        }
        read_score("own", &self.score).map_err(|problems| {
            let problems = if self.score.contains(|letter: char| letter.is_whitespace() || "=:{".contains(letter)) {
                problems
            } else {
                let shown: String = self.score.chars().filter(|letter| !letter.is_control()).take(40).collect();
                let names = Score::NAMES.join(", ");
                Problem::new(format!("there is no score `{shown}`: expected {names}, or weights such as `height -0.5`"))
                    .into()
            };
            problems.in_part(About::Option("score".to_owned()))
        })
    }

    /// How a plan is found.
    pub(super) fn method(&self) -> Method {
        Method { engine: self.engine, mapping: self.mapping, ..Method::default() }
    }

    /// What happens to full rows where nothing but the option says so.
    pub(super) fn full_rows(&self) -> FullRows {
        if self.clear { FullRows::Clear } else { FullRows::Keep }
    }

    /// Told to whoever asked for a bound where there is none.
    pub(super) fn unbounded(&self, full_rows: FullRows, head: &Head) -> Option<Message> {
        let missed = self.engine == Engine::Bounded && head.engine.is_some_and(|engine| engine != "bounded");
        missed.then(|| match full_rows {
            FullRows::Clear => NO_BOUND_CLEAR.plain(),
            FullRows::Keep => NO_BOUND_WEIGHTS.plain(),
        })
    }
}

/// The options of `plan`.
pub type PlanOptions = Planning<Option<usize>>;

/// The best plan, or how far it came.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Planned {
    /// What the last board is worth; null when there is no plan.
    pub value: Option<f64>,
    /// Where each piece goes.
    pub path: Vec<Placement>,
    /// The letters of the pieces that were asked about.
    pub pieces: String,
    /// How many of them are placed.
    pub placed: usize,
    /// Last placements in all, where every one was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaves: Option<u64>,
    /// The name of the score; `own` for weights.
    pub score: String,
    /// What the value is made of.
    pub features: Option<Features>,
    /// The names of the files, one for each piece; none unless the plan is proven.
    pub files: Vec<String>,
    #[serde(skip)]
    landings: Vec<Landing>,
    #[serde(skip)]
    elapsed: Duration,
}

/// The best way to place the coming pieces.
#[derive(Debug)]
pub struct Plan;

impl Verb for Plan {
    type Game = Tetris;
    type On = Asked;
    type Options = PlanOptions;
    type Answer = Planned;
    const NAME: &'static str = "plan";
    const ABOUT: &'static str = "Plan the coming pieces exactly and write one file for each";
    const DRAWS: Draws = Draws::Scenes;
    const FILES: &'static [FileFlag] = &[FileFlag {
        name: "out",
        about: "The folder for `tetris_play_0.txt` and so on",
        kind: FileKind::Folder { usual: Some("."), stale: Some(play_file) },
        replaces_text: false,
    }];

    fn run(on: &Asked, options: &PlanOptions, budget: &Budget) -> Result<Reply<Planned>, Halt> {
        let score = options.judge()?;
        let pieces = on.planned(options.depth)?;
        let task = solve::Task { board: &on.position.board, pieces, score: &score, full_rows: options.full_rows() };
        Ok(Reply::of(solve::plan(&task, options.method(), budget), |outcome| {
            let found = outcome.solution().cloned();
            let placed = found.as_ref().map_or(0, |plan| plan.path.len());
            let proven = matches!(outcome, Outcome::Solved { .. });
            Planned {
                value: found.as_ref().map(|plan| plan.value),
                pieces: letters(pieces),
                placed,
                leaves: found.as_ref().and_then(|plan| plan.leaves),
                score: score.name().to_owned(),
                features: found.as_ref().map(|plan| plan.features),
                files: if proven { (0..placed).map(play_file).collect() } else { Vec::new() },
                elapsed: Duration::ZERO,
                landings: found.as_ref().map(|plan| plan.landings.clone()).unwrap_or_default(),
                path: found.map(|plan| plan.path).unwrap_or_default(),
            }
        }))
    }

    fn words(on: &Asked, options: &PlanOptions, reply: &Reply<Planned>) -> Vec<Message> {
        let Planned { value: worth, placed, .. } = &reply.answer;
        let id = on.number.clone();
        let said = match (reply.head.ending, *worth, id) {
            (Ending::Impossible, _, Some(id)) => NONE_FITS_STATE.with([("id", id.into())]),
            (Ending::Impossible, _, None) => NONE_FITS.plain(),
            (_, None, _) => NO_PLAN.with([("stop", stop(&reply.head).into())]),
            (Ending::GaveUp, Some(worth), _) => {
                VALUE_YET.with([("value", value(worth)), ("stop", stop(&reply.head).into())])
            }
            (_, Some(worth), Some(id)) => {
                PLANNED_STATE.with([("id", id.into()), ("n", (*placed).into()), ("value", value(worth))])
            }
            (_, Some(worth), None) => PLANNED.with([("n", (*placed).into()), ("value", value(worth))]),
        };
        std::iter::once(said).chain(options.unbounded(options.full_rows(), &reply.head)).collect()
    }

    fn tell(on: &Asked, options: &PlanOptions, reply: &Reply<Planned>, page: &mut Page) {
        let Reply { head, answer } = reply;
        if let Some(scene) = Self::scenes(on, options, reply).pop() {
            page.scene(scene);
        }
        told(head, answer, page);
        if let Some(message) = options.unbounded(options.full_rows(), head) {
            page.note(message);
        }
        if let (Some(nodes), Some(engine)) = (head.nodes, head.engine) {
            let ms = format!("{:.1}", answer.elapsed.as_secs_f64() * 1e3);
            page.note(COST.with([("nodes", nodes.into()), ("ms", ms.into()), ("engine", engine.into())]));
        }
    }

    fn cells_to_draw(on: &Asked, _: &PlanOptions, reply: &Reply<Planned>) -> usize {
        reply.answer.path.len() * Tetris::size(&on.position)
    }

    fn scenes(on: &Asked, _: &PlanOptions, reply: &Reply<Planned>) -> Vec<Scene> {
        draw::plan(&on.pieces, &reply.answer.path, &reply.answer.landings)
    }

    fn files(
        on: &Asked,
        _: &PlanOptions,
        reply: &Reply<Planned>,
        _: &Wanted<'_>,
    ) -> Result<Option<Vec<Made>>, Problem> {
        let Planned { path, landings, files, .. } = &reply.answer;
        let made = |(name, play): (&String, String)| Made { name: name.clone(), bytes: play.into_bytes() };
        Ok(match reply.head.ending {
            // An empty set: what an older plan left behind goes away.
            Ending::Impossible => Some(Vec::new()),
            Ending::Solved => Some(files.iter().zip(on.plays(path, landings)).map(made).collect()),
            Ending::Ok | Ending::GaveUp => None,
        })
    }

    fn timed(answer: &mut Planned, elapsed: Duration) {
        answer.elapsed = elapsed;
    }
}

/// The letters of pieces.
pub(super) fn letters(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| piece.letter()).collect()
}

/// What ran out, in words.
fn stop(head: &Head) -> String {
    head.stop.map_or_else(String::new, |stop| stop.to_string())
}

/// The placements of a plan, and what is known of it.
fn told(head: &Head, answer: &Planned, page: &mut Page) {
    let Planned { value: worth, path, pieces, placed, .. } = answer;
    let Some(worth) = *worth else {
        page.say(match head.ending {
            Ending::Impossible => NONE_FITS.plain(),
            _ => NO_PLAN.with([("stop", stop(head).into())]),
        });
        return;
    };
    let mut text = String::new();
    for (level, (piece, Placement { rotation, column })) in pieces.chars().zip(path).enumerate() {
        text.push_str(&format!("{:>3}. {piece} rotation {rotation} column {column}\n", level + 1));
    }
    page.text(text);
    if *placed < pieces.len() {
        page.say(ONLY.with([("placed", (*placed).into()), ("asked", pieces.len().into())]));
    }
    page.say(match head.ending {
        Ending::GaveUp => VALUE_YET.with([("value", value(worth)), ("stop", stop(head).into())]),
        _ => VALUE_BEST.with([("value", value(worth))]),
    });
}
