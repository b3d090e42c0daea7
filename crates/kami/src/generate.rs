//! Levels that look designed: stripes, rings, patches, blocks and weaves, folded by a symmetry, layered, coloured.
//!
//! Everything comes from the seed. The move limit of a level is its proven fewest moves; candidates whose proof would
//! take too long are dropped, by counting nodes and never by the clock, so that a seed gives the same level everywhere.

use std::fmt;
use std::str::FromStr;

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::game::Rating;
use azulejo_core::outcome::{Outcome, Proof};
use azulejo_core::problem::Problem;
use azulejo_core::random::Random;

use crate::position::{Board, Color, Layout, Level};
use crate::region::RegionGraph;
use crate::solve::{Request, Solution, first_moves, keeping, solve};

/// What a level should be like: `10x10c4`, `29x10c5t` for triangles, `10x10c4r30m7` for about 30 regions and 7 moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Rows, 2 to 40.
    pub rows: u16,
    /// Columns, 2 to 40.
    pub columns: u16,
    /// Colours, 2 to 12.
    pub colors: u32,
    /// Squares or triangles.
    pub form: Form,
    /// About this many regions, if it matters.
    pub regions: Option<u32>,
    /// Exactly this many moves, if it matters.
    pub moves: Option<u32>,
}

/// The form of a board's cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// As in Kami.
    #[default]
    Squares,
    /// As in Kami 2.
    Triangles,
}

impl Default for Setup {
    fn default() -> Self {
        Self { rows: 10, columns: 10, colors: 4, form: Form::Squares, regions: None, moves: None }
    }
}

impl Setup {
    /// This setup, or what about it cannot be had.
    pub fn checked(self) -> Result<Self, Problem> {
        let size = 2..=40;
        if !size.contains(&self.rows) || !size.contains(&self.columns) {
            let (rows, columns) = (self.rows, self.columns);
            return Err(Problem::new(format!("a board of {rows}x{columns}: expected 2 to 40 rows and columns")));
        }
        if !(2..=12).contains(&self.colors) {
            return Err(Problem::new(format!("{} colours: expected 2 to 12", self.colors)));
        }
        Ok(self)
    }

    fn layout(&self) -> Layout {
        let Self { rows, columns, .. } = *self;
        match self.form {
            Form::Squares => Layout::Square { rows, columns },
            Form::Triangles => Layout::Triangular { rows, columns },
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}x{}c{}", self.rows, self.columns, self.colors)?;
        if self.form == Form::Triangles {
            formatter.write_str("t")?;
        }
        if let Some(regions) = self.regions {
            write!(formatter, "r{regions}")?;
        }
        self.moves.map_or(Ok(()), |moves| write!(formatter, "m{moves}"))
    }
}

impl FromStr for Setup {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let bad = || {
            let shown: String = text.chars().take(40).collect();
            Problem::new(format!("`{shown}` is not a Kami setup"))
                .hint("a setup looks like `10x10c4` or `10x10c4r30m7`")
        };
        if text.is_empty() {
            return Ok(Self::default());
        }
        let (mut setup, mut rest) = (Self::default(), text);
        let number = |rest: &mut &str| -> Result<u32, Problem> {
            let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
            let (digits, after) = rest.split_at(end);
            *rest = after;
            digits.parse().map_err(|_| bad())
        };
        let side = |rest: &mut &str| number(rest).and_then(|side| u16::try_from(side).map_err(|_| bad()));
        setup.rows = side(&mut rest)?;
        rest = rest.strip_prefix('x').ok_or_else(bad)?;
        setup.columns = side(&mut rest)?;
        while let Some(letter) = rest.chars().next() {
            rest = &rest[letter.len_utf8()..];
            match letter {
                'c' => setup.colors = number(&mut rest)?,
                't' => setup.form = Form::Triangles,
                'r' => setup.regions = Some(number(&mut rest)?),
                'm' => setup.moves = Some(number(&mut rest)?),
                _ => return Err(bad()),
            }
        }
        setup.checked()
    }
}

