//! The exact search against plain exhaustive search: every small graph, thousands of random ones, known traps.

use azulejo_core::budget::Budget;
use azulejo_core::outcome::{Outcome, Proof};
use azulejo_core::random::Random;

use super::atlas::Atlas;
use super::bound::{Bound, Bounds};
use super::brute::Small;
use super::closure::{Closure, Question};
use super::part::Part;
use super::{Effort, Request, busca, first_moves, hint, keeping, solve};
use crate::position::{Board, Color, Layout, Terms};
use crate::region::RegionGraph;
use crate::rules::check;

fn part(small: &Small) -> Part {
    let board = board(&[small]);
    let graph = RegionGraph::of(&board);
    let regions: Vec<u32> = (0..graph.len() as u32).collect();
    Part::of(&graph, &regions, Terms::default()).unwrap()
}

/// The graphs side by side as one board; colours from 1.
fn board(smalls: &[&Small]) -> Board {
    let mut colors: Vec<Color> = Vec::new();
    let mut edges = Vec::new();
    for small in smalls {
        let first = colors.len() as u32;
        colors.extend(small.colors.iter().map(|&color| Color::from(color) + 1));
        for (one, &touching) in small.touching.iter().enumerate() {
            edges.extend(
                (0..16).filter(|other| touching >> other & 1 == 1).map(|other| (first + one as u32, first + other)),
            );
        }
    }
    Board::new(Layout::graph(colors.len(), edges), colors).unwrap()
}

/// The fewest moves by the closure alone, without beam or lower bounds to start from.
fn by_closure(part: &Part, bounds: Bounds) -> usize {
    let atlas = Atlas::<1>::of(part);
    let budget = Budget::unlimited();
    let solved = |moves: &usize| {
        let mut closure = Closure::new(&atlas, Question { moves: *moves, target: None, bounds }, &budget);
        closure.run().unwrap();
        !closure.finals.is_empty()
    };
    (0..30).find(solved).unwrap()
}

/// Solves a board and checks every claim of the answer.
fn solved(board: &Board, target: Option<Color>) -> usize {
    let terms = Terms { target, ..Terms::default() };
    let outcome = solve(board, &Request { terms, ..Request::default() }, &Budget::unlimited()).outcome;
    let Outcome::Solved { solution, proof: Proof::Optimal } = outcome else { panic!("{board:?}: {outcome:?}") };
    assert_eq!(check(board, terms, &solution.moves), Ok(()));
    assert_eq!(solution.moves.len() as u32, solution.lower_bound);
    solution.moves.len()
}

/// A connected graph with a proper colouring: a random tree, long or bushy, and some more edges.
fn random_small(random: &mut Random, count: usize, colors: u8) -> Small {
    let reach = 1 + random.index(count);
    let mut small = Small::new(vec![0; count], &[]);
    for region in 1..count {
        let parent = region - 1 - random.index(region.min(reach));
        small.touching[region] |= 1 << parent;
        small.touching[parent] |= 1 << region;
        let other = 1 + random.below(u64::from(colors) - 1) as u8;
        small.colors[region] = (small.colors[parent] + other) % colors;
    }
    for _ in 0..random.index(count) {
        let (one, other) = (random.index(count), random.index(count));
        if small.colors[one] != small.colors[other] {
            small.touching[one] |= 1 << other;
            small.touching[other] |= 1 << one;
        }
    }
    small
}

/// Every connected graph of this many vertices, one of each kind, as neighbour masks.
fn connected_graphs(count: usize) -> Vec<Vec<u16>> {
    if count == 1 {
        return vec![vec![0]];
    }
    let mut seen = std::collections::BTreeSet::new();
    let mut graphs = Vec::new();
    for smaller in connected_graphs(count - 1) {
        for joined in 1_u16..1 << (count - 1) {
            let mut graph = smaller.clone();
            for (vertex, touching) in graph.iter_mut().enumerate() {
                *touching |= (joined >> vertex & 1) << (count - 1);
            }
            graph.push(joined);
            if seen.insert(canonical(&graph)) {
                graphs.push(graph);
            }
        }
    }
    graphs
}

