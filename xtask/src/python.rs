//! azulejo for Python: the wheel built and installed as anybody would, into an environment under `target`, and its tests.

use std::path::PathBuf;
use std::process::Command;

use crate::{e2e, run};

/// What the tests need beside azulejo: their own tools, the engine that runs on loopback, plots and notebooks.
const PACKAGES: &[&str] = &["pytest", "mypy", "distributed", "matplotlib", "nbclient", "ipykernel", "jsonschema"];
/// The engines that take minutes and gigabytes.
const CLUSTERS: &[&str] = &["ray", "pyspark"];

/// `cargo xtask python [stubs | PYTEST ARGUMENTS]`
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    if arguments == ["stubs"] {
        install(&[])?;
        return script("stubs.py", &[]);
    }
    install(PACKAGES)?;
    // One of the scripts for clusters is run by it.
    run::package("parallel", "parallel")?;
    tests("crates/python/tests", arguments)
}

/// `cargo xtask clusters`: what takes minutes or other people's gigabytes, Ray with two nodes and Spark.
pub(crate) fn clusters(arguments: &[&str]) -> Result<(), String> {
    install(&[PACKAGES, CLUSTERS].concat())?;
    tests("crates/python/clusters", arguments)
}

/// `cargo xtask corpus [--number N] [--out DIR] [--threads T]`: a data set of puzzles, each proven and rated.
pub(crate) fn corpus(arguments: &[&str]) -> Result<(), String> {
    install(&[])?;
    script("corpus.py", arguments)
}

/// Runs a script of `crates/python` where azulejo is installed.
fn script(name: &str, arguments: &[&str]) -> Result<(), String> {
    let path = format!("crates/python/{name}");
    let mut python = Command::new(tool("python"));
    run::command(python.arg(&path).args(arguments), &format!("python {path} {}", arguments.join(" ")))
}

/// Runs tests, which compare with the command line.
fn tests(folder: &str, arguments: &[&str]) -> Result<(), String> {
    run::cargo(&["build", "--locked", "--quiet"])?;
    let mut pytest = Command::new(tool("python"));
    pytest.args(["-m", "pytest", "-p", "no:cacheprovider", folder]).args(arguments);
    pytest.env("AZULEJO_BIN", e2e::binary()).env("PYTHONDONTWRITEBYTECODE", "1");
    run::command(&mut pytest, &format!("pytest {folder} {}", arguments.join(" ")))
}

/// An environment of its own with azulejo and these packages in it.
fn install(packages: &[&str]) -> Result<(), String> {
    run::package("python3", "python3")?;
    if !tool("pip").exists() {
        // Debian keeps the means to make environments in a package of its own.
        if !Command::new("python3").args(["-c", "import ensurepip"]).status().is_ok_and(|status| status.success()) {
            let install = "apt-get install --yes --no-install-recommends python3-venv";
            run::command(Command::new("sh").args(["-c", &format!("apt-get update --quiet && {install}")]), install)?;
        }
        let mut venv = Command::new("python3");
        run::command(venv.args(["-m", "venv"]).arg(folder()), "python3 -m venv target/python")?;
    }
    if !packages.is_empty() {
        let name = format!("pip install {}", packages.join(" "));
        let mut pip = Command::new(tool("pip"));
        run::command(pip.args(["install", "--quiet", "--disable-pip-version-check"]).args(packages), &name)?;
    }
    // Its version does not change when its code does, so pip must be told to take the new one.
    let mut own = Command::new(tool("pip"));
    own.args([
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--force-reinstall",
        "--no-deps",
        "./crates/python",
    ]);
    run::command(&mut own, "pip install ./crates/python (a minute or two)")
}

fn folder() -> PathBuf {
    run::root().join("target/python")
}

fn tool(name: &str) -> PathBuf {
    folder().join("bin").join(name)
}
