//! The attacks: what is asked, by how many, and how they behave. Boards that are large, long, full or tangled; questions
//! that never end; clients that leave, never read, send half, or drip.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use serde_json::{Value, json};

use crate::wire::{followed, get, question, sent};

/// One attack.
pub(crate) struct Attack {
    pub(crate) name: &'static str,
    /// Asked one after the other, again and again.
    pub(crate) questions: Vec<Vec<u8>>,
    pub(crate) clients: usize,
    pub(crate) from: Origin,
    pub(crate) manner: Manner,
}

/// Where its clients come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// One address.
    One,
    /// Each from its own.
    Many,
}

/// How its clients behave.
#[derive(Clone, Copy)]
pub(crate) enum Manner {
    /// They take their answers.
    Answers,
    /// They go away so long after asking.
    Leaves(Duration),
    /// They ask so many things at once and never read.
    NeverReads(usize),
    /// They send all but the end, and wait.
    Halves,
    /// They send a byte at a time.
    Drips,
}

/// A label of its own for each pair of dots.
fn label(pair: usize) -> char {
    char::from_u32(0x4e00 + pair as u32).unwrap_or('A')
}

/// Rows of a Flow board whose pairs of dots are scattered by a small generator.
fn scattered(rows: usize, columns: usize, pairs: usize) -> String {
    let mut cells = vec!['.'; rows * columns];
    let mut state = 1_u64;
    for pair in 0..pairs {
        for _ in 0..2 {
            let place = loop {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let place = (state >> 33) as usize % cells.len();
                if cells[place] == '.' {
                    break place;
                }
            };
            cells[place] = label(pair);
        }
    }
    cells.chunks(columns).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

/// A board of one row full of drawn lines.
fn drawn_row() -> Value {
    let (mut board, mut lines) = (String::new(), Vec::new());
    for pair in 0..2500 {
        let _ = write!(board, "{0}.....{0}.", label(pair));
        lines.push((0..7).map(|step| [0, 8 * pair + step]).collect::<Vec<_>>());
    }
    json!({ "board": board, "fill": true, "touch": "allow", "lines": lines })
}

/// A Kami graph in which everything touches the first vertex.
fn star(vertices: usize) -> String {
    let colors: Vec<String> = (0..vertices).map(|vertex| (1 + vertex % 3).to_string()).collect();
    let edges: String = (1..vertices).map(|vertex| format!("0 {vertex}\n")).collect();
    format!("{vertices} {} 3 9999\n{}\n{edges}", vertices - 1, colors.join(" "))
}

/// A Kami board that two colours alone never finish.
fn stripes(side: usize) -> String {
    let row = "1 2 3 ".repeat(side / 3);
    format!("1 99999 {side} {side} 3\n{}", format!("{}\n", row.trim_end()).repeat(side))
}

fn png(header: [u8; 13], chunks: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    let first = (b"IHDR", header.to_vec());
    for (name, data) in std::iter::once(&first).chain(chunks).chain([&(b"IEND", Vec::new())]) {
        bytes.extend((data.len() as u32).to_be_bytes());
        let mut sum = Crc::new();
        for part in [&name[..], data] {
            sum.update(part);
            bytes.extend_from_slice(part);
        }
        bytes.extend(sum.sum().to_be_bytes());
    }
    bytes
}

fn header(width: u32, height: u32, depth: u8) -> [u8; 13] {
    let mut header = [0; 13];
    header[..4].copy_from_slice(&width.to_be_bytes());
    header[4..8].copy_from_slice(&height.to_be_bytes());
    (header[8], header[9]) = (depth, 2);
    header
}

/// So many megabytes of nothing, compressed.
fn nothing(megabytes: usize) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..megabytes {
        encoder.write_all(&vec![0; 1 << 20]).unwrap();
    }
    encoder.finish().unwrap()
}

fn picture(bytes: &[u8]) -> Vec<u8> {
    sent("flow/solve", "content-type: image/png\r\n", bytes)
}

