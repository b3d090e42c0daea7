//! Best-first search over boards half drawn, as the document's chapter on A* sketches it.
//!
//! A board half drawn is a path from the first dot of each colour to its head. To go on, one colour is chosen, the one
//! whose head has the fewest ways (ties: the first colour), and each of its ways gives one new board; so every solution
//! is reached in exactly one way, and when no board is left there is none. Boards with the least `cost + distance` come
//! first: `cost` counts the moves that were not forced, `distance` adds up, over the colours not yet joined, how far the
//! head is from its dot on the empty board, which is never more than what is still to be drawn. Ties go to the board with
//! more drawn, then to the later one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use azulejo_core::budget::{Budget, Stop};

use super::Found;
use crate::graph::Graph;
use crate::position::{Fill, Puzzle, Rules, Solution, Touch};

/// What discards boards early; each can be switched off without changing any answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // Switches, each on its own.
pub struct Prunings {
    /// A free cell must have two ways left, to free cells or open ends: where every cell is used, a path goes through.
    pub dead_ends: bool,
    /// Every head must reach its dot over free cells.
    pub stranded_colors: bool,
    /// Where every cell is used, every region of free cells must touch the head and the dot of one colour.
    pub stranded_regions: bool,
    /// A free cell that is the only way between two regions can serve one colour at most.
    pub bottlenecks: bool,
}

impl Prunings {
    /// All of them.
    pub const ALL: Self = Self { dead_ends: true, stranded_colors: true, stranded_regions: true, bottlenecks: true };
    /// None of them.
    pub const NONE: Self =
        Self { dead_ends: false, stranded_colors: false, stranded_regions: false, bottlenecks: false };
}

/// Finds solutions until there are `limit`.
pub fn run(puzzle: &Puzzle, graph: &Graph, rules: Rules, prunings: Prunings, limit: u64, budget: &Budget) -> Found {
    let mut found = Found::none();
    let distances = match distances(graph, budget) {
        Ok(distances) => distances,
        Err(stop) => return Found { stop: Some(stop), ..found },
    };
    let space = Space { puzzle, graph, rules, prunings, distances };
    let mut meter = budget.meter();
    found.stop = explore(&space, limit, &mut found, budget, &mut || meter.tick()).err();
    found.nodes = meter.nodes();
    found
}

const FREE: u16 = u16::MAX;

/// A board half drawn: the owner of each node, and each colour's head.
#[derive(Clone)]
struct Board {
    owners: Box<[u16]>,
    /// The node each path came from; with the head this is the whole path.
    before: Box<[u32]>,
    heads: Box<[u32]>,
    cost: u32,
    drawn: u32,
}

struct Space<'a> {
    puzzle: &'a Puzzle,
    graph: &'a Graph,
    rules: Rules,
    prunings: Prunings,
    /// For each colour, how far every node is from its second dot.
    distances: Vec<Vec<u32>>,
}

fn distances(graph: &Graph, budget: &Budget) -> Result<Vec<Vec<u32>>, Stop> {
    if (4 * graph.len()).saturating_mul(graph.dots().len()) > budget.memory() {
        return Err(Stop::Memory);
    }
    graph
        .dots()
        .iter()
        .map(|&[_, goal]| {
            budget.check()?;
            let mut distance = vec![u32::MAX; graph.len()];
            distance[goal as usize] = 0;
            let mut reached = vec![goal];
            let mut at = 0;
            while let Some(&node) = reached.get(at) {
                at += 1;
                for way in graph.ways(node) {
                    if distance[way.node as usize] == u32::MAX {
                        distance[way.node as usize] = distance[node as usize] + 1;
                        reached.push(way.node);
                    }
                }
            }
            Ok(distance)
        })
        .collect()
}

