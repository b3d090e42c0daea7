//! `azulejo flow import` and `capture`: puzzles from screenshots.

use std::path::{Path, PathBuf};

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::problem::Problem;
use azulejo_core::scene::ansi::ansi;
use azulejo_flow::format::grid;
use azulejo_flow::import::{self, Hints, Reading, Verdict};
use azulejo_flow::{draw, format};
use clap::Args;
use rayon::prelude::*;
use serde_json::{Value, json};

use super::{GAME, budget};
use crate::failure::{Exit, Failure, Reply};
use crate::input;
use crate::options::{Common, Pictures};
use crate::output::{note, print, print_json, reason, write_file};

/// The size of the board, where it should not be recognised.
#[derive(Debug, Args)]
pub(crate) struct Size {
    /// How many rows the board has
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u16).range(1..=60))]
    rows: Option<u16>,
    /// How many columns the board has
    #[arg(long, value_name = "C", value_parser = clap::value_parser!(u16).range(1..=60))]
    columns: Option<u16>,
}

impl Size {
    fn hints(&self) -> Hints {
        Hints { rows: self.rows, columns: self.columns }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Import {
    /// A screenshot, PNG or JPEG, or `-`
    #[arg(value_name = "PICTURE")]
    picture: String,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    pictures: Pictures,
}

/// Reads a puzzle from a picture; the name is for messages.
pub(super) fn read(name: &str, bytes: &[u8], hints: Hints, budget: &Budget) -> Result<Reading, Failure> {
    import::read(bytes, &hints, budget).map_err(|problem| Failure::in_file(name, problem))
}

pub(crate) fn import(arguments: &Import, common: &Common) -> Reply {
    let (name, bytes) = input::read_bytes(&arguments.picture, input::LARGEST_PICTURE)?;
    let reading = read(&name, &bytes, arguments.size.hints(), &budget(common))?;
    let scene = draw::puzzle(&reading.puzzle);
    arguments.pictures.write(std::slice::from_ref(&scene), common)?;
    if common.json {
        print_json(GAME, "import", "ok", &answer(&reading))?;
        return Ok(Exit::Answered);
    }
    print(&grid::write(&reading.puzzle))?;
    let tiles = reading.puzzle.tiles();
    let percent = (reading.confidence * 100.0).floor();
    let pairs = reading.puzzle.colors();
    note(&format!("{} rows, {} columns, {pairs} pairs; confidence {percent} %", tiles.rows(), tiles.columns()));
    note(verdict_text(reading.verdict));
    if !reading.unsure.is_empty() {
        let cells: Vec<String> = reading.unsure.iter().map(ToString::to_string).collect();
        note(&format!("unsure of {}", cells.join(" ")));
        note(&ansi(&scene, &common.style(), azulejo_core::scene::ansi::Depth::None));
    }
    Ok(Exit::Answered)
}

fn verdict_text(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::One => "it has exactly one solution without self-touch: a good sign",
        Verdict::Several => "it has several solutions",
        Verdict::Unknown => "it is too hard to be solved in passing",
        Verdict::None => "it has no solution without self-touch: it may have been read wrong",
    }
}

/// What was read, as JSON.
fn answer(reading: &Reading) -> Value {
    let tiles = reading.puzzle.tiles();
    let lattice = &reading.lattice;
    let (columns, rows) = (f32::from(tiles.columns()), f32::from(tiles.rows()));
    json!({
        "puzzle": grid::write(&reading.puzzle),
        "rows": tiles.rows(),
        "columns": tiles.columns(),
        "pairs": reading.puzzle.colors(),
        "colors": reading.colors,
        "confidence": f64::from((reading.confidence * 1000.0).floor()) / 1000.0,
        "unsure": reading.unsure,
        "solutions": reading.verdict.name(),
        "board": {
            "left": lattice.left.round(), "top": lattice.top.round(),
            "width": (lattice.width * columns).round(), "height": (lattice.height * rows).round(),
        },
    })
}

#[derive(Debug, Args)]
pub(crate) struct Capture {
    /// A folder of screenshots, or one of them
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Where the puzzles go, one JSON file each
    #[arg(short, long, value_name = "OUT")]
    out: PathBuf,
    #[command(flatten)]
    size: Size,
}

pub(crate) fn capture(arguments: &Capture, common: &Common) -> Reply {
    let files = pictures(&arguments.folder)?;
    let (budget, hints) = (budget(common), arguments.size.hints());
    let readings: Vec<Result<Reading, Failure>> = files
        .par_iter()
        .map(|file| {
            let (name, bytes) = input::read_bytes(&file.display().to_string(), input::LARGEST_PICTURE)?;
            read(&name, &bytes, hints, &budget)
        })
        .collect();
    if budget.check() == Err(Stop::Cancelled) {
        return Ok(Exit::Interrupted);
    }
    let cannot = |error: std::io::Error| {
        let problem = Problem::new(format!("cannot be made: {}", reason(&error)));
        Failure::in_file(&arguments.out.display().to_string(), problem)
    };
    std::fs::create_dir_all(&arguments.out).map_err(cannot)?;
    let (mut written, mut skipped) = (Vec::new(), Vec::new());
    for (file, reading) in files.iter().zip(readings) {
        let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        match reading {
            Ok(reading) => {
                let stem = file.file_stem().map_or_else(|| name.clone(), |stem| stem.to_string_lossy().into_owned());
                // Two pictures may differ by their endings alone.
                let taken =
                    |path: &PathBuf| written.iter().any(|(_, known, _): &(String, PathBuf, Reading)| known == path);
                let plain = arguments.out.join(format!("{stem}.json"));
                let path = if taken(&plain) { arguments.out.join(format!("{name}.json")) } else { plain };
                write_file(&path, json_text(&reading)?.as_bytes())?;
                written.push((name, path, reading));
            }
            Err(failure) => skipped.push((name, failure.into_problem().message)),
        }
    }
    if common.json {
        let puzzles: Vec<Value> = written
            .iter()
            .map(|(name, path, reading)| {
                let mut value = answer(reading);
                value["picture"] = json!(name);
                value["file"] = json!(path.display().to_string());
                value
            })
            .collect();
        let skipped: Vec<Value> =
            skipped.iter().map(|(name, why)| json!({ "picture": name, "message": why })).collect();
        print_json(GAME, "capture", "ok", &json!({ "puzzles": puzzles, "skipped": skipped }))?;
    } else {
        for (name, path, reading) in &written {
            let tiles = reading.puzzle.tiles();
            let percent = (reading.confidence * 100.0).floor();
            let size = format!("{}x{}", tiles.columns(), tiles.rows());
            print(&format!("{name}: {size}, confidence {percent} %, {}\n", path.display()))?;
        }
        for (_, why) in &skipped {
            note(&format!("skipped: {why}"));
        }
        print(&format!("{} puzzles, {} skipped\n", written.len(), skipped.len()))?;
    }
    Ok(if written.is_empty() { Exit::No } else { Exit::Answered })
}

/// The document's JSON with the colours of the picture, when these differ from pair to pair; else with letters' colours.
fn json_text(reading: &Reading) -> Result<String, Failure> {
    import::json(reading).map_or_else(|| Ok(format::json::write(&reading.puzzle)?), Ok)
}

/// The files of a folder that begin like a picture or are named like one, by name.
fn pictures(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let name = folder.display().to_string();
    let cannot = |error: std::io::Error| {
        let problem = Problem::new(format!("cannot be read: {}", reason(&error)));
        Failure::in_file(&name, problem)
    };
    if !std::fs::metadata(folder).map_err(cannot)?.is_dir() {
        return Ok(vec![folder.to_path_buf()]);
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        let ending = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        if path.is_file() && ["png", "jpg", "jpeg"].contains(&ending.as_str()) {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        let problem = Problem::new("there is no picture here: expected files that end in .png, .jpg or .jpeg");
        return Err(Failure::in_file(&name, problem));
    }
    Ok(files)
}
