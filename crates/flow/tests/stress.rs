//! The hunt for wrong answers: every engine and option against an enumeration that shares nothing with them, on tiny boards
//! of every kind under every rule.
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "common/oracle.rs"]
mod oracle;

use std::time::Duration;

use azulejo_bench::stress;
use azulejo_core::budget::{Budget, Cancel, Stop};
use azulejo_core::game::{Advice, Game as _, Hint as _, Status};
use azulejo_core::grid::Cell;
use azulejo_core::open::At;
use azulejo_core::options::NoOptions;
use azulejo_core::outcome::Outcome;
use azulejo_core::random::Random;
use azulejo_core::report::{Ending, Verdict};
use azulejo_core::verb::{Reply, Verb as _};
use azulejo_flow::format;
use azulejo_flow::play::{Move, Position};
use azulejo_flow::position::{Fill, Puzzle, Rules, Solution, Touch};
use azulejo_flow::setup::Setup;
use azulejo_flow::solve::Engine;
use azulejo_flow::verbs::{Count, Rate, Solutions, Solve, SolveOptions, Solved};
use azulejo_flow::{Flow, rules};
use oracle::{Board, Drawing, Joined, board_of, random_board};

/// Boards on which there is more to look at are passed over.
const MOST_STEPS: usize = 200_000;

const EVERY_RULE: [Rules; 6] = {
    const fn rules(fill: Fill, touch: Touch) -> Rules {
        Rules { fill, touch }
    }
    [
        rules(Fill::Full, Touch::Allow),
        rules(Fill::Full, Touch::Forbid),
        rules(Fill::Full, Touch::NoSquare),
        rules(Fill::Free, Touch::Allow),
        rules(Fill::Free, Touch::Forbid),
        rules(Fill::Free, Touch::NoSquare),
    ]
};

/// Whether a way to join all dots is a solution under a rule.
fn keeps(rules: Rules, joined: &Joined) -> bool {
    (rules.fill == Fill::Free || joined.full)
        && match rules.touch {
            Touch::Allow => true,
            Touch::Forbid => !joined.touches,
            Touch::NoSquare => !joined.squares,
        }
}

fn cell(board: &Board, number: usize) -> Cell {
    Cell::new((number / board.columns) as u16, (number % board.columns) as u16)
}

fn drawing_of(board: &Board, solution: &Solution) -> Drawing {
    let number = |cell: &Cell| usize::from(cell.row) * board.columns + usize::from(cell.column);
    solution.paths().map(|path| path.iter().map(number).collect()).collect()
}

fn solution_of(board: &Board, drawing: &Drawing) -> Solution {
    Solution::from_paths(drawing.iter().map(|path| path.iter().map(|&number| cell(board, number))))
}

fn at(puzzle: &Puzzle, rules: Rules) -> At<Flow> {
    At { position: Position::new(puzzle.clone(), rules), id: None, picture: None, drawn: false }
}

/// What is wrong with an answer to a question, given all solutions in order; nothing when it is right. Where there was a
/// limit, giving up is right as well, if it says nothing untrue.
fn fault(
    board: &Board,
    options: SolveOptions,
    reply: &Reply<Solved>,
    solutions: &[&Drawing],
    limited: bool,
) -> Option<String> {
    let (answer, head) = (&reply.answer, &reply.head);
    let shown = answer.paths.as_ref().map(|paths| drawing_of(board, paths.solution()));
    if shown.as_ref().is_some_and(|shown| solutions.binary_search(&shown).is_err()) {
        return Some(format!("{shown:?} is no solution"));
    }
    let (number, seen) = (solutions.len() as u128, answer.solutions.0);
    if head.ending == Ending::GaveUp {
        let honest = head.stop.is_some_and(|stop| stop != Stop::Fault) && head.verdict == Verdict::Unknown;
        let right = limited && honest && seen <= number && answer.unique.is_none();
        return (!right).then(|| format!("gave up ({:?}) after {seen} of {number}", head.stop));
    }
    let (most, asked) = match options.count {
        Some(Count::All) => (u128::MAX, true),
        Some(Count::UpTo(most)) => (u128::from(most), most > 1),
        None if options.unique => (2, true),
        None => (1, false),
    };
    let expected = match number {
        0 => (Ending::Impossible, Verdict::No, 0, (options.unique || options.count.is_some()).then_some(false)),
        1 => (Ending::Solved, Verdict::Yes, 1, asked.then_some(true)),
        _ => {
            let verdict = if options.unique { Verdict::No } else { Verdict::Yes };
            (Ending::Solved, verdict, number.min(most), asked.then_some(false))
        }
    };
    let found = (head.ending, head.verdict, seen, answer.unique);
    if found != expected {
        return Some(format!("{found:?}, expected {expected:?}"));
    }
    // An engine that counts may have none to show; one that was asked for a solution must.
    let due = number > 0 && options.count.is_none();
    (due && shown.is_none()).then(|| "there is no solution in the answer".to_owned())
}

