//! `docs/texts.md`: every requirement of the five texts names what fulfils it and a test that exists.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What is wrong with the name of a test; nothing when it exists.
fn wrong(named: &str) -> Option<String> {
    let parts: Vec<&str> = named.splitn(3, "::").collect();
    let [package, file, name] = parts[..] else { return Some(format!("`{named}` is not package::file::function")) };
    let (path, sign) = match package.strip_prefix("azulejo-") {
        Some(krate) => (root().join(format!("crates/{krate}/{file}.rs")), format!("fn {name}(")),
        None => (root().join(format!("{package}/tests/{file}.spec.js")), format!("test('{name}'")),
    };
    let Ok(text) = std::fs::read_to_string(&path) else { return Some(format!("`{named}`: there is no such file")) };
    // Attributes of a test stand right above it; a property is a test by its macro.
    let found = text.lines().zip(text.lines().skip(1)).any(|(above, line)| {
        line.contains(&sign) && (package == "e2e" || above.contains("#[test]") || above.trim_start().starts_with("#["))
    });
    (!found).then(|| format!("`{named}`: there is no such test"))
}

/// What is wrong with a table, row by row.
fn faults(text: &str) -> Vec<String> {
    let rows = text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| n "));
    let mut faults = Vec::new();
    for (index, row) in rows.enumerate() {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [number, place, requirement, fulfilled, tests] = cells[..] else {
            faults.push(format!("five cells expected: {row}"));
            continue;
        };
        if number != (index + 1).to_string() || [place, requirement, fulfilled].contains(&"") {
            faults.push(format!("row {}: a number or a cell is missing", index + 1));
        }
        let named: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        if named.is_empty() {
            faults.push(format!("row {number} has no test"));
        }
        faults.extend(named.into_iter().filter_map(wrong).map(|fault| format!("row {number}: {fault}")));
    }
    faults
}

#[test]
fn every_requirement_of_every_text_has_a_test_that_exists() {
    let index = std::fs::read_to_string(root().join("docs/texts.md")).unwrap();
    let mut rows = 0;
    for file in std::fs::read_dir(root().join("docs/texts")).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        assert!(index.contains(&format!("(texts/{name})")), "docs/texts.md does not name {name}");
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(faults(&text), Vec::<String>::new(), "{name}");
        rows += text.lines().filter(|line| line.starts_with("| ")).count() - 1;
    }
    assert!(rows > 100, "{rows} rows");
}

#[test]
fn rows_without_a_test_or_with_a_wrong_one_are_found() {
    let own = "azulejo-cli::tests/texts::rows_without_a_test_or_with_a_wrong_one_are_found";
    assert_eq!(faults(&format!("| n | a |\n| 1 | 2.1 | what | how | `{own}` |")), Vec::<String>::new());
    assert_eq!(faults("| 1 | 2.1 | what | how |  |").len(), 1);
    assert_eq!(faults("| 1 | 2.1 | what | how | `azulejo-cli::tests/texts::nowhere` |").len(), 1);
    assert_eq!(faults("| 1 | 2.1 | what | how | `azulejo-cli::tests/texts::wrong` |").len(), 1, "a function, no test");
    assert_eq!(faults("| 1 | 2.1 | what | how | `e2e::games::nothing` |").len(), 1);
    assert_eq!(faults("| 2 | 2.1 | what | how | `also` |").len(), 2);
}
