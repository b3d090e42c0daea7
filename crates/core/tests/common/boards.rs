//! Boards as large as the games' and as busy, made without any game: what sizes and times of pictures are measured on.
#![allow(dead_code, reason = "the benchmark and the tests each use their part")]

use azulejo_core::grid::{Cell, Grid};
use azulejo_core::random::Random;
use azulejo_core::scene::{
    Dot, Emphasis, Layout, Look, MarkKind, Outline, Path, PathKind, Scene, Stroke, Thing, Tile, Tiling, Touch,
};

/// A board of random colours with letters that can be touched.
pub(crate) fn colored(rows: u16, columns: u16, colors: u8) -> Scene {
    let mut random = Random::new(1);
    let tiles = Grid::filled(rows, columns, ()).cells().map(|cell| {
        let color = random.below(u64::from(colors)) as u8;
        Tile::colored(cell, color, char::from(b'a' + color).to_string())
    });
    Scene::new("a board", Layout::squares(rows, columns), tiles.collect()).touchable(Touch::Cells)
}

/// Kami's largest: 10 × 10, with a border round each region.
pub(crate) fn kami() -> Scene {
    let mut scene = colored(10, 10, 4);
    let mut regions: Vec<Vec<Cell>> = Vec::new();
    for tile in &scene.tiles {
        let near = |cell: Cell| {
            cell.row.abs_diff(tile.cell.row) + cell.column.abs_diff(tile.cell.column) == 1
                && scene.tiles[usize::from(cell.row * 10 + cell.column)].fill == tile.fill
        };
        let (mut joined, rest): (Vec<_>, Vec<_>) =
            regions.into_iter().partition(|region| region.iter().any(|cell| near(*cell)));
        let mut region = joined.concat();
        region.push(tile.cell);
        joined = rest;
        joined.push(region);
        regions = joined;
    }
    scene.outlines = regions.into_iter().map(|cells| Outline { cells, stroke: Stroke::Thin }).collect();
    scene.with_caption("10 of 10 moves left, 51 regions")
}

/// Flow, 14 × 14, solved: 14 colours that turn in every cell.
pub(crate) fn flow() -> Scene {
    let tiles = Grid::filled(14, 14, ()).cells().map(Tile::empty).collect();
    let mut scene = Scene::new("a solved Flow puzzle", Layout::squares(14, 14), tiles).touchable(Touch::Drag);
    for color in 0..14_u8 {
        let (left, top) = (u16::from(color % 7) * 2, u16::from(color / 7) * 7);
        let cells: Vec<Cell> =
            (0..14).map(|step| Cell::new(top + step / 2, left + u16::from(step % 4 == 1 || step % 4 == 2))).collect();
        let ends = [cells[0], cells[13]];
        let label = char::from(b'A' + color).to_string();
        scene.dots.extend(ends.map(|cell| Dot { cell, color, label: label.clone() }));
        scene.paths.push(Path { cells, kind: PathKind::Pipe(color) });
    }
    scene.with_caption("14 of 14 colours are joined; every cell is used")
}

/// Blocky of depth 4: blocks of every size on 16 × 16 cells, each with its frame.
pub(crate) fn blocky() -> Scene {
    let mut random = Random::new(2);
    let mut scene = Scene::new("Blocky", Layout::squares(16, 16), Vec::new()).touchable(Touch::Cells).without_axes();
    let mut blocks = vec![(Cell::new(0, 0), 16_u16)];
    while let Some((corner, side)) = blocks.pop() {
        if side > 1 && (side == 16 || random.below(100) < 60) {
            let half = side / 2;
            blocks.extend(
                [(0, 0), (0, half), (half, 0), (half, half)]
                    .map(|(down, right)| (Cell::new(corner.row + down, corner.column + right), half)),
            );
            continue;
        }
        let color = random.below(4) as u8;
        scene.tiles.push(Tile { span: side, ..Tile::colored(corner, color, ["r", "g", "b", "y"][usize::from(color)]) });
        scene.outlines.push(Outline { cells: block(corner, side), stroke: Stroke::Thin });
    }
    scene.tiles.sort_by_key(|tile| tile.cell);
    scene.with_caption("player 1 (human), perimeter of red (r): 12, to move").with_caption("turn 3 of 20")
}

