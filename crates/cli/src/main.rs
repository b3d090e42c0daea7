//! The `azulejo` command: arguments in, answers out. Commands of a game are its table of verbs; rules, solvers and drawing
//! live in the crates below.

mod arguments;
mod ask;
mod batch;
mod capture;
mod catalog;
mod compare;
mod failure;
mod input;
mod keys;
mod memory;
mod options;
mod output;
mod progress;
mod replay;
mod serve;
mod session;
mod shell;
mod tui;
mod watch;

use std::process::ExitCode;

use azulejo_games::GAMES;
use clap::{ArgMatches, Args, Command, FromArgMatches as _, Subcommand};

use failure::Reply;
use options::Common;

/// Commands that are no game's.
#[derive(Debug, Subcommand)]
enum Own {
    /// Answer questions by the million: one JSON object a line in, one out
    Batch(batch::Arguments),
    /// Open the front door: the page and the API for a browser
    Serve(serve::Arguments),
    /// Play all games in the terminal, by keys and mouse
    Tui(tui::Arguments),
    /// Show what a record of a played game leads to
    Replay(replay::Arguments),
    /// Name the puzzles of a day, the same at every door
    Today(catalog::Today),
    /// List what can be asked of the games, with the schemas of all options
    Verbs(catalog::Verbs),
    /// Print a completion script for a shell
    Completions(shell::Completions),
    /// Print the manual page, or write those of all commands into a folder
    Man(shell::Man),
}

/// The whole command line; the flags of a game's verbs are made only where they are asked for.
fn command(wanted: arguments::Wanted<'_>) -> Command {
    let top = Command::new("azulejo")
        .about("Play, solve, prove, generate and draw coloured-grid games")
        .version(env!("CARGO_PKG_VERSION"))
        .propagate_version(true)
        .max_term_width(110)
        .subcommand_required(true)
        .arg_required_else_help(true);
    let top = Own::augment_subcommands(Common::augment_args(top));
    top.subcommands(GAMES.0.iter().map(|game| arguments::game(game, wanted)))
}

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    // Clap's own errors must also be JSON when JSON was asked for, even if the rest cannot be parsed.
    let json_asked = given.iter().any(|argument| argument == "--json");
    if let Err(failure) = memory::enough() {
        return failure.report(json_asked);
    }
    let matches = match command(arguments::Wanted::of(&given)).try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return failure::usage(&error, json_asked),
    };
    match run(&matches) {
        Ok(exit) => exit.into(),
        Err(failure) => failure.report(json_asked),
    }
}

fn run(matches: &ArgMatches) -> Reply {
    let common = Common::from_arg_matches(matches).map_err(failure::internal)?;
    // A subcommand is required, so there is one.
    let (name, chosen) = matches.subcommand().ok_or_else(failure::no_command)?;
    if let Some(game) = GAMES.find(name) {
        return ask::run(game, chosen, &common);
    }
    match Own::from_arg_matches(matches).map_err(failure::internal)? {
        Own::Batch(arguments) => batch::run(&arguments, &common),
        Own::Serve(arguments) => serve::run(&arguments, &common),
        Own::Tui(arguments) => tui::run(&arguments, &common),
        Own::Replay(arguments) => replay::run(&arguments, &common),
        Own::Today(arguments) => catalog::today(&arguments, &common),
        Own::Verbs(arguments) => catalog::verbs(&arguments, &common),
        Own::Completions(arguments) => shell::completions(&arguments, command(arguments::Wanted::All)),
        Own::Man(arguments) => shell::man(&arguments, command(arguments::Wanted::All)),
    }
}
