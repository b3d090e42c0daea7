//! Tetris by its rules alone: rows of cells, pieces as they are drawn, every placement tried. It shares nothing with the
//! game's crate; texts go from one to the other.

#![allow(clippy::unwrap_used, clippy::missing_panics_doc)]

use std::collections::BTreeSet;

use azulejo_core::random::Random;

pub(crate) const LETTERS: [char; 7] = ['I', 'Z', 'S', 'L', 'J', 'O', 'T'];

/// The rotations of a piece, each drawn from the top.
fn drawings(piece: char) -> &'static [&'static [&'static str]] {
    match piece {
        'I' => &[&["####"], &["#", "#", "#", "#"]],
        'Z' => &[&["##.", ".##"], &[".#", "##", "#."]],
        'S' => &[&[".##", "##."], &["#.", "##", ".#"]],
        'L' => &[&["..#", "###"], &["#.", "#.", "##"], &["###", "#.."], &["##", ".#", ".#"]],
        'J' => &[&["#..", "###"], &["##", "#.", "#."], &["###", "..#"], &[".#", ".#", "##"]],
        'O' => &[&["##", "##"]],
        _ => &[&[".#.", "###"], &["#.", "##", "#."], &["###", ".#."], &[".#", "##", ".#"]],
    }
}

/// Where the cells of a drawing are, from its upper left.
fn cells(drawing: &[&str]) -> Vec<(usize, usize)> {
    let rows = drawing.iter().enumerate();
    rows.flat_map(|(row, text)| text.char_indices().filter(|(_, mark)| *mark == '#').map(move |(at, _)| (row, at)))
        .collect()
}

/// Rows from the top; `0` is empty.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Plain(pub(crate) Vec<Vec<char>>);

/// A piece at rest.
#[derive(Clone, Debug)]
pub(crate) struct Rest {
    pub(crate) after: Plain,
    /// The rows of the piece, from the top.
    pub(crate) top: usize,
    pub(crate) tall: usize,
    pub(crate) gone: usize,
    pub(crate) eroded: usize,
}

/// What a board is judged by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) columns: i128,
    pub(crate) total: i128,
    pub(crate) primary: i128,
    pub(crate) full: i128,
    pub(crate) covered: i128,
    pub(crate) closed: i128,
    pub(crate) bumpiness: i128,
    pub(crate) gone: i128,
}

impl Plain {
    fn rows(&self) -> usize {
        self.0.len()
    }

    fn columns(&self) -> usize {
        self.0[0].len()
    }

    fn filled(&self, row: usize, column: usize) -> bool {
        self.0[row][column] != '0'
    }

    pub(crate) fn state(&self, depth: usize, pieces: &[char]) -> String {
        let rows: Vec<String> = self.0.iter().map(|row| row.iter().collect()).collect();
        let letters: Vec<String> = pieces.iter().map(ToString::to_string).collect();
        let (height, width) = (self.rows(), self.columns());
        format!("7\n{depth}\n{height}\n{width}\n{}\n{}\n{}\n", rows.join("\n"), pieces.len(), letters.join("\n"))
    }

    fn full(&self, row: usize) -> bool {
        (0..self.columns()).all(|column| self.filled(row, column))
    }

    fn height(&self, column: usize) -> usize {
        (0..self.rows()).find(|&row| self.filled(row, column)).map_or(0, |row| self.rows() - row)
    }

