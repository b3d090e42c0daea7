//! Blocky: a square of blocks within blocks, turned and swapped until a colour lies as a player wants it.
//!
//! A block is solid or divided into four. A move turns or swaps the inside of any block, or smashes it into random
//! pieces. Each player has a goal for one colour: the largest connected area (blob), the most of the border (perimeter)
//! or the longest diagonal line.
//!
//! [`board`] is the tree of blocks and [`rules`] what moves do to it; [`position`] is a game at one moment. [`goal`] says what
//! players want; [`plane`] and [`sides`] are the two structures that score moves without flattening the tree. [`generate`]
//! and [`python`] make random boards, [`player`] plays, [`simulate`] lets players play, [`solve`] gives proven answers.
//! [`mod@format`] reads and writes, [`layout`] knows the pixels of the original, [`draw`] shows, [`facts`] tells, [`hands`]
//! knows what a touch means. [`verbs`] is what can be asked.

pub mod board;
pub mod draw;
pub mod facts;
pub mod format;
pub mod generate;
pub mod goal;
pub mod hands;
pub mod layout;
mod lesson;
pub mod plane;
pub mod player;
pub mod position;
pub mod python;
pub mod rules;
pub mod sides;
pub mod simulate;
pub mod solve;
pub mod verbs;
mod word;

use azulejo_core::budget::Budget;
use azulejo_core::game::{Advice, Bots, Game, Hint, Preset, Seating, Solve, Status, Violation};
use azulejo_core::grid::Cell;
use azulejo_core::hands::{Control, Gesture};
use azulejo_core::lesson::Lesson;
use azulejo_core::outcome::{Answer, Halt, Outcome, Proof, verified};
use azulejo_core::problem::{Problem, Problems};
use azulejo_core::random::Random;
use azulejo_core::registry::{self, Prompt};
use azulejo_core::scene::Scene;
use azulejo_core::words::{Message, Template};
use hands::Ui;
use player::Mind;
use position::{Player, Position, Setup, winner};
use rules::{Action, Move};
use schemars::JsonSchema;
use serde::Deserialize;
use solve::Turns;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Blocky;

/// Blocky for the doors.
pub static GAME: registry::Entry =
    registry::Entry::of::<Blocky>(&verbs::VERBS).with_bots::<Blocky>().with_prompt(Prompt {
        ask: "PLAYER {seat}> ",
        won: "PLAYER {seat} has won",
        help: ("MOVE", "`swap_h 0.2`, `rotate_cw root`, `smash 1`; `moves` lists them"),
        ..Prompt::USUAL
    });

/// How a text is to be read.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct Reading {
    /// The game that begins on a board alone, such as `t10,blob,human,smart2`
    #[schemars(extend("x-value" = "SETUP"))]
    pub setup: Option<Setup>,
}

const HINT_SMASH: Template =
    Template::new("blocky.hint_smash", "smashing this block promises more than any swap or rotation");
const HINT_MOVE: Template = Template::new("blocky.hint_move", "the score goes from {before} to {after}");
const HINT_PLAN: Template = Template::new("blocky.hint_plan", "the first of {n} moves from {before} to {after}");

impl Game for Blocky {
    const NAME: &'static str = "blocky";
    const TITLE: &'static str = "Blocky";
    const SUMMARY: &'static str = "Turn and swap blocks within blocks until your colour lies as you want it";

    type Setup = Setup;
    type Position = Position;
    type Move = Move;

    type Reading = Reading;
    type Ui = Ui;

    fn start(setup: &Setup, seed: u64, _: &Budget) -> Result<Position, Halt> {
        Ok(setup.deal(seed))
    }

    fn read(setup: &Setup, text: &str) -> Result<Position, Problems> {
        format::read_position(setup, text)
    }

