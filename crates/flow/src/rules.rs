//! The rules as named checks, in order, each with the cells that break it.
//!
//! The checker works on what is drawn, not on how it was found: it knows cells, sides and links between them, and shares
//! nothing with the solvers.

use azulejo_core::grid::Cell;
use azulejo_core::words::Template;

use crate::position::{Fill, Puzzle, Rules, Side, Solution, Tile, Touch};

/// A rule that can be broken, in the order of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// There is no line at all.
    NothingDrawn,
    /// A line steps between cells that are not neighbours, onto a hole, or through a wall.
    BrokenLine,
    /// Three line ends meet on a cell.
    Branch,
    /// Two lines cross where there is no bridge.
    Crossing,
    /// A line turns or ends on a bridge.
    BridgeTurn,
    /// A line goes on beyond a dot.
    ThroughDot,
    /// A line joins dots of different colours.
    WrongPair,
    /// A line is drawn in another colour than its dots.
    WrongColor,
    /// A line ends on a cell that is no dot.
    DeadEnd,
    /// A line closes on itself.
    Loop,
    /// A dot has no line.
    UnjoinedDot,
    /// A cell, or a lane of a bridge, is not used.
    EmptyCell,
    /// A path touches itself: neighbours on it that are not consecutive.
    SelfTouch,
    /// A path covers a square of 2×2.
    Square,
}

impl Rule {
    /// All of them, in order.
    pub const ALL: [Self; 14] = [
        Self::NothingDrawn,
        Self::BrokenLine,
        Self::Branch,
        Self::Crossing,
        Self::BridgeTurn,
        Self::ThroughDot,
        Self::WrongPair,
        Self::WrongColor,
        Self::DeadEnd,
        Self::Loop,
        Self::UnjoinedDot,
        Self::EmptyCell,
        Self::SelfTouch,
        Self::Square,
    ];

    /// The name in JSON.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NothingDrawn => "nothing_drawn",
            Self::BrokenLine => "broken_line",
            Self::Branch => "branch",
            Self::Crossing => "crossing",
            Self::BridgeTurn => "bridge_turn",
            Self::ThroughDot => "through_dot",
            Self::WrongPair => "wrong_pair",
            Self::WrongColor => "wrong_color",
            Self::DeadEnd => "dead_end",
            Self::Loop => "loop",
            Self::UnjoinedDot => "unjoined_dot",
            Self::EmptyCell => "empty_cell",
            Self::SelfTouch => "self_touch",
            Self::Square => "square",
        }
    }

    /// The rule in words.
    pub const fn message(self) -> &'static str {
        self.words().english
    }

    /// What is said where it is broken.
    pub const fn words(self) -> Template {
        match self {
            Self::NothingDrawn => NOTHING_DRAWN,
            Self::BrokenLine => BROKEN_LINE,
            Self::Branch => BRANCH,
            Self::Crossing => CROSSING,
            Self::BridgeTurn => BRIDGE_TURN,
            Self::ThroughDot => THROUGH_DOT,
            Self::WrongPair => WRONG_PAIR,
            Self::WrongColor => WRONG_COLOR,
            Self::DeadEnd => DEAD_END,
            Self::Loop => LOOP,
            Self::UnjoinedDot => UNJOINED_DOT,
            Self::EmptyCell => EMPTY_CELL,
            Self::SelfTouch => SELF_TOUCH,
            Self::Square => SQUARE,
        }
    }
}

const NOTHING_DRAWN: Template = Template::new("flow.nothing_drawn", "nothing is drawn");
const BROKEN_LINE: Template = Template::new("flow.broken_line", "a line steps between cells that are not neighbours");
const BRANCH: Template = Template::new("flow.branch", "a line branches");
const CROSSING: Template = Template::new("flow.crossing", "lines cross without a bridge");
const BRIDGE_TURN: Template = Template::new("flow.bridge_turn", "a bridge is not crossed straight");
const THROUGH_DOT: Template = Template::new("flow.through_dot", "a line goes through a dot");
const WRONG_PAIR: Template = Template::new("flow.wrong_pair", "a line joins dots of different colours");
const WRONG_COLOR: Template = Template::new("flow.wrong_color", "a line has another colour than its dots");
const DEAD_END: Template = Template::new("flow.dead_end", "a line ends without a dot");
const LOOP: Template = Template::new("flow.loop", "a line is closed");
const UNJOINED_DOT: Template = Template::new("flow.unjoined_dot", "a dot has no line");
const EMPTY_CELL: Template = Template::new("flow.empty_cell", "a cell is not used");
const SELF_TOUCH: Template = Template::new("flow.self_touch", "a path touches itself");
const SQUARE: Template = Template::new("flow.square", "a path covers a square of four cells");

