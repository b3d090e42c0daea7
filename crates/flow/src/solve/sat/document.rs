//! The document's encoding: six groups of clauses over the colour and the directions of each cell.
//!
//! A cell's directions are a pair of its ways out (six pairs on squares), a dot's one way. The document states the rule
//! without self-touch; where touching is allowed, its sixth group is replaced by one which says that two neighbours
//! agree on the way between them, since colours no longer tell. Where cells may stay empty, they may have no colour.

use azulejo_core::budget::{Budget, Stop};

use super::formula::Formula;
use crate::graph::{Graph, Kind};
use crate::position::{Fill, Puzzle, Rules, Touch};

/// Writes the formula down.
#[allow(clippy::too_many_lines)] // One formula, written from top to bottom.
pub(super) fn encode(puzzle: &Puzzle, graph: &Graph, rules: Rules, budget: &Budget) -> Result<Formula, Stop> {
    let mut formula = Formula::default();
    let nodes = 0..graph.len() as u32;
    let colors: Vec<Vec<i32>> = nodes
        .clone()
        .map(|_| {
            budget.check()?;
            Ok((0..puzzle.colors()).map(|_| formula.variable()).collect())
        })
        .collect::<Result<_, Stop>>()?;
    formula.shapes = nodes
        .clone()
        .map(|node| {
            let ways = graph.ways(node);
            let mut shapes = Vec::new();
            for (index, one) in ways.iter().enumerate() {
                if graph.color(node).is_some() {
                    shapes.push((formula.variable(), vec![one.edge]));
                    continue;
                }
                for other in &ways[index + 1..] {
                    shapes.push((formula.variable(), vec![one.edge, other.edge]));
                }
            }
            shapes
        })
        .collect();
    // An edge is used when the directions of its first cell say so; the other cell agrees.
    let using = |formula: &Formula, node: u32, edge: u32| -> Vec<i32> {
        formula.shapes[node as usize].iter().filter(|shape| shape.1.contains(&edge)).map(|shape| shape.0).collect()
    };
    formula.edges =
        (0..graph.edges().len() as u32).map(|edge| using(&formula, graph.edges()[edge as usize][0], edge)).collect();
    let may_be_empty = |node: u32| rules.fill == Fill::Free && graph.color(node).is_none();

    formula.group("1. every cell has exactly one colour");
    for node in nodes.clone() {
        budget.check()?;
        if !may_be_empty(node) {
            formula.clause(colors[node as usize].iter().copied());
        }
        formula.at_most_one(&colors[node as usize]);
    }
    formula.group("2. every dot is left by exactly one way");
    for node in nodes.clone().filter(|&node| graph.color(node).is_some()) {
        exactly_one_shape(&mut formula, node);
    }
    formula.group("3. the colours of the dots are known");
    for node in nodes.clone() {
        budget.check()?;
        if let Kind::Dot(color) = graph.kind(node) {
            formula.clause([colors[node as usize][usize::from(color)]]);
        }
    }
    formula.group("4. every other cell has exactly one pair of directions");
    for node in nodes.clone().filter(|&node| graph.color(node).is_none()) {
        if may_be_empty(node) {
            let shapes: Vec<i32> = formula.shapes[node as usize].iter().map(|shape| shape.0).collect();
            formula.at_most_one(&shapes);
            for &color in &colors[node as usize] {
                formula.clause(shapes.iter().copied().chain([-color]));
            }
            for &shape in &shapes {
                formula.clause(colors[node as usize].iter().copied().chain([-shape]));
            }
        } else {
            exactly_one_shape(&mut formula, node);
        }
    }
    formula.group("5. the neighbours a cell's directions lead to have its colour");
    for node in nodes.clone() {
        budget.check()?;
        for (shape, edges) in formula.shapes[node as usize].clone() {
            for way in graph.ways(node).iter().filter(|way| edges.contains(&way.edge)) {
                for (&here, &there) in colors[node as usize].iter().zip(&colors[way.node as usize]) {
                    formula.clause([-shape, -here, there]);
                    formula.clause([-shape, here, -there]);
                }
            }
        }
    }
    if rules.touch == Touch::Forbid {
        formula.group("6. the other neighbours have another colour");
        for node in nodes.clone() {
            budget.check()?;
            for (shape, edges) in formula.shapes[node as usize].clone() {
                for way in graph.ways(node).iter().filter(|way| !edges.contains(&way.edge)) {
                    for (&here, &there) in colors[node as usize].iter().zip(&colors[way.node as usize]) {
                        formula.clause([-shape, -here, -there]);
                    }
                }
            }
        }
    } else {
        formula.group("6. neighbours agree on the way between them");
        for node in nodes {
            budget.check()?;
            for (shape, edges) in formula.shapes[node as usize].clone() {
                for way in graph.ways(node).iter().filter(|way| edges.contains(&way.edge)) {
                    let back = using(&formula, way.node, way.edge);
                    formula.clause(back.into_iter().chain([-shape]));
                }
            }
        }
    }
    Ok(formula)
}

fn exactly_one_shape(formula: &mut Formula, node: u32) {
    let shapes: Vec<i32> = formula.shapes[node as usize].iter().map(|shape| shape.0).collect();
    formula.clause(shapes.iter().copied());
    formula.at_most_one(&shapes);
}
