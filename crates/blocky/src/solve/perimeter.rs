//! The best perimeter, exactly, at any depth: for any number of turns with a shortest plan, and for a given number.
//!
//! Only what lies on the border counts, so a block plays one of nine parts: the whole board, one of four corners (two
//! sides count), or one of four sides (one counts). What a block can give in its part is the sum of what its children
//! give in theirs, over the sixteen things its own motions can do (see `words`). That is a recursion over the tree:
//! linear in the number of blocks for the optimum and its shortest plan; with a table of turns in each place, and the
//! turns shared among the children in the best way, exact for every limit of turns as well.

use azulejo_core::budget::{Budget, Meter, Stop};
use azulejo_core::outcome::{Outcome, Proof};

use super::words::{ELEMENTS, Element, turned};
use super::{Plan, Turns};
use crate::board::{Block, Board, Color, Path};
use crate::goal::{Aim, Kind};
use crate::rules::Motion;

/// A part on the border: 0 to 3 the corner of that child, 4 to 7 the side 0 to 3 (top, right, bottom, left).
type Part = usize;
const PARTS: usize = 8;

/// The two sides of the corner of each child.
const CORNER_SIDES: [[usize; 2]; 4] = [[0, 1], [0, 3], [3, 2], [2, 1]];

/// Which part a child has when its parent, the whole board if nothing, has a part; `None` inside.
fn part_of_child(parent: Option<Part>, child: usize) -> Option<Part> {
    let sides = CORNER_SIDES[child];
    match parent {
        None => Some(child),
        Some(corner @ 0..4) if corner == child => Some(corner),
        Some(corner @ 0..4) => CORNER_SIDES[corner].into_iter().find(|side| sides.contains(side)).map(|side| 4 + side),
        Some(part) => sides.contains(&(part - 4)).then_some(part),
    }
}

/// The part as the block saw it before it was turned clockwise by quarters.
const fn unturned(part: Part, quarters: usize) -> Part {
    if part < 4 { (part + quarters) % 4 } else { 4 + (part - 4 + 4 - quarters) % 4 }
}

/// What a block gives in a part, and the fewest motions for that.
#[derive(Clone, Copy, Debug, Default)]
struct Most {
    score: u32,
    motions: u32,
    element: u8,
}

/// What a solid block gives in a part.
fn solid_score(board: &Board, path: Path, color: Color, part: Option<Part>) -> u32 {
    if board.kind(path) != Block::Solid(color) {
        return 0;
    }
    let sides = match part {
        None => 4,
        Some(0..4) => 2,
        Some(_) => 1,
    };
    sides * board.side_of(path) as u32
}

/// The children in the order in which an element lays them, with the part each then has, told as it was before.
fn children_of(path: Path, part: Option<Part>, element: &Element) -> impl Iterator<Item = (Path, Part)> + '_ {
    (0..4).filter_map(move |place| {
        let part = unturned(part_of_child(part, place)?, element.turns);
        Some((path.child(element.arrangement[place])?, part))
    })
}

/// The best plan for the perimeter of a colour.
pub fn best(board: &Board, color: Color, turns: Turns, budget: &Budget) -> Outcome<Plan> {
    match search(board, color, turns, budget) {
        Ok(plan) => Outcome::Solved { solution: plan, proof: Proof::Optimal },
        Err(stop) => {
            let score = Aim { kind: Kind::Perimeter, color }.score(board);
            let upper_bound = super::bound::most_cells(board, Aim { kind: Kind::Perimeter, color });
            let best = Some(Plan { score, moves: Vec::new(), upper_bound, is_shortest: true });
            Outcome::GaveUp { stop, best, lower_bound: Some(score) }
        }
    }
}

fn search(board: &Board, color: Color, turns: Turns, budget: &Budget) -> Result<Plan, Stop> {
    let mut meter = budget.meter();
    let table = Table::new(board, color, &mut meter)?;
    let optimum = table.root(board, color);
    let moves = match turns {
        Turns::AtMost(turns) if turns < optimum.motions => {
            let shared = Shared::new(board, color, turns as usize, budget, &mut meter)?;
            let scores = shared.scores(Path::ROOT, None);
            let score = scores[turns as usize];
            let enough = scores.iter().position(|reached| *reached == score).unwrap_or_default();
            shared.plan(enough)
        }
        _ => table.plan(board, color, optimum),
    };
    let mut played = board.clone();
    for (path, motion) in &moves {
        motion.perform(&mut played, *path);
    }
    let score = Aim { kind: Kind::Perimeter, color }.score(&played);
    Ok(Plan { score, moves, upper_bound: score, is_shortest: true })
}

