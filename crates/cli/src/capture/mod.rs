//! `azulejo GAME capture`: asks `import` over a folder of pictures, or over what a live screen shows, and writes a JSON
//! puzzle for each into a pack, a folder that is added to and never overwritten.

#[cfg(any(feature = "screen", test))]
mod live;
#[cfg(feature = "screen")]
mod questions;
#[cfg(feature = "screen")]
mod screen;

use std::path::{Path, PathBuf};

use azulejo_core::budget::Stop;
use azulejo_core::problem::Problem;
use azulejo_core::registry::Entry;
use azulejo_core::verb::{self, Wanted};
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Value, json};

use crate::arguments::{Given, flags, given};
use crate::ask::asked;
use crate::failure::{Exit, Failure, Reply};
use crate::input::{self, Input};
use crate::options::Common;
use crate::output::{self, Set, note, print, reason};

pub(crate) const NAME: &str = "capture";
const VERB: &str = "import";
/// The flag of `import` for a file with the puzzle.
const FLAG: &str = "out";

pub(crate) fn command(game: &'static Entry) -> Command {
    let only_live = |arg: Arg| arg.requires("screen");
    let command = Command::new(NAME)
        .about("Read a folder of pictures, or a live screen, into a pack of JSON puzzles")
        .arg(Arg::new("FOLDER").required_unless_present("screen").help("A folder of pictures, or one of them"))
        .arg(
            Arg::new("out")
                .short('o')
                .long("out")
                .value_name("OUT")
                .required_unless_present("screen")
                .help("The pack: a folder that the puzzles are added to, one JSON file each"),
        )
        .arg(Arg::new("screen").long("screen").action(ArgAction::SetTrue).conflicts_with("FOLDER").help(
            "Read one puzzle after the other from the screen, pressing the window's button `next` in between; asks for \
             the pack, the size, the place of the button and how many where flags do not say it",
        ))
        .arg(only_live(
            Arg::new("next")
                .long("next")
                .value_name("X,Y")
                .help("The place of the button `next` on the screen, in pixels from its upper left corner"),
        ))
        .arg(only_live(
            Arg::new("count")
                .long("count")
                .value_name("N")
                .value_parser(clap::value_parser!(u32).range(1..))
                .help("How many puzzles; otherwise until the button shows no new one"),
        ));
    game.find(VERB).map_or(command.clone(), |verb| flags(command, verb))
}

pub(crate) fn run(game: &'static Entry, matches: &ArgMatches, common: &Common) -> Reply {
    let verb = game.verb(VERB)?;
    let reader = Reader { game, verb, given: given(matches, verb)?, common };
    if matches.get_flag("screen") {
        return from_screen(reader, matches);
    }
    let path = |name: &str| PathBuf::from(matches.get_one::<String>(name).map_or("", String::as_str));
    let (folder, out) = (path("FOLDER"), path("out"));
    let (mut files, mut puzzles, mut skipped): (Vec<(PathBuf, Vec<u8>)>, Vec<Value>, Vec<Value>) = Default::default();
    for file in pictures(&folder)? {
        let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        match input::file(&file.display().to_string()).and_then(|input| reader.read(&input)) {
            Ok(None) => return Ok(Exit::Interrupted),
            Ok(Some(Found { mut answer, json, .. })) => {
                let stem = file.file_stem().map_or_else(|| name.clone(), |stem| stem.to_string_lossy().into_owned());
                let place = free(&out, &stem, |place| files.iter().any(|(known, _)| known == place));
                answer["picture"] = json!(name);
                answer["file"] = json!(place.display().to_string());
                files.push((place, json));
                puzzles.push(answer);
            }
            Err(failure) => skipped.push(json!({ "picture": name, "message": failure.line() })),
        }
    }
    output::write_sets(&[Set { files, folder: Some(out), stale: None }])?;
    if !common.json {
        for puzzle in &puzzles {
            print(&format!("{} -> {}\n", puzzle["picture"].as_str().unwrap_or_default(), told(puzzle)))?;
        }
        for one in &skipped {
            note(&format!(
                "{}: {}",
                one["picture"].as_str().unwrap_or_default(),
                one["message"].as_str().unwrap_or_default()
            ));
        }
    }
    finished(&reader, &puzzles, &skipped, None)
}

