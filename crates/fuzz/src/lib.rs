//! A fuzz target for every parser and for `ask` itself: no text may make it panic, and what it accepts it must write and
//! read again.
//!
//! The same targets run in three ways: a few thousand mutations of each seed in the tests, for as long as you like without
//! guidance by `cargo xtask fuzz SECONDS --stable`, and guided by coverage by `cargo xtask fuzz SECONDS`.

pub mod mutate;
mod promises;

use azulejo_blocky::Blocky;
use azulejo_flow::Flow;
use azulejo_kami::Kami;
use azulejo_switcher::Switcher;
use azulejo_tetris::Tetris;
use promises::{
    action, any_question, blocky_board, blocky_moves, flow_puzzle, flow_solution, id, kami_level, line, picture,
    position, question, record, saved, setup, switcher_board, switcher_figures, tetris_fumen, tetris_state, tetris_tbp,
    tetris_weights, text,
};

/// What is fed, what it is called, and what it accepts.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Good texts to begin from; for bytes, the characters of the same numbers.
    pub seeds: &'static [&'static str],
    run: Run,
}

#[derive(Clone, Copy, Debug)]
enum Run {
    Text(fn(&str)),
    Bytes(fn(&[u8])),
}

impl Target {
    /// The target of this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// Feeds it bytes.
    ///
    /// # Panics
    /// When a promise is broken: that is how a fuzzer is told.
    pub fn feed(&self, bytes: &[u8]) {
        match self.run {
            Run::Text(run) => run(&String::from_utf8_lossy(bytes)),
            Run::Bytes(run) => run(bytes),
        }
    }

