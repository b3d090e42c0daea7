//! What never changes during a search: faces with their limits, and the order in which edges are tried at first.

use super::Prunings;
use super::corners::Corners;
use crate::graph::{self, Graph};
use crate::position::{Fill, Rules, Touch};

/// A face and the most of its edges that may be used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    around: graph::Face,
    pub(super) most: u8,
}

impl Face {
    pub(super) fn edges(&self) -> &[u32] {
        self.around.edges()
    }
}

/// The static part of a search.
#[derive(Debug)]
pub(super) struct Model {
    pub(super) faces: Vec<Face>,
    face_starts: Vec<u32>,
    faces_of_edges: Vec<u32>,
    /// Corners, then edges, diagonal by diagonal.
    pub(super) order: Vec<u32>,
    /// For each node, 1 + its colour when it is a dot, else 0.
    pub(super) colors: Vec<u32>,
    pub(super) corners: Corners,
}

impl Model {
    pub(super) fn new(graph: &Graph, rules: Rules, prunings: Prunings) -> Self {
        let mut faces = Vec::new();
        if prunings.squares && rules.touch != Touch::Allow {
            for around in graph.faces() {
                if let Some(most) = graph.most_edges(around.edges(), rules.touch) {
                    faces.push(Face { around, most: most as u8 });
                }
            }
        }
        let mut face_starts = vec![0_u32; graph.edges().len() + 1];
        for &edge in faces.iter().flat_map(Face::edges) {
            face_starts[edge as usize + 1] += 1;
        }
        for edge in 0..graph.edges().len() {
            face_starts[edge + 1] += face_starts[edge];
        }
        let mut free = face_starts.clone();
        let mut faces_of_edges = vec![0; *face_starts.last().unwrap_or(&0) as usize];
        for (index, face) in faces.iter().enumerate() {
            for &edge in face.edges() {
                faces_of_edges[free[edge as usize] as usize] = index as u32;
                free[edge as usize] += 1;
            }
        }
        let mut order: Vec<u32> = (0..graph.edges().len() as u32).collect();
        order.sort_by_key(|&edge| {
            let [one, other] = graph.edges()[edge as usize].map(|node| graph.cell(node));
            u32::from(one.row) + u32::from(one.column) + u32::from(other.row) + u32::from(other.column)
        });
        let colors =
            (0..graph.len() as u32).map(|node| graph.color(node).map_or(0, |color| u32::from(color) + 1)).collect();
        let looked_at = prunings.corners && rules.fill == Fill::Full;
        let corners = if looked_at { Corners::new(graph, &faces) } else { Corners::default() };
        let edges = order.len();
        order.extend((0..corners.len() as u32).map(|corner| edges as u32 + corner));
        order.rotate_left(edges);
        Self { faces, face_starts, faces_of_edges, order, colors, corners }
    }

    pub(super) fn faces_of(&self, edge: u32) -> &[u32] {
        &self.faces_of_edges[self.face_starts[edge as usize] as usize..self.face_starts[edge as usize + 1] as usize]
    }
}
