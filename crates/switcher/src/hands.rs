//! What a hand does at the table: takes up a card and a tile, exchanges two tiles, claims and blocks figures.
//!
//! A tap on a tile takes it up and shows where it may go, by the card taken up or by any; a second tap exchanges the two.
//! A tap on a figure that stands for an own card claims it; its tiles are taken up after a card. A tap on a figure card claims it, or blocks the rival's, if it stands; if not, it shows where its like stands.

use azulejo_core::grid::Cell;
use azulejo_core::hands::{Act, Control, Gesture, Show};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::{CellSet, SIDE, Swap};
use crate::cards::Card;
use crate::figures::{Figure, Found, Known, official};
use crate::position::Position;
use crate::rules::{self, Move};
use crate::words;

/// What the player to move has taken up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hand {
    /// A movement card, by its place in the hand
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<usize>,
    /// A tile
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tile: Option<Cell>,
    /// A figure that is looked for on the board
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<Figure>,
    /// The figures that are outlined on the board
    #[serde(default)]
    pub outlined: Known,
}

/// Something on the table that can be touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handle {
    /// A tile of the board: `C3`.
    Tile(Cell),
    /// A movement card in hand, by its place: `card:0`.
    Card(usize),
    /// An own figure card, by its place: `figure:0`.
    Figure(usize),
    /// A rival's figure card, by player and place: `player:2:0`.
    Rival(usize, usize),
    /// The figure where the cursor stands.
    Claim,
    /// The last movement, to be taken back.
    Back,
    /// The end of the turn.
    End,
    /// The other set of figures, to be outlined.
    Outlines,
}

impl Handle {
    fn of(text: &str) -> Option<Self> {
        let place = |text: &str| text.parse().ok();
        match text.split(':').collect::<Vec<_>>()[..] {
            ["claim"] => Some(Self::Claim),
            ["back"] => Some(Self::Back),
            ["end"] => Some(Self::End),
            ["outlines"] => Some(Self::Outlines),
            ["card", number] => place(number).map(Self::Card),
            ["figure", number] => place(number).map(Self::Figure),
            ["player", player, number] => {
                let player: usize = place(player)?;
                Some(Self::Rival(player.checked_sub(1)?, place(number)?))
            }
            [cell] => cell.parse().ok().filter(|&cell| on_board(cell)).map(Self::Tile),
            _ => None,
        }
    }
}

impl std::fmt::Display for Handle {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Tile(cell) => cell.fmt(formatter),
            Self::Card(place) => write!(formatter, "card:{place}"),
            Self::Figure(place) => write!(formatter, "figure:{place}"),
            Self::Rival(player, place) => write!(formatter, "player:{}:{place}", player + 1),
            Self::Claim => formatter.write_str("claim"),
            Self::Back => formatter.write_str("back"),
            Self::End => formatter.write_str("end"),
            Self::Outlines => formatter.write_str("outlines"),
        }
    }
}

/// What is touched first to play a move: the movement card, or the figure card.
pub(crate) fn handle(position: &Position, action: &Move) -> Option<String> {
    let player = position.player();
    let handle = match action {
        Move::Swap { card, .. } => Handle::Card(player.cards.iter().position(|held| held == card)?),
        Move::Claim { figure, .. } => Handle::Figure(player.figures.iter().position(|held| held.figure == *figure)?),
        _ => return None,
    };
    Some(handle.to_string())
}

fn on_board(cell: Cell) -> bool {
    cell.row < SIDE && cell.column < SIDE
}

