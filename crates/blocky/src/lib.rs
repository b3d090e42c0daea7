//! Blocky: a square of blocks within blocks, turned and swapped until a colour lies as a player wants it.
//!
//! A block is solid or divided into four. A move turns or swaps the inside of any block, or smashes it into random
//! pieces. Each player has a goal for one colour: the largest connected area (blob), the most of the border (perimeter)
//! or the longest diagonal line.
//!
//! [`board`] is the tree of blocks and [`rules`] what moves do to it; [`position`] is a game at one moment. [`goal`] says what
//! players want; [`plane`] and [`sides`] are the two structures that score moves without flattening the tree. [`generate`]
//! and [`python`] make random boards, [`player`] plays, [`simulate`] lets players play, [`solve`] gives proven answers.
//! [`mod@format`] reads and writes, [`layout`] knows the pixels of the original, [`draw`] shows.

pub mod board;
pub mod details;
pub mod draw;
pub mod format;
pub mod generate;
pub mod goal;
pub mod layout;
pub mod plane;
pub mod player;
pub mod position;
pub mod python;
pub mod rules;
pub mod sides;
pub mod simulate;
pub mod solve;

use azulejo_core::budget::Budget;
use azulejo_core::erased::Entry;
use azulejo_core::game::{Advice, Bots, Game, Hint, Preset, Solve, Status, Violation};
use azulejo_core::hands::NoUi;
use azulejo_core::options::NoOptions;
use azulejo_core::outcome::{Answer, Halt, Outcome, Proof};
use azulejo_core::problem::{Problem, Problems};
use azulejo_core::random::Random;
use azulejo_core::scene::Scene;

use serde_json::Value;

use player::Mind;
use position::{Player, Position, Setup, winner};
use rules::Move;
use solve::Turns;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Blocky;

/// Blocky for the front ends.
pub const ENTRY: Entry = Entry::of::<Blocky>().solves::<Blocky>().hints::<Blocky>().plays::<Blocky>();

/// The beam of a searching player of which nothing more is said.
pub const USUAL_WIDTH: u32 = 24;

impl Game for Blocky {
    const NAME: &'static str = "blocky";
    const TITLE: &'static str = "Blocky";
    const SUMMARY: &'static str = "Turn and swap blocks within blocks until your colour lies as you want it";

    type Setup = Setup;
    type Position = Position;
    type Move = Move;

    type Reading = NoOptions;
    type Ui = NoUi;

    fn start(setup: &Setup, seed: u64, _: &Budget) -> Result<Position, Halt> {
        Ok(setup.deal(seed))
    }

    fn read(setup: &Setup, text: &str) -> Result<Position, Problems> {
        format::read_position(setup, text)
    }

    fn write(position: &Position) -> String {
        format::write_literal(position)
    }

    fn moves(position: &Position) -> Vec<Move> {
        position.legal_moves()
    }

    fn play(position: &Position, action: &Move) -> Result<Position, Problem> {
        position.play(*action).map_err(|error| Problem::new(error.to_string()))
    }

    fn status(position: &Position) -> Status {
        match position.to_move() {
            Some(player) => Status::Playing { player },
            None => Status::Won { player: winner(&position.scores()) },
        }
    }

    /// A board cannot break a rule: its invariants hold by construction.
    fn seats(position: &Position) -> usize {
        position.seats().len()
    }

    fn check(_: &Position) -> Vec<Violation> {
        Vec::new()
    }

    fn scene(position: &Position) -> Scene {
        draw::position(position)
    }

