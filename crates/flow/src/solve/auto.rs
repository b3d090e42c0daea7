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
use crate::position::{Fill, Puzzle, Rules, Touch};

/// Conflicts of the search and states of the frontier that are spent in turn, where self-touch is allowed, on the question
/// for a second solution: a second one is mostly found by the search, that there is none is mostly seen by the frontier.
const TURNS: [(u64, u64); 3] = [(2_000, 3_000_000), (100_000, u64::MAX), (u64::MAX, 0)];
/// How often those who race are asked whether somebody wants them to stop.
const PATIENCE: Duration = Duration::from_millis(2);
/// Conflicts after which a first solution is no longer looked for under a stricter rule.
const SHORT_TRY: u64 = 2_000;

/// Answers by whatever engine is best.
pub fn run(puzzle: &Puzzle, rules: Rules, limit: u64, budget: &Budget) -> (Engine, Found) {
    if rules.touch != Touch::Allow {
        return (Engine::Search, search(puzzle, rules, limit, budget));
    }
    let strict = Rules { touch: Touch::Forbid, ..rules };
    let mut known = if limit <= 2 { search(puzzle, strict, limit, budget) } else { Found::none() };
    if known.count >= u128::from(limit) || matches!(known.stop, Some(Stop::Time | Stop::Cancelled | Stop::Nodes)) {
        return (Engine::Search, known);
    }
    let graph = Graph::new(puzzle);
    let mut nodes = known.nodes;
    let easy = frontier::is_easy(&graph);
    let mut fits = true;
    if limit == 2 && !easy && budget.threads() > 1 && !known.solutions.is_empty() {
        return race(puzzle, &graph, rules, known, budget);
    }
    for (most_conflicts, most_states) in TURNS {
        // The search cannot count many, and on narrow boards the frontier is done sooner than the search can try.
        if (limit <= 2 && !easy) || most_states == 0 {
            let quest = search::Quest { limit, most_conflicts, known: &known.solutions };
            let found = search::run(puzzle, &graph, rules, search::Prunings::best(rules), quest, budget);
            nodes += found.nodes;
            if found.answers(limit) || budget.check().is_err() || most_states == 0 {
                return (Engine::Search, Found { nodes, ..found });
            }
            if known.count == 0 {
                known.solutions = found.solutions;
                known.count = found.count;
            }
        }
        if !fits {
            continue;
        }
        let most_states = if limit <= 2 { most_states } else { u64::MAX };
        let quest = frontier::Quest { limit, most_states, known: &known.solutions };
        let counted = frontier::run(puzzle, &graph, rules, frontier::Prunings::ALL, quest, budget);
        nodes += counted.nodes;
        if counted.answers(limit) || budget.check().is_err() {
            let solutions = known.solutions;
            return (Engine::Frontier, Found { solutions, nodes, ..counted });
        }
        fits = counted.stop != Some(Stop::Memory);
    }
    // The last turn always answers.
    (Engine::Search, Found { stop: Some(Stop::Nodes), nodes, ..known })
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
        let quest = search::Quest { limit: 2, most_conflicts: u64::MAX, known: solutions };
        search::run(puzzle, graph, rules, search::Prunings::best(rules), quest, &each)
    };
    let counting = || {
        let quest = frontier::Quest { limit: 2, most_states: u64::MAX, known: solutions };
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

/// The sweeps of flat boards: along lanes where nothing is in the way, else cell by cell.
fn swept(puzzle: &Puzzle, limit: u64, budget: &Budget) -> Found {
    let cells = puzzle.tiles().len() as u64;
    if lanes::takes(puzzle) {
        return lanes::run(puzzle, lanes::Prunings::ALL, lanes::Corner::ALL[0], limit, 300 * cells, budget);
    }
    // The learning search pays from here on, except on giants, which only the sweep can hold.
    let most = if cells > 20_000 { u64::MAX } else { 300 * cells };
    sweep::run(puzzle, sweep::Prunings::ALL, limit, most, budget)
}

fn learn(puzzle: &Puzzle, graph: &Graph, rules: Rules, quest: search::Quest, budget: &Budget) -> Found {
    search::run(puzzle, graph, rules, search::Prunings::best(rules), quest, budget)
}
