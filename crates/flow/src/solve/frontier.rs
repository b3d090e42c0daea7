//! Counting without walking through the solutions: a frontier moves over the board, and partial solutions that look the
//! same from there are counted together.
//!
//! Nodes are taken in an order that keeps the cut between done and not done small. A state says of every edge that
//! crosses the cut whether it is used and, if so, what hangs on it: a fragment whose other end crosses the cut too (then
//! which edge that is), or one that begins at a dot (then its colour). Two passes make it fast: the first goes backwards
//! and remembers which sets of used edges can be completed at all as far as degrees go (`passable`); the second goes
//! forwards, keeps only states with such a set, and adds up. The rooms: `plan` (order and slots), `passable` (the first
//! pass), `layer` (states and their table); the second pass is here.

mod layer;
mod passable;
mod plan;

use azulejo_core::budget::{Budget, Meter, Stop};

use self::layer::{Count, Layer, State};
use self::passable::Passable;
use self::plan::{Plan, Step};
use super::Found;
use crate::graph::Graph;
use crate::position::{Fill, Puzzle, Rules, Touch};
use crate::solve::search::facts;

/// What keeps the states few; each can be switched off without changing any answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prunings {
    /// Drop states whose used edges cannot be completed even if paths did not matter.
    pub degrees: bool,
    /// On a plane, drop states in which colours would have to cross; see the function `tangled`.
    pub tangles: bool,
    /// Leave out edges that no solution uses and keep those that every solution uses, as far as a quick look shows.
    pub facts: bool,
}

impl Prunings {
    /// All of them.
    pub const ALL: Self = Self { degrees: true, tangles: true, facts: true };
}

/// Whether this engine knows the rule: it does not see which cells a path has touched.
pub fn takes(rules: Rules) -> bool {
    rules.touch == Touch::Allow
}

/// Whether the frontier is so short that counting costs less than any search.
pub fn is_easy(graph: &Graph) -> bool {
    Plan::new(graph, &vec![None; graph.edges().len()], false).is_some_and(|plan| plan.slots <= 9)
}

/// Counts all solutions; with a `limit` the count is right only up to it.
pub fn run(puzzle: &Puzzle, graph: &Graph, rules: Rules, prunings: Prunings, limit: u64, budget: &Budget) -> Found {
    let mut found = Found::none();
    if Plan::new(graph, &vec![None; graph.edges().len()], false).is_none() {
        found.stop = Some(Stop::Memory);
        return found;
    }
    let facts = if prunings.facts {
        match facts::run(puzzle, graph, rules, &[], 0, budget) {
            Ok(Some(facts)) => facts.edges,
            Ok(None) => return found,
            Err(stop) => {
                found.stop = Some(stop);
                return found;
            }
        }
    } else {
        vec![None; graph.edges().len()]
    };
    let Some(plan) = Plan::new(graph, &facts, prunings.tangles && puzzle.is_flat()) else {
        found.stop = Some(Stop::Memory);
        return found;
    };
    let mut meter = budget.meter();
    let few = limit <= 250;
    let counted = match (plan.words(), few) {
        (..=2, true) => sweep::<2, u8>(&plan, rules, prunings, budget, &mut meter).map(u128::from),
        (..=2, false) => sweep::<2, u128>(&plan, rules, prunings, budget, &mut meter),
        (..=4, true) => sweep::<4, u8>(&plan, rules, prunings, budget, &mut meter).map(u128::from),
        (..=4, false) => sweep::<4, u128>(&plan, rules, prunings, budget, &mut meter),
        (..=8, _) => sweep::<8, u128>(&plan, rules, prunings, budget, &mut meter),
        _ => Err(Stop::Memory),
    };
    match counted {
        Ok(count) => found.count = count.min(u128::from(limit)),
        Err(stop) => found.stop = Some(stop),
    }
    found.nodes = meter.nodes();
    found
}

fn sweep<const WORDS: usize, C: Count>(
    plan: &Plan,
    rules: Rules,
    prunings: Prunings,
    budget: &Budget,
    meter: &mut Meter,
) -> Result<C, Stop> {
    let passable = prunings.degrees.then(|| Passable::new(plan, rules.fill)).flatten();
    let mut layer: Layer<WORDS, C> = Layer::new();
    let mut next: Layer<WORDS, C> = Layer::new();
    layer.add(State::new(), 0, C::ONE)?;
    for (index, step) in plan.steps.iter().enumerate() {
        next.clear();
        let goal = passable.as_ref().map(|passable| passable.after(index));
        let mut crossing = Crossing { plan, step, fill: rules.fill, goal, next: &mut next };
        for (state, mask, count) in layer.states() {
            meter.tick()?;
            if tangled(plan, step, state) {
                continue;
            }
            crossing.cross(*state, mask, *count)?;
        }
        std::mem::swap(&mut layer, &mut next);
        if (layer.bytes() + next.bytes()) > budget.memory() {
            return Err(Stop::Memory);
        }
    }
    Ok(layer.states().map(|(_, _, count)| *count).next().unwrap_or(C::ZERO))
}

