//! Writing fumens of version 115, digit by digit as the reference encoder does.

use azulejo_core::problem::Problem;

use super::decode::{COMMENT_BASE, DIGITS};
use super::escape::escaped;
use super::quiz::Quiz;
use super::{COLUMNS, Field, Flags, MOST_PAGES, Operation, Page, ROWS, number};

/// Cells of a field, its garbage included.
const BLOCKS: usize = (ROWS + 1) * COLUMNS;
/// The most that one digit says.
const LARGEST_DIGIT: u8 = 63;
/// The most characters of a comment.
const LONGEST_COMMENT: usize = 4095;
/// Digits before the first `?`, which fill a line together with the version, and on the lines after it.
const LINES: (usize, usize) = (42, 47);

/// What has been written, and where the count of pages with the same field stands.
#[derive(Default)]
struct Code {
    digits: Vec<u8>,
    repeats: Option<usize>,
}

impl Code {
    fn push(&mut self, mut value: usize, digits: u32) {
        for _ in 0..digits {
            self.digits.push((value % 64) as u8);
            value /= 64;
        }
    }

    /// Writes a field as runs of equal differences to what it was.
    fn field(&mut self, before: &Field, field: &Field) {
        let difference = |place: usize| (field.at(place).number() - before.at(place).number() + 8) as usize;
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for place in 0..BLOCKS {
            match runs.last_mut() {
                Some((known, length)) if *known == difference(place) => *length += 1,
                _ => runs.push((difference(place), 1)),
            }
        }
        if let ([_], Some(repeats)) = (&runs[..], self.repeats)
            && self.digits[repeats] < LARGEST_DIGIT
        {
            self.digits[repeats] += 1;
            return;
        }
        for (difference, length) in &runs {
            self.push(difference * BLOCKS + length - 1, 2);
        }
        self.repeats = (runs.len() == 1).then(|| {
            self.push(0, 1);
            self.digits.len() - 1
        });
    }

    fn comment(&mut self, text: &str) {
        let letters = escaped(text);
        let letters = &letters.as_bytes()[..letters.len().min(LONGEST_COMMENT)];
        self.push(letters.len(), 2);
        for four in letters.chunks(4) {
            let value = four.iter().rev().fold(0, |value, letter| value * COMMENT_BASE + u64::from(letter - b' '));
            self.push(value as usize, 5);
        }
    }
}

fn action(operation: Option<&Operation>, flags: Flags, comment: bool) -> usize {
    let (piece, rotation, place) = operation.map_or((0, 0, 0), |operation| {
        let (dx, dy) = operation.shift();
        let (x, y) = ((operation.x + dx) as usize, (operation.y + dy) as usize);
        (number(operation.piece), operation.rotation.number(), (ROWS - 1 - y) * COLUMNS + x)
    });
    let bits = [!flags.lock, comment, flags.colorize, flags.mirror, flags.rise];
    let bits = bits.into_iter().fold(0, |value, bit| value * 2 + usize::from(bit));
    ((bits * BLOCKS + place) * 4 + rotation) * 8 + piece
}

/// The fumen of some pages.
pub fn write(pages: &[Page]) -> Result<String, Problem> {
    if pages.is_empty() || pages.len() > MOST_PAGES {
        return Err(Problem::new(format!("a fumen has from 1 to {MOST_PAGES} pages, not {}", pages.len())));
    }
    let mut code = Code::default();
    let mut before = Field::default();
    let (mut comment, mut quiz): (Option<String>, Option<Quiz>) = (Some(String::new()), None);
    for (index, page) in pages.iter().enumerate() {
        if page.operation.is_some_and(|operation| !operation.is_on_field()) {
            return Err(Problem::new(format!("page {}: the piece leaves the field", index + 1)));
        }
        let field = page.field.clone().unwrap_or_else(|| before.clone());
        code.field(&before, &field);
        // The quiz goes on only where a lock is said, as in the reference encoder.
        let locks = page.flags.is_some_and(|flags| flags.lock);
        let flags = page.flags.unwrap_or(Flags { colorize: index == 0, ..Flags::default() });
        let said = page.comment.as_ref().filter(|text| index > 0 || !text.is_empty());
        // A page that refers to none says its comment itself, even if it is the same.
        let again = index > 0 && page.refs.is_some_and(|refs| refs.comment.is_none());
        let goes_on = |text: &String| {
            !again && quiz.as_ref().and_then(Quiz::formatted).is_some_and(|quiz| quiz.to_string() == *text)
        };
        let new = match said {
            None => {
                quiz = None;
                None
            }
            Some(text) if goes_on(text) => {
                if !text.starts_with(Quiz::MARK) {
                    comment = Some(text.clone());
                    quiz = None;
                }
                None
            }
            Some(text) => {
                quiz = Quiz::of(text);
                let new = (again || quiz.is_some() || comment.as_ref() != Some(text)).then_some(text);
                if new.is_some() {
                    comment = Some(text.clone());
                }
                new
            }
        };
        if locks {
            quiz = quiz.and_then(|quiz| quiz.after(page.operation.map(|used| used.piece)));
        }
        code.push(action(page.operation.as_ref(), flags, new.is_some()), 3);
        if let Some(text) = new {
            code.comment(text);
        } else if page.comment.is_none() {
            comment = None;
        }
        before = field.after(page.operation.as_ref(), flags);
    }
    Ok(broken_into_lines(&code.digits))
}

fn broken_into_lines(digits: &[u8]) -> String {
    let mut text = "v115@".to_owned();
    for (place, digit) in digits.iter().enumerate() {
        if place >= LINES.0 && (place - LINES.0).is_multiple_of(LINES.1) {
            text.push('?');
        }
        text.push(char::from(DIGITS[usize::from(*digit)]));
    }
    text
}
