//! A skeleton game, whole and small: copy it to begin a new one.
//!
//! *Picnic*: a row of coloured plates; two players take one, two or three from the left in turn; whoever takes the last
//! plate has won. Everything a game may implement is here, and everything core does with a game is exercised below, on
//! every run, so that the way to add a game cannot rot.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

use std::fmt;
use std::str::FromStr;

use azulejo_core::budget::Budget;
use azulejo_core::contract;
use azulejo_core::erased::{Entry, Registry};
use azulejo_core::game::{Advice, Bots, Game, Generate, Hint, Rate, Rating, Solve, Status, Violation};
use azulejo_core::grid::Cell;
use azulejo_core::outcome::{Answer, Outcome, Proof};
use azulejo_core::problem::{Problem, Problems, shown};
use azulejo_core::random::Random;
use azulejo_core::record::{Record, Session};
use azulejo_core::scene::ansi::{Depth, ansi};
use azulejo_core::scene::{Emphasis, Layout, Outline, Scene, Stroke, Style, Tile, png, svg};
use serde::{Deserialize, Serialize};

/// The game: a type without values.
#[derive(Clone, Copy, Debug)]
struct Picnic;

const PICNIC: Entry = Entry::of::<Picnic>()
    .solves::<Picnic>()
    .hints::<Picnic>()
    .generates::<Picnic>()
    .rates::<Picnic>()
    .plays::<Picnic>();

static GAMES: Registry = Registry(&[PICNIC]);

/// Params: would a player choose it before the game?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Setup {
    plates: u16,
}

impl Default for Setup {
    fn default() -> Self {
        Self { plates: 10 }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.plates)
    }
}

impl FromStr for Setup {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        match text {
            "" => Ok(Self::default()),
            _ => match text.parse() {
                Ok(plates @ 1..=40) => Ok(Self { plates }),
                _ => Err(Problem::new(format!("`{text}` is not a number of plates: expected 1 to 40"))),
            },
        }
    }
}

/// State: would undo restore it? It cannot be built wrong, not even from JSON.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct Position {
    plates: Vec<u8>,
    player: usize,
}

impl From<Position> for String {
    fn from(position: Position) -> Self {
        Picnic::write(&position)
    }
}

impl TryFrom<String> for Position {
    type Error = Problem;

    fn try_from(text: String) -> Result<Self, Problem> {
        Picnic::read(&Setup::default(), &text).map_err(|problems| problems.list()[0].clone())
    }
}

/// A move is text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Take(usize);

impl fmt::Display for Take {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "take {}", self.0)
    }
}

impl FromStr for Take {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        match text.trim().strip_prefix("take ").map(str::parse) {
            Some(Ok(number @ 1..=3)) => Ok(Self(number)),
            _ => Err(Problem::new("expected `take 1`, `take 2` or `take 3`")),
        }
    }
}

impl Game for Picnic {
    const NAME: &'static str = "picnic";
    const TITLE: &'static str = "Picnic";
    const SUMMARY: &'static str = "Take the last plate";

    type Setup = Setup;
    type Position = Position;
    type Move = Take;

    fn start(setup: &Setup, seed: u64) -> Result<Position, Problem> {
        let mut random = Random::new(seed);
        Ok(Position { plates: (0..setup.plates).map(|_| random.below(4) as u8).collect(), player: 0 })
    }

    fn read(_setup: &Setup, text: &str) -> Result<Position, Problems> {
        let (plates, player) = match text.trim().strip_suffix('\'') {
            Some(plates) => (plates, 1),
            None => (text.trim(), 0),
        };
        let mut problems = Vec::new();
        let mut colors = Vec::new();
        for (index, digit) in plates.chars().enumerate() {
            match digit.to_digit(4) {
                Some(color) => colors.push(color as u8),
                None => problems.push(Problem::new(format!("plate {} is not 0 to 3", shown(digit))).at(1, index + 1)),
            }
        }
        if colors.len() > 40 {
            problems.push(Problem::new(format!("there are {} plates, expected at most 40", colors.len())));
        }
        Problems::none_or(problems, || Position { plates: colors, player })
    }

