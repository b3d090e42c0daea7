//! What a shell wants: completion scripts and manual pages.

use std::path::PathBuf;

use azulejo_core::problem::Problem;
use clap::Args;
use clap_complete::Shell;

use crate::failure::{Exit, Reply};
use crate::output::{self, Set};

/// `azulejo completions`
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// `azulejo man`
#[derive(Debug, Args)]
pub(crate) struct Man {
    /// Write a page for every command into this folder instead
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn completions(arguments: &Completions, mut command: clap::Command) -> Reply {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "azulejo", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Answered)
}

pub(crate) fn man(arguments: &Man, mut command: clap::Command) -> Reply {
    command.build();
    match &arguments.out {
        None => output::print(&String::from_utf8_lossy(&page(command)?))?,
        Some(folder) => {
            let pages = pages(&command, "azulejo")?;
            let files = pages.into_iter().map(|(name, bytes)| (folder.join(format!("{name}.1")), bytes)).collect();
            output::write_sets(&[Set { files, folder: Some(folder.clone()), stale: None }])?;
        }
    }
    Ok(Exit::Answered)
}

fn pages(command: &clap::Command, name: &str) -> Result<Vec<(String, Vec<u8>)>, Problem> {
    let mut found = vec![(name.to_owned(), page(command.clone())?)];
    for part in command.get_subcommands().filter(|part| part.get_name() != "help") {
        found.extend(pages(part, &format!("{name}-{}", part.get_name()))?);
    }
    Ok(found)
}

fn page(command: clap::Command) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let written = clap_mangen::Man::new(command).render(&mut bytes);
    written.map_err(|error| Problem::new(format!("the manual page cannot be written: {error}")))?;
    Ok(bytes)
}
