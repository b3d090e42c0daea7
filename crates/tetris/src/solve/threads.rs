//! Handing out the parts of a search to threads: in blocks, in turns, or to whoever is free.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which thread searches which part. The answer is the same for all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mapping {
    /// Each thread has one run of parts
    Block,
    /// Each thread has every n-th part
    Cyclic,
    /// Each thread takes the next part when it is free
    #[default]
    Dynamic,
}

impl Mapping {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Block, Self::Cyclic, Self::Dynamic];
}

/// The parts of one thread, ascending.
enum Share<'a> {
    Run(Range<usize>),
    Turns { next: usize, step: usize, end: usize },
    Free { next: &'a AtomicUsize, end: usize },
}

impl Iterator for Share<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        match self {
            Self::Run(range) => range.next(),
            Self::Turns { next, step, end } => {
                let part = *next;
                *next += *step;
                (part < *end).then_some(part)
            }
            Self::Free { next, end } => Some(next.fetch_add(1, Ordering::Relaxed)).filter(|part| part < end),
        }
    }
}

/// Lets each thread work on its share of `parts`, and collects what they bring, in the order of the threads.
pub(super) fn share<R: Send>(
    parts: usize,
    threads: usize,
    mapping: Mapping,
    work: impl Fn(&mut dyn Iterator<Item = usize>) -> R + Sync,
) -> Vec<R> {
    let threads = threads.clamp(1, parts.max(1));
    let next = AtomicUsize::new(0);
    let share = |thread: usize| match mapping {
        Mapping::Block => Share::Run(parts * thread / threads..parts * (thread + 1) / threads),
        Mapping::Cyclic => Share::Turns { next: thread, step: threads, end: parts },
        Mapping::Dynamic => Share::Free { next: &next, end: parts },
    };
    if threads == 1 {
        return vec![work(&mut share(0))];
    }
    let (work, share) = (&work, &share);
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(&mut share(thread)))).collect();
        let joined =
            running.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        joined.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_handed_out_once_and_in_ascending_order() {
        for mapping in Mapping::ALL {
            for threads in [1, 2, 3, 7, 40] {
                for parts in [0, 1, 5, 34] {
                    let shares = share(parts, threads, mapping, |parts| parts.collect::<Vec<_>>());
                    assert!(shares.iter().all(|share| share.is_sorted()));
                    let mut all = shares.concat();
                    all.sort_unstable();
                    assert_eq!(all, (0..parts).collect::<Vec<_>>());
                }
            }
        }
    }
}