/// The smallest adjacency matrix over all orders of the vertices that go by degree.
fn canonical(graph: &[u16]) -> u32 {
    fn place(graph: &[u16], order: &mut Vec<usize>, best: &mut u32) {
        let count = graph.len();
        if order.len() == count {
            let mut code = 0;
            for one in 1..count {
                for other in 0..one {
                    code = code << 1 | u32::from(graph[order[one]] >> order[other] & 1);
                }
            }
            *best = code.min(*best);
            return;
        }
        let free = |vertex: &usize| !order.contains(vertex);
        let least = (0..count).filter(free).map(|vertex| graph[vertex].count_ones()).min();
        let next: Vec<usize> =
            (0..count).filter(free).filter(|&vertex| Some(graph[vertex].count_ones()) == least).collect();
        for vertex in next {
            order.push(vertex);
            place(graph, order, best);
            order.pop();
        }
    }
    let mut best = u32::MAX;
    place(graph, &mut Vec::new(), &mut best);
    best
}

/// Every proper colouring with at most `colors` colours, up to their names.
fn colorings(touching: &[u16], colors: u8) -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    for (vertex, &around) in touching.iter().enumerate() {
        all = all
            .into_iter()
            .flat_map(|coloring: Vec<u8>| {
                let next = coloring.iter().max().map_or(0, |&color| color + 1).min(colors - 1);
                (0..=next)
                    .filter(|&color| (0..vertex).all(|other| around >> other & 1 == 0 || coloring[other] != color))
                    .map(|color| coloring.iter().copied().chain([color]).collect())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    all
}

#[test]
fn agrees_with_exhaustive_search_on_every_connected_graph_of_up_to_seven_regions() {
    let known = [1, 1, 2, 6, 21, 112, 853];
    let mut checked = 0;
    for count in 1..=7 {
        let graphs = connected_graphs(count);
        assert_eq!(graphs.len(), known[count - 1]);
        for touching in graphs {
            for colors in colorings(&touching, 4) {
                let small = Small { touching: touching.clone(), colors };
                let fewest = small.fewest(4);
                assert_eq!(by_closure(&part(&small), Bounds::ALL), fewest, "{small:?}");
                checked += 1;
            }
        }
    }
    assert!(checked > 21_854, "{checked}");
}

#[test]
fn agrees_with_exhaustive_search_on_random_graphs_whatever_the_bounds() {
    let mut random = Random::new(11);
    for round in 0..3000 {
        let count = if round % 20 == 0 { 9 + random.index(3) } else { 3 + random.index(6) };
        let colors = if count > 8 { 3 } else { 2 + random.below(3) as u8 };
        let small = random_small(&mut random, count, colors);
        let (part, fewest) = (part(&small), small.fewest(colors));
        let mut switches = vec![
            Bounds::ALL,
            Bounds::ALL.without(Bound::Cover),
            Bounds::NONE.with(Bound::Cover),
            Bounds::ALL.without(Bound::Dominance),
        ];
        if count <= 6 {
            switches.push(Bounds::NONE);
        }
        for bounds in switches {
            assert_eq!(by_closure(&part, bounds), fewest, "{bounds:?} {small:?}");
        }
        assert_eq!(solved(&board(&[&small]), None), fewest, "{small:?}");
    }
}

#[test]
fn a_target_colour_costs_what_exhaustive_search_says() {
    let mut random = Random::new(12);
    for _ in 0..800 {
        let count = 2 + random.index(6);
        let small = random_small(&mut random, count, 4);
        let by_color = small.fewest_by_color(4);
        for (color, &fewest) in by_color.iter().enumerate() {
            assert_eq!(solved(&board(&[&small]), Some(color as Color + 1)), fewest, "{color} {small:?}");
        }
    }
}

#[test]
fn parts_that_do_not_touch_end_in_the_same_colour_as_cheaply_as_possible() {
    let mut random = Random::new(13);
    for _ in 0..500 {
        let smalls: Vec<Small> = (0..2 + random.index(2))
            .map(|_| {
                let count = 1 + random.index(6);
                random_small(&mut random, count, 4)
            })
            .collect();
        let tables: Vec<Vec<usize>> = smalls.iter().map(|small| small.fewest_by_color(4)).collect();
        let fewest = (0..4).map(|color| tables.iter().map(|table| table[color]).sum::<usize>()).min().unwrap();
        assert_eq!(solved(&board(&smalls.iter().collect::<Vec<_>>()), None), fewest, "{smalls:?}");
    }
}

/// A path whose vertices have these colours.
fn path(colors: &[Color]) -> Board {
    let last = colors.len() as u32 - 1;
    Board::new(Layout::graph(colors.len(), (0..last).map(|vertex| (vertex, vertex + 1))), colors.to_vec()).unwrap()
}

#[test]
fn two_colours_take_as_many_moves_as_the_radius() {
    for length in 1..20 {
        let colors: Vec<Color> = (0..length).map(|index| 1 + index % 2).collect();
        assert_eq!(solved(&path(&colors), None), length as usize / 2);
    }
}

#[test]
fn busca_and_the_exact_search_agree_on_what_is_possible() {
    let mut random = Random::new(14);
    for _ in 0..60 {
        let small = random_small(&mut random, 5, 3);
        let (board, fewest) = (board(&[&small]), small.fewest(3) as u32);
        let budget = Budget::unlimited();
        let first = busca::busca(&board, fewest, &budget).unwrap().unwrap();
        if fewest > 0 {
            assert_eq!(busca::busca(&board, fewest - 1, &budget), Ok(None));
            let all = first_moves(&board, Terms::default());
            assert!(
                keeping(&board, Terms::default(), fewest, &all, &budget).unwrap().contains(&first),
                "{small:?} {first}"
            );
            let request = Request { moves: Some(fewest - 1), ..Request::default() };
            assert_eq!(solve(&board, &request, &budget).outcome, Outcome::Impossible);
        }
    }
}

#[test]
fn hints_lead_to_the_end_in_the_fewest_moves() {
    let mut random = Random::new(15);
    for _ in 0..100 {
        let small = random_small(&mut random, 8, 4);
        let mut board = board(&[&small]);
        for left in (0..=small.fewest(4) as u32).rev() {
            let hint = hint(&board, Terms::default(), Some(left), &Budget::unlimited()).unwrap().unwrap();
            assert_eq!(hint.distance, left);
            let Some(next) = hint.next else { break };
            board = crate::rules::paint(&board, next.spot.place(&board).unwrap(), next.color);
        }
    }
}

#[test]
fn a_search_that_is_stopped_says_what_it_knows() {
    let mut random = Random::new(16);
    let colors: Vec<Color> = (0..400).map(|_| 1 + random.below(6) as Color).collect();
    let board = Board::new(Layout::Square { rows: 20, columns: 20 }, colors).unwrap();
    let outcome = solve(&board, &Request::default(), &Budget::unlimited().with_nodes(20_000)).outcome;
    let Outcome::GaveUp { best: Some(best), lower_bound: Some(lower), .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!(check(&board, Terms::default(), &best.moves), Ok(()));
    assert!(lower >= 5 && (lower as usize) < best.moves.len());
    let request = Request { effort: Effort::First, ..Request::default() };
    let first = solve(&board, &request, &Budget::unlimited()).outcome;
    assert!(matches!(first, Outcome::Solved { proof: Proof::FirstFound, .. }), "{first:?}");
}

#[test]
fn boards_too_large_to_search_still_get_a_solution() {
    let mut random = Random::new(17);
    let colors: Vec<Color> = (0..10_000).map(|_| 1 + random.below(5) as Color).collect();
    let large = Board::new(Layout::Square { rows: 100, columns: 100 }, colors).unwrap();
    let outcome = solve(&large, &Request::default(), &Budget::unlimited()).outcome;
    let Outcome::GaveUp { best: Some(best), lower_bound: Some(lower), .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!(check(&large, Terms::default(), &best.moves), Ok(()));
    assert!(lower as usize <= best.moves.len());
    // A hundred colours do not fit a mask, but each of them needs a move, so this one is even proven.
    assert_eq!(solved(&path(&(1..=100).collect::<Vec<_>>()), None), 99);
}

#[test]
fn any_number_of_threads_gives_the_same_answer() {
    let mut random = Random::new(8);
    for size in [6_u16, 7, 8, 9] {
        for _ in 0..3 {
            let colors = (0..size * size).map(|_| 1 + random.below(5) as Color).collect();
            let board = Board::new(Layout::Square { rows: size, columns: size }, colors).unwrap();
            let answer = |threads| solve(&board, &Request::default(), &Budget::unlimited().with_threads(threads));
            let alone = answer(1);
            for threads in [2, 3, 8] {
                let together = answer(threads);
                assert_eq!((&together.outcome, together.nodes), (&alone.outcome, alone.nodes), "{threads} threads");
            }
        }
    }
}
