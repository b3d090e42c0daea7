//! Every conclusion of every deduction holds in every solution.
#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use azulejo_core::budget::Budget;
use azulejo_core::random::Random;
use azulejo_flow::deduce::{Allowed, Deduction, NoSolution, Reasoner};
use azulejo_flow::format::grid::write;
use azulejo_flow::graph::Graph;
use azulejo_flow::position::{Fill, Puzzle, Rules, Touch};
use azulejo_flow::rate::{self, Difficulty};
use azulejo_flow::solve::search::facts::edges_of;
use azulejo_flow::solve::{Engine, backtrack, run};
use common::{random_board, random_solvable};

/// Which edges are used in all solutions, and which in none; nothing when there is no solution.
fn truths(puzzle: &Puzzle, graph: &Graph, touch: Touch) -> Option<Vec<[bool; 2]>> {
    // Solutions are few on boards as small as these; the plain search gives at most two at a time, so edges are asked for
    // one by one: is there a solution with it, and one without?
    let rules = Rules { fill: Fill::Full, touch };
    let all = solutions(puzzle, graph, rules);
    let edges = graph.edges().len();
    (!all.is_empty()).then(|| {
        (0..edges).map(|edge| [all.iter().any(|used| used[edge]), all.iter().any(|used| !used[edge])]).collect()
    })
}

/// All solutions, by trying every way of drawing: slow and obvious.
fn solutions(puzzle: &Puzzle, graph: &Graph, rules: Rules) -> Vec<Vec<bool>> {
    fn go(graph: &Graph, edge: usize, used: &mut Vec<bool>, keep: &mut dyn FnMut(&[bool])) {
        let count = |node: u32, used: &[bool]| {
            graph.ways(node).iter().filter(|way| (way.edge as usize) < used.len() && used[way.edge as usize]).count()
        };
        if edge == graph.edges().len() {
            keep(used);
            return;
        }
        for value in [false, true] {
            used.push(value);
            let fits = graph.edges()[edge].iter().all(|&node| {
                let done = graph.ways(node).iter().all(|way| (way.edge as usize) < used.len());
                let (have, need) = (count(node, used), usize::from(graph.degree(node)));
                have <= need && (!done || have == need)
            });
            if fits {
                go(graph, edge + 1, used, keep);
            }
            used.pop();
        }
    }
    let mut found = Vec::new();
    go(graph, 0, &mut Vec::new(), &mut |used| {
        let solution = graph.solution(|edge| used[edge as usize]);
        if let Some(solution) = solution
            && azulejo_flow::rules::check(puzzle, rules, &solution).is_empty()
        {
            found.push(used.to_vec());
        }
    });
    found
}

/// Reasons until nothing applies, and holds every conclusion against the truth; gives how often each deduction applied.
fn check(puzzle: &Puzzle, touch: Touch, allowed: Allowed, counts: &mut [u32; Deduction::ALL.len()]) {
    let graph = Graph::new(puzzle);
    let truths = truths(puzzle, &graph, touch);
    let mut reasoner = match (Reasoner::new(&graph, touch, allowed), &truths) {
        (Ok(reasoner), _) => reasoner,
        (Err(NoSolution), None) => return,
        (Err(NoSolution), Some(_)) => panic!("a solution was ruled out under {touch:?} on\n{}", write(puzzle)),
    };
    loop {
        match (reasoner.conclude(), &truths) {
            (Ok(None), _) | (Err(NoSolution), None) => break,
            (Err(NoSolution), Some(_)) => panic!("a solution was ruled out under {touch:?} on\n{}", write(puzzle)),
            (Ok(Some(conclusion)), truths) => {
                counts[conclusion.deduction as usize] += 1;
                assert!(allowed.has(conclusion.deduction));
                assert!(!conclusion.reason(puzzle, &graph).text.is_empty());
                for &(edge, drawn) in &conclusion.steps {
                    if let Some(truths) = truths {
                        let otherwise = truths[edge as usize][usize::from(drawn)];
                        let reason = conclusion.reason(puzzle, &graph);
                        assert!(!otherwise, "{conclusion:?} under {touch:?}: {reason}\n{}", write(puzzle));
                    }
                }
            }
        }
    }
    if let Some(truths) = &truths {
        for (edge, truth) in truths.iter().enumerate() {
            let edge = edge as u32;
            let wrong = !reasoner.is_open(edge) && truth[usize::from(reasoner.is_drawn(edge))];
            assert!(!wrong, "what is seen at once is wrong under {touch:?} on\n{}", write(puzzle));
        }
    }
}

#[test]
fn every_deduction_alone_concludes_only_what_holds_in_every_solution() {
    let mut random = Random::new(11);
    let mut counts = [0; Deduction::ALL.len()];
    for number in 0..2_500 {
        let puzzle = if number % 4 == 0 { random_board(&mut random, 4) } else { random_solvable(&mut random, 5) };
        if Graph::new(&puzzle).edges().len() > 34 {
            continue;
        }
        for touch in [Touch::Allow, Touch::Forbid, Touch::NoSquare] {
            let one = Deduction::ALL[number % Deduction::ALL.len()];
            check(&puzzle, touch, Allowed::only(&[one]), &mut counts);
            check(&puzzle, touch, Allowed::ALL, &mut counts);
        }
    }
    for (deduction, count) in Deduction::ALL.into_iter().zip(counts) {
        assert!(count > 0, "{} was never needed", deduction.name());
    }
}

#[test]
fn ratings_explain_themselves_and_count_what_was_needed() {
    let easy = azulejo_flow::format::read("A..\nBBA\n").unwrap();
    let rules = Rules { fill: Fill::Full, touch: Touch::Allow };
    let Ok(rate::Verdict::Rated(rated)) = rate::judge(&easy, rules, &Budget::unlimited()) else { panic!("not rated") };
    let rating = rated.effort.rating(easy.tiles().len());
    assert_eq!(rating.difficulty, "easy");
    assert!(rating.reasons.iter().any(|reason| reason.contains("forced step")), "{rating:?}");
    assert_eq!(Difficulty::find("expert"), Some(Difficulty::Expert));
    let two = azulejo_flow::format::read("A...\n....\n....\nA...\n").unwrap();
    assert_eq!(rate::judge(&two, rules, &Budget::unlimited()), Ok(rate::Verdict::Several));
    let graph = Graph::new(&easy);
    let found = backtrack::run(&easy, &graph, rules, 2, &Budget::unlimited());
    assert_eq!(edges_of(&graph, &found.solutions[0]), edges_of(&graph, &rated.solution));
    assert_eq!(run(&easy, rules, 2, Engine::Edges, &Budget::unlimited()).1.count, 1);
}
