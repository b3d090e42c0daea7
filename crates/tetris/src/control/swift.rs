//! The quick controller: all placements of a piece judged side by side.
//!
//! A board is one word of bits for each column. Placements lie on lanes: each column is a row of words, one for each
//! placement, so that what is counted on a column is counted for sixteen placements at once by vector code (plain loops
//! over arrays; `pulp` compiles them for AVX2 as well and picks at run time). Only what a policy weighs is counted. The
//! same numbers in the same order as the plain [`Field`] counts, so that both choose the same placement.
#![expect(clippy::inline_always, reason = "must be compiled anew for each kind of processor")]

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

use super::player::{Chosen, Lookahead};
use super::policy::Weights;
use super::sight::{
    ALL, DEEP, Fall, Field,
    fitting::{J, L, O, S, T, Z},
};
use crate::position::{Form, Piece};
use crate::rules::Placement;

/// Placements side by side.
const LANES: usize = 16;
/// The most columns of a board that is judged here.
const WIDEST: usize = 16;

/// The bits of a column.
pub(super) trait Word:
    Copy
    + Default
    + Eq
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Into<f64>
{
    const BITS: u32;
    const FULL: Self;
    fn of(bits: u64) -> Self;
    fn bits(self) -> u64;
    /// Its ones, as a number of the same width: lanes stay as wide as they are.
    fn ones(self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
}

macro_rules! word {
    ($kind:ty) => {
        impl Word for $kind {
            const BITS: u32 = <$kind>::BITS;
            const FULL: Self = <$kind>::MAX;

            #[inline(always)]
            fn of(bits: u64) -> Self {
                bits as $kind
            }

            #[inline(always)]
            fn bits(self) -> u64 {
                self.into()
            }

            #[inline(always)]
            fn ones(self) -> Self {
                self.count_ones() as $kind
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
        }
    };
}

word!(u16);
word!(u32);

type Lanes<W> = [W; LANES];

#[inline(always)]
fn map<W: Word>(one: &Lanes<W>, with: impl Fn(W) -> W) -> Lanes<W> {
    let mut out = *one;
    for lane in &mut out {
        *lane = with(*lane);
    }
    out
}

#[inline(always)]
fn zip<W: Word>(one: &Lanes<W>, other: &Lanes<W>, with: impl Fn(W, W) -> W) -> Lanes<W> {
    let mut out = *one;
    for (lane, other) in out.iter_mut().zip(other) {
        *lane = with(*lane, *other);
    }
    out
}

#[inline(always)]
fn add<W: Word>(sum: &mut Lanes<W>, other: &Lanes<W>) {
    for (lane, other) in sum.iter_mut().zip(other) {
        *lane = lane.plus(*other);
    }
}

#[inline(always)]
fn add_ones<W: Word>(sum: &mut Lanes<W>, masks: &Lanes<W>) {
    for (lane, mask) in sum.iter_mut().zip(masks) {
        *lane = lane.plus(mask.ones());
    }
}

#[inline(always)]
fn any<W: Word>(masks: &Lanes<W>) -> bool {
    masks.iter().fold(W::default(), |all, &mask| all | mask) != W::default()
}

/// All bits from the highest one down.
#[inline(always)]
fn smeared<W: Word>(bits: W) -> W {
    let bits = bits | bits >> 1;
    let bits = bits | bits >> 2;
    let bits = bits | bits >> 4;
    let bits = bits | bits >> 8;
    if W::BITS > 16 { bits | bits >> 16 } else { bits }
}

/// The empty cells from each marked cell down to the end of its empty run, added up.
#[inline(always)]
fn depths<W: Word>(sum: &mut Lanes<W>, marked: &Lanes<W>, empty: &Lanes<W>) {
    let mut left = *marked;
    while any(&left) {
        add_ones(sum, &left);
        left = zip(&left, empty, |left, empty| left >> 1 & empty);
    }
}

/// A field of columns that are narrow enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Swift<W> {
    columns: [W; WIDEST],
    width: usize,
    rows: u32,
}

/// Some placements with their boards on lanes.
struct Batch<W> {
    columns: [Lanes<W>; WIDEST],
    places: [(Placement, Fall, f64); LANES],
    count: usize,
}

/// The best placement of a piece on a field, found by the widest vectors that the processor has.
pub(super) struct Choose<'a, W> {
    pub(super) field: &'a Swift<W>,
    pub(super) weights: &'a Weights,
    pub(super) piece: Piece,
    pub(super) lookahead: Lookahead,
}

