//! Reading fumens of versions 115 and 110.

use azulejo_core::problem::Problem;

use super::quiz::Quiz;
use super::{
    Block, COLUMNS, Field, Flags, MOST_PAGES, NUMBERED, Operation, Page, ROWS, References, Rotation, broken,
    escape::unescaped,
};

/// The digits of the code.
pub(super) const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Characters of a comment are numbered from the blank on; one number is never used.
pub(super) const COMMENT_BASE: u64 = 96;

/// What is left of the code.
struct Digits<'a> {
    left: std::slice::Iter<'a, u8>,
}

impl Digits<'_> {
    fn number(&mut self, digits: u32) -> Result<usize, Problem> {
        let mut value = 0;
        for place in 0..digits {
            let digit = self.left.next().ok_or_else(|| broken("it ends in the middle of a page"))?;
            value += usize::from(*digit) << (6 * place);
        }
        Ok(value)
    }
}

/// The rows above the garbage, and the digits after the version.
fn extracted(text: &str) -> Result<(usize, Vec<u8>), Problem> {
    let found = |version: &str| {
        let starts = ["v", "m", "d"].iter().filter_map(|kind| text.find(&format!("{kind}{version}@")));
        starts.min().map(|start| &text[start + 5..])
    };
    let (rows, code) = match (found("115"), found("110")) {
        (Some(code), _) => (ROWS, code),
        (None, Some(code)) => (ROWS - 2, code),
        (None, None) => return Err(broken("expected `v115@` or `v110@` and what follows")),
    };
    // What follows an ampersand belongs to the address it was taken from.
    let code = code.split('&').next().unwrap_or("");
    let digits = code.chars().filter(|letter| *letter != '?' && !letter.is_whitespace()).map(|letter| {
        let digit = DIGITS.iter().position(|digit| char::from(*digit) == letter);
        digit.map(|digit| digit as u8).ok_or_else(|| {
            let shown = if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter };
            broken(format!("`{shown}` is not one of its digits"))
        })
    });
    Ok((rows, digits.collect::<Result<_, _>>()?))
}

/// The pages of a fumen.
pub fn read(text: &str) -> Result<Vec<Page>, Problem> {
    let (top, digits) = extracted(text)?;
    let mut digits = Digits { left: digits.iter() };
    let mut pages = Vec::new();
    let (mut field, mut repeats) = (Field::default(), 0);
    let (mut comment, mut quiz): (String, Option<Quiz>) = (String::new(), None);
    let mut said = References { field: Some(0), comment: Some(0) };
    while !digits.left.as_slice().is_empty() {
        if pages.len() == MOST_PAGES {
            return Err(broken(format!("it has more than {MOST_PAGES} pages")));
        }
        let mut refs = said;
        if repeats > 0 {
            repeats -= 1;
        } else if changed(&mut field, &mut digits, top)? {
            refs.field = None;
        } else {
            repeats = digits.number(1)?;
        }
        let action = Action::of(digits.number(3)?, top)?;
        let shown = if action.comment {
            comment = comment_of(&mut digits)?;
            quiz = Quiz::of(&comment);
            refs.comment = None;
            comment.clone()
        } else {
            quiz.as_ref().and_then(Quiz::formatted).map_or_else(|| comment.clone(), |quiz| quiz.to_string())
        };
        let flags = Flags { quiz: quiz.is_some(), ..action.flags };
        quiz = quiz
            .and_then(|quiz| if flags.lock { quiz.after(action.operation.map(|used| used.piece)) } else { Some(quiz) });
        let operation = action.operation;
        let after = field.after(operation.as_ref(), flags);
        if pages.is_empty() {
            refs = References::default();
        }
        said = References { field: refs.field.or(Some(pages.len())), comment: refs.comment.or(Some(pages.len())) };
        pages.push(Page { refs: Some(refs), ..Page::new(field, operation, shown, flags) });
        field = after;
    }
    Ok(pages)
}

/// Reads how a field differs from the one before; gives whether it does.
fn changed(field: &mut Field, digits: &mut Digits<'_>, top: usize) -> Result<bool, Problem> {
    let blocks = (top + 1) * COLUMNS;
    let (mut place, mut changed) = (0, false);
    while place < blocks {
        let run = digits.number(2)?;
        let (difference, length) = ((run / blocks) as i64 - 8, run % blocks + 1);
        changed |= length != blocks;
        if place + length > blocks {
            return Err(broken("a field has more cells than there are"));
        }
        for at in place..place + length {
            let (row, column) = (top as i64 - 1 - (at / COLUMNS) as i64, at % COLUMNS);
            let old = if row < 0 { field.garbage[column] } else { field.rows[row as usize][column] };
            let new = Block::from_number(old.number() + difference);
            field.set(row, column, new.ok_or_else(|| broken("a cell has a colour that there is not"))?);
        }
        place += length;
    }
    Ok(changed)
}

struct Action {
    operation: Option<Operation>,
    flags: Flags,
    comment: bool,
}

impl Action {
    fn of(number: usize, top: usize) -> Result<Self, Problem> {
        let blocks = (top + 1) * COLUMNS;
        let (piece, rotation) = (number % 8, Rotation::NUMBERED[number / 8 % 4]);
        let place = number / 32 % blocks;
        let bits = number / 32 / blocks;
        let bit = |place: u32| bits >> place & 1 == 1;
        let operation = piece.checked_sub(1).map(|piece| {
            let at = Operation::new(NUMBERED[piece], rotation, 0, 0);
            let (dx, dy) = at.shift();
            let (x, y) = ((place % COLUMNS) as i8, top as i8 - 1 - (place / COLUMNS) as i8);
            Operation { x: x - dx, y: y - dy, ..at }
        });
        if operation.is_some_and(|operation| !operation.is_on_field()) {
            return Err(broken("a piece leaves the field"));
        }
        let flags = Flags { rise: bit(0), mirror: bit(1), colorize: bit(2), lock: !bit(4), quiz: false };
        Ok(Self { operation, flags, comment: bit(3) })
    }
}

fn comment_of(digits: &mut Digits<'_>) -> Result<String, Problem> {
    let length = digits.number(2)?;
    let mut letters = String::new();
    for _ in 0..length.div_ceil(4) {
        let mut value = digits.number(5)? as u64;
        for _ in 0..4 {
            let letter = value % COMMENT_BASE;
            if letter == COMMENT_BASE - 1 {
                return Err(broken("a comment has a character that there is not"));
            }
            letters.push(char::from(b' ' + letter as u8));
            value /= COMMENT_BASE;
        }
    }
    Ok(unescaped(&letters[..length]))
}
