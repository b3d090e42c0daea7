//! `azulejo switcher simulate`: many games between bots, and what they add up to.

use std::time::Instant;

use azulejo_core::problem::Problem;
use azulejo_core::random::seed_of;
use azulejo_switcher::bots::Bot;
use azulejo_switcher::position::Setup;
use azulejo_switcher::simulate;
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;

use super::GAME;
use crate::failure::{Exit, Reply};
use crate::options::Common;
use crate::output::{print, print_json};
use crate::progress;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// How many games
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Who plays, one bot a seat; seats rotate from game to game
    #[arg(long, value_delimiter = ',', default_value = "strong,greedy")]
    bots: Vec<String>,
    /// `-four` or `-box` after the number of players, as in `2p-four`
    #[arg(long)]
    setup: Option<String>,
    /// The seed of the first game; the others follow
    #[arg(long, default_value = "1")]
    seed: String,
}

#[derive(Serialize)]
struct Simulated {
    games: u64,
    seed: String,
    setup: String,
    bots: Vec<Tally>,
    unfinished: u64,
    first_seat_wins: u64,
    mean_turns: f64,
    elapsed_ms: f64,
    games_per_second: f64,
}

#[derive(Serialize)]
struct Tally {
    bot: String,
    wins: u64,
    share: f64,
    mean_cards_left: f64,
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Reply {
    let players = arguments.bots.len();
    let setup: Setup = arguments.setup.clone().unwrap_or(format!("{players}p")).parse()?;
    let unknown = |name: &String| Problem::new(format!("there is no bot `{name}`: expected `greedy` or `strong`"));
    let bots: Vec<Bot> =
        arguments.bots.iter().map(|name| Bot::find(name).ok_or_else(|| unknown(name))).collect::<Result<_, _>>()?;
    if players != setup.players {
        return Err(Problem::new(format!("{players} bots cannot play a game of {}", setup.players)).into());
    }
    let (budget, first) = (common.budget(), seed_of(&arguments.seed));
    let bar = progress::bar(arguments.games, "games");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(common.threads()).build();
    let pool = pool.map_err(|error| Problem::new(format!("threads cannot be started: {error}")))?;
    let started = Instant::now();
    let sums = pool.install(|| {
        (0..arguments.games)
            .into_par_iter()
            .take_any_while(|_| budget.check().is_ok())
            .map(|number| {
                let mut seated = bots.clone();
                let turned = (number % players as u64) as usize;
                seated.rotate_left(turned);
                let played = simulate::game(&setup, &seated, first.wrapping_add(number), &budget)?;
                bar.inc(1);
                Ok(played.map_or_else(|| Sums::none(players), |played| Sums::of(&played, turned)))
            })
            .try_reduce(|| Sums::none(players), |one, other| Ok::<_, Problem>(one.plus(&other)))
    })?;
    bar.finish_and_clear();
    let elapsed = started.elapsed().as_secs_f64();
    let games = sums.games.max(1) as f64;
    let tallies = arguments.bots.iter().enumerate().map(|(bot, name)| Tally {
        bot: name.clone(),
        wins: sums.wins[bot],
        share: sums.wins[bot] as f64 / games,
        mean_cards_left: sums.left[bot] as f64 / games,
    });
    let summary = Simulated {
        games: sums.games,
        seed: arguments.seed.clone(),
        setup: setup.to_string(),
        bots: tallies.collect(),
        unfinished: sums.games - sums.wins.iter().sum::<u64>(),
        first_seat_wins: sums.first_seat,
        mean_turns: sums.turns as f64 / games,
        elapsed_ms: elapsed * 1e3,
        games_per_second: sums.games as f64 / elapsed,
    };
    let stop = budget.check().err().filter(|_| sums.games < arguments.games);
    if common.json {
        print_json(GAME, "simulate", if stop.is_some() { "gave_up" } else { "ok" }, &summary)?;
    } else {
        print(&simulation_text(&summary))?;
    }
    Ok(stop.map_or(Exit::Answered, Into::into))
}

/// What many games add up to; only games that ended count.
struct Sums {
    games: u64,
    turns: u64,
    first_seat: u64,
    wins: Vec<u64>,
    left: Vec<u64>,
}

impl Sums {
    fn none(players: usize) -> Self {
        Self { games: 0, turns: 0, first_seat: 0, wins: vec![0; players], left: vec![0; players] }
    }

    /// One game in which seat `n` was taken by bot `n + turned`.
    fn of(played: &simulate::Played, turned: usize) -> Self {
        let players = played.left.len();
        let mut sums = Self::none(players);
        (sums.games, sums.turns) = (1, played.turns as u64);
        sums.first_seat = u64::from(played.winner == Some(0));
        for seat in 0..players {
            let bot = (seat + turned) % players;
            sums.wins[bot] = u64::from(played.winner == Some(seat));
            sums.left[bot] = played.left[seat] as u64;
        }
        sums
    }

    fn plus(&self, other: &Self) -> Self {
        let each = |one: &[u64], other: &[u64]| one.iter().zip(other).map(|(one, other)| one + other).collect();
        Self {
            games: self.games + other.games,
            turns: self.turns + other.turns,
            first_seat: self.first_seat + other.first_seat,
            wins: each(&self.wins, &other.wins),
            left: each(&self.left, &other.left),
        }
    }
}

fn simulation_text(summary: &Simulated) -> String {
    let mut text = format!("{:<10} {:>6} {:>8} {:>11}\n", "bot", "wins", "share", "cards left");
    for tally in &summary.bots {
        let share = format!("{:.1} %", tally.share * 100.0);
        text.push_str(&format!("{:<10} {:>6} {share:>8} {:>11.2}\n", tally.bot, tally.wins, tally.mean_cards_left));
    }
    text.push_str(&format!(
        "{} games of {:.1} turns on average; the first seat won {}; {:.1} games a second\n",
        summary.games, summary.mean_turns, summary.first_seat_wins, summary.games_per_second
    ));
    text
}
