//! Levels by seed: many at once for a folder, one to play.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use azulejo_core::budget::{Budget, in_parallel};
use azulejo_core::id::Id;
use azulejo_core::open::{of_id, seeded};
use azulejo_core::options::Seed;
use azulejo_core::outcome::{Halt, Outcome};
use azulejo_core::problem::Problem;
use azulejo_core::report::{Head, Page};
use azulejo_core::scene::Scene;
use azulejo_core::verb::{self, Cost, Draws, FileFlag, FileKind, Nothing, Reply, Verb, Wanted};
use azulejo_core::verbs::Began;
use azulejo_core::words::Message;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::format;
use crate::generate::{Form, Setup, generate};
use crate::position::{Color, Level, Position};
use crate::region::RegionGraph;
use crate::words::{NOT_MADE, ONLY_MADE};
use crate::{Kami, draw};

/// Rows and columns, written `10x10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Rows.
    pub rows: u16,
    /// Columns.
    pub columns: u16,
}

impl Default for Size {
    fn default() -> Self {
        let Setup { rows, columns, .. } = Setup::default();
        Self { rows, columns }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}x{}", self.rows, self.columns)
    }
}

impl FromStr for Size {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let sides = text.split_once('x').and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
        let (rows, columns) = sides.ok_or_else(|| {
            let shown: String = text.chars().take(24).collect();
            Problem::new(format!("`{shown}` is not a size: expected rows and columns, such as `10x10`"))
        })?;
        Ok(Self { rows, columns })
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Size {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Size".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let side = "([2-9]|[1-3][0-9]|40)";
        json_schema!({ "type": "string", "pattern": format!("^{side}x{side}$") })
    }
}

fn usual_colors() -> u32 {
    Setup::default().colors
}

fn one() -> u64 {
    1
}

fn form(triangles: bool) -> Form {
    if triangles { Form::Triangles } else { Form::Squares }
}

/// What the levels should be like, and how many.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct GenerateOptions {
    /// Rows and columns, 2 to 40 each
    #[serde(default)]
    #[schemars(extend("x-value" = "RxC"))]
    pub size: Size,
    /// How many colours
    #[serde(default = "usual_colors")]
    #[schemars(range(min = 2, max = 12), extend("x-value" = "K"))]
    pub colors: u32,
    /// About this many regions
    #[schemars(range(min = 2, max = 1600), extend("x-value" = "R"))]
    pub regions: Option<u32>,
    /// Exactly this many moves
    #[schemars(range(min = 2, max = 40), extend("x-value" = "M"))]
    pub moves: Option<u32>,
    /// Triangles, as in Kami 2
    #[serde(default)]
    pub triangles: bool,
    /// The seed of the first level, a number or any text; the others follow
    pub seed: Option<Seed>,
    /// How many levels
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 1_000_000), extend("x-value" = "N"))]
    pub number: u64,
}

impl GenerateOptions {
    fn setup(&self) -> Result<Setup, Problem> {
        let Self { size: Size { rows, columns }, colors, regions, moves, triangles, .. } = *self;
        Setup { rows, columns, colors, form: form(triangles), regions, moves }.checked()
    }
}

/// Levels by seed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Generated {
    /// The levels, in the order of their seeds.
    pub levels: Vec<Made>,
    /// What they should be like, in the game's notation.
    pub setup: String,
    /// The seeds for which there is none.
    #[serde(skip)]
    missing: Vec<u64>,
}

/// A level whose move limit is the proven fewest.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Made {
    /// The id that makes it again.
    pub id: Id,
    /// Its seed.
    pub seed: u64,
    /// The fewest moves.
    pub moves: u32,
    /// Whether that is proven: always.
    pub optimal: bool,
    /// 1 easy, 2 medium, 3 hard.
    pub difficulty: u32,
    /// How many regions there are.
    pub regions: usize,
    /// The rows.
    pub board: Vec<Vec<Color>>,
    /// The level as a file.
    pub text: String,
    #[serde(skip)]
    level: Level,
}

impl Made {
    fn of(setup: &Setup, seed: u64, level: Level) -> Self {
        let graph = RegionGraph::of(&level.board);
        Self {
            id: seeded::<Kami>(setup, seed),
            seed,
            moves: level.moves,
            optimal: true,
            difficulty: level.difficulty,
            regions: graph.len(),
            board: level.board.colors().chunks(usize::from(setup.columns)).map(<[_]>::to_vec).collect(),
            text: format::write(&level),
            level,
        }
    }
}

/// Many levels by seed.
#[derive(Debug)]
pub struct Generate;

