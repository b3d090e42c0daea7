use super::brute::Small;
use super::{atlas::Atlas, bound::Bounds, closure::*, part::Part};
use azulejo_core::budget::Budget;
use azulejo_core::random::Random;

fn part(small: &Small) -> Part {
    let mut palette: Vec<u32> = small.colors.iter().map(|&c| u32::from(c)).collect();
    palette.sort_unstable();
    palette.dedup();
    Part {
        colors: small.colors.iter().map(|&c| palette.binary_search(&u32::from(c)).unwrap() as u8).collect(),
        neighbors: small.touching.iter().map(|&t| (0..16).filter(|&o| t >> o & 1 == 1).collect()).collect(),
        palette,
        regions: (0..small.colors.len() as u32).collect(),
    }
}
fn closure_fewest(part: &Part, target: Option<u8>, bounds: Bounds) -> usize {
    let atlas = Atlas::<1>::of(part);
    let budget = Budget::unlimited();
    for moves in 0..20 {
        let mut c = Closure::new(&atlas, Question { moves, target, bounds, memory: 1 << 26, every_color: false });
        c.run(&mut budget.meter()).unwrap();
        if c.finals.iter().any(|&f| target.is_none_or(|t| t == c.items[f as usize].color)) {
            return moves;
        }
    }
    20
}
pub fn random_small(random: &mut Random, n: usize, colors: u64, extra: u64) -> Small {
    let mut edges = vec![];
    let recent = 1 + random.index(n);
    for v in 1..n {
        edges.push((v, v - 1 - random.index(v.min(recent))));
    }
    let more = random.below(extra + 1);
    for _ in 0..more {
        let a = random.index(n);
        let b = random.index(n);
        if a != b {
            edges.push((a, b));
        }
    }
    let mut s = Small::new(vec![0; n], &edges);
    loop {
        let mut ok = true;
        for v in 0..n {
            let used: u8 = (0..v).filter(|&o| s.touching[v] >> o & 1 == 1).fold(0, |m, o| m | 1 << s.colors[o]);
            let free: Vec<u8> = (0..colors as u8).filter(|c| used >> c & 1 == 0).collect();
            match random.pick(&free) {
                Some(&c) => s.colors[v] = c,
                None => {
                    ok = false;
                    break;
                }
            }
        }
        if ok {
            return s;
        }
        if s.touching.iter().any(|t| t.count_ones() as u64 >= colors) {
            // remove an edge
            let a = (0..n).max_by_key(|&v| s.touching[v].count_ones()).unwrap();
            let mut e: Vec<(usize, usize)> = vec![];
            for v in 1..n {
                for o in 0..v {
                    if s.touching[v] >> o & 1 == 1 {
                        e.push((v, o));
                    }
                }
            }
            let _ = a;
            return random_small(random, n, colors, extra.saturating_sub(1));
        }
    }
}
#[test]
fn agree() {
    let mut random = Random::new(7);
    let mut bad = 0;
    for round in 0..std::env::var("ROUNDS").map_or(3000u64, |r| r.parse().unwrap()) {
        let n = 3 + random.index(if round % 10 == 0 { 8 } else { 6 });
        let colors = if n > 8 { 3 } else { 2 + random.below(3) };
        let extra = random.below(n as u64);
        let small = random_small(&mut random, n, colors, extra);
        let part = part(&small);
        let fewest = small.fewest(colors as u8);
        let best = *fewest.iter().min().unwrap();
        for (name, b) in [
            ("all", Bounds::ALL),
            ("radius", Bounds { cover: false, ..Bounds::ALL }),
            ("cover", Bounds { radius: false, colors: false, cover: true }),
            ("none", Bounds::NONE),
        ] {
            if name == "none" && n > 6 {
                continue;
            }
            let got = closure_fewest(&part, None, b);
            if got != best {
                bad += 1;
                println!("{name} {small:?} best {best} got {got}");
            }
        }
        for (t, &color) in part.palette.iter().enumerate() {
            let got = closure_fewest(&part, Some(t as u8), Bounds::ALL).min(best + 1);
            if got != fewest[color as usize] {
                bad += 1;
                println!("target {color} {small:?} best {:?} got {got}", fewest);
            }
        }
        assert!(bad < 10);
    }
    assert_eq!(bad, 0);
}
