//! `azulejo flow check`: every rule that a solution breaks, with its cells.

use azulejo_core::game::Violation;
use azulejo_core::scene::ansi::ansi;
use azulejo_flow::format::solution;
use azulejo_flow::rules::{Line, check_lines};
use azulejo_flow::{draw, violation};
use clap::Args;
use serde_json::json;

use super::{GAME, RuleArguments, Source, rule_json, rule_text};
use crate::failure::{Exit, Failure, Reply};
use crate::input::{self, Input};
use crate::options::{Common, Pictures};
use crate::output::{print, print_json};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    /// The solution: rows of labels, the JSON of `solve`, `pzprv3` or a pack line; a file or `-`
    #[arg(value_name = "SOLUTION")]
    solution: String,
    #[command(flatten)]
    rule: RuleArguments,
    #[command(flatten)]
    pictures: Pictures,
}

pub(crate) fn run(arguments: &Arguments, common: &Common) -> Reply {
    let reading = arguments.source.one()?;
    let rules = arguments.rule.rules(&reading);
    let puzzle = reading.puzzle;
    let Input::Text { name, text } = input::read_text(&arguments.solution, input::LARGEST_TEXT)? else {
        return Err(azulejo_core::problem::Problem::new("expected a solution").into());
    };
    let lines = solution::read(&puzzle, &text).map_err(|problems| Failure::in_file(&name, problems))?;
    let drawn = lines.iter().map(|(color, cells)| Line { color: *color, cells });
    let broken: Vec<Violation> = check_lines(&puzzle, rules, drawn).into_iter().map(violation).collect();
    let shown = lines.iter().map(|(color, cells)| (color.unwrap_or(0), cells.as_slice()));
    let mut scene = draw::board("a Flow solution", &puzzle, shown);
    scene.outlines = broken
        .iter()
        .map(|violation| azulejo_core::scene::Outline {
            cells: violation.cells.iter().copied().filter(|&cell| puzzle.tiles().contains(cell)).collect(),
            stroke: azulejo_core::scene::Stroke::Highlight,
        })
        .collect();
    arguments.pictures.write(std::slice::from_ref(&scene), common)?;
    if common.json {
        let rest = json!({ "solved": broken.is_empty(), "violations": broken, "rule": rule_json(rules) });
        print_json(GAME, "check", "ok", &rest)?;
    } else if broken.is_empty() {
        print(&format!("no rule is broken ({})\n", rule_text(rules)))?;
    } else {
        print(&ansi(&scene, &common.style(), common.depth()))?;
        for Violation { code, message, cells } in &broken {
            let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
            print(&format!("{code}: {message}: {}\n", cells.join(" ")))?;
        }
    }
    Ok(if broken.is_empty() { Exit::Answered } else { Exit::No })
}
