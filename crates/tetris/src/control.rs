//! Controllers: players of the simplified game of the literature, where one piece is known, falls straight and full rows
//! vanish. What they look at, how much each counts, and the game itself.
//!
//! The features are those of Dellacherie and of Thiery and Scherrer, counted as mdptetris does. The weights are published:
//! Dellacherie's by hand; BCTS by cross-entropy (Thiery, Scherrer 2009, mdptetris); DT-10 and DT-20 by
//! classification-based modified policy iteration (Scherrer and others 2015); takado8's by a genetic algorithm.
//! A field is one word of bits for each column, the floor in the lowest bit, with room above the top for a last piece.

use azulejo_core::grid::Cell;
use azulejo_core::problem::{Problem, Problems};
use schemars::JsonSchema;
use serde::Serialize;

use crate::position::{Board, Form, Piece};
use crate::rules::Placement;
use crate::score::Score;

/// What a controller sees of a board and of the piece that has just come to rest on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Sight {
    /// The middle of the piece's rows, from the floor, before rows vanished.
    pub landing_height: f64,
    /// Rows that vanished times the piece's cells among them.
    pub eroded_piece_cells: u32,
    /// Changes between filled and empty along the rows; the walls are filled.
    pub row_transitions: u32,
    /// Changes between filled and empty along the columns; the floor is filled.
    pub column_transitions: u32,
    /// Empty cells with a filled one above.
    pub holes: u32,
    /// For each empty cell between filled ones, the empty cells from it downwards.
    pub wells_dellacherie: u32,
    /// The same from the highest such cell of each empty run, all cells of the run below it counted.
    pub wells_fast: u32,
    /// Filled cells above holes, run by run.
    pub hole_depth: u32,
    /// Rows with a hole.
    pub rows_with_holes: u32,
    /// How many of the differences -2 to 2 there are between neighbouring columns.
    pub diversity: u32,
    /// The highest column.
    pub wall_height: u32,
}

/// The names of what is seen, in the order of [`Sight`].
pub const NAMES: [&str; 11] = [
    "landing_height",
    "eroded_piece_cells",
    "row_transitions",
    "column_transitions",
    "holes",
    "wells_dellacherie",
    "wells_fast",
    "hole_depth",
    "rows_with_holes",
    "diversity",
    "wall_height",
];

impl Sight {
    /// The numbers in the order of [`NAMES`].
    pub fn numbers(&self) -> [f64; NAMES.len()] {
        let Self { landing_height, .. } = *self;
        [
            landing_height,
            self.eroded_piece_cells.into(),
            self.row_transitions.into(),
            self.column_transitions.into(),
            self.holes.into(),
            self.wells_dellacherie.into(),
            self.wells_fast.into(),
            self.hole_depth.into(),
            self.rows_with_holes.into(),
            self.diversity.into(),
            self.wall_height.into(),
        ]
    }
}

/// A board as columns of bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    columns: Vec<u64>,
    rows: u32,
}

/// What a placement did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fall {
    /// The piece's lowest row before rows vanished.
    pub rest: u32,
    /// Rows that vanished.
    pub removed: u32,
    /// The piece's cells among them.
    pub eroded: u32,
    /// Whether the piece sticks out at the top.
    pub over: bool,
}

impl Field {
    /// The most rows: a piece that sticks out at the top must still be seen.
    pub const MOST_ROWS: u16 = 60;
    /// The most columns.
    pub const MOST_COLUMNS: u16 = 64;

    /// The field of a board, if it is small enough.
    pub fn of(board: &Board) -> Result<Self, Problem> {
        let (rows, columns) = (board.rows(), board.columns());
        if rows > Self::MOST_ROWS || !(4..=Self::MOST_COLUMNS).contains(&columns) {
            return Err(Problem::new(format!(
                "controllers play on boards of 4 to {} columns and at most {} rows, not {columns} and {rows}",
                Self::MOST_COLUMNS,
                Self::MOST_ROWS
            )));
        }
        let bits = |column| {
            let cells = (0..rows).rev().enumerate();
            cells.fold(0, |bits, (place, row)| bits | u64::from(board.is_filled(Cell::new(row, column))) << place)
        };
        Ok(Self { columns: (0..columns).map(bits).collect(), rows: rows.into() })
    }

