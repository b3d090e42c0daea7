//! How a command ends: exit codes, and errors as one clear line (or one JSON document) on standard error.

use std::io::Write as _;
use std::process::ExitCode;

use azulejo_core::budget::Stop;
use azulejo_core::problem::{Problem, Problems};
use azulejo_games::line::document;
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
            Stop::Time | Stop::Nodes | Stop::Memory | Stop::Size | Stop::Fault => Self::BudgetOut,
        }
    }
}

/// What a command gives back.
pub(crate) type Reply = Result<Exit, Failure>;

/// Why a command ends without its answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad input: what is wrong, and with which file.
    Bad {
        /// The file.
        file: Option<String>,
        /// What is wrong with it.
        problems: Problems,
    },
    /// Nobody reads standard output any more, which is no failure of ours.
    ReaderGone,
}

impl Failure {
    /// The same, about this file.
    pub(crate) fn in_file(file: &str, problems: impl Into<Problems>) -> Self {
        Self::Bad { file: Some(file.to_owned()), problems: problems.into() }
    }

    /// Its first problem in one line, with the file's name: for a prompt, where it does not end the program.
    pub(crate) fn line(&self) -> String {
        match self {
            Self::ReaderGone => String::new(),
            Self::Bad { file, problems } => {
                let file = file.as_ref().map_or(String::new(), |file| format!("{file}: "));
                format!("{file}{}", problems.list()[0].message)
            }
        }
    }

    /// Prints it and gives its exit code.
    pub(crate) fn report(&self, as_json: bool) -> ExitCode {
        let Self::Bad { file, problems } = self else { return ExitCode::SUCCESS };
        let text = if as_json { json(file.as_deref(), problems) } else { text(file.as_deref(), problems) };
        // If standard error is gone there is nobody left to tell.
        let _ = std::io::stderr().write_all(text.as_bytes());
        ExitCode::from(2)
    }
}

fn text(file: Option<&str>, problems: &Problems) -> String {
    let name = file.map_or(String::new(), |file| format!("{file}:"));
    let mut text = String::new();
    for problem in problems.list() {
        let space = if problem.place.is_none() && file.is_some() { " " } else { "" };
        text.push_str(&format!("error: {name}{space}{problem}\n"));
    }
    let mut hints: Vec<&str> = problems.list().iter().filter_map(|problem| problem.hint.as_deref()).collect();
    hints.dedup();
    for hint in hints {
        text.push_str(&format!("\nhint: {hint}\n"));
    }
    text
}

fn json(file: Option<&str>, problems: &Problems) -> String {
    let all: Vec<_> = problems.list().iter().map(|problem| document(problem, file)).collect();
    let mut error = all[0].clone();
    if all.len() > 1 {
        error["all"] = all.into();
    }
    format!("{}\n", json!({ "error": error }))
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Self {
        Self::Bad { file: None, problems }
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::from(Problems::from(problem))
    }
}

/// Clap has checked what it parsed; should its two halves disagree, it is said rather than guessed.
#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
pub(crate) fn internal(error: clap::Error) -> Failure {
    Problem::new(format!("the arguments cannot be understood: {error}")).into()
}

/// A command without a name.
pub(crate) fn no_command() -> Failure {
    Problem::new("there is no such command").hint("`azulejo help` lists them").into()
}

/// Prints a usage error, or the help that was asked for.
pub(crate) fn usage(error: &clap::Error, as_json: bool) -> ExitCode {
    use clap::error::ErrorKind::{DisplayHelp, DisplayVersion};
    if as_json && !matches!(error.kind(), DisplayHelp | DisplayVersion) {
        let text = error.to_string();
        // What is missing stands on lines of its own, before a blank one.
        let lines = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect::<Vec<_>>();
        let message = lines.join(" ");
        let message = message.trim_start_matches("error: ");
        return Failure::from(Problem::new(message).hint("`azulejo help` lists the commands")).report(true);
    }
    // As above: nobody left to tell.
    let _ = error.print();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}
