//! The document's search: every placement of every piece, depth first, and every leaf looked at.

use azulejo_core::budget::{Meter, Stop};

use crate::position::Form;
use crate::rules::Placement;

use super::incumbent::Incumbent;
use super::pairs::Tally;
use super::surface::Surface;
use super::target::{Cut, Target};

/// Goes through all leaves below a surface and hands them to the target; `pieces` are those still to be placed.
pub(super) struct Walk<'a, const T: usize> {
    pub(super) surface: Surface<T>,
    pub(super) pieces: &'a [&'static [Form]],
    pub(super) target: Target<'a>,
    pub(super) path: Vec<Placement>,
    pub(super) meter: Meter<'a>,
    pub(super) leaves: u64,
    /// What all threads have found, and where this part of the search stands among all parts.
    pub(super) incumbent: &'a Incumbent,
    pub(super) unit: usize,
    pub(super) version: u64,
}

impl<const T: usize> Walk<'_, T> {
    /// Everything below the prefix, which must fit.
    pub(super) fn below(&mut self, prefix: &[Placement]) -> Result<(), Stop> {
        match prefix.split_first() {
            None => self.descend(),
            Some((&placement, rest)) => self.step(placement, |walk| walk.below(rest)),
        }
    }

    #[inline]
    fn step(&mut self, placement: Placement, then: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        let level = self.path.len();
        let form = &self.pieces[level][usize::from(placement.rotation)];
        let undo = self.surface.place(form, usize::from(placement.column));
        // Before the last piece the count is left as it was: leaves that come near are counted one by one.
        if level + 2 < self.pieces.len() {
            self.surface.recount(&undo, None);
        }
        self.path.push(placement);
        let result = then(self);
        self.path.pop();
        self.surface.take_back(&undo);
        result
    }

    fn descend(&mut self) -> Result<(), Stop> {
        self.meter.tick()?;
        let level = self.path.len();
        let forms = self.pieces[level];
        if level + 2 < self.pieces.len() {
            return self.place_all(forms);
        }
        // What others have found spares a closer look at leaves that are no better.
        self.incumbent.refresh(self.unit, &mut self.version, &mut self.target);
        let needed = self.target.needed;
        let swept = if let Some(&last) = self.pieces.get(level + 1) {
            let (surface, path, meter) = (&mut self.surface, &mut self.path, &mut self.meter);
            self.target.sweep_pairs(surface, [forms, last], path, Cut::Nothing, meter)
        } else {
            let leaves = self.target.sweep(&mut self.surface, forms, &self.path);
            Ok(Tally { leaves, ..Tally::NONE })
        };
        if self.target.needed != needed {
            self.incumbent.publish(self.unit, &self.target);
        }
        let tally = swept?;
        self.leaves += tally.leaves;
        self.meter.ticks(tally.places)
    }

    fn place_all(&mut self, forms: &'static [Form]) -> Result<(), Stop> {
        for (rotation, form) in forms.iter().enumerate() {
            for column in 0..=self.surface.columns() - usize::from(form.width) {
                if self.surface.fits(form, column) {
                    let placement = Placement { rotation: rotation as u8, column: column as u16 };
                    self.step(placement, Self::descend)?;
                }
            }
        }
        Ok(())
    }
}
