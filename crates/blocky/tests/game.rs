//! The whole game: the contract, the deal, turns, smashes, penalties, players, records.

#![allow(clippy::unwrap_used)]

use azulejo_blocky::Blocky;
use azulejo_blocky::board::{Board, Color, Path};
use azulejo_blocky::format::{read_position, write_literal};
use azulejo_blocky::goal::{Aim, Kind};
use azulejo_blocky::player::{COMPARED, Mind, choose, choose_as};
use azulejo_blocky::position::{Player, Position, Setup, Unplayable, winner};
use azulejo_blocky::rules::{Move, Refusal};
use azulejo_blocky::simulate::game;
use azulejo_core::budget::Budget;
use azulejo_core::contract;
use azulejo_core::game::{Game, Hint, Solve, Status};
use azulejo_core::outcome::Outcome;
use azulejo_core::scene::{Style, svg};

fn setup(text: &str) -> Setup {
    text.parse().unwrap()
}

fn action(text: &str) -> Move {
    text.parse().unwrap()
}

fn reference(players: &str) -> Position {
    let board: Board = "[[0,1,1,3],2,1,3]".parse().unwrap();
    setup(players).position(board)
}

#[test]
fn blocky_keeps_the_contract() {
    for text in [
        "",
        "d0",
        "d1,t4",
        "d2,t5,human,human",
        "d3,t4,perimeter,human,random,smart2,search8",
        "d4,2020,human,human",
        "d2,diagonal,2020",
    ] {
        for seed in 0..8 {
            assert_eq!(contract::keeps::<Blocky>(&setup(text), seed, 40), Ok(()), "{text}");
        }
    }
    assert_eq!(contract::keeps::<Blocky>(&setup("d8,t2"), 1, 2), Ok(()));
}

#[test]
fn setups_are_read_as_they_are_written() {
    let all = setup("d5,t3,search9,smart2,perimeter,random,human,smart7,2020");
    assert_eq!(all.to_string(), "d5,t3,perimeter,human,random,smart2,smart7,search9,2020");
    assert_eq!(setup(""), Setup::default());
    for text in ["d4", "d3,blob", "d2,2020", "d4,t10,human,smart2", "d4,t9,human", "d0,t10,search24"] {
        assert_eq!(setup(text).to_string(), text);
    }
    assert_eq!(setup("d3,t10,human").to_string(), "d3");
    assert_eq!(setup("d3,search"), setup("d3,search24"));
    for bad in ["d9", "t99999", "smart", "search0", "goblin", "d4,,t3", "2021", "human1"] {
        let problem = bad.parse::<Setup>().unwrap_err();
        assert!(problem.message.contains("is not a part of a game"), "{bad}: {problem}");
    }
    assert_eq!("d4,x".parse::<Setup>().unwrap_err().place.unwrap().column, 4);
    assert!(vec!["human"; 65].join(",").parse::<Setup>().is_err());
}

#[test]
fn everyone_has_one_goal_and_a_color_each() {
    let mut kinds = [0; 2];
    for seed in 0..40 {
        let position = setup("d2,human,human,human,human,human").deal(seed);
        let aims: Vec<Aim> = position.seats().iter().map(|seat| seat.aim).collect();
        assert!(aims.iter().all(|aim| aim.kind == aims[0].kind));
        let mut colors: Vec<usize> = aims[..4].iter().map(|aim| aim.color.index()).collect();
        colors.sort_unstable();
        assert_eq!(colors, [0, 1, 2, 3]);
        kinds[usize::from(aims[0].kind == Kind::Perimeter)] += 1;
    }
    assert!(kinds[0] > 5 && kinds[1] > 5, "{kinds:?}");
}

#[test]
fn turns_go_round_and_the_highest_score_wins() {
    let mut position = reference("d2,t2,human,human");
    let mut order = Vec::new();
    while let Some(player) = position.to_move() {
        order.push((player, position.turns_left(0), position.turns_left(1)));
        position = position.play(action("rotate_cw root")).unwrap();
    }
    assert_eq!(order, [(0, 2, 2), (1, 1, 2), (0, 1, 1), (1, 0, 1)]);
    assert_eq!(position.scores(), [1, 4]);
    assert_eq!(Blocky::status(&position), Status::Won { player: 1 });
    assert_eq!(position.play(action("rotate_cw root")), Err(Unplayable::Over));
    assert_eq!([winner(&[3, 5, 5]), winner(&[-1, -4]), winner(&[])], [1, 0, 0]);
}

