//! The server under attack: started as people start it, watched from outside.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddrV4;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// A server that ends with its value.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddrV4,
}

impl Server {
    pub(crate) fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_azulejo"))
            .args(["serve", "--port", "0", "--json", "--log", "error"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let told: Value = serde_json::from_str(&line).unwrap();
        let address = told["url"].as_str().unwrap().trim_start_matches("http://").trim_end_matches('/');
        Self { child, address: address.parse().unwrap() }
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(format!("/proc/{}/{file}", self.child.id())).unwrap_or_default()
    }

    /// CPU time so far, as the system counts it: in hundredths of a second.
    pub(crate) fn spent(&self) -> Duration {
        let text = self.read("stat");
        let fields: Vec<&str> = text.rsplit(") ").next().unwrap_or_default().split(' ').collect();
        let ticks = |place: usize| fields.get(place).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
        Duration::from_millis((ticks(11) + ticks(12)) * 10)
    }

    /// Megabytes by their name in the system's list: `VmRSS` now, `VmHWM` at most.
    pub(crate) fn memory(&self, name: &str) -> f64 {
        let text = self.read("status");
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        kilobytes.unwrap_or(f64::INFINITY) / 1024.0
    }

    /// How long until it does next to nothing; more than `most` is not waited for.
    pub(crate) fn idle_after(&self, most: Duration) -> Duration {
        let begun = Instant::now();
        loop {
            let (before, at) = (self.spent(), begun.elapsed());
            std::thread::sleep(Duration::from_millis(100));
            if self.spent().saturating_sub(before) <= Duration::from_millis(10) || at > most {
                return at;
            }
        }
    }

    /// Asks it to end, and says how long that took; nothing where it did not end well.
    pub(crate) fn end(mut self) -> Option<Duration> {
        let begun = Instant::now();
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status().ok()?;
        while begun.elapsed() < Duration::from_secs(15) {
            if let Some(status) = self.child.try_wait().ok()? {
                return (sent.success() && status.success()).then(|| begun.elapsed());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        None
    }

    /// Whether it still runs.
    pub(crate) fn lives(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|status| status.is_none())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
