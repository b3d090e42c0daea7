//! Verbs about a board: its components, the figures on it, pictures of it.

use std::borrow::Cow;

use azulejo_core::budget::Budget;
use azulejo_core::grid::Cell;
use azulejo_core::outcome::Halt;
use azulejo_core::region::Regions;
use azulejo_core::report::Page;
use azulejo_core::scene::Scene;
use azulejo_core::verb::{Cost, Draws, Reply, Verb};
use azulejo_core::words::Message;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize, Serializer};

use super::{NamedCells, OnBoard, cells, in_option, of_option};
use crate::board::{Board, CellSet, Color, SIDE};
use crate::figures::{FigureSet, Named};
use crate::format::{LARGEST, read_figures};
use crate::words::NO_FIGURE;
use crate::{Switcher, draw};

/// What to say of components.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ComponentsOptions {
    /// Also give each component as its submatrix of [color,row,column] and null
    #[serde(default)]
    matrix: bool,
}

/// Which figures count.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SetOptions {
    /// `official` (25 figures), `poc` (the proof of concept's three), or a file of your own
    #[serde(default = "official")]
    #[schemars(extend("x-value" = "SET", "x-file" = ["official", "poc"]))]
    set: String,
}

/// The same, where nothing said means the proof of concept's own.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct OwnSetOptions {
    /// `poc` (the proof of concept's three figures), `official` (25), or a file of your own
    #[serde(default = "poc")]
    #[schemars(extend("x-value" = "SET", "x-file" = ["official", "poc"]))]
    set: String,
}

/// Which figures count, and what to say of them.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FiguresOptions {
    /// `official` (25 figures), `poc` (the proof of concept's three), or a file of your own
    #[serde(default = "official")]
    #[schemars(extend("x-value" = "SET", "x-file" = ["official", "poc"]))]
    set: String,
    /// Also give, by the name of each figure, its submatrices of [color,row,column] and null
    #[serde(default)]
    matrix: bool,
}

/// The same, where nothing said means the proof of concept's own.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct OwnFiguresOptions {
    /// `poc` (the proof of concept's three figures), `official` (25), or a file of your own
    #[serde(default = "poc")]
    #[schemars(extend("x-value" = "SET", "x-file" = ["official", "poc"]))]
    set: String,
    /// Print the submatrices of [color,row,column] and null that the answer has anyway, in place of sketches
    #[serde(default)]
    matrix: bool,
}

fn official() -> String {
    "official".to_owned()
}

fn poc() -> String {
    "poc".to_owned()
}

/// The figures of a set, by its name or by its text, that stand on a board.
fn find(set: &str, board: &Board) -> Result<Vec<Named>, Halt> {
    let set = match set {
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

/// A submatrix of the board: a component's box, its cells as `[color, row, column]`, the others null.
type Matrix = Vec<Vec<Option<(Color, u16, u16)>>>;

fn matrix(regions: &Regions, component: CellSet, color: Color) -> Matrix {
    let region = component.first().and_then(|cell| regions.region_at(cell));
    let Some(bounds) = region.map(|region| regions.bounds(region)) else { return Matrix::new() };
    let place = |cell: Cell| component.contains(cell).then_some((color, cell.row, cell.column));
    (bounds.first.row..=bounds.last.row)
        .map(|row| (bounds.first.column..=bounds.last.column).map(|column| place(Cell::new(row, column))).collect())
        .collect()
}

fn as_line(matrix: &Matrix) -> String {
    // Colours and numbers always have a JSON form.
    format!("{}\n", serde_json::to_string(matrix).unwrap_or_default())
}

/// The board with only some cells shown, as the proof of concept prints a component.
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
            Some(matrix) => as_line(matrix),
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
    /// The submatrices of each figure by its name, in the order of their first match.
    #[serde(skip_serializing_if = "Option::is_none")]
    matrix: Option<Dictionary>,
    #[serde(skip)]
    found: Vec<Named>,
}

/// What stands on the board by its name, in the order of the first match.
#[derive(Debug, Default)]
struct Dictionary(Vec<(String, Vec<Matrix>)>);

impl Dictionary {
    fn of(board: &Board, found: &[Named]) -> Self {
        let regions = Regions::of(&board.grid());
        let mut groups: Vec<(String, Vec<Matrix>)> = Vec::new();
        for Named { name, color, cells } in found {
            let matrix = matrix(&regions, *cells, *color);
            match groups.iter_mut().find(|(known, _)| known == name) {
                Some((_, group)) => group.push(matrix),
                None => groups.push((name.clone(), vec![matrix])),
            }
        }
        Self(groups)
    }
}

impl Serialize for Dictionary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, group)| (name, group)))
    }
}

