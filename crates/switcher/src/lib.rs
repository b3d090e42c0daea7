//! El Switcher: a 6 × 6 board of four colours, figures to form on it, cards that exchange two tiles.
//!
//! Each player has a deck of figure cards, three of them face up, and three secret movement cards. A turn exchanges tiles
//! and claims figures that stand on the board: connected tiles of one colour in the exact shape of a card, touching no
//! other tile of that colour, and not in the colour of the last figure anyone formed. Whoever has formed all cards first
//! has won.
//!
//! [`board`], [`figures`] and [`cards`] are what the box holds; [`position`] is a game at one moment and [`rules`] what
//! moves do; [`solve`] finds the best turn and proves it; [`bots`] play, [`simulate`] lets them play many games;
//! [`mod@format`] reads and writes, [`generate`] shuffles, [`draw`] shows, [`hands`] touches. [`verbs`] is what can be
//! asked.

pub mod board;
pub mod bots;
pub mod cards;
pub mod draw;
mod facts;
pub mod figures;
pub mod format;
pub mod generate;
pub mod hands;
mod lesson;
pub mod position;
pub mod rules;
pub mod simulate;
pub mod solve;
pub mod verbs;
mod words;

use azulejo_core::budget::Budget;
use azulejo_core::game::{Advice, Bots, Game, Hint, Preset, Solve, Status, Violation};
use azulejo_core::grid::Cell;
use azulejo_core::hands::{Control, Gesture};
use azulejo_core::lesson::Lesson;
use azulejo_core::outcome::{Answer, Halt, Outcome};
use azulejo_core::problem::{Problem, Problems};
use azulejo_core::random::Random;
use azulejo_core::scene::Scene;
use azulejo_core::words::{Message, Template};

use board::{Color, TILES_PER_COLOR};
use bots::Bot;
use format::{Count, LARGEST};
use hands::Hand;
use position::{Position, Setup};
use rules::Move;
use solve::{BestTurn, Step};
use verbs::Reading;

pub use verbs::GAME;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Switcher;

impl Game for Switcher {
    const NAME: &'static str = "switcher";
    const TITLE: &'static str = "Switcher";
    const SUMMARY: &'static str = "Exchange tiles to form the figures on your cards before the others do";

    type Setup = Setup;
    type Position = Position;
    type Move = Move;

    type Reading = Reading;
    type Ui = Hand;

    fn start(setup: &Setup, seed: u64, _: &Budget) -> Result<Position, Halt> {
        Ok(rules::start(setup, seed))
    }

    fn read(setup: &Setup, text: &str) -> Result<Position, Problems> {
        format::read_position(setup, text, Count::Nine)
    }

    fn open(text: &str, _: Option<&str>, reading: &Reading, _: &Budget) -> Result<Position, Halt> {
        if text.len() > LARGEST {
            return Err(Problem::new("it is larger than 64 KiB, too large for this kind of input").into());
        }
        Ok(format::read_position(&Setup::default(), text, reading.count())?)
    }

    fn write(position: &Position) -> String {
        format::write_position(position)
    }

    fn moves(position: &Position) -> Vec<Move> {
        rules::moves(position)
    }

    fn play(position: &Position, action: &Move) -> Result<Position, Problem> {
        rules::play(position, action)
    }

    fn cells_of(position: &Position, action: &Move) -> Vec<Cell> {
        match action {
            Move::Swap { swap, .. } => swap.cells().to_vec(),
            Move::Claim { cell, .. } | Move::Block { cell, .. } => {
                let found = figures::official(&position.board).find(|found| found.cells.contains(*cell));
                found.map_or_else(Vec::new, |found| found.cells.cells().collect())
            }
            Move::Back | Move::End | Move::Leave => Vec::new(),
        }
    }

    fn status(position: &Position) -> Status {
        rules::status(position)
    }

    fn seats(position: &Position) -> usize {
        position.players.len()
    }

