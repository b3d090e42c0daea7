//! Random changes to a text: the seeded fuzzer that needs nothing but stable Rust.

use azulejo_core::random::Random;

/// Characters that parsers tend to stumble over.
const NASTY: [&str; 24] = [
    "\n",
    "\r\n",
    "\u{0}",
    " ",
    "\t",
    "-",
    "0",
    "9",
    "99999999999999999999",
    "-1",
    "A",
    "é",
    "\u{202e}",
    "/",
    ",",
    ";",
    ":",
    "#",
    "{",
    "[",
    "\"",
    ".",
    "\u{1f600}",
    "\u{feff}",
];

/// The text after one to six random changes: parts dropped, doubled, exchanged, or nasty characters put in.
pub fn mutated(seeds: &[&str], random: &mut Random) -> String {
    let mut symbols: Vec<char> = random.pick(seeds).map_or(Vec::new(), |seed| seed.chars().collect());
    for _ in 0..=random.index(6) {
        let place = random.index(symbols.len() + 1);
        let end = (place + random.index(8)).min(symbols.len());
        match random.index(6) {
            0 => drop(symbols.drain(place..end)),
            1 => {
                let part = symbols[place..end].to_vec();
                symbols.splice(place..place, part);
            }
            2 if symbols.len() > 1 => {
                let (one, other) = (random.index(symbols.len()), random.index(symbols.len()));
                symbols.swap(one, other);
            }
            3 if place < symbols.len() => symbols[place] = char::from(random.below(128) as u8),
            4 => {
                let other: Vec<char> = random.pick(seeds).map_or(Vec::new(), |seed| seed.chars().collect());
                let from = random.index(other.len() + 1);
                symbols.truncate(place);
                symbols.extend(&other[from..]);
            }
            _ => {
                let nasty = random.pick(&NASTY).copied().unwrap_or_default();
                symbols.splice(place..place, nasty.chars());
            }
        }
    }
    symbols.into_iter().collect()
}
