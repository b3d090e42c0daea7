//! Hands on a Blocky board: pointer and keys, choices and moves.

#![allow(clippy::unwrap_used)]

use azulejo_blocky::Blocky;
use azulejo_blocky::hands::{Hold, Pointer, Ui};
use azulejo_blocky::position::{Position, Setup};
use azulejo_core::game::Game;
use azulejo_core::hands::{Act, Gesture, Show};
use azulejo_core::scene::{MarkKind, Touch};

/// Three solid quarters, the one at the upper right of four cells.
const BOARD: &str = "2xx0113213";

fn position(setup: &str) -> Position {
    Blocky::read(&setup.parse::<Setup>().unwrap(), BOARD).unwrap()
}

fn chosen(position: &Position, ui: &Ui) -> String {
    ui.chosen(&position.board).map_or("nothing".to_owned(), |path| path.to_string())
}

/// What a gesture makes of the hand: the moves it plays, or the block that is then chosen.
fn act(position: &Position, ui: &mut Ui, act: Act, on: &str) -> String {
    let moves = Blocky::touch(position, ui, &Gesture::new(act, on));
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    if moves.is_empty() { chosen(position, ui) } else { moves.join("; ") }
}

fn tap(position: &Position, ui: &mut Ui, on: &str) -> String {
    act(position, ui, Act::Tap, on)
}

fn shows(position: &Position, ui: &Ui) -> Vec<(String, Show)> {
    Blocky::controls(position, ui).into_iter().map(|control| (control.handle, control.show)).collect()
}

fn on(position: &Position, ui: &Ui) -> Vec<String> {
    let controls = shows(position, ui).into_iter();
    controls.filter(|(_, show)| *show == Show::Button).map(|(handle, _)| handle).collect()
}

#[test]
fn the_pointer_chooses_the_block_under_it_and_a_tap_pins_it() {
    let position = position("");
    let mut ui = Ui::default();
    assert_eq!(chosen(&position, &ui), "nothing");
    assert_eq!(act(&position, &mut ui, Act::Hover, "A1"), "1");
    assert_eq!(act(&position, &mut ui, Act::Hover, "D2"), "0");
    assert_eq!(act(&position, &mut ui, Act::Leave, ""), "0", "on the way to a button the choice stays");
    assert_eq!(tap(&position, &mut ui, "D1"), "0");
    assert_eq!(ui.hold, Hold::Pinned);
    assert_eq!(act(&position, &mut ui, Act::Hover, "A3"), "0");
    assert_eq!(tap(&position, &mut ui, "A3"), "2");
    assert_eq!(ui.hold, Hold::Pinned);
    assert_eq!(tap(&position, &mut ui, "A3"), "2");
    assert_eq!(act(&position, &mut ui, Act::Hover, "C3"), "3", "a second tap lets it follow again");
}

#[test]
fn the_choice_is_made_larger_and_smaller() {
    let position = position("");
    let mut ui = Ui::default();
    assert_eq!(act(&position, &mut ui, Act::Hover, "D1"), "0");
    assert_eq!(tap(&position, &mut ui, "smaller"), "0.0");
    assert_eq!(tap(&position, &mut ui, "smaller"), "0.0");
    assert_eq!(act(&position, &mut ui, Act::Hover, "C2"), "0.2");
    assert_eq!(act(&position, &mut ui, Act::Hover, "A1"), "1", "a solid block above the level is taken instead");
    assert_eq!(tap(&position, &mut ui, "larger"), "root");
    assert_eq!(tap(&position, &mut ui, "larger"), "root");
    assert_eq!(tap(&position, &mut ui, "smaller"), "1");
    assert_eq!(tap(&position, &mut Ui::default(), "larger"), "root", "before the first choice too");
    assert_eq!(tap(&position, &mut Ui::default(), "smaller"), "1");
}

#[test]
fn arrows_go_from_block_to_block_and_stay_on_the_board() {
    let position = position("");
    let mut ui = Ui::default();
    let path = ["right", "smaller", "left", "right", "right", "right", "down", "down", "down", "left", "larger"];
    let seen = path.map(|key| tap(&position, &mut ui, key));
    assert_eq!(seen, ["0", "0.1", "1", "0.1", "0.0", "0.0", "0.3", "3", "3", "2", "root"]);
    assert_eq!(ui.hold, Hold::Stepped);
    assert_eq!(tap(&position, &mut ui, "up"), "root");
}

