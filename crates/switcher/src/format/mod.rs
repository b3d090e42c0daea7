//! Every text form of Switcher: boards, sets of figures, lists of cards; whole positions are next door.
//!
//! A board is six lines of six letters `r g b y`, blanks optional, capitals allowed; or the same rows in one line with
//! `/` between them. A set of figures is a list of names, each followed by the rows of its drawing.

mod position;

pub use position::{read_position, write_position};

use azulejo_core::problem::{Problem, Problems, shown};
use azulejo_core::shape::Shape;

use crate::board::{Board, Color, SIDE, TILES_PER_COLOR};
use crate::figures::FigureSet;

/// A board is 72 bytes and a set of figures not many more: nothing beyond this size is one.
pub const LARGEST: usize = 64 << 10;

/// How many tiles of each colour a board must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Nine, as in the box.
    Nine,
    /// Any number.
    Any,
}

/// One row as written: where it begins, and its colours with their places.
struct Row {
    line: usize,
    column: usize,
    colors: Vec<(Color, usize)>,
    /// Letters seen, good or bad.
    letters: usize,
}

/// Reads a board. Every problem that can be named is named.
pub fn read_board(text: &str, count: Count) -> Result<Board, Problems> {
    let mut problems = Vec::new();
    let rows = read_rows(text, &mut problems);
    if rows.is_empty() && problems.is_empty() {
        let problem = Problem::new("the board is empty: expected 6 rows of 6 letters r g b y");
        return Err(problem.at(1, 1).into());
    }
    let side = usize::from(SIDE);
    for row in rows.iter().take(side).filter(|row| row.letters != side) {
        let letters = if row.letters == 1 { "letter" } else { "letters" };
        let message = format!("this row has {} {letters}, expected 6", row.letters);
        let column = row.colors.get(side).map_or(row.column, |&(_, column)| column);
        problems.push(Problem::new(message).at(row.line, column));
    }
    if rows.len() != side {
        let last = rows.get(side).or(rows.last());
        let (line, column) = last.map_or((1, 1), |row| (row.line, row.column));
        let message =
            format!("the board has {} {}, expected 6", rows.len(), if rows.len() == 1 { "row" } else { "rows" });
        problems.push(Problem::new(message).at(line, column));
    }
    let tiles: Vec<(Color, usize, usize)> =
        rows.iter().flat_map(|row| row.colors.iter().map(|&(color, column)| (color, row.line, column))).collect();
    if problems.is_empty() && count == Count::Nine {
        problems.extend(wrong_counts(&tiles));
    }
    let colors: Vec<Color> = tiles.iter().map(|&(color, ..)| color).collect();
    match <&[Color; 36]>::try_from(colors.as_slice()) {
        Ok(colors) if problems.is_empty() => Ok(Board::from_colors(colors)),
        _ => Err(first_in_text(problems)),
    }
}

/// Problems in the order of their places; there is at least one.
fn first_in_text(mut problems: Vec<Problem>) -> Problems {
    problems.sort_by_key(|problem| problem.place);
    match Problems::none_or(problems, || ()) {
        Err(problems) => problems,
        Ok(()) => Problem::new("the board cannot be read").into(),
    }
}

fn read_rows(text: &str, problems: &mut Vec<Problem>) -> Vec<Row> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut rows = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut row: Option<Row> = None;
        for (column, letter) in line.chars().enumerate() {
            let (line, column) = (index + 1, column + 1);
            if letter == '/' {
                rows.push(row.take().unwrap_or(Row { line, column, colors: Vec::new(), letters: 0 }));
                continue;
            }
            if letter.is_whitespace() {
                continue;
            }
            let row = row.get_or_insert_with(|| Row { line, column, colors: Vec::new(), letters: 0 });
            row.letters += 1;
            match Color::of_letter(letter) {
                Some(color) if row.colors.len() <= usize::from(SIDE) => row.colors.push((color, column)),
                None if problems.len() < Problems::MOST => {
                    let message = format!("colour {} is not one of r g b y", shown(letter));
                    problems.push(Problem::new(message).at(line, column));
                }
                // Beyond the first of each kind there is nothing new to say.
                _ => {}
            }
        }
        rows.extend(row);
    }
    rows
}

/// One problem for each colour that occurs too often (at its tenth tile) or too seldom.
fn wrong_counts(tiles: &[(Color, usize, usize)]) -> impl Iterator<Item = Problem> {
    Color::ALL.into_iter().filter_map(move |color| {
        let places: Vec<_> = tiles.iter().filter(|tile| tile.0 == color).collect();
        let expected = TILES_PER_COLOR as usize;
        if places.len() == expected {
            return None;
        }
        let message = format!("the board has {} tiles of '{}' ({color}), expected 9", places.len(), color.letter());
        let problem = Problem::new(message).hint("`--any-count` accepts any number of each colour");
        Some(places.get(expected).map_or(problem.clone(), |&&(_, line, column)| problem.at(line, column)))
    })
}

