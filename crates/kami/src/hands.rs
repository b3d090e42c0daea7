//! What a hand does: it holds a colour of the palette, shows what a tap would paint, and paints the region it taps.

use azulejo_core::game::Status;
use azulejo_core::grid::Cell;
use azulejo_core::hands::{Act, Control, Gesture};
use azulejo_core::scene::{Look, MarkKind, Scene, Touch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::draw::{self, Stand};
use crate::position::{Color, Place, Position};
use crate::region::RegionGraph;
use crate::rules::{self, Move, Spot};
use crate::words::{CHOOSE, NEXT_COLOR, PREVIOUS_COLOR};

/// What the hand holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "KamiUi")]
pub struct Ui {
    /// The colour to paint with; the first one until another is chosen.
    pub color: Option<Color>,
    /// The cell that the pointer is over.
    pub over: Option<Cell>,
}

/// More colours than these are not shown: a level may speak of more than anybody could choose from.
const MOST_SHOWN: usize = 64;

/// The keys of the first nine colours.
const DIGITS: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// The handle of a colour of the palette.
pub(crate) fn handle(color: Color) -> String {
    format!("color:{color}")
}

fn palette(position: &Position) -> Vec<Color> {
    (1..=position.level.colors).take(MOST_SHOWN).collect()
}

/// The colour in the hand: one of the palette.
fn chosen(palette: &[Color], ui: &Ui) -> Option<Color> {
    ui.color.filter(|color| palette.contains(color)).or(palette.first().copied())
}

fn is_playing(position: &Position) -> bool {
    matches!(rules::status(position), Status::Playing { .. })
}

/// What a gesture does to the hand, and the move that it makes.
pub(crate) fn touch(position: &Position, ui: &mut Ui, gesture: &Gesture) -> Vec<Move> {
    match (gesture.act, gesture.on.strip_prefix("color:")) {
        (Act::Tap, Some(color)) => choose(position, ui, color),
        (Act::Tap, None) => return paint(position, ui, &gesture.on).into_iter().collect(),
        (Act::Hover, None) => ui.over = gesture.on.parse().ok(),
        (Act::Hover, Some(_)) | (Act::Leave, _) => ui.over = None,
        (Act::Press | Act::Drag | Act::Release, _) => {}
    }
    Vec::new()
}

fn choose(position: &Position, ui: &mut Ui, color: &str) {
    let palette = palette(position);
    let step = |forward: usize| {
        let now = chosen(&palette, ui).and_then(|color| palette.binary_search(&color).ok()).unwrap_or(0);
        palette.get((now + forward) % palette.len().max(1)).copied()
    };
    let taken = match color {
        "next" => step(1),
        "previous" => step(palette.len().saturating_sub(1)),
        number => number.parse().ok().filter(|color| palette.contains(color)),
    };
    ui.color = taken.or(ui.color);
}

/// The move of a tap on a cell: none where nothing would change.
fn paint(position: &Position, ui: &Ui, on: &str) -> Option<Move> {
    let (place, color) = meant(position, ui, on.parse().ok()?)?;
    Some(Move { spot: Spot::of(&position.level.board, place), color })
}

/// The place and colour of a tap on a cell, if it would change something.
fn meant(position: &Position, ui: &Ui, cell: Cell) -> Option<(Place, Color)> {
    let board = &position.level.board;
    let place = Stand::of(board).place(cell)?;
    let color = chosen(&palette(position), ui)?;
    let action = Move { spot: Spot::of(board, place), color };
    let allowed = is_playing(position) && rules::allowed(board, position.level.terms(), action).is_ok();
    (allowed && board.color(place) != Some(color)).then_some((place, color))
}

/// The board with what a tap would paint, and the palette.
pub(crate) fn scenes(position: &Position, ui: &Ui) -> Vec<Scene> {
    let board = &position.level.board;
    let graph = RegionGraph::of(board);
    let palette = palette(position);
    let (touch, idle) = if is_playing(position) { (Touch::Cells, Look::Ready) } else { (Touch::None, Look::Off) };
    let held = chosen(&palette, ui).filter(|_| touch == Touch::Cells);
    let mut main = draw::of_regions("Kami", board, &graph, None).touchable(touch);
    if let Some((place, color)) = ui.over.and_then(|cell| meant(position, ui, cell)) {
        main = main.with_marks(MarkKind::Preview(draw::color_id(color)), draw::region(board, place));
    }
    vec![main, draw::palette(&palette, held, idle, board, &graph)]
}

/// Keys that choose a colour.
pub(crate) fn controls(position: &Position) -> Vec<Control> {
    if !is_playing(position) {
        return Vec::new();
    }
    let palette = palette(position);
    let digits = palette.iter().filter_map(|&color| Some((color, *DIGITS.get(color as usize - 1)?)));
    let digit = |(color, key)| Control::key(handle(color), [key], CHOOSE.with([("color", Color::into(color))]));
    let steps = [
        Control::key("color:previous", ["["], PREVIOUS_COLOR.plain()),
        Control::key("color:next", ["]"], NEXT_COLOR.plain()),
    ];
    digits.map(digit).chain(steps).collect()
}

#[cfg(test)]
mod tests {
    use azulejo_core::scene::palette::YELLOW;
    use proptest::prelude::*;

    use super::*;
    use crate::format::read_position;

    const BOARD: &str = "square,1,3,0,3,-,112/302";

    fn position(text: &str) -> Position {
        read_position(text).unwrap()
    }

    /// The moves that gestures make, each on the board before it.
    fn made(position: &Position, ui: &mut Ui, gestures: &[Gesture]) -> String {
        let moves = gestures.iter().flat_map(|gesture| touch(position, ui, gesture));
        moves.map(|action| action.to_string()).collect::<Vec<_>>().join("; ")
    }

    fn previews(scene: &Scene) -> Vec<(MarkKind, usize)> {
        scene.marks.iter().map(|marks| (marks.kind, marks.cells.len())).collect()
    }

    #[test]
    fn a_tap_paints_with_the_colour_that_was_tapped_before() {
        let board = position(BOARD);
        let mut ui = Ui::default();
        assert_eq!(made(&board, &mut ui, &[Gesture::tap("color:3"), Gesture::tap("B1")]), "B1 3");
        assert_eq!(ui.color, Some(3));
        assert_eq!(made(&board, &mut ui, &[Gesture::tap("C2")]), "C2 3");
    }

    #[test]
    fn the_first_colour_is_in_the_hand_until_another_is_chosen() {
        let board = position(BOARD);
        assert_eq!(made(&board, &mut Ui::default(), &[Gesture::tap("C1")]), "C1 1");
        // What was chosen on another level may not exist here.
        let mut ui = Ui { color: Some(9), over: None };
        assert_eq!(made(&board, &mut ui, &[Gesture::tap("C1")]), "C1 1");
    }

    #[test]
    fn a_region_of_that_colour_a_void_and_the_outside_make_no_move() {
        let board = position(BOARD);
        for on in ["A1", "B2", "D1", "A3", "", "color:", "color:0", "color:4", "color:x", "?", "A0"] {
            assert_eq!(made(&board, &mut Ui::default(), &[Gesture::tap(on)]), "", "{on}");
        }
    }

    #[test]
    fn nothing_is_painted_when_the_game_is_over() {
        for over in ["square,1,3,0,3,-,222", "square,1,3,3,3,-,112"] {
            let over = position(over);
            assert_eq!(made(&over, &mut Ui::default(), &[Gesture::tap("C1")]), "");
            let scenes = scenes(&over, &Ui { color: None, over: Some(Cell::new(0, 2)) });
            assert_eq!((scenes[0].touch, scenes[0].marks.len()), (Touch::None, 0));
            assert!(scenes[1].things.iter().all(|thing| thing.look == Look::Off));
            assert!(controls(&over).is_empty());
        }
    }

    #[test]
    fn hovering_shows_what_a_tap_would_paint() {
        let board = position(BOARD);
        let mut ui = Ui::default();
        touch(&board, &mut ui, &Gesture::tap("color:3"));
        touch(&board, &mut ui, &Gesture::new(Act::Hover, "A1"));
        assert_eq!(previews(&scenes(&board, &ui)[0]), [(MarkKind::Preview(YELLOW), 2)]);
        touch(&board, &mut ui, &Gesture::new(Act::Hover, "A2"));
        assert_eq!(previews(&scenes(&board, &ui)[0]), []);
        touch(&board, &mut ui, &Gesture::new(Act::Hover, "C1"));
        touch(&board, &mut ui, &Gesture::new(Act::Leave, ""));
        assert_eq!((previews(&scenes(&board, &ui)[0]), ui.over), (vec![], None));
    }

    #[test]
    fn keys_choose_colours_and_enter_paints_where_the_cursor_stands() {
        let board = position("square,1,3,0,12,-,112/302");
        let keys: Vec<(String, Vec<&str>)> =
            controls(&board).into_iter().map(|control| (control.handle, control.keys)).collect();
        assert_eq!(keys.len(), 11);
        assert_eq!(keys[8], ("color:9".to_owned(), vec!["9"]));
        assert_eq!(keys[10], ("color:next".to_owned(), vec!["]"]));
        let mut ui = Ui::default();
        assert_eq!(made(&board, &mut ui, &[Gesture::tap("color:2").at("A1"), Gesture::tap("A1")]), "A1 2");
        assert_eq!(made(&board, &mut ui, &[Gesture::tap("color:next"), Gesture::tap("A1")]), "A1 3");
        let back = [Gesture::tap("color:previous"), Gesture::tap("color:previous"), Gesture::tap("color:previous")];
        made(&board, &mut ui, &back);
        assert_eq!(ui.color, Some(12));
    }

    #[test]
    fn the_palette_has_every_colour_that_may_be_painted_with() {
        let board = position("square,1,3,0,3,2,115");
        let tray = &scenes(&board, &Ui { color: Some(3), over: None })[1];
        assert_eq!((tray.name, tray.touch), ("palette", Touch::None));
        let things: Vec<(&str, Look)> = tray.things.iter().map(|thing| (thing.handle.as_str(), thing.look)).collect();
        assert_eq!(things, [("color:1", Look::Ready), ("color:2", Look::Ready), ("color:3", Look::Chosen)]);
        assert_eq!(tray.things[0].spoken, "paint with colour 1 red; cells: 2, regions: 1");
        assert_eq!(tray.things[2].spoken, "painting with colour 3 yellow; cells: 0, regions: 0");
    }

    #[test]
    fn the_vertices_of_a_graph_are_tapped_where_they_stand_and_painted_by_number() {
        let graph = position("graph,1,3,0,3,-,12311,0-1.1-2.2-3.3-4");
        let mut ui = Ui { color: Some(2), over: None };
        // Five vertices stand in rows of three.
        assert_eq!(made(&graph, &mut ui, &[Gesture::tap("A2")]), "3 2");
        assert_eq!(made(&graph, &mut ui, &[Gesture::tap("C2"), Gesture::tap("B1")]), "");
        touch(&graph, &mut ui, &Gesture::new(Act::Hover, "B2"));
        let main = &scenes(&graph, &ui)[0];
        assert_eq!(previews(main), [(MarkKind::Preview(1), 2)]);
        assert_eq!(main.tiles[1].spoken, "vertex 1, colour 2 green, touches 0 2");
    }

    proptest! {
        #[test]
        fn whatever_is_touched_gives_only_legal_moves(
            on in "([A-D][0-4]|color:[0-9a-z]{0,4}|.{0,6})", act in 0_usize..6, color in prop::option::of(0_u32..6)
        ) {
            let acts = [Act::Tap, Act::Press, Act::Drag, Act::Release, Act::Hover, Act::Leave];
            for text in [BOARD, "graph,1,3,0,3,-,12311,0-1.1-2.2-3.3-4", "triangular,1,3,0,3,-,112/302"] {
                let position = position(text);
                let mut ui = Ui { color, over: None };
                for action in touch(&position, &mut ui, &Gesture::new(acts[act], on.clone())) {
                    prop_assert_ne!(rules::play(&position, action).unwrap().level.board, position.level.board.clone());
                }
                prop_assert!(scenes(&position, &ui).iter().all(|scene| scene.layout.rows > 0));
            }
        }
    }
}
