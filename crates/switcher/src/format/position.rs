//! A whole position as one line without blanks: the literal part of an id.
//!
//! Fields are separated by `,`: board, forbidden colour (`-` for none), player to move, movements that may be taken back,
//! pile, used cards, the random generator, the winner, then one field a player. Figures are letters `a` to `y` in the
//! order of their cards, movement cards digits `1` to `7`; `!` after a figure means blocked, `*` released.

use azulejo_core::grid::Cell;
use azulejo_core::problem::{Problem, Problems};
use azulejo_core::random::Random;

use super::{Count, read_board};
use crate::board::Color;
use crate::cards::Card;
use crate::figures::Figure;
use crate::position::{FigureCard, Played, Player, Position, Seat, Setup, Side, State};
use crate::rules::deal;

/// Writes a position.
pub fn write_position(position: &Position) -> String {
    let played = position.played.iter().map(|played| {
        let index = |cell: Cell| char::from(b'A' + (cell.row * 6 + cell.column) as u8);
        format!("{}{}{}", digit(played.card), index(played.one), index(played.other))
    });
    let number = |player: Option<usize>| player.map_or("-".to_owned(), |player| (player + 1).to_string());
    let random = (position.random.seed(), position.random.drawn());
    let mut fields = vec![
        position.board.line(),
        position.forbidden.map_or("-".to_owned(), |color| color.letter().to_string()),
        number(Some(position.turn)),
        played.collect(),
        position.pile.iter().map(|&card| digit(card)).collect(),
        position.used.iter().map(|&card| digit(card)).collect(),
        format!("{}.{}", random.0, random.1),
        number(position.winner),
    ];
    fields.extend(position.players.iter().map(write_player));
    fields.join(",")
}

fn write_player(player: &Player) -> String {
    let row: String = player
        .figures
        .iter()
        .map(|card| {
            let mark = match card.side {
                Side::Up => "",
                Side::Blocked => "!",
                Side::Released => "*",
            };
            format!("{}{mark}", letter(card.figure))
        })
        .collect();
    let deck: String = player.deck.iter().map(|&figure| letter(figure)).collect();
    let cards: String = player.cards.iter().map(|&card| digit(card)).collect();
    let seat = if player.seat == Seat::Taken { "" } else { "~" };
    format!("{row}.{deck}.{cards}{seat}")
}

fn letter(figure: Figure) -> char {
    char::from(b'a' + figure.index() as u8)
}

fn digit(card: Card) -> char {
    char::from(b'1' + card as u8)
}

/// Reads a position written by [`write_position`], or a bare board with so many tiles of each colour, whose cards are
/// then dealt by seed 0.
pub fn read_position(setup: &Setup, text: &str, count: Count) -> Result<Position, Problems> {
    let Some((board, rest)) = text.trim_end().split_once(',') else {
        return Ok(deal(*setup, read_board(text, count)?, Random::new(0)));
    };
    let board = read_board(board, Count::Any)?;
    let fields: Vec<&str> = rest.split(',').collect();
    let [forbidden, turn, played, pile, used, random, winner, players @ ..] = &fields[..] else {
        return Err(bad("the position", text).into());
    };
    let state = State {
        setup: *setup,
        board,
        forbidden: if *forbidden == "-" { None } else { Some(one_color(forbidden)?) },
        turn: player_number(turn)?.unwrap_or(usize::MAX),
        played: read_played(played)?,
        players: players.iter().map(|text| read_player(text)).collect::<Result<_, _>>()?,
        pile: read_cards(pile)?,
        used: read_cards(used)?,
        random: read_random(random)?,
        winner: player_number(winner)?,
    };
    Ok(Position::try_from(state)?)
}

fn bad(what: &str, text: &str) -> Problem {
    let shown: String = text.chars().take(40).collect();
    Problem::new(format!("{what} cannot be read from `{shown}`"))
}

fn one_color(text: &str) -> Result<Color, Problem> {
    let mut letters = text.chars();
    let color = letters.next().and_then(Color::of_letter).filter(|_| letters.next().is_none());
    color.ok_or_else(|| bad("the forbidden colour", text))
}

