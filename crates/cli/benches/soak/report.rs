//! Times and what is said of them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long things took.
#[derive(Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn add(&mut self, time: Duration) {
        self.0.push(time);
    }

    pub(crate) fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The time that this part of them took at most.
    pub(crate) fn at(&self, part: f64) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let place = (sorted.len() as f64 * part) as usize;
        sorted.get(place.min(sorted.len().saturating_sub(1))).copied().unwrap_or_default()
    }

    /// What a machine as late as this adds to every question: the way there, the work, and the way back.
    pub(crate) fn allowance(&self) -> Duration {
        3 * self.at(0.99)
    }
}

/// How late the machine itself is: a thread that sleeps for a moment, and when it wakes. On a quiet machine next to
/// nothing; on a busy one, no program answers sooner.
pub(crate) fn late(over: &AtomicBool) -> Times {
    let (mut times, nap) = (Times::default(), Duration::from_millis(5));
    while !over.load(Ordering::Relaxed) {
        let begun = Instant::now();
        std::thread::sleep(nap);
        times.add(begun.elapsed().saturating_sub(nap));
    }
    times
}
