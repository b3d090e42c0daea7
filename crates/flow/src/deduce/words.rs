//! Conclusions in words.

use azulejo_core::grid::Cell;
use azulejo_core::words::{Message, Param, Template};

use super::board::Contradiction;
use super::parts::Fault;
use super::{Conclusion, Deduction};
use crate::graph::Graph;
use crate::position::Puzzle;

const LAST_ROUTE: Template =
    Template::new("flow.last_route", "every route left for colour {color} goes between {one} and {other}");
const CORNER: Template =
    Template::new("flow.corner", "{cell} has two neighbours only, so its path goes to {one} and {other}");
const PASSAGE: Template = Template::new("flow.passage", "{cell} has two ways left, to {one} and {other}");
const LAST_WAY: Template = Template::new("flow.last_way", "{cell} has no other ways left");
const FORCED: Template = Template::new("flow.forced", "from {cell} there is no other way on than {next}");
const IF_DRAWN: Template = Template::new("flow.if_drawn", "if the step {one}–{other} were drawn, {trouble}");
const IF_DRAWN_LATER: Template = Template::new(
    "flow.if_drawn_later",
    "if the step {one}–{other} were drawn, {n} forced {n|step|steps} later {trouble}",
);
const IF_DRAWN_ALWAYS: Template = Template::new(
    "flow.if_drawn_always",
    "if the step {one}–{other} were drawn, in every case, within {n} {n|step|steps}, {trouble}",
);
const IF_LEFT_OUT: Template = Template::new("flow.if_left_out", "if the step {one}–{other} were left out, {trouble}");
const IF_LEFT_OUT_LATER: Template = Template::new(
    "flow.if_left_out_later",
    "if the step {one}–{other} were left out, {n} forced {n|step|steps} later {trouble}",
);
const IF_LEFT_OUT_ALWAYS: Template = Template::new(
    "flow.if_left_out_always",
    "if the step {one}–{other} were left out, in every case, within {n} {n|step|steps}, {trouble}",
);
const DOT_STUCK: Template = Template::new("flow.dot_stuck", "the dot {cell} would have no way out");
const CELL_STUCK: Template = Template::new("flow.cell_stuck", "{cell} would be a dead end");
const CLASH: Template = Template::new("flow.clash", "{one} and {other} would have to be joined, and must not");
const PARTED: Template =
    Template::new("flow.parted", "the two ends of colour {color} would be cut off from each other");
const COLORLESS: Template = Template::new("flow.colorless", "no colour could reach {cell} any more");
const UNBALANCED: Template = Template::new(
    "flow.unbalanced",
    "the part with {cell} could not be filled: as on a chessboard, steps go from dark to light, and one kind is too many",
);

/// Everything that can be said here.
pub(crate) const WORDS: [Template; 17] = [
    LAST_ROUTE,
    CORNER,
    PASSAGE,
    LAST_WAY,
    FORCED,
    IF_DRAWN,
    IF_DRAWN_LATER,
    IF_DRAWN_ALWAYS,
    IF_LEFT_OUT,
    IF_LEFT_OUT_LATER,
    IF_LEFT_OUT_ALWAYS,
    DOT_STUCK,
    CELL_STUCK,
    CLASH,
    PARTED,
    COLORLESS,
    UNBALANCED,
];

fn named(cell: Cell) -> Param {
    cell.to_string().into()
}

