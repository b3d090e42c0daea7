//! A planner for falling tetrominoes: given a board and the coming pieces, the best way to place them, exactly.
//!
//! Pieces are turned at the top and fall straight down; full rows stay, as the document has it, or vanish. A plan places
//! as many of the asked pieces as can be placed, and its last board has the best score of all such plans; among equals
//! it is the first in the document's order, rotation by rotation and column by column. Two engines give that answer: one
//! looks at every leaf, the other proves most of them away.
//!
//! [`position`] is the board and the pieces, [`rules`] how they fall; [`features`] and [`score`] say what a board is
//! worth; [`solve`] plans; [`mod@format`] reads states and writes plays; [`play`] is a game in progress, [`draw`] shows it,
//! [`hands`] is what a player does to it; [`verbs`] is what can be asked.

pub mod control;
pub mod draw;
mod facts;
pub mod features;
pub mod format;
pub mod hands;
mod hint;
mod lesson;
pub mod play;
pub mod position;
pub mod rules;
pub mod score;
pub mod solve;
pub mod verbs;
mod words;

use azulejo_core::budget::Budget;
use azulejo_core::game::{Advice, Game, Hint, Preset, Solve, Status, Violation};
use azulejo_core::hands::{Control, Gesture};
use azulejo_core::lesson::Lesson;
use azulejo_core::options::NoOptions;
use azulejo_core::outcome::{Answer, Halt, Outcome};
use azulejo_core::problem::{Problem, Problems};
use azulejo_core::scene::Scene;
use azulejo_core::words::{Message, Template};
use format::State;
use hands::Ui;
use play::{Position, Setup};
use rules::Placement;
use score::Score;
use solve::{Method, Task};
pub use verbs::{GAME, VERBS};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Tetris;

impl Game for Tetris {
    const NAME: &'static str = "tetris";
    const TITLE: &'static str = "Tetris";
    const SUMMARY: &'static str = "Place the falling pieces so that the board stays low and flat";

    type Setup = Setup;
    type Position = Position;
    type Move = Placement;

    type Reading = NoOptions;
    type Ui = Ui;

    fn start(setup: &Setup, seed: u64, _: &Budget) -> Result<Position, Halt> {
        Ok(Position::start(setup, seed)?)
    }

    fn read(_setup: &Setup, text: &str) -> Result<Position, Problems> {
        Position::read(text)
    }

    fn write(position: &Position) -> String {
        position.write()
    }

    fn moves(position: &Position) -> Vec<Placement> {
        position.moves()
    }

    fn play(position: &Position, action: &Placement) -> Result<Position, Problem> {
        position.play(*action)
    }

    fn size(position: &Position) -> usize {
        usize::from(position.board.rows()) * usize::from(position.board.columns())
    }

    fn status(position: &Position) -> Status {
        position.status()
    }

    /// Every board is one that could be: there is no rule to break.
    fn check(_position: &Position) -> Vec<Violation> {
        Vec::new()
    }

    fn scenes(position: &Position, ui: &Ui) -> Vec<Scene> {
        hands::scenes(position, ui)
    }

    fn touch(position: &Position, ui: &mut Ui, gesture: &Gesture) -> Vec<Placement> {
        hands::touch(position, ui, gesture)
    }

    fn controls(position: &Position, ui: &Ui) -> Vec<Control> {
        hands::controls(position, ui)
    }

    fn facts(position: &Position) -> Vec<Message> {
        facts::facts(position)
    }

    const WORDS: &'static [Template] = words::WORDS;

    const LESSON: Option<Lesson> = Some(lesson::LESSON);

    const PRESETS: &'static [Preset] = &[
        Preset { setup: "10x20", name: "10×20" },
        Preset { setup: "6x12", name: "6×12, small" },
        Preset { setup: "10x20-keep", name: "10×20, full rows stay" },
        Preset { setup: "16x20", name: "16×20, wide" },
    ];

    fn forms(position: &Position) -> Vec<(&'static str, String)> {
        let Position { board, pieces, .. } = position;
        let state = |depth| State { id: "0".to_owned(), depth, board: board.clone(), pieces: pieces.clone() };
        // A state asks for a plan, so it has a piece to place.
        pieces.len().checked_sub(1).map(|depth| ("state", state(depth).to_string())).into_iter().collect()
    }
}

/// What is planned for a player: the coming pieces under the rule of the game, by the document's score.
fn task<'a>(position: &'a Position, score: &'a Score) -> Task<'a> {
    let Position { board, pieces, full_rows, .. } = position;
    // Where rows vanish every leaf is looked at, and two pieces are as many as a person waits for.
    let most = if *full_rows == rules::FullRows::Clear { 2 } else { pieces.len() };
    Task { board, pieces: &pieces[..pieces.len().min(most)], score, full_rows: *full_rows }
}

impl Solve for Tetris {
    fn solve(position: &Position, budget: &Budget) -> Answer<Vec<Placement>> {
        let Answer { outcome, engine, nodes } =
            solve::plan(&task(position, &Score::default()), Method::default(), budget);
        Answer { outcome: outcome.map(|plan| plan.path), engine, nodes }
    }
}

impl Hint for Tetris {
    fn hint(position: &Position, budget: &Budget) -> Outcome<Advice<Placement>> {
        let score = Score::default();
        let task = task(position, &score);
        hint::advice(&task, solve::plan(&task, Method::default(), budget).outcome)
    }
}

#[cfg(test)]
mod tests {
    use azulejo_core::contract;

    use super::*;

    #[test]
    fn the_game_keeps_what_every_game_must() {
        for (setup, seed) in
            [("10x20", 1), ("6x9", 2), ("5x8-keep", 3), ("64x4", 4), ("1x1", 5), ("3x7", 6), ("90x5", 7)]
        {
            let setup = setup.parse().unwrap();
            contract::keeps::<Tetris>(&setup, seed, 40).unwrap();
        }
    }

    #[test]
    fn a_position_is_solved_to_its_end() {
        let position = Position::read("0000000/0000000/0000000/0000000/0110000/1110001,TOSJ,keep,0").unwrap();
        let answer = Tetris::solve(&position, &Budget::unlimited());
        let line = answer.outcome.solution().unwrap();
        let end = line.iter().try_fold(position, |position, placement| position.play(*placement)).unwrap();
        assert_eq!(end.status(), Status::Won { player: 0 });
    }
}
