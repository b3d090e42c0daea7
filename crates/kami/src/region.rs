//! The board as a graph: one vertex a region, named by its first place in reading order; the course text's two
//! dictionaries.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::position::{Board, Color, Place, VOID};

/// The number of a region: regions count by their first place in reading order.
pub type Region = u32;

const NONE: Region = Region::MAX;

/// A board cut into its connected regions of one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionGraph {
    labels: Vec<Region>,
    first: Vec<Place>,
    colors: Vec<Color>,
    neighbors: Vec<Vec<Region>>,
}

impl RegionGraph {
    /// The regions of a board and which of them touch.
    pub fn of(board: &Board) -> Self {
        let mut labels = vec![NONE; board.colors().len()];
        let mut first = Vec::new();
        let mut colors = Vec::new();
        let mut stack = Vec::new();
        for (start, &color) in board.colors().iter().enumerate() {
            if color == VOID || labels[start] != NONE {
                continue;
            }
            let region = first.len() as Region;
            first.push(start as Place);
            colors.push(color);
            labels[start] = region;
            stack.push(start as Place);
            while let Some(place) = stack.pop() {
                for neighbor in board.layout().neighbors(place) {
                    let label = &mut labels[neighbor as usize];
                    if *label == NONE && board.colors()[neighbor as usize] == color {
                        *label = region;
                        stack.push(neighbor);
                    }
                }
            }
        }
        let mut neighbors = vec![Vec::new(); first.len()];
        for (place, &region) in labels.iter().enumerate().filter(|&(_, &label)| label != NONE) {
            for neighbor in board.layout().neighbors(place as Place) {
                let other = labels[neighbor as usize];
                if other != NONE && other != region {
                    neighbors[region as usize].push(other);
                }
            }
        }
        for list in &mut neighbors {
            list.sort_unstable();
            list.dedup();
        }
        Self { labels, first, colors, neighbors }
    }

    /// How many regions there are.
    pub fn len(&self) -> usize {
        self.first.len()
    }

    /// Whether there is no region; never, for a board that could be built.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// The region of a place; nothing for voids and beyond the board.
    pub fn region_at(&self, place: Place) -> Option<Region> {
        self.labels.get(place as usize).copied().filter(|&label| label != NONE)
    }

    /// A region's first place in reading order.
    pub fn first(&self, region: Region) -> Place {
        self.first[region as usize]
    }

    /// A region's colour.
    pub fn color(&self, region: Region) -> Color {
        self.colors[region as usize]
    }

    /// The colours of all regions.
    pub fn colors(&self) -> &[Color] {
        &self.colors
    }

    /// The regions that touch a region, ascending.
    pub fn neighbors(&self, region: Region) -> &[Region] {
        &self.neighbors[region as usize]
    }

    /// The regions of each part of the board that touches no other part, parts by their first region.
    pub fn parts(&self) -> Vec<Vec<Region>> {
        let mut seen = vec![false; self.len()];
        let mut parts = Vec::new();
        for start in 0..self.len() {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            let mut part = vec![start as Region];
            let mut next = 0;
            while next < part.len() {
                for &neighbor in self.neighbors(part[next]) {
                    if !std::mem::replace(&mut seen[neighbor as usize], true) {
                        part.push(neighbor);
                    }
                }
                next += 1;
            }
            part.sort_unstable();
            parts.push(part);
        }
        parts
    }

    /// The course text's dictionaries, every region named by its first place.
    pub fn dictionaries(&self) -> Dictionaries {
        self.dictionaries_by(&self.first)
    }

    /// The same where these places name their regions; any place of a region may.
    pub fn dictionaries_named(&self, names: &[Place]) -> Result<Dictionaries, BadName> {
        let mut of_region = self.first.clone();
        let mut taken = vec![false; self.len()];
        for &name in names {
            let region = self.region_at(name).ok_or(BadName::Nowhere(name))? as usize;
            if std::mem::replace(&mut taken[region], true) && of_region[region] != name {
                return Err(BadName::Twice(of_region[region], name));
            }
            of_region[region] = name;
        }
        Ok(self.dictionaries_by(&of_region))
    }

    fn dictionaries_by(&self, names: &[Place]) -> Dictionaries {
        let name = |region: Region| names[region as usize];
        let regions = 0..self.len() as Region;
        Dictionaries {
            neighbors: regions
                .clone()
                .map(|region| {
                    let mut around: Vec<Place> = self.neighbors(region).iter().map(|&other| name(other)).collect();
                    around.sort_unstable();
                    (name(region), around)
                })
                .collect(),
            colors: regions.map(|region| (name(region), self.color(region))).collect(),
        }
    }
}

/// Why a place names no region, or not alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// A void, or beyond the board.
    #[error("{0} is in no region of this board")]
    Nowhere(Place),
    /// Two names for one region.
    #[error("{0} and {1} name the same region")]
    Twice(Place, Place),
}

/// The course text's `L` (who touches whom) and `C` (who has which colour), a region named by its first place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Dictionaries {
    /// For each region, the regions that touch it.
    #[serde(rename = "L")]
    pub neighbors: BTreeMap<Place, Vec<Place>>,
    /// For each region, its colour.
    #[serde(rename = "C")]
    pub colors: BTreeMap<Place, Color>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Layout;

    #[test]
    fn the_dictionaries_name_regions_by_their_first_cell() {
        let colors = vec![4, 4, 1, 4, 2, 1, 4, 2, 2];
        let board = Board::new(Layout::Square { rows: 3, columns: 3 }, colors).unwrap();
        let json = serde_json::to_string(&RegionGraph::of(&board).dictionaries()).unwrap();
        assert_eq!(json, r#"{"L":{"0":[2,4],"2":[0,4],"4":[0,2]},"C":{"0":4,"2":1,"4":2}}"#);
    }

    #[test]
    fn voids_split_a_board_into_parts() {
        let board = Board::new(Layout::Square { rows: 1, columns: 5 }, vec![1, 2, 0, 1, 1]).unwrap();
        let graph = RegionGraph::of(&board);
        assert_eq!(graph.parts(), [vec![0, 1], vec![2]]);
        assert_eq!(graph.region_at(2), None);
        assert_eq!(graph.region_at(4), Some(2));
    }

    #[test]
    fn equal_neighbours_of_a_graph_are_one_region() {
        let board = Board::new(Layout::graph(3, [(0, 1), (1, 2)]), vec![7, 7, 9]).unwrap();
        let graph = RegionGraph::of(&board);
        assert_eq!((graph.len(), graph.colors()), (2, &[7, 9][..]));
    }
}
