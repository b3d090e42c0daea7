//! Screenshots of our own drawing, in as many styles as apps have, from puzzles that are known.
#![allow(dead_code, clippy::unwrap_used, clippy::struct_excessive_bools, clippy::too_many_lines, missing_docs)]

use azulejo_core::budget::Budget;
use azulejo_core::game::Game as _;
use azulejo_core::grid::{Cell, Grid};
use azulejo_core::outcome::Outcome;
use azulejo_core::random::Random;
use azulejo_flow::Flow;
use azulejo_flow::position::{Puzzle, Rules, Solution, Tile, Topology};
use azulejo_flow::setup::Setup;
use azulejo_flow::solve::{self, Engine};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Rect, Stroke, Transform};

type Rgb = [u8; 3];

/// How cells are told apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cells {
    /// Lines of this width, in parts of a cell.
    Lines(f32),
    /// Tiles with a gap and round corners, in parts of a cell.
    Tiles(f32, f32),
    /// Light and dark tiles in turn.
    Chequers,
    /// A panel, and nothing to tell cells apart.
    Panel,
}

/// What is written on dots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Marks {
    Plain,
    /// The number of the colour.
    Numbers,
    /// A light spot and a darker rim.
    Shine,
}

/// What happens to the picture on its way to us.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Fate {
    Whole,
    /// Cut off at the board's edge, give or take a few pixels.
    Cropped(i32),
    /// Turned by a quarter.
    Turned,
    /// Shrunk to this part.
    Shrunk(f32),
}

#[derive(Clone, Debug)]
pub(crate) struct Style {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) margin: f32,
    pub(crate) dark: bool,
    pub(crate) cells: Cells,
    pub(crate) line: Rgb,
    pub(crate) radius: f32,
    pub(crate) marks: Marks,
    pub(crate) smooth: bool,
    pub(crate) furniture: bool,
    pub(crate) glow: bool,
    /// How many pipes the player has drawn.
    pub(crate) pipes: usize,
    pub(crate) dim: f32,
    pub(crate) fate: Fate,
    /// JPEG of this quality, or PNG.
    pub(crate) jpeg: Option<u8>,
}

fn pick<T: Copy>(random: &mut Random, items: &[T]) -> T {
    items[random.index(items.len())]
}

impl Style {
    /// A style by chance; phones mostly, and some windows on a desk.
    pub(crate) fn random(random: &mut Random, longest: u16) -> Self {
        let sizes = [(360, 780), (432, 936), (540, 1200), (480, 800), (1000, 700), (640, 640)];
        // Cells must have some pixels: large boards are shown on large screens.
        let sizes = if longest > 14 { &sizes[1..4] } else { &sizes };
        let (width, height) = pick(random, sizes);
        let zoom = if longest > 14 || random.below(12) == 0 { 2 } else { 1 };
        let dark = random.below(3) > 0;
        let grey = random.below(70) as u8 + 40;
        let tint = [0, 1, 2].map(|_| random.below(40) as u8);
        let line = if dark { tint.map(|part| grey + part) } else { tint.map(|part| 215 - grey / 2 - part) };
        // Panels on which nothing tells cells apart stay out: few dots do not show how far such a board reaches.
        let cells = match random.below(11) {
            0..=5 => Cells::Lines(pick(random, &[0.015, 0.03, 0.06])),
            6 | 7 => Cells::Tiles(pick(random, &[0.04, 0.08, 0.12]), pick(random, &[0.0, 0.1, 0.2])),
            _ => Cells::Chequers,
        };
        let marks = pick(random, &[Marks::Plain, Marks::Plain, Marks::Numbers, Marks::Shine]);
        // Two digits need room.
        let least = if marks == Marks::Numbers { 0.34 } else { 0.22 };
        let fate = match random.below(8) {
            0 => Fate::Cropped(random.below(9) as i32 - 3),
            1 => Fate::Turned,
            2 if longest <= 12 => Fate::Shrunk(0.55 + 0.4 * random.unit() as f32),
            _ => Fate::Whole,
        };
        Self {
            width: width * zoom,
            height: height * zoom,
            margin: pick(random, &[0.005, 0.03, 0.08]),
            dark,
            cells,
            line,
            radius: least + (0.42 - least) * random.unit() as f32,
            marks,
            smooth: random.below(5) > 0,
            furniture: random.below(4) > 0,
            glow: dark && random.below(3) == 0,
            pipes: if random.below(4) == 0 { random.index(5) } else { 0 },
            dim: pick(random, &[1.0, 1.0, 1.0, 0.7, 0.55, 0.45]),
            fate,
            jpeg: pick(random, &[None, None, Some(92), Some(85), Some(75), Some(60)]),
        }
    }
}

