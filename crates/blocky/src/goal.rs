//! Goals: what a player wants of a colour, and how fast that can be told for every move.
//!
//! A goal needs one function, [`Goal::score`]. The [`Evaluator`] it is then given plays each move on a copy of the board; a
//! goal that knows better brings its own, as blob and perimeter do. Adding a goal is a type here and a line in [`Kind`].

use std::fmt;
use std::str::FromStr;

use azulejo_core::problem::Problem;
use azulejo_core::words::{Message, Template};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::{Board, Color, Path};
use crate::plane::{DEEPEST_NARROW, Plane, Runs};
use crate::rules::Motion;
use crate::sides::Sides;
use crate::word::as_word;

pub(crate) const BLOB: Template =
    Template::new("blocky.goal_blob", "Join as many unit cells of {color} as possible into one area, side by side");
pub(crate) const PERIMETER: Template = Template::new(
    "blocky.goal_perimeter",
    "Bring as many unit cells of {color} as possible to the border; corners count twice",
);
pub(crate) const DIAGONAL: Template =
    Template::new("blocky.goal_diagonal", "Make the longest diagonal line of unit cells of {color}, corner to corner");

/// What a player wants of a colour.
pub trait Goal: fmt::Debug + Sync {
    /// One word for it.
    fn name(&self) -> &'static str;

    /// One sentence for the player, with a gap for the `{color}`.
    fn sentence(&self) -> &'static Template;

    /// How well the board fulfils it.
    fn score(&self, board: &Board, color: Color) -> u32;

    /// Something that scores many motions of one board.
    fn evaluator(&self, color: Color) -> Box<dyn Evaluator>;
}

/// Scores a board and what each motion would make of it.
pub trait Evaluator: Send {
    /// Turns to a board.
    fn load(&mut self, board: &Board);

    /// Its score.
    fn score(&self) -> u32;

    /// The score after a motion of a divided block; the board stays as it is.
    fn after(&mut self, path: Path, motion: Motion) -> u32;
}

/// The largest region of cells that touch by their sides.
#[derive(Clone, Copy, Debug)]
pub struct Blob;

/// Cells on the border, those in the corners twice.
#[derive(Clone, Copy, Debug)]
pub struct Perimeter;

/// The longest straight line of cells that touch by their corners.
#[derive(Clone, Copy, Debug)]
pub struct Diagonal;

impl Goal for Blob {
    fn name(&self) -> &'static str {
        "blob"
    }

    fn sentence(&self) -> &'static Template {
        &BLOB
    }

    fn score(&self, board: &Board, color: Color) -> u32 {
        Plane::of(board, color).largest_region(&mut Runs::new())
    }

    fn evaluator(&self, color: Color) -> Box<dyn Evaluator> {
        Box::new(BlobEvaluator::new(color))
    }
}

impl Goal for Perimeter {
    fn name(&self) -> &'static str {
        "perimeter"
    }

    fn sentence(&self) -> &'static Template {
        &PERIMETER
    }

    fn score(&self, board: &Board, color: Color) -> u32 {
        Plane::of(board, color).perimeter()
    }

    fn evaluator(&self, color: Color) -> Box<dyn Evaluator> {
        Box::new(PerimeterEvaluator { color, sides: Sides::of(&Board::solid(0, color), color) })
    }
}

impl Goal for Diagonal {
    fn name(&self) -> &'static str {
        "diagonal"
    }

    fn sentence(&self) -> &'static Template {
        &DIAGONAL
    }

    fn score(&self, board: &Board, color: Color) -> u32 {
        Plane::of(board, color).longest_diagonal()
    }

    fn evaluator(&self, color: Color) -> Box<dyn Evaluator> {
        Box::new(PlainEvaluator { goal: *self, color, board: Board::solid(0, color), score: 1 })
    }
}

/// For any goal: plays the motion on a copy.
struct PlainEvaluator<G> {
    goal: G,
    color: Color,
    board: Board,
    score: u32,
}

impl<G: Goal + Send> Evaluator for PlainEvaluator<G> {
    fn load(&mut self, board: &Board) {
        self.board.clone_from(board);
        self.score = self.goal.score(board, self.color);
    }

    fn score(&self) -> u32 {
        self.score
    }

    fn after(&mut self, path: Path, motion: Motion) -> u32 {
        if !motion.perform(&mut self.board, path) {
            return self.score;
        }
        let score = self.goal.score(&self.board, self.color);
        motion.inverse().perform(&mut self.board, path);
        score
    }
}

