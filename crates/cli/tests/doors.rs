//! Doors know no games: no source of a door, and no file of the page, names one.
#![allow(clippy::unwrap_used, clippy::missing_panics_doc)]

use std::path::{Path, PathBuf};

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, files);
        } else if path.extension().is_some_and(|end| ["rs", "js", "css", "html"].iter().any(|known| end == *known)) {
            files.push(path);
        }
    }
}

fn names(text: &str, game: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(game).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + game.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

#[test]
fn no_door_names_a_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for door in ["cli/src", "web/src", "web/assets", "python/src", "wasm/src"] {
        walk(&root.join(door), &mut files);
    }
    assert!(files.len() > 30, "the doors have moved: only {} files", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap().to_lowercase();
        for game in azulejo_games::GAMES.0 {
            assert!(!names(&text, game.name), "{} names {}", file.display(), game.name);
        }
    }
}

#[test]
fn a_name_is_found_only_as_a_word() {
    assert!(names("the flow of", "flow"));
    assert!(names("\"flow\":", "flow"));
    assert!(!names("overflow flowing flow_er", "flow"));
}
