//! `azulejo GAME capture`: asks `import` over a folder of pictures and writes a JSON puzzle for each.

use std::path::{Path, PathBuf};

use azulejo_core::budget::Stop;
use azulejo_core::problem::Problem;
use azulejo_core::registry::Entry;
use azulejo_core::verb::Wanted;
use clap::{Arg, ArgMatches, Command};
use serde_json::{Value, json};

use crate::arguments::{flags, given};
use crate::ask::asked;
use crate::failure::{Exit, Failure, Reply};
use crate::input;
use crate::options::Common;
use crate::output::{self, Set, note, print, reason};

pub(crate) const NAME: &str = "capture";
const VERB: &str = "import";
/// The flag of `import` for a file with the puzzle.
const FLAG: &str = "out";

pub(crate) fn command(game: &'static Entry) -> Command {
    let command = Command::new(NAME)
        .about("Read a folder of pictures into a pack of JSON puzzles")
        .arg(Arg::new("FOLDER").required(true).help("A folder of pictures, or one of them"))
        .arg(
            Arg::new("out")
                .short('o')
                .long("out")
                .value_name("OUT")
                .required(true)
                .help("The pack: a folder that the puzzles are added to, one JSON file each"),
        );
    game.find(VERB).map_or(command.clone(), |verb| flags(command, verb))
}

pub(crate) fn run(game: &'static Entry, matches: &ArgMatches, common: &Common) -> Reply {
    let verb = game.verb(VERB)?;
    let path = |name: &str| PathBuf::from(matches.get_one::<String>(name).map_or("", String::as_str));
    let (folder, out) = (path("FOLDER"), path("out"));
    let given = given(matches, verb)?;
    let (mut files, mut puzzles, mut skipped): (Vec<(PathBuf, Vec<u8>)>, Vec<Value>, Vec<Value>) = Default::default();
    for file in pictures(&folder)? {
        let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let report =
            input::file(&file.display().to_string()).and_then(|input| asked(game, verb, &given, &input, common));
        match report {
            Ok(report) if report.head().stop == Some(Stop::Cancelled) => return Ok(Exit::Interrupted),
            Ok(report) => {
                let cannot = |error: serde_json::Error| Problem::new(format!("the answer cannot be read: {error}"));
                let mut answer: Value = serde_json::from_slice(&report.json()).map_err(cannot)?;
                let stem = file.file_stem().map_or_else(|| name.clone(), |stem| stem.to_string_lossy().into_owned());
                let place = free(&out, &stem, |place| files.iter().any(|(known, _)| known == place));
                answer["picture"] = json!(name);
                answer["file"] = json!(place.display().to_string());
                let file = place.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
                let made = report.files(&Wanted { flag: FLAG, file: &file, style: &common.style() })?;
                files.extend(made.into_iter().flatten().map(|made| (place.clone(), made.bytes)));
                puzzles.push(answer);
            }
            Err(failure) => skipped.push(json!({ "picture": name, "message": failure.line() })),
        }
    }
    let exit = if puzzles.is_empty() { Exit::No } else { Exit::Answered };
    output::write_sets(&[Set { files, folder: Some(out), stale: None }])?;
    if common.json {
        output::print_json(&json!({
            "game": game.name, "command": NAME, "status": "ok", "puzzles": puzzles, "skipped": skipped,
        }))?;
        return Ok(exit);
    }
    for puzzle in &puzzles {
        let confidence = puzzle["confidence"].as_f64().unwrap_or(0.0) * 100.0;
        let (file, picture) =
            (puzzle["file"].as_str().unwrap_or_default(), puzzle["picture"].as_str().unwrap_or_default());
        print(&format!("{picture} -> {file} (confidence {:.0} %)\n", confidence.floor()))?;
    }
    for one in &skipped {
        note(&format!(
            "{}: {}",
            one["picture"].as_str().unwrap_or_default(),
            one["message"].as_str().unwrap_or_default()
        ));
    }
    Ok(exit)
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
