//! A game's commands as clap knows them, made from its table of verbs; and what was given, as the JSON of options.

use std::path::Path;

use azulejo_core::options::{File, Kind, Spec};
use azulejo_core::problem::Problem;
use azulejo_core::registry::{Entry, Shell};
use azulejo_core::verb::{self, Draws, FileKind, Needs};
use clap::builder::{PossibleValue, PossibleValuesParser, ValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args as _, Command};
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::input;
use crate::options::Pictures;
use crate::{capture, compare, repeat, session, talk, watch};

/// Which games' flags are needed.
#[derive(Clone, Copy)]
pub(crate) enum Wanted<'a> {
    /// Those of all.
    All,
    /// Those of this one alone.
    One(&'a str),
}

impl<'a> Wanted<'a> {
    /// The game that the arguments name first, wherever the general options stand.
    pub(crate) fn of(given: &'a [String]) -> Self {
        let named = given.iter().skip(1).find(|argument| azulejo_games::GAMES.find(argument).is_some());
        named.map_or(Self::One(""), |name| Self::One(name))
    }
}

/// The place of the puzzle among the arguments.
pub(crate) const INPUT: &str = "INPUT";

/// A game with its commands.
pub(crate) fn game(game: &'static Entry, wanted: Wanted<'_>) -> Command {
    let whole = match wanted {
        Wanted::All => true,
        Wanted::One(name) => name == game.name,
    };
    let command = Command::new(game.name).about(game.summary);
    if !whole {
        return command;
    }
    let command = command.subcommand_required(true).arg_required_else_help(true);
    let verbs = game.verbs.iter().filter(|verb| verb.name != session::VERB);
    let command = verbs.fold(command, |command, verb| with_verb(command, verb.name, self::verb(game, verb)));
    let shells = game.shells.iter().filter_map(|shell| match *shell {
        Shell::Compare { .. } => Some(compare::command(game, shell)),
        Shell::Capture => Some(capture::command(game)),
        Shell::Watch { .. } => Some(watch::command(game, shell)),
        Shell::Talk { name, about, .. } => Some(talk::command(name, about)),
        // It is the verb's own command.
        Shell::Repeat { .. } => None,
    });
    command.subcommand(session::command(game)).subcommands(shells)
}

/// A command of a game; verbs of two words share the command of the first.
fn with_verb(command: Command, name: &'static str, verb: Command) -> Command {
    let Some((first, second)) = name.split_once(' ') else { return command.subcommand(verb) };
    let verb = verb.name(second);
    if command.find_subcommand(first).is_some() {
        return command.mut_subcommand(first, |shared| shared.subcommand(verb));
    }
    let shared = Command::new(first).about(format!("Several commands about {first}"));
    command.subcommand(shared.subcommand_required(true).arg_required_else_help(true).subcommand(verb))
}

fn verb(game: &'static Entry, verb: &'static verb::Entry) -> Command {
    let mut command = Command::new(verb.name).about(verb.about).aliases(verb.aliases);
    if verb.needs == Needs::Puzzle {
        command = command.arg(puzzle(game).required(true));
    }
    command = flags(command, verb);
    for flag in verb.files {
        let value = if matches!(flag.kind, FileKind::File) { "FILE" } else { "DIR" };
        let mut arg = Arg::new(flag.name).long(flag.name).short(short(flag.name)).value_name(value).help(flag.about);
        if let FileKind::Folder { usual: Some(usual), .. } = flag.kind {
            arg = arg.default_value(usual);
        }
        command = command.arg(arg);
    }
    let repeats = |shell: &Shell| matches!(shell, Shell::Repeat { verb: repeated, .. } if *repeated == verb.name);
    if game.shells.iter().any(repeats) {
        command = repeat::command(command);
    }
    match verb.draws {
        // The group of arguments has a description of its own, which would take the verb's place.
        Draws::Scenes => Pictures::augment_args(command).about(verb.about).long_about(None),
        Draws::Nothing => command,
    }
}

