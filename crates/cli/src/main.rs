//! The `azulejo` command: arguments in, answers out. Rules, solvers and drawing live in the crates below.

mod batch;
mod failure;
mod games;
mod input;
mod options;
mod output;
mod play;
mod progress;
mod serve;
mod shell;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use failure::{Exit, Reply};
use options::Common;

/// Play, solve, prove, generate and draw coloured-grid games
#[derive(Debug, Parser)]
#[command(name = "azulejo", version, propagate_version = true, max_term_width = 110)]
struct Arguments {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Find the figures on a 6×6 board; which cards in hand make one
    #[command(subcommand)]
    Switcher(games::switcher::Command),
    /// Turn and swap blocks within blocks; the best score, proven
    #[command(subcommand)]
    Blocky(games::blocky::Command),
    /// Paint regions until the board has one colour; prove the fewest moves
    #[command(subcommand)]
    Kami(games::kami::Command),
    /// Plan where the coming tetrominoes go, exactly
    #[command(subcommand)]
    Tetris(games::tetris::Command),
    /// Join the dots of each colour; prove, count and compare
    #[command(subcommand)]
    Flow(games::flow::Command),
    /// Solve puzzles by the million: one JSON object a line in, one out
    Batch(batch::Arguments),
    /// Open the front door: the page and the API for a browser
    Serve(serve::Arguments),
    /// Show what a record of a played game leads to
    Replay(play::Replay),
    /// Print a completion script for a shell
    Completions(shell::Completions),
    /// Print the manual page, or write those of all commands into a folder
    Man(shell::Man),
}

fn main() -> ExitCode {
    // Clap's own errors must also be JSON when JSON was asked for, even if the rest cannot be parsed.
    let json_asked = std::env::args_os().any(|argument| argument == "--json");
    let arguments =
        match Arguments::command().try_get_matches().and_then(|matches| Arguments::from_arg_matches(&matches)) {
            Ok(arguments) => arguments,
            Err(error) => return failure::usage(&error, json_asked),
        };
    match run(&arguments) {
        Ok(exit) => exit.into(),
        Err(failure) => failure.report(arguments.common.json),
    }
}

fn run(arguments: &Arguments) -> Reply {
    let common = &arguments.common;
    match &arguments.command {
        Command::Switcher(command) => games::switcher::run(command, common),
        Command::Blocky(command) => games::blocky::run(command, common),
        Command::Kami(command) => games::kami::run(command, common),
        Command::Tetris(command) => games::tetris::run(command, common),
        Command::Flow(command) => games::flow::run(command, common),
        Command::Batch(arguments) => batch::run(arguments, common),
        Command::Serve(arguments) => serve::run(arguments, common),
        Command::Replay(arguments) => play::replay(arguments, common),
        Command::Completions(arguments) => shell::completions(arguments, Arguments::command()).map(|()| Exit::Answered),
        Command::Man(arguments) => shell::man(arguments, Arguments::command()).map(|()| Exit::Answered),
    }
}
