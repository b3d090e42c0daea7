//! Puzzles from a seed, each with exactly one solution.
//!
//! Not puzzles are drawn until one happens to be unique; a solution is drawn, and its puzzle made unique. `ground` is
//! the empty board, `cover` fills it with random paths that do not touch themselves, `refine` cuts paths where
//! another solution would leave them, with the help of an `oracle` of the generator's own; a solver proves the result,
//! and `quality` says how good it looks.
//!
//! What a seed gives depends on nothing but these rooms and on true answers (unique or not), so that faster solvers do
//! not change it. Whatever does must raise [`azulejo_core::game::Game::VERSION`].
//!
//! # How puzzles are made and rated
//!
//! - A solution is drawn first (`generate/cover`: random joins of paths that never touch themselves, then mending and
//!   stirring by letting an end take over part of a neighbour). `generate/refine` makes its puzzle unique: an oracle
//!   asks of each edge whether another solution could do without it, and cuts the path at an edge that one does
//!   without. Where self-touch is allowed, the solutions left by a cut are exactly those of before that use the edge,
//!   so nothing certain becomes uncertain.
//! - A solver proves the result. What a seed gives depends only on the rooms in `generate` and on true answers, so
//!   faster solvers cannot change it; a change of those rooms raises `Game::VERSION`.
//! - `deduce` is a ladder of named deductions over the same edges, each sound alone and with a switch; `rate` climbs
//!   it, always by the easiest rung, and `hint` says the rung in words. `deduce/parts` (what falls apart, black against
//!   white) serves both.
//! - Where cells may stay empty, paths are cut further until nothing that leaves some empty is a solution, and where no
//!   path may cover a square, paths are drawn so that none does, though a wall or a bridge lie in it. Whatever the rule,
//!   the puzzle is checked and proven under it before it is given.
//! - Ratings count on it that paths do not touch themselves where the only solution does not, as published puzzles are
//!   made.

mod cover;
mod ground;
mod oracle;
mod quality;
mod refine;

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::outcome::{Outcome, Proof};
use azulejo_core::problem::Problem;
use azulejo_core::random::Random;

use crate::graph::Graph;
use crate::position::{Fill, Puzzle, Rules, Solution, Tile, Topology, Touch};
use crate::rate::{self, Difficulty};
use crate::rules;
use crate::solve::{self, Engine};
use cover::Cover;
use ground::Field;
pub use quality::Quality;
use refine::{Limits, refine};

/// What kind of board is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ground {
    /// Rows.
    pub rows: u16,
    /// Columns.
    pub columns: u16,
    /// Squares, hexagons, or edges that are joined.
    pub topology: Topology,
    /// Some walls.
    pub walls: bool,
    /// Some holes.
    pub holes: bool,
    /// Some bridges.
    pub bridges: bool,
}

impl Ground {
    /// A plain rectangle of squares.
    pub const fn plain(rows: u16, columns: u16) -> Self {
        Self { rows, columns, topology: Topology::Square, walls: false, holes: false, bridges: false }
    }

    /// How many cells it has, holes included.
    pub const fn cells(&self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// Whether a solver proves within moments that there is no other solution with self-touch.
    const fn is_small(&self, fill: Fill) -> bool {
        let most = match fill {
            Fill::Full => 15,
            Fill::Free => 10,
        };
        self.rows <= most && self.columns <= most
    }
}

/// What kind of puzzle is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wish {
    /// The board.
    pub ground: Ground,
    /// How many colours; nothing for as many as come out.
    pub colors: Option<u16>,
    /// Whether the dots of a colour may lie side by side.
    pub trivial_pairs: bool,
    /// How hard it is to be; nothing for any.
    pub difficulty: Option<Difficulty>,
    /// The rule it is to be solved under.
    pub rules: Rules,
}

impl Wish {
    /// A plain rectangle, and nothing else asked.
    pub const fn plain(rows: u16, columns: u16) -> Self {
        let rules = Rules { fill: Fill::Full, touch: Touch::Allow };
        Self { ground: Ground::plain(rows, columns), colors: None, trivial_pairs: false, difficulty: None, rules }
    }

    /// The rule under which its puzzle is unique: its own, but on larger boards without self-touch.
    pub const fn unique_under(&self) -> Rules {
        let Rules { fill, touch } = self.rules;
        Rules { fill, touch: if self.ground.is_small(fill) { touch } else { Touch::Forbid } }
    }

