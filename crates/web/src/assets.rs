//! The page: the files of `assets`, inside the program (a debug build reads them from the folder instead).
//!
//! Each is sent with a tag of its content, so that a browser asks again and is told that nothing has changed; text goes
//! out compressed, once for all.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::{Mutex, PoisonError};

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderValue,
    IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::guard::COMPILES;
use crate::refusal::{Refusal, wrong_method};

#[derive(RustEmbed)]
#[folder = "assets"]
struct Assets;

/// Compressed files by path, each with the hash it was made from.
static COMPRESSED: Mutex<BTreeMap<String, ([u8; 32], Vec<u8>)>> = Mutex::new(BTreeMap::new());

/// Where the games for browsers lie, if they were built (`cargo xtask site`).
const MODULE: &str = "wasm/";

/// The script of the workers that run them.
const WORKER: &str = "js/worker.js";

/// Any address that is no question to the API.
pub(crate) async fn serve(request: Request) -> Response {
    let path = request.uri().path();
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return wrong_method(request.uri().clone()).await;
    }
    let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    let found = if path.starts_with("/api/") { None } else { Assets::get(name) };
    match found {
        Some(file) => {
            let mut response = answer(name, &file, request.headers());
            // Also where nothing has changed: a browser takes the policy from the latest answer.
            if name == WORKER {
                response.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(COMPILES));
            }
            response
        }
        // Browsers log what is not found: games that were not built for them are no fault.
        None if name.starts_with(MODULE) => StatusCode::NO_CONTENT.into_response(),
        None => Refusal::not_found("there is nothing at this address").into_response(),
    }
}

fn answer(name: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let zipped = is_text(name) && accepts_gzip(headers);
    let digits: String = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{digits}{}\"", if zipped { "z" } else { "" });
    let always = [(ETAG, tag.clone()), (CACHE_CONTROL, "no-cache".to_owned()), (VARY, "accept-encoding".to_owned())];
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag || one.trim() == "*") {
        return (StatusCode::NOT_MODIFIED, always).into_response();
    }
    let kind = [(CONTENT_TYPE, media_type(name))];
    if zipped {
        return (always, kind, [(CONTENT_ENCODING, "gzip")], Body::from(compressed(name, file))).into_response();
    }
    (always, kind, Body::from(file.data.to_vec())).into_response()
}

pub(crate) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim().eq_ignore_ascii_case("gzip") && weight.replace(' ', "") != "q=0"
    })
}

fn compressed(name: &str, file: &EmbeddedFile) -> Vec<u8> {
    let hash = file.metadata.sha256_hash();
    let mut known = COMPRESSED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, bytes)) = known.get(name).filter(|(made_from, _)| *made_from == hash) {
        return bytes.clone();
    }
    let bytes = zipped(&file.data, Compression::best());
    known.insert(name.to_owned(), (hash, bytes.clone()));
    bytes
}

/// Bytes compressed.
pub(crate) fn zipped(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    // Writing into a vector cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

fn is_text(name: &str) -> bool {
    !matches!(extension(name), "png" | "woff2" | "ico")
}

fn extension(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, extension)| extension)
}

fn media_type(name: &str) -> &'static str {
    match extension(name) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// The bytes of all files of the page but pictures and the games for browsers: as they are, and as they are sent.
pub fn weight() -> (usize, usize) {
    let is_picture = |name: &str| matches!(extension(name), "png" | "svg" | "ico");
    weighed(|name| !is_picture(name) && !name.starts_with(MODULE))
}

/// The same of the games for browsers; nothing where they were not built.
pub fn module_weight() -> (usize, usize) {
    weighed(|name| name.starts_with(MODULE))
}

fn weighed(counts: impl Fn(&str) -> bool) -> (usize, usize) {
    let names = Assets::iter().filter(|name| counts(name));
    let files = names.filter_map(|name| Assets::get(&name).map(|file| (name, file)));
    files.fold((0, 0), |(plain, sent), (name, file)| (plain + file.data.len(), sent + compressed(&name, &file).len()))
}
