//! The front door: the page and the API of azulejo over HTTP.
//!
//! [`serve`] listens and stops; [`router`] is the whole site as one service, which the tests call without a socket.
//! Inside, `api` has one room for each kind of question, `view` is what all of them show of a position, `jobs` is where
//! searches run and how they are cut short, `input` and `refusal` are what comes in and what is said when it will not do,
//! `assets` is the page, `guard` the headers and the check of the `Host`. There is no state: a position comes with each
//! question. No rule of any game is here.

mod api;
mod assets;
mod guard;
mod input;
mod jobs;
mod limits;
mod refusal;
mod server;
mod view;

use std::sync::Arc;

use axum::Router;

pub use api::document;
pub use assets::weight;
pub use guard::Hosts;
pub use limits::Limits;
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
    let (api, _) = api::routes().split_for_parts();
    let site = api.fallback(assets::serve).method_not_allowed_fallback(refusal::wrong_method).with_state(app);
    guard::around(site, hosts)
}
