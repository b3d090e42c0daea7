//! Dots into exact pairs by least total cost, so that no threshold has to say when two colours are the same.

/// So many dots are matched exactly; of more, those that are not obvious.
const MOST_EXACT: usize = 16;

/// A symmetric table of costs.
#[derive(Clone, Debug)]
pub(super) struct Costs {
    size: usize,
    costs: Vec<f32>,
}

impl Costs {
    /// The cost of every two of `size` things.
    pub(super) fn new(size: usize, cost: impl Fn(usize, usize) -> f32) -> Self {
        let mut costs = vec![0.0; size * size];
        for one in 0..size {
            for other in one + 1..size {
                let cost = cost(one, other);
                costs[one * size + other] = cost;
                costs[other * size + one] = cost;
            }
        }
        Self { size, costs }
    }

    /// The cost of two.
    pub(super) fn of(&self, one: usize, other: usize) -> f32 {
        self.costs[one * self.size + other]
    }

    /// How many things there are.
    pub(super) fn len(&self) -> usize {
        self.size
    }
}

/// Pairs of least total cost; when the number is odd, one is left over.
pub(super) fn pairs(costs: &Costs) -> Vec<(usize, usize)> {
    let mut free: Vec<usize> = (0..costs.len()).collect();
    let mut found = if free.len() > MOST_EXACT { obvious(costs, &mut free) } else { Vec::new() };
    if free.len() <= MOST_EXACT {
        found.extend(exact(costs, &free));
    } else {
        found.extend(greedy(costs, &free));
        improve(costs, &mut found);
    }
    for pair in &mut found {
        *pair = (pair.0.min(pair.1), pair.0.max(pair.1));
    }
    found.sort_unstable();
    found
}

/// Takes out pairs of two that are each other's nearest by far. By the triangle inequality, parting such a pair can save
/// at most twice its own cost, and that is noise.
fn obvious(costs: &Costs, free: &mut Vec<usize>) -> Vec<(usize, usize)> {
    let nearest = |one: usize| {
        let others = (0..costs.len()).filter(|&other| other != one);
        let mut sorted = (usize::MAX, f32::MAX, f32::MAX);
        for other in others {
            let cost = costs.of(one, other);
            if cost < sorted.1 {
                sorted = (other, cost, sorted.1);
            } else if cost < sorted.2 {
                sorted.2 = cost;
            }
        }
        sorted
    };
    let near: Vec<(usize, f32, f32)> = (0..costs.len()).map(nearest).collect();
    let even = costs.len().is_multiple_of(2);
    let mut found = Vec::new();
    for one in 0..costs.len() {
        let (other, cost, second) = near[one];
        let far = |second: f32| second > 3.0 * cost + 4.0;
        if even && one < other && other < costs.len() && near[other].0 == one && far(second) && far(near[other].2) {
            found.push((one, other));
        }
    }
    free.retain(|thing| !found.iter().any(|pair| pair.0 == *thing || pair.1 == *thing));
    found
}

/// The cheapest pairs of a few things: the best for every subset, smaller ones first.
fn exact(costs: &Costs, free: &[usize]) -> Vec<(usize, usize)> {
    let count = free.len();
    let full = (1_usize << count) - 1;
    // One thing may stay over when the number is odd: pairing stops when fewer than two are left.
    let odd = !count.is_multiple_of(2);
    let mut best = vec![(f32::INFINITY, 0_u8, 0_u8); full + 1];
    best[0].0 = 0.0;
    for set in 1..=full {
        if odd && set.is_power_of_two() {
            best[set].0 = 0.0;
            continue;
        }
        let first = set.trailing_zeros() as usize;
        let partners = (first + 1..count).filter(|other| set >> other & 1 == 1);
        for other in partners {
            let rest = set & !(1 << first) & !(1 << other);
            let cost = best[rest].0 + costs.of(free[first], free[other]);
            if cost < best[set].0 {
                best[set] = (cost, first as u8, other as u8);
            }
        }
        if odd && !set.count_ones().is_multiple_of(2) {
            // The first one may be the one left over.
            let rest = set & !(1 << first);
            if best[rest].0 < best[set].0 {
                best[set] = (best[rest].0, first as u8, first as u8);
            }
        }
    }
    let mut found = Vec::new();
    let mut set = full;
    while set.count_ones() > 1 {
        let (_, one, other) = best[set];
        if one != other {
            found.push((free[usize::from(one)], free[usize::from(other)]));
        }
        set &= !(1 << one) & !(1 << other);
    }
    found
}

