//! Benchmarks: times for people, instruction counts for comparing two states of the code.

use std::process::Command;

use crate::run;

/// What callgrind counts: a game and a workload of its benchmark.
const COUNTED: &[(&str, &str)] = &[
    ("switcher", "detect"),
    ("switcher", "best turn"),
    ("tetris", "plan 11 pieces"),
    ("tetris", "exhaustive 4 pieces"),
];

/// Games with a benchmark.
const GAMES: &[&str] = &["switcher", "blocky", "flow", "tetris", "kami"];

pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let counts = arguments.contains(&"--counts");
    let wanted: Vec<&str> = arguments.iter().copied().filter(|argument| !argument.starts_with("--")).collect();
    if let Some(unknown) = wanted.iter().find(|game| !GAMES.contains(game) && **game != "web") {
        return Err(format!("there is no benchmark of `{unknown}`: there are {} and web", GAMES.join(", ")));
    }
    for game in GAMES.iter().filter(|game| wanted.is_empty() || wanted.contains(game)) {
        run::cargo(&["bench", "--quiet", "--package", &format!("azulejo-{game}")])?;
        if counts {
            count(game)?;
        }
    }
    if wanted.is_empty() || wanted.contains(&"web") {
        // The load comes from outside, against the program as people run it.
        run::cargo(&["bench", "--quiet", "--package", "azulejo-cli", "--bench", "web"])?;
    }
    Ok(())
}

/// Prints the instructions that each workload of a game takes, as callgrind counts them.
fn count(game: &str) -> Result<(), String> {
    run::package("valgrind", "valgrind")?;
    for (_, workload) in COUNTED.iter().filter(|(other, _)| *other == game) {
        let binary = benchmark_binary(game)?;
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", &binary, "--workload", workload])
            .current_dir(run::root())
            .output()
            .map_err(|error| format!("valgrind cannot be run: {error}"))?;
        let report = String::from_utf8_lossy(&output.stderr);
        let total = report.lines().find_map(|line| line.split("Collected :").nth(1)).unwrap_or(" unknown");
        println!("{workload:<48}{total} instructions");
    }
    Ok(())
}

/// The benchmark program, as cargo names it.
fn benchmark_binary(game: &str) -> Result<String, String> {
    let package = format!("azulejo-{game}");
    let output = Command::new("cargo")
        .args(["bench", "--no-run", "--package", &package, "--bench", game])
        .current_dir(run::root())
        .output()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    let line = report.lines().find(|line| line.contains("Executable"));
    let path = line.and_then(|line| line.split(['(', ')']).nth(1));
    path.map(str::to_owned).ok_or_else(|| format!("cargo did not name the benchmark of {game}"))
}
