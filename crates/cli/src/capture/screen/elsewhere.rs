//! Windows and macOS: the whole display as the system gives it, and `enigo` for the pointer.

use azulejo_core::problem::Problem;
use enigo::{Button, Coordinate, Direction, Enigo, Mouse as _, Settings};

use super::super::live::{Picture, Place, Screen};
use super::{PRESS, cannot};

/// The desktop of whoever runs the program.
pub(crate) struct Desktop(Enigo);

impl Desktop {
    pub(crate) fn open() -> Result<Self, Problem> {
        let enigo = Enigo::new(&Settings::default());
        enigo.map(Self).map_err(|error| cannot("the pointer cannot be reached", error))
    }

    /// Where the pointer is.
    pub(crate) fn pointer(&mut self) -> Result<Place, Problem> {
        let (x, y) = self.0.location().map_err(|error| cannot("the pointer cannot be found", error))?;
        Ok(Place { x, y })
    }
}

impl Screen for Desktop {
    fn picture(&mut self, button: Place) -> Result<Picture, Problem> {
        display(button)
    }

    fn press(&mut self, button: Place) -> Result<(), Problem> {
        let failed = |error: enigo::InputError| cannot("the button cannot be pressed", error);
        self.0.move_mouse(button.x, button.y, Coordinate::Abs).map_err(failed)?;
        for direction in [Direction::Press, Direction::Release] {
            self.0.button(Button::Left, direction).map_err(failed)?;
            std::thread::sleep(PRESS);
        }
        Ok(())
    }
}

#[cfg(windows)]
fn display(_: Place) -> Result<Picture, Problem> {
    let shown = win_screenshot::capture::capture_display();
    let shown = shown.map_err(|error| Problem::new(format!("the screen cannot be read: {error:?}")))?;
    let pixels = shown.pixels.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Ok(Picture { width: shown.width, height: shown.height, pixels })
}

/// The display that has this place; its pixels come as blue, green, red and one byte more.
#[cfg(target_os = "macos")]
fn display(at: Place) -> Result<Picture, Problem> {
    use core_graphics::display::CGDisplay;
    use core_graphics::geometry::CGPoint;
    let place = CGPoint::new(at.x.into(), at.y.into());
    let known = CGDisplay::displays_with_point(place, 1).ok().and_then(|(displays, _)| displays.first().copied());
    let image = known.map_or_else(CGDisplay::main, CGDisplay::new).image();
    let image = image.filter(|image| image.bits_per_pixel() == 32).ok_or_else(|| {
        Problem::new("the screen cannot be read")
            .hint("allow the terminal to record the screen, in the system's settings")
    })?;
    let (width, data) = (image.width(), image.data());
    let rows = data.bytes().chunks_exact(image.bytes_per_row().max(1));
    let pixels = rows.flat_map(|row| row[..width * 4].chunks_exact(4)).flat_map(|pixel| [pixel[2], pixel[1], pixel[0]]);
    Ok(Picture { width: width as u32, height: image.height() as u32, pixels: pixels.collect() })
}