impl Style {
    /// The side of a cell, in pixels, before the picture meets its fate.
    fn room_for(&self, rows: f32, columns: f32) -> f32 {
        let (width, height) = (self.width as f32, self.height as f32);
        let room = if self.furniture { 0.62 * height } else { height };
        let margin = self.margin * width;
        ((width - 2.0 * margin) / columns).min((room - 2.0 * margin) / rows)
    }

    /// Whether enough of the board is left. What stays out:
    /// cells of fewer than 20 pixels, where a digit is thinner than a pixel;
    /// dots of less than 12 pixels across in JPEG, which blurs colours over 16;
    /// in JPEG of quality 75 or less chequers that are dimmed below 0.7, a difference of ten levels, or crossed by pipes;
    /// in JPEG of quality 60 small or dimmed cells, lines and gaps of a pixel or two, and dots below a quarter of a cell.
    fn readable(&self, pitch: f32) -> bool {
        let quality = self.jpeg.unwrap_or(100);
        let fine = match self.cells {
            Cells::Lines(line) => line * pitch < 2.0,
            Cells::Tiles(gap, _) => gap * pitch < 2.5,
            Cells::Chequers | Cells::Panel => false,
        };
        let chequers = self.cells == Cells::Chequers && (self.dim < 0.7 || self.pipes > 0);
        let lost = match quality {
            ..=60 => pitch < 36.0 || self.dim < 0.7 || fine || chequers || self.radius < 0.25,
            61..=75 => chequers,
            _ => false,
        };
        pitch >= 20.0 && !lost && (self.jpeg.is_none() || self.radius * pitch >= 6.0)
    }

    /// The side of a cell in the end.
    fn pitch(&self, puzzle: &Puzzle) -> f32 {
        let (rows, columns) = (f32::from(puzzle.tiles().rows()), f32::from(puzzle.tiles().columns()));
        let part = if let Fate::Shrunk(part) = self.fate { part } else { 1.0 };
        part * self.room_for(rows, columns)
    }
}

/// A drawn screenshot and the puzzle it shows.
pub(crate) struct Screen {
    pub(crate) bytes: Vec<u8>,
    pub(crate) puzzle: Puzzle,
    pub(crate) style: Style,
}

/// Puzzle and style by number, the same for ever.
pub(crate) fn screen(number: u64) -> Screen {
    let mut random = Random::new(number).branch(5);
    let (puzzle, solution) = puzzle(number, &mut random);
    let longest = puzzle.tiles().rows().max(puzzle.tiles().columns());
    let mut style = Style::random(&mut random, longest);
    while !style.readable(style.pitch(&puzzle)) {
        style = Style::random(&mut random, longest);
    }
    draw(&puzzle, &solution, &style, &mut random)
}

/// A puzzle with one solution, or, when it is large, a long snake cut into pieces.
fn puzzle(number: u64, random: &mut Random) -> (Puzzle, Solution) {
    if number % 5 == 4 {
        return snake(random);
    }
    loop {
        let rows = 4 + random.below(6) as u16;
        let columns = if random.below(3) > 0 { rows } else { 4 + random.below(5) as u16 };
        let setup: Setup = format!("{columns}x{rows}").parse().unwrap();
        let Ok(position) = Flow::start(&setup, random.below(40), &Budget::unlimited()) else { continue };
        let puzzle = position.puzzle().clone();
        if let Outcome::Solved { solution, .. } =
            solve::first(&puzzle, Rules::STRICT, Engine::Auto, &Budget::unlimited()).outcome
        {
            return (puzzle, solution);
        }
    }
}

