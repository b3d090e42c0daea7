//! Kami as scenes: the board with the borders of its regions, a move highlighted, a solution as a strip, the palette.

use std::fmt::Write as _;

use azulejo_core::grid::Cell;
use azulejo_core::scene::palette::{BLUE, GREEN, RED, YELLOW};
use azulejo_core::scene::{Axes, ColorId, Emphasis, Layout as Lay, Look, Outline, Scene, Stroke, Thing, Tile, Tiling};

use crate::position::{Board, Color, Layout, Place, Position, VOID};
use crate::region::{Region, RegionGraph};
use crate::rules::{self, Move, paint, paintable, single_color};

/// The palette's number for a colour: 1 is red, 2 green and 3 yellow, as in the course text.
pub(crate) fn color_id(color: Color) -> ColorId {
    const FIRST: [ColorId; 4] = [RED, GREEN, YELLOW, BLUE];
    let index = (color - 1) % 250;
    FIRST.get(index as usize).copied().unwrap_or(index as ColorId)
}

/// How a colour looks, to follow its number; empty where the coloured palettes do not agree.
fn look(color: Color) -> &'static str {
    const LOOKS: [&str; 7] = [" red", " green", " yellow", " blue", " orange", " light blue", " purple"];
    LOOKS.get(color as usize - 1).copied().unwrap_or_default()
}

/// Where places are drawn; a graph's vertices stand in rows.
pub(crate) struct Stand {
    layout: Lay,
    places: usize,
}

impl Stand {
    pub(crate) fn of(board: &Board) -> Self {
        let places = board.layout().len();
        let (tiling, rows, columns) = match board.layout() {
            Layout::Square { rows, columns } => (Tiling::Squares, *rows, *columns),
            Layout::Triangular { rows, columns } => (Tiling::Triangles, *rows, *columns),
            Layout::Graph(_) => {
                let columns = (1..=1024_usize).find(|side| side * side >= places).unwrap_or(1024);
                (Tiling::Squares, places.div_ceil(columns) as u16, columns as u16)
            }
        };
        Self { layout: Lay { tiling, rows, columns }, places }
    }

    fn cell(&self, place: Place) -> Cell {
        let columns = u32::from(self.layout.columns);
        Cell::new((place / columns) as u16, (place % columns) as u16)
    }

    /// The place drawn at a cell.
    pub(crate) fn place(&self, cell: Cell) -> Option<Place> {
        let Lay { rows, columns, .. } = self.layout;
        let place = u32::from(cell.row) * u32::from(columns) + u32::from(cell.column);
        (cell.row < rows && cell.column < columns && (place as usize) < self.places).then_some(place)
    }
}

/// The cells that show the region of a place.
pub(crate) fn region(board: &Board, place: Place) -> Vec<Cell> {
    let stand = Stand::of(board);
    rules::region(board, place).into_iter().map(|place| stand.cell(place)).collect()
}

/// A board with the borders of its regions; `strong` stands out.
pub fn board(title: &str, board: &Board, strong: Option<Place>) -> Scene {
    of_regions(title, board, &RegionGraph::of(board), strong)
}

/// The same where the regions are known.
pub(crate) fn of_regions(title: &str, board: &Board, graph: &RegionGraph, strong: Option<Place>) -> Scene {
    let stand = Stand::of(board);
    let is_graph = matches!(board.layout(), Layout::Graph(_));
    let strong = strong.and_then(|place| graph.region_at(place));
    let tiles = board.colors().iter().enumerate().map(|(place, &color)| {
        let place = place as Place;
        let cell = stand.cell(place);
        if color == VOID {
            return Tile::void(cell);
        }
        let emphasis =
            if strong.is_some() && graph.region_at(place) == strong { Emphasis::Strong } else { Emphasis::Plain };
        let (label, spoken) = if is_graph {
            (place.to_string(), vertex(board, place, color))
        } else {
            (color.to_string(), format!("{cell} {color}{}", look(color)))
        };
        Tile { emphasis, spoken, ..Tile::colored(cell, color_id(color), label) }
    });
    let mut scene = Scene::new(title, stand.layout, tiles.collect());
    if is_graph {
        scene.axes = Axes::Hidden;
        return scene;
    }
    let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); graph.len()];
    for place in 0..board.colors().len() as Place {
        if let Some(region) = graph.region_at(place) {
            cells[region as usize].push(stand.cell(place));
        }
    }
    let stroke = |region: usize| if strong == Some(region as Region) { Stroke::Highlight } else { Stroke::Thin };
    scene.outlines =
        cells.into_iter().enumerate().map(|(region, cells)| Outline { cells, stroke: stroke(region) }).collect();
    // The highlight lies over its neighbours' borders.
    scene.outlines.sort_by_key(|outline| outline.stroke);
    scene
}

