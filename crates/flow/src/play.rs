//! What a player does: draws lines from dot to dot, and rubs them out.
//!
//! A [`Position`] is a puzzle, the rule, and one line a colour, which begins at one of its dots. A move is written by the
//! corners of the line: `A1-A4-C4` goes on straight from each cell to the next. It begins at a dot, which starts that
//! colour anew, or on a line drawn before, which is cut there. `x A1` rubs out the line on that cell.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use azulejo_core::game::Status;
use azulejo_core::grid::{Cell, column_name};
use azulejo_core::problem::Problem;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use crate::format::line;
use crate::position::{Fill, Puzzle, Rules, Side, Tile, Touch};
use crate::rules::{self, Line};

/// A puzzle being solved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(try_from = "Saved")]
#[schemars(into = "Saved")]
pub struct Position {
    puzzle: Arc<Puzzle>,
    rules: Rules,
    lines: Vec<Vec<Cell>>,
}

/// A position as JSON.
#[derive(Deserialize, JsonSchema)]
struct Saved {
    /// Rows with `/` between them, then the topology, walls and labels.
    board: String,
    /// Whether every cell must be used.
    fill: bool,
    /// Whether a path may touch itself.
    touch: Touch,
    /// What is drawn: the cells of a line in order, one line a colour, empty where there is none.
    lines: Vec<Vec<Cell>>,
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'a> {
            board: String,
            fill: bool,
            touch: Touch,
            lines: &'a [Vec<Cell>],
        }
        let Rules { fill, touch } = self.rules;
        let written =
            Written { board: line::write_board(&self.puzzle), fill: fill == Fill::Full, touch, lines: &self.lines };
        written.serialize(serializer)
    }
}

impl TryFrom<Saved> for Position {
    type Error = Problem;

    fn try_from(saved: Saved) -> Result<Self, Problem> {
        let fill = if saved.fill { Fill::Full } else { Fill::Free };
        let rules = Rules { fill, touch: saved.touch };
        let board = line::read(&saved.board, rules).map_err(|problems| problems.list()[0].clone())?;
        let drawn = saved.lines.iter().filter(|line| !line.is_empty());
        Self::drawn(board.with_rules(rules), drawn.map(|line| (line.as_slice(), None)))
    }
}

impl Position {
    /// A puzzle with nothing drawn.
    pub fn new(puzzle: Puzzle, rules: Rules) -> Self {
        let lines = vec![Vec::new(); puzzle.colors()];
        Self { puzzle: Arc::new(puzzle), rules, lines }
    }

    /// The position with these lines drawn, by their corners, none over another; `at` is the column of a line in the text
    /// it was read from.
    pub(crate) fn drawn<'a>(
        mut self,
        lines: impl IntoIterator<Item = (&'a [Cell], Option<usize>)>,
    ) -> Result<Self, Problem> {
        let mut owners = Owners::of(&self, None);
        for (corners, at) in lines {
            let placed = |problem: Problem| at.map_or(problem.clone(), |column| problem.at(1, column));
            let drawn = self.color_of(corners).and_then(|color| {
                if !self.lines[color].is_empty() {
                    return Err(Problem::new(format!("colour {} has a line already", self.puzzle.labels()[color])));
                }
                let mut line = vec![corners[0]];
                owners.extend(&self.puzzle, color, &mut line, &corners[1..])?;
                self.lines[color] = line;
                Ok(())
            });
            drawn.map_err(placed)?;
        }
        Ok(self)
    }

    /// The colour of a line that begins at a dot.
    fn color_of(&self, corners: &[Cell]) -> Result<usize, Problem> {
        self.on_board(corners)?;
        match self.puzzle.tiles()[corners[0]] {
            Tile::Dot(color) => Ok(usize::from(color)),
            _ => Err(Problem::new(format!("a line begins at a dot, {} is none", corners[0]))),
        }
    }

    /// Refuses lines that are too short, and cells that are none.
    fn on_board(&self, corners: &[Cell]) -> Result<(), Problem> {
        if corners.len() < 2 {
            return Err(Problem::new("a line has at least two cells"));
        }
        let tiles = self.puzzle.tiles();
        let Some(outside) = corners.iter().find(|cell| !tiles.contains(**cell)) else { return Ok(()) };
        let last = Cell::new(tiles.rows() - 1, tiles.columns() - 1);
        Err(Problem::new(format!("{outside} lies outside this board, which ends at {last}")))
    }

