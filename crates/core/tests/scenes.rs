//! Pictures of scenes: what they keep of the meaning, that they are small, and that no mark is lost in any of them.
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "common/boards.rs"]
mod boards;

use std::collections::BTreeMap;

use azulejo_core::grid::Cell;
use azulejo_core::scene::ansi::{self, Depth, ansi};
use azulejo_core::scene::palette::RED;
use azulejo_core::scene::{
    Axes, Emphasis, Layout, Letters, MarkKind, Outline, Patterns, Scene, Stroke, Style, Thing, Tile, Tiling, Touch, svg,
};
use proptest::prelude::*;

fn drawn(scene: &Scene) -> String {
    svg::svg(scene, &Style::default())
}

/// The values of an attribute, in the order of the document.
fn values<'a>(svg: &'a str, attribute: &str) -> Vec<&'a str> {
    let key = format!(" {attribute}='");
    svg.split(&key).skip(1).map(|rest| rest.split('\'').next().unwrap()).collect()
}

/// The part of a document that is one layer.
fn layer<'a>(svg: &'a str, class: &str) -> &'a str {
    let from = svg.find(&format!("<g class='{class}'")).unwrap_or_else(|| panic!("no {class}"));
    let mut depth = 0;
    for (at, _) in svg[from..].match_indices('<') {
        let rest = &svg[from + at..];
        match rest {
            _ if rest.starts_with("<g") => depth += 1,
            _ if rest.starts_with("</g") => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &svg[from..from + at];
        }
    }
    panic!("{class} does not end")
}

/// Fails unless every element that is opened is closed.
fn assert_balanced(svg: &str) {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1).map(|rest| rest.split('>').next().unwrap()) {
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{svg}");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn pictures_of_ordinary_boards_are_small() {
    for (name, scene, most) in [
        ("blocky", boards::blocky(), 10_000),
        ("flow", boards::flow(), 10_000),
        ("switcher", boards::switcher(), 5_000),
        ("kami", boards::kami(), 5_000),
        ("tetris", boards::tetris(), 6_000),
        ("hand", boards::hand(), 2_000),
    ] {
        let bytes = drawn(&scene).len();
        assert!(bytes <= most, "{name} takes {bytes} bytes, more than {most}");
    }
}

#[test]
fn layers_are_named_and_in_order() {
    let mut scene = boards::switcher().with_things([Thing::new("card", "a card", [Cell::new(0, 0)])]);
    scene.walls = vec![[Cell::new(0, 0), Cell::new(0, 1)]];
    scene.dots = boards::flow().dots[..2].to_vec();
    let svg = drawn(&scene);
    assert_balanced(&svg);
    let layers =
        ["cells", "letters", "outlines", "walls", "paths", "dots", "letters", "marks", "things", "axes", "caption"];
    let mut rest = &svg[..];
    for class in layers {
        let key = format!("<g class='{class}'");
        let at = rest.find(&key).unwrap_or_else(|| panic!("{class} is missing or too early"));
        rest = &rest[at + key.len()..];
    }
}

#[test]
fn a_picture_says_which_board_it_is_and_how_it_is_touched() {
    let touched = |touch| {
        let svg = drawn(&boards::colored(2, 2, 2).named("hand").touchable(touch));
        let root = svg.lines().next().unwrap().to_owned();
        assert_eq!(values(&root, "data-name"), ["hand"]);
        (values(&root, "data-touch").join(" "), values(&root, "role").join(" "))
    };
    let group = |touch: &str| (touch.to_owned(), "group".to_owned());
    assert_eq!(touched(Touch::Drag), group("drag"));
    assert_eq!(touched(Touch::Cells), group("cells"));
    assert_eq!(touched(Touch::None), (String::new(), "img".to_owned()));
    let strip = svg::svg_strip(&[boards::switcher(), boards::hand()], 1, &Style::default());
    assert_balanced(&strip);
    assert_eq!(values(&strip, "data-name"), ["board", "hand"]);
}

#[test]
fn what_can_be_touched_has_its_handle_and_nothing_else_has() {
    let svg = drawn(&boards::colored(3, 4, 3));
    let mut handles: Vec<&str> = values(&svg, "data-handle").into_iter().flat_map(|names| names.split(' ')).collect();
    handles.sort_unstable();
    assert_eq!(handles.join(" "), "A1 A2 A3 B1 B2 B3 C1 C2 C3 D1 D2 D3");
    assert_eq!(values(&drawn(&boards::hand()), "data-handle"), ["card-1", "card-2", "card-3", "card-4", "card-5"]);
    assert!(values(&drawn(&boards::tetris()), "data-handle").is_empty());
    // Nothing that lies over a tile takes its touches.
    for class in ["letters", "paths", "dots"] {
        assert!(
            layer(&drawn(&boards::flow()), class)
                .starts_with(&format!("<g class='{class}' aria-hidden='true' pointer-events='none'"))
        );
    }
}

