//! A board as it is: drawn, painted, cut into its regions.

use azulejo_core::budget::Budget;
use azulejo_core::id::Id;
use azulejo_core::open::{At, literal};
use azulejo_core::options::NoOptions;
use azulejo_core::outcome::Halt;
use azulejo_core::problem::{About, Problem, Problems};
use azulejo_core::report::Page;
use azulejo_core::scene::Scene;
use azulejo_core::verb::{Cost, Draws, Reply, Verb};
use azulejo_core::verbs::{Play, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::format::{self, Saved};
use crate::hands::Ui;
use crate::position::{Color, Place, Position};
use crate::region::RegionGraph;
use crate::rules::{self, Move};
use crate::{Kami, draw};

/// What is painted.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
pub struct PaintOptions {
    /// A cell and a colour, `E1 3`; on a graph a vertex and a colour, `4 3`
    #[serde(rename = "move")]
    #[schemars(extend("x-place" = 1, "x-value" = "MOVE"))]
    pub action: Move,
}

/// A board after a region was painted.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Painted {
    /// The colours: rows of a board, or the vertices of a graph.
    pub board: Colors,
    /// The level with this board.
    pub level: Saved,
    /// The same as a file.
    pub text: String,
    /// The id that holds it.
    pub id: Id,
    /// Whether anything has another colour than before.
    pub changed: bool,
    /// Whether the board has one colour, and the right one.
    pub done: bool,
    #[serde(skip)]
    after: (Position, Place),
}

/// The colours of all places.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Colors {
    /// Of a board.
    Rows(Vec<Vec<Color>>),
    /// Of a graph.
    Vertices(Vec<Color>),
}

impl Colors {
    fn of(position: &Position) -> Self {
        let board = &position.level.board;
        match board.layout().size() {
            Some((_, columns)) => Self::Rows(board.colors().chunks(usize::from(columns)).map(<[_]>::to_vec).collect()),
            None => Self::Vertices(board.colors().to_vec()),
        }
    }
}

/// Paints a region, whatever moves are left.
#[derive(Debug)]
pub struct Paint;

impl Verb for Paint {
    type Game = Kami;
    type On = At<Kami>;
    type Options = PaintOptions;
    type Answer = Painted;
    const NAME: &'static str = "paint";
    const ALIASES: &'static [&'static str] = &["pinta"];
    const ABOUT: &'static str = "Paint a region and give the board after it";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &At<Kami>, options: &PaintOptions, _: &Budget) -> Result<Reply<Painted>, Halt> {
        let before = &on.position.level;
        let place = rules::allowed(&before.board, before.terms(), options.action).map_err(|illegal| {
            let problem = Problem::new(illegal.to_string());
            Problems::from(problem).in_part(About::Option("move".to_owned()))
        })?;
        let mut position = on.position.clone();
        position.level.board = rules::paint(&before.board, place, options.action.color);
        let level = &position.level;
        Ok(Reply::ok(Painted {
            board: Colors::of(&position),
            level: level.into(),
            text: format::write(level),
            id: literal::<Kami>(&position),
            changed: level.board != before.board,
            done: rules::is_won(&level.board, level.target),
            after: (position, place),
        }))
    }

    fn tell(_: &At<Kami>, _: &PaintOptions, reply: &Reply<Painted>, page: &mut Page) {
        page.text(reply.answer.text.as_str());
    }

    fn scenes(_: &At<Kami>, _: &PaintOptions, reply: &Reply<Painted>) -> Vec<Scene> {
        let (position, place) = &reply.answer.after;
        vec![draw::board("a Kami board", &position.level.board, Some(*place))]
    }
}

/// A position with all there is to show of it, and its level.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Shown {
    /// All there is to show.
    #[serde(flatten)]
    pub view: View<Position, Ui>,
    /// How many regions there are.
    pub regions: usize,
    /// The level with its board as it is now.
    pub level: Saved,
}

/// Draws a board.
#[derive(Debug)]
pub struct Show;

impl Verb for Show {
    type Game = Kami;
    type On = At<Kami>;
    type Options = NoOptions;
    type Answer = Shown;
    const NAME: &'static str = "show";
    const ABOUT: &'static str = "Draw a board";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &At<Kami>, options: &NoOptions, budget: &Budget) -> Result<Reply<Shown>, Halt> {
        let level = &on.position.level;
        let view = Play::<Kami>::run(on, options, budget)?.answer;
        Ok(Reply::ok(Shown { view, regions: RegionGraph::of(&level.board).len(), level: level.into() }))
    }

    fn tell(on: &At<Kami>, _: &NoOptions, _: &Reply<Shown>, page: &mut Page) {
        page.scene(draw::position(&on.position));
    }

    fn scenes(on: &At<Kami>, _: &NoOptions, _: &Reply<Shown>) -> Vec<Scene> {
        vec![draw::position(&on.position)]
    }
}
