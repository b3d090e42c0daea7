//! The board: blocks within blocks, as a complete quadtree in one array.
//!
//! A block is either solid, of one of four colours, or divided into four blocks of half its side. The board keeps one byte
//! for every block that could exist down to its greatest depth, level after level: the children of block `i` are blocks
//! `4i + 1` to `4i + 4`, in the order upper right, upper left, lower left, lower right. Everything beneath a solid block
//! carries its colour, so that the last level is the flat board, two boards are equal exactly when their bytes are, and
//! every block's four children lie side by side in memory.
//!
//! Within a level, a block's number is its path: two bits a step. Since the children go round counter-clockwise, a
//! quarter turn adds one to every step below the turned block, and a swap changes one step by exclusive or. Moves are
//! therefore exchanges within slices, without recursion, pointers or a second copy, at any depth.
//!
//! No public function can make a board that breaks these invariants: trees come in through [`Board::from_tree`], and
//! everything else starts from a valid board. What a move means and when it is allowed is in [`crate::rules`].

use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::word::as_word;

/// The deepest board: 65,536 unit cells.
pub const MAX_DEPTH: u8 = 8;

/// One of the four colours, in the order of the original's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// Pacific Point.
    Blue,
    /// Real Red.
    Red,
    /// Old Olive.
    Green,
    /// Daffodil Delight.
    Yellow,
}

impl Color {
    /// All four in order.
    pub const ALL: [Self; 4] = [Self::Blue, Self::Red, Self::Green, Self::Yellow];

    /// The colour of a number from 0 to 3.
    pub const fn from_index(index: u64) -> Option<Self> {
        if index < 4 { Some(Self::ALL[index as usize]) } else { None }
    }

    /// Its number, from 0 to 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name the original gives it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blue => "Pacific Point",
            Self::Red => "Real Red",
            Self::Green => "Old Olive",
            Self::Yellow => "Daffodil Delight",
        }
    }

    /// The plain word for it, for those who listen.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Red => "red",
            Self::Green => "green",
            Self::Yellow => "yellow",
        }
    }

    /// The letter that stands for it where there is no colour.
    pub const fn letter(self) -> char {
        match self {
            Self::Blue => 'b',
            Self::Red => 'r',
            Self::Green => 'g',
            Self::Yellow => 'y',
        }
    }
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*self as u8)
    }
}

impl JsonSchema for Color {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Color".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 0, "maximum": 3 })
    }
}

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Block {
    /// Of one colour.
    Solid(Color),
    /// Four blocks of half its side.
    Divided,
}

/// The name of a block: the way to it from the root, each step a child from 0 to 3. Prints as `0.2`, or `root`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(u32);

impl Path {
    /// The whole board.
    pub const ROOT: Self = Self(0);

    /// The path of a block's place in the array.
    pub(crate) const fn at(index: usize) -> Self {
        Self(index as u32)
    }

    /// The block's place in the array.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Steps from the root.
    pub const fn level(self) -> u8 {
        // Level `l` holds the places from (4^l - 1) / 3 on.
        ((3 * self.0 + 1).ilog2() / 2) as u8
    }

    /// The child of this number; only the last two bits of `child` count. Nothing below the deepest level there is.
    pub const fn child(self, child: usize) -> Option<Self> {
        if self.level() >= MAX_DEPTH { None } else { Some(Self(4 * self.0 + 1 + (child as u32 & 3))) }
    }

    /// The block this one is a part of.
    pub const fn parent(self) -> Option<Self> {
        if self.0 == 0 { None } else { Some(Self((self.0 - 1) / 4)) }
    }

    /// Which child of its parent it is; 0 for the root.
    pub const fn step(self) -> usize {
        (self.0 as usize).wrapping_sub(1) & 3
    }

    /// The steps from the root.
    pub fn steps(self) -> impl Iterator<Item = usize> {
        let place = self.index() - first_of_level(self.level());
        (0..self.level()).rev().map(move |level| place >> (2 * level) & 3)
    }