fn snake(random: &mut Random) -> (Puzzle, Solution) {
    let rows = pick(random, &[10, 11, 12, 13, 14, 15, 18, 20, 24, 30]);
    let columns = if random.below(2) == 0 { rows } else { (rows * 3 / 4).max(7) };
    let cells: Vec<Cell> = (0..rows)
        .flat_map(|row| {
            (0..columns).map(move |column| Cell::new(row, if row % 2 == 0 { column } else { columns - 1 - column }))
        })
        .collect();
    let most = 14 + random.index(10);
    let mut tiles = Grid::filled(rows, columns, Tile::Empty);
    let mut paths: Vec<Vec<Cell>> = Vec::new();
    let mut rest = &cells[..];
    let mean = cells.len() / most;
    while !rest.is_empty() {
        let length = (3 + random.index(2 * mean)).min(rest.len());
        let length = if rest.len() - length < 3 || paths.len() + 1 == most { rest.len() } else { length };
        let (path, after) = rest.split_at(length);
        paths.push(path.to_vec());
        rest = after;
    }
    // A puzzle numbers its colours by their first dot in reading order.
    paths.sort_by_key(|path| path[0].min(path[path.len() - 1]));
    for (color, path) in paths.iter().enumerate() {
        tiles[path[0]] = Tile::Dot(color as u16);
        tiles[path[path.len() - 1]] = Tile::Dot(color as u16);
    }
    let labels = (0..paths.len()).map(azulejo_flow::format::draft::label).collect();
    let puzzle = Puzzle::new(tiles, Topology::Square, Vec::new(), labels).unwrap();
    (puzzle, Solution::from_paths(paths))
}

/// Colours as far from each other and from the grounds as they can be, by chance.
fn colors(count: usize, grounds: &[Rgb], random: &mut Random) -> Vec<Rgb> {
    let levels = [0, 50, 100, 150, 200, 255];
    let mut all: Vec<Rgb> = Vec::new();
    for red in levels {
        for green in levels {
            all.extend(levels.map(|blue| [red, green, blue]));
        }
    }
    random.shuffle(&mut all);
    let square = |one: &Rgb, other: &Rgb| -> i32 {
        one.iter().zip(other).map(|(&one, &other)| (i32::from(one) - i32::from(other)).pow(2)).sum()
    };
    let mut chosen: Vec<Rgb> = Vec::new();
    while chosen.len() < count {
        let apart = |color: &Rgb| {
            let near = chosen.iter().map(|other| square(color, other)).min().unwrap_or(9_000);
            let ground = grounds.iter().map(|other| square(color, other)).min().unwrap_or(9_000);
            near.min(ground).min(9_000)
        };
        chosen.push(*all.iter().max_by_key(|color| apart(color)).unwrap());
    }
    chosen
}

struct Canvas {
    pixels: Pixmap,
    smooth: bool,
}

