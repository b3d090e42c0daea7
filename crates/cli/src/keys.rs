//! Any game by keys and mouse: what is drawn is touched at a cursor or under the pointer, keys that a game claims tap its
//! controls.
//!
//! It knows no game: scenes are drawn, gestures are sent, moves come back.

use std::io::Write as _;
use std::time::{Duration, Instant};

use azulejo_core::grid::Cell;
use azulejo_core::hands::{Act, Gesture};
use azulejo_core::problem::Problem;
use azulejo_core::report::Report;
use azulejo_core::scene::ansi::{Depth, ansi, handle_at};
use azulejo_core::scene::{Draw, MarkKind, Scene, Style, Touch};
use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton,
    MouseEventKind,
};
use crossterm::{cursor, execute, terminal};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::session::{Choice, Seen, Table};

/// The terminal as it was, whatever happens.
pub(crate) struct Raw;

impl Raw {
    pub(crate) fn enter() -> Result<Self, Failure> {
        terminal::enable_raw_mode().map_err(|error| Problem::new(format!("the terminal gives no keys: {error}")))?;
        // Lines stay lines, so that what is under the pointer is known.
        let _ = execute!(
            std::io::stdout(),
            terminal::EnterAlternateScreen,
            terminal::DisableLineWrap,
            EnableMouseCapture,
            cursor::Hide
        );
        Ok(Self)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // There is no better way to say that the terminal cannot be mended.
        let _ = execute!(
            std::io::stdout(),
            cursor::Show,
            DisableMouseCapture,
            terminal::EnableLineWrap,
            terminal::LeaveAlternateScreen
        );
        let _ = terminal::disable_raw_mode();
    }
}

/// How long a computer player shows what it is about to move.
const PAUSE: Duration = Duration::from_millis(600);

/// Plays until the game ends or the player stops.
pub(crate) fn play(table: &mut Table<'_>) -> Result<(), Failure> {
    let raw = Raw::enter()?;
    let mut hand = Hand { ui: json!({}), at: Cell::new(0, 0), pointer: Pointer::default(), said: String::new() };
    loop {
        let report = gestures(table, &hand.ui, &[])?;
        let seen = Seen::of(&report)?;
        if !seen.goes_on() {
            show(table, &report, &hand, &[])?;
            // Whatever comes, and be it the end of the input, it has been seen.
            while !matches!(event::read(), Ok(Event::Key(KeyEvent { kind: KeyEventKind::Press, .. })) | Err(_)) {}
            break;
        }
        if let Some(Choice { bot, action, cells }) = table.choice()? {
            hand.said = format!("{bot}: {action}");
            show(table, &report, &hand, &cells)?;
            if wait(PAUSE) == Waited::Stopped {
                break;
            }
            table.play(&action)?;
            table.keep()?;
            continue;
        }
        let screen = show(table, &report, &hand, &[])?;
        let Ok(event) = event::read() else { break };
        match hand.meant(&event, &seen, &screen) {
            Meant::Nothing => {}
            Meant::Stop => break,
            Meant::Undo => {
                hand.said =
                    table.undo().map_or("there is nothing to undo".to_owned(), |action| format!("took back {action}"));
                table.keep()?;
            }
            Meant::Redo => {
                hand.said =
                    table.redo().map_or("there is nothing to redo".to_owned(), |action| format!("played {action}"));
                table.keep()?;
            }
            Meant::Hint => hand.said = hint(table),
            Meant::Gesture(gesture) => touch(table, &mut hand, &gesture)?,
        }
    }
    drop(raw);
    if table.seen().goes_on() { Ok(()) } else { table.show() }
}

/// What the keyboard and the mouse hold.
struct Hand {
    /// What the game keeps of it.
    ui: Value,
    /// The keyboard's cursor.
    at: Cell,
    pointer: Pointer,
    /// The last answer, until something else is done.
    said: String,
}

