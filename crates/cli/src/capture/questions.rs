//! Live capture as a conversation: what is asked before it begins, what is said while it runs, the key that ends it.

use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::problem::Problem;
use clap::ArgMatches;
use serde_json::{Value, json};

use super::live::{self, End, Keeper, Pace, Picture, Place};
use super::{Found, Reader, finished, screen, told};
use crate::failure::{Exit, Failure, Reply};
use crate::input::Input;
use crate::output::{self, Set, note, print};

/// The pack's name where none is given.
const PACK: &str = "puzzles";

/// A board that slides in stands still within a quarter of a second; after five seconds none will come.
const PACE: Pace = Pace { look: Duration::from_millis(50), steady: 5, patience: 100 };

/// The options of the verb that say how large the board is.
const SIZE: [&str; 2] = ["rows", "columns"];

pub(super) fn run(mut reader: Reader<'_>, matches: &ArgMatches) -> Reply {
    let mut desktop = screen::Desktop::open()?;
    let pack = match matches.get_one::<String>("out") {
        Some(pack) => pack.clone(),
        None if pointed_by_flag(matches) => PACK.to_owned(),
        None => answer("Name of the pack", PACK)?.unwrap_or_else(|| PACK.to_owned()),
    };
    if asks_for_size(&reader, matches)
        && let Some(size) = answer("Size of the boards, such as 7 or 7x9 (rows x columns)", "as recognised")?
    {
        for (name, length) in SIZE.iter().zip(read_size(&size)?) {
            reader.given.options.insert((*name).to_owned(), length.into());
        }
    }
    let button = match matches.get_one::<String>("next") {
        Some(place) => read_place(place)?,
        None => pointed(&mut desktop)?,
    };
    let count = match matches.get_one::<u32>("count") {
        Some(&count) => Some(count),
        None if pointed_by_flag(matches) => None,
        None => answer("How many puzzles", "until there is no new one")?.as_deref().map(read_count).transpose()?,
    };
    let budget = reader.common.endless_budget();
    let mut scribe = Scribe { reader, pack: pack.into(), puzzles: Vec::new(), skipped: Vec::new(), key: key(), budget };
    let end = live::capture(&mut desktop, button, PACE, count, &mut scribe)?;
    let (ended, words) = match end {
        End::Count => ("count", "that is all"),
        End::Unchanged => ("unchanged", "no new puzzle came"),
        End::Round => ("round", "the first puzzle came again"),
        End::Stopped => ("stopped", "stopped"),
    };
    note(&format!("{words}: {} puzzles in `{}`", scribe.puzzles.len(), scribe.pack.display()));
    if scribe.budget.check() == Err(Stop::Cancelled) {
        return Ok(Exit::Interrupted);
    }
    finished(&scribe.reader, &scribe.puzzles, &scribe.skipped, Some(ended))
}

/// Whoever says by a flag where the button is leaves everything else to flags and their defaults.
fn pointed_by_flag(matches: &ArgMatches) -> bool {
    matches.contains_id("next")
}

/// Whether the verb can be told a size, and was not.
fn asks_for_size(reader: &Reader<'_>, matches: &ArgMatches) -> bool {
    let known = SIZE.iter().all(|name| reader.verb.table().find(name).is_some());
    let said = SIZE.iter().any(|name| reader.given.options.contains_key(*name));
    known && !said && !pointed_by_flag(matches)
}

/// An answer typed at the prompt; nothing for the usual.
fn answer(question: &str, usual: &str) -> Result<Option<String>, Failure> {
    Ok(typed(&format!("{question} [{usual}]: "))?.filter(|answer| !answer.is_empty()))
}