    /// The same drawing under another rule.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The rule.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The line of each colour, empty when there is none.
    pub fn lines(&self) -> &[Vec<Cell>] {
        &self.lines
    }

    /// Whether the line of a colour goes from one of its dots to the other.
    pub fn is_joined(&self, color: usize) -> bool {
        let (line, dots) = (&self.lines[color], self.puzzle.dots()[color]);
        line.len() > 1 && dots.contains(&line[0]) && dots.contains(&line[line.len() - 1])
    }

    /// How many colours are joined.
    pub fn joined(&self) -> usize {
        (0..self.lines.len()).filter(|&color| self.is_joined(color)).count()
    }

    /// The broken rules, as the drawing stands.
    pub fn violations(&self) -> Vec<rules::Violation> {
        let drawn = self.lines.iter().enumerate().filter(|(_, cells)| !cells.is_empty());
        let lines = drawn.map(|(color, cells)| Line { color: Some(color), cells: cells.as_slice() });
        rules::check_lines(&self.puzzle, self.rules, lines)
    }

    /// The colours whose line covers a cell, and where on it.
    pub(crate) fn covers(&self, cell: Cell) -> impl Iterator<Item = (usize, usize)> + use<'_> {
        let lines = self.lines.iter().enumerate();
        lines.filter_map(move |(color, line)| line.iter().position(|&other| other == cell).map(|place| (color, place)))
    }
}

/// Whose line lies where: a colour for each lane of each cell. Only bridges have a second lane, the upright one.
pub(crate) struct Owners(Vec<u32>);

/// Nobody's line.
const NOBODY: u32 = u32::MAX;

impl Owners {
    /// What is drawn, but for the line of one colour.
    pub(crate) fn of(position: &Position, except: Option<usize>) -> Self {
        let puzzle = &*position.puzzle;
        let mut owners = Self::none(puzzle);
        for (color, line) in position.lines.iter().enumerate().filter(|(color, _)| Some(*color) != except) {
            owners.put(puzzle, color, line);
        }
        owners
    }

    /// Nothing drawn.
    pub(crate) fn none(puzzle: &Puzzle) -> Self {
        Self(vec![NOBODY; 2 * puzzle.tiles().len()])
    }

    /// One line alone.
    pub(crate) fn with(puzzle: &Puzzle, color: usize, line: &[Cell]) -> Self {
        let mut owners = Self::none(puzzle);
        owners.put(puzzle, color, line);
        owners
    }

    /// Without a line that is there.
    fn take(&mut self, puzzle: &Puzzle, line: &[Cell]) {
        for number in 0..line.len() {
            self.0[lane_of(puzzle, line, number)] = NOBODY;
        }
    }

    /// How many cells of a line lie on nobody's, from its beginning on.
    pub(crate) fn free(&self, puzzle: &Puzzle, line: &[Cell]) -> usize {
        let taken = |number: &usize| self.0[lane_of(puzzle, line, *number)] != NOBODY;
        (0..line.len()).find(taken).unwrap_or(line.len())
    }

    /// Adds a line.
    pub(crate) fn put(&mut self, puzzle: &Puzzle, color: usize, line: &[Cell]) {
        for number in 0..line.len() {
            let place = lane_of(puzzle, line, number);
            self.0[place] = color as u32;
        }
    }

    /// Adds the last cell of a line.
    pub(crate) fn put_end(&mut self, puzzle: &Puzzle, color: usize, line: &[Cell]) {
        self.0[lane_of(puzzle, line, line.len() - 1)] = color as u32;
    }

    /// The colour on a cell that is no bridge.
    pub(crate) fn on(&self, puzzle: &Puzzle, cell: Cell) -> Option<usize> {
        let owner = self.0[2 * puzzle.tiles().index_of(cell)];
        (owner != NOBODY).then_some(owner as usize)
    }

    /// Whether a line may go on from its last cell to another, and why not.
    pub(crate) fn step(&self, puzzle: &Puzzle, color: usize, line: &[Cell], to: Cell) -> Result<(), Problem> {
        way_on(puzzle, color, line, to)?;
        let tiles = puzzle.tiles();
        let from = line[line.len() - 1];
        if tiles[to] == Tile::Bridge {
            if self.0[lane(puzzle, from, to)] != NOBODY {
                return Err(Problem::new(format!("this lane of the bridge {to} is taken")));
            }
            return Ok(());
        }
        match self.on(puzzle, to) {
            None => Ok(()),
            Some(owner) if owner == color => Err(Problem::new(format!("the line is on {to} already"))),
            Some(owner) => {
                let label = puzzle.labels()[owner];
                Err(Problem::new(format!("{to} is taken by colour {label}")).hint(format!("rub it out with `x {to}`")))
            }
        }
    }

