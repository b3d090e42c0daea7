//! Lower bounds on the moves still needed once a set of regions has one colour.
//!
//! A search over sets may keep a superset in place of the set an optimal line really makes, so only bounds that never
//! grow when the set grows may prune. Each bound here is such, and each can be switched off.

use super::atlas::Atlas;
use super::bits::Bits;

/// A reason to drop a set. Each is sound; doing without one costs time only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Every colour left but the last must vanish, and a move removes at most one; a locked region is painted alone.
    Colors,
    /// A move contracts a star, so it lowers the radius of the region graph by at most one.
    Radius,
    /// Before a colour may vanish it must have become a single region: its regions must have been gathered in clusters,
    /// and `c` moves gather a cluster of radius at most `c`. Just before the `i`-th colour vanishes, `i` have been.
    Cover,
    /// A set within another of the same colour, and no cheaper, can do nothing that the other cannot.
    Dominance,
}

/// Which bounds are in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds(u8);

impl Bounds {
    /// Every bound.
    pub const ALL: Self = Self(0b1111);
    /// No bound at all.
    pub const NONE: Self = Self(0);

    /// These without one.
    #[must_use]
    pub const fn without(self, bound: Bound) -> Self {
        Self(self.0 & !(1 << bound as u8))
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, bound: Bound) -> Self {
        Self(self.0 | 1 << bound as u8)
    }

    /// Whether this one is in use.
    pub const fn has(self, bound: Bound) -> bool {
        self.0 >> bound as u8 & 1 == 1
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Self::ALL
    }
}

/// How many moves are needed at least, given the colours outside a set of colour `color`.
///
/// The move that paints a locked region removes no open colour, so the two add up.
#[inline]
pub(crate) fn colors_needed<const W: usize>(
    atlas: &Atlas<W>,
    set: &Bits<W>,
    outside: u64,
    color: u8,
    target: Option<u8>,
) -> usize {
    let locked = atlas.locked.without(set).count() as usize + usize::from(!atlas.is_open(color));
    let present = (outside | 1 << color) & atlas.open;
    locked
        + match target {
            Some(target) => (present & !(1 << target)).count_ones() as usize,
            None => (present.count_ones() as usize).saturating_sub(1),
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
/// `steps` says how long that took.
pub(crate) fn cover_allows<const W: usize>(
    atlas: &Atlas<W>,
    layers: &[Bits<W>],
    color: u8,
    outside: u64,
    target: Option<u8>,
    moves: usize,
    steps: &mut u32,
) -> bool {
    let present = outside | 1 << color;
    let vanishing = target.map_or(present, |target| present & !(1 << target));
    // Without a target one colour stays, so the last of them pays no move to vanish.
    let needed = vanishing.count_ones() as usize - usize::from(target.is_none());
    if needed > moves {
        return false;
    }
    let mut covers = Covers { atlas, layers, steps: 0 };
    let allowed = covers.allow(color, vanishing, moves - needed);
    *steps = covers.steps;
    allowed
}

/// Beyond this the covers take longer than they save.
const MOST_SLACK: usize = 6;
/// Steps one look at the covers may take; beyond them nothing is ruled out.
const MOST_STEPS: u32 = 4000;

/// Looks for covers of the regions that remain once a set is one region.
struct Covers<'a, const W: usize> {
    atlas: &'a Atlas<W>,
    layers: &'a [Bits<W>],
    steps: u32,
}

impl<const W: usize> Covers<'_, W> {
    /// Whether these colours can be gathered one after another, the set being of `color`, with `slack` moves to begin
    /// with.
    fn allow(&mut self, color: u8, vanishing: u64, mut slack: usize) -> bool {
        let mut open = vanishing;
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
                if self.gathers(color, candidate, slack) {
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

    /// Whether the regions of `candidate` can have become a single one with `slack` moves, the set being of `color`.
    ///
    /// A region of that colour which is not in the last one was painted away, in a region made for some cost `c` and then
    /// repainted: so the colour's regions are covered by balls of radius `c`, each at a price of `c + 1`, the last for
    /// `c`.
    fn gathers(&mut self, color: u8, candidate: u8, slack: usize) -> bool {
        let price = slack + 1;
        let rest = self.atlas.class[usize::from(candidate)].without(&self.layers[0]);
        if candidate != color {
            return self.covered(rest, price);
        }
        // The set itself is one of the regions to cover: alone, or in a ball round itself or round a centre near it.
        self.covered(rest, price - 1)
            || (2..=price).any(|paid| {
                let radius = paid - 1;
                if !self.covered(rest.without(&self.layer(2 * radius)), price - paid) {
                    return false;
                }
                self.covered(rest.without(&self.layer(radius)), price - paid)
                    || (1..=radius.min(self.layers.len() - 1)).any(|distance| {
                        let centers = self.layers[distance].without(&self.layers[distance - 1]);
                        centers.iter().any(|center| {
                            let ball = self.atlas.within(center, radius);
                            let held = ball.union(&self.layer(radius - distance));
                            self.covered(rest.without(&held), price - paid)
                        })
                    })
            })
    }

    /// Whether balls of total price `price` cover all of `rest`; a ball of radius `r` costs `r + 1`.
    fn covered(&mut self, rest: Bits<W>, price: usize) -> bool {
        self.steps += 1;
        if rest.at_most(price) || self.steps > MOST_STEPS {
            return true;
        }
        let Some(anchor) = rest.first() else { return true };
        if price < 2 {
            return false;
        }
        let mut others = rest;
        others.0[anchor / 64] &= !(1 << (anchor % 64));
        if self.covered(others, price - 1) {
            return true;
        }
        let to_set = self.distance(anchor);
        (2..=price).any(|paid| {
            let (radius, left) = (paid - 1, price - paid);
            // Any ball that holds the anchor lies within twice its radius: if that does not do, none does.
            if !self.covered(rest.without(&self.ball(anchor, to_set, 2 * radius)), left) {
                return false;
            }
            let mut centers = *self.atlas.within(anchor, radius);
            if radius >= to_set {
                if self.covered(rest.without(&self.layer(radius)), left) {
                    return true;
                }
                centers = centers.union(&self.layer(radius - to_set));
            }
            centers.without(&self.layers[0]).iter().any(|center| {
                let held = self.ball(center, self.distance(center), radius);
                self.covered(rest.without(&held), left)
            })
        })
    }

    /// How far a region is from the set; more than the layers show counts as the next distance.
    fn distance(&self, region: usize) -> usize {
        self.layers.iter().position(|layer| layer.contains(region)).unwrap_or(self.layers.len())
    }

    /// What lies within a distance of a region, with the set as one region on the way.
    fn ball(&self, region: usize, to_set: usize, distance: usize) -> Bits<W> {
        let direct = self.atlas.within(region, distance);
        if distance >= to_set { direct.union(&self.layer(distance - to_set)) } else { *direct }
    }

    /// What lies within a distance of the set; everything, when the layers were not followed that far.
    fn layer(&self, distance: usize) -> Bits<W> {
        self.layers.get(distance).copied().unwrap_or(self.atlas.all)
    }
}
