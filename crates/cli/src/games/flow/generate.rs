//! `azulejo flow generate`: new puzzles by seed, in every form and as a sheet to print.

use std::path::PathBuf;

use azulejo_core::budget::Budget;
use azulejo_core::game::Game as _;
use azulejo_core::id::Id;
use azulejo_core::outcome::Outcome;
use azulejo_core::problem::Problem;
use azulejo_core::random::seed_of;
use azulejo_flow::format::{self, Format};
use azulejo_flow::generate::{Ground, Made, Wish, make};
use azulejo_flow::position::{Fill, Rules, Topology};
use azulejo_flow::rate::{self, Difficulty};
use azulejo_flow::setup::{self, Setup};
use azulejo_flow::{Flow, draw};
use clap::{Args, ValueEnum};
use rayon::prelude::*;
use serde_json::{Value, json};

use super::convert::written;
use super::{GAME, budget, rule_json, rule_text, sheet};
use crate::failure::{Exit, Reply};
use crate::options::{Common, Pictures};
use crate::output::{note, print, print_json, write_file};
use crate::play::seed_or_fresh;
use crate::progress;

/// More in one run would not fit into memory.
const MOST: u64 = 1_000_000;

#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// Width and height, from 3x3 to 40x40
    #[arg(long, default_value = "7x7", value_name = "WxH")]
    size: String,
    /// How cells lie beside each other
    #[arg(long, value_enum, default_value_t)]
    shape: Shape,
    #[command(flatten)]
    obstacles: Obstacles,
    /// How many colours; as many as come out when not given
    #[arg(long, value_name = "K")]
    colors: Option<u16>,
    /// How hard, as `rate` says
    #[arg(long, value_parser = ["easy", "medium", "hard", "expert"])]
    difficulty: Option<String>,
    /// Let dots of one colour lie side by side
    #[arg(long)]
    trivial_pairs: bool,
    /// The seed: a number or any text
    #[arg(long)]
    seed: Option<String>,
    /// How many; the seeds of the others follow
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST))]
    number: u64,
    /// The form to write
    #[arg(long, default_value = "grid", value_parser = ["grid", "many", "json", "puzzlink", "pzprv3", "line"])]
    to: String,
    /// Write the puzzles to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Also lay the puzzles out on A4 pages to print, their solutions at the end: an SVG or PNG file a page
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
    #[command(flatten)]
    pictures: Pictures,
}

/// What stands on the board.
#[derive(Clone, Copy, Debug, Args)]
struct Obstacles {
    /// Put up some walls
    #[arg(long)]
    walls: bool,
    /// Leave out some cells
    #[arg(long)]
    holes: bool,
    /// Let paths cross on some bridges
    #[arg(long)]
    bridges: bool,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Shape {
    /// Four neighbours
    #[default]
    Square,
    /// Six neighbours
    Hex,
    /// Four neighbours, and opposite edges are joined
    Torus,
}

impl Generate {
    fn setup(&self) -> Result<Setup, Problem> {
        let (columns, rows) = setup::size(&self.size).ok_or_else(|| {
            let shown: String = self.size.chars().take(24).collect();
            Problem::new(format!("`{shown}` is no size: expected width and height from 3x3 to 40x40, such as `9x9`"))
        })?;
        let topology = match self.shape {
            Shape::Square => Topology::Square,
            Shape::Hex => Topology::Hex,
            Shape::Torus => Topology::Torus,
        };
        let Obstacles { walls, holes, bridges } = self.obstacles;
        let Self { colors, trivial_pairs, .. } = *self;
        let ground = Ground { rows, columns, topology, walls, holes, bridges };
        let difficulty = self.difficulty.as_deref().and_then(Difficulty::find);
        Setup { wish: Wish { ground, colors, trivial_pairs, difficulty }, ..Setup::default() }.checked()
    }

