//! The API: what can be asked under `/api/v1`, and its description.

mod catalog;
mod files;
mod import;
mod play;
mod search;

use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::openapi::OpenApi as Document;
use utoipa::{OpenApi, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::refusal::Refusal;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "azulejo",
        description = "Coloured-grid games: play, check, solve, generate, draw. Nothing is kept between two questions: a position comes with each of them."
    ),
    components(schemas(Refusal, crate::view::View))
)]
struct Described;

/// Every question with its handler and its description.
pub(crate) fn routes() -> OpenApiRouter<App> {
    let questions = OpenApiRouter::new()
        .routes(routes!(catalog::games))
        .routes(routes!(catalog::daily))
        .routes(routes!(catalog::health))
        .routes(routes!(description))
        .routes(routes!(play::new))
        .routes(routes!(play::read))
        .routes(routes!(play::view))
        .routes(routes!(play::play))
        .routes(routes!(play::moves))
        .routes(routes!(play::check))
        .routes(routes!(search::hint))
        .routes(routes!(search::solve))
        .routes(routes!(search::generate))
        .routes(routes!(search::rate))
        .routes(routes!(search::bot))
        .routes(routes!(files::export))
        .routes(routes!(files::render))
        .routes(routes!(import::read_picture));
    OpenApiRouter::with_openapi(Described::openapi()).nest("/api/v1", questions)
}

/// The description of the API.
pub fn document() -> Document {
    routes().into_openapi()
}

/// This description.
#[utoipa::path(get, path = "/openapi.json", tag = "about",
    responses((status = 200, description = "The OpenAPI document", body = Object)))]
async fn description() -> Response {
    static TEXT: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    let text = TEXT.get_or_init(|| document().to_json().unwrap_or_default());
    ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], text.as_str()).into_response()
}

/// An answer in JSON.
fn json<T: Serialize>(answer: &T) -> Result<Response, Refusal> {
    let text = serde_json::to_vec(answer).map_err(|error| {
        tracing::error!(%error, "an answer cannot be written");
        Refusal::broken()
    })?;
    Ok(([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], text).into_response())
}

/// The games, for the description alone.
#[derive(ToSchema)]
#[schema(as = Game, rename_all = "lowercase")]
#[allow(dead_code, reason = "the registry is what counts; a test holds the two together")]
enum GameName {
    Switcher,
    Blocky,
    Flow,
    Tetris,
    Kami,
}
