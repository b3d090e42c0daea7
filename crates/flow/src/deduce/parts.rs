//! What a half-drawn board falls into: parts of cells that can still reach each other, and why one cannot be filled.

use crate::graph::Graph;

/// No colour, no node.
pub(crate) const NONE: u32 = u32::MAX;

/// A half-drawn board.
pub(crate) trait View {
    /// The graph.
    fn graph(&self) -> &Graph;
    /// How many edges a node still lacks.
    fn missing(&self, node: u32) -> u8;
    /// Whether an edge is neither used nor ruled out.
    fn is_open(&self, edge: u32) -> bool;
    /// The other end of the path that ends at a node; a node that no path has reached is its own.
    fn end(&self, node: u32) -> u32;
    /// The colour of the path that ends at a node, or `NONE`.
    fn color(&self, node: u32) -> u32;
}

/// Why a part of the board cannot be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Steps lead from dark to light cells, so both sides of a part lack as many; here they do not. A node of the part.
    Unbalanced(u32),
    /// A colour has its ends in two parts. Its number.
    Parted(u32),
    /// No colour reaches this part. A node of it.
    Colorless(u32),
}

/// Room for finding parts, kept to be used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    part: Vec<u32>,
    stack: Vec<u32>,
    live: Vec<u32>,
    parent: Vec<u32>,
    first: Vec<u32>,
    color_part: Vec<u32>,
}

impl Parts {
    /// Whether every part can be filled as far as this shows, and why not. `shades` says which nodes are dark, where
    /// neighbours always differ; without it nothing is said about balance.
    pub(crate) fn fault(&mut self, view: &impl View, shades: Option<&[bool]>) -> Option<Fault> {
        self.unbalanced(view, shades).or_else(|| self.unpaired(view))
    }

    fn unbalanced(&mut self, view: &impl View, shades: Option<&[bool]>) -> Option<Fault> {
        let graph = view.graph();
        self.part.clear();
        self.part.resize(graph.len(), NONE);
        self.live.clear();
        self.parent.clear();
        self.first.clear();
        self.stack.clear();
        for start in 0..graph.len() as u32 {
            if self.part[start as usize] != NONE || view.missing(start) == 0 {
                continue;
            }
            let number = self.parent.len() as u32;
            self.parent.push(number);
            self.first.push(start);
            self.part[start as usize] = number;
            self.stack.push(start);
            let mut balance = 0_i32;
            while let Some(node) = self.stack.pop() {
                self.live.push(node);
                if let Some(shades) = shades {
                    let missing = i32::from(view.missing(node));
                    balance += if shades[node as usize] { missing } else { -missing };
                }
                for way in graph.ways(node) {
                    if view.is_open(way.edge) && self.part[way.node as usize] == NONE {
                        self.part[way.node as usize] = number;
                        self.stack.push(way.node);
                    }
                }
            }
            if balance != 0 {
                return Some(Fault::Unbalanced(start));
            }
        }
        None
    }

    /// Parts that a path leads from one to another are one. Each holds both ends of a colour or none, and some colour.
    fn unpaired(&mut self, view: &impl View) -> Option<Fault> {
        if self.parent.len() > 1 {
            for index in 0..self.live.len() {
                let node = self.live[index];
                let other = self.part[view.end(node) as usize];
                if other != NONE {
                    let (one, other) = (self.root(self.part[node as usize]), self.root(other));
                    self.parent[one as usize] = other;
                }
            }
        }
        self.color_part.clear();
        self.color_part.resize(view.graph().len(), NONE);
        for index in 0..self.live.len() {
            let node = self.live[index];
            let color = view.color(node);
            if color == NONE {
                continue;
            }
            let here = self.root(self.part[node as usize]);
            let seen = &mut self.color_part[color as usize];
            if *seen != NONE && *seen != here {
                return Some(Fault::Parted(color));
            }
            *seen = here;
        }
        let colorless = |&part: &u32| self.parent[part as usize] == part && !self.color_part.contains(&part);
        let part = (0..self.parent.len() as u32).find(colorless)?;
        Some(Fault::Colorless(self.first[part as usize]))
    }

    fn root(&mut self, mut part: u32) -> u32 {
        while self.parent[part as usize] != part {
            let above = self.parent[self.parent[part as usize] as usize];
            self.parent[part as usize] = above;
            part = above;
        }
        part
    }
}

/// Dark and light, so that neighbours differ, where a board allows it.
pub(crate) fn shades(graph: &Graph) -> Option<Vec<bool>> {
    let mut shades: Vec<Option<bool>> = vec![None; graph.len()];
    let mut stack = Vec::new();
    for start in 0..graph.len() as u32 {
        if shades[start as usize].is_none() {
            shades[start as usize] = Some(false);
            stack.push(start);
        }
        while let Some(node) = stack.pop() {
            let next = shades[node as usize].map(|shade| !shade);
            for way in graph.ways(node) {
                let other = &mut shades[way.node as usize];
                if other.is_none() {
                    *other = next;
                    stack.push(way.node);
                } else if *other != next {
                    return None;
                }
            }
        }
    }
    shades.into_iter().collect()
}

/// The short cycles of a graph, each as its edges.
pub(crate) fn faces(graph: &Graph) -> Vec<Vec<u32>> {
    graph.faces().iter().map(|face| face.edges().to_vec()).collect()
}