#[test]
fn a_person_smashes_once_and_a_refused_move_costs_nothing() {
    let position = reference("d2,t9,human");
    for (text, refusal) in [
        ("smash root", Refusal::WholeBoard),
        ("smash 0.0", Refusal::UnitCell("0.0".parse().unwrap())),
        ("swap_h 1", Refusal::Solid("1".parse().unwrap())),
        ("swap_h 1.2", Refusal::NoSuchBlock("1.2".parse().unwrap())),
        ("pass", Refusal::NotInTheseRules("pass")),
    ] {
        assert_eq!(position.play(action(text)), Err(Unplayable::Refused(refusal)), "{text}");
    }
    let smashed = position.play(action("smash 1")).unwrap();
    assert!(smashed.board.is_divided("1".parse().unwrap()));
    assert_eq!(smashed.play(action("smash 2")), Err(Unplayable::NoSmashLeft(0)));
    assert_eq!(smashed, position.play(action("smash 1")).unwrap(), "chance is part of the position");
}

#[test]
fn a_random_player_loses_its_turn_by_a_smash_that_is_not_allowed() {
    let position = reference("d2,t9,random");
    let lost = position.play(action("smash root")).unwrap();
    assert_eq!((&lost.board, lost.turn()), (&position.board, 1));
    assert!(position.play(action("smash 1.3")).is_err(), "there is no such block");
}

#[test]
fn a_random_player_smashes_as_often_as_it_likes() {
    let mut position = reference("d2,t9,random");
    for block in ["1", "2", "1", "3"] {
        position = position.play(action(&format!("smash {block}"))).unwrap();
        assert!(position.board.is_divided(block.parse().unwrap()));
    }
}