/// What an event of the terminal means.
#[derive(Debug, PartialEq)]
enum Meant {
    Nothing,
    Stop,
    Undo,
    Redo,
    Hint,
    Gesture(Gesture),
}

impl Hand {
    fn meant(&mut self, event: &Event, seen: &Seen, screen: &Screen) -> Meant {
        let key = match event {
            Event::Key(key) => name_of(key),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollUp => Some("PageUp".to_owned()),
            Event::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollDown => Some("PageDown".to_owned()),
            Event::Mouse(mouse) => {
                let under = screen.under(mouse.row.into(), mouse.column.into());
                if let (MouseEventKind::Down(_), Some(cell)) = (mouse.kind, under.cell()) {
                    self.at = cell;
                }
                return self.pointer.gesture(mouse.kind, under).map_or(Meant::Nothing, Meant::Gesture);
            }
            _ => None,
        };
        key.map_or(Meant::Nothing, |key| self.key(&key, seen, screen))
    }

    fn key(&mut self, key: &str, seen: &Seen, screen: &Screen) -> Meant {
        self.said.clear();
        let claimed = seen.controls.iter().find(|control| control.keys.iter().any(|known| known == key));
        match (claimed, key) {
            (Some(control), _) => Meant::Gesture(Gesture::tap(control.handle.clone()).at(self.at.to_string())),
            (None, "q" | "Ctrl-C") => Meant::Stop,
            (None, "u") => Meant::Undo,
            (None, "r") => Meant::Redo,
            (None, "h") => Meant::Hint,
            (None, arrow @ ("ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight")) => {
                self.at = stepped(&screen.scenes, self.at, arrow);
                Meant::Gesture(Gesture::new(Act::Hover, self.at.to_string()))
            }
            (None, "Enter" | " ") => Meant::Gesture(Gesture::tap(self.at.to_string())),
            (None, _) => Meant::Nothing,
        }
    }
}

/// The mouse: what it is over, and what it is doing.
#[derive(Debug, Default)]
struct Pointer {
    over: String,
    holds: Holds,
}

/// What the pressed button of the mouse does.
#[derive(Debug, Default, PartialEq)]
enum Holds {
    /// It is not pressed.
    #[default]
    Nothing,
    /// It was pressed here, and taps if it is released here.
    Tap(String),
    /// It draws over a board.
    Drag,
}

impl Pointer {
    /// The gesture that an event makes over something; nothing when nothing has changed.
    fn gesture(&mut self, kind: MouseEventKind, under: Under) -> Option<Gesture> {
        let Under { handle, touch } = under;
        let entered = handle != self.over;
        self.over.clone_from(&handle);
        match kind {
            MouseEventKind::Moved if entered => {
                Some(Gesture::new(if handle.is_empty() { Act::Leave } else { Act::Hover }, handle))
            }
            MouseEventKind::Down(MouseButton::Left) if touch == Touch::Drag && !handle.is_empty() => {
                self.holds = Holds::Drag;
                Some(Gesture::new(Act::Press, handle))
            }
            MouseEventKind::Down(MouseButton::Left) => {
                self.holds = Holds::Tap(handle);
                None
            }
            MouseEventKind::Drag(MouseButton::Left) if self.holds == Holds::Drag && entered && !handle.is_empty() => {
                Some(Gesture::new(Act::Drag, handle))
            }
            MouseEventKind::Up(MouseButton::Left) => match std::mem::take(&mut self.holds) {
                Holds::Drag => Some(Gesture::new(Act::Release, handle)),
                Holds::Tap(pressed) => (pressed == handle && !handle.is_empty()).then(|| Gesture::tap(handle)),
                Holds::Nothing => None,
            },
            _ => None,
        }
    }
}

/// What is under the pointer, and what touching it means.
#[derive(Debug, Default)]
struct Under {
    /// Empty where there is nothing to touch.
    handle: String,
    touch: Touch,
}

impl Under {
    fn cell(&self) -> Option<Cell> {
        self.handle.parse().ok()
    }
}

