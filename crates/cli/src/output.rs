//! Standard output and files: a closed pipe ends quietly, a file is whole or not there.

use std::io::{ErrorKind, Write as _};
use std::path::Path;

use azulejo_core::problem::Problem;
use serde::Serialize;

use crate::failure::Failure;

/// Prints text as it is. When the reader has gone, the program ends quietly.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => Err(Problem::new(format!("standard output cannot be written: {error}")).into()),
    }
}

/// Tells a person something that is not the answer.
pub(crate) fn note(text: &str) {
    // Notes are a courtesy: without standard error the answer is still right.
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// What every JSON answer begins with.
#[derive(Serialize)]
struct Answer<'a, T> {
    game: &'a str,
    command: &'a str,
    status: &'a str,
    #[serde(flatten)]
    rest: &'a T,
}

/// Prints a JSON answer: game, command and status, then the rest.
pub(crate) fn print_json<T: Serialize>(game: &str, command: &str, status: &str, rest: &T) -> Result<(), Failure> {
    let answer = Answer { game, command, status, rest };
    let text = serde_json::to_string(&answer)
        .map_err(|error| Problem::new(format!("the answer cannot be written as JSON: {error}")))?;
    print(&format!("{text}\n"))
}

/// Writes a file by way of a temporary one beside it, so that it is whole or untouched.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let written = tempfile::NamedTempFile::new_in(folder).and_then(|mut file| {
        file.write_all(bytes)?;
        file.flush()?;
        make_readable(&file)?;
        file.persist(path).map_err(|error| error.error)
    });
    let problem = |error: std::io::Error| Problem::new(format!("cannot be written: {}", reason(&error)));
    written.map(|_| ()).map_err(|error| Failure::in_file(&path.display().to_string(), problem(error)))
}

/// Temporary files are private; what a user asked for is not.
#[cfg(unix)]
fn make_readable(file: &tempfile::NamedTempFile) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_file: &tempfile::NamedTempFile) -> std::io::Result<()> {
    Ok(())
}

/// Why an operation on a file failed, in a few words.
pub(crate) fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => error.to_string(),
    }
}
