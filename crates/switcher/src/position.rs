//! A whole game at one moment: board, players, cards, whose turn, what was played and may still be taken back.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use azulejo_core::grid::Cell;
use azulejo_core::problem::Problem;
use azulejo_core::random::Random;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::{Board, Color, Swap};
use crate::cards::{Card, Mov7};
use crate::figures::Figure;
use crate::solve::Turn;

/// Cards of each kind in a full hand.
pub const HAND: usize = 3;

/// What the players agree on before the game: `2p`, `3p-four`, `4p-box`, …
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Setup {
    /// Two to four.
    #[schemars(range(min = 2, max = 4))]
    pub players: usize,
    /// How the seventh movement card is read.
    pub mov7: Mov7,
    /// When figure cards are drawn.
    pub refill: Refill,
}

/// When a player's figure cards are drawn again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Refill {
    /// At the end of the turn.
    #[default]
    Turn,
    /// At once, as the box has it.
    Box,
}

impl Default for Setup {
    fn default() -> Self {
        Self { players: 2, mov7: Mov7::Edge, refill: Refill::Turn }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}p", self.players)?;
        if self.mov7 == Mov7::Four {
            formatter.write_str("-four")?;
        }
        if self.refill == Refill::Box {
            formatter.write_str("-box")?;
        }
        Ok(())
    }
}

impl FromStr for Setup {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let bad = || {
            let shown: String = text.chars().take(24).collect();
            Problem::new(format!(
                "`{shown}` is not a setup of Switcher: expected `2p`, `3p` or `4p`, then `-four`, `-box`"
            ))
        };
        let mut setup = Self::default();
        for (index, part) in text.split('-').enumerate().filter(|_| !text.is_empty()) {
            match (index, part) {
                (0, "2p") => setup.players = 2,
                (0, "3p") => setup.players = 3,
                (0, "4p") => setup.players = 4,
                (1.., "four") => setup.mov7 = Mov7::Four,
                (1.., "box") => setup.refill = Refill::Box,
                _ => return Err(bad()),
            }
        }
        Ok(setup)
    }
}

/// A figure card on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct FigureCard {
    /// The figure it shows.
    pub figure: Figure,
    /// How it lies.
    pub side: Side,
}

/// How a figure card lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Face up, to be formed.
    Up,
    /// Face down: a rival blocked it.
    Blocked,
    /// Face up again, the last of its row: no new cards until it is formed.
    Released,
}

/// One player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Player {
    /// Figure cards on the table, sorted.
    pub figures: Vec<FigureCard>,
    /// Figure cards still to be drawn; the last is drawn first.
    pub deck: Vec<Figure>,
    /// Movement cards in hand, sorted.
    pub cards: Vec<Card>,
    /// Whether the player is still in the game.
    pub seat: Seat,
}

/// Whether a player is still in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Playing.
    Taken,
    /// Has left.
    Left,
}

/// A movement that no claim has made final yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Played {
    /// The card.
    pub card: Card,
    /// One of the two cells.
    pub one: Cell,
    /// The other.
    pub other: Cell,
}

/// What a position is made of. Only [`Position`] promises that it makes sense.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct State {
    /// What was agreed.
    pub setup: Setup,
    /// The board, with the moves of this turn made.
    pub board: Board,
    /// The colour of the last figure formed by anyone.
    pub forbidden: Option<Color>,
    /// Whose turn it is, from 0.
    pub turn: usize,
    /// This turn's movements that may still be taken back.
    pub played: Vec<Played>,
    /// The players, in the order of play.
    pub players: Vec<Player>,
    /// Movement cards to be drawn; the last is drawn first.
    pub pile: Vec<Card>,
    /// Movement cards used up.
    pub used: Vec<Card>,
    /// Shuffles the used cards when the pile ends.
    pub random: Random,
    /// Who has won.
    pub winner: Option<usize>,
}

