//! Who plays what: the options that `new` and `simulate` share.

use azulejo_core::options::List;
use azulejo_core::problem::{About, Problem, Problems};

use crate::goal::Kind;
use crate::position::{Player, Setup};
use crate::rules::Rules;

/// Options of a verb that lays a table: its own, then those of every table.
macro_rules! table {
    ($(#[$about:meta])* $name:ident { $($(#[$meta:meta])* $own:ident: $kind:ty,)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, serde::Deserialize, schemars::JsonSchema)]
        pub struct $name {
            $($(#[$meta])* pub $own: $kind,)*
            /// How many random players
            #[serde(default)]
            #[schemars(range(min = 0, max = 64), extend("x-value" = "N"))]
            pub random: u8,
            /// Smart players by difficulty, 0 to 5: `2,5`
            #[serde(default)]
            #[schemars(extend("x-value" = "LEVELS"))]
            pub smart: azulejo_core::options::List<u32>,
            /// Searching players by the width of their beam: `24`
            #[serde(default)]
            #[schemars(extend("x-value" = "WIDTHS"))]
            pub search: azulejo_core::options::List<u32>,
            /// The deepest level of a block, 0 to 8
            #[serde(default = "crate::verbs::table::usual_depth")]
            #[schemars(range(min = 0, max = 8), extend("x-value" = "D"))]
            pub depth: u8,
            /// Turns for each player
            #[serde(default = "crate::verbs::table::usual_turns")]
            #[schemars(range(min = 0, max = 10_000), extend("x-value" = "N"))]
            pub turns: u32,
            /// What all players want; blob or perimeter by chance if not given
            #[schemars(extend("x-value" = "GOAL"))]
            pub goal: Option<crate::goal::Kind>,
            /// The edition of the rules
            #[serde(default)]
            #[schemars(extend("x-value" = "YEAR"))]
            pub rules: crate::rules::Rules,
        }

        impl $name {
            /// The table that is asked for.
            fn table(&self, humans: u8) -> crate::verbs::table::Table<'_> {
                let Self { random, smart, search, depth, turns, goal, rules, .. } = self;
                crate::verbs::table::Table {
                    humans, random: *random, smart, search, depth: *depth, turns: *turns, goal: *goal, rules: *rules,
                }
            }
        }
    };
}

pub(super) use table;

pub(super) fn usual_depth() -> u8 {
    Setup::solo().depth
}

pub(super) fn usual_turns() -> u32 {
    Setup::solo().turns
}

/// What a table is asked to be.
pub(super) struct Table<'a> {
    pub(super) humans: u8,
    pub(super) random: u8,
    pub(super) smart: &'a List<u32>,
    pub(super) search: &'a List<u32>,
    pub(super) depth: u8,
    pub(super) turns: u32,
    pub(super) goal: Option<Kind>,
    pub(super) rules: Rules,
}

impl Table<'_> {
    /// The setup of the table: people, random players, smart ones, searching ones.
    pub(super) fn setup(&self) -> Result<Setup, Problems> {
        if let Some(width) = self.search.0.iter().find(|width| !(1..=Player::WIDEST).contains(width)) {
            let problem = Problem::new(format!("{width} is not from 1 to {}", Player::WIDEST));
            return Err(Problems::from(problem).in_part(About::Option("search".to_owned())));
        }
        let players: Vec<Player> = std::iter::repeat_n(Player::Human, self.humans.into())
            .chain(std::iter::repeat_n(Player::Random, self.random.into()))
            .chain(self.smart.0.iter().map(|difficulty| Player::Smart(*difficulty)))
            .chain(self.search.0.iter().map(|width| Player::Search(*width)))
            .collect();
        if players.is_empty() || players.len() > Setup::MOST_PLAYERS {
            let message = format!("a game has 1 to {} players", Setup::MOST_PLAYERS);
            return Err(Problem::new(message).hint("the options `random`, `smart` and `search` seat some").into());
        }
        Ok(Setup { depth: self.depth, turns: self.turns, goal: self.goal, players, rules: self.rules })
    }
}