/// Candidates looked at before giving up.
const ATTEMPTS: u64 = 600;
/// Good candidates among which the best is taken.
const CHOICES: usize = 3;
/// Nodes a proof may take: well within a second.
const NODES: u64 = 60_000;
/// Nodes that all candidates of one level may take together.
const NODES_IN_ALL: u64 = 10 * NODES;

/// A level of this setup by seed, its move limit the proven fewest moves.
pub fn generate(setup: &Setup, seed: u64, budget: &Budget) -> Outcome<Level> {
    let trunk = Random::new(seed);
    let mut good: Vec<(u32, Level)> = Vec::new();
    let mut spent = 0;
    for attempt in 0..ATTEMPTS {
        if let Err(stop) = budget.check() {
            return Outcome::GaveUp { stop, best: None, lower_bound: None };
        }
        let mut random = trunk.branch(attempt);
        let Some(board) = candidate(setup, &mut random) else { continue };
        let answer = solve(&board, &Request::default(), &budget.part(NODES));
        spent += answer.nodes;
        if spent > NODES_IN_ALL {
            break;
        }
        let Outcome::Solved { solution: Solution { moves, .. }, proof: Proof::Optimal } = answer.outcome else {
            continue;
        };
        let moves = moves.len() as u32;
        if setup.moves.is_some_and(|wanted| wanted != moves) || moves < 2 {
            continue;
        }
        // What the colours alone demand is no puzzle; what goes beyond is.
        let depth = (moves + 1).saturating_sub(setup.colors);
        let level = Level { difficulty: 3, moves, colors: setup.colors, target: None, board };
        good.push((depth, level));
        if good.len() >= CHOICES {
            break;
        }
    }
    // The first of the deepest, so that ties go by the order of attempts.
    let best = good.into_iter().rev().max_by_key(|&(depth, _)| depth);
    let level = best.map(|(_, level)| graded(level, budget));
    // What was cut short by the clock is another level than the seed's.
    match (level, budget.check()) {
        (Some(solution), Ok(())) => Outcome::Solved { solution, proof: Proof::Optimal },
        (None, Ok(())) => Outcome::GaveUp { stop: Stop::Nodes, best: None, lower_bound: None },
        (_, Err(stop)) => Outcome::GaveUp { stop, best: None, lower_bound: None },
    }
}

/// First moves that are tried to grade a level: enough to tell easy from hard, few enough for a thousand levels a minute.
const TRIED: usize = 10;

/// The level with its difficulty; one that takes too long to rate is hard.
fn graded(level: Level, budget: &Budget) -> Level {
    let difficulty =
        match rate_trying(&level, TRIED, &budget.part(2 * NODES)).solution().map(|rating| rating.difficulty) {
            Some("easy") => 1,
            Some("medium") => 2,
            _ => 3,
        };
    Level { difficulty, ..level }
}

/// How hard a level is: how long its shortest solution, how few first moves keep it, how much the proof takes. Whatever
/// its author allows: a board has a shortest solution.
pub fn rate(level: &Level, budget: &Budget) -> Outcome<Rating> {
    rate_trying(level, usize::MAX, budget)
}

/// The same, trying at most so many first moves, evenly spread.
fn rate_trying(level: &Level, most: usize, budget: &Budget) -> Outcome<Rating> {
    let before = budget.nodes();
    let solution = match solve(&level.board, &Request::of(level), budget).outcome {
        Outcome::Solved { solution, .. } => solution,
        Outcome::Impossible => return Outcome::Impossible,
        Outcome::GaveUp { stop, lower_bound, .. } => return Outcome::GaveUp { stop, best: None, lower_bound },
    };
    let nodes = budget.nodes() - before;
    let moves = solution.moves.len() as u32;
    let mut tried = first_moves(&level.board, level.terms());
    if tried.len() > most {
        tried = (0..most).map(|index| tried[index * tried.len() / most]).collect();
    }
    let good = match keeping(&level.board, level.terms(), moves, &tried, budget) {
        Ok(good) => good.len(),
        Err(stop) => return Outcome::GaveUp { stop, best: None, lower_bound: Some(moves) },
    };
    let first_moves = tried.len();
    let share = good as f64 / first_moves.max(1) as f64;
    let score = f64::from(moves) + (1.0 + nodes as f64).log10() + 4.0 * (1.0 - share.min(1.0));
    let difficulty = match score {
        ..9.0 => "easy",
        9.0..13.0 => "medium",
        13.0..17.0 => "hard",
        _ => "expert",
    };
    let reasons = vec![
        format!("{moves} moves at least"),
        format!("{good} of {first_moves} first moves keep that possible"),
        format!("{nodes} nodes to prove it"),
    ];
    Outcome::Solved { solution: Rating { difficulty, score, reasons }, proof: Proof::Optimal }
}

