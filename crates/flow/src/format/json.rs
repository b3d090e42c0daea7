//! The document's JSON: a list of rows, each cell `null` or `[red, green, blue]`; or a list of such puzzles.
//!
//! Colours get the letter that players of the game know them by where they have one, else the next free letter.

use azulejo_core::grid::Cell;
use azulejo_core::problem::{Problem, Problems};
use serde_json::{Value, json};

use super::draft::{Draft, Mark, label, label_number};
use super::plain_only;
use crate::position::{Puzzle, Tile};

/// The colours the document's program reads off the screen, and their letters.
const NAMED: [(char, [u8; 3]); 16] = [
    ('R', [255, 0, 0]),
    ('G', [0, 128, 0]),
    ('B', [0, 0, 255]),
    ('Y', [238, 238, 0]),
    ('O', [255, 127, 0]),
    ('C', [0, 255, 255]),
    ('M', [255, 0, 255]),
    ('m', [165, 42, 42]),
    ('P', [128, 0, 128]),
    ('W', [255, 255, 255]),
    ('A', [128, 128, 128]),
    ('g', [0, 255, 0]),
    ('T', [189, 183, 107]),
    ('b', [0, 0, 139]),
    ('c', [0, 128, 128]),
    ('p', [255, 20, 147]),
];

/// Reads all puzzles.
pub fn read(text: &str) -> Result<Vec<Puzzle>, Problems> {
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let place = (error.line().max(1), error.column().max(1));
        let what = error.to_string();
        let what = what.split(" at line").next().unwrap_or_default().to_owned();
        Problem::new(format!("this is no JSON: {what}")).at(place.0, place.1)
    })?;
    let Some(list) = value.as_array() else {
        return Err(Problem::new("expected a list of rows, each a list of null and [red, green, blue]").into());
    };
    if list.is_empty() {
        return Err(Problem::new("the board is empty, expected at least one cell").into());
    }
    if is_puzzle(list) {
        return Ok(vec![puzzle(list, "")?]);
    }
    let several = list.iter().enumerate().map(|(number, value)| match value.as_array() {
        Some(rows) if is_puzzle(rows) => puzzle(rows, &format!("puzzle {}: ", number + 1)),
        _ => Err(Problem::new(format!(
            "row or puzzle {} has another shape: expected a list of null and [red, green, blue]",
            number + 1
        ))
        .into()),
    });
    several.collect()
}

/// Whether a list is one of rows, judging by the first cell; an empty row may be either and counts as a row.
fn is_puzzle(rows: &[Value]) -> bool {
    let first = rows.first().and_then(Value::as_array).map(|row| row.first());
    match first {
        None => false,
        Some(None | Some(Value::Null)) => true,
        Some(Some(cell)) => cell.as_array().is_some_and(|cell| cell.iter().all(Value::is_number)),
    }
}

fn puzzle(rows: &[Value], what: &str) -> Result<Puzzle, Problems> {
    let columns = rows.first().and_then(Value::as_array).map_or(0, Vec::len);
    let mut draft = Draft::new(rows.len(), columns)?;
    let mut letters: Vec<([u8; 3], char)> = Vec::new();
    let mut problems = Vec::new();
    for (row, value) in rows.iter().enumerate() {
        let cells = value.as_array().filter(|cells| cells.len() == columns);
        let Some(cells) = cells else {
            let message = format!("{what}row {} is no list of {columns} cells as the first is", row + 1);
            problems.push(Problem::new(message));
            continue;
        };
        for (column, value) in cells.iter().enumerate().filter(|(_, value)| !value.is_null()) {
            match color(value) {
                Some(color) => {
                    let letter = letter(&mut letters, color);
                    draft.mark(Cell::new(row as u16, column as u16), Mark::Dot(letter), None);
                }
                None => problems.push(Problem::new(format!(
                    "{what}row {}, cell {}: expected null or [red, green, blue] with numbers from 0 to 255",
                    row + 1,
                    column + 1
                ))),
            }
        }
    }
    Problems::none_or(problems, || ())?;
    draft.finish(Vec::new())
}

