//! From a cover to a puzzle with one solution: paths are cut where another solution would leave them.
//!
//! The ends of the paths are the dots, and the paths one solution. Every edge of it is asked for: is it in all
//! solutions? Where another solution does without, one of the edges it does without is cut: its two cells become dots,
//! and the other solution is one no more. Cutting never adds a solution when paths may touch themselves, so what was
//! certain stays certain, and when every edge is certain or cut, the solution is the only one.

use std::collections::BTreeSet;

use azulejo_core::budget::Stop;
use azulejo_core::grid::Cell;
use azulejo_core::random::Random;

use super::oracle::{Oracle, Verdict};
use crate::deduce::parts::View as _;
use crate::graph::{Graph, Kind};
use crate::position::{Solution, Touch};

/// How hard the oracle tries, round after round.
const EFFORTS: [u32; 4] = [1, 6, 30, 120];

/// What a refined cover may be.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The fewest nodes of a path.
    pub(super) shortest: usize,
    /// The most paths.
    pub(super) most: usize,
}

/// Cuts paths until one solution is left, which `proof` must confirm: the oracle is good at finding another solution,
/// and a solver at proving that there is none. Nothing comes back when that would need shorter or more paths than the
/// limits allow.
pub(super) fn refine(
    graph: &Graph,
    mut paths: Vec<Vec<u32>>,
    touch: Touch,
    limits: Limits,
    random: &mut Random,
    proof: &mut dyn FnMut(&[Vec<u32>]) -> Result<bool, Stop>,
) -> Result<Option<Vec<Vec<u32>>>, Stop> {
    let mut proven = Proven { paths: 0, answer: false };
    // Where paths may touch themselves, a cover is hardly ever the only solution at once.
    if touch == Touch::Forbid && proven.ask(&paths, proof)? {
        return Ok(Some(paths));
    }
    let Some(mut known) = edges_of(graph, &paths) else { return Ok(None) };
    let mut oracle = Oracle::new(graph, touch, dots_of(graph, &paths));
    if !oracle.begin() {
        return Ok(None);
    }
    let mut order: Vec<u32> = (0..known.len() as u32).filter(|&edge| known[edge as usize]).collect();
    let mut round = 0;
    loop {
        let (before, mut unclear, mut index) = (order.len(), None, 0);
        while let Some(&edge) = order.get(index) {
            index += 1;
            if !known[edge as usize] || !oracle.is_open(edge) {
                continue;
            }
            match oracle.ask(edge, &known, EFFORTS[round]) {
                Verdict::Certain if oracle.know(edge) => {}
                Verdict::Certain => return Ok(None),
                Verdict::Unclear => unclear = unclear.or(Some(edge)),
                Verdict::Another(missing) => {
                    let Some(place) = best_cut(graph, &paths, &missing, limits, random) else { return Ok(None) };
                    if cut(graph, &mut paths, place, &mut oracle, &mut known).is_none() {
                        return Ok(None);
                    }
                    index -= 1;
                }
            }
        }
        order.retain(|&edge| known[edge as usize] && oracle.is_open(edge));
        if proven.ask(&paths, proof)? {
            return Ok(Some(paths));
        }
        if order.is_empty() {
            // Only without self-touch, where a cut can make another solution: the two pieces may touch each other.
            return Ok(None);
        }
        if order.len() < before {
            continue;
        }
        round += 1;
        if round == EFFORTS.len() {
            round -= 1;
            let place = unclear.and_then(|edge| nearest_cut(graph, &paths, edge, &order, limits));
            let Some(place) = place else { return Ok(None) };
            if cut(graph, &mut paths, place, &mut oracle, &mut known).is_none() {
                return Ok(None);
            }
        }
    }
}

/// Cuts paths at steps that another solution does without, as long as there is another; says whether that succeeded.
pub(super) fn cut_others(
    graph: &Graph,
    paths: &mut Vec<Vec<u32>>,
    limits: Limits,
    random: &mut Random,
    another: impl Fn(&[Vec<u32>]) -> Result<Option<Solution>, Stop>,
) -> Result<bool, Stop> {
    while let Some(other) = another(paths)? {
        let between = |one: Cell, other: Cell| (one.min(other), one.max(other));
        let steps = other.paths().flat_map(|path| path.windows(2));
        let theirs: BTreeSet<_> = steps.map(|step| between(step[0], step[1])).collect();
        let ours = paths.iter().flat_map(|path| path.windows(2));
        let missing: Vec<u32> = ours
            .filter(|step| !theirs.contains(&between(graph.cell(step[0]), graph.cell(step[1]))))
            .filter_map(|step| graph.edge_between(step[0], step[1]))
            .collect();
        let Some((path, after)) = best_cut(graph, paths, &missing, limits, random) else { return Ok(false) };
        let beyond = paths[path].split_off(after);
        paths.push(beyond);
    }
    Ok(true)
}

