//! One check on many random boards: as many as the tests have time for, or for minutes when the chore says so.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Minutes that each check runs for, in place of its usual number of boards; set by `cargo xtask stress`.
const MINUTES: &str = "AZULEJO_STRESS_MINUTES";
/// The first seed, so that one run does not repeat another.
const FROM: &str = "AZULEJO_STRESS_FROM";

/// A long hunt says how far it is after so many boards.
const SPOKEN: u64 = 100_000;

/// Checks boards by seed, `usual` of them in the tests. `check` makes the board of a seed, compares what is said of it, and
/// gives how many comparisons that was, or what disagrees.
///
/// # Panics
/// When anything disagrees: the message names the seed.
pub fn stress(name: &str, usual: u64, check: impl Fn(u64) -> Result<u64, String> + Sync) {
    let minutes: Option<f64> = std::env::var(MINUTES).ok().and_then(|text| text.parse().ok());
    let first: u64 = std::env::var(FROM).ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let begun = Instant::now();
    let end = minutes.map(|minutes| begun + Duration::from_secs_f64(minutes * 60.0));
    let (next, comparisons) = (AtomicU64::new(first), AtomicU64::new(0));
    let (failed, first_fault) = (AtomicBool::new(false), Mutex::new(None));
    let worker = || {
        while !failed.load(Ordering::Relaxed) {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if end.map_or(seed - first >= usual, |end| Instant::now() >= end) {
                break;
            }
            match check(seed) {
                Ok(number) => {
                    let so_far = number + comparisons.fetch_add(number, Ordering::Relaxed);
                    let boards = seed - first + 1;
                    if boards.is_multiple_of(SPOKEN) {
                        println!("{name}: {boards} boards, {so_far} comparisons so far");
                    }
                }
                Err(fault) => {
                    failed.store(true, Ordering::Relaxed);
                    // A poisoned lock still holds what was put there.
                    let mut slot = first_fault.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    slot.get_or_insert((seed, fault));
                }
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(worker)));
    let fault = first_fault.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some((seed, fault)) = fault {
        panic!("{name}, seed {seed}: {fault}");
    }
    let boards = (next.into_inner() - first).saturating_sub(threads as u64);
    let (comparisons, time) = (comparisons.into_inner(), begun.elapsed().as_secs_f64());
    println!("{name}: {boards} boards, {comparisons} comparisons, none wrong, {time:.1} s");
}
