//! What a screen reader says of the shapes of a drawing, and which of them say the same.

use super::drawing::{Item, Name};

/// What a screen reader says of a shape.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Says<'a> {
    /// It cannot be touched.
    Nothing,
    /// Its tile's name, then a pause and these words; none where the name says it all.
    After(&'static str, &'a str),
    /// Words of its own.
    Itself,
}

impl<'a> Says<'a> {
    fn of(item: &Item<'a>) -> Self {
        let tile = match name_of(item) {
            Name::None => return Self::Nothing,
            Name::Thing(_) => return Self::Itself,
            Name::Tile(tile) => tile,
        };
        if tile.spoken.is_empty() {
            return Self::After(" ", &tile.label);
        }
        let text = tile.spoken.as_str();
        let letters = text.bytes().take_while(u8::is_ascii_uppercase).count();
        let digits = text[letters..].bytes().take_while(u8::is_ascii_digit).count();
        let (name, rest) = text.split_at(letters + digits);
        if name.parse() == Ok(tile.cell) && !rest.is_empty() { Self::After("", rest) } else { Self::Itself }
    }

    /// Whether one element can stand for both.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        self == other && *self != Self::Itself
    }
}

/// The shapes of a group, those of which the same is said together.
pub(super) fn sets<'i, 'a>(items: &'i [Item<'a>]) -> Vec<(Says<'a>, &'i Item<'a>)> {
    let mut sets: Vec<_> = items.iter().map(|item| (Says::of(item), item)).collect();
    sets.sort_by_key(|(says, _)| *says);
    sets
}

/// The name of a shape.
pub(super) fn name_of<'a>(item: &Item<'a>) -> Name<'a> {
    match item {
        Item::Square(_, _, name) | Item::Lines(_, name) => *name,
        Item::Text(..) => Name::None,
    }
}
