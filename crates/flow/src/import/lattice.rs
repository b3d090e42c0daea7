//! Equally spaced lines on both axes: where the board lies and how many cells it has.
//!
//! Along one axis, a board is a set of segments of about the same extent whose places are multiples of one pitch.
//! Every two segments and every number of cells between them propose a pitch; the one whose lines are there, and few are
//! missing, is kept. The two axes must then agree on the pitch; how far the board reaches is told by `extent`.

use super::lines::{Segment, Segments};
use super::picture::Picture;
use super::{Hints, extent};

/// Where a board lies in a picture, in pixels, and its number of cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lattice {
    /// The left edge of the first column.
    pub left: f32,
    /// The upper edge of the first row.
    pub top: f32,
    /// The width of a cell.
    pub width: f32,
    /// The height of a cell.
    pub height: f32,
    /// How many rows.
    pub rows: u16,
    /// How many columns.
    pub columns: u16,
}

impl Lattice {
    /// The middle of a cell.
    pub fn center(&self, row: u16, column: u16) -> (f32, f32) {
        (self.left + (f32::from(column) + 0.5) * self.width, self.top + (f32::from(row) + 0.5) * self.height)
    }

    /// The upper left corner of a cell.
    fn corner(&self, row: u16, column: u16) -> (f32, f32) {
        (self.left + f32::from(column) * self.width, self.top + f32::from(row) * self.height)
    }

    /// The same lattice in a picture so many times as large.
    pub(super) fn scaled(self, factor: f32) -> Self {
        Self {
            left: self.left * factor,
            top: self.top * factor,
            width: self.width * factor,
            height: self.height * factor,
            ..self
        }
    }
}

/// Fewer cells along a side are no board.
pub(super) const LEAST_CELLS: u16 = 3;
/// More cells along a side are not looked for.
pub(super) const MOST_CELLS: u16 = 60;
/// A cell of fewer pixels shows nothing.
pub(super) const LEAST_PITCH: f32 = 8.0;
/// Segments beyond this number along an axis are the weakest and are left out.
const MOST_SEGMENTS: usize = 160;
/// No board is this many times as long as wide; banners and lines of text are.
const MOST_SLENDER: f32 = 3.4;
/// So many combs along an axis are kept.
const MOST_COMBS: usize = 12;
/// So many pairs of combs are tried.
const MOST_PAIRS: usize = 12;
/// Cells are squares, give or take this part.
const SQUARENESS: f32 = 0.05;

/// Equally spaced lines along one axis.
#[derive(Clone, Copy, Debug)]
struct Comb {
    pitch: f32,
    /// The place of a line.
    phase: f32,
    /// From the first line that is there to the last.
    reach: (f32, f32),
    /// From where to where the lines run along the other axis.
    extent: (f32, f32),
    /// How well a line is seen, on average.
    strength: f32,
    score: f32,
}

