//! Options that every command takes, and what they mean for budgets and drawing.

use std::io::IsTerminal as _;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use azulejo_core::budget::{Budget, Cancel};
use azulejo_core::report::Report;
use azulejo_core::scene::ansi::Depth;
use azulejo_core::scene::{Palette, Patterns, Style, Theme, png, svg};
use clap::{Args, ValueEnum};

use crate::failure::Failure;
use crate::memory;

/// Options of every command.
#[derive(Debug, Args)]
pub(crate) struct Common {
    /// Answer with one JSON document on standard output
    #[arg(long, global = true, help_heading = "General options")]
    pub(crate) json: bool,
    /// When to use colour in the terminal
    #[arg(long, global = true, value_enum, default_value_t, help_heading = "General options")]
    color: When,
    /// The colours
    #[arg(long, global = true, default_value = "default", value_parser = ["default", "classic", "azulejo", "grey"], help_heading = "General options")]
    palette: String,
    /// The ground of pictures
    #[arg(long, global = true, value_enum, default_value_t, help_heading = "General options")]
    theme: Ground,
    /// Give each colour a pattern of its own in pictures
    #[arg(long, global = true, help_heading = "General options")]
    patterns: bool,
    /// How many threads may work, at most 256; 0 for as many as there are cores
    #[arg(long, global = true, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=256), help_heading = "General options")]
    threads: u16,
    /// Give up after this long: `10s`, `500ms`, `2m`
    #[arg(long, global = true, value_name = "TIME", value_parser = duration, help_heading = "General options")]
    time_limit: Option<Duration>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum When {
    #[default]
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Ground {
    #[default]
    Light,
    Dark,
}

fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.find(|symbol: char| !symbol.is_ascii_digit() && symbol != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err("expected a number and `ms`, `s`, `m` or `h`".to_owned()),
    };
    let seconds: f64 = number.parse().map_err(|_| "expected a number such as `10s`".to_owned())?;
    Duration::try_from_secs_f64(seconds * scale).map_err(|_| "this is too long".to_owned())
}

impl Common {
    /// The budget of a search: time limit, threads, and Ctrl-C.
    pub(crate) fn budget(&self) -> Budget {
        let budget = self.endless_budget();
        match self.time_limit {
            Some(limit) => budget.with_time(limit),
            None => budget,
        }
    }

    /// The same without time limit: for work whose parts have limits of their own.
    pub(crate) fn endless_budget(&self) -> Budget {
        self.plain_budget().with_cancel(interrupted().clone())
    }

    /// The same without catching Ctrl-C: for games played at a prompt.
    pub(crate) fn plain_budget(&self) -> Budget {
        let budget = Budget::unlimited().with_threads(self.threads());
        match memory::spare() {
            Some(spare) => budget.with_most_memory(memory::for_tables(spare)),
            None => budget,
        }
    }

    /// How many threads may work.
    pub(crate) fn threads(&self) -> usize {
        let threads = match self.threads {
            0 => std::thread::available_parallelism().map_or(1, Into::into),
            threads => threads.into(),
        };
        memory::spare().map_or(threads, |spare| threads.min(memory::threads(spare)))
    }

    /// The time limit, if one was given.
    pub(crate) fn time_limit(&self) -> Option<Duration> {
        self.time_limit
    }

    /// How pictures look.
    pub(crate) fn style(&self) -> Style {
        Style {
            palette: Palette::find(&self.palette).unwrap_or(Palette::DEFAULT),
            theme: match self.theme {
                Ground::Light => Theme::Light,
                Ground::Dark => Theme::Dark,
            },
            patterns: if self.patterns { Patterns::On } else { Patterns::Off },
            ..Style::default()
        }
    }

    /// How many colours standard output has.
    pub(crate) fn depth(&self) -> Depth {
        let variable = |name: &str| std::env::var(name).unwrap_or_default();
        let wanted = match self.color {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                variable("NO_COLOR").is_empty() && std::io::stdout().is_terminal() && variable("TERM") != "dumb"
            }
        };
        match (wanted, variable("COLORTERM").as_str(), variable("TERM").contains("256")) {
            (false, ..) => Depth::None,
            (true, "truecolor" | "24bit", _) => Depth::True,
            (true, _, true) => Depth::Cube,
            (true, ..) if matches!(self.color, When::Always) => Depth::True,
            (true, ..) => Depth::Sixteen,
        }
    }
}

/// Where a drawing should also go.
#[derive(Debug, Args)]
pub(crate) struct Pictures {
    /// Also draw to this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Also draw to this PNG file
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
}

impl Pictures {
    /// The pictures asked for, of the report's scenes; a PNG of the verb's own goes before a drawn one.
    pub(crate) fn draw(&self, report: &Report, style: &Style) -> Result<Vec<(PathBuf, Vec<u8>)>, Failure> {
        let mut files = Vec::new();
        if self.svg.is_none() && self.png.is_none() {
            return Ok(files);
        }
        let scenes = report.scenes();
        let across = scenes.len().min(3);
        if scenes.is_empty() {
            // There is nothing to see in an answer that could not be given; what was found wrong is said already.
            return Ok(files);
        }
        if let Some(path) = &self.svg {
            files.push((path.clone(), svg::svg_strip(&scenes, across, style).into_bytes()));
        }
        if let Some(path) = &self.png {
            let picture = report.overlay().unwrap_or_else(|| png::png_strip(&scenes, across, style))?;
            files.push((path.clone(), picture));
        }
        Ok(files)
    }
}

/// The one flag that Ctrl-C raises, whoever asks first.
fn interrupted() -> &'static Cancel {
    static RAISED: OnceLock<Cancel> = OnceLock::new();
    RAISED.get_or_init(|| {
        let cancel = Cancel::new();
        let raised = cancel.clone();
        // A second Ctrl-C, or a handler that cannot be set, leaves the system's own way of ending a program.
        let _ = ctrlc::set_handler(move || {
            if raised.is_cancelled() {
                std::process::exit(130);
            }
            raised.cancel();
        });
        cancel
    })
}
