//! Chaos at the command line: killed, without room, without a reader, without a home: no file half written, one clear line,
//! the right exit code.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const BOARD: &str = "AB\n..\nAB\n";
const STATE: &str = "1001\n2\n6\n6\n000000\n000000\n000000\n000000\n000000\n000000\n3\nT\nO\nL\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("board.txt"), BOARD).unwrap();
    std::fs::write(folder.path().join("state.txt"), STATE).unwrap();
    folder
}

fn azulejo(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("azulejo"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

/// The same after a line of the shell: limits, redirections.
fn through_shell(folder: &Path, before: &str, arguments: &[&str], after: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("{before} \"$0\" \"$@\" {after}")).arg(assert_cmd::cargo::cargo_bin!("azulejo"));
    shell.args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// One line that begins as errors do; a hint may follow.
fn is_clear(output: &Output) -> bool {
    let said = said(output);
    said.starts_with("error: ")
        && !said.contains("panicked")
        && said.lines().filter(|line| line.starts_with("error")).count() == 1
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_file_is_whole_or_as_it_was_whenever_the_program_is_killed() {
    let folder = folder();
    let draw = ["flow", "solve", "board.txt", "--svg", "board.svg", "--png", "board.png"];
    assert!(azulejo(folder.path(), &draw).output().unwrap().status.success());
    let whole = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    let (svg, png) = (whole("board.svg"), whole("board.png"));
    for round in 0..40 {
        // Old files of another content, to tell replaced from untouched.
        std::fs::write(folder.path().join("board.svg"), "old").unwrap();
        std::fs::write(folder.path().join("board.png"), "old").unwrap();
        let mut child = azulejo(folder.path(), &draw).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_micros(round * 700));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!([&b"old"[..], &svg].contains(&&whole("board.svg")[..]), "round {round}");
        assert!([&b"old"[..], &png].contains(&&whole("board.png")[..]), "round {round}");
    }
}

#[test]
fn a_set_of_files_is_all_there_or_not_at_all_when_one_cannot_be_written() {
    let folder = folder();
    // The second play has a folder in its place.
    std::fs::create_dir_all(folder.path().join("plays/tetris_play_1.txt")).unwrap();
    let output = azulejo(folder.path(), &["tetris", "plan", "state.txt", "--out", "plays"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(is_clear(&output), "{}", said(&output));
    assert_eq!(names(&folder.path().join("plays")), ["tetris_play_1.txt"]);
}

#[test]
fn a_full_disk_is_said_and_leaves_nothing_behind() {
    let folder = folder();
    for (arguments, after) in [
        (&["flow", "solve", "board.txt"][..], "> /dev/full"),
        (&["flow", "solve", "board.txt", "--json"], "> /dev/full"),
        (&["flow", "solve", "board.txt", "--svg", "/dev/full"], ""),
        (&["verbs", "--json"], "> /dev/full"),
    ] {
        let output = through_shell(folder.path(), "exec", arguments, after);
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {}", said(&output));
        assert!(said(&output).contains("No space left on device"), "{arguments:?} {}", said(&output));
    }
    let questions = "{\"game\":\"flow\",\"puzzle\":\"AA\"}\n".repeat(50);
    std::fs::write(folder.path().join("questions.jsonl"), questions).unwrap();
    let output = through_shell(folder.path(), "exec", &["batch", "questions.jsonl"], "> /dev/full");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(is_clear(&output), "{}", said(&output));
    assert_eq!(names(folder.path()), ["board.txt", "questions.jsonl", "state.txt"]);
}

#[test]
fn a_folder_that_takes_no_files_is_said() {
    let folder = folder();
    for arguments in [
        // Nobody makes files there, whoever they are.
        &["flow", "solve", "board.txt", "--svg", "/proc/board.svg"][..],
        &["tetris", "plan", "state.txt", "--out", "/proc/plays"],
        &["flow", "solve", "board.txt", "--svg", "missing/board.svg"],
        &["flow", "solve", "board.txt", "--svg", "board.txt/board.svg"],
        &["man", "--out", "/proc/man"],
    ] {
        let output = azulejo(folder.path(), arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {}", said(&output));
        assert!(is_clear(&output), "{arguments:?} {}", said(&output));
    }
    assert_eq!(names(folder.path()), ["board.txt", "state.txt"]);
}

#[test]
fn a_reader_who_goes_away_ends_it_quietly() {
    let folder = folder();
    for arguments in [&["verbs", "--json"][..], &["flow", "solve", "board.txt"], &["kami", "new", "--json"], &["help"]]
    {
        let mut child =
            azulejo(folder.path(), arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?} {}", said(&output));
        assert!(!said(&output).contains("panicked") && !said(&output).contains("error"), "{}", said(&output));
    }
    // Nobody reads errors, either.
    let output = through_shell(folder.path(), "exec", &["flow", "solve", "missing.txt"], "2>&-");
    assert_eq!(output.status.code(), Some(2));
    let output = through_shell(folder.path(), "exec", &["flow", "solve", "board.txt"], ">&- 2>&-");
    assert!(matches!(output.status.code(), Some(0 | 2)), "{:?}", output.status);
}

#[test]
fn neither_home_nor_locale_matters() {
    let folder = folder();
    let arguments = ["flow", "solve", "board.txt"];
    let usual = azulejo(folder.path(), &arguments).output().unwrap().stdout;
    let output = azulejo(folder.path(), &arguments).env_clear().output().unwrap();
    assert_eq!((output.status.code(), &output.stdout), (Some(0), &usual), "{}", said(&output));
    for (name, value) in [
        ("LC_ALL", "tr_TR.UTF-8"),
        ("LC_ALL", "xx"),
        ("LANG", "\u{fffd}"),
        ("HOME", "/nowhere"),
        ("TMPDIR", "/nowhere"),
        ("TERM", ""),
        ("COLUMNS", "0"),
    ] {
        let output = azulejo(folder.path(), &arguments).env(name, value).output().unwrap();
        assert_eq!((output.status.code(), &output.stdout), (Some(0), &usual), "{name}={value}: {}", said(&output));
    }
}

#[test]
fn few_file_descriptors_are_enough_or_said_to_be_too_few() {
    let folder = folder();
    for number in [4, 5, 6, 8, 12] {
        let draw = ["flow", "solve", "board.txt", "--svg", "board.svg"];
        let output = through_shell(folder.path(), &format!("ulimit -n {number}; exec"), &draw, "");
        let clear = output.status.code() == Some(2) && is_clear(&output);
        assert!(output.status.success() || clear, "{number}: {:?} {}", output.status, said(&output));
        assert_eq!(folder.path().join("board.svg").exists(), output.status.success(), "{number}");
        let _ = std::fs::remove_file(folder.path().join("board.svg"));
    }
}

#[test]
fn next_to_no_memory_is_said_before_the_work() {
    let folder = folder();
    let mut answered = 0;
    for megabytes in (20..=160).step_by(10) {
        let limit = format!("ulimit -v {}; exec", megabytes << 10);
        let output = through_shell(folder.path(), &limit, &["flow", "solve", "board.txt", "--json"], "");
        let loaded = !said(&output).is_empty() || output.status.code() == Some(0);
        // Where not even the program fits, the system says so.
        if !loaded || said(&output).contains("loading shared libraries") || output.status.code() == Some(127) {
            continue;
        }
        assert!(matches!(output.status.code(), Some(0 | 2)), "{megabytes}: {:?} {}", output.status, said(&output));
        answered += usize::from(output.status.success());
    }
    assert!(answered > 0);
}

#[test]
fn a_folder_without_the_right_to_write_is_said_and_stays_as_it_is() {
    let folder = folder();
    let locked = folder.path().join("locked");
    std::fs::create_dir(&locked).unwrap();
    std::fs::write(locked.join("board.svg"), "old").unwrap();
    let allow = |mode: u32| {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    allow(0o555);
    // Whoever may do everything is not held up by rights: then the file is written, whole.
    let free = std::fs::write(locked.join("probe"), "").is_ok();
    let output = azulejo(folder.path(), &["flow", "solve", "board.txt", "--svg", "locked/board.svg"]).output().unwrap();
    allow(0o755);
    let _ = std::fs::remove_file(locked.join("probe"));
    let svg = std::fs::read_to_string(locked.join("board.svg")).unwrap();
    if free {
        assert!(output.status.success() && svg.contains("</svg>"), "{}", said(&output));
    } else {
        assert_eq!((output.status.code(), svg.as_str()), (Some(2), "old"), "{}", said(&output));
        assert!(is_clear(&output), "{}", said(&output));
    }
    assert_eq!(names(&locked), ["board.svg"]);
}

#[test]
fn a_file_that_outgrows_its_limit_leaves_the_old_one() {
    let folder = folder();
    std::fs::write(folder.path().join("board.svg"), "old").unwrap();
    // As on a disk that fills up in the middle of a file: blocks of 512 bytes, and no signal.
    let limit = "trap '' XFSZ; ulimit -f 1; exec";
    let output = through_shell(folder.path(), limit, &["flow", "solve", "board.txt", "--svg", "board.svg"], "");
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(is_clear(&output), "{}", said(&output));
    assert_eq!(std::fs::read_to_string(folder.path().join("board.svg")).unwrap(), "old");
    assert_eq!(names(folder.path()), ["board.svg", "board.txt", "state.txt"]);
}

#[test]
fn a_clock_that_stands_wrong_or_jumps_changes_no_limit() {
    let folder = folder();
    let long = ["flow", "generate", "--size", "20x20", "--number", "10000", "--seed", "1", "--time-limit", "300ms"];
    // Limits are measured by a clock that nobody sets; the date alone is that of the wall, and may be anything.
    for zone in ["Asia/Tokyo", "XXX99", "America/St_Johns", ":/nowhere"] {
        let begun = std::time::Instant::now();
        let output = azulejo(folder.path(), &long).env("TZ", zone).output().unwrap();
        assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{zone}: {}", said(&output));
        assert!(begun.elapsed() < Duration::from_secs(5), "{zone}: {:?}", begun.elapsed());
        let output = azulejo(folder.path(), &["today"]).env("TZ", zone).output().unwrap();
        assert!(output.status.success(), "{zone}: {}", said(&output));
    }
    for date in ["2026-02-31", "0000-00-00", "9999999-01-01", "2026-13-01", "tomorrow"] {
        let output = azulejo(folder.path(), &["today", "--date", date]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{date}: {}", said(&output));
        assert!(is_clear(&output), "{date}: {}", said(&output));
    }
}

#[test]
fn a_batch_that_is_killed_has_written_whole_lines_only() {
    let folder = folder();
    let questions = "{\"game\":\"flow\",\"puzzle\":\"A.A\"}\n".repeat(20_000);
    std::fs::write(folder.path().join("questions.jsonl"), questions).unwrap();
    for round in 1..6 {
        let out = std::fs::File::create(folder.path().join("out.jsonl")).unwrap();
        let mut child = azulejo(folder.path(), &["batch", "questions.jsonl"]).stdout(out).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(round * 15));
        child.kill().unwrap();
        child.wait().unwrap();
        let text = std::fs::read_to_string(folder.path().join("out.jsonl")).unwrap();
        // What came out before can be used: at most the last line is cut.
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        for line in whole.lines() {
            assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "round {round}: {line}");
        }
    }
}
