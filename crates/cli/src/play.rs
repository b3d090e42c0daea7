//! Playing any game at a prompt: moves by notation, hint, undo, save, resume; people and bots at one table.
//!
//! The loop knows no game: it holds a [`Session`], shows its scene, and hands on what is typed.

use std::io::{BufRead, IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};

use azulejo_core::budget::Budget;
use azulejo_core::erased::Entry;
use azulejo_core::game::Status;
use azulejo_core::id::Id;
use azulejo_core::outcome::Outcome;
use azulejo_core::problem::Problem;
use azulejo_core::random::Random;
use azulejo_core::record::{Record, Session};
use azulejo_core::scene::Scene;
use azulejo_core::scene::ansi::ansi;
use azulejo_games::GAMES;
use clap::Args;
use serde::Serialize;

use crate::failure::{Exit, Failure, Reply};
use crate::input::{self, Input};
use crate::options::{Common, Pictures};
use crate::output::{self, note};

/// `azulejo GAME play`: what every game's play command takes.
#[derive(Debug, Args)]
pub(crate) struct Play {
    /// A board, an id, or a record to go on with; a new game by default
    #[arg(value_name = "INPUT")]
    pub(crate) input: Option<String>,
    /// What the players agree on, in the game's own notation
    #[arg(long, default_value = "")]
    pub(crate) setup: String,
    /// The seed of a new game: a number or any text
    #[arg(long, conflicts_with = "input")]
    pub(crate) seed: Option<String>,
    /// Save the record to this file after every move
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Computer players, who take the last seats: `greedy,strong`
    #[arg(long, value_delimiter = ',', value_name = "BOTS")]
    pub(crate) bots: Vec<String>,
}

/// `azulejo replay`
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// A file with a record in its first line, `-`, or the record itself in quotes
    record: String,
    /// Stop after so many moves
    #[arg(long, value_name = "N")]
    until: Option<usize>,
    #[command(flatten)]
    pictures: Pictures,
}

/// What is printed of a game with `--json`.
#[derive(Serialize)]
struct Played {
    record: String,
    moves: Vec<String>,
    outcome: Status,
    position: serde_json::Value,
}

/// A seed nobody chose: different each time, and always told.
pub(crate) fn fresh_seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    // Six digits are easy to read out and type again.
    since.map_or(0, |time| (time.as_nanos() / 1_000 % 1_000_000) as u64)
}

/// The seed given, or a fresh one.
pub(crate) fn seed_or_fresh(seed: Option<&str>) -> String {
    seed.map_or_else(|| fresh_seed().to_string(), str::to_owned)
}

/// Begins or resumes the game that the arguments ask for.
pub(crate) fn open(game: &'static Entry, arguments: &Play) -> Result<Session, Failure> {
    let Some(argument) = &arguments.input else {
        let seed = seed_or_fresh(arguments.seed.as_deref());
        let id = Id::seeded(game.name, &arguments.setup, seed).at_version(game.version);
        return Ok(Session::begin(game, id)?);
    };
    match input::read(argument, game.name)? {
        Input::Id(id) => Ok(Session::begin(game, id)?),
        Input::Text { name, text } => {
            let fail = |problems| Failure::in_file(&name, problems);
            let named = GAMES.0.iter().find(|other| Id::looks_like(other.name, text.trim_start()));
            if let Some(other) = named.filter(|other| other.name != game.name) {
                let message = format!("this is a record of {}, expected one of {}", other.title, game.title);
                return Err(fail(Problem::new(message).into()));
            }
            if Id::looks_like(game.name, text.trim_start()) {
                let record: Record = text.parse().map_err(|problem: Problem| fail(problem.into()))?;
                return Session::resume(GAMES, &record).map_err(fail);
            }
            let position = (game.read)(&arguments.setup, &text).map_err(fail)?;
            Ok(Session::begin(game, Id::literal(game.name, &arguments.setup, (game.write)(&position)?))?)
        }
    }
}

/// Plays at the prompt until the game or the input ends.
pub(crate) fn run(game: &'static Entry, arguments: &Play, common: &Common) -> Reply {
    if let Some(unknown) = arguments.bots.iter().find(|bot| !game.bots.contains(&bot.as_str())) {
        let known = if game.bots.is_empty() { "has none".to_owned() } else { format!("has {}", game.bots.join(", ")) };
        return Err(Problem::new(format!("there is no bot `{unknown}`: {} {known}", game.title)).into());
    }
    let session = open(game, arguments)?;
    let seats = (game.seats)(session.position())?;
    if arguments.bots.len() > seats {
        return Err(Problem::new(format!("{} bots cannot sit at a table of {seats}", arguments.bots.len())).into());
    }
    let mut table = Table {
        session,
        common,
        budget: common.plain_budget(),
        bots: &arguments.bots,
        save: arguments.save.as_deref(),
        random: Random::new(0),
    };
    table.play()?;
    table.finish()
}

