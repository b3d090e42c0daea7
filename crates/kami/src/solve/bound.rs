//! Lower bounds on the moves still needed once a set of regions has one colour.
//!
//! A search over sets may keep a superset in place of the set an optimal line really makes, so only bounds that never
//! grow when the set grows may prune. Each bound here is such, and each can be switched off.

use super::atlas::Atlas;
use super::bits::Bits;

/// Which bounds prune. All of them are sound; switching one off costs time only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Every colour left but the last must vanish, and a move removes at most one.
    pub colors: bool,
    /// A move contracts a star, so it lowers the radius of the region graph by at most one.
    pub radius: bool,
    /// Before the first colour may vanish, some colour must have become a single region: its regions must have been
    /// gathered in clusters, and `b` moves gather a cluster of diameter at most `2b`.
    pub cover: bool,
    /// A set within another of the same colour and at least its cost can do nothing that the other cannot.
    pub dominance: bool,
}

impl Bounds {
    /// Every bound.
    pub const ALL: Self = Self { colors: true, radius: true, cover: true, dominance: true };
    /// No bound at all.
    pub const NONE: Self = Self { colors: false, radius: false, cover: false, dominance: false };
}

impl Default for Bounds {
    fn default() -> Self {
        Self::ALL
    }
}

/// How many moves are needed at least, given the colours outside a set of colour `color`.
#[inline]
pub(crate) fn colors_needed(outside: u64, color: u8, target: Option<u8>) -> usize {
    let present = outside | 1 << color;
    match target {
        Some(target) => (present & !(1 << target)).count_ones() as usize,
        None => present.count_ones() as usize - 1,
    }
}

/// Whether some centre reaches everything within `moves`, once the set is one region.
///
/// `layers[r]` holds what lies within distance `r` of the set, for `r` from 0 to `moves`.
#[inline]
pub(crate) fn radius_allows<const W: usize>(atlas: &Atlas<W>, layers: &[Bits<W>], moves: usize) -> bool {
    let last = layers.len() - 1;
    if layers[moves.min(last)] == atlas.all {
        return true;
    }
    // Beyond `moves` of the set: the centre must be within `moves` of this region, hence outside the set, and within
    // `moves` of the set.
    let Some(far) = atlas.all.without(&layers[moves.min(last)]).first() else { return true };
    let near_far = atlas.within(far, moves);
    for distance in 1..=moves.min(last) {
        let centers = layers[distance].without(&layers[distance - 1]).meet(near_far);
        let left = atlas.all.without(&layers[moves - distance]);
        for center in centers.iter() {
            if left.within(atlas.within(center, moves)) {
                return true;
            }
        }
    }
    false
}

/// Whether the colours can vanish one by one in `moves` moves.
///
/// Just before the `i`-th colour vanishes, `i` colours have each been gathered in a single region, so at least the
/// `i`-th cheapest gathering is paid for; and each of the others, this one included, needs one more move to vanish.
pub(crate) fn cover_allows<const W: usize>(
    atlas: &Atlas<W>,
    layers: &[Bits<W>],
    color: u8,
    outside: u64,
    target: Option<u8>,
    moves: usize,
) -> bool {
    let present = outside | 1 << color;
    let vanishing = target.map_or(present, |target| present & !(1 << target));
    // Without a target one colour stays, so the last of them pays no move to vanish.
    let needed = vanishing.count_ones() as usize - usize::from(target.is_none());
    if needed > moves {
        return false;
    }
    let mut open = vanishing;
    let mut slack = moves - needed;
    let mut gathered = 0;
    let mut due = 1;
    while open != 0 {
        if slack > MOST_SLACK {
            return true;
        }
        let mut rest = open;
        while rest != 0 {
            let candidate = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            if gathers(atlas, layers, color, candidate, slack) {
                open &= !(1 << candidate);
                gathered += 1;
            }
        }
        if gathered < due {
            return false;
        }
        due += 1;
        slack += 1;
    }
    true
}

/// Beyond this the covers take longer than they save.
const MOST_SLACK: usize = 6;

/// Whether the regions of `candidate` can have become a single one with `slack` moves.
///
/// A region of that colour which is not in the last one was painted away, in a region made for some cost `c` and then
/// repainted: so the colour's regions are covered by balls of radius `c`, each at a price of `c + 1`, the last for `c`.
fn gathers<const W: usize>(atlas: &Atlas<W>, layers: &[Bits<W>], color: u8, candidate: u8, slack: usize) -> bool {
    let price = slack + 1;
    let rest = atlas.class[usize::from(candidate)].without(&layers[0]);
    if candidate != color {
        return covered(atlas, layers, rest, price);
    }
    // The set itself is one of the regions to cover.
    covered(atlas, layers, rest, price - 1)
        || (2..=price).any(|paid| {
            let radius = paid - 1;
            let reachable = rest.without(&layer(atlas, layers, 2 * radius));
            covered(atlas, layers, reachable, price - paid) && {
                let first = rest.without(&layer(atlas, layers, radius));
                covered(atlas, layers, first, price - paid)
                    || (1..=radius.min(layers.len() - 1)).any(|distance| {
                        layers[distance].without(&layers[distance - 1]).iter().any(|center| {
                            let ball = atlas.within(center, radius);
                            let held = ball.union(&layer(atlas, layers, radius - distance));
                            covered(atlas, layers, rest.without(&held), price - paid)
                        })
                    })
            }
        })
}

/// Whether balls of total price `price` cover all of `rest`; a ball of radius `r` costs `r + 1`.
fn covered<const W: usize>(atlas: &Atlas<W>, layers: &[Bits<W>], rest: Bits<W>, price: usize) -> bool {
    if rest.count() as usize <= price {
        return true;
    }
    let Some(anchor) = rest.first() else { return true };
    if price < 2 {
        return false;
    }
    let mut others = rest;
    others.0[anchor / 64] &= !(1 << (anchor % 64));
    if covered(atlas, layers, others, price - 1) {
        return true;
    }
    let to_set = layers.iter().position(|layer| layer.contains(anchor)).unwrap_or(layers.len());
    (2..=price).any(|paid| {
        let radius = paid - 1;
        let mut reach = *atlas.within(anchor, 2 * radius);
        if 2 * radius >= to_set {
            reach = reach.union(&layer(atlas, layers, 2 * radius - to_set));
        }
        if !covered(atlas, layers, rest.without(&reach), price - paid) {
            return false;
        }
        // Centres beyond the set: reaching them through it is the same as taking the set for a centre, or better.
        let mut centers = *atlas.within(anchor, radius);
        if radius >= to_set {
            let held = layer(atlas, layers, radius);
            if covered(atlas, layers, rest.without(&held), price - paid) {
                return true;
            }
            centers = centers.union(&layer(atlas, layers, radius - to_set));
        }
        centers.without(&layers[0]).iter().any(|center| {
            let mut held = *atlas.within(center, radius);
            let distance = layers.iter().position(|layer| layer.contains(center)).unwrap_or(layers.len());
            if radius >= distance {
                held = held.union(&layer(atlas, layers, radius - distance));
            }
            covered(atlas, layers, rest.without(&held), price - paid)
        })
    })
}

/// What lies within a distance of the set; everything, when the layers were not followed that far.
#[inline]
fn layer<const W: usize>(atlas: &Atlas<W>, layers: &[Bits<W>], distance: usize) -> Bits<W> {
    layers.get(distance).copied().unwrap_or(atlas.all)
}
