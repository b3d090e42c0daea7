//! The games for browsers: the module of `crates/wasm` with its JavaScript, and the page with it as a folder for any host.
//!
//! The module lies in `crates/web/assets/wasm`, which a debug build of the server reads and a release has inside.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use crate::run;

const TARGET: &str = "wasm32-unknown-unknown";

/// `cargo xtask site [--out DIR]`
pub(crate) fn run(arguments: &[&str]) -> Result<(), String> {
    let out = match arguments {
        [] => usual(),
        ["--out", folder] => PathBuf::from(folder),
        _ => return Err("expected `cargo xtask site [--out DIR]`".to_owned()),
    };
    module()?;
    let version = folder(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    println!("{} holds version {version}: give it to any host, or try it with", out.display());
    println!("  python3 -m http.server --bind 127.0.0.1 --directory {}", out.display());
    Ok(())
}

/// Where the folder lies unless told otherwise.
pub(crate) fn usual() -> PathBuf {
    run::root().join("target/site")
}

/// Builds the module and its JavaScript.
fn module() -> Result<(), String> {
    target()?;
    let build = ["build", "--locked", "--quiet", "--profile", "wasm", "--package", "azulejo-wasm", "--target", TARGET];
    run::cargo(&build)?;
    // What makes the JavaScript is built only for those who need it.
    run::cargo(&["run", "--locked", "--quiet", "--package", "xtask", "--features", "site", "--", "bindgen"])
}

/// Adds the target to the toolchain if it is missing; says so where that cannot be done.
fn target() -> Result<(), String> {
    let installed = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    let folder = installed.map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
    if folder.is_ok_and(|folder| folder.is_dir()) {
        return Ok(());
    }
    run::command(Command::new("rustup").args(["target", "add", TARGET]), &format!("rustup target add {TARGET}"))
        .map_err(|error| format!("{error}: the games cannot be built for browsers; the server does without them"))
}

/// Where `cargo build` puts the module.
fn built() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| run::root().join("target"), PathBuf::from);
    run::root().join(target).join(TARGET).join("wasm/azulejo_wasm.wasm")
}

/// Makes the JavaScript of the module.
#[cfg(feature = "site")]
pub(crate) fn bindgen() -> Result<(), String> {
    let folder = run::root().join("crates/web/assets/wasm");
    wasm_bindgen_cli_support::Bindgen::new()
        .input_path(built())
        .out_name("azulejo")
        .web(true)
        .and_then(|bindgen| bindgen.typescript(false).remove_name_section(true).generate(&folder))
        .map_err(|error| format!("{error:#}"))
}

/// Only a build with the feature `site` can do it.
#[cfg(not(feature = "site"))]
pub(crate) fn bindgen() -> Result<(), String> {
    Err(format!("{} needs `--features site`", built().display()))
}

/// Writes the page as a folder, beside its place and then there; gives its version.
fn folder(out: &Path) -> io::Result<String> {
    let assets = run::root().join("crates/web/assets");
    let mut files = Vec::new();
    walk(&assets, &assets, &mut files)?;
    files.sort();
    let version = hash(&assets, &files)?;
    let new = out.with_extension("new");
    if new.exists() {
        fs::remove_dir_all(&new)?;
    }
    for name in files.iter().filter(|name| *name != WORKER) {
        let place = new.join(name);
        fs::create_dir_all(place.parent().unwrap_or(&new))?;
        fs::copy(assets.join(name), place)?;
    }
    // Nobody answers there but the page itself.
    let page = fs::read_to_string(assets.join("index.html"))?;
    fs::write(new.join("index.html"), page.replacen("<html ", "<html data-server=\"none\" ", 1))?;
    let list: Vec<String> = files.iter().filter(|name| *name != WORKER).map(|name| format!("'{name}'")).collect();
    let head = format!("const VERSION = '{version}';\nconst FILES = ['./', {}];\n", list.join(", "));
    fs::write(new.join(WORKER), head + &fs::read_to_string(assets.join(WORKER))?)?;
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    fs::rename(&new, out)?;
    Ok(version)
}

/// The page's service worker, which has its version and its files written before it.
const WORKER: &str = "offline.js";

fn walk(root: &Path, folder: &Path, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(root, &path, files)?;
        } else if let Ok(name) = path.strip_prefix(root) {
            files.push(name.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(())
}

/// What changes when any file does (FNV-1a).
fn hash(root: &Path, files: &[String]) -> io::Result<String> {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for name in files {
        for byte in name.bytes().chain(fs::read(root.join(name))?) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    Ok(format!("{hash:016x}"))
}