    fn write(position: &Position) -> String {
        let plates: String = position.plates.iter().map(ToString::to_string).collect();
        format!("{plates}{}", if position.player == 1 { "'" } else { "" })
    }

    fn moves(position: &Position) -> Vec<Take> {
        (1..=3.min(position.plates.len())).map(Take).collect()
    }

    fn play(position: &Position, action: &Take) -> Result<Position, Problem> {
        let left = position.plates.get(action.0..);
        let left = left.ok_or_else(|| Problem::new(format!("there are only {} plates", position.plates.len())))?;
        Ok(Position { plates: left.to_vec(), player: 1 - position.player })
    }

    fn status(position: &Position) -> Status {
        match position.plates.len() {
            0 => Status::Won { player: 1 - position.player },
            _ => Status::Playing { player: position.player },
        }
    }

    fn check(_position: &Position) -> Vec<Violation> {
        Vec::new()
    }

    fn scene(position: &Position) -> Scene {
        let cell = |index: usize| Cell::new(0, index as u16);
        let plates = position.plates.iter().enumerate();
        let tiles = plates.map(|(index, &color)| Tile::colored(cell(index), color, color.to_string())).collect();
        let mut scene = Scene::new("a picnic", Layout::squares(1, position.plates.len() as u16), tiles);
        scene.caption = vec![format!("player {} takes 1, 2 or 3", position.player + 1)];
        scene
    }
}

impl Solve for Picnic {
    fn solve(position: &Position, budget: &Budget) -> Answer<Vec<Take>> {
        let mut meter = budget.meter();
        let outcome = match (meter.tick(), position.plates.len() % 4) {
            (Err(stop), _) => Outcome::GaveUp { stop, best: None, lower_bound: None },
            (Ok(()), 0) => Outcome::Impossible,
            (Ok(()), rest) => Outcome::Solved { solution: vec![Take(rest)], proof: Proof::Optimal },
        };
        Answer { outcome, engine: "arithmetic", nodes: meter.nodes() }
    }
}

impl Hint for Picnic {
    fn hint(position: &Position, budget: &Budget) -> Outcome<Advice<Take>> {
        Self::solve(position, budget).outcome.map(|line| Advice {
            reason: "it leaves a multiple of four".to_owned(),
            cells: (0..line[0].0).map(|column| Cell::new(0, column as u16)).collect(),
            line,
        })
    }
}

impl Generate for Picnic {
    fn generate(setup: &Setup, seed: u64, _budget: &Budget) -> Outcome<Position> {
        match Self::start(setup, seed) {
            Ok(solution) => Outcome::Solved { solution, proof: Proof::FirstFound },
            Err(_) => Outcome::Impossible,
        }
    }
}

impl Rate for Picnic {
    fn rate(position: &Position, _budget: &Budget) -> Outcome<Rating> {
        let score = position.plates.len() as f64;
        let rating = Rating { difficulty: "easy", score, reasons: vec!["count modulo four".to_owned()] };
        Outcome::Solved { solution: rating, proof: Proof::Optimal }
    }
}

impl Bots for Picnic {
    const BOTS: &'static [&'static str] = &["random"];

    fn choose(position: &Position, bot: &str, random: &mut Random, _budget: &Budget) -> Option<Take> {
        if bot == "random" { random.pick(&Self::moves(position)).copied() } else { None }
    }
}

#[test]
fn the_skeleton_keeps_the_contract() {
    for seed in 0..50 {
        let setup = Setup { plates: 1 + seed as u16 % 40 };
        assert_eq!(contract::keeps::<Picnic>(GAMES, &setup, seed, 100), Ok(()));
    }
}