impl Canvas {
    fn paint(&self, [red, green, blue]: Rgb, alpha: u8) -> Paint<'static> {
        let mut paint = Paint::default();
        paint.set_color_rgba8(red, green, blue, alpha);
        paint.anti_alias = self.smooth;
        paint
    }

    fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, color: Rgb) {
        if let Some(rect) = Rect::from_xywh(x, y, width.max(1.0), height.max(1.0)) {
            let paint = self.paint(color, 255);
            self.pixels.fill_rect(rect, &paint, Transform::identity(), None);
        }
    }

    fn disc(&mut self, x: f32, y: f32, radius: f32, color: Rgb, alpha: u8) {
        let paint = self.paint(color, alpha);
        let path = PathBuilder::from_circle(x, y, radius).unwrap();
        self.pixels.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
    }

    fn line(&mut self, points: &[(f32, f32)], width: f32, color: Rgb) {
        let mut path = PathBuilder::new();
        for (index, &(x, y)) in points.iter().enumerate() {
            if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
        }
        let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        let paint = self.paint(color, 255);
        self.pixels.stroke_path(&path.finish().unwrap(), &paint, &stroke, Transform::identity(), None);
    }

    /// A square with round corners: a stroked square inside, which rounds them.
    fn tile(&mut self, x: f32, y: f32, side: f32, round: f32, color: Rgb) {
        if round < 0.5 {
            return self.rect(x, y, side, side, color);
        }
        self.rect(x + round, y, side - 2.0 * round, side, color);
        self.rect(x, y + round, side, side - 2.0 * round, color);
        for (right, down) in
            [(round, round), (side - round, round), (round, side - round), (side - round, side - round)]
        {
            self.disc(x + right, y + down, round, color, 255);
        }
    }

    /// Digits as little squares.
    fn number(&mut self, number: usize, x: f32, y: f32, height: f32, color: Rgb) {
        const DIGITS: [u16; 10] = [
            0b111_101_101_101_111,
            0b010_110_010_010_111,
            0b111_001_111_100_111,
            0b111_001_111_001_111,
            0b101_101_111_001_001,
            0b111_100_111_001_111,
            0b111_100_111_101_111,
            0b111_001_001_010_010,
            0b111_101_111_101_111,
            0b111_101_111_001_111,
        ];
        let text = number.to_string();
        let side = height / 5.0;
        let left = x - (text.len() as f32 * 4.0 - 1.0) * side / 2.0;
        for (index, digit) in text.bytes().enumerate() {
            let bits = DIGITS[usize::from(digit - b'0')];
            for bit in (0..15_u8).filter(|bit| bits >> (14 - bit) & 1 == 1) {
                let (column, row) = (f32::from(bit % 3), f32::from(bit / 3));
                let place = (left + (index as f32 * 4.0 + column) * side, y - height / 2.0 + row * side);
                self.rect(place.0, place.1, side * 1.05, side * 1.05, color);
            }
        }
    }
}

fn mixed(one: Rgb, other: Rgb, part: f32) -> Rgb {
    std::array::from_fn(|index| {
        let (one, other) = (f32::from(one[index]), f32::from(other[index]));
        (one + (other - one) * part) as u8
    })
}

