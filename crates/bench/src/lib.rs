//! How the games' benchmarks measure and print: CPU time of one process, so that a busy machine changes little.
//!
//! A benchmark is a program with `harness = false` that makes a [`Suite`] and measures. Run plainly it prints a table.
//! Run with `--workload NAME` it does that fixed work once and prints nothing: what callgrind counts.
//!
//! Tests and benchmarks share two things more: [`shared_data`], what others worked out, and [`stress`], random boards by
//! the thousand in the tests and by the million in the chore.
#![allow(clippy::print_stdout, reason = "printing is what a benchmark is for")]

mod shared;
mod stress;

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ProcessTime;
pub use shared::shared_data;
pub use stress::stress;

/// The benchmarks of one game.
#[derive(Debug)]
pub struct Suite {
    workload: Option<String>,
}

impl Suite {
    /// Reads what was asked for from the command line.
    pub fn new(game: &str) -> Self {
        let mut arguments = std::env::args().skip_while(|argument| argument != "--workload").skip(1);
        let workload = arguments.next();
        if workload.is_none() {
            println!("# {game} (CPU time, one process)");
        }
        Self { workload }
    }

    /// How many times a second a piece of work is done; `work` says how many it did.
    pub fn rate(&self, name: &str, unit: &str, mut work: impl FnMut() -> u64) {
        if self.runs(name) {
            black_box(work());
            return;
        }
        if self.workload.is_some() {
            return;
        }
        work();
        let start = ProcessTime::now();
        let mut done = 0;
        while start.elapsed() < Duration::from_millis(700) {
            done += black_box(work());
        }
        let rate = done as f64 / start.elapsed().as_secs_f64();
        println!("{name:<48} {:>12} {unit}/s", grouped(rate));
    }

    /// The time each item takes: median, 95th percentile, worst, and all together.
    pub fn each<T>(&self, name: &str, items: &[T], mut work: impl FnMut(&T)) {
        if self.runs(name) {
            items.iter().for_each(work);
            return;
        }
        if self.workload.is_some() || items.is_empty() {
            return;
        }
        let mut times: Vec<Duration> = items
            .iter()
            .map(|item| {
                let start = ProcessTime::now();
                work(item);
                start.elapsed()
            })
            .collect();
        let total: Duration = times.iter().sum();
        times.sort_unstable();
        let at = |part: usize| shown(times[(times.len() * part / 100).min(times.len() - 1)]);
        println!(
            "{name:<48} {:>6} items  median {}  p95 {}  max {}  total {}",
            times.len(),
            at(50),
            at(95),
            at(100),
            shown(total)
        );
    }

    /// A figure worked out elsewhere.
    pub fn say(&self, name: &str, figure: &str) {
        if self.workload.is_none() {
            println!("{name:<48} {figure}");
        }
    }

    /// Whether tables are printed, rather than one workload counted.
    pub fn is_table(&self) -> bool {
        self.workload.is_none()
    }

    fn runs(&self, name: &str) -> bool {
        self.workload.as_deref() == Some(name)
    }
}

/// The CPU time that a piece of work takes.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = ProcessTime::now();
    let result = work();
    (result, start.elapsed())
}

/// A duration in the unit that suits it.
pub fn shown(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        0.0..1e-3 => format!("{:.1} µs", seconds * 1e6),
        1e-3..1.0 => format!("{:.2} ms", seconds * 1e3),
        _ => format!("{seconds:.2} s"),
    }
}

fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
