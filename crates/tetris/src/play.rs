//! A game in progress: the board, the pieces to come, and where they come from.
//!
//! A game of a state file has the pieces of that file and is won when all of them are placed. A game of a seed goes on
//! for ever: piece number `n` is drawn from the seed and `n` alone, so that a position needs no generator.

use std::fmt;
use std::str::FromStr;

use azulejo_core::game::Status;
use azulejo_core::problem::{Problem, Problems};
use azulejo_core::random::Random;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fall::{self, Act, Fall, Mode};
use crate::format::State;
use crate::position::{Board, Piece};
use crate::rules::{self, FullRows, Placement};
use crate::srs::{COLUMNS, ROWS};

/// What a player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setup {
    /// Pieces are placed one after the other, in one's own time.
    Place {
        /// Columns of the board.
        columns: u16,
        /// Rows of the board.
        rows: u16,
        /// What happens to full rows.
        full_rows: FullRows,
    },
    /// The falling game.
    Fall(Mode),
}

impl Setup {
    /// Columns of the usual board.
    pub const COLUMNS: u16 = 10;
    /// Rows of the usual board.
    pub const ROWS: u16 = 20;
}

impl Default for Setup {
    fn default() -> Self {
        Self::Place { columns: Self::COLUMNS, rows: Self::ROWS, full_rows: FullRows::Clear }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { columns, rows, full_rows } => {
                let keep = if *full_rows == FullRows::Keep { "-keep" } else { "" };
                write!(formatter, "{columns}x{rows}{keep}")
            }
            Self::Fall(mode) => mode.fmt(formatter),
        }
    }
}

impl FromStr for Setup {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        if let Some(mode) = Mode::named(text) {
            return Ok(Self::Fall(mode));
        }
        let (size, full_rows) = match text.strip_suffix("-keep") {
            Some(size) => (size, FullRows::Keep),
            None => (text, FullRows::Clear),
        };
        let number = |text: &str| text.parse().ok().filter(|side| Board::SIDES.contains(side));
        let sides = size.split_once('x').and_then(|(columns, rows)| Some((number(columns)?, number(rows)?)));
        let Some((columns, rows)) = sides else {
            let shown: String = text.chars().take(24).collect();
            return Err(Problem::new(format!(
                "`{shown}` is not a setup of Tetris: expected columns and rows from 1 to 1000, such as `10x20` or `10x20-keep`, or `sprint` or `marathon`"
            )));
        };
        Ok(Self::Place { columns, rows, full_rows })
    }
}

/// One act of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece is placed.
    Place(Placement),
    /// Something is done in the falling game, or time passes.
    Act(Act),
}

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(placement) => placement.fmt(formatter),
            Self::Act(act) => act.fmt(formatter),
        }
    }
}

impl FromStr for Move {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        Act::read(text.trim()).map_or_else(|| text.parse().map(Self::Place), |act| Ok(Self::Act(act)))
    }
}

/// Where pieces come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Source {
    /// The seed: a number, or its digits above 2⁵³.
    #[serde(with = "azulejo_core::random::exact")]
    #[schemars(with = "azulejo_core::options::Seed")]
    pub seed: u64,
    /// How many pieces were drawn from it.
    pub drawn: u64,
}

/// A game at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Saved")]
#[schemars(rename = "TetrisPosition")]
pub struct Position {
    /// The board.
    pub board: Board,
    /// The pieces to come, the one that falls now first.
    pub pieces: Vec<Piece>,
    /// Where further pieces come from; nowhere in a game of a state file.
    pub source: Option<Source>,
    /// What happens to full rows.
    pub full_rows: FullRows,
    /// Rows that vanished so far.
    pub cleared: u64,
    /// What falls by itself, in the falling game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fall: Option<Box<Fall>>,
}

/// A position as it comes in, before it is checked.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TetrisPosition")]
struct Saved {
    /// The board.
    board: Board,
    /// The pieces to come, the one that falls now first.
    pieces: Vec<Piece>,
    /// Where further pieces come from; nowhere in a game of a state file.
    source: Option<Source>,
    /// What happens to full rows.
    full_rows: FullRows,
    /// Rows that vanished so far.
    cleared: u64,
    /// What falls by itself, in the falling game.
    #[serde(default)]
    fall: Option<Box<Fall>>,
}

impl TryFrom<Saved> for Position {
    type Error = Problem;

    fn try_from(saved: Saved) -> Result<Self, Problem> {
        let Saved { board, pieces, source, full_rows, cleared, fall } = saved;
        Self { board, pieces, source, full_rows, cleared, fall }.checked()
    }
}

impl Position {
    /// How many coming pieces a player sees.
    pub const SEEN: usize = 5;

