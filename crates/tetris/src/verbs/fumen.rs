//! `fumen decode` and `fumen encode`: pages of boards as the field shares them.

use azulejo_core::budget::Budget;
use azulejo_core::open::At;
use azulejo_core::options::NoOptions;
use azulejo_core::outcome::Halt;
use azulejo_core::problem::{About, Problem, Problems};
use azulejo_core::question::{Question, Source};
use azulejo_core::report::Page as Told;
use azulejo_core::scene::Scene;
use azulejo_core::verb::{Cost, Draws, Ground, Needs, Reply, Verb};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::format::fumen::{self, Flags, Page};
use crate::{Tetris, draw};

/// A fumen as it was given.
#[derive(Clone, Debug)]
pub struct Code(Vec<Page>);

/// Pages as they were given, or a board as one page.
#[derive(Clone, Debug)]
pub struct Pages(Vec<Page>);

impl Ground<Tetris> for Code {
    const NEEDS: Needs = Needs::Puzzle;

    fn open(question: &Question<'_>, _: &NoOptions, _: &Budget) -> Result<Self, Halt> {
        let expected = "a fumen is not a position: expected a text such as `v115@vhAAgH`";
        match &question.source {
            Source::Text { text, .. } if question.moves.is_empty() => fumen::read(text).map(Self).map_err(in_puzzle),
            Source::Text { .. } => Err(Problem::new("a fumen is not played on: expected no `moves`").into()),
            Source::Picture(_) => Err(in_puzzle(Problem::new("a fumen is not a picture: expected its text"))),
            Source::Nothing => {
                Err(in_puzzle(Problem::new("there is no puzzle: expected a fumen such as `v115@vhAAgH` as `puzzle`")))
            }
            Source::Position(_) => Err(in_puzzle(Problem::new(expected))),
        }
    }
}

fn in_puzzle(problem: Problem) -> Halt {
    Problems::from(problem).in_part(About::Puzzle).into()
}

impl Ground<Tetris> for Pages {
    const NEEDS: Needs = Needs::Puzzle;

    fn open(question: &Question<'_>, reading: &NoOptions, budget: &Budget) -> Result<Self, Halt> {
        match &question.source {
            Source::Text { text, .. } if question.moves.is_empty() && text.trim_start().starts_with(['{', '[']) => {
                pages(text).map(Self).map_err(in_puzzle)
            }
            _ => {
                let position = At::<Tetris>::open(question, reading, budget)?.position;
                let field = fumen::field(&position.board).ok_or_else(|| {
                    let (columns, rows) = (position.board.columns(), position.board.rows());
                    in_puzzle(Problem::new(format!(
                        "a fumen has {} columns and at most {} rows, not {columns} and {rows}",
                        fumen::COLUMNS,
                        fumen::ROWS
                    )))
                })?;
                Ok(Self(vec![Page::new(field, None, "", Flags { colorize: true, ..Flags::default() })]))
            }
        }
    }
}

/// Reads pages: a list, or anything with a member `pages`, such as what `fumen decode` answers.
fn pages(text: &str) -> Result<Vec<Page>, Problem> {
    #[derive(Deserialize)]
    struct With {
        pages: Vec<Page>,
    }
    let read = match text.trim_start().chars().next() {
        Some('[') => serde_json::from_str(text),
        _ => serde_json::from_str(text).map(|With { pages }| pages),
    };
    read.map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let why = error.to_string();
        let why = why.split(" at line ").next().unwrap_or(&why).to_owned();
        Problem::new(format!("these are no pages: {why}"))
            .at(line.max(1), column.max(1))
            .hint(r#"expected what `fumen decode --json` gives: {"pages":[{"field":["__XX______"],"comment":""}]}"#)
    })
}

/// The pages of a fumen.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Decoded {
    /// One after the other.
    pub pages: Vec<Page>,
}

/// What a fumen shows.
#[derive(Debug)]
pub struct Decode;

impl Verb for Decode {
    type Game = Tetris;
    type On = Code;
    type Options = NoOptions;
    type Answer = Decoded;
    const NAME: &'static str = "fumen decode";
    const ABOUT: &'static str = "Read a fumen: its fields, pieces and comments, page by page";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &Code, _: &NoOptions, _: &Budget) -> Result<Reply<Decoded>, Halt> {
        Ok(Reply::ok(Decoded { pages: on.0.clone() }))
    }

    fn tell(on: &Code, _: &NoOptions, _: &Reply<Decoded>, page: &mut Told) {
        for scene in draw::pages(&on.0) {
            page.scene(scene);
        }
    }

    fn scenes(on: &Code, _: &NoOptions, _: &Reply<Decoded>) -> Vec<Scene> {
        draw::pages(&on.0)
    }
}

/// A fumen.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Encoded {
    /// The text.
    pub fumen: String,
}

/// Pages as a fumen.
#[derive(Debug)]
pub struct Encode;

impl Verb for Encode {
    type Game = Tetris;
    type On = Pages;
    type Options = NoOptions;
    type Answer = Encoded;
    const NAME: &'static str = "fumen encode";
    const ABOUT: &'static str = "Write pages, or a board, as a fumen";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &Pages, _: &NoOptions, _: &Budget) -> Result<Reply<Encoded>, Halt> {
        Ok(Reply::ok(Encoded { fumen: fumen::write(&on.0).map_err(in_puzzle)? }))
    }

    fn tell(_: &Pages, _: &NoOptions, reply: &Reply<Encoded>, page: &mut Told) {
        page.text(format!("{}\n", reply.answer.fumen));
    }

    fn scenes(_: &Pages, _: &NoOptions, reply: &Reply<Encoded>) -> Vec<Scene> {
        fumen::read(&reply.answer.fumen).map(|pages| draw::pages(&pages)).unwrap_or_default()
    }
}
