//! `generate` and `new`: puzzles by seed, to take home or to play. The same choices give the same puzzle in both.

use azulejo_core::budget::{Budget, Stop, in_parallel};
use azulejo_core::id::Id;
use azulejo_core::open::{of_id, seeded};
use azulejo_core::options::Seed;
use azulejo_core::outcome::{Halt, Outcome};
use azulejo_core::problem::Problem;
use azulejo_core::report::Page;
use azulejo_core::scene::Scene;
use azulejo_core::verb::{Cost, Draws, FileFlag, FileKind, Made as File, Nothing, Reply, Verb, Wanted};
use azulejo_core::verbs::Began;
use azulejo_core::words::{Message, Template};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::convert::{Form, OUT, written};
use super::{roomy, sheet};
use crate::format::grid;
use crate::generate::{Ground, Made, Wish, make};
use crate::play::Position;
use crate::position::{Fill, Rules, Topology, Touch};
use crate::rate::{Difficulty, effort};
use crate::setup::{Setup, Size};
use crate::{Flow, draw};

/// Options that say which puzzle is wanted, and those that a verb has beside them. They are fields of one type, because a
/// type within a type could not name the option that is wrong.
macro_rules! choices {
    ($(#[$about:meta])* $name:ident { $($own:tt)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, Deserialize, JsonSchema)]
        pub struct $name {
            /// Width and height, from 3x3 to 40x40
            #[serde(default)]
            #[schemars(extend("x-value" = "WxH"))]
            pub size: Size,
            /// How cells lie beside each other
            #[serde(default)]
            pub shape: Topology,
            /// Put up some walls
            #[serde(default)]
            pub walls: bool,
            /// Leave out some cells
            #[serde(default)]
            pub holes: bool,
            /// Let paths cross on some bridges
            #[serde(default)]
            pub bridges: bool,
            /// How many colours; as many as come out when not given
            #[schemars(range(min = 1, max = 800), extend("x-value" = "K"))]
            pub colors: Option<u16>,
            /// How hard, as `rate` says
            pub difficulty: Option<Difficulty>,
            /// Let dots of one colour lie side by side
            #[serde(default)]
            pub trivial_pairs: bool,
            $($own)*
        }

        impl $name {
            fn setup(&self, rules: Rules) -> Result<Setup, Problem> {
                let Self { size, shape, walls, holes, bridges, colors, difficulty, trivial_pairs, .. } = *self;
                let Size { rows, columns } = size;
                let ground = Ground { rows, columns, topology: shape, walls, holes, bridges };
                Setup { wish: Wish { ground, colors, trivial_pairs, difficulty, rules } }.checked()
            }
        }
    };
}

choices! {
    /// Which puzzles to make.
    GenerateOptions {
        /// The seed: a number or any text
        pub seed: Option<Seed>,
        /// How many; the seeds of the others follow
        #[serde(default = "one")]
        #[schemars(range(min = 1, max = 1_000_000), extend("x-value" = "N"))]
        pub number: u64,
        /// The form to write
        #[serde(default)]
        pub to: Form,
    }
}

choices! {
    /// Which puzzle to play.
    NewOptions {
        /// Every cell must be used, or cells may stay empty
        #[serde(default = "yes")]
        pub fill: bool,
        /// Whether a path may touch itself
        #[serde(default)]
        pub touch: Touch,
        /// All of these in one word, such as `9x9-hard` or `12x9-hex-walls-free`
        #[schemars(extend("x-conflicts" = [
            "size", "shape", "walls", "holes", "bridges", "colors", "difficulty", "trivial_pairs", "fill", "touch"
        ]))]
        pub setup: Option<String>,
        /// The seed: a number or any text
        pub seed: Option<Seed>,
    }
}

fn one() -> u64 {
    1
}

fn yes() -> bool {
    true
}

/// Puzzles made.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Generated {
    /// The puzzles, in the order of their seeds.
    pub puzzles: Vec<Described>,
    /// The rule under which each has exactly one solution.
    pub unique_under: Rules,
    #[serde(skip)]
    missing: Vec<(Id, Stop)>,
}

