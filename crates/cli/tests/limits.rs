//! Long work of every kind ends soon after its time limit, by Ctrl-C and where memory is little, with an answer that says
//! so; what is too large is told what would not be.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What would take minutes or more. `BOARD` is a large Flow board, `NOISE` a large Kami board, `OUT` a file in the folder of the test.
const LONG: &[&[&str]] = &[
    &["flow", "solve", "BOARD", "--count", "all"],
    &["flow", "solve", "BOARD", "--dimacs", "OUT"],
    &["flow", "solve", "BOARD", "--engine", "backtrack"],
    &["flow", "render", "BOARD", "--solved", "--svg", "OUT", "--touch", "allow"],
    &["flow", "show", "flow@2:15x15-torus-expert#1"],
    &["flow", "show", "flow@2:40x40-c2#1"],
    &["flow", "generate", "--size", "20x20", "--number", "10000", "--seed", "1"],
    &["flow", "rate", "BOARD"],
    &["kami", "solve", "NOISE"],
    &["kami", "generate", "--size", "30x30", "--colors", "6", "--number", "1000", "--seed", "1"],
    &["blocky", "simulate", "--games", "1000000", "--smart", "3,3", "--seed", "1"],
    &["switcher", "simulate", "--games", "1000000", "--seed", "1"],
    &["tetris", "perft", "--rows", "20", "--columns", "10", "--pieces", "IOLJSZTIOLJS"],
];

/// How long after its limit, or the signal, work may last on a machine that has much else to do.
const GRACE: Duration = Duration::from_millis(2500);

fn board() -> String {
    // Dots far from each other on a board too large for counting.
    let row = |index: usize| match index {
        0 => format!("A{}B", ".".repeat(38)),
        20 => format!("{}C{}D{}", ".".repeat(10), ".".repeat(18), ".".repeat(10)),
        25 => format!("{}D{}C{}", ".".repeat(10), ".".repeat(18), ".".repeat(10)),
        39 => format!("B{}A", ".".repeat(38)),
        _ => ".".repeat(40),
    };
    (0..40).map(|index| row(index) + "\n").collect()
}

/// Six colours without any order.
fn noise() -> String {
    let mut state = 1_u32;
    let mut color = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (1 + (state >> 16) % 6).to_string()
    };
    let rows = (0..25).map(|_| (0..25).map(|_| color()).collect::<Vec<_>>().join(" ") + "\n");
    format!("3 99 25 25 6\n{}", rows.collect::<String>())
}

/// The file that a word of [`LONG`] stands for.
fn file(argument: &str) -> &str {
    match argument {
        "BOARD" => "board.txt",
        "NOISE" => "noise.txt",
        "OUT" => "out.svg",
        other => other,
    }
}

fn command(arguments: &[&str], folder: &std::path::Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("azulejo"));
    command.args(arguments.iter().map(|argument| file(argument)));
    command.arg("--json").current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("board.txt"), board()).unwrap();
    std::fs::write(folder.path().join("noise.txt"), noise()).unwrap();
    folder
}

#[test]
fn a_time_limit_ends_every_kind_of_work() {
    let folder = folder();
    for arguments in LONG {
        let begun = Instant::now();
        let output = command(arguments, folder.path()).args(["--time-limit", "300ms"]).output().unwrap();
        let took = begun.elapsed();
        assert!(took < Duration::from_millis(300) + GRACE, "{arguments:?} took {took:?}");
        let said = String::from_utf8_lossy(&output.stdout);
        let said = format!("{said}{}", String::from_utf8_lossy(&output.stderr));
        assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{arguments:?} {:?} {said}", output.status);
        assert!(!said.is_empty(), "{arguments:?}");
    }
}

#[test]
fn ctrl_c_ends_every_kind_of_work() {
    let folder = folder();
    for arguments in LONG {
        let child = command(arguments, folder.path()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(300));
        let begun = Instant::now();
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        let took = begun.elapsed();
        assert!(sent.success() && took < GRACE, "{arguments:?} took {took:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{arguments:?} {:?} {said}", output.status);
    }
}

/// What a command said on both channels, and how it ended.
fn told(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code(), said)
}

