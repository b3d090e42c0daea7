//! A fuzz target for every parser: no text may make it panic, and what it accepts it must write and read again.
//!
//! The same targets run in three ways: a few thousand mutations of each seed in the tests, for as long as you like on
//! stable Rust with `cargo xtask fuzz --stable`, and guided by coverage with `cargo xtask fuzz` where nightly Rust is.

pub mod mutate;

use azulejo_core::id::Id;
use azulejo_core::record::{Record, Session};
use azulejo_games::GAMES;
use azulejo_switcher::format::{Count, read_board, read_figures};
use azulejo_switcher::rules::Move;

/// A parser, what it is called, and texts it accepts.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Good texts to begin from.
    pub seeds: &'static [&'static str],
    /// Feeds it a text; panics when a promise is broken.
    pub run: fn(&str),
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target { name: "id", seeds: &["switcher#42", "flow@2:7x7:1j2h", "kami:9x9c5#morning"], run: id },
    Target {
        name: "record",
        seeds: &["switcher#7 mov3 A1 A2; claim fig04 C3; block 2 fige01 F6; back; end; leave"],
        run: record,
    },
    Target {
        name: "position",
        seeds: &[
            "rrbgbg/rrgbgb/bgbgry/gbyrgy/yrrbry/gyyyyb",
            "rrbgbg/rrgbgb/bgbgry/gbyrgy/yrrbry/gyyyyb,r,1,3AB,12,7,5.40,-,qt!v.ab.13,abc.de.457",
        ],
        run: position,
    },
    Target {
        name: "switcher_board",
        seeds: &["r r b g b g\nr r g b g b\nb g b g r y\ng b y r g y\ny r r b r y\ng y y y y b\n"],
        run: switcher_board,
    },
    Target { name: "switcher_figures", seeds: &["# ours\nTower\n*\n*\n*\n\nHook\n.*\n**\n"], run: switcher_figures },
    Target {
        name: "switcher_move",
        seeds: &["mov3 A1 A2", "claim fig04 C3", "block 2 fig04 C3", "back"],
        run: switcher_move,
    },
];

/// Feeds a text to the target of this name: what the guided harnesses in `fuzz/` call.
///
/// # Panics
/// When a promise is broken: that is how a fuzzer is told.
pub fn run(name: &str, text: &str) {
    match TARGETS.iter().find(|target| target.name == name) {
        Some(target) => (target.run)(text),
        None => panic!("there is no target `{name}`"),
    }
}

fn id(text: &str) {
    if let Ok(id) = text.parse::<Id>() {
        assert_eq!(id.to_string().parse::<Id>().as_ref(), Ok(&id));
    }
}

fn record(text: &str) {
    if let Ok(record) = text.parse::<Record>() {
        assert_eq!(record.to_string().parse::<Record>().as_ref(), Ok(&record));
        let _ = Session::resume(GAMES, &record);
    }
}

/// Any game's text forms: what is read can be played, drawn, written and read again.
fn position(text: &str) {
    for game in GAMES.0 {
        let Ok(position) = (game.read)("", text) else { continue };
        let written = (game.write)(&position).unwrap_or_else(|problem| panic!("{}: {problem}", game.name));
        assert_eq!((game.read)("", &written).as_ref(), Ok(&position), "{}", game.name);
        let moves = (game.moves)(&position).unwrap_or_else(|problem| panic!("{}: {problem}", game.name));
        for action in moves.iter().take(3) {
            let played = (game.play)(&position, action);
            assert!(played.is_ok(), "{}: {action}: {played:?}", game.name);
        }
        assert!((game.scene)(&position).is_ok() && (game.check)(&position).is_ok());
    }
}

fn switcher_board(text: &str) {
    if let Ok(board) = read_board(text, Count::Any) {
        assert_eq!(read_board(&board.line(), Count::Any), Ok(board));
    }
}

fn switcher_figures(text: &str) {
    if let Ok(set) = read_figures(text) {
        assert!(set.figures().iter().all(|(_, shape)| shape.is_connected()));
    }
}

fn switcher_move(text: &str) {
    if let Ok(action) = text.parse::<Move>() {
        assert_eq!(action.to_string().parse().as_ref(), Ok(&action));
    }
}
