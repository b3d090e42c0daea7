//! A half-drawn board as a careful person keeps it in mind: which steps are drawn, which are ruled out, and what is seen
//! at once from either.
//!
//! Seen at once, without thinking: a cell that has all its steps takes no more; two colours do not meet; a path does not
//! close on itself; and under a rule against self-touch, a step that would touch is ruled out. Everything else is a
//! deduction.

use super::parts::{Fault, NONE, Parts, View, faces as faces_of_graph, shades};
use crate::graph::{Graph, Kind};
use crate::position::Touch;

const OPEN: u8 = 0;
const DRAWN: u8 = 1;
const SHUT: u8 = 2;

/// Why a board cannot be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contradiction {
    /// This node has too few ways left, or too many steps.
    Stuck(u32),
    /// This step would join two colours, close a loop, or touch.
    Clash(u32),
    /// A part of the board cannot be filled.
    Part(Fault),
}

struct Step {
    edge: u32,
    ends: [u32; 2],
}

/// The board.
pub(super) struct Board<'a> {
    graph: &'a Graph,
    values: Vec<u8>,
    drawn: Vec<u8>,
    open: Vec<u8>,
    ends: Vec<u32>,
    steps: Vec<Step>,
    head: usize,
    shades: Option<Vec<bool>>,
    faces: Vec<(Vec<u32>, usize)>,
    faces_of: Vec<Vec<u32>>,
    parts: Parts,
}

impl View for Board<'_> {
    fn graph(&self) -> &Graph {
        self.graph
    }

    fn missing(&self, node: u32) -> u8 {
        self.graph.degree(node) - self.drawn[node as usize]
    }

    fn is_open(&self, edge: u32) -> bool {
        self.values[edge as usize] == OPEN
    }

    fn end(&self, node: u32) -> u32 {
        self.ends[node as usize]
    }

    fn color(&self, node: u32) -> u32 {
        match self.graph.kind(self.ends[node as usize]) {
            Kind::Dot(color) => u32::from(color),
            Kind::Plain | Kind::Lane => NONE,
        }
    }
}

impl<'a> Board<'a> {
    /// The board of a puzzle with what is seen at once.
    pub(super) fn new(graph: &'a Graph, touch: Touch) -> Result<Self, Contradiction> {
        let (nodes, edges) = (graph.len(), graph.edges().len());
        let (mut faces, mut faces_of) = (Vec::new(), vec![Vec::new(); edges]);
        if touch != Touch::Allow {
            for face in faces_of_graph(graph) {
                let Some(most) = graph.most_edges(&face, touch) else { continue };
                for &edge in &face {
                    faces_of[edge as usize].push(faces.len() as u32);
                }
                faces.push((face, most));
            }
        }
        let mut board = Self {
            graph,
            values: vec![OPEN; edges],
            drawn: vec![0; nodes],
            open: (0..nodes as u32).map(|node| graph.ways(node).len() as u8).collect(),
            ends: (0..nodes as u32).collect(),
            steps: Vec::new(),
            head: 0,
            shades: shades(graph),
            faces,
            faces_of,
            parts: Parts::default(),
        };
        for &[one, other] in graph.dots() {
            for dot in [one, other] {
                board.look_around(dot)?;
            }
        }
        board.notice()?;
        (0..nodes as u32).try_for_each(|node| board.not_stuck(node))?;
        Ok(board)
    }

    /// Whether a step is drawn.
    pub(super) fn is_drawn(&self, edge: u32) -> bool {
        self.values[edge as usize] == DRAWN
    }

    /// How many ways out of a node are open.
    pub(super) fn ways_open(&self, node: u32) -> u8 {
        self.open[node as usize]
    }

    /// Where one stands, to come back to.
    pub(super) fn mark(&self) -> usize {
        self.steps.len()
    }

    /// The edges set since a mark.
    pub(super) fn since(&self, mark: usize) -> impl Iterator<Item = u32> {
        self.steps[mark..].iter().map(|step| step.edge)
    }

    fn clashes(&self, one: u32, other: u32) -> bool {
        let (first, second) = (self.color(one), self.color(other));
        self.ends[one as usize] == other || (first != second && first != NONE && second != NONE)
    }

    /// Draws a step or rules it out, with what is seen at once.
    pub(super) fn set(&mut self, edge: u32, drawn: bool) -> Result<(), Contradiction> {
        self.put(edge, drawn)?;
        self.notice()
    }