/// The best score for every number of turns from 0 up to the given one: what par puzzles are made of.
pub fn score_by_turns(board: &Board, color: Color, turns: u32, budget: &Budget) -> Result<Vec<u32>, Stop> {
    let mut meter = budget.meter();
    Ok(Shared::new(board, color, turns as usize, budget, &mut meter)?.scores(Path::ROOT, None))
}

/// For every divided block and part: the most it can give, by how few motions.
struct Table {
    most: Vec<[Most; PARTS]>,
}

impl Table {
    fn new(board: &Board, color: Color, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let mut divided: Vec<Path> = board.divided().collect();
        let mut table =
            Self { most: vec![[Most::default(); PARTS]; divided.last().map_or(0, |path| path.index() + 1)] };
        // Smaller blocks first.
        divided.reverse();
        for path in divided {
            meter.tick()?;
            for part in 0..PARTS {
                table.most[path.index()][part] = table.compute(board, color, path, Some(part));
            }
        }
        Ok(table)
    }

    fn get(&self, board: &Board, color: Color, path: Path, part: Part) -> Most {
        if board.is_divided(path) {
            self.most[path.index()][part]
        } else {
            Most { score: solid_score(board, path, color, Some(part)), ..Most::default() }
        }
    }

    fn root(&self, board: &Board, color: Color) -> Most {
        if board.is_divided(Path::ROOT) {
            self.compute(board, color, Path::ROOT, None)
        } else {
            Most { score: solid_score(board, Path::ROOT, color, None), ..Most::default() }
        }
    }

    fn compute(&self, board: &Board, color: Color, path: Path, part: Option<Part>) -> Most {
        let mut best = Most::default();
        for (index, element) in ELEMENTS.iter().enumerate() {
            let mut sum = Most { score: 0, motions: element.word().len() as u32, element: index as u8 };
            for (child, part) in children_of(path, part, element) {
                let child = self.get(board, color, child, part);
                sum.score += child.score;
                sum.motions += child.motions;
            }
            if index == 0 || sum.score > best.score || (sum.score == best.score && sum.motions < best.motions) {
                best = sum;
            }
        }
        best
    }

    /// The motions of the choices, from the root down.
    fn plan(&self, board: &Board, color: Color, root: Most) -> Vec<(Path, Motion)> {
        let mut moves = Vec::new();
        let mut pending = vec![Step::root(root)];
        while let Some(step) = pending.pop() {
            if !board.is_divided(step.path) {
                continue;
            }
            step.descend(&mut moves, &ELEMENTS[usize::from(step.chosen.element)], |child, part| {
                pending.push(Step { chosen: self.get(board, color, child.path, part), part: Some(part), ..child });
            });
        }
        moves
    }
}

/// A block on the way down through a plan: what it was called at first, where it is now, how far it has been turned.
#[derive(Clone, Copy)]
struct Step<C> {
    path: Path,
    now: Path,
    quarters: usize,
    part: Option<Part>,
    chosen: C,
}

impl<C: Copy> Step<C> {
    fn root(chosen: C) -> Self {
        Self { path: Path::ROOT, now: Path::ROOT, quarters: 0, part: None, chosen }
    }

    /// Writes the motions of an element and hands on the children that count, each with its part.
    fn descend(self, moves: &mut Vec<(Path, Motion)>, element: &Element, mut child: impl FnMut(Self, Part)) {
        moves.extend(element.word().iter().map(|motion| (self.now, turned(*motion, self.quarters))));
        for place in 0..4 {
            let Some(part) = part_of_child(self.part, place) else { continue };
            // A quarter turn clockwise brings what was at place `p` to `p - 1`.
            let seen = (place + 4 - self.quarters) % 4;
            let (Some(path), Some(now)) = (self.path.child(element.arrangement[place]), self.now.child(seen)) else {
                continue;
            };
            let quarters = (self.quarters + element.turns) % 4;
            child(Self { path, now, quarters, ..self }, unturned(part, element.turns));
        }
    }
}

/// For every divided block and part: the most it can give for each number of turns spent on it and what is inside.
struct Shared<'a> {
    board: &'a Board,
    color: Color,
    turns: usize,
    /// For each block and part `turns + 1` scores, never falling.
    scores: Vec<u32>,
}

