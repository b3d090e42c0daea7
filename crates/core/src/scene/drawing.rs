//! Scenes laid out as layers of shapes and texts: the one source of SVG and PNG.
//!
//! A [`Drawing`] is made of panels, one a board. A panel's shapes are measured in cells and its texts in pixels, both
//! from the upper left corner of its board, so that most numbers are small and whole.

use std::borrow::Cow;
use std::ops::Range;

use super::layout::{Layout, Point, Tiling};
use super::palette::Rgb;
use super::{
    Axes, ColorId, Emphasis, Fill, Letters, Look, MarkKind, Marks, Outline, Path, PathKind, Patterns, Scene, Stroke,
    Style, Thing, Tile, Touch,
};
use crate::grid::{Cell, column_name};

/// A picture: its size in pixels and the panels on it.
#[derive(Clone, Debug)]
pub struct Drawing<'a> {
    /// Width in pixels.
    pub width: f32,
    /// Height in pixels.
    pub height: f32,
    /// What it shows.
    pub title: &'a str,
    /// The ground.
    pub paper: Rgb,
    /// The boards and words on it; they do not overlap.
    pub panels: Vec<Panel<'a>>,
}

/// One board, or loose words.
#[derive(Clone, Debug)]
pub struct Panel<'a> {
    /// Which board it is.
    pub name: &'static str,
    /// What touching its cells means.
    pub touch: Touch,
    /// Where the corner of its board lies on the picture, in pixels.
    pub corner: Point,
    /// How many times larger than laid out it is drawn.
    pub scale: f32,
    /// Pixels to the side of a cell, before scaling.
    pub unit: f32,
    /// What to paint, back to front; the groups of a layer follow each other.
    pub groups: Vec<Group>,
    /// The shapes and texts of all groups.
    pub items: Vec<Item<'a>>,
    /// The lines of all shapes.
    pub steps: Vec<Step>,
}

/// What a group of items means on its board. In this order they are painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Tiles.
    Cells,
    /// What is written on tiles.
    Letters,
    /// Lines round groups of cells.
    Outlines,
    /// Walls between cells.
    Walls,
    /// Lines through cells.
    Paths,
    /// Discs.
    Dots,
    /// What is written on discs.
    DotLetters,
    /// What the player's hand and the hints show.
    Marks,
    /// What can be touched and is not a cell.
    Things,
    /// Names of columns and rows.
    Axes,
    /// Lines of text.
    Caption,
}

/// Items painted alike.
#[derive(Clone, Debug)]
pub struct Group {
    /// Where they belong.
    pub layer: Layer,
    /// Which kind they are within their layer; may be empty.
    pub class: &'static str,
    /// The number of their colour, if they stand for one.
    pub color: Option<ColorId>,
    /// How they are painted.
    pub ink: Ink,
    /// Which of the panel's items they are.
    pub items: Range<usize>,
}

/// How a group is painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ink {
    /// Shapes.
    Shapes(Paint),
    /// Texts, the middle of their height at their place.
    Words {
        /// Their colour.
        color: Rgb,
        /// Height of a capital letter times about 1.4, in pixels.
        size: f32,
        /// Which point of a text lies at its place.
        anchor: Anchor,
    },
}

/// How shapes are painted. Shapes with neither fill nor pen are there to be touched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paint {
    /// The colour inside.
    pub fill: Option<Rgb>,
    /// How much the colour inside covers what is below, from 0 to 1.
    pub opacity: f32,
    /// The line along the edge.
    pub pen: Option<Pen>,
}

/// A line with round joints and ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    /// Its colour.
    pub color: Rgb,
    /// Its width in cells.
    pub width: f32,
    /// Whether it has gaps.
    pub dash: Dash,
}

/// Whether a line has gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dash {
    /// It has none.
    Solid,
    /// Pieces and gaps of [`DASH`] cells each.
    Dashed,
}

/// The length of a dash and of the gap after it, in cells; round ends make the dash longer and the gap shorter.
pub const DASH: [f32; 2] = [0.12, 0.2];

