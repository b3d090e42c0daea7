//! What each target promises of whatever it is fed.

use std::borrow::Cow;
use std::time::Duration;

use azulejo_blocky::board::Board;
use azulejo_blocky::format::{read_moves, write_moves};
use azulejo_core::budget::Budget;
use azulejo_core::game::Game;
use azulejo_core::id::Id;
use azulejo_core::question::{Question, Source};
use azulejo_core::record::Record;
use azulejo_core::scene::Draw;
use azulejo_flow::Flow;
use azulejo_flow::format as flow;
use azulejo_flow::play::Position;
use azulejo_flow::position::Rules;
use azulejo_flow::setup as flow_setup;
use azulejo_games::{GAMES, ask};
use azulejo_kami::format as kami;
use azulejo_switcher::format::{Count, read_board, read_figures};
use azulejo_tetris::control::Policy;
use azulejo_tetris::format as tetris;
use serde_json::Value;
use serde_json::value::RawValue;

/// A setup is written as it was meant.
pub(crate) fn setup<G: Game>(text: &str) {
    if let Ok(setup) = text.parse::<G::Setup>() {
        let written = setup.to_string();
        let again = written.parse::<G::Setup>().map(|setup| setup.to_string());
        assert_eq!(again.as_deref(), Ok(written.as_str()), "{text}");
    }
}

/// A move is written as it was meant.
pub(crate) fn action<G: Game>(text: &str) {
    if let Ok(action) = text.parse::<G::Move>() {
        let written = action.to_string();
        assert!(written.parse::<G::Move>().is_ok_and(|again| again == action), "{written}");
    }
}

/// A position is written in one line and read back, and its moves can be played.
pub(crate) fn text<G: Game>(text: &str) {
    if let Ok(position) = G::read(&G::Setup::default(), text) {
        stands::<G>(&position);
    }
}

/// The same of a position in JSON.
pub(crate) fn saved<G: Game>(text: &str) {
    if let Ok(position) = serde_json::from_str::<G::Position>(text) {
        let json = serde_json::to_string(&position).unwrap_or_default();
        assert!(serde_json::from_str::<G::Position>(&json).is_ok_and(|again| again == position), "{json}");
        stands::<G>(&position);
    }
}

fn stands<G: Game>(position: &G::Position) {
    let written = G::write(position);
    // What a setup says is not part of the line.
    let Ok(setup) = G::setup_of(position).parse::<G::Setup>() else { panic!("`{}`", G::setup_of(position)) };
    assert!(G::read(&setup, &written).is_ok_and(|again| again == *position), "{written}");
    let scenes = G::scenes(position, &G::Ui::default());
    assert!(!scenes.is_empty());
    for action in G::moves(position).iter().take(2) {
        assert!(G::play(position, action).is_ok(), "{written}: {action}");
    }
}

/// A question of three parts, so that a change of one byte is still a question: the game and the verb, the options, and
/// what it is about.
pub(crate) fn any_question(text: &str) {
    let mut parts = text.splitn(3, '\n');
    let (Some(names), Some(options), puzzle) = (parts.next(), parts.next(), parts.next()) else { return };
    let Some((game, verb)) = names.split_once(' ') else { return };
    let Ok(options) = RawValue::from_string(options.to_owned()) else { return };
    let question = Question {
        game: game.into(),
        verb: verb.into(),
        source: puzzle.map_or(Source::Nothing, Source::text),
        options: Some(Cow::Owned(options)),
        draw: Some(Draw::default()),
        ..Question::default()
    };
    if let Ok(report) = ask(&question, &short()) {
        let json: Value = serde_json::from_slice(&report.json()).unwrap_or_default();
        assert_eq!(json["game"], game);
    }
}

/// A line of a batch: its answer is one line of JSON, and no fault of ours.
pub(crate) fn line(text: &str) {
    let answered = azulejo_games::line::answer(text, &short());
    let shown = String::from_utf8_lossy(&answered.line);
    assert!(!shown.contains("fault of ours") && !shown.contains('\n'), "{shown}");
    assert!(serde_json::from_str::<Value>(&shown).is_ok(), "{shown}");
}

pub(crate) fn flow_solution(text: &str) {
    for puzzle in ["A.A\nB.B\n", "A.A\nB*B\n#.C\n..C\n"] {
        let Ok(puzzle) = flow::read(puzzle) else { panic!("{puzzle}") };
        if let Ok(lines) = flow::solution::read(&puzzle, text, &short()) {
            let drawn = lines.iter().map(|(color, cells)| azulejo_flow::rules::Line { color: *color, cells });
            let _ = azulejo_flow::rules::check_lines(&puzzle, Rules::default(), drawn);
        }
    }
}

pub(crate) fn picture(bytes: &[u8]) {
    let hints = azulejo_flow::import::Hints::default();
    if let Ok(reading) = azulejo_flow::import::read(bytes, &hints, &Budget::unlimited()) {
        assert!((0.0..=1.0).contains(&reading.confidence));
        assert_eq!(reading.colors.len(), reading.puzzle.colors());
    }
}

/// The planner's files: what comes in, and what goes out.
pub(crate) fn tetris_state(text: &str) {
    if let Ok(state) = tetris::State::read(text) {
        assert_eq!(tetris::State::read(&state.to_string()).as_ref(), Ok(&state));
    }
    if let Ok(play) = tetris::Play::read(text) {
        assert_eq!(tetris::Play::read(&play.to_string()).as_ref(), Ok(&play));
    }
}

pub(crate) fn tetris_weights(text: &str) {
    let _ = tetris::read_score("own", text);
    let _ = Policy::read(text);
}

