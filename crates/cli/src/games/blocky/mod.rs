//! `azulejo blocky`: new, show, flatten, score, apply, select; the plans are in [`plans`], whole games in [`table`]
//! and, by keys, in [`keys`].

mod keys;
mod plans;
mod table;

use azulejo_blocky::board::{Board, Color, MAX_DEPTH, Path};
use azulejo_blocky::format::{printed_tree, read_moves, read_position};
use azulejo_blocky::generate::{daily_seed, random_board};
use azulejo_blocky::goal::{Aim, Kind};
use azulejo_blocky::layout::{rectangles, select};
use azulejo_blocky::position::Setup;
use azulejo_blocky::python::Python;
use azulejo_blocky::rules::{Action, Rules, play};
use azulejo_blocky::{ENTRY, draw};
use azulejo_core::id::Id;
use azulejo_core::problem::{Problem, Problems};
use azulejo_core::random::{Random, seed_of};
use azulejo_core::scene::ansi::ansi;
use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::failure::{Exit, Failure, Reply};
use crate::input::{self, Input};
use crate::options::{Common, Pictures};
use crate::output::{note, print, print_json};
use crate::play::seed_or_fresh;

const GAME: &str = "blocky";
/// The largest board takes a tenth of this.
const LARGEST_BOARD: u64 = 4 << 20;

/// `azulejo blocky`
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make a random board
    New(New),
    /// Draw a board; with --json its rectangles and its tree
    Show(Show),
    /// Give the unit cells, column by column
    Flatten(BoardArgument),
    /// Score a board for every colour
    Score(BoardArgument),
    /// Play moves on a board
    Apply(Apply),
    /// Name the block at a point
    Select(Select),
    /// Find the best plan for a goal, proven where that is possible
    Best(plans::Best),
    /// Find the exact best score by any number of swaps and rotations
    Optimum(plans::Optimum),
    /// Find the fewest moves to a score
    Par(plans::Par),
    /// Play a game against people and computer players
    Play(table::Play),
    /// Let computer players play many games
    Simulate(table::Simulate),
}

/// Runs a command of Blocky.
pub(crate) fn run(command: &Command, common: &Common) -> Reply {
    match command {
        Command::New(arguments) => new(arguments, common),
        Command::Show(arguments) => show(arguments, common),
        Command::Flatten(arguments) => flatten(arguments, common),
        Command::Score(arguments) => score(arguments, common),
        Command::Apply(arguments) => apply(arguments, common),
        Command::Select(arguments) => select_block(arguments, common),
        Command::Best(arguments) => plans::best(arguments, common),
        Command::Optimum(arguments) => plans::optimum(arguments, common),
        Command::Par(arguments) => plans::par(arguments, common),
        Command::Play(arguments) => table::play(arguments, common),
        Command::Simulate(arguments) => table::simulate(arguments, common),
    }
}

#[derive(Debug, Args)]
pub(crate) struct BoardArgument {
    /// A board file, `-`, an id such as `blocky:d3#42`, or the board itself as JSON
    #[arg(value_name = "BOARD")]
    board: String,
}

impl BoardArgument {
    fn read(&self) -> Result<Board, Failure> {
        let argument = self.board.trim_start();
        if argument.starts_with(['{', '[']) && !std::path::Path::new(&self.board).exists() {
            return Ok(self.board.parse()?);
        }
        match input::read(&self.board, GAME)? {
            Input::Id(id) => board_of_id(&id),
            Input::Text { name, text } => {
                let read = if text.len() as u64 > LARGEST_BOARD {
                    Err(Problem::new("it is larger than 4 MiB, too large for a board").into())
                } else if Id::looks_like(GAME, text.trim_start()) {
                    return board_of_id(&text.split_whitespace().next().unwrap_or_default().parse()?);
                } else {
                    read_position(&Setup::default(), &text).map(|position| position.board)
                };
                read.map_err(|problems: Problems| Failure::in_file(&name, problems))
            }
        }
    }
}

fn board_of_id(id: &Id) -> Result<Board, Failure> {
    let position = ENTRY.open(id)?;
    serde_json::from_value(position).map_err(|error| Problem::new(error.to_string()).into())
}

/// The board's two members, for answers that contain one.
fn with_board(board: &Board, mut rest: Value) -> Value {
    rest["max_depth"] = board.depth().into();
    rest["board"] = json!(board.to_tree());
    rest
}

fn depth(text: &str) -> Result<u8, String> {
    let depth: Option<u8> = text.parse().ok().filter(|depth| *depth <= MAX_DEPTH);
    depth.ok_or(format!("expected a number from 0 to {MAX_DEPTH}"))
}

fn path(text: &str) -> Result<Path, String> {
    text.parse().map_err(|error: azulejo_blocky::board::BadPath| error.to_string())
}

fn aim(text: &str) -> Result<Aim, String> {
    text.parse().map_err(|problem: Problem| match problem.hint {
        Some(hint) => format!("{}: {hint}", problem.message),
        None => problem.message,
    })
}