fn middle(values: &mut [f32]) -> f32 {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// The likely lattices, best first, each looked for when it is asked for.
pub(super) fn find(picture: &Picture, segments: &Segments, hints: Hints) -> impl Iterator<Item = Lattice> {
    let across = combs(&segments.vertical);
    let down = combs(&segments.horizontal);
    let mut pairs: Vec<(f32, Comb, Comb)> = Vec::new();
    for one in &across {
        pairs.extend(down.iter().filter_map(|other| Some((join(one, other)?, *one, *other))));
    }
    pairs.sort_by(|one, other| other.0.total_cmp(&one.0));
    pairs.truncate(MOST_PAIRS);
    let mut tries: Vec<Axes> = Vec::new();
    // Cells are squares: where pipes hide the lines of one axis, those of the other tell the pitch.
    let lone = |number: usize| {
        let upright = across.get(number).and_then(|comb| {
            let phase = phase(&segments.horizontal, comb.pitch, comb.reach)?;
            Some(((comb.phase, comb.pitch), (phase, comb.pitch)))
        });
        let level = down.get(number).and_then(|comb| {
            let phase = phase(&segments.vertical, comb.pitch, comb.reach)?;
            Some(((phase, comb.pitch), (comb.phase, comb.pitch)))
        });
        upright.into_iter().chain(level)
    };
    for (number, (_, one, other)) in pairs.into_iter().enumerate() {
        // The axis whose lines reach further knows the pitch better.
        let lines = |comb: &Comb| (comb.reach.1 - comb.reach.0) / comb.pitch;
        let skewed = (one.pitch / other.pitch - 1.0).abs() > 0.012;
        let pitches = match (skewed, lines(&one) > lines(&other)) {
            (false, _) => vec![(one.pitch, other.pitch)],
            (true, true) => vec![(one.pitch, one.pitch), (one.pitch, other.pitch)],
            (true, false) => vec![(other.pitch, other.pitch), (one.pitch, other.pitch)],
        };
        tries.extend(pitches.into_iter().map(|(width, height)| ((one.phase, width), (other.phase, height))));
        if number == 0 {
            tries.extend(lone(0));
        }
    }
    tries.extend(lone(0).chain(lone(1)));
    let least = segments.least;
    let boards = tries.into_iter().flat_map(move |(across, down)| extent::boards(picture, across, down, least, hints));
    let mut known: Vec<Lattice> = Vec::new();
    boards.filter(move |lattice| {
        let new = !known.iter().any(|known| alike(known, lattice));
        if new {
            known.push(*lattice);
        }
        new
    })
}

/// Phase and pitch across, phase and pitch down.
type Axes = ((f32, f32), (f32, f32));

/// The phase on which most segments lie that run along this stretch, given their pitch.
fn phase(segments: &[Segment], pitch: f32, along: (f32, f32)) -> Option<f32> {
    let waves = segments.iter().filter_map(|line| {
        let inside = line.to.min(along.1) - line.from.max(along.0);
        let angle = line.at / pitch * std::f32::consts::TAU;
        (inside > 0.5 * (line.to - line.from)).then(|| (inside * angle.cos(), inside * angle.sin()))
    });
    let (x, y) = waves.fold((0.0, 0.0), |(x, y), (cosine, sine)| (x + cosine, y + sine));
    (x.hypot(y) > 0.0).then(|| y.atan2(x) / std::f32::consts::TAU * pitch)
}

fn alike(one: &Lattice, other: &Lattice) -> bool {
    let near = |row: u16, column: u16| {
        let (one, other) = (one.corner(row, column), other.corner(row, column));
        (one.0 - other.0).abs().max((one.1 - other.1).abs())
    };
    (one.rows, one.columns) == (other.rows, other.columns)
        && near(0, 0).max(near(one.rows, one.columns)) < 0.1 * one.width
}

/// How much of the longer of two intervals they share.
fn shared(one: (f32, f32), other: (f32, f32)) -> f32 {
    let both = one.1.min(other.1) - one.0.max(other.0);
    both.max(0.0) / (one.1.max(other.1) - one.0.min(other.0)).max(1.0)
}

/// The most likely combs along one axis, best first.
fn combs(all: &[Segment]) -> Vec<Comb> {
    let mut segments = all.to_vec();
    if segments.len() > MOST_SEGMENTS {
        segments.sort_by(|one, other| other.strength.total_cmp(&one.strength));
        segments.truncate(MOST_SEGMENTS);
        segments.sort_by(|one, other| one.at.total_cmp(&other.at));
    }
    let mut found: Vec<Comb> = Vec::new();
    for (index, first) in segments.iter().enumerate() {
        let like: Vec<&Segment> = segments[index..]
            .iter()
            .filter(|line| shared((line.from, line.to), (first.from, first.to)) > 0.7)
            .collect();
        for last in like.iter().skip(1) {
            let length = last.at - first.at;
            let inside = like.iter().take_while(|line| line.at <= last.at).count();
            // A comb needs most of its lines, so there cannot be many more teeth than lines.
            let most = ((inside * 3 / 2) as u16).min(MOST_CELLS);
            for cells in 2..=most {
                let pitch = length / f32::from(cells);
                if pitch < LEAST_PITCH {
                    break;
                }
                if let Some(comb) = comb(&like, first.at, pitch, cells) {
                    keep(&mut found, comb);
                }
            }
        }
    }
    found.truncate(MOST_COMBS);
    found.into_iter().map(|comb| refine(comb, all)).collect()
}

/// The comb that begins at a line and has these teeth, if most of them are there.
fn comb(lines: &[&Segment], first: f32, pitch: f32, cells: u16) -> Option<Comb> {
    let tolerance = (0.04 * pitch).max(1.3);
    let (mut there, mut missing, mut strength) = (0_u16, 0_u16, 0.0_f32);
    let (mut from, mut to) = (Vec::new(), Vec::new());
    let mut next = 0;
    for tooth in 0..=cells {
        let wanted = first + f32::from(tooth) * pitch;
        while next < lines.len() && lines[next].at < wanted - tolerance {
            next += 1;
        }
        let near = lines[next..].iter().take_while(|line| line.at <= wanted + tolerance);
        match near.max_by(|one, other| one.strength.total_cmp(&other.strength)) {
            Some(line) => {
                there += 1;
                strength += line.strength;
                from.push(line.from);
                to.push(line.to);
            }
            None => missing += 1,
        }
        if missing > 1 + cells / 4 {
            return None;
        }
    }
    let count = f32::from(there);
    let mean = strength / count;
    let score = mean * (count - 2.0 * f32::from(missing) - 1.0);
    let reach = (first, first + f32::from(cells) * pitch);
    let extent = (middle(&mut from), middle(&mut to));
    let slender = (extent.1 - extent.0) / (reach.1 - reach.0);
    if !(1.0 / MOST_SLENDER..MOST_SLENDER).contains(&slender) {
        return None;
    }
    Some(Comb { pitch, phase: first, reach, extent, strength: mean, score })
}

/// Keeps the best comb of each pitch, and few of them, best first.
fn keep(found: &mut Vec<Comb>, comb: Comb) {
    let same = |known: &Comb| (known.pitch / comb.pitch - 1.0).abs() < 0.02 && shared(known.extent, comb.extent) > 0.6;
    if let Some(known) = found.iter().position(same) {
        if found[known].score >= comb.score {
            return;
        }
        found.remove(known);
    }
    let place = found.partition_point(|known| known.score >= comb.score);
    if place < 16 {
        found.insert(place, comb);
        found.truncate(16);
    }
}

/// Fits pitch and phase to all lines of the comb at once: those whose waves of this length add up best.
fn refine(comb: Comb, all: &[Segment]) -> Comb {
    let margin = 0.6 * comb.pitch;
    let lines: Vec<&Segment> = all
        .iter()
        .filter(|line| line.at > comb.reach.0 - margin && line.at < comb.reach.1 + margin)
        .filter(|line| shared((line.from, line.to), comb.extent) > 0.6 && line.strength > 0.6 * comb.strength)
        .filter(|line| {
            // What lies between the teeth, such as the sides of long pipes, has no say.
            let off = (line.at - comb.reach.0) / comb.pitch;
            (off - off.round()).abs() < 0.2
        })
        .collect();
    let length = (comb.reach.1 - comb.reach.0).max(comb.pitch);
    let sum = |pitch: f32| {
        let waves = lines.iter().map(|line| {
            let angle = (line.at - comb.reach.0) / pitch * std::f32::consts::TAU;
            (line.strength * angle.cos(), line.strength * angle.sin())
        });
        waves.fold((0.0, 0.0), |(x, y), (cosine, sine)| (x + cosine, y + sine))
    };
    // Steps that move the last line by a fiftieth of a cell.
    let step = comb.pitch / length * comb.pitch / 50.0;
    let tries = (-40..=40_i16).map(|number| comb.pitch + f32::from(number) * step);
    let fits = tries.filter(|pitch| (pitch / comb.pitch - 1.0).abs() < 0.03).map(|pitch| (pitch, sum(pitch)));
    let power = |sum: (f32, f32)| sum.0 * sum.0 + sum.1 * sum.1;
    let best = fits.max_by(|one, other| power(one.1).total_cmp(&power(other.1)));
    let Some((pitch, (x, y))) = best else { return comb };
    let phase = comb.reach.0 + y.atan2(x) / std::f32::consts::TAU * pitch;
    let on = |line: &&&Segment| {
        let off = (line.at - phase) / pitch;
        (off - off.round()).abs() < 0.15
    };
    let reach = lines
        .iter()
        .filter(on)
        .map(|line| line.at)
        .fold((f32::MAX, f32::MIN), |(least, most), at| (least.min(at), most.max(at)));
    Comb { pitch, phase, reach: if reach.0 < reach.1 { reach } else { comb.reach }, ..comb }
}

/// How well two combs fit each other, if they do.
fn join(across: &Comb, down: &Comb) -> Option<f32> {
    let skew = (across.pitch / down.pitch - 1.0).abs();
    // The lines of each must cover what those of the other reach over.
    let most =
        |one: (f32, f32), other: (f32, f32)| (one.1.min(other.1) - one.0.max(other.0)) / (one.1 - one.0).max(1.0);
    let fits = skew <= SQUARENESS && most(across.reach, down.extent) > 0.4 && most(down.reach, across.extent) > 0.4;
    fits.then_some((across.score + down.score) * (1.0 - 10.0 * skew))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(places: &[f32], from: f32, to: f32) -> Vec<Segment> {
        places.iter().map(|&at| Segment { at, from, to, strength: to - from }).collect()
    }

    #[test]
    fn equally_spaced_lines_make_a_comb() {
        let mut vertical = lines(&[50.0, 110.0, 170.0, 230.0, 290.0], 200.0, 500.0);
        vertical.extend(lines(&[33.0, 301.0], 600.0, 700.0));
        vertical.sort_by(|one, other| one.at.total_cmp(&other.at));
        let found = combs(&vertical)[0];
        assert!((found.pitch - 60.0).abs() < 0.5 && (found.phase - 50.0).abs() < 1.0, "{found:?}");
        assert_eq!(found.extent, (200.0, 500.0));
    }

    #[test]
    fn two_edges_of_each_tile_give_the_middle_of_the_gap() {
        let edges: Vec<f32> =
            (0..5_u8).flat_map(|cell| [f32::from(cell) * 40.0 + 2.0, f32::from(cell) * 40.0 + 38.0]).collect();
        let found = combs(&lines(&edges, 2.0, 198.0))[0];
        let off = found.phase / found.pitch;
        assert!((found.pitch - 40.0).abs() < 0.3 && (off - off.round()).abs() < 0.03, "{found:?}");
    }
}