/// A board that fits the setup as far as can be seen without solving it.
fn candidate(setup: &Setup, random: &mut Random) -> Option<Board> {
    let pattern = Pattern::draw(setup, random);
    let colors: Vec<Color> = (0..setup.rows)
        .flat_map(|row| (0..setup.columns).map(move |column| (i32::from(row), i32::from(column))))
        .map(|(row, column)| pattern.color(row, column))
        .collect();
    let mut used = colors.clone();
    used.sort_unstable();
    used.dedup();
    if used.len() != setup.colors as usize {
        return None;
    }
    let board = Board::new(setup.layout(), colors).ok()?;
    let regions = RegionGraph::of(&board).len() as u32;
    let fits = match setup.regions {
        Some(wanted) => regions.abs_diff(wanted) <= (wanted / 6).max(1),
        None => (setup.colors + 2..=90).contains(&regions),
    };
    fits.then_some(board)
}

/// How a board repeats itself.
#[derive(Clone, Copy)]
enum Symmetry {
    None,
    LeftRight,
    UpDown,
    Both,
    HalfTurn,
}

#[derive(Clone, Copy)]
enum Motif {
    /// Bands across, along `down * row + right * column`.
    Stripes { down: i32, right: i32 },
    /// Rings round a middle: squares, diamonds or circles.
    Rings { row: i32, column: i32, metric: Metric },
    /// Rectangles side by side.
    Blocks { columns: i32 },
    /// Bands that go over and under each other.
    Weave,
    /// The nearest of some points, [`Pattern::points`].
    Patches { metric: Metric },
}

#[derive(Clone, Copy)]
enum Metric {
    Square,
    Diamond,
    Circle,
}

impl Metric {
    fn distance(self, down: i32, right: i32) -> i32 {
        match self {
            Self::Square => down.abs().max(right.abs()),
            Self::Diamond => down.abs() + right.abs(),
            Self::Circle => (down * down + right * right).isqrt(),
        }
    }
}

struct Layer {
    motif: Motif,
    width: i32,
    /// Colours by index, again and again.
    colors: Vec<Color>,
}

struct Pattern {
    rows: i32,
    columns: i32,
    symmetry: Symmetry,
    points: Vec<(i32, i32)>,
    ground: Layer,
    figure: Layer,
    /// Where the figure lies over the ground: on every `n`-th index of this.
    mask: Layer,
    every: i32,
}

impl Pattern {
    fn draw(setup: &Setup, random: &mut Random) -> Self {
        let (rows, columns) = (i32::from(setup.rows), i32::from(setup.columns));
        let symmetries =
            [Symmetry::None, Symmetry::LeftRight, Symmetry::UpDown, Symmetry::Both, Symmetry::Both, Symmetry::HalfTurn];
        let symmetry = symmetries[random.index(symmetries.len())];
        let points = (0..4 + random.index(8))
            .map(|_| (random.below(rows as u64) as i32, random.below(columns as u64) as i32))
            .collect();
        let mut palette: Vec<Color> = (1..=setup.colors).collect();
        random.shuffle(&mut palette);
        let split = 1 + random.index(palette.len());
        let (ground, figure) = (palette[..split].to_vec(), palette[split.min(palette.len() - 1)..].to_vec());
        Self {
            rows,
            columns,
            symmetry,
            points,
            ground: layer(rows, columns, ground, random),
            figure: layer(rows, columns, figure, random),
            mask: layer(rows, columns, Vec::new(), random),
            every: 2 + random.below(2) as i32,
        }
    }

