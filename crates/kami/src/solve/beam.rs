//! A quick good solution: one growing region, and single neighbours painted towards it, keeping the best few.
//!
//! Every state is a real region of a real board, so its moves can be played as they stand. Nothing is proven here.

use azulejo_core::budget::{Meter, Stop};

use super::atlas::Atlas;
use super::bits::Bits;

/// Moves as (region, colour), both in the part's own numbers.
pub(crate) type Line = Vec<(u32, u8)>;

struct State<const W: usize> {
    set: Bits<W>,
    color: u8,
    /// The state of the level before, and the region played to get here.
    parent: u32,
    played: u32,
    score: u64,
}

/// A solution shorter than `below`, if the beam finds one.
pub(crate) fn beam<const W: usize>(
    atlas: &Atlas<W>,
    width: usize,
    below: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<Line>, Stop> {
    let mut scratch = Vec::new();
    let mut levels: Vec<Vec<State<W>>> = Vec::new();
    let mut current: Vec<State<W>> = (0..atlas.regions)
        .map(|region| state(atlas, &mut scratch, Bits::single(region), atlas.colors[region], 0, region as u32))
        .collect();
    loop {
        keep_best(&mut current, width);
        if let Some(last) = current.iter().position(|state| state.set == atlas.all) {
            levels.push(current);
            return Ok(Some(trace(&levels, last)));
        }
        if levels.len() + 1 >= below {
            return Ok(None);
        }
        let mut next = Vec::new();
        for (parent, &State { set, color, played, .. }) in current.iter().enumerate() {
            let parent = parent as u32;
            let around = atlas.around(&set).without(&set);
            meter.ticks(1 + u64::from(around.count()))?;
            for (new, class) in atlas.class.iter().enumerate() {
                let gained = around.meet(class);
                if atlas.is_open(new as u8) && (!gained.is_empty() || !atlas.is_open(color)) {
                    next.push(state(atlas, &mut scratch, set.union(&gained), new as u8, parent, root(&set, played)));
                }
            }
            for region in around.iter().filter(|_| atlas.is_open(color)) {
                let mut grown = set.union(&atlas.touching[region].meet(&atlas.class[usize::from(color)]));
                grown.insert(region);
                next.push(state(atlas, &mut scratch, grown, color, parent, region as u32));
            }
        }
        levels.push(current);
        current = next;
    }
}

/// A region of the set to play it by: the one played last lies in it.
fn root<const W: usize>(set: &Bits<W>, played: u32) -> u32 {
    debug_assert!(set.contains(played as usize));
    played
}

fn state<const W: usize>(
    atlas: &Atlas<W>,
    scratch: &mut Vec<Bits<W>>,
    set: Bits<W>,
    color: u8,
    parent: u32,
    played: u32,
) -> State<W> {
    atlas.layers_into(set, usize::MAX, scratch);
    let left = |layer: &Bits<W>| u64::from(atlas.regions as u32 - layer.count());
    // The sum of the squared distances of what is left.
    let spread: u64 = scratch.iter().enumerate().map(|(distance, layer)| left(layer) * (2 * distance as u64 + 1)).sum();
    let colors = u64::from((atlas.outside(&set) | 1 << color).count_ones());
    State { set, color, parent, played, score: spread * (colors + 2) }
}

fn keep_best<const W: usize>(states: &mut Vec<State<W>>, width: usize) {
    states.sort_by(|one, other| {
        (one.score, one.color, one.set, one.parent, one.played).cmp(&(
            other.score,
            other.color,
            other.set,
            other.parent,
            other.played,
        ))
    });
    states.dedup_by(|one, other| one.color == other.color && one.set == other.set);
    states.truncate(width);
}

fn trace<const W: usize>(levels: &[Vec<State<W>>], last: usize) -> Line {
    let mut line = Vec::new();
    let mut index = last;
    for level in levels[1..].iter().rev() {
        let state = &level[index];
        line.push((state.played, state.color));
        index = state.parent as usize;
    }
    line.reverse();
    line
}
