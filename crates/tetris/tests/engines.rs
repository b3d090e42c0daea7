//! Both engines find what a slow and obvious search finds, on thousands of small boards, sequences and weights.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

use std::time::{Duration, Instant};

use azulejo_core::budget::{Budget, Cancel, Stop};
use azulejo_core::grid::{Cell, Grid};
use azulejo_core::outcome::{Outcome, Proof};
use azulejo_core::random::Random;
use azulejo_tetris::features::{Features, Term};
use azulejo_tetris::position::{Board, Mark, Piece};
use azulejo_tetris::rules::{self, FullRows, Placement};
use azulejo_tetris::score::{Decimal, Rounding, Score};
use azulejo_tetris::solve::{Engine, Mapping, Method, Plan, Pruning, Rule, Task, plan};

/// The best plan by the words of the document: every path, the longest that fit, the first of the best.
fn brute_force(task: &Task<'_>) -> Option<(Vec<Placement>, i128)> {
    fn go(
        task: &Task<'_>,
        board: &Board,
        cleared: i64,
        path: &mut Vec<Placement>,
        best: &mut Option<(Vec<Placement>, i128)>,
    ) {
        if !path.is_empty() {
            let exact = task.score.exact(&Features { cleared, ..Features::of(board) });
            let better = best.as_ref().is_none_or(|(other, value)| {
                path.len() > other.len() || (path.len() == other.len() && counts(task, exact) > counts(task, *value))
            });
            if better {
                *best = Some((path.clone(), exact));
            }
        }
        let Some(&piece) = task.pieces.get(path.len()) else { return };
        for placement in rules::placements(board, piece).collect::<Vec<_>>() {
            let landing = rules::drop(board, piece, placement, task.full_rows).unwrap();
            path.push(placement);
            go(task, &landing.board, cleared + i64::from(landing.cleared), path, best);
            path.pop();
        }
    }
    let mut best = None;
    go(task, task.board, 0, &mut Vec::new(), &mut best);
    best
}

/// What an exact sum counts for once it is rounded.
fn counts(task: &Task<'_>, exact: i128) -> i128 {
    if task.score.name() == "seed-c-int" { exact / 1_000_000_000_000_000 } else { exact }
}

fn random_board(random: &mut Random) -> Board {
    let rows = 4 + random.below(8) as u16;
    let columns = 4 + random.below(4) as u16;
    let highest = random.below(u64::from(rows) + 1);
    let heights: Vec<u16> = (0..columns).map(|_| random.below(highest + 1) as u16).collect();
    let holes = random.below(5);
    let cells = Grid::from_fn(rows, columns, |cell: Cell| {
        let filled = rows - cell.row <= heights[usize::from(cell.column)] && random.below(10) >= holes;
        Mark::from_char(if filled { '7' } else { '0' }).unwrap()
    });
    Board::of(cells).unwrap()
}

fn random_pieces(random: &mut Random, most: u64) -> Vec<Piece> {
    (0..=random.below(most)).map(|_| *random.pick(&Piece::ALL).unwrap()).collect()
}

/// Mostly one of the scores in use, else weights of any size and sign with few decimals, so that ties are common.
fn random_score(random: &mut Random) -> Score {
    let choice = random.index(8);
    if let Some(name) = Score::NAMES.get(choice) {
        return Score::named(name).unwrap();
    }
    let sign = |random: &mut Random, usual: &str| {
        if choice == 5 || random.below(4) > 0 { usual.to_owned() } else { ["", "-"][random.index(2)].to_owned() }
    };
    let mut weights = Vec::new();
    for term in Term::ALL {
        let usual = if matches!(term, Term::Lines | Term::FullRows) { "" } else { "-" };
        if random.below(2) == 0 {
            let text = format!("{}{}.{}", sign(random, usual), random.below(3), random.below(10));
            weights.push((term, Decimal::parse(&text).unwrap()));
        }
    }
    Score::new("random", &weights, Rounding::Exact).unwrap()
}