/// The block that is chosen after a key, pressed as a door presses it: by the control that claims it.
fn press(position: &Position, ui: &mut Ui, key: &str) -> String {
    let controls = Blocky::controls(position, ui);
    let claimed: Vec<_> = controls.into_iter().filter(|control| control.keys.contains(&key)).collect();
    assert_eq!(claimed.len(), 1, "{key}");
    if claimed[0].show == Show::Off { chosen(position, ui) } else { tap(position, ui, &claimed[0].handle) }
}

#[test]
fn up_and_down_choose_the_level_while_the_pointer_is_over_the_board() {
    let position = position("");
    let mut ui = Ui::default();
    act(&position, &mut ui, Act::Hover, "D1");
    let keys = ["ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"];
    let seen = keys.map(|key| press(&position, &mut ui, key));
    assert_eq!(seen, ["root", "root", "0", "0.0", "0.0", "0"]);
    tap(&position, &mut ui, "D1");
    assert_eq!(press(&position, &mut ui, "ArrowUp"), "root", "pinned or not");
    act(&position, &mut ui, Act::Leave, "");
    assert_eq!(ui.pointer, Pointer::Away);
    press(&position, &mut ui, "s");
    assert_eq!(press(&position, &mut ui, "ArrowDown"), "3", "without a pointer the arrows go from block to block");
}

#[test]
fn a_keyboard_reaches_every_block_also_where_a_pointer_rests_on_the_board() {
    let position = "d3".parse::<Setup>().unwrap().deal(5);
    for start in [None, Some("C3")] {
        let mut first = Ui::default();
        if let Some(cell) = start {
            act(&position, &mut first, Act::Hover, cell);
        }
        let mut reached = std::collections::BTreeSet::new();
        let mut known = vec![first];
        let mut next = 0;
        while next < known.len() {
            for key in ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "w", "s"] {
                let mut ui = known[next].clone();
                reached.insert(press(&position, &mut ui, key));
                if !known.contains(&ui) {
                    known.push(ui);
                }
            }
            next += 1;
        }
        let all: std::collections::BTreeSet<String> = position.board.paths().map(|path| path.to_string()).collect();
        reached.remove("nothing");
        assert_eq!(reached, all, "{start:?}");
    }
}

#[test]
fn actions_play_on_the_chosen_block_and_only_what_is_legal() {
    let position = position("");
    let mut ui = Ui::default();
    assert_eq!(tap(&position, &mut ui, "rotate_cw"), "nothing", "nothing is chosen");
    act(&position, &mut ui, Act::Hover, "D1");
    for action in ["rotate_cw", "rotate_ccw", "swap_h", "swap_v", "smash"] {
        assert_eq!(tap(&position, &mut ui, action), format!("{action} 0"));
    }
    for action in ["paint", "combine", "pass", "nobody", "", "Z99", "A0", "\u{1f3b2}"] {
        assert_eq!(tap(&position, &mut ui, action), "0", "{action}");
    }
    act(&position, &mut ui, Act::Hover, "A1");
    assert_eq!(tap(&position, &mut ui, "swap_h"), "1", "it is solid");
    let smashed = position.play("smash 1".parse().unwrap()).unwrap();
    assert_eq!(tap(&smashed, &mut ui, "smash"), "1", "there is one smash a game");
}

#[test]
fn the_later_rules_have_more_buttons() {
    let position = position("2020");
    let mut ui = Ui::default();
    assert_eq!(tap(&position, &mut ui, "pass"), "pass", "passing needs no block");
    act(&position, &mut ui, Act::Hover, "D1");
    assert_eq!(tap(&position, &mut ui, "combine"), "combine 0");
    tap(&position, &mut ui, "smaller");
    assert_eq!(tap(&position, &mut ui, "paint"), "0.0", "it has the player's colour already");
    act(&position, &mut ui, Act::Hover, "C1");
    assert_eq!(tap(&position, &mut ui, "paint"), "paint 0.1 0");
}

#[test]
fn buttons_are_off_when_they_would_do_nothing() {
    let original = position("");
    let mut ui = Ui::default();
    assert_eq!(on(&original, &ui), ["larger"]);
    act(&original, &mut ui, Act::Hover, "D1");
    assert_eq!(on(&original, &ui), ["larger", "smaller", "rotate_ccw", "rotate_cw", "swap_h", "swap_v", "smash"]);
    tap(&original, &mut ui, "larger");
    assert_eq!(on(&original, &ui), ["smaller", "rotate_ccw", "rotate_cw", "swap_h", "swap_v"]);
    for (setup, moves) in [("t1,human,smart2", vec!["swap_h root"]), ("t0", vec![])] {
        let mut now = position(setup);
        for next in moves {
            now = now.play(next.parse().unwrap()).unwrap();
        }
        assert_eq!(on(&now, &ui), ["smaller"], "{setup}: it is nobody's turn who has hands");
        assert_eq!(tap(&now, &mut ui.clone(), "rotate_cw"), "root");
    }
    assert_eq!(shows(&position("2020"), &ui).len(), shows(&original, &ui).len() + 3);
}

