//! `azulejo switcher`: its commands, and those about a board: components, figures, highlight, show, new.

mod simulate;
mod turn;

use azulejo_core::grid::Cell;
use azulejo_core::id::{Id, Origin};
use azulejo_core::problem::Problem;
use azulejo_core::random::{Random, seed_of};
use azulejo_core::region::Regions;
use azulejo_core::scene::Axes;
use azulejo_core::scene::ansi::{Depth, ansi};
use azulejo_switcher::board::{Board, CellSet, Color};
use azulejo_switcher::figures::{FigureSet, Named};
use azulejo_switcher::format::{Count, read_board, read_figures};
use azulejo_switcher::generate::shuffled;
use azulejo_switcher::{ENTRY, draw};
use clap::{Args, Subcommand};
use serde::Serialize;
use serde_json::{Value, json};

use crate::failure::{Exit, Failure, Reply};
use crate::input::{self, Input};
use crate::options::{Common, Pictures};
use crate::output::{note, print, print_json};
use crate::play::{self, seed_or_fresh};

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
    Turn(turn::Arguments),
    /// List every single swap that forms a figure at once
    Swaps(turn::Swaps),
    /// Shuffle a board
    New(New),
    /// Play a whole game against people and bots
    Play(play::Play),
    /// Let bots play many games
    Simulate(simulate::Arguments),
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
    /// Also give each component as the document's submatrix of `[color,row,column]` and `null`
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
pub(crate) struct New {
    /// The seed: a number or any text
    #[arg(long)]
    seed: Option<String>,
    #[command(flatten)]
    pictures: Pictures,
}

/// Runs a command of Switcher.
pub(crate) fn run(command: &Command, common: &Common) -> Reply {
    match command {
        Command::Components(arguments) => components(arguments, common),
        Command::Figures(arguments) => figures(arguments, common),
        Command::Highlight(arguments) => highlight(arguments, common),
        Command::Show(arguments) => show(arguments, common),
        Command::Turn(arguments) => turn::turn(arguments, common),
        Command::Swaps(arguments) => turn::swaps(arguments, common),
        Command::New(arguments) => new(arguments, common),
        Command::Play(arguments) => play::run(&ENTRY, arguments, common),
        Command::Simulate(arguments) => simulate::run(arguments, common),
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
