//! Our own search, for every board and every rule: it decides edges, follows what they force, and learns from conflicts.
//!
//! Nothing is said about colours cell by cell. A solution is a set of edges, and three things force edges:
//! *degrees* (a dot has one edge, a used cell two), *squares* (without self-touch no three edges of a unit square, no two
//! of a triangle) and *paths* (a fragment may not close on itself nor join dots of different colours). Each forced edge
//! can be explained by edges before it; from a conflict a clause is learned that forbids its cause everywhere.
//!
//! This is no general SAT solver: degrees, squares and paths are never written as clauses, which is where its speed
//! comes from. The rooms: `model` (what never changes), `corners` (rows of corners), `probes` (a first look), `clauses`
//! (what was learned), `forces` (propagation), `conflict` (explanations and learning), `queue` (which edge next), `cuts`
//! (parts cut off), `touches` (fragments that come back to themselves), `facts` (what holds in every solution); the loop is
//! here.

mod clauses;
mod conflict;
mod corners;
mod cuts;
pub mod facts;
mod forces;
mod model;
mod probes;
mod queue;
mod touches;

use azulejo_core::budget::{Budget, Meter, Stop};

use self::clauses::{Clauses, Literal, Worth};
use self::corners::Shapes;
use self::model::Model;
use self::queue::Queue;
use super::Found;
use crate::graph::Graph;
use crate::position::{Fill, Puzzle, Rules, Solution, Touch};

/// What forces edges beyond degrees, loops and colours; each can be switched off without changing any answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // Switches, each on its own.
pub struct Prunings {
    /// No third edge of a unit square, no second of a triangle: its path would touch itself. Without this, touching is
    /// only seen on a full board.
    pub squares: bool,
    /// Inside a corner lies the same corner again, until a dot; see the room `corners`. Needs squares and full boards.
    pub corners: bool,
    /// Two neighbouring ends that lead to the two dots of one colour must be joined: apart they would touch.
    pub meeting: bool,
    /// A part of the board cut off from the rest must be able to hold whole paths; see the room `cuts`.
    pub cuts: bool,
    /// Fragments that touch themselves from afar are seen at once where cells may stay empty; see the room `touches`.
    pub touches: bool,
    /// After so many conflicts, ways out of dots and corners that fail without any further decision; see the room
    /// `probes`. Needs corners and learning.
    pub probes: Option<u64>,
    /// Conflicts are remembered as clauses. Without this only the last decision is taken back.
    pub learning: bool,
}

impl Prunings {
    /// All of them.
    pub const ALL: Self = Self {
        squares: true,
        corners: true,
        meeting: true,
        cuts: true,
        touches: true,
        probes: Some(FEW),
        learning: true,
    };

    /// Those that pay under a rule: without self-touch, unit squares see what is cut off sooner.
    pub fn best(rules: Rules) -> Self {
        Self { cuts: rules.touch != Touch::Forbid, ..Self::ALL }
    }
}

/// What to look for.
#[derive(Clone, Copy, Debug)]
pub struct Quest<'a> {
    /// How many solutions are enough.
    pub limit: u64,
    /// When to give up.
    pub most_conflicts: u64,
    /// Solutions at hand: they count, and only others are looked for.
    pub known: &'a [Solution],
    /// Edges that a solution must use.
    pub given: &'a [u32],
}

impl Quest<'_> {
    /// So many solutions, whatever it takes.
    pub fn up_to(limit: u64) -> Self {
        Self { limit, most_conflicts: u64::MAX, known: &[], given: &[] }
    }
}

/// Finds solutions until the quest is fulfilled or given up.
pub fn run(puzzle: &Puzzle, graph: &Graph, rules: Rules, prunings: Prunings, quest: Quest, budget: &Budget) -> Found {
    let mut found = Found::none();
    for solution in quest.known {
        found.add(solution.clone());
    }
    // About what the tables take for each node, two edges and up to four corners; refuse before allocating them.
    let corners = prunings.corners && rules.fill == Fill::Full && rules.touch != Touch::Allow;
    if graph.len().saturating_mul(if corners { 1024 } else { 256 }) > budget.memory() {
        found.stop = Some(Stop::Memory);
        return found;
    }
    // On large boards each of these takes milliseconds, and so did the graph.
    found.stop = budget.check().err();
    if found.stop.is_some() {
        return found;
    }
    let model = Model::new(graph, rules, prunings);
    found.stop = budget.check().err();
    if found.stop.is_some() {
        return found;
    }
    let mut search = Search::new(puzzle, graph, &model, rules, prunings);
    let mut meter = budget.meter();
    found.stop = search.explore(quest, &mut found, budget, &mut meter).err();
    found.nodes = meter.nodes();
    found
}

