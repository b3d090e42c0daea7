//! Switcher by its rules alone: 36 letters, cards as offsets, figures as drawn on their cards, every line of play walked. It
//! shares nothing with the game's crate; texts go from one to the other.

#![allow(clippy::unwrap_used, clippy::missing_panics_doc, dead_code)]

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use azulejo_core::random::Random;

pub(crate) const SIDE: usize = 6;
pub(crate) const COLORS: [char; 4] = ['r', 'g', 'b', 'y'];

/// The figures as their cards show them, hard ones first.
const CARDS: [(&str, &str); 25] = [
    ("fig01", "#.. ### #.."),
    ("fig02", "##.. .###"),
    ("fig03", "..## ###."),
    ("fig04", "#.. ##. .##"),
    ("fig05", "#####"),
    ("fig06", "#.. #.. ###"),
    ("fig07", "#### ...#"),
    ("fig08", "...# ####"),
    ("fig09", "..# ### .#."),
    ("fig10", "..# ### #.."),
    ("fig11", "#.. ### .#."),
    ("fig12", "#.. ### ..#"),
    ("fig13", "#### ..#."),
    ("fig14", "..#. ####"),
    ("fig15", ".## ###"),
    ("fig16", "#.# ###"),
    ("fig17", ".#. ### .#."),
    ("fig18", "### .##"),
    ("fige01", ".## ##."),
    ("fige02", "## ##"),
    ("fige03", "##. .##"),
    ("fige04", ".#. ###"),
    ("fige05", "### ..#"),
    ("fige06", "####"),
    ("fige07", "..# ###"),
];

/// Cells of a shape pushed into the corner, in reading order.
type Cells = Vec<(usize, usize)>;

fn cornered(cells: impl Iterator<Item = (usize, usize)> + Clone) -> Cells {
    let (top, left) =
        (cells.clone().map(|cell| cell.0).min().unwrap(), cells.clone().map(|cell| cell.1).min().unwrap());
    let mut moved: Cells = cells.map(|(row, column)| (row - top, column - left)).collect();
    moved.sort_unstable();
    moved
}

/// Every figure in each of its four turns.
static SHAPES: LazyLock<HashMap<Cells, &str>> = LazyLock::new(|| {
    let mut shapes = HashMap::new();
    for (name, drawing) in CARDS {
        let rows = drawing.split(' ').enumerate();
        let mut cells: Cells = rows
            .flat_map(|(row, text)| text.char_indices().filter(|(_, mark)| *mark == '#').map(move |(at, _)| (row, at)))
            .collect();
        for _ in 0..4 {
            cells = cornered(cells.iter().map(|&(row, column)| (column, 9 - row)));
            shapes.insert(cells.clone(), name);
        }
    }
    shapes
});

/// A figure that stands: its name, colour, and cells in reading order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Standing {
    pub(crate) cells: Vec<usize>,
    pub(crate) name: &'static str,
    pub(crate) color: char,
}

/// How the seventh card is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seventh {
    Edge,
    Four,
}

/// Whether a card, from 1, may exchange two cells.
pub(crate) fn allows(card: usize, seventh: Seventh, one: usize, other: usize) -> bool {
    let place = |cell: usize| ((cell / SIDE) as i32, (cell % SIDE) as i32);
    let ((row, column), (to_row, to_column)) = (place(one), place(other));
    let (down, right) = (to_row - row, to_column - column);
    // All four turns of an offset.
    let turned = |down_by: i32, right_by: i32| {
        let mut at = (down_by, right_by);
        (0..4).any(|_| {
            at = (at.1, -at.0);
            at == (down, right)
        })
    };
    match card {
        1 => turned(2, 2),
        2 => turned(2, 0),
        3 => turned(1, 0),
        4 => turned(1, 1),
        5 => turned(-2, 1),
        6 => turned(-2, -1),
        _ if seventh == Seventh::Four => turned(4, 0),
        _ => {
            let ends = |one: i32, other: i32| [one, other].iter().any(|end| [0, 5].contains(end));
            one != other && ((row == to_row && ends(column, to_column)) || (column == to_column && ends(row, to_row)))
        }
    }
}

/// The pairs of cells that a card may exchange, in reading order.
pub(crate) fn pairs(card: usize, seventh: Seventh) -> Vec<(usize, usize)> {
    let all = (0..36).flat_map(|one| (one + 1..36).map(move |other| (one, other)));
    all.filter(|&(one, other)| allows(card, seventh, one, other)).collect()
}

