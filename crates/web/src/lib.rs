//! The front door: the page and the API of azulejo over HTTP.
//!
//! [`serve`] listens and stops; [`router`] is the whole site as one service, which the tests call without a socket.
//! Inside, `ask` answers every verb of every game, `picture` draws their answers, `catalog` says what there is and
//! `openapi` describes it; `jobs` is where work is done and how it is cut short, `turns`, `clients` and `connections` are
//! what each may have of it, `input` and `refusal` what comes in and what is said when it will not do, `assets` is the
//! page, `guard` the headers and the check of the `Host`. There is no state: a position comes with each question. No game
//! is named here.

mod ask;
mod assets;
mod catalog;
mod clients;
mod connections;
mod guard;
mod input;
mod jobs;
mod limits;
mod openapi;
mod picture;
mod refusal;
mod server;
mod turns;

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::routing::{get, post};

pub use assets::{module_weight, weight};
pub use axum::http::HeaderName;
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
    clients: clients::Clients,
    /// The header by which a proxy says who asks.
    header: Option<HeaderName>,
}

impl std::ops::Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// The address at the other end of a connection.
#[derive(Clone, Copy)]
struct Peer(IpAddr);

impl App {
    fn new(limits: Limits, header: Option<HeaderName>) -> Self {
        let (jobs, clients) = (jobs::Jobs::new(&limits), clients::Clients::new(&limits));
        Self(Arc::new(Shared { limits, jobs, clients, header }))
    }

    /// Who asks: the last address that the proxy names, or the other end of the connection.
    fn client(&self, request: &Request) -> Arc<clients::Client> {
        let peer = request.extensions().get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0);
        let named = self.header.as_ref().and_then(|header| request.headers().get_all(header).iter().next_back());
        let named = named.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        self.clients.at(named.unwrap_or(peer))
    }
}

/// The whole site as one service.
pub fn router(limits: Limits, hosts: Hosts) -> Router {
    assemble(App::new(limits, None), hosts)
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
