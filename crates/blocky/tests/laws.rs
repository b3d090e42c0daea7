//! The laws of the game, each checked on random boards against a slow telling of the same thing on plain trees.

#![allow(clippy::unwrap_used)]

use azulejo_blocky::board::{Block, Board, Color, Path, Tree};
use azulejo_blocky::generate::random_board;
use azulejo_blocky::goal::{Aim, Kind};
use azulejo_blocky::plane::Plane;
use azulejo_blocky::rules::{Action, Motion, Move, Rules, check, legal_moves, play};
use azulejo_core::grid::{Cell, Grid};
use azulejo_core::random::Random;
use azulejo_core::region::Regions;
use proptest::prelude::*;

fn board_of(depth: u8, seed: u64) -> Board {
    random_board(depth, &mut Random::new(seed))
}

/// Boards of every depth that tests can afford many of, small ones more often.
fn boards() -> impl Strategy<Value = Board> {
    (prop_oneof![4 => 0_u8..=3, 2 => 4_u8..=5, 1 => 6_u8..=7], any::<u64>())
        .prop_map(|(depth, seed)| board_of(depth, seed))
}

/// Any block of the board, by a number.
fn any_block(board: &Board, number: usize) -> Path {
    let paths: Vec<Path> = board.paths().collect();
    paths[number % paths.len()]
}

fn slow_motion(tree: &Tree, steps: &[usize], motion: Motion) -> Tree {
    let Tree::Divided(children) = tree else { return tree.clone() };
    match steps {
        [] => {
            let order = motion.arrangement();
            let turns = matches!(motion, Motion::RotateClockwise | Motion::RotateCounterclockwise);
            Tree::Divided(Box::new(
                order.map(
                    |from| {
                        if turns { slow_motion(&children[from], &[], motion) } else { children[from].clone() }
                    },
                ),
            ))
        }
        [step, rest @ ..] => {
            let mut children = children.clone();
            children[*step] = slow_motion(&children[*step], rest, motion);
            Tree::Divided(children)
        }
    }
}

fn slow_flat(tree: &Tree, side: usize) -> Vec<Vec<Color>> {
    match tree {
        Tree::Solid(color) => vec![vec![*color; side]; side],
        Tree::Divided(children) => {
            let [upper_right, upper_left, lower_left, lower_right] =
                [0, 1, 2, 3].map(|step: usize| slow_flat(&children[step], side / 2));
            let left = upper_left.into_iter().zip(lower_left);
            let right = upper_right.into_iter().zip(lower_right);
            left.chain(right).map(|(upper, lower)| [upper, lower].concat()).collect()
        }
    }
}

fn slow_score(board: &Board, aim: Aim) -> u32 {
    let columns = slow_flat(&board.to_tree(), board.side());
    let side = board.side();
    let is_mine = |column: usize, row: usize| columns[column][row] == aim.color;
    match aim.kind {
        Kind::Blob => {
            let grid =
                Grid::from_fn(side as u16, side as u16, |Cell { row, column }| is_mine(column.into(), row.into()));
            let regions = Regions::of_included(&grid, |mine| *mine);
            (0..regions.len()).map(|region| regions.cells(region as u32).len() as u32).max().unwrap_or(0)
        }
        Kind::Perimeter => (0..side)
            .map(|at| {
                [(at, 0), (at, side - 1), (0, at), (side - 1, at)].into_iter().filter(|(c, r)| is_mine(*c, *r)).count()
            })
            .sum::<usize>() as u32,
        Kind::Diagonal => {
            let mut longest = 0;
            for column in 0..side {
                for row in 0..side {
                    for direction in [1, -1] {
                        let line = (0..).take_while(|step: &i32| {
                            let (column, row) = (column as i32 + direction * step, row as i32 + step);
                            let inside = |at: i32| (0..side as i32).contains(&at);
                            inside(column) && inside(row) && is_mine(column as usize, row as usize)
                        });
                        longest = longest.max(line.count() as u32);
                    }
                }
            }
            longest
        }
    }
}

