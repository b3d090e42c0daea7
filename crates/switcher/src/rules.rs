//! The rules: the deal, what each move does, when the game ends.
//!
//! A turn is any number of movements and claims, then `end`. Movements are provisional: they can be taken back until a
//! claim makes them final, and ending the turn takes the rest back. A claim needs a figure that stands on the board in a
//! colour other than the forbidden one, which then becomes its own.

use std::fmt;
use std::str::FromStr;

use azulejo_core::game::Status;
use azulejo_core::grid::Cell;
use azulejo_core::problem::Problem;
use azulejo_core::random::Random;

use crate::board::{Board, Color, SIDE, Swap};
use crate::cards::Card;
use crate::figures::{Figure, Found, official};
use crate::generate::shuffled;
use crate::position::{FigureCard, HAND, Played, Player, Position, Refill, Seat, Setup, Side, State};
use crate::solve::Step;

/// One act of the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// `mov3 A1 A2`: a movement card exchanges two cells.
    Swap {
        /// The card.
        card: Card,
        /// The cells.
        swap: Swap,
    },
    /// `claim fig04 C3`: the figure at a cell is claimed for an own card.
    Claim {
        /// The figure on the card.
        figure: Figure,
        /// Any cell of the figure.
        cell: Cell,
    },
    /// `block 2 fig04 C3`: the figure at a cell blocks a rival's card.
    Block {
        /// The rival, from 0 (written from 1).
        player: usize,
        /// The figure on the card.
        figure: Figure,
        /// Any cell of the figure.
        cell: Cell,
    },
    /// `back`: takes back the last movement that no claim has made final.
    Back,
    /// `end`: ends the turn.
    End,
    /// `leave`: leaves the game.
    Leave,
}

impl Move {
    /// The move that a step of a turn is.
    pub fn of(step: &Step) -> Option<Self> {
        Some(match *step {
            Step::Swap(card, swap) => Self::Swap { card, swap },
            Step::Claim(figure, _, cells) => Self::Claim { figure, cell: cells.first()? },
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Swap { card, swap } => {
                let [one, other] = swap.cells();
                write!(formatter, "{card} {one} {other}")
            }
            Self::Claim { figure, cell } => write!(formatter, "claim {figure} {cell}"),
            Self::Block { player, figure, cell } => write!(formatter, "block {} {figure} {cell}", player + 1),
            Self::Back => formatter.write_str("back"),
            Self::End => formatter.write_str("end"),
            Self::Leave => formatter.write_str("leave"),
        }
    }
}

impl FromStr for Move {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let cell = |word: &str| {
            let cell: Cell =
                word.parse().map_err(|error: azulejo_core::grid::BadCellName| Problem::new(error.to_string()))?;
            let on_board = cell.row < SIDE && cell.column < SIDE;
            on_board
                .then_some(cell)
                .ok_or_else(|| Problem::new(format!("`{cell}` is not on the board: expected A1 to F6")))
        };
        match words[..] {
            ["back"] => Ok(Self::Back),
            ["end" | "pass"] => Ok(Self::End),
            ["leave"] => Ok(Self::Leave),
            ["claim", figure, at] => Ok(Self::Claim { figure: figure.parse()?, cell: cell(at)? }),
            ["block", player, figure, at] => {
                let player = player.parse().ok().filter(|number| (1..=4).contains(number));
                let player: usize =
                    player.ok_or_else(|| Problem::new("expected a player's number after `block`, from 1"))?;
                Ok(Self::Block { player: player - 1, figure: figure.parse()?, cell: cell(at)? })
            }
            [card, one, other] if card.starts_with("mov") => {
                let swap = Swap::new(cell(one)?, cell(other)?);
                let swap = swap.ok_or_else(|| Problem::new(format!("`{one}` cannot change places with itself")))?;
                Ok(Self::Swap { card: card.parse()?, swap })
            }
            _ => {
                let shown: String = text.trim().chars().take(40).collect();
                Err(Problem::new(format!("`{shown}` is not a move of Switcher"))
                    .hint("moves are `mov3 A1 A2`, `claim fig04 C3`, `block 2 fig04 C3`, `back`, `end` and `leave`"))
            }
        }
    }
}

/// The first position of a setup and seed: board shuffled, cards dealt.
pub fn start(setup: &Setup, seed: u64) -> Position {
    let mut random = Random::new(seed);
    let board = shuffled(&mut random);
    deal(*setup, board, random)
}