/// Asks one engine everything under one rule.
fn ask_all(
    board: &Board,
    on: &At<Flow>,
    engine: Engine,
    solutions: &[&Drawing],
    random: &mut Random,
) -> Result<u64, String> {
    let number = solutions.len() as u64;
    let mut questions = vec![(false, None), (true, None)];
    // What the SAT engines find they find one by one, each with a clause more.
    if number < 60 || !matches!(engine, Engine::Sat | Engine::Edges) {
        questions.push((false, Some(Count::All)));
        questions.extend([number.max(1), number + 1].map(|most| (false, Some(Count::UpTo(most)))));
    }
    questions.extend([1, 2, 3 + random.below(4)].map(|most| (false, Some(Count::UpTo(most)))));
    let mut asked = 0;
    for (unique, count) in questions {
        let options = SolveOptions { engine, unique, count };
        for limited in [false, true] {
            let threads = 1 + random.index(4);
            let nodes = [0, 1, 3, 10, 40, 150, 600][random.index(7)];
            let budget = Budget::unlimited().with_threads(threads);
            let budget = if limited { budget.with_nodes(nodes) } else { budget };
            let reply = Solve::run(on, &options, &budget).map_err(|halt| halt.to_string())?;
            if let Some(fault) = fault(board, options, &reply, solutions, limited) {
                let limit = if limited { format!(", {nodes} nodes") } else { String::new() };
                let rules = on.position.rules();
                return Err(format!("{options:?} on {threads} threads{limit} under {rules:?}: {fault}"));
            }
            asked += 1;
        }
    }
    Ok(asked)
}

/// Compares everything on one board; passes over boards that cannot be read, or that take too long.
fn compare(board: &Board, random: &mut Random) -> Result<u64, String> {
    let text = board.text();
    let puzzle = match format::read(&text) {
        Ok(puzzle) => puzzle,
        Err(_) if board.pairs().is_empty() => return Ok(0),
        Err(problems) => return Err(format!("{problems}\n{text}")),
    };
    let Some(mut joined) = board.enumerate(MOST_STEPS) else { return Ok(0) };
    joined.sort_unstable_by(|one, other| one.drawing.cmp(&other.drawing));
    let mut asked = 0;
    for rules in EVERY_RULE {
        for way in joined.iter().take(300) {
            let broken = rules::check(&puzzle, rules, &solution_of(board, &way.drawing));
            if broken.is_empty() != keeps(rules, way) {
                return Err(format!("the checker finds {broken:?} broken under {rules:?} in {way:?}\n{text}"));
            }
            asked += 1;
        }
        let solutions: Vec<&Drawing> = joined.iter().filter(|way| keeps(rules, way)).map(|way| &way.drawing).collect();
        let on = at(&puzzle, rules);
        for engine in Engine::ALL.into_iter().filter(|engine| engine.takes(rules)) {
            asked += ask_all(board, &on, engine, &solutions, random).map_err(|fault| format!("{fault}\n{text}"))?;
        }
    }
    Ok(asked)
}

#[test]
fn engines_agree_with_an_enumeration_that_shares_nothing_with_them() {
    stress("engines", 200, |seed| {
        let mut random = Random::new(seed);
        compare(&random_board(&mut random), &mut random)
    });
}

