//! What an answer costs beside HTTP: `play` with one move on every preset of every game, without and with its pictures.
//!
//! `cargo bench -p azulejo-games`: CPU time and bytes of an answer, from the question's JSON to the report's.
#![allow(clippy::unwrap_used, missing_docs)]

use std::hint::black_box;

use azulejo_bench::{Suite, shown, timed};
use azulejo_core::budget::Budget;
use azulejo_core::question::Question;
use azulejo_games::{GAMES, ask};
use serde_json::{Value, json};

const RUNS: u32 = 2000;

fn asked(line: &str) -> Vec<u8> {
    let question: Question = serde_json::from_str(line).unwrap();
    ask(&question, &Budget::unlimited()).unwrap().json()
}

fn answer(question: &Value) -> Value {
    serde_json::from_slice(&asked(&question.to_string())).unwrap()
}

fn main() {
    let suite = Suite::new("games");
    for game in GAMES.0 {
        for preset in game.presets {
            let id = game.seeded(preset.setup, "7").to_string();
            let begun = answer(&json!({ "game": game.name, "task": "play", "puzzle": id }));
            let moves = answer(&json!({ "game": game.name, "task": "moves", "position": begun["position"] }));
            let mut line = json!({ "game": game.name, "task": "play", "position": begun["position"], "moves": [moves["moves"][0]] });
            for drawn in [false, true] {
                if drawn {
                    line["draw"] = json!({});
                }
                let line = line.to_string();
                let name = format!("{} {}{}", game.name, preset.setup, if drawn { ", drawn" } else { "" });
                let work = || (0..RUNS).fold(0, |_, _| black_box(asked(&line)).len());
                if suite.is_table() {
                    let (bytes, time) = timed(work);
                    suite.say(&name, &format!("{:>10} {bytes:>8} bytes", shown(time / RUNS)));
                } else {
                    suite.rate(&name, "answers", || work() as u64);
                }
            }
        }
    }
}
