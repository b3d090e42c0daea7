//! Whole games: at a prompt, and by the hundred between computer players.

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::time::Instant;

use azulejo_blocky::ENTRY;
use azulejo_blocky::goal::Kind;
use azulejo_blocky::position::{Player, Setup};
use azulejo_blocky::rules::Rules;
use azulejo_blocky::simulate::{self, Played};
use azulejo_core::problem::Problem;
use azulejo_core::random::seed_of;
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;

use super::{GAME, depth, keys, rules};
use crate::failure::{Exit, Failure, Reply};
use crate::options::Common;
use crate::output::{print, print_json};
use crate::play::{self, seed_or_fresh};
use crate::progress;

/// Who plays what.
#[derive(Debug, Args)]
struct Table {
    /// How many random players
    #[arg(long, value_name = "N", default_value_t = 0)]
    random: usize,
    /// Smart players by difficulty, 0 to 5: `2,5`
    #[arg(long, value_name = "LEVELS", value_delimiter = ',')]
    smart: Vec<u32>,
    /// Searching players by the width of their beam: `24`
    #[arg(long, value_name = "WIDTHS", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=i64::from(Player::WIDEST)))]
    search: Vec<u32>,
    /// The deepest level of a block, 0 to 8
    #[arg(long, value_name = "D", default_value = "4", value_parser = depth)]
    depth: u8,
    /// Turns for each player
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=i64::from(Setup::MOST_TURNS)))]
    turns: u32,
    /// What all players want: blob, perimeter or diagonal; one of the first two by chance if not given
    #[arg(long, value_name = "GOAL", value_parser = kind)]
    goal: Option<Kind>,
    /// The edition of the rules: 2017, or 2020 with paint, combine and pass
    #[arg(long, value_name = "YEAR", default_value = "2017", value_parser = rules)]
    rules: Rules,
}

fn kind(text: &str) -> Result<Kind, String> {
    text.parse().map_err(|problem: Problem| problem.message)
}

impl Table {
    fn setup(&self, humans: usize) -> Result<Setup, Failure> {
        let players: Vec<Player> = std::iter::repeat_n(Player::Human, humans)
            .chain(std::iter::repeat_n(Player::Random, self.random.min(Setup::MOST_PLAYERS + 1)))
            .chain(self.smart.iter().map(|difficulty| Player::Smart(*difficulty)))
            .chain(self.search.iter().map(|width| Player::Search(*width)))
            .collect();
        if players.is_empty() || players.len() > Setup::MOST_PLAYERS {
            let message = format!("a game has 1 to {} players", Setup::MOST_PLAYERS);
            return Err(Problem::new(message).hint("add some with --random 1, --smart 2,5 or --search 24").into());
        }
        Ok(Setup { depth: self.depth, turns: self.turns, goal: self.goal, players, rules: self.rules })
    }
}

/// `azulejo blocky play`
#[derive(Debug, Args)]
pub(crate) struct Play {
    /// A board, an id, or a record to go on with; a new game by default
    #[arg(value_name = "INPUT")]
    input: Option<String>,
    /// How many people
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=64))]
    humans: u8,
    #[command(flatten)]
    table: Table,
    /// The seed of a new game: a number or any text
    #[arg(long, value_name = "S")]
    seed: Option<String>,
    /// Save the record to this file after every move
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Type moves at a prompt instead of pressing keys; always so when input or output is not a terminal
    #[arg(long)]
    prompt: bool,
}

pub(super) fn play(arguments: &Play, common: &Common) -> Reply {
    let setup = arguments.table.setup(arguments.humans.into())?;
    let mut general = play::Play {
        input: arguments.input.clone(),
        setup: setup.to_string(),
        seed: arguments.seed.clone(),
        save: arguments.save.clone(),
        bots: Vec::new(),
    };
    // A seed nobody chose must be the same when the game is opened again.
    general.seed = Some(seed_or_fresh(general.seed.as_deref()));
    // A record brings its own players with it.
    let session = play::open(&ENTRY, &general)?;
    let seats = session.position()["players"].as_array().cloned().unwrap_or_default();
    let players: Vec<String> = seats.iter().filter_map(|seat| seat["player"].as_str().map(str::to_owned)).collect();
    let by_keys =
        !arguments.prompt && !common.json && std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if by_keys {
        return keys::run(session, players, arguments.save.as_ref(), common);
    }
    general.bots = players.iter().filter_map(|player| bot_of(player)).collect();
    play::run(&ENTRY, &general, common)
}