pub(crate) fn blocky_board(text: &str) {
    if let Ok(board) = text.parse::<Board>() {
        assert_eq!(board.to_string().parse::<Board>().as_ref(), Ok(&board));
    }
}

pub(crate) fn blocky_moves(text: &str) {
    if let Ok(moves) = read_moves(text) {
        assert_eq!(read_moves(&write_moves(&moves)).as_ref(), Ok(&moves));
    }
}

/// Every form of a puzzle: what one is read from, each form that can hold it writes and reads again.
pub(crate) fn flow_puzzle(text: &str) {
    for format in flow::Format::ALL.map(Some).into_iter().chain([None]) {
        for reading in flow::read_all(text, format).unwrap_or_default() {
            let fill = reading.fill.unwrap_or_default();
            for form in flow::Format::ALL {
                let Ok(written) = flow::write(&reading.puzzle, fill, None, form) else { continue };
                // The plain grid takes one-character labels as they are; forms of numbers name the colours anew.
                let again = flow::read_one(&written, Some(form));
                let dots = again.as_ref().map(|again| again.puzzle.dots());
                assert_eq!(dots, Ok(reading.puzzle.dots()), "{form:?}: {written}");
            }
            let position = Position::new(reading.puzzle, Rules { fill, touch: reading.touch.unwrap_or_default() });
            let written = Flow::write(&position);
            assert_eq!(Flow::read(&flow_setup::Setup::default(), &written).as_ref(), Ok(&position), "{written}");
        }
    }
}

pub(crate) fn id(text: &str) {
    if let Ok(id) = text.parse::<Id>() {
        assert_eq!(id.to_string().parse::<Id>().as_ref(), Ok(&id));
    }
}

pub(crate) fn record(text: &str) {
    if let Ok(record) = text.parse::<Record>() {
        assert_eq!(record.to_string().parse::<Record>().as_ref(), Ok(&record));
        let _ = asked(&record.id.game, "play", text, "{}");
    }
}

/// Every form of a level: what is read is written in its own form and read back the same.
pub(crate) fn kami_level(text: &str) {
    for format in kami::Format::ALL {
        if let Ok(level) = kami::read(text, Some(format)) {
            let own = if format == kami::Format::Json {
                kami::read(&kami::write_json(&level).to_string(), None)
            } else {
                kami::read(&kami::write(&level), Some(format))
            };
            assert_eq!(own.as_ref(), Ok(&level));
        }
    }
    if let Ok(position) = kami::read_position(text) {
        assert_eq!(kami::line::read(&kami::line::write(&position)).as_ref(), Ok(&position));
    }
}

/// Positions with longer ids are opened, but not played on.
const LONGEST_ID: usize = 20_000;

/// Any game's text forms: what is read can be played, drawn, named and opened again by that name.
pub(crate) fn position(text: &str) {
    for game in GAMES.0 {
        let Some(view) = asked(game.name, "play", text, "{}") else { continue };
        let Some(id) = view["id"].as_str() else { continue };
        // A few characters may mean a huge board: once is enough.
        if id.len() > LONGEST_ID {
            continue;
        }
        // A seed's id makes the position again, which may take longer than this budget.
        if id.contains('#') {
            continue;
        }
        let again = asked(game.name, "play", id, "{}").unwrap_or_else(|| panic!("{}: `{id}` is refused", game.name));
        assert_eq!(again["position"], view["position"], "{}: {id}", game.name);
        let moves = asked(game.name, "moves", id, "{}").unwrap_or_else(|| panic!("{}: no moves of `{id}`", game.name));
        for action in moves["moves"].as_array().into_iter().flatten().take(3) {
            let record = format!("{id} {}", action.as_str().unwrap_or_default());
            assert!(asked(game.name, "play", &record, "{}").is_some(), "{}: `{record}` is refused", game.name);
        }
        assert!(asked(game.name, "check", id, "{}").is_some(), "{}: `{id}`", game.name);
    }
}

/// Whatever a question says, the answer is a report or a problem.
pub(crate) fn question(text: &str) {
    let Ok(question) = serde_json::from_str::<Question>(text) else { return };
    for game in GAMES.0 {
        for verb in game.verbs {
            let asked = Question { game: game.name.into(), verb: verb.name.into(), ..question.clone() };
            if let Ok(report) = ask(&asked, &short()) {
                let json: Value = serde_json::from_slice(&report.json()).unwrap_or_default();
                assert_eq!(json["game"], game.name);
            }
        }
    }
}

fn short() -> Budget {
    Budget::unlimited().with_nodes(200).with_time(Duration::from_millis(20))
}

/// The answer to a question, if there is one.
fn asked(game: &str, verb: &str, puzzle: &str, options: &str) -> Option<Value> {
    let question = Question {
        game: game.into(),
        verb: verb.into(),
        source: Source::text(puzzle),
        options: RawValue::from_string(options.to_owned()).ok().map(Cow::Owned),
        draw: Some(Draw::default()),
        ..Question::default()
    };
    let report = ask(&question, &Budget::unlimited().with_time(Duration::from_secs(5))).ok()?;
    serde_json::from_slice(&report.json()).ok()
}

pub(crate) fn switcher_board(text: &str) {
    if let Ok(board) = read_board(text, Count::Any) {
        assert_eq!(read_board(&board.line(), Count::Any), Ok(board));
    }
}

pub(crate) fn switcher_figures(text: &str) {
    if let Ok(set) = read_figures(text) {
        assert!(set.figures().iter().all(|(_, shape)| shape.is_connected()));
    }
}