    /// The rule under which paths are first cut until they are the only solution, whatever the rule asked for: every cell
    /// is used, and a path may touch itself where that can be proven.
    const fn cut_under(&self) -> Rules {
        let small = self.ground.is_small(Fill::Full);
        Rules { fill: Fill::Full, touch: if small { Touch::Allow } else { Touch::Forbid } }
    }

    /// What is wrong with a wish that no puzzle can fulfil.
    pub fn check(&self) -> Result<(), Problem> {
        let Ground { rows, columns, .. } = self.ground;
        let length = if self.trivial_pairs { 2 } else { 3 };
        let most = u32::from(rows) * u32::from(columns) / length;
        match self.colors {
            Some(0) => return Err(Problem::new("a puzzle has at least 1 colour, not 0")),
            Some(colors) if u32::from(colors) > most => {
                let message = format!("{columns}×{rows} cells have room for {most} colours, not {colors}");
                return Err(Problem::new(message).hint(format!("a path has at least {length} cells")));
            }
            _ => {}
        }
        if self.ground.bridges && self.ground.topology == Topology::Hex {
            return Err(Problem::new("there are no bridges on hexagons: choose one of the two"));
        }
        if self.ground.bridges && rows.min(columns) < 5 {
            return Err(Problem::new("a board with bridges has at least 5 rows and 5 columns"));
        }
        Ok(())
    }
}

/// A puzzle made.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its solution.
    pub solution: Solution,
    /// The rule under which it is the only one.
    pub unique_under: Rules,
    /// How good it looks.
    pub quality: Quality,
}

/// Covers drawn at once; the one that keeps away from the rim is taken.
const COVERS: usize = 6;
/// Drawings begun before giving up.
const MOST_ATTEMPTS: u64 = 2_000;

/// A puzzle with one solution, by seed. The same seed gives the same puzzle for ever.
pub fn make(wish: &Wish, seed: u64, budget: &Budget) -> Outcome<Made> {
    let trunk = Random::new(seed);
    for attempt in 0..MOST_ATTEMPTS {
        let made = budget.check().and_then(|()| try_once(wish, &mut trunk.branch(attempt), budget));
        match made {
            Ok(Some(made)) if made.quality.score() >= Quality::LEAST => {
                return Outcome::Solved { solution: made, proof: Proof::Unique };
            }
            Ok(_) => {}
            Err(stop) => return Outcome::GaveUp { stop, best: None, lower_bound: None },
        }
    }
    Outcome::GaveUp { stop: Stop::Nodes, best: None, lower_bound: None }
}

/// One drawing, or nothing when it fails.
fn try_once(wish: &Wish, random: &mut Random, budget: &Budget) -> Result<Option<Made>, Stop> {
    let Some(field) = Field::draw(&wish.ground, random) else { return Ok(None) };
    let Some(graph) = field.graph() else { return Ok(None) };
    let shortest = if wish.trivial_pairs { 2 } else { 3 };
    let longest = 3 * usize::from(wish.ground.rows.max(wish.ground.columns));
    let rim = |edge: u32| graph.edges()[edge as usize].iter().all(|&node| field.is_rim(graph.cell(node)));
    let most = wish.colors.map_or(usize::MAX, usize::from);
    let beside = if wish.rules.touch == Touch::NoSquare { field.beside(&graph) } else { Vec::new() };
    let mut covers = Vec::new();
    for _ in 0..if wish.ground.topology == Topology::Torus { 1 } else { COVERS } {
        budget.check()?;
        let Some(mut cover) = Cover::draw(&graph, &beside, shortest, longest, rim, random) else { continue };
        cover.stir(20 * graph.len(), shortest, 0, random);
        if cover.len() <= most {
            covers.push(cover);
        }
    }
    let Some(cover) = covers.into_iter().min_by_key(|cover| cover.count(rim)) else { return Ok(None) };
    let paths: Vec<Vec<u32>> = cover.paths().map(<[u32]>::to_vec).collect();
    let (rules, promised) = (wish.cut_under(), wish.unique_under());
    let mut proof = |paths: &[Vec<u32>]| match build(&field, &graph, paths) {
        Some((puzzle, _)) => is_unique(&puzzle, rules, budget),
        None => Ok(false),
    };
    let limits = Limits { shortest, most };
    let Some(mut paths) = refine(&graph, paths, rules.touch, limits, random, &mut proof)? else { return Ok(None) };
    let mut proven = paths.len();
    if promised.fill == Fill::Free {
        // A path that leaves cells empty may be another solution: paths are cut until there is none.
        let another = |paths: &[Vec<u32>]| match build(&field, &graph, paths) {
            Some((puzzle, solution)) => another_solution(&puzzle, promised, &solution, budget),
            None => Ok(None),
        };
        if !refine::cut_others(&graph, &mut paths, limits, random, another)? {
            return Ok(None);
        }
        proven = paths.len();
    }
    if let Some(colors) = wish.colors {
        while paths.len() < usize::from(colors) {
            if !refine::cut_longest(&graph, &mut paths, shortest) {
                return Ok(None);
            }
        }
    }
    let cells = wish.ground.cells();
    let mut patience = paths.len() / 2;
    loop {
        let Some((puzzle, solution)) = build(&field, &graph, &paths) else { return Ok(None) };
        // What was cut since the proof has one solution still where paths may touch themselves; it is asked all the same.
        let kept = rules::check(&puzzle, promised, &solution).is_empty();
        if !kept || (paths.len() != proven && !is_unique(&puzzle, promised, budget)?) {
            return Ok(None);
        }
        proven = paths.len();
        let quality = Quality::of(&puzzle, &solution);
        let made = Made { puzzle, solution, unique_under: promised, quality };
        let Some(wanted) = wish.difficulty else { return Ok(Some(made)) };
        let found = rate::effort(&made.puzzle, Rules::STRICT, &made.solution, budget)?.difficulty(cells);
        if found == wanted {
            return Ok(Some(made));
        }
        // What is too hard becomes easier by a cut: paths are shorter, and dots tell more.
        let cuts = found > wanted && wish.colors.is_none() && patience > 0;
        for _ in 0..paths.len().div_ceil(24) {
            if !cuts || !refine::cut_longest(&graph, &mut paths, shortest) {
                return Ok(None);
            }
        }
        patience -= 1;
    }
}

