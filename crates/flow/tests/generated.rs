//! Generated puzzles keep their promises: one solution by two engines, no trivial pairs, the same for ever.
#![allow(clippy::unwrap_used, missing_docs)]

use azulejo_core::budget::Budget;
use azulejo_core::game::{Game as _, Hint as _, Status};
use azulejo_core::open::of_id;
use azulejo_core::outcome::Outcome;
use azulejo_flow::format::grid;
use azulejo_flow::generate::{Ground, Made, Quality, Wish, make};
use azulejo_flow::position::{Puzzle, Rules, Tile, Topology, Touch};
use azulejo_flow::rate::{Difficulty, effort};
use azulejo_flow::setup::Setup;
use azulejo_flow::solve::{Engine, run};
use azulejo_flow::{Flow, rules};

fn made(setup: &str, seed: u64) -> Made {
    let setup: Setup = setup.parse().unwrap();
    match make(&setup.wish, seed, &Budget::unlimited()) {
        Outcome::Solved { solution, .. } => solution,
        other => panic!("{setup}#{seed}: {other:?}"),
    }
}

const KINDS: [&str; 12] = [
    "5x5",
    "6x9",
    "8x8",
    "9x9",
    "7x7-hex",
    "6x6-torus",
    "8x8-walls",
    "8x8-holes",
    "8x8-bridges",
    "7x7-walls-holes-bridges",
    "6x7-torus-bridges",
    "7x6-hex-walls-holes",
];

#[test]
fn every_kind_has_exactly_one_solution_by_two_engines() {
    for kind in KINDS {
        for seed in 0..4 {
            let made = made(kind, seed);
            assert_eq!(made.unique_under.touch, Touch::Allow);
            assert!(rules::check(&made.puzzle, Rules::STRICT, &made.solution).is_empty(), "{kind}#{seed}");
            for engine in [Engine::Auto, Engine::Edges] {
                let found = run(&made.puzzle, made.unique_under, 2, engine, &Budget::unlimited()).1;
                assert_eq!((found.count, found.stop), (1, None), "{kind}#{seed} by {engine}");
                assert!(found.solutions.iter().all(|solution| *solution == made.solution), "{kind}#{seed} by {engine}");
            }
            let length = made.solution.paths().map(<[_]>::len).min().unwrap();
            assert!(length >= 3, "{kind}#{seed} has a trivial pair");
            assert!(made.quality.score() >= Quality::LEAST, "{kind}#{seed}");
        }
    }
}

/// Whether the position of a setup and seed has exactly one solution under its own rule, by an engine that has no part in
/// making it.
fn is_kept(setup: &str, seed: u64) {
    let setup: Setup = setup.parse().unwrap();
    let position =
        Flow::start(&setup, seed, &Budget::unlimited()).unwrap_or_else(|halt| panic!("{setup}#{seed}: {halt}"));
    let (puzzle, rules) = (position.puzzle(), position.rules());
    assert_eq!(rules, setup.wish.rules, "{setup}#{seed}");
    let found = run(puzzle, rules, 2, Engine::Edges, &Budget::unlimited()).1;
    assert_eq!((found.count, found.stop), (1, None), "{setup}#{seed}\n{}", grid::write(puzzle));
    assert!(rules::check(puzzle, rules, &found.solutions[0]).is_empty(), "{setup}#{seed}");
}

const RULES: [&str; 6] = ["", "-forbid", "-no2x2", "-free", "-free-forbid", "-free-no2x2"];

#[test]
fn every_setup_has_exactly_one_solution_under_its_own_rule() {
    for shape in ["", "-hex", "-torus"] {
        for features in 0..16 {
            let switches = [(1, "-walls"), (2, "-holes"), (4, "-bridges"), (8, "-pairs")];
            if shape == "-hex" && features & 4 > 0 {
                continue;
            }
            let features: String =
                switches.into_iter().filter(|(bit, _)| features & bit > 0).map(|(_, word)| word).collect();
            for rule in RULES {
                (1..4).for_each(|seed| is_kept(&format!("5x5{shape}{features}{rule}"), seed));
            }
        }
    }
}

#[test]
fn colours_difficulties_and_larger_boards_keep_the_rule_too() {
    for rule in RULES {
        for wish in
            ["6x6-c7", "6x6-walls-c8", "6x6-bridges-c7", "6x6-easy", "6x6-walls-medium", "9x9", "9x9-walls-bridges"]
        {
            (1..3).for_each(|seed| is_kept(&format!("{wish}{rule}"), seed));
        }
    }
    // Above 15×15, and above 10×10 where cells may stay empty, the promise is one solution without self-touch.
    for setup in ["17x16-free-forbid", "18x18-forbid", "12x16-walls-free-forbid"] {
        is_kept(setup, 1);
    }
}