/// Everything that can be said here.
pub(crate) const WORDS: [Template; Rule::ALL.len()] = {
    let mut words = [LOOP; Rule::ALL.len()];
    let mut index = 0;
    while index < words.len() {
        words[index] = Rule::ALL[index].words();
        index += 1;
    }
    words
};

/// A broken rule and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// The cells that break it, in reading order.
    pub cells: Vec<Cell>,
}

/// Something drawn on a board: steps from cell to cell, in a colour or none yet.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The colour it is drawn in.
    pub color: Option<usize>,
    /// Its cells, in order.
    pub cells: &'a [Cell],
}

/// Every broken rule of a solution; none means it is one.
pub fn check(puzzle: &Puzzle, rules: Rules, solution: &Solution) -> Vec<Violation> {
    let lines = solution.paths().enumerate().map(|(color, cells)| Line { color: Some(color), cells });
    check_lines(puzzle, rules, lines)
}

/// Whether a solution is one: paths from dot to dot that keep every rule. [`check`] says the same at greater length; this is
/// asked of every answer, by the million.
pub fn accepts(puzzle: &Puzzle, rules: Rules, solution: &Solution) -> bool {
    let mut board = Board::new(puzzle);
    let mut owners = vec![NOBODY; 2 * puzzle.tiles().len()];
    let dots = puzzle.dots();
    if solution.colors() != dots.len() {
        return false;
    }
    let joined = solution.paths().zip(dots).enumerate().all(|(color, (path, dots))| {
        let ends = (path.first(), path.last());
        (ends == (Some(&dots[0]), Some(&dots[1])) || ends == (Some(&dots[1]), Some(&dots[0])))
            && board.join(path, color as u32, &mut owners)
    });
    if !joined {
        return false;
    }
    if rules.fill == Fill::Full {
        board.check_filled();
    }
    match rules.touch {
        Touch::Allow => {}
        Touch::Forbid => board.check_touch(&owners),
        Touch::NoSquare => board.check_squares(&owners),
    }
    board.violations.is_empty()
}

/// Every broken rule of a drawing, in the order of [`Rule`].
pub fn check_lines<'a>(puzzle: &Puzzle, rules: Rules, lines: impl Iterator<Item = Line<'a>> + Clone) -> Vec<Violation> {
    let mut board = Board::new(puzzle);
    if lines.clone().all(|line| line.cells.len() < 2) {
        board.break_rule(Rule::NothingDrawn, puzzle.dots().iter().flatten().copied().collect());
    }
    for line in lines.clone() {
        board.draw(line);
    }
    board.check_cells();
    let owners = board.trace();
    for line in lines {
        board.check_color(line, &owners);
    }
    if rules.fill == Fill::Full {
        board.check_filled();
    }
    match rules.touch {
        Touch::Allow => {}
        Touch::Forbid => board.check_touch(&owners),
        Touch::NoSquare => board.check_squares(&owners),
    }
    board.violations.sort();
    board.violations
}

/// No path lies here.
const NOBODY: u32 = u32::MAX;

/// What is drawn: for each cell and side, whether a line leaves there.
struct Board<'a> {
    puzzle: &'a Puzzle,
    /// Bits of the sides of each cell that a line goes through.
    sides: Vec<u8>,
    violations: Vec<Violation>,
}

/// A side as a bit; opposite square sides are two apart.
fn bit(side: Side) -> u8 {
    use azulejo_core::grid::Direction;
    1 << match side {
        Side::Straight(Direction::Up) => 0,
        Side::Straight(Direction::Right) => 1,
        Side::Straight(Direction::Down) => 2,
        Side::Straight(Direction::Left) => 3,
        Side::SlantLeft => 4,
        Side::SlantRight => 5,
    }
}

const VERTICAL: u8 = 0b0101;
const HORIZONTAL: u8 = 0b1010;

impl<'a> Board<'a> {
    fn new(puzzle: &'a Puzzle) -> Self {
        Self { puzzle, sides: vec![0; puzzle.tiles().len()], violations: Vec::new() }
    }

    fn index(&self, cell: Cell) -> usize {
        self.puzzle.tiles().index_of(cell)
    }

    fn break_rule(&mut self, rule: Rule, mut cells: Vec<Cell>) {
        cells.sort_unstable();
        cells.dedup();
        self.violations.push(Violation { rule, cells });
    }

    /// The lane of a cell that a side belongs to: 1 for the upright lane of a bridge, else 0.
    fn lane(&self, cell: Cell, side: u8) -> usize {
        usize::from(self.puzzle.tiles()[cell] == Tile::Bridge && side & VERTICAL != 0)
    }