/// A puzzle made.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Described {
    /// The id that makes it again.
    pub id: Id,
    /// The puzzle, row by row.
    pub grid: Vec<String>,
    /// How many colours it has.
    pub colors: usize,
    /// How hard it is, where that is known soon.
    pub difficulty: Option<Difficulty>,
    /// How good it looks.
    pub quality: Quality,
    #[serde(skip)]
    pub(super) made: Box<Made>,
}

/// How good a puzzle looks.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Quality {
    /// From 0 to 100.
    pub score: f64,
    /// What it is made of.
    pub parts: QualityParts,
}

/// What the look of a puzzle is made of, each from 0 (bad) to 1 (good).
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct QualityParts {
    /// Paths leave the rim.
    pub rim: f64,
    /// Paths turn.
    pub bends: f64,
    /// Paths differ in length.
    pub variety: f64,
    /// Few paths are so short that they solve themselves.
    pub substance: f64,
}

pub(super) const MADE: Template = Template::new("flow.made", "{id}: one solution ({rule}), quality {quality} of 100");
pub(super) const MADE_RATED: Template =
    Template::new("flow.made_rated", "{id}: {difficulty}, one solution ({rule}), quality {quality} of 100");
pub(super) const NOT_MADE: Template = Template::new("flow.not_made", "no puzzle was found for `{id}`: {stop}");

/// Larger puzzles take too long to be rated in passing.
const MOST_RATED: usize = 400;

const SHEET: FileFlag = FileFlag {
    name: "sheet",
    about: "Also lay the puzzles out on A4 pages to print, their solutions at the end: an SVG or PNG file a page",
    kind: FileKind::File,
    replaces_text: false,
};

/// Puzzles with exactly one solution, by seed.
#[derive(Debug)]
pub struct Generate;

impl Verb for Generate {
    type Game = Flow;
    type On = Nothing;
    type Options = GenerateOptions;
    type Answer = Generated;
    const NAME: &'static str = "generate";
    const ABOUT: &'static str = "Make puzzles with exactly one solution, as hard as asked, also as a sheet to print";
    const DRAWS: Draws = Draws::Scenes;
    const FILES: &'static [FileFlag] = &[OUT, SHEET];

    fn run(_: &Nothing, options: &GenerateOptions, budget: &Budget) -> Result<Reply<Generated>, Halt> {
        let setup = options.setup(Rules::default())?;
        let first = options.seed.clone().unwrap_or_else(Seed::fresh);
        let budget = roomy(budget);
        let made = in_parallel(&budget, options.number, |index, budget| {
            let seed = first.plus(index);
            let outcome = make(&setup.wish, seed.number(), budget);
            (seeded::<Flow>(&setup, seed), outcome.map(described))
        });
        let (mut puzzles, mut missing) = (Vec::new(), Vec::new());
        for (id, outcome) in made {
            match outcome {
                Outcome::Solved { solution: (quality, difficulty, made), .. } => {
                    let grid = grid::write(&made.puzzle).lines().map(str::to_owned).collect();
                    puzzles.push(Described { id, grid, colors: made.puzzle.colors(), difficulty, quality, made });
                }
                Outcome::Impossible => missing.push((id, Stop::Nodes)),
                Outcome::GaveUp { stop, .. } => missing.push((id, stop)),
            }
        }
        let stop = missing.last().map(|(_, stop)| *stop).or_else(|| budget.check().err());
        // What is made already is made, even where the clock has run out since.
        let stop = stop.filter(|_| (puzzles.len() as u64) < options.number);
        // A form that cannot hold such a board is refused before anything is told.
        text_of(&puzzles, options.to)?;
        let answer = Generated { puzzles, unique_under: setup.wish.unique_under(), missing };
        Ok(match stop {
            Some(stop) => Reply::cut_short(answer, stop),
            None => Reply::ok(answer),
        })
    }

    fn words(_: &Nothing, _: &GenerateOptions, reply: &Reply<Generated>) -> Vec<Message> {
        let missed =
            |(id, stop): &(Id, Stop)| NOT_MADE.with([("id", id.to_string().into()), ("stop", stop.to_string().into())]);
        reply.answer.missing.iter().map(missed).collect()
    }

