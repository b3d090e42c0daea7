//! A formula in conjunctive normal form, its groups of clauses with their reasons, and what its variables say of edges.

use std::fmt::Write as _;

use crate::graph::Graph;

/// Clauses over variables 1, 2, …; a negative number is a negated variable.
#[derive(Clone, Debug, Default)]
pub struct Formula {
    variables: i32,
    literals: Vec<i32>,
    ends: Vec<usize>,
    groups: Vec<(usize, &'static str)>,
    /// For each edge the variables of which one holds exactly when the edge is used.
    pub(super) edges: Vec<Vec<i32>>,
    /// For each node the variables of which one holds when it is used, and the edges each stands for.
    pub(super) shapes: Vec<Vec<(i32, Vec<u32>)>>,
}

impl Formula {
    /// A new variable.
    pub(super) fn variable(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    /// Begins a group of clauses with a reason in common.
    pub(super) fn group(&mut self, reason: &'static str) {
        self.groups.push((self.ends.len(), reason));
    }

    /// Adds a clause.
    pub(super) fn clause(&mut self, literals: impl IntoIterator<Item = i32>) {
        self.literals.extend(literals);
        self.ends.push(self.literals.len());
    }

    /// No two of these hold together.
    pub(super) fn at_most_one(&mut self, variables: &[i32]) {
        for (index, &one) in variables.iter().enumerate() {
            for &other in &variables[index + 1..] {
                self.clause([-one, -other]);
            }
        }
    }

    /// Number of variables.
    pub fn variables(&self) -> i32 {
        self.variables
    }

    /// The clauses.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start..end])
    }

    /// Whether a model uses an edge.
    pub(super) fn uses(&self, edge: u32, holds: &impl Fn(i32) -> bool) -> bool {
        self.edges[edge as usize].iter().any(|&variable| holds(variable))
    }

    /// A clause that forbids a model to use all these edges, in the way it does.
    pub(super) fn refute(&self, graph: &Graph, edges: &[u32], holds: &impl Fn(i32) -> bool) -> Vec<i32> {
        if self.shapes.is_empty() {
            return edges.iter().flat_map(|&edge| &self.edges[edge as usize]).map(|&variable| -variable).collect();
        }
        let mut nodes: Vec<u32> = edges.iter().flat_map(|&edge| graph.edges()[edge as usize]).collect();
        nodes.sort_unstable();
        nodes.dedup();
        // A cell of which only one edge is meant may keep that and change the other.
        let meant = |shape: &(i32, Vec<u32>)| holds(shape.0) && shape.1.iter().all(|edge| edges.contains(edge));
        let shapes = nodes.iter().flat_map(|&node| self.shapes[node as usize].iter().filter(|shape| meant(shape)));
        shapes.map(|shape| -shape.0).collect()
    }

    /// The formula in DIMACS form, each group with its reason as a comment.
    pub fn dimacs(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "p cnf {} {}", self.variables, self.ends.len());
        let mut groups = self.groups.iter().peekable();
        for (index, clause) in self.clauses().enumerate() {
            while let Some((_, reason)) = groups.next_if(|(start, _)| *start <= index) {
                let _ = writeln!(text, "c {reason}");
            }
            for literal in clause {
                let _ = write!(text, "{literal} ");
            }
            text.push_str("0\n");
        }
        text
    }
}
