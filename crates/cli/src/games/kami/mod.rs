//! `azulejo kami`: solve, hint, paint, graph, show, play, generate, rate.

mod play;

use std::path::{Path, PathBuf};
use std::time::Instant;

use azulejo_core::id::Id;
use azulejo_core::outcome::{Outcome, Proof};
use azulejo_core::problem::{Problem, Problems};
use azulejo_core::random::seed_of;
use azulejo_core::scene::ansi::ansi;
use azulejo_kami::format::{self, Format, line};
use azulejo_kami::generate::{Form, Setup, generate, rate};
use azulejo_kami::position::{Board, Level, Position, VOID};
use azulejo_kami::region::RegionGraph;
use azulejo_kami::rules::{self, Move, Spot};
use azulejo_kami::solve::{Effort, Hint, Request, Solution, hint, solve};
use azulejo_kami::{ENTRY, draw};
use clap::{Args, Subcommand};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};

use crate::failure::{Exit, Failure, Reply};
use crate::input::{self, Input};
use crate::options::{Common, Pictures};
use crate::output::{note, print, print_json, write_file};
use crate::play::seed_or_fresh;
use crate::progress;

const GAME: &str = "kami";

/// The commands of Kami.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find a shortest solution and prove that none is shorter
    Solve(Solve),
    /// Name the next move of a shortest solution
    Hint(HintArguments),
    /// Paint a region and print the board after it
    Paint(Paint),
    /// Print the board's regions as the document's two dictionaries
    Graph(Show),
    /// Draw a board
    Show(Show),
    /// Play a level at the prompt
    Play(play::Play),
    /// Make levels whose move limit is the proven optimum
    Generate(Generate),
    /// Say how hard a level is, and why
    Rate(Rate),
}

#[derive(Debug, Args)]
pub(crate) struct BoardArgument {
    /// A level file, `-`, or an id such as `kami:10x10c4#42`
    #[arg(value_name = "BOARD")]
    board: String,
    /// The file's form, where its name and text do not tell
    #[arg(long, value_parser = ["square", "triangular", "graph", "json"])]
    format: Option<String>,
    /// The colour the board must end in
    #[arg(long, value_name = "COLOR", value_parser = clap::value_parser!(u32).range(1..))]
    target: Option<u32>,
}

#[derive(Debug, Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    board: BoardArgument,
    /// At most this many moves; exit 1 when they are proven too few
    #[arg(long, value_name = "N")]
    moves: Option<u32>,
    /// Take the first solution, proven shortest or not
    #[arg(long)]
    first: bool,
    #[command(flatten)]
    pictures: Pictures,
}

#[derive(Debug, Args)]
pub(crate) struct HintArguments {
    #[command(flatten)]
    board: BoardArgument,
    /// Moves that are left; exit 1 when they are proven too few
    #[arg(long, value_name = "N")]
    moves: Option<u32>,
    #[command(flatten)]
    pictures: Pictures,
}

#[derive(Debug, Args)]
pub(crate) struct Paint {
    #[command(flatten)]
    board: BoardArgument,
    /// The move: a cell and a colour, `"E1 3"`; on a graph a vertex and a colour, `"4 3"`
    #[arg(value_name = "MOVE")]
    action: String,
    #[command(flatten)]
    pictures: Pictures,
}

#[derive(Debug, Args)]
pub(crate) struct Show {
    #[command(flatten)]
    board: BoardArgument,
    #[command(flatten)]
    pictures: Pictures,
}

#[derive(Debug, Args)]
pub(crate) struct Rate {
    #[command(flatten)]
    board: BoardArgument,
}

#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// Rows and columns
    #[arg(long, default_value = "10x10", value_name = "RxC")]
    size: String,
    /// How many colours
    #[arg(long, default_value_t = 4, value_name = "K")]
    colors: u32,
    /// About this many regions
    #[arg(long, value_name = "R")]
    regions: Option<u32>,
    /// Exactly this many moves
    #[arg(long, value_name = "M")]
    moves: Option<u32>,
    /// Triangles, as in Kami 2
    #[arg(long)]
    triangles: bool,
    /// The seed of the first level, a number or any text; the others follow
    #[arg(long)]
    seed: Option<String>,
    /// How many levels
    #[arg(long, default_value_t = 1, value_name = "N")]
    number: u64,
    /// Write each level into this folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    pictures: Pictures,
}

/// Runs a command of Kami.
pub(crate) fn run(command: &Command, common: &Common) -> Reply {
    match command {
        Command::Solve(arguments) => solve_board(arguments, common),
        Command::Hint(arguments) => hint_move(arguments, common),
        Command::Paint(arguments) => paint(arguments, common),
        Command::Graph(arguments) => graph(arguments, common),
        Command::Show(arguments) => show(arguments, common),
        Command::Play(arguments) => play::run(arguments, common),
        Command::Generate(arguments) => generate_levels(arguments, common),
        Command::Rate(arguments) => rate_level(arguments, common),
    }
}

