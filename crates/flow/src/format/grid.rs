//! The plain form: one character a cell, then `%topology` and `%wall` lines.
//!
//! `.` is an empty cell, `#` a hole, `*` a bridge, any other visible character a dot; each comes twice. A blank line or
//! the end closes the board. Directives: `%topology square|torus|hex`, `%wall row,column row,column` from 0.

use std::fmt::Write as _;

use azulejo_core::grid::Cell;
use azulejo_core::problem::{Place, Problem, Problems, shown};

use super::draft::{Draft, Mark};
use crate::position::{Puzzle, Tile, Topology};

/// Reads a puzzle.
pub fn read(text: &str) -> Result<Puzzle, Problems> {
    let lines: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim_end()))
        .filter(|(_, line)| !line.is_empty())
        .collect();
    read_lines(&lines)
}

/// Reads a puzzle from lines with their numbers.
pub(super) fn read_lines(lines: &[(usize, &str)]) -> Result<Puzzle, Problems> {
    let rows = lines.iter().filter(|(_, line)| !line.starts_with('%'));
    let columns = rows.clone().next().map_or(0, |(_, line)| line.chars().count());
    let mut draft = Draft::new(rows.clone().count(), columns)?;
    let mut problems = Vec::new();
    for (row, &(number, line)) in rows.enumerate() {
        let width = line.chars().count();
        if width != columns {
            let message = format!("this row has {width} cells, expected {columns} as in the first");
            problems.push(Problem::new(message).at(number, width.min(columns) + 1));
            continue;
        }
        for (column, character) in line.chars().enumerate() {
            let place = Place { line: number, column: column + 1 };
            match mark(character) {
                Some(mark) => draft.mark(Cell::new(row as u16, column as u16), mark, Some(place)),
                None => problems.push(unknown(character).at(place.line, place.column)),
            }
        }
    }
    for &(number, line) in lines.iter().filter(|(_, line)| line.starts_with('%')) {
        if let Err(problem) = directive(&mut draft, number, line) {
            problems.push(problem);
        }
    }
    if !problems.is_empty() {
        // Missing dots may lie in what could not be read: naming them too would only confuse.
        return Err(Problems::none_or(problems, || ()).err().unwrap_or_else(|| Problem::new("unreadable").into()));
    }
    draft.finish(problems)
}

/// What a character stands for.
pub(super) fn mark(character: char) -> Option<Mark> {
    match character {
        '.' => Some(Mark::Empty),
        '#' => Some(Mark::Hole),
        '*' => Some(Mark::Bridge),
        // A byte order mark in front of a text is no part of it.
        '%' | '\u{feff}' => None,
        _ if character.is_control() || character.is_whitespace() => None,
        _ => Some(Mark::Dot(character)),
    }
}

pub(super) fn unknown(character: char) -> Problem {
    Problem::new(format!("{} is no cell: expected `.`, `#`, `*` or a letter or digit for a dot", shown(character)))
}

fn directive(draft: &mut Draft, line: usize, text: &str) -> Result<(), Problem> {
    let mut words = text.split_whitespace();
    let column_of = |word: &str| 1 + text[..word.as_ptr() as usize - text.as_ptr() as usize].chars().count();
    match words.next() {
        Some("%topology") => {
            let word = words.next().unwrap_or("");
            draft.topology = match word {
                "square" => Topology::Square,
                "torus" => Topology::Torus,
                "hex" => Topology::Hex,
                _ => {
                    let column = if word.is_empty() { text.chars().count() + 1 } else { column_of(word) };
                    let message = format!("`{word}` is no topology: expected `square`, `torus` or `hex`");
                    return Err(Problem::new(message).at(line, column));
                }
            };
        }
        Some("%wall") => {
            let mut ends = Vec::new();
            for word in words.by_ref().take(2) {
                let cell = word.split_once(',').and_then(|(row, column)| {
                    let cell = Cell::new(row.parse().ok()?, column.parse().ok()?);
                    draft.contains(cell).then_some(cell)
                });
                let bad = || Problem::new(format!("`{word}` is no cell of this board: expected `row,column` from 0"));
                ends.push(cell.ok_or_else(|| bad().at(line, column_of(word)))?);
            }
            let [one, other] = ends[..] else {
                let end = text.chars().count() + 1;
                return Err(Problem::new("a wall needs two cells, `%wall row,column row,column`").at(line, end));
            };
            draft.walls.push((one, other, Some(Place { line, column: 1 })));
        }
        _ => {
            let message = format!("`{text}` is no directive: expected `%topology` or `%wall`");
            return Err(Problem::new(message).at(line, 1));
        }
    }
    match words.next() {
        Some(word) => Err(Problem::new(format!("`{word}` is one word too many")).at(line, column_of(word))),
        None => Ok(()),
    }
}

/// Writes a puzzle.
pub fn write(puzzle: &Puzzle) -> String {
    let tiles = puzzle.tiles();
    let mut text = String::with_capacity(tiles.len() + usize::from(tiles.rows()));
    for row in 0..tiles.rows() {
        text.extend(tiles.row(row).iter().map(|tile| match tile {
            Tile::Empty => '.',
            Tile::Hole => '#',
            Tile::Bridge => '*',
            Tile::Dot(color) => puzzle.labels()[usize::from(*color)],
        }));
        text.push('\n');
    }
    match puzzle.topology() {
        Topology::Square => {}
        Topology::Torus => text.push_str("%topology torus\n"),
        Topology::Hex => text.push_str("%topology hex\n"),
    }
    for (one, other) in puzzle.walls() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "%wall {},{} {},{}", one.row, one.column, other.row, other.column);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn a_puzzle_is_written_as_it_was_read() {
        for text in ["A.\n.A\n", "A*B\n.#.\nB.A\n%topology torus\n%wall 0,0 0,2\n", "A.B\n...\nB.A\n%topology hex\n"] {
            assert_eq!(write(&read(text).unwrap()), text);
        }
    }

    #[test]
    fn every_fault_is_named_with_its_place() {
        assert_eq!(error(""), "the board is empty, expected at least one cell");
        assert_eq!(error("..\n.."), "the board has no dots, expected two of each colour");
        assert_eq!(error("A.\n.."), "1:1: colour 'A' comes once, expected exactly two dots");
        assert_eq!(error("AA\n.A"), "2:2: colour 'A' comes 3 times, expected exactly two dots");
        assert_eq!(error("AA\n..."), "2:3: this row has 3 cells, expected 2 as in the first");
        assert_eq!(error("A A\n..."), "1:2: ' ' is no cell: expected `.`, `#`, `*` or a letter or digit for a dot");
        assert_eq!(error("AA\n%topology round"), "2:11: `round` is no topology: expected `square`, `torus` or `hex`");
        assert_eq!(error("AA\n%wall 0,0 9,9"), "2:11: `9,9` is no cell of this board: expected `row,column` from 0");
        assert_eq!(error("AA\n%wall 0,0"), "2:10: a wall needs two cells, `%wall row,column row,column`");
        assert_eq!(
            error("AA\n..\n%wall 0,0 1,1"),
            "3:1: a wall stands between two neighbouring cells, A1 and B2 are not"
        );
        assert_eq!(error("A*A\n%topology hex"), "there are no bridges on hexagons, found one at B1");
        assert_eq!(error("A*A\n%bridge"), "2:1: `%bridge` is no directive: expected `%topology` or `%wall`");
    }
}
