//! A whole game: who plays, whose turn it is, what each has, who wins.
//!
//! Everything that happens follows from the [`Setup`], the seed and the moves. The board comes from the seed itself, goal
//! and colors from a branch of it; the pieces of a smash come from a generator that is part of the [`Position`], and what
//! a computer player draws from yet another branch, so that a game can be replayed with or without its players.

use std::fmt;
use std::str::FromStr;

use azulejo_core::budget::Budget;
use azulejo_core::problem::Problem;
use azulejo_core::random::Random;

use crate::generate::random_board;
use crate::goal::{Aim, Kind};
use crate::player::{Mind, choose};
use crate::board::{Board, Color, MAX_DEPTH};
use crate::rules::{Action, Move, Refusal, Rules, check, legal_moves, play};

/// Who sits at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// A person; one smash a game.
    Human,
    /// Any block, any action; a smash that is not allowed loses the turn.
    Random,
    /// The best of some random moves, by difficulty; never a smash.
    Smart(u32),
    /// Looks ahead with a beam of this width; one smash a game, like a person.
    Search(u32),
}

impl Player {
    /// Smashes allowed in a game.
    pub const fn smashes(self) -> u32 {
        match self {
            Self::Human => 1,
            Self::Random | Self::Search(_) => u32::MAX,
            Self::Smart(_) => 0,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => formatter.write_str("human"),
            Self::Random => formatter.write_str("random"),
            Self::Smart(difficulty) => write!(formatter, "smart{difficulty}"),
            Self::Search(width) => write!(formatter, "search{width}"),
        }
    }
}

/// What is agreed before a game. Written as `d4,t10,blob,human,smart2,smart5`, with `2020` for the later rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The deepest level of a block.
    pub depth: u8,
    /// Turns for each player.
    pub turns: u32,
    /// The goal of all; nothing for one of the original two by chance.
    pub goal: Option<Kind>,
    /// Who plays, in this order: people, random players, smart ones, searching ones.
    pub players: Vec<Player>,
    /// The edition of the rules.
    pub rules: Rules,
}

impl Setup {
    /// The most players and turns that are of any use.
    pub const MOST_PLAYERS: usize = 64;
    /// The most turns for each player.
    pub const MOST_TURNS: u32 = 10_000;

    /// A person alone on a board of depth 4, ten turns.
    pub fn solo() -> Self {
        Self { depth: 4, turns: 10, goal: None, players: vec![Player::Human], rules: Rules::Original }
    }

    /// The seats and the first position of a seed.
    pub fn deal(&self, seed: u64) -> (Vec<Aim>, Position) {
        let board = random_board(self.depth, &mut Random::new(seed));
        let mut chance = Random::new(seed).branch(1);
        let drawn = Kind::ORIGINAL[chance.index(2)];
        let kind = self.goal.unwrap_or(drawn);
        // A color each; when there are more players than colors, the colors begin anew.
        let mut aims = Vec::new();
        while aims.len() < self.players.len() {
            let mut colors = Color::ALL;
            chance.shuffle(&mut colors);
            aims.extend(colors.map(|color| Aim { kind, color }));
        }
        aims.truncate(self.players.len());
        let count = self.players.len();
        let random = Random::new(seed).branch(2);
        (aims, Position { board, random, turn: 0, penalties: vec![0; count], smashed: vec![0; count] })
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "d{},t{}", self.depth, self.turns)?;
        if let Some(goal) = self.goal {
            write!(formatter, ",{goal}")?;
        }
        for player in &self.players {
            write!(formatter, ",{player}")?;
        }
        if self.rules == Rules::Later {
            write!(formatter, ",{}", self.rules.name())?;
        }
        Ok(())
    }
}

impl FromStr for Setup {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let mut setup = Self { players: Vec::new(), ..Self::solo() };
        let mut column = 1;
        for word in text.split(',') {
            let place = column;
            column += word.chars().count() + 1;
            let bad = || {
                let found: String = word.chars().take(24).collect();
                Problem::new(format!(
                    "`{found}` is not a part of a game: expected d0 to d8, t and a number of turns, blob, perimeter, \
                     diagonal, human, random, smart and a difficulty, search and a width, 2017 or 2020"
                ))
                .at(1, place)
            };
            let name = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
            let number = word[name.len()..].parse::<u32>().ok();
            match (name, number) {
                ("", Some(2017)) => setup.rules = Rules::Original,
                ("", Some(2020)) => setup.rules = Rules::Later,
                ("d", Some(depth)) if depth <= u32::from(MAX_DEPTH) => setup.depth = depth as u8,
                ("t", Some(turns)) if turns <= Self::MOST_TURNS => setup.turns = turns,
                ("human", None) => setup.players.push(Player::Human),
                ("random", None) => setup.players.push(Player::Random),
                ("smart", Some(difficulty)) => setup.players.push(Player::Smart(difficulty)),
                ("search", Some(width)) => setup.players.push(Player::Search(width)),
                _ => setup.goal = Some(word.parse().map_err(|_: Problem| bad())?),
            }
        }
        if setup.players.len() > Self::MOST_PLAYERS {
            return Err(Problem::new(format!("too many players: at most {}", Self::MOST_PLAYERS)));
        }
        if setup.players.is_empty() {
            setup.players.push(Player::Human);
        }
        setup.players.sort_by_key(|player| match player {
            Player::Human => 0,
            Player::Random => 1,
            Player::Smart(_) => 2,
            Player::Search(_) => 3,
        });
        Ok(setup)
    }
}

