//! Scenes as SVG: a standalone picture, and what the page shows and touches.
//!
//! A picture keeps what its scene means. The root, or each board's group where there are several, has `data-name` and,
//! if cells can be touched, `data-touch`. Layers are groups with a class: `cells`, `letters`, `outlines`, `walls`,
//! `paths`, `dots`, `marks`, `things`, `axes`, `caption`. What can be touched has a `data-handle`, and an `aria-label`
//! unless the handle says it all. Cells of one colour of which the same is to be said are one path: its `data-handle`
//! names them all, with blanks between, in the order of its closed lines, and `data-spoken` is what is said after each
//! name. What stands for a colour has its number in `data-color`, on itself or on its group. Inside the layers of shapes
//! one unit is one cell.
//!
//! Most pictures travel inside JSON, where a double quote takes two bytes: attributes stand in single ones.

use super::drawing::{Anchor, DASH, Dash, Drawing, Group, Ink, Item, Layer, Name, Paint, Panel, Step};
use super::layout::Point;
use super::palette::Rgb;
use super::spoken::{Says, name_of, sets};
use super::{Scene, Style, Touch};
use crate::grid::{Cell, push_column_name};

/// One scene as an SVG document.
pub fn svg(scene: &Scene, style: &Style) -> String {
    write(&Drawing::of(scene, style))
}

/// Several scenes in one SVG document, `across` in a row.
pub fn svg_strip(scenes: &[Scene], across: usize, style: &Style) -> String {
    write(&Drawing::strip(scenes, across, style))
}

/// Anything laid out as a drawing.
pub fn write(drawing: &Drawing) -> String {
    let items: usize = drawing.panels.iter().map(|panel| panel.items.len()).sum();
    let mut out = Writer(String::with_capacity(2048 + 48 * items));
    out.document(drawing);
    out.0
}

/// A document being written.
struct Writer(String);

impl Writer {
    fn document(&mut self, drawing: &Drawing) {
        // A single board has its corner at the origin, so that it needs no shift.
        let single = match &drawing.panels[..] {
            [panel] if (panel.scale - 1.0).abs() < f32::EPSILON => Some(panel),
            _ => None,
        };
        let corner = single.map_or(Point::new(0.0, 0.0), |panel| Point::new(-panel.corner.x, -panel.corner.y));
        let size = [drawing.width, drawing.height];
        self.raw("<svg xmlns='http://www.w3.org/2000/svg'");
        self.attribute("width", |out| out.pixels(drawing.width));
        self.attribute("height", |out| out.pixels(drawing.height));
        self.attribute("viewBox", |out| out.list([corner.x, corner.y].into_iter().chain(size)));
        let touchable = drawing.panels.iter().any(is_touchable);
        // The parts of an image are hidden from screen readers, those of a group are not.
        self.raw(if touchable { " role='group'" } else { " role='img'" });
        self.raw(" font-family='system-ui, sans-serif' stroke-linecap='round' stroke-linejoin='round'");
        if let Some(panel) = single {
            self.board(panel);
        }
        self.raw(">\n<title>");
        self.escaped(drawing.title);
        self.raw("</title>\n<rect");
        self.attribute("x", |out| out.pixels(corner.x));
        self.attribute("y", |out| out.pixels(corner.y));
        self.attribute("width", |out| out.pixels(drawing.width));
        self.attribute("height", |out| out.pixels(drawing.height));
        self.color("fill", drawing.paper);
        self.raw("/>\n");
        for panel in &drawing.panels {
            if single.is_none() {
                self.raw("<g");
                self.board(panel);
                self.raw(" transform='translate(");
                self.list([panel.corner.x, panel.corner.y]);
                if (panel.scale - 1.0).abs() >= f32::EPSILON {
                    self.raw(")scale(");
                    self.number(panel.scale);
                }
                self.raw(")");
                self.raw("'>\n");
            }
            for groups in panel.groups.chunk_by(|one, other| one.layer == other.layer) {
                self.layer(panel, groups);
            }
            if single.is_none() {
                self.raw("</g>\n");
            }
        }
        self.raw("</svg>\n");
    }

    fn board(&mut self, panel: &Panel) {
        self.attribute("data-name", |out| out.raw(panel.name));
        match panel.touch {
            Touch::None => {}
            Touch::Cells => self.raw(" data-touch='cells'"),
            Touch::Drag => self.raw(" data-touch='drag'"),
        }
    }

