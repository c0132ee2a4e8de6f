//! What a bot process says and hears on its Play streams, without any I/O.
//!
//! The client feeds it what came ([`Conversation::receive`]), writes what it has to say
//! ([`Conversation::take`]), lets bots think ([`Conversation::calls`]) and brings back what they
//! answered ([`Conversation::returned`]). It knows tokens, nonces, seats and open turns, and brings
//! them over from a broken stream to the next, and from the line home to those of workers and back.
//! It opens no connection, reads no clock, and waits for nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::Instant;

use crate::bot::Rejection;
use crate::chat::Words;
use crate::errors::RefereeClientError;
use crate::fairness::{NONCE_BYTES, NONCE_COMMITMENTS};
use crate::lanes::{LANES, LaneTurns};
use crate::line::{LineId, Lines, WORKER_ADDRESS};
use crate::messages::grouped;
use crate::outbox;
use crate::place::Place;
use crate::player::{Fault, Maker, Telling};
use crate::seats::{Seat, Ticket};
use crate::short::{SMALL_TURNS, WITHOUT_EVENTS};
use crate::thinking::{Call, Done};
use crate::v1;
use crate::v1::{PlayRequest, PlayResponse};

mod hearing;
mod lanes;
mod moving;
#[cfg(test)]
mod tests;

pub(crate) use lanes::OpenLane;

/// Most bytes of something a bot says that are sent; games allow far less.
const MAX_SAY_BYTES: usize = 65_536;

/// All seats of a process, whichever stream carries them.
pub(crate) struct Conversation {
    /// What the bot calls itself, for the replay.
    pub(crate) name: String,
    /// Whether the first failure of a bot's own code is an error.
    pub(crate) is_strict: bool,
    /// Whether turns are to come at length.
    pub(crate) is_plain: bool,
    /// Whether all seats are played at home, whatever workers there are.
    pub(crate) stays: bool,
    joins: u64,
    /// All tokens that were ever given.
    tokens: HashSet<String>,
    tickets: BTreeMap<u64, Ticket>,
    /// By number of the join, until the bot has heard the end.
    seats: HashMap<u64, Seat>,
    /// Join of each seat whose match has not ended.
    places: HashMap<Place, u64>,
    lines: Lines,
    /// Workers that have a seat's match, and to which no line leads.
    wanted: BTreeSet<String>,
    /// Seats of other games, which are resigned on every stream until their end is told.
    foreign: HashMap<Place, Ticket>,
    /// What bots have said; they bring it themselves.
    words: Arc<Words>,
    /// Seats with something to tell.
    to_tell: Vec<u64>,
    /// Turns of lanes whose bots have still to hear what came before them.
    lane_turns: Vec<LaneTurns>,
    /// How many messages of turns on lanes have come.
    hearings: u64,
    /// Calls that have not come back.
    asking: usize,
    is_finished: bool,
    is_draining: bool,
    refusals: Vec<RefereeClientError>,
    first_fault: Option<RefereeClientError>,
    faults: u64,
}

impl Conversation {
    pub(crate) fn new() -> Self {
        Self {
            name: String::new(),
            is_strict: false,
            is_plain: false,
            stays: false,
            joins: 0,
            tokens: HashSet::new(),
            tickets: BTreeMap::new(),
            seats: HashMap::new(),
            places: HashMap::new(),
            lines: Lines::new(),
            wanted: BTreeSet::new(),
            foreign: HashMap::new(),
            words: Arc::default(),
            to_tell: Vec::new(),
            lane_turns: Vec::new(),
            hearings: 0,
            asking: 0,
            is_finished: false,
            is_draining: false,
            refusals: Vec::new(),
            first_fault: None,
            faults: 0,
        }
    }

    // What the process wants.

    /// Presents a seat's token, on this stream and all later ones; each token once.
    pub(crate) fn join(&mut self, token: String, maker: Arc<dyn Maker>, nonce: [u8; NONCE_BYTES]) {
        if self.is_finished {
            log::error!("a token came after no more tokens were to come: it is not joined");
            return;
        }
        let features = self.features(&*maker);
        let ticket = Ticket::new(self.joins + 1, token, maker, nonce, features);
        if !self.tokens.insert(ticket.token.clone()) {
            log::warn!("the token {}… was given twice: it is taken once", ticket.token_start());
            return;
        }
        self.joins += 1;
        self.lines[LineId::HOME].outbox.joins.push(ticket.join(&self.name));
        self.tickets.insert(ticket.number, ticket);
    }