fn solved(task: &Task<'_>, method: Method, threads: usize) -> Option<Plan> {
    match plan(task, method, &Budget::unlimited().with_threads(threads)).outcome {
        Outcome::Solved { solution, proof: Proof::Optimal } => Some(solution),
        Outcome::Impossible => None,
        other => panic!("{other:?}"),
    }
}

fn check(seed: u64, most: u64, full_rows: FullRows) {
    let mut random = Random::new(seed);
    let board = random_board(&mut random);
    let pieces = random_pieces(&mut random, most);
    let score = random_score(&mut random);
    let task = Task { board: &board, pieces: &pieces, score: &score, full_rows };
    let expected = brute_force(&task);
    let all = Pruning::ALL;
    let without = all.without(Rule::ALL[random.index(Rule::ALL.len())]);
    for (engine, pruning) in [(Engine::Exhaustive, all), (Engine::Bounded, all), (Engine::Bounded, without)] {
        for threads in [1, 3] {
            let mapping = Mapping::ALL[random.index(3)];
            let found = solved(&task, Method { engine, mapping, pruning }, threads);
            let found = found.map(|plan| (plan.path, score.exact(&plan.features)));
            let context = || format!("seed {seed}\n{board}\n{pieces:?} {score:?} {engine:?} {pruning:?} {threads}");
            assert_eq!(found, expected, "{}", context());
        }
    }
}

#[test]
fn engines_agree_with_brute_force_where_full_rows_stay() {
    for seed in 0..3000 {
        check(seed, 3, FullRows::Keep);
    }
}

#[test]
fn engines_agree_with_brute_force_where_full_rows_vanish() {
    for seed in 10_000..11_000 {
        check(seed, 3, FullRows::Clear);
    }
}

/// Narrow boards and longer sequences, where the bound has much to leave out.
#[test]
fn engines_agree_with_each_other_on_longer_plans() {
    for seed in 30_000..30_250 {
        let mut random = Random::new(seed);
        let columns = 4 + random.below(3) as u16;
        let rows = 8 + random.below(10) as u16;
        let heights: Vec<u16> = (0..columns).map(|_| random.below(u64::from(rows) / 2) as u16).collect();
        let holes = random.below(3) * random.below(2);
        let cells = Grid::from_fn(rows, columns, |cell: Cell| {
            let filled = rows - cell.row <= heights[usize::from(cell.column)] && random.below(12) >= holes;
            Mark::from_char(if filled { '7' } else { '0' }).unwrap()
        });
        let board = Board::of(cells).unwrap();
        let count = if columns == 4 { 6 } else { 5 };
        let pieces: Vec<Piece> = (0..count).map(|_| *random.pick(&Piece::ALL).unwrap()).collect();
        let score = random_score(&mut random);
        let task = Task { board: &board, pieces: &pieces, score: &score, full_rows: FullRows::Keep };
        let exhaustive = solved(&task, Engine::Exhaustive.into(), 1).map(|plan| plan.path);
        for rule in [None, Some(Rule::Hollows), Some(Rule::Fit), Some(Rule::Tiling)] {
            let pruning = rule.map_or(Pruning::ALL, |rule| Pruning::ALL.without(rule));
            let bounded = solved(&task, Method { engine: Engine::Bounded, pruning, ..Method::default() }, 1);
            let bounded = bounded.map(|plan| plan.path);
            assert_eq!(bounded, exhaustive, "seed {seed} {rule:?}\n{board}\n{pieces:?} {score:?}");
        }
    }
}

