//! The answer of a verb as one picture.

use axum::extract::{Path, Request, State};
use axum::response::Response;
use azulejo_core::problem::Problem;
use azulejo_core::question::Question;
use azulejo_core::report::Report;
use azulejo_core::scene::drawing::Drawing;
use azulejo_core::scene::{png, svg};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::App;
use crate::ask::{Asked, Wanted, answered, small_enough};
use crate::assets::accepts_gzip;
use crate::input::{body, game_of, json_error, verb_of};
use crate::limits::Limits;
use crate::refusal::Refusal;

/// What is drawn, beside the question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct Choice {
    /// The verb whose answer is drawn
    pub(crate) verb: String,
    /// The file format
    pub(crate) format: Format,
}

impl Default for Choice {
    fn default() -> Self {
        Self { verb: "show".to_owned(), format: Format::Svg }
    }
}

/// A picture's file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, serde::Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    /// Shapes and names.
    Svg,
    /// Pixels.
    Png,
}

impl Format {
    pub(crate) const fn kind(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
        }
    }
}

/// A picture of what a verb answers.
pub(crate) async fn picture(
    State(app): State<App>,
    Path(game): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let game = game_of(&game)?;
    let (client, zips) = (app.client(&request), accepts_gzip(request.headers()));
    let body = body(request, &app, &client, None).await?;
    let bytes = body.bytes();
    let Choice { verb, format } = serde_json::from_slice(bytes).map_err(|error| json_error(&error))?;
    let asked = Asked { game, verb: verb_of(game, &verb)?, body, wanted: Wanted::Picture(format), client, zips };
    answered(&app, asked, format.kind()).await
}

/// How many scenes stand side by side.
const ACROSS: usize = 3;

/// The scenes of a report in one picture.
pub(crate) fn painted(
    report: &Report,
    question: &Question<'_>,
    format: Format,
    limits: &Limits,
) -> Result<Vec<u8>, Refusal> {
    if let (Format::Png, Some(own)) = (format, report.overlay()) {
        return Ok(own?);
    }
    let scenes = report.scenes();
    if scenes.is_empty() {
        return Err(Problem::new(format!("there is nothing to see in an answer of `{}`", report.verb)).into());
    }
    small_enough(&scenes, limits)?;
    let drawing = Drawing::strip(&scenes, ACROSS, &question.draw.unwrap_or_default().style());
    let pixels = (f64::from(drawing.width) * f64::from(drawing.height)) as u64;
    match format {
        Format::Svg => Ok(svg::write(&drawing).into_bytes()),
        Format::Png if pixels > limits.pixels => {
            let most = limits.pixels;
            Err(Refusal::unusable(format!("the picture would have {pixels} pixels: at most {most} are drawn")))
        }
        Format::Png => Ok(png::write(&drawing)?),
    }
}
