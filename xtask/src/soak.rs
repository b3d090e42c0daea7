//! The soak: the server under attack, and among honest visitors for as long as somebody wants.

use crate::run;

pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let minutes = match arguments {
        [] => "1",
        [minutes] if minutes.parse::<f64>().is_ok_and(|minutes| minutes > 0.0) => minutes,
        _ => return Err("expected a number of minutes".to_owned()),
    };
    run::cargo(&["bench", "--quiet", "--package", "azulejo-cli", "--bench", "soak", "--", minutes])
}
