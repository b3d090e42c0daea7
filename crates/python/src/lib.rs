//! The native half of `azulejo` for Python: questions and answers as JSON text. Classes, games as modules and clusters are
//! Python's own, in `python/azulejo`.
//!
//! Searches run on threads of their own with the interpreter's lock released, while the thread that asked looks every few
//! milliseconds whether somebody has pressed Ctrl-C.

use std::borrow::Cow;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use azulejo_core::budget::{Budget, Cancel, in_parallel};
use azulejo_core::problem::Problems;
use azulejo_core::question::Source;
use azulejo_games::line::{self, document};
use azulejo_games::{GAMES, ask, daily, day};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

/// How long Ctrl-C may wait to be seen.
const PATIENCE: Duration = Duration::from_millis(10);

/// What work gives, done on a thread of its own; an interrupt ends it.
fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&Budget) -> T + Send) -> PyResult<T> {
    let cancel = Cancel::new();
    let budget = Budget::unlimited().with_cancel(cancel.clone());
    std::thread::scope(|scope| {
        let (send, receive) = channel();
        let worker = scope.spawn(move || {
            // Nobody listens any more where the question was interrupted.
            let _ = send.send(work(&budget));
        });
        // The channel is the waiting thread's alone; a lock would say so to the compiler at a price.
        let receive = std::sync::Mutex::new(receive);
        let answer = loop {
            let waited = py.detach(|| {
                // Nobody else takes the lock, so it cannot be poisoned.
                let receive = receive.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                receive.recv_timeout(PATIENCE)
            });
            match waited {
                Ok(answer) => break Ok(answer),
                Err(RecvTimeoutError::Disconnected) => {
                    break Err(PyRuntimeError::new_err("a search met a fault of ours, please report it"));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(interrupt) = py.check_signals() {
                        cancel.cancel();
                        break Err(interrupt);
                    }
                }
            }
        };
        // A search that was cancelled ends within milliseconds; a panic has been told already.
        py.detach(|| drop(worker.join()));
        answer
    })
}

/// What is wrong as JSON: the problems, each as every door has it.
fn refused(problems: &Problems) -> String {
    let all: Vec<Value> = problems.list().iter().map(|problem| document(problem, None)).collect();
    Value::from(all).to_string()
}

/// Answers a question, a JSON object: the report, and no problems; or no report, and the problems.
#[pyfunction]
#[pyo3(name = "ask", signature = (text, picture=None, threads=1))]
fn ask_one(
    py: Python<'_>,
    text: String,
    picture: Option<Vec<u8>>,
    threads: usize,
) -> PyResult<(Option<String>, Option<String>)> {
    interruptible(py, move |budget| {
        let mut question = match line::question(&text) {
            Ok(question) => question,
            Err(problem) => return (None, Some(refused(&problem.into()))),
        };
        if let Some(bytes) = picture {
            question.source = Source::Picture(Cow::Owned(bytes));
        }
        match ask(&question, &budget.clone().with_threads(threads)) {
            Ok(report) => (Some(String::from_utf8_lossy(&report.json()).into_owned()), None),
            Err(problems) => (None, Some(refused(&problems))),
        }
    })
}

/// Answers many questions, one JSON object each, in their order: as many answers as questions, whatever they are.
#[pyfunction]
#[pyo3(signature = (lines, threads=1))]
#[expect(clippy::needless_pass_by_value, reason = "what comes from Python is handed over")]
fn ask_batch(py: Python<'_>, lines: Vec<Bound<'_, PyString>>, threads: usize) -> PyResult<Vec<String>> {
    let lines: Vec<String> = lines.iter().map(|line| line.to_string_lossy().into_owned()).collect();
    interruptible(py, move |budget| {
        let budget = budget.clone().with_threads(threads);
        in_parallel(&budget, lines.len() as u64, |index, budget| {
            // Each question counts its own nodes.
            let answered = line::answer(&lines[index as usize], &budget.part(u64::MAX));
            // What was cancelled is not seen by anybody: the call ends with the interrupt.
            String::from_utf8(answered.line).unwrap_or_default()
        })
    })
}

/// The names of the games, in the order they are shown.
#[pyfunction]
fn games() -> Vec<&'static str> {
    GAMES.0.iter().map(|game| game.name).collect()
}

/// The table of verbs, as `azulejo verbs --json` prints it.
#[pyfunction]
fn verbs() -> String {
    azulejo_games::verbs(None).to_string()
}

/// The schemas of what verbs answer: `{game: {verb: schema}}`.
#[pyfunction]
fn answers() -> String {
    let schema = |verb: &azulejo_core::verb::Entry| {
        let settings =
            SchemaSettings::draft2020_12().for_serialize().with(|settings| settings.inline_subschemas = true);
        (verb.answer)(&mut settings.into_generator())
    };
    let game = |game: &&azulejo_core::registry::Entry| {
        let verbs = game.verbs.iter().map(|verb| (verb.name.to_owned(), schema(verb).to_value()));
        (game.name.to_owned(), Value::Object(verbs.collect()))
    };
    Value::Object(GAMES.0.iter().map(game).collect()).to_string()
}

/// The puzzles of a day (`2026-11-16`; today when nothing is said), as JSON; or what is wrong with the day.
#[pyfunction]
#[pyo3(signature = (date=None))]
fn today(date: Option<&str>) -> (Option<String>, Option<String>) {
    match day(date) {
        Err(problem) => (None, Some(refused(&problem.into()))),
        Ok(date) => {
            let puzzles: Vec<Value> = daily(&date).map(|(game, id)| json!({ "game": game.name, "id": id })).collect();
            (Some(json!({ "date": date, "puzzles": puzzles }).to_string()), None)
        }
    }
}

/// The native half of azulejo.
#[pymodule]
fn _azulejo(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(ask_one, module)?)?;
    module.add_function(wrap_pyfunction!(ask_batch, module)?)?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(verbs, module)?)?;
    module.add_function(wrap_pyfunction!(answers, module)?)?;
    module.add_function(wrap_pyfunction!(today, module)?)
}
