//! All engines agree with brute force on thousands of small boards of every kind, under every rule.
#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::grid::Cell;
use azulejo_core::outcome::Outcome;
use azulejo_core::random::Random;
use azulejo_flow::format::grid::write;
use azulejo_flow::generate::{self, Wish, make};
use azulejo_flow::graph::Graph;
use azulejo_flow::position::{Fill, Puzzle, Rules, Solution, Topology, Touch};
use azulejo_flow::rules::{self, Line};
use azulejo_flow::solve::sat::{self, Encoding};
use azulejo_flow::solve::{Engine, Found, astar, backtrack, frontier, lanes, run, search, sweep};
use common::{EVERY_RULE, random_board, random_plain, random_solvable};

/// Draws every set of edges and asks the rule checker.
fn brute_force(puzzle: &Puzzle, graph: &Graph, rules: Rules) -> u128 {
    let steps: Vec<_> = graph.edges().iter().map(|edge| edge.map(|node| graph.cell(node))).collect();
    let accepts = |set: &u32| {
        let lines = steps.iter().enumerate().filter(|(index, _)| set >> index & 1 == 1);
        rules::check_lines(puzzle, rules, lines.map(|(_, step)| Line { color: None, cells: step })).is_empty()
    };
    (0..1_u32 << steps.len()).filter(accepts).count() as u128
}

fn plain(puzzle: &Puzzle, graph: &Graph, rules: Rules) -> Found {
    backtrack::run(puzzle, graph, rules, u64::MAX, &Budget::unlimited())
}

fn assert_right(puzzle: &Puzzle, rules: Rules, name: &str, found: &Found, count: u128) {
    assert_eq!(found.stop, None);
    assert_eq!(found.count, count, "{name} under {rules:?} on\n{}", write(puzzle));
    for solution in &found.solutions {
        let broken = rules::check(puzzle, rules, solution);
        assert!(broken.is_empty(), "{name} under {rules:?}: {broken:?} on\n{}", write(puzzle));
        assert!(rules::accepts(puzzle, rules, solution), "{name} under {rules:?} on\n{}", write(puzzle));
    }
    if let [one, other] = &found.solutions[..] {
        assert_ne!(one, other, "{name} under {rules:?} found one solution twice on\n{}", write(puzzle));
    }
}

#[test]
fn backtracking_counts_what_the_checker_accepts() {
    let mut random = Random::new(1);
    let (mut boards, mut solvable) = (0, 0);
    while boards < 400 {
        let puzzle = random_board(&mut random, 4);
        let graph = Graph::new(&puzzle);
        if graph.edges().len() > 13 {
            continue;
        }
        boards += 1;
        for rules in EVERY_RULE {
            let count = brute_force(&puzzle, &graph, rules);
            solvable += u32::from(count > 0);
            assert_right(&puzzle, rules, "backtrack", &plain(&puzzle, &graph, rules), count);
        }
    }
    assert!(solvable > 200, "only {solvable} of the boards say anything");
}

/// A solution with something changed in it, which mostly spoils it.
fn spoilt(solution: &Solution, random: &mut Random) -> Solution {
    let mut paths: Vec<Vec<Cell>> = solution.paths().map(<[Cell]>::to_vec).collect();
    let color = random.index(paths.len());
    let place = random.index(paths[color].len());
    match random.below(6) {
        0 => paths[color].reverse(),
        1 => _ = paths[color].remove(place),
        2 => paths[color].swap(place, 0),
        3 => {
            let other = random.index(paths.len());
            paths.swap(color, other);
        }
        4 => paths[color][place].row ^= 1,
        _ => {
            let cell = Cell::new(paths[color][place].row, paths[color][place].column ^ 1);
            // There and back again is drawn like once, but it is no path.
            if !paths[color].contains(&cell) {
                paths[color].insert(place, cell);
            }
        }
    }
    Solution::from_paths(paths)
}

#[test]
fn both_ways_to_check_a_solution_say_the_same() {
    let mut random = Random::new(3);
    let (mut right, mut wrong) = (0, 0);
    for _ in 0..1_000 {
        let puzzle = random_solvable(&mut random, 5);
        for found in run(&puzzle, Rules::default(), 2, Engine::Auto, &Budget::unlimited()).1.solutions {
            for _ in 0..20 {
                let solution = spoilt(&found, &mut random);
                for rules in EVERY_RULE {
                    let broken = rules::check(&puzzle, rules, &solution);
                    let accepted = rules::accepts(&puzzle, rules, &solution);
                    assert_eq!(accepted, broken.is_empty(), "{rules:?} {broken:?} {solution:?} on\n{}", write(&puzzle));
                    *(if accepted { &mut right } else { &mut wrong }) += 1;
                }
            }
        }
    }
    assert!(right > 1_000 && wrong > 10_000, "{right} right, {wrong} wrong");
}

