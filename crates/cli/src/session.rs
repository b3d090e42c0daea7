//! Playing any game in a terminal: moves by notation, hint, undo, save, resume; people and bots at one table.
//!
//! The loop knows no game: it asks `play`, `hint`, `bot` and shows what they say, in the words of the game's own prompt.
//! With a terminal on both sides a game is played by keys (see [`crate::keys`]), at the same table.

use std::io::{BufRead, IsTerminal as _, Read as _};
use std::path::{Path, PathBuf};

use azulejo_core::budget::Budget;
use azulejo_core::grid::Cell;
use azulejo_core::id::Id;
use azulejo_core::problem::Problem;
use azulejo_core::question::{Question, Source};
use azulejo_core::record::Record;
use azulejo_core::registry::{Entry, Hinting};
use azulejo_core::report::{Report, Verdict};
use azulejo_core::scene::Draw;
use azulejo_games::ask;
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

use crate::arguments::{self, INPUT, flags, given};
use crate::ask::{named, print};
use crate::failure::{Exit, Failure, Reply};
use crate::input::{self, Content};
use crate::keys;
use crate::options::Common;
use crate::output::{self, note};

/// The verb that gives a position with all there is to show of it.
pub(crate) const VERB: &str = "play";
const NEW: &str = "new";

/// `azulejo GAME play`: the flags of a new game, and those of a table.
pub(crate) fn command(game: &'static Entry) -> Command {
    let mut command = Command::new(VERB)
        .about("Play in the terminal, against people and computer players")
        .arg(arguments::puzzle(game).help("A board, an id, or a record to go on with; a new game by default"));
    let mut known: Vec<String> = Vec::new();
    for verb in [VERB, NEW].into_iter().filter_map(|name| game.find(name)) {
        let with = flags(Command::new(VERB), verb);
        for arg in with.get_arguments().filter(|arg| !known.contains(&arg.get_id().to_string())) {
            command = command.arg(arg.clone());
        }
        known.extend(with.get_arguments().map(|arg| arg.get_id().to_string()));
    }
    let command =
        command
            .arg(Arg::new("save").long("save").value_name("FILE").help("Save the record to this file after every move"))
            .arg(Arg::new("plain").long("plain").action(ArgAction::SetTrue).help(
                "Type moves at a prompt instead of pressing keys; always so when input or output is not a terminal",
            ))
            .arg(
                Arg::new("distance")
                    .long("distance")
                    .action(ArgAction::SetTrue)
                    .help("Say after every move what a hint would say of it"),
            );
    if game.bots.is_empty() {
        return command;
    }
    let help = format!("Computer players, who take the last seats: {}", game.bots.join(", "));
    command.arg(Arg::new("bots").long("bots").value_delimiter(',').value_name("BOTS").help(help))
}

/// What `play` says of a position.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Seen {
    pub(crate) id: String,
    pub(crate) position: Box<RawValue>,
    pub(crate) state: String,
    pub(crate) player: Option<usize>,
    pub(crate) seats: usize,
    pub(crate) bot: Option<String>,
    /// Ticks a second that the game wants.
    #[serde(default)]
    pub(crate) clock: Option<u32>,
    #[serde(default)]
    facts: Vec<Fact>,
    pub(crate) ui: Option<Box<RawValue>>,
    #[serde(default)]
    pub(crate) controls: Vec<Control>,
    /// What a hand has played.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

/// A control, as far as keys are concerned.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Control {
    pub(crate) handle: String,
    #[serde(default)]
    pub(crate) keys: Vec<String>,
    pub(crate) label: Label,
    pub(crate) show: String,
}

/// What a player reads beside the board.
#[derive(Clone, Debug, Deserialize)]
struct Fact {
    code: String,
    text: String,
}

/// What a computer player is about to play.
pub(crate) struct Choice {
    /// The computer player.
    pub(crate) bot: String,
    /// Its move in notation.
    pub(crate) action: String,
    /// The cells that it is about.
    pub(crate) cells: Vec<Cell>,
}

/// The answer of `bot`, as far as it is read here.
#[derive(Deserialize)]
struct Chosen {
    #[serde(rename = "move")]
    action: Option<String>,
    #[serde(default)]
    cells: Vec<Cell>,
}

