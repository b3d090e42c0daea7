//! What was learned: clauses over edges, each watched at two of its literals, and a way to forget the least useful.

use super::{FALSE, TRUE};

/// An edge or a corner, with a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Literal(u32);

impl Literal {
    pub(super) fn new(variable: u32, holds: bool) -> Self {
        Self(2 * variable + u32::from(!holds))
    }

    pub(super) fn variable(self) -> u32 {
        self.0 / 2
    }

    pub(super) fn is_true(self) -> bool {
        self.0.is_multiple_of(2)
    }

    pub(super) fn negated(self) -> Self {
        Self(self.0 ^ 1)
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A clause in the list of a literal it watches, with another of its literals: when that one is true, there is no need
/// to look at the clause.
#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: u32,
    other: Literal,
}

/// How much a clause is worth keeping, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Worth {
    /// It excludes a solution that was counted: it may never be forgotten.
    ForEver,
    /// It was learned; its literals came from this many decision levels.
    Levels(u32),
}

#[derive(Clone, Copy, Debug)]
struct Header {
    start: u32,
    length: u32,
    worth: Worth,
}

/// The learned clauses. Clauses of one literal are never stored: they hold from the start.
#[derive(Debug)]
pub(super) struct Clauses {
    headers: Vec<Header>,
    literals: Vec<Literal>,
    watches: Vec<Vec<Watch>>,
    /// A bit for each literal: whether some clause ever watched it. Most literals are in no clause.
    watched: Vec<u64>,
    most: usize,
}

/// What looking at the clauses of a literal came to.
pub(super) enum Step {
    /// Nothing new.
    Done,
    /// This literal is forced by this clause.
    Forced(Literal, u32),
    /// All literals of this clause are false.
    Broken(u32),
}

impl Clauses {
    pub(super) fn new(edges: usize) -> Self {
        Self {
            headers: Vec::new(),
            literals: Vec::new(),
            watches: vec![Vec::new(); 2 * edges],
            watched: vec![0; edges / 32 + 1],
            most: 20_000,
        }
    }

    pub(super) fn literals(&self, clause: u32) -> &[Literal] {
        let header = self.headers[clause as usize];
        &self.literals[header.start as usize..(header.start + header.length) as usize]
    }

    /// Stores a clause; its first two literals are watched.
    pub(super) fn add(&mut self, literals: &[Literal], worth: Worth) -> u32 {
        let clause = self.headers.len() as u32;
        self.headers.push(Header { start: self.literals.len() as u32, length: literals.len() as u32, worth });
        self.literals.extend_from_slice(literals);
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: u32) {
        let start = self.headers[clause as usize].start as usize;
        let (one, other) = (self.literals[start], self.literals[start + 1]);
        self.watches[one.index()].push(Watch { clause, other });
        self.watches[other.index()].push(Watch { clause, other: one });
        self.watched[one.index() / 64] |= 1 << (one.index() % 64);
        self.watched[other.index() / 64] |= 1 << (other.index() % 64);
    }

    /// Whether a literal may be watched by any clause.
    pub(super) fn is_watched(&self, literal: Literal) -> bool {
        self.watched[literal.index() / 64] >> (literal.index() % 64) & 1 == 1
    }

    /// Looks at the clauses that watch a literal which became false, from the `at`-th on, and moves watches away from
    /// it; stops at each forced literal, so that the caller can put it on the trail.
    pub(super) fn visit(&mut self, failed: Literal, at: &mut usize, values: &[u8]) -> Step {
        while let Some(&Watch { clause, other }) = self.watches[failed.index()].get(*at) {
            if values[other.index()] == TRUE {
                *at += 1;
                continue;
            }
            let header = self.headers[clause as usize];
            let literals = &mut self.literals[header.start as usize..(header.start + header.length) as usize];
            if literals[0] == failed {
                literals.swap(0, 1);
            }
            let first = literals[0];
            if values[first.index()] == TRUE {
                self.watches[failed.index()][*at].other = first;
                *at += 1;
                continue;
            }
            if let Some(place) = (2..literals.len()).find(|&place| values[literals[place].index()] != FALSE) {
                literals.swap(1, place);
                let watched = literals[1];
                self.watches[failed.index()].swap_remove(*at);
                self.watches[watched.index()].push(Watch { clause, other: first });
                self.watched[watched.index() / 64] |= 1 << (watched.index() % 64);
                continue;
            }
            *at += 1;
            if values[first.index()] == FALSE {
                return Step::Broken(clause);
            }
            return Step::Forced(first, clause);
        }
        Step::Done
    }

    /// Whether it is time to forget some.
    pub(super) fn are_many(&self, memory: usize) -> bool {
        self.headers.len() > self.most || self.literals.len() * 4 + self.headers.len() * 40 > memory / 2
    }

    /// Forgets the worse half; only called when nothing is decided and nothing left to follow.
    pub(super) fn reduce(&mut self, values: &[u8]) {
        let mut order: Vec<u32> = (0..self.headers.len() as u32).collect();
        // Later clauses first among equals: they are about what the search is doing now.
        order.sort_by_key(|&clause| {
            let header = self.headers[clause as usize];
            (header.worth, header.length, u32::MAX - clause)
        });
        let mut keep = vec![false; self.headers.len()];
        for (rank, &clause) in order.iter().enumerate() {
            let good = rank < order.len() / 2 || self.headers[clause as usize].worth == Worth::ForEver;
            keep[clause as usize] =
                good && !self.literals(clause).iter().any(|literal| values[literal.index()] == TRUE);
        }
        let (headers, literals) = (std::mem::take(&mut self.headers), std::mem::take(&mut self.literals));
        for watches in &mut self.watches {
            watches.clear();
        }
        let mut body = Vec::new();
        for (header, keep) in headers.iter().zip(keep) {
            if keep {
                // What is false now stays false; at least two literals are open, or the rest would have been forced.
                body.clear();
                let all = &literals[header.start as usize..(header.start + header.length) as usize];
                body.extend(all.iter().copied().filter(|literal| values[literal.index()] != FALSE));
                debug_assert!(body.len() >= 2);
                self.add(&body, header.worth);
            }
        }
        self.most = (self.most + 300).max(self.headers.len() + 1000);
    }
}