#[test]
fn tiles_and_things_are_spoken_of() {
    let mut scene = boards::colored(1, 3, 1);
    scene.tiles[1].spoken = "the 'red' & <bold> one".to_owned();
    scene.tiles[2].label.clear();
    scene = scene.with_things([Thing::new("a&b", "a card", [Cell::new(0, 0)])]);
    let svg = drawn(&scene);
    assert_balanced(&svg);
    let said = ["A1 a", "the &#39;red&#39; &amp; &lt;bold&gt; one", "a card"];
    assert_eq!(values(&svg, "aria-label"), said);
    assert_eq!(values(&svg, "data-handle"), ["C1", "A1", "B1", "a&amp;b"]);
}

#[test]
fn cells_that_say_the_same_are_one_path_with_a_closed_line_for_each_handle() {
    for tiling in [Tiling::Squares, Tiling::Hexagons, Tiling::Triangles] {
        let mut scene = boards::colored(2, 3, 1);
        scene.layout.tiling = tiling;
        for (index, tile) in scene.tiles.iter_mut().enumerate() {
            // A name that only begins like the tile's own is no name of it.
            tile.spoken = match index {
                0 | 4 => format!("{}, taken", tile.cell),
                1 => format!("{}1, taken", tile.cell),
                2 => format!("{}", tile.cell),
                _ => String::new(),
            };
        }
        let svg = drawn(&scene);
        let cells = layer(&svg, "cells");
        assert_eq!(values(cells, "data-handle"), ["A1 B2", "A2 C2", "B1", "C1"], "{cells}");
        assert_eq!(values(cells, "data-spoken"), [", taken", " a"], "{cells}");
        assert_eq!(values(cells, "aria-label"), ["B11, taken", "C1"], "{cells}");
        for (lines, handles) in values(cells, "d").iter().zip(values(cells, "data-handle")) {
            assert_eq!(lines.matches('z').count(), handles.split(' ').count(), "{cells}");
        }
    }
}

#[test]
fn colors_are_kept_by_their_numbers() {
    let svg = drawn(&boards::flow());
    let numbers: Vec<String> = (0..14).map(|color| color.to_string()).collect();
    assert_eq!(values(layer(&svg, "paths"), "data-color"), numbers);
    assert_eq!(values(layer(&svg, "dots"), "data-color"), numbers);
    assert_eq!(values(layer(&svg, "paths"), "class").len(), 15, "the layer and its pipes");
    assert!(values(layer(&svg, "cells"), "data-color").is_empty());
    let svg = drawn(&boards::colored(5, 5, 3));
    assert_eq!(values(layer(&svg, "cells"), "data-color"), ["0", "1", "2"]);
}

#[test]
fn every_letter_stands_in_the_middle_of_its_tile() {
    let mut scene = boards::switcher();
    scene.tiles[7].label = "12".to_owned();
    scene.tiles[8].label = "é".to_owned();
    scene.tiles[9].label = "🂡".to_owned();
    let svg = drawn(&scene);
    let mut found = BTreeMap::new();
    for text in layer(&svg, "letters").split("<text").skip(1) {
        let numbers =
            |name| -> Vec<f32> { values(text, name)[0].split(' ').map(|number| number.parse().unwrap()).collect() };
        let (xs, ys) = (numbers("x"), numbers("y"));
        let content = text.split('>').nth(1).unwrap().split('<').next().unwrap();
        let parts: Vec<String> = match xs.len() {
            1 => vec![content.to_owned()],
            _ => content.chars().map(String::from).collect(),
        };
        assert_eq!(parts.len(), xs.len());
        for (index, part) in parts.into_iter().enumerate() {
            let y = ys.get(index).or(ys.last()).unwrap();
            found.insert(((y / 48.0) as u16, (xs[index] / 48.0) as u16), part);
        }
    }
    let wanted = scene.tiles.iter().map(|tile| ((tile.cell.row, tile.cell.column), tile.label.clone())).collect();
    assert_eq!(found, wanted);
}

#[test]
fn style_decides_about_letters_names_and_patterns() {
    let scene = boards::kami();
    let style = Style { letters: Letters::Hidden, axes: Axes::Hidden, patterns: Patterns::On, ..Style::default() };
    let svg = svg::svg(&scene, &style);
    assert_balanced(&svg);
    assert!(!svg.contains("class='letters'") && !svg.contains("class='axes'"));
    assert!(values(&svg, "data-spoken").contains(&" a"));
    assert_eq!(svg.matches("class='pattern'").count(), 4);
    assert!(!ansi(&scene, &style, Depth::None).contains('J'));
}

