//! Verbs about a turn: what the cards in hand can make of a board.

use azulejo_core::budget::Budget;
use azulejo_core::grid::Cell;
use azulejo_core::options::List;
use azulejo_core::outcome::Halt;
use azulejo_core::report::{Ending, Page};
use azulejo_core::scene::Scene;
use azulejo_core::verb::{Cost, Draws, Reply, Verb};
use azulejo_core::words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{NamedCells, OnBoard, cells, of_option};
use crate::board::Color;
use crate::cards::{Card, Mov7};
use crate::figures::{Figure, official};
use crate::rules::Move;
use crate::solve::{Engine, Step, Turn, best_turn};
use crate::words::{AT_LEAST, FIRST_NEEDS, MOST, NO_SWAP, NOT_FOUND, NOTHING};
use crate::{Switcher, draw};

/// What the player to move holds.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct TurnOptions {
    /// Movement cards in hand: `mov1,mov4,mov7`
    #[serde(default = "no_cards")]
    #[schemars(extend("x-value" = "CARDS"))]
    cards: List<Card>,
    /// Own figure cards: `fig04,fig06,fige02`
    #[schemars(extend("x-value" = "FIGURES"))]
    figures: List<Figure>,
    /// The colour that is forbidden now
    #[schemars(extend("x-value" = "COLOR"))]
    forbidden: Option<Color>,
    /// How the seventh card is read
    #[serde(default)]
    mov7: Mov7,
    /// Which solver answers; they agree
    #[serde(default)]
    engine: Engine,
}

fn no_cards() -> List<Card> {
    List(Vec::new())
}

/// The most that one turn can claim.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TurnFound {
    /// The fewest movement cards after which some own figure can be claimed; null when none can, or it is not proven.
    min_moves: Option<usize>,
    /// The most own figures that the turn can claim.
    best_turn_discards: usize,
    /// The swaps and claims that do it.
    line: Vec<LineStep>,
    #[serde(skip)]
    turn: Turn,
    #[serde(skip)]
    steps: Vec<Step>,
}

/// A step of a turn, with its move in notation.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum LineStep {
    /// A movement card exchanges two cells.
    Swap {
        /// The move in notation.
        #[serde(rename = "move")]
        action: String,
        /// The card.
        card: Card,
        /// The cells.
        swap: [Cell; 2],
    },
    /// A figure is claimed.
    Claim {
        /// The move in notation.
        #[serde(rename = "move")]
        action: String,
        /// The figure.
        claim: Figure,
        /// Its colour.
        color: Color,
        /// Its cells.
        cells: Vec<Cell>,
    },
}

impl From<&Step> for LineStep {
    fn from(step: &Step) -> Self {
        let action = Move::of(step).map_or_else(String::new, |action| action.to_string());
        match *step {
            Step::Swap(card, swap) => Self::Swap { action, card, swap: swap.cells() },
            Step::Claim(claim, color, set) => Self::Claim { action, claim, color, cells: cells(set) },
        }
    }
}

/// A hand of at most three cards.
fn hand<T: Clone>(List(cards): &List<T>, option: &str) -> Result<Vec<T>, Halt> {
    if cards.len() > Turn::MOST {
        return Err(of_option(option, &format!("there are {} cards, a hand has at most 3", cards.len())));
    }
    Ok(cards.clone())
}

/// The best turn with the cards in hand.
#[derive(Debug)]
pub struct BestOfTurn;

impl Verb for BestOfTurn {
    type Game = Switcher;
    type On = OnBoard;
    type Options = TurnOptions;
    type Answer = TurnFound;
    const NAME: &'static str = "turn";
    const ABOUT: &'static str = "Find the most own figures that one turn can claim, proven";
    const DRAWS: Draws = Draws::Scenes;

    fn run(OnBoard(board): &OnBoard, options: &TurnOptions, budget: &Budget) -> Result<Reply<TurnFound>, Halt> {
        let figures = hand(&options.figures, "figures")?;
        if figures.is_empty() {
            return Err(of_option("figures", "there is none, expected one to three such as `fig04,fige02`"));
        }
        let cards = hand(&options.cards, "cards")?;
        let turn = Turn { board: *board, cards, figures, forbidden: options.forbidden, mov7: options.mov7 };
        Ok(Reply::of(best_turn(&turn, options.engine, budget), |outcome| {
            let best = outcome.solution();
            let steps = best.map_or_else(Vec::new, |best| best.line.clone());
            TurnFound {
                min_moves: best.and_then(|best| best.min_moves),
                best_turn_discards: best.map_or(0, |best| best.discards),
                line: steps.iter().map(Into::into).collect(),
                turn,
                steps,
            }
        }))
    }

