//! `features` and `autoplay`: what controllers see, and how they play.

use std::time::Duration;

use azulejo_core::budget::Budget;
use azulejo_core::options::Seed;
use azulejo_core::outcome::Halt;
use azulejo_core::problem::{About, Problem, Problems};
use azulejo_core::random::{Random, seed_of};
use azulejo_core::report::Page;
use azulejo_core::verb::{Cost, Nothing, Reply, Verb};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asked::Asked;
use crate::Tetris;
use crate::control::{Lookahead, MORE_NAMES, NAMES, Player, Policy, Sight, Surface, look};
use crate::play::Setup;
use crate::position::{Board, Piece};
use crate::rules::Placement;

/// Where the first piece is dropped.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct SightOptions {
    /// How the piece is turned
    #[schemars(range(min = 0, max = 3))]
    pub rotation: u8,
    /// Its left column, from 0
    #[schemars(range(min = 0, max = 63))]
    pub column: u16,
}

/// What is seen once the piece rests and full rows are gone.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Seen {
    /// Rows that vanished.
    pub removed: u32,
    /// Whether the piece sticks out at the top.
    pub game_over: bool,
    /// What controllers look at.
    pub features: Sight,
    /// What our own looks at as well.
    pub surface: Surface,
}

/// What a controller sees of a placement.
#[derive(Debug)]
pub struct LookAt;

impl Verb for LookAt {
    type Game = Tetris;
    type On = Asked;
    type Options = SightOptions;
    type Answer = Seen;
    const NAME: &'static str = "features";
    const ABOUT: &'static str = "Drop the first piece and say what controllers see then";
    const COST: Cost = Cost::Quick;

    fn run(on: &Asked, options: &SightOptions, _: &Budget) -> Result<Reply<Seen>, Halt> {
        let SightOptions { rotation, column } = *options;
        let Some(&piece) = on.pieces.first() else {
            return Err(Problem::new("there is no piece left to place").into());
        };
        let (fall, features, surface) = look(&on.position.board, piece, Placement { rotation, column })?;
        Ok(Reply::ok(Seen { removed: fall.removed, game_over: fall.over, features, surface }))
    }

    fn tell(_: &Asked, _: &SightOptions, reply: &Reply<Seen>, page: &mut Page) {
        let Seen { features, surface, .. } = &reply.answer;
        let more = MORE_NAMES.iter().zip(surface.numbers());
        let numbers = NAMES.iter().zip(features.numbers()).chain(more);
        page.text(numbers.map(|(name, number)| format!("{name:<20} {number}\n")).collect::<String>());
    }
}

/// Who plays, and what.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct AutoplayOptions {
    /// `takado8`, `dellacherie`, `bcts`, `dt10`, `dt20`, `azulejo`, or weights such as `holes -4`
    #[serde(default = "usual_policy")]
    #[schemars(extend("x-value" = "POLICY", "x-file" = Policy::NAMES))]
    pub policy: String,
    /// Columns and rows of the board
    #[serde(default = "usual_size")]
    pub size: String,
    /// How many games
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub games: u64,
    /// How many pieces are known
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 2))]
    pub lookahead: u64,
    /// One game with exactly these pieces
    #[schemars(regex(pattern = "^[IZSLJOT]+$"), extend("x-conflicts" = ["games"]))]
    pub pieces: Option<String>,
    /// The seed of the pieces: a number or any text
    pub seed: Option<Seed>,
}

fn usual_policy() -> String {
    "dt20".to_owned()
}

fn usual_size() -> String {
    "10x20".to_owned()
}

fn one() -> u64 {
    1
}

/// What the lines of some games come to.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Lines {
    /// Their mean.
    pub mean: f64,
    /// Its standard error; 0 for one game.
    pub standard_error: f64,
    /// The fewest.
    pub least: u64,
    /// The most.
    pub most: u64,
}

/// How the games went.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Played {
    /// The policy; `own` for weights.
    pub policy: String,
    /// Games that came to their end.
    pub games: u64,
    /// Rows that vanished.
    pub lines: Lines,
    /// Pieces placed.
    pub pieces: u64,
    /// Pieces a second.
    pub pieces_per_second: f64,
    /// Piece, rotation, column and rows that vanished, for each piece of a given list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<(Piece, u8, u16, u32)>>,
}

/// Games of a controller.
#[derive(Debug)]
pub struct Autoplay;

