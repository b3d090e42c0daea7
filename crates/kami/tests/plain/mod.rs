//! Kami once more, as plainly as it can be put: boards as lists of colours, and every way of painting tried in turn.
//!
//! Shares nothing with the crate: its own neighbours, its own flood, its own search over whole boards.

use azulejo_core::random::Random;

/// Which places touch.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// Rows and columns of squares.
    Squares(usize, usize),
    /// Rows and columns of triangles.
    Triangles(usize, usize),
    /// Vertices joined by these edges.
    Graph(Vec<(usize, usize)>),
}

/// A board, the colours on offer, and the colour it must end in.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub(crate) shape: Shape,
    pub(crate) colors: Vec<usize>,
    pub(crate) offered: usize,
    pub(crate) target: Option<usize>,
}

impl Plain {
    /// The level as a file, with so many moves.
    pub(crate) fn text(&self, moves: usize) -> String {
        let row = |colors: &[usize]| colors.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        let mut lines = match &self.shape {
            Shape::Squares(rows, columns) | Shape::Triangles(rows, columns) => {
                let head = format!("1 {moves} {rows} {columns} {}", self.offered);
                std::iter::once(head).chain(self.colors.chunks(*columns).map(row)).collect::<Vec<_>>()
            }
            Shape::Graph(edges) => {
                let head = format!("{} {} {} {moves}", self.colors.len(), edges.len(), self.offered);
                let edges = edges.iter().map(|(one, other)| format!("{one} {other}"));
                [head, row(&self.colors)].into_iter().chain(edges).collect()
            }
        };
        lines.extend(self.target.map(|target| format!("target {target}")));
        lines.join("\n") + "\n"
    }

