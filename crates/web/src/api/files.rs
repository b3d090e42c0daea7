//! What can be taken home: texts in the game's formats, and pictures.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use azulejo_core::erased::{Entry, With};
use azulejo_core::record::Record;
use azulejo_core::scene::{Style, png, svg};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::json;
use crate::App;
use crate::input::{Input, Named};
use crate::jobs::quick;
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::view::{Draw, small_enough};

/// A position, and what was played from it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Kept {
    /// The position.
    #[schema(value_type = Object)]
    position: Value,
    /// What was played from there; it goes into the record.
    #[serde(default)]
    moves: Vec<String>,
}

/// A position in every form it can be kept in.
#[derive(Debug, Serialize, ToSchema)]
struct Exported {
    /// The id that holds it.
    id: String,
    /// The game's own file format.
    text: String,
    /// The position.
    #[schema(value_type = Object)]
    json: Value,
    /// All formats by name; `record` is the id with the moves, which `azulejo replay` plays.
    formats: BTreeMap<&'static str, String>,
}

/// A position in all formats.
#[utoipa::path(post, path = "/games/{game}/export", tag = "files", params(("game" = super::GameName, Path)), request_body = Kept, responses(
    (status = 200, description = "Its texts", body = Exported),
    (status = "4XX", description = "Why this is no position", body = Refusal, content_type = "application/problem+json")))]
pub(super) async fn export(
    State(app): State<App>,
    Named(game): Named,
    input: Input<Kept>,
) -> Result<Response, Refusal> {
    let Kept { position, moves } = input.value;
    if moves.len() > app.limits.moves {
        return Err(Refusal::unusable(format!("{} moves: at most {} at once", moves.len(), app.limits.moves)));
    }
    let cost = input.bytes * moves.len().max(4);
    json(&quick(cost, move || exported(game, &position, moves)).await?)
}

fn exported(game: &Entry, position: &Value, moves: Vec<String>) -> Result<Exported, Refusal> {
    let first = (game.see)(position, &[], With::Facts)?;
    // A record that does not replay is no record.
    (game.see)(position, &moves, With::Facts)?;
    let forms = (game.forms)(position)?;
    let text = forms.first().map_or_else(|| first.id.to_string(), |(_, text)| text.clone());
    let record = Record { id: first.id.clone(), moves };
    let formats = forms.into_iter().chain([("record", record.to_string())]).collect();
    Ok(Exported { id: first.id.to_string(), text, json: first.position, formats })
}

/// A picture of a position.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Picture {
    /// The position.
    #[schema(value_type = Object)]
    position: Value,
    /// The file format.
    #[serde(default)]
    format: Format,
    /// Pixels to the side of a cell.
    #[schema(minimum = 4, maximum = 256)]
    size: Option<u16>,
    /// Light or dark ground.
    #[serde(default)]
    theme: crate::view::Ground,
    /// Give each colour a pattern too.
    #[serde(default)]
    patterns: bool,
    /// Write letters on the colours; they are written unless told otherwise.
    letters: Option<bool>,
    /// The colours.
    #[serde(default)]
    palette: crate::view::Colors,
}

/// A picture's file format.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Format {
    #[default]
    Svg,
    Png,
}

/// A picture of a position.
#[utoipa::path(post, path = "/games/{game}/render", tag = "files", params(("game" = super::GameName, Path)), request_body = Picture, responses(
    (status = 200, description = "The picture", content((String = "image/svg+xml"), (Vec<u8> = "image/png"))),
    (status = "4XX", description = "Why there is none", body = Refusal, content_type = "application/problem+json"),
    (status = 503, description = "Too many ask at once", body = Refusal, content_type = "application/problem+json")))]
pub(super) async fn render(
    State(app): State<App>,
    Named(game): Named,
    input: Input<Picture>,
) -> Result<Response, Refusal> {
    let Picture { position, format, size, theme, patterns, letters, palette } = input.value;
    let size = size.unwrap_or(48);
    if !(4..=256).contains(&size) {
        return Err(Refusal::unusable("`size` is from 4 to 256 pixels"));
    }
    let style = Style { cell_size: f32::from(size), ..Draw::new(theme, patterns, letters, palette).style() };
    let limits = app.limits.clone();
    match format {
        Format::Svg => {
            let text = quick(input.bytes, move || {
                let scene = (game.scene)(&position)?;
                small_enough(&scene, &limits)?;
                Ok(svg::svg(&scene, &style))
            });
            Ok(([(CONTENT_TYPE, "image/svg+xml")], text.await?).into_response())
        }
        // Painting takes long enough to wait its turn among the searches.
        Format::Png => {
            let work = move |_: &_| painted(game, &position, &style, &limits);
            let bytes = app.jobs.run(app.limits.usual_time, work).await?;
            Ok(([(CONTENT_TYPE, "image/png")], bytes).into_response())
        }
    }
}

fn painted(game: &Entry, position: &Value, style: &Style, limits: &Limits) -> Result<Vec<u8>, Refusal> {
    let scene = (game.scene)(position)?;
    small_enough(&scene, limits)?;
    let (columns, rows) = scene.layout.size();
    let pixels = (f64::from(columns + 2.0) * f64::from(rows + 2.0) * f64::from(style.cell_size).powi(2)) as u64;
    if pixels > limits.pixels {
        let most = limits.pixels;
        return Err(Refusal::unusable(format!("the picture would have {pixels} pixels: at most {most} are drawn")));
    }
    Ok(png::png(&scene, style)?)
}
