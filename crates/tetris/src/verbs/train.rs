//! `train`: one generation of the search for better weights.

use azulejo_core::budget::Budget;
use azulejo_core::options::Seed;
use azulejo_core::outcome::Halt;
use azulejo_core::problem::{About, Problem, Problems};
use azulejo_core::random::seed_of;
use azulejo_core::report::Page;
use azulejo_core::verb::{Nothing, Reply, Verb};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Map;

use crate::Tetris;
use crate::control::train::{Plan, Training};
use crate::control::{MORE_NAMES, NAMES, Policy};
use crate::play::Setup;

/// What is trained, and how.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct TrainOptions {
    /// Where the search begins: the name of a policy, or weights such as `holes -4`
    #[serde(default = "usual_policy")]
    #[schemars(extend("x-value" = "POLICY", "x-file" = Policy::NAMES, "x-conflicts" = ["state"]))]
    pub policy: String,
    /// Columns and rows of the board
    #[serde(default = "usual_size")]
    #[schemars(extend("x-conflicts" = ["state"]))]
    pub size: String,
    /// Candidates of a generation
    #[serde(default = "usual_population")]
    #[schemars(range(min = 4, max = 200), extend("x-conflicts" = ["state"]))]
    pub population: usize,
    /// The most games that a candidate plays
    #[serde(default = "usual_games")]
    #[schemars(range(min = 1, max = 100_000), extend("x-conflicts" = ["state"]))]
    pub games: u64,
    /// The seed of everything: a number or any text
    #[schemars(extend("x-conflicts" = ["state"]))]
    pub seed: Option<Seed>,
    /// Go on from here: the `state` of an earlier answer
    #[schemars(extend("x-value" = "FILE", "x-file" = true))]
    pub state: Option<String>,
}

fn usual_policy() -> String {
    "dt10".to_owned()
}

fn usual_size() -> String {
    "10x8".to_owned()
}

fn usual_population() -> usize {
    16
}

fn usual_games() -> u64 {
    100
}

/// What a generation came to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Trained {
    /// How many there were.
    pub generation: u64,
    /// Lines a game of the best candidate.
    pub best: f64,
    /// Lines a game of the last of those that the next generation comes from.
    pub parent: f64,
    /// How far candidates lay from the middle.
    pub step: f64,
    /// The weights in the middle, by their names: what `autoplay --policy` takes.
    pub weights: Map<String, serde_json::Value>,
    /// What the next generation goes on from.
    pub state: Training,
}

/// One generation of a training.
#[derive(Debug)]
pub struct Train;

impl Verb for Train {
    type Game = Tetris;
    type On = Nothing;
    type Options = TrainOptions;
    type Answer = Trained;
    const NAME: &'static str = "train";
    const ABOUT: &'static str = "Search for better weights of a controller by CMA-ES";

    fn run(_: &Nothing, options: &TrainOptions, budget: &Budget) -> Result<Reply<Trained>, Halt> {
        let part = |option: &'static str| {
            move |problems: Problems| Halt::from(problems.in_part(About::Option(option.to_owned())))
        };
        let training = if let Some(text) = &options.state {
            Training::read(text).map_err(|problem| part("state")(problem.into()))?
        } else {
            let policy = match Policy::named(&options.policy) {
                Some(policy) => policy,
                None => Policy::read(&options.policy).map_err(part("policy"))?,
            };
            let size = options.size.parse().map_err(|problem: Problem| part("size")(problem.into()))?;
            let Setup::Place { columns, rows, .. } = size else {
                let problem = Problem::new(format!("`{}` is not the size of a board, such as `10x10`", options.size));
                return Err(part("size")(problem.into()));
            };
            let plan = Plan {
                seed: options.seed.as_ref().map_or(0, |seed| seed_of(&seed.to_string())),
                columns,
                rows,
                population: options.population,
                games: options.games,
            };
            Training::new(&plan, &policy)?
        };
        let state = training.next(budget)?;
        let names = NAMES.into_iter().chain(MORE_NAMES);
        let weights = names.zip(state.weights()).map(|(name, weight)| (name.to_owned(), weight.into())).collect();
        // A training that went on has a last generation.
        let (best, parent, step) =
            state.history.last().map_or((0.0, 0.0, 0.0), |last| (last.best, last.parent, last.step));
        Ok(Reply::ok(Trained { generation: state.generation(), best, parent, step, weights, state }))
    }

    fn tell(_: &Nothing, _: &TrainOptions, reply: &Reply<Trained>, page: &mut Page) {
        let Trained { generation, best, parent, step, weights, .. } = &reply.answer;
        let lines: String = weights.iter().map(|(name, weight)| format!("{name} {weight}\n")).collect();
        page.text(format!(
            "# generation {generation}: {best:.1} lines a game, parents from {parent:.1}, step {step:.4}\n{lines}"
        ));
    }
}
