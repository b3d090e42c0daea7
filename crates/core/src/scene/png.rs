//! Scenes as PNG: the same drawing as SVG, painted with tiny-skia.

use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, Transform};

use super::drawing::{Anchor, Drawing, Item};
use super::layout::Point;
use super::palette::Rgb;
use super::{Scene, Style, font};
use crate::problem::Problem;

/// One scene as the bytes of a PNG file.
pub fn png(scene: &Scene, style: &Style) -> Result<Vec<u8>, Problem> {
    encode(&paint(&Drawing::of(scene, style))?)
}

/// Several scenes in one PNG file, `across` in a row.
pub fn png_strip(scenes: &[Scene], across: usize, style: &Style) -> Result<Vec<u8>, Problem> {
    encode(&paint(&Drawing::strip(scenes, across, style))?)
}

/// Anything laid out as a drawing.
pub fn write(drawing: &Drawing) -> Result<Vec<u8>, Problem> {
    encode(&paint(drawing)?)
}

fn paint(drawing: &Drawing) -> Result<Pixmap, Problem> {
    let (width, height) = (drawing.width.max(1.0) as u32, drawing.height.max(1.0) as u32);
    let mut pixels = Pixmap::new(width, height)
        .ok_or_else(|| Problem::new(format!("a picture of {width} × {height} pixels is too large")))?;
    let Rgb(red, green, blue) = drawing.paper;
    pixels.fill(Color::from_rgba8(red, green, blue, 255));
    for item in &drawing.items {
        match item {
            Item::BeginCell(..) | Item::EndCell => {}
            Item::Polygon(points, color) => fill(&mut pixels, points, *color),
            Item::Line(points, color, width) => stroke(&mut pixels, std::slice::from_ref(points), *color, *width),
            Item::Pieces(pieces, color, width) => stroke(&mut pixels, pieces, *color, *width),
            Item::Disc(center, radius, color) => {
                if let Some(path) = PathBuilder::from_circle(center.x, center.y, *radius) {
                    pixels.fill_path(&path, &solid(*color), FillRule::Winding, Transform::identity(), None);
                }
            }
            Item::Text { text, at, size, color, anchor } => {
                let left = match anchor {
                    Anchor::Start => at.x,
                    Anchor::Middle => at.x - font::width(text, *size) / 2.0,
                };
                let lines = font::strokes(text, Point::new(left, at.y), *size);
                stroke(&mut pixels, &lines, *color, size * font::WEIGHT);
            }
        }
    }
    Ok(pixels)
}

fn solid(color: Rgb) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(color.0, color.1, color.2, 255);
    paint
}

fn fill(pixels: &mut Pixmap, points: &[Point], color: Rgb) {
    let mut path = PathBuilder::new();
    trace(&mut path, points);
    path.close();
    if let Some(path) = path.finish() {
        pixels.fill_path(&path, &solid(color), FillRule::Winding, Transform::identity(), None);
    }
}

fn stroke<L: AsRef<[Point]>>(pixels: &mut Pixmap, lines: &[L], color: Rgb, width: f32) {
    let mut path = PathBuilder::new();
    for line in lines {
        trace(&mut path, line.as_ref());
    }
    let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
    if let Some(path) = path.finish() {
        pixels.stroke_path(&path, &solid(color), &stroke, Transform::identity(), None);
    }
}

fn trace(path: &mut PathBuilder, points: &[Point]) {
    if let [first, rest @ ..] = points {
        path.move_to(first.x, first.y);
        // A line to where it begins still paints its round end: the dot of an i.
        for point in if rest.is_empty() { points } else { rest } {
            path.line_to(point.x, point.y);
        }
    }
}

fn encode(pixels: &Pixmap) -> Result<Vec<u8>, Problem> {
    let failed = |error: png::EncodingError| Problem::new(format!("the picture cannot be written: {error}"));
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    let opaque: Vec<u8> = pixels.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    writer.write_image_data(&opaque).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}
