//! `show`, `flatten`, `score`, `select`: what is on a board.

use std::fmt;
use std::str::FromStr;

use azulejo_core::budget::Budget;
use azulejo_core::open::At;
use azulejo_core::options::NoOptions;
use azulejo_core::outcome::Halt;
use azulejo_core::problem::{About, Problem, Problems};
use azulejo_core::report::Page;
use azulejo_core::scene::Scene;
use azulejo_core::verb::{Cost, Draws, Reply, Verb};
use azulejo_core::words::{Message, Template};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::{Board, Color, Path};
use crate::format::printed_tree;
use crate::goal::{Aim, Kind};
use crate::layout::{Rectangle, rectangles, select};
use crate::word::as_word;
use crate::{Blocky, draw};

/// The size of the original's window.
fn usual_size() -> u32 {
    750
}

/// How to show a board.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ShowOptions {
    /// Pixels along a side, for rectangles and tree
    #[serde(default = "usual_size")]
    #[schemars(range(min = 1, max = 100_000), extend("x-value" = "PIXELS"))]
    pub size: u32,
    /// The block to highlight
    #[schemars(extend("x-value" = "PATH"))]
    pub highlight: Option<Path>,
    /// Print the tree instead of the board
    #[serde(default)]
    pub tree: bool,
}

/// A board as the original draws and prints it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Shown {
    /// Pixels along a side.
    pub size: u32,
    /// What is drawn: what it shows, its corner, its width and height, the width of its line.
    pub rectangles: Vec<Rectangle>,
    /// The printed tree.
    pub tree: String,
    /// The board.
    #[serde(flatten)]
    pub board: Board,
}

/// A board, drawn.
#[derive(Debug)]
pub struct Show;

impl Verb for Show {
    type Game = Blocky;
    type On = At<Blocky>;
    type Options = ShowOptions;
    type Answer = Shown;
    const NAME: &'static str = "show";
    const ABOUT: &'static str = "Draw a board; in JSON its rectangles and its tree";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &At<Blocky>, options: &ShowOptions, _: &Budget) -> Result<Reply<Shown>, Halt> {
        let board = &on.position.board;
        if let Some(path) = options.highlight.filter(|path| board.block(*path).is_none()) {
            let problem = Problem::new(format!("there is no block {path} on this board"));
            return Err(Problems::from(problem).in_part(About::Option("highlight".to_owned())).into());
        }
        Ok(Reply::ok(Shown {
            size: options.size,
            rectangles: rectangles(board, options.size, options.highlight),
            tree: printed_tree(board, options.size),
            board: board.clone(),
        }))
    }

    fn tell(on: &At<Blocky>, options: &ShowOptions, reply: &Reply<Shown>, page: &mut Page) {
        if options.tree {
            page.text(reply.answer.tree.clone());
        } else {
            for scene in Self::scenes(on, options, reply) {
                page.scene(scene);
            }
        }
    }

    fn scenes(_: &At<Blocky>, options: &ShowOptions, reply: &Reply<Shown>) -> Vec<Scene> {
        vec![draw::board("a Blocky board", &reply.answer.board, options.highlight)]
    }
}

/// The unit cells.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Flat {
    /// Columns from the left, each from the top.
    pub columns: Vec<Vec<Color>>,
}

pub(super) const COLUMNS: Template =
    Template::new("blocky.columns", "one line a column, from the left; each from the top");

/// The unit cells of a board.
#[derive(Debug)]
pub struct Flatten;

impl Verb for Flatten {
    type Game = Blocky;
    type On = At<Blocky>;
    type Options = NoOptions;
    type Answer = Flat;
    const NAME: &'static str = "flatten";
    const ABOUT: &'static str = "Give the unit cells, column by column";
    const COST: Cost = Cost::Quick;

    fn run(on: &At<Blocky>, _: &NoOptions, _: &Budget) -> Result<Reply<Flat>, Halt> {
        Ok(Reply::ok(Flat { columns: on.position.board.flatten() }))
    }

    fn tell(_: &At<Blocky>, _: &NoOptions, reply: &Reply<Flat>, page: &mut Page) {
        let line = |column: &Vec<Color>| {
            let numbers: Vec<String> = column.iter().map(|color| color.index().to_string()).collect();
            format!("{}\n", numbers.join(" "))
        };
        page.text(reply.answer.columns.iter().map(line).collect::<String>());
        page.note(COLUMNS.plain());
    }
}

