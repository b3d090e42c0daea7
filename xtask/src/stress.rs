//! The disagreement hunt: the tests called `stress` of each game, for minutes in place of a fixed number of boards.

use std::process::Command;

use crate::run;

/// Games whose engines are compared.
const GAMES: &[&str] = &["switcher", "blocky", "flow", "tetris", "kami"];

pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let (mut games, mut minutes) = (GAMES.to_vec(), "1");
    for argument in arguments {
        if let Some(game) = GAMES.iter().find(|game| *game == argument) {
            games = vec![game];
        } else if argument.parse::<f64>().is_ok_and(|minutes| minutes > 0.0) {
            minutes = argument;
        } else {
            return Err(format!("`{argument}` is neither a game ({}) nor a number of minutes", GAMES.join(", ")));
        }
    }
    // Seeds of the hour, so that no two runs look at the same boards; the first is printed to begin there again.
    let from = std::env::var("AZULEJO_STRESS_FROM").unwrap_or_else(|_| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        (now.map_or(0, |now| now.as_secs()) << 24).to_string()
    });
    println!("AZULEJO_STRESS_FROM={from}, {minutes} minutes for each check");
    for game in games {
        let package = format!("azulejo-{game}");
        let arguments =
            ["test", "--quiet", "--package", &package, "--test", "stress", "--", "--nocapture", "--test-threads", "1"];
        let mut cargo = Command::new("cargo");
        cargo.args(arguments).env("AZULEJO_STRESS_MINUTES", minutes).env("AZULEJO_STRESS_FROM", &from);
        run::command(&mut cargo, &format!("cargo {}", arguments.join(" ")))?;
    }
    Ok(())
}