    /// The piece falls; nothing when it cannot come in at the top.
    pub(crate) fn drop(&self, piece: char, rotation: usize, column: usize, clear: bool) -> Option<Rest> {
        let drawing = *drawings(piece).get(rotation)?;
        let cells = cells(drawing);
        let tall = drawing.len();
        if column + drawing[0].len() > self.columns() || tall > self.rows() {
            return None;
        }
        // Everything above each cell in its first place is empty as well.
        let free =
            |top: usize| cells.iter().all(|&(row, at)| top + row < self.rows() && !self.filled(top + row, column + at));
        if cells.iter().any(|&(row, at)| (0..=row).any(|above| self.filled(above, column + at))) {
            return None;
        }
        let top = (0..self.rows()).take_while(|&top| free(top)).last()?;
        let mut laid = self.clone();
        let mark = char::from(b'1' + LETTERS.iter().position(|letter| *letter == piece).unwrap() as u8);
        for &(row, at) in &cells {
            laid.0[top + row][column + at] = mark;
        }
        let mut after = laid.clone();
        let gone: Vec<usize> = (0..self.rows()).filter(|&row| clear && laid.full(row)).collect();
        for &row in &gone {
            after.0.remove(row);
            after.0.insert(0, vec!['0'; self.columns()]);
        }
        let eroded = cells.iter().filter(|(row, _)| gone.contains(&(top + row))).count();
        Some(Rest { after, top, tall, gone: gone.len(), eroded })
    }

    pub(crate) fn placements(&self, piece: char) -> Vec<(usize, usize)> {
        let all = (0..drawings(piece).len()).flat_map(|turn| (0..self.columns()).map(move |column| (turn, column)));
        all.filter(|&(turn, column)| self.drop(piece, turn, column, false).is_some()).collect()
    }

    pub(crate) fn counts(&self) -> Counts {
        let (rows, columns) = (self.rows(), self.columns());
        let heights: Vec<usize> = (0..columns).map(|column| self.height(column)).collect();
        let mut open = vec![vec![false; columns]; rows];
        let mut ahead: Vec<(usize, usize)> = (0..columns).map(|column| (0, column)).collect();
        while let Some((row, column)) = ahead.pop() {
            if row >= rows || column >= columns || self.filled(row, column) || open[row][column] {
                continue;
            }
            open[row][column] = true;
            ahead.extend([(row + 1, column), (row.wrapping_sub(1), column)]);
            ahead.extend([(row, column + 1), (row, column.wrapping_sub(1))]);
        }
        let empty = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let empty: Vec<(usize, usize)> = empty.filter(|&(row, column)| !self.filled(row, column)).collect();
        Counts {
            columns: columns as i128,
            total: heights.iter().sum::<usize>() as i128,
            primary: (0..rows).rev().take_while(|&row| self.full(row)).count() as i128,
            full: (0..rows).filter(|&row| self.full(row)).count() as i128,
            covered: empty.iter().filter(|(row, column)| (0..*row).any(|above| self.filled(above, *column))).count()
                as i128,
            closed: empty.iter().filter(|&&(row, column)| !open[row][column]).count() as i128,
            bumpiness: heights.windows(2).map(|pair| pair[0].abs_diff(pair[1]) as i128).sum(),
            gone: 0,
        }
    }

    /// The best way to place pieces: as many as can be, then by value, then the first. Gives the path and its value.
    pub(crate) fn best(&self, pieces: &[char], clear: bool, score: &Score) -> Option<(Vec<(usize, usize)>, i128)> {
        let mut best: Option<(Vec<(usize, usize)>, i128)> = None;
        self.walk(pieces, clear, score, 0, &mut Vec::new(), &mut best);
        best
    }

    fn walk(
        &self,
        pieces: &[char],
        clear: bool,
        score: &Score,
        gone: usize,
        path: &mut Vec<(usize, usize)>,
        best: &mut Option<(Vec<(usize, usize)>, i128)>,
    ) {
        if !path.is_empty() && best.as_ref().is_none_or(|(longest, _)| path.len() >= longest.len()) {
            let value = score.value(&Counts { gone: gone as i128, ..self.counts() });
            let better = best.as_ref().is_none_or(|(longest, most)| (path.len(), value) > (longest.len(), *most));
            if better {
                *best = Some((path.clone(), value));
            }
        }
        let Some((&piece, rest)) = pieces.split_first() else { return };
        for (turn, column) in self.placements(piece) {
            let landed = self.drop(piece, turn, column, clear).unwrap();
            path.push((turn, column));
            landed.after.walk(rest, clear, score, gone + landed.gone, path, best);
            path.pop();
        }
    }