#[test]
fn one_engine_asked_one_thing_on_each_of_many_boards_agrees_too() {
    stress("answers", 3_000, |seed| {
        let mut random = Random::new(seed);
        let board = random_board(&mut random);
        let text = board.text();
        let (Ok(puzzle), Some(mut joined)) = (format::read(&text), board.enumerate(20_000)) else { return Ok(0) };
        let rules = EVERY_RULE[random.index(6)];
        joined.retain(|way| keeps(rules, way));
        joined.sort_unstable_by(|one, other| one.drawing.cmp(&other.drawing));
        let solutions: Vec<&Drawing> = joined.iter().map(|way| &way.drawing).collect();
        let on = at(&puzzle, rules);
        let mut engines = Engine::ALL.to_vec();
        engines.retain(|engine| engine.takes(rules));
        // What is chosen when nothing is said is asked most.
        let engine = if random.below(2) == 0 { Engine::Auto } else { engines[random.index(engines.len())] };
        let few = solutions.len() < 60 || !matches!(engine, Engine::Sat | Engine::Edges);
        let count = match random.index(6) {
            0 => None,
            1 if few => Some(Count::All),
            2 => Some(Count::UpTo(3 + random.below(4))),
            _ => Some(Count::UpTo(2)),
        };
        let options = SolveOptions { engine, unique: count.is_none() && random.below(2) == 0, count };
        let budget = Budget::unlimited().with_threads(1 + random.index(8));
        let (budget, limited) = match random.index(8) {
            0 => (budget.with_nodes(random.below(200)), true),
            1 => (budget.with_time(Duration::from_millis(1)), true),
            2 => {
                let cancel = Cancel::new();
                cancel.cancel();
                (budget.with_cancel(cancel), true)
            }
            _ => (budget, false),
        };
        let reply = Solve::run(&on, &options, &budget).map_err(|halt| halt.to_string())?;
        match fault(&board, options, &reply, &solutions, limited) {
            Some(fault) => Err(format!("{options:?} under {rules:?}, limited {limited}: {fault}\n{text}")),
            None => Ok(1),
        }
    });
}

#[test]
fn engines_agree_with_each_other_on_boards_too_large_to_enumerate() {
    stress("larger boards", 60, |seed| {
        let mut random = Random::new(seed);
        let (rows, columns) = (4 + random.index(5), 4 + random.index(5));
        let board = board_of(rows, columns, &mut random);
        let text = board.text();
        let Ok(puzzle) = format::read(&text) else { return Ok(0) };
        let rules = EVERY_RULE[random.index(6)];
        let (count, mut asked) = (1 + random.below(3), 0);
        let mut known: Option<(Engine, u128)> = None;
        for engine in [Engine::Auto, Engine::Edges, Engine::Sat, Engine::Search, Engine::Frontier] {
            if !engine.takes(rules) {
                continue;
            }
            let options = SolveOptions { engine, unique: false, count: Some(Count::UpTo(count)) };
            let budget = Budget::unlimited().with_nodes(10_000).with_threads(1 + random.index(4));
            let reply = Solve::run(&at(&puzzle, rules), &options, &budget).map_err(|halt| halt.to_string())?;
            let found = (engine, reply.answer.solutions.0);
            match known {
                _ if reply.head.ending == Ending::GaveUp => {}
                Some(other) if other.1 != found.1 => {
                    return Err(format!("{other:?} and {found:?} up to {count} under {rules:?}\n{text}"));
                }
                _ => known = Some(found),
            }
            asked += 1;
        }
        Ok(asked)
    });
}

#[test]
fn generated_ids_have_exactly_one_solution_under_their_own_rule() {
    stress("generated", 80, |seed| {
        let mut random = Random::new(seed);
        let side = |random: &mut Random| 3 + random.index(3);
        let mut setup = format!("{}x{}", side(&mut random), side(&mut random));
        for (word, chances) in [("walls", 3), ("holes", 3), ("bridges", 3), ("pairs", 2), ("c3", 5)] {
            if random.below(chances) == 0 {
                setup.push_str(&format!("-{word}"));
            }
        }
        for words in [["", "-hex", "-torus"], ["", "-forbid", "-no2x2"], ["", "-free", ""], ["", "-easy", "-hard"]] {
            setup.push_str(words[random.index(3)]);
        }
        // Setups that contradict themselves are refused, and some have no puzzle.
        let Ok(wished) = setup.parse::<Setup>() else { return Ok(0) };
        let Ok(position) = Flow::start(&wished, seed, &Budget::unlimited().with_nodes(40_000)) else { return Ok(0) };
        let board = Board::read(&format::grid::write(position.puzzle()));
        let Some(joined) = board.enumerate(2_000_000) else { return Ok(0) };
        let rules = position.rules();
        let number = joined.iter().filter(|way| keeps(rules, way)).count();
        if number == 1 && rules == wished.wish.rules {
            Ok(1)
        } else {
            Err(format!("flow:{setup}#{seed} has {number} solutions under {rules:?}\n{}", board.text()))
        }
    });
}

