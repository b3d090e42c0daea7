//! Kami as scenes: the board with the borders of its regions, a move highlighted, a solution as a strip.

use azulejo_core::grid::Cell;
use azulejo_core::scene::{Axes, ColorId, Emphasis, Layout as Lay, Outline, Scene, Stroke, Tile, Tiling};

use crate::position::{Board, Color, Layout, Place, Position, VOID};
use crate::region::{Region, RegionGraph};
use crate::rules::{Move, paint, paintable, single_color};

/// The palette's number for a colour.
/// The palette's number for a colour.
pub(crate) fn color_id(color: Color) -> ColorId {
    ((color - 1) % 250) as ColorId
}

/// Where a place is drawn; a graph's vertices stand in rows.
struct Stand {
    layout: Lay,
    columns: u32,
}

impl Stand {
    fn of(board: &Board) -> Self {
        let (tiling, rows, columns) = match board.layout() {
            Layout::Square { rows, columns } => (Tiling::Squares, *rows, *columns),
            Layout::Triangular { rows, columns } => (Tiling::Triangles, *rows, *columns),
            Layout::Graph(neighbors) => {
                let columns = (1..=1024_usize).find(|side| side * side >= neighbors.len()).unwrap_or(1024);
                (Tiling::Squares, neighbors.len().div_ceil(columns) as u16, columns as u16)
            }
        };
        Self { layout: Lay { tiling, rows, columns }, columns: u32::from(columns) }
    }

    fn cell(&self, place: Place) -> Cell {
        Cell::new((place / self.columns) as u16, (place % self.columns) as u16)
    }
}

/// A board with the borders of its regions; `strong` stands out.
pub fn board(title: &str, board: &Board, strong: Option<Place>) -> Scene {
    let stand = Stand::of(board);
    let is_graph = matches!(board.layout(), Layout::Graph(_));
    let graph = RegionGraph::of(board);
    let strong = strong.and_then(|place| graph.region_at(place));
    let tiles = board.colors().iter().enumerate().map(|(place, &color)| {
        let place = place as Place;
        let cell = stand.cell(place);
        if color == VOID {
            return Tile::void(cell);
        }
        let emphasis =
            if strong.is_some() && graph.region_at(place) == strong { Emphasis::Strong } else { Emphasis::Plain };
        let label = if is_graph { format!("{place}") } else { color.to_string() };
        Tile { emphasis, ..Tile::colored(cell, color_id(color), label) }
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
    let mut scene = board("Kami", &position.level.board, None);
    let regions = RegionGraph::of(&position.level.board).len();
    let (left, moves) = (position.left(), position.level.moves);
    let target = position.level.target.map_or(String::new(), |target| format!(", to end in colour {target}"));
    scene.caption.push(format!(
        "{left} of {moves} moves left, {regions} {}{target}",
        if regions == 1 { "region" } else { "regions" }
    ));
    scene
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
