//! `azulejo GAME compare`: the engines of `solve` side by side over a folder of puzzles, by time, work and code.

mod plot;
mod report;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use azulejo_core::budget::Stop;
use azulejo_core::code::Code;
use azulejo_core::options::Kind;
use azulejo_core::problem::Problem;
use azulejo_core::question::Question;
use azulejo_core::registry::{Compared, Entry, Shell};
use azulejo_core::report::Ending;
use azulejo_core::scene::Fill;
use azulejo_core::verb;
use azulejo_games::ask;
use clap::{Arg, ArgMatches, Command};
use serde::Serialize;
use serde_json::value::to_raw_value;
use serde_json::{Map, Value, json};

use crate::arguments::{flags, given};
use crate::ask::named;
use crate::failure::{Exit, Failure, Reply};
use crate::input::{self, Input};
use crate::options::Common;
use crate::output::{self, Set, note, print, reason};
use crate::progress;

pub(crate) const NAME: &str = "compare";
const VERB: &str = "solve";
/// The option whose values are compared.
const OPTION: &str = "engine";
/// The option that chooses one puzzle of a file that holds many.
const NUMBER: &str = "number";

/// How long one engine may take for one puzzle unless told otherwise.
const PATIENCE: Duration = Duration::from_secs(10);

/// Counts what the program allocates, so that what an engine held is measured and not guessed: engines run one after the
/// other here, and nothing else allocates meanwhile. Only in a build that asks for it, since everybody would pay.
#[cfg(feature = "memory")]
#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

/// The engines and the options of a comparison that nobody has said more about.
fn usual(shell: &Shell) -> (&'static [Compared], &'static [(&'static str, &'static str)]) {
    match shell {
        Shell::Compare { engines, options } => (engines, options),
        _ => (&[], &[]),
    }
}

pub(crate) fn command(game: &'static Entry, shell: &Shell) -> Command {
    let (engines, options) = usual(shell);
    let engines: Vec<&str> = engines.iter().map(|engine| engine.name).collect();
    let command = Command::new(NAME).about("Let engines solve a folder of puzzles side by side");
    let command = game.find(VERB).map_or(command.clone(), |verb| {
        // The option itself is what is compared, and one puzzle of many is not chosen here.
        flags(command, verb)
            .mut_arg(OPTION, |arg| arg.hide(true))
            .mut_args(|arg| if arg.get_id() == NUMBER { arg.hide(true) } else { arg })
            .mut_args(|arg| match options.iter().find(|(name, _)| arg.get_id() == name) {
                Some((_, word)) => {
                    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
                    arg.help(format!("{help} [here: {word}]"))
                }
                None => arg,
            })
    });
    command
        .arg(Arg::new("DIR").required(true).help("A folder of puzzle files, searched with its subfolders, or one file"))
        .arg(
            Arg::new("engines")
                .long("engines")
                .value_delimiter(',')
                .default_value(engines.join(","))
                .help("Which engines"),
        )
        .arg(
            Arg::new("out")
                .short('o')
                .long("out")
                .value_name("DIR")
                .help("Write every run, the report as Markdown and as HTML, and its plots into this folder"),
        )
        .arg(
            Arg::new("report")
                .long("report")
                .value_name("FILE")
                .value_parser(report_file)
                .help("Write the report: FILE.md with its plots beside it, or FILE.html with its plots inside"),
        )
}

/// One engine on one puzzle.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Run {
    pub(crate) puzzle: String,
    pub(crate) cells: usize,
    pub(crate) colors: usize,
    pub(crate) engine: String,
    /// `solved`, `impossible` or `gave_up`.
    pub(crate) status: &'static str,
    pub(crate) milliseconds: f64,
    pub(crate) nodes: u64,
    /// The most that the engine held at once; 0 where the program does not count.
    pub(crate) peak_bytes: usize,
}

/// One engine over all puzzles.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Summary {
    pub(crate) engine: String,
    pub(crate) puzzles: usize,
    pub(crate) answered: usize,
    pub(crate) mean_ms: f64,
    pub(crate) median_ms: f64,
    pub(crate) max_ms: f64,
    pub(crate) nodes: u64,
    pub(crate) mean_peak_bytes: usize,
    pub(crate) max_peak_bytes: usize,
    /// What it took to write the engine, where the game says.
    pub(crate) code: Option<Code>,
    /// The mean of `McCabe`'s complexity over its functions.
    pub(crate) complexity: Option<f64>,
}

/// What a comparison was about.
pub(crate) struct About<'a> {
    pub(crate) title: &'a str,
    pub(crate) puzzles: usize,
    /// The rule, as the answers name it.
    pub(crate) rule: Value,
    pub(crate) patience: Duration,
}

/// A puzzle of a file, by its number where the file holds many.
struct Puzzle {
    name: String,
    input: usize,
    number: Option<u64>,
}

