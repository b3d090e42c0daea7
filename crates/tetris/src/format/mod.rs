//! The texts the planner reads and writes: the state that comes in, the plays that go out, and files of weights.
//!
//! A state is a list of fields between blanks or line ends, as the course's programs read it: ID, depth, rows, columns,
//! the rows of the board from the top, the number of pieces, their letters. A play is the same without depth and
//! pieces, but with the letter and the rotation of the piece just placed.

pub mod fumen;

use std::fmt;

use azulejo_core::grid::Grid;
use azulejo_core::problem::{Problem, Problems, shown};

use crate::features::Term;
use crate::position::{Board, Mark, Piece};
use crate::rules::{Landing, Placement};
use crate::score::{Decimal, Rounding, Score};

/// What there is to plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// A number of the asker's own, handed back in every play as it was written.
    pub id: String,
    /// Pieces to plan beyond the first: 0 plans one.
    pub depth: usize,
    /// The board.
    pub board: Board,
    /// The coming pieces, the one that falls now first; always more than `depth`.
    pub pieces: Vec<Piece>,
}

/// One step of a plan, as its file says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The state's number, as it was written.
    pub id: String,
    /// The piece just placed.
    pub piece: Piece,
    /// Its rotation.
    pub rotation: u8,
    /// The board with it.
    pub board: Board,
}

/// The file in which the folder service finds a state.
pub const STATE_FILE: &str = "tetris_state.txt";
/// Where the folder service puts a state that cannot be read.
pub const REJECTED_FILE: &str = "tetris_state.rejected.txt";
/// The file that ends the folder service.
pub const END_FILE: &str = "tetris_end.txt";

/// More pieces than any board holds; a longer list is a mistake.
const MOST_PIECES: u64 = 100_000;

/// The name of the file of a level.
pub fn play_file(level: usize) -> String {
    format!("tetris_play_{level}.txt")
}

impl State {
    /// Reads a state, or names everything that is wrong with it.
    pub fn read(text: &str) -> Result<Self, Problems> {
        let mut reader = Reader::new(text);
        let id = reader.id()?;
        let depth = reader.number("the depth", 0, MOST_PIECES)?;
        let depth_at = reader.last;
        let (rows, columns) = reader.size()?;
        let mut found = Vec::new();
        let board = reader.board(rows, columns, &mut found)?;
        let count = reader.number("the number of pieces", 0, MOST_PIECES);
        let count = count.inspect_err(|problem| found.push(problem.clone())).unwrap_or_default();
        if found.is_empty() && depth >= count {
            let (line, column) = depth_at;
            found.push(
                Problem::new(format!("depth {depth} needs {} pieces, but only {count} come", depth + 1))
                    .at(line, column)
                    .hint("the depth must be less than the number of pieces"),
            );
        }
        let mut pieces = Vec::new();
        for number in 1..=count {
            let what = format!("the letter of piece {number} of {count}");
            match reader.field(&what).and_then(|field| field.piece(&what)) {
                Ok(piece) => pieces.push(piece),
                Err(problem) => {
                    let ended = reader.ended;
                    found.push(problem);
                    if ended || found.len() >= Problems::MOST {
                        break;
                    }
                }
            }
        }
        if found.is_empty() {
            // Real files list more letters than they announce; nobody reads those.
            found.extend(reader.rest(|word| word.piece("").is_ok()));
        }
        match board {
            Some(board) => Problems::none_or(found, || Self { id, depth: depth as usize, board, pieces }),
            None => Err(Problems::none_or(found, || ()).err().unwrap_or_else(|| Problem::new("no board").into())),
        }
    }

    /// The pieces to be planned.
    pub fn planned(&self) -> &[Piece] {
        &self.pieces[..=self.depth]
    }

    /// The plays of a plan for this state.
    pub fn plays(&self, path: &[Placement], landings: &[Landing]) -> Vec<Play> {
        plays(&self.id, &self.pieces, path, landings)
    }
}

/// The plays of a plan for some pieces.
pub(crate) fn plays(id: &str, pieces: &[Piece], path: &[Placement], landings: &[Landing]) -> Vec<Play> {
    let steps = pieces.iter().zip(path).zip(landings);
    let play = |((&piece, placement), landing): ((&Piece, &Placement), &Landing)| Play {
        id: id.to_owned(),
        piece,
        rotation: placement.rotation,
        board: landing.board.clone(),
    };
    steps.map(play).collect()
}

