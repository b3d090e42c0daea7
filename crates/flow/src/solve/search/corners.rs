//! Corners as questions of their own: inside a corner lies the same corner again, until a dot.
//!
//! Where every cell is used and no three edges of a unit square are, a corner leaves the cell diagonally inside it only
//! its two other edges: the same corner again, and so on along the diagonal. The row ends at a dot, so a corner whose
//! diagonal meets the border first is impossible, and where one cell of the diagonal has no corner, no cell before it
//! has one. All corners of a solution lie in such rows, two for each dot; whoever can say *corner* instead of *these two
//! edges* sees and learns things that hold far away. So each corner of a row is a variable, beside the edges.
//!
//! A cell then has one of six *shapes*, the pairs of its up to four ways; a dot has one of four, a way each.

use super::model::Face;
use crate::graph::Graph;

/// A set of shapes, and whether the node is a dot.
pub(super) type Shapes = u8;

const PAIRS: [[u8; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
/// All shapes of a cell.
pub(super) const EVERY: Shapes = 63;
const DOT: Shapes = 64;

/// The shapes that use a way: of cells, of dots.
const WITH: [[Shapes; 4]; 2] = {
    let mut with = [[0, 0, 0, 0], [1, 2, 4, 8]];
    let mut shape = 0;
    while shape < 6 {
        with[0][PAIRS[shape][0] as usize] |= 1 << shape;
        with[0][PAIRS[shape][1] as usize] |= 1 << shape;
        shape += 1;
    }
    with
};

/// For each set of shapes, the ways that all of them use (low bits) and that none of them does (high bits).
pub(super) static FORCED: [u8; 128] = {
    let mut table = [0; 128];
    let mut set = 0;
    while set < 128 {
        let mut way = 0;
        while way < 4 {
            let with = WITH[set >> 6][way] as usize;
            table[set] |= ((set & 63 & !with == 0) as u8) << way | ((set & with == 0) as u8) << (4 + way);
            way += 1;
        }
        set += 1;
    }
    table
};

/// The shapes of a dot by which a corner that closes two of its ways may not end there.
pub(super) fn of_closed(closed: u8) -> Shapes {
    let [one, other] = PAIRS[usize::from(closed)];
    1 << one | 1 << other
}

/// How many shapes a set has.
pub(super) static SIZES: [u8; 64] = {
    let mut sizes = [0; 64];
    let mut set = 1;
    while set < 64 {
        sizes[set] = sizes[set & (set - 1)] + 1;
        set += 1;
    }
    sizes
};

/// What is left of a set of shapes when a way is used or not.
pub(super) fn by_way(shapes: Shapes, way: u8, used: bool) -> Shapes {
    let with = WITH[usize::from(shapes >> 6)][usize::from(way)];
    if used { shapes & (with | DOT) } else { shapes & !with }
}

/// What is left of a set of shapes when one of them is there or not.
pub(super) fn by_corner(shapes: Shapes, shape: u8, there: bool) -> Shapes {
    if there { shapes & 1 << shape } else { shapes & !(1 << shape) }
}

/// No corner.
pub(super) const NONE: u32 = u32::MAX;

/// A corner of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub(super) node: u32,
    pub(super) shape: u8,
    /// The variable of the corner inside this one, towards the dot, which must be there when this one is.
    pub(super) inner: u32,
    /// The variable of the corner around this one.
    pub(super) outer: u32,
}

/// All corners of a board, and what its nodes may look like.
#[derive(Debug, Default)]
pub(super) struct Corners {
    /// The shapes of each node before anything is decided; empty when corners are not looked at.
    pub(super) shapes: Vec<Shapes>,
    /// The variables of the corners of each node, by shape; for a dot, of the corners that end at it, by the two ways
    /// that these close.
    pub(super) of_nodes: Vec<[u32; 6]>,
    /// For each edge its number among the ways of its nodes.
    pub(super) sides: Vec<[u8; 2]>,
    /// The corners, from the first variable after the edges.
    all: Vec<Corner>,
    edges: u32,
}

/// What lies inside a corner that could stand somewhere: a slot is six times the node and its shape.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// Nothing is known of it.
    Anything,
    /// No such corner can be.
    Impossible,
    /// The same corner again, at this slot, or a dot, whose slot says which ways are closed.
    Slot(u32),
    /// This row is being walked along.
    Open,
}

