//! Scenes laid out as a flat list of primitives in pixels: the one source of SVG and PNG.

use super::layout::{Layout, Point};
use super::palette::Rgb;
use super::{Axes, Dot, Emphasis, Fill, Letters, Outline, Path, PathKind, Patterns, Scene, Stroke, Style, Tile};
use crate::grid::{Cell, column_name};

/// A picture: its size in pixels and what to paint, back to front.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Width in pixels.
    pub width: f32,
    /// Height in pixels.
    pub height: f32,
    /// What it shows.
    pub title: String,
    /// The ground.
    pub paper: Rgb,
    /// What to paint, back to front.
    pub items: Vec<Item>,
}

/// One thing to paint.
#[derive(Clone, Debug)]
pub enum Item {
    /// Begins a cell: everything up to [`Item::EndCell`] belongs to it.
    BeginCell(Cell, String),
    /// Ends a cell.
    EndCell,
    /// A filled polygon.
    Polygon(Vec<Point>, Rgb),
    /// A line through points with round joints and ends.
    Line(Vec<Point>, Rgb, f32),
    /// Pieces of a line, drawn as one.
    Pieces(Vec<[Point; 2]>, Rgb, f32),
    /// A filled circle.
    Disc(Point, f32, Rgb),
    /// Text.
    Text {
        /// The text.
        text: String,
        /// Its anchor: the middle of its height, and left end or middle as `anchor` says.
        at: Point,
        /// Height of a capital letter times about 1.4, in pixels.
        size: f32,
        /// Its colour.
        color: Rgb,
        /// Which point of the text is at `at`.
        anchor: Anchor,
    },
}

/// Which point of a text lies at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
}

/// The largest side of a picture in pixels; a scene that would be larger is drawn smaller.
const LARGEST: f32 = 8192.0;

impl Drawing {
    /// One scene.
    pub fn of(scene: &Scene, style: &Style) -> Self {
        Self::strip(std::slice::from_ref(scene), 1, style)
    }

    /// Several scenes in reading order, `across` of them in a row.
    pub fn strip(scenes: &[Scene], across: usize, style: &Style) -> Self {
        let across = across.clamp(1, scenes.len().max(1));
        let mut style = *style;
        let (mut width, mut height) = strip_size(scenes, across, &style);
        if width.max(height) > LARGEST {
            style.cell_size *= LARGEST / width.max(height);
            (width, height) = strip_size(scenes, across, &style);
        }
        let mut items = Vec::new();
        let mut top = 0.0;
        for row in scenes.chunks(across) {
            let mut left = 0.0;
            for scene in row {
                let frame = Frame::of(scene, &style);
                Painter { scene, style: &style, left: left + frame.left, top: top + frame.top, items: &mut items }
                    .paint();
                left += frame.width;
            }
            top += row.iter().map(|scene| Frame::of(scene, &style).height).fold(0.0, f32::max);
        }
        let title = scenes.first().map(|scene| scene.title.clone()).unwrap_or_default();
        Self { width: width.ceil(), height: height.ceil(), title, paper: style.theme.paper(), items }
    }
}

fn strip_size(scenes: &[Scene], across: usize, style: &Style) -> (f32, f32) {
    scenes.chunks(across).fold((1.0, 0.0), |(width, height), row| {
        let frames: Vec<Frame> = row.iter().map(|scene| Frame::of(scene, style)).collect();
        let row_width: f32 = frames.iter().map(|frame| frame.width).sum();
        let row_height = frames.iter().map(|frame| frame.height).fold(0.0, f32::max);
        (row_width.max(width), height + row_height)
    })
}

/// The room one scene takes: its board is `left` and `top` away from its corner.
struct Frame {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
}

impl Frame {
    fn of(scene: &Scene, style: &Style) -> Self {
        let unit = style.cell_size;
        let margin = 0.35 * unit;
        let axis = match scene.axes {
            Axes::Named => 0.45 * unit,
            Axes::Hidden => 0.0,
        };
        let (columns, rows) = scene.layout.size();
        let text_size = caption_size(unit);
        let longest = scene.caption.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let board_width = columns * unit;
        let text_width = longest as f32 * text_size * 0.6;
        let caption_height =
            if scene.caption.is_empty() { 0.0 } else { scene.caption.len() as f32 * text_size * 1.5 + 0.3 * text_size };
        Self {
            left: margin + axis,
            top: margin + axis,
            width: 2.0 * margin + axis + board_width.max(text_width),
            height: 2.0 * margin + axis + rows * unit + caption_height,
        }
    }
}

fn caption_size(unit: f32) -> f32 {
    (0.33 * unit).max(9.0)
}

/// Paints one scene with its board's corner at `left`, `top`.
struct Painter<'a> {
    scene: &'a Scene,
    style: &'a Style,
    left: f32,
    top: f32,
    items: &'a mut Vec<Item>,
}

