//! Gestures: what pointer and keys do to the hand and to the board.
#![allow(clippy::unwrap_used, missing_docs)]

use azulejo_core::game::Game as _;
use azulejo_core::hands::{Act, Gesture, Show};
use azulejo_core::scene::{Look, MarkKind, PathKind, Scene, Touch};
use azulejo_flow::Flow;
use azulejo_flow::hands::Ui;
use azulejo_flow::play::Position;
use azulejo_flow::setup::Setup;

/// A board and a hand over it.
struct Table {
    position: Position,
    ui: Ui,
}

impl Table {
    fn of(text: &str) -> Self {
        Self { position: Flow::read(&Setup::default(), text).unwrap(), ui: Ui::default() }
    }

    /// Does a gesture, plays what it makes, and says what that was.
    fn act(&mut self, gesture: &Gesture) -> Vec<String> {
        let moves = Flow::touch(&self.position, &mut self.ui, gesture);
        for action in &moves {
            self.position = Flow::play(&self.position, action).unwrap();
        }
        // What the door keeps is JSON.
        let json = serde_json::to_string(&self.ui).unwrap();
        self.ui = serde_json::from_str(&json).unwrap();
        moves.iter().map(ToString::to_string).collect()
    }

    /// Presses on the first cell, drags over the others, releases.
    fn drag(&mut self, cells: &str) -> Vec<String> {
        let cells: Vec<&str> = cells.split(' ').collect();
        assert!(self.act(&Gesture::new(Act::Press, cells[0])).is_empty());
        for cell in &cells[1..] {
            assert!(self.act(&Gesture::new(Act::Drag, *cell)).is_empty());
        }
        self.act(&Gesture::new(Act::Release, cells[cells.len() - 1]))
    }

    fn tap(&mut self, on: &str) -> Vec<String> {
        self.act(&Gesture::tap(on))
    }

