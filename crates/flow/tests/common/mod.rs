//! Small random boards of every kind, for the engines to agree on.
#![allow(dead_code, clippy::unwrap_used, missing_docs)]

use azulejo_core::grid::{Cell, Grid};
use azulejo_core::random::Random;
use azulejo_flow::format::draft::label;
use azulejo_flow::position::{Fill, Puzzle, Rules, Side, Tile, Topology, Touch};

pub(crate) const EVERY_RULE: [Rules; 6] = {
    const fn rules(fill: Fill, touch: Touch) -> Rules {
        Rules { fill, touch }
    }
    [
        rules(Fill::Full, Touch::Allow),
        rules(Fill::Full, Touch::Forbid),
        rules(Fill::Full, Touch::NoSquare),
        rules(Fill::Free, Touch::Allow),
        rules(Fill::Free, Touch::Forbid),
        rules(Fill::Free, Touch::NoSquare),
    ]
};

/// A random board of at most this many rows and columns: any topology, some holes, bridges and walls.
pub(crate) fn random_board(random: &mut Random, most: u64) -> Puzzle {
    loop {
        let (rows, columns) = (1 + random.below(most) as u16, 1 + random.below(most) as u16);
        let topology = [Topology::Square, Topology::Square, Topology::Torus, Topology::Hex][random.index(4)];
        let mut tiles = Grid::filled(rows, columns, Tile::Empty);
        let mut cells: Vec<Cell> = tiles.cells().collect();
        random.shuffle(&mut cells);
        let colors = 1 + random.index(4);
        if cells.len() < 2 * colors {
            continue;
        }
        for (index, &cell) in cells.iter().take(2 * colors).enumerate() {
            tiles[cell] = Tile::Dot((index / 2) as u16);
        }
        for &cell in &cells[2 * colors..] {
            match random.below(24) {
                0 | 1 => tiles[cell] = Tile::Hole,
                2 if topology != Topology::Hex => tiles[cell] = Tile::Bridge,
                _ => {}
            }
        }
        let labels: Vec<char> = ('A'..='Z').take(colors).collect();
        let open = Puzzle::new(tiles.clone(), topology, vec![], labels.clone()).unwrap();
        let mut walls = Vec::new();
        for cell in tiles.cells() {
            for (_, other) in open.neighbors(cell) {
                if cell < other && random.below(14) == 0 {
                    walls.push((cell, other));
                }
            }
        }
        return Puzzle::new(tiles, topology, walls, labels).unwrap();
    }
}

/// A random board that has a solution: the ends of random paths which together cover it. Half of the boards have bridges,
/// each crossed twice, and half have walls, none of them in a path's way: without these a solution that fills the board
/// would hardly ever stand beside a wall or on a bridge.
pub(crate) fn random_solvable(random: &mut Random, most: u64) -> Puzzle {
    let (rows, columns) = (2 + random.below(most - 1) as u16, 2 + random.below(most - 1) as u16);
    let topology = [Topology::Square, Topology::Square, Topology::Torus, Topology::Hex][random.index(4)];
    let mut tiles = Grid::filled(rows, columns, Tile::Empty);
    let mut cells: Vec<Cell> = tiles.cells().collect();
    if topology != Topology::Hex && random.below(2) == 0 {
        cells.iter().filter(|_| random.below(6) == 0).for_each(|&cell| tiles[cell] = Tile::Bridge);
    }
    tiles[Cell::new(0, 0)] = Tile::Dot(0);
    tiles[Cell::new(0, 1)] = Tile::Dot(0);
    let board = Puzzle::new(tiles.clone(), topology, vec![], vec!['A']).unwrap();
    // Whether a path lies on each cell, and on the second lane of each bridge.
    let mut free = Grid::filled(rows, columns, [true; 2]);
    let lane = |cell: Cell, side: Side| usize::from(tiles[cell] == Tile::Bridge && side.is_vertical());
    let (mut ends, mut steps, mut alone) = (Vec::new(), Vec::new(), Vec::new());
    random.shuffle(&mut cells);
    for start in cells {
        if tiles[start] == Tile::Bridge || !free[start][0] {
            continue;
        }
        free[start][0] = false;
        let (mut path, mut came) = (vec![start], None);
        loop {
            let last = path[path.len() - 1];
            let on_bridge = tiles[last] == Tile::Bridge;
            let open =
                |&(side, cell): &(Side, Cell)| free[cell][lane(cell, side)] && (!on_bridge || came == Some(side));
            let next: Vec<(Side, Cell)> = board.neighbors(last).filter(open).collect();
            match random.pick(&next) {
                Some(&(side, cell)) if on_bridge || random.below(9) > 0 => {
                    free[cell][lane(cell, side)] = false;
                    path.push(cell);
                    came = Some(side);
                }
                _ => break,
            }
        }
        // A path cannot end on a bridge: its lane is free again, as if nobody had come.
        while tiles[path[path.len() - 1]] == Tile::Bridge {
            let (last, before) = (path[path.len() - 1], path[path.len() - 2]);
            let side = board.side(before, last).unwrap();
            free[last][lane(last, side)] = true;
            path.pop();
        }
        steps.extend(path.windows(2).map(|step| (step[0].min(step[1]), step[0].max(step[1]))));
        match path[..] {
            [cell] => alone.push(cell),
            _ => ends.push([start, path[path.len() - 1]]),
        }
    }
    let crossed = |cell: Cell| tiles[cell] == Tile::Bridge && free[cell] == [false; 2];
    let mut found = Grid::filled(rows, columns, Tile::Empty);
    for cell in tiles.cells() {
        match free[cell] {
            _ if crossed(cell) => found[cell] = Tile::Bridge,
            [true, true] => found[cell] = Tile::Hole,
            _ => {}
        }
    }
    for cell in alone {
        found[cell] = Tile::Hole;
    }
    for (color, pair) in ends.iter().enumerate() {
        for &cell in pair {
            found[cell] = Tile::Dot(color as u16);
        }
    }
    steps.sort_unstable();
    let mut walls = Vec::new();
    if random.below(2) == 0 {
        for cell in tiles.cells() {
            for (_, other) in board.neighbors(cell) {
                if cell < other && steps.binary_search(&(cell, other)).is_err() && random.below(4) == 0 {
                    walls.push((cell, other));
                }
            }
        }
    }
    let labels = ('A'..='Z').take(ends.len()).collect();
    Puzzle::new(found, topology, walls, labels).unwrap_or_else(|_| random_board(random, most))
}

