//! How a person reasons about a board: named deductions, in order of effort, each a fact that holds in every solution.
//!
//! A [`Reasoner`] keeps a half-drawn board in mind and gives the next conclusion that the least effort reaches. Ratings
//! count them, hints say them in words. Every deduction can be switched off, and each is sound on its own: tests hold
//! every conclusion against all solutions of thousands of small boards. They are made for boards on which every cell is
//! used.

mod board;
pub(crate) mod parts;
mod routes;
mod words;

pub(crate) use words::WORDS;

use crate::graph::{Graph, Kind};
use crate::position::Touch;
use board::{Board, Contradiction};
use parts::{NONE, View as _};

/// The deductions, from the easiest to the hardest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Deduction {
    /// A cell with two neighbours only: its path goes to both.
    Corner,
    /// The end of a line has one way left: it goes there.
    ForcedStep,
    /// A cell has two ways left: its path takes both.
    Passage,
    /// A step, drawn or left out, would leave a cell next to it without enough ways.
    DeadEnd,
    /// Every route between the ends of a colour takes this step.
    LastRoute,
    /// A step, drawn or left out, leads by one or two forced steps to a dead end.
    ShortLookAhead,
    /// A step, drawn or left out, would part the two ends of a colour, or leave cells that no colour can reach.
    CutOff,
    /// A step would leave a part with more dark than light cells to fill, or the other way round; steps alternate.
    Parity,
    /// A step, drawn or left out, leads by forced steps to one of the troubles above.
    LookAhead,
    /// The same, where on the way another look-ahead is needed.
    DeepLookAhead,
}

impl Deduction {
    /// All of them, the easiest first.
    pub const ALL: [Self; 10] = [
        Self::Corner,
        Self::ForcedStep,
        Self::Passage,
        Self::DeadEnd,
        Self::LastRoute,
        Self::ShortLookAhead,
        Self::CutOff,
        Self::Parity,
        Self::LookAhead,
        Self::DeepLookAhead,
    ];

    /// Its name for a person.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Corner => "corner",
            Self::ForcedStep => "forced step",
            Self::Passage => "passage",
            Self::DeadEnd => "dead end",
            Self::LastRoute => "last route",
            Self::ShortLookAhead => "short look-ahead",
            Self::CutOff => "cut off",
            Self::Parity => "parity",
            Self::LookAhead => "look-ahead",
            Self::DeepLookAhead => "deep look-ahead",
        }
    }

    /// What it says, in a few words.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Corner => "a cell with two neighbours is entered by one and left by the other",
            Self::ForcedStep => "the end of a line has one way left",
            Self::Passage => "a cell has just two ways left",
            Self::DeadEnd => "a step would leave its neighbour without a way",
            Self::LastRoute => "every route left for a colour takes this step",
            Self::ShortLookAhead => "one or two forced steps later something is stuck",
            Self::CutOff => "a step would cut a colour off, or cells from every colour",
            Self::Parity => "a step would leave too many dark or light cells in one part",
            Self::LookAhead => "some forced steps later something is stuck",
            Self::DeepLookAhead => "in every case one can think of, something is stuck",
        }
    }
}

/// Which deductions may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed(u16);

impl Allowed {
    /// Every deduction.
    pub const ALL: Self = Self(u16::MAX);

    /// These and no others.
    pub fn only(deductions: &[Deduction]) -> Self {
        Self(deductions.iter().fold(0, |set, &deduction| set | 1 << deduction as u16))
    }

    /// Whether a deduction may be used.
    pub fn has(self, deduction: Deduction) -> bool {
        self.0 >> deduction as u16 & 1 == 1
    }
}

/// Something that holds in every solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conclusion {
    /// How it was found.
    pub deduction: Deduction,
    /// Edges, and whether each is part of a path.
    pub steps: Vec<(u32, bool)>,
    /// How many forced steps one must look ahead.
    pub depth: u32,
    /// The node it is about, for those that are about one.
    node: Option<u32>,
    /// What would go wrong otherwise.
    trouble: Option<Contradiction>,
}

/// The deductions have led to a contradiction: there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no solution")]
pub struct NoSolution;

/// How many forced steps one is ready to follow in a short look-ahead.
const SHORT: u32 = 2;
/// How many in a longer one, attempt after attempt.
const PATIENCE: [u32; 3] = [5, 12, u32::MAX];
/// Edges tried within a deep look-ahead, at most.
const MOST_INNER: usize = 60;

