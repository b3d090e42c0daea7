//! What every answer about a position shows: the position, where the game stands, the picture, and what to read beside it.

use azulejo_core::erased::{Entry, Sight, With};
use azulejo_core::game::Status;
use azulejo_core::scene::{Letters, Palette, Patterns, Scene, Style, Theme, svg};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::limits::Limits;
use crate::refusal::Refusal;

/// How the picture should look.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Draw {
    /// Light or dark ground.
    theme: Ground,
    /// Give each colour a pattern too.
    patterns: bool,
    /// Write letters on the colours; they are written unless told otherwise.
    #[schema(default = true)]
    letters: Option<bool>,
    /// The colours.
    palette: Colors,
}

/// The ground of a picture.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ground {
    #[default]
    Light,
    Dark,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Colors {
    #[default]
    Default,
    Classic,
    Azulejo,
    Grey,
}

impl Draw {
    #[expect(clippy::unnecessary_wraps, reason = "a default that serde calls, where null means no picture")]
    pub(crate) fn usual() -> Option<Self> {
        Some(Self::default())
    }

    pub(crate) fn new(theme: Ground, patterns: bool, letters: Option<bool>, palette: Colors) -> Self {
        Self { theme, patterns, letters, palette }
    }

    pub(crate) fn style(self) -> Style {
        Style {
            palette: match self.palette {
                Colors::Default => Palette::DEFAULT,
                Colors::Classic => Palette::CLASSIC,
                Colors::Azulejo => Palette::AZULEJO,
                Colors::Grey => Palette::GREY,
            },
            theme: match self.theme {
                Ground::Light => Theme::Light,
                Ground::Dark => Theme::Dark,
            },
            patterns: if self.patterns { Patterns::On } else { Patterns::Off },
            letters: if self.letters == Some(false) { Letters::Hidden } else { Letters::Shown },
            ..Style::default()
        }
    }
}

/// A position with all there is to show of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct View {
    /// The game's name.
    pub(crate) game: &'static str,
    /// The id that gives this position back: what a link carries.
    pub(crate) id: String,
    /// The position, to be sent back with the next question.
    #[schema(value_type = Object)]
    pub(crate) position: Value,
    /// Where the game stands.
    #[schema(value_type = Standing)]
    pub(crate) status: Status,
    /// How many sit at the table.
    #[schema(minimum = 1)]
    pub(crate) seats: usize,
    /// The picture as SVG, each cell a group with its name in `data-cell`; null when it was not wanted.
    #[schema(required = true)]
    pub(crate) scene: Option<String>,
    /// What a player reads beside the board; each game has its own members.
    pub(crate) details: Value,
}

/// Where a game stands. Players are numbered from 0; a puzzle has player 0 alone.
#[derive(ToSchema)]
#[schema(as = Status)]
#[allow(dead_code, reason = "describes the JSON of a type that knows nothing of schemas")]
pub(crate) struct Standing {
    state: State,
    /// Who is to move, or has won.
    #[schema(nullable = false)]
    player: Option<usize>,
}

/// What a game has come to.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[allow(dead_code, reason = "describes the JSON of a type that knows nothing of schemas")]
pub(crate) enum State {
    Playing,
    Won,
    Lost,
    Drawn,
}

/// The position after some moves, as a view.
pub(crate) fn see(
    game: &'static Entry,
    position: &Value,
    moves: &[String],
    draw: Option<Draw>,
    limits: &Limits,
) -> Result<View, Refusal> {
    let with = if draw.is_some() { With::Scene } else { With::Facts };
    let Sight { position, id, status, seats, details, scene } = (game.see)(position, moves, with)?;
    let scene = match (scene, draw) {
        (Some(scene), Some(draw)) => {
            small_enough(&scene, limits)?;
            Some(svg::svg(&scene, &draw.style()))
        }
        _ => None,
    };
    Ok(View { game: game.name, id: id.to_string(), position, status, seats, scene, details })
}

/// Refuses boards that would make a picture nobody can use.
pub(crate) fn small_enough(scene: &Scene, limits: &Limits) -> Result<(), Refusal> {
    let cells = usize::from(scene.layout.rows) * usize::from(scene.layout.columns);
    if cells <= limits.cells {
        return Ok(());
    }
    Err(Refusal::unusable(format!("the board has {cells} cells: this server draws at most {}", limits.cells)))
}
