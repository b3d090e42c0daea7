//! How much one client may ask for. The defaults suit a machine that others use too.

use std::time::Duration;

/// The limits of a server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a JSON body.
    pub body: usize,
    /// Bytes of a picture that is sent.
    pub picture_bytes: usize,
    /// Pixels of a picture that is drawn.
    pub pixels: u64,
    /// Cells drawn in one answer.
    pub cells: usize,
    /// Moves played in one request.
    pub moves: usize,
    /// How long a client may take to send its question.
    pub patience: Duration,
    /// How long a search runs when the client does not say.
    pub usual_time: Duration,
    /// How long a search runs at most.
    pub most_time: Duration,
    /// Memory for the tables of one search.
    pub memory: usize,
    /// Searches that run at once.
    pub searches: usize,
    /// Searches that wait for their turn; more are refused.
    pub queue: usize,
    /// How long a search waits for its turn.
    pub wait: Duration,
    /// Open connections; more wait to be accepted.
    pub connections: usize,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            body: 256 << 10,
            picture_bytes: 16 << 20,
            pixels: 25_000_000,
            cells: 50_000,
            moves: 10_000,
            patience: Duration::from_secs(10),
            usual_time: Duration::from_secs(10),
            most_time: Duration::from_secs(60),
            memory: 256 << 20,
            searches: cores.max(4),
            queue: 32,
            wait: Duration::from_secs(30),
            connections: 1024,
        }
    }
}
