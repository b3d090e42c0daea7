//! Puzzles that others made and what is known of them, which lie beside the repository and are not part of it.

use std::path::{Path, PathBuf};

/// When this is set, tests that need the data fail without it.
const DEMANDED: &str = "AZULEJO_SHARED_DATA";

/// The folder `../shared/data/GAME`, if it is there; says so when it is not.
///
/// # Panics
/// When the data is absent though `AZULEJO_SHARED_DATA=required` is set.
pub fn shared_data(game: &str) -> Option<PathBuf> {
    // This package lies two folders below the repository; a worktree may lie one deeper than a clone.
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().skip(3).take(2);
    let found = folders.map(|folder| folder.join("shared/data").join(game)).find(|folder| folder.is_dir());
    if found.is_none() {
        let demanded = std::env::var(DEMANDED).is_ok_and(|value| value == "required");
        assert!(!demanded, "../shared/data/{game} is absent, and {DEMANDED} says that it must be there");
        println!("../shared/data/{game} is absent: nothing of it is checked");
    }
    found
}
