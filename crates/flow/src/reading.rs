//! How a puzzle comes in: texts of any form, pictures, and the switches of the rule that go with the question.

use azulejo_core::budget::Budget;
use azulejo_core::outcome::Halt;
use azulejo_core::problem::{Problem, Problems};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::format::{self, Drawn, Format, Reading, line};
use crate::import::{self, Hints};
use crate::play::Position;
use crate::position::{Fill, Rules, Solution, Touch};

/// How a text is to be read, and which rule is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct ReadingOptions {
    /// The form the puzzle is in, where it should not be recognised
    pub format: Option<Format>,
    /// Which puzzle of a text that holds many, from 1
    #[schemars(range(min = 1), extend("x-value" = "N"))]
    pub number: Option<usize>,
    /// Every cell must be used, or cells may stay empty; they must, unless the puzzle's form says otherwise
    pub fill: Option<bool>,
    /// Whether a path may touch itself: neighbours on it that are not consecutive; `allow`, unless an id says otherwise
    pub touch: Option<Touch>,
}

/// A puzzle with what else its text holds.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    /// The puzzle under its rule, with what a player has drawn.
    pub(crate) position: Position,
    /// The solution that came with it, which nobody has checked.
    pub(crate) solution: Option<Solution>,
}

/// Refuses a text whose boards are too large, before they are built, where a short text holds a large board.
pub(crate) fn fits(text: &str, options: &ReadingOptions, budget: &Budget) -> Result<(), Problem> {
    match options.format.unwrap_or_else(|| Format::of(text)) {
        Format::Puzzlink => budget.fits(format::puzzlink::cells(text)),
        _ => Ok(()),
    }
}

/// The position of a text; `rules` hold where the text says nothing else.
pub(crate) fn read(text: &str, options: &ReadingOptions, rules: Rules) -> Result<Position, Problems> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let format = options.format.unwrap_or_else(|| Format::of(text));
    if format == Format::Line {
        return line::read(text.trim(), rules);
    }
    let mut all = format::read_all(text, Some(format))?;
    let count = all.len();
    let reading = match options.number {
        None if count == 1 => all.swap_remove(0),
        None => {
            let message = format!("there are {count} puzzles here, expected one");
            return Err(Problem::new(message).hint("choose one by its number from 1, as in `--number 3`").into());
        }
        Some(number) if (1..=count).contains(&number) => all.swap_remove(number - 1),
        Some(number) => {
            return Err(Problem::new(format!("there is no puzzle number {number}, only 1 to {count}")).into());
        }
    };
    Ok(given(reading, rules).position)
}

/// All puzzles of a text, or the one asked for by its number.
pub(crate) fn read_all(text: &str, options: &ReadingOptions) -> Result<Vec<Given>, Problems> {
    let rules = Rules::default();
    if options.number.is_some() || options.format.unwrap_or_else(|| Format::of(text)) == Format::Line {
        return Ok(vec![Given { position: read(text, options, rules)?, solution: None }]);
    }
    Ok(format::read_all(text, options.format)?.into_iter().map(|reading| given(reading, rules)).collect())
}

fn given(reading: Reading, rules: Rules) -> Given {
    let rules = Rules { fill: reading.fill.unwrap_or(rules.fill), touch: reading.touch.unwrap_or(rules.touch) };
    let solution = match reading.drawn {
        Some(Drawn::Paths(solution)) => Some(solution),
        Some(Drawn::Links(_)) | None => None,
    };
    Given { position: Position::new(reading.puzzle, rules), solution }
}

/// The position in a picture.
pub(crate) fn see(picture: &[u8], budget: &Budget) -> Result<Position, Halt> {
    let reading = import::read(picture, &Hints::default(), budget)?;
    Ok(Position::new(reading.puzzle, Rules::default()))
}

/// The position under the rule that was asked for.
pub(crate) fn under(position: Position, options: &ReadingOptions) -> Position {
    let Rules { fill, touch } = position.rules();
    let rules = Rules { fill: options.fill.map_or(fill, Fill::of), touch: options.touch.unwrap_or(touch) };
    position.with_rules(rules)
}
