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
    write_files(&[(path, bytes)])
}

/// Writes several files: all are written beside their places before the first is put there.
///
/// A link is followed. What exists and is no ordinary file (a device, a pipe) is written to, never replaced.
pub(crate) fn write_files(files: &[(&Path, &[u8])]) -> Result<(), Failure> {
    let fail = |path: &Path, error: &std::io::Error| {
        let problem = Problem::new(format!("cannot be written: {}", reason(error)));
        Failure::in_file(&path.display().to_string(), problem)
    };
    let mut staged = Vec::new();
    for (path, bytes) in files {
        staged.push((path, Staged::new(path, bytes).map_err(|error| fail(path, &error))?));
    }
    staged.into_iter().try_for_each(|(path, file)| file.put().map_err(|error| fail(path, &error)))
}

/// Bytes on their way to their place.
pub(crate) enum Staged<'a> {
    /// In a temporary file beside the place.
    Beside(tempfile::NamedTempFile, std::path::PathBuf),
    /// Still in memory, for what cannot be replaced.
    Direct(std::path::PathBuf, &'a [u8]),
}

impl<'a> Staged<'a> {
    /// Makes everything ready but the last step.
    pub(crate) fn new(path: &Path, bytes: &'a [u8]) -> std::io::Result<Self> {
        let place = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let old = std::fs::metadata(&place).ok();
        if old.as_ref().is_some_and(std::fs::Metadata::is_dir) {
            return Err(ErrorKind::IsADirectory.into());
        }
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            return Ok(Self::Direct(place, bytes));
        }
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut file = temporary(folder)?;
        if let Some(old) = old {
            file.as_file().set_permissions(old.permissions())?;
        }
        file.write_all(bytes)?;
        file.flush()?;
        Ok(Self::Beside(file, place))
    }

    /// Puts it there.
    pub(crate) fn put(self) -> std::io::Result<()> {
        match self {
            Self::Beside(file, place) => file.persist(place).map(|_| ()).map_err(|error| error.error),
            Self::Direct(place, bytes) => std::fs::OpenOptions::new().write(true).open(place)?.write_all(bytes),
        }
    }
}

/// A temporary file as readable as any new file: the system's mask decides.
#[cfg(unix)]
pub(crate) fn temporary(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    use std::os::unix::fs::PermissionsExt as _;
    tempfile::Builder::new().permissions(std::fs::Permissions::from_mode(0o666)).tempfile_in(folder)
}

#[cfg(not(unix))]
pub(crate) fn temporary(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    tempfile::NamedTempFile::new_in(folder)
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
