//! The best turn: the most own figures that one turn can claim, swaps and claims interleaved, proven.
//!
//! [`plain`] walks every line of play and is easy to believe; [`exact`] gives the same answer thousands of times faster.
//!
//! # How it works
//!
//! Each colour's cells are bits of one word, in rows of eight so that shifting cannot run over an edge. A connected
//! component is found by growing a bit; only cells that could begin a component of four or more are tried. The 25
//! official figures are exactly the one-sided tetrominoes and pentominoes, so a component of four or five cells *is* a
//! figure: push it into the corner, multiply, look it up.
//!
//! The best turn is a search over boards, level by level, one movement card a level. What has been claimed and which
//! colour is forbidden are at most 40 states, so each board carries the set of states it can be reached in as one word,
//! and orders of play that meet on a board are one node. The last card is not tried swap by swap: only a swap that
//! makes a wanted figure can help, so for every place where a wanted figure could stand with at most one cell missing
//! and at most one too many, the swaps that mend it are read off. `solve/plain.rs` walks every line instead, and the
//! tests hold the two together.

pub mod exact;
pub mod plain;

use azulejo_core::budget::Budget;
use azulejo_core::grid::Cell;
use azulejo_core::outcome::{Answer, verified};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::{Board, CellSet, Color, Swap};
use crate::cards::{Card, Mov7};
use crate::figures::Figure;

/// What the player to move holds. At most [`Turn::MOST`] cards of each kind: a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The board before the turn.
    pub board: Board,
    /// Movement cards; each may be played once.
    pub cards: Vec<Card>,
    /// Own figure cards; each may be claimed once.
    pub figures: Vec<Figure>,
    /// The colour that the next figure must not have.
    pub forbidden: Option<Color>,
    /// How the seventh card is read.
    pub mov7: Mov7,
}

impl Turn {
    /// Cards of each kind in a hand.
    pub const MOST: usize = crate::position::HAND;
}

/// One act of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A movement card exchanges two cells.
    Swap(Card, Swap),
    /// A figure that stands on the board is claimed for the card that shows it.
    Claim(Figure, Color, CellSet),
}

/// The best of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestTurn {
    /// How many own figure cards it claims.
    pub discards: usize,
    /// The fewest movement cards after which some own figure can be claimed, once that is proven.
    pub min_moves: Option<usize>,
    /// The swaps and claims that do it; it plays no card in vain.
    pub line: Vec<Step>,
}

/// Which solver answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Engine {
    /// Searches boards, all claims at once
    #[default]
    Exact,
    /// Walks every line of play
    Plain,
}

/// The best turn, or *impossible* when no own figure can be claimed at all.
pub fn best_turn(turn: &Turn, engine: Engine, budget: &Budget) -> Answer<BestTurn> {
    let Answer { outcome, engine, nodes } = match engine {
        Engine::Exact => exact::best_turn(turn, budget),
        Engine::Plain => plain::best_turn(turn, budget),
    };
    let accepts = |best: &BestTurn| check_line(turn, &best.line) == Some(best.discards);
    Answer { outcome: verified(outcome, accepts), engine, nodes }
}

/// Plays a line by the rules alone, and counts what it claims; nothing if any step is not allowed.
///
/// This is the checker of every answer: it looks at cells and shapes, and shares no code with the solvers.
pub fn check_line(turn: &Turn, line: &[Step]) -> Option<usize> {
    let mut grid = turn.board.grid();
    let mut cards = turn.cards.clone();
    let mut figures = turn.figures.clone();
    let mut forbidden = turn.forbidden;
    let mut claims = 0;
    for step in line {
        match *step {
            Step::Swap(card, swap) => {
                let [one, other] = swap.cells();
                cards.remove(cards.iter().position(|&held| held == card)?);
                card.allows(turn.mov7, one, other).then(|| grid.swap(one, other))?;
            }
            Step::Claim(figure, color, cells) => {
                let cells: Vec<Cell> = cells.cells().collect();
                let shape = azulejo_core::shape::Shape::of(&cells)?;
                let all_of_color = cells.iter().all(|&cell| grid[cell] == color);
                let touches_more = cells
                    .iter()
                    .flat_map(|&cell| grid.neighbors(cell))
                    .any(|cell| grid[cell] == color && !cells.contains(&cell));
                let has_shape = shape.is_connected() && figure.shape().rotations().contains(&shape);
                if !all_of_color || touches_more || !has_shape || forbidden == Some(color) {
                    return None;
                }
                figures.remove(figures.iter().position(|&held| held == figure)?);
                forbidden = Some(color);
                claims += 1;
            }
        }
    }
    Some(claims)
}

#[cfg(test)]
mod tests {
    use azulejo_core::outcome::Outcome;
    use azulejo_core::random::Random;

