//! A position in one line without blanks, `:` or `#`: the literal part of an id.
//!
//! Rows with `/` between them, `_` for a hole; then, each after a `,`: `torus` or `hex`; `w0.0-0.1` for a wall; `free`,
//! `forbid`, `no2x2` for the rule; `n40.26` for labels that are not letters or digits, as hexadecimal code points in
//! the order of their first dots; `dA1-A4-C4` for a line drawn, by its corners.

use std::fmt::Write as _;

use azulejo_core::grid::Cell;
use azulejo_core::problem::{Place, Problem, Problems};

use super::Format;
use super::draft::{Draft, Mark, label};
use super::grid;
use crate::play::{self, Move, Position};
use crate::position::{Fill, Puzzle, Rules, Tile, Topology, Touch};

/// What may follow the rows.
enum Part {
    Topology(Topology),
    Wall([Cell; 2]),
    Free,
    Touch(Touch),
    Labels(Vec<char>),
    Drawn(Vec<Cell>),
}

impl Part {
    fn read(text: &str) -> Option<Self> {
        let code_point = |code: &str| char::from_u32(u32::from_str_radix(code, 16).ok()?);
        // Only what a plain grid could hold as well.
        let letter = |code: &str| code_point(code).filter(|&letter| grid::mark(letter) == Some(Mark::Dot(letter)));
        Some(match text {
            "square" => Self::Topology(Topology::Square),
            "torus" => Self::Topology(Topology::Torus),
            "hex" => Self::Topology(Topology::Hex),
            "free" => Self::Free,
            "forbid" => Self::Touch(Touch::Forbid),
            "no2x2" => Self::Touch(Touch::NoSquare),
            _ => match text.split_at_checked(1)? {
                ("w", ends) => Self::Wall(wall(ends)?),
                ("n", codes) => Self::Labels(codes.split('.').map(letter).collect::<Option<_>>()?),
                ("d", corners) => match corners.parse() {
                    Ok(Move::Draw(corners)) => Self::Drawn(corners),
                    _ => return None,
                },
                _ => return None,
            },
        })
    }
}

/// Whether a text is such a line: rows, or one row and then parts that we know.
pub(super) fn looks_like(text: &str) -> bool {
    let mut parts = text.split(',');
    let many_rows = parts.next().is_some_and(|rows| rows.contains('/'));
    let mut parts = parts.peekable();
    many_rows || (parts.peek().is_some() && parts.all(|part| Part::read(part).is_some()))
}

/// Reads a position; `rules` hold where the line says nothing else.
pub fn read(text: &str, mut rules: Rules) -> Result<Position, Problems> {
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
    let (mut labels, mut drawn) = (None, Vec::new());
    for part in parts {
        let place = Place { line: 1, column: at };
        match Part::read(part) {
            Some(Part::Topology(topology)) => draft.topology = topology,
            Some(Part::Wall([one, other])) if draft.contains(one) && draft.contains(other) => {
                draft.walls.push((one, other, Some(place)));
            }
            Some(Part::Free) => rules.fill = Fill::Free,
            Some(Part::Touch(touch)) => rules.touch = touch,
            Some(Part::Labels(found)) => labels = Some((found, at)),
            Some(Part::Drawn(corners)) => drawn.push((corners, at)),
            Some(Part::Wall(_)) | None => {
                let message = format!(
                    "`{part}` is none of `torus`, `hex`, `free`, `forbid`, `no2x2`, a wall such as `w0.0-0.1` and a \
                     line such as `dA1-A4`"
                );
                return Err(Problem::new(message).at(1, at).into());
            }
        }
        at += part.chars().count() + 1;
    }
    let mut puzzle = draft.finish(Vec::new())?;
    if let Some((labels, at)) = labels {
        puzzle = puzzle.labelled(labels).map_err(|bad| Problem::new(bad.to_string()).at(1, at))?;
    }
    let lines = drawn.iter().map(|(corners, at)| (corners.as_slice(), Some(*at)));
    Ok(Position::new(puzzle, rules).drawn(lines)?)
}

fn wall(text: &str) -> Option<[Cell; 2]> {
    let cell = |text: &str| {
        let (row, column) = text.split_once('.')?;
        Some(Cell::new(row.parse().ok()?, column.parse().ok()?))
    };
    let (one, other) = text.split_once('-')?;
    Some([cell(one)?, cell(other)?])
}

