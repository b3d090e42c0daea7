//! Everything Switcher says to a person, each sentence with its code.

use azulejo_core::words::{Message, Template};

use crate::board::Color;
use crate::cards::{Card, Mov7};

pub(crate) const ID: Template = Template::new("switcher.id", "{id}");
pub(crate) const NO_FIGURE: Template = Template::new("switcher.no_figure", "There is no figure on this board");
pub(crate) const NO_SWAP: Template =
    Template::new("switcher.no_swap", "no single swap forms a figure (all were tried)");
pub(crate) const MOST: Template =
    Template::new("switcher.most", "{figures} {figures|figure|figures} this turn (proven the most)");
pub(crate) const AT_LEAST: Template =
    Template::new("switcher.at_least", "{figures} {figures|figure|figures} this turn (at least; {stop})");
pub(crate) const NOTHING: Template =
    Template::new("switcher.nothing", "no own figure can be claimed this turn (proven)");
pub(crate) const NOT_FOUND: Template = Template::new("switcher.not_found", "nothing found: {stop}");
pub(crate) const FIRST_NEEDS: Template =
    Template::new("switcher.first_needs", "the first figure needs {cards} movement {cards|card|cards}");

pub(crate) const ADVICE: Template = Template::new(
    "switcher.advice",
    "this turn can claim {figures} {figures|figure|figures} with {cards} movement {cards|card|cards}, and no turn claims more",
);
pub(crate) const ADVICE_SO_FAR: Template = Template::new(
    "switcher.advice_so_far",
    "this turn can claim {figures} {figures|figure|figures} with {cards} movement {cards|card|cards}, the most found so far",
);

pub(crate) const GOAL: Template =
    Template::new("switcher.goal", "form the figures on all your cards before the others do");
pub(crate) const TO_MOVE: Template = Template::new("switcher.to_move", "player {player} is to move");
pub(crate) const HAS_WON: Template = Template::new("switcher.has_won", "player {player} has won");
pub(crate) const HAS_LEFT: Template = Template::new("switcher.has_left", "player {player} has left the game");
pub(crate) const CARDS_LEFT: Template = Template::new(
    "switcher.cards_left",
    "player {player} has {cards} figure {cards|card|cards} left, {deck} in the deck",
);
pub(crate) const PROVISIONAL: Template = Template::new(
    "switcher.provisional",
    "{swaps} {swaps|movement goes|movements go} back at the end of the turn unless a figure is claimed",
);
pub(crate) const PILE: Template = Template::new("switcher.pile", "{cards} movement {cards|card|cards} in the pile");
const FREE: Template = Template::new("switcher.free", "no colour is forbidden");
const RED: Template = Template::new("switcher.forbidden_red", "red is forbidden: the last figure was red");
const GREEN: Template = Template::new("switcher.forbidden_green", "green is forbidden: the last figure was green");
const BLUE: Template = Template::new("switcher.forbidden_blue", "blue is forbidden: the last figure was blue");
const YELLOW: Template = Template::new("switcher.forbidden_yellow", "yellow is forbidden: the last figure was yellow");

pub(crate) const END: Template = Template::new("switcher.end", "End turn");
pub(crate) const BACK: Template = Template::new("switcher.back", "Take back");
pub(crate) const CLAIM: Template = Template::new("switcher.claim", "Claim the figure here");
pub(crate) const OUTLINE_POC: Template = Template::new("switcher.outline_poc", "Outline Cube, Zeta and Short T alone");
pub(crate) const OUTLINE_OFFICIAL: Template = Template::new("switcher.outline_official", "Outline all 25 figures");
const MOV1: Template = Template::new("switcher.mov1", "Card {place}: diagonal with one between");
const MOV2: Template = Template::new("switcher.mov2", "Card {place}: in line with one between");
const MOV3: Template = Template::new("switcher.mov3", "Card {place}: side by side");
const MOV4: Template = Template::new("switcher.mov4", "Card {place}: corner to corner");
const MOV5: Template = Template::new("switcher.mov5", "Card {place}: knight's move, turning left");
const MOV6: Template = Template::new("switcher.mov6", "Card {place}: knight's move, turning right");
const MOV7_EDGE: Template = Template::new("switcher.mov7_edge", "Card {place}: in line to the edge");
const MOV7_FOUR: Template = Template::new("switcher.mov7_four", "Card {place}: in line with three between");

/// All of them, for those who translate.
pub(crate) const WORDS: &[Template] = &[
    ID,
    NO_FIGURE,
    NO_SWAP,
    MOST,
    AT_LEAST,
    NOTHING,
    NOT_FOUND,
    FIRST_NEEDS,
    ADVICE,
    ADVICE_SO_FAR,
    GOAL,
    TO_MOVE,
    HAS_WON,
    HAS_LEFT,
    CARDS_LEFT,
    PROVISIONAL,
    PILE,
    FREE,
    RED,
    GREEN,
    BLUE,
    YELLOW,
    END,
    BACK,
    CLAIM,
    OUTLINE_POC,
    OUTLINE_OFFICIAL,
    MOV1,
    MOV2,
    MOV3,
    MOV4,
    MOV5,
    MOV6,
    MOV7_EDGE,
    MOV7_FOUR,
];

/// Which colour is forbidden.
pub(crate) fn forbidden(color: Option<Color>) -> Message {
    let template = match color {
        None => FREE,
        Some(Color::Red) => RED,
        Some(Color::Green) => GREEN,
        Some(Color::Blue) => BLUE,
        Some(Color::Yellow) => YELLOW,
    };
    template.plain()
}

/// A movement card in a hand, at a place from 1.
pub(crate) fn card(card: Card, mov7: Mov7, place: usize) -> Message {
    let template = match (card, mov7) {
        (Card::Mov1, _) => MOV1,
        (Card::Mov2, _) => MOV2,
        (Card::Mov3, _) => MOV3,
        (Card::Mov4, _) => MOV4,
        (Card::Mov5, _) => MOV5,
        (Card::Mov6, _) => MOV6,
        (Card::Mov7, Mov7::Edge) => MOV7_EDGE,
        (Card::Mov7, Mov7::Four) => MOV7_FOUR,
    };
    template.with([("place", place.into())])
}
