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
//! counts; [`play`] is what a player does, [`hands`] by which gestures; [`deduce`] reasons as a person does, for [`hint`],
//! which advises, and [`rate`]; [`format`](mod@format) reads and writes, [`draw`] shows, [`generate`] makes puzzles from a
//! seed, [`import`] reads them from pictures. [`verbs`] is what can be asked.

pub mod deduce;
pub mod draw;
pub mod format;
pub mod generate;
pub mod graph;
pub mod hands;
pub mod hint;
pub mod import;
mod lesson;
pub mod play;
pub mod position;
pub mod rate;
pub mod reading;
pub mod rules;
pub mod setup;
pub mod solve;
pub mod verbs;
mod words;

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::game::{Advice, Game, Hint, Preset, Status, Violation};
use azulejo_core::hands::{Control, Gesture};
use azulejo_core::lesson::Lesson;
use azulejo_core::outcome::{Halt, Outcome};
use azulejo_core::problem::{Problem, Problems};
use azulejo_core::registry;
use azulejo_core::scene::Scene;
use azulejo_core::words::{Message, Template};

use format::Format;
use hands::Ui;
use play::{Move, Position};
use reading::ReadingOptions;
use setup::Setup;

pub use verbs::VERBS;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Flow;

/// Flow for the doors.
pub static GAME: registry::Entry = registry::Entry::of::<Flow>(&VERBS).with_shells(&[
    registry::Shell::Compare { engines: solve::COMPARED, options: &[("touch", "forbid")] },
    registry::Shell::Capture,
]);

impl Game for Flow {
    const NAME: &'static str = "flow";
    const TITLE: &'static str = "Flow";
    const SUMMARY: &'static str = "Join the dots of each colour by paths that do not cross and fill the board";

    const VERSION: u32 = 2;

    type Setup = Setup;
    type Position = Position;
    type Move = Move;

    type Reading = ReadingOptions;
    type Ui = Ui;

    const WORDS: &'static [Template] = words::WORDS;

    fn start(setup: &Setup, seed: u64, budget: &Budget) -> Result<Position, Halt> {
        match generate::make(&setup.wish, seed, budget) {
            Outcome::Solved { solution: made, .. } => Ok(Position::new(made.puzzle, setup.wish.rules)),
            Outcome::GaveUp { stop, .. } if stop != Stop::Nodes => Err(stop.into()),
            _ => Err(generate::no_puzzle(&setup.to_string()).into()),
        }
    }

    fn read(setup: &Setup, text: &str) -> Result<Position, Problems> {
        reading::read(text, &ReadingOptions::default(), setup.wish.rules)
    }

    fn open(text: &str, _: Option<&str>, options: &ReadingOptions, budget: &Budget) -> Result<Position, Halt> {
        reading::fits(text, options, budget)?;
        Ok(reading::read(text, options, position::Rules::default())?)
    }

    fn see(picture: &[u8], _: &ReadingOptions, budget: &Budget) -> Result<Position, Halt> {
        reading::see(picture, budget)
    }

    fn under(position: Position, options: &ReadingOptions) -> Result<Position, Problem> {
        Ok(reading::under(position, options))
    }

    fn write(position: &Position) -> String {
        format::line::write(position)
    }

    fn moves(position: &Position) -> Vec<Move> {
        play::moves(position)
    }

    fn play(position: &Position, action: &Move) -> Result<Position, Problem> {
        play::play(position, action)
    }

    fn size(position: &Position) -> usize {
        position.puzzle().tiles().len()
    }

    fn status(position: &Position) -> Status {
        play::status(position)
    }

    fn check(position: &Position) -> Vec<Violation> {
        position.violations().into_iter().map(violation).collect()
    }

    fn scenes(position: &Position, ui: &Ui) -> Vec<Scene> {
        draw::scenes(position, ui)
    }

    fn touch(position: &Position, ui: &mut Ui, gesture: &Gesture) -> Vec<Move> {
        hands::touch(position, ui, gesture)
    }

    fn controls(position: &Position, ui: &Ui) -> Vec<Control> {
        hands::controls(position, ui)
    }

    fn facts(position: &Position) -> Vec<Message> {
        words::facts(position)
    }

    const LESSON: Option<Lesson> = Some(lesson::LESSON);

    const PRESETS: &'static [Preset] = &[
        Preset { setup: "7x7", name: "7×7" },
        Preset { setup: "5x5-easy", name: "5×5, easy" },
        Preset { setup: "8x8-medium", name: "8×8, medium" },
        Preset { setup: "9x9-hard", name: "9×9, hard" },
        Preset { setup: "11x11-expert", name: "11×11, expert" },
        Preset { setup: "7x11", name: "7×11, for a phone" },
        Preset { setup: "8x8-bridges", name: "Bridges" },
        Preset { setup: "8x8-walls-holes", name: "Walls and holes" },
        Preset { setup: "7x7-hex", name: "Hexagons" },
        Preset { setup: "8x8-torus", name: "Joined edges" },
    ];

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

impl Hint for Flow {
    fn hint(position: &Position, budget: &Budget) -> Outcome<Advice<Move>> {
        hint::hint(position, budget)
    }
}
