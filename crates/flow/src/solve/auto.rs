//! Which engine to ask: the fastest safe choice for a board, a rule and a question.
//!
//! Without self-touch a sweep comes first, for as many nodes as pay, then the search with learning. Where touching is
//! allowed, a first solution is still looked for without it. What is left then is the proof that there is no other
//! solution, or the count: search and frontier take turns, or race where there is more than one thread.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use azulejo_core::budget::{Budget, Cancel, Stop};

use super::{Engine, Found, frontier, lanes, search, sweep};
use crate::graph::Graph;
use crate::position::{Fill, Puzzle, Rules, Tile, Touch};

/// Conflicts of the search and states of the frontier that are spent in turn, where self-touch is allowed, on the question
/// for a second solution: a second one is mostly found by the search, that there is none is mostly seen by the frontier.
/// The frontier goes on where it was, the search begins anew.
const FIRST_TURN: (u64, u64) = (200, 150_000);
/// How often those who race are asked whether somebody wants them to stop.
const PATIENCE: Duration = Duration::from_millis(2);
/// Nodes after which the sweeps give way to the search with learning on large boards: a few milliseconds.
const LONG_SWEEP: u64 = 150_000;
const LONG_LANES: u64 = 1_000_000;
/// Conflicts after which a first solution is no longer looked for under a stricter rule.
const SHORT_TRY: u64 = 2_000;

/// Answers by whatever engine is best.
pub fn run(puzzle: &Puzzle, rules: Rules, limit: u64, budget: &Budget) -> (Engine, Found) {
    if rules.touch != Touch::Allow {
        let found = if limit == 2 && rules.fill == Fill::Free {
            second(puzzle, rules, budget)
        } else {
            search(puzzle, rules, limit, budget)
        };
        return (Engine::Search, found);
    }
    let strict = Rules { touch: Touch::Forbid, ..rules };
    let mut known = if limit <= 2 { search(puzzle, strict, limit, budget) } else { Found::none() };
    if known.count >= u128::from(limit) || matches!(known.stop, Some(Stop::Time | Stop::Cancelled | Stop::Nodes)) {
        return (Engine::Search, known);
    }
    let graph = Graph::new(puzzle);
    let mut nodes = known.nodes;
    let mut frontier = None;
    let (mut most_conflicts, mut most_states) = FIRST_TURN;
    loop {
        // The search cannot count many.
        if limit <= 2 {
            let quest = search::Quest { most_conflicts, known: &known.solutions, ..search::Quest::up_to(limit) };
            let found = learn(puzzle, &graph, rules, quest, budget);
            nodes += found.nodes;
            if found.answers(limit) || budget.check().is_err() {
                return (Engine::Search, Found { nodes, ..found });
            }
            if known.count == 0 {
                known.solutions = found.solutions;
                known.count = found.count;
            }
        }
        if frontier.is_none() {
            let quest = frontier::Quest { limit, known: &known.solutions };
            frontier = Some(frontier::Counter::new(puzzle, &graph, rules, frontier::Prunings::ALL, quest, budget));
        }
        let counted = match frontier.as_mut() {
            Some(Ok(counter)) => counter.go_on(if limit <= 2 { most_states } else { u64::MAX }),
            Some(Err(found)) => found.clone(),
            None => break,
        };
        if counted.answers(limit) || budget.check().is_err() {
            let (nodes, count) = (nodes + counted.nodes, counted.count.max(known.count));
            return (Engine::Frontier, Found { solutions: known.solutions, nodes, count, ..counted });
        }
        if matches!(counted.stop, Some(Stop::Memory | Stop::Size)) {
            nodes += counted.nodes;
            break;
        }
        if limit == 2 && budget.threads() > 1 && !known.solutions.is_empty() {
            drop(frontier);
            return race(puzzle, &graph, rules, Found { nodes: nodes + counted.nodes, ..known }, budget);
        }
        // Most of the time goes to the one that proves.
        most_conflicts = most_conflicts.saturating_mul(3);
        most_states = most_states.saturating_mul(4);
    }
    drop(frontier);
    let quest = search::Quest { known: &known.solutions, ..search::Quest::up_to(limit) };
    let found = learn(puzzle, &graph, rules, quest, budget);
    (Engine::Search, Found { nodes: nodes + found.nodes, ..found })
}

