//! The region graph while it is being painted: a move contracts it, undo takes the move back.
//!
//! A contracted region goes by the smallest number among the regions it holds, which is the one that comes first on the
//! board. Painting looks at what surrounds a region, never at the region itself, so large boards stay cheap.

use crate::position::Color;
use crate::region::{Region, RegionGraph};

/// A region graph and the moves made on it.
#[derive(Clone, Debug)]
pub struct Contraction {
    /// The region that took a region in, or itself.
    holder: Vec<Region>,
    colors: Vec<Color>,
    /// What surrounds each region, by numbers that may have been taken in since.
    around: Vec<Vec<Region>>,
    regions: usize,
    history: Vec<Painted>,
    /// Regions that the history names.
    named: usize,
}

/// What undo needs.
#[derive(Clone, Debug)]
struct Painted {
    /// The region painted and those it merged with, each as it was before.
    merged: Vec<Region>,
    /// The one of them that now stands for all, and what it was like.
    holder: Region,
    color: Color,
    around: Vec<Region>,
}

impl Contraction {
    /// A graph with no move made yet.
    pub fn of(graph: &RegionGraph) -> Self {
        let regions = 0..graph.len() as Region;
        Self {
            holder: regions.clone().collect(),
            colors: graph.colors().to_vec(),
            around: regions.map(|region| graph.neighbors(region).to_vec()).collect(),
            regions: graph.len(),
            history: Vec::new(),
            named: 0,
        }
    }

    /// How many regions are left.
    pub fn len(&self) -> usize {
        self.regions
    }

    /// Whether there is no region; never, for a board that could be built.
    pub fn is_empty(&self) -> bool {
        self.regions == 0
    }

    /// The regions left, ascending.
    pub fn regions(&self) -> impl Iterator<Item = Region> + use<> {
        let left: Vec<Region> =
            (0..).zip(&self.holder).filter(|&(region, &holder)| region == holder).map(|(region, _)| region).collect();
        left.into_iter()
    }

    /// The regions left from a number on, ascending.
    pub fn regions_from(&self, from: Region) -> impl Iterator<Item = Region> + use<'_> {
        (from..)
            .zip(&self.holder[from as usize..])
            .filter(|&(region, &holder)| region == holder)
            .map(|(region, _)| region)
    }

    /// Bytes that undo needs for the moves made.
    pub fn kept(&self) -> usize {
        self.named * size_of::<Region>() + self.history.len() * size_of::<Painted>()
    }

    /// The region that a region of the first graph is part of now.
    pub fn find(&self, mut region: Region) -> Region {
        while self.holder[region as usize] != region {
            region = self.holder[region as usize];
        }
        region
    }

    /// A region's colour.
    pub fn color(&self, region: Region) -> Color {
        self.colors[self.find(region) as usize]
    }

    /// Paints a region; it merges with its neighbours of that colour. Its own colour changes nothing, but is a move.
    pub fn paint(&mut self, region: Region, color: Color) {
        let region = self.find(region);
        let mut merged = vec![region];
        if self.colors[region as usize] != color {
            let others = self.around[region as usize].iter().map(|&other| self.find(other));
            merged.extend(others.filter(|&other| other != region && self.colors[other as usize] == color));
            merged.sort_unstable();
            merged.dedup();
        }
        let holder = merged[0];
        let mut around: Vec<Region> =
            merged.iter().flat_map(|&part| &self.around[part as usize]).map(|&other| self.find(other)).collect();
        around.sort_unstable();
        around.dedup();
        around.retain(|other| merged.binary_search(other).is_err());
        for &part in &merged {
            self.holder[part as usize] = holder;
        }
        self.regions -= merged.len() - 1;
        let around = std::mem::replace(&mut self.around[holder as usize], around);
        let color = std::mem::replace(&mut self.colors[holder as usize], color);
        self.named += merged.len() + around.len();
        self.history.push(Painted { merged, holder, color, around });
    }

    /// Takes the last move back; whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(Painted { merged, holder, color, around }) = self.history.pop() else { return false };
        self.named -= merged.len() + around.len();
        self.regions += merged.len() - 1;
        for part in merged {
            self.holder[part as usize] = part;
        }
        self.colors[holder as usize] = color;
        self.around[holder as usize] = around;
        true
    }
}

#[cfg(test)]
mod tests {
    use azulejo_core::random::Random;

    use super::*;
    use crate::position::{Board, Layout};
    use crate::rules::paint;

    #[test]
    fn contracting_is_painting_the_board_and_undo_brings_every_graph_back() {
        let mut random = Random::new(3);
        for _ in 0..300 {
            let (rows, columns) = (1 + random.below(6), 1 + random.below(6));
            let colors = (0..rows * columns).map(|_| 1 + random.below(4) as Color).collect();
            let layout = Layout::Square { rows: rows as u16, columns: columns as u16 };
            let mut board = Board::new(layout, colors).unwrap();
            let graph = RegionGraph::of(&board);
            let mut contraction = Contraction::of(&graph);
            let mut seen = vec![board.clone()];
            for _ in 0..12 {
                let region = random.below(graph.len() as u64) as Region;
                let color = 1 + random.below(4) as Color;
                board = paint(&board, graph.first(region), color);
                contraction.paint(region, color);
                seen.push(board.clone());
                agree(&graph, &contraction, &board);
            }
            while let Some(board) = seen.pop() {
                agree(&graph, &contraction, &board);
                assert_eq!(contraction.undo(), !seen.is_empty());
            }
        }
    }

    fn agree(graph: &RegionGraph, contraction: &Contraction, board: &Board) {
        let painted = RegionGraph::of(board);
        assert_eq!(contraction.len(), painted.len());
        let firsts: Vec<_> = contraction.regions().map(|region| graph.first(region)).collect();
        assert_eq!(firsts, (0..painted.len() as Region).map(|region| painted.first(region)).collect::<Vec<_>>());
        for region in 0..graph.len() as Region {
            assert_eq!(Some(contraction.color(region)), board.color(graph.first(region)));
        }
    }
}