    /// Puts a form over a column of `before` and lets it fall; full rows vanish unless the game is over.
    fn fall(&mut self, before: &Self, form: &Form, column: usize) -> Fall {
        self.columns.copy_from_slice(&before.columns);
        let under = &before.columns[column..column + usize::from(form.width)];
        let height = |(bits, bottom): (&u64, u8)| (u64::BITS - bits.leading_zeros()).saturating_sub(bottom.into());
        let rest = under.iter().zip(form.bottoms).map(height).max().unwrap_or(0);
        for offset in 0..usize::from(form.width) {
            let (bottom, top) = (u32::from(form.bottoms[offset]), u32::from(form.tops[offset]));
            self.columns[column + offset] |= ((1 << (top - bottom)) - 1) << (rest + bottom);
        }
        let over = rest + u32::from(form.height) > self.rows;
        let full = if over { 0 } else { self.columns.iter().fold(u64::MAX, |rows, column| rows & column) };
        let eroded = (0..u32::from(form.height))
            .filter(|row| full >> (rest + row) & 1 == 1)
            .map(|row| form.rows[row as usize].count_ones())
            .sum();
        let mut left = full;
        while left != 0 {
            let below = (1 << left.ilog2()) - 1;
            for column in &mut self.columns {
                *column = *column & below | *column >> 1 & !below;
            }
            left &= below;
        }
        Fall { rest, removed: full.count_ones(), eroded, over }
    }

    fn height(&self, column: usize) -> u32 {
        u64::BITS - self.columns[column].leading_zeros()
    }

    /// What is seen of the field after a fall.
    fn sight(&self, form: &Form, fall: Fall) -> Sight {
        // The walls end where the board does: a piece that sticks out has none beside it.
        let walls = (1_u64 << self.rows) - 1;
        let mut sight = Sight {
            landing_height: f64::from(fall.rest) + f64::from(form.height - 1) / 2.0,
            eroded_piece_cells: fall.removed * fall.eroded,
            ..Sight::default()
        };
        let (mut holey, mut steps, mut left) = (0, 0_u32, walls);
        for (at, &column) in self.columns.iter().enumerate() {
            let right = self.columns.get(at + 1).copied().unwrap_or(walls);
            let height = u64::BITS - column.leading_zeros();
            let hollow = !column & ((1 << height) - 1);
            holey |= hollow;
            sight.row_transitions += (left ^ column).count_ones();
            sight.column_transitions += ((column << 1 | 1) ^ column).count_ones();
            sight.holes += hollow.count_ones();
            sight.hole_depth += column.count_ones() - column.trailing_ones();
            sight.wall_height = sight.wall_height.max(height);
            if at > 0 {
                let step = self.height(at - 1).abs_diff(height);
                if step <= 2 {
                    let down = u32::from(self.height(at - 1) > height);
                    steps |= 1 << (step * 2 + down);
                }
            }
            // Wells are seen as if the walls went on above.
            let beside = |wall: bool, other: u64| if wall { u64::MAX } else { other };
            let mut shafts = !column & beside(at == 0, left) & beside(at + 1 == self.columns.len(), right);
            // From the highest well cell of a run on, every other of the same run is below it.
            let mut run_end = u32::MAX;
            while shafts != 0 {
                let top = shafts.ilog2();
                shafts ^= 1 << top;
                let deep = (!column << (63 - top)).leading_ones();
                sight.wells_dellacherie += deep;
                if top + 1 - deep != run_end {
                    run_end = top + 1 - deep;
                    sight.wells_fast += deep * (deep + 1) / 2;
                }
            }
            left = column;
        }
        sight.row_transitions += (left ^ walls).count_ones();
        sight.rows_with_holes = holey.count_ones();
        sight.diversity = steps.count_ones();
        sight
    }
}

