//! Equally spaced lines on both axes: where the board lies and how many cells it has.
//!
//! Along one axis, a board is a set of segments of about the same extent whose places are multiples of one pitch.
//! Every two segments and every number of cells between them propose a pitch; the one whose lines are there, and few are
//! missing, is kept. The two axes must then agree on the pitch, and the lines of one run as far as those of the other
//! reach, which also tells the size of a board whose outer lines were cropped away.

use super::Hints;
use super::lines::{Segment, Segments};

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
pub(super) const LEAST_PITCH: f32 = 6.0;
/// Segments beyond this number along an axis are the weakest and are left out.
const MOST_SEGMENTS: usize = 160;
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

/// The likely lattices, best first.
pub(super) fn find(segments: &Segments, size: (usize, usize), hints: &Hints) -> Vec<Lattice> {
    let across = combs(&segments.vertical);
    let down = combs(&segments.horizontal);
    let mut found: Vec<(f32, Lattice)> = Vec::new();
    for one in &across {
        for other in &down {
            if let Some(lattice) = join(one, other, size, hints) {
                let score = one.score + other.score;
                match found.iter_mut().find(|(_, known)| alike(known, &lattice)) {
                    Some(known) if known.0 >= score => {}
                    Some(known) => *known = (score, lattice),
                    None => found.push((score, lattice)),
                }
            }
        }
    }
    found.sort_by(|one, other| other.0.total_cmp(&one.0));
    found.into_iter().map(|(_, lattice)| lattice).collect()
}

fn alike(one: &Lattice, other: &Lattice) -> bool {
    (one.rows, one.columns) == (other.rows, other.columns)
        && (one.left - other.left).abs() < 0.2 * one.width
        && (one.top - other.top).abs() < 0.2 * one.height
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
    found.truncate(8);
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
    Some(Comb { pitch, phase: first, reach, extent: (middle(&mut from), middle(&mut to)), strength: mean, score })
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

/// The lattice of two combs, if they fit each other and the hints.
fn join(across: &Comb, down: &Comb, size: (usize, usize), hints: &Hints) -> Option<Lattice> {
    if (across.pitch / down.pitch - 1.0).abs() > SQUARENESS {
        return None;
    }
    // The lines of each must cover what those of the other reach over.
    let most =
        |one: (f32, f32), other: (f32, f32)| (one.1.min(other.1) - one.0.max(other.0)) / (one.1 - one.0).max(1.0);
    if most(across.reach, down.extent) < 0.6 || most(down.reach, across.extent) < 0.6 {
        return None;
    }
    let (left, columns) = span(across, down.extent, size.0 as f32, hints.columns)?;
    let (top, rows) = span(down, across.extent, size.1 as f32, hints.rows)?;
    Some(Lattice { left, top, width: across.pitch, height: down.pitch, rows, columns })
}

/// Where the cells along an axis begin and how many they are: as far as the lines of the other axis run, or, when these
/// end between lines, from the first to the last line.
fn span(comb: &Comb, extent: (f32, f32), size: f32, wanted: Option<u16>) -> Option<(f32, u16)> {
    let index = |at: f32| (at - comb.phase) / comb.pitch;
    let own = (index(comb.reach.0).round(), index(comb.reach.1).round());
    let other = (index(extent.0), index(extent.1));
    // A tile's edge lies a little inside its cell, hence the slack.
    let close = |place: f32| (place - place.round()).abs() < 0.25;
    let (first, last) = if close(other.0) && close(other.1) { (other.0.round(), other.1.round()) } else { own };
    let cells = (last - first) as u16;
    if cells < LEAST_CELLS.min(wanted.unwrap_or(LEAST_CELLS)) || cells > MOST_CELLS {
        return None;
    }
    let (first, cells) = match wanted {
        // The cells asked for, in the middle of what was found.
        Some(wanted) if wanted != cells => (first + ((f32::from(cells) - f32::from(wanted)) / 2.0).round(), wanted),
        _ => (first, cells),
    };
    let start = comb.phase + first * comb.pitch;
    let slack = 0.3 * comb.pitch;
    let inside = start > -slack && start + f32::from(cells) * comb.pitch < size + slack;
    inside.then_some((start, cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(places: &[f32], from: f32, to: f32) -> Vec<Segment> {
        places.iter().map(|&at| Segment { at, from, to, strength: to - from }).collect()
    }

    fn one(vertical: Vec<Segment>, horizontal: Vec<Segment>) -> Lattice {
        find(&Segments { vertical, horizontal }, (400, 800), &Hints::default())[0]
    }

    #[test]
    fn equally_spaced_lines_make_a_lattice() {
        let mut vertical = lines(&[50.0, 110.0, 170.0, 230.0, 290.0], 200.0, 500.0);
        vertical.extend(lines(&[33.0, 301.0], 600.0, 700.0));
        let mut horizontal = lines(&[40.0, 90.0], 0.0, 400.0);
        horizontal.extend(lines(&[200.0, 260.0, 320.0, 380.0, 440.0, 500.0], 50.0, 290.0));
        let found = one(vertical, horizontal);
        assert_eq!((found.rows, found.columns), (5, 4));
        assert!((found.left - 50.0).abs() < 1.0 && (found.top - 200.0).abs() < 1.0, "{found:?}");
        assert!((found.width - 60.0).abs() < 0.5);
    }

    #[test]
    fn outer_lines_that_were_cropped_away_are_missed_by_nothing() {
        let vertical = lines(&[60.0, 120.0, 180.0], 0.0, 240.0);
        let horizontal = lines(&[60.0, 120.0, 180.0], 0.0, 240.0);
        let found = one(vertical, horizontal);
        assert_eq!((found.rows, found.columns), (4, 4));
        assert!(found.left.abs() < 1.0 && found.top.abs() < 1.0, "{found:?}");
    }

    #[test]
    fn two_edges_of_each_tile_give_the_middle_of_the_gap() {
        let edges: Vec<f32> =
            (0..5_u8).flat_map(|cell| [f32::from(cell) * 40.0 + 2.0, f32::from(cell) * 40.0 + 38.0]).collect();
        let found = one(lines(&edges, 2.0, 198.0), lines(&edges, 2.0, 198.0));
        assert_eq!((found.rows, found.columns), (5, 5));
        assert!(found.left.abs() < 1.0 && found.top.abs() < 1.0, "{found:?}");
    }
}