impl Verb for Generate {
    type Game = Kami;
    type On = Nothing;
    type Options = GenerateOptions;
    type Answer = Generated;
    const NAME: &'static str = "generate";
    const ABOUT: &'static str = "Make levels whose move limit is the proven optimum";
    const DRAWS: Draws = Draws::Scenes;
    const FILES: &'static [FileFlag] = &[FileFlag {
        name: "out",
        about: "Write each level into this folder",
        kind: FileKind::Folder { usual: None, stale: None },
        replaces_text: true,
    }];

    fn run(_: &Nothing, options: &GenerateOptions, budget: &Budget) -> Result<Reply<Generated>, Halt> {
        let setup = options.setup()?;
        let first = options.seed.clone().unwrap_or_else(Seed::fresh).number();
        let outcomes = in_parallel(budget, options.number, |index, budget| {
            let seed = first.wrapping_add(index);
            (seed, generate(&setup, seed, budget))
        });
        let begun = outcomes.len() as u64;
        let (mut levels, mut missing) = (Vec::new(), Vec::new());
        let mut stop = if begun < options.number { budget.check().err() } else { None };
        for (seed, outcome) in outcomes {
            match outcome {
                Outcome::Solved { solution, .. } => levels.push(Made::of(&setup, seed, solution)),
                Outcome::Impossible => missing.push(seed),
                Outcome::GaveUp { stop: why, .. } => {
                    missing.push(seed);
                    stop = stop.or(Some(why));
                }
            }
        }
        let head = stop.map_or_else(Head::default, Head::gave_up);
        let head = Head { engine: Some("sets"), nodes: Some(budget.nodes()), ..head };
        Ok(Reply { head, answer: Generated { levels, setup: setup.to_string(), missing } })
    }

    fn words(_: &Nothing, options: &GenerateOptions, reply: &Reply<Generated>) -> Vec<Message> {
        let Generated { levels, setup, missing } = &reply.answer;
        let not_made =
            missing.iter().map(|&seed| NOT_MADE.with([("setup", setup.as_str().into()), ("seed", seed.into())]));
        let done = (levels.len() + missing.len()) as u64;
        let cut = reply.head.stop.filter(|_| done < options.number);
        let only = cut.map(|stop| {
            let (made, wanted) = (levels.len().into(), options.number.into());
            ONLY_MADE.with([("n", made), ("wanted", wanted), ("stop", stop.to_string().into())])
        });
        not_made.take(MOST_NAMED).chain(only).collect()
    }

    fn tell(on: &Nothing, options: &GenerateOptions, reply: &Reply<Generated>, page: &mut Page) {
        for level in &reply.answer.levels {
            page.text(format!("# {}\n{}", level.id, level.text));
        }
        for message in Self::words(on, options, reply) {
            page.note(message);
        }
    }

    fn cells_to_draw(_: &Nothing, _: &GenerateOptions, reply: &Reply<Generated>) -> usize {
        reply.answer.levels.iter().map(|made| made.level.board.layout().len()).sum()
    }

    fn scenes(_: &Nothing, _: &GenerateOptions, reply: &Reply<Generated>) -> Vec<Scene> {
        let scene = |made: &Made| {
            let moves = if made.moves == 1 { "move" } else { "moves" };
            draw::board("a Kami level", &made.level.board, None)
                .with_caption(format!("{}, {} {moves}", made.id, made.moves))
        };
        reply.answer.levels.iter().map(scene).collect()
    }

    fn files(
        _: &Nothing,
        options: &GenerateOptions,
        reply: &Reply<Generated>,
        _: &Wanted<'_>,
    ) -> Result<Option<Vec<verb::Made>>, Problem> {
        let Generated { levels, setup, .. } = &reply.answer;
        let ending = if options.triangles { "tri" } else { "txt" };
        let file = |made: &Made| verb::Made {
            name: format!("kami-{setup}-{}.{ending}", made.seed),
            bytes: made.text.clone().into_bytes(),
        };
        Ok((!levels.is_empty()).then(|| levels.iter().map(file).collect()))
    }
}

/// More seeds than these are not named one by one.
const MOST_NAMED: usize = 20;

/// What a new level should be like.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct NewOptions {
    /// Rows and columns, 2 to 40 each
    #[serde(default)]
    #[schemars(extend("x-value" = "RxC"))]
    pub size: Size,
    /// How many colours
    #[serde(default = "usual_colors")]
    #[schemars(range(min = 2, max = 12), extend("x-value" = "K"))]
    pub colors: u32,
    /// About this many regions
    #[schemars(range(min = 2, max = 1600), extend("x-value" = "R"))]
    pub regions: Option<u32>,
    /// Exactly this many moves
    #[schemars(range(min = 2, max = 40), extend("x-value" = "M"))]
    pub moves: Option<u32>,
    /// Triangles, as in Kami 2
    #[serde(default)]
    pub triangles: bool,
    /// All of these at once, in the notation of ids: `10x10c4r30m7`
    #[schemars(extend("x-conflicts" = ["size", "colors", "regions", "moves", "triangles"]))]
    pub setup: Option<String>,
    /// The seed: a number or any text
    pub seed: Option<Seed>,
}

impl NewOptions {
    fn setup(&self) -> Result<Setup, Problem> {
        if let Some(setup) = &self.setup {
            return setup.parse();
        }
        let Self { size: Size { rows, columns }, colors, regions, moves, triangles, .. } = *self;
        Setup { rows, columns, colors, form: form(triangles), regions, moves }.checked()
    }
}

/// One level to play, by seed.
#[derive(Debug)]
pub struct New;

impl Verb for New {
    type Game = Kami;
    type On = Nothing;
    type Options = NewOptions;
    type Answer = Began<Position>;
    const NAME: &'static str = "new";
    const ABOUT: &'static str = "Begin a new level by a seed; its move limit is the proven optimum";
    /// Most are made at once; what takes longer goes on among the searches.
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(_: &Nothing, options: &NewOptions, budget: &Budget) -> Result<Reply<Began<Position>>, Halt> {
        let seed = options.seed.clone().unwrap_or_else(Seed::fresh);
        let id = seeded::<Kami>(options.setup()?, &seed);
        let position = of_id::<Kami>(&id, budget)?;
        Ok(Reply::ok(Began { id, seed: seed.to_string(), position }))
    }

    fn tell(_: &Nothing, _: &NewOptions, reply: &Reply<Began<Position>>, page: &mut Page) {
        page.scene(draw::position(&reply.answer.position));
        page.text(format!("{}\n", reply.answer.id));
    }

    fn scenes(_: &Nothing, _: &NewOptions, reply: &Reply<Began<Position>>) -> Vec<Scene> {
        vec![draw::position(&reply.answer.position)]
    }
}
