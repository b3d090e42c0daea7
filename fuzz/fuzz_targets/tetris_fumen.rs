#![no_main]
libfuzzer_sys::fuzz_target!(|text: &str| azulejo_fuzz::run("tetris_fumen", text));