    /// The block's column and row, counted in blocks of its own size.
    pub const fn corner(self) -> (usize, usize) {
        let place = self.index() - first_of_level(self.level());
        let low = gather(place);
        let high = gather(place >> 1);
        // Steps 0 and 3 go right, steps 2 and 3 go down.
        (!(low ^ high) & ((1 << self.level()) - 1), high)
    }

    /// The path of the block of this level at a column and row counted in blocks of its size.
    pub(crate) const fn of_corner(level: u8, column: usize, row: usize) -> Self {
        let mask = (1 << level) - 1;
        let low = !(column ^ row) & mask;
        Self((first_of_level(level) + (spread(low) | spread(row) << 1)) as u32)
    }

    /// Whether this block contains the other or is it.
    pub const fn contains(self, other: Self) -> bool {
        let (own, level) = (self.level(), other.level());
        own <= level
            && (other.index() - first_of_level(level)) >> (2 * (level - own)) == self.index() - first_of_level(own)
    }
}

/// The even bits of a word, side by side.
const fn gather(word: usize) -> usize {
    let word = word & 0x5555;
    let word = (word | word >> 1) & 0x3333;
    let word = (word | word >> 2) & 0x0f0f;
    (word | word >> 4) & 0x00ff
}

/// A byte's bits on the even places of a word.
const fn spread(byte: usize) -> usize {
    let word = (byte | byte << 4) & 0x0f0f;
    let word = (word | word << 2) & 0x3333;
    (word | word << 1) & 0x5555
}

/// The place of the first block of a level, which is the number of blocks above it.
pub(crate) const fn first_of_level(level: u8) -> usize {
    ((1 << (2 * level as usize)) - 1) / 3
}

impl fmt::Display for Path {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::ROOT {
            return formatter.write_str("root");
        }
        for (level, step) in self.steps().enumerate() {
            write!(formatter, "{}{step}", if level == 0 { "" } else { "." })?;
        }
        Ok(())
    }
}

/// Why a text names no block.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a block: expected `root` or steps from 0 to 3 with dots between, such as `0.2`, at most 8")]
pub struct BadPath(String);

impl FromStr for Path {
    type Err = BadPath;

    fn from_str(text: &str) -> Result<Self, BadPath> {
        if text == "root" {
            return Ok(Self::ROOT);
        }
        let bad = || BadPath(text.chars().take(24).collect());
        text.split('.').try_fold(Self::ROOT, |path, step| match step {
            "0" | "1" | "2" | "3" => path.child(usize::from(step.as_bytes()[0] - b'0')).ok_or_else(bad),
            _ => Err(bad()),
        })
    }
}

as_word!(Path, "Path", "^(root|[0-3](\\.[0-3]){0,7})$");

/// A board as the tree it is told as; how boards come in and go out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tree {
    /// Of one colour.
    Solid(Color),
    /// Upper right, upper left, lower left, lower right.
    Divided(Box<[Tree; 4]>),
}

/// Why a tree is not a board of the depth asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTree {
    /// The depth itself.
    #[error("depth {0} is too deep: at most {MAX_DEPTH}")]
    Depth(u64),
    /// A block that may not be divided.
    #[error("block {path} is divided, though at level {} of a board of depth {depth} every block is solid", path.level())]
    TooDeep {
        /// The block.
        path: Path,
        /// The board's depth.
        depth: u8,
    },
}

/// The byte of a divided block; a solid one's is its colour.
const DIVIDED: u8 = 4;

/// A board. Cheap to clone, compared and hashed by value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    depth: u8,
    blocks: Vec<u8>,
}

impl Board {
    /// A board of one colour. The depth is at most [`MAX_DEPTH`]; more counts as that.
    pub fn solid(depth: u8, color: Color) -> Self {
        let depth = depth.min(MAX_DEPTH);
        Self { depth, blocks: vec![color as u8; first_of_level(depth + 1)] }
    }

