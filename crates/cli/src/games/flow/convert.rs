//! `azulejo flow convert` and `render`: puzzles in other forms, and as pictures.

use std::path::PathBuf;

use azulejo_core::outcome::Outcome;
use azulejo_core::problem::Problem;
use azulejo_core::scene::ansi::ansi;
use azulejo_flow::draw;
use azulejo_flow::format::{self, Drawn, Format};
use azulejo_flow::position::{Fill, Puzzle, Solution};
use azulejo_flow::solve::{self, Engine};
use clap::Args;
use serde_json::json;

use super::{GAME, RuleArguments, Source, budget};
use crate::failure::{Exit, Failure, Reply};
use crate::options::{Common, Pictures};
use crate::output::{print, print_json, write_file};

#[derive(Debug, Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    source: Source,
    /// The form to write
    #[arg(long, default_value = "grid", value_parser = ["grid", "many", "json", "puzzlink", "pzprv3", "line"])]
    to: String,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn convert(arguments: &Convert, common: &Common) -> Reply {
    let readings = arguments.source.all()?;
    let mut items = Vec::new();
    for reading in &readings {
        let solution = match &reading.drawn {
            Some(Drawn::Paths(solution)) => Some(solution),
            _ => None,
        };
        items.push((&reading.puzzle, reading.fill.unwrap_or(Fill::Full), solution));
    }
    let (wanted, text) = written(&items, Format::find(&arguments.to).unwrap_or(Format::Grid))?;
    if let Some(path) = &arguments.out {
        write_file(path, text.as_bytes())?;
    }
    match (common.json, &arguments.out) {
        (true, _) => {
            let rest = json!({ "format": wanted.name(), "puzzles": readings.len(), "text": text });
            print_json(GAME, "convert", "ok", &rest)?;
        }
        (false, None) => print(&text)?,
        (false, Some(_)) => {}
    }
    Ok(Exit::Answered)
}

/// Puzzles in a form, and the form they had to be written in: several plain grids need their sizes to be told apart.
pub(super) fn written(
    items: &[(&Puzzle, Fill, Option<&Solution>)],
    wanted: Format,
) -> Result<(Format, String), Failure> {
    let wanted = if items.len() > 1 && wanted == Format::Grid { Format::Many } else { wanted };
    let texts: Result<Vec<String>, Problem> =
        items.iter().map(|&(puzzle, fill, solution)| format::write(puzzle, fill, solution, wanted)).collect();
    let texts = texts?;
    let text = match wanted {
        Format::Json if texts.len() > 1 => {
            format!("[{}]\n", texts.iter().map(|text| text.trim()).collect::<Vec<_>>().join(",\n"))
        }
        _ => texts.concat(),
    };
    Ok((wanted, text))
}

#[derive(Debug, Args)]
pub(crate) struct Render {
    #[command(flatten)]
    source: Source,
    /// Draw the solution
    #[arg(long)]
    solved: bool,
    #[command(flatten)]
    rule: RuleArguments,
    #[command(flatten)]
    pictures: Pictures,
}

pub(crate) fn render(arguments: &Render, common: &Common) -> Reply {
    let mut scenes = Vec::new();
    for reading in arguments.source.all()? {
        let rules = arguments.rule.rules(&reading);
        scenes.push(if arguments.solved {
            match solve::first(&reading.puzzle, rules, Engine::Auto, &budget(common)).outcome {
                Outcome::Solved { solution, .. } => draw::solution(&reading.puzzle, &solution),
                Outcome::Impossible => {
                    return Err(Problem::new("there is no solution to draw").into());
                }
                Outcome::GaveUp { stop, .. } => return Ok(stop.into()),
            }
        } else {
            draw::puzzle(&reading.puzzle)
        });
    }
    arguments.pictures.write(&scenes, common)?;
    if common.json {
        print_json(GAME, "render", "ok", &json!({ "puzzles": scenes.len() }))?;
    } else {
        for scene in &scenes {
            print(&ansi(scene, &common.style(), common.depth()))?;
        }
    }
    Ok(Exit::Answered)
}