/// Why an edge has its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// It was chosen, or holds from the start.
    Chosen,
    /// The degree of this node.
    Node(u32),
    /// The edges of this face.
    Face(u32),
    /// The fragments at its ends, made of true edges no later on the trail than this.
    Path(u32),
    /// What is left of the shapes of this node.
    Shape(u32),
    /// This literal alone.
    Literal(Literal),
    /// A learned clause.
    Clause(u32),
    /// All decisions up to this level, when nothing is learned.
    Decisions(u32),
}

/// When and why an edge or a corner was decided.
#[derive(Clone, Copy)]
struct Mark {
    place: u32,
    level: u32,
    reason: Reason,
}

/// Conflicts after which a board is no easy one, so that a thorough look at it pays.
const FEW: u64 = 3;

const OPEN: u8 = 0;
const TRUE: u8 = 1;
const FALSE: u8 = 2;

/// What is known of a node while corners are looked at.
#[derive(Clone, Copy)]
struct Look {
    shapes: Shapes,
    /// The ways that are decided or do not exist, and the corners that are still open.
    ways: u8,
    corners: u8,
}

/// Two fragments joined by the edge at a place of the trail: the new ends, and where they pointed before.
#[derive(Clone, Copy)]
struct Join {
    place: u32,
    ends: [u32; 2],
    before: [u32; 2],
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    graph: &'a Graph,
    model: &'a Model,
    rules: Rules,
    prunings: Prunings,
    /// The value of each literal: an edge's own and its negation's side by side.
    values: Vec<u8>,
    marks: Vec<Mark>,
    /// What is known of each node, and for each place on the trail the shapes of its nodes before; empty when corners
    /// are not looked at.
    looks: Vec<Look>,
    befores: Vec<[Shapes; 2]>,
    /// Edges decided true and still open at each node, counted as soon as they are on the trail; not counted when
    /// corners are looked at.
    used: Vec<u8>,
    open: Vec<u8>,
    /// For the end of a fragment, its other end; counted when the edge is taken from the trail.
    ends: Vec<u32>,
    joins: Vec<Join>,
    trail: Vec<Literal>,
    head: usize,
    level_starts: Vec<u32>,
    queue: Queue,
    phases: Vec<bool>,
    /// The edges of a solution that is known and set aside; empty when there is none.
    near: Vec<bool>,
    clauses: Clauses,
    /// The clause that is false, when there is a conflict.
    conflict: Vec<Literal>,
    /// What learning knows of each variable, which variables those are, and literals still to be explained.
    seen: Vec<u8>,
    noted: Vec<u32>,
    todo: Vec<Literal>,
    learned: Vec<Literal>,
    cuts: cuts::Cuts,
    touches: touches::Touches,
}

impl<'a> Search<'a> {
    fn new(puzzle: &'a Puzzle, graph: &'a Graph, model: &'a Model, rules: Rules, prunings: Prunings) -> Self {
        let (nodes, edges) = (graph.len(), graph.edges().len());
        let variables = edges + model.corners.len();
        Self {
            puzzle,
            graph,
            model,
            rules,
            prunings,
            values: vec![OPEN; 2 * variables],
            marks: vec![Mark { place: 0, level: 0, reason: Reason::Chosen }; variables],
            looks: looks(graph, model),
            befores: Vec::new(),
            used: vec![0; nodes],
            open: (0..nodes as u32).map(|node| graph.ways(node).len() as u8).collect(),
            ends: (0..nodes as u32).collect(),
            joins: Vec::new(),
            trail: Vec::with_capacity(variables),
            head: 0,
            level_starts: Vec::new(),
            queue: Queue::new(&model.order, variables),
            phases: vec![true; variables],
            near: Vec::new(),
            clauses: Clauses::new(variables),
            conflict: Vec::new(),
            seen: vec![0; variables],
            todo: Vec::new(),
            noted: Vec::new(),
            learned: Vec::new(),
            cuts: if prunings.cuts { cuts::Cuts::new(graph) } else { cuts::Cuts::default() },
            touches: touches::Touches::default(),
        }
    }