impl Painter<'_> {
    fn paint(&mut self) {
        for tile in &self.scene.tiles {
            self.tile(tile);
        }
        for outline in &self.scene.outlines {
            self.outline(outline);
        }
        self.walls();
        for path in &self.scene.paths {
            self.path(path);
        }
        for dot in &self.scene.dots {
            self.dot(dot);
        }
        if self.scene.axes == Axes::Named {
            self.axes();
        }
        self.caption();
    }

    fn layout(&self) -> Layout {
        self.scene.layout
    }

    fn unit(&self) -> f32 {
        self.style.cell_size
    }

    fn place(&self, point: Point) -> Point {
        Point::new(self.left + point.x * self.unit(), self.top + point.y * self.unit())
    }

    fn text(&mut self, text: &str, at: Point, size: f32, color: Rgb, anchor: Anchor) {
        self.items.push(Item::Text { text: text.to_owned(), at, size, color, anchor });
    }

    fn tile(&mut self, tile: &Tile) {
        let theme = self.style.theme;
        let color = match tile.fill {
            Fill::Void => return,
            Fill::Empty => theme.ground(),
            Fill::Color(color) => self.style.palette.color(color),
        };
        let color = match tile.emphasis {
            Emphasis::Plain | Emphasis::Strong => color,
            Emphasis::Faded => color.mixed(theme.paper(), 0.55),
        };
        let center = self.place(self.layout().center(tile.cell, tile.span));
        // A hair's breadth of paper between tiles keeps equal neighbours countable.
        let gap = (0.03 / f32::from(tile.span)).min(0.03);
        let corners: Vec<Point> = self
            .layout()
            .corners(tile.cell, tile.span)
            .into_iter()
            .map(|corner| self.place(corner).towards(center, gap * 2.0))
            .collect();
        self.items.push(Item::BeginCell(tile.cell, spoken(tile)));
        self.items.push(Item::Polygon(corners.clone(), color));
        if let (Patterns::On, Fill::Color(number)) = (self.style.patterns, tile.fill) {
            self.pattern(&corners, number, color);
        }
        if !tile.label.is_empty() && self.style.letters == Letters::Shown {
            let size = match tile.emphasis {
                Emphasis::Strong => 0.56,
                Emphasis::Plain | Emphasis::Faded => 0.42,
            };
            let fit = (2.0 / tile.label.chars().count() as f32).min(1.0);
            self.text(&tile.label, center, size * fit * self.unit(), color.ink(), Anchor::Middle);
        }
        self.items.push(Item::EndCell);
    }

    /// Hatches a convex tile; each of eight colours in its own way.
    fn pattern(&mut self, corners: &[Point], number: u8, color: Rgb) {
        let angles: &[f32] = match number % 8 {
            0 => &[45.0],
            1 => &[135.0],
            2 => &[0.0],
            3 => &[90.0],
            4 => &[0.0, 90.0],
            5 => &[45.0, 135.0],
            6 => &[22.5],
            _ => &[],
        };
        let step = 0.2 * self.unit();
        let ink = color.mixed(color.ink(), 0.45);
        for angle in angles {
            let (sine, cosine) = angle.to_radians().sin_cos();
            let distance = |point: &Point| point.x * -sine + point.y * cosine;
            let low = corners.iter().map(distance).fold(f32::INFINITY, f32::min);
            let high = corners.iter().map(distance).fold(f32::NEG_INFINITY, f32::max);
            let lines = ((high - low) / step).floor() as usize;
            let first = low + (high - low - (lines.saturating_sub(1)) as f32 * step) / 2.0;
            let pieces: Vec<[Point; 2]> = (0..lines)
                .filter_map(|line| chord(corners, |point| distance(point) - (first + line as f32 * step)))
                .collect();
            self.items.push(Item::Pieces(pieces, ink, 0.03 * self.unit()));
        }
    }

    fn outline(&mut self, outline: &Outline) {
        let theme = self.style.theme;
        let (color, width) = match outline.stroke {
            Stroke::Thin => (theme.ink(), 0.035),
            Stroke::Strong => (theme.ink(), 0.09),
            Stroke::Highlight => (theme.highlight(), 0.12),
        };
        let sides = self.layout().outline(&outline.cells);
        let pieces: Vec<[Point; 2]> = sides.into_iter().map(|[from, to]| [self.place(from), self.place(to)]).collect();
        let width = width * self.unit();
        if outline.stroke != Stroke::Thin {
            self.halo(&pieces, width);
        }
        self.items.push(Item::Pieces(pieces, color, width));
    }

    /// The sides that two cells share; cells that are neighbours only round the edge share none.
    fn walls(&mut self) {
        let layout = self.layout();
        let mut pieces = Vec::new();
        for &[one, other] in &self.scene.walls {
            let both = layout.outline(&[one, other]);
            let shared = layout.outline(&[one]).into_iter().filter(|side| !both.contains(side));
            pieces.extend(shared.map(|[from, to]| [self.place(from), self.place(to)]));
        }
        if !pieces.is_empty() {
            self.items.push(Item::Pieces(pieces, self.style.theme.ink(), 0.12 * self.unit()));
        }
    }

    /// Light round a dark line, so that it shows on every colour.
    fn halo(&mut self, pieces: &[[Point; 2]], width: f32) {
        self.items.push(Item::Pieces(pieces.to_vec(), self.style.theme.paper(), width + 0.06 * self.unit()));
    }

    fn path(&mut self, path: &Path) {
        let centers: Vec<Point> = path.cells.iter().map(|&cell| self.place(self.layout().center(cell, 1))).collect();
        match path.kind {
            PathKind::Pipe(color) => {
                let color = self.style.palette.color(color);
                for line in broken_at_edges(&centers, self.unit()) {
                    self.items.push(Item::Line(line, color, 0.36 * self.unit()));
                }
            }
            PathKind::Advice => {
                for line in broken_at_edges(&centers, self.unit()) {
                    self.items.push(Item::Line(line, self.style.theme.highlight(), 0.08 * self.unit()));
                }
            }
            PathKind::Exchange => {
                if let (Some(&first), Some(&last)) = (centers.first(), centers.last()) {
                    self.exchange(first, last);
                }
            }
        }
    }

    fn exchange(&mut self, first: Point, last: Point) {
        let unit = self.unit();
        let length = first.distance(last).max(1.0);
        let (from, to) = (first.towards(last, 0.3 * unit / length), last.towards(first, 0.3 * unit / length));
        let mut pieces = vec![[from, to]];
        let along = Point::new((to.x - from.x) / length, (to.y - from.y) / length);
        for (tip, back) in [(from, 1.0), (to, -1.0)] {
            for side in [1.0, -1.0] {
                let wing = Point::new(
                    tip.x + 0.18 * unit * (along.x * back - along.y * side * 0.7),
                    tip.y + 0.18 * unit * (along.y * back + along.x * side * 0.7),
                );
                pieces.push([tip, wing]);
            }
        }
        self.halo(&pieces, 0.08 * unit);
        self.items.push(Item::Pieces(pieces, self.style.theme.highlight(), 0.08 * unit));
    }

    fn dot(&mut self, dot: &Dot) {
        let center = self.place(self.layout().center(dot.cell, 1));
        let color = self.style.palette.color(dot.color);
        let unit = self.unit();
        self.items.push(Item::Disc(center, 0.36 * unit, color));
        if self.style.letters == Letters::Shown {
            self.text(&dot.label, center, 0.4 * unit, color.ink(), Anchor::Middle);
        }
    }

    fn axes(&mut self) {
        let layout = self.layout();
        let unit = self.unit();
        let color = self.style.theme.ink();
        for column in 0..layout.columns {
            let x = self.place(layout.center(Cell::new(0, column), 1)).x;
            let at = Point::new(x, self.top - 0.25 * unit);
            self.text(&column_name(column), at, 0.3 * unit, color, Anchor::Middle);
        }
        for row in 0..layout.rows {
            let y = self.place(layout.center(Cell::new(row, 0), 1)).y;
            let at = Point::new(self.left - 0.28 * unit, y);
            self.text(&(row + 1).to_string(), at, 0.3 * unit, color, Anchor::Middle);
        }
    }

    fn caption(&mut self) {
        let size = caption_size(self.unit());
        let bottom = self.place(Point::new(0.0, self.layout().size().1)).y;
        for (number, line) in self.scene.caption.iter().enumerate() {
            let at = Point::new(self.left, bottom + size * (1.2 + 1.5 * number as f32));
            self.text(line, at, size, self.style.theme.ink(), Anchor::Start);
        }
    }
}

