//! Every form a level is read from and written to: the course text's file, triangles, graphs and JSON.
//!
//! - *square* and *triangular*: a line `difficulty moves rows columns colors`, then the rows; colours from 1, 0 is a void.
//! - *graph*: a line `vertices edges colors moves`, a line with each vertex's colour, then one edge `a b` a line, from 0.
//! - *json*: the same by name, in [`mod@json`].
//! - *line*: one line without blanks, the literal part of an id, in [`mod@line`].
//!
//! Blank lines and lines that begin with `#` say nothing. A last line `target 3` names the colour to end in.

pub mod json;
pub mod line;

use azulejo_core::problem::{Place as At, Problem, Problems, shown};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::position::{Board, Color, Layout, Level, MOST_PLACES, Place, Position, VOID};
pub use json::Saved;

/// A form of writing a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// A header of five numbers, then the rows
    Square,
    /// The same for a board of triangles
    Triangular,
    /// A region graph
    Graph,
    /// One JSON object
    Json,
}

impl Format {
    /// Every form, for help texts.
    pub const ALL: [Self; 4] = [Self::Square, Self::Triangular, Self::Graph, Self::Json];

    /// The form's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Triangular => "triangular",
            Self::Graph => "graph",
            Self::Json => "json",
        }
    }

    /// The form with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The form a file's extension stands for.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "tri" => Some(Self::Triangular),
            "gr" => Some(Self::Graph),
            "json" => Some(Self::Json),
            _ => None,
        }
    }

    /// The form a text looks like: JSON by its brace, a graph by its header of four numbers.
    pub fn guess(text: &str) -> Self {
        let first = lines(text).next();
        match first {
            Some((_, line)) if line.trim_start().starts_with('{') => Self::Json,
            Some((_, line)) if line.split_whitespace().count() == 4 => Self::Graph,
            _ => Self::Square,
        }
    }
}

/// Reads a level; the form is guessed unless it is given.
pub fn read(text: &str, format: Option<Format>) -> Result<Level, Problems> {
    match format.unwrap_or_else(|| Format::guess(text)) {
        Format::Square => read_grid(text, |rows, columns| Layout::Square { rows, columns }),
        Format::Triangular => read_grid(text, |rows, columns| Layout::Triangular { rows, columns }),
        Format::Graph => read_graph(text),
        Format::Json => Ok(json::read(text)?.level),
    }
}

/// Writes a level in the text form of its layout.
pub fn write(level: &Level) -> String {
    let board = &level.board;
    let row = |colors: &[Color]| colors.iter().map(Color::to_string).collect::<Vec<_>>().join(" ");
    let mut lines = Vec::new();
    match board.layout() {
        Layout::Square { rows, columns } | Layout::Triangular { rows, columns } => {
            let Level { difficulty, moves, colors, .. } = level;
            lines.push(format!("{difficulty} {moves} {rows} {columns} {colors}"));
            lines.extend(board.colors().chunks(usize::from(*columns)).map(row));
        }
        Layout::Graph(neighbors) => {
            let edges = edges(neighbors);
            lines.push(format!("{} {} {} {}", neighbors.len(), edges.len(), level.colors, level.moves));
            lines.push(row(board.colors()));
            lines.extend(edges.iter().map(|[one, other]| format!("{one} {other}")));
        }
    }
    lines.extend(level.target.map(|target| format!("target {target}")));
    lines.join("\n") + "\n"
}

/// A level as one JSON object: `layout`, `difficulty`, `moves`, `colors`, `target`, and `rows` or `vertices` and `edges`.
pub fn write_json(level: &Level) -> serde_json::Value {
    // Numbers and lists with text keys can always be written.
    serde_json::to_value(Saved::from(level)).unwrap_or_default()
}

fn edges(neighbors: &[Box<[Place]>]) -> Vec<[Place; 2]> {
    let mut edges = Vec::new();
    for (one, list) in neighbors.iter().enumerate() {
        edges.extend(list.iter().map(|&other| [one as Place, other]).filter(|[one, other]| one < other));
    }
    edges
}

/// The lines that say something, with their numbers from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    numbered.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
}

/// A word with its place.
struct Word<'a> {
    text: &'a str,
    at: At,
}

impl Word<'_> {
    fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::new(message).at(self.at.line, self.at.column)
    }

    /// The number it is, or what is wrong with it.
    fn number(&self, what: &str) -> Result<u32, Problem> {
        self.text.parse().map_err(|_| {
            let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let wrong = self.text.chars().find(|letter| !letter.is_ascii_digit());
            self.problem(match (self.text.strip_prefix('-'), wrong) {
                (Some(rest), _) if digits(rest) => format!("negative number, expected {what}"),
                (_, Some(letter)) => format!("{} is not part of a number, expected {what}", shown(letter)),
                (_, None) => format!("number too large, expected {what}"),
            })
        })
    }
}

