//! What holds for every verb, preset and option of every game, by the registry: new ones fall in by themselves.
#![allow(clippy::unwrap_used, clippy::missing_panics_doc)]

use azulejo_core::budget::Budget;
use azulejo_core::id::Id;
use azulejo_core::options::Kind;
use azulejo_core::question::Question;
use azulejo_core::random::Random;
use azulejo_core::verb::Needs;
use azulejo_games::{GAMES, ask};
use serde_json::{Value, json};

fn asked(question: &Value) -> Result<Value, String> {
    let line = question.to_string();
    let question: Question = serde_json::from_str(&line).unwrap();
    let report = ask(&question, &Budget::unlimited()).map_err(|problems| problems.to_string())?;
    Ok(serde_json::from_slice(&report.json()).unwrap())
}

/// An ordinary answer with its pictures is not larger than this.
const LARGEST: usize = 15 << 10;

#[test]
fn answers_with_their_pictures_stay_small_on_every_preset_while_it_is_played() {
    let (mut drawn, mut large) = (0, Vec::new());
    for game in GAMES.0 {
        for preset in game.presets {
            let mut random = Random::new(7);
            let mut most = 0;
            let id = game.seeded(preset.setup, "7").to_string();
            let mut view = asked(&json!({ "game": game.name, "task": "play", "puzzle": id })).unwrap();
            for _ in 0..40 {
                let position = &view["position"];
                let question = json!({ "game": game.name, "task": "play", "position": position, "draw": {} });
                most = most.max(asked(&question).unwrap().to_string().len());
                drawn += 1;
                let moves = asked(&json!({ "game": game.name, "task": "moves", "position": position })).unwrap();
                let Some(action) = random.pick(moves["moves"].as_array().unwrap()).cloned() else { break };
                let next = json!({ "game": game.name, "task": "play", "position": position, "moves": [action] });
                view = asked(&next).unwrap();
            }
            println!("{} {}: {most} bytes", game.name, preset.setup);
            if most >= LARGEST {
                large.push(format!("{} {}: {most} bytes", game.name, preset.setup));
            }
        }
    }
    assert!(large.is_empty(), "too large: {}", large.join(", "));
    assert!(drawn > 200, "only {drawn} positions were drawn");
}

#[test]
fn a_wrong_value_names_its_option_whatever_the_verb() {
    for game in GAMES.0 {
        for verb in game.verbs {
            // What must be given is looked for first, and none of it is wrong.
            for spec in verb.table().0.iter().filter(|spec| spec.kind != Kind::Json) {
                let options = json!({ &spec.name: { "wrong": [] } });
                let said = asked(&json!({ "game": game.name, "task": verb.name, "options": options })).unwrap_err();
                let named = said.contains(&format!("`{}`", spec.name));
                assert!(named, "{} {}: `{}` is not named by `{said}`", game.name, verb.name, spec.name);
            }
        }
    }
}

#[test]
fn an_option_that_does_not_exist_is_refused_with_those_that_do() {
    for game in GAMES.0 {
        for verb in game.verbs {
            let question = json!({ "game": game.name, "task": verb.name, "options": { "nonsense": 1 } });
            let said = asked(&question).unwrap_err();
            assert!(said.starts_with("there is no option `nonsense`: "), "{} {}: {said}", game.name, verb.name);
            for spec in &verb.table().0 {
                assert!(said.contains(&format!("`{}`", spec.name)), "{} {}: {said}", game.name, verb.name);
            }
        }
    }
}

#[test]
fn verbs_that_are_asked_about_nothing_refuse_a_puzzle_and_the_others_want_one() {
    for game in GAMES.0 {
        for verb in game.verbs.iter().filter(|verb| verb.table().0.iter().all(|spec| !spec.required)) {
            let mut question = json!({ "game": game.name, "task": verb.name });
            if verb.needs == Needs::Nothing {
                question["puzzle"] = json!(game.daily("7").to_string());
                let said = asked(&question).unwrap_err();
                assert!(said.contains("expected no `puzzle`"), "{} {}: {said}", game.name, verb.name);
            } else {
                let said = asked(&question).unwrap_err();
                let wanted = ["there is no puzzle", "this is no picture"].iter().any(|words| said.contains(words));
                assert!(wanted, "{} {}: {said}", game.name, verb.name);
            }
        }
    }
}

#[test]
fn an_id_without_a_version_means_the_present_generator_and_any_other_version_is_refused() {
    for game in GAMES.0 {
        let id = game.daily("7");
        let at = |version: Option<u32>| {
            let id = Id { version, ..id.clone() };
            asked(&json!({ "game": game.name, "task": "play", "puzzle": id.to_string() }))
        };
        let (plain, present) = (at(None).unwrap(), at(Some(game.version)).unwrap());
        assert_eq!((&plain["position"], &plain["id"]), (&present["position"], &present["id"]), "{id}");
        for other in [game.version - 1, game.version + 1] {
            let said = at(Some(other)).unwrap_err();
            assert!(said.contains(&format!("needs version {other} of {}", game.name)), "{id}: {said}");
        }
    }
}
