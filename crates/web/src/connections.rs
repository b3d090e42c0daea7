//! Open connections: whose they are, and which of them gives way when there is no room for another.
//!
//! A connection on which nothing is being worked gives way, the one that has stood still for longest first: who pipelines
//! and never reads, who sends half a question, who only keeps a place. A client that does not take its answer is
//! left alone after a while.

use std::future::Future as _;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::Sleep;

use crate::clients::key;
use crate::limits::Limits;

/// All open connections.
pub(crate) struct Connections {
    open: Mutex<Vec<Arc<Place>>>,
    most: usize,
    share: usize,
    begun: Instant,
}

/// One connection's place.
pub(crate) struct Place {
    client: IpAddr,
    /// When it last sent or took something, in milliseconds since the server began.
    moved: AtomicU64,
    /// Questions being worked on.
    pub(crate) working: AtomicUsize,
    /// Told when it has to go.
    pub(crate) leave: Notify,
    begun: Instant,
}

impl Place {
    fn touch(&self) {
        self.moved.store(self.begun.elapsed().as_millis() as u64, Ordering::Relaxed);
    }
}

/// A place that is given back when dropped.
pub(crate) struct Taken {
    pub(crate) place: Arc<Place>,
    all: Arc<Connections>,
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.all.remove(&self.place);
    }
}

/// Whose connections count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counts {
    /// Each client's.
    Each,
    /// All together: they come from a proxy.
    All,
}

impl Connections {
    pub(crate) fn new(limits: &Limits, counts: Counts) -> Self {
        let share = if counts == Counts::Each { limits.client_connections } else { limits.connections };
        Self { open: Mutex::default(), most: limits.connections, share, begun: Instant::now() }
    }

    fn list(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Place>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remove(&self, place: &Arc<Place>) {
        self.list().retain(|other| !Arc::ptr_eq(other, place));
    }

    /// A place for a client; nothing when all are taken by work.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr) -> Option<Taken> {
        let client = key(address);
        let mut open = self.list();
        let own = open.iter().filter(|place| place.client == client).count();
        if own >= self.share || open.len() >= self.most {
            let gives_way = |place: &&Arc<Place>| {
                place.working.load(Ordering::Relaxed) == 0 && (own < self.share || place.client == client)
            };
            let stillest = open.iter().filter(gives_way).min_by_key(|place| place.moved.load(Ordering::Relaxed))?;
            let stillest = Arc::clone(stillest);
            stillest.leave.notify_one();
            open.retain(|other| !Arc::ptr_eq(other, &stillest));
        }
        let place = Arc::new(Place {
            client,
            moved: AtomicU64::new(0),
            working: AtomicUsize::new(0),
            leave: Notify::new(),
            begun: self.begun,
        });
        place.touch();
        open.push(Arc::clone(&place));
        Some(Taken { place, all: Arc::clone(self) })
    }
}

/// A stream that fails when nobody takes what is written for so long.
pub(crate) struct Watched {
    stream: TcpStream,
    place: Arc<Place>,
    patience: Duration,
    stuck: Option<Pin<Box<Sleep>>>,
}

impl Watched {
    pub(crate) fn new(stream: TcpStream, place: Arc<Place>, patience: Duration) -> Self {
        Self { stream, place, patience, stuck: None }
    }

    fn watch<T>(&mut self, context: &mut Context<'_>, polled: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if polled.is_ready() {
            self.stuck = None;
            self.place.touch();
            return polled;
        }
        let patience = self.patience;
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        match stuck.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        if polled.is_ready() {
            self.place.touch();
        }
        polled
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.watch(context, polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
