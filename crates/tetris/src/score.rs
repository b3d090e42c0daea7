//! Scores: what each feature of a board is worth, the five definitions that are in use, and weights of one's own.
//!
//! Weights are decimal numbers and are kept exactly, as whole numbers of the smallest decimal in use. Two plans are
//! compared by these, so that a tie is a tie and no rounding decides; only the value that is shown is a floating-point
//! number.
//!
//! The heuristic and its four weights are takado8's (<https://github.com/takado8/Tetris>), found with a genetic algorithm;
//! the definitions differ in what they call a height, a line and a hole.

use crate::features::{Features, Term};

/// A decimal number: `digits · 10^-decimals`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    digits: i64,
    decimals: u32,
}

impl Decimal {
    /// A number has at most this many decimals.
    pub const MOST_DECIMALS: u32 = 15;

    /// The number a text such as `-0.25` or `1e-3` writes, exactly.
    pub fn parse(text: &str) -> Option<Self> {
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse::<i32>().ok().filter(|power| power.abs() <= 40)?),
            None => (text, 0),
        };
        let (negative, number) = match number.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, number.strip_prefix('+').unwrap_or(number)),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        if whole.is_empty() && fraction.is_empty()
            || !(whole.bytes().chain(fraction.bytes())).all(|b| b.is_ascii_digit())
        {
            return None;
        }
        let fraction = fraction.trim_end_matches('0');
        let mut digits: i64 = 0;
        for digit in whole.bytes().chain(fraction.bytes()) {
            digits = digits.checked_mul(10)?.checked_add(i64::from(digit - b'0'))?;
        }
        let mut decimals = fraction.len() as i32 - exponent;
        while decimals < 0 {
            digits = digits.checked_mul(10)?;
            decimals += 1;
        }
        while decimals > 0 && digits % 10 == 0 {
            digits /= 10;
            decimals -= 1;
        }
        let decimals = u32::try_from(decimals).ok().filter(|&decimals| decimals <= Self::MOST_DECIMALS)?;
        Some(Self { digits: if negative { -digits } else { digits }, decimals })
    }

    /// Nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        // One rounding: digits below 2^53 and powers of ten up to 10^22 are exact.
        self.digits as f64 / 10_f64.powi(self.decimals as i32)
    }

    fn scaled(self, decimals: u32) -> Option<i64> {
        self.digits.checked_mul(10_i64.checked_pow(decimals.checked_sub(self.decimals)?)?)
    }
}

/// What is left of a value before it is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// All of it.
    Exact,
    /// The whole number towards zero, as the C program stores it.
    TowardsZero,
}

/// How good a board is: a weighted sum of terms.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    name: String,
    weights: [f64; Term::ALL.len()],
    scaled: [i64; Term::ALL.len()],
    /// Scaled units in 1.
    unit: i64,
    rounding: Rounding,
}

/// Weights that cannot be held exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the weights are too large or too fine to add up exactly")]
pub struct TooFine;

const HEIGHT: &str = "-0.798752914564018";
const LINES: &str = "0.522287506868767";
const HOLES: &str = "-0.24921408023878";
const BUMPINESS: &str = "-0.164626498034284";

impl Score {
    /// The sum of the absolute scaled weights is at most this: times the 64 · 64 cells of the largest board that the fast
    /// engines take it stays within 63 bits.
    const MOST: i64 = 2_000_000_000_000_000;

    /// Names of the scores that are built in; the first is the default.
    pub const NAMES: [&str; 5] = ["doc", "covered", "seed-c", "seed-c-int", "takado8"];

    /// The score of a name.
    pub fn named(name: &str) -> Option<Self> {
        let (height, lines, holes, rounding) = match name {
            "doc" => (Term::Height, Term::Lines, Term::Holes, Rounding::Exact),
            "covered" => (Term::Height, Term::Lines, Term::CoveredHoles, Rounding::Exact),
            "seed-c" => (Term::TotalHeight, Term::Lines, Term::CoveredHoles, Rounding::Exact),
            "seed-c-int" => (Term::TotalHeight, Term::Lines, Term::CoveredHoles, Rounding::TowardsZero),
            "takado8" => (Term::SettledHeight, Term::FullRows, Term::CoveredHoles, Rounding::Exact),
            _ => return None,
        };
        let weights = [(height, HEIGHT), (lines, LINES), (holes, HOLES), (Term::Bumpiness, BUMPINESS)];
        let weights: Option<Vec<(Term, Decimal)>> =
            weights.into_iter().map(|(term, text)| Some((term, Decimal::parse(text)?))).collect();
        Self::new(name, &weights?, rounding).ok()
    }

