//! How a command ends: exit codes, and errors as one clear line (or one JSON document) on standard error.

use std::io::Write as _;
use std::process::ExitCode;

use azulejo_core::budget::Stop;
use azulejo_core::problem::{Problem, Problems};
use serde_json::json;

/// The ways a command ends well. Bad input is a [`Failure`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Answered: solved, found, won.
    Answered,
    /// A proven no.
    No,
    /// The budget ran out before an answer.
    BudgetOut,
    /// Somebody pressed Ctrl-C.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Answered => 0,
            Exit::No => 1,
            Exit::BudgetOut => 3,
            Exit::Interrupted => 130,
        })
    }
}

impl From<Stop> for Exit {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Cancelled => Self::Interrupted,
            Stop::Time | Stop::Nodes | Stop::Memory | Stop::Fault => Self::BudgetOut,
        }
    }
}

/// What a command gives back.
pub(crate) type Reply = Result<Exit, Failure>;

/// Bad input: what is wrong, and with which file.
#[derive(Debug)]
pub(crate) struct Failure {
    file: Option<String>,
    problems: Problems,
}

impl Failure {
    /// The same, about this file.
    pub(crate) fn in_file(file: &str, problems: impl Into<Problems>) -> Self {
        Self { file: Some(file.to_owned()), problems: problems.into() }
    }

    /// Its first problem, with the file's name in the message: for a prompt, where it does not end the program.
    pub(crate) fn into_problem(self) -> Problem {
        let file = self.file.map_or(String::new(), |file| format!("{file}: "));
        let first = self.problems.list()[0].clone();
        Problem { message: format!("{file}{}", first.message), ..first }
    }

    /// Prints it and gives exit code 2.
    pub(crate) fn report(&self, as_json: bool) -> ExitCode {
        let text = if as_json { self.json() } else { self.text() };
        // If standard error is gone there is nobody left to tell.
        let _ = std::io::stderr().write_all(text.as_bytes());
        ExitCode::from(2)
    }

    fn text(&self) -> String {
        let file = self.file.as_ref().map_or(String::new(), |file| format!("{file}:"));
        let mut text = String::new();
        for problem in self.problems.list() {
            let space = if problem.place.is_none() && self.file.is_some() { " " } else { "" };
            text.push_str(&format!("error: {file}{space}{problem}\n"));
        }
        let mut hints: Vec<&str> = self.problems.list().iter().filter_map(|problem| problem.hint.as_deref()).collect();
        hints.dedup();
        for hint in hints {
            text.push_str(&format!("\nhint: {hint}\n"));
        }
        text
    }

    fn json(&self) -> String {
        let document = |problem: &Problem| {
            json!({
                "message": problem.message,
                "file": self.file,
                "line": problem.place.map(|place| place.line),
                "column": problem.place.map(|place| place.column),
                "hint": problem.hint,
            })
        };
        let all: Vec<_> = self.problems.list().iter().map(document).collect();
        let mut error = all[0].clone();
        if all.len() > 1 {
            error["all"] = all.into();
        }
        format!("{}\n", json!({ "error": error }))
    }
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Self {
        Self { file: None, problems }
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::from(Problems::from(problem))
    }
}

/// Prints a usage error, or the help that was asked for.
pub(crate) fn usage(error: &clap::Error, as_json: bool) -> ExitCode {
    use clap::error::ErrorKind::{DisplayHelp, DisplayVersion};
    if as_json && !matches!(error.kind(), DisplayHelp | DisplayVersion) {
        let text = error.to_string();
        let message = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
        return Failure::from(Problem::new(message).hint("`azulejo help` lists the commands")).report(true);
    }
    // As above: nobody left to tell.
    let _ = error.print();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}
