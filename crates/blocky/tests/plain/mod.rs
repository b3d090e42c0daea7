//! Blocky by its rules alone: a tree of boxes, cells in rows, and every board that can be reached. It shares nothing with
//! the game's crate; texts go from one to the other.

#![allow(clippy::unwrap_used, clippy::missing_panics_doc)]

use std::collections::BTreeSet;

use azulejo_core::random::Random;

/// A block: of one colour, or four blocks: upper right, upper left, lower left, lower right.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tree {
    Solid(u8),
    Parts(Vec<Tree>),
}

pub(crate) const MOTIONS: [&str; 4] = ["swap_h", "swap_v", "rotate_cw", "rotate_ccw"];
pub(crate) const GOALS: [&str; 3] = ["blob", "perimeter", "diagonal"];

impl Tree {
    /// The tree as the game's JSON has it.
    pub(crate) fn json(&self) -> String {
        match self {
            Self::Solid(color) => color.to_string(),
            Self::Parts(parts) => format!("[{}]", parts.iter().map(Self::json).collect::<Vec<_>>().join(",")),
        }
    }

    pub(crate) fn text(&self, depth: usize) -> String {
        format!("{{\"max_depth\":{depth},\"board\":{}}}", self.json())
    }

    fn at(&self, path: &[usize]) -> Option<&Self> {
        match (path, self) {
            ([], _) => Some(self),
            ([step, rest @ ..], Self::Parts(parts)) => parts[*step].at(rest),
            _ => None,
        }
    }

    fn replaced(&self, path: &[usize], by: &dyn Fn(&Self) -> Self) -> Self {
        match (path, self) {
            ([step, rest @ ..], Self::Parts(parts)) => {
                let mut parts = parts.clone();
                parts[*step] = parts[*step].replaced(rest, by);
                Self::Parts(parts)
            }
            _ => by(self),
        }
    }

    fn turned(&self, clockwise: bool) -> Self {
        let Self::Parts(parts) = self else { return self.clone() };
        // What was upper left comes to the upper right when the block turns clockwise.
        let from = if clockwise { [1, 2, 3, 0] } else { [3, 0, 1, 2] };
        Self::Parts(from.map(|part| parts[part].turned(clockwise)).to_vec())
    }

    /// The tree after a motion of a divided block.
    pub(crate) fn moved(&self, path: &[usize], motion: &str) -> Self {
        self.replaced(path, &|block| match (block, motion) {
            (Self::Parts(parts), "swap_h") => Self::Parts([1, 0, 3, 2].map(|part| parts[part].clone()).to_vec()),
            (Self::Parts(parts), "swap_v") => Self::Parts([3, 2, 1, 0].map(|part| parts[part].clone()).to_vec()),
            (_, motion) => block.turned(motion == "rotate_cw"),
        })
    }

    /// The paths of all blocks, divided or not.
    pub(crate) fn paths(&self) -> Vec<Vec<usize>> {
        let mut paths = vec![vec![]];
        if let Self::Parts(parts) = self {
            for (step, part) in parts.iter().enumerate() {
                paths.extend(part.paths().into_iter().map(|rest| [vec![step], rest].concat()));
            }
        }
        paths
    }

    pub(crate) fn divided(&self) -> Vec<Vec<usize>> {
        let mut paths = self.paths();
        paths.retain(|path| matches!(self.at(path), Some(Self::Parts(_))));
        paths
    }

    /// Rows of unit cells from the top.
    pub(crate) fn rows(&self, depth: usize) -> Vec<Vec<u8>> {
        match self {
            Self::Solid(color) => vec![vec![*color; 1 << depth]; 1 << depth],
            Self::Parts(parts) => {
                let [right, left, low_left, low_right] = [0, 1, 2, 3].map(|part| parts[part].rows(depth - 1));
                let joined = |left: Vec<Vec<u8>>, right: Vec<Vec<u8>>| {
                    left.into_iter().zip(right).map(|(left, right)| [left, right].concat()).collect::<Vec<_>>()
                };
                [joined(left, right), joined(low_left, low_right)].concat()
            }
        }
    }

    pub(crate) fn score(&self, depth: usize, goal: &str, color: u8) -> u32 {
        let rows = self.rows(depth);
        let side = rows.len();
        match goal {
            "perimeter" => {
                let mut score = 0;
                for at in 0..side {
                    for (row, column) in [(0, at), (side - 1, at), (at, 0), (at, side - 1)] {
                        score += u32::from(rows[row][column] == color);
                    }
                }
                score
            }
            "diagonal" => {
                let mut longest = 0;
                for row in 0..side {
                    for column in 0..side {
                        for right in [1, usize::MAX] {
                            let mut length = 0;
                            let (mut down, mut across) = (row, column);
                            while down < side && across < side && rows[down][across] == color {
                                length += 1;
                                (down, across) = (down + 1, across.wrapping_add(right));
                            }
                            longest = longest.max(length);
                        }
                    }
                }
                longest
            }
            _ => {
                let mut left: Vec<Vec<bool>> =
                    rows.iter().map(|row| row.iter().map(|cell| *cell == color).collect()).collect();
                let mut largest = 0;
                for row in 0..side {
                    for column in 0..side {
                        let (mut area, mut ahead) = (0, vec![(row, column)]);
                        while let Some((row, column)) = ahead.pop() {
                            if row < side && column < side && std::mem::take(&mut left[row][column]) {
                                area += 1;
                                ahead.extend([(row + 1, column), (row.wrapping_sub(1), column)]);
                                ahead.extend([(row, column + 1), (row, column.wrapping_sub(1))]);
                            }
                        }
                        largest = largest.max(area);
                    }
                }
                largest
            }
        }
    }

