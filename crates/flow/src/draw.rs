//! Flow as scenes: dots with their letters, pipes with round joints, walls and bridges; the colours in a tray.

use std::borrow::Cow;

use azulejo_core::grid::Cell;
use azulejo_core::scene::{
    ColorId, Dot, Layout, Look, MarkKind, Path, PathKind, Scene, Thing, Tile as SceneTile, Tiling, Touch,
};

use crate::hands::{self, Leader, Ui};
use crate::play::{self, Position};
use crate::position::{Puzzle, Solution, Tile, Topology};

/// The palette's number for a colour; beyond the palette it begins anew, and letters tell colours apart.
pub(crate) fn color_id(color: usize) -> ColorId {
    (color % 256) as ColorId
}

/// A puzzle with these lines on it.
pub fn board<'a>(title: &str, puzzle: &Puzzle, lines: impl IntoIterator<Item = (usize, &'a [Cell])>) -> Scene {
    let tiles = puzzle.tiles();
    let tiling = match puzzle.topology() {
        Topology::Square | Topology::Torus => Tiling::Squares,
        Topology::Hex => Tiling::Hexagons,
    };
    let layout = Layout { tiling, rows: tiles.rows(), columns: tiles.columns() };
    let cells = tiles.cells().map(|cell| match tiles[cell] {
        Tile::Hole => SceneTile::void(cell),
        Tile::Bridge => SceneTile { label: "+".to_owned(), ..SceneTile::empty(cell) },
        Tile::Empty | Tile::Dot(_) => SceneTile::empty(cell),
    });
    let mut scene = Scene::new(title, layout, cells.collect());
    let lines: Vec<(usize, &[Cell])> = lines.into_iter().filter(|(_, cells)| cells.len() > 1).collect();
    if tiling == Tiling::Hexagons {
        // A terminal cannot draw slanted pipes: there, letters show the paths; in pictures the pipes cover them.
        let ends = puzzle.dots().iter().map(<[Cell; 2]>::as_slice).enumerate();
        for (color, cells) in lines.iter().copied().chain(ends) {
            for &cell in cells.iter().filter(|&&cell| tiles.contains(cell)) {
                scene.tiles[tiles.index_of(cell)].label = puzzle.labels()[color].to_string();
            }
        }
    }
    scene.walls = puzzle.walls().iter().map(|&(one, other)| [one, other]).collect();
    scene.paths = lines
        .iter()
        .map(|&(color, cells)| Path { cells: cells.to_vec(), kind: PathKind::Pipe(color_id(color)) })
        .collect();
    scene.dots = puzzle
        .dots()
        .iter()
        .zip(puzzle.labels())
        .enumerate()
        .flat_map(|(color, (dots, label))| {
            dots.map(|cell| Dot { cell, color: color_id(color), label: label.to_string() })
        })
        .collect();
    scene
}

/// A puzzle as it is given.
pub fn puzzle(puzzle: &Puzzle) -> Scene {
    captioned(board("a Flow puzzle", puzzle, []), puzzle)
}

/// A solved puzzle.
pub fn solution(puzzle: &Puzzle, solution: &Solution) -> Scene {
    captioned(board("a solved Flow puzzle", puzzle, solution.paths().enumerate()), puzzle)
}

/// A puzzle with what is drawn on it, to be looked at.
pub fn drawing(position: &Position) -> Scene {
    let lines = position.lines().iter().map(Vec::as_slice).enumerate();
    captioned(board("a Flow puzzle", position.puzzle(), lines), position.puzzle())
}

fn captioned(scene: Scene, puzzle: &Puzzle) -> Scene {
    match puzzle.topology() {
        Topology::Torus => scene.with_caption("opposite edges are joined"),
        Topology::Square | Topology::Hex => scene,
    }
}

/// The board as the hand leaves it, and the colours in a tray.
pub(crate) fn scenes(position: &Position, ui: &Ui) -> Vec<Scene> {
    let puzzle = position.puzzle();
    let hand = hands::held(position, ui);
    let lines = hands::left_by(position, hand.as_ref());
    let mut scene = board("Flow", puzzle, lines.iter().copied().enumerate()).touchable(Touch::Drag);
    speak(&mut scene, puzzle, &lines);
    if let Some(hand) = &hand {
        scene = scene.with_marks(MarkKind::Chosen, [hand.end()]);
        if hand.by == Leader::Keys {
            scene = scene.with_marks(MarkKind::Cursor, [hand.end()]);
            scene = scene.with_marks(MarkKind::Choice, hands::choices(puzzle, hand));
        }
    }
    vec![scene, tray(position, &lines, hand.as_ref().and_then(|hand| hand.color(puzzle)))]
}

