//! The bot of the Tetris Bot Protocol: the real transcript where it lies beside the repository, whole games against a
//! driver that knows the rules cell by cell, and everything that no frontend should send.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

use std::collections::VecDeque;

use azulejo_core::random::Random;
use azulejo_core::registry::Partner as _;
use azulejo_tetris::position::Piece;
use azulejo_tetris::tbp::{Bot, Location, Move};
use serde_json::{Value, json};

fn say(bot: &mut Bot, message: &Value) -> Vec<Value> {
    bot.hear(&message.to_string()).iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn suggestions(bot: &mut Bot) -> Vec<Move> {
    let said = say(bot, &json!({ "type": "suggest" }));
    assert_eq!((said.len(), &said[0]["type"]), (1, &json!("suggestion")));
    serde_json::from_value(said[0]["moves"].clone()).unwrap()
}

/// The cells of a place, from the drawings of the specification: centres are those of true rotation.
fn cells(at: Location) -> Vec<(i32, i32)> {
    let north: [(i32, i32); 4] = match at.piece {
        Piece::I => [(-1, 0), (0, 0), (1, 0), (2, 0)],
        Piece::O => [(0, 0), (1, 0), (0, 1), (1, 1)],
        Piece::T => [(-1, 0), (0, 0), (1, 0), (0, 1)],
        Piece::L => [(-1, 0), (0, 0), (1, 0), (1, 1)],
        Piece::J => [(-1, 0), (0, 0), (1, 0), (-1, 1)],
        Piece::S => [(-1, 0), (0, 0), (0, 1), (1, 1)],
        Piece::Z => [(-1, 1), (0, 1), (0, 0), (1, 0)],
    };
    let turns = ["north", "east", "south", "west"];
    let facing = serde_json::to_value(at.orientation).unwrap();
    let turns = turns.iter().position(|name| facing == *name).unwrap();
    let turned = (0..turns).fold(north.to_vec(), |cells, _| cells.into_iter().map(|(x, y)| (y, -x)).collect());
    turned.into_iter().map(|(x, y)| (x + i32::from(at.x), y + i32::from(at.y))).collect()
}

/// A game as a frontend keeps it.
struct Driver {
    board: Vec<[bool; 10]>,
    hold: Option<Piece>,
    queue: VecDeque<Piece>,
    bag: Vec<Piece>,
    random: Random,
    lines: usize,
}

impl Driver {
    fn new(seed: u64) -> Self {
        let mut driver = Self {
            board: vec![[false; 10]; 40],
            hold: None,
            queue: VecDeque::new(),
            bag: Vec::new(),
            random: Random::new(seed),
            lines: 0,
        };
        for _ in 0..5 {
            let piece = driver.drawn();
            driver.queue.push_back(piece);
        }
        driver
    }

    fn drawn(&mut self) -> Piece {
        if self.bag.is_empty() {
            self.bag = Piece::ALL.to_vec();
            self.random.shuffle(&mut self.bag);
        }
        self.bag.pop().unwrap()
    }

    fn start(&self) -> Value {
        let rows: Vec<Vec<Option<&str>>> =
            self.board.iter().map(|row| row.iter().map(|cell| cell.then_some("G")).collect()).collect();
        json!({
            "type": "start", "hold": self.hold, "queue": self.queue, "combo": 0, "back_to_back": false, "board": rows,
            "randomizer": { "type": "seven_bag", "bag_state": if self.bag.is_empty() { &Piece::ALL[..] } else { &self.bag } },
        })
    }

    fn is_free(&self, (x, y): (i32, i32)) -> bool {
        (0..10).contains(&x) && (0..40).contains(&y) && !self.board[y as usize][x as usize]
    }

    /// Plays a move that must be a straight drop of a piece that may be put now.
    fn play(&mut self, played: Move) {
        let piece = played.location.piece;
        let now = self.queue.pop_front().unwrap();
        if piece != now {
            let held = self.hold.replace(now).or_else(|| self.queue.pop_front());
            assert_eq!(held, Some(piece));
        }
        let cells = cells(played.location);
        assert!(cells.iter().all(|cell| (cell.1..40).all(|y| self.is_free((cell.0, y)))), "{played:?}");
        assert!(cells.iter().any(|cell| !self.is_free((cell.0, cell.1 - 1))), "{played:?} hangs in the air");
        for (x, y) in cells {
            self.board[y as usize][x as usize] = true;
        }
        self.board.retain(|row| !row.iter().all(|cell| *cell));
        self.lines += 40 - self.board.len();
        self.board.resize(40, [false; 10]);
    }
}

#[test]
fn whole_games_are_played_by_straight_drops_that_the_rules_allow() {
    for seed in 0..4 {
        let (mut bot, mut driver) = (Bot::default(), Driver::new(seed));
        let info: Value = serde_json::from_str(&bot.greeting()[0]).unwrap();
        assert_eq!(info["type"], "info");
        let rules = json!({ "type": "rules", "randomizer": "seven_bag" });
        assert_eq!(say(&mut bot, &rules), [json!({ "type": "ready" })]);
        assert_eq!(say(&mut bot, &driver.start()), [] as [Value; 0]);
        let mut held = 0;
        for _ in 0..250 {
            let moves = suggestions(&mut bot);
            let best = moves.first().expect("the game goes on");
            held += usize::from(Some(&best.location.piece) != driver.queue.front());
            driver.play(*best);
            assert_eq!(say(&mut bot, &json!({ "type": "play", "move": best })), [] as [Value; 0]);
            let piece = driver.drawn();
            driver.queue.push_back(piece);
            assert_eq!(say(&mut bot, &json!({ "type": "new_piece", "piece": piece })), [] as [Value; 0]);
        }
        // 1000 cells were put; the board stays low, so that nearly all of them are gone.
        assert!(driver.lines >= 92, "{} lines", driver.lines);
        assert!(held > 0);
        say(&mut bot, &json!({ "type": "quit" }));
        assert!(bot.is_over());
    }
}

#[test]
fn every_suggestion_may_be_played_not_only_the_first() {
    let (mut bot, driver) = (Bot::default(), Driver::new(9));
    say(&mut bot, &json!({ "type": "rules" }));
    for number in 0..8 {
        say(&mut bot, &driver.start());
        let moves = suggestions(&mut bot);
        let mut after = Driver { board: driver.board.clone(), queue: driver.queue.clone(), ..Driver::new(9) };
        after.play(moves[number]);
        assert_eq!(say(&mut bot, &json!({ "type": "play", "move": moves[number] })), [] as [Value; 0]);
    }
}

#[test]
fn the_real_transcript_is_followed_without_a_word_of_complaint() {
    let Some(folder) = azulejo_bench::shared_data("tetris") else { return };
    let text = std::fs::read_to_string(folder.join("tbp_transcript_cold_clear_2.jsonl")).unwrap();
    let mut bot = Bot::default();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        if line["dir"] == "frontend->bot" {
            let said = say(&mut bot, &line["msg"]);
            let expected = match line["msg"]["type"].as_str().unwrap() {
                "rules" => Some("ready"),
                "suggest" => Some("suggestion"),
                _ => None,
            };
            assert_eq!(said.first().and_then(|said| said["type"].as_str()), expected, "{line}");
            assert!(said.iter().all(|said| said["moves"].as_array().is_none_or(|moves| !moves.is_empty())));
        }
    }
    assert!(bot.is_over());
}

