//! What every game must keep, whatever it is: called from each game's tests.

use crate::erased::{Entry, Registry};
use crate::game::{Game, Status};
use crate::id::Id;
use crate::random::Random;
use crate::record::{Record, Session};

/// Plays random games of a setup by seed, and checks on the way that moves print and parse, that positions survive
/// writing, that an erased game and a typed one agree, and that undo, redo, replay and resume lead where they should.
/// The first broken promise is the error.
pub fn keeps<G: Game>(games: Registry, setup: &G::Setup, seed: u64, longest: usize) -> Result<(), String> {
    let text = setup.to_string();
    let parsed: G::Setup = text.parse().map_err(|problem| format!("setup `{text}` does not parse: {problem}"))?;
    agree("a setup that was printed and parsed", &parsed.to_string(), &text)?;
    keeps_from::<G>(games, crate::open::seeded::<G>(&text, seed), seed, longest)
}

/// The same from a given position: for boards that no setup generates.
pub fn keeps_from<G: Game>(games: Registry, id: Id, seed: u64, longest: usize) -> Result<(), String> {
    let entry = games.find(G::NAME).ok_or("the game is not in the registry")?;
    let text = id.setup.clone();
    agree("an id that was printed and parsed", &id.to_string().parse().ok(), &Some(id.clone()))?;
    let mut session = Session::begin(entry, id).map_err(|problems| problems.to_string())?;
    let mut random = Random::new(seed);
    let first = session.position().clone();
    for _ in 0..longest {
        let Status::Playing { .. } = session.status().map_err(said)? else { break };
        let moves = (entry.moves)(session.position()).map_err(said)?;
        let action = random.pick(&moves).ok_or("a game that goes on has no move")?;
        let parsed: G::Move = action.parse().map_err(|problem| format!("move `{action}` does not parse: {problem}"))?;
        agree("a move that was printed and parsed", &parsed.to_string(), action)?;
        session.play(action).map_err(|problem| format!("listed move `{action}` is refused: {problem}"))?;
        survives_writing(entry, &text, &session)?;
    }
    let (record, last) = (session.record().clone(), session.position().clone());
    agree("a record that was printed and parsed", &record.to_string().parse().ok(), &Some(record.clone()))?;
    let resumed = Session::resume(games, &record).map_err(|problems| problems.to_string())?;
    agree("a resumed game", resumed.position(), &last)?;
    agree("a replayed game", &replayed::<G>(&record)?, &last)?;
    session.restart();
    agree("everything undone", session.position(), &first)?;
    while session.redo().is_some() {}
    agree("everything redone", session.position(), &last)
}

fn replayed<G: Game>(record: &Record) -> Result<serde_json::Value, String> {
    let position =
        crate::open::replay::<G>(record, &crate::budget::Budget::unlimited()).map_err(|halt| halt.to_string())?;
    serde_json::to_value(position).map_err(|error| error.to_string())
}

fn survives_writing(entry: &Entry, setup: &str, session: &Session) -> Result<(), String> {
    let written = (entry.write)(session.position()).map_err(said)?;
    if written.contains(char::is_whitespace) || written.contains([':', '#', ';']) {
        return Err(format!("`{written}` cannot be part of an id"));
    }
    let read = (entry.read)(setup, &written).map_err(|problems| format!("`{written}` is refused: {problems}"))?;
    agree("a position that was written and read", &read, session.position())
}

fn said(problem: crate::problem::Problem) -> String {
    problem.message
}

fn agree<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, expected: &T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what} differs:\n{found:?}\n{expected:?}")) }
}
