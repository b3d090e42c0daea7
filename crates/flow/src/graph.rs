//! A puzzle as a graph: what every solver but the sweep works on.
//!
//! Nodes are cells in reading order; a bridge is two nodes, first the lane from left to right, then the one from top to
//! bottom. A solution is a set of edges. Faces are the short cycles that carry the local part of the touch rules.

use azulejo_core::grid::Cell;

use crate::position::{Puzzle, Solution, Tile, Topology, Touch};

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An empty cell: two edges when used.
    Plain,
    /// One lane of a bridge: two edges when used.
    Lane,
    /// A dot of this colour: one edge.
    Dot(u16),
}

/// A way out of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The edge.
    pub edge: u32,
    /// The node at its other end.
    pub node: u32,
}

/// A short cycle: a triangle, or four edges around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    edges: [u32; 4],
    length: u8,
}

impl Face {
    fn new(around: &[u32]) -> Self {
        let mut edges = [0; 4];
        edges[..around.len()].copy_from_slice(around);
        Self { edges, length: around.len() as u8 }
    }

    /// Its edges, in order around it.
    pub fn edges(&self) -> &[u32] {
        &self.edges[..usize::from(self.length)]
    }
}

/// A puzzle's nodes and edges.
#[derive(Clone, Debug)]
pub struct Graph {
    kinds: Vec<Kind>,
    cells: Vec<Cell>,
    edges: Vec<[u32; 2]>,
    starts: Vec<u32>,
    ways: Vec<Way>,
    dots: Vec<[u32; 2]>,
    hexagons: bool,
}