/// What is wrong with a rating, given how many solutions there are under the rule asked for.
fn rating_fault(on: &At<Flow>, solutions: usize) -> Option<String> {
    let rule = on.position.rules();
    let Ok(reply) = Rate::run(on, &NoOptions {}, &Budget::unlimited()) else {
        // A rating is about filled boards, and says so.
        return (rule.fill == Fill::Full).then(|| "not rated".to_owned());
    };
    let expected = match solutions {
        0 => (Ending::Impossible, Verdict::No, Some(Solutions::None), false),
        1 => (Ending::Ok, Verdict::Yes, Some(Solutions::One), true),
        _ => (Ending::Ok, Verdict::No, Some(Solutions::Several), false),
    };
    let answer = &reply.answer;
    let found = (reply.head.ending, reply.head.verdict, answer.solutions, answer.difficulty.is_some());
    (found != expected || answer.rule != rule)
        .then(|| format!("{found:?}, expected {expected:?}, under {:?}", answer.rule))
}

#[test]
fn ratings_are_about_the_rule_asked_for() {
    stress("ratings", 2_000, |seed| {
        let mut random = Random::new(seed);
        let board = random_board(&mut random);
        let text = board.text();
        let (Ok(puzzle), Some(joined)) = (format::read(&text), board.enumerate(MOST_STEPS)) else { return Ok(0) };
        for rules in EVERY_RULE {
            let solutions = joined.iter().filter(|way| keeps(rules, way)).count();
            if let Some(fault) = rating_fault(&at(&puzzle, rules), solutions) {
                return Err(format!("rated under {rules:?}: {fault}\n{text}"));
            }
        }
        Ok(EVERY_RULE.len() as u64)
    });
}

/// What is wrong with a hint, given all solutions under the rule of a position; and the position after it, if there is one.
fn follow_hint(
    board: &Board,
    position: &Position,
    solutions: &[&Drawing],
    hint: Outcome<Advice<Move>>,
) -> Result<Option<Position>, String> {
    let number = |cell: &Cell| usize::from(cell.row) * board.columns + usize::from(cell.column);
    let drawn = |position: &Position| -> Drawing {
        position.lines().iter().map(|line| line.iter().map(number).collect()).collect()
    };
    let begins = |path: &[usize], line: &[usize]| path.starts_with(line) || path.iter().rev().take(line.len()).eq(line);
    let holds = |solution: &Drawing, lines: &Drawing| solution.iter().zip(lines).all(|(path, line)| begins(path, line));
    let before = drawn(position);
    let possible = solutions.iter().any(|solution| holds(solution, &before));
    let complete = solutions.contains(&&before) || {
        let turned: Drawing = before.iter().map(|line| line.iter().rev().copied().collect()).collect();
        let same =
            |solution: &Drawing| (0..before.len()).all(|at| solution[at] == before[at] || solution[at] == turned[at]);
        solutions.iter().any(|solution| same(solution))
    };
    let (advice, action) = match hint {
        Outcome::Impossible if complete || solutions.is_empty() => return Ok(None),
        Outcome::Solved { solution, .. } if !complete && !solutions.is_empty() => {
            let action = solution.line[0].clone();
            (solution, action)
        }
        other => return Err(format!("{other:?}, complete: {complete}, {} solutions", solutions.len())),
    };
    let after = Flow::play(position, &action).map_err(|problem| format!("`{action}` is refused: {problem}"))?;
    let then = drawn(&after);
    match action {
        Move::Draw(_) => {
            let kept = before.iter().zip(&then).all(|(before, after)| after.starts_with(before));
            let right = solutions.iter().any(|solution| holds(solution, &then));
            if !kept || then == before || !right {
                return Err(format!("`{action}` ({}): kept {kept}, right {right}", advice.reason));
            }
        }
        Move::Erase(_) if possible => return Err(format!("`{action}` ({}) though nothing is wrong", advice.reason)),
        Move::Erase(_) => {}
    }
    if let [one, other] = advice.cells[..] {
        let (one, other) = (number(&one), number(&other));
        let steps = |pair: &[usize]| pair == [one, other] || pair == [other, one];
        let goes = |solution: &&&Drawing| solution.iter().any(|path| path.windows(2).any(steps));
        let number = solutions.iter().filter(goes).count();
        let is_true = match advice.reason.code {
            "flow.wrong_step" => number == 0,
            "flow.only_solution" => number == 1 && solutions.len() == 1,
            "flow.every_solution" => number == solutions.len(),
            _ => true,
        };
        if !is_true {
            return Err(format!("`{}` is not true: {number} of {} do", advice.reason, solutions.len()));
        }
    }
    Ok(Some(after))
}

