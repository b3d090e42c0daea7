//! Verbs about a board: its components, the figures on it, pictures of it.

use azulejo_core::budget::Budget;
use azulejo_core::grid::Cell;
use azulejo_core::outcome::Halt;
use azulejo_core::region::Regions;
use azulejo_core::report::Page;
use azulejo_core::scene::Scene;
use azulejo_core::verb::{Cost, Draws, Reply, Verb};
use azulejo_core::words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{NamedCells, OnBoard, cells, in_option, of_option};
use crate::board::{Board, CellSet, Color, SIDE};
use crate::figures::{FigureSet, Named};
use crate::format::{LARGEST, read_figures};
use crate::words::NO_FIGURE;
use crate::{Switcher, draw};

/// What to say of components.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ComponentsOptions {
    /// Also give each component as the document's submatrix of [color,row,column] and null
    #[serde(default)]
    matrix: bool,
}

/// Which figures count.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FiguresOptions {
    /// `official` (25 figures), `poc` (the document's three), or a file of your own
    #[serde(default = "official")]
    #[schemars(extend("x-value" = "SET", "x-file" = ["official", "poc"]))]
    set: String,
}

fn official() -> String {
    "official".to_owned()
}

impl FiguresOptions {
    fn find(&self, board: &Board) -> Result<Vec<Named>, Halt> {
        let set = match self.set.as_str() {
            "official" => FigureSet::official(),
            "poc" => FigureSet::poc(),
            text if text.len() > LARGEST => {
                return Err(of_option("set", "it is larger than 64 KiB, too large for figures"));
            }
            name if !name.contains('\n') => {
                let shown: String = name.chars().take(24).collect();
                let what = format!("`{shown}` is no set of figures: expected `official`, `poc` or the text of a file");
                return Err(of_option("set", &what));
            }
            text => read_figures(text).map_err(in_option("set"))?,
        };
        Ok(set.find(board))
    }
}

/// The components of a board.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ComponentsFound {
    /// Colours in the order r, g, b, y; inside a colour by first cell in reading order.
    components: Vec<ColoredCells>,
    /// The submatrix of each component, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    matrix: Option<Vec<Matrix>>,
    #[serde(skip)]
    sets: Vec<(Color, CellSet)>,
}

/// A component.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ColoredCells {
    /// Its colour.
    color: Color,
    /// Its cells in reading order.
    cells: Vec<Cell>,
}

/// The document's submatrix: the component's box, its cells as `[color, row, column]`, the others null.
type Matrix = Vec<Vec<Option<(Color, u16, u16)>>>;

fn matrix(regions: &Regions, component: CellSet, color: Color) -> Matrix {
    let region = component.first().and_then(|cell| regions.region_at(cell));
    let Some(bounds) = region.map(|region| regions.bounds(region)) else { return Matrix::new() };
    let place = |cell: Cell| component.contains(cell).then_some((color, cell.row, cell.column));
    (bounds.first.row..=bounds.last.row)
        .map(|row| (bounds.first.column..=bounds.last.column).map(|column| place(Cell::new(row, column))).collect())
        .collect()
}

/// The board with only some cells shown, as the document prints a component.
fn sketch(board: &Board, shown: CellSet) -> String {
    let mut text = String::new();
    for row in 0..SIDE {
        let letters = (0..SIDE).map(|column| {
            let cell = Cell::new(row, column);
            if shown.contains(cell) { board.color(cell).letter().to_string() } else { ".".to_owned() }
        });
        text.push_str(&letters.collect::<Vec<_>>().join("  "));
        text.push('\n');
    }
    text
}

/// The connected components of each colour.
#[derive(Debug)]
pub struct Components;

