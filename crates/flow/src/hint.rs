//! Advice: the next step of a solution that contains all that is drawn, with the deduction that shows it; or, where there is
//! none such, what to take back.
//!
//! The law, which is asked of every step before it is told: played, it is accepted, and what is drawn then is still part of
//! a solution.

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::game::{Advice, Status};
use azulejo_core::grid::Cell;
use azulejo_core::outcome::{Outcome, Proof};
use azulejo_core::words::{Message, Template};

use crate::deduce::{Allowed, Deduction, Reasoner};
use crate::graph::Graph;
use crate::play::{self, Move, Owners, Position};
use crate::position::{Fill, Rules, Solution, Tile, Touch};
use crate::rules;
use crate::solve::search::facts;
use crate::solve::{self, Engine};

const SO: Template = Template::new("flow.so", "{first}; so {then}");
const COUNTED_ON: Template = Template::new("flow.counted_on", "{why} (the solution does not touch itself)");
const WRONG_STEP: Template = Template::new("flow.wrong_step", "no solution goes from {one} to {other}");
const WRONG_LINE: Template =
    Template::new("flow.wrong_line", "no solution has the line from {one} to {other} beside the other lines");
const ONE_OF_SEVERAL: Template = Template::new("flow.one_of_several", "one of several solutions goes this way");
const ONE_SOLUTION: Template = Template::new("flow.one_solution", "a solution goes from {one} to {other}");
const NO_OTHER_WAY: Template = Template::new("flow.no_other_way", "from {one} there is no other way on");
const ONLY_SOLUTION: Template = Template::new("flow.only_solution", "the only solution goes from {one} to {other}");
const EVERY_SOLUTION: Template = Template::new("flow.every_solution", "every solution goes from {one} to {other}");

/// Everything that can be said here.
pub(crate) const WORDS: [Template; 9] =
    [SO, COUNTED_ON, WRONG_STEP, WRONG_LINE, ONE_OF_SEVERAL, ONE_SOLUTION, NO_OTHER_WAY, ONLY_SOLUTION, EVERY_SOLUTION];

fn from_to(template: Template, one: Cell, other: Cell) -> Message {
    template.with([("one", one.to_string().into()), ("other", other.to_string().into())])
}

/// What a hint may spend on the question whether there is one solution only.
const PATIENCE: u64 = 300_000;
/// On larger boards with several solutions it takes too long to find out what all of them have in common.
const MOST_COMPARED: usize = 600;

/// The next step for a player; impossible when there is nothing left to do, or no solution.
pub fn hint(position: &Position, budget: &Budget) -> Outcome<Advice<Move>> {
    if play::status(position) != (Status::Playing { player: 0 }) {
        return Outcome::Impossible;
    }
    match advised(position, budget) {
        Ok(Some((solution, proof))) => Outcome::Solved { solution, proof },
        Ok(None) => Outcome::Impossible,
        Err(stop) => Outcome::GaveUp { stop, best: None, lower_bound: None },
    }
}

/// Advice, and what is proven of it: unique when every solution agrees.
type Proven = (Advice<Move>, Proof);

fn advised(position: &Position, budget: &Budget) -> Result<Option<Proven>, Stop> {
    let (puzzle, rules) = (position.puzzle(), position.rules());
    // Uniqueness may be dear to prove; a while is enough for a hint.
    let answer = solve::unique(puzzle, rules, Engine::Auto, &budget.part(PATIENCE)).outcome;
    budget.check()?;
    let (known, proof) = match answer {
        Outcome::Solved { solution, proof } => (Some(solution), proof),
        Outcome::Impossible => return Ok(None),
        Outcome::GaveUp { stop: Stop::Fault, .. } => return Err(Stop::Fault),
        Outcome::GaveUp { best, .. } => (best, Proof::FirstFound),
    };
    let drawn = Drawn::new(position)?;
    let goal = match &known {
        Some(solution) if holds(solution, position.lines()) => known.clone(),
        // The only solution does without something that is drawn.
        Some(_) if proof == Proof::Unique => None,
        _ => solve::completed(puzzle, &drawn.graph, rules, &drawn.edges.concat(), budget)?,
    };
    let Some(goal) = goal else { return drawn.to_take_back(known, proof, budget) };
    if let Some(advice) = drawn.deduced(&goal, proof, budget).filter(|advice| is_lawful(position, advice, &goal)) {
        return Ok(Some((advice, Proof::Unique)));
    }
    drawn.step_of(&goal, proof, budget).map(Some)
}

