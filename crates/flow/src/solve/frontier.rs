//! Counting without walking through the solutions: a frontier moves over the board, and partial solutions that look the
//! same from there are counted together.
//!
//! Nodes are taken in an order that keeps the cut between done and not done small. A state says of every edge that
//! crosses the cut whether it is used and, if so, what hangs on it: a fragment whose other end crosses the cut too (then
//! which edge that is), or one that begins at a dot (then its colour). Two passes make it fast: the first goes backwards
//! and remembers which sets of used edges can be completed at all as far as degrees go (`passable`); the second goes
//! forwards, keeps only states with such a set, and adds up. The rooms: `plan` (order and slots), `passable` (the first
//! pass), `layer` (states in groups), `crossing` (what a node does to them); the second pass is here.

mod crossing;
mod join;
mod layer;
mod passable;
mod plan;

use azulejo_core::budget::{Budget, Meter, Stop};

use self::crossing::Node;
use self::layer::{Count, Layer, State};
use self::passable::Passable;
use self::plan::{Plan, Step, Strand};
use super::Found;
use crate::graph::Graph;
use crate::position::{Fill, Puzzle, Rules, Solution, Touch};
use crate::solve::search::facts;

/// What keeps the states few; each can be switched off without changing any answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // Switches, each on its own.
pub struct Prunings {
    /// Drop states whose used edges cannot be completed even if paths did not matter.
    pub degrees: bool,
    /// On a plane, drop states in which colours would have to cross; see the function `tangled`.
    pub tangles: bool,
    /// Leave out edges that no solution uses and keep those that every solution uses, as far as a quick look shows.
    pub facts: bool,
    /// Join sweeps from opposite sides where they meet, instead of sweeping to the end.
    pub meeting: bool,
}

impl Prunings {
    /// All of them.
    pub const ALL: Self = Self { degrees: true, tangles: true, facts: true, meeting: true };
}

/// Whether this engine knows the rule: it does not see which cells a path has touched.
pub fn takes(rules: Rules) -> bool {
    rules.touch == Touch::Allow
}

/// What to count.
#[derive(Clone, Copy, Debug)]
pub struct Quest<'a> {
    /// The count is right only up to this.
    pub limit: u64,
    /// Solutions at hand: they save asking what is possible.
    pub known: &'a [Solution],
}

impl Quest<'_> {
    /// So many solutions, whatever it takes.
    pub fn up_to(limit: u64) -> Self {
        Self { limit, known: &[] }
    }
}

/// Counts all solutions.
pub fn run(puzzle: &Puzzle, graph: &Graph, rules: Rules, prunings: Prunings, quest: Quest, budget: &Budget) -> Found {
    match Counter::new(puzzle, graph, rules, prunings, quest, budget) {
        Ok(mut counter) => counter.go_on(u64::MAX),
        Err(found) => found,
    }
}

/// A count on its way, which can be asked to go on from time to time.
pub struct Counter<'a> {
    race: Box<dyn Counting + 'a>,
    limit: u64,
    budget: &'a Budget,
    nodes: u64,
}

impl<'a> Counter<'a> {
    /// Prepares a count, or gives its end when that is known at once.
    pub fn new(
        puzzle: &Puzzle,
        graph: &'a Graph,
        rules: Rules,
        prunings: Prunings,
        quest: Quest,
        budget: &'a Budget,
    ) -> Result<Self, Found> {
        let stopped = |stop: Stop| Found { stop: Some(stop), ..Found::none() };
        if Plan::least_slots(graph).is_none() {
            return Err(stopped(Stop::Size));
        }
        let facts = if prunings.facts {
            match facts::run(puzzle, graph, rules, quest.known, 0, budget) {
                Ok(Some(facts)) => facts.edges,
                Ok(None) => return Err(Found::none()),
                Err(stop) => return Err(stopped(stop)),
            }
        } else {
            vec![None; graph.edges().len()]
        };
        let pairs = Plan::pairs(graph, &facts, prunings.tangles && puzzle.is_flat());
        let words = pairs.iter().flatten().map(Plan::words).max();
        let start = Start { graph, pairs, fill: rules.fill, prunings, budget };
        let race = match (words, quest.limit) {
            (Some(..=1), ..=250) => start.race::<1, u8>(),
            (Some(..=1), _) => start.race::<1, u128>(),
            (Some(..=2), ..=250) => start.race::<2, u8>(),
            (Some(..=2), _) => start.race::<2, u128>(),
            (Some(..=4), ..=250) => start.race::<4, u8>(),
            (Some(..=4), _) => start.race::<4, u128>(),
            (Some(..=8), _) => start.race::<8, u128>(),
            _ => Err(Stop::Size),
        };
        Ok(Self { race: race.map_err(stopped)?, limit: quest.limit, budget, nodes: 0 })
    }