    /// The boards after the first, second, … piece, with one entry for each way.
    pub(crate) fn ways(&self, pieces: &[char], clear: bool) -> Vec<Vec<Self>> {
        let mut levels: Vec<Vec<Self>> = Vec::new();
        for &piece in pieces {
            let before = levels.last().map_or_else(|| vec![self.clone()], Clone::clone);
            let after = before.iter().flat_map(|board| {
                let landed = board.placements(piece).into_iter();
                landed.filter_map(move |(turn, column)| board.drop(piece, turn, column, clear)).map(|rest| rest.after)
            });
            levels.push(after.collect());
        }
        levels
    }

    /// Which cells are filled, and how high the columns are.
    pub(crate) fn occupied(&self) -> Vec<bool> {
        self.0.iter().flatten().map(|mark| *mark != '0').collect()
    }

    pub(crate) fn heights(&self) -> Vec<usize> {
        (0..self.columns()).map(|column| self.height(column)).collect()
    }

    /// What controllers see of a piece at rest, by name.
    pub(crate) fn sight(rest: &Rest) -> [(&'static str, f64); 11] {
        let board = &rest.after;
        let (rows, columns) = (board.rows(), board.columns());
        let whole = |row: usize, column: usize| column >= columns || board.filled(row, column);
        let (mut across, mut down, mut wells, mut fast, mut deep, mut holes) = (0, 0, 0, 0, 0, 0);
        let mut rows_with = BTreeSet::new();
        for row in 0..rows {
            across += usize::from(!whole(row, 0)) + usize::from(!whole(row, columns - 1));
            across += (1..columns).filter(|&column| whole(row, column - 1) != whole(row, column)).count();
        }
        for column in 0..columns {
            // The floor is full, what is above the top is empty.
            let mut below = true;
            for row in (0..rows).rev() {
                down += usize::from(below != whole(row, column));
                below = whole(row, column);
            }
            down += usize::from(below);
            let top = rows - board.height(column);
            for row in top..rows {
                if !whole(row, column) {
                    holes += 1;
                    rows_with.insert(row);
                    // The filled cells that lie on this hole.
                    deep += (0..row).rev().take_while(|&above| whole(above, column)).count();
                }
            }
            let mut in_run = false;
            for row in 0..rows {
                if whole(row, column) {
                    in_run = false;
                    continue;
                }
                if whole(row, column.wrapping_sub(1)) && whole(row, column + 1) {
                    let depth = (row..rows).take_while(|&under| !whole(under, column)).count();
                    wells += depth;
                    if !in_run {
                        fast += depth * (depth + 1) / 2;
                        in_run = true;
                    }
                }
            }
        }
        let heights = board.heights();
        let steps: BTreeSet<i64> = heights.windows(2).map(|pair| pair[0] as i64 - pair[1] as i64).collect();
        let wide = steps.iter().filter(|step| step.abs() <= 2).count();
        let bottom = rows - rest.top - rest.tall;
        [
            ("landing_height", bottom as f64 + (rest.tall as f64 - 1.0) / 2.0),
            ("eroded_piece_cells", (rest.gone * rest.eroded) as f64),
            ("row_transitions", across as f64),
            ("column_transitions", down as f64),
            ("holes", f64::from(holes)),
            ("wells_dellacherie", wells as f64),
            ("wells_fast", fast as f64),
            ("hole_depth", deep as f64),
            ("rows_with_holes", rows_with.len() as f64),
            ("diversity", wide as f64),
            ("wall_height", heights.into_iter().max().unwrap() as f64),
        ]
    }
}

/// A score: its name or weights as the game reads them, and what it makes of counts.
#[derive(Clone, Debug)]
pub(crate) struct Score {
    pub(crate) text: String,
    weights: Vec<(&'static str, i128)>,
    /// Only whole numbers of so many units count.
    whole: Option<i128>,
    pub(crate) unit: f64,
}

impl Score {
    pub(crate) fn by_chance(random: &mut Random) -> Self {
        let takado8 = |height, lines, holes| {
            let (high, line) = (-798_752_914_564_018, 522_287_506_868_767);
            vec![(height, high), (lines, line), (holes, -249_214_080_238_780), ("bumpiness", -164_626_498_034_284)]
        };
        let (text, weights) = match random.index(8) {
            0 | 1 => ("doc", takado8("height", "lines", "holes")),
            2 => ("covered", takado8("height", "lines", "covered-holes")),
            3 => ("seed-c", takado8("total-height", "lines", "covered-holes")),
            4 => ("seed-c-int", takado8("total-height", "lines", "covered-holes")),
            5 => ("takado8", takado8("settled-height", "full-rows", "covered-holes")),
            _ => return Self::own(random),
        };
        let whole = (text == "seed-c-int").then_some(1_000_000_000_000_000);
        Self { text: text.to_owned(), weights, whole, unit: 1e15 }
    }

