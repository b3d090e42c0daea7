//! Why an edge was forced, and what to learn when that goes wrong.

use super::clauses::{Literal, Worth};
use super::corners::{EVERY, NONE, SIZES, Shapes, by_corner, by_way, of_closed};
use super::{FALSE, OPEN, Reason, Search, TRUE};
use crate::position::Touch;

/// Nothing is known of it.
const UNSEEN: u8 = 0;
/// In the clause, or on the way to it.
const SEEN: u8 = 1;
/// Follows from the clause.
const IMPLIED: u8 = 2;
/// Does not, as far as was looked.
const NOT_IMPLIED: u8 = 3;
/// How many steps back to look whether a literal is implied. Without corners it is not worth looking: paths are long to
/// explain, and little comes of it.
const DEEPEST: u32 = 50;

impl Search<'_> {
    /// Learns from `self.conflict` and goes back to where it makes a difference; `false` when nothing is left.
    pub(super) fn resolve(&mut self) -> bool {
        let deepest =
            self.conflict.iter().map(|literal| self.marks[literal.variable() as usize].level).max().unwrap_or(0);
        if deepest == 0 {
            return false;
        }
        self.back_to(deepest);
        if self.prunings.learning {
            let back = self.analyze();
            self.back_to(back);
            let worth = self.worth();
            self.learn(worth);
        } else {
            // The last decision failed with all before it.
            self.learned.clear();
            let decisions = self.level_starts.iter().rev().map(|&start| self.trail[start as usize].negated());
            self.learned.extend(decisions);
            self.back_to(deepest - 1);
            let reason = Reason::Decisions(self.level());
            self.assign(self.learned[0], reason);
        }
        true
    }

    /// Stores `self.learned`, whose first literal is the only open one, and puts that on the trail.
    pub(super) fn learn(&mut self, worth: Worth) {
        let reason = if self.learned.len() == 1 {
            Reason::Chosen
        } else {
            Reason::Clause(self.clauses.add(&self.learned, worth))
        };
        self.assign(self.learned[0], reason);
    }

    /// A clause is worth the more, the fewer levels it takes to make it force something.
    fn worth(&self) -> Worth {
        let mut levels: Vec<u32> =
            self.learned.iter().skip(1).map(|literal| self.marks[literal.variable() as usize].level).collect();
        levels.sort_unstable();
        levels.dedup();
        Worth::Levels(levels.len() as u32 + 1)
    }

    /// From the conflict back to the one literal of this level through which all of it went; the clause it gives goes
    /// to `self.learned`, that literal first, the next deepest second. Returns the level to go back to.
    fn analyze(&mut self) -> u32 {
        let level = self.level();
        let mut causes = std::mem::take(&mut self.conflict);
        let mut learned = std::mem::take(&mut self.learned);
        learned.clear();
        let mut pending = 0;
        let mut index = self.trail.len();
        let asserting = loop {
            for &literal in &causes {
                let edge = literal.variable() as usize;
                if self.seen[edge] != UNSEEN || self.marks[edge].level == 0 {
                    continue;
                }
                self.seen[edge] = SEEN;
                self.queue.raise(edge as u32);
                if self.marks[edge].level == level {
                    pending += 1;
                } else {
                    learned.push(literal);
                }
            }
            let literal = loop {
                index -= 1;
                if self.seen[self.trail[index].variable() as usize] != UNSEEN {
                    break self.trail[index];
                }
            };
            self.seen[literal.variable() as usize] = UNSEEN;
            pending -= 1;
            if pending == 0 {
                break literal.negated();
            }
            causes.clear();
            self.explain(literal, &mut causes);
        };
        self.queue.fade();
        self.noted.extend(learned.iter().map(|literal| literal.variable()));
        let mut todo = std::mem::take(&mut self.todo);
        learned.retain(|&literal| !self.is_implied(literal, &mut todo, 0));
        self.todo = todo;
        for variable in self.noted.drain(..) {
            self.seen[variable as usize] = UNSEEN;
        }
        learned.sort_by_key(|literal| u32::MAX - self.marks[literal.variable() as usize].level);
        let back = learned.first().map_or(0, |literal| self.marks[literal.variable() as usize].level);
        learned.insert(0, asserting);
        self.learned = learned;
        causes.clear();
        self.conflict = causes;
        back
    }

    /// Whether a false literal follows from literals of the clause: all its causes are among them or follow in turn.
    fn is_implied(&mut self, literal: Literal, causes: &mut Vec<Literal>, depth: u32) -> bool {
        let deepest = if self.looks.is_empty() { 0 } else { DEEPEST };
        if depth > deepest || self.marks[literal.variable() as usize].reason == Reason::Chosen {
            return false;
        }
        let start = causes.len();
        self.explain(literal.negated(), causes);
        let mut implied = true;
        for index in start..causes.len() {
            let cause = causes[index];
            let variable = cause.variable() as usize;
            if self.marks[variable].level == 0 || matches!(self.seen[variable], SEEN | IMPLIED) {
                continue;
            }
            if self.seen[variable] == UNSEEN {
                let follows = self.is_implied(cause, causes, depth + 1);
                self.seen[variable] = if follows { IMPLIED } else { NOT_IMPLIED };
                self.noted.push(variable as u32);
                if follows {
                    continue;
                }
            }
            implied = false;
            break;
        }
        causes.truncate(start);
        implied
    }

    /// The false literals that forced a literal.
    fn explain(&self, literal: Literal, causes: &mut Vec<Literal>) {
        let edge = literal.variable();
        let place = self.marks[edge as usize].place;
        let before = |other: u32| self.values[2 * other as usize] != OPEN && self.marks[other as usize].place < place;
        match self.marks[edge as usize].reason {
            Reason::Chosen => {}
            Reason::Clause(clause) => {
                causes.extend(self.clauses.literals(clause).iter().filter(|cause| **cause != literal));
            }
            Reason::Face(face) => {
                let face = &self.model.faces[face as usize];
                let used =
                    face.edges().iter().filter(|&&other| before(other) && self.values[2 * other as usize] == TRUE);
                causes.extend(used.map(|&other| Literal::new(other, false)));
            }
            Reason::Node(node) => {
                let need = if self.model.colors[node as usize] != 0 { 1 } else { 2 };
                let decided = || self.graph.ways(node).iter().map(|way| way.edge).filter(|&other| before(other));
                let used = || decided().filter(|&other| self.values[2 * other as usize] == TRUE);
                if used().count() == need {
                    causes.extend(used().map(|other| Literal::new(other, false)));
                } else {
                    // A node of full degree has few ways left; where cells may be empty, the used ones count too.
                    let free = self.rules.fill == crate::position::Fill::Free;
                    causes.extend(
                        decided()
                            .filter(|&other| free || self.values[2 * other as usize] != TRUE)
                            .map(|other| Literal::new(other, self.values[2 * other as usize] != TRUE)),
                    );
                }
            }
            Reason::Shape(node) => {
                let shapes = self.shapes_with(node, literal);
                self.explain_shape(node, shapes, place, causes);
            }
            Reason::Literal(cause) => causes.push(cause.negated()),
            Reason::Path(until) => self.explain_path(edge, until, causes),
            Reason::Decisions(level) => {
                let decisions = self.level_starts.iter().take(level as usize);
                causes.extend(decisions.map(|&start| self.trail[start as usize].negated()));
            }
        }
    }

    /// The fragments at the two ends of an edge, made of edges no later on the trail than `until`.
    pub(super) fn explain_path(&self, edge: u32, until: u32, causes: &mut Vec<Literal>) {
        let [one, other] = self.graph.edges()[edge as usize];
        let end = self.walk(edge, one, other, until, causes);
        if end != other {
            self.walk(edge, other, one, until, causes);
        }
    }

    /// Walks along a fragment from one end of an edge, and stops at its end or at `goal`.
    fn walk(&self, edge: u32, start: u32, goal: u32, until: u32, causes: &mut Vec<Literal>) -> u32 {
        let (mut node, mut came) = (start, edge);
        while node != goal {
            let way = self.graph.ways(node).iter().find(|way| {
                way.edge != came
                    && self.values[2 * way.edge as usize] == TRUE
                    && self.marks[way.edge as usize].place <= until
            });
            let Some(way) = way else { break };
            causes.push(Literal::new(way.edge, false));
            (node, came) = (way.node, way.edge);
        }
        node
    }

    /// The shapes of a node that fit a literal about it.
    pub(super) fn shapes_with(&self, node: u32, literal: Literal) -> Shapes {
        let (variable, corners) = (literal.variable(), &self.model.corners);
        if let Some(&[one, _]) = self.graph.edges().get(variable as usize) {
            let side = corners.sides[variable as usize][usize::from(one != node)];
            by_way(corners.shapes[node as usize], side, literal.is_true())
        } else if corners.shapes[node as usize] > EVERY {
            let closed = corners.of_nodes[node as usize].iter().position(|&corner| corner == variable);
            closed.map_or(EVERY, |closed| of_closed(closed as u8))
        } else {
            by_corner(corners.shapes[node as usize], corners.corner(variable).shape, literal.is_true())
        }
    }

    /// Few literals, decided before `place`, that leave a node no shapes but those to be kept.
    pub(super) fn explain_shape(&self, node: u32, kept: Shapes, place: u32, causes: &mut Vec<Literal>) {
        let corners = &self.model.corners;
        let all = corners.shapes[node as usize];
        let mut others = all & EVERY & !kept;
        // At most four edges and six corners: which shapes each of them excludes, itself, and its place.
        let mut known = [(0, Literal::new(0, true), 0); 10];
        let mut number = 0;
        let mut add = |variable: u32, gone: fn(Shapes, u8, bool) -> Shapes, index: usize| {
            let value = self.values[2 * variable as usize];
            let at = self.marks[variable as usize].place;
            if value != OPEN && at < place {
                let gone = others & !gone(others, index as u8, value == TRUE);
                if gone != 0 {
                    known[number] = (gone, Literal::new(variable, value != TRUE), at);
                    number += 1;
                }
            }
        };
        for (side, way) in self.graph.ways(node).iter().enumerate() {
            add(way.edge, if all > EVERY { by_corner } else { by_way }, side);
        }
        if all <= EVERY {
            for (shape, &variable) in corners.of_nodes[node as usize].iter().enumerate() {
                if variable != NONE {
                    add(variable, by_corner, shape);
                }
            }
        }
        while others != 0 {
            let (mut best, mut most) = (0, (0, 0));
            for (index, &(gone, _, at)) in known[..number].iter().enumerate() {
                let worth = (SIZES[usize::from(gone & others)], u32::MAX - at);
                if worth > most {
                    (best, most) = (index, worth);
                }
            }
            debug_assert_ne!(most.0, 0, "what forced an edge must explain it");
            if most.0 == 0 {
                break;
            }
            others &= !known[best].0;
            causes.push(known[best].1);
        }
    }

    /// A node with too many edges, or too few left.
    pub(super) fn explain_degree(&mut self, node: u32, need: u8) {
        self.conflict.clear();
        let ways = self.graph.ways(node).iter();
        if self.used[node as usize] > need {
            let used = ways.filter(|way| self.values[2 * way.edge as usize] == TRUE);
            self.conflict.extend(used.take(usize::from(need) + 1).map(|way| Literal::new(way.edge, false)));
        } else {
            let free = self.rules.fill == crate::position::Fill::Free;
            self.conflict.extend(
                ways.map(|way| (way.edge, self.values[2 * way.edge as usize]))
                    .filter(|&(_, value)| value == FALSE || (free && value == TRUE))
                    .map(|(edge, value)| Literal::new(edge, value == FALSE)),
            );
        }
    }

    /// On a full board, what only then can be seen: paths that touch themselves from afar.
    pub(super) fn fails_when_full(&mut self) -> bool {
        if self.rules.touch == Touch::Allow || 2 * self.trail.len() < self.values.len() {
            return false;
        }
        let mut paths = Paths::trace(self);
        let found = match self.rules.touch {
            Touch::Forbid => paths.shortest_touch(self),
            _ => paths.shortest_square(self),
        };
        let Some((from, to)) = found else { return false };
        self.conflict.clear();
        self.conflict.extend(paths.edges.drain(from..to).map(|edge| Literal::new(edge, false)));
        true
    }
}

