//! In which order the frontier takes the nodes, and which slot of a state each crossing edge lives in.

use crate::graph::Graph;

/// One node to take: the slots of its edges from before, those of its edges to later nodes, its colour if it is a dot.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) enter: Vec<u8>,
    pub(super) leave: Vec<u8>,
    /// The slots among `leave` that must be used, as bits.
    pub(super) must: u32,
    pub(super) color: Option<u16>,
    /// On a plane: the slots before this node in the order in which they lie along the frontier.
    pub(super) along: Vec<u8>,
    /// How many colours have both dots before this node, in the order of `Plan::met`.
    pub(super) met: usize,
}

/// The way of the frontier.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    pub(super) slots: u8,
    /// Bits that a slot takes in a state.
    pub(super) bits: u32,
    /// For each colour, its place in the order in which second dots are reached.
    pub(super) met: Vec<usize>,
}

/// Which side of a cell comes first along the frontier; only squares on a plane have such an order.
#[derive(Clone, Copy)]
enum Along {
    Rows,
    Columns,
}

impl Plan {
    /// More edges than this never cross the cut in a case that could be finished.
    const MOST_SLOTS: usize = 31;

    /// By rows or by columns, whichever keeps the cut smaller; nothing when it is too large both ways. `facts` are edges
    /// known to be used or not, `planar` says that edges do not cross each other.
    pub(super) fn new(graph: &Graph, facts: &[Option<bool>], planar: bool) -> Option<Self> {
        let by_rows: Vec<u32> = (0..graph.len() as u32).collect();
        let mut by_columns = by_rows.clone();
        by_columns.sort_by_key(|&node| (graph.cell(node).column, graph.cell(node).row));
        let plans = [(by_rows, Along::Rows), (by_columns, Along::Columns)]
            .map(|(order, along)| Self::along(graph, &order, facts, planar.then_some(along)));
        plans.into_iter().flatten().min_by_key(|plan| plan.slots)
    }

    fn along(graph: &Graph, order: &[u32], facts: &[Option<bool>], along: Option<Along>) -> Option<Self> {
        let mut turns = vec![0; graph.len()];
        for (turn, &node) in order.iter().enumerate() {
            turns[node as usize] = turn;
        }
        let mut slot_of = vec![u8::MAX; graph.edges().len()];
        let mut taken: Vec<bool> = Vec::new();
        let mut steps = Vec::with_capacity(order.len());
        // Crossing edges by their place along the frontier: twice the column they lie in, one more for the one between.
        let mut crossing: Vec<(u32, u8)> = Vec::new();
        let mut met = vec![usize::MAX; graph.dots().len()];
        let mut seconds = 0;
        for &node in order {
            let lies_along = crossing.iter().map(|&(_, slot)| slot).collect();
            let met_before = seconds;
            let (mut enter, mut leave, mut must) = (Vec::new(), Vec::new(), 0);
            let ways = || graph.ways(node).iter().filter(|way| facts[way.edge as usize] != Some(false));
            for way in ways().filter(|way| turns[way.node as usize] < turns[node as usize]) {
                let slot = slot_of[way.edge as usize];
                enter.push(slot);
                taken[usize::from(slot)] = false;
                crossing.retain(|&(_, other)| other != slot);
            }
            for way in ways().filter(|way| turns[way.node as usize] > turns[node as usize]) {
                let slot = taken.iter().position(|taken| !taken).unwrap_or_else(|| {
                    taken.push(false);
                    taken.len() - 1
                });
                if slot >= Self::MOST_SLOTS {
                    return None;
                }
                taken[slot] = true;
                slot_of[way.edge as usize] = slot as u8;
                leave.push(slot as u8);
                must |= u32::from(facts[way.edge as usize] == Some(true)) << slot;
                if let Some(along) = along {
                    let (one, other) = (graph.cell(node), graph.cell(way.node));
                    let place = match along {
                        Along::Rows => 2 * u32::from(one.column) + u32::from(one.row == other.row),
                        Along::Columns => 2 * u32::from(one.row) + u32::from(one.column == other.column),
                    };
                    crossing.push((place, slot as u8));
                    crossing.sort_unstable();
                }
            }
            let color = graph.color(node);
            if let Some(color) = color {
                let dots = graph.dots()[usize::from(color)];
                if dots.iter().all(|&dot| turns[dot as usize] <= turns[node as usize]) {
                    met[usize::from(color)] = seconds;
                    seconds += 1;
                }
            }
            steps.push(Step { enter, leave, must, color, along: lies_along, met: met_before });
        }
        let values = taken.len() + graph.dots().len() + 1;
        let bits = usize::BITS - (values - 1).leading_zeros();
        Some(Self { steps, slots: taken.len() as u8, bits, met })
    }

    /// How many words a state takes.
    pub(super) fn words(&self) -> u32 {
        u32::from(self.slots).div_ceil(64 / self.bits)
    }

    /// The value of a slot whose fragment begins at a dot of this colour.
    pub(super) fn color_value(&self, color: u16) -> u64 {
        u64::from(self.slots) + 1 + u64::from(color)
    }

    /// The colour of a value whose fragment begins at a dot.
    pub(super) fn color(&self, value: u64) -> usize {
        value as usize - usize::from(self.slots) - 1
    }

    /// The slot where the fragment with this value ends, unless that is a dot.
    pub(super) fn mate(&self, value: u64) -> Option<u8> {
        (value <= u64::from(self.slots)).then(|| value as u8 - 1)
    }
}