/// Cheapest pair first.
fn greedy(costs: &Costs, free: &[usize]) -> Vec<(usize, usize)> {
    let mut edges: Vec<(f32, usize, usize)> = Vec::new();
    for (index, &one) in free.iter().enumerate() {
        edges.extend(free[index + 1..].iter().map(|&other| (costs.of(one, other), one, other)));
    }
    edges.sort_by(|one, other| one.0.total_cmp(&other.0).then((one.1, one.2).cmp(&(other.1, other.2))));
    let mut used = vec![false; costs.len()];
    let mut found = Vec::new();
    for (_, one, other) in edges {
        if !used[one] && !used[other] {
            (used[one], used[other]) = (true, true);
            found.push((one, other));
        }
    }
    found
}

/// Lets pairs exchange partners as long as that pays.
fn improve(costs: &Costs, pairs: &mut [(usize, usize)]) {
    let mut changed = true;
    while changed {
        changed = false;
        for one in 0..pairs.len() {
            for other in one + 1..pairs.len() {
                let ((a, b), (c, d)) = (pairs[one], pairs[other]);
                let now = costs.of(a, b) + costs.of(c, d) - 1e-3;
                if costs.of(a, c) + costs.of(b, d) < now {
                    (pairs[one], pairs[other]) = ((a, c), (b, d));
                    changed = true;
                } else if costs.of(a, d) + costs.of(b, c) < now {
                    (pairs[one], pairs[other]) = ((a, d), (b, c));
                    changed = true;
                }
            }
        }
    }
}

/// Two pairs that could exchange partners: which, the pairs this would give, and what it would cost more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exchange {
    pub(super) pairs: [usize; 2],
    pub(super) into: [(usize, usize); 2],
    pub(super) extra: f32,
}

/// All exchanges that cost at most so much more, the cheapest first.
pub(super) fn exchanges(costs: &Costs, pairs: &[(usize, usize)], most: f32) -> Vec<Exchange> {
    let mut found = Vec::new();
    for one in 0..pairs.len() {
        for other in one + 1..pairs.len() {
            let ((a, b), (c, d)) = (pairs[one], pairs[other]);
            let now = costs.of(a, b) + costs.of(c, d);
            for into in [[(a, c), (b, d)], [(a, d), (b, c)]] {
                let extra = costs.of(into[0].0, into[0].1) + costs.of(into[1].0, into[1].1) - now;
                if extra <= most {
                    found.push(Exchange { pairs: [one, other], into, extra });
                }
            }
        }
    }
    found.sort_by(|one, other| one.extra.total_cmp(&other.extra));
    found
}

#[cfg(test)]
mod tests {
    use azulejo_core::random::Random;

    use super::*;

    fn total(costs: &Costs, pairs: &[(usize, usize)]) -> f32 {
        pairs.iter().map(|&(one, other)| costs.of(one, other)).sum()
    }

    /// The slow, obvious way: the first with every other, and so on.
    fn brute(costs: &Costs, free: &[usize]) -> f32 {
        let Some((&first, rest)) = free.split_first() else { return 0.0 };
        if free.len().is_multiple_of(2) {
            let partners = rest.iter().map(|&other| {
                let left: Vec<usize> = rest.iter().copied().filter(|&thing| thing != other).collect();
                costs.of(first, other) + brute(costs, &left)
            });
            partners.fold(f32::MAX, f32::min)
        } else {
            let without = |left: usize| free.iter().copied().filter(|&thing| thing != left).collect::<Vec<_>>();
            free.iter().map(|&left| brute(costs, &without(left))).fold(f32::MAX, f32::min)
        }
    }

    #[test]
    fn pairs_cost_as_little_as_the_best_of_all_pairings() {
        let mut random = Random::new(7);
        for size in (1..=9).cycle().take(2_000) {
            // Colours with near neighbours, as of a board under noise.
            let colors: Vec<[f32; 3]> = (0..size)
                .map(|_| [0, 1, 2].map(|_| random.below(4) as f32 * 20.0 + random.unit() as f32 * 6.0))
                .collect();
            let distance = |one: usize, other: usize| {
                let parts = colors[one].iter().zip(colors[other]).map(|(one, other)| (one - other) * (one - other));
                parts.sum::<f32>().sqrt()
            };
            let costs = Costs::new(size, distance);
            let found = pairs(&costs);
            assert_eq!(found.len(), size / 2);
            let all: Vec<usize> = (0..size).collect();
            assert!(total(&costs, &found) <= brute(&costs, &all) + 1e-2);
        }
    }

    #[test]
    fn many_things_are_paired_each_once() {
        let mut random = Random::new(3);
        let places: Vec<f32> = (0..101).map(|_| random.unit() as f32 * 100.0).collect();
        let costs = Costs::new(places.len(), |one, other| (places[one] - places[other]).abs());
        let found = pairs(&costs);
        let mut used: Vec<usize> = found.iter().flat_map(|&(one, other)| [one, other]).collect();
        used.sort_unstable();
        used.dedup();
        assert_eq!(used.len(), 100);
        assert!(exchanges(&costs, &found, 0.0).iter().all(|exchange| exchange.extra > -1e-2));
    }
}