/// What a gesture means: changes the hand, and gives the move that it makes.
pub(crate) fn touch(position: &Position, hand: &mut Hand, gesture: &Gesture) -> Option<Move> {
    if gesture.act != Act::Tap || position.winner.is_some() {
        return None;
    }
    let at = gesture.at.as_deref().and_then(|place| match Handle::of(place) {
        Some(Handle::Tile(cell)) => Some(cell),
        _ => None,
    });
    let action = match Handle::of(&gesture.on)? {
        Handle::Tile(cell) => tap_tile(position, hand, cell),
        Handle::Card(place) => {
            let held = place < position.player().cards.len();
            hand.card = Some(place).filter(|&place| held && hand.card != Some(place));
            None
        }
        Handle::Figure(place) => {
            let card = position.player().figures.get(place)?;
            claimed(position, hand, card.figure).and_then(|found| rules::claim(position, &found)).or_else(|| {
                hand.look_for(card.figure);
                None
            })
        }
        Handle::Rival(player, place) => {
            let card = position.players.get(player)?.figures.get(place)?;
            blocking(position, hand, player, card.figure)
                .and_then(|found| rules::block(position, player, &found))
                .or_else(|| {
                    hand.look_for(card.figure);
                    None
                })
        }
        Handle::Claim => {
            let cell = at.or(hand.tile)?;
            let found = rules::standing(position).into_iter().find(|found| found.cells.contains(cell))?;
            rules::claim(position, &found)
        }
        Handle::Back => (!position.played.is_empty()).then_some(Move::Back),
        Handle::End => Some(Move::End),
        Handle::Outlines => {
            hand.outlined = match hand.outlined {
                Known::Official => Known::Poc,
                Known::Poc => Known::Official,
            };
            None
        }
    };
    if action.is_some() {
        *hand = Hand { outlined: hand.outlined, ..Hand::default() };
    }
    action
}

fn tap_tile(position: &Position, hand: &mut Hand, cell: Cell) -> Option<Move> {
    let target = targets(position, hand).into_iter().find(|(target, _)| *target == cell);
    if let Some((_, action)) = target {
        return Some(action);
    }
    if hand.card.is_none() && hand.tile.is_none() {
        let mut here = rules::standing(position).into_iter().filter(|found| found.cells.contains(cell));
        if let Some(action) = here.find_map(|found| rules::claim(position, &found)) {
            return Some(action);
        }
    }
    hand.tile = Some(cell).filter(|_| hand.tile != Some(cell));
    None
}

impl Hand {
    /// The tile taken up; what another table left in the hand counts as nothing.
    pub(crate) fn tile(&self) -> Option<Cell> {
        self.tile.filter(|&cell| on_board(cell))
    }

    fn look_for(&mut self, figure: Figure) {
        self.figure = Some(figure).filter(|_| self.figure != Some(figure));
    }
}

/// Where the tile taken up may go, each place with the move: by the card taken up, or by the first that reaches it.
pub(crate) fn targets(position: &Position, hand: &Hand) -> Vec<(Cell, Move)> {
    let Some(tile) = hand.tile().filter(|_| position.winner.is_none()) else { return Vec::new() };
    let held = &position.player().cards;
    let cards: &[Card] = match hand.card.and_then(|place| held.get(place)) {
        Some(card) => std::slice::from_ref(card),
        None => held,
    };
    let cells = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| Cell::new(row, column)));
    let reached = cells.filter_map(|cell| {
        let swap = Swap::new(tile, cell)?;
        let card = cards.iter().find(|card| card.allows(position.setup.mov7, tile, cell))?;
        Some((cell, Move::Swap { card: *card, swap }))
    });
    reached.collect()
}

/// The standing figure that a tap on an own figure card claims: that of the tile taken up, or else the first.
pub(crate) fn claimed(position: &Position, hand: &Hand, figure: Figure) -> Option<Found> {
    nearest(position, hand, figure).filter(|found| rules::claim(position, found).is_some())
}

/// The standing figure that a tap on a rival's figure card blocks it with.
pub(crate) fn blocking(position: &Position, hand: &Hand, player: usize, figure: Figure) -> Option<Found> {
    nearest(position, hand, figure).filter(|found| rules::block(position, player, found).is_some())
}

fn nearest(position: &Position, hand: &Hand, figure: Figure) -> Option<Found> {
    let standing: Vec<Found> = rules::standing(position).into_iter().filter(|found| found.figure == figure).collect();
    let meant = |found: &&Found| hand.tile().is_some_and(|tile| found.cells.contains(tile));
    standing.iter().find(meant).or(standing.first()).copied()
}

