//! Picnic: a row of coloured plates; two players take one, two or three from the left in turn; whoever takes the last
//! plate has won.
//!
//! A whole game in the usual rooms, as small as it can be: copy it to begin a new one. [`position`] is what is chosen and
//! what is played on, [`rules`] what a move does, [`format`](mod@format) how it is written, [`solve`] who wins and how,
//! `hands` what a touch means, `draw` what there is to see. It has no verb of its own: those of core do.

mod draw;
pub mod format;
mod hands;
pub mod position;
pub mod rules;
pub mod solve;

use azulejo_core::budget::Budget;
use azulejo_core::game::{Advice, Bots, Game, Generate, Hint, Preset, Rate, Rating, Solve, Status, Violation};
use azulejo_core::grid::Cell;
use azulejo_core::hands::{Control, Gesture, NoUi};
use azulejo_core::options::NoOptions;
use azulejo_core::outcome::{Answer, Halt, Outcome, Proof};
use azulejo_core::problem::{Problem, Problems};
use azulejo_core::random::Random;
use azulejo_core::registry;
use azulejo_core::scene::Scene;
use azulejo_core::verb::Entry;
use azulejo_core::verbs;
use azulejo_core::words::{Message, Template};

pub use position::{Position, Setup};
pub use rules::Take;

/// The game: a type without values.
#[derive(Clone, Copy, Debug)]
pub struct Picnic;

/// What can be asked of it.
pub static VERBS: [Entry; 12] = [
    Entry::of::<verbs::New<Picnic>>(),
    Entry::of::<verbs::Show<Picnic>>(),
    Entry::of::<verbs::Play<Picnic>>(),
    Entry::of::<verbs::Moves<Picnic>>(),
    Entry::of::<verbs::Check<Picnic>>(),
    Entry::of::<verbs::Solve<Picnic>>(),
    Entry::of::<verbs::Hint<Picnic>>(),
    Entry::of::<verbs::Rate<Picnic>>(),
    Entry::of::<verbs::Generate<Picnic>>(),
    Entry::of::<verbs::Bot<Picnic>>(),
    Entry::of::<verbs::Export<Picnic>>(),
    Entry::of::<verbs::Touch<Picnic>>(),
];

/// Picnic for the doors.
pub static GAME: registry::Entry = registry::Entry::of::<Picnic>(&VERBS).with_bots::<Picnic>();

const GOAL: Template = Template::new("picnic.goal", "Take one, two or three plates from the left: the last plate wins");
const LEFT: Template = Template::new("picnic.left", "{n} {n|plate|plates} left, player {player} to take");
const FOUR: Template = Template::new("picnic.four", "it leaves a multiple of four");

impl Game for Picnic {
    const NAME: &'static str = "picnic";
    const TITLE: &'static str = "Picnic";
    const SUMMARY: &'static str = "Take the last plate";
    const PRESETS: &'static [Preset] =
        &[Preset { setup: "10", name: "10 plates" }, Preset { setup: "21", name: "21 plates" }];
    const WORDS: &'static [Template] = &[GOAL, LEFT, FOUR, hands::TAKE];

    type Setup = Setup;
    type Position = Position;
    type Move = Take;
    type Reading = NoOptions;
    type Ui = NoUi;

    fn start(setup: &Setup, seed: u64, _: &Budget) -> Result<Position, Halt> {
        let mut random = Random::new(seed);
        Ok(Position::new((0..setup.plates).map(|_| random.below(4) as u8).collect(), 0))
    }

    fn read(_: &Setup, text: &str) -> Result<Position, Problems> {
        format::read(text)
    }

    fn write(position: &Position) -> String {
        format::write(position)
    }

    fn moves(position: &Position) -> Vec<Take> {
        rules::moves(position)
    }

    fn play(position: &Position, action: &Take) -> Result<Position, Problem> {
        rules::play(position, *action)
    }

    fn status(position: &Position) -> Status {
        rules::status(position)
    }

    fn seats(_: &Position) -> usize {
        2
    }

    fn check(_: &Position) -> Vec<Violation> {
        Vec::new()
    }

    fn scenes(position: &Position, _: &NoUi) -> Vec<Scene> {
        vec![draw::plates(position)]
    }

    fn touch(position: &Position, _: &mut NoUi, gesture: &Gesture) -> Vec<Take> {
        hands::touch(position, gesture).into_iter().collect()
    }

    fn controls(position: &Position, _: &NoUi) -> Vec<Control> {
        hands::controls(position)
    }

    fn facts(position: &Position) -> Vec<Message> {
        let left = LEFT.with([("n", position.plates().len().into()), ("player", (position.player() + 1).into())]);
        vec![GOAL.plain(), left]
    }

    fn forms(position: &Position) -> Vec<(&'static str, String)> {
        vec![("plates", format!("{}\n", format::write(position)))]
    }
}

impl Solve for Picnic {
    fn solve(position: &Position, budget: &Budget) -> Answer<Vec<Take>> {
        solve::solve(position, budget)
    }
}

impl Hint for Picnic {
    fn hint(position: &Position, budget: &Budget) -> Outcome<Advice<Take>> {
        solve::solve(position, budget).outcome.map(|line| Advice {
            reason: FOUR.plain(),
            handles: Vec::new(),
            cells: line.first().map_or(0..0, |first| 0..first.0 as u16).map(|column| Cell::new(0, column)).collect(),
            line,
        })
    }
}

impl Generate for Picnic {
    fn generate(setup: &Setup, seed: u64, budget: &Budget) -> Outcome<Position> {
        match Self::start(setup, seed, budget) {
            Ok(solution) => Outcome::Solved { solution, proof: Proof::FirstFound },
            Err(_) => Outcome::Impossible,
        }
    }
}

impl Rate for Picnic {
    fn rate(position: &Position, _: &Budget) -> Outcome<Rating> {
        let score = position.plates().len() as f64;
        let difficulty = if score < 8.0 { "easy" } else { "medium" };
        let rating = Rating { difficulty, score, reasons: vec!["one counts modulo four".to_owned()] };
        Outcome::Solved { solution: rating, proof: Proof::Optimal }
    }
}

impl Bots for Picnic {
    const BOTS: &'static [&'static str] = &["random", "clever"];

    fn choose(position: &Position, bot: &str, random: &mut Random, budget: &Budget) -> Option<Take> {
        let any = random.pick(&rules::moves(position)).copied();
        match bot {
            "random" => any,
            "clever" => {
                solve::solve(position, budget).outcome.solution().and_then(|line| line.first().copied()).or(any)
            }
            _ => None,
        }
    }
}
