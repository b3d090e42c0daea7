//! Finding the best plan, within a budget.
//!
//! [`plan`] first finds out how many of the pieces can be placed, then the best way to place these, by one of two
//! engines that give the same plan: [`Engine::Exhaustive`], the document's search, and [`Engine::Bounded`], branch and
//! bound. Every plan is replayed by the rules and scored from scratch before it is handed out.
//!
//! # How it works
//!
//! Where full rows stay, a falling piece meets only the heights of the columns, so the search holds a `Surface`:
//! heights as 16-bit lanes with margins, covered cells, the rows they lie in. `height = filled + covered`, hence every
//! score is a sum over few whole numbers (`target::Linear`). Weights are exact decimals: a tie is a tie and no rounding
//! decides.
//! Leaves are weighed for all columns at once in a coarse measure that never overrates a cost (plain loops that become
//! vector code; `pulp` compiles them for AVX2 as well and picks at run time, without unsafe code of ours); only what
//! may do is placed and weighed exactly. Both engines share this, and take the last two pieces together (`pairs`): each
//! place of the one before the last is set on a copy of the heights, all places of the last are weighed there, and the
//! least cost is asked for once. Every leaf is weighed: nothing is merged or skipped in the exhaustive engine.
//! `bounded` keeps the document's order and leaves out what cannot be good enough. Its bound (`bound`) is the best over
//! all numbers of rows that may still get filled; its parts are asked from the cheapest on, until one says too little:
//! - covered and closed cells never vanish, and few pieces fill few rows (`fillings`); rows that a placement covers, or
//!   leaves no cells for, are counted before it is made;
//! - a piece on ground that fits smooths at most its relief, and a gap costs more than it smooths
//!   (`Linear::allows_bound`, else the search is exhaustive);
//! - a cave closes or costs a step (`caves`);
//! - *hollows*: columns only grow, so the last outline is this one with so many cells added; the greedy filling of its
//!   hollows says how much that smooths at most, and only equal columns have no step at all (`hollows`);
//! - *fit*: a deep well takes only upright bars, a slot two deep a bar or the hook that suits its lower side (counted
//!   by Hall's condition), a hollow one column wide only arms, and each hollow its own pieces (`wells`, `fillings`);
//! - *tiling*: whether the pieces to come can fill the rows from the floor up to one without a gap is played out on
//!   what lies below that row, each piece filling cells there or lying above; answers are remembered, and how long may
//!   be looked for them is tied to the nodes so far (`tiling`). Not where full rows count wherever they lie
//!   (`takado8`).
//!
//! A plain beam gives the first value; a search that lasts sends out two more, guided by the bound. `seen` keeps
//! outlines already searched under exact keys. Each of bound, hollows, fit, tiling, seen and beam can be switched off
//! (`Pruning`); tests hold the bound itself against the best of all leaves, and tiling against the rows that all plans
//! together fill.
//! The price of gaps in the row bound may not be combined with the price of a child's own gap, nor with that of wells,
//! which may be the same cells: both double counts were once bugs, and brute force found them.
//! Threads take prefixes of one or two placements in ascending order; `incumbent` says what a part before or after the
//! best leaf still has to find, in both engines, so the answer does not depend on timing.
//! Where rows vanish (`clearing`) no bound holds and every leaf is looked at. Every plan is replayed by `rules` and
//! scored from scratch by `features`, which share no code with the search. Boards beyond 4 to 64 rows and columns go to
//! `plain`, the document's search without any of this. Whatever takes long heeds the budget: a test
//! cancels every engine on boards up to 64x64 and waits less than 10 ms.

mod beam;
mod bound;
mod bounded;
mod caves;
mod clearing;
mod exhaustive;
mod fillings;
mod hollows;
mod incumbent;
mod pairs;
mod plain;
mod reach;
mod seen;
mod surface;
mod target;
mod threads;
mod tiling;
mod wells;

use std::sync::atomic::{AtomicU64, Ordering};

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::outcome::{Answer, Outcome, Proof, verified};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::features::Features;
use crate::position::{Board, Form, Piece};
use crate::rules::{self, FullRows, Landing, Placement};
use crate::score::Score;