#[test]
fn a_lost_board_is_given_up_by_an_empty_list() {
    let mut bot = Bot::default();
    say(&mut bot, &json!({ "type": "rules" }));
    let mut driver = Driver::new(1);
    driver.board = vec![[true, false, true, true, true, true, true, true, true, true]; 40];
    say(&mut bot, &driver.start());
    assert!(suggestions(&mut bot).is_empty());
}

#[test]
fn what_no_frontend_should_send_is_an_error_and_changes_nothing() {
    let mut bot = Bot::default();
    let reason = |bot: &mut Bot, line: &str| -> String {
        let said = bot.hear(line);
        let said: Value = serde_json::from_str(&said[0]).unwrap();
        assert_eq!(said["type"], "error", "{line}");
        said["reason"].as_str().unwrap().to_owned()
    };
    let start = Driver::new(3).start();
    assert_eq!(reason(&mut bot, &start.to_string()), "out_of_order");
    assert_eq!(reason(&mut bot, r#"{"type":"suggest"}"#), "out_of_order");
    say(&mut bot, &json!({ "type": "rules" }));
    assert_eq!(reason(&mut bot, r#"{"type":"suggest"}"#), "out_of_order");
    for line in ["{", "7", "[]", "{}", r#"{"type":7}"#, r#"{"type":"start"}"#, "\u{0}", "nonsense"] {
        assert_eq!(reason(&mut bot, line), "malformed_message", "{line}");
    }
    let mut short = start.clone();
    short["board"].as_array_mut().unwrap().pop();
    assert_eq!(reason(&mut bot, &short.to_string()), "malformed_message");
    let mut odd = start.clone();
    odd["board"][0][0] = "Q".into();
    assert_eq!(reason(&mut bot, &odd.to_string()), "malformed_message");
    say(&mut bot, &start);
    let best = suggestions(&mut bot);
    for (x, y) in [(0, 30), (-100, 0), (127, 127), (4, -3)] {
        let location = json!({ "type": best[0].location.piece, "orientation": "north", "x": x, "y": y });
        let played = json!({ "type": "play", "move": { "location": location, "spin": "none" } });
        if y != 30 {
            assert_eq!(reason(&mut bot, &played.to_string()), "impossible_move");
        }
    }
    let unknown = Piece::ALL.iter().find(|piece| !Driver::new(3).queue.contains(piece)).unwrap();
    let location = json!({ "type": unknown, "orientation": "north", "x": 4, "y": 0 });
    let played = json!({ "type": "play", "move": { "location": location, "spin": "none" } });
    assert_eq!(reason(&mut bot, &played.to_string()), "impossible_move");
    assert_eq!(reason(&mut bot, r#"{"type":"new_piece","piece":"X"}"#), "malformed_message");
    assert_eq!(reason(&mut bot, r#"{"type":"play"}"#), "malformed_message");
    assert_eq!(suggestions(&mut bot), best);
    assert!(bot.hear(r#"{"type":"weather","sun":true}"#).is_empty());
    assert!(bot.hear("\n").is_empty());
}