/// One thing to paint.
#[derive(Clone, Debug)]
pub enum Item<'a> {
    /// A square by its upper left corner and its side.
    Square(Point, f32, Name<'a>),
    /// Lines: which of the panel's steps they are.
    Lines(Range<usize>, Name<'a>),
    /// A text.
    Text(Point, Cow<'a, str>),
}

/// What a shape is called, where it can be touched.
#[derive(Clone, Copy, Debug)]
pub enum Name<'a> {
    /// It cannot be touched.
    None,
    /// A tile.
    Tile(&'a Tile),
    /// A thing.
    Thing(&'a Thing),
}

/// One step of the pen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Go there without a line.
    Move(Point),
    /// Draw a line to there.
    Line(Point),
    /// Draw a line back to the last move.
    Close,
}

/// Which point of a text lies at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
}

/// Whether the lines below a board are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Captions {
    /// They are.
    Shown,
    /// Something else stands in their place.
    Hidden,
}

/// The largest side of a picture in pixels; a scene that would be larger is drawn smaller.
const LARGEST: f32 = 8192.0;
/// A hair's breadth of paper between tiles keeps equal neighbours countable.
const GAP: f32 = 0.06;
/// How far apart the lines of a pattern lie.
const HATCH: f32 = 0.2;
/// How much wider than a line the light round it is.
const HALO: f32 = 0.06;

impl<'a> Drawing<'a> {
    /// One scene.
    pub fn of(scene: &'a Scene, style: &Style) -> Self {
        Self::strip(std::slice::from_ref(scene), 1, style)
    }

    /// Several scenes in reading order, `across` of them in a row.
    pub fn strip(scenes: &'a [Scene], across: usize, style: &Style) -> Self {
        let across = across.clamp(1, scenes.len().max(1));
        let mut style = *style;
        let (mut width, mut height) = strip_size(scenes, across, &style);
        if width.max(height) > LARGEST {
            style.cell_size *= LARGEST / width.max(height);
            (width, height) = strip_size(scenes, across, &style);
        }
        let mut panels = Vec::with_capacity(scenes.len());
        let mut top = 0.0;
        for row in scenes.chunks(across) {
            let (mut left, mut tallest) = (0.0, 0.0_f32);
            for scene in row {
                let frame = Frame::of(scene, &style, Captions::Shown);
                let mut panel = Panel::of(scene, &style, Captions::Shown);
                panel.corner = Point::new(left + frame.left, top + frame.top);
                panels.push(panel);
                left += frame.width;
                tallest = tallest.max(frame.height);
            }
            top += tallest;
        }
        let title = scenes.first().map_or("", |scene| &scene.title);
        Self { width: width.ceil(), height: height.ceil(), title, paper: style.theme.paper(), panels }
    }
}

fn strip_size(scenes: &[Scene], across: usize, style: &Style) -> (f32, f32) {
    scenes.chunks(across).fold((1.0, 0.0), |(width, height), row| {
        let frames = || row.iter().map(|scene| Frame::of(scene, style, Captions::Shown));
        let row_width: f32 = frames().map(|frame| frame.width).sum();
        let row_height = frames().map(|frame| frame.height).fold(0.0, f32::max);
        (row_width.max(width), height + row_height)
    })
}

fn has_axes(scene: &Scene, style: &Style) -> bool {
    scene.axes == Axes::Named && style.axes == Axes::Named
}

/// The room one scene takes in pixels: its board is `left` and `top` away from its corner.
pub(super) struct Frame {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) width: f32,
    pub(super) height: f32,
}

impl Frame {
    pub(super) fn of(scene: &Scene, style: &Style, captions: Captions) -> Self {
        let unit = style.cell_size;
        let margin = 0.35 * unit;
        let axis = if has_axes(scene, style) { 0.45 * unit } else { 0.0 };
        let (columns, rows) = scene.layout.size();
        let text_size = caption_size(unit);
        let shown = |_: &&String| captions == Captions::Shown;
        let lines: Vec<&String> = scene.label.iter().chain(&scene.caption).filter(shown).collect();
        let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let text_width = longest as f32 * text_size * 0.6;
        let caption_height = if lines.is_empty() { 0.0 } else { (lines.len() as f32 * 1.5 + 0.3) * text_size };
        Self {
            left: margin + axis,
            top: margin + axis,
            width: 2.0 * margin + axis + (columns * unit).max(text_width),
            height: 2.0 * margin + axis + rows * unit + caption_height,
        }
    }
}