/// Larger boards and longer sequences, where brute force is too slow but the two engines can still be compared.
#[test]
fn engines_agree_with_each_other_on_larger_boards() {
    for seed in 20_000..20_400 {
        let mut random = Random::new(seed);
        let rows = 8 + random.below(57) as u16;
        let columns = if random.below(2) == 0 { 5 + random.below(4) } else { 17 + random.below(48) } as u16;
        let highest = random.below(u64::from(rows).min(14));
        let heights: Vec<u16> = (0..columns).map(|_| random.below(highest + 1) as u16).collect();
        let holes = random.below(4);
        let cells = Grid::from_fn(rows, columns, |cell: Cell| {
            let filled = rows - cell.row <= heights[usize::from(cell.column)] && random.below(12) >= holes;
            Mark::from_char(if filled { '7' } else { '0' }).unwrap()
        });
        let board = Board::of(cells).unwrap();
        let pieces = random_pieces(&mut random, if columns > 16 { 3 } else { 5 });
        let score = random_score(&mut random);
        let task = Task { board: &board, pieces: &pieces, score: &score, full_rows: FullRows::Keep };
        let exhaustive = solved(&task, Engine::Exhaustive.into(), 1);
        for threads in [1, 2] {
            let bounded = solved(&task, Engine::Bounded.into(), threads);
            assert_eq!(
                bounded.map(|plan| plan.path),
                exhaustive.as_ref().map(|plan| plan.path.clone()),
                "seed {seed}\n{board}\n{pieces:?} {score:?}"
            );
        }
    }
}

#[test]
fn a_search_without_time_gives_up_and_says_so() {
    let board = Board::empty(20, 10).unwrap();
    let pieces = [Piece::T; 12];
    let score = Score::default();
    let task = Task { board: &board, pieces: &pieces, score: &score, full_rows: FullRows::Keep };
    let cancel = Cancel::new();
    cancel.cancel();
    for threads in [1, 2] {
        let budget = Budget::unlimited().with_nodes(5000).with_threads(threads);
        let answer = plan(&task, Engine::Exhaustive.into(), &budget);
        let Outcome::GaveUp { stop: Stop::Nodes, best: Some(best), .. } = answer.outcome else {
            panic!("{:?}", answer.outcome)
        };
        assert_eq!((best.path.len(), best.leaves), (12, None));
        let budget = Budget::unlimited().with_cancel(cancel.clone()).with_threads(threads);
        let answer = plan(&task, Engine::Exhaustive.into(), &budget);
        assert!(matches!(answer.outcome, Outcome::GaveUp { stop: Stop::Cancelled, .. }));
    }
}

/// How long a search goes on after it was cancelled, at best of a few times: the machine may be busy.
fn time_to_cancel(task: &Task<'_>, method: Method, threads: usize) -> Duration {
    let attempt = |wait: u64| {
        let cancel = Cancel::new();
        let budget = Budget::unlimited().with_cancel(cancel.clone()).with_threads(threads);
        std::thread::scope(|scope| {
            let search = scope.spawn(|| plan(task, method, &budget).outcome);
            std::thread::sleep(Duration::from_millis(wait));
            let start = Instant::now();
            cancel.cancel();
            let outcome = search.join().unwrap();
            assert!(matches!(outcome, Outcome::GaveUp { stop: Stop::Cancelled, .. }), "{outcome:?}");
            start.elapsed()
        })
    };
    let mut least = Duration::MAX;
    for wait in [5, 20, 40, 60, 80, 100] {
        least = least.min(attempt(wait));
        if least < Duration::from_millis(10) {
            break;
        }
    }
    least
}

#[test]
fn every_engine_ends_soon_after_it_was_cancelled() {
    let pieces: Vec<Piece> = (0..40).map(|place| Piece::ALL[place * 3 % 7]).collect();
    let score = Score::default();
    for (rows, columns) in [(20, 10), (40, 20), (64, 64)] {
        let board = Board::empty(rows, columns).unwrap();
        for full_rows in [FullRows::Keep, FullRows::Clear] {
            for engine in [Engine::Exhaustive, Engine::Bounded] {
                for threads in [1, 2] {
                    let task = Task { board: &board, pieces: &pieces, score: &score, full_rows };
                    let time = time_to_cancel(&task, engine.into(), threads);
                    assert!(time < Duration::from_millis(10), "{rows}x{columns} {full_rows:?} {engine:?} {time:?}");
                }
            }
        }
    }
}