impl Verb for Components {
    type Game = Switcher;
    type On = OnBoard;
    type Options = ComponentsOptions;
    type Answer = ComponentsFound;
    const NAME: &'static str = "components";
    const ALIASES: &'static [&'static str] = &["connected-components"];
    const ABOUT: &'static str = "List the connected components of each colour";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(OnBoard(board): &OnBoard, options: &ComponentsOptions, _: &Budget) -> Result<Reply<ComponentsFound>, Halt> {
        let sets: Vec<(Color, CellSet)> = Color::ALL
            .into_iter()
            .flat_map(|color| board.cells(color).components().map(move |cells| (color, cells)))
            .collect();
        let components = sets.iter().map(|&(color, set)| ColoredCells { color, cells: cells(set) }).collect();
        let matrix = options.matrix.then(|| {
            let regions = Regions::of(&board.grid());
            sets.iter().map(|&(color, set)| matrix(&regions, set, color)).collect()
        });
        Ok(Reply::ok(ComponentsFound { components, matrix, sets }))
    }

    fn tell(OnBoard(board): &OnBoard, _: &ComponentsOptions, reply: &Reply<ComponentsFound>, page: &mut Page) {
        let ComponentsFound { matrix, sets, .. } = &reply.answer;
        let drawing = |index: usize, set: CellSet| match matrix.as_ref().and_then(|all| all.get(index)) {
            // Colours and numbers always have a JSON form.
            Some(matrix) => format!("{}\n", serde_json::to_string(matrix).unwrap_or_default()),
            None => sketch(board, set),
        };
        for color in Color::ALL {
            let own: Vec<(usize, CellSet)> =
                sets.iter().enumerate().filter(|(_, set)| set.0 == color).map(|(index, set)| (index, set.1)).collect();
            page.text(format!("Color: {} ({} components)\n", color.letter(), own.len()));
            for (number, (index, set)) in own.into_iter().enumerate() {
                page.text(format!("  Component {}:\n{}\n", number + 1, drawing(index, set)));
            }
        }
    }

    fn scenes(OnBoard(board): &OnBoard, _: &ComponentsOptions, reply: &Reply<ComponentsFound>) -> Vec<Scene> {
        let sets = reply.answer.sets.iter().map(|&(_, set)| set);
        vec![draw::outlined("components of a Switcher board", board, sets)]
    }
}

/// The figures of a set that stand on a board.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FiguresFound {
    /// Sorted by cells.
    figures: Vec<NamedCells>,
    #[serde(skip)]
    found: Vec<Named>,
}

/// The figures on a board.
#[derive(Debug)]
pub struct Figures;

impl Verb for Figures {
    type Game = Switcher;
    type On = OnBoard;
    type Options = FiguresOptions;
    type Answer = FiguresFound;
    const NAME: &'static str = "figures";
    const ALIASES: &'static [&'static str] = &["show-figures"];
    const ABOUT: &'static str = "List the figures that stand on a board";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(OnBoard(board): &OnBoard, options: &FiguresOptions, _: &Budget) -> Result<Reply<FiguresFound>, Halt> {
        let found = options.find(board)?;
        let mut figures: Vec<NamedCells> = found.iter().map(Into::into).collect();
        figures.sort_by(|one, other| one.cells.cmp(&other.cells));
        let none = figures.is_empty();
        Ok(Reply::ok(FiguresFound { figures, found }).no_if(none))
    }

    fn words(_: &OnBoard, _: &FiguresOptions, reply: &Reply<FiguresFound>) -> Vec<Message> {
        if reply.answer.found.is_empty() { vec![NO_FIGURE.plain()] } else { Vec::new() }
    }

    fn tell(on: &OnBoard, options: &FiguresOptions, reply: &Reply<FiguresFound>, page: &mut Page) {
        for message in Self::words(on, options, reply) {
            page.say(message);
        }
        let found = &reply.answer.found;
        // Groups in the order of their first match, as the document's dictionary has them.
        let mut names: Vec<&str> = Vec::new();
        for figure in found {
            if !names.contains(&figure.name.as_str()) {
                names.push(&figure.name);
            }
        }
        for name in names {
            let group: Vec<&Named> = found.iter().filter(|figure| figure.name == name).collect();
            page.text(format!("Figure Type: {name} ({} components)\n", group.len()));
            for (index, figure) in group.iter().enumerate() {
                page.text(format!("  Component {}:\n{}\n", index + 1, sketch(&on.0, figure.cells)));
            }
        }
    }

    fn scenes(OnBoard(board): &OnBoard, _: &FiguresOptions, reply: &Reply<FiguresFound>) -> Vec<Scene> {
        let sets = reply.answer.found.iter().map(|figure| figure.cells);
        vec![draw::outlined("figures on a Switcher board", board, sets)]
    }
}

