//! Proven answers, and the best found where there is no proof.
//!
//! [`exhaustive`] looks at every board that can be reached: slow, obvious, for any goal. [`perimeter`] is exact at any depth
//! and for any number of turns. [`bound`] proves what no blob can exceed. [`beam`] searches. [`best`] chooses among them;
//! [`par`] asks for the fewest moves. Every plan is played by [`crate::rules`] and scored by the goal itself before it leaves this room.
//!
//! # How it works
//!
//! - **Board**: a complete quadtree in one byte array, level after level; children of `i` are `4i+1 … 4i+4` in the
//!   order upper right, upper left, lower left, lower right. Everything beneath a solid block carries its colour, so
//!   the last level *is* the flat board and equality is equality of bytes. A block's number within its level is its
//!   path, two bits a step: a quarter turn adds one to every step (without carry), a swap is an exclusive or of one
//!   step. Moves are exchanges within slices: no recursion, no pointers, no second copy.
//! - **Scoring moves**: `sides` keeps four border counts a block; a motion's effect on the perimeter is a few
//!   additions. `plane` keeps one colour as rows of bits; swaps shift, rotations transpose in log steps, regions are
//!   joined run by run.
//! - **Exact perimeter** (`solve/perimeter.rs`): moves of a block and of what is inside it can change their order (a
//!   swap's axis turns with the block), so every plan can be sorted from the root down without growing, one word a
//!   block. Words of one block do sixteen different things (eight arrangements, and how far the insides turn, tied by
//!   parity). A block's part on the border is one of nine (whole, corner, side); its best is a sum over its children's
//!   parts. That recursion gives the optimum with a *shortest* plan in linear time, and, with the turns shared among
//!   children by max-plus convolution, the best for every limit of turns. Tests check it against exhaustive search on
//!   all 65,536 boards of depth 2 seen by one colour (231 families) and on random boards for length and limits.
//! - **Blob**: exhaustive where few boards can be reached; otherwise a beam, with a certified bound (`solve/bound.rs`):
//!   how many cells each block could give to an area leaving through its open sides, everything inside laid as
//!   favourably as possible for it alone.
//! - **Prunings** with switches: *blind* (one colour against all others; what looks solid is solid), *alike* (motions
//!   that give the same four children).
//! - **Chance**: the board comes from the seed, goal and colours from branch 1, smashes from branch 2 inside the
//!   position; players draw from a branch by turn, so they cannot foresee a smash.

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::outcome::{Answer, Outcome, verified};

use crate::board::{Block, Board, Color, MAX_DEPTH, Path};
use crate::generate::Chance;
use crate::goal::{Aim, Kind};
use crate::rules::{Motion, Move, Rules, play};

pub mod beam;
pub mod bound;
pub mod exhaustive;
mod par;
pub mod perimeter;
mod words;

pub use par::par;

/// A way to a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The score at its end.
    pub score: u32,
    /// The moves, swaps and rotations only.
    pub moves: Vec<(Path, Motion)>,
    /// No score above this can be reached in the turns given.
    pub upper_bound: u32,
    /// Whether no shorter plan has this score.
    pub is_shortest: bool,
}

impl Plan {
    /// The moves as players write them.
    pub fn as_moves(&self) -> Vec<Move> {
        self.moves.iter().map(|(path, motion)| Move::motion(*motion, *path)).collect()
    }
}

/// A number of turns, or as many as are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// At most this many.
    AtMost(u32),
    /// Any number.
    Unlimited,
}

/// Whether a pruning rule is used; off for measuring what it is worth and for testing that it is sound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Switch {
    /// Used.
    #[default]
    On,
    /// Not used.
    Off,
}

/// The pruning rules of [`exhaustive`] and [`beam`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prunings {
    /// *Blind*: a board is looked at with one colour against all others. Sound because motions move cells regardless of
    /// their colours and the score depends on the cells of one colour only; a block that looks solid then has no motion
    /// that could be seen.
    pub blind: Switch,
    /// *Alike*: of several motions of a block with four solid children that give the same four, only the first is tried,
    /// and none that gives what is there. Sound because they lead to the same board.
    pub alike: Switch,
}

impl Prunings {
    /// All rules off.
    pub const OFF: Self = Self { blind: Switch::Off, alike: Switch::Off };

    pub(crate) fn seen(self, board: &Board, color: Color) -> Board {
        match self.blind {
            Switch::On => exhaustive::seen_by(board, color),
            Switch::Off => board.clone(),
        }
    }

    pub(crate) fn motions(self, board: &Board, path: Path) -> impl Iterator<Item = Motion> + use<> {
        let children = match self.alike {
            Switch::On => board.solid_children(path),
            Switch::Off => None,
        };
        let mut given = [children.unwrap_or_default(); 5];
        let mut count = 1;
        Motion::ALL.into_iter().filter(move |motion| {
            let Some(children) = children else { return true };
            let laid = motion.arrangement().map(|from| children[from]);
            let is_new = !given[..count].contains(&laid);
            if is_new {
                given[count] = laid;
                count += 1;
            }
            is_new
        })
    }
}

/// Boards with more reachable boards than this are not looked at one by one.
const MOST_BOARDS: u64 = 300_000;

/// The beam that [`best`] searches with, by depth: deeper boards have more moves, and each costs more.
const WIDTH: [usize; 9] = [400, 400, 400, 400, 400, 200, 60, 4, 2];

/// Turns after which a search without a limit has nothing left to do: far beyond what any plan found has needed.
const HORIZON: u32 = 60;

/// The best plan for a goal: proven where that is possible, otherwise the best found, with a bound.
pub fn best(board: &Board, aim: Aim, turns: Turns, budget: &Budget) -> Answer<Plan> {
    let before = budget.nodes();
    let answer = chosen(board, aim, turns, budget);
    Answer { nodes: budget.nodes().saturating_sub(before), ..answer }
}

fn chosen(board: &Board, aim: Aim, turns: Turns, budget: &Budget) -> Answer<Plan> {
    if aim.kind == Kind::Perimeter {
        return checked(board, aim, "tree", perimeter::best(board, aim.color, turns, budget), budget);
    }
    if exhaustive::reachable_at_most(board, aim.color) <= MOST_BOARDS {
        return checked(
            board,
            aim,
            "exhaustive",
            exhaustive::best(board, aim, turns, Prunings::default(), budget),
            budget,
        );
    }
    let width = WIDTH[usize::from(board.depth().min(MAX_DEPTH))];
    let horizon = match turns {
        Turns::AtMost(turns) => turns,
        Turns::Unlimited => HORIZON,
    };
    checked(board, aim, "beam", beam::best(board, aim, horizon, width, Prunings::default(), budget), budget)
}

/// Lets only plans out that the rules play and the goal scores as promised.
fn checked(board: &Board, aim: Aim, engine: &'static str, outcome: Outcome<Plan>, budget: &Budget) -> Answer<Plan> {
    let outcome = verified(outcome, |plan| {
        let mut played = board.clone();
        let is_legal = |next| play(&mut played, next, Rules::Original, &mut NoChance).is_ok();
        plan.as_moves().into_iter().all(is_legal) && aim.score(&played) == plan.score && plan.score <= plan.upper_bound
    });
    debug_assert!(!matches!(outcome, Outcome::GaveUp { stop: Stop::Fault, .. }), "{engine} broke its promise");
    Answer { outcome, engine, nodes: budget.nodes() }
}

/// For plans, which have no chance in them.
pub(crate) struct NoChance;

impl Chance for NoChance {
    fn block(&mut self, _: u8, _: u8) -> Block {
        Block::Solid(Color::Blue)
    }
}