fn caption_size(unit: f32) -> f32 {
    (0.33 * unit).max(9.0)
}

impl<'a> Panel<'a> {
    /// A scene with its board's corner at the picture's.
    pub(super) fn of(scene: &'a Scene, style: &Style, captions: Captions) -> Self {
        let mut painter = Painter { scene, style, panel: Self::empty(scene.name, style.cell_size) };
        painter.panel.touch = scene.touch;
        painter.paint(captions);
        painter.panel
    }

    /// A panel without anything on it.
    pub(super) fn empty(name: &'static str, unit: f32) -> Self {
        Self {
            name,
            touch: Touch::None,
            corner: Point::new(0.0, 0.0),
            scale: 1.0,
            unit,
            groups: Vec::new(),
            items: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// A group of everything that `add` adds.
    pub(super) fn group(
        &mut self,
        layer: Layer,
        class: &'static str,
        color: Option<ColorId>,
        ink: Ink,
        add: impl FnOnce(&mut Self),
    ) {
        let start = self.items.len();
        add(self);
        let items = start..self.items.len();
        if !items.is_empty() {
            self.groups.push(Group { layer, class, color, ink, items });
        }
    }

    pub(super) fn text(&mut self, at: Point, text: impl Into<Cow<'a, str>>) {
        self.items.push(Item::Text(at, text.into()));
    }

    /// One item of all the steps that `trace` makes.
    fn lines(&mut self, name: Name<'a>, trace: impl FnOnce(&mut Vec<Step>)) {
        let start = self.steps.len();
        trace(&mut self.steps);
        if self.steps.len() > start {
            self.items.push(Item::Lines(start..self.steps.len(), name));
        }
    }
}

/// Draws on: a line in the direction of the last one makes that one longer.
fn line_to(steps: &mut Vec<Step>, to: Point) {
    if let [.., Step::Move(before) | Step::Line(before), Step::Line(last)] = steps[..] {
        let (one, other) = ((last.x - before.x, last.y - before.y), (to.x - last.x, to.y - last.y));
        let (turn, along) = (one.0 * other.1 - one.1 * other.0, one.0 * other.0 + one.1 * other.1);
        if turn.abs() < 1e-4 && along > 0.0 {
            steps.pop();
        }
    }
    steps.push(Step::Line(to));
}

fn piece(steps: &mut Vec<Step>, from: Point, to: Point) {
    steps.extend([Step::Move(from), Step::Line(to)]);
}

fn polygon(steps: &mut Vec<Step>, corners: &[Point]) {
    if let [first, rest @ ..] = corners {
        steps.push(Step::Move(*first));
        for corner in rest.iter().chain([first]) {
            line_to(steps, *corner);
        }
        // Closing draws the last line.
        steps.pop();
        steps.push(Step::Close);
    }
}

const fn filled(color: Rgb) -> Paint {
    Paint { fill: Some(color), opacity: 1.0, pen: None }
}

const fn drawn(color: Rgb, width: f32) -> Paint {
    Paint { fill: None, opacity: 1.0, pen: Some(Pen { color, width, dash: Dash::Solid }) }
}

/// Paints one scene on its panel.
struct Painter<'a, 'b> {
    scene: &'a Scene,
    style: &'b Style,
    panel: Panel<'a>,
}

impl Painter<'_, '_> {
    fn paint(&mut self, captions: Captions) {
        let scene = self.scene;
        self.tiles();
        for outlines in scene.outlines.chunk_by(|one, other| one.stroke == other.stroke) {
            self.outlines(outlines);
        }
        self.walls();
        for path in &scene.paths {
            self.path(path);
        }
        self.dots();
        for marks in &scene.marks {
            self.marks(marks);
        }
        for thing in &scene.things {
            self.thing(thing);
        }
        if has_axes(scene, self.style) {
            self.axes();
        }
        if captions == Captions::Shown {
            self.caption();
        }
    }

    fn layout(&self) -> Layout {
        self.scene.layout
    }

    fn center(&self, cell: Cell) -> Point {
        self.layout().center(cell, 1)
    }

    /// Tiles by what fills them; within a fill in reading order. Tiles do not overlap, so the order shows nowhere.
    fn tiles(&mut self) {
        let scene = self.scene;
        let theme = self.style.theme;
        let mut order: Vec<(u16, u32)> = Vec::with_capacity(scene.tiles.len());
        for (index, tile) in scene.tiles.iter().enumerate() {
            let fill = match tile.fill {
                Fill::Void => continue,
                Fill::Empty => 0,
                Fill::Color(color) => 1 + u16::from(color),
            };
            order.push((2 * fill + u16::from(tile.emphasis == Emphasis::Faded), index as u32));
        }
        order.sort_unstable();
        let gap = Some(Pen { color: theme.paper(), width: GAP, dash: Dash::Solid });
        self.panel.items.reserve(2 * order.len());
        let mut words = Words::default();
        for alike in order.chunk_by(|one, other| one.0 == other.0) {
            let tiles = || alike.iter().map(|&(_, index)| &scene.tiles[index as usize]);
            let (number, plain) = match alike[0].0 / 2 {
                0 => (None, theme.ground()),
                fill => (Some((fill - 1) as ColorId), self.style.palette.color((fill - 1) as ColorId)),
            };
            let color = if alike[0].0 % 2 == 1 { plain.mixed(theme.paper(), 0.55) } else { plain };
            let paint = Paint { pen: gap, ..filled(color) };
            self.panel.group(Layer::Cells, "", number, Ink::Shapes(paint), |panel| {
                for tile in tiles() {
                    panel.tile(scene, tile);
                }
            });
            if let (Patterns::On, Some(number)) = (self.style.patterns, number) {
                self.pattern(tiles(), number, color);
            }
            if self.style.letters == Letters::Shown {
                let ink = color.ink();
                for tile in tiles().filter(|tile| !tile.label.is_empty()) {
                    let size = if tile.emphasis == Emphasis::Strong { 0.56 } else { 0.42 };
                    let length = tile.label.chars().count() as f32;
                    let at = scene.layout.center(tile.cell, tile.span);
                    words.add(ink, size * (2.0 / length).min(1.0), at, &tile.label);
                }
            }
        }
        words.put(&mut self.panel, Layer::Letters);
    }

    /// Hatches convex tiles of one colour; each of eight colours in its own way.
    fn pattern<'t>(&mut self, tiles: impl Iterator<Item = &'t Tile>, number: ColorId, color: Rgb) {
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
        let layout = self.layout();
        let paint = drawn(color.mixed(color.ink(), 0.45), 0.03);
        let hatch = |steps: &mut Vec<Step>| {
            for tile in tiles {
                let center = layout.center(tile.cell, tile.span);
                let mut corners = layout.corners(tile.cell, tile.span);
                for corner in corners.iter_mut() {
                    *corner = corner.towards(center, GAP / f32::from(tile.span));
                }
                for angle in angles {
                    let (sine, cosine) = angle.to_radians().sin_cos();
                    let distance = |point: &Point| point.x * -sine + point.y * cosine;
                    let low = corners.iter().map(distance).fold(f32::INFINITY, f32::min);
                    let high = corners.iter().map(distance).fold(f32::NEG_INFINITY, f32::max);
                    let lines = ((high - low) / HATCH).floor() as usize;
                    let first = low + (high - low - (lines.saturating_sub(1)) as f32 * HATCH) / 2.0;
                    for line in 0..lines {
                        if let Some([from, to]) =
                            chord(&corners, |point| distance(point) - (first + line as f32 * HATCH))
                        {
                            piece(steps, from, to);
                        }
                    }
                }
            }
        };
        self.panel.group(Layer::Cells, "pattern", None, Ink::Shapes(paint), |panel| panel.lines(Name::None, hatch));
    }

    /// Outlines of one kind, as one shape: what two of them share is drawn once.
    fn outlines(&mut self, outlines: &[Outline]) {
        let layout = self.layout();
        let theme = self.style.theme;
        let Some(stroke) = outlines.first().map(|outline| outline.stroke) else { return };
        let (class, paint) = match stroke {
            Stroke::Thin => ("thin", drawn(theme.ink(), 0.035)),
            Stroke::Strong => ("strong", drawn(theme.ink(), 0.09)),
            Stroke::Highlight => ("highlight", drawn(theme.highlight(), 0.12)),
        };
        let trace = |steps: &mut Vec<Step>| match layout.tiling {
            Tiling::Squares => borders(steps, layout, outlines),
            Tiling::Hexagons | Tiling::Triangles => {
                for outline in outlines {
                    contour(steps, layout, &outline.cells);
                }
            }
        };
        match stroke {
            Stroke::Thin => {
                self.panel.group(Layer::Outlines, class, None, Ink::Shapes(paint), |panel| {
                    panel.lines(Name::None, trace);
                });
            }
            Stroke::Strong | Stroke::Highlight => self.stroke(Layer::Outlines, class, paint, trace),
        }
    }

    /// Lines with light round them, so that they show on every colour.
    fn stroke(&mut self, layer: Layer, class: &'static str, paint: Paint, trace: impl FnOnce(&mut Vec<Step>)) {
        let width = paint.pen.map_or(0.0, |pen| pen.width) + HALO;
        let halo = Ink::Shapes(drawn(self.style.theme.paper(), width));
        let first = self.panel.items.len();
        self.panel.group(layer, "halo", None, halo, |panel| panel.lines(Name::None, trace));
        let traced = self.panel.items.get(first).cloned();
        self.panel.group(layer, class, None, Ink::Shapes(paint), |panel| panel.items.extend(traced));
    }

    /// The sides that two cells share; cells that are neighbours only round the edge share none.
    fn walls(&mut self) {
        let scene = self.scene;
        let ink = Ink::Shapes(drawn(self.style.theme.ink(), 0.12));
        self.panel.group(Layer::Walls, "", None, ink, |panel| {
            panel.lines(Name::None, |steps| {
                for &[one, other] in &scene.walls {
                    if let Some([from, to]) = scene.layout.shared_side(one, other) {
                        piece(steps, from, to);
                    }
                }
            });
        });
    }

    fn path(&mut self, path: &Path) {
        let layout = self.layout();
        let theme = self.style.theme;
        match path.kind {
            PathKind::Pipe(color) => {
                let ink = Ink::Shapes(drawn(self.style.palette.color(color), 0.36));
                self.panel.group(Layer::Paths, "pipe", Some(color), ink, |panel| {
                    panel.lines(Name::None, |steps| through(steps, layout, &path.cells));
                });
            }
            PathKind::Advice => {
                let trace = |steps: &mut Vec<Step>| through(steps, layout, &path.cells);
                self.stroke(Layer::Paths, "advice", drawn(theme.highlight(), 0.08), trace);
            }
            PathKind::Exchange => {
                if let (Some(&first), Some(&last)) = (path.cells.first(), path.cells.last()) {
                    let (first, last) = (self.center(first), self.center(last));
                    let trace = |steps: &mut Vec<Step>| exchange(steps, first, last);
                    self.stroke(Layer::Paths, "exchange", drawn(theme.highlight(), 0.08), trace);
                }
            }
        }
    }

    fn dots(&mut self) {
        let scene = self.scene;
        let mut words = Words::default();
        for dots in scene.dots.chunk_by(|one, other| one.color == other.color) {
            let number = dots[0].color;
            let color = self.style.palette.color(number);
            self.panel.group(Layer::Dots, "", Some(number), Ink::Shapes(drawn(color, 0.72)), |panel| {
                panel.lines(Name::None, |steps| discs(steps, scene.layout, dots.iter().map(|dot| dot.cell)));
            });
            if self.style.letters == Letters::Shown {
                let ink = color.ink();
                for dot in dots.iter().filter(|dot| !dot.label.is_empty()) {
                    words.add(ink, 0.4, scene.layout.center(dot.cell, 1), &dot.label);
                }
            }
        }
        words.put(&mut self.panel, Layer::DotLetters);
    }

    /// Each kind has its own form, so that no mark is told by its colour alone.
    fn marks(&mut self, marks: &Marks) {
        let layout = self.layout();
        let theme = self.style.theme;
        let cells = &marks.cells;
        let round = |steps: &mut Vec<Step>| contour(steps, layout, cells);
        match marks.kind {
            MarkKind::Cursor => self.stroke(Layer::Marks, "mark cursor", drawn(theme.ink(), 0.1), round),
            MarkKind::Chosen => {
                self.stroke(Layer::Marks, "mark chosen", drawn(theme.highlight(), 0.12), round);
            }
            MarkKind::Hint => {
                let mut paint = drawn(theme.highlight(), 0.1);
                paint.pen = paint.pen.map(|pen| Pen { dash: Dash::Dashed, ..pen });
                self.stroke(Layer::Marks, "mark hint", paint, round);
            }
            MarkKind::Wrong => {
                let cross = |steps: &mut Vec<Step>| {
                    for center in cells.iter().map(|&cell| layout.center(cell, 1)) {
                        for side in [0.2, -0.2] {
                            let end = |sign: f32| Point::new(center.x + side * sign, center.y + 0.2 * sign);
                            piece(steps, end(-1.0), end(1.0));
                        }
                    }
                };
                self.stroke(Layer::Marks, "mark wrong", drawn(theme.highlight(), 0.1), cross);
            }
            MarkKind::Choice => {
                let paint = drawn(theme.highlight(), 0.28);
                self.stroke(Layer::Marks, "mark choice", paint, |steps| {
                    discs(steps, layout, cells.iter().copied());
                });
            }
            MarkKind::Ghost(number) => {
                let color = self.style.palette.color(number);
                let paint = Paint { fill: Some(color), opacity: 0.3, ..drawn(color, 0.06) };
                self.panel.group(Layer::Marks, "mark ghost", Some(number), Ink::Shapes(paint), |panel| {
                    panel.lines(Name::None, round);
                });
            }
            MarkKind::Preview(number) => {
                let halo = Some(Pen { color: theme.paper(), width: HALO, dash: Dash::Solid });
                let ink = Ink::Shapes(Paint { pen: halo, ..filled(self.style.palette.color(number)) });
                self.panel.group(Layer::Marks, "mark preview", Some(number), ink, |panel| {
                    let square = |&cell: &Cell| {
                        let center = layout.center(cell, 1);
                        Item::Square(Point::new(center.x - 0.2, center.y - 0.2), 0.4, Name::None)
                    };
                    panel.items.extend(cells.iter().map(square));
                });
            }
        }
    }

    fn axes(&mut self) {
        let layout = self.layout();
        let unit = self.style.cell_size;
        let ink = Ink::Words { color: self.style.theme.ink(), size: 0.3 * unit, anchor: Anchor::Middle };
        self.panel.group(Layer::Axes, "", None, ink, |panel| {
            for column in 0..layout.columns {
                let x = layout.center(Cell::new(0, column), 1).x * unit;
                panel.text(Point::new(x, -0.25 * unit), column_name(column));
            }
        });
        self.panel.group(Layer::Axes, "", None, ink, |panel| {
            for row in 0..layout.rows {
                let y = layout.center(Cell::new(row, 0), 1).y * unit;
                panel.text(Point::new(-0.28 * unit, y), (row + 1).to_string());
            }
        });
    }

    fn caption(&mut self) {
        let scene = self.scene;
        let size = caption_size(self.style.cell_size);
        let bottom = self.layout().size().1 * self.style.cell_size;
        let at = |number: usize| Point::new(0.0, bottom + size * (1.2 + 1.5 * number as f32));
        let words = |color| Ink::Words { color, size, anchor: Anchor::Start };
        let theme = self.style.theme;
        if let Some(label) = &scene.label {
            self.panel.group(Layer::Caption, "", None, words(theme.label()), |panel| panel.text(at(0), label.as_str()));
        }
        let first = usize::from(scene.label.is_some());
        self.panel.group(Layer::Caption, "", None, words(theme.ink()), |panel| {
            for (number, line) in scene.caption.iter().enumerate() {
                panel.text(at(first + number), line.as_str());
            }
        });
    }
}

impl<'a> Painter<'a, '_> {
    fn thing(&mut self, thing: &'a Thing) {
        let layout = self.layout();
        let theme = self.style.theme;
        let nothing = Paint { fill: None, opacity: 1.0, pen: None };
        let (class, paint) = match thing.look {
            Look::Plain => ("thing", nothing),
            Look::Chosen => ("thing chosen", drawn(theme.highlight(), 0.12)),
            Look::Ready => ("thing ready", drawn(theme.ink(), 0.06)),
            Look::Off => ("thing off", Paint { fill: Some(theme.paper()), opacity: 0.6, pen: None }),
        };
        self.panel.group(Layer::Things, class, None, Ink::Shapes(paint), |panel| {
            panel.lines(Name::Thing(thing), |steps| contour(steps, layout, &thing.cells));
        });
    }
}

