//! A small search that belongs to the generator: is this edge of a known solution part of every solution?
//!
//! The boards that a seed stands for depend on every step taken here, so it must not change; that is why it is not one
//! of the solvers, which get better. It knows degrees, ends of paths, and what falls apart: a part of the board that is
//! still open holds both ends of a colour or none, and as many loose ends on black cells as on white ones.

use crate::deduce::parts::{NONE, Parts, View, faces as faces_of_graph, shades};
use crate::graph::Graph;
use crate::position::Touch;

const OPEN: u8 = 0;
const USED: u8 = 1;
const SHUT: u8 = 2;

/// Whether an edge of the known solution can be missing from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is in every solution.
    Certain,
    /// Another solution does without these edges of the known one.
    Another(Vec<u32>),
    /// The effort did not suffice.
    Unclear,
}

struct Step {
    edge: u32,
    /// The ends of the path that this edge made, when it is used.
    ends: [u32; 2],
}

/// The state of a search.
pub(super) struct Oracle<'a> {
    graph: &'a Graph,
    /// The colour of each node that is a dot.
    dots: Vec<u32>,
    values: Vec<u8>,
    used: Vec<u8>,
    open: Vec<u8>,
    /// The other end of the path that ends here.
    ends: Vec<u32>,
    steps: Vec<Step>,
    head: usize,
    /// Black or white, where neighbours always differ.
    shades: Option<Vec<bool>>,
    faces: Vec<(Vec<u32>, u8)>,
    faces_of: Vec<Vec<u32>>,
    parts: Parts,
}

impl View for Oracle<'_> {
    fn graph(&self) -> &Graph {
        self.graph
    }

    fn missing(&self, node: u32) -> u8 {
        self.need(node) - self.used[node as usize]
    }

    fn is_open(&self, edge: u32) -> bool {
        self.values[edge as usize] == OPEN
    }

    fn end(&self, node: u32) -> u32 {
        self.ends[node as usize]
    }

    /// The colour of the path that ends at a live node.
    fn color(&self, node: u32) -> u32 {
        self.dots[self.ends[node as usize] as usize]
    }
}

impl<'a> Oracle<'a> {
    /// A search on a graph whose own dots are ignored; `dots` has the colour of each node or `u32::MAX`.
    pub(super) fn new(graph: &'a Graph, touch: Touch, dots: Vec<u32>) -> Self {
        let (nodes, edges) = (graph.len(), graph.edges().len());
        let mut faces = Vec::new();
        let mut faces_of = vec![Vec::new(); edges];
        if touch == Touch::Forbid {
            for face in faces_of_graph(graph) {
                for &edge in &face {
                    faces_of[edge as usize].push(faces.len() as u32);
                }
                let most = face.len() as u8 - 2;
                faces.push((face, most));
            }
        }
        let mut oracle = Self {
            graph,
            dots,
            values: vec![OPEN; edges],
            used: vec![0; nodes],
            open: vec![0; nodes],
            ends: vec![0; nodes],
            steps: Vec::new(),
            head: 0,
            shades: shades(graph),
            faces,
            faces_of,
            parts: Parts::default(),
        };
        oracle.clear();
        oracle
    }

    fn clear(&mut self) {
        self.values.fill(OPEN);
        self.used.fill(0);
        for node in 0..self.graph.len() {
            self.open[node] = self.graph.ways(node as u32).len() as u8;
            self.ends[node] = node as u32;
        }
        self.steps.clear();
        self.head = 0;
    }

