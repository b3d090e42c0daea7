//! Verbs about whole games: a new one, many between bots.

use std::time::Duration;

use azulejo_core::budget::{Budget, in_parallel};
use azulejo_core::id::Id;
use azulejo_core::open::seeded;
use azulejo_core::options::{List, Seed};
use azulejo_core::outcome::Halt;
use azulejo_core::problem::Problem;
use azulejo_core::report::Page;
use azulejo_core::scene::Scene;
use azulejo_core::verb::{Cost, Draws, Nothing, Reply, Verb};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{in_option, of_option};
use crate::board::CellSet;
use crate::bots::Bot;
use crate::cards::Mov7;
use crate::position::{Position, Refill, Setup};
use crate::simulate::{Played, game};
use crate::words::ID;
use crate::{Switcher, draw, rules};

/// What the players agree on.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct NewOptions {
    /// How many play
    #[serde(default = "two")]
    #[schemars(range(min = 2, max = 4))]
    players: usize,
    /// How the seventh card is read
    #[serde(default)]
    mov7: Mov7,
    /// Draw new figure cards at once, as the rules in the box have it, and not at the end of the turn
    #[serde(default, rename = "box")]
    at_once: bool,
    /// All of this in one word: `2p`, `3p-four`, `4p-box`
    #[schemars(extend("x-conflicts" = ["players", "mov7", "box"]))]
    setup: Option<String>,
    /// The seed: a number or any text
    seed: Option<Seed>,
}

fn two() -> usize {
    Setup::default().players
}

/// The setup of a word, which is a problem of the option `setup` if it is none.
fn named_setup(text: &str) -> Result<Setup, Halt> {
    let setup = text.parse().map_err(|problem: Problem| in_option("setup")(problem.into()))?;
    Ok(setup)
}

impl NewOptions {
    fn setup(&self) -> Result<Setup, Halt> {
        match self.setup.as_deref() {
            None | Some("") => {
                let refill = if self.at_once { Refill::Box } else { Refill::Turn };
                Ok(Setup { players: self.players, mov7: self.mov7, refill })
            }
            Some(text) => named_setup(text),
        }
    }
}

/// A game that has begun.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Begun {
    /// The id that begins it again, everywhere.
    id: Id,
    /// Its seed.
    seed: String,
    /// The rows of the board.
    board: Vec<String>,
    /// The first position.
    position: Position,
}

/// A shuffled board, and cards dealt.
#[derive(Debug)]
pub struct New;

impl Verb for New {
    type Game = Switcher;
    type On = Nothing;
    type Options = NewOptions;
    type Answer = Begun;
    const NAME: &'static str = "new";
    const ABOUT: &'static str = "Shuffle a board and deal the cards of a new game";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(_: &Nothing, options: &NewOptions, _: &Budget) -> Result<Reply<Begun>, Halt> {
        let setup = options.setup()?;
        let seed = options.seed.clone().unwrap_or_else(Seed::fresh);
        let position = rules::start(&setup, seed.number());
        // The usual setup goes without saying.
        let word = if setup == Setup::default() { String::new() } else { setup.to_string() };
        let board = position.board.line().split('/').map(str::to_owned).collect();
        Ok(Reply::ok(Begun { id: seeded::<Switcher>(word, &seed), seed: seed.to_string(), board, position }))
    }

    fn tell(_: &Nothing, _: &NewOptions, reply: &Reply<Begun>, page: &mut Page) {
        let spaced = |row: &String| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
        page.text(reply.answer.board.iter().map(|row| spaced(row) + "\n").collect::<String>());
        page.note(ID.with([("id", reply.answer.id.to_string().into())]));
    }

    fn scenes(_: &Nothing, _: &NewOptions, reply: &Reply<Begun>) -> Vec<Scene> {
        vec![draw::board("a Switcher board", &reply.answer.position.board, CellSet::default())]
    }
}

/// Which games bots play.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SimulateOptions {
    /// How many games
    #[serde(default = "hundred")]
    games: u64,
    /// Who plays, one bot a seat; seats rotate from game to game
    #[serde(default = "rivals")]
    bots: List<Bot>,
    /// `-four` or `-box` after the number of players, as in `2p-four`
    setup: Option<String>,
    /// The seed of the first game; the others follow
    #[serde(default = "first_seed")]
    seed: Seed,
}

fn hundred() -> u64 {
    100
}

fn rivals() -> List<Bot> {
    List(vec![Bot::Strong, Bot::Greedy])
}

fn first_seed() -> Seed {
    Seed("1".to_owned())
}