/// Reads a set of figures: a name on a line of its own, then the rows of the drawing (`*` for a cell, `.` for none);
/// blank lines between figures, `#` begins a comment line.
pub fn read_figures(text: &str) -> Result<FigureSet, Problems> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut figures = Vec::new();
    let mut current: Option<(String, usize, Vec<&str>)> = None;
    let mut problems = Vec::new();
    for (index, line) in text.lines().map(str::trim_end).chain([""]).enumerate() {
        let line_number = index + 1;
        let is_drawing = !line.is_empty() && line.chars().all(|mark| matches!(mark, '*' | '.' | ' '));
        match (&mut current, line) {
            (_, comment) if comment.starts_with('#') => {}
            (None, "") => {}
            (None, _) if is_drawing => {
                problems.push(
                    Problem::new("a drawing without a name: expected the figure's name first").at(line_number, 1),
                );
            }
            (None, name) => current = Some((name.trim().to_owned(), line_number, Vec::new())),
            (Some((_, _, rows)), row) if is_drawing => rows.push(row),
            (Some((name, at, rows)), rest) => {
                match drawn_figure(name, rows) {
                    Ok(shape) => figures.push((name.clone(), shape)),
                    Err(problem) => problems.push(problem.at(*at, 1)),
                }
                current = (!rest.is_empty()).then(|| (rest.trim().to_owned(), line_number, Vec::new()));
            }
        }
        if problems.len() >= Problems::MOST {
            break;
        }
    }
    if figures.is_empty() && problems.is_empty() {
        problems.push(Problem::new("there is no figure: expected a name, then rows of `*` and `.`").at(1, 1));
    }
    Problems::none_or(problems, || figures).and_then(|figures| Ok(FigureSet::new(figures)?))
}

fn drawn_figure(name: &str, rows: &[&str]) -> Result<Shape, Problem> {
    if rows.is_empty() {
        return Err(Problem::new(format!("figure `{name}` has no drawing: expected rows of `*` and `.`")));
    }
    let shape =
        Shape::drawn(rows).filter(|shape| shape.rows() <= SIDE && shape.columns() <= SIDE).ok_or_else(|| {
            Problem::new(format!("figure `{name}` does not fit the board: at most 6 × 6, at least one `*`"))
        })?;
    if shape.is_connected() {
        Ok(shape)
    } else {
        Err(Problem::new(format!("figure `{name}` falls apart: its cells must touch side by side")))
    }
}

/// Reads a list such as `mov1,mov4,mov7`, commas or blanks between.
pub fn read_list<T: std::str::FromStr<Err = Problem>>(text: &str) -> Result<Vec<T>, Problem> {
    text.split([',', ' ']).filter(|item| !item.is_empty()).map(str::parse).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const GOOD: &str = "r g b y r g\nb y r g b y\nr g b y r g\nb y r g b y\nr g b y r g\nb y r g b y\n";

    fn complaints(text: &str) -> String {
        read_board(text, Count::Nine).unwrap_err().to_string()
    }

    #[test]
    fn a_board_is_read_with_or_without_blanks_and_in_one_line() {
        let board = read_board(GOOD, Count::Nine).unwrap();
        assert_eq!(read_board(&GOOD.replace(' ', ""), Count::Nine), Ok(board));
        assert_eq!(read_board(&GOOD.to_uppercase().replace('\n', "\r\n"), Count::Nine), Ok(board));
        assert_eq!(read_board(&board.line(), Count::Nine), Ok(board));
        assert_eq!(read_board(&format!("\u{feff}\n\n{GOOD}\n\n"), Count::Nine), Ok(board));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        for (text, expected) in [
            ("", "1:1: the board is empty: expected 6 rows of 6 letters r g b y"),
            ("   \n\n", "1:1: the board is empty: expected 6 rows of 6 letters r g b y"),
            ("rgbyrg/byrgby/rgbyrg/byrgby/rgbyrg", "1:29: the board has 5 rows, expected 6"),
            ("rgbyrg", "1:1: the board has 1 row, expected 6"),
            ("rgbyrgg/byrgby/rgbyrg/byrgby/rgbyrg/byrgby", "1:7: this row has 7 letters, expected 6"),
            ("rgbyrg/byrgby/rgbyrg/byrgby/rgbyrg/byrgbx", "1:41: colour 'x' is not one of r g b y"),
            ("rgbyrg/byrgby/rgbyrg/byrgby/rgbyrg/byrgby/rgbyrg", "1:43: the board has 7 rows, expected 6"),
        ] {
            assert_eq!(complaints(text), expected);
        }
    }

    #[test]
    fn all_problems_are_named_at_once_in_the_order_of_the_text() {
        assert_eq!(
            complaints("r g x y r g\nb y r g b\nr g b y r g\nb y r g b y\nr g b y r g g\n"),
            "1:5: colour 'x' is not one of r g b y\n\
             2:1: this row has 5 letters, expected 6\n\
             5:1: the board has 5 rows, expected 6\n\
             5:13: this row has 7 letters, expected 6"
        );
        let tens = GOOD.replacen('y', "r", 1);
        assert_eq!(
            complaints(&tens),
            "the board has 8 tiles of 'y' (yellow), expected 9\n\
             6:5: the board has 10 tiles of 'r' (red), expected 9"
        );
        assert!(read_board(&tens, Count::Any).is_ok());
    }

    #[test]
    fn a_set_of_figures_is_read_from_names_and_drawings() {
        let set = read_figures("# ours\nBig square\n***\n***\n***\n\nDomino\n**\nHook\n.*\n**\n").unwrap();
        let names: Vec<&str> = set.figures().iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Big square", "Domino", "Hook"]);
        for (text, expected) in [
            ("", "1:1: there is no figure: expected a name, then rows of `*` and `.`"),
            ("**\n", "1:1: a drawing without a name: expected the figure's name first"),
            ("Gap\n*.*\n", "1:1: figure `Gap` falls apart: its cells must touch side by side"),
            ("None\n\nOne\n*\n", "1:1: figure `None` has no drawing: expected rows of `*` and `.`"),
            ("Long\n*******\n", "1:1: figure `Long` does not fit the board: at most 6 × 6, at least one `*`"),
        ] {
            assert_eq!(read_figures(text).unwrap_err().to_string(), expected);
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[rgbyx/* .#A\n\r\u{0}é]{0,120}") {
            if let Ok(board) = read_board(&text, Count::Any) {
                prop_assert_eq!(read_board(&board.line(), Count::Any), Ok(board));
            }
            let _ = read_figures(&text);
        }
    }
}
