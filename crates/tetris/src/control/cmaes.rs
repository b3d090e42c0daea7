//! CMA-ES: evolution with a covariance matrix that adapts (Hansen, *The CMA Evolution Strategy: A Tutorial*, 2016).
//!
//! A state is a value: it is sampled, told which samples were best, and saved and read as JSON in between.

use azulejo_core::random::Random;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The distribution from which the next samples come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Evolution {
    /// Generations so far.
    pub generation: u64,
    /// The middle.
    pub mean: Vec<f64>,
    /// How far samples lie from it.
    pub step: f64,
    /// In which directions, row by row.
    covariance: Vec<Vec<f64>>,
    /// Where the middle went lately, in two measures.
    step_path: Vec<f64>,
    covariance_path: Vec<f64>,
}

impl Evolution {
    /// Samples around a point.
    pub fn around(mean: Vec<f64>, step: f64) -> Self {
        let size = mean.len();
        let unit = |row| (0..size).map(|column| f64::from(u8::from(row == column))).collect();
        Self {
            generation: 0,
            mean,
            step,
            covariance: (0..size).map(unit).collect(),
            step_path: vec![0.0; size],
            covariance_path: vec![0.0; size],
        }
    }

    /// Whether it could have come about, over so many dimensions.
    pub fn is_sound(&self, size: usize) -> bool {
        let finite = |numbers: &[f64]| numbers.len() == size && numbers.iter().all(|number| number.abs() < 1e12);
        [&self.mean, &self.step_path, &self.covariance_path].into_iter().all(|numbers| finite(numbers))
            && self.covariance.len() == size
            && self.covariance.iter().all(|row| finite(row))
            && self.step > 0.0
            && self.step < 1e12
    }

    /// The next samples.
    pub fn samples(&self, count: usize, random: &mut Random) -> Vec<Vec<f64>> {
        let size = self.mean.len();
        let (values, vectors) = eigen(&self.covariance);
        let sample = |_| {
            let scaled: Vec<f64> = values.iter().map(|value| value.max(0.0).sqrt() * normal(random)).collect();
            let along = |row: usize| (0..size).map(|column| vectors[row][column] * scaled[column]).sum::<f64>();
            (0..size).map(|row| self.mean[row] + self.step * along(row)).collect()
        };
        (0..count).map(sample).collect()
    }

    /// Goes on with what was learned from samples, the best first.
    #[must_use]
    pub fn told(&self, ranked: &[Vec<f64>]) -> Self {
        let size = self.mean.len() as f64;
        let count = ranked.len();
        let parents = count / 2;
        let raw: Vec<f64> = (1..=parents).map(|rank| (count as f64 / 2.0 + 0.5).ln() - (rank as f64).ln()).collect();
        let total: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / total).collect();
        let effective = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let step_rate = (effective + 2.0) / (size + effective + 5.0);
        let damping = 1.0 + 2.0 * (((effective - 1.0) / (size + 1.0)).sqrt() - 1.0).max(0.0) + step_rate;
        let path_rate = (4.0 + effective / size) / (size + 4.0 + 2.0 * effective / size);
        let one_rate = 2.0 / ((size + 1.3).powi(2) + effective);
        let many_rate =
            (1.0 - one_rate).min(2.0 * (effective - 2.0 + 1.0 / effective) / ((size + 2.0).powi(2) + effective));
        let expected = size.sqrt() * (1.0 - 1.0 / (4.0 * size) + 1.0 / (21.0 * size * size));

        // How far each parent lies from the middle, in steps.
        let offsets: Vec<Vec<f64>> = ranked[..parents]
            .iter()
            .map(|sample| sample.iter().zip(&self.mean).map(|(one, mean)| (one - mean) / self.step).collect())
            .collect();
        let places = || 0..self.mean.len();
        let shift: Vec<f64> = places()
            .map(|place| offsets.iter().zip(&weights).map(|(offset, weight)| offset[place] * weight).sum())
            .collect();
        let (values, vectors) = eigen(&self.covariance);
        let turned: Vec<f64> = places()
            .map(|axis| {
                let along: f64 = places().map(|place| vectors[place][axis] * shift[place]).sum();
                along / values[axis].max(1e-20).sqrt()
            })
            .collect();
        let whitened = |place: usize| places().map(|axis| vectors[place][axis] * turned[axis]).sum::<f64>();
        let push = (step_rate * (2.0 - step_rate) * effective).sqrt();
        let step_path: Vec<f64> =
            places().map(|place| (1.0 - step_rate) * self.step_path[place] + push * whitened(place)).collect();
        let length = step_path.iter().map(|part| part * part).sum::<f64>().sqrt();
        let settled = 1.0 - (1.0 - step_rate).powi(2 * (self.generation as i32 + 1));
        let goes_on = length / settled.sqrt() < (1.4 + 2.0 / (size + 1.0)) * expected;
        let pull = if goes_on { (path_rate * (2.0 - path_rate) * effective).sqrt() } else { 0.0 };
        let covariance_path: Vec<f64> =
            places().map(|place| (1.0 - path_rate) * self.covariance_path[place] + pull * shift[place]).collect();
        let kept = 1.0 - one_rate - many_rate + if goes_on { 0.0 } else { one_rate * path_rate * (2.0 - path_rate) };
        let covariance = places()
            .map(|row| {
                let cell = |column: usize| {
                    let many: f64 = offsets
                        .iter()
                        .zip(&weights)
                        .map(|(offset, weight)| weight * offset[row] * offset[column])
                        .sum();
                    kept * self.covariance[row][column]
                        + one_rate * covariance_path[row] * covariance_path[column]
                        + many_rate * many
                };
                places().map(cell).collect()
            })
            .collect();
        Self {
            generation: self.generation + 1,
            mean: places().map(|place| self.mean[place] + self.step * shift[place]).collect(),
            step: self.step * ((step_rate / damping) * (length / expected - 1.0)).exp(),
            covariance,
            step_path,
            covariance_path,
        }
    }
}

