//! The registry: every game of azulejo behind one type, in the order they are shown. Adding a game is one line here.
//!
//! The puzzle of a day is here too, so that all doors have the same one; [`catalog`], which describes what there is; and
//! [`mod@line`], for doors that answer by the million.

pub mod catalog;
pub mod line;

use azulejo_core::budget::Budget;
use azulejo_core::id::Id;
use azulejo_core::problem::{Problem, Problems};
use azulejo_core::question::Question;
use azulejo_core::registry::{Entry, Registry};
use azulejo_core::report::Report;
use azulejo_core::verb;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

/// All games.
pub static GAMES: Registry = Registry(&[
    &azulejo_switcher::GAME,
    &azulejo_blocky::GAME,
    &azulejo_flow::GAME,
    &azulejo_tetris::GAME,
    &azulejo_kami::GAME,
    #[cfg(feature = "picnic")]
    &azulejo_picnic::GAME,
]);

/// Answers a question: the only way from a door to a game.
pub fn ask(question: &Question<'_>, budget: &Budget) -> Result<Report, Problems> {
    GAMES.ask(question, budget)
}

/// A day: the one of this text, or today in Greenwich.
pub fn day(text: Option<&str>) -> Result<String, Problem> {
    let Some(text) = text else {
        return Ok(Timestamp::now().to_zoned(TimeZone::UTC).date().to_string());
    };
    // Only the plain form is a day here, since it becomes a seed.
    let date: Option<Date> = text.parse().ok().filter(|date: &Date| date.to_string() == text);
    date.map(|date| date.to_string()).ok_or_else(|| {
        let shown: String = text.chars().take(24).collect();
        Problem::new(format!("`{shown}` is not a day: expected one such as `2026-11-16`"))
    })
}

/// The puzzles of a day: the same for everybody, at every door.
pub fn daily(day: &str) -> impl Iterator<Item = (&'static Entry, Id)> {
    GAMES.0.iter().map(move |game| (*game, game.daily(day)))
}

/// The table of verbs: what can be asked of all games, or of one, with the schemas of the options.
pub fn verbs(game: Option<&str>) -> Value {
    let described = |verb: &verb::Entry| {
        let needs_puzzle = verb.needs == verb::Needs::Puzzle;
        json!({ "name": verb.name, "about": verb.about, "puzzle": needs_puzzle, "options": (verb.options)() })
    };
    let wanted = GAMES.0.iter().filter(|entry| game.is_none_or(|name| name == entry.name));
    let games = wanted.map(|entry| {
        let verbs: Vec<Value> = entry.verbs.iter().map(described).collect();
        json!({ "name": entry.name, "title": entry.title, "verbs": verbs })
    });
    json!({ "games": games.collect::<Vec<Value>>() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different_small_letters() {
        let mut names: Vec<&str> = GAMES.0.iter().map(|entry| entry.name).collect();
        assert!(names.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase())));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), GAMES.0.len());
    }

    #[test]
    fn a_day_is_a_plain_date() {
        assert_eq!(day(Some("2026-11-16")), Ok("2026-11-16".to_owned()));
        assert!(day(None).is_ok_and(|today| today.len() == 10));
        for text in ["", "2026", "2026-13-01", "2026-02-30", "2026-1-1", "20261116", "2026-11-16T00:00"] {
            assert!(day(Some(text)).is_err(), "{text}");
        }
    }

    #[test]
    fn every_game_answers_what_all_doors_ask() {
        for game in GAMES.0 {
            for verb in ["new", "show", "play", "moves", "check", "export", "gesture"] {
                assert!(game.find(verb).is_some(), "{} has no {verb}", game.name);
            }
        }
    }

    #[test]
    fn options_and_verbs_say_what_they_mean() {
        for game in GAMES.0 {
            for verb in game.verbs {
                assert!(!verb.about.is_empty() && !verb.about.ends_with('.'), "{} {}", game.name, verb.name);
                for spec in &verb.table().0 {
                    assert!(!spec.about.is_empty(), "{} {}: `{}` has no help", game.name, verb.name, spec.name);
                    assert!(!spec.about.ends_with('.'), "{} {}: `{}`", game.name, verb.name, spec.name);
                }
            }
        }
    }

    /// The answer to gestures on a position.
    fn gestured(game: &str, question: &Value) -> Value {
        let mut question = question.clone();
        question["game"] = json!(game);
        question["task"] = json!("gesture");
        let text = question.to_string();
        let report = ask(&serde_json::from_str(&text).unwrap(), &Budget::unlimited()).unwrap();
        serde_json::from_slice(&report.json()).unwrap()
    }

    #[test]
    fn every_touch_of_a_lesson_does_something() {
        let mut taught = 0;
        for (game, lesson) in GAMES.0.iter().filter_map(|game| Some((game, game.lesson?))) {
            let mut now = gestured(game.name, &json!({ "puzzle": lesson.puzzle, "options": { "gestures": [] } }));
            for step in lesson.steps {
                let gesture = |act: &str, on: &str| json!({ "act": act, "on": on });
                let gestures = match step.touch {
                    [one] => vec![gesture("tap", one)],
                    [first, rest @ .., last] => {
                        let drags = rest.iter().chain([last]).map(|on| gesture("drag", on));
                        std::iter::once(gesture("press", first))
                            .chain(drags)
                            .chain([gesture("release", last)])
                            .collect()
                    }
                    [] => Vec::new(),
                };
                let options = json!({ "ui": now["ui"], "gestures": gestures });
                let after = gestured(game.name, &json!({ "position": now["position"], "options": options }));
                let changed = after["ui"] != now["ui"] || after["position"] != now["position"];
                assert!(changed, "{}: `{}` does nothing", game.name, step.say.english);
                now = after;
            }
            let played = gestured(game.name, &json!({ "puzzle": lesson.puzzle, "options": { "gestures": [] } }));
            assert_ne!(played["position"], now["position"], "{}: a lesson without a move", game.name);
            taught += 1;
        }
        assert!(taught >= 5, "{taught} games are taught");
    }

    #[test]
    fn sentences_have_codes_of_their_own() {
        let mut codes: Vec<&str> = GAMES.0.iter().flat_map(|game| game.sentences()).map(|words| words.code).collect();
        codes.extend(azulejo_core::verbs::WORDS.iter().map(|words| words.code));
        let all = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), all);
    }
}
