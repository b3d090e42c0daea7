//! Screenshots of our own drawing are read back; what is no board is refused; real ones too where they are at hand.
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "common/screens.rs"]
mod screens;

use azulejo_core::budget::Budget;
use azulejo_core::random::Random;
use azulejo_core::scene::{Palette, Style, Theme, png};
use azulejo_flow::import::{self, Hints};
use azulejo_flow::position::{Puzzle, Rules};
use azulejo_flow::solve::{self, Engine};
use azulejo_flow::{draw, format};
use proptest::prelude::*;

fn read(bytes: &[u8]) -> Result<import::Reading, azulejo_core::problem::Problem> {
    import::read(bytes, &Hints::default(), &Budget::unlimited())
}

fn same(one: &Puzzle, other: &Puzzle) -> bool {
    one.dots() == other.dots()
        && (one.tiles().rows(), one.tiles().columns()) == (other.tiles().rows(), other.tiles().columns())
}

#[test]
fn every_drawn_screenshot_is_read_back() {
    let wrong = |number: &u64| {
        let screen = screens::screen(*number);
        !read(&screen.bytes).is_ok_and(|reading| same(&reading.puzzle, &screen.puzzle))
    };
    let half = |first: u64| (first..500).step_by(2).filter(wrong).collect::<Vec<u64>>();
    let wrong = std::thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        [half(0), other.join().unwrap()].concat()
    });
    assert!(wrong.is_empty(), "read wrong: {wrong:?}");
}

#[test]
fn our_own_pictures_are_read_back() {
    let puzzle = format::read("A.B.C\n..D.E\n.....\n.B.E.\n.ACD.\n").unwrap();
    for palette in [Palette::DEFAULT, Palette::CLASSIC] {
        for theme in [Theme::Light, Theme::Dark] {
            let style = Style { palette, theme, ..Style::default() };
            let bytes = png::png(&draw::puzzle(&puzzle), &style).unwrap();
            assert!(same(&read(&bytes).unwrap().puzzle, &puzzle), "{} {theme:?}", palette.name);
        }
    }
}

#[test]
fn a_solution_is_drawn_over_its_picture() {
    let screen = screens::screen(0);
    let reading = read(&screen.bytes).unwrap();
    let budget = Budget::unlimited();
    let found = solve::run(&reading.puzzle, Rules::STRICT, 1, Engine::Auto, &budget).1;
    let drawn = import::overlay(&screen.bytes, &reading, &found.solutions[0]).unwrap();
    let (before, after) = (import::decode::decode(&screen.bytes).unwrap(), import::decode::decode(&drawn).unwrap());
    assert_eq!((before.width(), before.height()), (after.width(), after.height()));
    for (path, color) in found.solutions[0].paths().zip(&reading.colors) {
        let cell = path[path.len() / 2];
        let (x, y) = reading.lattice.center(cell.row, cell.column);
        assert_eq!(after.near(x, y), *color);
    }
}

#[test]
fn what_is_no_board_is_refused() {
    let blank = screens::Image { width: 300, height: 500, pixels: vec![40; 300 * 500 * 3] };
    assert!(read(&blank.encoded(None)).unwrap_err().message.contains("no board can be found"));
    let mut random = Random::new(1);
    let noise = (0..300 * 500 * 3).map(|_| random.below(256) as u8).collect();
    assert!(read(&screens::Image { width: 300, height: 500, pixels: noise }.encoded(None)).is_err());
    // Squared paper has lines but no dots.
    let paper =
        (0..500 * 300).flat_map(|place| [if place % 300 % 30 == 0 || place / 300 % 30 == 0 { 0 } else { 255 }; 3]);
    let paper = screens::Image { width: 300, height: 500, pixels: paper.collect() };
    assert!(read(&paper.encoded(None)).is_err());
}

#[test]
fn every_real_screenshot_at_hand_is_read_right() {
    let Some(folder) = azulejo_bench::shared_data("flow") else { return };
    for entry in std::fs::read_dir(folder.join("screenshots")).unwrap() {
        let path = entry.unwrap().path();
        let text = folder.join("shots").join(path.file_stem().unwrap()).with_extension("txt");
        let Ok(text) = std::fs::read_to_string(text) else { continue };
        let reading = read(&std::fs::read(&path).unwrap()).unwrap();
        assert!(same(&reading.puzzle, &format::read(&text).unwrap()), "{}", path.display());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400), jpeg: bool) {
        let head: &[u8] = if jpeg { b"\xff\xd8\xff" } else { b"\x89PNG\r\n\x1a\n" };
        let _ = read(&[head, &bytes].concat());
        let _ = read(&bytes);
    }

    #[test]
    fn no_change_to_a_picture_makes_the_reader_panic(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        cut in any::<prop::sample::Index>(),
    ) {
        let pixels = (0..60 * 60 * 3).map(|place| if place / 3 % 60 % 12 == 0 { 90 } else { (place % 7) as u8 }).collect();
        let image = screens::Image { width: 60, height: 60, pixels };
        for jpeg in [None, Some(80)] {
            let mut bytes = image.encoded(jpeg);
            for (place, value) in &changes {
                let place = place.index(bytes.len());
                bytes[place] = *value;
            }
            let _ = read(&bytes);
            bytes.truncate(cut.index(bytes.len()));
            let _ = read(&bytes);
        }
    }
}
