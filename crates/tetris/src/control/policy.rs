//! Policies: how much each thing counts that a controller sees, and where the numbers come from.

use azulejo_core::problem::{Problem, Problems};

use super::sight::{ALL, Fall, Field, MORE_NAMES, NAMES};
use crate::features::Features;
use crate::position::Form;
use crate::score::Score;

/// How a controller judges.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    name: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// A score of the planner, counted before rows vanish.
    Score(Score),
    /// A sum of what is seen.
    Linear(Weights),
}

/// How much each thing that is seen counts, in the order of the names.
pub(super) type Weights = [f64; ALL];

/// In the order of what is seen: landing, eroded, rows, columns, holes, wells twice, depth, holey rows, diversity, wall.
fn published(name: &str) -> Option<[f64; NAMES.len()]> {
    Some(match name {
        // By hand.
        "dellacherie" => [-1.0, 1.0, -1.0, -1.0, -4.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        // By cross-entropy: Thiery and Scherrer 2009, there called DU.
        "bcts" => {
            [-12.629, 6.601_974, -9.215_815, -19.773_56, -13.083_35, -10.487_47, 0.0, -1.611_863, -24.040_87, 0.0, 0.0]
        }
        // By classification-based modified policy iteration: Scherrer and others 2015.
        "dt10" => [-2.18, 2.42, -2.17, -3.31, 0.95, 0.0, -2.22, -0.81, -9.65, 1.27, 0.0],
        "dt20" => [-2.68, 1.38, -2.41, -6.32, 2.03, 0.0, -2.71, -0.43, -9.48, 0.89, 0.0],
        _ => return None,
    })
}

/// Our own: found by `train` on 10×8 in 87 generations from DT-10's weights, rounded.
const AZULEJO: Weights = [
    -2.73, -0.504, -2.95, -1.874, 0.37, -0.701, -2.795, -2.493, -14.419, 0.505, 0.082, 3.595, -0.405, -0.142, -0.066,
    -1.161, -3.985,
];

impl Policy {
    /// The policies that have a name.
    pub const NAMES: [&str; 6] = ["takado8", "dellacherie", "bcts", "dt10", "dt20", "azulejo"];

    /// The policy of a name.
    pub fn named(name: &str) -> Option<Self> {
        if !Self::NAMES.contains(&name) {
            return None;
        }
        let kind = match name {
            "takado8" => Kind::Score(Score::named(name)?),
            "azulejo" => return Some(Self::strongest()),
            _ => {
                let mut seen = [0.0; ALL];
                seen[..NAMES.len()].copy_from_slice(&published(name)?);
                Kind::Linear(seen)
            }
        };
        Some(Self { name: name.to_owned(), kind })
    }

    /// The strongest of them: our own.
    pub fn strongest() -> Self {
        Self::weighing("azulejo", AZULEJO)
    }

    /// A policy of weights in the order of [`NAMES`] and [`MORE_NAMES`].
    pub fn weighing(name: &str, seen: [f64; ALL]) -> Self {
        Self { name: name.to_owned(), kind: Kind::Linear(seen) }
    }

    /// Reads weights of one's own: lines such as `holes -4`.
    pub fn read(text: &str) -> Result<Self, Problems> {
        let mut weights = [0.0; ALL];
        let mut found = Vec::new();
        let names: Vec<&str> = NAMES.into_iter().chain(MORE_NAMES).collect();
        let is_said = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let lines = text.lines().enumerate().filter(|(_, line)| is_said(line));
        for (number, line) in lines {
            let mut words = line
                .split(|letter: char| letter.is_whitespace() || "=:,".contains(letter))
                .filter(|word| !word.is_empty());
            let place = words.next().and_then(|word| names.iter().position(|name| *name == word));
            let weight = words.next().and_then(|word| word.parse().ok()).filter(|weight: &f64| weight.abs() < 1e12);
            match (place, weight, words.next()) {
                (Some(place), Some(weight), None) => weights[place] = weight,
                _ => found.push(
                    Problem::new(format!(
                        "expected a name and a number, such as `holes -4`; the names are {}",
                        names.join(", ")
                    ))
                    .at(number + 1, 1),
                ),
            }
        }
        if text.trim().is_empty() {
            found.push(Problem::new("there are no weights: expected lines such as `holes -4`"));
        }
        Problems::none_or(found, || Self::weighing("own", weights))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The weights, if it is a sum of what is seen.
    pub(super) fn weights(&self) -> Option<&Weights> {
        match &self.kind {
            Kind::Linear(weights) => Some(weights),
            Kind::Score(_) => None,
        }
    }

    /// What the piece's own part is worth, and what the field is.
    pub(super) fn value(&self, before: &Field, after: &Field, form: &Form, column: usize, fall: Fall) -> (f64, f64) {
        let weights = match &self.kind {
            Kind::Score(score) => return (0.0, score.value(&unsettled(before, form, column, fall))),
            Kind::Linear(weights) => weights,
        };
        let numbers = after.sight(form, fall).numbers().into_iter().chain(after.surface().numbers());
        let mut parts = numbers.zip(weights).map(|(number, weight)| number * weight);
        let own: f64 = parts.by_ref().take(2).sum();
        (own, parts.sum())
    }
}

/// The features of a board on which full rows still lie.
fn unsettled(before: &Field, form: &Form, column: usize, fall: Fall) -> Features {
    let mut columns = before.columns().to_vec();
    for offset in 0..usize::from(form.width) {
        let (bottom, top) = (u32::from(form.bottoms[offset]), u32::from(form.tops[offset]));
        columns[column + offset] |= ((1 << (top - bottom)) - 1) << (fall.rest + bottom);
    }
    let height = |bits: &u64| i64::from(u64::BITS - bits.leading_zeros());
    let total: i64 = columns.iter().map(height).sum();
    let filled: i64 = columns.iter().map(|bits| i64::from(bits.count_ones())).sum();
    Features {
        columns: columns.len() as i64,
        total_height: total,
        full: i64::from(fall.removed),
        covered: total - filled,
        bumpiness: columns.windows(2).map(|pair| (height(&pair[0]) - height(&pair[1])).abs()).sum(),
        ..Features::default()
    }
}