/// A sentence, as far as it is read here.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Label {
    pub(crate) text: String,
}

impl Seen {
    /// The parts of a view that a table needs.
    pub(crate) fn of(report: &Report) -> Result<Self, Problem> {
        serde_json::from_slice(&report.json())
            .map_err(|error| Problem::new(format!("the position cannot be shown: {error}")))
    }

    /// Whether the game goes on.
    pub(crate) fn goes_on(&self) -> bool {
        self.state == "playing"
    }
}

/// A game in progress: a record, every position on the way, and what was undone.
pub(crate) struct Table<'a> {
    pub(crate) game: &'static Entry,
    pub(crate) common: &'a Common,
    budget: Budget,
    record: Record,
    /// One more than moves: the first is where the game began.
    seen: Vec<Seen>,
    undone: Vec<String>,
    bots: Vec<String>,
    save: Option<PathBuf>,
    distance: bool,
    ended: Ended,
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

/// Plays until the game or the input ends.
pub(crate) fn run(game: &'static Entry, matches: &ArgMatches, common: &Common) -> Reply {
    let texts = |name: &str| -> Vec<String> {
        let found = matches.try_get_many::<String>(name).ok().flatten();
        found.into_iter().flatten().cloned().collect()
    };
    let bots = texts("bots");
    if let Some(unknown) = bots.iter().find(|bot| !game.bots.contains(&bot.as_str())) {
        let known = game.bots.join(", ");
        return Err(Problem::new(format!("there is no bot `{unknown}`: {} has {known}", game.title)).into());
    }
    let (id, moves, first) = begin(game, matches, common)?;
    if bots.len() > first.seats {
        return Err(Problem::new(format!("{} bots cannot sit at a table of {}", bots.len(), first.seats)).into());
    }
    let mut table = Table {
        game,
        common,
        budget: common.plain_budget(),
        record: Record::new(id),
        seen: vec![first],
        undone: Vec::new(),
        bots,
        save: texts("save").first().map(PathBuf::from),
        distance: matches.get_flag("distance"),
        ended: Ended::Open,
    };
    for (number, action) in moves.iter().enumerate() {
        let numbered = |problem: Problem| Problem {
            message: format!("move {} `{action}`: {}", number + 1, problem.message),
            ..problem
        };
        table.play(action).map_err(numbered)?;
    }
    let by_keys = !matches.get_flag("plain") && !common.json;
    if by_keys && std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        keys::play(&mut table)?;
    } else {
        table.prompt()?;
    }
    table.finish()
}

/// Where a game begins: its id, moves that were played already, and the first position.
fn begin(game: &'static Entry, matches: &ArgMatches, common: &Common) -> Result<(Id, Vec<String>, Seen), Failure> {
    let view = game.verb(VERB)?;
    let budget = common.budget();
    let reading = given(matches, view)?;
    let wish = given(matches, game.verb(NEW)?)?;
    let argument = match (matches.get_one::<String>(INPUT), game.prompt.file) {
        (None, Some(asking)) if wish.options.is_empty() => asked_for(asking, common)?,
        (argument, _) => argument.cloned(),
    };
    let Some(argument) = argument else {
        let report = question(game, NEW, Source::Nothing, &wish.options, &budget)?;
        let made: Value = serde_json::from_slice(&report.json()).unwrap_or_default();
        let Some(id) = made["id"].as_str() else {
            let stop = report.head().stop.map_or_else(|| "nobody knows why".to_owned(), |stop| stop.to_string());
            return Err(Problem::new(format!("no new game: {stop}")).into());
        };
        let seen = question(game, VERB, Source::text(id.to_owned()), &Map::new(), &budget)?;
        return Ok((id.parse()?, Vec::new(), Seen::of(&seen)?));
    };
    let mut input = input::read(&argument, game)?;
    let mut moves = Vec::new();
    if let Content::Text(text) = &input.content
        && Id::looks_like(game.name, text.trim_start())
    {
        let first = text.trim_start().lines().next().unwrap_or_default();
        let bad = |problem: Problem| named(problem.into(), &input, &[]);
        let record: Record = first.parse().map_err(bad)?;
        moves = record.moves;
        input.content = Content::Text(record.id.to_string());
    }
    let report = question(game, VERB, input.source(), &reading.options, &budget);
    let report = report.map_err(|failure| match failure {
        Failure::Bad { problems, .. } => named(problems, &input, &reading.files),
        gone @ Failure::ReaderGone => gone,
    })?;
    let seen = Seen::of(&report)?;
    Ok((seen.id.parse()?, moves, seen))
}

