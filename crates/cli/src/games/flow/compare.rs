//! `azulejo flow compare`: engines side by side over a folder of puzzles.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::problem::Problem;
use azulejo_flow::format::{self, Reading};
use azulejo_flow::rules;
use azulejo_flow::solve::{self, Engine};
use clap::Args;
use peak_alloc::PeakAlloc;
use serde::Serialize;
use serde_json::json;

use super::report;
use super::{GAME, RuleArguments, rule_json, rule_text};
use crate::failure::{Exit, Failure, Reply};
use crate::input::{self, Input};
use crate::options::Common;
use crate::output::{print, print_json, reason, write_file};
use crate::progress;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A folder of puzzle files, searched with its subfolders, or one file
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Which engines
    #[arg(long, value_delimiter = ',', default_value = "search,edges,sat,astar,backtrack")]
    engines: Vec<String>,
    /// Prove uniqueness instead of finding a first solution
    #[arg(long)]
    unique: bool,
    /// Write `runs.csv`, `plot.svg` and `report.html` into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    rule: RuleArguments,
}

/// One engine on one puzzle.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Run {
    pub(super) puzzle: String,
    pub(super) cells: usize,
    pub(super) colors: usize,
    pub(super) engine: &'static str,
    /// `solved`, `impossible` or `gave_up`.
    pub(super) status: &'static str,
    pub(super) milliseconds: f64,
    pub(super) nodes: u64,
    /// The most that the engine held at once.
    pub(super) peak_bytes: usize,
}

/// One engine over all puzzles.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Summary {
    pub(super) engine: &'static str,
    pub(super) puzzles: usize,
    pub(super) answered: usize,
    pub(super) mean_ms: f64,
    pub(super) median_ms: f64,
    pub(super) max_ms: f64,
    pub(super) nodes: u64,
    pub(super) mean_peak_bytes: usize,
    pub(super) max_peak_bytes: usize,
}

/// Counts what the program allocates, so that what an engine held is measured and not guessed: engines run one after the
/// other here, and nothing else allocates meanwhile.
#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// How long one engine may take for one puzzle unless told otherwise.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) fn run(arguments: &Arguments, common: &Common) -> Reply {
    let engines: Vec<Engine> = arguments
        .engines
        .iter()
        .map(|name| name.parse().map_err(|error: solve::UnknownEngine| Problem::new(error.to_string())))
        .collect::<Result<_, _>>()?;
    let puzzles = collect(&arguments.folder)?;
    let all = common.budget();
    let bar = progress::bar((puzzles.len() * engines.len()) as u64, "comparing");
    let mut runs = Vec::new();
    let mut wrong = 0;
    for (name, reading) in &puzzles {
        let rules = arguments.rule.rules(reading);
        for &engine in engines.iter().filter(|engine| engine.takes(rules)) {
            // The time limit is for one engine on one puzzle; only Ctrl-C ends the whole.
            if all.check() == Err(Stop::Cancelled) {
                return Ok(Exit::Interrupted);
            }
            let limit = if arguments.unique { 2 } else { 1 };
            let budget = Budget::unlimited().with_memory(1 << 30).with_time(common.time_limit().unwrap_or(PATIENCE));
            let before = MEMORY.current_usage();
            MEMORY.reset_peak_usage();
            let started = Instant::now();
            let (_, found) = solve::run(&reading.puzzle, rules, limit, engine, &budget);
            let milliseconds = started.elapsed().as_secs_f64() * 1e3;
            let peak_bytes = MEMORY.peak_usage().saturating_sub(before);
            bar.inc(1);
            let status = match (found.answers(limit), found.count) {
                (false, _) => "gave_up",
                (true, 0) => "impossible",
                (true, _) => "solved",
            };
            let broken = found.solutions.iter().filter(|found| !rules::check(&reading.puzzle, rules, found).is_empty());
            wrong += broken.count();
            let (cells, colors) = (reading.puzzle.tiles().len(), reading.puzzle.colors());
            let (puzzle, engine, nodes) = (name.clone(), engine.name(), found.nodes);
            runs.push(Run { puzzle, cells, colors, engine, status, milliseconds, nodes, peak_bytes });
        }
    }
    bar.finish_and_clear();
    let summaries: Vec<Summary> = engines.iter().filter_map(|engine| summary(engine.name(), &runs)).collect();
    if let Some(folder) = &arguments.out {
        write_report(folder, &summaries, &runs)?;
    }
    // Rules may differ from puzzle to puzzle where their form says so; the report names the one asked for.
    let rules = arguments.rule.rules(&puzzles[0].1);
    if common.json {
        let rest = json!({
            "engines": summaries, "runs": runs, "wrong": wrong, "disagreements": disagreements(&runs),
            "rule": rule_json(rules), "question": if arguments.unique { "unique" } else { "first" },
        });
        print_json(GAME, "compare", "ok", &rest)?;
    } else {
        print(&report::table(&summaries))?;
        print(&format!("{} puzzles, {}\n", puzzles.len(), rule_text(rules)))?;
        for puzzle in disagreements(&runs) {
            print(&format!("the engines disagree on {puzzle}\n"))?;
        }
    }
    Ok(if wrong > 0 || !disagreements(&runs).is_empty() { Exit::No } else { Exit::Answered })
}