    /// The board of a tree.
    pub fn from_tree(depth: u8, tree: &Tree) -> Result<Self, BadTree> {
        if depth > MAX_DEPTH {
            return Err(BadTree::Depth(depth.into()));
        }
        let mut board = Self::solid(depth, Color::Blue);
        let mut pending = vec![(Path::ROOT, tree)];
        while let Some((path, tree)) = pending.pop() {
            match tree {
                Tree::Solid(color) => board.fill(path, *color),
                Tree::Divided(children) => {
                    if path.level() >= depth {
                        return Err(BadTree::TooDeep { path, depth });
                    }
                    board.divide(path);
                    pending.extend(
                        children.iter().enumerate().filter_map(|(step, child)| path.child(step).map(|at| (at, child))),
                    );
                }
            }
        }
        Ok(board)
    }

    /// The tree of the board.
    pub fn to_tree(&self) -> Tree {
        self.tree_at(Path::ROOT)
    }

    fn tree_at(&self, path: Path) -> Tree {
        match self.kind(path) {
            Block::Solid(color) => Tree::Solid(color),
            // Only blocks above the last level are divided, so each has four children.
            Block::Divided => {
                Tree::Divided(Box::new([0, 1, 2, 3].map(|step| self.tree_at(Path(4 * path.0 + 1 + step)))))
            }
        }
    }

    /// The deepest level a block may have; its blocks are the unit cells.
    pub fn depth(&self) -> u8 {
        self.depth
    }

    /// Unit cells along one side.
    pub fn side(&self) -> usize {
        1 << self.depth
    }

    /// Unit cells along one side of a block.
    pub fn side_of(&self, path: Path) -> usize {
        1 << (self.depth - path.level().min(self.depth))
    }

    /// The block of this name, or nothing if there is none on this board.
    pub fn block(&self, path: Path) -> Option<Block> {
        let exists = path.level() <= self.depth && path.parent().is_none_or(|parent| self.is_divided(parent));
        exists.then(|| self.kind(path))
    }

    /// Whether the block is there and divided.
    #[inline]
    pub fn is_divided(&self, path: Path) -> bool {
        self.blocks.get(path.index()) == Some(&DIVIDED)
    }