/// Draws a puzzle in a style.
pub(crate) fn draw(puzzle: &Puzzle, solution: &Solution, style: &Style, random: &mut Random) -> Screen {
    let tiles = puzzle.tiles();
    let (rows, columns) = (f32::from(tiles.rows()), f32::from(tiles.columns()));
    let (width, height) = (style.width as f32, style.height as f32);
    let mut canvas = Canvas { pixels: Pixmap::new(style.width, style.height).unwrap(), smooth: style.smooth };
    let ground: Rgb = if style.dark { [4, 4, 8] } else { [250, 250, 246] };
    let panel = if style.dark { mixed(ground, [255; 3], 0.12) } else { mixed(ground, [0; 3], 0.1) };
    let other = if style.dark { mixed(ground, [255; 3], 0.2) } else { mixed(ground, [0; 3], 0.2) };
    canvas.rect(0.0, 0.0, width, height, ground);
    if style.glow {
        for _ in 0..5 {
            let place = (random.unit() as f32 * width, random.unit() as f32 * height);
            let color = [0, 1, 2].map(|_| random.below(255) as u8);
            for ring in 0..30_u8 {
                canvas.disc(place.0, place.1, width * (0.4 - f32::from(ring) * 0.012), color, 2);
            }
        }
    }
    let top = if style.furniture { 0.17 * height } else { 0.0 };
    let room = if style.furniture { 0.62 * height } else { height };
    let pitch = style.room_for(rows, columns);
    let pitch = if random.below(2) == 0 { pitch.floor() } else { pitch };
    let left = (width - pitch * columns) / 2.0;
    let top = top + (room - pitch * rows) / 2.0;
    if style.furniture {
        furniture(&mut canvas, style, random);
    }
    let corner = |cell: Cell| (left + f32::from(cell.column) * pitch, top + f32::from(cell.row) * pitch);
    let middle = |cell: Cell| (corner(cell).0 + pitch / 2.0, corner(cell).1 + pitch / 2.0);
    let palette = colors(puzzle.colors(), &[ground, panel, other], random);
    let drawn: Vec<(usize, &[Cell])> = solution.paths().enumerate().take(style.pipes).collect();
    if style.cells == Cells::Panel {
        canvas.rect(left, top, pitch * columns, pitch * rows, panel);
    }
    for cell in tiles.cells() {
        let (x, y) = corner(cell);
        match style.cells {
            Cells::Tiles(gap, round) => {
                canvas.tile(x + gap / 2.0 * pitch, y + gap / 2.0 * pitch, (1.0 - gap) * pitch, round * pitch, panel);
            }
            Cells::Chequers => {
                canvas.rect(x, y, pitch, pitch, if (cell.row + cell.column) % 2 == 0 { panel } else { other });
            }
            Cells::Lines(_) | Cells::Panel => {}
        }
    }
    if let Cells::Lines(line) = style.cells {
        // The app tints cells that a pipe passes.
        for (color, path) in &drawn {
            for &cell in *path {
                let (x, y) = corner(cell);
                canvas.rect(x, y, pitch, pitch, mixed(ground, palette[*color], 0.2));
            }
        }
        let thick = (line * pitch).max(1.0);
        for row in 0..=tiles.rows() {
            canvas.rect(
                left - thick / 2.0,
                top + f32::from(row) * pitch - thick / 2.0,
                pitch * columns + thick,
                thick,
                style.line,
            );
        }
        for column in 0..=tiles.columns() {
            canvas.rect(
                left + f32::from(column) * pitch - thick / 2.0,
                top - thick / 2.0,
                thick,
                pitch * rows + thick,
                style.line,
            );
        }
    }
    for (color, path) in &drawn {
        // Some pipes are only half drawn.
        let length = if random.below(2) == 0 { path.len() } else { path.len().div_ceil(2).max(2) };
        let points: Vec<(f32, f32)> = path[..length].iter().map(|&cell| middle(cell)).collect();
        canvas.line(&points, style.radius * pitch, palette[*color]);
    }
    for (color, dots) in puzzle.dots().iter().enumerate() {
        for &cell in dots {
            let (x, y) = middle(cell);
            let radius = style.radius * pitch;
            let paint = palette[color];
            match style.marks {
                Marks::Plain => canvas.disc(x, y, radius, paint, 255),
                Marks::Numbers => {
                    canvas.disc(x, y, radius, paint, 255);
                    let light: u32 = paint.iter().map(|&part| u32::from(part)).sum();
                    let ink = if light > 380 { [0; 3] } else { [255; 3] };
                    canvas.number(color + 1, x, y, 0.9 * radius, ink);
                }
                Marks::Shine => {
                    canvas.disc(x, y, radius, mixed(paint, [0; 3], 0.25), 255);
                    canvas.disc(x, y, radius * 0.85, paint, 255);
                    canvas.disc(x - 0.3 * radius, y - 0.3 * radius, radius * 0.25, [255; 3], 90);
                }
            }
        }
    }
    let pixels: Vec<u8> =
        canvas.pixels.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let mut image = Image { width: style.width as usize, height: style.height as usize, pixels };
    image.pixels.iter_mut().for_each(|part| *part = (f32::from(*part) * style.dim) as u8);
    let mut shown = puzzle.clone();
    match style.fate {
        Fate::Whole => {}
        Fate::Cropped(slack) => {
            let clip = |place: f32, size: usize| (place.round() as i32).clamp(0, size as i32) as usize;
            let slack = slack as f32;
            let (right, bottom) = (left + pitch * columns + slack, top + pitch * rows + slack);
            image = image.cropped(
                clip(left - slack, image.width),
                clip(top - slack, image.height),
                clip(right, image.width),
                clip(bottom, image.height),
            );
        }
        Fate::Turned => {
            image = image.turned();
            shown = Puzzle::new(tiles.rotated(), Topology::Square, Vec::new(), puzzle.labels().to_vec()).unwrap();
        }
        Fate::Shrunk(part) => image = image.shrunk(part),
    }
    Screen { bytes: image.encoded(style.jpeg), puzzle: shown, style: style.clone() }
}

