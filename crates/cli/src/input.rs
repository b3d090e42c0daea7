//! Input: a file, standard input, or an id, read within limits and with its name for messages.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use azulejo_core::id::Id;
use azulejo_core::problem::Problem;

use crate::failure::Failure;
use crate::output::reason;

/// Texts larger than this are refused unread.
pub(crate) const LARGEST_TEXT: u64 = 16 << 20;

/// Pictures larger than this are refused unread.
pub(crate) const LARGEST_PICTURE: u64 = 64 << 20;

/// What an INPUT argument turned out to be.
#[derive(Debug)]
pub(crate) enum Input {
    /// A text with the name that messages give it.
    Text {
        /// The file's name, or `standard input`.
        name: String,
        /// What is in it.
        text: String,
    },
    /// An id of the game.
    Id(Id),
}

/// Reads an INPUT argument of a game.
pub(crate) fn read(argument: &str, game: &str) -> Result<Input, Failure> {
    if Id::looks_like(game, argument) && !Path::new(argument).exists() {
        return Ok(Input::Id(argument.parse()?));
    }
    read_text(argument, LARGEST_TEXT)
}

/// Reads a file or standard input (`-`) as text, at most `limit` bytes.
pub(crate) fn read_text(argument: &str, limit: u64) -> Result<Input, Failure> {
    let (name, bytes) = read_bytes(argument, limit)?;
    let text = text(bytes).map_err(|problem| Failure::in_file(&name, problem))?;
    Ok(Input::Text { name, text })
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
    let mut bytes = Vec::new();
    let read = source.take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|error| Problem::new(format!("cannot be read: {}", reason(&error))))?;
    if bytes.len() as u64 > limit {
        return Err(Problem::new(format!("it is larger than {} KiB, too large for this kind of input", limit >> 10)));
    }
    Ok(bytes)
}

/// Bytes as text, if they are.
pub(crate) fn text(bytes: Vec<u8>) -> Result<String, Problem> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let before = String::from_utf8_lossy(&bytes[..valid]);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        Problem::new(format!("byte 0x{:02X} is not text: expected UTF-8", bytes[valid])).at(line, column)
    })
}
