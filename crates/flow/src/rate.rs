//! Stub.
/// How hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// E
    Easy,
    /// M
    Medium,
    /// H
    Hard,
    /// X
    Expert,
}
impl Difficulty {
    /// N
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
        }
    }
    /// F
    pub fn find(name: &str) -> Option<Self> {
        [Self::Easy, Self::Medium, Self::Hard, Self::Expert].into_iter().find(|d| d.name() == name)
    }
}
