//! How much memory this process may still take, where the system has set a limit: said before a search takes it, since an
//! allocation that fails ends the program without an answer.

use azulejo_core::problem::Problem;

use crate::failure::Failure;

/// Less than this and not even the smallest question can be answered.
const LEAST: usize = 24 << 20;

/// What each further thread may come to take for its stack and its share of the heap.
const PER_THREAD: usize = 160 << 20;

/// Bytes of address space that are left, where there is a limit.
pub(crate) fn spare() -> Option<usize> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    left(&limits, &status)
}

fn left(limits: &str, status: &str) -> Option<usize> {
    let number = |text: &str, name: &str| -> Option<usize> {
        text.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
    };
    let limit = number(limits, "Max address space")?;
    Some(limit.saturating_sub(number(status, "VmSize:")? << 10))
}

/// Refuses to begin where there is next to nothing.
pub(crate) fn enough() -> Result<(), Failure> {
    match spare() {
        Some(spare) if spare < LEAST => {
            let message = format!("there is too little memory: {} MiB, expected at least {}", spare >> 20, LEAST >> 20);
            Err(Problem::new(message).hint("the limit is the shell's: `ulimit -v` shows and sets it").into())
        }
        _ => Ok(()),
    }
}

/// What a search's tables may take of it: a quarter, since tables that grow are for a moment there twice, and the rest is
/// for boards and answers.
pub(crate) fn for_tables(spare: usize) -> usize {
    spare / 4
}

/// How many threads it is enough for.
pub(crate) fn threads(spare: usize) -> usize {
    1 + spare / PER_THREAD
}

/// The longest input of which a board can be made.
pub(crate) fn for_input(spare: usize) -> u64 {
    spare as u64 / 64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_the_limit_without_what_is_taken() {
        let limits = "Limit  Soft Limit  Hard Limit  Units\nMax address space   104857600   unlimited   bytes\n";
        assert_eq!(left(limits, "Name:\tazulejo\nVmSize:\t   51200 kB\n"), Some(50 << 20));
        assert_eq!(left(limits, "VmSize:\t 204800 kB\n"), Some(0));
        assert_eq!(left("Max address space   unlimited   unlimited   bytes\n", "VmSize:\t 1 kB\n"), None);
    }
}
