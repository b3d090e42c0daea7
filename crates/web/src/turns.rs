//! The turns of a lane, shared out fairly: whoever waits, the clients take turns, and none has more than its share.
//!
//! This is round robin over clients, each with a queue of its own: a client that asks a thousand things holds up its own
//! questions, and one that asks a single thing waits for one question of each other client at most.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::refusal::Refusal;

/// How much of a lane there is, and how much of it one client may have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    /// Work done at once.
    pub(crate) turns: usize,
    /// The same of one client.
    pub(crate) client_turns: usize,
    /// Work that waits for its turn.
    pub(crate) queue: usize,
    /// What one client has, running and waiting.
    pub(crate) client_most: usize,
}

/// A lane's turns.
#[derive(Clone)]
pub(crate) struct Turns(Arc<Shared>);

struct Shared {
    share: Share,
    line: Mutex<Line>,
}

#[derive(Default)]
struct Line {
    running: usize,
    clients: BTreeMap<IpAddr, Held>,
    /// Clients with somebody waiting, the next one first.
    order: VecDeque<IpAddr>,
    waiting: usize,
    next: u64,
}

/// What one client has of a lane.
#[derive(Default)]
struct Held {
    running: usize,
    waiting: VecDeque<(u64, oneshot::Sender<Turn>)>,
}

/// The right to work; given back when dropped.
pub(crate) struct Turn {
    of: Turns,
    client: IpAddr,
}

impl Drop for Turn {
    fn drop(&mut self) {
        let granted = {
            let mut line = self.of.line();
            line.running -= 1;
            line.leave(self.client, |held| held.running -= 1);
            self.of.grant(&mut line)
        };
        // Outside the lock: whoever went away meanwhile gives the turn back here.
        give(granted);
    }
}

/// A place in the queue, left when the waiting ends in any way.
struct Place<'a> {
    of: &'a Turns,
    client: IpAddr,
    number: u64,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut line = self.of.line();
        let (mut left, mut others) = (0, 0);
        line.leave(self.client, |held| {
            let before = held.waiting.len();
            held.waiting.retain(|(number, _)| *number != self.number);
            others = held.waiting.len();
            left = before - others;
        });
        line.waiting -= left;
        if left > 0 && others == 0 {
            line.order.retain(|client| *client != self.client);
        }
    }
}

type Granted = Vec<(oneshot::Sender<Turn>, Turn)>;

fn give(granted: Granted) {
    for (sender, turn) in granted {
        let _ = sender.send(turn);
    }
}

impl Line {
    fn leave(&mut self, client: IpAddr, change: impl FnOnce(&mut Held)) {
        let Some(held) = self.clients.get_mut(&client) else { return };
        change(held);
        if held.running == 0 && held.waiting.is_empty() {
            self.clients.remove(&client);
        }
    }
}