    /// A score of these weights; a term named twice counts with the last.
    pub fn new(name: &str, weights: &[(Term, Decimal)], rounding: Rounding) -> Result<Self, TooFine> {
        let decimals = weights.iter().map(|(_, weight)| weight.decimals).max().unwrap_or(0);
        let mut score = Self {
            name: name.to_owned(),
            weights: [0.0; Term::ALL.len()],
            scaled: [0; Term::ALL.len()],
            unit: 10_i64.pow(decimals),
            rounding,
        };
        for &(term, weight) in weights {
            score.weights[term as usize] = weight.to_f64();
            score.scaled[term as usize] = weight.scaled(decimals).ok_or(TooFine)?;
        }
        let sum = score.scaled.iter().try_fold(0_i64, |sum, weight| sum.checked_add(weight.checked_abs()?));
        if sum.is_some_and(|sum| sum <= Self::MOST) { Ok(score) } else { Err(TooFine) }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The terms that count, with their weights.
    pub fn weights(&self) -> impl Iterator<Item = (Term, f64)> {
        Term::ALL.into_iter().map(|term| (term, self.weights[term as usize])).filter(|&(_, weight)| weight != 0.0)
    }

    /// The value that is shown.
    pub fn value(&self, features: &Features) -> f64 {
        let sum = self.weights().fold(0.0, |sum, (term, weight)| sum + features.term(term) as f64 * weight);
        match self.rounding {
            Rounding::Exact => sum,
            // From the exact sum: a whole number must not become the one before it.
            Rounding::TowardsZero => (self.exact(features) / i128::from(self.unit)) as f64,
        }
    }

    /// The exact sum in scaled units, not rounded.
    pub fn exact(&self, features: &Features) -> i128 {
        let part = |&term: &Term| i128::from(self.scaled[term as usize]) * i128::from(features.term(term));
        Term::ALL.iter().map(part).sum()
    }

    /// The scaled weight of a term.
    pub(crate) fn scaled(&self, term: Term) -> i64 {
        self.scaled[term as usize]
    }

    /// The least exact sum that counts for as much as this one.
    pub(crate) fn least_equal(&self, exact: i128) -> i128 {
        match self.rounding {
            Rounding::Exact => exact,
            Rounding::TowardsZero => match exact / i128::from(self.unit) {
                whole if whole > 0 => whole * i128::from(self.unit),
                whole => (whole - 1) * i128::from(self.unit) + 1,
            },
        }
    }

    /// The least exact sum that counts for more than this one.
    pub(crate) fn least_better(&self, exact: i128) -> i128 {
        match self.rounding {
            Rounding::Exact => exact + 1,
            Rounding::TowardsZero => match exact / i128::from(self.unit) {
                whole if whole >= 0 => (whole + 1) * i128::from(self.unit),
                whole => whole * i128::from(self.unit) + 1,
            },
        }
    }
}

impl Default for Score {
    /// The document's.
    fn default() -> Self {
        // The name is in the list, and a test builds every score of the list.
        #[expect(clippy::expect_used, reason = "a test builds every score of the list")]
        Self::named(Self::NAMES[0]).expect("the first name is a score")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_score() {
        for name in Score::NAMES {
            assert_eq!(Score::named(name).unwrap().name(), name);
        }
        assert_eq!(Score::named("bcts"), None);
        assert_eq!(Score::default().name(), "doc");
    }

    #[test]
    fn decimals_are_exact() {
        let read = |text| Decimal::parse(text).map(|number| (number.digits, number.decimals));
        assert_eq!(read("-0.798752914564018"), Some((-798_752_914_564_018, 15)));
        assert_eq!(read("1.500"), Some((15, 1)));
        assert_eq!(read("12e-3"), Some((12, 3)));
        assert_eq!(read("+2.5E2"), Some((250, 0)));
        assert_eq!(read(".5"), Some((5, 1)));
        assert_eq!(read("0"), Some((0, 0)));
        for bad in ["", ".", "-", "1.2.3", "0x1", "nan", "1e", "1e99", "1e-16", "99999999999999999999", "١"] {
            assert_eq!(read(bad), None, "{bad}");
        }
        assert!(Score::new("large", &[(Term::Lines, Decimal::parse("9e15").unwrap())], Rounding::Exact).is_err());
        let mixed = [(Term::Lines, Decimal::parse("1e14").unwrap()), (Term::Holes, Decimal::parse("1e-15").unwrap())];
        assert!(Score::new("mixed", &mixed, Rounding::Exact).is_err());
    }

    #[test]
    fn the_shown_value_is_the_exact_one() {
        let features = Features {
            columns: 10,
            height: 56,
            total_height: 56,
            covered: 20,
            closed: 4,
            bumpiness: 15,
            ..Features::default()
        };
        let value = |name| Score::named(name).unwrap().value(&features);
        assert!((value("doc") + 48.196_417_007_054_386).abs() < 1e-12);
        assert!((value("seed-c") + 52.183_842_290_874_87).abs() < 1e-12);
        assert!((value("seed-c-int") + 52.0).abs() < f64::EPSILON);
    }

    #[test]
    fn thresholds_are_the_edges_of_what_counts_as_equal() {
        for name in ["seed-c", "seed-c-int"] {
            let score = Score::named(name).unwrap();
            let unit = i128::from(score.unit);
            let shown = |exact: i128| match score.rounding {
                Rounding::Exact => exact,
                Rounding::TowardsZero => exact / unit,
            };
            for whole in -3..=3 {
                for off in [-1, 0, 1, 5_000_000] {
                    let exact = whole * unit + off;
                    let (equal, better) = (score.least_equal(exact), score.least_better(exact));
                    assert!(shown(equal) == shown(exact) && shown(equal - 1) < shown(exact));
                    assert!(shown(better) > shown(exact) && shown(better - 1) == shown(exact));
                }
            }
        }
    }
}
