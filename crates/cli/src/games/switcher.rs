//! `azulejo switcher`: components, figures, highlight, turn, swaps, new, show, play, simulate.

use std::time::Instant;

use azulejo_core::grid::Cell;
use azulejo_core::id::{Id, Origin};
use azulejo_core::outcome::{Answer, Outcome};
use azulejo_core::problem::Problem;
use azulejo_core::random::{Random, seed_of};
use azulejo_core::region::Regions;
use azulejo_core::scene::Axes;
use azulejo_core::scene::ansi::{Depth, ansi};
use azulejo_switcher::board::{Board, CellSet, Color};
use azulejo_switcher::bots::Bot;
use azulejo_switcher::cards::{Card, Mov7};
use azulejo_switcher::figures::{Figure, FigureSet, Named, official};
use azulejo_switcher::format::{Count, read_board, read_figures, read_list};
use azulejo_switcher::generate::shuffled;
use azulejo_switcher::position::Setup;
use azulejo_switcher::solve::{BestTurn, Engine, Step, Turn, best_turn};
use azulejo_switcher::{ENTRY, as_moves, draw, simulate};
use clap::{Args, Subcommand, ValueEnum};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};

use crate::failure::{Exit, Failure, Reply};
use crate::input::{self, Input};
use crate::options::{Common, Pictures};
use crate::output::{note, print, print_json};
use crate::play::{self, seed_or_fresh};
use crate::progress;

const GAME: &str = "switcher";
/// A board is 72 bytes; nothing near this size is one.
const LARGEST_BOARD: u64 = 64 << 10;

/// The commands of Switcher.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the connected components of each colour
    #[command(alias = "connected-components")]
    Components(Components),
    /// List the figures that stand on a board
    #[command(alias = "show-figures")]
    Figures(Figures),
    /// Print a board with the cells of figures highlighted
    #[command(alias = "highlight-board")]
    Highlight(Figures),
    /// Draw a board with its figures outlined
    Show(Figures),
    /// Find the most own figures that one turn can claim, proven
    Turn(TurnArguments),
    /// List every single swap that forms a figure at once
    Swaps(SwapsArguments),
    /// Shuffle a board
    New(New),
    /// Play a whole game against people and bots
    Play(play::Play),
    /// Let bots play many games
    Simulate(Simulate),
}