#[test]
fn the_later_rules_charge_points() {
    let start = reference("d2,t9,human,2020");
    let mut position = start.clone();
    for (text, paid) in [("swap_h root", 0), ("smash 0", 3), ("pass", 3), ("rotate_cw root", 3)] {
        position = position.play(action(text)).unwrap();
        assert_eq!(position.seats()[0].penalty, paid, "{text}");
    }
    let painted = start.play(action("paint 0.0 1")).unwrap();
    assert_eq!(painted.board.to_string(), r#"{"max_depth":2,"board":[[1,1,1,3],2,1,3]}"#);
    let combined = start.play(action("combine 0")).unwrap();
    assert_eq!(combined.board.to_string(), r#"{"max_depth":2,"board":[1,2,1,3]}"#);
    assert_eq!([painted.seats()[0].penalty, combined.seats()[0].penalty], [1, 1]);
    assert_eq!(start.play(action("smash 0")), Err(Unplayable::Refused(Refusal::Divided("0".parse().unwrap()))));
}

#[test]
fn games_of_computer_players_are_the_same_every_time() {
    for text in
        ["d3,t6,random,smart0,smart5,search6", "d3,t5,perimeter,random,smart3,2020", "d2,t4,diagonal,smart1,search3"]
    {
        let budget = Budget::unlimited();
        let played = game(&setup(text), 11, &budget);
        assert_eq!(played, game(&setup(text), 11, &budget));
        assert_ne!(played.moves, game(&setup(text), 12, &budget).moves);
        assert!(played.end.to_move().is_none());
        assert_eq!(played.scores, played.end.scores());
        let replayed = played.moves.iter().fold(setup(text).deal(11), |position, next| position.play(*next).unwrap());
        assert_eq!(replayed, played.end);
    }
}

fn mean_score(players: &str, games: u64) -> f64 {
    let sum: i64 = (0..games).map(|seed| game(&setup(players), seed, &Budget::unlimited()).scores[0]).sum();
    sum as f64 / games as f64
}

#[test]
fn players_are_better_the_more_they_compare() {
    assert_eq!(COMPARED, [5, 10, 25, 50, 100, 150]);
    let means =
        ["random", "smart0", "smart5", "search20"].map(|player| mean_score(&format!("d3,t10,blob,{player}"), 30));
    assert!(means.is_sorted(), "{means:?}");
    let same = [5, 9].map(|level| game(&setup(&format!("d3,smart{level}")), 1, &Budget::unlimited()).moves);
    assert_eq!(same[0], same[1], "above 5 is as 5");
}

#[test]
fn smart_players_never_smash() {
    for seed in 0..10 {
        let played = game(&setup("d3,t20,smart5,smart0"), seed, &Budget::unlimited());
        assert!(!played.moves.iter().any(|next| next.to_string().starts_with("smash")));
    }
}

#[test]
fn the_searching_player_beats_the_best_smart_one() {
    let mut won = 0;
    for seed in 0..10 {
        for seat in 0..2 {
            let mut table = setup("d3,t6,blob,smart5,search8");
            table.players.rotate_left(1 - seat);
            won += u32::from(table.players[game(&table, seed, &Budget::unlimited()).winner()] == Player::Search(8));
        }
    }
    assert!(won >= 16, "{won} of 20");
}

#[test]
fn a_search_without_time_still_moves() {
    let position = setup("d5,search500,smart5").deal(1);
    let chosen = choose_as(
        Player::Search(500),
        &position,
        &mut Mind::default(),
        &mut position.mind(),
        &Budget::unlimited().with_nodes(1),
    );
    assert!(position.check(chosen.unwrap()).is_ok());
    assert_eq!(choose(&reference("human"), &mut Mind::default(), &Budget::unlimited()), None);
}

#[test]
fn hints_and_solutions_can_be_played() {
    for text in ["d3,t4,perimeter", "d2,t3,blob", "d3,t3,diagonal", "d3,t3,blob,human,smart5"] {
        let position = setup(text).deal(3);
        let Outcome::Solved { solution: hint, .. } = Blocky::hint(&position, &Budget::unlimited()) else { panic!() };
        assert!(position.check(hint.line[0]).is_ok() && !hint.reason.text.is_empty() && !hint.cells.is_empty());
        let answer = Blocky::solve(&position, &Budget::unlimited());
        let moves = answer.outcome.solution().unwrap();
        assert!(moves.len() <= position.turns_left(0) as usize);
    }
}

#[test]
fn positions_are_read_in_every_form() {
    let position = reference("d2,t9,human,smart2").play(action("smash 1")).unwrap();
    let setup = setup("d2,t9,human,smart2");
    let json = serde_json::to_string(&position).unwrap();
    assert_eq!(read_position(&setup, &json).unwrap(), position);
    assert_eq!(read_position(&setup, &write_literal(&position)).unwrap(), position);
    assert_eq!(read_position(&setup, "2xx0113213").unwrap(), reference("d2,t9,human,smart2"));
    assert_eq!(json.parse::<Board>().unwrap(), position.board, "a position is also a board");
}

#[test]
fn broken_positions_are_refused() {
    let position = reference("d2,t9,human");
    let good = serde_json::to_value(&position).unwrap();
    for (key, value) in [
        ("turn", serde_json::json!(99)),
        ("turns", serde_json::json!(4_000_000_000_u32)),
        ("players", serde_json::json!([])),
        ("rules", serde_json::json!("1999")),
        ("board", serde_json::json!([0, 1, 2])),
        ("max_depth", serde_json::json!(99)),
    ] {
        let mut bad = good.clone();
        bad[key] = value;
        assert!(serde_json::from_value::<Position>(bad.clone()).is_err(), "{bad}");
        assert!(read_position(&Setup::default(), &bad.to_string()).is_err(), "{bad}");
    }
    for (text, message) in [
        ("2xx011321", "1:10: the text ends before block 3: expected a colour from 0 to 3 or `x`"),
        ("2xx01132133", "1:11: '3' after the last block: expected `.` or the end"),
        ("1xx0113213", "1:3: block 0 is divided, though level 1 is the deepest of this board"),
        ("2xy", "1:3: block 0 is 'y': expected a colour from 0 to 3 or `x`"),
        ("9x0000", "1:1: a position begins with its depth, 0 to 8"),
    ] {
        assert_eq!(read_position(&Setup::default(), text).unwrap_err().to_string(), message);
    }
    assert!(read_position(&Setup::default(), "0x.q").is_err());
    assert!(read_position(&Setup::default(), "1x0000.gblob9").is_err());
}

#[test]
fn every_board_can_be_drawn() {
    for depth in 0..=8 {
        let position = setup(&format!("d{depth}")).deal(1);
        let drawn = svg::svg(&Blocky::scene(&position), &Style::default());
        assert!(drawn.starts_with("<svg"));
    }
    assert_eq!(Blocky::scene(&reference("")).tiles.len(), 7);
    assert_eq!(Path::ROOT.to_string(), "root");
    assert_eq!(Color::Green.name(), "Old Olive");
}
