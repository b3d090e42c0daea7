//! `azulejo kami play`: the document's game at a prompt, with undo, saving and resuming.
//!
//! Difficulty, moves and colours are shown first. An entry is a move such as `F4 2`, or a word; a wrong one is explained
//! and costs nothing. `dica` (or `hint`) plays the next move of a shortest solution, and ends the game when there is
//! none. The result is 1 for a solved board, -1 after a hint that found no way, 0 otherwise.

use std::io::{BufRead as _, IsTerminal as _};
use std::path::{Path, PathBuf};

use azulejo_core::budget::Budget;
use azulejo_core::game::Status;
use azulejo_core::id::Id;
use azulejo_core::problem::Problem;
use azulejo_core::record::{Record, Session};
use azulejo_core::scene::ansi::ansi;
use azulejo_games::GAMES;
use azulejo_kami::ENTRY;
use azulejo_kami::format::{Format, line};
use azulejo_kami::position::Position;
use azulejo_kami::solve::hint;
use clap::Args;
use serde_json::json;

use super::{GAME, of_text, plural};
use crate::failure::{Exit, Failure, Reply};
use crate::input::{self, Input};
use crate::options::Common;
use crate::output::{self, note};
use crate::play::seed_or_fresh;

#[derive(Debug, Args)]
pub(crate) struct Play {
    /// A level file, `-`, an id, or a saved game; a new level by default
    #[arg(value_name = "BOARD")]
    input: Option<String>,
    /// The file's form, where its name and text do not tell
    #[arg(long, value_parser = ["square", "triangular", "graph", "json"])]
    format: Option<String>,
    /// The colour the board must end in
    #[arg(long, value_name = "COLOR", value_parser = clap::value_parser!(u32).range(1..))]
    target: Option<u32>,
    /// What a new level should be like
    #[arg(long, default_value = "10x10c4")]
    setup: String,
    /// The seed of a new level: a number or any text
    #[arg(long)]
    seed: Option<String>,
    /// Save the game to this file after every move
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Show the distance to the end after every move
    #[arg(long)]
    distance: bool,
}

/// Plays until the game or the input ends.
pub(crate) fn run(arguments: &Play, common: &Common) -> Reply {
    let session = open(arguments)?;
    let budget = common.plain_budget();
    Table { session, arguments, common, budget, ended: Ended::Open }.play()
}

fn open(arguments: &Play) -> Result<Session, Failure> {
    let Some(argument) = &arguments.input else {
        let seed = seed_or_fresh(arguments.seed.as_deref());
        return Ok(Session::begin(&ENTRY, Id::seeded(GAME, &arguments.setup, seed))?);
    };
    let (name, text) = match input::read(argument, GAME)? {
        Input::Id(id) => return Ok(Session::begin(&ENTRY, id)?),
        Input::Text { name, text } => (name, text),
    };
    let fail = |problems| Failure::in_file(&name, problems);
    if Id::looks_like(GAME, text.trim_start()) {
        let first = text.trim_start().lines().next().unwrap_or_default();
        let record: Record = first.parse().map_err(|problem: Problem| fail(problem.into()))?;
        return Session::resume(GAMES, &record).map_err(fail);
    }
    let extension = Path::new(&name).extension().and_then(|text| text.to_str()).unwrap_or_default();
    let format = arguments.format.as_deref().and_then(Format::named).or(Format::of_extension(extension));
    let mut position = of_text(&text, format).map_err(fail)?;
    position.level.target = arguments.target.or(position.level.target);
    Ok(Session::begin(&ENTRY, Id::literal(GAME, "", line::write(&position)))?)
}

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    /// Not yet, or the input ended first.
    Open,
    /// A hint was asked for and there was no way.
    NoWay,
    /// The player stopped.
    Quit,
}

struct Table<'a> {
    session: Session,
    arguments: &'a Play,
    common: &'a Common,
    budget: Budget,
    ended: Ended,
}

