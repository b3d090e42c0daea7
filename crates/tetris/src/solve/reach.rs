//! How many of the pieces can be placed at all. Only heights matter for that, so each outline is tried once.

use std::collections::HashSet;

use azulejo_core::budget::{Meter, Stop};

use crate::position::{Form, Piece};

use super::surface::Surface;

/// The largest number of first pieces for which there is a plan.
pub(super) fn placeable<const T: usize>(
    surface: &mut Surface<T>,
    pieces: &[&'static [Form]],
    rows: u16,
    meter: &mut Meter<'_>,
) -> Result<usize, Stop> {
    let mut dive = Dive { surface, pieces, rows: rows as i16, meter, deepest: 0, failed: HashSet::new() };
    dive.below(0)?;
    Ok(dive.deepest)
}

struct Dive<'a, 'b, const T: usize> {
    surface: &'a mut Surface<T>,
    pieces: &'a [&'static [Form]],
    rows: i16,
    meter: &'a mut Meter<'b>,
    deepest: usize,
    /// Outlines from which not all pieces can be placed, with the level they were met at.
    failed: HashSet<(usize, Vec<i16>)>,
}

impl<const T: usize> Dive<'_, '_, T> {
    /// Whether all pieces from this level on can be placed; notes how far it goes.
    fn below(&mut self, level: usize) -> Result<bool, Stop> {
        self.deepest = self.deepest.max(level);
        if level == self.pieces.len() {
            return Ok(true);
        }
        let heights: Vec<i16> = (0..self.surface.columns()).map(|column| self.surface.height(column)).collect();
        let room: i32 = heights.iter().map(|&height| i32::from(self.rows - height)).sum();
        if level + (room / Piece::CELLS as i32) as usize <= self.deepest && level < self.deepest {
            return Ok(false);
        }
        let outline = (level, heights);
        if self.failed.contains(&outline) {
            return Ok(false);
        }
        self.meter.tick()?;
        let forms = self.pieces[level];
        let mut places: Vec<(i16, usize, usize)> = Vec::new();
        for (rotation, form) in forms.iter().enumerate() {
            for column in 0..self.surface.columns() {
                if self.surface.fits(form, column) {
                    places.push((self.surface.rest(form, column) + i16::from(form.height), rotation, column));
                }
            }
        }
        // The lowest first: where there is room, the first dive ends the search.
        places.sort_unstable();
        for (_, rotation, column) in places {
            let undo = self.surface.place(&forms[rotation], column);
            let reached = self.below(level + 1);
            self.surface.take_back(&undo);
            if reached? {
                return Ok(true);
            }
        }
        self.failed.insert(outline);
        Ok(false)
    }
}
