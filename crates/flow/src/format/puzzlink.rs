//! Addresses of puzz.link: `arukone` (every cell used unless the flag `e` stands there) and `numlin` (not filled).
//!
//! `https://puzz.link/p?arukone/columns/rows/body`. The body runs through the cells in reading order: a number as `0`–`f`,
//! `-` and two hexadecimal digits, or `+` and three; `g`–`z` for one to twenty empty cells.

use std::fmt::Write as _;

use azulejo_core::grid::Cell;
use azulejo_core::problem::{Place, Problem, Problems, shown};

use super::draft::{Draft, Mark, label, label_number};
use super::{Reading, plain_only};
use crate::position::{Fill, Puzzle, Tile};

/// Whether a line is such an address.
pub fn looks_like(line: &str) -> bool {
    let path = line.split_once('?').map_or(line, |(_, path)| path);
    let path = path.trim_start_matches("type=player&").trim_start_matches("type=editor&");
    ["numlin", "arukone"]
        .iter()
        .any(|name| path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '_'])))
}

/// Reads one address a line.
pub fn read(text: &str) -> Result<Vec<Reading>, Problems> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty()).map(|(number, line)| read_line(number, line)).collect()
}

/// How many cells the addresses of a text say that they have.
pub fn cells(text: &str) -> usize {
    let sides = |line: &str| -> Option<usize> {
        let numbers = line.split('/').filter_map(|part| part.parse::<usize>().ok());
        numbers.take(2).try_fold(1_usize, usize::checked_mul)
    };
    text.lines().filter_map(sides).fold(0, usize::saturating_add)
}

fn read_line(number: usize, line: &str) -> Result<Reading, Problems> {
    let path = line.split_once('?').map_or(line, |(_, path)| path);
    let column = |part: &str| 1 + line[..part.as_ptr() as usize - line.as_ptr() as usize].chars().count();
    let end = line.chars().count() + 1;
    let cut = |what: &str| Problem::new(format!("the address ends before {what}")).at(number, end);
    let mut parts = path.split('/').peekable();
    let name = parts.next().unwrap_or("");
    let name = name.trim_start_matches("type=player&").trim_start_matches("type=editor&");
    let filled = match name.split('_').next() {
        Some("arukone") => Fill::Full,
        Some("numlin") => Fill::Free,
        _ => {
            let message = format!("`{name}` is no puzzle we know: expected `arukone` or `numlin`");
            return Err(Problem::new(message).at(number, column(name)).into());
        }
    };
    parts.next_if(|part| part.starts_with("v:"));
    let flags = parts.next_if(|part| part.parse::<usize>().is_err() && !part.is_empty());
    let fill = match (filled, flags) {
        (Fill::Full, Some(flags)) if flags.contains('e') => Fill::Free,
        (fill, _) => fill,
    };
    let mut side = |what: &str| {
        let part = parts.next().filter(|part| !part.is_empty()).ok_or_else(|| cut(what))?;
        let bad = || Problem::new(format!("`{part}` is not {what}")).at(number, column(part));
        part.parse::<usize>().map_err(|_| bad())
    };
    let (columns, rows) = (side("the number of columns")?, side("the number of rows")?);
    let body = parts.next().ok_or_else(|| cut("the cells"))?;
    let mut draft = Draft::new(rows, columns).map_err(|problem| problem.at(number, 1))?;
    let start = column(body);
    let filled_to = decode(body, rows * columns, |index, value, offset| {
        let cell = Cell::new((index / columns) as u16, (index % columns) as u16);
        draft.mark(cell, Mark::Dot(label(value - 1)), Some(Place { line: number, column: start + offset }));
    })
    .map_err(|(message, offset)| Problem::new(message).at(number, start + offset))?;
    if filled_to < rows * columns {
        let message = format!("the address holds {filled_to} cells, expected {}: is it cut short?", rows * columns);
        return Err(Problem::new(message).at(number, end).into());
    }
    Ok(Reading { puzzle: draft.finish(Vec::new())?, fill: Some(fill), touch: None, drawn: None })
}

/// Runs through a body; says how many cells it holds, or what is wrong and at which character.
fn decode(body: &str, cells: usize, mut found: impl FnMut(usize, usize, usize)) -> Result<usize, (String, usize)> {
    let characters: Vec<char> = body.chars().collect();
    let (mut at, mut index) = (0, 0);
    while let Some(&character) = characters.get(at) {
        let (digits, base) = match character {
            '0'..='9' | 'a'..='f' => (1, 0),
            'g'..='z' => {
                index += character as usize - 'f' as usize;
                at += 1;
                if index > cells {
                    return Err((format!("the body holds more than {cells} cells"), at - 1));
                }
                continue;
            }
            '-' => (2, 0),
            '+' => (3, 0),
            '=' => (3, 4096),
            '%' | '@' => (3, 8192),
            '.' => return Err(("a cell with an unknown number cannot be solved".to_owned(), at)),
            _ => return Err((format!("{} has no meaning here", shown(character)), at)),
        };
        let first = at + usize::from(digits > 1);
        let number: String = characters.iter().skip(first).take(digits).collect();
        let value = usize::from_str_radix(&number, 16).ok().filter(|_| number.chars().count() == digits);
        let Some(value) = value.filter(|_| !number.starts_with('+')) else {
            return Err((format!("expected {digits} hexadecimal digits"), first));
        };
        if index >= cells {
            return Err((format!("the body holds more than {cells} cells"), at));
        }
        if value + base == 0 {
            return Err(("0 is no label: they count from 1".to_owned(), at));
        }
        found(index, value + base, at);
        index += 1;
        at = first + digits;
    }
    Ok(index)
}

