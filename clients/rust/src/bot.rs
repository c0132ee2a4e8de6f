//! What a bot is, and what it is told.

use std::error::Error;
use std::fmt;
use std::marker::PhantomData;
use std::panic::Location;
use std::sync::Arc;
use std::time::Duration;

use crate::chat::{Channel, Said, SharedSeat, Voice};
use crate::messages::{GameMessage, duration, enum_name};
use crate::v1;
use crate::v1::{EndCause, ForfeitCause, SeedReveal, TimeControl};

/// A game and its messages. Those with a `.proto` file in the repository are in
/// [`games`](crate::games).
pub trait Game: 'static {
    /// Identifier of the game, such as `diceman`.
    const NAME: &'static str;
    /// Its parameters.
    type Config: GameMessage;
    /// What a seat may know at a decision.
    type Observation: GameMessage;
    /// An answer to a turn.
    type Action: GameMessage;
    /// What happened since a seat's last turn.
    type Events: GameMessage;
}

/// A bot; every seat gets one of its own. Only `act` must be there.
///
/// A bot is called by one thread at a time, those of different seats side by side. A panic costs
/// the turn, as an error from `act` does; the match goes on, and the bot is asked again.
#[allow(unused_variables)]
pub trait Bot: Send + 'static {
    /// What it plays, such as [`games::Diceman`](crate::games::Diceman).
    type Game: Game;

    /// Decides.
    ///
    /// # Errors
    ///
    /// Whatever goes wrong; `?` takes any error.
    fn act(&mut self, turn: &Turn<Self::Game>) -> Result<<Self::Game as Game>::Action, Failure>;

    /// Whether it looks at the events of turns. One that does not has cheaper turns: they come
    /// without events, `turn.events` is `None`, and `on_events` is not called.
    #[must_use]
    fn reads_events() -> bool
    where
        Self: Sized,
    {
        true
    }

    /// Meets the match: all seats have joined, the first turn is near. Called once a seat.
    fn on_start(&mut self, info: &Match<Self::Game>) {}

    /// Sees what happened since the last turn, before `act`, and once more before `on_end`. Called
    /// for each message of events, also for those of a turn that was over before it could be asked.
    fn on_events(&mut self, info: &Match<Self::Game>, events: &<Self::Game as Game>::Events) {}

    /// Hears that something was not taken; it has been logged.
    ///
    /// If it was the answer to the latest turn, refused as `MALFORMED` or `WRONG_TYPE`, that turn is
    /// still open, and its clock runs: the action that this returns answers it once more. With
    /// `None`, and if the second answer is refused as well, the turn is given up. For all other
    /// rejections, what this returns is ignored.
    fn on_rejected(
        &mut self,
        info: &Match<Self::Game>,
        rejection: &Rejection,
    ) -> Option<<Self::Game as Game>::Action> {
        None
    }

    /// Hears that a deadline passed, or that a turn was given up; it has been logged.
    fn on_missed(&mut self, info: &Match<Self::Game>, missed: &Missed) {}

    /// Hears how it ended. The last call; also for a match that never started.
    fn on_end(&mut self, info: &Match<Self::Game>, outcome: &Outcome) {}
}

/// A plain function as a bot.
#[derive(Debug, Clone)]
pub struct FnBot<G, F, const READS_EVENTS: bool = true> {
    function: F,
    game: PhantomData<fn() -> G>,
}

/// Makes a bot of a function.
pub fn from_fn<G, F>(function: F) -> FnBot<G, F>
where
    G: Game,
    F: FnMut(&Turn<G>) -> Result<G::Action, Failure> + Send + 'static,
{
    FnBot { function, game: PhantomData }
}

impl<G, F> FnBot<G, F> {
    /// The same for a function that does not look at events: see [`Bot::reads_events`].
    #[must_use]
    pub fn without_events(self) -> FnBot<G, F, false> {
        FnBot { function: self.function, game: PhantomData }
    }
}

impl<G, F, const READS_EVENTS: bool> Bot for FnBot<G, F, READS_EVENTS>
where
    G: Game,
    F: FnMut(&Turn<G>) -> Result<G::Action, Failure> + Send + 'static,
{
    type Game = G;

    fn reads_events() -> bool {
        READS_EVENTS
    }

    fn act(&mut self, turn: &Turn<G>) -> Result<G::Action, Failure> {
        (self.function)(turn)
    }
}

/// Why a bot has no answer: any error, and the line where `?` met it.
pub struct Failure {
    error: Box<dyn Error + Send + Sync>,
    location: &'static Location<'static>,
}

impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for Failure {
    #[track_caller]
    fn from(error: E) -> Self {
        Self { error: error.into(), location: Location::caller() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.error)?;
        let mut cause = self.error.source();
        while let Some(error) = cause {
            write!(f, ": {error}")?;
            cause = error.source();
        }
        write!(f, " ({})", self.location)
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A match as one of its seats knows it from the start.
#[derive(Debug, Clone)]
pub struct Match<G: Game> {
    /// Identifies the match on its referee.
    pub match_id: String,
    /// This bot's seat, from 0.
    pub seat: usize,
    /// Identifier of the game, such as `diceman`.
    pub game: String,
    /// The game's behaviour version, from 1.
    pub game_version: i32,
    /// The game's Config message, with every default filled in.
    pub config: G::Config,
    /// Number of seats in the match, from 1.
    pub num_seats: usize,
    /// The terms in force.
    pub time_control: TimeControl,
    /// SHA-256 of server seed and salt, 32 bytes; checked by the SDK after the end.
    pub seed_commitment: Vec<u8>,
    /// Round trip the referee measured before play; None before the start or if none was measured.
    pub round_trip: Option<Duration>,
}

/// A decision a seat has to make.
#[derive(Debug)]
pub struct Turn<G: Game> {
    /// The match it belongs to.
    pub info: Arc<Match<G>>,
    /// The game's Observation message.
    pub observation: G::Observation,
    /// Number of this seat's decision in the match, from 1.
    pub number: i32,
    /// Name of the rulebook's phase.
    pub phase: String,
    /// The seat's clock when the turn was written.
    pub clock: Clock,
    /// The game's Events message: what happened since the last turn that was asked; None if nothing,
    /// and for a bot that does not look at events ([`Bot::reads_events`]).
    pub events: Option<G::Events>,
    /// What the seat has heard since its last turn, its own words included: by decision point, then
    /// by who said it, then as it was said.
    pub said: Vec<Said>,
    /// Where the seat may speak until its next turn; none in games without chat.
    pub channels: Vec<Channel>,
    pub(crate) shared: Arc<SharedSeat>,
}

impl<G: Game> Turn<G> {
    /// Identifies the match.
    #[must_use]
    pub fn match_id(&self) -> &str {
        &self.info.match_id
    }

    /// The seat that is asked, from 0.
    #[must_use]
    pub fn seat(&self) -> usize {
        self.info.seat
    }

    /// The game's Config message, complete.
    #[must_use]
    pub fn config(&self) -> &G::Config {
        &self.info.config
    }

    /// Whether an answer still counts, as far as this process knows. It does not once a missed
    /// deadline, a newer turn or the end has come, or once `clock.remaining` and the lag margin have
    /// passed since the turn came. A bot that thinks for long may look from time to time.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.shared.is_over(self.number)
    }

    /// The opposite of [`Turn::is_open`].
    #[must_use]
    pub fn is_over(&self) -> bool {
        !self.is_open()
    }

    /// Says something in a channel; the message's number, which a rejection names.
    ///
    /// It goes out without waiting for the answer, at most once. [`Turn::voice`] says when and from
    /// where else a bot may speak.
    #[allow(clippy::must_use_candidate)] // few bots care for the number
    pub fn say(&self, channel: impl Into<String>, text: impl Into<String>) -> u64 {
        self.voice().say(channel, text)
    }

    /// What speaks for the seat until its next turn, also after the answer and on other threads.
    #[must_use]
    pub fn voice(&self) -> Voice {
        Voice { shared: Arc::clone(&self.shared), turn: self.number }
    }
}

/// A seat's clock when its turn was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clock {
    /// Until the deadline, free time and reserve together; None if there is no deadline.
    pub remaining: Option<Duration>,
    /// Reserve when the turn was opened; None if there is none.
    pub bank: Option<Duration>,
    /// What the last answer was charged; None before the first and after a missed deadline.
    pub last_elapsed: Option<Duration>,
    /// Part of the last answer's time that was the referee's own and was not charged.
    pub last_lag: Option<Duration>,
    /// Deadlines missed so far.
    pub strikes: i32,
}

impl From<v1::Clock> for Clock {
    fn from(wire: v1::Clock) -> Self {
        Self {
            remaining: duration(wire.remaining),
            bank: duration(wire.bank),
            last_elapsed: duration(wire.last_elapsed),
            last_lag: duration(wire.last_lag),
            strikes: wire.strikes,
        }
    }
}

