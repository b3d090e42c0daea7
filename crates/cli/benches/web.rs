//! The server under load, from outside: `azulejo serve` as people run it, and a small client on the same machine.
//!
//! Printed are requests a second, what a request costs the server in CPU time (the machine may be busy, that figure is
//! the one to compare), and how long answers take.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints, and may fail")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use azulejo_core::options::Kind;
use azulejo_core::verb::Needs;
use azulejo_games::GAMES;
use serde_json::{Value, json};

const CONNECTIONS: usize = 64;
const LASTS: Duration = Duration::from_secs(3);

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_azulejo"))
            .args(["serve", "--port", "0", "--json"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let told: Value = serde_json::from_str(&line).unwrap();
        let address = told["url"].as_str().unwrap().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { child, address }
    }

    /// CPU time of the server so far, as the system counts it: in hundredths of a second.
    fn spent(&self) -> Duration {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let fields: Vec<&str> = text.rsplit(") ").next().unwrap_or_default().split(' ').collect();
        let ticks = |place: usize| fields.get(place).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
        Duration::from_millis((ticks(11) + ticks(12)) * 10)
    }

    fn ask(&self, path: &str, body: &Value) -> Value {
        let mut client = Client::new(&self.address);
        client.ask(&request(path, body)).unwrap();
        serde_json::from_slice(&client.body).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn request(path: &str, body: &Value) -> Vec<u8> {
    let body = body.to_string();
    let length = body.len();
    format!(
        "POST /api/v1/games/{path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

/// One connection that is kept.
struct Client {
    stream: TcpStream,
    bytes: Vec<u8>,
    body: Vec<u8>,
}

impl Client {
    fn new(address: &str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, bytes: vec![0; 256 << 10], body: Vec::new() }
    }

    /// Sends a request and reads its answer, which must be a good one.
    fn ask(&mut self, request: &[u8]) -> Result<(), String> {
        let failed = |error: std::io::Error| error.to_string();
        self.stream.write_all(request).map_err(failed)?;
        let mut filled = 0;
        loop {
            let read = self.stream.read(&mut self.bytes[filled..]).map_err(failed)?;
            filled += read;
            let Some(head) = self.bytes[..filled].windows(4).position(|four| four == b"\r\n\r\n") else {
                if read == 0 {
                    return Err("the connection was closed".to_owned());
                }
                continue;
            };
            let text = String::from_utf8_lossy(&self.bytes[..head]);
            if !text.starts_with("HTTP/1.1 200") {
                return Err(text.into_owned());
            }
            let length = text.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
            let end = head + 4 + length.ok_or("the answer has no length")?;
            if filled >= end {
                self.body = self.bytes[head + 4..end].to_vec();
                return Ok(());
            }
            if read == 0 {
                return Err("the answer ended early".to_owned());
            }
        }
    }
}

/// What a load came to.
struct Load {
    answers: usize,
    errors: usize,
    lasted: Duration,
    spent: Duration,
    times: Vec<Duration>,
}

fn load(server: &Server, request: &[u8], connections: usize, pause: Duration) -> Load {
    let over = AtomicBool::new(false);
    let before = server.spent();
    let begun = Instant::now();
    let runs: Vec<(Vec<Duration>, usize)> = std::thread::scope(|scope| {
        let run = || {
            let mut client = Client::new(&server.address);
            let (mut times, mut errors) = (Vec::new(), 0);
            while !over.load(Ordering::Relaxed) {
                let begun = Instant::now();
                if client.ask(request).is_ok() {
                    times.push(begun.elapsed());
                } else {
                    errors += 1;
                    client = Client::new(&server.address);
                }
                std::thread::sleep(pause);
            }
            (times, errors)
        };
        let threads: Vec<_> = (0..connections).map(|_| scope.spawn(run)).collect();
        std::thread::sleep(LASTS);
        over.store(true, Ordering::Relaxed);
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let (lasted, spent) = (begun.elapsed(), server.spent().saturating_sub(before));
    let errors = runs.iter().map(|(_, errors)| errors).sum();
    let mut times: Vec<Duration> = runs.into_iter().flat_map(|(times, _)| times).collect();
    times.sort_unstable();
    Load { answers: times.len(), errors, lasted, spent, times }
}

impl Load {
    fn print(&self, name: &str) {
        let at = |part: f64| self.times.get((self.times.len() as f64 * part) as usize).copied().unwrap_or_default();
        println!(
            "{name:<40} {:>7.0}/s  {:>6.1} µs CPU each  p50 {:>6.2} ms  p99 {:>6.2} ms  {} errors",
            self.answers as f64 / self.lasted.as_secs_f64(),
            self.spent.as_secs_f64() * 1e6 / self.answers.max(1) as f64,
            at(0.5).as_secs_f64() * 1e3,
            at(0.99).as_secs_f64() * 1e3,
            self.errors,
        );
    }
}

/// A question that takes longer than anybody waits: a million of something.
fn long(server: &Server) -> Vec<u8> {
    let verbs = GAMES.0.iter().flat_map(|game| game.verbs.iter().map(move |verb| (game.name, verb)));
    for (game, verb) in verbs.filter(|(_, verb)| verb.needs == Needs::Nothing) {
        for spec in &verb.table().0 {
            let Kind::Integer(_, Some(most @ 100_000..)) = spec.kind else { continue };
            let path = format!("{game}/{}", verb.name.replace(' ', "-"));
            let limited = |time: u64| json!({ "options": { &spec.name: most }, "limits": { "time_ms": time } });
            if server.ask(&path, &limited(100))["status"] == "gave_up" {
                return request(&path, &limited(60_000));
            }
        }
    }
    panic!("no verb takes long");
}

fn main() {
    println!("# web (the server's CPU time; client and server on one machine)");
    let mut first: Vec<Duration> = (0..11)
        .map(|_| {
            let begun = Instant::now();
            let server = Server::start();
            let mut stream = TcpStream::connect(&server.address).unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
            stream.read_exact(&mut [0]).unwrap();
            begun.elapsed()
        })
        .collect();
    first.sort_unstable();
    println!("{:<40} median {:.1} ms, worst {:.1} ms", "start to first byte", ms(first[5]), ms(first[10]));
    let server = Server::start();
    let mut plays = Vec::new();
    for game in GAMES.0 {
        let (name, id) = (game.name, game.daily("7").to_string());
        let position = server.ask(&format!("{name}/play"), &json!({ "puzzle": id }))["position"].clone();
        let action = server.ask(&format!("{name}/moves"), &json!({ "position": position }))["moves"][0].clone();
        let mut body = json!({ "position": position, "moves": [action] });
        let play = request(&format!("{name}/play"), &body);
        load(&server, &play, CONNECTIONS, Duration::ZERO).print(&format!("{name} play, 64 connections"));
        body["draw"] = json!({});
        let drawn = request(&format!("{name}/play"), &body);
        load(&server, &drawn, CONNECTIONS, Duration::ZERO).print(&format!("{name} play with pictures"));
        let check = request(&format!("{name}/check"), &json!({ "position": position }));
        load(&server, &check, CONNECTIONS, Duration::ZERO).print(&format!("{name} check, 64 connections"));
        plays.push((name, play));
    }
    let long = long(&server);
    let _searching: Vec<TcpStream> = (0..4)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.address).unwrap();
            stream.write_all(&long).unwrap();
            stream
        })
        .collect();
    std::thread::sleep(Duration::from_millis(300));
    for (game, play) in &plays {
        load(&server, play, 8, Duration::from_millis(5)).print(&format!("{game} play beside 4 searches, 8 people"));
        load(&server, play, CONNECTIONS, Duration::ZERO).print(&format!("{game} play beside 4 searches, 64"));
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