impl BoardArgument {
    fn read(&self) -> Result<Position, Failure> {
        let mut position = match input::read(&self.board, GAME)? {
            Input::Id(id) => open(&id)?,
            Input::Text { name, text } => {
                let extension = Path::new(&name).extension().and_then(|text| text.to_str()).unwrap_or_default();
                let format = self.format.as_deref().and_then(Format::named).or(Format::of_extension(extension));
                of_text(&text, format).map_err(|problems| Failure::in_file(&name, problems))?
            }
        };
        position.level.target = self.target.or(position.level.target);
        Ok(position)
    }
}

/// The position a text describes.
fn of_text(text: &str, format: Option<Format>) -> Result<Position, Problems> {
    if Id::looks_like(GAME, text.trim_start()) {
        return open(&text.trim().parse()?);
    }
    match format {
        Some(format) if format != Format::Json && !line::looks_like(text) => {
            Ok(Position::of(format::read(text, Some(format))?))
        }
        _ => format::read_position(text),
    }
}

fn open(id: &Id) -> Result<Position, Problems> {
    let value = ENTRY.open(id)?;
    serde_json::from_value(value).map_err(|error| Problem::new(error.to_string()).into())
}

/// A move as the contract has it.
#[derive(Serialize)]
struct Step {
    cell: Option<String>,
    vertex: Option<u32>,
    color: u32,
}

fn step(board: &Board, action: Move) -> Step {
    let cell = match action.spot {
        Spot::Cell(cell) => Some(cell.to_string()),
        Spot::Vertex(_) => None,
    };
    Step { cell, vertex: action.spot.place(board), color: action.color }
}

fn steps(board: &Board, moves: &[Move]) -> Vec<Step> {
    moves.iter().map(|&action| step(board, action)).collect()
}

fn listed(moves: &[Move]) -> String {
    moves.iter().enumerate().map(|(index, action)| format!("{:3}. {action}\n", index + 1)).collect()
}

fn plural(count: usize) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

fn solve_board(arguments: &Solve, common: &Common) -> Reply {
    let level = arguments.board.read()?.level;
    let effort = if arguments.first { Effort::First } else { Effort::Fewest };
    let request = Request { target: level.target, moves: arguments.moves, effort, ..Request::default() };
    let start = Instant::now();
    let answer = solve(&level.board, &request, &common.budget());
    let elapsed_ms = start.elapsed().as_secs_f64() * 1e3;
    let (exit, optimal, lower_bound) = match &answer.outcome {
        Outcome::Solved { solution, proof } => (Exit::Answered, *proof == Proof::Optimal, solution.lower_bound),
        Outcome::Impossible => (Exit::No, false, arguments.moves.map_or(0, |moves| moves.saturating_add(1))),
        Outcome::GaveUp { stop, lower_bound, .. } => ((*stop).into(), false, lower_bound.unwrap_or(0)),
    };
    let solution: Option<&Solution> = answer.outcome.solution();
    if let Some(solution) = solution {
        arguments.pictures.write_with(|| draw::line(&level.board, &solution.moves), common)?;
    }
    if common.json {
        let rest = json!({
            "moves": solution.map(|solution| steps(&level.board, &solution.moves)),
            "optimal": optimal,
            "lower_bound": lower_bound,
            "target": level.target,
            "nodes": answer.nodes,
            "elapsed_ms": elapsed_ms,
            "engine": answer.engine,
        });
        print_json(GAME, "solve", answer.outcome.status(), &rest)?;
        return Ok(exit);
    }
    match (&answer.outcome, solution) {
        (Outcome::Impossible, _) => {
            print(&format!("no solution has fewer than {}\n", plural(lower_bound as usize)))?;
        }
        (Outcome::GaveUp { stop, .. }, best) => {
            note(&format!("{stop}: at least {} are needed", plural(lower_bound as usize)));
            print(&best.map_or(String::new(), |best| listed(&best.moves)))?;
        }
        (_, Some(solution)) => {
            let count = plural(solution.moves.len());
            let proof = if optimal {
                "no solution is shorter".to_owned()
            } else {
                format!("at least {lower_bound} are needed")
            };
            print(&format!("{count}; {proof}\n{}", listed(&solution.moves)))?;
        }
        (_, None) => {}
    }
    Ok(exit)
}

