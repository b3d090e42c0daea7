//! Kami: paint regions until the whole board has one colour, in as few moves as possible.
//!
//! A move paints one region, and it merges with its neighbours of that colour. Boards are squares, triangles or plain
//! graphs, may have voids and parts that do not touch (all must end in the same colour), and may name the colour to end
//! in. [`solve`] proves the fewest moves.
//!
//! [`position`] is a board, a level and a game at one moment; [`region`] the board as a graph, with the document's two
//! dictionaries; [`rules`] what a move does and the checker of solutions; [`solve`] the document's search and the exact
//! one; [`generate`] makes levels; [`format`](mod@format) reads and writes, [`draw`] shows.

pub mod contraction;
pub mod details;
pub mod draw;
pub mod format;
pub mod generate;
pub mod position;
pub mod region;
pub mod rules;
pub mod solve;

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::erased::Entry;
use azulejo_core::game::{Advice, Game, Generate, Hint, Preset, Rate, Rating, Solve, Status, Violation};
use azulejo_core::hands::NoUi;
use azulejo_core::options::NoOptions;
use azulejo_core::outcome::{Answer, Halt, Outcome};
use azulejo_core::problem::{Problem, Problems};
use azulejo_core::scene::Scene;

use serde_json::Value;

use generate::Setup;
use position::Position;
use rules::{Move, Spot};
use solve::{Request, Solution};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Kami;

/// Kami for the front ends.
pub const ENTRY: Entry = Entry::of::<Kami>().solves::<Kami>().hints::<Kami>().generates::<Kami>().rates::<Kami>();

impl Game for Kami {
    const NAME: &'static str = "kami";
    const TITLE: &'static str = "Kami";
    const SUMMARY: &'static str = "Paint regions until the whole board has one colour";

    type Setup = Setup;
    type Position = Position;
    type Move = Move;

    type Reading = NoOptions;
    type Ui = NoUi;

    fn start(setup: &Setup, seed: u64, budget: &Budget) -> Result<Position, Halt> {
        match generate::generate(&setup.checked()?, seed, budget) {
            Outcome::Solved { solution, .. } => Ok(Position::of(solution)),
            Outcome::GaveUp { stop: stop @ (Stop::Time | Stop::Cancelled), .. } => Err(stop.into()),
            _ => Err(Problem::new(format!("no level `{setup}` was found for this seed"))
                .hint("another seed, other moves or other regions may do")
                .into()),
        }
    }

    fn read(_setup: &Setup, text: &str) -> Result<Position, Problems> {
        format::read_position(text)
    }

    fn write(position: &Position) -> String {
        format::line::write(position)
    }

    fn moves(position: &Position) -> Vec<Move> {
        rules::moves(position)
    }

    fn play(position: &Position, action: &Move) -> Result<Position, Problem> {
        rules::play(position, *action)
    }

    fn status(position: &Position) -> Status {
        rules::status(position)
    }

    fn check(position: &Position) -> Vec<Violation> {
        rules::broken(position)
    }

    fn scene(position: &Position) -> Scene {
        draw::position(position)
    }

    const PRESETS: &'static [Preset] = &[
        Preset { setup: "10x10c4", name: "10×10, 4 colours" },
        Preset { setup: "6x6c3", name: "6×6, 3 colours" },
        Preset { setup: "8x8c4", name: "8×8, 4 colours" },
        Preset { setup: "12x12c5", name: "12×12, 5 colours" },
        Preset { setup: "16x10c4", name: "16×10, 4 colours" },
        Preset { setup: "15x8c4t", name: "Triangles, 4 colours" },
    ];

    fn details(position: &Position) -> Value {
        details::details(position)
    }

    fn forms(position: &Position) -> Vec<(&'static str, String)> {
        vec![("level", format::write(&position.level)), ("line", format::line::write(position))]
    }
}

impl Solve for Kami {
    /// A shortest solution from here, whatever the level allows.
    fn solve(position: &Position, budget: &Budget) -> Answer<Vec<Move>> {
        let request = Request { target: position.level.target, ..Request::default() };
        let Answer { outcome, engine, nodes } = solve::solve(&position.level.board, &request, budget);
        Answer { outcome: outcome.map(|solution| solution.moves), engine, nodes }
    }
}

impl Hint for Kami {
    fn hint(position: &Position, budget: &Budget) -> Outcome<Advice<Move>> {
        let request = Request { target: position.level.target, moves: Some(position.left()), ..Request::default() };
        solve::solve(&position.level.board, &request, budget).outcome.map(|solution| advice(&solution))
    }
}

fn advice(solution: &Solution) -> Advice<Move> {
    let count = solution.moves.len() as u32;
    let proven = if count == solution.lower_bound {
        "no way is shorter".to_owned()
    } else {
        format!("no way is shorter than {}", solution.lower_bound)
    };
    let cells = solution.moves.first().and_then(|first| match first.spot {
        Spot::Cell(cell) => Some(cell),
        Spot::Vertex(_) => None,
    });
    Advice {
        reason: format!("{count} {} to the end, {proven}", if count == 1 { "move" } else { "moves" }).into(),
        cells: cells.into_iter().collect(),
        line: solution.moves.clone(),
    }
}

impl Generate for Kami {
    fn generate(setup: &Setup, seed: u64, budget: &Budget) -> Outcome<Position> {
        generate::generate(setup, seed, budget).map(Position::of)
    }
}

impl Rate for Kami {
    fn rate(position: &Position, budget: &Budget) -> Outcome<Rating> {
        generate::rate(&position.level, budget)
    }
}