/// Where answers go has a short name too.
fn short(name: &str) -> Option<char> {
    (name == "out").then_some('o')
}

/// The argument that names the puzzle.
pub(crate) fn puzzle(game: &Entry) -> Arg {
    let help =
        format!("A file, `-` for standard input, an id such as `{}#42`, an address, or the puzzle itself", game.name);
    Arg::new(INPUT).value_name(INPUT).help(help).allow_hyphen_values(true)
}

/// A verb's options as flags.
pub(crate) fn flags(command: Command, verb: &verb::Entry) -> Command {
    let mut places: Vec<&Spec> = verb.table().0.iter().filter(|spec| spec.place.is_some()).collect();
    places.sort_by_key(|spec| spec.place);
    let command = places.into_iter().fold(command, |command, spec| command.arg(argument(spec)));
    let named = verb.table().0.iter().filter(|spec| spec.place.is_none());
    named.fold(command, |command, spec| match &spec.kind {
        Kind::Flag if spec.default != Some(Value::Bool(false)) => command.arg(argument(spec)).arg(refusal(spec)),
        _ => command.arg(argument(spec)),
    })
}

fn long(spec: &Spec) -> String {
    spec.name.replace('_', "-")
}

fn argument(spec: &Spec) -> Arg {
    let mut arg = Arg::new(spec.name.clone()).help(help(spec)).required(spec.required);
    arg = match spec.place {
        Some(_) => arg.value_name(spec.value.clone().unwrap_or_else(|| spec.name.to_uppercase())),
        None => arg.long(long(spec)),
    };
    for other in &spec.conflicts {
        arg = arg.conflicts_with(other.clone());
    }
    if matches!(spec.kind, Kind::Flag) {
        let arg = arg.action(ArgAction::SetTrue);
        return if spec.default == Some(Value::Bool(false)) { arg } else { arg.overrides_with(no(spec)) };
    }
    if let (None, Some(value)) = (spec.place, &spec.value) {
        arg = arg.value_name(value.clone());
    } else if spec.place.is_none() {
        arg = arg.value_name(placeholder(&spec.kind));
    }
    match &spec.kind {
        // An empty list is a list too, and its own reader knows its words.
        Kind::List(_) => arg.value_delimiter(',').allow_hyphen_values(true),
        kind if spec.file == File::No => arg.value_parser(parser(kind)).allow_hyphen_values(true),
        _ => arg.allow_hyphen_values(true),
    }
}

fn no(spec: &Spec) -> String {
    format!("no_{}", spec.name)
}

/// The flag that says no to an option which is not off by itself.
fn refusal(spec: &Spec) -> Arg {
    Arg::new(no(spec))
        .long(format!("no-{}", long(spec)))
        .help(format!("The opposite of `--{}`", long(spec)))
        .action(ArgAction::SetTrue)
        .overrides_with(spec.name.clone())
}

fn help(spec: &Spec) -> String {
    let default = match &spec.default {
        None | Some(Value::Bool(_) | Value::Null) => String::new(),
        Some(Value::String(text)) if text.is_empty() => String::new(),
        Some(Value::Array(items)) if items.is_empty() => String::new(),
        Some(Value::String(text)) => format!(" [default: {text}]"),
        Some(Value::Array(items)) => {
            let items: Vec<String> = items.iter().map(|item| item.to_string().trim_matches('"').to_owned()).collect();
            format!(" [default: {}]", items.join(","))
        }
        Some(value) => format!(" [default: {value}]"),
    };
    format!("{}{default}", spec.about)
}

fn placeholder(kind: &Kind) -> &'static str {
    match kind {
        Kind::Integer(..) | Kind::Number => "N",
        Kind::List(_) => "LIST",
        Kind::Json => "JSON",
        Kind::Flag | Kind::Choice(_) | Kind::Text | Kind::NumberOrText => "VALUE",
    }
}

