//! Play at a referee: any number of seats of any number of matches on one stream.
//!
//! What to say is decided in `conversation.rs`, and the streams are kept up in `streams.rs`; here they
//! meet the clock and the bots, which think on threads of their own.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ring::rand::{SecureRandom, SystemRandom};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep_until};

use crate::address::Address;
use crate::bot::Bot;
use crate::conversation::Conversation;
use crate::errors::RefereeClientError;
use crate::fairness::NONCE_BYTES;
use crate::lanes::ColumnsBot;
use crate::player::{BotMaker, ColumnsMaker, Maker};
use crate::retry::{GOODBYE, PATIENCE};
use crate::streams::Streams;
use crate::thinking::{Done, MAX_THREADS, THREADS, Threads};

/// Most characters of a bot's name on the wire.
pub(crate) const MAX_NAME: usize = 100;
/// How long an answer waits for those of other seats; the timer adds up to a millisecond (duty 8).
const GATHER: Duration = Duration::from_micros(200);

/// What a handle wants of its client.
enum Wish {
    Join(String, Option<Arc<dyn Maker>>),
    Finish,
    Resign(String, i32),
    Stop,
}

/// A remote control of a client that plays, for other tasks and threads.
#[derive(Clone)]
pub struct ClientHandle {
    wishes: UnboundedSender<Wish>,
}

impl ClientHandle {
    /// Presents a seat's token; its bot is one of the client's.
    pub fn join(&self, token: impl Into<String>) {
        self.wish(Wish::Join(token.into(), None));
    }

    /// Presents a seat's token with a bot of its own.
    pub fn join_with<B: Bot>(
        &self,
        token: impl Into<String>,
        make: impl Fn() -> B + Send + Sync + 'static,
    ) {
        self.wish(Wish::Join(token.into(), Some(Arc::new(BotMaker(Arc::new(make))))));
    }

    /// Says that no more tokens will come: `play` returns once all matches have ended.
    pub fn finish(&self) {
        self.wish(Wish::Finish);
    }

    /// Gives up a seat for good.
    pub fn resign(&self, match_id: impl Into<String>, seat: i32) {
        self.wish(Wish::Resign(match_id.into(), seat));
    }

    /// Ends `play` now. Seats are not resigned: their clocks run, and they can be joined again.
    pub fn stop(&self) {
        self.wish(Wish::Stop);
    }

    fn wish(&self, wish: Wish) {
        let _ = self.wishes.send(wish); // a client that is gone has no use for it
    }
}

/// A bot process's connection to one referee.
pub struct RefereeClient {
    address: Address,
    maker: Arc<dyn Maker>,
    patience: Duration,
    threads: usize,
    conversation: Conversation,
    handle: ClientHandle,
    wishes: UnboundedReceiver<Wish>,
    is_stopping: bool,
    /// When the last match was over.
    over: Option<Instant>,
}

impl RefereeClient {
    /// A client of the referee at an address; `make` makes the bot of each seat.
    pub fn new<B: Bot>(address: Address, make: impl Fn() -> B + Send + Sync + 'static) -> Self {
        Self::with_maker(address, Arc::new(BotMaker(Arc::new(make))))
    }

    fn with_maker(address: Address, maker: Arc<dyn Maker>) -> Self {
        let (sender, wishes) = unbounded_channel();
        Self {
            address,
            maker,
            patience: PATIENCE,
            threads: THREADS,
            conversation: Conversation::new(),
            handle: ClientHandle { wishes: sender },
            wishes,
            is_stopping: false,
            over: None,
        }
    }

    /// A client of the referee at an address whose seats are all played by one bot, in columns where
    /// turns come so.
    pub fn with_columns<B: ColumnsBot>(address: Address, bot: B) -> Self {
        let maker = ColumnsMaker(Arc::new(Mutex::new(bot)));
        Self::with_maker(address, Arc::new(maker))
    }

    /// What the bot calls itself, for the replay: at most 100 characters, more are cut off.
    #[must_use]
    pub fn name(mut self, name: &str) -> Self {
        self.conversation.name = name.chars().take(MAX_NAME).collect();
        self
    }

