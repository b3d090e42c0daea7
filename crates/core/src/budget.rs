//! How much a search may spend: time, nodes, memory, threads; and the flag that cancels it.
//!
//! A [`Budget`] is shared by all threads of one search. Each thread counts on a [`Meter`] of its own, which looks at the
//! clock and the flag only now and then, so that ticking costs next to nothing and stopping still takes effect at once
//! for a person. Games read no clock: this is the only place that does.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde::Serialize;

use crate::clock::{Instant, THREADS};
use crate::problem::Problem;

/// Why a search stopped before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// The time limit.
    Time,
    /// The node limit.
    Nodes,
    /// The memory limit.
    Memory,
    /// The engine that was asked for does not take a board of this size.
    Size,
    /// Somebody asked.
    Cancelled,
    /// An engine's answer did not pass the rules' checker: a defect of ours.
    Fault,
}

impl fmt::Display for Stop {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Time => "the time limit was reached",
            Self::Nodes => "the node limit was reached",
            Self::Memory => "the memory limit was reached",
            Self::Size => "this engine does not take a board so large",
            Self::Cancelled => "it was cancelled",
            Self::Fault => "an engine's answer broke the rules, which is a fault of ours",
        })
    }
}

/// A flag that any thread may raise to end a search.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag not yet raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends every search that watches this flag.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was raised.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a long search tells those who wait: done and, if known, of how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Steps done.
    pub done: u64,
    /// Steps in all, if that is known.
    pub total: Option<u64>,
}

type Listener = Arc<dyn Fn(Progress) + Send + Sync>;

/// The limits of one search. Cloning shares the count of nodes and the cancel flag.
#[derive(Clone)]
pub struct Budget {
    deadline: Option<Instant>,
    node_limit: u64,
    /// Nothing where nobody has said how much.
    memory: Option<usize>,
    /// More than this there is not, whatever was said.
    most_memory: usize,
    /// Cells that a board may have.
    cells: usize,
    threads: usize,
    cancel: Cancel,
    spent: Arc<AtomicU64>,
    listener: Option<Listener>,
    /// The budget that this one is a part of.
    whole: Option<Arc<Self>>,
}

impl Budget {
    /// The memory a search may take unless told otherwise.
    pub const DEFAULT_MEMORY: usize = 64 << 20;

    /// No limit but the default memory; one thread.
    pub fn unlimited() -> Self {
        Self {
            deadline: None,
            node_limit: u64::MAX,
            memory: None,
            most_memory: usize::MAX,
            cells: usize::MAX,
            threads: 1,
            cancel: Cancel::new(),
            spent: Arc::default(),
            listener: None,
            whole: None,
        }
    }

    /// A part of this budget: counts nodes of its own, up to this many, which count here too; the same clock, flag and
    /// memory. Nobody hears how far it is.
    #[must_use]
    pub fn part(&self, nodes: u64) -> Self {
        let whole = Some(Arc::new(self.clone()));
        Self { node_limit: nodes, spent: Arc::default(), listener: None, whole, ..self.clone() }
    }

    /// Ends this long from now, or earlier where that was said before.
    #[must_use]
    pub fn with_time(self, limit: Duration) -> Self {
        let end = Instant::now().checked_add(limit);
        let deadline = match (self.deadline, end) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        Self { deadline, ..self }
    }

    /// Ends after this many nodes, over all threads.
    #[must_use]
    pub fn with_nodes(self, limit: u64) -> Self {
        Self { node_limit: limit, ..self }
    }

    /// Tables may take this many bytes.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    /// Tables may take this many bytes, where nobody has said how many: for a game that needs more than most.
    #[must_use]
    pub fn with_usual_memory(self, bytes: usize) -> Self {
        Self { memory: self.memory.or(Some(bytes)), ..self }
    }

    /// Tables never take more than this, whatever a game needs: for a machine that has no more.
    #[must_use]
    pub fn with_most_memory(self, bytes: usize) -> Self {
        Self { most_memory: self.most_memory.min(bytes), ..self }
    }

    /// Boards may have this many cells: for a door that many use at once.
    #[must_use]
    pub fn with_cells(self, cells: usize) -> Self {
        Self { cells, ..self }
    }

    /// Refuses a board of more cells than there may be.
    pub fn fits(&self, cells: usize) -> Result<(), Problem> {
        let most = self.cells;
        if cells <= most {
            return Ok(());
        }
        Err(Problem::new(format!("a board of {cells} cells is too large here: at most {most} cells")))
    }

