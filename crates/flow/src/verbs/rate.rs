//! `rate`: how hard a puzzle is for a person, and what makes it so.

use std::collections::BTreeMap;

use azulejo_core::budget::Budget;
use azulejo_core::open::At;
use azulejo_core::options::NoOptions;
use azulejo_core::outcome::{Halt, Outcome};
use azulejo_core::problem::Problem;
use azulejo_core::report::{Head, Page};
use azulejo_core::verb::{Reply, Verb};
use azulejo_core::words::{Message, Template};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::roomy;
use crate::Flow;
use crate::deduce::Deduction;
use crate::position::{Fill, Rules};
use crate::rate::{Effort, Verdict, judge};

/// How hard a puzzle is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Rated {
    /// `easy`, `medium`, `hard` or `expert`; null where it is not rated.
    pub difficulty: Option<&'static str>,
    /// The whole effort.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// How often each deduction is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<BTreeMap<String, u32>>")]
    pub deductions: Option<Counts>,
    /// How often nothing applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guesses: Option<u32>,
    /// The most forced steps that must be followed at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_look_ahead: Option<u32>,
    /// What makes it so, most important first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
    /// How many solutions it has; null where that was not found out. Only what has one is rated.
    pub solutions: Option<Solutions>,
    /// The rule under which it was rated.
    pub rule: Rules,
}

/// How many solutions a puzzle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Solutions {
    /// None.
    None,
    /// Exactly one.
    One,
    /// More than one.
    Several,
}

/// How often each deduction is needed, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts(Effort);

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let counted = |deduction: Deduction| (deduction.name().replace([' ', '-'], "_"), self.0.count(deduction));
        serializer.collect_map(Deduction::ALL.into_iter().map(counted))
    }
}

pub(super) const RATED: Template = Template::new("flow.rated", "{difficulty}, effort {score} ({rule})");
pub(super) const NO_SOLUTION: Template = Template::new("flow.rate_none", "not rated: it has no solution ({rule})");
pub(super) const SEVERAL: Template = Template::new("flow.rate_several", "not rated: it has several solutions ({rule})");
pub(super) const STOPPED: Template = Template::new("flow.rate_stopped", "not rated: {stop}");

/// Said where a player may take for granted what the rule does not ask for.
const COUNTED_ON: &str = "the only solution does not touch itself, and that was counted on";

/// How hard a puzzle is, and why.
#[derive(Debug)]
pub struct Rate;

impl Verb for Rate {
    type Game = Flow;
    type On = At<Flow>;
    type Options = NoOptions;
    type Answer = Rated;
    const NAME: &'static str = "rate";
    const ABOUT: &'static str = "Say how hard a puzzle is, and why";

    fn run(on: &At<Flow>, _: &NoOptions, budget: &Budget) -> Result<Reply<Rated>, Halt> {
        let (puzzle, rule) = (on.position.puzzle(), on.position.rules());
        if rule.fill == Fill::Free {
            let problem = Problem::new("a rating is about puzzles in which every cell is used");
            return Err(problem.hint("`--fill` rates it under that rule").into());
        }
        let unrated = |solutions| Rated {
            difficulty: None,
            score: None,
            deductions: None,
            guesses: None,
            longest_look_ahead: None,
            reasons: Vec::new(),
            solutions,
            rule,
        };
        Ok(match judge(puzzle, rule, &roomy(budget)) {
            Ok(Verdict::Rated(rated)) => {
                let mut rating = rated.effort.rating(puzzle.tiles().len());
                if rated.counted_on != rule.touch {
                    rating.reasons.push(COUNTED_ON.to_owned());
                }
                Reply::ok(Rated {
                    difficulty: Some(rating.difficulty),
                    score: Some(rating.score),
                    guesses: Some(rated.effort.guesses),
                    longest_look_ahead: Some(rated.effort.depth),
                    deductions: Some(Counts(rated.effort)),
                    reasons: rating.reasons,
                    solutions: Some(Solutions::One),
                    rule,
                })
            }
            Ok(Verdict::NoSolution) => {
                Reply { head: Head::of(&Outcome::<()>::Impossible), answer: unrated(Some(Solutions::None)) }
            }
            Ok(Verdict::Several) => Reply::ok(unrated(Some(Solutions::Several))).no_if(true),
            Err(stop) => Reply::cut_short(unrated(None), stop),
        })
    }

    fn words(_: &At<Flow>, _: &NoOptions, reply: &Reply<Rated>) -> Vec<Message> {
        let Rated { difficulty, score, solutions, rule, .. } = &reply.answer;
        let rule = ("rule", rule.words().into());
        vec![match (difficulty, score, solutions, reply.head.stop) {
            (Some(difficulty), Some(score), ..) => {
                RATED.with([("difficulty", (*difficulty).into()), ("score", (*score).into()), rule])
            }
            (.., Some(stop)) => STOPPED.with([("stop", stop.to_string().into())]),
            (.., Some(Solutions::Several), None) => SEVERAL.with([rule]),
            _ => NO_SOLUTION.with([rule]),
        }]
    }

    fn tell(on: &At<Flow>, options: &NoOptions, reply: &Reply<Rated>, page: &mut Page) {
        for message in Self::words(on, options, reply) {
            if reply.head.stop.is_some() { page.note(message) } else { page.say(message) }
        }
        page.text(reply.answer.reasons.iter().map(|reason| format!("  {reason}\n")).collect::<String>());
    }
}