/// A random plain rectangle of at most this many rows and columns: a path through all cells, cut into pieces of at most
/// so many. Often no solution without self-touch is left, sometimes one that leaves the pieces as they were.
pub(crate) fn random_plain(random: &mut Random, most: u64, longest: u64) -> Puzzle {
    let (rows, columns) = (2 + random.below(most - 1) as u16, 2 + random.below(most - 1) as u16);
    let mut tiles = Grid::filled(rows, columns, Tile::Empty);
    let mut path: Vec<Cell> = tiles.cells().collect();
    path.sort_by_key(|cell| (cell.row, if cell.row % 2 == 0 { cell.column } else { columns - cell.column }));
    for _ in 0..8 * path.len() {
        // The path goes on from its first cell to a neighbour of that and leaves out the step it came there by.
        path.reverse();
        let end = path[0];
        let beside = |cell: Cell| cell.row.abs_diff(end.row) + cell.column.abs_diff(end.column) == 1;
        let places: Vec<usize> = (2..path.len()).filter(|&place| beside(path[place])).collect();
        if let Some(&place) = random.pick(&places) {
            path[..place].reverse();
        }
    }
    let mut colors = 0;
    let mut rest = &path[..];
    while !rest.is_empty() {
        let length = 2 + random.below(longest - 1) as usize;
        let length = if rest.len() < length + 2 { rest.len() } else { length };
        tiles[rest[0]] = Tile::Dot(colors);
        tiles[rest[length - 1]] = Tile::Dot(colors);
        colors += 1;
        rest = &rest[length..];
    }
    let labels = (0..usize::from(colors)).map(label).collect();
    Puzzle::new(tiles, Topology::Square, vec![], labels).unwrap()
}

/// Dots strewn at random, as many on black as on white cells: hardly ever solvable, and hard to refute.
pub(crate) fn strewn(side: u16, colors: u16, seed: u64) -> Puzzle {
    let mut random = Random::new(seed);
    let mut tiles = Grid::filled(side, side, Tile::Empty);
    let mut cells: Vec<Cell> = tiles.cells().collect();
    random.shuffle(&mut cells);
    let black = |cell: &&Cell| (cell.row + cell.column).is_multiple_of(2);
    let some = usize::from(colors);
    let mut dots: Vec<Cell> = cells.iter().filter(black).take(some).copied().collect();
    dots.extend(cells.iter().filter(|cell| !black(cell)).take(some));
    random.shuffle(&mut dots);
    for (index, &cell) in dots.iter().enumerate() {
        tiles[cell] = Tile::Dot(index as u16 / 2);
    }
    let labels = (0..usize::from(colors)).map(label).collect();
    Puzzle::new(tiles, Topology::Square, vec![], labels).unwrap()
}
