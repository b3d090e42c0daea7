//! Live capture on a display of its own: a window that shows one puzzle after another, and a button that must be pressed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]
#![cfg(target_os = "linux")]

mod common;
mod window;

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{azulejo, json, stderr, stdout};
use window::{BUTTON, Button, Window};

/// An X server without a screen, for one test.
struct Display {
    server: Child,
    name: String,
}

impl Display {
    fn open() -> Self {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x1000x24", "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is missing: `cargo xtask capture` installs it");
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        Self { server, name: format!(":{}", number.trim()) }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Puzzles of our own, of several sizes, and how each looks.
fn puzzles(folder: &Path, count: usize) -> (Vec<String>, Vec<Vec<u8>>) {
    let puzzle = |number: usize| {
        let (rows, columns) = [(5, 5), (6, 6), (7, 7), (6, 8), (8, 5)][number % 5];
        let id = format!("flow:{rows}x{columns}#{}", 100 + number);
        let picture = folder.join("puzzle.png");
        let theme = ["light", "dark"][number % 2];
        let mut render = azulejo(&["flow", "render", &id, "--theme", theme, "--png", picture.to_str().unwrap()]);
        stdout(&mut render, 0);
        let grid = stdout(&mut azulejo(&["flow", "convert", &id, "--to", "grid"]), 0);
        (named_by_place(&grid), std::fs::read(&picture).unwrap())
    };
    (0..count).map(puzzle).unzip()
}

/// The same grid, its labels in the order of their first cells.
fn named_by_place(grid: &str) -> String {
    let mut labels = Vec::new();
    let named = grid.trim().chars().map(|symbol| {
        if !symbol.is_alphanumeric() {
            return symbol;
        }
        let known = labels.iter().position(|label| *label == symbol);
        let place = known.unwrap_or_else(|| {
            labels.push(symbol);
            labels.len() - 1
        });
        char::from(b'A' + u8::try_from(place).unwrap())
    });
    named.collect()
}

/// The puzzles of a pack, in the order of their names.
fn pack(folder: &Path) -> Vec<String> {
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let grid = |file: &std::path::PathBuf| {
        stdout(&mut azulejo(&["flow", "convert", file.to_str().unwrap(), "--to", "grid"]), 0)
    };
    files.iter().map(|file| named_by_place(&grid(file))).collect()
}

#[test]
fn twenty_puzzles_from_a_window_all_right_none_twice_none_lost_and_the_same_folder_again_has_forty() {
    let folder = tempfile::tempdir().unwrap();
    let (expected, pictures) = puzzles(folder.path(), 20);
    let display = Display::open();
    let work = tempfile::tempdir().unwrap();
    let asked = |answers: &'static str| {
        let mut command = azulejo(&["flow", "capture", "--screen", "--json"]);
        command.current_dir(work.path()).env("DISPLAY", &display.name).write_stdin(answers);
        command
    };

    // Pack, size, place of the button, how many: whoever just presses Enter gets `puzzles`, until no new one comes.
    let shown = Window::open(&display.name, pictures.clone());
    shown.point_at_button();
    let answer = json(&mut asked("\n\n\n\n"), 0);
    assert_eq!(answer["ended"], "unchanged");
    assert_eq!(answer["skipped"].as_array().unwrap().len(), 0);
    assert_eq!(pack(&work.path().join("puzzles")), expected);
    let presses = shown.close();
    assert_eq!(presses.iter().filter(|press| **press == Button::Next).count(), 20, "the last one shows nothing new");
    assert!(!presses.contains(&Button::Elsewhere), "only the button is pressed");

    let shown = Window::open(&display.name, pictures);
    shown.point_at_button();
    let answer = json(&mut asked("puzzles\n\n\n20\n"), 0);
    assert_eq!(answer["ended"], "count");
    assert_eq!(pack(&work.path().join("puzzles")), [expected.clone(), expected].concat());
    assert_eq!(shown.close().len(), 19, "what is not asked for is not pressed for");
}

#[test]
fn flags_answer_the_questions_and_a_wrong_size_is_refused_before_anything_is_pressed() {
    let folder = tempfile::tempdir().unwrap();
    let (expected, pictures) = puzzles(folder.path(), 3);
    let display = Display::open();
    let shown = Window::open(&display.name, pictures);
    let pack_folder = folder.path().join("classic");
    let next = format!("{},{}", BUTTON.0, BUTTON.1);
    let out = pack_folder.to_str().unwrap();
    let flags = ["flow", "capture", "--screen", "--next", &next, "--out", out];
    let wrong = stderr(azulejo(&flags).args(["--rows", "40", "--columns", "40"]).env("DISPLAY", &display.name), 2);
    assert_eq!(wrong.lines().next().map(|line| line.starts_with("error: ")), Some(true), "{wrong}");
    assert!(!pack_folder.exists());
    let told = stdout(azulejo(&flags).args(["--count", "2"]).env("DISPLAY", &display.name), 0);
    assert_eq!(told.lines().count(), 2, "{told}");
    assert_eq!(pack(&pack_folder), expected[..2]);
    assert_eq!(shown.close().len(), 1);
}

#[test]
fn enter_at_the_terminal_stops_it() {
    let folder = tempfile::tempdir().unwrap();
    let (expected, pictures) = puzzles(folder.path(), 12);
    let display = Display::open();
    let shown = Window::open(&display.name, pictures);
    let pack_folder = folder.path().join("stopped");
    let binary = assert_cmd::cargo::cargo_bin!("azulejo").display();
    let next = format!("{},{}", BUTTON.0, BUTTON.1);
    let command = format!("{binary} flow capture --screen --next {next} --out {}", pack_folder.display());
    let mut child = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .env("DISPLAY", &display.name)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut keys = child.stdin.take().unwrap();
    let begun = Instant::now();
    while !pack_folder.join("stopped-002.json").exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing is captured");
        std::thread::sleep(Duration::from_millis(20));
    }
    keys.write_all(b"\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("stopped: "), "{text}");
    let kept = pack(&pack_folder);
    assert!((2..12).contains(&kept.len()), "{text}");
    assert_eq!(kept, expected[..kept.len()]);
    shown.close();
}

#[test]
fn without_a_screen_it_says_so() {
    let error = stderr(azulejo(&["flow", "capture", "--screen"]).env_remove("DISPLAY"), 2);
    assert!(error.starts_with("error: the screen cannot be reached"), "{error}");
    assert!(error.contains("hint: live capture needs an X11 display"), "{error}");
}