/// Writes a puzzle as an address: `arukone` when it is to be filled, else `numlin`.
pub fn write(puzzle: &Puzzle, fill: Fill) -> Result<String, Problem> {
    plain_only(puzzle, "puzz.link")?;
    let tiles = puzzle.tiles();
    let name = match fill {
        Fill::Full => "arukone",
        Fill::Free => "numlin",
    };
    let mut body = String::new();
    let mut gap = 0_u32;
    let flush = |gap: &mut u32, body: &mut String| {
        while *gap > 0 {
            let run = (*gap).min(20);
            body.push(char::from(b'f' + run as u8));
            *gap -= run;
        }
    };
    let numbers = numbers(puzzle);
    for tile in tiles.values() {
        let Tile::Dot(color) = tile else {
            gap += 1;
            continue;
        };
        flush(&mut gap, &mut body);
        // Writing to a string cannot fail.
        let _ = match numbers[usize::from(*color)] {
            number @ 0..16 => write!(body, "{number:x}"),
            number @ 16..256 => write!(body, "-{number:02x}"),
            number @ 256..4096 => write!(body, "+{number:03x}"),
            number => write!(body, "={:03x}", number - 4096),
        };
    }
    flush(&mut gap, &mut body);
    Ok(format!("https://puzz.link/p?{name}/{}/{}/{body}\n", tiles.columns(), tiles.rows()))
}

/// The number of each colour: that of its label where all labels are ours, else in order.
pub(super) fn numbers(puzzle: &Puzzle) -> Vec<usize> {
    let ours: Option<Vec<usize>> = puzzle.labels().iter().map(|&label| label_number(label)).collect();
    let ours = ours.filter(|numbers| numbers.iter().all(|&number| number < 8000));
    ours.unwrap_or_else(|| (0..puzzle.colors()).collect()).into_iter().map(|number| number + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::grid;

    fn one(text: &str) -> Reading {
        read(text).unwrap().remove(0)
    }

    #[test]
    fn known_addresses_are_read() {
        let reading = one("https://puzz.link/p?numlin/5/5/1j2h3m1h2j3");
        assert_eq!(grid::write(&reading.puzzle), "A....\nB..C.\n.....\n.A..B\n....C\n");
        assert_eq!(reading.fill, Some(Fill::Free));
        assert_eq!(one("arukone/4/4/12l3123j").fill, Some(Fill::Full));
        assert_eq!(one("arukone/e/4/4/12l3123j").fill, Some(Fill::Free));
        assert_eq!(one("http://pzv.jp/p.html?arukone_edit/4/4/12l3123j").fill, Some(Fill::Full));
        assert_eq!(one("numlin/10/6/1zzx1").puzzle.dots(), [[Cell::new(0, 0), Cell::new(5, 9)]]);
    }

    #[test]
    fn what_is_written_is_read_back() {
        for body in ["1j2h3m1h2j3", "f-10-ff+100jf-10-ff+100m"] {
            let address = format!("https://puzz.link/p?arukone/5/5/{body}\n");
            if let Ok(readings) = read(&address) {
                assert_eq!(write(&readings[0].puzzle, Fill::Full).unwrap(), address);
            }
        }
        let many = "https://puzz.link/p?arukone/4/2/f-10-ff+100f-10-ff+100\n";
        assert_eq!(write(&one(many).puzzle, Fill::Full).unwrap(), many);
    }

    #[test]
    fn faults_are_named_with_their_column() {
        let error = |text| read(text).unwrap_err().to_string();
        assert_eq!(error("arukone/4"), "1:10: the address ends before the number of rows");
        assert_eq!(error("arukone/4/4"), "1:12: the address ends before the cells");
        assert_eq!(error("arukone/4/4/12l3"), "1:17: the address holds 9 cells, expected 16: is it cut short?");
        assert_eq!(error("arukone/2/2/1111g"), "1:17: the body holds more than 4 cells");
        assert_eq!(error("arukone/2/2/11-1"), "1:16: expected 2 hexadecimal digits");
        assert_eq!(error("arukone/2/2/11!!"), "1:15: '!' has no meaning here");
        assert_eq!(error("arukone/2/2/11.."), "1:15: a cell with an unknown number cannot be solved");
        assert!(error("arukone/99999999/99999999/1").contains("too large"));
    }
}
