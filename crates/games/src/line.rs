//! One question a line, one answer a line: what every door that takes questions by the million does with each of them.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::clock::Instant;
use azulejo_core::open::unmarked;
use azulejo_core::problem::{Problem, Problems};
use azulejo_core::question::Question;
use serde_json::{Map, Value, json};

use crate::ask;

/// A line longer than this is an error, not a puzzle.
pub const LONGEST: usize = 1 << 20;

/// A line of output, and what it says of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    /// The answer: one JSON object without an end of line.
    pub line: Vec<u8>,
    /// What became of the question.
    pub fate: Fate,
}

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It has a report.
    Reported,
    /// It was refused, and the answer says why.
    Refused,
    /// It was cancelled: whoever resumes will want to ask it again.
    Cancelled,
}

/// The question of this line, answered: the line as it came with the members of the report, or with what is wrong.
pub fn answer(text: &str, budget: &Budget) -> Answered {
    let started = Instant::now();
    if text.len() > LONGEST {
        return too_long(started);
    }
    let text = unmarked(text);
    let question = match question(text) {
        Ok(question) => question,
        Err(problem) => return refused(text, &problem.into(), started),
    };
    match unharmed(|| ask(&question, budget)).unwrap_or_else(Err) {
        Err(problems) => refused(text, &problems, started),
        Ok(report) => {
            let fate = if report.head().stop == Some(Stop::Cancelled) { Fate::Cancelled } else { Fate::Reported };
            Answered { line: merged(text, &question.members, |out| report.json_without_game(out)), fate }
        }
    }
}

/// The question of a line, `solve` where it does not say what is asked; or what is wrong with it, and where.
pub fn question(text: &str) -> Result<Question<'_>, Problem> {
    let mut question: Question = serde_json::from_str(text).map_err(|error| {
        let said = error.to_string();
        let message = said.rsplit_once(" at line ").map_or(said.as_str(), |(message, _)| message);
        let problem = Problem::new(format!("this line is not a question: {message}"));
        if error.line() == 0 { problem } else { problem.at(error.line(), error.column().max(1)) }
    })?;
    if question.verb.is_empty() {
        question.verb = "solve".into();
    }
    Ok(question)
}

/// The answer to a line that was longer than [`LONGEST`] and has not been kept.
pub fn too_long(started: Instant) -> Answered {
    refused("{}", &Problem::new("this line is longer than 1 MiB: too large for a question").into(), started)
}

/// A problem as JSON has it at every door.
pub fn document(problem: &Problem, file: Option<&str>) -> Value {
    json!({
        "message": problem.message,
        "file": file,
        "line": problem.place.map(|place| place.line),
        "column": problem.place.map(|place| place.column),
        "hint": problem.hint,
    })
}

/// What a question gives; a defect of ours costs its answer alone, not those of all others.
fn unharmed<T>(answer: impl FnOnce() -> T) -> Result<T, Problems> {
    // Nothing that a question could have left half done outlives it: games keep no state.
    catch_unwind(AssertUnwindSafe(answer)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
        Problem::new(format!("this question met a fault of ours: {}", text.unwrap_or("a panic")))
            .hint("please report it with the question")
            .into()
    })
}

