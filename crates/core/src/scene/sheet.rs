//! Sheets to print: scenes on pages of one size, evenly spaced, with a heading and a line under each.

use super::drawing::{Anchor, Captions, Drawing, Frame, Ink, Layer, Panel};
use super::layout::Point;
use super::{Axes, Scene, Style};

/// A4 at 96 dots an inch, as browsers print SVG.
const WIDTH: f32 = 794.0;
const HEIGHT: f32 = 1123.0;
const MARGIN: f32 = 48.0;
const HEADING: f32 = 56.0;
const GAP: f32 = 18.0;
const LINE: f32 = 16.0;

/// What stands on a sheet.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What to draw; its own caption is left out.
    pub scene: Scene,
    /// The line under it.
    pub line: String,
}

/// A part of a sheet that begins on a new page.
#[derive(Clone, Debug)]
pub struct Section {
    /// The heading of its pages.
    pub heading: String,
    /// A smaller line under the heading.
    pub words: String,
    /// What stands on them, in order.
    pub entries: Vec<Entry>,
    /// How many side by side.
    pub across: usize,
    /// How many rows on a page.
    pub down: usize,
}

/// The pages of a sheet, of A4 size times `scale`; PNG wants more dots than a screen.
pub fn pages<'a>(sections: &'a [Section], style: &Style, scale: f32) -> Vec<Drawing<'a>> {
    let each = |section: &Section| section.entries.len().div_ceil(section.across.max(1) * section.down.max(1));
    let total: usize = sections.iter().map(each).sum();
    let mut pages = Vec::new();
    for section in sections {
        for entries in section.entries.chunks(section.across.max(1) * section.down.max(1)) {
            let number = format!("{} / {total}", pages.len() + 1);
            pages.push(page(section, entries, number, style, scale));
        }
    }
    pages
}

fn page<'a>(section: &'a Section, entries: &'a [Entry], number: String, style: &Style, scale: f32) -> Drawing<'a> {
    let ink = |size: f32, anchor: Anchor| Ink::Words { color: style.theme.ink(), size, anchor };
    let style = Style { axes: Axes::Hidden, ..*style };
    let mut words = Panel::empty("sheet", style.cell_size);
    words.scale = scale;
    words.group(Layer::Caption, "", None, ink(20.0, Anchor::Start), |words| {
        words.text(Point::new(MARGIN, MARGIN + 8.0), &section.heading);
    });
    words.group(Layer::Caption, "", None, ink(12.0, Anchor::Start), |words| {
        words.text(Point::new(MARGIN, MARGIN + 28.0), &section.words);
    });
    let (across, down) = (section.across.max(1), section.down.max(1));
    let room = (WIDTH - 2.0 * MARGIN + GAP) / across as f32 - GAP;
    let high = (HEIGHT - 2.0 * MARGIN - HEADING + GAP) / down as f32 - GAP;
    let mut boards = Vec::new();
    words.group(Layer::Caption, "", None, ink(11.0, Anchor::Middle), |words| {
        words.text(Point::new(WIDTH / 2.0, HEIGHT - MARGIN / 2.0), number);
        for (index, entry) in entries.iter().enumerate() {
            let (column, row) = (index % across, index / across);
            let left = MARGIN + column as f32 * (room + GAP);
            let top = MARGIN + HEADING + row as f32 * (high + GAP);
            let frame = Frame::of(&entry.scene, &style, Captions::Hidden);
            let factor = (room / frame.width).min((high - LINE) / frame.height);
            let inset = (room - frame.width * factor) / 2.0;
            let mut board = Panel::of(&entry.scene, &style, Captions::Hidden);
            let corner = Point::new(left + inset + frame.left * factor, top + frame.top * factor);
            board.corner = Point::new(corner.x * scale, corner.y * scale);
            board.scale = factor * scale;
            boards.push(board);
            words.text(Point::new(left + room / 2.0, top + frame.height * factor + 0.4 * LINE), &entry.line);
        }
    });
    let panels = std::iter::once(words).chain(boards).collect();
    Drawing {
        width: WIDTH * scale,
        height: HEIGHT * scale,
        title: &section.heading,
        paper: style.theme.paper(),
        panels,
    }
}