impl fmt::Display for State {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, depth, board, pieces } = self;
        writeln!(formatter, "{id}\n{depth}\n{}\n{}\n{board}\n{}", board.rows(), board.columns(), pieces.len())?;
        pieces.iter().try_for_each(|piece| writeln!(formatter, "{piece}"))
    }
}

impl Play {
    /// Reads a play.
    pub fn read(text: &str) -> Result<Self, Problems> {
        let mut reader = Reader::new(text);
        let id = reader.id()?;
        let what = "the letter of the piece";
        let piece = reader.field(what)?.piece(what)?;
        let rotation = reader.number("the rotation", 0, piece.forms().len() as u64 - 1)? as u8;
        let (rows, columns) = reader.size()?;
        let mut found = Vec::new();
        let board = reader.board(rows, columns, &mut found)?;
        found.extend(reader.rest(|_| false));
        match board {
            Some(board) => Problems::none_or(found, || Self { id, piece, rotation, board }),
            None => Err(Problems::none_or(found, || ()).err().unwrap_or_else(|| Problem::new("no board").into())),
        }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, piece, rotation, board } = self;
        writeln!(formatter, "{id}\n{piece}\n{rotation}\n{}\n{}\n{board}", board.rows(), board.columns())
    }
}

/// A board of rows, top first.
pub(crate) fn read_rows(rows: &[&str]) -> Result<Board, Problems> {
    let mut found = Vec::new();
    let mut cells = Vec::new();
    for (row, text) in rows.iter().enumerate().take(usize::from(*Board::SIDES.end()) + 1) {
        let marks: Vec<Option<Mark>> = text.chars().map(Mark::from_char).collect();
        if let Some(column) = marks.iter().position(Option::is_none) {
            found.push(Problem::new(format!("row {}, column {} is not a cell: expected a digit", row + 1, column + 1)));
        }
        cells.push(marks.into_iter().flatten().collect());
    }
    Problems::none_or(found, || ())?;
    let grid = Grid::from_rows(cells).map_err(|error| Problem::new(error.to_string()))?;
    Ok(Board::of(grid).map_err(|error| Problem::new(error.to_string()))?)
}

/// Reads a score from a text of names and weights, as JSON (`{"height": -0.5, "lines": 0.76}`) or line by line
/// (`height -0.5`, also with `=` or `:`; `#` begins a comment).
pub fn read_score(name: &str, text: &str) -> Result<Score, Problems> {
    let words = words(text, |character| character.is_whitespace() || ",:=\"{}".contains(character), Some('#'));
    let names = || Term::ALL.map(Term::name).join(", ");
    let mut found = Vec::new();
    let mut weights: Vec<(Term, Decimal)> = Vec::new();
    for pair in words.chunks(2) {
        let term = Term::from_name(pair[0].text);
        match term {
            None => found.push(pair[0].problem(&format!("one of {}", names()))),
            Some(term) if weights.iter().any(|&(other, _)| other == term) => {
                found.push(pair[0].wrong(format!("`{}` has a weight already", term.name())));
            }
            Some(_) => {}
        }
        let expected = "a weight, such as -0.25, with at most 15 decimals";
        match pair.get(1) {
            None => found.push(pair[0].wrong(format!("`{}` has no weight: expected {expected}", pair[0].shown()))),
            Some(word) => match (term, Decimal::parse(word.text)) {
                (Some(term), Some(weight)) => weights.push((term, weight)),
                (None, Some(_)) => {}
                (_, None) => found.push(word.problem(expected)),
            },
        }
    }
    if words.is_empty() {
        found
            .push(Problem::new(format!("there are no weights: expected lines such as `height -0.5`, for {}", names())));
    }
    Problems::none_or(found, || ())?;
    Score::new(name, &weights, Rounding::Exact).map_err(|error| Problem::new(error.to_string()).into())
}

/// A word of a text and where it begins.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

impl Word<'_> {
    fn wrong(&self, message: String) -> Problem {
        Problem::new(message).at(self.line, self.column)
    }

    fn problem(&self, expected: &str) -> Problem {
        self.wrong(format!("`{}` is not what belongs here: expected {expected}", self.shown()))
    }

    /// The word for a message: short, and nothing a terminal would act on.
    fn shown(&self) -> String {
        let mut text: String =
            self.text.chars().take(24).map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect();
        if self.text.chars().nth(24).is_some() {
            text.push('…');
        }
        text
    }

    fn piece(&self, what: &str) -> Result<Piece, Problem> {
        let mut letters = self.text.chars();
        let piece = letters.next().and_then(Piece::from_letter).filter(|_| letters.next().is_none());
        piece.ok_or_else(|| self.problem(&format!("{what}, one of I Z S L J O T")))
    }
}

