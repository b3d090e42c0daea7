//! Where work is done: never where connections are read and written. A question begins in the lane that suits it, and goes
//! on in the next where that one's time does not do.
//!
//! The quick lane is for what takes milliseconds; the brief lane for new games, large boards and long lists of moves; the
//! long lane for searches. Each has turns of its own, so that no number of searches holds up a move or a new game. Work
//! ends with its answer, at its limit, when its client goes away, or when the server stops. Threads of the two slower lanes
//! yield to the others.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use azulejo_core::budget::{Budget, Cancel, Progress};
use tokio::sync::oneshot;

use crate::clients::Client;
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::turns::{Turn, Turns};

/// A way through the server, the fastest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Lane {
    Quick,
    Brief,
    Long,
}

/// A lane: its turns, and the memory of each.
struct Shared {
    turns: Turns,
    memory: usize,
}

/// All work of a server.
pub(crate) struct Jobs {
    quick: Shared,
    brief: Shared,
    long: Shared,
    wait: Duration,
    cells: usize,
    live: Arc<Mutex<Live>>,
}

/// The flags of the work that runs, so that stopping the server ends it.
#[derive(Default)]
struct Live {
    next: u64,
    flags: BTreeMap<u64, Cancel>,
    stopped: bool,
}

/// Work under way. Dropping it ends the work.
pub(crate) struct Search<T> {
    answer: oneshot::Receiver<Result<T, Refusal>>,
    pub(crate) budget: Budget,
    pub(crate) begun: Instant,
    progress: Arc<Mutex<Option<Progress>>>,
    _registered: Registered,
}

/// Raises the flag when the one who asked is gone.
struct Registered {
    live: Arc<Mutex<Live>>,
    number: u64,
    cancel: Cancel,
}

impl Drop for Registered {
    fn drop(&mut self) {
        self.cancel.cancel();
        locked(&self.live).flags.remove(&self.number);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T> Search<T> {
    /// The answer, once.
    pub(crate) async fn answer(&mut self) -> Result<T, Refusal> {
        (&mut self.answer).await.unwrap_or_else(|_| Err(Refusal::broken()))
    }

    /// What it last told of its progress.
    pub(crate) fn heard(&self) -> Option<Progress> {
        *locked(&self.progress)
    }
}

impl Jobs {
    pub(crate) fn new(limits: &Limits) -> Self {
        let [quick, brief, long] = limits.shares();
        let lane = |share, memory| Shared { turns: Turns::new(share), memory };
        Self {
            quick: lane(quick, limits.quick_memory),
            brief: lane(brief, limits.quick_memory),
            long: lane(long, limits.memory),
            cells: limits.board,
            wait: limits.wait,
            live: Arc::default(),
        }
    }

    /// Ends all work, and what comes.
    pub(crate) fn stop(&self) {
        let mut live = locked(&self.live);
        live.stopped = true;
        live.flags.values().for_each(Cancel::cancel);
    }

    fn lane(&self, lane: Lane) -> &Shared {
        match lane {
            Lane::Quick => &self.quick,
            Lane::Brief => &self.brief,
            Lane::Long => &self.long,
        }
    }

    /// Waits for a turn, then begins.
    pub(crate) async fn begin<T: Send + 'static>(
        &self,
        lane: Lane,
        client: &Client,
        time: Duration,
        work: impl FnOnce(&Budget) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<Search<T>, Refusal> {
        let turn = self.turn(lane, client).await?;
        let cancel = Cancel::new();
        let registered = self.register(cancel.clone());
        if cancel.is_cancelled() {
            return Err(Refusal::busy("the server stops"));
        }
        let progress = Arc::new(Mutex::new(None));
        let budget = Budget::unlimited().with_time(time).with_cells(self.cells).with_cancel(cancel);
        let mut budget = budget.with_memory(self.lane(lane).memory);
        if lane == Lane::Long {
            let heard = Arc::clone(&progress);
            budget = budget.with_progress(move |progress| *locked(&heard) = Some(progress));
        }
        let (sender, answer) = oneshot::channel();
        let own = budget.clone();
        let run = move || {
            let answer = caught(|| work(&own));
            // The turn ends with the work, not with the client, or those who leave would let too many in.
            drop(turn);
            // Nobody may be left to hear it.
            let _ = sender.send(answer);
        };
        if lane == Lane::Quick {
            tokio::task::spawn_blocking(run);
        } else {
            let thread = std::thread::Builder::new().name("search".to_owned()).stack_size(16 << 20);
            let spawned = thread.spawn(move || {
                yield_to_others();
                run();
            });
            if let Err(error) = spawned {
                tracing::error!(%error, "no thread for a search");
                return Err(Refusal::busy("there is no room for a search now"));
            }
        }
        Ok(Search { answer, budget, begun: Instant::now(), progress, _registered: registered })
    }

    async fn turn(&self, lane: Lane, client: &Client) -> Result<Turn, Refusal> {
        let waited = self.lane(lane).turns.take(client.key);
        tokio::time::timeout(self.wait, waited)
            .await
            .unwrap_or_else(|_| Err(Refusal::busy("too many questions are waiting already")))
    }

    fn register(&self, cancel: Cancel) -> Registered {
        let mut live = locked(&self.live);
        if live.stopped {
            cancel.cancel();
        }
        live.next += 1;
        let number = live.next;
        live.flags.insert(number, cancel.clone());
        Registered { live: Arc::clone(&self.live), number, cancel }
    }
}

/// A lower priority for this thread, where the system has threads with priorities of their own.
fn yield_to_others() {
    #[cfg(target_os = "linux")]
    // Refused in some containers: then searches and play share the processor evenly.
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), 5);
}

/// A panic is a defect of ours: it is told in the log, and the one who asked gets an answer.
fn caught<T>(work: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        tracing::error!("work panicked");
        Err(Refusal::broken())
    })
}