/// Reasons about one board.
pub struct Reasoner<'a> {
    graph: &'a Graph,
    board: Board<'a>,
    allowed: Allowed,
    /// Where the last pass over edges stopped.
    cursor: u32,
    /// For each deduction that tries out edges, how much was on the board when it last found nothing: only edges near
    /// what came later are tried again.
    tried: [Option<usize>; Deduction::ALL.len()],
    /// Whether every edge was tried since the last conclusion.
    complete: bool,
}

impl<'a> Reasoner<'a> {
    /// Begins with the dots alone.
    pub fn new(graph: &'a Graph, touch: Touch, allowed: Allowed) -> Result<Self, NoSolution> {
        let board = Board::new(graph, touch).map_err(|_| NoSolution)?;
        Ok(Self { graph, board, allowed, cursor: 0, tried: [None; Deduction::ALL.len()], complete: true })
    }

    /// Takes something for true that was not deduced.
    pub fn tell(&mut self, edge: u32, drawn: bool) -> Result<(), NoSolution> {
        self.complete = false;
        self.board.set(edge, drawn).map_err(|_| NoSolution)
    }

    /// Whether an edge is neither drawn nor ruled out.
    pub fn is_open(&self, edge: u32) -> bool {
        self.board.is_open(edge)
    }

    /// Whether an edge is drawn.
    pub fn is_drawn(&self, edge: u32) -> bool {
        self.board.is_drawn(edge)
    }

    /// Whether nothing is left to find out.
    pub fn is_done(&self) -> bool {
        (0..self.graph.edges().len() as u32).all(|edge| !self.board.is_open(edge))
    }

    /// The easiest conclusion that can be drawn now; it is noted. Nothing when no deduction applies.
    pub fn conclude(&mut self) -> Result<Option<Conclusion>, NoSolution> {
        if let Some(conclusion) = self.forced() {
            return self.noted(conclusion).map(Some);
        }
        loop {
            for deduction in &Deduction::ALL[3..] {
                if !self.allowed.has(*deduction) {
                    continue;
                }
                let found = match deduction {
                    Deduction::LastRoute => self.last_route(),
                    Deduction::LookAhead => self.suppose(*deduction, &PATIENCE),
                    _ => self.suppose(*deduction, &[SHORT]),
                };
                if let Some(conclusion) = found {
                    return self.noted(conclusion).map(Some);
                }
            }
            // Before saying that nothing applies, all edges are tried once more.
            if self.complete {
                return Ok(None);
            }
            self.tried = [None; Deduction::ALL.len()];
            self.complete = true;
        }
    }

    fn noted(&mut self, conclusion: Conclusion) -> Result<Conclusion, NoSolution> {
        for &(edge, drawn) in &conclusion.steps {
            self.board.set(edge, drawn).map_err(|_| NoSolution)?;
        }
        self.complete = false;
        Ok(conclusion)
    }

    /// A node that has just as many ways as it needs.
    fn forced(&self) -> Option<Conclusion> {
        let kind = |node: u32| {
            let begun = self.board.missing(node) == 1;
            if begun {
                Deduction::ForcedStep
            } else if self.graph.ways(node).len() == 2 && self.graph.kind(node) == Kind::Plain {
                Deduction::Corner
            } else {
                Deduction::Passage
            }
        };
        let forced = (0..self.graph.len() as u32).filter(|&node| self.board.is_forced(node));
        let usable = forced.map(|node| (kind(node), node)).filter(|(kind, _)| self.allowed.has(*kind));
        let (deduction, node) = usable.min()?;
        let open = self.graph.ways(node).iter().filter(|way| self.board.is_open(way.edge));
        let steps = open.map(|way| (way.edge, true)).collect();
        Some(Conclusion { deduction, steps, depth: 0, node: Some(node), trouble: None })
    }

    fn last_route(&self) -> Option<Conclusion> {
        let board = &self.board;
        (0..self.graph.dots().len()).find_map(|color| {
            let live = |dot: u32| if board.missing(dot) > 0 { dot } else { board.end(dot) };
            let ends = self.graph.dots()[color].map(live);
            if board.missing(ends[0]) == 0 {
                return None;
            }
            let edge = *routes::needed(board, ends).first()?;
            let (deduction, steps) = (Deduction::LastRoute, vec![(edge, true)]);
            Some(Conclusion { deduction, steps, depth: 0, node: Some(self.graph.dots()[color][0]), trouble: None })
        })
    }

