//! From the bytes of a PNG or JPEG file to pixels, within limits that are checked before anything is decoded.

use std::io::Cursor;

use azulejo_core::problem::Problem;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::picture::Picture;

/// A picture with a longer side is refused.
pub const MOST_SIDE: usize = 16_384;
/// A picture with more pixels is refused; the largest screens have 33 million.
pub const MOST_PIXELS: usize = 40_000_000;
/// A picture with a shorter side cannot show a board.
pub const LEAST_SIDE: usize = 16;

/// The kinds of pictures that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Portable Network Graphics.
    Png,
    /// JPEG, baseline or progressive.
    Jpeg,
}

/// The kind of picture that begins with these bytes, whatever the name of its file says.
pub fn kind(bytes: &[u8]) -> Option<Kind> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some(Kind::Png)
    } else if bytes.starts_with(b"\xff\xd8\xff") {
        Some(Kind::Jpeg)
    } else {
        None
    }
}

/// Decodes a picture.
pub fn decode(bytes: &[u8]) -> Result<Picture, Problem> {
    decode_within(bytes, MOST_PIXELS)
}

/// Decodes a picture of at most so many pixels.
pub fn decode_within(bytes: &[u8], most: usize) -> Result<Picture, Problem> {
    let most = most.min(MOST_PIXELS);
    match kind(bytes) {
        Some(Kind::Png) => png(bytes, most),
        Some(Kind::Jpeg) => jpeg(bytes, most),
        None => Err(Problem::new("this is no picture that can be read: expected PNG or JPEG")),
    }
}

fn broken(kind: &str, error: impl std::fmt::Display) -> Problem {
    let error: String = error.to_string().chars().filter(|symbol| !symbol.is_control()).take(120).collect();
    Problem::new(format!("this {kind} picture cannot be decoded: {}", error.trim_end_matches('.')))
}

/// Says whether a picture of this size is worth decoding.
fn check_size(width: usize, height: usize, most: usize) -> Result<(), Problem> {
    if width.max(height) > MOST_SIDE || width.saturating_mul(height) > most {
        let most = most / 1_000_000;
        let message = format!("the picture claims {width} × {height} pixels: expected at most {most} million");
        return Err(Problem::new(message).hint("crop it to the board, or scale it down"));
    }
    if width.min(height) < LEAST_SIDE {
        let message = format!("a picture of {width} × {height} pixels is too small to show a board");
        return Err(Problem::new(message));
    }
    Ok(())
}

fn png(bytes: &[u8], most: usize) -> Result<Picture, Problem> {
    let failed = |error: png::DecodingError| broken("PNG", error);
    let limits = png::Limits { bytes: most * 8 };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    // Compressed, these may hold anything, and nothing of it is looked at.
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let header = decoder.read_header_info().map_err(failed)?;
    let (width, height) = (header.width as usize, header.height as usize);
    check_size(width, height, most)?;
    let mut reader = decoder.read_info().map_err(failed)?;
    let size = reader.output_buffer_size().ok_or_else(|| broken("PNG", "it is too large"))?;
    let mut data = vec![0; size];
    let frame = reader.next_frame(&mut data).map_err(failed)?;
    if (frame.width as usize, frame.height as usize) != (width, height) {
        return Err(broken("PNG", "its first frame has another size"));
    }
    data.truncate(frame.buffer_size());
    // What shows through is taken for white, as on a page.
    let over = |value: u8, alpha: u8| {
        let (value, alpha) = (u32::from(value), u32::from(alpha));
        ((value * alpha + 255 * (255 - alpha) + 127) / 255) as u8
    };
    let pixels = match frame.color_type {
        png::ColorType::Rgb => data,
        png::ColorType::Rgba => {
            data.chunks_exact(4).flat_map(|pixel| [0, 1, 2].map(|part| over(pixel[part], pixel[3]))).collect()
        }
        png::ColorType::Grayscale => data.iter().flat_map(|&grey| [grey; 3]).collect(),
        png::ColorType::GrayscaleAlpha => {
            data.chunks_exact(2).flat_map(|pixel| [over(pixel[0], pixel[1]); 3]).collect()
        }
        png::ColorType::Indexed => return Err(broken("PNG", "its palette is missing")),
    };
    Picture::new(width, height, pixels).ok_or_else(|| broken("PNG", "pixels are missing"))
}

fn jpeg(bytes: &[u8], most: usize) -> Result<Picture, Problem> {
    let options = DecoderOptions::default()
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX))
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|error| broken("JPEG", error))?;
    let (width, height) = decoder.dimensions().ok_or_else(|| broken("JPEG", "it has no size"))?;
    check_size(width, height, most)?;
    let data = decoder.decode().map_err(|error| broken("JPEG", error))?;
    let pixels = if data.len() == width * height { data.iter().flat_map(|&grey| [grey; 3]).collect() } else { data };
    Picture::new(width, height, pixels).ok_or_else(|| broken("JPEG", "pixels are missing"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first bytes of a PNG file that claims a size.
    fn header(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgb);
        drop(encoder.write_header().unwrap());
        bytes
    }

    #[test]
    fn absurd_sizes_are_refused_before_decoding() {
        let refused = decode(&header(100_000, 100_000)).unwrap_err();
        assert_eq!(refused.message, "the picture claims 100000 × 100000 pixels: expected at most 40 million");
        assert!(decode(&header(8, 8)).unwrap_err().message.contains("too small"));
        // A JPEG's sides have 16 bits.
        let jpeg = b"\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01\xff\xd9";
        assert!(decode(jpeg).is_err());
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        for bytes in [&b""[..], b"5 5\n.....", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF89a", &header(100, 100)] {
            assert!(decode(bytes).is_err());
        }
    }

    #[test]
    fn every_color_type_of_png_is_read() {
        use png::ColorType::{Grayscale, GrayscaleAlpha, Rgb, Rgba};
        for (color, samples) in [(Grayscale, 1), (GrayscaleAlpha, 2), (Rgb, 3), (Rgba, 4)] {
            let mut bytes = Vec::new();
            let mut encoder = png::Encoder::new(&mut bytes, 20, 30);
            encoder.set_color(color);
            encoder.write_header().unwrap().write_image_data(&vec![255; 600 * samples]).unwrap();
            let picture = decode(&bytes).unwrap();
            assert_eq!((picture.width(), picture.height()), (20, 30));
            assert_eq!(picture.at(19, 29), [255, 255, 255]);
        }
    }
}
