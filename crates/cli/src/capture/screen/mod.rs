//! The screen of this computer, as the system's own way shows it. Under Linux that is X11: a session of Wayland keeps
//! windows from looking at each other, and only those that run under `XWayland` are seen.

#[cfg(target_os = "linux")]
mod x11;
#[cfg(target_os = "linux")]
pub(super) use x11::Desktop;

#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(not(target_os = "linux"))]
pub(super) use elsewhere::Desktop;

use azulejo_core::problem::Problem;

use super::live::Picture;

/// How long a finger stays on the button: some programs overlook what is shorter than their frame.
const PRESS: std::time::Duration = std::time::Duration::from_millis(40);

fn cannot(what: &str, error: impl std::fmt::Display) -> Problem {
    Problem::new(format!("{what}: {error}"))
}

/// A picture as the file that the games read, written for speed and not for size.
pub(super) fn png(picture: &Picture) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width, picture.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fastest);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&picture.pixels));
    written.map_err(|error| cannot("the picture of the screen cannot be written", error))?;
    Ok(bytes)
}