#[test]
fn an_illegal_move_changes_nothing_and_says_why() {
    let mut session = Session::begin(GAMES.find("picnic").unwrap(), "picnic:01".parse().unwrap()).unwrap();
    assert_eq!(session.play("take 3").unwrap_err().message, "there are only 2 plates");
    assert_eq!(session.play("eat").unwrap_err().message, "expected `take 1`, `take 2` or `take 3`");
    assert_eq!(session.record().moves.len(), 0);
    session.play("take 2").unwrap();
    assert_eq!(session.status(), Ok(Status::Won { player: 0 }));
    assert_eq!(session.undo(), Some("take 2"));
    assert_eq!(session.undo(), None);
}

#[test]
fn a_record_that_breaks_the_rules_names_the_move() {
    let record: Record = "picnic:0123 take 2; take 3".parse().unwrap();
    let problems = Session::resume(GAMES, &record).unwrap_err();
    assert_eq!(problems.to_string(), "move 2 `take 3`: there are only 2 plates");
    let unknown: Record = "chess#1".parse().unwrap();
    assert_eq!(Session::resume(GAMES, &unknown).unwrap_err().to_string(), "there is no game called `chess`");
}

#[test]
fn positions_and_ids_that_make_no_sense_are_refused() {
    let entry = GAMES.find("picnic").unwrap();
    assert_eq!((entry.read)("", "01x").unwrap_err().to_string(), "1:3: plate 'x' is not 0 to 3");
    assert!((entry.status)(&serde_json::json!({ "plates": 3 })).is_err());
    assert!((entry.status)(&serde_json::json!("99")).is_err());
    assert!(entry.open(&"picnic:99#1".parse().unwrap()).is_err());
    assert!(entry.open(&"picnic@2:9#1".parse().unwrap()).is_err());
    assert!(entry.open(&"kami#1".parse().unwrap()).is_err());
}

#[test]
fn every_ability_works_through_the_erased_form() {
    let entry = GAMES.find("picnic").unwrap();
    let budget = Budget::unlimited();
    let position = entry.open(&"picnic:012301".parse().unwrap()).unwrap();
    let answer = (entry.solve.unwrap())(&position, &budget).unwrap();
    assert_eq!(answer.outcome, Outcome::Solved { solution: vec!["take 2".to_owned()], proof: Proof::Optimal });
    let advice = (entry.hint.unwrap())(&position, &budget).unwrap();
    assert_eq!(advice.solution().unwrap().cells.len(), 2);
    let made = (entry.generate.unwrap())("5", 1, &budget).unwrap();
    assert_eq!(made.solution().unwrap().as_str().unwrap().len(), 5);
    let rating = (entry.rate.unwrap())(&position, &budget).unwrap();
    assert_eq!(rating.solution().unwrap().difficulty, "easy");
    let choice = (entry.choose.unwrap())(&position, "random", &mut Random::new(1), &budget).unwrap();
    assert!((entry.moves)(&position).unwrap().contains(&choice.unwrap()));
    let lost = entry.open(&"picnic:0123".parse().unwrap()).unwrap();
    assert_eq!((entry.solve.unwrap())(&lost, &budget).unwrap().outcome, Outcome::Impossible);
    let spent = Budget::unlimited().with_nodes(0);
    assert_eq!((entry.solve.unwrap())(&lost, &spent).unwrap().outcome.status(), "gave_up");
}

#[test]
fn a_scene_is_drawn_the_same_for_ever() {
    let mut scene = Picnic::scene(&Picnic::read(&Setup::default(), "0123").unwrap());
    let style = Style::default();
    insta::assert_snapshot!("plain", ansi(&scene, &style, Depth::None));
    insta::assert_snapshot!("svg", svg::svg(&scene, &style));
    scene.tiles[1].emphasis = Emphasis::Strong;
    scene.outlines.push(Outline { cells: vec![Cell::new(0, 1), Cell::new(0, 2)], stroke: Stroke::Strong });
    insta::assert_snapshot!("outlined", ansi(&scene, &style, Depth::None));
    insta::assert_snapshot!("colored", ansi(&scene, &style, Depth::Sixteen).replace('\u{1b}', "^"));
    let picture = png::png_strip(&[scene.clone(), scene], 2, &style).unwrap();
    assert_eq!(&picture[1..4], b"PNG");
}