use bounded::Hunt;
use caves::CaveBook;
use exhaustive::Walk;
use incumbent::Incumbent;
use seen::Seen;
use surface::Surface;
use target::{Found, Linear, Target};
pub use threads::Mapping;
use tiling::Tilings;

/// What is to be planned.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// The board.
    pub board: &'a Board,
    /// The pieces to be placed, in order.
    pub pieces: &'a [Piece],
    /// What a plan's last board is judged by.
    pub score: &'a Score,
    /// What happens to full rows.
    pub full_rows: FullRows,
}

/// How the best plan is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Engine {
    /// The bounded one where it can be
    #[default]
    Auto,
    /// Every leaf is looked at
    Exhaustive,
    /// Branch and bound; where the weights or vanishing rows do not allow its bound, every leaf is looked at
    Bounded,
}

/// A rule by which branch and bound leaves something out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// No leaf below can be good enough: see [`bounded`](self) for why the bound holds.
    Bound,
    /// The same outline was searched before, when no more was needed than now.
    Seen,
    /// A beam finds a plan first, and whatever is worse than that is not looked for.
    Beam,
    /// A part of the bound: few cells smooth few steps. See `hollows`.
    Hollows,
    /// A part of the bound: not every piece fits into every hollow. See `wells`, and `fillings`.
    Fit,
    /// A part of the bound: rows that no play of the pieces to come fills are not filled. See `tiling`.
    Tiling,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 6] = [Self::Bound, Self::Seen, Self::Beam, Self::Hollows, Self::Fit, Self::Tiling];
}

/// The rules in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pruning(u8);

impl Pruning {
    /// All rules.
    pub const ALL: Self = Self(0b11_1111);

    /// All of these but one.
    #[must_use]
    pub const fn without(self, rule: Rule) -> Self {
        Self(self.0 & !(1 << rule as u8))
    }

    /// Whether a rule is in force.
    pub const fn has(self, rule: Rule) -> bool {
        self.0 >> rule as u8 & 1 == 1
    }
}

/// How to search: nothing here changes the answer.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// The engine.
    pub engine: Engine,
    /// How threads share the work.
    pub mapping: Mapping,
    /// The rules of branch and bound.
    pub pruning: Pruning,
}

impl Default for Method {
    fn default() -> Self {
        Self { engine: Engine::Auto, mapping: Mapping::Dynamic, pruning: Pruning::ALL }
    }
}

impl From<Engine> for Method {
    fn from(engine: Engine) -> Self {
        Self { engine, ..Self::default() }
    }
}

/// A plan, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Where each piece goes; shorter than the list of pieces when not all can be placed.
    pub path: Vec<Placement>,
    /// The value of the last board.
    pub value: f64,
    /// What the value is made of.
    pub features: Features,
    /// The board after each piece.
    pub landings: Vec<Landing>,
    /// How many last placements there are in all, if every one was looked at.
    pub leaves: Option<u64>,
}

/// The best plan for a task. [`Outcome::Impossible`] means that not even the first piece can be placed.
pub fn plan(task: &Task<'_>, method: Method, budget: &Budget) -> Answer<Plan> {
    let before = budget.nodes();
    let fast = [task.board.rows(), task.board.columns()].iter().all(|side| Board::FAST_SIDES.contains(side));
    let raw = match (task.full_rows, task.board.columns()) {
        _ if !fast => plain::search(task, budget),
        (FullRows::Clear, _) => clearing::search(task, method.mapping, budget),
        (FullRows::Keep, ..=16) => keep::<32>(task, method, budget),
        (FullRows::Keep, ..=32) => keep::<48>(task, method, budget),
        (FullRows::Keep, _) => keep::<80>(task, method, budget),
    };
    let replayed = |found: Found| (found.value, replayed(task, found.path, raw.leaves));
    let outcome = match raw.stop {
        None => match raw.found.map(replayed) {
            Some(solution) => Outcome::Solved { solution, proof: Proof::Optimal },
            None => Outcome::Impossible,
        },
        Some(stop) => Outcome::GaveUp { stop, best: raw.found.map(replayed), lower_bound: None },
    };
    let outcome = verified(outcome, |(counted, plan)| {
        plan.landings.len() == plan.path.len() && task.score.exact(&plan.features) == *counted
    });
    Answer { outcome: outcome.map(|(_, plan)| plan), engine: raw.engine, nodes: budget.nodes() - before }
}