    fn tell(on: &Nothing, options: &GenerateOptions, reply: &Reply<Generated>, page: &mut Page) {
        let Generated { puzzles, unique_under, .. } = &reply.answer;
        // It was written once already, so it can be.
        page.text(text_of(puzzles, options.to).unwrap_or_default());
        if let [Described { id, difficulty, quality, .. }] = &puzzles[..] {
            let id = ("id", id.to_string().into());
            let rule = ("rule", unique_under.words().into());
            let quality = ("quality", (quality.score.round() as u8).into());
            page.note(match difficulty {
                Some(level) => MADE_RATED.with([id, ("difficulty", level.name().into()), rule, quality]),
                None => MADE.with([id, rule, quality]),
            });
        }
        for message in Self::words(on, options, reply) {
            page.note(message);
        }
    }

    fn cells_to_draw(_: &Nothing, _: &GenerateOptions, reply: &Reply<Generated>) -> usize {
        reply.answer.puzzles.iter().map(|puzzle| puzzle.made.puzzle.tiles().len()).sum()
    }

    fn scenes(_: &Nothing, _: &GenerateOptions, reply: &Reply<Generated>) -> Vec<Scene> {
        let drawn = |puzzle: &Described| draw::puzzle(&puzzle.made.puzzle).with_caption(puzzle.id.to_string());
        reply.answer.puzzles.iter().map(drawn).collect()
    }

    fn files(
        _: &Nothing,
        options: &GenerateOptions,
        reply: &Reply<Generated>,
        wanted: &Wanted<'_>,
    ) -> Result<Option<Vec<File>>, Problem> {
        let puzzles = &reply.answer.puzzles;
        if wanted.flag == OUT.name {
            let bytes = text_of(puzzles, options.to)?.into_bytes();
            return Ok(Some(vec![File { name: wanted.file.to_owned(), bytes }]));
        }
        let wants = wanted.flag == SHEET.name && !puzzles.is_empty();
        wants.then(|| sheet::pages_of(wanted, puzzles, options.difficulty)).transpose()
    }
}

/// What is told of a puzzle, worked out on the thread that made it.
fn described(made: Made) -> (Quality, Option<Difficulty>, Box<Made>) {
    let hundredths = |value: f64| (100.0 * value).round() / 100.0;
    let quality = made.quality;
    let parts = QualityParts {
        rim: hundredths(quality.rim),
        bends: hundredths(quality.bends),
        variety: hundredths(quality.variety),
        substance: hundredths(quality.substance),
    };
    let cells = made.puzzle.tiles().len();
    let effort = || effort(&made.puzzle, Rules::STRICT, &made.solution, &Budget::unlimited()).ok();
    let difficulty = (cells <= MOST_RATED).then(effort).flatten().map(|effort| effort.difficulty(cells));
    (Quality { score: quality.score(), parts }, difficulty, Box::new(made))
}

fn text_of(puzzles: &[Described], to: Form) -> Result<String, Problem> {
    let items: Vec<_> = puzzles.iter().map(|item| (&item.made.puzzle, Fill::Full, Some(&item.made.solution))).collect();
    Ok(written(&items, to)?.1)
}

/// A new game by a seed.
#[derive(Debug)]
pub struct New;

impl Verb for New {
    type Game = Flow;
    type On = Nothing;
    type Options = NewOptions;
    type Answer = Began<Position>;
    const NAME: &'static str = "new";
    const ABOUT: &'static str = "Begin a new game by a seed: a puzzle with exactly one solution";
    /// Most are made at once; what takes longer goes on among the searches.
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(_: &Nothing, options: &NewOptions, budget: &Budget) -> Result<Reply<Began<Position>>, Halt> {
        let setup = match &options.setup {
            Some(setup) => setup.parse()?,
            None => options.setup(Rules { fill: Fill::of(options.fill), touch: options.touch })?,
        };
        let seed = options.seed.clone().unwrap_or_else(Seed::fresh);
        let id = seeded::<Flow>(setup, &seed);
        let position = of_id::<Flow>(&id, &roomy(budget))?;
        Ok(Reply::ok(Began { id, seed: seed.to_string(), position }))
    }

    fn tell(_: &Nothing, _: &NewOptions, reply: &Reply<Began<Position>>, page: &mut Page) {
        page.scene(draw::puzzle(reply.answer.position.puzzle()));
        page.text(format!("{}\n", reply.answer.id));
    }

    fn scenes(_: &Nothing, _: &NewOptions, reply: &Reply<Began<Position>>) -> Vec<Scene> {
        vec![draw::puzzle(reply.answer.position.puzzle())]
    }
}
