//! `hint`: the next step that is true in every solution, and the deduction that shows it.

use azulejo_core::budget::Budget;
use azulejo_core::game::Game as _;
use azulejo_core::open::At;
use azulejo_core::options::NoOptions;
use azulejo_core::outcome::Halt;
use azulejo_core::report::Page;
use azulejo_core::scene::{MarkKind, PathKind, Scene};
use azulejo_core::verb::{Draws, Reply, Verb};
use azulejo_core::verbs::{self, Hinted};
use azulejo_core::words::Message;

use super::roomy;
use crate::Flow;
use crate::play::Move;

/// The verb of all games, drawn in Flow's way: the step as a line, what is to be rubbed out as wrong.
#[derive(Debug)]
pub struct Hint;

type Usual = verbs::Hint<Flow>;

impl Verb for Hint {
    type Game = Flow;
    type On = At<Flow>;
    type Options = NoOptions;
    type Answer = Hinted;
    const NAME: &'static str = Usual::NAME;
    const ABOUT: &'static str = Usual::ABOUT;
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &At<Flow>, options: &NoOptions, budget: &Budget) -> Result<Reply<Hinted>, Halt> {
        Usual::run(on, options, &roomy(budget))
    }

    fn words(on: &At<Flow>, options: &NoOptions, reply: &Reply<Hinted>) -> Vec<Message> {
        Usual::words(on, options, reply)
    }

    fn tell(on: &At<Flow>, options: &NoOptions, reply: &Reply<Hinted>, page: &mut Page) {
        Usual::tell(on, options, reply, page);
    }

    fn scenes(on: &At<Flow>, _: &NoOptions, reply: &Reply<Hinted>) -> Vec<Scene> {
        let scene = Flow::scene(&on.position).with_marks(MarkKind::Hint, reply.answer.cells.iter().copied());
        let action = reply.answer.action.as_ref().and_then(|action| action.parse().ok());
        vec![match action {
            Some(Move::Draw(cells)) => scene.with_path(PathKind::Advice, cells),
            Some(Move::Erase(cell)) => {
                let lines = on.position.lines().iter().filter(|line| line.contains(&cell));
                scene.with_marks(MarkKind::Wrong, lines.flatten().copied())
            }
            None => scene,
        }]
    }
}