/// Something the referee did not take. The match goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// The turn it is about; 0 if about none.
    pub turn: i32,
    /// Name of the `ErrorReason` without its prefix, such as `LATE`.
    pub reason: String,
    /// Why, for people.
    pub text: String,
    /// Number of the message it answers; 0 if it answers none.
    pub say_number: u64,
}

/// A deadline passed unanswered, or a turn was given up; the rulebook's default action was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missed {
    /// The turn that went unanswered.
    pub turn: i32,
    /// Deadlines this seat has missed so far.
    pub strikes: i32,
    /// Missed deadlines that forfeit the seat; 0 means that no number does.
    pub strikes_limit: i32,
    /// Whether this one forfeited it: no more turns will come.
    pub forfeited: bool,
    /// Whether the turn was given up, as when the bot's own code fails, instead of missed.
    pub given_up: bool,
}

/// What a match came to for one seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatResult {
    /// The seat, from 0.
    pub seat: i32,
    /// Rank from 1; ties share a rank; 0 in a void match.
    pub placement: i32,
    /// Points by the rulebook.
    pub score: i64,
    /// Deadlines missed.
    pub strikes: i32,
    /// Why the seat was taken out, such as `TIME`; None if it was not.
    pub forfeit: Option<String>,
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Name of the `EndCause` without its prefix, such as `RULES`.
    pub cause: String,
    /// The same in a sentence.
    pub text: String,
    /// One result a seat, in seat order. Of a match that goes on only the bot's own is known, and the
    /// others have placement 0.
    pub seats: Vec<SeatResult>,
    /// The dice laid open; None if the referee sent none.
    pub reveal: Option<SeedReveal>,
    /// Whether the match goes on without this seat, which the rules have put out; its own result is
    /// final unless `out_round` is set.
    pub goes_on: bool,
    /// The round in which the seat went out, where its place stays open until the match is over; else 0.
    pub out_round: i32,
    /// The first of the places that those who went out with it share by who is in longer.
    pub first_place: i32,
    /// The last of them.
    pub last_place: i32,
    /// What the seat has heard since its last turn.
    pub said: Vec<Said>,
}

impl Outcome {
    pub(crate) fn new(ended: v1::MatchEnded) -> Self {
        let wire = ended.outcome.unwrap_or_default();
        let seats = wire.seats.into_iter().map(|result| SeatResult {
            seat: result.seat,
            placement: result.placement,
            score: result.score,
            strikes: result.strikes,
            forfeit: (result.forfeit != 0)
                .then(|| enum_name(result.forfeit, "FORFEIT_CAUSE_", ForfeitCause::as_str_name)),
        });
        Self {
            cause: enum_name(wire.cause, "END_CAUSE_", EndCause::as_str_name),
            text: wire.text,
            seats: seats.collect(),
            reveal: ended.reveal,
            goes_on: ended.goes_on,
            out_round: ended.out_round,
            first_place: ended.first_place,
            last_place: ended.last_place,
            said: ended.said.into_iter().map(Said::from).collect(),
        }
    }

    /// Whether the match has no placements and touches no rating.
    #[must_use]
    pub fn is_void(&self) -> bool {
        !["RULES", "BOT_TIME", "BOT_ERROR", "FORFEIT"].contains(&self.cause.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_tells_its_causes_and_where_it_was_met() {
        #[derive(Debug, thiserror::Error)]
        #[error("no plan")]
        struct NoPlan(#[from] std::num::ParseIntError);

        fn think() -> Result<i32, Failure> {
            let number = "x".parse().map_err(NoPlan)?;
            Ok(number)
        }
        let line = line!() - 3;
        let expected = format!("no plan: invalid digit found in string ({}:{line}:", file!());
        let told = think().unwrap_err().to_string();
        assert!(told.starts_with(&expected), "{told}");
    }

    #[test]
    fn a_failure_can_be_made_of_text() {
        assert!(Failure::from("no idea").to_string().starts_with("no idea (src/bot.rs:"));
    }

    #[test]
    fn an_outcome_says_whether_it_counts() {
        let outcome = |cause| {
            let outcome = Some(v1::Outcome { cause, ..Default::default() });
            Outcome::new(v1::MatchEnded { outcome, ..Default::default() })
        };
        assert_eq!(outcome(1).cause, "RULES");
        assert!(!outcome(4).is_void());
        assert!(outcome(5).is_void());
        assert_eq!(outcome(99).cause, "99");
    }
}
