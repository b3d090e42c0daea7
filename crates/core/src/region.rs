//! Connected regions of equal value: labels, cells, boxes and the graph of neighbours, in linear time.
//!
//! Regions are numbered by their first cell in reading order, and list their cells in reading order.

use crate::grid::{Cell, Grid};

/// The number of a region within its [`Regions`].
pub type RegionId = u32;

/// The label of a cell that belongs to no region.
const NONE: RegionId = RegionId::MAX;

/// The smallest rectangle round some cells, both corners included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The upper left corner.
    pub first: Cell,
    /// The lower right corner.
    pub last: Cell,
}

impl Bounds {
    fn of(cell: Cell) -> Self {
        Self { first: cell, last: cell }
    }

    fn include(&mut self, cell: Cell) {
        self.first = Cell::new(self.first.row.min(cell.row), self.first.column.min(cell.column));
        self.last = Cell::new(self.last.row.max(cell.row), self.last.column.max(cell.column));
    }

    /// Rows spanned.
    pub fn rows(self) -> u16 {
        self.last.row - self.first.row + 1
    }

    /// Columns spanned.
    pub fn columns(self) -> u16 {
        self.last.column - self.first.column + 1
    }
}

/// A grid cut into its connected regions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    labels: Grid<RegionId>,
    /// All regions' cells, one region after the other; region `r` owns `cells[starts[r]..starts[r + 1]]`.
    cells: Vec<Cell>,
    starts: Vec<u32>,
    bounds: Vec<Bounds>,
}

impl Regions {
    /// Every cell belongs to the region of its equal neighbours.
    pub fn of<T: PartialEq>(grid: &Grid<T>) -> Self {
        Self::of_included(grid, |_| true)
    }

    /// The same, leaving out cells whose value is not included (voids, holes).
    pub fn of_included<T: PartialEq>(grid: &Grid<T>, included: impl Fn(&T) -> bool) -> Self {
        let mut labels = Grid::filled(grid.rows(), grid.columns(), NONE);
        let mut bounds = Vec::new();
        let mut sizes: Vec<u32> = Vec::new();
        let mut stack = Vec::new();
        for start in grid.cells() {
            if labels[start] != NONE || !included(&grid[start]) {
                continue;
            }
            let region = bounds.len() as RegionId;
            let mut around = Bounds::of(start);
            let mut size = 0;
            labels[start] = region;
            stack.push(start);
            while let Some(cell) = stack.pop() {
                around.include(cell);
                size += 1;
                for neighbor in grid.neighbors(cell) {
                    if labels[neighbor] == NONE && grid[neighbor] == grid[start] {
                        labels[neighbor] = region;
                        stack.push(neighbor);
                    }
                }
            }
            bounds.push(around);
            sizes.push(size);
        }
        let mut starts = Vec::with_capacity(sizes.len() + 1);
        let mut total = 0;
        for size in sizes {
            starts.push(total);
            total += size;
        }
        starts.push(total);
        let mut cells = vec![Cell::new(0, 0); total as usize];
        let mut next = starts.clone();
        for cell in grid.cells().filter(|&cell| labels[cell] != NONE) {
            let slot = &mut next[labels[cell] as usize];
            cells[*slot as usize] = cell;
            *slot += 1;
        }
        Self { labels, cells, starts, bounds }
    }

    /// How many regions there are.
    pub fn len(&self) -> usize {
        self.bounds.len()
    }

    /// Whether there is no region.
    pub fn is_empty(&self) -> bool {
        self.bounds.is_empty()
    }

    /// The region a cell belongs to; nothing for cells left out or beyond the edge.
    pub fn region_at(&self, cell: Cell) -> Option<RegionId> {
        self.labels.get(cell).copied().filter(|&label| label != NONE)
    }

    /// A region's cells in reading order.
    pub fn cells(&self, region: RegionId) -> &[Cell] {
        let region = region as usize;
        &self.cells[self.starts[region] as usize..self.starts[region + 1] as usize]
    }

    /// The rectangle round a region.
    pub fn bounds(&self, region: RegionId) -> Bounds {
        self.bounds[region as usize]
    }

    /// For each region, the regions that share an edge with it, ascending.
    pub fn graph(&self) -> Vec<Vec<RegionId>> {
        let mut graph = vec![Vec::new(); self.len()];
        for cell in self.labels.cells() {
            let Some(region) = self.region_at(cell) else { continue };
            for neighbor in self.labels.neighbors(cell) {
                if let Some(other) = self.region_at(neighbor).filter(|&other| other != region) {
                    graph[region as usize].push(other);
                }
            }
        }
        for neighbors in &mut graph {
            neighbors.sort_unstable();
            neighbors.dedup();
        }
        graph
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn letters(text: &str) -> Grid<char> {
        Grid::from_rows(text.split('/').map(|row| row.chars().collect()).collect()).unwrap()
    }

    #[test]
    fn regions_are_numbered_in_reading_order() {
        let regions = Regions::of(&letters("aab/aca/aaa"));
        assert_eq!(regions.len(), 3);
        assert_eq!(regions.cells(1), [Cell::new(0, 2)]);
        assert_eq!(regions.region_at(Cell::new(1, 2)), Some(0));
        assert_eq!(regions.bounds(0), Bounds { first: Cell::new(0, 0), last: Cell::new(2, 2) });
        assert_eq!(regions.graph(), [vec![1, 2], vec![0], vec![0]]);
    }

    #[test]
    fn cells_left_out_have_no_region_and_join_nothing() {
        let regions = Regions::of_included(&letters("a.a"), |&letter| letter != '.');
        assert_eq!(regions.len(), 2);
        assert_eq!(regions.region_at(Cell::new(0, 1)), None);
        assert_eq!(regions.graph(), [Vec::<u32>::new(), vec![]]);
    }

    /// The slow, obvious way: two cells share a region if a walk over equal cells joins them.
    fn joined(grid: &Grid<u8>, from: Cell, to: Cell) -> bool {
        let mut seen = vec![from];
        let mut next = 0;
        while next < seen.len() {
            for neighbor in grid.neighbors(seen[next]) {
                if grid[neighbor] == grid[from] && !seen.contains(&neighbor) {
                    seen.push(neighbor);
                }
            }
            next += 1;
        }
        seen.contains(&to)
    }

    proptest! {
        #[test]
        fn two_cells_share_a_region_exactly_when_a_walk_joins_them(
            columns in 1_u16..7, values in prop::collection::vec(0_u8..3, 1..40)
        ) {
            let rows = values.len() as u16 / columns;
            prop_assume!(rows > 0);
            let grid = Grid::from_fn(rows, columns, |cell| values[usize::from(cell.row * columns + cell.column)]);
            let regions = Regions::of(&grid);
            for one in grid.cells() {
                for other in grid.cells() {
                    prop_assert_eq!(regions.region_at(one) == regions.region_at(other), joined(&grid, one, other));
                }
            }
            let total: usize = (0..regions.len()).map(|region| regions.cells(region as u32).len()).sum();
            prop_assert_eq!(total, grid.len());
        }
    }
}
