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

use crate::format::State;
use crate::position::{Board, Piece};
use crate::rules::{self, FullRows, Placement};

/// What a player chooses: the size of the board, and what happens to full rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Columns of the board.
    pub columns: u16,
    /// Rows of the board.
    pub rows: u16,
    /// What happens to full rows.
    pub full_rows: FullRows,
}

impl Default for Setup {
    fn default() -> Self {
        Self { columns: 10, rows: 20, full_rows: FullRows::Clear }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keep = if self.full_rows == FullRows::Keep { "-keep" } else { "" };
        write!(formatter, "{}x{}{keep}", self.columns, self.rows)
    }
}

impl FromStr for Setup {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        if text.is_empty() {
            return Ok(Self::default());
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
                "`{shown}` is not a setup of Tetris: expected columns and rows from 1 to 1000, such as `10x20` or `10x20-keep`"
            )));
        };
        Ok(Self { columns, rows, full_rows })
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
}

impl TryFrom<Saved> for Position {
    type Error = Problem;

    fn try_from(saved: Saved) -> Result<Self, Problem> {
        let Saved { board, pieces, source, full_rows, cleared } = saved;
        Self { board, pieces, source, full_rows, cleared }.checked()
    }
}

impl Position {
    /// How many coming pieces a player sees.
    pub const SEEN: usize = 5;

    /// The first position of a seed.
    pub fn start(setup: &Setup, seed: u64) -> Result<Self, Problem> {
        let board = Board::empty(setup.rows, setup.columns).map_err(|error| Problem::new(error.to_string()))?;
        let source = Some(Source { seed, drawn: 0 });
        let mut position = Self { board, pieces: Vec::new(), source, full_rows: setup.full_rows, cleared: 0 };
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

    /// All placements of the piece that falls now.
    pub fn moves(&self) -> Vec<Placement> {
        self.pieces.first().map_or_else(Vec::new, |&piece| rules::placements(&self.board, piece).collect())
    }

    /// The position once the piece that falls now is placed.
    pub fn play(&self, placement: Placement) -> Result<Self, Problem> {
        let Some(&piece) = self.pieces.first() else {
            return Err(Problem::new("there is no piece left to place"));
        };
        let landing = rules::drop(&self.board, piece, placement, self.full_rows)
            .map_err(|refusal| Problem::new(format!("{piece} at `{placement}`: {refusal}")))?;
        let mut next = Self {
            board: landing.board,
            pieces: self.pieces[1..].to_vec(),
            cleared: self.cleared.saturating_add(u64::from(landing.cleared)),
            ..*self
        };
        next.draw();
        Ok(next)
    }

    /// Won once all pieces are placed, lost once the next one cannot be.
    pub fn status(&self) -> Status {
        match self.pieces.first() {
            None => Status::Won { player: 0 },
            Some(&piece) if rules::placements(&self.board, piece).next().is_none() => Status::Lost,
            Some(_) => Status::Playing { player: 0 },
        }
    }

    /// One line: rows, pieces, what happens to full rows, rows gone, and the source if there is one, such as
    /// `0000/0000/0440/4440,TOS,keep,0` or `…,TOSJL,clear,3,42.17`.
    pub fn write(&self) -> String {
        let board = self.board.to_string().replace('\n', "/");
        let pieces: String = self.pieces.iter().map(|piece| piece.letter()).collect();
        let rule = match self.full_rows {
            FullRows::Keep => "keep",
            FullRows::Clear => "clear",
        };
        let source = self.source.map_or(String::new(), |source| format!(",{}.{}", source.seed, source.drawn));
        format!("{board},{pieces},{rule},{}{source}", self.cleared)
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
        let board = board_of(board)?;
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
            [source] => Some(source_of(source).ok_or_else(|| Problem::new("the source is not `seed.drawn`"))?),
            _ => return Err(Problem::new("there are too many fields").into()),
        };
        Ok(Self { board, pieces, source, full_rows, cleared }.checked()?)
    }

    /// Refuses what no game leads to: a game by a seed always shows as many pieces as a player sees.
    fn checked(self) -> Result<Self, Problem> {
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
        position = position.play(Placement { rotation: 0, column: 0 }).unwrap();
        assert_eq!(position.status(), Status::Playing { player: 0 });
        let won = position.play(Placement { rotation: 0, column: 0 }).unwrap();
        assert_eq!(won.status(), Status::Won { player: 0 });
        assert!(won.play(Placement { rotation: 0, column: 0 }).is_err());
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