/// Whether a solution contains lines: each is the beginning of its path, from either dot.
fn holds(solution: &Solution, lines: &[Vec<Cell>]) -> bool {
    solution.paths().zip(lines).all(|(path, line)| from_dot(path, line).starts_with(line))
}

/// A path as a line that begins at this line's dot goes along it.
fn from_dot(path: &[Cell], line: &[Cell]) -> Vec<Cell> {
    let mut path = path.to_vec();
    if line.first().is_some_and(|first| path.last() == Some(first)) {
        path.reverse();
    }
    path
}

/// The law: a step can be played, takes nothing back, and leads on towards a solution.
fn is_lawful(position: &Position, advice: &Advice<Move>, goal: &Solution) -> bool {
    let Some(Ok(next)) = advice.line.first().map(|action| play::play(position, action)) else { return false };
    let kept = position.lines().iter().zip(next.lines()).all(|(before, after)| after.starts_with(before));
    kept && next != *position && holds(goal, next.lines())
}

/// A position with its graph and the edges of its lines.
struct Drawn<'a> {
    position: &'a Position,
    graph: Graph,
    edges: Vec<Vec<u32>>,
}

impl<'a> Drawn<'a> {
    fn new(position: &'a Position) -> Result<Self, Stop> {
        let graph = Graph::new(position.puzzle());
        let edges = |(color, line): (usize, &Vec<Cell>)| match line[..] {
            [] => Some(Vec::new()),
            _ => graph.along(color, line),
        };
        // A position's lines go along its graph.
        let edges = position.lines().iter().enumerate().map(edges).collect::<Option<_>>().ok_or(Stop::Fault)?;
        Ok(Self { position, graph, edges })
    }

    /// What to rub out where no solution contains all that is drawn: the first line that cannot stay with those before
    /// it. `known` is any solution; nothing comes back when there is none at all.
    fn to_take_back(&self, known: Option<Solution>, proof: Proof, budget: &Budget) -> Result<Option<Proven>, Stop> {
        let (puzzle, rules) = (self.position.puzzle(), self.position.rules());
        let complete = |given: &[u32]| solve::completed(puzzle, &self.graph, rules, given, budget);
        let mut known = match known {
            None => complete(&[])?,
            known => known,
        };
        let mut kept: Vec<u32> = Vec::new();
        for (color, line) in self.position.lines().iter().enumerate() {
            let Some(solution) = &known else { return Ok(None) };
            let path = from_dot(solution.path(color), line);
            kept.extend(&self.edges[color]);
            if path.starts_with(line) {
                continue;
            }
            let other = if proof == Proof::Unique { None } else { complete(&kept)? };
            if other.is_some() {
                known = other;
                continue;
            }
            // A line that is no beginning of the path leaves it somewhere.
            let astray = line.iter().zip(&path).position(|(one, other)| one != other).unwrap_or(line.len() - 1).max(1);
            let (reason, cells) = match proof {
                Proof::Unique => {
                    (from_to(WRONG_STEP, line[astray - 1], line[astray]), line[astray - 1..=astray].to_vec())
                }
                _ => (from_to(WRONG_LINE, line[0], line[line.len() - 1]), line.clone()),
            };
            return Ok(Some((
                Advice { line: vec![Move::Erase(line[0])], reason, cells, handles: Vec::new() },
                Proof::Unique,
            )));
        }
        // Somebody has found that all lines together are in no solution, and now one that has them all.
        Err(Stop::Fault)
    }

