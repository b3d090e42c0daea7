//! What a hand does: it points at a block, makes the choice larger or smaller, and turns, swaps or smashes what it chose.
//!
//! The pointer chooses the block under it, of the level that is wanted; a tap pins the choice, a second one lets it follow
//! the pointer again. While the pointer is over the board, the arrows up and down choose the level; without a pointer, or
//! once the arrows left and right have led, all four go from block to block. Nothing is done to a block that is not shown
//! as chosen.

use azulejo_core::grid::{Cell, Direction};
use azulejo_core::hands::{Act, Control, Gesture};
use azulejo_core::words::Template;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::{Board, Color, Path};
use crate::draw::corner_of;
use crate::layout::select_nearest;
use crate::position::{Player, Position, Unplayable};
use crate::rules::{Action, Motion, Move, Refusal, Rules};

/// What a hand has chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Ui {
    /// A cell of the chosen block; nothing is chosen without one.
    pub cell: Option<Cell>,
    /// The level wanted, 0 for the whole board; a solid block above it is taken instead.
    pub level: u8,
    /// Whether the choice follows the pointer.
    pub hold: Hold,
    /// Where the pointer is.
    pub pointer: Pointer,
}

/// Where the pointer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pointer {
    /// Not over the board, or there is none.
    #[default]
    Away,
    /// Over the board.
    Over,
}

/// Whether the choice follows the pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hold {
    /// It does.
    #[default]
    Loose,
    /// It stays where it was tapped.
    Pinned,
    /// It stays where the arrows went.
    Stepped,
}

impl Default for Ui {
    fn default() -> Self {
        Self { cell: None, level: 1, hold: Hold::Loose, pointer: Pointer::Away }
    }
}

impl Ui {
    /// The chosen block.
    pub fn chosen(&self, board: &Board) -> Option<Path> {
        self.cell.map(|cell| block_at(board, cell, self.level))
    }

    /// What the arrows up and down do.
    fn vertical(&self) -> Vertical {
        if self.pointer == Pointer::Over && self.hold != Hold::Stepped { Vertical::Level } else { Vertical::Step }
    }

    /// The block from which keys go on; before the first choice, the one at the upper left.
    fn start(&self, board: &Board) -> Path {
        block_at(board, self.cell.unwrap_or(Cell::new(0, 0)), self.level)
    }

    /// A tap on a cell chooses it; on what is chosen already, it changes whether the choice follows the pointer.
    fn tap(&mut self, board: &Board, cell: Cell) {
        let tile = |cell| block_at(board, cell, board.depth());
        if self.hold == Hold::Pinned && self.cell.map(tile) == Some(tile(cell)) {
            self.hold = Hold::Loose;
        } else {
            (self.cell, self.hold) = (Some(cell), Hold::Pinned);
        }
    }

    /// Goes to the next block in a direction; at the edge, stays.
    fn step(&mut self, board: &Board, direction: Direction) {
        let path = self.start(board);
        let (Cell { row, column }, side) = corner_of(board, path);
        // Along the edge of the block, at the height of the cell it was chosen by.
        let Cell { row: own_row, column: own_column } = self.cell.unwrap_or(Cell::new(row, column));
        let last = board.side() as u16 - 1;
        self.cell = Some(match direction {
            Direction::Left => Cell::new(own_row.min(last), column.saturating_sub(1)),
            Direction::Right => Cell::new(own_row.min(last), (column + side).min(last)),
            Direction::Up => Cell::new(row.saturating_sub(1), own_column.min(last)),
            Direction::Down => Cell::new((row + side).min(last), own_column.min(last)),
        });
        self.hold = Hold::Stepped;
    }

    fn resize(&mut self, board: &Board, size: Size) {
        let path = self.start(board);
        self.level = match size {
            Size::Larger => path.level().saturating_sub(1),
            Size::Smaller => (path.level() + 1).min(board.depth()),
        };
        self.cell = Some(self.cell.unwrap_or(corner_of(board, path).0));
    }
}

/// The block of a level at a cell; a cell beyond the edge counts as the nearest.
fn block_at(board: &Board, cell: Cell, level: u8) -> Path {
    select_nearest(board, board.side() as u32, cell.column.into(), cell.row.into(), level)
}

/// What the arrows up and down do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Vertical {
    /// Choose the level.
    Level,
    /// Go to the next block.
    Step,
}

#[derive(Clone, Copy)]
enum Size {
    Larger,
    Smaller,
}