/// A board whose figures stand out.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Highlighted {
    /// The rows, letters separated by a blank; cells of figures in upper case.
    highlighted: Vec<String>,
    #[serde(skip)]
    found: Vec<Named>,
}

/// The cells of figures in upper case, or in colour.
#[derive(Debug)]
pub struct Highlight;

impl Verb for Highlight {
    type Game = Switcher;
    type On = OnBoard;
    type Options = FiguresOptions;
    type Answer = Highlighted;
    const NAME: &'static str = "highlight";
    const ALIASES: &'static [&'static str] = &["highlight-board"];
    const ABOUT: &'static str = "Print a board with the cells of figures highlighted";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(OnBoard(board): &OnBoard, options: &FiguresOptions, _: &Budget) -> Result<Reply<Highlighted>, Halt> {
        let found = options.find(board)?;
        let strong = all_cells(&found);
        let letter = |cell: Cell| {
            let letter = board.color(cell).letter();
            if strong.contains(cell) { letter.to_ascii_uppercase() } else { letter }
        };
        let row = |row: u16| (0..SIDE).map(|column| letter(Cell::new(row, column)).to_string()).collect::<Vec<_>>();
        let highlighted = (0..SIDE).map(|number| row(number).join(" ")).collect();
        Ok(Reply::ok(Highlighted { highlighted, found }))
    }

    fn tell(OnBoard(board): &OnBoard, _: &FiguresOptions, reply: &Reply<Highlighted>, page: &mut Page) {
        page.scene(draw::board("a Switcher board", board, all_cells(&reply.answer.found)).without_axes());
    }

    fn scenes(OnBoard(board): &OnBoard, _: &FiguresOptions, reply: &Reply<Highlighted>) -> Vec<Scene> {
        vec![draw::outlined("a Switcher board", board, reply.answer.found.iter().map(|figure| figure.cells))]
    }
}

fn all_cells(found: &[Named]) -> CellSet {
    CellSet::from_bits(found.iter().fold(0, |all, figure| all | figure.cells.bits()))
}

/// A board with its figures.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Shown {
    /// The board in one line, rows separated by `/`.
    board: Board,
    /// The figures on it, by colour and first cell.
    figures: Vec<NamedCells>,
    #[serde(skip)]
    found: Vec<Named>,
}

/// A board with its figures outlined.
#[derive(Debug)]
pub struct Show;

impl Verb for Show {
    type Game = Switcher;
    type On = OnBoard;
    type Options = FiguresOptions;
    type Answer = Shown;
    const NAME: &'static str = "show";
    const ABOUT: &'static str = "Draw a board with its figures outlined";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(OnBoard(board): &OnBoard, options: &FiguresOptions, _: &Budget) -> Result<Reply<Shown>, Halt> {
        let found = options.find(board)?;
        Ok(Reply::ok(Shown { board: *board, figures: found.iter().map(Into::into).collect(), found }))
    }

    fn tell(on: &OnBoard, options: &FiguresOptions, reply: &Reply<Shown>, page: &mut Page) {
        for scene in Self::scenes(on, options, reply) {
            page.scene(scene);
        }
    }

    fn scenes(OnBoard(board): &OnBoard, _: &FiguresOptions, reply: &Reply<Shown>) -> Vec<Scene> {
        let found = &reply.answer.found;
        let mut scene = draw::outlined("a Switcher board", board, found.iter().map(|figure| figure.cells));
        for figure in found {
            if let Some(cell) = figure.cells.first() {
                scene.caption.push(format!("{} {} at {cell}", figure.color, figure.name));
            }
        }
        vec![scene]
    }
}
