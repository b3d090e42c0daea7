//! `solve`: the first solution, whether it is the only one, or how many there are.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use azulejo_core::budget::Budget;
use azulejo_core::grid::Cell;
use azulejo_core::open::At;
use azulejo_core::outcome::{Answer, Halt, Outcome, Proof};
use azulejo_core::problem::{About, Problem, Problems};
use azulejo_core::report::{Ending, Head, Page, Verdict};
use azulejo_core::scene::Scene;
use azulejo_core::verb::{Draws, FileFlag, FileKind, Made, Overlay, Reply, Verb, Wanted};
use azulejo_core::words::{Message, Param, Template};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Unexpected, Visitor};
use serde::ser::{SerializeMap as _, SerializeSeq as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::roomy;
use crate::format::solution;
use crate::graph::Graph;
use crate::import::{self, Hints};
use crate::play::{Position, write_cells};
use crate::position::{Rules, Solution};
use crate::solve::{self, Counted, Engine, sat};
use crate::{Flow, draw};

/// What is asked of a solver.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct SolveOptions {
    /// Which engine answers; `auto` chooses and says which
    #[serde(default)]
    pub engine: Engine,
    /// Prove that there is no other solution
    #[serde(default)]
    #[schemars(extend("x-conflicts" = ["count"]))]
    pub unique: bool,
    /// Count solutions up to N, or `all` of them exactly
    #[schemars(extend("x-value" = "N|all"))]
    pub count: Option<Count>,
}

/// How far to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Up to so many.
    UpTo(u64),
    /// All of them.
    All,
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberOrAll;
        impl Visitor<'_> for NumberOrAll {
            type Value = Count;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a number from 1, or `all`")
            }

            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Count, E> {
                if number == 0 {
                    Err(E::invalid_value(Unexpected::Unsigned(0), &self))
                } else {
                    Ok(Count::UpTo(number))
                }
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Count, E> {
                if text == "all" { Ok(Count::All) } else { Err(E::invalid_value(Unexpected::Str(text), &self)) }
            }
        }
        deserializer.deserialize_any(NumberOrAll)
    }
}

impl JsonSchema for Count {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Count".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["integer", "string"], "minimum": 1, "pattern": "^all$" })
    }
}

/// What a solver found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Solved {
    /// How many solutions were seen.
    pub solutions: Number,
    /// Whether there is one only; null where that was not asked or not found out.
    pub unique: Option<bool>,
    /// The rows of the solved board: the label of the path on each cell.
    pub grid: Option<Board>,
    /// The cells of each path in order, by its label.
    pub paths: Option<Paths>,
    /// The moves in notation that lead from the position asked about to the solution.
    pub line: Option<Drawing>,
    /// The rule that all this is about.
    pub rule: Rules,
}

/// A number that may be large: above 2⁵³ it is a text, because as a number other readers of JSON would spoil it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number(pub u128);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(number) if number <= 1 << 53 => serializer.serialize_u64(number),
            _ => serializer.collect_str(&self.0),
        }
    }
}

impl JsonSchema for Number {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["integer", "string"], "minimum": 0, "pattern": "^[0-9]+$" })
    }
}

/// The rows of a solved board, each ended by a line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board(String);

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.lines())
    }
}

/// The paths of a solution by their labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths {
    labels: Vec<char>,
    solution: Arc<Solution>,
}

impl Paths {
    /// The solution.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }
}

impl Serialize for Paths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.labels.len()))?;
        for (label, path) in self.labels.iter().zip(self.solution.paths()) {
            map.serialize_entry(&*label.encode_utf8(&mut [0; 4]), path)?;
        }
        map.end()
    }
}

/// The moves that draw a solution: lines that go astray are rubbed out first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    rubbed_out: Vec<Cell>,
    colors: Vec<usize>,
    solution: Arc<Solution>,
}

impl Drawing {
    fn of(position: &Position, solution: &Arc<Solution>) -> Self {
        let (mut rubbed_out, mut colors) = (Vec::new(), Vec::with_capacity(solution.colors()));
        for (color, (line, path)) in position.lines().iter().zip(solution.paths()).enumerate() {
            // From either dot a line may be right as far as it goes.
            let right = path.starts_with(line) || path.iter().rev().take(line.len()).eq(line);
            match line.first() {
                Some(_) if right && line.len() == path.len() => continue,
                Some(&first) if !right => rubbed_out.push(first),
                _ => {}
            }
            colors.push(color);
        }
        Self { rubbed_out, colors, solution: Arc::clone(solution) }
    }
}

