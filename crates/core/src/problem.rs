//! What is wrong with an input: a message, where, and a hint. Front ends add the file's name.

use std::fmt;

use serde::Serialize;

/// A place in a text: line and column from 1, counted in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Place {
    /// Line from 1.
    pub line: usize,
    /// Column from 1.
    pub column: usize,
}

/// One thing that is wrong, in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// What is wrong and what was expected; no full stop.
    pub message: String,
    /// Where in the text, if it is at one place.
    pub place: Option<Place>,
    /// What to do about it, if that is not obvious.
    pub hint: Option<String>,
}

impl Problem {
    /// A problem of the input as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None, hint: None }
    }

    /// The same at a place.
    #[must_use]
    pub fn at(self, line: usize, column: usize) -> Self {
        Self { place: Some(Place { line, column }), ..self }
    }

    /// The same with advice.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Place { line, column }) = self.place {
            write!(formatter, "{line}:{column}: ")?;
        }
        formatter.write_str(&self.message)
    }
}

/// Everything found wrong with one question: at least one problem, at most [`Problems::MOST`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems {
    list: Vec<Problem>,
    about: About,
}

/// Which part of a question is wrong: places are places in that part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum About {
    /// The question as a whole.
    #[default]
    Question,
    /// The puzzle.
    Puzzle,
    /// The option of this name.
    Option(String),
}

impl Problems {
    /// More than this many are not named.
    pub const MOST: usize = 20;

    /// The problems, first found first.
    pub fn list(&self) -> &[Problem] {
        &self.list
    }

    /// Which part of the question they are about.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The same, about this part of the question.
    #[must_use]
    pub fn in_part(self, about: About) -> Self {
        Self { about, ..self }
    }

    /// `Ok` with the value when nothing was found wrong.
    pub fn none_or<T>(found: Vec<Problem>, value: impl FnOnce() -> T) -> Result<T, Self> {
        if found.is_empty() { Ok(value()) } else { Err(Self::many(found)) }
    }

    fn many(mut list: Vec<Problem>) -> Self {
        list.truncate(Self::MOST);
        Self { list, about: About::default() }
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self::many(vec![problem])
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.list.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(formatter, "{separator}{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}
impl std::error::Error for Problems {}

/// A character as a message should show it: itself when printable, else its code.
pub fn shown(character: char) -> String {
    if character.is_control() || (!character.is_ascii() && !character.is_alphanumeric()) {
        format!("U+{:04X}", u32::from(character))
    } else {
        format!("'{character}'")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_names_its_place_first() {
        let problem = Problem::new("colour 'x' is not one of r g b y").at(3, 7);
        assert_eq!(problem.to_string(), "3:7: colour 'x' is not one of r g b y");
    }

    #[test]
    fn at_most_twenty_problems_are_named() {
        let found = vec![Problem::new("again"); 100];
        assert_eq!(Problems::none_or(found, || ()).unwrap_err().list().len(), 20);
        assert_eq!(Problems::none_or(vec![], || 3), Ok(3));
    }

    #[test]
    fn unprintable_characters_are_shown_by_their_code() {
        assert_eq!(shown('x'), "'x'");
        assert_eq!(shown('é'), "'é'");
        assert_eq!(shown('\u{0}'), "U+0000");
        assert_eq!(shown('\u{202e}'), "U+202E");
    }
}