    /// Draws a line on through these corners.
    fn extend(&mut self, puzzle: &Puzzle, color: usize, line: &mut Vec<Cell>, corners: &[Cell]) -> Result<(), Problem> {
        self.put(puzzle, color, line);
        for &corner in corners {
            let mut from = line[line.len() - 1];
            let toward = straight(puzzle, from, corner)?;
            loop {
                from = toward(from);
                self.step(puzzle, color, line, from)?;
                line.push(from);
                self.put_end(puzzle, color, line);
                if from == corner {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// The place of the lane that a line takes on its cell of this number.
fn lane_of(puzzle: &Puzzle, line: &[Cell], number: usize) -> usize {
    match puzzle.tiles()[line[number]] {
        // A line begins at a dot, so there is a cell before.
        Tile::Bridge if number > 0 => lane(puzzle, line[number - 1], line[number]),
        _ => 2 * puzzle.tiles().index_of(line[number]),
    }
}

/// The place of the lane by which a bridge is entered from a cell beside it.
fn lane(puzzle: &Puzzle, from: Cell, bridge: Cell) -> usize {
    2 * puzzle.tiles().index_of(bridge) + usize::from(puzzle.side(bridge, from).is_some_and(Side::is_vertical))
}

/// Whether a line may go on to a cell as far as the board alone says, and why not.
pub(crate) fn way_on(puzzle: &Puzzle, color: usize, line: &[Cell], to: Cell) -> Result<(), Problem> {
    let tiles = puzzle.tiles();
    let from = line[line.len() - 1];
    let bad = |what: String| Err(Problem::new(what));
    let Some(ahead) = puzzle.side(from, to) else {
        return bad(format!("one cannot go from {from} to {to}"));
    };
    match (tiles[from], line) {
        (Tile::Dot(_), [_, .., _]) => return bad(format!("the line ends at the dot {from}")),
        (Tile::Bridge, [.., before, _]) => {
            let back = puzzle.side(from, *before);
            if *before == to || back.is_none_or(|back| back.is_vertical() != ahead.is_vertical()) {
                return bad(format!("the bridge {from} is crossed straight"));
            }
        }
        _ => {}
    }
    match tiles[to] {
        Tile::Dot(dot) if usize::from(dot) != color => {
            bad(format!("{to} is a dot of colour {}", puzzle.labels()[usize::from(dot)]))
        }
        _ => Ok(()),
    }
}

/// What a player can do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Draw through these cells; between two that are no neighbours, straight on.
    Draw(Vec<Cell>),
    /// Rub out what lies on this cell.
    Erase(Cell),
}

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Erase(cell) => write!(formatter, "x {cell}"),
            Self::Draw(cells) => {
                let mut text = String::new();
                write_cells(&mut text, cells);
                formatter.write_str(&text)
            }
        }
    }
}

/// Writes the names of cells with `-` between them: much, and so without a detour.
pub(crate) fn write_cells(text: &mut String, cells: &[Cell]) {
    text.reserve(4 * cells.len());
    for (index, cell) in cells.iter().enumerate() {
        if index > 0 {
            text.push('-');
        }
        match cell.column {
            column @ 0..26 => text.push(char::from(b'A' + column as u8)),
            column => text.push_str(&column_name(column)),
        }
        let number = u32::from(cell.row) + 1;
        let mut unit = [10_000, 1_000, 100, 10].into_iter().find(|unit| number >= *unit).unwrap_or(1);
        while unit > 0 {
            text.push(char::from(b'0' + (number / unit % 10) as u8));
            unit /= 10;
        }
    }
}

impl FromStr for Move {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let hint = "draw with `A1-A4-C4`, rub out with `x A1`";
        let cell = |name: &str| name.trim().parse::<Cell>().map_err(|bad| Problem::new(bad.to_string()).hint(hint));
        let text = text.trim();
        if let Some(name) = text.strip_prefix("x ").or_else(|| text.strip_prefix("erase ")) {
            return Ok(Self::Erase(cell(name)?));
        }
        let cells: Result<Vec<Cell>, Problem> = text.split('-').map(cell).collect();
        let cells = cells?;
        if cells.len() < 2 {
            return Err(Problem::new("a line has at least two cells").hint(hint));
        }
        Ok(Self::Draw(cells))
    }
}