    /// What is asked for with a token.
    fn features(&self, maker: &dyn Maker) -> Vec<&'static str> {
        let mut features = vec![NONCE_COMMITMENTS];
        if !self.is_plain {
            features.push(SMALL_TURNS);
            if !maker.reads_events() {
                features.push(WITHOUT_EVENTS);
            }
        }
        if maker.columns().is_some() {
            features.push(LANES);
        }
        if !self.stays {
            features.push(WORKER_ADDRESS);
        }
        features
    }

    /// Says that no more tokens will come.
    pub(crate) fn finish(&mut self) {
        self.is_finished = true;
    }

    /// Gives up a seat for good.
    pub(crate) fn resign(&mut self, match_id: String, seat: i32) {
        let resign = v1::Resign { match_id, seat };
        let place = Place { match_id: resign.match_id.clone(), seat };
        let ticket = self.places.get(&place).and_then(|number| self.tickets.get(number));
        let line = ticket.map_or(LineId::HOME, |ticket| ticket.line);
        self.lines[line].outbox.resigns.push(resign);
    }

    /// Whether all matches have ended and no more tokens will come.
    pub(crate) fn is_done(&self) -> bool {
        self.is_finished && self.tickets.is_empty()
    }

    /// Whether all bots have heard the end of their matches.
    pub(crate) fn is_quiet(&self) -> bool {
        self.seats.is_empty()
    }

    /// Match and seat of each bot that has not heard the end.
    pub(crate) fn unended(&self) -> Vec<String> {
        self.seats.values().map(|seat| seat.place.at(0)).collect()
    }

    /// How often bots' own code has failed.
    pub(crate) fn faults(&self) -> u64 {
        self.faults
    }

    /// How often bots' own code has failed, and first at what; None if never.
    pub(crate) fn faults_told(&self) -> Option<String> {
        let RefereeClientError::Bot { place, what } = self.first_fault.as_ref()? else {
            return None;
        };
        let times = match self.faults {
            1 => "once, in".to_owned(),
            count => format!("{count} times, the first time in"),
        };
        let what = what.lines().next().unwrap_or_default(); // the rest is a stack, logged before
        Some(format!("the bot's own code failed {times} {place}: {what}"))
    }

    /// The process's error, once everything is over.
    pub(crate) fn verdict(&self) -> Result<(), RefereeClientError> {
        match self.refusals.first().or(self.first_fault.as_ref()) {
            Some(error) => Err(error.clone()),
            None => Ok(()),
        }
    }

    // What the stream brings.

    /// Begins on a new stream home: presents the tokens of all seats there again; open turns will
    /// come again.
    pub(crate) fn opened(&mut self) {
        let home = &mut self.lines[LineId::HOME];
        let unsent = home.begin();
        home.outbox.resigns = unsent.resigns;
        for ticket in self.tickets.values_mut().filter(|ticket| ticket.line == LineId::HOME) {
            ticket.is_waiting = true;
            home.outbox.joins.push(ticket.join(&self.name));
            if let Some(seat) = self.seats.get_mut(&ticket.number) {
                seat.leave(home);
            }
        }
        home.outbox.joins.extend(self.foreign.values().map(|ticket| ticket.join(&self.name)));
        unsent.says.into_iter().for_each(|say| self.say(say));
    }

    /// Takes in what came on a line at a time.
    ///
    /// # Errors
    ///
    /// `UnknownMessage` or `Protocol` if a message can't be read.
    pub(crate) fn receive(
        &mut self,
        line: LineId,
        response: PlayResponse,
        now: Instant,
    ) -> Result<(), RefereeClientError> {
        if self.lines[line].hear() {
            self.answered(line);
        }
        if let Some(ping) = response.ping {
            self.lines[line].outbox.pongs.push(v1::Pong { number: ping.number });
        }
        for joined in response.joins {
            self.joined(&joined, line)?;
        }
        for shown in response.commitments {
            self.committed(shown);
        }
        for started in response.starts {
            self.started(started);
        }
        for rejected in response.rejections {
            self.rejected(rejected, line)?;
        }
        for missed in response.missed {
            self.missed(missed);
        }
        for ended in response.ends {
            self.ended(ended);
        }
        if response.draining && !self.is_draining {
            self.is_draining = true;
            log::warn!("the referee is going to stop: running matches go on, no new ones start");
        }
        for turn in response.turns {
            self.turn(turn, line, now);
        }
        for small in response.small_turns {
            self.small_turn(small, line, now);
        }
        self.hear_lanes(&response.lanes, response.lane_rows, response.lane_turns, line, now)
    }

    /// Hears nothing on a line for a while: asks the referee for a pong; whether it was asked before,
    /// so that the stream is dead.
    pub(crate) fn is_silent(&mut self, line: LineId) -> bool {
        self.lines[line].is_silent()
    }

    /// Everything there is to say now on a line: nothing, one message, or several if one would be too
    /// large.
    pub(crate) fn take(&mut self, line: LineId) -> Vec<PlayRequest> {
        self.words.fetch().into_iter().for_each(|say| self.say(say));
        let outbox = &mut self.lines[line].outbox;
        std::iter::from_fn(|| outbox::next(outbox)).collect()
    }

    // What the bots decide.

    /// Bots with what they are to be told; each is to come back by `returned`.
    pub(crate) fn calls(&mut self) -> Vec<Call> {
        let mut calls = self.calls_of_seats();
        self.tell_lanes();
        calls.extend(self.calls_of_seats());
        self.asking += calls.len();
        calls
    }

    fn calls_of_seats(&mut self) -> Vec<Call> {
        let numbers = std::mem::take(&mut self.to_tell);
        numbers.iter().filter_map(|number| self.seats.get_mut(number)?.call()).collect()
    }

    /// What bots say, for whoever waits for it.
    pub(crate) fn words(&self) -> Arc<Words> {
        Arc::clone(&self.words)
    }

    /// Says what a bot has said, once the stream has its seat.
    fn say(&mut self, say: v1::Say) {
        let place = Place { match_id: say.match_id.clone(), seat: say.seat };
        match held(&self.places, &self.tickets, &mut self.seats, &place) {
            Some((_, seat)) if bytes_said(&say) > MAX_SAY_BYTES => {
                let rejection = too_long(&say);
                let Rejection { turn, reason, text, .. } = &rejection;
                log::warn!("{}: rejected: {reason}: {text}", place.at(*turn));
                seat.tell(Telling::Rejected(rejection));
                self.to_tell.push(seat.number);
            }
            Some((ticket, seat)) if ticket.is_waiting => seat.unsaid.push(say),
            Some((ticket, _)) => self.lines[ticket.line].outbox.says.push(say),
            None => log::warn!(
                "{}: message {} is not sent: the match is over",
                place.at(say.turn),
                say.number
            ),
        }
    }

    /// Whether some bot has not come back yet, so that more answers may be ready in a moment.
    pub(crate) fn is_asking(&self) -> bool {
        self.asking > 0
    }

    /// Takes a bot back with its answer.
    ///
    /// # Errors
    ///
    /// `UnknownMessage` or `Protocol` if what it was told can't be read; `Bot` if its own code
    /// failed and the client is strict.
    pub(crate) fn returned(&mut self, done: Done) -> Result<(), RefereeClientError> {
        self.asking -= 1;
        if let Some(error) = done.error {
            return Err(error);
        }
        if let Some(decided) = &done.decided {
            self.decided(decided)?;
        }
        let Some(seat) = self.seats.get_mut(&done.number) else { return Ok(()) }; // it was lost
        seat.player = Some(done.player);
        if let Some(turn) = done.passed {
            seat.pass(turn);
        }
        if let Some((turn, answer)) = done.answer
            && seat.answer(turn, answer)
            && let Some(ticket) = self.tickets.get(&done.number)
        {
            seat.say_answer(&mut self.lines[ticket.line].outbox);
        }
        let place = seat.place.clone();
        if seat.is_over && seat.is_idle() {
            self.seats.remove(&done.number);
        } else {
            self.to_tell.push(done.number);
        }
        done.faults.into_iter().try_for_each(|fault| self.failed(place.at(fault.turn), fault))
    }

    /// Notes that a bot's own code has failed at some place.
    fn failed(&mut self, place: String, fault: Fault) -> Result<(), RefereeClientError> {
        let error = RefereeClientError::Bot { place, what: fault.what };
        log::error!("{error}");
        self.faults += 1;
        self.first_fault.get_or_insert_with(|| error.clone());
        if self.is_strict { Err(error) } else { Ok(()) }
    }
}

/// Bytes of what the bot chose: the text and the channel's name.
fn bytes_said(say: &v1::Say) -> usize {
    say.channel.len() + say.text.len()
}

/// The rejection of a message that is too long for any game, and could end the stream.
fn too_long(say: &v1::Say) -> Rejection {
    let (bytes, most) = (grouped(bytes_said(say)), grouped(MAX_SAY_BYTES));
    Rejection {
        turn: say.turn,
        reason: "MSG_TOO_LONG".to_owned(),
        text: format!("message {} of {bytes} bytes, and {most} are allowed", say.number),
        say_number: say.number,
    }
}

/// The seat at a place, with its token; None if this process has none there, or its match is over.
fn held<'a>(
    places: &HashMap<Place, u64>,
    tickets: &'a BTreeMap<u64, Ticket>,
    seats: &'a mut HashMap<u64, Seat>,
    place: &Place,
) -> Option<(&'a Ticket, &'a mut Seat)> {
    let number = places.get(place)?;
    Some((tickets.get(number)?, seats.get_mut(number)?))
}
