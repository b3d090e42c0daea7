//! The project's own chores; `cargo xtask help` lists them. Each says what it does, and installs what it needs.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "chores talk to people")]

mod bench;
mod capture;
mod deny;
mod e2e;
mod fuzz;
mod python;
mod readme;
mod release;
mod run;
mod site;
mod sixth;
mod soak;
mod stress;

use std::process::{Command, ExitCode};

const USAGE: &str = "\
cargo xtask test              format, lints, licences, documentation, packages, all tests, the README's examples, the page
cargo xtask e2e [TEST]        the page's form and types, and its tests in a browser
cargo xtask engines [ENGINE]  the same page in Firefox and WebKit: every game won by every hand, axe in both modes
cargo xtask site [--out DIR]  the games for browsers, and the page with them as a folder for any host
cargo xtask capture           live capture from a window on a display of its own
cargo xtask python [TEST]     azulejo for Python, installed and tested; `stubs` writes its typed stubs
cargo xtask clusters          the same on Ray with two nodes, and on Spark
cargo xtask corpus [--number N] [--out DIR]
                              puzzles by the hundred thousand, each proven and rated
cargo xtask readme            the README's examples, executed
cargo xtask sixth             a sixth game at every door, and no other file that names it
cargo xtask deny              licences, doubled versions and sources of what is built in
cargo xtask bench [GAME|web]  measured figures; `--counts` adds exact instruction counts
cargo xtask fuzz [SECONDS] [TARGET]
                              fuzz every parser and `ask`; `--stable` without coverage guidance; `--keep` keeps the corpus
cargo xtask stress [GAME] [MINUTES]
                              random boards: all engines and options against plain ones, so long for each check
cargo xtask soak [MINUTES]    the server under attack and among visitors, so long; fails when a promise is broken
cargo xtask release           the program without paths of this machine, and the notices of what is in it
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["test"] => test(),
        ["e2e", ref rest @ ..] => run::cargo(&["build", "--locked", "--quiet"]).and_then(|()| e2e::run(rest)),
        ["engines", ref rest @ ..] => e2e::engines(rest),
        ["site", ref rest @ ..] => site::run(rest),
        // A part of `site`, in a program of its own.
        ["bindgen"] => site::bindgen(),
        ["capture"] => capture::run(),
        ["python", ref rest @ ..] => run::cargo(&["build", "--locked", "--quiet"]).and_then(|()| python::run(rest)),
        ["clusters", ref rest @ ..] => {
            run::cargo(&["build", "--locked", "--quiet"]).and_then(|()| python::clusters(rest))
        }
        ["corpus", ref rest @ ..] => python::corpus(rest),
        ["readme"] => run::cargo(&["build", "--locked", "--quiet"]).and_then(|()| readme::examples()),
        ["sixth"] => e2e::prepare().and_then(|()| sixth::run()),
        ["deny"] => deny::run(),
        ["bench", ref rest @ ..] => bench::run(rest),
        ["fuzz", ref rest @ ..] => fuzz::run(rest),
        ["release"] => release::run(),
        ["soak", ref rest @ ..] => soak::run(rest),
        ["stress", ref rest @ ..] => stress::run(rest),
        ["help" | "--help"] | [] => {
            print!("{USAGE}");
            Ok(())
        }
        _ => Err(format!("there is no such chore\n\n{USAGE}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Everything that must hold before a change lands.
fn test() -> Result<(), String> {
    run::component("rustfmt")?;
    run::component("clippy")?;
    run::cargo(&["fmt", "--all", "--check"])?;
    // The guided fuzzer is a workspace of its own, which nothing here builds: only its lock file is looked at.
    run::cargo(&["update", "--workspace", "--locked", "--quiet", "--manifest-path", "fuzz/Cargo.toml"])?;
    deny::run()?;
    run::cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "--deny", "warnings"])?;
    documentation()?;
    packages()?;
    tests()?;
    capture::run()?;
    run::cargo(&["build", "--locked", "--quiet"])?;
    readme::examples()?;
    python::run(&[])?;
    e2e::run(&[])?;
    sixth::run()?;
    println!("all good");
    Ok(())
}

/// The tests of all packages; where the data of others lies beside the repository, none may pass without it.
fn tests() -> Result<(), String> {
    let arguments = ["test", "--workspace", "--locked", "--quiet"];
    let mut cargo = Command::new("cargo");
    cargo.args(arguments);
    if run::root().join("../shared/data").is_dir() {
        cargo.env("AZULEJO_SHARED_DATA", "required");
    } else {
        println!("../shared/data is absent: the tests that compare with it are passed over");
    }
    run::command(&mut cargo, &format!("cargo {}", arguments.join(" ")))
}

/// The pages that rustdoc makes, with every link leading somewhere.
fn documentation() -> Result<(), String> {
    let arguments = ["doc", "--workspace", "--no-deps", "--locked", "--quiet"];
    let mut cargo = Command::new("cargo");
    run::command(
        cargo.args(arguments).env("RUSTDOCFLAGS", "--deny warnings"),
        &format!("cargo {}", arguments.join(" ")),
    )
}

/// Whether everything that is meant for others can be packed; the packages for ourselves stay here.
fn packages() -> Result<(), String> {
    let ours = [
        "--exclude",
        "azulejo-bench",
        "--exclude",
        "azulejo-fuzz",
        "--exclude",
        "azulejo-python",
        "--exclude",
        "azulejo-wasm",
        "--exclude",
        "xtask",
    ];
    let arguments = ["package", "--workspace", "--no-verify", "--allow-dirty", "--locked", "--quiet"];
    run::cargo(&[&arguments[..], &ours[..]].concat())
}
