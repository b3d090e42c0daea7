//! What can be asked of Tetris: plans, hints and counts of its own, and what every game answers.

mod asked;
mod control;
mod hint;
mod perft;
mod plan;

use azulejo_core::budget::Budget;
use azulejo_core::game::Game as _;
use azulejo_core::open::{At, of_id, seeded};
use azulejo_core::options::{NoOptions, Seed};
use azulejo_core::outcome::Halt;
use azulejo_core::registry::{Entry, Shell};
use azulejo_core::report::Page;
use azulejo_core::scene::Scene;
use azulejo_core::verb::{self, Cost, Draws, Nothing, Reply, Verb};
use azulejo_core::verbs::{self, Began, Check, Export, Moves, Play, Solved, Touch};
use azulejo_core::words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use asked::Asked;
pub use control::{Autoplay, AutoplayOptions, Lines, LookAt, Played, Seen, SightOptions};
pub use hint::{Advised, Hint, HintOptions};
pub use perft::{Counted, Perft, PerftOptions};
pub use plan::{Plan, PlanOptions, Planned, Planning};

use crate::features::Features;
use crate::format::{END_FILE, REJECTED_FILE, STATE_FILE};
use crate::play::{Position, Setup};
use crate::position::Board;
use crate::rules::{self, FullRows, Placement};
use crate::{Tetris, draw};

/// Everything that can be asked of Tetris.
pub static VERBS: [verb::Entry; 13] = [
    verb::Entry::of::<Plan>(),
    verb::Entry::of::<Hint>(),
    verb::Entry::of::<Solve>(),
    verb::Entry::of::<Perft>(),
    verb::Entry::of::<LookAt>(),
    verb::Entry::of::<Autoplay>(),
    verb::Entry::of::<Show>(),
    verb::Entry::of::<New>(),
    verb::Entry::of::<Play<Tetris>>(),
    verb::Entry::of::<Moves<Tetris>>(),
    verb::Entry::of::<Check<Tetris>>(),
    verb::Entry::of::<Export<Tetris>>(),
    verb::Entry::of::<Touch<Tetris>>(),
];

/// Tetris as doors know it.
pub static GAME: Entry = Entry::of::<Tetris>(&VERBS).with_shells(&[Shell::Watch {
    verb: "plan",
    flag: "out",
    state: STATE_FILE,
    rejected: REJECTED_FILE,
    end: END_FILE,
}]);

/// What a player chooses before a game.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct NewOptions {
    /// Columns of the board
    #[serde(default = "usual_columns")]
    #[schemars(range(min = 1, max = 1000))]
    pub columns: u16,
    /// Rows of the board
    #[serde(default = "usual_rows")]
    #[schemars(range(min = 1, max = 1000))]
    pub rows: u16,
    /// Full rows stay, instead of vanishing
    #[serde(default)]
    pub keep: bool,
    /// All of this in one word: `10x20`, or `10x20-keep`
    #[schemars(extend("x-conflicts" = ["columns", "rows", "keep"]))]
    pub setup: Option<String>,
    /// The seed: a number or any text
    pub seed: Option<Seed>,
}

fn usual_columns() -> u16 {
    Setup::default().columns
}

fn usual_rows() -> u16 {
    Setup::default().rows
}

/// A new game by a seed.
#[derive(Debug)]
pub struct New;

