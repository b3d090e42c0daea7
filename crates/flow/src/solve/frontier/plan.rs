//! In which order the frontier takes the nodes, and which slot of a state each crossing edge lives in.

use crate::graph::Graph;

/// One node to take: the slots of its edges from before, those of its edges to later nodes, its colour if it is a dot.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) enter: Vec<u8>,
    pub(super) leave: Vec<u8>,
    pub(super) color: Option<u16>,
}

/// The way of the frontier.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    pub(super) slots: u8,
    /// Bits that a slot takes in a state.
    pub(super) bits: u32,
}

impl Plan {
    /// More edges than this never cross the cut in a case that could be finished.
    const MOST_SLOTS: usize = 31;

    /// By rows or by columns, whichever keeps the cut smaller; nothing when it is too large both ways.
    pub(super) fn new(graph: &Graph) -> Option<Self> {
        let by_rows: Vec<u32> = (0..graph.len() as u32).collect();
        let mut by_columns = by_rows.clone();
        by_columns.sort_by_key(|&node| (graph.cell(node).column, graph.cell(node).row));
        let plans = [by_rows, by_columns].map(|order| Self::along(graph, &order));
        plans.into_iter().flatten().min_by_key(|plan| plan.slots)
    }

    fn along(graph: &Graph, order: &[u32]) -> Option<Self> {
        let mut turns = vec![0; graph.len()];
        for (turn, &node) in order.iter().enumerate() {
            turns[node as usize] = turn;
        }
        let mut slot_of = vec![u8::MAX; graph.edges().len()];
        let mut taken: Vec<bool> = Vec::new();
        let mut steps = Vec::with_capacity(order.len());
        for &node in order {
            let (mut enter, mut leave) = (Vec::new(), Vec::new());
            for way in graph.ways(node).iter().filter(|way| turns[way.node as usize] < turns[node as usize]) {
                let slot = slot_of[way.edge as usize];
                enter.push(slot);
                taken[usize::from(slot)] = false;
            }
            for way in graph.ways(node).iter().filter(|way| turns[way.node as usize] > turns[node as usize]) {
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
            }
            steps.push(Step { enter, leave, color: graph.color(node) });
        }
        let values = taken.len() + graph.dots().len() + 1;
        let bits = usize::BITS - (values - 1).leading_zeros();
        Some(Self { steps, slots: taken.len() as u8, bits })
    }

    /// How many words a state takes.
    pub(super) fn words(&self) -> u32 {
        u32::from(self.slots).div_ceil(64 / self.bits)
    }

    /// The value of a slot whose fragment begins at a dot of this colour.
    pub(super) fn color_value(&self, color: u16) -> u64 {
        u64::from(self.slots) + 1 + u64::from(color)
    }

    /// The slot where the fragment with this value ends, unless that is a dot.
    pub(super) fn mate(&self, value: u64) -> Option<u8> {
        (value <= u64::from(self.slots)).then(|| value as u8 - 1)
    }
}