impl JsonSchema for Dictionary {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "FigureMatrices".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let matrices = generator.subschema_for::<Vec<Matrix>>();
        json_schema!({ "type": "object", "additionalProperties": matrices })
    }
}

/// Whether an answer has the submatrices.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Matrices {
    Given,
    Left,
}

fn figures(board: &Board, set: &str, matrices: Matrices) -> Result<Reply<FiguresFound>, Halt> {
    let found = find(set, board)?;
    let mut figures: Vec<NamedCells> = found.iter().map(Into::into).collect();
    figures.sort_by(|one, other| one.cells.cmp(&other.cells));
    let none = figures.is_empty();
    let matrix = (matrices == Matrices::Given).then(|| Dictionary::of(board, &found));
    Ok(Reply::ok(FiguresFound { figures, matrix, found }).no_if(none))
}

fn figures_words(reply: &Reply<FiguresFound>) -> Vec<Message> {
    if reply.answer.found.is_empty() { vec![NO_FIGURE.plain()] } else { Vec::new() }
}

/// Figures by their names, each as a sketch of the board or as its submatrix.
fn tell_figures(board: &Board, matrices: Matrices, reply: &Reply<FiguresFound>, page: &mut Page) {
    for message in figures_words(reply) {
        page.say(message);
    }
    let found = &reply.answer.found;
    for (name, group) in Dictionary::of(board, found).0 {
        page.text(format!("Figure Type: {name} ({} components)\n", group.len()));
        let sets = found.iter().filter(|figure| figure.name == name).map(|figure| figure.cells);
        for (index, (matrix, set)) in group.iter().zip(sets).enumerate() {
            let drawing = match matrices {
                Matrices::Given => as_line(matrix),
                Matrices::Left => sketch(board, set),
            };
            page.text(format!("  Component {}:\n{drawing}\n", index + 1));
        }
    }
}

fn figures_scene(board: &Board, reply: &Reply<FiguresFound>) -> Scene {
    draw::outlined("figures on a Switcher board", board, reply.answer.found.iter().map(|figure| figure.cells))
}

fn given_if(asked: bool) -> Matrices {
    if asked { Matrices::Given } else { Matrices::Left }
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
    const ABOUT: &'static str = "List the figures that stand on a board";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(OnBoard(board): &OnBoard, options: &FiguresOptions, _: &Budget) -> Result<Reply<FiguresFound>, Halt> {
        figures(board, &options.set, given_if(options.matrix))
    }

    fn words(_: &OnBoard, _: &FiguresOptions, reply: &Reply<FiguresFound>) -> Vec<Message> {
        figures_words(reply)
    }

    fn tell(OnBoard(board): &OnBoard, options: &FiguresOptions, reply: &Reply<FiguresFound>, page: &mut Page) {
        tell_figures(board, given_if(options.matrix), reply, page);
    }

    fn scenes(OnBoard(board): &OnBoard, _: &FiguresOptions, reply: &Reply<FiguresFound>) -> Vec<Scene> {
        vec![figures_scene(board, reply)]
    }
}

/// The same as the proof of concept has it: its own three figures, by name, with their submatrices.
#[derive(Debug)]
pub struct ShowFigures;