impl<'a> Panel<'a> {
    fn tile(&mut self, scene: &Scene, tile: &'a Tile) {
        let name = if scene.touch == Touch::None { Name::None } else { Name::Tile(tile) };
        match scene.layout.tiling {
            Tiling::Squares => {
                let corner = Point::new(f32::from(tile.cell.column), f32::from(tile.cell.row));
                self.items.push(Item::Square(corner, f32::from(tile.span), name));
            }
            Tiling::Hexagons | Tiling::Triangles => {
                self.lines(name, |steps| polygon(steps, &scene.layout.corners(tile.cell, tile.span)));
            }
        }
    }
}

/// Labels, to be put down together where they look alike.
#[derive(Default)]
struct Words<'a> {
    looks: Vec<(Rgb, f32)>,
    labels: Vec<(usize, Point, &'a str)>,
}

impl<'a> Words<'a> {
    fn add(&mut self, color: Rgb, size: f32, at: Point, label: &'a str) {
        let known = self.looks.iter().position(|look| *look == (color, size));
        let look = known.unwrap_or_else(|| {
            self.looks.push((color, size));
            self.looks.len() - 1
        });
        self.labels.push((look, at, label));
    }

    fn put(self, panel: &mut Panel<'a>, layer: Layer) {
        let unit = panel.unit;
        for (number, &(color, size)) in self.looks.iter().enumerate() {
            let ink = Ink::Words { color, size: size * unit, anchor: Anchor::Middle };
            panel.group(layer, "", None, ink, |panel| {
                for &(_, at, label) in self.labels.iter().filter(|(look, ..)| *look == number) {
                    panel.text(Point::new(at.x * unit, at.y * unit), label);
                }
            });
        }
    }
}

