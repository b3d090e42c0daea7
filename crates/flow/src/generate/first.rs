//! The first generator, kept so that its ids mean what they meant: random paths that cover the board, drawn again until
//! exactly one solution without self-touch is left. It hardly ever succeeds above 11×11.

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::grid::{Cell, Grid};
use azulejo_core::random::Random;

use crate::graph::Graph;
use crate::position::{Puzzle, Rules, Tile, Topology};
use crate::solve::{search, sweep};

/// How often paths are drawn anew before giving up.
const MOST_TRIES: u64 = 20_000;

/// A puzzle of this size with one solution without self-touch, if the tries suffice and the budget lasts. Only its time
/// and cancelling count, so that a seed gives one puzzle everywhere.
pub fn generate(rows: u16, columns: u16, seed: u64, limit: &Budget) -> Result<Option<Puzzle>, Stop> {
    let trunk = Random::new(seed);
    for part in 0..MOST_TRIES {
        limit.check()?;
        let Some(puzzle) = draw(rows, columns, &mut trunk.branch(part)) else { continue };
        if is_seen_to_be_unique(&puzzle) {
            return Ok(Some(puzzle));
        }
    }
    Ok(None)
}

/// Whether one solution is left, as far as a given number of nodes shows it; the engines and what they may use stay those
/// of the first version, so that better ones cannot change what is accepted.
fn is_seen_to_be_unique(puzzle: &Puzzle) -> bool {
    let budget = Budget::unlimited().with_nodes(50_000);
    let cells = puzzle.tiles().len() as u64;
    let mut found = sweep::run(puzzle, sweep::Prunings::ALL, 2, 300 * cells, &budget);
    if found.stop.is_some() && found.count < 2 && budget.check().is_ok() {
        let prunings = search::Prunings { corners: false, cuts: false, probes: None, ..search::Prunings::ALL };
        let quest = search::Quest::up_to(2);
        found = search::run(puzzle, &Graph::new(puzzle), Rules::STRICT, prunings, quest, &budget);
    }
    found.count == 1 && found.stop.is_none()
}

/// Random paths of at least three cells that do not touch themselves, or nothing when a cell is left over.
fn draw(rows: u16, columns: u16, random: &mut Random) -> Option<Puzzle> {
    let mut owners: Grid<Option<u16>> = Grid::filled(rows, columns, None);
    let mut ends: Vec<[Cell; 2]> = Vec::new();
    let free_beside = |owners: &Grid<Option<u16>>, cell: Cell| {
        owners.neighbors(cell).filter(|&other| owners[other].is_none()).count()
    };
    // The next path begins where there is least room, so that few cells are left over.
    while let Some(start) = owners
        .cells()
        .filter(|&cell| owners[cell].is_none())
        .min_by_key(|&cell| (free_beside(&owners, cell), random.below(64)))
    {
        let color = ends.len() as u16;
        owners[start] = Some(color);
        let (mut last, mut length) = (start, 1);
        loop {
            let touches = |owners: &Grid<Option<u16>>, cell: Cell, last: Cell| {
                owners.neighbors(cell).any(|other| other != last && owners[other] == Some(color))
            };
            let next = owners
                .neighbors(last)
                .filter(|&cell| owners[cell].is_none() && !touches(&owners, cell, last))
                .min_by_key(|&cell| (free_beside(&owners, cell), random.below(64)));
            let Some(next) = next else { break };
            let long = length >= 4 && random.below(u64::from(rows + columns)) == 0;
            if long && free_beside(&owners, next) > 1 {
                break;
            }
            owners[next] = Some(color);
            (last, length) = (next, length + 1);
        }
        if length < 3 {
            return None;
        }
        ends.push([start, last]);
    }
    let mut tiles = Grid::filled(rows, columns, Tile::Empty);
    for (color, pair) in ends.iter().enumerate() {
        for &cell in pair {
            tiles[cell] = Tile::Dot(color as u16);
        }
    }
    let labels = (0..ends.len()).map(crate::format::draft::label).collect();
    Puzzle::new(tiles, Topology::Square, Vec::new(), labels).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::auto;

    #[test]
    fn a_seed_gives_the_same_unique_puzzle() {
        for side in [5, 7, 9] {
            let first = || generate(side, side, 42, &Budget::unlimited()).unwrap();
            let one = first().unwrap();
            assert_eq!(first(), Some(one.clone()));
            let found = auto::search(&one, Rules::STRICT, 2, &Budget::unlimited());
            assert_eq!(found.count, 1);
        }
    }
}
