//! Many questions at once: one JSON object a line in, the same with its report out, in order and in constant memory.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, ErrorKind, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;
use std::sync::Mutex;
use std::time::Instant;

use azulejo_core::budget::Budget;
use azulejo_core::problem::Problem;
use azulejo_games::line::{self, Answered, Fate};
use clap::Args;
use rayon::prelude::*;
use serde_json::Value;

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
    /// Answer only the lines whose number, from 1, leaves I when divided by N
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
}

/// Every how manieth line.
#[derive(Clone, Copy, Debug)]
struct Shard {
    rest: u64,
    of: u64,
}

fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(rest, of)| Some((rest.parse().ok()?, of.parse().ok()?)));
    match parts {
        Some((rest, of)) if rest < of => Ok(Shard { rest, of }),
        _ => Err("expected two numbers such as `3/64`, the first below the second".to_owned()),
    }
}

/// Lines read before any is answered: enough to keep every thread busy, little enough to stay small.
const CHUNK_LINES: usize = 1024;
/// The same for one thread, which waits for nobody: what it makes stays in the cache.
const LINES_ALONE: usize = 64;
/// The same in bytes.
const CHUNK_BYTES: usize = 4 << 20;
/// Bytes that are read or written at once.
const BUFFER_BYTES: usize = 64 << 10;
/// Longer lines are not kept.
const LONGEST_LINE: u64 = line::LONGEST as u64;

/// A line of input, or why it is none.
enum Line {
    Text(String),
    TooLong,
    Blank,
}