#[cfg(target_os = "linux")]
#[test]
fn little_memory_is_answered_and_never_ends_in_an_abort() {
    let folder = folder();
    let binary = assert_cmd::cargo::cargo_bin!("azulejo");
    for megabytes in [110, 160, 300, 700] {
        for arguments in LONG {
            let arguments: Vec<&str> = arguments.iter().map(|argument| file(argument)).collect();
            let script =
                format!("ulimit -v {}; exec \"$0\" \"$@\" --json --time-limit 150ms --threads 8", megabytes << 10);
            let mut shell = Command::new("sh");
            shell.args(["-c", &script]).arg(binary).args(&arguments).current_dir(folder.path());
            let (code, said) = told(&mut shell);
            // An abort has no code at all.
            assert!(
                matches!(code, Some(0 | 1 | 3)) && !said.is_empty(),
                "{megabytes} MB, {arguments:?}: {code:?} {said}"
            );
        }
    }
}

#[test]
fn what_is_too_large_is_told_which_limit_it_breaks() {
    let folder = tempfile::tempdir().unwrap();
    let wide = format!("A{}A\n", ".".repeat(100_000));
    for (name, text, limit) in [
        ("wide.txt", wide.clone(), "100002×1 is too large: at most 65535 rows and columns"),
        ("tall.txt", "A\n".to_owned() + &".\n".repeat(70_000) + "A\n", "1×70002 is too large: at most 65535 rows"),
        ("both.txt", (".".repeat(3000) + "\n").repeat(3000), "3000×3000 is too large: at most 4194304 cells"),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
        let (code, said) = told(&mut command(&["flow", "solve", name], folder.path()));
        assert!(code == Some(2) && said.contains(limit), "{name}: {code:?} {said}");
    }
}

#[test]
fn an_engine_that_does_not_take_a_board_says_that() {
    let folder = tempfile::tempdir().unwrap();
    let empty = ".".repeat(58);
    let text = format!("A{empty}A\n") + &format!(".{empty}.\n").repeat(59);
    std::fs::write(folder.path().join("board.txt"), text).unwrap();
    for engine in ["backtrack", "frontier"] {
        let arguments = ["flow", "solve", "BOARD", "--engine", engine, "--time-limit", "5s"];
        let (code, said) = told(&mut command(&arguments, folder.path()));
        assert_eq!(code, Some(3), "{said}");
        let answer: serde_json::Value = serde_json::from_str(&said).unwrap();
        assert_eq!((answer["status"].as_str(), answer["stop"].as_str()), (Some("gave_up"), Some("size")), "{said}");
        assert!(said.contains("this engine does not take a board so large"), "{said}");
    }
}

#[test]
fn whatever_gives_up_says_why_in_json() {
    let folder = folder();
    for arguments in LONG {
        let (code, said) = told(command(arguments, folder.path()).args(["--time-limit", "1ms"]));
        if code == Some(3) {
            let answer: serde_json::Value = serde_json::from_str(said.lines().next().unwrap()).unwrap();
            assert_eq!((answer["status"].as_str(), answer["stop"].as_str()), (Some("gave_up"), Some("time")), "{said}");
        }
    }
}

#[test]
fn a_byte_order_mark_in_front_is_no_part_of_any_text() {
    let folder = tempfile::tempdir().unwrap();
    let state = "1001\n0\n4\n4\n0000\n0000\n0000\n0000\n1\nT\n";
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), format!("\u{feff}{text}")).unwrap();
    write("switcher.txt", "rrbgbg\nrrgbgb\nbgbgry\ngbyrgy\nyrrbry\ngyyyyb\n");
    write("blocky.txt", r#"{"max_depth":2,"board":[[0,1,1,3],2,1,3]}"#);
    write("flow.txt", "AA\nBB\n");
    write("tetris.txt", state);
    write("kami.txt", "1 3 2 3 3\n1 2 3\n3 2 1\n");
    write("score.txt", "height -0.5\n");
    write("record.txt", "kami:4x4c3#1 A1 2\n");
    write("batch.txt", "{\"game\":\"flow\",\"task\":\"solve\",\"puzzle\":\"\u{feff}AA\"}\n");
    for game in ["switcher", "blocky", "flow", "tetris", "kami"] {
        for text in [format!("{game}.txt"), format!("{game}.id")] {
            write(&format!("{game}.id"), &format!("{game}#1\n"));
            let (code, said) = told(&mut command(&[game, "show", &text], folder.path()));
            assert_eq!(code, Some(0), "{text}: {said}");
        }
    }
    for arguments in [
        &["tetris", "plan", "tetris.txt", "--score", "score.txt", "--out", "plays"][..],
        &["replay", "record.txt"],
        &["batch", "batch.txt"],
    ] {
        let (code, said) = told(&mut command(arguments, folder.path()));
        assert!(code == Some(0) && !said.contains("error"), "{arguments:?}: {code:?} {said}");
    }
}