    /// Goes on for about so many states, or to the end.
    pub fn go_on(&mut self, states: u64) -> Found {
        let mut found = Found::none();
        let mut meter = self.budget.meter();
        match self.race.go_on(states, &mut meter) {
            Ok(count) => found.count = count.min(u128::from(self.limit)),
            Err(stop) => found.stop = Some(stop),
        }
        self.nodes += meter.nodes();
        found.nodes = self.nodes;
        found
    }
}

/// A race whose kind of states and counts is not told.
trait Counting {
    /// Goes on until so many more states have been seen.
    fn go_on(&mut self, states: u64, meter: &mut Meter) -> Result<u128, Stop>;
}

/// What a race begins with.
struct Start<'a> {
    graph: &'a Graph,
    pairs: Vec<[Plan; 2]>,
    fill: Fill,
    prunings: Prunings,
    budget: &'a Budget,
}

impl<'a> Start<'a> {
    fn race<const WORDS: usize, C: Count + 'a>(self) -> Result<Box<dyn Counting + 'a>, Stop> {
        let mut sweeps = Vec::with_capacity(2 * self.pairs.len());
        for plan in self.pairs.into_iter().flatten() {
            self.budget.check()?;
            sweeps.push(Sweep::<WORDS, C>::new(plan, self.fill, self.prunings));
        }
        let (graph, budget, prunings) = (self.graph, self.budget, self.prunings);
        Ok(Box::new(Race { graph, prunings, budget, sweeps, next: Layer::new() }))
    }
}

/// The sweeps of one board in all directions. From one side there may be a hundred times as many states as from another,
/// and nobody knows which before: so the sweep with the fewest states at hand always goes on. When two from opposite
/// sides meet, their states are joined; and a sweep that comes through has counted everything alone.
struct Race<'a, const WORDS: usize, C> {
    graph: &'a Graph,
    prunings: Prunings,
    budget: &'a Budget,
    sweeps: Vec<Sweep<WORDS, C>>,
    next: Layer<WORDS, C>,
}

impl<const WORDS: usize, C: Count> Race<'_, WORDS, C> {
    /// Pairs of states worth looking at for each state at hand: beyond, going on is cheaper.
    const WORTH: usize = 32;
}

impl<const WORDS: usize, C: Count> Counting for Race<'_, WORDS, C> {
    fn go_on(&mut self, states: u64, meter: &mut Meter) -> Result<u128, Stop> {
        loop {
            let least = (0..self.sweeps.len()).min_by_key(|&index| self.sweeps[index].layer.len());
            // There is at least one plan, or no width of state would fit.
            let Some(index) = least else { return Err(Stop::Memory) };
            let taken = self.sweeps.iter().map(Sweep::bytes).sum();
            let room = self.budget.memory().saturating_sub(taken);
            let sweep = &mut self.sweeps[index];
            if sweep.step == sweep.plan.steps.len() || sweep.layer.len() == 0 {
                return Ok(sweep.layer.states().map(|(_, count)| count.value()).next().unwrap_or(0));
            }
            if meter.nodes() > states {
                return Err(Stop::Nodes);
            }
            sweep.advance(&mut self.next, room, meter)?;
            let (one, other) = (&self.sweeps[index & !1], &self.sweeps[index | 1]);
            if self.prunings.meeting && one.step + other.step == self.graph.len() {
                let shared = one.plan.shared(self.graph, one.step, &other.plan);
                let (plans, layers) = ([&one.plan, &other.plan], [&one.layer, &other.layer]);
                let most = Self::WORTH * (one.layer.len() + other.layer.len());
                if let Some(count) = join::join(plans, layers, &shared, most, meter)? {
                    return Ok(count.value());
                }
            }
        }
    }
}

