//! `azulejo flow rate`: how hard a puzzle is for a person, and what makes it so.

use azulejo_core::outcome::Outcome;
use azulejo_core::problem::Problem;
use azulejo_flow::deduce::Deduction;
use azulejo_flow::position::Fill;
use azulejo_flow::rate::{self, Rated};
use clap::Args;
use serde_json::{Map, Value, json};

use super::{GAME, RuleArguments, Source, budget, rule_json, rule_text};
use crate::failure::{Exit, Reply};
use crate::options::Common;
use crate::output::{note, print, print_json};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    rule: RuleArguments,
}

pub(crate) fn run(arguments: &Arguments, common: &Common) -> Reply {
    let reading = arguments.source.one()?;
    let rules = arguments.rule.rules(&reading);
    if rules.fill == Fill::Free {
        return Err(Problem::new("a rating is about puzzles in which every cell is used")
            .hint("`--fill` rates it under that rule")
            .into());
    }
    let cells = reading.puzzle.tiles().len();
    match rate::rate(&reading.puzzle, rules, &budget(common)) {
        Outcome::Solved { solution: rated, .. } => answer(&rated, cells, common),
        Outcome::Impossible => {
            if common.json {
                let rest = json!({ "difficulty": null, "rule": rule_json(rules) });
                print_json(GAME, "rate", "impossible", &rest)?;
            } else {
                print(&format!("not rated: it has not exactly one solution ({})\n", rule_text(rules)))?;
            }
            Ok(Exit::No)
        }
        Outcome::GaveUp { stop, .. } => {
            if common.json {
                print_json(GAME, "rate", "gave_up", &json!({ "difficulty": null, "reason": stop.to_string() }))?;
            } else {
                note(&format!("not rated: {stop}"));
            }
            Ok(stop.into())
        }
    }
}

fn answer(rated: &Rated, cells: usize, common: &Common) -> Reply {
    let rating = rated.effort.rating(cells);
    if common.json {
        let counts: Map<String, Value> = Deduction::ALL
            .into_iter()
            .map(|deduction| (deduction.name().replace([' ', '-'], "_"), json!(rated.effort.count(deduction))))
            .collect();
        let rest = json!({
            "difficulty": rating.difficulty,
            "score": rating.score,
            "deductions": counts,
            "guesses": rated.effort.guesses,
            "longest_look_ahead": rated.effort.depth,
            "reasons": rating.reasons,
            "rule": rule_json(rated.rules),
        });
        print_json(GAME, "rate", "ok", &rest)?;
    } else {
        let mut text = format!("{}, effort {} ({})\n", rating.difficulty, rating.score, rule_text(rated.rules));
        for reason in &rating.reasons {
            text.push_str(&format!("  {reason}\n"));
        }
        print(&text)?;
    }
    Ok(Exit::Answered)
}
