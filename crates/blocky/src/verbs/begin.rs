//! `new`: a random board and the game that begins on it.

use std::borrow::Cow;

use azulejo_core::budget::Budget;
use azulejo_core::id::Id;
use azulejo_core::open::{literal, seeded};
use azulejo_core::options::Seed;
use azulejo_core::outcome::Halt;
use azulejo_core::report::Page;
use azulejo_core::scene::Scene;
use azulejo_core::verb::{Cost, Draws, Nothing, Reply, Verb};
use azulejo_core::words::Template;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize};

use super::table::table;
use crate::board::Board;
use crate::generate::random_board;
use crate::position::Position;
use crate::python::Python;
use crate::{Blocky, draw};

table! {
    /// What to begin with.
    NewOptions {
        /// The seed: a number or any text
        #[schemars(extend("x-value" = "S"))]
        seed: Option<Seed>,
        /// The board that the original program gives for `random.seed(S)`
        #[schemars(extend("x-value" = "S", "x-conflicts" = ["seed"]))]
        python_seed: Option<Whole>,
        /// How many people
        #[serde(default = "one")]
        #[schemars(range(min = 0, max = 64), extend("x-value" = "N"))]
        humans: u8,
    }
}

fn one() -> u8 {
    1
}

/// A whole number of any size: a number, or its digits as a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole(pub i128);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberOrDigits;
        impl Visitor<'_> for NumberOrDigits {
            type Value = Whole;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("a whole number, or its digits as a text")
            }

            fn visit_i64<E>(self, number: i64) -> Result<Whole, E> {
                Ok(Whole(number.into()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Whole, E> {
                Ok(Whole(number.into()))
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Whole, E> {
                text.parse().map(Whole).map_err(|_| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(NumberOrDigits)
    }
}

impl JsonSchema for Whole {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Whole".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["integer", "string"], "pattern": "^-?[0-9]{1,38}$" })
    }
}

/// A game that has begun.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Began {
    /// The id that begins it again, everywhere.
    pub id: Id,
    /// Its seed, if it has one of ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// Its seed in the original program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub python_seed: Option<String>,
    /// The board.
    #[serde(flatten)]
    pub board: Board,
    /// The first position.
    pub position: Position,
}

pub(super) const MADE: Template = Template::new("blocky.made", "{id}");

/// A new game by a seed.
#[derive(Debug)]
pub struct New;

impl Verb for New {
    type Game = Blocky;
    type On = Nothing;
    type Options = NewOptions;
    type Answer = Began;
    const NAME: &'static str = "new";
    const ABOUT: &'static str = "Make a random board and begin a game on it";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(_: &Nothing, options: &NewOptions, _: &Budget) -> Result<Reply<Began>, Halt> {
        let setup = options.table(options.humans).setup()?;
        if let Some(Whole(number)) = options.python_seed {
            let board = random_board(setup.depth, &mut Python::new(number));
            let seed = Seed(format!("python {number}"));
            let position = setup.deal_on(board.clone(), seed.number());
            let id = literal::<Blocky>(&position);
            return Ok(Reply::ok(Began { id, seed: None, python_seed: Some(number.to_string()), board, position }));
        }
        let seed = options.seed.clone().unwrap_or_else(Seed::fresh);
        let position = setup.deal(seed.number());
        let id = seeded::<Blocky>(&setup, &seed);
        let board = position.board.clone();
        Ok(Reply::ok(Began { id, seed: Some(seed.to_string()), python_seed: None, board, position }))
    }

    fn tell(_: &Nothing, _: &NewOptions, reply: &Reply<Began>, page: &mut Page) {
        page.text(format!("{}\n", reply.answer.board));
        if reply.answer.seed.is_some() {
            page.note(MADE.with([("id", reply.answer.id.to_string().into())]));
        }
    }

    fn scenes(_: &Nothing, _: &NewOptions, reply: &Reply<Began>) -> Vec<Scene> {
        vec![draw::board("a Blocky board", &reply.answer.board, None)]
    }
}
