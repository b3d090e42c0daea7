//! Any game by keys: what is drawn is touched at a cursor, keys that a game claims tap its controls.
//!
//! It knows no game: scenes are drawn, gestures are sent, moves come back.

use std::io::Write as _;
use std::time::Duration;

use azulejo_core::grid::Cell;
use azulejo_core::hands::{Act, Gesture};
use azulejo_core::problem::Problem;
use azulejo_core::report::Report;
use azulejo_core::scene::ansi::ansi;
use azulejo_core::scene::{Draw, MarkKind, Scene};
use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::{cursor, execute, terminal};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::session::{Seen, Table};

/// The terminal as it was, whatever happens.
struct Raw;

impl Raw {
    fn enter() -> Result<Self, Failure> {
        terminal::enable_raw_mode().map_err(|error| Problem::new(format!("the terminal gives no keys: {error}")))?;
        let _ = execute!(std::io::stdout(), terminal::EnterAlternateScreen, cursor::Hide);
        Ok(Self)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // There is no better way to say that the terminal cannot be mended.
        let _ = execute!(std::io::stdout(), cursor::Show, terminal::LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

/// How long a computer player's move is shown.
const PAUSE: Duration = Duration::from_millis(400);

/// Plays until the game ends or the player stops.
pub(crate) fn play(table: &mut Table<'_>) -> Result<(), Failure> {
    let raw = Raw::enter()?;
    let mut ui = json!({});
    let mut at = Cell::new(0, 0);
    let mut said = String::new();
    loop {
        let report = gestures(table, &ui, &[])?;
        let scenes = report.scenes();
        let seen = Seen::of(&report)?;
        draw(table, &report, &scenes, at, &said)?;
        if !seen.goes_on() {
            break;
        }
        let moved = table.bots_move()?;
        if !moved.is_empty() {
            said = moved.join("; ");
            std::thread::sleep(PAUSE);
            continue;
        }
        let Some(key) = next_key() else { break };
        said.clear();
        let claimed = seen.controls.iter().find(|control| control.keys.iter().any(|known| known == &key));
        let gesture = match (claimed, key.as_str()) {
            (Some(control), _) => Gesture::tap(control.handle.clone()).at(at.to_string()),
            (None, "q" | "Ctrl-C") => break,
            (None, "u") => {
                said =
                    table.undo().map_or("there is nothing to undo".to_owned(), |action| format!("took back {action}"));
                table.keep()?;
                continue;
            }
            (None, "r") => {
                said = table.redo().map_or("there is nothing to redo".to_owned(), |action| format!("played {action}"));
                table.keep()?;
                continue;
            }
            (None, "h") => {
                said = hint(table);
                continue;
            }
            (None, arrow @ ("ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight")) => {
                at = stepped(&scenes, at, arrow);
                Gesture::new(Act::Hover, at.to_string())
            }
            (None, "Enter" | " ") => Gesture::tap(at.to_string()),
            (None, _) => continue,
        };
        let report = gestures(table, &ui, &[gesture])?;
        let after = Seen::of(&report)?;
        said = report.words().first().map_or(String::new(), |message| message.text.clone());
        for action in &after.moves {
            table.play(action)?;
        }
        table.keep()?;
        ui = after.ui.map_or_else(|| json!({}), |ui| serde_json::from_str::<Value>(ui.get()).unwrap_or_default());
    }
    drop(raw);
    Ok(())
}

fn hint(table: &Table<'_>) -> String {
    match table.ask("hint", &json!({}), None) {
        Ok(report) => {
            let answer: Value = serde_json::from_slice(&report.json()).unwrap_or_default();
            let why = report.words().first().map_or(String::new(), |message| message.text.clone());
            answer["move"].as_str().map_or(why.clone(), |action| format!("{action}: {why}"))
        }
        Err(problem) => problem.message,
    }
}

fn gestures(table: &Table<'_>, ui: &Value, gestures: &[Gesture]) -> Result<Report, Problem> {
    table.ask("gesture", &json!({ "ui": ui, "gestures": gestures }), Some(Draw::default()))
}

fn draw(table: &Table<'_>, report: &Report, scenes: &[Scene], at: Cell, said: &str) -> Result<(), Failure> {
    let (style, depth) = (table.common.style(), table.common.depth());
    let mut text = String::new();
    for (number, scene) in scenes.iter().enumerate() {
        let scene = if number == 0 { scene.clone().with_marks(MarkKind::Cursor, [at]) } else { scene.clone() };
        text.push_str(&ansi(&scene, &style, depth));
    }
    for fact in facts(report) {
        text.push_str(&format!("{fact}\n"));
    }
    let seen = Seen::of(report)?;
    let keys: Vec<String> = seen
        .controls
        .iter()
        .filter(|control| control.show != "off" && !control.keys.is_empty())
        .map(|control| format!("{} {}", control.keys[0], control.label.text))
        .collect();
    text.push_str(&format!("{said}\n{}\nu undo · r redo · h hint · q stop\n", keys.join(" · ")));
    let mut out = std::io::stdout().lock();
    let _ = execute!(out, terminal::Clear(terminal::ClearType::All), cursor::MoveTo(0, 0));
    // Raw mode does not go back to the first column by itself.
    out.write_all(text.replace('\n', "\r\n").as_bytes()).and_then(|()| out.flush()).map_err(|_| Failure::ReaderGone)
}

fn facts(report: &Report) -> Vec<String> {
    let answer: Value = serde_json::from_slice(&report.json()).unwrap_or_default();
    let list = answer["facts"].as_array().cloned().unwrap_or_default();
    list.iter().filter_map(|fact| fact["text"].as_str().map(str::to_owned)).collect()
}

/// The nearest cell of the main board in a direction.
fn stepped(scenes: &[Scene], at: Cell, arrow: &str) -> Cell {
    let Some(board) = scenes.first() else { return at };
    let (right, down) = match arrow {
        "ArrowUp" => (0.0, -1.0),
        "ArrowDown" => (0.0, 1.0),
        "ArrowLeft" => (-1.0, 0.0),
        _ => (1.0, 0.0),
    };
    let here = board.layout.center(at, 1);
    let far = |cell: Cell, span: u16| {
        let there = board.layout.center(cell, span);
        let (x, y) = (there.x - here.x, there.y - here.y);
        let (along, aside) = (x * right + y * down, (x * down).abs() + (y * right).abs());
        (along > 0.2).then_some(along + 2.5 * aside)
    };
    let reached = board.tiles.iter().filter_map(|tile| Some((far(tile.cell, tile.span)?, tile.cell)));
    reached.min_by(|one, other| one.0.total_cmp(&other.0)).map_or(at, |(_, cell)| cell)
}

/// The next key by the name that browsers give it; nothing when there are no more.
fn next_key() -> Option<String> {
    loop {
        let Event::Key(key) = event::read().ok()? else { continue };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        let name = match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => "Ctrl-C".to_owned(),
            KeyCode::Char(letter) => letter.to_string(),
            KeyCode::Up => "ArrowUp".to_owned(),
            KeyCode::Down => "ArrowDown".to_owned(),
            KeyCode::Left => "ArrowLeft".to_owned(),
            KeyCode::Right => "ArrowRight".to_owned(),
            KeyCode::Enter => "Enter".to_owned(),
            KeyCode::Esc => "Escape".to_owned(),
            KeyCode::Backspace => "Backspace".to_owned(),
            KeyCode::Delete => "Delete".to_owned(),
            KeyCode::PageUp => "PageUp".to_owned(),
            KeyCode::PageDown => "PageDown".to_owned(),
            KeyCode::Tab => "Tab".to_owned(),
            _ => continue,
        };
        return Some(name);
    }
}
