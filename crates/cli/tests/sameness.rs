//! The same question gives the same report at every door: each verb of each game, asked at the command line, in batch, over
//! HTTP and as a browser would, on several puzzles, compared member by member but for the time it took.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

mod common;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use common::{azulejo, json};
use serde_json::{Map, Value, json};

/// Puzzles of each game, so that no door can know the answer: by id, written out, and where there is one, without a
/// solution. A game that is not here is asked about its puzzles of two days.
const PUZZLES: [(&str, &[&str]); 5] = [
    ("switcher", &["switcher#42", "rrgbyy/rggbby/ryybbg/rgbyrg/bbyrgg/yyrrgb"]),
    ("blocky", &["blocky:d2#7", r#"{"max_depth":2,"board":[[0,1,1,3],2,1,3]}"#]),
    ("flow", &["flow@2:5x5-easy#3", "A..\n.B.\nB.A\n", "AB\nBA\n", "A.A\n...\n"]),
    ("tetris", &["tetris:6x8#5", "tetris:8x10-keep#2", "1001\n1\n4\n4\n0000\n0000\n0000\n0110\n2\nT\nO\n"]),
    ("kami", &["kami:5x5c3#1", "1 9 2 3 3\n1 2 3\n3 2 1\n", "1 1 2 3 3\n1 2 3\n3 2 1\n"]),
];

fn puzzles(game: &str) -> Vec<String> {
    match PUZZLES.iter().find(|(known, _)| *known == game) {
        Some((_, puzzles)) => puzzles.iter().map(ToString::to_string).collect(),
        None => ["2026-11-16", "2026-11-17"].map(|day| format!("{game}#{day}")).to_vec(),
    }
}

/// What a verb must be told, and what is worth telling it.
fn options(game: &str, verb: &str) -> Vec<Value> {
    let tap = json!({ "gestures": [{ "act": "tap", "on": "A1" }] });
    match (game, verb) {
        (_, "gesture") => vec![tap],
        ("flow", "new" | "generate") => {
            ["easy", "expert"].map(|difficulty| json!({ "seed": 3, "size": "6x6", "difficulty": difficulty })).to_vec()
        }
        (_, "new" | "generate") => vec![json!({ "seed": 3 })],
        (_, "simulate") if game == "blocky" => {
            vec![json!({ "games": 2, "random": 2, "turns": 2, "depth": 2, "seed": 1 })]
        }
        (_, "simulate") => vec![json!({ "games": 1, "bots": ["greedy", "greedy"], "seed": 1 })],
        ("switcher", "turn") => vec![json!({ "cards": ["mov1", "mov4"], "figures": ["fig01", "fige02"] })],
        ("switcher", "swaps") => vec![json!({ "cards": ["mov3"] })],
        ("switcher", "components") => vec![json!({}), json!({ "matrix": true })],
        ("switcher", "figures") => vec![json!({}), json!({ "set": "poc", "matrix": true })],
        ("blocky", "apply") => vec![json!({ "moves": "swap_h root; rotate_cw root" })],
        ("blocky", "select") => vec![json!({ "at": "10,10", "level": 1 })],
        ("blocky", "best") => vec![json!({ "goal": "blob:1", "turns": 2 })],
        ("blocky", "optimum") => vec![json!({ "goal": "perimeter:2" })],
        ("blocky", "par") => vec![json!({ "goal": "perimeter:1" })],
        ("flow", "solve") => vec![json!({}), json!({ "unique": true }), json!({ "count": "all", "touch": "forbid" })],
        ("flow", "convert") => vec![json!({ "to": "json" })],
        ("tetris", "plan" | "hint") => vec![json!({ "depth": 1 })],
        ("tetris", "perft") => vec![json!({ "rows": 6, "columns": 5, "pieces": "IO" })],
        ("tetris", "features") => vec![json!({ "rotation": 0, "column": 0 })],
        ("tetris", "train") => vec![json!({ "size": "10x5", "games": 2, "population": 4, "seed": 1 })],
        ("tetris", "autoplay") => vec![json!({ "pieces": "TOI", "size": "6x8" })],
        ("kami", "graph") => vec![json!({}), json!({ "names": "0" })],
        ("kami", "paint-vertex") => vec![json!({ "vertex": 0, "to": 2 })],
        ("kami", "paint") => vec![json!({ "move": "A1 2" })],
        ("kami", "solve") => vec![json!({}), json!({ "first": true })],
        _ => vec![json!({})],
    }
}

/// What a verb is asked about that is no position of its game, or one of those that it takes.
fn other_puzzles(game: &str, verb: &str) -> Option<[&'static str; 2]> {
    match (game, verb) {
        ("tetris", "fumen decode") => {
            Some(["v115@vhDaNJAAA6dBAAPaAFLDmClcJSAVDEHBEooRBUoAVB?JHUPCzXBAA", "v115@vhC7LJdrBLgB"])
        }
        ("tetris", "fumen encode") => Some([r#"{"pages":[{"field":["__XX______"],"comment":"a"},{}]}"#, "tetris#5"]),
        // The Super Rotation System has ten columns.
        ("tetris", "clear") => Some(["0000111111/0000111111,OO,clear,0", "1000111111/0000111111,IT,clear,0"]),
        _ => None,
    }
}

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Self {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("azulejo"))
            .args(["serve", "--port", "0", "--json"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = Vec::new();
        let mut out = child.stdout.take().unwrap();
        while line.last() != Some(&b'\n') {
            let mut byte = [0];
            out.read_exact(&mut byte).unwrap();
            line.push(byte[0]);
        }
        let told: Value = serde_json::from_slice(&line).unwrap();
        let address = told["url"].as_str().unwrap().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { child, address }
    }

    fn ask(&self, game: &str, verb: &str, question: &Value) -> Value {
        let body = question.to_string();
        let request = format!(
            "POST /api/v1/games/{game}/{} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{body}",
            verb.replace(' ', "-"),
            body.len()
        );
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{game} {verb} {question}: {text}");
        serde_json::from_str(body).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The same question at the command line: the puzzle by standard input, options by their flags.
fn by_hand(game: &str, verb: &str, puzzle: Option<&str>, options: &Map<String, Value>, table: &Value) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let words = std::iter::once(game).chain(verb.split(' ')).chain(["--json", "--threads", "1"]);
    let mut arguments: Vec<String> = words.map(str::to_owned).collect();
    if puzzle.is_some() {
        arguments.push("-".to_owned());
    }
    for (name, value) in options {
        let text = match value {
            Value::Bool(true) => None,
            Value::String(text) => Some(text.clone()),
            Value::Array(items) if items.iter().all(Value::is_string) => {
                Some(items.iter().map(|item| item.as_str().unwrap()).collect::<Vec<_>>().join(","))
            }
            other => Some(other.to_string()),
        };
        if table["properties"][name].get("x-place").is_none() {
            arguments.push(format!("--{}", name.replace('_', "-")));
        }
        arguments.extend(text);
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut command = azulejo(&arguments);
    command.current_dir(&folder).write_stdin(puzzle.unwrap_or_default());
    let output = command.output().unwrap();
    assert_ne!(output.status.code(), Some(2), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The report without what differs from run to run.
fn timeless(mut report: Value) -> Value {
    let members = report.as_object_mut().unwrap();
    members.retain(|name, _| name != "elapsed_ms" && !name.ends_with("_per_second"));
    report
}

#[test]
fn every_verb_of_every_game_gives_the_same_report_at_every_door() {
    let server = Server::start();
    let table = json(&mut azulejo(&["verbs", "--json"]), 0);
    let mut lines = String::new();
    let mut asked = Vec::new();
    for game in table["games"].as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let puzzles = puzzles(name);
        for verb in game["verbs"].as_array().unwrap() {
            let verb_name = verb["name"].as_str().unwrap();
            // A screenshot is not a text.
            if verb_name == "import" {
                continue;
            }
            let needs = verb["puzzle"].as_bool().unwrap();
            let others = other_puzzles(name, verb_name).map(|others| others.map(str::to_owned).to_vec());
            let puzzles = others.as_ref().unwrap_or(&puzzles);
            for puzzle in puzzles.iter().map(String::as_str).take(if needs { puzzles.len() } else { 1 }) {
                for options in options(name, verb_name) {
                    let mut question = json!({ "options": options });
                    if needs {
                        question["puzzle"] = json!(puzzle);
                    }
                    let there = server.ask(name, verb_name, &question);
                    let given = options.as_object().unwrap();
                    // At the command line `play` is the game itself.
                    let here = match verb_name {
                        "play" => there.clone(),
                        _ => by_hand(name, verb_name, needs.then_some(puzzle), given, &verb["options"]),
                    };
                    assert_eq!(timeless(here.clone()), timeless(there), "{name} {verb_name} {question}");
                    question["game"] = json!(name);
                    question["task"] = json!(verb_name);
                    let browser = serde_json::from_str(&azulejo_wasm::ask(&question.to_string(), None)).unwrap();
                    assert_eq!(timeless(here.clone()), timeless(browser), "{name} {verb_name} {question}");
                    lines.push_str(&format!("{question}\n"));
                    asked.push((question, timeless(here)));
                }
            }
        }
    }
    let mut batch = azulejo(&["batch", "--threads", "1"]);
    let output = batch.write_stdin(lines).output().unwrap();
    let answers: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), asked.len());
    for ((question, expected), answer) in asked.iter().zip(answers) {
        // A line keeps its own members, and the report's are added.
        let mut whole = question.clone();
        let members = expected.as_object().unwrap().clone();
        whole.as_object_mut().unwrap().extend(members);
        assert_eq!(timeless(answer), whole, "{question}");
    }
    assert!(asked.len() > 100, "only {} questions were asked", asked.len());
}
