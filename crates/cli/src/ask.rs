//! A command of a game: the question made from the arguments, the report shown, pictures and files written.

use std::path::{Path, PathBuf};

use azulejo_core::problem::{About, Problems};
use azulejo_core::question::{Question, Source};
use azulejo_core::registry::{Entry, Shell};
use azulejo_core::report::{Page, Part, Report, Verdict};
use azulejo_core::scene::ansi::ansi;
use azulejo_core::verb::{self, Draws, FileFlag, FileKind, Needs, Wanted};
use azulejo_games::ask;
use clap::{ArgMatches, FromArgMatches as _};
use serde_json::value::to_raw_value;

use crate::arguments::{Given, INPUT, given};
use crate::failure::{self, Exit, Failure, Reply};
use crate::input::{self, Input};
use crate::options::{Common, Pictures};
use crate::output::{self, Set, note};
use crate::{capture, compare, progress, session, watch};

/// Runs a command of a game.
pub(crate) fn run(game: &'static Entry, matches: &ArgMatches, common: &Common) -> Reply {
    // A subcommand is required, so there is one.
    let (name, matches) = matches.subcommand().ok_or_else(failure::no_command)?;
    if name == session::VERB {
        return session::run(game, matches, common);
    }
    for shell in game.shells {
        match shell {
            Shell::Compare { .. } if name == compare::NAME => return compare::run(game, shell, matches, common),
            Shell::Capture if name == capture::NAME => return capture::run(game, matches, common),
            Shell::Watch { .. } if name == watch::NAME => return watch::run(game, shell, matches, common),
            _ => {}
        }
    }
    let verb = game.verb(&name.replace('-', " ")).or_else(|_| game.verb(name))?;
    let given = given(matches, verb)?;
    let input = match verb.needs {
        Needs::Nothing => Input::nothing(),
        Needs::Puzzle => input::read(matches.get_one::<String>(INPUT).map_or("", String::as_str), game)?,
    };
    let report = asked(game, verb, &given, &input, common)?;
    written(verb, &report, matches, common)?;
    show(verb, &report, matches, common)?;
    Ok(exit(&report))
}

/// Asks, with a bar where somebody watches; what is wrong names the file that it came from.
pub(crate) fn asked(
    game: &Entry,
    verb: &verb::Entry,
    given: &Given,
    input: &Input,
    common: &Common,
) -> Result<Report, Failure> {
    let question = Question {
        game: game.name.into(),
        verb: verb.name.into(),
        source: input.source(),
        options: to_raw_value(&given.options).ok().map(std::borrow::Cow::Owned),
        ..Question::default()
    };
    let (budget, bar) = progress::watched(common.budget(), verb.name);
    let report = ask(&question, &budget);
    bar.finish_and_clear();
    report.map_err(|problems| named(problems, input, &given.files))
}

/// The failure, in the file that is wrong.
pub(crate) fn named(problems: Problems, input: &Input, files: &[(String, String)]) -> Failure {
    let file = match problems.about() {
        About::Question => None,
        About::Puzzle => {
            // What was neither a file nor a puzzle was most likely meant to be a file.
            if let Some(missing) = input.missing_file() {
                return missing;
            }
            input.name.as_deref()
        }
        About::Option(option) => {
            let flag = format!("--{}", option.replace('_', "-"));
            let file = files.iter().find(|(known, _)| known == option).map(|(_, file)| file.clone());
            return Failure::in_file(&file.unwrap_or(flag), problems);
        }
    };
    match file {
        Some(file) => Failure::in_file(file, problems),
        None => problems.into(),
    }
}

/// Exit codes follow from the verdict.
pub(crate) fn exit(report: &Report) -> Exit {
    match (report.head().verdict, report.head().stop) {
        (Verdict::Yes, _) => Exit::Answered,
        (Verdict::No, _) => Exit::No,
        (Verdict::Unknown, Some(stop)) => stop.into(),
        (Verdict::Unknown, None) => Exit::BudgetOut,
    }
}

fn show(verb: &verb::Entry, report: &Report, matches: &ArgMatches, common: &Common) -> Result<(), Failure> {
    if common.json {
        let mut json = report.json();
        json.push(b'\n');
        return output::print_bytes(&json);
    }
    let in_file = |flag: &FileFlag| flag.replaces_text && matches.get_one::<String>(flag.name).is_some();
    if !verb.files.iter().any(in_file) {
        print(&report.page(), common)?;
    }
    if let (Some(nodes), Some(engine)) = (report.head().nodes, report.head().engine) {
        note(&format!("{nodes} nodes in {:.2} ms ({engine})", report.elapsed.as_secs_f64() * 1e3));
    }
    Ok(())
}

/// A page on standard output, its notes on standard error.
pub(crate) fn print(page: &Page, common: &Common) -> Result<(), Failure> {
    let mut text = String::new();
    for part in &page.0 {
        match part {
            Part::Say(message) => text.push_str(&format!("{message}\n")),
            Part::Text(lines) => text.push_str(lines),
            Part::Scene(scene) => text.push_str(&ansi(scene, &common.style(), common.depth())),
            Part::Note(message) => note(&message.text),
        }
    }
    output::print(&text)
}

/// Writes what was asked for: pictures and the verb's own files, all made before the first is put in its place.
fn written(verb: &verb::Entry, report: &Report, matches: &ArgMatches, common: &Common) -> Result<(), Failure> {
    let style = common.style();
    let mut sets = Vec::new();
    if verb.draws == Draws::Scenes {
        let pictures = Pictures::from_arg_matches(matches).map_err(failure::internal)?;
        sets.push(Set::of(pictures.draw(report, &style)?));
    }
    for flag in verb.files {
        let Some(path) = matches.get_one::<String>(flag.name) else { continue };
        sets.extend(file_set(flag, Path::new(path), report, common)?);
    }
    output::write_sets(&sets)
}

/// The files of a flag, where they go.
pub(crate) fn file_set(flag: &FileFlag, path: &Path, report: &Report, common: &Common) -> Result<Option<Set>, Failure> {
    let style = common.style();
    let (folder, file) = match flag.kind {
        FileKind::Folder { .. } => (path.to_path_buf(), String::new()),
        FileKind::File => {
            let name = path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
            (path.parent().map_or_else(PathBuf::new, Path::to_path_buf), name)
        }
    };
    let Some(made) = report.files(&Wanted { flag: flag.name, file: &file, style: &style })? else { return Ok(None) };
    let files = made.into_iter().map(|made| (folder.join(made.name), made.bytes)).collect();
    Ok(Some(match flag.kind {
        FileKind::File => Set::of(files),
        FileKind::Folder { stale, .. } => Set { files, folder: Some(folder), stale },
    }))
}

impl Input {
    /// The source of a question.
    pub(crate) fn source(&self) -> Source<'_> {
        match &self.content {
            input::Content::Nothing => Source::Nothing,
            input::Content::Text(text) => {
                Source::Text { text: text.as_str().into(), name: self.name.as_deref().map(Into::into) }
            }
            input::Content::Picture(bytes) => Source::Picture(bytes.as_slice().into()),
        }
    }
}