fn player_number(text: &str) -> Result<Option<usize>, Problem> {
    match text {
        "-" => Ok(None),
        "1" | "2" | "3" | "4" => Ok(text.parse().ok().map(|number: usize| number - 1)),
        _ => Err(bad("a player's number", text)),
    }
}

fn read_played(text: &str) -> Result<Vec<Played>, Problem> {
    let symbols: Vec<char> = text.chars().collect();
    let cell = |symbol: char| {
        let index = u32::from(symbol).checked_sub(u32::from('A')).filter(|&index| index < 36)?;
        Some(Cell::new(index as u16 / 6, index as u16 % 6))
    };
    let played = symbols.chunks(3).map(|symbols| match symbols {
        [card, one, other] => Some(Played { card: card_of(*card)?, one: cell(*one)?, other: cell(*other)? }),
        _ => None,
    });
    played.collect::<Option<_>>().ok_or_else(|| bad("the movements of this turn", text))
}

fn card_of(digit: char) -> Option<Card> {
    Card::ALL.get(usize::try_from(digit.to_digit(10)?.checked_sub(1)?).ok()?).copied()
}

fn read_cards(text: &str) -> Result<Vec<Card>, Problem> {
    text.chars().map(card_of).collect::<Option<_>>().ok_or_else(|| bad("movement cards", text))
}

fn read_random(text: &str) -> Result<Random, Problem> {
    let pair = text.split_once('.').and_then(|(seed, drawn)| Some((seed.parse().ok()?, drawn.parse().ok()?)));
    pair.map(|(seed, drawn)| Random::at(seed, drawn)).ok_or_else(|| bad("the random generator", text))
}

fn read_player(text: &str) -> Result<Player, Problem> {
    let bad = || bad("a player", text);
    let (inside, seat) = text.strip_suffix('~').map_or((text, Seat::Taken), |inside| (inside, Seat::Left));
    let [row, deck, cards] = inside.split('.').collect::<Vec<_>>()[..] else { return Err(bad()) };
    let figure = |letter: char| {
        let index = u32::from(letter).checked_sub(u32::from('a'))?;
        Figure::all().nth(index as usize)
    };
    let mut figures: Vec<FigureCard> = Vec::new();
    for symbol in row.chars() {
        match (symbol, figures.last_mut()) {
            ('!', Some(card)) => card.side = Side::Blocked,
            ('*', Some(card)) => card.side = Side::Released,
            _ => figures.push(FigureCard { figure: figure(symbol).ok_or_else(bad)?, side: Side::Up }),
        }
    }
    let deck = deck.chars().map(figure).collect::<Option<_>>().ok_or_else(bad)?;
    Ok(Player { figures, deck, cards: read_cards(cards)?, seat })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::{moves, play, start};

    #[test]
    fn every_position_of_a_random_game_is_read_back_as_written() {
        for seed in 0..40 {
            let setup = Setup { players: 2 + seed as usize % 3, ..Setup::default() };
            let mut random = Random::new(seed);
            let mut position = start(&setup, seed);
            for _ in 0..60 {
                let text = write_position(&position);
                assert!(!text.contains(char::is_whitespace) && !text.contains([':', '#', ';']), "{text}");
                assert_eq!(read_position(&setup, &text, Count::Nine), Ok(position.clone()), "{text}");
                let Some(action) = random.pick(&moves(&position)).cloned() else { break };
                position = play(&position, &action).unwrap();
            }
        }
    }

    proptest! {
        #[test]
        fn no_change_to_a_written_position_panics(place in 0_usize..400, symbol in "[a-z0-9!*~.,/\u{e9}-]{0,3}") {
            let mut text = write_position(&start(&Setup::default(), 1));
            let place = place.min(text.len());
            text.replace_range(place..(place + 1).min(text.len()), &symbol);
            if let Ok(position) = read_position(&Setup::default(), &text, Count::Nine) {
                for action in moves(&position) {
                    let _ = play(&position, &action);
                }
            }
        }
    }
}
