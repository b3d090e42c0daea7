//! The page says everything in every language; what games say is translated by code, and no code is made up.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use azulejo_core::words::Template;
use azulejo_games::GAMES;
use serde_json::Value;

/// Every text by its key. Languages differ in their forms for numbers; the form for any number stands for all.
fn language(name: &str) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(assets().join("lang").join(format!("{name}.json"))).unwrap();
    let texts: BTreeMap<String, Value> = serde_json::from_str(&text).unwrap();
    let told = |(key, value): (String, Value)| {
        let text = match &value {
            Value::Object(forms) => {
                assert!(forms.keys().all(|form| FORMS.contains(&form.as_str())), "{name} {key}: {forms:?}");
                assert!(forms.values().all(|text| text.as_str().is_some_and(|text| !text.trim().is_empty())), "{key}");
                forms["other"].as_str()
            }
            other => other.as_str(),
        };
        let text = text.unwrap_or_else(|| panic!("{name} {key} is no text")).to_owned();
        assert!(!text.trim().is_empty(), "{name} {key} is empty");
        (key, text)
    };
    texts.into_iter().map(told).collect()
}

fn assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
}

/// The forms for numbers that languages have.
const FORMS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// The names in braces, which are filled in; `{n|one|many}` is a matter of each language.
fn gaps(text: &str) -> Vec<&str> {
    let names = text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).filter(|gap| !gap.contains('|'));
    let mut found: Vec<&str> = names.collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// What games can say, by code, with its English sentence.
fn sentences() -> BTreeMap<String, String> {
    let of = |template: Template| (template.code.to_owned(), template.english.to_owned());
    let mut known: BTreeMap<String, String> = azulejo_core::verbs::WORDS.iter().copied().map(of).collect();
    for game in GAMES.0 {
        known.extend(game.sentences().map(of));
        known.insert(format!("{}.summary", game.name), game.summary.to_owned());
        let presets = game.presets.iter().filter(|preset| preset.name.chars().any(char::is_alphabetic));
        known.extend(presets.map(|preset| (format!("{}.preset.{}", game.name, preset.setup), preset.name.to_owned())));
        for option in game.find("new").map(|verb| verb.table().0.as_slice()).unwrap_or_default() {
            known.insert(format!("{}.new.{}", game.name, option.name), option.about.clone());
        }
    }
    known
}

#[test]
fn every_language_has_the_same_texts_with_the_same_gaps() {
    let english = language("en");
    assert!(english.len() > 50, "{} texts", english.len());
    for name in ["es", "pt", "ro"] {
        let other = language(name);
        let missing: Vec<&String> = english.keys().filter(|key| !other.contains_key(*key)).collect();
        assert!(missing.is_empty(), "{name}: missing {missing:?}");
        for (key, text) in other.iter().filter(|(key, _)| english.contains_key(*key)) {
            assert_eq!(gaps(text), gaps(&english[key]), "{name} {key}: `{text}`");
        }
    }
}

#[test]
fn what_else_a_language_has_translates_a_sentence_of_a_game() {
    let (english, known) = (language("en"), sentences());
    for name in ["es", "pt", "ro"] {
        for (key, text) in language(name).iter().filter(|(key, _)| !english.contains_key(*key)) {
            let sentence = known.get(key).unwrap_or_else(|| panic!("{name}: nobody says `{key}`"));
            assert_eq!(gaps(text), gaps(sentence), "{name} {key}: `{text}` for `{sentence}`");
        }
    }
}

#[test]
fn every_sentence_and_preset_of_a_game_is_said_in_every_language() {
    for name in ["es", "pt", "ro"] {
        let words = language(name);
        let missing: Vec<String> = sentences().into_keys().filter(|code| !words.contains_key(code)).collect();
        assert!(missing.is_empty(), "{name}: missing {missing:?}");
    }
}

#[test]
fn the_page_names_no_game() {
    let mut files = vec![assets().join("index.html")];
    for folder in ["js", "css"] {
        files.extend(std::fs::read_dir(assets().join(folder)).unwrap().map(|entry| entry.unwrap().path()));
    }
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap().to_lowercase();
        let words: Vec<&str> = text.split(|letter: char| !letter.is_alphanumeric()).collect();
        for game in GAMES.0 {
            assert!(!words.contains(&game.name), "{} names {}", file.display(), game.title);
        }
    }
}
