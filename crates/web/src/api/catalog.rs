//! What there is: the games with their setups, today's puzzles, and whether the server is well.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::extract::{Query, rejection::QueryRejection};
use axum::response::Response;
use azulejo_core::erased::Entry;
use azulejo_core::id::Id;
use azulejo_games::GAMES;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::json;
use crate::refusal::Refusal;

/// What a puzzle can be asked to be.
pub(super) const DIFFICULTIES: [&str; 4] = ["easy", "medium", "hard", "expert"];

/// All games.
#[derive(Serialize, ToSchema)]
struct Catalog {
    games: Vec<Described>,
}

/// One game.
#[derive(Serialize, ToSchema)]
#[schema(as = GameDescription)]
struct Described {
    /// Its name in addresses and ids.
    #[schema(value_type = super::GameName)]
    name: &'static str,
    /// Its name for people.
    title: &'static str,
    /// What one does in it.
    summary: &'static str,
    /// The version of its generator.
    version: u32,
    /// What can be asked of it beside playing.
    abilities: Vec<&'static str>,
    /// Its computer players, weakest first.
    bots: &'static [&'static str],
    /// Setups to choose from, the usual one first.
    setups: Vec<Preset>,
    /// The difficulties that a puzzle can be asked for.
    difficulties: &'static [&'static str],
}

/// A setup with its name for people.
#[derive(Serialize, ToSchema)]
struct Preset {
    /// The setup.
    setup: &'static str,
    /// Its name.
    name: &'static str,
}

fn described(game: &Entry) -> Described {
    let abilities = [
        ("solve", game.solve.is_some()),
        ("hint", game.hint.is_some()),
        ("generate", game.generate.is_some()),
        ("rate", game.rate.is_some()),
        ("import", game.name == "flow"),
    ];
    Described {
        name: game.name,
        title: game.title,
        summary: game.summary,
        version: game.version,
        abilities: abilities.into_iter().filter_map(|(name, able)| able.then_some(name)).collect(),
        bots: game.bots,
        setups: game.presets.iter().map(|preset| Preset { setup: preset.setup, name: preset.name }).collect(),
        difficulties: if game.generate.is_some() && game.rate.is_some() { &DIFFICULTIES } else { &[] },
    }
}

/// The games, what they can do and how they can be set up.
#[utoipa::path(get, path = "/games", tag = "about", responses((status = 200, description = "All games", body = Catalog)))]
pub(super) async fn games() -> Result<Response, Refusal> {
    json(&Catalog { games: GAMES.0.iter().map(described).collect() })
}

/// Which day is meant.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Day {
    /// The day, such as `2026-11-16`; today in Greenwich when not given.
    #[param(pattern = "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$", nullable = false)]
    date: Option<String>,
}

/// The puzzles of a day.
#[derive(Serialize, ToSchema)]
struct Daily {
    /// The day.
    date: String,
    /// One puzzle a game.
    puzzles: Vec<Puzzle>,
}

/// A game's puzzle of a day.
#[derive(Serialize, ToSchema)]
#[schema(as = DailyPuzzle)]
struct Puzzle {
    /// The game.
    #[schema(value_type = super::GameName)]
    game: &'static str,
    /// Its id.
    id: String,
}

/// The puzzles of a day: the same for everybody.
#[utoipa::path(get, path = "/daily", tag = "about", params(Day), responses(
    (status = 200, description = "One puzzle a game", body = Daily),
    (status = 422, description = "Not a day", body = Refusal, content_type = "application/problem+json")))]
pub(super) async fn daily(day: Result<Query<Day>, QueryRejection>) -> Result<Response, Refusal> {
    let Query(Day { date }) = day.map_err(|rejection| Refusal::unusable(rejection.body_text()))?;
    let date = match date {
        None => today(),
        Some(date) if is_date(&date) => date,
        Some(_) => return Err(Refusal::unusable("expected a day such as `2026-11-16`")),
    };
    let puzzle = |game: &Entry| {
        let setup = game.presets.first().map_or("", |preset| preset.setup);
        Puzzle { game: game.name, id: Id::seeded(game.name, setup, &date).at_version(game.version).to_string() }
    };
    let puzzles = GAMES.0.iter().map(puzzle).collect();
    json(&Daily { date, puzzles })
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return false };
    let number = |text: &str, digits: usize| {
        let plain = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
        if plain { text.parse::<u32>().unwrap_or(0) } else { 0 }
    };
    let plain_year = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
    plain_year && (1..=12).contains(&number(month, 2)) && (1..=31).contains(&number(day, 2))
}

fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs());
    day_of(seconds / 86_400)
}

/// The date of a day counted from 1 January 1970. Years are counted from March here, so that leap days come last.
fn day_of(days: u64) -> String {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// How the server is.
#[derive(Serialize, ToSchema)]
struct Health {
    /// Always `ok`: a server that is not well does not answer.
    status: &'static str,
    /// The version of the program.
    version: &'static str,
}

/// Whether the server is there.
#[utoipa::path(get, path = "/health", tag = "about", responses((status = 200, description = "It is", body = Health)))]
pub(super) async fn health() -> Result<Response, Refusal> {
    json(&Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (days, date) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (20_773, "2026-11-16"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(day_of(days), date);
            assert!(is_date(date));
        }
        for text in ["", "2026", "2026-13-01", "2026-01-32", "2026-1-1", "+026-01-01", "2026-01-01-01", "2026-00-10"] {
            assert!(!is_date(text), "{text}");
        }
    }
}
