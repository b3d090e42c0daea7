//! Kami: paint regions until the whole board has one colour, in as few moves as possible.
//!
//! A move paints one region, and it merges with its neighbours of that colour. Boards are squares, triangles or plain
//! graphs, may have voids and parts that do not touch (all must end in the same colour), and may name the colour to end
//! in. [`solve`] proves the fewest moves.
//!
//! [`position`] is a board, a level and a game at one moment; [`region`] the board as a graph, with the course text's
//! two dictionaries; [`rules`] what a move does and the checker of solutions; [`solve`] the course text's search and the
//! exact one; [`generate`] makes levels; [`format`](mod@format) reads and writes, [`draw`] shows, [`hands`] says what a
//! touch means. [`verbs`] is what can be asked, and [`GAME`] the game as doors know it.

pub mod contraction;
pub mod draw;
pub mod format;
pub mod generate;
pub mod hands;
mod hint;
mod lesson;
pub mod position;
pub mod region;
pub mod rules;
pub mod solve;
pub mod verbs;
mod words;

use std::path::Path;

use azulejo_core::budget::Budget;
use azulejo_core::game::{Advice, Game, Generate, Hint, Preset, Rate, Rating, Solve, Status, Violation};
use azulejo_core::hands::{Control, Gesture};
use azulejo_core::lesson::Lesson;
use azulejo_core::outcome::{Answer, Halt, Outcome};
use azulejo_core::problem::{Problem, Problems};
use azulejo_core::registry::{self, Hinting, Prompt};
use azulejo_core::scene::Scene;
use azulejo_core::words::{Message, Template};
use format::Format;
use generate::Setup;
use hands::Ui;
use position::{Level, Position};
use rules::Move;
use solve::Request;
use verbs::{Reading, VERBS};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Kami;

/// Kami as doors know it.
pub static GAME: registry::Entry = registry::Entry::of::<Kami>(&VERBS).with_prompt(PROMPT);

/// The prompt of the Kami course text.
const PROMPT: Prompt = Prompt {
    file: Some("Name of the board's file (Enter for a new level): "),
    header: words::HEADER,
    ask: "Type '<column><row> <colour>' or 'hint': ",
    always: true,
    help: ("F4 2", "paint the region at F4 with colour 2"),
    hints: &["hint", "dica", "h"],
    hint: Hinting::Plays,
    hint_options: r#"{"left":true}"#,
    hinted: "Hint: {move}",
    no_hint: "There is no valid move",
    won: "Well done, the board is solved. Result: 1",
    lost: "The board was not solved, no move is left. Result: 0",
    no_way: "The board was not solved, no valid move is left. Result: -1",
    unfinished: "The game is not over; go on with its record:",
};

impl Game for Kami {
    const NAME: &'static str = "kami";
    const TITLE: &'static str = "Kami";
    const SUMMARY: &'static str = "Paint regions until the whole board has one colour";

    type Setup = Setup;
    type Position = Position;
    type Move = Move;

    type Reading = Reading;
    type Ui = Ui;

    fn start(setup: &Setup, seed: u64, budget: &Budget) -> Result<Position, Halt> {
        if let Outcome::Solved { solution, .. } = generate::generate(&setup.checked()?, seed, budget) {
            return Ok(Position::of(solution));
        }
        // The generator also gives up by a count of its own, which more budget would not help.
        budget.check()?;
        let problem = Problem::new(format!("no level `{setup}` was found for this seed"));
        Err(problem.hint("another seed, other moves or other regions may do").into())
    }

    fn read(_setup: &Setup, text: &str) -> Result<Position, Problems> {
        format::read_position(text)
    }

    fn open(text: &str, name: Option<&str>, reading: &Reading, _budget: &Budget) -> Result<Position, Halt> {
        let ending = name.and_then(|name| Path::new(name).extension()).and_then(|ending| ending.to_str());
        // A name that promises JSON is no promise: the text shows whether it is.
        let named = ending.and_then(Format::of_extension).filter(|format| *format != Format::Json);
        Ok(format::read_position_as(text, reading.format.or(named))?)
    }

    fn under(mut position: Position, reading: &Reading) -> Result<Position, Problem> {
        position.level.target = reading.target.or(position.level.target);
        Ok(position)
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

    fn size(position: &Position) -> usize {
        position.level.board.layout().len()
    }

    fn status(position: &Position) -> Status {
        rules::status(position)
    }

    fn check(position: &Position) -> Vec<Violation> {
        rules::broken(position)
    }

    fn scenes(position: &Position, ui: &Ui) -> Vec<Scene> {
        hands::scenes(position, ui)
    }

    fn touch(position: &Position, ui: &mut Ui, gesture: &Gesture) -> Vec<Move> {
        hands::touch(position, ui, gesture)
    }

    fn controls(position: &Position, _ui: &Ui) -> Vec<Control> {
        hands::controls(position)
    }

    fn facts(position: &Position) -> Vec<Message> {
        words::facts(position)
    }

    const WORDS: &'static [Template] = words::ALL;

    const LESSON: Option<Lesson> = Some(lesson::LESSON);

    const PRESETS: &'static [Preset] = &[
        Preset { setup: "10x10c4", name: "10×10, 4 colours" },
        Preset { setup: "6x6c3", name: "6×6, 3 colours" },
        Preset { setup: "8x8c4", name: "8×8, 4 colours" },
        Preset { setup: "12x12c5", name: "12×12, 5 colours" },
        Preset { setup: "16x10c4", name: "16×10, 4 colours" },
        Preset { setup: "15x8c4t", name: "Triangles, 4 colours" },
    ];

    fn forms(position: &Position) -> Vec<(&'static str, String)> {
        let json = format::write_json(&position.level).to_string();
        vec![("level", format::write(&position.level)), ("line", format::line::write(position)), ("json", json)]
    }
}

impl Solve for Kami {
    /// A shortest solution from here, whatever the level allows.
    fn solve(position: &Position, budget: &Budget) -> Answer<Vec<Move>> {
        let Answer { outcome, engine, nodes } =
            solve::solve(&position.level.board, &Request::of(&position.level), budget);
        Answer { outcome: outcome.map(|solution| solution.moves), engine, nodes }
    }
}

impl Hint for Kami {
    fn hint(position: &Position, budget: &Budget) -> Outcome<Advice<Move>> {
        let level = &position.level;
        let answer = solve::advise(&level.board, level.terms(), Some(position.left()), budget);
        answer.outcome.map(|solution| hint::advice(&level.board, solution))
    }
}

impl Generate for Kami {
    fn generate(setup: &Setup, seed: u64, budget: &Budget) -> Outcome<Position> {
        generate::generate(setup, seed, budget).map(Position::of)
    }
}

impl Rate for Kami {
    fn rate(position: &Position, budget: &Budget) -> Outcome<Rating> {
        generate::rate(&Level { moves: position.left(), ..position.level.clone() }, budget)
    }
}