    fn words(_: &OnBoard, _: &TurnOptions, reply: &Reply<TurnFound>) -> Vec<Message> {
        let (head, answer) = (&reply.head, &reply.answer);
        let stop = || ("stop", head.stop.map_or_else(String::new, |stop| stop.to_string()).into());
        let figures = || ("figures", answer.best_turn_discards.into());
        let most = match (head.ending, answer.steps.is_empty()) {
            (Ending::GaveUp, true) => NOT_FOUND.with([stop()]),
            (Ending::GaveUp, false) => AT_LEAST.with([figures(), stop()]),
            (_, true) => NOTHING.plain(),
            (_, false) => MOST.with([figures()]),
        };
        let needs = answer.min_moves.map(|cards| FIRST_NEEDS.with([("cards", cards.into())]));
        [Some(most), needs].into_iter().flatten().collect()
    }

    fn tell(on: &OnBoard, options: &TurnOptions, reply: &Reply<TurnFound>, page: &mut Page) {
        let mut words = Self::words(on, options, reply).into_iter();
        words.by_ref().take(1).for_each(|message| page.say(message));
        let mut lines = String::new();
        for (index, step) in reply.answer.line.iter().enumerate() {
            let (action, what) = match step {
                LineStep::Swap { action, .. } => (action, String::new()),
                LineStep::Claim { action, claim, color, .. } => (action, format!("   {color} {}", claim.description())),
            };
            lines.push_str(&format!("{:>2}. {action}{what}\n", index + 1));
        }
        page.text(lines);
        words.for_each(|message| page.say(message));
    }

    fn scenes(OnBoard(board): &OnBoard, _: &TurnOptions, reply: &Reply<TurnFound>) -> Vec<Scene> {
        match &reply.answer.steps[..] {
            [] => {
                let standing = official(board).map(|found| found.cells);
                vec![draw::outlined("a turn that claims nothing", board, standing)]
            }
            steps => draw::line(&reply.answer.turn, steps),
        }
    }
}

/// Which swaps are tried, and which figures count.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct SwapsOptions {
    /// Movement cards in hand: `mov1,mov4,mov7`
    #[schemars(extend("x-value" = "CARDS"))]
    cards: List<Card>,
    /// Only these figures count: `fig04,fig06,fige02`
    #[schemars(extend("x-value" = "FIGURES"))]
    figures: Option<List<Figure>>,
    /// The colour that is forbidden now
    #[schemars(extend("x-value" = "COLOR"))]
    forbidden: Option<Color>,
    /// How the seventh card is read
    #[serde(default)]
    mov7: Mov7,
}

/// What single swaps form.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SwapsFound {
    /// By card, then by cells.
    swaps: Vec<Forming>,
}

/// A swap, and what it forms.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Forming {
    /// The card.
    card: Card,
    /// The cells.
    cells: [Cell; 2],
    /// The figures that did not stand before, sorted by cells.
    figures: Vec<NamedCells>,
}

/// Every single swap that forms a figure.
#[derive(Debug)]
pub struct Swaps;

impl Verb for Swaps {
    type Game = Switcher;
    type On = OnBoard;
    type Options = SwapsOptions;
    type Answer = SwapsFound;
    const NAME: &'static str = "swaps";
    const ABOUT: &'static str = "List every single swap that forms a figure at once";
    const COST: Cost = Cost::Quick;

    fn run(OnBoard(board): &OnBoard, options: &SwapsOptions, _: &Budget) -> Result<Reply<SwapsFound>, Halt> {
        let mut cards = options.cards.0.clone();
        if cards.is_empty() {
            return Err(of_option("cards", "there is none, expected movement cards such as `mov1,mov4`"));
        }
        cards.sort_unstable();
        cards.dedup();
        let before: Vec<_> = official(board).collect();
        let mut swaps = Vec::new();
        for card in cards {
            for swap in card.swaps(options.mov7) {
                let after = board.swapped(swap);
                let new = official(&after)
                    .filter(|found| !before.contains(found))
                    .filter(|found| Some(found.color) != options.forbidden)
                    .filter(|found| options.figures.as_ref().is_none_or(|wanted| wanted.0.contains(&found.figure)));
                let named = new.map(|found| NamedCells {
                    name: found.figure.to_string(),
                    color: found.color,
                    cells: cells(found.cells),
                });
                let mut figures: Vec<NamedCells> = named.collect();
                figures.sort_by(|one, other| one.cells.cmp(&other.cells));
                if !figures.is_empty() {
                    swaps.push(Forming { card, cells: swap.cells(), figures });
                }
            }
        }
        let none = swaps.is_empty();
        Ok(Reply::ok(SwapsFound { swaps }).no_if(none))
    }

    fn words(_: &OnBoard, _: &SwapsOptions, reply: &Reply<SwapsFound>) -> Vec<Message> {
        if reply.answer.swaps.is_empty() { vec![NO_SWAP.plain()] } else { Vec::new() }
    }

    fn tell(on: &OnBoard, options: &SwapsOptions, reply: &Reply<SwapsFound>, page: &mut Page) {
        for message in Self::words(on, options, reply) {
            page.say(message);
        }
        let mut lines = String::new();
        for Forming { card, cells: [one, other], figures } in &reply.answer.swaps {
            let names: Vec<String> = figures.iter().map(|figure| format!("{} {}", figure.color, figure.name)).collect();
            lines.push_str(&format!("{card} {one} {other}  {}\n", names.join(", ")));
        }
        page.text(lines);
    }
}
