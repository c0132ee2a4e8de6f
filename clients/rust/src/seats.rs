//! What a process keeps of each seat it plays: its token, its bot, and the turn that is open.
//!
//! Plain state; what changes it is in `conversation.rs`.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::chat::SharedSeat;
use crate::fairness::{NONCE_BYTES, nonce_commitment};
use crate::lanes::LaneTurns;
use crate::line::{Line, LineId};
use crate::messages::duration;
use crate::place::Place;
use crate::player::{Answer, Maker, Player, Telling};
use crate::short::ShortForm;
use crate::thinking::Call;
use crate::v1;

/// What the referee is told that joins it.
const CLIENT: &str = concat!("rust/", env!("CARGO_PKG_VERSION"));

/// Grace after the deadline where a match names none.
const LAG_MARGIN: Duration = Duration::from_millis(50);

/// A token that was given to this process, until its seat's match has ended.
pub(crate) struct Ticket {
    /// Number of the join.
    pub(crate) number: u64,
    pub(crate) token: String,
    /// Makes the bot once the seat is joined.
    pub(crate) maker: Arc<dyn Maker>,
    /// What this process adds to the match seed, as often as it joins.
    pub(crate) nonce: [u8; NONCE_BYTES],
    /// What it asks for.
    features: Vec<&'static str>,
    /// Names of the columns that it asks for.
    columns: &'static [&'static str],
    /// Where it was presented last.
    pub(crate) line: LineId,
    /// Whether that has not been answered yet: what the seat's bot says waits for that.
    pub(crate) is_waiting: bool,
    /// Address of the worker that has the match, as home has named it; empty if it has named none.
    pub(crate) worker: String,
    /// Whether a worker has refused the token, so that the seat is played at home for good.
    pub(crate) is_refused: bool,
}

impl Ticket {
    pub(crate) fn new(
        number: u64,
        token: String,
        maker: Arc<dyn Maker>,
        nonce: [u8; NONCE_BYTES],
        features: Vec<&'static str>,
    ) -> Self {
        let columns = maker.columns().unwrap_or_default();
        Self {
            columns,
            number,
            token,
            maker,
            nonce,
            features,
            line: LineId::HOME,
            is_waiting: true,
            worker: String::new(),
            is_refused: false,
        }
    }

    /// The worker to which the seat would like to go from home.
    pub(crate) fn goal(&self) -> Option<&str> {
        let wants = self.line == LineId::HOME && !self.is_refused && !self.worker.is_empty();
        wants.then_some(&self.worker)
    }

    /// The message that presents it.
    pub(crate) fn join(&self, bot_name: &str) -> v1::Join {
        v1::Join {
            token: self.token.clone(),
            features: self.features.iter().map(|&feature| feature.to_owned()).collect(),
            nonce_commitment: nonce_commitment(&self.nonce),
            bot_name: bot_name.to_owned(),
            client: CLIENT.to_owned(),
            number: self.number,
            lane_columns: self.columns.iter().map(|&column| column.to_owned()).collect(),
            ..Default::default()
        }
    }

    /// The token as errors may show it.
    pub(crate) fn token_start(&self) -> String {
        self.token.chars().take(4).collect()
    }
}