    /// Weights of few decimals, mostly of the usual sign: ties are common.
    fn own(random: &mut Random) -> Self {
        let mut weights = Vec::new();
        for name in
            ["height", "total-height", "settled-height", "lines", "full-rows", "holes", "covered-holes", "bumpiness"]
        {
            let usual = if ["lines", "full-rows"].contains(&name) { 1 } else { -1 };
            let sign = if random.below(5) == 0 { -usual } else { usual };
            if random.below(2) == 0 || weights.is_empty() {
                weights.push((name, sign * i128::from(random.below(25))));
            }
        }
        let line = |&(name, weight): &(&str, i128)| {
            let sign = if weight < 0 { "-" } else { "" };
            format!("{name} {sign}{}.{}", weight.abs() / 10, weight.abs() % 10)
        };
        Self { text: weights.iter().map(line).collect::<Vec<_>>().join("\n"), weights, whole: None, unit: 10.0 }
    }

    pub(crate) fn value(&self, counts: &Counts) -> i128 {
        let count = |name: &str| match name {
            "height" => counts.total - counts.columns * counts.primary,
            "total-height" => counts.total,
            "settled-height" => counts.total - counts.columns * counts.full,
            "lines" => counts.primary + counts.gone,
            "full-rows" => counts.full + counts.gone,
            "holes" => counts.closed,
            "covered-holes" => counts.covered,
            _ => counts.bumpiness,
        };
        let sum: i128 = self.weights.iter().map(|&(name, weight)| weight * count(name)).sum();
        // Towards zero.
        self.whole.map_or(sum, |whole| sum / whole * whole)
    }
}

/// How a random board comes about.
#[derive(Clone, Copy)]
enum Kind {
    Empty,
    Ragged,
    Holey,
    Flat,
    Well,
    Full,
    Strewn,
}

/// A board by chance: of any small size, ragged or flat, with holes, wells or hardly any room.
pub(crate) fn by_chance(random: &mut Random, least: usize) -> Plain {
    use Kind::{Empty, Flat, Full, Holey, Ragged, Strewn, Well};
    let (rows, columns) = (least + random.index(8), least + random.index(6));
    let highest = random.index(rows + 1);
    let heights: Vec<usize> = (0..columns).map(|_| random.index(highest + 1)).collect();
    let (deep, level) = (random.index(columns), random.index(rows + 1));
    let kind = [Empty, Ragged, Ragged, Holey, Holey, Flat, Well, Full, Strewn][random.index(9)];
    let mut cell = |row: usize, column: usize| {
        let up = rows - row;
        match kind {
            Empty => false,
            Ragged => up <= heights[column],
            Holey => up <= heights[column] && random.below(4) > 0,
            Flat => up <= level,
            Well => up <= level && column != deep,
            // Nothing but a little room at the top, or a gap somewhere.
            Full => up < rows - usize::from(column.is_multiple_of(3)) && random.below(20) > 0,
            Strewn => random.below(3) == 0,
        }
    };
    let rows = (0..rows).map(|row| (0..columns).map(|column| if cell(row, column) { '1' } else { '0' }).collect());
    Plain(rows.collect())
}

pub(crate) fn pieces_by_chance(random: &mut Random, number: usize) -> Vec<char> {
    match random.index(3) {
        0 => vec![LETTERS[random.index(7)]; number],
        _ => (0..number).map(|_| LETTERS[random.index(7)]).collect(),
    }
}
