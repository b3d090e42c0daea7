//! What the Kami course text's own functions give: the matrix with its frame, the two dictionaries before and after a
//! vertex was painted, and its plain search.

use std::collections::BTreeMap;

use azulejo_core::budget::Budget;
use azulejo_core::open::At;
use azulejo_core::options::{List, NoOptions};
use azulejo_core::outcome::Halt;
use azulejo_core::problem::{About, Problem, Problems};
use azulejo_core::report::Page;
use azulejo_core::scene::Scene;
use azulejo_core::verb::{Cost, Draws, Reply, Verb};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::position::{Color, Place, VOID};
use crate::region::{BadName, Dictionaries, RegionGraph};
use crate::rules::{self, Move, Spot};
use crate::solve::busca::busca;
use crate::{Kami, draw};

fn of_option(option: &str, message: impl std::fmt::Display) -> Halt {
    Problems::from(Problem::new(message.to_string())).in_part(About::Option(option.to_owned())).into()
}

/// `{a, b}`.
fn braces(entries: impl Iterator<Item = String>) -> String {
    format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
}

/// Both dictionaries as the course text prints them.
fn printed(names: [&str; 2], neighbors: &BTreeMap<Place, Vec<Place>>, colors: &BTreeMap<Place, Color>) -> String {
    let around = neighbors
        .iter()
        .map(|(region, others)| format!("{region}: {}", braces(others.iter().map(ToString::to_string))));
    let colors = colors.iter().map(|(region, color)| format!("{region}: {color}"));
    format!("{}: {}\n{}: {}\n", names[0], braces(around), names[1], braces(colors))
}

/// How regions are named.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct GraphOptions {
    /// Vertices that name their regions, such as `4,14,24`: any cell does, the first one does unless another is given
    #[serde(default)]
    #[schemars(extend("x-value" = "VERTICES"))]
    pub names: List<Place>,
}

/// The regions of a board as the course text's two dictionaries.
#[derive(Debug)]
pub struct Graph;

impl Verb for Graph {
    type Game = Kami;
    type On = At<Kami>;
    type Options = GraphOptions;
    type Answer = Dictionaries;
    const NAME: &'static str = "graph";
    const ALIASES: &'static [&'static str] = &["gera_grafo"];
    const ABOUT: &'static str = "Give the board's regions as the course text's two dictionaries";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &At<Kami>, options: &GraphOptions, _: &Budget) -> Result<Reply<Dictionaries>, Halt> {
        let graph = RegionGraph::of(&on.position.level.board);
        Ok(Reply::ok(graph.dictionaries_named(&options.names.0).map_err(|bad| of_option("names", bad))?))
    }

    fn tell(_: &At<Kami>, _: &GraphOptions, reply: &Reply<Dictionaries>, page: &mut Page) {
        page.text(printed(["L", "C"], &reply.answer.neighbors, &reply.answer.colors));
    }

    fn scenes(on: &At<Kami>, _: &GraphOptions, _: &Reply<Dictionaries>) -> Vec<Scene> {
        vec![draw::board("a Kami board", &on.position.level.board, None)]
    }
}

/// Which vertex is painted.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct VertexOptions {
    /// The vertex: the number of any cell of its region, in reading order from 0
    #[schemars(extend("x-place" = 1, "x-value" = "VERTEX"))]
    pub vertex: Place,
    /// Its new colour
    #[schemars(range(min = 1), extend("x-place" = 2, "x-value" = "COLOR"))]
    pub to: Color,
    /// Vertices that name their regions, such as `14,24`; the vertex that is painted keeps its name
    #[serde(default)]
    #[schemars(extend("x-value" = "VERTICES"))]
    pub names: List<Place>,
}

/// The course text's `Lp` and `Cp`: the graph after a vertex was painted.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PaintedGraph {
    /// For each region, the regions that touch it.
    #[serde(rename = "Lp")]
    pub neighbors: BTreeMap<Place, Vec<Place>>,
    /// For each region, its colour.
    #[serde(rename = "Cp")]
    pub colors: BTreeMap<Place, Color>,
}

/// The two dictionaries after a vertex was painted.
#[derive(Debug)]
pub struct PaintVertex;

