//! Equal discs anywhere in a picture, and the lattice they lie on: for boards without visible lines.
//!
//! Patches of even colour that are as wide as high and fill their box as a disc does are candidates; the size that most
//! of them share is that of the dots. Their centres lie on a lattice, and its pitch is the largest whose waves they all
//! ride. How far the board reaches beyond its dots is told by long edges, those of a panel, or by the picture's own.

use super::lattice::{LEAST_CELLS, LEAST_PITCH, Lattice, MOST_CELLS};
use super::lines::{Segment, Segments};
use super::picture::Picture;
use super::{Hints, extent};

/// Neighbouring pixels of one patch differ by no more.
const EVEN: u8 = 9;
/// Fewer discs tell no lattice.
const LEAST_DISCS: usize = 4;
/// So many sizes of discs are tried.
const MOST_GROUPS: usize = 4;
/// Discs beyond this number are left out.
const MOST_DISCS: usize = 2_000;

#[derive(Clone, Copy, Debug)]
struct Disc {
    x: f32,
    y: f32,
    width: f32,
}

/// The likely lattices, best first.
pub(super) fn find(picture: &Picture, segments: &Segments, hints: Hints) -> Vec<Lattice> {
    let groups = alike(discs(picture));
    groups.iter().flat_map(|group| lattices(picture, segments, group, hints)).collect()
}

/// The likely lattices of equal discs.
fn lattices(picture: &Picture, segments: &Segments, discs: &[Disc], hints: Hints) -> Vec<Lattice> {
    let width = discs[discs.len() / 2].width;
    let Some((pitch, left, top)) = waves(discs, width) else { return Vec::new() };
    let places = |place: fn(&Disc) -> f32, phase: f32| {
        let index = |disc: &Disc| ((place(disc) - phase) / pitch).floor();
        let all = discs.iter().map(index);
        all.fold((f32::MAX, f32::MIN), |(least, most), index| (least.min(index), most.max(index + 1.0)))
    };
    let across = places(|disc| disc.x, left);
    let down = places(|disc| disc.y, top);
    let (size_x, size_y) = (picture.width() as f32, picture.height() as f32);
    let columns = reaches(&segments.vertical, across, left, pitch, size_x, hints.columns);
    let rows = reaches(&segments.horizontal, down, top, pitch, size_y, hints.rows);
    // Where sides of cells are seen after all, they tell the extent better than anything else.
    let mut found = extent::boards(picture, (left, pitch), (top, pitch), segments.least, hints);
    found.retain(|lattice| {
        let first = ((lattice.left - left) / pitch, (lattice.top - top) / pitch);
        let slack = 0.5;
        first.0 <= across.0 + slack
            && first.1 <= down.0 + slack
            && first.0 + f32::from(lattice.columns) >= across.1 - slack
            && first.1 + f32::from(lattice.rows) >= down.1 - slack
    });
    let (rows, columns) = match panel(&segments.vertical, (left, top), pitch, across, down) {
        Some((panel_rows, panel_columns)) => {
            let first = |best: (f32, f32), rest: Vec<(f32, f32)>| {
                let rest = rest.into_iter().filter(move |reach| *reach != best);
                std::iter::once(best).chain(rest).collect::<Vec<_>>()
            };
            (first(panel_rows, rows), first(panel_columns, columns))
        }
        None => (rows, columns),
    };
    for &(first_row, last_row) in &rows {
        for &(first_column, last_column) in &columns {
            let (rows, columns) = ((last_row - first_row) as u16, (last_column - first_column) as u16);
            let fits = |cells: u16, wanted: Option<u16>| match wanted {
                Some(wanted) => cells == wanted,
                None => (LEAST_CELLS..=MOST_CELLS).contains(&cells),
            };
            if fits(rows, hints.rows) && fits(columns, hints.columns) {
                let (left, top) = (left + first_column * pitch, top + first_row * pitch);
                found.push(Lattice { left, top, width: pitch, height: pitch, rows, columns });
            }
        }
    }
    found
}

