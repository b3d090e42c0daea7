//! What a player does: draws lines from dot to dot, and rubs them out.
//!
//! A [`Position`] is a puzzle, the rule, and one line a colour, which begins at one of its dots. A move is written by the
//! corners of the line: `A1-A4-C4` goes on straight from each cell to the next. It begins at a dot, which starts that
//! colour anew, or on a line drawn before, which is cut there. `x A1` rubs out the line on that cell.

use std::fmt;
use std::str::FromStr;

use azulejo_core::game::Status;
use azulejo_core::grid::{Cell, column_name};
use azulejo_core::problem::Problem;
use serde::{Deserialize, Serialize};

use crate::format::line;
use crate::position::{Fill, Puzzle, Rules, Tile, Touch};
use crate::rules::{self, Line};

/// A puzzle being solved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Saved", into = "Saved")]
pub struct Position {
    puzzle: Puzzle,
    rules: Rules,
    lines: Vec<Vec<Cell>>,
}

/// A position as JSON.
#[derive(Clone, Serialize, Deserialize)]
struct Saved {
    board: String,
    fill: bool,
    touch: String,
    lines: Vec<Vec<Cell>>,
}

impl From<Position> for Saved {
    fn from(position: Position) -> Self {
        Self {
            fill: position.rules.fill == Fill::Full,
            touch: position.rules.touch.name().to_owned(),
            board: line::write(&Position::new(position.puzzle, Rules::default())),
            lines: position.lines,
        }
    }
}

impl TryFrom<Saved> for Position {
    type Error = Problem;

    fn try_from(saved: Saved) -> Result<Self, Problem> {
        let touch = Touch::find(&saved.touch)?;
        let fill = if saved.fill { Fill::Full } else { Fill::Free };
        let rules = Rules { fill, touch };
        let mut position = line::read(&saved.board, rules).map_err(|problems| problems.list()[0].clone())?;
        for line in saved.lines {
            if !line.is_empty() {
                position = play(&position, &Move::Draw(line))?;
            }
        }
        Ok(position)
    }
}

impl Position {
    /// A puzzle with nothing drawn.
    pub fn new(puzzle: Puzzle, rules: Rules) -> Self {
        let lines = vec![Vec::new(); puzzle.colors()];
        Self { puzzle, rules, lines }
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

    /// The broken rules, as the drawing stands.
    pub fn violations(&self) -> Vec<rules::Violation> {
        let drawn = self.lines.iter().enumerate().filter(|(_, cells)| !cells.is_empty());
        let lines = drawn.map(|(color, cells)| Line { color: Some(color), cells: cells.as_slice() });
        rules::check_lines(&self.puzzle, self.rules, lines)
    }

    /// The colours whose line covers a cell, and where on it.
    fn covers(&self, cell: Cell) -> impl Iterator<Item = (usize, usize)> + use<'_> {
        let lines = self.lines.iter().enumerate();
        lines.filter_map(move |(color, line)| line.iter().position(|&other| other == cell).map(|place| (color, place)))
    }

    /// Whether a line may go from a cell to another, and why not.
    fn step(&self, color: usize, line: &[Cell], to: Cell) -> Result<(), Problem> {
        let tiles = self.puzzle.tiles();
        let from = line[line.len() - 1];
        let bad = |what: String| Err(Problem::new(what));
        let Some((side, _)) = self.puzzle.neighbors(from).find(|&(_, cell)| cell == to) else {
            return bad(format!("one cannot go from {from} to {to}"));
        };
        if line.len() > 1 && matches!(tiles[from], Tile::Dot(_)) {
            return bad(format!("the line ends at the dot {from}"));
        }
        if tiles[from] == Tile::Bridge {
            let before = line[line.len() - 2];
            let straight = self
                .puzzle
                .neighbors(from)
                .any(|(back, cell)| cell == before && back.is_vertical() == side.is_vertical() && cell != to);
            if !straight {
                return bad(format!("the bridge {from} is crossed straight"));
            }
        }
        match tiles[to] {
            Tile::Dot(dot) if usize::from(dot) != color => {
                return bad(format!("{to} is a dot of colour {}", self.puzzle.labels()[usize::from(dot)]));
            }
            Tile::Bridge => {
                let taken =
                    self.lane_taken(to, side.is_vertical(), color) || lane(&self.puzzle, line, to, side.is_vertical());
                if taken {
                    return bad(format!("this lane of the bridge {to} is taken"));
                }
            }
            _ => {
                if line.contains(&to) {
                    return bad(format!("the line is on {to} already"));
                }
                if let Some((other, _)) = self.covers(to).find(|(other, _)| *other != color) {
                    let label = self.puzzle.labels()[other];
                    return Err(Problem::new(format!("{to} is taken by colour {label}"))
                        .hint(format!("rub it out with `x {to}`")));
                }
            }
        }
        Ok(())
    }

