//! The tests of the site, in one program.
#![allow(clippy::unwrap_used, clippy::expect_used, unreachable_pub, reason = "a test may fail, and has no users")]

mod api;
mod common;
mod languages;
mod openapi;
mod random;
mod schema;
mod sources;
mod work;