/// The rows and columns of a panel: two vertical edges beside all dots that begin and end on the same lines.
fn panel(
    edges: &[Segment],
    (left, top): (f32, f32),
    pitch: f32,
    across: (f32, f32),
    down: (f32, f32),
) -> Option<((f32, f32), (f32, f32))> {
    let index = |at: f32, phase: f32| (at - phase) / pitch;
    let on = |index: f32| (index - index.round()).abs() < 0.15;
    let sides = edges.iter().filter_map(|edge| {
        let (at, from, to) = (index(edge.at, left), index(edge.from, top), index(edge.to, top));
        let whole = on(at) && on(from) && on(to) && from.round() <= down.0 && to.round() >= down.1;
        whole.then(|| (at.round(), from.round(), to.round()))
    });
    let sides: Vec<(f32, f32, f32)> = sides.collect();
    let (before, after): (Vec<_>, Vec<_>) = sides.into_iter().partition(|side| side.0 <= across.0);
    let pairs = before.iter().flat_map(|one| after.iter().map(move |other| (one, other)));
    let same = pairs.filter(|(one, other)| other.0 >= across.1 && (one.1, one.2) == (other.1, other.2));
    let nearest = same.min_by(|one, other| (one.1.0 - one.0.0).total_cmp(&(other.1.0 - other.0.0)))?;
    Some(((nearest.0.1, nearest.0.2), (nearest.0.0, nearest.1.0)))
}

/// From which line to which the cells reach along an axis: as far as edges say, else as the dots do.
fn reaches(
    edges: &[Segment],
    dots: (f32, f32),
    phase: f32,
    pitch: f32,
    size: f32,
    wanted: Option<u16>,
) -> Vec<(f32, f32)> {
    let index = |at: f32| (at - phase) / pitch;
    let on = |at: f32| (index(at) - index(at).round()).abs() < 0.13;
    let limits = [0.0, size].into_iter().filter(|&at| on(at)).map(|at| (index(at).round(), 3.0));
    let known: Vec<(f32, f32)> = edges
        .iter()
        .filter(|edge| on(edge.at) && edge.strength > 2.5 * pitch)
        .map(|edge| (index(edge.at).round(), edge.strength / pitch))
        .chain(limits)
        .collect();
    let best = |beyond: &dyn Fn(f32) -> bool, fallback: f32| {
        let beyond = known.iter().filter(|(index, _)| beyond(*index));
        beyond.max_by(|one, other| one.1.total_cmp(&other.1)).map_or(fallback, |(index, _)| *index)
    };
    let by_edges = (best(&|index| index <= dots.0, dots.0), best(&|index| index >= dots.1, dots.1));
    let mut found = vec![by_edges];
    if by_edges != dots {
        found.push(dots);
    }
    if let Some(wanted) = wanted {
        let (room, wanted) = ((index(0.0) - 0.3).ceil(), f32::from(wanted));
        let starts = (0..=MOST_CELLS).map(|step| room + f32::from(step));
        let holds = |&first: &f32| first <= dots.0 && first + wanted >= dots.1 && first + wanted <= index(size) + 0.3;
        let mut all: Vec<(f32, f32)> = starts.filter(holds).map(|first| (first, first + wanted)).collect();
        // The most central one first: boards are.
        let off = |reach: &(f32, f32)| (f32::midpoint(reach.0, reach.1) - index(size / 2.0)).abs();
        all.sort_by(|one, other| off(one).total_cmp(&off(other)));
        found.extend(all.into_iter().take(3));
    }
    found
}