/// For perimeter: side sums.
#[derive(Clone, Debug)]
pub struct PerimeterEvaluator {
    color: Color,
    sides: Sides,
}

impl Evaluator for PerimeterEvaluator {
    fn load(&mut self, board: &Board) {
        self.sides.load(board, self.color);
    }

    fn score(&self) -> u32 {
        self.sides.score()
    }

    fn after(&mut self, path: Path, motion: Motion) -> u32 {
        self.sides.score().wrapping_add_signed(self.sides.change(path, motion))
    }
}

/// For blob: rows of bits, moved and scored without the tree.
#[derive(Clone, Debug)]
pub struct BlobEvaluator {
    color: Color,
    plane: Plane,
    scratch: Plane,
    runs: Runs,
    score: u32,
    /// Kept only for boards too deep for motions on rows.
    board: Option<Board>,
}

impl BlobEvaluator {
    /// An evaluator of a colour, not yet turned to a board.
    pub fn new(color: Color) -> Self {
        let plane = Plane::of(&Board::solid(0, color), color);
        Self { color, scratch: plane.clone(), plane, runs: Runs::new(), score: 1, board: None }
    }
}

impl Evaluator for BlobEvaluator {
    fn load(&mut self, board: &Board) {
        self.plane.load(board, self.color);
        self.scratch.copy_from(&self.plane);
        self.score = self.plane.largest_region(&mut self.runs);
        self.board = (board.depth() > DEEPEST_NARROW).then(|| board.clone());
    }

    fn score(&self) -> u32 {
        self.score
    }

    fn after(&mut self, path: Path, motion: Motion) -> u32 {
        if let Some(board) = &mut self.board {
            if !motion.perform(board, path) {
                return self.score;
            }
            self.scratch.load(board, self.color);
            motion.inverse().perform(board, path);
            return self.scratch.largest_region(&mut self.runs);
        }
        if self.plane.is_uniform(path) {
            return self.score;
        }
        self.scratch.perform(path, motion);
        let score = self.scratch.largest_region(&mut self.runs);
        self.scratch.copy_rows_of(path, &self.plane);
        score
    }
}

/// The goals there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Kind {
    /// The largest area of cells side by side
    Blob,
    /// Cells on the border, those in the corners twice
    Perimeter,
    /// The longest diagonal line of cells
    Diagonal,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Blob, Self::Perimeter, Self::Diagonal];

    /// The two of the original game, one of which is chosen at random.
    pub const ORIGINAL: [Self; 2] = [Self::Blob, Self::Perimeter];

    /// The goal itself.
    pub fn goal(self) -> &'static dyn Goal {
        match self {
            Self::Blob => &Blob,
            Self::Perimeter => &Perimeter,
            Self::Diagonal => &Diagonal,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.goal().name())
    }
}

impl FromStr for Kind {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        Self::ALL.into_iter().find(|kind| kind.goal().name() == text).ok_or_else(|| {
            let found: String = text.chars().take(24).collect();
            Problem::new(format!("`{found}` is not a goal: expected blob, perimeter or diagonal"))
        })
    }
}

/// A goal and its colour, written `blob:2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Aim {
    /// What is wanted.
    pub kind: Kind,
    /// Of which colour.
    pub color: Color,
}

impl Aim {
    /// How well the board fulfils it.
    pub fn score(self, board: &Board) -> u32 {
        self.kind.goal().score(board, self.color)
    }

    /// Something that scores many motions of one board.
    pub fn evaluator(self) -> Box<dyn Evaluator> {
        self.kind.goal().evaluator(self.color)
    }

    /// One sentence for the player.
    pub fn description(self) -> Message {
        self.kind.goal().sentence().with([("color", self.color.name().into())])
    }
}

as_word!(Aim, "Aim", "^(blob|perimeter|diagonal):[0-3]$");

impl fmt::Display for Aim {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.kind, self.color.index())
    }
}

impl FromStr for Aim {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let (kind, color) = text
            .split_once(':')
            .ok_or_else(|| Problem::new("a goal needs a colour from 0 to 3, such as `blob:2` or `perimeter:0`"))?;
        let kind = kind.parse()?;
        let color = color.parse().ok().and_then(Color::from_index).ok_or_else(|| {
            let found: String = color.chars().take(24).collect();
            Problem::new(format!("`{found}` is not a colour: expected a number from 0 to 3"))
        })?;
        Ok(Self { kind, color })
    }
}
