//! Keys of the falling game: what is held repeats by itself, after a delay and then at a rate of the player's choice.
//!
//! A door only forwards: a press and a release (or a tap, where it cannot see a key go up), and the ticks that pass. Ticks
//! in which nothing happens wait here and become one move with the next thing that does, so that a record stays short.

use azulejo_core::game::Status;
use azulejo_core::hands::{self, Control, Gesture, Show};
use azulejo_core::words::Template;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Act, Fall, ROW, act};
use crate::play::{Move, Position};
use crate::srs::Turn;
use crate::words;

/// What the player's fingers hold, and how they like it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "TetrisKeys")]
pub struct Keys {
    /// Ticks before a held shift repeats (delayed auto shift)
    pub delay: u16,
    /// Ticks between repetitions (auto repeat rate); 0 goes all the way at once
    pub rate: u16,
    /// How many times faster a piece falls while `down` is held
    pub soft: u16,
    /// Ticks for which a shift to the left has been held
    pub left: Option<u32>,
    /// Ticks for which a shift to the right has been held
    pub right: Option<u32>,
    /// The part of a row that `down` has earned, in 65536ths, while it is held
    pub down: Option<u32>,
    /// Ticks in which nothing has happened yet
    pub waited: u32,
}

impl Default for Keys {
    fn default() -> Self {
        Self { delay: 10, rate: 2, soft: 20, left: None, right: None, down: None, waited: 0 }
    }
}

impl Keys {
    /// Whether nothing is held, and nobody has chosen anything.
    pub(crate) fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    fn release(&mut self) {
        (self.left, self.right, self.down) = (None, None, None);
    }
}

/// The longest time that one gesture lets pass: what a tab that slept asks for is not made up for.
const MOST_TICKS: u32 = 60;

/// A game while a gesture is looked at.
struct Hand<'a> {
    now: Position,
    keys: &'a mut Keys,
    made: Vec<Act>,
}

impl Hand<'_> {
    /// Does something if it can be done; time that waited passes first.
    fn does(&mut self, act: Act) -> bool {
        if !matches!(self.now.status(), Status::Playing { .. }) {
            return false;
        }
        let waited = std::mem::take(&mut self.keys.waited);
        if waited > 0 {
            self.plays(Act::Tick(waited));
        }
        self.plays(act)
    }

    fn plays(&mut self, act: Act) -> bool {
        let Ok(next) = self.now.play(Move::Act(act)) else { return false };
        self.now = next;
        self.made.push(act);
        true
    }

    /// Whether something could be done now, as far as the waiting time does not change it.
    fn can(&self, act: Act) -> bool {
        act::play(&self.now, act).is_ok()
    }

    fn tick(&mut self) {
        let Some(fall) = self.now.fall.as_deref() else { return };
        self.keys.waited += 1;
        if self.keys.waited >= act::quiet(&self.now, fall) {
            let waited = std::mem::take(&mut self.keys.waited);
            self.plays(Act::Tick(waited));
        }
        for act in [Act::Left, Act::Right] {
            self.repeat(act);
        }
        self.soft();
    }

    /// Repeats a shift that has been held long enough.
    fn repeat(&mut self, act: Act) {
        let Keys { delay, rate, .. } = *self.keys;
        let held = if act == Act::Left { &mut self.keys.left } else { &mut self.keys.right };
        let Some(ticks) = held else { return };
        *ticks = ticks.saturating_add(1);
        let Some(since) = ticks.checked_sub(delay.into()) else { return };
        match rate {
            0 => while self.can(act) && self.does(act) {},
            _ if since % u32::from(rate) == 0 && self.can(act) => {
                self.does(act);
            }
            _ => {}
        }
    }

    /// Lets the piece fall faster while that key is held.
    fn soft(&mut self) {
        let (Some(fall), Some(earned)) = (self.now.fall.as_deref(), self.keys.down) else { return };
        let gravity = fall.gravity(self.now.cleared).saturating_mul(self.keys.soft.into());
        // No more than the whole board in one tick.
        let mut earned = earned.saturating_add(gravity).min(64 * ROW);
        while earned >= ROW && self.can(Act::Down) && self.does(Act::Down) {
            earned -= ROW;
        }
        self.keys.down = Some(earned.min(ROW - 1));
    }
}