/// Whether colours would have to cross beyond the frontier.
///
/// Look at the colours whose two dots both lie behind: each has two crossing edges, to be joined beyond. Two colours
/// whose edges alternate along the frontier can only be joined if one of them passes behind a dot of the other, by a
/// fragment drawn there whose ends lie on both sides of one of the four edges: that changes the parity of crossings, and
/// nothing else does. So take away, again and again, neighbours that belong together: two edges of one colour, two ends
/// of one fragment. When colours are left and no fragment is, two of them alternate for good.
fn tangled<const WORDS: usize>(plan: &Plan, step: &Step, state: &State<WORDS>) -> bool {
    let mut stack = [0_u64; 32];
    let (mut height, mut fragments) = (0, 0_u32);
    for &slot in &step.along {
        let value = state.get(slot, plan.bits);
        if value == 0 {
            continue;
        }
        match plan.mate(value) {
            None if plan.met[plan.color(value)] >= step.met => {}
            None if height > 0 && stack[height - 1] == value => height -= 1,
            Some(_) if height > 0 && stack[height - 1] == u64::from(slot) + 1 => {
                height -= 1;
                fragments -= 1;
            }
            mate => {
                // A fragment's first end is known by what its second will look for: its own slot, as a mate's value.
                stack[height] = value;
                height += 1;
                fragments += u32::from(mate.is_some());
            }
        }
    }
    height > 0 && fragments == 0
}

/// One node being crossed.
struct Crossing<'a, const WORDS: usize, C> {
    plan: &'a Plan,
    step: &'a Step,
    fill: Fill,
    goal: Option<passable::Set<'a>>,
    next: &'a mut Layer<WORDS, C>,
}

impl<const WORDS: usize, C: Count> Crossing<'_, WORDS, C> {
    /// Adds all states that a state can become.
    fn cross(&mut self, mut state: State<WORDS>, mut mask: u32, count: C) -> Result<(), Stop> {
        let bits = self.plan.bits;
        let (mut ends, mut number) = ([(0, 0); 3], 0);
        for &slot in &self.step.enter {
            let value = state.get(slot, bits);
            if value != 0 {
                if number == 2 {
                    return Ok(());
                }
                ends[number] = (slot, value);
                number += 1;
                state.set(slot, bits, 0);
                mask &= !(1 << slot);
            }
        }
        if let Some(color) = self.step.color {
            let color = self.plan.color_value(color);
            return match number {
                0 => self.leave_once(state, mask, color, count),
                1 => match self.joined(state, ends[0].1, color) {
                    Some(state) => self.add(state, mask, count),
                    None => Ok(()),
                },
                _ => Ok(()),
            };
        }
        match number {
            0 => {
                if self.fill == Fill::Free {
                    self.add(state, mask, count)?;
                }
                let leave = &self.step.leave;
                for (index, &one) in leave.iter().enumerate() {
                    for &other in &leave[index + 1..] {
                        let mut state = state;
                        state.set(one, bits, u64::from(other) + 1);
                        state.set(other, bits, u64::from(one) + 1);
                        self.add(state, mask | 1 << one | 1 << other, count)?;
                    }
                }
                Ok(())
            }
            1 => self.leave_once(state, mask, ends[0].1, count),
            _ => {
                let closes = ends[0].1 == u64::from(ends[1].0) + 1;
                match self.joined(state, ends[0].1, ends[1].1) {
                    Some(state) if !closes => self.add(state, mask, count),
                    _ => Ok(()),
                }
            }
        }
    }

    /// What hangs on an edge goes on by each of the ways out.
    fn leave_once(&mut self, state: State<WORDS>, mask: u32, value: u64, count: C) -> Result<(), Stop> {
        let bits = self.plan.bits;
        for &slot in &self.step.leave {
            let mut state = state;
            state.set(slot, bits, value);
            if let Some(mate) = self.plan.mate(value) {
                state.set(mate, bits, u64::from(slot) + 1);
            }
            self.add(state, mask | 1 << slot, count)?;
        }
        Ok(())
    }

    /// The state after two fragments met at the node, unless their colours differ.
    fn joined(&self, mut state: State<WORDS>, one: u64, other: u64) -> Option<State<WORDS>> {
        let bits = self.plan.bits;
        match (self.plan.mate(one), self.plan.mate(other)) {
            (None, None) => (one == other).then_some(state),
            (Some(mate), None) => {
                state.set(mate, bits, other);
                Some(state)
            }
            (None, Some(mate)) => {
                state.set(mate, bits, one);
                Some(state)
            }
            (Some(mate), Some(other_mate)) => {
                state.set(mate, bits, other);
                state.set(other_mate, bits, one);
                Some(state)
            }
        }
    }

    fn add(&mut self, state: State<WORDS>, mask: u32, count: C) -> Result<(), Stop> {
        if mask & self.step.must != self.step.must {
            return Ok(());
        }
        if self.goal.as_ref().is_none_or(|goal| goal.contains(mask)) {
            self.next.add(state, mask, count)
        } else {
            Ok(())
        }
    }
}