    /// The best score for every number of turns, until there is nothing new; nothing when there are too many boards.
    pub(crate) fn best_by_turns(&self, depth: usize, goal: &str, color: u8, most: usize) -> Option<Vec<u32>> {
        let mut seen = BTreeSet::from([self.clone()]);
        let mut last = vec![self.clone()];
        let mut best = vec![self.score(depth, goal, color)];
        while !last.is_empty() {
            let mut next = Vec::new();
            let mut highest = best[best.len() - 1];
            for board in &last {
                for path in board.divided() {
                    for motion in MOTIONS {
                        let after = board.moved(&path, motion);
                        if seen.insert(after.clone()) {
                            highest = highest.max(after.score(depth, goal, color));
                            next.push(after);
                        }
                    }
                }
            }
            if seen.len() > most {
                return None;
            }
            best.push(highest);
            last = next;
        }
        Some(best)
    }

    /// The moves that a board allows, as texts; by the later rules with paint, combine and pass.
    pub(crate) fn legal(&self, depth: usize, later: bool) -> Vec<String> {
        let mut moves = Vec::new();
        for path in self.paths() {
            let steps: Vec<String> = path.iter().map(ToString::to_string).collect();
            let name = if steps.is_empty() { "root".to_owned() } else { steps.join(".") };
            let (block, unit) = (self.at(&path).unwrap(), path.len() == depth);
            match block {
                Self::Parts(parts) => {
                    moves.extend(MOTIONS.map(|motion| format!("{motion} {name}")));
                    if !later && !path.is_empty() {
                        moves.push(format!("smash {name}"));
                    }
                    // Four unit cells with a colour that more of them have than any other.
                    let counts: Vec<usize> =
                        (0..4).map(|color| parts.iter().filter(|part| **part == Self::Solid(color)).count()).collect();
                    let most = counts.iter().max().unwrap();
                    if later && path.len() + 1 == depth && counts.iter().filter(|count| *count == most).count() == 1 {
                        moves.push(format!("combine {name}"));
                    }
                }
                Self::Solid(_) if !unit && (later || !path.is_empty()) => moves.push(format!("smash {name}")),
                Self::Solid(old) if unit && later => {
                    moves.extend((0..4).filter(|color| color != old).map(|color| format!("paint {name} {color}")));
                }
                Self::Solid(_) => {}
            }
        }
        if later {
            moves.push("pass".to_owned());
        }
        moves
    }

    /// The tree after a move without chance in it.
    pub(crate) fn played(&self, action: &str) -> Self {
        let words: Vec<&str> = action.split(' ').collect();
        let path = words.get(1).map_or(vec![], |name| path(name));
        match words[0] {
            "pass" => self.clone(),
            "paint" => self.replaced(&path, &|_| Self::Solid(words[2].parse().unwrap())),
            "combine" => self.replaced(&path, &|block| {
                let Self::Parts(parts) = block else { panic!("{action}") };
                let count = |color: &u8| parts.iter().filter(|part| **part == Self::Solid(*color)).count();
                Self::Solid((0..4).max_by_key(count).unwrap())
            }),
            motion => self.moved(&path, motion),
        }
    }
}

/// The steps of a path by its name.
pub(crate) fn path(name: &str) -> Vec<usize> {
    if name == "root" { vec![] } else { name.split('.').map(|step| step.parse().unwrap()).collect() }
}

/// A board by chance with at most so many divided blocks, of many colours or few.
pub(crate) fn by_chance(random: &mut Random, depth: usize, divisions: usize) -> Tree {
    let colors = [1, 2, 2, 4, 4][random.index(5)];
    let mut tree = Tree::Solid(random.below(colors) as u8);
    for _ in 0..divisions {
        let mut whole = tree.paths();
        whole.retain(|path| path.len() < depth && matches!(tree.at(path), Some(Tree::Solid(_))));
        let Some(path) = random.pick(&whole) else { break };
        let mut parts: Vec<Tree> = (0..4).map(|_| Tree::Solid(random.below(colors) as u8)).collect();
        if random.below(3) == 0 {
            parts[1] = parts[0].clone();
            parts[2] = parts[0].clone();
        }
        tree = tree.replaced(path, &|_| Tree::Parts(parts.clone()));
    }
    tree
}