/// What a search brings, unchecked.
struct Raw {
    found: Option<Found>,
    stop: Option<Stop>,
    leaves: Option<u64>,
    engine: &'static str,
}

/// A path as the rules play it, its last board counted from scratch; without landings where they refuse it.
fn replayed(task: &Task<'_>, path: Vec<Placement>, leaves: Option<u64>) -> Plan {
    let landings = rules::replay(task.board, task.pieces, &path, task.full_rows).unwrap_or_default();
    let cleared = landings.iter().map(|landing| i64::from(landing.cleared)).sum();
    let last = landings.last().map_or(task.board, |landing| &landing.board);
    let features = Features { cleared, ..Features::of(last) };
    Plan { path, value: task.score.value(&features), features, landings, leaves }
}

/// The search where full rows stay.
fn keep<const T: usize>(task: &Task<'_>, method: Method, budget: &Budget) -> Raw {
    let board = task.board;
    let filled = board.cells().values().iter().filter(|mark| mark.is_filled()).count() as u32;
    let linear_for = |pieces: usize| Linear::new(task.score, board.columns(), filled + pieces as u32 * Piece::CELLS);
    let mut linear = linear_for(task.pieces.len());
    let bounded = method.engine != Engine::Exhaustive && linear.allows_bound();
    let engine = if bounded { "bounded" } else { "exhaustive" };
    let mut surface = Surface::<T>::of(board, linear.needs_closed());
    let forms: Vec<&'static [Form]> = task.pieces.iter().map(|piece| piece.forms()).collect();
    let give_up = |stop| Raw { found: None, stop: Some(stop), leaves: None, engine };

    let placeable = match reach::placeable(&mut surface, &forms, board.rows(), &mut budget.meter()) {
        Ok(placeable) => placeable,
        Err(stop) => return give_up(stop),
    };
    let forms = &forms[..placeable];
    if placeable == 0 {
        return Raw { found: None, stop: None, leaves: Some(0), engine };
    }
    if placeable < task.pieces.len() {
        linear = linear_for(placeable);
    }
    let target = Target::new(task.score, &linear, board.rows(), board.columns());
    let search = Search { surface, forms, target, method, budget };
    if bounded { search.bounded() } else { search.exhaustive() }
}

/// A search of pieces that can all be placed.
struct Search<'a, const T: usize> {
    surface: Surface<T>,
    forms: &'a [&'static [Form]],
    target: Target<'a>,
    method: Method,
    budget: &'a Budget,
}

