//! The table of verbs as JSON: what can be asked of which game, with which options. The same at every door.

use azulejo_core::registry::Entry;
use azulejo_core::verb;
use serde_json::{Value, json};

use crate::GAMES;

/// Every verb of every game, or of the one of this name.
pub fn verbs(game: Option<&str>) -> Value {
    let games = GAMES.0.iter().filter(|entry| game.is_none_or(|name| name == entry.name));
    json!({ "games": games.map(|entry| of_game(entry)).collect::<Value>() })
}

fn of_game(game: &Entry) -> Value {
    let verbs: Value = game.verbs.iter().map(of_verb).collect();
    json!({ "name": game.name, "title": game.title, "verbs": verbs })
}

fn of_verb(verb: &verb::Entry) -> Value {
    json!({ "name": verb.name, "about": verb.about, "options": (verb.options)() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_verb_with_the_schema_of_its_options() {
        let table = verbs(None);
        assert_eq!(table["games"].as_array().unwrap().len(), GAMES.0.len());
        for (entry, told) in GAMES.0.iter().zip(table["games"].as_array().unwrap()) {
            assert_eq!(verbs(Some(entry.name))["games"], json!([told]));
            for (verb, told) in entry.verbs.iter().zip(told["verbs"].as_array().unwrap()) {
                assert_eq!((&told["name"], &told["about"]), (&json!(verb.name), &json!(verb.about)));
                assert_eq!(told["options"]["type"], "object");
                assert!(verb.table().0.iter().all(|spec| told["options"]["properties"][&spec.name].is_object()));
            }
        }
        assert_eq!(verbs(Some("none of these")), json!({ "games": [] }));
    }
}
