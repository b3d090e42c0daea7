//! What players read beside the board: the goal, what is left, who has what. Players are numbered from 0, as the
//! assignment has it.

use azulejo_core::words::{Message, Template};

use crate::position::{Player, Position, winner};
use crate::rules::Rules;

pub(crate) const TURNS: Template = Template::new("blocky.turns", "{n} {n|turn|turns} left");
pub(crate) const SMASHES: Template = Template::new("blocky.smashes", "{n} {n|smash|smashes} left");
pub(crate) const THINKS: Template = Template::new("blocky.thinks", "{bot} is thinking");
pub(crate) const TO_MOVE: Template = Template::new("blocky.to_move", "PLAYER {n} is to move");
pub(crate) const OVER: Template = Template::new("blocky.over", "Over: {n} points");
pub(crate) const WINNER: Template = Template::new("blocky.winner", "PLAYER {n} has won with {score} points");
pub(crate) const SEAT: Template =
    Template::new("blocky.seat", "PLAYER {n} ({player}), {goal} of {color} ({letter}): {score}");
pub(crate) const SEAT_PAID: Template =
    Template::new("blocky.seat_paid", "PLAYER {n} ({player}), {goal} of {color} ({letter}): {score}, {paid} paid");

/// What there is to know, the most important first.
pub fn facts(position: &Position) -> Vec<Message> {
    let scores = position.scores();
    let mut facts = Vec::with_capacity(scores.len() + 4);
    if let Some(seat) = position.to_move() {
        going_on(position, seat, &mut facts);
    } else {
        let best = winner(&scores);
        facts.push(match &scores[..] {
            [score] => OVER.with([("n", (*score).into())]),
            _ => WINNER.with([("n", best.into()), ("score", scores[best].into())]),
        });
    }
    for (number, (seat, score)) in position.seats().iter().zip(scores).enumerate() {
        let params = [
            ("n", number.into()),
            ("player", seat.player.to_string().into()),
            ("goal", seat.aim.kind.to_string().into()),
            ("color", seat.aim.color.name().into()),
            ("letter", seat.aim.color.letter().to_string().into()),
            ("score", score.into()),
        ];
        facts.push(if seat.penalty == 0 {
            SEAT.with(params)
        } else {
            let [n, player, goal, color, letter, score] = params;
            SEAT_PAID.with([n, player, goal, color, letter, score, ("paid", seat.penalty.into())])
        });
    }
    facts
}

/// The goal is that of the person to move, or of the one who looks on while the computer thinks.
fn going_on(position: &Position, seat: usize, facts: &mut Vec<Message>) {
    let seats = position.seats();
    let mover = seats[seat].player;
    let people = seats.iter().filter(|one| one.player == Player::Human).count();
    let reader = match mover {
        Player::Human => Some(&seats[seat]),
        _ => seats.iter().find(|one| one.player == Player::Human),
    };
    facts.extend(reader.map(|reader| reader.aim.description()));
    match mover {
        Player::Human if people > 1 => facts.push(TO_MOVE.with([("n", seat.into())])),
        Player::Human => {}
        bot => facts.push(THINKS.with([("bot", bot.to_string().into())])),
    }
    facts.push(TURNS.with([("n", position.turns_left(seat).into())]));
    if mover == Player::Human && position.rules() == Rules::Original {
        facts.push(SMASHES.with([("n", position.smashes_left(seat).into())]));
    }
}
