//! Many puzzles at once: one JSON object a line in, the same with its answer out, in order and in constant memory.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, ErrorKind, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::id::Id;
use azulejo_core::outcome::{Answer, Outcome, Proof};
use azulejo_core::problem::{Problem, Problems};
use azulejo_games::GAMES;
use clap::Args;
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::failure::{Exit, Failure, Reply};
use crate::options::Common;
use crate::output::reason;
use crate::progress;

/// `azulejo batch`
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A file of JSON lines, or `-` for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    input: String,
    /// Write the answers to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write answers as they come, not in the order of the input
    #[arg(long)]
    unordered: bool,
    /// Skip what the output file already answers, and add to it
    #[arg(long, requires = "out")]
    resume: bool,
}

/// One line of input. What else it holds is handed back as it came.
#[derive(Deserialize)]
struct Task {
    game: String,
    #[serde(rename = "task", default = "solve")]
    wanted: String,
    puzzle: String,
    #[serde(default)]
    options: Map<String, Value>,
}

fn solve() -> String {
    "solve".to_owned()
}

/// Lines read before any is answered: enough to keep every thread busy, little enough to stay small.
const CHUNK_LINES: usize = 1024;
/// The same in bytes.
const CHUNK_BYTES: usize = 4 << 20;
/// A line longer than this is an error, not a puzzle.
const LONGEST_LINE: u64 = 1 << 20;

/// A line of input, or why it is none.
enum Line {
    Text(String),
    TooLong,
}

pub(crate) fn run(arguments: &Arguments, common: &Common) -> Reply {
    let mut input = open_input(&arguments.input)?;
    refuse_same_file(arguments)?;
    let done = if arguments.resume { answered(arguments)? } else { HashSet::new() };
    let output = Mutex::new(open_output(arguments)?);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(common.threads()).build();
    let pool = pool.map_err(|error| Problem::new(format!("threads cannot be started: {error}")))?;
    // The time limit is each puzzle's own; Ctrl-C is for all.
    let budget = common.cancellable_budget();
    let answer = |line: &Line| {
        let limit = common.time_limit();
        answer_line(line, &limit.map_or_else(|| budget.clone(), |limit| budget.clone().with_time(limit)))
    };
    let bar = progress::bar(0, "solving");
    let mut exit = Exit::Answered;
    loop {
        let lines = next_lines(&mut *input, &arguments.input)?;
        if lines.is_empty() {
            break;
        }
        bar.inc_length(lines.len() as u64);
        let wanted = lines.par_iter().filter(|line| !done.contains(&id_of(line)));
        let results: Vec<Result<Written, Failure>> = pool.install(|| {
            if arguments.unordered {
                wanted.map(|line| write_line(&output, &counted(&bar, answer(line)))).collect()
            } else {
                let answers: Vec<Value> = wanted.map(|line| counted(&bar, answer(line))).collect();
                answers.iter().map(|answer| write_line(&output, answer)).collect()
            }
        });
        for result in results {
            match result? {
                Written::Answer => {}
                Written::Error => exit = Exit::No,
                Written::Unfinished => return Ok(Exit::Interrupted),
                Written::ReaderGone => return Ok(Exit::Answered),
            }
        }
    }
    bar.finish_and_clear();
    let flushed = lock(&output).flush();
    flushed.map_err(|error| Problem::new(format!("the answers cannot be written: {}", reason(&error))))?;
    Ok(exit)
}

fn counted(bar: &indicatif::ProgressBar, answer: Value) -> Value {
    bar.inc(1);
    answer
}

type Output = Mutex<Box<dyn Write + Send>>;

fn lock(output: &Output) -> std::sync::MutexGuard<'_, Box<dyn Write + Send>> {
    // A thread that panicked while writing has already said so; what is left can still be written.
    output.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn open_input(name: &str) -> Result<Box<dyn BufRead>, Failure> {
    if name == "-" {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    let fail = |what: &str| Failure::in_file(name, Problem::new(format!("cannot be read: {what}")));
    let file = File::open(name).map_err(|error| fail(&reason(&error)))?;
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        return Err(fail("it is a folder, expected a file"));
    }
    Ok(Box::new(BufReader::new(file)))
}