pub(crate) const LARGER: Template = Template::new("blocky.larger", "Larger");
pub(crate) const SMALLER: Template = Template::new("blocky.smaller", "Smaller");
pub(crate) const UP: Template = Template::new("blocky.up", "Block above");
pub(crate) const RIGHT: Template = Template::new("blocky.right", "Block to the right");
pub(crate) const DOWN: Template = Template::new("blocky.down", "Block below");
pub(crate) const LEFT: Template = Template::new("blocky.left", "Block to the left");
pub(crate) const ROTATE_CW: Template = Template::new("blocky.rotate_cw", "Turn");
pub(crate) const ROTATE_CCW: Template = Template::new("blocky.rotate_ccw", "Turn back");
pub(crate) const SWAP_H: Template = Template::new("blocky.swap_h", "Swap ↔");
pub(crate) const SWAP_V: Template = Template::new("blocky.swap_v", "Swap ↕");
pub(crate) const SMASH: Template = Template::new("blocky.smash", "Smash");
pub(crate) const PAINT: Template = Template::new("blocky.paint", "Paint");
pub(crate) const COMBINE: Template = Template::new("blocky.combine", "Combine");
pub(crate) const PASS: Template = Template::new("blocky.pass", "Pass");

pub(crate) const WHOLE: Template = Template::new("blocky.why_whole", "This is the whole board");
pub(crate) const UNDIVIDED: Template = Template::new("blocky.why_undivided", "This block has no smaller ones inside");
pub(crate) const NOT_YOURS: Template = Template::new("blocky.why_not_yours", "It is not your turn");
pub(crate) const NOT_CHOSEN: Template = Template::new("blocky.why_not_chosen", "Choose a block first");
pub(crate) const SOLID: Template = Template::new("blocky.why_solid", "This block is solid: nothing inside can move");
pub(crate) const DIVIDED: Template = Template::new("blocky.why_divided", "Only a solid block can be smashed");
pub(crate) const NO_WHOLE: Template = Template::new("blocky.why_no_whole", "The whole board cannot be smashed");
pub(crate) const UNIT: Template = Template::new("blocky.why_unit", "The smallest blocks cannot be divided");
pub(crate) const NO_SMASH: Template = Template::new("blocky.why_no_smash", "You have no smash left");
pub(crate) const NOT_UNIT: Template = Template::new("blocky.why_not_unit", "Only the smallest blocks are painted");
pub(crate) const SAME: Template = Template::new("blocky.why_same", "It has your colour already");
pub(crate) const NOT_FOUR: Template =
    Template::new("blocky.why_not_four", "Only a block of four smallest ones is combined");
pub(crate) const NO_MAJORITY: Template =
    Template::new("blocky.why_no_majority", "No colour has the most of this block");

const LARGER_HANDLE: &str = "larger";
const SMALLER_HANDLE: &str = "smaller";

/// The handle, key and label of a step.
const fn step(direction: Direction) -> (&'static str, &'static str, Template) {
    match direction {
        Direction::Up => ("up", "ArrowUp", UP),
        Direction::Right => ("right", "ArrowRight", RIGHT),
        Direction::Down => ("down", "ArrowDown", DOWN),
        Direction::Left => ("left", "ArrowLeft", LEFT),
    }
}

/// The key and label of an action; its handle is its word.
const fn key(action: Action) -> (&'static str, Template) {
    match action {
        Action::Motion(Motion::RotateCounterclockwise) => ("a", ROTATE_CCW),
        Action::Motion(Motion::RotateClockwise) => ("d", ROTATE_CW),
        Action::Motion(Motion::SwapHorizontal) => ("q", SWAP_H),
        Action::Motion(Motion::SwapVertical) => ("e", SWAP_V),
        Action::Smash => (" ", SMASH),
        Action::Paint(_) => ("p", PAINT),
        Action::Combine => ("c", COMBINE),
        Action::Pass => (".", PASS),
    }
}

/// What the rules let a player do who collects this colour.
fn actions(rules: Rules, color: Color) -> impl Iterator<Item = Action> {
    let motions =
        [Motion::RotateCounterclockwise, Motion::RotateClockwise, Motion::SwapHorizontal, Motion::SwapVertical];
    let later = [Action::Paint(color), Action::Combine, Action::Pass];
    let later = later.into_iter().filter(move |_| rules == Rules::Later);
    motions.map(Action::Motion).into_iter().chain([Action::Smash]).chain(later)
}

