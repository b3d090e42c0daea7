//! Visitors as the page makes them: they begin a game, look, play, touch, ask for a hint, follow a search, leave at any
//! time. What they are refused is an error of ours.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use azulejo_core::registry::Entry;
use azulejo_core::verb::Cost;
use azulejo_games::GAMES;
use serde_json::{Value, json};

use crate::report::Times;
use crate::wire::{Client, followed, get, question};

/// What a visitor saw.
#[derive(Default)]
pub(crate) struct Visit {
    /// How long each kind of question took.
    pub(crate) times: BTreeMap<&'static str, Times>,
    /// What went wrong.
    pub(crate) errors: Vec<String>,
}

struct Visitor<'a> {
    client: Client,
    visit: Visit,
    over: &'a AtomicBool,
    state: u64,
}

impl Visitor<'_> {
    /// A number below another, by a small generator of its own.
    fn chance(&mut self, below: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % below.max(1)
    }

    /// Asks, takes the time, and pauses as a person does.
    fn ask(&mut self, kind: &'static str, request: &[u8]) -> Option<Value> {
        let begun = Instant::now();
        let answered = self.client.ask(request);
        let took = begun.elapsed();
        std::thread::sleep(Duration::from_millis(20 + self.chance(60) as u64));
        match answered {
            Ok(answer) if answer.status == 200 => {
                self.visit.times.entry(kind).or_default().add(took);
                Some(answer.json())
            }
            Ok(answer) => {
                let body: String = String::from_utf8_lossy(&answer.body).chars().take(200).collect();
                self.visit.errors.push(format!("{kind}: {} {body}", answer.status));
                None
            }
            Err(error) => {
                self.visit.errors.push(format!("{kind}: {error}"));
                None
            }
        }
    }

    /// One game from its beginning, or a part of it.
    fn game(&mut self, game: &Entry) -> Option<()> {
        let name = game.name;
        let setup = game.presets[self.chance(game.presets.len())].setup;
        let id = game.seeded(setup, &self.chance(1_000_000).to_string()).to_string();
        let begun = self.ask("new game", &question(&format!("{name}/play"), &json!({ "puzzle": id, "draw": {} })))?;
        let mut position = begun["position"].clone();
        for turn in 0..12 {
            if self.over.load(Ordering::Relaxed) {
                break;
            }
            let about = json!({ "position": position });
            let moves = self.ask("moves", &question(&format!("{name}/moves"), &about))?;
            let moves = moves["moves"].as_array().cloned().unwrap_or_default();
            if moves.is_empty() {
                break;
            }
            let action = &moves[self.chance(moves.len())];
            let played = json!({ "position": position, "moves": [action], "draw": {} });
            let played = self.ask("play", &question(&format!("{name}/play"), &played))?;
            position = played["position"].clone();
            let on = format!("{},{}", self.chance(5), self.chance(5));
            let touch =
                json!({ "position": position, "options": { "gestures": [{ "act": "tap", "on": on }] }, "draw": {} });
            self.ask("gesture", &question(&format!("{name}/gesture"), &touch))?;
            match turn {
                3 => _ = self.ask("check", &question(&format!("{name}/check"), &about))?,
                5 if game.find("hint").is_some() => {
                    let limited = json!({ "position": position, "limits": { "time_ms": 300 } });
                    self.ask("hint", &question(&format!("{name}/hint"), &limited))?;
                }
                7 => {
                    let picture = json!({ "position": position, "verb": "play", "format": "png" });
                    self.ask("picture", &question(&format!("{name}/picture"), &picture))?;
                }
                9 if game.find("solve").is_some_and(|verb| verb.cost == Cost::Search) => {
                    let limited = json!({ "position": position, "limits": { "time_ms": 400 } });
                    let followed = followed(&format!("{name}/solve"), &limited);
                    if self.chance(3) == 0 {
                        // Half the visitors do not wait for the end.
                        let _ = self.client.leave(&followed, Duration::from_millis(100));
                    } else {
                        self.ask("search", &followed)?;
                    }
                }
                _ => {}
            }
        }
        Some(())
    }
}

/// A visitor from its own address, until it is over.
pub(crate) fn visit(number: usize, to: SocketAddrV4, over: &AtomicBool) -> Visit {
    let from = Ipv4Addr::new(127, 50, 0, number as u8 + 1);
    let client = Client::new(from, to);
    let mut visitor = Visitor { client, visit: Visit::default(), over, state: number as u64 + 1 };
    while !over.load(Ordering::Relaxed) {
        visitor.ask("page", &get("/"));
        visitor.ask("page", &get("/js/app.js"));
        visitor.ask("page", &get("/api/v1/games"));
        let game = GAMES.0[visitor.chance(GAMES.0.len())];
        visitor.game(game);
    }
    visitor.visit
}
