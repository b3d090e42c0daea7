//! Running the real binary: what all end-to-end tests share.

use assert_cmd::Command;
use serde_json::Value;

/// The binary with these arguments, in a plain environment.
pub(crate) fn azulejo(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("azulejo"));
    command.args(arguments).env_remove("NO_COLOR").env_remove("COLORTERM").env("TERM", "xterm");
    command.timeout(std::time::Duration::from_secs(120));
    command
}

/// Standard output of a run that ends with this code.
pub(crate) fn stdout(command: &mut Command, code: i32) -> String {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Standard error of a run that ends with this code and answers nothing.
#[allow(dead_code, reason = "not every file of tests reads it")]
pub(crate) fn stderr(command: &mut Command, code: i32) -> String {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    String::from_utf8(output.stderr).unwrap()
}

/// The one JSON document of a run that ends with this code.
pub(crate) fn json(command: &mut Command, code: i32) -> Value {
    serde_json::from_str(&stdout(command, code)).unwrap()
}