    /// The bytes of one of its texts.
    pub fn bytes(&self, text: &str) -> Vec<u8> {
        match self.run {
            Run::Text(_) => text.as_bytes().to_vec(),
            Run::Bytes(_) => text.chars().map(|symbol| symbol as u32 as u8).collect(),
        }
    }
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target { name: "id", seeds: &["switcher#42", "flow@2:7x7:1j2h", "kami:9x9c5#morning"], run: Run::Text(id) },
    Target {
        name: "record",
        seeds: &["switcher#7 mov3 A1 A2; claim fig04 C3; block 2 fige01 F6; back; end; leave"],
        run: Run::Text(record),
    },
    Target {
        name: "question",
        seeds: &[
            r#"{"puzzle":"kami:4x4c3#1","moves":["A1 2"],"options":{"ui":{},"gestures":[{"act":"tap","on":"A1"}]}}"#,
            r#"{"puzzle":"A.A","options":{"unique":true,"count":3,"seed":"x"},"limits":{"nodes":10},"draw":{}}"#,
            r#"{"position":{"board":["00"],"pieces":["T"]},"options":{"goal":"blob:1","number":2}}"#,
        ],
        run: Run::Text(question),
    },
    Target {
        name: "position",
        seeds: &[
            "rrbgbg/rrgbgb/bgbgry/gbyrgy/yrrbry/gyyyyb",
            "rrbgbg/rrgbgb/bgbgry/gbyrgy/yrrbry/gyyyyb,r,1,3AB,12,7,5.40,-,qt!v.ab.13,abc.de.457",
            "2xx0113213.w9-human-smart2-2020.t3.r5-16.gperimeter02.p3-0.s1-0",
            "{\"max_depth\":2,\"board\":[[0,1,1,3],2,1,3]}",
            "..A...\n......\nAB.BC.\n..C...\n......\n%wall 2,4 3,4\n%wall 1,2 2,2\n",
            "A.B\n.*.\nB#A\n%topology torus\n",
            "[[[255,0,0],null],[null,[255,0,0]]]",
            "5,0,1,2;18,17,12;21,16,11,6",
            "A../BBA,free,no2x2,dA1-C1-C2,dA2-B2",
            "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3",
            "pzprv3/\nnumlin/\n2/\n2/\n1 . /\n1 . /\n0 /\n0 /\n0 0 /\n",
            "1001\n3\n12\n8\n00000000\n00000000\n00000000\n00000000\n00000000\n00000000\n00000000\n00330000\n03366000\n00066000\n03305000\n33005550\n5\nT\nO\nT\nO\nO\n",
            "1 3 2 3 3\n1 2 3\n3 2 1\n",
        ],
        run: Run::Text(position),
    },
    Target {
        name: "ask",
        seeds: &[
            "kami solve\n{\"format\":\"square\"}\n1 3 2 3 3\n1 1 2\n3 0 2\n",
            "kami hint\n{\"left\":true,\"target\":2}\nsquare,1,3,0,99,-,40.1./2.0.",
            "flow solve\n{\"unique\":true,\"fill\":false,\"touch\":\"no-2x2\"}\nA.B\n.*.\nB#A\n%wall 0,0 0,1\n",
            "flow hint\n{}\nflow:A*./BBA,free A1-B1; A2-B2",
            "flow rate\n{\"touch\":\"forbid\"}\n..A...\n......\nAB.BC.\n..C...\n......\n",
            "tetris plan\n{\"clear\":true}\n1001\n1\n4\n4\n0000\n0000\n0660\n3065\n2\nT\nO\n",
            "tetris perft\n{}\n0000/0000/0110/1101,TOS,clear,3",
            "blocky solve\n{\"goal\":\"blob:1\"}\n{\"max_depth\":2,\"board\":[[0,1,1,3],2,1,3]}",
            "switcher figures\n{}\nrrbgbg/rrgbgb/bgbgry/gbyrgy/yrrbry/gyyyyb",
            "switcher turn\n{}\nswitcher#7 mov3 A1 A2",
        ],
        run: Run::Text(any_question),
    },
    Target {
        name: "line",
        seeds: &[
            r#"{"game":"flow","task":"solve","puzzle":"A.A"}"#,
            r#"{"id":7,"game":"kami","task":"hint","puzzle":"kami:4x4c3#1","limits":{"nodes":10}}"#,
            r#"{"game":"tetris","task":"features","position":{"board":["00","10"],"pieces":["T"]}}"#,
        ],
        run: Run::Text(line),
    },
    Target { name: "flow_grid", seeds: &["A.B\n...\nA.B\n", "2 2\nAA\nBB\n\n3 1\nA.A\n"], run: Run::Text(flow_puzzle) },
    Target {
        name: "flow_variants",
        seeds: &[
            "A.B\n.*.\nB#A\n%topology torus\n%wall 0,0 0,2\n",
            "A.B\n...\nB.A\n%topology hex\n%wall 0,0 1,0\n",
            "A.B/._*/B.A,torus,w0.0-0.1,w1.2-2.2,free,forbid",
            "A../BBA,free,no2x2,dA1-C1-C2,dA2-B2",
            "AB/BA,n40.2f",
        ],
        run: Run::Text(flow_puzzle),
    },
    Target {
        name: "flow_json",
        seeds: &["[[[255,0,0],null],[null,[255,0,0]]]", "[[[[255,0,0],null],[null,[255,0,0]]],[[[1,2,3],[1,2,3]]]]"],
        run: Run::Text(flow_puzzle),
    },
    Target {
        name: "flow_pack",
        seeds: &[
            "5,0,1,2;18,17,12;21,16,11,6",
            "W_4:3,0,2,1;0,1,2;",
            "X_5:5+B,0,3,2,,4:9_0B,0|1;0,5,10;3,8",
            "5:5,0,3,1,12,,0|1;2,7,12,17,22",
        ],
        run: Run::Text(flow_puzzle),
    },
    Target {
        name: "flow_puzzlink",
        seeds: &[
            "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3",
            "arukone/e/4/4/12l3123j",
            "https://puzz.link/p?arukone/4/2/f-10-ff+100f-10-ff+100",
        ],
        run: Run::Text(flow_puzzle),
    },
    Target {
        name: "flow_pzprv3",
        seeds: &[
            "pzprv3/\nnumlin/\n2/\n2/\n1 . /\n1 . /\n0 /\n0 /\n0 0 /\n",
            "pzprv3\narukone\n2\n3\n1 . 2 \n1 . 2 \n1 0 \n0 -1 \n1 0 1 \n",
        ],
        run: Run::Text(flow_puzzle),
    },
    Target { name: "flow_move", seeds: &["A1-A4-C4", "x A1", "erase AB12"], run: Run::Text(action::<Flow>) },
    Target {
        name: "flow_picture",
        // Bytes as the characters of the same number.
        seeds: &[
            "\u{89}PNG\u{d}\u{a}\u{1a}\u{a}\u{0}\u{0}\u{0}\u{d}IHDR\u{0}\u{0}\u{0}\u{10}\u{0}\u{0}\u{0}\u{10}\u{8}\u{0}\u{0}\u{0}\u{0}:\u{98}\u{a0}\u{bd}\u{0}\u{0}\u{0}\u{16}IDATx\u{9c}c\u{88}B\u{3}\u{c}Q\u{c}\u{c}(\u{98}\u{18}\u{81}\u{e1}c\u{6}\u{0}\u{b4}\u{fa}'a(\u{97}\u{b5}\u{de}\u{0}\u{0}\u{0}\u{0}IEND\u{ae}B`\u{82}",
            "\u{ff}\u{d8}\u{ff}\u{c0}\u{0}\u{11}\u{8}\u{0} \u{0} \u{3}\u{1}\u{22}\u{0}\u{2}\u{11}\u{1}\u{3}\u{11}\u{1}\u{ff}\u{da}\u{0}\u{c}\u{3}\u{1}\u{0}\u{2}\u{11}\u{3}\u{11}\u{0}?\u{0}\u{ff}\u{d9}",
        ],
        run: Run::Bytes(picture),
    },
    Target {
        name: "kami_level",
        seeds: &[
            "1 3 2 3 3\n1 1 2\n3 0 2\n",
            "3 2 2 1\n1 2 1\n0 1\n1 2\n",
            "2 4 3 1 2\n1\n2\n0\ntarget 2\n",
            "square,1,3,0,99,-,40.1./2.0.",
            "graph,1,6,0,5,-,1541,0-1.1-2.2-3",
            r#"{"layout":"square","moves":3,"colors":3,"rows":[[1,2],[3,0]],"used":1}"#,
        ],
        run: Run::Text(kami_level),
    },
    Target { name: "kami_move", seeds: &["F4 2", "17 3", "AB12 7"], run: Run::Text(action::<Kami>) },
    Target {
        name: "switcher_board",
        seeds: &["r r b g b g\nr r g b g b\nb g b g r y\ng b y r g y\ny r r b r y\ng y y y y b\n"],
        run: Run::Text(switcher_board),
    },
    Target {
        name: "switcher_figures",
        seeds: &["# ours\nTower\n*\n*\n*\n\nHook\n.*\n**\n"],
        run: Run::Text(switcher_figures),
    },
    Target {
        name: "switcher_move",
        seeds: &["mov3 A1 A2", "claim fig04 C3", "block 2 fig04 C3", "back"],
        run: Run::Text(action::<Switcher>),
    },
    Target {
        name: "blocky_board",
        seeds: &[
            "{\"max_depth\":2,\"board\":[[0,1,1,3],2,1,3]}",
            "[3,[0,1,2,3],1,1]",
            "{\"a\":[\"\\u0041\",null],\"board\":2}",
        ],
        run: Run::Text(blocky_board),
    },
    Target {
        name: "blocky_moves",
        seeds: &["swap_h 0; rotate_cw root; smash 2.1", "paint 0.0 3;combine 1\npass"],
        run: Run::Text(blocky_moves),
    },
    Target {
        name: "blocky_setup",
        seeds: &["d4,t10,blob,human,random,smart5,search24,2020"],
        run: Run::Text(setup::<Blocky>),
    },
    Target {
        name: "flow_setup",
        seeds: &["12x9-torus-walls-holes-bridges-pairs-free-c8-expert-forbid", "5x5-hex-no2x2", "9x9-free-full"],
        run: Run::Text(setup::<Flow>),
    },
    Target {
        name: "flow_solution",
        seeds: &[
            "{\"paths\":{\"A\":[[0,0],[0,1],[0,2]]}}",
            "{\"grid\":[\"AAA\",\"BBB\"]}",
            "AAA\nB.B\n",
            "pzprv3/numlin/2/3/1 . 1/2 . 2/1 1/1 1/0 0 0",
        ],
        run: Run::Text(flow_solution),
    },
    Target {
        name: "flow_saved",
        seeds: &[
            r#"{"board":"A../BCA/BC.,torus,w0.0-0.1","fill":false,"touch":"forbid","lines":[["A1","B1"],[],[]]}"#,
            r#"{"board":".A/BC/BCA","fill":true,"touch":"allow","lines":[[[0,1],[0,0]],[],[]]}"#,
        ],
        run: Run::Text(saved::<Flow>),
    },
    Target { name: "kami_setup", seeds: &["9x9c5", "15x8c4t"], run: Run::Text(setup::<Kami>) },
    Target {
        name: "kami_saved",
        seeds: &[
            r#"{"layout":"square","moves":3,"colors":3,"rows":[[1,2],[3,0]],"used":1}"#,
            r#"{"layout":"graph","moves":3,"colors":3,"vertices":[1,2,3],"edges":[[0,1],[1,2]],"used":0}"#,
        ],
        run: Run::Text(saved::<Kami>),
    },
    Target { name: "switcher_setup", seeds: &["2p-four-box", "4p"], run: Run::Text(setup::<Switcher>) },
    Target {
        name: "switcher_text",
        seeds: &[
            "rrbgbg/rrgbgb/bgbgry/gbyrgy/yrrbry/gyyyyb",
            "rrbgbg/rrgbgb/bgbgry/gbyrgy/yrrbry/gyyyyb,r,1,3AB,12,7,5.40,-,qt!v.ab.13,abc.de.457",
        ],
        run: Run::Text(text::<Switcher>),
    },
    Target {
        name: "switcher_saved",
        seeds: &[
            r#"{"setup":{"players":2,"mov7":"edge","refill":"turn"},"board":"ybrggb/ygyrry/rybryy/rbbrgb/ybgyrg/rggbgb","forbidden":null,"turn":0,"played":[],"players":[{"figures":[{"figure":"fig07","side":"up"}],"deck":["fig07"],"cards":["mov2","mov6"],"seat":"taken"},{"figures":[{"figure":"fig10","side":"up"}],"deck":[],"cards":["mov2"],"seat":"taken"}],"pile":["mov1"],"used":[],"random":{"seed":3,"drawn":358},"winner":null}"#,
        ],
        run: Run::Text(saved::<Switcher>),
    },
    Target {
        name: "blocky_text",
        seeds: &["2xx0113213.w9-human-smart2-2020.t3.r5-16.gperimeter02.p3-0.s1-0", "[3,[0,1,2,3],1,1]"],
        run: Run::Text(text::<Blocky>),
    },
    Target {
        name: "blocky_saved",
        seeds: &[
            r#"{"rules":"2020","turns":10,"turn":0,"players":[{"player":"human","goal":"blob:2"},{"player":"smart2","goal":"perimeter:1"}],"random":{"seed":"91480913","drawn":0},"max_depth":2,"board":[3,[0,1,2,3],1,1]}"#,
        ],
        run: Run::Text(saved::<Blocky>),
    },
    Target {
        name: "tetris_state",
        seeds: &["1001\n1\n4\n4\n0000\n0000\n0660\n3065\n2\nT\nO\n", "7 0 1 3 010 1 I", "1\nT\n2\n2\n3\n010\n111\n"],
        run: Run::Text(tetris_state),
    },
    Target {
        name: "tetris_text",
        seeds: &["0000/0000/0110/1101,TOS,clear,3", "00/10,T,keep,0", "000/000,TOSZI,clear,0,77.5"],
        run: Run::Text(text::<Tetris>),
    },
    Target {
        name: "tetris_saved",
        seeds: &[
            r#"{"board":["00","10"],"pieces":["T"]}"#,
            r#"{"board":["0000","0110"],"pieces":["Z","I","J","I","Z"],"source":{"seed":3,"drawn":5},"full_rows":"clear","cleared":0}"#,
        ],
        run: Run::Text(saved::<Tetris>),
    },
    Target {
        name: "tetris_weights",
        seeds: &["{\"height\": -0.5, \"lines\": 0.76}", "holes -4\nheight=1.5 # no\n", "landing -1\nholes: -4\n"],
        run: Run::Text(tetris_weights),
    },
    Target {
        name: "tetris_fumen",
        seeds: &[
            "v115@vhDaNJAAA6dBAAPaAFLDmClcJSAVDEHBEooRBUoAVB?JHUPCzXBAA",
            "v110@7eAAgHAA",
            "v115@vhAyQBAFLDmClcJSAVDEHBEooRBToAVBa3jPCM3jPC",
        ],
        run: Run::Text(tetris_fumen),
    },
    Target {
        name: "tetris_tbp",
        seeds: &[
            r#"{"type":"start","hold":null,"queue":["T","I"],"combo":0,"back_to_back":false,"board":[]}"#,
            r#"{"type":"play","move":{"location":{"type":"I","orientation":"north","x":5,"y":0},"spin":"none"}}"#,
            r#"{"type":"new_piece","piece":"O"}"#,
        ],
        run: Run::Text(tetris_tbp),
    },
    Target { name: "tetris_setup", seeds: &["10x20", "6x12-keep"], run: Run::Text(setup::<Tetris>) },
    Target { name: "tetris_move", seeds: &["2 3", "0 0"], run: Run::Text(action::<Tetris>) },
];
