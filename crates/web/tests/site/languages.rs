//! The page says everything in every language.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

/// Every text by the path to it. Languages differ in their forms for numbers; the form for any number stands for all.
fn texts(value: &Value, path: &str, into: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(forms) if forms.contains_key("other") => {
            assert!(forms.keys().all(|form| FORMS.contains(&form.as_str())), "{path}: {forms:?}");
            assert!(forms.values().all(|text| text.as_str().is_some_and(|text| !text.trim().is_empty())), "{path}");
            texts(&forms["other"], path, into);
        }
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| texts(member, &format!("{path}/{name}"), into));
        }
        Value::String(text) => drop(into.insert(path.to_owned(), text.clone())),
        other => drop(into.insert(path.to_owned(), other.to_string())),
    }
}

/// The forms for numbers that languages have.
const FORMS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// The names in braces, which the page fills in.
fn gaps(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
    found.sort_unstable();
    found
}

fn language(name: &str) -> BTreeMap<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/lang").join(format!("{name}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut found = BTreeMap::new();
    texts(&serde_json::from_str(&text).unwrap(), "", &mut found);
    found
}

#[test]
fn every_language_has_the_same_texts_with_the_same_gaps() {
    let english = language("en");
    assert!(english.len() > 50, "{} texts", english.len());
    for name in ["es", "pt", "ro"] {
        let other = language(name);
        let missing: Vec<&String> = english.keys().filter(|key| !other.contains_key(*key)).collect();
        let extra: Vec<&String> = other.keys().filter(|key| !english.contains_key(*key)).collect();
        assert!(missing.is_empty() && extra.is_empty(), "{name}: missing {missing:?}, extra {extra:?}");
        for (key, text) in &other {
            assert!(!text.trim().is_empty(), "{name} {key} is empty");
            assert_eq!(gaps(text), gaps(&english[key]), "{name} {key}: `{text}`");
        }
    }
}