/// Lets a piece fall and says what a controller sees then.
pub fn look(board: &Board, piece: Piece, placement: Placement) -> Result<(Fall, Sight), Problem> {
    let field = Field::of(board)?;
    let form = piece
        .forms()
        .get(usize::from(placement.rotation))
        .filter(|form| usize::from(placement.column) + usize::from(form.width) <= field.columns.len())
        .ok_or_else(|| Problem::new(format!("{piece} has no place `{placement}` on this board")))?;
    let mut after = field.clone();
    let fall = after.fall(&field, form, placement.column.into());
    Ok((fall, after.sight(form, fall)))
}

/// How much each thing counts that a controller sees.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    name: String,
    weights: [f64; NAMES.len()],
    /// takado8's four sums instead, counted before rows vanish.
    takado8: bool,
}

impl Policy {
    /// The policies that have a name.
    pub const NAMES: [&str; 5] = ["takado8", "dellacherie", "bcts", "dt10", "dt20"];

    /// The policy of a name.
    pub fn named(name: &str) -> Option<Self> {
        // In the order of what is seen: landing, eroded, rows, columns, holes, wells twice, depth, holey rows, diversity, wall.
        let weights = match name {
            "takado8" => [0.0; NAMES.len()],
            "dellacherie" => [-1.0, 1.0, -1.0, -1.0, -4.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            "bcts" => [
                -12.629, 6.601_974, -9.215_815, -19.773_56, -13.083_35, -10.487_47, 0.0, -1.611_863, -24.040_87, 0.0,
                0.0,
            ],
            "dt10" => [-2.18, 2.42, -2.17, -3.31, 0.95, 0.0, -2.22, -0.81, -9.65, 1.27, 0.0],
            "dt20" => [-2.68, 1.38, -2.41, -6.32, 2.03, 0.0, -2.71, -0.43, -9.48, 0.89, 0.0],
            _ => return None,
        };
        Some(Self { name: name.to_owned(), weights, takado8: name == "takado8" })
    }

    /// Reads weights of one's own: lines such as `holes -4`.
    pub fn read(text: &str) -> Result<Self, Problems> {
        let mut weights = [0.0; NAMES.len()];
        let mut found = Vec::new();
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        for (number, line) in lines {
            let mut words = line
                .split(|letter: char| letter.is_whitespace() || "=:,".contains(letter))
                .filter(|word| !word.is_empty());
            let place = words.next().and_then(|word| NAMES.iter().position(|name| *name == word));
            let weight = words.next().and_then(|word| word.parse().ok()).filter(|weight: &f64| weight.abs() < 1e12);
            match (place, weight, words.next()) {
                (Some(place), Some(weight), None) => weights[place] = weight,
                _ => found.push(
                    Problem::new(format!(
                        "expected a name and a number, such as `holes -4`; the names are {}",
                        NAMES.join(", ")
                    ))
                    .at(number + 1, 1),
                ),
            }
        }
        if text.trim().is_empty() {
            found.push(Problem::new("there are no weights: expected lines such as `holes -4`"));
        }
        Problems::none_or(found, || Self { name: "own".to_owned(), weights, takado8: false })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the piece's own part is worth, and what the field is.
    fn value(&self, before: &Field, after: &Field, form: &Form, column: usize, fall: Fall) -> (f64, f64) {
        if self.takado8 {
            return (0.0, takado8(before, form, column, fall));
        }
        let sight = after.sight(form, fall);
        let mut parts = sight.numbers().into_iter().zip(self.weights).map(|(number, weight)| number * weight);
        let own: f64 = parts.by_ref().take(2).sum();
        let rest = parts.sum();
        (own, rest)
    }
}

/// takado8's score of a board on which full rows still lie, as if these had vanished.
fn takado8(before: &Field, form: &Form, column: usize, fall: Fall) -> f64 {
    let mut columns = before.columns.clone();
    for offset in 0..usize::from(form.width) {
        let (bottom, top) = (u32::from(form.bottoms[offset]), u32::from(form.tops[offset]));
        columns[column + offset] |= ((1 << (top - bottom)) - 1) << (fall.rest + bottom);
    }
    let height = |bits: &u64| i64::from(u64::BITS - bits.leading_zeros());
    let total: i64 = columns.iter().map(height).sum();
    let filled: i64 = columns.iter().map(|bits| i64::from(bits.count_ones())).sum();
    let bumpiness = columns.windows(2).map(|pair| (height(&pair[0]) - height(&pair[1])).abs()).sum();
    let features = crate::features::Features {
        columns: columns.len() as i64,
        total_height: total,
        full: i64::from(fall.removed),
        covered: total - filled,
        bumpiness,
        ..crate::features::Features::default()
    };
    TAKADO8.with(|score| score.value(&features))
}

thread_local! {
    static TAKADO8: Score = Score::named("takado8").unwrap_or_default();
}

/// How far a controller looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookahead {
    /// At the piece that falls.
    One,
    /// At the next one too.
    Two(Piece),
}

/// A controller at play.
#[derive(Clone, Debug)]
pub struct Player<'a> {
    policy: &'a Policy,
    field: Field,
    scratch: [Field; 2],
}