    fn draw(&mut self, line: Line) {
        let tiles = self.puzzle.tiles();
        if let [only] = line.cells
            && !tiles.contains(*only)
        {
            self.break_rule(Rule::BrokenLine, vec![*only]);
        }
        for step in line.cells.windows(2) {
            let (from, to) = (step[0], step[1]);
            if let Some((there, back)) = self.puzzle.sides(from, to) {
                let (from, to) = (self.index(from), self.index(to));
                self.sides[from] |= bit(there);
                self.sides[to] |= bit(back);
            } else {
                self.break_rule(Rule::BrokenLine, vec![from, to]);
            }
        }
    }

    /// Draws a path between two dots, and says whether it is one: from neighbour to neighbour, through no other dot, straight
    /// over bridges, over nothing that is taken.
    fn join(&mut self, path: &[Cell], owner: u32, owners: &mut [u32]) -> bool {
        let tiles = self.puzzle.tiles();
        let last = path.len() - 1;
        let mut back = 0;
        for (place, &cell) in path.iter().enumerate() {
            let ahead = match path.get(place + 1) {
                None => (0, 0),
                Some(&next) => match self.puzzle.sides(cell, next) {
                    None => return false,
                    Some((there, back)) => (bit(there), bit(back)),
                },
            };
            let drawn = back | ahead.0;
            let lane = match tiles[cell] {
                Tile::Bridge if drawn == VERTICAL => 1,
                Tile::Bridge if drawn == HORIZONTAL => 0,
                Tile::Empty => 0,
                Tile::Dot(_) if place == 0 || place == last => 0,
                Tile::Bridge | Tile::Dot(_) | Tile::Hole => return false,
            };
            let index = self.index(cell);
            if std::mem::replace(&mut owners[2 * index + lane], owner) != NOBODY {
                return false;
            }
            self.sides[index] |= drawn;
            back = ahead.1;
        }
        true
    }

    /// What one can say of a cell alone.
    fn check_cells(&mut self) {
        let tiles = self.puzzle.tiles();
        for (index, &tile) in tiles.values().iter().enumerate() {
            let sides = self.sides[index];
            let ends = sides.count_ones();
            let rule = match tile {
                Tile::Hole => None,
                Tile::Bridge => {
                    let lane = |mask: u8| matches!((sides & mask).count_ones(), 0 | 2);
                    (!lane(VERTICAL) || !lane(HORIZONTAL)).then_some(Rule::BridgeTurn)
                }
                Tile::Dot(_) => match ends {
                    0 => Some(Rule::UnjoinedDot),
                    1 => None,
                    _ => Some(Rule::ThroughDot),
                },
                Tile::Empty => match ends {
                    0 | 2 => None,
                    1 => Some(Rule::DeadEnd),
                    4 if sides == VERTICAL | HORIZONTAL => Some(Rule::Crossing),
                    _ => Some(Rule::Branch),
                },
            };
            if let Some(rule) = rule {
                self.break_rule(rule, vec![tiles.cell_at(index)]);
            }
        }
    }

    /// Follows every line; says which path owns each cell and lane (by the number of its dot), and finds wrong pairs
    /// and loops. Lines that branch are followed as far as they are simple.
    fn trace(&mut self) -> Vec<u32> {
        let tiles = self.puzzle.tiles();
        let mut owners = vec![NOBODY; 2 * tiles.len()];
        for (color, &[one, other]) in self.puzzle.dots().iter().enumerate() {
            for start in [one, other] {
                if owners[2 * self.index(start)] != NOBODY {
                    continue;
                }
                let (end, _) = self.follow(start, 0, color as u32, &mut owners);
                if let Tile::Dot(found) = tiles[end]
                    && end != start
                    && usize::from(found) != color
                {
                    self.break_rule(Rule::WrongPair, vec![start, end]);
                }
            }
        }
        for cell in tiles.cells() {
            for lane in [0, 1] {
                let mask = match tiles[cell] {
                    Tile::Bridge => [HORIZONTAL, VERTICAL][lane],
                    _ if lane == 0 => u8::MAX,
                    _ => continue,
                };
                let place = 2 * self.index(cell) + lane;
                if self.sides[place / 2] & mask == 0 || owners[place] != NOBODY {
                    continue;
                }
                // A line without a dot: a loop when it comes back, otherwise its end was named already.
                let mut passed = vec![NOBODY; owners.len()];
                let (_, closed) = self.follow(cell, lane, 0, &mut passed);
                let cells: Vec<Cell> = (0..passed.len())
                    .filter(|&place| passed[place] != NOBODY)
                    .map(|place| tiles.cell_at(place / 2))
                    .collect();
                for (owner, _) in owners.iter_mut().zip(&passed).filter(|(_, passed)| **passed != NOBODY) {
                    *owner = NOBODY - 1;
                }
                if closed {
                    self.break_rule(Rule::Loop, cells);
                }
            }
        }
        owners
    }

