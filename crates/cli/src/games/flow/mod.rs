//! `azulejo flow`: solve, check, convert, render, generate, rate, import, capture, compare, play. Each command in its own
//! file; what they share is here: how a puzzle is read, and which rule is asked for.

mod check;
mod compare;
mod convert;
mod generate;
mod import;
mod rate;
mod report;
mod sheet;
mod solve;

use azulejo_core::budget::Budget;
use azulejo_core::id::Id;
use azulejo_core::problem::Problem;
use azulejo_flow::format::{self, Format, Reading};
use azulejo_flow::import::Hints;
use azulejo_flow::play::Position;
use azulejo_flow::position::{Fill, Rules, Touch};
use azulejo_flow::{ENTRY, play as moves};
use clap::{Args, Subcommand, ValueEnum};

use crate::failure::{Failure, Reply};
use crate::input;
use crate::options::Common;
use crate::play;

const GAME: &str = "flow";

/// The commands of Flow.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find a solution; prove that it is the only one, or count them
    Solve(solve::Arguments),
    /// Name every rule that a solution breaks, with its cells
    Check(check::Arguments),
    /// Write puzzles in another form
    Convert(convert::Convert),
    /// Draw a puzzle or its solution
    Render(convert::Render),
    /// Make puzzles with exactly one solution, as hard as asked, also as a sheet to print
    Generate(generate::Generate),
    /// Say how hard a puzzle is, and why
    Rate(rate::Arguments),
    /// Read a puzzle from a screenshot, PNG or JPEG
    Import(import::Import),
    /// Read a folder of screenshots into a pack of JSON puzzles
    Capture(import::Capture),
    /// Let engines solve a folder of puzzles side by side
    Compare(compare::Arguments),
    /// Draw paths in the terminal, with hints
    Play(play::Play),
}

/// Runs a command of Flow.
pub(crate) fn run(command: &Command, common: &Common) -> Reply {
    match command {
        Command::Solve(arguments) => solve::run(arguments, common),
        Command::Check(arguments) => check::run(arguments, common),
        Command::Convert(arguments) => convert::convert(arguments, common),
        Command::Render(arguments) => convert::render(arguments, common),
        Command::Generate(arguments) => generate::run(arguments, common),
        Command::Rate(arguments) => rate::run(arguments, common),
        Command::Import(arguments) => import::import(arguments, common),
        Command::Capture(arguments) => import::capture(arguments, common),
        Command::Compare(arguments) => compare::run(arguments, common),
        Command::Play(arguments) => play::run(&ENTRY, arguments, common),
    }
}

/// What a file holds.
enum Content {
    Picture(Vec<u8>),
    Text(String),
}

/// Puzzles, the name of what they were read from, and the picture if it was one.
struct Named {
    name: Option<String>,
    all: Vec<Reading>,
    seen: Option<Seen>,
}

/// A picture and what was read from it.
pub(crate) struct Seen {
    pub(crate) bytes: Vec<u8>,
    pub(crate) reading: azulejo_flow::import::Reading,
}

/// Where puzzles come from.
#[derive(Debug, Args)]
pub(crate) struct Source {
    /// A puzzle file, a screenshot, `-`, an id such as `flow@2:9x9#42`, or an address of puzz.link in quotes
    #[arg(value_name = "PUZZLE")]
    pub(crate) puzzle: String,
    /// The form it is in, where it should not be recognised
    #[arg(long, value_parser = ["grid", "many", "json", "pack", "puzzlink", "pzprv3", "line"])]
    format: Option<String>,
    /// Which puzzle of a file that holds many, from 1
    #[arg(long, value_name = "N")]
    number: Option<usize>,
}

impl Source {
    /// The one puzzle asked for.
    pub(crate) fn one(&self) -> Result<Reading, Failure> {
        Ok(self.one_seen()?.0)
    }

    /// The one puzzle asked for, and the picture it was read from, if it was.
    pub(crate) fn one_seen(&self) -> Result<(Reading, Option<Seen>), Failure> {
        let Named { name, mut all, seen } = self.named()?;
        let one = match self.number {
            None if all.len() == 1 => Ok(all.remove(0)),
            None => {
                let message = format!("there are {} puzzles here, expected one", all.len());
                Err(fail(name.as_deref(), Problem::new(message).hint("choose one by its number from 1: `--number 3`")))
            }
            Some(number) if (1..=all.len()).contains(&number) => Ok(all.swap_remove(number - 1)),
            Some(number) => {
                let message = format!("there is no puzzle number {number}, only 1 to {}", all.len());
                Err(fail(name.as_deref(), Problem::new(message)))
            }
        };
        Ok((one?, seen))
    }

    /// All puzzles, or the one asked for by number.
    pub(crate) fn all(&self) -> Result<Vec<Reading>, Failure> {
        if self.number.is_some() { Ok(vec![self.one()?]) } else { Ok(self.named()?.all) }
    }

