//! All games in the terminal: the menu, and the table behind it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

mod common;

use common::{azulejo, stderr, stdout};

#[test]
fn a_named_game_is_the_table_of_play_where_no_terminal_is() {
    let played = |arguments: &[&str]| stdout(azulejo(arguments).write_stdin("moves\nquit\n"), 0);
    for id in ["kami:4x4c3#1", "blocky:d2#7"] {
        let game = id.split(':').next().unwrap();
        assert_eq!(played(&["tui", game, id]), played(&[game, "play", id]));
        assert!(played(&["tui", game]).contains(&format!("{game}:")), "a new game of the usual setup");
    }
}

#[test]
fn without_a_terminal_a_game_must_be_named_and_exist() {
    let said = stderr(&mut azulejo(&["tui"]), 2);
    assert!(said.starts_with("error: there is no terminal to choose a game in: expected a game\n\nhint: "), "{said}");
    assert!(stderr(&mut azulejo(&["tui", "chess"]), 2).contains("there is no game called `chess`"));
    assert!(stderr(&mut azulejo(&["tui", "kami", "missing.txt"]), 2).contains("missing.txt"));
}

#[cfg(target_os = "linux")]
#[test]
fn at_a_terminal_a_game_and_its_preset_are_chosen_and_the_menu_comes_back() {
    // The second game, and back; the last game, its first preset; out of it, and out of the menu.
    let screens = common::at_a_terminal("tui", &["\u{1b}[B", "\r", "q", "5", "1", "q", "q"]);
    let shows = |screen: &String, words: &[&str]| words.iter().all(|word| screen.contains(word));
    assert!(shows(&screens[0], &["azulejo", "› 1", "Switcher", "Kami"]), "{screens:?}");
    assert!(shows(&screens[1], &["› 2"]), "{screens:?}");
    assert!(shows(&screens[2], &["Blocky: ", "› 1", "d3"]), "{screens:?}");
    assert!(shows(&screens[3], &["azulejo", "› 2"]), "{screens:?}");
    assert!(shows(&screens[4], &["Kami: ", "› 1"]), "{screens:?}");
    assert!(shows(&screens[5], &["q stop"]), "{screens:?}");
    assert!(shows(screens.last().unwrap(), &["azulejo", "› 5"]), "{screens:?}");
}
