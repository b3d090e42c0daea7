//! Switcher's figures: detection, the best turn, whole games.
#![allow(clippy::unwrap_used, reason = "a benchmark may stop where a program may not")]

use azulejo_bench::{Suite, timed};
use azulejo_core::budget::Budget;
use azulejo_core::random::Random;
use azulejo_switcher::board::Board;
use azulejo_switcher::bots::Bot;
use azulejo_switcher::cards::{Card, Mov7};
use azulejo_switcher::figures::{Figure, FigureSet, official, official_in};
use azulejo_switcher::generate::shuffled;
use azulejo_switcher::position::Setup;
use azulejo_switcher::simulate;
use azulejo_switcher::solve::{Engine, Turn, best_turn};

fn random_turn(random: &mut Random) -> Turn {
    let figures: Vec<Figure> = Figure::all().collect();
    Turn {
        board: shuffled(random),
        cards: (0..3).map(|_| Card::ALL[random.index(7)]).collect(),
        figures: (0..3).map(|_| figures[random.index(figures.len())]).collect(),
        forbidden: None,
        mov7: Mov7::Edge,
    }
}

fn main() {
    let suite = Suite::new("switcher");
    let mut random = Random::new(1);
    let boards: Vec<Board> = (0..10_000).map(|_| shuffled(&mut random)).collect();
    suite.rate("detect", "boards", || {
        // Names and cells are used, so that none of the work can be left out.
        let names = boards.iter().flat_map(official).map(|found| found.figure.index() as u64 ^ found.cells.bits());
        let found = names.fold(0, u64::wrapping_add);
        assert_ne!(found, 0);
        boards.len() as u64
    });
    let set = FigureSet::official();
    suite.rate("detect by comparing shapes", "boards", || {
        boards[..200].iter().for_each(|board| assert!(set.find(board).len() < 9));
        200
    });
    let after = Card::Mov4.swaps(Mov7::Edge);
    suite.rate("detect the two colours of a swap", "boards", || {
        let mut found = 0_u64;
        for board in &boards[..200] {
            for swap in &after {
                let [one, other] = swap.cells().map(|cell| board.color(cell));
                let swapped = board.swapped(*swap);
                let changed = if one == other { &[][..] } else { &[one, other][..] };
                let new = changed.iter().flat_map(|&color| official_in(&swapped, color));
                found =
                    new.fold(found, |sum, figure| sum.wrapping_add(figure.figure.index() as u64 ^ figure.cells.bits()));
            }
        }
        assert_ne!(found, 0);
        200 * after.len() as u64
    });
    let turns: Vec<Turn> = (0..200).map(|_| random_turn(&mut random)).collect();
    suite.each("best turn, random", &turns, |turn| {
        assert!(best_turn(turn, Engine::Exact, &Budget::unlimited()).nodes > 0);
    });
    suite.each("best turn", &turns[..5], |turn| {
        assert!(best_turn(turn, Engine::Exact, &Budget::unlimited()).nodes > 0);
    });
    if suite.is_table() {
        let games = 100;
        let (won, time) = timed(|| {
            (0..games)
                .filter(|&seed| {
                    let mut bots = [Bot::Strong, Bot::Greedy];
                    bots.rotate_left(seed as usize % 2);
                    let winner =
                        simulate::game(&Setup::default(), &bots, seed, &Budget::unlimited()).unwrap().unwrap().winner;
                    winner.is_some_and(|seat| bots[seat] == Bot::Strong)
                })
                .count()
        });
        suite.say(
            "strong against greedy",
            &format!("won {won} of {games}, {:.0} ms a game", time.as_secs_f64() * 1e3 / games as f64),
        );
    }
}
