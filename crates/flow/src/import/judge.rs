//! From a lattice to a reading: dots are paired, and the solver arbitrates between pairings that cost nearly the same.

use azulejo_core::budget::Budget;
use azulejo_core::grid::Grid;
use azulejo_core::problem::Problem;

use super::dots::{self, Dot};
use super::lattice::Lattice;
use super::pairing::{self, Costs};
use super::picture::{Color, Picture};
use super::{Reading, Verdict};
use crate::format::draft::label;
use crate::position::{Puzzle, Rules, Tile, Topology};
use crate::solve::auto;

/// Two dots that differ by more are no pair.
const MOST_UNLIKE: f32 = 70.0;
/// A doubtful figure is taken for the missing partner of a dot when it differs by no more.
const PARTNER: f32 = 24.0;
/// A board with more dots is not read.
const MOST_DOTS: usize = 500;
/// Exchanges of partners that cost at most this much more are worth asking the solver.
const NEAR: f32 = 16.0;
/// So many other pairings are shown to the solver.
const MOST_TRIES: usize = 24;
/// Nodes the solver may spend on one pairing, and on one of a large board, where each costs more.
const NODES: u64 = 20_000;
const NODES_LARGE: u64 = 2_000;
/// A board of more cells is large.
const LARGE: usize = 400;

type Pairs = Vec<(usize, usize)>;

/// Reads the cells of a lattice.
pub(super) fn judge(
    picture: &Picture,
    lattice: &Lattice,
    cells: &mut dots::Cells,
    budget: &Budget,
) -> Result<Reading, Problem> {
    let found = dots::find(picture, lattice, cells);
    let (radius, doubtful) = (found.radius, found.doubtful);
    let mut dots = found.dots;
    let cells = usize::from(lattice.rows) * usize::from(lattice.columns);
    let size = format!("{} rows and {} columns", lattice.rows, lattice.columns);
    if dots.len() < 2 {
        return Err(Problem::new(format!("there is a grid of {size} in this picture, but no dots in its cells")));
    }
    if dots.len() * 3 > cells * 2 || dots.len() > MOST_DOTS {
        return Err(Problem::new(format!(
            "there is a grid of {size} in this picture, but it is too full for a puzzle"
        )));
    }
    let mut unsure = Vec::new();
    let mut costs = costs_of(&dots);
    let mut pairs = pairing::pairs(&costs);
    let bad = leftovers(&costs, &pairs, dots.len());
    if !bad.is_empty() {
        // A partner may be there after all, too weak or too odd to be seen at first.
        let mut spare = doubtful;
        let mut dropped = Vec::new();
        for &lonely in &bad {
            let smaller = |other: &Dot| 30.0 * (1.0 - other.radius / radius).clamp(0.0, 0.7);
            let cost = |other: &Dot| dots[lonely].unlike(other) + smaller(other);
            let near = spare.iter().enumerate().map(|(index, other)| (index, cost(other)));
            match near.min_by(|one, other| one.1.total_cmp(&other.1)) {
                Some((index, unlike)) if unlike < PARTNER => {
                    let partner = spare.swap_remove(index);
                    unsure.push(partner.cell);
                    dots.push(partner);
                }
                _ => dropped.push(lonely),
            }
        }
        if dropped.len() * 4 > dots.len() {
            let message = format!("there is a grid of {size} in this picture, but its dots do not come in pairs");
            return Err(Problem::new(message));
        }
        unsure.extend(dropped.iter().map(|&index| dots[index].cell));
        let keep: Vec<bool> = (0..dots.len()).map(|index| !dropped.contains(&index)).collect();
        let mut keep = keep.into_iter();
        dots.retain(|_| keep.next().unwrap_or(true));
        costs = costs_of(&dots);
        pairs = pairing::pairs(&costs);
        if !leftovers(&costs, &pairs, dots.len()).is_empty() {
            let message = format!("there is a grid of {size} in this picture, but its dots do not come in pairs");
            return Err(Problem::new(message));
        }
    }
    if pairs.is_empty() || dots.len() >= cells {
        return Err(Problem::new(format!("there is a grid of {size} in this picture, but no puzzle in it")));
    }
    let odd = unsure.len() as f32 / dots.len() as f32;
    let (pairs, verdict, doubts) = arbitrate(lattice, &dots, &costs, pairs, budget);
    unsure.extend(doubts.iter().map(|&index| dots[index].cell));
    unsure.sort_unstable();
    unsure.dedup();
    let worst = pairs.iter().map(|&(one, other)| costs.of(one, other)).fold(0.0, f32::max);
    let margin = pairing::exchanges(&costs, &pairs, f32::MAX).first().map_or(60.0, |exchange| exchange.extra);
    let colors_apart = if doubts.is_empty() && verdict == Verdict::One {
        1.0 - 0.1 * worst / MOST_UNLIKE
    } else {
        (margin.max(0.0) + 8.0) / (margin.max(0.0) + 12.0 + worst)
    };
    let even = 1.0 - dots.iter().map(|dot| (dot.radius / radius - 1.0).abs()).sum::<f32>() / dots.len() as f32;
    let solver = match verdict {
        Verdict::One => 1.0,
        Verdict::Several => 0.93,
        Verdict::Unknown => 0.88,
        Verdict::None => 0.4,
    };
    let confidence = (colors_apart * even * solver * (1.0 - odd)).clamp(0.0, 1.0);
    let (puzzle, colors) = puzzle(lattice, &dots, &pairs).ok_or_else(|| Problem::new("the dots make no puzzle"))?;
    Ok(Reading { puzzle, colors, confidence, unsure, lattice: *lattice, radius, verdict })
}