struct Table<'a> {
    session: Session,
    common: &'a Common,
    budget: Budget,
    bots: &'a [String],
    save: Option<&'a Path>,
    random: Random,
}

impl Table<'_> {
    fn play(&mut self) -> Result<(), Failure> {
        self.say(&format!("{}: {}\n", self.session.game().title, self.session.record().id))?;
        self.say("`help` lists the commands\n")?;
        self.bots_move()?;
        self.show()?;
        let mut input = std::io::stdin().lock();
        while let Status::Playing { player } = self.session.status()? {
            self.prompt(player)?;
            let Some(line) = next_line(&mut input) else { break };
            match self.act(line.trim()) {
                Ok(Next::GoOn) => {}
                Ok(Next::Quit) => break,
                Err(problem) => self.complain(&problem)?,
            }
        }
        Ok(())
    }

    /// What is said to a person: with `--json` standard output is for the record alone.
    fn say(&self, text: &str) -> Result<(), Failure> {
        if self.common.json {
            note(text.trim_end());
            Ok(())
        } else {
            output::print(text)
        }
    }

    fn prompt(&self, player: usize) -> Result<(), Failure> {
        if std::io::stdin().is_terminal() && !self.common.json {
            return output::print(&format!("player {}> ", player + 1));
        }
        Ok(())
    }

    fn complain(&self, problem: &Problem) -> Result<(), Failure> {
        let hint = problem.hint.as_ref().map_or(String::new(), |hint| format!("\nhint: {hint}"));
        self.say(&format!("{problem}{hint}\n"))
    }

    fn scene(&self) -> Result<Scene, Problem> {
        (self.session.game().scene)(self.session.position())
    }

    fn show(&self) -> Result<(), Failure> {
        let text = ansi(&self.scene()?, &self.common.style(), self.common.depth());
        self.say(&text)
    }

    fn act(&mut self, line: &str) -> Result<Next, Problem> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let done = match (word, rest.trim()) {
            ("", _) => Ok(()),
            ("quit" | "exit", "") => return Ok(Next::Quit),
            ("help" | "?", "") => self.say(HELP),
            ("show", "") => self.show(),
            ("undo" | "u", "") => self.undo(),
            ("redo" | "r", "") => self.redo(),
            ("restart", "") => {
                self.session.restart();
                self.show()
            }
            ("moves", "") => self.moves(),
            ("check", "") => self.check(),
            ("hint" | "h", "") => self.hint(),
            ("record", "") => self.say(&format!("{}\n", self.session.record())),
            ("save", file) if !file.is_empty() => self.save_to(Path::new(file)),
            _ => {
                self.session.play(line)?;
                self.keep().and_then(|()| self.bots_move()).and_then(|()| self.show())
            }
        };
        done.map(|()| Next::GoOn).map_err(Failure::into_problem)
    }

    fn undo(&mut self) -> Result<(), Failure> {
        let Some(action) = self.session.undo().map(str::to_owned) else {
            return self.say("there is nothing to undo\n");
        };
        // A bot would only move again: go back to where a person decided.
        while self.bot_to_move()?.is_some() && self.session.undo().is_some() {}
        self.say(&format!("took back `{action}`\n"))?;
        self.keep().and_then(|()| self.show())
    }

    fn redo(&mut self) -> Result<(), Failure> {
        let Some(action) = self.session.redo().map(str::to_owned) else {
            return self.say("there is nothing to redo\n");
        };
        self.say(&format!("played `{action}` again\n"))?;
        // What the bots answered then is answered again, not thought out anew.
        while self.bot_to_move()?.is_some() && self.session.redo().is_some() {}
        self.bots_move().and_then(|()| self.show())
    }

    fn moves(&self) -> Result<(), Failure> {
        let moves = (self.session.game().moves)(self.session.position())?;
        let few: Vec<&str> = moves.iter().take(60).map(String::as_str).collect();
        let more = moves.len() - few.len();
        let more = if more == 0 { String::new() } else { format!("\n… and {more} more") };
        self.say(&format!("{}{more}\n", few.join("\n")))
    }

    fn check(&self) -> Result<(), Failure> {
        let violations = (self.session.game().check)(self.session.position())?;
        if violations.is_empty() {
            return self.say("no rule is broken\n");
        }
        violations.iter().try_for_each(|violation| self.say(&format!("{}: {}\n", violation.code, violation.message)))
    }

    fn hint(&self) -> Result<(), Failure> {
        let Some(hint) = self.session.game().hint else {
            return self.say(&format!("{} has no hints\n", self.session.game().title));
        };
        let text = match hint(self.session.position(), &self.budget)? {
            Outcome::Solved { solution, .. } => format!("{}\n{}\n", solution.line.join("; "), solution.reason),
            Outcome::Impossible => "there is no good move: nothing can be gained here\n".to_owned(),
            Outcome::GaveUp { stop, .. } => format!("no hint in time: {stop}\n"),
        };
        self.say(&text)
    }

    /// The bot whose turn it is, if it is a bot's.
    fn bot_to_move(&self) -> Result<Option<&str>, Problem> {
        let Status::Playing { player } = self.session.status()? else { return Ok(None) };
        let seats = (self.session.game().seats)(self.session.position())?;
        let first_bot = seats.saturating_sub(self.bots.len());
        Ok(player.checked_sub(first_bot).and_then(|index| self.bots.get(index)).map(String::as_str))
    }

    fn bots_move(&mut self) -> Result<(), Failure> {
        while let Some(bot) = self.bot_to_move()?.map(str::to_owned) {
            let Some(choose) = self.session.game().choose else { break };
            let choice = choose(self.session.position(), &bot, &mut self.random, &self.budget)?;
            let Some(action) = choice else { break };
            self.session.play(&action)?;
            self.say(&format!("{bot}: {action}\n"))?;
        }
        self.keep()
    }

    fn keep(&self) -> Result<(), Failure> {
        self.save.map_or(Ok(()), |path| output::write_file(path, self.saved().as_bytes()))
    }

    fn save_to(&self, path: &Path) -> Result<(), Failure> {
        output::write_file(path, self.saved().as_bytes())?;
        self.say(&format!("saved to {}\n", path.display()))
    }

    fn saved(&self) -> String {
        format!("{}\n", self.session.record())
    }

    fn finish(&self) -> Reply {
        let outcome = self.session.status()?;
        let record = self.session.record();
        if self.common.json {
            let moves = record.moves.clone();
            let position = self.session.position().clone();
            let played = Played { record: record.to_string(), moves, outcome, position };
            output::print_json(self.session.game().name, "play", "ok", &played)?;
        } else {
            let text = match outcome {
                Status::Playing { .. } => "the game is not over; go on with its record:\n".to_owned(),
                Status::Won { player } => format!("player {} has won\n", player + 1),
                Status::Lost => "lost\n".to_owned(),
                Status::Drawn => "nobody has won\n".to_owned(),
            };
            self.say(&format!("{text}{record}\n"))?;
        }
        let seats = (self.session.game().seats)(self.session.position())?;
        let people = seats.saturating_sub(self.bots.len());
        let lost = match outcome {
            Status::Lost => true,
            Status::Won { player } => people > 0 && player >= people,
            Status::Playing { .. } | Status::Drawn => false,
        };
        Ok(if lost { Exit::No } else { Exit::Answered })
    }
}