impl<W: Word> pulp::NullaryFnOnce for Choose<'_, W> {
    type Output = Option<Chosen>;

    #[inline(always)]
    fn call(self) -> Option<Chosen> {
        let mut best: Option<Chosen> = None;
        let mut offer = |placement, value| {
            if best.is_none_or(|best| value > best.value) {
                best = Some(Chosen { placement, value });
            }
        };
        self.field.judge_all(self.piece, self.weights, |Judged { placement, own, rest }| match self.lookahead {
            Lookahead::One => offer(placement, own + rest),
            Lookahead::Two(next) => {
                let mut after = self.field.clone();
                after.play(&self.piece.forms()[usize::from(placement.rotation)], placement.column.into());
                let mut deeper = f64::NEG_INFINITY;
                after.judge_all(next, self.weights, |judged| deeper = deeper.max(judged.own + judged.rest));
                if deeper > f64::NEG_INFINITY {
                    offer(placement, own + deeper);
                }
            }
        });
        best
    }
}

/// A judged placement: the value of the piece's own part, and of the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged {
    pub(super) placement: Placement,
    pub(super) own: f64,
    pub(super) rest: f64,
}

impl<W: Word> Swift<W> {
    /// The same field, if its columns fit into the words with room for what is above them.
    pub(super) fn of(field: &Field) -> Option<Self> {
        let (columns, rows) = (field.columns(), field.rows());
        if columns.len() > WIDEST || rows >= W::BITS {
            return None;
        }
        let mut words = [W::default(); WIDEST];
        for (word, bits) in words.iter_mut().zip(columns) {
            *word = W::of(*bits);
        }
        Some(Self { columns: words, width: columns.len(), rows })
    }

    /// The same field for plain counting.
    pub(super) fn plain(&self) -> Field {
        Field::of_columns(self.columns[..self.width].iter().map(|column| column.bits()).collect(), self.rows)
    }

    /// The rows that the board has, as bits.
    fn walls(&self) -> W {
        W::of((1 << self.rows) - 1)
    }

    #[inline(always)]
    fn heights(&self) -> [u32; WIDEST] {
        let mut heights = [0; WIDEST];
        for (height, column) in heights.iter_mut().zip(&self.columns) {
            *height = smeared(*column).ones().bits() as u32;
        }
        heights
    }

    #[inline(always)]
    fn rest(heights: &[u32; WIDEST], form: &Form, column: usize) -> u32 {
        let over = |offset: usize| heights[column + offset].saturating_sub(form.bottoms[offset].into());
        match form.width {
            1 => over(0),
            2 => over(0).max(over(1)),
            3 => over(0).max(over(1)).max(over(2)),
            _ => over(0).max(over(1)).max(over(2)).max(over(3)),
        }
    }

    /// Judges every placement of a piece that stays on the board, in their order.
    #[inline(always)]
    fn judge_all(&self, piece: Piece, weights: &Weights, mut judged: impl FnMut(Judged)) {
        let heights = self.heights();
        let mut batch = Batch::on(self);
        for (rotation, form) in piece.forms().iter().enumerate() {
            let last = (self.width + 1).saturating_sub(form.width.into());
            for column in 0..last {
                let rest = Self::rest(&heights, form, column);
                if rest + u32::from(form.height) > self.rows {
                    continue;
                }
                let placement = Placement { rotation: rotation as u8, column: column as u16 };
                batch.put(form, placement, rest);
                if batch.count == LANES {
                    batch.judge(self, piece.forms(), weights, &mut judged);
                    batch = Batch::on(self);
                }
            }
        }
        if batch.count > 0 {
            batch.judge(self, piece.forms(), weights, &mut judged);
        }
    }

    /// Plays a placement.
    pub(super) fn play(&mut self, form: &Form, column: usize) -> Fall {
        let rest = Self::rest(&self.heights(), form, column);
        let over = rest + u32::from(form.height) > self.rows;
        if over {
            return Fall { rest, removed: 0, eroded: 0, over };
        }
        for offset in 0..usize::from(form.width) {
            self.columns[column + offset] |= W::of(stack(form, offset, rest));
        }
        let full = self.columns[..self.width].iter().fold(W::FULL, |full, &column| full & column).bits();
        for column in &mut self.columns[..self.width] {
            *column = W::of(without(column.bits(), full));
        }
        Fall { rest, removed: full.count_ones(), eroded: eroded(form, rest, full), over }
    }
}

