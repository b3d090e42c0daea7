//! Every sentence that Tetris says, with its code.

use azulejo_core::words::{Param, Template};

/// What an endless game asks for.
pub(crate) const GOAL_ENDLESS: Template =
    Template::new("tetris.goal_endless", "keep the board low and flat for as long as the pieces fit");
/// What a game with a last piece asks for.
pub(crate) const GOAL: Template =
    Template::new("tetris.goal", "place {n} {n|more piece|more pieces} so that the board stays low and flat");
pub(crate) const WON: Template = Template::new("tetris.won", "all pieces are placed");
pub(crate) const LOST: Template = Template::new("tetris.lost", "the next piece does not fit");

pub(crate) const FALLS: Template = Template::new("tetris.falls", "falls now: {piece}, then {next}");
pub(crate) const FALLS_LAST: Template = Template::new("tetris.falls_last", "falls now: {piece}, the last");
pub(crate) const FALLS_MORE: Template =
    Template::new("tetris.falls_more", "falls now: {piece}, then {next} and {n} more");
pub(crate) const SCORE: Template = Template::new("tetris.score", "score {value}");
pub(crate) const HEIGHT: Template = Template::new("tetris.height", "height {n}: {points}");
pub(crate) const LINES: Template = Template::new("tetris.lines", "full rows {n}: {points}");
pub(crate) const HOLES: Template = Template::new("tetris.holes", "holes {n}: {points}");
pub(crate) const BUMPINESS: Template = Template::new("tetris.bumpiness", "bumpiness {n}: {points}");
pub(crate) const GONE: Template = Template::new("tetris.gone", "rows gone: {n}");
pub(crate) const STAY: Template = Template::new("tetris.stay", "full rows stay");

pub(crate) const LEFT: Template = Template::new("tetris.left", "Left");
pub(crate) const RIGHT: Template = Template::new("tetris.right", "Right");
pub(crate) const TURN: Template = Template::new("tetris.turn", "Turn");
pub(crate) const DROP: Template = Template::new("tetris.drop", "Drop");

pub(crate) const DOWN: Template = Template::new("tetris.down", "Down");
pub(crate) const CLOCKWISE: Template = Template::new("tetris.clockwise", "Turn right");
pub(crate) const COUNTERCLOCKWISE: Template = Template::new("tetris.counterclockwise", "Turn left");
pub(crate) const HALF: Template = Template::new("tetris.half", "Turn round");
pub(crate) const HOLD: Template = Template::new("tetris.hold", "Hold");

pub(crate) const FALL_SPRINT: Template =
    Template::new("tetris.fall_sprint", "{n} {n|line|lines} to go, as fast as you can");
pub(crate) const FALL_MARATHON: Template =
    Template::new("tetris.fall_marathon", "{n} {n|line|lines} to go, for as many points as you can");
pub(crate) const FALL_WON: Template = Template::new("tetris.fall_won", "{n} lines in {time}");
pub(crate) const FALL_LOST: Template =
    Template::new("tetris.fall_lost", "no room for the next piece: the game is over");
pub(crate) const FALL_SCORE: Template = Template::new("tetris.fall_score", "{points} points, {n} {n|line|lines}");
pub(crate) const FALL_LEVEL: Template = Template::new("tetris.fall_level", "level {level}, time {time}");
pub(crate) const FALL_COMBO: Template = Template::new("tetris.fall_combo", "combo {n}");
pub(crate) const FALL_CLEAR: Template = Template::new("tetris.fall_clear", "{name}: {points} points");
pub(crate) const FALL_AGAIN: Template = Template::new("tetris.fall_again", "{name}, back to back: {points} points");
pub(crate) const FALL_PERFECT: Template =
    Template::new("tetris.fall_perfect", "{name}, perfect clear: {points} points");