impl Table<'_> {
    fn play(mut self) -> Reply {
        let level = self.position()?.level;
        self.say(&format!(
            "Difficulty: {}\nMoves: {}\nColours: {}\n",
            match level.difficulty {
                1 => "1 (easy)".to_owned(),
                2 => "2 (medium)".to_owned(),
                3 => "3 (hard)".to_owned(),
                other => other.to_string(),
            },
            level.moves,
            (1..=level.colors.min(99)).map(|color| color.to_string()).collect::<Vec<_>>().join(" "),
        ))?;
        if let Some(target) = level.target {
            self.say(&format!("The board must end in colour {target}\n"))?;
        }
        self.show()?;
        let mut lines = std::io::stdin().lock().lines();
        while self.ended == Ended::Open && matches!(self.session.status()?, Status::Playing { .. }) {
            self.prompt()?;
            let Some(line) = lines.next() else { break };
            // Bytes that are no text are a wrong entry like any other.
            let line = line.unwrap_or_else(|_| "\u{fffd}".to_owned());
            if let Err(problem) = self.act(line.trim()) {
                self.say(&format!("{problem}\n"))?;
            }
        }
        self.finish()
    }

    fn position(&self) -> Result<Position, Problem> {
        serde_json::from_value(self.session.position().clone()).map_err(|error| Problem::new(error.to_string()))
    }

    /// With `--json` standard output is for the record alone.
    fn say(&self, text: &str) -> Result<(), Failure> {
        if self.common.json {
            note(text.trim_end());
            return Ok(());
        }
        output::print(text)
    }

    fn prompt(&self) -> Result<(), Failure> {
        if self.common.json && !std::io::stdin().is_terminal() {
            return Ok(());
        }
        self.say("Type '<column><row> <colour>' or 'hint': ")?;
        if std::io::stdin().is_terminal() { Ok(()) } else { self.say("\n") }
    }

    fn show(&self) -> Result<(), Failure> {
        let scene = (ENTRY.scene)(self.session.position())?;
        self.say(&ansi(&scene, &self.common.style(), self.common.depth()))?;
        if !self.arguments.distance || !matches!(self.session.status()?, Status::Playing { .. }) {
            return Ok(());
        }
        let position = self.position()?;
        match hint(&position.level.board, position.level.target, None, &self.budget) {
            Ok(Some(hint)) if hint.distance == hint.lower_bound => {
                self.say(&format!("{} to the end at least\n", plural(hint.distance as usize)))
            }
            Ok(Some(hint)) => self.say(&format!("{} to {} moves to the end\n", hint.lower_bound, hint.distance)),
            _ => Ok(()),
        }
    }

    fn act(&mut self, line: &str) -> Result<(), Problem> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let done = match (word.to_lowercase().as_str(), rest.trim()) {
            ("", _) => Ok(()),
            ("dica" | "hint" | "h", "") => self.hint(),
            ("undo" | "u", "") => self.undo(),
            ("redo" | "r", "") => {
                self.session.redo();
                self.keep().and_then(|()| self.show())
            }
            ("restart", "") => {
                self.session.restart();
                self.keep().and_then(|()| self.show())
            }
            ("quit" | "exit" | "q", "") => {
                self.ended = Ended::Quit;
                Ok(())
            }
            ("show", "") => self.show(),
            ("help" | "?", "") => self.say(HELP),
            ("record", "") => self.say(&format!("{}\n", self.session.record())),
            ("save", file) if !file.is_empty() => self.save_to(Path::new(file)),
            _ => {
                self.session.play(line)?;
                self.keep().and_then(|()| self.show())
            }
        };
        done.map_err(Failure::into_problem)
    }

    /// Plays the next move of a shortest solution; without one the game is lost.
    fn hint(&mut self) -> Result<(), Failure> {
        let position = self.position()?;
        match hint(&position.level.board, position.level.target, Some(position.left()), &self.budget) {
            Ok(Some(hint)) => {
                let Some(next) = hint.next else { return Ok(()) };
                // A level may offer fewer colours than its board has; a hint must not need others.
                if let Err(problem) = self.session.play(&next.to_string()) {
                    return self.say(&format!("the way to the end needs {next}, but {problem}\n"));
                }
                self.say(&format!("Hint: {next}\n"))?;
                self.keep()?;
                self.show()
            }
            Ok(None) => {
                self.ended = Ended::NoWay;
                self.say("There is no valid move\n")
            }
            Err(stop) => self.say(&format!("no hint in time: {stop}\n")),
        }
    }

    fn undo(&mut self) -> Result<(), Failure> {
        match self.session.undo().map(str::to_owned) {
            None => self.say("there is nothing to undo\n"),
            Some(action) => {
                self.say(&format!("took back `{action}`\n"))?;
                self.keep().and_then(|()| self.show())
            }
        }
    }

    fn saved(&self) -> String {
        format!("{}\n", self.session.record())
    }

    fn keep(&self) -> Result<(), Failure> {
        self.arguments.save.as_ref().map_or(Ok(()), |path| output::write_file(path, self.saved().as_bytes()))
    }

    fn save_to(&self, path: &Path) -> Result<(), Failure> {
        output::write_file(path, self.saved().as_bytes())?;
        self.say(&format!("saved to {}\n", path.display()))
    }

    fn finish(self) -> Reply {
        let status = self.session.status()?;
        let (result, text, ended) = match (status, self.ended) {
            (Status::Won { .. }, _) => (1, "Well done!\n", "solved"),
            (_, Ended::NoWay) => (-1, "The board was not solved\n", "no_way"),
            (Status::Playing { .. }, Ended::Quit) => (0, "The game is not over; go on with its record:\n", "quit"),
            (Status::Playing { .. }, _) => (0, "The game is not over; go on with its record:\n", "input"),
            _ => (0, "The board was not solved\n", "out_of_moves"),
        };
        self.keep()?;
        let record = self.session.record();
        if self.common.json {
            let rest = json!({
                "result": result,
                "ended": ended,
                "record": record.to_string(),
                "moves": record.moves,
                "outcome": status,
                "position": self.session.position(),
            });
            output::print_json(GAME, "play", "ok", &rest)?;
        } else {
            self.say(text)?;
            if matches!(status, Status::Playing { .. }) {
                self.say(&format!("{record}\n"))?;
            }
        }
        Ok(if result == 1 || ended == "quit" || ended == "input" { Exit::Answered } else { Exit::No })
    }
}

const HELP: &str = "\
F4 2          paint the region at F4 with colour 2
hint, dica    play the next move of a shortest solution
undo, redo    take a move back, play it again
restart       back to the beginning
show          draw the board again
record        the game so far as one line
save FILE     write that line to a file; `play FILE` goes on with it
quit          stop here
";