    fn check(position: &Position) -> Vec<Violation> {
        let wrong = Color::ALL.into_iter().filter(|&color| position.board.cells(color).len() != TILES_PER_COLOR);
        wrong
            .map(|color| Violation {
                code: "tile_count",
                message: format!("there are {} {color} tiles, expected 9", position.board.cells(color).len()),
                cells: position.board.cells(color).cells().collect(),
            })
            .collect()
    }

    fn scenes(position: &Position, hand: &Hand) -> Vec<Scene> {
        draw::table(position, hand)
    }

    fn touch(position: &Position, hand: &mut Hand, gesture: &Gesture) -> Vec<Move> {
        hands::touch(position, hand, gesture).into_iter().collect()
    }

    fn controls(position: &Position, hand: &Hand) -> Vec<Control> {
        hands::controls(position, hand)
    }

    fn facts(position: &Position) -> Vec<Message> {
        facts::facts(position)
    }

    const WORDS: &'static [Template] = words::WORDS;

    const LESSON: Option<Lesson> = Some(lesson::LESSON);

    const PRESETS: &'static [Preset] = &[
        Preset { setup: "2p", name: "2 players" },
        Preset { setup: "3p", name: "3 players" },
        Preset { setup: "4p", name: "4 players" },
        Preset { setup: "2p-box", name: "2 players, cards drawn at once" },
        Preset { setup: "2p-four", name: "2 players, mov7 goes four" },
    ];

    fn setup_of(position: &Position) -> String {
        position.setup.to_string()
    }

    fn forms(position: &Position) -> Vec<(&'static str, String)> {
        vec![("board", format!("{}\n", position.board.line().replace('/', "\n")))]
    }
}

impl Solve for Switcher {
    /// The rest of this turn that claims the most own figures.
    fn solve(position: &Position, budget: &Budget) -> Answer<Vec<Move>> {
        let Answer { outcome, engine, nodes } = best_turn(position, budget);
        Answer { outcome: outcome.map(|best| as_moves(&best.line)), engine, nodes }
    }
}

impl Hint for Switcher {
    fn hint(position: &Position, budget: &Budget) -> Outcome<Advice<Move>> {
        let outcome = best_turn(position, budget).outcome;
        let template = if matches!(outcome, Outcome::Solved { .. }) { words::ADVICE } else { words::ADVICE_SO_FAR };
        outcome.map(|best| {
            let cards = best.line.iter().filter(|step| matches!(step, Step::Swap(..))).count();
            let line = as_moves(&best.line);
            Advice {
                reason: template.with([("figures", best.discards.into()), ("cards", cards.into())]),
                cells: best.line.first().map(step_cells).unwrap_or_default(),
                handles: line.first().and_then(|first| hands::handle(position, first)).into_iter().collect(),
                line,
            }
        })
    }
}

/// The best rest of this turn; when the game is over, there is none.
fn best_turn(position: &Position, budget: &Budget) -> Answer<BestTurn> {
    if position.winner.is_some() {
        return Answer { outcome: Outcome::Impossible, engine: "exact", nodes: 0 };
    }
    solve::best_turn(&position.own_turn(), solve::Engine::Exact, budget)
}

fn step_cells(step: &Step) -> Vec<Cell> {
    match step {
        Step::Swap(_, swap) => swap.cells().to_vec(),
        Step::Claim(_, _, cells) => cells.cells().collect(),
    }
}

/// The moves of a line, in notation.
pub fn as_moves(line: &[Step]) -> Vec<Move> {
    line.iter().filter_map(Move::of).collect()
}

impl Bots for Switcher {
    const BOTS: &'static [&'static str] = &["greedy", "strong"];

    fn choose(position: &Position, bot: &str, _random: &mut Random, budget: &Budget) -> Option<Move> {
        Bot::find(bot)?.plan(position, budget).into_iter().next()
    }
}
