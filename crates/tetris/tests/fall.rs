//! Whole games of the falling kind, played as a door plays them: by gestures and ticks, from the first piece to the end.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "games that are known to go on")]

use azulejo_core::budget::Budget;
use azulejo_core::game::{Game, Hint, Status};
use azulejo_core::hands::Gesture;
use azulejo_core::id::Id;
use azulejo_core::open::replay;
use azulejo_core::record::Record;
use azulejo_tetris::Tetris;
use azulejo_tetris::hands::Ui;
use azulejo_tetris::play::Position;

/// A player who does what the hint says, four ticks between two keys.
fn played(id: &str, most: usize) -> (Position, Record) {
    let id: Id = id.parse().unwrap();
    let mut record = Record::new(id);
    let mut now = replay::<Tetris>(&record, &Budget::unlimited()).unwrap();
    let mut ui = Ui::default();
    let mut touch = |now: &mut Position, gesture: &Gesture| {
        for action in Tetris::touch(now, &mut ui, gesture) {
            *now = Tetris::play(now, &action).unwrap();
            record.moves.push(action.to_string());
        }
    };
    for _ in 0..most {
        if !matches!(Tetris::status(&now), Status::Playing { .. }) {
            break;
        }
        let advice = Tetris::hint(&now, &Budget::unlimited()).solution().cloned().unwrap();
        let first = advice.line.iter().position(|action| action.to_string() == "drop").unwrap();
        for action in &advice.line[..=first] {
            touch(&mut now, &Gesture::ticks(4));
            touch(&mut now, &Gesture::tap(action.to_string()));
        }
    }
    (now, record)
}

#[test]
fn forty_lines_are_played_by_gestures_and_the_record_replays_them() {
    let (end, record) = played("tetris:sprint#42", 400);
    assert_eq!(Tetris::status(&end), Status::Won { player: 0 });
    assert!(end.cleared >= 40);
    let text = record.to_string();
    let again = replay::<Tetris>(&text.parse().unwrap(), &Budget::unlimited()).unwrap();
    assert_eq!(again, end);
    assert!(text.len() < 20_000, "{} bytes", text.len());
}

#[test]
fn a_game_that_is_left_alone_is_lost() {
    let id: Id = "tetris:marathon#7".parse().unwrap();
    let mut now = replay::<Tetris>(&Record::new(id), &Budget::unlimited()).unwrap();
    let mut ticks = 0;
    while matches!(Tetris::status(&now), Status::Playing { .. }) {
        now = Tetris::play(&now, &"tick 600".parse().unwrap()).unwrap();
        ticks += 1;
        assert!(ticks < 1000, "it never ends");
    }
    assert_eq!(Tetris::status(&now), Status::Lost);
    assert!(Tetris::moves(&now).is_empty());
    assert!(Tetris::play(&now, &"left".parse().unwrap()).is_err());
}

#[test]
fn acts_and_placements_each_have_their_game() {
    let begun = |id: &str| replay::<Tetris>(&Record::new(id.parse().unwrap()), &Budget::unlimited()).unwrap();
    let (falling, placing) = (begun("tetris:sprint#1"), begun("tetris:#1"));
    let refused = |position, action: &str| Tetris::play(position, &action.parse().unwrap()).unwrap_err().message;
    assert!(refused(&falling, "1 4").contains("here they fall"));
    assert!(refused(&placing, "left").contains("for the falling game"));
    assert!(refused(&falling, "tick 0").contains("from 1 to 3600"));
}