pub(crate) fn run(game: &'static Entry, shell: &Shell, matches: &ArgMatches, common: &Common) -> Reply {
    let verb = game.verb(VERB)?;
    let (compared, usual) = usual(shell);
    let engines: Vec<String> = matches.get_many::<String>("engines").into_iter().flatten().cloned().collect();
    refuse_unknown(verb, &engines)?;
    let folder = PathBuf::from(matches.get_one::<String>("DIR").map_or("", String::as_str));
    let mut given = given(matches, verb)?;
    for (name, word) in usual {
        given.options.entry(*name).or_insert_with(|| (*word).into());
    }
    let patience = common.time_limit().unwrap_or(PATIENCE);
    let Collected { inputs, puzzles, skipped } = collect(game, &folder, &given.options, common)?;
    let all = common.endless_budget();
    let bar = progress::bar((puzzles.len() * engines.len()) as u64, "comparing");
    let (mut runs, mut wrong, mut rule) = (Vec::new(), 0, Value::Null);
    for puzzle in &puzzles {
        let (cells, colors) = size(game, &inputs[puzzle.input], puzzle.number, common);
        for engine in &engines {
            // The time limit is for one engine on one puzzle; only Ctrl-C ends the whole.
            if all.check() == Err(Stop::Cancelled) {
                return Ok(Exit::Interrupted);
            }
            let budget = all.clone().with_threads(1).with_time(patience);
            let question = question(game, &inputs[puzzle.input], &given.options, Some(engine), puzzle.number);
            let (report, peak_bytes) = measured(|| ask(&question, &budget));
            bar.inc(1);
            // An engine that does not know the rule asked for says so, and is left out.
            let Ok(report) = report else { continue };
            wrong += usize::from(report.head().stop == Some(Stop::Fault));
            let answer: Value = serde_json::from_slice(&report.json()).unwrap_or_default();
            if rule.is_null() {
                rule = answer["rule"].clone();
            }
            runs.push(Run {
                puzzle: puzzle.name.clone(),
                cells,
                colors,
                engine: engine.clone(),
                status: match report.head().ending {
                    Ending::Solved | Ending::Ok => "solved",
                    Ending::Impossible => "impossible",
                    Ending::GaveUp => "gave_up",
                },
                milliseconds: report.elapsed.as_secs_f64() * 1e3,
                nodes: report.head().nodes.unwrap_or(0),
                peak_bytes,
            });
        }
    }
    bar.finish_and_clear();
    let code = |engine: &str| compared.iter().find(|known| known.name == engine).map(|known| known.code);
    let summaries: Vec<Summary> = engines.iter().filter_map(|engine| summary(engine, &runs, code(engine))).collect();
    let about = About { title: game.title, puzzles: puzzles.len(), rule: rule.clone(), patience };
    let mut sets = Vec::new();
    if let Some(folder) = matches.get_one::<String>("out").map(PathBuf::from) {
        let mut files = vec![(folder.join("runs.csv"), report::csv(&runs).into_bytes())];
        for name in ["report.html", "report.md"] {
            files.extend(report::files(&folder.join(name), &about, &summaries, &runs));
        }
        sets.push(Set { files, folder: Some(folder), stale: None });
    }
    if let Some(file) = matches.get_one::<PathBuf>("report") {
        sets.push(Set::of(report::files(file, &about, &summaries, &runs)));
    }
    output::write_sets(&sets)?;
    if common.json {
        let question = if given.options.get("unique") == Some(&true.into()) { "unique" } else { "first" };
        output::print_json(&json!({
            "game": game.name, "command": NAME, "status": "ok", "engines": summaries, "runs": runs, "wrong": wrong,
            "disagreements": disagreements(&runs), "rule": rule, "question": question, "skipped": skipped,
        }))?;
    } else {
        print(&report::table(&summaries))?;
        print(&format!("{} puzzles\n", puzzles.len()))?;
        for one in &skipped {
            note(&format!("passed over: {one}"));
        }
        for puzzle in disagreements(&runs) {
            print(&format!("the engines disagree on {puzzle}\n"))?;
        }
    }
    Ok(if wrong > 0 || !disagreements(&runs).is_empty() { Exit::No } else { Exit::Answered })
}

fn refuse_unknown(verb: &verb::Entry, engines: &[String]) -> Result<(), Problem> {
    let Some(Kind::Choice(words)) = verb.table().find(OPTION).map(|spec| &spec.kind) else { return Ok(()) };
    let unknown = engines.iter().find(|engine| !words.iter().any(|(word, _)| word == *engine));
    let Some(unknown) = unknown else { return Ok(()) };
    let names: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
    Err(Problem::new(format!("there is no engine `{unknown}`: expected {}", names.join(", "))))
}