    /// The seeds, as they are written in ids and as numbers.
    fn seeds(&self) -> Vec<(String, u64)> {
        let seed = seed_or_fresh(self.seed.as_deref());
        let text = |index: u64| match (seed.parse::<u64>(), index) {
            (_, 0) => seed.clone(),
            (Ok(number), _) => number.wrapping_add(index).to_string(),
            (Err(_), _) => format!("{seed}-{index}"),
        };
        (0..self.number).map(text).map(|text| (text.clone(), seed_of(&text))).collect()
    }
}

/// A puzzle with its id.
pub(super) struct Item {
    pub(super) id: Id,
    pub(super) made: Made,
}

pub(crate) fn run(arguments: &Generate, common: &Common) -> Reply {
    let setup = arguments.setup()?;
    if let Some(path) = &arguments.sheet {
        sheet::Kind::of(path)?;
    }
    let wanted = Format::find(&arguments.to).unwrap_or(Format::Grid);
    let (items, exit) = generate(arguments, &setup, common)?;
    let listed: Vec<_> =
        items.iter().map(|Item { made, .. }| (&made.puzzle, Fill::Full, Some(&made.solution))).collect();
    let text = written(&listed, wanted)?.1;
    let scenes: Vec<_> = items
        .iter()
        .map(|Item { id, made }| {
            let mut scene = draw::puzzle(&made.puzzle);
            scene.caption.push(id.to_string());
            scene
        })
        .collect();
    if !scenes.is_empty() {
        arguments.pictures.write(&scenes, common)?;
    }
    if let Some(path) = arguments.sheet.as_deref().filter(|_| !items.is_empty()) {
        sheet::write(path, &items, setup.wish.difficulty, common)?;
    }
    if let Some(path) = &arguments.out {
        write_file(path, text.as_bytes())?;
    }
    let rules = setup.wish.ground.unique_under();
    if common.json {
        let list: Vec<Value> = items.iter().map(described).collect();
        let status = if exit == Exit::Answered { "ok" } else { "gave_up" };
        print_json(GAME, "generate", status, &json!({ "puzzles": list, "unique_under": rule_json(rules) }))?;
    } else if arguments.out.is_none() {
        print(&text)?;
        if let [Item { id, made }] = &items[..] {
            let level = difficulty(made).map_or(String::new(), |level| format!("{}, ", level.name()));
            let quality = made.quality.score();
            note(&format!("{id}: {level}one solution ({}), quality {quality:.0} of 100", rule_text(rules)));
        }
    }
    Ok(exit)
}

/// Makes the puzzles, in order whatever the number of threads; and what the command's exit says.
fn generate(
    arguments: &Generate,
    setup: &Setup,
    common: &Common,
) -> Result<(Vec<Item>, Exit), crate::failure::Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(common.threads()).build();
    let pool = pool.map_err(|error| Problem::new(format!("threads cannot be started: {error}")))?;
    let bar = progress::bar(arguments.number, "generating");
    let budget = budget(common);
    let made: Vec<(String, Outcome<Made>)> = pool.install(|| {
        arguments
            .seeds()
            .into_par_iter()
            .map(|(text, seed)| {
                let outcome = make(&setup.wish, seed, &budget);
                bar.inc(1);
                (text, outcome)
            })
            .collect()
    });
    bar.finish_and_clear();
    let mut exit = Exit::Answered;
    let mut items = Vec::new();
    for (text, outcome) in made {
        let id = Id::seeded(GAME, setup, text).at_version(Flow::VERSION);
        match outcome {
            Outcome::Solved { solution: made, .. } => items.push(Item { id, made }),
            Outcome::Impossible => exit = Exit::No,
            Outcome::GaveUp { stop, .. } => {
                note(&format!("no puzzle was found for `{id}`: {stop}"));
                exit = stop.into();
            }
        }
    }
    Ok((items, exit))
}

fn described(Item { id, made }: &Item) -> Value {
    let grid: Vec<String> = format::grid::write(&made.puzzle).lines().map(str::to_owned).collect();
    let parts: serde_json::Map<String, Value> =
        made.quality.parts().into_iter().map(|(name, value)| (name.to_owned(), json!(hundredths(value)))).collect();
    json!({
        "id": id,
        "grid": grid,
        "colors": made.puzzle.colors(),
        "difficulty": difficulty(made).map(Difficulty::name),
        "quality": { "score": made.quality.score(), "parts": parts },
    })
}

/// How hard a puzzle is, where that is known soon.
fn difficulty(made: &Made) -> Option<Difficulty> {
    let cells = made.puzzle.tiles().len();
    let effort = || rate::effort(&made.puzzle, Rules::STRICT, &made.solution, &Budget::unlimited()).ok();
    (cells <= 400).then(effort).flatten().map(|effort| effort.difficulty(cells))
}

fn hundredths(value: f64) -> f64 {
    (100.0 * value).round() / 100.0
}
