//! Advice: a step that is true in every solution, and the deduction that shows it, in words.

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::game::Advice;
use azulejo_core::grid::Cell;
use azulejo_core::outcome::{Outcome, Proof};

use crate::deduce::{Allowed, Deduction, Reasoner};
use crate::graph::Graph;
use crate::play::{Move, Position};
use crate::position::{Fill, Rules, Solution, Tile, Touch};
use crate::rules;
use crate::solve::search::facts::{self, edges_of};
use crate::solve::{self, Engine};

/// The next step for a player.
pub fn hint(position: &Position, budget: &Budget) -> Outcome<Advice<Move>> {
    let (puzzle, rules) = (position.puzzle(), position.rules());
    // Uniqueness may be dear to prove; a while is enough for a hint.
    let patience = Budget::unlimited().with_nodes(300_000);
    let answer = solve::unique(puzzle, rules, Engine::Auto, &patience).outcome;
    if let Err(stop) = budget.check() {
        return Outcome::GaveUp { stop, best: None, lower_bound: None };
    }
    let (solution, proof) = match answer {
        Outcome::Solved { solution, proof } => (solution, proof),
        Outcome::Impossible => return Outcome::Impossible,
        Outcome::GaveUp { best: Some(solution), .. } => (solution, Proof::FirstFound),
        Outcome::GaveUp { stop, .. } => return Outcome::GaveUp { stop, best: None, lower_bound: None },
    };
    let graph = Graph::new(puzzle);
    let deduced = deduced(position, &graph, &solution, proof, budget);
    let truth = match proof {
        Proof::Unique => edges_of(&graph, &solution).into_iter().map(Some).collect(),
        _ => match facts::run(puzzle, &graph, rules, std::slice::from_ref(&solution), 20, budget) {
            Ok(Some(found)) => found.edges,
            Ok(None) => return Outcome::Impossible,
            Err(stop) => return Outcome::GaveUp { stop, best: None, lower_bound: None },
        },
    };
    advise(position, &graph, &solution, &truth, proof, deduced)
}

/// The next step that the deductions of a person show, the easiest first; nothing when they show none, or when a line
/// has gone wrong.
fn deduced(
    position: &Position,
    graph: &Graph,
    solution: &Solution,
    proof: Proof,
    budget: &Budget,
) -> Option<Advice<Move>> {
    let (puzzle, rules) = (position.puzzle(), position.rules());
    if rules.fill != Fill::Full {
        return None;
    }
    // Where the only solution does not touch itself, one may count on it.
    let strict = proof == Proof::Unique && rules::check(puzzle, Rules::STRICT, solution).is_empty();
    let touch = if strict { Touch::Forbid } else { rules.touch };
    let mut reasoner = Reasoner::new(graph, touch, Allowed::ALL).ok()?;
    let mut drawn = vec![false; graph.edges().len()];
    let mut ends = Vec::new();
    for (color, line) in position.lines().iter().enumerate() {
        let dots = graph.dots()[color];
        let Some(&first) = line.first() else {
            ends.extend(dots.map(|dot| (dot, vec![graph.cell(dot)])));
            continue;
        };
        let mut node = dots.into_iter().find(|&dot| graph.cell(dot) == first)?;
        for &cell in &line[1..] {
            let way = graph.ways(node).iter().find(|way| graph.cell(way.node) == cell && !drawn[way.edge as usize])?;
            drawn[way.edge as usize] = true;
            reasoner.tell(way.edge, true).ok()?;
            node = way.node;
        }
        if line.len() < 2 || !dots.contains(&node) {
            // A move begins on a cell that is no bridge: where a line ends on one, it is drawn again from before.
            let plain = line.iter().rposition(|&cell| puzzle.tiles()[cell] != Tile::Bridge).unwrap_or(0);
            ends.push((node, line[plain..].to_vec()));
        }
    }
    // What was ruled out on the way, to be said when it becomes a step.
    let mut ruled_out: Vec<(u32, String)> = Vec::new();
    while let Some(conclusion) = reasoner.conclude().ok()? {
        budget.check().ok()?;
        let reason = conclusion.reason(puzzle, graph);
        for &(edge, used) in &conclusion.steps {
            if !used {
                ruled_out.push((edge, reason.clone()));
            }
        }
        let fresh = |edge: u32| reasoner.is_drawn(edge) && !drawn[edge as usize];
        let start = |end: u32| graph.ways(end).iter().find(|way| fresh(way.edge)).copied();
        let found = ends.iter().find_map(|(end, lead)| Some((*end, lead, start(*end)?)));
        let Some((end, lead, way)) = found else { continue };
        let mut path = lead.clone();
        path.push(graph.cell(way.node));
        let (mut node, mut came) = (way.node, way.edge);
        while let Some(next) = graph.ways(node).iter().find(|next| next.edge != came && fresh(next.edge)) {
            (node, came) = (next.node, next.edge);
            path.push(graph.cell(node));
        }
        let before = |edge: u32| ruled_out.iter().find(|(other, _)| *other == edge).map(|(_, reason)| reason);
        let because = graph.ways(end).iter().find_map(|other| before(other.edge));
        let mut cells = conclusion.cells(graph);
        cells.extend(&path);
        cells.sort_unstable();
        cells.dedup();
        let mut reason = because.map_or(reason.clone(), |first| format!("{first}; so {reason}"));
        if strict && rules.touch == Touch::Allow && conclusion.deduction > Deduction::Passage {
            reason.push_str(" (the solution does not touch itself)");
        }
        return Some(Advice { line: vec![Move::Draw(path)], reason: reason.into(), cells });
    }
    None
}

