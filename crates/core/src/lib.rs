//! What all five games of azulejo stand on.
//!
//! [`grid`], [`region`] and [`shape`] are the ground; [`budget`], [`outcome`] and [`problem`] are how solvers and parsers
//! answer; [`game`] is the contract of a game, [`hands`] what people do to it, [`words`] what it says, [`lesson`] how it is taught, [`scene`] what there
//! is to see. [`verb`] is what can be asked of a game, [`verbs`] those that all have; a [`question`] comes in, [`mod@open`]
//! finds its position, a [`report`] goes out, and [`registry`] is the one way between. [`options`] reads a verb's schema;
//! [`clock`] is what a machine gives,
//! [`id`] and [`record`] name and keep what was played; [`random`] is the one source of chance; [`contract`] is what every
//! game must keep.
//!
//! Nothing here does I/O, and nothing here knows a game.

pub mod budget;
pub mod clock;
pub mod code;
pub mod contract;
pub mod game;
pub mod grid;
pub mod hands;
pub mod id;
pub mod lesson;
pub mod open;
pub mod options;
pub mod outcome;
pub mod problem;
pub mod question;
pub mod random;
pub mod record;
pub mod region;
pub mod registry;
pub mod report;
pub mod scene;
pub mod shape;
pub mod verb;
pub mod verbs;
pub mod words;