/// The paths of a full board, one after the other.
struct Paths {
    /// For each node its path and its place in `edges`.
    owners: Vec<u32>,
    places: Vec<u32>,
    /// The edge that leaves each place; the one at a path's end is not meant.
    edges: Vec<u32>,
}

impl Paths {
    fn trace(search: &Search) -> Self {
        let nodes = search.graph.len();
        let mut paths =
            Self { owners: vec![u32::MAX; nodes], places: vec![0; nodes], edges: Vec::with_capacity(nodes) };
        for (color, &[start, _]) in search.graph.dots().iter().enumerate() {
            let (mut node, mut came) = (start, u32::MAX);
            loop {
                paths.owners[node as usize] = color as u32;
                paths.places[node as usize] = paths.edges.len() as u32;
                let ways = search.graph.ways(node).iter();
                let next = ways.filter(|way| way.edge != came).find(|way| search.values[2 * way.edge as usize] == TRUE);
                paths.edges.push(next.map_or(u32::MAX, |way| way.edge));
                let Some(way) = next else { break };
                (node, came) = (way.node, way.edge);
            }
        }
        paths
    }

    fn shortest_touch(&self, search: &Search) -> Option<(usize, usize)> {
        let mut best: Option<(usize, usize)> = None;
        for (edge, &[one, other]) in search.graph.edges().iter().enumerate() {
            let owner = self.owners[one as usize];
            let apart = search.values[2 * edge] != TRUE && owner != u32::MAX && owner == self.owners[other as usize];
            if apart {
                let (from, to) = (self.places[one as usize] as usize, self.places[other as usize] as usize);
                best = Self::shorter(best, (from.min(to), from.max(to)));
            }
        }
        best
    }

