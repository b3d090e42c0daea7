//! The smaller encoding: a variable for each edge, the colour of a node as a binary number, degrees and unit squares.

use azulejo_core::budget::{Budget, Stop};

use super::formula::Formula;
use crate::graph::Graph;
use crate::position::{Fill, Rules};

/// Writes the formula down.
pub(super) fn encode(graph: &Graph, rules: Rules, budget: &Budget) -> Result<Formula, Stop> {
    let mut formula = Formula::default();
    let edges: Vec<i32> = graph.edges().iter().map(|_| formula.variable()).collect();
    formula.edges = edges.iter().map(|&edge| vec![edge]).collect();
    let bits = usize::BITS - graph.dots().len().saturating_sub(1).leading_zeros();
    let colors: Vec<Vec<i32>> = (0..graph.len()).map(|_| (0..bits).map(|_| formula.variable()).collect()).collect();

    formula.group("degrees: a dot has one edge, a used cell two");
    for node in 0..graph.len() as u32 {
        budget.check()?;
        let around: Vec<i32> = graph.ways(node).iter().map(|way| edges[way.edge as usize]).collect();
        let empty = rules.fill == Fill::Free && graph.color(node).is_none();
        degree(&mut formula, &around, usize::from(graph.degree(node)), empty);
    }
    formula.group("colours: the two ends of a used edge have the same");
    for (&edge, &[one, other]) in edges.iter().zip(graph.edges()) {
        budget.check()?;
        for (&here, &there) in colors[one as usize].iter().zip(&colors[other as usize]) {
            formula.clause([-edge, -here, there]);
            formula.clause([-edge, here, -there]);
        }
    }
    formula.group("colours: those of the dots are known");
    for node in 0..graph.len() as u32 {
        budget.check()?;
        if let Some(color) = graph.color(node) {
            for (bit, &variable) in colors[node as usize].iter().enumerate() {
                formula.clause([if color >> bit & 1 == 1 { variable } else { -variable }]);
            }
        }
    }
    formula.group("squares: a path that does not touch itself uses few edges of each");
    for face in graph.faces() {
        budget.check()?;
        if let Some(most) = graph.most_edges(face.edges(), rules.touch) {
            let around: Vec<i32> = face.edges().iter().map(|&edge| edges[edge as usize]).collect();
            each_choice(&around, most + 1, &mut |chosen| formula.clause(chosen.iter().map(|&edge| -edge)));
        }
    }
    Ok(formula)
}

/// Exactly `need` of the edges hold, or none where `empty` is allowed.
fn degree(formula: &mut Formula, around: &[i32], need: usize, empty: bool) {
    each_choice(around, need + 1, &mut |chosen| formula.clause(chosen.iter().map(|&edge| -edge)));
    if empty {
        // None or two: an edge that holds brings another.
        for &edge in around {
            let others = around.iter().copied().filter(|&other| other != edge);
            formula.clause(others.chain([-edge]));
        }
        return;
    }
    if around.len() < need {
        formula.clause([]);
        return;
    }
    each_choice(around, around.len() + 1 - need, &mut |chosen| formula.clause(chosen.iter().copied()));
}

/// Calls with every choice of `number` of the items.
fn each_choice(items: &[i32], number: usize, call: &mut impl FnMut(&[i32])) {
    fn extend(items: &[i32], number: usize, chosen: &mut Vec<i32>, call: &mut impl FnMut(&[i32])) {
        if number == 0 {
            call(chosen);
            return;
        }
        for (index, &item) in items.iter().enumerate() {
            if items.len() - index < number {
                break;
            }
            chosen.push(item);
            extend(&items[index + 1..], number - 1, chosen, call);
            chosen.pop();
        }
    }
    if number <= items.len() {
        extend(items, number, &mut Vec::new(), call);
    }
}
