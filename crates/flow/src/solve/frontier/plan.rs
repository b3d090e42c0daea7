//! In which order the frontier takes the nodes, and which slot of a state each crossing edge lives in.

use azulejo_core::grid::Cell;

use super::layer::State;
use crate::graph::Graph;

/// One node to take: the slots of its edges from before, those of its edges to later nodes, its colour if it is a dot.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) enter: Vec<u8>,
    pub(super) leave: Vec<u8>,
    /// The slots among `leave` that must be used, as bits.
    pub(super) must: u32,
    pub(super) dot: Option<Dot>,
    /// On a plane: the colours of the dots ahead that lie on the border, in the order in which one meets them when the
    /// frontier has been walked along and the walk goes on around the rest of the board. Only bound colours.
    pub(super) ahead: Vec<u16>,
    /// On a plane, for each colour whether it is bound: each of its dots lies behind or on the border.
    pub(super) bound: Vec<bool>,
}

/// A dot: its colour, and whether the other one of that colour lies behind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dot {
    pub(super) color: u16,
    pub(super) second: bool,
}

/// The way of the frontier.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    pub(super) slots: u8,
    /// Bits that a slot takes in a state.
    pub(super) bits: u32,
    /// Where in a state each slot lies.
    places: Vec<Place>,
    /// Whether slots lie along the frontier in their order, and edges do not cross.
    pub(super) planar: bool,
    /// When each node is taken.
    turns: Vec<usize>,
    /// The slot of each edge; `NO_SLOT` for those that no solution uses.
    slot_of: Vec<u8>,
}

const NO_SLOT: u8 = u8::MAX;

/// What hangs on an edge in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strand {
    /// A fragment that ends at this other slot; the two may not be joined.
    Loose(u8),
    /// A path that began at a dot; the one from the other dot of its colour ends at this slot, and they must be joined.
    /// Which colour it is makes no difference any more.
    Bound(u8),
    /// A path from the dot of this colour, whose other dot lies ahead.
    Color(u16),
}

/// Where in a state a slot lies: the bits of each word, and how far up they begin. Words are picked by masks, as an index
/// would send the state through memory and back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) fields: [u64; Place::WORDS],
    pub(super) shift: u32,
}

impl Place {
    /// The most words that a state may have.
    pub(super) const WORDS: usize = 8;

    fn new(slot: u32, bits: u32) -> Self {
        let per_word = 64 / bits;
        let shift = slot % per_word * bits;
        let mut fields = [0; Self::WORDS];
        if let Some(field) = fields.get_mut((slot / per_word) as usize) {
            *field = ((1 << bits) - 1) << shift;
        }
        Self { fields, shift }
    }
}

/// Which side of a cell comes first along the frontier; only squares on a plane have such an order.
#[derive(Clone, Copy)]
enum Along {
    Rows,
    Columns,
}

impl Along {
    /// The slot of an edge on a plane: slots keep the order in which their edges cross the frontier. Where a row is
    /// taken, the edges down from what is done of it lie one slot before those that led into the rest of it.
    fn slot(self, one: Cell, other: Cell) -> usize {
        let (line, other_line, place, other_place) = match self {
            Self::Rows => (one.row, other.row, one.column, other.column),
            Self::Columns => (one.column, other.column, one.row, other.row),
        };
        usize::from(place.min(other_place)) + usize::from(line == other_line || line.min(other_line) % 2 == 1)
    }
}

/// The nodes on the border of the board, all around, in the direction in which one goes on at the end of the frontier.
fn border(graph: &Graph, order: &[u32], along: Along) -> Vec<u32> {
    let mut cells: Vec<(Cell, u32)> = (0..graph.len() as u32).map(|node| (graph.cell(node), node)).collect();
    let (rows, columns) = (cells.iter().map(|(cell, _)| cell.row), cells.iter().map(|(cell, _)| cell.column));
    let (Some(top), Some(bottom)) = (rows.clone().min(), rows.max()) else { return Vec::new() };
    let (Some(left), Some(right)) = (columns.clone().min(), columns.max()) else { return Vec::new() };
    if top == bottom || left == right {
        // A strip has no inside.
        return Vec::new();
    }
    cells.retain(|(cell, _)| cell.row == top || cell.row == bottom || cell.column == left || cell.column == right);
    // Clockwise from the upper left corner.
    cells.sort_by_key(|&(cell, _)| match cell {
        Cell { row, column } if row == top => (0, column),
        Cell { row, column } if column == right => (1, row),
        Cell { row, column } if row == bottom => (2, u16::MAX - column),
        Cell { row, .. } => (3, u16::MAX - row),
    });
    let (first, last) = (graph.cell(order[0]), graph.cell(order[order.len() - 1]));
    let forward = match along {
        Along::Rows => first.row < last.row,
        Along::Columns => first.column < last.column,
    };
    if forward != matches!(along, Along::Rows) {
        cells.reverse();
    }
    cells.into_iter().map(|(_, node)| node).collect()
}

