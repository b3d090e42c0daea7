//! Scenes in a terminal: true colour, 256 colours, 16 colours, or none, where letters and lines say it all.
//!
//! A board without lines is one letter a cell. With outlines, paths or dots it becomes a lattice of box-drawing
//! characters: cells three wide and one high, lines between them. Marks are brackets, a form for each kind; things to
//! touch are listed below. A tray stands under its title.

use std::fmt::Write as _;

use super::palette::Rgb;
use super::{
    Axes, Emphasis, Fill, Look, MAIN_BOARD, MarkKind, Outline, PathKind, Scene, Stroke, Style, Tile, Tiling, Touch,
};
use crate::grid::{Cell, Grid, column_name};

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Depth {
    /// None: letters alone.
    None,
    /// The sixteen named ones.
    Sixteen,
    /// The 6 × 6 × 6 cube and greys.
    Cube,
    /// 24 bits.
    True,
}

/// Several boards below each other, as text.
pub fn boards(scenes: &[Scene], style: &Style, depth: Depth) -> String {
    let texts: Vec<String> = scenes.iter().map(|scene| ansi(scene, style, depth)).collect();
    texts.join("\n")
}

/// Whether a board is drawn without lines. Slanted neighbours cannot be drawn with them: hexagons show their letters.
fn is_compact(scene: &Scene) -> bool {
    let bare = scene.outlines.is_empty() && scene.walls.is_empty() && scene.paths.is_empty() && scene.dots.is_empty();
    bare || scene.layout.tiling == Tiling::Hexagons
}

/// The handle of what stands at a character of the text: of a thing, on its cells or its line, or else of a tile that can
/// be touched.
pub fn handle_at(scene: &Scene, style: &Style, depth: Depth, row: usize, column: usize) -> Option<String> {
    let row = row.checked_sub(usize::from(scene.name != MAIN_BOARD))?;
    let places = if is_compact(scene) { Places::compact(scene, style, depth) } else { Places::lattice(scene, style) };
    if let Some(line) = row.checked_sub(places.rows(scene)) {
        return scene.things.get(line).map(|thing| thing.handle.clone());
    }
    let cell = places.cell_at(row, column).filter(|cell| scene.layout.contains(*cell))?;
    if let Some(thing) = scene.things.iter().rev().find(|thing| thing.cells.contains(&cell)) {
        return Some(thing.handle.clone());
    }
    let covers = |tile: &&Tile| {
        let within = |from: u16, at: u16| (from..from + tile.span).contains(&at);
        within(tile.cell.row, cell.row) && within(tile.cell.column, cell.column)
    };
    let tile = scene.tiles.iter().find(covers).filter(|tile| tile.fill != Fill::Void)?;
    (scene.touch != Touch::None).then(|| tile.cell.to_string())
}

/// Where cells stand on the canvas.
#[derive(Clone, Copy)]
struct Places {
    /// Columns and rows of names before the first cell.
    left: usize,
    top: usize,
    /// Characters from a cell to the next.
    across: usize,
    down: usize,
    /// Characters before a cell that belong to no cell: the board's rim.
    rim: usize,
    /// Whether every second column stands half a cell lower.
    shifted: bool,
}

impl Places {
    fn compact(scene: &Scene, style: &Style, depth: Depth) -> Self {
        let (left, top) = margins(scene, style);
        let widest = scene.tiles.iter().map(|tile| tile.label.chars().count()).max().unwrap_or(1).max(1);
        let shifted = scene.layout.tiling == Tiling::Hexagons;
        let across = widest + if is_roomy(scene, style, depth) { 2 } else { 1 };
        Self { left, top, across, down: if shifted { 2 } else { 1 }, rim: 0, shifted }
    }

    fn lattice(scene: &Scene, style: &Style) -> Self {
        let (left, top) = margins(scene, style);
        Self { left, top, across: 4, down: 2, rim: 1, shifted: false }
    }

    /// The first character of a cell.
    fn of(self, cell: Cell) -> (usize, usize) {
        let lower = usize::from(self.shifted && cell.column.is_multiple_of(2));
        let row = self.top + usize::from(cell.row) * self.down + lower + self.rim;
        (row, self.left + usize::from(cell.column) * self.across + self.rim)
    }