impl Verb for PaintVertex {
    type Game = Kami;
    type On = At<Kami>;
    type Options = VertexOptions;
    type Answer = PaintedGraph;
    const NAME: &'static str = "paint-vertex";
    const ALIASES: &'static [&'static str] = &["pinta_vertice"];
    const ABOUT: &'static str = "Paint a vertex of the course text's graph and give its two dictionaries after it";
    const COST: Cost = Cost::Quick;

    fn run(on: &At<Kami>, options: &VertexOptions, _: &Budget) -> Result<Reply<PaintedGraph>, Halt> {
        let level = &on.position.level;
        let action = Move { spot: Spot::of(&level.board, options.vertex), color: options.to };
        let place = rules::allowed(&level.board, level.terms(), action).map_err(|illegal| match illegal {
            rules::Illegal::Color { .. } => of_option("to", illegal),
            _ => of_option("vertex", BadName::Nowhere(options.vertex)),
        })?;
        let names: Vec<Place> = options.names.0.iter().copied().chain([place]).collect();
        let before = RegionGraph::of(&level.board).dictionaries_named(&names).map_err(|bad| of_option("names", bad))?;
        let after = RegionGraph::of(&rules::paint(&level.board, place, options.to));
        // What the painted vertex took in goes by its name; every other region is as it was.
        let apart = |name: &Place| after.region_at(*name) != after.region_at(place);
        let names: Vec<Place> = before.colors.into_keys().filter(apart).chain([place]).collect();
        let Dictionaries { neighbors, colors } =
            after.dictionaries_named(&names).map_err(|bad| of_option("names", bad))?;
        Ok(Reply::ok(PaintedGraph { neighbors, colors }))
    }

    fn tell(_: &At<Kami>, _: &VertexOptions, reply: &Reply<PaintedGraph>, page: &mut Page) {
        page.text(printed(["Lp", "Cp"], &reply.answer.neighbors, &reply.answer.colors));
    }
}

/// What the course text's `carrega_tabuleiro` gives.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MatrixOf {
    /// 1 easy, 2 medium, 3 hard.
    pub difficulty: u32,
    /// The moves that may be made.
    pub moves: u32,
    /// How many colours may be painted with.
    pub colors: u32,
    /// The colours by rows, with a frame of zeros.
    pub matrix: Vec<Vec<Color>>,
}

/// A board as a matrix with a frame of zeros.
#[derive(Debug)]
pub struct Matrix;

impl Verb for Matrix {
    type Game = Kami;
    type On = At<Kami>;
    type Options = NoOptions;
    type Answer = MatrixOf;
    const NAME: &'static str = "matrix";
    const ALIASES: &'static [&'static str] = &["carrega_tabuleiro"];
    const ABOUT: &'static str = "Give a board as the course text's matrix with its frame of zeros";
    const COST: Cost = Cost::Quick;

    fn run(on: &At<Kami>, _: &NoOptions, _: &Budget) -> Result<Reply<MatrixOf>, Halt> {
        let level = &on.position.level;
        let Some((_, columns)) = level.board.layout().size() else {
            return Err(Problem::new("a graph has no matrix: expected a board of squares or triangles").into());
        };
        let columns = usize::from(columns);
        let edge = || vec![VOID; columns + 2];
        let framed = |row: &[Color]| [&[VOID], row, &[VOID]].concat();
        let rows = level.board.colors().chunks(columns).map(framed);
        let matrix = [edge()].into_iter().chain(rows).chain([edge()]).collect();
        let (difficulty, moves, colors) = (level.difficulty, level.moves, level.colors);
        Ok(Reply::ok(MatrixOf { difficulty, moves, colors, matrix }))
    }

    fn tell(_: &At<Kami>, _: &NoOptions, reply: &Reply<MatrixOf>, page: &mut Page) {
        let row = |row: &Vec<Color>| row.iter().map(|color| format!("{color:3}")).collect::<String>() + "\n";
        page.text(reply.answer.matrix.iter().map(row).collect::<String>());
    }
}

/// How many moves `busca` has.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct BuscaOptions {
    /// The moves that are left; those of the level by default
    #[schemars(extend("x-value" = "N"))]
    pub moves: Option<u32>,
}

/// What the course text's `busca` gives: -1 and -1 where there is no way.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Found {
    /// The vertex to paint.
    pub vertex: i64,
    /// Its new colour.
    pub color: i64,
}

/// The course text's search with backtracking.
#[derive(Debug)]
pub struct Busca;

impl Verb for Busca {
    type Game = Kami;
    type On = At<Kami>;
    type Options = BuscaOptions;
    type Answer = Found;
    const NAME: &'static str = "busca";
    const ABOUT: &'static str = "Search as the course text does, trying every vertex with every colour of the graph";

    fn run(on: &At<Kami>, options: &BuscaOptions, budget: &Budget) -> Result<Reply<Found>, Halt> {
        let board = &on.position.level.board;
        let found = busca(board, options.moves.unwrap_or_else(|| on.position.left()), budget)?;
        let named = |action: Move| Some((i64::from(action.spot.place(board)?), i64::from(action.color)));
        let (vertex, color) = found.and_then(named).unwrap_or((-1, -1));
        Ok(Reply::ok(Found { vertex, color }).no_if(found.is_none()))
    }

    fn tell(_: &At<Kami>, _: &BuscaOptions, reply: &Reply<Found>, page: &mut Page) {
        page.text(format!("{}, {}\n", reply.answer.vertex, reply.answer.color));
    }
}
