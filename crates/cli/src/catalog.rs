//! What there is: the puzzles of a day, and the table of all verbs.

use azulejo_games::{GAMES, daily, day, verbs as table};
use clap::Args;
use serde_json::json;

use crate::failure::{Exit, Reply};
use crate::options::Common;
use crate::output::{print, print_json};

/// `azulejo today`
#[derive(Debug, Args)]
pub(crate) struct Today {
    /// One game alone
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// Another day, such as 2026-11-16
    #[arg(long, value_name = "DATE")]
    date: Option<String>,
}

pub(crate) fn today(arguments: &Today, common: &Common) -> Reply {
    let date = day(arguments.date.as_deref())?;
    if let Some(name) = &arguments.game {
        GAMES.game(name)?;
    }
    let wanted = |name: &str| arguments.game.as_deref().is_none_or(|game| game == name);
    let puzzles: Vec<_> = daily(&date).filter(|(game, _)| wanted(game.name)).collect();
    if common.json {
        let list: Vec<_> = puzzles.iter().map(|(game, id)| json!({ "game": game.name, "id": id })).collect();
        print_json(&json!({ "command": "today", "status": "ok", "date": date, "puzzles": list }))?;
    } else {
        let lines: Vec<String> = puzzles.iter().map(|(game, id)| format!("{:<10} {id}\n", game.title)).collect();
        print(&lines.concat())?;
    }
    Ok(Exit::Answered)
}

/// `azulejo verbs`
#[derive(Debug, Args)]
pub(crate) struct Verbs {
    /// One game alone
    #[arg(value_name = "GAME")]
    game: Option<String>,
}

pub(crate) fn verbs(arguments: &Verbs, common: &Common) -> Reply {
    if let Some(name) = &arguments.game {
        GAMES.game(name)?;
    }
    if common.json {
        print_json(&table(arguments.game.as_deref()))?;
        return Ok(Exit::Answered);
    }
    let wanted = |name: &str| arguments.game.as_deref().is_none_or(|game| game == name);
    let mut text = String::new();
    for game in GAMES.0.iter().filter(|game| wanted(game.name)) {
        text.push_str(&format!("{}\n", game.name));
        for verb in game.verbs {
            text.push_str(&format!("  {:<12} {}\n", verb.name, verb.about));
        }
    }
    print(&text)?;
    Ok(Exit::Answered)
}