fn costs_of(dots: &[Dot]) -> Costs {
    Costs::new(dots.len(), |one, other| dots[one].unlike(&dots[other]))
}

/// Dots without a partner that is like them.
fn leftovers(costs: &Costs, pairs: &[(usize, usize)], dots: usize) -> Vec<usize> {
    let mut paired = vec![false; dots];
    for &(one, other) in pairs.iter().filter(|&&(one, other)| costs.of(one, other) <= MOST_UNLIKE) {
        (paired[one], paired[other]) = (true, true);
    }
    (0..dots).filter(|&index| !paired[index]).collect()
}

/// The pairing that the solver likes best among those that cost about the same, and the dots still in doubt.
fn arbitrate(
    lattice: &Lattice,
    dots: &[Dot],
    costs: &Costs,
    pairs: Pairs,
    budget: &Budget,
) -> (Pairs, Verdict, Vec<usize>) {
    let verdict = verdict(lattice, dots, &pairs, budget);
    let near = pairing::exchanges(costs, &pairs, NEAR);
    if near.is_empty() || verdict == Verdict::One {
        return (pairs, verdict, Vec::new());
    }
    let involved = |exchange: &pairing::Exchange| {
        exchange.into.iter().flat_map(|&(one, other)| [one, other]).collect::<Vec<usize>>()
    };
    let doubts: Vec<usize> = near.iter().flat_map(involved).collect();
    let change = |pairs: &Pairs, exchange: &pairing::Exchange| {
        let mut changed = pairs.clone();
        for (place, pair) in exchange.pairs.into_iter().zip(exchange.into) {
            changed[place] = pair;
        }
        changed
    };
    let apart =
        |one: &pairing::Exchange, other: &pairing::Exchange| one.pairs.iter().all(|pair| !other.pairs.contains(pair));
    // One exchange, or two that do not meddle with each other, the cheapest first.
    let mut tries: Vec<(f32, Pairs)> = near.iter().map(|one| (one.extra, change(&pairs, one))).collect();
    for (index, one) in near.iter().take(8).enumerate() {
        for other in near.iter().take(8).skip(index + 1).filter(|other| apart(one, other)) {
            tries.push((one.extra + other.extra, change(&change(&pairs, one), other)));
        }
    }
    tries.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut best = (pairs, verdict);
    for (_, changed) in tries.into_iter().take(MOST_TRIES) {
        if budget.check().is_err() {
            break;
        }
        let verdict = self::verdict(lattice, dots, &changed, budget);
        if verdict == Verdict::One {
            return (changed, verdict, Vec::new());
        }
        if best.1 == Verdict::None && verdict != Verdict::None {
            best = (changed, verdict);
        }
    }
    (best.0, best.1, doubts)
}

/// How many solutions a pairing has, as far as that is quickly told.
fn verdict(lattice: &Lattice, dots: &[Dot], pairs: &[(usize, usize)], budget: &Budget) -> Verdict {
    let Some((puzzle, _)) = puzzle(lattice, dots, pairs) else { return Verdict::None };
    if budget.check().is_err() {
        return Verdict::Unknown;
    }
    let nodes = if puzzle.tiles().len() > LARGE { NODES_LARGE } else { NODES };
    let quick = Budget::unlimited().with_nodes(nodes).with_memory(budget.memory());
    let found = auto::search(&puzzle, Rules::STRICT, 2, &quick);
    match (found.count, found.stop) {
        (2.., _) => Verdict::Several,
        (1, None) => Verdict::One,
        (0, None) => Verdict::None,
        _ => Verdict::Unknown,
    }
}

/// The puzzle of these pairs, with letters in reading order, and the colours of its pairs.
fn puzzle(lattice: &Lattice, dots: &[Dot], pairs: &[(usize, usize)]) -> Option<(Puzzle, Vec<Color>)> {
    let mut ordered: Vec<(&Dot, &Dot)> = pairs.iter().map(|&(one, other)| (&dots[one], &dots[other])).collect();
    ordered.sort_by_key(|(one, other)| one.cell.min(other.cell));
    let mut tiles = Grid::filled(lattice.rows, lattice.columns, Tile::Empty);
    let mut colors = Vec::new();
    for (number, (one, other)) in ordered.into_iter().enumerate() {
        tiles[one.cell] = Tile::Dot(number as u16);
        tiles[other.cell] = Tile::Dot(number as u16);
        let mean = |part: usize| u8::midpoint(one.color[part], other.color[part]);
        colors.push([mean(0), mean(1), mean(2)]);
    }
    let labels = (0..colors.len()).map(label).collect();
    Some((Puzzle::new(tiles, Topology::Square, Vec::new(), labels).ok()?, colors))
}
