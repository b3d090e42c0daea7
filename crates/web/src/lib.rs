//! The front door: the page and the API of azulejo over HTTP.
//!
//! [`serve`] listens and stops; [`router`] is the whole site as one service, which the tests call without a socket.
//! Inside, `ask` answers every verb of every game, `picture` draws their answers, `catalog` says what there is and
//! `openapi` describes it; `jobs` is where work is done and how it is cut short, `input` and `refusal` are what comes in
//! and what is said when it will not do, `assets` is the page, `guard` the headers and the check of the `Host`. There is
//! no state: a position comes with each question. No game is named here.

mod ask;
mod assets;
mod catalog;
mod guard;
mod input;
mod jobs;
mod limits;
mod openapi;
mod picture;
mod refusal;
mod server;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

pub use assets::weight;
pub use guard::Hosts;
pub use limits::Limits;
pub use openapi::document;
pub use server::{Options, serve};

/// What every handler holds.
#[derive(Clone)]
struct App(Arc<Shared>);

struct Shared {
    limits: Limits,
    jobs: jobs::Jobs,
}

impl std::ops::Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl App {
    fn new(limits: Limits) -> Self {
        Self(Arc::new(Shared { jobs: jobs::Jobs::new(&limits), limits }))
    }
}

/// The whole site as one service.
pub fn router(limits: Limits, hosts: Hosts) -> Router {
    assemble(App::new(limits), hosts)
}

fn assemble(app: App, hosts: Hosts) -> Router {
    let questions = Router::new()
        .route("/games", get(catalog::games))
        .route("/verbs", get(catalog::verbs))
        .route("/daily", get(catalog::daily))
        .route("/health", get(catalog::health))
        .route("/openapi.json", get(catalog::description))
        .route("/games/{game}/picture", post(picture::picture))
        .route("/games/{game}/{verb}", post(ask::verb));
    let site = Router::new().nest("/api/v1", questions).fallback(assets::serve);
    guard::around(site.method_not_allowed_fallback(refusal::wrong_method).with_state(app), hosts)
}