/// The cells of a form in one of its columns.
#[inline(always)]
fn stack(form: &Form, offset: usize, rest: u32) -> u64 {
    let (bottom, top) = (u32::from(form.bottoms[offset]), u32::from(form.tops[offset]));
    ((1 << (top - bottom)) - 1) << (rest + bottom)
}

fn eroded(form: &Form, rest: u32, full: u64) -> u32 {
    let rows = (0..u32::from(form.height)).filter(|row| full >> (rest + row) & 1 == 1);
    rows.map(|row| form.rows[row as usize].count_ones()).sum()
}

/// A column once full rows are gone.
fn without(mut column: u64, mut full: u64) -> u64 {
    while full != 0 {
        let below = (1 << full.ilog2()) - 1;
        column = column & below | column >> 1 & !below;
        full &= below;
    }
    column
}

impl<W: Word> Batch<W> {
    #[inline(always)]
    fn on(field: &Swift<W>) -> Self {
        let nowhere = Placement { rotation: 0, column: 0 };
        let fall = Fall { rest: 0, removed: 0, eroded: 0, over: false };
        Self { columns: field.columns.map(|column| [column; LANES]), places: [(nowhere, fall, 0.0); LANES], count: 0 }
    }

    #[inline(always)]
    fn put(&mut self, form: &Form, placement: Placement, rest: u32) {
        for offset in 0..usize::from(form.width) {
            self.columns[usize::from(placement.column) + offset][self.count] |= W::of(stack(form, offset, rest));
        }
        let landing = f64::from(rest) + f64::from(form.height - 1) / 2.0;
        self.places[self.count] = (placement, Fall { rest, removed: 0, eroded: 0, over: false }, landing);
        self.count += 1;
    }

    /// Takes full rows away where there are any.
    #[inline(always)]
    fn clear(&mut self, width: usize, forms: &[Form]) {
        let mut full = [W::FULL; LANES];
        for column in &self.columns[..width] {
            full = zip(&full, column, |full, column| full & column);
        }
        if !any(&full) {
            return;
        }
        for (lane, full) in full.iter().enumerate().filter(|(_, full)| **full != W::default()) {
            let (placement, landed, _) = &mut self.places[lane];
            landed.removed = full.ones().bits() as u32;
            landed.eroded = eroded(&forms[usize::from(placement.rotation)], landed.rest, full.bits());
            for column in &mut self.columns[..width] {
                column[lane] = W::of(without(column[lane].bits(), full.bits()));
            }
        }
    }

    #[inline(always)]
    fn judge(&mut self, field: &Swift<W>, forms: &[Form], weights: &Weights, judged: &mut impl FnMut(Judged)) {
        self.clear(field.width, forms);
        let rest = self.rest(field, weights);
        for ((placement, fall, landing), rest) in self.places.into_iter().zip(rest).take(self.count) {
            let own = landing * weights[0] + f64::from(fall.removed * fall.eroded) * weights[1];
            judged(Judged { placement, own, rest });
        }
    }

    /// What the boards are worth, lane by lane.
    #[inline(always)]
    fn rest(&self, field: &Swift<W>, weights: &Weights) -> [f64; LANES] {
        let (width, walls) = (field.width, [field.walls(); LANES]);
        let wants = |place: usize| weights[place] != 0.0;
        let mut sums = [[W::default(); LANES]; ALL];
        let mut tops = [[W::default(); LANES]; WIDEST];
        let (wants_surface, wants_tops) = ((11..ALL).any(wants), (9..ALL).any(wants));
        let mut holey = [W::default(); LANES];
        let mut left = walls;
        for (at, top) in tops.iter_mut().enumerate().take(width) {
            let column = &self.columns[at];
            let right = if at + 1 < width { &self.columns[at + 1] } else { &walls };
            let empty = map(column, |column| !column);
            if wants(2) {
                add_ones(&mut sums[2], &zip(&left, column, |left, column| left ^ column));
            }
            if wants(3) {
                add_ones(&mut sums[3], &map(column, |column| (column << 1 | W::of(1)) ^ column));
            }
            if wants(4) || wants(8) || wants_tops {
                let under = map(column, smeared);
                let hollow = zip(&under, &empty, |under, empty| under & empty);
                holey = zip(&holey, &hollow, |holey, hollow| holey | hollow);
                if wants(4) {
                    add_ones(&mut sums[4], &hollow);
                }
                if wants_tops {
                    *top = map(&under, W::ones);
                }
            }
            if wants(5) || wants(6) {
                // Wells are seen as if the walls went on above; what is beside them ends with the board.
                let shafts = zip(&empty, &zip(&left, right, |left, right| left & right), |empty, both| empty & both);
                if wants(5) {
                    depths(&mut sums[5], &shafts, &empty);
                }
                if wants(6) {
                    let mut run = shafts;
                    loop {
                        let longer = zip(&run, &empty, |run, empty| run | run >> 1 & empty);
                        if longer == run {
                            break;
                        }
                        run = longer;
                    }
                    depths(&mut sums[6], &run, &empty);
                }
            }
            if wants(7) {
                // Adding one carries through the lowest filled run: what is left lies above a hole.
                add_ones(&mut sums[7], &map(column, |column| column & column.plus(W::of(1))));
            }
            left = *column;
        }
        if wants(2) {
            add_ones(&mut sums[2], &zip(&left, &walls, |left, walls| left ^ walls));
        }
        add_ones(&mut sums[8], &holey);
        if wants_tops {
            Self::steps(&tops[..width], &mut sums);
        }
        if wants_surface {
            self.surface(&tops[..width], &mut sums);
        }
        let mut values = [0.0; LANES];
        for place in (2..ALL).filter(|place| wants(*place)) {
            for (value, number) in values.iter_mut().zip(&sums[place]) {
                *value += weights[place] * (*number).into();
            }
        }
        values
    }

