//! Puzzle after puzzle from a screen: look until the picture stands still, read it, keep it, press `next`, until there is
//! nothing new. Everything is counted in looks, so that a screen made of pictures tests it without a clock.

use std::time::Duration;

use azulejo_core::problem::Problem;

use super::Found;
use crate::failure::Failure;

/// What a screen shows: rows of red, green, blue.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Picture {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) pixels: Vec<u8>,
}

/// A place on a screen, in the units that its pointer is moved in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) x: i32,
    pub(super) y: i32,
}

/// A screen, with the pointer's only use.
pub(super) trait Screen {
    /// The window that has this place, or the whole screen where none has.
    fn picture(&mut self, button: Place) -> Result<Picture, Problem>;
    /// Moves the pointer there and presses its first button.
    fn press(&mut self, button: Place) -> Result<(), Problem>;
}

/// How long is looked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// Between two looks.
    pub(super) look: Duration,
    /// So many further looks at the same picture are a picture that stands still.
    pub(super) steady: u32,
    /// After so many looks nothing new will come.
    pub(super) patience: u32,
}

/// Why a capture ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// There are as many as were asked for.
    Count,
    /// The button showed nothing new.
    Unchanged,
    /// The first puzzle came again.
    Round,
    /// Somebody stopped it.
    Stopped,
}

/// What one look after another came to.
enum Seen {
    Puzzle(Picture, Found),
    Refused(Picture, Failure),
    Nothing,
    Stopped,
}

/// What a capture does beside looking and pressing.
pub(super) trait Keeper {
    /// The puzzle in a picture; nothing where somebody wants to stop.
    fn read(&mut self, picture: &Picture) -> Result<Option<Found>, Failure>;
    /// Saves a puzzle.
    fn keep(&mut self, found: Found) -> Result<(), Failure>;
    /// Hears of a picture that could not be read.
    fn skip(&mut self, failure: Failure);
    /// Whether somebody wants to stop.
    fn stopped(&self) -> bool;
}

/// Reads puzzles until there are `count`, or nothing new comes, or somebody stops it.
pub(super) fn capture(
    screen: &mut impl Screen,
    button: Place,
    pace: Pace,
    count: Option<u32>,
    keeper: &mut impl Keeper,
) -> Result<End, Failure> {
    let (mut kept, mut first, mut before, mut picture) = (0, None, None, None);
    loop {
        match look(screen, button, pace, before.as_deref(), picture.as_ref(), keeper)? {
            Seen::Stopped => return Ok(End::Stopped),
            Seen::Nothing => return Ok(End::Unchanged),
            Seen::Puzzle(_, found) if first.as_ref() == Some(&found.id) => return Ok(End::Round),
            Seen::Puzzle(seen, found) => {
                first.get_or_insert_with(|| found.id.clone());
                before = Some(found.id.clone());
                picture = Some(seen);
                keeper.keep(found)?;
                kept += 1;
            }
            // What begins with no puzzle at all is a wrong window or a wrong size: nothing is pressed there.
            Seen::Refused(_, failure) if kept == 0 => return Err(failure),
            Seen::Refused(seen, failure) => {
                picture = Some(seen);
                keeper.skip(failure);
            }
        }
        if count.is_some_and(|count| kept >= count) {
            return Ok(End::Count);
        }
        screen.press(button)?;
    }
}

