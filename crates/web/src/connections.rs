//! Open connections: whose they are, and which of them gives way when there is no room for another.
//!
//! A connection on which nothing is being worked gives way, and any of a client with more than its share, the one that has
//! stood still for longest first: who pipelines and never reads, who sends half a question, who only keeps a place. A
//! client that does not take its answer is left alone after a while.

use std::future::Future as _;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
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
            // Who has more than its share holds up itself alone: then what it has waited for longest gives way, too.
            let gives_way = |place: &&Arc<Place>| {
                if own >= self.share && self.share < self.most {
                    place.client == client
                } else {
                    place.working.load(Ordering::Relaxed) == 0
                }
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

/// A stream that fails when nobody takes what is written, or too little of it for so long.
pub(crate) struct Watched {
    stream: Arc<TcpStream>,
    place: Arc<Place>,
    patience: Duration,
    stuck: Option<Pin<Box<Sleep>>>,
    /// Bytes taken since then.
    taken: usize,
}

/// A part of an answer that a client must take within the server's patience.
const PART: usize = 64 << 10;

impl Watched {
    pub(crate) fn new(stream: Arc<TcpStream>, place: Arc<Place>, patience: Duration) -> Self {
        Self { stream, place, patience, stuck: None, taken: 0 }
    }

    /// Passes on what writing came to, unless too little was taken since it first had to wait.
    fn watch(&mut self, context: &mut Context<'_>, polled: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(bytes)) = polled {
            self.place.touch();
            self.taken += bytes;
            if self.taken >= PART {
                self.rested();
            }
        }
        if polled.is_pending() {
            let patience = self.patience;
            self.stuck.get_or_insert_with(|| Box::pin(tokio::time::sleep(patience)));
        }
        let over = self.stuck.as_mut().is_some_and(|stuck| stuck.as_mut().poll(context).is_ready());
        if over { Poll::Ready(Err(io::ErrorKind::TimedOut.into())) } else { polled }
    }

    /// Nothing waits to be taken.
    fn rested(&mut self) {
        (self.stuck, self.taken) = (None, 0);
    }
}

/// Ends when the client has gone, though it may have left something to read.
pub(crate) async fn left(stream: &TcpStream, place: &Place) {
    loop {
        tokio::time::sleep(LOOK).await;
        match stream.ready(Interest::READABLE).await {
            Ok(ready) if ready.is_read_closed() && place.working.load(Ordering::Relaxed) > 0 => return,
            Ok(_) => {}
            Err(_) => return,
        }
    }
}

/// How often a connection with something to read is looked at.
const LOOK: Duration = Duration::from_millis(200);

impl AsyncRead for Watched {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        loop {
            ready!(self.stream.poll_read_ready(context))?;
            match self.stream.try_read(buffer.initialize_unfilled()) {
                Ok(bytes) => {
                    buffer.advance(bytes);
                    self.place.touch();
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl Watched {
    fn write(
        &mut self,
        context: &mut Context<'_>,
        write: impl Fn(&TcpStream) -> io::Result<usize>,
    ) -> Poll<io::Result<usize>> {
        let polled = loop {
            match self.stream.poll_write_ready(context) {
                Poll::Pending => break Poll::Pending,
                Poll::Ready(Err(error)) => break Poll::Ready(Err(error)),
                Poll::Ready(Ok(())) => match write(&self.stream) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    written => break Poll::Ready(written),
                },
            }
        };
        self.watch(context, polled)
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.write(context, |stream| stream.try_write(bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.write(context, |stream| stream.try_write_vectored(parts))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // Asked when all is written.
        self.rested();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        // The connection closes with its last owner, at once.
        Poll::Ready(Ok(()))
    }
}
