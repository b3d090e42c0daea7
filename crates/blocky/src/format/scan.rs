//! JSON with places: what a general reader forgets, and a message needs.

use azulejo_core::problem::{Problem, shown};

/// Deeper nesting than any board has.
const DEEPEST: usize = 64;

/// A value and where it begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// What it is.
    pub kind: Kind,
    line: usize,
    column: usize,
}

/// The kinds of value, as far as boards care.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// As it was written.
    Number(String),
    /// In order.
    List(Vec<Value>),
    /// Names and values, in order.
    Object(Vec<(String, Value)>),
    /// A text.
    Text(String),
    /// `true`, `false` or `null`.
    Word(&'static str),
}

impl Value {
    /// A problem at this value.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::new(message).at(self.line, self.column)
    }

    /// The last member of this name.
    pub fn member(&self, name: &str) -> Option<&Self> {
        match &self.kind {
            Kind::Object(members) => members.iter().rev().find(|(found, _)| found == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The whole number it is, if it is one from 0 up.
    pub fn number(&self) -> Option<u64> {
        match &self.kind {
            Kind::Number(digits) => digits.parse().ok(),
            _ => None,
        }
    }

    /// How a message should call it.
    pub fn shown(&self) -> String {
        match &self.kind {
            Kind::Number(digits) => digits.chars().take(24).collect(),
            Kind::List(_) => "a list".into(),
            Kind::Object(_) => "an object".into(),
            Kind::Text(_) => "a text".into(),
            Kind::Word(word) => (*word).into(),
        }
    }
}

/// The one value of a text.
pub fn scan(text: &str) -> Result<Value, Problem> {
    let mut scanner = Scanner { rest: text.chars(), next: None, line: 1, column: 0 };
    scanner.advance();
    let value = scanner.value(0)?;
    match scanner.peek() {
        None => Ok(value),
        Some(letter) => Err(scanner.problem(format!("{} after the end of the value", shown(letter)))),
    }
}

struct Scanner<'a> {
    rest: std::str::Chars<'a>,
    next: Option<char>,
    line: usize,
    column: usize,
}

impl Scanner<'_> {
    fn advance(&mut self) -> Option<char> {
        let taken = self.next;
        if taken == Some('\n') {
            self.line += 1;
            self.column = 0;
        }
        self.next = self.rest.next();
        self.column += 1;
        taken
    }

    /// The next character that is not blank, which stays where it is.
    fn peek(&mut self) -> Option<char> {
        while matches!(self.next, Some(' ' | '\t' | '\n' | '\r' | '\u{feff}')) {
            self.advance();
        }
        self.next
    }

    fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::new(message).at(self.line, self.column)
    }

    fn expected(&self, what: &str) -> Problem {
        self.problem(match self.next {
            None => format!("the text ends here: expected {what}"),
            Some(letter) => format!("{} found: expected {what}", shown(letter)),
        })
    }

    fn value(&mut self, nesting: usize) -> Result<Value, Problem> {
        let first = self.peek();
        let (line, column) = (self.line, self.column);
        if nesting > DEEPEST {
            return Err(self.problem("the nesting is too deep for a board"));
        }
        let kind = match first {
            None => return Err(self.expected("a value")),
            Some('[') => self.list(nesting)?,
            Some('{') => self.object(nesting)?,
            Some('"') => Kind::Text(self.text()?),
            Some('-' | '0'..='9') => {
                Kind::Number(self.while_matching(|letter| matches!(letter, '0'..='9' | '+' | '-' | '.' | 'e' | 'E')))
            }
            Some('a'..='z') => match self.while_matching(|letter| letter.is_ascii_alphanumeric()).as_str() {
                "true" => Kind::Word("true"),
                "false" => Kind::Word("false"),
                "null" => Kind::Word("null"),
                other => {
                    let word: String = other.chars().take(24).collect();
                    return Err(Problem::new(format!("`{word}` is not a value")).at(line, column));
                }
            },
            Some(other) => return Err(self.problem(format!("{} is not the start of a value", shown(other)))),
        };
        Ok(Value { kind, line, column })
    }

    fn while_matching(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(letter) = self.next.filter(|letter| wanted(*letter)) {
            taken.push(letter);
            self.advance();
        }
        taken
    }

    fn list(&mut self, nesting: usize) -> Result<Kind, Problem> {
        self.advance();
        let mut values = Vec::new();
        if self.peek() == Some(']') {
            self.advance();
            return Ok(Kind::List(values));
        }
        loop {
            values.push(self.value(nesting + 1)?);
            match self.peek() {
                Some(',') => self.advance(),
                Some(']') => {
                    self.advance();
                    return Ok(Kind::List(values));
                }
                _ => return Err(self.expected("`,` or `]`")),
            };
        }
    }

    fn object(&mut self, nesting: usize) -> Result<Kind, Problem> {
        self.advance();
        let mut members = Vec::new();
        if self.peek() == Some('}') {
            self.advance();
            return Ok(Kind::Object(members));
        }
        loop {
            if self.peek() != Some('"') {
                return Err(self.expected("a name in quotes"));
            }
            let name = self.text()?;
            if self.peek() != Some(':') {
                return Err(self.expected("`:`"));
            }
            self.advance();
            members.push((name, self.value(nesting + 1)?));
            match self.peek() {
                Some(',') => self.advance(),
                Some('}') => {
                    self.advance();
                    return Ok(Kind::Object(members));
                }
                _ => return Err(self.expected("`,` or `}`")),
            };
        }
    }

    fn text(&mut self) -> Result<String, Problem> {
        self.advance();
        let mut taken = String::new();
        loop {
            match self.advance() {
                Some('"') => return Ok(taken),
                Some('\\') => match self.advance() {
                    Some('u') => {
                        let digits: String = (0..4).filter_map(|_| self.advance()).collect();
                        let code = u32::from_str_radix(&digits, 16).ok();
                        let code = code.ok_or_else(|| self.problem("`\\u` needs four hexadecimal digits"))?;
                        taken.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                    }
                    Some(letter @ ('"' | '\\' | '/')) => taken.push(letter),
                    Some('n') => taken.push('\n'),
                    Some('r') => taken.push('\r'),
                    Some('t') => taken.push('\t'),
                    Some('b') => taken.push('\u{8}'),
                    Some('f') => taken.push('\u{c}'),
                    _ => return Err(self.problem("a backslash must stand before one of \" \\ / b f n r t u")),
                },
                Some(letter) => taken.push(letter),
                None => return Err(self.expected("the closing quote")),
            }
        }
    }
}
