//! A first look at the choices that matter: the way out of each dot, and how far each row of corners reaches.
//!
//! Each is assumed and followed without any further decision. When that fails, something holds in every solution that was
//! not known before, and it stays. Whatever came true when it did not fail needs no look of its own: what follows from
//! it was among the rest. Rows are therefore tried from their outer end, whose corner implies all corners inside it.

use azulejo_core::budget::{Budget, Stop};

use super::clauses::Literal;
use super::corners::NONE;
use super::{OPEN, Reason, Search};

impl Search<'_> {
    /// Tries them all, from the start; `false` when there is no solution left.
    pub(super) fn probe(&mut self, budget: &Budget) -> Result<bool, Stop> {
        self.back_to(0);
        if self.settle() {
            return Ok(false);
        }
        let mut possible = vec![false; self.values.len()];
        for literal in self.choices() {
            if self.values[literal.index()] != OPEN || possible[literal.index()] {
                continue;
            }
            budget.check()?;
            self.level_starts.push(self.trail.len() as u32);
            self.assign(literal, Reason::Chosen);
            if self.propagate() {
                if !self.resolve() || self.settle() {
                    return Ok(false);
                }
            } else {
                for followed in &self.trail[self.level_starts[0] as usize..] {
                    possible[followed.index()] = true;
                }
                self.back_to(0);
            }
        }
        Ok(true)
    }

    /// Follows what holds without any decision; `true` when that is impossible.
    pub(super) fn settle(&mut self) -> bool {
        while self.propagate() {
            if !self.resolve() {
                return true;
            }
        }
        false
    }

    /// The edges of dots, then rows of corners from the outside.
    fn choices(&self) -> Vec<Literal> {
        let corners = &self.model.corners;
        let at_dots = self.graph.dots().iter().flatten().flat_map(|&dot| self.graph.ways(dot));
        let mut choices: Vec<Literal> = at_dots.map(|way| Literal::new(way.edge, true)).collect();
        let first = self.graph.edges().len() as u32;
        for variable in first..first + corners.len() as u32 {
            let mut next = if corners.corner(variable).outer == NONE { variable } else { NONE };
            while next != NONE {
                choices.push(Literal::new(next, true));
                next = corners.corner(next).inner;
            }
        }
        choices
    }
}