impl Plan {
    /// More edges than this never cross the cut in a case that could be finished.
    const MOST_SLOTS: usize = 31;

    /// The ways to sweep the board: down and up, to the right and to the left; the second of a pair takes the nodes in
    /// the reverse order of the first. Pairs whose cut is much larger than the smallest, or too large, are left out.
    /// `facts` are edges known to be used or not, `planar` says that edges do not cross.
    pub(super) fn pairs(graph: &Graph, facts: &[Option<bool>], planar: bool) -> Vec<[Self; 2]> {
        // On a plane every other row is taken backwards: then slots can keep the order in which they lie.
        let turned = |line: u16, place: u16| if planar && line % 2 == 1 { u16::MAX - place } else { place };
        let (mut by_rows, mut by_columns): (Vec<u32>, Vec<u32>) =
            (0..graph.len() as u32).map(|node| (node, node)).unzip();
        let cell = |node: u32| graph.cell(node);
        by_rows.sort_by_key(|&node| (cell(node).row, turned(cell(node).row, cell(node).column)));
        by_columns.sort_by_key(|&node| (cell(node).column, turned(cell(node).column, cell(node).row)));
        let mut pairs = Vec::new();
        for (mut order, along) in [(by_rows, Along::Rows), (by_columns, Along::Columns)] {
            let along = planar.then_some(along);
            let there = Self::along(graph, &order, facts, along);
            order.reverse();
            let back = Self::along(graph, &order, facts, along);
            if let (Some(there), Some(back)) = (there, back) {
                pairs.push([there, back]);
            }
        }
        let least = pairs.iter().map(|pair| pair[0].slots).min().unwrap_or(0);
        pairs.retain(|pair| pair[0].slots <= least + 3);
        pairs
    }

    /// The fewest slots of any way, if one is possible.
    pub(super) fn least_slots(graph: &Graph) -> Option<u8> {
        Self::pairs(graph, &vec![None; graph.edges().len()], false).iter().map(|pair| pair[0].slots).min()
    }

    fn along(graph: &Graph, order: &[u32], facts: &[Option<bool>], along: Option<Along>) -> Option<Self> {
        let mut turns = vec![0; graph.len()];
        for (turn, &node) in order.iter().enumerate() {
            turns[node as usize] = turn;
        }
        let mut slot_of = vec![NO_SLOT; graph.edges().len()];
        let mut taken: Vec<bool> = Vec::new();
        let mut steps = Vec::with_capacity(order.len());
        let around = along.map_or_else(Vec::new, |along| border(graph, order, along));
        for &node in order {
            let (ahead, bound) = Self::around(graph, &around, |dot| turns[dot as usize] < turns[node as usize]);
            let (mut enter, mut leave, mut must) = (Vec::new(), Vec::new(), 0);
            let ways = || graph.ways(node).iter().filter(|way| facts[way.edge as usize] != Some(false));
            for way in ways().filter(|way| turns[way.node as usize] < turns[node as usize]) {
                let slot = slot_of[way.edge as usize];
                enter.push(slot);
                taken[usize::from(slot)] = false;
            }
            for way in ways().filter(|way| turns[way.node as usize] > turns[node as usize]) {
                let slot = match along {
                    Some(along) => along.slot(graph.cell(node), graph.cell(way.node)),
                    None => taken.iter().position(|taken| !taken).unwrap_or(taken.len()),
                };
                if slot >= Self::MOST_SLOTS {
                    return None;
                }
                taken.resize(taken.len().max(slot + 1), false);
                debug_assert!(!taken[slot]);
                taken[slot] = true;
                slot_of[way.edge as usize] = slot as u8;
                leave.push(slot as u8);
                must |= u32::from(facts[way.edge as usize] == Some(true)) << slot;
            }
            let dot = graph.color(node).map(|color| {
                let before = |&dot: &u32| turns[dot as usize] < turns[node as usize];
                Dot { color, second: graph.dots()[usize::from(color)].iter().any(before) }
            });
            steps.push(Step { enter, leave, must, dot, ahead, bound });
        }
        let values = 2 * taken.len() + graph.dots().len() + 1;
        let bits = usize::BITS - (values - 1).leading_zeros();
        let places = (0..taken.len() as u32).map(|slot| Place::new(slot, bits)).collect();
        let planar = along.is_some();
        Some(Self { steps, slots: taken.len() as u8, bits, places, planar, turns, slot_of })
    }

