//! The door knows no game.

use std::path::Path;

use azulejo_games::GAMES;

#[test]
fn no_source_of_the_server_names_a_game() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut read = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap().to_lowercase();
        let words: Vec<&str> = text.split(|letter: char| !letter.is_alphanumeric()).collect();
        for game in GAMES.0 {
            assert!(!words.contains(&game.name), "{} names {}", path.display(), game.title);
        }
        read += 1;
    }
    assert!(read > 10, "{read} files");
}
