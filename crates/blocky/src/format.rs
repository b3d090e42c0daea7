//! Every text form: the board as JSON, the printed tree, a list of moves, a position in one word.
//!
//! A board is `{"max_depth":2,"board":[[0,1,1,3],2,1,3]}`: a number is a colour, a list the four children. Other members
//! are passed over, so that any answer that contains a board is a board; a tree alone is one as deep as it goes.
//! The reader names every problem with its line and column, and refuses what could not be a board before building it.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use azulejo_core::problem::{Problem, Problems};
use serde::Deserialize;

use crate::board::{Block, Board, Color, MAX_DEPTH, Path, Tree};
use crate::layout::square_of;
use crate::position::{Position, Setup};
use crate::rules::Move;

pub use literal::{read_literal, write_literal};
pub use scan::{Kind, Value, scan};

mod json;
mod literal;
mod scan;

/// More text than any board needs: the largest has 65,536 cells and 21,845 divided blocks.
const LONGEST_TEXT: usize = 4 << 20;

impl fmt::Display for Board {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{{\"max_depth\":{},\"board\":{}}}", self.depth(), self.to_tree())
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solid(color) => write!(formatter, "{}", color.index()),
            Self::Divided(children) => {
                let [first, second, third, fourth] = &**children;
                write!(formatter, "[{first},{second},{third},{fourth}]")
            }
        }
    }
}

impl FromStr for Board {
    type Err = Problems;

    fn from_str(text: &str) -> Result<Self, Problems> {
        board_of(&scanned(text)?)
    }
}

fn scanned(text: &str) -> Result<Value, Problem> {
    if text.len() > LONGEST_TEXT {
        return Err(Problem::new("it is larger than 4 MiB, too large for a board"));
    }
    scan(text)
}

fn board_of(value: &Value) -> Result<Board, Problems> {
    let (tree, depth) = match &value.kind {
        Kind::Object(_) => {
            let tree = value.member("board").ok_or_else(|| {
                value
                    .problem("there is no member `board`")
                    .hint(r#"a board looks like {"max_depth":2,"board":[[0,1,1,3],2,1,3]}"#)
            })?;
            (tree, value.member("max_depth").map(depth_of).transpose()?)
        }
        _ => (value, None),
    };
    read_board(tree, depth)
}

/// The board of a tree, of the depth given or as deep as it goes.
fn read_board(value: &Value, depth: Option<u8>) -> Result<Board, Problems> {
    let mut problems = Vec::new();
    let mut deepest = 0;
    let tree = read_tree(value, Path::ROOT, depth.unwrap_or(MAX_DEPTH), &mut deepest, &mut problems);
    let tree = Problems::none_or(problems, || tree)?;
    Board::from_tree(depth.unwrap_or(deepest), &tree).map_err(|bad| value.problem(bad.to_string()).into())
}

fn depth_of(value: &Value) -> Result<u8, Problem> {
    match value.number() {
        Some(depth) if depth <= u64::from(MAX_DEPTH) => Ok(depth as u8),
        _ => Err(value.problem(format!("max_depth is {}: expected a number from 0 to {MAX_DEPTH}", value.shown()))),
    }
}

/// The tree of a value. After a problem the rest is still read, for the problems it has; the tree is then of no use.
fn read_tree(value: &Value, path: Path, depth: u8, deepest: &mut u8, problems: &mut Vec<Problem>) -> Tree {
    *deepest = (*deepest).max(path.level());
    let nothing = Tree::Solid(Color::Blue);
    match &value.kind {
        Kind::List(children) => {
            let [first, second, third, fourth] = &children[..] else {
                problems.push(value.problem(format!(
                    "block {path} is divided into {}: expected 4 blocks (upper right, upper left, lower left, lower right)",
                    children.len()
                )));
                for (step, child) in children.iter().take(4).enumerate() {
                    read_tree(child, path.child(step).unwrap_or(path), depth.max(path.level() + 1), deepest, problems);
                }
                return nothing;
            };
            if path.level() >= depth {
                problems
                    .push(value.problem(format!(
                        "block {path} is divided, though level {depth} is the deepest of this board"
                    )));
                return nothing;
            }
            let mut step = 0;
            Tree::Divided(Box::new([first, second, third, fourth].map(|child| {
                // Above the deepest level every block has children.
                let below = path.child(step).unwrap_or(path);
                step += 1;
                read_tree(child, below, depth, deepest, problems)
            })))
        }
        _ => value.number().and_then(Color::from_index).map_or_else(
            || {
                problems.push(value.problem(format!(
                    "block {path} is {}: expected a colour from 0 to 3 or a list of four blocks",
                    value.shown()
                )));
                nothing
            },
            Tree::Solid,
        ),
    }
}

/// A position: as JSON, as one word, or a board alone, on which the game of the setup begins. An answer that contains a
/// position is one too.
pub fn read_position(setup: &Setup, text: &str) -> Result<Position, Problems> {
    #[derive(Deserialize)]
    struct Answer {
        position: Position,
    }
    let trimmed = text.trim();
    if !trimmed.starts_with(['{', '[']) && trimmed.len() > 1 {
        return Ok(read_literal(setup, trimmed)?);
    }
    let value = scanned(text)?;
    let is_there =
        |name| value.member(name).is_some_and(|member| matches!(member.kind, Kind::List(_) | Kind::Object(_)));
    // Only a whole position has players.
    let position = if is_there("players") && is_there("random") {
        serde_json::from_str(text)
    } else if is_there("position") {
        serde_json::from_str(text).map(|Answer { position }| position)
    } else {
        return Ok(setup.position(board_of(&value)?));
    };
    position.map_err(|error| {
        let text = error.to_string();
        let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
        Problem::new(format!("this is not a position: {message}")).at(error.line().max(1), error.column().max(1)).into()
    })
}

/// The tree as the original prints it: a line a block, indented by its level.
pub fn printed_tree(board: &Board, size: u32) -> String {
    let mut text = String::new();
    for path in board.paths() {
        let square = square_of(path, size);
        let indent = usize::from(path.level()) * 2;
        let name = match board.block(path) {
            Some(Block::Solid(color)) => format!("{}: ", color.name()),
            _ => String::new(),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:indent$}{name}pos=({}, {}), size={}, level={}",
            "",
            square.x,
            square.y,
            square.size,
            path.level()
        );
    }
    text
}