#[test]
fn each_mark_says_its_kind() {
    for tiling in [Tiling::Squares, Tiling::Hexagons, Tiling::Triangles] {
        let svg = drawn(&boards::marks(tiling));
        assert_balanced(&svg);
        let classes = values(layer(&svg, "marks"), "class");
        let kinds: Vec<&str> = classes.into_iter().filter_map(|class| class.strip_prefix("mark ")).collect();
        assert_eq!(kinds, ["cursor", "chosen", "choice", "hint", "ghost", "preview", "wrong"], "{tiling:?}");
        let things = values(layer(&svg, "things"), "class");
        assert_eq!(things[1..], ["thing", "thing chosen", "thing ready", "thing off"], "{tiling:?}");
        assert!(layer(&svg, "paths").contains("class='advice'"), "{tiling:?}");
    }
}

#[cfg(feature = "pictures")]
#[test]
fn each_mark_and_look_shows_in_a_png() {
    use azulejo_core::scene::{Look, png};
    let style = Style { cell_size: 24.0, ..Style::default() };
    let cells = [Cell::new(0, 0), Cell::new(0, 1)];
    let plain = boards::colored(2, 3, 2);
    let kinds = [
        MarkKind::Cursor,
        MarkKind::Chosen,
        MarkKind::Choice,
        MarkKind::Hint,
        MarkKind::Ghost(4),
        MarkKind::Preview(4),
        MarkKind::Wrong,
    ];
    let marked = kinds.map(|kind| plain.clone().with_marks(kind, cells));
    let looks = [Look::Chosen, Look::Ready, Look::Off];
    let looking = looks.map(|look| plain.clone().with_things([Thing::new("a", "b", cells).looking(look)]));
    let pictures: Vec<Vec<u8>> =
        std::iter::once(&plain).chain(&marked).chain(&looking).map(|scene| png::png(scene, &style).unwrap()).collect();
    for (index, picture) in pictures.iter().enumerate() {
        // Something taken up looks the same as a thing and as a mark, but for the light round it.
        assert!(!pictures[..index].contains(picture), "{index}");
    }
}

#[test]
fn terminals_bracket_marks_and_list_things() {
    let style = Style::default();
    let scenes = [boards::marks(Tiling::Squares), boards::tetris(), boards::hand()];
    insta::assert_snapshot!(ansi::boards(&scenes, &style, Depth::None));
    for scene in &scenes {
        assert!(ansi(scene, &style, Depth::True).contains("\u{1b}["));
    }
}

#[test]
fn neighboring_outlines_are_drawn_as_one_line() {
    let mut scene = Scene::new("two", Layout::squares(1, 2), vec![Tile::empty(Cell::new(0, 0))]);
    scene.outlines = (0..2).map(|column| Outline { cells: vec![Cell::new(0, column)], stroke: Stroke::Thin }).collect();
    let svg = drawn(&scene);
    assert_eq!(values(layer(&svg, "outlines"), "d"), ["M0 0h2M0 1h2M0 0v1M1 0v1M2 0v1"]);
}

fn any_cell() -> impl Strategy<Value = Cell> {
    (0..9_u16, 0..9_u16).prop_map(|(row, column)| Cell::new(row, column))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Outlines, marks, things and walls may lie beyond the board, be empty, or name a cell twice.
    #[test]
    fn no_scene_makes_a_drawing_panic(
        cells in proptest::collection::vec(any_cell(), 0..12),
        far in any::<(u16, u16)>(),
        which in 0..3_usize,
        touch in 0..3_usize,
        size in 4.0..300_f32,
    ) {
        let mut scene = boards::marks([Tiling::Squares, Tiling::Hexagons, Tiling::Triangles][which]);
        scene.touch = [Touch::None, Touch::Cells, Touch::Drag][touch];
        for stroke in [Stroke::Thin, Stroke::Strong, Stroke::Highlight] {
            scene = scene.with_outline(stroke, cells.clone());
        }
        let far = [Cell::new(far.0, far.1)];
        scene = scene.with_marks(MarkKind::Hint, cells.clone()).with_marks(MarkKind::Wrong, far);
        scene = scene.with_things([Thing::new("x", "y", cells.clone()), Thing::new("", "", [])]);
        scene.walls = cells.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        let style = Style { cell_size: size, ..Style::default() };
        assert_balanced(&svg::svg(&scene, &style));
        ansi(&scene, &style, Depth::Cube);
    }
}

/// The colours of the letter and behind it, as the terminal is told them, one pair a cell.
fn letters_and_grounds(text: &str) -> Vec<(String, String)> {
    let cells = text.split("\u{1b}[0;").skip(1).map(|cell| cell.split_once('m').unwrap().0);
    let pairs = cells.map(|codes| {
        let codes: Vec<&str> = codes.trim_start_matches("1;").split(';').collect();
        let (front, back) = codes.split_at(codes.len() / 2);
        let told = |codes: &[&str], base: u32| {
            let first: u32 = codes[0].parse().unwrap();
            format!("{} {}", first - base, codes[1..].join(";"))
        };
        (told(front, 30), told(back, 40))
    });
    pairs.collect()
}

