//! A bot behind its seat: untyped messages in, typed calls of the author's code, untyped answers
//! out. A panic or an error of that code becomes a sentence here.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use prost_types::Any;

use crate::bot::{Bot, Clock, Failure, Game, Match, Missed, Outcome, Rejection, Turn};
use crate::chat::{Channel, Said, SharedSeat};
use crate::errors::RefereeClientError;
use crate::lanes::{ColumnsBot, Decided, LaneAnswers, LaneTurns};
use crate::messages::{GameMessage, MAX_ACTION_BYTES, grouped, merge, pack, unpack};
use crate::panics;
use crate::v1;

/// What a bot is told, in the order of telling.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Telling {
    Start(Option<Duration>),
    Turn(v1::Turn),
    Events(Any),
    /// Heard at a turn that was not asked.
    Said(Vec<v1::Said>),
    Rejected(Rejection),
    /// The same of the answer to a turn that is still open: it may be answered once more.
    Refused(Rejection),
    Missed(Missed),
    End(Outcome),
    /// Turns of a lane, of this seat and others.
    Lane(Arc<LaneTurns>),
}

/// What became of a turn.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Answer {
    Action(Any),
    Skip,
}

/// What a bot's own code did wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The turn it was about; 0 if about none.
    pub(crate) turn: i32,
    /// What it said, and where.
    pub(crate) what: String,
}

/// The bot of one seat.
pub(crate) trait Player: Send {
    /// Tells it something; the answer if that asks for one and the turn is not over yet.
    ///
    /// # Errors
    ///
    /// What came can't be read.
    fn tell(
        &mut self,
        telling: Telling,
        shared: &Arc<SharedSeat>,
        faults: &mut Vec<Fault>,
    ) -> Result<Option<Answer>, RefereeClientError>;

    /// Lets it decide about turns of a lane; None if it takes none.
    fn decide(&mut self, turns: &Arc<LaneTurns>) -> Option<Decided> {
        let _ = turns;
        None
    }
}

/// Makes the bots of new seats.
pub(crate) trait Maker: Send + Sync {
    /// The bot of a seat that has been joined; the author's code runs later.
    ///
    /// # Errors
    ///
    /// `WrongGame`, or the config can't be read.
    fn player(&self, joined: &v1::Joined) -> Result<Box<dyn Player>, RefereeClientError>;

    /// Whether these bots look at events.
    fn reads_events(&self) -> bool;

    /// Names of the columns that they read, none for all; None if they take no turns in columns.
    fn columns(&self) -> Option<&'static [&'static str]> {
        None
    }
}

/// Makes players of a function that makes bots.
pub(crate) struct BotMaker<F>(pub(crate) Arc<F>);

impl<B, F> Maker for BotMaker<F>
where
    B: Bot,
    F: Fn() -> B + Send + Sync + 'static,
{
    fn player(&self, joined: &v1::Joined) -> Result<Box<dyn Player>, RefereeClientError> {
        let holder = Own { make: Arc::clone(&self.0), bot: None };
        Ok(Box::new(BotPlayer::new(holder, None, joined)?))
    }

    fn reads_events(&self) -> bool {
        B::reads_events()
    }
}

/// Has one bot for all seats, which takes turns in columns.
pub(crate) struct ColumnsMaker<B>(pub(crate) Arc<Mutex<B>>);

impl<B: ColumnsBot> Maker for ColumnsMaker<B> {
    fn player(&self, joined: &v1::Joined) -> Result<Box<dyn Player>, RefereeClientError> {
        let holder = Shared(Arc::clone(&self.0));
        Ok(Box::new(BotPlayer::new(holder, Some(B::act_columns), joined)?))
    }

    fn reads_events(&self) -> bool {
        B::reads_events()
    }

    fn columns(&self) -> Option<&'static [&'static str]> {
        Some(B::columns())
    }
}

/// Where the bot of a seat is.
trait Holder<B>: Send {
    /// Calls its code.
    fn call<T>(&mut self, call: impl FnOnce(&mut B) -> T) -> T;
}

/// A bot of the seat's own, which is made when it is called first.
struct Own<B, F> {
    make: Arc<F>,
    bot: Option<B>,
}

