//! `azulejo serve` from outside: it tells its address, answers, and ends when asked.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A server that ends with the test.
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
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let told: Value = serde_json::from_str(&line).unwrap();
        let url = told["url"].as_str().unwrap();
        let address = url.trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { child, address }
    }

    fn ask(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    fn answer(&self, request: &str) -> String {
        let mut text = String::new();
        self.ask(request).read_to_string(&mut text).unwrap();
        text
    }

    /// CPU time so far.
    fn spent(&self) -> Duration {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let fields: Vec<&str> = text.rsplit(") ").next().unwrap().split(' ').collect();
        let ticks: u64 = [11, 12].map(|place: usize| fields[place].parse::<u64>().unwrap()).iter().sum();
        Duration::from_millis(10 * ticks)
    }

    /// The most memory it ever had, in megabytes.
    fn high_water(&self) -> f64 {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1024.0
    }

    fn end(mut self) -> std::process::ExitStatus {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        self.child.wait().unwrap()
    }
}

fn post(path: &str, body: &Value) -> String {
    let body = body.to_string();
    let length = body.len();
    format!(
        "POST /api/v1/games/{path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A position of Tetris whose plan takes longer than anybody waits.
fn hard() -> Value {
    serde_json::from_str(include_str!("hard.json")).unwrap()
}

#[test]
fn the_page_and_the_api_are_served() {
    let server = Server::start();
    let page = server.answer("GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<!doctype html>"), "{page}");
    let elsewhere = server.answer("GET / HTTP/1.1\r\nhost: elsewhere.example\r\nconnection: close\r\n\r\n");
    assert!(elsewhere.starts_with("HTTP/1.1 421"), "{elsewhere}");
    let new = server.answer(&post("kami/new", &json!({ "options": { "seed": 1 } })));
    assert!(new.contains("\"id\":\"kami:10x10c4#1\""), "{new}");
    assert!(server.end().success());
}

#[test]
fn a_search_ends_with_its_client_and_with_the_server() {
    let server = Server::start();
    let request = post("tetris/solve", &json!({ "position": hard(), "limits": { "time_ms": 60_000 } }));
    // Far more than may run at once: if those who left went on, the last would wait for their turn.
    for _ in 0..40 {
        let stream = server.ask(&request);
        std::thread::sleep(Duration::from_millis(20));
        drop(stream);
    }
    let begun = Instant::now();
    let hint = server.answer(&post("kami/new", &json!({ "options": { "setup": "5x5c3", "seed": 1 } })));
    assert!(hint.starts_with("HTTP/1.1 200"), "{hint}");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let _running = server.ask(&request);
    std::thread::sleep(Duration::from_millis(100));
    let begun = Instant::now();
    assert!(server.end().success());
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
}

#[test]
fn a_search_ends_with_a_client_that_left_something_unread() {
    let server = Server::start();
    let search = post("tetris/solve", &json!({ "position": hard(), "limits": { "time_ms": 60_000 } }));
    // The second question is never looked at, and hides that there is nobody any more.
    let asked = search.replace("connection: close\r\n", "") + "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let gone: Vec<TcpStream> = (0..4).map(|_| server.ask(&asked)).collect();
    std::thread::sleep(Duration::from_millis(300));
    drop(gone);
    std::thread::sleep(Duration::from_secs(1));
    let before = server.spent();
    std::thread::sleep(Duration::from_millis(500));
    let spent = server.spent().saturating_sub(before);
    assert!(spent <= Duration::from_millis(50), "{spent:?} of CPU time for nobody");
}

#[test]
fn no_question_ends_the_server() {
    let server = Server::start();
    let deep = "1 4000000000 3 12 3\n".to_owned() + &"1 2 3 1 2 3 1 2 3 1 2 3\n2 3 1 2 3 1 2 3 1 2 3 1\n".repeat(2);
    let huge = format!("https://puzz.link/p?numlin/2000/2000/1{}x1", "z".repeat(199_999));
    for (path, body) in [
        ("kami/busca", json!({ "puzzle": deep, "limits": { "time_ms": 2000 } })),
        ("flow/render", json!({ "puzzle": huge })),
        ("flow/play", json!({ "puzzle": huge, "draw": {} })),
        ("tetris/plan", json!({ "puzzle": "tetris:1000x1000#1", "draw": {} })),
    ] {
        let answer = server.answer(&post(path, &body));
        let status: u16 = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        assert!((200..500).contains(&status), "{path}: {answer}");
    }
    assert!(server.high_water() < 256.0, "{} MB", server.high_water());
    assert!(server.end().success());
}

#[test]
fn clients_that_never_read_leave_the_server_well() {
    let server = Server::start();
    let position = server.answer(&post("kami/new", &json!({ "options": { "seed": 1 } })));
    let body = position.split("\r\n\r\n").nth(1).unwrap();
    let position: Value = serde_json::from_str(body).unwrap();
    let question = post("kami/play", &json!({ "position": position["position"], "draw": {} }));
    let many = question.replace("connection: close\r\n", "").repeat(50);
    // More than one client may have: the stillest give way.
    let deaf: Vec<TcpStream> = (0..300)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.address).unwrap();
            stream.set_nonblocking(true).unwrap();
            let _ = stream.write(many.as_bytes());
            stream
        })
        .collect();
    let begun = Instant::now();
    let health = "GET /api/v1/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    let answer = server.answer(health);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    let begun = Instant::now();
    assert!(server.end().success());
    assert!(begun.elapsed() < Duration::from_millis(3500), "{:?}", begun.elapsed());
    drop(deaf);
}

#[test]
fn long_lists_of_moves_on_large_boards_hold_up_nobody() {
    let server = Server::start();
    let row = "1 2 ".repeat(120);
    let board = format!("1 9999 240 240 2\n{}", format!("{}\n", row.trim_end()).repeat(240));
    let moves: Vec<String> = (0..10_000).map(|index| format!("A1 {}", index % 2 + 1)).collect();
    let question = post("kami/play", &json!({ "puzzle": board, "moves": moves }));
    let asked: Vec<TcpStream> = (0..6).map(|_| server.ask(&question)).collect();
    std::thread::sleep(Duration::from_millis(300));
    let begun = Instant::now();
    let health = "GET /api/v1/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    assert!(server.answer(health).starts_with("HTTP/1.1 200"));
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    drop(asked);
    let begun = Instant::now();
    assert!(server.end().success());
    assert!(begun.elapsed() < Duration::from_millis(3500), "{:?}", begun.elapsed());
}
