//! Input: a file, standard input, or an id, read within limits and with its name for messages.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use azulejo_core::id::Id;
use azulejo_core::open::unmarked;
use azulejo_core::problem::Problem;
use azulejo_core::registry::Entry;

use crate::failure::Failure;
use crate::memory;
use crate::output::reason;

/// Texts larger than this are refused unread.
pub(crate) const LARGEST_TEXT: u64 = 16 << 20;

/// Pictures larger than this are refused unread.
pub(crate) const LARGEST_PICTURE: u64 = 64 << 20;

/// What an INPUT argument turned out to be.
#[derive(Debug)]
pub(crate) struct Input {
    /// The file's name, `standard input`, or nothing for what was given as it is.
    pub(crate) name: Option<String>,
    pub(crate) content: Content,
    /// Whether it was taken as it is because no such file exists.
    guessed: Option<String>,
}

#[derive(Debug)]
pub(crate) enum Content {
    Nothing,
    Text(String),
    Picture(Vec<u8>),
}

impl Input {
    /// For verbs that need none.
    pub(crate) fn nothing() -> Self {
        Self { name: None, content: Content::Nothing, guessed: None }
    }

    /// A text that is no file.
    pub(crate) fn text(text: &str) -> Self {
        Self { name: None, content: Content::Text(text.to_owned()), guessed: None }
    }

    /// A picture that is no file.
    #[cfg(feature = "screen")]
    pub(crate) fn picture(bytes: Vec<u8>) -> Self {
        Self { name: None, content: Content::Picture(bytes), guessed: None }
    }

    /// If it was read as a puzzle only because there is no such file: that there is no such file.
    pub(crate) fn missing_file(&self) -> Option<Failure> {
        read_bytes(self.guessed.as_ref()?, LARGEST_TEXT).err()
    }
}

/// Reads an INPUT argument of a game: an id, an address, JSON, a puzzle in one line, a file or standard input.
pub(crate) fn read(argument: &str, game: &Entry) -> Result<Input, Failure> {
    let path = Path::new(argument);
    if !path.exists() && argument != "-" {
        let begins = argument.trim_start();
        if Id::looks_like(game.name, begins) || begins.contains("://") || begins.starts_with(['{', '[']) {
            return Ok(Input::text(argument));
        }
        // Rows with `/` between them look like a path into a folder that is not there; codes say their form before an `@`.
        let is_in_no_folder = argument.contains('/') && !path.parent().is_some_and(Path::is_dir);
        if is_in_no_folder || argument.contains('@') {
            return Ok(Input { guessed: Some(argument.to_owned()), ..Input::text(argument) });
        }
    }
    file(argument)
}

/// Reads a file or standard input: a picture by its first bytes, else a text.
pub(crate) fn file(argument: &str) -> Result<Input, Failure> {
    let (name, bytes) = read_bytes(argument, LARGEST_PICTURE)?;
    if bytes.starts_with(b"\x89PNG") || bytes.starts_with(b"\xff\xd8\xff") {
        return Ok(Input { name: Some(name), content: Content::Picture(bytes), guessed: None });
    }
    if bytes.len() as u64 > LARGEST_TEXT {
        let limit = LARGEST_TEXT >> 10;
        let message = format!("it is larger than {limit} KiB, too large for this kind of input");
        return Err(Failure::in_file(&name, Problem::new(message)));
    }
    let text = text(bytes).map_err(|problem| Failure::in_file(&name, problem))?;
    Ok(Input { name: Some(name), content: Content::Text(text), guessed: None })
}

/// The text of a file that an option names, with the file's name; an id is its own text.
pub(crate) fn option_text(argument: &str) -> Result<(String, String), Failure> {
    if argument.parse::<Id>().is_ok() && !Path::new(argument).exists() {
        return Ok((argument.to_owned(), argument.to_owned()));
    }
    let (name, bytes) = read_bytes(argument, LARGEST_TEXT)?;
    let text = text(bytes).map_err(|problem| Failure::in_file(&name, problem))?;
    Ok((name, text))
}

/// Reads a file or standard input (`-`), at most `limit` bytes; also its name for messages.
pub(crate) fn read_bytes(argument: &str, limit: u64) -> Result<(String, Vec<u8>), Failure> {
    if argument == "-" {
        let name = "standard input";
        let bytes = read_limited(std::io::stdin().lock(), limit).map_err(|problem| Failure::in_file(name, problem))?;
        return Ok((name.to_owned(), bytes));
    }
    if argument.is_empty() {
        return Err(Problem::new("the name of the input is empty: expected a file, `-` or an id").into());
    }
    let fail = |problem: Problem| Failure::in_file(argument, problem);
    let cannot = |error: std::io::Error| fail(Problem::new(format!("cannot be read: {}", reason(&error))));
    let file = File::open(argument).map_err(cannot)?;
    if file.metadata().map_err(cannot)?.is_dir() {
        return Err(fail(Problem::new("cannot be read: it is a folder, expected a file")));
    }
    Ok((argument.to_owned(), read_limited(file, limit).map_err(fail)?))
}

fn read_limited(source: impl Read, limit: u64) -> Result<Vec<u8>, Problem> {
    let limit = memory::spare().map_or(limit, |spare| limit.min(memory::for_input(spare)));
    let mut bytes = Vec::new();
    let read = source.take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|error| Problem::new(format!("cannot be read: {}", reason(&error))))?;
    if bytes.len() as u64 > limit {
        return Err(Problem::new(format!("it is larger than {} KiB, too large for this kind of input", limit >> 10)));
    }
    Ok(bytes)
}

/// Bytes as text, if they are, without a byte order mark.
pub(crate) fn text(bytes: Vec<u8>) -> Result<String, Problem> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let before = String::from_utf8_lossy(&bytes[..valid]);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        Problem::new(format!("byte 0x{:02X} is not text: expected UTF-8", bytes[valid])).at(line, column)
    })?;
    Ok(match unmarked(&text) {
        short if short.len() < text.len() => short.to_owned(),
        _ => text,
    })
}
