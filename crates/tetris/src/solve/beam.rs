//! A good plan in no time: level by level, only the most promising outlines are gone on with.
//!
//! Its value is where branch and bound begins; its plan is the answer only when the budget ends before a better one. A
//! plain beam goes by what outlines are worth, a guided one also by what could become of them: dearer, and better where
//! rows are filled late.

use azulejo_core::budget::{Meter, Stop};

use crate::position::Form;
use crate::rules::Placement;

use super::bound::Coming;
use super::surface::Surface;
use super::target::{Found, Target};

/// The best leaf met on the way, if any path reaches the end.
pub(super) fn beam<const T: usize>(
    surface: &Surface<T>,
    pieces: &[&'static [Form]],
    target: &Target<'_>,
    width: usize,
    guide: Option<&[Coming]>,
    meter: &mut Meter<'_>,
) -> Result<Option<Found>, Stop> {
    let mut states = vec![(surface.clone(), Vec::new())];
    for (level, forms) in pieces.iter().enumerate() {
        let guide = guide.filter(|_| level + 1 < pieces.len()).map(|coming| coming[level + 1]);
        let mut candidates: Vec<(i64, usize, Placement)> = Vec::new();
        for (index, (surface, _)) in states.iter_mut().enumerate() {
            meter.tick()?;
            let before = candidates.len();
            for (rotation, form) in forms.iter().enumerate() {
                for column in 0..surface.columns() {
                    if surface.fits(form, column) {
                        let undo = surface.place(form, column);
                        let placement = Placement { rotation: rotation as u8, column: column as u16 };
                        let promise = guide.map_or(0, |coming| target.most(surface, coming).0);
                        candidates.push((target.linear.value(surface).saturating_add(promise), index, placement));
                        surface.take_back(&undo);
                    }
                }
            }
            meter.dwell((candidates.len() - before) as u64)?;
        }
        candidates.sort_unstable_by_key(|&(value, index, placement)| (std::cmp::Reverse(value), index, placement));
        let mut next: Vec<(Surface<T>, Vec<Placement>)> = Vec::with_capacity(width);
        let mut last_value = None;
        for (value, index, placement) in candidates {
            if next.len() == width {
                break;
            }
            let (mut surface, mut path): (Surface<T>, Vec<Placement>) = states[index].clone();
            let undo = surface.place(&forms[usize::from(placement.rotation)], usize::from(placement.column));
            surface.recount(&undo, None);
            // Equal outlines have equal values, so they stand near each other.
            let double = last_value == Some(value)
                && next.iter().rev().take(8).any(|(other, _)| surface.has_equal_heights(other));
            last_value = Some(value);
            if !double {
                path.push(placement);
                next.push((surface, path));
            }
        }
        states = next;
    }
    let mut leaf: Option<Found> = None;
    for (surface, path) in states {
        let value = target.linear.value(&surface);
        if leaf.as_ref().is_none_or(|found| i128::from(value) > found.value) {
            leaf = Some(Found { value: value.into(), path });
        }
    }
    Ok(leaf.filter(|found| found.path.len() == pieces.len()))
}
