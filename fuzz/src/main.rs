//! The fuzz targets guided by coverage: one program for all of them, told by `AZULEJO_FUZZ` which it is.
#![no_main]

use std::sync::LazyLock;

use azulejo_fuzz::Target;

static TARGET: LazyLock<Option<&Target>> =
    LazyLock::new(|| std::env::var("AZULEJO_FUZZ").ok().and_then(|name| Target::find(&name)));

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    match *TARGET {
        Some(target) => target.feed(bytes),
        None => panic!("AZULEJO_FUZZ names no target"),
    }
});
