//! The rules: painting a region, the end of the game, and the checker that every solution must pass.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use azulejo_core::game::{Status, Violation as Broken};
use azulejo_core::grid::Cell;
use azulejo_core::problem::Problem;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::position::{Board, Color, Level, Place, Position, Terms, VOID};
use crate::region::RegionGraph;

/// Where a move is made: a cell of a board, or a vertex of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// `E1`
    Cell(Cell),
    /// `17`, from 0
    Vertex(Place),
}

impl Spot {
    /// How a place of this board is named.
    pub fn of(board: &Board, place: Place) -> Self {
        board.layout().cell(place).map_or(Self::Vertex(place), Self::Cell)
    }

    /// The place it names on this board, if there is one. Vertex numbers name the cells of a board too.
    pub fn place(self, board: &Board) -> Option<Place> {
        match self {
            Self::Cell(cell) => board.layout().place(cell),
            Self::Vertex(vertex) => ((vertex as usize) < board.layout().len()).then_some(vertex),
        }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell(cell) => cell.fmt(formatter),
            Self::Vertex(vertex) => vertex.fmt(formatter),
        }
    }
}

/// A move: the region at a spot gets a colour. Written `E1 3`, or `17 3` on a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Any place of the region.
    pub spot: Spot,
    /// Its new colour.
    pub color: Color,
}

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.spot, self.color)
    }
}

impl FromStr for Move {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let bad = || {
            let shown: String = text.chars().filter(|letter| !letter.is_control()).take(24).collect();
            Problem::new(format!("`{shown}` is not a move: expected a cell and a colour, such as `F4 2`"))
        };
        let mut words = text.split_whitespace();
        let (Some(spot), Some(color), None) = (words.next(), words.next(), words.next()) else { return Err(bad()) };
        let digits = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let spot = if digits(spot) {
            Spot::Vertex(spot.parse().map_err(|_| bad())?)
        } else {
            Spot::Cell(spot.parse().map_err(|_| bad())?)
        };
        if !digits(color) {
            return Err(bad());
        }
        Ok(Self { spot, color: color.parse().map_err(|_| bad())? })
    }
}

impl Serialize for Move {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Move {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "KamiMove".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^\\s*([A-Za-z]{1,4}[0-9]+|[0-9]+)\\s+[0-9]+\\s*$" })
    }
}

/// Why a move cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Beyond the board.
    #[error("{0} is not on the board")]
    Outside(Spot),
    /// Nothing to paint there.
    #[error("{0} is a void: there is nothing to paint")]
    Void(Spot),
    /// A colour the player does not have.
    #[error("colour {color} is not one of 1 to {colors}")]
    Color {
        /// The colour asked for.
        color: Color,
        /// The colours there are.
        colors: u32,
    },
}

/// The place a spot names, if it can be painted.
pub fn paintable(board: &Board, spot: Spot) -> Result<Place, Illegal> {
    let place = spot.place(board).ok_or(Illegal::Outside(spot))?;
    if board.color(place) == Some(VOID) { Err(Illegal::Void(spot)) } else { Ok(place) }
}

/// Whether this move may be made on this board; the place it paints. Colours on the board beyond those on offer can be
/// painted over, not with.
pub fn allowed(board: &Board, terms: Terms, asked: Move) -> Result<Place, Illegal> {
    let place = paintable(board, asked.spot)?;
    if terms.offer(asked.color) {
        return Ok(place);
    }
    Err(Illegal::Color { color: asked.color, colors: terms.colors.unwrap_or(Color::MAX) })
}

/// The places of the region that a place belongs to, found as a fire spreads through grass; none for a void.
pub fn region(board: &Board, place: Place) -> Vec<Place> {
    let Some(color) = board.color(place).filter(|&color| color != VOID) else { return Vec::new() };
    let mut burnt = vec![false; board.colors().len()];
    let mut region = vec![place];
    burnt[place as usize] = true;
    let mut next = 0;
    while next < region.len() {
        for neighbor in board.layout().neighbors(region[next]) {
            if board.color(neighbor) == Some(color) && !std::mem::replace(&mut burnt[neighbor as usize], true) {
                region.push(neighbor);
            }
        }
        next += 1;
    }
    region
}

