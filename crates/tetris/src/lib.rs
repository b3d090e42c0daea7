//! A planner for falling tetrominoes: given a board and the coming pieces, the best way to place them, exactly.
//!
//! Pieces are turned at the top and fall straight down; full rows stay, as the document has it, or vanish. A plan places
//! as many of the asked pieces as can be placed, and its last board has the best score of all such plans; among equals
//! it is the first in the document's order, rotation by rotation and column by column. Two engines give that answer: one
//! looks at every leaf, the other proves most of them away.
//!
//! [`position`] is the board and the pieces, [`rules`] how they fall; [`features`] and [`score`] say what a board is
//! worth; [`solve`] plans; [`mod@format`] reads states and writes plays; [`play`] is a game in progress, [`draw`] shows it.

pub mod details;
pub mod draw;
pub mod features;
pub mod format;
pub mod play;
pub mod position;
pub mod rules;
pub mod score;
pub mod solve;

use azulejo_core::budget::Budget;
use azulejo_core::erased::Entry;
use azulejo_core::game::{Advice, Game, Hint, Preset, Solve, Status, Violation};
use azulejo_core::hands::NoUi;
use azulejo_core::options::NoOptions;
use azulejo_core::outcome::{Answer, Halt, Outcome};
use azulejo_core::problem::{Problem, Problems};
use azulejo_core::scene::Scene;

use serde_json::Value;

use features::Features;
use play::{Position, Setup};
use rules::Placement;
use score::Score;
use solve::{Method, Plan, Task};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Tetris;

/// Tetris for the front ends.
pub const ENTRY: Entry = Entry::of::<Tetris>().solves::<Tetris>().hints::<Tetris>();

impl Game for Tetris {
    const NAME: &'static str = "tetris";
    const TITLE: &'static str = "Tetris";
    const SUMMARY: &'static str = "Place the falling pieces so that the board stays low and flat";

    type Setup = Setup;
    type Position = Position;
    type Move = Placement;

    type Reading = NoOptions;
    type Ui = NoUi;

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

    fn status(position: &Position) -> Status {
        position.status()
    }

    /// Every board is one that could be: there is no rule to break.
    fn check(_position: &Position) -> Vec<Violation> {
        Vec::new()
    }

    fn scene(position: &Position) -> Scene {
        draw::position(position)
    }

    const PRESETS: &'static [Preset] = &[
        Preset { setup: "10x20", name: "10×20" },
        Preset { setup: "6x12", name: "6×12, small" },
        Preset { setup: "10x20-keep", name: "10×20, full rows stay" },
        Preset { setup: "16x20", name: "16×20, wide" },
    ];

    fn details(position: &Position) -> Value {
        details::details(position)
    }

    fn handles(position: &Position) -> Vec<(&'static str, Value)> {
        vec![("placements", details::placements(position))]
    }
}

/// The best plan for the pieces of a position by the document's score.
fn best(position: &Position, budget: &Budget) -> Answer<Plan> {
    let score = Score::default();
    let Position { board, pieces, full_rows, .. } = position;
    // Where rows vanish every leaf is looked at, and two pieces are as many as a person waits for.
    let most = if *full_rows == rules::FullRows::Clear { 2 } else { pieces.len() };
    let pieces = &pieces[..pieces.len().min(most)];
    solve::plan(&Task { board, pieces, score: &score, full_rows: *full_rows }, Method::default(), budget)
}

impl Solve for Tetris {
    fn solve(position: &Position, budget: &Budget) -> Answer<Vec<Placement>> {
        let Answer { outcome, engine, nodes } = best(position, budget);
        Answer { outcome: outcome.map(|plan| plan.path), engine, nodes }
    }
}

impl Hint for Tetris {
    fn hint(position: &Position, budget: &Budget) -> Outcome<Advice<Placement>> {
        let now = Score::default().value(&Features::of(&position.board));
        best(position, budget).outcome.map(|plan| Advice {
            reason: format!(
                "of all ways to place {} pieces this keeps the board best: score {:.3} after them, {now:.3} now",
                plan.path.len(),
                plan.value
            )
            .into(),
            line: plan.path,
            cells: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use azulejo_core::contract;
    use azulejo_core::erased::Registry;

    use super::*;

    #[test]
    fn the_game_keeps_what_every_game_must() {
        for (setup, seed) in [("10x20", 1), ("6x9", 2), ("5x8-keep", 3), ("64x4", 4)] {
            let setup = setup.parse().unwrap();
            contract::keeps::<Tetris>(Registry(&[ENTRY]), &setup, seed, 40).unwrap();
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
