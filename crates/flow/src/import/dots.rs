//! Dots in the cells of a lattice: discs that stand out from their own cell's ground.
//!
//! Each cell is judged by itself: its ground is what its corners show, so that glows, tiles, chequers and cells tinted by
//! a drawn pipe do no harm. Rings around the middle tell how far the figure reaches in every direction; a pipe passes in
//! two directions only, a letter on a disc hides little of it. All dots of a board have about the same radius.

use std::collections::BTreeMap;

use azulejo_core::grid::Cell;

use super::lattice::Lattice;
use super::picture::{Color, Picture, distance, median};

/// Samples on a ring.
const ANGLES: usize = 16;
/// Rings, from [`FIRST_RING`] in steps of [`RING_STEP`], in parts of a cell.
const RINGS: usize = 17;
const FIRST_RING: f32 = 0.10;
const RING_STEP: f32 = 0.025;
/// The side of the little picture of a dot's inside.
const PATCH: usize = 11;
/// A figure that stands out by less is not one.
const LEAST_CONTRAST: f32 = 11.0;
/// A figure ends where it differs this many times as much from its ground as what lies outside.
const LEAST_FALL: f32 = 1.4;

/// Colours that differ by less are one under noise.
const SAME: f32 = 16.0;

/// What one cell shows.
#[derive(Clone, Debug)]
pub(super) struct Dot {
    pub(super) cell: Cell,
    pub(super) color: Color,
    /// How far the figure differs from its ground.
    pub(super) contrast: f32,
    /// How far it reaches in nearly all directions, in parts of a cell.
    pub(super) radius: f32,
    /// Light and dark inside, less the dot's own: a letter or a shine.
    patch: Vec<f32>,
}

impl Dot {
    /// How unlike two dots are: their colours, and, where these are close, what is written on them.
    pub(super) fn unlike(&self, other: &Self) -> f32 {
        let color = distance(self.color, other.color);
        if color > 60.0 { color } else { color + 0.7 * patch_difference(&self.patch, &other.patch) }
    }
}

/// The dots of a board, and figures that are perhaps dots.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) dots: Vec<Dot>,
    pub(super) doubtful: Vec<Dot>,
    /// The usual radius, in parts of a cell.
    pub(super) radius: f32,
}

/// What the cells of one endless lattice show, looked at once however many boards on it are tried.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    origin: Option<Lattice>,
    figures: BTreeMap<(i32, i32), Option<Dot>>,
}

impl Cells {
    /// By how many rows and columns a lattice is shifted against the one at hand; another one starts anew.
    fn shift(&mut self, lattice: &Lattice) -> (i32, i32) {
        if let Some(origin) = self.origin.filter(|known| (known.width, known.height) == (lattice.width, lattice.height))
        {
            let (down, right) =
                ((lattice.top - origin.top) / origin.height, (lattice.left - origin.left) / origin.width);
            if (down - down.round()).abs() < 0.01 && (right - right.round()).abs() < 0.01 {
                return (down.round() as i32, right.round() as i32);
            }
        }
        *self = Self { origin: Some(*lattice), figures: BTreeMap::new() };
        (0, 0)
    }
}

/// Looks into every cell.
pub(super) fn find(picture: &Picture, lattice: &Lattice, known: &mut Cells) -> Found {
    let circle: [(f32, f32); ANGLES] = std::array::from_fn(|step| {
        let angle = (step as f32 + 0.5) / ANGLES as f32 * std::f32::consts::TAU;
        (angle.cos(), angle.sin())
    });
    let (down, right) = known.shift(lattice);
    let cells = (0..lattice.rows).flat_map(|row| (0..lattice.columns).map(move |column| Cell::new(row, column)));
    let figures: Vec<Dot> = cells
        .filter_map(|cell| {
            let place = (i32::from(cell.row) + down, i32::from(cell.column) + right);
            let looked = known.figures.entry(place).or_insert_with(|| figure(picture, lattice, cell, &circle));
            looked.clone().map(|dot| Dot { cell, ..dot })
        })
        .collect();
    // Every colour has two dots. Where more of the same colour stands out, the smaller ones are its pipe.
    let pipe = |dot: &Dot| {
        let larger = |other: &&Dot| dot.radius < 0.9 * other.radius && distance(dot.color, other.color) < SAME;
        figures.iter().filter(larger).count() >= 2
    };
    let mut radii: Vec<f32> = figures.iter().filter(|dot| !pipe(dot)).map(|dot| dot.radius).collect();
    radii.sort_by(|one, other| other.total_cmp(one));
    // Pipes reach less far than dots, and a board has at least two pairs of these as a rule.
    let Some(&large) = radii.get(3.min(radii.len().saturating_sub(1))) else { return Found::default() };
    let near: Vec<f32> = radii.into_iter().filter(|&radius| radius >= 0.8 * large && radius <= 1.25 * large).collect();
    let radius = near.get(near.len() / 2).copied().unwrap_or(large);
    let mut contrasts: Vec<f32> = figures.iter().map(|dot| dot.contrast).collect();
    contrasts.sort_by(f32::total_cmp);
    let usual = contrasts[contrasts.len() / 2];
    let sure = |dot: &Dot| {
        (0.78..1.3).contains(&(dot.radius / radius))
            && !pipe(dot)
            && dot.contrast > (0.12 * usual).max(LEAST_CONTRAST + 4.0)
    };
    let mut sure: Vec<bool> = figures.iter().map(sure).collect();
    // Three of one colour are two dots and, smaller than these, a bend of their pipe.
    for index in 0..figures.len() {
        let dot = &figures[index];
        let like = |other: &usize| sure[*other] && distance(figures[*other].color, dot.color) < SAME;
        let radii: Vec<f32> = (0..figures.len()).filter(like).map(|other| figures[other].radius).collect();
        let larger = radii.iter().filter(|&&radius| dot.radius < 0.97 * radius).count();
        sure[index] &= radii.len() != 3 || larger < 2;
    }
    let mut sure = sure.into_iter();
    let (dots, doubtful) = figures.into_iter().partition(|_| sure.next().unwrap_or(false));
    Found { dots, doubtful, radius }
}