/// What is on the screen, and where.
struct Screen {
    scenes: Vec<Scene>,
    /// The line on which each scene begins.
    tops: Vec<usize>,
    /// Lines for which the screen had no room, from the first.
    skipped: usize,
    style: Style,
    depth: Depth,
}

impl Screen {
    fn under(&self, row: usize, column: usize) -> Under {
        let row = row + self.skipped;
        let Some(index) = self.tops.iter().rposition(|top| *top <= row) else { return Under::default() };
        let scene = &self.scenes[index];
        let handle = handle_at(scene, &self.style, self.depth, row - self.tops[index], column).unwrap_or_default();
        // Things are taken up, not dragged over.
        let is_cell = handle.parse::<Cell>().is_ok();
        Under { handle, touch: if is_cell { scene.touch } else { Touch::None } }
    }
}

/// What came of waiting.
#[derive(PartialEq, Eq)]
enum Waited {
    Over,
    Stopped,
}

/// Lets time pass, unless the player stops.
fn wait(time: Duration) -> Waited {
    let end = Instant::now() + time;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match event::poll(left) {
            Ok(true) => match event::read() {
                Ok(Event::Key(key)) if matches!(name_of(&key).as_deref(), Some("q" | "Ctrl-C")) => {
                    return Waited::Stopped;
                }
                Ok(_) => {}
                Err(_) => return Waited::Stopped,
            },
            Ok(false) => return Waited::Over,
            Err(_) => return Waited::Stopped,
        }
    }
}