impl Turns {
    pub(crate) fn new(share: Share) -> Self {
        Self(Arc::new(Shared { share, line: Mutex::default() }))
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.0.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a turn, unless too many do.
    pub(crate) async fn take(&self, client: IpAddr) -> Result<Turn, Refusal> {
        let Share { queue, client_most, .. } = self.0.share;
        let (sender, receiver) = oneshot::channel();
        let (place, granted) = {
            let mut line = self.line();
            let number = line.next;
            line.next += 1;
            let held = line.clients.entry(client).or_default();
            if held.running + held.waiting.len() >= client_most {
                let detail = format!("{client_most} questions of yours are not answered yet");
                line.leave(client, |_| ());
                return Err(Refusal::too_many(detail));
            }
            held.waiting.push_back((number, sender));
            if held.waiting.len() == 1 {
                line.order.push_back(client);
            }
            line.waiting += 1;
            let place = Place { of: self, client, number };
            let granted = self.grant(&mut line);
            if line.waiting > queue {
                drop(line);
                give(granted);
                return Err(Refusal::busy("too many questions are waiting already"));
            }
            (place, granted)
        };
        give(granted);
        let turn = receiver.await.map_err(|_| Refusal::busy("the server stops"));
        drop(place);
        turn
    }

    /// Hands out what is free, to one client after the other.
    fn grant(&self, line: &mut Line) -> Granted {
        let Share { turns, client_turns, .. } = self.0.share;
        let mut granted = Vec::new();
        // Clients that have all they may have keep their place in the order.
        let mut passed = 0;
        while line.running < turns && passed < line.order.len() {
            let Some(client) = line.order.pop_front() else { break };
            let Some(held) = line.clients.get_mut(&client).filter(|held| !held.waiting.is_empty()) else { continue };
            if held.running >= client_turns {
                line.order.push_back(client);
                passed += 1;
                continue;
            }
            if let Some((_, sender)) = held.waiting.pop_front() {
                held.running += 1;
                granted.push((sender, Turn { of: self.clone(), client }));
                line.running += 1;
                line.waiting -= 1;
            }
            if !held.waiting.is_empty() {
                line.order.push_back(client);
            }
            passed = 0;
        }
        granted
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use super::*;

    fn client(number: u8) -> IpAddr {
        IpAddr::V4(Ipv4Addr::new(127, 0, 0, number))
    }

    fn turns(turns: usize, client_turns: usize, queue: usize, client_most: usize) -> Turns {
        Turns::new(Share { turns, client_turns, queue, client_most })
    }

    async fn soon<T>(work: impl Future<Output = T>) -> Option<T> {
        tokio::time::timeout(Duration::from_millis(20), work).await.ok()
    }

    #[tokio::test]
    async fn a_client_has_no_more_than_its_share_and_others_go_on() {
        let turns = turns(2, 1, 10, 5);
        let first = turns.take(client(1)).await.unwrap();
        assert!(soon(turns.take(client(1))).await.is_none());
        let other = turns.take(client(2)).await.unwrap();
        assert!(soon(turns.take(client(3))).await.is_none());
        drop(first);
        let third = soon(turns.take(client(3))).await.unwrap().unwrap();
        drop((other, third));
        // Nothing is left of anybody.
        assert!(turns.line().clients.is_empty() && turns.line().waiting == 0 && turns.line().running == 0);
    }

    #[tokio::test]
    async fn who_asks_one_thing_waits_for_one_of_each_other_client() {
        let turns = turns(1, 1, 100, 100);
        let held = turns.take(client(1)).await.unwrap();
        let mut order = Vec::new();
        let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
        let mut tasks = Vec::new();
        for (number, of) in [1, 1, 1, 1, 2, 2, 3].into_iter().enumerate() {
            let (own, sender) = (turns.clone(), sender.clone());
            tasks.push(tokio::spawn(async move {
                let turn = own.take(client(of)).await.unwrap();
                sender.send(of).unwrap();
                drop(turn);
            }));
            // Each is in its queue before the next comes.
            while turns.line().waiting != number + 1 {
                tokio::task::yield_now().await;
            }
        }
        drop((held, sender));
        while let Some(of) = receiver.recv().await {
            order.push(of);
        }
        assert_eq!(order, [1, 2, 3, 1, 2, 1, 1]);
    }

    #[tokio::test]
    async fn too_many_are_refused_and_those_who_leave_make_room() {
        let turns = turns(1, 1, 1, 2);
        let held = turns.take(client(1)).await.unwrap();
        let mut waits = Box::pin(turns.take(client(1)));
        assert!(soon(&mut waits).await.is_none());
        assert!(turns.take(client(1)).await.is_err_and(|refusal| refusal.status() == 429));
        assert!(turns.take(client(2)).await.is_err_and(|refusal| refusal.status() == 503));
        drop(waits);
        let mut waits = Box::pin(turns.take(client(2)));
        assert!(soon(&mut waits).await.is_none());
        drop(held);
        assert!(soon(waits).await.unwrap().is_ok());
        assert!(turns.line().clients.is_empty());
    }

    #[tokio::test]
    async fn a_lane_without_turns_or_queue_refuses_all() {
        assert!(turns(0, 0, 0, 1).take(client(1)).await.is_err_and(|refusal| refusal.status() == 503));
    }
}
