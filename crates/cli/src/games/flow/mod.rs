//! `azulejo flow`: solve, check, convert, render, generate, rate, compare, play. Each command in its own file; what they share
//! is here: how a puzzle is read, and which rule is asked for.

mod check;
mod compare;
mod convert;
mod generate;
mod rate;
mod report;
mod sheet;
mod solve;

use azulejo_core::budget::Budget;
use azulejo_core::id::Id;
use azulejo_core::problem::Problem;
use azulejo_flow::format::{self, Format, Reading};
use azulejo_flow::play::Position;
use azulejo_flow::position::{Fill, Rules, Touch};
use azulejo_flow::{ENTRY, play as moves};
use clap::{Args, Subcommand, ValueEnum};

use crate::failure::{Failure, Reply};
use crate::input::{self, Input};
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
        Command::Compare(arguments) => compare::run(arguments, common),
        Command::Play(arguments) => play::run(&ENTRY, arguments, common),
    }
}

/// Where puzzles come from.
#[derive(Debug, Args)]
pub(crate) struct Source {
    /// A puzzle file, `-`, an id such as `flow@2:9x9#42`, or an address of puzz.link in quotes
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
        let (name, mut all) = self.named()?;
        match self.number {
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
        }
    }

    /// All puzzles, or the one asked for by number.
    pub(crate) fn all(&self) -> Result<Vec<Reading>, Failure> {
        if self.number.is_some() { Ok(vec![self.one()?]) } else { Ok(self.named()?.1) }
    }

    fn named(&self) -> Result<(Option<String>, Vec<Reading>), Failure> {
        let format = self.format.as_deref().and_then(Format::find);
        let text = &self.puzzle;
        if format::puzzlink::looks_like(text) && !std::path::Path::new(text).exists() {
            return Ok((None, format::read_all(text, Some(Format::Puzzlink))?));
        }
        match input::read(text, GAME)? {
            Input::Id(id) => Ok((None, vec![of_id(&id)?])),
            Input::Text { name, text } => {
                if Id::looks_like(GAME, text.trim_start()) {
                    let id = text.trim().parse().map_err(|problem: Problem| fail(Some(&name), problem))?;
                    return Ok((Some(name), vec![of_id(&id)?]));
                }
                let found = format::read_all(&text, format).map_err(|problems| Failure::in_file(&name, problems))?;
                Ok((Some(name), found))
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

/// The puzzle of an id, and whether its setup asks for a full board.
fn of_id(id: &Id) -> Result<Reading, Failure> {
    let value = ENTRY.open(id)?;
    let position: Position = serde_json::from_value(value)
        .map_err(|error| Problem::new(format!("`{id}` is no position of Flow: {error}")))?;
    Ok(Reading { puzzle: position.puzzle().clone(), fill: Some(position.rules().fill), drawn: None })
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
    /// Whether a path may touch itself: neighbours on it that are not consecutive
    #[arg(long, value_enum, default_value_t)]
    touch: TouchName,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum TouchName {
    /// It may: the game's own rule
    #[default]
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
            TouchName::Allow => Touch::Allow,
            TouchName::Forbid => Touch::Forbid,
            TouchName::NoSquare => Touch::NoSquare,
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
