//! A puzzle in one line without blanks, `:` or `#`: the literal part of an id.
//!
//! Rows with `/` between them, `_` for a hole; then `,torus` or `,hex`, and `,w0.0-0.1` for each wall. Labels that are
//! not letters or digits are replaced by such.

use std::fmt::Write as _;

use azulejo_core::grid::Cell;
use azulejo_core::problem::{Place, Problem, Problems};

use super::draft::{Draft, Mark, label};
use super::grid;
use crate::position::{Puzzle, Tile, Topology};

/// Reads a puzzle.
pub fn read(text: &str) -> Result<Puzzle, Problems> {
    let mut parts = text.split(',');
    let rows: Vec<Vec<char>> = parts.next().unwrap_or("").split('/').map(|row| row.chars().collect()).collect();
    let columns = rows[0].len();
    let mut draft = Draft::new(rows.len(), columns)?;
    let mut at = 1;
    for (index, row) in rows.iter().enumerate() {
        if row.len() != columns {
            let message = format!("row {} has {} cells, expected {columns} as in the first", index + 1, row.len());
            return Err(Problem::new(message).at(1, at).into());
        }
        for (column, &character) in row.iter().enumerate() {
            let mark = if character == '_' { Some(Mark::Hole) } else { grid::mark(character) };
            let place = Place { line: 1, column: at + column };
            let mark = mark.ok_or_else(|| grid::unknown(character).at(1, place.column))?;
            draft.mark(Cell::new(index as u16, column as u16), mark, Some(place));
        }
        at += columns + 1;
    }
    for part in parts {
        let place = Place { line: 1, column: at };
        match part {
            "torus" => draft.topology = Topology::Torus,
            "hex" => draft.topology = Topology::Hex,
            _ => {
                let wall = part.strip_prefix('w').and_then(wall);
                let Some([one, other]) = wall.filter(|wall| wall.iter().all(|&end| draft.contains(end))) else {
                    let message = format!("`{part}` is none of `torus`, `hex` and a wall such as `w0.0-0.1`");
                    return Err(Problem::new(message).at(1, at).into());
                };
                draft.walls.push((one, other, Some(place)));
            }
        }
        at += part.chars().count() + 1;
    }
    draft.finish(Vec::new())
}

fn wall(text: &str) -> Option<[Cell; 2]> {
    let cell = |text: &str| {
        let (row, column) = text.split_once('.')?;
        Some(Cell::new(row.parse().ok()?, column.parse().ok()?))
    };
    let (one, other) = text.split_once('-')?;
    Some([cell(one)?, cell(other)?])
}

/// Writes a puzzle.
pub fn write(puzzle: &Puzzle) -> String {
    let tiles = puzzle.tiles();
    let known = puzzle.labels().iter().all(|label| label.is_alphanumeric());
    let mut text = String::with_capacity(tiles.len() + usize::from(tiles.rows()));
    for row in 0..tiles.rows() {
        if row > 0 {
            text.push('/');
        }
        text.extend(tiles.row(row).iter().map(|tile| match tile {
            Tile::Empty => '.',
            Tile::Hole => '_',
            Tile::Bridge => '*',
            Tile::Dot(color) if known => puzzle.labels()[usize::from(*color)],
            Tile::Dot(color) => label(usize::from(*color)),
        }));
    }
    match puzzle.topology() {
        Topology::Square => {}
        Topology::Torus => text.push_str(",torus"),
        Topology::Hex => text.push_str(",hex"),
    }
    for (one, other) in puzzle.walls() {
        // Writing to a string cannot fail.
        let _ = write!(text, ",w{}.{}-{}.{}", one.row, one.column, other.row, other.column);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_written() {
        for text in ["AA", "A.B/._*/B.A,torus,w0.0-0.1,w1.2-2.2", "A.B/.../B.A,hex"] {
            assert_eq!(write(&read(text).unwrap()), text);
        }
    }

    #[test]
    fn faults_are_named_with_their_column() {
        let error = |text| read(text).unwrap_err().to_string();
        assert_eq!(error("AA/A"), "1:4: row 2 has 1 cells, expected 2 as in the first");
        assert_eq!(error("AA,round"), "1:4: `round` is none of `torus`, `hex` and a wall such as `w0.0-0.1`");
        assert_eq!(error("AB/A."), "1:2: colour 'B' comes once, expected exactly two dots");
        assert_eq!(error(""), "the board is empty, expected at least one cell");
    }
}