    /// The colours of the dots ahead along the border, and which colours are bound.
    fn around(graph: &Graph, border: &[u32], behind: impl Fn(u32) -> bool) -> (Vec<u16>, Vec<bool>) {
        let on_border = |dot: u32| border.contains(&dot);
        let bound: Vec<bool> =
            graph.dots().iter().map(|dots| dots.iter().all(|&dot| behind(dot) || on_border(dot))).collect();
        // What lies behind is one stretch of the border, and the frontier leads to the end of that.
        let start = (0..border.len())
            .find(|&place| !behind(border[place]) && behind(border[(place + border.len() - 1) % border.len()]));
        let (before, after) = border.split_at(start.unwrap_or(0));
        let mut ahead: Vec<u16> = Vec::new();
        for color in after.iter().chain(before).filter(|&&dot| !behind(dot)).filter_map(|&dot| graph.color(dot)) {
            // Two dots side by side are joined without being in anybody's way.
            if ahead.last() == Some(&color) {
                ahead.pop();
            } else if bound[usize::from(color)] {
                ahead.push(color);
            }
        }
        (ahead, bound)
    }

    /// How many words a state takes.
    pub(super) fn words(&self) -> u32 {
        u32::from(self.slots).div_ceil(64 / self.bits)
    }

    /// The slots that cross the cut after so many steps, and for each the slot of the same edge in the reverse plan.
    pub(super) fn shared(&self, graph: &Graph, steps: usize, reverse: &Self) -> Vec<[u8; 2]> {
        let done = |node: u32| self.turns[node as usize] < steps;
        let crosses =
            |edge: &usize| graph.edges()[*edge].map(done) != [true; 2] && graph.edges()[*edge].map(done) != [false; 2];
        let used = |edge: &usize| self.slot_of[*edge] != NO_SLOT;
        let edges = (0..graph.edges().len()).filter(crosses).filter(used);
        edges.map(|edge| [self.slot_of[edge], reverse.slot_of[edge]]).collect()
    }

    /// Where in a state a slot lies.
    pub(super) fn place(&self, slot: u8) -> &Place {
        &self.places[usize::from(slot)]
    }

    /// What hangs on a slot.
    #[inline]
    pub(super) fn get<const WORDS: usize>(&self, state: &State<WORDS>, slot: u8) -> u64 {
        state.get(&self.places[usize::from(slot)])
    }

    /// Hangs something on a slot.
    #[inline]
    pub(super) fn set<const WORDS: usize>(&self, state: &mut State<WORDS>, slot: u8, value: u64) {
        state.set(&self.places[usize::from(slot)], value);
    }

    /// The value of a slot with this on it.
    #[inline]
    pub(super) fn value(&self, strand: Strand) -> u64 {
        let slots = u64::from(self.slots);
        match strand {
            Strand::Loose(other) => 1 + u64::from(other),
            Strand::Bound(other) => 1 + slots + u64::from(other),
            Strand::Color(color) => 1 + 2 * slots + u64::from(color),
        }
    }

    /// The slot and the value of the other end, when what has this value is hung on a slot; nothing for a colour.
    #[inline]
    pub(super) fn other_end(&self, value: u64, slot: u8) -> Option<(u8, u64)> {
        let slots = u64::from(self.slots);
        let kind = if value > slots { slots } else { 0 };
        (value <= 2 * slots).then(|| ((value - kind) as u8 - 1, kind + 1 + u64::from(slot)))
    }

    /// The other end of a loose fragment.
    #[inline]
    pub(super) fn loose(&self, value: u64) -> Option<u8> {
        (value <= u64::from(self.slots)).then(|| value as u8 - 1)
    }

    /// What a value stands for that is not 0.
    #[inline]
    pub(super) fn strand(&self, value: u64) -> Strand {
        let slots = u64::from(self.slots);
        if value <= slots {
            Strand::Loose(value as u8 - 1)
        } else if value <= 2 * slots {
            Strand::Bound((value - slots) as u8 - 1)
        } else {
            Strand::Color((value - 2 * slots) as u16 - 1)
        }
    }
}
