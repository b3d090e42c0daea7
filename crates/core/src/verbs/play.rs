//! A position with all there is to show of it: begun, played on, touched.

use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::budget::Budget;
use crate::game::{Game, Status};
use crate::hands::{Control, Gesture};
use crate::id::Id;
use crate::open::{At, literal, of_id, seeded};
use crate::options::{NoOptions, Seed};
use crate::outcome::Halt;
use crate::report::Page;
use crate::scene::Scene;
use crate::verb::{Cost, Draws, Nothing, Reply, Verb};
use crate::words::{Message, Template};

/// A position and all there is to show of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct View<P, U> {
    /// The id that gives it back: what a link carries.
    pub id: Id,
    /// The position, to be sent back with the next question.
    pub position: P,
    /// Where the game stands.
    #[serde(flatten)]
    pub state: Status,
    /// How many sit at the table.
    pub seats: usize,
    /// The computer player who is to move, where the position says so.
    pub bot: Option<String>,
    /// Ticks a second that the position wants as gestures, where it has a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<u32>,
    /// What a player reads beside the board.
    pub facts: Vec<Message>,
    /// What the hand holds; where the answer is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ui: Option<U>,
    /// What can be done beside touching what is drawn; where the answer is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub controls: Option<Vec<Control>>,
}

type ViewOf<G> = View<<G as Game>::Position, <G as Game>::Ui>;

fn view<G: Game>(position: G::Position, id: Id, ui: G::Ui, drawn: bool) -> ViewOf<G> {
    View {
        id,
        state: G::status(&position),
        seats: G::seats(&position),
        bot: G::computer(&position),
        clock: G::clock(&position),
        facts: G::facts(&position),
        controls: drawn.then(|| G::controls(&position, &ui)),
        ui: drawn.then_some(ui),
        position,
    }
}

fn boards<G: Game>(view: &ViewOf<G>) -> Vec<Scene> {
    match &view.ui {
        Some(ui) => G::scenes(&view.position, ui),
        None => G::scenes(&view.position, &G::Ui::default()),
    }
}

fn told<G: Game>(view: &ViewOf<G>, page: &mut Page) {
    for scene in boards::<G>(view) {
        page.scene(scene);
    }
    for fact in &view.facts {
        page.say(fact.clone());
    }
}

/// The position after the moves of the question.
#[derive(Debug)]
pub struct Play<G>(PhantomData<G>);

impl<G: Game> Verb for Play<G>
where
    G::Position: JsonSchema,
{
    type Game = G;
    type On = At<G>;
    type Options = NoOptions;
    type Answer = ViewOf<G>;
    const NAME: &'static str = "play";
    const ABOUT: &'static str = "Play moves on a position, and give all there is to show of it";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &At<G>, _: &NoOptions, _: &Budget) -> Result<Reply<ViewOf<G>>, Halt> {
        Ok(Reply::ok(view::<G>(on.position.clone(), on.name(), G::Ui::default(), on.drawn)))
    }

    fn tell(_: &At<G>, _: &NoOptions, reply: &Reply<ViewOf<G>>, page: &mut Page) {
        told::<G>(&reply.answer, page);
    }

    fn scenes(_: &At<G>, _: &NoOptions, reply: &Reply<ViewOf<G>>) -> Vec<Scene> {
        boards::<G>(&reply.answer)
    }
}

/// The same by the name that people look for.
#[derive(Debug)]
pub struct Show<G>(PhantomData<G>);

impl<G: Game> Verb for Show<G>
where
    G::Position: JsonSchema,
{
    type Game = G;
    type On = At<G>;
    type Options = NoOptions;
    type Answer = ViewOf<G>;
    const NAME: &'static str = "show";
    const ABOUT: &'static str = "Draw a position";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &At<G>, options: &NoOptions, budget: &Budget) -> Result<Reply<ViewOf<G>>, Halt> {
        Play::<G>::run(on, options, budget)
    }

    fn tell(_: &At<G>, _: &NoOptions, reply: &Reply<ViewOf<G>>, page: &mut Page) {
        told::<G>(&reply.answer, page);
    }

    fn scenes(_: &At<G>, _: &NoOptions, reply: &Reply<ViewOf<G>>) -> Vec<Scene> {
        // A picture of the position is the board alone.
        vec![G::scene(&reply.answer.position)]
    }
}

/// What to begin with.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct NewOptions {
    /// What the players agree on, in the game's own notation
    #[serde(default)]
    pub setup: String,
    /// The seed: a number or any text
    pub seed: Option<Seed>,
}