/// Discs in the middle of cells: a line to where it begins paints its two round ends.
fn discs(steps: &mut Vec<Step>, layout: Layout, cells: impl Iterator<Item = Cell>) {
    for center in cells.map(|cell| layout.center(cell, 1)) {
        piece(steps, center, center);
    }
}

/// The lines round a group of cells, closed.
fn contour(steps: &mut Vec<Step>, layout: Layout, cells: &[Cell]) {
    for corners in layout.contours(cells) {
        polygon(steps, &corners);
    }
}

/// The borders of groups of squares: long lines along rows, then along columns, each side once.
fn borders(steps: &mut Vec<Step>, layout: Layout, outlines: &[Outline]) {
    let (rows, columns) = (usize::from(layout.rows), usize::from(layout.columns));
    let mut owners = vec![0_u32; rows * columns];
    let mut above = vec![false; (rows + 1) * columns];
    let mut before = vec![false; rows * (columns + 1)];
    for (outline, owner) in outlines.iter().zip(1..) {
        let cells = || {
            let places = outline.cells.iter().map(|cell| (usize::from(cell.row), usize::from(cell.column)));
            places.filter(|&(row, column)| row < rows && column < columns)
        };
        for (row, column) in cells() {
            owners[row * columns + column] = owner;
        }
        for (row, column) in cells() {
            let inside =
                |row: usize, column: usize| row < rows && column < columns && owners[row * columns + column] == owner;
            above[row * columns + column] |= !inside(row.wrapping_sub(1), column);
            above[(row + 1) * columns + column] |= !inside(row + 1, column);
            before[row * (columns + 1) + column] |= !inside(row, column.wrapping_sub(1));
            before[row * (columns + 1) + column + 1] |= !inside(row, column + 1);
        }
    }
    for row in 0..=rows {
        runs(
            columns,
            |column| above[row * columns + column],
            |from, to| {
                piece(steps, Point::new(from, row as f32), Point::new(to, row as f32));
            },
        );
    }
    for column in 0..=columns {
        runs(
            rows,
            |row| before[row * (columns + 1) + column],
            |from, to| {
                piece(steps, Point::new(column as f32, from), Point::new(column as f32, to));
            },
        );
    }
}

