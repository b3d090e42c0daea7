//! Flow, known as Flow Free, Arukone and Numberlink: join the dots of each colour by paths that do not cross.
//!
//! A puzzle is a board of cells with two dots of each colour. A solution joins every pair by a path; paths share no cell
//! (a bridge is two cells, one over the other), and unless the rule says otherwise every cell is used. The board may be
//! any rectangle of squares or hexagons, with holes, walls, bridges, and edges that wrap around.
//!
//! Two switches make the rule: [`position::Fill`] and [`position::Touch`]. Uniqueness and counts are always about the
//! rule that was asked for.
//!
//! [`position`] is the board, [`graph`] what solvers make of it, [`rules`] the named checks; [`solve`] finds, proves and
//! counts; [`play`] is what a player does, [`hint`] advises; [`format`] reads and writes, [`draw`] shows, [`generate`]
//! makes a board from a seed.

pub mod details;
pub mod draw;
pub mod format;
pub mod generate;
pub mod graph;
pub mod hint;
pub mod play;
pub mod position;
pub mod rules;
pub mod setup;
pub mod solve;

use azulejo_core::budget::Budget;
use azulejo_core::erased::Entry;
use azulejo_core::game::{Advice, Game, Hint, Preset, Solve, Status, Violation};
use azulejo_core::outcome::{Answer, Outcome};
use azulejo_core::problem::{Problem, Problems};
use azulejo_core::scene::Scene;

use serde_json::Value;

use format::Format;
use play::{Move, Position};
use position::Fill;
use setup::Setup;
use solve::Engine;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Flow;

/// Flow for the front ends.
pub const ENTRY: Entry = Entry::of::<Flow>().solves::<Flow>().hints::<Flow>();

impl Game for Flow {
    const NAME: &'static str = "flow";
    const TITLE: &'static str = "Flow";
    const SUMMARY: &'static str = "Join the dots of each colour by paths that do not cross and fill the board";

    type Setup = Setup;
    type Position = Position;
    type Move = Move;

    fn start(setup: &Setup, seed: u64) -> Result<Position, Problem> {
        Self::start_within(setup, seed, &Budget::unlimited())
    }

    fn start_within(setup: &Setup, seed: u64, budget: &Budget) -> Result<Position, Problem> {
        let found = generate::within(setup.rows, setup.columns, seed, budget);
        let found = found.map_err(|stop| Problem::new(format!("no puzzle yet: {stop}")).hint("a smaller board may do"));
        let puzzle = found?.ok_or_else(|| {
            Problem::new(format!("no puzzle of {}×{} came out of this seed", setup.columns, setup.rows))
                .hint("another seed or a smaller board may do")
        })?;
        Ok(Position::new(puzzle, setup.rules))
    }

    fn read(setup: &Setup, text: &str) -> Result<Position, Problems> {
        let reading = format::read_one(text, None)?;
        let mut rules = setup.rules;
        if reading.fill == Some(Fill::Free) {
            rules.fill = Fill::Free;
        }
        Ok(Position::new(reading.puzzle, rules))
    }

    fn write(position: &Position) -> String {
        format::line::write(position.puzzle())
    }

    fn moves(position: &Position) -> Vec<Move> {
        play::moves(position)
    }

    fn play(position: &Position, action: &Move) -> Result<Position, Problem> {
        play::play(position, action)
    }

    fn status(position: &Position) -> Status {
        play::status(position)
    }

    fn check(position: &Position) -> Vec<Violation> {
        position.violations().into_iter().map(violation).collect()
    }

    fn scene(position: &Position) -> Scene {
        draw::position(position)
    }

    const PRESETS: &'static [Preset] = &[
        Preset { setup: "7x7", name: "7×7" },
        Preset { setup: "5x5", name: "5×5" },
        Preset { setup: "6x6", name: "6×6" },
        Preset { setup: "8x8", name: "8×8" },
        Preset { setup: "9x9", name: "9×9" },
        Preset { setup: "7x11", name: "7×11, for a phone" },
    ];

    /// The line says nothing of the rule.
    fn setup_of(position: &Position) -> String {
        Setup { rules: position.rules(), ..Setup::default() }.to_string()
    }

    fn details(position: &Position) -> Value {
        details::details(position)
    }

    fn forms(position: &Position) -> Vec<(&'static str, String)> {
        let fill = position.rules().fill;
        let write = |format: Format| format::write(position.puzzle(), fill, None, format).ok();
        let wanted = [Format::Grid, Format::Json, Format::Puzzlink, Format::Pzprv3, Format::Line];
        wanted.into_iter().filter_map(|format| Some((format.name(), write(format)?))).collect()
    }
}

/// A broken rule as all games tell it.
pub fn violation(broken: rules::Violation) -> Violation {
    Violation { code: broken.rule.code(), message: broken.rule.message().to_owned(), cells: broken.cells }
}

impl Solve for Flow {
    /// The whole solution, one line a colour; the answer also says whether it is the only one.
    fn solve(position: &Position, budget: &Budget) -> Answer<Vec<Move>> {
        let Answer { outcome, engine, nodes } = solve::first(position.puzzle(), position.rules(), Engine::Auto, budget);
        let lines = |solution: position::Solution| solution.paths().map(|path| Move::Draw(path.to_vec())).collect();
        Answer { outcome: outcome.map(lines), engine, nodes }
    }
}

impl Hint for Flow {
    fn hint(position: &Position, budget: &Budget) -> Outcome<Advice<Move>> {
        hint::hint(position, budget)
    }
}
