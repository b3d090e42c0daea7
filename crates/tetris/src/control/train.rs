//! Training: weights by CMA-ES, a generation at a time.
//!
//! All candidates of a generation play the same games (common random numbers), some at a time; one that is clearly
//! worse than the last of those that would be parents plays no more (racing, as Boumaza does). A training is a value: the
//! same seed gives the same weights, however often it was saved and read in between.

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::problem::Problem;
use azulejo_core::random::{Random, exact};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cmaes::Evolution;
use super::player::{Lookahead, Player};
use super::policy::Policy;
use super::sight::ALL;
use crate::position::{Board, Piece};

/// Games of a generation between two looks at who is left.
const ROUND: u64 = 20;

/// How large a usual change of each weight is: the numbers they weigh are of different sizes.
const SCALES: [f64; ALL] = [1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 3.0, 1.0, 0.5, 1.0, 0.5, 0.3, 0.05, 0.5, 1.0];

/// A training in progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Training {
    /// The seed of everything.
    #[serde(with = "exact")]
    #[schemars(with = "azulejo_core::options::Seed")]
    seed: u64,
    /// Columns and rows of the board.
    columns: u16,
    /// Rows of the board.
    rows: u16,
    /// Candidates of a generation.
    population: usize,
    /// The most games that each plays.
    games: u64,
    /// Where the search is.
    evolution: Evolution,
    /// What each generation came to.
    pub history: Vec<Generation>,
}

/// What a generation came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Generation {
    /// Lines a game of the best candidate.
    pub best: f64,
    /// Lines a game of the last of the parents.
    pub parent: f64,
    /// How far candidates lie from the middle.
    pub step: f64,
    /// Games that were played.
    pub games: u64,
}

/// What a training is begun with.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The seed of everything.
    pub seed: u64,
    /// Columns of the board.
    pub columns: u16,
    /// Rows of the board.
    pub rows: u16,
    /// Candidates of a generation.
    pub population: usize,
    /// The most games that each plays.
    pub games: u64,
}

impl Training {
    /// Candidates of a generation.
    pub const POPULATION: std::ops::RangeInclusive<usize> = 4..=200;
    /// Games of a candidate.
    pub const GAMES: std::ops::RangeInclusive<u64> = 1..=100_000;

    /// Begins near a policy.
    pub fn new(plan: &Plan, policy: &Policy) -> Result<Self, Problem> {
        let Some(weights) = policy.weights() else {
            return Err(Problem::new(format!("`{}` is not made of weights that can be trained", policy.name())));
        };
        let mean = weights.iter().zip(SCALES).map(|(weight, scale)| weight / scale).collect();
        let &Plan { seed, columns, rows, population, games } = plan;
        let training = Self {
            seed,
            columns,
            rows,
            population,
            games,
            evolution: Evolution::around(mean, 0.5),
            history: Vec::new(),
        };
        training.check()?;
        Ok(training)
    }

    /// Reads what was saved.
    pub fn read(text: &str) -> Result<Self, Problem> {
        let training: Self =
            serde_json::from_str(text).map_err(|error| Problem::new(format!("this is no training: {error}")))?;
        training.check()?;
        Ok(training)
    }

    fn check(&self) -> Result<(), Problem> {
        let sound = self.evolution.is_sound(ALL)
            && Self::POPULATION.contains(&self.population)
            && Self::GAMES.contains(&self.games)
            && self.history.len() as u64 == self.evolution.generation;
        if !sound {
            return Err(Problem::new("this is no training: its numbers cannot be"));
        }
        Player::new(&self.policy(), &self.board()?).map(|_| ())
    }

    fn board(&self) -> Result<Board, Problem> {
        Board::empty(self.rows, self.columns).map_err(|error| Problem::new(error.to_string()))
    }

    /// Generations so far.
    pub fn generation(&self) -> u64 {
        self.evolution.generation
    }

    /// The weights in the middle of the search.
    pub fn weights(&self) -> [f64; ALL] {
        weights(&self.evolution.mean)
    }

    /// The policy in the middle of the search.
    pub fn policy(&self) -> Policy {
        Policy::weighing("own", self.weights())
    }

    /// The training after one more generation.
    pub fn next(&self, budget: &Budget) -> Result<Self, Stop> {
        let random = Random::new(self.seed).branch(self.evolution.generation);
        let samples = self.evolution.samples(self.population, &mut random.branch(u64::MAX));
        let policies: Vec<Policy> = samples.iter().map(|sample| Policy::weighing("own", weights(sample))).collect();
        let mut lines = vec![0_u64; samples.len()];
        let mut left: Vec<usize> = (0..samples.len()).collect();
        let (mut out, mut played, mut games) = (Vec::new(), 0, 0);
        while played < self.games {
            let until = (played + ROUND).min(self.games);
            for &candidate in &left {
                for game in played..until {
                    lines[candidate] += self.game(&policies[candidate], &mut random.branch(game), budget)?;
                    games += 1;
                }
            }
            played = until;
            left.sort_by(|&one, &other| lines[other].cmp(&lines[one]).then(one.cmp(&other)));
            // Lengths of games are geometric, so that a mean is off by its own size over the root of their number.
            let off = 1.5 / (played as f64).sqrt();
            let floor = lines[left[self.population / 2 - 1]] as f64 * (1.0 - off) / (1.0 + off);
            let stays = left.iter().filter(|&&candidate| lines[candidate] as f64 >= floor).count();
            // Those that go are worse than all that stay, and than those that went before they were known less.
            let gone = left.split_off(stays);
            out.splice(0..0, gone);
        }
        let mean = |candidate: usize| lines[candidate] as f64 / played as f64;
        let history = Generation {
            best: mean(left[0]),
            parent: mean(left[self.population / 2 - 1]),
            step: self.evolution.step,
            games,
        };
        left.extend(out);
        let ranked: Vec<Vec<f64>> = left.into_iter().map(|candidate| samples[candidate].clone()).collect();
        let mut after = self.clone();
        after.evolution = self.evolution.told(&ranked);
        after.history.push(history);
        Ok(after)
    }

    fn game(&self, policy: &Policy, chance: &mut Random, budget: &Budget) -> Result<u64, Stop> {
        // `check` has seen that the board can be played on.
        let Ok(Ok(mut player)) = self.board().map(|board| Player::new(policy, &board)) else { return Ok(0) };
        let mut meter = budget.meter();
        let mut lines = 0;
        loop {
            meter.tick()?;
            let piece = Piece::ALL[chance.index(Piece::ALL.len())];
            let Some(chosen) = player.choose(piece, Lookahead::One) else { return Ok(lines) };
            lines += u64::from(player.play(piece, chosen.placement).removed);
        }
    }
}

fn weights(mean: &[f64]) -> [f64; ALL] {
    std::array::from_fn(|place| mean.get(place).map_or(0.0, |value| value * SCALES[place]))
}
