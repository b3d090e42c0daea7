//! A slow, obvious enumeration of all solutions of a tiny board. It shares nothing with the crate it is held against: it
//! has its own board, its own neighbours and its own rules, and only the text form of a board goes from one to the other.
#![allow(dead_code, missing_docs)]

use std::collections::BTreeSet;
use std::fmt::Write as _;

use azulejo_core::random::Random;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Square,
    Torus,
    Hex,
}

/// A board: `.` empty, `#` a hole, `*` a bridge, anything else a dot. Cells are numbered in reading order.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) tiles: Vec<char>,
    pub(crate) shape: Shape,
    pub(crate) walls: BTreeSet<(usize, usize)>,
}

/// One path a colour, in the order of their first dots, each from its first dot on.
pub(crate) type Drawing = Vec<Vec<usize>>;

/// A way to join all dots, and which rules it keeps.
#[derive(Clone, Debug)]
pub(crate) struct Joined {
    pub(crate) drawing: Drawing,
    pub(crate) full: bool,
    pub(crate) touches: bool,
    pub(crate) squares: bool,
}

/// Directions: up, right, down, left; then the two slanted ones of hexagons.
const LEFT_SLANT: usize = 4;

impl Board {
    fn open(rows: usize, columns: usize, shape: Shape) -> Self {
        Self { rows, columns, tiles: vec!['.'; rows * columns], shape, walls: BTreeSet::new() }
    }

    /// From the plain text form: rows, then the shape and walls.
    pub(crate) fn read(text: &str) -> Self {
        let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('%')).collect();
        let shape = match text.lines().find_map(|line| line.strip_prefix("%topology ")) {
            Some("torus") => Shape::Torus,
            Some("hex") => Shape::Hex,
            _ => Shape::Square,
        };
        let mut board = Self::open(rows.len(), rows[0].chars().count(), shape);
        board.tiles = rows.concat().chars().collect();
        for wall in text.lines().filter_map(|line| line.strip_prefix("%wall ")) {
            let numbers: Vec<usize> = wall.split([' ', ',']).map(|number| number.parse().unwrap()).collect();
            let cells = [0, 2].map(|at| numbers[at] * board.columns + numbers[at + 1]);
            board.walls.insert((cells[0].min(cells[1]), cells[0].max(cells[1])));
        }
        board
    }

    /// The plain text form.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for row in self.tiles.chunks(self.columns) {
            text.extend(row);
            text.push('\n');
        }
        match self.shape {
            Shape::Square => {}
            Shape::Torus => text.push_str("%topology torus\n"),
            Shape::Hex => text.push_str("%topology hex\n"),
        }
        let place = |cell: usize| format!("{},{}", cell / self.columns, cell % self.columns);
        for &(one, other) in &self.walls {
            writeln!(text, "%wall {} {}", place(one), place(other)).unwrap();
        }
        text
    }

    /// The cell beyond a side of a cell, before holes and walls.
    fn beyond(&self, cell: usize, direction: usize) -> Option<usize> {
        let (row, column) = ((cell / self.columns) as isize, (cell % self.columns) as isize);
        let slant = if column % 2 == 0 { 1 } else { -1 };
        let (down, right) = [(-1, 0), (0, 1), (1, 0), (0, -1), (slant, -1), (slant, 1)][direction];
        let place = |at: isize, length: usize| {
            let length = length as isize;
            match at {
                _ if (0..length).contains(&at) => Some(at),
                // Round a ring of one or two there is no way that is not there already.
                _ if self.shape == Shape::Torus && length > 2 => Some((at + length) % length),
                _ => None,
            }
        };
        let (row, column) = (place(row + down, self.rows)?, place(column + right, self.columns)?);
        Some(row as usize * self.columns + column as usize)
    }

    /// Where a step in a direction leads.
    fn step(&self, cell: usize, direction: usize) -> Option<usize> {
        let other = self.beyond(cell, direction)?;
        let whole = self.tiles[cell] != '#' && self.tiles[other] != '#';
        (whole && !self.walls.contains(&(cell.min(other), cell.max(other)))).then_some(other)
    }

    fn directions(&self) -> std::ops::Range<usize> {
        if self.shape == Shape::Hex { 0..LEFT_SLANT + 2 } else { 0..LEFT_SLANT }
    }

    /// The place that a step in a direction enters or leaves: cells have one, bridges one a lane.
    fn place(&self, cell: usize, direction: usize) -> usize {
        2 * cell + usize::from(self.tiles[cell] == '*' && direction.is_multiple_of(2))
    }

    fn is_dot(&self, cell: usize) -> bool {
        !matches!(self.tiles[cell], '.' | '#' | '*')
    }

    /// The dots of each colour, in the order of their first ones.
    pub(crate) fn pairs(&self) -> Vec<(usize, usize)> {
        let dots: Vec<usize> = (0..self.tiles.len()).filter(|&cell| self.is_dot(cell)).collect();
        let pair = |&one: &usize| {
            let other = dots.iter().find(|&&other| other > one && self.tiles[other] == self.tiles[one])?;
            Some((one, *other))
        };
        dots.iter().filter_map(pair).collect()
    }

    /// Every way to join all dots, or nothing when there are more than so many steps to look at.
    pub(crate) fn enumerate(&self, most_steps: usize) -> Option<Vec<Joined>> {
        let pairs = self.pairs();
        let mut walk = Walk {
            board: self,
            pairs: &pairs,
            used: vec![false; 2 * self.tiles.len()],
            left: most_steps,
            found: vec![],
        };
        for &(one, other) in &pairs {
            walk.used[2 * one] = true;
            walk.used[2 * other] = true;
        }
        walk.color(&mut Vec::new())?;
        Some(walk.found)
    }

    /// Which rules a drawing that joins all dots keeps.
    pub(crate) fn judge(&self, drawing: Drawing) -> Joined {
        // The colour on each place, and the steps drawn.
        let mut owners = vec![None; 2 * self.tiles.len()];
        let mut drawn = BTreeSet::new();
        for (color, path) in drawing.iter().enumerate() {
            owners[2 * path[0]] = Some(color);
            for pair in path.windows(2) {
                let direction = self.directions().find(|&direction| self.step(pair[0], direction) == Some(pair[1]));
                owners[self.place(pair[1], direction.unwrap())] = Some(color);
                drawn.insert((pair[0].min(pair[1]), pair[0].max(pair[1])));
            }
        }
        let full = (0..self.tiles.len()).all(|cell| match self.tiles[cell] {
            '#' => true,
            '*' => owners[2 * cell].is_some() && owners[2 * cell + 1].is_some(),
            _ => owners[2 * cell].is_some(),
        });
        let touches = (0..self.tiles.len()).any(|cell| {
            self.directions().any(|direction| {
                let Some(other) = self.step(cell, direction) else { return false };
                let (here, there) = (owners[self.place(cell, direction)], owners[self.place(other, direction)]);
                here.is_some() && here == there && !drawn.contains(&(cell.min(other), cell.max(other)))
            })
        });
        let squares = self.shape != Shape::Hex
            && (0..self.tiles.len()).any(|cell| {
                let right = self.beyond(cell, 1).filter(|&right| right != cell);
                let Some([right, below, across]) = right.and_then(|right| {
                    let below = self.beyond(cell, 2)?;
                    Some([right, below, self.beyond(below, 1)?])
                }) else {
                    return false;
                };
                let on = |cell: usize, color: usize| owners[2 * cell..2 * cell + 2].contains(&Some(color));
                (0..drawing.len()).any(|color| [cell, right, below, across].iter().all(|&cell| on(cell, color)))
            });
        Joined { drawing, full, touches, squares }
    }
}

