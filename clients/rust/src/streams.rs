//! All Play streams of a process, each of which carries a line: one home, and one to each worker to
//! which seats go.

use std::future::poll_fn;
use std::task::Poll;
use std::time::Duration;

use tokio::time::Instant;
use tonic::Status;

use crate::address::Address;
use crate::conversation::Conversation;
use crate::errors::RefereeClientError;
use crate::following::Following;
use crate::line::LineId;
use crate::retry::{GOODBYE, Patience, SILENCE};
use crate::stream::{Stream, why};
use crate::v1::PlayResponse;

/// What a connection has even where less is left of the patience.
const LEAST_ATTEMPT: Duration = Duration::from_secs(1);

pub(crate) struct Streams {
    home: Address,
    patience: Patience,
    begun: Instant,
    /// When to open a stream home; None while there is one.
    due: Option<Instant>,
    following: Following,
    /// Those there are; that which was heard last is the last.
    carried: Vec<Carried>,
}

/// A line on its stream.
struct Carried {
    line: LineId,
    /// The worker's name; empty at home.
    worker: String,
    stream: Stream,
    /// Until when something has to come.
    deadline: Instant,
}

impl Streams {
    /// None yet; the first one home is due.
    pub(crate) fn new(home: Address, patience: Duration) -> Self {
        let patience = Patience::new(home.target().to_owned(), patience);
        let (following, begun) = (Following::new(home.clone()), Instant::now());
        Self { home, patience, begun, due: Some(begun), following, carried: Vec::new() }
    }

    /// Opens those that are due.
    pub(crate) fn open(&mut self, conversation: &mut Conversation) {
        let now = Instant::now();
        if self.due.take_if(|due| *due <= now).is_some() {
            let left = self.patience.left(self.begun.elapsed());
            conversation.opened();
            let stream = Stream::open(self.home.clone(), left.clamp(LEAST_ATTEMPT, SILENCE));
            self.carry(LineId::HOME, String::new(), stream);
        }
        for worker in conversation.wanted() {
            self.following.want(worker, now);
        }
        for (worker, address) in self.following.due(now, |worker| conversation.wants(worker)) {
            let line = conversation.begin_line(&worker);
            self.carry(line, worker, Stream::open(address, SILENCE));
        }
    }

    fn carry(&mut self, line: LineId, worker: String, stream: Stream) {
        self.carried.push(Carried { line, worker, stream, deadline: Instant::now() + SILENCE });
    }

    /// Writes all there is to say.
    pub(crate) fn write(&self, conversation: &mut Conversation) {
        for Carried { line, stream, .. } in &self.carried {
            if stream.is_open() {
                conversation.take(*line).into_iter().for_each(|request| stream.write(request));
            }
        }
    }

    /// Closes our side of all, now that everything is over, and opens no more to workers; whether the
    /// stream home has not ended.
    pub(crate) fn close(&mut self) -> bool {
        self.following.stop();
        for carried in &mut self.carried {
            if carried.stream.close() {
                carried.deadline = Instant::now() + GOODBYE;
            }
        }
        self.carried.iter().any(|carried| carried.line == LineId::HOME)
    }

    /// What comes next on any of them, or how one has ended; waits for ever if there are none.
    pub(crate) async fn heard(&mut self) -> (LineId, Result<PlayResponse, Status>) {
        poll_fn(|context| {
            for (index, carried) in self.carried.iter_mut().enumerate() {
                if let Poll::Ready(heard) = carried.stream.incoming.poll_recv(context) {
                    let line = carried.line;
                    self.carried[index..].rotate_left(1); // it waits for the others next time
                    let gone = || Err(Status::unknown("the reader is gone"));
                    return Poll::Ready((line, heard.unwrap_or_else(gone)));
                }
            }
            Poll::Pending
        })
        .await
    }

    /// Notes that a message came.
    pub(crate) fn came(&mut self, line: LineId) {
        match line {
            LineId::HOME => self.patience.heard(),
            _ => self.patience.heard_elsewhere(),
        }
        let carried = self.carried.iter_mut().find(|carried| carried.line == line);
        if let Some(carried) = carried.filter(|carried| carried.stream.is_open()) {
            carried.deadline = Instant::now() + SILENCE;
        }
    }

    /// When to look again for what is due, or silent.
    pub(crate) fn next_look(&self) -> Instant {
        let deadlines = self.carried.iter().map(|carried| carried.deadline);
        let next = deadlines.chain(self.due).chain(self.following.next_look()).min();
        next.unwrap_or_else(|| Instant::now() + SILENCE)
    }

    /// Looks for streams on which nothing has come for too long.
    ///
    /// # Errors
    ///
    /// As `ended`.
    pub(crate) fn look(
        &mut self,
        conversation: &mut Conversation,
    ) -> Result<(), RefereeClientError> {
        let now = Instant::now();
        let mut dead = Vec::new();
        for Carried { line, stream, deadline, .. } in &mut self.carried {
            if *deadline > now {
                continue;
            }
            if !stream.is_open() {
                dead.push((*line, "the referee did not end the stream".to_owned()));
            } else if conversation.is_silent(*line) {
                dead.push((*line, format!("not a word for {} s", 2 * SILENCE.as_secs())));
            } else {
                *deadline = now + SILENCE;
            }
        }
        dead.into_iter().try_for_each(|(line, why)| self.broke(line, Ok(why), conversation))
    }