/// Compares engines with the plain one on boards of this size.
fn agree(seed: u64, boards: u32, most: u64) {
    let mut random = Random::new(seed);
    let mut counts = [0_u32; 3];
    for number in 0..boards {
        let puzzle = if number % 2 == 0 { random_solvable(&mut random, most) } else { random_board(&mut random, most) };
        let graph = Graph::new(&puzzle);
        let budget = Budget::unlimited();
        for rules in EVERY_RULE {
            // Where cells may stay empty there are too many solutions to walk through on larger boards.
            if rules.fill == Fill::Free && rules.touch != Touch::Forbid && graph.len() > 12 {
                continue;
            }
            let count = plain(&puzzle, &graph, rules).count;
            counts[count.min(2) as usize] += 1;
            for prunings in [
                search::Prunings::ALL,
                search::Prunings { squares: false, ..search::Prunings::ALL },
                search::Prunings { corners: false, ..search::Prunings::ALL },
                search::Prunings { probes: None, ..search::Prunings::ALL },
                search::Prunings { probes: Some(0), ..search::Prunings::ALL },
                search::Prunings { meeting: false, ..search::Prunings::ALL },
                search::Prunings { cuts: false, ..search::Prunings::ALL },
                search::Prunings { touches: false, ..search::Prunings::ALL },
                search::Prunings { learning: false, ..search::Prunings::ALL },
            ] {
                let found = search::run(&puzzle, &graph, rules, prunings, search::Quest::up_to(u64::MAX), &budget);
                assert_right(&puzzle, rules, &format!("search {prunings:?}"), &found, count);
            }
            for encoding in [Encoding::Document, Encoding::Edges] {
                if count < 200 {
                    let found = sat::run(&puzzle, &graph, rules, encoding, u64::MAX, &budget);
                    assert_right(&puzzle, rules, &format!("sat {encoding:?}"), &found, count);
                }
            }
            for prunings in [
                astar::Prunings::ALL,
                astar::Prunings { dead_ends: true, ..astar::Prunings::NONE },
                astar::Prunings { stranded_colors: true, ..astar::Prunings::NONE },
                astar::Prunings { stranded_regions: true, ..astar::Prunings::NONE },
                astar::Prunings { bottlenecks: true, ..astar::Prunings::NONE },
            ] {
                let found = astar::run(&puzzle, &graph, rules, prunings, u64::MAX, &budget);
                assert_right(&puzzle, rules, &format!("astar {prunings:?}"), &found, count);
            }
            if frontier::takes(rules) {
                for bits in 0..16 {
                    let prunings = frontier::Prunings {
                        degrees: bits & 1 > 0,
                        tangles: bits & 2 > 0,
                        facts: bits & 4 > 0,
                        meeting: bits & 8 > 0,
                    };
                    let found =
                        frontier::run(&puzzle, &graph, rules, prunings, frontier::Quest::up_to(u64::MAX), &budget);
                    assert_right(&puzzle, rules, &format!("frontier {prunings:?}"), &found, count);
                }
            }
            for limit in [1, 2, u64::MAX] {
                let found = run(&puzzle, rules, limit, Engine::Auto, &budget).1;
                assert_right(&puzzle, rules, &format!("auto up to {limit}"), &found, count.min(limit.into()));
            }
            if rules == Rules::STRICT && sweep::takes(&puzzle) {
                for bits in 0..8 {
                    let prunings =
                        sweep::Prunings { squares: bits & 1 > 0, corners: bits & 2 > 0, ahead: bits & 4 > 0 };
                    let found = sweep::run(&puzzle, prunings, u64::MAX, u64::MAX, &budget);
                    assert_right(&puzzle, rules, &format!("sweep {prunings:?}"), &found, count);
                }
            }
        }
    }
    assert!(counts.iter().all(|&number| number > boards / 10), "boards are too much alike: {counts:?}");
}

#[test]
fn engines_agree_on_a_thousand_tiny_boards() {
    agree(2, 1000, 4);
}

#[test]
fn engines_agree_on_small_boards() {
    agree(3, 60, 5);
}

/// Compares the search along lanes, with and without each pruning and from each corner, with a count known otherwise.
fn lanes_agree(puzzle: &Puzzle, count: u128) {
    for corner in lanes::Corner::ALL {
        for bits in 0..8 {
            let prunings = lanes::Prunings { corners: bits & 1 > 0, ahead: bits & 2 > 0, jumps: bits & 4 > 0 };
            let found = lanes::run(puzzle, prunings, corner, u64::MAX, u64::MAX, &Budget::unlimited());
            assert_right(puzzle, Rules::STRICT, &format!("lanes {prunings:?} from {corner:?}"), &found, count);
        }
    }
}

#[test]
fn lanes_agree_with_brute_force_on_plain_boards() {
    let mut random = Random::new(5);
    let mut counts = [0_u32; 2];
    for number in 0..4000 {
        let puzzle = random_plain(&mut random, 5, 3 + number % 4);
        let count = plain(&puzzle, &Graph::new(&puzzle), Rules::STRICT).count;
        counts[usize::from(count > 0)] += 1;
        lanes_agree(&puzzle, count);
    }
    assert!(counts.iter().all(|&number| number > 400), "boards are too much alike: {counts:?}");
}