/// A seat that has been joined, until its bot has heard the end.
pub(crate) struct Seat {
    pub(crate) number: u64,
    pub(crate) place: Place,
    /// What the seat was told before play, and what it did.
    pub(crate) witness: v1::SeatWitness,
    /// The bot; None while a thread has it.
    pub(crate) player: Option<Box<dyn Player>>,
    /// What the bot is to be told next.
    tellings: VecDeque<Telling>,
    /// Whether the bot has been told of the start.
    pub(crate) is_started: bool,
    /// Whether the match has ended, so that nothing comes after what is to be told.
    pub(crate) is_over: bool,
    /// Whether the stream broke and no turn has come on the new one: answers wait for that.
    pub(crate) is_away: bool,
    /// What the bot has said while a join of the seat is unanswered.
    pub(crate) unsaid: Vec<v1::Say>,
    /// The turn that is being thought about.
    pub(crate) open: Option<i32>,
    /// The last turn that has an answer, and the answer, which a broken stream may have lost.
    last: Option<(i32, Answer)>,
    /// The last turn of which the referee has refused an answer; 0 if none.
    refused: i32,
    /// The message of the lane's turn that is not answered yet; None if there is none.
    pub(crate) hearing: Option<u64>,
    /// The last turn that came on a lane of this stream; 0 if another way after that.
    pub(crate) on_lane: i32,
    /// The last turn that the bot was not asked about, although it was open when it came back; 0 if
    /// none.
    pub(crate) passed: i32,
    /// How turns and answers travel in short on the seat's line; None if they go at length.
    pub(crate) form: Option<ShortForm>,
    shared: Arc<SharedSeat>,
}

/// What the refusal of an answer asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// Nothing: the turn is over, or the answer was another.
    Nothing,
    /// The turn is open again for another answer of the bot.
    Again,
    /// The second one was refused as well: the turn is given up.
    Skip,
}

impl Seat {
    pub(crate) fn new(
        number: u64,
        shared: SharedSeat,
        witness: v1::SeatWitness,
        player: Box<dyn Player>,
    ) -> Self {
        Self {
            number,
            place: shared.place.clone(),
            witness,
            player: Some(player),
            tellings: VecDeque::new(),
            is_started: false,
            is_over: false,
            is_away: false,
            unsaid: Vec::new(),
            open: None,
            last: None,
            refused: 0,
            hearing: None,
            on_lane: 0,
            passed: 0,
            form: None,
            shared: Arc::new(shared),
        }
    }

    /// Tells the bot something, when it has time.
    pub(crate) fn tell(&mut self, telling: Telling) {
        self.tellings.push_back(telling);
    }

    /// The bot with all it is to be told; None if there is nothing, or it is being told already.
    pub(crate) fn call(&mut self) -> Option<Call> {
        if self.tellings.is_empty() {
            return None;
        }
        let player = self.player.take()?;
        let tellings = self.tellings.drain(..).collect();
        Some(Call { number: self.number, player, tellings, shared: Arc::clone(&self.shared) })
    }

    /// Whether the bot knows everything and is here.
    pub(crate) fn is_idle(&self) -> bool {
        self.player.is_some() && self.tellings.is_empty()
    }

    /// Number of the last turn answered; 0 before the first.
    pub(crate) fn answered(&self) -> i32 {
        self.last.as_ref().map_or(0, |(turn, _)| *turn)
    }

    /// Notes how turns come in short on a line, if they do, now that a join was answered there.
    pub(crate) fn agree(&mut self, line: &mut Line, joined: &v1::Joined) {
        self.forget_form(line);
        self.form = ShortForm::new(joined);
        if let Some(form) = &self.form {
            line.handles.insert(form.handle(), self.place.clone());
        }
    }

    /// Forgets what was agreed on a line; the next one agrees on its own.
    pub(crate) fn leave(&mut self, line: &mut Line) {
        self.quit(line);
        self.is_away = true;
        if self.witness.started.is_none() {
            self.witness.nonce_told = false; // the stream may have lost it
        }
    }

    /// Forgets the seat's handle and rows on a line.
    pub(crate) fn quit(&mut self, line: &mut Line) {
        self.forget_form(line);
        line.lanes.values_mut().for_each(|lane| lane.drop(self.number));
        self.leave_lane();
    }

    /// Forgets the turn that came on a lane: it is over, or comes another way.
    fn leave_lane(&mut self) {
        (self.hearing, self.on_lane) = (None, 0);
    }

    /// Whether a turn of a lane still waits for the bot, as far as this process knows.
    pub(crate) fn is_deciding(&self, turns: &LaneTurns, index: usize) -> bool {
        self.hearing == Some(turns.hearing) && !self.shared.is_over(turns.numbers[index])
    }