    /// The first position of a seed.
    pub fn start(setup: &Setup, seed: u64) -> Result<Self, Problem> {
        let (columns, rows, full_rows) = match *setup {
            Setup::Fall(mode) => return Fall::start(mode, seed),
            Setup::Place { columns, rows, full_rows } => (columns, rows, full_rows),
        };
        let board = Board::empty(rows, columns).map_err(|error| Problem::new(error.to_string()))?;
        let source = Some(Source { seed, drawn: 0 });
        let mut position = Self { board, pieces: Vec::new(), source, full_rows, cleared: 0, fall: None };
        position.draw();
        Ok(position)
    }

    /// The position of a state.
    pub fn of(state: &State) -> Self {
        Self {
            board: state.board.clone(),
            pieces: state.planned().to_vec(),
            source: None,
            full_rows: FullRows::Keep,
            cleared: 0,
            fall: None,
        }
    }

    fn draw(&mut self) {
        if let Some(source) = &mut self.source {
            while self.pieces.len() < Self::SEEN {
                let number = Random::new(source.seed).branch(source.drawn).index(Piece::ALL.len());
                self.pieces.push(Piece::ALL[number]);
                source.drawn = source.drawn.wrapping_add(1);
            }
        }
    }

    /// Everything that can be done: all placements of the piece that falls now, or the acts of the falling game.
    pub fn moves(&self) -> Vec<Move> {
        match &self.fall {
            None => self.placements().into_iter().map(Move::Place).collect(),
            Some(fall) => fall::act::acts(self, fall).into_iter().map(Move::Act).collect(),
        }
    }

    /// All placements of the piece that falls now, dropped from the top.
    pub fn placements(&self) -> Vec<Placement> {
        self.pieces.first().map_or_else(Vec::new, |&piece| rules::placements(&self.board, piece).collect())
    }

    /// The position after a move.
    pub fn play(&self, action: Move) -> Result<Self, Problem> {
        match (action, &self.fall) {
            (Move::Act(act), _) => fall::act::play(self, act),
            (Move::Place(placement), None) => self.place(placement),
            (Move::Place(placement), Some(_)) => Err(Problem::new(format!(
                "`{placement}` places a piece, but here they fall: expected an act such as `left`, `cw`, `drop`, `tick 1`"
            ))),
        }
    }

    /// The position once the piece that falls now is placed.
    pub fn place(&self, placement: Placement) -> Result<Self, Problem> {
        let Some(&piece) = self.pieces.first() else {
            return Err(Problem::new("there is no piece left to place"));
        };
        let landing = rules::drop(&self.board, piece, placement, self.full_rows)
            .map_err(|refusal| Problem::new(format!("{piece} at `{placement}`: {refusal}")))?;
        let mut next = Self {
            board: landing.board,
            pieces: self.pieces[1..].to_vec(),
            cleared: self.cleared.saturating_add(u64::from(landing.cleared)),
            source: self.source,
            full_rows: self.full_rows,
            fall: None,
        };
        next.draw();
        Ok(next)
    }

    /// Won once all pieces are placed, lost once the next one cannot be; the falling game has its own goals.
    pub fn status(&self) -> Status {
        if let Some(fall) = &self.fall {
            return fall.status(self.cleared);
        }
        match self.pieces.first() {
            None => Status::Won { player: 0 },
            Some(&piece) if rules::placements(&self.board, piece).next().is_none() => Status::Lost,
            Some(_) => Status::Playing { player: 0 },
        }
    }

    /// One line: rows, pieces, what happens to full rows, rows gone, and the source if there is one, such as
    /// `0000/0000/0440/4440,TOS,keep,0` or `…,TOSJL,clear,3,42.17`. The falling game has a field more, and leaves out the
    /// empty rows above.
    pub fn write(&self) -> String {
        let board = match self.fall {
            None => self.board.to_string().replace('\n', "/"),
            Some(_) => self.filled_rows(),
        };
        let pieces: String = self.pieces.iter().map(|piece| piece.letter()).collect();
        let rule = match self.full_rows {
            FullRows::Keep => "keep",
            FullRows::Clear => "clear",
        };
        let source = self.source.map_or(String::new(), |source| format!(",{}.{}", source.seed, source.drawn));
        let fall = self.fall.as_deref().map_or(String::new(), |fall| format!(",{}", fall::text::write(fall)));
        format!("{board},{pieces},{rule},{}{source}{fall}", self.cleared)
    }

    /// The rows from the highest that is not empty, and at least one.
    fn filled_rows(&self) -> String {
        let highest = self.board.heights().into_iter().max().unwrap_or(0).max(1);
        let text = self.board.to_string();
        let rows: Vec<&str> = text.lines().skip(usize::from(self.board.rows() - highest)).collect();
        rows.join("/")
    }