/// Puzzles that one engine solved and another proved impossible.
fn disagreements(runs: &[Run]) -> Vec<&str> {
    let mut answers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for run in runs.iter().filter(|run| run.status != "gave_up") {
        answers.entry(&run.puzzle).or_default().push(run.status);
    }
    answers
        .into_iter()
        .filter(|(_, found)| found.windows(2).any(|pair| pair[0] != pair[1]))
        .map(|(name, _)| name)
        .collect()
}

fn summary(engine: &'static str, runs: &[Run]) -> Option<Summary> {
    let own: Vec<&Run> = runs.iter().filter(|run| run.engine == engine).collect();
    let mut times: Vec<f64> = own.iter().map(|run| run.milliseconds).collect();
    times.sort_by(f64::total_cmp);
    Some(Summary {
        engine,
        puzzles: own.len(),
        answered: own.iter().filter(|run| run.status != "gave_up").count(),
        mean_ms: times.iter().sum::<f64>() / times.len().max(1) as f64,
        median_ms: times.get(times.len() / 2).copied().unwrap_or(0.0),
        max_ms: *times.last()?,
        nodes: own.iter().map(|run| run.nodes).sum(),
        mean_peak_bytes: own.iter().map(|run| run.peak_bytes).sum::<usize>() / own.len().max(1),
        max_peak_bytes: own.iter().map(|run| run.peak_bytes).max()?,
    })
}

fn write_report(folder: &Path, summaries: &[Summary], runs: &[Run]) -> Result<(), Failure> {
    let cannot = |error: std::io::Error| Problem::new(format!("cannot be made: {}", reason(&error)));
    std::fs::create_dir_all(folder).map_err(|error| Failure::in_file(&folder.display().to_string(), cannot(error)))?;
    let plot = report::plot(runs);
    write_file(&folder.join("runs.csv"), report::csv(runs).as_bytes())?;
    write_file(&folder.join("plot.svg"), plot.as_bytes())?;
    write_file(&folder.join("report.html"), report::html(summaries, &plot).as_bytes())
}

/// All puzzles of a folder, by name; files that hold none are named, not skipped in silence.
fn collect(folder: &Path) -> Result<Vec<(String, Reading)>, Failure> {
    let mut files = Vec::new();
    walk(folder, &mut files)?;
    files.sort();
    let mut puzzles = Vec::new();
    for file in files {
        let name = file.display().to_string();
        let Input::Text { text, .. } = input::read_text(&name, input::LARGEST_TEXT)? else { continue };
        let found = format::read_all(&text, None).map_err(|problems| Failure::in_file(&name, problems))?;
        let many = found.len() > 1;
        for (index, reading) in found.into_iter().enumerate() {
            let short = file.strip_prefix(folder).ok().filter(|short| !short.as_os_str().is_empty()).unwrap_or(&file);
            let number = if many { format!("#{}", index + 1) } else { String::new() };
            puzzles.push((format!("{}{number}", short.display()), reading));
        }
    }
    if puzzles.is_empty() {
        let problem = Problem::new("there is no puzzle here: expected files that end in .txt or .json");
        return Err(Failure::in_file(&folder.display().to_string(), problem));
    }
    Ok(puzzles)
}

fn walk(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let cannot = |error: std::io::Error| {
        let problem = Problem::new(format!("cannot be read: {}", reason(&error)));
        Failure::in_file(&path.display().to_string(), problem)
    };
    if !std::fs::metadata(path).map_err(cannot)?.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    for entry in std::fs::read_dir(path).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        let puzzle = path.extension().is_some_and(|end| end == "txt" || end == "json");
        if path.is_dir() {
            walk(&path, files)?;
        } else if puzzle {
            files.push(path);
        }
    }
    Ok(())
}