    /// Pixels of a picture that a board may be read from: sixteen by sixteen for each cell that it may have.
    pub fn pixels(&self) -> usize {
        self.cells.saturating_mul(256)
    }

    /// May use this many threads, where there are any; 0 counts as 1.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: if THREADS { threads.max(1) } else { 1 }, ..self }
    }

    /// Watches this flag.
    #[must_use]
    pub fn with_cancel(self, cancel: Cancel) -> Self {
        Self { cancel, ..self }
    }

    /// Tells this listener how far the search is.
    #[must_use]
    pub fn with_progress(self, listener: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Arc::new(listener)), ..self }
    }

    /// Bytes that tables may take.
    pub fn memory(&self) -> usize {
        self.memory.unwrap_or(Self::DEFAULT_MEMORY).min(self.most_memory)
    }

    /// Threads that may be used, at least 1.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Nodes counted so far by all meters that have reported.
    pub fn nodes(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Whether to stop now; asks the clock, so not for the inner loop.
    pub fn check(&self) -> Result<(), Stop> {
        if self.cancel.is_cancelled() {
            Err(Stop::Cancelled)
        } else if self.nodes() > self.node_limit {
            Err(Stop::Nodes)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Err(Stop::Time)
        } else {
            self.whole.as_ref().map_or(Ok(()), |whole| whole.check())
        }
    }

    fn spend(&self, nodes: u64) {
        self.spent.fetch_add(nodes, Ordering::Relaxed);
        if let Some(whole) = &self.whole {
            whole.spend(nodes);
        }
    }

    /// Tells the listener, if there is one.
    pub fn report(&self, done: u64, total: Option<u64>) {
        if let Some(listener) = &self.listener {
            listener(Progress { done, total });
        }
    }

    /// A counter for one thread.
    pub fn meter(&self) -> Meter<'_> {
        Meter { budget: self, pending: 0, counted: 0, dwelt: 0, every: (self.node_limit / 8).clamp(1, Meter::EVERY) }
    }
}

/// Does work of many equal parts on as many threads as a budget allows; results in order, whatever the threads. Parts not
/// begun when the budget runs out are left out of the end.
pub fn in_parallel<T: Send>(budget: &Budget, parts: u64, work: impl Fn(u64, &Budget) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(0);
    let done = AtomicU64::new(0);
    // Each part is one thread's: the parts share the threads.
    let own = budget.clone().with_threads(1);
    let worker = || {
        let mut made = Vec::new();
        while budget.check().is_ok() {
            let part = next.fetch_add(1, Ordering::Relaxed);
            if part >= parts {
                break;
            }
            made.push((part, work(part, &own)));
            budget.report(done.fetch_add(1, Ordering::Relaxed) + 1, Some(parts));
        }
        made
    };
    let threads = budget.threads().min(usize::try_from(parts).unwrap_or(usize::MAX));
    let mut all: Vec<(u64, T)> = if threads <= 1 {
        worker()
    } else {
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
            // A part that panicked ends the whole as it would have alone.
            let joined = workers.into_iter().map(std::thread::ScopedJoinHandle::join);
            joined.flat_map(|made| made.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
        })
    };
    all.sort_unstable_by_key(|(part, _)| *part);
    all.into_iter().map(|(_, made)| made).collect()
}

impl Default for Budget {
    fn default() -> Self {
        Self::unlimited()
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Budget")
            .field("deadline", &self.deadline)
            .field("node_limit", &self.node_limit)
            .field("memory", &self.memory)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

/// Counts one thread's nodes. Dropping it adds the rest to the budget.
#[derive(Debug)]
pub struct Meter<'a> {
    budget: &'a Budget,
    pending: u64,
    counted: u64,
    /// Work since the last look at the clock that counts as no node.
    dwelt: u64,
    every: u64,
}

impl Meter<'_> {
    /// Nodes between two looks at the clock: a few hundred microseconds in the slowest of our searches.
    const EVERY: u64 = 256;

