//! Random paths that together cover a board, none of which touches itself.
//!
//! Edges are taken in random order wherever they join two paths into one that still does not touch itself. What is too
//! short then is mended: an end takes over part of a neighbouring path. The same step, taken at random, stirs a cover.

use azulejo_core::random::Random;

use crate::graph::{Graph, Kind};

/// Paths that cover all nodes of a graph; path numbers are stable, an empty path is one that was joined to another.
pub(super) struct Cover<'a> {
    graph: &'a Graph,
    /// Nodes beside each node that no edge leads to and a path must keep away from all the same; empty for none at all.
    beside: &'a [Vec<u32>],
    owner: Vec<u32>,
    paths: Vec<Vec<u32>>,
    /// No path grows longer.
    longest: usize,
}

/// What remains of a path after its part was taken, and the part, the taken end first.
struct Cut {
    rest: Vec<u32>,
    part: Vec<u32>,
}

impl<'a> Cover<'a> {
    /// A random cover with paths of `shortest` to about `longest` nodes, if the mending succeeds. Edges that `shuns`
    /// names are taken later than others.
    pub(super) fn draw(
        graph: &'a Graph,
        beside: &'a [Vec<u32>],
        shortest: usize,
        longest: usize,
        shuns: impl Fn(u32) -> bool,
        random: &mut Random,
    ) -> Option<Self> {
        let nodes = graph.len() as u32;
        let paths = (0..nodes).map(|node| vec![node]).collect();
        let mut cover = Self { graph, beside, owner: (0..nodes).collect(), paths, longest };
        // A bridge is crossed straight, whatever else: its edges come first.
        for node in (0..nodes).filter(|&node| graph.kind(node) == Kind::Lane) {
            for way in graph.ways(node) {
                if cover.owner[node as usize] != cover.owner[way.node as usize] && !cover.join(node, way.node) {
                    return None;
                }
            }
        }
        let key = |edge: u32, random: &mut Random| random.below(1000) + if shuns(edge) { 600 } else { 0 };
        let mut order: Vec<(u64, u32)> =
            (0..graph.edges().len() as u32).map(|edge| (key(edge, random), edge)).collect();
        order.sort_unstable();
        for (_, edge) in order {
            let [one, other] = graph.edges()[edge as usize];
            cover.join(one, other);
        }
        cover.mend(shortest, random).then_some(cover)
    }

    /// The paths, each from end to end.
    pub(super) fn paths(&self) -> impl Iterator<Item = &[u32]> + Clone {
        self.paths.iter().filter(|path| !path.is_empty()).map(Vec::as_slice)
    }

    /// How many paths there are.
    pub(super) fn len(&self) -> usize {
        self.paths().count()
    }

    /// How many of its edges are such.
    pub(super) fn count(&self, such: impl Fn(u32) -> bool) -> usize {
        let steps = self.paths().flat_map(|path| path.windows(2));
        steps.filter_map(|step| self.graph.edge_between(step[0], step[1])).filter(|&edge| such(edge)).count()
    }

    fn is_end(&self, node: u32) -> bool {
        let path = &self.paths[self.owner[node as usize] as usize];
        path[0] == node || path[path.len() - 1] == node
    }

    /// Joins two paths at their ends, unless the result would touch itself or grow too long.
    pub(super) fn join(&mut self, one: u32, other: u32) -> bool {
        let (first, second) = (self.owner[one as usize], self.owner[other as usize]);
        if first == second || !self.is_end(one) || !self.is_end(other) {
            return false;
        }
        let length = self.paths[first as usize].len() + self.paths[second as usize].len();
        if length > self.longest || !self.apart(&self.paths[second as usize], first, [other, one]) {
            return false;
        }
        let mut part = std::mem::take(&mut self.paths[second as usize]);
        if part[0] != other {
            part.reverse();
        }
        self.append(first, one, &part);
        true
    }

    /// Whether a part touches a path nowhere but along one edge, from the part to the path.
    fn apart(&self, part: &[u32], path: u32, edge: [u32; 2]) -> bool {
        part.iter().all(|&node| {
            let others = self.beside.get(node as usize).into_iter().flatten().copied();
            let mut beside = self.graph.ways(node).iter().map(|way| way.node).chain(others);
            beside.all(|other| self.owner[other as usize] != path || [node, other] == edge)
        })
    }