impl Serialize for Drawing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.rubbed_out.len() + self.colors.len()))?;
        let mut text = String::new();
        for cell in &self.rubbed_out {
            text.clear();
            text.push_str("x ");
            write_cells(&mut text, &[*cell]);
            list.serialize_element(&text)?;
        }
        for &color in &self.colors {
            text.clear();
            write_cells(&mut text, self.solution.path(color));
            list.serialize_element(&text)?;
        }
        list.end()
    }
}

macro_rules! described_as {
    ($kind:ty, $name:literal, $as:ty) => {
        impl JsonSchema for $kind {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                <$as>::json_schema(generator)
            }
        }
    };
}
described_as!(Board, "Board", Vec<String>);
described_as!(Paths, "Paths", std::collections::BTreeMap<String, Vec<Cell>>);
described_as!(Drawing, "Drawing", Vec<String>);

pub(super) const SOLVED: Template = Template::new("flow.solved", "solved ({rule})");
pub(super) const ONLY: Template = Template::new("flow.only", "solved, and this is the only solution: proven ({rule})");
pub(super) const OTHERS: Template = Template::new("flow.others", "solved, but there are other solutions ({rule})");
pub(super) const NONE: Template = Template::new("flow.none", "there is no solution: proven ({rule})");
pub(super) const NO_ANSWER: Template = Template::new("flow.no_answer", "no answer: {stop} ({rule})");
pub(super) const NOT_PROVEN: Template =
    Template::new("flow.not_proven", "solved, but not known to be the only solution: {stop} ({rule})");
pub(super) const EXACTLY: Template = Template::new("flow.exactly", "exactly {n} {n|solution|solutions} ({rule})");
pub(super) const AT_LEAST: Template = Template::new("flow.at_least", "at least {n} {n|solution|solutions} ({rule})");
pub(super) const AT_LEAST_STOPPED: Template =
    Template::new("flow.at_least_stopped", "at least {n} {n|solution|solutions}: {stop} ({rule})");

/// A solution, whether it is the only one, or how many there are.
#[derive(Debug)]
pub struct Solve;

const DIMACS: &str = "dimacs";

impl Verb for Solve {
    type Game = Flow;
    type On = At<Flow>;
    type Options = SolveOptions;
    type Answer = Solved;
    const NAME: &'static str = "solve";
    const ABOUT: &'static str = "Find a solution; prove that it is the only one, or count them";
    const DRAWS: Draws = Draws::Scenes;
    const FILES: &'static [FileFlag] = &[FileFlag {
        name: DIMACS,
        about: "Also write the formula of engine `sat` or `edges` to this file",
        kind: FileKind::File,
        replaces_text: false,
    }];

    fn run(on: &At<Flow>, options: &SolveOptions, budget: &Budget) -> Result<Reply<Solved>, Halt> {
        let (position, engine) = (&on.position, options.engine);
        let (puzzle, rules) = (position.puzzle(), position.rules());
        if !engine.takes(rules) {
            let problem = Problem::new(format!("engine `{engine}` counts only where a path may touch itself"))
                .hint("leave out `--touch`, or take another engine");
            return Err(Problems::from(problem).in_part(About::Option("engine".to_owned())).into());
        }
        let budget = &roomy(budget);
        Ok(match options.count {
            Some(count) => counted(position, count, engine, budget),
            None if options.unique => found(position, solve::unique(puzzle, rules, engine, budget), Some(false)),
            None => found(position, solve::first(puzzle, rules, engine, budget), None),
        })
    }

    fn words(on: &At<Flow>, options: &SolveOptions, reply: &Reply<Solved>) -> Vec<Message> {
        let rule: Param = on.position.rules().words().into();
        let stop = || reply.head.stop.map_or_else(String::new, |stop| stop.to_string()).into();
        let (ending, solutions) = (reply.head.ending, reply.answer.solutions.0);
        let seen: Param = solutions.into();
        let message = match (ending, options.count, reply.answer.unique) {
            (Ending::Impossible, ..) => NONE.with([("rule", rule)]),
            (Ending::GaveUp, Some(_), _) => AT_LEAST_STOPPED.with([("n", seen), ("stop", stop()), ("rule", rule)]),
            (Ending::GaveUp, None, _) if solutions > 0 => NOT_PROVEN.with([("stop", stop()), ("rule", rule)]),
            (Ending::GaveUp, None, _) => NO_ANSWER.with([("stop", stop()), ("rule", rule)]),
            (_, Some(Count::UpTo(most)), _) if solutions >= u128::from(most) => {
                AT_LEAST.with([("n", seen), ("rule", rule)])
            }
            (_, Some(_), _) => EXACTLY.with([("n", seen), ("rule", rule)]),
            (_, None, Some(true)) => ONLY.with([("rule", rule)]),
            (_, None, Some(false)) => OTHERS.with([("rule", rule)]),
            (_, None, None) => SOLVED.with([("rule", rule)]),
        };
        vec![message]
    }

    fn tell(on: &At<Flow>, options: &SolveOptions, reply: &Reply<Solved>, page: &mut Page) {
        for scene in Self::scenes(on, options, reply) {
            page.scene(scene);
        }
        for message in Self::words(on, options, reply) {
            page.say(message);
        }
    }

    fn scenes(on: &At<Flow>, _: &SolveOptions, reply: &Reply<Solved>) -> Vec<Scene> {
        let solved = |paths: &Paths| draw::solution(on.position.puzzle(), &paths.solution);
        reply.answer.paths.iter().map(solved).collect()
    }

    /// A solution found in a picture is drawn over it.
    fn overlay(on: &At<Flow>, _: &SolveOptions, reply: &Reply<Solved>) -> Option<Overlay> {
        let (picture, paths) = (on.picture.as_ref()?, reply.answer.paths.as_ref()?);
        match import::read(picture, &Hints::default(), &Budget::unlimited()) {
            Ok(reading) if reading.puzzle == *on.position.puzzle() => {
                Some(import::overlay(picture, &reading, &paths.solution))
            }
            Ok(_) => None,
            Err(problem) => Some(Err(problem)),
        }
    }

    fn files(
        on: &At<Flow>,
        options: &SolveOptions,
        _: &Reply<Solved>,
        wanted: &Wanted<'_>,
    ) -> Result<Option<Vec<Made>>, Problem> {
        if wanted.flag != DIMACS {
            return Ok(None);
        }
        let (puzzle, rules) = (on.position.puzzle(), on.position.rules());
        let encoding = if options.engine == Engine::Edges { sat::Encoding::Edges } else { sat::Encoding::Document };
        let formula = sat::formula(puzzle, &Graph::new(puzzle), rules, encoding, &roomy(&Budget::unlimited()));
        let formula = formula.map_err(|stop| Problem::new(format!("the formula was not written: {stop}")))?;
        Ok(Some(vec![Made { name: wanted.file.to_owned(), bytes: formula.dimacs().into_bytes() }]))
    }
}

