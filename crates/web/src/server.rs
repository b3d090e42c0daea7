//! Listening, and stopping well.

use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::http::{HeaderName, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};

use crate::connections::{Connections, Counts, Place, Watched, left};
use crate::guard::Hosts;
use crate::limits::Limits;
use crate::{App, Peer, assemble};

/// Where and how to listen.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address; only this machine can reach a loopback address.
    pub host: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The header in which a proxy names the client; without it, connections do.
    pub client_header: Option<HeaderName>,
    /// What clients may ask for.
    pub limits: Limits,
}

/// Bytes of a connection's buffers: the longest head of a question, and what is read ahead of its body.
const BUFFER: usize = 32 << 10;

/// How long answers under way may take once the server stops.
const FAREWELL: Duration = Duration::from_millis(2500);

/// Serves until Ctrl-C or a request to end, and tells the address once it listens.
pub fn serve(options: &Options, listening: impl FnOnce(SocketAddr)) -> std::io::Result<()> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(cores.max(2)).enable_all().build()?;
    let served = runtime.block_on(async {
        let end = end_asked()?;
        let listener = TcpListener::bind((options.host, options.port)).await?;
        listening(listener.local_addr()?);
        run(listener, options, end).await;
        Ok(())
    });
    // Work that does not heed its flag at once must not keep the program.
    runtime.shutdown_background();
    served
}

async fn run(listener: TcpListener, options: &Options, end: impl Future<Output = ()>) {
    let hosts = if options.host.is_loopback() { Hosts::Local } else { Hosts::Any };
    let limits = &options.limits;
    let app = App::new(limits.clone(), options.client_header.clone());
    let site = TowerToHyperService::new(assemble(app.clone(), hosts));
    let counts = if options.client_header.is_some() { Counts::All } else { Counts::Each };
    let connections = Arc::new(Connections::new(limits, counts));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.patience).max_buf_size(BUFFER);
    let graceful = GracefulShutdown::new();
    let mut end = std::pin::pin!(end);
    loop {
        let (stream, address) = tokio::select! {
            () = &mut end => break,
            accepted = accept(&listener) => accepted,
        };
        let Some(taken) = connections.take(address.ip()) else {
            // The buffer of a new connection has room for so little.
            let _ = stream.try_write(FULL);
            continue;
        };
        // Small answers should not wait for company.
        let _ = stream.set_nodelay(true);
        let place = Arc::clone(&taken.place);
        let (site, working) = (site.clone(), Arc::clone(&place));
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Peer(address.ip()));
            let (answer, working) = (site.call(request), Working::on(&working));
            async move {
                let answer = answer.await;
                drop(working);
                answer
            }
        });
        let stream = Arc::new(stream);
        let watched = TokioIo::new(Watched::new(Arc::clone(&stream), Arc::clone(&place), limits.patience));
        let connection = graceful.watch(http.serve_connection(watched, service));
        tokio::spawn(async move {
            let ended = tokio::select! {
                ended = connection => ended,
                () = place.leave.notified() => Ok(()),
                () = left(&stream, &place) => Ok(()),
            };
            if let Err(error) = ended {
                tracing::debug!(%error, "a connection ended early");
            }
            drop(taken);
        });
    }
    tracing::info!("stopping");
    app.jobs.stop();
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
}

/// What is said where there is no room for a connection.
const FULL: &[u8] =
    b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 2\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/// Says that a question is being worked on, as long as it is.
struct Working(Arc<Place>);

impl Working {
    fn on(place: &Arc<Place>) -> Self {
        place.working.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(place))
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.0.working.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The next connection.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            // Mostly too many open files: it passes when others leave.
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

/// Ends when somebody asks the program to.
#[cfg(unix)]
fn end_asked() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ends when somebody asks the program to.
#[cfg(not(unix))]
fn end_asked() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Were the signal not to be had, the system's own way of ending a program remains.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
