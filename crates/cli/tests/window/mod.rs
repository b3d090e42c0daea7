//! A window as games have it: a board, a button `next` that lights up below the pointer, a blank moment between two boards.

use std::thread::JoinHandle;
use std::time::Duration;

use x11rb::COPY_DEPTH_FROM_PARENT;
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeGCAux, ConnectionExt as _, CreateGCAux, CreateWindowAux, EventMask, ImageFormat, PropMode,
    Rectangle, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// Where the window lies on the screen, and how large it is.
const FRAME: (i16, i16, u16, u16) = (120, 40, 640, 720);
/// The button, inside the window.
const NEXT: Rectangle = Rectangle { x: 260, y: 640, width: 120, height: 48 };
/// A place on the button, on the screen.
pub(crate) const BUTTON: (i16, i16) = (FRAME.0 + NEXT.x + 60, FRAME.1 + NEXT.y + 24);

/// What was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Button {
    Next,
    Elsewhere,
}

/// The window, on a thread of its own.
pub(crate) struct Window {
    connection: RustConnection,
    root: u32,
    id: u32,
    thread: JoinHandle<Vec<Button>>,
}

impl Window {
    /// Opens it; it is there when this returns.
    pub(crate) fn open(display: &str, pictures: Vec<Vec<u8>>) -> Self {
        let (connection, screen) = x11rb::connect(Some(display)).unwrap();
        let root = connection.setup().roots[screen].root;
        let (sender, receiver) = std::sync::mpsc::channel();
        let display = display.to_owned();
        let thread = std::thread::spawn(move || Show::open(&display, &pictures).run(&sender));
        let id = receiver.recv().unwrap();
        Self { connection, root, id, thread }
    }

    /// Moves the pointer over the button, as a person does.
    pub(crate) fn point_at_button(&self) {
        self.connection.warp_pointer(x11rb::NONE, self.root, 0, 0, 0, 0, BUTTON.0, BUTTON.1).unwrap();
        self.connection.sync().unwrap();
    }

    /// Closes it, and says what was pressed.
    pub(crate) fn close(self) -> Vec<Button> {
        self.connection.destroy_window(self.id).unwrap();
        self.connection.sync().unwrap();
        self.thread.join().unwrap()
    }
}

/// A picture in the form that the server draws: blue, green, red and a byte more.
struct Board {
    width: u16,
    height: u16,
    pixels: Vec<u8>,
}

struct Show {
    connection: RustConnection,
    window: u32,
    pen: u32,
    boards: Vec<Board>,
    at: usize,
    lit: bool,
}

impl Show {
    fn open(display: &str, pictures: &[Vec<u8>]) -> Self {
        let (connection, screen) = x11rb::connect(Some(display)).unwrap();
        let root = connection.setup().roots[screen].root;
        let (window, pen) = (connection.generate_id().unwrap(), connection.generate_id().unwrap());
        let events = EventMask::EXPOSURE
            | EventMask::BUTTON_PRESS
            | EventMask::POINTER_MOTION
            | EventMask::LEAVE_WINDOW
            | EventMask::STRUCTURE_NOTIFY;
        let look = CreateWindowAux::new().background_pixel(0x0030_3440).event_mask(events);
        let (x, y, width, height) = FRAME;
        let class = WindowClass::INPUT_OUTPUT;
        connection
            .create_window(COPY_DEPTH_FROM_PARENT, window, root, x, y, width, height, 0, class, 0, &look)
            .unwrap();
        let (name, text) = (AtomEnum::WM_NAME, AtomEnum::STRING);
        connection.change_property8(PropMode::REPLACE, window, name, text, b"Puzzles").unwrap();
        connection.create_gc(pen, window, &CreateGCAux::new()).unwrap();
        connection.map_window(window).unwrap();
        connection.flush().unwrap();
        Self { connection, window, pen, boards: pictures.iter().map(|bytes| board(bytes)).collect(), at: 0, lit: false }
    }

    fn run(mut self, ready: &std::sync::mpsc::Sender<u32>) -> Vec<Button> {
        let mut presses = Vec::new();
        loop {
            match self.connection.wait_for_event().unwrap() {
                Event::Expose(event) if event.count == 0 => {
                    self.draw();
                    // Nobody listens any more when it is exposed again.
                    let _ = ready.send(self.window);
                }
                Event::ButtonPress(press) if on_button(press.event_x, press.event_y) => {
                    presses.push(Button::Next);
                    if self.at + 1 < self.boards.len() {
                        self.at += 1;
                        self.slide();
                    }
                }
                Event::ButtonPress(_) => presses.push(Button::Elsewhere),
                Event::MotionNotify(motion) => self.light(on_button(motion.event_x, motion.event_y)),
                Event::LeaveNotify(_) => self.light(false),
                Event::DestroyNotify(_) => return presses,
                _ => {}
            }
        }
    }

    fn light(&mut self, lit: bool) {
        if self.lit != lit {
            self.lit = lit;
            self.draw();
        }
    }

    /// The old board stays for a moment, then there is none, then the new one comes in three steps.
    fn slide(&self) {
        std::thread::sleep(Duration::from_millis(80));
        for step in [None, Some(240), Some(120), Some(40)] {
            self.clear();
            if let Some(left) = step {
                self.board(left);
            }
            self.connection.sync().unwrap();
            std::thread::sleep(Duration::from_millis(60));
        }
        self.draw();
    }

    fn clear(&self) {
        self.connection.clear_area(false, self.window, 0, 0, FRAME.2, NEXT.y as u16).unwrap();
    }

    fn draw(&self) {
        self.clear();
        self.board(20);
        let color = if self.lit { 0x0070_A0F0 } else { 0x0050_5868 };
        self.connection.change_gc(self.pen, &ChangeGCAux::new().foreground(color)).unwrap();
        self.connection.poly_fill_rectangle(self.window, self.pen, &[NEXT]).unwrap();
        self.connection.sync().unwrap();
    }

    fn board(&self, left: i16) {
        let board = &self.boards[self.at];
        let line = usize::from(board.width) * 4;
        // A strip at a time: a server takes no request of any size.
        for (strip, bytes) in board.pixels.chunks(line * 32).enumerate() {
            let (top, rows) = (20 + 32 * strip as i16, (bytes.len() / line) as u16);
            let form = ImageFormat::Z_PIXMAP;
            self.connection.put_image(form, self.window, self.pen, board.width, rows, left, top, 0, 24, bytes).unwrap();
        }
        assert!(board.height < 600, "the board fits above the button");
    }
}

fn on_button(x: i16, y: i16) -> bool {
    (NEXT.x..NEXT.x + NEXT.width as i16).contains(&x) && (NEXT.y..NEXT.y + NEXT.height as i16).contains(&y)
}

fn board(bytes: &[u8]) -> Board {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut data = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut data).unwrap();
    let size = frame.color_type.samples();
    let pixels = data[..frame.buffer_size()].chunks_exact(size).flat_map(|pixel| [pixel[2], pixel[1], pixel[0], 0]);
    Board { width: frame.width as u16, height: frame.height as u16, pixels: pixels.collect() }
}
