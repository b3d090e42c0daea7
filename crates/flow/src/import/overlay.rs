//! A solution drawn over the picture that its puzzle was read from.

use azulejo_core::problem::Problem;
use tiny_skia::{LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, Transform};

use super::{Reading, decode};
use crate::position::Solution;

/// The picture with the solution's paths on it, in the colours of the dots, as the bytes of a PNG file.
pub fn overlay(bytes: &[u8], reading: &Reading, solution: &Solution) -> Result<Vec<u8>, Problem> {
    let picture = decode::decode(bytes)?;
    let size = (picture.width() as u32, picture.height() as u32);
    let too_large = || Problem::new(format!("a picture of {} × {} pixels is too large", size.0, size.1));
    let mut canvas = Pixmap::new(size.0, size.1).ok_or_else(too_large)?;
    for (pixel, color) in canvas.data_mut().chunks_exact_mut(4).zip(picture.bytes().chunks_exact(3)) {
        pixel[..3].copy_from_slice(color);
        pixel[3] = 255;
    }
    let lattice = &reading.lattice;
    // Thinner than a dot, so that the dots stay in sight.
    let width = (0.9 * reading.radius).clamp(0.12, 0.4) * lattice.width.min(lattice.height);
    for (path, &[red, green, blue]) in solution.paths().zip(&reading.colors) {
        let mut line = PathBuilder::new();
        for (index, cell) in path.iter().enumerate() {
            let (x, y) = lattice.center(cell.row, cell.column);
            if index == 0 { line.move_to(x, y) } else { line.line_to(x, y) }
        }
        let mut paint = Paint::default();
        paint.set_color_rgba8(red, green, blue, 255);
        let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        if let Some(line) = line.finish() {
            canvas.stroke_path(&line, &paint, &stroke, Transform::identity(), None);
        }
    }
    let failed = |error: png::EncodingError| Problem::new(format!("the picture cannot be written: {error}"));
    let mut written = Vec::new();
    let mut encoder = png::Encoder::new(&mut written, size.0, size.1);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    let opaque: Vec<u8> = canvas.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    writer.write_image_data(&opaque).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(written)
}
