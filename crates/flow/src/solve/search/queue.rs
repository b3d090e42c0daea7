//! Which edge to decide next: a heap by activity, where edges that met in recent conflicts come first.

/// Edges not yet decided, the most active first; ties go to the edge that comes first in the given order.
#[derive(Debug)]
pub(super) struct Queue {
    activity: Vec<f64>,
    heap: Vec<u32>,
    places: Vec<u32>,
    step: f64,
}

const ABSENT: u32 = u32::MAX;

impl Queue {
    /// All edges, in this order as long as none is active.
    pub(super) fn new(order: &[u32], edges: usize) -> Self {
        let mut queue =
            Self { activity: vec![0.0; edges], heap: order.to_vec(), places: vec![ABSENT; edges], step: 1.0 };
        for (place, &edge) in order.iter().enumerate() {
            // A descending sequence is a heap already; what it adds up to is less than one conflict.
            queue.activity[edge as usize] = 1e-3 * (order.len() - place) as f64 / order.len() as f64;
            queue.places[edge as usize] = place as u32;
        }
        queue
    }

    /// Whether an edge is more active than another.
    pub(super) fn comes_before(&self, edge: u32, other: u32) -> bool {
        self.activity[edge as usize] > self.activity[other as usize]
    }

    /// Takes the most active edge.
    pub(super) fn pop(&mut self) -> Option<u32> {
        let first = *self.heap.first()?;
        self.places[first as usize] = ABSENT;
        let last = self.heap.pop()?;
        if last != first {
            self.heap[0] = last;
            self.places[last as usize] = 0;
            self.sink(0);
        }
        Some(first)
    }

    /// Puts an edge back.
    pub(super) fn push(&mut self, edge: u32) {
        if self.places[edge as usize] == ABSENT {
            self.places[edge as usize] = self.heap.len() as u32;
            self.heap.push(edge);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Makes an edge more active.
    pub(super) fn raise(&mut self, edge: u32) {
        self.activity[edge as usize] += self.step;
        if self.activity[edge as usize] > 1e100 {
            for activity in &mut self.activity {
                *activity *= 1e-100;
            }
            self.step *= 1e-100;
        }
        if self.places[edge as usize] != ABSENT {
            self.rise(self.places[edge as usize] as usize);
        }
    }

    /// Lets the past fade: later conflicts weigh more.
    pub(super) fn fade(&mut self) {
        self.step *= 1.0 / 0.9;
    }

    fn rise(&mut self, mut place: usize) {
        let edge = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if self.activity[self.heap[parent] as usize] >= self.activity[edge as usize] {
                break;
            }
            self.heap[place] = self.heap[parent];
            self.places[self.heap[place] as usize] = place as u32;
            place = parent;
        }
        self.heap[place] = edge;
        self.places[edge as usize] = place as u32;
    }

    fn sink(&mut self, mut place: usize) {
        let edge = self.heap[place];
        loop {
            let mut child = 2 * place + 1;
            if child >= self.heap.len() {
                break;
            }
            let activity = |place: usize| self.activity[self.heap[place] as usize];
            if child + 1 < self.heap.len() && activity(child + 1) > activity(child) {
                child += 1;
            }
            if activity(child) <= self.activity[edge as usize] {
                break;
            }
            self.heap[place] = self.heap[child];
            self.places[self.heap[place] as usize] = place as u32;
            place = child;
        }
        self.heap[place] = edge;
        self.places[edge as usize] = place as u32;
    }
}
