//! What can be asked of Kami: the table of its verbs, and what several of them share.

mod board;
mod course;
mod make;
mod solve;

use azulejo_core::verb::Entry;
use azulejo_core::verbs::{Check, Export, Moves, Play, Rate, Touch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Kami;
use crate::format::Format;
use crate::position::{Board, Color, Place};
use crate::rules::{Move, Spot};

pub use board::{Paint, PaintOptions, Painted, Show, Shown};
pub use course::{Busca, Found, Graph, GraphOptions, Matrix, MatrixOf, PaintVertex, PaintedGraph, VertexOptions};
pub use make::{Generate, GenerateOptions, Generated, Made, New, NewOptions, Size};
pub use solve::{Hint, HintOptions, Hinted, Solve, SolveOptions, Solved};

/// Every verb of Kami.
pub static VERBS: [Entry; 16] = [
    Entry::of::<Solve>(),
    Entry::of::<Hint>(),
    Entry::of::<Paint>(),
    Entry::of::<Graph>(),
    Entry::of::<PaintVertex>(),
    Entry::of::<Matrix>(),
    Entry::of::<Busca>(),
    Entry::of::<Show>(),
    Entry::of::<Rate<Kami>>(),
    Entry::of::<Generate>(),
    Entry::of::<New>(),
    Entry::of::<Play<Kami>>(),
    Entry::of::<Moves<Kami>>(),
    Entry::of::<Check<Kami>>(),
    Entry::of::<Export<Kami>>(),
    Entry::of::<Touch<Kami>>(),
];

/// How a level is to be read, and what it must end in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct Reading {
    /// The file's form, where its name and text do not tell
    pub format: Option<Format>,
    /// The colour the board must end in
    #[schemars(range(min = 1), extend("x-value" = "COLOR"))]
    pub target: Option<Color>,
}

/// A move as programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Step {
    /// The cell's name; null on a graph.
    pub cell: Option<String>,
    /// The number of the cell or vertex, in reading order from 0.
    pub vertex: Option<Place>,
    /// The new colour.
    pub color: Color,
}

impl Step {
    fn of(board: &Board, action: Move) -> Self {
        let cell = match action.spot {
            Spot::Cell(cell) => Some(cell.to_string()),
            Spot::Vertex(_) => None,
        };
        Self { cell, vertex: action.spot.place(board), color: action.color }
    }
}
