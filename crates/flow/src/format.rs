//! Every form a puzzle or a solution is read from and written to, each in its own file; this one recognises them.
//!
//! A reader collects what it finds in a [`draft::Draft`], which knows where in the text each dot stood and names every
//! colour that does not come twice.

pub mod draft;
pub mod grid;
pub mod json;
pub mod line;
pub mod many;
pub mod pack;
pub mod puzzlink;
pub mod pzprv3;
pub mod solution;

use azulejo_core::problem::{Problem, Problems};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::play::Position;
use crate::position::{Fill, Puzzle, Rules, Solution, Touch};

/// The forms we know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// One character a cell, then directives
    Grid,
    /// The same, many in one text, each after a line `width height`
    Many,
    /// Rows of null and `[red, green, blue]`, or a list of such puzzles
    Json,
    /// Lines of a level pack, each with its solution
    Pack,
    /// An address of puzz.link: `arukone` or `numlin`
    Puzzlink,
    /// The file form of the same site
    Pzprv3,
    /// Our ids: rows in one line with `/` between them
    Line,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Grid, Self::Many, Self::Json, Self::Pack, Self::Puzzlink, Self::Pzprv3, Self::Line];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Many => "many",
            Self::Json => "json",
            Self::Pack => "pack",
            Self::Puzzlink => "puzzlink",
            Self::Pzprv3 => "pzprv3",
            Self::Line => "line",
        }
    }

    /// What a text looks like; a plain grid when it looks like nothing else.
    pub fn of(text: &str) -> Self {
        let text = text.trim_start();
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("").trim();
        let numbers = || first.split_whitespace().all(|word| word.parse::<u32>().is_ok());
        if first.starts_with("pzprv3") || first.contains("?pzprv3") {
            Self::Pzprv3
        } else if text.starts_with(['[', '{']) {
            Self::Json
        } else if puzzlink::looks_like(first) {
            Self::Puzzlink
        } else if text.trim_end() == first && !first.contains(';') && line::looks_like(first) {
            Self::Line
        } else if first.contains(';') && first.contains(',') {
            Self::Pack
        } else if first.split_whitespace().count() == 2 && numbers() || text.starts_with("# ") {
            Self::Many
        } else {
            Self::Grid
        }
    }
}

/// A puzzle as it was found in a text, with what the text says beyond it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Whether every cell must be used, where the form says so.
    pub fill: Option<Fill>,
    /// Whether a path may touch itself, where the form says so.
    pub touch: Option<Touch>,
    /// What is drawn on it, where the form holds that: not checked.
    pub drawn: Option<Drawn>,
}

/// Something drawn on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// One path a colour.
    Paths(Solution),
    /// Links between neighbours, of no particular colour.
    Links(Vec<[azulejo_core::grid::Cell; 2]>),
}

impl From<Puzzle> for Reading {
    fn from(puzzle: Puzzle) -> Self {
        Self { puzzle, fill: None, touch: None, drawn: None }
    }
}

/// Reads all puzzles of a text, in the given form or the one it looks like; there is at least one.
pub fn read_all(text: &str, format: Option<Format>) -> Result<Vec<Reading>, Problems> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let one = |puzzle: Puzzle| vec![Reading::from(puzzle)];
    match format.unwrap_or_else(|| Format::of(text)) {
        Format::Grid => Ok(one(grid::read(text)?)),
        Format::Many => Ok(many::read(text)?.into_iter().map(Reading::from).collect()),
        Format::Json => Ok(json::read(text)?.into_iter().map(Reading::from).collect()),
        Format::Pack => pack::read(text),
        Format::Puzzlink => puzzlink::read(text),
        Format::Pzprv3 => Ok(vec![pzprv3::read(text)?]),
        Format::Line => Ok(vec![of_position(&line::read(text.trim(), Rules::default())?)]),
    }
}

/// The puzzle of a position, and its rule where that is not the game's own.
pub fn of_position(position: &Position) -> Reading {
    let Rules { fill, touch } = position.rules();
    let said = Rules::default();
    Reading {
        fill: (fill != said.fill).then_some(fill),
        touch: (touch != said.touch).then_some(touch),
        ..Reading::from(position.puzzle().clone())
    }
}

/// Reads a text that holds exactly one puzzle.
pub fn read_one(text: &str, format: Option<Format>) -> Result<Reading, Problems> {
    let mut found = read_all(text, format)?;
    match (found.pop(), found.len()) {
        (Some(reading), 0) => Ok(reading),
        (_, more) => {
            let message = format!("there are {} puzzles here, expected one", more + 1);
            Err(Problem::new(message).hint("choose one by its number from 1, as in `--number 3`").into())
        }
    }
}

/// Reads one puzzle in any form.
pub fn read(text: &str) -> Result<Puzzle, Problems> {
    Ok(read_one(text, None)?.puzzle)
}

/// Writes a puzzle, if the form can hold it; `solution` goes along where the form has room for one.
pub fn write(puzzle: &Puzzle, fill: Fill, solution: Option<&Solution>, format: Format) -> Result<String, Problem> {
    match format {
        Format::Grid => Ok(grid::write(puzzle)),
        Format::Many => Ok(many::write(puzzle)),
        Format::Json => json::write(puzzle),
        Format::Pack => Err(Problem::new("pack lines can only be read: they are the publisher's form")),
        Format::Puzzlink => puzzlink::write(puzzle, fill),
        Format::Pzprv3 => pzprv3::write(puzzle, fill, solution),
        Format::Line => {
            let rules = Rules { fill, ..Rules::default() };
            Ok(format!("{}\n", line::write(&Position::new(puzzle.clone(), rules))))
        }
    }
}

/// A form that knows squares and dots only refuses what it cannot say.
fn plain_only(puzzle: &Puzzle, form: &str) -> Result<(), Problem> {
    use crate::position::{Tile, Topology};
    let plain = puzzle.topology() == Topology::Square
        && puzzle.walls().is_empty()
        && puzzle.tiles().values().iter().all(|tile| matches!(tile, Tile::Empty | Tile::Dot(_)));
    let message = format!("{form} has no walls, holes, bridges, hexagons or wrap-around edges, and this board does");
    if plain { Ok(()) } else { Err(Problem::new(message).hint("the plain grid can hold every board")) }
}