    /// Has the bot meet its match, once.
    pub(crate) fn start(&mut self, round_trip: Option<prost_types::Duration>) {
        if !self.is_started {
            self.is_started = true;
            self.tell(Telling::Start(duration(round_trip)));
        }
    }

    fn forget_form(&mut self, line: &mut Line) {
        if let Some(form) = self.form.take() {
            line.handles.remove(&form.handle());
        }
    }

    /// Notes how long an answer to a turn counts, now that the turn has come.
    pub(crate) fn expect(&self, turn: &v1::Turn, now: Instant) {
        let remaining = duration(turn.clock.and_then(|clock| clock.remaining));
        self.expect_within(turn.turn, remaining, now);
    }

    /// The same for a turn by its number, and the time until its deadline.
    pub(crate) fn expect_within(&self, turn: i32, remaining: Option<Duration>, now: Instant) {
        let terms = self.witness.joined.as_ref().and_then(|joined| joined.time_control);
        let margin = duration(terms.and_then(|terms| terms.lag_margin)).unwrap_or(LAG_MARGIN);
        let deadline = remaining.and_then(|left| now.checked_add(left)?.checked_add(margin));
        self.shared.expect(turn, deadline);
    }

    /// Notes that the bot was not asked about a turn: if it comes again, it has more time.
    pub(crate) fn pass(&mut self, turn: i32) {
        if self.open == Some(turn) {
            self.open = None;
            self.passed = turn;
        }
    }

    /// Notes that the referee refused the answer to a turn and left the turn open.
    pub(crate) fn refuse(&mut self, turn: i32) -> Refusal {
        let is_open = self.open.is_none() && !self.shared.is_over(turn);
        if is_open && turn > 0 && self.on_lane == turn && self.hearing.is_none() {
            self.leave_lane();
            self.refused = turn;
            self.open = Some(turn);
            return Refusal::Again;
        }
        match &mut self.last {
            Some((last, answer @ Answer::Action(_))) if is_open && *last == turn => {
                if self.refused == turn {
                    *answer = Answer::Skip;
                    return Refusal::Skip;
                }
                self.refused = turn;
                self.open = Some(turn);
                Refusal::Again
            }
            _ => Refusal::Nothing,
        }
    }

    /// Closes all turns up to this one: the bot need not answer them, but is told their events
    /// and what it heard.
    pub(crate) fn close(&mut self, turn: i32) {
        self.shared.close(turn);
        if self.open.is_some_and(|open| open <= turn) {
            self.open = None;
        }
        if self.on_lane <= turn {
            self.leave_lane();
        }
        for telling in std::mem::take(&mut self.tellings) {
            match telling {
                Telling::Turn(late) if late.turn <= turn => {
                    self.tellings.extend(late.events.map(Telling::Events));
                    if !late.said.is_empty() {
                        self.tellings.push_back(Telling::Said(late.said));
                    }
                }
                Telling::Refused(late) if late.turn <= turn => {
                    self.tellings.push_back(Telling::Rejected(late));
                }
                other => self.tellings.push_back(other),
            }
        }
    }

    /// Closes the turn with an answer; whether it is to be sent now.
    pub(crate) fn answer(&mut self, turn: i32, answer: Answer) -> bool {
        if self.open != Some(turn) {
            return false;
        }
        self.open = None;
        self.last = Some((turn, answer));
        !self.is_away
    }

    /// Adds the last answer to what is to be said.
    pub(crate) fn say_answer(&self, request: &mut v1::PlayRequest) {
        let Some((turn, answer)) = &self.last else { return };
        let (turn, Place { match_id, seat }) = (*turn, self.place.clone());
        match answer {
            Answer::Action(payload) => {
                if let Some(form) = &self.form
                    && let Some(small) = form.action(turn, payload)
                {
                    return request.small_actions.push(small);
                }
                let payload = Some(payload.clone());
                request.actions.push(v1::Action { match_id, seat, turn, payload });
            }
            Answer::Skip => request.skips.push(v1::Skip { match_id, seat, turn }),
        }
    }
}