/// The last answer of the proof, which holds until a path is cut.
struct Proven {
    paths: usize,
    answer: bool,
}

impl Proven {
    fn ask(
        &mut self,
        paths: &[Vec<u32>],
        proof: &mut dyn FnMut(&[Vec<u32>]) -> Result<bool, Stop>,
    ) -> Result<bool, Stop> {
        if self.paths != paths.len() {
            *self = Self { paths: paths.len(), answer: proof(paths)? };
        }
        Ok(self.answer)
    }
}

/// Which edges the paths use.
fn edges_of(graph: &Graph, paths: &[Vec<u32>]) -> Option<Vec<bool>> {
    let mut known = vec![false; graph.edges().len()];
    for pair in paths.iter().flat_map(|path| path.windows(2)) {
        known[graph.edge_between(pair[0], pair[1])? as usize] = true;
    }
    Some(known)
}

/// The colour of each node that is an end.
fn dots_of(graph: &Graph, paths: &[Vec<u32>]) -> Vec<u32> {
    let mut dots = vec![u32::MAX; graph.len()];
    for (color, path) in paths.iter().enumerate() {
        dots[path[0] as usize] = color as u32;
        dots[path[path.len() - 1] as usize] = color as u32;
    }
    dots
}

/// Which path, and after how many of its nodes.
type Place = (usize, usize);

fn place_of(graph: &Graph, paths: &[Vec<u32>], edge: u32, limits: Limits) -> Option<Place> {
    let Limits { shortest, most } = limits;
    let [one, other] = graph.edges()[edge as usize];
    if paths.len() >= most || [one, other].iter().any(|&node| graph.kind(node) == Kind::Lane) {
        return None;
    }
    for (number, path) in paths.iter().enumerate() {
        if let Some(place) = path.windows(2).position(|pair| pair == [one, other] || pair == [other, one]) {
            let after = place + 1;
            let fits = after >= shortest && path.len() - after >= shortest;
            return fits.then_some((number, after));
        }
    }
    None
}

/// The cut that leaves the longest pieces.
fn best_cut(graph: &Graph, paths: &[Vec<u32>], edges: &[u32], limits: Limits, random: &mut Random) -> Option<Place> {
    let places = edges.iter().filter_map(|&edge| place_of(graph, paths, edge, limits));
    let value = |&(path, after): &Place| after.min(paths[path].len() - after);
    let rated: Vec<(usize, u64, Place)> = places.map(|place| (value(&place).min(5), random.below(64), place)).collect();
    rated.into_iter().max().map(|(_, _, place)| place)
}

/// The possible cut nearest to an edge about which nothing could be found out.
fn nearest_cut(graph: &Graph, paths: &[Vec<u32>], edge: u32, open: &[u32], limits: Limits) -> Option<Place> {
    let at = |edge: u32| graph.cell(graph.edges()[edge as usize][0]);
    let here = at(edge);
    let far = |edge: u32| {
        let there = at(edge);
        here.row.abs_diff(there.row) + here.column.abs_diff(there.column)
    };
    let places = open.iter().filter_map(|&edge| Some((far(edge), place_of(graph, paths, edge, limits)?)));
    places.min().map(|(_, place)| place)
}

fn cut(
    graph: &Graph,
    paths: &mut Vec<Vec<u32>>,
    (path, after): Place,
    oracle: &mut Oracle,
    known: &mut [bool],
) -> Option<()> {
    let beyond = paths[path].split_off(after);
    let kept = paths[path][after - 1];
    let edge = graph.edge_between(kept, beyond[0])?;
    known[edge as usize] = false;
    let color = paths.len() as u32;
    let possible = oracle.cut(edge, kept, &beyond, color);
    paths.push(beyond);
    possible.then_some(())
}

/// Cuts the longest path in two, if it is long enough and no bridge is in the way.
pub(super) fn cut_longest(graph: &Graph, paths: &mut Vec<Vec<u32>>, shortest: usize) -> bool {
    let plain = |node: u32| graph.kind(node) != Kind::Lane;
    let middle = |path: &[u32]| {
        let places =
            (shortest..=path.len().saturating_sub(shortest)).filter(|&at| plain(path[at - 1]) && plain(path[at]));
        places.min_by_key(|&at| at.abs_diff(path.len() / 2))
    };
    let longest = (0..paths.len()).filter(|&path| middle(&paths[path]).is_some()).max_by_key(|&path| paths[path].len());
    let Some((path, at)) = longest.and_then(|path| Some((path, middle(&paths[path])?))) else { return false };
    let beyond = paths[path].split_off(at);
    paths.push(beyond);
    true
}
