//! The registry: every game of azulejo behind one type, in the order they are shown. Adding a game is one line here.

use azulejo_core::erased::Registry;

/// All games.
pub const GAMES: Registry = Registry(&[
    azulejo_switcher::ENTRY,
    azulejo_blocky::ENTRY,
    azulejo_flow::ENTRY,
    azulejo_tetris::ENTRY,
    azulejo_kami::ENTRY,
]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different_small_letters() {
        let mut names: Vec<&str> = GAMES.0.iter().map(|entry| entry.name).collect();
        assert!(names.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase())));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), GAMES.0.len());
    }
}
