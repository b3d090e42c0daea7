//! Advice: a step that is true in every solution, and the deduction that shows it, in words.

use azulejo_core::budget::Budget;
use azulejo_core::game::{Advice, Status};
use azulejo_core::grid::Cell;
use azulejo_core::outcome::{Outcome, Proof};
use azulejo_core::words::{Message, Template};

use crate::deduce::{Allowed, Deduction, Reasoner};
use crate::graph::Graph;
use crate::play::{self, Move, Position};
use crate::position::{Fill, Rules, Solution, Tile, Touch};
use crate::rules;
use crate::solve::search::facts::{self, edges_of};
use crate::solve::{self, Engine};

const SO: Template = Template::new("flow.so", "{first}; so {then}");
const COUNTED_ON: Template = Template::new("flow.counted_on", "{why} (the solution does not touch itself)");
const WRONG_STEP: Template = Template::new("flow.wrong_step", "no solution goes from {one} to {other}");
const IN_THE_WAY: Template =
    Template::new("flow.in_the_way", "every solution goes from {one} to {other}, where another line lies");
const ONE_OF_SEVERAL: Template = Template::new("flow.one_of_several", "one of several solutions goes this way");
const ANOTHER_WAY: Template = Template::new("flow.another_way", "one of several solutions goes another way");
const NO_OTHER_WAY: Template = Template::new("flow.no_other_way", "from {one} there is no other way on");
const ONLY_SOLUTION: Template = Template::new("flow.only_solution", "the only solution goes from {one} to {other}");
const EVERY_SOLUTION: Template = Template::new("flow.every_solution", "every solution goes from {one} to {other}");

/// Everything that can be said here.
pub(crate) const WORDS: [Template; 9] =
    [SO, COUNTED_ON, WRONG_STEP, IN_THE_WAY, ONE_OF_SEVERAL, ANOTHER_WAY, NO_OTHER_WAY, ONLY_SOLUTION, EVERY_SOLUTION];

fn from_to(template: Template, one: Cell, other: Cell) -> Message {
    template.with([("one", one.to_string().into()), ("other", other.to_string().into())])
}

/// What a hint may spend on the question whether there is one solution only.
const PATIENCE: u64 = 300_000;

/// The next step for a player; impossible when there is nothing left to do.
pub fn hint(position: &Position, budget: &Budget) -> Outcome<Advice<Move>> {
    let (puzzle, rules) = (position.puzzle(), position.rules());
    if play::status(position) != (Status::Playing { player: 0 }) {
        return Outcome::Impossible;
    }
    // Uniqueness may be dear to prove; a while is enough for a hint.
    let answer = solve::unique(puzzle, rules, Engine::Auto, &budget.part(PATIENCE)).outcome;
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
    let mut ruled_out: Vec<(u32, Message)> = Vec::new();
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
        let mut reason = match because {
            Some(first) => SO.with([("first", first.clone().into()), ("then", reason.into())]),
            None => reason,
        };
        if strict && rules.touch == Touch::Allow && conclusion.deduction > Deduction::Passage {
            reason = COUNTED_ON.with([("why", reason.into())]);
        }
        return Some(Advice { line: vec![Move::Draw(path)], reason, cells });
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
            let reason = from_to(WRONG_STEP, step[0], step[1]);
            return solved(Advice { line: vec![Move::Erase(line[0])], reason, cells: step.to_vec() });
        }
    }
    if let Some(advice) = deduced {
        return solved(advice);
    }
    let mut best: Option<(usize, usize, Cell, Cell)> = None;
    for (color, line) in position.lines().iter().enumerate() {
        if position.is_joined(color) {
            continue;
        }
        let dots = position.puzzle().dots()[color];
        for end in line.last().map_or(dots.to_vec(), |&last| vec![last]) {
            let fresh = |cell: &Cell| !line.contains(cell) || position.puzzle().tiles()[*cell] == Tile::Bridge;
            let next = position.puzzle().neighbors(end).map(|(_, cell)| cell).filter(fresh);
            let Some(next) = next.into_iter().find(|&cell| truth_of(end, cell) == Some(true)) else { continue };
            let choices = ways_on(position, color, end);
            if best.is_none_or(|(fewest, ..)| choices < fewest) {
                best = Some((choices, color, end, next));
            }
        }
    }
    let Some((choices, color, end, next)) = best else {
        return match one_of_several(position, solution) {
            Some(advice) => solved(advice),
            None => Outcome::Impossible,
        };
    };
    let step = drawn_on(position, color, end, next);
    if play::play(position, &step).is_err() {
        // The cell is another colour's, though each step of that line may lie in every solution.
        let other = position.covers(next).find(|(other, _)| *other != color);
        let line = other.map(|(other, _)| Move::Erase(position.lines()[other][0])).into_iter().collect();
        return solved(Advice { line, reason: from_to(IN_THE_WAY, end, next), cells: vec![end, next] });
    }
    let reason = match (choices, proof) {
        (1, _) => NO_OTHER_WAY.with([("one", end.to_string().into())]),
        (_, Proof::Unique) => from_to(ONLY_SOLUTION, end, next),
        _ => from_to(EVERY_SOLUTION, end, next),
    };
    solved(Advice { line: vec![step], reason, cells: vec![end, next] })
}

/// The step from the end of a colour's line to a cell. A move begins on a cell that is no bridge: where a line ends on one,
/// it is drawn again from before.
fn drawn_on(position: &Position, color: usize, end: Cell, next: Cell) -> Move {
    let line = &position.lines()[color];
    let plain = line.iter().rposition(|&cell| position.puzzle().tiles()[cell] != Tile::Bridge);
    let mut cells = plain.map_or_else(|| vec![end], |plain| line[plain..].to_vec());
    cells.push(next);
    Move::Draw(cells)
}

/// Where nothing is certain: what one solution does, or the first line that goes another way.
fn one_of_several(position: &Position, solution: &Solution) -> Option<Advice<Move>> {
    let mut astray = None;
    for (color, (line, path)) in position.lines().iter().zip(solution.paths()).enumerate() {
        let mut path = path.to_vec();
        if line.first().is_some_and(|first| *first != path[0]) {
            path.reverse();
        }
        if !path.starts_with(line) {
            astray = astray.or(line.first().copied());
            continue;
        }
        let Some(&next) = path.get(line.len().max(1)) else { continue };
        let end = path[line.len().max(1) - 1];
        let step = drawn_on(position, color, end, next);
        if play::play(position, &step).is_ok() {
            return Some(Advice { line: vec![step], reason: ONE_OF_SEVERAL.plain(), cells: vec![end, next] });
        }
    }
    let cell = astray?;
    Some(Advice { line: vec![Move::Erase(cell)], reason: ANOTHER_WAY.plain(), cells: vec![cell] })
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
