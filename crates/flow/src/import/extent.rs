//! How far a board reaches: the rectangle of lattice cells whose sides are seen.
//!
//! Every side of every cell that pitch and phases allow is looked at; a cell whose sides are mostly edges counts for the
//! board, one without counts against it, and the rectangle with the greatest sum is the board. Pipes that cross sides,
//! outer lines that were cropped away and a stray line beside the board change little.

use super::Hints;
use super::lattice::{LEAST_CELLS, Lattice, MOST_CELLS};
use super::picture::Picture;

/// Looks along a side.
const LOOKS: usize = 10;
/// A cell counts for the board when more than this part of the three sides that are seen least is seen.
const SEEN: f32 = 0.5;
/// A board that is seen worse by this much for each cell in question is not worth a look.
const MOST_DOUBT: f32 = 0.4;
/// So many other boards on the same lattice are worth a look.
const MOST_OTHERS: usize = 16;

/// The likely boards, best first, on the lattice of these pitches and phases; an edge is a difference greater than `least`.
#[allow(clippy::too_many_lines, reason = "one sum over sides, then what it says")]
pub(super) fn boards(
    picture: &Picture,
    (left, width): (f32, f32),
    (top, height): (f32, f32),
    least: u8,
    hints: Hints,
) -> Vec<Lattice> {
    let fit = |phase: f32, pitch: f32, size: usize| {
        // A few pixels of the outer cells may be cut off.
        let first = (-phase / pitch - 0.25).ceil();
        let end = ((size as f32 - phase) / pitch + 0.25).floor();
        (phase + first * pitch, (end - first).clamp(0.0, 4.0 * f32::from(MOST_CELLS)) as usize)
    };
    let (left, columns) = fit(left, width, picture.width());
    let (top, rows) = fit(top, height, picture.height());
    if rows == 0 || columns == 0 {
        return Vec::new();
    }
    let upright = |line: usize, row: usize| {
        let (x, y) = (left + line as f32 * width, top + row as f32 * height);
        seen(picture, (x, y), (0.0, height), (1.0, 0.0), width, least)
    };
    let level = |line: usize, column: usize| {
        let (x, y) = (left + column as f32 * width, top + line as f32 * height);
        seen(picture, (x, y), (width, 0.0), (0.0, 1.0), height, least)
    };
    let uprights: Vec<f32> = (0..rows)
        .flat_map(|row| (0..=columns).map(move |line| (line, row)))
        .map(|(line, row)| upright(line, row))
        .collect();
    let levels: Vec<f32> = (0..=rows)
        .flat_map(|line| (0..columns).map(move |column| (line, column)))
        .map(|(line, column)| level(line, column))
        .collect();
    // Sums over all rectangles from the first cell.
    let mut sums = vec![0.0; (rows + 1) * (columns + 1)];
    let at = |row: usize, column: usize| row * (columns + 1) + column;
    for row in 0..rows {
        for column in 0..columns {
            let mut sides = [
                uprights[at(row, column)],
                uprights[at(row, column) + 1],
                levels[row * columns + column],
                levels[(row + 1) * columns + column],
            ];
            sides.sort_by(f32::total_cmp);
            let above = sums[at(row, column + 1)] + sums[at(row + 1, column)] - sums[at(row, column)];
            sums[at(row + 1, column + 1)] = above + (sides[0] + sides[1] + sides[2]) / 3.0 - SEEN;
        }
    }
    let heights = match hints.rows.map(usize::from) {
        Some(wanted) => wanted..=wanted.min(rows),
        None => usize::from(LEAST_CELLS)..=rows.min(usize::from(MOST_CELLS)),
    };
    let mut best: Option<(f32, [usize; 4])> = None;
    for high in heights {
        for row in 0..=rows - high {
            let until = |column: usize| sums[at(row + high, column)] - sums[at(row, column)];
            let mut consider = |column: usize, wide: usize| {
                let sum = until(column + wide) - until(column);
                if best.is_none_or(|(known, _)| sum > known) {
                    best = Some((sum, [row, column, high, wide]));
                }
            };
            if let Some(wide) = hints.columns.map(usize::from) {
                (0..(columns + 1).saturating_sub(wide)).for_each(|column| consider(column, wide));
                continue;
            }
            // The stretch of columns with the greatest sum begins where the sum so far is least.
            let mut start = 0;
            for end in 1..=columns {
                if end - start >= usize::from(LEAST_CELLS) && end - start <= usize::from(MOST_CELLS) {
                    consider(start, end - start);
                }
                if until(end) < until(start) {
                    start = end;
                }
            }
        }
    }
    let Some((sum, [row, column, high, wide])) = best else { return Vec::new() };
    if sum <= 0.0 {
        return Vec::new();
    }
    let sum = |row: usize, column: usize, high: usize, wide: usize| {
        sums[at(row + high, column + wide)] - sums[at(row, column + wide)] - sums[at(row + high, column)]
            + sums[at(row, column)]
    };
    // Outer rows and columns that are barely seen, or barely not, may be counted wrong: the solver will say.
    let gain = |[row, column, high, wide]: [usize; 4]| sum(row, column, high, wide);
    let best = [row, column, high, wide];
    let mut others = Vec::new();
    for [up, start, down, end] in moves() {
        let moved = |place: usize, step: isize| place.checked_add_signed(step);
        let reach = (|| {
            let (first_row, first_column) = (moved(row, up)?, moved(column, start)?);
            let (last_row, last_column) = (moved(row + high, down)?, moved(column + wide, end)?);
            let inside = last_row <= rows && last_column <= columns;
            let reach =
                [first_row, first_column, last_row.checked_sub(first_row)?, last_column.checked_sub(first_column)?];
            inside.then_some(reach)
        })();
        let Some(reach) = reach.filter(|reach| *reach != best) else { continue };
        let wanted = |cells: usize, hint: Option<u16>| match hint {
            Some(hint) => usize::from(hint) == cells,
            None => (usize::from(LEAST_CELLS)..=usize::from(MOST_CELLS)).contains(&cells),
        };
        // What the change costs for each cell that it adds or takes away.
        let cells = (reach[2] * reach[3]).abs_diff(high * wide).max(1);
        let doubt = (gain(best) - gain(reach)) / cells as f32;
        let steps = [up, start, down, end].iter().map(|step| step.unsigned_abs()).sum::<usize>();
        if doubt < MOST_DOUBT && wanted(reach[2], hints.rows) && wanted(reach[3], hints.columns) {
            others.push((doubt * steps as f32, reach));
        }
    }
    others.sort_by(|one, other| one.0.total_cmp(&other.0));
    // A picture cropped to the board is full of cells, and its outer lines are gone.
    let full = |phase: f32, pitch: f32, size: usize, cells: usize| {
        let end = size as f32 - phase - cells as f32 * pitch;
        phase.abs().max(end.abs()) < 0.12 * pitch && cells <= usize::from(MOST_CELLS)
    };
    let whole = full(left, width, picture.width(), columns) && full(top, height, picture.height(), rows);
    let whole = (whole && best != [0, 0, rows, columns]).then_some([0, 0, rows, columns]);
    let whole = whole.filter(|_| hints == Hints::default());
    let others = others.into_iter().map(|(_, reach)| reach).take(MOST_OTHERS);
    let all = std::iter::once(best).chain(whole).chain(others);
    all.map(|[row, column, high, wide]| Lattice {
        left: left + column as f32 * width,
        top: top + row as f32 * height,
        width,
        height,
        rows: high as u16,
        columns: wide as u16,
    })
    .collect()
}