    /// The input as it is: a picture by its first bytes, else a text.
    fn bytes(&self) -> Result<(String, Content), Failure> {
        let (name, bytes) = input::read_bytes(&self.puzzle, input::LARGEST_PICTURE)?;
        if azulejo_flow::import::is_picture(&bytes) {
            return Ok((name, Content::Picture(bytes)));
        }
        if bytes.len() as u64 > input::LARGEST_TEXT {
            let limit = input::LARGEST_TEXT >> 10;
            let message = format!("it is larger than {limit} KiB, too large for this kind of input");
            return Err(Failure::in_file(&name, Problem::new(message)));
        }
        let text = input::text(bytes).map_err(|problem| Failure::in_file(&name, problem))?;
        Ok((name, Content::Text(text)))
    }

    fn named(&self) -> Result<Named, Failure> {
        let unseen = |name, all| Named { name, all, seen: None };
        let format = self.format.as_deref().and_then(Format::find);
        let text = &self.puzzle;
        if format::puzzlink::looks_like(text) && !std::path::Path::new(text).exists() {
            return Ok(unseen(None, format::read_all(text, Some(Format::Puzzlink))?));
        }
        if Id::looks_like(GAME, text) && !std::path::Path::new(text).exists() {
            return Ok(unseen(None, vec![of_id(&text.parse()?)?]));
        }
        match self.bytes()? {
            (name, Content::Picture(bytes)) => {
                let reading = import::read(&name, &bytes, Hints::default(), &Budget::unlimited())?;
                let all = vec![Reading { puzzle: reading.puzzle.clone(), fill: None, drawn: None, touch: None }];
                Ok(Named { name: Some(name), all, seen: Some(Seen { bytes, reading }) })
            }
            (name, Content::Text(text)) => {
                if Id::looks_like(GAME, text.trim_start()) {
                    let id = text.trim().parse().map_err(|problem: Problem| fail(Some(&name), problem))?;
                    return Ok(unseen(Some(name), vec![of_id(&id)?]));
                }
                let found = format::read_all(&text, format).map_err(|problems| Failure::in_file(&name, problems))?;
                Ok(unseen(Some(name), found))
            }
        }
    }
}

fn fail(name: Option<&str>, problem: Problem) -> Failure {
    match name {
        Some(name) => Failure::in_file(name, problem),
        None => problem.into(),
    }
}

/// The puzzle of an id, and the rule that it asks for.
fn of_id(id: &Id) -> Result<Reading, Failure> {
    let value = ENTRY.open(id)?;
    let position: Position = serde_json::from_value(value)
        .map_err(|error| Problem::new(format!("`{id}` is no position of Flow: {error}")))?;
    Ok(format::of_position(&position))
}

/// Which rule is asked for.
#[derive(Debug, Args)]
pub(crate) struct RuleArguments {
    /// Every cell must be used; the default, unless the puzzle's form says otherwise
    #[arg(long, overrides_with = "no_fill")]
    fill: bool,
    /// Cells may stay empty
    #[arg(long, overrides_with = "fill")]
    no_fill: bool,
    /// Whether a path may touch itself: neighbours on it that are not consecutive; `allow` unless an id says otherwise
    #[arg(long, value_enum)]
    touch: Option<TouchName>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TouchName {
    /// It may: the game's own rule
    Allow,
    /// It may not
    Forbid,
    /// It may, but not cover a square of 2×2
    #[value(name = "no-2x2")]
    NoSquare,
}

impl RuleArguments {
    /// The rule for a puzzle.
    pub(crate) fn rules(&self, reading: &Reading) -> Rules {
        let fill = match (self.fill, self.no_fill) {
            (true, _) => Fill::Full,
            (_, true) => Fill::Free,
            _ => reading.fill.unwrap_or(Fill::Full),
        };
        let touch = match self.touch {
            None => reading.touch.unwrap_or_default(),
            Some(TouchName::Allow) => Touch::Allow,
            Some(TouchName::Forbid) => Touch::Forbid,
            Some(TouchName::NoSquare) => Touch::NoSquare,
        };
        Rules { fill, touch }
    }
}

/// The rule in JSON.
fn rule_json(rules: Rules) -> serde_json::Value {
    serde_json::json!({ "fill": rules.fill == Fill::Full, "touch": rules.touch.name() })
}

/// The rule in words.
fn rule_text(rules: Rules) -> &'static str {
    match (rules.fill, rules.touch) {
        (Fill::Full, Touch::Allow) => "every cell used",
        (Fill::Full, Touch::Forbid) => "every cell used, no self-touch",
        (Fill::Full, Touch::NoSquare) => "every cell used, no path over 2×2 cells",
        (Fill::Free, Touch::Allow) => "cells may stay empty",
        (Fill::Free, Touch::Forbid) => "cells may stay empty, no self-touch",
        (Fill::Free, Touch::NoSquare) => "cells may stay empty, no path over 2×2 cells",
    }
}

/// What a search may spend: counting along a frontier needs more than other games' tables.
fn budget(common: &Common) -> Budget {
    common.budget().with_memory(1 << 30)
}

/// A path as the moves that draw it.
fn path_text(cells: &[azulejo_core::grid::Cell]) -> String {
    moves::Move::Draw(cells.to_vec()).to_string()
}