/// Whether a line goes from one dot of a pair to the other.
fn joins(line: &[Cell], dots: [Cell; 2]) -> bool {
    matches!(line, [first, .., last] if dots.contains(first) && dots.contains(last))
}

/// Says of each cell what lies there, and what touching it does.
fn speak(scene: &mut Scene, puzzle: &Puzzle, lines: &[&[Cell]]) {
    let tiles = puzzle.tiles();
    let mut owners: Vec<[Option<char>; 2]> = vec![[None; 2]; tiles.len()];
    for (line, &label) in lines.iter().zip(puzzle.labels()) {
        for &cell in *line {
            let [first, second] = &mut owners[tiles.index_of(cell)];
            if first.is_none() { *first = Some(label) } else { *second = Some(label) }
        }
    }
    for (index, tile) in scene.tiles.iter_mut().enumerate() {
        let said = match (tiles.values()[index], owners[index]) {
            (Tile::Hole, _) => continue,
            (Tile::Dot(color), _) => {
                let color = usize::from(color);
                let (label, dots) = (puzzle.labels()[color], puzzle.dots()[color]);
                let state = if joins(lines[color], dots) { "joined" } else { "not joined" };
                Cow::Owned(format!("dot of colour {label}, {state}: draw"))
            }
            (Tile::Bridge, [Some(one), Some(other)]) => Cow::Owned(format!("bridge, colours {one} and {other}")),
            (Tile::Bridge, [Some(one), None]) => Cow::Owned(format!("bridge, colour {one}")),
            (Tile::Bridge, _) => Cow::Borrowed("bridge"),
            (Tile::Empty, [Some(label), _]) => Cow::Owned(format!("colour {label}: draw on")),
            (Tile::Empty, _) => Cow::Borrowed("empty"),
        };
        play::write_cells(&mut tile.spoken, &[tile.cell]);
        tile.spoken.push_str(", ");
        tile.spoken.push_str(&said);
    }
}

/// The colours: two dots each, with a pipe between them once they are joined. A touch rubs out the line.
fn tray(position: &Position, lines: &[&[Cell]], chosen: Option<usize>) -> Scene {
    let puzzle = position.puzzle();
    // Two cells and a gap a colour, in about as many columns as the board has.
    let across = (usize::from(puzzle.tiles().columns()) + 1).div_ceil(3).clamp(1, puzzle.colors().min(1_000));
    let rows = puzzle.colors().div_ceil(across);
    let place = |color: usize, side: usize| Cell::new((color / across) as u16, (3 * (color % across) + side) as u16);
    let layout = Layout::squares(rows as u16, (3 * across - 1) as u16);
    let tiles = (0..layout.rows).flat_map(|row| (0..layout.columns).map(move |column| Cell::new(row, column)));
    let ground = |cell: Cell| {
        let color = usize::from(cell.row) * across + usize::from(cell.column) / 3;
        let used = color < puzzle.colors() && cell.column % 3 < 2;
        if used { SceneTile::empty(cell) } else { SceneTile::void(cell) }
    };
    let mut scene = Scene::new("Colours", layout, tiles.map(ground).collect()).named("colors").without_axes();
    for (color, &label) in puzzle.labels().iter().enumerate() {
        let cells = [place(color, 0), place(color, 1)];
        let joined = joins(lines[color], puzzle.dots()[color]);
        scene.dots.extend(cells.map(|cell| Dot { cell, color: color_id(color), label: label.to_string() }));
        if joined {
            scene.paths.push(Path { cells: cells.to_vec(), kind: PathKind::Pipe(color_id(color)) });
        }
        let drawn = !position.lines()[color].is_empty();
        let state = if joined { "joined" } else { "not joined" };
        let touch = if drawn { ": rub out its line" } else { "" };
        let look = match (chosen == Some(color), drawn) {
            (true, _) => Look::Chosen,
            (false, true) => Look::Plain,
            (false, false) => Look::Off,
        };
        let spoken = format!("colour {label}, {state}{touch}");
        scene.things.push(Thing::new(hands::handle(label), spoken, cells).looking(look));
    }
    scene
}