    /// Walks from a cell along the drawn sides until the line ends or comes to a place seen before; gives the last cell
    /// and whether the walk came back to where it began.
    fn follow(&self, start: Cell, lane: usize, owner: u32, owners: &mut [u32]) -> (Cell, bool) {
        let (mut cell, mut lane, mut came) = (start, lane, 0);
        loop {
            let index = self.index(cell);
            owners[2 * index + lane] = owner;
            let mask = match self.puzzle.tiles()[cell] {
                Tile::Bridge => [HORIZONTAL, VERTICAL][lane],
                Tile::Dot(_) if came != 0 => 0,
                _ => u8::MAX,
            };
            let open = self.sides[index] & mask & !came;
            // What is drawn leads to a neighbour, and back.
            let drawn = Side::of(self.puzzle.topology()).iter().find(|&&side| open & bit(side) != 0);
            let Some(next) = drawn.and_then(|&side| self.puzzle.beyond(cell, side)) else { return (cell, false) };
            let Some((_, back)) = self.puzzle.sides(cell, next) else { return (cell, false) };
            lane = self.lane(next, bit(back));
            if owners[2 * self.index(next) + lane] == owner {
                return (next, next == start);
            }
            (cell, came) = (next, bit(back));
        }
    }

    /// A coloured line must lie on the path of its colour.
    fn check_color(&mut self, line: Line, owners: &[u32]) {
        let Some(color) = line.color else { return };
        let tiles = self.puzzle.tiles();
        let strange: Vec<Cell> = line
            .cells
            .iter()
            .copied()
            .filter(|&cell| tiles.contains(cell))
            .filter(|&cell| match tiles[cell] {
                Tile::Dot(dot) => usize::from(dot) != color,
                Tile::Bridge => {
                    let place = 2 * self.index(cell);
                    [place, place + 1].iter().all(|&lane| owners[lane] < NOBODY - 1 && owners[lane] != color as u32)
                }
                _ => {
                    let owner = owners[2 * self.index(cell)];
                    owner < NOBODY - 1 && owner != color as u32
                }
            })
            .collect();
        if !strange.is_empty() {
            self.break_rule(Rule::WrongColor, strange);
        }
    }

    fn check_filled(&mut self) {
        let tiles = self.puzzle.tiles();
        let empty: Vec<Cell> = tiles
            .cells()
            .filter(|&cell| {
                let sides = self.sides[self.index(cell)];
                match tiles[cell] {
                    Tile::Empty => sides == 0,
                    Tile::Bridge => sides & VERTICAL == 0 || sides & HORIZONTAL == 0,
                    Tile::Hole | Tile::Dot(_) => false,
                }
            })
            .collect();
        for cell in empty {
            self.break_rule(Rule::EmptyCell, vec![cell]);
        }
    }

    fn check_touch(&mut self, owners: &[u32]) {
        let tiles = self.puzzle.tiles();
        let mut touching = Vec::new();
        for (index, &sides) in self.sides.iter().enumerate() {
            let cell = tiles.cell_at(index);
            for (side, other) in self.puzzle.neighbors(cell).filter(|&(_, other)| cell < other) {
                if sides & bit(side) != 0 {
                    continue;
                }
                let here = owners[2 * index + self.lane(cell, bit(side))];
                let there = owners[2 * self.index(other) + self.lane(other, bit(side))];
                if here == there && here < NOBODY - 1 {
                    touching.push(vec![cell, other]);
                }
            }
        }
        for cells in touching {
            self.break_rule(Rule::SelfTouch, cells);
        }
    }

    fn check_squares(&mut self, owners: &[u32]) {
        let owned = |cell: Cell, owner: u32| {
            let place = 2 * self.index(cell);
            owners[place] == owner || owners[place + 1] == owner
        };
        let covered: Vec<[Cell; 4]> = self
            .puzzle
            .squares()
            .filter(|square| {
                let place = 2 * self.index(square[0]);
                owners[place..place + 2]
                    .iter()
                    .any(|&owner| owner < NOBODY - 1 && square.iter().all(|&cell| owned(cell, owner)))
            })
            .collect();
        for square in covered {
            self.break_rule(Rule::Square, square.to_vec());
        }
    }
}
