//! A fuzz target for every parser: no text may make it panic, and what it accepts it must write and read again.
//!
//! The same targets run in three ways: a few thousand mutations of each seed in the tests, for as long as you like on
//! stable Rust with `cargo xtask fuzz --stable`, and guided by coverage with `cargo xtask fuzz` where nightly Rust is.

pub mod mutate;

use std::borrow::Cow;
use std::time::Duration;

use azulejo_blocky::board::Board;
use azulejo_blocky::format::{read_moves, write_moves};
use azulejo_blocky::position::Setup;
use azulejo_core::budget::Budget;
use azulejo_core::game::Game;
use azulejo_core::id::Id;
use azulejo_core::question::{Question, Source};
use azulejo_core::record::Record;
use azulejo_core::scene::Draw;
use azulejo_flow::Flow;
use azulejo_flow::format as flow;
use azulejo_flow::play::Position;
use azulejo_flow::position::Rules;
use azulejo_flow::setup as flow_setup;
use azulejo_games::{GAMES, ask};
use azulejo_kami::format as kami;
use azulejo_switcher::format::{Count, read_board, read_figures};
use azulejo_switcher::rules::Move;
use serde_json::Value;
use serde_json::value::RawValue;

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
        name: "question",
        seeds: &[
            r#"{"puzzle":"kami:4x4c3#1","moves":["A1 2"],"options":{"ui":{},"gestures":[{"act":"tap","on":"A1"}]}}"#,
            r#"{"puzzle":"A.A","options":{"unique":true,"count":3,"seed":"x"},"limits":{"nodes":10},"draw":{}}"#,
            r#"{"position":{"board":["00"],"pieces":["T"]},"options":{"goal":"blob:1","number":2}}"#,
        ],
        run: question,
    },
    Target {
        name: "position",
        seeds: &[
            "rrbgbg/rrgbgb/bgbgry/gbyrgy/yrrbry/gyyyyb",
            "rrbgbg/rrgbgb/bgbgry/gbyrgy/yrrbry/gyyyyb,r,1,3AB,12,7,5.40,-,qt!v.ab.13,abc.de.457",
            "2xx0113213.w9-human-smart2-2020.t3.r5-16.gperimeter02.p3-0.s1-0",
            "{\"max_depth\":2,\"board\":[[0,1,1,3],2,1,3]}",
            "..A...\n......\nAB.BC.\n..C...\n......\n%wall 2,4 3,4\n%wall 1,2 2,2\n",
            "A.B\n.*.\nB#A\n%topology torus\n",
            "[[[255,0,0],null],[null,[255,0,0]]]",
            "5,0,1,2;18,17,12;21,16,11,6",
            "A../BBA,free,no2x2,dA1-C1-C2,dA2-B2",
            "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3",
            "pzprv3/\nnumlin/\n2/\n2/\n1 . /\n1 . /\n0 /\n0 /\n0 0 /\n",
            "1001\n3\n12\n8\n00000000\n00000000\n00000000\n00000000\n00000000\n00000000\n00000000\n00330000\n03366000\n00066000\n03305000\n33005550\n5\nT\nO\nT\nO\nO\n",
            "1 3 2 3 3\n1 2 3\n3 2 1\n",
        ],
        run: position,
    },
    Target {
        name: "tetris_fumen",
        seeds: &[
            "v115@vhDaNJAAA6dBAAPaAFLDmClcJSAVDEHBEooRBUoAVB?JHUPCzXBAA",
            "v110@7eAAgHAA",
            "v115@vhAyQBAFLDmClcJSAVDEHBEooRBToAVBa3jPCM3jPC",
        ],
        run: tetris_fumen,
    },
    Target {
        name: "tetris_tbp",
        seeds: &[
            r#"{"type":"start","hold":null,"queue":["T","I"],"combo":0,"back_to_back":false,"board":[]}"#,
            r#"{"type":"play","move":{"location":{"type":"I","orientation":"north","x":5,"y":0},"spin":"none"}}"#,
            r#"{"type":"new_piece","piece":"O"}"#,
        ],
        run: tetris_tbp,
    },
    Target { name: "flow_grid", seeds: &["A.B\n...\nA.B\n", "2 2\nAA\nBB\n\n3 1\nA.A\n"], run: flow_puzzle },
    Target {
        name: "flow_variants",
        seeds: &[
            "A.B\n.*.\nB#A\n%topology torus\n%wall 0,0 0,2\n",
            "A.B\n...\nB.A\n%topology hex\n%wall 0,0 1,0\n",
            "A.B/._*/B.A,torus,w0.0-0.1,w1.2-2.2,free,forbid",
            "A../BBA,free,no2x2,dA1-C1-C2,dA2-B2",
            "AB/BA,n40.2f",
        ],
        run: flow_puzzle,
    },
    Target {
        name: "flow_json",
        seeds: &["[[[255,0,0],null],[null,[255,0,0]]]", "[[[[255,0,0],null],[null,[255,0,0]]],[[[1,2,3],[1,2,3]]]]"],
        run: flow_puzzle,
    },
    Target {
        name: "flow_pack",
        seeds: &[
            "5,0,1,2;18,17,12;21,16,11,6",
            "W_4:3,0,2,1;0,1,2;",
            "X_5:5+B,0,3,2,,4:9_0B,0|1;0,5,10;3,8",
            "5:5,0,3,1,12,,0|1;2,7,12,17,22",
        ],
        run: flow_puzzle,
    },
    Target {
        name: "flow_puzzlink",
        seeds: &[
            "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3",
            "arukone/e/4/4/12l3123j",
            "https://puzz.link/p?arukone/4/2/f-10-ff+100f-10-ff+100",
        ],
        run: flow_puzzle,
    },
    Target {
        name: "flow_pzprv3",
        seeds: &[
            "pzprv3/\nnumlin/\n2/\n2/\n1 . /\n1 . /\n0 /\n0 /\n0 0 /\n",
            "pzprv3\narukone\n2\n3\n1 . 2 \n1 . 2 \n1 0 \n0 -1 \n1 0 1 \n",
        ],
        run: flow_puzzle,
    },
    Target { name: "flow_move", seeds: &["A1-A4-C4", "x A1", "erase AB12"], run: flow_move },
    Target {
        name: "flow_picture",
        // Bytes as the characters of the same number.
        seeds: &[
            "\u{89}PNG\u{d}\u{a}\u{1a}\u{a}\u{0}\u{0}\u{0}\u{d}IHDR\u{0}\u{0}\u{0}\u{10}\u{0}\u{0}\u{0}\u{10}\u{8}\u{0}\u{0}\u{0}\u{0}:\u{98}\u{a0}\u{bd}\u{0}\u{0}\u{0}\u{16}IDATx\u{9c}c\u{88}B\u{3}\u{c}Q\u{c}\u{c}(\u{98}\u{18}\u{81}\u{e1}c\u{6}\u{0}\u{b4}\u{fa}'a(\u{97}\u{b5}\u{de}\u{0}\u{0}\u{0}\u{0}IEND\u{ae}B`\u{82}",
            "\u{ff}\u{d8}\u{ff}\u{c0}\u{0}\u{11}\u{8}\u{0} \u{0} \u{3}\u{1}\u{22}\u{0}\u{2}\u{11}\u{1}\u{3}\u{11}\u{1}\u{ff}\u{da}\u{0}\u{c}\u{3}\u{1}\u{0}\u{2}\u{11}\u{3}\u{11}\u{0}?\u{0}\u{ff}\u{d9}",
        ],
        run: flow_picture,
    },
    Target {
        name: "kami_level",
        seeds: &[
            "1 3 2 3 3\n1 1 2\n3 0 2\n",
            "3 2 2 1\n1 2 1\n0 1\n1 2\n",
            "2 4 3 1 2\n1\n2\n0\ntarget 2\n",
            "square,1,3,0,99,-,40.1./2.0.",
            "graph,1,6,0,5,-,1541,0-1.1-2.2-3",
            r#"{"layout":"square","moves":3,"colors":3,"rows":[[1,2],[3,0]],"used":1}"#,
        ],
        run: kami_level,
    },
    Target { name: "kami_move", seeds: &["F4 2", "17 3", "AB12 7"], run: kami_move },
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
    Target {
        name: "blocky_board",
        seeds: &[
            "{\"max_depth\":2,\"board\":[[0,1,1,3],2,1,3]}",
            "[3,[0,1,2,3],1,1]",
            "{\"a\":[\"\\u0041\",null],\"board\":2}",
        ],
        run: blocky_board,
    },
    Target {
        name: "blocky_moves",
        seeds: &["swap_h 0; rotate_cw root; smash 2.1", "paint 0.0 3;combine 1\npass"],
        run: blocky_moves,
    },
    Target { name: "blocky_setup", seeds: &["d4,t10,blob,human,random,smart5,search24,2020"], run: blocky_setup },
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

