//! The best turn, exactly and fast: a search over boards that carries all claims at once.
//!
//! What a player has claimed and which colour is forbidden are at most 2³ × 5 states, so a board carries the *set* of
//! states it can be reached in as one word. Boards are searched level by level, a card at a time; two orders of play that
//! lead to the same board with the same cards left are one node, and their sets are united.
//!
//! The last card is not tried out swap by swap. Only a swap that *makes* a wanted figure can add a claim (a figure that
//! stood before could have been claimed before), and a swap changes one colour in at most two cells. So for each place a
//! wanted figure could stand, at most one cell may be missing and at most one of its colour may touch it, and the swaps
//! that mend this are read off directly.

use azulejo_core::budget::{Budget, Stop};
use azulejo_core::outcome::{Answer, Outcome, Proof};
use rustc_hash::FxHashMap;

use super::{BestTurn, Step, Turn, check_line};
use crate::board::{Board, CellSet, Color, SIDE, Swap};
use crate::figures::{Figure, official};

/// The best turn; *impossible* when no own figure can be claimed.
pub fn best_turn(turn: &Turn, budget: &Budget) -> Answer<BestTurn> {
    best_turn_with(turn, Prunings::default(), budget)
}

/// The same with some prunings switched off: slower, never different.
pub fn best_turn_with(turn: &Turn, prunings: Prunings, budget: &Budget) -> Answer<BestTurn> {
    let search = search_with(turn, 1, prunings, budget);
    let Search { discards, min_moves, .. } = search;
    let best = search.lines.into_iter().next().map(|line| BestTurn { discards, min_moves, line });
    let outcome = match (search.stop, best) {
        (Some(stop), best) => Outcome::GaveUp { stop, best, lower_bound: None },
        (None, None) => Outcome::Impossible,
        (None, Some(solution)) => Outcome::Solved { solution, proof: Proof::Optimal },
    };
    Answer { outcome, engine: "exact", nodes: search.nodes }
}

/// What a search found: several lines that all claim the most.
#[derive(Clone, Debug)]
pub struct Search {
    /// How many own figures each line claims.
    pub discards: usize,
    /// The fewest movement cards after which some own figure can be claimed.
    pub min_moves: Option<usize>,
    /// Lines that claim so many; those with the fewest cards first. Each was accepted by [`check_line`].
    pub lines: Vec<Vec<Step>>,
    /// Boards looked at.
    pub nodes: u64,
    /// Set when the budget ran out first.
    pub stop: Option<Stop>,
}

/// What the search leaves out, each with a reason why nothing is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prunings {
    /// *Makers*: the last card only plays swaps that make a wanted figure. A figure that stood before the swap could
    /// have been claimed before it, so any other swap adds nothing.
    pub makers: bool,
    /// *Equal cards*: of two equal cards in hand only the first is played next. Their swaps are the same.
    pub equal_cards: bool,
    /// *Equal colours*: two cells of one colour are not exchanged. The board stays as it is and a card is gone.
    pub equal_colors: bool,
}

impl Default for Prunings {
    fn default() -> Self {
        Self { makers: true, equal_cards: true, equal_colors: true }
    }
}

/// Finds up to `most` lines that claim as many own figures as one turn can.
pub fn search(turn: &Turn, most: usize, budget: &Budget) -> Search {
    search_with(turn, most, Prunings::default(), budget)
}

fn search_with(turn: &Turn, most: usize, prunings: Prunings, budget: &Budget) -> Search {
    let mut levels = Levels::new(turn, most, prunings);
    let mut stop = levels.run(budget).err();
    let mut lines = Vec::new();
    for end in &levels.ends {
        let line = levels.line(end);
        // The solver's word is not enough: only what the rules accept leaves this room.
        if check_line(turn, &line) == Some(levels.best) && !lines.contains(&line) {
            lines.push(line);
        }
    }
    if lines.is_empty() && levels.best > 0 {
        // No line stood up to the rules: that proves nothing, least of all that there is none.
        stop = Some(Stop::Fault);
    }
    let discards = if lines.is_empty() { 0 } else { levels.best };
    Search { discards, min_moves: levels.min_moves, lines, nodes: levels.nodes, stop }
}

/// A set of states: bit `5 · claimed + forbidden`, where `claimed` is a set of own figure cards and `forbidden` a colour
/// or 4 for none.
type States = u64;

