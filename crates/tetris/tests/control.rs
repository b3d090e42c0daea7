//! Controllers see and choose as mdptetris does, when its data lies beside the repository; and as rows of our own say.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

use azulejo_core::budget::Budget;
use azulejo_core::grid::{Cell, Grid};
use azulejo_core::random::Random;
use azulejo_tetris::control::train::{Plan, Training};
use azulejo_tetris::control::{ALL, Lookahead, NAMES, Player, Policy, look};
use azulejo_tetris::position::{Board, Mark, Piece};
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
        let (fall, sight, _) = look(&board, piece(&case["piece"]), placement(&case["rot"], &case["col"])).unwrap();
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
            // Not offered: with its published weights some of these moves would not be maximal.
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
    let (fall, sight, _) = look(&board, Piece::I, placement(&1.into(), &2.into())).unwrap();
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
    assert!(Policy::read("# by hand\nholes -4\nlanding_height=-1\n").is_ok());
}

/// A ragged and holey board without a full row.
fn ragged(random: &mut Random, rows: u16, columns: u16) -> Board {
    let heights: Vec<u16> = (0..columns).map(|_| random.below(u64::from(rows) + 1) as u16).collect();
    let gap = random.below(u64::from(columns)) as u16;
    let cells = Grid::from_fn(rows, columns, |cell: Cell| {
        let filled = rows - cell.row <= heights[usize::from(cell.column)] && random.below(6) > 0 && cell.column != gap;
        Mark::from_char(if filled { '7' } else { '0' }).unwrap()
    });
    Board::of(cells).unwrap()
}

#[test]
fn the_quick_controller_chooses_as_plain_counting_does() {
    let mut random = Random::new(21);
    let mut policies: Vec<Policy> = Policy::NAMES.iter().filter_map(|name| Policy::named(name)).collect();
    for _ in 0..6 {
        let weights = [0.0; ALL].map(|_: f64| random.unit() * 8.0 - 5.0);
        policies.push(Policy::weighing("any", weights));
    }
    for number in 0..800 {
        let (rows, columns) = (5 + random.below(20) as u16, 4 + random.below(12) as u16);
        let policy = &policies[number % policies.len()];
        let board = ragged(&mut random, rows, columns);
        let (mut quick, mut plain) = (Player::new(policy, &board).unwrap(), Player::plain(policy, &board).unwrap());
        for _ in 0..6 {
            let (piece, next) = (Piece::ALL[random.index(7)], Piece::ALL[random.index(7)]);
            for lookahead in [Lookahead::One, Lookahead::Two(next)] {
                let (one, other) = (quick.choose(piece, lookahead), plain.choose(piece, lookahead));
                assert_eq!(one, other, "{} {lookahead:?} {piece}\n{board}", policy.name());
            }
            let Some(chosen) = quick.choose(piece, Lookahead::One) else { break };
            assert_eq!(quick.value(piece, chosen.placement), Some(chosen.value));
            assert_eq!(quick.play(piece, chosen.placement), plain.play(piece, chosen.placement));
        }
    }
}

#[test]
fn a_training_goes_on_from_where_it_was_saved() {
    let plan = Plan { seed: 3, columns: 10, rows: 5, population: 6, games: 25 };
    let begun = Training::new(&plan, &Policy::named("dt10").unwrap()).unwrap();
    let straight = (0..3).fold(begun.clone(), |training, _| training.next(&Budget::unlimited()).unwrap());
    let saved = (0..3).fold(begun, |training, _| {
        let text = serde_json::to_string(&training).unwrap();
        Training::read(&text).unwrap().next(&Budget::unlimited()).unwrap()
    });
    assert_eq!(straight, saved);
    assert_eq!(straight.generation(), 3);
    let broken = serde_json::to_string(&straight).unwrap();
    for (from, to) in [
        ("\"population\":6", "\"population\":0"),
        ("\"generation\":3", "\"generation\":2"),
        ("\"rows\":5", "\"rows\":0"),
    ] {
        assert!(broken.contains(from));
        assert_eq!(Training::read(&broken.replace(from, to)).unwrap_err().to_string().lines().count(), 1);
    }
    assert!(Training::new(&plan, &Policy::named("takado8").unwrap()).is_err());
}

#[test]
fn training_on_a_low_board_makes_a_poor_policy_better() {
    let plan = Plan { seed: 1, columns: 10, rows: 5, population: 8, games: 40 };
    let begun = Training::new(&plan, &Policy::named("dellacherie").unwrap()).unwrap();
    let trained = (0..12).fold(begun, |training, _| training.next(&Budget::unlimited()).unwrap());
    let (first, last) = (&trained.history[0], &trained.history[11]);
    assert!(last.parent > 1.2 * first.parent, "{first:?} {last:?}");
}