/// One sweep on its way.
struct Sweep<const WORDS: usize, C> {
    plan: Plan,
    fill: Fill,
    passable: Option<Passable>,
    layer: Layer<WORDS, C>,
    step: usize,
}

impl<const WORDS: usize, C: Count> Sweep<WORDS, C> {
    fn new(plan: Plan, fill: Fill, prunings: Prunings) -> Self {
        let passable = prunings.degrees.then(|| Passable::new(&plan, fill)).flatten();
        let mut layer = Layer::new();
        layer.begin();
        layer.add_new(State::new(), C::ONE);
        layer.end(0);
        Self { plan, fill, passable, layer, step: 0 }
    }

    fn bytes(&self) -> usize {
        self.layer.bytes() + self.passable.as_ref().map_or(0, Passable::bytes)
    }

    /// After how many steps to look again for tangles: few states become tangled in one step.
    const LOOK_EVERY: usize = 8;

    /// Takes one node more.
    fn advance(&mut self, next: &mut Layer<WORDS, C>, room: usize, meter: &mut Meter) -> Result<(), Stop> {
        let step = &self.plan.steps[self.step];
        if self.plan.planar && self.step.is_multiple_of(Self::LOOK_EVERY) {
            self.layer.retain(|state, mask| !tangled(&self.plan, step, state, mask), meter)?;
        }
        let goal = self.passable.as_ref().map(|passable| passable.after(self.step));
        let node = Node { plan: &self.plan, step, fill: self.fill, goal, room };
        crossing::cross(node, &self.layer, next, meter)?;
        std::mem::swap(&mut self.layer, next);
        self.step += 1;
        Ok(())
    }
}

/// Whether colours would have to cross beyond the frontier.
///
/// Walk along the frontier and then around the rest of the board. A colour is bound when one meets both its ends on this
/// walk: strands that cross the frontier, or dots on the border. Its ends are to be joined within. Two bound colours
/// whose ends alternate can only be joined if one of them passes behind an end of the other, by a fragment drawn there
/// whose ends lie on both sides of one of the four ends: that changes the parity of crossings, and nothing else does. So
/// take away, again and again, neighbours that belong together: two ends of one colour, two ends of one fragment. When
/// colours are left and no fragment is, two of them alternate for good.
fn tangled<const WORDS: usize>(plan: &Plan, step: &Step, state: &State<WORDS>, mut used: u32) -> bool {
    let mut stack = [0_u64; 32];
    let (mut height, mut fragments) = (0, 0_u32);
    while used != 0 {
        let slot = used.trailing_zeros() as u8;
        used &= used - 1;
        let value = plan.get(state, slot);
        let strand = plan.strand(value);
        let (first_end, loose) = match strand {
            Strand::Color(color) if !step.bound[usize::from(color)] => continue,
            Strand::Color(_) => (value, false),
            Strand::Bound(_) => (plan.value(Strand::Bound(slot)), false),
            Strand::Loose(_) => (plan.value(Strand::Loose(slot)), true),
        };
        // An end is put down as what the other end, if it comes next, is told by: the other end's value.
        if height > 0 && stack[height - 1] == first_end {
            height -= 1;
            fragments -= u32::from(loose);
        } else {
            stack[height] = value;
            height += 1;
            fragments += u32::from(loose);
        }
    }
    if fragments > 0 {
        return false;
    }
    // Now only colours are left; the dots ahead must undo them one after the other.
    for &color in &step.ahead {
        if height == 0 || stack[height - 1] != plan.value(Strand::Color(color)) {
            // What comes now was reduced before: it does not undo itself.
            return true;
        }
        height -= 1;
    }
    height > 0
}