    /// Cuts a path of the known solution at an edge: its nodes become dots, and the path beyond gets a new colour. What
    /// was certain stays so, because the solutions left are those of before that use the edge.
    pub(super) fn cut(&mut self, edge: u32, kept: u32, beyond: &[u32], color: u32) -> bool {
        let certain: Vec<(u32, bool)> =
            self.steps.iter().map(|step| (step.edge, self.values[step.edge as usize] == USED)).collect();
        self.dots[kept as usize] = self.dots[beyond[beyond.len() - 1] as usize];
        self.dots[beyond[0] as usize] = color;
        self.dots[beyond[beyond.len() - 1] as usize] = color;
        self.clear();
        self.set(edge, false)
            && certain.into_iter().all(|(other, used)| other == edge || self.set(other, used))
            && self.begin()
    }

    /// Draws the first conclusions; `false` when there is no solution.
    pub(super) fn begin(&mut self) -> bool {
        (0..self.graph.len() as u32).all(|node| self.count(node)) && self.follow()
    }

    fn need(&self, node: u32) -> u8 {
        if self.dots[node as usize] == NONE { 2 } else { 1 }
    }

    /// Whether an edge between two live nodes would close a loop or join two colours.
    fn clashes(&self, one: u32, other: u32) -> bool {
        let (first, second) = (self.color(one), self.color(other));
        self.ends[one as usize] == other || (first != second && first != NONE && second != NONE)
    }

    fn set(&mut self, edge: u32, used: bool) -> bool {
        let value = if used { USED } else { SHUT };
        if self.values[edge as usize] != OPEN {
            return self.values[edge as usize] == value;
        }
        let [one, other] = self.graph.edges()[edge as usize];
        let mut ends = [NONE; 2];
        if used {
            let full = |node: u32| self.used[node as usize] >= self.need(node);
            if full(one) || full(other) || self.clashes(one, other) {
                return false;
            }
            ends = [self.ends[one as usize], self.ends[other as usize]];
            self.ends[ends[0] as usize] = ends[1];
            self.ends[ends[1] as usize] = ends[0];
            self.used[one as usize] += 1;
            self.used[other as usize] += 1;
        }
        self.open[one as usize] -= 1;
        self.open[other as usize] -= 1;
        self.values[edge as usize] = value;
        self.steps.push(Step { edge, ends });
        true
    }

    fn undo(&mut self, length: usize) {
        while self.steps.len() > length {
            let Some(Step { edge, ends }) = self.steps.pop() else { break };
            let [one, other] = self.graph.edges()[edge as usize];
            if self.values[edge as usize] == USED {
                self.ends[ends[0] as usize] = one;
                self.ends[ends[1] as usize] = other;
                self.used[one as usize] -= 1;
                self.used[other as usize] -= 1;
            }
            self.open[one as usize] += 1;
            self.open[other as usize] += 1;
            self.values[edge as usize] = OPEN;
        }
        self.head = self.head.min(length);
    }

    /// Sets all open edges of a node, if its number of edges decides them.
    fn count(&mut self, node: u32) -> bool {
        let (used, open, need) = (self.used[node as usize], self.open[node as usize], self.need(node));
        if used + open < need {
            return false;
        }
        if open == 0 || (used < need && used + open > need) {
            return true;
        }
        let graph = self.graph;
        graph.ways(node).iter().all(|way| self.values[way.edge as usize] != OPEN || self.set(way.edge, used < need))
    }

    /// All conclusions from what was set.
    fn follow(&mut self) -> bool {
        let graph = self.graph;
        while self.head < self.steps.len() {
            let Step { edge, ends } = self.steps[self.head];
            self.head += 1;
            let [one, other] = graph.edges()[edge as usize];
            if !self.count(one) || !self.count(other) {
                return false;
            }
            if ends[0] == NONE {
                continue;
            }
            for end in ends {
                if self.used[end as usize] >= self.need(end) {
                    continue;
                }
                for way in graph.ways(end) {
                    let open = self.values[way.edge as usize] == OPEN;
                    if open && self.clashes(end, way.node) && !self.set(way.edge, false) {
                        return false;
                    }
                }
            }
            for index in 0..self.faces_of[edge as usize].len() {
                if !self.face(self.faces_of[edge as usize][index]) {
                    return false;
                }
            }
        }
        true
    }