const COLORS: u32 = 5;
const NO_COLOR: u32 = 4;

const fn state(claimed: u32, forbidden: u32) -> States {
    1 << (claimed * COLORS + forbidden)
}

/// For each colour, which own figure cards show a figure that stands in it.
type Standing = [u8; 4];

/// A board reached with some cards.
struct Node {
    board: Board,
    /// Cards played, as a set of places in the hand.
    played: u8,
    /// States on arrival.
    entering: States,
    /// The same and all that claims on this board lead to.
    states: States,
    standing: Standing,
}

/// One way to reach a node.
struct Edge {
    node: u32,
    parent: u32,
    card: u8,
    swap: Swap,
}

/// Where a best line ends: a state of a node, perhaps after one last swap.
struct End {
    node: u32,
    last: Option<(u8, Swap)>,
    state: States,
}

/// A place where a wanted figure could stand.
struct Placement {
    /// Its cells.
    cells: u64,
    /// The cells beside them.
    border: u64,
}

struct Levels<'a> {
    turn: &'a Turn,
    most: usize,
    prunings: Prunings,
    /// Own figure cards that show each official figure.
    wanted: [u8; Figure::COUNT],
    /// For each own figure card, where its figure could stand.
    placements: Vec<Vec<Placement>>,
    /// For each card of the hand, its swaps.
    swaps: Vec<Vec<Swap>>,
    /// For each card and cell (by bit), the cells it may be exchanged with.
    partners: Vec<[u64; 48]>,
    reached: Vec<Node>,
    edges: Vec<Edge>,
    ends: Vec<End>,
    best: usize,
    min_moves: Option<usize>,
    nodes: u64,
}

impl<'a> Levels<'a> {
    fn new(turn: &'a Turn, most: usize, prunings: Prunings) -> Self {
        let figures = &turn.figures[..turn.figures.len().min(Turn::MOST)];
        let cards = &turn.cards[..turn.cards.len().min(Turn::MOST)];
        let mut wanted = [0; Figure::COUNT];
        for (index, figure) in figures.iter().enumerate() {
            wanted[figure.index()] |= 1 << index;
        }
        let swaps: Vec<Vec<Swap>> = cards.iter().map(|card| card.swaps(turn.mov7)).collect();
        Self {
            turn,
            most: most.max(1),
            prunings,
            wanted,
            placements: figures.iter().map(|figure| placements(*figure)).collect(),
            partners: swaps.iter().map(|swaps| partners(swaps)).collect(),
            swaps,
            reached: Vec::new(),
            edges: Vec::new(),
            ends: Vec::new(),
            best: 0,
            min_moves: None,
            nodes: 0,
        }
    }

