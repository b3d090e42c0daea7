//! A whole game: who plays, whose turn it is, what each has, who wins.
//!
//! Everything that happens follows from the [`Setup`], the seed and the moves. The board comes from the seed itself, goal
//! and colours from a branch of it; the pieces of a smash come from a generator that is part of the [`Position`], and what
//! a computer player draws from yet another branch, so that a game can be replayed with or without its players.

use std::fmt;
use std::str::FromStr;

use azulejo_core::problem::Problem;
use azulejo_core::random::Random;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::{Board, Color, MAX_DEPTH, Path, Tree};
use crate::generate::random_board;
use crate::goal::{Aim, Kind};
use crate::rules::{Action, Move, Refusal, Rules, check, legal_moves, play};
use crate::word::as_word;

/// Who sits at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// A person; one smash a game.
    Human,
    /// Any block, any action; a smash that is not allowed loses the turn.
    Random,
    /// The best of some random moves, by difficulty; never a smash.
    Smart(u32),
    /// Looks ahead with a beam of this width; smashes as often as it expects to gain by it.
    Search(u32),
}

impl Player {
    /// The widest beam that may be asked for.
    pub const WIDEST: u32 = 10_000;
    /// The beam of a searching player of which nothing more is said.
    pub const USUAL_WIDTH: u32 = 24;

    /// Smashes allowed in a game.
    pub const fn smashes(self) -> u32 {
        match self {
            Self::Human => 1,
            Self::Random | Self::Search(_) => u32::MAX,
            Self::Smart(_) => 0,
        }
    }

    /// People first, then random players, smart ones, searching ones.
    const fn rank(self) -> u8 {
        match self {
            Self::Human => 0,
            Self::Random => 1,
            Self::Smart(_) => 2,
            Self::Search(_) => 3,
        }
    }
}

as_word!(Player, "Player", "^(human|random|smart[0-9]+|search[0-9]*)$");

impl FromStr for Player {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        match word_and_number(text) {
            ("human", None) => Ok(Self::Human),
            ("random", None) => Ok(Self::Random),
            ("smart", Some(difficulty)) => Ok(Self::Smart(difficulty)),
            ("search", Some(width @ 1..=Self::WIDEST)) => Ok(Self::Search(width)),
            ("search", None) if text == "search" => Ok(Self::Search(Self::USUAL_WIDTH)),
            _ => {
                let found: String = text.chars().take(24).collect();
                Err(Problem::new(format!(
                    "`{found}` is not a player: expected human, random, smart and a difficulty, or search and a width"
                )))
            }
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

/// What is agreed before a game. Written as `d4,t10,blob,human,smart2,smart5`, with `2020` for the later rules; that one
/// person plays ten turns goes without saying.
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

    /// The first position of a seed.
    pub fn deal(&self, seed: u64) -> Position {
        self.deal_on(random_board(self.depth, &mut Random::new(seed)), seed)
    }

    /// The first position on a board, all else by a seed.
    pub fn deal_on(&self, board: Board, seed: u64) -> Position {
        let mut chance = Random::new(seed).branch(1);
        let drawn = Kind::ORIGINAL[chance.index(2)];
        let mut colors = Vec::new();
        // A colour each; when there are more players than colours, the colours begin anew.
        while colors.len() < self.players.len() {
            let mut all = Color::ALL;
            chance.shuffle(&mut all);
            colors.extend(all);
        }
        let mut position = self.position(board);
        for (seat, color) in position.seats.iter_mut().zip(colors) {
            seat.aim = Aim { kind: self.goal.unwrap_or(drawn), color };
        }
        position.random = Random::new(seed).branch(2);
        position
    }

