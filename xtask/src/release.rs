//! What is given to others: the program without the paths of the machine that built it, and the notices of those whose
//! work is in it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run;

/// The folder that everything is put into.
const FOLDER: &str = "target/dist";

pub(crate) fn run() -> Result<(), String> {
    let (root, cargo) = (run::root(), cargo_home()?);
    let notices = notices(&cargo)?;
    let folder = root.join(FOLDER);
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    write(&folder.join("THIRD-PARTY.txt"), notices.as_bytes())?;
    // The last that fits holds: sources of packages lie below both.
    let remap = [(&root, "azulejo"), (&cargo, "cargo"), (&cargo.join("registry/src"), "crates")]
        .map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()));
    let arguments = ["build", "--release", "--locked", "--target-dir", FOLDER];
    let mut build = Command::new("cargo");
    run::command(build.args(arguments).env("RUSTFLAGS", remap.join(" ")), &format!("cargo {}", arguments.join(" ")))?;
    let program = folder.join("release/azulejo");
    let bytes = std::fs::read(&program).map_err(|error| format!("{}: {error}", program.display()))?;
    for path in [&root, &cargo] {
        let path = path.display().to_string();
        if bytes.windows(path.len()).any(|window| window == path.as_bytes()) {
            return Err(format!("the program still names `{path}`"));
        }
    }
    println!("{FOLDER}/release/azulejo and {FOLDER}/THIRD-PARTY.txt");
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

fn cargo_home() -> Result<PathBuf, String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")))
        .ok_or_else(|| "where is cargo?".into())
}

/// Every package that is in the program, with its licence, and each text of a licence once.
fn notices(cargo: &Path) -> Result<String, String> {
    let arguments = [
        "tree",
        "--package",
        "azulejo-cli",
        "--edges",
        "normal",
        "--prefix",
        "none",
        "--format",
        "{p}|{l}",
        "--locked",
    ];
    let output = Command::new("cargo").args(arguments).current_dir(run::root()).output();
    let output = output.map_err(|error| format!("cargo cannot be run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let ours = |line: &&str| !line.starts_with("azulejo-") && !line.trim().is_empty();
    let packages: BTreeSet<&str> = text.lines().map(|line| line.trim_end_matches(" (*)")).filter(ours).collect();
    let (mut list, mut texts) = (String::new(), BTreeMap::<String, Vec<String>>::new());
    for line in packages {
        let (package, licence) = line.split_once('|').unwrap_or((line, ""));
        let mut words = package.split(' ');
        let name = format!("{}-{}", words.next().unwrap_or(""), words.next().unwrap_or("").trim_start_matches('v'));
        list.push_str(&format!("{name}: {licence}\n"));
        for text in licences(cargo, &name) {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    if list.is_empty() {
        return Err("cargo names no packages".to_owned());
    }
    let parts = texts.into_iter().map(|(text, names)| format!("\n==== {}\n\n{}\n", names.join(", "), text.trim()));
    Ok(format!("azulejo contains the work of others, under these licences:\n\n{list}{}", parts.collect::<String>()))
}

/// The texts that lie beside a package's sources.
fn licences(cargo: &Path, name: &str) -> Vec<String> {
    let registries = std::fs::read_dir(cargo.join("registry/src")).into_iter().flatten().flatten();
    let files =
        registries.filter_map(|registry| std::fs::read_dir(registry.path().join(name)).ok()).flatten().flatten();
    let mut paths: Vec<PathBuf> = files.map(|file| file.path()).collect();
    paths.sort();
    let is_notice = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
        ["LICENSE", "LICENCE", "COPYING", "NOTICE", "COPYRIGHT"].iter().any(|word| name.starts_with(word))
    };
    paths.iter().filter(is_notice).filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}