/// Pitch and phases of the lattice on which all discs lie, if there is one.
fn waves(discs: &[Disc], width: f32) -> Option<(f32, f32, f32)> {
    let sum = |pitch: f32, place: fn(&Disc) -> f32| {
        let parts = discs.iter().map(|disc| {
            let angle = place(disc) / pitch * std::f32::consts::TAU;
            (angle.cos(), angle.sin())
        });
        let (x, y) = parts.fold((0.0, 0.0), |(x, y), (cosine, sine)| (x + cosine, y + sine));
        (x.hypot(y) / discs.len() as f32, y.atan2(x) / std::f32::consts::TAU)
    };
    let spread = |place: fn(&Disc) -> f32| {
        let places = discs.iter().map(place);
        places.fold((f32::MAX, f32::MIN), |(least, most), at| (least.min(at), most.max(at)))
    };
    let (across, down) = (spread(|disc| disc.x), spread(|disc| disc.y));
    let length = (across.1 - across.0).max(down.1 - down.0).max(width);
    let mut pitch = (1.02 * width).max(LEAST_PITCH);
    let mut tries = Vec::new();
    while pitch < 3.2 * width {
        let (one, other) = (sum(pitch, |disc| disc.x), sum(pitch, |disc| disc.y));
        tries.push((one.0.min(other.0), pitch, one.1, other.1));
        // Steps that move the last disc by a fortieth of a cell.
        pitch += pitch * pitch / length / 40.0;
    }
    let best = tries.iter().map(|fit| fit.0).fold(0.0, f32::max);
    if best < 0.9 {
        return None;
    }
    // The largest pitch that fits as well as any; of the tries around it the best.
    let last = tries.iter().rposition(|fit| fit.0 > best - 0.04)?;
    let (_, pitch, across, down) =
        *tries[last.saturating_sub(12)..=last].iter().max_by(|one, other| one.0.total_cmp(&other.0))?;
    Some((pitch, (across - 0.5) * pitch, (down - 0.5) * pitch))
}

/// Groups of discs of one size, the largest group first.
fn alike(mut discs: Vec<Disc>) -> Vec<Vec<Disc>> {
    discs.sort_by(|one, other| one.width.total_cmp(&other.width));
    let mut groups = Vec::new();
    while groups.len() < MOST_GROUPS {
        let mut best = 0..0;
        let mut end = 0;
        for start in 0..discs.len() {
            while end < discs.len() && discs[end].width <= discs[start].width * 1.12 + 1.0 {
                end += 1;
            }
            if end - start > best.len() {
                best = start..end;
            }
        }
        if best.len() < LEAST_DISCS {
            break;
        }
        groups.push(discs.drain(best).collect());
    }
    groups
}

/// Patches of even colour that look like discs.
fn discs(picture: &Picture) -> Vec<Disc> {
    let (width, height) = (picture.width(), picture.height());
    let mut seen = vec![false; width * height];
    let mut open: Vec<u32> = Vec::new();
    let mut found = Vec::new();
    let pixels = picture.bytes();
    let even =
        |one: usize, other: usize| (0..3).all(|part| pixels[one * 3 + part].abs_diff(pixels[other * 3 + part]) <= EVEN);
    for start in 0..width * height {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        open.push(start as u32);
        let (mut left, mut right, mut top, mut bottom, mut area) = (width, 0, height, 0, 0_usize);
        while let Some(place) = open.pop() {
            let place = place as usize;
            let (x, y) = (place % width, place / width);
            (left, right, top, bottom) = (left.min(x), right.max(x), top.min(y), bottom.max(y));
            area += 1;
            let beside = [
                (x > 0, place.wrapping_sub(1)),
                (x + 1 < width, place + 1),
                (y > 0, place.wrapping_sub(width)),
                (y + 1 < height, place + width),
            ];
            for (_, other) in beside.into_iter().filter(|(inside, _)| *inside) {
                if !seen[other] && even(place, other) {
                    seen[other] = true;
                    open.push(other as u32);
                }
            }
        }
        let (wide, high) = ((right + 1 - left) as f32, (bottom + 1 - top) as f32);
        let filled = area as f32 / (wide * high);
        let round = wide.min(high) >= 5.0 && (wide - high).abs() <= 0.1 * wide + 1.5 && (0.4..0.88).contains(&filled);
        if round && wide < 0.4 * width.min(height) as f32 && found.len() < MOST_DISCS {
            let (x, y) = ((left + right + 1) as f32 / 2.0, (top + bottom + 1) as f32 / 2.0);
            found.push(Disc { x, y, width: wide });
        }
    }
    found
}
