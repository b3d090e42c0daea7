//! `azulejo flow solve`: the first solution, uniqueness, or a count.

use std::path::PathBuf;
use std::time::Instant;

use azulejo_core::budget::Stop;
use azulejo_core::outcome::{Answer, Outcome, Proof};
use azulejo_core::problem::Problem;
use azulejo_core::scene::ansi::ansi;
use azulejo_flow::format::solution::rows;
use azulejo_flow::graph::Graph;
use azulejo_flow::position::{Puzzle, Rules, Solution};
use azulejo_flow::solve::{self, Counted, Engine, sat};
use azulejo_flow::{draw, import};
use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{GAME, RuleArguments, Source, budget, path_text, rule_json, rule_text};
use crate::failure::{Exit, Reply};
use crate::options::{Common, Pictures};
use crate::output::{note, print, print_json, write_file};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    rule: RuleArguments,
    /// Which engine answers; `auto` chooses and says which
    #[arg(long, default_value = "auto", value_parser = ["auto", "search", "sat", "edges", "astar", "backtrack", "frontier"])]
    engine: String,
    /// Prove that there is no other solution
    #[arg(long, conflicts_with = "count")]
    unique: bool,
    /// Count solutions up to N, or `all` of them exactly
    #[arg(long, value_name = "N|all", value_parser = count)]
    count: Option<Count>,
    /// Also write the formula of `--engine sat` or `edges` to this file
    #[arg(long, value_name = "FILE")]
    dimacs: Option<PathBuf>,
    #[command(flatten)]
    pictures: Pictures,
}

#[derive(Clone, Copy, Debug)]
enum Count {
    UpTo(u64),
    All,
}

fn count(text: &str) -> Result<Count, String> {
    match text.parse() {
        _ if text == "all" => Ok(Count::All),
        Ok(number) if number > 0 => Ok(Count::UpTo(number)),
        _ => Err("expected a number from 1, or `all`".to_owned()),
    }
}

/// What was found, ready to be told.
struct Told {
    solution: Option<Solution>,
    solutions: u128,
    unique: Option<bool>,
    status: &'static str,
    exit: Exit,
    verdict: String,
    engine: &'static str,
    nodes: u64,
}

pub(crate) fn run(arguments: &Arguments, common: &Common) -> Reply {
    let (reading, seen) = arguments.source.one_seen()?;
    let rules = arguments.rule.rules(&reading);
    let puzzle = reading.puzzle;
    let engine: Engine =
        arguments.engine.parse().map_err(|error: solve::UnknownEngine| Problem::new(error.to_string()))?;
    if !engine.takes(rules) {
        let message = format!("engine `{engine}` counts only where a path may touch itself");
        return Err(Problem::new(message).hint("leave out `--touch`, or take another engine").into());
    }
    if let Some(path) = &arguments.dimacs {
        let encoding = if engine == Engine::Edges { sat::Encoding::Edges } else { sat::Encoding::Document };
        let formula = sat::formula(&puzzle, &Graph::new(&puzzle), rules, encoding, &budget(common));
        let formula = formula.map_err(|stop| Problem::new(format!("the formula was not written: {stop}")))?;
        write_file(path, formula.dimacs().as_bytes())?;
    }
    let started = Instant::now();
    let told = match arguments.count {
        Some(count) => counted(&puzzle, rules, count, engine, common),
        None if arguments.unique => uniqueness(solve::unique(&puzzle, rules, engine, &budget(common))),
        None => first(solve::first(&puzzle, rules, engine, &budget(common))),
    };
    let elapsed_ms = started.elapsed().as_secs_f64() * 1e3;
    let scene = told.solution.as_ref().map_or_else(|| draw::puzzle(&puzzle), |found| draw::solution(&puzzle, found));
    if let Some(solution) = &told.solution {
        // A solution found in a picture is drawn over it.
        let over = match &seen {
            Some(seen) if arguments.pictures.wants_png() => {
                Some(import::overlay(&seen.bytes, &seen.reading, solution)?)
            }
            _ => None,
        };
        arguments.pictures.write_over(std::slice::from_ref(&scene), over, common)?;
    }
    if common.json {
        print_json(GAME, "solve", told.status, &answer(&puzzle, rules, &told, elapsed_ms))?;
    } else {
        if told.solution.is_some() {
            print(&ansi(&scene, &common.style(), common.depth()))?;
        }
        print(&format!("{} ({})\n", told.verdict, rule_text(rules)))?;
        note(&format!("{} nodes in {elapsed_ms:.2} ms ({})", told.nodes, told.engine));
    }
    Ok(told.exit)
}