/// Status bar, title, buttons and a loud banner.
fn furniture(canvas: &mut Canvas, style: &Style, random: &mut Random) {
    let (width, height) = (style.width as f32, style.height as f32);
    let ink: Rgb = if style.dark { [235; 3] } else { [30; 3] };
    canvas.rect(0.0, 0.0, width, 0.03 * height, if style.dark { [30; 3] } else { [210; 3] });
    for place in 0..4_u8 {
        let x = width * (0.12 + 0.2 * f32::from(place));
        canvas.number(random.index(900) + 10, x, 0.016 * height, 0.014 * height, ink);
        canvas.number(random.index(9000) + 10, x, 0.13 * height, 0.02 * height, ink);
    }
    canvas.disc(0.07 * width, 0.075 * height, 0.04 * width, ink, 255);
    canvas.disc(0.93 * width, 0.075 * height, 0.04 * width, [230, 60, 60], 255);
    canvas.number(random.index(500), 0.4 * width, 0.075 * height, 0.035 * height, [20, 170, 40]);
    for place in 0..3_u8 {
        let x = width * (0.2 + 0.3 * f32::from(place));
        canvas.disc(x, 0.84 * height, 0.05 * width, ink, 255);
        canvas.disc(x, 0.84 * height, 0.04 * width, [240, 220, 60], 255);
    }
    let banner = (0.11 * width, 0.9 * height, 0.78 * width, 0.06 * height);
    canvas.rect(banner.0, banner.1, banner.2, banner.3, [40, 60, 120]);
    for _ in 0..60 {
        let color = [0, 1, 2].map(|_| random.below(255) as u8);
        let x = banner.0 + random.unit() as f32 * banner.2 * 0.95;
        let y = banner.1 + random.unit() as f32 * banner.3 * 0.8;
        canvas.rect(x, y, 0.04 * width, 0.01 * height, color);
    }
}

pub(crate) struct Image {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) pixels: Vec<u8>,
}

impl Image {
    fn from_fn(width: usize, height: usize, pixel: impl Fn(usize, usize) -> Rgb) -> Self {
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Self { width, height, pixels: places.flat_map(|(x, y)| pixel(x, y)).collect() }
    }

    fn at(&self, x: usize, y: usize) -> Rgb {
        let place = (y * self.width + x) * 3;
        [self.pixels[place], self.pixels[place + 1], self.pixels[place + 2]]
    }

    fn cropped(&self, left: usize, top: usize, right: usize, bottom: usize) -> Self {
        Self::from_fn(right - left, bottom - top, |x, y| self.at(left + x, top + y))
    }

    /// A quarter turn clockwise, as the grid's own.
    fn turned(&self) -> Self {
        Self::from_fn(self.height, self.width, |x, y| self.at(y, self.height - 1 - x))
    }

    fn shrunk(&self, part: f32) -> Self {
        let side = |side: usize| (side as f32 * part) as usize;
        let step = 1.0 / part;
        Self::from_fn(side(self.width), side(self.height), |x, y| {
            let mut sums = [0_u32; 3];
            for sample in 0..16_u8 {
                let place = |at: usize, shift: u8| ((at as f32 + (f32::from(shift) + 0.5) / 4.0) * step) as usize;
                let (x, y) = (place(x, sample % 4), place(y, sample / 4));
                let color = self.at(x.min(self.width - 1), y.min(self.height - 1));
                (0..3).for_each(|part| sums[part] += u32::from(color[part]));
            }
            sums.map(|sum| (sum / 16) as u8)
        })
    }

    pub(crate) fn encoded(&self, jpeg: Option<u8>) -> Vec<u8> {
        let mut bytes = Vec::new();
        if let Some(quality) = jpeg {
            let encoder = jpeg_encoder::Encoder::new(&mut bytes, quality);
            let (width, height) = (self.width as u16, self.height as u16);
            encoder.encode(&self.pixels, width, height, jpeg_encoder::ColorType::Rgb).unwrap();
        } else {
            let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
            encoder.set_color(png::ColorType::Rgb);
            encoder.set_compression(png::Compression::Fast);
            encoder.write_header().unwrap().write_image_data(&self.pixels).unwrap();
        }
        bytes
    }
}
