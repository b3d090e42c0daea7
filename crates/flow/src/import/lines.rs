//! Long straight edges: for every column of pixels the best vertical run of edges, for every row the best horizontal one.
//!
//! A run is the stretch with the greatest sum, where an edge counts one and its absence costs one. So a line may be
//! crossed by pipes, broken by gaps between tiles and gnawed by noise, and text or buttons never add up to one.

use super::picture::Picture;

/// An edge along a whole line of pixels: where it lies, from where to where it runs, and how well it is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Segment {
    /// The coordinate across.
    pub(super) at: f32,
    /// The first pixel along.
    pub(super) from: f32,
    /// The pixel after the last.
    pub(super) to: f32,
    /// Pixels with an edge, less those without.
    pub(super) strength: f32,
}

/// The segments across both axes.
#[derive(Clone, Debug, Default)]
pub(super) struct Segments {
    /// Vertical ones, from left to right.
    pub(super) vertical: Vec<Segment>,
    /// Horizontal ones, from top to bottom.
    pub(super) horizontal: Vec<Segment>,
    /// A greater difference is an edge.
    pub(super) least: u8,
}

/// The best run so far, and the one under way.
#[derive(Clone, Copy, Default)]
struct Run {
    score: i32,
    start: u32,
    best: i32,
    from: u32,
    to: u32,
}

impl Run {
    #[inline]
    fn step(&mut self, place: u32, edge: bool) {
        if edge {
            if self.score == 0 {
                self.start = place;
            }
            self.score += 1;
            if self.score > self.best {
                (self.best, self.from, self.to) = (self.score, self.start, place + 1);
            }
        } else {
            self.score = (self.score - 1).max(0);
        }
    }
}

/// Finds all segments worth a look. An edge is a difference between the two neighbours of a pixel, so that a blurred step
/// counts as much as a sharp one.
pub(super) fn find(picture: &Picture) -> Segments {
    let (width, height) = (picture.width(), picture.height());
    let least = threshold(picture);
    let mut down = vec![Run::default(); width];
    let mut across = vec![Run::default(); height];
    let mut edges = vec![0_u8; width];
    for (y, best) in across.iter_mut().enumerate() {
        let row = picture.row(y);
        differences(&row[6..], row, &mut edges[1..]);
        for (run, &edge) in down.iter_mut().zip(&edges).take(width - 1).skip(1) {
            run.step(y as u32, edge > least);
        }
        if y > 0 && y + 1 < height {
            differences(picture.row(y + 1), picture.row(y - 1), &mut edges);
            let mut run = Run::default();
            for (x, &edge) in edges.iter().enumerate() {
                run.step(x as u32, edge > least);
            }
            *best = run;
        }
    }
    Segments { vertical: peaks(&down), horizontal: peaks(&across), least }
}

/// The greatest difference among the three parts, pixel by pixel.
fn differences(one: &[u8], other: &[u8], into: &mut [u8]) {
    for ((one, other), into) in one.chunks_exact(3).zip(other.chunks_exact(3)).zip(into) {
        *into = one[0].abs_diff(other[0]).max(one[1].abs_diff(other[1])).max(one[2].abs_diff(other[2]));
    }
}

/// What counts as an edge: clearly more than most neighbouring pixels differ by, which is noise.
fn threshold(picture: &Picture) -> u8 {
    let mut counts = [0_usize; 256];
    let mut edges = vec![0; picture.width().saturating_sub(2)];
    for y in (0..picture.height()).step_by(7) {
        differences(&picture.row(y)[6..], picture.row(y), &mut edges);
        for &edge in &edges {
            counts[usize::from(edge)] += 1;
        }
    }
    let all: usize = counts.iter().sum();
    let mut below = 0;
    let typical = counts.iter().position(|count| {
        below += count;
        below * 4 >= all * 3
    });
    (typical.unwrap_or(0) * 5 / 2).clamp(5, 60) as u8
}

/// The runs that no neighbour outdoes, and that are long enough to matter.
fn peaks(runs: &[Run]) -> Vec<Segment> {
    let most = runs.iter().map(|run| run.best).max().unwrap_or(0);
    let least = (most / 8).max(12);
    let strong = |place: usize| runs.get(place).map_or(0, |run| run.best);
    let kept = (1..runs.len()).filter(|&place| {
        let best = strong(place);
        best >= least && best >= strong(place - 1) && best > strong(place + 1)
    });
    kept.map(|place| {
        let run = runs[place];
        // A step is seen from both its sides: the edge lies between them.
        let sides = (place - 1..=place + 1).filter(|&side| strong(side) * 5 >= run.best * 4);
        let (sum, count) = sides.fold((0, 0), |(sum, count), side| (sum + side, count + 1));
        let at = sum as f32 / count as f32 + 0.5;
        Segment { at, from: run.from as f32, to: run.to as f32, strength: run.best as f32 }
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_in_spite_of_gaps_and_specks() {
        let mut pixels = vec![10; 100 * 80 * 3];
        let mut set = |x: usize, y: usize, value: u8| pixels[(y * 100 + x) * 3] = value;
        for y in (10..70).filter(|y| !(30..36).contains(y)) {
            set(40, y, 90);
        }
        (0..80).step_by(5).for_each(|y| set(70, y, 200));
        let found = find(&Picture::new(100, 80, pixels).unwrap());
        let places: Vec<_> = found.vertical.iter().map(|line| (line.at, line.from, line.to)).collect();
        assert_eq!(places, [(39.5, 10.0, 70.0), (41.5, 10.0, 70.0)]);
        assert_eq!(found.horizontal, []);
    }
}