struct Walk<'a> {
    board: &'a Board,
    pairs: &'a [(usize, usize)],
    used: Vec<bool>,
    left: usize,
    found: Vec<Joined>,
}

impl Walk<'_> {
    fn color(&mut self, done: &mut Drawing) -> Option<()> {
        let Some(&(start, _)) = self.pairs.get(done.len()) else {
            self.found.push(self.board.judge(done.clone()));
            return Some(());
        };
        self.go(done, &mut vec![start], None)
    }

    /// Goes on from the end of a path, which was entered in a direction.
    fn go(&mut self, done: &mut Drawing, path: &mut Vec<usize>, came: Option<usize>) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let (board, cell, goal) = (self.board, path[path.len() - 1], self.pairs[done.len()].1);
        for direction in board.directions() {
            if board.tiles[cell] == '*' && came != Some(direction) {
                continue;
            }
            let Some(next) = board.step(cell, direction) else { continue };
            if next == goal {
                path.push(next);
                done.push(path.clone());
                self.color(done)?;
                done.pop();
                path.pop();
                continue;
            }
            let place = board.place(next, direction);
            if self.used[place] {
                continue;
            }
            self.used[place] = true;
            path.push(next);
            self.go(done, path, Some(direction))?;
            path.pop();
            self.used[place] = false;
        }
        Some(())
    }
}

/// How a random board comes about.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Dots anywhere.
    Strewn,
    /// The ends of paths that fill what is no hole.
    Solvable,
    /// The same, and one thing changed: mostly it has no solution any more, or another.
    Nearly,
    /// Few dots and nothing else: many solutions.
    Open,
}

/// A random tiny board of any kind.
pub(crate) fn random_board(random: &mut Random) -> Board {
    let (rows, columns) = (1 + random.index(4), 1 + random.index(5));
    let (rows, columns) = if random.below(2) == 0 { (rows, columns) } else { (columns, rows) };
    board_of(rows, columns, random)
}