    /// The open edges worth trying: all of them, or those near what was set since the deduction last found nothing.
    fn worth_trying(&self, deduction: Deduction) -> Vec<u32> {
        let edges = self.graph.edges().len() as u32;
        let Some(mark) = self.tried[deduction as usize] else {
            let all = (0..edges).map(|offset| (self.cursor + offset) % edges);
            return all.filter(|&edge| self.board.is_open(edge)).collect();
        };
        let mut nodes: Vec<u32> = self.board.since(mark).flat_map(|edge| self.graph.edges()[edge as usize]).collect();
        for _ in 0..2 {
            nodes.sort_unstable();
            nodes.dedup();
            let around: Vec<u32> = nodes.iter().flat_map(|&node| self.graph.ways(node)).map(|way| way.node).collect();
            nodes.extend(around);
        }
        let ways = nodes.iter().flat_map(|&node| self.graph.ways(node)).map(|way| way.edge);
        let mut near: Vec<u32> = ways.filter(|&edge| self.board.is_open(edge)).collect();
        near.sort_unstable();
        near.dedup();
        near
    }

    /// Supposes of each open edge that it is drawn, then that it is not, until that leads to trouble; first with little
    /// patience for forced steps, then with more.
    fn suppose(&mut self, deduction: Deduction, patience: &[u32]) -> Option<Conclusion> {
        let edges = self.worth_trying(deduction);
        for &most in patience {
            for &edge in &edges {
                for drawn in [true, false] {
                    let mark = self.board.mark();
                    let mut depth = 0;
                    let result = self.try_out(deduction, edge, drawn, most, &mut depth);
                    self.board.back_to(mark);
                    if let Err(trouble) = result {
                        self.cursor = edge;
                        let (steps, trouble) = (vec![(edge, !drawn)], Some(trouble));
                        return Some(Conclusion { deduction, steps, depth, node: None, trouble });
                    }
                }
            }
        }
        self.tried[deduction as usize] = Some(self.board.mark());
        None
    }

    fn try_out(
        &mut self,
        deduction: Deduction,
        edge: u32,
        drawn: bool,
        most: u32,
        depth: &mut u32,
    ) -> Result<(), Contradiction> {
        let mark = self.board.mark();
        self.board.set(edge, drawn)?;
        match deduction {
            Deduction::CutOff => self.board.look_at_parts(false),
            Deduction::Parity => self.board.look_at_parts(true),
            Deduction::ShortLookAhead => self.follow(mark, most, depth),
            Deduction::LookAhead => {
                self.follow(mark, most, depth)?;
                self.board.look_at_parts(true)
            }
            Deduction::DeepLookAhead => {
                self.follow(mark, u32::MAX, depth)?;
                self.board.look_at_parts(true)?;
                self.look_deeper(mark, depth)
            }
            _ => Ok(()),
        }
    }

    /// Follows forced steps from what was set since a mark.
    fn follow(&mut self, mark: usize, most: u32, depth: &mut u32) -> Result<(), Contradiction> {
        let mut seen = mark;
        while seen < self.board.mark() {
            let nodes = self.board.since(seen).next().map(|edge| self.graph.edges()[edge as usize]);
            seen += 1;
            for node in nodes.into_iter().flatten() {
                if self.board.is_forced(node) {
                    if *depth == most {
                        return Ok(());
                    }
                    *depth += 1;
                    self.board.take_all(node)?;
                }
            }
        }
        Ok(())
    }

    /// Tries out the edges near what was set since a mark, and follows what that shows.
    fn look_deeper(&mut self, mark: usize, depth: &mut u32) -> Result<(), Contradiction> {
        let mut near: Vec<u32> = Vec::new();
        for edge in self.board.since(mark) {
            let ways = self.graph.edges()[edge as usize].into_iter().flat_map(|node| self.graph.ways(node));
            near.extend(ways.map(|way| way.edge).filter(|&edge| self.board.is_open(edge)));
        }
        near.sort_unstable();
        near.dedup();
        near.truncate(MOST_INNER);
        for edge in near {
            for drawn in [true, false] {
                if !self.board.is_open(edge) {
                    break;
                }
                let inner = self.board.mark();
                let mut steps = 0;
                let result = self.board.set(edge, drawn).and_then(|()| self.follow(inner, u32::MAX, &mut steps));
                self.board.back_to(inner);
                if result.is_err() {
                    *depth += steps + 1;
                    let mark = self.board.mark();
                    self.board.set(edge, !drawn)?;
                    self.follow(mark, u32::MAX, depth)?;
                }
            }
        }
        Ok(())
    }

    /// A way on from the end of a line with the fewest ways, for when nothing can be deduced.
    pub fn narrowest(&self) -> Option<u32> {
        let live =
            (0..self.graph.len() as u32).filter(|&node| self.board.missing(node) > 0 && self.board.ways_open(node) > 0);
        let node = live.min_by_key(|&node| (self.board.ways_open(node), self.board.color(node) == NONE))?;
        self.graph.ways(node).iter().find(|way| self.board.is_open(way.edge)).map(|way| way.edge)
    }
}