fn hint_move(arguments: &HintArguments, common: &Common) -> Reply {
    let level = arguments.board.read()?.level;
    let budget = common.budget();
    let start = Instant::now();
    let found = hint(&level.board, level.target, arguments.moves, &budget);
    let elapsed_ms = start.elapsed().as_secs_f64() * 1e3;
    let (exit, status, found): (Exit, &str, Option<Hint>) = match found {
        Ok(Some(hint)) => (Exit::Answered, "solved", Some(hint)),
        Ok(None) => (Exit::No, "impossible", None),
        Err(stop) => (stop.into(), "gave_up", None),
    };
    let next = found.as_ref().and_then(|hint| hint.next);
    if let Some(place) = next.and_then(|next| next.spot.place(&level.board)) {
        arguments.pictures.write(&[draw::board("a hint for Kami", &level.board, Some(place))], common)?;
    }
    if common.json {
        let next = next.map(|next| step(&level.board, next));
        let rest = json!({
            "hint": next,
            "cell": next.as_ref().and_then(|next| next.cell.clone()),
            "vertex": next.as_ref().and_then(|next| next.vertex),
            "color": next.as_ref().map(|next| next.color),
            "distance": found.as_ref().map(|hint| hint.distance),
            "lower_bound": found.as_ref().map(|hint| hint.lower_bound),
            "nodes": budget.nodes(),
            "elapsed_ms": elapsed_ms,
            "engine": "sets",
        });
        print_json(GAME, "hint", status, &rest)?;
        return Ok(exit);
    }
    match (found, next) {
        (Some(hint), Some(next)) => {
            let proof = if hint.distance == hint.lower_bound { "proven" } else { "not proven to be the fewest" };
            print(&format!("{next}\n{} to the end, {proof}\n", plural(hint.distance as usize)))?;
        }
        (Some(_), None) => print("the board is done\n")?,
        (None, _) if exit == Exit::No => print("no move leads to the end in the moves that are left\n")?,
        (None, _) => note("no hint in time"),
    }
    Ok(exit)
}

fn paint(arguments: &Paint, common: &Common) -> Reply {
    let Position { mut level, used } = arguments.board.read()?;
    let action: Move = arguments.action.parse()?;
    let place = rules::paintable(&level.board, action.spot).map_err(|illegal| Problem::new(illegal.to_string()))?;
    let most = level.board.colors().iter().copied().fold(level.colors, u32::max);
    if action.color == VOID || action.color > most {
        return Err(Problem::new(format!("colour {} is not one of 1 to {most}", action.color)).into());
    }
    let painted = rules::paint(&level.board, place, action.color);
    let changed = painted != level.board;
    level.board = painted;
    let scene = draw::board("a Kami board", &level.board, Some(place));
    arguments.pictures.write(&[scene], common)?;
    let done = rules::is_won(&level.board, level.target);
    if common.json {
        let written = format::write_json(&level);
        let rest = json!({
            "board": written.get("rows").or(written.get("vertices")),
            "level": written,
            "text": format::write(&level),
            "id": Id::literal(GAME, "", line::write(&Position { level, used })),
            "changed": changed,
            "done": done,
        });
        print_json(GAME, "paint", "ok", &rest)?;
    } else {
        print(&format::write(&level))?;
    }
    Ok(Exit::Answered)
}

fn graph(arguments: &Show, common: &Common) -> Reply {
    let level = arguments.board.read()?.level;
    arguments.pictures.write(&[draw::board("a Kami board", &level.board, None)], common)?;
    let dictionaries = RegionGraph::of(&level.board).dictionaries();
    if common.json {
        print_json(GAME, "graph", "ok", &dictionaries)?;
        return Ok(Exit::Answered);
    }
    let braces = |entries: Vec<String>| format!("{{{}}}", entries.join(", "));
    let around = dictionaries
        .neighbors
        .iter()
        .map(|(region, others)| format!("{region}: {}", braces(others.iter().map(ToString::to_string).collect())));
    let colors = dictionaries.colors.iter().map(|(region, color)| format!("{region}: {color}"));
    print(&format!("L: {}\nC: {}\n", braces(around.collect()), braces(colors.collect())))?;
    Ok(Exit::Answered)
}

fn show(arguments: &Show, common: &Common) -> Reply {
    let position = arguments.board.read()?;
    let scene = draw::position(&position);
    arguments.pictures.write(std::slice::from_ref(&scene), common)?;
    if common.json {
        let id = Id::literal(GAME, "", line::write(&position));
        let regions = RegionGraph::of(&position.level.board).len();
        let rest = json!({ "id": id, "regions": regions, "level": format::write_json(&position.level) });
        print_json(GAME, "show", "ok", &rest)?;
    } else {
        print(&ansi(&scene, &common.style(), common.depth()))?;
    }
    Ok(Exit::Answered)
}