/// Writing over what is being read would lose it.
fn refuse_same_file(arguments: &Arguments) -> Result<(), Failure> {
    let Some(path) = &arguments.out else { return Ok(()) };
    let same = match (std::fs::canonicalize(path), std::fs::canonicalize(&arguments.input)) {
        (Ok(out), Ok(input)) => out == input,
        _ => false,
    };
    if same { Err(Problem::new("the answers would be written over the input").into()) } else { Ok(()) }
}

fn open_output(arguments: &Arguments) -> Result<Box<dyn Write + Send>, Failure> {
    let Some(path) = &arguments.out else {
        return Ok(Box::new(BufWriter::new(std::io::stdout())));
    };
    let open = || -> std::io::Result<File> {
        if !arguments.resume {
            return File::create(path);
        }
        let mut file = OpenOptions::new().create(true).read(true).write(true).truncate(false).open(path)?;
        let end = end_of_last_line(path)?;
        file.set_len(end)?;
        file.seek(SeekFrom::End(0))?;
        Ok(file)
    };
    let problem = |error: std::io::Error| Problem::new(format!("cannot be written: {}", reason(&error)));
    let file = open().map_err(|error| Failure::in_file(&path.display().to_string(), problem(error)))?;
    Ok(Box::new(BufWriter::new(file)))
}

/// Where the last whole line ends: what an interrupted run left behind it is written again.
fn end_of_last_line(path: &Path) -> std::io::Result<u64> {
    let mut reader = BufReader::new(File::open(path)?);
    let (mut end, mut place) = (0, 0);
    loop {
        let block = reader.fill_buf()?;
        if block.is_empty() {
            return Ok(end);
        }
        if let Some(newline) = block.iter().rposition(|&byte| byte == b'\n') {
            end = place + newline as u64 + 1;
        }
        let length = block.len();
        place += length as u64;
        reader.consume(length);
    }
}

/// The ids that the output file already answers for good: a puzzle that was given up may be tried again.
fn answered(arguments: &Arguments) -> Result<HashSet<String>, Failure> {
    let Some(path) = arguments.out.as_ref().filter(|path| path.exists()) else {
        return Ok(HashSet::new());
    };
    let name = path.display().to_string();
    let mut input = open_input(&name)?;
    let mut ids = HashSet::new();
    loop {
        let lines = next_lines(&mut *input, &name)?;
        if lines.is_empty() {
            ids.remove("");
            return Ok(ids);
        }
        let is_final = |line: &&Line| matches!(status_of(line).as_str(), "solved" | "impossible" | "error");
        ids.extend(lines.iter().filter(is_final).map(id_of));
    }
}

fn parsed(line: &Line) -> Option<Value> {
    match line {
        Line::Text(text) => serde_json::from_str(text).ok(),
        Line::TooLong => None,
    }
}

/// The id of a line as text; empty when it has none.
fn id_of(line: &Line) -> String {
    parsed(line).and_then(|value| value.get("id").map(ToString::to_string)).unwrap_or_default()
}

fn status_of(line: &Line) -> String {
    parsed(line).and_then(|value| value["status"].as_str().map(str::to_owned)).unwrap_or_default()
}

fn next_lines(input: &mut dyn BufRead, name: &str) -> Result<Vec<Line>, Failure> {
    let problem =
        |error: std::io::Error| Failure::in_file(name, Problem::new(format!("cannot be read: {}", reason(&error))));
    let (mut lines, mut size) = (Vec::new(), 0);
    while lines.len() < CHUNK_LINES && size < CHUNK_BYTES {
        let mut bytes = Vec::new();
        let read = (&mut *input).take(LONGEST_LINE).read_until(b'\n', &mut bytes).map_err(problem)?;
        if read == 0 {
            break;
        }
        size += read;
        if read as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
            skip_line(input).map_err(problem)?;
            lines.push(Line::TooLong);
            continue;
        }
        let line = String::from_utf8_lossy(&bytes);
        if !line.trim().is_empty() {
            lines.push(Line::Text(line.trim().to_owned()));
        }
    }
    Ok(lines)
}