/// The position after a move.
pub fn play(position: &Position, action: &Move) -> Result<Position, Problem> {
    let mut next = position.clone();
    match action {
        Move::Erase(cell) => {
            let Some((color, _)) = position.covers(*cell).next() else {
                return Err(Problem::new(format!("nothing is drawn on {cell}")));
            };
            next.lines[color].clear();
        }
        Move::Draw(corners) => {
            position.on_board(corners)?;
            let first = corners[0];
            let color = match (position.puzzle.tiles()[first], position.covers(first).next()) {
                (Tile::Dot(color), None) => usize::from(color),
                (Tile::Dot(color), Some((_, place))) => {
                    // From the end it has reached a line cannot go on; from a dot the colour starts anew.
                    if place > 0 || position.lines[usize::from(color)][0] != first {
                        next.lines[usize::from(color)].clear();
                    }
                    usize::from(color)
                }
                (Tile::Bridge, _) | (_, None) => {
                    let message = format!("a line begins at a dot or on a line, {first} is neither");
                    return Err(Problem::new(message));
                }
                (_, Some((color, _))) => color,
            };
            let mut line = std::mem::take(&mut next.lines[color]);
            let kept = line.iter().position(|&cell| cell == first).map_or(0, |place| place + 1);
            line.truncate(kept);
            if line.is_empty() {
                line.push(first);
            }
            Owners::of(&next, None).extend(&position.puzzle, color, &mut line, &corners[1..])?;
            next.lines[color] = line;
        }
    }
    Ok(next)
}

/// The fewest cells of a line by which [`play`] draws it again.
pub fn corners(puzzle: &Puzzle, line: &[Cell]) -> Vec<Cell> {
    let step =
        |from: Cell, to: Cell| (i32::from(to.row) - i32::from(from.row), i32::from(to.column) - i32::from(from.column));
    let mut corners: Vec<Cell> = line.first().copied().into_iter().collect();
    let mut at = 0;
    while at + 1 < line.len() {
        let mut next = at + 1;
        let first = step(line[at], line[next]);
        if matches!(first, (0, 1 | -1) | (1 | -1, 0)) {
            next += line[next..].windows(2).take_while(|pair| step(pair[0], pair[1]) == first).count();
            // Where edges are joined, both ends of a long way may be neighbours: then the short way would be meant.
            while next > at + 1 && puzzle.side(line[at], line[next]).is_some() {
                next -= 1;
            }
        }
        corners.push(line[next]);
        at = next;
    }
    corners
}

/// The straight way between two cells: from each cell on it to the next.
fn straight(puzzle: &Puzzle, from: Cell, to: Cell) -> Result<impl Fn(Cell) -> Cell, Problem> {
    let beside = from == to || puzzle.side(from, to).is_some();
    if !beside && from.row != to.row && from.column != to.column {
        let names = format!("{}{}", column_name(to.column), from.row + 1);
        let message = format!("{from} and {to} are neither in one row nor in one column");
        return Err(Problem::new(message).hint(format!("name the corner between them, such as {names}")));
    }
    let toward =
        |here: u16, there: u16| if there > here { here + 1 } else { here.saturating_sub(u16::from(there < here)) };
    Ok(move |cell: Cell| if beside { to } else { Cell::new(toward(cell.row, to.row), toward(cell.column, to.column)) })
}

/// Every single step of every line, and every rubbing out.
pub fn moves(position: &Position) -> Vec<Move> {
    let (puzzle, mut all) = (&*position.puzzle, Owners::of(position, None));
    let mut moves = Vec::new();
    let from = |color: usize, line: &[Cell], owners: &Owners| {
        let last = line[line.len() - 1];
        let open = |cell: &Cell| owners.step(puzzle, color, line, *cell).is_ok();
        let beside = puzzle.neighbors(last).map(|(_, cell)| cell).filter(open);
        beside.map(|cell| Move::Draw(vec![last, cell])).collect::<Vec<_>>()
    };
    for (color, line) in position.lines.iter().enumerate() {
        match &line[..] {
            [] => {
                for dot in puzzle.dots()[color] {
                    moves.extend(from(color, &[dot], &all));
                }
            }
            // From the dot it has reached the colour begins anew.
            [.., last] if position.is_joined(color) => {
                all.take(puzzle, line);
                moves.extend(from(color, &[*last], &all));
                all.put(puzzle, color, line);
            }
            // A move cannot begin on a bridge: such a line goes on by being drawn again.
            [.., last] if puzzle.tiles()[*last] == Tile::Bridge => {}
            line => moves.extend(from(color, line, &all)),
        }
        if let Some(&first) = line.first() {
            moves.push(Move::Erase(first));
        }
    }
    moves
}