/// A game that has begun.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Began<P> {
    /// The id that begins it again, everywhere.
    pub id: Id,
    /// Its seed.
    pub seed: String,
    /// The first position.
    pub position: P,
}

/// The first position of a setup and seed.
#[derive(Debug)]
pub struct New<G>(PhantomData<G>);

impl<G: Game> Verb for New<G>
where
    G::Position: JsonSchema,
{
    type Game = G;
    type On = Nothing;
    type Options = NewOptions;
    type Answer = Began<G::Position>;
    const NAME: &'static str = "new";
    const ABOUT: &'static str = "Begin a new game by a seed";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(_: &Nothing, options: &NewOptions, budget: &Budget) -> Result<Reply<Began<G::Position>>, Halt> {
        let seed = options.seed.clone().unwrap_or_else(Seed::fresh);
        let id = seeded::<G>(&options.setup, &seed);
        let position = of_id::<G>(&id, budget)?;
        Ok(Reply::ok(Began { id, seed: seed.to_string(), position }))
    }

    fn tell(_: &Nothing, _: &NewOptions, reply: &Reply<Began<G::Position>>, page: &mut Page) {
        page.scene(G::scene(&reply.answer.position));
        page.text(format!("{}\n", reply.answer.id));
    }

    fn scenes(_: &Nothing, _: &NewOptions, reply: &Reply<Began<G::Position>>) -> Vec<Scene> {
        vec![G::scene(&reply.answer.position)]
    }
}

/// What a hand does.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(bound = "U: Default + serde::de::DeserializeOwned")]
#[schemars(bound = "U: JsonSchema + Default + Serialize")]
pub struct Touching<U> {
    /// What the hand held before, as the last answer said
    #[serde(default)]
    pub ui: U,
    /// What was done, in order
    pub gestures: Vec<Gesture>,
}

/// What came of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Touched<P, U> {
    /// The moves that were made; undo takes them back at once.
    pub moves: Vec<String>,
    /// The position after them.
    #[serde(flatten)]
    pub view: View<P, U>,
    #[serde(skip)]
    refused: Option<String>,
}

type TouchedOf<G> = Touched<<G as Game>::Position, <G as Game>::Ui>;

/// Gestures on a position, and the moves that they make.
#[derive(Debug)]
pub struct Touch<G>(PhantomData<G>);

/// Why a hand's move was not played.
pub(super) const REFUSED: Template = Template::new("core.refused", "{why}");

impl<G: Game> Verb for Touch<G>
where
    G::Position: JsonSchema,
{
    type Game = G;
    type On = At<G>;
    type Options = Touching<G::Ui>;
    type Answer = TouchedOf<G>;
    const NAME: &'static str = "gesture";
    const ABOUT: &'static str = "Say what gestures on the drawn position mean, and play the moves that they make";
    const COST: Cost = Cost::Quick;
    const DRAWS: Draws = Draws::Scenes;

    fn run(on: &At<G>, options: &Touching<G::Ui>, budget: &Budget) -> Result<Reply<TouchedOf<G>>, Halt> {
        let (mut position, mut ui) = (on.position.clone(), options.ui.clone());
        let (mut moves, mut refused) = (Vec::new(), None);
        for gesture in &options.gestures {
            budget.check()?;
            let meant = G::touch(&position, &mut ui, gesture);
            let played = meant.iter().try_fold(position.clone(), |position, action| G::play(&position, action));
            match played {
                Ok(after) => {
                    moves.extend(meant.iter().map(ToString::to_string));
                    position = after;
                }
                Err(problem) => refused = Some(problem.message),
            }
        }
        let id = if moves.is_empty() { on.name() } else { literal::<G>(&position) };
        // Who sends gestures will send more: the hand is always told.
        Ok(Reply::ok(Touched { moves, refused, view: view::<G>(position, id, ui, true) }))
    }

    fn words(_: &At<G>, _: &Touching<G::Ui>, reply: &Reply<TouchedOf<G>>) -> Vec<Message> {
        reply.answer.refused.iter().map(|why| REFUSED.with([("why", why.as_str().into())])).collect()
    }

    fn tell(on: &At<G>, options: &Touching<G::Ui>, reply: &Reply<TouchedOf<G>>, page: &mut Page) {
        told::<G>(&reply.answer.view, page);
        for message in Self::words(on, options, reply) {
            page.say(message);
        }
    }

    fn scenes(_: &At<G>, _: &Touching<G::Ui>, reply: &Reply<TouchedOf<G>>) -> Vec<Scene> {
        boards::<G>(&reply.answer.view)
    }
}