/// What a gesture does, and the acts that it makes.
pub(crate) fn touch(position: &Position, fall: &Fall, keys: &mut Keys, gesture: &Gesture) -> Vec<Act> {
    if !matches!(fall.status(position.cleared), Status::Playing { .. }) {
        keys.release();
        return Vec::new();
    }
    // Hand-made numbers do no harm.
    keys.waited = keys.waited.min(Act::MOST_TICKS - MOST_TICKS);
    let mut hand = Hand { now: position.clone(), keys, made: Vec::new() };
    let meant = Act::OF_THE_PLAYER.into_iter().find(|act| act.word() == gesture.on);
    match (gesture.act, meant) {
        (hands::Act::Tick, _) => {
            for _ in 0..gesture.ticks.min(MOST_TICKS) {
                hand.tick();
            }
        }
        (hands::Act::Tap, Some(act)) => {
            hand.does(act);
        }
        (hands::Act::Press, Some(act)) => {
            // The direction pressed last is the one that repeats.
            match act {
                Act::Left => (hand.keys.left, hand.keys.right) = (Some(0), None),
                Act::Right => (hand.keys.left, hand.keys.right) = (None, Some(0)),
                Act::Down => hand.keys.down = Some(0),
                _ => {}
            }
            hand.does(act);
        }
        (hands::Act::Release, Some(Act::Left)) => hand.keys.left = None,
        (hands::Act::Release, Some(Act::Right)) => hand.keys.right = None,
        (hands::Act::Release, Some(Act::Down)) => hand.keys.down = None,
        (hands::Act::Leave, _) => hand.keys.release(),
        _ => {}
    }
    hand.made
}

/// The buttons and keys.
pub(crate) fn controls(position: &Position, fall: &Fall) -> Vec<Control> {
    if !matches!(fall.status(position.cleared), Status::Playing { .. }) {
        return Vec::new();
    }
    let button = |act: Act, label: Template| Control::button(act.word(), label.plain());
    let hold = if fall.swapped { Show::Off } else { Show::Button };
    vec![
        button(Act::Left, words::LEFT).by(["ArrowLeft"]).holding(),
        button(Act::Right, words::RIGHT).by(["ArrowRight"]).holding(),
        button(Act::Down, words::DOWN).by(["ArrowDown"]).holding(),
        button(Act::Turn(Turn::Clockwise), words::CLOCKWISE).by(["ArrowUp", "x"]),
        button(Act::Turn(Turn::Counterclockwise), words::COUNTERCLOCKWISE).by(["z"]),
        button(Act::Turn(Turn::Half), words::HALF).by(["a"]),
        button(Act::Hold, words::HOLD).by(["c"]).shown(hold),
        button(Act::Drop, words::DROP).by([" ", "Enter"]).shown(Show::Main),
    ]
}

#[cfg(test)]
mod tests {
    use azulejo_core::random::Random;

    use super::super::{Bag, Goal, Mode};
    use super::*;

    fn start() -> Position {
        Fall::start(Mode { goal: Goal::Sprint, bag: Bag::Seven }, 42).unwrap()
    }

    fn after(position: &Position, keys: &mut Keys, gestures: &[Gesture]) -> (Position, Vec<String>) {
        let (mut now, mut made) = (position.clone(), Vec::new());
        for gesture in gestures {
            let fall = now.fall.clone().unwrap();
            for act in touch(&now, &fall, keys, gesture) {
                made.push(act.to_string());
                now = now.play(Move::Act(act)).unwrap();
            }
        }
        (now, made)
    }

    fn press(on: &str) -> Gesture {
        Gesture::new(hands::Act::Press, on)
    }

