//! The whole game: the contract, the deal, claims, blocks, refills, partial moves, bots.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

use azulejo_core::budget::Budget;
use azulejo_core::contract;
use azulejo_core::game::{Bots, Game, Hint, Status};
use azulejo_core::outcome::Outcome;
use azulejo_core::random::Random;
use azulejo_switcher::bots::Bot;
use azulejo_switcher::cards::{Card, Mov7};
use azulejo_switcher::figures::{Figure, official};
use azulejo_switcher::position::{FigureCard, Position, Refill, Setup, Side, State};
use azulejo_switcher::rules::{Move, moves, play, start, status};
use azulejo_switcher::{Switcher, simulate};

fn setups() -> Vec<Setup> {
    let mut setups = Vec::new();
    for players in 2..=4 {
        for (mov7, refill) in [(Mov7::Edge, Refill::Turn), (Mov7::Four, Refill::Box)] {
            setups.push(Setup { players, mov7, refill });
        }
    }
    setups
}

/// A position changed by hand.
fn changed(position: &Position, change: impl FnOnce(&mut State)) -> Position {
    let mut state = State::from(position.clone());
    change(&mut state);
    Position::try_from(state).unwrap()
}

fn up(figure: &str) -> FigureCard {
    FigureCard { figure: figure.parse().unwrap(), side: Side::Up }
}

fn after(position: &Position, actions: &[&str]) -> Position {
    actions.iter().fold(position.clone(), |position, action| {
        play(&position, &action.parse().unwrap()).unwrap_or_else(|problem| panic!("{action}: {problem}"))
    })
}

fn refused(position: &Position, action: &str) -> String {
    play(position, &action.parse().unwrap()).unwrap_err().message
}

/// Two figures stand on this board: a red square at A1 (fige02) and a yellow line of four at B6 (fige06).
const BOARD: &str = "rrbgbg/rrgbgb/bgbgry/gbyrgy/yrrbry/gyyyyb";

fn table() -> Position {
    let position = Switcher::read(&Setup::default(), BOARD).unwrap();
    changed(&position, |state| {
        state.players[0].figures = vec![up("fig17"), up("fige02"), up("fige06")];
        state.players[1].figures = vec![up("fig01"), up("fige02"), up("fige06")];
        state.players[0].cards = vec![Card::Mov1, Card::Mov3, Card::Mov3];
    })
}

#[test]
fn switcher_keeps_the_contract() {
    for setup in setups() {
        for seed in 0..30 {
            assert_eq!(contract::keeps::<Switcher>(&setup, seed, 80), Ok(()));
        }
    }
}

#[test]
fn each_player_is_dealt_an_equal_share_of_hard_and_easy_figures() {
    for (players, hard, easy) in [(2, 18, 7), (3, 12, 4), (4, 9, 3)] {
        let position = start(&Setup { players, ..Setup::default() }, 9);
        for player in &position.players {
            let figures: Vec<Figure> =
                player.figures.iter().map(|card| card.figure).chain(player.deck.iter().copied()).collect();
            assert_eq!(figures.iter().filter(|figure| !figure.is_easy()).count(), hard);
            assert_eq!(figures.iter().filter(|figure| figure.is_easy()).count(), easy);
            assert_eq!((player.figures.len(), player.cards.len()), (3, 3));
        }
        assert_eq!(position.pile.len(), 49 - 3 * players);
        assert_eq!(position.forbidden, None);
    }
}

#[test]
fn a_claim_discards_the_card_and_forbids_its_color() {
    let position = after(&table(), &["claim fige02 B2"]);
    assert_eq!(position.player().figures, [up("fig17"), up("fige06")]);
    assert_eq!(position.forbidden.map(azulejo_switcher::board::Color::letter), Some('r'));
    assert_eq!(refused(&position, "claim fige02 A1"), "red is forbidden: the last figure was red");
    let position = after(&position, &["claim fige06 E6"]);
    assert_eq!(position.player().figures, [up("fig17")]);
    assert_eq!(refused(&position, "claim fige02 A1"), "fige02 cannot be claimed: you have no such card");
}

#[test]
fn claims_of_what_does_not_stand_there_are_refused() {
    let position = table();
    assert_eq!(refused(&position, "claim fige02 C1"), "there is no figure at C1");
    assert_eq!(refused(&position, "claim fig17 A1"), "the figure at A1 is fige02, not fig17");
}

