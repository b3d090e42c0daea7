//! The page in a real browser: its types checked, then the tests of `e2e` with Debian's chromium.

use std::path::PathBuf;
use std::process::Command;

use crate::run;

pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    run::package("node", "nodejs")?;
    run::package("npm", "npm")?;
    run::package("chromium", "chromium")?;
    let folder = run::root().join("e2e");
    if !folder.join("node_modules/@playwright/test").exists() {
        let mut npm = Command::new("npm");
        // Only packages come from the registry: the browser is Debian's, and versions are those of package.json.
        npm.args(["install", "--prefix", "e2e", "--no-audit", "--no-fund", "--no-package-lock"]);
        npm.env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        run::command(&mut npm, "npm install --prefix e2e")?;
    }
    let tool = |name: &str| folder.join("node_modules/.bin").join(name);
    run::command(
        Command::new(tool("tsc")).args(["--project", "e2e/tsconfig.json"]),
        "tsc --project e2e/tsconfig.json",
    )?;
    let mut tests = Command::new(tool("playwright"));
    tests.args(["test", "--config", "e2e/playwright.config.js"]).args(arguments).env("AZULEJO_BIN", binary());
    run::command(&mut tests, "playwright test")
}

/// Where `cargo build` puts the program.
fn binary() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| run::root().join("target"), PathBuf::from);
    run::root().join(target).join("debug/azulejo")
}
