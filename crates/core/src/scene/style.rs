//! How a scene is to look: what the drawing wants to know ([`Style`]), and what a caller may ask for ([`Draw`]).

use schemars::JsonSchema;
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};

use super::{Axes, Palette, Theme};

/// How a scene is to look.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Style {
    /// The colours.
    pub palette: &'static Palette,
    /// Light or dark ground.
    pub theme: Theme,
    /// Whether each colour also has a pattern.
    pub patterns: Patterns,
    /// Whether labels are written on tiles and dots.
    pub letters: Letters,
    /// Whether columns and rows are named at the edge of boards that have names.
    pub axes: Axes,
    /// Pixels to the side of a cell.
    pub cell_size: f32,
}

impl Default for Style {
    fn default() -> Self {
        Draw::default().style()
    }
}

/// Whether labels are written on tiles and dots. What a screen reader says has them either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Letters {
    /// They are.
    Shown,
    /// They are not.
    Hidden,
}

/// Whether colours also have patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Patterns {
    /// Fills are flat.
    Off,
    /// Each of the first eight colours is hatched in its own way.
    On,
}

/// What a caller may ask of a picture; everything has a default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Draw {
    /// Light or dark ground.
    pub theme: Theme,
    /// The colours.
    pub palette: Colors,
    /// Give each colour a pattern too.
    pub patterns: bool,
    /// Write letters on the colours.
    pub letters: bool,
    /// Name columns and rows at the edge.
    pub axes: bool,
    /// Pixels to the side of a cell.
    #[serde(deserialize_with = "size")]
    #[schemars(range(min = 4, max = 256))]
    pub size: u16,
}

/// The sizes of a cell that a caller may ask for, in pixels.
const SIZES: std::ops::RangeInclusive<u16> = 4..=256;

fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    let size = u16::deserialize(deserializer)?;
    if SIZES.contains(&size) {
        return Ok(size);
    }
    Err(D::Error::invalid_value(Unexpected::Unsigned(size.into()), &"a size from 4 to 256"))
}

impl Default for Draw {
    fn default() -> Self {
        Self { theme: Theme::Light, palette: Colors::Default, patterns: false, letters: true, axes: true, size: 48 }
    }
}

impl Draw {
    /// The style asked for.
    pub fn style(self) -> Style {
        Style {
            palette: self.palette.palette(),
            theme: self.theme,
            patterns: if self.patterns { Patterns::On } else { Patterns::Off },
            letters: if self.letters { Letters::Shown } else { Letters::Hidden },
            axes: if self.axes { Axes::Named } else { Axes::Hidden },
            cell_size: f32::from(self.size),
        }
    }
}

/// A palette by its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Colors {
    /// Safe for the common colour-vision deficiencies.
    #[default]
    Default,
    /// Plain, strong colours.
    Classic,
    /// Muted, after old Portuguese walls.
    Azulejo,
    /// Greys alone.
    Grey,
}

impl Colors {
    /// The colours behind the name.
    pub const fn palette(self) -> &'static Palette {
        match self {
            Self::Default => Palette::DEFAULT,
            Self::Classic => Palette::CLASSIC,
            Self::Azulejo => Palette::AZULEJO,
            Self::Grey => Palette::GREY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Draw, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn everything_about_a_picture_has_a_default() {
        assert_eq!(read("{}").unwrap(), Draw::default());
        let dark = read(r#"{"theme":"dark","palette":"grey","patterns":true,"letters":false,"axes":false,"size":4}"#);
        let style = dark.unwrap().style();
        assert_eq!((style.theme, style.palette), (Theme::Dark, Palette::GREY));
        assert_eq!((style.patterns, style.letters, style.axes), (Patterns::On, Letters::Hidden, Axes::Hidden));
        assert!((style.cell_size - 4.0).abs() < f32::EPSILON);
    }

    #[test]
    fn what_a_picture_cannot_be_is_refused() {
        assert!(read(r#"{"size":3}"#).unwrap_err().contains("expected a size from 4 to 256"));
        assert!(read(r#"{"size":257}"#).is_err());
        assert!(read(r#"{"colour":"red"}"#).unwrap_err().contains("unknown field `colour`"));
        assert!(read(r#"{"palette":"pink"}"#).is_err());
    }

    #[test]
    fn palettes_have_one_name_each_everywhere() {
        for palette in Palette::ALL {
            let colors: Colors = serde_json::from_value(palette.name.into()).unwrap();
            assert_eq!(colors.palette(), palette);
            assert_eq!(serde_json::to_value(palette).unwrap(), palette.name);
        }
    }

    #[test]
    fn the_schema_of_a_picture_wants_nothing_and_knows_the_limits() {
        let schema = serde_json::to_value(schemars::schema_for!(Draw)).unwrap();
        assert_eq!(schema["additionalProperties"], false);
        assert_eq!(schema.get("required"), None);
        let size = &schema["properties"]["size"];
        assert_eq!((&size["minimum"], &size["maximum"], &size["default"]), (&4.into(), &256.into(), &48.into()));
    }
}