/// Sends a gesture, and plays what it means.
fn touch(table: &mut Table<'_>, hand: &mut Hand, gesture: &Gesture) -> Result<(), Failure> {
    let report = gestures(table, &hand.ui, std::slice::from_ref(gesture))?;
    let after = Seen::of(&report)?;
    match report.words().first() {
        Some(message) => hand.said.clone_from(&message.text),
        None if matches!(gesture.act, Act::Hover | Act::Leave) => {}
        None => hand.said.clear(),
    }
    for action in &after.moves {
        table.play(action)?;
    }
    table.keep()?;
    hand.ui = after.ui.map_or_else(|| json!({}), |ui| serde_json::from_str::<Value>(ui.get()).unwrap_or_default());
    if gesture.at.is_some() {
        hand.at = led(&report.scenes()).next().unwrap_or(hand.at);
    }
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

/// The table's own keys, as far as the game leaves them.
fn own_keys(seen: &Seen) -> String {
    if !seen.goes_on() {
        return "any key ends".to_owned();
    }
    let is_free = |key: &str| !seen.controls.iter().any(|control| control.keys.iter().any(|known| known == key));
    let stop = if is_free("q") { "q" } else { "Ctrl-C" };
    let own = [("u", "undo"), ("r", "redo"), ("h", "hint"), (stop, "stop")];
    let free = own.iter().filter(|(key, _)| is_free(key)).map(|(key, does)| format!("{key} {does}"));
    free.collect::<Vec<_>>().join(" · ")
}

/// A key as people know it.
fn shown_key(key: &str) -> &str {
    match key {
        " " => "Space",
        "ArrowUp" => "↑",
        "ArrowDown" => "↓",
        "ArrowLeft" => "←",
        "ArrowRight" => "→",
        other => other,
    }
}

/// Draws everything; the cells of a move that is about to be made stand out alone.
fn show(table: &Table<'_>, report: &Report, hand: &Hand, about: &[Cell]) -> Result<Screen, Failure> {
    let (style, depth) = (table.common.style(), table.common.depth());
    let seen = Seen::of(report)?;
    let mut scenes = report.scenes();
    let is_led = led(&scenes).any(|cell| cell == hand.at);
    if let Some(board) = scenes.first_mut() {
        let plain = board.clone();
        *board = if !about.is_empty() {
            Scene { marks: Vec::new(), ..plain }.with_marks(MarkKind::Hint, about.iter().copied())
        } else if is_led || !seen.goes_on() {
            plain
        } else {
            plain.with_marks(MarkKind::Cursor, [hand.at])
        };
    }
    let mut text = String::new();
    let mut tops = Vec::with_capacity(scenes.len());
    for scene in &scenes {
        tops.push(text.lines().count());
        text.push_str(&ansi(scene, &style, depth));
    }
    for fact in facts(report) {
        text.push_str(&format!("{fact}\n"));
    }
    let keys: Vec<String> = seen
        .controls
        .iter()
        .filter(|control| control.show != "off" && !control.keys.is_empty())
        .map(|control| format!("{} {}", shown_key(&control.keys[0]), control.label.text))
        .collect();
    text.push_str(&format!("{}\n{}\n{}\n", hand.said, keys.join(" · "), own_keys(&seen)));
    // Where there is no room for all, the first lines go, as they would by themselves.
    let room = terminal::size().map_or(usize::MAX, |(_, rows)| usize::from(rows).saturating_sub(1));
    let skipped = text.lines().count().saturating_sub(room);
    let lines: Vec<&str> = text.lines().skip(skipped).collect();
    let mut out = std::io::stdout().lock();
    let _ = execute!(out, terminal::Clear(terminal::ClearType::All), cursor::MoveTo(0, 0));
    // Raw mode does not go back to the first column by itself.
    let shown = lines.join("\r\n") + "\r\n";
    out.write_all(shown.as_bytes()).and_then(|()| out.flush()).map_err(|_| Failure::ReaderGone)?;
    Ok(Screen { scenes, tops, skipped, style, depth })
}

fn facts(report: &Report) -> Vec<String> {
    let answer: Value = serde_json::from_slice(&report.json()).unwrap_or_default();
    let list = answer["facts"].as_array().cloned().unwrap_or_default();
    list.iter().filter_map(|fact| fact["text"].as_str().map(str::to_owned)).collect()
}

/// The cells where the game itself says that its cursor is.
fn led(scenes: &[Scene]) -> impl Iterator<Item = Cell> {
    let marks = scenes.first().into_iter().flat_map(|board| &board.marks);
    let leads = |kind: MarkKind| matches!(kind, MarkKind::Cursor | MarkKind::Chosen | MarkKind::Ghost(_));
    marks.filter(move |marks| leads(marks.kind)).flat_map(|marks| marks.cells.iter().copied())
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

/// A key that was pressed, by the name that browsers give it.
pub(crate) fn name_of(key: &KeyEvent) -> Option<String> {
    if key.kind == KeyEventKind::Release {
        return None;
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
        _ => return None,
    };
    Some(name)
}

#[cfg(test)]
mod tests {
    use azulejo_core::scene::{Layout, Thing, Tile};
    use crossterm::event::MouseEvent;

    use super::*;

    /// Two tiles and a card below them; nothing is named at the edge.
    fn screen(touch: Touch) -> Screen {
        let tiles = (0..2).map(|column| Tile::colored(Cell::new(0, column), 0, "r")).collect();
        let board = Scene::new("two tiles", Layout::squares(1, 2), tiles).without_axes().touchable(touch);
        let card = Tile::colored(Cell::new(0, 0), 1, "#");
        let hand = Scene::new("hand", Layout::squares(1, 1), vec![card]).named("hand").without_axes();
        let hand = hand.with_things([Thing::new("card:0", "a card", [Cell::new(0, 0)])]);
        Screen {
            scenes: vec![board, hand],
            tops: vec![0, 1],
            skipped: 0,
            style: Style::default(),
            depth: Depth::Sixteen,
        }
    }

    fn seen() -> Seen {
        let text = r#"{"id":"game#1","position":{},"state":"playing","player":0,"seats":1,"bot":null,"ui":null,
            "controls":[{"handle":"larger","keys":["PageUp"],"label":{"text":"Larger"},"show":"button"}]}"#;
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}"))
    }

    fn hand() -> Hand {
        Hand { ui: json!({}), at: Cell::new(0, 0), pointer: Pointer::default(), said: String::new() }
    }

    const LEFT: MouseButton = MouseButton::Left;

    /// What events of the mouse at rows and columns send, act and handle.
    fn sent(screen: &Screen, events: &[(MouseEventKind, u16, u16)]) -> Vec<(Act, String)> {
        let (mut hand, seen) = (hand(), seen());
        let meant = events.iter().map(|&(kind, row, column)| {
            let mouse = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
            hand.meant(&Event::Mouse(mouse), &seen, screen)
        });
        let gestures = meant.filter_map(|meant| match meant {
            Meant::Gesture(gesture) => Some((gesture.act, gesture.on)),
            _ => None,
        });
        gestures.collect()
    }

    #[test]
    fn the_pointer_hovers_over_tiles_once_each_and_leaves_them() {
        let moves: Vec<_> = [(0, 0), (0, 1), (0, 4), (0, 5), (9, 9), (9, 8)]
            .map(|(row, column)| (MouseEventKind::Moved, row, column))
            .into();
        let expected = [(Act::Hover, "A1"), (Act::Hover, "B1"), (Act::Leave, "")];
        assert_eq!(sent(&screen(Touch::Cells), &moves), expected.map(|(act, on)| (act, on.to_owned())));
    }

    #[test]
    fn a_click_taps_tiles_and_things_where_it_was_pressed_and_released() {
        let (down, up) = (MouseEventKind::Down(LEFT), MouseEventKind::Up(LEFT));
        let clicks = [(down, 0, 4), (up, 0, 4), (down, 2, 1), (up, 3, 1), (down, 0, 0), (up, 0, 4)];
        let expected = [(Act::Tap, "B1"), (Act::Tap, "card:0")];
        assert_eq!(sent(&screen(Touch::Cells), &clicks), expected.map(|(act, on)| (act, on.to_owned())));
    }

    #[test]
    fn a_board_that_is_dragged_over_is_pressed_dragged_and_released() {
        let drag = MouseEventKind::Drag(LEFT);
        let events = [(MouseEventKind::Down(LEFT), 0, 1), (drag, 0, 2), (drag, 0, 3), (MouseEventKind::Up(LEFT), 0, 3)];
        let expected = [(Act::Press, "A1"), (Act::Drag, "B1"), (Act::Release, "B1")];
        assert_eq!(sent(&screen(Touch::Drag), &events), expected.map(|(act, on)| (act, on.to_owned())));
        assert_eq!(sent(&screen(Touch::Cells), &events), [], "elsewhere it is no click either");
    }

    #[test]
    fn the_wheel_turns_pages_and_arrows_step_where_the_game_claims_neither() {
        let (screen, seen, mut hand) = (screen(Touch::Cells), seen(), hand());
        let wheel = |kind| Event::Mouse(MouseEvent { kind, column: 0, row: 0, modifiers: KeyModifiers::NONE });
        let up = hand.meant(&wheel(MouseEventKind::ScrollUp), &seen, &screen);
        assert_eq!(up, Meant::Gesture(Gesture::tap("larger").at("A1")));
        assert_eq!(hand.meant(&wheel(MouseEventKind::ScrollDown), &seen, &screen), Meant::Nothing);
        let right = Event::Key(KeyEvent::new(KeyCode::Right, KeyModifiers::NONE));
        assert_eq!(hand.meant(&right, &seen, &screen), Meant::Gesture(Gesture::new(Act::Hover, "B1")));
        let stop = Event::Key(KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE));
        assert_eq!(hand.meant(&stop, &seen, &screen), Meant::Stop);
    }

    #[test]
    fn lines_that_had_no_room_are_counted_in() {
        let screen = Screen { skipped: 1, ..screen(Touch::Cells) };
        assert_eq!(screen.under(1, 1).handle, "card:0");
        assert_eq!(screen.under(0, 0).handle, "", "a title is nothing to touch");
    }
}
