//! Measures Blocky's speed and strength: `cargo bench -p azulejo-blocky [-- speed|solo|duel]`.
//!
//! Times are those of one thread's processor, where the system tells them, and the best of several slices.

#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::expect_used, clippy::format_collect)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use azulejo_blocky::board::{Board, Color, Path};
use azulejo_blocky::generate::random_board;
use azulejo_blocky::goal::{Aim, BlobEvaluator, Evaluator, Kind};
use azulejo_blocky::layout::square_of;
use azulejo_blocky::position::{Player, Setup};
use azulejo_blocky::rules::{Motion, Rules};
use azulejo_blocky::sides::Sides;
use azulejo_blocky::simulate::game;
use azulejo_blocky::solve::{Prunings, Turns, beam, perimeter};
use azulejo_core::budget::Budget;
use azulejo_core::random::Random;

fn main() {
    // Cargo adds a flag of its own.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let asked = |name: &str| wanted.is_empty() || wanted.iter().any(|word| word == name);
    if asked("speed") {
        speed();
    }
    if asked("solo") {
        solo();
    }
    if asked("duel") {
        duel();
    }
}

/// Time this thread has spent on a processor.
fn processor_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    told.and_then(|text| text.split_whitespace().next()?.parse().ok())
        .map_or_else(|| START.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}

fn since(start: Duration) -> Duration {
    processor_time().saturating_sub(start)
}

/// Seconds for one call of the work, the best of some slices; the work says how many things it did.
fn seconds_per_thing(mut work: impl FnMut() -> u64) -> f64 {
    let mut best = f64::MAX;
    let mut rounds = 1;
    // Asking for the time takes longer than many a piece of work: a slice asks twice.
    for _ in 0..16 {
        let start = processor_time();
        let things: u64 = (0..rounds).map(|_| work()).sum();
        if since(start).as_millis() < 20 {
            rounds *= 4;
            continue;
        }
        best = best.min(since(start).as_secs_f64() / things as f64);
    }
    best
}

fn boards(depth: u8, count: u64) -> Vec<Board> {
    (0..count).map(|seed| random_board(depth, &mut Random::new(seed))).collect()
}

fn speed() {
    println!("depth  random board   perimeter moves/s  blob moves/s  blob score   locations");
    for depth in 2..=6 {
        let boards = boards(depth, 32);
        let mut random = Random::new(1);
        let made = seconds_per_thing(|| {
            black_box(random_board(depth, &mut random));
            1
        });
        let sides: Vec<Sides> = boards.iter().map(|board| Sides::of(board, Color::Red)).collect();
        let divided: Vec<Vec<Path>> = boards.iter().map(|board| board.divided().collect()).collect();
        let perimeter = seconds_per_thing(|| {
            let mut things = 0;
            let mut sum = 0;
            for (sides, divided) in sides.iter().zip(&divided) {
                for path in divided {
                    for motion in Motion::ALL {
                        sum += sides.change(*path, motion);
                    }
                }
                things += 4 * divided.len() as u64;
            }
            black_box(sum);
            things
        });
        let mut evaluators: Vec<BlobEvaluator> = boards
            .iter()
            .map(|board| {
                let mut evaluator = BlobEvaluator::new(Color::Red);
                evaluator.load(board);
                evaluator
            })
            .collect();
        let blob = seconds_per_thing(|| {
            let mut things = 0;
            let mut sum = 0;
            for (evaluator, divided) in evaluators.iter_mut().zip(&divided) {
                for path in divided {
                    for motion in Motion::ALL {
                        sum += evaluator.after(*path, motion);
                    }
                }
                things += 4 * divided.len() as u64;
            }
            black_box(sum);
            things
        });
        let aim = Aim { kind: Kind::Blob, color: Color::Red };
        let score =
            seconds_per_thing(|| boards.iter().map(|board| u64::from(black_box(aim.score(board)) < 9999)).sum());
        let located = seconds_per_thing(|| {
            boards
                .iter()
                .map(|board| board.paths().map(|path| black_box(square_of(path, 750)).size).sum::<u32>())
                .sum::<u32>();
            boards.len() as u64
        });
        println!(
            "{depth:5}  {:9.3} µs  {:14.1} M  {:10.3} M  {:7.3} µs  {:7.3} µs",
            made * 1e6,
            1e-6 / perimeter,
            1e-6 / blob,
            score * 1e6,
            located * 1e6
        );
    }
    let board = random_board(8, &mut Random::new(1));
    let aim = Aim { kind: Kind::Blob, color: Color::Red };
    println!("depth 8 blob score: {:.1} µs", seconds_per_thing(|| u64::from(black_box(aim.score(&board)) > 0)) * 1e6);
}

