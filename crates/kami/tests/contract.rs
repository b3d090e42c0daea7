//! The contract of a game, kept by Kami.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::missing_panics_doc)]

use azulejo_core::contract;
use azulejo_core::erased::Registry;
use azulejo_core::game::Game;
use azulejo_kami::{ENTRY, Kami};

#[test]
fn kami_keeps_the_contract() {
    for setup in ["6x6c3", "5x8c4", "9x9c5"] {
        for seed in 0..8 {
            let setup: <Kami as Game>::Setup = setup.parse().unwrap();
            assert_eq!(contract::keeps::<Kami>(Registry(&[ENTRY]), &setup, seed, 30), Ok(()));
        }
    }
}
