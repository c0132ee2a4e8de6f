//! Chat: what a seat hears, where it may speak, and how its words get to the conversation.
//!
//! Bots speak from whatever thread they like; their words wait in [`Words`] until the conversation
//! fetches them.

use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

use crate::place::Place;
use crate::v1;

/// Something that a seat said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// Name of the channel.
    pub channel: String,
    /// Which of the game's channels of that name it was.
    pub number: i32,
    /// Who said it; the bot's own words come back to it, too.
    pub seat: usize,
    /// The text.
    pub text: String,
    /// The rulebook's round in which it was said; 0 in games without rounds.
    pub round: i32,
    /// Name of the rulebook's phase in which it was said.
    pub phase: String,
}

impl From<v1::Said> for Said {
    fn from(wire: v1::Said) -> Self {
        Self {
            channel: wire.channel,
            number: wire.number,
            seat: usize::try_from(wire.seat).unwrap_or_default(),
            text: wire.text,
            round: wire.round,
            phase: wire.phase,
        }
    }
}

/// Where some seats hear what any of them says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Channel {
    /// Name by which a seat speaks in it; it is in at most one of each name.
    pub name: String,
    /// Which of the game's channels of that name it is.
    pub number: i32,
    /// Seats that hear it, ascending.
    pub members: Vec<usize>,
}

impl From<v1::Channel> for Channel {
    fn from(wire: v1::Channel) -> Self {
        let members = wire.members.into_iter().filter_map(|seat| usize::try_from(seat).ok());
        Self { name: wire.name, number: wire.number, members: members.collect() }
    }
}

/// Speaks for a seat until its next turn: [`Turn::say`](crate::Turn::say) for other threads, and
/// for the time after the answer. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Voice {
    pub(crate) shared: Arc<SharedSeat>,
    pub(crate) turn: i32,
}

impl Voice {
    /// Says something; the message's number, which a rejection names.
    ///
    /// It goes out at once, at most once, and is not waited for. After the seat's next turn the
    /// referee rejects it as `STALE`; after the end of its match it is not sent.
    #[allow(clippy::must_use_candidate)] // few bots care for the number
    pub fn say(&self, channel: impl Into<String>, text: impl Into<String>) -> u64 {
        let Place { match_id, seat } = self.shared.place.clone();
        let (channel, text) = (channel.into(), text.into().into_bytes());
        let say = v1::Say { match_id, seat, turn: self.turn, channel, text, number: 0 };
        self.shared.words.add(say)
    }
}

/// What the conversation and a seat's bot on its thread both look at.
#[derive(Debug)]
pub(crate) struct SharedSeat {
    pub(crate) place: Place,
    /// The last turn that needs no answer any more.
    over: AtomicI32,
    /// The last turn that has come, and when its deadline has passed for sure.
    deadline: Mutex<(i32, Option<Instant>)>,
    words: Arc<Words>,
}

impl SharedSeat {
    pub(crate) fn new(place: Place, words: Arc<Words>) -> Self {
        Self { place, over: AtomicI32::default(), deadline: Mutex::default(), words }
    }

    /// Closes all turns up to this one.
    pub(crate) fn close(&self, turn: i32) {
        self.over.fetch_max(turn, Ordering::Relaxed);
    }

    /// Notes when the deadline of a turn has passed for sure; None if it has none.
    pub(crate) fn expect(&self, turn: i32, deadline: Option<Instant>) {
        let mut last = self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        if turn >= last.0 {
            *last = (turn, deadline);
        }
    }

    /// Whether an answer to the turn would come too late.
    pub(crate) fn is_over(&self, turn: i32) -> bool {
        self.is_over_at(turn, Instant::now())
    }

    pub(crate) fn is_over_at(&self, turn: i32, now: Instant) -> bool {
        let (last, deadline) = *self.deadline.lock().unwrap_or_else(PoisonError::into_inner);
        self.over.load(Ordering::Relaxed) >= turn
            || (last == turn && deadline.is_some_and(|deadline| now >= deadline))
    }
}

/// What bots have said and nobody has fetched.
#[derive(Debug, Default)]
pub(crate) struct Words {
    unsaid: Mutex<Unsaid>,
    news: Notify,
}

#[derive(Debug, Default)]
struct Unsaid {
    last_number: u64,
    says: Vec<v1::Say>,
}

impl Words {
    /// Adds a message under a number of its own.
    fn add(&self, say: v1::Say) -> u64 {
        let mut unsaid = self.unsaid.lock().unwrap_or_else(PoisonError::into_inner);
        unsaid.last_number += 1;
        let number = unsaid.last_number;
        unsaid.says.push(v1::Say { number, ..say });
        drop(unsaid);
        self.news.notify_one();
        number
    }

    /// All that has been added since the last time.
    pub(crate) fn fetch(&self) -> Vec<v1::Say> {
        let mut unsaid = self.unsaid.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut unsaid.says)
    }

    /// Waits until something has been added.
    pub(crate) async fn news(&self) {
        self.news.notified().await;
    }
}