    /// The first position on a board: a blob by default, and the colours in order.
    pub fn position(&self, board: Board) -> Position {
        let kind = self.goal.unwrap_or(Kind::Blob);
        let seat = |(number, player): (usize, &Player)| Seat {
            player: *player,
            aim: Aim { kind, color: Color::ALL[number % 4] },
            penalty: 0,
            smashed: 0,
        };
        Position {
            board,
            rules: self.rules,
            turns: self.turns,
            seats: self.players.iter().enumerate().map(seat).collect(),
            random: Random::new(0),
            turn: 0,
        }
    }
}

impl Default for Setup {
    fn default() -> Self {
        Self::solo()
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Self::solo();
        let says_who = (self.turns, &self.players) != (usual.turns, &usual.players);
        write!(formatter, "d{}", self.depth)?;
        if says_who {
            write!(formatter, ",t{}", self.turns)?;
        }
        if let Some(goal) = self.goal {
            write!(formatter, ",{goal}")?;
        }
        for player in self.players.iter().filter(|_| says_who) {
            write!(formatter, ",{player}")?;
        }
        if self.rules == Rules::Later {
            write!(formatter, ",{}", self.rules.name())?;
        }
        Ok(())
    }
}

as_word!(Setup, "Setup", "^[a-z0-9,]*$");

impl FromStr for Setup {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let mut setup = Self { players: Vec::new(), ..Self::solo() };
        let mut column = 1;
        for word in text.split(',').filter(|_| !text.is_empty()) {
            let place = column;
            column += word.chars().count() + 1;
            let bad = || {
                let found: String = word.chars().take(24).collect();
                Problem::new(format!(
                    "`{found}` is not a part of a game: expected d0 to d{MAX_DEPTH}, t and at most {} turns, blob, \
                     perimeter, diagonal, human, random, smart and a difficulty, search and a width, 2017 or 2020",
                    Self::MOST_TURNS
                ))
                .at(1, place)
            };
            let (name, number) = word_and_number(word);
            match (name, number) {
                ("", Some(2017)) => setup.rules = Rules::Original,
                ("", Some(2020)) => setup.rules = Rules::Later,
                ("d", Some(depth)) if depth <= u32::from(MAX_DEPTH) => setup.depth = depth as u8,
                ("t", Some(turns)) if turns <= Self::MOST_TURNS => setup.turns = turns,
                _ => match (word.parse(), word.parse()) {
                    (Ok(player), _) => setup.players.push(player),
                    (_, Ok(goal)) => setup.goal = Some(goal),
                    _ => return Err(bad()),
                },
            }
        }
        if setup.players.len() > Self::MOST_PLAYERS {
            return Err(Problem::new(format!("too many players: at most {}", Self::MOST_PLAYERS)));
        }
        if setup.players.is_empty() {
            setup.players.push(Player::Human);
        }
        setup.players.sort_by_key(|player| player.rank());
        Ok(setup)
    }
}

fn word_and_number(word: &str) -> (&str, Option<u32>) {
    let name = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    (name, word[name.len()..].parse().ok())
}

/// One at the table: who, for what, and what it has cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Seat {
    /// Who sits there.
    pub player: Player,
    /// What they want.
    #[serde(rename = "goal")]
    pub aim: Aim,
    /// Points paid.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub penalty: u32,
    /// Smashes made.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub smashed: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_nothing(number: &u32) -> bool {
    *number == 0
}

/// A game between two moves. Serialises as a board with more members, so that a position is also a board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Raw")]
pub struct Position {
    /// The edition of the rules.
    pub(crate) rules: Rules,
    /// Turns for each player in the whole game.
    pub(crate) turns: u32,
    /// Moves made by all together.
    pub(crate) turn: u32,
    /// Who plays, in the order of their turns.
    #[serde(rename = "players")]
    pub(crate) seats: Vec<Seat>,
    /// Where the pieces of the next smash come from.
    pub(crate) random: Random,
    /// The board.
    #[serde(flatten)]
    pub board: Board,
}

