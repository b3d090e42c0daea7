//! Colours: the palettes, light and dark grounds, and what can be read on what.
//!
//! The default palette is built on Okabe and Ito's eight, which people with the common colour-vision deficiencies can
//! tell apart. The first colours have fixed meanings, so that a game may ask for *red*; colours beyond a palette's list
//! are spread round the colour wheel.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::ColorId;

/// Red, wherever a game says red.
pub const RED: ColorId = 0;
/// Green, wherever a game says green.
pub const GREEN: ColorId = 1;
/// Blue, wherever a game says blue.
pub const BLUE: ColorId = 2;
/// Yellow, wherever a game says yellow.
pub const YELLOW: ColorId = 3;

/// A colour of light.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    const fn hex(value: u32) -> Self {
        Self((value >> 16) as u8, (value >> 8) as u8, value as u8)
    }

    /// This colour with a part (0 to 1) of another mixed in.
    #[must_use]
    pub fn mixed(self, other: Self, part: f32) -> Self {
        let mix = |one: u8, two: u8| (f32::from(one) + (f32::from(two) - f32::from(one)) * part).round() as u8;
        Self(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// How bright it looks, from 0 to 1 (relative luminance).
    pub fn luminance(self) -> f32 {
        let linear = |channel: u8| {
            let value = f32::from(channel) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// The contrast between two colours, from 1 to 21.
    pub fn contrast(self, other: Self) -> f32 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// Black or white, whichever reads better on this colour.
    #[must_use]
    pub fn ink(self) -> Self {
        let (black, white) = (Self::hex(0x14_14_1a), Self::hex(0xff_ff_ff));
        if self.contrast(black) >= self.contrast(white) { black } else { white }
    }
}

/// A set of colours by name.
#[derive(Debug, PartialEq, Eq)]
pub struct Palette {
    /// The word for it on the command line.
    pub name: &'static str,
    colors: &'static [Rgb],
}

impl Palette {
    /// Safe for the common colour-vision deficiencies: Okabe and Ito, with a red that people call red, green and blue moved
    /// apart for tritanopia.
    pub const DEFAULT: &'static Self = &Self {
        name: "default",
        colors: &[
            Rgb::hex(0xd4_1f_1f),
            Rgb::hex(0x12_a0_6a),
            Rgb::hex(0x0b_57_b0),
            Rgb::hex(0xf0_e4_42),
            Rgb::hex(0xe6_9f_00),
            Rgb::hex(0x56_b4_e9),
            Rgb::hex(0xcc_79_a7),
            Rgb::hex(0x6b_6b_75),
        ],
    };

    /// Plain, strong colours.
    pub const CLASSIC: &'static Self = &Self {
        name: "classic",
        colors: &[
            Rgb::hex(0xe0_2b_2b),
            Rgb::hex(0x1f_9d_3a),
            Rgb::hex(0x23_5f_e0),
            Rgb::hex(0xf7_d7_21),
            Rgb::hex(0xf2_85_1e),
            Rgb::hex(0x35_c6_d6),
            Rgb::hex(0xb8_32_bb),
            Rgb::hex(0x8a_4b_2a),
        ],
    };

    /// Glazed tiles: muted, after old Portuguese walls.
    pub const AZULEJO: &'static Self = &Self {
        name: "azulejo",
        colors: &[
            Rgb::hex(0xb3_38_2f),
            Rgb::hex(0x5f_a3_83),
            Rgb::hex(0x1f_4e_8c),
            Rgb::hex(0xf0_cf_7a),
            Rgb::hex(0xd9_8a_4e),
            Rgb::hex(0x7f_b2_d9),
            Rgb::hex(0x8a_5a_83),
            Rgb::hex(0x5b_62_70),
        ],
    };

    /// Greys alone, for paper and for proving that letters and patterns suffice.
    pub const GREY: &'static Self = &Self {
        name: "grey",
        colors: &[
            Rgb::hex(0x70_70_70),
            Rgb::hex(0xa8_a8_a8),
            Rgb::hex(0x3c_3c_3c),
            Rgb::hex(0xe4_e4_e4),
            Rgb::hex(0x8c_8c_8c),
            Rgb::hex(0xc6_c6_c6),
            Rgb::hex(0x56_56_56),
            Rgb::hex(0x20_20_20),
        ],
    };

    /// All palettes, the default first.
    pub const ALL: [&'static Self; 4] = [Self::DEFAULT, Self::CLASSIC, Self::AZULEJO, Self::GREY];

    /// The palette of this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        Self::ALL.into_iter().find(|palette| palette.name == name)
    }

    /// How a colour looks.
    pub fn color(&self, color: ColorId) -> Rgb {
        let index = usize::from(color);
        self.colors.get(index).copied().unwrap_or_else(|| spread(index - self.colors.len()))
    }
}

impl Serialize for Palette {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.name.serialize(serializer)
    }
}