    fn explore(&mut self, quest: Quest, found: &mut Found, budget: &Budget, meter: &mut Meter) -> Result<(), Stop> {
        let mut restarts = Restarts::new();
        let mut conflicts = 0_u64;
        // The larger the board, the longer a step takes, and the sooner the clock must be asked again.
        let every = (200_000 / self.graph.len().max(1)).clamp(1, 64) as u64;
        let mut steps = 0_u64;
        let mut probes = self.prunings.probes.filter(|_| self.prunings.learning && !self.looks.is_empty());
        let given = quest.given.iter().map(|&edge| Literal::new(edge, true));
        if !self.begin()
            || !given.into_iter().all(|literal| self.force(literal, Reason::Chosen))
            || !quest.known.iter().all(|solution| self.set_aside(solution))
        {
            return Ok(());
        }
        loop {
            steps += 1;
            if probes.is_some_and(|few| conflicts >= few) {
                probes = None;
                if !self.probe(budget)? {
                    return Ok(());
                }
            }
            if steps.is_multiple_of(every) {
                budget.check()?;
            }
            if self.propagate()
                || (self.prunings.cuts && self.cut_off())
                || self.touches_itself()
                || self.fails_when_full()
            {
                conflicts += 1;
                meter.tick()?;
                if conflicts > quest.most_conflicts {
                    return Err(Stop::Nodes);
                }
                if !self.resolve() {
                    return Ok(());
                }
                if self.prunings.learning && restarts.now() {
                    self.restart(budget);
                    // Another solution may lie near the known one, or far.
                    match restarts.run % 4 {
                        0 if !self.near.is_empty() => self.phases[..self.near.len()].copy_from_slice(&self.near),
                        2 if !self.near.is_empty() => self.phases.fill(true),
                        _ => {}
                    }
                }
            } else if self.level() == 0 && self.clauses.are_many(budget.memory()) {
                self.forget();
            } else if let Some(edge) = self.next_edge() {
                meter.tick()?;
                self.level_starts.push(self.trail.len() as u32);
                let literal = Literal::new(edge, self.phases[edge as usize]);
                self.assign(literal, Reason::Chosen);
            } else {
                if let Some(solution) = self.graph.solution(|edge| self.values[2 * edge as usize] == TRUE) {
                    found.add(solution);
                }
                if found.count >= u128::from(quest.limit) || !self.exclude() {
                    return Ok(());
                }
            }
        }
    }

    /// Forgets clauses when nothing is decided: whatever is on the trail then holds for ever and needs no reason.
    fn forget(&mut self) {
        for mark in &mut self.marks {
            mark.reason = Reason::Chosen;
        }
        self.clauses.reduce(&self.values);
    }

    /// What holds before any decision; `false` when that is impossible.
    fn begin(&mut self) -> bool {
        for node in 0..self.graph.len() as u32 {
            if self.node(node, None) {
                return false;
            }
        }
        for (edge, &[one, other]) in self.graph.edges().iter().enumerate() {
            let (Some(color), Some(other_color)) = (self.graph.color(one), self.graph.color(other)) else { continue };
            let literal = Literal::new(edge as u32, color == other_color);
            let forced = color != other_color || (self.rules.touch == Touch::Forbid && self.prunings.meeting);
            if forced && !self.force(literal, Reason::Chosen) {
                return false;
            }
        }
        true
    }

    /// Excludes a solution that is known before anything was decided; `false` when no other is possible.
    fn set_aside(&mut self, solution: &Solution) -> bool {
        let used = facts::edges_of(self.graph, solution);
        self.phases[..used.len()].copy_from_slice(&used);
        self.near.clone_from(&used);
        let edges = (0..used.len() as u32).filter(|&edge| used[edge as usize]);
        let open: Vec<Literal> = edges
            .map(|edge| Literal::new(edge, false))
            .filter(|literal| self.values[literal.index()] != FALSE)
            .collect();
        match open[..] {
            [] => false,
            [only] => self.force(only, Reason::Chosen),
            _ => {
                self.clauses.add(&open, Worth::ForEver);
                true
            }
        }
    }

