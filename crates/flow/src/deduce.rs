//! Stub.
pub(crate) mod parts;
