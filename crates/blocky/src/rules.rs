//! What moves do, when they are allowed, and what they cost.
//!
//! Two editions of the rules exist. The first has swaps, rotations and smash; the later one adds paint, combine and pass,
//! lets only solid blocks be smashed, and charges points. [`check`] says whether a move would do something and, if not,
//! why; [`play`] does it.

use std::fmt;
use std::str::FromStr;

use azulejo_core::problem::Problem;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::{BadPath, Block, Board, Color, Path};
use crate::generate::{Chance, grow};
use crate::word::as_word;

/// A move that takes the inside of a divided block and lays it differently. Nothing is lost: each has an inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Motion {
    /// The left half changes places with the right half.
    SwapHorizontal,
    /// The upper half changes places with the lower half.
    SwapVertical,
    /// A quarter turn with everything inside.
    RotateClockwise,
    /// A quarter turn back.
    RotateCounterclockwise,
}

impl Motion {
    /// All four; ties between moves are broken in this order.
    pub const ALL: [Self; 4] =
        [Self::SwapHorizontal, Self::SwapVertical, Self::RotateClockwise, Self::RotateCounterclockwise];

    /// The motion that takes this one back.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::RotateClockwise => Self::RotateCounterclockwise,
            Self::RotateCounterclockwise => Self::RotateClockwise,
            swap => swap,
        }
    }

    /// Which child comes to each child's place.
    pub const fn arrangement(self) -> [usize; 4] {
        match self {
            Self::SwapHorizontal => [1, 0, 3, 2],
            Self::SwapVertical => [3, 2, 1, 0],
            Self::RotateClockwise => [1, 2, 3, 0],
            Self::RotateCounterclockwise => [3, 0, 1, 2],
        }
    }

    /// Does it to a divided block; says whether the block was divided.
    pub fn perform(self, board: &mut Board, path: Path) -> bool {
        if !board.is_divided(path) {
            return false;
        }
        match self {
            Self::SwapHorizontal => board.exchange(path, 1),
            Self::SwapVertical => board.exchange(path, 3),
            Self::RotateClockwise => board.turn(path, true),
            Self::RotateCounterclockwise => board.turn(path, false),
        }
        true
    }
}

/// What a player does to a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Lays its inside differently.
    Motion(Motion),
    /// Replaces it by four random blocks.
    Smash,
    /// Gives a unit cell another colour (2020).
    Paint(Color),
    /// Makes a block of four unit cells solid, in the colour that most of them have (2020).
    Combine,
    /// Does nothing (2020).
    Pass,
}

impl Action {
    /// The word for it in moves.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Motion(Motion::SwapHorizontal) => "swap_h",
            Self::Motion(Motion::SwapVertical) => "swap_v",
            Self::Motion(Motion::RotateClockwise) => "rotate_cw",
            Self::Motion(Motion::RotateCounterclockwise) => "rotate_ccw",
            Self::Smash => "smash",
            Self::Paint(_) => "paint",
            Self::Combine => "combine",
            Self::Pass => "pass",
        }
    }

    /// The points it costs by the later rules.
    pub const fn penalty(self) -> u32 {
        match self {
            Self::Smash => 3,
            Self::Paint(_) | Self::Combine => 1,
            Self::Motion(_) | Self::Pass => 0,
        }
    }
}

/// An action and the block it is done to. Prints as `swap_h 0.2`, `paint 0.2 3` or `pass`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// What is done.
    pub action: Action,
    /// To which block.
    pub path: Path,
}

impl Move {
    /// A swap or rotation.
    pub const fn motion(motion: Motion, path: Path) -> Self {
        Self { action: Action::Motion(motion), path }
    }

    /// The move that does nothing.
    pub const PASS: Self = Self { action: Action::Pass, path: Path::ROOT };
}

as_word!(
    Move,
    "Move",
    "^(pass|paint [0-3.]+ [0-3]|(swap_h|swap_v|rotate_cw|rotate_ccw|smash|combine) (root|[0-3.]+))$"
);

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.action.word())?;
        match self.action {
            Action::Pass => Ok(()),
            Action::Paint(color) => write!(formatter, " {} {}", self.path, color.index()),
            _ => write!(formatter, " {}", self.path),
        }
    }
}