/// What a screen reader says of a tile.
fn spoken(tile: &Tile) -> String {
    if tile.label.is_empty() { tile.cell.to_string() } else { format!("{} {}", tile.cell, tile.label) }
}

/// Where a straight line (the zeros of `side`) crosses a convex polygon.
fn chord(corners: &[Point], side: impl Fn(&Point) -> f32) -> Option<[Point; 2]> {
    let mut crossings = Vec::with_capacity(2);
    for (index, from) in corners.iter().enumerate() {
        let to = &corners[(index + 1) % corners.len()];
        let (before, after) = (side(from), side(to));
        if (before < 0.0) != (after < 0.0) {
            crossings.push(from.towards(*to, before / (before - after)));
        }
    }
    <[Point; 2]>::try_from(crossings).ok()
}

/// A path whose steps between far cells go over the edge of the board is cut there into stubs.
fn broken_at_edges(centers: &[Point], unit: f32) -> Vec<Vec<Point>> {
    let mut lines = Vec::new();
    let mut line: Vec<Point> = Vec::new();
    for &center in centers {
        if let Some(&last) = line.last() {
            let length = last.distance(center);
            if length > 1.6 * unit {
                let stub = -0.5 * unit / length;
                line.push(last.towards(center, stub));
                lines.push(std::mem::take(&mut line));
                line.push(center.towards(last, stub));
            }
        }
        line.push(center);
    }
    lines.push(line);
    lines
}