/// The cells of all figures like the one looked for.
pub(crate) fn looked_for(position: &Position, hand: &Hand) -> CellSet {
    let like = official(&position.board).filter(|found| Some(found.figure) == hand.figure);
    CellSet::from_bits(like.fold(0, |all, found| all | found.cells.bits()))
}

/// Buttons and keys.
pub(crate) fn controls(position: &Position, hand: &Hand) -> Vec<Control> {
    if position.winner.is_some() {
        return Vec::new();
    }
    let back = if position.played.is_empty() { Show::Off } else { Show::Button };
    let outlines = match hand.outlined {
        Known::Official => words::OUTLINE_POC,
        Known::Poc => words::OUTLINE_OFFICIAL,
    };
    let mut controls = vec![
        Control::button(Handle::End.to_string(), words::END.plain()).by(["e"]).shown(Show::Main),
        Control::button(Handle::Back.to_string(), words::BACK.plain()).by(["b"]).shown(back),
        Control::button(Handle::Outlines.to_string(), outlines.plain()).by(["f"]),
        Control::key(Handle::Claim.to_string(), ["c"], words::CLAIM.plain()),
    ];
    for ((place, &card), key) in position.player().cards.iter().enumerate().zip(["1", "2", "3"]) {
        let label = words::card(card, position.setup.mov7, place + 1);
        controls.push(Control::key(Handle::Card(place).to_string(), [key], label));
    }
    controls
}

#[cfg(test)]
mod tests {
    use azulejo_core::game::Game as _;

    use super::*;
    use crate::Switcher;
    use crate::position::{FigureCard, Setup, Side, State};
    use crate::rules::play;

    /// A red square (fige02) stands at A1, a yellow line of four (fige06) at B6.
    const BOARD: &str = "rrbgbg/rrgbgb/bgbgry/gbyrgy/yrrbry/gyyyyb";

    fn up(figure: &str) -> FigureCard {
        FigureCard { figure: figure.parse().unwrap(), side: Side::Up }
    }

    fn table(change: impl FnOnce(&mut State)) -> Position {
        let mut state = State::from(Switcher::read(&Setup::default(), BOARD).unwrap());
        state.players[0].figures = vec![up("fig17"), up("fige02"), up("fige06")];
        state.players[1].figures = vec![up("fig01"), up("fige02"), up("fige06")];
        state.players[0].cards = vec![Card::Mov1, Card::Mov3, Card::Mov3];
        change(&mut state);
        Position::try_from(state).unwrap()
    }

    /// What taps play, each legal, and what the hand holds after them.
    fn taps(position: &Position, handles: &[&str]) -> (Vec<String>, Hand) {
        let (mut now, mut hand, mut played) = (position.clone(), Hand::default(), Vec::new());
        for handle in handles {
            if let Some(action) = touch(&now, &mut hand, &Gesture::tap(*handle)) {
                now = play(&now, &action).unwrap();
                played.push(action.to_string());
            }
        }
        (played, hand)
    }

    fn cell(name: &str) -> Cell {
        name.parse().unwrap()
    }

    #[test]
    fn two_tiles_change_places_by_any_card_that_reaches() {
        let position = table(|_| {});
        let (played, hand) = taps(&position, &["C3"]);
        assert!(played.is_empty());
        assert_eq!(hand.tile, Some(cell("C3")));
        let reached: Vec<Cell> = targets(&position, &hand).iter().map(|(cell, _)| *cell).collect();
        assert_eq!(reached, ["A1", "E1", "C2", "B3", "D3", "C4", "A5", "E5"].map(cell));
        assert_eq!(taps(&position, &["C3", "D3"]).0, ["mov3 C3 D3"]);
        assert_eq!(taps(&position, &["C3", "E5", "card:0", "A1", "A2"]).0, ["mov1 C3 E5", "mov3 A1 A2"]);
    }