/// Whether there is a second solution, asked of search and frontier on two threads; whoever knows first ends the other.
/// Both say the same of it, and the solution shown is the known one: only the engine's name and the nodes may differ.
fn race(puzzle: &Puzzle, graph: &Graph, rules: Rules, known: Found, budget: &Budget) -> (Engine, Found) {
    let cancel = Cancel::new();
    // Half of the memory each; nodes and the deadline are shared.
    let each = budget.clone().with_threads(1).with_memory(budget.memory() / 2).with_cancel(cancel.clone());
    let (sender, receiver) = std::sync::mpsc::channel();
    let solutions = &known.solutions;
    let searching = || {
        let quest = search::Quest { known: solutions, ..search::Quest::up_to(2) };
        search::run(puzzle, graph, rules, search::Prunings::best(rules), quest, &each)
    };
    let counting = || {
        let quest = frontier::Quest { limit: 2, known: solutions };
        frontier::run(puzzle, graph, rules, frontier::Prunings::ALL, quest, &each)
    };
    let (mut winner, mut nodes) = (None, known.nodes);
    std::thread::scope(|scope| {
        let second = sender.clone();
        // A send fails only when nobody listens any more.
        scope.spawn(move || drop(sender.send((Engine::Search, searching()))));
        scope.spawn(move || drop(second.send((Engine::Frontier, counting()))));
        let mut running = 2;
        while running > 0 {
            match receiver.recv_timeout(PATIENCE) {
                Ok((engine, found)) => {
                    running -= 1;
                    nodes += found.nodes;
                    if found.answers(2) && winner.is_none() {
                        cancel.cancel();
                        winner = Some((engine, found));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    if budget.check().is_err() {
                        cancel.cancel();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    if let Some((engine, found)) = winner {
        return (engine, Found { solutions: known.solutions, nodes, ..found });
    }
    let stop = budget.check().err().or(Some(Stop::Memory));
    (Engine::Search, Found { stop, nodes, ..known })
}

/// Whether there is a second solution where cells may stay empty: one that fills the board counts too, is found at once
/// where there is one, and another is often like it.
fn second(puzzle: &Puzzle, rules: Rules, budget: &Budget) -> Found {
    let touch = if untouching_is_enough(puzzle, rules.touch) { Touch::Forbid } else { rules.touch };
    let filled = Rules { fill: Fill::Full, touch };
    let graph = Graph::new(puzzle);
    let swept = (filled == Rules::STRICT && sweep::takes(puzzle)).then(|| swept(puzzle, 2, budget));
    let known = swept.filter(|found| found.count > 0).unwrap_or_else(|| {
        let quest = search::Quest { most_conflicts: SHORT_TRY, ..search::Quest::up_to(2) };
        learn(puzzle, &graph, filled, quest, budget)
    });
    if known.count >= 2 || budget.check().is_err() {
        return known;
    }
    let quest = search::Quest { known: &known.solutions, ..search::Quest::up_to(2) };
    let found = learn(puzzle, &graph, rules, quest, budget);
    Found { nodes: known.nodes + found.nodes, ..found }
}

/// Whether a path that does not touch itself obeys a touch rule on this board. One that covers a square goes through three
/// of its sides, and touches itself at the fourth: unless a wall stands there, or the lane of a bridge leads elsewhere.
fn untouching_is_enough(puzzle: &Puzzle, touch: Touch) -> bool {
    match touch {
        Touch::Allow | Touch::Forbid => true,
        Touch::NoSquare => puzzle.walls().is_empty() && !puzzle.tiles().values().contains(&Tile::Bridge),
    }
}

/// Our own search: the sweep where it applies and pays, then the search with learning.
pub fn search(puzzle: &Puzzle, rules: Rules, limit: u64, budget: &Budget) -> Found {
    let strict = Rules { fill: rules.fill, touch: Touch::Forbid };
    let first_allowed = limit == 1 && rules.touch == Touch::Allow;
    if rules.fill == Fill::Full && (rules == strict || first_allowed) && sweep::takes(puzzle) {
        let found = swept(puzzle, limit, budget);
        let decided = rules == strict && found.stop.is_none();
        if decided || found.count >= u128::from(limit) || budget.check().is_err() {
            return found;
        }
    }
    let graph = Graph::new(puzzle);
    if first_allowed {
        let quest = search::Quest { most_conflicts: SHORT_TRY, ..search::Quest::up_to(limit) };
        let found = learn(puzzle, &graph, strict, quest, budget);
        if found.count > 0 {
            return found;
        }
    }
    learn(puzzle, &graph, rules, search::Quest::up_to(limit), budget)
}

/// A first solution that uses these edges.
pub fn completed(puzzle: &Puzzle, graph: &Graph, rules: Rules, given: &[u32], budget: &Budget) -> Found {
    let quest = search::Quest { given, ..search::Quest::up_to(1) };
    if rules.touch == Touch::Allow {
        let strict = Rules { touch: Touch::Forbid, ..rules };
        let found = learn(puzzle, graph, strict, search::Quest { most_conflicts: SHORT_TRY, ..quest }, budget);
        if found.count > 0 || budget.check().is_err() {
            return found;
        }
    }
    learn(puzzle, graph, rules, quest, budget)
}

/// The sweeps of flat boards: along lanes where nothing is in the way, else cell by cell. From so many nodes on the search
/// with learning pays, except on giants, which only the sweep can hold.
fn swept(puzzle: &Puzzle, limit: u64, budget: &Budget) -> Found {
    let cells = puzzle.tiles().len() as u64;
    if lanes::takes(puzzle) {
        let most = (300 * cells * u64::from(puzzle.tiles().rows().min(puzzle.tiles().columns()))).min(LONG_LANES);
        return lanes::run(puzzle, lanes::Prunings::ALL, lanes::Corner::ALL[0], limit, most, budget);
    }
    let most = if cells > 20_000 { u64::MAX } else { (300 * cells).min(LONG_SWEEP) };
    sweep::run(puzzle, sweep::Prunings::ALL, limit, most, budget)
}

fn learn(puzzle: &Puzzle, graph: &Graph, rules: Rules, quest: search::Quest, budget: &Budget) -> Found {
    search::run(puzzle, graph, rules, search::Prunings::best(rules), quest, budget)
}