impl<B: Send, F: Fn() -> B + Send + Sync> Holder<B> for Own<B, F> {
    fn call<T>(&mut self, call: impl FnOnce(&mut B) -> T) -> T {
        call(self.bot.get_or_insert_with(|| (self.make)()))
    }
}

/// A bot that other seats have, too: one thread at a time calls it.
struct Shared<B>(Arc<Mutex<B>>);

impl<B: Send> Holder<B> for Shared<B> {
    fn call<T>(&mut self, call: impl FnOnce(&mut B) -> T) -> T {
        call(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// How a bot decides about turns in columns.
type ActColumns<B> = fn(&mut B, &LaneTurns) -> Result<LaneAnswers<<B as Bot>::Game>, Failure>;

impl<B: Bot, H: Holder<B>> BotPlayer<B, H> {
    /// The player of a seat that has been joined.
    ///
    /// # Errors
    ///
    /// `WrongGame`, or the config can't be read.
    fn new(
        holder: H,
        act_columns: Option<ActColumns<B>>,
        joined: &v1::Joined,
    ) -> Result<Self, RefereeClientError> {
        if joined.game != B::Game::NAME {
            return Err(RefereeClientError::WrongGame {
                place: format!("match {} seat {}", joined.match_id, joined.seat),
                bot: B::Game::NAME.to_owned(),
                seat: joined.game.clone(),
            });
        }
        let info = Match {
            match_id: joined.match_id.clone(),
            seat: usize::try_from(joined.seat).unwrap_or_default(),
            game: joined.game.clone(),
            game_version: joined.game_version,
            config: joined.config.as_ref().map(unpack).transpose()?.unwrap_or_default(),
            num_seats: usize::try_from(joined.num_seats).unwrap_or_default(),
            time_control: joined.time_control.unwrap_or_default(),
            seed_commitment: joined.seed_commitment.clone(),
            round_trip: None,
        };
        let info = Arc::new(info);
        Ok(Self { holder, act_columns, info, unheard: Vec::new(), unseen: None })
    }
}

struct BotPlayer<B: Bot, H> {
    holder: H,
    act_columns: Option<ActColumns<B>>,
    info: Arc<Match<B::Game>>,
    /// What it has heard since its last turn, at turns that it was not asked about.
    unheard: Vec<Said>,
    /// What has happened since then, which the next turn that it is asked about has, too.
    unseen: Option<<B::Game as Game>::Events>,
}

impl<B: Bot, H: Holder<B>> Player for BotPlayer<B, H> {
    fn decide(&mut self, turns: &Arc<LaneTurns>) -> Option<Decided> {
        let (act_columns, mut faults) = (self.act_columns?, Vec::new());
        Some(match self.guard(0, &mut faults, |bot| act_columns(bot, turns)) {
            Some(Ok(answers)) => Decided::new(turns, &answers),
            Some(Err(failure)) => Decided::failed(turns, failure.to_string()),
            None => Decided::failed(turns, faults.remove(0).what),
        })
    }

    fn tell(
        &mut self,
        telling: Telling,
        shared: &Arc<SharedSeat>,
        faults: &mut Vec<Fault>,
    ) -> Result<Option<Answer>, RefereeClientError> {
        let info = Arc::clone(&self.info);
        match telling {
            Telling::Start(round_trip) => {
                drop(info);
                if let Some(info) = Arc::get_mut(&mut self.info) {
                    info.round_trip = round_trip; // nobody shares it before the start
                }
                let info = Arc::clone(&self.info);
                self.guard(0, faults, |bot| bot.on_start(&info));
            }
            Telling::Turn(turn) => return self.turn(turn, shared, faults),
            Telling::Events(events) => self.see(0, &events, faults)?,
            Telling::Said(said) => self.unheard.extend(said.into_iter().map(Said::from)),
            Telling::Rejected(rejection) => {
                self.guard(0, faults, |bot| bot.on_rejected(&info, &rejection));
            }
            Telling::Refused(rejection) => {
                return Ok(self.second_answer(&rejection, shared, faults));
            }
            Telling::Missed(missed) => {
                self.guard(0, faults, |bot| bot.on_missed(&info, &missed));
            }
            Telling::Lane(_) => (), // that is for `decide`
            Telling::End(mut outcome) => {
                outcome.said.splice(..0, std::mem::take(&mut self.unheard));
                self.guard(0, faults, |bot| bot.on_end(&info, &outcome));
            }
        }
        Ok(None)
    }
}

impl<B: Bot, H: Holder<B>> BotPlayer<B, H> {
    fn turn(
        &mut self,
        wire: v1::Turn,
        shared: &Arc<SharedSeat>,
        faults: &mut Vec<Fault>,
    ) -> Result<Option<Answer>, RefereeClientError> {
        let info = Arc::clone(&self.info);
        self.unheard.extend(wire.said.into_iter().map(Said::from));
        let mut turn: Turn<B::Game> = Turn {
            observation: unpack(&wire.observation.unwrap_or_default())?,
            events: None,
            number: wire.turn,
            phase: wire.phase,
            clock: wire.clock.map(Clock::from).unwrap_or_default(),
            said: Vec::new(),
            channels: wire.channels.into_iter().map(Channel::from).collect(),
            shared: Arc::clone(shared),
            info,
        };
        if let Some(events) = &wire.events {
            self.see(turn.number, events, faults)?;
        }
        if turn.is_over() {
            return Ok(None); // it waited too long for a thread
        }
        turn.events = self.unseen.take();
        turn.said = std::mem::take(&mut self.unheard);
        let answer = match self.guard(turn.number, faults, |bot| bot.act(&turn)) {
            Some(Ok(action)) => checked(turn.number, &action, faults),
            Some(Err(failure)) => {
                faults.push(Fault { turn: turn.number, what: failure.to_string() });
                Answer::Skip
            }
            None => Answer::Skip,
        };
        Ok(Some(answer))
    }

    /// Shows the bot what happened, and keeps it for the next turn that is asked; nothing of it is
    /// read for a bot that does not look at events.
    fn see(
        &mut self,
        turn: i32,
        wrapped: &Any,
        faults: &mut Vec<Fault>,
    ) -> Result<(), RefereeClientError> {
        if !B::reads_events() {
            return Ok(()); // a referee that does not know the feature sends them all the same
        }
        let (info, events) = (Arc::clone(&self.info), unpack(wrapped)?);
        self.guard(turn, faults, |bot| bot.on_events(&info, &events));
        match &mut self.unseen {
            Some(before) => merge(before, wrapped)?,
            None => self.unseen = Some(events),
        }
        Ok(())
    }

    /// Answers a turn once more whose answer was refused; None if it is over meanwhile.
    fn second_answer(
        &mut self,
        rejection: &Rejection,
        shared: &SharedSeat,
        faults: &mut Vec<Fault>,
    ) -> Option<Answer> {
        let (info, turn) = (Arc::clone(&self.info), rejection.turn);
        let second = self.guard(turn, faults, |bot| bot.on_rejected(&info, rejection)).flatten();
        if shared.is_over(turn) {
            return None;
        }
        Some(second.map_or(Answer::Skip, |action| checked(turn, &action, faults)))
    }

    /// Calls the author's code, which makes the bot first if there is none; None after a panic.
    fn guard<T>(
        &mut self,
        turn: i32,
        faults: &mut Vec<Fault>,
        call: impl FnOnce(&mut B) -> T,
    ) -> Option<T> {
        // The bot may be left half changed. Its author is told, and it is asked again as it is.
        let result = catch_unwind(AssertUnwindSafe(|| self.holder.call(call)));
        result.map_err(|_| faults.push(Fault { turn, what: panics::take() })).ok()
    }
}

/// The answer with an action, or a skip if the referee would refuse it for its size.
pub(crate) fn checked<M: GameMessage>(turn: i32, action: &M, faults: &mut Vec<Fault>) -> Answer {
    let bytes = action.encoded_len();
    if bytes <= MAX_ACTION_BYTES {
        return Answer::Action(pack(action));
    }
    let (bytes, most) = (grouped(bytes), grouped(MAX_ACTION_BYTES));
    faults
        .push(Fault { turn, what: format!("an answer of {bytes} bytes, and {most} are allowed") });
    Answer::Skip
}