/// A random board of a size and any kind.
pub(crate) fn board_of(rows: usize, columns: usize, random: &mut Random) -> Board {
    let shape = [Shape::Square, Shape::Square, Shape::Torus, Shape::Hex][random.index(4)];
    let mut board = Board::open(rows, columns, shape);
    match [Kind::Strewn, Kind::Solvable, Kind::Solvable, Kind::Nearly, Kind::Open][random.index(5)] {
        Kind::Strewn => {
            features(&mut board, random);
            let most = 1 + random.index(4);
            strew(&mut board, most, random);
            wall_off(&mut board, &BTreeSet::new(), random);
        }
        Kind::Open => {
            let most = 1 + random.index(2);
            strew(&mut board, most, random);
        }
        kind @ (Kind::Solvable | Kind::Nearly) => {
            features(&mut board, random);
            let steps = carve(&mut board, random);
            wall_off(&mut board, &steps, random);
            if matches!(kind, Kind::Nearly) {
                disturb(&mut board, random);
            }
        }
    }
    board
}

/// Some holes and bridges, or none, or many.
fn features(board: &mut Board, random: &mut Random) {
    let (holes, bridges) = ([0, 1, 3][random.index(3)], [0, 2, 6][random.index(3)]);
    for tile in &mut board.tiles {
        match random.below(24) {
            number if number < holes => *tile = '#',
            number if number < holes + bridges && board.shape != Shape::Hex => *tile = '*',
            _ => {}
        }
    }
}

/// As many colours as there are capital letters.
const LABELS: usize = 26;

fn label(color: usize) -> char {
    char::from(b'A' + color as u8)
}

/// Pairs of dots on any cells.
fn strew(board: &mut Board, most: usize, random: &mut Random) {
    let mut cells: Vec<usize> = (0..board.tiles.len()).collect();
    random.shuffle(&mut cells);
    for (color, pair) in cells.chunks_exact(2).take(most).enumerate() {
        for &cell in pair {
            board.tiles[cell] = label(color);
        }
    }
}

/// Random paths over the whole board; their ends become dots. Gives the steps they take.
fn carve(board: &mut Board, random: &mut Random) -> BTreeSet<(usize, usize)> {
    let mut used = vec![false; 2 * board.tiles.len()];
    let mut steps = BTreeSet::new();
    let mut colors = 0;
    let mut cells: Vec<usize> = (0..board.tiles.len()).collect();
    random.shuffle(&mut cells);
    let long = [4, 9, 40][random.index(3)];
    for start in cells {
        if board.tiles[start] != '.' || used[2 * start] {
            continue;
        }
        let (mut path, mut taken, mut came) = (vec![start], vec![2 * start], None);
        loop {
            let end = path[path.len() - 1];
            let ahead: Vec<(usize, usize)> = board
                .directions()
                .filter(|&direction| board.tiles[end] != '*' || came == Some(direction))
                .filter_map(|direction| Some((direction, board.step(end, direction)?)))
                .filter(|&(direction, next)| {
                    let place = board.place(next, direction);
                    !board.is_dot(next) && !used[place] && !taken.contains(&place)
                })
                .collect();
            let ends_here = board.tiles[end] != '*' && random.below(long) == 0;
            let Some(&(direction, next)) = random.pick(&ahead).filter(|_| !ends_here) else { break };
            path.push(next);
            taken.push(board.place(next, direction));
            came = Some(direction);
        }
        while board.tiles[path[path.len() - 1]] == '*' {
            path.pop();
            taken.pop();
        }
        if path.len() < 2 || colors == LABELS {
            if random.below(2) == 0 {
                board.tiles[start] = '#';
            }
            continue;
        }
        for place in taken {
            used[place] = true;
        }
        steps.extend(path.windows(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))));
        for cell in [path[0], path[path.len() - 1]] {
            board.tiles[cell] = label(colors);
        }
        colors += 1;
    }
    for cell in 0..board.tiles.len() {
        // A bridge that was not crossed twice is a cell like others.
        if board.tiles[cell] == '*' && !(used[2 * cell] && used[2 * cell + 1]) {
            board.tiles[cell] = '.';
        }
    }
    steps
}

/// Some walls, or none, or many, but none where a step is taken.
fn wall_off(board: &mut Board, steps: &BTreeSet<(usize, usize)>, random: &mut Random) {
    let part = [0, 3, 8][random.index(3)];
    for cell in 0..board.tiles.len() {
        for direction in board.directions() {
            let Some(other) = board.beyond(cell, direction).filter(|&other| cell < other) else { continue };
            if !steps.contains(&(cell, other)) && random.below(24) < part {
                board.walls.insert((cell, other));
            }
        }
    }
}

/// Changes one thing: two tiles change places, or a wall goes up.
fn disturb(board: &mut Board, random: &mut Random) {
    let (one, other) = (random.index(board.tiles.len()), random.index(board.tiles.len()));
    let beside = board.directions().find(|&direction| board.beyond(one, direction) == Some(other));
    match beside {
        Some(_) if one != other => _ = board.walls.insert((one.min(other), one.max(other))),
        _ => board.tiles.swap(one, other),
    }
}
