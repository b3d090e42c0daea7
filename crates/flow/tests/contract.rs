//! The contract of a game, kept by Flow: on generated boards and on boards of every kind.
#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use azulejo_core::budget::Budget;
use azulejo_core::contract;
use azulejo_core::game::{Game, Status};
use azulejo_core::id::Id;
use azulejo_core::outcome::Outcome;
use azulejo_core::random::Random;
use azulejo_flow::Flow;
use azulejo_flow::play::{Move, Position};
use azulejo_flow::position::Rules;
use azulejo_flow::setup::Setup;
use azulejo_flow::solve::{self, Engine};
use common::{EVERY_RULE, random_board, random_solvable};

#[test]
fn generated_boards_keep_the_contract() {
    for setup in ["5x5", "4x6-free", "6x5-forbid", "5x5-free-no2x2"] {
        for seed in 0..4 {
            let setup: <Flow as Game>::Setup = setup.parse().unwrap();
            assert_eq!(contract::keeps::<Flow>(&setup, seed, 40), Ok(()), "{setup}");
        }
    }
}

#[test]
fn every_kind_of_board_keeps_the_contract() {
    for literal in [
        "A.B/.../A.B",
        "A..B/..../B..A,hex",
        "A.B/.C./B.A/..C,torus",
        "..A./B.*B/..A.",
        "A.B/._./A.B,w0.0-0.1,w1.2-2.2",
        "A..B/..../B..A,free",
        "A..B/.*../B..A,torus,w0.0-0.3,free,forbid",
        "A....A,square",
        "AB/../BA,n40.2f",
    ] {
        for seed in 0..6 {
            let id = Id::literal("flow", "", literal.to_owned());
            assert_eq!(contract::keeps_from::<Flow>(&id, seed, 40), Ok(()), "{literal}");
        }
    }
}

#[test]
fn random_boards_with_random_drawings_survive_writing() {
    let mut random = Random::new(31);
    for _ in 0..400 {
        let mut position = Position::new(random_board(&mut random, 6), EVERY_RULE[random.index(6)]);
        for _ in 0..random.index(30) {
            let moves = Flow::moves(&position);
            let draws: Vec<&Move> = moves.iter().filter(|action| matches!(action, Move::Draw(_))).collect();
            let Some(action) = random.pick(&draws) else { break };
            position = Flow::play(&position, action).unwrap();
        }
        let solved = Flow::status(&position) == Status::Won { player: 0 };
        assert_eq!(solved, Flow::check(&position).is_empty(), "{position:?}");
        let written = Flow::write(&position);
        assert_eq!(Flow::read(&Setup::default(), &written).unwrap(), position, "{written}");
    }
}

#[test]
fn a_rule_that_came_with_an_address_stays() {
    for address in ["https://puzz.link/p?numlin/5/5/1j2h3m1h2j3", "arukone/e/4/4/12l3123j"] {
        let position = Flow::read(&Setup::default(), address).unwrap();
        let again = Flow::read(&Setup::default(), &Flow::write(&position)).unwrap();
        assert_eq!(again, position);
        assert_eq!(again.rules().fill, azulejo_flow::position::Fill::Free);
    }
}

#[test]
fn a_game_is_won_when_the_checker_finds_nothing_under_every_rule() {
    let mut random = Random::new(5);
    let mut won = 0;
    for _ in 0..150 {
        let puzzle = random_solvable(&mut random, 5);
        let found = solve::first(&puzzle, Rules::default(), Engine::Auto, &Budget::unlimited()).outcome;
        let Outcome::Solved { solution, .. } = found else { continue };
        let empty = Position::new(puzzle, Rules::default());
        let drawn = |colors: usize| {
            let moves = solution.paths().take(colors).map(|path| Move::Draw(path.to_vec()));
            moves.fold(empty.clone(), |position, action| Flow::play(&position, &action).unwrap())
        };
        for position in [drawn(solution.colors()), drawn(solution.colors() - 1)] {
            for rules in EVERY_RULE {
                let position = position.clone().with_rules(rules);
                let solved = Flow::status(&position) == Status::Won { player: 0 };
                assert_eq!(solved, Flow::check(&position).is_empty(), "{position:?}");
                won += u32::from(solved);
            }
        }
    }
    assert!(won > 200, "{won}");
}