pub(crate) fn run(arguments: &Arguments, common: &Common) -> Reply {
    let mut input = open_input(&arguments.input)?;
    refuse_same_file(arguments)?;
    let mut done = if arguments.resume { answered(arguments)? } else { Done::default() };
    let output = Mutex::new(open_output(arguments)?);
    let workers = Workers::new(common.threads())?;
    // The lines share the threads. The time limit is each question's own; Ctrl-C is for all.
    let budget = common.endless_budget().with_threads(1);
    let limit = common.time_limit();
    let answer = |line: &Line| {
        // Each question counts its own nodes.
        let own = budget.part(u64::MAX);
        match limit {
            Some(limit) => answer(line, &own.with_time(limit)),
            None => answer(line, &own),
        }
    };
    let bar = progress::bar(0, "answering");
    let mut exit = Exit::Answered;
    let mut number = 0;
    loop {
        let mut lines = next_lines(&mut *input, &arguments.input, workers.chunk())?;
        if lines.is_empty() {
            break;
        }
        if let Some(Shard { rest, of }) = arguments.shard {
            lines.retain(|_| {
                number += 1;
                number % of == rest
            });
        }
        lines.retain(|line| !matches!(line, Line::Blank) && !done.holds(line));
        bar.inc_length(lines.len() as u64);
        let counted = |line: &Line| {
            bar.inc(1);
            answer(line)
        };
        let results: Vec<Result<Written, Failure>> = if arguments.unordered {
            workers.each(&lines, |line| write_line(&output, &counted(line)))
        } else {
            let answers = workers.each(&lines, counted);
            answers.iter().map(|answer| write_line(&output, answer)).collect()
        };
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
    written(flushed).map(|gone| if gone { Exit::Answered } else { exit })
}

/// Who answers.
enum Workers {
    /// This thread: nothing is handed over.
    Alone,
    /// Several.
    Pool(rayon::ThreadPool),
}

impl Workers {
    fn new(threads: usize) -> Result<Self, Problem> {
        if threads == 1 {
            return Ok(Self::Alone);
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map(Self::Pool).map_err(|error| Problem::new(format!("threads cannot be started: {error}")))
    }

    /// Lines that are read at once.
    fn chunk(&self) -> usize {
        match self {
            Self::Alone => LINES_ALONE,
            Self::Pool(_) => CHUNK_LINES,
        }
    }

    /// What becomes of each line, in their order.
    fn each<T: Send>(&self, lines: &[Line], work: impl Fn(&Line) -> T + Sync + Send) -> Vec<T> {
        match self {
            Self::Alone => lines.iter().map(work).collect(),
            Self::Pool(pool) => pool.install(|| lines.par_iter().map(work).collect()),
        }
    }
}

type Output = Mutex<Box<dyn Write + Send>>;

fn lock(output: &Output) -> std::sync::MutexGuard<'_, Box<dyn Write + Send>> {
    // A thread that panicked while writing has already said so; what is left can still be written.
    output.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn open_input(name: &str) -> Result<Box<dyn BufRead>, Failure> {
    if name == "-" {
        return Ok(Box::new(BufReader::with_capacity(BUFFER_BYTES, std::io::stdin())));
    }
    let fail = |what: &str| Failure::in_file(name, Problem::new(format!("cannot be read: {what}")));
    let file = File::open(name).map_err(|error| fail(&reason(&error)))?;
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        return Err(fail("it is a folder, expected a file"));
    }
    Ok(Box::new(BufReader::with_capacity(BUFFER_BYTES, file)))
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
        return Ok(Box::new(BufWriter::with_capacity(BUFFER_BYTES, std::io::stdout())));
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
    Ok(Box::new(BufWriter::with_capacity(BUFFER_BYTES, file)))
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

/// What the output file already holds.
#[derive(Default)]
struct Done {
    /// The ids that are answered for good: a puzzle that was given up may be tried again.
    ids: HashSet<String>,
    /// How many answers have no id; they are to the first questions that have none.
    nameless: usize,
}

impl Done {
    /// Whether this line is answered; asked of each line once, in their order.
    fn holds(&mut self, line: &Line) -> bool {
        if self.ids.is_empty() && self.nameless == 0 {
            return false;
        }
        let id = id_of(line);
        if !id.is_empty() {
            return self.ids.contains(&id);
        }
        let held = self.nameless > 0;
        self.nameless -= usize::from(held);
        held
    }
}

fn answered(arguments: &Arguments) -> Result<Done, Failure> {
    let mut done = Done::default();
    let Some(path) = arguments.out.as_ref().filter(|path| path.exists()) else {
        return Ok(done);
    };
    let name = path.display().to_string();
    let mut input = open_input(&name)?;
    loop {
        let lines = next_lines(&mut *input, &name, CHUNK_LINES)?;
        if lines.is_empty() {
            break;
        }
        for line in &lines {
            let (id, status) = (id_of(line), status_of(line));
            if matches!(status.as_str(), "solved" | "impossible" | "ok" | "error") && !id.is_empty() {
                done.ids.insert(id);
            } else if id.is_empty() && !status.is_empty() {
                done.nameless += 1;
            }
        }
    }
    // Answers that did not come in order do not say which questions they are to.
    if arguments.unordered {
        done.nameless = 0;
    }
    Ok(done)
}

fn parsed(line: &Line) -> Option<Value> {
    match line {
        Line::Text(text) => serde_json::from_str(text).ok(),
        Line::TooLong | Line::Blank => None,
    }
}

/// The id of a line as text; empty when it has none.
fn id_of(line: &Line) -> String {
    parsed(line).and_then(|value| value.get("id").map(ToString::to_string)).unwrap_or_default()
}

fn status_of(line: &Line) -> String {
    parsed(line).and_then(|value| value["status"].as_str().map(str::to_owned)).unwrap_or_default()
}

fn next_lines(input: &mut dyn BufRead, name: &str, most: usize) -> Result<Vec<Line>, Failure> {
    let problem =
        |error: std::io::Error| Failure::in_file(name, Problem::new(format!("cannot be read: {}", reason(&error))));
    let (mut lines, mut size) = (Vec::new(), 0);
    while lines.len() < most && size < CHUNK_BYTES {
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
        let lossy = |error: FromUtf8Error| String::from_utf8_lossy(error.as_bytes()).into_owned();
        let line = String::from_utf8(bytes).unwrap_or_else(lossy);
        lines.push(if line.trim().is_empty() { Line::Blank } else { Line::Text(line) });
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
    Unfinished,
    ReaderGone,
}

fn write_line(output: &Output, answer: &Answered) -> Result<Written, Failure> {
    let became = match answer.fate {
        Fate::Reported => Written::Answer,
        Fate::Refused => Written::Error,
        // Not written, so that a later run answers it.
        Fate::Cancelled => return Ok(Written::Unfinished),
    };
    let gone = {
        let mut output = lock(output);
        written(output.write_all(&answer.line).and_then(|()| output.write_all(b"\n")))?
    };
    Ok(if gone { Written::ReaderGone } else { became })
}

/// Whether the reader has gone away, which is no failure.
fn written(result: std::io::Result<()>) -> Result<bool, Failure> {
    match result {
        Ok(()) => Ok(false),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(true),
        Err(error) => Err(Problem::new(format!("the answers cannot be written: {}", reason(&error))).into()),
    }
}

/// A line of input, answered as every door answers one.
fn answer(line: &Line, budget: &Budget) -> Answered {
    match line {
        Line::Text(text) => line::answer(text, budget),
        Line::TooLong | Line::Blank => line::too_long(Instant::now()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_a_rest_of_a_number() {
        assert!(matches!(shard("3/64"), Ok(Shard { rest: 3, of: 64 })));
        for text in ["", "3", "3/3", "a/4", "0/0", "-1/4"] {
            assert!(shard(text).is_err(), "{text}");
        }
    }
}