/// Draws at random: mostly along a solution, sometimes anywhere.
fn scribble(board: &Board, position: &Position, solutions: &[&Drawing], random: &mut Random) -> Position {
    let mut position = position.clone();
    if let Some(solution) = random.pick(solutions).filter(|_| random.below(3) > 0) {
        for path in *solution {
            let mut cells: Vec<Cell> = path.iter().map(|&number| cell(board, number)).collect();
            if random.below(2) == 0 {
                cells.reverse();
            }
            cells.truncate([0, 0, 2, 3, cells.len()][random.index(5)]);
            if cells.len() > 1
                && let Ok(next) = Flow::play(&position, &Move::Draw(cells))
            {
                position = next;
            }
        }
    }
    for _ in 0..[0, 0, 1, 2, 6][random.index(5)] {
        let moves = Flow::moves(&position);
        if let Some(Ok(next)) = random.pick(&moves).map(|action| Flow::play(&position, action)) {
            position = next;
        }
    }
    position
}

#[test]
fn hints_can_be_played_and_lead_to_a_solution() {
    stress("hints", 1_500, |seed| {
        let mut random = Random::new(seed);
        let board = random_board(&mut random);
        let text = board.text();
        let (Ok(puzzle), Some(mut joined)) = (format::read(&text), board.enumerate(20_000)) else { return Ok(0) };
        joined.sort_unstable_by(|one, other| one.drawing.cmp(&other.drawing));
        let mut asked = 0;
        for rules in EVERY_RULE {
            let solutions: Vec<&Drawing> =
                joined.iter().filter(|way| keeps(rules, way)).map(|way| &way.drawing).collect();
            let mut position = scribble(&board, &Position::new(puzzle.clone(), rules), &solutions, &mut random);
            // Hints lead to the end of the game, whatever was drawn; a few of each are enough.
            for step in 0.. {
                let named = |fault: String| format!("{} under {rules:?}: {fault}", Flow::write(&position));
                // In no time it may give up, but not be wrong.
                let short = Budget::unlimited().with_nodes(random.below(60));
                match Flow::hint(&position, &short) {
                    Outcome::GaveUp { best: None, .. } => {}
                    hint => _ = follow_hint(&board, &position, &solutions, hint).map_err(named)?,
                }
                let hint = Flow::hint(&position, &Budget::unlimited());
                let told = follow_hint(&board, &position, &solutions, hint).map_err(named)?;
                asked += 2;
                match told {
                    Some(_) if step > 60 => return Err(format!("hints do not end: {}", Flow::write(&position))),
                    Some(next) => position = next,
                    None => break,
                }
            }
        }
        Ok(asked)
    });
}

#[test]
fn hints_after_a_bridge_and_round_joined_edges_go_on_from_what_is_drawn() {
    for (puzzle, moves) in [
        ("A..../ACC../.BB*.,torus", &["C3-D3-E3"][..]),
        ("A*./BBA,free", &["A1-B1", "A2-B2"]),
        ("A../.../..A,free", &["A1-B1"]),
    ] {
        let mut position = Flow::read(&Setup::default(), puzzle).unwrap();
        for action in moves {
            position = Flow::play(&position, &action.parse().unwrap()).unwrap();
        }
        let mut hints = 0;
        while Flow::status(&position) != (Status::Won { player: 0 }) {
            let Outcome::Solved { solution, .. } = Flow::hint(&position, &Budget::unlimited()) else { break };
            position = Flow::play(&position, &solution.line[0]).unwrap();
            hints += 1;
            assert!(hints < 30, "{puzzle}");
        }
    }
}

#[test]
fn a_square_with_a_wall_or_a_bridge_in_it_is_covered_all_the_same() {
    // A path that does not touch itself covers four cells round a wall, or by coming back over a bridge.
    for text in ["C.\nC.\n%wall 0,0 1,0\n", "A.\n.A\n%wall 0,0 0,1\n", ".C.\nC*.\n...\n", "..C.\n.C*.\n....\n"] {
        compare(&Board::read(text), &mut Random::new(1)).unwrap();
    }
}