/// What was found; `none` is what having no solution says about uniqueness.
fn found(position: &Position, answer: Answer<Solution>, none: Option<bool>) -> Reply<Solved> {
    let reply = Reply::of(answer, |outcome| {
        let (solution, solutions, unique) = match outcome {
            Outcome::Solved { solution, proof: Proof::Unique } => (Some(solution), 1, Some(true)),
            Outcome::Solved { solution, proof: Proof::NotUnique } => (Some(solution), 2, Some(false)),
            Outcome::Solved { solution, .. } => (Some(solution), 1, None),
            Outcome::Impossible => (None, 0, none),
            Outcome::GaveUp { best, .. } => {
                let solutions = u128::from(best.is_some());
                (best, solutions, None)
            }
        };
        told(position, solution, solutions, unique)
    });
    let several = reply.answer.unique == Some(false);
    reply.no_if(several)
}

fn counted(position: &Position, count: Count, engine: Engine, budget: &Budget) -> Reply<Solved> {
    let limit = match count {
        Count::UpTo(limit) => Some(limit),
        Count::All => None,
    };
    let (counted, solution, engine, nodes) = solve::count(position.puzzle(), position.rules(), limit, engine, budget);
    let solved = |proof| Head { ending: Ending::Solved, verdict: Verdict::Yes, proof: Some(proof), ..Head::default() };
    let (head, solutions, unique) = match counted {
        Counted::Exactly(0) => (Head::of(&Outcome::<()>::Impossible), 0, Some(false)),
        Counted::Exactly(1) => (solved(Proof::Unique), 1, Some(true)),
        Counted::AtLeast(1) => (solved(Proof::FirstFound), 1, None),
        Counted::Exactly(number) | Counted::AtLeast(number) => (solved(Proof::NotUnique), number, Some(false)),
        Counted::GaveUp(number, stop) => (Head::gave_up(stop), number, None),
    };
    let head = Head { engine: Some(engine.name()), nodes: Some(nodes), ..head };
    Reply { head, answer: told(position, solution, solutions, unique) }
}

fn told(position: &Position, solution: Option<Solution>, solutions: u128, unique: Option<bool>) -> Solved {
    let (puzzle, rule) = (position.puzzle(), position.rules());
    let solution = solution.map(Arc::new);
    Solved {
        solutions: Number(solutions),
        unique,
        grid: solution.as_ref().map(|solution| Board(solution::write(puzzle, solution))),
        line: solution.as_ref().map(|solution| Drawing::of(position, solution)),
        paths: solution.map(|solution| Paths { labels: puzzle.labels().to_vec(), solution }),
        rule,
    }
}