    fn lane_taken(&self, bridge: Cell, vertical: bool, color: usize) -> bool {
        let others = self.lines.iter().enumerate().filter(|(other, _)| *other != color);
        others.into_iter().any(|(_, line)| lane(&self.puzzle, line, bridge, vertical))
    }
}

/// Whether a line uses this lane of a bridge.
fn lane(puzzle: &Puzzle, line: &[Cell], bridge: Cell, vertical: bool) -> bool {
    line.windows(2).any(|step| {
        let other = match (step[0] == bridge, step[1] == bridge) {
            (true, _) => step[1],
            (_, true) => step[0],
            _ => return false,
        };
        puzzle.neighbors(bridge).any(|(side, cell)| cell == other && side.is_vertical() == vertical)
    })
}

impl Touch {
    /// The rule of this name.
    pub fn find(name: &str) -> Result<Self, Problem> {
        let all = [Self::Allow, Self::Forbid, Self::NoSquare];
        let found = all.into_iter().find(|touch| touch.name() == name);
        found.ok_or_else(|| Problem::new(format!("`{name}` is no rule: expected `allow`, `forbid` or `no-2x2`")))
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
                for (index, cell) in cells.iter().enumerate() {
                    write!(formatter, "{}{cell}", if index == 0 { "" } else { "-" })?;
                }
                Ok(())
            }
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
        Move::Draw(corners) if corners.len() < 2 => return Err(Problem::new("a line has at least two cells")),
        Move::Erase(cell) => {
            let Some((color, _)) = position.covers(*cell).next() else {
                return Err(Problem::new(format!("nothing is drawn on {cell}")));
            };
            next.lines[color].clear();
        }
        Move::Draw(corners) => {
            let tiles = position.puzzle.tiles();
            let first = corners[0];
            if let Some(outside) = corners.iter().find(|cell| !tiles.contains(**cell)) {
                let last = Cell::new(tiles.rows() - 1, tiles.columns() - 1);
                return Err(Problem::new(format!("{outside} lies outside this board, which ends at {last}")));
            }
            let color = match (tiles[first], position.covers(first).next()) {
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
            for corner in &corners[1..] {
                for cell in straight(&position.puzzle, line[line.len() - 1], *corner)? {
                    next.step(color, &line, cell)?;
                    line.push(cell);
                }
            }
            next.lines[color] = line;
        }
    }
    Ok(next)
}

/// The fewest cells of a line by which [`play`] draws it again.
pub fn corners(puzzle: &Puzzle, line: &[Cell]) -> Vec<Cell> {
    let mut corners = Vec::new();
    let mut at = 0;
    while at < line.len() {
        corners.push(line[at]);
        let drawn = |next: &usize| straight(puzzle, line[at], line[*next]).is_ok_and(|way| way == line[at + 1..=*next]);
        let next = (at + 1..line.len()).take_while(drawn).last();
        at = next.unwrap_or(at + 1);
    }
    corners
}

/// The cells after `from` on the straight way to `to`.
fn straight(puzzle: &Puzzle, from: Cell, to: Cell) -> Result<Vec<Cell>, Problem> {
    if puzzle.neighbors(from).any(|(_, cell)| cell == to) || from == to {
        return Ok(vec![to]);
    }
    if from.row != to.row && from.column != to.column {
        let names = format!("{}{}", column_name(to.column), from.row + 1);
        let message = format!("{from} and {to} are neither in one row nor in one column");
        return Err(Problem::new(message).hint(format!("name the corner between them, such as {names}")));
    }
    let toward =
        |here: u16, there: u16| if there > here { here + 1 } else { here.saturating_sub(u16::from(there < here)) };
    let mut cells = Vec::new();
    let mut cell = from;
    while cell != to {
        cell = Cell::new(toward(cell.row, to.row), toward(cell.column, to.column));
        cells.push(cell);
    }
    Ok(cells)
}

/// Every single step of every line, and every rubbing out.
pub fn moves(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    for (color, line) in position.lines.iter().enumerate() {
        let starts: Vec<Cell> = match line.last() {
            Some(&last) => vec![last],
            None => position.puzzle.dots()[color].to_vec(),
        };
        for start in starts {
            let beside = position.puzzle.neighbors(start).map(|(_, cell)| Move::Draw(vec![start, cell]));
            moves.extend(beside.filter(|action| play(position, action).is_ok()));
        }
        if let Some(&first) = line.first() {
            moves.push(Move::Erase(first));
        }
    }
    moves
}

/// Solved when no rule is broken.
pub fn status(position: &Position) -> Status {
    if position.violations().is_empty() { Status::Won { player: 0 } } else { Status::Playing { player: 0 } }
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
