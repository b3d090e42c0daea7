//! What is said when a question cannot be answered: a problem document (RFC 9457) with the command line's own words.

use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use azulejo_core::problem::{About, Problem, Problems};
use schemars::JsonSchema;
use serde::Serialize;

/// Why there is no answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub(crate) struct Refusal {
    /// Always `about:blank`: the status says what kind of problem it is.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The status in words.
    title: &'static str,
    /// The status code.
    #[schemars(range(min = 400, max = 599))]
    status: u16,
    /// What is wrong.
    detail: Box<str>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<Box<str>>,
    /// Where in the text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    /// Where in the line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    /// The option that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<Box<str>>,
    /// Everything that is wrong, when there is more than one thing.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    errors: Box<[Mistake]>,
}

/// One of several things that are wrong.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Mistake {
    /// What is wrong.
    detail: String,
    /// Where in the text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// Where in the line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or("Problem"),
            status: status.as_u16(),
            detail: detail.into().into_boxed_str(),
            hint: None,
            line: None,
            column: None,
            option: None,
            errors: Box::default(),
        }
    }

    pub(crate) fn malformed(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, detail)
    }

    pub(crate) fn not_found(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, detail)
    }

    pub(crate) fn too_large(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, detail)
    }

    pub(crate) fn unusable(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
    }

    pub(crate) fn busy(detail: &str) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, detail)
    }

    /// A client has its share.
    pub(crate) fn too_many(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, detail)
    }

    /// A part of the program failed. It should never happen, and the log says more.
    pub(crate) fn broken() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "something went wrong here; it is not your fault")
    }

    #[cfg(test)]
    pub(crate) fn status(&self) -> u16 {
        self.status
    }

    pub(crate) fn json(&self) -> Vec<u8> {
        // Its keys are text, so that writing cannot fail.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// The same at a place of the text.
    pub(crate) fn at(self, line: usize, column: usize) -> Self {
        Self { line: Some(line as u32), column: Some(column as u32), ..self }
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        let Problem { message, place, hint } = problem;
        let refusal = Self { hint: hint.map(String::into_boxed_str), ..Self::unusable(message) };
        place.map_or(refusal.clone(), |place| refusal.at(place.line, place.column))
    }
}

impl From<Problems> for Refusal {
    fn from(problems: Problems) -> Self {
        let list = problems.list();
        let mistake = |problem: &Problem| Mistake {
            detail: problem.message.clone(),
            line: problem.place.map(|place| place.line),
            column: problem.place.map(|place| place.column),
        };
        let first = list.first().cloned().unwrap_or_else(|| Problem::new("this cannot be read"));
        let errors = if list.len() > 1 { list.iter().map(mistake).collect() } else { Box::default() };
        let option = match problems.about() {
            About::Option(name) => Some(name.as_str().into()),
            About::Question | About::Puzzle => None,
        };
        Self { option, errors, ..Self::from(first) }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let kind = HeaderValue::from_static("application/problem+json");
        let mut response = (status, [(header::CONTENT_TYPE, kind)], self.json()).into_response();
        if matches!(status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}

/// A path that exists, asked in a way it does not answer.
pub(crate) async fn wrong_method(address: Uri) -> Response {
    // Questions about a game are sent, all else is fetched.
    let allowed = if address.path().starts_with("/api/v1/games/") { "POST" } else { "GET, HEAD" };
    let refusal = Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this address does not answer that method");
    ([(header::ALLOW, allowed)], refusal).into_response()
}
