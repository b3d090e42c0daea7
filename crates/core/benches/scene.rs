//! CPU time and size of pictures: boards as large and as busy as the games', made without any game.
//!
//! `cargo bench -p azulejo-core`
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../tests/common/boards.rs"]
mod boards;

use std::hint::black_box;

use azulejo_bench::{Suite, shown, timed};
use azulejo_core::scene::ansi::{Depth, ansi};
use azulejo_core::scene::{Scene, Style, png, svg};

fn main() {
    let suite = Suite::new("scenes");
    let style = Style::default();
    let scenes = [
        ("colours, 10 x 10", boards::colored(10, 10, 5)),
        ("colours, 16 x 16", boards::colored(16, 16, 5)),
        ("kami, 10 x 10", boards::kami()),
        ("flow, 14 x 14 solved", boards::flow()),
        ("blocky, depth 4", boards::blocky()),
        ("switcher, 6 x 6", boards::switcher()),
        ("tetris, 20 x 10", boards::tetris()),
        ("a hand of cards", boards::hand()),
    ];
    for (name, scene) in &scenes {
        each(&suite, &format!("svg: {name}"), scene, 2000, |scene| svg::svg(scene, &style).len());
    }
    for (name, scene) in &scenes[..2] {
        each(&suite, &format!("ansi: {name}"), scene, 500, |scene| ansi(scene, &style, Depth::True).len());
        each(&suite, &format!("png: {name}"), scene, 10, |scene| png::png(scene, &style).unwrap().len());
    }
}

/// The mean time of one picture, after as many to warm up, and how large it is.
fn each(suite: &Suite, name: &str, scene: &Scene, times: u32, draw: impl Fn(&Scene) -> usize) {
    let run = || (0..times).map(|_| draw(black_box(scene))).max().unwrap_or(0);
    run();
    let (bytes, time) = timed(run);
    suite.say(name, &format!("{:>10} {bytes:>8} bytes", shown(time / times)));
}
