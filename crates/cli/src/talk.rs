//! Commands that talk: lines of standard input are answered by lines of standard output, for as long as there is more to
//! say. What they mean is the game's business.

use std::io::{BufRead as _, Read as _};

use azulejo_core::problem::Problem;
use azulejo_core::registry::Partner;
use clap::Command;

use crate::failure::{Exit, Reply};
use crate::input::LARGEST_TEXT;
use crate::output;

pub(crate) fn command(name: &'static str, about: &'static str) -> Command {
    Command::new(name).about(about)
}

pub(crate) fn run(partner: fn() -> Box<dyn Partner>) -> Reply {
    let mut partner = partner();
    say(&partner.greeting())?;
    let mut lines = std::io::stdin().lock();
    while !partner.is_over() {
        let mut line = Vec::new();
        let read = lines.by_ref().take(LARGEST_TEXT).read_until(b'\n', &mut line);
        match read {
            Ok(0) => break,
            Ok(_) => say(&partner.hear(&String::from_utf8_lossy(&line)))?,
            Err(error) => return Err(Problem::new(format!("standard input cannot be read: {error}")).into()),
        }
    }
    Ok(Exit::Answered)
}

fn say(lines: &[String]) -> Result<(), crate::failure::Failure> {
    lines.iter().try_for_each(|line| output::print(&format!("{line}\n")))
}
