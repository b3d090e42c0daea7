//! The file form of puzz.link, `pzprv3`: rows and columns, clues, then the links drawn between cells.

use std::fmt::Write as _;

use azulejo_core::grid::{Cell, Grid};
use azulejo_core::problem::{Place, Problem, Problems};

use super::draft::{Draft, Mark, label};
use super::puzzlink::numbers;
use super::{Drawn, Reading, plain_only};
use crate::position::{Fill, Puzzle, Solution, Tile};

/// A file after its header.
struct Sheet<'a> {
    fill: Fill,
    rows: usize,
    columns: usize,
    /// Clues, then links; each line with its number.
    lines: Vec<(usize, &'a str)>,
    /// The number of the last line.
    last: usize,
}

impl<'a> Sheet<'a> {
    /// A file, or its one-line form with `/` for line ends.
    fn of(text: &'a str) -> Result<Self, Problem> {
        let text = text.trim();
        let text = text.split_once('?').map_or(text, |(_, rest)| rest);
        let parts: Vec<&str> = if text.contains('\n') { text.lines().collect() } else { text.split('/').collect() };
        let last = parts.len();
        let numbered = parts.into_iter().enumerate().map(|(index, line)| (index + 1, line.trim()));
        let mut lines = numbered.filter(|(_, line)| !line.is_empty()).peekable();
        let mut next =
            |what: &str| lines.next().ok_or_else(|| Problem::new(format!("the file ends before {what}")).at(last, 1));
        next("its name")?;
        let (line, name) = next("the name of the puzzle")?;
        let mut fill = match name {
            "arukone" => Fill::Full,
            "numlin" => Fill::Free,
            _ => {
                let message = format!("`{name}` is no puzzle we know: expected `arukone` or `numlin`");
                return Err(Problem::new(message).at(line, 1));
            }
        };
        let mut side = |what: &str| {
            let (line, text) = next(what)?;
            text.parse::<usize>().map_err(|_| Problem::new(format!("`{text}` is not {what}")).at(line, 1))
        };
        let (rows, columns) = (side("the number of rows")?, side("the number of columns")?);
        // Older files say `allowempty`.
        if let Some((_, word)) =
            lines.next_if(|(_, word)| ["passallcell", "dontpassallcell", "allowempty"].contains(word))
            && word != "passallcell"
        {
            fill = Fill::Free;
        }
        Ok(Self { fill, rows, columns, lines: lines.collect(), last })
    }

    /// The links that are drawn, below the clues.
    fn links(&self) -> Vec<[Cell; 2]> {
        let &Self { rows, columns, .. } = self;
        let mut links = Vec::new();
        let upright = if columns > 1 { rows } else { 0 };
        for (index, (_, line)) in self.lines.iter().skip(rows).enumerate() {
            for (column, _) in line.split_whitespace().enumerate().filter(|(_, word)| *word == "1") {
                let (row, down, right) = if index < upright { (index, 0, 1) } else { (index - upright, 1, 0) };
                if row + down < rows && column + right < columns {
                    let one = Cell::new(row as u16, column as u16);
                    links.push([one, Cell::new(one.row + down as u16, one.column + right as u16)]);
                }
            }
        }
        links
    }
}

/// The links drawn in a file. A file may end before its clues, and has none then: that is how an empty one is written.
pub fn links(text: &str) -> Result<Vec<[Cell; 2]>, Problem> {
    let sheet = Sheet::of(text)?;
    Draft::new(sheet.rows, sheet.columns)?;
    Ok(sheet.links())
}