fn rules(text: &str) -> Result<Rules, String> {
    text.parse().map_err(|problem: Problem| problem.message)
}

fn size(text: &str) -> Result<u32, String> {
    text.parse().ok().filter(|size| (1..=100_000).contains(size)).ok_or("expected a number from 1 to 100000".to_owned())
}

#[derive(Debug, Args)]
pub(crate) struct New {
    /// The deepest level of a block, 0 to 8
    #[arg(long, value_name = "D", default_value = "4", value_parser = depth)]
    depth: u8,
    /// The seed: a number or any text
    #[arg(long, value_name = "S")]
    seed: Option<String>,
    /// The board that the original program gives for `random.seed(S)`
    #[arg(long, value_name = "S", allow_negative_numbers = true, conflicts_with = "seed")]
    python_seed: Option<i128>,
    /// The board of a day, such as 2026-11-15; of today without one
    #[arg(long, value_name = "DATE", conflicts_with_all = ["seed", "python_seed"], num_args = 0..=1, default_missing_value = "today", value_parser = date)]
    daily: Option<String>,
    #[command(flatten)]
    pictures: Pictures,
}

fn date(text: &str) -> Result<String, String> {
    if text == "today" {
        return Ok(today());
    }
    let parts: Vec<Option<u32>> = text.split('-').map(|part| part.parse().ok()).collect();
    match (text.len(), &parts[..]) {
        (10, [Some(_), Some(1..=12), Some(1..=31)]) => Ok(text.to_owned()),
        _ => Err("expected a day such as 2026-11-15".to_owned()),
    }
}

