//! Live capture, on a display of its own: `Xvfb`, which needs neither a screen nor a person.

use crate::run;

/// Runs its tests; where the X server cannot be had, says so and lets the other chores go on.
pub(crate) fn run() -> Result<(), String> {
    if let Err(message) = run::package_of("Xvfb", "-help", "xvfb") {
        println!("Xvfb cannot be installed ({message}): the tests of live capture are passed over");
        return Ok(());
    }
    let features = ["--package", "azulejo-cli", "--features", "screen", "--locked", "--quiet"];
    run::cargo(&[&["clippy"], &features[..], &["--all-targets", "--", "--deny", "warnings"]].concat())?;
    run::cargo(&[&["test"], &features[..], &["--bin", "azulejo", "--test", "screen"]].concat())
}