    /// Counts one node, and says now and then that it is time to stop.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stop> {
        self.pending += 1;
        if self.pending < self.every { Ok(()) } else { self.settle() }
    }

    /// Counts so many nodes at once: for one node that took as long as so many.
    #[inline]
    pub fn ticks(&mut self, nodes: u64) -> Result<(), Stop> {
        self.pending += nodes;
        if self.pending < self.every { Ok(()) } else { self.settle() }
    }

    /// Heeds the limits during work that is no node of its own but takes as long as so many.
    #[inline]
    pub fn dwell(&mut self, nodes: u64) -> Result<(), Stop> {
        self.dwelt += nodes;
        if self.dwelt < Self::EVERY {
            return Ok(());
        }
        self.dwelt = 0;
        self.settle()
    }

    /// Nodes counted on this meter.
    pub fn nodes(&self) -> u64 {
        self.counted + self.pending
    }

    #[cold]
    fn settle(&mut self) -> Result<(), Stop> {
        self.flush();
        self.budget.check()
    }

    fn flush(&mut self) {
        self.budget.spend(self.pending);
        self.counted += self.pending;
        self.pending = 0;
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spin(budget: &Budget) -> Stop {
        let mut meter = budget.meter();
        loop {
            if let Err(stop) = meter.tick() {
                return stop;
            }
        }
    }

    #[test]
    fn a_search_stops_at_its_node_limit() {
        for limit in [0, 1, 10, 100_000] {
            let budget = Budget::unlimited().with_nodes(limit);
            assert_eq!(spin(&budget), Stop::Nodes);
            assert!(budget.nodes() <= limit + 1024, "{} of {limit}", budget.nodes());
        }
    }

    #[test]
    fn a_search_stops_in_time_and_when_cancelled() {
        assert_eq!(spin(&Budget::unlimited().with_time(Duration::from_millis(5))), Stop::Time);
        let cancel = Cancel::new();
        let budget = Budget::unlimited().with_cancel(cancel.clone());
        std::thread::scope(|scope| {
            let search = scope.spawn(|| spin(&budget));
            cancel.cancel();
            assert_eq!(search.join().unwrap(), Stop::Cancelled);
        });
    }

    #[test]
    fn a_part_keeps_to_its_nodes_and_to_the_limits_of_the_whole() {
        let whole = Budget::unlimited().with_nodes(50_000);
        assert_eq!(spin(&whole.part(1_000)), Stop::Nodes);
        assert!((1_000..=2_024).contains(&whole.nodes()), "{}", whole.nodes());
        assert_eq!(spin(&whole.part(u64::MAX)), Stop::Nodes);
        assert_eq!(whole.check(), Err(Stop::Nodes));
        let timed = Budget::unlimited().with_time(Duration::from_millis(5));
        assert_eq!(spin(&timed.part(u64::MAX).with_time(Duration::from_secs(60))), Stop::Time);
        let cancel = Cancel::new();
        let flagged = Budget::unlimited().with_cancel(cancel.clone()).part(u64::MAX);
        cancel.cancel();
        assert_eq!(spin(&flagged), Stop::Cancelled);
    }

    #[test]
    fn a_game_gets_its_usual_memory_unless_somebody_has_said_how_much() {
        assert_eq!(Budget::unlimited().memory(), Budget::DEFAULT_MEMORY);
        assert_eq!(Budget::unlimited().with_usual_memory(1 << 30).memory(), 1 << 30);
        assert_eq!(Budget::unlimited().with_memory(1 << 20).with_usual_memory(1 << 30).memory(), 1 << 20);
        assert_eq!(Budget::unlimited().with_most_memory(1 << 20).with_usual_memory(1 << 30).memory(), 1 << 20);
        assert_eq!(Budget::unlimited().with_most_memory(1 << 40).memory(), Budget::DEFAULT_MEMORY);
    }

    #[test]
    fn parts_come_back_in_order_on_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let budget = Budget::unlimited().with_threads(threads);
            assert_eq!(
                in_parallel(&budget, 100, |part, _| part * part),
                (0..100).map(|part| part * part).collect::<Vec<_>>()
            );
        }
        let cancel = Cancel::new();
        cancel.cancel();
        assert!(in_parallel(&Budget::unlimited().with_cancel(cancel), 10, |part, _| part).is_empty());
    }

    #[test]
    fn nodes_of_all_threads_add_up() {
        let budget = Budget::unlimited();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut meter = budget.meter();
                    for _ in 0..2500 {
                        meter.tick().unwrap();
                    }
                });
            }
        });
        assert_eq!(budget.nodes(), 10_000);
    }
}