/// Why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadMove {
    /// The first word.
    #[error("`{0}` is not a move: expected swap_h, swap_v, rotate_cw, rotate_ccw, smash, paint, combine or pass")]
    Word(String),
    /// Nothing after the word.
    #[error("`{0}` needs a block, such as `{0} 0.2` or `{0} root`")]
    NoBlock(&'static str),
    /// The block.
    #[error(transparent)]
    Block(#[from] BadPath),
    /// The colour of a paint.
    #[error("`paint` needs a block and a colour from 0 to 3, such as `paint 0.2 1`")]
    Paint,
    /// More words than a move has.
    #[error("`{0}` is one word too many: moves are separated by `;`")]
    TooLong(String),
}

impl FromStr for Move {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        read_move(text).map_err(|bad| Problem::new(bad.to_string()))
    }
}

fn read_move(text: &str) -> Result<Move, BadMove> {
    let short = |word: &str| word.chars().take(24).collect::<String>();
    let mut words = text.split_whitespace();
    let word = words.next().unwrap_or_default();
    let action = match word {
        "swap_h" => Action::Motion(Motion::SwapHorizontal),
        "swap_v" => Action::Motion(Motion::SwapVertical),
        "rotate_cw" => Action::Motion(Motion::RotateClockwise),
        "rotate_ccw" => Action::Motion(Motion::RotateCounterclockwise),
        "smash" => Action::Smash,
        "paint" => Action::Paint(Color::Blue),
        "combine" => Action::Combine,
        "pass" => Action::Pass,
        _ => return Err(BadMove::Word(short(word))),
    };
    let path = match (words.next(), action) {
        (Some(path), _) => path.parse()?,
        (None, Action::Pass) => Path::ROOT,
        (None, Action::Paint(_)) => return Err(BadMove::Paint),
        (None, _) => return Err(BadMove::NoBlock(action.word())),
    };
    let action = match action {
        Action::Paint(_) => {
            let color = words.next().and_then(|word| word.parse().ok()).and_then(Color::from_index);
            Action::Paint(color.ok_or(BadMove::Paint)?)
        }
        action => action,
    };
    match words.next() {
        Some(word) => Err(BadMove::TooLong(short(word))),
        // Whatever block is named, passing is passing.
        None if action == Action::Pass => Ok(Move::PASS),
        None => Ok(Move { action, path }),
    }
}

/// Which edition of the rules is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub enum Rules {
    /// Swaps, rotations, smash
    #[default]
    #[serde(rename = "2017")]
    Original,
    /// With paint, combine and pass, which cost points
    #[serde(rename = "2020")]
    Later,
}

impl Rules {
    /// The year that names them.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Original => "2017",
            Self::Later => "2020",
        }
    }
}

impl FromStr for Rules {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        match text {
            "2017" => Ok(Self::Original),
            "2020" => Ok(Self::Later),
            _ => Err(Problem::new(format!("`{text}` is not a set of rules: expected 2017 or 2020"))),
        }
    }
}

/// Why a move does nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The path leads nowhere on this board.
    #[error("there is no block {0} on this board")]
    NoSuchBlock(Path),
    /// The edition has no such move.
    #[error("`{0}` belongs to the rules of 2020")]
    NotInTheseRules(&'static str),
    /// A solid block has nothing inside to lay differently.
    #[error("block {0} is solid")]
    Solid(Path),
    /// Only solid blocks may be smashed (2020), only unit cells painted.
    #[error("block {0} is divided")]
    Divided(Path),
    /// Smashing everything would be a new game.
    #[error("the whole board cannot be smashed")]
    WholeBoard,
    /// A unit cell cannot be divided.
    #[error("block {0} is a unit cell")]
    UnitCell(Path),
    /// Only unit cells are painted.
    #[error("block {0} is not a unit cell")]
    NotUnitCell(Path),
    /// Paint must change something.
    #[error("block {0} has that colour already")]
    SameColor(Path),
    /// Only blocks of four unit cells are combined.
    #[error("block {0} does not consist of four unit cells")]
    NotFourCells(Path),
    /// No colour has more cells than every other.
    #[error("no colour has the most cells in block {0}")]
    NoMajority(Path),
}

