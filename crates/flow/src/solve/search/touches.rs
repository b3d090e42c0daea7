//! Fragments that touch themselves from afar, seen before the board is full.
//!
//! Where every cell is used, unit squares leave hardly any room for a path to come back to itself. Where cells may stay
//! empty there is much: it can go round an empty cell. So all fragments are walked along, and two things must not be:
//! neighbours on one fragment without an edge between them, whatever comes; and neighbours on two fragments that lead to
//! the dots of one colour when the edge between them is not used. The clause is what joins them: the edges between the
//! two on their fragment, or those from each to its dot.

use super::clauses::Literal;
use super::{FALSE, Search, TRUE};
use crate::position::{Fill, Touch};

/// The tables of the check: for each node its fragment and its place in `edges`; for each place the edge that leaves it.
#[derive(Debug, Default)]
pub(super) struct Touches {
    fragments: Vec<Fragment>,
    owners: Vec<u32>,
    places: Vec<u32>,
    edges: Vec<u32>,
}

/// One fragment: its places, and the colours at its two ends, 0 for none.
#[derive(Clone, Copy, Debug)]
struct Fragment {
    start: u32,
    end: u32,
    colors: [u32; 2],
}

impl Fragment {
    fn color(self) -> u32 {
        self.colors[0].max(self.colors[1])
    }

    /// The places of the edges from a place to the end with a dot.
    fn to_dot(self, place: u32) -> std::ops::Range<u32> {
        if self.colors[0] != 0 { self.start..place } else { place..self.end }
    }
}

const NONE: u32 = u32::MAX;

impl Search<'_> {
    /// Looks at all fragments; `true` when one touches itself, with the clause in `self.conflict`.
    pub(super) fn touches_itself(&mut self) -> bool {
        if !self.prunings.touches || self.rules.touch != Touch::Forbid || self.rules.fill != Fill::Free {
            return false;
        }
        let mut touches = std::mem::take(&mut self.touches);
        self.trace(&mut touches);
        let shortest = self.shortest(&touches);
        if let Some((closes, ranges)) = &shortest {
            self.conflict.clear();
            self.conflict.extend(closes.map(|edge| Literal::new(edge, true)));
            let places = ranges.iter().cloned().flatten();
            self.conflict.extend(places.map(|place| Literal::new(touches.edges[place as usize], false)));
        }
        self.touches = touches;
        shortest.is_some()
    }

    /// Walks along all fragments, from one end to the other.
    fn trace(&self, touches: &mut Touches) {
        touches.fragments.clear();
        touches.edges.clear();
        touches.places.resize(self.graph.len(), 0);
        touches.owners.clear();
        touches.owners.resize(self.graph.len(), NONE);
        for first in 0..self.graph.len() as u32 {
            if self.used[first as usize] != 1 || touches.owners[first as usize] != NONE {
                continue;
            }
            let start = touches.edges.len() as u32;
            let (mut node, mut came) = (first, NONE);
            loop {
                touches.owners[node as usize] = touches.fragments.len() as u32;
                touches.places[node as usize] = touches.edges.len() as u32;
                let mut ways = self.graph.ways(node).iter();
                let next = ways.find(|way| way.edge != came && self.values[2 * way.edge as usize] == TRUE);
                touches.edges.push(next.map_or(NONE, |way| way.edge));
                let Some(way) = next else { break };
                (node, came) = (way.node, way.edge);
            }
            let colors = [first, node].map(|end| self.model.colors[end as usize]);
            touches.fragments.push(Fragment { start, end: touches.edges.len() as u32 - 1, colors });
        }
    }

    /// The touch with the shortest clause: the edge that would have to be used, if that would help, and the places of the
    /// edges that would have to be unused.
    fn shortest(&self, touches: &Touches) -> Option<(Option<u32>, [std::ops::Range<u32>; 2])> {
        let mut best: Option<(Option<u32>, [std::ops::Range<u32>; 2])> = None;
        let mut least = usize::MAX;
        for (edge, &[one, other]) in self.graph.edges().iter().enumerate() {
            let owners = [one, other].map(|node| touches.owners[node as usize]);
            let value = self.values[2 * edge];
            if value == TRUE || owners.contains(&NONE) {
                continue;
            }
            let places = [one, other].map(|node| touches.places[node as usize]);
            let found = if owners[0] == owners[1] {
                (None, [places[0].min(places[1])..places[0].max(places[1]), 0..0])
            } else {
                let fragments = owners.map(|owner| touches.fragments[owner as usize]);
                if value != FALSE || fragments[0].color() == 0 || fragments[0].color() != fragments[1].color() {
                    continue;
                }
                (Some(edge as u32), [fragments[0].to_dot(places[0]), fragments[1].to_dot(places[1])])
            };
            let length = found.1.iter().map(ExactSizeIterator::len).sum::<usize>() + usize::from(found.0.is_some());
            if length < least {
                least = length;
                best = Some(found);
            }
        }
        best
    }
}