/// Colours without end: steps of the golden angle round the wheel, on three rings of brightness.
fn spread(index: usize) -> Rgb {
    let hue = (index as f32 * 137.508 + 20.0) % 360.0;
    let (saturation, lightness) = [(0.55, 0.30), (0.50, 0.74), (0.70, 0.22)][index % 3];
    let chroma = (1.0 - f32::abs(2.0 * lightness - 1.0)) * saturation;
    let channel = |offset: f32| {
        let place = (offset + hue / 30.0) % 12.0;
        let part = (place - 3.0).min(9.0 - place).clamp(-1.0, 1.0);
        ((lightness - chroma / 2.0 * part) * 255.0).round() as u8
    };
    Rgb(channel(0.0), channel(8.0), channel(4.0))
}

/// Light or dark ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// The ground behind everything.
    pub const fn paper(self) -> Rgb {
        match self {
            Self::Light => Rgb::hex(0xfd_fb_f7),
            Self::Dark => Rgb::hex(0x16_18_1d),
        }
    }

    /// Text and strong lines.
    pub const fn ink(self) -> Rgb {
        match self {
            Self::Light => Rgb::hex(0x23_25_2b),
            Self::Dark => Rgb::hex(0xec_ea_e4),
        }
    }

    /// An empty cell.
    pub const fn ground(self) -> Rgb {
        match self {
            Self::Light => Rgb::hex(0xee_ea_e1),
            Self::Dark => Rgb::hex(0x26_29_31),
        }
    }

    /// The red of labels: 4.5 to 1 against the paper at least.
    pub const fn label(self) -> Rgb {
        match self {
            Self::Light => Rgb::hex(0xc4_15_18),
            Self::Dark => Rgb::hex(0xff_78_6e),
        }
    }

    /// What was just played, or is meant.
    pub const fn highlight(self) -> Rgb {
        match self {
            Self::Light => Rgb::hex(0xd0_1c_8b),
            Self::Dark => Rgb::hex(0xff_6e_c7),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_can_be_read_on_every_color_of_every_palette() {
        for palette in Palette::ALL {
            for color in 0..64 {
                let fill = palette.color(color);
                assert!(fill.contrast(fill.ink()) >= 4.5, "{} {color} {fill:?}", palette.name);
            }
        }
    }

    #[test]
    fn labels_can_be_read_and_are_red() {
        for theme in [Theme::Light, Theme::Dark] {
            assert!(theme.label().contrast(theme.paper()) >= 4.5, "{theme:?}");
            assert!(hue(theme.label()) < 15.0 || hue(theme.label()) > 345.0, "{theme:?}");
        }
    }

    #[test]
    fn no_two_colors_of_a_palette_are_the_same() {
        for palette in Palette::ALL {
            let mut colors: Vec<Rgb> = (0..64).map(|color| palette.color(color)).collect();
            colors.sort_unstable_by_key(|color| (color.0, color.1, color.2));
            colors.dedup();
            assert_eq!(colors.len(), 64, "{}", palette.name);
        }
    }

    /// The hue in degrees.
    fn hue(Rgb(red, green, blue): Rgb) -> f32 {
        let [red, green, blue] = [red, green, blue].map(f32::from);
        let (least, most) = (red.min(green).min(blue), red.max(green).max(blue));
        let sixths = if most <= red {
            (green - blue) / (most - least)
        } else if most <= green {
            2.0 + (blue - red) / (most - least)
        } else {
            4.0 + (red - green) / (most - least)
        };
        (sixths * 60.0).rem_euclid(360.0)
    }

    #[test]
    fn red_green_blue_and_yellow_are_called_so_in_every_palette_that_has_colors() {
        for palette in [Palette::DEFAULT, Palette::CLASSIC, Palette::AZULEJO] {
            let near = |color, around: f32, most: f32| {
                let far = (hue(palette.color(color)) - around + 540.0).rem_euclid(360.0) - 180.0;
                assert!(far.abs() <= most, "{} {color}: {far} degrees from {around}", palette.name);
            };
            near(RED, 0.0, 8.0);
            near(GREEN, 140.0, 20.0);
            near(BLUE, 215.0, 10.0);
            near(YELLOW, 52.0, 10.0);
        }
    }

    /// Simulates a colour-vision deficiency (Machado, Oliveira and Fernandes 2009, severity 1).
    fn seen(color: Rgb, matrix: [[f32; 3]; 3]) -> [f32; 3] {
        let channels = [f32::from(color.0), f32::from(color.1), f32::from(color.2)];
        matrix.map(|row| row.iter().zip(channels).map(|(weight, channel)| weight * channel).sum())
    }

    #[test]
    fn the_first_four_colors_of_the_command_line_and_of_the_page_stay_apart_for_color_blind_eyes() {
        let deuteranopia = [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]];
        let protanopia = [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]];
        let tritanopia = [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]];
        let pairs = (0..4).flat_map(|one| (0..one).map(move |other| (one, other)));
        for (one, other) in pairs {
            for (palette, matrix) in [Palette::DEFAULT, Palette::AZULEJO]
                .into_iter()
                .flat_map(|palette| [deuteranopia, protanopia, tritanopia].map(|matrix| (palette, matrix)))
            {
                let (a, b) = (seen(palette.color(one), matrix), seen(palette.color(other), matrix));
                let distance = a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum::<f32>().sqrt();
                assert!(distance > 60.0, "{}: {one} and {other}: {distance}", palette.name);
            }
        }
    }
}