#[derive(Debug, Args)]
pub(crate) struct BoardArgument {
    /// A board file, `-`, an id such as `switcher#42`, or a board in one line with `/` between rows
    #[arg(value_name = "BOARD")]
    board: String,
    /// Accept any number of tiles of each colour
    #[arg(long)]
    any_count: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Components {
    #[command(flatten)]
    board: BoardArgument,
    /// Also give each component as the document's submatrix of [color,row,column] and null
    #[arg(long)]
    matrix: bool,
    #[command(flatten)]
    pictures: Pictures,
}

#[derive(Debug, Args)]
pub(crate) struct Figures {
    #[command(flatten)]
    board: BoardArgument,
    /// `official` (25 figures), `poc` (the document's three), or a file of your own
    #[arg(long, default_value = "official", value_name = "SET")]
    set: String,
    #[command(flatten)]
    pictures: Pictures,
}

#[derive(Debug, Args)]
pub(crate) struct TurnArguments {
    #[command(flatten)]
    board: BoardArgument,
    /// Movement cards in hand: `mov1,mov4,mov7`
    #[arg(long, default_value = "")]
    cards: String,
    /// Own figure cards: `fig04,fig06,fige02`
    #[arg(long)]
    figures: String,
    #[command(flatten)]
    rules: Rules,
    /// Which solver answers; they agree
    #[arg(long, value_enum, default_value_t)]
    engine: EngineName,
    #[command(flatten)]
    pictures: Pictures,
}

#[derive(Debug, Args)]
pub(crate) struct SwapsArguments {
    #[command(flatten)]
    board: BoardArgument,
    /// Movement cards in hand: `mov1,mov4,mov7`
    #[arg(long)]
    cards: String,
    /// Only these figures count
    #[arg(long)]
    figures: Option<String>,
    #[command(flatten)]
    rules: Rules,
}

#[derive(Debug, Args)]
struct Rules {
    /// The colour that is forbidden now: r, g, b or y
    #[arg(long, value_parser = forbidden)]
    forbidden: Option<Color>,
    /// How the seventh card is read
    #[arg(long, value_enum, default_value_t)]
    mov7: Mov7Name,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Mov7Name {
    #[default]
    Edge,
    Four,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum EngineName {
    #[default]
    Exact,
    Plain,
}

impl Rules {
    fn mov7(&self) -> Mov7 {
        match self.mov7 {
            Mov7Name::Edge => Mov7::Edge,
            Mov7Name::Four => Mov7::Four,
        }
    }
}

fn forbidden(text: &str) -> Result<Color, String> {
    let mut letters = text.chars();
    let color = letters.next().and_then(Color::of_letter).filter(|_| letters.next().is_none());
    color
        .or_else(|| Color::ALL.into_iter().find(|color| color.name() == text))
        .ok_or("expected r, g, b or y".to_owned())
}

#[derive(Debug, Args)]
pub(crate) struct New {
    /// The seed: a number or any text
    #[arg(long)]
    seed: Option<String>,
    #[command(flatten)]
    pictures: Pictures,
}

#[derive(Debug, Args)]
pub(crate) struct Simulate {
    /// How many games
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Who plays, one bot a seat; seats rotate from game to game
    #[arg(long, value_delimiter = ',', default_value = "strong,greedy")]
    bots: Vec<String>,
    /// `-four` or `-box` after the number of players, as in `2p-four`
    #[arg(long)]
    setup: Option<String>,
    /// The seed of the first game; the others follow
    #[arg(long, default_value = "1")]
    seed: String,
}

/// Runs a command of Switcher.
pub(crate) fn run(command: &Command, common: &Common) -> Reply {
    match command {
        Command::Components(arguments) => components(arguments, common),
        Command::Figures(arguments) => figures(arguments, common),
        Command::Highlight(arguments) => highlight(arguments, common),
        Command::Show(arguments) => show(arguments, common),
        Command::Turn(arguments) => turn(arguments, common),
        Command::Swaps(arguments) => swaps(arguments, common),
        Command::New(arguments) => new(arguments, common),
        Command::Play(arguments) => play::run(&ENTRY, arguments, common),
        Command::Simulate(arguments) => simulate_games(arguments, common),
    }
}

impl BoardArgument {
    fn read(&self) -> Result<Board, Failure> {
        let count = if self.any_count { Count::Any } else { Count::Nine };
        if Id::looks_like(GAME, &self.board) {
            return board_of_id(&self.board.parse()?, count);
        }
        let inline = self.board.matches('/').count() == 5 && !std::path::Path::new(&self.board).exists();
        if inline {
            return Ok(read_board(&self.board, count)?);
        }
        match input::read_text(&self.board, LARGEST_BOARD)? {
            Input::Text { name, text } => {
                if Id::looks_like(GAME, text.trim_start()) {
                    return board_of_id(&text.trim().parse()?, count);
                }
                read_board(&text, count).map_err(|problems| Failure::in_file(&name, problems))
            }
            Input::Id(id) => board_of_id(&id, count),
        }
    }
}

/// The board of an id: shuffled by its seed, or written in it.
fn board_of_id(id: &Id, count: Count) -> Result<Board, Failure> {
    if let (Origin::Literal(text), Count::Any) = (&id.origin, count) {
        return Ok(read_board(text.split(',').next().unwrap_or_default(), count)?);
    }
    let position = ENTRY.open(id)?;
    let line = position["board"].as_str().unwrap_or_default();
    Ok(read_board(line, Count::Any)?)
}

fn figure_set(name: &str) -> Result<FigureSet, Failure> {
    match name {
        "official" => Ok(FigureSet::official()),
        "poc" => Ok(FigureSet::poc()),
        file => match input::read_text(file, LARGEST_BOARD)? {
            Input::Text { name, text } => read_figures(&text).map_err(|problems| Failure::in_file(&name, problems)),
            Input::Id(_) => Err(Problem::new("expected `official`, `poc` or a file of figures").into()),
        },
    }
}

fn cells(set: CellSet) -> Vec<Cell> {
    set.cells().collect()
}

#[derive(Serialize)]
struct ColoredCells {
    color: Color,
    cells: Vec<Cell>,
}

#[derive(Serialize)]
struct NamedCells {
    name: String,
    color: Color,
    cells: Vec<Cell>,
}

impl From<Named> for NamedCells {
    fn from(named: Named) -> Self {
        Self { name: named.name, color: named.color, cells: cells(named.cells) }
    }
}

/// The document's submatrix: the component's box, its cells as `[color, row, column]`, the others null.
fn matrix(board: &Board, component: CellSet) -> Value {
    let first = component.cells().next();
    let regions = Regions::of(&board.grid());
    let region = first.and_then(|cell| regions.region_at(cell));
    let Some(bounds) = region.map(|region| regions.bounds(region)) else { return Value::Null };
    let rows = (bounds.first.row..=bounds.last.row).map(|row| {
        let columns = (bounds.first.column..=bounds.last.column).map(|column| {
            let cell = Cell::new(row, column);
            component.contains(cell).then(|| json!([board.color(cell).letter().to_string(), row, column]))
        });
        columns.collect::<Value>()
    });
    rows.collect()
}

/// The board with only some cells shown, as the document prints a component.
fn sketch(board: &Board, shown: CellSet) -> String {
    let mut text = String::new();
    for row in 0..6 {
        let letters = (0..6).map(|column| {
            let cell = Cell::new(row, column);
            if shown.contains(cell) { board.color(cell).letter().to_string() } else { ".".to_owned() }
        });
        text.push_str(&letters.collect::<Vec<_>>().join("  "));
        text.push('\n');
    }
    text
}

fn components(arguments: &Components, common: &Common) -> Reply {
    let board = arguments.board.read()?;
    let found: Vec<(Color, CellSet)> = Color::ALL
        .into_iter()
        .flat_map(|color| board.cells(color).components().map(move |cells| (color, cells)))
        .collect();
    let scene = draw::outlined("components of a Switcher board", &board, found.iter().map(|&(_, cells)| cells));
    arguments.pictures.write(&[scene], common)?;
    if common.json {
        let list: Vec<ColoredCells> =
            found.iter().map(|&(color, set)| ColoredCells { color, cells: cells(set) }).collect();
        let mut rest = json!({ "components": list });
        if arguments.matrix {
            rest["matrix"] = found.iter().map(|&(_, set)| matrix(&board, set)).collect();
        }
        print_json(GAME, "components", "ok", &rest)?;
        return Ok(Exit::Answered);
    }
    for color in Color::ALL {
        let own: Vec<CellSet> = found.iter().filter(|(other, _)| *other == color).map(|&(_, set)| set).collect();
        print(&format!("Color: {} ({} components)\n", color.letter(), own.len()))?;
        for (index, set) in own.iter().enumerate() {
            let drawing = if arguments.matrix { format!("{}\n", matrix(&board, *set)) } else { sketch(&board, *set) };
            print(&format!("  Component {}:\n{drawing}\n", index + 1))?;
        }
    }
    Ok(Exit::Answered)
}

/// The board and the figures of a set on it.
fn found_figures(arguments: &Figures) -> Result<(Board, Vec<Named>), Failure> {
    let set = figure_set(&arguments.set)?;
    let board = arguments.board.read()?;
    let found = set.find(&board);
    Ok((board, found))
}

fn figures(arguments: &Figures, common: &Common) -> Reply {
    let (board, found) = found_figures(arguments)?;
    let scene = draw::outlined("figures on a Switcher board", &board, found.iter().map(|figure| figure.cells));
    arguments.pictures.write(&[scene], common)?;
    let exit = if found.is_empty() { Exit::No } else { Exit::Answered };
    if common.json {
        let mut list: Vec<NamedCells> = found.into_iter().map(Into::into).collect();
        list.sort_by(|one, other| one.cells.cmp(&other.cells));
        print_json(GAME, "figures", "ok", &json!({ "figures": list }))?;
        return Ok(exit);
    }
    if found.is_empty() {
        print("There is no figure on this board\n")?;
    }
    // Groups in the order of their first match, as the document's dictionary has them.
    let mut names: Vec<&str> = Vec::new();
    for figure in &found {
        if !names.contains(&figure.name.as_str()) {
            names.push(&figure.name);
        }
    }
    for name in names {
        let group: Vec<&Named> = found.iter().filter(|figure| figure.name == name).collect();
        print(&format!("Figure Type: {name} ({} components)\n", group.len()))?;
        for (index, figure) in group.iter().enumerate() {
            print(&format!("  Component {}:\n{}\n", index + 1, sketch(&board, figure.cells)))?;
        }
    }
    Ok(exit)
}

fn highlight(arguments: &Figures, common: &Common) -> Reply {
    let (board, found) = found_figures(arguments)?;
    let strong = found.iter().fold(0, |all, figure| all | figure.cells.bits());
    let mut scene = draw::board("a Switcher board", &board, CellSet::from_bits(strong));
    arguments
        .pictures
        .write(&[draw::outlined(&scene.title, &board, found.iter().map(|figure| figure.cells))], common)?;
    scene.axes = Axes::Hidden;
    if common.json {
        let plain = ansi(&scene, &common.style(), Depth::None);
        let rows: Vec<&str> = plain.lines().collect();
        print_json(GAME, "highlight", "ok", &json!({ "highlighted": rows }))?;
    } else {
        print(&ansi(&scene, &common.style(), common.depth()))?;
    }
    Ok(Exit::Answered)
}

fn show(arguments: &Figures, common: &Common) -> Reply {
    let (board, found) = found_figures(arguments)?;
    let mut scene = draw::outlined("a Switcher board", &board, found.iter().map(|figure| figure.cells));
    for figure in &found {
        if let Some(cell) = figure.cells.cells().next() {
            scene.caption.push(format!("{} {} at {cell}", figure.color, figure.name));
        }
    }
    arguments.pictures.write(std::slice::from_ref(&scene), common)?;
    if common.json {
        let list: Vec<NamedCells> = found.into_iter().map(Into::into).collect();
        print_json(GAME, "show", "ok", &json!({ "board": board.line(), "figures": list }))?;
    } else {
        print(&ansi(&scene, &common.style(), common.depth()))?;
    }
    Ok(Exit::Answered)
}

/// A hand of at most three cards.
fn hand<T: std::str::FromStr<Err = Problem>>(text: &str, option: &str) -> Result<Vec<T>, Problem> {
    let cards: Vec<T> =
        read_list(text).map_err(|problem| Problem { message: format!("{option}: {}", problem.message), ..problem })?;
    if cards.len() > Turn::MOST {
        return Err(Problem::new(format!("{option} has {} cards: a hand has at most 3", cards.len())));
    }
    Ok(cards)
}

#[derive(Serialize)]
struct TurnAnswer {
    min_moves: Option<usize>,
    best_turn_discards: usize,
    line: Vec<Value>,
    nodes: u64,
    elapsed_ms: f64,
    engine: &'static str,
}

fn step_json(step: &Step) -> Value {
    let action: Vec<String> = as_moves(std::slice::from_ref(step)).iter().map(ToString::to_string).collect();
    match *step {
        Step::Swap(card, swap) => json!({ "move": action.concat(), "card": card, "swap": swap.cells() }),
        Step::Claim(figure, color, set) => {
            json!({ "move": action.concat(), "claim": figure, "color": color, "cells": cells(set) })
        }
    }
}

fn turn(arguments: &TurnArguments, common: &Common) -> Reply {
    let figures: Vec<Figure> = hand(&arguments.figures, "--figures")?;
    if figures.is_empty() {
        return Err(Problem::new("--figures is empty: expected one to three figures such as `fig04,fige02`").into());
    }
    let turn = Turn {
        cards: hand(&arguments.cards, "--cards")?,
        figures,
        board: arguments.board.read()?,
        forbidden: arguments.rules.forbidden,
        mov7: arguments.rules.mov7(),
    };
    let engine = match arguments.engine {
        EngineName::Exact => Engine::Exact,
        EngineName::Plain => Engine::Plain,
    };
    let started = Instant::now();
    let Answer { outcome, engine, nodes } = best_turn(&turn, engine, &common.budget());
    let elapsed_ms = started.elapsed().as_secs_f64() * 1e3;
    let best = outcome.solution();
    let line = best.map_or(&[][..], |best| &best.line);
    let scenes = match line {
        [] => vec![draw::outlined(
            "a turn that claims nothing",
            &turn.board,
            official(&turn.board).map(|found| found.cells),
        )],
        line => draw::line(&turn, line),
    };
    arguments.pictures.write(&scenes, common)?;
    let exit = match &outcome {
        Outcome::Solved { .. } => Exit::Answered,
        Outcome::Impossible => Exit::No,
        Outcome::GaveUp { stop, .. } => (*stop).into(),
    };
    if common.json {
        let answer = TurnAnswer {
            min_moves: best.and_then(|best| best.min_moves),
            best_turn_discards: best.map_or(0, |best| best.discards),
            line: line.iter().map(step_json).collect(),
            nodes,
            elapsed_ms,
            engine,
        };
        print_json(GAME, "turn", outcome.status(), &answer)?;
    } else {
        print(&turn_text(&outcome))?;
        note(&format!("{nodes} boards in {elapsed_ms:.1} ms ({engine})"));
    }
    Ok(exit)
}

fn turn_text(outcome: &Outcome<BestTurn>) -> String {
    let (best, claim) = match outcome {
        Outcome::Impossible => return "no own figure can be claimed this turn (proven)\n".to_owned(),
        Outcome::GaveUp { best: None, stop, .. } => return format!("nothing found: {stop}\n"),
        Outcome::GaveUp { best: Some(best), stop, .. } => (best, format!("at least; {stop}")),
        Outcome::Solved { solution, .. } => (solution, "proven the most".to_owned()),
    };
    let plural = if best.discards == 1 { "figure" } else { "figures" };
    let mut text = format!("{} {plural} this turn ({claim})\n", best.discards);
    for (index, action) in as_moves(&best.line).iter().enumerate() {
        let what = match best.line.get(index) {
            Some(Step::Claim(figure, color, _)) => format!("   {color} {}", figure.description()),
            _ => String::new(),
        };
        text.push_str(&format!("{:>2}. {action}{what}\n", index + 1));
    }
    if let Some(fewest) = best.min_moves {
        let cards = if fewest == 1 { "card" } else { "cards" };
        text.push_str(&format!("the first figure needs {fewest} movement {cards}\n"));
    }
    text
}

fn swaps(arguments: &SwapsArguments, common: &Common) -> Reply {
    let mut cards: Vec<Card> = read_list(&arguments.cards)?;
    if cards.is_empty() {
        return Err(Problem::new("--cards is empty: expected movement cards such as `mov1,mov4`").into());
    }
    let wanted: Option<Vec<Figure>> = arguments.figures.as_deref().map(read_list).transpose()?;
    let board = arguments.board.read()?;
    cards.sort_unstable();
    cards.dedup();
    let mov7 = arguments.rules.mov7();
    let before: Vec<_> = official(&board).collect();
    let mut found = Vec::new();
    for card in cards {
        for swap in card.swaps(mov7) {
            let after = board.swapped(swap);
            let new = official(&after)
                .filter(|figure| !before.contains(figure))
                .filter(|figure| Some(figure.color) != arguments.rules.forbidden)
                .filter(|figure| wanted.as_ref().is_none_or(|wanted| wanted.contains(&figure.figure)));
            let mut new: Vec<NamedCells> = new
                .map(|figure| NamedCells {
                    name: figure.figure.to_string(),
                    color: figure.color,
                    cells: cells(figure.cells),
                })
                .collect();
            new.sort_by(|one, other| one.cells.cmp(&other.cells));
            if !new.is_empty() {
                found.push((card, swap, new));
            }
        }
    }
    let exit = if found.is_empty() { Exit::No } else { Exit::Answered };
    if common.json {
        let list: Vec<Value> = found
            .iter()
            .map(|(card, swap, figures)| json!({ "card": card, "cells": swap.cells(), "figures": figures }))
            .collect();
        print_json(GAME, "swaps", "ok", &json!({ "swaps": list }))?;
        return Ok(exit);
    }
    if found.is_empty() {
        print("no single swap forms a figure (all were tried)\n")?;
    }
    for (card, swap, figures) in &found {
        let [one, other] = swap.cells();
        let names: Vec<String> = figures.iter().map(|figure| format!("{} {}", figure.color, figure.name)).collect();
        print(&format!("{card} {one} {other}  {}\n", names.join(", ")))?;
    }
    Ok(exit)
}

fn new(arguments: &New, common: &Common) -> Reply {
    let seed = seed_or_fresh(arguments.seed.as_deref());
    let board = shuffled(&mut Random::new(seed_of(&seed)));
    let id = Id::seeded(GAME, "", &seed);
    arguments.pictures.write(&[draw::board("a Switcher board", &board, CellSet::default())], common)?;
    if common.json {
        let rows: Vec<String> = board.line().split('/').map(str::to_owned).collect();
        print_json(GAME, "new", "ok", &json!({ "id": id.to_string(), "seed": seed, "board": rows }))?;
    } else {
        let rows: Vec<String> = board.line().split('/').map(spaced).collect();
        print(&format!("{}\n", rows.join("\n")))?;
        note(&format!("{id}"));
    }
    Ok(Exit::Answered)
}

fn spaced(row: &str) -> String {
    row.chars().map(String::from).collect::<Vec<_>>().join(" ")
}

#[derive(Serialize)]
struct Simulated {
    games: u64,
    seed: String,
    setup: String,
    bots: Vec<Tally>,
    unfinished: u64,
    first_seat_wins: u64,
    mean_turns: f64,
    elapsed_ms: f64,
    games_per_second: f64,
}

#[derive(Serialize)]
struct Tally {
    bot: String,
    wins: u64,
    share: f64,
    mean_cards_left: f64,
}

fn simulate_games(arguments: &Simulate, common: &Common) -> Reply {
    let players = arguments.bots.len();
    let setup: Setup = arguments.setup.clone().unwrap_or(format!("{players}p")).parse()?;
    let unknown = |name: &String| Problem::new(format!("there is no bot `{name}`: expected `greedy` or `strong`"));
    let bots: Vec<Bot> =
        arguments.bots.iter().map(|name| Bot::find(name).ok_or_else(|| unknown(name))).collect::<Result<_, _>>()?;
    if players != setup.players {
        return Err(Problem::new(format!("{players} bots cannot play a game of {}", setup.players)).into());
    }
    let (budget, first) = (common.budget(), seed_of(&arguments.seed));
    let bar = progress::bar(arguments.games, "games");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(common.threads()).build();
    let pool = pool.map_err(|error| Problem::new(format!("threads cannot be started: {error}")))?;
    let started = Instant::now();
    let sums = pool.install(|| {
        (0..arguments.games)
            .into_par_iter()
            .take_any_while(|_| budget.check().is_ok())
            .map(|number| {
                let mut seated = bots.clone();
                let turned = (number % players as u64) as usize;
                seated.rotate_left(turned);
                let played = simulate::game(&setup, &seated, first.wrapping_add(number), &budget)?;
                bar.inc(1);
                Ok(played.map_or_else(|| Sums::none(players), |played| Sums::of(&played, turned)))
            })
            .try_reduce(|| Sums::none(players), |one, other| Ok::<_, Problem>(one.plus(&other)))
    })?;
    bar.finish_and_clear();
    let elapsed = started.elapsed().as_secs_f64();
    let games = sums.games.max(1) as f64;
    let tallies = arguments.bots.iter().enumerate().map(|(bot, name)| Tally {
        bot: name.clone(),
        wins: sums.wins[bot],
        share: sums.wins[bot] as f64 / games,
        mean_cards_left: sums.left[bot] as f64 / games,
    });
    let summary = Simulated {
        games: sums.games,
        seed: arguments.seed.clone(),
        setup: setup.to_string(),
        bots: tallies.collect(),
        unfinished: sums.games - sums.wins.iter().sum::<u64>(),
        first_seat_wins: sums.first_seat,
        mean_turns: sums.turns as f64 / games,
        elapsed_ms: elapsed * 1e3,
        games_per_second: sums.games as f64 / elapsed,
    };
    let stop = budget.check().err().filter(|_| sums.games < arguments.games);
    if common.json {
        print_json(GAME, "simulate", if stop.is_some() { "gave_up" } else { "ok" }, &summary)?;
    } else {
        print(&simulation_text(&summary))?;
    }
    Ok(stop.map_or(Exit::Answered, Into::into))
}

/// What many games add up to; only games that ended count.
struct Sums {
    games: u64,
    turns: u64,
    first_seat: u64,
    wins: Vec<u64>,
    left: Vec<u64>,
}

impl Sums {
    fn none(players: usize) -> Self {
        Self { games: 0, turns: 0, first_seat: 0, wins: vec![0; players], left: vec![0; players] }
    }

    /// One game in which seat `n` was taken by bot `n + turned`.
    fn of(played: &simulate::Played, turned: usize) -> Self {
        let players = played.left.len();
        let mut sums = Self::none(players);
        (sums.games, sums.turns) = (1, played.turns as u64);
        sums.first_seat = u64::from(played.winner == Some(0));
        for seat in 0..players {
            let bot = (seat + turned) % players;
            sums.wins[bot] = u64::from(played.winner == Some(seat));
            sums.left[bot] = played.left[seat] as u64;
        }
        sums
    }

    fn plus(&self, other: &Self) -> Self {
        let each = |one: &[u64], other: &[u64]| one.iter().zip(other).map(|(one, other)| one + other).collect();
        Self {
            games: self.games + other.games,
            turns: self.turns + other.turns,
            first_seat: self.first_seat + other.first_seat,
            wins: each(&self.wins, &other.wins),
            left: each(&self.left, &other.left),
        }
    }
}

fn simulation_text(summary: &Simulated) -> String {
    let mut text = format!("{:<10} {:>6} {:>8} {:>11}\n", "bot", "wins", "share", "cards left");
    for tally in &summary.bots {
        let share = format!("{:.1} %", tally.share * 100.0);
        text.push_str(&format!("{:<10} {:>6} {share:>8} {:>11.2}\n", tally.bot, tally.wins, tally.mean_cards_left));
    }
    text.push_str(&format!(
        "{} games of {:.1} turns on average; the first seat won {}; {:.1} games a second\n",
        summary.games, summary.mean_turns, summary.first_seat_wins, summary.games_per_second
    ));
    text
}
