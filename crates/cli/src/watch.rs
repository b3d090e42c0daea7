//! `azulejo GAME watch`: the folder service. Whenever a state arrives it is asked about, and the answer's files are put
//! beside it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use azulejo_core::budget::Budget;
use azulejo_core::problem::Problem;
use azulejo_core::registry::{Entry, Shell};
use azulejo_core::report::{Report, Verdict};
use clap::{Arg, ArgMatches, Command};
use serde_json::json;

use crate::arguments::{flags, given};
use crate::ask::{asked, file_set};
use crate::failure::{Exit, Failure, Reply};
use crate::input::{self, Input};
use crate::options::Common;
use crate::output::{self, note};

pub(crate) const NAME: &str = "watch";

/// How long the folder rests between two looks.
const LOOK: Duration = Duration::from_millis(20);
/// A file that does not grow for so long is as complete as it gets.
const SETTLED: Duration = Duration::from_millis(500);

pub(crate) fn command(game: &'static Entry, shell: &Shell) -> Command {
    let command = Command::new(NAME)
        .about("Answer whenever a state arrives in a folder")
        .arg(Arg::new("DIR").required(true).help("The folder to watch"));
    let Shell::Watch { verb, .. } = shell else { return command };
    game.find(verb).map_or(command.clone(), |verb| flags(command, verb))
}

pub(crate) fn run(game: &'static Entry, shell: &Shell, matches: &ArgMatches, common: &Common) -> Reply {
    let &Shell::Watch { verb, flag, state, rejected, end } = shell else { return Ok(Exit::Answered) };
    let verb = game.verb(verb)?;
    let given = given(matches, verb)?;
    let folder = PathBuf::from(matches.get_one::<String>("DIR").map_or("", String::as_str));
    if !folder.is_dir() {
        return Err(Failure::in_file(&folder.display().to_string(), Problem::new("is not a folder")));
    }
    let budget = common.budget();
    note(&format!("watching {} for {state}; {end} or Ctrl-C ends it", folder.display()));
    // Where a state lies while it is read: whoever writes the next one does not meet it.
    let taken = folder.join(format!(".{state}.taken"));
    let (mut answered, mut refused) = (0_u64, 0_u64);
    let exit = loop {
        if let Err(stop) = budget.check() {
            break stop.into();
        }
        if folder.join(end).exists() {
            // Taken away so that it does not end the next service; if that fails, it will.
            let _ = std::fs::remove_file(folder.join(end));
            break Exit::Answered;
        }
        // Moving the file first: whatever arrives from here on is another state.
        if std::fs::rename(folder.join(state), &taken).is_err() {
            std::thread::sleep(LOOK);
            continue;
        }
        let ask = |input: &Input| asked(game, verb, &given, input, common);
        let report = match settled(&taken, &folder.join(state), &budget, ask) {
            Ok(Some(report)) => report,
            Ok(None) => continue,
            Err(failure) => {
                refused += 1;
                // If it cannot be set aside it stays where it is, under the name of a taken state.
                let _ = std::fs::rename(&taken, folder.join(rejected));
                failure.report(common.json);
                continue;
            }
        };
        // The state is answered; a leftover would only be overwritten by the next.
        let _ = std::fs::remove_file(&taken);
        if let (Verdict::Unknown, Some(stop)) = (report.head().verdict, report.head().stop) {
            break stop.into();
        }
        let files = verb.files.iter().find(|known| known.name == flag);
        let set = files.map(|flag| file_set(flag, &folder, &report, common)).transpose();
        match set.and_then(|set| output::write_sets(set.flatten().as_slice())) {
            Ok(()) => {
                answered += 1;
                report.words().iter().for_each(|message| note(&message.text));
            }
            // A folder that cannot be written now may be mended before the next state comes.
            Err(failure) => {
                failure.report(common.json);
            }
        }
    };
    if common.json {
        output::print_json(&json!({
            "game": game.name, "command": NAME, "status": "ok", "planned": answered, "rejected": refused,
        }))?;
    }
    Ok(exit)
}

/// The answer to the state that was taken; waits for one that is still being written.
fn settled(
    taken: &Path,
    shown: &Path,
    budget: &Budget,
    ask: impl Fn(&Input) -> Result<Report, Failure>,
) -> Result<Option<Report>, Failure> {
    let (mut last, mut since) = (Vec::new(), Instant::now());
    loop {
        let Ok((_, bytes)) = input::read_bytes(&taken.display().to_string(), input::LARGEST_TEXT) else {
            return Ok(None);
        };
        let mut input = Input::text(&String::from_utf8_lossy(&bytes));
        input.name = Some(shown.display().to_string());
        let failure = match ask(&input) {
            Ok(report) => return Ok(Some(report)),
            Err(failure) => failure,
        };
        if bytes != last {
            (last, since) = (bytes, Instant::now());
        }
        if since.elapsed() >= SETTLED || budget.check().is_err() {
            return Err(failure);
        }
        std::thread::sleep(LOOK);
    }
}