pub(crate) const CLEARS: Template = Template::new("tetris.clears", "{n} {n|way|ways} to do it");
pub(crate) const CLEARS_NEVER: Template = Template::new("tetris.clears_never", "these pieces cannot do it (proven)");

pub(crate) const BEST: Template = Template::new(
    "tetris.best",
    "of all ways to place {n} {n|piece|pieces} this keeps the board best: score {after} after {n|it|them}, {now} now",
);
pub(crate) const BEST_YET: Template = Template::new(
    "tetris.best_yet",
    "of the ways looked at to place {n} {n|piece|pieces} this keeps the board best: score {after} after {n|it|them}, \
     {now} now",
);
pub(crate) const HINTED: Template =
    Template::new("tetris.hinted", "{piece} rotation {rotation} column {column}, value {value}");

pub(crate) const PLANNED: Template = Template::new("tetris.planned", "{n} {n|piece|pieces} placed, value {value}");
pub(crate) const PLANNED_STATE: Template =
    Template::new("tetris.planned_state", "state {id}: {n} {n|piece|pieces} placed, value {value}");
pub(crate) const NONE_FITS: Template =
    Template::new("tetris.none_fits", "not even the first piece can be placed (proven)");
pub(crate) const NONE_FITS_STATE: Template =
    Template::new("tetris.none_fits_state", "state {id}: not even the first piece can be placed");
pub(crate) const NO_PLAN: Template = Template::new("tetris.no_plan", "no plan: {stop}");
pub(crate) const ONLY: Template =
    Template::new("tetris.only", "only {placed} of {asked} {asked|piece|pieces} can be placed");
pub(crate) const VALUE_BEST: Template = Template::new("tetris.value_best", "value {value} (proven the best)");
pub(crate) const VALUE_YET: Template =
    Template::new("tetris.value_yet", "value {value} (the best so far, no file written: {stop})");
pub(crate) const COST: Template = Template::new("tetris.cost", "{nodes} {nodes|node|nodes} in {ms} ms ({engine})");
pub(crate) const NO_BOUND_CLEAR: Template =
    Template::new("tetris.no_bound_clear", "no bound holds where rows vanish: every leaf was looked at");
pub(crate) const NO_BOUND_WEIGHTS: Template = Template::new(
    "tetris.no_bound_weights",
    "no bound holds where these weights reward holes or bumps: every leaf was looked at",
);

/// All of them, for those who translate.
pub(crate) const WORDS: &[Template] = &[
    GOAL_ENDLESS,
    GOAL,
    WON,
    LOST,
    FALLS,
    FALLS_LAST,
    FALLS_MORE,
    SCORE,
    HEIGHT,
    LINES,
    HOLES,
    BUMPINESS,
    GONE,
    STAY,
    LEFT,
    RIGHT,
    TURN,
    DROP,
    DOWN,
    CLOCKWISE,
    COUNTERCLOCKWISE,
    HALF,
    HOLD,
    FALL_SPRINT,
    FALL_MARATHON,
    FALL_WON,
    FALL_LOST,
    FALL_SCORE,
    FALL_LEVEL,
    FALL_COMBO,
    FALL_CLEAR,
    FALL_AGAIN,
    FALL_PERFECT,
    CLEARS,
    CLEARS_NEVER,
    BEST,
    BEST_YET,
    HINTED,
    PLANNED,
    PLANNED_STATE,
    NONE_FITS,
    NONE_FITS_STATE,
    NO_PLAN,
    ONLY,
    VALUE_BEST,
    VALUE_YET,
    COST,
    NO_BOUND_CLEAR,
    NO_BOUND_WEIGHTS,
];

/// A score as a sentence shows it.
pub(crate) fn points(value: f64) -> Param {
    // Adding zero turns a negative zero into a plain one.
    ((value * 1e3).round() / 1e3 + 0.0).into()
}

/// The value of a plan, as precise as its users compare it.
pub(crate) fn value(value: f64) -> Param {
    format!("{value:.6}").into()
}
