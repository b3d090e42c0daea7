//! What is said of a rule and of a position, and the list of all that Flow can say.

use azulejo_core::game::Status;
use azulejo_core::words::{Message, Template};

use crate::play::{self, Position};
use crate::position::{Fill, Rules, Tile, Topology, Touch};
use crate::{deduce, hands, hint, rules, verbs};

const FULL: Template = Template::new("flow.full", "every cell used");
const FULL_NO_TOUCH: Template = Template::new("flow.full_no_touch", "every cell used, no self-touch");
const FULL_NO_SQUARE: Template = Template::new("flow.full_no_square", "every cell used, no path over 2×2 cells");
const FREE: Template = Template::new("flow.free", "cells may stay empty");
const FREE_NO_TOUCH: Template = Template::new("flow.free_no_touch", "cells may stay empty, no self-touch");
const FREE_NO_SQUARE: Template = Template::new("flow.free_no_square", "cells may stay empty, no path over 2×2 cells");

const SOLVED: Template = Template::new("flow.solved_all", "Solved: every colour is joined");
const GOAL: Template = Template::new("flow.goal", "Join the dots of each colour by paths that do not cross: {rule}");
const JOINED: Template = Template::new("flow.joined", "{n} of {all} colours are joined");
const FILLED: Template = Template::new("flow.filled", "{n} of {all} cells are filled");
const STILL: Template = Template::new("flow.still", "Not yet solved: {what}");
const TORUS: Template = Template::new("flow.torus", "Opposite edges are joined");
const BRIDGES: Template = Template::new("flow.bridges", "On a bridge two paths cross, both straight");

const OWN: [Template; 13] = [
    FULL,
    FULL_NO_TOUCH,
    FULL_NO_SQUARE,
    FREE,
    FREE_NO_TOUCH,
    FREE_NO_SQUARE,
    SOLVED,
    GOAL,
    JOINED,
    FILLED,
    STILL,
    TORUS,
    BRIDGES,
];

/// Every sentence that Flow can say.
pub(crate) const WORDS: &[Template] = &joined::<{ count(LISTS) }>(LISTS);

const LISTS: &[&[Template]] = &[&OWN, &rules::WORDS, &deduce::WORDS, &hint::WORDS, &hands::WORDS, &verbs::WORDS];

const fn count(lists: &[&[Template]]) -> usize {
    let (mut all, mut list) = (0, 0);
    while list < lists.len() {
        all += lists[list].len();
        list += 1;
    }
    all
}

const fn joined<const N: usize>(lists: &[&[Template]]) -> [Template; N] {
    let mut all = [FULL; N];
    let (mut next, mut list) = (0, 0);
    while list < lists.len() {
        let mut index = 0;
        while index < lists[list].len() {
            all[next] = lists[list][index];
            (next, index) = (next + 1, index + 1);
        }
        list += 1;
    }
    all
}

impl Rules {
    /// The rule in words.
    pub fn words(self) -> Message {
        let template = match (self.fill, self.touch) {
            (Fill::Full, Touch::Allow) => FULL,
            (Fill::Full, Touch::Forbid) => FULL_NO_TOUCH,
            (Fill::Full, Touch::NoSquare) => FULL_NO_SQUARE,
            (Fill::Free, Touch::Allow) => FREE,
            (Fill::Free, Touch::Forbid) => FREE_NO_TOUCH,
            (Fill::Free, Touch::NoSquare) => FREE_NO_SQUARE,
        };
        template.plain()
    }
}

/// What a player reads beside the board.
pub(crate) fn facts(position: &Position) -> Vec<Message> {
    let puzzle = position.puzzle();
    let (joined, colors) = (position.joined(), puzzle.colors());
    let mut facts = Vec::new();
    if play::status(position) == (Status::Won { player: 0 }) {
        facts.push(SOLVED.plain());
    } else if joined == colors {
        let broken = position.violations().first().map(|violation| violation.rule.words().plain());
        facts.extend(broken.map(|what| STILL.with([("what", what.into())])));
    }
    facts.push(GOAL.with([("rule", position.rules().words().into())]));
    facts.push(JOINED.with([("n", joined.into()), ("all", colors.into())]));
    let mut used = vec![false; puzzle.tiles().len()];
    for &cell in position.lines().iter().flatten() {
        used[puzzle.tiles().index_of(cell)] = true;
    }
    let filled = used.iter().filter(|used| **used).count();
    let all = puzzle.tiles().values().iter().filter(|tile| **tile != Tile::Hole).count();
    facts.push(FILLED.with([("n", filled.into()), ("all", all.into())]));
    if puzzle.topology() == Topology::Torus {
        facts.push(TORUS.plain());
    }
    if puzzle.tiles().values().contains(&Tile::Bridge) {
        facts.push(BRIDGES.plain());
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_has_a_code_of_its_own() {
        let mut codes: Vec<&str> = WORDS.iter().map(|template| template.code).collect();
        assert!(codes.iter().all(|code| code.starts_with("flow.")));
        codes.sort_unstable();
        let all = codes.len();
        codes.dedup();
        assert_eq!(codes.len(), all);
    }
}