/// What each colour would score, in the order of the colours.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Scores {
    /// The largest connected area.
    pub blob: [u32; 4],
    /// The cells on the border, corners twice.
    pub perimeter: [u32; 4],
    /// The longest diagonal line.
    pub diagonal: [u32; 4],
}

/// The score of every colour for every goal.
#[derive(Debug)]
pub struct Score;

impl Verb for Score {
    type Game = Blocky;
    type On = At<Blocky>;
    type Options = NoOptions;
    type Answer = Scores;
    const NAME: &'static str = "score";
    const ABOUT: &'static str = "Score a board for every colour";
    const COST: Cost = Cost::Quick;

    fn run(on: &At<Blocky>, _: &NoOptions, _: &Budget) -> Result<Reply<Scores>, Halt> {
        let scores = |kind| Color::ALL.map(|color| Aim { kind, color }.score(&on.position.board));
        Ok(Reply::ok(Scores {
            blob: scores(Kind::Blob),
            perimeter: scores(Kind::Perimeter),
            diagonal: scores(Kind::Diagonal),
        }))
    }

    fn tell(_: &At<Blocky>, _: &NoOptions, reply: &Reply<Scores>, page: &mut Page) {
        let Scores { blob, perimeter, diagonal } = &reply.answer;
        let head = Kind::ALL.map(|kind| format!(" {:>9}", kind.to_string())).concat();
        let rows = Color::ALL.map(|color| {
            let index = color.index();
            let own = [blob, perimeter, diagonal].map(|scores| format!(" {:>9}", scores[index])).concat();
            format!("{index} {:<16}{own}\n", color.name())
        });
        page.text(format!("{:<18}{head}\n{}", "", rows.concat()));
    }
}

/// A point in pixels from the upper left corner, written `X,Y`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// To the right.
    pub x: i64,
    /// Downwards.
    pub y: i64,
}

impl fmt::Display for Point {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{},{}", self.x, self.y)
    }
}

impl FromStr for Point {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let (x, y) = text.split_once(',').ok_or_else(|| Problem::new("expected two numbers such as `40,10`"))?;
        let number = |text: &str| {
            let shown: String = text.chars().take(24).collect();
            text.trim().parse().map_err(|_| Problem::new(format!("`{shown}` is not a whole number")))
        };
        Ok(Self { x: number(x)?, y: number(y)? })
    }
}

as_word!(Point, "Point", "^ *-?[0-9]+ *, *-?[0-9]+ *$");

/// Where to look.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct SelectOptions {
    /// The point in pixels from the upper left corner: `X,Y`
    #[schemars(extend("x-value" = "X,Y"))]
    pub at: Point,
    /// The level wanted; a solid block above it is taken instead
    #[schemars(extend("x-value" = "L"))]
    pub level: u8,
    /// Pixels along a side of the board
    #[serde(default = "usual_size")]
    #[schemars(range(min = 1, max = 100_000), extend("x-value" = "PIXELS"))]
    pub size: u32,
}

/// The block that was found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Selected {
    /// The steps to it from the root; null outside the board.
    pub path: Option<Vec<usize>>,
    /// Its name.
    pub name: Option<Path>,
}

pub(super) const OUTSIDE: Template = Template::new("blocky.outside", "no block: the point lies outside the board");

/// The block at a point.
#[derive(Debug)]
pub struct Select;

impl Verb for Select {
    type Game = Blocky;
    type On = At<Blocky>;
    type Options = SelectOptions;
    type Answer = Selected;
    const NAME: &'static str = "select";
    const ABOUT: &'static str = "Name the block at a point";
    const COST: Cost = Cost::Quick;

    fn run(on: &At<Blocky>, options: &SelectOptions, _: &Budget) -> Result<Reply<Selected>, Halt> {
        let Point { x, y } = options.at;
        let name = select(&on.position.board, options.size, x, y, options.level);
        Ok(Reply::ok(Selected { path: name.map(|path| path.steps().collect()), name }))
    }

    fn words(_: &At<Blocky>, _: &SelectOptions, reply: &Reply<Selected>) -> Vec<Message> {
        if reply.answer.name.is_none() { vec![OUTSIDE.plain()] } else { Vec::new() }
    }

    fn tell(on: &At<Blocky>, options: &SelectOptions, reply: &Reply<Selected>, page: &mut Page) {
        if let Some(path) = reply.answer.name {
            page.text(format!("{path}\n"));
        }
        for message in Self::words(on, options, reply) {
            page.say(message);
        }
    }
}