/// How far the four sides of a board may be off, three steps in all.
fn moves() -> impl Iterator<Item = [isize; 4]> {
    let steps = || -2..=2_isize;
    let all = steps().flat_map(move |up| {
        steps().flat_map(move |start| steps().flat_map(move |down| steps().map(move |end| [up, start, down, end])))
    });
    all.filter(|steps| steps.iter().map(|step| step.abs()).sum::<isize>() <= 3)
}

/// The part of a side at which an edge is seen near it; a side on the rim of the picture is half seen.
fn seen(picture: &Picture, from: (f32, f32), along: (f32, f32), across: (f32, f32), pitch: f32, least: u8) -> f32 {
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let reach = (0.07 * pitch).clamp(1.5, 12.0);
    let place = from.0 * across.0 + from.1 * across.1;
    let size = width * across.0 + height * across.1;
    if place < reach + 1.0 || place > size - reach - 1.0 {
        return 0.5;
    }
    let mut found = 0;
    for look in 0..LOOKS {
        let part = 0.15 + 0.7 * (look as f32 + 0.5) / LOOKS as f32;
        let (x, y) = (from.0 + part * along.0, from.1 + part * along.1);
        let mut shift = -reach;
        while shift <= reach {
            let one = picture.near(x + (shift - 1.0) * across.0, y + (shift - 1.0) * across.1);
            let other = picture.near(x + (shift + 1.0) * across.0, y + (shift + 1.0) * across.1);
            if one.iter().zip(other).any(|(&one, other)| one.abs_diff(other) > least) {
                found += 1;
                break;
            }
            shift += 1.0;
        }
    }
    found as f32 / LOOKS as f32
}
