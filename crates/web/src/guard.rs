//! What stands around every answer: headers that keep a browser from being tricked, and the check of the `Host`.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

/// The names by which this server answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hosts {
    /// Only those of this machine itself. A page elsewhere whose name is made to point here (DNS rebinding) is refused.
    Local,
    /// Any.
    Any,
}

/// Only what comes from here runs, and nothing is sent anywhere else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The same for the script of a worker that compiles the games; the page itself may not compile anything.
pub(crate) const COMPILES: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

pub(crate) fn around(site: Router, hosts: Hosts) -> Router {
    site.layer(from_fn_with_state(hosts, check))
}

async fn check(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let twice = request.headers().get_all(HOST).iter().count() > 1;
    let mut response = if twice {
        Refusal::malformed("there is more than one `Host`").into_response()
    } else if hosts == Hosts::Any || is_local(request.headers()) {
        next.run(request).await
    } else {
        let detail = "this server answers only by the names of its own machine";
        Refusal::new(StatusCode::MISDIRECTED_REQUEST, detail).into_response()
    };
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

fn is_local(headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(HOST).iter();
    let (Some(host), None) = (hosts.next().and_then(|value| value.to_str().ok()), hosts.next()) else { return false };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::Ipv4Addr>().is_ok_and(|address| address.is_loopback())
        || name == "[::1]"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_local() {
        for (host, local) in [
            ("localhost", true),
            ("localhost:8080", true),
            ("127.0.0.1:1", true),
            ("[::1]:8080", true),
            ("[::1]", true),
            ("LOCALHOST:8080", true),
            ("127.0.0.2:8080", true),
            ("128.0.0.1", false),
            ("example.org", false),
            ("localhost.example.org:8080", false),
            ("127.0.0.1.example.org", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(HOST, HeaderValue::from_static(host))]);
            assert_eq!(is_local(&headers), local, "{host}");
        }
        assert!(!is_local(&HeaderMap::new()));
    }
}
