//! `azulejo replay`: plays a record again and shows where it leads.

use azulejo_core::id::Id;
use azulejo_core::problem::Problem;
use azulejo_core::question::{Question, Source};
use azulejo_core::record::Record;
use azulejo_games::{GAMES, ask};
use clap::Args;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use crate::ask::print;
use crate::failure::{Exit, Failure, Reply};
use crate::input;
use crate::options::{Common, Pictures};
use crate::output;

/// `azulejo replay`
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A file with a record in its first line, `-`, or the record itself in quotes
    record: String,
    /// Stop after so many moves
    #[arg(long, value_name = "N")]
    until: Option<usize>,
    #[command(flatten)]
    pictures: Pictures,
}

/// What a view says of where a game stands.
#[derive(Deserialize)]
struct Standing {
    position: Box<RawValue>,
    state: String,
    player: Option<usize>,
}

pub(crate) fn run(arguments: &Arguments, common: &Common) -> Reply {
    let written_out = GAMES.0.iter().any(|game| Id::looks_like(game.name, &arguments.record));
    // An id alone is a record without moves, which `option_text` gives back.
    let (name, text) = match input::option_text(&arguments.record) {
        Ok((name, text)) => (name, text),
        Err(_) if written_out => ("the record".to_owned(), arguments.record.clone()),
        Err(failure) => return Err(failure),
    };
    let bad = |problem: Problem| Failure::in_file(&name, problem);
    let first = text.lines().find(|line| !line.trim().is_empty());
    let first = first.ok_or_else(|| bad(Problem::new("there is no record: expected an id and moves")))?;
    let mut record: Record = first.parse().map_err(bad)?;
    record.moves.truncate(arguments.until.unwrap_or(usize::MAX));
    let question = Question {
        game: record.id.game.as_str().into(),
        verb: "play".into(),
        source: Source::text(record.to_string()),
        ..Question::default()
    };
    let report = ask(&question, &common.budget()).map_err(|problems| Failure::in_file(&name, problems))?;
    output::write_files(arguments.pictures.draw(&report, &common.style())?)?;
    if common.json {
        let cannot = |error: serde_json::Error| Problem::new(format!("the position cannot be shown: {error}"));
        let standing: Standing = serde_json::from_slice(&report.json()).map_err(cannot)?;
        let outcome = match standing.player {
            Some(player) => json!({ "state": standing.state, "player": player }),
            None => json!({ "state": standing.state }),
        };
        output::print_json(&json!({
            "game": report.game, "command": "replay", "status": "ok", "record": record.to_string(),
            "moves": record.moves, "outcome": outcome, "position": standing.position,
        }))?;
    } else {
        print(&report.page(), common)?;
    }
    Ok(Exit::Answered)
}