/// Reads a file, or its one-line form with `/` for line ends.
pub fn read(text: &str) -> Result<Reading, Problems> {
    let sheet = Sheet::of(text)?;
    let &Sheet { fill, rows, columns, last, .. } = &sheet;
    let mut draft = Draft::new(rows, columns)?;
    for row in 0..rows {
        let what = if row == 0 { "the clues" } else { "the last row of clues" };
        let ends = || Problem::new(format!("the file ends before {what}")).at(last, 1);
        let &(line, text) = sheet.lines.get(row).ok_or_else(ends)?;
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.len() != columns {
            let message = format!("this row has {} cells, expected {columns}", words.len());
            return Err(Problem::new(message).at(line, 1).into());
        }
        for (column, word) in words.iter().enumerate().filter(|(_, word)| **word != ".") {
            let at = 1 + text[..word.as_ptr() as usize - text.as_ptr() as usize].chars().count();
            let bad = || Problem::new(format!("`{word}` is no clue: expected a number, a letter or `.`")).at(line, at);
            let mut letters = word.chars();
            let clue = match (word.parse::<usize>(), letters.next(), letters.next()) {
                (Ok(number @ 1..=8000), ..) => label(number - 1),
                (Err(_), Some(letter), None) if letter.is_ascii_alphabetic() => letter,
                _ => return Err(bad().into()),
            };
            draft.mark(Cell::new(row as u16, column as u16), Mark::Dot(clue), Some(Place { line, column: at }));
        }
    }
    let links = sheet.links();
    let drawn = (!links.is_empty()).then_some(Drawn::Links(links));
    Ok(Reading { puzzle: draft.finish(Vec::new())?, fill: Some(fill), touch: None, drawn })
}

/// Writes a puzzle, and the links of a solution if there is one.
pub fn write(puzzle: &Puzzle, fill: Fill, solution: Option<&Solution>) -> Result<String, Problem> {
    plain_only(puzzle, "pzprv3")?;
    let tiles = puzzle.tiles();
    let (rows, columns) = (tiles.rows(), tiles.columns());
    let numbers = numbers(puzzle);
    let mut text = format!("pzprv3\n{}\n{rows}\n{columns}\n", if fill == Fill::Full { "arukone" } else { "numlin" });
    if fill == Fill::Full {
        text.push_str("passallcell\n");
    }
    for row in 0..rows {
        for tile in tiles.row(row) {
            // Writing to a string cannot fail.
            let _ = match tile {
                Tile::Dot(color) if fill == Fill::Full && numbers[usize::from(*color)] <= 52 => {
                    write!(text, "{} ", label(numbers[usize::from(*color)] - 1))
                }
                Tile::Dot(color) => write!(text, "{} ", numbers[usize::from(*color)]),
                _ => write!(text, ". "),
            };
        }
        text.push('\n');
    }
    let mut right = Grid::filled(rows, columns, 0);
    let mut down = Grid::filled(rows, columns, 0);
    for path in solution.iter().flat_map(|solution| solution.paths()) {
        for step in path.windows(2) {
            let first = step[0].min(step[1]);
            if step[0].row == step[1].row { right[first] = 1 } else { down[first] = 1 }
        }
    }
    for (links, height, width) in [(&right, rows, columns - 1), (&down, rows - 1, columns)] {
        for row in (0..height).filter(|_| width > 0) {
            for column in 0..width {
                let _ = write!(text, "{} ", links[Cell::new(row, column)]);
            }
            text.push('\n');
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{grid, read as read_any};

    #[test]
    fn what_is_written_is_read_back() {
        let puzzle = read_any("A..\nBBA\n").unwrap();
        for fill in [Fill::Full, Fill::Free] {
            let text = write(&puzzle, fill, None).unwrap();
            let reading = read(&text).unwrap();
            assert_eq!((grid::write(&reading.puzzle), reading.fill), ("A..\nBBA\n".to_owned(), Some(fill)));
            let line = text.trim().replace('\n', "/");
            assert_eq!(read(&line).unwrap().puzzle, puzzle);
        }
    }

    #[test]
    fn drawn_links_are_read() {
        let text = "pzprv3\narukone\n2\n3\npassallcell\nA . .\nB B A\n1 1\n1 0\n0 0 1\n";
        let Some(Drawn::Links(links)) = read(text).unwrap().drawn else { panic!("no links") };
        assert_eq!(links.len(), 4);
    }

    #[test]
    fn faults_are_named_with_their_line() {
        let error = |text| read(text).unwrap_err().to_string();
        assert_eq!(
            error("pzprv3\nslither\n2\n2\n"),
            "2:1: `slither` is no puzzle we know: expected `arukone` or `numlin`"
        );
        assert_eq!(error("pzprv3\nnumlin\n2\nx\n"), "4:1: `x` is not the number of columns");
        assert_eq!(error("pzprv3\nnumlin\n2\n2\n1 1\n"), "5:1: the file ends before the last row of clues");
        assert_eq!(error("pzprv3\nnumlin\n1\n2\n1 -\n"), "5:3: `-` is no clue: expected a number, a letter or `.`");
    }
}