impl Conclusion {
    /// Why it holds, in one sentence without a full stop.
    pub fn reason(&self, puzzle: &Puzzle, graph: &Graph) -> Message {
        let cell = |node: u32| graph.cell(node);
        let beyond = |node: u32| -> Vec<Cell> {
            let ends = self.steps.iter().map(|&(edge, _)| graph.edges()[edge as usize]);
            ends.map(|[first, second]| cell(if first == node { second } else { first })).collect()
        };
        let first = self.steps.first().map(|&(edge, drawn)| (graph.edges()[edge as usize].map(cell), drawn));
        match (self.deduction, self.node, first) {
            (Deduction::LastRoute, Some(dot), Some(([one, other], _))) => {
                let label = graph.color(dot).map_or('?', |color| puzzle.labels()[usize::from(color)]);
                LAST_ROUTE.with([("color", label.to_string().into()), ("one", named(one)), ("other", named(other))])
            }
            (deduction, Some(node), _) => match (deduction, &beyond(node)[..]) {
                (Deduction::Corner, &[one, other]) => {
                    CORNER.with([("cell", named(cell(node))), ("one", named(one)), ("other", named(other))])
                }
                (Deduction::Passage, &[one, other]) => {
                    PASSAGE.with([("cell", named(cell(node))), ("one", named(one)), ("other", named(other))])
                }
                (Deduction::Corner | Deduction::Passage, _) | (_, []) => LAST_WAY.with([("cell", named(cell(node)))]),
                (_, &[next, ..]) => FORCED.with([("cell", named(cell(node))), ("next", named(next))]),
            },
            (deduction, None, Some((ends, drawn))) => {
                let trouble = self.trouble.map(|trouble| trouble_words(trouble, puzzle, graph));
                self.look_ahead(deduction, ends, drawn, trouble)
            }
            // A conclusion has steps.
            (_, None, None) => IF_DRAWN.plain(),
        }
    }

    fn look_ahead(&self, deduction: Deduction, ends: [Cell; 2], drawn: bool, trouble: Option<Message>) -> Message {
        let [one, other] = ends.map(named);
        let trouble: Param = trouble.map_or_else(|| String::new().into(), Param::from);
        // What is drawn is so because leaving it out would end badly, and the other way round.
        let [now, later, always] = if drawn {
            [IF_LEFT_OUT, IF_LEFT_OUT_LATER, IF_LEFT_OUT_ALWAYS]
        } else {
            [IF_DRAWN, IF_DRAWN_LATER, IF_DRAWN_ALWAYS]
        };
        let far = |template: Template, one, other, trouble| {
            template.with([("one", one), ("other", other), ("n", self.depth.into()), ("trouble", trouble)])
        };
        match (deduction, self.depth) {
            (Deduction::DeepLookAhead, _) => far(always, one, other, trouble),
            (_, 0) => now.with([("one", one), ("other", other), ("trouble", trouble)]),
            _ => far(later, one, other, trouble),
        }
    }

    /// The cells worth looking at.
    pub fn cells(&self, graph: &Graph) -> Vec<Cell> {
        let steps = self.steps.iter().flat_map(|&(edge, _)| graph.edges()[edge as usize]);
        let trouble = match self.trouble {
            Some(
                Contradiction::Stuck(node) | Contradiction::Part(Fault::Unbalanced(node) | Fault::Colorless(node)),
            ) => Some(node),
            _ => None,
        };
        let mut cells: Vec<Cell> = steps.chain(trouble).map(|node| graph.cell(node)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

fn trouble_words(trouble: Contradiction, puzzle: &Puzzle, graph: &Graph) -> Message {
    let at = |template: Template, node: u32| template.with([("cell", named(graph.cell(node)))]);
    match trouble {
        Contradiction::Stuck(node) if graph.color(node).is_some() => at(DOT_STUCK, node),
        Contradiction::Stuck(node) => at(CELL_STUCK, node),
        Contradiction::Clash(edge) => {
            let [one, other] = graph.edges()[edge as usize].map(|node| named(graph.cell(node)));
            CLASH.with([("one", one), ("other", other)])
        }
        Contradiction::Part(Fault::Parted(color)) => {
            PARTED.with([("color", puzzle.labels()[color as usize].to_string().into())])
        }
        Contradiction::Part(Fault::Colorless(node)) => at(COLORLESS, node),
        Contradiction::Part(Fault::Unbalanced(node)) => at(UNBALANCED, node),
    }
}