/// Passes over the rest of a line without keeping it.
fn skip_line(input: &mut dyn BufRead) -> std::io::Result<()> {
    loop {
        let block = input.fill_buf()?;
        let newline = block.iter().position(|&byte| byte == b'\n');
        let length = newline.map_or(block.len(), |newline| newline + 1);
        input.consume(length);
        if newline.is_some() || length == 0 {
            return Ok(());
        }
    }
}

/// What became of an answer.
enum Written {
    Answer,
    Error,
    /// It was cancelled: not written, so that a later run answers it.
    Unfinished,
    ReaderGone,
}

fn write_line(output: &Output, answer: &Value) -> Result<Written, Failure> {
    if answer["stop"] == json!(Stop::Cancelled) {
        return Ok(Written::Unfinished);
    }
    match writeln!(lock(output), "{answer}") {
        Ok(()) if answer["status"] == "error" => Ok(Written::Error),
        Ok(()) => Ok(Written::Answer),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Written::ReaderGone),
        Err(error) => Err(Problem::new(format!("the answers cannot be written: {}", reason(&error))).into()),
    }
}

fn answer_line(line: &Line, budget: &Budget) -> Value {
    let mut answer = parsed(line).filter(Value::is_object).unwrap_or_else(|| json!({}));
    let started = Instant::now();
    let result = match line {
        Line::TooLong => Err(Problem::new("this line is longer than 1 MiB: too large for a task").into()),
        Line::Text(text) => serde_json::from_str(text)
            .map_err(|error| Problem::new(format!("this line is not a task: {error}")).into())
            .and_then(|task: Task| answer_task(&task, budget)),
    };
    match result {
        Ok(Value::Object(fields)) => fields.into_iter().for_each(|(name, value)| answer[name] = value),
        Ok(_) => {}
        Err(problems) => {
            let problem: &Problem = &problems.list()[0];
            answer["status"] = "error".into();
            answer["error"] = json!({
                "message": problem.message,
                "line": problem.place.map(|place| place.line),
                "column": problem.place.map(|place| place.column),
                "hint": problem.hint,
            });
        }
    }
    answer["elapsed_ms"] = json!(started.elapsed().as_secs_f64() * 1e3);
    answer
}

fn answer_task(task: &Task, budget: &Budget) -> Result<Value, Problems> {
    let game =
        GAMES.find(&task.game).ok_or_else(|| Problem::new(format!("there is no game called `{}`", task.game)))?;
    if let Some(unknown) = task.options.keys().find(|name| *name != "setup") {
        return Err(Problem::new(format!("option `{unknown}` is not known here: expected `setup`")).into());
    }
    let setup = task.options.get("setup").and_then(Value::as_str).unwrap_or("");
    let position = if Id::looks_like(game.name, &task.puzzle) {
        game.open(&task.puzzle.parse()?)?
    } else {
        (game.read)(setup, &task.puzzle)?
    };
    let Some(solve) = game.solve.filter(|_| task.wanted == "solve") else {
        return Err(Problem::new(format!("{} has no task `{}`", game.title, task.wanted)).into());
    };
    let Answer { outcome, engine, nodes } = solve(&position, budget)?;
    let (proof, stop) = match &outcome {
        Outcome::Solved { proof, .. } => (Some(*proof), None),
        Outcome::Impossible => (None, None),
        Outcome::GaveUp { stop, .. } => (None, Some(*stop)),
    };
    let unique = match proof {
        Some(Proof::Unique) => Some(true),
        Some(Proof::NotUnique) => Some(false),
        _ => None,
    };
    Ok(json!({
        "status": outcome.status(),
        "moves": outcome.solution(),
        "proof": proof,
        "unique": unique,
        "stop": stop,
        "engine": engine,
        "nodes": nodes,
    }))
}
