//! How much code something takes and how hard it is to read, measured from its very text while the program is built.

use serde::Serialize;

/// What was counted, tests and comments left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Code {
    /// Lines with code on them.
    pub lines: usize,
    /// Functions.
    pub functions: usize,
    /// Places where the way parts: `if`, `for`, `while`, `loop`, an arm of a `match`, `&&`, `||`, `?`.
    pub decisions: usize,
}

impl Code {
    /// Counts a Rust file up to its tests.
    pub const fn of(text: &str) -> Self {
        let mut code = Self { lines: 0, functions: 0, decisions: 0 };
        code.count(text.as_bytes());
        code
    }

    /// All of these together.
    pub const fn sum(parts: &[Self]) -> Self {
        let (mut sum, mut index) = (Self { lines: 0, functions: 0, decisions: 0 }, 0);
        while index < parts.len() {
            sum.lines += parts[index].lines;
            sum.functions += parts[index].functions;
            sum.decisions += parts[index].decisions;
            index += 1;
        }
        sum
    }

    /// The mean over its functions of Thomas `McCabe`'s cyclomatic complexity (*A complexity measure*, 1976): one more than the
    /// decisions in each.
    pub fn complexity(self) -> f64 {
        1.0 + self.decisions as f64 / self.functions.max(1) as f64
    }

    const fn count(&mut self, text: &[u8]) {
        let (mut at, mut used, mut first) = (0, false, true);
        // `impl Trait for Type` has no way that parts.
        let mut heading = false;
        while at < text.len() && !begins(text, at, b"#[cfg(test)]") {
            let byte = text[at];
            if byte == b'\n' {
                self.lines += used as usize;
                (used, first, heading) = (false, true, false);
                at += 1;
            } else if byte == b' ' {
                at += 1;
            } else if begins(text, at, b"//") {
                while at < text.len() && text[at] != b'\n' {
                    at += 1;
                }
            } else {
                used = true;
                let length = token(text, at);
                if is_word(byte) {
                    heading = heading || first && is(text, at, length, b"impl");
                    self.functions += is(text, at, length, b"fn") as usize;
                    self.decisions += (is(text, at, length, b"if")
                        || is(text, at, length, b"while")
                        || is(text, at, length, b"loop")
                        || is(text, at, length, b"for") && !heading) as usize;
                } else {
                    let pair = begins(text, at, b"=>") || begins(text, at, b"&&") || begins(text, at, b"||");
                    self.decisions += (pair || byte == b'?') as usize;
                }
                first = false;
                at += length;
            }
        }
        self.lines += used as usize;
    }
}

/// How many bytes the word, the literal or the sign here has.
const fn token(text: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    if is_word(text[at]) {
        while end < text.len() && is_word(text[end]) {
            end += 1;
        }
    } else if text[at] == b'"' {
        while end < text.len() && text[end] != b'"' {
            end += if text[end] == b'\\' { 2 } else { 1 };
        }
        end += 1;
    } else if text[at] == b'\'' && at + 2 < text.len() && text[at + 2] == b'\'' {
        end = at + 3;
    } else if begins(text, at, b"'\\") {
        end = at + 4;
    } else if begins(text, at, b"=>") || begins(text, at, b"&&") || begins(text, at, b"||") {
        end = at + 2;
    }
    end - at
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

const fn begins(text: &[u8], at: usize, sign: &[u8]) -> bool {
    if at + sign.len() > text.len() {
        return false;
    }
    let mut index = 0;
    while index < sign.len() && text[at + index] == sign[index] {
        index += 1;
    }
    index == sign.len()
}

const fn is(text: &[u8], at: usize, length: usize, word: &[u8]) -> bool {
    length == word.len() && begins(text, at, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_counted_without_comments_literals_and_tests() {
        let text = r#"//! if a comment, for nothing

impl Trait for Thing {
    /// `fn` in a comment
    fn choose(&self, other: &'static str) -> Option<char> {
        if self.a && !self.b || other == "if || \" ? fn" {
            return None; // while
        }
        for symbol in other.chars() {
            match symbol {
                '?' | '"' | '\'' => break,
                _ => {}
            }
        }
        let first = other.chars().next()?;
        Some(first)
    }
}

fn iffy() {}

#[cfg(test)]
mod tests {
    fn none() { if true {} }
}
"#;
        let code = Code::of(text);
        // `if`, `&&`, `||`, `for`, two arms and `?`.
        assert_eq!(code, Code { lines: 16, functions: 2, decisions: 7 });
        assert!((code.complexity() - 4.5).abs() < 1e-9);
        assert_eq!(Code::sum(&[code, code]), Code { lines: 32, functions: 4, decisions: 14 });
        assert_eq!(Code::of(""), Code::sum(&[]));
    }
}