impl Verb for New {
    type Game = Tetris;
    type On = Nothing;
    type Options = NewOptions;
    type Answer = Began<Position>;
    const NAME: &'static str = "new";
    const ABOUT: &'static str = "Begin a new game by a seed";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(_: &Nothing, options: &NewOptions, budget: &Budget) -> Result<Reply<Began<Position>>, Halt> {
        let NewOptions { columns, rows, keep, setup, seed } = options;
        let full_rows = if *keep { FullRows::Keep } else { FullRows::Clear };
        let chosen = Setup { columns: *columns, rows: *rows, full_rows };
        let setup: Setup = setup.as_ref().map_or(Ok(chosen), |text| text.parse())?;
        let seed = seed.clone().unwrap_or_else(Seed::fresh);
        // The usual setup is not written, so that a game has one id.
        let written = if setup == Setup::default() { String::new() } else { setup.to_string() };
        let id = seeded::<Tetris>(written, &seed);
        let position = of_id::<Tetris>(&id, budget)?;
        Ok(Reply::ok(Began { id, seed: seed.to_string(), position }))
    }

    fn tell(_: &Nothing, _: &NewOptions, reply: &Reply<Began<Position>>, page: &mut Page) {
        page.scene(draw::position(&reply.answer.position));
        page.text(format!("{}\n", reply.answer.id));
    }

    fn scenes(_: &Nothing, _: &NewOptions, reply: &Reply<Began<Position>>) -> Vec<Scene> {
        vec![draw::position(&reply.answer.position)]
    }
}

/// A board and what comes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Shown {
    /// The board.
    pub board: Board,
    /// The letters of all coming pieces.
    pub pieces: String,
    /// Pieces to plan beyond the first.
    pub depth: usize,
    /// What the board is judged by.
    pub features: Features,
}

/// A picture of a board.
#[derive(Debug)]
pub struct Show;

impl Verb for Show {
    type Game = Tetris;
    type On = Asked;
    type Options = NoOptions;
    type Answer = Shown;
    const NAME: &'static str = "show";
    const ABOUT: &'static str = "Draw a board";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &Asked, _: &NoOptions, _: &Budget) -> Result<Reply<Shown>, Halt> {
        let board = on.position.board.clone();
        Ok(Reply::ok(Shown {
            features: Features::of(&board),
            board,
            pieces: plan::letters(&on.pieces),
            depth: on.position.pieces.len().saturating_sub(1),
        }))
    }

    fn tell(on: &Asked, _: &NoOptions, _: &Reply<Shown>, page: &mut Page) {
        page.scene(draw::position(&on.position));
    }

    fn scenes(on: &Asked, _: &NoOptions, _: &Reply<Shown>) -> Vec<Scene> {
        vec![draw::position(&on.position)]
    }
}

/// The best line for the coming pieces under the rule of the game, step by step.
#[derive(Debug)]
pub struct Solve;

/// What every game's `solve` does; only the pictures are our own.
type Generic = verbs::Solve<Tetris>;

impl Verb for Solve {
    type Game = Tetris;
    type On = At<Tetris>;
    type Options = NoOptions;
    type Answer = Solved;
    const NAME: &'static str = "solve";
    const ABOUT: &'static str = "Find the best way to place the coming pieces, and say what is proven about it";
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &At<Tetris>, options: &NoOptions, budget: &Budget) -> Result<Reply<Solved>, Halt> {
        Generic::run(on, options, budget)
    }

    fn words(on: &At<Tetris>, options: &NoOptions, reply: &Reply<Solved>) -> Vec<Message> {
        Generic::words(on, options, reply)
    }

    fn tell(on: &At<Tetris>, options: &NoOptions, reply: &Reply<Solved>, page: &mut Page) {
        Generic::tell(on, options, reply, page);
    }

    fn cells_to_draw(on: &At<Tetris>, _: &NoOptions, reply: &Reply<Solved>) -> usize {
        (1 + reply.answer.line.as_ref().map_or(0, Vec::len)) * Tetris::size(&on.position)
    }

    fn scenes(on: &At<Tetris>, _: &NoOptions, reply: &Reply<Solved>) -> Vec<Scene> {
        let Position { board, pieces, full_rows, .. } = &on.position;
        let path: Vec<Placement> =
            reply.answer.line.iter().flatten().filter_map(|placement| placement.parse().ok()).collect();
        let landings = rules::replay(board, pieces, &path, *full_rows).unwrap_or_default();
        let mut scenes = vec![draw::position(&on.position)];
        scenes.extend(draw::plan(pieces, &path, &landings));
        scenes
    }
}
