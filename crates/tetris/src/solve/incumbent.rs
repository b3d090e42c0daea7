//! The best leaf of all threads, and what it leaves the others to look for.
//!
//! The parts of a search stand in the document's order. A part before the one that holds the best leaf may still find
//! one as good, and that would come first; a part after it must find a better one. So the answer does not depend on who
//! comes when.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::target::{Found, Target};

/// The best leaf so far and the part it lies in.
pub(super) struct Incumbent {
    /// Grows with every new best leaf, so that asking whether there is one takes no lock.
    version: AtomicU64,
    best: Mutex<Option<(Found, usize)>>,
    /// What beams have found so far, one after the other.
    beams: [OnceLock<Option<Found>>; Self::BEAMS],
}

impl Incumbent {
    /// How many beams there may be.
    pub(super) const BEAMS: usize = 3;

    pub(super) fn new() -> Self {
        Self { version: AtomicU64::new(0), best: Mutex::new(None), beams: [const { OnceLock::new() }; Self::BEAMS] }
    }

    /// What one of the beams finds, sent out by whoever comes first.
    #[cold]
    pub(super) fn beam(&self, number: usize, send: impl FnOnce() -> Option<Found>) -> Option<&Found> {
        self.beams.get(number)?.get_or_init(send).as_ref()
    }

    /// Raises what a target needs to what is known by now.
    #[inline]
    pub(super) fn refresh(&self, unit: usize, version: &mut u64, target: &mut Target<'_>) {
        let now = self.version.load(Ordering::Acquire);
        if now != *version {
            *version = now;
            self.raise(unit, target);
        }
    }

    #[cold]
    fn raise(&self, unit: usize, target: &mut Target<'_>) {
        let best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((found, place)) = &*best {
            let needed = if *place <= unit {
                target.score.least_better(found.value) as i64
            } else {
                target.score.least_equal(found.value) as i64
            };
            target.needed = target.needed.max(needed);
        }
    }

    /// Makes a target's best leaf known if it is the best of all.
    #[cold]
    pub(super) fn publish(&self, unit: usize, target: &Target<'_>) {
        let Some(found) = &target.best else { return };
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        let comes_before = best.as_ref().is_none_or(|(other, place)| {
            found.value >= target.score.least_better(other.value)
                || (found.value >= target.score.least_equal(other.value) && unit <= *place)
        });
        if comes_before {
            *best = Some((found.clone(), unit));
            self.version.fetch_add(1, Ordering::Release);
        }
    }

    /// The best leaf of the search; and of the beams, for want of that or if it is better.
    pub(super) fn into_best(self) -> (Option<Found>, Option<Found>) {
        let best = self.best.into_inner().unwrap_or_else(PoisonError::into_inner).map(|(found, _)| found);
        let beams = self.beams.into_iter().filter_map(|beam| beam.into_inner().flatten());
        (best, beams.max_by_key(|found| found.value))
    }
}