/// A position with this board and cards dealt by chance.
pub fn deal(setup: Setup, board: Board, mut random: Random) -> Position {
    let mut pile: Vec<Card> = Card::ALL.iter().flat_map(|&card| [card; Card::OF_A_KIND]).collect();
    random.shuffle(&mut pile);
    let mut hard: Vec<Figure> =
        Figure::all().filter(|figure| !figure.is_easy()).flat_map(|figure| [figure; 2]).collect();
    let mut easy: Vec<Figure> =
        Figure::all().filter(|figure| figure.is_easy()).flat_map(|figure| [figure; 2]).collect();
    random.shuffle(&mut hard);
    random.shuffle(&mut easy);
    // Equal shares of hard and of easy cards; what does not divide stays in the box.
    let (hard_share, easy_share) = (hard.len() / setup.players, easy.len() / setup.players);
    let players = hard
        .chunks_exact(hard_share)
        .zip(easy.chunks_exact(easy_share))
        .take(setup.players)
        .map(|(hard, easy)| {
            let mut deck = [hard, easy].concat();
            random.shuffle(&mut deck);
            Player { figures: Vec::new(), deck, cards: Vec::new(), seat: Seat::Taken }
        })
        .collect();
    let mut state = State {
        setup,
        board,
        forbidden: None,
        turn: 0,
        played: Vec::new(),
        players,
        pile,
        used: Vec::new(),
        random,
        winner: None,
    };
    for player in 0..setup.players {
        state.draw_figures(player);
        state.draw_cards(player);
    }
    made(state)
}

/// A state made by the rules makes sense by construction.
fn made(state: State) -> Position {
    match Position::try_from(state) {
        Ok(position) => position,
        Err(problem) => unreachable!("the rules made a position that makes no sense: {problem}"),
    }
}

/// Where the game stands.
pub fn status(position: &Position) -> Status {
    position.winner.map_or(Status::Playing { player: position.turn }, |player| Status::Won { player })
}

/// All legal moves: claims, blocks, movements by card and cells, `back`, `end`, `leave`.
pub fn moves(position: &Position) -> Vec<Move> {
    if position.winner.is_some() {
        return Vec::new();
    }
    let standing = standing(position);
    let mut found_moves: Vec<Move> = standing.iter().filter_map(|found| claim(position, found)).collect();
    for player in 0..position.players.len() {
        found_moves.extend(standing.iter().filter_map(|found| block(position, player, found)));
    }
    let mut cards = position.player().cards.clone();
    cards.dedup();
    for card in cards {
        found_moves.extend(card.swaps(position.setup.mov7).into_iter().map(|swap| Move::Swap { card, swap }));
    }
    if !position.played.is_empty() {
        found_moves.push(Move::Back);
    }
    found_moves.extend([Move::End, Move::Leave]);
    found_moves
}

/// The figures on the board whose colour is not forbidden, by first cell; none when the game is over.
pub fn standing(position: &Position) -> Vec<Found> {
    let playing = position.winner.is_none();
    let allowed = |found: &Found| playing && Some(found.color) != position.forbidden;
    let mut standing: Vec<Found> = official(&position.board).filter(allowed).collect();
    standing.sort_unstable_by_key(|found| found.cells.bits().trailing_zeros());
    standing
}

/// The claim of a standing figure by the player to move, who must have an open card of it.
pub fn claim(position: &Position, found: &Found) -> Option<Move> {
    let own = position.player().open_figures().any(|figure| figure == found.figure);
    let cell = found.cells.first().filter(|_| own)?;
    Some(Move::Claim { figure: found.figure, cell })
}

/// The block of a rival's card by a standing figure.
pub fn block(position: &Position, player: usize, found: &Found) -> Option<Move> {
    let rival = position.players.get(player).filter(|rival| player != position.turn && rival.can_be_blocked())?;
    let has = rival.open_figures().any(|figure| figure == found.figure);
    let cell = found.cells.first().filter(|_| has)?;
    Some(Move::Block { player, figure: found.figure, cell })
}

/// The position after a move, or why it is not legal.
pub fn play(position: &Position, action: &Move) -> Result<Position, Problem> {
    if position.winner.is_some() {
        return Err(Problem::new("the game is over"));
    }
    let mut state = State::from(position.clone());
    match *action {
        Move::Swap { card, swap } => state.swap(card, swap)?,
        Move::Claim { figure, cell } => state.claim(figure, cell)?,
        Move::Block { player, figure, cell } => state.block(player, figure, cell)?,
        Move::Back => state.back()?,
        Move::End => state.end(),
        Move::Leave => state.leave(),
    }
    Ok(made(state))
}

impl State {
    fn swap(&mut self, card: Card, swap: Swap) -> Result<(), Problem> {
        let [one, other] = swap.cells();
        if !card.allows(self.setup.mov7, one, other) {
            let what = card.description(self.setup.mov7);
            return Err(Problem::new(format!("{card} ({what}) cannot exchange {one} and {other}")));
        }
        let turn = self.turn;
        let hand = &mut self.players[turn].cards;
        let Some(place) = hand.iter().position(|&held| held == card) else {
            let held: Vec<String> = hand.iter().map(ToString::to_string).collect();
            let held = if held.is_empty() { "no card".to_owned() } else { held.join(" ") };
            return Err(Problem::new(format!("{card} is not in hand: there is {held}")));
        };
        hand.remove(place);
        self.board = self.board.swapped(swap);
        self.played.push(Played { card, one, other });
        Ok(())
    }