/// Today's date in Greenwich.
fn today() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let days = since.map_or(0, |time| time.as_secs() / 86_400);
    // Years from March on: leap days come last (Howard Hinnant's calendar).
    let shifted = days + 719_468;
    let (era, day) = (shifted / 146_097, shifted % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

fn new(arguments: &New, common: &Common) -> Reply {
    let depth = arguments.depth;
    let (board, rest) = if let Some(seed) = arguments.python_seed {
        (random_board(depth, &mut Python::new(seed)), json!({ "python_seed": seed.to_string() }))
    } else {
        let seed = match &arguments.daily {
            Some(day) => daily_seed(day).to_string(),
            None => seed_or_fresh(arguments.seed.as_deref()),
        };
        let id = Id::seeded(GAME, format!("d{depth}"), &seed).to_string();
        (random_board(depth, &mut Random::new(seed_of(&seed))), json!({ "id": id, "seed": seed }))
    };
    arguments.pictures.write(&[draw::board("a Blocky board", &board, None)], common)?;
    if common.json {
        print_json(GAME, "new", "ok", &with_board(&board, rest))?;
    } else {
        print(&format!("{board}\n"))?;
        if let Some(id) = rest["id"].as_str() {
            note(id);
        }
    }
    Ok(Exit::Answered)
}

#[derive(Debug, Args)]
pub(crate) struct Show {
    #[command(flatten)]
    board: BoardArgument,
    /// Pixels along a side, for rectangles and tree
    #[arg(long, value_name = "PIXELS", default_value = "750", value_parser = size)]
    size: u32,
    /// The block to highlight
    #[arg(long, value_name = "PATH", value_parser = path)]
    highlight: Option<Path>,
    /// Print the tree instead of the board
    #[arg(long)]
    tree: bool,
    #[command(flatten)]
    pictures: Pictures,
}

fn existing(board: &Board, path: Path) -> Result<Path, Problem> {
    board.block(path).map(|_| path).ok_or_else(|| Problem::new(format!("there is no block {path} on this board")))
}

fn show(arguments: &Show, common: &Common) -> Reply {
    let board = arguments.board.read()?;
    let highlight = arguments.highlight.map(|path| existing(&board, path)).transpose()?;
    let scene = draw::board("a Blocky board", &board, highlight);
    arguments.pictures.write(std::slice::from_ref(&scene), common)?;
    if common.json {
        let rest = json!({
            "size": arguments.size,
            "rectangles": rectangles(&board, arguments.size, highlight),
            "tree": printed_tree(&board, arguments.size),
        });
        print_json(GAME, "show", "ok", &with_board(&board, rest))?;
    } else if arguments.tree {
        print(&printed_tree(&board, arguments.size))?;
    } else {
        print(&ansi(&scene, &common.style(), common.depth()))?;
    }
    Ok(Exit::Answered)
}

fn flatten(arguments: &BoardArgument, common: &Common) -> Reply {
    let board = arguments.read()?;
    if common.json {
        print_json(GAME, "flatten", "ok", &json!({ "columns": board.flatten() }))?;
        return Ok(Exit::Answered);
    }
    let columns: Vec<String> = board
        .flatten()
        .iter()
        .map(|column| column.iter().map(|color| color.index().to_string()).collect::<Vec<_>>().join(" "))
        .collect();
    print(&format!("{}\n", columns.join("\n")))?;
    note("one line a column, from the left; each from the top");
    Ok(Exit::Answered)
}

fn score(arguments: &BoardArgument, common: &Common) -> Reply {
    let board = arguments.read()?;
    let scores = Kind::ALL.map(|kind| (kind, Color::ALL.map(|color| Aim { kind, color }.score(&board))));
    if common.json {
        let members = scores.iter().map(|(kind, scores)| (kind.to_string(), json!(scores)));
        print_json(GAME, "score", "ok", &members.collect::<serde_json::Map<_, _>>())?;
        return Ok(Exit::Answered);
    }
    let names = scores.map(|(kind, _)| format!(" {:>9}", kind.to_string())).concat();
    let rows = Color::ALL.map(|color| {
        let own = scores.map(|(_, scores)| format!(" {:>9}", scores[color.index()])).concat();
        format!("{} {:<16}{own}\n", color.index(), color.name())
    });
    print(&format!("{:<18}{names}\n{}", "", rows.concat()))?;
    Ok(Exit::Answered)
}

#[derive(Debug, Args)]
pub(crate) struct Apply {
    #[command(flatten)]
    board: BoardArgument,
    /// The moves, with `;` between them: `swap_h 0; rotate_cw root; smash 2.1; paint 0.2 1`
    #[arg(long, value_name = "MOVES")]
    moves: String,
    /// The edition of the rules: 2017, or 2020 with paint, combine and pass
    #[arg(long, value_name = "YEAR", default_value = "2017", value_parser = rules)]
    rules: Rules,
    /// The seed of what a smash gives: a number or any text
    #[arg(long, value_name = "S")]
    seed: Option<String>,
    #[command(flatten)]
    pictures: Pictures,
}

fn apply(arguments: &Apply, common: &Common) -> Reply {
    let moves = read_moves(&arguments.moves).map_err(|problems| Failure::in_file("--moves", problems))?;
    let mut board = arguments.board.read()?;
    let smashes = moves.iter().any(|wanted| wanted.action == Action::Smash);
    let seed = seed_or_fresh(arguments.seed.as_deref());
    let mut random = Random::new(seed_of(&seed));
    let (mut performed, mut penalty, mut reasons) = (Vec::new(), 0, Vec::new());
    for (index, wanted) in moves.iter().enumerate() {
        match play(&mut board, *wanted, arguments.rules, &mut random) {
            Err(refusal) if refusal.is_mistake() => {
                let mut problem = Problem::new(format!("move {} `{wanted}`: {refusal}", index + 1));
                if arguments.rules == Rules::Original && !refusal.to_string().starts_with("there") {
                    problem = problem.hint("`--rules 2020` allows it");
                }
                return Err(problem.into());
            }
            result => {
                performed.push(result.is_ok());
                penalty += if result.is_ok() { wanted.action.penalty() } else { 0 };
                reasons.push(result.err().map(|refusal| refusal.to_string()));
            }
        }
    }
    arguments.pictures.write(&[draw::board("a Blocky board", &board, None)], common)?;
    if common.json {
        let mut rest = json!({ "performed": performed, "reasons": reasons });
        if smashes {
            rest["seed"] = seed.into();
        }
        if arguments.rules == Rules::Later {
            rest["penalty"] = penalty.into();
        }
        print_json(GAME, "apply", "ok", &with_board(&board, rest))?;
        return Ok(Exit::Answered);
    }
    print(&format!("{board}\n"))?;
    for (wanted, reason) in moves.iter().zip(reasons) {
        if let Some(reason) = reason {
            note(&format!("`{wanted}` did nothing: {reason}"));
        }
    }
    if smashes && arguments.seed.is_none() {
        note(&format!("smashed with --seed {seed}"));
    }
    Ok(Exit::Answered)
}

#[derive(Debug, Args)]
pub(crate) struct Select {
    #[command(flatten)]
    board: BoardArgument,
    /// The point in pixels from the upper left corner: `X,Y`
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = point)]
    at: (i64, i64),
    /// The level wanted; a solid block above it is taken instead
    #[arg(long, value_name = "L")]
    level: u8,
    /// Pixels along a side of the board
    #[arg(long, value_name = "PIXELS", default_value = "750", value_parser = size)]
    size: u32,
}

fn point(text: &str) -> Result<(i64, i64), String> {
    let (x, y) = text.split_once(',').ok_or("expected two numbers such as `40,10`".to_owned())?;
    let number = |text: &str| text.trim().parse().map_err(|_| format!("`{text}` is not a whole number"));
    Ok((number(x)?, number(y)?))
}

fn select_block(arguments: &Select, common: &Common) -> Reply {
    let board = arguments.board.read()?;
    let (x, y) = arguments.at;
    let found = select(&board, arguments.size, x, y, arguments.level);
    if common.json {
        let name = found.map(|path| path.to_string());
        print_json(GAME, "select", "ok", &json!({ "path": found, "name": name }))?;
    } else {
        print(&found.map_or("no block: the point lies outside the board\n".to_owned(), |path| format!("{path}\n")))?;
    }
    Ok(Exit::Answered)
}