    fn face(&mut self, face: u32) -> bool {
        let (edges, most) = &self.faces[face as usize];
        let used = edges.iter().filter(|&&edge| self.values[edge as usize] == USED).count();
        let most = usize::from(*most);
        if used < most {
            return true;
        }
        used == most
            && (0..edges.len()).all(|index| {
                let edge = self.faces[face as usize].0[index];
                self.values[edge as usize] != OPEN || self.set(edge, false)
            })
    }

    /// Whether every open part of the board could still be filled.
    fn whole(&mut self) -> bool {
        let mut parts = std::mem::take(&mut self.parts);
        let fits = parts.fault(self, self.shades.as_deref()).is_none();
        self.parts = parts;
        fits
    }

    /// An open edge where few choices are left, among nodes given.
    fn choose(&self, nodes: impl Iterator<Item = u32>) -> Option<u32> {
        let live = nodes.filter(|&node| self.used[node as usize] < self.need(node) && self.open[node as usize] > 0);
        // Paths that have begun at a dot come first: they are told from others by their colour.
        let best = live.min_by_key(|&node| {
            let slack = self.open[node as usize] + self.used[node as usize] - self.need(node);
            2 * slack + u8::from(self.color(node) == NONE)
        })?;
        self.graph.ways(best).iter().find(|way| self.values[way.edge as usize] == OPEN).map(|way| way.edge)
    }

    /// An open edge near what was set since `mark`.
    fn choose_near(&self, mark: usize) -> Option<u32> {
        let recent = self.steps[mark..].iter().rev().take(40);
        self.choose(recent.flat_map(|step| self.graph.edges()[step.edge as usize]))
    }

    /// Whether the known solution completes what is set; what was set stays when it does.
    fn completes(&mut self, known: &[bool]) -> bool {
        let mark = self.steps.len();
        let open = |edge: u32, oracle: &Self| oracle.values[edge as usize] == OPEN;
        let fits = (0..known.len() as u32).all(|edge| !open(edge, self) || self.set(edge, known[edge as usize]))
            && (0..self.graph.len() as u32).all(|node| self.used[node as usize] == self.need(node))
            && (0..self.faces.len() as u32).all(|face| self.face(face));
        if !fits {
            self.undo(mark);
            self.head = mark;
        }
        fits
    }

    /// Whether an open edge of the known solution is in every solution; gives up after so many dead ends. `known` says
    /// which edges the known solution uses.
    pub(super) fn ask(&mut self, edge: u32, known: &[bool], effort: u32) -> Verdict {
        let mark = self.steps.len();
        let mut stack: Vec<(usize, u32)> = Vec::new();
        let mut failures = 0;
        let mut fits = self.set(edge, false) && self.follow() && self.whole();
        let verdict = loop {
            if fits {
                let near = self.choose_near(mark);
                let next = match near {
                    Some(next) => Some(next),
                    None if self.completes(known) => None,
                    None => self.choose(0..self.graph.len() as u32),
                };
                let Some(next) = next else {
                    let missing = |edge: &u32| known[*edge as usize] && self.values[*edge as usize] != USED;
                    break Verdict::Another((0..known.len() as u32).filter(missing).collect());
                };
                stack.push((self.steps.len(), next));
                fits = self.set(next, known[next as usize]) && self.follow() && self.whole();
                continue;
            }
            failures += 1;
            if failures > effort {
                break Verdict::Unclear;
            }
            let Some((length, last)) = stack.pop() else { break Verdict::Certain };
            self.undo(length);
            fits = self.set(last, !known[last as usize]) && self.follow() && self.whole();
        };
        self.undo(mark);
        self.head = self.steps.len();
        verdict
    }

    /// Notes that an edge is used in every solution.
    pub(super) fn know(&mut self, edge: u32) -> bool {
        self.set(edge, true) && self.follow()
    }
}