/// Splits a text at separators; a comment runs to the end of its line.
fn words(text: &str, is_separator: impl Fn(char) -> bool, comment: Option<char>) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    for (line, content) in text.split('\n').enumerate() {
        let content = comment.and_then(|mark| content.split_once(mark)).map_or(content, |(before, _)| before);
        let mut start = None;
        let end = (content.chars().count(), content.len(), None);
        let letters = content.char_indices().enumerate().map(|(column, (byte, letter))| (column, byte, Some(letter)));
        for (column, byte, letter) in letters.chain([end]) {
            match (letter.is_none_or(&is_separator), start) {
                (false, None) => start = Some((column, byte)),
                (true, Some((first, from))) => {
                    words.push(Word { text: &content[from..byte], line: line + 1, column: first + 1 });
                    start = None;
                }
                _ => {}
            }
        }
    }
    words
}

/// Hands out a text's fields one by one.
struct Reader<'a> {
    words: std::vec::IntoIter<Word<'a>>,
    /// Where the last field began.
    last: (usize, usize),
    /// Where the text ends.
    end: (usize, usize),
    /// Whether a field was asked for after the last one.
    ended: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let last_line = text.rsplit('\n').next().unwrap_or_default();
        let end = (text.split('\n').count(), last_line.chars().count() + 1);
        Self { words: words(text, char::is_whitespace, None).into_iter(), last: (1, 1), end, ended: false }
    }

    fn field(&mut self, what: &str) -> Result<Word<'a>, Problem> {
        if let Some(word) = self.words.next() {
            self.last = (word.line, word.column);
            return Ok(word);
        }
        self.ended = true;
        let (line, column) = self.end;
        Err(Problem::new(format!("the text ends too early: expected {what}")).at(line, column))
    }

    fn number(&mut self, what: &str, least: u64, most: u64) -> Result<u64, Problem> {
        let word = self.field(what)?;
        let digits = word.text.bytes().all(|byte| byte.is_ascii_digit());
        let number: Option<u64> = if digits { word.text.parse().ok() } else { None };
        number.filter(|number| (least..=most).contains(number)).ok_or_else(|| {
            let range = if most == u64::MAX { "below 2^64".to_owned() } else { format!("from {least} to {most}") };
            word.problem(&format!("{what}, a whole number {range}"))
        })
    }

    /// The ID: a number whose very digits are kept, zeros in front included.
    fn id(&mut self) -> Result<String, Problem> {
        let word = self.words.as_slice().first().copied();
        self.number("the ID", 0, u64::MAX)?;
        Ok(word.map_or_else(String::new, |word| word.text.to_owned()))
    }

    fn size(&mut self) -> Result<(u16, u16), Problem> {
        let (least, most) = (u64::from(*Board::SIDES.start()), u64::from(*Board::SIDES.end()));
        let rows = self.number("the number of rows", least, most)?;
        let columns = self.number("the number of columns", least, most)?;
        Ok((rows as u16, columns as u16))
    }

    /// The board, or nothing when something in it was wrong; an end of the text is final.
    fn board(&mut self, rows: u16, columns: u16, found: &mut Vec<Problem>) -> Result<Option<Board>, Problems> {
        let before = found.len();
        let mut cells = Vec::with_capacity(usize::from(rows));
        for row in 1..=rows {
            let word = self.field(&format!("row {row} of {rows} of the board"));
            let word = match word {
                Ok(word) => word,
                Err(problem) => {
                    found.push(problem);
                    return Problems::none_or(std::mem::take(found), || None);
                }
            };
            let length = word.text.chars().count();
            if length != usize::from(columns) {
                let message = format!("row {row} of the board has {length} cells: expected {columns}");
                found.push(word.wrong(message));
            }
            let mut marks = Vec::with_capacity(usize::from(columns));
            for (offset, character) in word.text.chars().take(usize::from(columns)).enumerate() {
                match Mark::from_char(character) {
                    Some(mark) => marks.push(mark),
                    None => found.push(
                        Problem::new(format!(
                            "{} is not a cell: expected a digit, 0 for an empty cell",
                            shown(character)
                        ))
                        .at(word.line, word.column + offset),
                    ),
                }
            }
            cells.push(marks);
            // What is not a row from here on would only be named as a broken row once more.
            if length <= 2 && length < usize::from(columns) {
                return Err(Problems::none_or(std::mem::take(found), || ())
                    .err()
                    .unwrap_or_else(|| word.problem("a row").into()));
            }
        }
        if found.len() > before {
            return Ok(None);
        }
        let grid = Grid::from_rows(cells).map_err(|error| Problem::new(error.to_string()))?;
        Ok(Some(Board::of(grid).map_err(|error| Problem::new(error.to_string()))?))
    }

    /// A problem if anything is left that is not `spare`.
    fn rest(&mut self, spare: impl Fn(&Word<'_>) -> bool) -> Option<Problem> {
        let word = self.words.find(|word| !spare(word))?;
        Some(word.wrong(format!("`{}` is left over: expected the end of the text", word.shown())))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const STATE: &str = "0042\n1\n4\n5\n00000\n00000\n07000\n7770O\n3\nT\nO\nI\n";

    fn said(text: &str) -> String {
        State::read(text).unwrap_err().to_string()
    }

    #[test]
    fn a_state_is_read_with_any_blanks_between_its_fields() {
        let state = State::read(STATE).unwrap();
        assert_eq!((state.id.as_str(), state.depth, state.planned()), ("0042", 1, &[Piece::T, Piece::O][..]));
        assert_eq!(state.board.to_string(), "00000\n00000\n07000\n7770O");
        assert_eq!(State::read(&STATE.replace('\n', " \r\n\t")).unwrap(), state);
        assert_eq!(State::read(STATE.trim_end()).unwrap(), state);
        assert_eq!(State::read(&state.to_string()).unwrap(), state);
        // Real files list more pieces than they announce.
        assert_eq!(State::read(&format!("{STATE}Z\nZ\n")).unwrap(), state);
    }

    #[test]
    fn every_field_is_checked() {
        for (field, wrong, place) in [
            ("0042", "-1", "1:1"),
            ("\n1\n4", "\n1.5\n4", "2:1"),
            ("\n4\n5", "\n0\n5", "3:1"),
            ("\n5\n0", "\n1001\n0", "4:1"),
            ("07000", "07 000", "7:1"),
            ("07000", "0700", "7:1"),
            ("07000", "07a00", "7:3"),
            ("\n3\n", "\nthree\n", "9:1"),
            ("\n3\n", "\n1\n", "2:1"),
            ("T", "TT", "10:1"),
            ("T", "t", "10:1"),
            ("I", "I x", "12:3"),
        ] {
            let said = said(&STATE.replacen(field, wrong, 1));
            assert!(said.starts_with(&format!("{place}:")), "{wrong}: {said}");
        }
    }

    #[test]
    fn plays_are_written_as_the_document_says() {
        let state = State::read(STATE).unwrap();
        let path = [Placement { rotation: 0, column: 0 }];
        let mut board = state.board.clone();
        board.lay(azulejo_core::grid::Cell::new(0, 0), Piece::T.mark());
        let landing = Landing { board, row: 0, cleared: 0, eroded: 0 };
        let play = &state.plays(&path, &[landing])[0];
        assert_eq!(play.to_string(), "0042\nT\n0\n4\n5\n70000\n00000\n07000\n7770O\n");
        assert_eq!(Play::read(&play.to_string()).as_ref(), Ok(play));
        assert!(Play::read("42\nO\n1\n4\n5\n").is_err());
    }

    #[test]
    fn weights_are_read_as_lines_or_json() {
        let lines = read_score("mine", "height -0.5 # low\nlines=0.76\n\nholes: -0.36\n").unwrap();
        let json = read_score("mine", r#"{"height": -0.5, "lines": 0.76, "holes": -0.36}"#).unwrap();
        assert_eq!(lines, json);
        for (text, place) in [("height", "1:1"), ("height x", "1:8"), ("width 3", "1:1"), ("lines 1\nlines 2", "2:1")] {
            let said = read_score("mine", text).unwrap_err().to_string();
            assert!(said.starts_with(place), "{text}: {said}");
        }
        assert!(read_score("mine", "").is_err());
    }

    proptest! {
        #[test]
        fn no_text_panics(text in ".{0,80}") {
            let _ = State::read(&text);
            let _ = Play::read(&text);
            let _ = read_score("mine", &text);
        }

        #[test]
        fn no_change_of_a_state_panics(at in 0..STATE.len(), by in ".{0,3}", cut in 0_usize..4) {
            let mut text = STATE.to_owned();
            text.replace_range(at..(at + cut).min(STATE.len()), &by);
            if let Ok(state) = State::read(&text) {
                prop_assert!(state.depth < state.pieces.len());
                prop_assert_eq!(State::read(&state.to_string()), Ok(state));
            }
        }
    }
}