    /// The names of all divided blocks, larger before smaller.
    pub fn divided(&self) -> impl Iterator<Item = Path> + '_ {
        let inner = &self.blocks[..first_of_level(self.depth)];
        inner.iter().enumerate().filter(|(_, byte)| **byte == DIVIDED).map(|(index, _)| Path::at(index))
    }

    /// The names of all blocks, depth first, children in order.
    pub fn paths(&self) -> impl Iterator<Item = Path> + '_ {
        let mut pending = vec![Path::ROOT];
        std::iter::from_fn(move || {
            let path = pending.pop()?;
            if self.is_divided(path) {
                pending.extend((0..4).rev().filter_map(|step| path.child(step)));
            }
            Some(path)
        })
    }

    /// The solid blocks with their colours, depth first.
    pub fn leaves(&self) -> impl Iterator<Item = (Path, Color)> + '_ {
        self.paths().filter_map(|path| match self.kind(path) {
            Block::Solid(color) => Some((path, color)),
            Block::Divided => None,
        })
    }

    /// The colour of the unit cell at a column and row, or nothing beyond the edge.
    pub fn cell(&self, column: usize, row: usize) -> Option<Color> {
        (column < self.side() && row < self.side())
            .then(|| color_of(self.blocks[Path::of_corner(self.depth, column, row).index()]))
    }

    /// The flat board as the original gives it: columns from the left, each from the top.
    pub fn flatten(&self) -> Vec<Vec<Color>> {
        let side = self.side();
        (0..side).map(|column| (0..side).filter_map(|row| self.cell(column, row)).collect()).collect()
    }

    /// The bytes, level after level: a colour, or [`Board::is_divided`].
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.blocks
    }

    pub(crate) fn kind(&self, path: Path) -> Block {
        match self.blocks[path.index()] {
            DIVIDED => Block::Divided,
            color => Block::Solid(color_of(color)),
        }
    }

    /// The bytes of the four children of a divided block, if all are solid.
    pub(crate) fn solid_children(&self, path: Path) -> Option<[u8; 4]> {
        let first = 4 * path.index() + 1;
        let children: [u8; 4] = self.blocks.get(first..first + 4)?.try_into().ok()?;
        children.iter().all(|child| *child != DIVIDED).then_some(children)
    }

    /// Makes the block solid.
    #[inline]
    pub(crate) fn fill(&mut self, path: Path, color: Color) {
        // A unit cell is one byte, and most blocks are unit cells.
        if 4 * path.index() + 1 >= self.blocks.len() {
            self.blocks[path.index()] = color as u8;
            return;
        }
        for slice in self.levels_from(path) {
            self.blocks[slice].fill(color as u8);
        }
    }

    /// Marks the block as divided; its children are what the bytes below it say. For blocks above the last level.
    pub(crate) fn divide(&mut self, path: Path) {
        debug_assert!(path.level() < self.depth);
        self.blocks[path.index()] = DIVIDED;
    }

    /// Exchanges the children of a divided block: `0 ↔ 0 ^ by` and so on, each keeping its inside.
    pub(crate) fn exchange(&mut self, path: Path, by: usize) {
        for slice in self.levels_from(path).skip(1) {
            let quarter = slice.len() / 4;
            let (left, right) = self.blocks[slice].split_at_mut(2 * quarter);
            let (first, second) = left.split_at_mut(quarter);
            let (third, fourth) = right.split_at_mut(quarter);
            if by == 1 {
                first.swap_with_slice(second);
                third.swap_with_slice(fourth);
            } else {
                first.swap_with_slice(fourth);
                second.swap_with_slice(third);
            }
        }
    }

    /// Turns everything inside the block a quarter: with `forward`, child 1 comes to where child 0 was (clockwise).
    pub(crate) fn turn(&mut self, path: Path, clockwise: bool) {
        for slice in self.levels_from(path).skip(1) {
            let ones = (slice.len() - 1) & 0x5555_5555;
            let level = &mut self.blocks[slice];
            for first in 0..level.len() / 4 {
                // The four places that a quarter turn carries into each other: one step more in every digit.
                let second = one_more(first, ones);
                let third = one_more(second, ones);
                let fourth = one_more(third, ones);
                let values = [level[first], level[second], level[third], level[fourth]];
                let [a, b, c, d] = if clockwise { [1, 2, 3, 0] } else { [3, 0, 1, 2] };
                level[first] = values[a];
                level[second] = values[b];
                level[third] = values[c];
                level[fourth] = values[d];
            }
        }
    }

    /// Where a block and everything below it lies, level by level.
    #[inline]
    fn levels_from(&self, path: Path) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
        let end = self.blocks.len();
        let (mut start, mut length) = (path.index(), 1);
        std::iter::from_fn(move || {
            if start >= end {
                return None;
            }
            let range = start..start + length;
            (start, length) = (4 * start + 1, 4 * length);
            Some(range)
        })
    }

    /// The same board for someone who sees some colours as others: a block that looks solid becomes solid.
    #[must_use]
    pub fn seen_as(&self, color: impl Fn(Color) -> Color) -> Self {
        let mut blocks: Vec<u8> = self
            .blocks
            .iter()
            .map(|&byte| if byte == DIVIDED { DIVIDED } else { color(color_of(byte)) as u8 })
            .collect();
        for index in (0..first_of_level(self.depth)).rev() {
            let children = &blocks[4 * index + 1..4 * index + 5];
            let first = children[0];
            if first != DIVIDED && children.iter().all(|child| *child == first) {
                blocks[index] = first;
            }
        }
        Self { depth: self.depth, blocks }
    }
}

/// Adds one to every two-bit digit selected by `ones`, without carry.
const fn one_more(digits: usize, ones: usize) -> usize {
    digits ^ ones ^ ((digits & ones) << 1)
}

/// A byte that is not [`DIVIDED`] is a colour: the constructors write no other.
const fn color_of(byte: u8) -> Color {
    Color::ALL[(byte & 3) as usize]
}

impl fmt::Debug for Board {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Board({self})")
    }
}