/// The colour of the person who is to move; nothing while a computer player is, or when the game is over.
fn own_color(position: &Position) -> Option<Color> {
    let seat = position.seats()[position.to_move()?];
    (seat.player == Player::Human).then_some(seat.aim.color)
}

/// The move that an action is now, or why it would not be performed.
fn as_move(position: &Position, ui: &Ui, action: Action) -> Result<Move, Template> {
    let wanted = match action {
        Action::Pass => Move::PASS,
        action => Move { action, path: ui.chosen(&position.board).ok_or(NOT_CHOSEN)? },
    };
    position.check(wanted).map(|()| wanted).map_err(reason)
}

/// Why a move cannot be made, for the person who wants to.
const fn reason(why: Unplayable) -> Template {
    match why {
        Unplayable::Over => NOT_YOURS,
        Unplayable::NoSmashLeft(_) => NO_SMASH,
        Unplayable::Refused(refusal) => match refusal {
            // A hand offers neither.
            Refusal::NoSuchBlock(_) | Refusal::NotInTheseRules(_) => NOT_CHOSEN,
            Refusal::Solid(_) => SOLID,
            Refusal::Divided(_) => DIVIDED,
            Refusal::WholeBoard => NO_WHOLE,
            Refusal::UnitCell(_) => UNIT,
            Refusal::NotUnitCell(_) => NOT_UNIT,
            Refusal::SameColor(_) => SAME,
            Refusal::NotFourCells(_) => NOT_FOUR,
            Refusal::NoMajority(_) => NO_MAJORITY,
        },
    }
}

/// What a gesture means.
pub(crate) fn touch(position: &Position, ui: &mut Ui, gesture: &Gesture) -> Option<Move> {
    let board = &position.board;
    let on = gesture.on.as_str();
    let cell = on.parse::<Cell>().ok().filter(|cell| usize::from(cell.row.max(cell.column)) < board.side());
    match (gesture.act, cell) {
        (Act::Hover, Some(cell)) => {
            ui.pointer = Pointer::Over;
            if ui.hold == Hold::Loose {
                ui.cell = Some(cell);
            }
        }
        (Act::Leave, _) => ui.pointer = Pointer::Away,
        (Act::Tap, Some(cell)) => ui.tap(board, cell),
        (Act::Tap, None) if on == LARGER_HANDLE => ui.resize(board, Size::Larger),
        (Act::Tap, None) if on == SMALLER_HANDLE => ui.resize(board, Size::Smaller),
        (Act::Tap, None) => {
            if let Some(direction) = Direction::ALL.into_iter().find(|direction| step(*direction).0 == on) {
                ui.step(board, direction);
                return None;
            }
            let action = actions(position.rules(), own_color(position)?).find(|action| action.word() == on)?;
            return as_move(position, ui, action).ok();
        }
        _ => {}
    }
    None
}

/// The buttons and keys.
pub(crate) fn controls(position: &Position, ui: &Ui) -> Vec<Control> {
    let path = ui.start(&position.board);
    let unless = |why: Template, can: bool| (!can).then(|| why.plain());
    let mut larger = vec!["w", "-", "PageUp"];
    let mut smaller = vec!["s", "+", "PageDown"];
    if ui.vertical() == Vertical::Level {
        larger.push(step(Direction::Up).1);
        smaller.push(step(Direction::Down).1);
    }
    let is_divided = position.board.is_divided(path);
    let mut controls = vec![
        Control::button(LARGER_HANDLE, LARGER.plain()).by(larger).unless(unless(WHOLE, path.level() > 0)),
        Control::button(SMALLER_HANDLE, SMALLER.plain()).by(smaller).unless(unless(UNDIVIDED, is_divided)),
    ];
    let color = own_color(position);
    // What can be done is the same for every colour but in painting, which a watcher does not do.
    for action in actions(position.rules(), color.unwrap_or(Color::Blue)) {
        let (key, label) = key(action);
        let why = if color.is_none() { Some(NOT_YOURS) } else { as_move(position, ui, action).err() };
        controls.push(Control::button(action.word(), label.plain()).by([key]).unless(why.map(|why| why.plain())));
    }
    let is_vertical = |direction: &Direction| matches!(direction, Direction::Up | Direction::Down);
    let steps = Direction::ALL.into_iter().filter(|one| ui.vertical() == Vertical::Step || !is_vertical(one));
    controls.extend(steps.map(|direction| {
        let (handle, key, label) = step(direction);
        Control::key(handle, [key], label.plain())
    }));
    controls
}
