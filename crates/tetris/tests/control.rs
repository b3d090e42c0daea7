//! Controllers see and choose as mdptetris does, when its data lies beside the repository; and as rows of our own say.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

use azulejo_tetris::control::{Lookahead, NAMES, Player, Policy, look};
use azulejo_tetris::position::{Board, Piece};
use azulejo_tetris::rules::Placement;
use serde_json::Value;

fn lines(name: &str) -> Vec<Value> {
    let Some(folder) = azulejo_bench::shared_data("tetris") else { return Vec::new() };
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn piece(value: &Value) -> Piece {
    Piece::from_letter(value.as_str().unwrap().chars().next().unwrap()).unwrap()
}

fn placement(rotation: &Value, column: &Value) -> Placement {
    Placement { rotation: rotation.as_u64().unwrap() as u8, column: column.as_u64().unwrap() as u16 }
}

/// The rows that are given, with empty ones above.
fn board(rows: &Value, height: &Value, width: &Value) -> Board {
    let (height, width) = (height.as_u64().unwrap() as usize, width.as_u64().unwrap() as usize);
    let rows: Vec<String> = rows.as_array().unwrap().iter().map(|row| row.as_str().unwrap().to_owned()).collect();
    let empty = std::iter::repeat_n("0".repeat(width), height.saturating_sub(rows.len()));
    let all: Vec<String> = empty.chain(rows).collect();
    serde_json::from_value(serde_json::to_value(all).unwrap()).unwrap()
}

#[test]
fn every_row_of_features_of_a_game_that_goes_on_is_equal() {
    for case in lines("features_mdptetris.jsonl") {
        let board = board(&case["before"], &case["n"], &case["m"]);
        let (fall, sight) = look(&board, piece(&case["piece"]), placement(&case["rot"], &case["col"])).unwrap();
        assert_eq!(
            (fall.removed, u64::from(fall.over)),
            (case["removed"].as_u64().unwrap() as u32, case["game_over"].as_u64().unwrap()),
            "{case}"
        );
        // Once the game is over nobody chooses by what is seen; rows above the top are not counted as there.
        if fall.over {
            continue;
        }
        for (name, number) in NAMES.iter().zip(sight.numbers()) {
            assert_eq!(Some(number), case["f"][name].as_f64(), "{name} {case}");
        }
    }
}

#[test]
fn every_known_move_has_the_largest_value() {
    for game in lines("autoplay_mdptetris.jsonl") {
        let name = match game["policy"].as_str().unwrap() {
            "dellacherie_initial" => "dellacherie",
            "record_du" => "bcts",
            // Its weights are not among the policies here.
            "record_bdu" => continue,
            name => name,
        };
        let policy = Policy::named(name).unwrap();
        let empty = Board::empty(game["n"].as_u64().unwrap() as u16, game["m"].as_u64().unwrap() as u16).unwrap();
        let mut player = Player::new(&policy, &empty).unwrap();
        for (number, played) in game["moves"].as_array().unwrap().iter().enumerate() {
            let (piece, placement) = (piece(&played[0]), placement(&played[1], &played[2]));
            let best = player.choose(piece, Lookahead::One);
            let value = player.value(piece, placement);
            match (best, value) {
                (Some(best), Some(value)) => assert!(
                    best.value - value <= 1e-9 * value.abs().max(1.0),
                    "{name} {number}: {} at {best:?}, {value} at {placement}",
                    best.value
                ),
                (None, None) => {}
                other => panic!("{name} {number}: {other:?}"),
            }
            assert_eq!(u64::from(player.play(piece, placement).removed), played[3].as_u64().unwrap());
        }
    }
}

#[test]
fn a_small_board_is_seen_as_counted_by_hand() {
    let rows = serde_json::json!(["0100", "1101", "1011"]);
    let board = board(&rows, &6.into(), &4.into());
    let (fall, sight) = look(&board, Piece::I, placement(&1.into(), &2.into())).unwrap();
    assert_eq!((fall.rest, fall.removed, fall.eroded, fall.over), (1, 1, 1, false));
    // After it the rows are 0010 0010 0110 1011, from the top.
    let expected = [2.5, 1.0, 18.0, 6.0, 1.0, 8.0, 8.0, 1.0, 1.0, 2.0, 4.0];
    assert_eq!(sight.numbers().map(Some), expected.map(Some));
}

#[test]
fn broken_weights_are_refused_in_one_line_each() {
    for text in ["", "holes", "holes NaN", "holes inf", "hole 3", "holes 1 2"] {
        assert_eq!(Policy::read(text).unwrap_err().to_string().lines().count(), 1, "{text}");
    }
    assert!(Policy::read("holes -4\nlanding_height=-1\n").is_ok());
}
