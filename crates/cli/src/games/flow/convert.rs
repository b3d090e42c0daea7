//! `azulejo flow convert`, `render` and `generate`: puzzles in other forms, as pictures, and new ones.

use std::path::PathBuf;

use azulejo_core::id::Id;
use azulejo_core::outcome::Outcome;
use azulejo_core::problem::Problem;
use azulejo_core::random::seed_of;
use azulejo_core::scene::ansi::ansi;
use azulejo_flow::format::{self, Drawn, Format};
use azulejo_flow::position::{Fill, Rules, Touch};
use azulejo_flow::setup::Setup;
use azulejo_flow::solve::{self, Engine};
use azulejo_flow::{draw, generate as maker};
use clap::Args;
use rayon::prelude::*;
use serde_json::json;

use super::{GAME, RuleArguments, Source, budget, rule_json};
use crate::failure::{Exit, Reply};
use crate::options::{Common, Pictures};
use crate::output::{print, print_json, write_file};
use crate::play::seed_or_fresh;

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
    let wanted = Format::find(&arguments.to).unwrap_or(Format::Grid);
    // Several plain grids need their sizes to be told apart.
    let wanted = if readings.len() > 1 && wanted == Format::Grid { Format::Many } else { wanted };
    let mut texts = Vec::new();
    for reading in &readings {
        let solution = match &reading.drawn {
            Some(Drawn::Paths(solution)) => Some(solution),
            _ => None,
        };
        texts.push(format::write(&reading.puzzle, reading.fill.unwrap_or(Fill::Full), solution, wanted)?);
    }
    let text = match wanted {
        Format::Json if texts.len() > 1 => {
            format!("[{}]\n", texts.iter().map(|text| text.trim()).collect::<Vec<_>>().join(",\n"))
        }
        _ => texts.concat(),
    };
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

#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// Width and height
    #[arg(long, default_value = "7x7")]
    size: String,
    /// The seed: a number or any text
    #[arg(long)]
    seed: Option<String>,
    /// How many; the seeds of the others follow
    #[arg(long, default_value_t = 1, value_name = "N")]
    number: u64,
    #[command(flatten)]
    pictures: Pictures,
}

pub(crate) fn generate(arguments: &Generate, common: &Common) -> Reply {
    let setup: Setup = arguments.size.parse()?;
    let seed = seed_or_fresh(arguments.seed.as_deref());
    let seeds: Vec<(String, u64)> = (0..arguments.number)
        .map(|index| match (seed.parse::<u64>(), index) {
            (_, 0) => (seed.clone(), seed_of(&seed)),
            (Ok(number), _) => (number.wrapping_add(index).to_string(), number.wrapping_add(index)),
            (Err(_), _) => (format!("{seed}-{index}"), seed_of(&format!("{seed}-{index}"))),
        })
        .collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(common.threads()).build();
    let pool = pool.map_err(|error| Problem::new(format!("threads cannot be started: {error}")))?;
    let made: Vec<_> = pool.install(|| {
        seeds.par_iter().map(|(text, seed)| (text, maker::generate(setup.rows, setup.columns, *seed))).collect()
    });
    let mut puzzles = Vec::new();
    for (text, puzzle) in made {
        let id = Id::seeded(GAME, &setup, text);
        let Some(puzzle) = puzzle else {
            let message = format!("no puzzle of {} came out of seed `{text}`", arguments.size);
            return Err(Problem::new(message).hint("another seed or a smaller board may do").into());
        };
        puzzles.push((id, puzzle));
    }
    let scenes: Vec<_> = puzzles.iter().map(|(_, puzzle)| draw::puzzle(puzzle)).collect();
    arguments.pictures.write(&scenes, common)?;
    if common.json {
        let list: Vec<_> = puzzles
            .iter()
            .map(|(id, puzzle)| {
                let grid: Vec<String> = format::grid::write(puzzle).lines().map(str::to_owned).collect();
                json!({ "id": id, "grid": grid })
            })
            .collect();
        let rule = rule_json(Rules { fill: Fill::Full, touch: Touch::Forbid });
        print_json(GAME, "generate", "ok", &json!({ "puzzles": list, "unique_under": rule }))?;
    } else {
        let many = puzzles.len() > 1;
        for (_, puzzle) in &puzzles {
            print(&if many { format::many::write(puzzle) } else { format::grid::write(puzzle) })?;
        }
    }
    Ok(Exit::Answered)
}