fn aims() -> impl Iterator<Item = Aim> {
    Kind::ALL.into_iter().flat_map(|kind| Color::ALL.map(|color| Aim { kind, color }))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_tree_and_its_board_are_the_same(board in boards()) {
        prop_assert_eq!(&Board::from_tree(board.depth(), &board.to_tree()).unwrap(), &board);
        prop_assert_eq!(&board.to_string().parse::<Board>().unwrap(), &board);
        let leaves = board.leaves().count();
        prop_assert_eq!(board.paths().count(), leaves + board.divided().count());
        prop_assert_eq!(leaves, 3 * board.divided().count() + 1);
    }

    #[test]
    fn paths_are_read_as_they_are_written(board in boards(), number: usize) {
        let path = any_block(&board, number);
        prop_assert_eq!(path.to_string().parse::<Path>().unwrap(), path);
        prop_assert_eq!(path.steps().try_fold(Path::ROOT, Path::child), Some(path));
        prop_assert_eq!(path.steps().count(), usize::from(path.level()));
        if let Some(parent) = path.parent() {
            prop_assert_eq!(parent.child(path.step()), Some(path));
            prop_assert!(parent.contains(path) && !path.contains(parent) && Path::ROOT.contains(path));
        }
    }

    #[test]
    fn flattening_agrees_with_the_tree(board in boards()) {
        prop_assert_eq!(board.flatten(), slow_flat(&board.to_tree(), board.side()));
    }

    #[test]
    fn motions_do_what_they_do_to_the_tree(board in boards(), number: usize) {
        let path = any_block(&board, number);
        let steps: Vec<usize> = path.steps().collect();
        for motion in Motion::ALL {
            let mut moved = board.clone();
            let performed = motion.perform(&mut moved, path);
            prop_assert_eq!(performed, board.block(path) == Some(Block::Divided));
            prop_assert_eq!(moved.to_tree(), slow_motion(&board.to_tree(), &steps, motion));
            motion.inverse().perform(&mut moved, path);
            prop_assert_eq!(&moved, &board, "the inverse restores exactly");
        }
    }

    #[test]
    fn two_swaps_and_four_rotations_are_nothing(board in boards(), number: usize) {
        let path = any_block(&board, number);
        for (motion, times) in Motion::ALL.into_iter().zip([2, 2, 4, 4]) {
            let mut moved = board.clone();
            for _ in 0..times {
                motion.perform(&mut moved, path);
            }
            prop_assert_eq!(&moved, &board);
        }
        let [mut one, mut other] = [board.clone(), board.clone()];
        for _ in 0..2 {
            Motion::RotateClockwise.perform(&mut one, path);
            Motion::RotateCounterclockwise.perform(&mut other, path);
        }
        prop_assert_eq!(one, other);
    }

    #[test]
    fn turning_the_whole_board_keeps_every_score(board in boards()) {
        let mut turned = board.clone();
        Motion::RotateClockwise.perform(&mut turned, Path::ROOT);
        for aim in aims() {
            prop_assert_eq!(aim.score(&turned), aim.score(&board), "{}", aim);
        }
    }

    #[test]
    fn motions_keep_the_number_of_cells_of_each_color(board in boards(), number: usize) {
        let path = any_block(&board, number);
        let count = |board: &Board| Color::ALL.map(|color| board.flatten().concat().iter().filter(|found| **found == color).count());
        for motion in Motion::ALL {
            let mut moved = board.clone();
            motion.perform(&mut moved, path);
            prop_assert_eq!(count(&moved), count(&board));
        }
    }

    #[test]
    fn scores_agree_with_the_flat_board(board in boards()) {
        for aim in aims() {
            prop_assert_eq!(aim.score(&board), slow_score(&board, aim), "{}", aim);
        }
        let around: u32 = Color::ALL.into_iter().map(|color| Aim { kind: Kind::Perimeter, color }.score(&board)).sum();
        prop_assert_eq!(around as usize, 4 * board.side());
    }

    #[test]
    fn moves_are_scored_as_if_they_were_played(board in boards(), number: usize) {
        for aim in aims().filter(|aim| aim.kind != Kind::Diagonal || board.depth() < 5) {
            let mut evaluator = aim.evaluator();
            evaluator.load(&board);
            prop_assert_eq!(evaluator.score(), aim.score(&board));
            let divided: Vec<Path> = board.divided().collect();
            for skip in 0..divided.len().min(12) {
                let path = divided[(number % divided.len() + skip) % divided.len()];
                for motion in Motion::ALL {
                    let mut moved = board.clone();
                    motion.perform(&mut moved, path);
                    prop_assert_eq!(evaluator.after(path, motion), aim.score(&moved), "{} {:?} {}", aim, motion, path);
                }
            }
            prop_assert_eq!(evaluator.score(), aim.score(&board));
        }
    }

    #[test]
    fn motions_on_rows_are_motions_on_the_tree(board in boards(), number: usize) {
        prop_assume!(board.depth() <= 6);
        let Some(path) = board.divided().nth(number % board.divided().count().max(1)) else { return Ok(()) };
        for motion in Motion::ALL {
            let mut moved = board.clone();
            motion.perform(&mut moved, path);
            let mut plane = Plane::of(&board, Color::Red);
            plane.perform(path, motion);
            prop_assert_eq!(plane, Plane::of(&moved, Color::Red));
        }
    }

    #[test]
    fn legal_moves_are_those_that_change_or_pass(board in boards(), later: bool) {
        prop_assume!(board.depth() <= 4);
        let rules = if later { Rules::Later } else { Rules::Original };
        for wanted in legal_moves(&board, rules) {
            let mut played = board.clone();
            prop_assert_eq!(play(&mut played, wanted, rules, &mut Random::new(1)), Ok(()));
            prop_assert_eq!(wanted.to_string().parse::<Move>().unwrap(), wanted);
            prop_assert_eq!(&Board::from_tree(played.depth(), &played.to_tree()).unwrap(), &played);
            if matches!(wanted.action, Action::Smash) {
                prop_assert_eq!(played.block(wanted.path), Some(Block::Divided));
            }
        }
    }

    #[test]
    fn refused_moves_leave_the_board_alone(board in boards(), number: usize, later: bool) {
        let rules = if later { Rules::Later } else { Rules::Original };
        let path = any_block(&board, number);
        for action in [Action::Smash, Action::Combine, Action::Paint(Color::Red), Action::Motion(Motion::SwapVertical)] {
            let wanted = Move { action, path };
            let mut played = board.clone();
            let refusal = play(&mut played, wanted, rules, &mut Random::new(1));
            prop_assert_eq!(refusal, check(&board, wanted, rules));
            prop_assert!(refusal.is_ok() || played == board);
        }
    }

    #[test]
    fn seeing_fewer_colors_keeps_the_cells(board in boards(), number: usize) {
        prop_assume!(board.depth() <= 5);
        let seen = board.seen_as(|color| if color == Color::Red { Color::Red } else { Color::Blue });
        prop_assert_eq!(Plane::of(&seen, Color::Red), Plane::of(&board, Color::Red));
        // What looks solid gives no motion that could be seen; every other motion looks the same on both.
        let path = any_block(&board, number);
        for motion in Motion::ALL {
            let (mut one, mut other) = (board.clone(), seen.clone());
            motion.perform(&mut one, path);
            motion.perform(&mut other, path);
            prop_assert_eq!(Plane::of(&one, Color::Red), Plane::of(&other, Color::Red));
        }
    }
}

#[test]
fn the_deepest_boards_are_scored_too() {
    let board = board_of(8, 3);
    for aim in aims().filter(|aim| aim.kind != Kind::Diagonal) {
        assert_eq!(aim.score(&board), slow_score(&board, aim), "{aim}");
    }
    let solid = Board::solid(8, Color::Green);
    assert_eq!(Aim { kind: Kind::Blob, color: Color::Green }.score(&solid), 65_536);
    assert_eq!(Aim { kind: Kind::Perimeter, color: Color::Green }.score(&solid), 1024);
    assert_eq!(Aim { kind: Kind::Diagonal, color: Color::Green }.score(&solid), 256);
    assert_eq!(Aim { kind: Kind::Perimeter, color: Color::Red }.score(&Board::solid(0, Color::Red)), 4);
}