/// A position that makes sense: read it like a [`State`], change it by playing.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "State", into = "State")]
pub struct Position(State);

impl Deref for Position {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

impl From<Position> for State {
    fn from(position: Position) -> Self {
        position.0
    }
}

impl TryFrom<State> for Position {
    type Error = Problem;

    fn try_from(mut state: State) -> Result<Self, Problem> {
        for player in &mut state.players {
            player.figures.sort_unstable();
            player.cards.sort_unstable();
        }
        let count = state.players.len();
        let allowed = |played: &Played| {
            let swap = Swap::new(played.one, played.other);
            swap.is_some() && played.card.allows(state.setup.mov7, played.one, played.other)
        };
        let to_move = state.players.get(state.turn);
        let hands = state.players.iter().enumerate().all(|(number, player)| {
            let played = if number == state.turn { state.played.len() } else { 0 };
            player.figures.len() <= HAND && player.cards.len() + played <= HAND
        });
        let figures = state.players.iter().all(|player| player.figures_left() <= Figure::COUNT);
        let seated = state.players.iter().filter(|player| player.seat == Seat::Taken).count();
        let decided = seated == 1 || state.players.iter().any(|player| player.figures_left() == 0);
        let sense = [
            (count == state.setup.players && (2..=4).contains(&count), "the number of players does not fit the setup"),
            (to_move.is_some(), "the player to move does not exist"),
            (
                state.winner.is_some() || to_move.is_some_and(|player| player.seat == Seat::Taken),
                "the player to move has left",
            ),
            (hands, "a hand has more than three cards"),
            (state.cards() <= Card::BOX, "there are more movement cards than in the box"),
            (figures, "a player has more figure cards than there are"),
            (state.winner.is_none_or(|winner| winner < count), "the winner does not exist"),
            (seated > 0, "nobody is left in the game"),
            (!decided || state.winner.is_some(), "the game is decided, but nobody has won"),
            (state.played.iter().all(allowed), "a movement of this turn is not one its card makes"),
        ];
        match sense.into_iter().find(|(good, _)| !good) {
            Some((_, what)) => Err(Problem::new(what)),
            None => Ok(Self(state)),
        }
    }
}

impl State {
    /// The player to move.
    pub fn player(&self) -> &Player {
        &self.players[self.turn]
    }

    /// Movement cards in all: in hands, on the table, in the pile, used up.
    fn cards(&self) -> usize {
        let held: usize = self.players.iter().map(|player| player.cards.len()).sum();
        held + self.played.len() + self.pile.len() + self.used.len()
    }

    /// What the player to move holds, as the turn solvers see it.
    pub fn own_turn(&self) -> Turn {
        let player = self.player();
        Turn {
            board: self.board,
            cards: player.cards.clone(),
            figures: player.open_figures().collect(),
            forbidden: self.forbidden,
            mov7: self.setup.mov7,
        }
    }
}

impl Player {
    /// The figures this player may form now.
    pub fn open_figures(&self) -> impl Iterator<Item = Figure> {
        self.figures.iter().filter(|card| card.side != Side::Blocked).map(|card| card.figure)
    }

    /// Figure cards left in all.
    pub fn figures_left(&self) -> usize {
        self.figures.len() + self.deck.len()
    }

    /// Whether a rival may block one of the cards on the table: there are at least two, and none was blocked.
    pub fn can_be_blocked(&self) -> bool {
        self.seat == Seat::Taken && self.figures.len() >= 2 && self.figures.iter().all(|card| card.side == Side::Up)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setups_round_trip() {
        for text in ["2p", "3p-four", "4p-box", "2p-four-box"] {
            assert_eq!(text.parse::<Setup>().unwrap().to_string(), text);
        }
        assert_eq!("".parse::<Setup>().unwrap(), Setup::default());
        for text in ["5p", "p", "2p-", "four", "2p-nine"] {
            assert!(text.parse::<Setup>().is_err(), "{text}");
        }
    }
}
