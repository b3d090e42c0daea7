//! A position in one word, short enough for an address: `2xx0113213.w10-human-smart2.t3.gblob02`.
//!
//! First the depth and the blocks, depth first: `x` for a divided one, a digit for a colour. Then, after dots, `w` the
//! turns, who plays and by which rules, `t` the moves made, `r` the generator's seed and place, `g` the goal and the
//! players' colours, `p` the points paid and `s` the smashes made, with `-` between players. What is left out is as in a
//! new game of the setup.

use std::fmt::Write as _;

use azulejo_core::problem::Problem;
use azulejo_core::random::Random;

use crate::board::{Block, Board, Color, MAX_DEPTH, Path, Tree};
use crate::goal::Aim;
use crate::position::{Position, Seat, Setup};
use crate::rules::Rules;

/// The position in one word.
pub fn write_literal(position: &Position) -> String {
    let board = &position.board;
    let mut text = board.depth().to_string();
    for path in board.paths() {
        match board.block(path) {
            // Numbers are from 0 to 3.
            Some(Block::Solid(color)) => text.push(char::from(b'0' + color as u8)),
            _ => text.push('x'),
        }
    }
    let seats = position.seats();
    // Writing to a string cannot fail.
    let _ = write!(text, ".w{}", position.turns);
    for seat in seats {
        let _ = write!(text, "-{}", seat.player);
    }
    if position.rules == Rules::Later {
        let _ = write!(text, "-{}", position.rules.name());
    }
    if position.turn > 0 {
        let _ = write!(text, ".t{}", position.turn);
    }
    if position.random != Random::new(0) {
        let _ = write!(text, ".r{}-{}", position.random.seed(), position.random.drawn());
    }
    let colors: String = seats.iter().map(|seat| seat.aim.color.index().to_string()).collect();
    let _ = write!(text, ".g{}{colors}", seats[0].aim.kind);
    let counts: [(char, fn(&Seat) -> u32); 2] = [('p', |seat| seat.penalty), ('s', |seat| seat.smashed)];
    for (letter, count) in counts {
        if seats.iter().any(|seat| count(seat) > 0) {
            let numbers: Vec<String> = seats.iter().map(|seat| count(seat).to_string()).collect();
            let _ = write!(text, ".{letter}{}", numbers.join("-"));
        }
    }
    text
}

/// The position of a word; what it does not say is as in the setup.
pub fn read_literal(setup: &Setup, text: &str) -> Result<Position, Problem> {
    let mut parts = text.split('.');
    let blocks = parts.next().unwrap_or_default();
    let board = read_blocks(blocks)?;
    let mut position = setup.position(board);
    let mut column = blocks.chars().count() + 2;
    for part in parts {
        read_part(&mut position, part).ok_or_else(|| {
            let found: String = part.chars().take(24).collect();
            Problem::new(format!(
                "`{found}` is not a part of a position: expected w with turns and players, t and the moves made, r and \
                 a seed, g and a goal with a colour for each player, p and points paid, or s and smashes made"
            ))
            .at(1, column)
        })?;
        column += part.chars().count() + 1;
    }
    position.validated()
}

fn read_blocks(text: &str) -> Result<Board, Problem> {
    let mut letters = text.chars().enumerate();
    let depth = match letters.next() {
        Some((_, letter)) => letter.to_digit(10).filter(|depth| *depth <= u32::from(MAX_DEPTH)),
        None => None,
    };
    let depth = depth.ok_or_else(|| {
        Problem::new(format!("a position begins with its depth, 0 to {MAX_DEPTH}"))
            .at(1, 1)
            .hint("a board looks like {\"max_depth\":2,\"board\":[[0,1,1,3],2,1,3]} or 2xx0113213")
    })? as u8;
    let tree = read_tree(&mut letters, Path::ROOT, depth, text.chars().count())?;
    match letters.next() {
        Some((index, letter)) => {
            Err(Problem::new(format!("'{letter}' after the last block: expected `.` or the end")).at(1, index + 1))
        }
        None => Board::from_tree(depth, &tree).map_err(|bad| Problem::new(bad.to_string())),
    }
}

fn read_tree(
    letters: &mut impl Iterator<Item = (usize, char)>,
    path: Path,
    depth: u8,
    length: usize,
) -> Result<Tree, Problem> {
    let (index, letter) = letters.next().ok_or_else(|| {
        Problem::new(format!("the text ends before block {path}: expected a colour from 0 to 3 or `x`"))
            .at(1, length + 1)
    })?;
    if let Some(color) = letter.to_digit(10).and_then(|digit| Color::from_index(digit.into())) {
        return Ok(Tree::Solid(color));
    }
    if letter != 'x' {
        let found = azulejo_core::problem::shown(letter);
        let message = format!("block {path} is {found}: expected a colour from 0 to 3 or `x`");
        return Err(Problem::new(message).at(1, index + 1));
    }
    if path.level() >= depth {
        let message = format!("block {path} is divided, though level {depth} is the deepest of this board");
        return Err(Problem::new(message).at(1, index + 1));
    }
    // Above the deepest level every block has children.
    let mut child = |step: usize| read_tree(letters, path.child(step).unwrap_or(path), depth, length);
    Ok(Tree::Divided(Box::new([child(0)?, child(1)?, child(2)?, child(3)?])))
}

/// Takes over one part; nothing if it is none.
fn read_part(position: &mut Position, part: &str) -> Option<()> {
    let (letter, rest) = part.split_at_checked(1)?;
    let numbers = || rest.split('-').map(|number| number.parse().ok()).collect::<Option<Vec<u64>>>();
    match letter {
        "w" => {
            let (turns, rest) = rest.split_once('-').unwrap_or((rest, ""));
            let mut setup = Setup {
                turns: turns.parse().ok()?,
                players: Vec::new(),
                rules: Rules::Original,
                goal: position.seats.first().map(|seat| seat.aim.kind),
                ..Setup::default()
            };
            for word in rest.split('-').filter(|word| !word.is_empty()) {
                match word.parse() {
                    Ok(player) if setup.players.len() < Setup::MOST_PLAYERS => setup.players.push(player),
                    Ok(_) => return None,
                    Err(_) => setup.rules = word.parse().ok()?,
                }
            }
            *position = setup.position(position.board.clone());
        }
        "t" => position.turn = rest.parse().ok()?,
        "r" => {
            let numbers = numbers()?;
            let [seed, drawn] = numbers[..] else { return None };
            position.random = Random::at(seed, drawn);
        }
        "g" => {
            let name = rest.trim_end_matches(|letter: char| letter.is_ascii_digit());
            let kind = name.parse().ok()?;
            let colors = &rest[name.len()..];
            if colors.len() != position.seats.len() {
                return None;
            }
            for (seat, digit) in position.seats.iter_mut().zip(colors.chars()) {
                seat.aim = Aim { kind, color: Color::from_index(digit.to_digit(10)?.into())? };
            }
        }
        "p" | "s" => {
            let numbers = numbers()?;
            if numbers.len() != position.seats.len() {
                return None;
            }
            for (seat, number) in position.seats.iter_mut().zip(numbers) {
                let place = if letter == "p" { &mut seat.penalty } else { &mut seat.smashed };
                *place = u32::try_from(number).ok()?;
            }
        }
        _ => return None,
    }
    Some(())
}