/// What a player holds.
#[derive(Clone, Debug)]
pub(crate) struct Hand {
    /// Movement cards, from 1.
    pub(crate) cards: Vec<usize>,
    pub(crate) figures: Vec<&'static str>,
    pub(crate) forbidden: Option<char>,
    pub(crate) seventh: Seventh,
}

/// The most that a turn claims, the fewest cards for that, and the fewest for a first figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Best {
    pub(crate) claims: usize,
    pub(crate) cards: usize,
    pub(crate) first: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plain(pub(crate) [char; 36]);

impl Plain {
    pub(crate) fn text(&self) -> String {
        let rows: Vec<String> = self.0.chunks(SIDE).map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    pub(crate) fn swapped(&self, one: usize, other: usize) -> Self {
        let mut after = self.clone();
        after.0.swap(one, other);
        after
    }

    /// Components by first cell, their cells in reading order.
    pub(crate) fn components(&self) -> Vec<(char, Vec<usize>)> {
        let mut seen = [false; 36];
        let mut found = Vec::new();
        for start in 0..36 {
            if seen[start] {
                continue;
            }
            let (mut cells, mut ahead) = (Vec::new(), vec![start]);
            seen[start] = true;
            while let Some(cell) = ahead.pop() {
                cells.push(cell);
                let (row, column) = (cell / SIDE, cell % SIDE);
                let beside = [
                    (row > 0).then(|| cell - SIDE),
                    (row < SIDE - 1).then(|| cell + SIDE),
                    (column > 0).then(|| cell - 1),
                    (column < SIDE - 1).then(|| cell + 1),
                ];
                for next in beside.into_iter().flatten() {
                    if !seen[next] && self.0[next] == self.0[start] {
                        seen[next] = true;
                        ahead.push(next);
                    }
                }
            }
            cells.sort_unstable();
            found.push((self.0[start], cells));
        }
        found
    }

    /// The figures that stand, by first cell.
    pub(crate) fn standing(&self) -> Vec<Standing> {
        let figure = |(color, cells): (char, Vec<usize>)| {
            if !(4..=5).contains(&cells.len()) {
                return None;
            }
            let shape = cornered(cells.iter().map(|cell| (cell / SIDE, cell % SIDE)));
            SHAPES.get(&shape).map(|name| Standing { cells, name, color })
        };
        self.components().into_iter().filter_map(figure).collect()
    }

    /// The best turn, by every line of play.
    pub(crate) fn best(&self, hand: &Hand) -> Option<Best> {
        let mut best = None;
        self.walk(hand, 0, 0, None, &mut best);
        best
    }

    fn walk(&self, hand: &Hand, claims: usize, cards: usize, first: Option<usize>, best: &mut Option<Best>) {
        if let Some(first) = first {
            let now = best.get_or_insert(Best { claims, cards, first });
            now.first = now.first.min(first);
            if (claims, now.cards) > (now.claims, cards) {
                (now.claims, now.cards) = (claims, cards);
            }
        }
        let wanted = self.standing().into_iter().filter(|found| Some(found.color) != hand.forbidden);
        for found in wanted {
            if let Some(place) = hand.figures.iter().position(|name| *name == found.name) {
                let mut after = hand.clone();
                after.figures.remove(place);
                after.forbidden = Some(found.color);
                self.walk(&after, claims + 1, cards, first.or(Some(cards)), best);
            }
        }
        for card in hand.cards.iter().copied().collect::<BTreeSet<usize>>() {
            let mut after = hand.clone();
            after.cards.remove(hand.cards.iter().position(|held| *held == card).unwrap());
            for (one, other) in pairs(card, hand.seventh) {
                if self.0[one] != self.0[other] {
                    self.swapped(one, other).walk(&after, claims, cards + 1, first, best);
                }
            }
        }
    }

    /// Plays moves in notation; how many figures that claims, or what is not allowed.
    pub(crate) fn play(&self, hand: &Hand, moves: &[String]) -> Result<(usize, usize), String> {
        let (mut board, mut hand, mut claims) = (self.clone(), hand.clone(), 0);
        let cards = hand.cards.len();
        for action in moves {
            let words: Vec<&str> = action.split(' ').collect();
            match words[..] {
                ["claim", name, at] => {
                    let standing = board.standing();
                    let found = standing.iter().find(|found| found.cells.contains(&cell(at)));
                    let found = found.filter(|found| found.name == name && Some(found.color) != hand.forbidden);
                    let found = found.ok_or_else(|| format!("{action}: not there, or forbidden"))?;
                    let place =
                        hand.figures.iter().position(|held| *held == name).ok_or(format!("{action}: no card"))?;
                    hand.figures.remove(place);
                    hand.forbidden = Some(found.color);
                    claims += 1;
                }
                [card, one, other] => {
                    let card: usize = card.strip_prefix("mov").and_then(|card| card.parse().ok()).unwrap();
                    let place = hand.cards.iter().position(|held| *held == card).ok_or(format!("{action}: no card"))?;
                    hand.cards.remove(place);
                    if !allows(card, hand.seventh, cell(one), cell(other)) {
                        return Err(format!("{action}: not this card's"));
                    }
                    board = board.swapped(cell(one), cell(other));
                }
                _ => return Err(format!("{action}: what is this?")),
            }
        }
        Ok((claims, cards - hand.cards.len()))
    }
}

/// A cell by its name, and the other way round.
pub(crate) fn cell(name: &str) -> usize {
    let bytes = name.as_bytes();
    usize::from(bytes[1] - b'1') * SIDE + usize::from(bytes[0] - b'A')
}

/// How a random board comes about.
#[derive(Clone, Copy)]
enum Kind {
    Box,
    Any,
    Two,
    Patches,
    Pattern,
    Lonely,
}

/// A board by chance: as dealt, of any colours, or with structure; ties and near misses abound.
pub(crate) fn by_chance(random: &mut Random) -> Plain {
    use Kind::{Any, Box, Lonely, Patches, Pattern, Two};
    let mut board = Plain(['r'; 36]);
    match [Box, Box, Any, Two, Patches, Pattern, Lonely][random.index(7)] {
        Box => {
            (0..36).for_each(|at| board.0[at] = COLORS[at / 9]);
            random.shuffle(&mut board.0);
        }
        Any => board.0.iter_mut().for_each(|tile| *tile = COLORS[random.index(4)]),
        Two => board.0.iter_mut().for_each(|tile| *tile = COLORS[random.index(2)]),
        // Rectangles over each other: large components, figures at the edges of others.
        Patches => {
            for _ in 0..14 {
                let (row, column, color) = (random.index(6), random.index(6), COLORS[random.index(4)]);
                let (bottom, right) = ((row + 1 + random.index(3)).min(6), (column + 1 + random.index(3)).min(6));
                (row..bottom).for_each(|row| (column..right).for_each(|column| board.0[row * SIDE + column] = color));
            }
        }
        // Stripes, checkers and the like, with a few tiles exchanged.
        Pattern => {
            let (down, right, wide) = (random.index(4), random.index(4), 1 + random.index(2));
            (0..36).for_each(|at| board.0[at] = COLORS[(at / SIDE / wide * down + at % SIDE / wide * right) % 4]);
            (0..random.index(6)).for_each(|_| board.0.swap(random.index(36), random.index(36)));
        }
        // One colour among checkers of two others: hardly anything can be made.
        Lonely => {
            (0..36).for_each(|at| board.0[at] = COLORS[(at / SIDE + at % SIDE) % 2]);
            (0..random.index(9)).for_each(|_| board.0[random.index(36)] = COLORS[2 + random.index(2)]);
        }
    }
    board
}

/// A hand of so many cards: any figures, or mostly such as stand or nearly stand.
pub(crate) fn hand_by_chance(board: &Plain, cards: usize, random: &mut Random) -> Hand {
    let cards: Vec<usize> = match random.index(3) {
        0 => vec![1 + random.index(7); cards],
        _ => (0..cards).map(|_| 1 + random.index(7)).collect(),
    };
    let standing = board.standing();
    let figure = |random: &mut Random| match random.pick(&standing) {
        Some(found) if random.below(3) == 0 => found.name,
        _ => CARDS[random.index(25)].0,
    };
    let mut figures: Vec<&'static str> = (0..=random.index(3)).map(|_| figure(random)).collect();
    if random.below(4) == 0 {
        let first = figures[0];
        figures.fill(first);
    }
    let forbidden = COLORS.get(random.index(8)).copied();
    let seventh = if random.below(2) == 0 { Seventh::Edge } else { Seventh::Four };
    Hand { cards, figures, forbidden, seventh }
}