impl Corners {
    /// The corners of a board on which every cell is used; nothing where some node has more than four ways.
    pub(super) fn new(graph: &Graph, faces: &[Face]) -> Self {
        let nodes = graph.len();
        if faces.is_empty() || (0..nodes as u32).any(|node| graph.ways(node).len() > 4) {
            return Self::default();
        }
        let mut inside = vec![Inside::Anything; 6 * nodes];
        for face in faces.iter().filter(|face| face.edges().len() == 4 && face.most == 2) {
            Self::look_into(graph, face.edges(), &mut inside);
        }
        let mut possible = vec![None; 6 * nodes];
        let mut row = Vec::new();
        for slot in 0..inside.len() {
            Self::follow(slot, &mut inside, &mut possible, &mut row);
        }
        let mut corners = Self { edges: graph.edges().len() as u32, ..Self::default() };
        corners.sides = Self::sides(graph);
        corners.of_nodes = vec![[NONE; 6]; nodes];
        for node in 0..nodes {
            let ways = graph.ways(node as u32).len();
            if graph.color(node as u32).is_some() {
                corners.shapes.push(DOT | ((1 << ways) - 1));
                continue;
            }
            let fits =
                |shape: &usize| usize::from(PAIRS[*shape][1]) < ways && possible[6 * node + shape] != Some(false);
            corners.shapes.push((0..6).filter(fits).map(|shape| 1 << shape).sum());
        }
        for (slot, next) in inside.iter().enumerate() {
            let Inside::Slot(next) = *next else { continue };
            if possible[slot] == Some(false) {
                continue;
            }
            let outer = corners.variable(slot);
            if graph.color(next / 6).is_some() {
                corners.of_nodes[next as usize / 6][next as usize % 6] = outer;
            } else {
                let inner = corners.variable(next as usize);
                corners.all[(outer - corners.edges) as usize].inner = inner;
                corners.all[(inner - corners.edges) as usize].outer = outer;
            }
        }
        corners
    }

    /// The variable of a slot, which is made when there is none.
    fn variable(&mut self, slot: usize) -> u32 {
        let (node, shape) = (slot / 6, slot % 6);
        if self.of_nodes[node][shape] == NONE {
            self.of_nodes[node][shape] = self.edges + self.all.len() as u32;
            self.all.push(Corner { node: node as u32, shape: shape as u8, inner: NONE, outer: NONE });
        }
        self.of_nodes[node][shape]
    }

    fn sides(graph: &Graph) -> Vec<[u8; 2]> {
        let mut sides = vec![[0; 2]; graph.edges().len()];
        for node in 0..graph.len() as u32 {
            for (side, way) in graph.ways(node).iter().enumerate() {
                let end = usize::from(graph.edges()[way.edge as usize][0] != node);
                sides[way.edge as usize][end] = side as u8;
            }
        }
        sides
    }

    /// What a unit square says of the corners at its four nodes.
    fn look_into(graph: &Graph, around: &[u32], inside: &mut [Inside]) {
        let meeting = |one: u32, other: u32| {
            let ([first, second], other) = (graph.edges()[one as usize], graph.edges()[other as usize]);
            if other.contains(&first) { first } else { second }
        };
        let slot = |one: u32, other: u32| {
            let node = meeting(one, other);
            let side = |edge: u32| graph.ways(node).iter().position(|way| way.edge == edge).unwrap_or(0);
            let (one, other) = (side(one), side(other));
            let pair = [one.min(other) as u8, one.max(other) as u8];
            (node, PAIRS.iter().position(|shape| *shape == pair).unwrap_or(0) as u32)
        };
        let slots = [0, 1, 2, 3].map(|index| slot(around[index], around[(index + 1) % 4]));
        for index in 0..4 {
            let ((node, shape), (opposite, closed)) = (slots[index], slots[(index + 2) % 4]);
            if graph.color(node).is_some() {
                continue;
            }
            inside[(6 * node + shape) as usize] = match graph.ways(opposite).len() {
                _ if graph.color(opposite).is_some() => Inside::Slot(6 * opposite + closed),
                // Of four ways two are closed; the others are the pair with the opposite number.
                4 => Inside::Slot(6 * opposite + 5 - closed),
                _ => Inside::Impossible,
            };
        }
    }

    /// Walks along the row from a slot to see whether its corner is possible.
    fn follow(slot: usize, inside: &mut [Inside], possible: &mut [Option<bool>], row: &mut Vec<(usize, u32)>) {
        let mut here = slot;
        let verdict = loop {
            if let Some(known) = possible[here] {
                break known;
            }
            match inside[here] {
                Inside::Slot(next) => {
                    row.push((here, next));
                    inside[here] = Inside::Open;
                    here = next as usize;
                }
                Inside::Impossible => break false,
                Inside::Anything | Inside::Open => break true,
            }
        };
        if inside[here] == Inside::Impossible {
            possible[here] = Some(false);
        }
        for (slot, next) in row.drain(..) {
            inside[slot] = Inside::Slot(next);
            possible[slot] = Some(verdict);
        }
    }

    /// How many corners are variables.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The corner that a variable after the edges stands for.
    pub(super) fn corner(&self, variable: u32) -> Corner {
        self.all[(variable - self.edges) as usize]
    }
}