/// Paints the region of a place. Its own colour changes nothing, and neither does colour 0.
#[must_use]
pub fn paint(board: &Board, place: Place, color: Color) -> Board {
    let mut painted = board.clone();
    if color != VOID {
        for place in region(board, place) {
            painted.set(place, color);
        }
    }
    painted
}

/// The one colour of a board that has only one.
pub fn single_color(board: &Board) -> Option<Color> {
    let mut colors = board.colors().iter().copied().filter(|&color| color != VOID);
    let first = colors.next()?;
    colors.all(|color| color == first).then_some(first)
}

/// Whether the game is won: one colour everywhere, and the target where there is one.
pub fn is_won(board: &Board, target: Option<Color>) -> bool {
    single_color(board).is_some_and(|color| target.is_none_or(|target| target == color))
}

/// What a list of moves fails to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// A move that cannot be made.
    #[error("move {}: {reason}", index + 1)]
    Illegal {
        /// Which move, from 0.
        index: usize,
        /// Why not.
        reason: Illegal,
    },
    /// The board does not end in one colour, or not in the target.
    #[error("the board is not of one colour in the end, or not of the colour it must end in")]
    Unfinished,
}

/// Plays moves on a board and checks that they win it.
pub fn check(board: &Board, terms: Terms, moves: &[Move]) -> Result<(), Violation> {
    let mut board = board.clone();
    for (index, &played) in moves.iter().enumerate() {
        let place = allowed(&board, terms, played).map_err(|reason| Violation::Illegal { index, reason })?;
        board = paint(&board, place, played.color);
    }
    if is_won(&board, terms.target) { Ok(()) } else { Err(Violation::Unfinished) }
}

/// The position after a move, or why it cannot be made. A region painted its own colour changes nothing and costs
/// nothing.
pub fn play(position: &Position, action: Move) -> Result<Position, Problem> {
    match status(position) {
        Status::Playing { .. } => {}
        Status::Won { .. } => return Err(Problem::new("the board is of one colour: the game is over")),
        _ => return Err(Problem::new("no move is left: the game is over")),
    }
    let level = &position.level;
    let place = allowed(&level.board, level.terms(), action).map_err(|illegal| Problem::new(illegal.to_string()))?;
    let mut next = position.clone();
    if level.board.color(place) != Some(action.color) {
        next.level.board = paint(&level.board, place, action.color);
        next.used += 1;
    }
    Ok(next)
}

/// Whether the board is won, the moves are used up, or the game goes on.
pub fn status(position: &Position) -> Status {
    let Level { board, colors, target, .. } = &position.level;
    let single = single_color(board);
    if single.is_some_and(|color| target.is_none_or(|target| target == color)) {
        Status::Won { player: 0 }
    } else if position.left() == 0 || (single == Some(1) && *colors == 1) {
        // A board of the only colour there is, and that the wrong one, cannot be painted on.
        Status::Lost
    } else {
        Status::Playing { player: 0 }
    }
}

/// Every move that changes something: each region by its first place, with each other colour.
pub fn moves(position: &Position) -> Vec<Move> {
    if !matches!(status(position), Status::Playing { .. }) {
        return Vec::new();
    }
    let board = &position.level.board;
    let graph = RegionGraph::of(board);
    let of_region = |region| {
        let spot = Spot::of(board, graph.first(region));
        let own = graph.color(region);
        (1..=position.level.colors).filter(move |&color| color != own).map(move |color| Move { spot, color })
    };
    (0..graph.len() as u32).flat_map(of_region).take(MOST_MOVES).collect()
}

/// A list longer than this helps nobody.
const MOST_MOVES: usize = 100_000;

