//! `clear`: empty the board with given pieces, or clear so many lines; all ways counted, or none proven.

use azulejo_core::budget::Budget;
use azulejo_core::outcome::Halt;
use azulejo_core::problem::{About, Problem, Problems};
use azulejo_core::report::{Ending, Page};
use azulejo_core::verb::{Reply, Verb};
use azulejo_core::words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asked::Asked;
use crate::Tetris;
use crate::position::Piece;
use crate::puzzle::{self, Aim, Hold, Pruning, Puzzle};
use crate::srs::reach::{Stack, Turns};
use crate::srs::{COLUMNS, Facing, Spot};
use crate::words::{CLEARS, CLEARS_NEVER};

/// The options of `clear`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ClearOptions {
    /// Clear this many lines; without it, leave nothing on the board
    #[schemars(range(min = 1, max = 40))]
    pub lines: Option<u16>,
    /// Stay below this many rows; without it, as few as the pieces can fill
    #[schemars(range(min = 1, max = 20), extend("x-conflicts" = ["lines"]))]
    pub rows: Option<u16>,
    /// One piece may be kept back
    #[serde(default)]
    pub hold: bool,
    /// Half turns too
    #[serde(default)]
    pub half_turns: bool,
}

/// A piece at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Placed {
    /// The piece.
    pub piece: Piece,
    /// How it is turned.
    pub facing: Facing,
    /// Column of its centre.
    pub x: i8,
    /// Row of its centre, from the floor.
    pub y: i8,
}

/// What came out.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Cleared {
    /// How many ways there are: sequences of placements.
    pub ways: u64,
    /// The first of them; empty when there is none.
    pub line: Vec<Placed>,
}

/// Empties the board, or clears so many lines.
#[derive(Debug)]
pub struct Clear;

impl Verb for Clear {
    type Game = Tetris;
    type On = Asked;
    type Options = ClearOptions;
    type Answer = Cleared;
    const NAME: &'static str = "clear";
    const ABOUT: &'static str =
        "Leave nothing on the board, or clear so many lines: count all ways, or prove that there is none";

    fn run(on: &Asked, options: &ClearOptions, budget: &Budget) -> Result<Reply<Cleared>, Halt> {
        let stack = super::perft::stack(&on.position.board)?;
        let pieces = &on.pieces;
        let aim = match options.lines {
            Some(lines) => Aim::Lines(lines.into()),
            None => Aim::Empty { rows: rows(&stack, pieces.len(), options.rows)? },
        };
        let hold = if options.hold { Hold::Allowed } else { Hold::Never };
        let turns = if options.half_turns { Turns::Halves } else { Turns::Quarters };
        let answer = puzzle::solve(&Puzzle { stack, pieces, aim, hold, turns }, Pruning::Parts, budget);
        Ok(Reply::of(answer, |outcome| {
            let ends = outcome.solution();
            let line = ends.into_iter().flat_map(|ends| &ends.line);
            let placed =
                |(piece, spot): &(Piece, Spot)| Placed { piece: *piece, facing: spot.facing, x: spot.x, y: spot.y };
            Cleared { ways: ends.map_or(0, |ends| ends.ways), line: line.map(placed).collect() }
        }))
    }

    fn words(_: &Asked, _: &ClearOptions, reply: &Reply<Cleared>) -> Vec<Message> {
        match reply.head.ending {
            Ending::Impossible => vec![CLEARS_NEVER.plain()],
            Ending::GaveUp => Vec::new(),
            _ => vec![CLEARS.with([("n", reply.answer.ways.into())])],
        }
    }

    fn tell(on: &Asked, options: &ClearOptions, reply: &Reply<Cleared>, page: &mut Page) {
        for message in Self::words(on, options, reply) {
            page.say(message);
        }
        let mut text = String::new();
        for Placed { piece, facing, x, y } in &reply.answer.line {
            text.push_str(&format!("{piece} {facing:?} at column {x}, row {y} from the floor\n"));
        }
        page.text(text);
    }
}

/// The rows to stay below: as asked, or the fewest that the pieces can fill without a cell too many.
fn rows(stack: &Stack, pieces: usize, asked: Option<u16>) -> Result<usize, Problems> {
    let about = |message: String| Problems::from(Problem::new(message)).in_part(About::Option("rows".to_owned()));
    let fills = |rows: usize| {
        (rows * COLUMNS)
            .checked_sub(stack.count())
            .is_some_and(|empty| empty > 0 && empty % 4 == 0 && empty / 4 <= pieces)
    };
    let lowest = stack.height().max(1);
    match asked.map(usize::from) {
        Some(rows) if rows < stack.height() => {
            Err(about(format!("the board is {} rows high already, not {rows}", stack.height())))
        }
        Some(rows) => Ok(rows),
        // Where no height fits, any shows that there is no way.
        None => Ok((lowest..=20).find(|rows| fills(*rows)).unwrap_or(lowest)),
    }
}
