//! Sheets to print: scenes on pages of one size, evenly spaced, with a heading and a line under each.

use super::drawing::{Anchor, Drawing, Item};
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
pub fn pages(sections: &[Section], style: &Style, scale: f32) -> Vec<Drawing> {
    let each = |section: &Section| section.entries.len().div_ceil(section.across.max(1) * section.down.max(1));
    let total: usize = sections.iter().map(each).sum();
    let mut pages = Vec::new();
    for section in sections {
        for entries in section.entries.chunks(section.across.max(1) * section.down.max(1)) {
            let number = format!("{} / {total}", pages.len() + 1);
            pages.push(page(section, entries, &number, style, scale));
        }
    }
    pages
}

fn page(section: &Section, entries: &[Entry], number: &str, style: &Style, scale: f32) -> Drawing {
    let ink = style.theme.ink();
    let text = |text: &str, at: Point, size: f32, anchor: Anchor| Item::Text {
        text: text.to_owned(),
        at,
        size,
        color: ink,
        anchor,
    };
    let mut items = vec![text(&section.heading, Point::new(MARGIN, MARGIN + 8.0), 20.0, Anchor::Start)];
    items.push(text(&section.words, Point::new(MARGIN, MARGIN + 28.0), 12.0, Anchor::Start));
    items.push(text(number, Point::new(WIDTH / 2.0, HEIGHT - MARGIN / 2.0), 11.0, Anchor::Middle));
    let (across, down) = (section.across.max(1), section.down.max(1));
    let room = (WIDTH - 2.0 * MARGIN + GAP) / across as f32 - GAP;
    let high = (HEIGHT - 2.0 * MARGIN - HEADING + GAP) / down as f32 - GAP;
    for (index, entry) in entries.iter().enumerate() {
        let (column, row) = (index % across, index / across);
        let left = MARGIN + column as f32 * (room + GAP);
        let top = MARGIN + HEADING + row as f32 * (high + GAP);
        let scene = Scene { caption: Vec::new(), axes: Axes::Hidden, ..entry.scene.clone() };
        let drawing = Drawing::of(&scene, style);
        let factor = (room / drawing.width).min((high - LINE) / drawing.height);
        let inset = (room - drawing.width * factor) / 2.0;
        items.extend(drawing.items.into_iter().map(|item| moved(item, factor, left + inset, top)));
        let under = Point::new(left + room / 2.0, top + drawing.height * factor + 0.4 * LINE);
        items.push(text(&entry.line, under, 11.0, Anchor::Middle));
    }
    let items = items.into_iter().map(|item| moved(item, scale, 0.0, 0.0)).collect();
    let title = section.heading.clone();
    Drawing { width: WIDTH * scale, height: HEIGHT * scale, title, paper: style.theme.paper(), items }
}

/// An item scaled, then shifted.
fn moved(item: Item, factor: f32, left: f32, top: f32) -> Item {
    let point = |at: Point| Point::new(at.x * factor + left, at.y * factor + top);
    let points = |all: Vec<Point>| all.into_iter().map(point).collect::<Vec<_>>();
    match item {
        Item::BeginCell(..) | Item::EndCell => item,
        Item::Polygon(all, color) => Item::Polygon(points(all), color),
        Item::Line(all, color, width) => Item::Line(points(all), color, width * factor),
        Item::Pieces(pieces, color, width) => {
            Item::Pieces(pieces.into_iter().map(|piece| piece.map(point)).collect(), color, width * factor)
        }
        Item::Disc(center, radius, color) => Item::Disc(point(center), radius * factor, color),
        Item::Text { text, at, size, color, anchor } => {
            Item::Text { text, at: point(at), size: size * factor, color, anchor }
        }
    }
}