    /// Reads such a line, or a state file.
    pub fn read(text: &str) -> Result<Self, Problems> {
        let line = text.trim();
        if !line.contains(',') || line.contains(char::is_whitespace) {
            return State::read(text).map(|state| Self::of(&state));
        }
        let fields: Vec<&str> = line.split(',').collect();
        let [board, pieces, rule, cleared, source @ ..] = fields.as_slice() else {
            return Err(
                Problem::new("expected rows, pieces, `keep` or `clear`, and rows gone, with `,` between").into()
            );
        };
        let (board, fall) = match source {
            [_, text] => {
                let fall =
                    fall::text::read(text).ok_or_else(|| Problem::new("what falls is not as it is written here"))?;
                (tall(board)?, Some(Box::new(fall)))
            }
            _ => (board_of(board)?, None),
        };
        let pieces: Option<Vec<Piece>> = pieces.chars().map(Piece::from_letter).collect();
        let pieces = pieces.ok_or_else(|| Problem::new("the pieces are not letters of I Z S L J O T"))?;
        let full_rows = match *rule {
            "keep" => FullRows::Keep,
            "clear" => FullRows::Clear,
            _ => return Err(Problem::new("expected `keep` or `clear` after the pieces").into()),
        };
        let cleared = cleared.parse().map_err(|_| Problem::new("the number of rows gone is not a number"))?;
        let source = match source {
            [] => None,
            [source] | [source, _] => {
                Some(source_of(source).ok_or_else(|| Problem::new("the source is not `seed.drawn`"))?)
            }
            _ => return Err(Problem::new("there are too many fields").into()),
        };
        Ok(Self { board, pieces, source, full_rows, cleared, fall }.checked()?)
    }

    /// Refuses what no game leads to: a game by a seed always shows as many pieces as a player sees.
    fn checked(self) -> Result<Self, Problem> {
        if let Some(fall) = &self.fall {
            return fall::checked(&self, fall).map(|()| self);
        }
        let (count, seen) = (self.pieces.len(), Self::SEEN);
        if self.source.is_some() && count != seen {
            return Err(Problem::new(format!("a game by a seed shows {seen} pieces to come, not {count}")));
        }
        Ok(self)
    }
}

fn board_of(text: &str) -> Result<Board, Problems> {
    let rows: Vec<&str> = text.split('/').collect();
    crate::format::read_rows(&rows)
}

/// The board of the falling game, of its lowest rows.
fn tall(text: &str) -> Result<Board, Problems> {
    let missing = ROWS.saturating_sub(text.split('/').count());
    board_of(&format!("{}{text}", format!("{}/", "0".repeat(COLUMNS)).repeat(missing)))
}

fn source_of(text: &str) -> Option<Source> {
    let (seed, drawn) = text.split_once('.')?;
    Some(Source { seed: seed.parse().ok()?, drawn: drawn.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_setup_is_columns_by_rows() {
        for text in ["10x20", "1x1000", "6x12-keep"] {
            assert_eq!(text.parse::<Setup>().unwrap().to_string(), text);
        }
        for text in ["10", "0x20", "10x1001", "10x20-clear", "x", "10x20x5"] {
            assert!(text.parse::<Setup>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_pieces_of_a_seed_never_change() {
        let mut position = Position::start(&Setup::default(), 42).unwrap();
        let mut letters = String::new();
        while letters.len() < 12 {
            letters.push(position.pieces[0].letter());
            position = position.play(position.moves()[0]).unwrap();
        }
        assert_eq!(letters, "OZIOZLTOSIZS");
    }

    #[test]
    fn a_game_of_a_state_is_won_when_all_is_placed_and_lost_when_not() {
        let mut position = Position::read("0000/0000/0000/0000/0000,OI,keep,0").unwrap();
        position = position.place(Placement { rotation: 0, column: 0 }).unwrap();
        assert_eq!(position.status(), Status::Playing { player: 0 });
        let won = position.place(Placement { rotation: 0, column: 0 }).unwrap();
        assert_eq!(won.status(), Status::Won { player: 0 });
        assert!(won.place(Placement { rotation: 0, column: 0 }).is_err());
        let lost = Position::read("1111/0000/0000/0000,O,keep,0").unwrap();
        assert_eq!(lost.status(), Status::Lost);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in ".{0,60}") {
            let _ = Position::read(&text);
            let _ = text.parse::<Setup>();
        }

        #[test]
        fn near_misses_do_not_panic(text in "[0-9O/]{0,30},[IZSLJOT]{0,6},(keep|clear|x),[0-9]{0,4}(,[0-9.]{0,6})?") {
            if let Ok(position) = Position::read(&text) {
                prop_assert_eq!(Position::read(&position.write()), Ok(position));
            }
        }
    }
}