#[test]
fn movements_can_be_taken_back_until_a_claim_makes_them_final() {
    let first = table();
    let moved = after(&first, &["mov3 F1 F2", "mov3 C3 D3"]);
    assert_eq!(moved.player().cards, [Card::Mov1]);
    assert_eq!(after(&moved, &["back", "back"]), first);
    assert_eq!(refused(&first, "back"), "there is no movement to take back");
    let claimed = after(&moved, &["claim fige02 A1"]);
    assert_eq!(refused(&claimed, "back"), "there is no movement to take back");
    assert_eq!(claimed.used, [Card::Mov3, Card::Mov3]);
}

#[test]
fn ending_the_turn_undoes_what_was_not_claimed_and_refills_hands() {
    let position = after(&table(), &["mov3 F1 F2", "claim fige02 A1", "mov3 F1 F2", "end"]);
    let moved = after(&table(), &["mov3 F1 F2"]);
    assert_eq!(position.board, moved.board, "the second movement was undone, the first was final");
    assert_eq!(position.turn, 1);
    assert_eq!((position.players[0].figures.len(), position.players[0].cards.len()), (3, 3));
    assert_eq!(position.players[0].deck.len(), 21);
}

#[test]
fn cards_that_are_not_held_or_do_not_reach_are_refused() {
    let position = table();
    assert_eq!(refused(&position, "mov4 A1 B2"), "mov4 is not in hand: there is mov1 mov3 mov3");
    assert_eq!(refused(&position, "mov1 A1 B2"), "mov1 (diagonal with one between) cannot exchange A1 and B2");
}

#[test]
fn a_blocked_player_draws_nothing_until_the_whole_row_is_formed() {
    let blocked = after(&table(), &["block 2 fige06 B6", "end"]);
    let rival = &blocked.players[1];
    assert!(rival.figures.contains(&FigureCard { figure: "fige06".parse().unwrap(), side: Side::Blocked }));
    assert_eq!(blocked.forbidden.map(azulejo_switcher::board::Color::letter), Some('y'));
    assert_eq!(
        refused(&after(&blocked, &["end"]), "block 2 fige02 A1"),
        "player 2 cannot be blocked now: a blocked player, or one with a single card, is safe"
    );
    let claimed = after(&blocked, &["claim fige02 A1"]);
    assert_eq!(refused(&claimed, "claim fige06 B6"), "fige06 cannot be claimed: your card is blocked");
    assert_eq!(after(&claimed, &["end"]).players[1].figures.len(), 2, "no new card while one is blocked");
    let last = changed(&claimed, |state| {
        state.players[1].figures = vec![up("fige06"), FigureCard { side: Side::Blocked, ..up("fige02") }];
    });
    let released = after(&last, &["claim fige06 B6"]);
    assert_eq!(released.players[1].figures, [FigureCard { side: Side::Released, ..up("fige02") }]);
    assert_eq!(after(&released, &["end"]).players[1].figures.len(), 1, "still none: it is not formed yet");
    let formed = after(&released, &["claim fige02 A1", "end"]);
    assert_eq!(formed.players[1].figures.len(), 3);
}

#[test]
fn a_player_with_a_single_card_cannot_be_blocked() {
    let single = changed(&table(), |state| state.players[1].figures = vec![up("fige06")]);
    assert!(refused(&single, "block 2 fige06 B6").contains("safe"));
    assert_eq!(refused(&single, "block 1 fige06 B6"), "you cannot block yourself");
    assert_eq!(refused(&single, "block 3 fige06 B6"), "there is no player 3");
    assert_eq!(refused(&table(), "block 2 fige04 A1"), "the figure at A1 is fige02, not fige04");
}

#[test]
fn whoever_forms_the_last_card_wins_at_once() {
    let nearly = changed(&table(), |state| {
        state.players[0].figures = vec![up("fige02")];
        state.players[0].deck.clear();
    });
    let won = after(&nearly, &["claim fige02 A1"]);
    assert_eq!(status(&won), Status::Won { player: 0 });
    assert_eq!(play(&won, &Move::End).unwrap_err().message, "the game is over");
    assert!(moves(&won).is_empty());
}

#[test]
fn the_last_player_left_wins() {
    let three = start(&Setup { players: 3, ..Setup::default() }, 4);
    let two = after(&three, &["leave"]);
    assert_eq!(status(&two), Status::Playing { player: 1 });
    let back_to_two = after(&two, &["end", "end"]);
    assert_eq!(status(&back_to_two), Status::Playing { player: 1 }, "the empty seat is passed over");
    assert_eq!(status(&after(&two, &["leave"])), Status::Won { player: 2 });
}

#[test]
fn the_box_rule_draws_figures_at_once() {
    let boxed = changed(&table(), |state| state.setup.refill = Refill::Box);
    assert_eq!(after(&boxed, &["claim fige02 A1"]).players[0].figures.len(), 3);
}