impl Verb for ShowFigures {
    type Game = Switcher;
    type On = OnBoard;
    type Options = OwnFiguresOptions;
    type Answer = FiguresFound;
    const NAME: &'static str = "show-figures";
    const ABOUT: &'static str = "List the proof of concept's figures on a board, by name, with their submatrices";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(OnBoard(board): &OnBoard, options: &OwnFiguresOptions, _: &Budget) -> Result<Reply<FiguresFound>, Halt> {
        figures(board, &options.set, Matrices::Given)
    }

    fn words(_: &OnBoard, _: &OwnFiguresOptions, reply: &Reply<FiguresFound>) -> Vec<Message> {
        figures_words(reply)
    }

    fn tell(OnBoard(board): &OnBoard, options: &OwnFiguresOptions, reply: &Reply<FiguresFound>, page: &mut Page) {
        tell_figures(board, given_if(options.matrix), reply, page);
    }

    fn scenes(OnBoard(board): &OnBoard, _: &OwnFiguresOptions, reply: &Reply<FiguresFound>) -> Vec<Scene> {
        vec![figures_scene(board, reply)]
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

fn highlight(board: &Board, set: &str) -> Result<Reply<Highlighted>, Halt> {
    let found = find(set, board)?;
    let strong = all_cells(&found);
    let letter = |cell: Cell| {
        let letter = board.color(cell).letter();
        if strong.contains(cell) { letter.to_ascii_uppercase() } else { letter }
    };
    let row = |row: u16| (0..SIDE).map(|column| letter(Cell::new(row, column)).to_string()).collect::<Vec<_>>();
    let highlighted = (0..SIDE).map(|number| row(number).join(" ")).collect();
    Ok(Reply::ok(Highlighted { highlighted, found }))
}

fn highlight_text(board: &Board, reply: &Reply<Highlighted>) -> Scene {
    draw::board("a Switcher board", board, all_cells(&reply.answer.found)).without_axes()
}

fn highlight_scene(board: &Board, reply: &Reply<Highlighted>) -> Scene {
    draw::outlined("a Switcher board", board, reply.answer.found.iter().map(|figure| figure.cells))
}

/// The cells of figures in upper case, in a terminal with colours the other way round.
#[derive(Debug)]
pub struct Highlight;

impl Verb for Highlight {
    type Game = Switcher;
    type On = OnBoard;
    type Options = SetOptions;
    type Answer = Highlighted;
    const NAME: &'static str = "highlight";
    const ABOUT: &'static str = "Print a board with the cells of figures highlighted";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(OnBoard(board): &OnBoard, options: &SetOptions, _: &Budget) -> Result<Reply<Highlighted>, Halt> {
        highlight(board, &options.set)
    }

    fn tell(OnBoard(board): &OnBoard, _: &SetOptions, reply: &Reply<Highlighted>, page: &mut Page) {
        page.scene(highlight_text(board, reply));
    }

    fn scenes(OnBoard(board): &OnBoard, _: &SetOptions, reply: &Reply<Highlighted>) -> Vec<Scene> {
        vec![highlight_scene(board, reply)]
    }
}

/// The same with the proof of concept's own three figures.
#[derive(Debug)]
pub struct HighlightBoard;

impl Verb for HighlightBoard {
    type Game = Switcher;
    type On = OnBoard;
    type Options = OwnSetOptions;
    type Answer = Highlighted;
    const NAME: &'static str = "highlight-board";
    const ABOUT: &'static str = "Print a board with the cells of the proof of concept's figures highlighted";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(OnBoard(board): &OnBoard, options: &OwnSetOptions, _: &Budget) -> Result<Reply<Highlighted>, Halt> {
        highlight(board, &options.set)
    }

    fn tell(OnBoard(board): &OnBoard, _: &OwnSetOptions, reply: &Reply<Highlighted>, page: &mut Page) {
        page.scene(highlight_text(board, reply));
    }

    fn scenes(OnBoard(board): &OnBoard, _: &OwnSetOptions, reply: &Reply<Highlighted>) -> Vec<Scene> {
        vec![highlight_scene(board, reply)]
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
    type Options = SetOptions;
    type Answer = Shown;
    const NAME: &'static str = "show";
    const ABOUT: &'static str = "Draw a board with its figures outlined";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(OnBoard(board): &OnBoard, options: &SetOptions, _: &Budget) -> Result<Reply<Shown>, Halt> {
        let found = find(&options.set, board)?;
        Ok(Reply::ok(Shown { board: *board, figures: found.iter().map(Into::into).collect(), found }))
    }

    fn tell(on: &OnBoard, options: &SetOptions, reply: &Reply<Shown>, page: &mut Page) {
        for scene in Self::scenes(on, options, reply) {
            page.scene(scene);
        }
    }

    fn scenes(OnBoard(board): &OnBoard, _: &SetOptions, reply: &Reply<Shown>) -> Vec<Scene> {
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
