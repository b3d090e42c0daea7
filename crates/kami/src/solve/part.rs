//! A connected part of the region graph, with its colours renumbered from 0: what the searches work on.

use crate::position::{Color, Terms};
use crate::region::{Region, RegionGraph};

/// A connected graph of regions in which no two neighbours share a colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Each region's colour as an index into the palette.
    pub(crate) colors: Vec<u8>,
    pub(crate) neighbors: Vec<Vec<u32>>,
    /// The board's colours that occur here, ascending.
    pub(crate) palette: Vec<Color>,
    /// A bit for each colour of the palette that may be painted with; at least one.
    pub(crate) open: u64,
    /// The board's number of each region.
    pub(crate) regions: Vec<Region>,
}

impl Part {
    /// More colours than this do not fit a mask.
    pub(crate) const MOST_COLORS: usize = 64;

    /// Cuts some connected regions out of a graph; nothing when they hold too many colours.
    pub(crate) fn of(graph: &RegionGraph, regions: &[Region], terms: Terms) -> Option<Self> {
        let mut palette: Vec<Color> = regions.iter().map(|&region| graph.color(region)).collect();
        palette.sort_unstable();
        palette.dedup();
        if palette.len() > Self::MOST_COLORS {
            return None;
        }
        // Both lookups find what they look for: the palette was made from these regions, and a part holds every
        // neighbour of its members.
        let index = |region: &Region| regions.binary_search(region).unwrap_or_default();
        let color = |&region: &Region| palette.binary_search(&graph.color(region)).unwrap_or_default() as u8;
        let open = (0..).zip(&palette).fold(0, |open, (index, &color)| open | u64::from(terms.offer(color)) << index);
        Some(Self {
            open,
            colors: regions.iter().map(color).collect(),
            neighbors: regions
                .iter()
                .map(|&region| graph.neighbors(region).iter().map(|other| index(other) as u32).collect())
                .collect(),
            palette,
            regions: regions.to_vec(),
        })
    }

    pub(crate) fn len(&self) -> usize {
        self.colors.len()
    }

    /// Whether a colour may be painted with.
    pub(crate) fn is_open(&self, color: u8) -> bool {
        self.open >> color & 1 == 1
    }

    /// Moves that the colours alone demand: one for each locked region, and one for each open colour but the last.
    pub(crate) fn colors_needed(&self) -> usize {
        let locked = self.colors.iter().filter(|&&color| !self.is_open(color)).count();
        locked + self.open.count_ones() as usize - 1
    }

    /// Whether playing these moves makes everything one colour, and that the target if there is one.
    pub(crate) fn plays(&self, line: &[(u32, u8)], target: Option<u8>) -> bool {
        let mut colors = self.colors.clone();
        for &(region, color) in line {
            self.paint(&mut colors, region, color);
        }
        let last = colors.first().copied();
        colors.iter().all(|&color| Some(color) == last) && (target.is_none() || target == last)
    }

    fn paint(&self, colors: &mut [u8], region: u32, color: u8) {
        let old = std::mem::replace(&mut colors[region as usize], color);
        if old == color {
            return;
        }
        let mut stack = vec![region];
        while let Some(next) = stack.pop() {
            for &neighbor in &self.neighbors[next as usize] {
                if colors[neighbor as usize] == old {
                    colors[neighbor as usize] = color;
                    stack.push(neighbor);
                }
            }
        }
    }

