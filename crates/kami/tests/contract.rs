//! The contract of a game, kept by Kami.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

use azulejo_core::contract;
use azulejo_core::game::Game;
use azulejo_kami::Kami;

#[test]
fn kami_keeps_the_contract() {
    for setup in ["6x6c3", "5x8c4", "9x9c5", "9x5c4t"] {
        for seed in 0..8 {
            let setup: <Kami as Game>::Setup = setup.parse().unwrap();
            assert_eq!(contract::keeps::<Kami>(&setup, seed, 30), Ok(()));
        }
    }
}

#[test]
fn boards_that_nobody_generates_keep_it_too() {
    for board in [
        "graph,1,6,0,5,-,1541,0-1.1-2.2-3",
        "square,1,9,2,2,7,1203/4501",
        "triangular,3,8,0,3,-,120/312/203",
        "square,1,3,0,99,-,40.1./2.0.",
    ] {
        for seed in 0..8 {
            let id = format!("kami:{board}").parse().unwrap();
            assert_eq!(contract::keeps_from::<Kami>(&id, seed, 30), Ok(()));
        }
    }
}
