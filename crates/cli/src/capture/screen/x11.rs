//! An X11 display: `GetImage` for the picture, the XTEST extension for the pointer.

use azulejo_core::problem::Problem;
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    BUTTON_PRESS_EVENT, BUTTON_RELEASE_EVENT, ConnectionExt as _, ImageFormat, ImageOrder, MOTION_NOTIFY_EVENT,
    Visualtype, Window,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

use super::super::live::{Picture, Place, Screen};
use super::{PRESS, cannot};

/// The display that `DISPLAY` names.
pub(crate) struct Desktop {
    connection: RustConnection,
    root: Window,
    depth: Depth,
}

/// How the pixels of a display are written.
#[derive(Clone, Copy, Debug)]
struct Depth {
    bytes: usize,
    order: ImageOrder,
    /// Lines begin at multiples of so many bytes.
    pad: usize,
    masks: [u32; 3],
}

impl Desktop {
    pub(crate) fn open() -> Result<Self, Problem> {
        let unseen = |error: &dyn std::fmt::Display| {
            cannot("the screen cannot be reached", error).hint("live capture needs an X11 display, named by `DISPLAY`")
        };
        let (connection, number) = x11rb::connect(None).map_err(|error| unseen(&error))?;
        let setup = connection.setup();
        let screen = &setup.roots[number];
        let format = setup.pixmap_formats.iter().find(|format| format.depth == screen.root_depth);
        let visuals = screen.allowed_depths.iter().flat_map(|depth| &depth.visuals);
        let visual: Option<&Visualtype> = visuals.into_iter().find(|visual| visual.visual_id == screen.root_visual);
        let (Some(format), Some(visual)) = (format, visual) else {
            return Err(unseen(&"its pixels have no known form"));
        };
        let depth = Depth {
            bytes: usize::from(format.bits_per_pixel) / 8,
            order: setup.image_byte_order,
            pad: usize::from(format.scanline_pad) / 8,
            masks: [visual.red_mask, visual.green_mask, visual.blue_mask],
        };
        if !(2..=4).contains(&depth.bytes) || depth.pad == 0 || depth.masks.contains(&0) {
            return Err(unseen(&"it has no true colours"));
        }
        let root = screen.root;
        let tested = connection.xtest_get_version(2, 2).map_err(|error| unseen(&error))?.reply();
        tested.map_err(|error| cannot("the screen does not let a program press buttons (XTEST)", error))?;
        Ok(Self { connection, root, depth })
    }

    /// Where the pointer is.
    pub(crate) fn pointer(&mut self) -> Result<Place, Problem> {
        let lost = |error: &dyn std::fmt::Display| cannot("the pointer cannot be found", error);
        let asked = self.connection.query_pointer(self.root).map_err(|error| lost(&error))?;
        let reply = asked.reply().map_err(|error| lost(&error))?;
        Ok(Place { x: reply.root_x.into(), y: reply.root_y.into() })
    }

    /// The part of the screen where the window at this place lies: left, top, width, height.
    fn frame(&self, at: Place) -> Result<(i16, i16, u16, u16), x11rb::errors::ReplyError> {
        let whole = self.connection.get_geometry(self.root)?.reply()?;
        let (x, y) = (at.x as i16, at.y as i16);
        let window = self.connection.translate_coordinates(self.root, self.root, x, y)?.reply()?.child;
        if window == x11rb::NONE {
            return Ok((0, 0, whole.width, whole.height));
        }
        let own = self.connection.get_geometry(window)?.reply()?;
        let edge = 2 * i32::from(own.border_width);
        let clip = |from: i16, length: u16, most: u16| {
            let (first, last) = (i32::from(from), i32::from(from) + i32::from(length) + edge);
            let (first, last) = (first.clamp(0, i32::from(most)), last.clamp(0, i32::from(most)));
            (first as i16, (last - first) as u16)
        };
        let ((left, width), (top, height)) =
            (clip(own.x, own.width, whole.width), clip(own.y, own.height, whole.height));
        Ok((left, top, width, height))
    }
}

impl Screen for Desktop {
    fn picture(&mut self, button: Place) -> Result<Picture, Problem> {
        let failed = |error: x11rb::errors::ReplyError| cannot("the screen cannot be read", error);
        let (left, top, width, height) = self.frame(button).map_err(failed)?;
        let asked = self.connection.get_image(ImageFormat::Z_PIXMAP, self.root, left, top, width, height, u32::MAX);
        let image = asked.map_err(Into::into).and_then(x11rb::cookie::Cookie::reply).map_err(failed)?;
        Ok(Picture { width: width.into(), height: height.into(), pixels: self.depth.pixels(&image.data, width.into()) })
    }

    fn press(&mut self, button: Place) -> Result<(), Problem> {
        let failed = |error: x11rb::errors::ReplyError| cannot("the button cannot be pressed", error);
        let (x, y) = (button.x as i16, button.y as i16);
        let events = [(MOTION_NOTIFY_EVENT, 0), (BUTTON_PRESS_EVENT, 1), (BUTTON_RELEASE_EVENT, 1)];
        for (event, detail) in events {
            let sent = self.connection.xtest_fake_input(event, detail, x11rb::CURRENT_TIME, self.root, x, y, 0);
            sent.map_err(Into::into).and_then(x11rb::cookie::VoidCookie::check).map_err(failed)?;
            std::thread::sleep(PRESS);
        }
        Ok(())
    }
}

impl Depth {
    /// Red, green and blue of every pixel, whatever the display's own form.
    fn pixels(self, data: &[u8], width: usize) -> Vec<u8> {
        let line = (width * self.bytes).next_multiple_of(self.pad);
        let mut pixels = Vec::with_capacity(data.len() / self.bytes * 3);
        for row in data.chunks_exact(line) {
            for pixel in row[..width * self.bytes].chunks_exact(self.bytes) {
                let add = |value: u32, byte: &u8| value << 8 | u32::from(*byte);
                let value = if self.order == ImageOrder::MSB_FIRST {
                    pixel.iter().fold(0, add)
                } else {
                    pixel.iter().rev().fold(0, add)
                };
                pixels.extend(self.masks.map(|mask| {
                    let most = u64::from(mask >> mask.trailing_zeros());
                    (u64::from((value & mask) >> mask.trailing_zeros()) * 255 / most) as u8
                }));
            }
        }
        pixels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_of_any_form_become_red_green_blue() {
        let usual = Depth { bytes: 4, order: ImageOrder::LSB_FIRST, pad: 4, masks: [0xFF_0000, 0xFF00, 0xFF] };
        assert_eq!(
            usual.pixels(&[3, 2, 1, 0, 6, 5, 4, 0, 9, 8, 7, 0, 12, 11, 10, 0], 2),
            (1..=12).collect::<Vec<u8>>()
        );
        let big = Depth { order: ImageOrder::MSB_FIRST, ..usual };
        assert_eq!(big.pixels(&[0, 1, 2, 3], 1), [1, 2, 3]);
        // Three pixels of two bytes fill a line of eight.
        let small = Depth { bytes: 2, pad: 4, masks: [0xF800, 0x7E0, 0x1F], ..usual };
        assert_eq!(small.pixels(&[0, 0xF8, 0xE0, 0x07, 0x1F, 0, 9, 9], 3), [255, 0, 0, 0, 255, 0, 0, 0, 255]);
    }
}