/// A vertex as it is spoken of: edges are not drawn, so its neighbours are named.
fn vertex(board: &Board, place: Place, color: Color) -> String {
    let mut spoken = format!("vertex {place}, colour {color}{}, touches", look(color));
    for neighbor in board.layout().neighbors(place) {
        // Writing to a String cannot fail.
        let _ = write!(spoken, " {neighbor}");
    }
    spoken
}

/// A solution, one scene a move on the board before it, and the board at the end.
pub fn line(start: &Board, moves: &[Move]) -> Vec<Scene> {
    let mut now = start.clone();
    let mut scenes = Vec::new();
    for (index, action) in moves.iter().enumerate() {
        let Ok(place) = paintable(&now, action.spot) else { continue };
        let mut scene = board("a solution of Kami", &now, Some(place));
        scene.caption.push(format!("{}. {action}", index + 1));
        scenes.push(scene);
        now = paint(&now, place, action.color);
    }
    let mut last = board("a solution of Kami", &now, None);
    last.caption.push(single_color(&now).map_or_else(String::new, |color| format!("all {color}")));
    scenes.push(last);
    scenes
}

/// A position with what is left to do.
pub fn position(position: &Position) -> Scene {
    let graph = RegionGraph::of(&position.level.board);
    let (left, moves, regions) = (position.left(), position.level.moves, graph.len());
    let target = position.level.target.map_or(String::new(), |target| format!(", to end in colour {target}"));
    let named = if regions == 1 { "region" } else { "regions" };
    of_regions("Kami", &position.level.board, &graph, None)
        .with_caption(format!("{left} of {moves} moves left, {regions} {named}{target}"))
}

/// Colours in one row of the palette.
const ACROSS: usize = 12;

/// The colours to paint with, the chosen one marked; `idle` is how the others look.
pub(crate) fn palette(
    colors: &[Color],
    chosen: Option<Color>,
    idle: Look,
    board: &Board,
    graph: &RegionGraph,
) -> Scene {
    let across = colors.len().clamp(1, ACROSS);
    let cell = |index: usize| Cell::new((index / across) as u16, (index % across) as u16);
    let mut counts = vec![(0_usize, 0_usize); colors.len()];
    for color in board.colors() {
        if let Ok(index) = colors.binary_search(color) {
            counts[index].0 += 1;
        }
    }
    for color in graph.colors() {
        if let Ok(index) = colors.binary_search(color) {
            counts[index].1 += 1;
        }
    }
    let tile = |(index, &color): (usize, &Color)| {
        let emphasis = if counts[index].0 == 0 { Emphasis::Faded } else { Emphasis::Plain };
        Tile { emphasis, ..Tile::colored(cell(index), color_id(color), color.to_string()) }
    };
    let thing = |(index, &color): (usize, &Color)| {
        let (cells, regions) = counts[index];
        let held = if chosen == Some(color) { "painting with" } else { "paint with" };
        let spoken = format!("{held} colour {color}{}; cells: {cells}, regions: {regions}", look(color));
        let state = if chosen == Some(color) { Look::Chosen } else { idle };
        Thing::new(crate::hands::handle(color), spoken, [cell(index)]).looking(state)
    };
    let layout = Lay::squares(colors.len().div_ceil(across) as u16, across as u16);
    Scene::new("Colours to paint with", layout, colors.iter().enumerate().map(tile).collect())
        .named("palette")
        .without_axes()
        .with_things(colors.iter().enumerate().map(thing))
}

#[cfg(test)]
mod tests {
    use azulejo_core::scene::Fill;

    use super::*;
    use crate::format::read;

    #[test]
    fn regions_are_outlined_and_the_move_last() {
        let level = read("1 1 2 3 2\n1 1 2\n1 0 2\n", None).unwrap();
        let scene = board("test", &level.board, Some(0));
        assert_eq!(scene.outlines.len(), 2);
        assert_eq!(scene.outlines[1].stroke, Stroke::Highlight);
        assert_eq!(scene.outlines[1].cells.len(), 3);
        assert_eq!(scene.tiles[4].fill, Fill::Void);
    }

    #[test]
    fn a_solution_is_one_picture_a_move_and_one_more() {
        let level = read("1 1 1 3 3\n1 2 3\n", None).unwrap();
        let moves: Vec<Move> = ["B1 1", "A1 3"].iter().map(|text| text.parse().unwrap()).collect();
        let captions: Vec<String> =
            line(&level.board, &moves).into_iter().map(|scene| scene.caption.join(" ")).collect();
        assert_eq!(captions, ["1. B1 1", "2. A1 3", "all 3"]);
    }
}