fn blocky_board(text: &str) {
    if let Ok(board) = text.parse::<Board>() {
        assert_eq!(board.to_string().parse::<Board>().as_ref(), Ok(&board));
    }
}

fn blocky_moves(text: &str) {
    if let Ok(moves) = read_moves(text) {
        assert_eq!(read_moves(&write_moves(&moves)).as_ref(), Ok(&moves));
    }
}

fn blocky_setup(text: &str) {
    if let Ok(setup) = text.parse::<Setup>() {
        assert_eq!(setup.to_string().parse::<Setup>().as_ref(), Ok(&setup));
    }
}

/// Every form of a puzzle: what one is read from, each form that can hold it writes and reads again.
fn flow_puzzle(text: &str) {
    for format in flow::Format::ALL.map(Some).into_iter().chain([None]) {
        for reading in flow::read_all(text, format).unwrap_or_default() {
            let fill = reading.fill.unwrap_or_default();
            for form in flow::Format::ALL {
                let Ok(written) = flow::write(&reading.puzzle, fill, None, form) else { continue };
                // The plain grid takes one-character labels as they are; forms of numbers name the colours anew.
                let again = flow::read_one(&written, Some(form));
                let dots = again.as_ref().map(|again| again.puzzle.dots());
                assert_eq!(dots, Ok(reading.puzzle.dots()), "{form:?}: {written}");
            }
            let position = Position::new(reading.puzzle, Rules { fill, touch: reading.touch.unwrap_or_default() });
            let written = Flow::write(&position);
            assert_eq!(Flow::read(&flow_setup::Setup::default(), &written).as_ref(), Ok(&position), "{written}");
        }
    }
}