    const PRESETS: &'static [Preset] = &[
        Preset { setup: "d4,t10,human,smart2", name: "Against one computer player" },
        Preset { setup: "d3,t10,human", name: "Alone, small board" },
        Preset { setup: "d4,t10,human", name: "Alone" },
        Preset { setup: "d4,t10,human,human", name: "Two people" },
        Preset { setup: "d4,t10,human,smart2,smart5", name: "Against two computer players" },
        Preset { setup: "d4,t10,human,search24", name: "Against one that looks ahead" },
        Preset { setup: "d5,t15,human,smart3", name: "Large board, against one" },
        Preset { setup: "d3,t10,human,smart2,2020", name: "With painting and combining" },
    ];

    fn details(position: &Position) -> Value {
        details::details(position)
    }

    fn handles(position: &Position) -> Vec<(&'static str, Value)> {
        vec![("blocks", details::blocks(position))]
    }

    fn forms(position: &Position) -> Vec<(&'static str, String)> {
        vec![("json", format!("{}\n", position.board)), ("tree", format::printed_tree(&position.board, 750))]
    }
}

impl Solve for Blocky {
    /// The best the player to move can do in the turns left, were the others not there.
    fn solve(position: &Position, budget: &Budget) -> Answer<Vec<Move>> {
        let Some(player) = position.to_move() else {
            let outcome = Outcome::Solved { solution: Vec::new(), proof: Proof::Optimal };
            return Answer { outcome, engine: "none", nodes: 0 };
        };
        let turns = Turns::AtMost(position.turns_left(player));
        let answer = solve::best(&position.board, position.seats()[player].aim, turns, budget);
        Answer { outcome: answer.outcome.map(|plan| plan.as_moves()), engine: answer.engine, nodes: answer.nodes }
    }
}

impl Hint for Blocky {
    fn hint(position: &Position, budget: &Budget) -> Outcome<Advice<Move>> {
        let mut mind = Mind::default();
        let chosen = player::choose_as(Player::Search(USUAL_WIDTH), position, &mut mind, budget);
        let (Some(chosen), Some(seat)) = (chosen, position.to_move()) else { return Outcome::Impossible };
        let plan: Vec<Move> = std::iter::once(chosen).chain(mind.planned()).collect();
        let aim = position.seats()[seat].aim;
        let mut board = position.board.clone();
        let after = plan.iter().fold(position.board.clone(), |mut board, next| {
            // What cannot be played, or not foreseen, leaves the board as it is.
            let _ = rules::play(&mut board, *next, position.rules(), &mut solve::NoChance);
            board
        });
        let _ = rules::play(&mut board, chosen, position.rules(), &mut solve::NoChance);
        let reason = match (chosen.action, plan.len()) {
            (rules::Action::Smash, _) => "smashing this block promises more than any swap or rotation".to_owned(),
            (_, 1) => format!("the score goes from {} to {}", aim.score(&position.board), aim.score(&board)),
            (_, count) => {
                format!("the first of {count} moves from {} to {}", aim.score(&position.board), aim.score(&after))
            }
        };
        let cells = draw::cells_of(&position.board, chosen.path);
        Outcome::Solved { solution: Advice { line: plan, reason: reason.into(), cells }, proof: Proof::FirstFound }
    }
}

impl Bots for Blocky {
    const BOTS: &'static [&'static str] =
        &["random", "smart0", "smart1", "smart2", "smart3", "smart4", "smart5", "search"];

    /// A seat that belongs to a computer player is played as that one, whatever name is given. A person's turn is not
    /// lost by a move that does nothing, so a bot that wants such a move in a person's seat plays any other.
    fn choose(position: &Position, bot: &str, random: &mut Random, budget: &Budget) -> Option<Move> {
        let seated = position.seats()[position.to_move()?].player;
        let player = match (seated, bot) {
            (Player::Human, "search") => Player::Search(USUAL_WIDTH),
            (Player::Human, name) => name.parse().ok()?,
            (seated, _) => seated,
        };
        let chosen = player::choose_as(player, position, &mut Mind::default(), budget)?;
        if seated != Player::Human || position.check(chosen).is_ok() {
            return Some(chosen);
        }
        let legal = position.legal_moves();
        legal.get(random.index(legal.len())).copied()
    }
}