    /// The groups of one layer; what they have in common is said once.
    fn layer(&mut self, panel: &Panel, groups: &[Group]) {
        let Some(first) = groups.first() else { return };
        self.raw("<g class='");
        self.raw(class(first.layer));
        self.raw("'");
        match first.layer {
            Layer::Cells if panel.touch != Touch::None => {}
            Layer::Things => self.raw(" pointer-events='all'"),
            layer => {
                if layer != Layer::Caption {
                    self.raw(" aria-hidden='true'");
                }
                // What lies over cells or things that can be touched lets touches through.
                let over_things = matches!(layer, Layer::Axes | Layer::Caption) && is_touchable(panel);
                if panel.touch != Touch::None || over_things {
                    self.raw(" pointer-events='none'");
                }
            }
        }
        if let Ink::Shapes(_) = first.ink {
            self.raw(" transform='scale(");
            self.number(panel.unit);
            self.raw(")'");
        }
        let common = groups.iter().map(|group| Looks::of(group.ink)).reduce(Looks::shared).unwrap_or_default();
        self.looks(common);
        self.raw(">\n");
        for group in groups {
            self.group(panel, group, Looks::of(group.ink).without(common));
        }
        self.raw("</g>\n");
    }

    /// A group, or its only element, with what its layer has not said.
    fn group(&mut self, panel: &Panel, group: &Group, looks: Looks) {
        let items = &panel.items[group.items.clone()];
        let attributes = |out: &mut Self| {
            if !group.class.is_empty() {
                out.attribute("class", |out| out.raw(group.class));
            }
            if let Some(color) = group.color {
                out.attribute("data-color", |out| out.whole(u32::from(color)));
            }
            out.looks(looks);
        };
        let sets = match group.ink {
            Ink::Shapes(_) => sets(items),
            Ink::Words { .. } => Vec::new(),
        };
        let shapes = || sets.chunk_by(|one, other| one.0.is_alike(&other.0));
        let elements = match group.ink {
            Ink::Shapes(_) => shapes().count(),
            Ink::Words { .. } => elements(items),
        };
        let bare = group.class.is_empty() && group.color.is_none() && looks == Looks::default();
        if elements > 1 && !bare {
            self.raw("<g");
            attributes(self);
            self.raw(">\n");
        }
        let own = |out: &mut Self| {
            if elements == 1 {
                attributes(out);
            }
        };
        match group.ink {
            Ink::Words { .. } => self.texts(items, own),
            Ink::Shapes(_) => {
                for shape in shapes() {
                    self.shape(panel, shape, own);
                }
            }
        }
        self.raw("\n");
        if elements > 1 && !bare {
            self.raw("</g>\n");
        }
    }

    fn looks(&mut self, looks: Looks) {
        match looks.fill {
            Some(Inside::Color(color)) => self.color("fill", color),
            Some(Inside::Nothing) => self.raw(" fill='none'"),
            None => {}
        }
        if let Some(opacity) = looks.opacity {
            self.attribute("fill-opacity", |out| out.number(opacity));
        }
        if let Some(color) = looks.stroke {
            self.color("stroke", color);
        }
        if let Some(width) = looks.width {
            self.attribute("stroke-width", |out| out.number(width));
        }
        if looks.dash == Some(Dash::Dashed) {
            self.attribute("stroke-dasharray", |out| {
                out.number(DASH[0]);
                out.raw(" ");
                out.number(DASH[1]);
            });
        }
        if let Some(size) = looks.size {
            self.attribute("font-size", |out| out.pixels(size));
            // Half the height of a capital: browsers do not agree on other ways to centre a line.
            self.raw(" transform='translate(0 ");
            self.pixels(0.35 * size);
            self.raw(")'");
        }
        if looks.anchor == Some(Anchor::Middle) {
            self.raw(" text-anchor='middle'");
        }
    }