fn flow_move(text: &str) {
    if let Ok(action) = text.parse::<azulejo_flow::play::Move>() {
        assert_eq!(action.to_string().parse().as_ref(), Ok(&action));
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
        let _ = asked(&record.id.game, "play", text, "{}");
    }
}

/// Every form of a level: what is read is written in its own form and read back the same.
fn kami_level(text: &str) {
    for format in kami::Format::ALL {
        if let Ok(level) = kami::read(text, Some(format)) {
            let own = if format == kami::Format::Json {
                kami::read(&kami::write_json(&level).to_string(), None)
            } else {
                kami::read(&kami::write(&level), Some(format))
            };
            assert_eq!(own.as_ref(), Ok(&level));
        }
    }
    if let Ok(position) = kami::read_position(text) {
        assert_eq!(kami::line::read(&kami::line::write(&position)).as_ref(), Ok(&position));
    }
}

fn kami_move(text: &str) {
    if let Ok(action) = text.parse::<azulejo_kami::rules::Move>() {
        assert_eq!(action.to_string().parse().as_ref(), Ok(&action));
    }
}

/// Any game's text forms: what is read can be played, drawn, named and opened again by that name.
fn position(text: &str) {
    for game in GAMES.0 {
        let Some(view) = asked(game.name, "play", text, "{}") else { continue };
        let Some(id) = view["id"].as_str() else { continue };
        // A seed's id makes the position again, which may take longer than this budget.
        if id.contains('#') {
            continue;
        }
        let again = asked(game.name, "play", id, "{}").unwrap_or_else(|| panic!("{}: `{id}` is refused", game.name));
        assert_eq!(again["position"], view["position"], "{}: {id}", game.name);
        let moves = asked(game.name, "moves", id, "{}").unwrap_or_else(|| panic!("{}: no moves of `{id}`", game.name));
        for action in moves["moves"].as_array().into_iter().flatten().take(3) {
            let record = format!("{id} {}", action.as_str().unwrap_or_default());
            assert!(asked(game.name, "play", &record, "{}").is_some(), "{}: `{record}` is refused", game.name);
        }
        assert!(asked(game.name, "check", id, "{}").is_some(), "{}: `{id}`", game.name);
    }
}

