//! Parts of the board that have been cut off from the rest, and what must lie in each of them.
//!
//! Edges that are not used divide the board into parts. A solution stays within each part, so a part must hold both dots
//! of a colour or none; where every cell is used, it must hold some colour, and on a checkered board its black cells need
//! as many edges as its white ones. When that fails, one of the edges around the part must be used after all: that is
//! the clause to learn.

use super::clauses::Literal;
use super::{FALSE, Search};
use crate::graph::Graph;
use crate::position::Fill;

/// The tables of the check.
#[derive(Debug, Default)]
pub(super) struct Cuts {
    /// +1 for nodes on black cells, -1 on white ones; empty when the board is not checkered.
    shades: Vec<i8>,
    parts: Vec<u32>,
    /// The part in which the first dot of each colour was seen.
    first_dots: Vec<u32>,
    nodes: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Cuts {
    pub(super) fn new(graph: &Graph) -> Self {
        Self {
            shades: shades(graph),
            parts: vec![NONE; graph.len()],
            first_dots: vec![NONE; graph.dots().len()],
            nodes: Vec::with_capacity(graph.len()),
        }
    }
}

/// Colours the nodes black and white so that neighbours differ; nothing when that is not possible.
fn shades(graph: &Graph) -> Vec<i8> {
    let mut shades = vec![0_i8; graph.len()];
    let mut stack = Vec::new();
    for start in 0..graph.len() as u32 {
        if shades[start as usize] != 0 {
            continue;
        }
        shades[start as usize] = 1;
        stack.push(start);
        while let Some(node) = stack.pop() {
            let shade = shades[node as usize];
            for way in graph.ways(node) {
                let other = &mut shades[way.node as usize];
                if *other == shade {
                    return Vec::new();
                }
                if *other == 0 {
                    *other = -shade;
                    stack.push(way.node);
                }
            }
        }
    }
    shades
}

impl Search<'_> {
    /// Looks at every part of the board; `true` when one cannot be right, with the clause in `self.conflict`.
    pub(super) fn cut_off(&mut self) -> bool {
        let mut cuts = std::mem::take(&mut self.cuts);
        let wrong = self.wrong_part(&mut cuts);
        if let Some(part) = wrong {
            self.conflict.clear();
            for &node in cuts.nodes.iter().filter(|&&node| cuts.parts[node as usize] == part) {
                for way in self.graph.ways(node) {
                    if cuts.parts[way.node as usize] != part && self.values[2 * way.edge as usize] == FALSE {
                        self.conflict.push(Literal::new(way.edge, true));
                    }
                }
            }
        }
        self.cuts = cuts;
        wrong.is_some()
    }

    /// The first part that cannot be right.
    fn wrong_part(&self, cuts: &mut Cuts) -> Option<u32> {
        cuts.parts.fill(NONE);
        cuts.first_dots.fill(NONE);
        cuts.nodes.clear();
        let full = self.rules.fill == Fill::Full;
        let mut part = 0;
        let mut at = 0;
        for start in 0..self.graph.len() as u32 {
            if cuts.parts[start as usize] != NONE {
                continue;
            }
            cuts.parts[start as usize] = part;
            cuts.nodes.push(start);
            let (mut dots, mut balance) = (0_u32, 0_i32);
            while let Some(&node) = cuts.nodes.get(at) {
                at += 1;
                let color = self.model.colors[node as usize];
                if color != 0 {
                    dots += 1;
                    let first = &mut cuts.first_dots[color as usize - 1];
                    if *first == NONE {
                        *first = part;
                    } else if *first != part {
                        // The earlier part has been walked through to its border, this one has not.
                        return Some(*first);
                    }
                }
                if let Some(&shade) = cuts.shades.get(node as usize) {
                    balance += i32::from(shade) * if color == 0 { 2 } else { 1 };
                }
                for way in self.graph.ways(node) {
                    if cuts.parts[way.node as usize] == NONE && self.values[2 * way.edge as usize] != FALSE {
                        cuts.parts[way.node as usize] = part;
                        cuts.nodes.push(way.node);
                    }
                }
            }
            if full && (dots == 0 || balance != 0) {
                return Some(part);
            }
            part += 1;
        }
        None
    }
}