/// Mean final scores of single games of ten turns, all players on the same boards.
fn solo() {
    println!("\nten turns alone     random   smart5   search without smash (ms)    search (ms)    optimum");
    for (depth, games) in [(3, 60), (4, 60), (5, 20)] {
        for kind in Kind::ORIGINAL {
            let played = |player: Player| {
                let setup = Setup { depth, turns: 10, goal: Some(kind), players: vec![player], rules: Rules::Original };
                let start = processor_time();
                let sum: i64 = (0..games).map(|seed| game(&setup, seed, &Budget::unlimited()).scores[0]).sum();
                let time = since(start).as_secs_f64() * 1e3 / games as f64;
                (sum as f64 / games as f64, time)
            };
            let planned = |turns: Turns| {
                let start = processor_time();
                let sum: u32 = (0..games)
                    .map(|seed| {
                        let setup = Setup { depth, goal: Some(kind), ..Setup::solo() };
                        let position = setup.deal(seed);
                        let aim = position.seats()[0].aim;
                        let outcome = match (kind, turns) {
                            (Kind::Blob, Turns::AtMost(turns)) => beam::best(
                                &position.board,
                                aim,
                                turns,
                                WIDTH,
                                Prunings::default(),
                                &Budget::unlimited(),
                            ),
                            _ => perimeter::best(&position.board, aim.color, turns, &Budget::unlimited()),
                        };
                        outcome.solution().unwrap().score
                    })
                    .sum();
                let time = since(start).as_secs_f64() * 1e3 / games as f64;
                (f64::from(sum) / games as f64, time)
            };
            let (random, _) = played(Player::Random);
            let (smart, _) = played(Player::Smart(5));
            let (without, without_time) = planned(Turns::AtMost(10));
            let (search, time) = played(Player::Search(WIDTH as u32));
            let optimum = match kind {
                Kind::Perimeter => format!("{:10.2}", planned(Turns::Unlimited).0),
                _ => String::new(),
            };
            println!(
                "depth {depth} {kind:10} {random:8.2} {smart:8.2}   {without:8.2} {:+5.1} % ({without_time:6.1})  {search:8.2} ({time:6.1}) {optimum}",
                (without / smart - 1.0) * 100.0,
                kind = kind.to_string()
            );
        }
    }
}

/// The beam of the measured searching player.
const WIDTH: usize = 150;

/// Two hundred games against the best of the original's players, seats in turn.
fn duel() {
    println!("\ntwo players, ten turns each, against smart5      won of 200, ms a game");
    for depth in [4, 5] {
        for kind in Kind::ORIGINAL {
            let (mut won, mut games) = (0, 0);
            let start = processor_time();
            for seed in 0..100 {
                for seat in 0..2 {
                    let mut players = vec![Player::Smart(5); 2];
                    players[seat] = Player::Search(8);
                    let setup = Setup { depth, turns: 10, goal: Some(kind), players, rules: Rules::Original };
                    games += 1;
                    won += u32::from(game(&setup, seed, &Budget::unlimited()).winner() == seat);
                }
            }
            let time = since(start).as_secs_f64() * 1e3 / f64::from(games);
            println!("depth {depth} {:10} search8 {won:22} {time:10.1}", kind.to_string());
        }
    }
}