/// Asks the verb that reads pictures.
struct Reader<'a> {
    game: &'static Entry,
    verb: &'static verb::Entry,
    given: Given,
    common: &'a Common,
}

/// A puzzle that was read from a picture.
struct Found {
    /// What tells one puzzle from another.
    #[cfg_attr(not(any(feature = "screen", test)), allow(dead_code, reason = "only live capture compares puzzles"))]
    id: String,
    /// The verb's answer.
    answer: Value,
    /// The file of the pack.
    json: Vec<u8>,
}

impl Reader<'_> {
    /// The puzzle in a picture; nothing where somebody pressed Ctrl-C.
    fn read(&self, input: &Input) -> Result<Option<Found>, Failure> {
        let report = asked(self.game, self.verb, &self.given, input, self.common)?;
        if report.head().stop == Some(Stop::Cancelled) {
            return Ok(None);
        }
        let cannot = |error: serde_json::Error| Problem::new(format!("the answer cannot be read: {error}"));
        let answer: Value = serde_json::from_slice(&report.json()).map_err(cannot)?;
        let made = report.files(&Wanted { flag: FLAG, file: FLAG, style: &self.common.style() })?;
        let json = made.into_iter().flatten().flat_map(|made| made.bytes).collect();
        Ok(Some(Found { id: answer["id"].to_string(), answer, json }))
    }
}

/// A puzzle of the pack, for a person: its file, and how sure the reading is.
fn told(puzzle: &Value) -> String {
    let confidence = puzzle["confidence"].as_f64().unwrap_or(0.0) * 100.0;
    format!("{} (confidence {:.0} %)", puzzle["file"].as_str().unwrap_or_default(), confidence.floor())
}

/// The end of a capture: its JSON where that was asked for, and how it went.
fn finished(reader: &Reader<'_>, puzzles: &[Value], skipped: &[Value], ended: Option<&str>) -> Reply {
    if reader.common.json {
        let mut answer = json!({
            "game": reader.game.name, "command": NAME, "status": "ok", "puzzles": puzzles, "skipped": skipped,
        });
        if let Some(ended) = ended {
            answer["ended"] = json!(ended);
        }
        output::print_json(&answer)?;
    }
    Ok(if puzzles.is_empty() { Exit::No } else { Exit::Answered })
}

#[cfg(feature = "screen")]
fn from_screen(reader: Reader<'_>, matches: &ArgMatches) -> Reply {
    questions::run(reader, matches)
}

#[cfg(not(feature = "screen"))]
fn from_screen(_: Reader<'_>, _: &ArgMatches) -> Reply {
    let problem = Problem::new("this program was built without live capture");
    Err(problem.hint("build it with `--features screen`, or give a folder of screenshots").into())
}

/// The first place in a pack that no puzzle has: a pack is added to, and the same name twice is two puzzles.
fn free(pack: &Path, stem: &str, taken: impl Fn(&Path) -> bool) -> PathBuf {
    let mut place = pack.join(format!("{stem}.json"));
    let mut number = 2_u64;
    while taken(&place) || place.symlink_metadata().is_ok() {
        place = pack.join(format!("{stem}-{number}.json"));
        number += 1;
    }
    place
}

fn pictures(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let cannot = |error: std::io::Error| {
        let problem = Problem::new(format!("cannot be read: {}", reason(&error)));
        Failure::in_file(&folder.display().to_string(), problem)
    };
    if !std::fs::metadata(folder).map_err(cannot)?.is_dir() {
        return Ok(vec![folder.to_path_buf()]);
    }
    let is_picture = |path: &PathBuf| {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        matches!(ending.as_deref(), Some("png" | "jpg" | "jpeg"))
    };
    let entries = std::fs::read_dir(folder).map_err(cannot)?;
    let mut files: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).filter(is_picture).collect();
    files.sort();
    if files.is_empty() {
        let problem = Problem::new("there is no picture here: expected files that end in .png, .jpg or .jpeg");
        return Err(Failure::in_file(&folder.display().to_string(), problem));
    }
    Ok(files)
}
