//! A sixth game is one crate and one line: builds with the skeleton game and has it played, solved, hinted, checked, drawn
//! and shared at the command line, in batch, over HTTP and on the page, while no other file names it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use crate::{e2e, run};

/// The skeleton game, which is also the name of its feature.
const NAME: &str = "picnic";

/// Who may name it: itself, the registry's one line, manifests, the texts about the project, and this check.
const ALLOWED: [&str; 6] =
    ["crates/picnic/", "crates/games/src/lib.rs", "Cargo.toml", "Cargo.lock", ".md", "xtask/src/sixth.rs"];

pub(crate) fn run() -> Result<(), String> {
    nobody_else_names_it()?;
    run::cargo(&["build", "--locked", "--quiet", "--features", NAME])?;
    command_line()?;
    over_http()?;
    // The test that plays whatever games there are meets one it has never heard of.
    e2e::browser(&["every"])
}

fn nobody_else_names_it() -> Result<(), String> {
    let output = Command::new("git").args(["grep", "-liw", NAME]).current_dir(run::root()).output();
    let output = output.map_err(|error| format!("`git grep` cannot be run: {error}"))?;
    let files = String::from_utf8_lossy(&output.stdout).into_owned();
    let allowed = |file: &str| ALLOWED.iter().any(|part| file.starts_with(part) || file.ends_with(part));
    match files.lines().find(|file| !allowed(file)) {
        Some(file) => Err(format!("{file} names {NAME}: a game is one crate and one line in the registry")),
        None => Ok(()),
    }
}

/// Asks at the command line; the answer must contain what is expected.
fn expect(arguments: &[&str], input: &str, expected: &str) -> Result<(), String> {
    let shown = format!("azulejo {}", arguments.join(" "));
    println!("==> {shown}");
    let mut child = Command::new(e2e::binary())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .current_dir(std::env::temp_dir())
        .spawn()
        .map_err(|error| format!("`{shown}` cannot be run: {error}"))?;
    if let Some(mut stdin) = child.stdin.take() {
        // A command that reads nothing closes its end first.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().map_err(|error| format!("`{shown}`: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if text.contains(expected) { Ok(()) } else { Err(format!("`{shown}` says `{text}`, expected `{expected}`")) }
}

fn command_line() -> Result<(), String> {
    for (arguments, input, expected) in [
        (&["new", "--setup", "7", "--seed", "3"][..], "", "picnic:7#3"),
        (&["show", "picnic:0123"], "", "plates left"),
        (&["solve", "picnic:012301", "--json"], "", r#""line":["take 2"]"#),
        (&["solve", "-", "--json"], "0123", r#""verdict":"no""#),
        (&["hint", "picnic:012301"], "", "take 2"),
        (&["check", "picnic:0123"], "", "no rule is broken"),
        (&["rate", "picnic:0123", "--json"], "", r#""difficulty":"easy""#),
        (&["generate", "--seed", "1", "--number", "2"], "", "# picnic"),
        (&["play", "picnic:0123", "--bots", "clever"], "take 3\n", "has won"),
        (
            &["play", "picnic:0123", "--json"],
            "take 1\nundo\ntake 2\ntake 2\n",
            r#""record":"picnic:0123 take 2; take 2""#,
        ),
    ] {
        expect(&[&[NAME], arguments].concat(), input, expected)?;
    }
    expect(&["replay", "picnic:0123 take 2; take 2", "--json"], "", r#""state":"won""#)?;
    expect(&["tui", NAME, "picnic:0123", "--json"], "take 2\ntake 2\n", r#""state":"won""#)?;
    expect(&["today", NAME], "", NAME)?;
    let line = format!("{{\"id\":1,\"game\":\"{NAME}\",\"task\":\"solve\",\"puzzle\":\"012301\"}}\n");
    expect(&["batch"], &line, r#""line":["take 2"]"#)
}

fn over_http() -> Result<(), String> {
    let serve = Command::new(e2e::binary()).args(["serve", "--port", "0", "--json"]).stdout(Stdio::piped()).spawn();
    let mut serve = serve.map_err(|error| format!("`azulejo serve` cannot be run: {error}"))?;
    let mut line = String::new();
    if let Some(out) = serve.stdout.take() {
        let _ = BufReader::new(out).read_line(&mut line);
    }
    let asked = asked_over_http(&line);
    let _ = serve.kill();
    let _ = serve.wait();
    asked
}

fn asked_over_http(line: &str) -> Result<(), String> {
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    let address = address.ok_or_else(|| format!("`azulejo serve` says `{line}`, expected an address"))?;
    for (verb, body, expected) in [
        ("play", r#"{"puzzle":"picnic:0123","moves":["take 1"],"draw":{}}"#, "data-handle"),
        ("gesture", r#"{"puzzle":"0123","options":{"gestures":[{"act":"tap","on":"B1"}]}}"#, r#""moves":["take 2"]"#),
        ("solve", r#"{"puzzle":"012301"}"#, r#""line":["take 2"]"#),
        ("hint", r#"{"puzzle":"012301"}"#, r#""move":"take 2""#),
        ("check", r#"{"puzzle":"012301"}"#, r#""violations":[]"#),
        ("export", r#"{"puzzle":"012301"}"#, r#""id":"picnic:012301""#),
    ] {
        println!("==> POST /api/v1/games/{NAME}/{verb}");
        let request = format!(
            "POST /api/v1/games/{NAME}/{verb} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        );
        let mut text = String::new();
        let answered = TcpStream::connect(address)
            .and_then(|mut stream| stream.write_all(request.as_bytes()).map(|()| stream))
            .and_then(|mut stream| stream.read_to_string(&mut text));
        answered.map_err(|error| format!("{verb}: {error}"))?;
        let plain = text.replace("\\\"", "\"");
        if !plain.contains(expected) {
            return Err(format!("{verb} says `{text}`, expected `{expected}`"));
        }
    }
    Ok(())
}