    fn shortest_square(&self, search: &Search) -> Option<(usize, usize)> {
        let mut nodes_of = vec![Vec::new(); search.puzzle.tiles().len()];
        for node in 0..search.graph.len() {
            nodes_of[search.puzzle.tiles().index_of(search.graph.cell(node as u32))].push(node);
        }
        let mut best = None;
        for square in search.puzzle.squares() {
            let nodes = square.map(|cell| &nodes_of[search.puzzle.tiles().index_of(cell)]);
            for &first in nodes[0] {
                let owner = self.owners[first];
                let place = |nodes: &Vec<usize>| {
                    let mine = nodes.iter().find(|&&node| self.owners[node] == owner && owner != u32::MAX);
                    mine.map(|&node| self.places[node] as usize)
                };
                let places = [place(nodes[0]), place(nodes[1]), place(nodes[2]), place(nodes[3])];
                if let [Some(a), Some(b), Some(c), Some(d)] = places {
                    best = Self::shorter(best, (a.min(b).min(c).min(d), a.max(b).max(c).max(d)));
                }
            }
        }
        best
    }

    fn shorter(best: Option<(usize, usize)>, found: (usize, usize)) -> Option<(usize, usize)> {
        match best {
            Some((from, to)) if to - from <= found.1 - found.0 => best,
            _ => Some(found),
        }
    }
}
