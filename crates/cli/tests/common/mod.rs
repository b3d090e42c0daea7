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
#[allow(dead_code, reason = "not every file of tests reads it")]
pub(crate) fn json(command: &mut Command, code: i32) -> Value {
    serde_json::from_str(&stdout(command, code)).unwrap()
}

/// What a command shows at a terminal of its own, which `script` makes, screen by screen; keys are pressed one by one until it ends.
#[cfg(target_os = "linux")]
#[allow(dead_code, reason = "not every file of tests reads it")]
pub(crate) fn at_a_terminal(arguments: &str, keys: &[&str]) -> Vec<String> {
    use std::io::Write as _;
    use std::process::{Command, Stdio};
    let binary = assert_cmd::cargo::cargo_bin!("azulejo").display();
    let mut child = Command::new("script")
        .args(["-qec", &format!("stty rows 50 columns 120; {binary} {arguments} --color never"), "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
    let presser = std::thread::spawn(move || {
        // After the keys that are asked for, any: the end of a game waits for one.
        for key in keys.into_iter().chain(std::iter::repeat("x".to_owned())) {
            std::thread::sleep(std::time::Duration::from_millis(250));
            if input.write_all(key.as_bytes()).and_then(|()| input.flush()).is_err() {
                break;
            }
        }
    });
    let text = String::from_utf8_lossy(&child.wait_with_output().unwrap().stdout).replace('\r', "");
    presser.join().unwrap();
    text.split("\u{1b}[2J").skip(1).map(str::to_owned).collect()
}
