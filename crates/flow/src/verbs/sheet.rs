//! Puzzles on A4 pages, several a page, with their solutions at the end.

use azulejo_core::problem::Problem;
use azulejo_core::scene::sheet::{Entry, Section, pages};
use azulejo_core::scene::{png, svg};
use azulejo_core::verb::{Made, Wanted};

use super::generate::Described;
use crate::draw;
use crate::position::Touch;
use crate::rate::Difficulty;

/// The pages as files: as SVG or PNG by the ending of the name, each with its number before the ending.
pub(super) fn pages_of(
    wanted: &Wanted<'_>,
    puzzles: &[Described],
    difficulty: Option<Difficulty>,
) -> Result<Vec<Made>, Problem> {
    let ending =
        wanted.file.rsplit_once('.').filter(|(stem, ending)| !stem.is_empty() && ["svg", "png"].contains(ending));
    let Some((stem, ending)) = ending else {
        return Err(Problem::new(format!("`--sheet {}` ends neither in .svg nor in .png", wanted.file)));
    };
    // Paper wants more dots than a screen.
    let scale = if ending == "png" { 2.0 } else { 1.0 };
    let sections = sections(puzzles, difficulty);
    let drawings = pages(&sections, wanted.style, scale);
    let page = |(index, drawing)| {
        let bytes = if ending == "png" { png::write(drawing)? } else { svg::write(drawing).into_bytes() };
        Ok(Made { name: format!("{stem}-{}.{ending}", index + 1), bytes })
    };
    drawings.iter().enumerate().map(page).collect()
}

fn sections(puzzles: &[Described], difficulty: Option<Difficulty>) -> [Section; 2] {
    let tiles = puzzles.iter().map(|item| item.made.puzzle.tiles());
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
    let touch = puzzles.iter().all(|item| item.made.unique_under.touch == Touch::Allow);
    let words = format!(
        "Join equal letters by paths that do not cross{}, and fill every cell. Each has exactly one solution.",
        if touch { "" } else { " or touch themselves" }
    );
    let heading = difficulty.map_or("Flow".to_owned(), |difficulty| format!("Flow, {}", difficulty.name()));
    let entry = |(index, item): (usize, &Described)| Entry {
        scene: draw::puzzle(&item.made.puzzle),
        line: format!("{}   {}", index + 1, item.id),
    };
    let solved = |(index, item): (usize, &Described)| Entry {
        scene: draw::solution(&item.made.puzzle, &item.made.solution),
        line: (index + 1).to_string(),
    };
    [
        Section { heading, words, entries: puzzles.iter().enumerate().map(entry).collect(), across, down },
        Section {
            heading: "Solutions".to_owned(),
            words: String::new(),
            entries: puzzles.iter().enumerate().map(solved).collect(),
            across: small_across,
            down: small_down,
        },
    ]
}
