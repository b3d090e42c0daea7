//! `check`: every rule that a solution breaks, or what is drawn so far, with its cells.

use azulejo_core::budget::Budget;
use azulejo_core::game::Violation;
use azulejo_core::grid::Cell;
use azulejo_core::open::At;
use azulejo_core::outcome::Halt;
use azulejo_core::problem::About;
use azulejo_core::report::Page;
use azulejo_core::scene::{MarkKind, Scene};
use azulejo_core::verb::{Draws, Reply, Verb};
use azulejo_core::words::{Message, Template};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::format::solution::{self, Lines};
use crate::position::Rules;
use crate::rules::{self, Line};
use crate::{Flow, draw, violation};

/// What is to be checked.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct CheckOptions {
    /// The solution: rows of labels, the JSON of `solve`, `pzprv3` or a pack line; without it what the position has drawn
    #[schemars(extend("x-place" = 1, "x-file" = true))]
    pub solution: Option<String>,
}

/// Which rules are broken.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Checked {
    /// Whether nothing is wrong.
    pub solved: bool,
    /// Every broken rule with its cells.
    pub violations: Vec<Violation>,
    /// The rule that all this is about.
    pub rule: Rules,
    #[serde(skip)]
    lines: Lines,
    #[serde(skip)]
    words: Vec<Message>,
}

pub(super) const NONE_BROKEN: Template = Template::new("flow.none_broken", "no rule is broken ({rule})");
pub(super) const BROKEN: Template = Template::new("flow.broken", "{code}: {what}: {where}");

/// Every broken rule, with its cells.
#[derive(Debug)]
pub struct Check;

impl Verb for Check {
    type Game = Flow;
    type On = At<Flow>;
    type Options = CheckOptions;
    type Answer = Checked;
    const NAME: &'static str = "check";
    const ABOUT: &'static str = "Name every rule that a solution breaks, with its cells";
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &At<Flow>, options: &CheckOptions, budget: &Budget) -> Result<Reply<Checked>, Halt> {
        let (puzzle, rule) = (on.position.puzzle(), on.position.rules());
        let lines = if let Some(text) = &options.solution {
            solution::read(puzzle, text, budget).map_err(of_solution)?
        } else {
            let drawn = on.position.lines().iter().enumerate().filter(|(_, line)| !line.is_empty());
            drawn.map(|(color, line)| (Some(color), line.clone())).collect()
        };
        let drawn = lines.iter().map(|(color, cells)| Line { color: *color, cells });
        let broken = rules::check_lines(puzzle, rule, drawn);
        let words = broken.iter().map(said).collect();
        let violations: Vec<Violation> = broken.into_iter().map(violation).collect();
        let solved = violations.is_empty();
        Ok(Reply::ok(Checked { solved, violations, rule, lines, words }).no_if(!solved))
    }

    fn words(_: &At<Flow>, _: &CheckOptions, reply: &Reply<Checked>) -> Vec<Message> {
        let answer = &reply.answer;
        if answer.solved {
            return vec![NONE_BROKEN.with([("rule", answer.rule.words().into())])];
        }
        answer.words.clone()
    }

    fn tell(on: &At<Flow>, options: &CheckOptions, reply: &Reply<Checked>, page: &mut Page) {
        if !reply.answer.solved {
            for scene in Self::scenes(on, options, reply) {
                page.scene(scene);
            }
        }
        for message in Self::words(on, options, reply) {
            page.say(message);
        }
    }

    fn scenes(on: &At<Flow>, _: &CheckOptions, reply: &Reply<Checked>) -> Vec<Scene> {
        let puzzle = on.position.puzzle();
        let lines = reply.answer.lines.iter().map(|(color, cells)| (color.unwrap_or(0), cells.as_slice()));
        let inside = |cell: &Cell| puzzle.tiles().contains(*cell);
        // What leaves the board cannot be drawn on it.
        let drawn = lines.filter(|(_, cells)| cells.iter().all(inside));
        let mut scene = draw::board("a Flow solution", puzzle, drawn);
        for violation in &reply.answer.violations {
            scene = scene.with_marks(MarkKind::Wrong, violation.cells.iter().copied().filter(inside));
        }
        vec![scene]
    }
}

fn of_solution(halt: Halt) -> Halt {
    match halt {
        Halt::Problems(problems) => problems.in_part(About::Option("solution".to_owned())).into(),
        stop @ Halt::Stop(_) => stop,
    }
}

fn said(broken: &rules::Violation) -> Message {
    let cells: Vec<String> = broken.cells.iter().map(ToString::to_string).collect();
    let what = broken.rule.words().plain();
    BROKEN.with([("code", broken.rule.code().into()), ("what", what.into()), ("where", cells.join(" ").into())])
}