/// A game between two moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The board.
    pub board: Board,
    /// Where the pieces of the next smash come from.
    random: Random,
    /// Moves made by all together.
    turn: u32,
    penalties: Vec<u32>,
    smashed: Vec<u32>,
}

/// Why a move cannot be made at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplayable {
    /// All turns are used.
    #[error("the game is over")]
    Over,
    /// The player has no smash left.
    #[error("player {0} has no smash left")]
    NoSmashLeft(usize),
    /// The move makes no sense here.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl Position {
    /// Whose turn it is; nobody's when the game is over.
    pub fn to_move(&self, setup: &Setup) -> Option<usize> {
        let count = setup.players.len() as u32;
        (self.turn < setup.turns * count).then(|| (self.turn % count.max(1)) as usize)
    }

    /// Moves made by all together.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Turns a player still has.
    pub fn turns_left(&self, setup: &Setup, player: usize) -> u32 {
        let count = setup.players.len() as u32;
        let used = (self.turn + count - 1 - player as u32) / count.max(1);
        setup.turns.saturating_sub(used)
    }

    /// Smashes a player still has.
    pub fn smashes_left(&self, setup: &Setup, player: usize) -> u32 {
        match setup.rules {
            Rules::Original => setup.players[player].smashes().saturating_sub(self.smashed[player]),
            Rules::Later => match setup.players[player] {
                Player::Smart(_) => 0,
                _ => u32::MAX,
            },
        }
    }

    /// Points a player has paid.
    pub fn penalty(&self, player: usize) -> u32 {
        self.penalties[player]
    }

    /// A generator for the one to move: the same for the same game, whatever was drawn before.
    pub fn mind(&self) -> Random {
        self.random.branch(u64::from(self.turn))
    }

    /// Whether a move would be performed, and if not, why.
    pub fn check(&self, setup: &Setup, wanted: Move) -> Result<(), Unplayable> {
        let player = self.to_move(setup).ok_or(Unplayable::Over)?;
        if wanted.action == Action::Smash && self.smashes_left(setup, player) == 0 {
            return Err(Unplayable::NoSmashLeft(player));
        }
        Ok(check(&self.board, wanted, setup.rules)?)
    }

    /// The position after a move. A move that does nothing is a turn lost; one that makes no sense is refused.
    pub fn play(&self, setup: &Setup, wanted: Move) -> Result<Self, Unplayable> {
        let player = self.to_move(setup).ok_or(Unplayable::Over)?;
        let mut next = self.clone();
        next.turn += 1;
        match self.check(setup, wanted) {
            Err(Unplayable::Refused(refusal)) if !refusal.is_mistake() => return Ok(next),
            other => other?,
        }
        play(&mut next.board, wanted, setup.rules, &mut next.random)?;
        if wanted.action == Action::Smash {
            next.smashed[player] += 1;
        }
        if setup.rules == Rules::Later {
            next.penalties[player] += wanted.action.penalty();
        }
        Ok(next)
    }

    /// Every move that would be performed.
    pub fn legal_moves(&self, setup: &Setup) -> Vec<Move> {
        let mut moves = legal_moves(&self.board, setup.rules);
        moves.retain(|wanted| self.check(setup, *wanted).is_ok());
        moves
    }

    /// What each player has: the score of the goal less the points paid.
    pub fn scores(&self, aims: &[Aim]) -> Vec<i64> {
        aims.iter().zip(&self.penalties).map(|(aim, paid)| i64::from(aim.score(&self.board)) - i64::from(*paid)).collect()
    }
}

/// The winner by these scores: the highest, the first of equals.
pub fn winner(scores: &[i64]) -> usize {
    let highest = scores.iter().max();
    scores.iter().position(|score| Some(score) == highest).unwrap_or_default()
}

/// A game that the computer's players have played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The seed it was dealt from.
    pub seed: u64,
    /// The goals.
    pub aims: Vec<Aim>,
    /// The moves.
    pub moves: Vec<Move>,
    /// The scores at the end.
    pub scores: Vec<i64>,
}

impl Played {
    /// Who won.
    pub fn winner(&self) -> usize {
        winner(&self.scores)
    }
}

/// Plays a game between computer players. A person, or a budget that runs out, ends it early.
pub fn simulate(setup: &Setup, seed: u64, budget: &Budget) -> Played {
    let (aims, mut position) = setup.deal(seed);
    let mut minds = vec![Mind::default(); setup.players.len()];
    let mut moves = Vec::new();
    while let Some(seat) = position.to_move(setup) {
        let Some(wanted) = choose(setup, &aims, &position, &mut minds[seat], budget) else { break };
        // Players may offer what cannot be done (a root to turn on a solid board): that turn is lost.
        position = match position.play(setup, wanted) {
            Ok(next) => next,
            Err(_) => break,
        };
        moves.push(wanted);
    }
    Played { seed, scores: position.scores(&aims), aims, moves }
}