    fn next_edge(&mut self) -> Option<u32> {
        while let Some(edge) = self.queue.pop() {
            if self.values[2 * edge as usize] == OPEN {
                return Some(edge);
            }
        }
        None
    }

    /// Begins anew, but keeps the first decisions as long as they would be made again: those more active than any edge
    /// that is open.
    fn restart(&mut self, budget: &Budget) {
        // Clauses can only be forgotten at the start; and without corners beginning anew costs little.
        if self.looks.is_empty() || self.clauses.are_many(budget.memory()) {
            return self.back_to(0);
        }
        let Some(next) = self.next_edge() else { return };
        self.queue.push(next);
        let keeps = |start: &&u32| self.queue.comes_before(self.trail[**start as usize].variable(), next);
        let level = self.level_starts.iter().take_while(keeps).count();
        self.back_to(level as u32);
    }

    fn level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    /// Puts an open literal on the trail.
    fn assign(&mut self, literal: Literal, reason: Reason) {
        let edge = literal.variable() as usize;
        debug_assert_eq!(self.values[literal.index()], OPEN);
        self.values[literal.index()] = TRUE;
        self.values[literal.negated().index()] = FALSE;
        self.marks[edge] = Mark { place: self.trail.len() as u32, level: self.level(), reason };
        if self.looks.is_empty() {
            for node in self.graph.edges()[edge] {
                self.open[node as usize] -= 1;
                self.used[node as usize] += u8::from(literal.is_true());
            }
        } else {
            self.narrow(literal);
        }
        self.trail.push(literal);
    }

    /// Takes back everything above a level.
    fn back_to(&mut self, level: u32) {
        if self.level() <= level {
            return;
        }
        let length = self.level_starts[level as usize] as usize;
        self.level_starts.truncate(level as usize);
        while let Some(join) = self.joins.last().copied().filter(|join| join.place as usize >= length) {
            self.ends[join.ends[0] as usize] = join.before[0];
            self.ends[join.ends[1] as usize] = join.before[1];
            self.joins.pop();
        }
        for index in (length..self.trail.len()).rev() {
            let literal = self.trail[index];
            let edge = literal.variable();
            self.values[literal.index()] = OPEN;
            self.values[literal.negated().index()] = OPEN;
            self.phases[edge as usize] = literal.is_true();
            if self.looks.is_empty() {
                for node in self.graph.edges()[edge as usize] {
                    self.open[node as usize] += 1;
                    self.used[node as usize] -= u8::from(literal.is_true());
                }
            } else {
                self.widen(literal);
            }
            self.queue.push(edge);
        }
        self.trail.truncate(length);
        self.head = length;
    }

    /// Forbids the solution on the board by its decisions; `false` when there were none, so that it was the last.
    fn exclude(&mut self) -> bool {
        if self.level() == 0 {
            return false;
        }
        self.learned.clear();
        let decisions = self.level_starts.iter().rev().map(|&start| self.trail[start as usize].negated());
        self.learned.extend(decisions);
        let back = self.level() - 1;
        self.back_to(back);
        self.learn(Worth::ForEver);
        true
    }
}

fn looks(graph: &Graph, model: &Model) -> Vec<Look> {
    let look = |(node, &shapes): (usize, &Shapes)| {
        let ways = 15 << graph.ways(node as u32).len() & 15;
        let cell = shapes <= corners::EVERY;
        let open = |shape: &usize| cell && model.corners.of_nodes[node][*shape] != corners::NONE;
        Look { shapes, ways, corners: (0..6).filter(open).map(|shape| 1 << shape).sum() }
    };
    model.corners.shapes.iter().enumerate().map(look).collect()
}

/// After how many conflicts to begin anew: the Luby sequence.
struct Restarts {
    run: u64,
    left: u64,
}

impl Restarts {
    const UNIT: u64 = 30;

    fn new() -> Self {
        Self { run: 1, left: Self::UNIT }
    }

    /// Counts a conflict.
    fn now(&mut self) -> bool {
        self.left -= 1;
        if self.left > 0 {
            return false;
        }
        self.run += 1;
        self.left = Self::UNIT * Self::luby(self.run);
        true
    }

    fn luby(index: u64) -> u64 {
        let mut index = index;
        loop {
            let size = (index + 1).next_power_of_two();
            if size == index + 1 {
                return size / 2;
            }
            index -= size / 2 - 1;
        }
    }
}
