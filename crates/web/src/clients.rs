//! Who asks, and how much of the server is theirs: connections, searches, bytes on their way in or out.
//!
//! A client is an address; of IPv6 the network of 64 bits that one customer is given. What one client may hold is a share
//! of the whole, so that nobody can take all of it.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use axum::body::Bytes;

use crate::limits::Limits;
use crate::refusal::Refusal;

/// One client, as long as anything of it is here.
pub(crate) struct Client {
    /// The address it goes by.
    pub(crate) key: IpAddr,
    bytes: AtomicUsize,
    whole: Arc<AtomicUsize>,
    most: (usize, usize),
}

/// All clients.
pub(crate) struct Clients {
    known: Mutex<BTreeMap<IpAddr, Weak<Client>>>,
    whole: Arc<AtomicUsize>,
    most: (usize, usize),
}

/// The address that a client goes by.
pub(crate) fn key(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

impl Clients {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self { known: Mutex::default(), whole: Arc::default(), most: (limits.client_bytes, limits.bytes) }
    }

    /// The client at an address.
    pub(crate) fn at(&self, address: IpAddr) -> Arc<Client> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let key = key(address);
        if let Some(client) = known.get(&key).and_then(Weak::upgrade) {
            return client;
        }
        // Those who are gone are forgotten here, where the list would grow.
        known.retain(|_, client| client.strong_count() > 0);
        let client =
            Arc::new(Client { key, bytes: AtomicUsize::new(0), whole: Arc::clone(&self.whole), most: self.most });
        known.insert(key, Arc::downgrade(&client));
        client
    }
}

/// Bytes that a client holds; given back when dropped.
pub(crate) struct Held {
    client: Arc<Client>,
    bytes: usize,
}

impl Held {
    pub(crate) fn none(client: &Arc<Client>) -> Self {
        Self { client: Arc::clone(client), bytes: 0 }
    }

    /// Holds more, unless that is more than the client's share or the server has.
    pub(crate) fn more(&mut self, bytes: usize) -> Result<(), Refusal> {
        let (own, all) = self.client.most;
        let added = self.client.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let whole = self.client.whole.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.bytes += bytes;
        if added > own {
            return Err(Refusal::too_many(format!("more than {own} bytes of yours are on their way already")));
        }
        if whole > all { Err(Refusal::busy("too much is on its way already")) } else { Ok(()) }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.client.bytes.fetch_sub(self.bytes, Ordering::Relaxed);
        self.client.whole.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// An answer that counts until its last byte has left.
pub(crate) fn counted(bytes: Vec<u8>, client: &Arc<Client>) -> Result<Bytes, Refusal> {
    struct Counted(Vec<u8>, #[allow(dead_code, reason = "it is there to be dropped")] Held);
    impl AsRef<[u8]> for Counted {
        fn as_ref(&self) -> &[u8] {
            &self.0
        }
    }
    let mut held = Held::none(client);
    held.more(bytes.len())?;
    Ok(Bytes::from_owner(Counted(bytes, held)))
}