    /// One element of shapes that are alike.
    fn shape(&mut self, panel: &Panel, set: &[(Says<'_>, &Item)], attributes: impl FnOnce(&mut Self)) {
        self.raw("<path");
        attributes(self);
        self.attribute("d", |out| set.iter().for_each(|(_, item)| out.outline(panel, item)));
        match set {
            [(says, item)] => self.name(name_of(item), says),
            [(Says::After(pause, text), _), ..] => {
                self.attribute("data-handle", |out| out.handles(set));
                if !text.is_empty() {
                    self.attribute("data-spoken", |out| {
                        out.raw(pause);
                        out.escaped(text);
                    });
                }
            }
            _ => {}
        }
        self.raw("/>");
    }

    fn outline(&mut self, panel: &Panel, item: &Item) {
        match item {
            Item::Text(..) => {}
            Item::Lines(steps, _) => self.path(&panel.steps[steps.clone()]),
            Item::Square(corner, side, _) => {
                let [left, top, side] = [corner.x, corner.y, *side].map(thousandths);
                self.raw("M");
                self.thousandths(left);
                self.then(top);
                self.raw("h");
                self.thousandths(side);
                self.raw("v");
                self.thousandths(side);
                self.raw("H");
                self.thousandths(left);
                self.raw("z");
            }
        }
    }

    /// Texts of one look: those of one character in one element, which gives each its place.
    fn texts(&mut self, items: &[Item], attributes: impl Fn(&mut Self)) {
        let alone = || placed(items).filter(|(_, text)| stands_alone(text));
        if let Some((last, _)) = alone().next_back() {
            self.raw("<text");
            attributes(self);
            self.attribute("x", |out| out.list(alone().map(|(at, _)| at.x)));
            // A character without a height of its own stays at that of the one before.
            let level = alone().rev().take_while(|(at, _)| at.y.total_cmp(&last.y).is_eq()).count();
            let heights = alone().count() + 1 - level;
            self.attribute("y", |out| out.list(alone().map(|(at, _)| at.y).take(heights)));
            self.raw(">");
            for (_, text) in alone() {
                self.escaped(text);
            }
            self.raw("</text>");
        }
        for (at, text) in placed(items).filter(|(_, text)| !stands_alone(text)) {
            self.raw("<text");
            attributes(self);
            self.attribute("x", |out| out.pixels(at.x));
            self.attribute("y", |out| out.pixels(at.y));
            self.raw(">");
            self.escaped(text);
            self.raw("</text>");
        }
    }

    /// The names of several tiles.
    fn handles(&mut self, set: &[(Says<'_>, &Item)]) {
        for (index, (_, item)) in set.iter().enumerate() {
            if index > 0 {
                self.raw(" ");
            }
            if let Name::Tile(tile) = name_of(item) {
                self.cell(tile.cell);
            }
        }
    }

    fn name(&mut self, name: Name, says: &Says<'_>) {
        match name {
            Name::None => {}
            Name::Tile(tile) => {
                self.attribute("data-handle", |out| out.cell(tile.cell));
                match says {
                    Says::After(_, "") | Says::Nothing => {}
                    Says::After(pause, text) => self.attribute("aria-label", |out| {
                        out.cell(tile.cell);
                        out.raw(pause);
                        out.escaped(text);
                    }),
                    Says::Itself => self.attribute("aria-label", |out| out.escaped(&tile.spoken)),
                }
            }
            Name::Thing(thing) => {
                self.attribute("data-handle", |out| out.escaped(&thing.handle));
                self.attribute("aria-label", |out| out.escaped(&thing.spoken));
            }
        }
    }

    fn cell(&mut self, cell: Cell) {
        push_column_name(&mut self.0, cell.column);
        self.whole(u32::from(cell.row) + 1);
    }

    /// Lines from where the pen is, along rows and columns where they go that way.
    fn path(&mut self, steps: &[Step]) {
        let (mut x, mut y) = (0, 0);
        for step in steps {
            match step {
                Step::Move(to) => {
                    (x, y) = (thousandths(to.x), thousandths(to.y));
                    self.raw("M");
                    self.thousandths(x);
                    self.then(y);
                }
                Step::Line(to) => {
                    let (right, down) = (thousandths(to.x) - x, thousandths(to.y) - y);
                    (x, y) = (x + right, y + down);
                    match (right, down) {
                        (_, 0) => {
                            self.raw("h");
                            self.thousandths(right);
                        }
                        (0, _) => {
                            self.raw("v");
                            self.thousandths(down);
                        }
                        _ => {
                            self.raw("l");
                            self.thousandths(right);
                            self.then(down);
                        }
                    }
                }
                Step::Close => self.raw("z"),
            }
        }
    }

    fn raw(&mut self, text: &str) {
        self.0.push_str(text);
    }

    fn attribute(&mut self, name: &str, value: impl FnOnce(&mut Self)) {
        self.raw(" ");
        self.raw(name);
        self.raw("='");
        value(self);
        self.raw("'");
    }

    fn color(&mut self, name: &str, color: Rgb) {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let channels = [color.0, color.1, color.2];
        // Two equal digits a channel may be written as one.
        let digits = if channels.iter().all(|channel| channel >> 4 == channel & 15) { 1 } else { 2 };
        self.attribute(name, |out| {
            out.raw("#");
            for channel in channels {
                for digit in &[channel >> 4, channel & 15][..digits] {
                    out.0.push(char::from(DIGITS[usize::from(*digit)]));
                }
            }
        });
    }

    fn list(&mut self, values: impl IntoIterator<Item = f32>) {
        for (index, value) in values.into_iter().enumerate() {
            if index > 0 {
                self.raw(" ");
            }
            self.pixels(value);
        }
    }

    /// A length in cells, to a thousandth.
    fn number(&mut self, value: f32) {
        self.thousandths(thousandths(value));
    }

    /// A length in pixels, to a hundredth.
    fn pixels(&mut self, value: f32) {
        self.thousandths(10 * (value * 100.0).round() as i32);
    }

    /// The second number of a pair; a sign parts it from the first as well as a blank.
    fn then(&mut self, value: i32) {
        if value >= 0 {
            self.raw(" ");
        }
        self.thousandths(value);
    }

    fn thousandths(&mut self, value: i32) {
        if value < 0 {
            self.raw("-");
        }
        let value = value.unsigned_abs();
        let (whole, mut part) = (value / 1000, value % 1000);
        if whole > 0 || part == 0 {
            self.whole(whole);
        }
        if part > 0 {
            self.raw(".");
            while part > 0 {
                self.0.push(digit(part / 100));
                part = part % 100 * 10;
            }
        }
    }

    fn whole(&mut self, value: u32) {
        if value >= 10 {
            self.whole(value / 10);
        }
        self.0.push(digit(value % 10));
    }

    fn escaped(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '&' => self.raw("&amp;"),
                '<' => self.raw("&lt;"),
                '>' => self.raw("&gt;"),
                '\'' => self.raw("&#39;"),
                // XML has no way to write the other control characters, nor what is no character at all.
                control if control.is_control() => self.raw(" "),
                '\u{fffe}' | '\u{ffff}' => self.raw("\u{fffd}"),
                other => self.0.push(other),
            }
        }
    }
}

/// What a group looks like, as far as it is to be said.
#[derive(Clone, Copy, Default, PartialEq)]
struct Looks {
    fill: Option<Inside>,
    opacity: Option<f32>,
    stroke: Option<Rgb>,
    width: Option<f32>,
    dash: Option<Dash>,
    size: Option<f32>,
    anchor: Option<Anchor>,
}

/// What is inside a shape.
#[derive(Clone, Copy, PartialEq)]
enum Inside {
    Nothing,
    Color(Rgb),
}

impl Looks {
    fn of(ink: Ink) -> Self {
        match ink {
            Ink::Words { color, size, anchor } => {
                Self { fill: Some(Inside::Color(color)), size: Some(size), anchor: Some(anchor), ..Self::default() }
            }
            Ink::Shapes(Paint { fill, opacity, pen }) => Self {
                fill: Some(fill.map_or(Inside::Nothing, Inside::Color)),
                opacity: (opacity < 1.0).then_some(opacity),
                stroke: pen.map(|pen| pen.color),
                width: pen.map(|pen| pen.width),
                dash: pen.map(|pen| pen.dash),
                ..Self::default()
            },
        }
    }

    /// What both have.
    fn shared(self, other: Self) -> Self {
        self.kept(other, |same| same)
    }

    /// What is still to be said after some of it was.
    fn without(self, said: Self) -> Self {
        self.kept(said, |same| !same)
    }

    fn kept(self, other: Self, keeps: impl Fn(bool) -> bool) -> Self {
        Self {
            fill: self.fill.filter(|_| keeps(self.fill == other.fill)),
            opacity: self.opacity.filter(|_| keeps(self.opacity == other.opacity)),
            stroke: self.stroke.filter(|_| keeps(self.stroke == other.stroke)),
            width: self.width.filter(|_| keeps(self.width == other.width)),
            dash: self.dash.filter(|_| keeps(self.dash == other.dash)),
            size: self.size.filter(|_| keeps(self.size == other.size)),
            anchor: self.anchor.filter(|_| keeps(self.anchor == other.anchor)),
        }
    }
}

/// How many elements some texts take.
fn elements(items: &[Item]) -> usize {
    let alone = placed(items).filter(|(_, text)| stands_alone(text)).count();
    items.len() - alone + alone.min(1)
}

/// The texts among some items, with their places.
fn placed<'a>(items: &'a [Item]) -> impl DoubleEndedIterator<Item = (Point, &'a str)> {
    items.iter().filter_map(|item| match item {
        Item::Text(at, text) => Some((*at, &**text)),
        Item::Square(..) | Item::Lines(..) => None,
    })
}

fn class(layer: Layer) -> &'static str {
    match layer {
        Layer::Cells => "cells",
        Layer::Letters | Layer::DotLetters => "letters",
        Layer::Outlines => "outlines",
        Layer::Walls => "walls",
        Layer::Paths => "paths",
        Layer::Dots => "dots",
        Layer::Marks => "marks",
        Layer::Things => "things",
        Layer::Axes => "axes",
        Layer::Caption => "caption",
    }
}

fn is_touchable(panel: &Panel) -> bool {
    panel.touch != Touch::None || panel.groups.iter().any(|group| group.layer == Layer::Things)
}

/// Whether a text is one character that SVG can place in a list: one code unit, and seen.
fn stands_alone(text: &str) -> bool {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) => only.len_utf16() == 1 && !only.is_whitespace() && !only.is_control(),
        _ => false,
    }
}

fn thousandths(value: f32) -> i32 {
    (value * 1000.0).round() as i32
}

fn digit(value: u32) -> char {
    char::from(b'0' + value as u8)
}
