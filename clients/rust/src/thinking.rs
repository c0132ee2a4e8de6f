//! The threads that bots think on, so that nobody's thinking keeps the stream waiting.
//!
//! A bot goes to a thread with what it is to be told, and comes back with its answers: it is owned
//! by one thread at a time. The threads are never joined, so that a process can end while a bot
//! thinks for ever.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::chat::Line;
use crate::errors::RefereeClientError;
use crate::panics;
use crate::player::{Answer, Fault, Player, Telling};

/// A bot and what it is to be told.
pub(crate) struct Call {
    /// Number of the seat's join.
    pub(crate) number: u64,
    pub(crate) player: Box<dyn Player>,
    pub(crate) tellings: Vec<Telling>,
    pub(crate) line: Arc<Line>,
}

/// A bot that has been told.
pub(crate) struct Done {
    pub(crate) number: u64,
    pub(crate) player: Box<dyn Player>,
    /// The turn that was asked and its answer; there is never more than one open.
    pub(crate) answer: Option<(i32, Answer)>,
    pub(crate) faults: Vec<Fault>,
    /// What came could not be read.
    pub(crate) error: Option<RefereeClientError>,
}

impl Call {
    /// Tells the bot.
    pub(crate) fn make(mut self) -> Done {
        let (mut answer, mut faults, mut error) = (None, Vec::new(), None);
        for telling in self.tellings {
            let turn = match &telling {
                Telling::Turn(turn) => turn.turn,
                Telling::Refused(rejection) => rejection.turn,
                _ => 0,
            };
            match self.player.tell(telling, &self.line, &mut faults) {
                Ok(said) => answer = said.map(|said| (turn, said)).or(answer),
                Err(unreadable) => {
                    error = Some(unreadable);
                    break;
                }
            }
        }
        Done { number: self.number, player: self.player, answer, faults, error }
    }
}

/// Threads that make calls.
pub(crate) struct Threads {
    shared: Arc<Shared>,
}

struct Shared {
    waiting: Mutex<Waiting>,
    news: Condvar,
}

struct Waiting {
    calls: VecDeque<Call>,
    is_over: bool,
}

impl Threads {
    /// Starts so many; what they have done comes out of the receiver.
    pub(crate) fn start(count: usize) -> (Self, UnboundedReceiver<Done>) {
        panics::watch();
        let (sender, receiver) = unbounded_channel();
        let waiting = Mutex::new(Waiting { calls: VecDeque::new(), is_over: false });
        let shared = Arc::new(Shared { waiting, news: Condvar::new() });
        for index in 0..count.max(1) {
            let (shared, sender) = (Arc::clone(&shared), sender.clone());
            thread::Builder::new()
                .name(format!("bot-{index}"))
                .spawn(move || work(&shared, &sender))
                .expect("the system starts a thread");
        }
        (Self { shared }, receiver)
    }

    /// Hands out calls.
    pub(crate) fn hand_out(&self, calls: Vec<Call>) {
        let count = calls.len();
        let mut waiting = self.shared.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.calls.extend(calls);
        drop(waiting);
        match count {
            0 => (),
            1 => self.shared.news.notify_one(),
            _ => self.shared.news.notify_all(),
        }
    }
}

impl Drop for Threads {
    /// Lets idle threads end, and busy ones after their call.
    fn drop(&mut self) {
        let mut waiting = self.shared.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.calls.clear();
        waiting.is_over = true;
        self.shared.news.notify_all();
    }
}

fn work(shared: &Shared, done: &UnboundedSender<Done>) {
    panics::keep_those_of_this_thread();
    loop {
        let mut waiting = shared.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let call = loop {
            if let Some(call) = waiting.calls.pop_front() {
                break call;
            }
            if waiting.is_over {
                return;
            }
            waiting = shared.news.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        };
        drop(waiting);
        if done.send(call.make()).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Place;

    /// Panics when told of a start, and else has no answer.
    struct Fragile;

    impl Player for Fragile {
        fn tell(
            &mut self,
            telling: Telling,
            _line: &Arc<Line>,
            faults: &mut Vec<Fault>,
        ) -> Result<Option<Answer>, RefereeClientError> {
            if telling == Telling::Start(None) {
                std::panic::catch_unwind(|| panic!("dropped {}", 7)).unwrap_err();
                faults.push(Fault { turn: 0, what: panics::take() });
            }
            Ok(None)
        }
    }

    fn call(number: u64) -> Call {
        let tellings = vec![Telling::Start(None)];
        let place = Place { match_id: "m1".into(), seat: 0 };
        let line = Arc::new(Line::new(place, Arc::default()));
        Call { number, player: Box::new(Fragile), tellings, line }
    }

    #[test]
    fn calls_come_back_with_what_a_panic_said_and_where() {
        let (threads, mut done) = Threads::start(2);
        threads.hand_out((1..=20).map(call).collect());
        let mut numbers = Vec::new();
        for _ in 0..20 {
            let done = done.blocking_recv().unwrap();
            let what = &done.faults[0].what;
            assert!(what.starts_with("panicked: dropped 7 (src/thinking.rs:"), "{what}");
            numbers.push(done.number);
        }
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=20).collect::<Vec<_>>());
    }

    #[test]
    fn threads_end_with_their_owner() {
        let (threads, mut done) = Threads::start(3);
        drop(threads);
        assert!(done.blocking_recv().is_none());
    }
}