    #[test]
    fn a_card_that_was_taken_up_alone_decides_where_a_tile_may_go() {
        let position = table(|_| {});
        let (_, hand) = taps(&position, &["card:0", "C3"]);
        let reached: Vec<Cell> = targets(&position, &hand).iter().map(|(cell, _)| *cell).collect();
        assert_eq!(reached, ["A1", "E1", "A5", "E5"].map(cell));
        assert_eq!(taps(&position, &["card:0", "C3", "D3"]).0, [""; 0], "mov1 does not reach D3");
        assert_eq!(taps(&position, &["card:0", "card:0"]).1, Hand::default(), "a second tap lays it down");
        assert_eq!(taps(&position, &["card:0", "card:2"]).1.card, Some(2));
        assert_eq!(taps(&position, &["card:7"]).1, Hand::default());
        assert_eq!(taps(&position, &["C3", "E5"]).1, Hand::default(), "what was played lies on the table");
    }

    #[test]
    fn a_tile_is_laid_down_by_a_second_tap_and_exchanged_for_another_out_of_reach() {
        let position = table(|_| {});
        assert_eq!(taps(&position, &["C3", "C3"]).1, Hand::default());
        assert_eq!(taps(&position, &["C3", "F6"]).1.tile, Some(cell("F6")));
    }

    #[test]
    fn a_figure_card_is_claimed_when_it_stands_and_looked_for_when_not() {
        let position = table(|_| {});
        assert_eq!(taps(&position, &["figure:1"]).0, ["claim fige02 A1"]);
        assert_eq!(taps(&position, &["A1"]).0, ["claim fige02 A1"], "the figure itself may be touched, too");
        assert_eq!(taps(&position, &["figure:2"]).0, ["claim fige06 B6"]);
        let (played, hand) = taps(&position, &["figure:0"]);
        assert_eq!((played.len(), hand.figure), (0, "fig17".parse().ok()));
        assert_eq!(taps(&position, &["figure:0", "figure:0"]).1, Hand::default());
        let forbidden = table(|state| state.forbidden = Some(crate::board::Color::Red));
        let (played, hand) = taps(&forbidden, &["figure:1"]);
        assert!(played.is_empty());
        assert_eq!(looked_for(&forbidden, &hand).cells().collect::<Vec<_>>(), ["A1", "B1", "A2", "B2"].map(cell));
        let blocked = table(|state| state.players[0].figures[1].side = Side::Blocked);
        let place = blocked.player().figures.iter().position(|card| card.side == Side::Blocked).unwrap();
        assert_eq!(taps(&blocked, &[&Handle::Figure(place).to_string()]).0, [""; 0]);
    }

    #[test]
    fn of_equal_figures_the_one_with_the_tile_taken_up_is_claimed() {
        let two = "rrbgbg/rrgbgb/bgbgry/gbyrgy/yyrbry/yygbrr";
        let state = table(|state| state.board = crate::format::read_board(two, crate::format::Count::Any).unwrap());
        assert_eq!(taps(&state, &["figure:1"]).0, ["claim fige02 A1"]);
        assert_eq!(taps(&state, &["card:0", "B6", "figure:1"]).0, ["claim fige02 A5"]);
    }

    #[test]
    fn a_rivals_card_is_blocked_when_it_stands() {
        let position = table(|_| {});
        assert_eq!(taps(&position, &["player:2:1"]).0, ["block 2 fige02 A1"]);
        assert_eq!(taps(&position, &["player:2:0"]).1.figure, "fig01".parse().ok());
        let single = table(|state| state.players[1].figures.truncate(1));
        assert_eq!(taps(&single, &["player:2:0"]).0, [""; 0]);
        for nobody in ["player:0:0", "player:1:9", "player:9:0", "player:1:0", "player:-1:0", "player:2"] {
            assert_eq!(taps(&position, &[nobody]).0, [""; 0], "{nobody}");
        }
    }