    fn back(&mut self) -> Result<(), Problem> {
        let played = self.played.pop().ok_or_else(|| Problem::new("there is no movement to take back"))?;
        if let Some(swap) = Swap::new(played.one, played.other) {
            self.board = self.board.swapped(swap);
        }
        let turn = self.turn;
        let hand = &mut self.players[turn].cards;
        hand.push(played.card);
        hand.sort_unstable();
        Ok(())
    }

    /// The colour of a figure at a cell, if it stands there and its colour is not forbidden.
    fn standing(&self, figure: Figure, cell: Cell) -> Result<Color, Problem> {
        let color = self.board.color(cell);
        let found = official(&self.board).find(|found| found.cells.contains(cell));
        let found = found.ok_or_else(|| Problem::new(format!("there is no figure at {cell}")))?;
        if found.figure != figure {
            return Err(Problem::new(format!("the figure at {cell} is {}, not {figure}", found.figure)));
        }
        if self.forbidden == Some(color) {
            return Err(Problem::new(format!("{color} is forbidden: the last figure was {color}")));
        }
        Ok(color)
    }

    fn claim(&mut self, figure: Figure, cell: Cell) -> Result<(), Problem> {
        let color = self.standing(figure, cell)?;
        let turn = self.turn;
        let cards = &mut self.players[turn].figures;
        let open = cards.iter().position(|card| card.figure == figure && card.side != Side::Blocked);
        let Some(place) = open else {
            let blocked = cards.iter().any(|card| card.figure == figure);
            let why = if blocked { "your card is blocked" } else { "you have no such card" };
            return Err(Problem::new(format!("{figure} cannot be claimed: {why}")));
        };
        cards.remove(place);
        if let [last] = &mut cards[..]
            && last.side == Side::Blocked
        {
            last.side = Side::Released;
        }
        self.settle(color);
        if self.players[turn].figures_left() == 0 {
            self.winner = Some(turn);
        } else if self.setup.refill == Refill::Box {
            self.draw_figures(turn);
        }
        Ok(())
    }

    fn block(&mut self, player: usize, figure: Figure, cell: Cell) -> Result<(), Problem> {
        let color = self.standing(figure, cell)?;
        let number = player + 1;
        if player == self.turn {
            return Err(Problem::new("you cannot block yourself"));
        }
        let rival = self.players.get_mut(player).ok_or_else(|| Problem::new(format!("there is no player {number}")))?;
        if !rival.can_be_blocked() {
            let why = "a blocked player, or one with a single card, is safe";
            return Err(Problem::new(format!("player {number} cannot be blocked now: {why}")));
        }
        let card = rival.figures.iter_mut().find(|card| card.figure == figure);
        let card = card.ok_or_else(|| Problem::new(format!("player {number} has no card with {figure}")))?;
        card.side = Side::Blocked;
        rival.figures.sort_unstable();
        self.settle(color);
        Ok(())
    }

    /// A figure was formed: its colour is forbidden now, and the movements so far are final.
    fn settle(&mut self, color: Color) {
        self.forbidden = Some(color);
        self.used.extend(self.played.drain(..).map(|played| played.card));
    }

    fn end(&mut self) {
        while self.back().is_ok() {}
        self.draw_figures(self.turn);
        self.draw_cards(self.turn);
        self.next_player();
    }

    fn leave(&mut self) {
        while self.back().is_ok() {}
        let turn = self.turn;
        self.players[turn].seat = Seat::Left;
        let cards = std::mem::take(&mut self.players[turn].cards);
        self.used.extend(cards);
        let mut left = (0..self.players.len()).filter(|&player| self.players[player].seat == Seat::Taken);
        if let (Some(last), None) = (left.next(), left.next()) {
            self.winner = Some(last);
        }
        self.next_player();
    }

    fn next_player(&mut self) {
        let count = self.players.len();
        let next = (1..=count).map(|step| (self.turn + step) % count);
        let taken = next.into_iter().find(|&player| self.players[player].seat == Seat::Taken);
        self.turn = taken.unwrap_or(self.turn);
    }

    /// Fills the row of figure cards, unless one of them was blocked and is not formed yet.
    fn draw_figures(&mut self, player: usize) {
        let Player { figures, deck, .. } = &mut self.players[player];
        while figures.len() < HAND && figures.iter().all(|card| card.side == Side::Up) {
            let Some(figure) = deck.pop() else { break };
            figures.push(FigureCard { figure, side: Side::Up });
        }
        figures.sort_unstable();
    }

    /// Fills the hand of movement cards; when the pile ends, the used ones are shuffled.
    fn draw_cards(&mut self, player: usize) {
        while self.players[player].cards.len() < HAND {
            if self.pile.is_empty() {
                self.pile = std::mem::take(&mut self.used);
                self.random.shuffle(&mut self.pile);
            }
            let Some(card) = self.pile.pop() else { break };
            self.players[player].cards.push(card);
        }
        self.players[player].cards.sort_unstable();
    }
}