fn explore(
    space: &Space,
    limit: u64,
    found: &mut Found,
    budget: &Budget,
    tick: &mut impl FnMut() -> Result<(), Stop>,
) -> Result<(), Stop> {
    let graph = space.graph;
    let size = 6 * graph.len() + 4 * graph.dots().len() + 128;
    let first = Board {
        owners: (0..graph.len() as u32).map(|node| graph.color(node).unwrap_or(FREE)).collect(),
        before: vec![u32::MAX; graph.len()].into(),
        heads: graph.dots().iter().map(|dots| dots[0]).collect(),
        cost: 0,
        drawn: 0,
    };
    let mut boards: Vec<Option<Board>> = vec![Some(first)];
    let mut vacant: Vec<usize> = Vec::new();
    let mut queue = BinaryHeap::from([(Reverse(0_u64), 0_u32, 0_u64, 0_usize)]);
    let mut number = 0;
    while let Some((_, _, _, index)) = queue.pop() {
        tick()?;
        let Some(board) = boards[index].take() else { continue };
        vacant.push(index);
        let Some((color, ways)) = space.choose(&board) else {
            if space.rules.fill == Fill::Free || board.owners.iter().all(|&owner| owner != FREE) {
                found.add(space.solution(&board));
                if found.count >= u128::from(limit) {
                    return Ok(());
                }
            }
            continue;
        };
        let forced = ways.len() == 1;
        for node in ways {
            let next = Space::drawn(&board, color, node, forced);
            // A board takes so long to judge that the clock may be asked for each.
            budget.check()?;
            if !space.keeps(&next, budget)? {
                continue;
            }
            let Some(distance) = space.distance(&next) else { continue };
            number += 1;
            let place = vacant.pop().unwrap_or_else(|| {
                boards.push(None);
                boards.len() - 1
            });
            queue.push((Reverse(u64::from(next.cost) + distance), next.drawn, number, place));
            boards[place] = Some(next);
        }
        if boards.len().saturating_mul(size) > budget.memory() {
            return Err(Stop::Memory);
        }
    }
    Ok(())
}