impl<'a> Shared<'a> {
    fn new(board: &'a Board, color: Color, turns: usize, budget: &Budget, meter: &mut Meter<'_>) -> Result<Self, Stop> {
        let mut divided: Vec<Path> = board.divided().collect();
        let places = divided.last().map_or(0, |path| path.index() + 1);
        let entries = places * PARTS * (turns + 1);
        if entries * size_of::<u32>() > budget.memory() {
            return Err(Stop::Memory);
        }
        let mut shared = Self { board, color, turns, scores: vec![0; entries] };
        divided.reverse();
        for path in divided {
            for part in 0..PARTS {
                meter.tick()?;
                // With many turns one part takes long enough to look at the clock each time.
                budget.check()?;
                let scores = shared.scores(path, Some(part));
                let start = shared.start(path, part);
                shared.scores[start..=start + turns].copy_from_slice(&scores);
            }
        }
        Ok(shared)
    }

    fn start(&self, path: Path, part: Part) -> usize {
        (path.index() * PARTS + part) * (self.turns + 1)
    }

    /// The scores of a child, or its one score if it is solid.
    fn child(&self, path: Path, part: Part) -> ChildScores<'_> {
        if self.board.is_divided(path) {
            let start = self.start(path, part);
            ChildScores::ByTurns(&self.scores[start..=start + self.turns])
        } else {
            ChildScores::Solid(solid_score(self.board, path, self.color, Some(part)))
        }
    }

    /// The best score for each number of turns, over all elements.
    fn scores(&self, path: Path, part: Option<Part>) -> Vec<u32> {
        if !self.board.is_divided(path) {
            return vec![solid_score(self.board, path, self.color, part); self.turns + 1];
        }
        let mut best = vec![0; self.turns + 1];
        for element in ELEMENTS.iter().take_while(|element| element.word().len() <= self.turns) {
            let left = self.turns - element.word().len();
            let mut sums = vec![0; left + 1];
            for (child, part) in children_of(path, part, element) {
                sums = self.child(child, part).added_to(&sums);
            }
            for (best, sum) in best[element.word().len()..].iter_mut().zip(sums) {
                *best = sum.max(*best);
            }
        }
        best
    }

    /// A plan of at most this many turns with the best score for them.
    fn plan(&self, turns: usize) -> Vec<(Path, Motion)> {
        let mut moves = Vec::new();
        let mut pending = vec![Step::root(turns)];
        while let Some(step) = pending.pop() {
            if !self.board.is_divided(step.path) {
                continue;
            }
            let (element, mut shares) = self.choice(step.path, step.part, step.chosen);
            step.descend(&mut moves, element, |child, part| {
                // One share for each child that has a part, in the same order.
                let chosen = shares.next().unwrap_or_default();
                pending.push(Step { chosen, part: Some(part), ..child });
            });
        }
        moves
    }

    /// An element that reaches the best score in these turns, and how the children share what it leaves.
    fn choice(&self, path: Path, part: Option<Part>, turns: usize) -> (&'static Element, std::vec::IntoIter<usize>) {
        let wanted = self.scores(path, part)[turns];
        for element in ELEMENTS.iter().take_while(|element| element.word().len() <= turns) {
            let left = turns - element.word().len();
            let mut steps = vec![vec![0; left + 1]];
            let children: Vec<_> =
                children_of(path, part, element).map(|(child, part)| self.child(child, part)).collect();
            for child in &children {
                let next = child.added_to(&steps[steps.len() - 1]);
                steps.push(next);
            }
            if steps[children.len()][left] != wanted {
                continue;
            }
            let mut shares = vec![0; children.len()];
            let mut rest = left;
            for index in (0..children.len()).rev() {
                let total = steps[index + 1][rest];
                let share = (0..=rest).find(|share| steps[index][rest - share] + children[index].at(*share) == total);
                shares[index] = share.unwrap_or_default();
                rest -= shares[index];
            }
            return (element, shares.into_iter());
        }
        (&ELEMENTS[0], Vec::new().into_iter())
    }
}

enum ChildScores<'a> {
    Solid(u32),
    ByTurns(&'a [u32]),
}

impl ChildScores<'_> {
    fn at(&self, turns: usize) -> u32 {
        match self {
            Self::Solid(score) => *score,
            Self::ByTurns(scores) => scores[turns],
        }
    }

    /// The best sums when the turns are shared between those before and this child.
    fn added_to(&self, sums: &[u32]) -> Vec<u32> {
        match self {
            Self::Solid(score) => sums.iter().map(|sum| sum + score).collect(),
            Self::ByTurns(scores) => (0..sums.len())
                .map(|turns| (0..=turns).map(|share| sums[turns - share] + scores[share]).max().unwrap_or_default())
                .collect(),
        }
    }
}