/// What many games came to; only games that ended count.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Simulated {
    /// How many were played to their end.
    games: u64,
    /// The seed of the first.
    seed: String,
    /// What was played.
    setup: String,
    /// The bots in the order they were named.
    bots: Vec<Tally>,
    /// Games that went on too long for a winner.
    unfinished: u64,
    /// How often the first seat won.
    first_seat_wins: u64,
    /// Turns of a game on average.
    mean_turns: f64,
    /// How fast they were played.
    games_per_second: f64,
}

/// How one bot fared.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Tally {
    /// Its name.
    bot: Bot,
    /// Games won.
    wins: u64,
    /// The same as a part of all.
    share: f64,
    /// Figure cards left to it at the end, on average.
    mean_cards_left: f64,
}

/// Many games between bots.
#[derive(Debug)]
pub struct Simulate;

impl Verb for Simulate {
    type Game = Switcher;
    type On = Nothing;
    type Options = SimulateOptions;
    type Answer = Simulated;
    const NAME: &'static str = "simulate";
    const ABOUT: &'static str = "Let bots play many games";

    fn run(_: &Nothing, options: &SimulateOptions, budget: &Budget) -> Result<Reply<Simulated>, Halt> {
        let SimulateOptions { games, bots: List(bots), seed, .. } = options;
        let players = bots.len();
        let setup = options.setup.clone().filter(|word| !word.is_empty());
        let setup = match (setup, players) {
            (Some(word), _) => named_setup(&word)?,
            (None, 2..=4) => Setup { players, ..Setup::default() },
            (None, _) => return Err(of_option("bots", &format!("there are {players}, expected two to four"))),
        };
        if players != setup.players {
            return Err(of_option("bots", &format!("{players} bots cannot play a game of {}", setup.players)));
        }
        let first = seed.number();
        let played = in_parallel(budget, *games, |number, budget| {
            let turned = (number % players as u64) as usize;
            let mut seated = bots.clone();
            seated.rotate_left(turned);
            let played = game(&setup, &seated, first.wrapping_add(number), budget)?;
            // The moves of many games would fill the memory, and nobody asked for them.
            Ok::<_, Problem>(played.map(|played| (turned, Played { moves: Vec::new(), ..played })))
        });
        let finished: Vec<(usize, Played)> =
            played.into_iter().filter_map(Result::transpose).collect::<Result<_, _>>()?;
        let count = finished.len() as u64;
        let answer = Simulated { seed: seed.to_string(), setup: setup.to_string(), ..tally(bots, &finished) };
        Ok(match budget.check() {
            Err(stop) if count < *games => Reply::cut_short(answer, stop),
            _ => Reply::ok(answer),
        })
    }

    fn tell(_: &Nothing, _: &SimulateOptions, reply: &Reply<Simulated>, page: &mut Page) {
        let Simulated { games, bots, first_seat_wins, mean_turns, games_per_second, .. } = &reply.answer;
        let mut text = format!("{:<10} {:>6} {:>8} {:>11}\n", "bot", "wins", "share", "cards left");
        for tally in bots {
            let share = format!("{:.1} %", tally.share * 100.0);
            let (name, wins, left) = (tally.bot.name(), tally.wins, tally.mean_cards_left);
            text.push_str(&format!("{name:<10} {wins:>6} {share:>8} {left:>11.2}\n"));
        }
        text.push_str(&format!(
            "{games} games of {mean_turns:.1} turns on average; the first seat won {first_seat_wins}; {games_per_second:.1} games a second\n"
        ));
        page.text(text);
    }

    fn timed(answer: &mut Simulated, elapsed: Duration) {
        answer.games_per_second = answer.games as f64 / elapsed.as_secs_f64().max(f64::MIN_POSITIVE);
    }
}

/// What games add up to; in each, seat `n` was taken by bot `n` and so many more.
fn tally(bots: &[Bot], games: &[(usize, Played)]) -> Simulated {
    let players = bots.len();
    let (mut wins, mut left) = (vec![0_u64; players], vec![0_u64; players]);
    for (turned, played) in games {
        for seat in 0..players {
            let bot = (seat + turned) % players;
            wins[bot] += u64::from(played.winner == Some(seat));
            left[bot] += played.left[seat] as u64;
        }
    }
    let count = games.len() as u64;
    let mean = |sum: u64| sum as f64 / count.max(1) as f64;
    let tallies = bots.iter().enumerate().map(|(index, &bot)| Tally {
        bot,
        wins: wins[index],
        share: mean(wins[index]),
        mean_cards_left: mean(left[index]),
    });
    Simulated {
        games: count,
        seed: String::new(),
        setup: String::new(),
        bots: tallies.collect(),
        unfinished: count - wins.iter().sum::<u64>(),
        first_seat_wins: games.iter().filter(|(_, played)| played.winner == Some(0)).count() as u64,
        mean_turns: mean(games.iter().map(|(_, played)| played.turns as u64).sum()),
        games_per_second: 0.0,
    }
}