fn words(line: usize, text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start = None;
    let mut column = 0;
    let mut start_column = 0;
    for (offset, letter) in text.char_indices() {
        column += 1;
        match (letter.is_whitespace(), start) {
            (true, Some(from)) => {
                words.push(Word { text: &text[from..offset], at: At { line, column: start_column } });
                start = None;
            }
            (false, None) => {
                start = Some(offset);
                start_column = column;
            }
            _ => {}
        }
    }
    if let Some(from) = start {
        words.push(Word { text: &text[from..], at: At { line, column: start_column } });
    }
    words
}

/// The header's numbers, exactly as many as there are names.
fn header<const N: usize>(words: &[Word<'_>], names: [&str; N]) -> Result<[u32; N], Problems> {
    if words.len() != N {
        let line = words.first().map_or(1, |word| word.at.line);
        let message = format!("the header has {} numbers, expected {N}: {}", words.len(), names.join(" "));
        return Err(Problem::new(message).at(line, 1).into());
    }
    let mut numbers = [0; N];
    let mut found = Vec::new();
    for (index, word) in words.iter().enumerate() {
        match word.number(names[index]) {
            Ok(number) => numbers[index] = number,
            Err(problem) => found.push(problem),
        }
    }
    Problems::none_or(found, || numbers)
}

/// A difficulty of the course text: 1, 2 or 3.
fn graded(difficulty: u32) -> Result<u32, String> {
    match difficulty {
        1..=3 => Ok(difficulty),
        other => Err(format!("difficulty {other}, expected 1 (easy), 2 (medium) or 3 (hard)")),
    }
}

/// Takes a last line `target C` off, if there is one.
fn take_target(lines: &mut Vec<(usize, &str)>, found: &mut Vec<Problem>) -> Option<Color> {
    let &(number, line) = lines.last()?;
    let words = words(number, line);
    if words.first()?.text != "target" {
        return None;
    }
    lines.pop();
    match words.get(1).map(|word| word.number("a colour from 1")) {
        Some(Ok(color)) if color != VOID && words.len() == 2 => return Some(color),
        Some(Err(problem)) => found.push(problem),
        _ => found.push(Problem::new("`target` takes one colour from 1").at(number, 1)),
    }
    None
}

/// Refuses a text for what was found wrong with it.
fn refused<T>(found: Vec<Problem>) -> Result<T, Problems> {
    Problems::none_or(found, || ()).and_then(|()| Err(empty()))
}

fn empty() -> Problems {
    Problem::new("the file is empty")
        .hint("expected a line `difficulty moves rows columns colors` and then the rows")
        .into()
}

fn read_grid(text: &str, layout: impl Fn(u16, u16) -> Layout) -> Result<Level, Problems> {
    let mut found = Vec::new();
    let mut lines: Vec<(usize, &str)> = lines(text).collect();
    let target = take_target(&mut lines, &mut found);
    let Some(&(first, line)) = lines.first() else { return Err(empty()) };
    let head = words(first, line);
    let [difficulty, moves, rows, columns, colors] =
        header(&head, ["difficulty", "moves", "rows", "columns", "colors"])?;
    for (index, (number, name)) in [(2, (rows, "rows")), (3, (columns, "columns")), (4, (colors, "colours"))] {
        if number == 0 {
            found.push(head[index].problem(format!("0 {name}, expected at least 1")));
        }
    }
    if let Err(message) = graded(difficulty) {
        found.push(head[0].problem(message));
    }
    let cells = u64::from(rows) * u64::from(columns);
    let fits = |number: u32| u16::try_from(number).is_ok();
    if cells > MOST_PLACES as u64 || !fits(rows) || !fits(columns) {
        let message = format!("a board of {rows} rows and {columns} columns is too large: at most {MOST_PLACES} cells");
        found.push(head[2].problem(message));
    }
    if !found.is_empty() {
        return refused(found);
    }
    if lines.len() - 1 != rows as usize {
        let &(last, _) = lines.last().unwrap_or(&(first, line));
        found.push(Problem::new(format!("{} rows, expected {rows}", lines.len() - 1)).at(last, 1));
    }
    let mut values = Vec::new();
    for &(number, line) in lines[1..].iter().take(rows as usize) {
        let row = words(number, line);
        if row.len() != columns as usize {
            found.push(Problem::new(format!("{} cells in this row, expected {columns}", row.len())).at(number, 1));
        }
        collect(&row, "a colour from 1, or 0 for a void", &mut values, &mut found);
        if found.len() > Problems::MOST {
            break;
        }
    }
    if !found.is_empty() {
        return refused(found);
    }
    let board = Board::new(layout(rows as u16, columns as u16), values).map_err(|bad| Problem::new(bad.to_string()))?;
    Ok(Level { difficulty, moves, colors, target, board })
}

fn collect(words: &[Word<'_>], what: &str, values: &mut Vec<u32>, found: &mut Vec<Problem>) {
    for word in words {
        match word.number(what) {
            Ok(number) => values.push(number),
            Err(problem) => found.push(problem),
        }
    }
}

fn read_graph(text: &str) -> Result<Level, Problems> {
    let mut found = Vec::new();
    let mut lines: Vec<(usize, &str)> = lines(text).collect();
    let target = take_target(&mut lines, &mut found);
    let Some(&(first, line)) = lines.first() else { return Err(empty()) };
    let head = words(first, line);
    let [vertices, edge_count, colors, moves] = header(&head, ["vertices", "edges", "colors", "moves"])?;
    for (index, (number, name)) in [(0, (vertices, "vertices")), (2, (colors, "colours"))] {
        if number == 0 {
            found.push(head[index].problem(format!("0 {name}, expected at least 1")));
        }
    }
    if vertices as usize > MOST_PLACES {
        found.push(head[0].problem(format!("{vertices} vertices are too many: at most {MOST_PLACES}")));
    }
    let Some(&(second, line)) = lines.get(1).filter(|_| found.is_empty()) else {
        found.push(Problem::new("expected a line with the colour of each vertex").at(first + 1, 1));
        return refused(found);
    };
    let row = words(second, line);
    if row.len() != vertices as usize {
        found.push(Problem::new(format!("{} colours, expected {vertices}, one a vertex", row.len())).at(second, 1));
    }
    let mut values = Vec::new();
    collect(&row, "a colour from 1", &mut values, &mut found);
    if let Some(word) = row.iter().find(|word| word.number("").is_ok_and(|color| color == VOID)) {
        found.push(word.problem("colour 0, expected a colour from 1"));
    }
    if lines.len() - 2 != edge_count as usize {
        let &(last, _) = lines.last().unwrap_or(&(second, line));
        found.push(Problem::new(format!("{} edges, expected {edge_count}", lines.len() - 2)).at(last, 1));
    }
    let mut edges = Vec::new();
    for &(number, line) in &lines[2..] {
        let ends = words(number, line);
        let mut edge = Vec::new();
        collect(&ends, "a vertex from 0", &mut edge, &mut found);
        match edge[..] {
            [one, other] if one < vertices && other < vertices => edges.push((one, other)),
            [one, other] => {
                let (end, word) = if one < vertices { (other, &ends[1]) } else { (one, &ends[0]) };
                found.push(word.problem(format!("vertex {end} is not one of 0 to {}", vertices - 1)));
            }
            _ if edge.len() == ends.len() => {
                found.push(Problem::new(format!("{} numbers, expected an edge `a b`", ends.len())).at(number, 1));
            }
            _ => {}
        }
        if found.len() > Problems::MOST {
            break;
        }
    }
    if !found.is_empty() {
        return refused(found);
    }
    let board =
        Board::new(Layout::graph(vertices as usize, edges), values).map_err(|bad| Problem::new(bad.to_string()))?;
    Ok(Level { difficulty: 1, moves, colors, target, board })
}

/// Reads a position in any form: one line, JSON, or a level before its first move.
pub fn read_position(text: &str) -> Result<Position, Problems> {
    read_position_as(text, None)
}

/// The same in this form; one line is always known for what it is.
pub fn read_position_as(text: &str, format: Option<Format>) -> Result<Position, Problems> {
    if line::looks_like(text) {
        return Ok(line::read(text)?);
    }
    match format.unwrap_or_else(|| Format::guess(text)) {
        Format::Json => json::read(text),
        other => Ok(Position::of(read(text, Some(other))?)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn problem(text: &str) -> String {
        read(text, None).unwrap_err().to_string()
    }

    #[test]
    fn the_course_texts_file_is_read_and_written_back() {
        let text = "1 3 2 3 3\n1 1 2\n3 0 2\n";
        let level = read(text, None).unwrap();
        assert_eq!((level.difficulty, level.moves, level.colors, level.target), (1, 3, 3, None));
        assert_eq!(level.board.colors(), [1, 1, 2, 3, 0, 2]);
        assert_eq!(write(&level), text);
        let windows = "\u{feff}# a comment\r\n1 3 2 3 3\r\n\r\n  1 1\t2 \r\n3 0 2";
        assert_eq!(read(windows, None).unwrap(), level);
    }

    #[test]
    fn graphs_triangles_targets_and_json_round_trip() {
        let graph = read("3 2 2 1\n1 2 1\n0 1\n1 2\n", None).unwrap();
        assert_eq!(write(&graph), "3 2 2 1\n1 2 1\n0 1\n1 2\n");
        let triangles = read("2 4 3 1 2\n1\n2\n0\ntarget 2", Some(Format::Triangular)).unwrap();
        assert_eq!(triangles.target, Some(2));
        assert_eq!(write(&triangles), "2 4 3 1 2\n1\n2\n0\ntarget 2\n");
        for level in [graph, triangles] {
            assert_eq!(read(&write_json(&level).to_string(), None).unwrap(), level);
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        for (text, expected) in [
            ("", "the file is empty"),
            ("1 3 5\n", "1:1: the header has 3 numbers, expected 5: difficulty moves rows columns colors"),
            ("1 3 2 2 2\n1 1\n1\n", "3:1: 1 cells in this row, expected 2"),
            ("1 3 2 2 2\n1 1\n", "2:1: 1 rows, expected 2"),
            ("1 3 1 2 2\n1 1\n1 1\n", "3:1: 2 rows, expected 1"),
            ("1 3 1 2 2\n1 x\n", "2:3: 'x' is not part of a number, expected a colour from 1, or 0 for a void"),
            ("1 3 1 2 2\n1 -4\n", "2:3: negative number, expected a colour from 1, or 0 for a void"),
            ("1 3 1 2 2\n1 99999999999\n", "2:3: number too large, expected a colour from 1, or 0 for a void"),
            ("1 3 1 2 0\n1 1\n", "1:9: 0 colours, expected at least 1"),
            ("1 3 0 2 1\n", "1:5: 0 rows, expected at least 1"),
            ("0 3 1 1 1\n1\n", "1:1: difficulty 0, expected 1 (easy), 2 (medium) or 3 (hard)"),
            ("4 3 1 1 1\n1\n", "1:1: difficulty 4, expected 1 (easy), 2 (medium) or 3 (hard)"),
            ("1 3 1 1 1\n0\n", "the board has no cell to paint"),
            (
                "1 3 4000000000 4000000000 2\n",
                "1:5: a board of 4000000000 rows and 4000000000 columns is too large: at most 1048576 cells",
            ),
            ("2 1 2 1\n1 2\n0 7\n", "3:3: vertex 7 is not one of 0 to 1"),
            ("2 1 2 1\n1 2\n", "2:1: 0 edges, expected 1"),
            ("2 1 2 1\n1 2 3\n0 1\n", "2:1: 3 colours, expected 2, one a vertex"),
            ("2 1 2 1\n1 2\n0 1 1\n", "3:1: 3 numbers, expected an edge `a b`"),
            ("2 1 2 1\n", "2:1: expected a line with the colour of each vertex"),
            ("2 1 2 1\n0 2\n0 1\n", "2:1: colour 0, expected a colour from 1"),
            ("1 3 1 1 1\n1\ntarget x\n", "3:8: 'x' is not part of a number, expected a colour from 1"),
            ("{\"layout\":\"square\"}", "1:19: missing field `moves`"),
        ] {
            assert_eq!(problem(text), expected, "{text:?}");
        }
    }

    #[test]
    fn all_problems_are_named_at_once_but_at_most_twenty() {
        assert_eq!(problem("1 3 2 2 2\n1 x\n1\n").lines().count(), 2);
        let many = format!("1 3 1 60 2\n{}\n", "x ".repeat(60));
        assert_eq!(problem(&many).lines().count(), 20);
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "[0-9 \n\\-x{}target]{0,60}") {
            for format in Format::ALL {
                let _ = read(&text, Some(format));
            }
        }

        #[test]
        fn every_board_comes_back_as_it_was(
            columns in 1_u16..6, colors in prop::collection::vec(0_u32..5, 1..30), triangular: bool
        ) {
            let rows = colors.len() as u16 / columns;
            let layout = if triangular { Layout::Triangular { rows, columns } } else { Layout::Square { rows, columns } };
            let format = if triangular { Format::Triangular } else { Format::Square };
            let values = colors[..usize::from(rows) * usize::from(columns)].to_vec();
            if let Ok(board) = Board::new(layout, values) {
                let level = Level { difficulty: 2, moves: 7, colors: 4, target: None, board };
                prop_assert_eq!(read(&write(&level), Some(format)).unwrap(), level.clone());
                prop_assert_eq!(read(&write_json(&level).to_string(), None).unwrap(), level);
            }
        }
    }
}