/// Moves separated by `;` or line ends; a place in the text names each that is wrong.
pub fn read_moves(text: &str) -> Result<Vec<Move>, Problems> {
    let mut problems = Vec::new();
    let mut moves = Vec::new();
    for (line_index, line) in text.lines().enumerate() {
        let mut column = 1;
        for part in line.split(';') {
            let words = part.trim();
            if !words.is_empty() {
                let before = part.chars().take_while(|letter| letter.is_whitespace()).count();
                match words.parse::<Move>() {
                    Ok(parsed) => moves.push(parsed),
                    Err(error) => problems.push(Problem::new(error.to_string()).at(line_index + 1, column + before)),
                }
            }
            column += part.chars().count() + 1;
        }
    }
    Problems::none_or(problems, || moves)
}

/// Moves as one line that [`read_moves`] reads.
pub fn write_moves(moves: &[Move]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_problem(text: &str, expected: &str) {
        let problems = text.parse::<Board>().expect_err(text);
        assert_eq!(problems.to_string(), expected, "{text}");
    }

    #[test]
    fn a_board_is_read_as_it_was_written() {
        for text in [
            r#"{"max_depth":2,"board":[[0,1,1,3],2,1,3]}"#,
            r#"{"max_depth":0,"board":3}"#,
            r#"{"max_depth":8,"board":[3,3,3,3]}"#,
        ] {
            let board: Board = text.parse().unwrap();
            assert_eq!(board.to_string(), text);
            assert_eq!(serde_json::to_string(&board).unwrap(), text);
            assert_eq!(serde_json::from_str::<Board>(text).unwrap(), board);
        }
    }

    #[test]
    fn other_members_are_passed_over_and_the_depth_may_be_left_out() {
        let wanted: Board = r#"{"max_depth":2,"board":[[0,1,1,3],2,1,3]}"#.parse().unwrap();
        let answer = "{\n  \"game\": \"bl\\u006fcky\",\n  \"board\": [[0, 1, 1, 3], 2, 1, 3],\n  \"performed\": [true, null, {\"a\": -1.5e3}],\n  \"max_depth\": 2\n}\n";
        assert_eq!(answer.parse::<Board>().unwrap(), wanted);
        assert_eq!("[[0,1,1,3],2,1,3]".parse::<Board>().unwrap(), wanted);
        assert_eq!("2".parse::<Board>().unwrap(), Board::solid(0, Color::Green));
    }

    #[test]
    fn problems_are_named_with_their_places() {
        check_problem(
            "{\"max_depth\":2,\n \"board\":[[0,1,7],2,-1,\"x\"]}",
            "2:11: block 0 is divided into 3: expected 4 blocks (upper right, upper left, lower left, lower right)\n\
             2:16: block 0.2 is 7: expected a colour from 0 to 3 or a list of four blocks\n\
             2:21: block 2 is -1: expected a colour from 0 to 3 or a list of four blocks\n\
             2:24: block 3 is a text: expected a colour from 0 to 3 or a list of four blocks",
        );
        check_problem(
            r#"{"max_depth":1,"board":[[0,1,1,3],2,1,3]}"#,
            "1:25: block 0 is divided, though level 1 is the deepest of this board",
        );
        check_problem(r#"{"max_depth":9,"board":1}"#, "1:14: max_depth is 9: expected a number from 0 to 8");
        check_problem(r#"{"max_depth":2}"#, "1:1: there is no member `board`");
        check_problem("[0,1,2", "1:7: the text ends here: expected `,` or `]`");
        check_problem("[0,1,2,3] 4", "1:11: '4' after the end of the value");
        check_problem("[0,1,,3]", "1:6: ',' is not the start of a value");
        check_problem("", "1:1: the text ends here: expected a value");
        check_problem("{\"board\" 3}", "1:10: '3' found: expected `:`");
        check_problem("[0,1,2,1e0]", "1:8: block 3 is 1e0: expected a colour from 0 to 3 or a list of four blocks");
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,60}", json in "[\\[\\]{}:,\"0-9a-e \\\\]{0,60}", word in "[0-8x.trgps-]{0,40}") {
            for text in [text, json, word] {
                let _ = text.parse::<Board>();
                let _ = text.parse::<Setup>();
                let _ = read_moves(&text);
                let _ = read_position(&Setup::default(), &text);
                let _ = read_literal(&Setup::default(), &text);
            }
        }
    }

    #[test]
    fn absurd_texts_are_refused_without_harm() {
        assert!("[".repeat(100_000).parse::<Board>().is_err());
        assert!("{\"a\":".repeat(100_000).parse::<Board>().is_err());
        assert!("0,".repeat(4 << 20).parse::<Board>().is_err());
        let deep = format!("{}1{}", "[0,1,2,".repeat(9), "]".repeat(9));
        assert!(deep.parse::<Board>().is_err());
    }

    #[test]
    fn the_printed_tree_is_indented_by_level() {
        let board: Board = "[[0,1,1,3],2,1,3]".parse().unwrap();
        let text = printed_tree(&board, 750);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "pos=(0, 0), size=750, level=0");
        assert_eq!(lines[1], "  pos=(375, 0), size=375, level=1");
        assert_eq!(lines[2], "    Pacific Point: pos=(563, 0), size=188, level=2");
        assert_eq!(lines[6], "  Old Olive: pos=(0, 0), size=375, level=1");
        assert_eq!(lines.len(), 9);
    }

    #[test]
    fn moves_are_read_as_they_were_written() {
        let text = "swap_h 0; rotate_cw root; smash 2.1; paint 0.0 3; combine 1; pass";
        let moves = read_moves(text).unwrap();
        assert_eq!(write_moves(&moves), text);
        assert_eq!(
            read_moves("swap_h 0;\n\n rotate_cw root\nsmash 2.1; paint 0.0 3;;combine 1; pass root;").unwrap(),
            moves
        );
    }

    #[test]
    fn bad_moves_are_named_with_their_places() {
        let problems = read_moves("swap_h 0; spin 1\n smash; swap_v 4; paint 0 7; swap_h 0 1").unwrap_err();
        assert_eq!(
            problems.to_string(),
            "1:11: `spin` is not a move: expected swap_h, swap_v, rotate_cw, rotate_ccw, smash, paint, combine or pass\n\
             2:2: `smash` needs a block, such as `smash 0.2` or `smash root`\n\
             2:9: `4` is not a block: expected `root` or steps from 0 to 3 with dots between, such as `0.2`, at most 8\n\
             2:19: `paint` needs a block and a colour from 0 to 3, such as `paint 0.2 1`\n\
             2:30: `1` is one word too many: moves are separated by `;`"
        );
    }
}