#[test]
fn leaves_are_counted_as_perft_counts_them() {
    let board = Board::empty(12, 7).unwrap();
    let pieces = [Piece::S, Piece::I, Piece::L];
    let score = Score::default();
    for full_rows in [FullRows::Keep, FullRows::Clear] {
        let task = Task { board: &board, pieces: &pieces, score: &score, full_rows };
        let levels = rules::perft(&board, &pieces, full_rows, &Budget::unlimited()).unwrap();
        for threads in [1, 2] {
            let found = solved(&task, Engine::Exhaustive.into(), threads).unwrap();
            assert_eq!(found.leaves, Some(levels[2].paths));
        }
    }
}

#[test]
fn a_plan_places_as_many_pieces_as_can_be_placed() {
    let blocked: Board = serde_json::from_str(r#"["1111","0000","0000","0000"]"#).unwrap();
    let narrow: Board = serde_json::from_str(r#"["0000","0000","1010","1111","1111"]"#).unwrap();
    let score = Score::default();
    for engine in [Engine::Exhaustive, Engine::Bounded] {
        let task = |board, pieces| Task { board, pieces, score: &score, full_rows: FullRows::Keep };
        assert_eq!(solved(&task(&blocked, &[Piece::O]), engine.into(), 1), None);
        let found = solved(&task(&narrow, &[Piece::I, Piece::I, Piece::O]), engine.into(), 1).unwrap();
        assert_eq!((found.path.len(), found.landings.len()), (2, 2));
    }
}

/// Boards beyond what the fast engines know: narrower, lower, wider, higher.
#[test]
fn boards_of_any_size_are_planned_as_plain_enumeration_does() {
    let pieces = [Piece::T, Piece::I, Piece::O, Piece::Z, Piece::L, Piece::S, Piece::J];
    let mut random = Random::new(15);
    let mut planned = 0;
    for (rows, columns) in [(1, 1), (1, 4), (2, 3), (3, 3), (3, 9), (9, 3), (70, 2), (4, 66), (5, 1)] {
        for full_rows in [FullRows::Keep, FullRows::Clear] {
            let mut cells = Grid::filled(rows, columns, Mark::EMPTY);
            for row in rows - rows / 3..rows {
                for column in 0..columns {
                    if random.below(3) > 0 {
                        cells[Cell::new(row, column)] = Piece::O.mark();
                    }
                }
            }
            let board = Board::of(cells).unwrap();
            let start = random.index(pieces.len() - 1);
            let pieces = &pieces[start..start + 2];
            for name in Score::NAMES {
                let score = Score::named(name).unwrap();
                let task = Task { board: &board, pieces, score: &score, full_rows };
                let answer = plan(&task, Method::default(), &Budget::unlimited());
                assert_eq!(answer.engine, "plain");
                let found = answer.outcome.solution().map(|plan| plan.path.clone());
                planned += usize::from(found.is_some());
                assert_eq!(found, brute_force(&task).map(|(path, _)| path), "{name} {full_rows:?} {pieces:?}\n{board}");
            }
        }
    }
    assert!(planned > 60, "{planned} boards had a plan");
}

#[test]
fn a_board_of_a_thousand_rows_and_columns_is_planned_and_weighed_exactly() {
    let board = Board::empty(1000, 1000).unwrap();
    let score = Score::default();
    let task = Task { board: &board, pieces: &[Piece::I], score: &score, full_rows: FullRows::Keep };
    let answer = plan(&task, Method::default(), &Budget::unlimited());
    let found = answer.outcome.solution().unwrap();
    assert_eq!((answer.engine, found.leaves), ("plain", Some(1997)));
    assert_eq!(found.path, [Placement { rotation: 0, column: 0 }]);
}
