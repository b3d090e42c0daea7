//! `import`: the puzzle in a screenshot, with how sure the reading is.

use azulejo_core::budget::Budget;
use azulejo_core::grid::Cell;
use azulejo_core::id::Id;
use azulejo_core::open::literal;
use azulejo_core::outcome::Halt;
use azulejo_core::problem::{About, Problem, Problems};
use azulejo_core::question::{Question, Source};
use azulejo_core::report::Page;
use azulejo_core::scene::{MarkKind, Scene};
use azulejo_core::verb::{Draws, FileFlag, FileKind, Ground, Made, Needs, Reply, Verb, Wanted};
use azulejo_core::words::{Message, Template};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::roomy;
use crate::format::{grid, json};
use crate::import::{self, Hints, Reading, Verdict};
use crate::play::Position;
use crate::position::Rules;
use crate::reading::{self, ReadingOptions};
use crate::{Flow, draw};

/// The bytes of a picture, and the rule that is asked for.
#[derive(Debug)]
pub struct Picture {
    bytes: Vec<u8>,
    options: ReadingOptions,
}

impl Ground<Flow> for Picture {
    const NEEDS: Needs = Needs::Puzzle;

    fn open(question: &Question<'_>, options: &ReadingOptions, _: &Budget) -> Result<Self, Halt> {
        if let Source::Picture(bytes) = &question.source {
            return Ok(Self { bytes: bytes.to_vec(), options: *options });
        }
        let problem = Problem::new("this is no picture: expected a PNG or JPEG file");
        Err(Problems::from(problem).in_part(About::Puzzle).into())
    }
}

/// The size of the board, where it should not be recognised.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct ImportOptions {
    /// How many rows the board has
    #[schemars(range(min = 1, max = 60), extend("x-value" = "R"))]
    pub rows: Option<u16>,
    /// How many columns the board has
    #[schemars(range(min = 1, max = 60), extend("x-value" = "C"))]
    pub columns: Option<u16>,
}

/// What was read from a picture.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Imported {
    /// The puzzle, one character a cell.
    pub puzzle: String,
    /// How many rows it has.
    pub rows: u16,
    /// How many columns.
    pub columns: u16,
    /// How many pairs of dots.
    pub pairs: usize,
    /// The colour of each pair in the picture: red, green, blue.
    pub colors: Vec<[u8; 3]>,
    /// How sure the reading is, from 0 to 1.
    pub confidence: f64,
    /// Cells that may be read wrong.
    pub unsure: Vec<Cell>,
    /// How many solutions without self-touch it has, as far as a short look shows: `one`, `several`, `none`, `unknown`.
    pub solutions: &'static str,
    /// Where the board lies, in pixels of the picture.
    pub board: Frame,
    /// The id that holds the puzzle.
    pub id: Id,
    #[serde(skip)]
    reading: Box<Reading>,
}

/// A rectangle of a picture, in pixels.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct Frame {
    /// From the left edge.
    pub left: f32,
    /// From the top edge.
    pub top: f32,
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
}

pub(super) const SEEN: Template =
    Template::new("flow.seen", "{rows} rows, {columns} columns, {pairs} {pairs|pair|pairs}; confidence {percent} %");
pub(super) const UNSURE: Template = Template::new("flow.unsure", "unsure of {cells}");
pub(super) const ONE: Template =
    Template::new("flow.seen_one", "it has exactly one solution without self-touch: a good sign");
pub(super) const MANY: Template = Template::new("flow.seen_several", "it has several solutions");
pub(super) const TOO_HARD: Template = Template::new("flow.seen_unknown", "it is too hard to be solved in passing");
pub(super) const WRONG: Template =
    Template::new("flow.seen_none", "it has no solution without self-touch: it may have been read wrong");

const OUT: &str = "out";

/// The puzzle in a screenshot.
#[derive(Debug)]
pub struct Import;

impl Verb for Import {
    type Game = Flow;
    type On = Picture;
    type Options = ImportOptions;
    type Answer = Imported;
    const NAME: &'static str = "import";
    const ABOUT: &'static str = "Read a puzzle from a screenshot, PNG or JPEG";
    const DRAWS: Draws = Draws::Scenes;
    const FILES: &'static [FileFlag] = &[FileFlag {
        name: OUT,
        about: "Also write the puzzle as JSON, with the colours of the picture where these differ",
        kind: FileKind::File,
        replaces_text: false,
    }];

    fn run(on: &Picture, options: &ImportOptions, budget: &Budget) -> Result<Reply<Imported>, Halt> {
        let hints = Hints { rows: options.rows, columns: options.columns };
        let reading = import::read(&on.bytes, &hints, &roomy(budget))
            .map_err(|problem| Problems::from(problem).in_part(About::Puzzle))?;
        let (tiles, lattice) = (reading.puzzle.tiles(), &reading.lattice);
        let (rows, columns) = (tiles.rows(), tiles.columns());
        let position = Position::new(reading.puzzle.clone(), Rules::default());
        Ok(Reply::ok(Imported {
            puzzle: grid::write(&reading.puzzle),
            rows,
            columns,
            pairs: reading.puzzle.colors(),
            colors: reading.colors.clone(),
            confidence: f64::from((reading.confidence * 1000.0).floor()) / 1000.0,
            unsure: reading.unsure.clone(),
            solutions: reading.verdict.name(),
            board: Frame {
                left: lattice.left.round(),
                top: lattice.top.round(),
                width: (lattice.width * f32::from(columns)).round(),
                height: (lattice.height * f32::from(rows)).round(),
            },
            id: literal::<Flow>(&reading::under(position, &on.options)),
            reading: Box::new(reading),
        }))
    }

    fn words(_: &Picture, _: &ImportOptions, reply: &Reply<Imported>) -> Vec<Message> {
        let Imported { rows, columns, pairs, unsure, reading, .. } = &reply.answer;
        let percent = (reading.confidence * 100.0).floor() as u8;
        let verdict = match reading.verdict {
            Verdict::One => ONE,
            Verdict::Several => MANY,
            Verdict::Unknown => TOO_HARD,
            Verdict::None => WRONG,
        };
        let seen = [
            ("rows", (*rows).into()),
            ("columns", (*columns).into()),
            ("pairs", (*pairs).into()),
            ("percent", percent.into()),
        ];
        let mut words = vec![SEEN.with(seen), verdict.plain()];
        if !unsure.is_empty() {
            let cells: Vec<String> = unsure.iter().map(ToString::to_string).collect();
            words.push(UNSURE.with([("cells", cells.join(" ").into())]));
        }
        words
    }

    fn tell(on: &Picture, options: &ImportOptions, reply: &Reply<Imported>, page: &mut Page) {
        page.text(reply.answer.puzzle.as_str());
        for message in Self::words(on, options, reply) {
            page.note(message);
        }
    }

    fn scenes(_: &Picture, _: &ImportOptions, reply: &Reply<Imported>) -> Vec<Scene> {
        let Imported { unsure, reading, .. } = &reply.answer;
        vec![draw::puzzle(&reading.puzzle).with_marks(MarkKind::Hint, unsure.iter().copied())]
    }

    fn files(
        _: &Picture,
        _: &ImportOptions,
        reply: &Reply<Imported>,
        wanted: &Wanted<'_>,
    ) -> Result<Option<Vec<Made>>, Problem> {
        if wanted.flag != OUT {
            return Ok(None);
        }
        let reading = &reply.answer.reading;
        let text = import::json(reading).map_or_else(|| json::write(&reading.puzzle), Ok)?;
        Ok(Some(vec![Made { name: wanted.file.to_owned(), bytes: text.into_bytes() }]))
    }
}
