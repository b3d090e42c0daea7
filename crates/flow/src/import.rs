//! A puzzle from a screenshot: bytes of a PNG or JPEG picture in, a puzzle with its confidence out.
//!
//! [`decode`] makes pixels, within limits; `lines` finds long straight edges, `lattice` the equally spaced ones, and
//! `extent` how far the board reaches; where there are none, `blobs` finds equal discs and the lattice they lie on. `dots` looks into every cell,
//! `pairing` joins the dots into pairs by least cost, and `judge` lets the solver arbitrate between readings that the
//! picture alone cannot tell apart. [`overlay`](fn@overlay) draws a solution over the picture.
//!
//! Plain square and rectangular boards are read. Holes, walls, bridges and hexagons are not recognised.
//!
//! # How it works
//!
//! `import` takes bytes and gives a puzzle, in rooms that know nothing of each other's insides: `decode` (limits before
//! pixels),
//! `lines` (for each row and column of pixels the best run of edges), `lattice` (equally spaced ones), `extent` (the
//! rectangle of
//! cells whose sides are seen), `blobs` (equal discs, for boards without lines), `dots` (rings round each cell's middle
//! against
//! its own corners), `pairing` (least total cost, no thresholds), `judge` (several lattices and pairings, the solver
//! decides),
//! `overlay`. Extents that are seen nearly as well are tried in order of doubt. A colour has two dots: what is smaller
//! in the same colour
//! is its pipe. A reading that cuts off pairs another one is sure of does not win because the rest happens to have one
//! solution.

mod blobs;
pub mod decode;
mod dots;
mod extent;
mod judge;
pub mod lattice;
mod lines;
mod overlay;
mod pairing;
pub mod picture;

use std::borrow::Cow;

use azulejo_core::budget::Budget;
use azulejo_core::grid::Cell;
use azulejo_core::problem::Problem;

use crate::position::{Puzzle, Tile};

pub use lattice::Lattice;
pub use overlay::overlay;

use picture::{Color, Picture};

/// What is known about the board before looking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// How many rows it has.
    pub rows: Option<u16>,
    /// How many columns it has.
    pub columns: Option<u16>,
}

/// What the solver says about a reading, within a small budget and without self-touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Exactly one solution: a good sign.
    One,
    /// More than one.
    Several,
    /// It could not be decided.
    Unknown,
    /// None without self-touch.
    None,
}

impl Verdict {
    /// The word for it in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::Several => "several",
            Self::Unknown => "unknown",
            Self::None => "none",
        }
    }
}

/// A puzzle read from a picture.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The puzzle; labels are letters in reading order.
    pub puzzle: Puzzle,
    /// The colour of each pair in the picture, in the puzzle's order.
    pub colors: Vec<Color>,
    /// How sure the reading is, 0 to 1.
    pub confidence: f32,
    /// Cells that may be read wrong.
    pub unsure: Vec<Cell>,
    /// Where the board lies, in pixels of the picture.
    pub lattice: Lattice,
    /// The radius of a dot, in parts of a cell.
    pub radius: f32,
    /// What the solver says.
    pub verdict: Verdict,
}

/// Pictures whose shorter side is longer than this are looked at in half their size.
const LARGE: usize = 900;
/// So many lattices are tried before the picture is given up.
const MOST_LATTICES: usize = 60;

/// Whether these bytes begin like a picture that can be read.
pub fn is_picture(bytes: &[u8]) -> bool {
    decode::kind(bytes).is_some()
}

/// Reads the puzzle that a picture shows.
pub fn read(bytes: &[u8], hints: &Hints, budget: &Budget) -> Result<Reading, Problem> {
    read_pixels(&decode::decode_within(bytes, budget.pixels())?, hints, budget)
}

