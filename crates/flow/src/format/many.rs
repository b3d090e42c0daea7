//! Many puzzles in one text: each a line `width height`, then its rows and directives. A line that begins with `#` and
//! stands before a size is a comment; a size of `0 0` ends the text.

use azulejo_core::problem::{Problem, Problems};

use super::grid;
use crate::position::Puzzle;

/// Reads all puzzles.
pub fn read(text: &str) -> Result<Vec<Puzzle>, Problems> {
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim_end())).peekable();
    let mut puzzles = Vec::new();
    while let Some((number, line)) = lines.next() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let sizes: Vec<Option<usize>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
        let (columns, rows) = match sizes[..] {
            [Some(0), Some(0)] => break,
            [Some(columns), Some(rows)] => (columns, rows),
            _ => {
                let shown: String = line.chars().take(30).collect();
                let message = format!("`{shown}` is no size: expected `width height` before a puzzle");
                return Err(Problem::new(message).at(number, 1).into());
            }
        };
        super::draft::Draft::new(rows, columns).map_err(|problem| problem.at(number, 1))?;
        let mut body = Vec::new();
        while body.len() < rows {
            match lines.next() {
                Some((_, "")) => {}
                Some(row) => body.push(row),
                None => {
                    let message = format!("the puzzle ends after {} rows, expected {rows}", body.len());
                    return Err(Problem::new(message).at(number, 1).into());
                }
            }
        }
        if let Some((number, row)) = body.iter().find(|(_, row)| row.chars().count() != columns) {
            let width = row.chars().count();
            let message = format!("this row has {width} cells, expected {columns} as the size says");
            return Err(Problem::new(message).at(*number, width.min(columns) + 1).into());
        }
        while let Some(directive) = lines.next_if(|(_, line)| line.starts_with('%')) {
            body.push(directive);
        }
        puzzles.push(grid::read_lines(&body)?);
    }
    if puzzles.is_empty() {
        return Err(Problem::new("there is no puzzle here, expected `width height` and rows").into());
    }
    Ok(puzzles)
}

/// Writes a puzzle with its size.
pub fn write(puzzle: &Puzzle) -> String {
    format!("{} {}\n{}", puzzle.tiles().columns(), puzzle.tiles().rows(), grid::write(puzzle))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_puzzles_are_read_in_order() {
        let text = "# two of them\n2 2\nAA\nBB\n\n3 1\nA.A\n%topology torus\n0 0\nrest\n";
        let puzzles = read(text).unwrap();
        assert_eq!(puzzles.len(), 2);
        assert_eq!(write(&puzzles[1]), "3 1\nA.A\n%topology torus\n");
    }

    #[test]
    fn faults_are_named_with_their_line() {
        let error = |text| read(text).unwrap_err().to_string();
        assert_eq!(error("2 2\nAA\n"), "1:1: the puzzle ends after 1 rows, expected 2");
        assert_eq!(error("2 2\nAA\nB.\n"), "3:1: colour 'B' comes once, expected exactly two dots");
        assert_eq!(error("2 1\nAAA\n"), "2:3: this row has 3 cells, expected 2 as the size says");
        assert_eq!(error("2 x\n"), "1:1: `2 x` is no size: expected `width height` before a puzzle");
        assert!(error("99999 99999\n").starts_with("1:1: a board of 99999×99999 is too large"));
    }
}