impl Space<'_> {
    fn goal(&self, color: usize) -> u32 {
        self.graph.dots()[color][1]
    }

    /// The colour to go on with and where its head may go; nothing when all are joined.
    fn choose(&self, board: &Board) -> Option<(usize, Vec<u32>)> {
        let open = (0..board.heads.len()).filter(|&color| board.heads[color] != self.goal(color));
        open.map(|color| (color, self.ways(board, color))).min_by_key(|(_, ways)| ways.len())
    }

    fn ways(&self, board: &Board, color: usize) -> Vec<u32> {
        let head = board.heads[color];
        let enters = |node: u32| node == self.goal(color) || board.owners[node as usize] == FREE;
        let ways = self.graph.ways(head).iter().map(|way| way.node);
        ways.filter(|&node| enters(node) && self.may_touch(board, color, head, node)).collect()
    }

    fn may_touch(&self, board: &Board, color: usize, head: u32, node: u32) -> bool {
        let goal = self.goal(color);
        let drawn = |other: u32| board.owners[other as usize] == color as u16 && other != goal;
        match self.rules.touch {
            Touch::Allow => true,
            Touch::Forbid => {
                self.graph.ways(node).iter().all(|way| way.node == head || way.node == node || !drawn(way.node))
            }
            Touch::NoSquare => {
                let cell = self.graph.cell(node);
                let mut path = vec![cell];
                let mut at = head;
                while at != u32::MAX {
                    path.push(self.graph.cell(at));
                    at = board.before[at as usize];
                }
                let covered = |corner| path.contains(&corner);
                !self.puzzle.squares_with(cell).any(|square| square.into_iter().all(covered))
            }
        }
    }

    fn drawn(board: &Board, color: usize, node: u32, forced: bool) -> Board {
        let mut next = board.clone();
        next.owners[node as usize] = color as u16;
        next.before[node as usize] = board.heads[color];
        next.heads[color] = node;
        next.cost += u32::from(!forced);
        next.drawn += 1;
        next
    }

    fn distance(&self, board: &Board) -> Option<u64> {
        let mut sum = 0;
        for (color, &head) in board.heads.iter().enumerate() {
            match self.distances[color][head as usize] {
                u32::MAX => return None,
                distance => sum += u64::from(distance),
            }
        }
        Some(sum)
    }

    /// Whether a board may still have a solution.
    fn keeps(&self, board: &Board, budget: &Budget) -> Result<bool, Stop> {
        let full = self.rules.fill == Fill::Full;
        if self.prunings.dead_ends && full && self.has_dead_end(board) {
            return Ok(false);
        }
        if self.prunings.stranded_colors || (self.prunings.stranded_regions && full) {
            let regions = self.regions(board, u32::MAX);
            let stranded = |color: usize| self.is_open(board, color) && !self.joinable(board, &regions, color);
            if self.prunings.stranded_colors && (0..board.heads.len()).any(stranded) {
                return Ok(false);
            }
            if self.prunings.stranded_regions && full && self.has_stranded_region(board, &regions) {
                return Ok(false);
            }
        }
        Ok(!(self.prunings.bottlenecks && self.has_bottleneck(board, budget)?))
    }

    fn is_open(&self, board: &Board, color: usize) -> bool {
        board.heads[color] != self.goal(color)
    }

    /// Whether a node is the open end of a path: a head, or a dot not yet reached.
    fn is_end(&self, board: &Board, node: u32) -> bool {
        let owner = board.owners[node as usize];
        owner != FREE
            && self.is_open(board, usize::from(owner))
            && (board.heads[usize::from(owner)] == node || self.goal(usize::from(owner)) == node)
    }

    fn has_dead_end(&self, board: &Board) -> bool {
        (0..self.graph.len() as u32).filter(|&node| board.owners[node as usize] == FREE).any(|node| {
            let ways = self.graph.ways(node).iter();
            ways.filter(|way| board.owners[way.node as usize] == FREE || self.is_end(board, way.node)).count() < 2
        })
    }

    /// Numbers the regions of free nodes; `without` counts as not free.
    fn regions(&self, board: &Board, without: u32) -> Vec<u32> {
        let mut regions = vec![u32::MAX; self.graph.len()];
        let mut stack = Vec::new();
        let mut number = 0;
        for start in 0..self.graph.len() as u32 {
            let free = |node: u32| board.owners[node as usize] == FREE && node != without;
            if !free(start) || regions[start as usize] != u32::MAX {
                continue;
            }
            regions[start as usize] = number;
            stack.push(start);
            while let Some(node) = stack.pop() {
                for way in self.graph.ways(node) {
                    if free(way.node) && regions[way.node as usize] == u32::MAX {
                        regions[way.node as usize] = number;
                        stack.push(way.node);
                    }
                }
            }
            number += 1;
        }
        regions
    }

    /// Whether head and dot are neighbours or touch one region.
    fn joinable(&self, board: &Board, regions: &[u32], color: usize) -> bool {
        let (head, goal) = (board.heads[color], self.goal(color));
        let beside = |node: u32| self.graph.ways(node).iter().map(|way| way.node);
        beside(head).any(|node| node == goal)
            || beside(head).any(|one| {
                let region = regions[one as usize];
                region != u32::MAX && beside(goal).any(|other| regions[other as usize] == region)
            })
    }

    fn has_stranded_region(&self, board: &Board, regions: &[u32]) -> bool {
        let number = regions.iter().filter(|&&region| region != u32::MAX).max().map_or(0, |&last| last as usize + 1);
        let mut served = vec![false; number];
        for color in (0..board.heads.len()).filter(|&color| self.is_open(board, color)) {
            let around = |node: u32| self.graph.ways(node).iter().map(|way| regions[way.node as usize]);
            for region in around(board.heads[color]).filter(|&region| region != u32::MAX) {
                if around(self.goal(color)).any(|other| other == region) {
                    served[region as usize] = true;
                }
            }
        }
        served.contains(&false)
    }

    fn has_bottleneck(&self, board: &Board, budget: &Budget) -> Result<bool, Stop> {
        let free = |node: u32| board.owners[node as usize] == FREE;
        let mut looked_at = 0;
        for node in (0..self.graph.len() as u32).filter(|&node| free(node)) {
            // Only a cell with few free neighbours can hold two regions together.
            if self.graph.ways(node).iter().filter(|way| free(way.node)).count() > 2 {
                continue;
            }
            // Each of them takes a look at the whole board, so that a large one takes very long.
            looked_at += self.graph.len();
            if looked_at > 1 << 14 {
                looked_at = 0;
                budget.check()?;
            }
            let regions = self.regions(board, node);
            let needs = |color: &usize| self.is_open(board, *color) && !self.joinable(board, &regions, *color);
            if (0..board.heads.len()).filter(needs).nth(1).is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn solution(&self, board: &Board) -> Solution {
        Solution::from_paths((0..board.heads.len()).map(|color| {
            let mut path = Vec::new();
            let mut node = self.goal(color);
            while node != u32::MAX {
                path.push(self.graph.cell(node));
                node = board.before[node as usize];
            }
            path.reverse();
            path
        }))
    }
}