    /// How long to keep trying without a word from the referee, instead of 60 seconds.
    #[must_use]
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Lets the first failure of a bot's own code end `play`.
    #[must_use]
    pub fn strict(mut self, is_strict: bool) -> Self {
        self.conversation.is_strict = is_strict;
        self
    }

    /// Asks for turns at length instead of turns in short; what the bot sees is the same.
    #[must_use]
    pub fn plain_turns(mut self, is_plain: bool) -> Self {
        self.conversation.is_plain = is_plain;
        self
    }

    /// Plays all seats on the stream to the client's address, also where a referee names workers that
    /// have their matches.
    #[must_use]
    pub fn stay(mut self, stays: bool) -> Self {
        self.conversation.stays = stays;
        self
    }

    /// How many bots may think at the same time, from 1 to 1,024, instead of 64. There are few
    /// threads until turns wait.
    #[must_use]
    pub fn threads(mut self, count: usize) -> Self {
        self.threads = count.clamp(1, MAX_THREADS);
        self
    }

    /// A remote control, to join seats while the client plays.
    #[must_use]
    pub fn handle(&self) -> ClientHandle {
        self.handle.clone()
    }

    /// How often bots' own code has failed.
    #[must_use]
    pub fn bot_failures(&self) -> u64 {
        self.conversation.faults()
    }

    /// The same in a sentence, with the first of them; None if there was none.
    pub(crate) fn bot_failures_told(&self) -> Option<String> {
        self.conversation.faults_told()
    }

    /// Plays until a handle has said that no more tokens will come, and all matches have ended.
    ///
    /// # Errors
    ///
    /// `Unreachable`, `Tls`, `Protocol` or `UnknownMessage` at once; what is about one seat, or a
    /// bot's own code that failed, after the other seats' matches have ended.
    pub async fn play(&mut self) -> Result<(), RefereeClientError> {
        let (threads, mut returns) = Threads::start(self.threads);
        self.converse(&threads, &mut returns).await?;
        let end = self.over.unwrap_or_else(Instant::now) + GOODBYE;
        self.await_bots(&threads, &mut returns, end).await?;
        self.conversation.verdict()
    }