impl Graph {
    /// Compiles a puzzle.
    pub fn new(puzzle: &Puzzle) -> Self {
        let tiles = puzzle.tiles();
        let mut first = vec![u32::MAX; tiles.len()];
        let (mut kinds, mut cells) = (Vec::with_capacity(tiles.len()), Vec::with_capacity(tiles.len()));
        for cell in tiles.cells() {
            first[tiles.index_of(cell)] = kinds.len() as u32;
            let (kind, number) = match tiles[cell] {
                Tile::Hole => continue,
                Tile::Empty => (Kind::Plain, 1),
                Tile::Dot(color) => (Kind::Dot(color), 1),
                Tile::Bridge => (Kind::Lane, 2),
            };
            for _ in 0..number {
                kinds.push(kind);
                cells.push(cell);
            }
        }
        let node = |cell: Cell, vertical: bool| {
            first[tiles.index_of(cell)] + u32::from(vertical && tiles[cell] == Tile::Bridge)
        };
        let mut edges = Vec::with_capacity(2 * kinds.len());
        for cell in tiles.cells() {
            for (side, other) in puzzle.neighbors(cell).filter(|&(_, other)| cell < other) {
                edges.push([node(cell, side.is_vertical()), node(other, side.is_vertical())]);
            }
        }
        let mut starts = vec![0; kinds.len() + 1];
        for &node in edges.iter().flatten() {
            starts[node as usize + 1] += 1;
        }
        for node in 0..kinds.len() {
            starts[node + 1] += starts[node];
        }
        let mut free = starts.clone();
        let mut ways = vec![Way { edge: 0, node: 0 }; 2 * edges.len()];
        for (edge, &[one, other]) in edges.iter().enumerate() {
            for (from, to) in [(one, other), (other, one)] {
                ways[free[from as usize] as usize] = Way { edge: edge as u32, node: to };
                free[from as usize] += 1;
            }
        }
        let dots = puzzle.dots().iter().map(|pair| pair.map(|cell| node(cell, false))).collect();
        let hexagons = puzzle.topology() == Topology::Hex;
        Self { kinds, cells, edges, starts, ways, dots, hexagons }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// What a node is.
    pub fn kind(&self, node: u32) -> Kind {
        self.kinds[node as usize]
    }

    /// The cell a node lies on.
    pub fn cell(&self, node: u32) -> Cell {
        self.cells[node as usize]
    }

    /// The edges, each from the lesser to the greater cell.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// The ways out of a node.
    pub fn ways(&self, node: u32) -> &[Way] {
        &self.ways[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }

    /// The nodes of each colour's dots.
    pub fn dots(&self) -> &[[u32; 2]] {
        &self.dots
    }

    /// The colour of a dot.
    pub fn color(&self, node: u32) -> Option<u16> {
        match self.kinds[node as usize] {
            Kind::Dot(color) => Some(color),
            Kind::Plain | Kind::Lane => None,
        }
    }

    /// How many edges a used node has.
    pub fn degree(&self, node: u32) -> u8 {
        if matches!(self.kinds[node as usize], Kind::Dot(_)) { 1 } else { 2 }
    }

    /// The edge between two nodes.
    pub fn edge_between(&self, one: u32, other: u32) -> Option<u32> {
        self.ways(one).iter().find(|way| way.node == other).map(|way| way.edge)
    }

    /// The edges of a line that begins at a dot of this colour, in order; nothing where it is no such line.
    pub fn along(&self, color: usize, line: &[Cell]) -> Option<Vec<u32>> {
        let (first, rest) = line.split_first()?;
        let mut node = self.dots[color].into_iter().find(|&dot| self.cell(dot) == *first)?;
        let mut edges = Vec::with_capacity(rest.len());
        for &cell in rest {
            let way = self.ways(node).iter().find(|way| self.cell(way.node) == cell)?;
            edges.push(way.edge);
            node = way.node;
        }
        Some(edges)
    }

    /// Faces: triangles, and cycles of four without a chord. A path that uses all edges of a face but one touches
    /// itself there; so does one that uses two edges of a triangle.
    pub fn faces(&self) -> Vec<Face> {
        let mut faces = Vec::with_capacity(self.edges.len());
        for node in 0..self.len() as u32 {
            let ways = self.ways(node);
            for (index, one) in ways.iter().enumerate() {
                for other in &ways[index + 1..] {
                    self.faces_at(node, *one, *other, &mut faces);
                }
            }
        }
        faces
    }

    /// The faces in which `node` is the least node, between two of its ways.
    fn faces_at(&self, node: u32, one: Way, other: Way, faces: &mut Vec<Face>) {
        if one.node < node || other.node < node {
            return;
        }
        if let Some(third) = self.edge_between(one.node, other.node) {
            faces.push(Face::new(&[one.edge, other.edge, third]));
            return;
        }
        for opposite in self.ways(one.node) {
            if opposite.node <= node || self.edge_between(node, opposite.node).is_some() {
                continue;
            }
            if let Some(fourth) = self.edge_between(other.node, opposite.node) {
                faces.push(Face::new(&[one.edge, opposite.edge, fourth, other.edge]));
            }
        }
    }

    /// The most edges of a face that a path may use under a touch rule, or nothing when the rule says nothing of it.
    pub fn most_edges(&self, face: &[u32], touch: Touch) -> Option<usize> {
        match touch {
            Touch::Allow => None,
            Touch::Forbid => Some(face.len() - 2),
            Touch::NoSquare => {
                // Round a torus of four columns there are cycles of four that are no square.
                let two = |value: fn(Cell) -> u16| {
                    let ends = || face.iter().flat_map(|&edge| self.edges[edge as usize]);
                    let mut values = ends().map(|node| value(self.cell(node)));
                    let first = values.next();
                    let second = values.find(|&value| Some(value) != first);
                    second.is_some() && values.all(|value| Some(value) == first || Some(value) == second)
                };
                (!self.hexagons && face.len() == 4 && two(|cell| cell.row) && two(|cell| cell.column)).then_some(2)
            }
        }
    }

    /// The solution that a set of edges stands for, if it joins every pair of dots by a path; `used` says which edges.
    /// Nothing else is asked here: that is the rule checker's business.
    pub fn solution(&self, used: impl Fn(u32) -> bool) -> Option<Solution> {
        let mut paths = Vec::with_capacity(self.dots.len());
        for &[start, goal] in &self.dots {
            let mut path = vec![self.cell(start)];
            let (mut node, mut came) = (start, u32::MAX);
            while node != goal {
                let way = self.ways(node).iter().find(|way| way.edge != came && used(way.edge))?;
                (node, came) = (way.node, way.edge);
                path.push(self.cell(node));
                if path.len() > self.len() {
                    return None;
                }
            }
            paths.push(path);
        }
        Some(Solution::from_paths(paths))
    }
}
