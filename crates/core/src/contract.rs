//! What every game must keep, whatever it is: called from each game's tests.

use crate::budget::Budget;
use crate::game::{Game, Status};
use crate::hands::{Act, Gesture};
use crate::id::Id;
use crate::open::{of_id, position_of, replay, seeded};
use crate::random::Random;
use crate::record::Record;
use crate::scene::Touch;

/// Plays random games of a setup by seed, and checks on the way that setups, moves, records and positions print and parse,
/// that replaying leads where playing led, that whatever is drawn can be touched and never panics, and that what a hand
/// plays is legal. The first broken promise is the error.
pub fn keeps<G: Game>(setup: &G::Setup, seed: u64, longest: usize) -> Result<(), String> {
    let text = setup.to_string();
    let parsed: G::Setup = text.parse().map_err(|problem| format!("setup `{text}` does not parse: {problem}"))?;
    agree("a setup that was printed and parsed", &parsed.to_string(), &text)?;
    keeps_from::<G>(&seeded::<G>(&text, seed), seed, longest)
}

/// The same from a given position: for boards that no setup generates.
pub fn keeps_from<G: Game>(id: &Id, seed: u64, longest: usize) -> Result<(), String> {
    agree("an id that was printed and parsed", &id.to_string().parse().ok().as_ref(), &Some(id))?;
    let budget = Budget::unlimited();
    let first = of_id::<G>(id, &budget).map_err(|halt| halt.to_string())?;
    let mut record = Record::new(id.clone());
    let mut random = Random::new(seed);
    let mut position = first;
    for _ in 0..longest {
        let Status::Playing { .. } = G::status(&position) else { break };
        let moves = G::moves(&position);
        let action = random.pick(&moves).ok_or("a game that goes on has no move")?;
        let printed = action.to_string();
        let parsed: G::Move =
            printed.parse().map_err(|problem| format!("move `{printed}` does not parse: {problem}"))?;
        if parsed != *action {
            return Err(format!("move `{printed}` prints as another than it parses"));
        }
        let played = G::play(&position, action);
        position = played.map_err(|problem| format!("listed move `{printed}` is refused: {problem}"))?;
        record.moves.push(printed);
        survives_writing::<G>(&id.setup, &position)?;
        touches_well::<G>(&position, &mut random)?;
    }
    let again: Option<Record> = record.to_string().parse().ok();
    agree("a record that was printed and parsed", &again.as_ref(), &Some(&record))?;
    let replayed = replay::<G>(&record, &budget).map_err(|halt| halt.to_string())?;
    same::<G>("a replayed game", &replayed, &position)
}

fn survives_writing<G: Game>(setup: &str, position: &G::Position) -> Result<(), String> {
    let written = G::write(position);
    if written.contains(char::is_whitespace) || written.contains([':', '#', ';']) {
        return Err(format!("`{written}` cannot be part of an id"));
    }
    let setup = setup.parse().map_err(|problem| format!("setup `{setup}` does not parse: {problem}"))?;
    let read = G::read(&setup, &written).map_err(|problems| format!("`{written}` is refused: {problems}"))?;
    same::<G>("a position that was written and read", &read, position)?;
    let json = serde_json::to_string(position).map_err(|error| error.to_string())?;
    let read = position_of::<G>(&json).map_err(|problem| problem.to_string())?;
    same::<G>("a position that was saved and loaded", &read, position)
}

/// Touches some of what is drawn: the hand may do nothing, but what it plays is legal.
fn touches_well<G: Game>(position: &G::Position, random: &mut Random) -> Result<(), String> {
    let mut ui = G::Ui::default();
    for _ in 0..4 {
        let scenes = G::scenes(position, &ui);
        let mut handles: Vec<String> = G::controls(position, &ui).into_iter().map(|control| control.handle).collect();
        for scene in &scenes {
            handles.extend(scene.things.iter().map(|thing| thing.handle.clone()));
            if scene.touch != Touch::None {
                handles.extend(scene.tiles.iter().map(|tile| tile.cell.to_string()));
            }
        }
        handles.push("nobody knows this".to_owned());
        let acts = [Act::Tap, Act::Press, Act::Drag, Act::Release, Act::Hover, Act::Leave, Act::Tick];
        let (Some(act), Some(on)) = (random.pick(&acts), random.pick(&handles)) else { continue };
        let at = random.pick(&handles).cloned();
        let gesture = Gesture { act: *act, on: on.clone(), at, ticks: random.below(40) as u32 };
        let moves = G::touch(position, &mut ui, &gesture);
        let json = serde_json::to_string(&ui).map_err(|error| error.to_string())?;
        serde_json::from_str::<G::Ui>(&json).map_err(|error| format!("the hand `{json}` is not read back: {error}"))?;
        let mut after = position.clone();
        for action in moves {
            let played = G::play(&after, &action);
            after = played.map_err(|problem| format!("{gesture:?} plays `{action}`, which is refused: {problem}"))?;
        }
    }
    Ok(())
}

fn same<G: Game>(what: &str, found: &G::Position, expected: &G::Position) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    let shown = |position| serde_json::to_string(position).unwrap_or_default();
    Err(format!("{what} differs:\n{}\n{}", shown(found), shown(expected)))
}

fn agree<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, expected: &T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what} differs:\n{found:?}\n{expected:?}")) }
}
