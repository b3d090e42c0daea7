//! `simulate`: many games between computer players.

use std::time::Duration;

use azulejo_core::budget::{Budget, in_parallel};
use azulejo_core::options::Seed;
use azulejo_core::outcome::Halt;
use azulejo_core::report::Page;
use azulejo_core::verb::{Nothing, Reply, Verb};
use schemars::JsonSchema;
use serde::Serialize;

use super::table::table;
use crate::Blocky;
use crate::position::{Player, Setup};
use crate::simulate::game;

table! {
    /// Which games to play.
    SimulateOptions {
        /// How many games
        #[serde(default = "hundred")]
        #[schemars(extend("x-value" = "N"))]
        games: u64,
        /// The seed of the first game, a number or any text; the others follow
        #[serde(default = "first")]
        #[schemars(extend("x-value" = "S"))]
        seed: Seed,
        /// Keep everyone in the order given; otherwise seats rotate from game to game
        #[serde(default)]
        fixed_seats: bool,
    }
}

fn hundred() -> u64 {
    100
}

fn first() -> Seed {
    Seed("1".to_owned())
}

/// How the games went.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Summary {
    /// Games played to the end.
    pub games: u64,
    /// The seed of the first.
    pub seed: String,
    /// The table.
    pub setup: String,
    /// How each player did, in the order given.
    pub players: Vec<Tally>,
    /// Moves in all games.
    pub moves: u64,
    /// Moves in a second.
    pub moves_per_second: f64,
}

/// How a player did.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Tally {
    /// Who.
    pub player: Player,
    /// Games won.
    pub wins: u64,
    /// The share of them.
    pub share: f64,
    /// The mean of the scores.
    pub mean_score: f64,
}

/// What some games add up to, by player.
#[derive(Clone, Debug)]
struct Sums {
    games: u64,
    moves: u64,
    wins: Vec<u64>,
    scores: Vec<i64>,
}

impl Sums {
    fn none(players: usize) -> Self {
        Self { games: 0, moves: 0, wins: vec![0; players], scores: vec![0; players] }
    }

    /// Adds one game in which everyone sits so many seats further on.
    fn play(&mut self, setup: &Setup, rotation: usize, seed: u64, budget: &Budget) {
        let count = setup.players.len();
        let mut seated = setup.clone();
        seated.players.rotate_left(rotation);
        let played = game(&seated, seed, budget);
        self.moves += played.moves.len() as u64;
        if played.end.to_move().is_some() {
            return;
        }
        self.games += 1;
        self.wins[(played.winner() + rotation) % count] += 1;
        for (seat, score) in played.scores.iter().enumerate() {
            self.scores[(seat + rotation) % count] += score;
        }
    }

    fn and(mut self, other: &Self) -> Self {
        self.games += other.games;
        self.moves += other.moves;
        self.wins.iter_mut().zip(&other.wins).for_each(|(sum, wins)| *sum += wins);
        self.scores.iter_mut().zip(&other.scores).for_each(|(sum, score)| *sum += score);
        self
    }
}

/// At most so many parts are shared among threads, so that any number of games takes little memory.
const PARTS: u64 = 4096;

/// Many games between computer players.
#[derive(Debug)]
pub struct Simulate;

impl Verb for Simulate {
    type Game = Blocky;
    type On = Nothing;
    type Options = SimulateOptions;
    type Answer = Summary;
    const NAME: &'static str = "simulate";
    const ABOUT: &'static str = "Let computer players play many games";

    fn run(_: &Nothing, options: &SimulateOptions, budget: &Budget) -> Result<Reply<Summary>, Halt> {
        let setup = options.table(0).setup()?;
        let count = setup.players.len();
        let seed = options.seed.number();
        let size = options.games.div_ceil(PARTS).max(1);
        let parts = in_parallel(budget, options.games.div_ceil(size), |part, budget| {
            let mut sums = Sums::none(count);
            for number in part * size..options.games.min((part + 1) * size) {
                if budget.check().is_err() {
                    break;
                }
                let rotation = if options.fixed_seats { 0 } else { (number % count as u64) as usize };
                sums.play(&setup, rotation, seed.wrapping_add(number), budget);
            }
            sums
        });
        let Sums { games, moves, wins, scores } = parts.iter().fold(Sums::none(count), Sums::and);
        let mean = |sum: f64| sum / games.max(1) as f64;
        let tally = |((player, wins), score): ((&Player, u64), i64)| Tally {
            player: *player,
            wins,
            share: mean(wins as f64),
            mean_score: mean(score as f64),
        };
        let summary = Summary {
            games,
            seed: options.seed.to_string(),
            setup: setup.to_string(),
            players: setup.players.iter().zip(wins).zip(scores).map(tally).collect(),
            moves,
            moves_per_second: 0.0,
        };
        Ok(match budget.check() {
            Err(stop) if games < options.games => Reply::cut_short(summary, stop),
            _ => Reply::ok(summary),
        })
    }

    fn tell(_: &Nothing, _: &SimulateOptions, reply: &Reply<Summary>, page: &mut Page) {
        let Summary { games, moves, moves_per_second, players, .. } = &reply.answer;
        let head = format!("{:<12} {:>6} {:>8} {:>11}\n", "player", "wins", "share", "mean score");
        let rows = players.iter().map(|Tally { player, wins, share, mean_score }| {
            let share = format!("{:.1} %", share * 100.0);
            format!("{:<12} {wins:>6} {share:>8} {mean_score:>11.2}\n", player.to_string())
        });
        let foot = format!("{games} games, {moves} moves, {moves_per_second:.0} moves a second\n");
        page.text(std::iter::once(head).chain(rows).chain([foot]).collect::<String>());
    }

    fn timed(answer: &mut Summary, elapsed: Duration) {
        answer.moves_per_second = answer.moves as f64 / elapsed.as_secs_f64().max(f64::EPSILON);
    }
}
