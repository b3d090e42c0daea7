//! Plain breadth-first search over whole boards: slow, obvious, and what every other solver is tested against.

/// A small graph: neighbours as masks, colours below 4.
#[derive(Clone, Debug)]
pub(crate) struct Small {
    pub(crate) touching: Vec<u16>,
    pub(crate) colors: Vec<u8>,
}

impl Small {
    pub(crate) fn new(colors: Vec<u8>, edges: &[(usize, usize)]) -> Self {
        let mut touching = vec![0; colors.len()];
        for &(one, other) in edges {
            touching[one] |= 1 << other;
            touching[other] |= 1 << one;
        }
        Self { touching, colors }
    }

    /// The fewest moves that make everything one colour.
    pub(crate) fn fewest(&self, colors: u8) -> usize {
        self.search(colors, |fewest| fewest.iter().any(|&moves| moves != usize::MAX)).into_iter().min().unwrap_or(0)
    }

    /// The fewest moves that make everything each of the colours below `colors`.
    pub(crate) fn fewest_by_color(&self, colors: u8) -> Vec<usize> {
        self.search(colors, |fewest| fewest.iter().all(|&moves| moves != usize::MAX))
    }

    fn search(&self, colors: u8, enough: impl Fn(&[usize]) -> bool) -> Vec<usize> {
        let count = self.colors.len();
        // A board is a number, two bits a region.
        let start = self.colors.iter().rev().fold(0_usize, |sum, &color| sum << 2 | usize::from(color));
        let whole = (1_usize << (2 * count)) - 1;
        let spread =
            |mask: u16| (0..count).fold(0, |sum, region| sum | usize::from(mask >> region & 1) << (2 * region));
        let mut seen = vec![false; whole + 1];
        let mut fewest = vec![usize::MAX; usize::from(colors)];
        let mut frontier = vec![start];
        seen[start] = true;
        for moves in 0.. {
            let mut next = Vec::new();
            for &board in &frontier {
                let color_of = |region: usize| board >> (2 * region) & 3;
                let mut left: u16 = ((1_u32 << count) - 1) as u16;
                while left != 0 {
                    let first = left.trailing_zeros() as usize;
                    let equal =
                        (0..count).fold(0, |mask, other| mask | u16::from(color_of(other) == color_of(first)) << other);
                    let mut region = 1 << first;
                    loop {
                        let around = (0..count)
                            .filter(|&member| region >> member & 1 == 1)
                            .fold(region, |mask, member| mask | self.touching[member] & equal);
                        if around == region {
                            break;
                        }
                        region = around;
                    }
                    left &= !region;
                    let places = spread(region);
                    if places * 3 == whole {
                        fewest[color_of(0)] = fewest[color_of(0)].min(moves);
                    }
                    for color in 0..usize::from(colors) {
                        let painted = (board & !(places * 3)) | (places * color);
                        if !std::mem::replace(&mut seen[painted], true) {
                            next.push(painted);
                        }
                    }
                }
            }
            if enough(&fewest) {
                break;
            }
            frontier = next;
        }
        fewest
    }
}
