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
use crate::srs;
use crate::srs::reach::{Stack, Turns};

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
    /// How pieces come to their places
    #[serde(default)]
    pub rules: Rules,
}

/// How pieces come to their places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum Rules {
    /// Turned at the top, then straight down
    #[default]
    Drop,
    /// Wherever shifts, drops and the quarter turns of the Super Rotation System lead on the guideline's board; full rows always vanish
    Srs,
    /// The same with half turns
    Srs180,
}

impl Rules {
    fn turns(self) -> Option<Turns> {
        match self {
            Self::Drop => None,
            Self::Srs => Some(Turns::Quarters),
            Self::Srs180 => Some(Turns::Halves),
        }
    }
}

/// The counts.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Counted {
    /// One for each piece.
    pub levels: Vec<Level>,
}

/// How many ways there are to place the first pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Level {
    /// Sequences of placements.
    pub paths: u64,
    /// What they lead to; only counted where pieces drop.
    #[serde(flatten)]
    pub distinct: Option<Distinct>,
}

/// What sequences of placements lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Distinct {
    /// Boards, told apart by their marks.
    pub distinct_boards: u64,
    /// Boards, told apart by which cells are filled.
    pub distinct_occupancies: u64,
    /// Outlines: the heights of the columns.
    pub distinct_profiles: u64,
}

impl From<PerftLevel> for Level {
    fn from(level: PerftLevel) -> Self {
        let PerftLevel { paths, distinct_boards, distinct_occupancies, distinct_profiles } = level;
        Self { paths, distinct: Some(Distinct { distinct_boards, distinct_occupancies, distinct_profiles }) }
    }
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
        if let Some(turns) = options.rules.turns() {
            let counts = srs::perft::perft(&stack(&board)?, &pieces, turns, budget)?;
            let levels = counts.into_iter().map(|paths| Level { paths, distinct: None }).collect();
            return Ok(Reply::ok(Counted { levels }));
        }
        let full_rows = if options.clear { FullRows::Clear } else { FullRows::Keep };
        let told = Some(budget.memory()).filter(|memory| *memory != Budget::DEFAULT_MEMORY);
        let levels = rules::perft(&board, &pieces, full_rows, &budget.clone().with_memory(told.unwrap_or(MEMORY)))?;
        Ok(Reply::ok(Counted { levels: levels.into_iter().map(Level::from).collect() }))
    }

    fn tell(_: &Nothing, options: &PerftOptions, reply: &Reply<Counted>, page: &mut Page) {
        let mut text = format!("{:>2} {:>14}", "", "paths");
        if options.rules == Rules::Drop {
            text.push_str(&format!(" {:>14} {:>14} {:>14}", "boards", "occupancies", "outlines"));
        }
        text.push('\n');
        for (piece, Level { paths, distinct }) in options.pieces.chars().zip(&reply.answer.levels) {
            text.push_str(&format!("{piece:>2} {paths:>14}"));
            if let Some(Distinct { distinct_boards, distinct_occupancies, distinct_profiles }) = distinct {
                text.push_str(&format!(" {distinct_boards:>14} {distinct_occupancies:>14} {distinct_profiles:>14}"));
            }
            text.push('\n');
        }
        page.text(text);
    }
}

/// The filled cells of a board that the guideline knows.
pub(super) fn stack(board: &Board) -> Result<Stack, Problem> {
    Stack::of_board(board).ok_or_else(|| {
        let (columns, rows) = (board.columns(), board.rows());
        Problem::new(format!("the Super Rotation System has 10 columns and at most 40 rows, not {columns} x {rows}"))
    })
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