    fn put(&mut self, edge: u32, drawn: bool) -> Result<(), Contradiction> {
        let value = if drawn { DRAWN } else { SHUT };
        if self.values[edge as usize] != OPEN {
            let agrees = self.values[edge as usize] == value;
            return if agrees { Ok(()) } else { Err(Contradiction::Clash(edge)) };
        }
        let [one, other] = self.graph.edges()[edge as usize];
        let mut ends = [NONE; 2];
        if drawn {
            if self.missing(one) == 0 || self.missing(other) == 0 || self.clashes(one, other) {
                return Err(Contradiction::Clash(edge));
            }
            ends = [self.ends[one as usize], self.ends[other as usize]];
            self.ends[ends[0] as usize] = ends[1];
            self.ends[ends[1] as usize] = ends[0];
            self.drawn[one as usize] += 1;
            self.drawn[other as usize] += 1;
        }
        self.open[one as usize] -= 1;
        self.open[other as usize] -= 1;
        self.values[edge as usize] = value;
        self.steps.push(Step { edge, ends });
        Ok(())
    }

    /// Takes back everything since a mark.
    pub(super) fn back_to(&mut self, mark: usize) {
        while self.steps.len() > mark {
            let Some(Step { edge, ends }) = self.steps.pop() else { break };
            let [one, other] = self.graph.edges()[edge as usize];
            if self.values[edge as usize] == DRAWN {
                self.ends[ends[0] as usize] = one;
                self.ends[ends[1] as usize] = other;
                self.drawn[one as usize] -= 1;
                self.drawn[other as usize] -= 1;
            }
            self.open[one as usize] += 1;
            self.open[other as usize] += 1;
            self.values[edge as usize] = OPEN;
        }
        self.head = mark;
    }

    fn not_stuck(&self, node: u32) -> Result<(), Contradiction> {
        if self.missing(node) > self.open[node as usize] { Err(Contradiction::Stuck(node)) } else { Ok(()) }
    }

    /// Rules out open ways from the end of a path that would clash.
    fn look_around(&mut self, node: u32) -> Result<(), Contradiction> {
        let graph = self.graph;
        if self.missing(node) > 0 {
            for way in graph.ways(node) {
                if self.is_open(way.edge) && self.clashes(node, way.node) {
                    self.put(way.edge, false)?;
                }
            }
        }
        Ok(())
    }

    /// All that is seen at once from what was set.
    fn notice(&mut self) -> Result<(), Contradiction> {
        let graph = self.graph;
        while self.head < self.steps.len() {
            let Step { edge, ends } = self.steps[self.head];
            self.head += 1;
            let nodes = graph.edges()[edge as usize];
            if self.is_drawn(edge) {
                for node in nodes {
                    if self.missing(node) == 0 {
                        for way in graph.ways(node) {
                            if self.is_open(way.edge) {
                                self.put(way.edge, false)?;
                            }
                        }
                    }
                }
                for end in ends {
                    self.look_around(end)?;
                }
                for index in 0..self.faces_of[edge as usize].len() {
                    self.look_at_face(self.faces_of[edge as usize][index])?;
                }
            }
            for node in nodes {
                self.not_stuck(node)?;
            }
        }
        Ok(())
    }

    fn look_at_face(&mut self, face: u32) -> Result<(), Contradiction> {
        let (edges, most) = &self.faces[face as usize];
        let drawn = edges.iter().filter(|&&edge| self.is_drawn(edge)).count();
        if drawn < *most {
            return Ok(());
        }
        if drawn > *most {
            return Err(Contradiction::Clash(edges[0]));
        }
        for index in 0..edges.len() {
            let edge = self.faces[face as usize].0[index];
            if self.is_open(edge) {
                self.put(edge, false)?;
            }
        }
        Ok(())
    }

    /// Whether a node has just as many ways as it needs: then all of them are taken.
    pub(super) fn is_forced(&self, node: u32) -> bool {
        self.open[node as usize] > 0 && self.missing(node) == self.open[node as usize]
    }

    /// Takes every way out of a node.
    pub(super) fn take_all(&mut self, node: u32) -> Result<(), Contradiction> {
        let graph = self.graph;
        for way in graph.ways(node) {
            if self.is_open(way.edge) {
                self.put(way.edge, true)?;
            }
        }
        self.notice()
    }

    /// Whether every part of the board can be filled. `balance` says whether dark and light cells are counted.
    pub(super) fn look_at_parts(&mut self, balance: bool) -> Result<(), Contradiction> {
        let mut parts = std::mem::take(&mut self.parts);
        let fault = parts.fault(self, self.shades.as_deref().filter(|_| balance));
        self.parts = parts;
        fault.map_or(Ok(()), |fault| Err(Contradiction::Part(fault)))
    }
}