/// The line as it came, then the members of the report; where both have one, the report's counts, but for the line's id.
fn merged(line: &str, names: &[Cow<'_, str>], write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let line = line.trim();
    let body = line.strip_suffix('}').map_or(line, str::trim_end);
    let mut out = Vec::with_capacity(line.len() + REPORT_BYTES);
    out.extend_from_slice(body.as_bytes());
    let report = out.len();
    write(&mut out);
    // A question that was laid out on several lines becomes one.
    let spread = memchr::memchr2(b'\n', b'\r', body.as_bytes()).is_some();
    if spread || names.is_empty() || names.iter().any(|name| may_have(&out[report..], name)) {
        return slowly_merged(line, &out[report..]);
    }
    // The report's opening brace: one object becomes of two.
    out[report] = b',';
    out
}

/// Most reports are shorter than this.
const REPORT_BYTES: usize = 4096;

/// Whether a report may have a member of this name; looking for it is quick, and a false alarm costs time alone.
fn may_have(report: &[u8], name: &str) -> bool {
    let ends = |at: usize| at > 0 && report[at - 1] == b'"' && report[at + name.len()..].starts_with(b"\":");
    // A name that JSON would write with escapes is looked at closely.
    name.contains(['"', '\\']) || memchr::memmem::find_iter(report, name).any(ends)
}

fn slowly_merged(line: &str, members: &[u8]) -> Vec<u8> {
    let read = |text: &[u8]| serde_json::from_slice::<Map<String, Value>>(text).unwrap_or_default();
    let mut whole = read(line.as_bytes());
    for (name, value) in read(members) {
        if name != "id" || !whole.contains_key("id") {
            whole.insert(name, value);
        }
    }
    Value::Object(whole).to_string().into_bytes()
}

fn refused(line: &str, problems: &Problems, started: Instant) -> Answered {
    let error = document(&problems.list()[0], None);
    let members = json!({ "status": "error", "error": error, "elapsed_ms": started.elapsed().as_secs_f64() * 1e3 });
    Answered { line: slowly_merged(line, members.to_string().as_bytes()), fate: Fate::Refused }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_keeps_its_members_and_its_id() {
        let merged = |line: &str, report: &str| {
            let question: Question = serde_json::from_str(line).unwrap();
            let bytes = merged(line, &question.members, |out| out.extend_from_slice(report.as_bytes()));
            String::from_utf8(bytes).unwrap()
        };
        let report = r#"{"command":"show","status":"ok","id":"go#1","moves":[]}"#;
        let line = r#"{"id":7,"game":"go","puzzle":"x"}"#;
        let expected = r#"{"id":7,"game":"go","puzzle":"x","command":"show","status":"ok","moves":[]}"#;
        assert_eq!(merged(line, report), expected);
        assert_eq!(merged("{}", r#"{"status":"ok"}"#), "{\"status\":\"ok\"}");
        let line = r#"{"game":"go","moves":["A1 2"] }"#;
        let plain = r#"{"status":"ok","moves":[1]}"#;
        assert_eq!(merged(line, plain), "{\"game\":\"go\",\"moves\":[1],\"status\":\"ok\"}");
        assert_eq!(merged(r#"{"a":1 }"#, r#"{"b":2}"#), "{\"a\":1,\"b\":2}");
    }

    #[test]
    fn a_question_on_several_lines_is_answered_on_one() {
        for text in ["{\n  \"id\": 1,\r\n  \"note\": \"x\"\n}\n", " {\"id\":1,\"note\":\"x\"}\n"] {
            let question: Question = serde_json::from_str(text).unwrap();
            let line = merged(text, &question.members, |out| out.extend_from_slice(b"{\"status\":\"ok\"}"));
            assert_eq!(String::from_utf8(line).unwrap(), r#"{"id":1,"note":"x","status":"ok"}"#);
        }
    }

    #[test]
    fn a_fault_of_ours_is_one_refusal() {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let fault = unharmed(|| -> u8 { panic!("the board is upside down") });
        std::panic::set_hook(hook);
        let problems = fault.unwrap_err();
        assert!(problems.list()[0].message.ends_with("a fault of ours: the board is upside down"));
        assert_eq!(unharmed(|| 3), Ok(3));
    }

    #[test]
    fn what_is_no_question_says_where_it_ceases_to_be_one() {
        for (text, column) in [("nonsense", 2), (r#"{"id":7,"game":"flow""#, 21), (r#"{"id":7,"game":7}"#, 16)] {
            let Answered { line, .. } = answer(text, &Budget::unlimited());
            let value: Value = serde_json::from_slice(&line).unwrap();
            assert_eq!(value["error"]["column"], column, "{value}");
            assert!(!value["error"]["message"].as_str().unwrap().contains(" at line "), "{value}");
        }
    }

    #[test]
    fn whatever_the_line_its_answer_is_one_object() {
        let long = "x".repeat(LONGEST + 1);
        for text in ["", "nonsense", "[]", "null", "{", "{\"id\":3,\"game\":7}", &long] {
            let Answered { line, fate } = answer(text, &Budget::unlimited());
            let value: Map<String, Value> = serde_json::from_slice(&line).unwrap();
            assert_eq!((fate, &value["status"]), (Fate::Refused, &json!("error")));
        }
    }
}