/// Writes a position.
pub fn write(position: &Position) -> String {
    let mut text = write_board(position.puzzle());
    let Rules { fill, touch } = position.rules();
    if fill == Fill::Free {
        text.push_str(",free");
    }
    text.push_str(match touch {
        Touch::Allow => "",
        Touch::Forbid => ",forbid",
        Touch::NoSquare => ",no2x2",
    });
    for line in position.lines().iter().filter(|line| !line.is_empty()) {
        text.push_str(",d");
        play::write_cells(&mut text, &play::corners(position.puzzle(), line));
    }
    text
}

/// Writes a puzzle: the rows, what cells are neighbours, the walls, and labels that are no letters.
pub fn write_board(puzzle: &Puzzle) -> String {
    if puzzle.labels().iter().all(|label| label.is_alphanumeric()) {
        let text = with_parts(rows(puzzle, puzzle.labels()), puzzle);
        // Letters may happen to spell the beginning of another form: then our own letters stand in for them.
        if Format::of(&text) == Format::Line {
            return text;
        }
    }
    let ours: Vec<char> = (0..puzzle.colors()).map(label).collect();
    let codes: Vec<String> = puzzle.labels().iter().map(|&label| format!("{:x}", u32::from(label))).collect();
    with_parts(format!("{},n{}", rows(puzzle, &ours), codes.join(".")), puzzle)
}

fn rows(puzzle: &Puzzle, labels: &[char]) -> String {
    let tiles = puzzle.tiles();
    let mut text = String::with_capacity(tiles.len() + usize::from(tiles.rows()));
    for row in 0..tiles.rows() {
        if row > 0 {
            text.push('/');
        }
        text.extend(tiles.row(row).iter().map(|tile| match tile {
            Tile::Empty => '.',
            Tile::Hole => '_',
            Tile::Bridge => '*',
            Tile::Dot(color) => labels[usize::from(*color)],
        }));
    }
    text
}

fn with_parts(mut text: String, puzzle: &Puzzle) -> String {
    text.push_str(match puzzle.topology() {
        // One row alone would be read as a plain grid, where a hole looks otherwise.
        Topology::Square if puzzle.tiles().rows() == 1 => ",square",
        Topology::Square => "",
        Topology::Torus => ",torus",
        Topology::Hex => ",hex",
    });
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
        for text in [
            "AA,square",
            "A_A,square",
            "A.B/._*/B.A,torus,w0.0-0.1,w1.2-2.2",
            "A.B/.../B.A,hex",
            "A../BBA,free,no2x2,dA1-C1-C2,dA2-B2",
            "AB/BA,n40.2f",
            "ABACDE/BCD..E,n70.7a.72.76.33",
            "A..A,torus,free,forbid,dA1-D1",
        ] {
            let position = read(text, Rules::default()).unwrap();
            assert_eq!(write(&position), text);
            assert_eq!(Format::of(text), Format::Line, "{text}");
        }
    }

    #[test]
    fn letters_that_spell_another_form_are_replaced() {
        for text in ["numlin/umli..", "pzprv3/zrv..3", "pzprv3zrv3"] {
            let puzzle = grid::read(&text.replace('/', "\n")).unwrap();
            let position = Position::new(puzzle, Rules::default());
            let written = write(&position);
            assert_eq!(Format::of(&written), Format::Line, "{written}");
            assert_eq!(read(&written, Rules::default()).unwrap(), position);
        }
    }

    #[test]
    fn faults_are_named_with_their_column() {
        let error = |text| read(text, Rules::default()).unwrap_err().to_string();
        assert_eq!(error("AA/A"), "1:4: row 2 has 1 cells, expected 2 as in the first");
        assert!(error("AA,round").starts_with("1:4: `round` is none of `torus`, `hex`, `free`"));
        assert!(error("AA,w0.0-0.9").starts_with("1:4: `w0.0-0.9` is none of"));
        assert_eq!(error("AB/A."), "1:2: colour 'B' comes once, expected exactly two dots");
        assert_eq!(error("A.A,dA1-B1-A1"), "1:5: the line is on A1 already");
        assert_eq!(error("AABB,n40.40"), "1:6: every colour needs a label of its own");
        assert_eq!(error("AABB,n40"), "1:6: every colour needs a label of its own");
        assert_eq!(error(""), "the board is empty, expected at least one cell");
    }
}
