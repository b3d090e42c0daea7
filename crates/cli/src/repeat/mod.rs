//! Commands that go on from where they were: a verb is asked again and again, each time with the state that its last
//! answer gave; after each round the state is saved and what the rounds came to is drawn.

mod plot;

use std::path::{Path, PathBuf};

use azulejo_core::problem::Problem;
use azulejo_core::registry::{Entry, Shell};
use azulejo_core::report::Verdict;
use azulejo_core::verb;
use clap::{Arg, ArgMatches, Command, value_parser};
use serde_json::{Map, Value};

use crate::arguments::{Given, given};
use crate::ask::{asked, exit, show};
use crate::failure::{Failure, Reply};
use crate::input::{self, Input};
use crate::options::Common;
use crate::output::{self, note};

/// The verb's own command, with how often and where.
pub(crate) fn command(command: Command) -> Command {
    command
        .arg(
            Arg::new("rounds")
                .long("rounds")
                .value_name("N")
                .default_value("1")
                .value_parser(value_parser!(u64).range(1..))
                .help("Ask so many times, each time going on from the last"),
        )
        .arg(
            Arg::new("save")
                .long("save")
                .value_name("FILE")
                .help("Keep the state in this file after each round; go on from it where it is there already"),
        )
        .arg(Arg::new("plot").long("plot").value_name("FILE").help("Draw what the rounds came to, as SVG"))
}

pub(crate) fn run(
    game: &'static Entry,
    verb: &verb::Entry,
    shell: &Shell,
    matches: &ArgMatches,
    common: &Common,
) -> Reply {
    let &Shell::Repeat { state, history, drawn, .. } = shell else { return Err(crate::failure::no_command()) };
    let mut given = given(matches, verb)?;
    let path = |name: &str| matches.get_one::<String>(name).map(PathBuf::from);
    let (save, picture) = (path("save"), path("plot"));
    if let Some(file) = save.as_ref().filter(|file| file.exists() && !given.options.contains_key(state)) {
        let (name, text) = input::option_text(&file.display().to_string())?;
        given.options.insert(state.to_owned(), text.into());
        given.files.push((state.to_owned(), name));
    }
    let rounds = matches.get_one::<u64>("rounds").copied().unwrap_or(1);
    let mut last = None;
    for round in 1..=rounds {
        let report = asked(game, verb, &given, &Input::nothing(), common)?;
        if report.head().verdict == Verdict::Unknown && last.is_some() {
            // It was stopped: what came before is saved and is the answer.
            let code = exit(&report);
            show_last(verb, last.as_ref(), matches, common)?;
            return Ok(code);
        }
        let answer: Value = serde_json::from_slice(&report.json()).map_err(|error| Problem::new(error.to_string()))?;
        if let Some(reached) = answer.get(state) {
            written(reached, history, drawn, save.as_deref(), picture.as_deref())?;
            if rounds > 1 {
                note(&told(round, reached, history, drawn));
            }
            given =
                Given { options: Map::from_iter([(state.to_owned(), reached.to_string().into())]), files: Vec::new() };
        }
        last = Some(report);
    }
    show_last(verb, last.as_ref(), matches, common)?;
    Ok(last.as_ref().map_or(crate::failure::Exit::Answered, exit))
}

fn show_last(
    verb: &verb::Entry,
    last: Option<&azulejo_core::report::Report>,
    matches: &ArgMatches,
    common: &Common,
) -> Result<(), Failure> {
    last.map_or(Ok(()), |report| show(verb, report, matches, common))
}

fn written(
    state: &Value,
    history: &str,
    drawn: &[&str],
    save: Option<&Path>,
    picture: Option<&Path>,
) -> Result<(), Failure> {
    let mut files = Vec::new();
    if let Some(path) = save {
        files.push((path.to_path_buf(), format!("{state}\n").into_bytes()));
    }
    if let Some(path) = picture {
        let rounds = state.get(history).and_then(Value::as_array).cloned().unwrap_or_default();
        let series = |name: &&str| rounds.iter().filter_map(|round| round.get(*name).and_then(Value::as_f64)).collect();
        let lines: Vec<(&str, Vec<f64>)> = drawn.iter().map(|name| (*name, series(name))).collect();
        files.push((path.to_path_buf(), plot::lines(&lines).into_bytes()));
    }
    output::write_files(files)
}

fn told(round: u64, state: &Value, history: &str, drawn: &[&str]) -> String {
    let last = state.get(history).and_then(Value::as_array).and_then(|rounds| rounds.last());
    let number = |name: &&str| last.and_then(|last| last.get(*name)).and_then(Value::as_f64);
    let told: Vec<String> =
        drawn.iter().filter_map(|name| number(name).map(|number| format!("{name} {number:.1}"))).collect();
    format!("round {round}: {}", told.join(", "))
}
