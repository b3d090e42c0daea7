//! Many puzzles at once: one JSON object a line in, the same with its answer out, in order and in constant memory.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, ErrorKind, Write};
use std::path::PathBuf;

use azulejo_core::budget::Budget;
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
    #[serde(flatten)]
    rest: Map<String, Value>,
}

fn solve() -> String {
    "solve".to_owned()
}

/// Lines read before any is answered: enough to keep every thread busy, little enough to stay small.
const CHUNK: usize = 1024;
/// A line longer than this is an error, not a puzzle.
const LONGEST_LINE: usize = 4 << 20;

pub(crate) fn run(arguments: &Arguments, common: &Common) -> Reply {
    let budget = common.budget();
    let done = if arguments.resume { answered(arguments)? } else { HashSet::new() };
    let mut output = open_output(arguments)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(common.threads()).build();
    let pool = pool.map_err(|error| Problem::new(format!("threads cannot be started: {error}")))?;
    let mut input = open_input(&arguments.input)?;
    let bar = progress::bar(0, "solving");
    let mut failed = false;
    loop {
        let lines = next_lines(&mut *input, &arguments.input)?;
        if lines.is_empty() {
            break;
        }
        bar.inc_length(lines.len() as u64);
        let answers: Vec<Value> = pool.install(|| {
            lines
                .par_iter()
                .filter(|line| !done.contains(&id_of(line)))
                .map(|line| {
                    let limit = common.time_limit();
                    let budget = limit.map_or_else(|| budget.clone(), |limit| budget.clone().with_time(limit));
                    let answer = answer_line(line, &budget);
                    bar.inc(1);
                    answer
                })
                .collect()
        });
        for answer in &answers {
            failed |= answer["status"] == "error";
            if !write_line(&mut *output, answer)? {
                return Ok(Exit::Answered);
            }
        }
        if let Err(stop) = budget.check()
            && (arguments.unordered || !answers.is_empty())
        {
            return Ok(stop.into());
        }
    }
    bar.finish_and_clear();
    let flushed = output.flush();
    flushed.map_err(|error| Problem::new(format!("the answers cannot be written: {}", reason(&error))))?;
    Ok(if failed { Exit::No } else { Exit::Answered })
}

fn open_input(name: &str) -> Result<Box<dyn BufRead>, Failure> {
    if name == "-" {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    let file = File::open(name);
    let file =
        file.map_err(|error| Failure::in_file(name, Problem::new(format!("cannot be read: {}", reason(&error)))))?;
    Ok(Box::new(BufReader::new(file)))
}

fn open_output(arguments: &Arguments) -> Result<Box<dyn Write>, Failure> {
    let Some(path) = &arguments.out else {
        return Ok(Box::new(BufWriter::new(std::io::stdout())));
    };
    let file =
        OpenOptions::new().create(true).write(true).append(arguments.resume).truncate(!arguments.resume).open(path);
    let problem = |error: std::io::Error| Problem::new(format!("cannot be written: {}", reason(&error)));
    let file = file.map_err(|error| Failure::in_file(&path.display().to_string(), problem(error)))?;
    Ok(Box::new(BufWriter::new(file)))
}

/// The ids that the output file already answers.
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
            return Ok(ids);
        }
        ids.extend(lines.iter().map(|line| id_of(line)).filter(|id| !id.is_empty()));
    }
}

/// The id of a line as text; empty when it has none.
fn id_of(line: &str) -> String {
    let value: Option<Value> = serde_json::from_str(line).ok();
    value.and_then(|value| value.get("id").map(ToString::to_string)).unwrap_or_default()
}

fn next_lines(input: &mut dyn BufRead, name: &str) -> Result<Vec<String>, Failure> {
    let mut lines = Vec::new();
    let mut bytes = Vec::new();
    while lines.len() < CHUNK {
        bytes.clear();
        let read = std::io::Read::take(&mut *input, LONGEST_LINE as u64).read_until(b'\n', &mut bytes);
        let problem = |error: std::io::Error| Problem::new(format!("cannot be read: {}", reason(&error)));
        if read.map_err(|error| Failure::in_file(name, problem(error)))? == 0 {
            break;
        }
        let line = String::from_utf8_lossy(&bytes);
        if !line.trim().is_empty() {
            lines.push(line.trim().to_owned());
        }
    }
    Ok(lines)
}

/// Writes a line; `false` when the reader has gone.
fn write_line(output: &mut dyn Write, answer: &Value) -> Result<bool, Failure> {
    match writeln!(output, "{answer}") {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(Problem::new(format!("the answers cannot be written: {}", reason(&error))).into()),
    }
}

fn answer_line(line: &str, budget: &Budget) -> Value {
    let given: Value = serde_json::from_str(line).unwrap_or(Value::Null);
    let mut answer = match given {
        Value::Object(ref fields) => Value::Object(fields.clone()),
        _ => json!({}),
    };
    let result = serde_json::from_str(line)
        .map_err(|error| Problem::new(format!("this line is not a task: {error}")).into())
        .and_then(|task: Task| answer_task(&task, budget));
    match result {
        Ok(Value::Object(fields)) => fields.into_iter().for_each(|(name, value)| answer[name] = value),
        Ok(_) => {}
        Err(problems) => {
            answer["status"] = "error".into();
            answer["error"] = problems.to_string().into();
        }
    }
    answer
}

fn answer_task(task: &Task, budget: &Budget) -> Result<Value, Problems> {
    let game =
        GAMES.find(&task.game).ok_or_else(|| Problem::new(format!("there is no game called `{}`", task.game)))?;
    let setup = task.rest.get("options").and_then(|options| options.get("setup")).and_then(Value::as_str).unwrap_or("");
    let position = if Id::looks_like(game.name, &task.puzzle) {
        game.open(&task.puzzle.parse()?)?
    } else {
        (game.read)(setup, &task.puzzle)?
    };
    let Some(solve) = game.solve.filter(|_| task.wanted == "solve") else {
        return Err(Problem::new(format!("{} has no task `{}`", game.title, task.wanted)).into());
    };
    let Answer { outcome, engine, nodes } = solve(&position, budget)?;
    let status = outcome.status();
    let proof = match &outcome {
        Outcome::Solved { proof, .. } => Some(*proof),
        _ => None,
    };
    let unique = match proof {
        Some(Proof::Unique) => Some(true),
        Some(Proof::NotUnique) => Some(false),
        _ => None,
    };
    Ok(json!({
        "status": status,
        "moves": outcome.solution(),
        "proof": proof,
        "unique": unique,
        "engine": engine,
        "nodes": nodes,
    }))
}
