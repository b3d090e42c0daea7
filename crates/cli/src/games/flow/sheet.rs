//! Puzzles on A4 pages, several a page, with their solutions at the end.

use std::path::{Path, PathBuf};

use azulejo_core::problem::Problem;
use azulejo_core::scene::sheet::{Entry, Section, pages};
use azulejo_core::scene::{png, svg};
use azulejo_flow::draw;
use azulejo_flow::position::Touch;
use azulejo_flow::rate::Difficulty;

use super::generate::Item;
use crate::failure::Failure;
use crate::options::Common;
use crate::output::write_files;

/// What a page is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Svg,
    Png,
}

impl Kind {
    /// By the ending of the file's name.
    pub(super) fn of(path: &Path) -> Result<Self, Problem> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => Err(Problem::new(format!("`--sheet {}` ends neither in .svg nor in .png", path.display()))),
        }
    }
}

/// Writes the pages: one file, or one a page with its number before the ending.
pub(super) fn write(
    path: &Path,
    items: &[Item],
    difficulty: Option<Difficulty>,
    common: &Common,
) -> Result<(), Failure> {
    let kind = Kind::of(path)?;
    let tiles = items.iter().map(|item| item.made.puzzle.tiles());
    let side = tiles.map(|tiles| tiles.rows().max(tiles.columns())).max().unwrap_or(1);
    // Cells of about a centimetre for puzzles; solutions are looked at, not drawn on.
    let (across, down) = match side {
        ..=6 => (3, 4),
        7..=10 => (2, 3),
        11..=15 => (1, 2),
        _ => (1, 1),
    };
    let (small_across, small_down) = match side {
        ..=10 => (4, 5),
        11..=15 => (3, 4),
        16..=24 => (2, 3),
        _ => (1, 2),
    };
    let touch = items.iter().all(|item| item.made.unique_under.touch == Touch::Allow);
    let words = format!(
        "Join equal letters by paths that do not cross{}, and fill every cell. Each has exactly one solution.",
        if touch { "" } else { " or touch themselves" }
    );
    let heading = difficulty.map_or("Flow".to_owned(), |difficulty| format!("Flow, {}", difficulty.name()));
    let entry = |(index, item): (usize, &Item)| Entry {
        scene: draw::puzzle(&item.made.puzzle),
        line: format!("{}   {}", index + 1, item.id),
    };
    let solved = |(index, item): (usize, &Item)| Entry {
        scene: draw::solution(&item.made.puzzle, &item.made.solution),
        line: (index + 1).to_string(),
    };
    let sections = [
        Section { heading, words, entries: items.iter().enumerate().map(entry).collect(), across, down },
        Section {
            heading: "Solutions".to_owned(),
            words: String::new(),
            entries: items.iter().enumerate().map(solved).collect(),
            across: small_across,
            down: small_down,
        },
    ];
    let scale = if kind == Kind::Png { 2.0 } else { 1.0 };
    let drawings = pages(&sections, &common.style(), scale);
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    for (index, drawing) in drawings.iter().enumerate() {
        let bytes = match kind {
            Kind::Svg => svg::write(drawing).into_bytes(),
            Kind::Png => png::write(drawing)?,
        };
        files.push((numbered(path, index + 1), bytes));
    }
    let files: Vec<(&Path, &[u8])> = files.iter().map(|(path, bytes)| (path.as_path(), bytes.as_slice())).collect();
    write_files(&files)
}

/// `puzzles.svg` with a page's number, `puzzles-2.svg`.
fn numbered(path: &Path, page: usize) -> PathBuf {
    let text =
        |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!("{}-{page}.{}", text(path.file_stem()), text(path.extension())))
}
