//! Scenes as SVG: a standalone picture, and what the page shows. Every cell is a group with a `data-cell` name.

use std::fmt::Write as _;

use super::drawing::{Anchor, Drawing, Item};
use super::layout::Point;
use super::palette::Rgb;
use super::{Scene, Style};

/// One scene as an SVG document.
pub fn svg(scene: &Scene, style: &Style) -> String {
    write(&Drawing::of(scene, style))
}

/// Several scenes in one SVG document, `across` in a row.
pub fn svg_strip(scenes: &[Scene], across: usize, style: &Style) -> String {
    write(&Drawing::strip(scenes, across, style))
}

/// Anything laid out as a drawing.
pub fn write(drawing: &Drawing) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = write_document(&mut out, drawing);
    out
}

fn write_document(out: &mut String, drawing: &Drawing) -> std::fmt::Result {
    let Drawing { width, height, title, paper, items } = drawing;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\" role=\"img\">"
    )?;
    writeln!(out, "<title>{}</title>", escaped(title))?;
    writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>", hex(*paper))?;
    for item in items {
        match item {
            Item::BeginCell(cell, spoken) => {
                writeln!(out, "<g data-cell=\"{cell}\" aria-label=\"{}\">", escaped(spoken))?;
            }
            Item::EndCell => writeln!(out, "</g>")?,
            Item::Polygon(points, color) => {
                writeln!(out, "<path d=\"{}Z\" fill=\"{}\"/>", through(points), hex(*color))?;
            }
            Item::Line(points, color, width) => write_stroke(out, &through(points), *color, *width)?,
            Item::Pieces(pieces, color, width) => {
                let path: String = pieces.iter().map(|piece| through(piece)).collect();
                write_stroke(out, &path, *color, *width)?;
            }
            Item::Disc(center, radius, color) => writeln!(
                out,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>",
                short(center.x),
                short(center.y),
                short(*radius),
                hex(*color)
            )?,
            Item::Text { text, at, size, color, anchor } => writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\" text-anchor=\"{}\" \
                 dominant-baseline=\"central\">{}</text>",
                short(at.x),
                short(at.y),
                short(*size),
                hex(*color),
                match anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                },
                escaped(text)
            )?,
        }
    }
    writeln!(out, "</svg>")
}

fn write_stroke(out: &mut String, path: &str, color: Rgb, width: f32) -> std::fmt::Result {
    writeln!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\"/>",
        hex(color),
        short(width)
    )
}

fn through(points: &[Point]) -> String {
    let mut path = String::new();
    for (index, point) in points.iter().enumerate() {
        let command = if index == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{command}{} {}", short(point.x), short(point.y));
    }
    path
}

/// A number with at most two decimals: enough for a picture, and short.
fn short(value: f32) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn hex(color: Rgb) -> String {
    format!("#{:02x}{:02x}{:02x}", color.0, color.1, color.2)
}

fn escaped(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, character| {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no way to write the other control characters.
            control if control.is_control() => out.push(' '),
            other => out.push(other),
        }
        out
    })
}
