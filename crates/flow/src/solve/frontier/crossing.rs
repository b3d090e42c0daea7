//! What a node does to the states on its way over the frontier.

use azulejo_core::budget::{Meter, Stop};

use super::layer::{Count, Group, Layer, State};
use super::passable::{self, bits_of, crossings};
use super::plan::{Dot, Plan, Step, Strand};
use crate::position::Fill;

/// What happens to a state when the node is entered and left by given edges.
#[derive(Clone, Copy, Debug)]
enum Move {
    /// Nothing: the cell stays empty, or what hangs on a slot goes on by the slot of the same number.
    Stay,
    /// A fragment begins here and leaves by both slots.
    Fresh(u8, u8),
    /// What hangs on one slot goes on by another.
    Shift(u8, u8),
    /// What hangs on two slots is joined.
    Join(u8, u8),
    /// A path begins at the dot.
    Begin(Dot, u8),
    /// What hangs on the slot ends at the dot.
    End(Dot, u8),
}

impl Move {
    fn new(enter: u32, leave: u32, dot: Option<Dot>) -> Self {
        let (first, last) = (
            |bits: u32| bits.trailing_zeros() as u8,
            |bits: u32| (u32::BITS - 1).wrapping_sub(bits.leading_zeros()) as u8,
        );
        match (enter.count_ones(), leave.count_ones(), dot) {
            (0, _, Some(dot)) => Self::Begin(dot, first(leave)),
            (_, _, Some(dot)) => Self::End(dot, first(enter)),
            (2, ..) => Self::Join(first(enter), last(enter)),
            (1, ..) if enter == leave => Self::Stay,
            (1, ..) => Self::Shift(first(enter), first(leave)),
            (_, 2, _) => Self::Fresh(first(leave), last(leave)),
            _ => Self::Stay,
        }
    }

    /// Whether different states stay different.
    fn keeps_apart(self) -> bool {
        !matches!(self, Self::Join(..) | Self::End(..))
    }
}

/// States that use the same edges away from the node, by the edges that they use at it.
struct Base {
    mask: u32,
    first: usize,
}

const NONE: u32 = u32::MAX;

/// A node to be taken: where the frontier is, and what is known of the way ahead.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) plan: &'a Plan,
    pub(super) step: &'a Step,
    pub(super) fill: Fill,
    /// The sets of edges that can be completed.
    pub(super) goal: Option<passable::Set<'a>>,
    /// Bytes that the states beyond may take.
    pub(super) room: usize,
}

/// Takes all states over a node.
pub(super) fn cross<const WORDS: usize, C: Count>(
    node: Node,
    layer: &Layer<WORDS, C>,
    next: &mut Layer<WORDS, C>,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let Node { plan, step, fill, goal, room } = node;
    next.clear();
    let ways = crossings(step, fill);
    let (mut enters, mut leaves): (Vec<u32>, Vec<u32>) = ways.iter().copied().unzip();
    for sets in [&mut enters, &mut leaves] {
        sets.sort_unstable();
        sets.dedup();
    }
    let targets: Vec<Target> = leaves.iter().map(|&leave| Target::new(leave, &ways, &enters, step.dot)).collect();
    let (bases, groups) = bases(layer, bits_of(&step.enter), &enters);
    for base in &bases {
        let sources = &groups[base.first..base.first + enters.len()];
        let size = |source: usize| layer.groups().get(sources[source] as usize).map_or(0, |group| group.range().len());
        meter.ticks((0..sources.len()).map(size).sum::<usize>() as u64)?;
        // Tables that grow are twice as large afterwards, and for a moment there beside the new ones.
        if 3 * next.bytes() > room {
            return Err(Stop::Memory);
        }
        let mut twin: Option<(u8, Group)> = None;
        for target in &targets {
            let mask = base.mask | target.leave;
            if goal.is_some_and(|goal| !goal.contains(mask)) {
                continue;
            }
            let (mut most, mut number) = (0, 0);
            for &(source, _) in &target.ways {
                most += size(source);
                number += usize::from(sources[source] != NONE);
            }
            if most == 0 {
                continue;
            }
            let apart = number == 1 && target.keeps_apart;
            next.begin();
            let shifts = step.dot.is_none() && target.leave.is_power_of_two();
            if shifts && let Some((slot, group)) = twin {
                // The same strands leave by another edge: nothing has to be found again.
                let to = target.leave.trailing_zeros() as u8;
                next.repeat(group, |state| shifted(plan, state, slot, to));
                next.end(mask);
                continue;
            }
            if !apart {
                next.expect(most);
            }
            for &(source, way) in target.ways.iter().filter(|&&(source, _)| sources[source] != NONE) {
                let mut over = Over { plan, layer, group: layer.groups()[sources[source] as usize], next, apart };
                over.all(way)?;
            }
            let group = next.end(mask);
            if shifts {
                twin = group.map(|group| (target.leave.trailing_zeros() as u8, group));
            }
        }
    }
    Ok(())
}

/// The edges by which the node is left, and how states get there: the edges by which they enter it, as a number among all
/// such sets, and what happens.
struct Target {
    leave: u32,
    ways: Vec<(usize, Move)>,
    /// Whether each way keeps different states different.
    keeps_apart: bool,
}

