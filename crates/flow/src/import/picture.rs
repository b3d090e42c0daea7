//! Pixels: a picture in memory, and how far two colours are apart.

/// Three bytes a pixel, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

/// Red, green, blue.
pub type Color = [u8; 3];

impl Picture {
    /// A picture of these pixels, if there are as many as its size says.
    pub fn new(width: usize, height: usize, pixels: Vec<u8>) -> Option<Self> {
        let fits = width > 0 && height > 0 && Some(pixels.len()) == width.checked_mul(height)?.checked_mul(3);
        fits.then_some(Self { width, height, pixels })
    }

    /// Pixels from left to right.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Pixels from top to bottom.
    pub fn height(&self) -> usize {
        self.height
    }

    /// All bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.pixels
    }

    /// One row of bytes.
    pub fn row(&self, y: usize) -> &[u8] {
        &self.pixels[y * self.width * 3..(y + 1) * self.width * 3]
    }

    /// One pixel.
    pub fn at(&self, x: usize, y: usize) -> Color {
        let place = (y * self.width + x) * 3;
        [self.pixels[place], self.pixels[place + 1], self.pixels[place + 2]]
    }

    /// The pixel at a point, or the nearest one when the point lies outside.
    pub fn near(&self, x: f32, y: f32) -> Color {
        // The conversion saturates, so that any number will do.
        self.at((x as usize).min(self.width - 1), (y as usize).min(self.height - 1))
    }

    /// The picture at half its size, each pixel the mean of four.
    #[must_use]
    pub fn halved(&self) -> Self {
        let (width, height) = (self.width / 2, self.height / 2);
        let mut pixels = Vec::with_capacity(width * height * 3);
        for y in 0..height {
            let (upper, lower) = (self.row(2 * y), self.row(2 * y + 1));
            let pairs = upper.chunks_exact(6).zip(lower.chunks_exact(6));
            for (upper, lower) in pairs {
                for part in 0..3 {
                    let sum = u16::from(upper[part])
                        + u16::from(upper[part + 3])
                        + u16::from(lower[part])
                        + u16::from(lower[part + 3]);
                    pixels.push(((sum + 2) / 4) as u8);
                }
            }
        }
        Self { width, height, pixels }
    }
}

/// How far two colours are apart: the length of the difference, 0 to 441.
pub fn distance(one: Color, other: Color) -> f32 {
    let squares = one.iter().zip(other).map(|(&one, other)| {
        let difference = f32::from(one) - f32::from(other);
        difference * difference
    });
    squares.sum::<f32>().sqrt()
}

/// The middle value of each part: a color that few outliers cannot change.
pub fn median(colors: &[Color]) -> Color {
    let part = |part: usize| {
        let mut values: Vec<u8> = colors.iter().map(|color| color[part]).collect();
        let middle = values.len() / 2;
        if values.is_empty() { 0 } else { *values.select_nth_unstable(middle).1 }
    };
    [part(0), part(1), part(2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halving_takes_the_mean_of_four() {
        let picture = Picture::new(3, 2, vec![0, 0, 0, 4, 8, 12, 9, 9, 9, 8, 0, 0, 0, 0, 0, 9, 9, 9]).unwrap();
        assert_eq!(picture.halved(), Picture::new(1, 1, vec![3, 2, 3]).unwrap());
        assert_eq!(Picture::new(2, 2, vec![0; 11]), None);
    }

    #[test]
    fn one_outlier_does_not_move_the_median() {
        assert_eq!(median(&[[1, 2, 3], [1, 2, 3], [255, 0, 9]]), [1, 2, 3]);
        assert_eq!(median(&[]), [0, 0, 0]);
        assert!((distance([0, 3, 0], [4, 0, 0]) - 5.0).abs() < 1e-6);
    }
}
