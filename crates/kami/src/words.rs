//! What Kami says: every sentence with its code, and the facts that a player reads beside the board.

use azulejo_core::game::Status;
use azulejo_core::words::{Message, Template};

use crate::position::{Level, Position};
use crate::region::RegionGraph;
use crate::rules;

const GOAL: Template = Template::new("kami.goal", "Paint regions until the whole board has one colour");
const GOAL_COLOR: Template = Template::new("kami.goal_color", "Paint regions until the whole board has colour {color}");
const WON: Template = Template::new("kami.won", "One colour, in {n} {n|move|moves}");
const LOST: Template = Template::new("kami.lost", "No move is left");
const LEFT: Template = Template::new("kami.left", "{n} {n|move|moves} left");
const REGIONS: Template = Template::new("kami.regions", "{n} {n|region|regions}");
const EASY: Template = Template::new("kami.easy", "Difficulty: 1 (easy)");
const MEDIUM: Template = Template::new("kami.medium", "Difficulty: 2 (medium)");
const HARD: Template = Template::new("kami.hard", "Difficulty: 3 (hard)");
const MOVES: Template = Template::new("kami.moves", "Moves: {n}");
const COLORS: Template = Template::new("kami.colors", "Colours: {colors}");

/// The facts that are said before a game at the prompt begins.
pub(crate) const HEADER: &[&str] = &[EASY.code, MEDIUM.code, HARD.code, MOVES.code, COLORS.code, GOAL_COLOR.code];

pub(crate) const SHORTEST: Template = Template::new("kami.shortest", "{n} {n|move|moves}; no solution is shorter");
pub(crate) const FOUND: Template =
    Template::new("kami.found", "{n} {n|move|moves}; at least {least} {least|is|are} needed");
pub(crate) const TOO_FEW: Template = Template::new("kami.too_few", "no solution has fewer than {n} {n|move|moves}");
pub(crate) const GAVE_UP: Template = Template::new("kami.gave_up", "{stop}: at least {n} {n|move is|moves are} needed");
pub(crate) const OVER: Template = Template::new("kami.over", "only {n} {n|move is|moves are} left");

pub(crate) const TO_THE_END: Template = Template::new("kami.to_the_end", "{n} {n|move|moves} to the end, proven");
pub(crate) const PERHAPS_SHORTER: Template = Template::new(
    "kami.perhaps_shorter",
    "{n} {n|move|moves} to the end by the best way known; at least {least} {least|is|are} needed",
);
pub(crate) const NOT_PROVEN: Template = Template::new("kami.not_proven", "not proven to be the fewest: {stop}");
pub(crate) const DONE: Template = Template::new("kami.done", "the board is done");
pub(crate) const NO_WAY: Template = Template::new("kami.no_way", "no move leads to the end in the moves that are left");
pub(crate) const NO_END: Template =
    Template::new("kami.no_end", "the board cannot end in colour {color}: the colours on offer are 1 to {n}");
pub(crate) const NO_HINT: Template = Template::new("kami.no_hint", "no hint in time: {stop}");

pub(crate) const NOT_MADE: Template = Template::new("kami.not_made", "no level `{setup}` was found for seed {seed}");
pub(crate) const ONLY_MADE: Template = Template::new("kami.only_made", "{n} of {wanted} {wanted|level|levels}: {stop}");

pub(crate) const CHOOSE: Template = Template::new("kami.choose", "Paint with colour {color}");
pub(crate) const NEXT_COLOR: Template = Template::new("kami.next_color", "Take the next colour");
pub(crate) const PREVIOUS_COLOR: Template = Template::new("kami.previous_color", "Take the colour before");

/// Every sentence.
pub(crate) const ALL: &[Template] = &[
    GOAL,
    GOAL_COLOR,
    WON,
    LOST,
    LEFT,
    REGIONS,
    EASY,
    MEDIUM,
    HARD,
    MOVES,
    COLORS,
    SHORTEST,
    FOUND,
    TOO_FEW,
    GAVE_UP,
    OVER,
    TO_THE_END,
    PERHAPS_SHORTER,
    NOT_PROVEN,
    DONE,
    NO_WAY,
    NO_END,
    NO_HINT,
    NOT_MADE,
    ONLY_MADE,
    CHOOSE,
    NEXT_COLOR,
    PREVIOUS_COLOR,
];

/// What a player reads beside the board: how it stands or what to do, what is left, what the level is like.
pub(crate) fn facts(position: &Position) -> Vec<Message> {
    let level = &position.level;
    let first = match (rules::status(position), level.target) {
        (Status::Won { .. }, _) => WON.with([("n", position.used.into())]),
        (Status::Lost | Status::Drawn, _) => LOST.plain(),
        (Status::Playing { .. }, Some(color)) => GOAL_COLOR.with([("color", color.into())]),
        (Status::Playing { .. }, None) => GOAL.plain(),
    };
    vec![
        first,
        LEFT.with([("n", position.left().into())]),
        REGIONS.with([("n", RegionGraph::of(&level.board).len().into())]),
        difficulty(level),
        MOVES.with([("n", level.moves.into())]),
        COLORS.with([("colors", colors(level).into())]),
    ]
}

fn difficulty(level: &Level) -> Message {
    match level.difficulty {
        1 => EASY.plain(),
        2 => MEDIUM.plain(),
        _ => HARD.plain(),
    }
}

/// A level may speak of more colours than anybody could read.
const MOST_NAMED: usize = 99;

fn colors(level: &Level) -> String {
    (1..=level.colors).take(MOST_NAMED).map(|color| color.to_string()).collect::<Vec<_>>().join(" ")
}

/// That the board cannot end as it must, where the colour to end in is not one to paint with.
pub(crate) fn no_end(level: &Level) -> Option<Message> {
    let target = level.target.filter(|&target| !level.terms().offer(target))?;
    Some(NO_END.with([("color", target.into()), ("n", level.colors.into())]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::read_position;

    fn texts(text: &str) -> Vec<String> {
        facts(&read_position(text).unwrap()).into_iter().map(|fact| fact.text).collect()
    }

    #[test]
    fn the_goal_comes_first_and_then_what_is_left() {
        let told = texts("square,2,3,1,3,-,123");
        let goal = "Paint regions until the whole board has one colour";
        assert_eq!(told, [goal, "2 moves left", "3 regions", "Difficulty: 2 (medium)", "Moves: 3", "Colours: 1 2 3"]);
        assert_eq!(texts("square,3,3,1,2,5,12")[0], "Paint regions until the whole board has colour 5");
        assert_eq!(texts("square,3,3,1,2,5,12")[3..], ["Difficulty: 3 (hard)", "Moves: 3", "Colours: 1 2"]);
    }

    #[test]
    fn the_end_is_told_instead_of_the_goal() {
        assert_eq!(texts("square,1,3,1,3,-,111")[0], "One colour, in 1 move");
        assert_eq!(texts("square,1,3,3,3,-,112")[0], "No move is left");
    }

    #[test]
    fn every_code_is_there_once_and_belongs_to_kami() {
        let mut codes: Vec<&str> = ALL.iter().map(|template| template.code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), ALL.len());
        assert!(codes.iter().all(|code| code.starts_with("kami.")));
        assert!(HEADER.iter().all(|code| codes.contains(code)));
    }
}