impl Generate {
    fn setup(&self) -> Result<Setup, Problem> {
        let bad = || Problem::new(format!("`{}` is not a size: expected rows and columns, such as `10x10`", self.size));
        let (rows, columns) = self.size.split_once('x').ok_or_else(bad)?;
        let side = |text: &str| text.parse::<u16>().map_err(|_| bad());
        let form = if self.triangles { Form::Triangles } else { Form::Squares };
        let Self { colors, regions, moves, .. } = *self;
        Setup { rows: side(rows)?, columns: side(columns)?, colors, form, regions, moves }.checked()
    }
}

fn generate_levels(arguments: &Generate, common: &Common) -> Reply {
    let setup = arguments.setup()?;
    let first = seed_of(&seed_or_fresh(arguments.seed.as_deref()));
    // The levels share the threads; each is made by one.
    let budget = common.budget().with_threads(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(common.threads()).build();
    let pool = pool.map_err(|error| Problem::new(format!("threads cannot be started: {error}")))?;
    let bar = progress::bar(arguments.number, "generating");
    let start = Instant::now();
    let made: Vec<(u64, Outcome<Level>)> = pool.install(|| {
        (0..arguments.number)
            .into_par_iter()
            .map(|index| {
                let seed = first.wrapping_add(index);
                let outcome = generate(&setup, seed, &budget);
                bar.inc(1);
                (seed, outcome)
            })
            .collect()
    });
    bar.finish_and_clear();
    let mut exit = Exit::Answered;
    let mut levels: Vec<(u64, Level)> = Vec::new();
    for (seed, outcome) in made {
        match outcome {
            Outcome::Solved { solution, .. } => levels.push((seed, solution)),
            Outcome::Impossible => exit = Exit::No,
            Outcome::GaveUp { stop, .. } => {
                note(&format!("no level `{setup}` was found for seed {seed}"));
                exit = stop.into();
            }
        }
    }
    let scenes: Vec<_> = levels
        .iter()
        .map(|(seed, level)| {
            let mut scene = draw::board("a Kami level", &level.board, None);
            scene.caption.push(format!("{}, {}", Id::seeded(GAME, setup, seed), plural(level.moves as usize)));
            scene
        })
        .collect();
    if !scenes.is_empty() {
        arguments.pictures.write(&scenes, common)?;
    }
    if let Some(folder) = &arguments.out {
        for (seed, level) in &levels {
            let extension = if setup.form == Form::Triangles { "tri" } else { "txt" };
            write_file(&folder.join(format!("kami-{setup}-{seed}.{extension}")), format::write(level).as_bytes())?;
        }
    }
    if common.json {
        let list: Vec<Value> = levels.iter().map(|(seed, level)| described(&setup, *seed, level)).collect();
        let status = if exit == Exit::Answered { "ok" } else { "gave_up" };
        let elapsed_ms = start.elapsed().as_secs_f64() * 1e3;
        let rest = json!({ "levels": list, "setup": setup.to_string(), "nodes": budget.nodes(), "elapsed_ms": elapsed_ms, "engine": "sets" });
        print_json(GAME, "generate", status, &rest)?;
    } else if arguments.out.is_none() {
        for (seed, level) in &levels {
            print(&format!("# {}\n{}", Id::seeded(GAME, setup, seed), format::write(level)))?;
        }
    }
    Ok(exit)
}

fn described(setup: &Setup, seed: u64, level: &Level) -> Value {
    json!({
        "id": Id::seeded(GAME, setup, seed),
        "seed": seed,
        "moves": level.moves,
        "optimal": true,
        "difficulty": level.difficulty,
        "regions": RegionGraph::of(&level.board).len(),
        "board": format::write_json(level)["rows"],
        "text": format::write(level),
    })
}

fn rate_level(arguments: &Rate, common: &Common) -> Reply {
    let level = arguments.board.read()?.level;
    let outcome = rate(&level, &common.budget());
    match &outcome {
        Outcome::Solved { solution, .. } if common.json => print_json(GAME, "rate", "ok", solution)?,
        Outcome::Solved { solution, .. } => {
            print(&format!("{} ({:.1})\n{}\n", solution.difficulty, solution.score, solution.reasons.join("\n")))?;
        }
        Outcome::Impossible => return Ok(Exit::No),
        Outcome::GaveUp { stop, lower_bound, .. } => {
            if common.json {
                print_json(GAME, "rate", "gave_up", &json!({ "lower_bound": lower_bound }))?;
            } else {
                note(&stop.to_string());
            }
            return Ok((*stop).into());
        }
    }
    Ok(Exit::Answered)
}
