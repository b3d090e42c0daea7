//! The board before there are paths: its shape, holes, walls and bridges.

use azulejo_core::grid::{Cell, Grid};
use azulejo_core::random::Random;

use super::Ground;
use crate::graph::Graph;
use crate::position::{Puzzle, Tile, Topology};

/// A board without dots.
#[derive(Clone)]
pub(super) struct Field {
    pub(super) tiles: Grid<Tile>,
    pub(super) topology: Topology,
    pub(super) walls: Vec<(Cell, Cell)>,
}

impl Field {
    /// Holes, walls and bridges at random places, so that every cell can still be passed and all hang together.
    pub(super) fn draw(ground: &Ground, random: &mut Random) -> Option<Self> {
        let tiles = Grid::filled(ground.rows, ground.columns, Tile::Empty);
        let mut field = Self { tiles, topology: ground.topology, walls: Vec::new() };
        let cells = field.tiles.len();
        if ground.holes {
            field.place(cells.div_ceil(28), random, |field, cell| {
                // Holes come in pairs that face each other across the middle: boards look made, not gnawed at.
                let (rows, columns) = (field.tiles.rows(), field.tiles.columns());
                for hole in [cell, Cell::new(rows - 1 - cell.row, columns - 1 - cell.column)] {
                    field.tiles[hole] = Tile::Hole;
                }
            });
        }
        if ground.walls {
            let mut pick = random.branch(1);
            field.place(cells.div_ceil(9), random, |field, cell| {
                let beside: Vec<Cell> =
                    field.puzzle().map_or(Vec::new(), |board| board.neighbors(cell).map(|(_, other)| other).collect());
                field.walls.extend(pick.pick(&beside).map(|&other| (cell, other)));
            });
        }
        if ground.bridges {
            field.place(cells.div_ceil(32), random, |field, cell| field.tiles[cell] = Tile::Bridge);
            if !field.tiles.values().contains(&Tile::Bridge) {
                return None;
            }
        }
        Some(field)
    }

    /// Changes the board at random cells, so often; a change that spoils it is taken back.
    fn place(&mut self, number: usize, random: &mut Random, mut change: impl FnMut(&mut Self, Cell)) {
        let cells: Vec<Cell> = self.tiles.cells().collect();
        let mut done = 0;
        for _ in 0..8 * number {
            let cell = cells[random.index(cells.len())];
            if done == number || self.tiles[cell] != Tile::Empty {
                continue;
            }
            let before = self.clone();
            change(self, cell);
            if self.is_sound() { done += 1 } else { *self = before }
        }
    }

    /// Whether every cell can be passed, bridges lie apart and can be crossed, and the board hangs together.
    fn is_sound(&self) -> bool {
        let Some(board) = self.puzzle() else { return false };
        let mut seen = Grid::filled(self.tiles.rows(), self.tiles.columns(), false);
        let mut stack: Vec<Cell> =
            self.tiles.cells().find(|&cell| self.tiles[cell] != Tile::Hole).into_iter().collect();
        for &start in &stack {
            seen[start] = true;
        }
        while let Some(cell) = stack.pop() {
            let beside: Vec<Cell> = board.neighbors(cell).map(|(_, other)| other).collect();
            let bridge = |other: &&Cell| self.tiles[**other] == Tile::Bridge;
            let passable = match self.tiles[cell] {
                Tile::Bridge => beside.len() == 4 && !beside.iter().any(|other| bridge(&other)),
                // Two bridges beside a cell could both claim it.
                _ => beside.len() >= 2 && beside.iter().filter(bridge).count() <= 1,
            };
            if !passable {
                return false;
            }
            for other in beside {
                if !seen[other] {
                    seen[other] = true;
                    stack.push(other);
                }
            }
        }
        self.tiles.cells().all(|cell| seen[cell] || self.tiles[cell] == Tile::Hole)
    }

    /// The board as a puzzle; one needs dots, so the first two cells stand in for them.
    fn puzzle(&self) -> Option<Puzzle> {
        let mut tiles = self.tiles.clone();
        let free: Vec<Cell> = tiles.cells().filter(|&cell| tiles[cell] == Tile::Empty).take(2).collect();
        for cell in free {
            tiles[cell] = Tile::Dot(0);
        }
        Puzzle::new(tiles, self.topology, self.walls.clone(), vec!['A']).ok()
    }

    /// Its graph; the dots in it mean nothing.
    pub(super) fn graph(&self) -> Option<Graph> {
        self.puzzle().map(|puzzle| Graph::new(&puzzle))
    }

    /// The nodes on cells beside each node's own that no edge leads to: beyond a wall, or off the lane of a bridge. A path
    /// that keeps away from these covers no square. Nothing where there are none, or no squares.
    pub(super) fn beside(&self, graph: &Graph) -> Vec<Vec<u32>> {
        let open = Self { walls: Vec::new(), ..self.clone() };
        let bridges = self.tiles.values().contains(&Tile::Bridge);
        let Some(board) = open.puzzle().filter(|board| board.topology() != Topology::Hex) else { return Vec::new() };
        if self.walls.is_empty() && !bridges {
            return Vec::new();
        }
        let mut nodes = vec![Vec::new(); self.tiles.len()];
        for node in 0..graph.len() as u32 {
            nodes[self.tiles.index_of(graph.cell(node))].push(node);
        }
        let around =
            |node: u32| board.neighbors(graph.cell(node)).flat_map(|(_, cell)| &nodes[self.tiles.index_of(cell)]);
        let apart = |node: u32| around(node).copied().filter(move |&other| graph.edge_between(node, other).is_none());
        (0..graph.len() as u32).map(|node| apart(node).collect()).collect()
    }

    /// Whether a cell lies on the rim.
    pub(super) fn is_rim(&self, cell: Cell) -> bool {
        let (rows, columns) = (self.tiles.rows(), self.tiles.columns());
        let rim = cell.row == 0 || cell.column == 0 || cell.row + 1 == rows || cell.column + 1 == columns;
        rim && self.topology != Topology::Torus
    }
}
