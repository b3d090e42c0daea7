//! A puzzle from a screenshot.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use axum::response::Response;
use azulejo_flow::import;
use azulejo_flow::play::Position;
use azulejo_flow::position::Rules;
use azulejo_games::GAMES;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::json;
use crate::App;
use crate::input::{read_body, require_kind};
use crate::refusal::Refusal;
use crate::view::{Draw, View, see};

/// What is known of the board in the picture.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Hints {
    /// Its rows.
    #[param(minimum = 2, maximum = 60, nullable = false)]
    rows: Option<u16>,
    /// Its columns.
    #[param(minimum = 2, maximum = 60, nullable = false)]
    columns: Option<u16>,
}

/// What was read from a picture.
#[derive(Debug, Serialize, ToSchema)]
struct Imported {
    #[serde(flatten)]
    view: View,
    /// From 0 to 1.
    confidence: f64,
    /// Cells worth a second look.
    unsure: Vec<String>,
}

/// The Flow puzzle in a screenshot.
#[utoipa::path(post, path = "/games/flow/import", tag = "files", params(Hints),
    request_body(content((Vec<u8> = "image/png"), (Vec<u8> = "image/jpeg"))), responses(
    (status = 200, description = "The puzzle", body = Imported),
    (status = "4XX", description = "Why there is none", body = Refusal, content_type = "application/problem+json"),
    (status = 503, description = "Too many ask at once", body = Refusal, content_type = "application/problem+json")))]
pub(super) async fn read_picture(
    State(app): State<App>,
    hints: Result<Query<Hints>, QueryRejection>,
    request: Request,
) -> Result<Response, Refusal> {
    let Query(Hints { rows, columns }) = hints.map_err(|rejection| Refusal::unusable(rejection.body_text()))?;
    require_kind(request.headers(), &["image/png", "image/jpeg"])?;
    let picture = read_body(request, &app, app.limits.picture_bytes).await?;
    let hints = import::Hints { rows, columns };
    let limits = app.limits.clone();
    let work = move |budget: &_| {
        let flow = GAMES.find("flow").ok_or_else(|| Refusal::unusable("there is no game of Flow here"))?;
        let reading = import::read(&picture, &hints, budget)?;
        let position = serde_json::to_value(Position::new(reading.puzzle, Rules::default()));
        let position = position.map_err(|error| Refusal::unusable(format!("the puzzle cannot be written: {error}")))?;
        let view = see(flow, &position, &[], Draw::usual(), &limits)?;
        let unsure = reading.unsure.iter().map(ToString::to_string).collect();
        Ok(Imported { view, confidence: f64::from(reading.confidence), unsure })
    };
    json(&app.jobs.run(app.limits.usual_time, work).await?)
}