fn profile_bomb() -> Vec<u8> {
    let profile = [b"x\0\0".to_vec(), nothing(300)].concat();
    picture(&png(header(40, 40, 8), &[(b"iCCP", profile), (b"IDAT", nothing(1))]))
}

fn many_pixels() -> Vec<u8> {
    picture(&png(header(8000, 5000, 16), &[(b"IDAT", nothing(240))]))
}

fn limited(mut body: Value, milliseconds: u64) -> Value {
    body["limits"] = json!({ "time_ms": milliseconds });
    body
}

/// What takes as long as it may.
fn endless() -> Vec<Vec<u8>> {
    let open = format!("A{0}B/{1}B{0}A", ".".repeat(38), format!("{}/", ".".repeat(40)).repeat(38));
    [
        question("flow/solve", &limited(json!({ "puzzle": open, "options": { "count": "all" } }), 60_000)),
        question(
            "blocky/simulate",
            &limited(json!({ "options": { "games": 1_000_000_000, "smart": [5, 5] } }), 60_000),
        ),
        question("switcher/simulate", &limited(json!({ "options": { "games": 1_000_000_000 } }), 60_000)),
        question("flow/generate", &limited(json!({ "options": { "size": "20x20", "number": 10_000 } }), 60_000)),
        question("tetris/perft", &limited(json!({ "options": { "pieces": "IOLJSZTIOLJSZT" } }), 60_000)),
    ]
    .to_vec()
}