impl Target {
    fn new(leave: u32, ways: &[(u32, u32)], enters: &[u32], dot: Option<Dot>) -> Self {
        let ways = ways.iter().filter(|way| way.1 == leave).map(|&(enter, _)| enter);
        let ways = ways.filter_map(|enter| {
            let source = enters.iter().position(|&other| other == enter);
            source.map(|source| (source, Move::new(enter, leave, dot)))
        });
        let ways: Vec<(usize, Move)> = ways.collect();
        Self { leave, keeps_apart: ways.iter().all(|(_, way)| way.keeps_apart()), ways }
    }
}

/// The groups of a layer by the edges away from the node: for each base, one place for each set of edges at it.
fn bases<const WORDS: usize, C: Count>(layer: &Layer<WORDS, C>, bits: u32, enters: &[u32]) -> (Vec<Base>, Vec<u32>) {
    let mut table = vec![NONE; (2 * layer.groups().len()).next_power_of_two()];
    let last = table.len() - 1;
    let (mut bases, mut groups) = (Vec::<Base>::new(), Vec::new());
    for (number, group) in layer.groups().iter().enumerate() {
        let Some(enter) = enters.iter().position(|&enter| enter == group.mask & bits) else { continue };
        let mask = group.mask & !bits;
        let mut place = (mask.wrapping_mul(0x9e37_79b9) >> 8) as usize & last;
        while table[place] != NONE && bases[table[place] as usize].mask != mask {
            place = (place + 1) & last;
        }
        if table[place] == NONE {
            table[place] = bases.len() as u32;
            bases.push(Base { mask, first: groups.len() });
            groups.resize(groups.len() + enters.len(), NONE);
        }
        groups[bases[table[place] as usize].first + enter] = number as u32;
    }
    (bases, groups)
}

/// One group on its way over the node.
struct Over<'a, const WORDS: usize, C> {
    plan: &'a Plan,
    layer: &'a Layer<WORDS, C>,
    group: Group,
    next: &'a mut Layer<WORDS, C>,
    /// Whether all states stay different.
    apart: bool,
}

impl<const WORDS: usize, C: Count> Over<'_, WORDS, C> {
    fn all(&mut self, way: Move) -> Result<(), Stop> {
        let (plan, mask) = (self.plan, self.group.mask);
        match way {
            Move::Stay if self.apart => {
                self.next.extend(self.layer, self.group);
                Ok(())
            }
            Move::Stay => self.each(Some),
            Move::Fresh(one, other) => self.each(|mut state| {
                plan.set(&mut state, one, plan.value(Strand::Loose(other)));
                plan.set(&mut state, other, plan.value(Strand::Loose(one)));
                Some(state)
            }),
            Move::Shift(from, to) => self.each(|state| Some(shifted(plan, state, from, to))),
            Move::Join(one, other) => {
                let (place, other_place) = (plan.place(one), plan.place(other));
                let (closed, met) = (plan.value(Strand::Loose(other)), plan.value(Strand::Bound(other)));
                self.each(|mut state| {
                    let (value, other_value) = (state.get(place), state.get(other_place));
                    state.set(place, 0);
                    state.set(other_place, 0);
                    if value == closed {
                        // Two ends of one fragment would close a loop.
                        return None;
                    }
                    if let Some(far) = plan.loose(value) {
                        hang(plan, &mut state, far, other_value);
                    } else if let Some(far) = plan.loose(other_value) {
                        hang(plan, &mut state, far, value);
                    } else if value != met {
                        return None;
                    }
                    Some(state)
                })
            }
            Move::Begin(dot, to) => self.each(|mut state| {
                from_dot(plan, &mut state, to, dot, mask);
                Some(state)
            }),
            Move::End(dot, from) => self.each(|mut state| {
                let value = plan.get(&state, from);
                plan.set(&mut state, from, 0);
                match plan.strand(value) {
                    Strand::Loose(far) => {
                        from_dot(plan, &mut state, far, dot, mask & !(1 << from));
                        Some(state)
                    }
                    Strand::Color(color) => (color == dot.color).then_some(state),
                    Strand::Bound(_) => None,
                }
            }),
        }
    }

    #[inline]
    fn each(&mut self, change: impl Fn(State<WORDS>) -> Option<State<WORDS>>) -> Result<(), Stop> {
        for (state, count) in self.layer.group(self.group) {
            let Some(state) = change(*state) else { continue };
            if self.apart {
                self.next.add_new(state, count);
            } else {
                self.next.add(state, count)?;
            }
        }
        Ok(())
    }
}

/// The state in which what hangs on one slot has gone on by another.
#[inline]
fn shifted<const WORDS: usize>(plan: &Plan, mut state: State<WORDS>, from: u8, to: u8) -> State<WORDS> {
    let place = plan.place(from);
    let value = state.get(place);
    state.set(place, 0);
    hang(plan, &mut state, to, value);
    state
}

/// Hangs what has this value on a slot, and tells its other end.
#[inline]
fn hang<const WORDS: usize>(plan: &Plan, state: &mut State<WORDS>, slot: u8, value: u64) {
    plan.set(state, slot, value);
    if let Some((other, value)) = plan.other_end(value, slot) {
        plan.set(state, other, value);
    }
}

/// Hangs the path from a dot on a slot. When the other dot lies behind, its path must cross by one of the edges in use.
fn from_dot<const WORDS: usize>(plan: &Plan, state: &mut State<WORDS>, slot: u8, dot: Dot, mut used: u32) {
    let color = Strand::Color(dot.color);
    while dot.second && used != 0 {
        let other = used.trailing_zeros() as u8;
        if plan.get(state, other) == plan.value(color) {
            return hang(plan, state, slot, plan.value(Strand::Bound(other)));
        }
        used &= used - 1;
    }
    plan.set(state, slot, plan.value(color));
}