impl Verb for Autoplay {
    type Game = Tetris;
    type On = Nothing;
    type Options = AutoplayOptions;
    type Answer = Played;
    const NAME: &'static str = "autoplay";
    const ABOUT: &'static str = "Let a controller play, and count its lines";

    fn run(_: &Nothing, options: &AutoplayOptions, budget: &Budget) -> Result<Reply<Played>, Halt> {
        let about = |option: &str| About::Option(option.to_owned());
        let policy = match Policy::named(&options.policy) {
            Some(policy) => policy,
            None => Policy::read(&options.policy).map_err(|problems| problems.in_part(about("policy")))?,
        };
        let size: Setup = options.size.parse().map_err(|problem| Problems::from(problem).in_part(about("size")))?;
        let Setup::Place { columns, rows, .. } = size else {
            let problem = Problem::new("controllers place pieces: expected columns and rows, such as `10x20`");
            return Err(Problems::from(problem).in_part(about("size")).into());
        };
        let board = Board::empty(rows, columns).map_err(|error| Problem::new(error.to_string()))?;
        let given: Option<Option<Vec<Piece>>> =
            options.pieces.as_ref().map(|text| text.chars().map(Piece::from_letter).collect());
        let given = match given {
            Some(None) => return Err(Problem::new("option `pieces`: expected letters of I Z S L J O T").into()),
            Some(given) => given,
            None => None,
        };
        let random = Random::new(options.seed.as_ref().map_or(0, |seed| seed_of(&seed.to_string())));
        let (mut finished, mut pieces, mut moves) = (Vec::new(), 0_u64, Vec::new());
        let mut meter = budget.meter();
        let mut stop = None;
        'games: for game in 0..options.games {
            let mut player = Player::new(&policy, &board)?;
            let mut chance = random.branch(game);
            let mut list = given.iter().flatten().copied();
            let mut draw = || if given.is_some() { list.next() } else { Some(Piece::ALL[chance.index(7)]) };
            let (mut now, mut next) = (draw(), draw());
            let mut lines = 0;
            while let Some(piece) = now {
                if let Err(ended) = meter.tick() {
                    stop = Some(ended);
                    break 'games;
                }
                let lookahead = next.filter(|_| options.lookahead == 2).map_or(Lookahead::One, Lookahead::Two);
                // Where every pair ends the game, one piece more may still be placed.
                let chosen = player.choose(piece, lookahead).or_else(|| player.choose(piece, Lookahead::One));
                let Some(chosen) = chosen else { break };
                let fall = player.play(piece, chosen.placement);
                lines += u64::from(fall.removed);
                pieces += 1;
                if given.is_some() {
                    moves.push((piece, chosen.placement.rotation, chosen.placement.column, fall.removed));
                }
                (now, next) = (next, draw());
            }
            finished.push(lines);
        }
        let played = Played {
            policy: policy.name().to_owned(),
            games: finished.len() as u64,
            lines: summed(&finished),
            pieces,
            pieces_per_second: 0.0,
            moves: given.map(|_| moves),
        };
        Ok(stop.map_or_else(|| Reply::ok(played.clone()), |stop| Reply::cut_short(played.clone(), stop)))
    }

    fn tell(_: &Nothing, _: &AutoplayOptions, reply: &Reply<Played>, page: &mut Page) {
        let Played { policy, games, lines, pieces, pieces_per_second, .. } = &reply.answer;
        page.text(format!(
            "{policy}: {games} games, {:.1} ± {:.1} lines (from {} to {}), {pieces} pieces, {pieces_per_second:.0} a second\n",
            lines.mean, lines.standard_error, lines.least, lines.most
        ));
    }

    fn timed(answer: &mut Played, elapsed: Duration) {
        answer.pieces_per_second = (answer.pieces as f64 / elapsed.as_secs_f64().max(1e-9)).round();
    }
}

fn summed(lines: &[u64]) -> Lines {
    let count = lines.len() as f64;
    let (Some(&least), Some(&most)) = (lines.iter().min(), lines.iter().max()) else { return Lines::default() };
    let mean = lines.iter().sum::<u64>() as f64 / count;
    let squares: f64 = lines.iter().map(|&lines| (lines as f64 - mean).powi(2)).sum();
    let standard_error = if lines.len() > 1 { (squares / (count - 1.0) / count).sqrt() } else { 0.0 };
    Lines { mean, standard_error, least, most }
}