fn parser(kind: &Kind) -> ValueParser {
    match kind {
        Kind::Choice(words) => {
            let values = words.iter().map(|(word, help)| {
                let value = PossibleValue::new(word.clone());
                if help.is_empty() { value } else { value.help(help.clone()) }
            });
            PossibleValuesParser::new(values).into()
        }
        &Kind::Integer(least, most) => ValueParser::new(move |text: &str| integer(text, least, most)),
        Kind::Number => ValueParser::new(|text: &str| {
            text.parse::<f64>().map(|_| text.to_owned()).map_err(|_| "expected a number".to_owned())
        }),
        Kind::Json => ValueParser::new(|text: &str| {
            serde_json::from_str::<Value>(text).map(|_| text.to_owned()).map_err(|error| format!("no JSON: {error}"))
        }),
        Kind::Flag | Kind::List(_) | Kind::Text | Kind::NumberOrText => ValueParser::string(),
    }
}

fn integer(text: &str, least: Option<i64>, most: Option<i64>) -> Result<String, String> {
    let range = match (least, most) {
        (Some(least), Some(most)) => format!(" from {least} to {most}"),
        (Some(least), None) => format!(" from {least}"),
        _ => String::new(),
    };
    let number: i128 = text.parse().map_err(|_| format!("expected a whole number{range}"))?;
    let fits =
        least.is_none_or(|least| number >= i128::from(least)) && most.is_none_or(|most| number <= i128::from(most));
    if fits { Ok(number.to_string()) } else { Err(format!("expected a whole number{range}")) }
}

/// The options that were given, and the names of the files they came from.
pub(crate) struct Given {
    pub(crate) options: Map<String, Value>,
    pub(crate) files: Vec<(String, String)>,
}

/// What was given of a verb's options; files that they name are read.
pub(crate) fn given(matches: &ArgMatches, verb: &verb::Entry) -> Result<Given, Failure> {
    let mut given = Given { options: Map::new(), files: Vec::new() };
    let is_given = |name: &str| matches.value_source(name) == Some(ValueSource::CommandLine);
    for spec in &verb.table().0 {
        if matches!(spec.kind, Kind::Flag) {
            if is_given(&spec.name) && matches.get_flag(&spec.name) {
                given.options.insert(spec.name.clone(), true.into());
            } else if spec.default != Some(Value::Bool(false)) && is_given(&no(spec)) && matches.get_flag(&no(spec)) {
                given.options.insert(spec.name.clone(), false.into());
            }
            continue;
        }
        if !is_given(&spec.name) {
            continue;
        }
        let texts: Vec<&String> = matches.get_many(&spec.name).into_iter().flatten().collect();
        let value = match (&spec.kind, &spec.file, texts.first()) {
            (Kind::List(kind), ..) => {
                let items = texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty());
                items.map(|text| json(text, kind)).collect()
            }
            (_, File::Unless(names), Some(text)) if !names.contains(text) => {
                let (name, content) = match input::option_text(text) {
                    Err(_) if !names.is_empty() && !Path::new(text).exists() && *text != "-" => {
                        let known = names.join(", ");
                        let message = format!("there is no file `{text}`: expected {known}, or a file");
                        return Err(Failure::in_file(&format!("--{}", long(spec)), Problem::new(message)));
                    }
                    read => read?,
                };
                given.files.push((spec.name.clone(), name));
                content.into()
            }
            (kind, _, Some(text)) => json(text, kind),
            (_, _, None) => continue,
        };
        given.options.insert(spec.name.clone(), value);
    }
    Ok(given)
}

/// A value as JSON.
fn json(text: &str, kind: &Kind) -> Value {
    let number = || {
        serde_json::from_str::<Value>(text)
            .ok()
            .filter(|value| value.as_number().is_some_and(|number| number.to_string() == text))
    };
    match kind {
        Kind::Integer(..) | Kind::Number | Kind::NumberOrText => number().unwrap_or_else(|| text.into()),
        Kind::Json => serde_json::from_str(text).unwrap_or_else(|_| text.into()),
        Kind::Flag | Kind::Choice(_) | Kind::Text | Kind::List(_) => text.into(),
    }
}