#[test]
fn lanes_agree_with_the_sweep_on_larger_boards() {
    let mut random = Random::new(6);
    let mut counts = [0_u32; 2];
    for number in 0..1000 {
        let puzzle = random_plain(&mut random, 12, 4 + number % 5);
        let found = sweep::run(&puzzle, sweep::Prunings::ALL, u64::MAX, u64::MAX, &Budget::unlimited());
        counts[usize::from(found.count > 0)] += 1;
        lanes_agree(&puzzle, found.count);
    }
    assert!(counts.iter().all(|&number| number > 50), "boards are too much alike: {counts:?}");
}

#[test]
fn counting_in_turns_and_without_prunings_gives_the_same() {
    let mut random = Random::new(5);
    let (rules, budget) = (Rules::default(), Budget::unlimited());
    let (all, quest) = (frontier::Prunings::ALL, frontier::Quest::up_to(u64::MAX));
    let mut many = 0;
    for _ in 0..60 {
        // Large enough for strands to tangle, which tiny boards have no room for.
        let puzzle = random_solvable(&mut random, 8);
        let graph = Graph::new(&puzzle);
        let whole = frontier::run(&puzzle, &graph, rules, all, quest, &budget);
        for prunings in [
            frontier::Prunings { degrees: false, ..all },
            frontier::Prunings { tangles: false, ..all },
            frontier::Prunings { facts: false, ..all },
            frontier::Prunings { meeting: false, ..all },
        ] {
            let found = frontier::run(&puzzle, &graph, rules, prunings, quest, &budget);
            assert_eq!((found.count, found.stop), (whole.count, whole.stop), "{prunings:?}\n{}", write(&puzzle));
        }
        if let Ok(mut counter) = frontier::Counter::new(&puzzle, &graph, rules, all, quest, &budget) {
            let mut turns = 0;
            let found = loop {
                let found = counter.go_on(20);
                turns += 1;
                if found.stop != Some(Stop::Nodes) {
                    break found;
                }
            };
            assert_eq!((found.count, found.stop), (whole.count, whole.stop), "{}", write(&puzzle));
            many += u32::from(turns > 2);
        }
    }
    assert!(many > 10, "{many}");
}

#[test]
fn threads_do_not_change_the_answer() {
    let mut random = Random::new(4);
    let rules = Rules::default();
    let (mut seen, mut hard) = ([0_u32; 3], 0);
    let small = (0..60).map(|_| random_solvable(&mut random, 14));
    let large = (0..8).filter_map(|seed| match make(&Wish::plain(15, 15), seed, &Budget::unlimited()) {
        Outcome::Solved { solution, .. } => Some(solution.puzzle),
        _ => None,
    });
    for puzzle in small.chain(large) {
        let alone = run(&puzzle, rules, 2, Engine::Auto, &Budget::unlimited()).1;
        let both = run(&puzzle, rules, 2, Engine::Auto, &Budget::unlimited().with_threads(2)).1;
        assert_eq!((alone.count, alone.stop), (both.count, both.stop), "{}", write(&puzzle));
        assert_eq!(alone.solutions.first(), both.solutions.first(), "{}", write(&puzzle));
        seen[alone.count as usize] += 1;
        // Threads begin where a short look has not answered.
        hard += u32::from(alone.nodes > 151_000);
    }
    assert!(seen[2] > 5 && hard > 1, "{seen:?}, {hard} hard");
}

#[test]
fn the_search_agrees_with_the_sweep_on_larger_boards() {
    let budget = Budget::unlimited();
    let mut counts = [0_u32; 2];
    for seed in 0..120 {
        let (rows, columns) = (8 + (seed % 4) as u16, 8 + (seed % 3) as u16);
        let made = generate::make(&generate::Wish::plain(rows, columns), seed, &budget);
        let Outcome::Solved { solution: generate::Made { puzzle: unique, .. }, .. } = made else { continue };
        // With two dots exchanged there is mostly no solution, which takes longer to see.
        let [one, other] = [0, 1].map(|color| unique.dots()[color][seed as usize % 2]);
        let mut tiles = unique.tiles().clone();
        tiles.swap(one, other);
        let labels = unique.labels().to_vec();
        let Ok(exchanged) = Puzzle::new(tiles, Topology::Square, Vec::new(), labels) else { continue };
        for puzzle in [unique, exchanged] {
            let count = sweep::run(&puzzle, sweep::Prunings::ALL, u64::MAX, u64::MAX, &budget).count;
            counts[count.min(1) as usize] += 1;
            for bits in 0..8 {
                let prunings = search::Prunings {
                    corners: bits & 1 > 0,
                    probes: (bits & 2 > 0).then_some(0),
                    cuts: bits & 4 > 0,
                    ..search::Prunings::ALL
                };
                let graph = Graph::new(&puzzle);
                let found =
                    search::run(&puzzle, &graph, Rules::STRICT, prunings, search::Quest::up_to(u64::MAX), &budget);
                assert_right(&puzzle, Rules::STRICT, &format!("search {prunings:?}"), &found, count);
            }
        }
    }
    assert!(counts.iter().all(|&boards| boards > 50), "{counts:?} of the boards have none, one");
}
