//! azulejo in a browser: the same questions and answers as at every door, as JSON text. The page runs it in workers
//! (`crates/web/assets/js/worker.js`), so that a long search disturbs nobody and ends with its worker.

use std::borrow::Cow;

use azulejo_core::budget::Budget;
use azulejo_core::problem::{Problem, Problems};
use azulejo_core::question::{Question, Source};
use azulejo_core::report::Report;
use azulejo_games::catalog::{catalog, puzzles};
use azulejo_games::line::document;
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

/// Tables never take more than this, as on a server: the same question gives the same answer.
const MEMORY: usize = 64 << 20;

/// Answers a question, a JSON object that names its `game` and its verb as `task`, about the bytes of a picture where one
/// comes with it: the report, or `{"status":"error","error":{…}}` with what is wrong.
#[wasm_bindgen]
#[must_use]
#[allow(clippy::needless_pass_by_value, reason = "what comes from JavaScript is handed over")]
pub fn ask(text: &str, picture: Option<Vec<u8>>) -> String {
    match report(text, picture.as_deref()) {
        // A report is JSON, which is text.
        Ok(report) => String::from_utf8(report.json()).unwrap_or_default(),
        Err(problems) => refused(&problems),
    }
}

fn report(text: &str, picture: Option<&[u8]>) -> Result<Report, Problems> {
    let wrong = |error| Problem::new(format!("this is not a question: {error}"));
    let mut question: Question = serde_json::from_str(text).map_err(wrong)?;
    if let Some(bytes) = picture {
        question.source = Source::Picture(Cow::Borrowed(bytes));
    }
    azulejo_games::ask(&question, &Budget::unlimited().with_most_memory(MEMORY))
}

fn refused(problems: &Problems) -> String {
    // Nobody is refused without a problem.
    json!({ "status": "error", "error": document(&problems.list()[0], None) }).to_string()
}

/// The table of verbs with the schemas of their options.
#[wasm_bindgen]
#[must_use]
pub fn verbs() -> String {
    azulejo_games::verbs(None).to_string()
}

/// The games with their setups.
#[wasm_bindgen]
#[must_use]
pub fn games() -> String {
    // Its keys are text, so that writing cannot fail.
    serde_json::to_string(&catalog()).unwrap_or_default()
}

/// The puzzles of a day (`2026-11-16`; today when nothing is said), or what is wrong with the day.
#[wasm_bindgen]
#[must_use]
#[allow(clippy::needless_pass_by_value, reason = "what comes from JavaScript is handed over")]
pub fn daily(date: Option<String>) -> String {
    match azulejo_games::day(date.as_deref()) {
        Ok(date) => serde_json::to_string(&puzzles(date)).unwrap_or_default(),
        Err(problem) => refused(&problem.into()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn answer(question: &Value) -> Value {
        serde_json::from_str(&ask(&question.to_string(), None)).unwrap()
    }

    #[test]
    fn every_game_is_played_as_at_the_other_doors() {
        for game in azulejo_games::GAMES.0 {
            let id = game.seeded(game.presets[0].setup, "3").to_string();
            let told = answer(&json!({ "game": game.name, "task": "play", "puzzle": id, "draw": {} }));
            assert_eq!((&told["status"], &told["state"]), (&json!("ok"), &json!("playing")), "{}", game.name);
        }
    }

    #[test]
    fn what_is_wrong_is_said_in_one_place() {
        let questions = [json!([]), json!({}), json!({ "game": "?" }), json!({ "puzzle": 1 })];
        for question in questions {
            let told = answer(&question);
            assert_eq!(told["status"], "error", "{question}");
            assert!(told["error"]["message"].as_str().is_some_and(|text| !text.contains('\n')), "{told}");
        }
        let told: Value = serde_json::from_str(&daily(Some("yesterday".to_owned()))).unwrap();
        assert_eq!(told["status"], "error");
    }
}
