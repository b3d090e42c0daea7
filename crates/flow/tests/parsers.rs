//! No text makes a reader panic, and what a reader accepts is written and read back the same.
#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use azulejo_core::random::Random;
use azulejo_flow::format::{self, Format, line};
use azulejo_flow::play::Position;
use azulejo_flow::position::{Fill, Rules};
use common::{EVERY_RULE, random_board};
use proptest::prelude::*;

#[test]
fn every_board_comes_back_from_the_forms_that_can_hold_it() {
    let mut random = Random::new(9);
    for _ in 0..500 {
        let puzzle = random_board(&mut random, 6);
        for form in [Format::Grid, Format::Many, Format::Line] {
            let text = format::write(&puzzle, Fill::Full, None, form).unwrap();
            assert_eq!(format::read_one(&text, Some(form)).unwrap().puzzle, puzzle, "{form:?}\n{text}");
        }
        let position = Position::new(puzzle.clone(), EVERY_RULE[random.index(6)]);
        assert_eq!(line::read(&line::write(&position), Rules::default()).unwrap(), position);
        for form in [Format::Json, Format::Puzzlink, Format::Pzprv3] {
            if let Ok(text) = format::write(&puzzle, Fill::Full, None, form) {
                let found = format::read_one(&text, Some(form)).unwrap().puzzle;
                assert_eq!(found.dots(), puzzle.dots(), "{form:?}\n{text}");
            }
        }
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "(?s).{0,200}") {
        for form in Format::ALL {
            let _ = format::read_all(&text, Some(form));
        }
        let _ = format::read_all(&text, None);
    }

    #[test]
    fn no_text_that_looks_right_panics(
        text in "(pzprv3\n|numlin/|arukone/e/|\\[|[0-9]{1,4} [0-9]{1,4}\n|W_|X_|)[A-C.*#%/,;:|\\[\\]nul0-9a-z\n -]{0,80}"
    ) {
        for form in Format::ALL {
            if let Ok(readings) = format::read_all(&text, Some(form)) {
                for reading in readings {
                    let position = Position::new(reading.puzzle, Rules::default());
                    let written = line::write(&position);
                    prop_assert_eq!(Format::of(&written), Format::Line);
                    prop_assert_eq!(line::read(&written, Rules::default()).unwrap(), position);
                }
            }
        }
    }
}
