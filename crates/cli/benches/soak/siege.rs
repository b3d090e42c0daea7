//! Each attack against a server of its own, and what it came to: answers, health meanwhile, memory, idleness, ending.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::net::{Ipv4Addr, SocketAddrV4, TcpStream};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::attacks::{Attack, Manner, Origin};
use crate::report::{Times, late};
use crate::server::Server;
use crate::wire::{Client, dial, get};

/// How long each attack lasts.
const LASTS: Duration = Duration::from_secs(4);

/// Health may take so long for all but one in a hundred.
pub(crate) const HEALTH: Duration = Duration::from_millis(50);

/// The server may use so many megabytes.
pub(crate) const MEMORY: f64 = 512.0;

/// It is idle so long after its last client.
pub(crate) const IDLE: Duration = Duration::from_secs(1);

/// It ends so long after it was asked to.
pub(crate) const END: Duration = Duration::from_millis(3500);

/// How many answers of each status there were; 0 stands for none at all.
pub(crate) type Statuses = Mutex<BTreeMap<u16, usize>>;

pub(crate) fn count(statuses: &Statuses, status: u16) {
    *statuses.lock().unwrap().entry(status).or_default() += 1;
}

/// Asks for the health until it is over.
pub(crate) fn probe(address: SocketAddrV4, over: &AtomicBool) -> (Times, usize) {
    let mut client = Client::new(Ipv4Addr::new(127, 99, 0, 1), address);
    let (mut times, mut failed) = (Times::default(), 0);
    while !over.load(Ordering::Relaxed) {
        let begun = Instant::now();
        match client.ask(&get("/api/v1/health")) {
            Ok(answer) if answer.status == 200 => times.add(begun.elapsed()),
            _ => failed += 1,
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    (times, failed)
}

fn address(from: Origin, number: usize) -> Ipv4Addr {
    match from {
        Origin::One => Ipv4Addr::LOCALHOST,
        Origin::Many => Ipv4Addr::new(127, 1, (number / 250) as u8, (number % 250) as u8 + 1),
    }
}

/// One client of an attack, until it is over.
fn behave(attack: &Attack, number: usize, to: SocketAddrV4, over: &AtomicBool, statuses: &Statuses) {
    let from = address(attack.from, number);
    let mut client = Client::new(from, to);
    let mut index = number;
    while !over.load(Ordering::Relaxed) {
        let question = &attack.questions[index % attack.questions.len()];
        index += 1;
        match attack.manner {
            Manner::Leaves(after) => {
                let _ = client.leave(question, after);
            }
            _ => count(statuses, client.ask(question).map_or(0, |answer| answer.status)),
        }
    }
}

/// Connections that only hold what they have.
fn hold(attack: &Attack, to: SocketAddrV4, over: &AtomicBool) {
    let mut held: Vec<(TcpStream, Vec<u8>, usize)> = Vec::new();
    for number in 0..attack.clients {
        if over.load(Ordering::Relaxed) {
            return;
        }
        let Ok(stream) = dial(address(attack.from, number), to) else { continue };
        let question = &attack.questions[number % attack.questions.len()];
        let bytes = match attack.manner {
            Manner::NeverReads(times) => question.repeat(times),
            Manner::Halves => question[..question.len() - 1].to_vec(),
            _ => question.clone(),
        };
        let _ = stream.set_nonblocking(true);
        held.push((stream, bytes, 0));
    }
    let part = if matches!(attack.manner, Manner::Drips) { 1 } else { usize::MAX };
    while !over.load(Ordering::Relaxed) {
        for (stream, bytes, written) in &mut held {
            let end = written.saturating_add(part).min(bytes.len());
            if let Ok(more) = stream.write(&bytes[*written..end]) {
                *written += more;
            }
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Runs an attack until it is told that it is over.
fn run(attack: &Attack, to: SocketAddrV4, over: &AtomicBool, statuses: &Statuses) {
    std::thread::scope(|scope| match attack.manner {
        Manner::Answers | Manner::Leaves(_) => {
            for number in 0..attack.clients {
                scope.spawn(move || behave(attack, number, to, over, statuses));
            }
        }
        Manner::NeverReads(_) | Manner::Halves | Manner::Drips => hold(attack, to, over),
    });
}

/// An attack for so long, or until all is over; from one address, whatever it does alone.
pub(crate) fn attack_until(
    attack: &Attack,
    to: SocketAddrV4,
    all_over: &AtomicBool,
    lasts: Duration,
    statuses: &Statuses,
) {
    let one = Attack { from: Origin::One, name: attack.name, questions: attack.questions.clone(), ..*attack };
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| run(&one, to, &over, statuses));
        let begun = Instant::now();
        while begun.elapsed() < lasts && !all_over.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(50));
        }
        over.store(true, Ordering::Relaxed);
    });
}

/// What broke, in words; nothing where all promises were kept.
pub(crate) fn siege(attack: &Attack) -> Vec<String> {
    let mut server = Server::start();
    let (over, statuses) = (AtomicBool::new(false), Statuses::default());
    let to = server.address;
    let (health, failed, lateness, idle) = std::thread::scope(|scope| {
        let probe = scope.spawn(|| probe(to, &over));
        let lateness = scope.spawn(|| late(&over));
        let attacked = scope.spawn(|| run(attack, to, &over, &statuses));
        std::thread::sleep(LASTS);
        over.store(true, Ordering::Relaxed);
        let (health, failed) = probe.join().unwrap();
        let lateness = lateness.join().unwrap();
        attacked.join().unwrap();
        (health, failed, lateness, server.idle_after(Duration::from_secs(10)))
    });
    let memory = server.memory("VmHWM");
    let lived = server.lives();
    // The same once more, and the end in the middle of it.
    let over = AtomicBool::new(false);
    let ended = std::thread::scope(|scope| {
        scope.spawn(|| run(attack, to, &over, &Statuses::default()));
        std::thread::sleep(Duration::from_millis(700));
        let ended = server.end();
        over.store(true, Ordering::Relaxed);
        ended
    });
    let statuses = statuses.into_inner().unwrap();
    let told: Vec<String> = statuses.iter().map(|(status, number)| format!("{status}: {number}")).collect();
    let p99 = health.at(0.99);
    println!(
        "{:<42} health p99 {:>7.1} ms (machine {:>6.1})  {:>4.0} MB  idle {:>5.2} s  end {:>5.2} s  {}",
        attack.name,
        p99.as_secs_f64() * 1e3,
        lateness.at(0.99).as_secs_f64() * 1e3,
        memory,
        idle.as_secs_f64(),
        ended.map_or(f64::INFINITY, |ended| ended.as_secs_f64()),
        told.join(", ")
    );
    let mut broken = Vec::new();
    let mut promise = |kept: bool, what: String| {
        if !kept {
            broken.push(format!("{}: {what}", attack.name));
        }
    };
    promise(lived, "the server died".to_owned());
    promise(failed == 0, format!("{failed} times no health"));
    promise(
        p99 <= HEALTH + lateness.allowance(),
        format!("health p99 {p99:?}, the machine's own {:?}", lateness.at(0.99)),
    );
    promise(memory <= MEMORY, format!("{memory:.0} MB"));
    promise(idle <= IDLE + lateness.allowance(), format!("idle after {idle:?}"));
    promise(ended.is_some_and(|ended| ended <= END), format!("ended after {ended:?}"));
    let wrong = statuses.keys().find(|status| !matches!(status, 0 | 200..500 | 503));
    promise(wrong.is_none(), format!("status {wrong:?}"));
    broken
}