/// The longest stretches where something holds, by begin and end.
fn runs(length: usize, holds: impl Fn(usize) -> bool, mut run: impl FnMut(f32, f32)) {
    let mut start = None;
    for place in 0..=length {
        match (start, place < length && holds(place)) {
            (None, true) => start = Some(place),
            (Some(from), false) => {
                run(from as f32, place as f32);
                start = None;
            }
            _ => {}
        }
    }
}

/// A line through cells. Where a step between far cells goes over the edge of the board it is cut into stubs.
fn through(steps: &mut Vec<Step>, layout: Layout, cells: &[Cell]) {
    let mut last: Option<Point> = None;
    for center in cells.iter().map(|&cell| layout.center(cell, 1)) {
        match last {
            None => steps.push(Step::Move(center)),
            Some(last) => {
                let length = last.distance(center);
                if length > 1.6 {
                    let stub = -0.5 / length;
                    line_to(steps, last.towards(center, stub));
                    steps.push(Step::Move(center.towards(last, stub)));
                }
                line_to(steps, center);
            }
        }
        last = Some(center);
    }
    if let ([_], Some(center)) = (cells, last) {
        steps.push(Step::Line(center));
    }
}

/// A line between two places with an arrow's head at both ends.
fn exchange(steps: &mut Vec<Step>, first: Point, last: Point) {
    let length = first.distance(last).max(0.01);
    let (from, to) = (first.towards(last, 0.3 / length), last.towards(first, 0.3 / length));
    piece(steps, from, to);
    let along = Point::new((to.x - from.x) / length, (to.y - from.y) / length);
    for (tip, back) in [(from, 1.0), (to, -1.0)] {
        let wing = |side: f32| {
            Point::new(
                tip.x + 0.18 * (along.x * back - along.y * side * 0.7),
                tip.y + 0.18 * (along.y * back + along.x * side * 0.7),
            )
        };
        steps.extend([Step::Move(wing(1.0)), Step::Line(tip), Step::Line(wing(-1.0))]);
    }
}

/// Where a straight line (the zeros of `side`) crosses a convex polygon.
fn chord(corners: &[Point], side: impl Fn(&Point) -> f32) -> Option<[Point; 2]> {
    let mut crossings = [None; 2];
    let mut found = 0;
    for (index, from) in corners.iter().enumerate() {
        let to = &corners[(index + 1) % corners.len()];
        let (before, after) = (side(from), side(to));
        if (before < 0.0) != (after < 0.0) {
            *crossings.get_mut(found)? = Some(from.towards(*to, before / (before - after)));
            found += 1;
        }
    }
    Some([crossings[0]?, crossings[1]?])
}