/// What is typed for a question; nothing for an empty line, or at the end of the input.
fn asked_for(asking: &str, common: &Common) -> Result<Option<String>, Failure> {
    if common.json {
        note(asking.trim_end());
    } else if std::io::stdin().is_terminal() {
        output::print(asking)?;
    } else {
        output::print(&format!("{asking}\n"))?;
    }
    let typed = next_line(&mut std::io::stdin().lock()).unwrap_or_default();
    Ok(Some(typed.trim().to_owned()).filter(|typed| !typed.is_empty()))
}

fn question(
    game: &Entry,
    verb: &str,
    source: Source<'_>,
    options: &Map<String, Value>,
    budget: &Budget,
) -> Result<Report, Failure> {
    let options = to_raw_value(options).ok().map(std::borrow::Cow::Owned);
    let question = Question { game: game.name.into(), verb: verb.into(), source, options, ..Question::default() };
    Ok(ask(&question, budget)?)
}

impl Table<'_> {
    /// The position now.
    pub(crate) fn seen(&self) -> &Seen {
        // It begins with one element, and `undo` never takes the last one away.
        &self.seen[self.seen.len() - 1]
    }

    /// Asks a verb about the position now.
    pub(crate) fn ask(&self, verb: &str, options: &Value, draw: Option<Draw>) -> Result<Report, Problem> {
        let question = Question {
            game: self.game.name.into(),
            verb: verb.into(),
            source: Source::Position(std::borrow::Cow::Borrowed(&self.seen().position)),
            options: to_raw_value(options).ok().map(std::borrow::Cow::Owned),
            draw,
            ..Question::default()
        };
        ask(&question, &self.budget).map_err(|problems| problems.list()[0].clone())
    }

    /// Plays a move; an illegal one changes nothing.
    pub(crate) fn play(&mut self, action: &str) -> Result<(), Problem> {
        let question = Question {
            game: self.game.name.into(),
            verb: VERB.into(),
            source: Source::Position(std::borrow::Cow::Borrowed(&self.seen().position)),
            moves: vec![action.into()],
            ..Question::default()
        };
        let report = ask(&question, &self.budget).map_err(|problems| problems.list()[0].clone())?;
        self.seen.push(Seen::of(&report)?);
        self.record.moves.push(action.trim().to_owned());
        self.undone.clear();
        Ok(())
    }

    /// The computer player to move: the position's own, or one of those who took the last seats.
    fn bot(&self) -> Option<String> {
        let seen = self.seen();
        let player = seen.player.filter(|_| seen.goes_on())?;
        let first = seen.seats.saturating_sub(self.bots.len());
        seen.bot.clone().or_else(|| self.bots.get(player.checked_sub(first)?).cloned())
    }

    /// What the computer player to move is about to play; nothing on a person's turn, or when it plays nothing.
    pub(crate) fn choice(&self) -> Result<Option<Choice>, Failure> {
        let Some(bot) = self.bot() else { return Ok(None) };
        let report = self.ask("bot", &json!({ "bot": bot }), None)?;
        let Chosen { action, cells } = serde_json::from_slice(&report.json())
            .map_err(|error| Problem::new(format!("the move of {bot} cannot be read: {error}")))?;
        Ok(action.map(|action| Choice { bot, action, cells }))
    }

    /// Lets computer players move until it is a person's turn; says what they play.
    fn bots_move(&mut self) -> Result<Vec<String>, Failure> {
        let mut said = Vec::new();
        while let Some(Choice { bot, action, .. }) = self.choice()? {
            self.play(&action)?;
            said.push(format!("{bot}: {action}"));
        }
        self.keep()?;
        Ok(said)
    }

    /// Takes the last move back, and those of computer players before it; says which.
    pub(crate) fn undo(&mut self) -> Option<String> {
        let taken = self.undo_one()?;
        while self.bot().is_some() && self.undo_one().is_some() {}
        Some(taken)
    }

    fn undo_one(&mut self) -> Option<String> {
        let action = self.record.moves.pop()?;
        self.seen.pop();
        self.undone.push(action.clone());
        Some(action)
    }

    /// Plays again what was taken back last, and what computer players answered then.
    pub(crate) fn redo(&mut self) -> Option<String> {
        let again = self.redo_one()?;
        while self.bot().is_some() && self.redo_one().is_some() {}
        Some(again)
    }

    fn redo_one(&mut self) -> Option<String> {
        let action = self.undone.pop()?;
        let rest = std::mem::take(&mut self.undone);
        // It was legal here before, and play is pure; were it not, nothing is redone.
        let played = self.play(&action).is_ok();
        self.undone = rest;
        played.then_some(action)
    }

    /// Keeps the record where it was asked for.
    pub(crate) fn keep(&self) -> Result<(), Failure> {
        self.save.as_deref().map_or(Ok(()), |path| output::write_file(path, self.saved().as_bytes()))
    }

    fn saved(&self) -> String {
        format!("{}\n", self.record)
    }

    fn prompt(&mut self) -> Result<(), Failure> {
        self.greet()?;
        for line in self.bots_move()? {
            self.say(&format!("{line}\n"))?;
        }
        self.show()?;
        let mut input = std::io::stdin().lock();
        while self.ended == Ended::Open && self.seen().goes_on() {
            self.ask_for_move()?;
            let Some(line) = next_line(&mut input) else { break };
            match self.act(line.trim()) {
                Ok(()) => {}
                Err(Failure::ReaderGone) => return Err(Failure::ReaderGone),
                Err(failure) => self.say(&format!("{}\n", failure.line()))?,
            }
        }
        Ok(())
    }

    fn greet(&self) -> Result<(), Failure> {
        let prompt = &self.game.prompt;
        for code in prompt.header {
            for fact in self.seen().facts.iter().filter(|fact| fact.code == *code) {
                self.say(&format!("{}\n", fact.text))?;
            }
        }
        if prompt.header.is_empty() {
            self.say(&format!("{}: {}\n`help` lists the commands\n", self.game.title, self.record.id))?;
        }
        Ok(())
    }

    /// What is said to a person: with `--json` standard output is for the record alone.
    fn say(&self, text: &str) -> Result<(), Failure> {
        if self.common.json {
            note(text.trim_end());
            return Ok(());
        }
        output::print(text)
    }

    fn ask_for_move(&self) -> Result<(), Failure> {
        let terminal = std::io::stdin().is_terminal();
        if self.common.json || !(terminal || self.game.prompt.always) {
            return Ok(());
        }
        let asked = numbered(self.game.prompt.ask, self.seen().player);
        output::print(&if terminal { asked } else { format!("{asked}\n") })
    }

    /// Draws the position, and says what there is to know of it.
    pub(crate) fn show(&self) -> Result<(), Failure> {
        self.tell(&self.ask(VERB, &json!({}), None)?)?;
        if self.distance && self.seen().goes_on() {
            for message in self.ask("hint", &json!({}), None)?.words() {
                self.say(&format!("{message}\n"))?;
            }
        }
        Ok(())
    }

    fn tell(&self, report: &Report) -> Result<(), Failure> {
        if self.common.json {
            report.words().iter().for_each(|message| note(&message.text));
            return Ok(());
        }
        print(&report.page(), self.common)
    }

    fn act(&mut self, line: &str) -> Result<(), Failure> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("", _) => Ok(()),
            ("quit" | "exit" | "q", "") => {
                self.ended = Ended::Quit;
                Ok(())
            }
            ("help" | "?", "") => {
                let (form, does) = self.game.prompt.help;
                self.say(&format!("{form:<13} {does}\n{HELP}"))
            }
            ("show", "") => self.show(),
            ("undo" | "u", "") => match self.undo() {
                None => self.say("there is nothing to undo\n"),
                Some(action) => self.told_again(&format!("took back `{action}`\n")),
            },
            ("redo" | "r", "") => match self.redo() {
                None => self.say("there is nothing to redo\n"),
                Some(action) => self.told_again(&format!("played `{action}` again\n")),
            },
            ("restart", "") => {
                while self.undo_one().is_some() {}
                self.keep().and_then(|()| self.show())
            }
            (verb @ ("moves" | "check"), "") => self.tell(&self.ask(verb, &json!({}), None)?),
            ("record", "") => self.say(&self.saved()),
            ("save", file) if !file.is_empty() => {
                output::write_file(Path::new(file), self.saved().as_bytes())?;
                self.say(&format!("saved to {file}\n"))
            }
            (word, "") if self.game.prompt.hints.contains(&word) => self.hint(),
            _ => {
                self.play(line)?;
                self.moved()
            }
        }
    }

    fn told_again(&self, text: &str) -> Result<(), Failure> {
        self.say(text)?;
        self.keep().and_then(|()| self.show())
    }

    fn moved(&mut self) -> Result<(), Failure> {
        self.keep()?;
        for line in self.bots_move()? {
            self.say(&format!("{line}\n"))?;
        }
        self.show()
    }

    fn hint(&mut self) -> Result<(), Failure> {
        if self.game.find("hint").is_none() {
            return self.say(&format!("{} has no hints\n", self.game.title));
        }
        let options: Value = serde_json::from_str(self.game.prompt.hint_options).unwrap_or_default();
        let report = self.ask("hint", &options, None)?;
        if self.game.prompt.hint == Hinting::Tells {
            return self.tell(&report);
        }
        let answer: Value = serde_json::from_slice(&report.json()).unwrap_or_default();
        match (answer["move"].as_str(), report.head().verdict) {
            (Some(action), _) => {
                if let Err(problem) = self.play(action) {
                    return self.say(&format!("the way to the end needs {action}, but {problem}\n"));
                }
                self.say(&format!("{}\n", self.game.prompt.hinted.replace("{move}", action)))?;
                self.moved()
            }
            (None, Verdict::No) => {
                self.ended = Ended::NoWay;
                self.say(&format!("{}\n", self.game.prompt.no_hint))
            }
            (None, _) => self.tell(&report),
        }
    }

    fn finish(&self) -> Reply {
        let seen = self.seen();
        self.keep()?;
        let people = seen.seats.saturating_sub(self.bots.len());
        let person = seen.player.is_none_or(|player| player < people && seen.bot.is_none());
        let (result, ended) = match (seen.state.as_str(), self.ended) {
            ("won", _) if person || people == 0 => (1, "solved"),
            ("won", _) => (0, "beaten"),
            (_, Ended::NoWay) => (-1, "no_way"),
            ("playing", Ended::Quit) => (0, "quit"),
            ("playing", _) => (0, "input"),
            _ => (0, "out_of_moves"),
        };
        let prompt = &self.game.prompt;
        if self.common.json {
            let outcome = match seen.player {
                Some(player) => json!({ "state": seen.state, "player": player }),
                None => json!({ "state": seen.state }),
            };
            output::print_json(&json!({
                "game": self.game.name, "command": VERB, "status": "ok", "result": result, "ended": ended,
                "record": self.record.to_string(), "moves": self.record.moves, "outcome": outcome,
                "position": seen.position,
            }))?;
        } else {
            let text = match (seen.state.as_str(), self.ended) {
                ("won", _) => numbered(prompt.won, seen.player),
                ("playing", Ended::NoWay) => prompt.no_way.to_owned(),
                ("lost", _) => prompt.lost.to_owned(),
                ("playing", _) => prompt.unfinished.to_owned(),
                _ => "nobody has won".to_owned(),
            };
            output::print(&format!("{text}\n{}", self.saved()))?;
        }
        let good = result == 1 || matches!(ended, "quit" | "input") || seen.state == "drawn";
        Ok(if good { Exit::Answered } else { Exit::No })
    }
}

/// A text of a prompt with the numbers of a player put in.
fn numbered(text: &str, player: Option<usize>) -> String {
    let seat = player.unwrap_or(0);
    text.replace("{player}", &(seat + 1).to_string()).replace("{seat}", &seat.to_string())
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

const HELP: &str = "\
moves         list every legal move
hint          what to play, and why
undo, redo    take a move back, play it again
restart       back to the beginning
check         name every broken rule
show          draw the position again
record        the game so far as one line
save FILE     write that line to a file; `play FILE` goes on with it
quit          stop here
";