    /// The next step that the deductions of a person show, the easiest first; nothing when they show none.
    fn deduced(&self, goal: &Solution, proof: Proof, budget: &Budget) -> Option<Advice<Move>> {
        let (position, graph) = (self.position, &self.graph);
        let (puzzle, rules) = (position.puzzle(), position.rules());
        if rules.fill != Fill::Full {
            return None;
        }
        // Where the only solution does not touch itself, one may count on it.
        let strict = proof == Proof::Unique && rules::check(puzzle, Rules::STRICT, goal).is_empty();
        let touch = if strict { Touch::Forbid } else { rules.touch };
        let mut reasoner = Reasoner::new(graph, touch, Allowed::ALL).ok()?;
        let mut drawn = vec![false; graph.edges().len()];
        for &edge in self.edges.iter().flatten() {
            drawn[edge as usize] = true;
            reasoner.tell(edge, true).ok()?;
        }
        // Where lines end, with the edge that leads there, and how a move there begins.
        let mut ends = Vec::new();
        for (color, line) in position.lines().iter().enumerate() {
            match self.edges[color].last() {
                None => ends.extend(graph.dots()[color].map(|dot| (dot, vec![graph.cell(dot)]))),
                Some(_) if position.is_joined(color) => {}
                Some(&edge) => {
                    let end =
                        graph.edges()[edge as usize].into_iter().find(|&node| Some(&graph.cell(node)) == line.last());
                    ends.push((end?, lead(position, color)));
                }
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
            return Some(Advice { line: vec![Move::Draw(path)], reason, cells, handles: Vec::new() });
        }
        None
    }

    /// The next step on the way to a solution that contains all that is drawn: one that every solution takes, if one is
    /// known, and the one with the fewest others beside it.
    fn step_of(&self, goal: &Solution, proof: Proof, budget: &Budget) -> Result<Proven, Stop> {
        let (position, graph) = (self.position, &self.graph);
        let (puzzle, rules) = (position.puzzle(), position.rules());
        let compared = proof != Proof::Unique && graph.len() <= MOST_COMPARED;
        // Where the budget ends here, a step of one solution is a hint still.
        let facts = compared
            .then(|| facts::run(puzzle, graph, rules, std::slice::from_ref(goal), 20, budget).ok().flatten())
            .flatten();
        let is_certain = |edge: u32| {
            let fact = |facts: &facts::Facts| facts.edges[edge as usize] == Some(true);
            proof == Proof::Unique || facts.as_ref().is_some_and(fact)
        };
        let owners = Owners::of(position, None);
        let mut steps = Vec::new();
        for (color, line) in position.lines().iter().enumerate() {
            let path = from_dot(goal.path(color), line);
            if line.len() == path.len() {
                continue;
            }
            let mut ways = vec![path];
            if line.is_empty() {
                ways.push(ways[0].iter().rev().copied().collect());
            }
            for path in ways {
                let at = line.len().max(1) - 1;
                let edges = graph.along(color, &path[..=at + 1]);
                let edge = edges.and_then(|mut edges| edges.pop()).ok_or(Stop::Fault)?;
                let open = |cell: &Cell| owners.step(puzzle, color, &path[..=at], *cell).is_ok();
                let choices = puzzle.neighbors(path[at]).map(|(_, cell)| cell).filter(open).count();
                steps.push((!is_certain(edge), choices, color, path));
            }
        }
        let (unsure, choices, color, path) =
            steps.into_iter().min_by_key(|(unsure, choices, ..)| (*unsure, *choices)).ok_or(Stop::Fault)?;
        let at = position.lines()[color].len().max(1) - 1;
        let (end, next) = (path[at], path[at + 1]);
        // A bridge is crossed at once: no move can begin on it.
        let on_bridge = path[at + 1..].iter().take_while(|cell| puzzle.tiles()[**cell] == Tile::Bridge).count();
        let mut cells = if at == 0 { vec![end] } else { lead(position, color) };
        cells.extend(&path[at + 1..=at + 1 + on_bridge]);
        let reason = match (unsure, choices, proof) {
            (_, 1, _) => NO_OTHER_WAY.with([("one", end.to_string().into())]),
            (_, _, Proof::Unique) => from_to(ONLY_SOLUTION, end, next),
            (false, ..) => from_to(EVERY_SOLUTION, end, next),
            (true, _, Proof::NotUnique) => ONE_OF_SEVERAL.plain(),
            _ => from_to(ONE_SOLUTION, end, next),
        };
        let advice = Advice { line: vec![Move::Draw(cells)], reason, cells: vec![end, next], handles: Vec::new() };
        if !is_lawful(position, &advice, goal) {
            return Err(Stop::Fault);
        }
        Ok((advice, if unsure { Proof::FirstFound } else { Proof::Unique }))
    }
}

/// How a move that goes on from the end of a colour's line begins: on the last cell that is no bridge, as no move can begin
/// on one.
fn lead(position: &Position, color: usize) -> Vec<Cell> {
    let line = &position.lines()[color];
    let plain = line.iter().rposition(|&cell| position.puzzle().tiles()[cell] != Tile::Bridge).unwrap_or(0);
    line[plain..].to_vec()
}