    use super::*;
    use crate::generate::shuffled;

    /// A random turn with so many cards and figures.
    fn random_turn(random: &mut Random, cards: usize, figures: usize) -> Turn {
        let all: Vec<Figure> = Figure::all().collect();
        Turn {
            board: shuffled(random),
            cards: (0..cards).map(|_| Card::ALL[random.index(7)]).collect(),
            figures: (0..figures).map(|_| all[random.index(all.len())]).collect(),
            forbidden: Color::ALL.get(random.index(5)).copied(),
            mov7: if random.index(2) == 0 { Mov7::Edge } else { Mov7::Four },
        }
    }

    fn value(turn: &Turn, engine: Engine) -> Option<(usize, usize, usize)> {
        match best_turn(turn, engine, &Budget::unlimited()).outcome {
            Outcome::Solved { solution, .. } => {
                assert_eq!(check_line(turn, &solution.line), Some(solution.discards));
                let swaps = solution.line.iter().filter(|step| matches!(step, Step::Swap(..))).count();
                Some((solution.discards, solution.min_moves.unwrap(), swaps))
            }
            Outcome::Impossible => None,
            Outcome::GaveUp { stop, .. } => panic!("gave up: {stop}"),
        }
    }

    #[test]
    fn the_fast_solver_agrees_with_the_plain_one_on_thousands_of_turns() {
        let mut random = Random::new(17);
        for (number, cards, figures) in
            [(300, 0, 3), (1500, 1, 3), (300, 2, 1), (400, 2, 2), (1500, 2, 3), (4, 3, 3), (8, 3, 1)]
        {
            for _ in 0..number {
                let turn = random_turn(&mut random, cards, figures);
                assert_eq!(value(&turn, Engine::Exact), value(&turn, Engine::Plain), "{turn:?}");
            }
        }
    }

    #[test]
    fn no_pruning_changes_an_answer() {
        let all = exact::Prunings::default();
        let without = [
            exact::Prunings { makers: false, ..all },
            exact::Prunings { equal_cards: false, ..all },
            exact::Prunings { equal_colors: false, ..all },
        ];
        let mut random = Random::new(31);
        for (number, cards) in [(300, 1), (300, 2), (6, 3)] {
            for _ in 0..number {
                let mut turn = random_turn(&mut random, cards, 3);
                // Equal cards are rare by chance, and half of what is tested here.
                if random.index(2) == 0 {
                    turn.cards = vec![turn.cards[0]; cards];
                }
                let value = |prunings| {
                    let outcome = exact::best_turn_with(&turn, prunings, &Budget::unlimited()).outcome;
                    outcome.solution().map(|best| (best.discards, best.min_moves))
                };
                for prunings in without {
                    assert_eq!(value(prunings), value(all), "{prunings:?} {turn:?}");
                }
            }
        }
    }

    #[test]
    fn lines_that_break_a_rule_are_refused() {
        let mut random = Random::new(23);
        let turn = loop {
            let turn = random_turn(&mut random, 3, 3);
            if value(&turn, Engine::Exact).is_some_and(|(discards, ..)| discards == 3) {
                break turn;
            }
        };
        let Outcome::Solved { solution, .. } = best_turn(&turn, Engine::Exact, &Budget::unlimited()).outcome else {
            panic!("it was solved before");
        };
        let line = solution.line;
        assert_eq!(check_line(&turn, &[]), Some(0));
        let twice: Vec<Step> = line.iter().flat_map(|step| [*step, *step]).collect();
        assert_eq!(check_line(&turn, &twice), None);
        let Some(Step::Claim(figure, color, cells)) = line.last().copied() else { panic!("a line ends with a claim") };
        let forbidden = Turn { forbidden: Some(color), ..turn.clone() };
        let first_claim = line.iter().position(|step| matches!(step, Step::Claim(_, other, _) if *other == color));
        assert_eq!(
            check_line(&forbidden, &line).is_none(),
            first_claim == line.iter().position(|step| matches!(step, Step::Claim(..)))
        );
        let unheld = Turn { figures: vec![], ..turn.clone() };
        assert_eq!(check_line(&unheld, &line), None);
        let smaller = CellSet::from_bits(cells.bits() & (cells.bits() - 1));
        assert_eq!(check_line(&turn, &[Step::Claim(figure, color, smaller)]), None);
    }

    #[test]
    fn a_search_that_runs_out_of_nodes_gives_up() {
        let turn = random_turn(&mut Random::new(2), 3, 3);
        let answer = best_turn(&turn, Engine::Exact, &Budget::unlimited().with_nodes(50));
        assert!(matches!(answer.outcome, Outcome::GaveUp { .. }), "{answer:?}");
    }
}