    fn run(&mut self, budget: &Budget) -> Result<(), Stop> {
        let mut meter = budget.meter();
        let forbidden = self.turn.forbidden.map_or(NO_COLOR, |color| color as u32);
        self.add_node(self.turn.board, 0, state(0, forbidden), 0);
        let cards = self.swaps.len();
        let mut level = 0..1;
        for depth in 0..cards {
            if depth + 1 == cards && self.prunings.makers {
                for node in level.clone() {
                    meter.tick()?;
                    if self.all_claimed() {
                        return Ok(());
                    }
                    self.last_card(node, cards);
                }
                return Ok(());
            }
            let next = self.reached.len();
            let mut known: FxHashMap<(Board, u8), u32> = FxHashMap::default();
            for node in level.clone() {
                for card in self.cards_left(node) {
                    for index in 0..self.swaps[card].len() {
                        let swap = self.swaps[card][index];
                        let Node { board, played, states, .. } = self.reached[node];
                        if self.prunings.equal_colors && !board.differs(swap) {
                            continue;
                        }
                        meter.tick()?;
                        let (board, played) = (board.swapped(swap), played | 1 << card);
                        let number = *known.entry((board, played)).or_insert(self.reached.len() as u32);
                        if number as usize == self.reached.len() {
                            self.push_node(board, played, states);
                        } else {
                            self.reached[number as usize].entering |= states;
                        }
                        self.edges.push(Edge { node: number, parent: node as u32, card: card as u8, swap });
                    }
                }
            }
            for node in next..self.reached.len() {
                self.settle(node, depth + 1);
            }
            level = next..self.reached.len();
            if self.all_claimed() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Nothing more can be gained, and enough lines are known.
    fn all_claimed(&self) -> bool {
        self.best == self.placements.len() && self.ends.len() >= self.most
    }

    /// Places of cards that may be played next; of equal cards only the first.
    fn cards_left(&self, node: usize) -> impl Iterator<Item = usize> + use<> {
        let played = self.reached[node].played;
        let cards = self.turn.cards.clone();
        let once = self.prunings.equal_cards;
        (0..self.swaps.len()).filter(move |&card| {
            let free = |card: usize| played >> card & 1 == 0;
            free(card) && !(0..card).any(|earlier| once && free(earlier) && cards[earlier] == cards[card])
        })
    }

    fn push_node(&mut self, board: Board, played: u8, entering: States) {
        self.reached.push(Node { board, played, entering, states: entering, standing: [0; 4] });
    }

    fn add_node(&mut self, board: Board, played: u8, entering: States, depth: usize) {
        self.push_node(board, played, entering);
        self.settle(self.reached.len() - 1, depth);
    }

    /// Works out all claims on a node's board, and remembers the best.
    fn settle(&mut self, number: usize, depth: usize) {
        self.nodes += 1;
        let Node { board, entering, .. } = self.reached[number];
        let standing = self.standing(&board);
        let states = with_claims(entering, standing);
        let node = &mut self.reached[number];
        (node.standing, node.states) = (standing, states);
        self.remember(number as u32, None, states & !entering, depth);
    }

    fn standing(&self, board: &Board) -> Standing {
        let mut standing = [0; 4];
        for found in official(board) {
            standing[found.color as usize] |= self.wanted[found.figure.index()];
        }
        standing
    }

    /// Notes the best among states that a claim has just led to.
    fn remember(&mut self, node: u32, last: Option<(u8, Swap)>, reached: States, depth: usize) {
        if reached == 0 {
            return;
        }
        self.min_moves.get_or_insert(depth);
        let claimed = most_claimed(reached);
        if claimed > self.best {
            self.best = claimed;
            self.ends.clear();
        }
        if claimed == self.best && self.ends.len() < self.most {
            let state = states_of(reached).find(|&state| claims_of(state) == claimed);
            self.ends.extend(state.map(|state| End { node, last, state }));
        }
    }

    /// Tries the last card on a node: only swaps that make a wanted figure.
    fn last_card(&mut self, number: usize, depth: usize) {
        let Node { board, states, standing, .. } = self.reached[number];
        self.nodes += 1;
        let mut makers: Vec<(usize, Swap)> = Vec::new();
        for card in self.cards_left(number) {
            for placements in &self.placements {
                for color in Color::ALL {
                    let set = board.cells(color).bits();
                    let partners = &self.partners[card];
                    for placement in placements {
                        makers_of(placement, set, partners, |swap| makers.push((card, swap)));
                    }
                }
            }
        }
        makers.sort_unstable();
        makers.dedup();
        for (card, swap) in makers {
            let after = self.standing(&board.swapped(swap));
            if after == standing {
                continue;
            }
            self.nodes += 1;
            let reached = with_claims(states, after) & !states;
            self.remember(number as u32, Some((card as u8, swap)), reached, depth);
        }
    }

    /// The line that leads to an end.
    fn line(&self, end: &End) -> Vec<Step> {
        let mut backwards = Vec::new();
        let mut node = &self.reached[end.node as usize];
        let mut state = end.state;
        if let Some((card, swap)) = end.last {
            let board = node.board.swapped(swap);
            let standing = self.standing(&board);
            state =
                self.unclaim(&board, standing, node.states, with_claims(node.states, standing), state, &mut backwards);
            backwards.push(Step::Swap(self.turn.cards[usize::from(card)], swap));
        }
        let mut number = end.node;
        loop {
            state = self.unclaim(&node.board, node.standing, node.entering, node.states, state, &mut backwards);
            let parent = self
                .edges
                .iter()
                .find(|edge| edge.node == number && self.reached[edge.parent as usize].states & state != 0);
            let Some(edge) = parent else { break };
            backwards.push(Step::Swap(self.turn.cards[usize::from(edge.card)], edge.swap));
            number = edge.parent;
            node = &self.reached[number as usize];
        }
        backwards.reverse();
        backwards
    }

    /// Takes back the claims made on a board, until a state it was entered in.
    fn unclaim(
        &self,
        board: &Board,
        standing: Standing,
        entering: States,
        states: States,
        mut state: States,
        backwards: &mut Vec<Step>,
    ) -> States {
        while entering & state == 0 {
            let earlier = states_of(states).find_map(|earlier| {
                let claim = claims_from(earlier, standing).find(|&(_, _, next)| next == state)?;
                Some((earlier, claim))
            });
            let Some((earlier, (card, color, _))) = earlier else { break };
            let figure = self.turn.figures[card as usize];
            let found = official(board).find(|found| found.figure == figure && found.color as u32 == color);
            backwards.extend(found.map(|found| Step::Claim(figure, found.color, found.cells)));
            state = earlier;
        }
        state
    }
}

/// Hands over the swaps that make a figure stand in a place, for the colour whose cells are `set`.
#[inline]
fn makers_of(placement: &Placement, set: u64, partners: &[u64; 48], mut make: impl FnMut(Swap)) {
    let missing = placement.cells & !set;
    if missing & missing.wrapping_sub(1) != 0 {
        return;
    }
    let touching = placement.border & set;
    if touching & touching.wrapping_sub(1) != 0 || missing | touching == 0 {
        return;
    }
    // Who changes places with the cell that must change; both must, if both are wrong.
    let (changing, others) = if missing == 0 {
        (touching, !(set | placement.border))
    } else if touching == 0 {
        (missing, set & !placement.cells)
    } else {
        (missing, touching)
    };
    let cell = |bit: u32| azulejo_core::grid::Cell::new(bit as u16 / 8, bit as u16 % 8);
    let from = changing.trailing_zeros();
    let mut others = others & partners[from as usize];
    while others != 0 {
        if let Some(swap) = Swap::new(cell(from), cell(others.trailing_zeros())) {
            make(swap);
        }
        others &= others - 1;
    }
}

/// Where a figure could stand on the board, in all its rotations.
fn placements(figure: Figure) -> Vec<Placement> {
    let mut found = Vec::new();
    for shape in figure.shape().rotations() {
        for down in 0..=SIDE - shape.rows() {
            for right in 0..=SIDE - shape.columns() {
                let cells = shape.mask() << (8 * down + right);
                let around = cells << 1 | cells >> 1 | cells << 8 | cells >> 8;
                found.push(Placement { cells, border: CellSet::from_bits(around & !cells).bits() });
            }
        }
    }
    found
}

fn partners(swaps: &[Swap]) -> [u64; 48] {
    let mut partners = [0; 48];
    for swap in swaps {
        let set = swap.set();
        for cell in set.cells() {
            let bit = CellSet::of(cell).bits();
            partners[bit.trailing_zeros() as usize] |= set.bits() & !bit;
        }
    }
    partners
}

/// The states of a set, one bit each, lowest first.
fn states_of(mut states: States) -> impl Iterator<Item = States> {
    std::iter::from_fn(move || {
        let state = (states != 0).then(|| states & states.wrapping_neg())?;
        states &= states - 1;
        Some(state)
    })
}

fn claims_of(state: States) -> usize {
    (state.trailing_zeros() / COLORS).count_ones() as usize
}

fn most_claimed(states: States) -> usize {
    states_of(states).map(claims_of).max().unwrap_or(0)
}

/// The claims possible in a state: card, colour, and the state after it.
fn claims_from(state: States, standing: Standing) -> impl Iterator<Item = (u32, u32, States)> {
    let number = state.trailing_zeros();
    let (claimed, forbidden) = (number / COLORS, number % COLORS);
    (0..4)
        .filter(move |&color| color != forbidden)
        .flat_map(move |color| (0..3).map(move |card| (card, color)))
        .filter(move |&(card, color)| u32::from(standing[color as usize]) & !claimed & 1 << card != 0)
        .map(move |(card, color)| (card, color, self::state(claimed | 1 << card, color)))
}

/// A set of states and all that claims on one board lead to.
fn with_claims(entering: States, standing: Standing) -> States {
    if standing == [0; 4] {
        return entering;
    }
    let mut states = entering;
    let mut done: States = 0;
    // A claim leads to a state of a higher number of claimed cards, hence a higher bit: one pass upwards is enough.
    while states & !done != 0 {
        let next = states & !done;
        let state = next & next.wrapping_neg();
        done |= state;
        for (_, _, reached) in claims_from(state, standing) {
            states |= reached;
        }
    }
    states
}
