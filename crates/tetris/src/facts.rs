//! What a player reads beside the board: the goal, what falls, the score and its parts.

use azulejo_core::game::Status;
use azulejo_core::words::{Message, Template};

use crate::fall;
use crate::features::{Features, Term};
use crate::play::Position;
use crate::position::Piece;
use crate::rules::FullRows;
use crate::score::Score;
use crate::words::{
    BUMPINESS, FALLS, FALLS_LAST, FALLS_MORE, GOAL, GOAL_ENDLESS, GONE, HEIGHT, HOLES, LINES, LOST, SCORE, STAY, WON,
    points,
};

/// More coming pieces than these are only counted.
pub(crate) const MOST_SHOWN: usize = 12;

/// The facts of a position, the most important first.
pub(crate) fn facts(position: &Position) -> Vec<Message> {
    if let Some(fall) = &position.fall {
        return fall::draw::facts(position, fall);
    }
    let mut facts = vec![goal(position)];
    facts.extend(falls(&position.pieces));
    let features = Features { cleared: position.cleared as i64, ..Features::of(&position.board) };
    let score = Score::default();
    facts.push(SCORE.with([("value", points(score.value(&features)))]));
    facts.extend(score.weights().filter_map(|(term, weight)| {
        let counted = features.term(term);
        Some(part(term)?.with([("n", counted.into()), ("points", points(counted as f64 * weight))]))
    }));
    facts.push(match position.full_rows {
        FullRows::Clear => GONE.with([("n", position.cleared.into())]),
        FullRows::Keep => STAY.plain(),
    });
    facts
}

fn goal(position: &Position) -> Message {
    match position.status() {
        Status::Won { .. } => WON.plain(),
        Status::Lost => LOST.plain(),
        _ if position.source.is_some() => GOAL_ENDLESS.plain(),
        _ => GOAL.with([("n", position.pieces.len().into())]),
    }
}

/// What falls now and what comes after it.
pub(crate) fn falls(pieces: &[Piece]) -> Option<Message> {
    let (now, rest) = pieces.split_first()?;
    let piece = ("piece", now.to_string().into());
    let shown: Vec<String> = rest.iter().take(MOST_SHOWN - 1).map(Piece::to_string).collect();
    let next = ("next", shown.join(" ").into());
    Some(match rest.len() - shown.len() {
        _ if rest.is_empty() => FALLS_LAST.with([piece]),
        0 => FALLS.with([piece, next]),
        more => FALLS_MORE.with([piece, next, ("n", more.into())]),
    })
}

/// The words for a part of the document's score.
fn part(term: Term) -> Option<Template> {
    match term {
        Term::Height => Some(HEIGHT),
        Term::Lines => Some(LINES),
        Term::Holes => Some(HOLES),
        Term::Bumpiness => Some(BUMPINESS),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        facts(&Position::read(text).unwrap()).into_iter().map(|fact| fact.text).collect()
    }

    #[test]
    fn the_goal_comes_first_and_the_score_has_all_its_parts() {
        assert_eq!(
            told("0000/0000/0001/0111,TO,keep,0"),
            [
                "place 2 more pieces so that the board stays low and flat",
                "falls now: T, then O",
                "score -3.524",
                "height 4: -3.195",
                "full rows 0: 0",
                "holes 0: 0",
                "bumpiness 2: -0.329",
                "full rows stay",
            ]
        );
        assert!(Score::default().weights().all(|(term, _)| part(term).is_some()));
    }

    #[test]
    fn rows_that_are_gone_count_for_the_score() {
        let facts = told("0000/0000/0000/0000,OOOOO,clear,3,1.5");
        assert_eq!(facts[0], "keep the board low and flat for as long as the pieces fit");
        assert!(facts.contains(&"full rows 3: 1.567".to_owned()), "{facts:?}");
        assert!(facts.contains(&"rows gone: 3".to_owned()), "{facts:?}");
    }

    #[test]
    fn the_end_of_a_game_is_said_first() {
        assert_eq!(told("0000/0000/0000/0000,,keep,0")[0], "all pieces are placed");
        assert_eq!(told("1111/0000/0000/0000,O,keep,0")[0], "the next piece does not fit");
    }

    #[test]
    fn a_long_queue_is_counted() {
        let queue = [Piece::T; 20];
        assert_eq!(falls(&queue).unwrap().text, "falls now: T, then T T T T T T T T T T T and 8 more");
        assert_eq!(falls(&queue[..1]).unwrap().text, "falls now: T, the last");
        assert_eq!(falls(&[]), None);
    }
}
