//! `convert` and `render`: puzzles in other forms, and as pictures; all puzzles of a text at once.

use azulejo_core::budget::Budget;
use azulejo_core::game::Game as _;
use azulejo_core::id::Id;
use azulejo_core::open::At;
use azulejo_core::outcome::{Halt, Outcome};
use azulejo_core::problem::{About, Problem};
use azulejo_core::question::{Question, Source};
use azulejo_core::report::Page;
use azulejo_core::scene::Scene;
use azulejo_core::verb::{Cost, Draws, FileFlag, FileKind, Ground, Made, Needs, Reply, Verb, Wanted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::roomy;
use crate::format::{self, Format};
use crate::play::Position;
use crate::position::{Fill, Puzzle, Solution};
use crate::reading::{self, Given, ReadingOptions};
use crate::solve::{self, Engine};
use crate::{Flow, draw};

/// All puzzles of a text, or the one position that the question is about.
#[derive(Debug)]
pub struct Puzzles(pub(super) Vec<Given>);

impl Ground<Flow> for Puzzles {
    const NEEDS: Needs = Needs::Puzzle;

    fn open(question: &Question<'_>, options: &ReadingOptions, budget: &Budget) -> Result<Self, Halt> {
        let all = match &question.source {
            Source::Text { text, .. } if question.moves.is_empty() && !Id::looks_like("flow", text.trim_start()) => {
                reading::fits(text, options, budget)?;
                let all = reading::read_all(text, options).map_err(|problems| problems.in_part(About::Puzzle))?;
                let under = |given: Given| Given { position: reading::under(given.position, options), ..given };
                all.into_iter().map(under).collect()
            }
            _ => {
                let position = At::<Flow>::open(question, options, budget)?.position;
                let drawn = position.lines().iter().any(|line| !line.is_empty());
                let solution =
                    drawn.then(|| Solution::from_paths(position.lines().iter().map(|line| line.iter().copied())));
                vec![Given { position, solution }]
            }
        };
        budget.fits(all.iter().map(|given| Flow::size(&given.position)).sum())?;
        Ok(Self(all))
    }
}

/// The forms that can be written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// One character a cell, then directives
    #[default]
    Grid,
    /// The same after a line `width height`, so that many fit into one text
    Many,
    /// Rows of null and `[red, green, blue]`
    Json,
    /// An address of puzz.link
    Puzzlink,
    /// The file form of the same site
    Pzprv3,
    /// Rows in one line with `/` between them
    Line,
}

impl Form {
    pub(super) const fn format(self) -> Format {
        match self {
            Self::Grid => Format::Grid,
            Self::Many => Format::Many,
            Self::Json => Format::Json,
            Self::Puzzlink => Format::Puzzlink,
            Self::Pzprv3 => Format::Pzprv3,
            Self::Line => Format::Line,
        }
    }
}

/// Puzzles in a form, and the form they had to be written in: several plain grids need their sizes to be told apart.
pub(super) fn written(items: &[(&Puzzle, Fill, Option<&Solution>)], wanted: Form) -> Result<(Format, String), Problem> {
    let wanted = if items.len() > 1 && wanted == Form::Grid { Form::Many } else { wanted }.format();
    let texts: Result<Vec<String>, Problem> =
        items.iter().map(|&(puzzle, fill, solution)| format::write(puzzle, fill, solution, wanted)).collect();
    let texts = texts?;
    let text = match wanted {
        Format::Json if texts.len() > 1 => {
            format!("[{}]\n", texts.iter().map(|text| text.trim()).collect::<Vec<_>>().join(",\n"))
        }
        _ => texts.concat(),
    };
    Ok((wanted, text))
}

/// What to write.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct ConvertOptions {
    /// The form to write
    #[serde(default)]
    pub to: Form,
}

/// Puzzles in another form.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Converted {
    /// The form that was written.
    pub format: Format,
    /// How many puzzles.
    pub puzzles: usize,
    /// The puzzles.
    pub text: String,
}

/// The flag of a file that takes the text.
pub(super) const OUT: FileFlag = FileFlag {
    name: "out",
    about: "Write the puzzles to this file instead of standard output",
    kind: FileKind::File,
    replaces_text: true,
};

/// Puzzles in another form.
#[derive(Debug)]
pub struct Convert;

impl Verb for Convert {
    type Game = Flow;
    type On = Puzzles;
    type Options = ConvertOptions;
    type Answer = Converted;
    const NAME: &'static str = "convert";
    const ABOUT: &'static str = "Write puzzles in another form";
    const COST: Cost = Cost::Quick;
    const FILES: &'static [FileFlag] = &[OUT];

    fn run(on: &Puzzles, options: &ConvertOptions, _: &Budget) -> Result<Reply<Converted>, Halt> {
        let items = on.0.iter().map(|Given { position, solution }| {
            let drawn = solution.as_ref();
            (position.puzzle(), position.rules().fill, drawn)
        });
        let items: Vec<_> = items.collect();
        let (format, text) = written(&items, options.to)?;
        Ok(Reply::ok(Converted { format, puzzles: items.len(), text }))
    }

    fn tell(_: &Puzzles, _: &ConvertOptions, reply: &Reply<Converted>, page: &mut Page) {
        page.text(reply.answer.text.as_str());
    }

    fn files(
        _: &Puzzles,
        _: &ConvertOptions,
        reply: &Reply<Converted>,
        wanted: &Wanted<'_>,
    ) -> Result<Option<Vec<Made>>, Problem> {
        let made = || vec![Made { name: wanted.file.to_owned(), bytes: reply.answer.text.clone().into_bytes() }];
        Ok((wanted.flag == OUT.name).then(made))
    }
}

/// What to draw.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
pub struct RenderOptions {
    /// Draw the solution
    #[serde(default)]
    pub solved: bool,
}

/// Puzzles drawn.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Rendered {
    /// How many puzzles.
    pub puzzles: usize,
    #[serde(skip)]
    scenes: Vec<Scene>,
}

/// Puzzles, or their solutions, as pictures.
#[derive(Debug)]
pub struct Render;

impl Verb for Render {
    type Game = Flow;
    type On = Puzzles;
    type Options = RenderOptions;
    type Answer = Rendered;
    const NAME: &'static str = "render";
    const ABOUT: &'static str = "Draw puzzles or their solutions";
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &Puzzles, options: &RenderOptions, budget: &Budget) -> Result<Reply<Rendered>, Halt> {
        let budget = &roomy(budget);
        let drawn = |given: &Given| {
            if options.solved { solved(&given.position, budget) } else { Ok(draw::drawing(&given.position)) }
        };
        let scenes = on.0.iter().map(drawn).collect::<Result<Vec<Scene>, Halt>>()?;
        Ok(Reply::ok(Rendered { puzzles: scenes.len(), scenes }))
    }

    fn tell(_: &Puzzles, _: &RenderOptions, reply: &Reply<Rendered>, page: &mut Page) {
        for scene in &reply.answer.scenes {
            page.scene(scene.clone());
        }
    }

    fn scenes(_: &Puzzles, _: &RenderOptions, reply: &Reply<Rendered>) -> Vec<Scene> {
        reply.answer.scenes.clone()
    }
}

fn solved(position: &Position, budget: &Budget) -> Result<Scene, Halt> {
    let puzzle = position.puzzle();
    match solve::first(puzzle, position.rules(), Engine::Auto, budget).outcome {
        Outcome::Solved { solution, .. } => Ok(draw::solution(puzzle, &solution)),
        Outcome::Impossible => Err(Problem::new("there is no solution to draw").into()),
        Outcome::GaveUp { stop, .. } => Err(stop.into()),
    }
}
