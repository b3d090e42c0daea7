//! Standard output and files: a closed pipe ends quietly, a file is whole or not there.

use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use azulejo_core::problem::Problem;
use serde::Serialize;

use crate::failure::Failure;

/// Prints text as it is. When the reader has gone, there is nobody to print for: the program ends well.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// The same for bytes.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::ReaderGone,
        _ => Problem::new(format!("standard output cannot be written: {error}")).into(),
    })
}

/// Prints a JSON document of a command that is no verb.
pub(crate) fn print_json<T: Serialize>(document: &T) -> Result<(), Failure> {
    let text = serde_json::to_string(document)
        .map_err(|error| Problem::new(format!("the answer cannot be written as JSON: {error}")))?;
    print(&format!("{text}\n"))
}

/// Tells a person something that is not the answer.
pub(crate) fn note(text: &str) {
    // Notes are a courtesy: without standard error the answer is still right.
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Writes a file by way of a temporary one beside it, so that it is whole or untouched.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_files(vec![(path.to_path_buf(), bytes.to_vec())])
}

/// Files that belong together.
pub(crate) struct Set {
    pub(crate) files: Vec<(PathBuf, Vec<u8>)>,
    /// The folder they go to, made if it is missing.
    pub(crate) folder: Option<PathBuf>,
    /// Names of what an older, longer set left behind, by number.
    pub(crate) stale: Option<fn(usize) -> String>,
}

impl Set {
    /// Files of no folder of their own.
    pub(crate) fn of(files: Vec<(PathBuf, Vec<u8>)>) -> Self {
        Self { files, folder: None, stale: None }
    }
}

/// Writes several files: all are written beside their places before the first is put there.
pub(crate) fn write_files(files: Vec<(PathBuf, Vec<u8>)>) -> Result<(), Failure> {
    write_sets(&[Set::of(files)])
}

/// Writes sets of files, all or none: every file is whole beside its place before the first moves in; then what older sets
/// left behind goes away, so that no folder holds a mixture.
///
/// A link is followed. What exists and is no ordinary file (a device, a pipe) is written to, never replaced.
pub(crate) fn write_sets(sets: &[Set]) -> Result<(), Failure> {
    let fail = |path: &Path, error: &std::io::Error| {
        let problem = Problem::new(format!("cannot be written: {}", reason(error)));
        Failure::in_file(&path.display().to_string(), problem)
    };
    let mut places: Vec<&Path> = sets.iter().flat_map(|set| &set.files).map(|(path, _)| path.as_path()).collect();
    places.sort_unstable();
    if let Some(twice) = places.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Problem::new(format!("`{}` would be written twice", twice[0].display())).into());
    }
    let mut staged = Vec::new();
    for set in sets {
        if let Some(folder) = &set.folder {
            std::fs::create_dir_all(folder).map_err(|error| fail(folder, &error))?;
        }
        for (path, bytes) in &set.files {
            staged.push((path, Staged::new(path, bytes).map_err(|error| fail(path, &error))?));
        }
    }
    staged.into_iter().try_for_each(|(path, file)| file.put().map_err(|error| fail(path, &error)))?;
    for set in sets {
        let (Some(folder), Some(stale)) = (&set.folder, set.stale) else { continue };
        let mut number = set.files.len();
        while std::fs::remove_file(folder.join(stale(number))).is_ok() {
            number += 1;
        }
    }
    Ok(())
}

/// Bytes on their way to their place.
enum Staged<'a> {
    /// In a temporary file beside the place.
    Beside(tempfile::NamedTempFile, std::path::PathBuf),
    /// Still in memory, for what cannot be replaced.
    Direct(std::path::PathBuf, &'a [u8]),
}

impl<'a> Staged<'a> {
    /// Makes everything ready but the last step.
    fn new(path: &Path, bytes: &'a [u8]) -> std::io::Result<Self> {
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
    fn put(self) -> std::io::Result<()> {
        match self {
            Self::Beside(file, place) => file.persist(place).map(|_| ()).map_err(|error| error.error),
            Self::Direct(place, bytes) => std::fs::OpenOptions::new().write(true).open(place)?.write_all(bytes),
        }
    }
}

/// A temporary file as readable as any new file: the system's mask decides.
#[cfg(unix)]
fn temporary(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    use std::os::unix::fs::PermissionsExt as _;
    tempfile::Builder::new().permissions(std::fs::Permissions::from_mode(0o666)).tempfile_in(folder)
}

#[cfg(not(unix))]
fn temporary(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
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