    /// The cell at a character; a line between two cells belongs to the first.
    fn cell_at(self, row: usize, column: usize) -> Option<Cell> {
        let column = column.checked_sub(self.left)?.saturating_sub(self.rim) / self.across;
        let lower = usize::from(self.shifted && column.is_multiple_of(2));
        let row = row.checked_sub(self.top + lower)?.saturating_sub(self.rim) / self.down;
        Some(Cell::new(u16::try_from(row).ok()?, u16::try_from(column).ok()?))
    }

    /// Rows of the canvas.
    fn rows(self, scene: &Scene) -> usize {
        self.top + usize::from(scene.layout.rows) * self.down + usize::from(self.shifted) + self.rim
    }

    /// Columns of the canvas.
    fn columns(self, scene: &Scene) -> usize {
        self.left + usize::from(scene.layout.columns) * self.across + self.rim
    }
}

/// Whether cells have room at both sides of their letters: colour fills them, and brackets stand there.
fn is_roomy(scene: &Scene, style: &Style, depth: Depth) -> bool {
    depth != Depth::None || !marked(scene, style).is_empty()
}

/// The scene as text, each line ended.
pub fn ansi(scene: &Scene, style: &Style, depth: Depth) -> String {
    let canvas = if is_compact(scene) { compact(scene, style, depth) } else { lattice(scene, style) };
    let mut out = String::new();
    if scene.name != MAIN_BOARD {
        out.push_str(&scene.title);
        out.push('\n');
    }
    canvas.print(&mut out, depth);
    for thing in &scene.things {
        let look = match thing.look {
            Look::Plain => "",
            Look::Chosen => " (chosen)",
            Look::Ready => " (ready)",
            Look::Off => " (not now)",
        };
        // Writing to a String cannot fail.
        let _ = writeln!(out, "{}: {}{look}", thing.handle, thing.spoken);
    }
    if let Some(label) = &scene.label {
        let glyph = Glyph { symbol: ' ', front: Some(style.theme.label()), back: None, bold: true };
        let (begin, end) = if depth == Depth::None { (String::new(), "") } else { (escape(glyph, depth), "\u{1b}[0m") };
        out.push_str(&format!("{begin}{label}{end}\n"));
    }
    for line in &scene.caption {
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// One character of the canvas: what, and in which colours.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Glyph {
    symbol: char,
    front: Option<Rgb>,
    back: Option<Rgb>,
    bold: bool,
}

const BLANK: Glyph = Glyph { symbol: ' ', front: None, back: None, bold: false };

/// A rectangle of characters.
struct Canvas(Grid<Glyph>);

impl Canvas {
    fn new(rows: usize, columns: usize) -> Self {
        let clamp = |side: usize| u16::try_from(side).unwrap_or(u16::MAX);
        Self(Grid::filled(clamp(rows), clamp(columns), BLANK))
    }

    fn at(&mut self, row: usize, column: usize) -> Option<&mut Glyph> {
        let cell = Cell::new(u16::try_from(row).ok()?, u16::try_from(column).ok()?);
        self.0.contains(cell).then(|| &mut self.0[cell])
    }

    fn write(&mut self, row: usize, column: usize, text: &str) {
        for (offset, symbol) in text.chars().enumerate() {
            if let Some(glyph) = self.at(row, column + offset) {
                glyph.symbol = symbol;
            }
        }
    }

    fn print(&self, out: &mut String, depth: Depth) {
        for row in 0..self.0.rows() {
            let glyphs = self.0.row(row);
            let visible = |glyph: &Glyph| glyph.symbol != ' ' || (depth != Depth::None && glyph.back.is_some());
            let end = glyphs.iter().rposition(visible).map_or(0, |last| last + 1);
            let mut current = (None, None, false);
            for glyph in &glyphs[..end] {
                let wanted = (glyph.front, glyph.back, glyph.bold);
                if depth != Depth::None && wanted != current {
                    out.push_str(&escape(*glyph, depth));
                    current = wanted;
                }
                out.push(glyph.symbol);
            }
            if current != (None, None, false) {
                out.push_str("\u{1b}[0m");
            }
            out.push('\n');
        }
    }
}

fn escape(glyph: Glyph, depth: Depth) -> String {
    let mut codes = String::from("\u{1b}[0");
    if glyph.bold {
        codes.push_str(";1");
    }
    for (color, base) in [(glyph.front, 38), (glyph.back, 48)] {
        let Some(color) = color else { continue };
        // Writing to a String cannot fail.
        let _ = match depth {
            Depth::None => Ok(()),
            Depth::True => write!(codes, ";{base};2;{};{};{}", color.0, color.1, color.2),
            Depth::Cube => write!(codes, ";{base};5;{}", cube(color)),
            Depth::Sixteen => write!(codes, ";{}", base - 8 + sixteen(color)),
        };
    }
    codes.push('m');
    codes
}

/// The nearest colour of the 6 × 6 × 6 cube.
fn cube(color: Rgb) -> u32 {
    let level = |channel: u8| match channel {
        0..48 => 0,
        48..115 => 1,
        _ => (u32::from(channel) - 35) / 40,
    };
    16 + 36 * level(color.0) + 6 * level(color.1) + level(color.2)
}

/// The nearest named colour, as an offset from the code of black (bright ones lie 60 higher).
fn sixteen(color: Rgb) -> u32 {
    const NAMED: [(u32, Rgb); 12] = [
        (0, Rgb(0, 0, 0)),
        (1, Rgb(190, 40, 20)),
        (2, Rgb(0, 150, 80)),
        (3, Rgb(220, 160, 0)),
        (4, Rgb(0, 90, 190)),
        (5, Rgb(190, 90, 170)),
        (6, Rgb(60, 180, 220)),
        (7, Rgb(200, 200, 200)),
        (60, Rgb(110, 110, 110)),
        (61, Rgb(250, 100, 60)),
        (63, Rgb(245, 230, 80)),
        (67, Rgb(255, 255, 255)),
    ];
    let distance = |named: Rgb| {
        [(color.0, named.0), (color.1, named.1), (color.2, named.2)]
            .map(|(one, other)| i32::from(one).abs_diff(i32::from(other)).pow(2))
            .iter()
            .sum::<u32>()
    };
    NAMED.iter().min_by_key(|(_, named)| distance(*named)).map_or(7, |(code, _)| *code)
}

fn fill_color(tile: &Tile, style: &Style) -> Option<Rgb> {
    match tile.fill {
        Fill::Void => None,
        Fill::Empty => Some(style.theme.ground()),
        Fill::Color(color) => {
            let color = style.palette.color(color);
            Some(if tile.emphasis == Emphasis::Faded { color.mixed(style.theme.paper(), 0.55) } else { color })
        }
    }
}

/// A tile's letter.
fn letter(tile: &Tile) -> String {
    match tile.fill {
        Fill::Void => String::new(),
        Fill::Empty if tile.label.is_empty() => "·".to_owned(),
        _ => tile.label.clone(),
    }
}

/// The same where no lines are drawn: a strong one is upper case, so that it stands out without colour.
fn compact_letter(tile: &Tile) -> String {
    let text = letter(tile);
    if tile.emphasis == Emphasis::Strong { text.to_uppercase() } else { text }
}

/// Columns of names on the left, and rows of names above.
fn margins(scene: &Scene, style: &Style) -> (usize, usize) {
    match (scene.axes, style.axes) {
        (Axes::Named, Axes::Named) => (scene.layout.rows.to_string().len() + 1, 1),
        _ => (0, 0),
    }
}

fn write_axes(scene: &Scene, canvas: &mut Canvas, column_at: impl Fn(u16) -> usize, row_at: impl Fn(u16) -> usize) {
    for column in 0..scene.layout.columns {
        canvas.write(0, column_at(column), &column_name(column));
    }
    let width = scene.layout.rows.to_string().len();
    for row in 0..scene.layout.rows {
        canvas.write(row_at(row), 0, &format!("{:>width$}", row + 1));
    }
}

/// One letter a cell: letters and blanks without colour, coloured squares with it.
fn compact(scene: &Scene, style: &Style, depth: Depth) -> Canvas {
    let places = Places::compact(scene, style, depth);
    let inset = usize::from(is_roomy(scene, style, depth));
    let mut canvas = Canvas::new(places.rows(scene), places.columns(scene));
    for tile in &scene.tiles {
        let fill = fill_color(tile, style);
        let ink = fill.map(Rgb::ink);
        // A strong tile is the other way round: that shows in sixteen colours as well as in all.
        let (front, back) = if tile.emphasis == Emphasis::Strong { (fill, ink) } else { (ink, fill) };
        let text = compact_letter(tile);
        for (down, right) in (0..tile.span).flat_map(|down| (0..tile.span).map(move |right| (down, right))) {
            let (row, column) = places.of(Cell::new(tile.cell.row + down, tile.cell.column + right));
            for offset in 0..places.across {
                if let Some(glyph) = canvas.at(row, column + offset) {
                    *glyph = Glyph { back, front, bold: tile.emphasis == Emphasis::Strong, ..BLANK };
                }
            }
            canvas.write(row, column + inset, &text);
        }
    }
    for (cell, brackets) in marked(scene, style) {
        let (row, column) = places.of(cell);
        brackets.put(&mut canvas, row, column, places.across);
    }
    if places.top > 0 {
        let row_at = |row: u16| places.top + usize::from(row) * places.down;
        write_axes(scene, &mut canvas, |column| places.of(Cell::new(0, column)).1 + inset, row_at);
    }
    canvas
}

/// What stands left and right of a marked cell's letter.
#[derive(Clone, Copy)]
struct Brackets {
    symbols: [char; 2],
    color: Rgb,
}

impl Brackets {
    fn of(kind: MarkKind, style: &Style) -> Self {
        let highlight = style.theme.highlight();
        let (symbols, color) = match kind {
            MarkKind::Cursor => (['[', ']'], style.theme.ink()),
            MarkKind::Chosen => (['{', '}'], highlight),
            MarkKind::Choice => (['<', '>'], highlight),
            MarkKind::Hint => (['*', '*'], highlight),
            MarkKind::Ghost(color) => ([':', ':'], style.palette.color(color)),
            MarkKind::Preview(color) => (['~', '~'], style.palette.color(color)),
            MarkKind::Wrong => (['!', '!'], highlight),
        };
        Self { symbols, color }
    }

    /// Puts them on the first and the last of some characters.
    fn put(self, canvas: &mut Canvas, row: usize, column: usize, width: usize) {
        for (symbol, place) in self.symbols.into_iter().zip([column, column + width - 1]) {
            if let Some(glyph) = canvas.at(row, place) {
                *glyph = Glyph { symbol, front: Some(self.color.ink()), back: Some(self.color), bold: true };
            }
        }
    }
}

/// The marked cells on the board; a thing that was taken up is marked as chosen.
fn marked(scene: &Scene, style: &Style) -> Vec<(Cell, Brackets)> {
    let marks = scene.marks.iter().map(|marks| (marks.kind, &marks.cells));
    let chosen = scene.things.iter().filter(|thing| thing.look == Look::Chosen);
    marks
        .chain(chosen.map(|thing| (MarkKind::Chosen, &thing.cells)))
        .flat_map(|(kind, cells)| cells.iter().map(move |&cell| (cell, Brackets::of(kind, style))))
        .filter(|(cell, _)| scene.layout.contains(*cell))
        .collect()
}

/// The lines that meet in one point of the lattice: 0 none, 1 thin, 2 strong or highlighted.
#[derive(Clone, Copy, Default)]
struct Joint {
    up: u8,
    right: u8,
    down: u8,
    left: u8,
    color: Option<Rgb>,
}

/// Cells three wide and one high, with lines between them.
fn lattice(scene: &Scene, style: &Style) -> Canvas {
    let places = Places::lattice(scene, style);
    let (left, top) = (places.left, places.top);
    let mut canvas = Canvas::new(places.rows(scene), places.columns(scene));
    let mut fills: Grid<Option<Rgb>> = Grid::filled(scene.layout.rows, scene.layout.columns, None);
    for tile in &scene.tiles {
        for (down, right) in (0..tile.span).flat_map(|down| (0..tile.span).map(move |right| (down, right))) {
            let cell = Cell::new(tile.cell.row + down, tile.cell.column + right);
            if fills.contains(cell) {
                fills[cell] = fill_color(tile, style);
            }
        }
    }
    paint_ground(&mut canvas, &fills, left, top);
    for tile in &scene.tiles {
        let (row, column) = interior(tile.cell, left, top);
        let middle = usize::from(tile.span - 1);
        let text = letter(tile);
        let inset = usize::from(text.chars().count() < 3);
        canvas.write(row + middle, column + middle * 2 + inset, &text);
        for offset in 0..3 {
            if let Some(glyph) = canvas.at(row + middle, column + middle * 2 + offset) {
                glyph.bold = tile.emphasis == Emphasis::Strong;
            }
        }
    }
    draw_joints(&mut canvas, &joints(scene, style), left, top);
    draw_paths(scene, style, &mut canvas, left, top);
    for dot in &scene.dots {
        let (row, column) = interior(dot.cell, left, top);
        let color = style.palette.color(dot.color);
        for (offset, symbol) in ['(', dot.label.chars().next().unwrap_or('●'), ')'].into_iter().enumerate() {
            if let Some(glyph) = canvas.at(row, column + offset) {
                *glyph = Glyph { symbol, front: Some(color.ink()), back: Some(color), bold: true };
            }
        }
    }
    for (cell, brackets) in marked(scene, style) {
        let (row, column) = interior(cell, left, top);
        brackets.put(&mut canvas, row, column, 3);
    }
    if top > 0 {
        let row_at = |row: u16| top + 2 * usize::from(row) + 1;
        write_axes(scene, &mut canvas, |column| left + 4 * usize::from(column) + 2, row_at);
    }
    canvas
}

fn interior(cell: Cell, left: usize, top: usize) -> (usize, usize) {
    (top + 2 * usize::from(cell.row) + 1, left + 4 * usize::from(cell.column) + 1)
}

/// Colours cells, and the seams between cells of one colour.
fn paint_ground(canvas: &mut Canvas, fills: &Grid<Option<Rgb>>, left: usize, top: usize) {
    for cell in fills.cells() {
        let fill = fills[cell];
        let (row, column) = interior(cell, left, top);
        let same = |down: u16, right: u16| {
            fills.get(Cell::new(cell.row + down, cell.column + right)).is_some_and(|other| *other == fill)
        };
        let mut paint = |row: usize, columns: std::ops::Range<usize>| {
            for column in columns {
                if let Some(glyph) = canvas.at(row, column) {
                    *glyph = Glyph { front: fill.map(Rgb::ink), back: fill, ..BLANK };
                }
            }
        };
        paint(row, column..column + 3);
        if same(0, 1) {
            paint(row, column + 3..column + 4);
        }
        if same(1, 0) {
            paint(row + 1, column..column + 3);
        }
        if same(0, 1) && same(1, 0) && same(1, 1) {
            paint(row + 1, column + 3..column + 4);
        }
    }
}

/// Where the outlines' sides meet, on the corners of cells.
fn joints(scene: &Scene, style: &Style) -> Grid<Joint> {
    let mut joints = Grid::filled(scene.layout.rows + 1, scene.layout.columns + 1, Joint::default());
    let mut outlines: Vec<&Outline> = scene.outlines.iter().collect();
    outlines.sort_by_key(|outline| outline.stroke);
    for outline in outlines {
        let (weight, color) = match outline.stroke {
            Stroke::Thin => (1, None),
            Stroke::Strong => (2, None),
            Stroke::Highlight => (2, Some(style.theme.highlight())),
        };
        let mut members = Grid::filled(scene.layout.rows, scene.layout.columns, false);
        let on_board = || outline.cells.iter().filter(|cell| scene.layout.contains(**cell));
        for cell in on_board() {
            members[*cell] = true;
        }
        let inside = |row: u16, column: u16| members.get(Cell::new(row, column)) == Some(&true);
        for cell in on_board() {
            let Cell { row, column } = *cell;
            let open = |down: i16, right: i16| match (row.checked_add_signed(down), column.checked_add_signed(right)) {
                (Some(row), Some(column)) => !inside(row, column),
                _ => true,
            };
            let mut across = |row: u16| {
                let (from, to) = (Cell::new(row, column), Cell::new(row, column + 1));
                joints[from] = Joint { right: weight, color, ..joints[from] };
                joints[to] = Joint { left: weight, color, ..joints[to] };
            };
            if open(-1, 0) {
                across(row);
            }
            if open(1, 0) {
                across(row + 1);
            }
            let mut along = |column: u16| {
                let (from, to) = (Cell::new(row, column), Cell::new(row + 1, column));
                joints[from] = Joint { down: weight, color, ..joints[from] };
                joints[to] = Joint { up: weight, color, ..joints[to] };
            };
            if open(0, -1) {
                along(column);
            }
            if open(0, 1) {
                along(column + 1);
            }
        }
    }
    let on_board = |wall: &&[Cell; 2]| wall.iter().all(|cell| scene.layout.contains(*cell));
    for &[one, other] in scene.walls.iter().filter(on_board) {
        let corner = one.max(other);
        let beside = one.row == other.row && one.column.abs_diff(other.column) == 1;
        let below = one.column == other.column && one.row.abs_diff(other.row) == 1;
        if beside {
            let end = Cell::new(corner.row + 1, corner.column);
            joints[corner].down = 2;
            joints[end].up = 2;
        } else if below {
            let end = Cell::new(corner.row, corner.column + 1);
            joints[corner].right = 2;
            joints[end].left = 2;
        }
    }
    joints
}

fn draw_joints(canvas: &mut Canvas, joints: &Grid<Joint>, left: usize, top: usize) {
    for cell in joints.cells() {
        let joint = joints[cell];
        let (row, column) = (top + 2 * usize::from(cell.row), left + 4 * usize::from(cell.column));
        let mut put = |row: usize, column: usize, symbol: char| {
            if let Some(glyph) = canvas.at(row, column) {
                *glyph = Glyph { symbol, front: joint.color, back: None, bold: glyph.bold };
            }
        };
        if [joint.up, joint.right, joint.down, joint.left] != [0; 4] {
            put(row, column, crossing(joint));
        }
        if joint.right > 0 {
            for offset in 1..4 {
                put(row, column + offset, if joint.right > 1 { '━' } else { '─' });
            }
        }
        if joint.down > 0 {
            put(row + 1, column, if joint.down > 1 { '┃' } else { '│' });
        }
    }
}

/// Box-drawing characters by the sides that have a line: up 1, right 2, down 4, left 8.
const THIN: [char; 16] = [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
/// The same, heavy.
const STRONG: [char; 16] = [' ', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'];

/// The box-drawing character for the lines that meet; mixed weights count as strong.
fn crossing(joint: Joint) -> char {
    let strong = [joint.up, joint.right, joint.down, joint.left].iter().any(|&weight| weight > 1);
    let index = usize::from(joint.up > 0)
        | usize::from(joint.right > 0) << 1
        | usize::from(joint.down > 0) << 2
        | usize::from(joint.left > 0) << 3;
    if strong { STRONG[index] } else { THIN[index] }
}

/// Pipes and advice as lines from middle to middle; an exchange as its two cells in the colour of attention.
fn draw_paths(scene: &Scene, style: &Style, canvas: &mut Canvas, left: usize, top: usize) {
    for path in &scene.paths {
        let color = match path.kind {
            PathKind::Pipe(color) => style.palette.color(color),
            PathKind::Advice => style.theme.highlight(),
            PathKind::Exchange => {
                for cell in &path.cells {
                    let (row, column) = interior(*cell, left, top);
                    for (offset, symbol) in [(0, '⟨'), (2, '⟩')] {
                        if let Some(glyph) = canvas.at(row, column + offset) {
                            glyph.symbol = symbol;
                            glyph.bold = true;
                        }
                    }
                }
                continue;
            }
        };
        let unwritten = |cell: Cell| !scene.tiles.iter().any(|tile| tile.cell == cell && !tile.label.is_empty());
        let mut put = |row: usize, column: usize, symbol: char| {
            if let Some(glyph) = canvas.at(row, column) {
                *glyph = Glyph { symbol, front: Some(color), bold: true, ..*glyph };
            }
        };
        for (index, cell) in path.cells.iter().enumerate() {
            let (row, column) = interior(*cell, left, top);
            let before = index.checked_sub(1).map(|before| path.cells[before]);
            let mut joint = Joint::default();
            for other in before.into_iter().chain(path.cells.get(index + 1).copied()) {
                match step(*cell, other) {
                    (0, 1) => joint.right = 2,
                    (0, -1) => joint.left = 2,
                    (1, 0) => joint.down = 2,
                    (-1, 0) => joint.up = 2,
                    _ => {}
                }
            }
            // Advice passes behind letters; a pipe fills its cells.
            if path.kind != PathKind::Advice || unwritten(*cell) {
                put(row, column + 1, crossing(joint));
            }
            if joint.right > 0 {
                put(row, column + 2, '━');
                put(row, column + 3, '━');
            }
            if joint.left > 0 {
                put(row, column, '━');
                put(row, column - 1, '━');
            }
            if joint.down > 0 {
                put(row + 1, column + 1, '┃');
            }
            if joint.up > 0 {
                put(row - 1, column + 1, '┃');
            }
        }
    }
}

/// The step between two cells; over the edge of the board it counts as one step outwards.
fn step(from: Cell, to: Cell) -> (i32, i32) {
    let down = i32::from(to.row) - i32::from(from.row);
    let right = i32::from(to.column) - i32::from(from.column);
    let outwards = |length: i32| if length.abs() > 1 { -length.signum() } else { length };
    (outwards(down), outwards(right))
}
