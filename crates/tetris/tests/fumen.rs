//! Fumens are read and written as the reference does: its own strings where they lie beside the repository, and some here.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

use azulejo_tetris::format::fumen::{self, Page};
use serde_json::{Value, json};

fn samples() -> Vec<Value> {
    let Some(folder) = azulejo_bench::shared_data("tetris") else { return Vec::new() };
    let text = std::fs::read_to_string(folder.join("fumen_samples.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_known_fumen_is_read_and_written_to_the_same_string() {
    for sample in samples() {
        let code = sample["fumen"].as_str().unwrap();
        let pages = fumen::read(code).unwrap();
        let expected = sample["pages"].as_array().unwrap();
        assert_eq!(pages.len(), expected.len(), "{code}");
        for (page, expected) in pages.iter().zip(expected) {
            let field = page.field.as_ref().unwrap();
            assert_eq!(field.lines().join("/"), expected["field"].as_str().unwrap(), "{code}");
            assert_eq!(page.comment.as_deref(), expected["comment"].as_str(), "{code}");
            assert_eq!(serde_json::to_value(page.flags).unwrap(), expected["flags"], "{code}");
            let operation = page.operation.map(|operation| {
                let mut cells = operation.cells().to_vec();
                cells.sort_by_key(|(x, y)| (*y, *x));
                let cells: Vec<Value> = cells.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
                let mut value = serde_json::to_value(operation).unwrap();
                value["cells"] = cells.into();
                value
            });
            assert_eq!(operation.unwrap_or(Value::Null), expected["operation"], "{code}");
        }
        assert_eq!(fumen::write(&pages).unwrap(), code);
        let json = serde_json::to_string(&pages).unwrap();
        assert_eq!(fumen::write(&serde_json::from_str::<Vec<Page>>(&json).unwrap()).unwrap(), code);
    }
}