/// Solved when no rule is broken.
pub fn status(position: &Position) -> Status {
    if is_solved(position) { Status::Won { player: 0 } } else { Status::Playing { player: 0 } }
}

/// Whether no rule is broken. A drawing cannot break most of them: its lines go from neighbour to neighbour, cross on
/// bridges alone and are of their dots' colour. What is left is that they join their dots, use every cell, and do not
/// touch themselves where that is the rule.
fn is_solved(position: &Position) -> bool {
    let Rules { fill, touch } = position.rules;
    let filled = || {
        // No two lines share a lane, so lengths add up to what is used.
        let used: usize = position.lines.iter().map(Vec::len).sum();
        let lanes = position.puzzle.tiles().values().iter().map(|tile| match tile {
            Tile::Hole => 0,
            Tile::Bridge => 2,
            Tile::Empty | Tile::Dot(_) => 1,
        });
        used == lanes.sum::<usize>()
    };
    position.joined() == position.lines.len()
        && (fill == Fill::Free || filled())
        && (touch == Touch::Allow || position.violations().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::read;

    fn start(text: &str) -> Position {
        Position::new(read(text).unwrap(), Rules::default())
    }

    fn after(position: &Position, action: &str) -> Result<Position, String> {
        play(position, &action.parse().unwrap()).map_err(|problem| problem.to_string())
    }

    #[test]
    fn lines_are_drawn_cut_and_rubbed_out() {
        let position = start("A..\nBBA\n");
        let drawn = after(&position, "A1-C1-C2").unwrap();
        assert_eq!(status(&drawn), Status::Playing { player: 0 });
        let solved = after(&drawn, "A2-B2").unwrap();
        assert_eq!(status(&solved), Status::Won { player: 0 });
        let cut = after(&solved, "B1-C1").unwrap();
        assert_eq!(cut.lines()[0].len(), 3);
        assert!(after(&cut, "x A1").unwrap().lines()[0].is_empty());
    }

    #[test]
    fn wrong_moves_say_why() {
        let position = after(&start("A..\nBBA\n"), "A1-B1").unwrap();
        for (action, why) in [
            ("C1-B1", "a line begins at a dot or on a line, C1 is neither"),
            ("A2-A1", "A1 is a dot of colour A"),
            ("B2-B1", "B1 is taken by colour A"),
            ("B1-C2", "B1 and C2 are neither in one row nor in one column"),
            ("B1-J1", "J1 lies outside this board, which ends at C2"),
            ("B1-B1", "one cannot go from B1 to B1"),
            ("x C1", "nothing is drawn on C1"),
        ] {
            assert_eq!(after(&position, action).unwrap_err(), why, "{action}");
        }
    }

    #[test]
    fn bridges_are_crossed_straight() {
        let position = start("..A.\nB.*B\n..A.\n");
        let upright = after(&position, "C1-C3").unwrap();
        assert!(after(&upright, "A2-D2").is_ok());
        assert!(after(&position, "C1-C2-B2").unwrap_err().contains("crossed straight"));
    }

    #[test]
    fn positions_come_back_from_json_and_nothing_else_does() {
        let position = after(&start("A..\nBBA\n"), "A1-B1").unwrap();
        let json = serde_json::to_string(&position).unwrap();
        assert_eq!(serde_json::from_str::<Position>(&json).unwrap(), position);
        for wrong in [
            r#"{"board":"A","fill":true,"touch":"allow","lines":[]}"#,
            r#"{"board":"AA","fill":true,"touch":"x","lines":[]}"#,
            r#"{"board":"AA","fill":true,"touch":"allow","lines":[[[0,0],[5,5]]]}"#,
            r#"{"board":"AA","fill":true,"touch":"allow","lines":[[[0,1],[0,0],[0,1]]]}"#,
        ] {
            assert!(serde_json::from_str::<Position>(wrong).is_err(), "{wrong}");
        }
    }
}
