//! What can be known and taken home of a position: legal moves, broken rules, texts in the game's formats.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::Serialize;

use crate::budget::Budget;
use crate::game::{Game, Violation};
use crate::id::Id;
use crate::open::{At, literal};
use crate::options::NoOptions;
use crate::outcome::Halt;
use crate::report::Page;
use crate::scene::{MarkKind, Scene};
use crate::verb::{Cost, Draws, Reply, Verb};
use crate::words::{Message, Template};

/// What may be played.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Movable {
    /// Every legal move in the game's notation.
    pub moves: Vec<String>,
}

/// Every legal move.
#[derive(Debug)]
pub struct Moves<G>(PhantomData<G>);

impl<G: Game> Verb for Moves<G> {
    type Game = G;
    type On = At<G>;
    type Options = NoOptions;
    type Answer = Movable;
    const NAME: &'static str = "moves";
    const ABOUT: &'static str = "List every legal move";
    const COST: Cost = Cost::Quick;

    fn run(on: &At<G>, _: &NoOptions, _: &Budget) -> Result<Reply<Movable>, Halt> {
        let moves = G::moves(&on.position).iter().map(ToString::to_string).collect();
        Ok(Reply::ok(Movable { moves }))
    }

    fn tell(_: &At<G>, _: &NoOptions, reply: &Reply<Movable>, page: &mut Page) {
        page.text(reply.answer.moves.iter().map(|action| format!("{action}\n")).collect::<String>());
    }
}

/// Which rules are broken.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Checked {
    /// Whether nothing is wrong.
    pub solved: bool,
    /// Every broken rule with its cells.
    pub violations: Vec<Violation>,
}

/// Every broken rule, with its cells.
#[derive(Debug)]
pub struct Check<G>(PhantomData<G>);

pub(super) const NONE_BROKEN: Template = Template::new("core.none_broken", "no rule is broken");
pub(super) const BROKEN: Template = Template::new("core.broken", "{what}: {where}");

impl<G: Game> Verb for Check<G> {
    type Game = G;
    type On = At<G>;
    type Options = NoOptions;
    type Answer = Checked;
    const NAME: &'static str = "check";
    const ABOUT: &'static str = "Name every rule that a position breaks, with its cells";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &At<G>, _: &NoOptions, _: &Budget) -> Result<Reply<Checked>, Halt> {
        let violations = G::check(&on.position);
        let broken = !violations.is_empty();
        Ok(Reply::ok(Checked { solved: !broken, violations }).no_if(broken))
    }

    fn words(_: &At<G>, _: &NoOptions, reply: &Reply<Checked>) -> Vec<Message> {
        if reply.answer.solved {
            return vec![NONE_BROKEN.plain()];
        }
        let told = |violation: &Violation| {
            let cells: Vec<String> = violation.cells.iter().map(ToString::to_string).collect();
            BROKEN.with([("what", violation.message.as_str().into()), ("where", cells.join(" ").into())])
        };
        reply.answer.violations.iter().map(told).collect()
    }

    fn scenes(on: &At<G>, _: &NoOptions, reply: &Reply<Checked>) -> Vec<Scene> {
        let mut scene = G::scene(&on.position);
        for violation in &reply.answer.violations {
            scene = scene.with_marks(MarkKind::Wrong, violation.cells.clone());
        }
        vec![scene]
    }
}

/// A position in every form it can be kept in.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Exported {
    /// The id that holds it.
    pub id: Id,
    /// The game's own file format.
    pub text: String,
    /// All formats by name.
    pub formats: BTreeMap<&'static str, String>,
}

/// A position in all formats.
#[derive(Debug)]
pub struct Export<G>(PhantomData<G>);

impl<G: Game> Verb for Export<G> {
    type Game = G;
    type On = At<G>;
    type Options = NoOptions;
    type Answer = Exported;
    const NAME: &'static str = "export";
    const ABOUT: &'static str = "Write a position in every format there is";
    const COST: Cost = Cost::Quick;

    fn run(on: &At<G>, _: &NoOptions, _: &Budget) -> Result<Reply<Exported>, Halt> {
        let id = literal::<G>(&on.position);
        let forms = G::forms(&on.position);
        let text = forms.first().map_or_else(|| id.to_string(), |(_, text)| text.clone());
        Ok(Reply::ok(Exported { id, text, formats: forms.into_iter().collect() }))
    }

    fn tell(_: &At<G>, _: &NoOptions, reply: &Reply<Exported>, page: &mut Page) {
        for (name, text) in &reply.answer.formats {
            page.text(format!("# {name}\n{}\n", text.trim_end()));
        }
        page.text(format!("# id\n{}\n", reply.answer.id));
    }
}