    fn open(text: &str, _: Option<&str>, reading: &Reading, _: &Budget) -> Result<Position, Halt> {
        Ok(format::read_position(&reading.setup.clone().unwrap_or_default(), text)?)
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

    fn cells_of(position: &Position, action: &Move) -> Vec<Cell> {
        if action.action == Action::Pass { Vec::new() } else { draw::cells_of(&position.board, action.path) }
    }

    fn size(position: &Position) -> usize {
        1 << (2 * u32::from(position.board.depth()))
    }

    fn status(position: &Position) -> Status {
        match position.to_move() {
            Some(player) => Status::Playing { player },
            None => Status::Won { player: winner(&position.scores()) },
        }
    }

    fn seats(position: &Position) -> usize {
        position.seats().len()
    }

    /// A board cannot break a rule: its invariants hold by construction.
    fn check(_: &Position) -> Vec<Violation> {
        Vec::new()
    }

    fn scenes(position: &Position, ui: &Ui) -> Vec<Scene> {
        let chosen = ui.chosen(&position.board);
        let board = chosen.map_or_else(|| draw::position(position), |path| draw::chosen(position, path));
        vec![board, draw::players(position)]
    }

    fn touch(position: &Position, ui: &mut Ui, gesture: &Gesture) -> Vec<Move> {
        hands::touch(position, ui, gesture).into_iter().collect()
    }

    fn controls(position: &Position, ui: &Ui) -> Vec<Control> {
        hands::controls(position, ui)
    }

    fn facts(position: &Position) -> Vec<Message> {
        facts::facts(position)
    }

    fn computer(position: &Position) -> Option<String> {
        match position.seats()[position.to_move()?].player {
            Player::Human => None,
            player => Some(player.to_string()),
        }
    }

    const WORDS: &'static [Template] = verbs::WORDS;

    const LESSON: Option<Lesson> = Some(lesson::LESSON);

    const PRESETS: &'static [Preset] = &[
        Preset { setup: "d4,t10,human,smart2", name: "Against one computer player" },
        Preset { setup: "d3", name: "Alone, small board" },
        Preset { setup: "d4", name: "Alone" },
        Preset { setup: "d4,t10,human,human", name: "Two people" },
        Preset { setup: "d4,t10,human,smart2,smart5", name: "Against two computer players" },
        Preset { setup: "d4,t10,human,search24", name: "Against one that looks ahead" },
        Preset { setup: "d5,t15,human,smart3", name: "Large board, against one" },
        Preset { setup: "d3,t10,human,smart2,2020", name: "With painting and combining" },
    ];

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
        let player = Player::Search(Player::USUAL_WIDTH);
        let chosen = player::choose_as(player, position, &mut mind, &mut position.mind(), budget);
        let (Some(chosen), Some(seat)) = (chosen, position.to_move()) else { return Outcome::Impossible };
        let line: Vec<Move> = std::iter::once(chosen).chain(mind.planned()).collect();
        let aim = position.seats()[seat].aim;
        let mut after = position.board.clone();
        for next in &line {
            // What cannot be foreseen leaves the board as it is.
            let _ = rules::play(&mut after, *next, position.rules(), &mut solve::NoChance);
        }
        let (before, after) = (aim.score(&position.board), aim.score(&after));
        let scores = [("before", before.into()), ("after", after.into())];
        let reason = match (chosen.action, line.len()) {
            (Action::Smash, _) => HINT_SMASH.plain(),
            (_, 1) => HINT_MOVE.with(scores),
            (_, count) => {
                let [before, after] = scores;
                HINT_PLAN.with([("n", count.into()), before, after])
            }
        };
        let cells = draw::cells_of(&position.board, chosen.path);
        let advice = Advice { line, reason, cells, handles: vec![chosen.action.word().to_owned()] };
        verified(Outcome::Solved { solution: advice, proof: Proof::FirstFound }, |advice| {
            let mut now = position.clone();
            advice.line.iter().all(|next| now.check(*next).is_ok() && now.play(*next).map(|after| now = after).is_ok())
        })
    }
}

impl Bots for Blocky {
    const BOTS: &'static [&'static str] =
        &["random", "smart0", "smart1", "smart2", "smart3", "smart4", "smart5", "search"];
    const SEATING: Seating = Seating::Setup;

    /// A person's turn is not lost by a move that does nothing, so a bot that wants such a move in a person's seat plays
    /// any other.
    fn choose(position: &Position, bot: &str, random: &mut Random, budget: &Budget) -> Option<Move> {
        let seat = position.to_move()?;
        let chosen = player::choose_as(bot.parse().ok()?, position, &mut Mind::default(), random, budget)?;
        let is_person = position.seats()[seat].player == Player::Human;
        let stands = if is_person { position.check(chosen).is_ok() } else { position.play(chosen).is_ok() };
        if stands {
            return Some(chosen);
        }
        let legal = position.legal_moves();
        legal.get(random.index(legal.len())).copied()
    }

    fn chance(position: &Position) -> Random {
        position.mind()
    }
}
