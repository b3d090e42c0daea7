//! How much one client may ask for. The defaults suit a machine that others use too.

use std::time::Duration;

use crate::turns::Share;

/// The limits of a server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a JSON body.
    pub body: usize,
    /// Bytes of a picture that is sent.
    pub picture_bytes: usize,
    /// Pixels of a picture that is drawn.
    pub pixels: u64,
    /// Cells of a board.
    pub board: usize,
    /// Cells drawn in one answer.
    pub cells: usize,
    /// Moves played in one request.
    pub moves: usize,
    /// How long a client may take to send its question, and to take a part of its answer.
    pub patience: Duration,
    /// How long quick work lasts before it moves to the brief lane.
    pub quick_time: Duration,
    /// How long brief work lasts before it moves to the searches.
    pub brief_time: Duration,
    /// How long a search runs when the client does not say.
    pub usual_time: Duration,
    /// How long a search runs at most.
    pub most_time: Duration,
    /// Memory for the tables of one search.
    pub memory: usize,
    /// Memory for the tables of quick and brief work.
    pub quick_memory: usize,
    /// Quick work that is done at once; half of it for one client.
    pub quick_turns: usize,
    /// Brief work that is done at once; half of it for one client.
    pub brief_turns: usize,
    /// Brief work that waits for its turn; more is refused, and of one client half as much.
    pub brief_queue: usize,
    /// Searches that run at once; half of them for one client.
    pub searches: usize,
    /// Searches that wait for their turn; more are refused.
    pub queue: usize,
    /// How long work waits for its turn.
    pub wait: Duration,
    /// Searches that one client has running and waiting.
    pub client_searches: usize,
    /// Bytes of questions and answers on their way.
    pub bytes: usize,
    /// The same of one client.
    pub client_bytes: usize,
    /// Open connections; a new one takes the place of one that waits, or is refused.
    pub connections: usize,
    /// The same of one client.
    pub client_connections: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self::for_cores(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

impl Limits {
    /// The usual limits on a machine with so many cores.
    pub fn for_cores(cores: usize) -> Self {
        Self {
            body: 256 << 10,
            picture_bytes: 16 << 20,
            pixels: 25_000_000,
            board: 1 << 16,
            cells: 100_000,
            moves: 10_000,
            patience: Duration::from_secs(10),
            quick_time: Duration::from_millis(50),
            brief_time: Duration::from_secs(3),
            usual_time: Duration::from_secs(10),
            most_time: Duration::from_secs(60),
            memory: 64 << 20,
            quick_memory: 32 << 20,
            // One client may keep all cores busy, and there are turns for the others beside it.
            quick_turns: 2 * cores,
            brief_turns: cores.max(2),
            brief_queue: 64,
            searches: cores.clamp(4, 16),
            queue: 32,
            wait: Duration::from_secs(30),
            client_searches: 8,
            bytes: 64 << 20,
            client_bytes: 32 << 20,
            // Below the number of files that a program may usually have open.
            connections: 800,
            client_connections: 200,
        }
    }

    /// What there is of the three lanes, the quick one first, and what one client may have of each.
    pub(crate) fn shares(&self) -> [Share; 3] {
        let half = |turns: usize| turns.div_ceil(2);
        let share = |turns, queue, client_most| Share { turns, client_turns: half(turns), queue, client_most };
        [
            // Whoever waits here has a connection, of which there are not too many.
            share(self.quick_turns, usize::MAX, usize::MAX),
            share(self.brief_turns, self.brief_queue, half(self.brief_queue).max(1)),
            share(self.searches, self.queue, self.client_searches),
        ]
    }

    /// Every limit with what it is about, for those who ask what they are.
    pub fn table(&self) -> Vec<(&'static str, String)> {
        let bytes = |bytes: usize| {
            if bytes >= 1 << 20 { format!("{} MiB", bytes >> 20) } else { format!("{} KiB", bytes >> 10) }
        };
        let time = |time: Duration| {
            if time.as_secs() > 0 { format!("{} s", time.as_secs()) } else { format!("{} ms", time.as_millis()) }
        };
        let [quick, brief, long] = self.shares();
        vec![
            ("a question", bytes(self.body)),
            ("a picture that is sent", bytes(self.picture_bytes)),
            ("a board", format!("{} cells", self.board)),
            ("a picture that is drawn", format!("{} cells, {} pixels", self.cells, self.pixels)),
            ("moves in a question", self.moves.to_string()),
            ("sending a question, or taking a part of an answer", time(self.patience)),
            (
                "quick work, before it moves on",
                format!("{}; {} at once, {} of one client", time(self.quick_time), quick.turns, quick.client_turns),
            ),
            (
                "new games and large boards, before they move on",
                format!(
                    "{}; {} at once, {} of one client; {} waiting, {} with those at work of one client",
                    time(self.brief_time),
                    brief.turns,
                    brief.client_turns,
                    brief.queue,
                    brief.client_most
                ),
            ),
            (
                "searches",
                format!(
                    "{} unless the question says, at most {}; {} at once, {} of one client; {} waiting up to {}, \
                     {} with those at work of one client; {} of memory each",
                    time(self.usual_time),
                    time(self.most_time),
                    long.turns,
                    long.client_turns,
                    long.queue,
                    time(self.wait),
                    long.client_most,
                    bytes(self.memory)
                ),
            ),
            ("bytes on their way", format!("{}, {} of one client", bytes(self.bytes), bytes(self.client_bytes))),
            ("connections", format!("{}, {} of one client", self.connections, self.client_connections)),
        ]
    }
}
