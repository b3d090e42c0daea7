//! The server for a long time: first every attack in turn, then honest visitors beside abuse from one address.
//!
//! `cargo xtask soak [MINUTES]` runs it. A table says what was measured; a promise that is broken is named, and the
//! program fails. Times are promised on a quiet machine: how late the machine itself was is measured beside them, and
//! added to what is allowed.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a chore prints, and may fail")]

mod attacks;
mod honest;
mod report;
mod server;
mod siege;
mod wire;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use report::{Times, late};
use server::Server;
use siege::{END, HEALTH, IDLE, MEMORY, Statuses, attack_until, probe};

/// Visitors at a time.
const VISITORS: usize = 6;

/// A move may take so long for all but one in a hundred.
const PLAY: Duration = Duration::from_millis(20);

/// How much more memory may be in use at the end than in the first half: megabytes.
const GROWTH: f64 = 48.0;

fn main() -> ExitCode {
    let minutes = std::env::args().find_map(|argument| argument.parse::<f64>().ok()).unwrap_or(1.0);
    let wanted = std::env::var("AZULEJO_ATTACK").unwrap_or_default();
    println!("# attacks, each against a server of its own");
    let attacks: Vec<_> = attacks::all().into_iter().filter(|attack| attack.name.contains(&wanted)).collect();
    let mut broken: Vec<String> = attacks.iter().flat_map(siege::siege).collect();
    if wanted.is_empty() {
        broken.extend(soak(Duration::from_secs_f64(60.0 * minutes), &attacks));
    }
    if broken.is_empty() {
        println!("every promise was kept");
        return ExitCode::SUCCESS;
    }
    for broken in &broken {
        println!("broken: {broken}");
    }
    ExitCode::FAILURE
}

/// Visitors and abuse together; what broke.
fn soak(lasts: Duration, attacks: &[attacks::Attack]) -> Vec<String> {
    println!(
        "# {:.1} minutes: {VISITORS} visitors, and one address that abuses the server",
        lasts.as_secs_f64() / 60.0
    );
    let mut server = Server::start();
    let (over, to, statuses) = (AtomicBool::new(false), server.address, Statuses::default());
    let mut memory = Vec::new();
    let (visits, (health, failed), lateness) = std::thread::scope(|scope| {
        let over = &over;
        let visitors: Vec<_> =
            (0..VISITORS).map(|number| scope.spawn(move || honest::visit(number, to, over))).collect();
        let (probe, lateness) = (scope.spawn(move || probe(to, over)), scope.spawn(move || late(over)));
        let statuses = &statuses;
        let abuse = scope.spawn(move || {
            for attack in attacks.iter().cycle() {
                if over.load(Ordering::Relaxed) {
                    break;
                }
                attack_until(attack, to, over, Duration::from_secs(3), statuses);
            }
        });
        let begun = Instant::now();
        while begun.elapsed() < lasts {
            std::thread::sleep(Duration::from_millis(500));
            memory.push(server.memory("VmRSS"));
        }
        over.store(true, Ordering::Relaxed);
        abuse.join().unwrap();
        let visits: Vec<_> = visitors.into_iter().map(|visitor| visitor.join().unwrap()).collect();
        (visits, probe.join().unwrap(), lateness.join().unwrap())
    });
    let idle = server.idle_after(Duration::from_secs(10));
    let mut times: BTreeMap<&str, Times> = BTreeMap::new();
    let mut errors = Vec::new();
    for visit in visits {
        visit.times.into_iter().for_each(|(kind, more)| times.entry(kind).or_default().extend(more));
        errors.extend(visit.errors);
    }
    for (kind, times) in &times {
        print_times(kind, times);
    }
    print_times("health", &health);
    print_times("(the machine's own lateness)", &lateness);
    let told: Vec<String> =
        statuses.into_inner().unwrap().iter().map(|(status, number)| format!("{status}: {number}")).collect();
    println!("{:<30} {}", "what the abuser was told", told.join(", "));
    let most = |part: &[f64]| part.iter().copied().fold(0.0, f64::max);
    let (first, last) = memory.split_at(memory.len() / 2);
    let (first, last, high) = (most(first), most(last), server.memory("VmHWM"));
    println!("{:<30} {first:.0} MB in the first half, {last:.0} MB in the second, {high:.0} MB at most", "memory");
    let lived = server.lives();
    let ended = server.end();
    println!("{:<30} idle after {idle:.2?}, ended after {:.2?}", "the end", ended.unwrap_or(Duration::MAX));
    let allowed = lateness.allowance();
    let play = times.get("play").map_or(Duration::MAX, |times| times.at(0.99));
    let mut broken: Vec<String> =
        errors.iter().take(10).map(|error| format!("an error for the honest: {error}")).collect();
    let promises = [
        (lived, "the server died".to_owned()),
        (failed == 0, format!("{failed} times no health")),
        (play <= PLAY + allowed, format!("p99 of play {play:?}")),
        (health.at(0.99) <= HEALTH + allowed, format!("p99 of health {:?}", health.at(0.99))),
        (last <= first + GROWTH, format!("memory grew from {first:.0} MB to {last:.0} MB")),
        (high <= MEMORY, format!("{high:.0} MB of memory")),
        (idle <= IDLE + allowed, format!("idle after {idle:?}")),
        (ended.is_some_and(|ended| ended <= END), format!("ended after {ended:?}")),
    ];
    broken.extend(promises.into_iter().filter(|(kept, _)| !kept).map(|(_, what)| what));
    broken
}

fn print_times(kind: &str, times: &Times) {
    let ms = |part: f64| times.at(part).as_secs_f64() * 1e3;
    println!(
        "{kind:<30} {:>8}  p50 {:>8.2} ms  p99 {:>8.2} ms  worst {:>8.2} ms",
        times.len(),
        ms(0.5),
        ms(0.99),
        ms(1.0)
    );
}
