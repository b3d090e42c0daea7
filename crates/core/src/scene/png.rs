//! Scenes as PNG: the same drawing as SVG, painted with tiny-skia.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};

use super::drawing::{Anchor, DASH, Dash, Drawing, Ink, Item, Pen, Step};
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
    for panel in &drawing.panels {
        let words = Transform::from_row(panel.scale, 0.0, 0.0, panel.scale, panel.corner.x, panel.corner.y);
        let shapes = words.pre_scale(panel.unit, panel.unit);
        for group in &panel.groups {
            for item in &panel.items[group.items.clone()] {
                match (group.ink, item) {
                    (Ink::Words { color, size, anchor }, Item::Text(at, text)) => {
                        let left = match anchor {
                            Anchor::Start => at.x,
                            Anchor::Middle => at.x - font::width(text, size) / 2.0,
                        };
                        let lines = font::strokes(text, Point::new(left, at.y), size);
                        let pen = Pen { color, width: size * font::WEIGHT, dash: Dash::Solid };
                        if let Some(path) = joined(&lines) {
                            stroke(&mut pixels, &path, pen, words);
                        }
                    }
                    (Ink::Shapes(paint), item) => {
                        let Some(path) = outline(item, &panel.steps) else { continue };
                        if let Some(color) = paint.fill {
                            let color = solid(color, paint.opacity);
                            pixels.fill_path(&path, &color, FillRule::Winding, shapes, None);
                        }
                        if let Some(pen) = paint.pen {
                            stroke(&mut pixels, &path, pen, shapes);
                        }
                    }
                    (Ink::Words { .. }, _) => {}
                }
            }
        }
    }
    Ok(pixels)
}

fn solid(color: Rgb, opacity: f32) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(color.0, color.1, color.2, (opacity * 255.0).round() as u8);
    paint
}

fn stroke(pixels: &mut Pixmap, path: &Path, pen: Pen, transform: Transform) {
    let dash = match pen.dash {
        Dash::Solid => None,
        Dash::Dashed => StrokeDash::new(DASH.to_vec(), 0.0),
    };
    let stroke =
        Stroke { width: pen.width, line_cap: LineCap::Round, line_join: LineJoin::Round, dash, ..Stroke::default() };
    pixels.stroke_path(path, &solid(pen.color, 1.0), &stroke, transform, None);
}

fn outline(item: &Item, steps: &[Step]) -> Option<Path> {
    match item {
        Item::Square(corner, side, _) => Rect::from_xywh(corner.x, corner.y, *side, *side).map(PathBuilder::from_rect),
        Item::Lines(range, _) => {
            let mut path = PathBuilder::new();
            for step in &steps[range.clone()] {
                match step {
                    Step::Move(to) => path.move_to(to.x, to.y),
                    Step::Line(to) => path.line_to(to.x, to.y),
                    Step::Close => path.close(),
                }
            }
            path.finish()
        }
        Item::Text(..) => None,
    }
}

fn joined(lines: &[Vec<Point>]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for line in lines {
        if let [first, rest @ ..] = &line[..] {
            path.move_to(first.x, first.y);
            // A line to where it begins still paints its round end: the dot of an i.
            for point in if rest.is_empty() { line } else { rest } {
                path.line_to(point.x, point.y);
            }
        }
    }
    path.finish()
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