/// Switcher: 6 × 6, two figures outlined, a turn's exchange, something chosen and its choices.
pub(crate) fn switcher() -> Scene {
    let mut scene = colored(6, 6, 4);
    let figures = [block(Cell::new(0, 0), 2), block(Cell::new(3, 2), 2)];
    for tile in scene.tiles.iter_mut().filter(|tile| figures.concat().contains(&tile.cell)) {
        tile.emphasis = Emphasis::Strong;
    }
    for figure in figures {
        scene = scene.with_outline(Stroke::Strong, figure);
    }
    scene
        .with_path(PathKind::Exchange, [Cell::new(5, 0), Cell::new(5, 2)])
        .with_marks(MarkKind::Chosen, [Cell::new(2, 2)])
        .with_marks(MarkKind::Choice, [Cell::new(1, 3), Cell::new(3, 3), Cell::new(1, 1), Cell::new(3, 1)])
        .with_caption("red is forbidden")
}

/// A field of 20 × 10 with pieces in its lower half and the ghost of a falling one.
pub(crate) fn tetris() -> Scene {
    let mut random = Random::new(3);
    let tiles = Grid::filled(20, 10, ()).cells().map(|cell| {
        if cell.row < 10 || random.below(5) == 0 {
            return Tile::empty(cell);
        }
        let piece = random.below(7) as usize;
        Tile::colored(cell, piece as u8, ["I", "O", "T", "S", "Z", "J", "L"][piece])
    });
    Scene::new("falling pieces", Layout::squares(20, 10), tiles.collect())
        .with_marks(MarkKind::Ghost(1), block(Cell::new(8, 4), 2))
        .with_caption("falls now: O, then I S Z")
}

/// Every kind of mark, a path that advises, and something to touch, on hexagons and triangles as well.
pub(crate) fn marks(tiling: Tiling) -> Scene {
    let kinds = [
        MarkKind::Cursor,
        MarkKind::Chosen,
        MarkKind::Choice,
        MarkKind::Hint,
        MarkKind::Ghost(2),
        MarkKind::Preview(1),
        MarkKind::Wrong,
    ];
    let mut scene = colored(4, 7, 4);
    scene.layout.tiling = tiling;
    for (column, kind) in (0..).zip(kinds) {
        scene = scene.with_marks(kind, [Cell::new(0, column), Cell::new(1, column)]);
    }
    let advised = [Cell::new(2, 0), Cell::new(2, 1), Cell::new(2, 2), Cell::new(3, 2)];
    let things = [Look::Plain, Look::Chosen, Look::Ready, Look::Off];
    let thing = |(column, look)| Thing::new(format!("piece-{column}"), "a piece", [Cell::new(3, column)]).looking(look);
    scene.with_path(PathKind::Advice, advised).with_things((3..).zip(things).map(thing))
}

/// A tray: five cards of two colours each, one taken up, one that cannot be used.
pub(crate) fn hand() -> Scene {
    let mut scene = Scene { title: "cards in hand".to_owned(), ..colored(2, 9, 4) };
    scene.tiles.retain(|tile| tile.cell.column.is_multiple_of(2));
    let cards = (0..5_u16).map(|card| {
        let cells = [Cell::new(0, 2 * card), Cell::new(1, 2 * card)];
        Thing::new(format!("card-{}", card + 1), format!("movement card {}", card + 1), cells)
    });
    let things: Vec<Thing> = cards.collect();
    scene = scene.named("hand").touchable(Touch::None).without_axes().with_things(things);
    scene.things[1].look = Look::Chosen;
    scene.things[2].look = Look::Ready;
    scene.things[4].look = Look::Off;
    scene
}

fn block(corner: Cell, side: u16) -> Vec<Cell> {
    let columns = corner.column..corner.column + side;
    (corner.row..corner.row + side).flat_map(|row| columns.clone().map(move |column| Cell::new(row, column))).collect()
}
