//! Listening, and stopping well.

use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::guard::Hosts;
use crate::limits::Limits;
use crate::{App, assemble};

/// Where and how to listen.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address; only this machine can reach a loopback address.
    pub host: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// What clients may ask for.
    pub limits: Limits,
}

/// How long answers under way may take once the server stops.
const FAREWELL: Duration = Duration::from_secs(3);

/// Serves until Ctrl-C or a request to end, and tells the address once it listens.
pub fn serve(options: &Options, listening: impl FnOnce(SocketAddr)) -> std::io::Result<()> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(cores.max(2)).enable_all().build()?;
    runtime.block_on(async {
        let end = end_asked()?;
        let listener = TcpListener::bind((options.host, options.port)).await?;
        listening(listener.local_addr()?);
        run(listener, options, end).await;
        Ok(())
    })
}

async fn run(listener: TcpListener, options: &Options, end: impl Future<Output = ()>) {
    let hosts = if options.host.is_loopback() { Hosts::Local } else { Hosts::Any };
    let app = App::new(options.limits.clone());
    let site = assemble(app.clone(), hosts);
    let room = Arc::new(Semaphore::new(options.limits.connections));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(options.limits.patience);
    let graceful = GracefulShutdown::new();
    let mut end = std::pin::pin!(end);
    loop {
        let (stream, place) = tokio::select! {
            () = &mut end => break,
            accepted = accept(&listener, &room) => accepted,
        };
        // Small answers should not wait for company.
        let _ = stream.set_nodelay(true);
        let connection = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(site.clone()));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
            drop(place);
        });
    }
    tracing::info!("stopping");
    app.jobs.stop();
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
}

/// The next connection there is room for.
async fn accept(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
) -> (TcpStream, Option<tokio::sync::OwnedSemaphorePermit>) {
    // The semaphore is never closed.
    let place = Arc::clone(room).acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, place),
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