/// A move of a controller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chosen {
    /// Where the piece goes.
    pub placement: Placement,
    /// What that is worth.
    pub value: f64,
}

impl<'a> Player<'a> {
    /// A controller before a board.
    pub fn new(policy: &'a Policy, board: &Board) -> Result<Self, Problem> {
        let field = Field::of(board)?;
        Ok(Self { policy, scratch: [field.clone(), field.clone()], field })
    }

    /// The best placement of a piece, the first among equals; nothing where none stays on the board.
    pub fn choose(&mut self, piece: Piece, lookahead: Lookahead) -> Option<Chosen> {
        let [first, second] = &mut self.scratch;
        best(&self.field, piece, first, |after, form, column, fall| {
            let (own, rest) = self.policy.value(&self.field, after, form, column, fall);
            match lookahead {
                Lookahead::One => Some(own + rest),
                Lookahead::Two(next) => {
                    let deeper = best(after, next, second, |last, form, column, fall| {
                        let (own, rest) = self.policy.value(after, last, form, column, fall);
                        Some(own + rest)
                    });
                    deeper.map(|deeper| own + deeper.value)
                }
            }
        })
    }

    /// What a placement is worth, if the game goes on after it.
    pub fn value(&mut self, piece: Piece, placement: Placement) -> Option<f64> {
        let form = piece.forms().get(usize::from(placement.rotation))?;
        let after = &mut self.scratch[0];
        let fall = after.fall(&self.field, form, placement.column.into());
        let (own, rest) = self.policy.value(&self.field, after, form, placement.column.into(), fall);
        (!fall.over).then_some(own + rest)
    }

    /// Plays a placement; gives the rows that vanished.
    pub fn play(&mut self, piece: Piece, placement: Placement) -> Fall {
        let form = &piece.forms()[usize::from(placement.rotation)];
        let fall = self.scratch[0].fall(&self.field, form, placement.column.into());
        std::mem::swap(&mut self.field, &mut self.scratch[0]);
        fall
    }
}

fn best(
    field: &Field,
    piece: Piece,
    after: &mut Field,
    mut value: impl FnMut(&Field, &Form, usize, Fall) -> Option<f64>,
) -> Option<Chosen> {
    let mut best: Option<Chosen> = None;
    for (rotation, form) in piece.forms().iter().enumerate() {
        for column in 0..=field.columns.len() - usize::from(form.width) {
            let fall = after.fall(field, form, column);
            if fall.over {
                continue;
            }
            let Some(value) = value(after, form, column, fall) else { continue };
            if best.is_none_or(|best| value > best.value) {
                let placement = Placement { rotation: rotation as u8, column: column as u16 };
                best = Some(Chosen { placement, value });
            }
        }
    }
    best
}