/// Everything that is tried.
#[allow(clippy::too_many_lines, reason = "it is a table")]
pub(crate) fn all() -> Vec<Attack> {
    use Manner::{Answers, Drips, Halves, Leaves, NeverReads};
    use Origin::{Many, One};
    let attack = |name, questions, clients, from, manner| Attack { name, questions, clients, from, manner };
    let soon = Leaves(Duration::from_millis(300));
    let row = drawn_row();
    let hexagons = format!("flow:{},hex", scattered(200, 200, 20));
    let full = scattered(140, 140, 9800);
    let long_row = format!("A{}A", ".".repeat(15_998));
    let repaints: Vec<String> = (0..10_000).map(|index| format!("A1 {}", 2 - index % 2)).collect();
    let parts = format!("flow:A{}A{}", ".".repeat(6000), ",dA1-B1".repeat(800));
    let huge = format!("https://puzz.link/p?numlin/2000/2000/1{}x1", "z".repeat(199_999));
    let played: Vec<String> = (0..200).map(|index| format!("A1 {}", 2 - index % 2)).collect();
    let deep = format!("{{\"position\":{}", "[".repeat(200_000));
    let view = question("kami/play", &json!({ "puzzle": stripes(39), "draw": {} }));
    let many_options: Value =
        (0..8000).map(|number| (format!("option{number}"), json!(number))).collect::<serde_json::Map<_, _>>().into();
    let forever = "1 4000000000 3 12 3\n".to_owned() + &"1 2 3 1 2 3 1 2 3 1 2 3\n2 3 1 2 3 1 2 3 1 2 3 1\n".repeat(2);
    vec![
        attack("lines on 1×20,000, leaving", vec![question("flow/check", &json!({ "position": row }))], 16, One, soon),
        attack(
            "lines on 1×20,000",
            vec![question("flow/check", &json!({ "position": row, "draw": {} }))],
            8,
            One,
            Answers,
        ),
        attack(
            "an id of hundreds of lines",
            vec![question("flow/play", &json!({ "puzzle": parts }))],
            16,
            One,
            Answers,
        ),
        attack(
            "10,000 moves on 240×240",
            vec![question("kami/play", &json!({ "puzzle": stripes(240), "moves": repaints }))],
            8,
            One,
            Answers,
        ),
        attack("moves among 9,800 pairs", vec![question("flow/moves", &json!({ "puzzle": full }))], 16, One, Answers),
        attack(
            "export and convert of 1×16,000",
            ["flow/export", "flow/convert"].map(|verb| question(verb, &json!({ "puzzle": long_row }))).to_vec(),
            16,
            One,
            Answers,
        ),
        attack(
            "64 clients with 200 moves each",
            vec![question("kami/play", &json!({ "puzzle": stripes(60), "moves": played, "draw": {} }))],
            64,
            Many,
            Answers,
        ),
        attack(
            "hints on 200×200 hexagons, leaving",
            vec![question("flow/hint", &limited(json!({ "puzzle": hexagons }), 60_000))],
            16,
            One,
            soon,
        ),
        attack(
            "checks of 40,000 empty cells",
            vec![question("flow/check", &json!({ "puzzle": hexagons }))],
            32,
            Many,
            Answers,
        ),
        attack(
            "rating a star of 20,000, leaving",
            vec![question("kami/rate", &limited(json!({ "puzzle": star(20_000) }), 60_000))],
            16,
            One,
            soon,
        ),
        attack(
            "a solution drawn move by move",
            vec![question("kami/solve", &json!({ "puzzle": stripes(240), "draw": {} }))],
            8,
            Many,
            Answers,
        ),
        attack(
            "a search without end of its depth",
            vec![question("kami/busca", &json!({ "puzzle": forever }))],
            8,
            One,
            soon,
        ),
        attack(
            "4,000,000 cells in 200 KB",
            ["flow/play", "flow/check", "flow/solve", "flow/render"]
                .map(|verb| question(verb, &json!({ "puzzle": huge, "draw": {} })))
                .to_vec(),
            16,
            Many,
            Answers,
        ),
        attack(
            "1,030 that never read, one address",
            vec![view.clone(), get("/api/v1/openapi.json")],
            1030,
            One,
            NeverReads(30),
        ),
        attack("600 that never read, many addresses", vec![view.clone()], 600, Many, NeverReads(30)),
        attack("36 long searches of one client", endless(), 36, One, Leaves(Duration::from_secs(2))),
        attack("60 long searches of many clients", endless(), 60, Many, Leaves(Duration::from_secs(2))),
        attack(
            "a search, something more, and gone",
            endless().into_iter().map(|search| [search, get("/")].concat()).collect(),
            16,
            One,
            soon,
        ),
        attack(
            "streams of events left open",
            vec![followed("flow/solve", &limited(json!({ "puzzle": hexagons }), 60_000))],
            32,
            Many,
            NeverReads(1),
        ),
        attack("a profile of 300 MB in a picture", vec![profile_bomb()], 8, Many, Answers),
        attack("40 megapixels of 16 bits", vec![many_pixels()], 8, Many, Answers),
        attack("60 unfinished bodies of 16 MB", vec![picture(&vec![b'x'; 16 << 20])], 60, Many, Halves),
        attack("600 questions byte by byte", vec![view.clone()], 600, Many, Drips),
        attack(
            "JSON that nests, and thousands of options",
            vec![
                sent("flow/play", "", deep.as_bytes()),
                question("flow/solve", &json!({ "puzzle": "AA", "options": many_options })),
                question("kami/play", &json!({ "puzzle": format!("kami:{}#1", "9".repeat(200_000)) })),
                question(
                    "tetris/plan",
                    &json!({ "puzzle": "tetris:250x250#1", "options": { "depth": 1000 }, "draw": {} }),
                ),
            ],
            16,
            One,
            Answers,
        ),
        attack(
            "floods of HEAD, OPTIONS and odd paths",
            vec![
                b"OPTIONS * HTTP/1.1\r\nhost: localhost\r\n\r\n".to_vec(),
                b"DELETE /css/style.css HTTP/1.1\r\nhost: localhost\r\n\r\n".to_vec(),
                get("/%2e%2e/%2e%2e/etc/passwd"),
                get(&format!("/api/v1/games/{}/x", "%41".repeat(5000))),
                get("/api/v1/verbs"),
            ],
            64,
            One,
            Answers,
        ),
    ]
}