impl<const T: usize> Search<'_, T> {
    /// A thread has enough to do with this many parts.
    const PARTS: usize = 64;

    /// The parts that threads share, in order: all placements of the first piece, and of the second where that is too few;
    /// never of the last. One thread has parts only for saying how far it is.
    fn parts(&self) -> Result<Vec<Vec<Placement>>, Stop> {
        let threads = self.budget.threads();
        let enough = if threads > 1 { threads * Self::PARTS } else { 1 };
        let longest = self.forms.len().saturating_sub(1).min(2);
        let mut meter = self.budget.meter();
        let mut surface = self.surface.clone();
        let mut parts = vec![Vec::new()];
        for length in 0..longest {
            if parts.len() >= enough && length > 0 {
                break;
            }
            let mut longer = Vec::new();
            for prefix in &parts {
                self.lengthen(&mut surface, prefix, &mut longer);
                meter.dwell(surface.columns() as u64)?;
            }
            parts = longer;
        }
        Ok(parts)
    }

    /// Adds every placement of the next piece to a prefix that fits.
    fn lengthen(&self, surface: &mut Surface<T>, prefix: &[Placement], longer: &mut Vec<Vec<Placement>>) {
        let form_of = |(level, placement): (usize, &Placement)| &self.forms[level][usize::from(placement.rotation)];
        let placed: Vec<_> =
            (prefix.iter().enumerate()).map(|step| surface.place(form_of(step), usize::from(step.1.column))).collect();
        for (rotation, form) in self.forms[prefix.len()].iter().enumerate() {
            for column in (0..surface.columns()).filter(|&column| surface.fits(form, column)) {
                let placement = Placement { rotation: rotation as u8, column: column as u16 };
                longer.push([prefix, &[placement]].concat());
            }
        }
        for undo in placed.iter().rev() {
            surface.take_back(undo);
        }
    }

    fn exhaustive(self) -> Raw {
        let parts = match self.parts() {
            Ok(parts) => parts,
            Err(stop) => return Raw { found: None, stop: Some(stop), leaves: None, engine: "exhaustive" },
        };
        let incumbent = Incumbent::new();
        let done = AtomicU64::new(0);
        let walks = threads::share(parts.len(), self.budget.threads(), self.method.mapping, |share| {
            let mut walk = Walk {
                surface: self.surface.clone(),
                pieces: self.forms,
                target: self.target.clone(),
                path: Vec::with_capacity(self.forms.len()),
                meter: self.budget.meter(),
                leaves: 0,
                incumbent: &incumbent,
                unit: 0,
                version: 0,
            };
            for part in share {
                walk.unit = part;
                walk.version = 0;
                if let Err(stop) = walk.below(&parts[part]) {
                    return (walk.leaves, Some(stop));
                }
                self.budget.report(done.fetch_add(1, Ordering::Relaxed) + 1, Some(parts.len() as u64));
            }
            (walk.leaves, None)
        });
        let leaves = walks.iter().map(|(leaves, _)| leaves).sum();
        let stop = walks.into_iter().find_map(|(_, stop)| stop);
        Raw { found: incumbent.into_best().0, stop, leaves: stop.is_none().then_some(leaves), engine: "exhaustive" }
    }

    fn bounded(self) -> Raw {
        let parts = match self.parts() {
            Ok(parts) => parts,
            Err(stop) => return Raw { found: None, stop: Some(stop), leaves: None, engine: "bounded" },
        };
        let coming = bounded::coming(self.forms, self.method.pruning);
        let incumbent = Incumbent::new();
        let done = AtomicU64::new(0);
        let tables = self.budget.threads() * self.forms.len();
        let stops = threads::share(parts.len(), self.budget.threads(), self.method.mapping, |share| {
            let mut hunt = Hunt {
                start: &self.surface,
                surface: self.surface.clone(),
                pieces: self.forms,
                coming: &coming,
                pruning: self.method.pruning,
                target: self.target.clone(),
                path: Vec::with_capacity(self.forms.len()),
                meter: self.budget.meter(),
                seen: self.forms.iter().map(|_| Seen::new(self.budget.memory() / tables)).collect(),
                tilings: Tilings::new(self.budget.memory() / 8 / self.budget.threads()),
                book: CaveBook::new(self.target.linear.cave_prices()),
                incumbent: &incumbent,
                unit: 0,
                version: 0,
                nodes: 0,
            };
            if self.method.pruning.has(Rule::Beam)
                && let Err(stop) = hunt.look_ahead()
            {
                return Some(stop);
            }
            for part in share {
                hunt.unit = part;
                hunt.version = 0;
                if let Err(stop) = hunt.below(&parts[part]) {
                    return Some(stop);
                }
                self.budget.report(done.fetch_add(1, Ordering::Relaxed) + 1, Some(parts.len() as u64));
            }
            None
        });
        let stop = stops.into_iter().flatten().next();
        let (found, beam) = incumbent.into_best();
        debug_assert!(found.is_some() || stop.is_some(), "the search must meet what the beam has met");
        // A search that ends early may not have come to what the beam has found.
        let better = |beam: &Found| found.as_ref().is_none_or(|found| found.value < beam.value);
        let early = beam.filter(|beam| stop.is_some() && better(beam));
        Raw { found: early.or(found), stop, leaves: None, engine: "bounded" }
    }
}