    /// Takes in that a stream has ended, and when to try again.
    ///
    /// # Errors
    ///
    /// What keeps the client from its referee; never about a worker, nor once everything is over.
    pub(crate) fn ended(
        &mut self,
        line: LineId,
        status: &Status,
        conversation: &mut Conversation,
    ) -> Result<(), RefereeClientError> {
        self.broke(line, why(status), conversation)
    }

    fn broke(
        &mut self,
        line: LineId,
        meaning: Result<String, RefereeClientError>,
        conversation: &mut Conversation,
    ) -> Result<(), RefereeClientError> {
        let Some(index) = self.carried.iter().position(|carried| carried.line == line) else {
            return Ok(());
        };
        let Carried { worker, .. } = self.carried.remove(index);
        let now = Instant::now();
        if line != LineId::HOME {
            let had_answered = conversation.lost(line);
            self.following.lost(&worker, had_answered, meaning, now);
        } else if !conversation.is_done() {
            let why = meaning?;
            let delay = self.patience.delay(self.begun.elapsed(), &why, fastrand::f64())?;
            let (target, seconds) = (self.home.target(), delay.as_secs_f64());
            log::warn!("stream to {target} broke: {why}; again in {seconds:.1} s");
            self.due = Some(now + delay);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::Sender;

    use super::*;

    type Script = Sender<Result<PlayResponse, Status>>;

    const THERE: &str = "127.0.0.1:2";

    /// Streams home and to a worker, with what sends on each.
    fn both(conversation: &mut Conversation) -> (Streams, LineId, Script, Script) {
        let home = Address::parse("127.0.0.1:1", None).unwrap();
        let mut streams = Streams::new(home, Duration::from_secs(60));
        streams.due = None;
        streams.following.want(THERE.to_owned(), Instant::now());
        streams.following.due(Instant::now(), |_| true);
        let line = conversation.begin_line(THERE);
        let (stream, ours) = Stream::scripted();
        streams.carry(LineId::HOME, String::new(), stream);
        let (stream, theirs) = Stream::scripted();
        streams.carry(line, THERE.to_owned(), stream);
        (streams, line, ours, theirs)
    }

    #[tokio::test]
    async fn streams_are_heard_in_turns() {
        let (mut streams, worker, ours, theirs) = both(&mut Conversation::new());
        for _ in 0..2 {
            ours.send(Ok(PlayResponse::default())).await.unwrap();
            theirs.send(Ok(PlayResponse::default())).await.unwrap();
        }
        let mut lines = Vec::new();
        for _ in 0..4 {
            lines.push(streams.heard().await.0);
        }
        assert_eq!(lines, [LineId::HOME, worker, LineId::HOME, worker]);
        drop(theirs); // whose reader is gone
        assert!(matches!(streams.heard().await, (line, Err(_)) if line == worker));
    }

    #[test]
    fn what_ends_a_workers_stream_never_ends_the_process() {
        let mut conversation = Conversation::new();
        let (mut streams, worker, _ours, _theirs) = both(&mut conversation);
        let refused = Status::resource_exhausted("too much");
        assert_eq!(streams.ended(worker, &refused, &mut conversation), Ok(())); // duty 34
        assert_eq!(streams.following.next_look(), None, "nor is it tried again");
        assert!(streams.ended(LineId::HOME, &refused, &mut conversation).is_err()); // duty 14
    }

    #[test]
    fn a_stream_that_breaks_is_due_again() {
        let mut conversation = Conversation::new();
        let (mut streams, worker, _ours, _theirs) = both(&mut conversation);
        let broken = Status::unavailable("reset");
        assert_eq!(streams.ended(worker, &broken, &mut conversation), Ok(()));
        assert!(streams.following.next_look().is_some() && streams.due.is_none());
        assert_eq!(streams.ended(LineId::HOME, &broken, &mut conversation), Ok(()));
        assert!(streams.due.is_some());
    }

    #[test]
    fn at_the_end_all_are_closed_and_only_that_home_is_waited_for() {
        let mut conversation = Conversation::new();
        let (mut streams, worker, _ours, _theirs) = both(&mut conversation);
        conversation.finish();
        assert!(streams.close()); // duty 6
        assert!(!streams.carried.iter().any(|carried| carried.stream.is_open()));
        let refused = Status::resource_exhausted("too much");
        assert_eq!(streams.ended(LineId::HOME, &refused, &mut conversation), Ok(()));
        assert!(!streams.close(), "the worker's is still there");
        assert_eq!((streams.due, streams.following.next_look()), (None, None));
        assert_eq!(streams.ended(worker, &refused, &mut conversation), Ok(()));
    }
}