#[test]
fn every_key_taps_one_control_that_the_hand_knows() {
    let position = position("2020");
    let mut ui = Ui::default();
    act(&position, &mut ui, Act::Hover, "D1");
    let controls = Blocky::controls(&position, &ui);
    let mut keys: Vec<&str> = controls.iter().flat_map(|control| control.keys.iter().copied()).collect();
    assert_eq!(press(&position, &mut ui.clone(), "ArrowLeft"), "1");
    for key in ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "w", "s", "a", "d", "q", "e", " ", "p", "c", "."] {
        assert!(keys.contains(&key), "{key}");
    }
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count);
    for control in controls.iter().filter(|control| control.show != Show::Off) {
        let mut hand = ui.clone();
        let played = Blocky::touch(&position, &mut hand, &Gesture::tap(&control.handle).at("A1"));
        assert!(!played.is_empty() || hand != ui, "{} does nothing", control.handle);
    }
}

#[test]
fn the_chosen_block_is_marked_and_named_but_not_hidden() {
    let position = position("human,smart2");
    let plain = Blocky::scenes(&position, &Ui::default());
    assert_eq!((plain[0].name, plain[0].touch, plain[0].marks.len()), ("board", Touch::Cells, 0));
    assert_eq!(plain[0].tiles[0].spoken, "A1, green, 2 by 2");
    assert_eq!((plain[1].name, plain[1].touch), ("players", Touch::None));
    assert_eq!(plain[1].tiles[0].spoken, "PLAYER 0 (human), blob of blue: 1, to move");
    let mut ui = Ui::default();
    act(&position, &mut ui, Act::Hover, "D2");
    let scene = Blocky::scenes(&position, &ui).swap_remove(0);
    let cells: Vec<String> = scene.marks[0].cells.iter().map(ToString::to_string).collect();
    assert_eq!((scene.marks[0].kind, cells.join(" ")), (MarkKind::Chosen, "C1 D1 C2 D2".to_owned()));
    assert_eq!(scene.tiles, plain[0].tiles);
    assert_eq!(scene.title, "Block of 2×2 at C1, path 0");
}

#[test]
fn who_is_to_move_stands_below_the_board_numbered_from_0() {
    let mut now = position("t1,human,human");
    assert_eq!(Blocky::scene(&now).label.as_deref(), Some("PLAYER 0"));
    now = now.play("swap_h root".parse().unwrap()).unwrap();
    assert_eq!(Blocky::scene(&now).label.as_deref(), Some("PLAYER 1"));
    now = now.play("swap_v root".parse().unwrap()).unwrap();
    assert_eq!(Blocky::scene(&now).label, None, "it is nobody's turn");
    let facts: Vec<String> = Blocky::facts(&now).into_iter().map(|fact| fact.text).collect();
    let expected = [
        "PLAYER 1 has won with 4 points",
        "PLAYER 0 (human), blob of Pacific Point (b): 1",
        "PLAYER 1 (human), blob of Real Red (r): 4",
    ];
    assert_eq!(facts, expected);
}

#[test]
fn the_cells_that_a_computer_player_moves_are_those_of_its_block() {
    let position = position("random");
    let cells = |text: &str| -> Vec<String> {
        Blocky::cells_of(&position, &text.parse().unwrap()).iter().map(ToString::to_string).collect()
    };
    assert_eq!(cells("swap_h 0"), ["C1", "D1", "C2", "D2"]);
    assert_eq!((cells("rotate_cw root").len(), cells("pass").len()), (16, 0));
}

#[test]
fn a_hand_from_another_board_does_no_harm() {
    let ui: Ui = serde_json::from_str(r#"{"cell":[65535,65535],"level":255,"hold":"pinned"}"#).unwrap();
    for id in ["", "d0", "d8"] {
        let position = id.parse::<Setup>().unwrap().deal(1);
        for on in ["left", "right", "up", "down", "larger", "smaller", "rotate_cw", "A1"] {
            let mut ui = ui.clone();
            tap(&position, &mut ui, on);
            assert!(position.board.block(ui.chosen(&position.board).unwrap()).is_some());
        }
        assert!(!Blocky::scenes(&position, &ui).is_empty() && !Blocky::controls(&position, &ui).is_empty());
    }
    assert_eq!(serde_json::from_str::<Ui>("{}").unwrap(), Ui::default());
}