fn first(answer: Answer<Solution>) -> Told {
    let Answer { outcome, engine, nodes } = answer;
    let status = outcome.status();
    let (solution, exit, verdict) = match outcome {
        Outcome::Solved { solution, .. } => (Some(solution), Exit::Answered, "solved".to_owned()),
        Outcome::Impossible => (None, Exit::No, "there is no solution: proven".to_owned()),
        Outcome::GaveUp { stop, best, .. } => (best, stop.into(), format!("no answer: {stop}")),
    };
    Told { solutions: u128::from(solution.is_some()), solution, unique: None, status, exit, verdict, engine, nodes }
}

fn uniqueness(answer: Answer<Solution>) -> Told {
    let Answer { outcome, engine, nodes } = answer;
    let status = outcome.status();
    let told = |solution, solutions, unique, exit, verdict: String| Told {
        solution,
        solutions,
        unique,
        status,
        exit,
        verdict,
        engine,
        nodes,
    };
    match outcome {
        Outcome::Solved { solution, proof: Proof::Unique } => told(
            Some(solution),
            1,
            Some(true),
            Exit::Answered,
            "solved, and this is the only solution: proven".to_owned(),
        ),
        Outcome::Solved { solution, .. } => {
            told(Some(solution), 2, Some(false), Exit::No, "solved, but there are other solutions".to_owned())
        }
        Outcome::Impossible => told(None, 0, Some(false), Exit::No, "there is no solution: proven".to_owned()),
        Outcome::GaveUp { stop, best, .. } => {
            let found = u128::from(best.is_some());
            let what = if found > 0 { "solved, but not known to be the only solution" } else { "no answer" };
            told(best, found, None, stop.into(), format!("{what}: {stop}"))
        }
    }
}

fn counted(puzzle: &Puzzle, rules: Rules, count: Count, engine: Engine, common: &Common) -> Told {
    let limit = match count {
        Count::UpTo(limit) => Some(limit),
        Count::All => None,
    };
    let (counted, solution, engine, nodes) = solve::count(puzzle, rules, limit, engine, &budget(common));
    let told = |solutions, unique, status, exit, verdict| Told {
        solution,
        solutions,
        unique,
        status,
        exit,
        verdict,
        engine: engine.name(),
        nodes,
    };
    match counted {
        Counted::Exactly(0) => told(0, Some(false), "impossible", Exit::No, "there is no solution: proven".to_owned()),
        Counted::Exactly(number) => {
            let plural = if number == 1 { "solution" } else { "solutions" };
            told(number, Some(number == 1), "solved", Exit::Answered, format!("exactly {number} {plural}"))
        }
        Counted::AtLeast(number) => {
            let unique = (number > 1).then_some(false);
            told(number, unique, "solved", Exit::Answered, format!("at least {number} solutions"))
        }
        Counted::GaveUp(number, stop) => {
            let why: Stop = stop;
            told(number, None, "gave_up", stop.into(), format!("at least {number} solutions: {why}"))
        }
    }
}

#[derive(Serialize)]
struct JsonAnswer {
    solutions: Value,
    unique: Option<bool>,
    grid: Option<Vec<String>>,
    paths: Option<Map<String, Value>>,
    lines: Option<Vec<String>>,
    rule: Value,
    nodes: u64,
    elapsed_ms: f64,
    engine: &'static str,
}

fn answer(puzzle: &Puzzle, rules: Rules, told: &Told, elapsed_ms: f64) -> JsonAnswer {
    // Above 2⁵³ a number would not survive other JSON readers.
    let solutions = match u64::try_from(told.solutions) {
        Ok(number) if number <= 1 << 53 => json!(number),
        _ => json!(told.solutions.to_string()),
    };
    let paths = |solution: &Solution| {
        let named = puzzle.labels().iter().zip(solution.paths());
        named.map(|(label, path)| (label.to_string(), json!(path))).collect()
    };
    JsonAnswer {
        solutions,
        unique: told.unique,
        grid: told.solution.as_ref().map(|solution| rows(puzzle, solution)),
        paths: told.solution.as_ref().map(paths),
        lines: told.solution.as_ref().map(|solution| solution.paths().map(path_text).collect()),
        rule: rule_json(rules),
        nodes: told.nodes,
        elapsed_ms,
        engine: told.engine,
    }
}