fn advise(
    position: &Position,
    graph: &Graph,
    solution: &Solution,
    truth: &[Option<bool>],
    proof: Proof,
    deduced: Option<Advice<Move>>,
) -> Outcome<Advice<Move>> {
    let truth_of = |one: Cell, other: Cell| {
        let edge = graph.edges().iter().position(|edge| {
            let cells = edge.map(|node| graph.cell(node));
            cells == [one, other] || cells == [other, one]
        });
        edge.and_then(|edge| truth[edge])
    };
    let solved = |advice| Outcome::Solved { solution: advice, proof: Proof::Unique };
    // A line that has gone wrong comes first.
    for line in position.lines() {
        if let Some(step) = line.windows(2).find(|step| truth_of(step[0], step[1]) == Some(false)) {
            let reason = format!("no solution goes from {} to {}", step[0], step[1]);
            return solved(Advice { line: vec![Move::Erase(line[0])], reason: reason.into(), cells: step.to_vec() });
        }
    }
    if let Some(advice) = deduced {
        return solved(advice);
    }
    let mut best: Option<(usize, Cell, Cell)> = None;
    for (color, line) in position.lines().iter().enumerate() {
        let dots = position.puzzle().dots()[color];
        let ends = match line.last() {
            Some(&last) if line.len() > 1 && dots.contains(&last) => continue,
            Some(&last) => vec![last],
            None => dots.to_vec(),
        };
        for end in ends {
            let fresh = |cell: &Cell| !line.contains(cell) || position.puzzle().tiles()[*cell] == Tile::Bridge;
            let next = position.puzzle().neighbors(end).map(|(_, cell)| cell).filter(fresh);
            let Some(next) = next.into_iter().find(|&cell| truth_of(end, cell) == Some(true)) else { continue };
            let choices = ways_on(position, color, end);
            if best.is_none_or(|(fewest, ..)| choices < fewest) {
                best = Some((choices, end, next));
            }
        }
    }
    let Some((choices, end, next)) = best else {
        // Nothing is certain: say what one solution does.
        let open = position.lines().iter().zip(solution.paths()).find(|(line, _)| line.len() < 2);
        return match open {
            Some((_, path)) => solved(Advice {
                reason: "one of several solutions goes this way".to_owned().into(),
                cells: path[..2].to_vec(),
                line: vec![Move::Draw(path[..2].to_vec())],
            }),
            None => Outcome::GaveUp { stop: Stop::Nodes, best: None, lower_bound: None },
        };
    };
    let reason = match (choices, proof) {
        (1, _) => format!("from {end} there is no other way on"),
        (_, Proof::Unique) => format!("the only solution goes from {end} to {next}"),
        _ => format!("every solution goes from {end} to {next}"),
    };
    solved(Advice { line: vec![Move::Draw(vec![end, next])], reason: reason.into(), cells: vec![end, next] })
}

/// How many cells beside the end of a line it could go to.
fn ways_on(position: &Position, color: usize, end: Cell) -> usize {
    let tiles = position.puzzle().tiles();
    let taken = |cell: Cell| position.lines().iter().any(|line| line.contains(&cell));
    let beside = position.puzzle().neighbors(end).map(|(_, cell)| cell);
    let open = beside.filter(|&cell| match tiles[cell] {
        Tile::Dot(dot) => usize::from(dot) == color,
        Tile::Bridge => true,
        _ => !taken(cell),
    });
    open.count()
}