    fn release(on: &str) -> Gesture {
        Gesture::new(hands::Act::Release, on)
    }

    #[test]
    fn a_held_shift_repeats_after_its_delay_at_its_rate() {
        let mut keys = Keys::default();
        let (now, made) = after(&start(), &mut keys, &[press("left"), Gesture::ticks(9)]);
        assert_eq!(made, ["left"]);
        let (now, made) = after(&now, &mut keys, &[Gesture::ticks(1)]);
        assert_eq!(made, ["tick 10", "left"]);
        let (now, made) = after(&now, &mut keys, &[Gesture::ticks(2), release("left"), Gesture::ticks(10)]);
        assert_eq!(made, ["tick 2", "left"]);
        assert_eq!(now.fall.unwrap().x, 1);
    }

    #[test]
    fn a_rate_of_nothing_goes_to_the_wall() {
        let mut keys = Keys { rate: 0, delay: 6, ..Keys::default() };
        let (now, made) = after(&start(), &mut keys, &[press("right"), Gesture::ticks(6)]);
        assert_eq!(made.iter().filter(|act| *act == "right").count(), made.len() - 1);
        let piece = now.pieces[0];
        let columns = now.fall.unwrap().spot().cells(piece).map(|(x, _)| x);
        assert_eq!(columns.into_iter().max(), Some(9));
    }

    #[test]
    fn idle_time_becomes_one_move_with_what_happens() {
        let mut keys = Keys::default();
        let frames = vec![Gesture::ticks(1); 60];
        let (now, made) = after(&start(), &mut keys, &frames);
        assert_eq!(made, Vec::<String>::new(), "at the first level a row takes more than sixty ticks");
        let (now, made) = after(&now, &mut keys, &[Gesture::ticks(1)]);
        assert_eq!(made, ["tick 61"]);
        assert_eq!((now.fall.as_ref().unwrap().y, now.fall.unwrap().ticks), (18, 61));
    }

    #[test]
    fn down_is_twenty_times_as_fast() {
        let mut keys = Keys::default();
        let (now, made) = after(&start(), &mut keys, &[press("down"), Gesture::ticks(30), release("down")]);
        let rows = made.iter().filter(|act| *act == "down").count();
        assert_eq!(rows, 10, "one at once, then one as often as twenty times 1092 make 65536");
        assert_eq!(now.fall.unwrap().score, 10);
    }

    #[test]
    fn mashing_keys_breaks_nothing_and_replays_alike() {
        let words = ["left", "right", "cw", "ccw", "180", "down", "drop", "hold", "nonsense"];
        let acts = [hands::Act::Tap, hands::Act::Press, hands::Act::Release, hands::Act::Tick, hands::Act::Leave];
        for seed in 0..6 {
            let mut random = Random::new(seed);
            let first = Fall::start(Mode { goal: Goal::Marathon, bag: Bag::Seven }, seed).unwrap();
            let (mut now, mut keys, mut record) = (first.clone(), Keys::default(), Vec::new());
            for _ in 0..3000 {
                let on = words[random.index(words.len())];
                let act = acts[random.index(acts.len())];
                let gesture = Gesture { ticks: random.below(90) as u32, ..Gesture::new(act, on) };
                let fall = now.fall.clone().unwrap();
                for act in touch(&now, &fall, &mut keys, &gesture) {
                    record.push(act);
                    now = now.play(Move::Act(act)).unwrap();
                }
                // Whatever is written is read back, which checks that the piece has room and no row is full.
                assert_eq!(Position::read(&now.write()).unwrap(), now);
                let filled = now.board.cells().cells().filter(|cell| now.board.is_filled(*cell)).count();
                assert_eq!(filled % 2, 0, "pieces have four cells, rows ten");
            }
            let replayed = record.iter().fold(first, |now, act| now.play(Move::Act(*act)).unwrap());
            assert_eq!(replayed, now);
            assert!(record.len() > 100, "{}", record.len());
        }
    }
}
