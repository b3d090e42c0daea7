//! `azulejo switcher turn` and `swaps`: what the cards in hand can make.

use std::time::Instant;

use azulejo_core::outcome::{Answer, Outcome};
use azulejo_core::problem::Problem;
use azulejo_switcher::board::Color;
use azulejo_switcher::cards::{Card, Mov7};
use azulejo_switcher::figures::{Figure, official};
use azulejo_switcher::format::read_list;
use azulejo_switcher::solve::{BestTurn, Engine, Step, Turn, best_turn};
use azulejo_switcher::{as_moves, draw};
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::{Value, json};

use super::{BoardArgument, GAME, NamedCells, cells};
use crate::failure::{Exit, Reply};
use crate::options::{Common, Pictures};
use crate::output::{note, print, print_json};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    board: BoardArgument,
    /// Movement cards in hand: `mov1,mov4,mov7`
    #[arg(long, default_value = "")]
    cards: String,
    /// Own figure cards: `fig04,fig06,fige02`
    #[arg(long)]
    figures: String,
    #[command(flatten)]
    rules: Rules,
    /// Which solver answers; they agree
    #[arg(long, value_enum, default_value_t)]
    engine: EngineName,
    #[command(flatten)]
    pictures: Pictures,
}

#[derive(Debug, Args)]
pub(crate) struct Swaps {
    #[command(flatten)]
    board: BoardArgument,
    /// Movement cards in hand: `mov1,mov4,mov7`
    #[arg(long)]
    cards: String,
    /// Only these figures count
    #[arg(long)]
    figures: Option<String>,
    #[command(flatten)]
    rules: Rules,
}