    #[test]
    fn keys_choose_cards_claim_at_the_cursor_take_back_and_end() {
        let position = table(|_| {});
        let keys: Vec<(String, Vec<&str>)> =
            controls(&position, &Hand::default()).into_iter().map(|control| (control.handle, control.keys)).collect();
        let expected = [
            ("end", "e"),
            ("back", "b"),
            ("outlines", "f"),
            ("claim", "c"),
            ("card:0", "1"),
            ("card:1", "2"),
            ("card:2", "3"),
        ];
        assert_eq!(keys, expected.map(|(handle, key)| (handle.to_owned(), vec![key])));
        let claim = |place: &str| touch(&position, &mut Hand::default(), &Gesture::tap("claim").at(place));
        assert_eq!(claim("B2").unwrap().to_string(), "claim fige02 A1");
        assert_eq!((claim("C3"), claim("card:0"), claim("Z99")), (None, None, None));
        assert_eq!(touch(&position, &mut Hand::default(), &Gesture::tap("claim")), None);
        assert_eq!(
            taps(&position, &["A1", "claim"]).0,
            ["claim fige02 A1"],
            "the tile taken up is as good as a cursor"
        );
        assert_eq!(taps(&position, &["back"]).0, [""; 0]);
        assert_eq!(taps(&position, &["C3", "D3", "back", "end"]).0, ["mov3 C3 D3", "back", "end"]);
        assert_eq!(controls(&position, &Hand::default())[1].show, Show::Off);
        let moved = play(&position, &"mov3 C3 D3".parse().unwrap()).unwrap();
        assert_eq!(controls(&moved, &Hand::default())[1].show, Show::Button);
    }

    #[test]
    fn the_outlined_figures_are_chosen_and_stay_so_after_a_move() {
        let position = table(|_| {});
        let names = |hand: &Hand| -> Vec<String> {
            let scene = &Switcher::scenes(&position, hand)[0];
            let spoken = scene.tiles.iter().filter_map(|tile| tile.spoken.split_once(", "));
            let mut names: Vec<String> = spoken.map(|(_, name)| name.to_owned()).collect();
            names.dedup();
            names
        };
        let usual = ["square (fige02), yours to claim", "line of four (fige06), yours to claim"];
        assert_eq!(names(&Hand::default()), usual);
        let (_, hand) = taps(&position, &["outlines"]);
        assert_eq!(names(&hand), ["Cube, yours to claim"], "a line of four is no figure of the proof of concept");
        assert_eq!(controls(&position, &hand)[2].label, words::OUTLINE_OFFICIAL.plain());
        assert_eq!(taps(&position, &["outlines", "C3", "D3"]).1, hand);
        assert_eq!(taps(&position, &["outlines", "outlines"]).1, Hand::default());
    }

    #[test]
    fn other_gestures_and_other_handles_do_nothing() {
        let position = table(|_| {});
        for act in [Act::Press, Act::Drag, Act::Release, Act::Hover, Act::Leave] {
            let mut hand = Hand::default();
            assert_eq!(touch(&position, &mut hand, &Gesture::new(act, "C3")), None);
            assert_eq!(hand, Hand::default());
        }
        for handle in ["", "G1", "A7", "A0", "card:", "card:x", "figure:3", "::", "leave", "é", "AAAAAAAA1"] {
            assert_eq!(taps(&position, &[handle]), (vec![], Hand::default()), "{handle}");
        }
    }

    #[test]
    fn a_hand_from_another_table_is_harmless() {
        let position = table(|_| {});
        let mut hand = Hand { card: Some(9), tile: Some(Cell::new(40, 70)), figure: None, outlined: Known::Official };
        assert!(targets(&position, &hand).is_empty());
        assert_eq!(touch(&position, &mut hand, &Gesture::tap("C3")), None);
        assert_eq!(hand.tile, Some(cell("C3")));
        let over = table(|state| state.winner = Some(0));
        assert!(controls(&over, &Hand::default()).is_empty());
        assert_eq!(taps(&over, &["figure:1", "end", "C3", "D3"]), (vec![], Hand::default()));
    }
}
