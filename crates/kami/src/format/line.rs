//! A position as one line without blanks: `square,1,3,0,3,-,1122/1332`, the literal part of an id.
//!
//! Layout, difficulty, moves allowed, moves made, colours to paint with, target or `-`, then the rows: one character a
//! cell, `1`–`9` and then `a`–`z`, `0` for a void; beyond 35 colours every cell is a number and a dot. A graph has its
//! vertices in place of the rows, and then its edges, `0-1.1-2`.

use azulejo_core::problem::Problem;

use crate::position::{Board, Color, Layout, Level, MOST_PLACES, Place, Position, VOID};

const KINDS: [&str; 3] = ["square", "triangular", "graph"];

/// Whether a text is meant to be such a line.
pub fn looks_like(text: &str) -> bool {
    KINDS.iter().any(|kind| text.trim().strip_prefix(kind).is_some_and(|rest| rest.starts_with(',')))
}

/// Writes a position.
pub fn write(position: &Position) -> String {
    let Position { level, used } = position;
    let Level { difficulty, moves, colors, target, board } = level;
    let target = target.map_or("-".to_owned(), |target| target.to_string());
    let head = format!("{difficulty},{moves},{used},{colors},{target}");
    let row = |values: &[Color]| encode(values, board.colors());
    match board.layout() {
        Layout::Square { columns, .. } | Layout::Triangular { columns, .. } => {
            let kind = if matches!(board.layout(), Layout::Square { .. }) { KINDS[0] } else { KINDS[1] };
            let rows: Vec<String> = board.colors().chunks(usize::from(*columns)).map(row).collect();
            format!("{kind},{head},{}", rows.join("/"))
        }
        Layout::Graph(neighbors) => {
            let edges: Vec<String> =
                super::edges(neighbors).iter().map(|[one, other]| format!("{one}-{other}")).collect();
            format!("{},{head},{},{}", KINDS[2], row(board.colors()), edges.join("."))
        }
    }
}

fn encode(values: &[Color], all: &[Color]) -> String {
    if all.iter().all(|&color| color < 36) {
        values.iter().filter_map(|&color| char::from_digit(color, 36)).collect()
    } else {
        values.iter().flat_map(|color| [color.to_string(), ".".to_owned()]).collect()
    }
}

/// Reads a position back.
pub fn read(text: &str) -> Result<Position, Problem> {
    let bad = |what: &str| Problem::new(format!("this is not a Kami position: {what}"));
    let fields: Vec<&str> = text.trim().split(',').collect();
    let [kind, difficulty, moves, used, colors, target, cells, edges @ ..] = &fields[..] else {
        return Err(bad("expected layout, difficulty, moves, moves made, colours, target and rows, with `,` between"));
    };
    let number = |field: &str, name: &str| {
        field.parse::<u32>().map_err(|_| bad(&format!("`{}` is not a number of {name}", clip(field))))
    };
    let target = match *target {
        "-" => None,
        color => Some(number(color, "the target colour")?).filter(|&color| color != VOID),
    };
    let rows: Vec<Vec<Color>> = cells.split('/').map(decode).collect::<Result<_, _>>().map_err(|what| bad(&what))?;
    let width = rows[0].len();
    if rows.iter().any(|row| row.len() != width) {
        return Err(bad("its rows differ in length"));
    }
    let size = |number: usize| u16::try_from(number).map_err(|_| bad("it is too large"));
    let layout = match (*kind, edges) {
        ("square", []) => Layout::Square { rows: size(rows.len())?, columns: size(width)? },
        ("triangular", []) => Layout::Triangular { rows: size(rows.len())?, columns: size(width)? },
        ("graph", [edges]) if rows.len() == 1 && width <= MOST_PLACES && !rows[0].contains(&VOID) => {
            Layout::graph(width, read_edges(edges, width).ok_or_else(|| bad("an edge does not join two vertices"))?)
        }
        _ => return Err(bad("the layout does not fit the fields")),
    };
    let board = Board::new(layout, rows.concat()).map_err(|problem| bad(&problem.to_string()))?;
    let colors = number(colors, "colours")?;
    if colors == 0 {
        return Err(bad("0 colours, expected at least 1"));
    }
    let level = Level {
        difficulty: super::graded(number(difficulty, "difficulty")?).map_err(|message| bad(&message))?,
        moves: number(moves, "moves")?,
        colors,
        target,
        board,
    };
    Ok(Position { level, used: number(used, "moves made")? })
}

fn clip(text: &str) -> String {
    text.chars().take(20).collect()
}

fn decode(row: &str) -> Result<Vec<Color>, String> {
    if let Some(dotted) = row.strip_suffix('.') {
        return dotted
            .split('.')
            .map(|cell| cell.parse().map_err(|_| format!("`{}` is not a colour", clip(cell))))
            .collect();
    }
    let cell = |letter: char| letter.to_digit(36).filter(|_| !letter.is_ascii_uppercase());
    row.chars().map(|letter| cell(letter).ok_or_else(|| format!("`{letter}` is not a colour"))).collect()
}

fn read_edges(text: &str, vertices: usize) -> Option<Vec<(Place, Place)>> {
    let vertex = |text: &str| text.parse::<Place>().ok().filter(|&vertex| (vertex as usize) < vertices);
    text.split('.')
        .filter(|edge| !edge.is_empty())
        .map(|edge| edge.split_once('-').and_then(|(one, other)| Some((vertex(one)?, vertex(other)?))))
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_come_back_as_they_were() {
        for text in [
            "square,1,3,0,3,-,1122/1332",
            "triangular,2,4,1,12,7,1c/02",
            "graph,1,6,0,5,-,1541,0-1.1-2.2-3",
            "square,1,3,0,99,-,40.1./2.0.",
        ] {
            let position = read(text).unwrap();
            assert!(looks_like(text));
            assert_eq!(write(&position), text);
        }
    }

    #[test]
    fn broken_lines_say_what_is_wrong() {
        for (text, why) in [
            ("square,1,3", "expected layout"),
            ("square,1,3,0,3,-,11/1", "differ in length"),
            ("square,1,3,0,3,-,1!", "`!` is not a colour"),
            ("square,x,3,0,3,-,11", "`x` is not a number of difficulty"),
            ("square,1,3,0,0,-,11", "0 colours"),
            ("square,1,3,0,3,-,00", "no cell to paint"),
            ("graph,1,6,0,5,-,15,0-7", "does not join two vertices"),
            ("graph,1,6,0,5,-,15", "does not fit"),
        ] {
            let problem = read(text).unwrap_err();
            assert!(problem.message.contains(why), "{text}: {problem}");
        }
    }

    proptest! {
        #[test]
        fn no_line_makes_the_reader_panic(text in "(square|graph|triangular)?[0-9a-f,/.\\-]{0,40}") {
            if let Ok(position) = read(&text) {
                prop_assert_eq!(read(&write(&position)).unwrap(), position);
            }
        }
    }
}