/// What the board still lacks: one colour, and the right one.
pub fn broken(position: &Position) -> Vec<Broken> {
    let board = &position.level.board;
    let graph = RegionGraph::of(board);
    let cells = |wrong: &dyn Fn(Color) -> bool| {
        (0..graph.len() as u32)
            .filter(|&region| wrong(graph.color(region)))
            .filter_map(|region| board.layout().cell(graph.first(region)))
            .collect()
    };
    let mut broken = Vec::new();
    if single_color(board).is_none() {
        let first = graph.color(0);
        let mut colors: Vec<Color> = graph.colors().to_vec();
        colors.sort_unstable();
        colors.dedup();
        broken.push(Broken {
            code: "one_color",
            message: format!("the board has {} colours in {} regions", colors.len(), graph.len()),
            cells: cells(&|color| color != first),
        });
    }
    if let Some(target) = position.level.target.filter(|&target| !is_won(board, Some(target))) {
        broken.push(Broken {
            code: "target_color",
            message: format!("not everything has colour {target}"),
            cells: cells(&|color| color != target),
        });
    }
    if position.used > position.level.moves {
        let (used, moves) = (position.used, position.level.moves);
        broken.push(Broken { code: "move_limit", message: format!("{used} moves of {moves}"), cells: Vec::new() });
    }
    broken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Layout;

    fn board(rows: u16, columns: u16, colors: &[Color]) -> Board {
        Board::new(Layout::Square { rows, columns }, colors.to_vec()).unwrap()
    }

    #[test]
    fn paint_fills_one_region_and_nothing_else() {
        let before = board(2, 4, &[1, 1, 2, 1, 1, 2, 2, 1]);
        assert_eq!(paint(&before, 0, 3).colors(), [3, 3, 2, 1, 3, 2, 2, 1]);
        assert_eq!(paint(&before, 6, 1).colors(), [1; 8]);
    }

    #[test]
    fn painting_a_region_its_own_colour_changes_nothing() {
        let before = board(1, 3, &[1, 1, 2]);
        assert_eq!(paint(&before, 0, 1), before);
    }

    #[test]
    fn voids_are_neither_painted_nor_crossed() {
        let before = board(1, 3, &[1, 0, 1]);
        assert_eq!(paint(&before, 0, 2).colors(), [2, 0, 1]);
        assert_eq!(
            paintable(&before, "B1 1".parse::<Move>().unwrap().spot).unwrap_err().to_string(),
            "B1 is a void: there is nothing to paint"
        );
        assert_eq!(single_color(&before), Some(1));
        assert!(!is_won(&before, Some(2)));
    }

    #[test]
    fn moves_read_and_write_the_same() {
        for text in ["E1 3", "AB12 7", "17 2"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        assert_eq!("f4   2".parse::<Move>().unwrap().to_string(), "F4 2");
        for text in ["", "F4", "F4 x", "F4 -1", "F4 2 3", "4F 2", "F4 99999999999", "F4 +2"] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_checker_names_what_is_wrong() {
        let before = board(1, 3, &[1, 2, 3]);
        let moves = |text: &str| text.split(", ").map(|text| text.parse().unwrap()).collect::<Vec<Move>>();
        let any = Terms::default();
        assert_eq!(check(&before, any, &moves("B1 1, B1 3")), Ok(()));
        assert_eq!(check(&before, Terms { target: Some(1), ..any }, &moves("B1 1, B1 3")), Err(Violation::Unfinished));
        assert_eq!(check(&before, any, &moves("B1 1")), Err(Violation::Unfinished));
        let refused = |terms, text: &str| check(&before, terms, &moves(text)).unwrap_err().to_string();
        assert_eq!(refused(any, "B1 1, D1 3"), "move 2: D1 is not on the board");
        let two = Terms { colors: Some(2), ..any };
        assert_eq!(refused(two, "B1 1, B1 3"), "move 2: colour 3 is not one of 1 to 2");
        assert_eq!(check(&before, two, &moves("C1 2, B1 1")), Ok(()));
    }
}