fn color(value: &Value) -> Option<[u8; 3]> {
    let parts = value.as_array()?.iter().map(|part| part.as_u64().and_then(|part| u8::try_from(part).ok()));
    let parts: Option<Vec<u8>> = parts.collect();
    parts?.try_into().ok()
}

fn letter(letters: &mut Vec<([u8; 3], char)>, color: [u8; 3]) -> char {
    if let Some((_, letter)) = letters.iter().find(|(known, _)| *known == color) {
        return *letter;
    }
    let named = NAMED.iter().find(|(_, known)| *known == color).map(|(letter, _)| *letter);
    let free = |wanted: &char| !letters.iter().any(|(_, letter)| letter == wanted);
    let reserved = |wanted: &char| NAMED.iter().any(|(letter, _)| letter == wanted);
    let letter = named.or_else(|| (0..4096).map(label).find(|letter| free(letter) && !reserved(letter))).unwrap_or('?');
    letters.push((color, letter));
    letter
}

/// Writes a puzzle.
pub fn write(puzzle: &Puzzle) -> Result<String, Problem> {
    plain_only(puzzle, "the document's JSON")?;
    let tiles = puzzle.tiles();
    let rows = (0..tiles.rows()).map(|row| {
        let cells = tiles.row(row).iter().map(|tile| match tile {
            Tile::Dot(color) => json!(rgb(puzzle.labels()[usize::from(*color)])),
            _ => Value::Null,
        });
        cells.collect::<Value>()
    });
    Ok(format!("{}\n", rows.collect::<Value>()))
}

/// The colour of a letter: the game's own, or one made from the letter's number, different for each.
fn rgb(letter: char) -> [u8; 3] {
    if let Some((_, color)) = NAMED.iter().find(|(named, _)| *named == letter) {
        return *color;
    }
    let number = label_number(letter).unwrap_or(letter as usize + (1 << 18)) as u32;
    // An odd factor makes this one to one on 24 bits; the named colours all have a low last bit pattern we avoid.
    let mixed = number.wrapping_mul(0x009e_3779).wrapping_add(0x0035_5d11) & 0x00ff_ffff;
    let color = [(mixed >> 16) as u8, (mixed >> 8) as u8, mixed as u8];
    if NAMED.iter().any(|(_, named)| *named == color) { [color[0] ^ 1, color[1] ^ 2, color[2] ^ 4] } else { color }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::grid;

    #[test]
    fn puzzles_and_packs_are_read_and_written() {
        let text = "[[[255,0,0],null,[9,9,9]],[[255,0,0],null,[9,9,9]]]\n";
        let puzzles = read(text).unwrap();
        assert_eq!(grid::write(&puzzles[0]), "R.D\nR.D\n");
        let pack = format!("[{text},{text}]");
        assert_eq!(read(&pack).unwrap().len(), 2);
        let again = read(&write(&puzzles[0]).unwrap()).unwrap();
        assert_eq!(again[0].tiles(), puzzles[0].tiles());
    }

    #[test]
    fn json_of_another_shape_is_refused() {
        let error = |text| read(text).unwrap_err().to_string();
        assert_eq!(error("[[null"), "1:6: this is no JSON: EOF while parsing a list");
        assert_eq!(error("{}"), "expected a list of rows, each a list of null and [red, green, blue]");
        assert_eq!(error("[]"), "the board is empty, expected at least one cell");
        assert_eq!(error("[[]]"), "the board is empty, expected at least one cell");
        assert_eq!(
            error("[[[1,2,3],[1,2]]]"),
            "row 1, cell 2: expected null or [red, green, blue] with numbers from 0 to 255"
        );
        assert_eq!(error("[[null],[null,null]]"), "row 2 is no list of 1 cells as the first is");
        assert_eq!(error("[1,2]"), "row or puzzle 1 has another shape: expected a list of null and [red, green, blue]");
        assert_eq!(error("[[[1,2,3],null]]"), "colour 'D' comes once, expected exactly two dots");
    }
}
