//! What all five games of azulejo stand on.
//!
//! [`grid`], [`region`] and [`shape`] are the ground; [`budget`], [`outcome`] and [`problem`] are how solvers and parsers
//! answer; [`game`] is the contract of a game and [`erased`] its form without types; [`id`] and [`record`] name and keep
//! what was played; [`random`] is the one source of chance; [`scene`] is what there is to see; [`contract`] is what every
//! game must keep.
//!
//! Nothing here does I/O, and nothing here knows a game.

pub mod budget;
pub mod contract;
pub mod erased;
pub mod game;
pub mod grid;
pub mod id;
pub mod outcome;
pub mod problem;
pub mod random;
pub mod record;
pub mod region;
pub mod scene;
pub mod shape;
