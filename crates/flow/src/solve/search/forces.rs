//! What a decided edge forces: by degrees, squares, paths and learned clauses.

use super::clauses::{Literal, Step};
use super::corners::{EVERY, FORCED, NONE, SIZES, Shapes, by_corner, by_way, of_closed};
use super::{FALSE, Join, OPEN, Reason, Search, TRUE};
use crate::position::{Fill, Touch};

impl Search<'_> {
    /// Follows the trail to its end; `true` when there is a conflict, which then lies in `self.conflict`.
    pub(super) fn propagate(&mut self) -> bool {
        while self.head < self.trail.len() {
            let literal = self.trail[self.head];
            let place = self.head as u32;
            self.head += 1;
            let variable = literal.variable();
            if let Some(&[one, other]) = self.graph.edges().get(variable as usize) {
                if self.node(one, Some(literal)) || self.node(other, Some(literal)) {
                    return true;
                }
                if literal.is_true() && (self.squares(variable) || self.join(variable, place)) {
                    return true;
                }
            } else if self.corner(literal) {
                return true;
            }
            if self.clauses.is_watched(literal.negated()) && self.clauses_of(literal.negated()) {
                return true;
            }
        }
        false
    }

    /// Puts a literal on the trail unless it is there; `false` when its negation is.
    pub(super) fn force(&mut self, literal: Literal, reason: Reason) -> bool {
        match self.values[literal.index()] {
            OPEN => {
                self.assign(literal, reason);
                true
            }
            value => value == TRUE,
        }
    }

    /// What a node's edges force; `cause` is the literal of the node to be followed.
    pub(super) fn node(&mut self, node: u32, cause: Option<Literal>) -> bool {
        if self.looks.is_empty() { self.degree(node) } else { self.shape(node, cause) }
    }

    /// Notes what a literal leaves of the shapes at its nodes.
    pub(super) fn narrow(&mut self, literal: Literal) {
        let (variable, holds) = (literal.variable(), literal.is_true());
        let corners = &self.model.corners;
        let mut before = [0; 2];
        if let Some(nodes) = self.graph.edges().get(variable as usize) {
            let sides = corners.sides[variable as usize];
            for end in 0..2 {
                let look = &mut self.looks[nodes[end] as usize];
                before[end] = look.shapes;
                look.shapes = by_way(look.shapes, sides[end], holds);
                look.ways |= 1 << sides[end];
            }
        } else {
            let corner = corners.corner(variable);
            let look = &mut self.looks[corner.node as usize];
            before[0] = look.shapes;
            look.shapes = by_corner(look.shapes, corner.shape, holds);
            look.corners &= !(1 << corner.shape);
        }
        self.befores.push(before);
    }

    /// Takes back the last [`Self::narrow`].
    pub(super) fn widen(&mut self, literal: Literal) {
        let variable = literal.variable();
        let corners = &self.model.corners;
        let before = self.befores.pop().unwrap_or_default();
        if let Some(nodes) = self.graph.edges().get(variable as usize) {
            let sides = corners.sides[variable as usize];
            for end in [1, 0] {
                let look = &mut self.looks[nodes[end] as usize];
                look.shapes = before[end];
                look.ways &= !(1 << sides[end]);
            }
        } else {
            let corner = corners.corner(variable);
            let look = &mut self.looks[corner.node as usize];
            look.shapes = before[0];
            look.corners |= 1 << corner.shape;
        }
    }

    /// What all shapes that are left at a node have in common.
    fn shape(&mut self, node: u32, cause: Option<Literal>) -> bool {
        let look = self.looks[node as usize];
        let left = look.shapes & EVERY;
        if left == 0 {
            let mut conflict = std::mem::take(&mut self.conflict);
            conflict.clear();
            self.explain_shape(node, 0, u32::MAX, &mut conflict);
            self.conflict = conflict;
            return true;
        }
        let forced = FORCED[usize::from(look.shapes)];
        let mut ways = (forced | forced >> 4) & 15 & !look.ways;
        let single = SIZES[usize::from(left)] == 1;
        let mut corners = if single { look.corners } else { look.corners & !left };
        if ways | corners != 0 {
            // What the one literal does alone needs no other reason.
            let alone = cause.map_or(look.shapes, |cause| self.shapes_with(node, cause));
            let by_one = FORCED[usize::from(alone)];
            let why = |alone| match cause {
                Some(cause) if alone => Reason::Literal(cause),
                _ => Reason::Shape(node),
            };
            while ways != 0 {
                let way = ways.trailing_zeros();
                ways &= ways - 1;
                let edge = self.graph.ways(node)[way as usize].edge;
                let reason = why((by_one | by_one >> 4) >> way & 1 == 1);
                self.assign(Literal::new(edge, forced >> way & 1 == 1), reason);
            }
            while corners != 0 {
                let shape = corners.trailing_zeros();
                corners &= corners - 1;
                let variable = self.model.corners.of_nodes[node as usize][shape as usize];
                let there = left >> shape & 1 == 1;
                let reason = why(if there { alone == left } else { alone >> shape & 1 == 0 });
                self.assign(Literal::new(variable, there), reason);
            }
        }
        look.shapes != left && self.closed(node, left)
    }

    /// A dot needs a way besides those that a corner closes.
    fn closed(&mut self, dot: u32, left: Shapes) -> bool {
        for closed in 0..6 {
            let variable = self.model.corners.of_nodes[dot as usize][closed];
            if variable != NONE && left & !of_closed(closed as u8) == 0 {
                let literal = Literal::new(variable, false);
                if self.values[literal.index()] == OPEN {
                    self.assign(literal, Reason::Shape(dot));
                }
            }
        }
        false
    }

    /// A corner is there only when the one inside it is.
    fn corner(&mut self, literal: Literal) -> bool {
        let corner = self.model.corners.corner(literal.variable());
        if self.shape(corner.node, Some(literal)) {
            return true;
        }
        let next = if literal.is_true() { corner.inner } else { corner.outer };
        if next == NONE || self.force(Literal::new(next, literal.is_true()), Reason::Literal(literal)) {
            return false;
        }
        self.conflict.clear();
        self.conflict.extend([literal.negated(), Literal::new(next, literal.is_true())]);
        true
    }

    /// A dot has one edge; a cell two, or none where cells may stay empty.
    pub(super) fn degree(&mut self, node: u32) -> bool {
        let index = node as usize;
        let (used, open) = (self.used[index], self.open[index]);
        let dot = self.model.colors[index] != 0;
        let need = if dot { 1 } else { 2 };
        let may_be_empty = !dot && self.rules.fill == Fill::Free;
        let short = used + open < need && !(may_be_empty && used == 0);
        if used > need || short {
            self.explain_degree(node, need);
            return true;
        }
        if open == 0 {
            return false;
        }
        let forced = if used == need {
            false
        } else if used + open == need && !(may_be_empty && used == 0) {
            true
        } else if may_be_empty && used == 0 && open == 1 {
            false
        } else {
            return false;
        };
        for index in 0..self.graph.ways(node).len() {
            let edge = self.graph.ways(node)[index].edge;
            if self.values[2 * edge as usize] == OPEN {
                self.assign(Literal::new(edge, forced), Reason::Node(node));
            }
        }
        false
    }

    /// Without self-touch a unit square has at most two edges, a triangle one.
    fn squares(&mut self, edge: u32) -> bool {
        for &index in self.model.faces_of(edge) {
            let face = self.model.faces[index as usize];
            let used = |&&edge: &&u32| self.values[2 * edge as usize] == TRUE;
            let count = face.edges().iter().filter(used).count();
            if count > usize::from(face.most) {
                self.conflict.clear();
                let broken = face.edges().iter().filter(used).map(|&edge| Literal::new(edge, false));
                self.conflict.extend(broken);
                return true;
            }
            if count == usize::from(face.most) {
                for &edge in face.edges() {
                    if self.values[2 * edge as usize] == OPEN {
                        self.assign(Literal::new(edge, false), Reason::Face(index));
                    }
                }
            }
        }
        false
    }

    /// Joins the fragments at the ends of a used edge and looks what the new ends may no longer do.
    fn join(&mut self, edge: u32, place: u32) -> bool {
        let [one, other] = self.graph.edges()[edge as usize];
        let ends = [self.ends[one as usize], self.ends[other as usize]];
        let colors = ends.map(|end| self.model.colors[end as usize]);
        let mixed = colors[0] != 0 && colors[1] != 0 && colors[0] != colors[1];
        if ends[0] == other || mixed {
            self.conflict.clear();
            let mut conflict = std::mem::take(&mut self.conflict);
            conflict.push(Literal::new(edge, false));
            self.explain_path(edge, place, &mut conflict);
            self.conflict = conflict;
            return true;
        }
        self.joins.push(Join { place, ends, before: [one, other] });
        self.ends[ends[0] as usize] = ends[1];
        self.ends[ends[1] as usize] = ends[0];
        for (end, far) in [(ends[0], ends[1]), (ends[1], ends[0])] {
            if self.model.colors[end as usize] == 0 {
                self.look_around(end, far, place);
            }
        }
        false
    }

    /// An open end may not be joined to the other end of its fragment, nor to a fragment of another colour.
    fn look_around(&mut self, end: u32, far: u32, place: u32) {
        if self.looks.get(end as usize).is_some_and(|look| look.ways == 15) {
            return;
        }
        let color = self.model.colors[far as usize];
        let must_meet = self.rules.touch == Touch::Forbid && self.prunings.meeting;
        for index in 0..self.graph.ways(end).len() {
            let way = self.graph.ways(end)[index];
            if (color == 0 && way.node != far) || self.values[2 * way.edge as usize] != OPEN {
                continue;
            }
            if way.node == far {
                self.assign(Literal::new(way.edge, false), Reason::Path(place));
                continue;
            }
            let other_color = self.model.colors[self.ends[way.node as usize] as usize];
            if other_color != 0 && (color != other_color || must_meet) {
                self.assign(Literal::new(way.edge, color == other_color), Reason::Path(place));
            }
        }
    }

    fn clauses_of(&mut self, failed: Literal) -> bool {
        let mut at = 0;
        loop {
            match self.clauses.visit(failed, &mut at, &self.values) {
                Step::Done => return false,
                Step::Forced(literal, clause) => self.assign(literal, Reason::Clause(clause)),
                Step::Broken(clause) => {
                    self.conflict.clear();
                    self.conflict.extend_from_slice(self.clauses.literals(clause));
                    debug_assert!(self.conflict.iter().all(|literal| self.values[literal.index()] == FALSE));
                    return true;
                }
            }
        }
    }
}