/// A number of the normal distribution (Box and Muller).
fn normal(random: &mut Random) -> f64 {
    let (one, other) = (1.0 - random.unit(), random.unit());
    (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * other).cos()
}

/// Eigenvalues of a symmetric matrix and its eigenvectors as columns (Jacobi's rotations).
fn eigen(matrix: &[Vec<f64>]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let order = matrix.len();
    let mut left: Vec<Vec<f64>> = matrix.to_vec();
    let unit = |row| (0..order).map(|column| f64::from(u8::from(row == column))).collect();
    let mut vectors: Vec<Vec<f64>> = (0..order).map(unit).collect();
    for _ in 0..60 {
        let apart: f64 = (0..order)
            .flat_map(|row| (0..row).map(move |column| (row, column)))
            .map(|(row, column)| left[row][column].powi(2))
            .sum();
        if apart < 1e-24 {
            break;
        }
        for row in 1..order {
            for column in 0..row {
                if left[row][column].abs() < 1e-30 {
                    continue;
                }
                let slope = (left[row][row] - left[column][column]) / (2.0 * left[row][column]);
                let tangent = slope.signum() / (slope.abs() + (slope * slope + 1.0).sqrt());
                let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
                let sine = tangent * cosine;
                for line in &mut left {
                    let (one, other) = (line[column], line[row]);
                    line[column] = cosine * one - sine * other;
                    line[row] = sine * one + cosine * other;
                }
                let (above, below) = left.split_at_mut(row);
                for (one, other) in above[column].iter_mut().zip(&mut below[0]) {
                    (*one, *other) = (cosine * *one - sine * *other, sine * *one + cosine * *other);
                }
                for line in &mut vectors {
                    let (one, other) = (line[column], line[row]);
                    line[column] = cosine * one - sine * other;
                    line[row] = sine * one + cosine * other;
                }
            }
        }
    }
    ((0..order).map(|place| left[place][place]).collect(), vectors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eigenvectors_make_the_matrix_again() {
        let mut random = Random::new(5);
        let half: Vec<Vec<f64>> = (0..6).map(|_| (0..6).map(|_| normal(&mut random)).collect()).collect();
        let product = |row: usize, column: usize| (0..6).map(|place| half[row][place] * half[column][place]).sum();
        let matrix: Vec<Vec<f64>> = (0..6).map(|row| (0..6).map(|column| product(row, column)).collect()).collect();
        let (values, vectors) = eigen(&matrix);
        for row in 0..6 {
            for column in 0..6 {
                let again: f64 = (0..6).map(|axis| vectors[row][axis] * values[axis] * vectors[column][axis]).sum();
                assert!((again - matrix[row][column]).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn a_bent_valley_is_walked_to_its_lowest_point() {
        // Rosenbrock's function in six dimensions; its lowest point is all ones.
        let height = |point: &Vec<f64>| -> f64 {
            point.windows(2).map(|pair| 100.0 * (pair[1] - pair[0] * pair[0]).powi(2) + (1.0 - pair[0]).powi(2)).sum()
        };
        let (mut state, mut random) = (Evolution::around(vec![0.0; 6], 0.5), Random::new(7));
        for _ in 0..600 {
            let mut samples = state.samples(12, &mut random);
            samples.sort_by(|one, other| height(one).total_cmp(&height(other)));
            state = state.told(&samples);
            let saved = serde_json::to_string(&state).unwrap();
            assert_eq!(serde_json::from_str::<Evolution>(&saved).unwrap(), state);
        }
        assert!(height(&state.mean) < 1e-10, "{}", height(&state.mean));
        assert!(state.is_sound(6) && !state.is_sound(7));
    }
}