    /// The part after a move, contracted, with a region of this part for each of its regions.
    pub(crate) fn painted(&self, region: u32, color: u8) -> (Self, Vec<u32>) {
        let mut colors = self.colors.clone();
        self.paint(&mut colors, region, color);
        let mut label = vec![u32::MAX; self.len()];
        let mut first = Vec::new();
        for start in 0..self.len() as u32 {
            if label[start as usize] != u32::MAX {
                continue;
            }
            let number = first.len() as u32;
            first.push(start);
            label[start as usize] = number;
            let mut stack = vec![start];
            while let Some(next) = stack.pop() {
                for &neighbor in &self.neighbors[next as usize] {
                    if label[neighbor as usize] == u32::MAX && colors[neighbor as usize] == colors[start as usize] {
                        label[neighbor as usize] = number;
                        stack.push(neighbor);
                    }
                }
            }
        }
        let mut neighbors = vec![Vec::new(); first.len()];
        for (region, list) in self.neighbors.iter().enumerate() {
            let number = label[region];
            neighbors[number as usize]
                .extend(list.iter().map(|&other| label[other as usize]).filter(|&other| other != number));
        }
        for list in &mut neighbors {
            list.sort_unstable();
            list.dedup();
        }
        let part = Self {
            colors: first.iter().map(|&region| colors[region as usize]).collect(),
            neighbors,
            palette: self.palette.clone(),
            open: self.open,
            regions: first.iter().map(|&region| self.regions[region as usize]).collect(),
        };
        (part, first)
    }

    /// A solution in linear steps: from a central region, always the colour that gains most; locked neighbours are
    /// painted one by one.
    pub(crate) fn greedy(&self) -> Vec<(u32, u8)> {
        let root = self.central();
        let mut front: Vec<Vec<u32>> = vec![Vec::new(); self.palette.len()];
        let mut seen = vec![false; self.len()];
        let mut line = Vec::new();
        let mut color = self.colors[root as usize];
        let mut taken = vec![root];
        seen[root as usize] = true;
        let (open, locked): (Vec<u8>, Vec<u8>) = (0..self.palette.len() as u8).partition(|&color| self.is_open(color));
        loop {
            // What has the colour already comes along.
            while !taken.is_empty() {
                for &region in &taken {
                    for &neighbor in &self.neighbors[region as usize] {
                        if !std::mem::replace(&mut seen[neighbor as usize], true) {
                            front[usize::from(self.colors[neighbor as usize])].push(neighbor);
                        }
                    }
                }
                taken = std::mem::take(&mut front[usize::from(color)]);
            }
            let gain = |color: u8| front[usize::from(color)].len();
            let most = open.iter().copied().max_by_key(|&color| (gain(color), u8::MAX - color));
            let next_locked = locked.iter().copied().find(|&color| gain(color) > 0);
            match (most, next_locked) {
                (Some(most), _) if gain(most) > 0 || (next_locked.is_some() && !self.is_open(color)) => {
                    line.push((root, most));
                    color = most;
                    taken = std::mem::take(&mut front[usize::from(color)]);
                }
                (_, Some(kind)) => {
                    let painted = front[usize::from(kind)].pop();
                    line.extend(painted.map(|region| (region, color)));
                    taken.extend(painted);
                }
                _ => return line,
            }
        }
    }

    /// A region in the middle of a longest walk found by two sweeps.
    fn central(&self) -> u32 {
        let (far, _) = self.sweep(0);
        let (end, parents) = self.sweep(far);
        let mut walk = vec![end];
        let mut at = end;
        while at != far {
            at = parents[at as usize];
            walk.push(at);
        }
        walk[walk.len() / 2]
    }

    /// The farthest region from a start, and each region's way back.
    pub(crate) fn sweep(&self, start: u32) -> (u32, Vec<u32>) {
        let mut parents = vec![u32::MAX; self.len()];
        parents[start as usize] = start;
        let mut queue = vec![start];
        let mut next = 0;
        while next < queue.len() {
            let region = queue[next];
            next += 1;
            for &neighbor in &self.neighbors[region as usize] {
                if parents[neighbor as usize] == u32::MAX {
                    parents[neighbor as usize] = region;
                    queue.push(neighbor);
                }
            }
        }
        (queue[queue.len() - 1], parents)
    }

    /// What two sweeps and the colours prove about the fewest moves, for parts too large to search.
    pub(crate) fn rough_lower(&self) -> usize {
        let (far, _) = self.sweep(0);
        let (end, parents) = self.sweep(far);
        let mut steps = 0_usize;
        let mut at = end;
        while at != far {
            at = parents[at as usize];
            steps += 1;
        }
        steps.div_ceil(2).max(self.colors_needed())
    }
}