    fn line(&self, color: usize) -> String {
        self.position.lines()[color].iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn board(&self) -> Scene {
        Flow::scenes(&self.position, &self.ui).swap_remove(0)
    }

    fn held(&self) -> Option<String> {
        let hand = self.ui.hand.as_ref()?;
        Some(hand.path.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    }
}

const SMALL: &str = "A..B/..../A..B";

#[test]
fn a_line_is_dragged_from_dot_to_dot_and_played_at_once() {
    let mut table = Table::of(SMALL);
    assert_eq!(table.drag("A1 B1 B2 A2 A3"), ["A1-B1-B2-A2-A3"]);
    assert_eq!(table.line(0), "A1 B1 B2 A2 A3");
    assert_eq!(table.held(), None);
}

#[test]
fn straight_lines_are_written_by_their_corners() {
    let mut table = Table::of("A...A");
    assert_eq!(table.drag("A1 B1 C1 D1 E1"), ["A1-E1"]);
}

#[test]
fn going_back_over_the_line_erases_it() {
    let mut table = Table::of(SMALL);
    assert_eq!(table.drag("A1 B1 C1 B1"), ["A1-B1"]);
    assert_eq!(table.drag("B1 C1 C2 C1"), ["A1-C1"]);
    assert_eq!(table.drag("C1 B1 A1"), ["x A1"]);
    assert_eq!(table.line(0), "");
}

#[test]
fn a_line_is_taken_up_where_it_is_pressed() {
    let mut table = Table::of(SMALL);
    table.drag("A1 B1 C1 C2");
    assert_eq!(table.drag("B1 B2"), ["A1-B1-B2"]);
    // Merely pressed, it is cut there.
    assert_eq!(table.drag("B1"), ["A1-B1"]);
    assert_eq!(table.drag("B1"), Vec::<String>::new());
}

#[test]
fn a_dot_that_is_merely_pressed_loses_its_line() {
    let mut table = Table::of(SMALL);
    table.drag("A1 B1");
    assert_eq!(table.drag("A3"), Vec::<String>::new());
    assert_eq!(table.drag("A1"), ["x A1"]);
    assert_eq!(table.drag("A1"), Vec::<String>::new());
}

#[test]
fn a_dot_begins_its_colour_anew() {
    let mut table = Table::of(SMALL);
    table.drag("A1 A2 A3");
    assert_eq!(table.drag("A3 B3"), ["A3-B3"]);
    assert_eq!(table.line(0), "A3 B3");
}

#[test]
fn crossing_another_line_cuts_it_in_the_same_step() {
    let mut table = Table::of(SMALL);
    table.drag("A1 B1 C1 C2 C3");
    assert_eq!(table.drag("D1 C1"), ["A1-B1", "D1-C1"]);
    assert_eq!(table.line(0), "A1 B1");
    // A line of one cell is none.
    assert_eq!(table.drag("D1 C1 B1"), ["x A1", "D1-B1"]);
    assert_eq!((table.line(0), table.line(1)), (String::new(), "D1 C1 B1".to_owned()));
}

#[test]
fn other_dots_and_walls_stop_a_line_and_its_own_dot_ends_it() {
    let mut table = Table::of("AB/../AB");
    assert_eq!(table.drag("A1 B1"), Vec::<String>::new());
    assert_eq!(table.drag("A1 A2 A3 B3"), ["A1-A3"]);
    let mut table = Table::of("A../..A,w0.0-0.1");
    // Round the wall.
    assert_eq!(table.drag("A1 B1"), ["A1-A2-B2-B1"]);
}

#[test]
fn a_fast_pointer_is_followed_by_a_short_way_over_free_cells() {
    let mut table = Table::of("A...../....../.....A");
    assert_eq!(table.drag("A1 D1"), ["A1-D1"]);
    let mut table = Table::of("A.B../...../..BA.");
    table.drag("C1 C2 C3");
    // There is no way round the other line, and it is not crossed unseen.
    assert_eq!(table.drag("A1 E1"), Vec::<String>::new());
    // Up to it there is one.
    assert_eq!(table.drag("A1 C2"), ["x C1", "A1-B1-B2-C2"]);
}

#[test]
fn a_way_that_is_too_long_is_not_taken() {
    let mut table = Table::of(&format!("A{}A", ".".repeat(12)));
    assert_eq!(table.drag("A1 J1"), Vec::<String>::new());
    assert_eq!(table.drag("A1 I1"), ["A1-I1"]);
}

#[test]
fn edges_of_a_torus_are_crossed() {
    let mut table = Table::of("A...A/...../.....,torus");
    assert_eq!(table.drag("A1 E1"), ["A1-E1"]);
    assert_eq!(table.line(0), "A1 E1");
    let mut table = Table::of("A...A/...../.....,torus");
    table.tap("A1");
    assert_eq!(table.tap("up"), ["A1-A3"]);
    assert_eq!(table.line(0), "A1 A3");
    assert_eq!(table.tap("left"), ["A1-A3-E3"]);
}

#[test]
fn bridges_are_crossed_straight_and_twice() {
    let mut table = Table::of("..A./B.*B/..A.");
    assert_eq!(table.drag("C1 C2 C3"), ["C1-C3"]);
    assert_eq!(table.drag("A2 B2 C2 D2"), ["A2-D2"]);
    assert_eq!((table.line(0), table.line(1)), ("C1 C2 C3".to_owned(), "A2 B2 C2 D2".to_owned()));
    let mut table = Table::of("..A./B.*B/..A.");
    // On a bridge a line does not turn.
    table.drag("C1 C2 B2");
    assert_ne!(table.line(0), "C1 C2 B2");
    // A bridge is nobody's, and cannot be taken up.
    table.act(&Gesture::new(Act::Press, "C2"));
    assert_eq!(table.held(), None);
}

#[test]
fn the_same_lane_of_a_bridge_is_cut_like_a_cell() {
    let mut table = Table::of("A...A/..*../B...B");
    table.drag("A1 A2 B2 C2");
    let mut other = Table { ui: Ui::default(), position: table.position.clone() };
    assert_eq!(table.drag("E3 E2 D2 C2"), ["A1-A2-B2", "E3-E2-C2"]);
    // Upright, the bridge is free.
    assert_eq!(other.drag("A3 C3 C2 C1"), ["A3-C3-C1"]);
    assert_eq!(other.line(0), "A1 A2 B2 C2");
}

#[test]
fn a_line_may_cross_itself_on_a_bridge() {
    let mut table = Table::of("A..A/.*../....");
    assert_eq!(table.drag("A1 A2 B2 C2 C3 B3 B2 B1"), ["A1-A2-C2-C3-B3-B1"]);
    assert_eq!(table.line(0), "A1 A2 B2 C2 C3 B3 B2 B1");
}

#[test]
fn while_dragging_the_board_shows_what_the_hand_leaves() {
    let mut table = Table::of(SMALL);
    table.drag("A1 B1 C1 C2 C3");
    table.act(&Gesture::new(Act::Press, "D1"));
    table.act(&Gesture::new(Act::Drag, "C1"));
    let board = table.board();
    assert_eq!(board.touch, Touch::Drag);
    let drawn: Vec<usize> = board.paths.iter().map(|path| path.cells.len()).collect();
    assert_eq!(drawn, [2, 2]);
    assert!(matches!(board.paths[1].kind, PathKind::Pipe(1)));
    let chosen = board.marks.iter().find(|marks| marks.kind == MarkKind::Chosen).unwrap();
    assert_eq!(chosen.cells[0].to_string(), "C1");
    // Broken off, nothing has happened.
    table.act(&Gesture::new(Act::Leave, ""));
    assert_eq!((table.held(), table.line(0).as_str()), (None, "A1 B1 C1 C2 C3"));
}

#[test]
fn keys_take_a_line_up_lead_it_and_play_each_step() {
    let mut table = Table::of(SMALL);
    assert_eq!(table.tap("A1"), Vec::<String>::new());
    assert_eq!(table.tap("right"), ["A1-B1"]);
    assert_eq!(table.tap("down"), ["A1-B1-B2"]);
    assert_eq!(table.tap("up"), ["A1-B1"]);
    assert_eq!(table.tap("up"), Vec::<String>::new());
    let board = table.board();
    let marked = |kind| -> Vec<String> {
        let marks = board.marks.iter().filter(|marks| marks.kind == kind);
        marks.flat_map(|marks| marks.cells.iter().map(ToString::to_string)).collect()
    };
    assert_eq!(
        (marked(MarkKind::Cursor), marked(MarkKind::Choice)),
        (vec!["B1".to_owned()], vec!["C1".to_owned(), "B2".to_owned()])
    );
    for key in ["down", "left", "down"] {
        table.tap(key);
    }
    // At the other dot it is done, and the hand is free.
    assert_eq!((table.line(0).as_str(), table.held()), ("A1 B1 B2 A2 A3", None));
    assert_eq!(table.tap("up"), Vec::<String>::new());
}

#[test]
fn escape_and_a_second_tap_let_go() {
    for letting_go in ["let_go", "B1"] {
        let mut table = Table::of(SMALL);
        table.tap("A1");
        table.tap("right");
        assert_eq!(table.tap(letting_go), Vec::<String>::new());
        assert_eq!((table.held(), table.line(0).as_str()), (None, "A1 B1"));
    }
}

#[test]
fn keys_going_back_to_the_dot_rub_the_line_out() {
    let mut table = Table::of(SMALL);
    table.tap("A1");
    table.tap("right");
    assert_eq!(table.tap("left"), ["x A1"]);
    assert_eq!(table.held().as_deref(), Some("A1"));
}

#[test]
fn taps_draw_without_dragging() {
    let mut table = Table::of(SMALL);
    table.tap("A1");
    assert_eq!(table.tap("C2"), ["A1-C1-C2"]);
    // Another dot is taken up instead.
    assert_eq!(table.tap("D1"), Vec::<String>::new());
    assert_eq!(table.held().as_deref(), Some("D1"));
    assert_eq!(table.tap("D3"), ["D1-D3"]);
    assert_eq!(table.held(), None);
}

#[test]
fn delete_rubs_out_the_line_under_the_cursor() {
    let mut table = Table::of(SMALL);
    table.drag("A1 B1 B2");
    assert_eq!(table.act(&Gesture::tap("erase").at("D3")), Vec::<String>::new());
    assert_eq!(table.act(&Gesture::tap("erase").at("B2")), ["x A1"]);
    table.drag("A1 B1");
    table.drag("D1 C1");
    assert_eq!(table.tap("clear"), ["x A1", "x D1"]);
}

#[test]
fn a_hand_that_was_undone_is_empty() {
    let mut table = Table::of(SMALL);
    table.tap("A1");
    let before = table.position.clone();
    table.tap("right");
    table.position = before;
    assert!(table.board().marks.is_empty());
    assert_eq!(table.tap("right"), Vec::<String>::new());
    assert_eq!(table.held(), None);
}

#[test]
fn a_hand_that_does_not_fit_the_board_is_empty() {
    for hand in [
        r#"{"path":[],"by":"pointer"}"#,
        r#"{"path":[[9,9]],"by":"pointer"}"#,
        r#"{"path":[[0,1]],"by":"pointer"}"#,
        r#"{"path":[[0,0],[2,2]],"by":"pointer"}"#,
        r#"{"path":[[0,0],[0,1],[0,0]],"by":"keys"}"#,
    ] {
        let mut table = Table::of(SMALL);
        table.ui = serde_json::from_str(&format!(r#"{{"hand":{hand}}}"#)).unwrap();
        assert!(table.board().marks.is_empty(), "{hand}");
        assert_eq!(table.act(&Gesture::new(Act::Release, "B1")), Vec::<String>::new());
        assert_eq!(table.held(), None);
    }
}

#[test]
fn hexagons_have_keys_for_all_six_ways() {
    let text = "A...A/...../.....,hex";
    for (key, cell) in [("right", "B1"), ("up_right", "B1"), ("down_right", "B2"), ("down", "A2")] {
        let mut table = Table::of(text);
        table.tap("A1");
        table.tap(key);
        assert_eq!(table.line(0), format!("A1 {cell}"), "{key}");
    }
    let mut table = Table::of(text);
    for key in ["A1", "down_right", "down_left", "up_right"] {
        table.tap(key);
    }
    // Column B hangs half a cell higher: down and left of B2 is A2, and from there up and right is back.
    assert_eq!(table.line(0), "A1 B2");
}

#[test]
fn keys_are_claimed_only_while_a_line_is_in_hand() {
    let mut table = Table::of(SMALL);
    let keys = |table: &Table| -> Vec<&str> {
        Flow::controls(&table.position, &table.ui).into_iter().flat_map(|control| control.keys).collect()
    };
    assert_eq!(keys(&table), ["Delete", "Backspace"]);
    table.tap("A1");
    assert_eq!(keys(&table), ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft", "Escape", "Delete", "Backspace"]);
    let clear = Flow::controls(&table.position, &table.ui).pop().unwrap();
    assert_eq!(clear.show, Show::Off);
    table.tap("right");
    assert_eq!(Flow::controls(&table.position, &table.ui).pop().unwrap().show, Show::Button);
}

#[test]
fn the_tray_shows_which_colours_are_joined_and_rubs_them_out() {
    let mut table = Table::of(SMALL);
    table.drag("A1 A2 A3");
    let tray = Flow::scenes(&table.position, &table.ui).swap_remove(1);
    assert_eq!((tray.name, tray.paths.len(), tray.things.len()), ("colors", 1, 2));
    assert_eq!(tray.things[0].spoken, "colour A, joined: rub out its line");
    assert_eq!((tray.things[1].spoken.as_str(), tray.things[1].look), ("colour B, not joined", Look::Off));
    assert_eq!(table.tap("color:A"), ["x A1"]);
    assert_eq!(table.tap("color:Z"), Vec::<String>::new());
}

#[test]
fn cells_say_what_lies_there_and_what_a_touch_does() {
    let mut table = Table::of("..A./B.*B/..A.");
    table.drag("C1 C2");
    let board = table.board();
    let spoken: Vec<&str> = board.tiles.iter().map(|tile| tile.spoken.as_str()).collect();
    assert_eq!(spoken[2], "C1, dot of colour A, not joined: draw");
    assert_eq!(spoken[6], "C2, bridge, colour A");
    assert_eq!(spoken[0], "A1, empty");
}

#[test]
fn whatever_is_touched_in_whatever_order_only_legal_moves_come_out() {
    use azulejo_core::random::Random;
    let acts = [Act::Tap, Act::Press, Act::Drag, Act::Drag, Act::Drag, Act::Release, Act::Hover, Act::Leave];
    let handles = ["up", "down", "left", "right", "up_left", "let_go", "erase", "clear", "color:A", "Z99", ""];
    let mut played = 0;
    for (seed, text) in
        ["A.B./.*../..AB", "A.B./.*../..AB,torus,free", "A.B./..../..AB,hex", "A.B/._./A.B,w0.0-0.1"].iter().enumerate()
    {
        let mut table = Table::of(text);
        let mut random = Random::new(seed as u64);
        let cells: Vec<String> = table.position.puzzle().tiles().cells().map(|cell| cell.to_string()).collect();
        for _ in 0..3000 {
            let on =
                if random.below(5) == 0 { handles[random.index(handles.len())] } else { random.pick(&cells).unwrap() };
            let gesture = Gesture::new(acts[random.index(acts.len())], on).at(random.pick(&cells).unwrap().clone());
            played += table.act(&gesture).len();
            if random.below(40) == 0 {
                table.position = Flow::read(&Setup::default(), text).unwrap();
            }
        }
    }
    assert!(played > 200, "{played}");
}