/// Looks until a picture that stands still shows another puzzle than before, or until patience runs out.
fn look(
    screen: &mut impl Screen,
    button: Place,
    pace: Pace,
    before: Option<&str>,
    old: Option<&Picture>,
    keeper: &mut impl Keeper,
) -> Result<Seen, Failure> {
    let (mut last, mut same, mut refused): (Option<Picture>, u32, Option<Failure>) = (None, 0, None);
    for _ in 0..pace.patience {
        if keeper.stopped() {
            return Ok(Seen::Stopped);
        }
        std::thread::sleep(pace.look);
        let picture = screen.picture(button)?;
        same = if last.as_ref() == Some(&picture) { same + 1 } else { 0 };
        let new = same == pace.steady && old != Some(&picture);
        last = Some(picture);
        // Every picture that stands still is read once; the same puzzle in it may be one that is about to leave.
        let Some(picture) = last.as_ref().filter(|_| new) else { continue };
        match keeper.read(picture) {
            Ok(None) => return Ok(Seen::Stopped),
            Ok(Some(found)) if before != Some(&found.id) => return Ok(Seen::Puzzle(picture.clone(), found)),
            Ok(Some(_)) => refused = None,
            Err(failure) => refused = Some(failure),
        }
    }
    let Some(last) = last.filter(|last| old != Some(last)) else { return Ok(Seen::Nothing) };
    if let Some(failure) = refused {
        return Ok(Seen::Refused(last, failure));
    }
    if same >= pace.steady {
        return Ok(Seen::Nothing);
    }
    // Something beside the board never stands still: what two pictures agree on is there.
    let twice = [keeper.read(&last), keeper.read(&screen.picture(button)?)];
    Ok(match twice {
        [Ok(None), _] | [_, Ok(None)] => Seen::Stopped,
        [Ok(Some(one)), Ok(Some(other))] if one.id == other.id => match before {
            Some(before) if before == one.id => Seen::Nothing,
            _ => Seen::Puzzle(last, one),
        },
        [Ok(_), Ok(_)] => {
            let problem = Problem::new("the picture does not stand still, and is read differently each time");
            Seen::Refused(last, problem.into())
        }
        [Err(failure), _] | [_, Err(failure)] => Seen::Refused(last, failure),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A screen made of numbers: what each press leads through, the last of them for good.
    struct Film {
        scenes: Vec<Vec<u32>>,
        scene: usize,
        frame: usize,
    }

    const BUTTON: Place = Place { x: 3, y: 4 };
    const PACE: Pace = Pace { look: Duration::ZERO, steady: 2, patience: 12 };

    impl Screen for Film {
        fn picture(&mut self, button: Place) -> Result<Picture, Problem> {
            assert_eq!(button, BUTTON);
            let scene = &self.scenes[self.scene];
            let shown = scene[self.frame];
            self.frame += usize::from(self.frame + 1 < scene.len());
            Ok(Picture { width: shown, height: 1, pixels: Vec::new() })
        }

        fn press(&mut self, button: Place) -> Result<(), Problem> {
            assert_eq!(button, BUTTON);
            if self.scene + 1 < self.scenes.len() {
                (self.scene, self.frame) = (self.scene + 1, 0);
            }
            Ok(())
        }
    }

    /// Reads the number of a picture, in hundreds: 301 and 302 are puzzle 3. Those below 100 are no puzzle.
    #[derive(Default)]
    struct Notes {
        kept: Vec<String>,
        skipped: Vec<String>,
        stop_after: Option<usize>,
    }

    impl Keeper for Notes {
        fn read(&mut self, picture: &Picture) -> Result<Option<Found>, Failure> {
            if picture.width < 100 {
                return Err(Problem::new(format!("{} is no puzzle", picture.width)).into());
            }
            let id = (picture.width / 100).to_string();
            Ok(Some(Found { id, answer: serde_json::Value::Null, json: Vec::new() }))
        }

        fn keep(&mut self, found: Found) -> Result<(), Failure> {
            self.kept.push(found.id);
            Ok(())
        }

        fn skip(&mut self, failure: Failure) {
            self.skipped.push(failure.line());
        }

        fn stopped(&self) -> bool {
            self.stop_after == Some(self.kept.len())
        }
    }

    fn shown(scenes: &[&[u32]], count: Option<u32>, mut notes: Notes) -> (Result<End, String>, Notes) {
        let scenes = scenes.iter().map(|scene| scene.to_vec()).collect();
        let end = capture(&mut Film { scenes, scene: 0, frame: 0 }, BUTTON, PACE, count, &mut notes);
        (end.map_err(|failure| failure.line()), notes)
    }

    #[test]
    fn every_puzzle_is_kept_once_and_the_end_is_where_nothing_new_comes() {
        // The button lights up under the pointer, boards slide in, the old one stays for a while.
        let scenes: [&[u32]; 4] = [&[100], &[101, 101, 101, 101, 7, 8, 201], &[202, 9, 9, 300], &[301, 400]];
        let (end, notes) = shown(&scenes, None, Notes::default());
        assert_eq!((end, notes.kept.join(" ")), (Ok(End::Unchanged), "1 2 3 4".to_owned()));
        assert_eq!(notes.skipped, Vec::<String>::new());
    }

    #[test]
    fn it_ends_with_the_number_asked_for_and_without_a_further_press() {
        let (end, notes) = shown(&[&[100], &[200], &[300]], Some(2), Notes::default());
        assert_eq!((end, notes.kept.join(" ")), (Ok(End::Count), "1 2".to_owned()));
    }

    #[test]
    fn a_pack_that_begins_again_ends() {
        let (end, notes) = shown(&[&[100], &[200], &[100], &[200]], None, Notes::default());
        assert_eq!((end, notes.kept.join(" ")), (Ok(End::Round), "1 2".to_owned()));
    }

    #[test]
    fn somebody_stops_it() {
        let notes = Notes { stop_after: Some(2), ..Notes::default() };
        let (end, notes) = shown(&[&[100], &[200], &[300]], None, notes);
        assert_eq!((end, notes.kept.join(" ")), (Ok(End::Stopped), "1 2".to_owned()));
    }

    #[test]
    fn what_is_no_puzzle_is_passed_over_and_said_but_not_at_the_beginning() {
        let (end, notes) = shown(&[&[100], &[50], &[200], &[60]], None, Notes::default());
        assert_eq!((end, notes.kept.join(" ")), (Ok(End::Unchanged), "1 2".to_owned()));
        assert_eq!(notes.skipped, ["50 is no puzzle", "60 is no puzzle"]);
        let (end, notes) = shown(&[&[50], &[100]], None, Notes::default());
        assert_eq!((end, notes.kept.len()), (Err("50 is no puzzle".to_owned()), 0));
    }

    #[test]
    fn what_moves_beside_the_board_does_not_keep_it_from_being_read() {
        let restless: Vec<Vec<u32>> =
            (1..=2).map(|puzzle| (0..40).map(|frame| puzzle * 100 + frame).collect()).collect();
        let (end, notes) = shown(&[&restless[0], &restless[1]], None, Notes::default());
        assert_eq!((end, notes.kept.join(" ")), (Ok(End::Unchanged), "1 2".to_owned()));
    }
}