/// The figure in a cell, if something roundish stands out.
fn figure(picture: &Picture, lattice: &Lattice, cell: Cell, circle: &[(f32, f32); ANGLES]) -> Option<Dot> {
    let (x, y) = lattice.center(cell.row, cell.column);
    let at = |right: f32, down: f32| picture.near(x + right * lattice.width, y + down * lattice.height);
    let corners = [0.34, 0.38]
        .map(|near| [0.34, 0.38].map(|far| [at(-near, -far), at(near, -far), at(-near, far), at(near, far)]));
    let ground = median(corners.as_flattened().as_flattened());
    let rings: [[Color; ANGLES]; RINGS] = std::array::from_fn(|ring| {
        let radius = FIRST_RING + ring as f32 * RING_STEP;
        circle.map(|(right, down)| at(radius * right, radius * down))
    });
    let differences = rings.map(|ring| distance(median(&ring), ground));
    // Where the figure gives way to its ground; ink on a dot may give way to its colour, but not to nothing.
    let fall = |ring: usize| differences[ring] / (differences[ring + 2] + 8.0);
    let steepest = (2..RINGS - 2).map(fall).fold(0.0, f32::max);
    if steepest < LEAST_FALL {
        return None;
    }
    let steep = |ring: &usize| fall(*ring) >= (0.5 * steepest).max(LEAST_FALL) && differences[*ring] > LEAST_CONTRAST;
    let edge = (2..RINGS - 2).rfind(steep)?;
    let mut outer = differences[edge * 2 / 3..=edge].to_vec();
    outer.sort_by(f32::total_cmp);
    let contrast = outer[outer.len() / 2];
    let covered = rings.map(|ring| {
        ring.iter().filter(|&&color| distance(color, ground) > 0.5 * contrast).count() as f32 / ANGLES as f32
    });
    let last = covered[..RINGS - 1].iter().rposition(|&part| part >= 0.75)?;
    // Further in, a letter may hide what it likes.
    let solid = covered[last * 2 / 3..=last].iter().all(|&part| part >= 0.55);
    let ends = covered[last + 1..].iter().take(5).any(|&part| part <= 0.55);
    if last < 2 || !ends || !solid || contrast < LEAST_CONTRAST {
        return None;
    }
    let radius = FIRST_RING + last as f32 * RING_STEP;
    let color = usual(&rings[..=last.saturating_sub(1)]);
    let light = |color: Color| color.iter().map(|&part| f32::from(part)).sum::<f32>() / 3.0;
    let own = light(color);
    let patch = (0..PATCH * PATCH).map(|index| {
        let part = |step: usize| (step as f32 / (PATCH - 1) as f32 - 0.5) * 1.3 * radius;
        light(at(part(index % PATCH), part(index / PATCH))) - own
    });
    Some(Dot { cell, color, contrast, radius, patch: patch.collect() })
}

/// The colour that most of a disc shows, whatever is written on it: of the medians of its rings the one that most of its
/// area is like, and of that area the median.
fn usual(rings: &[[Color; ANGLES]]) -> Color {
    const LIKE: f32 = 36.0;
    let area = |ring: usize| FIRST_RING + ring as f32 * RING_STEP;
    let support = |color: Color| {
        let like = |ring: &[Color; ANGLES]| ring.iter().filter(|other| distance(**other, color) < LIKE).count() as f32;
        rings.iter().enumerate().map(|(index, ring)| like(ring) * area(index)).sum::<f32>()
    };
    let medians = rings.iter().map(|ring| median(ring)).map(|color| (support(color), color));
    let Some((_, middle)) = medians.max_by(|one, other| one.0.total_cmp(&other.0)) else { return [0; 3] };
    let like = rings.iter().flatten().copied().filter(|color| distance(*color, middle) < LIKE);
    median(&like.collect::<Vec<Color>>())
}

/// The mean difference of two little pictures, laid over each other as well as one step's shift allows.
fn patch_difference(one: &[f32], other: &[f32]) -> f32 {
    let inside = PATCH as isize;
    let at = |patch: &[f32], row: isize, column: isize| patch[(row * inside + column) as usize];
    let shifted = |down: isize, right: isize| {
        let rows = 1..inside - 1;
        let sum: f32 = rows
            .flat_map(|row| (1..inside - 1).map(move |column| (row, column)))
            .map(|(row, column)| (at(one, row, column) - at(other, row + down, column + right)).abs())
            .sum();
        sum / ((inside - 2) * (inside - 2)) as f32
    };
    let shifts = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
    shifts.map(|(down, right)| shifted(down, right)).fold(f32::MAX, f32::min)
}
