//! The page: the form of its code and its types, then the tests of `e2e` in a real browser, Debian's chromium.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{run, site};

pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    prepare()?;
    let form = ["check", "--error-on-warnings"];
    run::command(Command::new(tool("biome")).args(form), "biome check --error-on-warnings")?;
    let types = ["--project", "e2e/tsconfig.json"];
    run::command(Command::new(tool("tsc")).args(types), "tsc --project e2e/tsconfig.json")?;
    // Where the games cannot be built for browsers, their tests are passed over, and say so.
    let made = site::run(&[]).inspect_err(|error| println!("{error}")).is_ok();
    tested(arguments, made.then(site::usual))
}

/// `cargo xtask engines [firefox|webkit]`: the page in the engines that Playwright does not drive as Debian packs them.
pub(crate) fn engines(arguments: &[&str]) -> Result<(), String> {
    prepare()?;
    site::run(&[])?;
    let wanted = if arguments.is_empty() { &["firefox", "webkit"][..] } else { arguments };
    for engine in wanted {
        let mut node = match *engine {
            "firefox" => {
                run::package("firefox-esr", "firefox-esr")?;
                Command::new("node")
            }
            "webkit" => {
                run::package("WebKitWebDriver", "webkit2gtk-driver xvfb xauth dbus")?;
                let mut display = Command::new("xvfb-run");
                // Its sandbox does not work for root, and only our own page is opened.
                display.args(["--auto-servernum", "dbus-run-session", "node"]);
                display.env("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "1");
                display
            }
            other => return Err(format!("`{other}` is no engine: expected `firefox` or `webkit`")),
        };
        node.args(["e2e/engines/run.js", engine]).env("AZULEJO_SITE", site::usual());
        run::command(&mut node, &format!("node e2e/engines/run.js {engine}"))?;
    }
    Ok(())
}

/// Installs what is missing, and says so.
pub(crate) fn prepare() -> Result<(), String> {
    run::package("node", "nodejs")?;
    run::package("npm", "npm")?;
    run::package("chromium", "chromium")?;
    let folder = run::root().join("e2e");
    if stale(&folder) {
        let mut npm = Command::new("npm");
        // Only packages come from the registry, and exactly those of package-lock.json: the browser is Debian's.
        npm.args(["ci", "--prefix", "e2e", "--no-audit", "--no-fund"]);
        npm.env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        run::command(&mut npm, "npm ci --prefix e2e")?;
    }
    Ok(())
}

/// The tests in a browser, against the program as it was built last.
pub(crate) fn browser(arguments: &[&str]) -> Result<(), String> {
    tested(arguments, None)
}

/// The same, with the site for plain hosts where it was made.
fn tested(arguments: &[&str], site: Option<PathBuf>) -> Result<(), String> {
    let mut tests = Command::new(tool("playwright"));
    tests.args(["test", "--config", "e2e/playwright.config.js"]).args(arguments).env("AZULEJO_BIN", binary());
    if let Some(folder) = site {
        tests.env("AZULEJO_SITE", folder);
    }
    run::command(&mut tests, &format!("playwright test {}", arguments.join(" ")))
}

fn tool(name: &str) -> PathBuf {
    run::root().join("e2e/node_modules/.bin").join(name)
}

/// Whether the installed packages are missing, or older than the list of what they should be.
fn stale(folder: &Path) -> bool {
    let written = |file: &str| folder.join(file).metadata().and_then(|data| data.modified()).ok();
    // npm writes the first when it has installed everything; `None`, which stands for no such file, is less than any time.
    written("node_modules/.package-lock.json") < written("package-lock.json")
}

/// Where `cargo build` puts the program.
pub(crate) fn binary() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| run::root().join("target"), PathBuf::from);
    run::root().join(target).join("debug/azulejo")
}