fn question<'a>(
    game: &'static Entry,
    input: &'a Input,
    options: &Map<String, Value>,
    engine: Option<&str>,
    number: Option<u64>,
) -> Question<'a> {
    let mut options = options.clone();
    if let Some(engine) = engine {
        options.insert(OPTION.to_owned(), engine.into());
    }
    if let Some(number) = number {
        options.insert(NUMBER.to_owned(), number.into());
    }
    let options = to_raw_value(&options).ok().map(std::borrow::Cow::Owned);
    Question { game: game.name.into(), verb: VERB.into(), source: input.source(), options, ..Question::default() }
}

#[cfg(feature = "memory")]
fn measured<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let done = work();
    (done, MEMORY.peak_usage().saturating_sub(before))
}

#[cfg(not(feature = "memory"))]
fn measured<T>(work: impl FnOnce() -> T) -> (T, usize) {
    (work(), 0)
}

/// Cells and colours of a puzzle, as one sees them.
fn size(game: &'static Entry, input: &Input, number: Option<u64>, common: &Common) -> (usize, usize) {
    let plain = question(game, input, &Map::new(), None, number);
    let shown = ask(&Question { verb: "play".into(), ..plain }, &common.endless_budget());
    let scenes = shown.map(|report| report.scenes()).unwrap_or_default();
    let Some(scene) = scenes.first() else { return (0, 0) };
    let cells = scene.tiles.iter().filter(|tile| tile.fill != Fill::Void).count();
    let mut colors: Vec<u8> = scene.dots.iter().map(|dot| dot.color).collect();
    colors.sort_unstable();
    colors.dedup();
    (cells, colors.len())
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

fn report_file(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    match path.extension().and_then(|end| end.to_str()) {
        Some("md" | "html") => Ok(path),
        _ => Err("expected a name that ends in .md or .html".to_owned()),
    }
}

fn summary(engine: &str, runs: &[Run], code: Option<Code>) -> Option<Summary> {
    let own: Vec<&Run> = runs.iter().filter(|run| run.engine == engine).collect();
    let mut times: Vec<f64> = own.iter().map(|run| run.milliseconds).collect();
    times.sort_by(f64::total_cmp);
    Some(Summary {
        engine: engine.to_owned(),
        puzzles: own.len(),
        answered: own.iter().filter(|run| run.status != "gave_up").count(),
        mean_ms: times.iter().sum::<f64>() / times.len().max(1) as f64,
        median_ms: times.get(times.len() / 2).copied().unwrap_or(0.0),
        max_ms: *times.last()?,
        nodes: own.iter().map(|run| run.nodes).sum(),
        mean_peak_bytes: own.iter().map(|run| run.peak_bytes).sum::<usize>() / own.len().max(1),
        max_peak_bytes: own.iter().map(|run| run.peak_bytes).max()?,
        code,
        complexity: code.map(|code| (code.complexity() * 10.0).round() / 10.0),
    })
}

/// What a folder holds.
#[derive(Default)]
struct Collected {
    inputs: Vec<Input>,
    puzzles: Vec<Puzzle>,
    /// What is wrong with files that hold no puzzle: they are passed over, and named.
    skipped: Vec<String>,
}

/// All puzzles of a folder, by name.
fn collect(
    game: &'static Entry,
    folder: &Path,
    options: &Map<String, Value>,
    common: &Common,
) -> Result<Collected, Failure> {
    let mut files = Vec::new();
    walk(folder, &mut files)?;
    files.sort();
    let Collected { mut inputs, mut puzzles, mut skipped } = Collected::default();
    // Reading takes no search: the budget runs out right after it, and what cannot be read is said before.
    let budget = common.endless_budget().with_nodes(0).with_time(Duration::ZERO);
    for file in files {
        let input = input::file(&file.display().to_string())?;
        let short = file.strip_prefix(folder).ok().filter(|short| !short.as_os_str().is_empty()).unwrap_or(&file);
        let name = short.display().to_string();
        let read = |number| ask(&question(game, &input, options, None, number), &budget).map(|_| ());
        match read(None) {
            Ok(()) => puzzles.push(Puzzle { name, input: inputs.len(), number: None }),
            Err(problems) => {
                let before = puzzles.len();
                let mut number = 1;
                while read(Some(number)).is_ok() {
                    puzzles.push(Puzzle {
                        name: format!("{name}#{number}"),
                        input: inputs.len(),
                        number: Some(number),
                    });
                    number += 1;
                }
                if puzzles.len() == before {
                    let failure = named(problems, &input, &[]);
                    if file == folder {
                        return Err(failure);
                    }
                    skipped.push(failure.line());
                }
            }
        }
        inputs.push(input);
    }
    if puzzles.is_empty() {
        let problem = Problem::new("there is no puzzle here: expected files that end in .txt or .json");
        return Err(Failure::in_file(&folder.display().to_string(), problem));
    }
    Ok(Collected { inputs, puzzles, skipped })
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