#[derive(Debug, Args)]
struct Rules {
    /// The colour that is forbidden now: r, g, b or y
    #[arg(long, value_parser = forbidden)]
    forbidden: Option<Color>,
    /// How the seventh card is read
    #[arg(long, value_enum, default_value_t)]
    mov7: Mov7Name,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Mov7Name {
    #[default]
    Edge,
    Four,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum EngineName {
    #[default]
    Exact,
    Plain,
}

impl Rules {
    fn mov7(&self) -> Mov7 {
        match self.mov7 {
            Mov7Name::Edge => Mov7::Edge,
            Mov7Name::Four => Mov7::Four,
        }
    }
}

fn forbidden(text: &str) -> Result<Color, String> {
    let mut letters = text.chars();
    let color = letters.next().and_then(Color::of_letter).filter(|_| letters.next().is_none());
    color
        .or_else(|| Color::ALL.into_iter().find(|color| color.name() == text))
        .ok_or("expected r, g, b or y".to_owned())
}

/// A hand of at most three cards.
fn hand<T: std::str::FromStr<Err = Problem>>(text: &str, option: &str) -> Result<Vec<T>, Problem> {
    let cards: Vec<T> =
        read_list(text).map_err(|problem| Problem { message: format!("{option}: {}", problem.message), ..problem })?;
    if cards.len() > Turn::MOST {
        return Err(Problem::new(format!("{option} has {} cards: a hand has at most 3", cards.len())));
    }
    Ok(cards)
}

#[derive(Serialize)]
struct TurnAnswer {
    min_moves: Option<usize>,
    best_turn_discards: usize,
    line: Vec<Value>,
    nodes: u64,
    elapsed_ms: f64,
    engine: &'static str,
}

fn step_json(step: &Step) -> Value {
    let action: Vec<String> = as_moves(std::slice::from_ref(step)).iter().map(ToString::to_string).collect();
    match *step {
        Step::Swap(card, swap) => json!({ "move": action.concat(), "card": card, "swap": swap.cells() }),
        Step::Claim(figure, color, set) => {
            json!({ "move": action.concat(), "claim": figure, "color": color, "cells": cells(set) })
        }
    }
}

pub(super) fn turn(arguments: &Arguments, common: &Common) -> Reply {
    let figures: Vec<Figure> = hand(&arguments.figures, "--figures")?;
    if figures.is_empty() {
        return Err(Problem::new("--figures is empty: expected one to three figures such as `fig04,fige02`").into());
    }
    let turn = Turn {
        cards: hand(&arguments.cards, "--cards")?,
        figures,
        board: arguments.board.read()?,
        forbidden: arguments.rules.forbidden,
        mov7: arguments.rules.mov7(),
    };
    let engine = match arguments.engine {
        EngineName::Exact => Engine::Exact,
        EngineName::Plain => Engine::Plain,
    };
    let started = Instant::now();
    let Answer { outcome, engine, nodes } = best_turn(&turn, engine, &common.budget());
    let elapsed_ms = started.elapsed().as_secs_f64() * 1e3;
    let best = outcome.solution();
    let line = best.map_or(&[][..], |best| &best.line);
    let scenes = match line {
        [] => vec![draw::outlined(
            "a turn that claims nothing",
            &turn.board,
            official(&turn.board).map(|found| found.cells),
        )],
        line => draw::line(&turn, line),
    };
    arguments.pictures.write(&scenes, common)?;
    let exit = match &outcome {
        Outcome::Solved { .. } => Exit::Answered,
        Outcome::Impossible => Exit::No,
        Outcome::GaveUp { stop, .. } => (*stop).into(),
    };
    if common.json {
        let answer = TurnAnswer {
            min_moves: best.and_then(|best| best.min_moves),
            best_turn_discards: best.map_or(0, |best| best.discards),
            line: line.iter().map(step_json).collect(),
            nodes,
            elapsed_ms,
            engine,
        };
        print_json(GAME, "turn", outcome.status(), &answer)?;
    } else {
        print(&turn_text(&outcome))?;
        note(&format!("{nodes} boards in {elapsed_ms:.1} ms ({engine})"));
    }
    Ok(exit)
}

fn turn_text(outcome: &Outcome<BestTurn>) -> String {
    let (best, claim) = match outcome {
        Outcome::Impossible => return "no own figure can be claimed this turn (proven)\n".to_owned(),
        Outcome::GaveUp { best: None, stop, .. } => return format!("nothing found: {stop}\n"),
        Outcome::GaveUp { best: Some(best), stop, .. } => (best, format!("at least; {stop}")),
        Outcome::Solved { solution, .. } => (solution, "proven the most".to_owned()),
    };
    let plural = if best.discards == 1 { "figure" } else { "figures" };
    let mut text = format!("{} {plural} this turn ({claim})\n", best.discards);
    for (index, action) in as_moves(&best.line).iter().enumerate() {
        let what = match best.line.get(index) {
            Some(Step::Claim(figure, color, _)) => format!("   {color} {}", figure.description()),
            _ => String::new(),
        };
        text.push_str(&format!("{:>2}. {action}{what}\n", index + 1));
    }
    if let Some(fewest) = best.min_moves {
        let cards = if fewest == 1 { "card" } else { "cards" };
        text.push_str(&format!("the first figure needs {fewest} movement {cards}\n"));
    }
    text
}

pub(super) fn swaps(arguments: &Swaps, common: &Common) -> Reply {
    let mut cards: Vec<Card> = read_list(&arguments.cards)?;
    if cards.is_empty() {
        return Err(Problem::new("--cards is empty: expected movement cards such as `mov1,mov4`").into());
    }
    let wanted: Option<Vec<Figure>> = arguments.figures.as_deref().map(read_list).transpose()?;
    let board = arguments.board.read()?;
    cards.sort_unstable();
    cards.dedup();
    let mov7 = arguments.rules.mov7();
    let before: Vec<_> = official(&board).collect();
    let mut found = Vec::new();
    for card in cards {
        for swap in card.swaps(mov7) {
            let after = board.swapped(swap);
            let new = official(&after)
                .filter(|figure| !before.contains(figure))
                .filter(|figure| Some(figure.color) != arguments.rules.forbidden)
                .filter(|figure| wanted.as_ref().is_none_or(|wanted| wanted.contains(&figure.figure)));
            let mut new: Vec<NamedCells> = new
                .map(|figure| NamedCells {
                    name: figure.figure.to_string(),
                    color: figure.color,
                    cells: cells(figure.cells),
                })
                .collect();
            new.sort_by(|one, other| one.cells.cmp(&other.cells));
            if !new.is_empty() {
                found.push((card, swap, new));
            }
        }
    }
    let exit = if found.is_empty() { Exit::No } else { Exit::Answered };
    if common.json {
        let list: Vec<Value> = found
            .iter()
            .map(|(card, swap, figures)| json!({ "card": card, "cells": swap.cells(), "figures": figures }))
            .collect();
        print_json(GAME, "swaps", "ok", &json!({ "swaps": list }))?;
        return Ok(exit);
    }
    if found.is_empty() {
        print("no single swap forms a figure (all were tried)\n")?;
    }
    for (card, swap, figures) in &found {
        let [one, other] = swap.cells();
        let names: Vec<String> = figures.iter().map(|figure| format!("{} {}", figure.color, figure.name)).collect();
        print(&format!("{card} {one} {other}  {}\n", names.join(", ")))?;
    }
    Ok(exit)
}
