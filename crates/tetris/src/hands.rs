//! What a hand does to the falling piece: brings it over a column, turns it, lets it fall.
//!
//! A pointer brings the piece to where it hovers; a tap elsewhere does so too, a tap where the piece would fall drops it.

use azulejo_core::grid::{Cell, column_name};
use azulejo_core::hands::{Act, Control, Gesture, Show};
use azulejo_core::scene::{Look, MarkKind, Scene, Thing, Touch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::draw;
use crate::fall::{self, hands::Keys};
use crate::play::{Move, Position};
use crate::position::Piece;
use crate::rules::{self, Placement};
use crate::words;

/// Where the falling piece is held.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "TetrisUi")]
pub struct Ui {
    /// Its rotation.
    pub rotation: u8,
    /// Its left column; the middle of the board until it was moved.
    pub column: Option<u16>,
    /// The keys that are held, in the falling game.
    #[serde(skip_serializing_if = "Keys::is_usual")]
    pub keys: Keys,
}

const LEFT: &str = "left";
const RIGHT: &str = "right";
const TURN: &str = "turn";
const DROP: &str = "drop";

/// The falling piece over the board, where it can fall from.
struct Falling {
    piece: Piece,
    /// Every way it can fall, in the order of the rules: rotation by rotation, from left to right.
    ways: Vec<Placement>,
    held: Placement,
}

impl Falling {
    /// The piece as the hand holds it, or as near to that as it can fall; nothing once the game is over.
    fn of(position: &Position, ui: &Ui) -> Option<Self> {
        let piece = *position.pieces.first()?;
        let ways = position.placements();
        let mut falling = Self { piece, held: *ways.first()?, ways };
        let rotation = falling.rotation_from(ui.rotation);
        let middle = position.board.columns().saturating_sub(piece.forms()[usize::from(rotation)].width.into()) / 2;
        falling.held = falling.nearest(rotation, ui.column.map_or(middle.into(), i32::from));
        Some(falling)
    }

    /// The first rotation from this one on in which the piece can fall.
    fn rotation_from(&self, rotation: u8) -> u8 {
        let later = self.ways.iter().find(|way| way.rotation >= rotation);
        later.unwrap_or(&self.ways[0]).rotation
    }

    fn nearest(&self, rotation: u8, column: i32) -> Placement {
        let turned = self.ways.iter().filter(|way| way.rotation == rotation);
        turned.min_by_key(|way| (i32::from(way.column) - column).abs()).copied().unwrap_or(self.held)
    }

    fn left(&self) -> Option<Placement> {
        let Placement { rotation, column } = self.held;
        self.ways.iter().rfind(|way| way.rotation == rotation && way.column < column).copied()
    }

    fn right(&self) -> Option<Placement> {
        let Placement { rotation, column } = self.held;
        self.ways.iter().find(|way| way.rotation == rotation && way.column > column).copied()
    }

    fn turned(&self) -> Option<Placement> {
        let rotation = self.rotation_from(self.held.rotation + 1);
        (rotation != self.held.rotation).then(|| self.nearest(rotation, self.held.column.into()))
    }

    fn width(&self) -> u16 {
        self.piece.forms()[usize::from(self.held.rotation)].width.into()
    }

    /// With its middle over a column.
    fn over(&self, column: u16) -> Placement {
        self.nearest(self.held.rotation, i32::from(column) - i32::from(self.width() - 1) / 2)
    }

    fn is_over(&self, column: u16) -> bool {
        let left = self.held.column;
        (left..left + self.width()).contains(&column)
    }
}

/// What a gesture does to the falling piece, and the move that it makes.
pub(crate) fn touch(position: &Position, ui: &mut Ui, gesture: &Gesture) -> Vec<Move> {
    if let Some(fall) = &position.fall {
        return fall::hands::touch(position, fall, &mut ui.keys, gesture).into_iter().map(Move::Act).collect();
    }
    let Some(falling) = Falling::of(position, ui) else { return Vec::new() };
    let cell = gesture.on.parse().ok().filter(|&cell: &Cell| position.board.cells().contains(cell));
    let falls = match (gesture.act, gesture.on.as_str(), cell) {
        (Act::Tap, DROP, _) => true,
        (Act::Tap, _, Some(cell)) => falling.is_over(cell.column),
        _ => false,
    };
    if falls {
        *ui = Ui::default();
        return vec![Move::Place(falling.held)];
    }
    let moved = match (gesture.act, gesture.on.as_str(), cell) {
        (Act::Tap, LEFT, _) => falling.left(),
        (Act::Tap, RIGHT, _) => falling.right(),
        (Act::Tap, TURN, _) => falling.turned(),
        (Act::Tap | Act::Hover, _, Some(cell)) => Some(falling.over(cell.column)),
        _ => None,
    };
    if let Some(Placement { rotation, column }) = moved {
        *ui = Ui { rotation, column: Some(column), ..Ui::default() };
    }
    Vec::new()
}

/// The buttons and keys of the falling piece.
pub(crate) fn controls(position: &Position, ui: &Ui) -> Vec<Control> {
    if let Some(fall) = &position.fall {
        return fall::hands::controls(position, fall);
    }
    let Some(falling) = Falling::of(position, ui) else { return Vec::new() };
    let show = |way: Option<Placement>| if way.is_some() { Show::Button } else { Show::Off };
    vec![
        Control::button(LEFT, words::LEFT.plain()).by(["ArrowLeft"]).shown(show(falling.left())),
        Control::button(RIGHT, words::RIGHT.plain()).by(["ArrowRight"]).shown(show(falling.right())),
        Control::button(TURN, words::TURN.plain()).by(["ArrowUp"]).shown(show(falling.turned())),
        Control::button(DROP, words::DROP.plain()).by(["ArrowDown", " ", "Enter"]).shown(Show::Main),
    ]
}

/// The board with the place where the falling piece would come to rest, and the coming pieces.
pub(crate) fn scenes(position: &Position, ui: &Ui) -> Vec<Scene> {
    if let Some(fall) = &position.fall {
        return fall::draw::scenes(position, fall);
    }
    let falling = Falling::of(position, ui);
    let main = falling
        .as_ref()
        .map_or_else(|| draw::board("falling pieces", &position.board), |falling| with_ghost(position, falling));
    let queue = draw::queue(&position.pieces).map(|(queue, first)| match falling {
        Some(falling) if falling.turned().is_some() => {
            let spoken = format!("{} falls now: tap to turn it", falling.piece);
            queue.with_things([Thing::new(TURN, spoken, first).looking(Look::Ready)])
        }
        _ => queue,
    });
    std::iter::once(main).chain(queue).collect()
}

fn with_ghost(position: &Position, falling: &Falling) -> Scene {
    let Falling { piece, held, .. } = falling;
    let (first, last) = (held.column, held.column + falling.width() - 1);
    let columns = if first == last {
        format!("column {}", column_name(first))
    } else {
        format!("columns {} to {}", column_name(first), column_name(last))
    };
    let (turn, turns) = (held.rotation + 1, piece.forms().len());
    let title = format!("falling pieces: {piece}, rotation {turn} of {turns}, over {columns}");
    let mut scene = draw::board(&title, &position.board).touchable(Touch::Cells);
    let rest = rules::rest(&position.board, *piece, *held).unwrap_or_default();
    for tile in scene.tiles.iter_mut().filter(|tile| rest.contains(&tile.cell)) {
        tile.spoken = format!("{}: {piece} comes to rest here, tap to drop it", tile.cell);
    }
    scene.with_marks(MarkKind::Ghost(draw::color(*piece)), rest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn position(text: &str) -> Position {
        Position::read(text).unwrap()
    }

    /// An empty board of eight columns and five rows.
    fn empty(pieces: &str) -> Position {
        position(&format!("00000000/00000000/00000000/00000000/00000000,{pieces},keep,0"))
    }

    fn hover(cell: &str) -> Gesture {
        Gesture::new(Act::Hover, cell)
    }

    /// Where the piece is held, and the moves that were made, after some gestures.
    fn after(position: &Position, gestures: &[Gesture]) -> (String, String) {
        let mut ui = Ui::default();
        let moves: Vec<Move> = gestures.iter().flat_map(|gesture| touch(position, &mut ui, gesture)).collect();
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let held = Falling::of(position, &ui).unwrap().held;
        (held.to_string(), moves.join(", "))
    }

    fn held(position: &Position, gestures: &[Gesture]) -> String {
        let (held, moves) = after(position, gestures);
        assert_eq!(moves, "");
        held
    }

    fn ghost(position: &Position, ui: &Ui) -> Vec<String> {
        let scene = &scenes(position, ui)[0];
        assert_eq!(scene.marks.len(), 1);
        scene.marks[0].cells.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn keys_move_turn_and_drop_the_piece() {
        let board = empty("TO");
        assert_eq!(held(&board, &[]), "0 2");
        assert_eq!(held(&board, &[Gesture::tap("left")]), "0 1");
        assert_eq!(held(&board, &[Gesture::tap("right"), Gesture::tap("right")]), "0 4");
        assert_eq!(held(&board, &vec![Gesture::tap("right"); 9]), "0 5");
        assert_eq!(held(&board, &vec![Gesture::tap("left"); 9]), "0 0");
        assert_eq!(held(&board, &[Gesture::tap("turn")]), "1 2");
        assert_eq!(held(&board, &vec![Gesture::tap("turn"); 4]), "0 2");
        let (next, moves) = after(&board, &[Gesture::tap("turn"), Gesture::tap("left"), Gesture::tap("drop").at("A1")]);
        assert_eq!((next.as_str(), moves.as_str()), ("0 2", "1 1"), "the next piece begins in the middle");
    }

    #[test]
    fn the_pointer_brings_the_piece_and_a_tap_there_drops_it() {
        let board = empty("TO");
        assert_eq!(held(&board, &[hover("B2")]), "0 0");
        assert_eq!(held(&board, &[hover("H1")]), "0 5");
        assert_eq!(held(&board, &[hover("G4"), Gesture::new(Act::Leave, "")]), "0 5");
        assert_eq!(after(&board, &[hover("B2"), Gesture::tap("B2")]).1, "0 0");
        assert_eq!(after(&board, &[hover("H2"), Gesture::tap("H5")]).1, "0 5");
    }

    #[test]
    fn a_tap_elsewhere_brings_the_piece_there() {
        let board = empty("IO");
        assert_eq!(held(&board, &[Gesture::tap("A1")]), "0 0");
        assert_eq!(after(&board, &[Gesture::tap("H1"), Gesture::tap("E3")]), ("0 2".to_owned(), "0 4".to_owned()));
    }

    #[test]
    fn a_piece_that_was_turned_stays_on_the_board() {
        let board = empty("IO");
        assert_eq!(held(&board, &[Gesture::tap("turn"), hover("H1")]), "1 7");
        assert_eq!(held(&board, &[Gesture::tap("turn"), hover("H1"), Gesture::tap("turn")]), "0 4");
    }

    #[test]
    fn columns_where_it_cannot_enter_are_passed_over() {
        let board = position("00010000/00000000/00000000/00000000,OO,keep,0");
        assert_eq!(held(&board, &[hover("A1"), Gesture::tap("right")]), "0 1");
        assert_eq!(held(&board, &[hover("A1"), Gesture::tap("right"), Gesture::tap("right")]), "0 4");
        assert_eq!(held(&board, &[hover("E1"), Gesture::tap("left")]), "0 1");
        let step = position("0000/0000/0001/0001,IO,keep,0");
        assert_eq!(held(&step, &[Gesture::tap("turn"), hover("D1"), Gesture::tap("right")]), "1 2");
    }

    #[test]
    fn a_turn_passes_by_what_cannot_enter() {
        let high = position("0000/0000/0000/1110,IO,keep,0");
        assert_eq!(held(&high, &[Gesture::tap("turn")]), "1 3");
        let higher = position("0000/0000/0000/1111,IO,keep,0");
        assert_eq!(held(&higher, &[Gesture::tap("turn")]), "0 0");
        assert_eq!(controls(&higher, &Ui::default())[2].show, Show::Off);
    }

    #[test]
    fn the_ghost_lies_where_the_piece_comes_to_rest() {
        let board = position("0000/0000/0000/0000/1000,OT,keep,0");
        let mut ui = Ui::default();
        assert_eq!(ghost(&board, &ui), ["B5", "C5", "B4", "C4"]);
        touch(&board, &mut ui, &hover("A1"));
        assert_eq!(ghost(&board, &ui), ["A4", "B4", "A3", "B3"]);
        let main = &scenes(&board, &ui)[0];
        assert_eq!((main.name, main.touch), ("board", Touch::Cells));
        assert_eq!(main.title, "falling pieces: O, rotation 1 of 1, over columns A to B");
        assert_eq!(main.marks[0].kind, MarkKind::Ghost(Piece::O as u8));
        let spoken: Vec<&str> =
            main.tiles.iter().map(|tile| tile.spoken.as_str()).filter(|it| !it.is_empty()).collect();
        assert_eq!(spoken.len(), 4);
        assert_eq!(spoken[0], "A3: O comes to rest here, tap to drop it");
    }

    #[test]
    fn the_queue_shows_the_coming_pieces_and_turns_the_first() {
        let board = empty("TIO");
        let queue = &scenes(&board, &Ui::default())[1];
        assert_eq!((queue.name, queue.title.as_str()), ("queue", "falls now: T, then I O"));
        let labels: String = queue.tiles.iter().map(|tile| tile.label.as_str()).collect();
        assert_eq!(labels, "TOOTTTIIIIOO");
        assert_eq!((queue.things[0].handle.as_str(), queue.things[0].cells.len()), ("turn", 4));
        assert!(scenes(&empty("O"), &Ui::default())[1].things.is_empty(), "nothing turns a square");
    }

    #[test]
    fn controls_say_what_can_be_done() {
        let shown = |text: &str, ui: &Ui| -> Vec<Show> {
            controls(&empty(text), ui).into_iter().map(|control| control.show).collect()
        };
        let edge = Ui { rotation: 0, column: Some(0), ..Ui::default() };
        assert_eq!(shown("TO", &edge), [Show::Off, Show::Button, Show::Button, Show::Main]);
        assert_eq!(shown("O", &Ui::default()), [Show::Button, Show::Button, Show::Off, Show::Main]);
        let keys: Vec<&str> = controls(&empty("T"), &edge).iter().flat_map(|control| control.keys.clone()).collect();
        assert_eq!(keys, ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", " ", "Enter"]);
    }

    #[test]
    fn nothing_can_be_touched_once_the_game_is_over() {
        for over in ["1111/0000/0000/0000,O,keep,0", "0000/0000/0000/0000,,keep,0"] {
            let over = position(over);
            assert!(controls(&over, &Ui::default()).is_empty());
            let boards = scenes(&over, &Ui::default());
            assert!(boards[0].touch == Touch::None && boards.iter().all(|board| board.things.is_empty()));
            assert!(touch(&over, &mut Ui::default(), &Gesture::tap("drop")).is_empty());
        }
    }

    proptest! {
        #[test]
        fn whatever_is_touched_only_legal_moves_are_made(
            on in "left|right|turn|drop|[A-H][1-6]|.{0,8}",
            act in 0..6_usize,
            rotation: u8,
            column: Option<u8>,
        ) {
            let act = [Act::Tap, Act::Press, Act::Drag, Act::Release, Act::Hover, Act::Leave][act];
            let board = position("00010000/01010000/01010011/11110111,LTSJZ,clear,2");
            let mut ui = Ui { rotation, column: column.map(u16::from), ..Ui::default() };
            let moves = touch(&board, &mut ui, &Gesture::new(act, on));
            prop_assert!(moves.len() <= 1 && moves.iter().all(|way| board.play(*way).is_ok()));
            prop_assert!(!scenes(&board, &ui).is_empty());
        }
    }
}