    /// Diversity and the highest column.
    #[inline(always)]
    fn steps(tops: &[Lanes<W>], sums: &mut [Lanes<W>; ALL]) {
        let mut seen = [W::default(); LANES];
        for pair in tops.windows(2) {
            for ((seen, &one), &other) in seen.iter_mut().zip(&pair[0]).zip(&pair[1]) {
                // One bit for each difference from -2 to 2; whatever is beyond shifts to bits that are not counted.
                let step = other.plus(W::of(2)).minus(one);
                for difference in 0..5 {
                    *seen |= equal(step, W::of(difference)) & W::of(1 << difference);
                }
            }
        }
        add_ones(&mut sums[9], &seen);
        for top in tops {
            sums[10] = zip(&sums[10], top, W::max);
        }
    }

    /// What only our own policy looks at.
    #[inline(always)]
    fn surface(&self, tops: &[Lanes<W>], sums: &mut [Lanes<W>; ALL]) {
        let mut fitting = [W::default(); LANES];
        for (at, pair) in tops.windows(2).enumerate() {
            let third = tops.get(at + 2).unwrap_or(&pair[1]);
            let more = if at + 2 < tops.len() { W::FULL } else { W::default() };
            for lane in 0..LANES {
                let (one, two, three) = (pair[0][lane], pair[1][lane], third[lane]);
                let (step, next) = (two.plus(W::of(2)).minus(one), three.plus(W::of(2)).minus(two));
                let (down, level, up) = (equal(step, W::of(1)), equal(step, W::of(2)), equal(step, W::of(3)));
                let (then_level, then_up) = (equal(next, W::of(2)) & more, equal(next, W::of(3)) & more);
                fitting[lane] |= level & W::of(O | L | J)
                    | up & W::of(Z | T)
                    | down & W::of(S | T)
                    | equal(step, W::of(4)) & W::of(J)
                    | equal(step, W::of(0)) & W::of(L)
                    | level & then_level & W::of(T)
                    | level & then_up & W::of(S)
                    | down & then_level & W::of(Z);
            }
            add(&mut sums[12], &zip(&pair[0], &pair[1], |one, other| one.max(other).minus(one.min(other))));
        }
        add_ones(&mut sums[11], &fitting);
        for (at, top) in tops.iter().enumerate() {
            add_ones(&mut sums[13], &self.columns[at]);
            add(&mut sums[14], &map(top, |top| top.times(top)));
            let highest = [W::FULL; LANES];
            let left = at.checked_sub(1).map_or(&highest, |left| &tops[left]);
            let right = tops.get(at + 1).unwrap_or(&highest);
            let lower = zip(left, right, W::min);
            add(&mut sums[16], &zip(&lower, top, |lower, top| W::of(u64::from(lower >= top.plus(W::of(DEEP))))));
        }
        sums[15] = map(&sums[8], |rows| rows.times(rows));
    }
}

/// All ones where two numbers are equal.
#[inline(always)]
fn equal<W: Word>(one: W, other: W) -> W {
    if one == other { W::FULL } else { W::default() }
}
