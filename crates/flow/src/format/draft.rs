//! A puzzle half read: what stands on each cell and where in the text, until it is whole and right.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use azulejo_core::grid::{Cell, Grid};
use azulejo_core::problem::{Place, Problem, Problems, shown};

use crate::position::{BadPuzzle, Puzzle, Tile, Topology};

/// The labels we give to colours that come without one: letters, digits, then letters beyond ASCII, more than there can
/// be colours.
const LABELS: [RangeInclusive<char>; 9] = [
    'A'..='Z',
    'a'..='z',
    '0'..='9',
    'À'..='Ö',
    'Ø'..='ö',
    'ø'..='ɏ',
    '\u{4e00}'..='\u{9fff}',
    '\u{ac00}'..='\u{d7a3}',
    '\u{20000}'..='\u{2a6df}',
];

/// The label of this number.
pub fn label(number: usize) -> char {
    let mut left = number;
    for range in LABELS {
        let (first, last) = (*range.start() as usize, *range.end() as usize);
        if left <= last - first {
            return char::from_u32((first + left) as u32).unwrap_or('?');
        }
        left -= last - first + 1;
    }
    '?'
}

/// The place of a label in the order of [`label`].
pub fn label_number(wanted: char) -> Option<usize> {
    let mut before = 0;
    for range in LABELS {
        if range.contains(&wanted) {
            return Some(before + wanted as usize - *range.start() as usize);
        }
        before += *range.end() as usize - *range.start() as usize + 1;
    }
    None
}

/// What a reader found on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing in particular.
    Empty,
    /// No cell.
    Hole,
    /// A bridge.
    Bridge,
    /// A dot with this label.
    Dot(char),
}

/// A puzzle half read.
#[derive(Debug)]
pub struct Draft {
    marks: Grid<Mark>,
    /// Where in the text each dot stood, as they came.
    places: Vec<(Cell, Place)>,
    /// The topology, square until said otherwise.
    pub topology: Topology,
    /// The walls and where they were asked for.
    pub walls: Vec<(Cell, Cell, Option<Place>)>,
}

impl Draft {
    /// An empty board, unless it would be absurdly large.
    pub fn new(rows: usize, columns: usize) -> Result<Self, Problem> {
        let sizes = (u16::try_from(rows), u16::try_from(columns));
        match sizes {
            (Ok(rows @ 1..), Ok(columns @ 1..)) if usize::from(rows) * usize::from(columns) <= Puzzle::MOST_CELLS => {
                let marks = Grid::filled(rows, columns, Mark::Empty);
                Ok(Self { marks, places: Vec::new(), topology: Topology::Square, walls: Vec::new() })
            }
            (_, _) if rows == 0 || columns == 0 => Err(Problem::new("the board is empty, expected at least one cell")),
            (Ok(_), Ok(_)) => Err(Problem::new(format!(
                "a board of {columns}×{rows} is too large: at most {} cells",
                Puzzle::MOST_CELLS
            ))),
            _ => Err(Problem::new(format!(
                "a board of {columns}×{rows} is too large: at most {} rows and columns",
                u16::MAX
            ))),
        }
    }

    /// Puts a mark on a cell.
    pub fn mark(&mut self, cell: Cell, mark: Mark, place: Option<Place>) {
        if let (Mark::Dot(_), Some(place)) = (mark, place) {
            self.places.push((cell, place));
        }
        self.marks[cell] = mark;
    }

    /// Whether the cell lies on the board.
    pub fn contains(&self, cell: Cell) -> bool {
        self.marks.contains(cell)
    }

    /// The puzzle, or everything that is wrong with it. Colours are numbered by their first dot.
    pub fn finish(self, mut problems: Vec<Problem>) -> Result<Puzzle, Problems> {
        let mut numbers = Numbers::default();
        let mut labels: Vec<char> = Vec::new();
        // The first, or the third dot of each colour, and how many it has.
        let mut dots: Vec<(Cell, usize)> = Vec::new();
        let mut tiles = Grid::filled(self.marks.rows(), self.marks.columns(), Tile::Empty);
        for cell in self.marks.cells() {
            tiles[cell] = match self.marks[cell] {
                Mark::Empty => continue,
                Mark::Hole => Tile::Hole,
                Mark::Bridge => Tile::Bridge,
                Mark::Dot(label) => {
                    let Ok(next) = u16::try_from(labels.len()) else {
                        return Err(Problem::new("too many colours: at most 65,535").into());
                    };
                    let number = numbers.of(label, next);
                    if number == next {
                        labels.push(label);
                        dots.push((cell, 0));
                    }
                    let (shown, count) = &mut dots[usize::from(number)];
                    *count += 1;
                    if *count == 3 {
                        *shown = cell;
                    }
                    Tile::Dot(number)
                }
            };
        }
        for (&label, &(cell, count)) in labels.iter().zip(&dots).filter(|(_, (_, count))| *count != 2) {
            problems.push(self.uneven(label, cell, count));
        }
        if labels.is_empty() {
            problems.push(Problem::new("the board has no dots, expected two of each colour"));
        }
        let places: Vec<_> =
            self.walls.iter().map(|&(one, other, place)| (one.min(other), one.max(other), place)).collect();
        let walls = self.walls.iter().map(|&(one, other, _)| (one, other)).collect();
        Problems::none_or(problems, || ())?;
        Puzzle::new(tiles, self.topology, walls, labels).map_err(|bad| {
            let place = match bad {
                BadPuzzle::Wall(one, other) => {
                    places.iter().find(|wall| (wall.0, wall.1) == (one, other)).and_then(|wall| wall.2)
                }
                BadPuzzle::HexBridge(cell) => self.place(cell),
                _ => None,
            };
            Problem { message: bad.to_string(), place, hint: None }.into()
        })
    }

    fn place(&self, cell: Cell) -> Option<Place> {
        self.places.iter().find(|(known, _)| *known == cell).map(|(_, place)| *place)
    }

    /// A lone dot is named where it stands, a superfluous one where the third stands.
    fn uneven(&self, label: char, cell: Cell, count: usize) -> Problem {
        let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
        let problem = Problem::new(format!("colour {} comes {times}, expected exactly two dots", shown(label)));
        match self.place(cell) {
            Some(place) => problem.at(place.line, place.column),
            None => problem,
        }
    }
}

/// The number of each label: nearly all are ASCII, and those are looked up at once.
struct Numbers {
    ascii: [u16; 128],
    others: BTreeMap<char, u16>,
}

impl Default for Numbers {
    fn default() -> Self {
        Self { ascii: [u16::MAX; 128], others: BTreeMap::new() }
    }
}

impl Numbers {
    /// The number of a label, which is the next one where it is new.
    fn of(&mut self, label: char, next: u16) -> u16 {
        match self.ascii.get_mut(label as usize) {
            Some(number) => {
                if *number == u16::MAX {
                    *number = next;
                }
                *number
            }
            None => *self.others.entry(label).or_insert(next),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_distinct_letters_and_know_their_number() {
        for number in 0..=usize::from(u16::MAX) {
            let label = label(number);
            assert!(label.is_alphanumeric(), "{label}");
            assert_eq!(label_number(label), Some(number));
        }
    }
}