impl Refusal {
    /// Whether the move makes no sense at all here, rather than being one that does nothing.
    pub const fn is_mistake(self) -> bool {
        matches!(self, Self::NoSuchBlock(_) | Self::NotInTheseRules(_))
    }
}

/// Whether the move would be performed, and if not, why.
pub fn check(board: &Board, wanted: Move, rules: Rules) -> Result<(), Refusal> {
    let Move { action, path } = wanted;
    if rules == Rules::Original && matches!(action, Action::Paint(_) | Action::Combine | Action::Pass) {
        return Err(Refusal::NotInTheseRules(action.word()));
    }
    let block = board.block(path).ok_or(Refusal::NoSuchBlock(path))?;
    let is_unit = path.level() == board.depth();
    match (action, block) {
        (Action::Motion(_) | Action::Combine, Block::Solid(_)) => Err(Refusal::Solid(path)),
        (Action::Smash, _) if is_unit => Err(Refusal::UnitCell(path)),
        (Action::Smash, _) if rules == Rules::Original && path == Path::ROOT => Err(Refusal::WholeBoard),
        (Action::Smash, Block::Divided) if rules == Rules::Later => Err(Refusal::Divided(path)),
        (Action::Paint(_), _) if !is_unit => Err(Refusal::NotUnitCell(path)),
        (Action::Paint(color), Block::Solid(old)) if color == old => Err(Refusal::SameColor(path)),
        (Action::Combine, Block::Divided) => majority(board, path).map(|_| ()),
        _ => Ok(()),
    }
}

/// Plays the move if it would be performed; otherwise the board stays as it is.
pub fn play(board: &mut Board, wanted: Move, rules: Rules, chance: &mut impl Chance) -> Result<(), Refusal> {
    check(board, wanted, rules)?;
    let Move { action, path } = wanted;
    match action {
        Action::Motion(motion) => {
            motion.perform(board, path);
        }
        Action::Smash => {
            board.divide(path);
            for child in (0..4).filter_map(|step| path.child(step)) {
                grow(board, child, chance);
            }
        }
        Action::Paint(color) => board.fill(path, color),
        Action::Combine => board.fill(path, majority(board, path)?),
        Action::Pass => {}
    }
    Ok(())
}

/// The colour that more of a block's four unit cells have than any other colour.
fn majority(board: &Board, path: Path) -> Result<Color, Refusal> {
    if path.level() + 1 != board.depth() {
        return Err(Refusal::NotFourCells(path));
    }
    let mut counts = [0; 4];
    for child in (0..4).filter_map(|step| path.child(step)) {
        if let Some(Block::Solid(color)) = board.block(child) {
            counts[color.index()] += 1;
        }
    }
    let most = counts.into_iter().max().unwrap_or_default();
    let mut leaders = Color::ALL.into_iter().filter(|color| counts[color.index()] == most);
    match (leaders.next(), leaders.next()) {
        (Some(color), None) => Ok(color),
        _ => Err(Refusal::NoMajority(path)),
    }
}

/// Every move that would be performed, in the order of blocks (larger first) and actions.
pub fn legal_moves(board: &Board, rules: Rules) -> Vec<Move> {
    let mut paths: Vec<Path> = board.paths().collect();
    paths.sort_unstable();
    let actions = Motion::ALL
        .map(Action::Motion)
        .into_iter()
        .chain([Action::Smash])
        .chain(Color::ALL.map(Action::Paint))
        .chain([Action::Combine]);
    let mut moves: Vec<Move> = paths
        .into_iter()
        .flat_map(|path| actions.clone().map(move |action| Move { action, path }))
        .chain([Move::PASS])
        .collect();
    moves.retain(|wanted| check(board, *wanted, rules).is_ok());
    moves
}