/// A solution other than the known one, if there is any.
fn another_solution(
    puzzle: &Puzzle,
    rules: Rules,
    known: &Solution,
    budget: &Budget,
) -> Result<Option<Solution>, Stop> {
    for engine in [Engine::Auto, Engine::Search] {
        let found = solve::run(puzzle, rules, 2, engine, budget).1;
        if let Some(other) = found.solutions.into_iter().find(|solution| solution != known) {
            return Ok(Some(other));
        }
        match found.stop {
            // An engine that only counts shows none: another is asked.
            _ if found.count >= 2 => {}
            None => return Ok(None),
            Some(stop) => return Err(stop),
        }
    }
    Err(Stop::Fault)
}

/// Whether a puzzle, known to have a solution, has one only.
fn is_unique(puzzle: &Puzzle, rules: Rules, budget: &Budget) -> Result<bool, Stop> {
    let found = solve::run(puzzle, rules, 2, Engine::Auto, budget).1;
    match found.stop {
        _ if found.count >= 2 => Ok(false),
        None => Ok(found.count == 1),
        Some(stop) => Err(stop),
    }
}

/// The puzzle whose dots are the ends of these paths, and the paths as its solution.
fn build(field: &Field, graph: &Graph, paths: &[Vec<u32>]) -> Option<(Puzzle, Solution)> {
    let mut tiles = field.tiles.clone();
    let mut lines = Vec::with_capacity(paths.len());
    for (color, path) in paths.iter().enumerate() {
        let mut cells: Vec<_> = path.iter().map(|&node| graph.cell(node)).collect();
        for cell in [cells[0], cells[cells.len() - 1]] {
            tiles[cell] = Tile::Dot(color as u16);
        }
        if cells[cells.len() - 1] < cells[0] {
            cells.reverse();
        }
        lines.push(cells);
    }
    // The puzzle numbers its colours by their first dots: so do the lines.
    lines.sort_unstable();
    let first = |color: usize| lines.iter().position(|line| tiles[line[0]] == Tile::Dot(color as u16));
    let labels: Option<Vec<char>> =
        (0..paths.len()).map(|color| first(color).map(crate::format::draft::label)).collect();
    let puzzle = Puzzle::new(tiles, field.topology, field.walls.clone(), labels?).ok()?;
    Some((puzzle, Solution::from_paths(lines)))
}

/// What to say when a seed gave nothing.
pub fn no_puzzle(what: &str) -> Problem {
    Problem::new(format!("no puzzle `{what}` came out of this seed"))
        .hint("another seed, more colours or a smaller board may do")
}