    fn color(&self, row: i32, column: i32) -> Color {
        let (row, column) = self.folded(row, column);
        let masked = self.index(&self.mask, row, column).rem_euclid(self.every) == 0;
        let layer = if masked { &self.figure } else { &self.ground };
        let index = self.index(layer, row, column).rem_euclid(layer.colors.len() as i32);
        layer.colors[index as usize]
    }

    fn folded(&self, row: i32, column: i32) -> (i32, i32) {
        let (below, beside) = (self.rows - 1 - row, self.columns - 1 - column);
        match self.symmetry {
            Symmetry::None => (row, column),
            Symmetry::LeftRight => (row, column.min(beside)),
            Symmetry::UpDown => (row.min(below), column),
            Symmetry::Both => (row.min(below), column.min(beside)),
            Symmetry::HalfTurn => (row, column).min((below, beside)),
        }
    }

    fn index(&self, layer: &Layer, row: i32, column: i32) -> i32 {
        let width = layer.width;
        match layer.motif {
            Motif::Stripes { down, right } => (down * row + right * column + 64 * width).div_euclid(width),
            Motif::Rings { row: middle, column: center, metric } => {
                metric.distance(row - middle, column - center) / width
            }
            Motif::Blocks { columns } => row / width + column / columns,
            Motif::Weave => {
                let (band, thread) = (row / width, column / width);
                if (band + thread) % 2 == 0 { band } else { thread + 1 }
            }
            Motif::Patches { metric } => {
                let nearest = |index: &usize| {
                    let (point_row, point_column) = self.points[*index];
                    metric.distance(row - point_row, column - point_column)
                };
                (0..self.points.len()).min_by_key(nearest).unwrap_or(0) as i32
            }
        }
    }
}

fn layer(rows: i32, columns: i32, colors: Vec<Color>, random: &mut Random) -> Layer {
    let metric = [Metric::Square, Metric::Diamond, Metric::Circle][random.index(3)];
    let motif = match random.below(6) {
        0 | 1 => {
            let (down, right) = [(1, 0), (0, 1), (1, 1), (1, -1)][random.index(4)];
            Motif::Stripes { down, right }
        }
        2 => {
            let row = random.below(rows as u64) as i32;
            Motif::Rings { row, column: random.below(columns as u64) as i32, metric }
        }
        3 => Motif::Blocks { columns: 1 + random.below(4) as i32 },
        4 => Motif::Weave,
        _ => Motif::Patches { metric },
    };
    Layer { motif, width: 1 + random.below(3) as i32, colors }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::check;

    #[test]
    fn setups_read_and_write_the_same() {
        for text in ["10x10c4", "29x10c5t", "8x12c3r30m7"] {
            assert_eq!(text.parse::<Setup>().unwrap().to_string(), text);
        }
        assert_eq!("".parse::<Setup>().unwrap(), Setup::default());
        for text in ["x", "10", "10x", "10x10c", "10x10q", "1x10c4", "10x10c1", "10x10c4m", "99x99c4", "10x10cé"] {
            assert!(text.parse::<Setup>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_seed_gives_a_level_whose_limit_is_the_proven_fewest() {
        let setup: Setup = "8x8c4".parse().unwrap();
        for seed in 0..12 {
            let outcome = generate(&setup, seed, &Budget::unlimited());
            let Outcome::Solved { solution: level, .. } = outcome else { panic!("seed {seed}: {outcome:?}") };
            assert_eq!(generate(&setup, seed, &Budget::unlimited()).solution(), Some(&level));
            let answer = solve(&level.board, &Request::default(), &Budget::unlimited()).outcome;
            let Outcome::Solved { solution, proof: Proof::Optimal } = answer else { panic!("{answer:?}") };
            assert_eq!(solution.moves.len() as u32, level.moves);
            assert_eq!(check(&level.board, level.terms(), &solution.moves), Ok(()));
        }
    }

    #[test]
    fn wanted_moves_and_regions_are_kept() {
        let setup: Setup = "10x10c4r30m6".parse().unwrap();
        for seed in 0..4 {
            let outcome = generate(&setup, seed, &Budget::unlimited());
            let level = outcome.solution().unwrap();
            assert_eq!(level.moves, 6);
            assert!(RegionGraph::of(&level.board).len().abs_diff(30) <= 5);
        }
    }
}