/// A line of standard input, after a question on standard error; nothing where it has ended.
fn typed(question: &str) -> Result<Option<String>, Failure> {
    let mut err = std::io::stderr();
    // Without standard error nobody sees the question, who may answer it all the same.
    let _ = write!(err, "{question}").and_then(|()| err.flush());
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line);
    let read = read.map_err(|error| Problem::new(format!("the answer cannot be read: {error}")))?;
    Ok((read > 0).then(|| line.trim().to_owned()))
}

fn pointed(desktop: &mut screen::Desktop) -> Result<Place, Failure> {
    if typed("Point at the button `next`, then press Enter ")?.is_none() {
        let problem = Problem::new("the place of the button `next` is missing");
        return Err(problem.hint("point at it and press Enter, or say where it is: `--next X,Y`").into());
    }
    Ok(desktop.pointer()?)
}

fn read_size(text: &str) -> Result<[u16; 2], Problem> {
    let (rows, columns) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
    match (rows.trim().parse(), columns.trim().parse()) {
        (Ok(rows), Ok(columns)) => Ok([rows, columns]),
        _ => Err(Problem::new(format!("`{text}` is no size: expected a number, or rows x columns such as `7x9`"))),
    }
}

fn read_place(text: &str) -> Result<Place, Problem> {
    let place = text.split_once(',').and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
    let Some((x, y)) = place else {
        return Err(Problem::new(format!(
            "`{text}` is no place on the screen: expected two numbers such as `640,480`"
        )));
    };
    Ok(Place { x, y })
}

fn read_count(text: &str) -> Result<u32, Problem> {
    let count = text.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| Problem::new(format!("`{text}` is no number of puzzles: expected 1 or more")))
}

/// Whether Enter has been pressed at a terminal since; what is piped in answers questions and stops nothing.
fn key() -> Arc<AtomicBool> {
    let pressed = Arc::new(AtomicBool::new(false));
    if std::io::stdin().is_terminal() {
        note("reading; press Enter here to stop");
        let raised = Arc::clone(&pressed);
        // It ends with the program: a line that nobody types cannot be waited for in any other way.
        std::thread::spawn(move || {
            let read = std::io::stdin().lock().read_line(&mut String::new());
            raised.store(read.is_ok_and(|read| read > 0), Ordering::Relaxed);
        });
    }
    pressed
}

/// Writes the pack, puzzle by puzzle, and says so.
struct Scribe<'a> {
    reader: Reader<'a>,
    pack: PathBuf,
    puzzles: Vec<Value>,
    skipped: Vec<Value>,
    key: Arc<AtomicBool>,
    budget: Budget,
}

impl Keeper for Scribe<'_> {
    fn read(&mut self, picture: &Picture) -> Result<Option<Found>, Failure> {
        self.reader.read(&Input::picture(screen::png(picture)?))
    }

    fn keep(&mut self, found: Found) -> Result<(), Failure> {
        let place = numbered(&self.pack);
        let files = vec![(place.clone(), found.json)];
        output::write_sets(&[Set { files, folder: Some(self.pack.clone()), stale: None }])?;
        let mut answer = found.answer;
        answer["file"] = json!(place.display().to_string());
        if !self.reader.common.json {
            print(&format!("{}\n", told(&answer)))?;
        }
        self.puzzles.push(answer);
        Ok(())
    }

    fn skip(&mut self, failure: Failure) {
        note(&format!("passed over: {}", failure.line()));
        self.skipped.push(json!({ "message": failure.line() }));
    }

    fn stopped(&self) -> bool {
        self.key.load(Ordering::Relaxed) || self.budget.check() == Err(Stop::Cancelled)
    }
}

/// The place of the pack's next puzzle: the pack's name and the first number that is free.
fn numbered(pack: &Path) -> PathBuf {
    let name = pack.file_name().map_or_else(|| PACK.to_owned(), |name| name.to_string_lossy().into_owned());
    let mut number = 1_u64;
    loop {
        let place = pack.join(format!("{name}-{number:03}.json"));
        if place.symlink_metadata().is_err() {
            return place;
        }
        number += 1;
    }
}