    /// Waits until all bots have heard the end of their matches, but no longer than allowed.
    async fn await_bots(
        &mut self,
        threads: &Threads,
        returns: &mut UnboundedReceiver<Done>,
        end: Instant,
    ) -> Result<(), RefereeClientError> {
        while !self.is_stopping && !self.conversation.is_quiet() {
            threads.hand_out(self.conversation.calls());
            tokio::select! {
                biased; // a bot that has come back by the end is heard
                Some(done) = returns.recv() => self.conversation.returned(done)?,
                Some(wish) = self.wishes.recv() => self.fulfil(wish),
                () = sleep_until(end) => {
                    let seconds = GOODBYE.as_secs();
                    for place in self.conversation.unended() {
                        log::warn!("{place}: the bot still thinks {seconds} s after the last match");
                    }
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn fulfil(&mut self, wish: Wish) {
        match wish {
            Wish::Join(token, maker) => {
                let mut nonce = [0; NONCE_BYTES];
                SystemRandom::new().fill(&mut nonce).expect("the system has random bytes");
                let maker = maker.unwrap_or_else(|| Arc::clone(&self.maker));
                self.conversation.join(token, maker, nonce);
            }
            Wish::Finish => self.conversation.finish(),
            Wish::Resign(match_id, seat) => self.conversation.resign(match_id, seat),
            Wish::Stop => self.is_stopping = true,
        }
    }

    /// Carries the conversation on streams until it is over or to stop.
    async fn converse(
        &mut self,
        threads: &Threads,
        returns: &mut UnboundedReceiver<Done>,
    ) -> Result<(), RefereeClientError> {
        let mut streams = Streams::new(self.address.clone(), self.patience);
        let mut batch = Vec::new();
        let mut held: Option<Instant> = None; // until when answers and says wait for others
        let words = self.conversation.words();
        while let Ok(wish) = self.wishes.try_recv() {
            self.fulfil(wish);
        }
        while !self.is_stopping {
            if !self.conversation.is_done() {
                streams.open(&mut self.conversation);
            }
            if !self.conversation.is_asking() || held.is_none_or(|end| end <= Instant::now()) {
                streams.write(&mut self.conversation);
                held = None;
            }
            if self.conversation.is_done() {
                self.over.get_or_insert_with(Instant::now);
                if !streams.close() {
                    break;
                }
            }
            // Pongs have been written by now: no bot is asked before.
            threads.hand_out(self.conversation.calls());
            let next_look = streams.next_look();
            tokio::select! {
                (line, heard) = streams.heard() => match heard {
                    Ok(response) => {
                        streams.came(line);
                        self.conversation.receive(line, response, Instant::now().into_std())?;
                        held = None; // pongs do not wait
                    }
                    Err(status) => streams.ended(line, &status, &mut self.conversation)?,
                },
                count = returns.recv_many(&mut batch, usize::MAX) => {
                    debug_assert!(count > 0, "threads outlive the stream");
                    for done in batch.drain(..) {
                        self.conversation.returned(done)?;
                    }
                    held.get_or_insert_with(|| Instant::now() + GATHER);
                }
                () = words.news() => {
                    held.get_or_insert_with(|| Instant::now() + GATHER);
                }
                () = sleep_until(held.unwrap_or(next_look)), if held.is_some() => (),
                Some(wish) = self.wishes.recv() => {
                    self.fulfil(wish);
                    held = None;
                }
                () = sleep_until(next_look) => streams.look(&mut self.conversation)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::mpsc::channel;

    use super::*;
    use crate::bot::{Failure, Turn, from_fn};
    use crate::games::Diceman;
    use crate::games::diceman::v1::{Action, Observation};
    use crate::line::LineId;
    use crate::messages::pack;
    use crate::v1;
    use crate::v1::PlayResponse;

    #[tokio::test]
    async fn a_bot_that_thinks_on_does_not_hold_up_the_end() {
        let (thinks, is_thinking) = channel();
        let (release, released) = channel::<()>();
        let released = Arc::new(Mutex::new(released));
        let make = move || {
            let (thinks, released) = (thinks.clone(), Arc::clone(&released));
            from_fn(move |_: &Turn<Diceman>| -> Result<Action, Failure> {
                thinks.send(()).unwrap();
                let _ = released.lock().unwrap().recv(); // until the test is over
                Ok(Action::default())
            })
        };
        let mut client = RefereeClient::new(Address::parse("unix:/none", None).unwrap(), make);
        client.handle().join("token");
        client.handle().finish();
        while let Ok(wish) = client.wishes.try_recv() {
            client.fulfil(wish);
        }
        let (match_id, game) = ("m1".to_owned(), "diceman".to_owned());
        let join = v1::Joined { match_id, game, join_number: 1, ..Default::default() };
        let observation = Some(pack(&Observation::default()));
        let turn = v1::Turn { match_id: "m1".into(), turn: 1, observation, ..Default::default() };
        let asks = PlayResponse { joins: vec![join], turns: vec![turn], ..Default::default() };
        client.conversation.receive(LineId::HOME, asks, Instant::now().into_std()).unwrap();
        let (threads, mut returns) = Threads::start(1);
        threads.hand_out(client.conversation.calls());
        is_thinking.recv().unwrap();
        let end = v1::MatchEnded { match_id: "m1".into(), ..Default::default() };
        let ends = PlayResponse { ends: vec![end], ..Default::default() };
        client.conversation.receive(LineId::HOME, ends, Instant::now().into_std()).unwrap();
        assert!(client.conversation.is_done());
        let end = Instant::now(); // which is over
        client.await_bots(&threads, &mut returns, end).await.unwrap(); // duty 30
        assert_eq!(client.conversation.unended(), ["match m1 seat 0"]);
        drop(release);
    }
}