/// The longest line that is read as one command.
const LONGEST_LINE: u64 = 4096;

/// The next line typed; nothing at the end of the input, or when it cannot be read.
fn next_line(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = input.take(LONGEST_LINE).read_until(b'\n', &mut bytes).ok()?;
    // Bytes that are no text cannot be a command: said like any other wrong entry.
    (read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned())
}

enum Next {
    GoOn,
    Quit,
}

const HELP: &str = "\
a move in the game's notation plays it; `moves` lists the legal ones
hint          what to play, and why
undo, redo    take a move back, play it again
restart       back to the beginning
check         name every broken rule
show          draw the position again
record        the game so far as one line
save FILE     write that line to a file; `play FILE` goes on with it
quit          stop here
";

/// Plays a record again and shows where it leads.
pub(crate) fn replay(arguments: &Replay, common: &Common) -> Reply {
    let written_out = GAMES.0.iter().any(|game| Id::looks_like(game.name, &arguments.record));
    let (name, text) = match input::read_text(&arguments.record, input::LARGEST_TEXT) {
        Ok(Input::Text { name, text }) => (name, text),
        Ok(Input::Id(_)) | Err(_) if written_out => ("the record".to_owned(), arguments.record.clone()),
        Ok(Input::Id(id)) => (id.to_string(), id.to_string()),
        Err(failure) => return Err(failure),
    };
    let first = text.lines().find(|line| !line.trim().is_empty());
    let first =
        first.ok_or_else(|| Failure::in_file(&name, Problem::new("there is no record: expected an id and moves")))?;
    let mut record: Record = first.parse().map_err(|problem: Problem| Failure::in_file(&name, problem))?;
    record.moves.truncate(arguments.until.unwrap_or(usize::MAX));
    let session = Session::resume(GAMES, &record).map_err(|problems| Failure::in_file(&name, problems))?;
    let scene = (session.game().scene)(session.position())?;
    arguments.pictures.write(std::slice::from_ref(&scene), common)?;
    let outcome = session.status()?;
    if common.json {
        let (moves, position) = (record.moves.clone(), session.position().clone());
        let played = Played { record: record.to_string(), moves, outcome, position };
        output::print_json(session.game().name, "replay", "ok", &played)?;
    } else {
        output::print(&ansi(&scene, &common.style(), common.depth()))?;
    }
    Ok(Exit::Answered)
}
