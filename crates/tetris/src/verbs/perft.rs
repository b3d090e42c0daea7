//! `perft`: how many ways there are to place pieces, level by level.

use azulejo_core::budget::Budget;
use azulejo_core::game::Game as _;
use azulejo_core::id::Id;
use azulejo_core::open::of_id;
use azulejo_core::outcome::Halt;
use azulejo_core::problem::{About, Problem};
use azulejo_core::report::Page;
use azulejo_core::verb::{Nothing, Reply, Verb};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{usual_columns, usual_rows};
use crate::Tetris;
use crate::play::Position;
use crate::position::{Board, Piece};
use crate::rules::{self, FullRows, PerftLevel};

/// The options of `perft`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct PerftOptions {
    /// Rows of an empty board
    #[serde(default = "usual_rows")]
    #[schemars(range(min = 1, max = 1000), extend("x-value" = "N"))]
    pub rows: u16,
    /// Columns of an empty board
    #[serde(default = "usual_columns")]
    #[schemars(range(min = 1, max = 1000), extend("x-value" = "M"))]
    pub columns: u16,
    /// Begin from the board of a state or id instead
    #[schemars(extend("x-value" = "INPUT", "x-file" = true, "x-conflicts" = ["rows", "columns"]))]
    pub board: Option<String>,
    /// The pieces in order: `IOL`
    #[schemars(regex(pattern = "^[IZSLJOT]+$"))]
    pub pieces: String,
    /// Full rows vanish
    #[serde(default)]
    pub clear: bool,
}

/// The counts.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Counted {
    /// One for each piece.
    pub levels: Vec<PerftLevel>,
}

/// How many ways there are to place pieces.
#[derive(Debug)]
pub struct Perft;

/// Room for every board of a level, where the door has not said how much there is.
const MEMORY: usize = 1 << 30;

impl Verb for Perft {
    type Game = Tetris;
    type On = Nothing;
    type Options = PerftOptions;
    type Answer = Counted;
    const NAME: &'static str = "perft";
    const ABOUT: &'static str = "Count the ways to place pieces, level by level";

    fn run(_: &Nothing, options: &PerftOptions, budget: &Budget) -> Result<Reply<Counted>, Halt> {
        let pieces = pieces(&options.pieces)?;
        let board = match &options.board {
            Some(text) => board(text, budget)?,
            None => Board::empty(options.rows, options.columns).map_err(|error| Problem::new(error.to_string()))?,
        };
        let full_rows = if options.clear { FullRows::Clear } else { FullRows::Keep };
        let told = Some(budget.memory()).filter(|memory| *memory != Budget::DEFAULT_MEMORY);
        let levels = rules::perft(&board, &pieces, full_rows, &budget.clone().with_memory(told.unwrap_or(MEMORY)))?;
        Ok(Reply::ok(Counted { levels }))
    }

    fn tell(_: &Nothing, options: &PerftOptions, reply: &Reply<Counted>, page: &mut Page) {
        let mut text = format!("{:>2} {:>14} {:>14} {:>14} {:>14}\n", "", "paths", "boards", "occupancies", "outlines");
        for (piece, level) in options.pieces.chars().zip(&reply.answer.levels) {
            let PerftLevel { paths, distinct_boards, distinct_occupancies, distinct_profiles } = level;
            text.push_str(&format!(
                "{piece:>2} {paths:>14} {distinct_boards:>14} {distinct_occupancies:>14} {distinct_profiles:>14}\n"
            ));
        }
        page.text(text);
    }
}

fn pieces(text: &str) -> Result<Vec<Piece>, Problem> {
    let pieces: Option<Vec<Piece>> = text.chars().map(Piece::from_letter).collect();
    let expected = || Problem::new("option `pieces`: expected letters of I Z S L J O T");
    pieces.filter(|pieces| !pieces.is_empty()).ok_or_else(expected)
}

/// The board of a state, or of an id.
fn board(text: &str, budget: &Budget) -> Result<Board, Halt> {
    let read = if Id::looks_like(Tetris::NAME, text.trim_start()) {
        text.trim().parse().map_err(Halt::from).and_then(|id| of_id::<Tetris>(&id, budget))
    } else {
        Position::read(text).map_err(Halt::from)
    };
    match read {
        Ok(position) => Ok(position.board),
        Err(Halt::Problems(problems)) => Err(problems.in_part(About::Option("board".to_owned())).into()),
        Err(stop) => Err(stop),
    }
}