    /// Adds nodes to the end `end` of a path.
    fn append(&mut self, path: u32, end: u32, part: &[u32]) {
        let nodes = &mut self.paths[path as usize];
        if nodes[nodes.len() - 1] != end {
            nodes.reverse();
        }
        nodes.extend_from_slice(part);
        for &node in part {
            self.owner[node as usize] = path;
        }
    }

    /// How a path could be cut so that the part beginning at `node` is free to be taken.
    fn cuts(&self, node: u32) -> Vec<Cut> {
        let path = &self.paths[self.owner[node as usize] as usize];
        if self.graph.kind(node) == Kind::Lane {
            return Vec::new();
        }
        // A path holds each of its nodes.
        let place = path.iter().position(|&other| other == node).unwrap_or(0);
        let tail = Cut { rest: path[..place].to_vec(), part: path[place..].to_vec() };
        let head = Cut { rest: path[place + 1..].to_vec(), part: path[..=place].iter().rev().copied().collect() };
        let plain = |node: Option<&u32>| node.is_none_or(|&node| self.graph.kind(node) != Kind::Lane);
        [tail, head].into_iter().filter(|cut| plain(cut.rest.first()) && plain(cut.rest.last())).collect()
    }

    /// Lets the path that ends at `end` take over part of the path through `node`; what is left is empty or at least
    /// `least` long.
    fn take(&mut self, end: u32, node: u32, least: usize, random: &mut Random) -> bool {
        let (path, other) = (self.owner[end as usize], self.owner[node as usize]);
        if path == other || !self.is_end(end) || self.graph.kind(end) == Kind::Lane {
            return false;
        }
        let room = self.longest.saturating_sub(self.paths[path as usize].len());
        let mut cuts = self.cuts(node);
        cuts.retain(|cut| {
            (cut.rest.is_empty() || cut.rest.len() >= least)
                && cut.part.len() <= room
                && self.apart(&cut.part, path, [node, end])
        });
        if cuts.is_empty() {
            return false;
        }
        let cut = cuts.swap_remove(random.index(cuts.len()));
        self.paths[other as usize] = cut.rest;
        self.append(path, end, &cut.part);
        true
    }

    /// Lengthens paths that are too short.
    fn mend(&mut self, shortest: usize, random: &mut Random) -> bool {
        let mut patience = 60 + 4 * self.graph.len();
        let mut short: Vec<u32> = (0..self.paths.len() as u32).collect();
        while let Some(path) = short.pop() {
            let length = self.paths[path as usize].len();
            if length == 0 || length >= shortest {
                continue;
            }
            if patience == 0 {
                return false;
            }
            patience -= 1;
            let nodes = &self.paths[path as usize];
            let end = if random.below(2) == 0 { nodes[0] } else { nodes[nodes.len() - 1] };
            let ways = self.graph.ways(end);
            let node = ways[random.index(ways.len())].node;
            let other = self.owner[node as usize];
            // Late in the day a rest may be short as well: the trouble moves on and may end elsewhere.
            let least = if random.below(3) == 0 { 1 } else { shortest };
            self.take(end, node, least, random);
            short.extend([path, other]);
        }
        self.paths().all(|path| path.len() >= shortest)
    }

    /// Random steps that keep every path at least so long; joins what can be joined on the way while there are more
    /// than `most` paths.
    pub(super) fn stir(&mut self, steps: usize, shortest: usize, most: usize, random: &mut Random) {
        let mut number = self.len();
        for _ in 0..steps {
            let path = random.index(self.paths.len());
            let Some(&first) = self.paths[path].first() else { continue };
            let end = if random.below(2) == 0 { first } else { self.paths[path][self.paths[path].len() - 1] };
            let ways = self.graph.ways(end);
            let node = ways[random.index(ways.len())].node;
            if number > most && self.owner[node as usize] != path as u32 && self.join(end, node) {
                number -= 1;
                continue;
            }
            let other = self.owner[node as usize] as usize;
            if self.take(end, node, shortest, random) && self.paths[other].is_empty() {
                number -= 1;
            }
        }
    }
}
