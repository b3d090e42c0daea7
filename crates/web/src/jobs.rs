//! Where work is done. Quick work is done where it is asked; a search gets a thread of its own, its turn and its limits.
//!
//! A search ends with its answer, at its time limit, when its client goes away, or when the server stops. Its thread
//! yields to the others, so that play stays quick while searches run.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use azulejo_core::budget::{Budget, Cancel, Progress};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::limits::Limits;
use crate::refusal::Refusal;

/// All searches of a server.
pub(crate) struct Jobs {
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
    queue: usize,
    wait: Duration,
    memory: usize,
    live: Arc<Mutex<Live>>,
    ended: Cancel,
}

/// The flags of the searches that run, so that stopping the server ends them.
#[derive(Default)]
struct Live {
    next: u64,
    flags: BTreeMap<u64, Cancel>,
    stopped: bool,
}

/// A search under way. Dropping it ends the search.
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

/// How long small work may take; what takes longer was not small.
const SMALL: Duration = Duration::from_secs(2);

impl Jobs {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            turns: Arc::new(Semaphore::new(limits.searches)),
            waiting: AtomicUsize::new(0),
            queue: limits.queue,
            wait: limits.wait,
            memory: limits.memory,
            live: Arc::default(),
            ended: Cancel::new(),
        }
    }

    /// Ends all work, and what comes.
    pub(crate) fn stop(&self) {
        self.ended.cancel();
        let mut live = locked(&self.live);
        live.stopped = true;
        live.flags.values().for_each(Cancel::cancel);
    }

    /// Waits for a turn, then begins a search.
    pub(crate) async fn begin<T: Send + 'static>(
        &self,
        time: Duration,
        work: impl FnOnce(&Budget) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<Search<T>, Refusal> {
        let turn = self.turn().await?;
        let cancel = Cancel::new();
        let registered = self.register(cancel.clone());
        let progress = Arc::new(Mutex::new(None));
        let heard = Arc::clone(&progress);
        let budget = Budget::unlimited()
            .with_time(time)
            .with_memory(self.memory)
            .with_cancel(cancel)
            .with_progress(move |progress| *locked(&heard) = Some(progress));
        let (sender, answer) = oneshot::channel();
        let own = budget.clone();
        let thread = std::thread::Builder::new().name("search".to_owned()).stack_size(16 << 20);
        let spawned = thread.spawn(move || {
            yield_to_others();
            let answer = caught(|| work(&own));
            // The turn ends with the work, not with the client, or those who leave would let too many in.
            drop(turn);
            // Nobody may be left to hear it.
            let _ = sender.send(answer);
        });
        if let Err(error) = spawned {
            tracing::error!(%error, "no thread for a search");
            return Err(Refusal::busy());
        }
        Ok(Search { answer, budget, begun: Instant::now(), progress, _registered: registered })
    }

    /// Work so small that it is done where it is asked.
    pub(crate) fn at_once<T>(&self, work: impl FnOnce(&Budget) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let budget = Budget::unlimited().with_time(SMALL).with_memory(self.memory).with_cancel(self.ended.clone());
        caught(|| work(&budget))
    }

    async fn turn(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        if let Ok(turn) = Arc::clone(&self.turns).try_acquire_owned() {
            return Ok(turn);
        }
        let _place = Place::in_queue(&self.waiting, self.queue)?;
        match tokio::time::timeout(self.wait, Arc::clone(&self.turns).acquire_owned()).await {
            Ok(Ok(turn)) => Ok(turn),
            _ => Err(Refusal::busy()),
        }
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

/// A place in the queue, given back when the waiting ends in any way.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn in_queue(waiting: &'a AtomicUsize, most: usize) -> Result<Self, Refusal> {
        let joined = waiting
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |waiting| (waiting < most).then_some(waiting + 1));
        joined.map(|_| Self(waiting)).map_err(|_| Refusal::busy())
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
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