/// Whatever a question says, the answer is a report or a problem.
fn question(text: &str) {
    let Ok(question) = serde_json::from_str::<Question>(text) else { return };
    for game in GAMES.0 {
        for verb in game.verbs {
            let asked = Question { game: game.name.into(), verb: verb.name.into(), ..question.clone() };
            if let Ok(report) = ask(&asked, &short()) {
                let json: Value = serde_json::from_slice(&report.json()).unwrap_or_default();
                assert_eq!(json["game"], game.name);
            }
        }
    }
}

fn short() -> Budget {
    Budget::unlimited().with_nodes(200).with_time(Duration::from_millis(20))
}

/// The answer to a question, if there is one.
fn asked(game: &str, verb: &str, puzzle: &str, options: &str) -> Option<Value> {
    let question = Question {
        game: game.into(),
        verb: verb.into(),
        source: Source::text(puzzle),
        options: RawValue::from_string(options.to_owned()).ok().map(Cow::Owned),
        draw: Some(Draw::default()),
        ..Question::default()
    };
    let report = ask(&question, &Budget::unlimited().with_time(Duration::from_secs(5))).ok()?;
    serde_json::from_slice(&report.json()).ok()
}

fn flow_picture(text: &str) {
    let bytes: Vec<u8> = text.chars().map(|symbol| symbol as u32 as u8).collect();
    let hints = azulejo_flow::import::Hints::default();
    if let Ok(reading) = azulejo_flow::import::read(&bytes, &hints, &Budget::unlimited()) {
        assert!((0.0..=1.0).contains(&reading.confidence));
        assert_eq!(reading.colors.len(), reading.puzzle.colors());
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

fn tetris_fumen(text: &str) {
    use azulejo_tetris::format::fumen::{read, write};
    let Ok(pages) = read(text) else { return };
    // An empty code has no page, and so no text of its own.
    let Ok(code) = write(&pages) else { return };
    assert_eq!(write(&read(&code).expect("what was written is read")).as_deref(), Ok(code.as_str()));
}

fn tetris_tbp(text: &str) {
    use azulejo_core::registry::Partner as _;
    let mut bot = azulejo_tetris::tbp::Bot::default();
    let row = "[null,null,null,null,null,null,null,null,null,null]";
    let start = format!(
        r#"{{"type":"start","hold":"T","queue":["I","O"],"combo":0,"back_to_back":false,"board":[{}]}}"#,
        vec![row; 40].join(",")
    );
    for line in [r#"{"type":"rules"}"#, &start, text, r#"{"type":"suggest"}"#] {
        assert!(bot.hear(line).len() <= 1);
    }
}