/// Reads the puzzle that a decoded picture shows.
pub fn read_pixels(picture: &Picture, hints: &Hints, budget: &Budget) -> Result<Reading, Problem> {
    let most = lattice::MOST_CELLS;
    if [hints.rows, hints.columns].into_iter().flatten().any(|cells| cells == 0 || cells > most) {
        return Err(Problem::new(format!("a board in a picture has 1 to {most} rows and columns")));
    }
    // Lines are looked for in a smaller picture, dots in the whole.
    let mut small = Cow::Borrowed(picture);
    let mut factor = 1.0;
    while small.width().min(small.height()) > LARGE {
        small = Cow::Owned(small.halved());
        factor *= 2.0;
    }
    let segments = lines::find(&small);
    let mut best: Option<Reading> = None;
    let mut why = None;
    let mut cells = dots::Cells::default();
    let by_lines = lattice::find(&small, &segments, *hints).take(MOST_LATTICES);
    // Discs are only looked for when no lines make a board, hence lazily.
    let by_discs = std::iter::once_with(|| blobs::find(&small, &segments, *hints)).flatten();
    for (number, lattice) in by_lines.map(Some).chain([None]).chain(by_discs.map(Some)).enumerate() {
        let Some(lattice) = lattice else {
            // After the lines: a board found by them that can be solved needs no second opinion.
            if best.as_ref().is_some_and(|reading| reading.verdict != Verdict::None) {
                break;
            }
            continue;
        };
        let judged = judge::judge(picture, &lattice.scaled(factor), &mut cells, budget);
        match judged {
            Ok(reading) => {
                let better = best.as_ref().is_none_or(|known| better(&reading, known));
                let good = better
                    && reading.unsure.is_empty()
                    && match reading.verdict {
                        Verdict::One => reading.confidence > 0.8,
                        Verdict::Several => reading.confidence > 0.75,
                        Verdict::Unknown | Verdict::None => false,
                    };
                if better {
                    best = Some(reading);
                }
                if good {
                    break;
                }
            }
            Err(problem) => {
                if number == 0 {
                    why = Some(problem);
                }
            }
        }
        if budget.check().is_err() {
            break;
        }
    }
    let none = || {
        Problem::new("no board can be found in this picture: expected equally spaced lines or dots")
            .hint("crop the picture to the board, or say its size with `--rows` and `--columns`")
    };
    best.ok_or_else(|| why.unwrap_or_else(none))
}

/// Whether a reading is to be preferred to one of a lattice that is seen better.
///
/// A lattice that cuts off dots must not win because the rest can be solved too: a reading claims the pairs that it is sure
/// of, and another one must show as many. A puzzle may have no solution without self-touch, so among readings without one the
/// best seen stays.
fn better(reading: &Reading, known: &Reading) -> bool {
    let claim = known.puzzle.colors().saturating_sub(known.unsure.len());
    match (reading.verdict, known.verdict) {
        (Verdict::None, Verdict::None) => reading.confidence > known.confidence + 0.05,
        (Verdict::None, _) => false,
        // What the solver cannot decide says nothing against a clean reading.
        (Verdict::Unknown, Verdict::None) if known.unsure.is_empty() => false,
        // Two buttons beneath a board may look like one more pair, and then nothing can be solved.
        (Verdict::One, Verdict::None) if reading.unsure.is_empty() => reading.puzzle.colors() + 1 >= claim,
        (_, Verdict::None) => reading.puzzle.colors() >= claim,
        _ if reading.unsure.is_empty() != known.unsure.is_empty() => {
            reading.unsure.is_empty() && reading.puzzle.colors() >= claim
        }
        _ => {
            let (colors, more) = (reading.puzzle.colors(), known.puzzle.colors());
            colors > more || colors == more && reading.confidence > known.confidence + 0.05
        }
    }
}

/// The puzzle in the document's JSON with the colours of the picture, unless two pairs have the same colour.
pub fn json(reading: &Reading) -> Option<String> {
    let mut sorted = reading.colors.clone();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    let tiles = reading.puzzle.tiles();
    let rows = (0..tiles.rows()).map(|row| {
        let cells = tiles.row(row).iter().map(|tile| match tile {
            Tile::Dot(color) => serde_json::json!(reading.colors[usize::from(*color)]),
            _ => serde_json::Value::Null,
        });
        cells.collect::<serde_json::Value>()
    });
    Some(format!("{}\n", rows.collect::<serde_json::Value>()))
}