#[test]
fn used_cards_are_shuffled_when_the_pile_ends() {
    let ended = changed(&table(), |state| {
        state.used = std::mem::take(&mut state.pile);
        state.players[0].cards.clear();
    });
    let position = after(&ended, &["end"]);
    assert_eq!(position.players[0].cards.len(), 3);
    assert!(position.used.is_empty() && !position.pile.is_empty());
}

#[test]
fn every_listed_move_is_legal_and_no_other_claim_is() {
    let mut random = Random::new(8);
    for seed in 0..60 {
        let position = start(&Setup::default(), seed);
        let listed = moves(&position);
        for action in &listed {
            assert!(play(&position, action).is_ok(), "{action}");
        }
        for found in official(&position.board) {
            for cell in found.cells.cells() {
                let legal = play(&position, &Move::Claim { figure: found.figure, cell }).is_ok();
                let listed = listed.iter().any(|action| matches!(action, Move::Claim { figure, cell } if *figure == found.figure && found.cells.contains(*cell)));
                assert_eq!(legal, listed);
            }
        }
        let _ = random.bits();
    }
}

#[test]
fn the_hint_claims_as_much_as_it_says() {
    let position = table();
    let Outcome::Solved { solution, .. } = Switcher::hint(&position, &Budget::unlimited()) else {
        panic!("a claim stands")
    };
    let end = solution.line.iter().fold(position.clone(), |position, action| play(&position, action).unwrap());
    let claimed = position.player().figures.len() - end.player().figures.len();
    assert!(claimed >= 2);
    assert!(solution.reason.text.contains(&format!("{claimed} figures")), "{}", solution.reason);
}

#[test]
fn bots_play_legally_to_the_end_and_the_same_game_every_time() {
    let bots = [Bot::Greedy, Bot::Strong, Bot::Greedy];
    let setup = Setup { players: 3, ..Setup::default() };
    let played = simulate::game(&setup, &bots, 5, &Budget::unlimited()).unwrap();
    assert!(played.as_ref().is_some_and(|played| played.winner.is_some()));
    let spent = Budget::unlimited().with_nodes(0);
    spent.meter().tick().unwrap_err();
    assert_eq!(simulate::game(&setup, &bots, 5, &spent).unwrap(), None);
    assert_eq!(simulate::game(&setup, &bots, 5, &Budget::unlimited()).unwrap(), played);
    assert!(simulate::game(&setup, &bots[..2], 5, &Budget::unlimited()).is_err());
}

#[test]
fn a_bot_that_is_asked_move_by_move_finishes_its_turn() {
    for bot in Switcher::BOTS {
        let mut position = start(&Setup::default(), 12);
        for _ in 0..12 {
            let action = Switcher::choose(&position, bot, &mut Random::new(0), &Budget::unlimited()).unwrap();
            position = play(&position, &action).unwrap();
            if position.turn == 1 {
                break;
            }
        }
        assert_eq!(position.turn, 1, "{bot}");
    }
    assert_eq!(
        Switcher::choose(&start(&Setup::default(), 1), "nobody", &mut Random::new(0), &Budget::unlimited()),
        None
    );
}

#[test]
fn the_strong_bot_beats_the_greedy_one() {
    let games = 20;
    let won = (0..games).filter(|&seed| {
        let mut bots = [Bot::Strong, Bot::Greedy];
        bots.rotate_left(seed as usize % 2);
        let winner = simulate::game(&Setup::default(), &bots, seed, &Budget::unlimited()).unwrap().unwrap().winner;
        winner.is_some_and(|seat| bots[seat] == Bot::Strong)
    });
    assert!(won.count() >= 18);
}

#[test]
fn positions_made_by_hand_must_make_sense() {
    let good = serde_json::to_value(table()).unwrap();
    assert_eq!(serde_json::from_value::<Position>(good.clone()).unwrap(), table());
    for (pointer, value) in [
        ("/turn", serde_json::json!(7)),
        ("/players", serde_json::json!([])),
        ("/winner", serde_json::json!(3)),
        ("/board", serde_json::json!("rrr")),
        ("/pile", serde_json::json!(vec!["mov1"; 50])),
        ("/players/0/deck", serde_json::json!(vec!["fig01"; 25])),
        ("/players/0/deck", serde_json::json!(["fig19"])),
        ("/played", serde_json::json!([{ "card": "mov1", "one": [0, 0], "other": [9, 9] }])),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).unwrap() = value;
        assert!(serde_json::from_value::<Position>(bad).is_err(), "{pointer}");
    }
}
