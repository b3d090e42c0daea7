//! The README's examples, executed: every `console` block is run, and what it shows must be what is printed.

use std::path::Path;
use std::process::Command;

use crate::run;

/// One command of an example and the output shown for it.
struct Example {
    line: usize,
    command: String,
    shown: Vec<String>,
}

/// Runs every example in order, in one folder, with the built binary first on the path.
pub(crate) fn examples() -> Result<(), String> {
    let root = run::root();
    let text = std::fs::read_to_string(root.join("README.md")).map_err(|error| format!("README.md: {error}"))?;
    let folder = root.join("target/readme");
    // The folder of an earlier run would let an example pass that needs what it left behind.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    copy_puzzles(&root.join("puzzles"), &folder.join("puzzles"))?;
    let examples = read(&text);
    println!("==> the {} examples of the README", examples.len());
    examples.iter().try_for_each(|example| check(example, &root, &folder))
}

fn copy_puzzles(from: &Path, to: &Path) -> Result<(), String> {
    let copied = Command::new("cp").arg("-r").args([from, to]).status();
    match copied {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("{} cannot be copied", from.display())),
    }
}

fn read(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for (index, line) in text.lines().enumerate() {
        match (inside, line) {
            (false, "```console") => inside = true,
            (true, "```") => inside = false,
            (true, line) => match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => {
                    examples.push(Example { line: index + 1, command: command.to_owned(), shown: Vec::new() });
                }
                (None, Some(example)) => example.shown.push(line.to_owned()),
                (None, None) => {}
            },
            _ => {}
        }
    }
    examples
}

fn check(example: &Example, root: &Path, folder: &Path) -> Result<(), String> {
    let path = format!("{}:{}", root.join("target/debug").display(), std::env::var("PATH").unwrap_or_default());
    let command = example.command.replace("cargo run --release --", "azulejo");
    if command.contains("azulejo serve") || command.contains("xtask") || command.starts_with("git ") {
        return Ok(());
    }
    let place = format!("README.md:{}: `{}`", example.line, example.command);
    let output =
        Command::new("sh").args(["-c", &command]).current_dir(folder).env("PATH", path).env("NO_COLOR", "1").output();
    let output = output.map_err(|error| format!("{place} cannot be run: {error}"))?;
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        return Err(format!("{place} failed:\n{stdout}{stderr}"));
    }
    let printed: Vec<&str> = stdout.lines().map(str::trim_end).collect();
    if example.shown.is_empty() || matches(&example.shown, &printed) {
        return Ok(());
    }
    Err(format!("{place} printed\n{stdout}\nbut the README shows\n{}", example.shown.join("\n")))
}

/// Whether the lines shown are the lines printed; `…` alone stands for any number of lines.
fn matches(shown: &[String], printed: &[&str]) -> bool {
    match (shown, printed) {
        ([], printed) => printed.is_empty(),
        ([dots], _) if dots == "…" => true,
        ([dots, rest @ ..], _) if dots == "…" => {
            (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..]))
        }
        ([first, rest @ ..], [line, more @ ..]) => first.trim_end() == *line && matches(rest, more),
        ([_, ..], []) => false,
    }
}