/// Why a move cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unplayable {
    /// All turns are used.
    #[error("the game is over")]
    Over,
    /// The player has no smash left.
    #[error("PLAYER {0} has no smash left")]
    NoSmashLeft(usize),
    /// The move would do nothing, or makes no sense.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl Position {
    /// Whose turn it is; nobody's when the game is over.
    pub fn to_move(&self) -> Option<usize> {
        let count = self.seats.len() as u32;
        // By the first rules nothing can ever be done to a board of one block.
        let is_stuck = self.rules == Rules::Original && !self.board.is_divided(Path::ROOT);
        (self.turn < self.turns * count && !is_stuck).then(|| (self.turn % count) as usize)
    }

    /// Who plays, in the order of their turns.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The edition of the rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Moves made by all together.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Turns for each player in the whole game.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Turns a player still has.
    pub fn turns_left(&self, player: usize) -> u32 {
        let count = self.seats.len() as u32;
        let used = (self.turn + count - 1 - player as u32) / count;
        self.turns.saturating_sub(used)
    }

    /// Smashes a player still has.
    pub fn smashes_left(&self, player: usize) -> u32 {
        let seat = self.seats[player];
        match (self.rules, seat.player) {
            (Rules::Original, player) => player.smashes().saturating_sub(seat.smashed),
            (Rules::Later, Player::Smart(_)) => 0,
            (Rules::Later, _) => u32::MAX,
        }
    }

    /// A generator for the one to move: the same for the same position, and no key to what a smash will give.
    pub fn mind(&self) -> Random {
        self.random.branch(u64::from(self.turn))
    }

    /// Whether a move would be performed, and if not, why.
    pub fn check(&self, wanted: Move) -> Result<(), Unplayable> {
        let player = self.to_move().ok_or(Unplayable::Over)?;
        check(&self.board, wanted, self.rules)?;
        if wanted.action == Action::Smash && self.smashes_left(player) == 0 {
            return Err(Unplayable::NoSmashLeft(player));
        }
        Ok(())
    }

    /// The position after a move. For a person a move that does nothing is refused and costs nothing; a computer
    /// player has lost its turn.
    pub fn play(&self, wanted: Move) -> Result<Self, Unplayable> {
        let player = self.to_move().ok_or(Unplayable::Over)?;
        let mut next = self.clone();
        next.turn += 1;
        match self.check(wanted) {
            Err(Unplayable::Refused(refusal))
                if !refusal.is_mistake() && self.seats[player].player != Player::Human =>
            {
                return Ok(next);
            }
            other => other?,
        }
        play(&mut next.board, wanted, self.rules, &mut next.random)?;
        let seat = &mut next.seats[player];
        seat.smashed += u32::from(wanted.action == Action::Smash);
        if self.rules == Rules::Later {
            seat.penalty += wanted.action.penalty();
        }
        Ok(next)
    }

    /// Every move that would be performed.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = legal_moves(&self.board, self.rules);
        moves.retain(|wanted| self.check(*wanted).is_ok());
        moves
    }

    /// What each player has: the score of the goal less the points paid.
    pub fn scores(&self) -> Vec<i64> {
        let score = |seat: &Seat| i64::from(seat.aim.score(&self.board)) - i64::from(seat.penalty);
        self.seats.iter().map(score).collect()
    }

    /// Nothing that a player could not have brought about.
    pub(crate) fn validated(self) -> Result<Self, Problem> {
        if self.seats.is_empty() || self.seats.len() > Setup::MOST_PLAYERS {
            return Err(Problem::new(format!("{} players: expected 1 to {}", self.seats.len(), Setup::MOST_PLAYERS)));
        }
        if self.seats.iter().any(|seat| seat.aim.kind != self.seats[0].aim.kind) {
            return Err(Problem::new("the players have different goals: expected one goal for all"));
        }
        if self.turns > Setup::MOST_TURNS {
            return Err(Problem::new(format!("{} turns: expected at most {}", self.turns, Setup::MOST_TURNS)));
        }
        let most = self.turns * self.seats.len() as u32;
        if self.turn > most {
            return Err(Problem::new(format!("turn {}: the game has {most}", self.turn)));
        }
        if self.seats.iter().any(|seat| seat.penalty > 3 * most || seat.smashed > most) {
            return Err(Problem::new("more points paid or blocks smashed than the game has turns for"));
        }
        Ok(self)
    }
}

/// A position as it comes in, not yet looked at.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Position")]
struct Raw {
    rules: Rules,
    turns: u32,
    turn: u32,
    players: Vec<Seat>,
    random: Random,
    max_depth: u8,
    board: Tree,
}

impl TryFrom<Raw> for Position {
    type Error = Problem;

    fn try_from(raw: Raw) -> Result<Self, Problem> {
        let Raw { rules, turns, turn, players: seats, random, max_depth, board } = raw;
        let board = Board::from_tree(max_depth, &board).map_err(|bad| Problem::new(bad.to_string()))?;
        Self { rules, turns, turn, seats, random, board }.validated()
    }
}

/// The winner by these scores: the highest, the first of equals.
pub fn winner(scores: &[i64]) -> usize {
    let highest = scores.iter().max();
    scores.iter().position(|score| Some(score) == highest).unwrap_or_default()
}