#[test]
fn a_strong_tile_is_the_other_way_round_in_every_depth_and_upper_case_in_none() {
    let tile = |column, emphasis| Tile { emphasis, ..Tile::colored(Cell::new(0, column), RED, "r") };
    let tiles = vec![tile(0, Emphasis::Plain), tile(1, Emphasis::Strong)];
    let scene = Scene::new("two tiles", Layout::squares(1, 2), tiles).without_axes();
    let drawn = |depth| ansi(&scene, &Style::default(), depth);
    assert_eq!(drawn(Depth::None), "r R\n");
    for depth in [Depth::Sixteen, Depth::Cube, Depth::True] {
        let pairs = letters_and_grounds(&drawn(depth));
        let [(plain_letter, plain_ground), (strong_letter, strong_ground)] = &pairs[..] else { panic!("{pairs:?}") };
        assert_eq!((plain_letter, plain_ground), (strong_ground, strong_letter), "{depth:?}");
        assert_ne!(plain_letter, plain_ground, "{depth:?}");
    }
}

/// Every place of a text whose character is this, as row and column.
fn places_of(text: &str, wanted: char) -> Vec<(usize, usize)> {
    let rows = text.lines().enumerate();
    let places = rows.flat_map(|(row, line)| line.chars().enumerate().map(move |(column, at)| (row, column, at)));
    places.filter(|place| place.2 == wanted).map(|(row, column, _)| (row, column)).collect()
}

#[test]
fn what_stands_at_a_character_has_the_handle_of_its_tile_in_every_layout() {
    for (tiling, outlined) in [(Tiling::Squares, false), (Tiling::Squares, true), (Tiling::Hexagons, false)] {
        // Letters that neither the axes nor the lines use say where their tile stands.
        let letters = "mnopqrstuvwx";
        let mut letter = letters.chars();
        let cells = (0..3).flat_map(|row| (0..4).map(move |column| Cell::new(row, column)));
        let tiles: Vec<Tile> =
            cells.clone().map(|cell| Tile::colored(cell, RED, letter.next().unwrap().to_string())).collect();
        let layout = Layout { tiling, ..Layout::squares(3, 4) };
        let mut scene = Scene::new("twelve tiles", layout, tiles).touchable(Touch::Cells);
        if outlined {
            scene = scene.with_outline(Stroke::Strong, [Cell::new(1, 1)]);
        }
        let thing = Thing::new("end", "the end", []);
        for scene in [scene.clone(), scene.clone().named("hand"), scene.with_things([thing])] {
            let style = Style::default();
            let text = ansi(&scene, &style, Depth::None);
            for (letter, cell) in letters.chars().zip(cells.clone()) {
                let (row, column) = places_of(&text, letter).into_iter().find(|place| place.0 > 0).unwrap();
                let found = ansi::handle_at(&scene, &style, Depth::None, row, column);
                assert_eq!(found, Some(cell.to_string()), "{tiling:?} {letter}\n{text}");
            }
            let below = text.lines().count();
            assert_eq!(ansi::handle_at(&scene, &style, Depth::None, below, 3), None);
            let last = ansi::handle_at(&scene, &style, Depth::None, below - 1, 0);
            assert_eq!(last.as_deref() == Some("end"), !scene.things.is_empty(), "{text}");
        }
    }
}

#[test]
fn what_cannot_be_touched_has_no_handle_and_a_thing_lies_over_its_tiles() {
    let tiles: Vec<Tile> = (0..3).map(|column| Tile::colored(Cell::new(0, column), RED, "r")).collect();
    let scene = Scene::new("three tiles", Layout::squares(1, 3), tiles).without_axes();
    let at = |scene: &Scene, column| ansi::handle_at(scene, &Style::default(), Depth::Sixteen, 0, column);
    assert_eq!(at(&scene, 4), None);
    let touchable = scene.clone().touchable(Touch::Cells);
    assert_eq!(
        [0, 2, 3, 8, 9].map(|column| at(&touchable, column)).map(Option::unwrap_or_default),
        ["A1", "A1", "B1", "C1", ""]
    );
    let block = Scene { tiles: vec![Tile { span: 3, ..Tile::colored(Cell::new(0, 0), RED, "r") }], ..touchable };
    assert_eq!(at(&block, 8).as_deref(), Some("A1"), "a block is touched anywhere on it");
    assert_eq!(at(&block.with_things([Thing::new("card", "a card", [Cell::new(0, 2)])]), 8).as_deref(), Some("card"));
}