#[test]
fn kinds_have_what_was_asked_for() {
    let has = |made: &Made, tile| made.puzzle.tiles().values().contains(&tile);
    assert!(has(&made("8x8-holes", 1), Tile::Hole));
    assert!(has(&made("8x8-bridges", 1), Tile::Bridge));
    assert!(!made("8x8-walls", 1).puzzle.walls().is_empty());
    assert_eq!(made("7x7-hex", 1).puzzle.topology(), Topology::Hex);
    assert_eq!(made("6x8-torus", 1).puzzle.topology(), Topology::Torus);
    assert_eq!((made("6x8", 1).puzzle.tiles().rows(), made("6x8", 1).puzzle.tiles().columns()), (8, 6));
    for colors in [7, 9, 12] {
        assert_eq!(made(&format!("8x8-c{colors}"), 1).puzzle.colors(), colors);
    }
}

#[test]
fn large_boards_are_unique_without_self_touch_and_say_so() {
    let made = made("17x16", 1);
    assert_eq!(made.unique_under, Rules::STRICT);
    let found = run(&made.puzzle, Rules::STRICT, 2, Engine::Edges, &Budget::unlimited()).1;
    assert_eq!((found.count, found.stop), (1, None));
}

#[test]
fn a_difficulty_is_what_the_rating_says() {
    for difficulty in Difficulty::ALL {
        let made = made(&format!("7x7-{}", difficulty.name()), 1);
        let effort = effort(&made.puzzle, Rules::STRICT, &made.solution, &Budget::unlimited()).unwrap();
        assert_eq!(effort.difficulty(49), difficulty);
    }
}

#[test]
fn wishes_that_contradict_themselves_are_refused() {
    let plain = Wish::plain(5, 5);
    assert!(plain.check().is_ok());
    for colors in [0, 9, u16::MAX] {
        assert!(Wish { colors: Some(colors), ..plain.clone() }.check().is_err());
    }
    let hexagons = Ground { topology: Topology::Hex, bridges: true, ..Ground::plain(9, 9) };
    assert!(Wish { ground: hexagons, ..plain }.check().is_err());
}

fn written(puzzle: &Puzzle) -> String {
    grid::write(puzzle).trim().replace('\n', "/")
}

/// Whoever changes these must raise `Game::VERSION`.
#[test]
fn a_seed_gives_the_same_board_for_ever() {
    assert_eq!(Flow::VERSION, 2);
    let boards: Vec<(&str, String)> =
        PINNED.iter().map(|&(setup, _)| (setup, written(&made(setup, 42).puzzle))).collect();
    assert_eq!(boards, PINNED.map(|(setup, board)| (setup, board.to_owned())));
}

#[test]
fn an_id_means_the_present_generator_and_no_other() {
    let budget = Budget::unlimited();
    let open = |id: &str| of_id::<Flow>(&id.parse().unwrap(), &budget);
    let started = Flow::start(&"9x9".parse().unwrap(), 42, &budget).unwrap();
    assert_eq!(open("flow:9x9#42").unwrap(), started);
    assert_eq!(open("flow@2:9x9#42").unwrap(), started);
    assert!(open("flow@1:9x9#42").unwrap_err().to_string().contains("version 1"));
}

const PINNED: [(&str, &str); 5] = [
    ("5x5", "A.B.C/..C.A/..B../....D/D...."),
    ("9x9", ".AB..C.../.D......./.AE....../.....F..C/E...D...B/........./.G.H..IJ./....HGF../K.K....JI"),
    (
        "7x6-hex-walls",
        "AB.CD../.EB.CFD/A..E..G/....H.I/JKJ..../K.F.HGI/%topology hex/%wall 0,0 0,1/%wall 1,6 2,5/%wall 3,6 4,5/%wall 4,2 5,3/%wall 5,4 5,5",
    ),
    ("8x8-bridges-holes", "A..B#C.D/B.*A#.*C/...D...E/F...F#G./.H#I..../H....I../..J#.G../EJ.#...."),
    ("6x6-torus", "AB..C./D..B../A.E.../C...../FD.F../G..EG./%topology torus"),
];

#[test]
fn hints_lead_from_the_empty_board_to_the_solution() {
    for setup in ["6x6", "7x7-hard", "6x6-hex", "6x6-bridges-walls", "5x5-torus"] {
        let setup: Setup = setup.parse().unwrap();
        let mut position = Flow::start(&setup, 3, &Budget::unlimited()).unwrap();
        let mut hints = 0;
        while Flow::status(&position) != (Status::Won { player: 0 }) {
            let Outcome::Solved { solution: advice, .. } = Flow::hint(&position, &Budget::unlimited()) else {
                panic!("no hint on {setup} after {hints}")
            };
            assert!(!advice.reason.text.is_empty() && !advice.cells.is_empty());
            assert!(Flow::WORDS.iter().any(|template| template.code == advice.reason.code), "{}", advice.reason);
            position = Flow::play(&position, &advice.line[0]).unwrap();
            hints += 1;
            assert!(hints < 200, "{setup} is not solved by hints");
        }
    }
}