/// The name under which a computer player is called; nothing for a person.
pub(super) fn bot_of(player: &str) -> Option<String> {
    match player.parse() {
        Ok(Player::Random) => Some("random".to_owned()),
        Ok(Player::Smart(difficulty)) => Some(format!("smart{}", difficulty.min(5))),
        Ok(Player::Search(_)) => Some("search".to_owned()),
        Ok(Player::Human) | Err(_) => None,
    }
}

/// `azulejo blocky simulate`
#[derive(Debug, Args)]
pub(crate) struct Simulate {
    #[command(flatten)]
    table: Table,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// The seed of the first game; the others follow
    #[arg(long, value_name = "S", default_value = "1")]
    seed: String,
    /// Keep everyone in the order given; otherwise seats rotate from game to game
    #[arg(long)]
    fixed_seats: bool,
}

#[derive(Serialize)]
struct Summary {
    games: u64,
    seed: String,
    setup: String,
    players: Vec<Tally>,
    moves: u64,
    elapsed_ms: f64,
    moves_per_second: f64,
}

#[derive(Serialize)]
struct Tally {
    player: String,
    wins: u64,
    share: f64,
    mean_score: f64,
}

pub(super) fn simulate(arguments: &Simulate, common: &Common) -> Reply {
    let setup = arguments.table.setup(0)?;
    let count = setup.players.len();
    let (budget, first) = (common.budget(), seed_of(&arguments.seed));
    let rotation = |number: u64| if arguments.fixed_seats { 0 } else { (number % count as u64) as usize };
    let bar = progress::bar(arguments.games, "games");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(common.threads()).build();
    let pool = pool.map_err(|error| Problem::new(format!("threads cannot be started: {error}")))?;
    let started = Instant::now();
    let results: Vec<Played> = pool.install(|| {
        (0..arguments.games)
            .into_par_iter()
            .map(|number| {
                let mut seated = setup.clone();
                seated.players.rotate_left(rotation(number));
                let played = simulate::game(&seated, first.wrapping_add(number), &budget);
                bar.inc(1);
                played
            })
            .collect()
    });
    bar.finish_and_clear();
    let elapsed = started.elapsed().as_secs_f64();
    let finished: Vec<(u64, &Played)> =
        (0..).zip(&results).filter(|(_, played)| played.end.to_move().is_none()).collect();
    let mut wins = vec![0_u64; count];
    let mut sums = vec![0_i64; count];
    for (number, played) in &finished {
        for (seat, score) in played.scores.iter().enumerate() {
            let player = (seat + rotation(*number)) % count;
            wins[player] += u64::from(played.winner() == seat);
            sums[player] += score;
        }
    }
    let games = finished.len().max(1) as f64;
    let tally = |(index, player): (usize, &Player)| Tally {
        player: player.to_string(),
        wins: wins[index],
        share: wins[index] as f64 / games,
        mean_score: sums[index] as f64 / games,
    };
    let moves = results.iter().map(|played| played.moves.len() as u64).sum();
    let summary = Summary {
        games: finished.len() as u64,
        seed: arguments.seed.clone(),
        setup: setup.to_string(),
        players: setup.players.iter().enumerate().map(tally).collect(),
        moves,
        elapsed_ms: elapsed * 1e3,
        moves_per_second: moves as f64 / elapsed,
    };
    if common.json {
        print_json(GAME, "simulate", "ok", &summary)?;
    } else {
        print(&summary_text(&summary))?;
    }
    Ok(budget.check().err().map_or(Exit::Answered, Into::into))
}

fn summary_text(summary: &Summary) -> String {
    let head = format!("{:<12} {:>6} {:>8} {:>11}", "player", "wins", "share", "mean score");
    let rows = summary.players.iter().map(|tally| {
        let share = format!("{:.1} %", tally.share * 100.0);
        format!("{:<12} {:>6} {share:>8} {:>11.2}", tally.player, tally.wins, tally.mean_score)
    });
    let foot =
        format!("{} games, {} moves, {:.0} moves a second\n", summary.games, summary.moves, summary.moves_per_second);
    std::iter::once(head).chain(rows).chain([foot]).collect::<Vec<_>>().join("\n")
}
