//! The steps that every route between the two ends of a colour takes.

use super::parts::{NONE, View};

/// For one unfinished colour, the open edges without which its two ends could not meet. `ends` are the live ends of its
/// two halves.
pub(super) fn needed(view: &impl View, ends: [u32; 2]) -> Vec<u32> {
    let graph = view.graph();
    let color = view.color(ends[0]);
    // A depth-first walk with the lowest reachable number, as for bridges of a graph. A colourless path is crossed from
    // end to end, so both its ends are one place; the lesser of the two stands for it.
    let place = |node: u32| {
        let end = view.end(node);
        if view.missing(end) == 0 { node } else { node.min(end) }
    };
    let enters = |node: u32| view.missing(node) > 0 && (view.color(node) == NONE || view.color(node) == color);
    let mut number = vec![0_u32; graph.len()];
    let mut low = vec![0_u32; graph.len()];
    let mut holds_goal = vec![false; graph.len()];
    let (start, goal) = (place(ends[0]), place(ends[1]));
    let mut found = Vec::new();
    let mut next = 1;
    // Where the walk is: a place, the edge it was entered by, and which way to try next.
    let mut stack: Vec<(u32, u32, usize)> = vec![(start, NONE, 0)];
    number[start as usize] = next;
    low[start as usize] = next;
    while let Some(&(here, came, tried)) = stack.last() {
        let other_end = view.end(here);
        let first = graph.ways(here);
        let second = if other_end != here && view.missing(other_end) > 0 { graph.ways(other_end) } else { &[] };
        let Some(way) = first.iter().chain(second).nth(tried) else {
            stack.pop();
            let goal_here = holds_goal[here as usize] || here == goal;
            if let Some(&(above, ..)) = stack.last() {
                low[above as usize] = low[above as usize].min(low[here as usize]);
                holds_goal[above as usize] |= goal_here;
                if goal_here && low[here as usize] > number[above as usize] {
                    found.push(came);
                }
            }
            continue;
        };
        if let Some(last) = stack.last_mut() {
            last.2 += 1;
        }
        if way.edge == came || !view.is_open(way.edge) || !enters(way.node) {
            continue;
        }
        let there = place(way.node);
        if number[there as usize] != 0 {
            low[here as usize] = low[here as usize].min(number[there as usize]);
            continue;
        }
        next += 1;
        number[there as usize] = next;
        low[there as usize] = next;
        stack.push((there, way.edge, 0));
    }
    found.sort_unstable();
    found
}
