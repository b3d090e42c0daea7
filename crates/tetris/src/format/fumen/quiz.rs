//! Quizzes: comments such as `#Q=[T](I)OSZ` that say what is held, what falls and what comes, and go on by themselves.
//!
//! Several can follow each other, with `;` between them; whatever follows the last is a comment again.

use std::fmt;

use crate::position::Piece;

/// A quiz at some point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quiz(String);

impl fmt::Display for Quiz {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The parts of a quiz: what is held, what falls, and what follows.
struct Parts<'a> {
    hold: Option<char>,
    falls: Option<char>,
    rest: &'a str,
}

/// Nothing held, nothing falls: what follows is the next quiz.
const ENDED: &str = "#Q=[]();";

impl Quiz {
    /// What a quiz begins with.
    pub(super) const MARK: &str = "#Q=";

    /// The quiz of a comment, if it is one.
    pub(super) fn of(comment: &str) -> Option<Self> {
        if !comment.starts_with(Self::MARK) {
            return None;
        }
        Self::checked(comment)
    }

    /// The same without blanks, if it is well-formed; another comment stays as it is.
    fn checked(text: &str) -> Option<Self> {
        if !text.starts_with(Self::MARK) {
            return Some(Self(text.to_owned()));
        }
        // The blanks of JavaScript.
        let is_blank = |letter: char| letter == '\u{feff}' || letter.is_whitespace() && letter != '\u{85}';
        let quiz = Self(text.chars().filter(|letter| !is_blank(*letter)).collect());
        quiz.parts().is_some().then_some(quiz)
    }

    fn parts(&self) -> Option<Parts<'_>> {
        let letter = |text: &str| -> Option<Option<char>> {
            let mut letters = text.chars();
            match (letters.next(), letters.next()) {
                (None, _) => Some(None),
                (Some(letter), None) if Piece::from_letter(letter.to_ascii_uppercase()).is_some() => Some(Some(letter)),
                _ => None,
            }
        };
        let (hold, rest) = self.0.strip_prefix(Self::MARK)?.strip_prefix('[')?.split_once(']')?;
        let (falls, rest) = rest.strip_prefix('(')?.split_once(')')?;
        Some(Parts { hold: letter(hold)?, falls: letter(falls)?, rest })
    }

    fn made(hold: Option<char>, falls: Option<char>, rest: &str) -> Option<Self> {
        let shown = |letter: Option<char>| letter.map(String::from).unwrap_or_default();
        Self::checked(&format!("{}[{}]({}){rest}", Self::MARK, shown(hold), shown(falls)))
    }

    /// The next quiz where this one has ended.
    fn next_if_ended(&self) -> Option<Self> {
        self.0.strip_prefix(ENDED).map_or_else(|| Some(self.clone()), Self::checked)
    }

    fn goes_on(&self) -> bool {
        let quiz = self.0.strip_prefix(ENDED).unwrap_or(&self.0);
        quiz.starts_with(Self::MARK) && quiz != "#Q=[]()"
    }

    /// As it is shown: what is held or comes next falls where nothing does.
    pub(super) fn formatted(&self) -> Option<Self> {
        let quiz = self.next_if_ended()?;
        if quiz.0 == "#Q=[]()" {
            return Some(Self(String::new()));
        }
        let Some(Parts { hold, falls: None, rest }) = quiz.parts() else { return Some(quiz) };
        if hold.is_some() {
            return Self::made(None, hold, rest);
        }
        let mut letters = rest.chars();
        match letters.next() {
            None => Some(Self(String::new())),
            Some(';') => Self::checked(letters.as_str()),
            head => Self::made(None, head, letters.as_str()),
        }
    }

    /// After a piece was used, or a page without one; nothing where the quiz cannot be read on.
    pub(super) fn after(self, used: Option<Piece>) -> Option<Self> {
        if !self.goes_on() {
            return Some(self);
        }
        used.and_then(|piece| self.next_if_ended()?.used(piece.letter())).or_else(|| self.formatted())
    }

    fn used(&self, piece: char) -> Option<Self> {
        let Parts { hold, falls, rest } = self.parts()?;
        let next = rest.chars().next().filter(|letter| *letter != ';');
        let later = &rest[next.map_or(0, char::len_utf8)..];
        let mut after = later.chars();
        if falls == Some(piece) {
            return Self::made(hold, next, later);
        }
        if hold == Some(piece) {
            return Self::made(falls, next, later);
        }
        if next != Some(piece) {
            return None;
        }
        match (hold, falls) {
            // The piece that falls is held, the next one used.
            (None, _) => {
                let head = after.next();
                Self::made(falls, head, after.as_str())
            }
            (Some(_), None) => {
                let head = after.next()?;
                Self::made(hold, Some(head), after.as_str())
            }
            (Some(_), Some(_)) => None,
        }
    }
}