    /// The form that the text is to be read in.
    pub(crate) fn format(&self) -> &'static str {
        match self.shape {
            Shape::Squares(..) => "square",
            Shape::Triangles(..) => "triangular",
            Shape::Graph(_) => "graph",
        }
    }

    /// How a place is named in moves.
    pub(crate) fn spot(&self, place: usize) -> String {
        match self.shape {
            Shape::Graph(_) => place.to_string(),
            Shape::Squares(_, columns) | Shape::Triangles(_, columns) => {
                let column = place % columns;
                assert!(column < 26);
                format!("{}{}", char::from(b'A' + column as u8), place / columns + 1)
            }
        }
    }

    /// Who touches whom.
    pub(crate) fn touching(&self) -> Vec<Vec<usize>> {
        let joined = |one: usize, other: usize| match &self.shape {
            Shape::Graph(edges) => edges.contains(&(one, other)) || edges.contains(&(other, one)),
            Shape::Squares(_, columns) => {
                let (row, column) = (one / columns, one % columns);
                let (other_row, other_column) = (other / columns, other % columns);
                row.abs_diff(other_row) + column.abs_diff(other_column) == 1
            }
            Shape::Triangles(_, columns) => {
                let (row, column) = (one / columns, one % columns);
                let (other_row, other_column) = (other / columns, other % columns);
                let beside = if (row + column) % 2 == 0 { column.checked_sub(1) } else { Some(column + 1) };
                (column == other_column && row.abs_diff(other_row) == 1)
                    || (row == other_row && beside == Some(other_column))
            }
        };
        let places = self.colors.len();
        (0..places).map(|one| (0..places).filter(|&other| one != other && joined(one, other)).collect()).collect()
    }

    /// The same board after painting the region of a place.
    pub(crate) fn painted(&self, touching: &[Vec<usize>], place: usize, color: usize) -> Self {
        let old = self.colors[place];
        let mut after = self.clone();
        let mut burning = vec![place];
        while let Some(next) = burning.pop() {
            if after.colors[next] == old && old != color {
                after.colors[next] = color;
                burning.extend(&touching[next]);
            }
        }
        after
    }

    /// The first place of each region, ascending.
    pub(crate) fn regions(&self, touching: &[Vec<usize>]) -> Vec<usize> {
        let mut seen = vec![false; self.colors.len()];
        let mut firsts = Vec::new();
        for start in 0..self.colors.len() {
            if self.colors[start] == 0 || seen[start] {
                continue;
            }
            firsts.push(start);
            let mut stack = vec![start];
            while let Some(next) = stack.pop() {
                if !seen[next] {
                    seen[next] = true;
                    stack.extend(touching[next].iter().filter(|&&other| self.colors[other] == self.colors[start]));
                }
            }
        }
        firsts
    }

    /// Every move that changes something, region by region.
    pub(crate) fn moves(&self, touching: &[Vec<usize>]) -> Vec<String> {
        let mut moves = Vec::new();
        for first in self.regions(touching) {
            let others = (1..=self.offered).filter(|&color| color != self.colors[first]);
            moves.extend(others.map(|color| format!("{} {color}", self.spot(first))));
        }
        moves
    }

    /// The one colour of the board, if it has only one.
    pub(crate) fn single(&self) -> Option<usize> {
        let mut colors = self.colors.iter().copied().filter(|&color| color != 0);
        let first = colors.next()?;
        colors.all(|color| color == first).then_some(first)
    }

    /// Whether the board has ended as it must.
    pub(crate) fn is_done(&self) -> bool {
        self.single().is_some_and(|color| self.target.is_none_or(|target| target == color))
    }

    /// The fewest moves to the end, by going through all boards in the order of their moves; none when no way leads there.
    pub(crate) fn fewest(&self) -> Option<usize> {
        let touching = self.touching();
        let base = self.offered.max(self.colors.iter().copied().max().unwrap_or(0)) + 1;
        let number = |board: &Self| board.colors.iter().fold(0, |sum, &color| sum * base + color);
        let mut seen = vec![false; base.pow(self.colors.len() as u32)];
        let mut boards = vec![self.clone()];
        seen[number(self)] = true;
        for moves in 0.. {
            if boards.iter().any(Self::is_done) {
                return Some(moves);
            }
            let mut next = Vec::new();
            for board in boards {
                for first in board.regions(&touching) {
                    for color in 1..=self.offered {
                        let after = board.painted(&touching, first, color);
                        if !std::mem::replace(&mut seen[number(&after)], true) {
                            next.push(after);
                        }
                    }
                }
            }
            if next.is_empty() {
                return None;
            }
            boards = next;
        }
        None
    }

    /// A small board of some kind, by chance: plain ones, and those on which searches go wrong.
    pub(crate) fn by_chance(random: &mut Random) -> Self {
        let most = 1 + random.index(4);
        let shape = match random.below(8) {
            0 | 1 => [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)][random.index(6)],
            2 => (1, 1 + random.index(8)),
            3 => (1 + random.index(8), 1),
            4 | 5 => {
                return Self::graph(random, most);
            }
            _ => {
                let (rows, columns) = [(3, 2), (4, 2), (2, 3), (3, 3), (2, 4), (6, 1)][random.index(6)];
                let colors = (0..rows * columns).map(|_| 1 + random.index(most)).collect();
                return Self::finished(random, Shape::Triangles(rows, columns), colors);
            }
        };
        let (rows, columns) = shape;
        let kind = random.below(5);
        let color = |place: usize, random: &mut Random| match kind {
            // Checkers and stripes: as many regions as there can be, and every move ties with others.
            0 => 1 + (place / columns + place % columns) % most.max(2),
            1 => 1 + (place % columns) % most.max(2),
            2 => 1,
            _ => 1 + random.index(most),
        };
        let colors = (0..rows * columns).map(|place| color(place, random)).collect();
        Self::finished(random, Shape::Squares(rows, columns), colors)
    }

    /// A path, a star, a cycle or any graph, connected or not.
    fn graph(random: &mut Random, most: usize) -> Self {
        let vertices = 1 + random.index(8);
        let edges = match random.below(4) {
            0 => (1..vertices).map(|vertex| (vertex - 1, vertex)).collect(),
            1 => (1..vertices).map(|vertex| (0, vertex)).collect(),
            2 => (0..vertices).map(|vertex| (vertex, (vertex + 1) % vertices)).collect(),
            _ => (0..random.index(2 * vertices + 1))
                .map(|_| (random.index(vertices), random.index(vertices)))
                .collect::<Vec<_>>(),
        };
        let tied = random.below(2) == 0;
        let color = |vertex: usize, random: &mut Random| {
            if tied { 1 + vertex % most } else { 1 + random.index(most) }
        };
        let colors = (0..vertices).map(|vertex| color(vertex, random)).collect();
        let mut board = Self::finished(random, Shape::Graph(edges), colors);
        // A vertex of a graph is never void.
        board.colors.iter_mut().for_each(|color| *color = (*color).max(1));
        board
    }

    fn finished(random: &mut Random, shape: Shape, mut colors: Vec<usize>) -> Self {
        if random.below(4) == 0 {
            for _ in 0..colors.len() / 3 {
                let place = random.index(colors.len());
                colors[place] = 0;
            }
        }
        if colors.iter().all(|&color| color == 0) {
            colors[0] = 1;
        }
        // Often as many colours as the board has, sometimes fewer, sometimes more.
        let highest = colors.iter().copied().max().unwrap_or(1);
        let offered = match random.below(3) {
            0 => highest,
            1 => 1 + random.index(highest),
            _ => (highest + random.index(2)).min(5),
        };
        let target = (random.below(3) == 0).then(|| 1 + random.index(highest.max(offered) + 1));
        Self { shape, colors, offered, target }
    }
}
